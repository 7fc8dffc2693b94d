// SPDX-License-Identifier: GPL-3.0-or-later
//! Comparison of two plays by figures: what can be counted in the positions after them, and their chances.

use crate::advice::shots::shots;
use gnubg_engine::core::{Board, PLACES, Probs, Side};

/// The points of the board as a set: bit 0 is the ace point.
const POINTS: u32 = (1 << (PLACES - 1)) - 1;
/// The home board, and the opponent's.
const HOME: u32 = 0x3f;
const THEIR_HOME: u32 = HOME << 18;

/// A figure of the position after a play, for the player who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Checkers of the opponent on the bar.
    OnBar,
    /// Points with a single checker.
    Blots,
    /// Rolls of 36 with which the opponent hits.
    Shots,
    /// Rolls that hit with one die alone.
    DirectShots,
    /// Rolls that hit only with several dice.
    IndirectShots,
    /// Points with two checkers or more.
    Points,
    /// Points in the home board.
    HomePoints,
    /// Points in the opponent's home board.
    Anchors,
    /// The most adjacent points.
    Prime,
    /// Checkers in the opponent's home board and on the bar.
    Back,
    /// Checkers borne off by the play.
    BorneOff,
    /// Pip count.
    Pips,
    /// The opponent's pip count.
    OpponentPips,
    /// Chance to win.
    Wins,
    /// Chance to win a gammon or more.
    GammonsWon,
    /// Chance to lose a gammon or more.
    GammonsLost,
}

impl Feature {
    /// All, in the order in which they are shown.
    pub const ALL: [Feature; 16] = [
        Feature::OnBar,
        Feature::Blots,
        Feature::Shots,
        Feature::DirectShots,
        Feature::IndirectShots,
        Feature::Points,
        Feature::HomePoints,
        Feature::Anchors,
        Feature::Prime,
        Feature::Back,
        Feature::BorneOff,
        Feature::Pips,
        Feature::OpponentPips,
        Feature::Wins,
        Feature::GammonsWon,
        Feature::GammonsLost,
    ];

    /// Whether it is a chance from 0 to 1, not a count.
    #[must_use]
    pub const fn is_chance(self) -> bool {
        matches!(self, Feature::Wins | Feature::GammonsWon | Feature::GammonsLost)
    }
}

/// A feature in which two plays differ, with its value after either.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// What is counted.
    pub feature: Feature,
    /// After the first play and after the second.
    pub values: [f32; 2],
}

/// A play to compare: the position after it, the opponent on roll, and the chances of the player who made it.
pub type ComparedPlay<'a> = (&'a Board, &'a Probs);

