// SPDX-License-Identifier: GPL-3.0-or-later
//! The checkers of both sides.
//!
//! Array index 0 is a side's own ace point, 23 its 24-point, 24 its bar; the same point is index `i` of one side
//! and `23 - i` of the other. Borne-off checkers are those missing from the variation's number.

use super::{Variation, masks};
use std::fmt;
use thiserror::Error;

/// Number of places of one side: 24 points and the bar.
pub const PLACES: usize = 25;

/// Bytes kept per side: the 25 places padded with zeros to one 32-byte vector.
const PADDED: usize = 32;

/// Which of the two sides, seen from the player on roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side about to roll, or that has rolled and is to play.
    OnRoll = 0,
    /// The other side.
    Opponent = 1,
}

impl Side {
    /// Both sides, the one on roll first.
    pub const BOTH: [Side; 2] = [Side::OnRoll, Side::Opponent];

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::OnRoll => Side::Opponent,
            Side::Opponent => Side::OnRoll,
        }
    }
}

/// Why a board cannot occur in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// More checkers than the variation has.
    #[error("{side} has {count} checkers; at most {most} are possible")]
    TooManyCheckers {
        /// The side in words.
        side: &'static str,
        /// Checkers found.
        count: u32,
        /// Checkers allowed.
        most: u8,
    },
    /// Both sides on one point; the number is the on-roll side's.
    #[error("both sides have checkers on point {point} of the player on roll")]
    SharedPoint {
        /// 1..=24 from the on-roll side.
        point: u8,
    },
    /// Both sides are on the bar against closed boards. Neither could have moved last.
    #[error("both sides are on the bar against six closed points")]
    BothClosedOut,
}

/// The position of the checkers, seen by the player on roll.
///
/// *Invariant:* padding bytes are zero, so equality and hashing may use all bytes.
/// A board may be impossible until [`Board::check`] has accepted it. The rules functions never panic on impossible
/// boards, but their results then have no meaning.
///
/// ```
/// use gnubg_engine::core::{Board, Side, Variation};
///
/// let board = Board::from_position_id("4HPwATDgc/ABMA")?;
/// assert_eq!(board, Variation::Standard.start());
/// assert_eq!(board.pips(), [167, 167]);
/// assert_eq!(board.side(Side::OnRoll)[5], 5, "five checkers on the 6-point");
/// # Ok::<(), gnubg_engine::core::ids::IdError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(64))]
pub struct Board {
    sides: [[u8; PADDED]; 2],
}

impl Board {
    /// The board without checkers.
    pub const EMPTY: Board = Board { sides: [[0; PADDED]; 2] };

    /// A board from both sides' counts, each by its own numbering (`[0]` ace point … `[24]` bar).
    #[must_use]
    pub fn from_sides(on_roll: [u8; PLACES], opponent: [u8; PLACES]) -> Board {
        let mut board = Board::EMPTY;
        board.sides[0][..PLACES].copy_from_slice(&on_roll);
        board.sides[1][..PLACES].copy_from_slice(&opponent);
        board
    }

    /// Counts of one side by its own numbering: `[0]` ace point … `[23]` 24-point, `[24]` bar.
    #[must_use]
    pub fn side(&self, side: Side) -> &[u8; PLACES] {
        self.sides[side as usize].first_chunk().expect("invariant: a padded side holds 25 places")
    }

    /// One side's counts padded with zeros to 32 bytes, for vector code.
    #[must_use]
    pub fn padded(&self, side: Side) -> &[u8; 32] {
        &self.sides[side as usize]
    }

    /// All counts as bytes: 32 for the side on roll, 32 for its opponent, each 25 places and zeros.
    #[must_use]
    pub fn bytes(&self) -> &[u8; 64] {
        self.sides.as_flattened().try_into().expect("invariant: two sides of 32 bytes")
    }

    /// Sets one place's count. `index` is 0..=24 by the side's own numbering; larger indices are ignored.
    pub fn set(&mut self, side: Side, index: usize, count: u8) {
        if index < PLACES {
            self.sides[side as usize][index] = count;
        }
    }

