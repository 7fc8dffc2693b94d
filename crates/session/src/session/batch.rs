// SPDX-License-Identifier: GPL-3.0-or-later
//! Files analyzed one after the other in the background, each match saved beside its file.
//!
//! Files already analyzed are skipped unless they have changed since, so a batch that was stopped continues where it
//! was.

use crate::analysis::batch::found_before;
use crate::analysis::{
    AnalysisTask, Analyst, BatchState, Finding, MatchRatings, Scope, analyzed_file, tasks,
};
use crate::command::CommandOutcome;
use crate::event::{Activity, Event};
use crate::jobs::{Awaited, Job, JobContext, JobError, JobStep, OnCancel, Urgency, wait_for};
use crate::session::Session;
use gnubg_formats::Format;
use gnubg_formats::export::ExportScope;
use gnubg_record::MatchRecord;
use gnubg_report::export::{self, ExportOptions};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a step should take, so that interactive jobs need not wait long.
const STEP: Duration = Duration::from_millis(100);
/// How long reading a file may take.
const READ_DEADLINE: Duration = Duration::from_secs(300);
/// How long saving a match may take.
const WRITE_DEADLINE: Duration = Duration::from_secs(300);

/// The file that is being analyzed.
#[derive(Debug)]
struct BatchFile {
    n: usize,
    path: PathBuf,
    /// Matches that are not saved yet, with their tasks.
    matches: VecDeque<(MatchRecord, Vec<AnalysisTask>)>,
    is_single: bool,
    saved: Vec<PathBuf>,
    /// How the matches that are saved were played.
    ratings: Vec<MatchRatings>,
    /// Decisions done and decisions in the file; decisions done in the first match that is not saved.
    done: usize,
    total: usize,
    next: usize,
}

/// What is done with the present file. Files are read and written on blocking threads.
#[derive(Debug)]
enum FileWork {
    Read { n: usize, path: PathBuf, found: Awaited<FileFound> },
    Analyze(BatchFile),
    Save(BatchFile, Awaited<Vec<PathBuf>>),
}

/// What there is of a file.
#[derive(Debug)]
enum FileFound {
    /// It is already analyzed: the files with the analyzed matches, and these as far as they can be read.
    Analyzed(Vec<PathBuf>, Vec<MatchRecord>),
    /// Its matches.
    Matches(Vec<MatchRecord>),
}

/// Analyzes files.
#[derive(Debug)]
pub(crate) struct BatchJob {
    analyst: Analyst,
    waiting: VecDeque<(usize, PathBuf)>,
    work: Option<FileWork>,
    /// Tasks of the next step.
    batch: usize,
}

fn tell(context: &JobContext<Session>, file: usize, state: BatchState) {
    let id = context.id();
    context.deliver(move |session| session.emit(Event::Batch { id, file, state }));
}

/// Reads a file, unless it is already analyzed.
fn read(path: &Path) -> Result<FileFound, JobError> {
    if let Some(paths) = found_before(path) {
        let read = |path: &PathBuf| gnubg_formats::read_file(path, None).ok();
        let matches = paths.iter().filter_map(read).flat_map(|import| import.matches);
        let records = matches.map(|one| one.record).collect();
        return Ok(FileFound::Analyzed(paths, records));
    }
    let import = gnubg_formats::read_file(path, None).map_err(|error| JobError::Failed(error.to_string()))?;
    let is_match = |record: &MatchRecord| record.games.iter().any(|game| !game.entries.is_empty());
    let records: Vec<_> = import.matches.into_iter().map(|one| one.record).filter(is_match).collect();
    if records.is_empty() {
        return Err(JobError::Failed(format!("{}: it contains no moves to analyze", path.display())));
    }
    Ok(FileFound::Matches(records))
}

impl BatchJob {
    /// Begins to read the next file; `None` if there is none.
    fn begin(&mut self) -> Option<JobStep<Session>> {
        let (n, path) = self.waiting.pop_front()?;
        let wanted = path.clone();
        let (found, step) = wait_for(READ_DEADLINE, OnCancel::Abandon, move |_| read(&wanted));
        self.work = Some(FileWork::Read { n, path, found });
        Some(step)
    }

