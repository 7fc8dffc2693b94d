// SPDX-License-Identifier: GPL-3.0-or-later
//! An action on a database of positions as a sequence of short steps.
//!
//! The task computes; files are read and written by [`FileWork`], which its owner runs where waiting is allowed: on the
//! calling thread by [`DatabaseTask::run`], on a blocking thread by a session.

mod measuring;
mod training;

pub use measuring::UnfinishedMeasurement;

use super::exam::{ExamDecision, ExamGrade};
use super::work::{Generation, RollOuts, TrainingOptions, Verification, VerificationErrors};
use super::{DatabaseError, PositionDatabase, save};
use gnubg_engine::core::CancelToken;
use gnubg_engine::eval::Engine;
use gnubg_engine::rollout::RolloutSettings;
use gnubg_train::course::Course;
use measuring::Measurement;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a step should take.
const STEP: Duration = Duration::from_millis(100);

/// How often a database in work is saved.
const SAVE_EVERY: Duration = Duration::from_secs(30);

/// How often the progress of work that counts is told.
const REPORTS: usize = 20;

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum DatabaseAction {
    /// Make an empty database; the file must not exist.
    New(PathBuf),
    /// Add positions of games that the nets play against themselves.
    Generate {
        /// The database.
        file: PathBuf,
        /// Number of new positions.
        count: usize,
        /// Only positions whose equity changes by at least this much with one ply of look-ahead.
        threshold: f32,
        /// Seed of the dice.
        seed: u64,
    },
    /// Roll out every position that has fewer games than wanted, without the cube.
    RollOut {
        /// The database.
        file: PathBuf,
        /// How; the number of trials is the one wanted.
        settings: Box<RolloutSettings>,
        /// Number of threads; `None` for those of the owner.
        threads: Option<usize>,
    },
    /// Measure how far static evaluation is from the rollouts.
    Verify(PathBuf),
    /// Train a copy of the nets towards the rollouts.
    Train {
        /// The database.
        file: PathBuf,
        /// File of the trained nets, written after each pass.
        out: PathBuf,
        /// How.
        options: TrainingOptions,
    },
    /// Train a copy of the nets by games against itself.
    SelfPlay {
        /// File of the trained nets, written after each round.
        out: PathBuf,
        /// Units of random nets to begin with, instead of a copy.
        random: Option<usize>,
        /// Games of a round.
        games: u64,
        /// λ of the returns, 0 to 1.
        lambda: f32,
        /// How; passes are rounds.
        options: TrainingOptions,
    },
    /// Measure what the choices of the nets lose in recorded decisions.
    Exam {
        /// Match files, databases, or lines of JSON.
        files: Vec<PathBuf>,
        /// Plies of look-ahead.
        plies: u8,
        /// Nets to compare with.
        against: Option<PathBuf>,
    },
    /// Add the positions of another file.
    Import {
        /// The database.
        file: PathBuf,
        /// The file to read.
        from: PathBuf,
    },
    /// Write the positions as text or as lines of JSON.
    Export {
        /// The database.
        file: PathBuf,
        /// The file to write.
        to: PathBuf,
    },
    /// Read the database to be shown.
    Dump(PathBuf),
}

impl DatabaseAction {
    /// Whether the same action continues where it was stopped.
    #[must_use]
    pub const fn continues(&self) -> bool {
        match self {
            DatabaseAction::Generate { .. }
            | DatabaseAction::RollOut { .. }
            | DatabaseAction::Verify(_)
            | DatabaseAction::Train { .. }
            | DatabaseAction::SelfPlay { .. }
            | DatabaseAction::Exam { .. } => true,
            DatabaseAction::New(_)
            | DatabaseAction::Import { .. }
            | DatabaseAction::Export { .. }
            | DatabaseAction::Dump(_) => false,
        }
    }
}

/// How far an action has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DatabaseProgress {
    /// Positions or decisions done.
    Done {
        /// How many.
        done: usize,
        /// All.
        total: usize,
    },
    /// A pass over the positions has ended; pass 0 is the state before the first.
    Pass {
        /// Which.
        pass: usize,
        /// All passes.
        total: usize,
        /// Root mean square error of the equity on the positions trained, and on those that are not.
        errors: [Option<f64>; 2],
    },
    /// A round of games has ended.
    Round {
        /// Which, counted from 1.
        round: usize,
        /// All rounds.
        total: usize,
    },
}

