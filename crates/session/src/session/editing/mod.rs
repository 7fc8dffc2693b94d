// SPDX-License-Identifier: GPL-3.0-or-later
//! Edits: positions, dice, turn, cube, score, rules, names, facts.
//!
//! What is set up in a game becomes an entry of it, so that the record replays to the position shown. The computer does
//! not continue by itself after an edit; `play` lets it.

mod correct;
pub(crate) mod set_up;
pub(crate) mod variations;

use crate::command::CommandOutcome;
use crate::command::{Edit, Fact};
use crate::editing::history::HistoryStep;
use crate::editing::names::{is_same_name, usable_name};
use crate::editing::score::new_start;
use crate::error::{CommandError, NameError};
use crate::event::{Cause, Event};
use crate::options::Matches;
use crate::session::Session;
use gnubg_engine::core::{ActionError, Board, CubeValue, Decision, Dice, MatchState, Phase, Player, Rules};
use gnubg_record::{Change, Cursor, Entry, EntryAction, GameRecord, GameStart, MatchRecord};

impl Edit {
    /// Whether it makes an entry, and so removes what follows.
    pub(crate) const fn is_entry(&self) -> bool {
        matches!(
            self,
            Edit::Board(_)
                | Edit::Dice(_)
                | Edit::Turn(_)
                | Edit::ClearTurn
                | Edit::CubeValue(_)
                | Edit::CubeOwner(_)
                | Edit::State(_)
                | Edit::MissingTurn
        )
    }
}

impl Session {
    pub(crate) fn edit(&mut self, edit: Edit) -> Result<CommandOutcome, CommandError> {
        self.history.begin(self.cursor, false);
        let (old, revision) = (self.state, self.revision);
        let had_match = !self.record.games.is_empty();
        let cause = if matches!(edit, Edit::Correct(_)) { Cause::Corrected } else { Cause::Edited };
        match edit {
            Edit::Board(board) => self.set_board(*board)?,
            Edit::Dice(dice) => self.set_dice(dice)?,
            Edit::Turn(player) => self.set_turn(player)?,
            Edit::ClearTurn => self.clear_turn()?,
            Edit::CubeValue(value) => self.set_cube_value(value)?,
            Edit::CubeOwner(owner) => {
                self.cube_may_be_set()?;
                self.push(EntryAction::SetCubeOwner(owner));
            }
            Edit::Score(points, length) => self.set_score(points, length)?,
            Edit::Crawford(on) => self.set_crawford(on)?,
            Edit::PostCrawford(on) => self.set_crawford(!on)?,
            Edit::State(state) => self.set_state(*state)?,
            Edit::Position(state) => self.begin_with(*state)?,
            Edit::SetUp(wanted) => self.set_up(*wanted)?,
            Edit::MissingTurn => self.insert_missing_turn()?,
            Edit::SwapPlayers => {
                let swapped = self.record.clone().with_seats_exchanged();
                self.replace_match(swapped, self.cursor);
            }
            Edit::Name(player, name) => self.set_name(player, &name)?,
            Edit::DefaultNames(names) => self.set_default_names(names)?,
            Edit::Fact(fact) => self.set_fact(fact),
            Edit::Correct(correction) => self.correct(correction)?,
        }
        if self.revision == revision {
            self.emit(Event::RecordChanged);
        } else {
            self.cancel_thinking();
            self.is_held = true;
            self.emit_change(cause, had_match.then_some(old));
        }
        Ok(CommandOutcome::Done)
    }

    /// Makes an entry of the player on roll at the place shown, replacing what follows.
    fn push(&mut self, action: EntryAction) {
        self.push_for(self.state.on_roll, action);
    }

    pub(crate) fn push_for(&mut self, player: Player, action: EntryAction) {
        self.push_entry(Entry::new(player, action));
    }

    fn push_entry(&mut self, entry: Entry) {
        let before = self.cursor;
        let at = Cursor { rolled: false, ..self.cursor };
        let change = self.record.push(&mut self.cursor, at, entry);
        self.note(HistoryStep::Change(change), before);
        self.refresh();
    }

    /// Notes a change that does not move the cursor.
    pub(crate) fn noted(&mut self, change: Change) {
        self.note(HistoryStep::Change(change), self.cursor);
        self.refresh();
    }

    fn set_board(&mut self, board: Board) -> Result<(), CommandError> {
        let state = *self.game()?;
        board.check(state.rules.variation)?;
        if board.outcome(state.rules.variation).is_some() {
            return Err(CommandError::GameWouldBeOver);
        }
        let dice = match state.phase {
            Phase::Due(Decision::Play(dice)) => Some(dice),
            _ => None,
        };
        self.push(EntryAction::SetBoard(Box::new(board)));
        // The dice stay on the board.
        if let Some(dice) = dice {
            self.push(EntryAction::Roll(dice));
        }
        Ok(())
    }

