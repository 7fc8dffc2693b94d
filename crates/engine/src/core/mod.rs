// SPDX-License-Identifier: GPL-3.0-or-later
//! The rules of backgammon as values: boards, dice, plays, cube, matches and their text identifiers.
//!
//! *Invariant:* no I/O, no clock, no randomness, and no floating point in the rules modules.

mod action;
mod board;
mod control;
mod cube_state;
mod dice;
mod masks;
mod match_state;
mod place;
mod play;
mod turn;
mod value;
mod variation;

pub mod ids;
pub mod movegen;
pub mod notation;

pub use action::{Action, ActionError, CubeRefusal};
pub use board::{Board, BoardError, PLACES, Side};
pub use control::{CancelToken, Cancelled};
pub use cube_state::{CubeState, CubeValue, Player};
pub use dice::{Dice, DiceError};
pub use match_state::{
    Decision, Ending, GameResult, MAX_LENGTH, MAX_MATCH_CUBE, MatchState, Offer, Phase, ResignLevel, Rules,
    StateError,
};
pub use movegen::{MoveRules, PlayList};
pub use place::Place;
pub use play::{Play, Step};
pub use turn::{CheckerPath, MadeStep, Turn};
pub use value::{Equity, Mwc, Probs};
pub use variation::Variation;
