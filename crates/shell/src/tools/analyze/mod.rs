// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg analyze`: analyzes files of every format and saves them as SGF.
//!
//! One line per match goes to standard output, as text or JSON; progress and messages go to standard error. A file that
//! cannot be read does not stop the others. Results of an earlier run are kept, so an interrupted run continues where it
//! stopped. A match is saved every minute while it is analyzed. Exit codes: 0 all analyzed, 1 some failed, 2 bad usage, 130
//! interrupted.

mod arguments;
mod files;
mod inputs;
mod report;
#[cfg(test)]
mod tests;

use super::process::{INTERRUPTED, cancel_on_signals, command_of, parse};
use crate::output;
use arguments::Arguments;
use files::{AnalyzeError, Target, Targets};
use gnubg_engine::bearoff::Databases;
use gnubg_engine::core::{CancelToken, Cancelled};
use gnubg_engine::eval::{DEFAULT_CACHE_ENTRIES, Engine};
use gnubg_formats::{FileError, ImportError};
use gnubg_record::MatchRecord;
use gnubg_session::analysis::{Observer, RolloutPlan, analyze_by};
use gnubg_session::options::Options;
use gnubg_session::{Analyst, Directories, Scope, read_table};
use indicatif::{ProgressBar, ProgressStyle};
use inputs::{Input, inputs};
use report::{AnalyzedMatch, MatchReport};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The program's name in messages.
const NAME: &str = "gnubg analyze";

/// How often a match is saved while it is analyzed.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// Units of progress per file.
const FILE_UNITS: u64 = 10_000;

/// The command line.
#[must_use]
pub fn command() -> clap::Command {
    command_of::<Arguments>()
}

/// Runs the tool; the first argument is the program's name.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Arguments = match parse(args) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    if let Err(error) = arguments.check() {
        return output::refusal(&error);
    }
    let directories = Directories::of_user();
    let cancel = cancel_on_signals();
    run(&arguments, directories.as_ref(), &cancel, &mut output::stdout()).unwrap_or_else(|failure| {
        output::error_line(format_args!("{NAME}: {failure}"));
        ExitCode::FAILURE
    })
}

/// A run over all files.
struct AnalysisRun<'a> {
    arguments: &'a Arguments,
    analyst: Analyst,
    plan: RolloutPlan,
    options: Options,
    cancel: &'a CancelToken,
    bar: ProgressBar,
    out: &'a mut (dyn Write + Send),
    /// Files or matches that failed.
    failed: usize,
}

/// Analyzes all files. `directories` are the user's, if settings and databases come from there.
fn run(
    arguments: &Arguments,
    directories: Option<&Directories>,
    cancel: &CancelToken,
    out: &mut (dyn Write + Send),
) -> Result<ExitCode, AnalyzeError> {
    let options = options(arguments, directories)?;
    let analyst = Analyst {
        options: arguments.analysis(&options),
        engine: Arc::new(engine(arguments, &options, directories)?),
        table: Arc::new(table(arguments, &options)?),
    };
    if let Some(folder) = &arguments.output {
        std::fs::create_dir_all(folder)
            .map_err(|source| AnalyzeError::Io { path: folder.clone(), source })?;
    }
    let threads = arguments.threads.map_or(options.engine.threads, std::num::NonZeroUsize::get);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| AnalyzeError::Threads(error.to_string()))?;
    let (files, failures) = inputs(&arguments.files, arguments.output.as_deref());
    let bar = bar(files.len() as u64);
    let plan = arguments.plan(&analyst.options);
    let mut work = AnalysisRun { arguments, analyst, plan, options, cancel, bar, out, failed: 0 };
    for failure in &failures {
        let path = if let AnalyzeError::Io { path, .. } = failure { path } else { Path::new("") };
        work.fail(path, failure)?;
    }
    pool.install(|| work.all_files(&files))?;
    work.bar.finish_and_clear();
    Ok(match (cancel.is_cancelled(), work.failed) {
        (true, _) => ExitCode::from(INTERRUPTED),
        (false, 0) => ExitCode::SUCCESS,
        (false, _) => ExitCode::FAILURE,
    })
}

