// SPDX-License-Identifier: GPL-3.0-or-later
//! Clocks: charging turns, pausing, undoing, time that is used up, saving.

use super::*;
use crate::clock::ClockReading;
use crate::command::ClockCommand;
use crate::error::CommandError;
use crate::{FileCommand, FileScope};
use gnubg_engine::core::Phase;
use gnubg_record::{EntryAction, TimeLoss};
use std::time::Duration;

fn choose(session: &mut Session, key: &str, word: &str) {
    set(session, key, OptionValue::Text(word.to_owned()));
}

/// A match to 3 points between two people with a Bronstein clock: 6 minutes, 12 seconds free in every turn. The top
/// player has the opening roll 31.
fn timed(penalty: &str) -> Session {
    let mut session = two_people();
    choose(&mut session, "clock.type", "bronstein");
    choose(&mut session, "clock.penalty", penalty);
    set(&mut session, "clock.points", OptionValue::Whole(2));
    dice(&mut session, "31 65 42 61 52 43");
    game(&mut session, GameCommand::NewMatch(Some(3)));
    session
}

fn reading(session: &Session) -> ClockReading {
    session.clock().unwrap()
}

/// What is left, in seconds rounded up.
fn left(session: &Session) -> [u64; 2] {
    reading(session).clocks.left.map(|left| left.as_millis().div_ceil(1000) as u64)
}

fn pass(session: &mut Session, seconds: u64) {
    session.turn.pass(Duration::from_secs(seconds));
}

fn pause(session: &mut Session, command: ClockCommand) -> Result<(), CommandError> {
    session.execute(Command::Clock(command)).map(|_| ())
}

#[test]
fn matches_without_clocks_have_none() {
    let mut session = two_people();
    game(&mut session, GameCommand::NewMatch(Some(3)));
    assert_eq!(session.clock(), None);
    assert!(!session.check_clock());
    assert!(matches!(pause(&mut session, ClockCommand::Pause), Err(CommandError::NoClock)));
}

#[test]
fn a_turn_is_charged_when_it_ends() {
    let mut session = timed("match");
    assert_eq!((left(&session), reading(&session).running), ([360, 360], Some(Player::Zero)));
    pass(&mut session, 32);
    assert_eq!(left(&session), [340, 360], "12 seconds are free");
    play(&mut session, "8/5 6/5");
    assert_eq!((left(&session), reading(&session).running), ([340, 360], Some(Player::One)));
    let noted = session.record().games[0].entries[0].clocks.unwrap();
    assert_eq!(noted.left[0].as_secs(), 339, "the turn took 32 seconds and a moment");
    // Rolling and playing are one turn.
    pass(&mut session, 10);
    game(&mut session, GameCommand::Roll);
    pass(&mut session, 10);
    play(&mut session, "24/18 13/8");
    assert_eq!(left(&session), [340, 352]);
    // The free time of a double is that of its turn; the answer has its own.
    pass(&mut session, 15);
    game(&mut session, GameCommand::Double);
    assert_eq!((left(&session), reading(&session).running), ([337, 352], Some(Player::One)));
    pass(&mut session, 11);
    game(&mut session, GameCommand::Take);
    assert_eq!((left(&session), reading(&session).running), ([337, 352], Some(Player::Zero)));
}

#[test]
fn undoing_gives_the_time_back() {
    let mut session = timed("match");
    pass(&mut session, 52);
    play(&mut session, "8/5 6/5");
    assert_eq!(left(&session), [320, 360]);
    session.execute(Command::Undo).unwrap();
    assert_eq!((left(&session), reading(&session).running), ([360, 360], Some(Player::Zero)));
    session.execute(Command::Redo).unwrap();
    assert_eq!(left(&session), [320, 360]);
    // Browsing stops the clock.
    go(&mut session, Go::Previous(1));
    assert_eq!((left(&session), reading(&session).running), ([360, 360], None));
    go(&mut session, Go::End);
    assert_eq!((left(&session), reading(&session).running), ([320, 360], Some(Player::One)));
}

#[test]
fn a_paused_clock_stands_still() {
    let mut session = timed("match");
    pass(&mut session, 22);
    pause(&mut session, ClockCommand::Pause).unwrap();
    assert!(reading(&session).is_paused && reading(&session).running.is_none());
    let before = reading(&session).clocks;
    std::thread::sleep(Duration::from_millis(20));
    assert_eq!(reading(&session).clocks, before);
    assert!(matches!(pause(&mut session, ClockCommand::Pause), Err(CommandError::ClockStands)));
    pause(&mut session, ClockCommand::Resume).unwrap();
    assert_eq!((left(&session), reading(&session).running), ([350, 360], Some(Player::Zero)));
    assert!(matches!(pause(&mut session, ClockCommand::Resume), Err(CommandError::ClockStands)));
}

#[test]
fn lost_points_count_and_the_game_continues() {
    let mut session = timed("points");
    pass(&mut session, 371);
    assert!(!session.check_clock(), "a second is left");
    assert!(reading(&session).until_zero.unwrap() < Duration::from_millis(1001));
    pass(&mut session, 1);
    assert!(session.check_clock());
    let state = state(&session);
    assert_eq!((state.score, state.to_act()), ([0, 2], Some(Player::Zero)));
    assert!(state.dice().is_some(), "the roll stays");
    assert_eq!(left(&session), [60, 360]);
    let causes_seen = settle(&mut session);
    let loss = TimeLoss::Points(2);
    assert!(causes(&causes_seen).contains(&&Cause::OutOfTime { by: Player::Zero, loss }));
    // The points stay with the game's result, and the next game starts with them.
    play(&mut session, "8/5 6/5");
    game(&mut session, GameCommand::Resign(Some(gnubg_engine::core::ResignLevel::Single)));
    game(&mut session, GameCommand::AcceptResignation);
    assert_eq!(session.record().score(), [1, 2]);
    game(&mut session, GameCommand::NewGame);
    assert_eq!(session.record().games[1].start.score, [1, 2]);
    // Reserves last for the match.
    assert_eq!(left(&session)[0], 60);
}

