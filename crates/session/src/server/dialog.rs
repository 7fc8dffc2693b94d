// SPDX-License-Identifier: GPL-3.0-or-later
//! The answers to a client.

use super::request::{Request, RequestError};
use crate::advice::hint::in_setting;
use crate::options::{Options, PlayerOptions, Seat};
use crate::play::decision::{Choice, Thinker};
use gnubg_engine::core::{Action, CancelToken, Cancelled, MatchState, Phase, Play, ResignLevel, Rules};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{Engine, EvalSettings, Root};
use gnubg_formats::board_text::BoardText;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// How often the deadline of an answer is checked.
const WATCH_INTERVAL: Duration = Duration::from_millis(50);

/// What answers depend on.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    engine: Arc<Engine>,
    table: Arc<MatchEquityTable>,
    player: PlayerOptions,
    /// Rules of money sessions unless a request says otherwise.
    rules: Rules,
    /// How long computing an answer may take.
    deadline: Duration,
}

impl ServerSettings {
    /// The settings of `set evaluation`, the rules of new money sessions, and the time of `set external timeout`.
    #[must_use]
    pub fn of(options: &Options, engine: Arc<Engine>, table: Arc<MatchEquityTable>) -> ServerSettings {
        let player = PlayerOptions {
            seat: Seat::Engine,
            checker: options.evaluation.checker.clone(),
            cube: options.evaluation.cube.clone(),
            filters: options.evaluation.filters,
            ..PlayerOptions::default()
        };
        let deadline = Duration::from_secs(u64::from(options.general.external_timeout));
        ServerSettings { engine, table, player, rules: options.matches.rules(0), deadline }
    }
}

/// The answer to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Lines, each ended by a line feed, and the prompt if the client has set one.
    pub text: String,
    /// Whether the connection ends.
    pub closes: bool,
}

/// What a client has set.
#[derive(Clone, Debug)]
pub struct Dialog {
    settings: Arc<ServerSettings>,
    prompt: String,
    is_debugging: bool,
}

impl Dialog {
    /// The dialog with a new client.
    #[must_use]
    pub fn new(settings: Arc<ServerSettings>) -> Dialog {
        Dialog { settings, prompt: String::new(), is_debugging: false }
    }

    /// The answer to a line. A line that cannot be understood, or whose answer takes longer than the settings allow, is
    /// answered by a line that begins with `Error:`.
    ///
    /// # Errors
    /// If cancelled.
    pub fn answer(&mut self, line: &str, cancel: &CancelToken) -> Result<Reply, Cancelled> {
        let deadline = self.settings.deadline;
        let within = CancelToken::new();
        let (finished, finish) = std::sync::mpsc::channel::<()>();
        let found = std::thread::scope(|scope| {
            let (cancel, watched) = (cancel.clone(), within.clone());
            scope.spawn(move || {
                let start = Instant::now();
                // The sender is dropped as soon as the answer is there.
                while finish.recv_timeout(WATCH_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    if cancel.is_cancelled() || start.elapsed() > deadline {
                        watched.cancel();
                        return;
                    }
                }
            });
            let found = self.compute(line, &within);
            drop(finished);
            found
        });
        match found {
            Err(Cancelled) => {
                cancel.check()?;
                Ok(self.reply(&format!("Error: {}\n", RequestError::TimedOut(deadline.as_secs()))))
            }
            found => found,
        }
    }

    fn compute(&mut self, line: &str, cancel: &CancelToken) -> Result<Reply, Cancelled> {
        let request = match Request::read(line, self.settings.rules) {
            Ok(request) => request,
            Err(error) => return Ok(self.reply(&format!("Error: {error}\n"))),
        };
        let switched = |on: bool| if on { "ON" } else { "OFF" };
        let text = match request {
            Request::Version => {
                format!("Interface: 2\nRFBF: 0\nEngine: 1.00\nSoftware: {}\n", env!("CARGO_PKG_VERSION"))
            }
            Request::Help => "\tNo help information available\n".to_owned(),
            Request::Close => return Ok(Reply { text: String::new(), closes: true }),
            Request::Debug(on) => {
                self.is_debugging = on;
                format!("Debug output {}\n", switched(on))
            }
            Request::Interface(is_new) => format!("New interface {}\n", switched(is_new)),
            Request::Prompt(text) => {
                self.prompt = text;
                String::new()
            }
            Request::Decide(state, resignation) => {
                let debug = if self.is_debugging { debug_lines(&state) } else { String::new() };
                match self.decide(&state, resignation, cancel)? {
                    Ok(decision) => format!("{debug}{decision}\n"),
                    Err(error) => format!("{debug}Error: {error}\n"),
                }
            }
            Request::Evaluate(state, settings) => self.evaluate(&state, &settings, cancel)?,
        };
        Ok(self.reply(&text))
    }

