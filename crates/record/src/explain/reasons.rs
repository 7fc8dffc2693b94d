// SPDX-License-Identifier: GPL-3.0-or-later
//! Why a play is worse than the best one: what the best play does clearly better, as far as that can be counted on the
//! board, was found by the evaluation, or shows in the opponent's next roll.

use crate::explain::comparison::{Feature, HOME, LEAST_PRIME, PlayFeatures, THEIR_HOME};

/// Most reasons that are given.
pub const MOST_REASONS: usize = 3;

/// What the best play does clearly better than the one that was made. Sets of points have bit 0 for the ace point.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// A count or chance differs; both are in the features of the plays.
    Counted(Feature),
    /// The best play makes these points, the other one does not hold them.
    Makes(u32),
    /// The play that was made breaks these points, the best one keeps them.
    Breaks(u32),
    /// The best play leaves the better race: pips that the player is ahead after the play that was made and after the best
    /// one, negative behind.
    Race([i32; 2]),
    /// After the play that was made more rolls of the opponent, of 36, cost much: how many after it, and after the best one.
    BadRolls([u8; 2]),
}

/// The opponent's rolls after a play: how many of 36 leave the player so much worse than the average of the best play that
/// they count as bad, and the equities of the player after each roll with its weight.
#[derive(Clone, Debug, PartialEq)]
pub struct NextRolls {
    /// For each roll, in any order: the two dice, its weight (1 or 2), and the player's equity after the opponent's best
    /// reply.
    pub rolls: Vec<([u8; 2], u8, f32)>,
}

/// A roll is bad if it costs this much of the average of the best play, in equity.
pub const BAD_ROLL: f32 = 0.25;

impl NextRolls {
    /// The mean over all rolls.
    #[must_use]
    pub fn mean(&self) -> f32 {
        let weights: f32 = self.rolls.iter().map(|(_, weight, _)| f32::from(*weight)).sum();
        let sum: f32 = self.rolls.iter().map(|(_, weight, equity)| f32::from(*weight) * equity).sum();
        if weights > 0.0 { sum / weights } else { 0.0 }
    }

    /// How many of 36 rolls leave the player with an equity below `limit`.
    #[must_use]
    pub fn below(&self, limit: f32) -> u8 {
        self.rolls.iter().filter(|(.., equity)| *equity < limit).map(|(_, weight, _)| weight).sum()
    }

    /// The three rolls that are best for the player, and the three worst, the extreme one first.
    #[must_use]
    pub fn extremes(&self) -> [Vec<([u8; 2], f32)>; 2] {
        let mut sorted: Vec<([u8; 2], f32)> =
            self.rolls.iter().map(|(dice, _, equity)| (*dice, *equity)).collect();
        sorted.sort_by(|a, b| b.1.total_cmp(&a.1));
        let worst = sorted.iter().rev().take(3).copied().collect();
        sorted.truncate(3);
        [sorted, worst]
    }
}

/// The least difference that counts, and what one such difference weighs; `None` for features that are no reason by
/// themselves. Negative weights belong to features of which less is better.
const fn measure(feature: Feature) -> Option<(f32, f32)> {
    match feature {
        Feature::OnBar => Some((1.0, 2.5)),
        // Return shots are counted in rolls of 36.
        Feature::ReturnShots => Some((3.0, -1.0)),
        Feature::Prime => Some((1.0, 1.5)),
        Feature::Timing => Some((6.0, 1.0)),
        Feature::Back => Some((1.0, -1.5)),
        Feature::BorneOff => Some((1.0, 1.5)),
        Feature::Wins => Some((0.02, 1.0)),
        Feature::GammonsWon => Some((0.03, 1.0)),
        Feature::GammonsLost => Some((0.03, -1.0)),
        Feature::Blots
        | Feature::Shots
        | Feature::DirectShots
        | Feature::IndirectShots
        | Feature::Points
        | Feature::HomePoints
        | Feature::Anchors
        | Feature::Pips
        | Feature::OpponentPips => None,
    }
}

/// A difference of the race that counts, in pips, and what it weighs.
const RACE: (i32, f32) = (8, 1.0);
/// A difference of bad rolls that counts, of 36, and what it weighs.
const BAD_ROLLS: (u8, f32) = (4, 1.2);

/// What holding a point is worth as a reason, by its number.
const fn worth(point: u32) -> f32 {
    match point {
        4 | 5 => 2.5,
        3 | 6 => 2.0,
        2 | 7 => 1.5,
        20 | 21 => 2.2,
        18 | 22 => 1.2,
        8..=11 | 13 => 0.8,
        _ => 0.5,
    }
}

/// The weight of a set of points, of which only those that matter are kept.
fn points_worth(points: u32) -> (u32, f32) {
    let kept: Vec<u32> = (1..=24).filter(|n| points >> (n - 1) & 1 == 1 && worth(*n) >= 0.8).collect();
    let set = kept.iter().fold(0, |set, n| set | 1 << (n - 1));
    (set, kept.iter().map(|n| worth(*n)).sum())
}

/// How clearly a counted difference speaks for the best play: 0 or less if it does not.
fn weight(feature: Feature, played: &PlayFeatures, best: &PlayFeatures) -> f32 {
    let Some((least, each)) = measure(feature) else { return 0.0 };
    if feature == Feature::Prime && played.prime.0.max(best.prime.0) < LEAST_PRIME {
        return 0.0;
    }
    if feature == Feature::Timing && !(played.has_timing() && best.has_timing()) {
        return 0.0;
    }
    let steps = (best.value(feature) - played.value(feature)) / least;
    // A little below one step is none: chances have rounding errors.
    if steps.abs() < 0.999 { 0.0 } else { steps * each }
}

