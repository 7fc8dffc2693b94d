// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg duel`: two players play many cubeless games, and luck is removed from the result.

use super::duel_log::DuelLog;
use super::engine::{EngineOptions, level_of};
use super::process::{INTERRUPTED, cancel_on_signals, command_of, parse};
use crate::output;
use clap::Parser;
use gnubg_engine::core::{Board, CancelToken, Dice, PlayList};
use gnubg_engine::duel::{Contender, Duel, DuelError, DuelResult, Evaluator, Pubeval};
use gnubg_engine::eval::{Engine, EvalSettings, MAX_PLIES, MoveFilters};
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

const NAME: &str = "gnubg duel";

/// Compare the strength of two players in cubeless money games, in points per game.
///
/// Each dice sequence is played twice with the seats exchanged. The luck of the rolls, as the built-in nets estimate it,
/// is subtracted from the results, so far fewer games are needed.
///
/// A player is "pubeval"; a level such as "world class"; "N-ply"; a level or "N-ply" with the nets of a file, as in
/// "0-ply@my.weights"; or "program:COMMAND", a program that reads lines such as
/// {"id": "4HPwATDgc/ABMA", "dice": [3, 1], "want": ["play"]} and answers each with a line
/// {"best": "POSITION ID"}, the position after its play with the opponent on roll, as gnubg batch does.
#[derive(Parser)]
#[command(name = NAME, bin_name = NAME, max_term_width = 100)]
struct Arguments {
    /// The player whose points are printed
    #[arg(value_name = "PLAYER", value_parser = player_of)]
    first: Player,

    /// The opponent
    #[arg(value_name = "OPPONENT", value_parser = player_of)]
    second: Player,

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

/// A player as the command line names it.
#[derive(Clone, Debug, PartialEq)]
enum Player {
    Pubeval,
    Engine { settings: EvalSettings, filters: MoveFilters, nets: Option<PathBuf> },
    Program(String),
}

fn player_of(text: &str) -> Result<Player, String> {
    if text.eq_ignore_ascii_case("pubeval") {
        return Ok(Player::Pubeval);
    }
    if let Some(command) = text.strip_prefix("program:") {
        return Ok(Player::Program(command.to_owned()));
    }
    let (strength, nets) = match text.split_once('@') {
        Some((strength, nets)) => (strength, Some(PathBuf::from(nets))),
        None => (text, None),
    };
    let plies = strength.strip_suffix("-ply").and_then(|plies| plies.parse::<u8>().ok());
    let (settings, filters) = match plies {
        Some(plies) if plies <= MAX_PLIES => (EvalSettings::at(plies), MoveFilters::NORMAL),
        Some(_) => return Err(format!("the maximum is {MAX_PLIES} plies")),
        None => level_of(strength)
            .map(|level| (level.settings(), level.filters()))
            .map_err(|levels| format!("a player is pubeval, program:COMMAND, N-ply or a level: {levels}"))?,
    };
    Ok(Player::Engine { settings, filters, nets })
}

impl Player {
    /// The engine of this player's own nets, if it has any.
    fn own_engine(&self, options: &EngineOptions) -> Result<Option<Engine>, String> {
        let Player::Engine { nets: Some(path), .. } = self else { return Ok(None) };
        options.with_nets(path).load(NAME).map(Some)
    }

    /// The player for one thread.
    fn seated<'a>(
        &self,
        engine: &'a Engine,
        cancel: &'a CancelToken,
    ) -> Result<Box<dyn Contender + Send + 'a>, DuelError> {
        Ok(match self {
            Player::Pubeval => Box::new(Pubeval),
            &Player::Engine { settings, filters, .. } => {
                Box::new(Evaluator { engine, settings, filters, cancel })
            }
            Player::Program(command) => Box::new(Program::start(command)?),
        })
    }
}

/// An external program that chooses plays.
struct Program {
    command: String,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Program {
    fn start(command: &str) -> Result<Program, DuelError> {
        let silent = |reason: String| DuelError::Silent { name: command.to_owned(), reason };
        let mut child = Command::new("sh")
            .args(["-c", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| silent(error.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(silent("its input or output is closed".to_owned()));
        };
        Ok(Program { command: command.to_owned(), child, input, output: BufReader::new(output) })
    }

    fn ask(&mut self, board: &Board, dice: Dice) -> Result<Board, String> {
        let request = json!({"id": board.position_id(), "dice": [dice.high(), dice.low()], "want": ["play"]});
        writeln!(self.input, "{request}")
            .and_then(|()| self.input.flush())
            .map_err(|error| error.to_string())?;
        let mut line = String::new();
        if self.output.read_line(&mut line).map_err(|error| error.to_string())? == 0 {
            return Err("the program has ended".to_owned());
        }
        let answer: Value = serde_json::from_str(&line).map_err(|error| format!("{error} in {line:?}"))?;
        let best = answer["best"]
            .as_str()
            .ok_or_else(|| format!("the answer has no \"best\": {}", line.trim_end()))?;
        Board::from_position_id(best).map_err(|error| format!("{best}: {error}"))
    }
}

impl Contender for Program {
    fn choose(&mut self, board: &Board, dice: Dice, list: &PlayList) -> Result<usize, DuelError> {
        let found = self.ask(board, dice).and_then(|after| {
            let illegal = || {
                format!("{} is not a legal play of {dice} from {}", after.position_id(), board.position_id())
            };
            list.find(&after).ok_or_else(illegal)
        });
        found.map_err(|reason| DuelError::Silent { name: self.command.clone(), reason })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Errors mean that it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
        (arguments.first.own_engine(&arguments.engine)?, arguments.second.own_engine(&arguments.engine)?);
    let identity = |player: &Player, own: &Option<Engine>| {
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
    let seat = |player: &Player, own: &Option<Engine>| {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn players_are_named_on_the_command_line() {
        assert_eq!(player_of("Pubeval"), Ok(Player::Pubeval));
        assert_eq!(player_of("program:cat"), Ok(Player::Program("cat".to_owned())));
        let Ok(Player::Engine { settings, nets, .. }) = player_of("1-ply@old.weights") else { panic!() };
        assert_eq!((settings.plies, nets.as_deref()), (1, Some(Path::new("old.weights"))));
        assert!(matches!(player_of("world class"), Ok(Player::Engine { nets: None, .. })));
        assert!(player_of("9-ply").is_err() && player_of("").unwrap_err().contains("expert"));
    }

    #[test]
    fn wrong_answers_of_programs_are_errors() {
        let list = |board: &Board, dice| {
            let mut list = PlayList::new();
            list.generate(board, dice);
            list
        };
        let (board, dice) = (Board::default(), Dice::new(3, 1).unwrap());
        let list = list(&board, dice);
        let ask = |command: &str| Program::start(command).unwrap().choose(&board, dice, &list);
        let wanted = list.find(&Board::from_position_id("sGfwATDgc/ABMA").unwrap()).unwrap();
        assert_eq!(ask(r#"read line; echo '{"best": "sGfwATDgc/ABMA"}'"#), Ok(wanted));
        let fault = |command: &str| ask(command).unwrap_err().to_string();
        assert!(fault("read line; echo '{\"best\": \"4HPwATDgc/ABMA\"}'").contains("is not a legal play of"));
        assert!(fault("read line; echo nonsense").contains("nonsense"));
        assert!(fault("read line").contains("the program has ended"));
    }
}
