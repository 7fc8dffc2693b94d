// SPDX-License-Identifier: GPL-3.0-or-later
//! The places of a checker, seen from its owner.

use std::fmt;

/// A place of one side's checkers: a point, the bar, or borne off.
///
/// Points are counted from the owner's ace point, as every player does; [`Place::index`] gives the zero-based
/// array index used by [`Board`](super::Board).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place(u8);

impl Place {
    /// On the bar, waiting to enter.
    pub const BAR: Place = Place(25);
    /// Borne off.
    pub const OFF: Place = Place(0);

    /// The point `number` (1..=24 from the owner's side), or `None` outside that range.
    #[must_use]
    pub const fn point(number: u8) -> Option<Place> {
        if number >= 1 && number <= 24 { Some(Place(number)) } else { None }
    }

    /// The place with array index `index`: 0..=23 are points 1..=24, 24 is the bar.
    ///
    /// # Panics
    /// If `index` is above 24.
    #[must_use]
    pub const fn from_index(index: usize) -> Place {
        assert!(index <= 24, "invariant: a board has 25 places");
        Place(index as u8 + 1)
    }

    /// Array index of this place (0..=24), or `None` when borne off.
    #[must_use]
    pub const fn index(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(self.0 as usize - 1) }
    }

    /// The number written in move notation: 1..=24, 25 for the bar, 0 for off.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The place with that notation number (0..=25), or `None` above it.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Place> {
        if number <= 25 { Some(Place(number)) } else { None }
    }

    /// Whether this is a point rather than the bar or off.
    #[must_use]
    pub const fn is_point(self) -> bool {
        self.0 >= 1 && self.0 <= 24
    }

    /// Where a checker on this place lands after `pips` pips; bearing off absorbs every surplus pip.
    #[must_use]
    pub const fn moved(self, pips: u8) -> Place {
        Place(self.0.saturating_sub(pips))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("off"),
            25 => f.write_str("bar"),
            n => write!(f, "{n}"),
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn indices_and_numbers_agree() {
        for index in 0..25 {
            assert_eq!(Place::from_index(index).index(), Some(index));
        }
        assert_eq!(Place::OFF.index(), None);
        assert_eq!(Place::BAR.number(), 25);
        assert_eq!(Place::point(0), None);
        assert_eq!(Place::point(25), None);
        assert_eq!(Place::point(6).map(|p| p.moved(6)), Some(Place::OFF));
        assert_eq!(Place::point(2).map(|p| p.moved(6)), Some(Place::OFF));
        assert_eq!(Place::BAR.moved(3), Place::point(22).unwrap());
    }
}