    fn reply(&self, text: &str) -> Reply {
        Reply { text: format!("{text}{}", self.prompt), closes: false }
    }

    fn decide(
        &self,
        state: &MatchState,
        resignation: Option<ResignLevel>,
        cancel: &CancelToken,
    ) -> Result<Result<String, RequestError>, Cancelled> {
        let ServerSettings { engine, table, player, .. } = &*self.settings;
        let mut state = *state;
        if let (Some(level), Some(asked), Phase::Due(then)) = (resignation, state.to_act(), state.phase) {
            state.phase = Phase::Resigning { by: asked.other(), level, then };
        }
        let board = state.board;
        let thinker =
            Thinker { state, player: player.clone(), engine: Arc::clone(engine), table: Arc::clone(table) };
        let decided = thinker.decide(cancel)?;
        Ok(match decided.map(|decided| decided.choice) {
            None => Err(RequestError::NoDecision),
            Some(Choice::Roll) => Ok("roll".to_owned()),
            Some(Choice::Act(action)) => Ok(match action {
                Action::Double => "double".to_owned(),
                Action::Take => "take".to_owned(),
                Action::Drop => "drop".to_owned(),
                Action::Beaver => "beaver".to_owned(),
                Action::AcceptResignation => "accept".to_owned(),
                Action::DeclineResignation => "reject".to_owned(),
                Action::Resign(level) => format!("resign {}", level.multiple()),
                Action::Play(play) => plain(&board, &play),
                Action::Opening(_) | Action::Roll(_) => "roll".to_owned(),
            }),
        })
    }

    /// The five chances, and the equity or in a match the chance to win it.
    fn evaluate(
        &self,
        state: &MatchState,
        settings: &EvalSettings,
        cancel: &CancelToken,
    ) -> Result<String, Cancelled> {
        let root = Root::of(&in_setting(state, state.board), &self.settings.table);
        let found = self.settings.engine.evaluate(&root, settings, cancel)?;
        let value = found.mwc.map_or(found.cubeful.0, |mwc| mwc.0);
        let mut text = String::new();
        for chance in found.probs.to_array() {
            let _ = write!(text, "{chance:.6} ");
        }
        let _ = writeln!(text, "{value:.6}");
        Ok(text)
    }
}

/// Single steps with numbers, the bar as 25 and off as 0; empty if no checker can move.
fn plain(board: &gnubg_engine::core::Board, play: &Play) -> String {
    let mut blots: Vec<usize> = {
        let other = board.side(gnubg_engine::core::Side::Opponent);
        (1..=24).filter(|point| other[24 - point] == 1).collect()
    };
    let number = |place: String| match place.as_str() {
        "bar" => 25,
        "off" => 0,
        point => point.parse().unwrap_or(0),
    };
    let mut steps = Vec::new();
    for step in play.steps() {
        let (from, to): (usize, usize) = (number(step.from.to_string()), number(step.to.to_string()));
        let hits = blots.contains(&to);
        blots.retain(|point| *point != to);
        steps.push(format!("{from}/{to}{}", if hits { "*" } else { "" }));
    }
    steps.join(" ")
}

/// The board as drawn text, for clients that look for mistakes.
fn debug_lines(state: &MatchState) -> String {
    let drawn = BoardText { state, names: ["", ""], clockwise: false, faces: None }.draw();
    drawn.lines().map(|line| format!("DBG: {line}\n")).collect()
}
