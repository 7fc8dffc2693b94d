// SPDX-License-Identifier: GPL-3.0-or-later
//! The session's jobs: starting and stopping them, and taking in what they report.
//!
//! A job that depends on the position captures the revision it is started for and compares it when its result is taken
//! in.

use crate::event::{Activity, Event, Message};
use crate::jobs::{Blocking, Job, JobError, JobId, JobStep, News, Report, Urgency, interactive};
use crate::session::{Content, Ending, Notice, PendingJob, Session};
use gnubg_engine::core::{CancelToken, Cancelled};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// The urgencies of work in the background, the most urgent first.
pub(super) const ANALYSIS: Urgency = Urgency::Background(0);
pub(super) const ROLLOUT: Urgency = Urgency::Background(1);
pub(super) const BATCH: Urgency = Urgency::Background(2);
pub(super) const GENERATION: Urgency = Urgency::Background(3);
pub(super) const DATABASE: Urgency = Urgency::Background(4);
pub(super) const LIBRARY: Urgency = Urgency::Background(5);

impl Session {
    /// Starts a computation; its reports come as events.
    pub(crate) fn start_job(&mut self, activity: Activity, job: Box<dyn Job<Session>>) -> JobId {
        self.start_job_then(activity, job, |_, _| ())
    }

    /// The same, calling `then` when it has ended, however it did.
    pub(crate) fn start_job_then(
        &mut self,
        activity: Activity,
        job: Box<dyn Job<Session>>,
        then: impl FnOnce(&mut Session, &Ending<'_>) + Send + 'static,
    ) -> JobId {
        let id = self.jobs.start(job);
        self.expect(id, activity, then);
        id
    }

    /// Starts work that waits for files, sockets or other programs.
    pub(crate) fn start_blocking(&mut self, activity: Activity, work: Blocking<Session>) -> JobId {
        self.start_blocking_then(activity, work, |_, _| ())
    }

    /// The same, calling `then` when it has ended, however it did.
    pub(crate) fn start_blocking_then(
        &mut self,
        activity: Activity,
        work: Blocking<Session>,
        then: impl FnOnce(&mut Session, &Ending<'_>) + Send + 'static,
    ) -> JobId {
        let id = self.jobs.start_blocking(work);
        self.expect(id, activity, then);
        id
    }

    fn expect(
        &mut self,
        id: JobId,
        activity: Activity,
        then: impl FnOnce(&mut Session, &Ending<'_>) + Send + 'static,
    ) {
        let pending = PendingJob { activity, revision: self.revision, then: Box::new(then) };
        self.pending_jobs.insert(id, pending);
    }

    /// Tells a job to stop; its end is reported all the same.
    pub fn cancel_job(&self, id: JobId) {
        self.jobs.cancel(id);
    }

    /// Tells all jobs of such activities to stop.
    pub(crate) fn cancel_jobs(&self, wanted: impl Fn(Activity) -> bool) {
        let found = self.pending_jobs.iter().filter(|(_, pending)| wanted(pending.activity));
        found.for_each(|(id, _)| self.jobs.cancel(*id));
    }

    /// Cancels computations about the position that are of no use any more.
    pub(crate) fn cancel_thinking(&self) {
        self.cancel_jobs(|activity| {
            matches!(activity, Activity::Decision | Activity::Hint | Activity::Tutor)
        });
    }

    /// Stops every computation about the match and its positions.
    pub(crate) fn stop(&mut self) {
        self.is_held = true;
        self.is_finishing = false;
        self.cancel_jobs(|activity| {
            !matches!(
                activity,
                Activity::Engine
                    | Activity::Batch
                    | Activity::Database
                    | Activity::Library
                    | Activity::Import
                    | Activity::LibraryAnalysis
                    | Activity::LibraryRebuild
            )
        });
    }

    /// Whether the end of a job of this activity has not been taken in.
    #[must_use]
    pub fn is_pending(&self, activity: Activity) -> bool {
        self.pending_jobs.values().any(|pending| pending.activity == activity)
    }

    /// Whether such a job was started for the position shown.
    pub(crate) fn is_pending_here(&self, activity: Activity) -> bool {
        let here = |pending: &PendingJob| (pending.activity, pending.revision) == (activity, self.revision);
        self.pending_jobs.values().any(here)
    }

    /// Whether an answer is pending that a text session waits for, such as a decision, a hint, a file or new dice.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.pending_jobs.values().any(|pending| pending.activity.is_interactive())
    }

    /// Takes in what was received: reports of workers become changes and further events; events are given back to be
    /// shown.
    pub fn absorb(&mut self, notice: Notice) -> Option<Event> {
        match notice.0 {
            Content::Event(event) => Some(event),
            Content::Autosave(problem) => {
                self.autosave_problem.clone_from(&problem);
                let message = problem.map_or(Message::AutosaveRestored, Message::AutosaveFailed);
                Some(Event::Message(message))
            }
            Content::Report(report) => {
                if self.take_in(report) {
                    self.check_clock();
                    self.update_clock();
                    self.keep();
                }
                None
            }
        }
    }

    /// Takes in a report; whether the match may have changed.
    fn take_in(&mut self, report: Report<Session>) -> bool {
        let id = report.id();
        match report.open() {
            News::Change(change) => change(self),
            News::Progress(progress) => {
                if let (Some(count), Some(pending)) = (progress.count, self.pending_jobs.get(&id)) {
                    let activity = pending.activity;
                    self.emit(Event::JobProgress { id, activity, done: count.done, total: count.total });
                }
                progress.shown.into_iter().for_each(|show| show(self));
                return false;
            }
            News::Ended(result) => {
                let Some(pending) = self.pending_jobs.remove(&id) else { return false };
                let is_current = pending.revision == self.revision;
                let error = match result {
                    Ok(change) => {
                        change(self);
                        None
                    }
                    Err(error) => Some(error),
                };
                (pending.then)(self, &Ending { id, is_current, error: error.as_ref() });
                self.tell_failed_databases();
                self.emit(Event::JobFinished { id, activity: pending.activity, error });
                self.advance();
            }
        }
        true
    }

    /// Emits messages as events.
    pub(crate) fn emit_messages(&self, messages: Vec<Message>) {
        messages.into_iter().for_each(|message| self.emit(Event::Message(message)));
    }

    /// The pending jobs on whose results nothing else depends.
    #[must_use]
    pub fn independent_jobs(&self) -> BTreeSet<JobId> {
        let independent = self.pending_jobs.iter().filter(|(_, pending)| pending.activity.is_independent());
        independent.map(|(id, _)| *id).collect()
    }

    /// Whether [`Session::settle_beside`] has to wait for an answer or a rollout.
    #[must_use]
    pub fn is_busy_beside(&self, others: &BTreeSet<JobId>) -> bool {
        let waits = |activity: Activity| activity.is_interactive() || activity == Activity::Rollout;
        self.pending_jobs.iter().any(|(id, pending)| waits(pending.activity) && !others.contains(id))
    }

    /// Waits until no answer and no rollout is pending, taking in everything and passing events to `show`. For text
    /// sessions and tests; a window awaits the events instead.
    pub fn settle(&mut self, show: impl FnMut(&mut Session, Event)) {
        self.settle_beside(&BTreeSet::new(), show);
    }

    /// The same without waiting for the `others`.
    pub fn settle_beside(&mut self, others: &BTreeSet<JobId>, show: impl FnMut(&mut Session, Event)) {
        self.absorb_while(|session| session.is_busy_beside(others), show);
    }

    /// Waits until a job has ended, taking in everything and passing events to `show`: what [`Session::settle`] is for
    /// answers.
    pub fn await_job(&mut self, id: JobId, show: impl FnMut(&mut Session, Event)) {
        self.absorb_while(|session| session.pending_jobs.contains_key(&id), show);
    }

    /// Waits for one event or report and takes it in; an event is passed to `show`. For text sessions that wait for
    /// something else as well, whose thread then calls [`Waker::wake`](crate::Waker::wake).
    pub fn absorb_next(&mut self, show: impl FnOnce(&mut Session, Event)) {
        if let Ok(notice) = self.events().recv_blocking()
            && let Some(event) = self.absorb(notice)
        {
            show(self, event);
        }
    }

    /// Computes something on a worker thread that is not about the state of the session, such as an evaluation that a
    /// script asks for. The result is in the slot once the job has ended, unless it was cancelled.
    pub fn start_computing<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&CancelToken) -> Result<T, Cancelled> + Send + 'static,
    ) -> (JobId, Computed<T>) {
        let slot = Computed::default();
        let (filled, mut work) = (slot.clone(), Some(work));
        let job = interactive(move |context| {
            if let Some(work) = work.take() {
                filled.put(work(context.cancel())?);
            }
            Ok(JobStep::done())
        });
        (self.start_job(Activity::Evaluation, job), slot)
    }

