// SPDX-License-Identifier: GPL-3.0-or-later
//! Undo and redo.
//!
//! Changes are grouped: what a person did, and what followed from it automatically, such as the computer's reply and
//! automatic rolls. A roll joins the group before it, because undoing a roll alone is useless: the same dice would come
//! again. A game that begins by itself belongs to what a person did before, with the reply of the computer; when computers
//! play one game after the other, each further game is a group, so undo takes back one game at a time.

use crate::files::journal::Touched;
use gnubg_record::{Change, Cursor, MatchRecord};
use std::collections::VecDeque;

/// Groups that can be undone.
const MAX_GROUPS: usize = 2000;
/// Groups that can be undone however much they keep.
const MIN_GROUPS: usize = 20;
/// What all groups together may keep for undoing if there are more than [`MIN_GROUPS`]: about 15 MB.
const MAX_WEIGHT: usize = 50_000;

/// One change of the record that can be undone.
#[derive(Debug)]
pub(crate) enum HistoryStep {
    /// A change within the match.
    Change(Change),
    /// The whole match was replaced; this is the one before, and whether it was being transcribed.
    Match(Box<MatchRecord>, bool),
}

impl HistoryStep {
    /// What the step needs of memory, in entries of a match.
    fn weight(&self) -> usize {
        match self {
            HistoryStep::Change(change) => change.weight(),
            HistoryStep::Match(record, _) => {
                let of_games = |record: &MatchRecord| {
                    record.games.iter().map(|game| 1 + game.entries.len()).sum::<usize>()
                };
                let variations = record.variations.iter().map(|variation| of_games(variation));
                1 + of_games(record) + variations.sum::<usize>()
            }
        }
    }

    /// Whether the step adds or removes whole games.
    fn has_games(&self) -> bool {
        match self {
            HistoryStep::Change(change) => change.has_games(),
            HistoryStep::Match(..) => true,
        }
    }

    /// Notes what making the step, or undoing it, touches.
    pub(crate) fn note_touched(&self, touched: &mut Touched) {
        match self {
            HistoryStep::Change(change) => touched.add(change),
            HistoryStep::Match(..) => touched.add_whole(),
        }
    }
}

/// The match that is shown, to be changed by undoing and redoing.
pub(crate) struct ShownMatch<'a> {
    pub(crate) record: &'a mut MatchRecord,
    /// Whether it is being transcribed.
    pub(crate) is_transcribed: &'a mut bool,
    /// What the journal has to be told.
    pub(crate) touched: &'a mut Touched,
}

/// Changes that are undone together.
#[derive(Debug)]
struct UndoGroup {
    steps: Vec<HistoryStep>,
    before: Cursor,
    after: Cursor,
    is_roll: bool,
}

impl UndoGroup {
    fn weight(&self) -> usize {
        self.steps.iter().map(HistoryStep::weight).sum()
    }
}

#[derive(Debug, Default)]
pub(crate) struct History {
    past: VecDeque<UndoGroup>,
    /// What `past` keeps.
    weight: usize,
    future: Vec<UndoGroup>,
    open: Option<UndoGroup>,
    /// Whether automatic changes begin a group of their own.
    is_apart: bool,
}

impl History {
    /// Begins a group: changes noted from now on belong together.
    pub(crate) fn begin(&mut self, at: Cursor, is_roll: bool) {
        self.end(at);
        self.is_apart = false;
        self.open = Some(UndoGroup { steps: Vec::new(), before: at, after: at, is_roll });
    }

    /// Automatic changes that follow do not belong to the last group.
    pub(crate) fn set_apart(&mut self) {
        self.is_apart = true;
    }

    /// Ends the group; automatic changes that follow still join it.
    pub(crate) fn end(&mut self, at: Cursor) {
        let Some(mut group) = self.open.take() else { return };
        if group.steps.is_empty() {
            return;
        }
        group.after = at;
        self.is_apart = false;
        self.weight += group.weight();
        match self.past.back_mut() {
            Some(last) if group.is_roll => {
                last.steps.append(&mut group.steps);
                last.after = at;
            }
            _ => self.past.push_back(group),
        }
        self.trim();
    }

    /// Drops the oldest groups beyond the limits.
    fn trim(&mut self) {
        while self.past.len() > MAX_GROUPS || (self.past.len() > MIN_GROUPS && self.weight > MAX_WEIGHT) {
            self.weight -= self.past.pop_front().map_or(0, |oldest| oldest.weight());
        }
    }

    /// Notes a change that led to `after`.
    pub(crate) fn note(&mut self, step: HistoryStep, before: Cursor, after: Cursor) {
        if matches!(&step, HistoryStep::Change(change) if change.is_none()) {
            return;
        }
        self.future.clear();
        if let Some(open) = &mut self.open {
            open.steps.push(step);
            open.after = after;
            return;
        }
        self.weight += step.weight();
        let begins_game = step.has_games();
        let is_full = |group: &UndoGroup| begins_game && group.steps.iter().any(HistoryStep::has_games);
        match self.past.back_mut().filter(|group| !self.is_apart && !is_full(group)) {
            Some(group) => {
                group.steps.push(step);
                group.after = after;
            }
            None => self.past.push_back(UndoGroup { steps: vec![step], before, after, is_roll: false }),
        }
        self.is_apart = false;
        self.trim();
    }

