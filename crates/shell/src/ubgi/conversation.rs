// SPDX-License-Identifier: GPL-3.0-or-later
//! The answers to a controller.

use super::keys::{self, Key, Settings};
use gnubg_engine::core::{
    Action, Board, CancelToken, CubeState, Decision, Dice, MatchState, Phase, Play, Rules,
};
use gnubg_engine::cube::{MatchEquityTable, policy};
use gnubg_engine::eval::{Engine, EvalSettings, MAX_PLIES, MoveFilters, Root};
use gnubg_formats::ids;
use gnubg_session::decision::{Choice, DecisionAnalysis, Thinker};
use gnubg_session::options::{PlayerOptions, Seat};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use thiserror::Error;

/// Why a line cannot be answered; the words before the colon are the codes of the protocol.
#[derive(Debug, PartialEq, Eq, Error)]
pub(super) enum UbgiError {
    /// The line is no command, or lacks something.
    #[error("bad_command {0}")]
    Command(String),
    /// A value cannot be used.
    #[error("bad_value {0}")]
    Value(String),
    /// Something has to be sent before.
    #[error("bad_state {0}")]
    State(String),
    /// This engine does not do that.
    #[error("unsupported {0}")]
    Unsupported(String),
}

/// Where the checkers come from.
#[derive(Clone, Debug)]
enum Position {
    /// A position ID; everything else is in the settings.
    Board(Board),
    /// A text that describes everything.
    Whole(Box<MatchState>),
}

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Checker,
    Cube,
    Turn,
}

/// A request for a decision.
#[derive(Clone, Copy, Debug)]
struct Request {
    role: Role,
    /// Whether it has the words of version 0.1, whose answer to a turn names a position.
    is_old: bool,
    plies: u8,
    time: Option<Duration>,
}

/// A conversation with a controller.
#[derive(Debug)]
pub(super) struct Conversation {
    engine: Arc<Engine>,
    table: Arc<MatchEquityTable>,
    settings: Settings,
    position: Option<Position>,
    dice: Option<Dice>,
}

impl Conversation {
    pub(super) fn new(engine: Arc<Engine>, table: Arc<MatchEquityTable>) -> Conversation {
        Conversation { engine, table, settings: Settings::default(), position: None, dice: None }
    }

    /// The lines that answer a line, each with its line feed. If `cancel` is cancelled, a decision is the best one found so
    /// far.
    pub(super) fn answer(&mut self, line: &str, cancel: &CancelToken) -> String {
        if line.starts_with("board:") || line.starts_with("XGID=") {
            return self.bare(line, cancel).unwrap_or_else(|_| "sorry\n".to_owned());
        }
        self.command(line, cancel).unwrap_or_else(|error| format!("error {error}\n"))
    }

