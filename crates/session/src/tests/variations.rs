// SPDX-License-Identifier: GPL-3.0-or-later
//! Variations of a match.

use super::analysis::{session_with, short_game};
use super::*;
use crate::command::{Annotate, FileCommand, FileScope, LineCommand};
use crate::error::CommandError;
use crate::files::directories::Directories;
use gnubg_engine::core::Equity;
use gnubg_record::{MAIN_LINE, MatchRecord};
use std::path::Path;

fn show(session: &mut Session, line: usize) {
    session.execute(Command::Line(LineCommand::Show(line, None))).unwrap();
}

#[test]
fn a_variation_is_kept_shown_again_and_discarded_with_the_match() {
    let mut session = session_with(short_game());
    let whole = session.record().clone();
    go(&mut session, Go::LastMove);
    session.keep_variation();
    assert!(session.record.variations.is_empty(), "nothing follows the end");
    go(&mut session, Go::To { game: 0, entry: 1, rolled: false });
    session.keep_variation();
    session.keep_variation();
    assert_eq!(session.variations().count(), 0, "the variation shown is not listed");
    let change = session.record.truncate(session.cursor);
    session.note(crate::editing::history::HistoryStep::Change(change), session.cursor);
    session.refresh();
    let lines: Vec<_> = session.variations().map(|(n, line)| (n, line.entries().len())).collect();
    assert_eq!(lines, [(1, whole.games[0].entries.len() - 1)]);
    show(&mut session, 1);
    assert_eq!(session.record().games, whole.games);
    assert_eq!(session.place().entry, 1);
    // The main line ended there, so it is not kept as a variation.
    assert_eq!(session.variations().count(), 0);
    assert!(matches!(
        session.execute(Command::Line(LineCommand::Show(3, None))),
        Err(CommandError::NoVariation)
    ));
    session.execute(Command::Undo).unwrap();
    assert_eq!(session.record().games[0].entries.len(), 1);
    assert_eq!(session.variations().count(), 1);
    game(&mut session, GameCommand::NewMatch(Some(3)));
    assert_eq!(session.variations().count(), 0);
}

/// A match with a variation of the second play; main line and variation have a comment and a luck each.
fn two_variations(session: &mut Session) -> [MatchRecord; 2] {
    dice(session, "31 65 42 21 64 33");
    game(session, GameCommand::NewMatch(Some(5)));
    play(session, "8/5 6/5");
    game(session, GameCommand::Roll);
    play(session, "24/13");
    game(session, GameCommand::Roll);
    play(session, "8/4 6/4");
    comment(session, 2, "first");
    go(session, Go::To { game: 0, entry: 1, rolled: true });
    let first = session.record().clone();
    session.keep_variation();
    play(session, "24/18 13/8");
    comment(session, 1, "second");
    // A comment on the play that both share.
    comment(session, 0, "both");
    let second = session.record().clone();
    [first, second]
}

fn comment(session: &mut Session, entry: usize, text: &str) {
    let place = session.place();
    go(session, Go::To { game: 0, entry, rolled: true });
    session.execute(Command::Annotate(Annotate::Comment(text.to_owned()))).unwrap();
    let entry = session.record.entry_mut(0, entry).unwrap();
    entry.update_analysis(|analysis| analysis.luck = Some(Equity(0.25)));
    session.touched.add_whole();
    session.cursor = place;
}

fn open(session: &mut Session, path: &Path) {
    let command = FileCommand::Open { path: path.to_owned(), format: None, index: None };
    session.execute(Command::File(command)).unwrap();
    settle(session);
}

/// The comment of each entry, and whether it has a luck.
fn comments_and_luck(record: &MatchRecord) -> Vec<(&str, bool)> {
    record.games[0].entries.iter().map(|entry| (entry.comment.as_str(), entry.analysis.is_some())).collect()
}

#[test]
fn variations_are_saved_and_shown_again_when_the_file_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sgf");
    let mut session = two_people();
    let [first, second] = two_variations(&mut session);
    assert_eq!(session.variations().count(), 1);
    let save = FileCommand::Save { path: path.clone(), scope: FileScope::Match };
    session.execute(Command::File(save)).unwrap();
    settle(&mut session);
    assert!(!session.is_unsaved());
    let mut session = two_people();
    open(&mut session, &path);
    assert!(!session.is_unsaved());
    assert_eq!(comments_and_luck(session.record()), comments_and_luck(&second));
    assert_eq!(session.record().games[0].entries, second.games[0].entries);
    let lines: Vec<_> =
        session.variations().map(|(n, line)| (n, line.place().entry, line.entries().len())).collect();
    assert_eq!(lines, [(1, 1, 2)]);
    show(&mut session, 1);
    assert!(!session.is_unsaved(), "looking changes nothing");
    let actions = |record: &MatchRecord| -> Vec<_> {
        record.games[0].entries.iter().map(|entry| entry.action.clone()).collect()
    };
    assert_eq!(actions(session.record()), actions(&first));
    assert_eq!(comments_and_luck(session.record()), [("both", true), ("", false), ("first", true)]);
    // And back, with the present comments.
    comment(&mut session, 0, "now");
    let other = session.variations().map(|(n, _)| n).next().unwrap();
    assert_eq!(other, MAIN_LINE);
    show(&mut session, other);
    assert_eq!(comments_and_luck(session.record()), [("now", true), ("second", true)]);
    // Undoing the opening of a file restores the variations of the match before.
    let lines = session.record().variations.clone();
    let mat = folder.path().join("b.mat");
    std::fs::write(&mat, " 5 point match\n\n Game 1\n Ann : 0    Ben : 0\n 1) 31: 8/5 6/5\n").unwrap();
    open(&mut session, &mat);
    assert_eq!(session.variations().count(), 0);
    session.execute(Command::Undo).unwrap();
    assert_eq!(session.record().variations, lines);
    assert_eq!(session.variations().count(), 1);
}

