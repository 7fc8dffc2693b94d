// SPDX-License-Identifier: GPL-3.0-or-later
//! Changes to a record, each of which can be reverted.
//!
//! Playing from the middle of a record removes the later entries; correcting an entry keeps them and lets the
//! replay show what no longer fits ([`MatchRecord::flaws`]).

use crate::cursor::Cursor;
use crate::entry::{Entry, EntryAction};
use crate::game::{GameRecord, GameStart};
use crate::info::MatchInfo;
use crate::record::MatchRecord;
use gnubg_engine::core::{Action, ActionError, Decision, Dice, MatchState, Phase, Player, Rules};
use std::ops::Range;

/// The data to revert a change. [`MatchRecord::revert`] returns the change that redoes it.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "without it the change cannot be undone"]
pub struct Change {
    parts: Vec<RecordChange>,
}

#[derive(Clone, Debug, PartialEq)]
enum RecordChange {
    /// `n_new` entries have replaced the entries `old`.
    Entries { game: usize, at: usize, n_new: usize, old: Vec<Entry> },
    /// `n_new` games have replaced the games `old`.
    Games { at: usize, n_new: usize, old: Vec<GameRecord> },
    /// The earlier start and stated result of a game.
    Start { game: usize, old: GameStart, stated: Option<(Player, u32)> },
    /// The earlier facts about the match.
    Head { info: Box<MatchInfo>, length: u16, rules: Rules },
}

/// A part of a record that a change touches, as it is after the change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// The facts about the match, its length or its rules.
    Head,
    /// The games from this one on: they, or their start or stated result.
    Games {
        /// Index of the first game.
        from: usize,
    },
    /// The entries of a game from this one on.
    Entries {
        /// Index of the game.
        game: usize,
        /// Index of the first entry.
        from: usize,
    },
}

impl Change {
    /// What the change touches, and reverting it too. Indices count what was there when each part was changed; the lowest
    /// of each kind are right for all parts together.
    pub fn touches(&self) -> impl Iterator<Item = Touch> {
        self.parts.iter().filter_map(|part| match part {
            RecordChange::Entries { n_new: 0, old, .. } if old.is_empty() => None,
            RecordChange::Entries { game, at, .. } => Some(Touch::Entries { game: *game, from: *at }),
            RecordChange::Games { n_new: 0, old, .. } if old.is_empty() => None,
            RecordChange::Games { at, .. } => Some(Touch::Games { from: *at }),
            RecordChange::Start { game, .. } => Some(Touch::Games { from: *game }),
            RecordChange::Head { .. } => Some(Touch::Head),
        })
    }

    /// The change that changes nothing.
    pub const NONE: Change = Change { parts: Vec::new() };

    /// This change and then `later`, as one change.
    pub fn and(mut self, later: Change) -> Change {
        if self.parts.is_empty() {
            return later;
        }
        self.parts.extend(later.parts);
        self
    }

    /// Whether nothing was changed.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.parts.is_empty()
    }

    /// How many entries are kept for reverting the change, and one more for each game and each other part of it: what the
    /// change needs of memory.
    #[must_use]
    pub fn weight(&self) -> usize {
        let of_part = |part: &RecordChange| match part {
            RecordChange::Entries { old, .. } => old.len(),
            RecordChange::Games { old, .. } => old.iter().map(|game| 1 + game.entries.len()).sum(),
            RecordChange::Start { .. } | RecordChange::Head { .. } => 0,
        };
        self.parts.iter().map(|part| 1 + of_part(part)).sum()
    }

    /// Whether the change adds games or removes them.
    #[must_use]
    pub fn has_games(&self) -> bool {
        self.parts.iter().any(
            |part| matches!(part, RecordChange::Games { n_new, old, .. } if *n_new > 0 || !old.is_empty()),
        )
    }

    /// Entries and games the change removed.
    #[must_use]
    pub fn removed(&self) -> (usize, usize) {
        self.parts.iter().fold((0, 0), |(entries, games), part| match part {
            RecordChange::Entries { n_new, old, .. } => (entries + old.len().saturating_sub(*n_new), games),
            RecordChange::Games { n_new, old, .. } => (entries, games + old.len().saturating_sub(*n_new)),
            RecordChange::Start { .. } | RecordChange::Head { .. } => (entries, games),
        })
    }
}

