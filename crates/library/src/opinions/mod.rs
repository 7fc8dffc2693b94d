// SPDX-License-Identifier: GPL-3.0-or-later
//! What the user says: who is who, names of events, tags, remarks, collections, saved searches. Everything here can be
//! undone.

mod collections;
mod events;
mod players;
mod remarks;
mod searches;

pub(crate) use collections::collect_imported;
pub use collections::{Collection, IMPORTED};
pub use events::EventRow;
pub(crate) use events::name_event;
pub use players::{AliasProposal, Player, player_id, spellings};
pub(crate) use players::{add_note, list as list_players, propose_aliases};
pub(crate) use remarks::tags_of;
pub use remarks::{Remark, Tag};
pub use searches::SavedSearch;

use crate::error::{LibraryError, Result};
use crate::facts::TargetKind;

/// Something that remarks and tags belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// What it is.
    pub kind: TargetKind,
    /// Its number.
    pub id: i64,
}

impl Target {
    /// The target of a text such as `m12`, `d3456` or `p77`.
    ///
    /// # Errors
    /// If the text is none.
    pub fn parse(text: &str) -> Result<Target> {
        let wrong = || {
            LibraryError::Refused(format!(
                "{text:?} names nothing; write m12 for a match, d12 for a decision, p12 for a position, l12 for a player, \
                 e12 for an event, c12 for a collection"
            ))
        };
        let mut letters = text.chars();
        let letter = letters.next().ok_or_else(wrong)?.to_ascii_lowercase();
        let kind = TargetKind::ALL.into_iter().find(|kind| kind.letter() == letter).ok_or_else(wrong)?;
        Ok(Target { kind, id: letters.as_str().parse().map_err(|_| wrong())? })
    }

    /// A match.
    #[must_use]
    pub const fn of_match(id: i64) -> Target {
        Target { kind: TargetKind::Match, id }
    }

    /// A decision.
    #[must_use]
    pub const fn of_decision(id: i64) -> Target {
        Target { kind: TargetKind::Decision, id }
    }

    /// A position, wherever it occurs.
    #[must_use]
    pub const fn of_position(id: i64) -> Target {
        Target { kind: TargetKind::Position, id }
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.kind.letter(), self.id)
    }
}
