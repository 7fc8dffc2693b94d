// SPDX-License-Identifier: GPL-3.0-or-later
//! Corrections of single entries: later entries stay, and those that no longer fit are reported as flaws.

use super::*;
use crate::command::Correction;
use gnubg_engine::core::ActionError;
use gnubg_record::EntryAction;
use gnubg_record::walk::Issue;

/// Five plays of a match by two people.
fn transcribed() -> Session {
    let mut session = two_people();
    dice(&mut session, "31 65 42 21 63");
    game(&mut session, GameCommand::NewMatch(Some(3)));
    for text in ["8/5 6/5", "24/13", "8/4 6/4", "13/11 6/5", "24/15"] {
        if state(&session).dice().is_none() {
            game(&mut session, GameCommand::Roll);
        }
        play(&mut session, text);
    }
    session
}

fn correct(session: &mut Session, correction: Correction) {
    edit(session, Edit::Correct(correction));
}

fn action(session: &Session, entry: usize) -> EntryAction {
    session.record().games[0].entries[entry].action.clone()
}

#[test]
fn other_dice_keep_later_entries_and_report_flaws() {
    let mut session = transcribed();
    let end = session.place();
    go(&mut session, Go::To { game: 0, entry: 2, rolled: false });
    correct(&mut session, Correction::Dice([6, 4]));
    assert_eq!(session.record().games[0].entries.len(), 5);
    assert_eq!(state(&session).dice(), Dice::new(6, 4).ok(), "the new dice are shown, to be played");
    let flaws = session.record().flaws();
    assert_eq!(flaws.len(), 1);
    assert_eq!((flaws[0].game, flaws[0].entry), (0, 2));
    assert!(matches!(flaws[0].issue, Issue::Rule(ActionError::IllegalPlay(_))));
    // After the play is corrected, too, there are no flaws.
    let better = play_of(&session, "8/2 6/2");
    correct(&mut session, Correction::Play(better));
    assert!(session.record().flaws().is_empty());
    assert_eq!(session.place().entry, 3);
    assert_eq!(session.record().end(), end);
    session.execute(Command::Undo).unwrap();
    session.execute(Command::Undo).unwrap();
    assert!(session.record().flaws().is_empty());
    assert!(matches!(action(&session, 2), EntryAction::Play { dice, .. } if Dice::new(4, 2) == Ok(dice)));
}

#[test]
fn a_later_play_may_become_illegal_and_is_kept() {
    let mut session = transcribed();
    go(&mut session, Go::To { game: 0, entry: 2, rolled: true });
    // The checkers stay on the 4-point, so the last play starts from an empty point.
    let other = play_of(&session, "24/18");
    correct(&mut session, Correction::Play(other));
    let entries: Vec<usize> = session.record().flaws().iter().map(|flaw| flaw.entry).collect();
    assert_eq!(session.record().games[0].entries.len(), 5);
    assert!(entries.iter().all(|entry| *entry > 2), "{entries:?}");
}

#[test]
fn an_illegal_play_can_be_recorded_as_it_happened() {
    let mut session = two_people();
    dice(&mut session, "31");
    game(&mut session, GameCommand::NewMatch(Some(3)));
    let steps = notation::parse("13/5 6/5").unwrap();
    correct(&mut session, Correction::AsPlayed(steps));
    let shown = state(&session);
    assert_eq!(shown.board.swapped().side(gnubg_engine::core::Side::OnRoll)[4], 2);
    assert_eq!(session.record().flaws()[0].issue, Issue::RecordedIllegal);
    assert_eq!(replayed(&session), shown, "the game continues from there");
    game(&mut session, GameCommand::Throw([6, 5]));
    let nobody = notation::parse("12/1").unwrap();
    let refused = session.execute(Command::Edit(Edit::Correct(Correction::AsPlayed(nobody))));
    assert!(matches!(refused, Err(crate::CommandError::NoChecker(_))));
    let held = notation::parse("24/20").unwrap();
    let refused = session.execute(Command::Edit(Edit::Correct(Correction::AsPlayed(held))));
    assert!(matches!(refused, Err(crate::CommandError::PointTaken(_))));
}

