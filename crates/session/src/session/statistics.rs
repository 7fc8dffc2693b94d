// SPDX-License-Identifier: GPL-3.0-or-later
//! The present match as statistics count it: its errors, and what players' statistics add up.

use crate::players::PlayedMatch;
use crate::session::Session;
use gnubg_record::{DecisionError, ErrorQuery, Statistics};
use std::path::PathBuf;

impl Session {
    /// The errors of the present match or session that a query wants, in its order.
    #[must_use]
    pub fn errors(&self, query: &ErrorQuery) -> Vec<DecisionError> {
        query.find(self.record(), &**self.table())
    }

    /// The statistics of the present match or session.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        Statistics::of_match(self.record(), &**self.table(), &self.options().analysis.thresholds)
    }

    /// The file of player records, if the session keeps any.
    #[must_use]
    pub fn players_file(&self) -> Option<PathBuf> {
        self.directories().map(crate::Directories::players_file)
    }

    /// The present match as it would be added to the player records; `None` if nothing of it is analyzed.
    #[must_use]
    pub fn played_match(&self) -> Option<PlayedMatch> {
        let format = crate::analysis::statistics_format(self.options());
        PlayedMatch::of(self.record(), &self.statistics(), format.rating_offset)
    }
}
