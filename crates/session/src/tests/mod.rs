// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of whole sessions.

mod advice;
mod analysis;
mod blocking;
mod clock;
mod correcting;
mod course;
mod databases;
mod editing;
mod endurance;
mod externals;
mod files;
mod laws;
mod options;
mod programs;
mod rolled_out;
mod rolling_levels;
mod rollout_queue;
mod rollouts;
mod saving;
mod setting_up;
mod surveys;
mod transcribing;
mod variations;

use crate::command::{Command, CommandOutcome, Edit, GameCommand, Go};
use crate::event::{Cause, Event};
use crate::options::{OptionValue, Seat, find};
use crate::session::{Session, Setup};
use gnubg_engine::core::{Board, Dice, MatchState, Play, Player, notation};
use gnubg_engine::eval::Engine;
use gnubg_engine::rng::{Generator, Seed};
use std::sync::{Arc, LazyLock};

/// One engine for all tests; a small cache is enough.
static ENGINE: LazyLock<Arc<Engine>> =
    LazyLock::new(|| Arc::new(Engine::built_in(1 << 12).expect("the nets are sound")));

fn setup() -> Setup {
    Setup {
        engine: Some(Arc::clone(&ENGINE)),
        threads: Some(2),
        seed: Some(Seed::from(7)),
        ..Setup::default()
    }
}

/// A session of two people without automatic actions.
fn two_people() -> Session {
    two_people_in(setup())
}

fn two_people_in(setup: Setup) -> Session {
    let mut session = Session::start(setup).unwrap();
    for (name, value) in [
        ("player.0.seat", OptionValue::Text("human".to_owned())),
        ("automatic.roll", OptionValue::Switch(false)),
        ("automatic.game", OptionValue::Switch(false)),
    ] {
        set(&mut session, name, value);
    }
    session
}

fn set(session: &mut Session, name: &str, value: OptionValue) {
    let id = find(name).unwrap_or_else(|| panic!("option {name}")).id();
    session.execute(Command::Set(vec![(id, value)])).unwrap();
}

fn seat(session: &mut Session, player: usize, seat: Seat) {
    set(session, &format!("player.{player}.seat"), OptionValue::Text(seat.word().to_owned()));
}

fn plies(session: &mut Session, plies: i64) {
    for player in 0..2 {
        for part in ["checker", "cube"] {
            set(session, &format!("player.{player}.{part}.evaluation.plies"), OptionValue::Whole(plies));
        }
    }
    for part in ["checker", "cube"] {
        set(session, &format!("evaluation.{part}.evaluation.plies"), OptionValue::Whole(plies));
    }
}

/// Dice from a text, as a file would give them.
fn dice(session: &mut Session, text: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dice.txt");
    std::fs::write(&path, text).unwrap();
    let command = crate::command::DiceCommand::Use {
        generator: Generator::File,
        source: Some(path.to_string_lossy().into_owned()),
        seed: None,
        modulus: None,
    };
    let CommandOutcome::Started(id) = session.execute(Command::Dice(command)).unwrap() else { panic!() };
    session.await_job(id, |_, _| ());
}

fn game(session: &mut Session, command: GameCommand) {
    session.execute(Command::Game(command)).unwrap();
}

fn edit(session: &mut Session, edit: Edit) {
    session.execute(Command::Edit(edit)).unwrap();
}

fn go(session: &mut Session, go: Go) {
    session.execute(Command::Go(go)).unwrap();
}

/// The play a text means in the position shown.
fn play_of(session: &Session, text: &str) -> Play {
    let state = session.state().unwrap();
    notation::resolve(&state.board, state.dice().unwrap(), text).unwrap()
}

fn play(session: &mut Session, text: &str) {
    let play = play_of(session, text);
    game(session, GameCommand::Play(play));
}

fn set_position(session: &mut Session, on_roll: Player, id: &str, roll: Option<(u8, u8)>) {
    edit(session, Edit::Turn(on_roll));
    edit(session, Edit::Board(Box::new(Board::from_position_id(id).unwrap())));
    if let Some((a, b)) = roll {
        edit(session, Edit::Dice([a, b]));
    }
}

/// Waits until no computation is left; returns all events in order.
fn settle(session: &mut Session) -> Vec<Event> {
    let mut seen = Vec::new();
    session.settle(|_, event| seen.push(event));
    seen
}

fn causes(events: &[Event]) -> Vec<&Cause> {
    fn cause(event: &Event) -> Option<&Cause> {
        if let Event::StateChanged(change) = event { Some(&change.cause) } else { None }
    }
    events.iter().filter_map(cause).collect()
}

fn state(session: &Session) -> MatchState {
    *session.state().unwrap()
}

/// The state that the record replays to at the place shown.
fn replayed(session: &Session) -> MatchState {
    session.record().state_at(session.place())
}
