// SPDX-License-Identifier: GPL-3.0-or-later
//! An action on a database of positions as a sequence of short steps.
//!
//! The task computes; files are read and written by [`FileWork`], which its owner runs where waiting is allowed: on the
//! calling thread by [`DatabaseTask::run`], on a blocking thread by a session.

use super::exam::{Exam, ExamDecision, ExamGrade, read_decisions};
use super::work::{Generation, RollOuts, TrainingOptions, VerificationErrors, targets, verify};
use super::{DatabaseError, PositionDatabase, save};
use crate::engine::read_weights;
use gnubg_engine::core::CancelToken;
use gnubg_engine::eval::Engine;
use gnubg_engine::rollout::RolloutSettings;
use gnubg_train::course::{Course, CourseError, Lesson};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a step should take.
const STEP: Duration = Duration::from_millis(100);

/// How often a database in work is saved.
const SAVE_EVERY: Duration = Duration::from_secs(30);

/// How often the progress of work that counts is told.
const REPORTS: usize = 20;

/// Decisions of an examination in a step.
const EXAMINED_AT_ONCE: usize = 64;

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
    /// An examination was read.
    Exam(Vec<ExamDecision>, Option<Box<Engine>>),
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
    Training(Box<Course>, usize),
    Playing(Box<Course>, usize),
    Examining(Box<Exam>),
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
    stage: Stage,
}

fn work_error(error: CourseError) -> DatabaseError {
    DatabaseError::Work(error.to_string())
}

/// Whether progress of `done` is told: at the end, and at most so many times.
fn is_told(done: usize, total: usize) -> bool {
    done == total || done.is_multiple_of(total.div_ceil(REPORTS).max(1))
}

fn write_nets(course: &Course, out: &Path) -> Result<FileWork, DatabaseError> {
    let (bytes, out) = (course.nets().map_err(work_error)?.to_bytes(), out.to_owned());
    Ok(Box::new(move || save(&out, &bytes).map(|()| FileDone::Written)))
}

