// SPDX-License-Identifier: GPL-3.0-or-later
//! Corrections of single entries, for matches that are written down while others play them: another roll, another play,
//! a play as it happened though the rules forbid it. What follows stays; the replay shows what no longer fits.

use crate::command::Correction;
use crate::error::CommandError;
use crate::history::Part;
use crate::session::Session;
use gnubg_engine::core::{
    Action, ActionError, Board, Decision, Dice, MatchState, Phase, Place, Player, Side,
};
use gnubg_record::{Cursor, EntryAction};

impl Session {
    pub(crate) fn correct(&mut self, correction: Correction) -> Result<(), CommandError> {
        let state = *self.state().ok_or(CommandError::NoMatch)?;
        let at = self.entry_to_correct();
        let old = self.record.entry(self.cursor.game, at).cloned();
        match correction {
            Correction::Dice(faces) => {
                let old = old.ok_or(CommandError::NoEntry)?;
                let (player, dice) = self.rolled(at, old.player, faces)?;
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
                let after = Box::new(carried_out(&state, &steps)?);
                self.put(at, state.on_roll, EntryAction::IllegalPlay { dice, play: None, after });
                self.cursor = Cursor::at(self.cursor.game, at + 1);
            }
            Correction::Delete => {
                old.ok_or(CommandError::NoEntry)?;
                let before = self.cursor;
                let change = self.record.delete(before.game, at..at + 1);
                self.cursor = Cursor::at(before.game, at);
                self.note(Part::Change(change), before);
            }
        }
        self.refresh();
        Ok(())
    }

    /// Leaves a gap in the record: the turn of the player on roll was not seen. Before the opening roll the bottom
    /// player is taken to begin.
    pub(crate) fn leave_gap(&mut self) -> Result<(), CommandError> {
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

    /// The entry after the place shown, or the roll just made that waits for its play.
    fn entry_to_correct(&self) -> usize {
        let at = self.cursor;
        let waits = matches!(self.state.phase, Phase::Due(Decision::Play(_))) && !at.rolled;
        let is_roll =
            self.record.last_entry(at).is_some_and(|entry| matches!(entry.action, EntryAction::Roll(_)));
        if waits && is_roll { at.entry - 1 } else { at.entry }
    }

    /// Who rolled these dice, and the roll; at the start of a game the higher die says who begins.
    fn rolled(&self, at: usize, player: Player, [a, b]: [u8; 2]) -> Result<(Player, Dice), CommandError> {
        let dice = Dice::new(a, b).map_err(|_| ActionError::Die(if (1..=6).contains(&a) { b } else { a }))?;
        let is_opening = at == 0 && self.state.phase == Phase::Opening;
        match is_opening {
            false => Ok((player, dice)),
            true if a == b => Err(CommandError::WrongEntry),
            true => Ok((if a > b { Player::Zero } else { Player::One }, dice)),
        }
    }

    fn put(&mut self, at: usize, player: Player, action: EntryAction) {
        let before = self.cursor;
        let change = self.record.replace(before.game, at, player, action);
        self.note(Part::Change(change), before);
    }
}

/// The same with other dice; the play stays as it was written down. `None` if it is no roll.
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

/// The board after these steps, whatever the dice allow; the opponent is on roll. Blots that are landed on are hit.
fn carried_out(state: &MatchState, steps: &[(Place, Place)]) -> Result<Board, CommandError> {
    let mut board = state.board;
    let count = |board: &Board, side: Side, at: usize| board.side(side)[at];
    for (from, to) in steps {
        let start = from.index().filter(|at| count(&board, Side::OnRoll, *at) > 0);
        let start = start.ok_or(CommandError::NoChecker(*from))?;
        let left = count(&board, Side::OnRoll, start) - 1;
        board.set(Side::OnRoll, start, left);
        let Some(end) = to.index() else { continue };
        // The opponent counts the points from the other end, and has a bar of his own.
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
        let there = count(&board, Side::OnRoll, end) + 1;
        board.set(Side::OnRoll, end, there);
    }
    let after = board.swapped();
    after.check(state.rules.variation)?;
    Ok(after)
}
