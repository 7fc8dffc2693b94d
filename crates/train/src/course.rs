// SPDX-License-Identifier: GPL-3.0-or-later
//! Training a copy of nets on positions with known chances, or by self-play: what the program offers its users.
//!
//! The nets given are never changed. Trained nets have no readings of the cube efficiency; they use those of the class.

use crate::checkpoint::{Checkpoint, FILTER_WIDTH};
use crate::data::{NetPart, Sample};
use crate::filter::FilterModel;
use crate::fit::{Fitter, measure, schema_of};
use crate::gradient::Loss;
use crate::model::Model;
use crate::td;
use gnubg_engine::core::{Board, Probs};
use gnubg_engine::eval::Nets;
use gnubg_engine::nn::LANES;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use thiserror::Error;

/// Positions of an optimizer step.
const BATCH: usize = 64;

/// One position in so many is kept to measure the error on positions that were not trained.
const KEPT: usize = 10;

/// A net cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct CourseError(String);

/// A position and the chances of the player on roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lesson {
    /// The position, before the roll.
    pub board: Board,
    /// The chances it is trained towards.
    pub probs: Probs,
    /// How much it counts; 1 for most.
    pub weight: f32,
}

/// A copy of nets in training.
pub struct Course {
    fitters: [Fitter; 2],
    filter: FilterModel,
    rng: Xoshiro256PlusPlus,
    /// Lessons of the contact net and of the race net.
    lessons: [Vec<Sample>; 2],
    /// Those that are only measured.
    kept: [Vec<Sample>; 2],
    n_taught: usize,
}

impl std::fmt::Debug for Course {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Course").field("taught", &self.n_taught).finish_non_exhaustive()
    }
}

impl Course {
    /// Training that begins with a copy of these nets.
    #[must_use]
    pub fn of(nets: &Nets, seed: u64) -> Course {
        let Checkpoint { contact, race, filter, .. } = Checkpoint::import(nets);
        Course::with(contact, race, filter, Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Training that begins with random nets; `width` units in the first layer of the contact net, half of them in the
    /// race net.
    ///
    /// # Errors
    /// If the width is 0, too large, or no multiple of the processor's lanes.
    pub fn random(width: usize, seed: u64) -> Result<Course, CourseError> {
        if width == 0 || width > 4096 || !width.is_multiple_of(LANES) {
            return Err(CourseError(format!("the width must be a multiple of {LANES}, at most 4096")));
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut model = |part, width| {
            let (schema, buckets) = schema_of(part);
            Model::random(schema, width, buckets, &mut rng)
        };
        let contact = model(NetPart::Contact, width);
        let race = model(NetPart::Race, (width / 2).next_multiple_of(LANES));
        let filter = FilterModel::random(FILTER_WIDTH, &mut rng);
        Ok(Course::with(contact, race, filter, rng))
    }

    fn with(contact: Model, race: Model, filter: FilterModel, rng: Xoshiro256PlusPlus) -> Course {
        let fitter = |part, model| Fitter::new(part, model, 100.0, 0.0);
        Course {
            fitters: [fitter(NetPart::Contact, contact), fitter(NetPart::Race, race)],
            filter,
            rng,
            lessons: Default::default(),
            kept: Default::default(),
            n_taught: 0,
        }
    }

    /// Adds lessons; every tenth is kept for measuring. Finished games teach nothing.
    pub fn teach(&mut self, lessons: &[Lesson]) {
        for lesson in lessons {
            let Some(part) = NetPart::of(&lesson.board) else { continue };
            let sample = Sample::new(&lesson.board, lesson.probs, lesson.weight);
            let into = if self.n_taught % KEPT == KEPT - 1 { &mut self.kept } else { &mut self.lessons };
            into[usize::from(part == NetPart::Race)].push(sample);
            self.n_taught += 1;
        }
    }

    /// Trains with every lesson once.
    pub fn pass(&mut self, rate: f32) {
        for (fitter, lessons) in self.fitters.iter_mut().zip(&self.lessons) {
            if !lessons.is_empty() {
                fitter.pass(lessons, BATCH, &mut self.rng, |_| rate);
            }
        }
    }

    /// The root mean square error of the cubeless money equity, on the lessons and on those kept; `None` without any.
    #[must_use]
    pub fn errors(&self) -> [Option<f64>; 2] {
        [&self.lessons, &self.kept].map(|samples| {
            let mut loss = Loss::default();
            for (fitter, samples) in self.fitters.iter().zip(samples) {
                loss.add(measure(fitter.part, &fitter.model, samples));
            }
            (loss.weight > 0.0).then(|| loss.equity_rms())
        })
    }

    /// Plays games against itself and trains each position towards the λ-return of its game: λ 0 is TD(0).
    ///
    /// # Errors
    /// If the nets have left the range of the engine's numbers.
    pub fn self_play(&mut self, games: u64, lambda: f32, rate: f32, seed: u64) -> Result<(), CourseError> {
        let samples = td::play_round(&self.nets()?, games, lambda, seed);
        for (fitter, samples) in self.fitters.iter_mut().zip(&samples) {
            fitter.pass(samples, BATCH, &mut self.rng, |_| rate);
        }
        Ok(())
    }

    /// The nets as they are now.
    ///
    /// # Errors
    /// If they have left the range of the engine's numbers.
    pub fn nets(&self) -> Result<Nets, CourseError> {
        let failed = |_| CourseError("a weight is out of range; train with a smaller rate".to_owned());
        let [contact, race] = &self.fitters;
        let checkpoint = |fitter: &Fitter| fitter.model.clone();
        let (contact, race, filter) = (checkpoint(contact), checkpoint(race), self.filter.clone());
        Checkpoint { contact, race, filter, games: 0 }.nets().map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::Side;
    use gnubg_engine::eval::Engine;

    #[test]
    fn a_copy_learns_and_the_nets_stay() {
        let engine = Engine::built_in(0).unwrap();
        let before = engine.nets().to_bytes();
        // The starting position and some others, with chances that no net gives them.
        let probs = Probs::from_array([0.9, 0.3, 0.01, 0.02, 0.0]);
        let boards = (0..20).map(|n| {
            let mut board = Board::default();
            board.set(Side::OnRoll, 23, 1);
            board.set(Side::OnRoll, 3 + n % 3, 1);
            board
        });
        let lessons: Vec<Lesson> = boards.map(|board| Lesson { board, probs, weight: 1.0 }).collect();
        let mut course = Course::of(engine.nets(), 1);
        course.teach(&lessons);
        let [start, kept] = course.errors().map(Option::unwrap);
        for _ in 0..60 {
            course.pass(1e-3);
        }
        let [end, kept_end] = course.errors().map(Option::unwrap);
        assert!(end < start / 2.0 && kept_end < kept / 2.0, "{start} {end}, {kept} {kept_end}");
        assert_eq!(engine.nets().to_bytes(), before);
        assert_ne!(course.nets().unwrap().to_bytes(), before);
    }

    #[test]
    fn random_nets_train_by_self_play() {
        assert!(Course::random(LANES + 1, 1).is_err());
        let mut course = Course::random(LANES, 1).unwrap();
        let before = course.nets().unwrap().to_bytes();
        course.self_play(2, 0.0, 1e-3, 1).unwrap();
        assert_ne!(course.nets().unwrap().to_bytes(), before);
    }
}