    pub(crate) fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub(crate) fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Undoes the last group; returns the place before it.
    pub(crate) fn undo(&mut self, shown: &mut ShownMatch<'_>) -> Option<Cursor> {
        let group = self.past.pop_back()?;
        self.weight -= group.weight();
        let place = group.before;
        self.future.push(UndoGroup { steps: undone(group.steps, shown), ..group });
        Some(place)
    }

    /// Redoes the last group that was undone; returns the place after it.
    pub(crate) fn redo(&mut self, shown: &mut ShownMatch<'_>) -> Option<Cursor> {
        let group = self.future.pop()?;
        let place = group.after;
        let group = UndoGroup { steps: undone(group.steps, shown), ..group };
        self.weight += group.weight();
        self.past.push_back(group);
        Some(place)
    }
}

/// Undoes steps from the last to the first; the result redoes them.
fn undone(steps: Vec<HistoryStep>, shown: &mut ShownMatch<'_>) -> Vec<HistoryStep> {
    let revert = |step| {
        let step = match step {
            HistoryStep::Change(change) => HistoryStep::Change(shown.record.revert(change)),
            HistoryStep::Match(old, was_transcribed) => HistoryStep::Match(
                Box::new(std::mem::replace(shown.record, *old)),
                std::mem::replace(shown.is_transcribed, was_transcribed),
            ),
        };
        step.note_touched(shown.touched);
        step
    };
    steps.into_iter().rev().map(revert).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Dice, Player};
    use gnubg_record::{Entry, EntryAction, GameRecord};

    /// Computers that play game after game: `entries` entries and the next game.
    fn play(
        history: &mut History,
        record: &mut MatchRecord,
        cursor: &mut Cursor,
        games: usize,
        entries: usize,
    ) {
        let mut note = |change, before, after| history.note(HistoryStep::Change(change), before, after);
        for _ in 0..games {
            for _ in 0..entries {
                let before = *cursor;
                let entry = Entry::new(Player::One, EntryAction::Roll(Dice::new(3, 1).unwrap()));
                let change = record.push(cursor, before, entry);
                note(change, before, *cursor);
            }
            let before = *cursor;
            let change = record.set_stated(cursor.game, Some((Player::One, 1)));
            note(change, before, before);
            let change = record.begin_game(cursor).unwrap();
            note(change, before, *cursor);
        }
    }

    #[test]
    fn endless_automatic_play_keeps_a_limited_history() {
        let (mut history, mut record) = (History::default(), MatchRecord::default());
        record.games.push(GameRecord::new(record.first_start()));
        let mut at = Cursor::default();
        history.begin(at, false);
        play(&mut history, &mut record, &mut at, 1, 3);
        history.end(at);
        play(&mut history, &mut record, &mut at, 1, 10);
        assert_eq!(history.past.len(), 2, "the second game is no more what the user began");
        const ENTRIES: usize = 100;
        play(&mut history, &mut record, &mut at, 800, ENTRIES);
        assert!(history.past.iter().skip(1).all(|group| group.steps.len() <= ENTRIES + 2));
        assert!(history.past.len() >= MIN_GROUPS && history.past.len() <= MAX_WEIGHT / ENTRIES);
        assert!(history.weight <= MAX_WEIGHT, "{}", history.weight);
        assert_eq!(history.weight, history.past.iter().map(UndoGroup::weight).sum::<usize>());
        // One game at a time; what undoing and redoing moves is counted.
        let (mut is_transcribed, mut touched) = (false, Touched::default());
        let mut shown =
            ShownMatch { record: &mut record, is_transcribed: &mut is_transcribed, touched: &mut touched };
        for _ in 0..30 {
            let (weight, games) = (history.weight, shown.record.games.len());
            let place = history.undo(&mut shown).unwrap();
            assert_eq!(shown.record.games.len(), games - 1);
            assert!(history.weight < weight);
            assert_eq!(place.game + 1, games - 1);
        }
        let (weight, games) = (history.weight, shown.record.games.len());
        history.undo(&mut shown).unwrap();
        history.redo(&mut shown).unwrap();
        assert_eq!((history.weight, record.games.len()), (weight, games));
    }

    #[test]
    fn a_few_groups_stay_however_large() {
        let mut history = History::default();
        let mut record = MatchRecord::default();
        let mut cursor = Cursor::default();
        record.games.push(GameRecord::new(record.first_start()));
        for _ in 0..MAX_WEIGHT {
            let at = cursor;
            let entry = Entry::new(Player::One, EntryAction::Take);
            let _ = record.push(&mut cursor, at, entry);
        }
        for _ in 0..2 * MIN_GROUPS {
            history.begin(cursor, false);
            history.note(HistoryStep::Match(Box::new(record.clone()), false), cursor, cursor);
            history.end(cursor);
        }
        assert_eq!(history.past.len(), MIN_GROUPS);
    }
}
