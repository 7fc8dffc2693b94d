// SPDX-License-Identifier: GPL-3.0-or-later
//! Dice in the game: rolling, and waiting for dice that come from slow sources.

use crate::command::{DiceCommand, Outcome};
use crate::error::CommandError;
use crate::event::{Activity, Agent, Event};
use crate::jobs::{Blocking, Change, JobError, OnCancel};
use crate::options::GeneratorWord;
use crate::play::decision::DecisionAnalysis;
use crate::session::dice_box::{Drawn, PendingRoll, RollKind, ranked_roll};
use crate::session::{Ending, Session};
use gnubg_engine::core::{Action, CancelToken};
use gnubg_engine::rng::{DiceFault, DiceSource, Generator};
use std::time::Duration;

/// How long a slow source may take for one roll.
const ROLL_DEADLINE: Duration = Duration::from_secs(30);
/// How long it may take for many rolls that are only listed.
const LIST_DEADLINE: Duration = Duration::from_secs(600);

/// What rolls of a slow source are drawn for.
enum DrawnFor {
    /// The game.
    Game,
    /// A list that begins with these rolls.
    List(Vec<[u8; 2]>),
}

impl Session {
    /// Rolls for the player on roll; `false` if the dice have to be waited for.
    pub(super) fn roll(
        &mut self,
        agent: Agent,
        analysis: Option<DecisionAnalysis>,
    ) -> Result<bool, CommandError> {
        let player = self.state.on_roll;
        let rank = self.options.dice.cheat_rank[player.index()];
        let dice = if self.options.dice.cheat {
            ranked_roll(&self.engine, &self.state, rank)
        } else if self.is_finishing && self.dice.generator() == Generator::Manual {
            self.dice.substitute()?
        } else {
            let mut messages = Vec::new();
            let drawn = self.dice.roll(self.cursor, &self.state, &mut messages);
            self.emit_messages(messages);
            match drawn? {
                Drawn::Dice(dice) => dice,
                Drawn::ByHand => {
                    self.is_dice_wanted = true;
                    self.emit(Event::DiceWanted(Some(player)));
                    return Ok(false);
                }
                Drawn::Slow => {
                    self.await_dice(RollKind::Turn { agent, analysis });
                    return Ok(false);
                }
            }
        };
        self.act(Action::Roll(dice), agent, analysis)?;
        Ok(true)
    }

