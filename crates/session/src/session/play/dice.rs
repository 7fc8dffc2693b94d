// SPDX-License-Identifier: GPL-3.0-or-later
//! Dice in the game: rolling, and waiting for dice that come from slow sources.

use crate::command::{CommandOutcome, DiceCommand};
use crate::error::CommandError;
use crate::event::{Activity, Agent, Event};
use crate::jobs::{Blocking, Change, JobError, OnCancel};
use crate::options::{GeneratorWord, changes};
use crate::play::decision::DecisionAnalysis;
use crate::session::dice_box::{Drawn, LentSource, PendingRoll, RollKind, SourceChange, ranked_roll};
use crate::session::programs::dice_command;
use crate::session::{Ending, Session};
use gnubg_engine::core::{Action, CancelToken, Player};
use gnubg_engine::input;
use gnubg_engine::rng::{DiceFault, Generator, TextDice};
use std::path::Path;
use std::time::Duration;

/// How long reading a file of dice may take.
const READ_DEADLINE: Duration = Duration::from_secs(30);
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
        if self.is_transcribing && !self.is_finishing {
            self.await_entered_dice(Some(player));
            return Ok(false);
        }
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
                    self.await_entered_dice(Some(player));
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
        if self.is_transcribing && !self.is_finishing && self.is_before_opening() {
            self.await_entered_dice(None);
            return Ok(());
        }
        while self.is_before_opening() {
            let mut messages = Vec::new();
            let drawn = self.dice.throw(&mut messages);
            self.emit_messages(messages);
            match drawn? {
                Drawn::Dice(dice) => self.act(Action::Opening(dice), Agent::Automatic, None)?,
                Drawn::ByHand => {
                    self.await_entered_dice(None);
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

    /// Waits for dice entered by hand: those of a player, or of both at the opening.
    fn await_entered_dice(&mut self, player: Option<Player>) {
        self.is_dice_wanted = true;
        self.emit(Event::DiceWanted(player));
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
        let Some(mut lent) = self.dice.lend_source() else { return };
        let number = lent.number();
        let draw = move |_: &CancelToken| {
            let rolls: Result<Vec<[u8; 2]>, DiceFault> = (0..n).map(|_| lent.source.roll()).collect();
            let change: Change<Session> = Box::new(move |session| session.take_rolls(lent, rolls, purpose));
            Ok(change)
        };
        let work = Blocking::new(deadline, OnCancel::Abandon, draw);
        self.start_blocking_then(Activity::Dice, work, move |session, ending| {
            session.drawing_ended(ending, number);
        });
    }

    fn take_rolls(&mut self, lent: LentSource, rolls: Result<Vec<[u8; 2]>, DiceFault>, purpose: DrawnFor) {
        match (rolls, purpose) {
            (Ok(rolls), DrawnFor::Game) => self.dice.return_source(lent, &rolls),
            (Ok(rolls), DrawnFor::List(mut listed)) => {
                self.dice.return_source(lent, &[]);
                listed.extend(rolls);
                self.emit(Event::RollsDrawn(listed));
            }
            (Err(fault), _) => self.replace_lent_dice(fault.to_string(), lent.number()),
        }
        self.make_pending_roll();
    }

    /// Reads a file of dice on a blocking thread; rolls wait for it. If that fails, the earlier dice stay in use.
    fn read_dice(&mut self, path: String) -> CommandOutcome {
        let previous = self.dice.await_file(&path);
        let number = previous.number();
        let read = move |_: &CancelToken| {
            let failed = |error: std::io::Error| JobError::Failed(format!("{path}: {error}"));
            let bytes = input::read_limited(Path::new(&path), input::MAX_TEXT).map_err(failed)?;
            let dice = TextDice::new(&path, &bytes).map_err(|fault| JobError::Failed(fault.to_string()))?;
            let change: Change<Session> = Box::new(move |session| session.take_dice_file(number, dice));
            Ok(change)
        };
        let work = Blocking::new(READ_DEADLINE, OnCancel::Abandon, read);
        let id = self.start_blocking_then(Activity::Dice, work, move |session, ending| {
            if let Some(error) = ending.error {
                session.dice.restore(previous);
                if matches!(error, JobError::Cancelled(_)) {
                    session.pending_roll = None;
                }
                session.make_pending_roll();
            }
        });
        CommandOutcome::Started(id)
    }

    fn take_dice_file(&mut self, number: u64, dice: TextDice) {
        if self.dice.take_file(number, dice) {
            self.note_dice(Generator::File);
        }
        self.make_pending_roll();
    }

    /// Notes the dice in use in the options.
    fn note_dice(&mut self, generator: Generator) {
        let old = self.options.clone();
        let word = GeneratorWord::from_word(generator.keyword());
        self.options.dice.generator = word.unwrap_or_default();
        self.dice.origin().clone_into(&mut self.options.dice.source);
        let changed = changes(&old, &self.options);
        if !changed.is_empty() {
            self.emit(Event::OptionsChanged(changed));
        }
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
    fn drawing_ended(&mut self, ending: &Ending<'_>, number: u64) {
        match ending.error {
            None => {}
            Some(JobError::Cancelled(_)) => {
                self.pending_roll = None;
                self.dice.restart_source(number);
            }
            Some(error) => {
                self.replace_lent_dice(error.to_string(), number);
                self.make_pending_roll();
            }
        }
    }

    /// Uses other dice instead of a slow source that failed, unless others are in use already.
    fn replace_lent_dice(&mut self, reason: String, number: u64) {
        let mut messages = Vec::new();
        if self.dice.is_lent(number) && self.dice.replace_source(reason, &mut messages).is_err() {
            self.is_held = true;
        }
        self.emit_messages(messages);
    }

    /// Draws rolls without a game; [`Event::RollsDrawn`] reports them.
    pub(crate) fn draw_rolls(&mut self, n: usize) -> Result<CommandOutcome, CommandError> {
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
        Ok(CommandOutcome::Done)
    }

    pub(crate) fn change_dice(&mut self, command: &DiceCommand) -> Result<CommandOutcome, CommandError> {
        if let DiceCommand::Use { generator, source, .. } = command
            && let Some(program) = dice_command(*generator, source.as_deref().unwrap_or_default())
        {
            if !self.may_run_programs() {
                return Err(CommandError::ProgramsForbidden);
            }
            self.allow_program(program);
        }
        match self.dice.change(command)? {
            SourceChange::Done(messages) => {
                if let DiceCommand::Use { generator, .. } = command {
                    self.note_dice(*generator);
                }
                self.emit_messages(messages);
                Ok(CommandOutcome::Done)
            }
            SourceChange::Read(path) => Ok(self.read_dice(path)),
        }
    }

    /// Uses the dice of the settings, unless the user has to allow their program before.
    pub(crate) fn use_saved_dice(&mut self) -> Result<(), CommandError> {
        let generator = self.options.dice.generator.generator();
        let source = self.options.dice.source.clone();
        let program = dice_command(generator, &source);
        let waits = program.is_some_and(|program| self.may_run_programs() && !self.may_run(program));
        if generator == Generator::Mersenne || waits {
            return Ok(());
        }
        let seed = self.setup.seed.clone().filter(|_| generator.is_seeded());
        self.change_dice(&DiceCommand::Use { generator, source: Some(source), seed, modulus: None })?;
        Ok(())
    }
}
