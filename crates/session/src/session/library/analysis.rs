// SPDX-License-Identifier: GPL-3.0-or-later
//! What is not analyzed in the library, or all of it again, one match after the other in the background, at the level of the
//! settings. A match is stored when it is complete; the one that a stop interrupts is stored as far as it is.

use super::{LibraryDoor, failed};
use crate::analysis::{AnalysisTask, Analyst, Finding, RolloutPlan, Scope, tasks};
use crate::event::{Activity, Event};
use crate::jobs::{Job, JobContext, JobError, JobId, JobStep, Urgency};
use crate::library::{LibraryAnalysis, LibraryNews, forget_analyses};
use crate::session::Session;
use gnubg_library::reevaluation::{ChangedVerdicts, Verdicts};
use gnubg_library::{Library, LibraryError};
use gnubg_record::MatchRecord;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a step should take, so that interactive jobs need not wait long.
const STEP: Duration = Duration::from_millis(100);

/// The match that is being analyzed.
struct OpenMatch {
    matched: i64,
    loaded: MatchRecord,
    record: MatchRecord,
    tasks: Vec<AnalysisTask>,
    next: usize,
    /// The verdicts before, if everything is evaluated again.
    before: Option<Verdicts>,
}

struct QueueJob {
    door: LibraryDoor,
    analyst: Analyst,
    /// The matches to analyze; `None` before they are known.
    waiting: Option<VecDeque<i64>>,
    /// What has changed, if everything is evaluated again.
    changed: Option<ChangedVerdicts>,
    /// Matches done.
    done: u64,
    open: Option<OpenMatch>,
    /// Tasks of the next step.
    batch: usize,
}

impl QueueJob {
    fn library(&self) -> Result<Library, LibraryError> {
        self.door.library(false, true)
    }

    /// Begins with the next match; whether there is one.
    fn begin(&mut self) -> Result<bool, LibraryError> {
        let library = self.library()?;
        let waiting = match &mut self.waiting {
            Some(waiting) => waiting,
            None => {
                let matches =
                    if self.changed.is_some() { library.analyzed()? } else { library.unanalyzed()? };
                self.waiting.insert(matches.into())
            }
        };
        let Some(matched) = waiting.pop_front() else { return Ok(false) };
        let before = self.changed.as_ref().map(|_| library.verdicts(matched)).transpose()?;
        let loaded = library.record(matched)?;
        let mut record = loaded.clone();
        if before.is_some() {
            forget_analyses(&mut record);
        }
        let tasks = tasks(&record, Scope::Match, &self.analyst.options);
        self.open = Some(OpenMatch { matched, record, loaded, tasks, next: 0, before });
        Ok(true)
    }

    /// Does some tasks of the match; whether there are more.
    fn evaluate(&mut self, context: &JobContext<Session>) -> Result<bool, JobError> {
        let Some(open) = &mut self.open else { return Ok(false) };
        let end = (open.next + self.batch.max(rayon::current_num_threads())).min(open.tasks.len());
        let start = Instant::now();
        let findings = self.analyst.run_all(&open.tasks[open.next..end], context.cancel(), &|_: &Finding| ());
        findings.iter().for_each(|finding| finding.put_into(&mut open.record));
        context.cancel().check().map_err(JobError::from)?;
        let each =
            start.elapsed().max(Duration::from_micros(1)).as_secs_f64() / (end - open.next).max(1) as f64;
        self.batch = (STEP.as_secs_f64() / each) as usize;
        open.next = end;
        Ok(end < open.tasks.len())
    }

    /// Stores what was found in the match.
    fn store(&mut self) -> Result<(), LibraryError> {
        let Some(open) = self.open.take() else { return Ok(()) };
        let plan = RolloutPlan::of_analysis(&self.analyst.options);
        let analysis = LibraryAnalysis { analyst: self.analyst.clone(), plan, is_anew: false };
        let library = self.library()?;
        analysis.store(&library, open.matched, &open.record, &open.loaded)?;
        if let (Some(changed), Some(before)) = (&mut self.changed, &open.before) {
            library.note_changes(open.matched, before, changed)?;
        }
        Ok(())
    }
}

impl Job<Session> for QueueJob {
    fn urgency(&self) -> Urgency {
        crate::session::jobs::LIBRARY
    }

    fn step(&mut self, context: &JobContext<Session>) -> Result<JobStep<Session>, JobError> {
        if self.open.is_none() && !self.begin().map_err(failed)? {
            let news = self
                .changed
                .take()
                .map_or(LibraryNews::Done, |changed| LibraryNews::Reevaluated(Box::new(changed)));
            let (id, news) = (context.id(), Arc::new(news));
            return Ok(JobStep::done_with(move |session: &mut Session| {
                session.emit(Event::Library { id, news });
            }));
        }
        match self.evaluate(context) {
            Ok(true) => {}
            Ok(false) => {
                self.store().map_err(failed)?;
                self.done += 1;
            }
            Err(error) => {
                self.stopped(context);
                return Err(error);
            }
        }
        let left = self.waiting.as_ref().map_or(0, VecDeque::len) + usize::from(self.open.is_some());
        context.count(self.done, Some(self.done + left as u64));
        Ok(JobStep::Continue)
    }

    fn stopped(&mut self, _context: &JobContext<Session>) {
        // What cannot be stored is found again by the next run.
        let _ = self.store();
    }
}

impl Session {
    /// Starts to analyze the matches that are not analyzed, or to analyze all others again and to tell what changes.
    pub(super) fn analyze_library(&mut self, is_anew: bool) -> JobId {
        let (door, analyst) = (self.library.clone(), self.analyst(self.options.analysis.clone()));
        let changed = is_anew.then(ChangedVerdicts::default);
        let job = QueueJob { door, analyst, waiting: None, changed, done: 0, open: None, batch: 1 };
        self.start_job(Activity::LibraryAnalysis, Box::new(job))
    }
}
