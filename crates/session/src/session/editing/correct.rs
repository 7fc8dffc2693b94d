// SPDX-License-Identifier: GPL-3.0-or-later
//! Corrections of single entries, for transcriptions: another roll, another play, a play that the rules forbid, missing
//! and superfluous entries. Later entries stay unless they are deleted, too; the replay shows what no longer fits.

use crate::command::Correction;
use crate::editing::history::HistoryStep;
use crate::error::{CommandError, Loss};
use crate::session::Session;
use gnubg_engine::core::{
    Action, ActionError, Board, Decision, Dice, MatchState, Phase, Place, Play, Player, Side,
};
use gnubg_record::walk::is_gap;
use gnubg_record::{Cursor, Entry, EntryAction};

impl Session {
    pub(crate) fn correct(&mut self, correction: Correction) -> Result<(), CommandError> {
        let state = *self.state().ok_or(CommandError::NoMatch)?;
        let at = self.entry_to_correct();
        let old = self.record.entry(self.cursor.game, at).cloned();
        match correction {
            Correction::Dice(faces) if old.as_ref().is_some_and(|old| is_gap(&state, old)) => {
                self.fill_missing_turn(at, faces)?;
            }
            Correction::Dice(faces) => {
                let old = old.ok_or(CommandError::NoEntry)?;
                let is_opening = at == 0 && state.phase == Phase::Opening;
                let (player, dice) = rolled(is_opening, old.player, faces)?;
                let action = with_dice(&old.action, dice).ok_or(CommandError::WrongEntry)?;
                let is_played = action.is_play();
                self.put(at, player, action);
                self.cursor = Cursor {
                    rolled: is_played,
                    ..Cursor::at(self.cursor.game, at + usize::from(!is_played))
                };
            }
            Correction::Play(play) => {
                let dice = state.dice().ok_or(ActionError::NotRolled)?;
                state.apply(Action::Play(play))?;
                old.ok_or(CommandError::NoEntry)?;
                self.put(at, state.on_roll, EntryAction::Play { dice, play });
                self.cursor = Cursor::at(self.cursor.game, at + 1);
            }
            Correction::AsPlayed(steps) => {
                let dice = state.dice().ok_or(ActionError::NotRolled)?;
                old.ok_or(CommandError::NoEntry)?;
                let after = Box::new(board_after(&state, &steps)?);
                self.put(at, state.on_roll, EntryAction::IllegalPlay { dice, play: None, after });
                self.cursor = Cursor::at(self.cursor.game, at + 1);
            }
            Correction::InsertRoll(faces) => {
                old.ok_or(CommandError::NoEntry)?;
                self.insert_roll(at, faces)?;
            }
            Correction::InsertDouble => {
                let next = old.ok_or(CommandError::NoEntry)?;
                self.insert_double(at, &next.action)?;
            }
            Correction::Delete | Correction::DeleteRest => {
                old.ok_or(CommandError::NoEntry)?;
                let before = self.cursor;
                let place = Cursor::at(before.game, at);
                let change = match correction {
                    Correction::DeleteRest => self.record.truncate(place),
                    _ => self.record.delete(place.game, at..at + 1),
                };
                self.cursor = place;
                self.note(HistoryStep::Change(change), before);
            }
        }
        self.refresh();
        Ok(())
    }

    /// Records a missing turn of the player on roll. Before the opening roll the bottom player is assumed to begin.
    pub(crate) fn insert_missing_turn(&mut self) -> Result<(), CommandError> {
        let state = *self.state().ok_or(CommandError::NoMatch)?;
        let next = match state.phase {
            Phase::Opening => Player::One,
            Phase::Due(Decision::Answer(_)) => return Err(ActionError::DoublePending.into()),
            Phase::Due(_) => {
                self.take_turn_back();
                state.on_roll.other()
            }
            Phase::Resigning { .. } => return Err(ActionError::ResignationPending.into()),
            Phase::Over(_) => return Err(CommandError::NoGame),
        };
        self.push_for(next, EntryAction::SetBoard(Box::new(state.board_of(next))));
        Ok(())
    }

    /// The entry after the place shown, or the last roll if it has no play yet.
    fn entry_to_correct(&self) -> usize {
        let at = self.cursor;
        let waits = matches!(self.state.phase, Phase::Due(Decision::Play(_))) && !at.rolled;
        let is_roll =
            self.record.last_entry(at).is_some_and(|entry| matches!(entry.action, EntryAction::Roll(_)));
        if waits && is_roll { at.entry - 1 } else { at.entry }
    }

    /// Inserts a roll before an entry, and shows it, so that it can be played; without a legal play the turn is over.
    fn insert_roll(&mut self, at: usize, faces: [u8; 2]) -> Result<(), CommandError> {
        let state = self.record.state_at(Cursor::at(self.cursor.game, at));
        let is_opening = state.phase == Phase::Opening;
        if !is_opening {
            check_roll_is_due(&state)?;
        }
        let (player, dice) = rolled(is_opening, state.on_roll, faces)?;
        let phase = Phase::Due(Decision::Play(dice));
        let rolled = MatchState { on_roll: player, board: state.board_of(player), phase, ..state };
        let can_play = rolled.legal_plays().is_none_or(|plays| !plays.is_empty());
        let action = match can_play {
            true => EntryAction::Roll(dice),
            false => EntryAction::Play { dice, play: Play::EMPTY },
        };
        self.insert(at, vec![Entry::new(player, action)]);
        self.cursor =
            Cursor { rolled: can_play, ..Cursor::at(self.cursor.game, at + usize::from(!can_play)) };
        Ok(())
    }