/// What the best play does clearly better than the one that was made, the clearest first; empty if nothing that is counted
/// separates them. `next` are the opponent's rolls after the play made and after the best one, if they are known.
#[must_use]
pub fn reasons(played: &PlayFeatures, best: &PlayFeatures, next: Option<[&NextRolls; 2]>) -> Vec<Reason> {
    let counted =
        Feature::ALL.into_iter().map(|feature| (Reason::Counted(feature), weight(feature, played, best)));
    let (makes, makes_worth) = points_worth(best.made & !played.points);
    let (breaks, breaks_worth) = points_worth(played.broken & best.points);
    let lead = |play: &PlayFeatures| i32::from(play.pips[1]) - i32::from(play.pips[0]);
    let leads = [lead(played), lead(best)];
    // The race is told where somebody was hit only if nothing else is.
    let race = (leads[1] - leads[0]) as f32 / RACE.0 as f32;
    let bad_rolls = next.map(|rolls| {
        let limit = rolls[1].mean() - BAD_ROLL;
        rolls.map(|rolls| rolls.below(limit))
    });
    let bad_worth =
        bad_rolls.map_or(0.0, |[a, b]| (f32::from(a) - f32::from(b)) / f32::from(BAD_ROLLS.0) * BAD_ROLLS.1);
    let others = [
        (Reason::Makes(makes), makes_worth),
        (Reason::Breaks(breaks), breaks_worth),
        (Reason::Race(leads), if race < 1.0 { 0.0 } else { race * RACE.1 }),
        (
            Reason::BadRolls(bad_rolls.unwrap_or_default()),
            if bad_worth < BAD_ROLLS.1 { 0.0 } else { bad_worth },
        ),
    ];
    let mut found: Vec<(Reason, f32)> = others.into_iter().chain(counted).filter(|(_, w)| *w > 0.0).collect();
    // A longer prime is told by the points that lengthen it, and a hit by the checker on the bar, not by the race it costs.
    let has =
        |found: &[(Reason, f32)], reason: &dyn Fn(&Reason) -> bool| found.iter().any(|(one, _)| reason(one));
    let hits = has(&found, &|one| *one == Reason::Counted(Feature::OnBar));
    found.retain(|(reason, _)| !(hits && matches!(reason, Reason::Race(_))));
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    found.truncate(MOST_REASONS);
    found.into_iter().map(|(reason, _)| reason).collect()
}

/// The numbers of the points of a set, the lowest first.
#[must_use]
pub fn points_of(set: u32) -> Vec<u8> {
    (1..=24).filter(|n| set >> (n - 1) & 1 == 1).collect()
}

/// Whether a point is in the home board, or an anchor in that of the opponent.
#[must_use]
pub const fn is_home(point: u8) -> bool {
    HOME >> (point - 1) & 1 == 1
}

/// Whether a point is in the opponent's home board.
#[must_use]
pub const fn is_anchor(point: u8) -> bool {
    THEIR_HOME >> (point - 1) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Board, Dice, Probs, notation};

    fn features(dice: [u8; 2], text: &str, win: f32, win_g: f32) -> PlayFeatures {
        let board = Board::default();
        let dice = Dice::new(dice[0], dice[1]).unwrap();
        let after = notation::resolve(&board, dice, text).unwrap().apply(&board).swapped();
        PlayFeatures::of(&board, (&after, &Probs { win, win_g, ..Probs::default() }))
    }

    #[test]
    fn clear_differences_are_reasons() {
        let best = features([3, 1], "8/5 6/5", 0.55, 0.17);
        let played = features([3, 1], "13/10 6/5", 0.50, 0.15);
        let found = reasons(&played, &best, None);
        assert_eq!(found.len(), MOST_REASONS, "{found:?}");
        assert_eq!(found[0], Reason::Counted(Feature::ReturnShots), "18 shots against none");
        assert!(found.contains(&Reason::Makes(1 << 4)), "{found:?}");
        // Nothing speaks for a play against itself, nor for the worse one.
        assert_eq!(reasons(&best, &best, None), []);
        assert_eq!(reasons(&best, &played, None), []);
    }

    #[test]
    fn points_that_are_broken_are_reasons() {
        // 6/1 breaks the 8-point and leaves blots; 24/18 13/11 breaks no point that matters.
        let played = features([6, 2], "8/2 8/6", 0.5, 0.1);
        let best = features([6, 2], "24/18 13/11", 0.5, 0.1);
        assert!(played.broken == 1 << 7, "{:b}", played.broken);
        let found = reasons(&played, &best, None);
        assert!(found.contains(&Reason::Breaks(1 << 7)), "{found:?}");
        assert_eq!(points_of(1 << 7 | 1), [1, 8]);
    }

    #[test]
    fn bad_next_rolls_are_reasons_if_there_are_clearly_more() {
        let play = features([3, 1], "8/5 6/5", 0.5, 0.1);
        let rolls = |n_bad: u8| {
            let roll = |n: u8| ([6, 6], 1, if n < n_bad { -0.6 } else { 0.2 });
            NextRolls { rolls: (0..36).map(roll).collect() }
        };
        let of = |a: u8, b: u8| reasons(&play, &play, Some([&rolls(a), &rolls(b)]));
        assert_eq!(of(10, 4), [Reason::BadRolls([10, 4])]);
        assert_eq!((of(6, 4), of(4, 10)), (Vec::new(), Vec::new()));
        let [best, worst] = rolls(1).extremes();
        assert_eq!((best.len(), worst[0]), (3, ([6, 6], -0.6)));
        assert!((rolls(18).mean() + 0.2).abs() < 1e-6);
    }
}