/// How two plays in the position `before` differ.
#[must_use]
pub fn differences(before: &Board, plays: [ComparedPlay<'_>; 2]) -> Vec<Difference> {
    let [a, b] = plays.map(|(after, probs)| values(before, after, probs));
    let pairs = Feature::ALL.into_iter().zip(a.into_iter().zip(b));
    let differing = pairs.filter(|(_, (a, b))| a != b);
    differing.map(|(feature, (a, b))| Difference { feature, values: [a, b] }).collect()
}

/// The values in the order of [`Feature::ALL`].
fn values(before: &Board, after: &Board, probs: &Probs) -> [f32; Feature::ALL.len()] {
    let mine = after.side(Side::Opponent);
    let (occupied, made) = (after.occupied(Side::Opponent) & POINTS, after.made(Side::Opponent) & POINTS);
    let back: u8 = mine[18..].iter().sum();
    let found = shots(after);
    let borne_off =
        before.checkers_on_board(Side::OnRoll).saturating_sub(after.checkers_on_board(Side::Opponent));
    let [their_pips, my_pips] = after.pips();
    let count = |points: u32| points.count_ones() as f32;
    Feature::ALL.map(|feature| match feature {
        Feature::OnBar => f32::from(after.side(Side::OnRoll)[PLACES - 1]),
        Feature::Blots => count(occupied & !made),
        Feature::Shots => f32::from(found.rolls),
        Feature::DirectShots => f32::from(found.direct),
        Feature::IndirectShots => f32::from(found.rolls - found.direct),
        Feature::Points => count(made),
        Feature::HomePoints => count(made & HOME),
        Feature::Anchors => count(made & THEIR_HOME),
        Feature::Prime => f32::from(longest_run(made)),
        Feature::Back => f32::from(back),
        Feature::BorneOff => f32::from(borne_off),
        Feature::Pips => f32::from(my_pips),
        Feature::OpponentPips => f32::from(their_pips),
        Feature::Wins => probs.win,
        Feature::GammonsWon => probs.win_g,
        Feature::GammonsLost => probs.lose_g,
    })
}

/// The length of the longest run of adjacent points.
fn longest_run(mut points: u32) -> u8 {
    let mut length = 0;
    while points != 0 {
        // Each remaining point begins a run that is one longer than counted so far.
        points &= points >> 1;
        length += 1;
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Dice, notation};

    /// How two plays of a roll differ.
    fn of(board: &Board, dice: [u8; 2], plays: [&str; 2]) -> Vec<(Feature, f32, f32)> {
        let dice = Dice::new(dice[0], dice[1]).unwrap();
        let after = plays.map(|text| notation::resolve(board, dice, text).unwrap().apply(board).swapped());
        let probs = Probs::default();
        let found = differences(board, [(&after[0], &probs), (&after[1], &probs)]);
        found.into_iter().map(|contrast| (contrast.feature, contrast.values[0], contrast.values[1])).collect()
    }

    #[test]
    fn a_point_made_and_a_blot_left_are_found() {
        let found = of(&Board::default(), [3, 1], ["13/10 6/5", "8/5 6/5"]);
        // Fours, 3-1, 2-2 and 1-1 hit on the 5-point; 6-3 and 3-3 on the 10-point.
        let expected = [
            (Feature::Blots, 2.0, 0.0),
            (Feature::Shots, 18.0, 0.0),
            (Feature::DirectShots, 11.0, 0.0),
            (Feature::IndirectShots, 7.0, 0.0),
            (Feature::Points, 4.0, 5.0),
            (Feature::HomePoints, 1.0, 2.0),
            (Feature::Prime, 1.0, 2.0),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_hit_costs_pips() {
        let mut board = Board::default();
        // Their 20-point is my 5-point.
        board.set(Side::Opponent, 23, 1);
        board.set(Side::Opponent, 19, 1);
        let found = of(&board, [3, 1], ["8/5* 6/5", "24/20"]);
        assert!(found.contains(&(Feature::OnBar, 1.0, 0.0)), "{found:?}");
        let pips = |of: Feature| found.iter().find(|(known, ..)| *known == of).map(|(_, a, b)| a - b);
        assert_eq!((pips(Feature::OpponentPips), pips(Feature::Pips)), (Some(5.0), None));
    }

    #[test]
    fn checkers_back_and_borne_off_are_counted() {
        let (mut mine, mut theirs) = ([0; PLACES], [0; PLACES]);
        (mine[23], mine[5], mine[0], theirs[9]) = (1, 2, 1, 2);
        let board = Board::from_sides(mine, theirs);
        let found = of(&board, [6, 5], ["24/18 6/1", "24/13"]);
        assert!(!found.iter().any(|(feature, ..)| *feature == Feature::Back), "it has left in both");
        let found = of(&board, [5, 1], ["24/18", "24/23 6/1"]);
        assert!(found.contains(&(Feature::Back, 0.0, 1.0)), "{found:?}");
        mine[23] = 0;
        let board = Board::from_sides(mine, theirs);
        let found = of(&board, [6, 1], ["6/off 6/5", "6/off 1/off"]);
        assert!(found.contains(&(Feature::BorneOff, 1.0, 2.0)), "{found:?}");
    }

    #[test]
    fn chances_are_listed_where_they_differ() {
        let (board, after) = (Board::default(), Board::default().swapped());
        let one = Probs { win: 0.6, win_g: 0.1, ..Probs::default() };
        let other = Probs { win: 0.5, ..one };
        let found = differences(&board, [(&after, &one), (&after, &other)]);
        assert_eq!(found, [Difference { feature: Feature::Wins, values: [0.6, 0.5] }]);
        assert!(differences(&board, [(&after, &one), (&after, &one)]).is_empty());
    }

    #[test]
    fn runs_are_counted() {
        assert_eq!([0, 0b1, 0b1101, 0b111, 0b0111_1011].map(longest_run), [0, 1, 2, 3, 4]);
    }
}
