// SPDX-License-Identifier: GPL-3.0-or-later
//! The steps of measurements: verification and examination. One that is stopped leaves what it has found in a file beside
//! what it measures, and the same measurement continues from there.

use super::{
    DatabaseAction, DatabaseOutcome, DatabaseProgress, DatabaseStep, DatabaseTask, FileDone, FileWork,
    SAVE_EVERY, STEP, Stage, is_told,
};
use crate::engine::read_weights;
use crate::positions::exam::{Exam, read_decisions};
use crate::positions::work::Verification;
use crate::positions::{DatabaseError, PositionDatabase, save};
use gnubg_engine::core::CancelToken;
use gnubg_engine::eval::Engine;
use gnubg_engine::input;
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What the file of a stopped measurement says it is.
const FORMAT: &str = "gnubg measurement";

/// Bytes of the largest such file.
const MAX_BYTES: u64 = 1 << 16;

/// Decisions of an examination in a step.
const EXAMINED_AT_ONCE: usize = 64;

/// A measurement that was stopped.
#[derive(Debug, Serialize, Deserialize)]
pub struct UnfinishedMeasurement {
    format: String,
    /// A checksum of the files, the nets and the depth.
    of: u64,
    /// What was measured so far, out of how much.
    done: usize,
    total: usize,
    /// The sums of what was found.
    sums: Vec<f64>,
}

/// A measurement under way.
pub(super) enum Measurement {
    Exam(Box<Exam>),
    Verification(Verification),
}

impl Measurement {
    fn counts(&self) -> (usize, usize) {
        match self {
            Measurement::Exam(exam) => exam.counts(),
            Measurement::Verification(work) => work.counts(),
        }
    }

    fn sums(&self) -> Vec<f64> {
        match self {
            Measurement::Exam(exam) => exam.sums(),
            Measurement::Verification(work) => work.sums(),
        }
    }

    fn resume(&mut self, stopped: &UnfinishedMeasurement) {
        match self {
            Measurement::Exam(exam) => exam.resume(stopped.done, &stopped.sums),
            Measurement::Verification(work) => work.resume(stopped.done, &stopped.sums),
        }
    }

    fn step(&mut self, engine: &Engine, cancel: &CancelToken) -> Result<bool, DatabaseError> {
        match self {
            Measurement::Exam(exam) => exam.step(engine, EXAMINED_AT_ONCE, cancel),
            Measurement::Verification(work) => work.step(engine, STEP, cancel),
        }
    }

    fn outcome(&self) -> DatabaseOutcome {
        match self {
            Measurement::Exam(exam) => DatabaseOutcome::Examined(exam.grades()),
            Measurement::Verification(work) => DatabaseOutcome::Verified(work.errors()),
        }
    }
}

/// Where a measurement of these files that is stopped is kept, if it is there.
fn state_file(action: &DatabaseAction) -> Option<PathBuf> {
    let (file, ending) = match action {
        DatabaseAction::Exam { files, .. } => (files.first()?, ".exam"),
        DatabaseAction::Verify(file) => (file, ".verify"),
        _ => return None,
    };
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    Some(name.into())
}

/// The state in a file, if it is one.
fn read_state(path: &Path) -> Option<UnfinishedMeasurement> {
    let bytes = input::read_limited(path, MAX_BYTES).ok()?;
    serde_json::from_slice(&bytes).ok().filter(|state: &UnfinishedMeasurement| state.format == FORMAT)
}

/// Adds the content of a file to a checksum.
fn hash_file(path: &Path, hasher: &mut DefaultHasher) -> Result<(), DatabaseError> {
    let limit = crate::positions::MAX_BYTES;
    let bytes = input::read_limited(path, limit).map_err(|error| super::super::file_error(path, &error))?;
    bytes.hash(hasher);
    Ok(())
}

