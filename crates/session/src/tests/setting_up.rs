// SPDX-License-Identifier: GPL-3.0-or-later
//! Setting up a position with names, score and rules in one step.

use super::*;
use crate::command::SetUp;
use crate::error::Loss;
use gnubg_engine::core::{CubeState, CubeValue, Decision, Phase, Rules, Variation};

fn started() -> Session {
    let mut session = two_people();
    dice(&mut session, "31 65 42 65");
    game(&mut session, GameCommand::NewMatch(Some(7)));
    play(&mut session, "8/5 6/5");
    session
}

fn set_up(session: &mut Session, state: MatchState, names: [&str; 2]) {
    edit(session, Edit::SetUp(Box::new(SetUp { state, names: names.map(str::to_owned) })));
}

#[test]
fn setting_up_the_present_position_makes_no_entry() {
    let mut session = started();
    let wanted = MatchState { score: [2, 5], length: 9, ..state(&session) };
    assert_eq!(session.set_up_loses(&wanted), None);
    set_up(&mut session, wanted, ["Ann", "Bob"]);
    assert_eq!(state(&session), wanted);
    assert_eq!(session.record().games[0].entries.len(), 1, "the play stays");
    assert_eq!((session.name(Player::Zero), session.name(Player::One)), ("Ann".to_owned(), "Bob".to_owned()));
    session.execute(Command::Undo).unwrap();
    assert_eq!(state(&session).score, [0, 0], "all of it is one undo step");
    assert_ne!(session.name(Player::One), "Bob");
}

#[test]
fn names_can_be_exchanged_but_not_equal() {
    let mut session = started();
    let now = state(&session);
    set_up(&mut session, now, ["Ann", "Bob"]);
    set_up(&mut session, now, ["Bob", "Ann"]);
    assert_eq!(session.name(Player::Zero), "Bob");
    let alike = SetUp { state: now, names: ["Bob".to_owned(), "bob".to_owned()] };
    assert!(session.execute(Command::Edit(Edit::SetUp(Box::new(alike)))).is_err());
    assert_eq!(session.name(Player::One), "Ann");
}

#[test]
fn the_game_continues_with_the_position() {
    let mut session = started();
    let mut wanted = state(&session);
    wanted.board = Board::from_position_id("4PPgASSgc/ABMA").unwrap();
    wanted.on_roll = Player::One;
    wanted.cube = CubeState { value: CubeValue::new(4).unwrap(), owner: Some(Player::Zero) };
    wanted.phase = Phase::Due(Decision::Play(Dice::new(6, 2).unwrap()));
    set_up(&mut session, wanted, ["Ann", "Bob"]);
    assert_eq!(state(&session), wanted);
    assert_eq!(replayed(&session), wanted);
    // Other dice replace those on the board; the cube returns to the middle.
    wanted.phase = Phase::Due(Decision::Play(Dice::new(5, 5).unwrap()));
    wanted.cube = CubeState::CENTERED;
    let n = session.record().games[0].entries.len();
    set_up(&mut session, wanted, ["Ann", "Bob"]);
    assert_eq!(replayed(&session), wanted);
    assert!(session.record().games[0].entries.len() <= n + 2);
    wanted.phase = Phase::Due(Decision::Roll);
    set_up(&mut session, wanted, ["Ann", "Bob"]);
    assert_eq!(replayed(&session), wanted);
    assert!(session.record().flaws().is_empty());
}

#[test]
fn an_opening_roll_can_become_any_roll() {
    let mut session = two_people();
    dice(&mut session, "31");
    game(&mut session, GameCommand::NewMatch(Some(7)));
    let mut wanted = state(&session);
    wanted.phase = Phase::Due(Decision::Play(Dice::new(1, 1).unwrap()));
    wanted.on_roll = Player::Zero;
    set_up(&mut session, wanted, ["Ann", "Bob"]);
    assert_eq!(replayed(&session), wanted);
    wanted.on_roll = Player::One;
    set_up(&mut session, wanted, ["Ann", "Bob"]);
    assert_eq!(replayed(&session), wanted);
}

#[test]
fn a_setup_reports_what_it_would_discard() {
    let mut session = started();
    let now = state(&session);
    let other = MatchState::new(7, Rules { variation: Variation::Nackgammon, ..now.rules }).unwrap();
    let other = MatchState { phase: Phase::Due(Decision::Roll), ..other };
    assert_eq!(session.set_up_loses(&other), Some(Loss::Game));
    go(&mut session, Go::FirstMove);
    let mut shown = state(&session);
    assert_eq!(session.set_up_loses(&shown), None);
    shown.phase = Phase::Due(Decision::Roll);
    assert_eq!(session.set_up_loses(&shown), Some(Loss::Rest { games: 0, entries: 1 }));
    go(&mut session, Go::End);
    set_up(&mut session, other, ["Ann", "Bob"]);
    assert_eq!(state(&session), other);
    session.execute(Command::Undo).unwrap();
    assert_eq!(state(&session), now, "the match is restored");
}

#[test]
fn after_a_game_the_position_starts_the_next_one() {
    let mut session = started();
    game(&mut session, GameCommand::Resign(Some(gnubg_engine::core::ResignLevel::Single)));
    game(&mut session, GameCommand::AcceptResignation);
    let over = state(&session);
    let wanted = MatchState { phase: Phase::Due(Decision::Roll), board: Board::default(), ..over };
    let wanted = MatchState { score: [3, 1], on_roll: Player::One, ..wanted };
    set_up(&mut session, wanted, ["Ann", "Bob"]);
    assert_eq!(session.record().games.len(), 2);
    assert_eq!((state(&session).score, state(&session).phase), (wanted.score, wanted.phase));
}
