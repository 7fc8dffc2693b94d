// SPDX-License-Identifier: GPL-3.0-or-later
//! Where places of queries lie on the board that is drawn on.

use crate::board::Slot;
use gnubg_engine::core::Player;
use gnubg_library::search::{Pattern, Together, Wanted};

/// The place of a slot in queries; `None` if that side cannot stand there.
pub(super) fn place(slot: Slot, is_theirs: bool) -> Option<u8> {
    let player = if is_theirs { Player::Zero } else { Player::One };
    match slot.place_for(player)?.number() {
        n if slot.is_point() => Some(if is_theirs { 25 - n } else { n }),
        n => Some(n),
    }
}

/// The places of slots in queries, in order.
pub(super) fn places(slots: &[Slot], is_theirs: bool) -> Vec<u8> {
    let mut places: Vec<u8> = slots.iter().filter_map(|slot| place(*slot, is_theirs)).collect();
    places.sort_unstable();
    places
}

/// What is wanted on a single slot.
pub(super) fn wanted(pattern: &Pattern, slot: Slot, is_theirs: bool) -> Option<Wanted> {
    place(slot, is_theirs).map(|place| pattern.wanted(is_theirs, &[place], Together::All))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(n: usize) -> Slot {
        Slot::new(n).expect("a slot")
    }

    #[test]
    fn places_are_numbered_by_the_player_who_decides() {
        assert_eq!((place(slot(20), false), place(slot(20), true)), (Some(20), Some(20)));
        assert_eq!((place(slot(25), false), place(slot(25), true)), (Some(25), None));
        assert_eq!((place(slot(0), false), place(slot(0), true)), (None, Some(25)));
        assert_eq!((place(slot(26), false), place(slot(27), true)), (Some(0), Some(0)));
    }
}
