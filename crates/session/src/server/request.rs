// SPDX-License-Identifier: GPL-3.0-or-later
//! The lines of a client.

use gnubg_engine::core::{Decision, MatchState, Phase, ResignLevel, Rules};
use gnubg_engine::eval::{EvalSettings, MAX_PLIES};
use gnubg_formats::PositionError;
use gnubg_formats::ids::fibs_board;
use thiserror::Error;

/// Why a line cannot be answered.
#[derive(Debug, Error)]
pub enum RequestError {
    /// An empty line.
    #[error("no command given")]
    Empty,
    /// A word that means nothing here.
    #[error("syntax error, unexpected {0:?}")]
    Unexpected(String),
    /// Something is missing.
    #[error("syntax error, {0} expected")]
    Expected(&'static str),
    /// The board line cannot be read.
    #[error("badly formed board: {0}")]
    Board(#[from] PositionError),
    /// The answer took too long to compute.
    #[error("the answer took longer than {0} s")]
    TimedOut(u64),
    /// No decision is due in the position.
    #[error("badly formed board: no decision is due")]
    NoDecision,
}

/// A line of a client.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Request {
    Version,
    Help,
    Close,
    Debug(bool),
    Interface(bool),
    Prompt(String),
    /// The decision in a position, and the resignation that is offered to the player who decides.
    Decide(Box<MatchState>, Option<ResignLevel>),
    /// The value of a position to the player who decides.
    Evaluate(Box<MatchState>, EvalSettings),
}

/// Splits a line at blanks. Blanks inside double quotes stay; the quotes go.
fn split(line: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted, mut has_word) = (Vec::new(), String::new(), false, false);
    for c in line.chars() {
        match c {
            '"' => (is_quoted, has_word) = (!is_quoted, true),
            c if c.is_whitespace() && !is_quoted => {
                if has_word {
                    words.push(std::mem::take(&mut word));
                }
                has_word = false;
            }
            c => {
                word.push(c);
                has_word = true;
            }
        }
    }
    if has_word {
        words.push(word);
    }
    words
}

/// The words after the board of a request, one after the other.
struct Options<'w> {
    words: std::iter::Peekable<std::slice::Iter<'w, String>>,
}

impl Options<'_> {
    fn next(&mut self) -> Option<String> {
        self.words.next().map(|word| word.to_lowercase())
    }

    fn number(&mut self, what: &'static str) -> Result<f64, RequestError> {
        let word = self.next().ok_or(RequestError::Expected(what))?;
        word.parse().ok().filter(|x: &f64| x.is_finite() && *x >= 0.0).ok_or(RequestError::Unexpected(word))
    }

    /// A switch; `missing` if none follows.
    fn switch(&mut self, missing: Option<bool>) -> Result<bool, RequestError> {
        let found = self.words.peek().and_then(|word| switch(word));
        match found.or(missing) {
            Some(on) => {
                if found.is_some() {
                    self.words.next();
                }
                Ok(on)
            }
            None => Err(RequestError::Expected("on or off")),
        }
    }
}

fn switch(word: &str) -> Option<bool> {
    match word.to_lowercase().as_str() {
        "on" | "yes" | "true" => Some(true),
        "off" | "no" | "false" => Some(false),
        _ => None,
    }
}

