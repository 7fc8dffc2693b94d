// SPDX-License-Identifier: GPL-3.0-or-later
//! The steps of a journal: what has changed in a match, by value.
//!
//! A session notes which parts of its record a change touches; only these are copied for the journal, so what a move
//! costs does not grow with the match.

use gnubg_engine::core::Rules;
use gnubg_record::analysis::Analysis;
use gnubg_record::{Change, Cursor, Entry, GameRecord, MatchInfo, MatchRecord, Touch};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The parts of a record that were touched since its journal was last told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Touched {
    is_whole: bool,
    has_head: bool,
    has_variations: bool,
    /// The first game from which on games were replaced.
    games_from: Option<usize>,
    /// For each game the first entry from which on entries were replaced.
    entries: BTreeMap<usize, usize>,
    /// Entries of which only the analysis has changed, by game and entry.
    analysis: BTreeSet<(usize, usize)>,
}

impl Touched {
    /// Everything.
    pub(crate) fn whole() -> Touched {
        Touched { is_whole: true, ..Touched::default() }
    }

    /// Notes what a change, or reverting it, touches.
    pub(crate) fn add(&mut self, change: &Change) {
        for touch in change.touches() {
            match touch {
                Touch::Head => self.has_head = true,
                Touch::Games { from } => {
                    self.games_from = Some(self.games_from.map_or(from, |first| first.min(from)));
                }
                Touch::Entries { game, from } => self.add_entries(game, from),
            }
        }
    }

    /// Notes that the entries of a game were replaced from this one on.
    pub(crate) fn add_entries(&mut self, game: usize, from: usize) {
        let first = self.entries.entry(game).or_insert(from);
        *first = from.min(*first);
    }

    /// Notes that the analysis of an entry was replaced.
    pub(crate) fn add_analysis(&mut self, game: usize, entry: usize) {
        self.analysis.insert((game, entry));
    }

    /// Notes that variations were replaced.
    pub(crate) fn add_variations(&mut self) {
        self.has_variations = true;
        // The line shown may have another number.
        self.has_head = true;
    }

    /// Notes that the whole match was replaced.
    pub(crate) fn add_whole(&mut self) {
        self.is_whole = true;
    }

    /// The step that `record` has made since the last call; `None` if nothing has changed.
    pub(crate) fn take_step(
        &mut self,
        record: &MatchRecord,
        place: Option<JournalPlace>,
    ) -> Option<JournalStep> {
        let touched = std::mem::take(self);
        if touched.is_whole {
            return Some(JournalStep::whole(record, place));
        }
        let n_games = record.games.len();
        let games_from = touched.games_from.map(|from| from.min(n_games));
        let is_kept = |game: usize| game < games_from.unwrap_or(n_games);
        let entries = touched.entries.iter().filter(|(game, _)| is_kept(**game)).map(|(&game, &from)| {
            let entries = &record.games[game].entries;
            let from = from.min(entries.len());
            (game, from, entries[from..].to_vec())
        });
        let analysis =
            touched.analysis.iter().filter(|(game, _)| is_kept(*game)).filter_map(|&(game, entry)| {
                Some((game, entry, record.entry(game, entry)?.analysis.clone()))
            });
        let step = JournalStep {
            head: touched.has_head.then(|| Box::new(JournalHead::of(record))),
            entries: entries.collect(),
            games: games_from.map(|from| (from, record.games[from..].to_vec())),
            variations: touched.has_variations.then(|| (0, record.variations.clone())),
            analysis: analysis.collect(),
            place,
        };
        (!step.is_empty()).then_some(step)
    }
}

/// What a session shows of its match, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct JournalPlace {
    pub(crate) cursor: Cursor,
    /// Whether the match is being transcribed.
    pub(crate) is_transcribing: bool,
}

/// What concerns a match as a whole.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct JournalHead {
    pub(super) info: MatchInfo,
    pub(super) length: u16,
    pub(super) rules: Rules,
    pub(super) shown_variation: Option<usize>,
}

impl JournalHead {
    pub(super) fn of(record: &MatchRecord) -> JournalHead {
        let MatchRecord { info, length, rules, shown_variation, .. } = record;
        JournalHead { info: info.clone(), length: *length, rules: *rules, shown_variation: *shown_variation }
    }
}

/// What an action has changed.
#[derive(Debug, Default)]
pub(crate) struct JournalStep {
    pub(super) head: Option<Box<JournalHead>>,
    /// Game, entry, and the entries that replace those of the game from there on.
    pub(super) entries: Vec<(usize, usize, Vec<Entry>)>,
    /// The games that replace those from this one on.
    pub(super) games: Option<(usize, Vec<GameRecord>)>,
    /// The variations that replace those from this one on.
    pub(super) variations: Option<(usize, Vec<Arc<MatchRecord>>)>,
    /// Game, entry and its new analysis, which is not written as a line.
    pub(super) analysis: Vec<(usize, usize, Option<Arc<Analysis>>)>,
    /// The place shown, if it is another.
    pub(super) place: Option<JournalPlace>,
}

impl JournalStep {
    /// The step from any record to this one.
    pub(super) fn whole(record: &MatchRecord, place: Option<JournalPlace>) -> JournalStep {
        JournalStep {
            head: Some(Box::new(JournalHead::of(record))),
            games: Some((0, record.games.clone())),
            variations: Some((0, record.variations.clone())),
            place,
            ..JournalStep::default()
        }
    }

