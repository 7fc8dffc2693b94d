// SPDX-License-Identifier: GPL-3.0-or-later
//! Inputs of the contact net: the checkers, and thirty quantities for each side that matter to strong players.
//!
//! All quantities are exact integers found with bit sets; nothing is a tuned heuristic. Cost: about 0.3 µs.

use super::shots::{ESCAPES, ESCAPES_PAST, block_ahead, shots};
use super::sums::{Weights, weighted};
use super::{Schema, Slot, SlotRanges};
use crate::core::{Board, Side};

/// Variants of the upper layers, chosen by how many checkers of both sides are back, which side has more of them, and
/// whether each side has a strong home board.
pub const CONTACT_BUCKETS: usize = 8 * BUCKETS_ALIKE;

/// Neighboring buckets that have as many checkers back.
pub const BUCKETS_ALIKE: usize = 2 * 2 * 2;

/// Points that make a home board strong.
const STRONG_HOME: u32 = 4;

const PLACES: usize = 25;

macro_rules! slots {
    ($($index:ident = $slot:expr;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Feature { $($index),* }
        $(#[allow(non_upper_case_globals)] const $index: usize = PLACES + Feature::$index as usize;)*
        const FEATURES: &[Slot] = &[$($slot),*];
    };
}

slots! {
    OFF = Slot::number("checkers off", 15);
    HIT = Slot::number("rolls that hit", 36);
    HIT_TWO = Slot::number("rolls that reach two blots", 36);
    HIT_PIPS = Slot::number("pips hit, 36 rolls / 16", 54);
    ESCAPE = Slot::number("rolls that free the rear checker", 36);
    ESCAPE_PAST = Slot::number("rolls that take it past the first block", 36);
    ESCAPE_SECOND = Slot::number("rolls that free the second rear place", 36);
    CONTAIN = Slot::number("36 - least escapes left to the other rear checker", 36);
    CONTAIN_ALL = Slot::number("36 - least escapes from his 16 to 24 point", 36);
    MOBILITY = Slot::number("pips x escapes of checkers out of home / 48", 95);
    TIMING = Slot::number("spare pips / 4", 63);
    ENTER_LOSS = Slot::number("pips lost on entering / 8", 36);
    BAR_CLOSED = Slot::number("checkers on the bar by closed points", 21);
    BREAK = Slot::number("pips to break contact / 4", 63);
    FREE = Slot::number("pips beyond contact / 4", 30);
    PIPS = Slot::number("pips / 4", 63);
    HOME_PIPS = Slot::number("pips to bring all checkers home / 4", 63);
    PRIME = Slot::number("longest prime", 8);
    HOME = Slot::pattern("home points", 6);
    OUTER = Slot::pattern("outer points", 6);
    FAR = Slot::pattern("far outer points", 6);
    ANCHORS = Slot::pattern("anchors", 6);
    BLOCK_NEAR = Slot::pattern("points 1 to 6 before his rear checker", 6);
    BLOCK_FAR = Slot::pattern("points 7 to 12 before his rear checker", 6);
    BACK = Slot::number("checkers back", 15);
    HOME_BLOTS = Slot::number("blots at home", 6);
    OUT_BLOTS = Slot::number("blots elsewhere", 12);
    SPARES = Slot::number("spare checkers on 4 to 9 point", 11);
    REAR = Slot::number("rear checker", 25);
    DEAD = Slot::number("checkers on ace and deuce points", 15);
}

const SIDE: [Slot; PLACES + FEATURES.len()] = {
    let mut side = [Slot::number("checkers on a place", 15); PLACES + FEATURES.len()];
    let mut n = 0;
    while n < FEATURES.len() {
        side[PLACES + n] = FEATURES[n];
        n += 1;
    }
    side
};

/// The contact net's input.
pub const CONTACT: Schema =
    Schema { name: "contact-1", side: &SIDE, common: &[Slot::number("lead in the race / 4 + 41", 81)] };

const PER_SIDE: usize = SIDE.len();
const N_SLOTS: usize = CONTACT.n_slots();
static ROWS: SlotRanges<N_SLOTS> = SlotRanges::new(&CONTACT);

/// Data about one side. Masks named `his` are in the opponent's numbering.
struct View<'a> {
    own: &'a [u8; 32],
    occupied: u32,
    made: u32,
    his_occupied: u32,
    his_made: u32,
}

/// Writes the row of each slot and returns the bucket of the upper layers. `rows` has [`CONTACT`]`.n_slots()` entries.
///
/// # Panics
/// If `rows` is of another length.
pub fn encode_contact(board: &Board, rows: &mut [u16]) -> usize {
    let rows: &mut [u16; N_SLOTS] = rows.try_into().expect("invariant: one entry per slot");
    #[cfg(target_arch = "x86_64")]
    if bits::are_supported() {
        // SAFETY: the processor has the instructions.
        return unsafe { bits::encode(board, rows) };
    }
    encode(board, rows)
}

/// The same, compiled for processors that count and find bits with one instruction (x86-64 since about 2013).
#[cfg(target_arch = "x86_64")]
mod bits {
    use super::{Board, N_SLOTS};

    /// Whether this processor is one of them.
    pub(super) fn are_supported() -> bool {
        std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("popcnt")
    }

    /// # Safety
    /// The processor has these instructions.
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) unsafe fn encode(board: &Board, rows: &mut [u16; N_SLOTS]) -> usize {
        super::encode(board, rows)
    }
}