    pub(super) fn throw_opening(&mut self) -> Result<(), CommandError> {
        while self.is_before_opening() {
            let mut messages = Vec::new();
            let drawn = self.dice.throw(&mut messages);
            self.emit_messages(messages);
            match drawn? {
                Drawn::Dice(dice) => self.act(Action::Opening(dice), Agent::Automatic, None)?,
                Drawn::ByHand => {
                    self.is_dice_wanted = true;
                    self.emit(Event::DiceWanted(None));
                    return Ok(());
                }
                Drawn::Slow => {
                    self.await_dice(RollKind::Opening);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Whether the game waits for dice, entered by hand or from a slow source.
    pub(super) fn is_waiting_for_dice(&self) -> bool {
        self.is_dice_wanted || self.is_pending(Activity::Dice)
    }

    /// Draws dice from the slow source; the roll is made when they have come.
    fn await_dice(&mut self, kind: RollKind) {
        self.pending_roll = Some(PendingRoll { revision: self.revision, kind });
        self.draw_slowly(1, ROLL_DEADLINE, DrawnFor::Game);
    }

    /// Draws rolls on a blocking thread. Nothing happens while others are being drawn.
    fn draw_slowly(&mut self, n: usize, deadline: Duration, purpose: DrawnFor) {
        let Some(mut source) = self.dice.lend_source() else { return };
        let draw = move |_: &CancelToken| {
            let rolls: Result<Vec<[u8; 2]>, DiceFault> = (0..n).map(|_| source.roll()).collect();
            let change: Change<Session> = Box::new(move |session| session.take_rolls(source, rolls, purpose));
            Ok(change)
        };
        let work = Blocking::new(deadline, OnCancel::Abandon, draw);
        self.start_blocking_then(Activity::Dice, work, Session::drawing_ended);
    }

    fn take_rolls(
        &mut self,
        source: Box<dyn DiceSource>,
        rolls: Result<Vec<[u8; 2]>, DiceFault>,
        purpose: DrawnFor,
    ) {
        match (rolls, purpose) {
            (Ok(rolls), DrawnFor::Game) => self.dice.return_source(source, &rolls),
            (Ok(rolls), DrawnFor::List(mut listed)) => {
                self.dice.return_source(source, &[]);
                listed.extend(rolls);
                self.emit(Event::RollsDrawn(listed));
            }
            (Err(fault), _) => self.replace_lent_dice(fault.to_string()),
        }
        self.make_pending_roll();
    }

    /// Makes the roll that waited for dice, if the position is still the same.
    fn make_pending_roll(&mut self) {
        let Some(PendingRoll { revision, kind }) = self.pending_roll.take() else { return };
        if revision != self.revision {
            return;
        }
        let is_person = matches!(kind, RollKind::Turn { agent: Agent::Person, .. });
        if is_person {
            self.history.begin(self.cursor, true);
        }
        let rolled = match kind {
            RollKind::Opening => self.throw_opening(),
            RollKind::Turn { agent, analysis } => self.roll(agent, analysis).map(|_| ()),
        };
        if rolled.is_err() {
            self.is_held = true;
        }
        if is_person {
            self.history.end(self.cursor);
        }
    }

    /// A source whose draw was canceled is started again; one that gave nothing in time is replaced.
    fn drawing_ended(&mut self, ending: &Ending<'_>) {
        match ending.error {
            None => {}
            Some(JobError::Cancelled(_)) => {
                self.pending_roll = None;
                self.dice.restart_source();
            }
            Some(error) => {
                self.replace_lent_dice(error.to_string());
                self.make_pending_roll();
            }
        }
    }

    /// Uses other dice instead of a slow source that failed, unless others are in use already.
    fn replace_lent_dice(&mut self, reason: String) {
        let mut messages = Vec::new();
        if self.dice.is_lent() && self.dice.replace_source(reason, &mut messages).is_err() {
            self.is_held = true;
        }
        self.emit_messages(messages);
    }

    /// Draws rolls without a game; [`Event::RollsDrawn`] reports them.
    pub(crate) fn draw_rolls(&mut self, n: usize) -> Result<Outcome, CommandError> {
        let (mut messages, mut rolls) = (Vec::new(), Vec::new());
        let stopped_by = loop {
            if rolls.len() == n {
                break None;
            }
            match self.dice.throw(&mut messages) {
                Ok(Drawn::Dice(dice)) => rolls.push(dice),
                other => break Some(other),
            }
        };
        self.emit_messages(messages);
        match stopped_by.transpose()? {
            None | Some(Drawn::Dice(_)) => self.emit(Event::RollsDrawn(rolls)),
            Some(Drawn::ByHand) => return Err(DiceFault::Wanted.into()),
            Some(Drawn::Slow) => {
                let left = n - rolls.len();
                self.draw_slowly(left, LIST_DEADLINE, DrawnFor::List(rolls));
            }
        }
        Ok(Outcome::Done)
    }

    pub(crate) fn change_dice(&mut self, command: &DiceCommand) -> Result<Outcome, CommandError> {
        let messages = self.dice.change(command)?;
        if let DiceCommand::Use { generator, .. } = command {
            let word = GeneratorWord::from_word(generator.keyword());
            self.options.dice.generator = word.unwrap_or_default();
            self.options.dice.source = self.dice.origin().to_owned();
        }
        self.emit_messages(messages);
        Ok(Outcome::Done)
    }
}
