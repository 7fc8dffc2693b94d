// SPDX-License-Identifier: GPL-3.0-or-later
//! Files analyzed one after the other in the background, each match saved beside its file.
//!
//! A file whose analyzed matches are there already, and no older than the file, is not done again; so a batch that was
//! stopped goes on where it was.

use super::{Analyst, Scope, Task, tasks};
use crate::event::Event;
use crate::execute::Outcome;
use crate::jobs::{Context, Job, JobError, JobKind, Product, Progress, Step};
use crate::session::Session;
use gnubg_formats::Format;
use gnubg_formats::export::ExportScope;
use gnubg_record::MatchRecord;
use gnubg_report::export::{self, ExportOptions};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a step should take, so that urgent work comes between.
const STEP: Duration = Duration::from_millis(100);
/// What is added to the name of a file whose matches have been analyzed.
const SUFFIX: &str = "-analyzed";

/// How far one file of a batch has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatchState {
    /// It is being analyzed; how many decisions that are.
    Analyzing {
        /// Its matches.
        matches: usize,
        /// Their decisions that are not analyzed yet.
        decisions: usize,
    },
    /// It is done.
    Done {
        /// The files with the analyzed matches.
        paths: Vec<PathBuf>,
        /// Whether they were there already.
        was_there: bool,
    },
    /// It could not be read, or what was found could not be saved: why.
    Failed(String),
}

/// The file a match of `path` is saved to once it is analyzed; `n` counts the matches of a file that has several.
#[must_use]
pub fn analyzed_file(path: &Path, n: Option<usize>) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let number = n.map_or(String::new(), |n| format!("-{}", n + 1));
    path.with_file_name(format!("{stem}{number}{SUFFIX}.{}", Format::Sgf.extension()))
}

/// The analyzed matches of a file, if they are there and no older than it.
fn found_before(path: &Path) -> Option<Vec<PathBuf>> {
    let changed = |path: &Path| std::fs::metadata(path).and_then(|data| data.modified()).ok();
    let source = changed(path)?;
    let is_fresh = |path: &PathBuf| changed(path).is_some_and(|at| at >= source);
    let single = analyzed_file(path, None);
    if is_fresh(&single) {
        return Some(vec![single]);
    }
    let all: Vec<PathBuf> = (0..).map(|n| analyzed_file(path, Some(n))).take_while(is_fresh).collect();
    // The number of matches is known only from the file itself; a first one alone may be all that was done.
    (all.len() > 1).then_some(all)
}

/// The file at work.
#[derive(Debug)]
struct Work {
    n: usize,
    path: PathBuf,
    /// Matches to be done, with their tasks; finished ones have been saved.
    matches: VecDeque<(MatchRecord, Vec<Task>)>,
    is_single: bool,
    saved: Vec<PathBuf>,
    /// Decisions done of all in the file, and those done in the first match that waits.
    done: usize,
    total: usize,
    next: usize,
}

/// Analyzes files.
#[derive(Debug)]
pub(crate) struct BatchJob {
    analyst: Analyst,
    waiting: VecDeque<(usize, PathBuf)>,
    work: Option<Work>,
    /// Tasks of the next step.
    batch: usize,
}

fn tell(context: &Context, file: usize, state: BatchState) {
    let id = context.id();
    context.deliver(move |session| session.emit(Event::Batch { id, file, state }));
}

impl BatchJob {
    fn read(&self, n: usize, path: PathBuf) -> Result<Work, String> {
        let import = gnubg_formats::read_file(&path, None).map_err(|error| error.to_string())?;
        let is_match = |record: &MatchRecord| record.games.iter().any(|game| !game.entries.is_empty());
        let records = import.matches.into_iter().map(|one| one.record).filter(is_match);
        let matches: VecDeque<(MatchRecord, Vec<Task>)> = records
            .map(|record| {
                let found = tasks(&record, Scope::Match, &self.analyst.options);
                (record, found)
            })
            .collect();
        if matches.is_empty() {
            return Err(format!("{}: nothing was played in it", path.display()));
        }
        let total = matches.iter().map(|(_, tasks)| tasks.len()).sum();
        let is_single = matches.len() == 1;
        Ok(Work { n, path, matches, is_single, saved: Vec::new(), done: 0, total, next: 0 })
    }

    /// Begins the next file; false if there is none.
    fn begin(&mut self, context: &Context) -> bool {
        let Some((n, path)) = self.waiting.pop_front() else { return false };
        if let Some(paths) = found_before(&path) {
            tell(context, n, BatchState::Done { paths, was_there: true });
            return true;
        }
        match self.read(n, path) {
            Ok(work) => {
                let (matches, decisions) = (work.matches.len(), work.total);
                tell(context, n, BatchState::Analyzing { matches, decisions });
                self.work = Some(work);
            }
            Err(reason) => tell(context, n, BatchState::Failed(reason)),
        }
        true
    }

    /// Analyzes for a while.
    fn go_on(&mut self, mut work: Work, context: &Context) -> Result<(), JobError> {
        let Some((record, tasks)) = work.matches.front_mut() else { return Ok(()) };
        if work.next < tasks.len() {
            let end = (work.next + self.batch.max(rayon::current_num_threads())).min(tasks.len());
            let (start, done) = (Instant::now(), AtomicU64::new(work.done as u64));
            let total = Some(work.total as u64);
            let count = |_: &super::Finding| {
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                context.progress(Progress::Count { done, total });
            };
            let findings = self.analyst.run_all(&tasks[work.next..end], context.cancel(), &count);
            findings.iter().for_each(|finding| finding.put_into(record));
            context.cancel().check().map_err(JobError::from)?;
            let n = end - work.next;
            let each = start.elapsed().max(Duration::from_micros(1)).as_secs_f64() / n.max(1) as f64;
            self.batch = (STEP.as_secs_f64() / each) as usize;
            (work.next, work.done) = (end, work.done + n);
            self.work = Some(work);
            return Ok(());
        }
        let n = (!work.is_single).then_some(work.saved.len());
        let target = analyzed_file(&work.path, n);
        let options = ExportOptions::default();
        match export::write_files(record, ExportScope::Match, Format::Sgf, &options, &target) {
            Ok(paths) => work.saved.extend(paths),
            Err(error) => {
                tell(context, work.n, BatchState::Failed(error.to_string()));
                return Ok(());
            }
        }
        work.matches.pop_front();
        work.next = 0;
        if work.matches.is_empty() {
            tell(context, work.n, BatchState::Done { paths: work.saved, was_there: false });
        } else {
            self.work = Some(work);
        }
        Ok(())
    }
}

impl Job for BatchJob {
    fn kind(&self) -> JobKind {
        JobKind::Batch
    }

    fn step(&mut self, context: &Context) -> Result<Step, JobError> {
        match self.work.take() {
            Some(work) => self.go_on(work, context)?,
            None if self.begin(context) => {}
            None => return Ok(Step::Done(Product::Nothing)),
        }
        Ok(Step::Continue)
    }
}

impl Session {
    /// Starts to analyze files as the settings say.
    pub(crate) fn analyze_files(&mut self, paths: Vec<PathBuf>) -> Outcome {
        let analyst = self.analyst(self.options.analysis.clone());
        let waiting = paths.into_iter().enumerate().collect();
        let job = BatchJob { analyst, waiting, work: None, batch: 1 };
        Outcome::Started(self.start_job(Box::new(job)))
    }
}
