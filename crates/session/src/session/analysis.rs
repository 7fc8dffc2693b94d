// SPDX-License-Identifier: GPL-3.0-or-later
//! Analysis in the background of a session.

use crate::analysis::queue::{RolloutQueue, SharedQueue};
use crate::analysis::{
    AnalysisTask, Analyst, Choice, Finding, RolloutPlan, Scope, rollout_tasks, rollout_tasks_of, tasks,
};
use crate::command::CommandOutcome;
use crate::command::RecordPart;
use crate::error::CommandError;
use crate::event::{Activity, Event};
use crate::jobs::{Job, JobContext, JobError, JobId, JobStep, Urgency};
use crate::options::AnalysisOptions;
use crate::rollout::RolloutNews;
use crate::rollout::convert::usable;
use crate::session::Session;
use gnubg_engine::core::Cancelled;
use gnubg_engine::eval::MAX_PLIES;
use gnubg_engine::rollout::{Effort, Ending};
use gnubg_record::{ErrorOrder, ErrorQuery, GameRecord, MatchRecord};
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a step should take, so that interactive jobs need not wait long.
const STEP: Duration = Duration::from_millis(100);

/// Analyzes a part of the record, some entries at a time: first what is evaluated, then what is rolled out.
#[derive(Debug)]
pub(crate) struct AnalysisJob {
    analyst: Analyst,
    tasks: Vec<AnalysisTask>,
    next: usize,
    /// Tasks of the next step.
    batch: usize,
    rollouts: Rollouts,
}

/// What is rolled out after everything was evaluated.
#[derive(Debug)]
struct Rollouts {
    plan: RolloutPlan,
    scope: Scope,
    /// The record as it was at the start, with the results since.
    record: MatchRecord,
    /// The decisions.
    queue: SharedQueue,
    /// When the unfinished rollout was last stored in the record, and how often that is done.
    kept: Instant,
    keep_every: Duration,
}

impl AnalysisJob {
    fn new(analyst: Analyst, tasks: Vec<AnalysisTask>, rollouts: Rollouts) -> AnalysisJob {
        AnalysisJob { analyst, tasks, next: 0, batch: 1, rollouts }
    }

    /// Evaluates the next tasks.
    fn evaluate(&mut self, context: &JobContext<Session>) -> Result<(), JobError> {
        let total = self.tasks.len();
        let end = self.next.saturating_add(self.batch.max(rayon::current_num_threads())).min(total);
        let start = Instant::now();
        let done = AtomicU64::new(self.next as u64);
        let count = |_: &Finding| {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            context.count(done, Some(total as u64));
        };
        let findings = self.analyst.run_all(&self.tasks[self.next..end], context.cancel(), &count);
        if !findings.is_empty() {
            if !self.rollouts.plan.is_nothing() {
                findings.iter().for_each(|finding| finding.put_into(&mut self.rollouts.record));
            }
            context.deliver(move |session| session.take_findings(&findings));
        }
        context.cancel().check().map_err(JobError::from)?;
        let taken = start.elapsed().max(Duration::from_micros(1));
        let per_task = taken.as_secs_f64() / (end - self.next).max(1) as f64;
        self.batch = (STEP.as_secs_f64() / per_task) as usize;
        self.next = end;
        Ok(())
    }

    /// Rolls out for one step; whether everything is done.
    fn roll_out(&mut self, context: &JobContext<Session>) -> Result<bool, JobError> {
        let Rollouts { plan, scope, record, queue, kept, keep_every } = &mut self.rollouts;
        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
        let RolloutQueue { waiting, done, .. } = &mut *queue;
        let waiting =
            waiting.get_or_insert_with(|| rollout_tasks(record, *scope, plan, &self.analyst).into());
        let (left, evaluated) = (waiting.len(), self.tasks.len());
        let Some(task) = waiting.front_mut() else { return Ok(true) };
        let threads = rayon::current_num_threads();
        let effort = Effort { time_limit: Some(STEP), whole_games: true, ..Effort::threads(threads) };
        let ending = task.run(&self.analyst, &effort, context.cancel());
        match ending.map_err(|error| JobError::Failed(error.to_string()))? {
            Ending::TimeUp => {
                if kept.elapsed() >= *keep_every {
                    *kept = Instant::now();
                    if let Some(finding) = task.finding(false) {
                        context.deliver(move |session| session.take_findings(&[finding]));
                    }
                }
                let (id, news) = (context.id(), Arc::new(RolloutNews::of(task.rollout(), None, None)));
                context.show(move |session: &mut Session| session.emit(Event::RolloutProgress { id, news }));
                return Ok(false);
            }
            Ending::Cancelled => {
                drop(queue);
                self.stopped(context);
                return Err(Cancelled.into());
            }
            Ending::Complete | Ending::Accurate | Ending::Distinct => {}
        }
        let finding = task.finding(true);
        done.extend(waiting.pop_front());
        let (done, total) = ((evaluated + done.len()) as u64, (evaluated + done.len() + left - 1) as u64);
        let copy = queue.next_copy();
        drop(queue);
        context.deliver(move |session| {
            session.take_findings(finding.as_slice());
            copy.and_then(|copy| session.keep_queue(copy));
        });
        context.count(done, Some(total));
        Ok(left == 1)
    }
}

