// SPDX-License-Identifier: GPL-3.0-or-later
//! What can be counted of one side of a board.

use gnubg_engine::core::{Board, Side};
use gnubg_engine::eval::inputs::Measures;

/// The 24 points as a set.
const POINTS: u32 = 0x00ff_ffff;
/// The home board.
const HOME: u32 = 0x3f;

/// What can be counted of one side. Points are numbered by that side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideFeatures {
    /// Pip count; the bar counts 25.
    pub pips: u16,
    /// The most adjacent points made.
    pub prime: u8,
    /// Checkers on the 19 to 24 point and on the bar.
    pub back: u8,
    /// Points made in the home board.
    pub home: u8,
    /// Points made of 19 to 24, bit 0 for the 19 point.
    pub anchors: u8,
    /// Points with a single checker.
    pub blots: u8,
    /// Checkers on the bar.
    pub bar: u8,
    /// Checkers borne off, counted from 15.
    pub off: u8,
    /// Pips that can be played before the home board breaks.
    pub timing: u8,
    /// Rolls of 36 with which this side hits a blot.
    pub hits: u8,
    /// Rolls of 36 that free this side's rearmost checker from the block before it.
    pub escapes: u8,
    /// The number of the rearmost point, 25 for the bar, 0 without checkers.
    pub rear: u8,
    /// Checkers on the ace and deuce points.
    pub dead: u8,
}

/// Counts a side.
pub(super) fn side(board: &Board, side: Side, pips: u16, counted: &Measures) -> SideFeatures {
    let made = board.made(side) & POINTS;
    let blots = board.occupied(side) & POINTS & !made;
    SideFeatures {
        pips,
        prime: counted.prime,
        back: counted.back,
        home: (made & HOME).count_ones() as u8,
        anchors: (made >> 18) as u8,
        blots: blots.count_ones() as u8,
        bar: board.side(side)[24],
        off: 15u8.saturating_sub(board.checkers_on_board(side)),
        timing: u8::try_from(counted.timing).unwrap_or(u8::MAX),
        hits: counted.hits,
        escapes: counted.escapes,
        rear: counted.rear,
        dead: counted.dead,
    }
}