impl Request {
    /// Reads a line; `rules` are those of money sessions unless the line says otherwise.
    pub(super) fn read(line: &str, rules: Rules) -> Result<Request, RequestError> {
        let words = split(line);
        let Some(first) = words.first() else { return Err(RequestError::Empty) };
        let is_board =
            |word: &String| word.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("board:"));
        if is_board(first) {
            return Request::decide(first, &words[1..], rules);
        }
        let mut options = Options { words: words[1..].iter().peekable() };
        match first.to_lowercase().as_str() {
            "version" => Ok(Request::Version),
            "help" => Ok(Request::Help),
            "exit" | "quit" => Ok(Request::Close),
            "set" => match options.next().as_deref() {
                Some("debug") => options.switch(None).map(Request::Debug),
                Some("interface") => match options.next().as_deref() {
                    Some("new") => Ok(Request::Interface(true)),
                    Some("old") => Ok(Request::Interface(false)),
                    _ => Err(RequestError::Expected("new or old")),
                },
                Some("prompt") => {
                    words.get(2).cloned().map(Request::Prompt).ok_or(RequestError::Expected("a text"))
                }
                Some(word) => Err(RequestError::Unexpected(word.to_owned())),
                None => Err(RequestError::Expected("debug, interface or prompt")),
            },
            "evaluation" => match (options.next().as_deref(), words.get(2)) {
                (Some("fibsboard"), Some(board)) if is_board(board) => {
                    Request::evaluate(board, &words[3..], rules)
                }
                (Some("fibsboard"), _) => Err(RequestError::Expected("a board line")),
                _ => Err(RequestError::Expected("fibsboard")),
            },
            _ => Err(RequestError::Unexpected(first.clone())),
        }
    }

    fn decide(board: &str, words: &[String], rules: Rules) -> Result<Request, RequestError> {
        let mut session = SessionOptions::new(rules);
        let mut options = Options { words: words.iter().peekable() };
        while let Some(word) = options.next() {
            if !session.read(&word, &mut options)? {
                return Err(RequestError::Unexpected(word));
            }
        }
        Ok(Request::Decide(Box::new(session.state(board)?), session.resignation))
    }

    fn evaluate(board: &str, words: &[String], rules: Rules) -> Result<Request, RequestError> {
        let mut session = SessionOptions::new(rules);
        let mut settings =
            EvalSettings { cubeful: false, prune: false, deterministic: true, ..EvalSettings::at(0) };
        let mut options = Options { words: words.iter().peekable() };
        while let Some(word) = options.next() {
            match word.as_str() {
                "plies" => {
                    let plies = options.number("a number of plies")?;
                    if plies > f64::from(MAX_PLIES) || plies.fract() != 0.0 {
                        return Err(RequestError::Unexpected(plies.to_string()));
                    }
                    settings.plies = plies as u8;
                }
                "cubeful" => settings.cubeful = true,
                "cubeless" => settings.cubeful = false,
                "cube" => settings.cubeful = options.switch(None)?,
                "prune" => settings.prune = options.switch(Some(true))?,
                "deterministic" => settings.deterministic = options.switch(Some(true))?,
                "noise" => {
                    // A whole number counts ten-thousandths.
                    let is_whole = options.words.peek().is_some_and(|word| !word.contains('.'));
                    let noise = options.number("a number")?;
                    settings.noise = (if is_whole { noise / 10_000.0 } else { noise }).min(10.0) as f32;
                }
                _ => {
                    if !session.read(&word, &mut options)? {
                        return Err(RequestError::Unexpected(word));
                    }
                }
            }
        }
        let mut state = session.state(board)?;
        // A double is evaluated for the player who has to answer it.
        if matches!(state.phase, Phase::Due(Decision::Answer(_))) {
            (state.on_roll, state.board) = (state.on_roll.other(), state.board.swapped());
            state.phase = Phase::Due(Decision::Roll);
        }
        Ok(Request::Evaluate(Box::new(state), settings))
    }
}

/// What a request says about the rules.
struct SessionOptions {
    rules: Rules,
    crawford: bool,
    resignation: Option<ResignLevel>,
}

impl SessionOptions {
    fn new(rules: Rules) -> SessionOptions {
        SessionOptions { rules, crawford: true, resignation: None }
    }

    /// Reads an option; `false` if the word is none.
    fn read(&mut self, word: &str, options: &mut Options<'_>) -> Result<bool, RequestError> {
        match word {
            "jacobyrule" => self.rules.jacoby = options.switch(None)?,
            "crawfordrule" => self.crawford = options.switch(None)?,
            "beavers" => {
                let on = options.switch(None)?;
                self.rules.beavers = if on { self.rules.beavers.max(1) } else { 0 };
            }
            "resignation" => {
                let level = options.number("0, 1, 2 or 3")?;
                self.resignation = ResignLevel::from_multiple(level as u8);
                if level != 0.0 && self.resignation.is_none() {
                    return Err(RequestError::Unexpected(level.to_string()));
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn state(&self, board: &str) -> Result<MatchState, RequestError> {
        let mut state = fibs_board::read(board, self.rules)?.state;
        state.is_crawford &= self.crawford;
        state.rules.jacoby &= state.is_money();
        state.check().map_err(|_| RequestError::NoDecision)?;
        Ok(state)
    }
}
