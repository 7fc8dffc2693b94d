// SPDX-License-Identifier: GPL-3.0-or-later
//! Analyzing matches of the library.

use super::arguments::AnalyzeArguments;
use super::environment::{Environment, LibraryToolError};
use gnubg_library::Library;
use gnubg_library::queue::QueueState;
use gnubg_library::search::{SearchRequest, View};
use gnubg_session::analysis::{Analyst, Choice, Observer, RolloutPlan};
use gnubg_session::library::{FAST, LibraryAnalysis, options_at};
use gnubg_session::options::AnalysisOptions;
use gnubg_session::rollout::convert::usable;
use rayon::ThreadPool;
use serde_json::json;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Between two messages about progress.
const MESSAGE: Duration = Duration::from_secs(5);

/// `gnubg library analyze`.
pub(super) fn analyze(
    arguments: &AnalyzeArguments,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    let library = environment.library.clone();
    if arguments.list {
        return list(&library, environment);
    }
    if arguments.clear {
        return Ok(library.clear_queue(None)?);
    }
    let level = arguments.level.clone().unwrap_or_default();
    options_at(&environment.options.analysis, &level).map_err(LibraryToolError::Usage)?;
    let query = arguments.query.join(" ");
    if !query.is_empty() {
        let request = SearchRequest { query, view: View::Matches, here: environment.here };
        let found = library.search(&request, None, &environment.cancel)?;
        library.enqueue(&found.ids, &level)?;
    } else if library.queue()?.iter().all(|row| row.state == QueueState::Failed) {
        enqueue(&library, &library.unanalyzed()?, &level, environment)?;
    }
    work(&level, arguments.anew, arguments.rollout, arguments.threads, environment)
}

/// Queues those of some matches that are not analyzed.
pub(super) fn queue_matches(
    library: &Library,
    matches: &[i64],
    level: &str,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    let missing = library.unanalyzed()?;
    let is_missing = |one: &i64| missing.binary_search(one).is_ok();
    let wanted: Vec<i64> = matches.iter().copied().filter(is_missing).collect();
    enqueue(library, &wanted, level, environment)
}

fn enqueue(
    library: &Library,
    matches: &[i64],
    level: &str,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    let n = library.enqueue(matches, level)?;
    if n > 0 {
        (environment.tell)(&format!("{n} matches to analyze"));
    }
    Ok(())
}

fn list(library: &Library, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    for row in library.queue()? {
        let state = match row.state {
            QueueState::Waiting => "waiting",
            QueueState::Running => "running",
            QueueState::Done => "done",
            QueueState::Failed => "failed",
        };
        let value = json!({ "match": row.matched, "level": row.level, "state": state, "error": row.error });
        let level = if row.level.is_empty() { "settings" } else { &row.level };
        let error = row.error.as_ref().map_or_else(String::new, |error| format!(": {error}"));
        environment.either(&value, &format!("m{:<6} {level:<12} {state}{error}", row.matched))?;
    }
    Ok(())
}

/// Works on the queue until it is empty: first everything fast, so that searches and statistics work soon, then at the level
/// that was asked for.
pub(super) fn work(
    level: &str,
    is_anew: bool,
    is_rollout: bool,
    threads: Option<usize>,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    let library = environment.library.clone();
    let judge = environment.judge()?;
    let pool = pool(threads, environment)?;
    let fast = options_at(&environment.options.analysis, FAST).map_err(LibraryToolError::Usage)?;
    let quick = LibraryAnalysis {
        analyst: analyst(&judge, &fast),
        plan: RolloutPlan::of_analysis(&fast),
        is_anew: false,
    };
    let wanted: Vec<i64> = library.queue()?.into_iter().map(|row| row.matched).collect();
    let missing = library.unanalyzed()?;
    let first: Vec<i64> = wanted.iter().copied().filter(|one| missing.contains(one)).collect();
    let is_only_fast = level == FAST;
    for (n, matched) in first.iter().enumerate() {
        let name = format!("{} of {}, first pass", n + 1, first.len());
        run_one(&library, &quick, *matched, &name, &pool, environment)?;
        if is_only_fast {
            library.dequeue(*matched, None)?;
        }
    }
    let total = library.queue()?.iter().filter(|row| row.state != QueueState::Failed).count();
    let mut n = 0;
    while let Some(row) = library.next_in_queue()? {
        n += 1;
        let options =
            options_at(&environment.options.analysis, &row.level).map_err(LibraryToolError::Usage)?;
        let plan = match is_rollout {
            true => RolloutPlan {
                play: options.plays_on.then(|| usable(&options.checker.rollout)),
                cube: options.cube_on.then(|| usable(&options.cube.rollout)),
                choice: Choice::Unclear,
            },
            false => RolloutPlan::of_analysis(&options),
        };
        let analysis = LibraryAnalysis { analyst: analyst(&judge, &options), plan, is_anew };
        let name = format!("{n} of {total}");
        match run_one(&library, &analysis, row.matched, &name, &pool, environment) {
            Ok(()) => library.dequeue(row.matched, None)?,
            Err(LibraryToolError::Cancelled) => return Err(LibraryToolError::Cancelled),
            Err(error) => {
                (environment.tell)(&format!("m{}: {error}", row.matched));
                library.dequeue(row.matched, Some(&error.to_string()))?;
            }
        }
    }
    Ok(())
}

/// Threads for an analysis.
pub(super) fn pool(
    threads: Option<usize>,
    environment: &Environment<'_>,
) -> Result<ThreadPool, LibraryToolError> {
    let builder =
        rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(environment.options.engine.threads));
    builder.build().map_err(|error| LibraryToolError::Other(format!("cannot start threads: {error}")))
}

pub(super) fn analyst(judge: &gnubg_library::assess::Judge, options: &AnalysisOptions) -> Analyst {
    Analyst { options: options.clone(), engine: judge.engine.clone(), table: judge.table.clone() }
}

/// Tells from time to time how far a match is.
struct Watch<'a> {
    name: &'a str,
    tell: &'a (dyn Fn(&str) + Sync),
    last: Mutex<Instant>,
}

impl Observer for Watch<'_> {
    fn progress(&self, done: usize, wanted: usize) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() >= MESSAGE {
            *last = Instant::now();
            (self.tell)(&format!("{}: {done} of {wanted} decisions", self.name));
        }
    }
}

/// Analyzes one match.
pub(super) fn run_one(
    library: &Library,
    analysis: &LibraryAnalysis,
    matched: i64,
    name: &str,
    pool: &ThreadPool,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    let name = format!("m{matched} ({name})");
    let watch = Watch { name: &name, tell: environment.tell, last: Mutex::new(Instant::now()) };
    let cancel = &environment.cancel;
    let stored = pool.install(|| analysis.run(library, matched, cancel, &watch))?;
    environment
        .either(&json!({ "match": matched, "analyses": stored }), &format!("{name}: {stored} new analyses"))
}