impl DatabaseProgress {
    /// Units done and all units.
    #[must_use]
    pub const fn counts(self) -> [usize; 2] {
        match self {
            DatabaseProgress::Done { done, total } => [done, total],
            DatabaseProgress::Pass { pass, total, .. } => [pass, total],
            DatabaseProgress::Round { round, total } => [round, total],
        }
    }
}

/// What an action has led to.
#[derive(Clone, Debug, PartialEq)]
pub enum DatabaseOutcome {
    /// An empty database.
    Created(PathBuf),
    /// The database has been written.
    Changed {
        /// The file.
        file: PathBuf,
        /// Lines read from another file, if any were.
        read: Option<usize>,
        /// Positions, and those of them with a rollout.
        counts: (usize, usize),
    },
    /// The errors of static evaluation.
    Verified(VerificationErrors),
    /// The nets are in this file.
    Trained(PathBuf),
    /// The grades of an examination, those of all kinds together last.
    Examined(Vec<ExamGrade>),
    /// The positions are in this file.
    Exported(PathBuf),
    /// The positions.
    Dumped(PositionDatabase),
}

/// What reading or writing files has led to.
#[derive(Debug)]
pub enum FileDone {
    /// A database was read; and so many lines of another file were merged into it.
    Read(PositionDatabase, Option<usize>),
    /// What is verified was read, with its checksum, and how far the same verification had come when it was stopped.
    Verification(PositionDatabase, u64, Option<UnfinishedMeasurement>),
    /// The same for an examination, and the nets to compare with.
    Exam(Vec<ExamDecision>, Option<Box<Engine>>, u64, Option<UnfinishedMeasurement>),
    /// What a training needs was read: the database, and the state of the same training if it was stopped.
    Training(PositionDatabase, Option<Vec<u8>>),
    /// A file was written.
    Written,
}

/// Reading or writing of files.
pub type FileWork = Box<dyn FnOnce() -> Result<FileDone, DatabaseError> + Send>;

/// What comes next.
pub enum DatabaseStep {
    /// Another step.
    Continue,
    /// These files are read or written, and the result is given to [`DatabaseTask::put`].
    Files(FileWork),
    /// The action is done.
    Done(DatabaseOutcome),
}

enum Stage {
    Start,
    /// A file is being read.
    Reading,
    Generating(Box<Generation>),
    RollingOut(Box<RollOuts>),
    /// A training begins or continues.
    Ready(Box<Course>),
    Training(Box<Course>),
    Playing(Box<Course>),
    /// Verifying or examining, with the checksum of what.
    Measuring(Box<Measurement>, u64),
    /// This is written before the end.
    Writing(FileWork, DatabaseOutcome),
    Done(DatabaseOutcome),
}

/// An action under way.
pub struct DatabaseTask {
    action: DatabaseAction,
    engine: Arc<Engine>,
    threads: usize,
    database: PositionDatabase,
    /// Whether the database has changed since it was written.
    is_changed: bool,
    saved: Instant,
    /// Whether a training has been written.
    is_begun: bool,
    /// Whether a measurement has found something that was not saved.
    is_measured: bool,
    stage: Stage,
}

/// Whether progress of `done` is told: at the end, and at most so many times.
fn is_told(done: usize, total: usize) -> bool {
    done == total || done.is_multiple_of(total.div_ceil(REPORTS).max(1))
}

impl DatabaseTask {
    /// A task that uses these nets and so many threads.
    #[must_use]
    pub fn new(action: DatabaseAction, engine: Arc<Engine>, threads: usize) -> DatabaseTask {
        let (database, stage) = (PositionDatabase::default(), Stage::Start);
        DatabaseTask {
            action,
            engine,
            threads,
            database,
            is_changed: false,
            saved: Instant::now(),
            is_begun: false,
            is_measured: false,
            stage,
        }
    }

