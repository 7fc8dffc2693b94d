// SPDX-License-Identifier: GPL-3.0-or-later
//! Playing a match: decisions of people, the computer's turns, and automatic actions.

mod clock;
mod computer;
mod dice;
mod tutor;

use crate::command::{CommandOutcome, GameCommand, NewTranscription};
use crate::editing::history::HistoryStep;
use crate::error::CommandError;
use crate::event::{Activity, Agent, Cause, Event, Message};
use crate::play::decision::{DecisionAnalysis, only_play, settle};
use crate::play::time_controls::named_time_control;
use crate::session::Session;
use gnubg_engine::core::{
    Action, ActionError, CancelToken, Decision, Dice, MatchState, Phase, Play, Player, ResignLevel, Side,
};
use gnubg_record::{Date, EntryAction, MatchInfo, MatchRecord, PlayerInfo};

/// Most automatic steps in a row: far more than the forced plays of a match.
const MAX_STEPS: usize = 2000;

/// Something outside the program that a session waits for; [`Command::Stop`](crate::Command::Stop) ends the wait at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WaitingFor {
    /// The answer of an external player.
    Player {
        /// Its name.
        name: String,
        /// Its address.
        address: String,
    },
    /// Dice of a command, of random.org or of a file.
    Dice,
}

impl Session {
    /// What the session waits for that is outside the program.
    #[must_use]
    pub fn waiting_for(&self) -> Option<WaitingFor> {
        if self.is_pending(Activity::Dice) {
            return Some(WaitingFor::Dice);
        }
        let player = self.state.to_act().filter(|_| self.is_pending(Activity::Decision))?;
        let is_external = self.seat(player) == crate::options::Seat::External && !self.is_finishing;
        let address = self.options.players[player.index()].address.clone();
        is_external.then(|| WaitingFor::Player { name: self.name(player), address })
    }

    /// Carries out a command of the game.
    pub(crate) fn play_command(&mut self, command: GameCommand) -> Result<CommandOutcome, CommandError> {
        if !matches!(command, GameCommand::NewMatch(_) | GameCommand::NewGame) {
            self.check_clock();
        }
        if let Some(decision) = self.decision_to_judge(&command) {
            return Ok(self.start_tutor(command, decision));
        }
        let is_roll = matches!(command, GameCommand::Roll | GameCommand::Throw(_));
        let analysis = match &command {
            GameCommand::Anyway(inner) => self.analysis_of(inner),
            _ => None,
        };
        self.history.begin(self.cursor, is_roll);
        self.do_command(command, analysis)?;
        self.is_held = false;
        Ok(CommandOutcome::Done)
    }

    fn do_command(
        &mut self,
        command: GameCommand,
        analysis: Option<DecisionAnalysis>,
    ) -> Result<(), CommandError> {
        match command {
            GameCommand::Anyway(inner) => self.do_command(*inner, analysis),
            GameCommand::NewMatch(length) => self.new_match(length),
            GameCommand::NewTranscription(new) => self.new_transcription(*new),
            GameCommand::NewGame => self.new_game(),
            GameCommand::Roll => self.roll_by_person(analysis),
            GameCommand::Throw(dice) => self.throw(dice),
            GameCommand::Play(play) => self.act_by_person(Action::Play(play), analysis),
            GameCommand::PlayForced => self.play_forced(),
            GameCommand::Double => self.act_by_person(Action::Double, analysis),
            GameCommand::Take => self.act_by_person(Action::Take, analysis),
            GameCommand::Drop => self.act_by_person(Action::Drop, analysis),
            GameCommand::Beaver => self.act_by_person(Action::Beaver, None),
            GameCommand::Resign(level) => self.resign(level),
            GameCommand::AcceptResignation => self.act_by_person(Action::AcceptResignation, None),
            GameCommand::DeclineResignation => self.act_by_person(Action::DeclineResignation, None),
            GameCommand::Compute => self.compute(),
            GameCommand::Finish => self.finish_game(),
        }
    }

    fn new_match(&mut self, length: Option<u16>) -> Result<(), CommandError> {
        let length = length.unwrap_or(self.options.matches.length);
        let players = self.options.matches.names.clone().map(PlayerInfo::named);
        let annotator = self.options.general.annotator.clone();
        let clock = named_time_control(&self.options.clock);
        let info = MatchInfo {
            players,
            date: today(),
            annotator,
            time_control: clock.as_ref().map(|clock| clock.control),
            time_control_name: clock.map(|clock| clock.name).unwrap_or_default(),
            ..MatchInfo::default()
        };
        self.start_match(length, info, false)
    }

