// SPDX-License-Identifier: GPL-3.0-or-later
//! The scheduler with jobs that only these tests know.

use super::super::{News, interactive};
use super::*;
use std::sync::mpsc::{self, Receiver};
use std::time::Instant;

/// What the jobs of these tests change.
#[derive(Default)]
struct Owner {
    seen: Vec<u64>,
}

/// A job of some urgency that runs a closure for each step.
struct Scripted<F>(Urgency, F);

impl<F> Job<Owner> for Scripted<F>
where
    F: FnMut(&JobContext<Owner>) -> Result<JobStep<Owner>, JobError> + Send,
{
    fn urgency(&self) -> Urgency {
        self.0
    }

    fn step(&mut self, context: &JobContext<Owner>) -> Result<JobStep<Owner>, JobError> {
        (self.1)(context)
    }
}

fn background(
    step: impl FnMut(&JobContext<Owner>) -> Result<JobStep<Owner>, JobError> + Send + 'static,
) -> Box<dyn Job<Owner>> {
    Box::new(Scripted(Urgency::Background(0), step))
}

fn scheduler(threads: usize) -> (Scheduler<Owner>, Receiver<Report<Owner>>) {
    let (send, receive) = mpsc::channel();
    let sink = move |report| {
        let _ = send.send(report);
    };
    (Scheduler::new(threads, 0, sink).unwrap(), receive)
}

fn next(reports: &Receiver<Report<Owner>>) -> (JobId, News<Owner>) {
    let report = reports.recv_timeout(Duration::from_secs(20)).expect("a report");
    (report.id(), report.open())
}

/// The next report, which must be an end; why it has no result.
fn end(reports: &Receiver<Report<Owner>>) -> (JobId, Option<JobError>) {
    match next(reports) {
        (id, News::Ended(result)) => (id, result.err()),
        _ => panic!("a job should have ended"),
    }
}

#[test]
fn panics_are_reported_and_the_pool_lives() {
    let (mut scheduler, reports) = scheduler(1);
    let bad = scheduler.start(interactive(|_| panic!("on purpose")));
    assert_eq!(end(&reports), (bad, Some(JobError::Bug("on purpose".to_owned()))));
    scheduler.start(interactive(|_| Ok(JobStep::done())));
    assert_eq!(end(&reports).1, None);
    let work = |_: &CancelToken| panic!("while waiting");
    scheduler.start_blocking(Blocking::new(PATIENCE, OnCancel::Abandon, work));
    assert_eq!(end(&reports).1, Some(JobError::Bug("while waiting".to_owned())));
}

#[cfg(target_os = "linux")]
#[test]
fn worker_threads_have_the_niceness_asked_for() {
    use rustix::process::getpriority_process;
    let (mut scheduler, reports) = scheduler(1);
    let own = getpriority_process(None).unwrap();
    let (send, niceness) = mpsc::channel();
    let priority = |scheduler: &mut Scheduler<Owner>| {
        let send = send.clone();
        scheduler.start(interactive(move |_| {
            send.send(getpriority_process(None).unwrap()).unwrap();
            Ok(JobStep::done())
        }));
        end(&reports);
        niceness.recv().unwrap()
    };
    assert_eq!(priority(&mut scheduler), own);
    scheduler.set_threads(1, 4).unwrap();
    assert_eq!(priority(&mut scheduler), (own + 4).min(19));
    // A higher priority again, which a running thread could not take without the right to it.
    scheduler.set_threads(1, 1).unwrap();
    assert_eq!(priority(&mut scheduler), (own + 1).min(19));
}

#[test]
fn cancelled_jobs_end_and_dropping_waits() {
    let (mut scheduler, reports) = scheduler(2);
    let (started, wait) = mpsc::channel();
    let id = scheduler.start(interactive(move |context| {
        let _ = started.send(());
        context.cancel().check()?;
        std::thread::yield_now();
        Ok(JobStep::Continue)
    }));
    wait.recv().unwrap();
    assert!(scheduler.is_running(id));
    scheduler.cancel(id);
    assert_eq!(end(&reports).1, Some(JobError::Cancelled(Cancelled)));
    scheduler.start(background(|context| {
        context.cancel().check()?;
        Ok(JobStep::Continue)
    }));
    drop(scheduler);
    assert_eq!(end(&reports).1, Some(JobError::Cancelled(Cancelled)));
}

