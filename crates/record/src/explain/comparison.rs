// SPDX-License-Identifier: GPL-3.0-or-later
//! Comparison of two plays by figures: what can be counted in the positions after them, and their chances.

use crate::explain::shots::{Shots, shots};
use gnubg_engine::core::{Board, PLACES, Probs, Side};

/// The points of the board as a set: bit 0 is the ace point.
const POINTS: u32 = (1 << (PLACES - 1)) - 1;
/// The home board, and the opponent's.
pub const HOME: u32 = 0x3f;
/// The opponent's home board: the 19-point to the 24-point.
pub const THEIR_HOME: u32 = HOME << 18;

/// A figure of the position after a play, for the player who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Checkers of the opponent on the bar.
    OnBar,
    /// Points with a single checker.
    Blots,
    /// Rolls of 36 with which the opponent hits.
    Shots,
    /// Rolls of 36 with which the opponent hits at a cost, which loose hits in the home board have not.
    ReturnShots,
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
    /// Pips that can be played before the longest prime has to be broken, while it holds checkers of the opponent.
    Timing,
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
    pub const ALL: [Feature; 18] = [
        Feature::OnBar,
        Feature::Blots,
        Feature::Shots,
        Feature::ReturnShots,
        Feature::DirectShots,
        Feature::IndirectShots,
        Feature::Points,
        Feature::HomePoints,
        Feature::Anchors,
        Feature::Prime,
        Feature::Timing,
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

/// What is counted of a position after a play, for the player who made it. Sets of points have bit 0 for the ace point.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayFeatures {
    /// The opponent's shots.
    pub shots: Shots,
    /// Points with two checkers or more.
    pub points: u32,
    /// Points that the play made: before it there were fewer than two checkers.
    pub made: u32,
    /// Points that the play broke.
    pub broken: u32,
    /// Points with a single checker.
    pub blots: u32,
    /// The longest run of adjacent points: its length, and its lowest point counted from 1. Of equal ones the rearmost.
    pub prime: (u8, u8),
    /// Checkers of the opponent that have to pass the prime: those behind it, from their point of view, and on the bar.
    pub held: u8,
    /// Pips that can be played before the prime breaks: of all checkers outside the opponent's home board that it does not
    /// need, each down to the ace point.
    pub timing: u16,
    /// Checkers of the opponent on the bar.
    pub on_bar: u8,
    /// Checkers in the opponent's home board and on the bar.
    pub back: u8,
    /// Checkers borne off by the play.
    pub borne_off: u8,
    /// Own pip count, and the opponent's.
    pub pips: [u16; 2],
    /// Chances, given with the play.
    pub probs: Probs,
}

impl PlayFeatures {
    /// Counts the features of a play in the position `before`.
    #[must_use]
    pub fn of(before: &Board, (after, probs): ComparedPlay<'_>) -> PlayFeatures {
        let mine = after.side(Side::Opponent);
        let points = after.made(Side::Opponent) & POINTS;
        let earlier = before.made(Side::OnRoll) & POINTS;
        let prime = longest_run(points);
        let theirs = after.side(Side::OnRoll);
        let [their_pips, my_pips] = after.pips();
        let off =
            before.checkers_on_board(Side::OnRoll).saturating_sub(after.checkers_on_board(Side::Opponent));
        PlayFeatures {
            shots: shots(after),
            points,
            made: points & !earlier,
            broken: earlier & !points,
            blots: after.occupied(Side::Opponent) & POINTS & !points,
            prime,
            held: held_by(prime, theirs),
            timing: timing(prime, mine),
            on_bar: theirs[PLACES - 1],
            back: mine[18..].iter().sum(),
            borne_off: off,
            pips: [my_pips, their_pips],
            probs: *probs,
        }
    }

    /// Whether the longest prime holds somebody, so that timing is of interest.
    #[must_use]
    pub const fn has_timing(&self) -> bool {
        self.prime.0 >= LEAST_PRIME && self.held > 0
    }

    /// The value of a feature.
    #[must_use]
    pub fn value(&self, feature: Feature) -> f32 {
        let count = |points: u32| points.count_ones() as f32;
        match feature {
            Feature::OnBar => f32::from(self.on_bar),
            Feature::Blots => count(self.blots),
            Feature::Shots => f32::from(self.shots.rolls),
            Feature::ReturnShots => f32::from(self.shots.costly),
            Feature::DirectShots => f32::from(self.shots.direct),
            Feature::IndirectShots => f32::from(self.shots.rolls - self.shots.direct),
            Feature::Points => count(self.points),
            Feature::HomePoints => count(self.points & HOME),
            Feature::Anchors => count(self.points & THEIR_HOME),
            Feature::Prime => f32::from(self.prime.0),
            Feature::Timing => f32::from(self.timing),
            Feature::Back => f32::from(self.back),
            Feature::BorneOff => f32::from(self.borne_off),
            Feature::Pips => f32::from(self.pips[0]),
            Feature::OpponentPips => f32::from(self.pips[1]),
            Feature::Wins => self.probs.win,
            Feature::GammonsWon => self.probs.win_g,
            Feature::GammonsLost => self.probs.lose_g,
        }
    }
}

