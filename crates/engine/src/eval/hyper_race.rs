// SPDX-License-Identifier: GPL-3.0-or-later
//! Hypergammon without its database: chances from the rolls that each side needs.
//!
//! The nets know 15 checkers. In a position with three they see twelve checkers that are off, so gammons never occur to
//! them. Here the sides run past each other: how many rolls each needs to bear off all checkers, to bear off the first
//! one, and to leave the opponent's home board. Without contact that gives all chances. With contact the nets say who
//! wins, and the rolls say how many of the wins are gammons.

use crate::bearoff::{MAX_CHECKERS, N_ROLLS, PositionIndex};
use crate::core::{Board, Dice, PLACES, PlayList, Probs, Side};
use std::sync::OnceLock;

/// `[n]`: the chance to need exactly `n` rolls.
type Rolls = [f32; N_ROLLS];

const DONE: Rolls = {
    let mut rolls = [0.0; N_ROLLS];
    rolls[0] = 1.0;
    rolls
};

/// The first place of the opponent's home board.
const FAR_HOME: usize = 18;

/// With contact a winner wins a gammon more often than in a race, for the loser was often hit: the chance in a race to
/// this power. Of 2,459 positions with two checkers and
/// contact, the gammons then differ from the database by 0.074 (root mean square), most of it the nets' error in wins.
const CONTACT_POWER: f32 = 0.6;

/// The rolls that a side needs in each of its positions.
pub(super) struct HyperRace {
    index: PositionIndex,
    all_off: Vec<Rolls>,
    first_off: Vec<Rolls>,
    out_of_home: Vec<Rolls>,
}

impl HyperRace {
    /// The tables for so many checkers a side, 1 to 3; made when they are first needed.
    pub(super) fn of(checkers: u8) -> Option<&'static HyperRace> {
        static TABLES: [OnceLock<Option<HyperRace>>; 3] = [const { OnceLock::new() }; 3];
        let slot = TABLES.get(usize::from(checkers).checked_sub(1)?)?;
        slot.get_or_init(|| HyperRace::new(usize::from(checkers))).as_ref()
    }

    fn new(checkers: usize) -> Option<HyperRace> {
        let index = PositionIndex::new(PLACES, checkers.min(MAX_CHECKERS))?;
        let n = index.n_positions() as usize;
        let mut race = HyperRace {
            index,
            all_off: Vec::with_capacity(n),
            first_off: Vec::with_capacity(n),
            out_of_home: Vec::with_capacity(n),
        };
        let mut plays = PlayList::new();
        // Every play leads to a position with a lower number.
        for number in 0..index.n_positions() {
            let side = index.position(number);
            let [all_off, first_off, out_of_home] = race.rolls_from(&side, &mut plays);
            race.all_off.push(all_off);
            race.first_off.push(first_off);
            race.out_of_home.push(out_of_home);
        }
        Some(race)
    }

    fn rolls_from(&self, side: &[u8; PLACES], plays: &mut PlayList) -> [Rolls; 3] {
        let n: u8 = side.iter().sum();
        let is_done = [
            n == 0,
            usize::from(n) < self.index.checkers(),
            side[FAR_HOME..].iter().all(|&count| count == 0),
        ];
        let mut found = is_done.map(|is_done| if is_done { DONE } else { [0.0; N_ROLLS] });
        if is_done.iter().all(|&is_done| is_done) {
            return found;
        }
        let board = Board::from_sides(*side, [0; PLACES]);
        for dice in Dice::ALL {
            plays.generate(&board, dice);
            let weight = if dice.is_double() { 1.0 } else { 2.0 } / 36.0;
            let after: Vec<usize> =
                plays.boards().iter().filter_map(|board| self.number(board.side(Side::Opponent))).collect();
            for ((found, is_done), table) in
                found.iter_mut().zip(is_done).zip([&self.all_off, &self.first_off, &self.out_of_home])
            {
                let mean = |number: &usize| mean(&table[*number]);
                let best = after.iter().min_by(|a, b| mean(a).total_cmp(&mean(b)));
                if let (Some(best), false) = (best, is_done) {
                    for (to, from) in found[1..].iter_mut().zip(&table[*best]) {
                        *to += weight * from;
                    }
                }
            }
        }
        found
    }

    fn number(&self, side: &[u8; PLACES]) -> Option<usize> {
        self.index.index(side).and_then(|number| usize::try_from(number).ok())
    }

    /// The chances of the side on roll. `net` is what the nets say of a position with contact.
    pub(super) fn chances(&self, board: &Board, net: Probs) -> Option<Probs> {
        let [own, other] = Side::BOTH.map(|side| self.number(board.side(side)));
        let (own, other) = (own?, other?);
        // The side on roll comes first: it wins with its nth roll if the opponent needs n or more.
        let of_own = Wins::new(
            &self.all_off[own],
            0,
            [&self.all_off, &self.first_off, &self.out_of_home].map(|table| &table[other]),
        );
        let of_other = Wins::new(
            &self.all_off[other],
            1,
            [&self.all_off, &self.first_off, &self.out_of_home].map(|table| &table[own]),
        );
        let (win, power) = if board.has_contact() { (net.win, CONTACT_POWER) } else { (of_own.all, 1.0) };
        let [win_g, win_bg] = of_own.shares(win, power);
        let [lose_g, lose_bg] = of_other.shares(1.0 - win, power);
        Some(Probs { win, win_g, win_bg, lose_g, lose_bg })
    }
}

/// The wins of one side in a race.
struct Wins {
    all: f32,
    gammons: f32,
    backgammons: f32,
}

impl Wins {
    /// A side that needs `own` rolls wins with its nth roll if the other side needs `n + head_start` rolls or more: to
    /// bear off all checkers, to bear off the first one for not losing a gammon, and to leave the home board.
    fn new(own: &Rolls, head_start: usize, other: [&Rolls; 3]) -> Wins {
        let [all, gammons, backgammons] = other.map(|other| {
            let at_least =
                |n: usize| other.get(n + head_start..).map_or(0.0, |rest| rest.iter().sum::<f32>());
            own.iter().enumerate().map(|(n, chance)| chance * at_least(n)).sum::<f32>()
        });
        Wins { all, gammons, backgammons: backgammons.min(gammons) }
    }

    /// Gammons and backgammons among wins of the chance `win`.
    fn shares(&self, win: f32, power: f32) -> [f32; 2] {
        if self.all <= 0.0 {
            return [0.0; 2];
        }
        [self.gammons, self.backgammons].map(|wins| win * (wins / self.all).clamp(0.0, 1.0).powf(power))
    }
}

fn mean(rolls: &Rolls) -> f32 {
    (0u8..).zip(rolls).map(|(n, chance)| f32::from(n) * chance).sum()
}