#[test]
fn variations_survive_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let setup = || Setup { directories: Some(Directories::under(folder.path())), ..super::setup() };
    let start = || {
        let mut session = Session::start(setup()).unwrap();
        set(&mut session, "automatic.roll", OptionValue::Switch(false));
        seat(&mut session, 0, Seat::Human);
        session
    };
    let mut session = start();
    let [_, second] = two_variations(&mut session);
    // The analysis is copied when a computation of it ends.
    session.keep_copy(std::time::Duration::ZERO);
    let lines = session.record().variations.clone();
    // Its journal stays, as after a crash.
    drop(session);
    let mut session = start();
    let found = session.recoverable();
    assert_eq!(found.len(), 1);
    session.recover(&found[0]).unwrap();
    settle(&mut session);
    assert_eq!(comments_and_luck(session.record()), comments_and_luck(&second));
    assert_eq!(session.variations().count(), 1);
    assert_eq!(comments_and_luck(&session.record().variations[0])[1..], [("", false), ("first", true)]);
    assert_eq!(session.record().variations[0].games[0].entries.len(), lines[0].games[0].entries.len());
}

/// Which line is shown is no part of the file: the main line is written first, and it stays the main line.
#[test]
fn a_file_keeps_its_main_line_while_a_variation_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sgf");
    let mut session = two_people();
    let [_, second] = two_variations(&mut session);
    show(&mut session, 1);
    assert_eq!(session.record().shown_line(), 1);
    let save = FileCommand::Save { path: path.clone(), scope: FileScope::Match };
    session.execute(Command::File(save)).unwrap();
    settle(&mut session);
    let mut session = two_people();
    open(&mut session, &path);
    assert_eq!(comments_and_luck(session.record()), comments_and_luck(&second));
    // Another main line is another file.
    session.execute(Command::Line(LineCommand::Promote(1))).unwrap();
    assert!(session.is_unsaved());
    assert_eq!(session.record().games[0].entries.len(), 3);
    assert_eq!(session.record().shown_line(), MAIN_LINE);
    session.execute(Command::Undo).unwrap();
    assert_eq!(session.record().games[0].entries.len(), 2);
}

#[test]
fn a_removed_variation_comes_back_by_undo() {
    let mut session = two_people();
    two_variations(&mut session);
    let lines = session.record().variations.clone();
    session.execute(Command::Line(LineCommand::Remove(1))).unwrap();
    assert_eq!(session.variations().count(), 0);
    assert!(session.is_unsaved());
    session.execute(Command::Undo).unwrap();
    assert_eq!(session.record().variations, lines);
    // The one that is shown goes, too; then the main line is shown.
    show(&mut session, 1);
    session.execute(Command::Line(LineCommand::Remove(1))).unwrap();
    assert_eq!((session.record().shown_line(), session.variations().count()), (MAIN_LINE, 0));
    assert_eq!(session.record().games[0].entries.len(), 2);
    let main = session.execute(Command::Line(LineCommand::Remove(MAIN_LINE)));
    assert!(matches!(main, Err(CommandError::NoVariation)));
}

#[test]
fn the_line_shown_survives_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let start = || {
        let setup = Setup { directories: Some(Directories::under(folder.path())), ..super::setup() };
        let mut session = Session::start(setup).unwrap();
        set(&mut session, "automatic.roll", OptionValue::Switch(false));
        seat(&mut session, 0, Seat::Human);
        session
    };
    let mut session = start();
    two_variations(&mut session);
    show(&mut session, 1);
    drop(session);
    let mut session = start();
    let found = session.recoverable();
    session.recover(&found[0]).unwrap();
    settle(&mut session);
    assert_eq!((session.record().shown_line(), session.record().games[0].entries.len()), (1, 3));
    show(&mut session, MAIN_LINE);
    assert_eq!(session.record().games[0].entries.len(), 2);
}
