// SPDX-License-Identifier: GPL-3.0-or-later
//! Text files of game servers, most of them long gone.

pub(crate) mod bgammon;
pub(crate) mod bgammon_write;
pub(crate) mod bgroom;
pub(crate) mod oldmoves;
pub(crate) mod oldmoves_write;
pub(crate) mod party;
pub(crate) mod sgg;
pub(crate) mod tmg;

use crate::builder::Builder;
use crate::error::{ImportError, Place};
use crate::{Format, Imported};

fn unreadable(format: Format, at: Place, reason: impl Into<String>) -> ImportError {
    ImportError::Unreadable { format, at, reason: reason.into() }
}

/// The finished match, if it has games.
fn finished(builder: Builder, format: Format) -> Result<Vec<Imported>, ImportError> {
    let n_games = builder.n_games();
    let (record, warnings) = builder.finish();
    if n_games == 0 {
        let reason =
            warnings.first().map_or("no game was found".to_owned(), |warning| warning.message.clone());
        let at = warnings.first().map_or(Place::File, |warning| warning.at);
        return Err(unreadable(format, at, reason));
    }
    Ok(vec![Imported { record, warnings }])
}

/// `Yes`, `On`, `1`.
fn is_yes(text: &str) -> bool {
    ["yes", "on", "1", "true"].iter().any(|yes| text.trim().eq_ignore_ascii_case(yes))
}