    /// Does everything on the calling thread.
    ///
    /// # Errors
    /// If it cannot be done, or is cancelled; what was found until then is saved.
    pub fn run(
        mut self,
        cancel: &CancelToken,
        progress: &mut dyn FnMut(DatabaseProgress),
    ) -> Result<DatabaseOutcome, DatabaseError> {
        loop {
            match self.step(cancel, progress) {
                Ok(DatabaseStep::Continue) => {}
                Ok(DatabaseStep::Files(work)) => self.put(work()?)?,
                Ok(DatabaseStep::Done(outcome)) => return Ok(outcome),
                Err(error) => {
                    self.unsaved().map_or(Ok(()), |work| work().map(drop))?;
                    return Err(error);
                }
            }
        }
    }

    /// Writes what has been found and not saved, if the task ends now.
    pub fn unsaved(&mut self) -> Option<FileWork> {
        if let Some(state) = self.unsaved_training().or_else(|| self.unsaved_measurement()) {
            return Some(state);
        }
        std::mem::take(&mut self.is_changed).then(|| self.write())
    }

    /// Does a part of the work, mostly a tenth of a second; a pass or a round of training may take longer.
    ///
    /// # Errors
    /// If it cannot be done, or is cancelled.
    pub fn step(
        &mut self,
        cancel: &CancelToken,
        progress: &mut dyn FnMut(DatabaseProgress),
    ) -> Result<DatabaseStep, DatabaseError> {
        // What is found is written, and what is done has not been interrupted.
        if !matches!(self.stage, Stage::Writing(..) | Stage::Done(_)) {
            cancel.check()?;
        }
        match std::mem::replace(&mut self.stage, Stage::Reading) {
            Stage::Start => self.begin(),
            Stage::Reading => Err(DatabaseError::Work("a file was not read".to_owned())),
            Stage::Generating(mut work) => {
                let end = Instant::now() + STEP;
                while Instant::now() < end {
                    if work.step(&mut self.database, &self.engine, cancel)? {
                        self.is_changed = true;
                        self.database.generating = work.unfinished();
                        let (done, total) = work.counts();
                        if is_told(done, total) {
                            progress(DatabaseProgress::Done { done, total });
                        }
                        if done == total {
                            return Ok(self.finish_database());
                        }
                    }
                }
                self.stage = Stage::Generating(work);
                if self.is_changed && self.saved.elapsed() > SAVE_EVERY {
                    return Ok(DatabaseStep::Files(self.write()));
                }
                Ok(DatabaseStep::Continue)
            }
            Stage::RollingOut(mut work) => {
                if work.step(&mut self.database, &self.engine, STEP, cancel)? {
                    self.is_changed = true;
                    let (done, total) = work.counts();
                    if is_told(done, total) {
                        progress(DatabaseProgress::Done { done, total });
                    }
                    if done == total {
                        return Ok(self.finish_database());
                    }
                }
                self.stage = Stage::RollingOut(work);
                if self.is_changed && self.saved.elapsed() > SAVE_EVERY {
                    return Ok(DatabaseStep::Files(self.write()));
                }
                Ok(DatabaseStep::Continue)
            }
            Stage::Ready(course) => self.begin_training(course, progress),
            Stage::Training(course) => self.train(course, progress),
            Stage::Playing(course) => self.play(course, progress),
            Stage::Measuring(work, of) => self.measure(work, of, cancel, progress),
            Stage::Writing(work, outcome) => {
                self.stage = Stage::Done(outcome);
                Ok(DatabaseStep::Files(work))
            }
            Stage::Done(outcome) => Ok(DatabaseStep::Done(outcome)),
        }
    }

    /// The file of the database.
    fn file(&self) -> PathBuf {
        match &self.action {
            DatabaseAction::New(file)
            | DatabaseAction::Verify(file)
            | DatabaseAction::Dump(file)
            | DatabaseAction::Generate { file, .. }
            | DatabaseAction::RollOut { file, .. }
            | DatabaseAction::Train { file, .. }
            | DatabaseAction::Import { file, .. }
            | DatabaseAction::Export { file, .. } => file.clone(),
            DatabaseAction::SelfPlay { .. } | DatabaseAction::Exam { .. } => PathBuf::new(),
        }
    }

    /// Writes the database as it is now.
    fn write(&mut self) -> FileWork {
        (self.is_changed, self.saved) = (false, Instant::now());
        let (file, text) = (self.file(), self.database.to_text());
        Box::new(move || save(&file, text.as_bytes()).map(|()| FileDone::Written))
    }

