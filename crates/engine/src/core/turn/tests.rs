// SPDX-License-Identifier: GPL-3.0-or-later
//! Turns by example, and compared with the list of legal plays.

use super::*;
use crate::core::{PlayList, Variation, notation};
use proptest::prelude::*;
use std::collections::HashSet;

fn dice(a: u8, b: u8) -> Dice {
    Dice::new(a, b).unwrap()
}

fn place(number: u8) -> Place {
    Place::from_number(number).unwrap()
}

/// A board from `(own point, count)` pairs of both sides; 25 is the bar.
fn board(own: &[(u8, u8)], other: &[(u8, u8)]) -> Board {
    let mut board = Board::EMPTY;
    for (side, places) in [(Side::OnRoll, own), (Side::Opponent, other)] {
        for &(number, count) in places {
            board.set(side, usize::from(number) - 1, count);
        }
    }
    board
}

fn turn(board: &Board, a: u8, b: u8) -> Turn {
    Turn::new(board, dice(a, b), MoveRules::default())
}

fn text(turn: &Turn) -> String {
    notation::format(turn.start(), &turn.play())
}

#[test]
fn one_drag_may_use_two_dice() {
    let mut turn = turn(&Board::default(), 6, 1);
    assert_eq!(turn.go(place(13), place(6)).unwrap().len(), 2);
    assert!(turn.is_complete());
    assert_eq!(text(&turn), "13/6");
    assert_eq!(turn.used_halves(), [2, 2]);
}

#[test]
fn blocked_points_refuse() {
    let mut turn = turn(&Board::default(), 6, 5);
    assert_eq!(turn.go(place(24), place(19)), None, "the opponent holds his 6-point");
    assert_eq!(turn.made(), &[]);
    assert!(turn.go(place(24), place(18)).is_some());
}

#[test]
fn a_two_dice_drag_hits_on_the_way() {
    // Blots on both intermediate points and the landing point; two dice hit one of them.
    let position = board(&[(13, 2), (6, 3)], &[(14, 1), (18, 1), (1, 2)]);
    let mut turn = turn(&position, 6, 2);
    let steps = turn.go(place(13), place(5)).unwrap();
    assert_eq!(steps.iter().filter(|made| made.hit).count(), 1);
    assert_eq!(text(&turn), "13/7*/5", "the left die goes first");
    turn.take_back(place(5), place(13)).unwrap();
    assert_eq!(turn.board(), &position, "the hit checker is back");
}

#[test]
fn doubles_pick_up_every_blot_on_the_path() {
    let position = board(&[(13, 1), (2, 4)], &[(14, 1), (16, 1), (20, 2)]);
    let mut turn = turn(&position, 2, 2);
    assert_eq!(turn.go(place(13), place(7)).unwrap().iter().filter(|made| made.hit).count(), 2);
    assert_eq!(turn.board().side(Side::Opponent)[24], 2);
    assert_eq!(turn.used_halves(), [2, 1]);
    turn.take_back(place(7), place(9)).unwrap();
    assert_eq!(turn.board().side(Side::Opponent)[24], 2);
    turn.take_back(place(9), place(13)).unwrap();
    assert_eq!(turn.board(), &position);
}

#[test]
fn clicks_use_the_left_die_then_the_right() {
    let mut turn = turn(&Board::default(), 3, 1);
    assert_eq!(turn.go_by_die(place(8), 0).unwrap()[0].step.to, place(5));
    assert_eq!(turn.go_by_die(place(6), 0).unwrap()[0].step.to, place(5), "the left die is used up");
    assert_eq!(text(&turn), "8/5 6/5");
    turn.reset();
    turn.swap_dice();
    assert_eq!(turn.faces(), [1, 3]);
    assert_eq!(turn.go_by_die(place(8), 0).unwrap()[0].step.to, place(7));
    turn.reset();
    assert_eq!(turn.go_by_die(place(8), 1).unwrap()[0].step.to, place(5));
}

#[test]
fn points_are_made_with_both_dice() {
    let mut made = turn(&Board::default(), 3, 1);
    assert!(made.make_point(place(5)).is_some());
    assert_eq!(text(&made), "8/5 6/5");
    let mut not = turn(&Board::default(), 3, 1);
    assert_eq!(not.make_point(place(4)), None);
    assert_eq!(not.made(), &[]);
    let mut doubles = turn(&Board::default(), 1, 1);
    assert!(doubles.make_point(place(7)).is_some());
    assert!(doubles.make_point(place(5)).is_some());
    assert_eq!(text(&doubles), "8/7(2) 6/5(2)");
    let mut far = turn(&board(&[(13, 1), (11, 1), (1, 4)], &[(1, 2)]), 2, 2);
    assert!(far.make_point(place(9)).is_some());
    assert_eq!(text(&far), "13/9 11/9");
}

#[test]
fn the_tray_bears_off() {
    let mut both = turn(&board(&[(6, 3), (5, 3), (2, 2)], &[(1, 2)]), 6, 5);
    assert_eq!(both.bear_off().unwrap().len(), 2);
    assert_eq!(text(&both), "6/off 5/off");
    let mut forced =
        turn(&board(&[(25, 1), (1, 2)], &[(1, 2), (2, 2), (3, 2), (4, 2), (6, 2), (20, 2)]), 5, 3);
    assert!(forced.bear_off().is_some());
    assert_eq!(text(&forced), "bar/17");
    let mut choice = turn(&Board::default(), 3, 1);
    assert_eq!(choice.bear_off(), None);
    let mut small = turn(&board(&[(1, 1), (2, 1)], &[(1, 2)]), 6, 1);
    assert_eq!(small.go(place(1), Place::OFF).unwrap()[0].die, 1, "the larger die remains");
}