impl MatchRecord {
    /// Reverts a change and returns the change that redoes it. It must be the last change that is not reverted.
    pub fn revert(&mut self, change: Change) -> Change {
        let parts = change.parts.into_iter().rev().filter_map(|part| self.revert_part(part)).collect();
        Change { parts }
    }

    fn revert_part(&mut self, part: RecordChange) -> Option<RecordChange> {
        match part {
            RecordChange::Entries { game, at, n_new, old } => self.splice(game, at..at + n_new, old),
            RecordChange::Games { at, n_new, old } => Some(self.splice_games(at..at + n_new, old)),
            RecordChange::Start { game, old, stated } => {
                let record = self.games.get_mut(game)?;
                let part = RecordChange::Start { game, old: record.start, stated: record.stated };
                (record.start, record.stated) = (old, stated);
                Some(part)
            }
            RecordChange::Head { info, length, rules } => {
                let old = RecordChange::Head {
                    info: Box::new(std::mem::replace(&mut self.info, *info)),
                    length: self.length,
                    rules: self.rules,
                };
                (self.length, self.rules) = (length, rules);
                Some(old)
            }
        }
    }

    fn splice(&mut self, game: usize, range: Range<usize>, new: Vec<Entry>) -> Option<RecordChange> {
        let entries = &mut self.games.get_mut(game)?.entries;
        let range =
            range.start.min(entries.len())..range.end.clamp(range.start.min(entries.len()), entries.len());
        let (at, n_new) = (range.start, new.len());
        let mut old: Vec<Entry> = entries.splice(range, new).collect();
        // A long session keeps many of them.
        old.shrink_to_fit();
        Some(RecordChange::Entries { game, at, n_new, old })
    }

    fn splice_games(&mut self, range: Range<usize>, new: Vec<GameRecord>) -> RecordChange {
        let len = self.games.len();
        let range = range.start.min(len)..range.end.clamp(range.start.min(len), len);
        let (at, n_new) = (range.start, new.len());
        let old = self.games.splice(range, new).collect();
        RecordChange::Games { at, n_new, old }
    }

    /// Adds `action` at `cursor`, removes all later entries, and moves the cursor after it.
    ///
    /// A roll becomes an entry without a play; the play then completes that entry. Equal opening dice only count
    /// automatic doubles.
    ///
    /// # Errors
    /// If the rules forbid the action there; nothing is changed.
    pub fn append(&mut self, cursor: &mut Cursor, action: Action) -> Result<Change, ActionError> {
        let at = self.clamp(*cursor);
        let state = self.state_at(at);
        let after = state.apply(action)?;
        if self.games.is_empty() {
            let start = self.first_start();
            let change = Change { parts: vec![self.splice_games(0..0, vec![GameRecord::new(start)])] };
            return Ok(change.and(self.record(cursor, Cursor::at(0, 0), action, &state, &after)));
        }
        Ok(self.record(cursor, at, action, &state, &after))
    }

    fn record(
        &mut self,
        cursor: &mut Cursor,
        at: Cursor,
        action: Action,
        before: &MatchState,
        after: &MatchState,
    ) -> Change {
        let by = before.to_act().unwrap_or(after.on_roll);
        let plain = |action| Entry::new(by, action);
        let entry = match action {
            Action::Opening(_) if after.phase == Phase::Opening => {
                *cursor = at;
                return self.change_start(at.game, |start| {
                    start.automatic_doubles = u8::try_from(after.cube.value.exponent()).unwrap_or(0);
                });
            }
            Action::Opening(_) => {
                let Some(dice) = after.dice() else { return Change::NONE };
                Entry::new(after.on_roll, EntryAction::Roll(dice))
            }
            Action::Roll(dice) => plain(EntryAction::Roll(dice)),
            Action::Play(play) => {
                let Phase::Due(Decision::Play(dice)) = before.phase else { return Change::NONE };
                return self.record_play(cursor, at, by, dice, EntryAction::Play { dice, play });
            }
            Action::Double => plain(EntryAction::Double),
            Action::Take => plain(EntryAction::Take),
            Action::Drop => plain(EntryAction::Drop),
            Action::Beaver => plain(EntryAction::Beaver),
            Action::Resign(level) => plain(EntryAction::Resign(level)),
            Action::AcceptResignation => plain(EntryAction::AcceptResignation),
            Action::DeclineResignation => plain(EntryAction::DeclineResignation),
        };
        self.push(cursor, at, entry)
    }

