// SPDX-License-Identifier: GPL-3.0-or-later
//! The match equity table that a writer converts equities with.

use gnubg_engine::core::{MatchState, Player};
use gnubg_engine::cube::{DEFAULT_MET, MatchEquityTable, shipped};
use gnubg_record::judge::{MatchEquity, Scale};

/// The table of the caller, or else the default one.
pub(crate) enum Equities<'a> {
    Given(&'a dyn MatchEquity),
    Default(Box<MatchEquityTable>),
}

impl<'a> Equities<'a> {
    pub(crate) fn new(given: Option<&'a dyn MatchEquity>) -> Equities<'a> {
        given.map_or_else(
            || Equities::Default(Box::new(shipped(DEFAULT_MET).unwrap_or_default())),
            Equities::Given,
        )
    }

    pub(crate) const fn is_default(&self) -> bool {
        matches!(self, Equities::Default(_))
    }

    pub(crate) fn table(&self) -> &dyn MatchEquity {
        match self {
            Equities::Given(table) => *table,
            Equities::Default(table) => table.as_ref(),
        }
    }

    /// The line between equities and match winning chances of `player` in `state`.
    pub(crate) fn scale(&self, state: &MatchState, player: Player) -> Scale {
        Scale::new(state, player, self.table())
    }
}
