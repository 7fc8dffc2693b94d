// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg duel`: two players play many cubeless games, and luck is removed from the result.

use super::duel_log::DuelLog;
use super::engine::EngineOptions;
use super::process::{INTERRUPTED, cancel_on_signals, command_of, parse};
use crate::output;
use clap::Parser;
use gnubg_engine::core::CancelToken;
use gnubg_engine::duel::{Duel, DuelResult, PlayerName};
use gnubg_engine::eval::Engine;
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;

const NAME: &str = "gnubg duel";

/// Compare the strength of two players in cubeless money games, in points per game.
///
/// Each dice sequence is played twice with the seats exchanged. The luck of the rolls, as the built-in nets estimate it,
/// is subtracted from the results, so far fewer games are needed.
///
/// A player is "pubeval"; a level such as "world class" or "roller"; "N-ply"; a level or "N-ply" with the nets of a
/// file, as in "0-ply@my.weights"; or "program:COMMAND", a program that reads lines such as
/// {"id": "4HPwATDgc/ABMA", "dice": [3, 1], "want": ["play"]} and answers each with a line
/// {"best": "POSITION ID"}, the position after its play with the opponent on roll, as gnubg batch does.
#[derive(Parser)]
#[command(name = NAME, bin_name = NAME, max_term_width = 100)]
struct Arguments {
    /// The player whose points are printed
    #[arg(value_name = "PLAYER", value_parser = PlayerName::from_str)]
    first: PlayerName,

    /// The opponent
    #[arg(value_name = "OPPONENT", value_parser = PlayerName::from_str)]
    second: PlayerName,

    /// Number of games, two for each dice sequence
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(4..))]
    games: u32,

    /// Seed of the dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,

    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// File that keeps the games; the same command continues with it, also with more games
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Print the result as JSON
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    engine: EngineOptions,
}

/// The engine of a player's own nets, if it has any.
fn own_engine(player: &PlayerName, options: &EngineOptions) -> Result<Option<Engine>, String> {
    let PlayerName::Engine { nets: Some(path), .. } = player else { return Ok(None) };
    options.with_nets(path).load(NAME).map(Some)
}

/// The command line.
#[must_use]
pub fn command() -> clap::Command {
    command_of::<Arguments>()
}

/// Runs the tool; the first argument is the program's name. Exit codes: 0 done, 1 a player failed or a file cannot be
/// used, 2 bad usage, 130 interrupted.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Arguments = match parse(args) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    let cancel = cancel_on_signals();
    match play(&arguments, &cancel) {
        Ok(result) => {
            let text = if arguments.json { as_json(&result).to_string() } else { as_text(&result) };
            output::line(format_args!("{text}"));
            ExitCode::SUCCESS
        }
        Err(_) if cancel.is_cancelled() => {
            let then =
                if arguments.log.is_some() { "the same command continues" } else { "--log keeps the games" };
            output::error_line(format_args!("{NAME}: interrupted; {then}"));
            ExitCode::from(INTERRUPTED)
        }
        Err(message) => {
            output::error_line(format_args!("{NAME}: {message}"));
            ExitCode::FAILURE
        }
    }
}

fn play(arguments: &Arguments, cancel: &CancelToken) -> Result<DuelResult, String> {
    let threads = arguments.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| error.to_string())?;
    let referee = arguments.engine.load(NAME)?;
    let (first, second) =
        (own_engine(&arguments.first, &arguments.engine)?, own_engine(&arguments.second, &arguments.engine)?);
    let identity = |player: &PlayerName, own: &Option<Engine>| {
        format!("{player:?} {:016x}", own.as_ref().unwrap_or(&referee).fingerprint())
    };
    let players = [identity(&arguments.first, &first), identity(&arguments.second, &second)];
    let log =
        arguments.log.as_deref().map(|path| DuelLog::open(path, players, arguments.seed)).transpose()?;
    let none = BTreeMap::new();
    let known = log.as_ref().map_or(&none, DuelLog::known);
    let duel = Duel { referee: &referee, pairs: arguments.games / 2, seed: arguments.seed, cancel };
    let bar = ProgressBar::new(arguments.games.into());
    bar.inc(2 * known.len().min(duel.pairs as usize) as u64);
    let seat = |player: &PlayerName, own: &Option<Engine>| {
        player.seated(own.as_ref().unwrap_or(&referee), cancel).map(drop)
    };
    // A player that cannot start fails before the first game.
    seat(&arguments.first, &first)
        .and_then(|()| seat(&arguments.second, &second))
        .map_err(|e| e.to_string())?;
    let result = pool.install(|| {
        duel.run(
            known,
            || arguments.first.seated(first.as_ref().unwrap_or(&referee), cancel),
            || arguments.second.seated(second.as_ref().unwrap_or(&referee), cancel),
            |pair, result| {
                if let Some(log) = &log {
                    log.add(pair, result);
                }
                bar.inc(2);
            },
        )
    });
    bar.finish_and_clear();
    if let Some(problem) = log.as_ref().and_then(DuelLog::problem) {
        output::error_line(format_args!("{NAME}: {problem}"));
    }
    result.map_err(|error| error.to_string())
}

fn as_text(result: &DuelResult) -> String {
    let DuelResult { games, plain, adjusted } = result;
    format!(
        "{games} games, points per game of the first player with standard errors\n\
         with luck           {:+.4} ± {:.4}\n\
         luck removed        {:+.4} ± {:.4}",
        plain.mean, plain.error, adjusted.mean, adjusted.error
    )
}

fn as_json(result: &DuelResult) -> Value {
    let DuelResult { games, plain, adjusted } = result;
    json!({
        "games": games,
        "plain": {"mean": plain.mean, "error": plain.error},
        "adjusted": {"mean": adjusted.mean, "error": adjusted.error},
    })
}
