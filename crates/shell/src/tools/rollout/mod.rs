// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg rollout`: rollouts on the command line, in parts if wanted, and `gnubg rollout merge` to put parts together.
//!
//! Results go to standard output, progress to standard error. An interrupted rollout writes the games it has to its file;
//! exit code 130 then says that it is not complete.

mod arguments;
#[cfg(test)]
mod tests;

use super::{INTERRUPTED, cancel_on_signals, parse};
use arguments::{Action, Arguments, MergeArguments, RunArguments, Trials};
use gnubg_engine::bearoff::Databases;
use gnubg_engine::core::ids::IdError;
use gnubg_engine::core::notation::NotationError;
use gnubg_engine::core::{CancelToken, StateError};
use gnubg_engine::cube::{MatchEquityTable, MetError};
use gnubg_engine::eval::{DEFAULT_CACHE_ENTRIES, Engine};
use gnubg_engine::rollout::{Effort, Ending, Progress, Rollout, RolloutError};
use gnubg_formats::rollout::{MAX_BYTES, RolloutFileError, read, write};
use gnubg_report::rollout as text;
use gnubg_session::{Directories, TableError, read_table};
use indicatif::{ProgressBar, ProgressStyle};
use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use thiserror::Error;

/// The program's name in messages.
const NAME: &str = "gnubg rollout";

