// SPDX-License-Identifier: GPL-3.0-or-later
//! Adding files, watching folders, the list of imports.

use super::arguments::{AddArguments, ImportsArguments, WatchArguments};
use super::environment::{Environment, LibraryToolError};
use super::queue;
use gnubg_library::import::{BatchRow, ImportOptions, ImportReport, Importer, Outcome, Watcher};
use gnubg_library::{Access, Library, OpenOptions, clock};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Between two looks into watched folders.
const LOOK: Duration = Duration::from_secs(2);
/// Between two messages about progress.
const MESSAGE: Duration = Duration::from_secs(2);

/// `gnubg library add`.
pub(super) fn add(
    arguments: &AddArguments,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    let options = ImportOptions {
        extend: !arguments.no_extend,
        keep_sources: !arguments.no_sources,
        event: arguments.event.clone(),
        without: arguments.without.clone(),
        origin: "files".to_owned(),
    };
    let paths = absolute(&arguments.paths)?;
    if arguments.dry_run {
        return try_out(&paths, options, environment);
    }
    let library = environment.library.clone();
    let report = import(&library, &paths, options, environment)?;
    let failed = report.failed;
    show_report(&report, environment)?;
    if let Some(level) = &arguments.analyze {
        queue::queue_matches(&library, &new_matches(&report), level, environment)?;
        queue::work(level, false, false, None, environment)?;
    }
    match failed {
        0 => Ok(()),
        _ => Err(LibraryToolError::Told),
    }
}

/// Paths as the library keeps them: they stay the same files when the program is started in another folder.
fn absolute(paths: &[PathBuf]) -> Result<Vec<PathBuf>, LibraryToolError> {
    let real = |path: &PathBuf| {
        std::path::absolute(path)
            .map_err(|error| LibraryToolError::Other(format!("{}: {error}", path.display())))
    };
    paths.iter().map(real).collect()
}

/// Imports into a copy of the library and says what that brought.
fn try_out(
    paths: &[PathBuf],
    options: ImportOptions,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    let other = |error: std::io::Error| LibraryToolError::Other(error.to_string());
    let folder = tempfile::tempdir().map_err(other)?;
    let copy = folder.path().join("copy.gnubglib");
    environment.library.copy_to(&copy)?;
    let clock = environment.library.clock();
    let library = Library::open(&copy, OpenOptions { access: Access::Write, clock, create: false })?;
    let report = import(&library, paths, options, environment)?;
    show_report(&report, environment)?;
    environment.text("nothing was added (--dry-run)")
}

/// Imports with messages about progress; an interruption keeps what was stored.
fn import(
    library: &Library,
    paths: &[PathBuf],
    options: ImportOptions,
    environment: &mut Environment<'_>,
) -> Result<ImportReport, LibraryToolError> {
    let judge = environment.judge()?;
    let mut importer = Importer::new(library, &judge, paths, options)?;
    let mut told = Instant::now();
    while importer.step(&environment.cancel)? {
        if told.elapsed() >= MESSAGE {
            let (done, total) = importer.progress();
            (environment.tell)(&format!("{done} of {total} files"));
            told = Instant::now();
        }
    }
    Ok(importer.finish()?)
}

/// Matches that an import added or extended.
fn new_matches(report: &ImportReport) -> Vec<i64> {
    let outcomes = report.details.iter().flat_map(|file| &file.outcomes);
    let changed = outcomes.filter(|outcome| {
        matches!(outcome, Outcome::New { .. } | Outcome::Near { .. } | Outcome::Extended { .. })
    });
    changed.filter_map(Outcome::matched).collect()
}

