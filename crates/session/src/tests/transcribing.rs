// SPDX-License-Identifier: GPL-3.0-or-later
//! Transcriptions: a mode of its own that leaves the settings alone.

use super::*;
use crate::command::NewTranscription;

fn new(length: u16) -> GameCommand {
    GameCommand::NewTranscription(Box::new(NewTranscription {
        length,
        names: ["Baxter", "Varley"].map(str::to_owned),
        event: "Spring Open".to_owned(),
    }))
}

/// A session of a person against the computer, with the tutor.
fn against_computer() -> Session {
    let mut session = Session::start(setup()).unwrap();
    set(&mut session, "tutor.on", OptionValue::Switch(true));
    session
}

#[test]
fn a_transcription_leaves_the_settings_alone() {
    let mut session = against_computer();
    let before = session.options().clone();
    game(&mut session, new(7));
    assert!(session.is_transcribing());
    assert_eq!(Player::BOTH.map(|player| session.seat(player)), [Seat::Human; 2]);
    assert_eq!(session.generator(), Generator::Manual);
    assert!(session.wants_dice(), "the opening roll is typed");
    assert_eq!(Player::BOTH.map(|player| session.name(player)), ["Baxter", "Varley"]);
    assert_eq!(session.record().info.event, "Spring Open");
    // A blunder is recorded without a word of the tutor, and the other seat is played by hand.
    game(&mut session, GameCommand::Throw([4, 6]));
    assert_eq!(state(&session).on_roll, Player::One);
    let blunder = play_of(&session, "6/2 8/2");
    let done = session.execute(Command::Game(GameCommand::Play(blunder)));
    assert!(matches!(done, Ok(CommandOutcome::Done)), "{done:?}");
    assert!(!session.is_pending(crate::Activity::Tutor));
    assert_eq!(state(&session).on_roll, Player::Zero);
    assert_eq!(session.options(), &before);
}

#[test]
fn its_end_brings_back_seats_and_dice_and_the_computer_waits() {
    let mut session = against_computer();
    game(&mut session, new(7));
    game(&mut session, GameCommand::Throw([4, 6]));
    let play = play_of(&session, "24/14");
    game(&mut session, GameCommand::Play(play));
    assert_eq!(state(&session).on_roll, Player::Zero);
    assert!(!session.is_thinking());
    session.execute(Command::Transcribe(false)).unwrap();
    assert!(!session.is_transcribing() && session.is_held() && !session.is_thinking());
    assert_eq!(session.seat(Player::Zero), Seat::Engine);
    assert_eq!(session.generator(), Generator::Mersenne);
    // It can be continued, as after a crash.
    session.execute(Command::Transcribe(true)).unwrap();
    game(&mut session, GameCommand::Throw([3, 1]));
    assert_eq!(state(&session).dice(), Dice::new(3, 1).ok());
    // Another match ends it; undoing that brings it back.
    game(&mut session, GameCommand::NewMatch(Some(3)));
    assert!(!session.is_transcribing());
    session.execute(Command::Undo).unwrap();
    assert!(session.is_transcribing());
    session.execute(Command::Redo).unwrap();
    assert!(!session.is_transcribing());
}

#[test]
fn games_of_a_transcription_follow_one_another() {
    let mut session = against_computer();
    set(&mut session, "automatic.game", OptionValue::Switch(false));
    game(&mut session, new(3));
    game(&mut session, GameCommand::Throw([4, 6]));
    let play = play_of(&session, "24/14");
    game(&mut session, GameCommand::Play(play));
    game(&mut session, GameCommand::Double);
    game(&mut session, GameCommand::Drop);
    assert_eq!(session.record().games.len(), 2);
    assert_eq!(state(&session).score, [1, 0]);
    assert!(session.wants_dice());
}

#[test]
fn nothing_is_transcribed_without_a_match() {
    let mut session = Session::start(setup()).unwrap();
    assert!(matches!(session.execute(Command::Transcribe(true)), Err(crate::CommandError::NoGame)));
    assert!(!session.is_transcribing());
}
