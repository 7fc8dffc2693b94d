// SPDX-License-Identifier: GPL-3.0-or-later
//! The thirty slots of the drawn board, numbered by their place on it, regardless of whose turn it is.
//!
//! 0 is the bar of the top player, 1 to 24 are the points counted from the bottom player, 25 is the bar of the bottom
//! player, 26 and 27 the trays of the bottom and the top player, 28 and 29 the unused trays (bottom, top).

use gnubg_engine::core::{Place, Player};
use std::fmt;

/// One place of the drawn board. *Invariant:* at most 29.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(u8);

impl Slot {
    /// How many slots there are.
    pub const COUNT: usize = 30;
    /// How many slots can hold checkers: all but the two unused trays.
    pub const HOLDING: usize = 28;
    /// The lower of the two trays that hold no checkers.
    pub const UNUSED_BOTTOM: Slot = Slot(28);
    /// The upper of the two trays that hold no checkers.
    pub const UNUSED_TOP: Slot = Slot(29);

    /// The slot with that index, if it is at most 29.
    #[must_use]
    pub const fn new(index: usize) -> Option<Slot> {
        if index < Slot::COUNT { Some(Slot(index as u8)) } else { None }
    }

    /// Every slot in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Slot> {
        (0..Slot::COUNT as u8).map(Slot)
    }

    /// The slots that can hold checkers, in order.
    pub fn holding() -> impl DoubleEndedIterator<Item = Slot> {
        (0..Slot::HOLDING as u8).map(Slot)
    }

    /// The slot of `player`'s place.
    #[must_use]
    pub const fn of(player: Player, place: Place) -> Slot {
        let number = place.number();
        match (player, number) {
            (Player::One, 0) => Slot(26),
            (Player::Zero, 0) => Slot(27),
            (Player::One, _) => Slot(number),
            (Player::Zero, _) => Slot(25 - number),
        }
    }

    /// The bar of `player`.
    #[must_use]
    pub const fn bar(player: Player) -> Slot {
        Slot::of(player, Place::BAR)
    }

    /// The tray of `player`.
    #[must_use]
    pub const fn tray(player: Player) -> Slot {
        Slot::of(player, Place::OFF)
    }

    /// What this slot is for `player`; `None` for the other player's bar or tray and the unused trays.
    #[must_use]
    pub fn place_for(self, player: Player) -> Option<Place> {
        if self == Slot::tray(player) {
            return Some(Place::OFF);
        }
        if self == Slot::bar(player) {
            return Some(Place::BAR);
        }
        if !self.is_point() {
            return None;
        }
        match player {
            Player::One => Place::point(self.0),
            Player::Zero => Place::point(25 - self.0),
        }
    }

    /// 0 to 29.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is one of the 24 points.
    #[must_use]
    pub const fn is_point(self) -> bool {
        self.0 >= 1 && self.0 <= 24
    }

    /// The owner, if this is a bar.
    #[must_use]
    pub const fn bar_owner(self) -> Option<Player> {
        match self.0 {
            0 => Some(Player::Zero),
            25 => Some(Player::One),
            _ => None,
        }
    }

    /// The owner, if this is a tray in use.
    #[must_use]
    pub const fn tray_owner(self) -> Option<Player> {
        match self.0 {
            26 => Some(Player::One),
            27 => Some(Player::Zero),
            _ => None,
        }
    }

    /// Whether this is one of the four trays.
    #[must_use]
    pub const fn is_tray(self) -> bool {
        self.0 >= 26
    }

    /// Whether checkers stack downward from the upper border here (the upper half of the board and its trays).
    #[must_use]
    pub const fn is_top(self) -> bool {
        matches!(self.0, 13..=24 | 25 | 27 | 29)
    }

    /// Maximum number of checkers drawn; a number replaces further ones. Five, on the bar three.
    #[must_use]
    pub const fn drawn_places(self) -> u8 {
        if self.bar_owner().is_some() { 3 } else { 5 }
    }
}

impl fmt::Debug for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Slot({})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_slots_are_inverse() {
        for player in Player::BOTH {
            for number in 0..=25 {
                let place = Place::from_number(number).unwrap();
                assert_eq!(Slot::of(player, place).place_for(player), Some(place));
            }
        }
        assert_eq!(Slot::of(Player::Zero, Place::point(1).unwrap()), Slot(24));
        assert_eq!(Slot::bar(Player::Zero), Slot(0));
        assert_eq!(Slot::tray(Player::One), Slot(26));
        assert_eq!(Slot(27).place_for(Player::One), None);
        assert_eq!(Slot(28).place_for(Player::One), None);
        assert_eq!(Slot::new(30), None);
    }
}