/// What an import brought: a line for each file and the sums, or one object for each file and one for the sums.
fn show_report(report: &ImportReport, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    for file in &report.details {
        if let Some(reason) = &file.failure {
            (environment.tell)(&format!("{}: {reason}", file.file));
        }
        for warning in &file.warnings {
            (environment.tell)(&format!("{}: {warning}", file.file));
        }
        if environment.is_json {
            let status = file_status(file.failure.is_some(), file.outcomes.iter());
            let numbers: Vec<i64> = file.outcomes.iter().filter_map(Outcome::matched).collect();
            let mut value = json!({
                "file": file.file,
                "status": status,
                "match": numbers.first(),
                "matches": numbers,
                "outcomes": file.outcomes,
                "warnings": file.warnings,
            });
            if let (Some(failure), Value::Object(object)) = (&file.failure, &mut value) {
                object.insert("error".to_owned(), json!(failure));
            }
            environment.json(&value)?;
        } else {
            for outcome in &file.outcomes {
                if let Some(line) = remarkable(outcome) {
                    environment.text(&format!("{}: {line}", file.file))?;
                }
            }
        }
    }
    if environment.is_json {
        let mut value = serde_json::to_value(report).unwrap_or_default();
        if let Value::Object(object) = &mut value {
            object.remove("details");
        }
        return environment.json(&json!({ "import": value }));
    }
    for line in sums(report) {
        environment.text(&line)?;
    }
    Ok(())
}

fn file_status<'a>(is_failed: bool, mut outcomes: impl Iterator<Item = &'a Outcome>) -> &'static str {
    // A file is as new as its newest match.
    const ORDER: [&str; 5] = ["new", "near", "extended", "continues", "known"];
    if is_failed {
        return "failed";
    }
    let words: Vec<&str> = outcomes.by_ref().map(Outcome::word).collect();
    ORDER.iter().find(|word| words.contains(word)).copied().unwrap_or("known")
}

/// What a user should know about one match of a file.
fn remarkable(outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Extended { matched, decisions } => {
            Some(format!("continues m{matched}; {decisions} decisions added"))
        }
        Outcome::Continues { matched } => Some(format!("continues m{matched}; nothing added")),
        Outcome::Part { matched } => Some(format!("is the beginning of m{matched}")),
        Outcome::Near { matched, other, differences } => Some(format!(
            "m{matched} differs from m{other} in {differences} decisions; perhaps one corrects the other"
        )),
        _ => None,
    }
}

/// The sums of an import as lines.
pub(super) fn sums(report: &ImportReport) -> Vec<String> {
    let mut lines = vec![format!(
        "import {}: new matches {}, in the library already {}, extended {}, files that failed {}",
        report.batch, report.new, report.known, report.extended, report.failed
    )];
    let mut add = |n: usize, text: &str| {
        if n > 0 {
            lines.push(format!("  {text}: {n}"));
        }
    };
    add(report.positions, "new positions");
    add(report.summaries, "summaries of matches without games");
    add(report.summaries_replaced, "summaries that gave way to their matches");
    add(report.near, "new matches that differ little from another one");
    add(report.continues, "matches that would continue one of the library");
    add(report.skipped, "files of no known format");
    add(report.waiting, "matches that are not analyzed");
    add(report.cards, "cards made");
    for (ruler, n) in &report.analyses {
        lines.push(format!("  analyses of {ruler}: {n}"));
    }
    if !report.new_players.is_empty() {
        lines.push(format!("  new players: {}", report.new_players.join(", ")));
    }
    for proposal in &report.proposals {
        lines.push(format!("  perhaps one person: {} and {}", proposal.names[0], proposal.names[1]));
    }
    for one in &report.expensive {
        let loss = 1000.0 * one.loss;
        lines.push(format!(
            "  d{} lost {loss:.0} thousandths: {} (best {})",
            one.decision, one.played, one.best
        ));
    }
    lines
}

/// `gnubg library watch`.
pub(super) fn watch(
    arguments: &WatchArguments,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    let library = environment.library.clone();
    if arguments.remove {
        let folders = absolute(&arguments.folders)?;
        for folder in library.watched()? {
            let is_named =
                |path: &PathBuf| path.canonicalize().unwrap_or_else(|_| path.clone()) == folder.path;
            if folders.is_empty() || folders.iter().any(is_named) {
                library.unwatch(folder.id)?;
            }
        }
    } else if !arguments.list {
        for folder in &arguments.folders {
            library.watch(folder, &arguments.without, true)?;
        }
    }
    if arguments.list || arguments.remove {
        for folder in library.watched()? {
            let value = json!({
                "folder": folder.path,
                "without": folder.without,
                "on": folder.is_on,
                "problem": folder.problem,
            });
            let problem = folder.problem.as_ref().map_or_else(String::new, |problem| format!(" ({problem})"));
            environment.either(&value, &format!("{}{problem}", folder.path.display()))?;
        }
        return Ok(());
    }
    if library.watched()?.is_empty() {
        return Err(LibraryToolError::Usage("name a folder to watch".to_owned()));
    }
    follow(&library, arguments.once, environment)
}