    /// The same checkers with the other player on roll.
    #[must_use]
    pub fn swapped(&self) -> Board {
        Board { sides: [self.sides[1], self.sides[0]] }
    }

    /// Bit `i` is set when the side has at least one checker on its index `i` (bit 24 = bar).
    #[must_use]
    pub fn occupied(&self, side: Side) -> u32 {
        masks::of_at_least::<1>(&self.sides[side as usize])
    }

    /// Bit `i` is set when the side has at least two checkers on its index `i` (bit 24 = bar).
    #[must_use]
    pub fn made(&self, side: Side) -> u32 {
        masks::of_at_least::<2>(&self.sides[side as usize])
    }

    /// Checkers of one side still on the board, the bar included.
    #[must_use]
    pub fn checkers_on_board(&self, side: Side) -> u8 {
        // Pairs of bytes cannot overflow in 16-bit fields; one multiplication adds the fields up.
        let fields = self.sides[side as usize].chunks_exact(8).map(|chunk| {
            let counts = u64::from_le_bytes(chunk.try_into().expect("invariant: chunks of eight bytes"));
            (counts & 0x00ff_00ff_00ff_00ff) + (counts >> 8 & 0x00ff_00ff_00ff_00ff)
        });
        let total = fields.sum::<u64>().wrapping_mul(0x0001_0001_0001_0001) >> 48;
        total.min(255) as u8
    }

    /// Pip counts `[on roll, opponent]`; the bar counts 25.
    #[must_use]
    pub fn pips(&self) -> [u16; 2] {
        self.sides.map(|side| {
            side[..PLACES]
                .iter()
                .zip(1u16..)
                .fold(0u16, |sum, (&n, pip)| sum.saturating_add(u16::from(n) * pip))
        })
    }

    /// Highest occupied index of a side (24 = bar), or `None` when all are off.
    #[must_use]
    pub fn rearmost(&self, side: Side) -> Option<usize> {
        (31 - (self.occupied(side) << 1 | 1).leading_zeros() as usize).checked_sub(1)
    }

    /// Whether the two sides can still meet, so that hitting or blocking is possible.
    #[must_use]
    pub fn has_contact(&self) -> bool {
        match (self.rearmost(Side::OnRoll), self.rearmost(Side::Opponent)) {
            (Some(a), Some(b)) => a + b > 22,
            _ => false,
        }
    }

    /// The points won by the side that has borne all its checkers off: 1 single, 2 gammon, 3 backgammon.
    ///
    /// `None` while both sides have checkers on the board. A board on which nobody has checkers counts as won by the
    /// opponent of the player on roll, who moved last.
    #[must_use]
    pub fn outcome(&self, variation: Variation) -> Option<(Side, u8)> {
        let winner = if self.checkers_on_board(Side::Opponent) == 0 {
            Side::Opponent
        } else if self.checkers_on_board(Side::OnRoll) == 0 {
            Side::OnRoll
        } else {
            return None;
        };
        let loser = winner.other();
        let points = if self.checkers_on_board(loser) < variation.n_checkers() {
            1
        } else if self.rearmost(loser).is_some_and(|index| index >= 18) {
            3
        } else {
            2
        };
        Some((winner, points))
    }

    /// Checks that this board can occur in a game of `variation`.
    ///
    /// # Errors
    /// The first reason why it cannot.
    pub fn check(&self, variation: Variation) -> Result<(), BoardError> {
        let most = variation.n_checkers();
        for (side, name) in [(Side::OnRoll, "the player on roll"), (Side::Opponent, "the opponent")] {
            let count = self.side(side).iter().map(|&n| u32::from(n)).sum::<u32>();
            if count > u32::from(most) {
                return Err(BoardError::TooManyCheckers { side: name, count, most });
            }
        }
        let (me, other) = (self.side(Side::OnRoll), self.side(Side::Opponent));
        for (index, point) in (0..24usize).zip(1u8..) {
            if me[index] > 0 && other[23 - index] > 0 {
                return Err(BoardError::SharedPoint { point });
            }
        }
        let closed = |side: &[u8; PLACES]| side[..6].iter().all(|&n| n >= 2);
        if me[24] > 0 && other[24] > 0 && closed(me) && closed(other) {
            return Err(BoardError::BothClosedOut);
        }
        Ok(())
    }