    fn was_read(&mut self, n: usize, path: PathBuf, found: FileFound, context: &JobContext<Session>) {
        let records = match found {
            FileFound::Analyzed(paths, records) => {
                let ratings = records.iter().map(|record| MatchRatings::by(record, &self.analyst)).collect();
                return tell(context, n, BatchState::Done { paths, was_analyzed: true, ratings });
            }
            FileFound::Matches(records) => records,
        };
        let with_tasks = |record: MatchRecord| {
            let found = tasks(&record, Scope::Match, &self.analyst.options);
            (record, found)
        };
        let matches: VecDeque<(MatchRecord, Vec<AnalysisTask>)> =
            records.into_iter().map(with_tasks).collect();
        let (total, count) = (matches.iter().map(|(_, tasks)| tasks.len()).sum(), matches.len());
        tell(context, n, BatchState::Analyzing { matches: count, decisions: total });
        let (saved, ratings) = (Vec::new(), Vec::new());
        let is_single = count == 1;
        let file = BatchFile { n, path, matches, is_single, saved, ratings, done: 0, total, next: 0 };
        self.work = Some(FileWork::Analyze(file));
    }

    /// Does some of the tasks of the present match, or begins to save it when they are all done.
    fn analyze(
        &mut self,
        mut file: BatchFile,
        context: &JobContext<Session>,
    ) -> Result<JobStep<Session>, JobError> {
        let Some((record, tasks)) = file.matches.front_mut() else { return Ok(JobStep::Continue) };
        if file.next == tasks.len() {
            return Ok(self.save(file));
        }
        let end = (file.next + self.batch.max(rayon::current_num_threads())).min(tasks.len());
        let (start, done) = (Instant::now(), AtomicU64::new(file.done as u64));
        let total = Some(file.total as u64);
        let count = |_: &Finding| {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            context.count(done, total);
        };
        let findings = self.analyst.run_all(&tasks[file.next..end], context.cancel(), &count);
        findings.iter().for_each(|finding| finding.put_into(record));
        context.cancel().check().map_err(JobError::from)?;
        let n = end - file.next;
        let each = start.elapsed().max(Duration::from_micros(1)).as_secs_f64() / n.max(1) as f64;
        self.batch = (STEP.as_secs_f64() / each) as usize;
        (file.next, file.done) = (end, file.done + n);
        self.work = Some(FileWork::Analyze(file));
        Ok(JobStep::Continue)
    }

    /// Begins to save the present match.
    fn save(&mut self, mut file: BatchFile) -> JobStep<Session> {
        let Some((record, _)) = file.matches.pop_front() else { return JobStep::Continue };
        file.ratings.push(MatchRatings::by(&record, &self.analyst));
        let n = (!file.is_single).then_some(file.saved.len());
        let target = analyzed_file(&file.path, n);
        let (saved, step) = wait_for(WRITE_DEADLINE, OnCancel::Finish, move |_| {
            let options = ExportOptions::default();
            export::write_files(&record, ExportScope::Match, Format::Sgf, &options, &target)
                .map_err(|error| JobError::Failed(error.to_string()))
        });
        file.next = 0;
        self.work = Some(FileWork::Save(file, saved));
        step
    }

    fn was_saved(&mut self, mut file: BatchFile, paths: Vec<PathBuf>, context: &JobContext<Session>) {
        file.saved.extend(paths);
        if file.matches.is_empty() {
            tell(
                context,
                file.n,
                BatchState::Done { paths: file.saved, was_analyzed: false, ratings: file.ratings },
            );
        } else {
            self.work = Some(FileWork::Analyze(file));
        }
    }
}

impl Job<Session> for BatchJob {
    fn urgency(&self) -> Urgency {
        super::jobs::BATCH
    }

    fn step(&mut self, context: &JobContext<Session>) -> Result<JobStep<Session>, JobError> {
        let failed = |n: usize, error: JobError| {
            tell(context, n, BatchState::Failed(error.to_string()));
        };
        match self.work.take() {
            Some(FileWork::Read { n, path, found }) => match found.take() {
                Ok(found) => self.was_read(n, path, found, context),
                Err(error) => failed(n, error),
            },
            Some(FileWork::Analyze(file)) => return self.analyze(file, context),
            Some(FileWork::Save(file, saved)) => match saved.take() {
                Ok(paths) => self.was_saved(file, paths, context),
                Err(error) => failed(file.n, error),
            },
            None => return Ok(self.begin().unwrap_or_else(JobStep::done)),
        }
        Ok(JobStep::Continue)
    }
}

impl Session {
    /// Starts to analyze files as the settings say.
    pub(crate) fn analyze_files(&mut self, paths: Vec<PathBuf>) -> CommandOutcome {
        let analyst = self.analyst(self.options.analysis.clone());
        let waiting = paths.into_iter().enumerate().collect();
        let job = BatchJob { analyst, waiting, work: None, batch: 1 };
        CommandOutcome::Started(self.start_job(Activity::Batch, Box::new(job)))
    }
}