/// Looks into the watched folders, once or until interrupted.
fn follow(library: &Library, once: bool, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let mut watcher = Watcher::default();
    if once {
        // What is there counts as complete.
        watcher.still = Some(Duration::ZERO);
        watcher.look(library)?;
    }
    loop {
        let ready = watcher.look(library)?;
        if !ready.is_empty() {
            let options = ImportOptions { origin: "watch".to_owned(), ..ImportOptions::default() };
            let report = import(library, &ready, options, environment)?;
            show_report(&report, environment)?;
        }
        if once {
            return Ok(());
        }
        let since = Instant::now();
        while since.elapsed() < LOOK {
            if environment.cancel.is_cancelled() {
                return Err(LibraryToolError::Cancelled);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// `gnubg library imports`.
pub(super) fn imports(
    arguments: &ImportsArguments,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    let library = environment.library.clone();
    if arguments.resume {
        return resume(&library, environment);
    }
    let batches = library.batches()?;
    let Some(number) = arguments.import else {
        for batch in &batches {
            environment.either(&batch_json(batch), &batch_line(batch))?;
        }
        return Ok(());
    };
    let Some(batch) = batches.into_iter().find(|batch| batch.id == number) else {
        return Err(LibraryToolError::Usage(format!("there is no import {number}")));
    };
    if arguments.undo {
        let judge = environment.judge()?;
        library.undo_import(number, &judge)?;
        return environment.either(&json!({ "undone": number }), &format!("import {number} is undone"));
    }
    match &batch.report {
        Some(report) => show_report(report, environment),
        None => environment.either(&batch_json(&batch), &batch_line(&batch)),
    }
}

/// Continues imports that were interrupted: their files are read again, and those that are known already cost nothing.
fn resume(library: &Library, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let open: Vec<BatchRow> = library.batches()?.into_iter().filter(|batch| batch.ended.is_none()).collect();
    if open.is_empty() {
        return environment.text("no import was interrupted");
    }
    for batch in open.into_iter().rev() {
        let options = ImportOptions { origin: batch.origin.clone(), ..ImportOptions::default() };
        let report = import(library, &batch.paths, options, environment)?;
        show_report(&report, environment)?;
        library.end_import(batch.id)?;
    }
    Ok(())
}

fn batch_json(batch: &BatchRow) -> Value {
    let mut value = json!({
        "import": batch.id,
        "started": clock::time_text(batch.started),
        "ended": batch.ended.map(clock::time_text),
        "origin": batch.origin,
        "paths": batch.paths,
    });
    if let (Some(report), Value::Object(object)) = (&batch.report, &mut value) {
        object.insert("new".to_owned(), json!(report.new));
        object.insert("known".to_owned(), json!(report.known));
        object.insert("extended".to_owned(), json!(report.extended));
        object.insert("failed".to_owned(), json!(report.failed));
    }
    value
}

fn batch_line(batch: &BatchRow) -> String {
    let paths: Vec<String> = batch.paths.iter().map(|path| path.display().to_string()).collect();
    let end = match (&batch.report, batch.ended) {
        (Some(report), _) => {
            format!(
                "{} new, {} known, {} extended, {} failed",
                report.new, report.known, report.extended, report.failed
            )
        }
        (None, Some(_)) => "done".to_owned(),
        (None, None) => "interrupted; continue it with --resume".to_owned(),
    };
    format!(
        "{:>5}  {}  {}  {}  {end}",
        batch.id,
        clock::time_text(batch.started),
        batch.origin,
        paths.join(" ")
    )
}