/// Why a rollout was not done.
#[derive(Debug, Error)]
enum Failure {
    #[error("{path}: {source}")]
    Io { path: PathBuf, source: std::io::Error },
    #[error("{path}: {source}")]
    File { path: PathBuf, source: RolloutFileError },
    #[error("{path}: {source}")]
    Merge { path: PathBuf, source: RolloutError },
    #[error("{path} uses the match equity table {name:?}, the file before it another one")]
    Tables { path: PathBuf, name: String },
    #[error(transparent)]
    Rollout(#[from] RolloutError),
    #[error("the position: {0}")]
    Id(#[from] IdError),
    #[error("the position: {0}")]
    State(#[from] StateError),
    #[error("the position says no dice; give them with --dice")]
    NoDice,
    #[error("the play {0:?}: {1}")]
    Play(String, NotationError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("the nets: {0}")]
    Nets(String),
    #[error("a database: {0}")]
    Database(String),
    #[error("games {start}..{end} are not among the {trials} of the file")]
    Range { start: u32, end: u32, trials: u32 },
}

impl Failure {
    /// Whether the command line is at fault.
    const fn is_usage(&self) -> bool {
        matches!(
            self,
            Failure::Id(_) | Failure::State(_) | Failure::NoDice | Failure::Play(..) | Failure::Range { .. }
        )
    }
}

/// Runs the tool; the first argument is the program's name.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Arguments = match parse(args) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    let done = match &arguments.action {
        Some(Action::Merge(merge)) => merge_files(merge),
        None => roll_out(&arguments.run, &cancel_on_signals()),
    };
    done.unwrap_or_else(|failure| {
        eprintln!("{NAME}: {failure}");
        if failure.is_usage() { ExitCode::from(2) } else { ExitCode::FAILURE }
    })
}

fn roll_out(arguments: &RunArguments, cancel: &CancelToken) -> Result<ExitCode, Failure> {
    let engine = engine(arguments)?;
    let (mut rollout, table) = match &arguments.from {
        Some(path) => load(path)?,
        None => arguments.rollout(&engine)?,
    };
    let games = match (&arguments.trials, &arguments.from) {
        (Some(Trials::Games(range)), Some(path)) => {
            if range.end > rollout.settings().trials {
                let trials = rollout.settings().trials;
                return Err(Failure::Range { start: range.start, end: range.end, trials });
            }
            rollout = rollout.without_games();
            let target = arguments.output.as_deref();
            if let Some(done) =
                target.filter(|target| *target != path).and_then(|target| part(target, &rollout))
            {
                rollout = done;
            }
            Some(range.clone())
        }
        (Some(Trials::Games(range)), None) => Some(range.clone()),
        _ => None,
    };
    if arguments.from.is_some() {
        rollout.set_limits(&arguments.limits(rollout.settings()));
    }
    let mut ending = None;
    if !arguments.plan {
        let effort = Effort {
            games,
            time_limit: arguments.time.map(Duration::from_secs_f64),
            ..Effort::threads(arguments.threads())
        };
        ending = Some(run(&mut rollout, &engine, &effort, cancel)?);
    }
    if let Some(path) = &arguments.output {
        save(path, &write(&rollout, &table))?;
    }
    if !arguments.plan && !arguments.quiet {
        print!("{}", report(&rollout));
    }
    let Some(ending) = ending else { return Ok(ExitCode::SUCCESS) };
    eprintln!("{NAME}: {}.", text::ending(ending));
    Ok(if ending == Ending::Cancelled { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// A part written before that belongs to `rollout`, to be gone on with.
fn part(path: &Path, rollout: &Rollout) -> Option<Rollout> {
    let (part, _) = path.is_file().then(|| load(path).ok()).flatten()?;
    let mut check = rollout.clone();
    check.merge(&part).is_ok().then_some(part)
}

fn run(
    rollout: &mut Rollout,
    engine: &Engine,
    effort: &Effort,
    cancel: &CancelToken,
) -> Result<Ending, Failure> {
    let bar = ProgressBar::new(0).with_prefix("rolling out");
    if let Ok(style) = ProgressStyle::with_template("{prefix} [{bar:30}] {pos}/{len}  {msg}") {
        bar.set_style(style.progress_chars("=> "));
    }
    let ending = rollout.run(engine, effort, cancel, &mut |progress| show(&bar, progress));
    bar.finish_and_clear();
    Ok(ending?)
}

fn show(bar: &ProgressBar, progress: &Progress) {
    bar.set_length(progress.games_done + progress.games_left);
    bar.set_position(progress.games_done);
    let left = progress.remaining_s().map_or_else(String::new, |s| format!("  {} left", text::time(s)));
    if let Some(best) = progress.results.best() {
        let equity = best.cubeful;
        bar.set_message(format!("{:+.4} +- {:.4}{left}", equity.mean, equity.std_error));
    }
}

fn merge_files(arguments: &MergeArguments) -> Result<ExitCode, Failure> {
    let mut whole: Option<(Rollout, String)> = None;
    for path in &arguments.parts {
        let (part, name) = load(path)?;
        match &mut whole {
            None => whole = Some((part, name)),
            Some((_, table)) if *table != name => return Err(Failure::Tables { path: path.clone(), name }),
            Some((rollout, _)) => {
                rollout.merge(&part).map_err(|source| Failure::Merge { path: path.clone(), source })?;
            }
        }
    }
    // At least one part is required.
    let Some((rollout, table)) = whole else { return Ok(ExitCode::SUCCESS) };
    if let Some(path) = &arguments.output {
        save(path, &write(&rollout, &table))?;
    }
    print!("{}", report(&rollout));
    Ok(ExitCode::SUCCESS)
}

fn report(rollout: &Rollout) -> String {
    let results = rollout.results();
    text::report(rollout.subject(), rollout.settings(), &results, None, &text::RolloutTextStyle::default())
}

/// The engine with the databases that were asked for, or those of the user.
fn engine(arguments: &RunArguments) -> Result<Engine, Failure> {
    let folders = match &arguments.databases {
        Some(folder) => vec![folder.clone()],
        None if arguments.no_databases => Vec::new(),
        None => Directories::of_user().map_or_else(Vec::new, |folders| folders.database_folders()),
    };
    let folders: Vec<&Path> = folders.iter().map(PathBuf::as_path).filter(|folder| folder.is_dir()).collect();
    let (databases, problems) = Databases::load(&folders);
    if let Some(problem) = problems.first() {
        return Err(Failure::Database(problem.error.to_string()));
    }
    let engine = Engine::built_in(DEFAULT_CACHE_ENTRIES).map_err(|error| Failure::Nets(error.to_string()))?;
    Ok(engine.with_databases(databases))
}

/// A rollout file and the name of its match equity table.
fn load(path: &Path) -> Result<(Rollout, String), Failure> {
    let io = |source| Failure::Io { path: path.to_owned(), source };
    let mut content = String::new();
    let file = std::fs::File::open(path).map_err(io)?;
    file.take(MAX_BYTES as u64).read_to_string(&mut content).map_err(io)?;
    read(&content, table_of).map_err(|source| Failure::File { path: path.to_owned(), source })
}

/// The match equity table of that name: a file, or one of those built in.
fn table_of(name: &str) -> Result<MatchEquityTable, MetError> {
    read_table(name).map_err(|error| match error {
        TableError::Met { source, .. } => source,
        TableError::Io { .. } => MetError::Unknown(name.to_owned()),
    })
}

/// Writes a file so that it is always whole.
fn save(path: &Path, content: &str) -> Result<(), Failure> {
    let io = |source| Failure::Io { path: path.to_owned(), source };
    let mut partial = path.to_owned().into_os_string();
    partial.push(".partial");
    std::fs::write(&partial, content).map_err(io)?;
    std::fs::rename(&partial, path).map_err(io)
}