    fn new_transcription(&mut self, new: NewTranscription) -> Result<(), CommandError> {
        let players = new.names.map(PlayerInfo::named);
        let annotator = self.options.general.annotator.clone();
        let info = MatchInfo { players, event: new.event, annotator, ..MatchInfo::default() };
        self.start_match(new.length, info, true)
    }

    fn start_match(
        &mut self,
        length: u16,
        info: MatchInfo,
        is_transcribed: bool,
    ) -> Result<(), CommandError> {
        let record = MatchRecord::new(length, self.options.matches.rules(length), info)?;
        self.cancel_thinking();
        self.dice.forget();
        self.is_finishing = false;
        self.file = None;
        self.origin = None;
        self.replace_match(record, gnubg_record::Cursor::default());
        self.is_transcribing = is_transcribed;
        self.emit_change(Cause::MatchStarted, None);
        self.begin_game(false)
    }

    fn new_game(&mut self) -> Result<(), CommandError> {
        self.is_finishing = false;
        if self.record.games.is_empty() || self.is_after_last_game() {
            return self.begin_game(false);
        }
        // The game shown is discarded with everything after it, and starts again.
        if self.state.match_winner().is_some() && self.state.result().is_some() {
            return Err(CommandError::MatchOver);
        }
        self.cancel_thinking();
        let (game, before) = (self.cursor.game, self.cursor);
        if self.state.result().is_some() {
            let change = self.record.truncate(self.record.last_move(self.cursor));
            self.note(HistoryStep::Change(change), before);
            return self.begin_game(false);
        }
        let old = self.state;
        self.cursor = gnubg_record::Cursor::at(game, 0);
        let change = self.record.truncate(self.cursor);
        let change = change.and(self.record.change_start(game, |start| start.automatic_doubles = 0));
        self.note(HistoryStep::Change(change), before);
        self.refresh();
        self.emit_change(Cause::GameStarted { automatic: false }, Some(old));
        Ok(())
    }

    /// Whether the last game shown is over, with nothing after it.
    fn is_after_last_game(&self) -> bool {
        self.state.result().is_some() && self.is_at_end()
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.cursor == self.record.end()
    }

    fn begin_game(&mut self, automatic: bool) -> Result<(), CommandError> {
        let (old, before) = (self.state, self.cursor);
        let is_first = self.record.games.is_empty();
        if !self.options.matches.record && self.record.is_money() && !is_first {
            self.keep_only_next_game()?;
        } else {
            let change = self.record.begin_game(&mut self.cursor).ok_or(CommandError::MatchOver)?;
            self.note(HistoryStep::Change(change), before);
        }
        self.refresh();
        self.emit_change(Cause::GameStarted { automatic }, (!is_first).then_some(old));
        Ok(())
    }

    /// Starts the next game of a session of which only the last game is kept.
    fn keep_only_next_game(&mut self) -> Result<(), CommandError> {
        let start = self.record.next_start().ok_or(CommandError::MatchOver)?;
        let games = vec![gnubg_record::GameRecord::new(start)];
        let record =
            MatchRecord { games, variations: Vec::new(), shown_variation: None, ..self.record.clone() };
        self.replace_match(record, gnubg_record::Cursor::default());
        Ok(())
    }

    /// The person who is to act.
    ///
    /// # Errors
    /// If no one is, or it is the computer's turn.
    fn person_to_act(&self) -> Result<Player, CommandError> {
        let player = self.game()?.to_act().ok_or(CommandError::NoGame)?;
        if self.is_person(player) { Ok(player) } else { Err(CommandError::ComputersTurn) }
    }

    fn act_by_person(
        &mut self,
        action: Action,
        analysis: Option<DecisionAnalysis>,
    ) -> Result<(), CommandError> {
        self.game()?;
        // An action against the rules is reported as such, whichever player's turn it is.
        let action = self.as_meant(action);
        self.state.apply(action)?;
        self.person_to_act()?;
        self.act(action, Agent::Person, analysis)
    }

    /// Doubling while a double is pending means turning the cube again.
    fn as_meant(&self, action: Action) -> Action {
        match (action, self.state.phase) {
            (Action::Double, Phase::Due(Decision::Answer(_))) => Action::Beaver,
            _ => action,
        }
    }

