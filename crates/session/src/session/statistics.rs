// SPDX-License-Identifier: GPL-3.0-or-later
//! The present match as the players' statistics count it.

use crate::players::PlayedMatch;
use crate::session::Session;
use gnubg_record::Statistics;
use std::path::PathBuf;

impl Session {
    /// The file of player records, if the session keeps any.
    #[must_use]
    pub fn players_file(&self) -> Option<PathBuf> {
        self.directories().map(crate::Directories::players_file)
    }

    /// The present match as it would be added to the player records; `None` if nothing of it is analyzed.
    #[must_use]
    pub fn played_match(&self) -> Option<PlayedMatch> {
        let format = crate::analysis::statistics_format(self.options());
        let stats = Statistics::of_match(self.record(), &**self.table(), &format.thresholds);
        PlayedMatch::of(self.record(), &stats, format.rating_offset)
    }
}
