// SPDX-License-Identifier: GPL-3.0-or-later
//! Clocks of the game in progress: whose time runs, and what happens when it is used up.
//!
//! The record holds the clocks after each turn, so that undoing, going back and files need nothing else. Only the time
//! of the turn in progress is kept beside it. A clock runs at the end of the record while a decision is due, for people
//! and programs alike; it stands still before the opening roll, while the record is browsed, and while a computer player
//! waits for a command. In a transcription no clock runs.

use crate::command::{ClockCommand, CommandOutcome};
use crate::editing::history::HistoryStep;
use crate::error::CommandError;
use crate::event::{Cause, Event, GameOver};
use crate::play::clock::{ClockReading, TurnClock};
use crate::session::Session;
use gnubg_engine::core::{MatchState, Player};
use gnubg_record::{Clocks, Cursor, Entry, EntryAction, TimeControl, TimeLoss, TimePenalty};
use std::time::Duration;

impl Session {
    /// The clocks at this moment; `None` if the match is played without clocks.
    #[must_use]
    pub fn clock(&self) -> Option<ClockReading> {
        let control = self.record.info.time_control.filter(|_| !self.record.games.is_empty())?;
        let clocks = self.record.clocks_at(self.cursor)?;
        let Some(player) = self.clock_owner().filter(|player| self.turn.player() == Some(*player)) else {
            return Some(ClockReading {
                control,
                clocks,
                free: Duration::ZERO,
                running: None,
                is_paused: false,
                until_zero: None,
            });
        };
        let used = self.turn.used();
        let now = control.during(clocks, player, used);
        let free = control.free_time(used);
        let running = (!self.turn.is_paused()).then_some(player);
        Some(ClockReading {
            control,
            clocks: now,
            free,
            running,
            is_paused: self.turn.is_paused(),
            until_zero: running.map(|player| now.left[player.index()].saturating_add(free)),
        })
    }

    /// Penalizes the player whose time is used up, if there is one. Front ends call it when
    /// [`ClockReading::until_zero`] has passed; commands of the game do it by themselves. Whether something happened.
    pub fn check_clock(&mut self) -> bool {
        let Some((control, player)) = self.running_clock() else { return false };
        let Some(clocks) = self.record.clocks_at(self.cursor) else { return false };
        if !control.is_used_up(clocks, player, self.turn.used()) {
            return false;
        }
        let Some(loss) = control.penalty.loss() else { return false };
        self.history.begin(self.cursor, false);
        self.lose_time(&control, clocks, player, loss);
        self.history.end(self.cursor);
        self.advance();
        self.update_clock();
        self.keep();
        true
    }

    pub(crate) fn clock_command(&mut self, command: ClockCommand) -> Result<CommandOutcome, CommandError> {
        if self.record.info.time_control.is_none() {
            return Err(CommandError::NoClock);
        }
        self.update_clock();
        let is_done = match command {
            ClockCommand::Pause => self.turn.pause(),
            ClockCommand::Resume => self.turn.resume(),
        };
        if !is_done {
            return Err(CommandError::ClockStands);
        }
        self.emit(Event::ClockChanged);
        Ok(CommandOutcome::Done)
    }

    fn running_clock(&self) -> Option<(TimeControl, Player)> {
        let control = self.record.info.time_control?;
        let player = self.clock_owner()?;
        (self.turn.player() == Some(player) && !self.turn.is_paused()).then_some((control, player))
    }

    /// Whose clock runs or is paused.
    fn clock_owner(&self) -> Option<Player> {
        self.record.info.time_control?;
        let player = self.game().ok()?.to_act()?;
        let acts = self.is_at_end() && !self.is_transcribing && (self.is_person(player) || !self.is_held);
        acts.then_some(player)
    }

    /// Starts or stops the clock where what happened was not a turn: after undoing, browsing, setting up.
    pub(crate) fn update_clock(&mut self) {
        let owner = self.clock_owner();
        if owner != self.turn.player() {
            self.turn = TurnClock::begin(owner);
        }
    }

    /// Ends the turn if the action after `old` at `place` has ended it, and notes the clocks with the entry just made.
    pub(super) fn charge_clock(&mut self, old: &MatchState, place: Cursor) {
        let Some(control) = self.record.info.time_control else { return };
        let mover = old.to_act();
        if mover.is_some() && mover == self.state.to_act() {
            return;
        }
        if let (Some(mover), Some(at)) = (mover, self.cursor.entry.checked_sub(1)) {
            let used = if self.turn.player() == Some(mover) { self.turn.used() } else { Duration::ZERO };
            // The entry of a roll was completed in place; what was left before it is not known by it.
            let before = self.record.clocks_at(Cursor { entry: place.entry.min(at), ..self.cursor });
            let after = before.map(|clocks| control.after(clocks, mover, used).rounded());
            self.note_clocks(at, after);
        }
        self.turn = TurnClock::begin(self.clock_owner());
    }

    /// Notes clocks with an entry of the game shown.
    fn note_clocks(&mut self, entry: usize, clocks: Option<Clocks>) {
        let edit = |entry: &mut Entry| entry.clocks = clocks;
        let change = self.record.edit_entries(self.cursor.game, entry..entry + 1, edit);
        self.note(HistoryStep::Change(change), self.cursor);
    }

    fn lose_time(&mut self, control: &TimeControl, clocks: Clocks, player: Player, loss: TimeLoss) {
        self.cancel_thinking();
        let (old, before) = (self.state, self.cursor);
        let mut left = control.during(clocks, player, self.turn.used());
        if let TimePenalty::Points { extra, .. } = control.penalty {
            left.left[player.index()] = extra;
        }
        let mut entry = Entry::new(player, EntryAction::OutOfTime(loss));
        entry.clocks = Some(left.rounded());
        let at = Cursor { rolled: false, ..self.cursor };
        let change = self.record.push(&mut self.cursor, at, entry);
        self.note(HistoryStep::Change(change), before);
        self.refresh();
        self.turn = TurnClock::begin(self.clock_owner());
        self.emit_change(Cause::OutOfTime { by: player, loss }, Some(old));
        self.tell_result();
    }

    /// Tells that the game or the match is over, if it is.
    pub(super) fn tell_result(&mut self) {
        let Some(result) = self.state.result() else { return };
        self.is_finishing = false;
        let score = self.record.score();
        let over = GameOver { result, cube: self.state.cube.value, score };
        self.emit(Event::GameOver(Box::new(over)));
        if let Some(winner) = self.record.winner() {
            self.emit(Event::MatchOver(winner));
        }
    }
}
