// SPDX-License-Identifier: GPL-3.0-or-later
//! Files analyzed one after the other in the background, each match saved beside its file.
//!
//! Files already analyzed are skipped unless they have changed since, so a batch that was stopped continues where it
//! was.

use crate::analysis::batch::found_before;
use crate::analysis::{AnalysisTask, Analyst, BatchState, Finding, Scope, analyzed_file, tasks};
use crate::command::Outcome;
use crate::event::{Activity, Event};
use crate::jobs::{Context, Job, JobError, Step, Urgency};
use crate::session::Session;
use gnubg_formats::Format;
use gnubg_formats::export::ExportScope;
use gnubg_record::MatchRecord;
use gnubg_report::export::{self, ExportOptions};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a step should take, so that interactive jobs need not wait long.
const STEP: Duration = Duration::from_millis(100);
/// The file that is being analyzed.
#[derive(Debug)]
struct BatchFile {
    n: usize,
    path: PathBuf,
    /// Matches that are not saved yet, with their tasks.
    matches: VecDeque<(MatchRecord, Vec<AnalysisTask>)>,
    is_single: bool,
    saved: Vec<PathBuf>,
    /// Decisions done and decisions in the file; decisions done in the first match that is not saved.
    done: usize,
    total: usize,
    next: usize,
}

/// Analyzes files.
#[derive(Debug)]
pub(crate) struct BatchJob {
    analyst: Analyst,
    waiting: VecDeque<(usize, PathBuf)>,
    work: Option<BatchFile>,
    /// Tasks of the next step.
    batch: usize,
}

fn tell(context: &Context<Session>, file: usize, state: BatchState) {
    let id = context.id();
    context.deliver(move |session| session.emit(Event::Batch { id, file, state }));
}

impl BatchJob {
    fn read(&self, n: usize, path: PathBuf) -> Result<BatchFile, String> {
        let import = gnubg_formats::read_file(&path, None).map_err(|error| error.to_string())?;
        let is_match = |record: &MatchRecord| record.games.iter().any(|game| !game.entries.is_empty());
        let records = import.matches.into_iter().map(|one| one.record).filter(is_match);
        let matches: VecDeque<(MatchRecord, Vec<AnalysisTask>)> = records
            .map(|record| {
                let found = tasks(&record, Scope::Match, &self.analyst.options);
                (record, found)
            })
            .collect();
        if matches.is_empty() {
            return Err(format!("{}: it contains no moves to analyze", path.display()));
        }
        let total = matches.iter().map(|(_, tasks)| tasks.len()).sum();
        let is_single = matches.len() == 1;
        Ok(BatchFile { n, path, matches, is_single, saved: Vec::new(), done: 0, total, next: 0 })
    }

    /// Begins the next file; `false` if there is none.
    fn begin(&mut self, context: &Context<Session>) -> bool {
        let Some((n, path)) = self.waiting.pop_front() else { return false };
        if let Some(paths) = found_before(&path) {
            tell(context, n, BatchState::Done { paths, was_analyzed: true });
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

    /// Does one step.
    fn continue_file(&mut self, mut work: BatchFile, context: &Context<Session>) -> Result<(), JobError> {
        let Some((record, tasks)) = work.matches.front_mut() else { return Ok(()) };
        if work.next < tasks.len() {
            let end = (work.next + self.batch.max(rayon::current_num_threads())).min(tasks.len());
            let (start, done) = (Instant::now(), AtomicU64::new(work.done as u64));
            let total = Some(work.total as u64);
            let count = |_: &Finding| {
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                context.count(done, total);
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
            tell(context, work.n, BatchState::Done { paths: work.saved, was_analyzed: false });
        } else {
            self.work = Some(work);
        }
        Ok(())
    }
}

impl Job<Session> for BatchJob {
    fn urgency(&self) -> Urgency {
        super::BATCH
    }

    fn step(&mut self, context: &Context<Session>) -> Result<Step<Session>, JobError> {
        match self.work.take() {
            Some(work) => self.continue_file(work, context)?,
            None if self.begin(context) => {}
            None => return Ok(Step::done()),
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
        Outcome::Started(self.start_job(Activity::Batch, Box::new(job)))
    }
}