/// For every processor. It and all that it calls are inlined, so that they use the instructions of the caller.
#[inline(always)]
fn encode(board: &Board, rows: &mut [u16; N_SLOTS]) -> usize {
    let [mine, theirs] = View::of_both(board);
    let (first, rest) = rows.split_at_mut(PER_SIDE);
    let (second, common) = rest.split_at_mut(PER_SIDE);
    let my_pips = mine.fill(first);
    let his_pips = theirs.fill(second);
    common[0] = ((i32::from(my_pips) - i32::from(his_pips)) / 4 + 41).clamp(1, 81) as u16;
    let back = [first[BACK], second[BACK]];
    let is_strong = [first[HOME], second[HOME]].map(|points| points.count_ones() >= STRONG_HOME);
    ROWS.name(rows);
    bucket(back, is_strong)
}

/// The variant of the upper layers: pairs of checkers back, seven and more together; then whether the side on roll has
/// more of them; then whether it and its opponent have strong home boards.
#[inline(always)]
fn bucket(back: [u16; 2], is_strong: [bool; 2]) -> usize {
    let [mine, his] = back;
    let pairs = usize::from((mine + his) / 2).min(7);
    let [mine_strong, his_strong] = is_strong.map(usize::from);
    pairs * BUCKETS_ALIKE + (usize::from(mine > his) << 2 | mine_strong << 1 | his_strong)
}

/// What can be counted of one side of a position: the quantities of the contact net that have a meaning of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measures {
    /// Rolls of 36 with which this side hits a blot, 0..=36.
    pub hits: u8,
    /// Rolls of 36 that free this side's rearmost checker from the block before it, 0..=36.
    pub escapes: u8,
    /// Pips this side can play before its home board breaks, rounded down to a multiple of 4.
    pub timing: u16,
    /// The most adjacent points it has made, 0..=7.
    pub prime: u8,
    /// Checkers on its 19 to 24 point and on the bar, 0..=15.
    pub back: u8,
    /// The number of its rearmost point: 1..=24, 25 for the bar, 0 without checkers.
    pub rear: u8,
    /// Checkers on its ace and deuce point, 0..=15.
    pub dead: u8,
    /// Pips to bring all its checkers home, rounded down to a multiple of 4.
    pub home_pips: u16,
}

/// The measures of the side on roll and of its opponent, about 0.3 µs.
#[must_use]
pub fn measures(board: &Board) -> [Measures; 2] {
    View::of_both(board).map(|view| {
        let mut slots = [0u16; PER_SIDE];
        view.fill(&mut slots);
        let byte = |slot: usize| u8::try_from(slots[slot]).unwrap_or(u8::MAX);
        Measures {
            hits: byte(HIT),
            escapes: byte(ESCAPE),
            timing: 4 * slots[TIMING],
            prime: byte(PRIME),
            back: byte(BACK),
            rear: if view.occupied == 0 { 0 } else { byte(REAR) },
            dead: byte(DEAD),
            home_pips: 4 * slots[HOME_PIPS],
        }
    })
}

/// A mask of 24 points seen from the other side.
#[inline(always)]
fn mirrored(mask: u32) -> u32 {
    (mask & 0x00ff_ffff).reverse_bits() >> 8
}

impl<'a> View<'a> {
    /// The side on roll and its opponent.
    fn of_both(board: &'a Board) -> [View<'a>; 2] {
        let view = |own: Side, other: Side| View {
            own: board.padded(own),
            occupied: board.occupied(own),
            made: board.made(own),
            his_occupied: board.occupied(other),
            his_made: board.made(other),
        };
        [view(Side::OnRoll, Side::Opponent), view(Side::Opponent, Side::OnRoll)]
    }
}