    fn set_dice(&mut self, [a, b]: [u8; 2]) -> Result<(), CommandError> {
        let die = if (1..=6).contains(&a) { b } else { a };
        let dice = Dice::new(a, b).map_err(|_| ActionError::Die(die))?;
        match self.game()?.decision()? {
            Decision::Roll => {}
            Decision::Play(_) => self.step_back_over(|action| matches!(action, EntryAction::Roll(_))),
            Decision::Answer(_) => return Err(ActionError::DoublePending.into()),
        }
        let player = self.state.on_roll;
        self.push_entry(Entry { low_die_first: a < b, ..Entry::new(player, EntryAction::Roll(dice)) });
        Ok(())
    }

    /// Moves the cursor before the entry just made, if it is such a one.
    fn step_back_over(&mut self, is_wanted: impl Fn(&EntryAction) -> bool) {
        let at = self.cursor;
        if at.rolled {
            self.cursor.rolled = false;
        } else if self.record.last_entry(at).is_some_and(|entry| is_wanted(&entry.action)) {
            self.cursor = Cursor::at(at.game, at.entry - 1);
        }
        self.state = self.record.state_at(self.cursor);
    }

    fn set_turn(&mut self, player: Player) -> Result<(), CommandError> {
        let state = *self.game()?;
        if let Phase::Resigning { .. } = state.phase {
            return Err(ActionError::ResignationPending.into());
        }
        if state.on_roll == player && state.phase == Phase::Due(Decision::Roll) {
            return Ok(());
        }
        self.take_turn_back();
        if self.state.on_roll != player || self.state.phase != Phase::Due(Decision::Roll) {
            self.push_for(player, EntryAction::SetBoard(Box::new(state.board_of(player))));
        }
        Ok(())
    }

    fn clear_turn(&mut self) -> Result<(), CommandError> {
        let state = *self.game()?;
        if let Phase::Resigning { .. } = state.phase {
            return Err(ActionError::ResignationPending.into());
        }
        if state.phase == Phase::Due(Decision::Roll) {
            return Ok(());
        }
        self.take_turn_back();
        if self.state.phase != Phase::Due(Decision::Roll) || self.state.on_roll != state.on_roll {
            self.push_for(state.on_roll, EntryAction::SetBoard(Box::new(state.board)));
        }
        Ok(())
    }

    /// Removes the dice, doubles and beavers of this turn from the record.
    pub(crate) fn take_turn_back(&mut self) {
        let before = self.cursor;
        loop {
            let at = self.cursor;
            self.step_back_over(|action| {
                matches!(action, EntryAction::Roll(_) | EntryAction::Double | EntryAction::Beaver)
            });
            if self.cursor == at {
                break;
            }
        }
        if self.cursor != before {
            let change = self.record.truncate(self.cursor);
            self.note(HistoryStep::Change(change), before);
            self.refresh();
        }
    }

    fn cube_may_be_set(&self) -> Result<MatchState, CommandError> {
        let state = *self.game()?;
        if !state.rules.cube {
            return Err(CommandError::NoCube);
        }
        if state.is_crawford {
            return Err(ActionError::Cube(gnubg_engine::core::CubeRefusal::Crawford).into());
        }
        Ok(state)
    }

    fn set_cube_value(&mut self, value: CubeValue) -> Result<(), CommandError> {
        self.cube_may_be_set()?;
        self.push(EntryAction::SetCubeValue(value));
        Ok(())
    }

    fn set_score(
        &mut self,
        points: [crate::command::Points; 2],
        length: Option<u16>,
    ) -> Result<(), CommandError> {
        let length = length.unwrap_or(self.record.length);
        let (score, is_crawford) = new_start(points, length)?;
        if self.record.games.is_empty() {
            let before = self.cursor;
            if let Some(change) = self.record.begin_game(&mut self.cursor) {
                self.note(HistoryStep::Change(change), before);
            }
        }
        let game = self.cursor.game;
        let mut change = Change::NONE;
        if length != self.record.length {
            let rules = self.record.rules;
            change = change.and(self.record.change_length(length));
            change = change.and(self.record.change_rules(rules));
        }
        let start = |start: &mut GameStart| {
            start.score = score;
            start.is_crawford = is_crawford;
        };
        change = change.and(self.record.change_start(game, start));
        self.noted(change);
        Ok(())
    }

    fn set_crawford(&mut self, on: bool) -> Result<(), CommandError> {
        let state = *self.state().ok_or(CommandError::NoMatch)?;
        if state.is_money() {
            return Err(CommandError::MoneyPlay);
        }
        let n_one_away = Player::BOTH.iter().filter(|&&p| state.away(p) == Some(1)).count();
        if state.length <= 1 || n_one_away == 0 || (on && n_one_away != 1) {
            return Err(CommandError::NotCrawford);
        }
        let change = self.record.change_start(self.cursor.game, |start| start.is_crawford = on);
        self.noted(change);
        Ok(())
    }

