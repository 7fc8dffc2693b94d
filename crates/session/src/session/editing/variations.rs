// SPDX-License-Identifier: GPL-3.0-or-later
//! Variations of a match: other continuations from a place where somebody went back and continued differently.
//!
//! The record stores them, so they are saved, undone and closed with it. A session keeps one when a person starts to
//! continue differently, lists them, shows another line, makes one the main line, or removes one.

use crate::command::LineCommand;
use crate::error::CommandError;
use crate::event::{Cause, Event};
use crate::session::Session;
use gnubg_record::{Cursor, Entry, MatchRecord};

/// A line that is not shown.
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

    /// The match with this line shown.
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

    /// The lines that are not shown with their numbers (0 for the main line) and where they depart from the one shown.
    pub fn variations(&self) -> impl Iterator<Item = (usize, Variation<'_>)> {
        let shown = self.record.shown_line();
        self.record.branches().map(move |(n, place, record)| {
            let line = if n < shown { n } else { n + 1 };
            (line, Variation { place, record })
        })
    }

    /// Shows, promotes or removes a line. Showing another line does not make a match unsaved: a file keeps all lines and
    /// which of them is the main line.
    pub(crate) fn change_line(&mut self, command: LineCommand) -> Result<(), CommandError> {
        let known = CommandError::NoVariation;
        let record = &self.record;
        let was_unsaved = self.is_unsaved;
        let (shown, place) = match command {
            LineCommand::Show(line, place) => {
                let (shown, branch) = record.showing(line).ok_or(known)?;
                (shown, place.unwrap_or(Cursor { rolled: true, ..branch }))
            }
            LineCommand::Promote(line) if line == record.shown_line() => {
                (record.promoting(line).ok_or(known)?.0, self.cursor)
            }
            LineCommand::Promote(line) => {
                let (shown, branch) = record.promoting(line).ok_or(known)?;
                (shown, Cursor { rolled: true, ..branch })
            }
            LineCommand::Remove(line) => {
                let shown = record.without_line(line).ok_or(known)?;
                let branch = record.branch_point(&shown).map(|branch| Cursor { rolled: true, ..branch });
                (shown, branch.unwrap_or(self.cursor))
            }
        };
        self.cancel_thinking();
        let before = self.state().copied();
        self.history.begin(self.cursor, false);
        let n_lines = [&self.record, &shown].map(|record| record.variations.len());
        self.replace_match(shown, place);
        if matches!(command, LineCommand::Show(..)) && n_lines[0] == n_lines[1] {
            self.is_unsaved = was_unsaved;
        }
        self.is_held = true;
        self.emit_change(Cause::Moved, before);
        self.emit(Event::RecordChanged);
        Ok(())
    }
}