#[test]
fn the_opening_dice_decide_who_begins() {
    let mut session = transcribed();
    let first = session.record().games[0].entries[0].player;
    go(&mut session, Go::FirstMove);
    let faces = if first == Player::Zero { [1, 3] } else { [3, 1] };
    correct(&mut session, Correction::Dice(faces));
    assert_eq!(session.record().games[0].entries[0].player, first.other());
    assert!(!session.record().flaws().is_empty(), "the turns no longer alternate");
    let refused = session.execute(Command::Edit(Edit::Correct(Correction::Dice([0, 9]))));
    assert!(refused.is_err());
    correct(&mut session, Correction::Delete);
    assert_eq!(session.record().games[0].entries.len(), 4);
}

#[test]
fn a_missing_turn_passes_the_turn_and_is_not_counted() {
    let mut session = two_people();
    dice(&mut session, "31 65 42");
    game(&mut session, GameCommand::NewMatch(Some(7)));
    play(&mut session, "8/5 6/5");
    let before = state(&session);
    edit(&mut session, Edit::MissingTurn);
    let after = state(&session);
    assert_eq!((after.on_roll, after.dice()), (before.on_roll.other(), None));
    assert_eq!(after.board_of(Player::One), before.board_of(Player::One));
    let entry = session.record().entry(0, 1).unwrap().clone();
    assert!(gnubg_record::walk::is_gap(&before, &entry));
    assert_eq!(session.record().n_decisions().iter().sum::<usize>(), 1);
    // Dice recorded without a play are removed.
    game(&mut session, GameCommand::Throw([6, 5]));
    edit(&mut session, Edit::MissingTurn);
    assert_eq!(state(&session).on_roll, before.on_roll);
    assert!(session.record().flaws().is_empty());
    assert_eq!(replayed(&session), state(&session));
    session.execute(Command::Undo).unwrap();
    assert_eq!(state(&session).dice(), Some(Dice::new(6, 5).unwrap()));
}

#[test]
fn dice_replace_a_missing_turn() {
    let mut session = two_people();
    dice(&mut session, "31 42");
    game(&mut session, GameCommand::NewMatch(Some(7)));
    play(&mut session, "8/5 6/5");
    let unseen = state(&session).on_roll;
    edit(&mut session, Edit::MissingTurn);
    game(&mut session, GameCommand::Roll);
    play(&mut session, "8/4 6/4");
    let before = session.record().clone();
    go(&mut session, Go::To { game: 0, entry: 1, rolled: false });
    for refused in [[0, 3], [7, 1]] {
        assert!(session.execute(Command::Edit(Edit::Correct(Correction::Dice(refused)))).is_err());
        assert_eq!(session.record().games, before.games);
    }
    correct(&mut session, Correction::Dice([6, 5]));
    assert_eq!(session.place(), gnubg_record::Cursor { rolled: true, ..gnubg_record::Cursor::at(0, 1) });
    assert_eq!((state(&session).on_roll, state(&session).dice()), (unseen, Dice::new(6, 5).ok()));
    let seen = play_of(&session, "24/13");
    correct(&mut session, Correction::Play(seen));
    let entries = &session.record().games[0].entries;
    assert!(matches!(entries[1].action, EntryAction::Play { play, .. } if play == seen));
    assert_eq!((entries.len(), entries[1].player), (3, unseen));
    assert!(session.record().flaws().is_empty(), "later entries stay and have no flaws");
    for _ in 0..2 {
        session.execute(Command::Undo).unwrap();
    }
    assert_eq!(session.record().games, before.games, "dice and play are two undo steps");
}