    /// Carries out an action and records it.
    pub(crate) fn act(
        &mut self,
        action: Action,
        agent: Agent,
        analysis: Option<DecisionAnalysis>,
    ) -> Result<(), CommandError> {
        let (old, before) = (self.state, self.cursor);
        // A hint's result is stored with its decision.
        let hint = self.last_hint().filter(|_| agent == Agent::Person);
        let analysis = analysis.or_else(|| hint.and_then(|hint| hint.analysis_of(&action)));
        let change = self.record.append(&mut self.cursor, action)?;
        self.note(HistoryStep::Change(change), before);
        if let Some(analysis) = analysis {
            self.attach(&analysis, action);
        }
        self.store_pending_rollout(before);
        if matches!(action, Action::Drop) {
            self.dice.forget();
        }
        self.refresh();
        self.charge_clock(&old, before);
        let by = match action {
            Action::Opening(_) => self.state.on_roll,
            _ => old.to_act().unwrap_or(old.on_roll),
        };
        let cause = match action {
            Action::Opening(dice) => {
                let doubled = (self.state.cube != old.cube).then_some(self.state.cube.value);
                if dice[0] == dice[1] {
                    self.dice.forget();
                }
                Cause::Opening { dice, doubled }
            }
            _ => Cause::Acted { by, action, agent },
        };
        self.emit_change(cause, Some(old));
        self.tell_result();
        Ok(())
    }

    /// Stores the analysis behind a decision with the entry just made. That of an answer belongs to the double before
    /// it, unless the double has one already.
    fn attach(&mut self, analysis: &DecisionAnalysis, action: Action) {
        let is_answer = matches!(action, Action::Take | Action::Drop | Action::Beaver);
        let back = if is_answer { 2 } else { 1 };
        let Some(at) = self.cursor.entry.checked_sub(back) else { return };
        let game = self.cursor.game;
        let change = self.record.edit_entries(game, at..at + 1, |entry| match analysis {
            DecisionAnalysis::Play(play) if entry.action.is_play() => {
                entry.update_analysis(|analysis| analysis.set_play(play.clone()));
            }
            DecisionAnalysis::Cube(cube) if !is_answer || entry.action == EntryAction::Double => {
                entry.update_analysis(|analysis| {
                    analysis.cube.get_or_insert_with(|| cube.clone());
                });
            }
            DecisionAnalysis::Play(_) | DecisionAnalysis::Cube(_) => {}
        });
        self.note(HistoryStep::Change(change), self.cursor);
    }

    fn roll_by_person(&mut self, analysis: Option<DecisionAnalysis>) -> Result<(), CommandError> {
        if self.is_before_opening() {
            return self.throw_opening();
        }
        match self.game()?.decision()? {
            Decision::Roll => {}
            Decision::Play(_) => return Err(ActionError::AlreadyRolled.into()),
            Decision::Answer(_) => return Err(ActionError::DoublePending.into()),
        }
        self.person_to_act()?;
        self.roll(Agent::Person, analysis).map(|_| ())
    }

    /// Whether the opening roll of the game shown is due.
    fn is_before_opening(&self) -> bool {
        self.state.phase == Phase::Opening && !self.record.games.is_empty()
    }

    fn throw(&mut self, dice: [u8; 2]) -> Result<(), CommandError> {
        if self.is_before_opening() {
            return self.act(Action::Opening(dice), Agent::Person, None);
        }
        self.game()?.decision()?;
        let [first, second] = dice;
        let die = if (1..=6).contains(&first) { second } else { first };
        let dice = Dice::new(first, second).map_err(|_| ActionError::Die(die))?;
        self.dice.note_entered(self.cursor, &self.state, [first, second]);
        self.act(Action::Roll(dice), Agent::Person, None)
    }

    fn play_forced(&mut self) -> Result<(), CommandError> {
        let list = self.game()?.legal_plays().ok_or(ActionError::NotRolled)?;
        self.person_to_act()?;
        let play = only_play(&self.state).or_else(|| self.automatic_bearoff());
        let play = play.ok_or(CommandError::Ambiguous(list.len()))?;
        self.act(Action::Play(play), Agent::Automatic, None)
    }

    /// The play that bears a checker off with every die, if the option asks for it and there is no contact.
    fn automatic_bearoff(&self) -> Option<Play> {
        let dice = self.state.dice().filter(|_| self.options.automatic.bearoff)?;
        let board = &self.state.board;
        if board.has_contact() {
            return None;
        }
        let n = board.checkers_on_board(Side::OnRoll);
        let wanted = n - n.min(if dice.is_double() { 4 } else { 2 });
        let list = self.state.legal_plays()?;
        // After a play the opponent is on roll.
        let bears = |after: &gnubg_engine::core::Board| after.checkers_on_board(Side::Opponent) == wanted;
        list.boards().iter().position(bears).map(|n| list.plays()[n])
    }

