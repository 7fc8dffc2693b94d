// SPDX-License-Identifier: GPL-3.0-or-later
//! Variations of a match: other continuations from a place where somebody went back and continued differently.
//!
//! The record stores them, so they are saved, undone and closed with it. A session keeps one when a person starts to
//! continue differently, lists them, and shows one in place of the main line.

use crate::error::CommandError;
use crate::event::{Cause, Event};
use crate::session::Session;
use gnubg_record::{Cursor, Entry, MatchRecord};
use std::sync::Arc;

/// A variation that is not shown.
#[derive(Clone, Copy, Debug)]
pub struct Variation<'a> {
    place: Cursor,
    record: &'a MatchRecord,
}

impl<'a> Variation<'a> {
    /// The place where it branches off.
    #[must_use]
    pub fn place(&self) -> Cursor {
        self.place
    }

    /// The match with this variation as its main line.
    #[must_use]
    pub fn record(&self) -> &'a MatchRecord {
        self.record
    }

    /// Entries of its game from there on.
    #[must_use]
    pub fn entries(&self) -> &'a [Entry] {
        let game = self.record.games.get(self.place.game);
        game.and_then(|game| game.entries.get(self.place.entry..)).unwrap_or_default()
    }
}

impl Session {
    /// Keeps what follows the place shown as a variation, before something else is played there. Nothing is kept twice,
    /// and nothing if nothing follows.
    pub fn keep_variation(&mut self) {
        if self.cursor < self.record.end() {
            self.record.keep_as_variation();
            self.touched.add_variations();
        }
    }

    /// The variations that are not shown, the oldest first, with their numbers.
    pub fn variations(&self) -> impl Iterator<Item = (usize, Variation<'_>)> {
        self.record.branches().map(|(n, place, record)| (n, Variation { place, record }))
    }

    /// Shows a variation from the place where it branches off; the present main line becomes a variation.
    pub(crate) fn switch_variation(&mut self, n: usize) -> Result<(), CommandError> {
        let wanted = Arc::clone(self.record.variations.get(n).ok_or(CommandError::NoVariation)?);
        let place = self.record.branch_point(&wanted).unwrap_or(self.cursor);
        self.cancel_thinking();
        let before = self.state().copied();
        self.history.begin(self.cursor, false);
        let mut shown = MatchRecord::clone(&wanted);
        self.record.share_common_part(&mut shown);
        let mut old = self.record.clone();
        // A main line that ends where the variation branches off is not kept.
        if wanted.branch_point(&old).is_some() {
            old.keep_as_variation();
        }
        shown.variations = old.variations;
        self.replace_match(shown, Cursor { rolled: true, ..place });
        self.emit_change(Cause::Moved, before);
        self.emit(Event::RecordChanged);
        Ok(())
    }
}