#[test]
fn a_missed_roll_is_inserted_before_another() {
    let mut session = transcribed();
    let before = session.record().clone();
    let (third, fourth) = (before.games[0].entries[2].player, before.games[0].entries[3].player);
    go(&mut session, Go::To { game: 0, entry: 3, rolled: true });
    correct(&mut session, Correction::InsertRoll([6, 1]));
    assert_eq!(session.place(), gnubg_record::Cursor { rolled: true, ..gnubg_record::Cursor::at(0, 3) });
    assert_eq!((state(&session).dice(), state(&session).on_roll), (Dice::new(6, 1).ok(), fourth));
    assert_eq!(session.record().games[0].entries.len(), 6, "later entries stay");
    // It is played. The other player's turn was missed, too; with both inserted the turns alternate again.
    let inserted = play_of(&session, "24/18 8/7");
    correct(&mut session, Correction::Play(inserted));
    assert!(session.record().flaws().iter().any(|flaw| flaw.entry == 4), "two turns of one player in a row");
    correct(&mut session, Correction::InsertRoll([2, 1]));
    assert_eq!(state(&session).on_roll, third);
    let inserted = play_of(&session, "13/11 24/23");
    correct(&mut session, Correction::Play(inserted));
    let turns: Vec<Player> = session.record().games[0].entries.iter().map(|entry| entry.player).collect();
    assert!(turns.windows(2).all(|pair| pair[0] != pair[1]));
    for _ in 0..4 {
        session.execute(Command::Undo).unwrap();
    }
    assert_eq!(session.record().games, before.games);
    // At the start of a game the dice decide who begins.
    go(&mut session, Go::FirstMove);
    let refused = session.execute(Command::Edit(Edit::Correct(Correction::InsertRoll([3, 3]))));
    assert!(matches!(refused, Err(crate::CommandError::WrongEntry)));
    correct(&mut session, Correction::InsertRoll([6, 2]));
    assert_eq!(session.record().games[0].entries[0].player, Player::Zero);
}

#[test]
fn an_inserted_roll_without_a_legal_play_ends_the_turn() {
    let mut session = two_people();
    dice(&mut session, "31 65 42");
    game(&mut session, GameCommand::NewMatch(Some(3)));
    // A checker is on the bar against a closed board.
    let (mut mine, mut theirs) = ([0; 25], [0; 25]);
    for point in 0..6 {
        theirs[point] = 2;
    }
    (mine[24], mine[0], theirs[6]) = (1, 14, 3);
    let board = gnubg_engine::core::Board::from_sides(mine, theirs);
    edit(&mut session, Edit::Board(Box::new(board)));
    edit(&mut session, Edit::ClearTurn);
    let player = state(&session).on_roll;
    let at = session.place();
    edit(&mut session, Edit::MissingTurn);
    go(&mut session, Go::To { game: at.game, entry: at.entry, rolled: false });
    correct(&mut session, Correction::InsertRoll([6, 5]));
    assert_eq!(session.place(), gnubg_record::Cursor::at(at.game, at.entry + 1), "the turn is over");
    let entry = session.record().entry(at.game, at.entry).unwrap();
    assert!(
        entry.player == player && matches!(&entry.action, EntryAction::Play { play, .. } if play.is_empty())
    );
}

#[test]
fn a_missed_double_is_inserted_before_a_roll() {
    let mut session = transcribed();
    go(&mut session, Go::To { game: 0, entry: 2, rolled: true });
    correct(&mut session, Correction::InsertDouble);
    assert!(session.record().flaws().is_empty());
    assert_eq!(session.record().games[0].entries.len(), 7);
    assert!(matches!((action(&session, 2), action(&session, 3)), (EntryAction::Double, EntryAction::Take)));
    go(&mut session, Go::LastMove);
    assert_eq!(state(&session).cube.value.points(), 2);
    // Nothing can be inserted between a double and its answer, and no player can double twice.
    for entry in [2, 3, 4] {
        go(&mut session, Go::To { game: 0, entry, rolled: false });
        assert!(session.execute(Command::Edit(Edit::Correct(Correction::InsertDouble))).is_err(), "{entry}");
    }
    assert_eq!(session.record().games[0].entries.len(), 7);
}

#[test]
fn later_entries_can_be_deleted_and_restored() {
    let mut session = transcribed();
    let before = session.record().clone();
    go(&mut session, Go::To { game: 0, entry: 2, rolled: true });
    let command = Command::Edit(Edit::Correct(Correction::DeleteRest));
    assert_eq!(session.loses(&command), Some(crate::Loss::Rest { games: 0, entries: 3 }));
    session.execute(command.clone()).unwrap();
    assert_eq!(session.record().games[0].entries.len(), 2);
    assert_eq!(session.place(), session.record().end());
    assert!(session.execute(command).is_err(), "there is nothing left to delete");
    session.execute(Command::Undo).unwrap();
    assert_eq!(session.record().games, before.games);
}