/// Whether a file is of no known format, so that it is skipped where only its folder was named.
fn is_no_match(error: &ImportError) -> bool {
    matches!(error, ImportError::Empty | ImportError::TooLarge(_) | ImportError::NotRecognized(_))
}

/// The progress bar of the whole run, hidden if standard error is not a terminal.
fn bar(files: u64) -> ProgressBar {
    let bar = ProgressBar::new(files * FILE_UNITS);
    let template = "[{bar:30}] {percent:>3}%  {elapsed} of about {duration}  {msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}

impl AnalysisRun<'_> {
    fn all_files(&mut self, files: &[Input]) -> Result<(), AnalyzeError> {
        let mut targets = Targets::new(self.arguments.output.clone());
        for (n, Input { path, is_named }) in files.iter().enumerate() {
            self.bar.set_position(n as u64 * FILE_UNITS);
            self.bar.set_message(output::without_controls(&path.display().to_string()).into_owned());
            if self.cancel.is_cancelled() {
                break;
            }
            if targets.is_result(path) {
                continue;
            }
            match self.file(n, path, &mut targets) {
                Err(AnalyzeError::File(FileError::Import { source, .. }))
                    if !is_named && is_no_match(&source) => {}
                Err(failure) => self.fail(path, &failure)?,
                Ok(()) => {}
            }
        }
        Ok(())
    }

    /// Reports a failure on standard error, and as JSON if the results are JSON.
    fn fail(&mut self, path: &Path, failure: &AnalyzeError) -> Result<(), AnalyzeError> {
        if matches!(failure, AnalyzeError::Output(_)) {
            return Err(AnalyzeError::Output(failure.to_string()));
        }
        self.failed += 1;
        self.bar.suspend(|| output::error_line(format_args!("{NAME}: {failure}")));
        if self.arguments.json { self.print(&report::failure(path, failure)) } else { Ok(()) }
    }

    fn print(&mut self, line: &str) -> Result<(), AnalyzeError> {
        let out = &mut self.out;
        let written = self.bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()));
        written.map_err(|error| AnalyzeError::Output(error.to_string()))
    }

    fn file(&mut self, n: usize, path: &Path, targets: &mut Targets) -> Result<(), AnalyzeError> {
        let import = gnubg_formats::read_file(path, None)?;
        let count = import.matches.len();
        for (m, imported) in import.matches.into_iter().enumerate() {
            for warning in &imported.warnings {
                self.bar.suspend(|| output::error_line(format_args!("{}: {warning}", path.display())));
            }
            let target = targets.of(path, (count > 1).then_some(m + 1));
            let start = n as u64 * FILE_UNITS + FILE_UNITS * m as u64 / count as u64;
            let units = FILE_UNITS / count as u64;
            let done = self.one_match(imported.record, &target, (start, units));
            match done {
                Ok(done) => {
                    let number = (count > 1).then_some(m + 1);
                    let report = MatchReport {
                        file: path,
                        number,
                        done: &done,
                        analyst: &self.analyst,
                        plan: &self.plan,
                        options: &self.options,
                    };
                    let line = if self.arguments.json { report.json() } else { report.line() };
                    self.print(&line)?;
                }
                Err(failure) => {
                    if matches!(failure, AnalyzeError::Taken(_)) {
                        targets.give_back(&target);
                    }
                    self.fail(path, &failure)?;
                }
            }
            if self.cancel.is_cancelled() {
                break;
            }
        }
        Ok(())
    }

    /// Analyzes a match and saves it if there are new results.
    fn one_match(
        &self,
        read: MatchRecord,
        target: &Target,
        bar: (u64, u64),
    ) -> Result<AnalyzedMatch, AnalyzeError> {
        let start = Instant::now();
        let mut record = read;
        let saved = if self.arguments.anew {
            for entry in record.games.iter_mut().flat_map(|game| &mut game.entries) {
                entry.analysis = None;
            }
            target.check(&record)?;
            None
        } else {
            target.earlier(&record)?
        };
        let is_saved = saved.is_some();
        record = saved.unwrap_or(record);
        let watch = MatchObserver {
            analyst: &self.analyst,
            target,
            shown: &self.bar,
            bar,
            done: AtomicUsize::new(0),
            saved: Mutex::new(start),
        };
        let ended = analyze_by(&mut record, Scope::Match, &self.analyst, &self.plan, self.cancel, &watch);
        let analyzed = watch.done.into_inner();
        if analyzed > 0 || !is_saved {
            target.save(&record, &self.analyst)?;
        }
        Ok(AnalyzedMatch {
            record,
            target: target.path().to_owned(),
            analyzed,
            is_complete: ended != Err(Cancelled),
            seconds: start.elapsed().as_secs_f64(),
        })
    }
}