    /// Replaces a missing turn by a roll.
    fn fill_missing_turn(&mut self, at: usize, faces: [u8; 2]) -> Result<(), CommandError> {
        self.insert_roll(at, faces)?;
        let shown = self.cursor;
        let change = self.record.delete(shown.game, at + 1..at + 2);
        self.note(HistoryStep::Change(change), shown);
        Ok(())
    }

    /// Inserts a double and a take before a roll.
    fn insert_double(&mut self, at: usize, next: &EntryAction) -> Result<(), CommandError> {
        let state = self.record.state_at(Cursor::at(self.cursor.game, at));
        check_roll_is_due(&state)?;
        if !next.is_roll() {
            return Err(CommandError::WrongEntry);
        }
        state.apply(Action::Double)?;
        let (by, other) = (state.on_roll, state.on_roll.other());
        self.insert(at, vec![Entry::new(by, EntryAction::Double), Entry::new(other, EntryAction::Take)]);
        self.cursor = Cursor::at(self.cursor.game, at);
        Ok(())
    }

    fn insert(&mut self, at: usize, entries: Vec<Entry>) {
        let before = self.cursor;
        let change = self.record.insert(before.game, at, entries);
        self.note(HistoryStep::Change(change), before);
    }

    /// What [`Correction::DeleteRest`] removes: later games, and entries of this one.
    pub(crate) fn rest_from_entry(&self) -> Option<Loss> {
        let game = self.record.games.get(self.cursor.game)?;
        let entries = game.entries.len().saturating_sub(self.entry_to_correct());
        let games = self.record.games.len().saturating_sub(self.cursor.game + 1);
        (entries > 0).then_some(Loss::Rest { games, entries })
    }

    fn put(&mut self, at: usize, player: Player, action: EntryAction) {
        let before = self.cursor;
        let change = self.record.replace(before.game, at, player, action);
        self.note(HistoryStep::Change(change), before);
    }
}

/// Who rolled these dice, and the roll; at the start of a game the higher die decides who begins.
fn rolled(is_opening: bool, player: Player, [a, b]: [u8; 2]) -> Result<(Player, Dice), CommandError> {
    let dice = Dice::new(a, b).map_err(|_| ActionError::Die(if (1..=6).contains(&a) { b } else { a }))?;
    match is_opening {
        false => Ok((player, dice)),
        true if a == b => Err(CommandError::WrongEntry),
        true => Ok((if a > b { Player::Zero } else { Player::One }, dice)),
    }
}

/// Checks that the player on roll is about to roll.
fn check_roll_is_due(state: &MatchState) -> Result<(), CommandError> {
    match state.phase {
        Phase::Due(Decision::Roll) => Ok(()),
        Phase::Due(Decision::Answer(_)) => Err(ActionError::DoublePending.into()),
        Phase::Due(Decision::Play(_)) | Phase::Opening => Err(CommandError::WrongEntry),
        Phase::Resigning { .. } => Err(ActionError::ResignationPending.into()),
        Phase::Over(_) => Err(CommandError::NoGame),
    }
}

/// The same action with other dice; the play stays as recorded. `None` if it has no dice.
fn with_dice(action: &EntryAction, dice: Dice) -> Option<EntryAction> {
    Some(match action {
        EntryAction::Roll(_) => EntryAction::Roll(dice),
        EntryAction::Play { play, .. } | EntryAction::IllegalPlay { play: Some(play), .. } => {
            EntryAction::Play { dice, play: *play }
        }
        EntryAction::IllegalPlay { after, .. } => {
            EntryAction::IllegalPlay { dice, play: None, after: after.clone() }
        }
        _ => return None,
    })
}

/// The board after these steps, whatever the dice allow; the opponent is on roll. Blots are hit.
fn board_after(state: &MatchState, steps: &[(Place, Place)]) -> Result<Board, CommandError> {
    let mut board = state.board;
    let count = |board: &Board, side: Side, at: usize| board.side(side)[at];
    for (from, to) in steps {
        let start = from.index().filter(|at| count(&board, Side::OnRoll, *at) > 0);
        let start = start.ok_or(CommandError::NoChecker(*from))?;
        let left = count(&board, Side::OnRoll, start) - 1;
        board.set(Side::OnRoll, start, left);
        let Some(end) = to.index() else { continue };
        // The opponent counts points from the other side, and has a bar of their own.
        if let Some(theirs) = 23usize.checked_sub(end) {
            match count(&board, Side::Opponent, theirs) {
                0 => {}
                1 => {
                    board.set(Side::Opponent, theirs, 0);
                    let on_bar = count(&board, Side::Opponent, 24) + 1;
                    board.set(Side::Opponent, 24, on_bar);
                }
                _ => return Err(CommandError::PointTaken(*to)),
            }
        }
        let n = count(&board, Side::OnRoll, end) + 1;
        board.set(Side::OnRoll, end, n);
    }
    let after = board.swapped();
    after.check(state.rules.variation)?;
    Ok(after)
}
