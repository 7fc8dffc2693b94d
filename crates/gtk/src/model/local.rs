// SPDX-License-Identifier: GPL-3.0-or-later
//! Two people at one board: the application without engine, files or network.

use super::{Cause, Command, Event, Model, NewMatch, Seat, Snapshot};
use gnubg_engine::core::{Action, Decision, Dice, MatchState, Phase, Player};
use rand::{RngExt, SeedableRng};
use std::cell::RefCell;
use std::collections::VecDeque;
use thiserror::Error;

/// Dice prescribed for a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestDice(VecDeque<[u8; 2]>);

/// A text that is not a list of rolls.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("roll {number} is {text:?}; rolls are two digits from 1 to 6, such as \"31 66\"")]
pub struct TestDiceError {
    number: usize,
    text: String,
}

impl std::str::FromStr for TestDice {
    type Err = TestDiceError;

    fn from_str(text: &str) -> Result<TestDice, TestDiceError> {
        let roll = |(n, word): (usize, &str)| match word.as_bytes() {
            [a @ b'1'..=b'6', b @ b'1'..=b'6'] => Ok([a - b'0', b - b'0']),
            _ => Err(TestDiceError { number: n + 1, text: word.to_owned() }),
        };
        text.split_whitespace().enumerate().map(roll).collect::<Result<VecDeque<_>, _>>().map(TestDice)
    }
}

/// The application for two people at one board.
#[derive(Debug)]
pub struct LocalModel {
    inner: RefCell<Inner>,
    sender: async_channel::Sender<Event>,
    receiver: async_channel::Receiver<Event>,
}

#[derive(Debug)]
struct Inner {
    snapshot: Snapshot,
    past: Vec<MatchState>,
    future: Vec<MatchState>,
    test_dice: TestDice,
    rng: rand::rngs::StdRng,
}

impl LocalModel {
    /// A model without a match. Prescribed dice are used first, then dice from `seed` or from chance.
    #[must_use]
    pub fn new(test_dice: TestDice, seed: Option<u64>) -> LocalModel {
        let (sender, receiver) = async_channel::unbounded();
        let rng = rand::rngs::StdRng::seed_from_u64(seed.unwrap_or_else(rand::random));
        let inner =
            Inner { snapshot: Snapshot::default(), past: Vec::new(), future: Vec::new(), test_dice, rng };
        LocalModel { inner: RefCell::new(inner), sender, receiver }
    }
}

impl Model for LocalModel {
    fn send(&self, command: Command) {
        let mut events = Vec::new();
        self.inner.borrow_mut().run(command, &mut events);
        for event in events {
            // The channel is unbounded and this object holds a receiver, so sending cannot fail.
            let _ = self.sender.try_send(event);
        }
    }

    fn events(&self) -> async_channel::Receiver<Event> {
        self.receiver.clone()
    }

    fn levels(&self) -> Vec<String> {
        Vec::new()
    }
}

impl Inner {
    fn run(&mut self, command: Command, events: &mut Vec<Event>) {
        let result = match command {
            Command::NewMatch(new) => self.start(new, events),
            Command::NextGame => self.next_game(events),
            Command::Roll => {
                let dice = self.throw();
                self.thrown(dice, events)
            }
            Command::Throw(dice) => self.thrown(dice, events),
            Command::Act(action) => self.act(action, events),
            Command::Undo => self.jump(true, events),
            Command::Redo => self.jump(false, events),
            Command::SetState(state) => self.set(*state, events),
            Command::Stop => Ok(()),
        };
        if let Err(reason) = result {
            events.push(Event::Refused(reason));
        }
    }

    fn throw(&mut self) -> [u8; 2] {
        match self.test_dice.0.pop_front() {
            Some(dice) => dice,
            None => [self.rng.random_range(1..=6), self.rng.random_range(1..=6)],
        }
    }

    fn start(&mut self, new: NewMatch, events: &mut Vec<Event>) -> Result<(), String> {
        let state = MatchState::new(new.length, new.rules).map_err(|error| error.to_string())?;
        self.past.clear();
        self.future.clear();
        self.snapshot = Snapshot {
            state: Some(state),
            names: new.names,
            seats: [Seat::Human, Seat::Human],
            manual_dice: new.manual_dice,
            game: 1,
            ..Snapshot::default()
        };
        self.changed(Cause::Started, events);
        self.open(events)
    }

    fn next_game(&mut self, events: &mut Vec<Event>) -> Result<(), String> {
        let next = self.snapshot.state.and_then(|state| state.next_game());
        let state = next.ok_or_else(|| "there is no next game".to_owned())?;
        self.remember();
        self.snapshot.state = Some(state);
        self.snapshot.game += 1;
        self.changed(Cause::NextGame, events);
        self.open(events)
    }

    /// Throws the opening unless the user enters the dice; equal dice are thrown again.
    fn open(&mut self, events: &mut Vec<Event>) -> Result<(), String> {
        while !self.snapshot.manual_dice
            && self.snapshot.state.is_some_and(|state| state.phase == Phase::Opening)
        {
            let dice = self.throw();
            self.thrown(dice, events)?;
        }
        Ok(())
    }

    fn thrown(&mut self, dice: [u8; 2], events: &mut Vec<Event>) -> Result<(), String> {
        let opening = self.snapshot.state.is_some_and(|state| state.phase == Phase::Opening);
        let action = if opening {
            Action::Opening(dice)
        } else {
            Action::Roll(Dice::new(dice[0], dice[1]).map_err(|error| error.to_string())?)
        };
        self.act(action, events)
    }

