// SPDX-License-Identifier: GPL-3.0-or-later
//! External players: programs that are asked over a socket, with one board line for each decision, and answer with one
//! line.
//!
//! The board line is that of FIBS seen by seat `One`; the first name is that of the player who decides, or who has
//! doubled. A line ends with a newline and a NUL byte, as programs written for GNU Backgammon expect. Forced plays and
//! rolls without a choice are not asked about.

use super::decision::Choice;
use gnubg_engine::core::notation::{self, NotationError};
use gnubg_engine::core::{
    Action, ActionError, CancelToken, Cancelled, Decision, MatchState, Phase, Player, ResignLevel,
};
use gnubg_formats::ids::fibs_board;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};
use thiserror::Error;

/// How long connecting and sending a line may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// How long a new connection that is closed at once is tried again: servers that serve one program after the other are
/// not ready immediately after the last one has gone.
const RETRY_FOR: Duration = Duration::from_secs(5);
/// The pause before connecting again.
const RETRY_INTERVAL: Duration = Duration::from_millis(200);
/// How often a thread that waits for an answer checks for cancellation.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Longest answer in bytes.
const MAX_ANSWER: usize = 1 << 16;
/// How often a decision is asked for before unusable answers become an error.
const ATTEMPTS: usize = 3;

/// What went wrong with an external player.
#[derive(Debug, Error)]
pub enum ExternalError {
    /// No address is set.
    #[error("no address is set for the external player; give HOST:PORT or the path of a socket")]
    NoAddress,
    /// No connection.
    #[error("cannot connect to {address}: {reason}; start the external player there, or correct the address")]
    Connect {
        /// The address.
        address: String,
        /// What the system says.
        reason: std::io::Error,
    },
    /// The connection was lost.
    #[error("the connection to {address} was lost ({reason}); let the computer continue to connect again")]
    Lost {
        /// The address.
        address: String,
        /// Why.
        reason: String,
    },
    /// It reports an error.
    #[error("the external player at {address} reports: {text}")]
    Reported {
        /// The address.
        address: String,
        /// Its message.
        text: String,
    },
    /// Its answers cannot be used.
    #[error("the external player at {address} answered {answer:?}: {reason}")]
    Answer {
        /// The address.
        address: String,
        /// The last answer.
        answer: String,
        /// What is wrong with it.
        reason: AnswerError,
    },
    /// The question was canceled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Why an answer cannot be used.
#[derive(Debug, PartialEq, Error)]
pub enum AnswerError {
    /// Not an answer to this question.
    #[error("{0} was expected")]
    Expected(&'static str),
    /// Against the rules.
    #[error(transparent)]
    Rule(#[from] ActionError),
    /// Not a legal play.
    #[error(transparent)]
    Play(#[from] NotationError),
    /// An error message.
    #[error("it reports an error")]
    Error,
}

/// A socket.
trait Stream: Read + Write + Send {
    fn set_timeouts(&self) -> std::io::Result<()>;
}

impl Stream for TcpStream {
    fn set_timeouts(&self) -> std::io::Result<()> {
        self.set_nodelay(true)?;
        self.set_write_timeout(Some(CONNECT_TIMEOUT))?;
        self.set_read_timeout(Some(POLL_INTERVAL))
    }
}

#[cfg(unix)]
impl Stream for std::os::unix::net::UnixStream {
    fn set_timeouts(&self) -> std::io::Result<()> {
        self.set_write_timeout(Some(CONNECT_TIMEOUT))?;
        self.set_read_timeout(Some(POLL_INTERVAL))
    }
}

/// Connects to `HOST:PORT`, or to a socket in the file system if the address contains a slash.
fn connect(address: &str) -> Result<Box<dyn Stream>, ExternalError> {
    let address = address.trim();
    if address.is_empty() {
        return Err(ExternalError::NoAddress);
    }
    let failed = |reason| ExternalError::Connect { address: address.to_owned(), reason };
    let stream: Box<dyn Stream> = if address.contains('/') {
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
            match TcpStream::connect_timeout(&place, CONNECT_TIMEOUT) {
                Ok(stream) => {
                    found = Some(stream);
                    break;
                }
                Err(error) => last = error,
            }
        }
        Box::new(found.ok_or_else(|| failed(last))?)
    };
    stream.set_timeouts().map_err(failed)?;
    Ok(stream)
}

/// Checks that a program accepts connections at this address. May take several seconds.
///
/// # Errors
/// If it cannot be reached.
pub fn reach(address: &str) -> Result<(), ExternalError> {
    connect(address).map(|_| ())
}

/// A connection that is kept from one decision to the next.
#[derive(Default)]
pub(crate) struct Connection {
    address: String,
    stream: Option<Box<dyn Stream>>,
    /// What was received after the last complete line.
    rest: Vec<u8>,
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connection")
            .field("address", &self.address)
            .field("open", &self.stream.is_some())
            .finish()
    }
}

impl Connection {
    /// Sends a line and waits for the one that answers it. After any failure the connection is closed, so that a late
    /// answer cannot be taken for another one.
    fn ask(&mut self, address: &str, line: &str, cancel: &CancelToken) -> Result<String, ExternalError> {
        if self.address == address && self.stream.is_some() {
            let answer = self.exchange(line, cancel);
            if answer.is_err() {
                self.stream = None;
            }
            return answer;
        }
        self.stream = Some(connect(address)?);
        address.clone_into(&mut self.address);
        let start = Instant::now();
        loop {
            self.rest.clear();
            let answer = self.exchange(line, cancel);
            if answer.is_err() {
                self.stream = None;
            }
            if !matches!(answer, Err(ExternalError::Lost { .. })) || start.elapsed() > RETRY_FOR {
                return answer;
            }
            std::thread::sleep(RETRY_INTERVAL);
            cancel.check()?;
            // While nobody listens, the loss of the first connection is what is reported.
            match connect(address) {
                Ok(stream) => self.stream = Some(stream),
                Err(_) if start.elapsed() <= RETRY_FOR => {}
                Err(_) => return answer,
            }
        }
    }