impl DatabaseTask {
    /// A task that uses these nets and so many threads.
    #[must_use]
    pub fn new(action: DatabaseAction, engine: Arc<Engine>, threads: usize) -> DatabaseTask {
        let (database, stage) = (PositionDatabase::default(), Stage::Start);
        DatabaseTask { action, engine, threads, database, is_changed: false, saved: Instant::now(), stage }
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
        cancel.check()?;
        match std::mem::replace(&mut self.stage, Stage::Reading) {
            Stage::Start => self.begin(),
            Stage::Reading => Err(DatabaseError::Work("a file was not read".to_owned())),
            Stage::Generating(mut work) => {
                let end = Instant::now() + STEP;
                while Instant::now() < end {
                    if work.step(&mut self.database, &self.engine, cancel)? {
                        self.is_changed = true;
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
            Stage::Training(course, pass) => self.train(course, pass, progress),
            Stage::Playing(course, round) => self.play(course, round, progress),
            Stage::Examining(mut exam) => {
                let is_done = exam.step(&self.engine, EXAMINED_AT_ONCE, cancel)?;
                let (done, total) = exam.counts();
                progress(DatabaseProgress::Done { done, total });
                self.stage = if is_done {
                    Stage::Done(DatabaseOutcome::Examined(exam.grades()))
                } else {
                    Stage::Examining(exam)
                };
                Ok(DatabaseStep::Continue)
            }
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

    fn train(
        &mut self,
        mut course: Box<Course>,
        pass: usize,
        progress: &mut dyn FnMut(DatabaseProgress),
    ) -> Result<DatabaseStep, DatabaseError> {
        let DatabaseAction::Train { out, options, .. } = &self.action else {
            return Ok(DatabaseStep::Continue);
        };
        let total = options.passes;
        if pass == 0 {
            progress(DatabaseProgress::Pass { pass, total, errors: course.errors() });
        }
        if pass == total {
            self.stage = Stage::Done(DatabaseOutcome::Trained(out.clone()));
            return Ok(DatabaseStep::Continue);
        }
        course.pass(options.rate_of(pass));
        let work = write_nets(&course, out)?;
        progress(DatabaseProgress::Pass { pass: pass + 1, total, errors: course.errors() });
        self.stage = Stage::Training(course, pass + 1);
        Ok(DatabaseStep::Files(work))
    }

    fn play(
        &mut self,
        mut course: Box<Course>,
        round: usize,
        progress: &mut dyn FnMut(DatabaseProgress),
    ) -> Result<DatabaseStep, DatabaseError> {
        let DatabaseAction::SelfPlay { out, games, lambda, options, .. } = &self.action else {
            return Ok(DatabaseStep::Continue);
        };
        let total = options.passes;
        if round == total {
            self.stage = Stage::Done(DatabaseOutcome::Trained(out.clone()));
            return Ok(DatabaseStep::Continue);
        }
        let seed = options.seed.wrapping_add(round as u64);
        course.self_play(*games, *lambda, options.rate_of(round), seed).map_err(work_error)?;
        let work = write_nets(&course, out)?;
        progress(DatabaseProgress::Round { round: round + 1, total });
        self.stage = Stage::Playing(course, round + 1);
        Ok(DatabaseStep::Files(work))
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
            | DatabaseAction::Verify(file)
            | DatabaseAction::Train { file, .. }
            | DatabaseAction::Export { file, .. }
            | DatabaseAction::Dump(file) => reading(file),
            DatabaseAction::Import { file, from } => {
                let (file, from) = (file.clone(), from.clone());
                Box::new(move || {
                    let mut database = PositionDatabase::read(&file)?;
                    let n = database.import(&from)?;
                    Ok(FileDone::Read(database, Some(n)))
                })
            }
            DatabaseAction::SelfPlay { out, random, lambda, options, .. } => {
                if !(0.0..=1.0).contains(lambda) {
                    return Err(DatabaseError::Work("λ must be from 0 to 1".to_owned()));
                }
                let course = match random {
                    None => Course::of(self.engine.nets(), options.seed),
                    Some(width) => Course::random(*width, options.seed).map_err(work_error)?,
                };
                let work = write_nets(&course, out)?;
                self.stage = Stage::Playing(Box::new(course), 0);
                work
            }
            DatabaseAction::Exam { files, against, .. } => {
                let (files, against) = (files.clone(), against.clone());
                Box::new(move || {
                    let mut decisions = Vec::new();
                    for file in &files {
                        decisions.extend(read_decisions(file)?);
                    }
                    let nets = against.map(|path| read_weights(&path.to_string_lossy())).transpose();
                    let nets = nets.map_err(|error| DatabaseError::Work(error.to_string()))?;
                    Ok(FileDone::Exam(decisions, nets.map(|nets| Box::new(Engine::new(nets, 0)))))
                })
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
            FileDone::Exam(decisions, against) => {
                let plies = if let DatabaseAction::Exam { plies, .. } = self.action { plies } else { 0 };
                let databases = self.engine.databases().clone();
                let against = against.map(|engine| Box::new(engine.with_databases(databases)));
                self.stage = Stage::Examining(Box::new(Exam::new(decisions, plies, against)));
                return Ok(());
            }
            FileDone::Read(database, read) => (database, read),
        };
        self.database = database;
        self.stage = match &self.action {
            &DatabaseAction::Generate { count, threshold, seed, .. } => {
                Stage::Generating(Box::new(Generation::new(count, threshold, seed)))
            }
            DatabaseAction::RollOut { settings, threads, .. } => {
                let threads = threads.unwrap_or(self.threads);
                Stage::RollingOut(Box::new(RollOuts::new(&self.database, &self.engine, settings, threads)?))
            }
            DatabaseAction::Verify(_) => {
                Stage::Done(DatabaseOutcome::Verified(verify(&self.database, &self.engine)?))
            }
            DatabaseAction::Train { options, .. } => {
                let lesson = |(board, probs)| Lesson { board, probs, weight: 1.0 };
                let lessons: Vec<Lesson> = targets(&self.database)?.into_iter().map(lesson).collect();
                let mut course = Course::of(self.engine.nets(), options.seed);
                course.teach(&lessons);
                Stage::Training(Box::new(course), 0)
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
            // These read no database.
            DatabaseAction::New(_) | DatabaseAction::SelfPlay { .. } | DatabaseAction::Exam { .. } => {
                Stage::Reading
            }
        };
        Ok(())
    }
}