    fn absorb_while(&mut self, waits: impl Fn(&Session) -> bool, mut show: impl FnMut(&mut Session, Event)) {
        let events = self.events();
        loop {
            let notice = match events.try_recv() {
                Ok(notice) => notice,
                Err(_) if !waits(self) => return,
                Err(_) => match events.recv_blocking() {
                    Ok(notice) => notice,
                    Err(_) => return,
                },
            };
            if let Some(event) = self.absorb(notice) {
                show(self, event);
            }
        }
    }
}

/// The result of [`Session::start_computing`], once there is one.
#[derive(Debug)]
pub struct Computed<T>(Arc<Mutex<Option<T>>>);

impl<T> Computed<T> {
    pub(super) fn put(&self, result: T) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    }

    /// Takes the result.
    #[must_use]
    pub fn take(&self) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl<T> Default for Computed<T> {
    fn default() -> Computed<T> {
        Computed(Arc::default())
    }
}

impl<T> Clone for Computed<T> {
    fn clone(&self) -> Computed<T> {
        Computed(Arc::clone(&self.0))
    }
}

/// Whether a job's error has to be shown: one that was cancelled needs no message.
#[must_use]
pub fn is_worth_telling(error: &JobError) -> bool {
    !matches!(error, JobError::Cancelled(_))
}
