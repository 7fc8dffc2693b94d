// SPDX-License-Identifier: GPL-3.0-or-later
//! Places in a record, and navigation by entry, roll, game or mark.
//!
//! A cursor is *between* entries: before entry `entry` of its game, after all earlier ones. With `rolled` the
//! dice of that entry are already on the board. Moves beyond an end stop there.

use crate::clock::Clocks;
use crate::entry::{Entry, EntryAction};
use crate::game::GameRecord;
use crate::record::MatchRecord;
use gnubg_engine::core::{Decision, MatchState, Phase};

/// A place in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cursor {
    /// Index of the game.
    pub game: usize,
    /// The number of entries of that game before the cursor.
    pub entry: usize,
    /// Whether the dice of the next entry are shown.
    pub rolled: bool,
}

impl Cursor {
    /// Before entry `entry` of game `game`.
    #[must_use]
    pub const fn at(game: usize, entry: usize) -> Cursor {
        Cursor { game, entry, rolled: false }
    }
}

impl MatchRecord {
    /// The nearest place that exists.
    #[must_use]
    pub fn clamp(&self, cursor: Cursor) -> Cursor {
        let game = cursor.game.min(self.games.len().saturating_sub(1));
        let n = self.n_entries(game);
        let entry = if cursor.game > game { n } else { cursor.entry.min(n) };
        let next = self.entry(game, entry);
        Cursor { game, entry, rolled: cursor.rolled && next.is_some_and(|entry| entry.action.is_roll()) }
    }

    /// The state at a place. Without games: the state before the first.
    #[must_use]
    pub fn state_at(&self, cursor: Cursor) -> MatchState {
        let cursor = self.clamp(cursor);
        let Some(game) = self.games.get(cursor.game) else { return self.first_start().state(self.length) };
        if cursor.entry == game.entries.len() {
            return game.final_state(self.length);
        }
        let state = game.state_before(self.length, cursor.entry);
        match self.next_entry(cursor).and_then(|entry| Some((entry.player, entry.action.dice()?))) {
            Some((player, dice)) if cursor.rolled => MatchState {
                on_roll: player,
                board: state.board_of(player),
                phase: Phase::Due(Decision::Play(dice)),
                ..state
            },
            _ => state,
        }
    }

    /// The clocks at a place: those of the last entry before it that has them, or those at the start. `None` without a
    /// time control. In a money session every game starts with new clocks.
    #[must_use]
    pub fn clocks_at(&self, place: Cursor) -> Option<Clocks> {
        let control = self.info.time_control?;
        let of_game = |n: usize, end: usize| {
            let entries = &self.games.get(n)?.entries;
            entries[..end.min(entries.len())].iter().rev().find_map(|entry| entry.clocks)
        };
        let before = |n: usize| if self.is_money() { None } else { of_game(n, usize::MAX) };
        let known = of_game(place.game, place.entry);
        let known = known.or_else(|| (0..place.game.min(self.games.len())).rev().find_map(before));
        Some(known.unwrap_or_else(|| control.start(self.length)))
    }

    /// The position at a place as a record of its own, with the next entry's play and analysis if its dice are shown.
    #[must_use]
    pub fn position_at(&self, cursor: Cursor) -> MatchRecord {
        let cursor = self.clamp(cursor);
        let before = self.state_at(Cursor { rolled: false, ..cursor });
        let next = self.next_entry(cursor).filter(|_| cursor.rolled).cloned();
        let on_roll = next.as_ref().map_or(before.on_roll, |next| next.player);
        let mut state = MatchState { board: before.board_of(on_roll), on_roll, ..before };
        if state.result().is_some() {
            // A position belongs to a game, so the score is that before it.
            state.score = self.games.get(cursor.game).map_or(state.score, |game| game.start.score);
        }
        let mut game = GameRecord::of_position(&state);
        game.entries.extend(next);
        MatchRecord {
            info: self.info.clone(),
            length: self.length,
            rules: before.rules,
            games: vec![game],
            variations: Vec::new(),
            shown_variation: None,
        }
    }

    /// The entry after a place in its game: the one about to be replayed.
    #[must_use]
    pub fn next_entry(&self, cursor: Cursor) -> Option<&Entry> {
        self.entry(cursor.game, cursor.entry)
    }

    /// The entry that holds the analysis and the comment of the decision at a place, with its index in the game: the
    /// next entry; at the end of a game the roll, the double or the set-up before it, if that has any. Such an entry is
    /// what remains of a position that was imported with its analysis.
    #[must_use]
    pub fn decision_entry(&self, cursor: Cursor) -> Option<(usize, &Entry)> {
        if let Some(next) = self.next_entry(cursor) {
            return Some((cursor.entry, next));
        }
        let last = self.last_entry(cursor)?;
        let is_open = match last.action {
            EntryAction::Roll(_) | EntryAction::Double => true,
            ref action => action.is_set_up(),
        };
        let has_any = last.analysis.is_some() || !last.comment.is_empty();
        (is_open && has_any).then(|| (cursor.entry - 1, last))
    }

    /// The dice shown at a place, in the order they were thrown or written.
    #[must_use]
    pub fn faces_at(&self, cursor: Cursor) -> Option<[u8; 2]> {
        let entry = match cursor.rolled {
            true => self.next_entry(cursor),
            false => self.last_entry(cursor).filter(|entry| matches!(entry.action, EntryAction::Roll(_))),
        };
        entry?.faces()
    }

    /// The entry before a place in its game: the one just replayed.
    #[must_use]
    pub fn last_entry(&self, cursor: Cursor) -> Option<&Entry> {
        self.entry(cursor.game, cursor.entry.checked_sub(1)?)
    }

