// SPDX-License-Identifier: GPL-3.0-or-later
//! The course of matches: rolls, plays, cube actions, resignations, computer turns, successive games.

use super::*;
use crate::error::CommandError;
use crate::event::Agent;
use gnubg_engine::core::{Action, ActionError, Decision, Phase, ResignLevel};
use gnubg_record::EntryAction;

#[test]
fn two_people_play_a_game_with_the_cube() {
    let mut session = two_people();
    assert!(matches!(session.game(), Err(CommandError::NoGame)));
    dice(&mut session, "31 65 42");
    game(&mut session, GameCommand::NewMatch(Some(5)));
    assert_eq!(state(&session).on_roll, Player::Zero);
    play(&mut session, "8/5 6/5");
    game(&mut session, GameCommand::Double);
    let error = session.execute(Command::Game(GameCommand::Roll)).unwrap_err();
    assert!(matches!(error, CommandError::Rule(ActionError::DoublePending)), "{error}");
    let error = session.execute(Command::Game(GameCommand::Double)).unwrap_err();
    assert!(matches!(error, CommandError::Rule(ActionError::Cube(_))), "no beavers in matches: {error}");
    game(&mut session, GameCommand::Take);
    game(&mut session, GameCommand::Roll);
    assert_eq!(state(&session).dice(), Some(Dice::new(6, 5).unwrap()));
    play(&mut session, "24/18 13/8");
    game(&mut session, GameCommand::Double);
    game(&mut session, GameCommand::Drop);
    assert_eq!(session.record().score(), [2, 0]);
    let events = settle(&mut session);
    assert!(events.iter().any(|event| matches!(event, Event::GameOver(over) if over.score == [2, 0])));
    let error = session.execute(Command::Game(GameCommand::Roll)).unwrap_err();
    assert!(matches!(error, CommandError::NoGame));
    game(&mut session, GameCommand::NewGame);
    assert_eq!(session.place().game, 1);
    assert!(state(&session).dice().is_some());
}

#[test]
fn money_games_with_beavers_and_automatic_doubles() {
    let mut session = two_people();
    set(&mut session, "match.automatic-doubles", OptionValue::Whole(2));
    dice(&mut session, "33 55 66 42");
    game(&mut session, GameCommand::NewMatch(Some(0)));
    assert_eq!(state(&session).cube.value.points(), 4);
    play(&mut session, "8/4 6/4");
    for command in [GameCommand::Double, GameCommand::Beaver, GameCommand::Double] {
        game(&mut session, command);
    }
    game(&mut session, GameCommand::Drop);
    // Double, beaver, redouble: the drop loses the value of the cube before the last double.
    assert_eq!(session.record().score(), [0, 16]);
}

#[test]
fn resignations_are_offered_declined_and_accepted() {
    let mut session = two_people();
    set(&mut session, "match.jacoby", OptionValue::Switch(false));
    dice(&mut session, "31");
    game(&mut session, GameCommand::NewMatch(Some(0)));
    game(&mut session, GameCommand::Resign(Some(ResignLevel::Gammon)));
    game(&mut session, GameCommand::DeclineResignation);
    let again = Command::Game(GameCommand::Resign(Some(ResignLevel::Single)));
    assert!(matches!(session.execute(again), Err(CommandError::Declined(ResignLevel::Single))));
    let open = Command::Game(GameCommand::Resign(None));
    assert!(matches!(session.execute(open), Err(CommandError::OpenResignation)));
    game(&mut session, GameCommand::Resign(Some(ResignLevel::Backgammon)));
    game(&mut session, GameCommand::AcceptResignation);
    assert_eq!(session.record().score(), [0, 3]);
}

#[test]
fn the_computer_plays_its_turns() {
    let mut session = Session::start(setup()).unwrap();
    plies(&mut session, 0);
    dice(&mut session, "31 65 42 52 64");
    game(&mut session, GameCommand::NewMatch(Some(1)));
    let events = settle(&mut session);
    assert!(events.iter().any(|event| matches!(event, Event::ThinkingStarted(Player::Zero))));
    let played = causes(&events).into_iter().find_map(|cause| match cause {
        Cause::Acted { by: Player::Zero, action: Action::Play(play), agent: Agent::Computer } => Some(*play),
        _ => None,
    });
    let start = Board::default();
    assert_eq!(notation::format(&start, &played.unwrap()), "8/5 6/5");
    // The cube is dead in a match to one point, so the person's dice are rolled automatically.
    assert_eq!(state(&session).dice(), Some(Dice::new(6, 5).unwrap()));
    let entry = &session.record().games[0].entries[0];
    assert!(entry.play_analysis().is_some_and(|play| play.played == Some(0)));
    play(&mut session, "24/13");
    settle(&mut session);
    assert_eq!(state(&session).on_roll, Player::One);
}

