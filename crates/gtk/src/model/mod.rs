// SPDX-License-Identifier: GPL-3.0-or-later
//! The seam between the window and the application: typed commands go in, typed events come out. No type of the
//! toolkit crosses it, and the window keeps nothing but the last snapshot.

mod local;

pub use local::{LocalModel, TestDice};

use gnubg_engine::core::{Action, MatchState, Player, Rules};

/// Who plays a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person at this window.
    Human,
    /// The computer at the level of that name.
    Computer(String),
}

/// A match or session to be started.
#[derive(Clone, Debug, PartialEq)]
pub struct NewMatch {
    /// Points to win; 0 for money.
    pub length: u16,
    /// The rules.
    pub rules: Rules,
    /// Names by seat.
    pub names: [String; 2],
    /// Players by seat.
    pub seats: [Seat; 2],
    /// Whether the user enters the dice.
    pub manual_dice: bool,
}

/// What the window asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Start a match.
    NewMatch(NewMatch),
    /// Go on to the next game of the match.
    NextGame,
    /// Throw the dice: the opening, or those of the player on roll.
    Roll,
    /// The dice were thrown by hand: at the opening the die of seat `Zero` first.
    Throw([u8; 2]),
    /// A player's decision.
    Act(Action),
    /// Take back the last decision of the record.
    Undo,
    /// Make it again.
    Redo,
    /// Put this position in place of the present one.
    SetState(Box<MatchState>),
    /// Stop the computation that is going on.
    Stop,
}

/// Why a snapshot differs from the one before.
#[derive(Clone, Debug, PartialEq)]
pub enum Cause {
    /// A match began.
    Started,
    /// A game of the match began.
    NextGame,
    /// Somebody acted, or dice fell. `by` is the player who did it; for the opening the one who starts.
    Acted {
        /// Who.
        by: Player,
        /// What.
        action: Action,
        /// The state before.
        before: Box<MatchState>,
    },
    /// Decisions were taken back or made again.
    Jumped,
    /// A position was set up.
    Edited,
    /// Nothing on the board changed: names, progress, options.
    Other,
}

/// What the window shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// The match, if one is on.
    pub state: Option<MatchState>,
    /// Names by seat.
    pub names: [String; 2],
    /// Players by seat.
    pub seats: [Seat; 2],
    /// Whether the user enters the dice.
    pub manual_dice: bool,
    /// Whether the computer is thinking about its decision.
    pub is_thinking: bool,
    /// Whether there is a decision to take back.
    pub can_undo: bool,
    /// Whether there is one to make again.
    pub can_redo: bool,
    /// The number of the game, from 1.
    pub game: u32,
    /// How many rolls there have been; gives thrown dice their places.
    pub throw: u64,
    /// The name of the file, if there is one.
    pub file: Option<String>,
    /// Whether there is anything that has not been saved.
    pub is_unsaved: bool,
}

impl Default for Snapshot {
    fn default() -> Snapshot {
        Snapshot {
            state: None,
            names: [String::new(), String::new()],
            seats: [Seat::Human, Seat::Human],
            manual_dice: false,
            is_thinking: false,
            can_undo: false,
            can_redo: false,
            game: 0,
            throw: 0,
            file: None,
            is_unsaved: false,
        }
    }
}

/// What the window is told.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The snapshot changed.
    Changed {
        /// The new one.
        snapshot: Box<Snapshot>,
        /// Why.
        cause: Cause,
    },
    /// A command was not possible; the reason in words.
    Refused(String),
}

/// The application behind the window.
pub trait Model {
    /// Takes a command. Never blocks; the answer comes as events.
    fn send(&self, command: Command);

    /// The stream of events.
    fn events(&self) -> async_channel::Receiver<Event>;

    /// Levels at which the computer can play a seat, the weakest first; empty if it cannot.
    fn levels(&self) -> Vec<String>;
}
