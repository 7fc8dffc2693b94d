// SPDX-License-Identifier: GPL-3.0-or-later
//! Pubeval, the linear benchmark player that Gerald Tesauro published for free use on rec.games.backgammon,
//! 11 February 1993. A common benchmark since then; also a computer player here.
//!
//! 122 inputs: five for each point of the mover's board, the opponent's checkers on the bar and the mover's checkers
//! off. One weight vector for contact, one for races; the position before the play decides which one.

use crate::core::{Board, PlayList, Side};
use std::sync::OnceLock;

const INPUTS: usize = 122;

/// The score of a finished game is greater than that of any position.
const WON: f32 = 99_999_999.0;

struct Weights {
    contact: [f32; INPUTS],
    race: [f32; INPUTS],
}

fn weights() -> &'static Weights {
    static WEIGHTS: OnceLock<Weights> = OnceLock::new();
    WEIGHTS.get_or_init(|| {
        let table = include_str!("../../data/pubeval.csv");
        let mut weights = Weights { contact: [0.0; INPUTS], race: [0.0; INPUTS] };
        for line in table.lines() {
            let mut fields = line.split(',');
            if let (Some(Ok(input)), Some(Ok(contact)), Some(Ok(race))) = (
                fields.next().map(str::parse::<usize>),
                fields.next().map(str::parse::<f32>),
                fields.next().map(str::parse::<f32>),
            ) && input < INPUTS
            {
                weights.contact[input] = contact;
                weights.race[input] = race;
            }
        }
        weights
    })
}

/// The index of the play pubeval chooses among `list`'s, given the position before it; `None` if there is no play.
#[must_use]
pub fn choose(before: &Board, list: &PlayList) -> Option<usize> {
    let table = weights();
    let weights = if before.has_contact() { &table.contact } else { &table.race };
    let mut best: Option<(usize, f32)> = None;
    for (n, after) in list.boards().iter().enumerate() {
        let score = score(after, weights);
        if best.is_none_or(|(_, most)| score > most) {
            best = Some((n, score));
        }
    }
    best.map(|(n, _)| n)
}

/// The score of a position the opponent of which is on roll, for the player who has just moved.
fn score(after: &Board, weights: &[f32; INPUTS]) -> f32 {
    let (mine, his) = (after.side(Side::Opponent), after.side(Side::OnRoll));
    let off = 15 - i32::from(after.checkers_on_board(Side::Opponent));
    if off == 15 {
        return WON;
    }
    let mut sum = 0.0;
    for j in 0..24 {
        let index = 23 - j;
        let (n, base) = (f32::from(mine[index]), 5 * j);
        if his[23 - index] == 1 {
            sum += weights[base];
        }
        match mine[index] {
            0 => {}
            1 => sum += weights[base + 1],
            2 => sum += weights[base + 2],
            3 => sum += weights[base + 2] + weights[base + 3],
            _ => sum += weights[base + 2] + weights[base + 4] * (n - 3.0) / 2.0,
        }
    }
    sum + weights[120] * f32::from(his[24]) / 2.0 + weights[121] * off as f32 / 15.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Dice, notation};

    #[test]
    fn all_weights_are_read() {
        let table = weights();
        assert_eq!((table.contact[0], table.race[1]), (0.25696, -0.1716));
        assert!(table.contact[121] != 0.0 && table.race[121] != 0.0);
    }

    #[test]
    fn opening_three_one_makes_the_five_point() {
        let board = Board::default();
        let mut list = PlayList::new();
        list.generate(&board, Dice::new(3, 1).unwrap());
        let play = list.plays()[choose(&board, &list).unwrap()];
        assert_eq!(notation::format(&board, &play), "8/5 6/5");
    }
}