    fn resign(&mut self, level: Option<ResignLevel>) -> Result<(), CommandError> {
        self.game()?.decision()?;
        let player = self.person_to_act()?;
        let level = match level {
            Some(level) => level,
            None if self.is_person(player.other()) => return Err(CommandError::OpenResignation),
            None => settle(&self.state, &self.engine, &self.table, &CancelToken::new())
                .ok()
                .flatten()
                .ok_or(CommandError::NoFairResignation)?,
        };
        match self.act(Action::Resign(level), Agent::Person, None) {
            Err(CommandError::Rule(ActionError::ResignationDeclined)) => Err(CommandError::Declined(level)),
            other => other,
        }
    }

    fn compute(&mut self) -> Result<(), CommandError> {
        if self.is_before_opening() {
            return self.throw_opening();
        }
        let player = self.game()?.to_act().ok_or(CommandError::NoGame)?;
        if self.is_person(player) {
            return Err(CommandError::PersonsTurn);
        }
        self.history.set_apart();
        Ok(())
    }

    fn finish_game(&mut self) -> Result<(), CommandError> {
        self.game()?;
        self.cancel_thinking();
        self.is_finishing = true;
        self.history.set_apart();
        Ok(())
    }

    /// Carries out everything automatic: the next game, the opening roll, automatic rolls and plays, and the computer's
    /// turn, until a decision is due. If none ever is, as when both players dance on rigged dice, the game is held
    /// after many steps, as if somebody had stopped it.
    pub(crate) fn advance(&mut self) {
        for _ in 0..MAX_STEPS {
            if self.is_held || self.record.games.is_empty() || !self.is_at_end() || !self.step() {
                return;
            }
        }
        self.is_held = true;
    }

    /// One such step; `false` when a decision is due or there is nothing more to do.
    fn step(&mut self) -> bool {
        // The tutor's judgement comes first.
        let is_thinking = self.is_pending_here(Activity::Decision) || self.is_pending(Activity::Tutor);
        if is_thinking || self.is_waiting_for_dice() {
            return false;
        }
        let result = match self.state.phase {
            Phase::Over(_) => {
                let is_automatic = self.options.automatic.game || self.is_transcribing;
                let goes_on = is_automatic && self.record.winner().is_none();
                if !goes_on {
                    return false;
                }
                self.begin_game(true).map(|()| true)
            }
            Phase::Opening => self.throw_opening().map(|()| !self.is_waiting_for_dice()),
            Phase::Due(_) | Phase::Resigning { .. } => {
                let Some(player) = self.state.to_act() else { return false };
                if self.is_person(player) { self.step_of_person() } else { self.step_of_computer(player) }
            }
        };
        match result {
            Ok(goes_on) => goes_on,
            Err(error) => {
                // The dice failed; the next command tries again.
                self.is_held = true;
                self.emit(Event::Message(Message::DiceReplaced {
                    reason: error.to_string(),
                    by: self.dice.generator(),
                }));
                false
            }
        }
    }

    /// Carries out what the rules or the automatic options do for a person.
    fn step_of_person(&mut self) -> Result<bool, CommandError> {
        match self.state.phase {
            Phase::Due(Decision::Roll)
                if self.options.automatic.roll && self.state.cube_refusal().is_some() =>
            {
                self.roll(Agent::Automatic, None)
            }
            Phase::Due(Decision::Play(_)) => {
                let Some(play) = self.automatic_play() else { return Ok(false) };
                self.act(Action::Play(play), Agent::Automatic, None).map(|()| true)
            }
            _ => Ok(false),
        }
    }

    /// The play made without asking: passing, the only play, a bearoff.
    fn automatic_play(&self) -> Option<Play> {
        match only_play(&self.state) {
            Some(play) if play.is_empty() || self.options.automatic.play => Some(play),
            Some(play) if self.options.automatic.bearoff && is_bearing_off(&self.state) => Some(play),
            _ => self.automatic_bearoff(),
        }
    }
}

fn is_bearing_off(state: &MatchState) -> bool {
    let board = &state.board;
    !board.has_contact() && board.rearmost(Side::OnRoll).is_some_and(|index| index < 6)
}

/// The day by the system's clock, in universal time.
fn today() -> Option<Date> {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).ok()?;
    Date::from_unix_days(i64::try_from(now.as_secs() / 86_400).ok()?)
}
