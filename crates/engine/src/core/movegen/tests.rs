// SPDX-License-Identifier: GPL-3.0-or-later
//! The generators compared with a naive generator, and in random play.

use super::super::{Board, Dice, Place, Side, Variation};
use super::{MoveRules, PlayList};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// All positions reachable by playing the dice in the given order, with the dice used: every sequence, without
/// optimization.
fn naive_sequences(me: [i32; 25], other: [i32; 25], dice: &[usize], rules: MoveRules) -> Vec<Reached> {
    let mut reached = vec![Reached { me, other, used: Vec::new() }];
    let Some((&die, rest)) = dice.split_first() else { return reached };
    for from in 0..25 {
        if me[from] == 0 || (me[24] > 0 && from != 24) {
            continue;
        }
        let (mut me, mut other) = (me, other);
        me[from] -= 1;
        if from >= die {
            let to = from - die;
            if other[23 - to] > 1 || (rules.egyptian && me[to] >= 5) {
                continue;
            }
            me[to] += 1;
            if other[23 - to] == 1 {
                other[23 - to] = 0;
                other[24] += 1;
            }
        } else {
            let others_home = me[6..].iter().sum::<i32>() == 0 && from < 6;
            let exact = from + 1 == die;
            let none_behind = me[from + 1..].iter().sum::<i32>() == 0;
            if !others_home || !(exact || none_behind) {
                continue;
            }
        }
        for mut longer in naive_sequences(me, other, rest, rules) {
            longer.used.insert(0, die);
            reached.push(longer);
        }
    }
    reached
}

struct Reached {
    me: [i32; 25],
    other: [i32; 25],
    used: Vec<usize>,
}

fn naive_plays(board: &Board, dice: Dice, rules: MoveRules) -> Vec<String> {
    let me = board.side(Side::OnRoll).map(i32::from);
    let other = board.side(Side::Opponent).map(i32::from);
    let (high, low) = (usize::from(dice.high()), usize::from(dice.low()));
    let orders: Vec<Vec<usize>> =
        if dice.is_double() { vec![vec![high; 4]] } else { vec![vec![high, low], vec![low, high]] };
    let mut best: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for order in orders {
        for reached in naive_sequences(me, other, &order, rules) {
            if reached.used.is_empty() {
                continue;
            }
            let finished = reached.me.iter().sum::<i32>() == 0;
            let rank = if finished {
                (order.len(), order.iter().sum())
            } else {
                (reached.used.len(), reached.used.iter().sum())
            };
            let id = Board::from_sides(reached.me.map(|n| n as u8), reached.other.map(|n| n as u8))
                .swapped()
                .position_id();
            let entry = best.entry(id).or_default();
            *entry = rank.max(*entry);
        }
    }
    let most = best.values().copied().max();
    best.into_iter().filter(|(_, rank)| Some(*rank) == most).map(|(id, _)| id).collect()
}

fn generated(board: &Board, dice: Dice, rules: MoveRules) -> Vec<String> {
    let mut list = PlayList::new();
    list.generate_with(board, dice, rules);
    for (play, after) in list.plays().iter().zip(list.boards()) {
        assert_eq!(play.apply(board).swapped(), *after, "{play:?} on {}", board.position_id());
        let entering = play.steps().iter().take_while(|step| step.from == Place::BAR).count();
        let must_enter = usize::from(board.side(Side::OnRoll)[24]).min(play.steps().len());
        assert_eq!(entering, must_enter, "{play:?} on {}", board.position_id());
    }
    let mut ids: Vec<String> = list.boards().iter().map(Board::position_id).collect();
    ids.sort();
    ids
}

/// A small deterministic generator for random play.
struct Lcg(u64);

impl Lcg {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    fn dice(&mut self) -> Dice {
        Dice::new(self.below(6) as u8 + 1, self.below(6) as u8 + 1).unwrap()
    }
}

#[test]
fn a_million_random_plies_keep_every_invariant() {
    let mut random = Lcg(20);
    let mut list = PlayList::new();
    let mut plies = 0;
    while plies < 1_000_000 {
        let variation = Variation::ALL[random.below(5)];
        let mut board = variation.start();
        loop {
            let dice = random.dice();
            list.generate(&board, dice);
            let before = board.pips();
            let most = u16::from(dice.high() + dice.low()) * if dice.is_double() { 2 } else { 1 };
            board = if list.is_empty() {
                board.swapped()
            } else {
                let after = list.boards()[random.below(list.len())];
                let used = before[0] - after.pips()[1];
                assert!((1..=most).contains(&used), "{used} pips used with {dice:?}");
                assert!(after.pips()[0] >= before[1]);
                after
            };
            plies += 1;
            assert_eq!(board.check(variation), Ok(()));
            if board.outcome(variation).is_some() {
                break;
            }
        }
    }
}

#[test]
fn random_play_agrees_with_the_naive_generator() {
    let mut random = Lcg(7);
    for game in 0..400 {
        let mut board = Variation::ALL[if game % 4 == 0 { random.below(5) } else { 0 }].start();
        let mut list = PlayList::new();
        while board.outcome(Variation::Standard).is_none() {
            let dice = random.dice();
            if random.below(8) == 0 {
                assert_eq!(
                    generated(&board, dice, MoveRules::default()),
                    naive_plays(&board, dice, MoveRules::default())
                );
            }
            list.generate(&board, dice);
            board = if list.is_empty() { board.swapped() } else { list.boards()[random.below(list.len())] };
        }
    }
}

prop_compose! {
    /// Any legal placing of up to `most` checkers a side; home-heavy so that bearing off and closed boards occur.
    fn boards(most: usize)(places in prop::collection::vec((0usize..25, 0usize..25, any::<bool>()), 0..=most),
                          depth in 1usize..=25) -> Board {
        let mut board = Board::EMPTY;
        for (mine, theirs, mirrored) in places {
            let mine = if mirrored { mine % depth } else { mine };
            let theirs = if mirrored { theirs % depth } else { theirs };
            if mine == 24 || board.side(Side::Opponent)[23 - mine] == 0 {
                board.set(Side::OnRoll, mine, board.side(Side::OnRoll)[mine] + 1);
            }
            if theirs == 24 || board.side(Side::OnRoll)[23 - theirs] == 0 {
                board.set(Side::Opponent, theirs, board.side(Side::Opponent)[theirs] + 1);
            }
        }
        board
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_board_agrees_with_the_naive_generator(board in boards(8), roll in 0usize..21, egyptian in any::<bool>()) {
        let rules = MoveRules { egyptian };
        prop_assert_eq!(generated(&board, Dice::ALL[roll], rules), naive_plays(&board, Dice::ALL[roll], rules));
    }

    #[test]
    fn identifiers_round_trip(board in boards(15)) {
        prop_assert_eq!(Board::from_position_id(&board.position_id()), Ok(board));
        prop_assert_eq!(Board::from_key(board.key()), Ok(board));
    }
}
