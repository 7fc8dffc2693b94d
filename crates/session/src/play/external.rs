// SPDX-License-Identifier: GPL-3.0-or-later
//! Another program as a player: asked over a socket, one board line for each decision, one line of answer.
//!
//! The board line is that of FIBS seen by seat `One`; the first name is the player's whose decision it is, or who has
//! doubled. A line ends with a newline and a NUL byte, as programs written for GNU Backgammon expect. Forced plays and
//! rolls without a choice are not asked about.

use crate::event::Event;
use crate::jobs::{Context, Job, JobError, JobKind, Product, Step};
use crate::play::decision::{Choice, Decided};
use crate::session::Session;
use gnubg_engine::core::notation::{self, NotationError};
use gnubg_engine::core::{
    Action, ActionError, CancelToken, Cancelled, Decision, MatchState, Phase, Player, ResignLevel,
};
use gnubg_formats::ids::fibs_board;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use thiserror::Error;

/// How long a connection may take to come about, and a line to be sent.
const PATIENCE: Duration = Duration::from_secs(3);
/// How often a job that waits for an answer looks whether it is still wanted.
const GLANCE: Duration = Duration::from_millis(50);
/// Longest answer in bytes.
const LONGEST: usize = 1 << 16;
/// How often a decision is put to the player before its answers are given up.
const ATTEMPTS: usize = 3;

/// What went wrong with another program.
#[derive(Debug, Error)]
pub enum ExternalError {
    /// Nothing to connect to was named.
    #[error("no address is set for the other program; it is HOST:PORT or the path of a socket")]
    NoAddress,
    /// No connection.
    #[error("no connection to {address}: {reason}; start the program there, or correct the address")]
    Connect {
        /// The address.
        address: String,
        /// What the system says.
        reason: std::io::Error,
    },
    /// The connection was lost.
    #[error("the connection to {address} was lost ({reason}); let the computer play on to connect again")]
    Lost {
        /// The address.
        address: String,
        /// Why.
        reason: String,
    },
    /// It could not decide.
    #[error("the program at {address} reports: {text}")]
    Reported {
        /// The address.
        address: String,
        /// Its words.
        text: String,
    },
    /// Its answers made no sense.
    #[error("the program at {address} answered {answer:?}: {reason}")]
    Answer {
        /// The address.
        address: String,
        /// The last answer.
        answer: String,
        /// What is wrong with it.
        reason: Unusable,
    },
    /// It was told to stop.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<ExternalError> for JobError {
    fn from(error: ExternalError) -> JobError {
        match error {
            ExternalError::Cancelled(cancelled) => JobError::Cancelled(cancelled),
            other => JobError::Failed(other.to_string()),
        }
    }
}

/// Why an answer cannot be used.
#[derive(Debug, PartialEq, Error)]
pub enum Unusable {
    /// Not an answer to this question.
    #[error("{0} was expected")]
    Expected(&'static str),
    /// Against the rules.
    #[error(transparent)]
    Rule(#[from] ActionError),
    /// No legal play.
    #[error(transparent)]
    Play(#[from] NotationError),
    /// What it says went wrong.
    #[error("it reports an error")]
    Error,
}

/// Bytes both ways.
trait Wire: Read + Write + Send {
    fn set_patience(&self) -> std::io::Result<()>;
}

impl Wire for TcpStream {
    fn set_patience(&self) -> std::io::Result<()> {
        self.set_nodelay(true)?;
        self.set_write_timeout(Some(PATIENCE))?;
        self.set_read_timeout(Some(GLANCE))
    }
}

#[cfg(unix)]
impl Wire for std::os::unix::net::UnixStream {
    fn set_patience(&self) -> std::io::Result<()> {
        self.set_write_timeout(Some(PATIENCE))?;
        self.set_read_timeout(Some(GLANCE))
    }
}

/// Connects to `HOST:PORT`, or to a socket of the file system if the address holds a slash.
fn connect(address: &str) -> Result<Box<dyn Wire>, ExternalError> {
    let address = address.trim();
    if address.is_empty() {
        return Err(ExternalError::NoAddress);
    }
    let failed = |reason| ExternalError::Connect { address: address.to_owned(), reason };
    let wire: Box<dyn Wire> = if address.contains('/') {
        #[cfg(unix)]
        {
            Box::new(std::os::unix::net::UnixStream::connect(address).map_err(failed)?)
        }
        #[cfg(not(unix))]
        return Err(failed(ErrorKind::Unsupported.into()));
    } else {
        let mut last = std::io::Error::from(ErrorKind::AddrNotAvailable);
        let mut found = None;
        for place in address.to_socket_addrs().map_err(failed)? {
            match TcpStream::connect_timeout(&place, PATIENCE) {
                Ok(stream) => {
                    found = Some(stream);
                    break;
                }
                Err(error) => last = error,
            }
        }
        Box::new(found.ok_or_else(|| failed(last))?)
    };
    wire.set_patience().map_err(failed)?;
    Ok(wire)
}

/// Whether a program answers at this address. Takes up to some seconds.
///
/// # Errors
/// Why it cannot be reached.
pub fn reach(address: &str) -> Result<(), ExternalError> {
    connect(address).map(|_| ())
}

/// A connection that is kept from one decision to the next.
#[derive(Default)]
pub(crate) struct Link {
    address: String,
    wire: Option<Box<dyn Wire>>,
    /// What came after the last whole line.
    rest: Vec<u8>,
}

impl std::fmt::Debug for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Link").field("address", &self.address).field("open", &self.wire.is_some()).finish()
    }
}

impl Link {
    /// Sends a line and waits for the one that answers it. After any failure the connection is closed, so that a late
    /// answer cannot be taken for another one.
    fn ask(&mut self, address: &str, line: &str, cancel: &CancelToken) -> Result<String, ExternalError> {
        if self.address != address || self.wire.is_none() {
            self.rest.clear();
            self.wire = Some(connect(address)?);
            address.clone_into(&mut self.address);
        }
        let answer = self.exchange(line, cancel);
        if answer.is_err() {
            self.wire = None;
        }
        answer
    }