    fn act(&mut self, action: Action, events: &mut Vec<Event>) -> Result<(), String> {
        let before = self.snapshot.state.ok_or_else(|| "no match is on".to_owned())?;
        let after = before.apply(action).map_err(|error| error.to_string())?;
        // Dice are no decision: undo goes back to before the decision that came before them.
        if !matches!(action, Action::Opening(_) | Action::Roll(_)) {
            self.remember();
        } else {
            self.snapshot.throw += 1;
        }
        let by = match action {
            Action::Opening(_) => after.on_roll,
            _ => before.to_act().unwrap_or(before.on_roll),
        };
        self.snapshot.state = Some(after);
        self.changed(Cause::Acted { by, action, before: Box::new(before) }, events);
        self.roll_if_forced(events)
    }

    /// Rolls at once for a player who cannot double.
    fn roll_if_forced(&mut self, events: &mut Vec<Event>) -> Result<(), String> {
        let Some(state) = self.snapshot.state else { return Ok(()) };
        let forced = state.phase == Phase::Due(Decision::Roll) && state.cube_refusal().is_some();
        if !forced || self.snapshot.manual_dice {
            return Ok(());
        }
        let dice = self.throw();
        self.thrown(dice, events)
    }

    fn remember(&mut self) {
        if let Some(state) = self.snapshot.state {
            self.past.push(state);
        }
        self.future.clear();
    }

    fn jump(&mut self, back: bool, events: &mut Vec<Event>) -> Result<(), String> {
        let (from, to) =
            if back { (&mut self.past, &mut self.future) } else { (&mut self.future, &mut self.past) };
        let state = from.pop().ok_or_else(|| {
            if back { "nothing to take back".to_owned() } else { "nothing to make again".to_owned() }
        })?;
        to.extend(self.snapshot.state);
        self.snapshot.state = Some(state);
        self.changed(Cause::Jumped, events);
        Ok(())
    }

    fn set(&mut self, state: MatchState, events: &mut Vec<Event>) -> Result<(), String> {
        state.check().map_err(|error| error.to_string())?;
        self.remember();
        if self.snapshot.state.is_none() {
            self.snapshot.names =
                [Player::Zero, Player::One].map(|seat| format!("Player {}", seat.index() + 1));
            self.snapshot.game = 1;
        }
        self.snapshot.state = Some(state);
        self.changed(Cause::Edited, events);
        Ok(())
    }

    fn changed(&mut self, cause: Cause, events: &mut Vec<Event>) {
        self.snapshot.can_undo = !self.past.is_empty();
        self.snapshot.can_redo = !self.future.is_empty();
        self.snapshot.is_unsaved = self.snapshot.state.is_some();
        events.push(Event::Changed { snapshot: Box::new(self.snapshot.clone()), cause });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::Rules;

    fn model(dice: &str, length: u16) -> LocalModel {
        let model = LocalModel::new(dice.parse().unwrap(), Some(1));
        model.send(Command::NewMatch(NewMatch {
            length,
            rules: Rules::default(),
            names: ["A".into(), "B".into()],
            seats: [Seat::Human, Seat::Human],
            manual_dice: false,
        }));
        model
    }

    fn drain(model: &LocalModel) -> Vec<Event> {
        let receiver = model.events();
        std::iter::from_fn(|| receiver.try_recv().ok()).collect()
    }

    fn state(model: &LocalModel) -> MatchState {
        model.inner.borrow().snapshot.state.unwrap()
    }

    #[test]
    fn rolls_are_read() {
        assert!("31 66".parse::<TestDice>().is_ok());
        let error = "31 70".parse::<TestDice>().unwrap_err();
        assert!(error.to_string().contains("roll 2 is \"70\""));
    }

    #[test]
    fn the_opening_is_thrown_until_unequal() {
        let model = model("33 13", 0);
        assert_eq!(drain(&model).len(), 3);
        let state = state(&model);
        assert_eq!((state.on_roll, state.dice().map(|d| d.to_string())), (Player::One, Some("31".into())));
    }

    #[test]
    fn undo_goes_back_to_the_decision() {
        let model = model("13", 0);
        let before = state(&model);
        let play = before.legal_plays().unwrap().plays()[0];
        model.send(Command::Act(Action::Play(play)));
        model.send(Command::Roll);
        assert_eq!(state(&model).on_roll, Player::Zero);
        model.send(Command::Undo);
        assert_eq!(state(&model), before);
        model.send(Command::Redo);
        assert!(state(&model).dice().is_some());
        drain(&model);
        model.send(Command::Redo);
        assert!(matches!(drain(&model)[..], [Event::Refused(_)]));
    }

    #[test]
    fn players_who_cannot_double_roll_at_once() {
        let model = model("13 64", 1);
        let play = state(&model).legal_plays().unwrap().plays()[0];
        model.send(Command::Act(Action::Play(play)));
        assert_eq!(state(&model).dice().map(|d| d.to_string()), Some("64".into()));
    }

    #[test]
    fn games_follow_each_other() {
        let model = model("13 13", 3);
        let play = state(&model).legal_plays().unwrap().plays()[0];
        model.send(Command::Act(Action::Play(play)));
        model.send(Command::Act(Action::Double));
        model.send(Command::Act(Action::Drop));
        assert_eq!(state(&model).score, [1, 0]);
        model.send(Command::NextGame);
        assert!(state(&model).dice().is_some());
        drain(&model);
        model.send(Command::NextGame);
        assert!(matches!(drain(&model)[..], [Event::Refused(_)]));
    }
}
