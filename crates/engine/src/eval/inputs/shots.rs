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
pub(super) fn shots(checkers: u32, bar: u8, held: u32, blots: u32) -> Shots {
    let mut found = Shots::default();
    let highest = if bar > 0 { 24 } else { 31u32.wrapping_sub(checkers.leading_zeros()) };
    if blots == 0 || (checkers == 0 && bar == 0) || blots & ((1u32 << highest) - 1) == 0 {
        return found;
    }
    let open = !held & 0x00ff_ffff;
    if bar == 0 {
        let mut by_die = [0u32; 7];
        for (die, reach) in by_die.iter_mut().enumerate().skip(1) {
            *reach = (checkers >> die) & open;
        }
        for a in 1..=6 {
            let mut step = by_die[a];
            let mut reach = step;
            for _ in 0..3 {
                step = (step >> a) & open;
                reach |= step;
            }
            found.add(reach & blots, 1);
            for b in 1..a {
                let both = (by_die[a] >> b) | (by_die[b] >> a);
                found.add((by_die[a] | by_die[b] | both) & blots, 2);
            }
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

impl Shots {
    fn add(&mut self, reached: u32, rolls: u16) {
        if reached != 0 {
            self.hit += rolls;
            self.hit_two += if reached & (reached - 1) != 0 { rolls } else { 0 };
            self.pips += rolls * (32 - reached.leading_zeros()) as u16;
        }
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
pub(super) fn block_ahead(made: u32, from: usize) -> usize {
    ((made & 0x00ff_ffff) >> (24 - from)) as usize & 0xfff
}

#[cfg(test)]
mod tests {
    use super::*;

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