impl View<'_> {
    /// Writes the values of this side's slots; returns its pip count.
    #[inline(always)]
    fn fill(&self, slots: &mut [u16]) -> u16 {
        for (slot, &count) in slots.iter_mut().zip(&self.own[..PLACES]) {
            *slot = u16::from(count);
        }
        self.hits(slots);
        self.blocks(slots);
        self.structure(slots);
        self.walk(slots)
    }

    #[inline(always)]
    fn hits(&self, slots: &mut [u16]) {
        let checkers = self.occupied & 0x00ff_ffff;
        let held = mirrored(self.his_made);
        let blots = mirrored(self.his_occupied & !self.his_made);
        let shots = shots(checkers, self.own[24], held, blots);
        slots[HIT] = shots.hit;
        slots[HIT_TWO] = shots.hit_two;
        slots[HIT_PIPS] = shots.pips / 16;
    }

    /// Escapes of this side's rear checkers and containment of the other's.
    #[inline(always)]
    fn blocks(&self, slots: &mut [u16]) {
        let checkers = self.occupied;
        let rear = 31u32.saturating_sub(checkers.leading_zeros()) as usize;
        let block = block_ahead(self.his_made, rear.min(24));
        slots[ESCAPE] = u16::from(ESCAPES[block]);
        slots[ESCAPE_PAST] = u16::from(ESCAPES_PAST[block]);
        let others = checkers & !(1u32 << rear);
        let second = 31u32.saturating_sub(others.leading_zeros()) as usize;
        slots[ESCAPE_SECOND] = u16::from(ESCAPES[block_ahead(self.his_made, second.min(24))]);
        slots[REAR] = rear as u16 + 1;
        let his_rear = 31u32.saturating_sub(self.his_occupied.leading_zeros()) as usize;
        // The least escapes from his 16 point to each point up to the 24 point.
        let mut least = [36u8; 10];
        for n in 1..10 {
            least[n] = least[n - 1].min(ESCAPES[block_ahead(self.made, 14 + n)]);
        }
        slots[CONTAIN] = u16::from(36 - least[his_rear.saturating_sub(14).min(9)]);
        slots[CONTAIN_ALL] = u16::from(36 - least[9]);
        let block = block_ahead(self.made, his_rear.min(24)) as u16;
        slots[BLOCK_NEAR] = block & 63;
        slots[BLOCK_FAR] = block >> 6;
    }

    /// Patterns, blots, primes and the danger on the bar.
    #[inline(always)]
    fn structure(&self, slots: &mut [u16]) {
        let made = self.made & 0x00ff_ffff;
        let blots = self.occupied & !self.made & 0x00ff_ffff;
        slots[HOME] = (made & 63) as u16;
        slots[OUTER] = (made >> 6 & 63) as u16;
        slots[FAR] = (made >> 12 & 63) as u16;
        slots[ANCHORS] = (made >> 18 & 63) as u16;
        slots[HOME_BLOTS] = (blots & 63).count_ones() as u16;
        slots[OUT_BLOTS] = (blots >> 6).count_ones() as u16;
        let (mut run, mut length) = (made, 0);
        while run != 0 {
            run &= run >> 1;
            length += 1;
        }
        slots[PRIME] = length;
        slots[DEAD] = u16::from(self.own[0]) + u16::from(self.own[1]);
        let closed = (self.his_made & 63).count_ones() as u16;
        let bar = u16::from(self.own[24]);
        slots[BAR_CLOSED] = if bar == 0 { 0 } else { (bar.min(3) - 1) * 7 + closed + 1 };
        slots[ENTER_LOSS] = if bar == 0 { 0 } else { self.enter_loss() };
    }

    /// Expected pips lost to closed points while entering, in 36 rolls, / 8.
    #[inline(always)]
    fn enter_loss(&self) -> u16 {
        let mut loss = 0;
        for i in 0..6u16 {
            if self.his_made >> i & 1 != 0 {
                loss += 4 * (i + 1);
            }
            for j in 0..i {
                loss += match (self.his_made >> i & 1, self.his_made >> j & 1) {
                    (1, 1) => 2 * (i + j + 2),
                    (1, 0) if self.own[24] > 1 => 2 * (i + 1),
                    (0, 1) if self.own[24] > 1 => 2 * (j + 1),
                    _ => 0,
                };
            }
        }
        loss / 8
    }

    /// The sums over places; returns the pip count.
    #[inline(always)]
    fn walk(&self, slots: &mut [u16]) -> u16 {
        let his_rear = 31i32 - self.his_occupied.leading_zeros() as i32;
        // The opponent's rearmost checker in this side's numbering; -1 on the bar.
        let line = 23 - his_rear;
        let beyond_line = &SUMS.beyond[(line + 1) as usize % LINES];
        let [pips, home, beyond] = weighted(self.own, [&SUMS.pips, &SUMS.home, beyond_line]);
        let [pips, on_board] = fields(pips, [10, 22]);
        let [home, outside, back] = fields(home, [9, 4, 19]);
        let [beyond, free] = fields(beyond, [10, 22]);
        let mut mobility = 0;
        let mut checkers = self.occupied & !HOME_BOARD;
        while checkers != 0 {
            let i = checkers.trailing_zeros() as usize;
            checkers &= checkers - 1;
            let escapes = ESCAPES[block_ahead(self.his_made, i & 31)];
            mobility += u32::from(self.own[i & 31]) * (i as u32 - 5) * u32::from(escapes);
        }
        slots[PIPS] = (pips / 4) as u16;
        slots[BREAK] = (beyond / 4) as u16;
        slots[FREE] = (free / 4) as u16;
        slots[HOME_PIPS] = (home / 4) as u16;
        slots[BACK] = back as u16;
        slots[SPARES] = self.own[3..9].iter().map(|&n| u16::from(n.saturating_sub(2))).sum();
        slots[MOBILITY] = (mobility / 48) as u16;
        slots[OFF] = 15u32.saturating_sub(on_board) as u16;
        slots[TIMING] = self.timing(line, home + 5 * outside, outside);
        pips as u16
    }

    /// Pips this side can play before its home board breaks, / 4. Pairs behind the other's rear checker stay where they
    /// are; gaps of the home board must be filled first. `pips` are those of the `outside` checkers, which are not at home,
    /// to the ace point.
    #[inline(always)]
    fn timing(&self, line: i32, pips: u32, outside: u32) -> u16 {
        let (mut pips, mut spare_men) = (pips as i32, outside as i32);
        let mut kept = self.made & 0x00ff_ffff & !((2u32 << line.max(11)) - 1);
        while kept != 0 {
            pips -= 2 * kept.trailing_zeros() as i32;
            spare_men -= 2;
            kept &= kept - 1;
        }
        for i in (0..6i32).rev() {
            let n = i32::from(self.own[i as usize]);
            let missing = (2 - n).max(0);
            let filled = if spare_men >= missing { missing } else { 0 };
            let more = (n - 2).max(0) - filled;
            pips += more * i;
            spare_men += more;
        }
        (pips.max(0) / 4) as u16
    }
}

