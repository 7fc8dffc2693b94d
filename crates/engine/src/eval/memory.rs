// SPDX-License-Identifier: GPL-3.0-or-later
//! Working memory of a search.

use super::static_eval::Scratch;
use crate::core::PlayList;

/// Working memory of one thread. It is reused, so that a search does not allocate.
#[derive(Debug)]
pub struct Memory {
    pub(super) scratch: Scratch,
    /// Play lists not in use; a node takes one for as long as it lasts.
    pub(super) lists: Vec<PlayList>,
    pub(super) ranks: Vec<(i32, u16)>,
    /// Counts evaluations, to seed random noise.
    pub(super) evaluations: u64,
}

impl Memory {
    pub(super) fn new(scratch: Scratch) -> Memory {
        Memory { scratch, lists: Vec::new(), ranks: Vec::new(), evaluations: 0 }
    }

    /// Restarts the noise sequence, so that later evaluations do not depend on earlier ones.
    pub(crate) fn restart_noise(&mut self) {
        self.evaluations = 0;
    }
}