/// Primes shorter than this, in points, hold nobody.
pub const LEAST_PRIME: u8 = 4;

/// How two plays differ, by what was counted of each.
#[must_use]
pub fn differences_of(plays: [&PlayFeatures; 2]) -> Vec<Difference> {
    // Without a prime that holds somebody in both there is nothing to wait for.
    let has_timing = plays.iter().all(|play| play.has_timing());
    let all = Feature::ALL.into_iter().filter(|feature| *feature != Feature::Timing || has_timing);
    let pairs = all.map(|feature| Difference { feature, values: plays.map(|play| play.value(feature)) });
    pairs.filter(|difference| difference.values[0] != difference.values[1]).collect()
}

/// How two plays in the position `before` differ.
#[must_use]
pub fn differences(before: &Board, plays: [ComparedPlay<'_>; 2]) -> Vec<Difference> {
    let [a, b] = plays.map(|play| PlayFeatures::of(before, play));
    differences_of([&a, &b])
}

/// The longest run of adjacent points: its length, and its lowest point counted from 1.
fn longest_run(points: u32) -> (u8, u8) {
    let (mut length, mut rest, mut last) = (0, points, 0);
    while rest != 0 {
        last = rest;
        // Each remaining point begins a run that is one longer than counted so far.
        rest &= rest >> 1;
        length += 1;
    }
    // The highest of the points that begin a run of that length.
    let lowest = if last == 0 { 0 } else { 32 - last.leading_zeros() };
    (length, lowest as u8)
}

/// Checkers of the opponent, given as they count, that stand behind a prime of ours or on the bar.
fn held_by((length, lowest): (u8, u8), theirs: &[u8; PLACES]) -> u8 {
    if length == 0 {
        return 0;
    }
    // Our point n is their 25 - n; they have to go past our highest point, from higher numbers of theirs to lower ones.
    let behind = usize::from(25 - lowest);
    theirs[behind..].iter().sum()
}

/// Pips of the checkers outside the opponent's home board that the prime does not need.
fn timing((length, lowest): (u8, u8), mine: &[u8; PLACES]) -> u16 {
    let prime = usize::from(lowest)..usize::from(lowest + length);
    (1..=18)
        .map(|point| {
            let needed = if prime.contains(&point) { 2 } else { 0 };
            u16::from(mine[point - 1].saturating_sub(needed)) * (point as u16 - 1)
        })
        .sum()
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

    fn features(board: &Board, dice: [u8; 2], play: &str) -> PlayFeatures {
        let dice = Dice::new(dice[0], dice[1]).unwrap();
        let after = notation::resolve(board, dice, play).unwrap().apply(board).swapped();
        PlayFeatures::of(board, (&after, &Probs::default()))
    }

    #[test]
    fn a_point_made_and_a_blot_left_are_found() {
        let found = of(&Board::default(), [3, 1], ["13/10 6/5", "8/5 6/5"]);
        // Fours, 3-1, 2-2 and 1-1 hit on the 5-point; 6-3 and 3-3 on the 10-point.
        let expected = [
            (Feature::Blots, 2.0, 0.0),
            (Feature::Shots, 18.0, 0.0),
            (Feature::ReturnShots, 18.0, 0.0),
            (Feature::DirectShots, 11.0, 0.0),
            (Feature::IndirectShots, 7.0, 0.0),
            (Feature::Points, 4.0, 5.0),
            (Feature::HomePoints, 1.0, 2.0),
            (Feature::Prime, 1.0, 2.0),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn points_made_and_broken_are_told_by_number() {
        let board = Board::default();
        let made = features(&board, [3, 1], "8/5 6/5");
        assert_eq!((made.made, made.broken), (1 << 4, 0));
        assert_eq!(made.prime, (2, 5), "the 5-point and the 6-point");
        let broken = features(&board, [6, 5], "24/18 13/8");
        assert_eq!((broken.made, broken.broken, broken.blots), (0, 1 << 23, 1 << 23 | 1 << 17));
    }

    #[test]
    fn a_prime_holds_those_behind_it_and_lives_from_the_other_checkers() {
        let (mut mine, mut theirs) = ([0; PLACES], [0; PLACES]);
        // A prime from the 4-point to the 8-point with a third checker on the 8-point, and two checkers on the midpoint.
        for point in 4..=8 {
            mine[point - 1] = 2;
        }
        mine[7] = 3;
        mine[12] = 2;
        // On our ace point, and on our 9-point before the prime.
        (theirs[23], theirs[15]) = (2, 1);
        let after = Board::from_sides(theirs, mine);
        let found = PlayFeatures::of(&after.swapped(), (&after, &Probs::default()));
        assert_eq!((found.prime, found.held, found.timing), ((5, 4), 2, 7 + 2 * 12));
        assert!(found.has_timing() && !features(&Board::default(), [3, 1], "8/5 6/5").has_timing());
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
        let found = [0, 0b1, 0b1101, 0b111, 0b0111_1011].map(longest_run);
        assert_eq!(found, [(0, 0), (1, 1), (2, 3), (3, 1), (4, 4)]);
    }
}