    /// Both padded sides for the move generator: `[0]` on roll, `[1]` opponent.
    pub(crate) fn raw(&self) -> &[[u8; PADDED]; 2] {
        &self.sides
    }

    /// A board from padded sides. *Invariant:* the caller keeps the padding zero.
    pub(crate) fn from_raw(sides: [[u8; PADDED]; 2]) -> Board {
        Board { sides }
    }
}

impl Default for Board {
    fn default() -> Board {
        Variation::Standard.start()
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({:?} / {:?})", self.side(Side::OnRoll), self.side(Side::Opponent))
    }
}

impl Variation {
    /// The starting position.
    #[must_use]
    pub fn start(self) -> Board {
        let places: &[(usize, u8)] = match self {
            Variation::Standard => &[(5, 5), (7, 3), (12, 5), (23, 2)],
            Variation::Nackgammon => &[(5, 4), (7, 3), (12, 4), (22, 2), (23, 2)],
            Variation::Hypergammon1 => &[(23, 1)],
            Variation::Hypergammon2 => &[(22, 1), (23, 1)],
            Variation::Hypergammon3 => &[(21, 1), (22, 1), (23, 1)],
        };
        let mut side = [0; 25];
        for &(index, count) in places {
            side[index] = count;
        }
        Board::from_sides(side, side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_cache_line() {
        assert_eq!(size_of::<Board>(), 64);
    }

    #[test]
    fn swap_twice_is_identity() {
        let mut board = Board::default();
        board.set(Side::OnRoll, 24, 1);
        assert_ne!(board.swapped(), board);
        assert_eq!(board.swapped().swapped(), board);
    }

    #[test]
    fn impossible_boards_are_named() {
        let mut board = Board::default();
        board.set(Side::OnRoll, 0, 1);
        assert!(matches!(
            board.check(Variation::Standard),
            Err(BoardError::TooManyCheckers { count: 16, .. })
        ));
        let mut board = Board::EMPTY;
        board.set(Side::OnRoll, 3, 1);
        board.set(Side::Opponent, 20, 1);
        assert_eq!(board.check(Variation::Standard), Err(BoardError::SharedPoint { point: 4 }));
        let closed = std::array::from_fn(|i| if i < 6 { 2 } else { u8::from(i == 24) });
        let board = Board::from_sides(closed, closed);
        assert_eq!(board.check(Variation::Standard), Err(BoardError::BothClosedOut));
    }

    #[test]
    fn outcomes_count_gammons() {
        let winner_off = [0; PLACES];
        let mut loser = [0; PLACES];
        loser[10] = 15;
        let board = Board::from_sides(loser, winner_off);
        assert_eq!(board.outcome(Variation::Standard), Some((Side::Opponent, 2)));
        loser[10] = 14;
        loser[18] = 1;
        assert_eq!(
            Board::from_sides(loser, winner_off).outcome(Variation::Standard),
            Some((Side::Opponent, 3))
        );
        loser[18] = 0;
        assert_eq!(
            Board::from_sides(loser, winner_off).outcome(Variation::Standard),
            Some((Side::Opponent, 1))
        );
        assert_eq!(Board::default().outcome(Variation::Standard), None);
    }

    #[test]
    fn contact_ends_when_the_sides_have_passed() {
        let mut me = [0; PLACES];
        me[11] = 1;
        let mut other = [0; PLACES];
        other[11] = 1;
        assert!(!Board::from_sides(me, other).has_contact());
        other[12] = 1;
        assert!(Board::from_sides(me, other).has_contact());
    }
}
