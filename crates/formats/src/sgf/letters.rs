// SPDX-License-Identifier: GPL-3.0-or-later
//! Points as letters: `a`…`x` are the points from White's ace point, `y` is the bar, `z` is off.
//!
//! White is seat `Zero`. A player's index `i` (0 = ace point) is `a + i` for White and `x - i` for Black.

use gnubg_engine::core::{Board, Place, Player, Side, Step};

const BAR: u8 = b'y';
const OFF: u8 = b'z';

/// The letter of a player's place.
pub(super) fn letter(player: Player, place: Place) -> char {
    char::from(match (place.index(), player) {
        (None, _) => OFF,
        (Some(24), _) => BAR,
        (Some(index), Player::Zero) => b'a' + index as u8,
        (Some(index), Player::One) => b'x' - index as u8,
    })
}

/// The place of a letter.
pub(super) fn place(player: Player, letter: u8) -> Option<Place> {
    match (letter, player) {
        (b'a'..=b'x', Player::Zero) => Some(Place::from_index(usize::from(letter - b'a'))),
        (b'a'..=b'x', Player::One) => Some(Place::from_index(usize::from(b'x' - letter))),
        (BAR, _) => Some(Place::BAR),
        // Anything beyond the bar is off.
        (b'z'..=b'~', _) => Some(Place::OFF),
        _ => None,
    }
}

/// Steps as pairs of letters.
pub(super) fn steps(player: Player, steps: &[Step]) -> String {
    steps.iter().flat_map(|step| [letter(player, step.from), letter(player, step.to)]).collect()
}

/// Pairs of letters as steps, at most four; `None` if they are not steps.
pub(super) fn parse_steps(player: Player, text: &str) -> Option<Vec<Step>> {
    let bytes = text.as_bytes();
    if !bytes.len().is_multiple_of(2) || bytes.len() > 8 {
        return None;
    }
    bytes
        .chunks_exact(2)
        .map(|pair| Some(Step { from: place(player, pair[0])?, to: place(player, pair[1])? }))
        .collect()
}

/// Both players' counts in White's letters while a position is set up.
#[derive(Clone, Debug, Default)]
pub(super) struct SetUp {
    /// By seat and the player's own index.
    counts: [[u8; 25]; 2],
}

impl SetUp {
    /// The counts of a board whose player on roll is `on_roll`.
    pub(super) fn of(board: &Board, on_roll: Player) -> SetUp {
        let mut set_up = SetUp::default();
        set_up.counts[on_roll.index()] = *board.side(Side::OnRoll);
        set_up.counts[on_roll.other().index()] = *board.side(Side::Opponent);
        set_up
    }

    /// The board with `on_roll` to roll.
    pub(super) fn board(&self, on_roll: Player) -> Board {
        Board::from_sides(self.counts[on_roll.index()], self.counts[on_roll.other().index()])
    }

    /// Empties or fills the points of a value: one letter, or two with a colon for a range.
    pub(super) fn change(&mut self, value: &str, add: Option<Player>) -> Option<()> {
        let (first, last) = value.trim().split_once(':').unwrap_or((value.trim(), value.trim()));
        let ([first], [last]) = (first.as_bytes(), last.as_bytes()) else { return None };
        if !(b'a'..=BAR).contains(first) || !(b'a'..=BAR).contains(last) || first > last {
            return None;
        }
        for letter in *first..=*last {
            for player in Player::BOTH {
                let index = place(player, letter)?.index()?;
                let count = &mut self.counts[player.index()][index];
                match add {
                    None => *count = 0,
                    Some(adding) if adding == player => *count = count.saturating_add(1).min(30),
                    Some(_) => {}
                }
            }
        }
        Some(())
    }

    /// One letter for each checker of a player, in the player's own order from the ace point.
    pub(super) fn letters(&self, player: Player) -> Vec<char> {
        let of = |(index, &count): (usize, &u8)| {
            std::iter::repeat_n(letter(player, Place::from_index(index)), usize::from(count))
        };
        self.counts[player.index()].iter().enumerate().flat_map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_plays() {
        let play = |player, text: &str| {
            let steps = parse_steps(player, text).unwrap();
            assert_eq!(super::steps(player, &steps), text);
            steps.iter().map(|s| format!("{}/{}", s.from, s.to)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(play(Player::One, "qtst"), "8/5 6/5");
        assert_eq!(play(Player::Zero, "mhfc"), "13/8 6/3");
        assert_eq!(play(Player::Zero, "ytez"), "bar/20 5/off");
        assert_eq!(parse_steps(Player::One, "qts"), None);
        assert_eq!(parse_steps(Player::One, "q1"), None);
    }

    #[test]
    fn set_ups_fill_and_empty() {
        let mut set_up = SetUp::of(&Board::default(), Player::One);
        assert_eq!(set_up.board(Player::One), Board::default());
        set_up.change("a:y", None).unwrap();
        assert_eq!(set_up.board(Player::Zero), Board::EMPTY);
        for letter in ["f", "f", "y"] {
            set_up.change(letter, Some(Player::Zero)).unwrap();
        }
        assert_eq!(set_up.letters(Player::Zero), ['f', 'f', 'y']);
        assert_eq!(set_up.letters(Player::One), []);
        assert_eq!(set_up.change("c:a", None), None);
        assert_eq!(set_up.change("zz", None), None);
    }
}