    /// Completes the roll before the cursor, or replaces the entry whose dice are shown.
    fn record_play(
        &mut self,
        cursor: &mut Cursor,
        at: Cursor,
        by: Player,
        dice: Dice,
        action: EntryAction,
    ) -> Change {
        let rolled = Entry::new(by, EntryAction::Roll(dice));
        let last = self.last_entry(at).filter(|last| !at.rolled && last.action == rolled.action);
        let (from, base) = match (last, self.next_entry(at)) {
            (Some(last), _) => (at.entry - 1, last.clone()),
            (None, Some(next)) if at.rolled => {
                // The roll and its analysis stay.
                let mut kept = Entry { low_die_first: next.low_die_first, ..rolled };
                kept.marks.luck = next.marks.luck;
                let luck = next.analysis.as_ref().and_then(|analysis| analysis.luck);
                let cube = next.cube_analysis().cloned();
                let rollout = next.analysis.as_ref().and_then(|analysis| analysis.cube_rollout.clone());
                kept.update_analysis(|analysis| {
                    (analysis.luck, analysis.cube, analysis.cube_rollout) = (luck, cube, rollout);
                });
                (at.entry, kept)
            }
            _ => (at.entry, rolled),
        };
        let mut entry = Entry { player: by, action, ..base };
        self.find_played(at, &mut entry);
        self.push(cursor, Cursor::at(at.game, from), entry)
    }

    /// Analysis of a roll that was made before its play stays, and now refers to the play.
    fn find_played(&self, at: Cursor, entry: &mut Entry) {
        let EntryAction::Play { play, .. } = entry.action else { return };
        if entry.play_analysis().is_none() {
            return;
        }
        let board = self.state_at(at).board;
        let after = play.apply(&board);
        entry.update_analysis(|analysis| {
            if let Some(plays) = &mut analysis.play {
                let is_made = |candidate: &crate::analysis::Candidate| candidate.play.apply(&board) == after;
                plays.played = plays.candidates.iter().position(is_made);
            }
        });
    }

    /// Replaces everything from `at` on by `entry`, and moves the cursor after it.
    pub fn push(&mut self, cursor: &mut Cursor, at: Cursor, entry: Entry) -> Change {
        let n_later = self.games.len().saturating_sub(at.game + 1);
        let mut parts = Vec::new();
        if n_later > 0 {
            parts.push(self.splice_games(at.game + 1..usize::MAX, Vec::new()));
        }
        let stated = self.games.get(at.game).is_some_and(|game| game.stated.is_some());
        let change = Change { parts };
        let change = if stated { change.and(self.set_stated(at.game, None)) } else { change };
        let Some(part) = self.splice(at.game, at.entry..usize::MAX, vec![entry]) else { return change };
        *cursor = Cursor::at(at.game, at.entry + 1);
        change.and(Change { parts: vec![part] })
    }

    /// Starts the next game, if the last is over and the match is not, and moves the cursor there.
    pub fn begin_game(&mut self, cursor: &mut Cursor) -> Option<Change> {
        let start = self.next_start()?;
        let at = self.games.len();
        let part = self.splice_games(at..at, vec![GameRecord::new(start)]);
        *cursor = Cursor::at(at, 0);
        Some(Change { parts: vec![part] })
    }

    /// Removes everything after the cursor.
    pub fn truncate(&mut self, cursor: Cursor) -> Change {
        let at = self.clamp(cursor);
        let change = Change { parts: vec![self.splice_games(at.game + 1..usize::MAX, Vec::new())] };
        let change = change.and(self.set_stated(at.game, None));
        match self.splice(at.game, at.entry..usize::MAX, Vec::new()) {
            Some(part) => change.and(Change { parts: vec![part] }),
            None => change,
        }
    }

