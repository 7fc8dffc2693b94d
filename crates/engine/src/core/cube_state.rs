// SPDX-License-Identifier: GPL-3.0-or-later
//! The doubling cube as it lies on the table, and the two players' seats.

use std::fmt;

/// A player by seat, whoever is on roll.
///
/// Seat `Zero` is drawn at the top (`O`), seat `One` at the bottom (`X`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The player at the top.
    Zero = 0,
    /// The player at the bottom.
    One = 1,
}

impl Player {
    /// Both seats.
    pub const BOTH: [Player; 2] = [Player::Zero, Player::One];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::Zero => Player::One,
            Player::One => Player::Zero,
        }
    }

    /// 0 or 1, for arrays by seat.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// A pair `[on roll, opponent]` by seat, where this player is on roll.
    #[must_use]
    pub fn by_seat<T>(self, [on_roll, other]: [T; 2]) -> [T; 2] {
        match self {
            Player::Zero => [on_roll, other],
            Player::One => [other, on_roll],
        }
    }

    /// The seat with that index, if it is 0 or 1.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Player> {
        match index {
            0 => Some(Player::Zero),
            1 => Some(Player::One),
            _ => None,
        }
    }
}

/// The value of the doubling cube: a power of two from 1 to 4096.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct CubeValue(u8);

impl CubeValue {
    /// An unturned cube.
    pub const ONE: CubeValue = CubeValue(0);
    /// The largest cube in money play, 4096.
    pub const MAX: CubeValue = CubeValue(12);

    /// The value `points`, if it is a power of two from 1 to 4096.
    #[must_use]
    pub const fn new(points: u32) -> Option<CubeValue> {
        if points.is_power_of_two() && points <= 4096 {
            Some(CubeValue(points.trailing_zeros() as u8))
        } else {
            None
        }
    }

    /// The value 2^`exponent`, if `exponent` is at most 12.
    #[must_use]
    pub const fn from_exponent(exponent: u32) -> Option<CubeValue> {
        if exponent <= 12 { Some(CubeValue(exponent as u8)) } else { None }
    }

    /// Points at stake: 1 to 4096.
    #[must_use]
    pub const fn points(self) -> u32 {
        1 << self.0
    }

    /// How often the cube has been turned: 0 to 12.
    #[must_use]
    pub const fn exponent(self) -> u32 {
        self.0 as u32
    }

    /// The value after one more turn, if there is one.
    #[must_use]
    pub const fn doubled(self) -> Option<CubeValue> {
        if self.0 < 12 { Some(CubeValue(self.0 + 1)) } else { None }
    }
}

impl fmt::Display for CubeValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.points(), f)
    }
}

impl fmt::Debug for CubeValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.points(), f)
    }
}

/// The cube's value and who may turn it next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct CubeState {
    /// Points at stake.
    pub value: CubeValue,
    /// The player who owns it; `None` while it is centered.
    pub owner: Option<Player>,
}

impl CubeState {
    /// A cube of value 1 in the middle.
    pub const CENTERED: CubeState = CubeState { value: CubeValue::ONE, owner: None };

    /// Whether `player` owns the cube or it is centered.
    #[must_use]
    pub fn is_open_to(self, player: Player) -> bool {
        self.owner.is_none_or(|owner| owner == player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_ordered_by_seat() {
        for player in Player::BOTH {
            let by_seat = player.by_seat(["on roll", "opponent"]);
            assert_eq!(by_seat[player.index()], "on roll");
            assert_eq!(by_seat[player.other().index()], "opponent");
        }
    }

    #[test]
    fn cube_values_are_powers_of_two() {
        assert_eq!(CubeValue::new(3), None);
        assert_eq!(CubeValue::new(8192), None);
        assert_eq!(CubeValue::new(64).map(CubeValue::exponent), Some(6));
        assert_eq!(CubeValue::MAX.doubled(), None);
        assert_eq!(CubeValue::ONE.doubled().map(CubeValue::points), Some(2));
    }
}