/// Shows the progress of a match, and saves the match from time to time.
struct MatchObserver<'a> {
    analyst: &'a Analyst,
    target: &'a Target,
    shown: &'a ProgressBar,
    /// Where the part of this match starts on the bar, and its length.
    bar: (u64, u64),
    done: AtomicUsize,
    saved: Mutex<Instant>,
}

impl Observer for MatchObserver<'_> {
    fn progress(&self, done: usize, wanted: usize) {
        self.done.fetch_max(done, Ordering::Relaxed);
        self.shown.set_position(self.bar.0 + self.bar.1 * done as u64 / wanted.max(1) as u64);
    }

    fn keep(&self, record: &MatchRecord) {
        let mut saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
        if saved.elapsed() >= SAVE_EVERY {
            *saved = Instant::now();
            // An error that persists is reported when the match is saved at the end.
            let _ = self.target.save(record, self.analyst);
        }
    }
}

/// The user's settings, or the defaults if there are none.
fn options(arguments: &Arguments, directories: Option<&Directories>) -> Result<Options, AnalyzeError> {
    let Some(directories) = directories.filter(|_| !arguments.no_settings) else {
        return Ok(Options::default());
    };
    let path = directories.settings_file();
    let (options, problems) = gnubg_session::read_settings(&path)
        .map_err(|source| AnalyzeError::Settings { path: path.clone(), source })?;
    for problem in problems {
        output::error_line(format_args!("{NAME}: {}: {problem}", path.display()));
    }
    Ok(options)
}

/// The engine with the databases that the arguments name, or with the user's databases.
fn engine(
    arguments: &Arguments,
    options: &Options,
    directories: Option<&Directories>,
) -> Result<Engine, AnalyzeError> {
    let folders = match &arguments.databases {
        Some(folder) => vec![folder.clone()],
        None if arguments.no_databases => Vec::new(),
        None => directories.map_or_else(Vec::new, Directories::database_folders),
    };
    let folders: Vec<&Path> = folders.iter().map(PathBuf::as_path).filter(|folder| folder.is_dir()).collect();
    let (databases, problems) = Databases::load(&folders);
    for problem in &problems {
        output::error_line(format_args!("{NAME}: a bearoff database could not be loaded: {}", problem.error));
    }
    let entries = options.engine.cache.max(DEFAULT_CACHE_ENTRIES);
    let engine = Engine::built_in(entries).map_err(|error| AnalyzeError::Nets(error.to_string()))?;
    Ok(engine.with_databases(databases).with_efficiencies(options.engine.efficiencies))
}

/// The match equity table that the arguments or the settings name.
fn table(
    arguments: &Arguments,
    options: &Options,
) -> Result<gnubg_engine::cube::MatchEquityTable, AnalyzeError> {
    match &arguments.met {
        Some(name) => Ok(read_table(name)?),
        None => {
            let table = read_table(&options.engine.met)?;
            Ok(if options.engine.met_inverted { table.inverted() } else { table })
        }
    }
}
