// SPDX-License-Identifier: GPL-3.0-or-later
//! Counting rules for races, as used over the board.
//!
//! The "leader" is always the player on roll, who thinks about doubling, even when behind; the "trailer" is the
//! opponent. Index = point − 1, bar = 24.
//!
//! Sources: the published rules of Danny Kleinman, Edward Thorp, Tom Keith ("Cube Handling in Noncontact Positions") and
//! Axel Reichert ("Improved Cube Handling in Races: Insights with Isight"); docs/cube.md, section 8.

use crate::core::{Board, PLACES, Side};

/// What a counting rule advises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RaceAdvice {
    /// Neither double nor redouble; a double is a take.
    NoDouble,
    /// Double but do not redouble; take.
    Double,
    /// Double and redouble; take.
    Redouble,
    /// Double; pass.
    Pass,
}

impl RaceAdvice {
    /// The advice in words.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            RaceAdvice::NoDouble => "No double, take",
            RaceAdvice::Double => "Double, take",
            RaceAdvice::Redouble => "Redouble, take",
            RaceAdvice::Pass => "Double, pass",
        }
    }

    /// The highest advice whose limit `value` reaches: \[double, redouble, pass\].
    fn reached(value: f64, limits: [f64; 3]) -> RaceAdvice {
        match limits.iter().filter(|limit| value >= **limit).count() {
            0 => RaceAdvice::NoDouble,
            1 => RaceAdvice::Double,
            2 => RaceAdvice::Redouble,
            _ => RaceAdvice::Pass,
        }
    }
}

/// Kleinman's estimate of the leader's cubeless winning chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kleinman {
    /// Pips of both sides together.
    pub sum: i32,
    /// The trailer's pips less the leader's.
    pub difference: i32,
    /// (difference + 4) / (2 √(sum − 4)).
    pub k: f64,
    /// Winning chance, 0..=1.
    pub chance: f64,
}

/// Kleinman's rule for the pip counts \[leader, trailer\].
///
/// *Differs* from GNU Backgammon 1.07 with four pips or fewer together, where the formula ends: the chance then follows
/// the sign of K instead of being 0.
#[must_use]
pub fn kleinman(pips: [u16; 2]) -> Kleinman {
    let [leader, trailer] = pips.map(i32::from);
    let (sum, difference) = (leader + trailer, trailer - leader);
    let ahead = f64::from(difference + 4);
    let k = match f64::from(sum - 4) {
        spread if spread > 0.0 => ahead / (2.0 * spread.sqrt()),
        _ if ahead == 0.0 => 0.0,
        _ => ahead.signum() * f64::INFINITY,
    };
    Kleinman { sum, difference, k, chance: 0.5 * libm::erfc(-k) }
}

/// Two counts and the advice that follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RaceCount {
    /// The leader's count.
    pub leader: f64,
    /// The leader's count after the rule's enlargement for the decision to double.
    pub leader_adjusted: f64,
    /// The trailer's count.
    pub trailer: f64,
    /// What follows.
    pub advice: RaceAdvice,
}

/// Thorp's count: pips, two per checker, one per checker on the ace point, less one per home point held; a leader's count
/// above 30 is enlarged by a tenth.
#[must_use]
pub fn thorp(board: &Board) -> RaceCount {
    let count = |side: Side| {
        let home_points = board.side(side)[..6].iter().filter(|count| **count > 0).count();
        let checkers = f64::from(board.checkers_on_board(side));
        pips(board, side) + 2.0 * checkers + f64::from(board.side(side)[0]) - home_points as f64
    };
    let (leader, trailer) = (count(Side::OnRoll), count(Side::Opponent));
    let leader_adjusted = if leader > 30.0 { 1.1 * leader } else { leader };
    let advice = RaceAdvice::reached(trailer - leader_adjusted, [-2.0, -1.0, 2.0]);
    RaceCount { leader, leader_adjusted, trailer, advice }
}

/// Keith's count: pips, two for each checker more than one on the ace point, one for each more than one on the 2-point
/// and more than three on the 3-point, one for each gap on the 4-, 5- and 6-point; the leader's count is enlarged by a
/// seventh.
#[must_use]
pub fn keith(board: &Board) -> RaceCount {
    let count = |side: Side| {
        let places = board.side(side);
        let gaps = places[3..6].iter().filter(|count| **count == 0).count();
        pips(board, side)
            + 2.0 * above(places, 0, 1)
            + above(places, 1, 1)
            + above(places, 2, 3)
            + gaps as f64
    };
    let (leader, trailer) = (count(Side::OnRoll), count(Side::Opponent));
    let leader_adjusted = leader * 8.0 / 7.0;
    let advice = RaceAdvice::reached(trailer - leader_adjusted, [-4.0, -3.0, -2.0]);
    RaceCount { leader, leader_adjusted, trailer, advice }
}

/// Reichert's Isight count and the winning chance it gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Isight {
    /// The leader's count.
    pub leader: f64,
    /// The trailer's count.
    pub trailer: f64,
    /// Estimated winning chance of the leader, in percent: 80 − leader/3 + 2 (trailer − leader).
    pub percent: f64,
    /// What follows.
    pub advice: RaceAdvice,
}