/// Where the opponent's rearmost checker can be: indices from -1 to 24.
const LINES: usize = 26;

const HOME_BOARD: u32 = 63;

/// Weights of sums over all places. Each holds several in bit fields, which the sums of fifteen checkers do not overflow.
struct PlaceSums {
    /// Ten bits of pips, then checkers.
    pips: Weights,
    /// Nine bits of pips to bring all checkers home, four of checkers outside, then checkers back.
    home: Weights,
    /// By the index of the opponent's rearmost checker + 1: ten bits of pips to break contact, then pips beyond it.
    beyond: [Weights; LINES],
}

static SUMS: PlaceSums = {
    let mut sums = PlaceSums { pips: [0; 32], home: [0; 32], beyond: [[0; 32]; LINES] };
    let mut i = 0i16;
    while i < PLACES as i16 {
        let place = i as usize;
        sums.pips[place] = i + 1 + (1 << 10);
        if i >= 6 {
            sums.home[place] = i - 5 + (1 << 9) + if i >= 18 { 1 << 13 } else { 0 };
        }
        let mut n = 0;
        while n < LINES {
            let line = n as i16 - 1;
            sums.beyond[n][place] = if i > line {
                i + 1 - line
            } else if i < line {
                (i + 1) << 10
            } else {
                0
            };
            n += 1;
        }
        i += 1;
    }
    sums
};