    fn finish_database(&mut self) -> DatabaseStep {
        let (file, counts) = (self.file(), self.database.counts());
        self.stage = Stage::Done(DatabaseOutcome::Changed { file, read: None, counts });
        DatabaseStep::Files(self.write())
    }

    fn begin(&mut self) -> Result<DatabaseStep, DatabaseError> {
        let reading = |file: &Path| -> FileWork {
            let file = file.to_owned();
            Box::new(move || Ok(FileDone::Read(PositionDatabase::read(&file)?, None)))
        };
        Ok(DatabaseStep::Files(match &self.action {
            DatabaseAction::New(file) => {
                self.stage = Stage::Done(DatabaseOutcome::Created(file.clone()));
                let file = file.clone();
                Box::new(move || {
                    if file.exists() {
                        return Err(DatabaseError::Work(format!("{} exists already", file.display())));
                    }
                    PositionDatabase::default().write(&file).map(|()| FileDone::Written)
                })
            }
            DatabaseAction::Generate { file, .. }
            | DatabaseAction::RollOut { file, .. }
            | DatabaseAction::Export { file, .. }
            | DatabaseAction::Dump(file) => reading(file),
            DatabaseAction::Verify(_) | DatabaseAction::Exam { .. } => self.read_measurement()?,
            DatabaseAction::Train { file, .. } => self.read_training(Some(file))?,
            DatabaseAction::Import { file, from } => {
                let (file, from) = (file.clone(), from.clone());
                Box::new(move || {
                    let mut database = PositionDatabase::read(&file)?;
                    let n = database.import(&from)?;
                    Ok(FileDone::Read(database, Some(n)))
                })
            }
            DatabaseAction::SelfPlay { random, lambda, options, .. } => {
                if !(0.0..=1.0).contains(lambda) {
                    return Err(DatabaseError::Work("λ must be from 0 to 1".to_owned()));
                }
                if let Some(width) = random {
                    // A wrong width is known before a file is read.
                    Course::random(*width, options.seed).map_err(training::work_error)?;
                }
                self.read_training(None)?
            }
        }))
    }

    /// Takes the result of reading or writing files.
    ///
    /// # Errors
    /// If nothing can be done with it.
    pub fn put(&mut self, done: FileDone) -> Result<(), DatabaseError> {
        let (database, read) = match done {
            FileDone::Written => return Ok(()),
            FileDone::Verification(database, of, stopped) => {
                let work = Measurement::Verification(Verification::new(&database)?);
                self.begin_measurement(work, of, stopped.as_ref());
                return Ok(());
            }
            FileDone::Exam(decisions, against, of, stopped) => {
                self.begin_exam(decisions, against, of, stopped.as_ref());
                return Ok(());
            }
            FileDone::Training(database, state) => return self.put_training(&database, state.as_deref()),
            FileDone::Read(database, read) => (database, read),
        };
        self.database = database;
        self.stage = match &self.action {
            &DatabaseAction::Generate { count, threshold, seed, .. } => {
                let mut work = Generation::new(count, threshold, seed);
                if let Some(unfinished) = self.database.generating.take() {
                    work.resume(unfinished);
                }
                Stage::Generating(Box::new(work))
            }
            DatabaseAction::RollOut { settings, threads, .. } => {
                let threads = threads.unwrap_or(self.threads);
                Stage::RollingOut(Box::new(RollOuts::new(&self.database, &self.engine, settings, threads)?))
            }
            DatabaseAction::Dump(_) => {
                Stage::Done(DatabaseOutcome::Dumped(std::mem::take(&mut self.database)))
            }
            DatabaseAction::Import { file, .. } => {
                let outcome =
                    DatabaseOutcome::Changed { file: file.clone(), read, counts: self.database.counts() };
                Stage::Writing(self.write(), outcome)
            }
            DatabaseAction::Export { to, .. } => {
                let (database, to) = (std::mem::take(&mut self.database), to.clone());
                let outcome = DatabaseOutcome::Exported(to.clone());
                Stage::Writing(Box::new(move || database.export(&to).map(|()| FileDone::Written)), outcome)
            }
            // These read no database this way.
            DatabaseAction::New(_)
            | DatabaseAction::Verify(_)
            | DatabaseAction::Train { .. }
            | DatabaseAction::SelfPlay { .. }
            | DatabaseAction::Exam { .. } => Stage::Reading,
        };
        Ok(())
    }
}