    fn command(&mut self, line: &str, cancel: &CancelToken) -> Result<String, UbgiError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let done = |()| String::new();
        match words[..] {
            [] => Ok(String::new()),
            ["ubgi"] => Ok(format!(
                "id name GNU Backgammon\nid author the GNU Backgammon project\nid version {}\nproto 0.2\n{}ubgiok\n",
                env!("CARGO_PKG_VERSION"),
                keys::options()
            )),
            ["isready"] => Ok("readyok\n".to_owned()),
            ["newgame"] => {
                self.settings.new_game();
                (self.position, self.dice) = (None, None);
                Ok(String::new())
            }
            ["keys"] => Ok(keys::list()),
            ["get", name] => {
                let key = Key::named(name).ok_or_else(|| UbgiError::Unsupported((*name).to_owned()))?;
                Ok(format!("value {name} {}\n", key.get(&self.settings)))
            }
            ["set", name, value] => self.set(Key::named(name), name, value).map(done),
            ["setoption", "name", name, "value", value] => {
                self.set(Key::of_option(name), name, value).map(done)
            }
            ["newsession", ref rest @ ..] => self.new_session(rest).map(done),
            ["setscore", zero, one] => self.set_key("game.score", &format!("{zero}-{one}")).map(done),
            ["setturn", player] => self.set_key("game.turn", player).map(done),
            ["setcube", "value", value, "owner", owner] => {
                self.set_key("game.owner", owner)?;
                self.set_key("game.cube", value).map(done)
            }
            ["position", kind, ..] => {
                let text = line.split_once(kind).map_or("", |(_, rest)| rest.trim());
                self.place(kind, text).map(done)
            }
            ["dice", first, second] => {
                let die = |word: &str| word.parse().unwrap_or(0);
                let dice = Dice::new(die(first), die(second));
                self.dice = Some(dice.map_err(|error| UbgiError::Value(format!("dice {error}")))?);
                Ok(String::new())
            }
            ["go", ref rest @ ..] => {
                let request = self.request(rest)?;
                self.go(request, cancel)
            }
            ["set" | "get" | "setoption" | "setscore" | "setturn" | "setcube" | "position" | "dice", ..] => {
                Err(UbgiError::Command(format!("{} has other arguments", words[0])))
            }
            [first, ..] => Err(UbgiError::Command(format!("unknown {first}"))),
        }
    }

    fn set(&mut self, key: Option<&Key>, name: &str, value: &str) -> Result<(), UbgiError> {
        let key = key.ok_or_else(|| UbgiError::Unsupported(name.to_owned()))?;
        key.set(&mut self.settings, value).map_err(|reason| UbgiError::Value(format!("{name} {reason}")))
    }

    fn set_key(&mut self, name: &str, value: &str) -> Result<(), UbgiError> {
        self.set(Key::named(name), name, value)
    }

    fn new_session(&mut self, words: &[&str]) -> Result<(), UbgiError> {
        let mut settings = Settings { length: 0, score: [0, 0], ..self.settings.clone() };
        settings.new_game();
        let mut is_match = false;
        for pair in words.chunks(2) {
            let &[name, value] = pair else {
                return Err(UbgiError::Command(format!("{} needs a value", pair[0])));
            };
            let wrong = || UbgiError::Value(format!("{name} {value}"));
            match name {
                "type" => {
                    is_match =
                        ["money", "match"].iter().position(|&kind| kind == value).ok_or_else(wrong)? == 1
                }
                "length" => settings.length = value.parse().map_err(|_| wrong())?,
                "jacoby" => settings.jacoby = keys::switch(value).ok_or_else(wrong)?,
                // The Crawford game itself is announced by the key game.crawford.
                "crawford" => {
                    keys::switch(value).ok_or_else(wrong)?;
                }
                _ => return Err(UbgiError::Command(format!("unknown {name}"))),
            }
        }
        if is_match != (settings.length > 0) {
            return Err(UbgiError::Value("length must be given for a match, and only there".to_owned()));
        }
        (self.settings, self.position, self.dice) = (settings, None, None);
        Ok(())
    }

    fn place(&mut self, kind: &str, text: &str) -> Result<(), UbgiError> {
        let wrong = |error: &dyn std::fmt::Display| UbgiError::Value(format!("position {error}"));
        let position = match kind {
            "gnubgid" => {
                let (board, id) =
                    text.split_once([':', ' ']).map_or((text, None), |(board, id)| (board, Some(id)));
                let board = Board::from_position_id(board).map_err(|error| wrong(&error))?;
                match id {
                    None => Position::Board(board),
                    Some(id) => {
                        let Settings { variation, jacoby, .. } = self.settings;
                        let rules = Rules { variation, jacoby, ..Rules::default() };
                        let state = MatchState::from_match_id(id.trim(), board, rules);
                        Position::Whole(Box::new(state.map_err(|error| wrong(&error))?))
                    }
                }
            }
            "xgid" => Position::Whole(Box::new(MatchState::from_xgid(text).map_err(|error| wrong(&error))?)),
            _ => return Err(UbgiError::Unsupported(format!("position {kind}"))),
        };
        (self.position, self.dice) = (Some(position), None);
        Ok(())
    }

    fn request(&self, words: &[&str]) -> Result<Request, UbgiError> {
        let mut request = Request {
            role: match self.state()?.phase {
                Phase::Due(Decision::Play(_)) => Role::Checker,
                _ => Role::Cube,
            },
            is_old: false,
            plies: self.settings.plies,
            time: None,
        };
        let mut words = words.iter().peekable();
        while let Some(&word) = words.next() {
            let role = |word: &str| match word {
                "chequer" | "checker" => Some(Role::Checker),
                "cube" => Some(Role::Cube),
                "turn" => Some(Role::Turn),
                _ => None,
            };
            if let Some(role) = role(word) {
                request.role = role;
                continue;
            }
            let value = *words.next().ok_or_else(|| UbgiError::Command(format!("go {word}")))?;
            let wrong = || UbgiError::Value(format!("{word} {value}"));
            match word {
                "role" => (request.role, request.is_old) = (role(value).ok_or_else(wrong)?, true),
                "depth" => {
                    let plies = value.parse().ok().filter(|plies| *plies <= MAX_PLIES);
                    request.plies = plies.ok_or_else(wrong)?;
                }
                "movetime" => request.time = Some(Duration::from_millis(value.parse().map_err(|_| wrong())?)),
                _ => return Err(UbgiError::Unsupported(format!("go {word}"))),
            }
        }
        Ok(request)
    }

    /// The position with everything around it.
    fn state(&self) -> Result<MatchState, UbgiError> {
        let mut state = match &self.position {
            None => return Err(UbgiError::State("missing position".to_owned())),
            Some(Position::Whole(state)) => **state,
            Some(Position::Board(board)) => {
                let Settings { length, score, turn, cube, owner, jacoby, is_crawford, variation, .. } =
                    self.settings;
                let rules = Rules { variation, jacoby: jacoby && length == 0, ..Rules::default() };
                let start =
                    MatchState::new(length, rules).map_err(|error| UbgiError::State(error.to_string()))?;
                let cube = CubeState { value: cube, owner };
                let phase = Phase::Due(Decision::Roll);
                MatchState { score, is_crawford, cube, on_roll: turn, board: *board, phase, ..start }
            }
        };
        if let Some(dice) = self.dice {
            state.phase = Phase::Due(Decision::Play(dice));
        }
        state.check().map_err(|error| UbgiError::State(error.to_string()))?;
        Ok(state)
    }

    fn thinker(&self, state: MatchState, plies: u8) -> Thinker {
        let Settings { cubeful, noise, deterministic, .. } = self.settings;
        let mut player =
            PlayerOptions { seat: Seat::Engine, filters: MoveFilters::NORMAL, ..PlayerOptions::default() };
        let settings = EvalSettings { cubeful, noise, deterministic, ..EvalSettings::at(plies) };
        player.checker.evaluation = settings;
        player.cube.evaluation = EvalSettings { cubeful: true, ..settings };
        Thinker { state, player, engine: Arc::clone(&self.engine), table: Arc::clone(&self.table) }
    }

    fn go(&self, request: Request, cancel: &CancelToken) -> Result<String, UbgiError> {
        let state = self.state()?;
        let stop = cancel.clone();
        let (finish, wait) = channel::<()>();
        std::thread::scope(|scope| {
            if let Some(time) = request.time {
                // The sender is dropped as soon as the answer is there.
                scope.spawn(move || {
                    if wait.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                        stop.cancel();
                    }
                });
            }
            let answer = self.deepen(request, &state, cancel);
            drop(finish);
            answer
        })
    }

    /// The answer of the deepest search that ended before `cancel`; a search without look-ahead always ends.
    fn deepen(
        &self,
        request: Request,
        state: &MatchState,
        cancel: &CancelToken,
    ) -> Result<String, UbgiError> {
        let mut best = self.decide(request, state, 0, &CancelToken::new())?;
        for plies in 1..=request.plies {
            if cancel.is_cancelled() {
                break;
            }
            match self.decide(request, state, plies, cancel)? {
                Some(found) => best = Some(found),
                None => break,
            }
        }
        best.ok_or_else(|| UbgiError::State("no decision is due".to_owned()))
    }

    /// The answer of a search; `None` if cancelled.
    fn decide(
        &self,
        request: Request,
        state: &MatchState,
        plies: u8,
        cancel: &CancelToken,
    ) -> Result<Option<String>, UbgiError> {
        let dice = match state.phase {
            Phase::Due(Decision::Play(dice)) => Some(dice),
            _ => None,
        };
        if request.role != Role::Cube && dice.is_none() {
            return Err(UbgiError::State("missing dice".to_owned()));
        }
        let cube = if request.role == Role::Checker { None } else { self.cube_action(state, plies, cancel) };
        if request.role == Role::Cube {
            return Ok(cube.map(|action| format!("bestcube {action}\n")));
        }
        let Ok(Some(decided)) = self.thinker(*state, plies).decide(cancel) else { return Ok(None) };
        let Choice::Act(Action::Play(play)) = decided.choice else { return Ok(None) };
        let id = play.apply(&state.board).swapped().position_id();
        if request.role == Role::Turn {
            let Some(cube) = cube else { return Ok(None) };
            let play =
                if request.is_old { format!("moveid={id}") } else { format!("move={}", payload(&play)) };
            return Ok(Some(format!("bestturn cube={cube} {play}\n")));
        }
        let mut text = String::new();
        if let Some(DecisionAnalysis::Play(analysis)) = &decided.analysis
            && let Some(best) = analysis.candidates.first()
        {
            let _ = writeln!(text, "info depth {plies} score {:.6}", best.equity.0);
        }
        if self.settings.sends_move_id {
            let _ = writeln!(text, "bestmoveid {id}");
        }
        let _ = writeln!(text, "bestmove {}", payload(&play));
        Ok(Some(text))
    }

    /// What to do with the cube before the roll, or with an offered cube. `None` if cancelled.
    fn cube_action(&self, state: &MatchState, plies: u8, cancel: &CancelToken) -> Option<&'static str> {
        if let Phase::Due(Decision::Answer(_)) = state.phase {
            return match self.thinker(*state, plies).decide(cancel).ok()??.choice {
                Choice::Act(Action::Take) => Some("take"),
                Choice::Act(Action::Beaver) => Some("beaver"),
                Choice::Act(Action::Drop) => Some("drop"),
                _ => None,
            };
        }
        let before = MatchState { phase: Phase::Due(Decision::Roll), ..*state };
        if before.cube_refusal().is_some() {
            return Some("nodouble");
        }
        let settings = self.thinker(before, plies).player.cube.evaluation;
        let root = Root::of(&before, &self.table);
        let decision = self.engine.cube_decision(&root, &settings, cancel).ok()?;
        let doubles = policy::doubles(decision.verdict, plies, decision.probs.win);
        Some(if doubles { "double" } else { "nodouble" })
    }

    /// The answer to a position alone, as in the first draft of the protocol: a play, or what to do with the cube.
    fn bare(&self, line: &str, cancel: &CancelToken) -> Result<String, UbgiError> {
        let found = ids::read(line, Rules::default());
        let state = found.map_err(|error| UbgiError::Value(error.to_string()))?.state;
        let whole = Conversation {
            engine: Arc::clone(&self.engine),
            table: Arc::clone(&self.table),
            settings: Settings { sends_move_id: false, ..self.settings.clone() },
            position: Some(Position::Whole(Box::new(state))),
            dice: None,
        };
        let text = whole.go(whole.request(&[])?, cancel)?;
        let last = text.lines().last().unwrap_or_default();
        Ok(match last.split_once(' ') {
            Some((_, "nodouble")) => "roll\n".to_owned(),
            Some((_, "pass")) => "\n".to_owned(),
            Some((_, action)) => format!("{action}\n"),
            None => "sorry\n".to_owned(),
        })
    }
}

/// The single steps of a play, or `pass`.
fn payload(play: &Play) -> String {
    let steps: Vec<String> = play.steps().iter().map(|step| format!("{}/{}", step.from, step.to)).collect();
    if steps.is_empty() { "pass".to_owned() } else { steps.join(" ") }
}