impl DatabaseTask {
    /// Reads what is measured, and how far the same measurement had come when it was stopped.
    pub(super) fn read_measurement(&self) -> Result<FileWork, DatabaseError> {
        let state = state_file(&self.action);
        let mut hasher = DefaultHasher::new();
        self.engine.fingerprint().hash(&mut hasher);
        let stopped = move |hasher: &DefaultHasher| {
            let of = hasher.finish();
            (of, state.as_deref().and_then(read_state).filter(|state| state.of == of))
        };
        match &self.action {
            DatabaseAction::Verify(file) => {
                let file = file.clone();
                Ok(Box::new(move || {
                    hash_file(&file, &mut hasher)?;
                    let database = PositionDatabase::read(&file)?;
                    let (of, state) = stopped(&hasher);
                    Ok(FileDone::Verification(database, of, state))
                }))
            }
            DatabaseAction::Exam { files, against, plies } => {
                let (files, against) = (files.clone(), against.clone());
                plies.hash(&mut hasher);
                Ok(Box::new(move || {
                    let mut decisions = Vec::new();
                    for file in &files {
                        hash_file(file, &mut hasher)?;
                        decisions.extend(read_decisions(file)?);
                    }
                    let nets = against.map(|path| read_weights(&path.to_string_lossy())).transpose();
                    let nets = nets.map_err(|error| DatabaseError::Work(error.to_string()))?;
                    let against = nets.map(|nets| Box::new(Engine::new(nets, 0)));
                    against.as_ref().map(|engine| engine.fingerprint()).hash(&mut hasher);
                    let (of, state) = stopped(&hasher);
                    Ok(FileDone::Exam(decisions, against, of, state))
                }))
            }
            _ => Err(DatabaseError::Nothing("this is no measurement")),
        }
    }

    /// Begins a measurement, or continues the one that was stopped.
    pub(super) fn begin_measurement(
        &mut self,
        mut work: Measurement,
        of: u64,
        stopped: Option<&UnfinishedMeasurement>,
    ) {
        let (_, total) = work.counts();
        if let Some(stopped) = stopped.filter(|stopped| stopped.total == total && stopped.done <= total) {
            work.resume(stopped);
        }
        self.saved = Instant::now();
        self.stage = Stage::Measuring(Box::new(work), of);
    }

    /// Begins an examination.
    pub(super) fn begin_exam(
        &mut self,
        decisions: Vec<crate::positions::ExamDecision>,
        against: Option<Box<Engine>>,
        of: u64,
        stopped: Option<&UnfinishedMeasurement>,
    ) {
        let plies = if let DatabaseAction::Exam { plies, .. } = self.action { plies } else { 0 };
        let databases = self.engine.databases().clone();
        let against = against.map(|engine| Box::new(engine.with_databases(databases)));
        let exam = Exam::new(decisions, plies, against);
        self.begin_measurement(Measurement::Exam(Box::new(exam)), of, stopped);
    }

    /// Measures for a while.
    pub(super) fn measure(
        &mut self,
        mut work: Box<Measurement>,
        of: u64,
        cancel: &CancelToken,
        progress: &mut dyn FnMut(DatabaseProgress),
    ) -> Result<DatabaseStep, DatabaseError> {
        let (before, _) = work.counts();
        let step = work.step(&self.engine, cancel);
        let ((done, total), outcome) = (work.counts(), work.outcome());
        self.is_measured |= done > before;
        self.stage = Stage::Measuring(work, of);
        if step? {
            progress(DatabaseProgress::Done { done, total });
            self.is_measured = false;
            self.stage = Stage::Done(outcome);
            let state = state_file(&self.action);
            return Ok(DatabaseStep::Files(Box::new(move || {
                if let Some(state) = state.filter(|path| read_state(path).is_some_and(|state| state.of == of))
                {
                    // What is left of a measurement that is done harms nobody.
                    let _ = std::fs::remove_file(state);
                }
                Ok(FileDone::Written)
            })));
        }
        if (before + 1..=done).any(|done| is_told(done, total)) {
            progress(DatabaseProgress::Done { done, total });
        }
        if self.is_measured && self.saved.elapsed() > SAVE_EVERY {
            return Ok(self.unsaved_measurement().map_or(DatabaseStep::Continue, DatabaseStep::Files));
        }
        Ok(DatabaseStep::Continue)
    }

    /// Writes how far a measurement has come.
    pub(super) fn unsaved_measurement(&mut self) -> Option<FileWork> {
        let Stage::Measuring(work, of) = &self.stage else { return None };
        if !std::mem::take(&mut self.is_measured) {
            return None;
        }
        self.saved = Instant::now();
        let path = state_file(&self.action)?;
        let ((done, total), sums) = (work.counts(), work.sums());
        let state = UnfinishedMeasurement { format: FORMAT.to_owned(), of: *of, done, total, sums };
        let text = serde_json::to_string(&state).unwrap_or_default() + "\n";
        Some(Box::new(move || {
            let is_ours = !path.exists() || read_state(&path).is_some();
            // Where nothing can be written, the measurement starts over.
            if is_ours {
                let _ = save(&path, text.as_bytes());
            }
            Ok(FileDone::Written)
        }))
    }
}