    /// The start of the match.
    #[must_use]
    pub const fn first_game(&self) -> Cursor {
        Cursor::at(0, 0)
    }

    /// The start of the game.
    #[must_use]
    pub const fn first_move(&self, cursor: Cursor) -> Cursor {
        Cursor::at(cursor.game, 0)
    }

    /// The end of the game.
    #[must_use]
    pub fn last_move(&self, cursor: Cursor) -> Cursor {
        Cursor::at(cursor.game, self.n_entries(cursor.game))
    }

    /// The start of the last game.
    #[must_use]
    pub fn last_game(&self) -> Cursor {
        Cursor::at(self.games.len().saturating_sub(1), 0)
    }

    /// The end of the last game.
    #[must_use]
    pub fn end(&self) -> Cursor {
        self.last_move(self.last_game())
    }

    /// `n` entries on, within the game.
    #[must_use]
    pub fn next(&self, cursor: Cursor, n: usize) -> Cursor {
        let cursor = self.clamp(cursor);
        let entry = cursor.entry.saturating_add(n).min(self.n_entries(cursor.game));
        Cursor::at(cursor.game, entry)
    }

    /// `n` entries back, within the game. Hiding dice that are shown does not count as a step.
    #[must_use]
    pub fn previous(&self, cursor: Cursor, n: usize) -> Cursor {
        let cursor = self.clamp(cursor);
        Cursor::at(cursor.game, cursor.entry.saturating_sub(n))
    }

    /// To the dice of the next roll, or past the next entry if it is not a roll or its dice are shown.
    #[must_use]
    pub fn next_roll(&self, cursor: Cursor) -> Cursor {
        let cursor = self.clamp(cursor);
        if !cursor.rolled && self.next_entry(cursor).is_some_and(|entry| entry.action.is_roll()) {
            Cursor { rolled: true, ..cursor }
        } else {
            self.next(cursor, 1)
        }
    }

    /// The reverse of [`MatchRecord::next_roll`].
    #[must_use]
    pub fn previous_roll(&self, cursor: Cursor) -> Cursor {
        let cursor = self.clamp(cursor);
        if cursor.rolled {
            return Cursor { rolled: false, ..cursor };
        }
        self.showing_dice(self.previous(cursor, 1), cursor)
    }

    /// One entry on, with the dice of the entry after it shown.
    #[must_use]
    pub fn next_rolled(&self, cursor: Cursor) -> Cursor {
        let next = self.next(cursor, 1);
        self.showing_dice(next, cursor)
    }

    /// One entry back, with its dice shown.
    #[must_use]
    pub fn previous_rolled(&self, cursor: Cursor) -> Cursor {
        let previous = self.previous(cursor, 1);
        self.showing_dice(previous, cursor)
    }

    /// The start of the game `n` games on, or of the last.
    #[must_use]
    pub fn next_game(&self, cursor: Cursor, n: usize) -> Cursor {
        let last = self.games.len().saturating_sub(1);
        Cursor::at(cursor.game.saturating_add(n).min(last), 0)
    }

    /// The start of the game `n` games back, or of the first.
    #[must_use]
    pub fn previous_game(&self, cursor: Cursor, n: usize) -> Cursor {
        Cursor::at(self.clamp(cursor).game.saturating_sub(n), 0)
    }

    /// Before the `n`th following entry that `wanted` accepts, crossing games, its dice shown; `None` if there are not
    /// so
    /// many. The entry the cursor stands before counts only at the start of a game. `wanted` gets the indices of game
    /// and
    /// entry.
    #[must_use]
    pub fn next_where(
        &self,
        cursor: Cursor,
        n: usize,
        wanted: impl Fn(usize, usize) -> bool,
    ) -> Option<Cursor> {
        let cursor = self.clamp(cursor);
        let first = (cursor.game, cursor.entry + usize::from(cursor.entry > 0 || cursor.rolled));
        let found = (cursor.game..self.games.len())
            .flat_map(|game| (0..self.n_entries(game)).map(move |entry| (game, entry)))
            .filter(|&place| place >= first)
            .filter(|&(game, entry)| wanted(game, entry))
            .nth(n.saturating_sub(1));
        found.map(|(game, entry)| self.showing_dice(Cursor::at(game, entry), Cursor::at(usize::MAX, 0)))
    }

    /// The reverse of [`MatchRecord::next_where`].
    #[must_use]
    pub fn previous_where(
        &self,
        cursor: Cursor,
        n: usize,
        wanted: impl Fn(usize, usize) -> bool,
    ) -> Option<Cursor> {
        let cursor = self.clamp(cursor);
        let found = (0..self.games.len().min(cursor.game + 1))
            .rev()
            .flat_map(|game| (0..self.n_entries(game)).rev().map(move |entry| (game, entry)))
            .filter(|&place| place < (cursor.game, cursor.entry))
            .filter(|&(game, entry)| wanted(game, entry))
            .nth(n.saturating_sub(1));
        found.map(|(game, entry)| self.showing_dice(Cursor::at(game, entry), Cursor::at(usize::MAX, 0)))
    }

    fn n_entries(&self, game: usize) -> usize {
        self.games.get(game).map_or(0, |game: &GameRecord| game.entries.len())
    }

    /// `cursor` with the next dice shown, if there are any, unless it is where `from` was (at an end).
    fn showing_dice(&self, cursor: Cursor, from: Cursor) -> Cursor {
        let moved = (cursor.game, cursor.entry) != (from.game, from.entry);
        let is_roll = self.next_entry(cursor).is_some_and(|entry| entry.action.is_roll());
        Cursor { rolled: moved && is_roll, ..cursor }
    }
}
