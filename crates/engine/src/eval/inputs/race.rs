// SPDX-License-Identifier: GPL-3.0-or-later
//! Inputs of the race net: positions in which the sides can no longer meet.

use super::{Schema, Slot, SlotRanges};
use crate::core::{Board, Side};

/// Points that can be occupied in a race: the rear checkers of both sides are at most 22 indices apart in sum.
const PLACES: usize = 23;

const OFF: usize = PLACES;
const PIPS: usize = PLACES + 1;
const HOME_PIPS: usize = PLACES + 2;
const CROSSOVERS: usize = PLACES + 3;
const REAR: usize = PLACES + 4;
const ACE_DEUCE: usize = PLACES + 5;
const GAPS: usize = PLACES + 6;

const SIDE: [Slot; PLACES + 7] = {
    let mut side = [Slot::number("checkers on a point", 15); PLACES + 7];
    side[OFF] = Slot::number("checkers off", 15);
    side[PIPS] = Slot::number("pips", 180);
    side[HOME_PIPS] = Slot::number("pips to bring all checkers home", 100);
    side[CROSSOVERS] = Slot::number("quarters to cross before home", 30);
    side[REAR] = Slot::number("rear checker", 23);
    side[ACE_DEUCE] = Slot::number("checkers on ace and deuce points", 15);
    side[GAPS] = Slot::pattern("home points without checkers", 6);
    side
};

/// The race net's input.
pub const RACE: Schema =
    Schema { name: "race-1", side: &SIDE, common: &[Slot::number("lead in the race / 2 + 41", 81)] };

const PER_SIDE: usize = SIDE.len();
const N_SLOTS: usize = RACE.n_slots();
static ROWS: SlotRanges<N_SLOTS> = SlotRanges::new(&RACE);

/// Writes the row of each slot. `rows` has [`RACE`]`.n_slots()` entries. The race net has one bucket.
///
/// # Panics
/// If `rows` is of another length.
pub fn encode_race(board: &Board, rows: &mut [u16]) {
    let rows: &mut [u16; N_SLOTS] = rows.try_into().expect("invariant: one entry per slot");
    let (first, rest) = rows.split_at_mut(PER_SIDE);
    let (second, common) = rest.split_at_mut(PER_SIDE);
    let pips =
        [(Side::OnRoll, first), (Side::Opponent, second)].map(|(side, slots)| fill(board.side(side), slots));
    common[0] = ((pips[0] - pips[1]) / 2 + 41).clamp(1, 81) as u16;
    ROWS.name(rows);
}

fn fill(own: &[u8; 25], slots: &mut [u16]) -> i32 {
    let (mut pips, mut home, mut crossovers, mut on_board, mut rear, mut gaps) =
        (0i32, 0i32, 0i32, 0i32, 0usize, 0u16);
    for (index, &count) in own[..PLACES].iter().enumerate() {
        slots[index] = u16::from(count);
        let (i, n) = (index as i32, i32::from(count));
        on_board += n;
        pips += n * (i + 1);
        if n > 0 {
            rear = index + 1;
            if index >= 6 {
                home += n * (i - 5);
                crossovers += n * (i / 6);
            }
        } else if index < 6 {
            gaps |= 1 << index;
        }
    }
    slots[OFF] = (15 - on_board).max(0) as u16;
    slots[PIPS] = pips as u16;
    slots[HOME_PIPS] = home as u16;
    slots[CROSSOVERS] = crossovers as u16;
    slots[REAR] = rear as u16;
    slots[ACE_DEUCE] = u16::from(own[0]) + u16::from(own[1]);
    slots[GAPS] = gaps;
    pips
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::NO_ROW;

    #[test]
    fn a_simple_race() {
        let mut me = [0; 25];
        (me[0], me[5], me[10]) = (1, 4, 2);
        let board = Board::from_sides(me, me);
        let mut rows = vec![0; N_SLOTS];
        encode_race(&board, &mut rows);
        let value = |slot: usize| rows[slot] - ROWS.first[slot] + 1;
        assert_eq!((value(PIPS), value(HOME_PIPS), value(REAR), value(OFF)), (47, 10, 11, 8));
        assert_eq!((value(GAPS), value(CROSSOVERS), value(ACE_DEUCE)), (0b01_1110, 2, 1));
        assert_eq!(rows[1], NO_ROW);
        assert!(rows.iter().all(|&row| row == NO_ROW || usize::from(row) < RACE.n_rows()));
    }
}