    fn exchange(&mut self, line: &str, cancel: &CancelToken) -> Result<String, ExternalError> {
        let lost = |reason: String| ExternalError::Lost { address: self.address.clone(), reason };
        let Some(wire) = &mut self.wire else { return Err(lost("closed".to_owned())) };
        wire.write_all(format!("{line}\n\0").as_bytes()).map_err(|error| lost(error.to_string()))?;
        wire.flush().map_err(|error| lost(error.to_string()))?;
        let mut buffer = [0; 1024];
        loop {
            if let Some(at) = self.rest.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.rest.drain(..=at).collect();
                let text = String::from_utf8_lossy(&line).replace('\0', "");
                return Ok(text.trim().to_owned());
            }
            if self.rest.len() > LONGEST {
                return Err(lost("an answer without an end".to_owned()));
            }
            cancel.check()?;
            match wire.read(&mut buffer) {
                Ok(0) => return Err(lost("closed by the other program".to_owned())),
                Ok(n) => self.rest.extend_from_slice(&buffer[..n]),
                Err(error)
                    if matches!(
                        error.kind(),
                        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
                    ) => {}
                Err(error) => return Err(lost(error.to_string())),
            }
        }
    }
}

/// The line that puts a decision to another program.
#[must_use]
pub fn question(state: &MatchState, names: [&str; 2]) -> String {
    let [zero, one] = names;
    let first = match state.phase {
        Phase::Due(Decision::Answer(offer)) => offer.by,
        _ => state.on_roll,
    };
    // The line is seen by seat `One`; only its names tell whom it is for.
    let seats = if first == Player::One { [zero, one] } else { [one, zero] };
    fibs_board::write(state, seats, Player::One)
}

/// What an answer means at the decision that is due.
///
/// # Errors
/// If it is none, or against the rules.
pub fn understand(state: &MatchState, answer: &str) -> Result<Choice, Unusable> {
    let text = answer.trim().to_ascii_lowercase();
    if text.starts_with("error") {
        return Err(Unusable::Error);
    }
    let is_resignation = text.starts_with("re") && !text.starts_with("rej") && !text.starts_with("red");
    let action = match state.phase {
        Phase::Due(_) if is_resignation => {
            let level = text.chars().find_map(|c| c.to_digit(10)).unwrap_or(1);
            let level = ResignLevel::from_multiple(level as u8);
            Action::Resign(level.ok_or(Unusable::Expected("a resignation of 1, 2 or 3"))?)
        }
        Phase::Due(Decision::Answer(_)) => match text.chars().next() {
            Some('a' | 't') => Action::Take,
            Some('d' | 'p') => Action::Drop,
            Some('r') if text.starts_with("rej") => Action::Drop,
            Some('b' | 'r') => Action::Beaver,
            _ => return Err(Unusable::Expected("take, drop or beaver")),
        },
        Phase::Due(Decision::Roll) => match text.chars().next() {
            Some('r') => return Ok(Choice::Roll),
            Some('d') => Action::Double,
            _ => return Err(Unusable::Expected("roll or double")),
        },
        Phase::Due(Decision::Play(dice)) => Action::Play(notation::resolve(&state.board, dice, &text)?),
        Phase::Opening | Phase::Resigning { .. } | Phase::Over(_) => {
            return Err(Unusable::Expected("no answer"));
        }
    };
    state.apply(action)?;
    Ok(Choice::Act(action))
}

/// The job that asks.
pub(crate) struct ExternalJob {
    pub(crate) state: MatchState,
    pub(crate) names: [String; 2],
    pub(crate) address: String,
    pub(crate) link: Arc<Mutex<Link>>,
}

