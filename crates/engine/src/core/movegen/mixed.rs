// SPDX-License-Identifier: GPL-3.0-or-later
//! Plays of two different dice when no checker can be borne off.
//!
//! Every resulting position is produced once: either two checkers move one die each ("pair"), or one checker moves
//! both ("chain"). A pair whose one checker lands where the other starts leaves the same position as a chain, so it is
//! left to the chain. The two orders of a chain differ only if a blot stands on one of the intermediate points.

use super::{BAR_BIT, Dice, PlayList, Start, descending};

/// Appends all legal plays. *Invariant:* no checker can be borne off with these two steps.
pub(super) fn generate(list: &mut PlayList, start: &Start, dice: Dice) {
    let (high, low) = (dice.high(), dice.low());
    let (by_high, by_low) = (start.sources(high), start.sources(low));
    match start.own[24] {
        0 => {
            pairs(list, start, dice, by_high, by_low);
            chains(list, start, dice, start.occupied);
        }
        1 => {
            pairs(list, start, dice, by_high & BAR_BIT, by_low & !BAR_BIT);
            pairs(list, start, dice, by_high & !BAR_BIT, by_low & BAR_BIT);
            chains(list, start, dice, BAR_BIT);
        }
        _ => pairs(list, start, dice, by_high & BAR_BIT, by_low & BAR_BIT),
    }
    if list.is_empty() {
        let must_enter = if start.own[24] > 0 { BAR_BIT } else { u32::MAX };
        let (sources, die) = match (by_high & must_enter, by_low & must_enter) {
            (0, by_low) => (by_low, low),
            (by_high, _) => (by_high, high),
        };
        for from in descending(sources) {
            start.emit(list, [(from, from - usize::from(die))]);
        }
    }
}

/// Two checkers move: one from `by_high` with the high die, one from `by_low` with the low die.
fn pairs(list: &mut PlayList, start: &Start, dice: Dice, by_high: u32, by_low: u32) {
    let (high, low) = (usize::from(dice.high()), usize::from(dice.low()));
    for a in descending(by_high) {
        let mut others = by_low & !(1 << (a - high));
        if start.own[a & 31] < 2 {
            others &= !(1 << a);
        }
        others &= !(1u32 << a << low);
        for b in descending(others) {
            // The rear checker first, so that entering comes before everything else.
            let (by_high, by_low) = ((a, a - high), (b, b - low));
            start.emit(list, if b > a { [by_low, by_high] } else { [by_high, by_low] });
        }
    }
}

/// One checker of `from` moves both dice.
fn chains(list: &mut PlayList, start: &Start, dice: Dice, from: u32) {
    let (high, low) = (usize::from(dice.high()), usize::from(dice.low()));
    let (by_high, by_low) = (start.sources(dice.high()), start.sources(dice.low()));
    let arrive = start.occupied & !(start.blocked << (high + low)) & (u32::MAX << (high + low));
    for x in descending(from & arrive & (by_high | by_low)) {
        let (via_high, via_low) = (x - high, x - low);
        let high_first = by_high >> x & 1 != 0;
        if high_first {
            start.emit(list, [(x, via_high), (via_high, x - high - low)]);
        }
        if by_low >> x & 1 != 0 && (!high_first || start.blots & (1 << via_high | 1 << via_low) != 0) {
            start.emit(list, [(x, via_low), (via_low, x - high - low)]);
        }
    }
}
