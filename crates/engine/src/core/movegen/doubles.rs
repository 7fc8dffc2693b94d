// SPDX-License-Identifier: GPL-3.0-or-later
//! Plays of doubles.
//!
//! The order of equal steps never matters, so only sequences with sources that do not rise are tried; each resulting
//! position then appears exactly once. Moving the rearmost checker first also never forbids a later bear-off.

use super::super::{Board, Place, Play, PlayList, Step};
use super::{BAR_BIT, OUTSIDE, Start};

/// Appends all legal plays of `die`-`die`.
pub(super) fn generate(list: &mut PlayList, start: &Start, die: u8) {
    let mut search = Search {
        own: start.own,
        other: start.other,
        occupied: start.occupied,
        open: !start.blocked & 0x00ff_ffff,
        die: usize::from(die),
        play: Play::EMPTY,
        most: 0,
        list,
    };
    search.extend(24);
}

struct Search<'a> {
    own: [u8; 32],
    other: [u8; 32],
    occupied: u32,
    open: u32,
    die: usize,
    play: Play,
    /// Most steps of any play found so far; shorter plays are illegal.
    most: usize,
    list: &'a mut PlayList,
}

impl Search<'_> {
    /// Tries every next step from `highest` downward; records the play when no further step is possible or necessary.
    fn extend(&mut self, highest: usize) {
        let n_steps = self.play.steps().len();
        let mut sources = if n_steps == 4 { 0 } else { self.sources() & ((2u32 << highest) - 1) };
        if sources == 0 {
            return self.record(n_steps);
        }
        while sources != 0 {
            let from = 31 - sources.leading_zeros() as usize;
            sources &= !(1 << from);
            self.step(from);
        }
    }

    /// Bits of the indices from which a checker may move now.
    fn sources(&self) -> u32 {
        let movable = if self.occupied & BAR_BIT != 0 { BAR_BIT } else { self.occupied };
        let mut sources = movable & (self.open << self.die);
        if self.occupied & OUTSIDE == 0 && self.occupied != 0 {
            let rearmost = 31 - self.occupied.leading_zeros() as usize;
            sources |= self.occupied & (1 << (self.die - 1));
            if rearmost < self.die {
                sources |= 1 << rearmost;
            }
        }
        sources
    }

    fn step(&mut self, from: usize) {
        let saved = (self.occupied, self.play);
        self.own[from & 31] -= 1;
        if self.own[from & 31] == 0 {
            self.occupied &= !(1 << from);
        }
        if let Some(to) = from.checked_sub(self.die) {
            let hit = self.other[(23 - to) & 31];
            self.own[to] += 1;
            self.other[23 - to] = 0;
            self.other[24] += hit;
            self.occupied |= 1 << to;
            self.play.push(Step { from: Place::from_index(from), to: Place::from_index(to) });
            self.extend(from);
            self.own[to] -= 1;
            self.other[23 - to] = hit;
            self.other[24] -= hit;
        } else {
            self.play.push(Step { from: Place::from_index(from), to: Place::OFF });
            self.extend(from);
        }
        self.own[from & 31] += 1;
        (self.occupied, self.play) = saved;
    }

    fn record(&mut self, n_steps: usize) {
        if n_steps < self.most || n_steps == 0 {
            return;
        }
        if n_steps > self.most {
            self.most = n_steps;
            self.list.clear();
        }
        self.list.push(self.play, Board::from_raw([self.other, self.own]));
    }
}
