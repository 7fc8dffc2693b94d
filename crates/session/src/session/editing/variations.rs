// SPDX-License-Identifier: GPL-3.0-or-later
//! Other lines of a match: what had followed where somebody went back and played on otherwise.
//!
//! The record keeps them (`gnubg_record::variations`), so they are saved, undone and closed with it. Here they are kept when a
//! person begins to play on otherwise, told, and shown instead.

use crate::error::CommandError;
use crate::event::{Cause, Event};
use crate::session::Session;
use gnubg_record::{Cursor, Entry, MatchRecord};
use std::sync::Arc;

/// A line that is not shown.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    place: Cursor,
    record: &'a MatchRecord,
}

impl<'a> Line<'a> {
    /// Where it parts from the line shown.
    #[must_use]
    pub fn place(&self) -> Cursor {
        self.place
    }

    /// The match as this line has it.
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
    /// Keeps the line that is shown, before something else is played at the place shown. Nothing is kept twice, or where
    /// nothing follows.
    pub fn keep_line(&mut self) {
        if self.cursor < self.record.end() {
            self.record.keep_as_variation();
        }
    }

    /// The lines that are not shown, the oldest first, with the numbers by which they are asked for.
    pub fn lines(&self) -> impl Iterator<Item = (usize, Line<'_>)> {
        self.record.branches().map(|(n, place, record)| (n, Line { place, record }))
    }

    /// Shows another line from the place where it parts; that which is shown becomes another line.
    pub(crate) fn switch_line(&mut self, n: usize) -> Result<(), CommandError> {
        let wanted = Arc::clone(self.record.variations.get(n).ok_or(CommandError::NoLine)?);
        let place = self.record.branch_point(&wanted).unwrap_or(self.cursor);
        self.cancel_thinking();
        let before = self.state().copied();
        self.history.begin(self.cursor, false);
        let mut shown = MatchRecord::clone(&wanted);
        self.record.share_common_part(&mut shown);
        let mut old = self.record.clone();
        // What ends where they part is no line of its own.
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