    fn exchange(&mut self, line: &str, cancel: &CancelToken) -> Result<String, ExternalError> {
        let lost = |reason: String| ExternalError::Lost { address: self.address.clone(), reason };
        let Some(stream) = &mut self.stream else { return Err(lost("closed".to_owned())) };
        stream.write_all(format!("{line}\n\0").as_bytes()).map_err(|error| lost(error.to_string()))?;
        stream.flush().map_err(|error| lost(error.to_string()))?;
        let mut buffer = [0; 1024];
        loop {
            if let Some(at) = self.rest.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.rest.drain(..=at).collect();
                let text = String::from_utf8_lossy(&line).replace('\0', "");
                return Ok(text.trim().to_owned());
            }
            if self.rest.len() > MAX_ANSWER {
                return Err(lost("an answer too long".to_owned()));
            }
            cancel.check()?;
            match stream.read(&mut buffer) {
                Ok(0) => return Err(lost("closed by the external player".to_owned())),
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

/// The line that asks an external player for a decision.
#[must_use]
pub fn question(state: &MatchState, names: [&str; 2]) -> String {
    let [zero, one] = names;
    let first = match state.phase {
        Phase::Due(Decision::Answer(offer)) => offer.by,
        _ => state.on_roll,
    };
    // The line is seen by seat `One`; only the names tell who decides.
    let seats = if first == Player::One { [zero, one] } else { [one, zero] };
    fibs_board::write(state, seats, Player::One, None)
}

/// What an answer means at the decision that is due.
///
/// # Errors
/// If it is not an answer to that decision, or against the rules.
pub fn understand(state: &MatchState, answer: &str) -> Result<Choice, AnswerError> {
    let text = answer.trim().to_ascii_lowercase();
    if text.starts_with("error") {
        return Err(AnswerError::Error);
    }
    let is_resignation = text.starts_with("re") && !text.starts_with("rej") && !text.starts_with("red");
    let action = match state.phase {
        Phase::Due(_) if is_resignation => {
            let level = text.chars().find_map(|c| c.to_digit(10)).unwrap_or(1);
            let level = ResignLevel::from_multiple(level as u8);
            Action::Resign(level.ok_or(AnswerError::Expected("a resignation of 1, 2 or 3"))?)
        }
        Phase::Due(Decision::Answer(_)) => match text.chars().next() {
            Some('a' | 't') => Action::Take,
            Some('d' | 'p') => Action::Drop,
            Some('r') if text.starts_with("rej") => Action::Drop,
            Some('b' | 'r') => Action::Beaver,
            _ => return Err(AnswerError::Expected("take, drop or beaver")),
        },
        Phase::Due(Decision::Roll) => match text.chars().next() {
            Some('r') => return Ok(Choice::Roll),
            Some('d') => Action::Double,
            _ => return Err(AnswerError::Expected("roll or double")),
        },
        Phase::Due(Decision::Play(dice)) => Action::Play(notation::resolve(&state.board, dice, &text)?),
        Phase::Opening | Phase::Resigning { .. } | Phase::Over(_) => {
            return Err(AnswerError::Expected("no answer"));
        }
    };
    state.apply(action)?;
    Ok(Choice::Act(action))
}

impl Connection {
    /// The decision of the player at `address` in `state`, with the players' names by seat. A connection that is open
    /// to that address is used.
    ///
    /// # Errors
    /// If the player cannot be reached, or its answers cannot be used, or the question was cancelled. The connection
    /// is closed then.
    pub(crate) fn decide(
        &mut self,
        address: &str,
        state: &MatchState,
        names: [&str; 2],
        cancel: &CancelToken,
    ) -> Result<Choice, ExternalError> {
        // Resignations are not part of the protocol: only one of the greatest size is accepted.
        if let Phase::Resigning { level, .. } = state.phase {
            let accepts = level == ResignLevel::Backgammon;
            return Ok(Choice::Act(if accepts {
                Action::AcceptResignation
            } else {
                Action::DeclineResignation
            }));
        }
        let line = question(state, names);
        let mut attempt = 1;
        loop {
            let answer = self.ask(address, &line, cancel)?;
            let address = || address.to_owned();
            match understand(state, &answer) {
                Ok(choice) => return Ok(choice),
                Err(AnswerError::Error) => {
                    return Err(ExternalError::Reported { address: address(), text: answer });
                }
                Err(_) if attempt < ATTEMPTS => attempt += 1,
                Err(reason) => return Err(ExternalError::Answer { address: address(), answer, reason }),
            }
        }
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
        assert!(matches!(understand(&opening, "24/23"), Err(AnswerError::Play(_))));
        assert!(matches!(understand(&opening, ""), Err(AnswerError::Play(_))));
        assert_eq!(understand(&opening, "Error: no idea"), Err(AnswerError::Error));
        let single = Choice::Act(Action::Resign(ResignLevel::Single));
        assert_eq!(understand(&opening, "resign 1"), Ok(single));
        let rolling = opening.apply(play(&opening, "8/5 6/5")).unwrap();
        assert_eq!(understand(&rolling, "ROLL"), Ok(Choice::Roll));
        assert_eq!(understand(&rolling, "double"), Ok(Choice::Act(Action::Double)));
        assert_eq!(understand(&rolling, "take"), Err(AnswerError::Expected("roll or double")));
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
        assert!(matches!(understand(&doubled, "beaver"), Err(AnswerError::Rule(_))), "no beavers in matches");
    }

    #[test]
    fn wrong_addresses_are_told() {
        assert!(matches!(reach(" "), Err(ExternalError::NoAddress)));
        assert!(matches!(reach("/nowhere/socket"), Err(ExternalError::Connect { .. })));
        assert!(matches!(reach("no port"), Err(ExternalError::Connect { .. })));
    }
}
