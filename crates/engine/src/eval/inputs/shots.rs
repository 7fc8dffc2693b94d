// SPDX-License-Identifier: GPL-3.0-or-later
//! Counting rolls with bit sets: hits on blots, and escapes from behind a block.
//!
//! Masks are in the hitting or moving side's numbering: bit `i` is its index `i`, bit 24 its bar.

/// The effect of the 36 rolls on the other side's blots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shots {
    /// Rolls that hit at least one blot, 0..=36.
    pub(super) hit: u16,
    /// Rolls whose dice reach at least two blots, 0..=36.
    pub(super) hit_two: u16,
    /// Pips lost by the most advanced blot a roll reaches, summed over the 36 rolls.
    pub(super) pips: u16,
}

/// Counts the rolls that reach a blot in `blots`. `checkers` are the points with the hitting side's checkers, `bar` its
/// number of checkers there, `held` the points its opponent has made. With checkers left on the bar only entering
/// checkers hit.
#[inline(always)]
pub(super) fn shots(checkers: u32, bar: u8, held: u32, blots: u32) -> Shots {
    let mut found = Shots::default();
    let highest = if bar > 0 { 24 } else { 31u32.wrapping_sub(checkers.leading_zeros()) };
    if blots == 0 || (checkers == 0 && bar == 0) || blots & ((1u32 << highest) - 1) == 0 {
        return found;
    }
    let open = !held & 0x00ff_ffff;
    if bar == 0 {
        // Two different dice, from the most advanced blot on.
        let mut left = blots & ((1u32 << highest) - 1);
        let (mut seen, mut twice) = (0u16, 0u16);
        while left != 0 {
            let blot = 31 - left.leading_zeros();
            left &= !(1 << blot);
            let rolls = rolls_that_reach(checkers >> (blot + 1), open >> (blot + 1));
            let (new, again) = (rolls & !seen, rolls & seen);
            found.pips += 2 * new.count_ones() as u16 * (blot + 1) as u16;
            twice |= again;
            seen |= new;
        }
        found.hit = 2 * seen.count_ones() as u16;
        found.hit_two = 2 * twice.count_ones() as u16;
        for a in 1..=6 {
            let mut step = (checkers >> a) & open;
            let mut reach = step;
            for _ in 0..3 {
                step = (step >> a) & open;
                reach |= step;
            }
            found.add(reach & blots, 1);
        }
        return found;
    }
    let entry = |die: u32| (1u32 << (24 - die)) & open;
    for a in 1..=6u32 {
        let into_a = entry(a);
        if into_a != 0 {
            let mut reach = into_a;
            // Steps left once everybody has entered.
            let left = 4u32.saturating_sub(u32::from(bar));
            let mut step = checkers | into_a;
            for _ in 0..left {
                step = (step >> a) & open;
                reach |= step;
            }
            found.add(reach & blots, 1);
        }
        for b in 1..a {
            let into_b = entry(b);
            let mut reach = into_a | into_b;
            if bar == 1 {
                if into_a != 0 {
                    reach |= ((checkers | into_a) >> b) & open;
                }
                if into_b != 0 {
                    reach |= ((checkers | into_b) >> a) & open;
                }
            }
            found.add(reach & blots, 2);
        }
    }
    found
}

/// The rolls of two different dice, as bits, that reach a point. Bit `k` of `checkers` is set when a checker is `k + 1`
/// pips before it, and bit `k` of `open` when that point is not held.
#[inline(always)]
fn rolls_that_reach(checkers: u32, open: u32) -> u16 {
    let mut rolls = TWO_DICE.by_one[checkers as usize & 63];
    let mut distant = checkers & (((1 << 9) - 1) << 2);
    while distant != 0 {
        let k = distant.trailing_zeros() as usize;
        distant &= distant - 1;
        rolls |= TWO_DICE.by_both[k % 12][open as usize & 63];
    }
    rolls
}

/// Rolls of two different dice, as bits.
struct TwoDice {
    /// With at least one of the dice in a set: bit `k` is a `k + 1`.
    by_one: [u16; 64],
    /// That move `k + 1` pips together, by `k` and a set of open points: bit `n` is the one that is left when `n + 1` pips
    /// are missing.
    by_both: [[u16; 64]; 12],
}

static TWO_DICE: TwoDice = {
    let mut rolls = TwoDice { by_one: [0; 64], by_both: [[0; 64]; 12] };
    let mut set = 0;
    while set < 64 {
        let (mut high, mut bit) = (1, 1);
        while high < 6 {
            let mut low = 0;
            while low < high {
                if set >> high & 1 != 0 || set >> low & 1 != 0 {
                    rolls.by_one[set] |= bit;
                    rolls.by_both[high + low + 1][set] |= bit;
                }
                (low, bit) = (low + 1, bit << 1);
            }
            high += 1;
        }
        set += 1;
    }
    rolls
};