    /// Sets a whole state: in the game in progress if score, length and rules are the same, else in a match of its own
    /// with the present names.
    fn set_state(&mut self, state: MatchState) -> Result<(), CommandError> {
        state.check()?;
        if self.fits(&state) {
            self.set_on_board(&state);
            return Ok(());
        }
        self.begin_with(state)
    }

    /// Shows a position in a match of its own.
    fn begin_with(&mut self, state: MatchState) -> Result<(), CommandError> {
        state.check()?;
        let position = position_game(&state);
        self.dice.forget();
        let n = position.entries.len();
        let record = MatchRecord {
            info: self.record.info.clone(),
            length: state.length,
            rules: state.rules,
            games: vec![position],
            variations: Vec::new(),
            shown_variation: None,
        };
        self.file = None;
        self.replace_match(record, Cursor::at(0, n));
        Ok(())
    }

    fn set_name(&mut self, player: Player, name: &str) -> Result<(), CommandError> {
        let name = usable_name(name)?;
        let other = &self.record.info.players[player.other().index()].name;
        if is_same_name(&name, other) {
            return Err(NameError::Taken(other.clone()).into());
        }
        let change = self.record.edit_info(|info| info.players[player.index()].name = name);
        self.note(HistoryStep::Change(change), self.cursor);
        Ok(())
    }

    fn set_default_names(&mut self, names: [String; 2]) -> Result<(), CommandError> {
        let [zero, one] = names;
        let (zero, one) = (usable_name(&zero)?, usable_name(&one)?);
        if is_same_name(&zero, &one) {
            return Err(NameError::Taken(zero).into());
        }
        self.options.matches.names = [zero, one];
        Ok(())
    }

    fn set_fact(&mut self, fact: Fact) {
        let change = self.record.edit_info(|info| match fact {
            Fact::Annotator(text) => info.annotator = text,
            Fact::Comment(text) => info.comment = text,
            Fact::Date(date) => info.date = date,
            Fact::Event(text) => info.event = text,
            Fact::Place(text) => info.place = text,
            Fact::Rating(player, text) => info.players[player.index()].rating = text,
            Fact::Round(text) => info.round = text,
            Fact::TimeControl(named) => {
                info.time_control = named.as_ref().map(|named| named.control);
                info.time_control_name = named.map(|named| named.name).unwrap_or_default();
            }
        });
        self.note(HistoryStep::Change(change), self.cursor);
    }

    /// The options of new matches have changed; the match in progress adopts what can change during a game.
    pub(crate) fn rules_changed(&mut self, old: &Matches) {
        let new = self.options.matches.clone();
        let is_money = self.record.is_money();
        let follow = |rules: Rules| Rules {
            cube: if new.cube == old.cube { rules.cube } else { new.cube },
            crawford: if new.crawford == old.crawford { rules.crawford } else { new.crawford },
            jacoby: if new.jacoby == old.jacoby || !is_money { rules.jacoby } else { new.jacoby },
            beavers: if new.beavers == old.beavers { rules.beavers } else { new.beavers },
            automatic_doubles: if new.automatic_doubles == old.automatic_doubles {
                rules.automatic_doubles
            } else {
                new.automatic_doubles
            },
            egyptian: if new.egyptian == old.egyptian { rules.egyptian } else { new.egyptian },
            ..rules
        };
        let rules = follow(self.record.rules);
        if rules == self.record.rules {
            return;
        }
        self.history.begin(self.cursor, false);
        let before = self.state;
        let mut change = self.record.change_rules(rules);
        let game = self.cursor.game;
        if self.record.games.get(game).is_some_and(|_| self.state.result().is_none()) {
            change = change.and(self.record.change_start(game, |start| start.rules = follow(start.rules)));
        }
        self.noted(change);
        if !rules.cube && self.game().is_ok() {
            self.put_cube_away();
        }
        self.cancel_thinking();
        if !self.record.games.is_empty() {
            self.emit_change(Cause::Edited, Some(before));
        }
    }

    /// Without a cube no double is pending, and its value is 1 in the middle.
    fn put_cube_away(&mut self) {
        if matches!(self.state.phase, Phase::Due(Decision::Answer(_))) {
            self.take_turn_back();
        }
        if self.state.cube.value != CubeValue::ONE {
            self.push(EntryAction::SetCubeValue(CubeValue::ONE));
        }
        if self.state.cube.owner.is_some() {
            self.push(EntryAction::SetCubeOwner(None));
        }
    }
}

/// A game that consists of setting up this state, apart from what every new game has.
pub(crate) fn position_game(state: &MatchState) -> GameRecord {
    let mut game = GameRecord::of_position(state);
    let is_default = |action: &EntryAction| {
        matches!(action, EntryAction::SetCubeValue(CubeValue::ONE) | EntryAction::SetCubeOwner(None))
    };
    game.entries.retain(|entry| !is_default(&entry.action));
    game
}