impl Job<Session> for AnalysisJob {
    fn urgency(&self) -> Urgency {
        super::jobs::ANALYSIS
    }

    fn step(&mut self, context: &JobContext<Session>) -> Result<JobStep<Session>, JobError> {
        let is_done = if self.next < self.tasks.len() {
            self.evaluate(context)?;
            self.next == self.tasks.len() && self.rollouts.plan.is_nothing()
        } else {
            self.roll_out(context)?
        };
        Ok(if is_done { JobStep::done() } else { JobStep::Continue })
    }

    /// Stores the unfinished rollout.
    fn stopped(&mut self, context: &JobContext<Session>) {
        let queue = self.rollouts.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let at_work = queue.waiting.as_ref().and_then(VecDeque::front);
        if let Some(finding) = at_work.and_then(|task| task.finding(false)) {
            context.deliver(move |session| session.take_findings(&[finding]));
        }
    }
}

impl Session {
    /// Starts to analyze what is missing in a part of the record, with `plies` of look-ahead or those of the settings.
    /// Nothing is started if nothing is missing.
    pub(crate) fn analyze(
        &mut self,
        part: RecordPart,
        plies: Option<u8>,
    ) -> Result<CommandOutcome, CommandError> {
        if self.record.games.is_empty() {
            return Err(CommandError::NoMatch);
        }
        let mut options = self.options.analysis.clone();
        if let Some(plies) = plies.map(|plies| plies.min(MAX_PLIES)) {
            options.checker.evaluation.plies = plies;
            options.cube.evaluation.plies = plies;
        }
        if !options.plays_on && !options.cube_on && !options.luck_on {
            return Err(CommandError::NothingToAnalyze);
        }
        let scope = self.scope_of(part)?;
        let found = tasks(&self.record, scope, &options);
        let plan = RolloutPlan::of_analysis(&options);
        let analyst = self.analyst(options);
        // Decisions that are not evaluated yet may have to be rolled out later.
        let has_rollouts = || !rollout_tasks(&self.record, scope, &plan, &analyst).is_empty();
        if found.is_empty() && !has_rollouts() {
            return Ok(CommandOutcome::Done);
        }
        self.analyzed_game = None;
        // It includes everything that earlier jobs have not done yet.
        if part == RecordPart::Match {
            self.cancel_jobs(|activity| activity == Activity::Analysis);
        }
        let rollouts = self.rollouts(plan, scope, self.record.clone(), SharedQueue::default());
        let id = self.start_analysis(AnalysisJob::new(analyst, found, rollouts));
        Ok(CommandOutcome::Started(id))
    }

    /// Starts to roll out decisions of a part of the record: the selected ones, or if there are none those that look
    /// like mistakes or are close. Nothing is started if there are no such decisions.
    pub(crate) fn roll_out_record(
        &mut self,
        part: RecordPart,
        choice: Option<Choice>,
    ) -> Result<CommandOutcome, CommandError> {
        if self.record.games.is_empty() {
            return Err(CommandError::NoMatch);
        }
        let scope = self.scope_of(part)?;
        let settings = usable(&self.options.rollout);
        let analyst = self.analyst(self.options.analysis.clone());
        let choices = choice.map_or_else(|| vec![Choice::Marked, Choice::Mistakes], |choice| vec![choice]);
        for choice in choices {
            let plan = RolloutPlan { play: Some(settings.clone()), cube: Some(settings.clone()), choice };
            let found = rollout_tasks(&self.record, scope, &plan, &analyst);
            if !found.is_empty() {
                let queue = Arc::new(Mutex::new(RolloutQueue::of(found)));
                return Ok(CommandOutcome::Started(self.start_rollouts(analyst, plan, scope, queue)));
            }
        }
        Ok(CommandOutcome::Done)
    }