impl Shots {
    #[inline(always)]
    fn add(&mut self, reached: u32, rolls: u16) {
        self.hit += rolls * u16::from(reached != 0);
        self.hit_two += rolls * u16::from(reached & reached.wrapping_sub(1) != 0);
        self.pips += rolls * (32 - reached.leading_zeros()) as u16;
    }
}

/// Rolls (of 36) with which a lone runner gets past or between the points of a block: bit `k` of the index is set when
/// the point `k + 1` pips ahead is held. Doubles are judged by their first two steps.
pub(super) static ESCAPES: [u8; 4096] = escape_table(false);

/// The same, counting only rolls that get past the first held point.
pub(super) static ESCAPES_PAST: [u8; 4096] = escape_table(true);

const fn escape_table(past_first: bool) -> [u8; 4096] {
    let mut table = [0u8; 4096];
    let mut block = 0usize;
    while block < 4096 {
        if past_first && block == 0 {
            block += 1;
            continue;
        }
        let nearest = if past_first { (block as u16).trailing_zeros() as usize } else { 0 };
        let (mut a, mut rolls) = (1, 0);
        while a <= 6 {
            let mut b = 1;
            while b <= 6 {
                let lands = block >> (a + b - 1) & 1 == 0;
                let passes = block >> (a - 1) & 1 == 0 || block >> (b - 1) & 1 == 0;
                if lands && passes && (!past_first || a + b - 1 > nearest) {
                    rolls += 1;
                }
                b += 1;
            }
            a += 1;
        }
        table[block] = rolls;
        block += 1;
    }
    table
}

/// The 12-bit block in front of a runner at its own index `from`, of points `made` in the blocker's numbering.
#[inline(always)]
pub(super) fn block_ahead(made: u32, from: usize) -> usize {
    ((made & 0x00ff_ffff) >> (24 - from)) as usize & 0xfff
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escapes_at_the_ends() {
        assert_eq!((ESCAPES[0], ESCAPES[0xfff]), (36, 0));
        assert_eq!((ESCAPES_PAST[0], ESCAPES_PAST[0xfff]), (0, 0));
        // Six points in a row directly ahead.
        assert_eq!(ESCAPES[0x3f], 0);
        // The opening position: held are the points 6, 8 and 13 pips before the other ace point.
        let made = 1 << 5 | 1 << 7 | 1 << 12 | 1 << 23;
        assert_eq!(ESCAPES[block_ahead(made, 23)], 24);
    }

    #[test]
    fn direct_and_indirect_shots() {
        // One checker six away from a blot, nothing between: 11 direct, 5-1, 4-2, 3-3, 2-2 = 17 rolls.
        let single = shots(1 << 12, 0, 0, 1 << 6);
        assert_eq!((single.hit, single.hit_two, single.pips), (17, 0, 17 * 7));
        // Blots one and two away: every roll with a 1 or a 2.
        let both = shots(1 << 12, 0, 0, 1 << 11 | 1 << 10);
        assert_eq!(both.hit, 20);
        // Nothing to hit behind the checkers.
        assert_eq!(shots(1 << 3, 0, 0, 1 << 8), Shots::default());
    }

    proptest! {
        #[test]
        fn rolls_are_counted_as_one_by_one(
            checkers in 0u32..1 << 24,
            sparse in 0u32..1 << 24,
            places in prop::array::uniform4(0u32..1 << 24),
        ) {
            // Few places each, as in games.
            let checkers = checkers & sparse;
            let held = places[0] & places[1] & !checkers;
            let blots = places[2] & places[3] & !checkers & !held;
            prop_assert_eq!(shots(checkers, 0, held, blots), one_by_one(checkers, held, blots));
        }
    }

    /// All rolls, tried one after the other; nobody is on the bar.
    fn one_by_one(checkers: u32, held: u32, blots: u32) -> Shots {
        let open = !held & 0x00ff_ffff;
        let mut found = Shots::default();
        for a in 1..=6 {
            let (mut step, mut reach) = (checkers, 0);
            for _ in 0..4 {
                step = (step >> a) & open;
                reach |= step;
            }
            found.add(reach & blots, 1);
            for b in 1..a {
                let (by_a, by_b) = ((checkers >> a) & open, (checkers >> b) & open);
                found.add((by_a | by_b | (by_a >> b) | (by_b >> a)) & blots, 2);
            }
        }
        found
    }

    #[test]
    fn from_the_bar() {
        // One on the bar, blot on the entry point of a 3, all others open: 11 rolls directly, 2-1 by both dice,
        // 1-1 by three steps.
        assert_eq!(shots(0, 1, 0, 1 << 21).hit, 14);
        // Two on the bar: direct entry, and 1-1 with the two steps left.
        assert_eq!(shots(1 << 12, 2, 0, 1 << 21).hit, 12);
        // Closed out.
        assert_eq!(shots(1 << 12, 1, 0x00fc_0000, 1 << 10).hit, 0);
    }
}
