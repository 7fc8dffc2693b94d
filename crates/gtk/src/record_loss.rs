// SPDX-License-Identifier: GPL-3.0-or-later
//! What an action removes from the record, in words.

use crate::i18n::ngettext_f;

/// Says what is removed from the record.
pub(crate) fn rest_removed(games: usize, entries: usize) -> String {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    match (entries, games) {
        (_, 0) => ngettext_f(
            "{n} later decision of this game is removed from the record.",
            "{n} later decisions of this game are removed from the record.",
            count(entries),
            &[("n", &entries.to_string())],
        ),
        _ => ngettext_f(
            "The rest of this game and {n} later game are removed from the record.",
            "The rest of this game and {n} later games are removed from the record.",
            count(games),
            &[("n", &games.to_string())],
        ),
    }
}