#[test]
fn interactive_jobs_run_between_the_steps_of_others() {
    let (mut scheduler, reports) = scheduler(1);
    let (go, gate) = mpsc::channel::<()>();
    let mut steps = 0;
    let slow = scheduler.start(background(move |_| {
        gate.recv().unwrap();
        steps += 1;
        Ok(if steps < 3 { JobStep::Continue } else { JobStep::done() })
    }));
    let urgent = scheduler.start(interactive(|_| Ok(JobStep::done())));
    for _ in 0..3 {
        go.send(()).unwrap();
    }
    assert_eq!([end(&reports).0, end(&reports).0], [urgent, slow]);
}

#[test]
fn background_jobs_run_in_the_order_of_their_urgency() {
    let (mut scheduler, reports) = scheduler(1);
    let (go, gate) = mpsc::channel::<()>();
    let first = scheduler.start(background(move |_| {
        gate.recv().unwrap();
        Ok(JobStep::done())
    }));
    let done =
        |rank| Box::new(Scripted(Urgency::Background(rank), |_: &JobContext<Owner>| Ok(JobStep::done())));
    let late = scheduler.start(done(2));
    let early = scheduler.start(done(1));
    go.send(()).unwrap();
    let order: Vec<JobId> = (0..3).map(|_| end(&reports).0).collect();
    assert_eq!(order, [first, early, late]);
}

#[test]
fn only_the_newest_progress_is_kept() {
    let (mut scheduler, reports) = scheduler(1);
    scheduler.start(interactive(|context| {
        for done in 1..=100 {
            context.count(done, Some(100));
            context.show(move |owner: &mut Owner| owner.seen.push(done));
        }
        Ok(JobStep::done())
    }));
    let (mut owner, mut counts) = (Owner::default(), Vec::new());
    while let News::Progress(progress) = next(&reports).1 {
        counts.extend(progress.count.map(|count| count.done));
        progress.shown.into_iter().for_each(|change| change(&mut owner));
    }
    for seen in [&counts, &owner.seen] {
        assert!(seen.is_sorted() && seen.len() <= 100, "{seen:?}");
        assert_eq!(seen.last(), Some(&100));
    }
}

#[test]
fn the_result_is_a_change_of_the_owner() {
    let (mut scheduler, reports) = scheduler(1);
    scheduler.start(interactive(|_| Ok(JobStep::done_with(|owner: &mut Owner| owner.seen.push(7)))));
    let mut owner = Owner::default();
    match next(&reports).1 {
        News::Ended(Ok(change)) => change(&mut owner),
        _ => panic!("it should have a result"),
    }
    assert_eq!(owner.seen, [7]);
}

/// Blocking work that hangs until the sender is dropped.
fn hanging(deadline: Duration, on_cancel: OnCancel) -> (Blocking<Owner>, mpsc::Sender<()>) {
    let (release, wait) = mpsc::channel::<()>();
    let work = move |_: &CancelToken| {
        let _ = wait.recv();
        Ok(Box::new(|_: &mut Owner| ()) as Change<Owner>)
    };
    (Blocking::new(deadline, on_cancel, work), release)
}

#[test]
fn hanging_work_leaves_the_only_worker_thread_free() {
    let (mut scheduler, reports) = scheduler(1);
    let (stuck, release) = hanging(Duration::from_secs(60), OnCancel::Abandon);
    let stuck = scheduler.start_blocking(stuck);
    let hint = scheduler.start(interactive(|_| Ok(JobStep::done())));
    assert_eq!(end(&reports), (hint, None));
    let analysis = scheduler.start(background(|_| Ok(JobStep::done())));
    assert_eq!(end(&reports), (analysis, None));
    assert!(scheduler.is_running(stuck));
    drop(release);
    assert_eq!(end(&reports), (stuck, None));
}

#[test]
fn cancelling_hanging_work_takes_effect_at_once() {
    let (mut scheduler, reports) = scheduler(1);
    let (stuck, release) = hanging(Duration::from_secs(60), OnCancel::Abandon);
    let id = scheduler.start_blocking(stuck);
    let start = Instant::now();
    scheduler.cancel(id);
    assert_eq!(end(&reports), (id, Some(JobError::Cancelled(Cancelled))));
    assert!(start.elapsed() < Duration::from_secs(5) && !scheduler.is_running(id));
    // What it finds later is dropped.
    drop(release);
    assert!(reports.recv_timeout(Duration::from_millis(100)).is_err());
}