    fn is_empty(&self) -> bool {
        self.has_only_place() && self.place.is_none()
    }

    /// Whether nothing but the place changes.
    pub(super) fn has_only_place(&self) -> bool {
        !self.changes_match() && self.analysis.is_empty()
    }

    /// Whether the match changes as a journal has it: not only its analysis, or the place shown.
    pub(super) fn changes_match(&self) -> bool {
        let is_same = self.head.is_none() && self.games.is_none() && self.variations.is_none();
        !(is_same && self.entries.is_empty())
    }

    /// Entries that were copied for it.
    pub(crate) fn n_entries(&self) -> usize {
        let games = self.games.iter().flat_map(|(_, games)| games);
        let variations = self.variations.iter().flat_map(|(_, variations)| variations);
        let games = games.chain(variations.flat_map(|variation| &variation.games));
        self.entries.iter().map(|(_, _, entries)| entries.len()).sum::<usize>()
            + games.map(|game| game.entries.len()).sum::<usize>()
    }

    /// Leaves out variations that `record` has already.
    pub(super) fn without_known_variations(&mut self, record: &MatchRecord) {
        let Some((from, new)) = &mut self.variations else { return };
        let old = record.variations.get(*from..).unwrap_or_default();
        let same = old.iter().zip(&*new).take_while(|(a, b)| Arc::ptr_eq(a, b) || a == b).count();
        if same == new.len() && same == old.len() {
            self.variations = None;
        } else {
            new.drain(..same);
            *from += same;
        }
    }
}

/// A match as its journal has it.
#[derive(Debug, Default)]
pub(crate) struct Mirror {
    pub(crate) record: MatchRecord,
    pub(crate) place: JournalPlace,
}

impl Mirror {
    /// Makes a step in place. `None` if it does not fit the record, which is then left as it is.
    pub(crate) fn apply(&mut self, step: JournalStep) -> Option<()> {
        let record = &mut self.record;
        let fits = |(game, from, _): &(usize, usize, Vec<Entry>)| {
            record.games.get(*game).is_some_and(|game| *from <= game.entries.len())
        };
        let games_fit = step.games.as_ref().is_none_or(|(from, _)| *from <= record.games.len());
        let variations_fit =
            step.variations.as_ref().is_none_or(|(from, _)| *from <= record.variations.len());
        if !(step.entries.iter().all(fits) && games_fit && variations_fit) {
            return None;
        }
        if let Some(head) = step.head {
            (record.info, record.length, record.rules) = (head.info, head.length, head.rules);
            record.shown_variation = head.shown_variation;
        }
        for (game, from, entries) in step.entries {
            let old = &mut record.games.get_mut(game)?.entries;
            old.truncate(from);
            old.extend(entries);
        }
        if let Some((from, games)) = step.games {
            record.games.truncate(from);
            record.games.extend(games);
        }
        if let Some((from, variations)) = step.variations {
            record.variations.truncate(from);
            record.variations.extend(variations);
        }
        for (game, entry, analysis) in step.analysis {
            if let Some(entry) = record.entry_mut(game, entry) {
                entry.analysis = analysis;
            }
        }
        self.place = step.place.unwrap_or(self.place);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Dice, Player};
    use gnubg_record::EntryAction;

    fn entry() -> Entry {
        Entry::new(Player::One, EntryAction::Roll(Dice::new(3, 1).unwrap()))
    }

    #[test]
    fn a_move_costs_as_much_in_the_400th_game_as_in_the_first() {
        let mut record = MatchRecord::default();
        let (mut touched, mut mirror) = (Touched::default(), Mirror::default());
        let mut copied = Vec::new();
        for n in 0..400 {
            let mut cursor = Cursor::default();
            let start = record.first_start();
            record.games.push(GameRecord::new(start));
            touched.games_from = Some(n);
            let mut work = 0;
            for at in 0..60 {
                let change = record.push(&mut cursor, Cursor::at(n, at), entry());
                touched.add(&change);
                let step = touched
                    .take_step(&record, Some(JournalPlace { cursor, ..JournalPlace::default() }))
                    .unwrap();
                work += step.n_entries();
                mirror.apply(step).unwrap();
            }
            copied.push(work);
        }
        assert!(mirror.record == record);
        // One entry for each move, whatever came before.
        assert!(copied.iter().all(|&work| work == 60), "{copied:?}");
    }

    #[test]
    fn steps_that_do_not_fit_change_nothing() {
        let mut mirror = Mirror::default();
        mirror.record.games.push(GameRecord::new(mirror.record.first_start()));
        let before = mirror.record.clone();
        let head = Box::new(JournalHead::of(&MatchRecord { length: 9, ..MatchRecord::default() }));
        for step in [
            JournalStep { entries: vec![(1, 0, vec![entry()])], ..JournalStep::default() },
            JournalStep {
                entries: vec![(0, 0, vec![entry()]), (0, 5, Vec::new())],
                ..JournalStep::default()
            },
            JournalStep { games: Some((2, Vec::new())), ..JournalStep::default() },
            JournalStep { variations: Some((1, Vec::new())), ..JournalStep::default() },
        ] {
            assert!(mirror.apply(JournalStep { head: Some(head.clone()), ..step }).is_none());
            assert!(mirror.record == before);
        }
    }
}