#[test]
fn the_bar_comes_first() {
    let position = board(&[(25, 2), (13, 4), (6, 4)], &[(1, 2), (6, 2), (20, 2)]);
    let mut turn = turn(&position, 4, 3);
    assert!(!turn.can_leave(place(13)));
    assert_eq!(turn.go_by_die(place(13), 0), None);
    assert!(turn.go_by_die(Place::BAR, 0).is_some());
    assert!(!turn.can_leave(place(13)));
    assert!(turn.go_by_die(Place::BAR, 0).is_some());
    assert_eq!(text(&turn), "bar/22 bar/21");
}

#[test]
fn dancing_is_complete_at_once() {
    let closed: Vec<(u8, u8)> = (1..=6).map(|n| (n, 2)).collect();
    let turn = turn(&board(&[(25, 1), (3, 2)], &closed), 6, 4);
    assert!(turn.is_dance() && turn.is_complete() && turn.play().is_empty());
}

#[test]
fn undo_and_redo_go_step_by_step() {
    let mut turn = turn(&Board::default(), 3, 1);
    turn.go(place(8), place(5)).unwrap();
    turn.go(place(6), place(5)).unwrap();
    let after = *turn.board();
    assert_eq!(turn.undo().unwrap().step.from, place(6));
    assert_eq!(turn.undo().unwrap().step.from, place(8));
    assert_eq!(turn.undo(), None);
    assert!(turn.redo().is_some() && turn.redo().is_some() && turn.redo().is_none());
    assert_eq!(turn.board(), &after);
    assert!(turn.reset());
    assert!(turn.can_redo());
    turn.go(place(24), place(23)).unwrap();
    assert!(!turn.can_redo(), "a new step discards the undone ones");
}

#[test]
fn taking_back_leaves_the_other_checker() {
    let mut turn = turn(&Board::default(), 3, 1);
    turn.go(place(8), place(5)).unwrap();
    turn.go(place(6), place(5)).unwrap();
    assert_eq!(turn.origins(place(5)), vec![place(6), place(8)]);
    turn.take_back(place(5), place(8)).unwrap();
    assert_eq!(text(&turn), "6/5");
    assert_eq!(turn.origins(place(13)), vec![]);
}

#[test]
fn the_larger_die_is_demanded() {
    // Either die can be played, never both: 6 must be.
    let position = board(&[(13, 1)], &[(17, 2), (20, 2), (14, 0), (19, 2)]);
    let turn = turn(&position, 6, 2);
    let reach: Vec<u8> = turn.targets(place(13)).iter().map(|way| way.to().number()).collect();
    let mut list = PlayList::new();
    list.generate(&position, dice(6, 2));
    let legal: HashSet<Board> = list.boards().iter().copied().collect();
    for to in reach {
        let mut trial = turn.clone();
        trial.go(place(13), place(to)).unwrap();
        assert!(!trial.is_complete() || legal.contains(&trial.board().swapped()));
    }
}

/// Positions met in play: a number of random plays from the start.
fn position() -> impl Strategy<Value = Board> {
    (proptest::collection::vec((0usize..21, any::<prop::sample::Index>()), 0..60), 0usize..5).prop_map(
        |(choices, variation)| {
            let mut board = Variation::ALL[variation].start();
            let mut list = PlayList::new();
            for (roll, pick) in choices {
                list.generate(&board, Dice::ALL[roll]);
                let next =
                    if list.is_empty() { board.swapped() } else { list.boards()[pick.index(list.len())] };
                if next.outcome(Variation::ALL[variation]).is_some() {
                    break;
                }
                board = next;
            }
            board
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// The positions in which a turn may be confirmed are exactly the legal ones, and nothing else can be reached.
    #[test]
    fn complete_turns_are_the_legal_plays(board in position(), roll in 0usize..21) {
        let dice = Dice::ALL[roll];
        let mut list = PlayList::new();
        list.generate(&board, dice);
        let turn = Turn::new(&board, dice, MoveRules::default());
        let mut reached = HashSet::new();
        for (node, complete) in turn.graph.complete.iter().enumerate() {
            if *complete {
                reached.insert(turn.graph.boards[node].swapped());
            }
        }
        let legal: HashSet<Board> = list.boards().iter().copied().collect();
        prop_assert_eq!(reached, legal);
        prop_assert_eq!(turn.is_dance(), list.is_empty());
        for play in list.plays() {
            let mut trial = turn.clone();
            prop_assert!(trial.set(play).is_some());
            prop_assert!(trial.is_complete());
            prop_assert!(list.find(&trial.play().apply(&board).swapped()).is_some());
        }
    }

    /// However a checker is moved, it can be taken back to where it came from.
    #[test]
    fn every_path_can_be_taken_back(board in position(), roll in 0usize..21, pick: prop::sample::Index, way: prop::sample::Index) {
        let mut turn = Turn::new(&board, Dice::ALL[roll], MoveRules::default());
        let sources: Vec<Place> =
            (1..=25).filter_map(Place::from_number).filter(|&from| turn.can_leave(from)).collect();
        if !sources.is_empty() {
            let from = sources[pick.index(sources.len())];
            let ways = turn.targets(from);
            let to = ways[way.index(ways.len())].to();
            turn.go(from, to).unwrap();
            prop_assert!(turn.origins(to).contains(&from));
            turn.take_back(to, from).unwrap();
            prop_assert_eq!(turn.board(), &board);
            prop_assert!(turn.made().is_empty());
        }
    }
}