#[test]
fn work_past_its_deadline_ends_with_an_error() {
    let (mut scheduler, reports) = scheduler(1);
    let deadline = Duration::from_millis(20);
    for on_cancel in [OnCancel::Abandon, OnCancel::Finish] {
        let (stuck, _release) = hanging(deadline, on_cancel);
        let id = scheduler.start_blocking(stuck);
        assert_eq!(end(&reports), (id, Some(JobError::TimedOut(deadline))));
    }
}

#[test]
fn writing_is_finished_although_it_is_cancelled() {
    let (mut scheduler, reports) = scheduler(1);
    let (writing, release) = hanging(Duration::from_secs(60), OnCancel::Finish);
    let id = scheduler.start_blocking(writing);
    scheduler.cancel(id);
    assert!(scheduler.is_running(id));
    let releasing = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        drop(release);
    });
    drop(scheduler);
    assert_eq!(end(&reports), (id, None), "dropping has waited for it");
    releasing.join().unwrap();
}

/// A background job that waits for this work and then reports `7`.
fn waiting(
    deadline: Duration,
    on_cancel: OnCancel,
    work: impl FnOnce(&CancelToken) -> Result<u64, JobError> + Send + 'static,
) -> Box<dyn Job<Owner>> {
    let (mut work, mut awaited) = (Some(work), None);
    background(move |_| match (work.take(), awaited.take()) {
        (Some(work), _) => {
            let (result, step) = super::super::wait_for(deadline, on_cancel, work);
            awaited = Some(result);
            Ok(step)
        }
        (None, Some(result)) => {
            let found = super::super::Awaited::take(result)?;
            Ok(JobStep::done_with(move |owner: &mut Owner| owner.seen.push(found)))
        }
        (None, None) => Err(JobError::Failed("asked once too often".to_owned())),
    })
}

#[test]
fn a_job_that_waits_takes_no_worker_thread() {
    let (mut scheduler, reports) = scheduler(1);
    let (go, gone) = mpsc::channel::<()>();
    let slow = scheduler.start(waiting(Duration::from_secs(60), OnCancel::Abandon, move |_| {
        gone.recv().map_err(|error| JobError::Failed(error.to_string()))?;
        Ok(7)
    }));
    // The only worker thread computes other things meanwhile, in the background too.
    let other = scheduler.start(background(|_| Ok(JobStep::done())));
    assert_eq!(end(&reports), (other, None));
    let fast = scheduler.start(interactive(|_| Ok(JobStep::done())));
    assert_eq!(end(&reports), (fast, None));
    go.send(()).unwrap();
    let (id, News::Ended(Ok(change))) = next(&reports) else { panic!("a result") };
    let mut owner = Owner::default();
    change(&mut owner);
    assert_eq!((id, owner.seen), (slow, vec![7]));
}

#[test]
fn what_a_job_waits_for_has_a_deadline_and_can_be_cancelled() {
    let (mut scheduler, reports) = scheduler(1);
    let sleep = |_: &CancelToken| {
        std::thread::sleep(Duration::from_secs(30));
        Ok(7)
    };
    let start = Instant::now();
    let late = scheduler.start(waiting(Duration::from_millis(50), OnCancel::Abandon, sleep));
    assert_eq!(end(&reports), (late, Some(JobError::TimedOut(Duration::from_millis(50)))));
    let stopped = scheduler.start(waiting(Duration::from_secs(60), OnCancel::Abandon, sleep));
    std::thread::sleep(Duration::from_millis(50));
    scheduler.cancel(stopped);
    assert_eq!(end(&reports), (stopped, Some(Cancelled.into())));
    assert!(start.elapsed() < Duration::from_secs(20));
    // Writing is finished before the job ends.
    let (wrote, written) = mpsc::channel();
    let writing = scheduler.start(waiting(Duration::from_secs(60), OnCancel::Finish, move |_| {
        std::thread::sleep(Duration::from_millis(200));
        wrote.send(()).map_err(|error| JobError::Failed(error.to_string()))?;
        Ok(7)
    }));
    std::thread::sleep(Duration::from_millis(50));
    scheduler.cancel(writing);
    assert_eq!(end(&reports), (writing, Some(Cancelled.into())));
    assert!(written.try_recv().is_ok(), "before the end was reported");
    // A panic is reported.
    let wrong =
        scheduler.start(waiting(Duration::from_secs(60), OnCancel::Abandon, |_| panic!("on purpose")));
    assert_eq!(end(&reports), (wrong, Some(JobError::Bug("on purpose".to_owned()))));
}
