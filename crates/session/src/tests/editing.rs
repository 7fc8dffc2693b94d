// SPDX-License-Identifier: GPL-3.0-or-later
//! Edits, navigation, marks and names.

use super::*;
use crate::command::{Annotate, Fact, MarkKind, MarkedDecision, Points};
use crate::error::{CommandError, Loss, NameError};
use gnubg_engine::core::{Action, CubeState, CubeValue, Decision, Offer, Phase};
use gnubg_record::{Luck, Skill};

fn started() -> Session {
    let mut session = two_people();
    dice(&mut session, "31 65 42 65");
    game(&mut session, GameCommand::NewMatch(Some(3)));
    session
}

#[test]
fn a_setup_is_an_entry_that_replays() {
    let mut session = started();
    set_position(&mut session, Player::One, "4PPgASSgc/ABMA", Some((5, 2)));
    edit(&mut session, Edit::CubeValue(CubeValue::new(2).unwrap()));
    edit(&mut session, Edit::CubeOwner(Some(Player::Zero)));
    let shown = state(&session);
    assert_eq!(shown.board.position_id(), "4PPgASSgc/ABMA");
    assert_eq!(shown.dice(), Some(Dice::new(5, 2).unwrap()));
    assert_eq!(shown.cube, CubeState { value: CubeValue::new(2).unwrap(), owner: Some(Player::Zero) });
    assert_eq!(replayed(&session), shown);
    assert!(session.record().flaws().is_empty());
    edit(&mut session, Edit::ClearTurn);
    assert_eq!((state(&session).dice(), state(&session).on_roll), (None, Player::One));
}

#[test]
fn dice_can_be_set_again_and_stay_when_the_board_changes() {
    let mut session = started();
    edit(&mut session, Edit::Dice([6, 6]));
    edit(&mut session, Edit::Dice([2, 1]));
    edit(&mut session, Edit::Board(Box::new(Board::from_position_id("4PPgASSgc/ABMA").unwrap())));
    assert_eq!(state(&session).dice(), Some(Dice::new(2, 1).unwrap()));
    assert_eq!(replayed(&session), state(&session));
}

#[test]
fn setting_a_state_keeps_its_pending_decision() {
    let mut session = started();
    let mut wanted = state(&session);
    wanted.phase = Phase::Due(Decision::Answer(Offer { by: wanted.on_roll, beavers: 0 }));
    edit(&mut session, Edit::State(Box::new(wanted)));
    assert_eq!(state(&session), wanted);
    assert_eq!(session.record().games[0].entries.len(), 3, "set up in the game in progress");
    let other = MatchState::from_xgid("XGID=-b----E-C---eE---c-e----B-:1:1:1:D:2:1:0:5:10").unwrap();
    edit(&mut session, Edit::State(Box::new(other)));
    assert_eq!(state(&session), other);
    assert_eq!((session.record().length, session.record().games.len()), (5, 1));
}

#[test]
fn scores_and_the_crawford_game_can_be_set() {
    let mut session = started();
    let plain = |points| Points { points, stage: None };
    edit(&mut session, Edit::Score([plain(2), plain(0)], None));
    assert!(state(&session).is_crawford);
    edit(&mut session, Edit::Crawford(false));
    assert!(state(&session).is_post_crawford());
    edit(&mut session, Edit::Score([plain(2), plain(3)], Some(9)));
    assert_eq!((state(&session).length, state(&session).score), (9, [2, 3]));
    let error = session.execute(Command::Edit(Edit::Crawford(true))).unwrap_err();
    assert!(matches!(error, CommandError::NotCrawford));
    session.execute(Command::Undo).unwrap();
    assert_eq!((state(&session).length, state(&session).score), (3, [2, 0]));
    assert!(session.execute(Command::Edit(Edit::Score([plain(9), plain(0)], None))).is_err());
}

#[test]
fn a_score_can_be_set_before_any_game() {
    let mut session = two_people();
    let plain = |points| Points { points, stage: None };
    edit(&mut session, Edit::Score([plain(3), plain(4)], None));
    assert_eq!(session.record().score(), [3, 4]);
    assert!(session.game().is_err());
    dice(&mut session, "31");
    game(&mut session, GameCommand::NewGame);
    assert_eq!((state(&session).score, state(&session).dice().is_some()), ([3, 4], true));
}

#[test]
fn the_rules_of_a_money_session_follow_the_options() {
    let mut session = two_people();
    dice(&mut session, "31 65");
    game(&mut session, GameCommand::NewMatch(Some(0)));
    play(&mut session, "8/5 6/5");
    set(&mut session, "match.jacoby", OptionValue::Switch(false));
    assert!(!state(&session).rules.jacoby && !session.record().rules.jacoby);
    game(&mut session, GameCommand::Double);
    set(&mut session, "match.cube", OptionValue::Switch(false));
    let shown = state(&session);
    assert_eq!(
        (shown.phase, shown.cube, shown.rules.cube),
        (Phase::Due(Decision::Roll), CubeState::CENTERED, false)
    );
    assert_eq!(replayed(&session), shown);
}

