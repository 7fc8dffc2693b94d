// SPDX-License-Identifier: GPL-3.0-or-later
//! Setting up a position with names, score, length and rules in one step.
//!
//! What the position does not change stays: the match keeps its games, and a record that already shows the position gets
//! no entry.

use crate::command::SetUp;
use crate::editing::history::HistoryStep;
use crate::editing::names::{is_same_name, usable_name};
use crate::error::{CommandError, Loss, NameError};
use crate::session::Session;
use crate::session::editing::position_game;
use gnubg_engine::core::{Decision, MatchState, Phase};
use gnubg_record::{Change, Cursor, Entry, EntryAction, GameRecord, GameStart, MatchRecord};

/// How a position is put into the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Placement {
    /// It is shown already.
    Present,
    /// As entries of the game that is shown.
    InGame,
    /// As the start of the next game of the match.
    NextGame,
    /// In a match of its own, which replaces the present one.
    NewMatch,
}

impl Session {
    /// What setting this position up would discard.
    #[must_use]
    pub fn set_up_loses(&self, state: &MatchState) -> Option<Loss> {
        match self.placement_of(state) {
            Placement::Present => None,
            Placement::InGame => self.later(),
            Placement::NextGame => None,
            Placement::NewMatch => (!self.record.games.is_empty()).then_some(Loss::Game),
        }
    }

    /// What [`Edit::State`](crate::Edit::State) with this state would discard.
    #[must_use]
    pub fn state_loses(&self, state: &MatchState) -> Option<Loss> {
        if self.fits(state) { self.later() } else { (!self.record.games.is_empty()).then_some(Loss::Game) }
    }

    /// What follows the place shown, including the play of dice that are shown.
    fn later(&self) -> Option<Loss> {
        let is_play = |entry: &Entry| entry.action.is_play();
        let shown = self.record.next_entry(self.cursor).filter(|entry| self.cursor.rolled && is_play(entry));
        let n = usize::from(shown.is_some());
        match self.rest() {
            Some(Loss::Rest { games, entries }) => Some(Loss::Rest { games, entries: entries + n }),
            _ => (n > 0).then_some(Loss::Rest { games: 0, entries: n }),
        }
    }

    /// Whether a state belongs to the game in progress: score, length and rules are the same.
    pub(crate) fn fits(&self, state: &MatchState) -> bool {
        let circumstances = |s: &MatchState| (s.rules, s.length, s.score, s.is_crawford);
        self.game().is_ok_and(|present| circumstances(present) == circumstances(state))
    }

    fn placement_of(&self, state: &MatchState) -> Placement {
        if self.record.games.is_empty() || state.rules.variation != self.record.rules.variation {
            return Placement::NewMatch;
        }
        if self.game().is_err() && self.state.phase != Phase::Opening {
            let is_at_end = self.cursor == self.record.end();
            return if is_at_end && self.record.next_start().is_some() {
                Placement::NextGame
            } else {
                Placement::NewMatch
            };
        }
        let on_board = |state: &MatchState| (state.board, state.on_roll, state.cube, state.phase);
        if on_board(&self.state) == on_board(state) { Placement::Present } else { Placement::InGame }
    }

    /// Sets everything up.
    pub(crate) fn set_up(&mut self, wanted: SetUp) -> Result<(), CommandError> {
        let SetUp { state, names } = wanted;
        state.check()?;
        if state.board.outcome(state.rules.variation).is_some() {
            return Err(CommandError::GameWouldBeOver);
        }
        let names = valid_pair(&names)?;
        let placement = self.placement_of(&state);
        if placement == Placement::NewMatch {
            self.dice.forget();
            let game = position_game(&state);
            let n = game.entries.len();
            let record = MatchRecord {
                info: self.record.info.clone(),
                length: state.length,
                rules: state.rules,
                games: vec![game],
                variations: Vec::new(),
                shown_variation: None,
            };
            self.file = None;
            self.replace_match(record, Cursor::at(0, n));
        } else {
            if placement == Placement::NextGame {
                let before = self.cursor;
                if let Some(change) = self.record.begin_game(&mut self.cursor) {
                    self.note(HistoryStep::Change(change), before);
                    self.refresh();
                }
            }
            self.set_circumstances(&state);
            self.set_on_board(&state);
        }
        let old = self.record.info.players.each_ref().map(|player| player.name.clone());
        if old != names {
            let change = self.record.edit_info(|info| {
                for (player, name) in info.players.iter_mut().zip(names) {
                    player.name = name;
                }
            });
            self.note(HistoryStep::Change(change), self.cursor);
        }
        Ok(())
    }

    /// Sets score, length and rules of the game shown.
    fn set_circumstances(&mut self, state: &MatchState) {
        let mut change = Change::NONE;
        if state.length != self.record.length {
            change = change.and(self.record.change_length(state.length));
        }
        if state.rules != self.record.rules {
            change = change.and(self.record.change_rules(state.rules));
        }
        let start = self.record.games.get(self.cursor.game).map(|game: &GameRecord| game.start);
        let is_same = start.is_some_and(|start| {
            (start.score, start.is_crawford, start.rules) == (state.score, state.is_crawford, state.rules)
        });
        if !is_same {
            change = change.and(self.record.change_start(self.cursor.game, |start: &mut GameStart| {
                start.score = state.score;
                start.is_crawford = state.is_crawford;
                start.rules = state.rules;
            }));
        }
        if !change.is_none() {
            self.noted(change);
        }
    }

    /// Makes entries for checkers, turn, cube and dice where they differ from the game shown.
    pub(crate) fn set_on_board(&mut self, state: &MatchState) {
        let now = self.state;
        if (now.board, now.on_roll, now.cube, now.phase)
            == (state.board, state.on_roll, state.cube, state.phase)
        {
            return;
        }
        let is_due =
            |state: &MatchState| matches!(state.phase, Phase::Due(Decision::Roll | Decision::Play(_)));
        let same_turn = now.on_roll == state.on_roll && is_due(&now) && is_due(state);
        if same_turn && now.dice().is_some() {
            self.take_turn_back();
        }
        let is_open = self.state.phase == Phase::Due(Decision::Roll);
        if !same_turn || !is_open || (self.state.board, self.state.on_roll) != (state.board, state.on_roll) {
            self.push_for(state.on_roll, EntryAction::SetBoard(Box::new(state.board)));
        }
        for entry in GameRecord::of_position(state).entries {
            let is_needed = match &entry.action {
                EntryAction::SetBoard(_) => false,
                EntryAction::SetCubeValue(value) => *value != self.state.cube.value,
                EntryAction::SetCubeOwner(owner) => *owner != self.state.cube.owner,
                _ => true,
            };
            if is_needed {
                self.push_for(entry.player, entry.action);
            }
        }
    }
}

/// Two valid, different names, trimmed.
fn valid_pair(names: &[String; 2]) -> Result<[String; 2], NameError> {
    let [zero, one] = names;
    let (zero, one) = (usable_name(zero)?, usable_name(one)?);
    if is_same_name(&zero, &one) {
        return Err(NameError::Taken(zero));
    }
    Ok([zero, one])
}