#[test]
fn two_computers_play_a_match_to_its_end() {
    let mut session = Session::start(setup()).unwrap();
    plies(&mut session, 0);
    seat(&mut session, 1, Seat::Pubeval);
    game(&mut session, GameCommand::NewMatch(Some(3)));
    let events = settle(&mut session);
    let winner = session.record().winner().expect("the match is over");
    assert!(matches!(events.last(), Some(Event::JobFinished { .. } | Event::MatchOver(_))));
    assert!(events.iter().any(|event| matches!(event, Event::MatchOver(player) if *player == winner)));
    assert!(session.record().flaws().is_empty());
    assert!(matches!(session.execute(Command::Game(GameCommand::NewGame)), Err(CommandError::MatchOver)));
}

#[test]
fn the_program_can_finish_the_game_of_two_people() {
    let mut session = two_people();
    game(&mut session, GameCommand::NewMatch(Some(3)));
    game(&mut session, GameCommand::Finish);
    settle(&mut session);
    assert!(state(&session).result().is_some() && !session.is_finishing());
    assert!(session.record().flaws().is_empty());
    assert_eq!(session.seat(Player::Zero), Seat::Human);
}

#[test]
fn stopping_holds_the_computer_until_told_to_continue() {
    let mut session = Session::start(setup()).unwrap();
    plies(&mut session, 2);
    dice(&mut session, "31 65");
    game(&mut session, GameCommand::NewMatch(Some(1)));
    assert!(session.is_thinking());
    session.execute(Command::Stop).unwrap();
    settle(&mut session);
    assert!(session.is_held() && !session.is_thinking());
    assert_eq!(state(&session).phase, Phase::Due(Decision::Play(Dice::new(3, 1).unwrap())));
    plies(&mut session, 0);
    game(&mut session, GameCommand::Compute);
    settle(&mut session);
    assert_eq!(state(&session).on_roll, Player::One);
    let error = session.execute(Command::Game(GameCommand::Compute)).unwrap_err();
    assert!(matches!(error, CommandError::PersonsTurn));
}

#[test]
fn stale_decisions_are_dropped() {
    let mut session = Session::start(setup()).unwrap();
    plies(&mut session, 1);
    dice(&mut session, "31 65");
    game(&mut session, GameCommand::NewMatch(Some(1)));
    set_position(&mut session, Player::One, "4HPwATDgc/ABMA", Some((5, 2)));
    let shown = state(&session);
    settle(&mut session);
    assert_eq!(state(&session), shown);
}

#[test]
fn dice_thrown_by_hand_are_requested() {
    let mut session = two_people();
    let manual = crate::command::DiceCommand::Use {
        generator: Generator::Manual,
        source: None,
        seed: None,
        modulus: None,
    };
    session.execute(Command::Dice(manual)).unwrap();
    game(&mut session, GameCommand::NewMatch(Some(0)));
    let events = settle(&mut session);
    assert!(matches!(events.last(), Some(Event::DiceWanted(None))) && session.wants_dice());
    game(&mut session, GameCommand::Throw([4, 4]));
    assert!(session.wants_dice());
    assert!(session.execute(Command::Game(GameCommand::Throw([7, 1]))).is_err());
    game(&mut session, GameCommand::Throw([3, 1]));
    play(&mut session, "8/5 6/5");
    game(&mut session, GameCommand::Roll);
    assert!(matches!(settle(&mut session).last(), Some(Event::DiceWanted(Some(Player::One)))));
    game(&mut session, GameCommand::Throw([1, 6]));
    assert_eq!(state(&session).dice(), Some(Dice::new(6, 1).unwrap()));
    assert_eq!(session.rolled_faces(&state(&session)), Some([1, 6]), "in the order entered");
}

#[test]
fn a_computer_waits_for_dice_thrown_by_hand() {
    let mut session = Session::start(setup()).unwrap();
    plies(&mut session, 0);
    game(&mut session, GameCommand::NewMatch(Some(0)));
    settle(&mut session);
    set_position(&mut session, Player::Zero, "4HPwATDgc/ABMA", None);
    let manual = crate::command::DiceCommand::Use {
        generator: Generator::Manual,
        source: None,
        seed: None,
        modulus: None,
    };
    session.execute(Command::Dice(manual)).unwrap();
    game(&mut session, GameCommand::Compute);
    let wanted = |events: &[Event]| {
        events.iter().filter(|event| matches!(event, Event::DiceWanted(Some(Player::Zero)))).count()
    };
    assert_eq!(wanted(&settle(&mut session)), 1);
    game(&mut session, GameCommand::Throw([3, 1]));
    settle(&mut session);
    assert_eq!(state(&session).on_roll, Player::One);
}