#[test]
fn navigation_reaches_places_and_reports_what_follows() {
    let mut session = started();
    play(&mut session, "8/5 6/5");
    game(&mut session, GameCommand::Roll);
    play(&mut session, "24/18 13/8");
    game(&mut session, GameCommand::Double);
    game(&mut session, GameCommand::Take);
    go(&mut session, Go::FirstMove);
    go(&mut session, Go::Next(2));
    assert_eq!(session.place().entry, 2);
    let double = Command::Game(GameCommand::Double);
    assert_eq!(session.loses(&double), Some(Loss::Rest { games: 0, entries: 2 }));
    assert_eq!(session.loses(&Command::Game(GameCommand::NewGame)), Some(Loss::Game));
    assert!(matches!(session.execute(Command::Go(Go::Next(0))), Err(CommandError::Count)));
    go(&mut session, Go::Next(99));
    assert_eq!(session.place(), session.record().end());
    go(&mut session, Go::PreviousRoll);
    assert_eq!(session.place().entry, 3);
    assert!(session.is_held());
}

#[test]
fn marks_belong_to_the_next_entry() {
    let mut session = started();
    play(&mut session, "8/5 6/5");
    game(&mut session, GameCommand::Double);
    go(&mut session, Go::FirstMove);
    let annotate = |session: &mut Session, what| session.execute(Command::Annotate(what));
    annotate(&mut session, Annotate::Skill(MarkedDecision::Play, Skill::Bad)).unwrap();
    annotate(&mut session, Annotate::Luck(Luck::VeryLucky)).unwrap();
    annotate(&mut session, Annotate::Comment("\n".to_owned())).unwrap();
    assert_eq!(session.record().entry(0, 0).unwrap().comment, "", "a line end alone is no comment");
    annotate(&mut session, Annotate::Comment("a remark".to_owned())).unwrap();
    annotate(&mut session, Annotate::MarkCube(true)).unwrap();
    let wrong = annotate(&mut session, Annotate::Skill(MarkedDecision::Drop, Skill::Bad));
    assert!(matches!(wrong, Err(CommandError::WrongEntry)));
    let unknown = annotate(&mut session, Annotate::MarkPlays(vec![1], true));
    assert!(matches!(unknown, Err(CommandError::NoCandidates)));
    let entry = session.record().entry(0, 0).unwrap();
    assert_eq!((entry.marks.play, entry.marks.luck), (Some(Skill::Bad), Some(Luck::VeryLucky)));
    assert_eq!(entry.comment, "a remark");
    go(&mut session, Go::End);
    go(&mut session, Go::PreviousMark(MarkKind::Any, 1));
    assert_eq!((session.place().entry, session.place().rolled), (0, true));
    session.execute(Command::Undo).unwrap();
    assert!(!session.record().entry(0, 0).unwrap().marks.rollout_cube);
    go(&mut session, Go::End);
    assert!(matches!(annotate(&mut session, Annotate::ClearSkill), Err(CommandError::NoEntry)));
}

#[test]
fn names_are_checked() {
    let mut session = two_people();
    let mut name = |player, name: &str| session.execute(Command::Edit(Edit::Name(player, name.to_owned())));
    name(Player::Zero, "Long Name").unwrap();
    for (text, expected) in [
        ("", NameError::Empty),
        ("Both", NameError::Reserved("Both".to_owned())),
        ("long_NAME", NameError::Taken("Long Name".to_owned())),
        (&"x".repeat(32), NameError::Unusable),
    ] {
        match name(Player::One, text) {
            Err(CommandError::Name(error)) => assert_eq!(error, expected),
            other => panic!("{text:?}: {other:?}"),
        }
    }
    let fact = Fact::Event("World Cup".to_owned());
    edit(&mut session, Edit::Fact(fact));
    edit(&mut session, Edit::SwapPlayers);
    assert_eq!(
        (session.name(Player::One).as_str(), session.record().info.event.as_str()),
        ("Long Name", "World Cup")
    );
}

#[test]
fn impossible_positions_are_refused() {
    let mut session = started();
    let mut board = Board::default();
    board.set(gnubg_engine::core::Side::OnRoll, 0, 9);
    let before = (session.record().clone(), session.place());
    for wrong in [board, Board::EMPTY] {
        assert!(session.execute(Command::Edit(Edit::Board(Box::new(wrong)))).is_err());
    }
    assert_eq!((session.record(), session.place()), (&before.0, before.1));
    let play = gnubg_engine::core::Play::EMPTY;
    assert!(session.execute(Command::Game(GameCommand::Play(play))).is_err());
    assert!(session.record().state_at(session.place()).apply(Action::Take).is_err());
}
