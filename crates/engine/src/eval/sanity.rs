// SPDX-License-Identifier: GPL-3.0-or-later
//! Limits of the chances that follow from counting: results that are certain or impossible.

use crate::core::{Board, Probs, Side};

/// A gammon chance below this counts as 0. In a race, any chance this close to 0 or 1 counts as 0 or 1. Nets are less
/// accurate than that.
const NOISE_FLOOR: f32 = 1e-4;

/// Counts of one side.
struct SideCounts {
    checkers: i32,
    pips: i32,
    /// Quarters that all checkers must cross to bear off: 1 from home … 4 from the far home, 5 from the bar.
    crossovers: i32,
    /// Quarters to cross until the first checker is off.
    to_save: i32,
    rear: i32,
}

impl SideCounts {
    fn of(side: &[u8; 25]) -> SideCounts {
        let mut count = SideCounts { checkers: 0, pips: 0, crossovers: 0, to_save: 1, rear: -1 };
        for (index, &n) in (0i32..).zip(side) {
            let n = i32::from(n);
            if n > 0 {
                count.checkers += n;
                count.pips += n * (index + 1);
                count.crossovers += n * (index / 6 + 1);
                count.to_save += n * (index / 6);
                count.rear = index;
            }
        }
        count
    }
}

/// Corrects the chances of a position in which both sides have checkers on the board.
///
/// `n_checkers` is the number a side started with. Rules as in `docs/evaluator.md`: no gammon against a side that has
/// borne off; in a race results that the remaining quarters decide, whatever the dice; each chance within the others.
#[must_use]
pub fn clamp(board: &Board, n_checkers: u8, probs: Probs) -> Probs {
    if board.has_contact() {
        clamp_contact(board, n_checkers, probs)
    } else {
        clamp_race(board, n_checkers, probs)
    }
}

/// [`clamp`] for a position that is known to have contact.
pub(super) fn clamp_contact(board: &Board, n_checkers: u8, probs: Probs) -> Probs {
    let mut p = probs;
    if board.checkers_on_board(Side::Opponent) < n_checkers {
        (p.win_g, p.win_bg) = (0.0, 0.0);
    }
    if board.checkers_on_board(Side::OnRoll) < n_checkers {
        (p.lose_g, p.lose_bg) = (0.0, 0.0);
    }
    p = p.clamped();
    for chance in [&mut p.win_g, &mut p.win_bg, &mut p.lose_g, &mut p.lose_bg] {
        if *chance < NOISE_FLOOR {
            *chance = 0.0;
        }
    }
    p
}

/// [`clamp`] for a position that is known to be a race.
pub(super) fn clamp_race(board: &Board, n_checkers: u8, probs: Probs) -> Probs {
    let mut p = probs;
    let settled = |chance: f32, most: f32| match chance {
        none if none < NOISE_FLOOR => 0.0,
        all if most - all < NOISE_FLOOR => most,
        open => open,
    };
    p.win = settled(p.win, 1.0);
    p.win_g = settled(p.win_g, p.win);
    p.lose_g = settled(p.lose_g, 1.0 - p.win);
    let me = SideCounts::of(board.side(Side::OnRoll));
    let other = SideCounts::of(board.side(Side::Opponent));
    let all = i32::from(n_checkers);
    let (my_turns, his_turns) = (most_turns(&me), most_turns(&other));
    // A turn crosses at most four quarters; the player on roll moves first.
    if other.crossovers > 4 * (my_turns - 1) {
        p.win = 1.0;
    }
    if me.crossovers > 4 * his_turns {
        p.win = 0.0;
    }
    if other.checkers < all || me.crossovers > 8 * other.to_save {
        p.win_g = 0.0;
    } else if other.to_save > 4 * (my_turns - 1) {
        p.win_g = 1.0;
    }
    if me.checkers < all || other.crossovers > 8 * me.to_save - 4 {
        p.lose_g = 0.0;
    } else if me.to_save > 4 * his_turns {
        p.lose_g = 1.0;
    }
    if other.rear < 18 {
        p.win_bg = 0.0;
    }
    if me.rear < 18 {
        p.lose_bg = 0.0;
    }
    p.clamped()
}

/// The turns of the longest race: every die takes a pip at least. So does no more than every second die fail to cross a
/// quarter.
fn most_turns(count: &SideCounts) -> i32 {
    (2 * count.crossovers).min((count.pips + 1) / 2).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(id: &str, given: [f32; 5], expected: [f32; 5]) {
        let board = Board::from_position_id(id).unwrap();
        assert_eq!(clamp(&board, 15, Probs::from_array(given)).to_array(), expected, "{id}");
    }

    #[test]
    fn a_side_that_has_borne_off_cannot_lose_a_gammon() {
        // The opponent has checkers off in contact; the player on roll has all fifteen.
        check("AAAgRB0AAAAAAA", [0.5, 0.2, 0.1, 0.3, 0.1], [0.5, 0.0, 0.0, 0.0, 0.0]);
        check("4HPwATDgc/ABMA", [0.5, 0.2, 0.00005, 0.6, 0.1], [0.5, 0.2, 0.0, 0.5, 0.1]);
    }

    #[test]
    fn a_gammon_is_certain_when_too_few_turns_are_left() {
        // Four checkers on the ace point are off in two turns; one turn does not bring a checker home from afar and
        // off.
        let mut leader = [0; 25];
        leader[0] = 4;
        let mut trailer = [0; 25];
        (trailer[16], trailer[3]) = (5, 10);
        let board = Board::from_sides(leader, trailer);
        let given = Probs::from_array([1.0, 0.9, 0.1, 0.0, 0.0]);
        assert_eq!(clamp(&board, 15, given).to_array(), [1.0, 1.0, 0.0, 0.0, 0.0]);
        // With one more on the four point it may last longer.
        leader[3] = 1;
        assert_eq!(clamp(&Board::from_sides(leader, trailer), 15, given).win_g, 0.9);
    }

    #[test]
    fn traces_of_a_chance_in_a_race_are_noise() {
        let (mut leader, mut trailer) = ([0; 25], [0; 25]);
        (leader[0], leader[2]) = (4, 4);
        (trailer[3], trailer[11]) = (11, 4);
        let board = Board::from_sides(leader, trailer);
        let given = Probs::from_array([0.99995, 0.3, 0.0, 0.00004, 0.0]);
        assert_eq!(clamp(&board, 15, given).to_array(), [1.0, 0.3, 0.0, 0.0, 0.0]);
        let given = Probs::from_array([0.99995, 0.99992, 0.0, 0.0, 0.0]);
        assert_eq!(clamp(&board, 15, given).to_array(), [1.0, 1.0, 0.0, 0.0, 0.0]);
        let given = Probs::from_array([0.98, 0.3, 0.0, 0.0, 0.0]);
        assert_eq!(clamp(&board, 15, given).to_array(), given.to_array());
    }

    #[test]
    fn counting_decides_hopeless_races() {
        // One checker left against fifteen far from home: certain backgammon chances aside, a certain loss.
        let mut me = [0; 25];
        me[5] = 15;
        let mut other = [0; 25];
        other[0] = 1;
        let board = Board::from_sides(me, other);
        let p = clamp(&board, 15, Probs::from_array([0.2, 0.1, 0.1, 0.9, 0.5]));
        assert_eq!((p.win, p.win_g, p.lose_bg), (0.0, 0.0, 0.0));
    }
}