impl ExternalJob {
    fn decide(&self, cancel: &CancelToken) -> Result<Choice, ExternalError> {
        // Resignations are not part of the protocol: whoever concedes everything may go.
        if let Phase::Resigning { level, .. } = self.state.phase {
            let accepts = level == ResignLevel::Backgammon;
            return Ok(Choice::Act(if accepts {
                Action::AcceptResignation
            } else {
                Action::DeclineResignation
            }));
        }
        let [zero, one] = &self.names;
        let line = question(&self.state, [zero, one]);
        let mut link = self.link.lock().unwrap_or_else(PoisonError::into_inner);
        let mut attempt = 1;
        loop {
            let answer = link.ask(&self.address, &line, cancel)?;
            let address = || self.address.clone();
            match understand(&self.state, &answer) {
                Ok(choice) => return Ok(choice),
                Err(Unusable::Error) => {
                    return Err(ExternalError::Reported { address: address(), text: answer });
                }
                Err(_) if attempt < ATTEMPTS => attempt += 1,
                Err(reason) => return Err(ExternalError::Answer { address: address(), answer, reason }),
            }
        }
    }
}

impl Job for ExternalJob {
    fn kind(&self) -> JobKind {
        JobKind::Decision
    }

    fn step(&mut self, context: &Context) -> Result<Step, JobError> {
        let choice = self.decide(context.cancel())?;
        Ok(Step::Done(Product::Decision(Box::new(Decided { choice, thought: None }))))
    }
}

impl Session {
    /// Puts the decision to another program.
    pub(crate) fn ask_external(&mut self, player: Player) {
        let job = ExternalJob {
            state: self.state,
            names: Player::BOTH.map(|player| self.name(player)),
            address: self.options.players[player.index()].address.clone(),
            link: Arc::clone(&self.links[player.index()]),
        };
        self.emit(Event::ThinkingStarted(player));
        self.start_job(Box::new(job));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Board, Rules};

    fn after(actions: &[Action]) -> MatchState {
        let start = MatchState::new(0, Rules::default()).unwrap();
        actions.iter().fold(start, |state, &action| state.apply(action).unwrap())
    }

    fn play(state: &MatchState, text: &str) -> Action {
        Action::Play(notation::resolve(&state.board, state.dice().unwrap(), text).unwrap())
    }

    #[test]
    fn the_lines_of_the_published_session() {
        let opening = after(&[Action::Opening([3, 1])]);
        assert_eq!(
            question(&opening, ["Ext", "Me"]),
            "board:Ext:Me:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:3:1:3:1:1:1:1:0:1:-1:0:25\
             :0:0:0:0:0:0:0:1"
        );
        let played = opening.apply(play(&opening, "8/5 6/5")).unwrap();
        let doubled = played.apply(Action::Double).unwrap();
        assert_eq!(
            question(&doubled, ["Ext", "Me"]),
            "board:Me:Ext:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-2:0:-4:-2:0:0:0:2:0:1:0:0:0:0:1:1:1:1:1:-1:0:25\
             :0:0:0:0:0:0:0:1"
        );
    }

    #[test]
    fn answers_are_understood_or_refused_with_a_reason() {
        let opening = after(&[Action::Opening([3, 1])]);
        assert_eq!(understand(&opening, " 8/5 6/5 "), Ok(Choice::Act(play(&opening, "8/5 6/5"))));
        assert!(matches!(understand(&opening, "24/23"), Err(Unusable::Play(_))));
        assert!(matches!(understand(&opening, ""), Err(Unusable::Play(_))));
        assert_eq!(understand(&opening, "Error: no idea"), Err(Unusable::Error));
        let single = Choice::Act(Action::Resign(ResignLevel::Single));
        assert_eq!(understand(&opening, "resign 1"), Ok(single));
        let rolling = opening.apply(play(&opening, "8/5 6/5")).unwrap();
        assert_eq!(understand(&rolling, "ROLL"), Ok(Choice::Roll));
        assert_eq!(understand(&rolling, "double"), Ok(Choice::Act(Action::Double)));
        assert_eq!(understand(&rolling, "take"), Err(Unusable::Expected("roll or double")));
        let doubled = rolling.apply(Action::Double).unwrap();
        for (text, action) in [
            ("accept", Action::Take),
            ("pass", Action::Drop),
            ("reject", Action::Drop),
            ("redouble", Action::Beaver),
        ] {
            assert_eq!(understand(&doubled, text), Ok(Choice::Act(action)), "{text}");
        }
        let in_match = MatchState::new(5, Rules::default()).unwrap();
        let board = Board::default();
        let in_match = MatchState { board, phase: Phase::Due(Decision::Roll), ..in_match };
        let doubled = in_match.apply(Action::Double).unwrap();
        assert!(matches!(understand(&doubled, "beaver"), Err(Unusable::Rule(_))), "no beavers in matches");
    }

    #[test]
    fn wrong_addresses_are_told() {
        assert!(matches!(reach(" "), Err(ExternalError::NoAddress)));
        assert!(matches!(reach("/nowhere/socket"), Err(ExternalError::Connect { .. })));
        assert!(matches!(reach("no port"), Err(ExternalError::Connect { .. })));
    }
}