    /// Corrects the action of an entry; later entries stay and are replayed. Analysis of the entry and of every later
    /// one whose
    /// position has changed is removed.
    pub fn replace(&mut self, game: usize, entry: usize, player: Player, action: EntryAction) -> Change {
        let Some(old) = self.entry(game, entry) else { return Change::NONE };
        let mut new = Entry { player, action, analysis: None, ..old.clone() };
        new.marks = crate::entry::Marks::default();
        self.rewrite(game, entry..entry + 1, vec![new])
    }

    /// Inserts entries before entry `entry`; later ones stay and are replayed.
    pub fn insert(&mut self, game: usize, entry: usize, new: Vec<Entry>) -> Change {
        self.rewrite(game, entry..entry, new)
    }

    /// Deletes entries; later ones stay and are replayed.
    pub fn delete(&mut self, game: usize, range: Range<usize>) -> Change {
        self.rewrite(game, range, Vec::new())
    }

    /// Replaces entries, and removes the analysis of later ones whose position has changed.
    fn rewrite(&mut self, game: usize, range: Range<usize>, new: Vec<Entry>) -> Change {
        let length = self.length;
        let Some(record) = self.games.get(game) else { return Change::NONE };
        if range.start > range.end || range.end > record.entries.len() {
            return Change::NONE;
        }
        let before: Vec<MatchState> = record.walk(length).map(|step| step.before).skip(range.end).collect();
        let tail = range.start + new.len();
        let change = Change { parts: self.splice(game, range, new).into_iter().collect() };
        let after: Vec<MatchState> =
            self.games[game].walk(length).map(|step| step.before).skip(tail).collect();
        let n_stale = before.iter().zip(&after).rposition(|(old, new)| old != new).map_or(0, |last| last + 1);
        let stale: Vec<bool> = before.iter().zip(&after).map(|(old, new)| old != new).collect();
        if n_stale == 0 {
            return change;
        }
        let mut n = 0;
        let forgotten = self.edit_entries(game, tail..tail + n_stale, |entry| {
            if stale[n] {
                entry.analysis = None;
            }
            n += 1;
        });
        change.and(forgotten)
    }

    /// Changes the comments, marks or analysis of entries.
    pub fn edit_entries(&mut self, game: usize, range: Range<usize>, edit: impl FnMut(&mut Entry)) -> Change {
        let Some(record) = self.games.get(game) else { return Change::NONE };
        let len = record.entries.len();
        let range = range.start.min(len)..range.end.clamp(range.start.min(len), len);
        let mut new = record.entries[range.clone()].to_vec();
        new.iter_mut().for_each(edit);
        Change { parts: self.splice(game, range, new).into_iter().collect() }
    }

    /// Changes the start of a game.
    pub fn change_start(&mut self, game: usize, edit: impl FnOnce(&mut GameStart)) -> Change {
        let Some(record) = self.games.get_mut(game) else { return Change::NONE };
        let part = RecordChange::Start { game, old: record.start, stated: record.stated };
        edit(&mut record.start);
        Change { parts: vec![part] }
    }

    /// Sets or removes a stated result, which differs from the result of the entries.
    pub fn set_stated(&mut self, game: usize, stated: Option<(Player, u32)>) -> Change {
        let Some(record) = self.games.get_mut(game) else { return Change::NONE };
        let part = RecordChange::Start { game, old: record.start, stated: record.stated };
        record.stated = stated;
        Change { parts: vec![part] }
    }

    /// Changes names, event, date and the like.
    pub fn edit_info(&mut self, edit: impl FnOnce(&mut MatchInfo)) -> Change {
        let part =
            RecordChange::Head { info: Box::new(self.info.clone()), length: self.length, rules: self.rules };
        edit(&mut self.info);
        Change { parts: vec![part] }
    }

    /// Changes the number of points the match goes to; 0 makes it a money session.
    pub fn change_length(&mut self, length: u16) -> Change {
        let part =
            RecordChange::Head { info: Box::new(self.info.clone()), length: self.length, rules: self.rules };
        self.length = length;
        Change { parts: vec![part] }
    }

    /// Changes the rules of the games to come.
    pub fn change_rules(&mut self, rules: Rules) -> Change {
        let part =
            RecordChange::Head { info: Box::new(self.info.clone()), length: self.length, rules: self.rules };
        self.rules = rules;
        Change { parts: vec![part] }
    }
}