#[test]
fn forced_plays_and_bearoffs_are_automatic() {
    let mut session = two_people();
    for name in ["automatic.move", "automatic.bearoff", "automatic.roll"] {
        set(&mut session, name, OptionValue::Switch(true));
    }
    dice(&mut session, "31 42 61 55 21 64");
    game(&mut session, GameCommand::NewMatch(Some(1)));
    // Six closed points and a checker on the bar: nothing can move.
    let mut mine = [0; 25];
    (mine[24], mine[5]) = (1, 2);
    let closed = std::array::from_fn(|index| if index < 6 { 2 } else { 0 });
    edit(&mut session, Edit::Turn(Player::One));
    edit(&mut session, Edit::Board(Box::new(Board::from_sides(mine, closed))));
    game(&mut session, GameCommand::Roll);
    let events = settle(&mut session);
    assert!(causes(&events).iter().any(|cause| matches!(
        cause,
        Cause::Acted { action: Action::Play(play), agent: Agent::Automatic, .. } if play.is_empty()
    )));
    assert_eq!(state(&session).on_roll, Player::Zero);
    let mut on_roll = [0; 25];
    (on_roll[0], on_roll[1], on_roll[2], on_roll[3], on_roll[5]) = (2, 2, 2, 3, 1);
    let mut other = [0; 25];
    (other[0], other[1]) = (2, 3);
    edit(&mut session, Edit::Turn(Player::One));
    edit(&mut session, Edit::Board(Box::new(Board::from_sides(on_roll, other))));
    edit(&mut session, Edit::Dice([4, 2]));
    game(&mut session, GameCommand::PlayForced);
    assert_eq!(session.record().winner(), Some(Player::Zero), "{:?}", state(&session).board);
}

#[test]
fn the_only_play_is_refused_when_there_are_several() {
    let mut session = two_people();
    dice(&mut session, "31");
    game(&mut session, GameCommand::NewMatch(Some(1)));
    let error = session.execute(Command::Game(GameCommand::PlayForced)).unwrap_err();
    assert!(matches!(error, CommandError::Ambiguous(16)), "{error}");
}

#[test]
fn cheating_chooses_the_roll_by_rank() {
    let mut session = two_people();
    dice(&mut session, "31 65");
    game(&mut session, GameCommand::NewMatch(Some(0)));
    set(&mut session, "dice.cheat", OptionValue::Switch(true));
    set(&mut session, "dice.cheat-rank.1", OptionValue::Whole(1));
    play(&mut session, "8/5 6/5");
    game(&mut session, GameCommand::Roll);
    let best = state(&session).dice().unwrap();
    assert!(best.is_double(), "the best roll of a quiet position is a double, not {best}");
}

#[test]
fn undo_and_redo_include_the_reply_of_the_computer() {
    let mut session = Session::start(setup()).unwrap();
    plies(&mut session, 0);
    dice(&mut session, "13 65 42");
    game(&mut session, GameCommand::NewMatch(Some(1)));
    let before = state(&session);
    assert_eq!((before.on_roll, before.dice()), (Player::One, Some(Dice::new(3, 1).unwrap())));
    play(&mut session, "8/5 6/5");
    settle(&mut session);
    let after = state(&session);
    assert_eq!((after.on_roll, after.dice()), (Player::One, Some(Dice::new(4, 2).unwrap())));
    session.execute(Command::Undo).unwrap();
    assert_eq!(state(&session), before);
    session.execute(Command::Redo).unwrap();
    assert_eq!(state(&session), after);
    assert!(matches!(session.execute(Command::Redo), Err(CommandError::NothingToRedo)));
    // The same play is followed by the same dice.
    session.execute(Command::Undo).unwrap();
    play(&mut session, "8/5 6/5");
    settle(&mut session);
    assert_eq!(state(&session), after);
}

#[test]
fn a_new_match_can_be_undone() {
    let mut session = two_people();
    dice(&mut session, "31 42");
    game(&mut session, GameCommand::NewMatch(Some(5)));
    play(&mut session, "8/5 6/5");
    let (record, place) = (session.record().clone(), session.place());
    game(&mut session, GameCommand::NewMatch(Some(7)));
    session.execute(Command::Undo).unwrap();
    assert_eq!((session.record(), session.place()), (&record, place));
}

#[test]
fn the_option_keeps_only_the_last_game_of_a_session() {
    let mut session = two_people();
    set(&mut session, "match.record", OptionValue::Switch(false));
    dice(&mut session, "31 42");
    game(&mut session, GameCommand::NewMatch(Some(0)));
    game(&mut session, GameCommand::Resign(Some(ResignLevel::Single)));
    game(&mut session, GameCommand::AcceptResignation);
    game(&mut session, GameCommand::NewGame);
    assert_eq!((session.record().games.len(), session.record().score()), (1, [0, 1]));
    assert!(
        matches!(session.record().games[0].entries[..], [ref roll] if matches!(roll.action, EntryAction::Roll(_)))
    );
}