#[test]
fn points_can_decide_the_match() {
    let mut session = timed("points");
    pass(&mut session, 400);
    assert!(session.check_clock());
    pass(&mut session, 100);
    assert!(session.check_clock());
    assert_eq!((session.record().score(), session.record().winner()), ([0, 4], Some(Player::One)));
    assert!(session.record().next_start().is_none());
    assert_eq!(reading(&session).running, None);
}

#[test]
fn the_match_is_lost_at_zero_and_a_late_action_does_not_count() {
    let mut session = timed("match");
    pass(&mut session, 400);
    let play = play_of(&session, "8/5 6/5");
    let late = session.execute(Command::Game(GameCommand::Play(play)));
    assert!(matches!(late, Err(CommandError::NoGame)), "{late:?}");
    assert!(matches!(state(&session).phase, Phase::Over(result) if result.points == 3));
    assert_eq!(session.record().winner(), Some(Player::One));
    let events = settle(&mut session);
    assert!(events.iter().any(|event| matches!(event, Event::MatchOver(Player::One))));
    session.execute(Command::Undo).unwrap();
    assert_eq!((session.record().winner(), left(&session)), (None, [360, 360]));
}

#[test]
fn the_game_is_lost_at_the_value_of_the_cube() {
    let mut session = timed("game");
    play(&mut session, "8/5 6/5");
    game(&mut session, GameCommand::Double);
    game(&mut session, GameCommand::Take);
    pass(&mut session, 400);
    assert!(session.check_clock());
    assert_eq!(session.record().score(), [2, 0]);
    assert!(session.record().winner().is_none());
}

#[test]
fn every_game_of_a_session_has_new_clocks() {
    let mut session = timed("match");
    game(&mut session, GameCommand::NewMatch(Some(0)));
    assert_eq!(left(&session), [120, 120]);
    pass(&mut session, 200);
    assert!(session.check_clock());
    // No match can be lost here: the game is.
    assert!(session.record().score().contains(&1));
    game(&mut session, GameCommand::NewGame);
    assert_eq!(left(&session), [120, 120]);
}

#[test]
fn computers_lose_on_time_too() {
    let mut session = timed("match");
    seat(&mut session, 1, Seat::Engine);
    set(&mut session, "player.1.checker.evaluation.plies", OptionValue::Whole(0));
    play(&mut session, "8/5 6/5");
    pass(&mut session, 500);
    settle(&mut session);
    assert_eq!(session.record().winner(), Some(Player::Zero));
    let last = session.record().games[0].entries.last().unwrap();
    assert_eq!((last.player, &last.action), (Player::One, &EntryAction::OutOfTime(TimeLoss::Match)));
}

#[test]
fn seats_are_exchanged_with_their_clocks() {
    let mut session = timed("match");
    pass(&mut session, 52);
    play(&mut session, "8/5 6/5");
    edit(&mut session, Edit::SwapPlayers);
    assert_eq!(left(&session), [360, 320]);
}

#[test]
fn a_match_lost_on_time_is_so_again_when_it_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lost.sgf");
    let mut session = timed("match");
    set(
        &mut session,
        "clock.named",
        OptionValue::Text("Club = bronstein base:0 point:120 turn:12".to_owned()),
    );
    pass(&mut session, 400);
    assert!(session.check_clock());
    session
        .execute(Command::File(FileCommand::Save { path: path.clone(), scope: FileScope::Match }))
        .unwrap();
    settle(&mut session);
    let mut other = two_people();
    other.execute(Command::File(FileCommand::Open { path, format: None, index: None })).unwrap();
    settle(&mut other);
    go(&mut other, Go::End);
    assert_eq!(other.record().lost_on_time(), Some(Player::Zero));
    assert_eq!(left(&other), [0, 360]);
    let result = state(&other).result().unwrap();
    assert_eq!((result.winner, result.ending), (Player::One, gnubg_engine::core::Ending::OutOfTime));
    // A match of which only points were lost is not.
    let mut session = timed("points");
    pass(&mut session, 400);
    assert!(session.check_clock());
    assert_eq!(session.record().lost_on_time(), None);
}

#[test]
fn new_matches_have_the_name_of_their_time_control() {
    let mut session = two_people();
    let mut clock = session.options().clock.clone();
    clock.kind = crate::options::ClockWord::Fischer;
    clock.keep_as("Club night").unwrap();
    let wanted = crate::options::Options { clock, ..session.options().clone() };
    let values = crate::options::changed_values(session.options(), &wanted);
    session.execute(Command::Set(values)).unwrap();
    game(&mut session, GameCommand::NewMatch(Some(3)));
    assert_eq!(session.record().info.time_control_name, "Club night");
    assert_eq!(reading(&session).control.kind, gnubg_record::ClockKind::Fischer);
    set(&mut session, "clock.per-turn", OptionValue::Whole(3));
    game(&mut session, GameCommand::NewMatch(Some(3)));
    assert_eq!(session.record().info.time_control_name, "");
}
