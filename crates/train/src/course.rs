// SPDX-License-Identifier: GPL-3.0-or-later
//! Training a copy of nets on positions with known chances, or by self-play: what the program offers its users.
//!
//! The nets given are never changed. Trained nets have no readings of the cube efficiency; they use those of the class.

use crate::checkpoint::{Checkpoint, FILTER_WIDTH, take_floats, take_u64};
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

/// Steps that the running average of the parameters remembers.
const AVERAGE_OVER: f32 = 100.0;

/// What the state of a training begins with.
const STATE_MAGIC: &[u8] = b"BGCOURS1";

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
    /// Seed of the order of the lessons.
    seed: u64,
    /// Passes and rounds done.
    n_done: u64,
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
        Course::with(contact, race, filter, seed)
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
        Ok(Course::with(contact, race, filter, seed))
    }

    fn with(contact: Model, race: Model, filter: FilterModel, seed: u64) -> Course {
        let fitter = |part, model| Fitter::new(part, model, AVERAGE_OVER, 0.0);
        Course {
            fitters: [fitter(NetPart::Contact, contact), fitter(NetPart::Race, race)],
            filter,
            seed,
            n_done: 0,
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
        let mut rng = self.next_order();
        for (fitter, lessons) in self.fitters.iter_mut().zip(&self.lessons) {
            if !lessons.is_empty() {
                fitter.pass(lessons, BATCH, &mut rng, |_| rate);
            }
        }
    }

    /// The dice of the order of the next pass: those of continued training are the same.
    fn next_order(&mut self) -> Xoshiro256PlusPlus {
        self.n_done += 1;
        Xoshiro256PlusPlus::seed_from_u64(
            self.seed.wrapping_add(self.n_done.wrapping_mul(0x9E37_79B9_7F4A_7C15)),
        )
    }

    /// The root mean square error of the cubeless money equity, on the lessons and on those kept; `None` without any. It
    /// is that of the nets as files hold them, whose weights are rounded: many small steps may not change them.
    ///
    /// # Errors
    /// If the nets have left the range of the engine's numbers.
    pub fn errors(&self) -> Result<[Option<f64>; 2], CourseError> {
        let Checkpoint { contact, race, .. } = Checkpoint::import(&self.nets()?);
        let models = [(NetPart::Contact, contact), (NetPart::Race, race)];
        Ok([&self.lessons, &self.kept].map(|samples| {
            let mut loss = Loss::default();
            for ((part, model), samples) in models.iter().zip(samples) {
                loss.add(measure(*part, &[model], samples));
            }
            (loss.weight > 0.0).then(|| loss.equity_rms())
        }))
    }

    /// Passes and rounds done.
    #[must_use]
    pub const fn n_done(&self) -> u64 {
        self.n_done
    }

    /// The state of the training between two passes, for [`Course::resume`].
    #[must_use]
    pub fn state(&self) -> Vec<u8> {
        let mut bytes = STATE_MAGIC.to_vec();
        bytes.extend(self.n_done.to_le_bytes());
        let put = |part: &[f32], bytes: &mut Vec<u8>| part.iter().for_each(|v| bytes.extend(v.to_le_bytes()));
        for fitter in &self.fitters {
            let (step, [mean, square]) = fitter.adam.state();
            bytes.extend((fitter.model.shape.width as u64).to_le_bytes());
            bytes.extend(step.to_le_bytes());
            for model in [&fitter.model, mean, square] {
                model.parts().into_iter().for_each(|part| put(part, &mut bytes));
            }
        }
        for part in [&self.filter.rows, &self.filter.bias, &self.filter.output] {
            put(part, &mut bytes);
        }
        bytes
    }

    /// Continues training from a state of [`Course::state`]; the lessons and the seed stay.
    ///
    /// # Errors
    /// If the bytes are no such state.
    pub fn resume(&mut self, bytes: &[u8]) -> Result<(), CourseError> {
        let damaged = |error: anyhow::Error| CourseError(error.to_string());
        let mut rest = bytes
            .strip_prefix(STATE_MAGIC)
            .ok_or_else(|| CourseError("this is no state of a training".to_owned()))?;
        let mut resumed = Course::with(
            self.fitters[0].model.clone(),
            self.fitters[1].model.clone(),
            self.filter.clone(),
            self.seed,
        );
        resumed.n_done = take_u64(&mut rest).map_err(damaged)?;
        for fitter in &mut resumed.fitters {
            let width = take_u64(&mut rest).map_err(damaged)? as usize;
            let step = take_u64(&mut rest).map_err(damaged)?;
            if width == 0 || width > 4096 || !width.is_multiple_of(LANES) {
                return Err(CourseError(format!(
                    "the state of the training has the impossible width {width}"
                )));
            }
            let (schema, buckets) = schema_of(fitter.part);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
            let mut model = Model::random(schema, width, buckets, &mut rng);
            let mut moments = [model.zeros(), model.zeros()];
            let [mean, square] = &mut moments;
            for model in [&mut model, mean, square] {
                for part in model.parts_mut() {
                    take_floats(&mut rest, part).map_err(damaged)?;
                }
            }
            *fitter = Fitter::new(fitter.part, model, AVERAGE_OVER, 0.0);
            fitter.adam.set_state(step, moments);
        }
        let filter = &mut resumed.filter;
        for part in [&mut filter.rows, &mut filter.bias, &mut filter.output] {
            take_floats(&mut rest, part).map_err(damaged)?;
        }
        if !rest.is_empty() {
            return Err(CourseError("the state of the training is too long".to_owned()));
        }
        (self.fitters, self.filter, self.n_done) = (resumed.fitters, resumed.filter, resumed.n_done);
        Ok(())
    }

    /// Plays games against itself and trains each position towards the λ-return of its game: λ 0 is TD(0).
    ///
    /// # Errors
    /// If the nets have left the range of the engine's numbers.
    pub fn self_play(&mut self, games: u64, lambda: f32, rate: f32, seed: u64) -> Result<(), CourseError> {
        let samples = td::play_round(&self.nets()?, games, lambda, seed);
        let mut rng = self.next_order();
        for (fitter, samples) in self.fitters.iter_mut().zip(&samples) {
            fitter.pass(samples, BATCH, &mut rng, |_| rate);
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
    use gnubg_engine::core::{Side, Variation};
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
        let [start, kept] = course.errors().unwrap().map(Option::unwrap);
        for _ in 0..60 {
            course.pass(1e-3);
        }
        let [end, kept_end] = course.errors().unwrap().map(Option::unwrap);
        assert!(end < start / 2.0 && kept_end < kept / 2.0, "{start} {end}, {kept} {kept_end}");
        assert_eq!(engine.nets().to_bytes(), before);
        assert_ne!(course.nets().unwrap().to_bytes(), before);
    }

    #[test]
    fn continued_training_equals_training_at_once() {
        let probs = Probs::from_array([0.9, 0.3, 0.01, 0.02, 0.0]);
        let mut board = Board::default();
        board.set(Side::OnRoll, 23, 1);
        board.set(Side::OnRoll, 3, 1);
        let lessons = [Lesson { board, probs, weight: 1.0 }; 70];
        let course = |seed| {
            let mut course = Course::random(LANES, seed).unwrap();
            course.teach(&lessons);
            course
        };
        let mut whole = course(1);
        whole.pass(1e-3);
        let state = whole.state();
        whole.pass(1e-3);
        whole.self_play(2, 0.5, 1e-3, 7).unwrap();
        // Into another net of another width, but with the same seed of the order.
        let mut continued = Course::random(2 * LANES, 1).unwrap();
        continued.teach(&lessons);
        continued.resume(&state).unwrap();
        assert_eq!(continued.n_done(), 1);
        continued.pass(1e-3);
        continued.self_play(2, 0.5, 1e-3, 7).unwrap();
        assert!(continued.state() == whole.state());
        for damaged in [&state[..state.len() - 1], &state[..20], &[], &[&state[..], &[0]].concat()] {
            assert!(continued.resume(damaged).is_err());
        }
        assert!(continued.state() == whole.state(), "a damaged state changes nothing");
    }

    #[test]
    fn errors_are_those_of_the_nets_in_a_file() {
        let mut course = Course::random(LANES, 1).unwrap();
        let probs = Probs::from_array([0.9, 0.3, 0.01, 0.02, 0.0]);
        course.teach(&[Lesson { board: Board::default(), probs, weight: 1.0 }]);
        for rate in [1e-7, 1e-3, 1e-2] {
            course.pass(rate);
            let engine = Engine::new(course.nets().unwrap(), 0);
            let found = engine.static_value_of(&Board::default(), Variation::Standard).probs;
            let expected = f64::from((found.money_equity().0 - probs.money_equity().0).abs());
            let [error, _] = course.errors().unwrap();
            assert!((error.unwrap() - expected).abs() < 2e-3, "{error:?} {expected}");
        }
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