/// The Isight count: pips, one for each checker and each crossover more than the other side has, two for each checker
/// more than two on the ace point, one for each more than two on the 2-point and more than three on the 3-point, one for
/// each gap on the 4-, 5- and 6-point where the other side has none.
#[must_use]
pub fn isight(board: &Board) -> Isight {
    let count = |side: Side| {
        let (own, other) = (board.side(side), board.side(side.other()));
        let crossovers =
            |places: &[u8; PLACES]| -> i32 { (0..).zip(places).map(|(i, n)| i / 6 * i32::from(*n)).sum() };
        let gaps = (3..6).filter(|i| own[*i] == 0 && other[*i] > 0).count();
        let more = |own: i32, other: i32| f64::from((own - other).max(0));
        let checkers = |side| i32::from(board.checkers_on_board(side));
        pips(board, side)
            + more(checkers(side), checkers(side.other()))
            + 2.0 * above(own, 0, 2)
            + above(own, 1, 2)
            + above(own, 2, 3)
            + gaps as f64
            + more(crossovers(own), crossovers(other))
    };
    let (leader, trailer) = (count(Side::OnRoll), count(Side::Opponent));
    let percent = 80.0 - leader / 3.0 + 2.0 * (trailer - leader);
    let mut advice = RaceAdvice::reached(percent, [68.0, 70.0, 76.0]);
    if percent == 76.0 {
        // Exactly at the last limit it is still a take.
        advice = RaceAdvice::Redouble;
    }
    Isight { leader, trailer, percent, advice }
}

/// The 8-9-12 rule: by how many percent of the own count the leader is ahead, and the advice. Above 8 percent double,
/// above 9 percent redouble, above 12 percent pass.
///
/// *Differs* from GNU Backgammon 1.07, which exchanges the texts of 8 and 9 percent.
#[must_use]
pub fn eight_nine_twelve(pips: [u16; 2]) -> (f64, RaceAdvice) {
    let [leader, trailer] = pips.map(f64::from);
    let percent = if leader > 0.0 { 100.0 * (trailer - leader) / leader } else { 0.0 };
    let n_passed = [8.0, 9.0, 12.0].iter().filter(|limit| percent > **limit).count();
    let advice = [RaceAdvice::NoDouble, RaceAdvice::Double, RaceAdvice::Redouble, RaceAdvice::Pass][n_passed];
    (percent, advice)
}

/// Effective pip count of a side that needs `mean_rolls` rolls on average to bear off: its rolls at the average of
/// 294/36 pips each.
#[must_use]
pub fn effective_pips(mean_rolls: f64) -> f64 {
    mean_rolls * 294.0 / 36.0
}

fn pips(board: &Board, side: Side) -> f64 {
    f64::from(board.pips()[side as usize])
}

/// Checkers on an index beyond `enough`.
fn above(places: &[u8; PLACES], index: usize, enough: u8) -> f64 {
    f64::from(places[index].saturating_sub(enough))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Variation;

    /// Both sides: two checkers each on the ace, 2- and 6-point, three each on the 3-, 4- and 5-point.
    fn bearing_in() -> Board {
        let mut side = [0; PLACES];
        side[..6].copy_from_slice(&[2, 2, 3, 3, 3, 2]);
        Board::from_sides(side, side)
    }

    fn rounded(value: f64) -> f64 {
        (value * 1e4).round() / 1e4
    }

    #[test]
    fn kleinman_as_printed() {
        let opening = kleinman(Variation::Standard.start().pips());
        assert_eq!((rounded(opening.k), rounded(opening.chance)), (0.1101, 0.5619));
        let even = kleinman([54, 54]);
        assert_eq!((even.sum, even.difference), (108, 0));
        assert_eq!((rounded(even.k), rounded(even.chance)), (0.1961, 0.6092));
        assert_eq!(kleinman([2, 2]).chance, 1.0);
        assert_eq!(kleinman([4, 0]).chance, 0.5);
    }

    #[test]
    fn thorp_as_printed() {
        let count = thorp(&bearing_in());
        assert_eq!((count.leader, count.trailer, count.advice), (80.0, 80.0, RaceAdvice::NoDouble));
        assert_eq!(rounded(count.leader_adjusted), 88.0);
        let opening = thorp(&Variation::Standard.start());
        assert_eq!(
            (opening.leader, rounded(opening.leader_adjusted), opening.trailer),
            (196.0, 215.6, 196.0)
        );
        // One checker each on the ace point: 1 + 2 + 1 − 1 = 3, too small to be enlarged.
        let mut side = [0; PLACES];
        side[0] = 1;
        let last = thorp(&Board::from_sides(side, side));
        assert_eq!((last.leader_adjusted, last.advice), (3.0, RaceAdvice::Redouble));
    }

    #[test]
    fn keith_as_printed() {
        let count = keith(&bearing_in());
        assert_eq!((count.leader, rounded(count.leader_adjusted), count.trailer), (57.0, 65.1429, 57.0));
        let opening = keith(&Variation::Standard.start());
        assert_eq!((opening.leader, rounded(opening.leader_adjusted)), (169.0, 193.1429));
        assert_eq!(opening.advice, RaceAdvice::NoDouble);
    }

    #[test]
    fn isight_as_printed() {
        let count = isight(&bearing_in());
        assert_eq!((count.leader, count.trailer, count.percent), (54.0, 54.0, 62.0));
        let opening = isight(&Variation::Standard.start());
        assert_eq!((opening.leader, rounded(opening.percent)), (167.0, 24.3333));
        assert_eq!(opening.advice, RaceAdvice::NoDouble);
    }

    #[test]
    fn percent_rule() {
        let at = |leader, trailer| eight_nine_twelve([leader, trailer]).1;
        assert_eq!(at(100, 108), RaceAdvice::NoDouble);
        assert_eq!(at(100, 109), RaceAdvice::Double);
        assert_eq!(at(100, 110), RaceAdvice::Redouble);
        assert_eq!(at(100, 113), RaceAdvice::Pass);
        assert_eq!(eight_nine_twelve([0, 10]).0, 0.0);
    }

    #[test]
    fn effective_pips_of_one_roll() {
        assert_eq!(rounded(effective_pips(1.0)), 8.1667);
    }
}
