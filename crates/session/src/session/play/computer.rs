// SPDX-License-Identifier: GPL-3.0-or-later
//! The turns of computer players and external players.

use crate::error::CommandError;
use crate::event::{Activity, Agent, Event};
use crate::jobs::{Blocking, Change, JobError, JobStep, OnCancel, interactive};
use crate::options::{Method, PlayerOptions, Seat};
use crate::play::decision::{Choice, Decided, Thinker, only_play};
use crate::play::external::ExternalError;
use crate::session::{Ending, Session};
use gnubg_engine::core::{Action, CancelToken, Decision, Phase, Player};
use gnubg_engine::eval::{EvalSettings, MoveFilters};
use std::sync::Arc;
use std::time::Duration;

impl Session {
    pub(super) fn step_of_computer(&mut self, player: Player) -> Result<bool, CommandError> {
        let is_external = self.options.players[player.index()].seat == Seat::External && !self.is_finishing;
        match self.state.phase {
            Phase::Due(Decision::Roll) if is_external && self.state.cube_refusal().is_some() => {
                return self.roll(Agent::Computer, None);
            }
            Phase::Due(Decision::Roll)
                if self.is_finishing || !Thinker::thinks_before_rolling(&self.state) =>
            {
                return self.roll(Agent::Computer, None);
            }
            Phase::Due(Decision::Play(_)) => {
                if let Some(play) = only_play(&self.state) {
                    return self.act(Action::Play(play), Agent::Computer, None).map(|()| true);
                }
            }
            _ => {}
        }
        if is_external {
            self.ask_external(player);
            return Ok(false);
        }
        let thinker = Thinker {
            state: self.state,
            player: self.player_of(player),
            engine: Arc::clone(&self.engine),
            table: Arc::clone(&self.table),
        };
        let revision = self.revision;
        let job = interactive(move |context| {
            let decided = thinker.decide(context.cancel())?;
            let decided = decided.ok_or_else(|| JobError::Failed("no decision is due".to_owned()))?;
            Ok(JobStep::done_with(move |session: &mut Session| session.take_decision(decided, revision)))
        });
        self.emit(Event::ThinkingStarted(player));
        self.start_job_then(Activity::Decision, job, Session::decision_ended);
        Ok(false)
    }

    /// Puts the decision to an external player. The connection is lent to the thread that asks; it is kept only if the
    /// player answers, so that a late answer cannot be taken for another one.
    fn ask_external(&mut self, player: Player) {
        let (state, revision) = (self.state, self.revision);
        let names = Player::BOTH.map(|player| self.name(player));
        let address = self.options.players[player.index()].address.clone();
        let mut connection = std::mem::take(&mut self.connections[player.index()]);
        let ask = move |cancel: &CancelToken| {
            let [zero, one] = &names;
            let choice = connection.decide(&address, &state, [zero, one], cancel);
            let choice = choice.map_err(|error| match error {
                ExternalError::Cancelled(cancelled) => JobError::Cancelled(cancelled),
                other => JobError::Failed(other.to_string()),
            })?;
            let decided = Decided { choice, analysis: None };
            let change: Change<Session> = Box::new(move |session| {
                session.connections[player.index()] = connection;
                session.take_decision(decided, revision);
            });
            Ok(change)
        };
        let deadline = Duration::from_secs(u64::from(self.options.general.external_timeout));
        let work = Blocking::new(deadline, OnCancel::Abandon, ask);
        self.emit(Event::ThinkingStarted(player));
        self.start_blocking_then(Activity::Decision, work, Session::decision_ended);
    }

    /// Without a decision the computer waits until it is asked again.
    fn decision_ended(&mut self, ending: &Ending<'_>) {
        if ending.error.is_some() {
            self.thinking_ended();
            self.is_held |= ending.is_current;
        }
    }

    /// How a seat plays, taking into account that the program may be finishing the game.
    fn player_of(&self, player: Player) -> PlayerOptions {
        let mut options = self.options.players[player.index()].clone();
        if self.is_finishing {
            options.seat = Seat::Engine;
            options.filters = MoveFilters::NORMAL;
            for judge in [&mut options.checker, &mut options.cube] {
                judge.method = Method::Evaluation;
                judge.evaluation = EvalSettings { cubeful: false, ..EvalSettings::at(0) };
            }
        }
        options
    }

    fn thinking_ended(&mut self) {
        let player = self.state.to_act().unwrap_or(self.state.on_roll);
        self.emit(Event::ThinkingFinished(player));
    }

    /// Carries out what was decided, if the position is still the same.
    fn take_decision(&mut self, decided: Decided, revision: u64) {
        self.thinking_ended();
        if revision != self.revision || self.is_held {
            return;
        }
        let done = match decided.choice {
            Choice::Roll => self.roll(Agent::Computer, decided.analysis).map(|_| ()),
            Choice::Act(action) => self.act(action, Agent::Computer, decided.analysis),
        };
        if done.is_err() {
            // The decision follows the rules, so only the dice can have failed.
            self.is_held = true;
        }
    }
}