    /// Starts to roll out the decisions of these errors, the worst first. Nothing is started if there are none that have
    /// not been rolled out.
    pub(crate) fn roll_out_errors(&mut self, query: &ErrorQuery) -> Result<CommandOutcome, CommandError> {
        if self.record.games.is_empty() {
            return Err(CommandError::NoMatch);
        }
        let errors = self.errors(&ErrorQuery { order: ErrorOrder::WorstFirst, ..*query });
        let settings = usable(&self.options.rollout);
        let analyst = self.analyst(self.options.analysis.clone());
        let found = rollout_tasks_of(&self.record, &errors, &settings, &analyst);
        if found.is_empty() {
            return Ok(CommandOutcome::Done);
        }
        Ok(CommandOutcome::Started(self.start_queue(analyst, RolloutQueue::of(found))))
    }

    /// Starts to roll out these decisions of the record.
    pub(super) fn start_rollouts(
        &mut self,
        analyst: Analyst,
        plan: RolloutPlan,
        scope: Scope,
        queue: SharedQueue,
    ) -> JobId {
        let record = MatchRecord {
            games: Vec::new(),
            variations: Vec::new(),
            shown_variation: None,
            ..self.record.clone()
        };
        let rollouts = self.rollouts(plan, scope, record, queue);
        self.start_analysis(AnalysisJob::new(analyst, Vec::new(), rollouts))
    }

    fn start_analysis(&mut self, job: AnalysisJob) -> JobId {
        self.start_job_then(Activity::Analysis, Box::new(job), |session, ending| {
            session.keep_copy(Duration::ZERO);
            session.queue_ended(ending.id);
        })
    }

    fn rollouts(&self, plan: RolloutPlan, scope: Scope, record: MatchRecord, queue: SharedQueue) -> Rollouts {
        let autosave = &self.options.autosave;
        let minutes = u64::from(autosave.minutes);
        let keep_every = if autosave.rollout { Duration::from_secs(60 * minutes) } else { Duration::MAX };
        Rollouts { plan, scope, record, queue, kept: Instant::now(), keep_every }
    }

    pub(crate) fn analyst(&self, options: AnalysisOptions) -> Analyst {
        Analyst { options, engine: Arc::clone(&self.engine), table: Arc::clone(&self.table) }
    }

    fn scope_of(&self, part: RecordPart) -> Result<Scope, CommandError> {
        let at = self.record.clamp(self.cursor);
        Ok(match part {
            RecordPart::Move => {
                self.record.next_entry(at).ok_or(CommandError::NoEntry)?;
                Scope::Entry { game: at.game, entry: at.entry }
            }
            RecordPart::Game => Scope::Game(at.game),
            RecordPart::Match => Scope::Match,
        })
    }

    /// Stores findings whose entries are still what they were.
    pub(super) fn take_findings(&mut self, findings: &[Finding]) {
        let mut by_game: BTreeMap<usize, Vec<&Finding>> = BTreeMap::new();
        for finding in findings {
            by_game.entry(finding.game()).or_default().push(finding);
        }
        let length = self.record.length;
        let mut is_changed = false;
        for (n, findings) in by_game {
            let Some(game) = self.record.games.get_mut(n) else { continue };
            for finding in still_valid(game, length, findings) {
                let at = finding.entry();
                let marks = game.entries[at].marks;
                finding.store(&mut game.entries[at]);
                self.touched.add_analysis(n, at);
                if game.entries[at].marks != marks {
                    self.touched.add_entries(n, at);
                }
                is_changed = true;
            }
        }
        if is_changed {
            self.is_unsaved = true;
            self.emit(Event::RecordChanged);
        }
        let last = findings.iter().map(Finding::game).max();
        let is_game_done = last > self.analyzed_game;
        self.analyzed_game = last.max(self.analyzed_game);
        if is_game_done && self.options.autosave.analysis {
            self.keep_copy(Duration::ZERO);
        }
    }
}

/// The findings that still belong to their entries.
fn still_valid<'a>(game: &GameRecord, length: u16, findings: Vec<&'a Finding>) -> Vec<&'a Finding> {
    let steps: Vec<_> = game.walk(length).collect();
    let is_true = |finding: &&Finding| {
        steps.get(finding.entry()).is_some_and(|step| finding.is_about(step.entry, &step.before))
    };
    findings.into_iter().filter(is_true).collect()
}
