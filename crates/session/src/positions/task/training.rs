// SPDX-License-Identifier: GPL-3.0-or-later
//! The steps of training: on the rollouts of a database, or by games against itself.

use super::{
    DatabaseAction, DatabaseOutcome, DatabaseProgress, DatabaseStep, DatabaseTask, FileDone, FileWork,
    SAVE_EVERY, Stage,
};
use crate::positions::nets_file::{NetsFile, StateWork};
use crate::positions::work::{TrainingOptions, targets};
use crate::positions::{DatabaseError, PositionDatabase};
use gnubg_train::course::{Course, CourseError, Lesson};
use std::path::Path;
use std::time::Instant;

pub(super) fn work_error(error: CourseError) -> DatabaseError {
    DatabaseError::Work(error.to_string())
}

impl DatabaseTask {
    /// The nets in training and how: file, passes or rounds.
    fn training(&self) -> Option<(NetsFile, TrainingOptions)> {
        let (out, options, command) = match &self.action {
            DatabaseAction::Train { file, out, options } => {
                let TrainingOptions { passes, rate, seed } = options;
                let file = file.display();
                let command = format!("database train {file} --passes {passes} --rate {rate} --seed {seed}");
                (out, options, command)
            }
            DatabaseAction::SelfPlay { out, random, games, lambda, options } => {
                let TrainingOptions { passes, rate, seed } = options;
                let random = random.map_or_else(String::new, |width| format!(" --random {width}"));
                let command = format!(
                    "train td --rounds {passes} --games {games} --lambda {lambda} --rate {rate} --seed {seed}{random}"
                );
                (out, options, command)
            }
            _ => return None,
        };
        Some((NetsFile::new(out, command), *options))
    }

    /// Reads what a training needs, and makes sure that no file is lost.
    pub(super) fn read_training(&self, database: Option<&Path>) -> Result<FileWork, DatabaseError> {
        let (file, _) = self.training().ok_or(DatabaseError::Nothing("this is no training"))?;
        let (database, in_use) = (database.map(Path::to_owned), self.engine.nets().to_bytes());
        Ok(Box::new(move || {
            let database = database.map(|path| PositionDatabase::read(&path)).transpose()?;
            let state = file.unfinished(&in_use)?;
            Ok(FileDone::Training(database.unwrap_or_default(), state))
        }))
    }

    /// Tells where the training stands and writes the nets, so that a file that cannot be written is known at once.
    pub(super) fn begin_training(
        &mut self,
        course: Box<Course>,
        progress: &mut dyn FnMut(DatabaseProgress),
    ) -> Result<DatabaseStep, DatabaseError> {
        if matches!(self.action, DatabaseAction::Train { .. }) {
            self.tell_pass(&course, progress)?;
        } else if course.n_done() > 0 {
            self.tell_round(&course, progress);
        }
        self.write_nets(course)
    }

    /// Writes the nets; then comes the next pass or round, or the end.
    fn write_nets(&mut self, course: Box<Course>) -> Result<DatabaseStep, DatabaseError> {
        let Some((file, options)) = self.training() else { return Ok(DatabaseStep::Continue) };
        let is_last = course.n_done() >= options.passes as u64;
        let nets = file.write_nets(&course)?;
        let state = if is_last {
            StateWork::Remove
        } else if std::mem::replace(&mut self.is_begun, true) && self.saved.elapsed() < SAVE_EVERY {
            StateWork::Keep
        } else {
            self.saved = Instant::now();
            file.write_state(&course)
        };
        self.stage = match &self.action {
            DatabaseAction::Train { out, .. } | DatabaseAction::SelfPlay { out, .. } if is_last => {
                Stage::Done(DatabaseOutcome::Trained(out.clone()))
            }
            DatabaseAction::Train { .. } => Stage::Training(course),
            _ => Stage::Playing(course),
        };
        Ok(DatabaseStep::Files(Box::new(move || {
            // A state without its nets is continued; nets without their state would be nobody's.
            file.put_state(&state)?;
            nets()?;
            file.end(&state)?;
            Ok(FileDone::Written)
        })))
    }

    /// Writes the state of a training that is stopped.
    pub(super) fn unsaved_training(&self) -> Option<FileWork> {
        let (Stage::Training(course) | Stage::Playing(course)) = &self.stage else { return None };
        let (file, _) = self.training()?;
        let state = file.write_state(course);
        Some(Box::new(move || file.put_state(&state).map(|()| FileDone::Written)))
    }

    fn tell_pass(
        &self,
        course: &Course,
        progress: &mut dyn FnMut(DatabaseProgress),
    ) -> Result<(), DatabaseError> {
        let total = self.training().map_or(0, |(_, options)| options.passes);
        let errors = course.errors().map_err(work_error)?;
        progress(DatabaseProgress::Pass { pass: course.n_done() as usize, total, errors });
        Ok(())
    }

    fn tell_round(&self, course: &Course, progress: &mut dyn FnMut(DatabaseProgress)) {
        let total = self.training().map_or(0, |(_, options)| options.passes);
        progress(DatabaseProgress::Round { round: course.n_done() as usize, total });
    }

    pub(super) fn train(
        &mut self,
        mut course: Box<Course>,
        progress: &mut dyn FnMut(DatabaseProgress),
    ) -> Result<DatabaseStep, DatabaseError> {
        let Some((_, options)) = self.training() else { return Ok(DatabaseStep::Continue) };
        course.pass(options.rate_of(course.n_done() as usize));
        self.tell_pass(&course, progress)?;
        self.write_nets(course)
    }

    pub(super) fn play(
        &mut self,
        mut course: Box<Course>,
        progress: &mut dyn FnMut(DatabaseProgress),
    ) -> Result<DatabaseStep, DatabaseError> {
        let &DatabaseAction::SelfPlay { games, lambda, options, .. } = &self.action else {
            return Ok(DatabaseStep::Continue);
        };
        let round = course.n_done();
        let seed = options.seed.wrapping_add(round);
        course.self_play(games, lambda, options.rate_of(round as usize), seed).map_err(work_error)?;
        self.tell_round(&course, progress);
        self.write_nets(course)
    }

    /// Prepares a training, or continues one that was stopped.
    pub(super) fn put_training(
        &mut self,
        database: &PositionDatabase,
        state: Option<&[u8]>,
    ) -> Result<(), DatabaseError> {
        let mut course = match &self.action {
            DatabaseAction::SelfPlay { random: Some(width), options, .. } => {
                Course::random(*width, options.seed).map_err(work_error)?
            }
            DatabaseAction::SelfPlay { options, .. } | DatabaseAction::Train { options, .. } => {
                Course::of(self.engine.nets(), options.seed)
            }
            _ => return Err(DatabaseError::Nothing("this is no training")),
        };
        if matches!(self.action, DatabaseAction::Train { .. }) {
            let lesson = |(board, probs)| Lesson { board, probs, weight: 1.0 };
            let lessons: Vec<Lesson> = targets(database)?.into_iter().map(lesson).collect();
            course.teach(&lessons);
        }
        if let Some(state) = state {
            course.resume(state).map_err(work_error)?;
        }
        self.stage = Stage::Ready(Box::new(course));
        Ok(())
    }
}
