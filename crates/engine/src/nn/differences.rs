// SPDX-License-Identifier: GPL-3.0-or-later
//! The rows in which two positions differ.

use super::{MAX_SLOTS, NO_ROW};

/// Rows to be subtracted and added. It is kept between updates, because clearing it would take longer than filling it.
#[derive(Clone, Debug)]
pub(super) struct Differences {
    /// Rows to be subtracted, of which the first `n_removed` count.
    pub(super) removed: [u16; MAX_SLOTS],
    /// Rows to be added, of which the first `n_added` count.
    pub(super) added: [u16; MAX_SLOTS],
    pub(super) n_removed: usize,
    pub(super) n_added: usize,
    /// The greatest of all these rows, 0 without any.
    pub(super) greatest: u16,
}

impl Differences {
    pub(super) fn new() -> Differences {
        Differences { removed: [0; MAX_SLOTS], added: [0; MAX_SLOTS], n_removed: 0, n_added: 0, greatest: 0 }
    }

    /// Forgets all rows.
    pub(super) fn restart(&mut self) {
        (self.n_removed, self.n_added, self.greatest) = (0, 0, 0);
    }

    /// Replaces one row by another; either may be none. *Invariant:* at most one call for each slot.
    pub(super) fn change(&mut self, old: u16, new: u16) {
        let lists =
            [(&mut self.removed, &mut self.n_removed, old), (&mut self.added, &mut self.n_added, new)];
        for (list, n, row) in lists {
            list[*n % MAX_SLOTS] = row;
            let is_row = row != NO_ROW;
            *n += usize::from(is_row);
            self.greatest = self.greatest.max(if is_row { row } else { 0 });
        }
    }

    pub(super) fn removed(&self) -> &[u16] {
        &self.removed[..self.n_removed]
    }

    pub(super) fn added(&self) -> &[u16] {
        &self.added[..self.n_added]
    }
}