/// The bit fields of a sum, from the lowest, of these widths.
#[inline(always)]
fn fields<const N: usize>(sum: i32, widths: [u32; N]) -> [u32; N] {
    let mut sum = sum as u32;
    widths.map(|width| {
        let field = sum & ((1 << width) - 1);
        sum >>= width;
        field
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::NO_ROW;
    use proptest::prelude::*;

    fn values(board: &Board) -> Vec<u16> {
        let mut rows = vec![0; N_SLOTS];
        encode_contact(board, &mut rows);
        rows.iter()
            .enumerate()
            .map(|(slot, &row)| if row == NO_ROW { 0 } else { row - ROWS.first[slot] + 1 })
            .collect()
    }

    #[test]
    fn the_opening_position() {
        let values = values(&Board::default());
        let (first, second) = (&values[..PER_SIDE], &values[PER_SIDE..2 * PER_SIDE]);
        assert_eq!(first, second);
        assert_eq!((first[PIPS], first[BACK], first[REAR], first[HIT]), (41, 2, 24, 0));
        assert_eq!((first[ESCAPE], first[CONTAIN], first[CONTAIN_ALL]), (24, 14, 14));
        assert_eq!((first[TIMING], first[MOBILITY], first[OFF]), (13, 46, 0));
        assert_eq!(values[2 * PER_SIDE], 41);
    }

    #[test]
    fn buckets_tell_kinds_of_positions_apart() {
        assert_eq!(bucket([0, 1], [false; 2]), 0);
        assert_eq!(bucket([2, 2], [false; 2]), 2 << 3);
        assert_eq!(bucket([2, 3], [false, true]), 2 << 3 | 1);
        assert_eq!(bucket([3, 2], [true, false]), 2 << 3 | 4 | 2);
        assert_eq!(bucket([15, 15], [true; 2]), 7 << 3 | 3);
        assert_eq!(bucket([15, 0], [true; 2]), CONTACT_BUCKETS - 1);
    }

    #[test]
    fn measures_of_the_opening_position() {
        let [mine, theirs] = measures(&Board::default());
        assert_eq!(mine, theirs);
        assert_eq!((mine.hits, mine.escapes, mine.prime), (0, 24, 1));
        assert_eq!((mine.timing, mine.back, mine.rear, mine.dead), (52, 2, 24, 0));
        assert_eq!(measures(&Board::EMPTY)[0].rear, 0);
    }

    proptest! {
        #[test]
        fn sums_are_those_over_the_checkers_one_by_one(
            mine in prop::collection::vec(0usize..25, 1..=15),
            his in prop::collection::vec(0usize..25, 1..=15),
        ) {
            let mut board = Board::EMPTY;
            for (side, places) in [(Side::OnRoll, &mine), (Side::Opponent, &his)] {
                for &place in places {
                    board.set(side, place, board.side(side)[place] + 1);
                }
            }
            let [view, _] = View::of_both(&board);
            let line = 23 - *his.iter().max().expect("at least one") as i32;
            let sum = |of: &dyn Fn(i32) -> i32| mine.iter().map(|&place| of(place as i32)).sum::<i32>();
            let mut slots = [0u16; PER_SIDE];
            prop_assert_eq!(i32::from(view.fill(&mut slots)), sum(&|i| i + 1));
            let expected = [
                (OFF, 15 - mine.len() as i32),
                (BREAK, sum(&|i| (i + 1 - line) * i32::from(i > line)) / 4),
                (FREE, sum(&|i| (i + 1) * i32::from(i < line)) / 4),
                (HOME_PIPS, sum(&|i| (i - 5).max(0)) / 4),
                (BACK, sum(&|i| i32::from(i >= 18))),
                (MOBILITY, sum(&|i| (i - 5).max(0) * escapes(view.his_made, i)) / 48),
                (SPARES, (3..9).map(|i| (i32::from(view.own[i]) - 2).max(0)).sum()),
                (CONTAIN_ALL, 36 - (15..24).map(|i| escapes(view.made, i)).min().unwrap_or(36)),
                (CONTAIN, 36 - (15..24.min(24 - line)).map(|i| escapes(view.made, i)).min().unwrap_or(36)),
            ];
            for (slot, value) in expected {
                prop_assert_eq!(i32::from(slots[slot]), value, "{}", SIDE[slot].name);
            }
            // The rows, and compiled for the instructions of this processor.
            let (mut rows, mut same) = ([0; N_SLOTS], [0; N_SLOTS]);
            prop_assert_eq!(encode(&board, &mut rows), encode_contact(&board, &mut same));
            prop_assert_eq!(rows, same);
        }
    }

    /// Rolls of 36 that free a checker on index `from` from a block.
    fn escapes(block: u32, from: i32) -> i32 {
        i32::from(ESCAPES[block_ahead(block, from as usize)])
    }

    #[test]
    fn rows_of_extreme_positions_exist() {
        let n_rows = CONTACT.n_rows() as u16;
        let mut rows = vec![0; N_SLOTS];
        for place in 0..25 {
            let mut board = Board::EMPTY;
            board.set(Side::OnRoll, place, 15);
            board.set(Side::Opponent, 24, 15);
            for board in [board, board.swapped()] {
                encode_contact(&board, &mut rows);
                assert!(rows.iter().all(|&row| row == NO_ROW || row < n_rows));
            }
        }
        encode_contact(&Board::EMPTY, &mut rows);
    }
}
