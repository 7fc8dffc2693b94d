// SPDX-License-Identifier: GPL-3.0-or-later
//! The games played on a backgammon board that differ only in their starting position.

/// A variation of backgammon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Variation {
    /// The standard game.
    #[default]
    Standard,
    /// Nack Ballard's start with four checkers back.
    Nackgammon,
    /// One checker a side.
    Hypergammon1,
    /// Two checkers a side.
    Hypergammon2,
    /// Three checkers a side.
    Hypergammon3,
}

impl Variation {
    /// Every variation, in the order of their file codes.
    pub const ALL: [Variation; 5] = [
        Variation::Standard,
        Variation::Nackgammon,
        Variation::Hypergammon1,
        Variation::Hypergammon2,
        Variation::Hypergammon3,
    ];

    /// Checkers of each side.
    #[must_use]
    pub const fn n_checkers(self) -> u8 {
        match self {
            Variation::Standard | Variation::Nackgammon => 15,
            Variation::Hypergammon1 => 1,
            Variation::Hypergammon2 => 2,
            Variation::Hypergammon3 => 3,
        }
    }

    /// Whether this is one of the hypergammon games, which exact databases solve.
    #[must_use]
    pub const fn is_hypergammon(self) -> bool {
        self.n_checkers() < 15
    }

    /// The variation's keyword, as in command arguments and JSON requests.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        match self {
            Variation::Standard => "standard",
            Variation::Nackgammon => "nackgammon",
            Variation::Hypergammon1 => "hypergammon1",
            Variation::Hypergammon2 => "hypergammon2",
            Variation::Hypergammon3 => "hypergammon3",
        }
    }

    /// The name that commands of GNU Backgammon and saved settings use.
    #[must_use]
    pub const fn command_word(self) -> &'static str {
        match self {
            Variation::Standard => "standard",
            Variation::Nackgammon => "nackgammon",
            Variation::Hypergammon1 => "1-chequer-hypergammon",
            Variation::Hypergammon2 => "2-chequer-hypergammon",
            Variation::Hypergammon3 => "3-chequer-hypergammon",
        }
    }

    /// The variation with this keyword or command word.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Variation> {
        Variation::ALL.into_iter().find(|v| v.keyword() == name || v.command_word() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_names_of_a_variation_are_found() {
        for variation in Variation::ALL {
            assert_eq!(Variation::from_name(variation.keyword()), Some(variation));
            assert_eq!(Variation::from_name(variation.command_word()), Some(variation));
        }
        assert_eq!(Variation::from_name("hypergammon"), None);
    }

    #[test]
    fn starts_have_their_checkers() {
        for variation in Variation::ALL {
            let board = variation.start();
            assert!(board.check(variation).is_ok(), "{variation:?}");
            assert_eq!(board.checkers_on_board(crate::core::Side::OnRoll), variation.n_checkers());
        }
        assert_eq!(Variation::Standard.start().pips(), [167, 167]);
    }
}
