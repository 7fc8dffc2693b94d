// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg rollout`: rollouts on the command line, complete or in parts, and `gnubg rollout merge` to merge parts.
//!
//! Results go to standard output, progress goes to standard error. An interrupted rollout writes the games played so far
//! to its file and ends with exit code 130.

mod arguments;
mod error;
mod file;
#[cfg(test)]
mod tests;

use super::process::{INTERRUPTED, cancel_on_signals, command_of, parse};
use crate::output;
use arguments::{Action, Arguments, MergeArguments, NAME, RunArguments, TrialSelection};
use error::RolloutToolError;
use file::{check_output, load, save};
use gnubg_engine::bearoff::Databases;
use gnubg_engine::core::CancelToken;
use gnubg_engine::eval::{DEFAULT_CACHE_ENTRIES, Engine};
use gnubg_engine::rollout::{Effort, Ending, Progress, Rollout};
use gnubg_formats::rollout::write;
use gnubg_report::rollout as text;
use gnubg_session::Directories;
use indicatif::{ProgressBar, ProgressStyle};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

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
    let done = match &arguments.action {
        Some(Action::Merge(merge)) => merge_files(merge),
        None => roll_out(&arguments.run, &cancel_on_signals()),
    };
    done.unwrap_or_else(|failure| {
        output::error_line(format_args!("{NAME}: {failure}"));
        if failure.is_usage() { ExitCode::from(2) } else { ExitCode::FAILURE }
    })
}

fn roll_out(arguments: &RunArguments, cancel: &CancelToken) -> Result<ExitCode, RolloutToolError> {
    check_output(arguments.output.as_deref())?;
    let engine = engine(arguments)?;
    let (mut rollout, table) = match &arguments.from {
        Some(path) => load(path)?,
        None => arguments.rollout(&engine)?,
    };
    let games = match (&arguments.trials, &arguments.from) {
        (Some(TrialSelection::Range(range)), Some(path)) => {
            if range.end > rollout.settings().trials {
                let trials = rollout.settings().trials;
                return Err(RolloutToolError::Range { start: range.start, end: range.end, trials });
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
        (Some(TrialSelection::Range(range)), None) => Some(range.clone()),
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
        output::line(format_args!("{}", report(&rollout)));
    }
    let Some(ending) = ending else { return Ok(ExitCode::SUCCESS) };
    output::error_line(format_args!("{NAME}: {}.", text::ending(ending)));
    Ok(if ending == Ending::Cancelled { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// The part that an earlier run wrote to `path`, if it belongs to `rollout`.
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
) -> Result<Ending, RolloutToolError> {
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

fn merge_files(arguments: &MergeArguments) -> Result<ExitCode, RolloutToolError> {
    check_output(arguments.output.as_deref())?;
    let mut whole: Option<(Rollout, String)> = None;
    for path in &arguments.parts {
        let (part, name) = load(path)?;
        match &mut whole {
            None => whole = Some((part, name)),
            Some((_, table)) if *table != name => {
                return Err(RolloutToolError::Tables { path: path.clone(), name });
            }
            Some((rollout, _)) => {
                rollout
                    .merge(&part)
                    .map_err(|source| RolloutToolError::Merge { path: path.clone(), source })?;
            }
        }
    }
    // At least one part is required.
    let Some((rollout, table)) = whole else { return Ok(ExitCode::SUCCESS) };
    if let Some(path) = &arguments.output {
        save(path, &write(&rollout, &table))?;
    }
    output::line(format_args!("{}", report(&rollout)));
    Ok(ExitCode::SUCCESS)
}

fn report(rollout: &Rollout) -> String {
    let results = rollout.results();
    text::report(rollout.subject(), rollout.settings(), &results, None, &text::RolloutTextStyle::default())
}

/// The engine with the databases that the arguments name, or with the user's databases.
fn engine(arguments: &RunArguments) -> Result<Engine, RolloutToolError> {
    let folders = match &arguments.databases {
        Some(folder) => vec![folder.clone()],
        None if arguments.no_databases => Vec::new(),
        None => Directories::of_user().map_or_else(Vec::new, |folders| folders.database_folders()),
    };
    let folders: Vec<&Path> = folders.iter().map(PathBuf::as_path).filter(|folder| folder.is_dir()).collect();
    let (databases, problems) = Databases::load(&folders);
    if let Some(problem) = problems.first() {
        return Err(RolloutToolError::Database(problem.error.to_string()));
    }
    let engine =
        Engine::built_in(DEFAULT_CACHE_ENTRIES).map_err(|error| RolloutToolError::Nets(error.to_string()))?;
    Ok(engine.with_databases(databases))
}
