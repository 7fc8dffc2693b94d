// SPDX-License-Identifier: GPL-3.0-or-later
//! Opening, saving and exporting files, and the copy of the analysis.

use super::*;
use crate::command::{FileCommand, FileScope};
use crate::error::{CommandError, Loss};
use crate::event::Activity;
use crate::files::FileRead;
use crate::files::directories::Directories;
use crate::jobs::{JobError, JobStep, interactive};
use gnubg_engine::core::Equity;
use gnubg_formats::Format;
use gnubg_record::Cursor;
use std::path::{Path, PathBuf};
use std::time::Duration;

const TWO: &str = "Score is 2-0 in a 5 point match.
Ann is X - Ben is O

X: (3 1) 17-20 19-20
O: (6 4) 24-18 13-9

Score is 0-0 in a money game.
Ann is X - Ben is O

O: (5 2) 13-11 13-8
";

fn file(session: &mut Session, command: FileCommand) -> Vec<Event> {
    session.execute(Command::File(command)).unwrap();
    settle(session)
}

fn open(session: &mut Session, path: &Path) -> Vec<Event> {
    file(session, FileCommand::Open { path: path.to_owned(), format: None, index: None })
}

fn found(events: &[Event]) -> Arc<FileRead> {
    let read = events.iter().find_map(|event| match event {
        Event::FileRead(file) => Some(Arc::clone(file)),
        _ => None,
    });
    read.unwrap_or_else(|| panic!("{events:?}"))
}

fn failure(events: &[Event]) -> String {
    let failure = events.iter().find_map(|event| match event {
        Event::JobFinished { activity: Activity::File, error: Some(JobError::Failed(reason)), .. } => {
            Some(reason.clone())
        }
        _ => None,
    });
    failure.unwrap_or_else(|| panic!("{events:?}"))
}

fn written(events: &[Event]) -> Vec<PathBuf> {
    let paths = events.iter().find_map(|event| match event {
        Event::FileWritten(written) => Some(written.paths.clone()),
        _ => None,
    });
    paths.unwrap_or_else(|| panic!("{events:?}"))
}

#[test]
fn a_match_is_saved_and_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sgf");
    let mut session = two_people();
    dice(&mut session, "31 65 42");
    game(&mut session, GameCommand::NewMatch(Some(5)));
    play(&mut session, "8/5 6/5");
    assert!(session.is_unsaved());
    let events = file(&mut session, FileCommand::Save { path: path.clone(), scope: FileScope::Match });
    assert_eq!(written(&events), std::slice::from_ref(&path));
    assert!(!session.is_unsaved());
    assert_eq!((session.file(), session.suggested_file()), (Some(&*path), path.clone()));
    let record = session.record().clone();
    game(&mut session, GameCommand::Roll);
    assert!(session.is_unsaved());
    assert_eq!(
        session.loses(&FileCommand::Open { path: path.clone(), format: None, index: None }.into()),
        Some(Loss::Game)
    );
    let events = open(&mut session, &path);
    assert!(causes(&events).contains(&&Cause::Opened));
    assert_eq!((session.record(), session.is_unsaved()), (&record, false));
    assert_eq!(found(&events).format, Format::Sgf);
    // Opening can be undone like any other change.
    session.execute(Command::Undo).unwrap();
    assert_ne!(session.record(), &record);
}

#[test]
fn one_of_several_matches_is_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    std::fs::write(&path, TWO).unwrap();
    let mut session = two_people();
    let before = session.record().clone();
    let read = found(&open(&mut session, &path));
    assert_eq!((read.matches.len(), read.shown), (2, None));
    assert_eq!(session.record(), &before);
    file(&mut session, FileCommand::Show { file: Arc::clone(&read), index: 1 });
    assert_eq!((session.record(), session.file()), (&read.matches[1].record, None));
    assert_eq!(session.suggested_file(), folder.path().join("a.sgf"));
    let third = session.execute(Command::File(FileCommand::Show { file: read, index: 2 }));
    assert!(matches!(third, Err(CommandError::NoSuchMatch { asked: 3, most: 2 })));
    let events = file(&mut session, FileCommand::Open { path: path.clone(), format: None, index: Some(0) });
    assert_eq!((session.record().length, found(&events).shown), (5, Some(0)));
    let events = file(&mut session, FileCommand::Open { path, format: None, index: Some(5) });
    assert!(failure(&events).contains("6 is not one of them"));
}

#[test]
fn the_user_sits_at_the_bottom_and_the_option_chooses_the_game_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.mat");
    let text = " 5 point match\n\n Game 1\n Ann : 0    Ben : 0\n 1) 31: 8/5 6/5   42: 8/4 6/4\n 2) Doubles => 2   Drops\n    Wins 1 point\n\n Game 2\n Ann : 1    Ben : 0\n 1)     31: 8/5 6/5\n";
    std::fs::write(&path, text).unwrap();
    let mut session = two_people();
    open(&mut session, &path);
    assert_eq!((session.name(Player::Zero).as_str(), session.place()), ("Ann", Cursor::at(0, 0)));
    set(&mut session, "match.aliases", OptionValue::Text("me; Ann".to_owned()));
    set(&mut session, "general.go-to-first-game", OptionValue::Switch(false));
    open(&mut session, &path);
    assert_eq!((session.name(Player::One).as_str(), session.place()), ("Ann", Cursor::at(1, 0)));
    assert_eq!(session.record().score(), [0, 1]);
}

#[test]
fn files_that_cannot_be_read_or_written_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.mat");
    std::fs::write(&path, "x").unwrap();
    let mut session = two_people();
    let before = session.record().clone();
    assert!(failure(&open(&mut session, &path)).contains("a.mat: not a backgammon file"));
    assert!(failure(&open(&mut session, &folder.path().join("gone"))).contains("gone"));
    assert_eq!(session.record(), &before);
    let save = |path: PathBuf| FileCommand::Save { path, scope: FileScope::Match };
    let empty = session.execute(Command::File(save(path.clone())));
    assert!(matches!(empty, Err(CommandError::NoMatch)));
    game(&mut session, GameCommand::NewMatch(Some(5)));
    settle(&mut session);
    let events = file(&mut session, save(folder.path().join("no/such/folder.sgf")));
    assert!(failure(&events).contains("folder.sgf") && session.is_unsaved());
    let export = FileCommand::Export { path, format: Format::Gam, scope: FileScope::Match };
    assert!(matches!(session.execute(Command::File(export)), Err(CommandError::Export(_))));
}

#[test]
fn exports_contain_their_scope() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = two_people();
    dice(&mut session, "31 65 42 21");
    game(&mut session, GameCommand::NewMatch(Some(5)));
    play(&mut session, "8/5 6/5");
    let at = |name: &str| folder.path().join(name);
    for (name, format, scope) in [
        ("a.mat", Format::Mat, FileScope::Match),
        ("a.gam", Format::Gam, FileScope::Game),
        ("a.pos", Format::Pos, FileScope::Position),
        ("a.txt", Format::SnowieText, FileScope::Position),
        ("b.txt", Format::Text, FileScope::Match),
    ] {
        let events = file(&mut session, FileCommand::Export { path: at(name), format, scope });
        assert_eq!(written(&events), [at(name)]);
    }
    assert!(session.is_unsaved(), "an export does not count as saving");
    let text = std::fs::read_to_string(at("b.txt")).unwrap();
    assert!(text.contains("moves 8/5 6/5"), "{text}");
    let same = session.exported(Format::Mat, FileScope::Match).unwrap();
    assert_eq!(same, std::fs::read(at("a.mat")).unwrap());
    let state = state(&session);
    open(&mut session, &at("a.pos"));
    assert_eq!(session.state().unwrap().board, state.board);
}

#[test]
fn pages_are_laid_out_for_printing() {
    let mut session = two_people();
    let print = |scope| Command::File(FileCommand::Print(scope));
    assert!(matches!(session.execute(print(FileScope::Game)), Err(CommandError::NoMatch)));
    dice(&mut session, "31 65 42 21");
    game(&mut session, GameCommand::NewMatch(Some(5)));
    play(&mut session, "8/5 6/5");
    for scope in [FileScope::Match, FileScope::Game, FileScope::Position] {
        let events = file(&mut session, FileCommand::Print(scope));
        let pages = events.iter().find_map(|event| match event {
            Event::PagesReady(sheets) => Some(sheets.n_pages()),
            _ => None,
        });
        assert!(pages.is_some_and(|n| (1..=2).contains(&n)), "{scope:?}: {pages:?}");
    }
}

#[test]
fn analysis_survives_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let with_files = || Setup { directories: Some(Directories::under(folder.path())), ..setup() };
    let mut session = Session::start(with_files()).unwrap();
    seat(&mut session, 0, Seat::Human);
    dice(&mut session, "31 65 42");
    game(&mut session, GameCommand::NewMatch(Some(5)));
    play(&mut session, "8/5 6/5");
    // In place of an analysis: stores a luck and ends.
    let job = interactive(|context| {
        context.deliver(|session: &mut Session| {
            let entry = session.record.entry_mut(0, 0).unwrap();
            entry.update_analysis(|analysis| analysis.luck = Some(Equity(0.25)));
            session.touched.add_analysis(0, 0);
        });
        Ok(JobStep::done())
    });
    session.start_job_then(Activity::Analysis, job, |session, _| session.keep_copy(Duration::ZERO));
    let events = session.events();
    while session.is_pending(Activity::Analysis) {
        let event = events.recv_blocking().unwrap();
        session.absorb(event);
    }
    game(&mut session, GameCommand::Double);
    drop(session);
    let mut session = Session::start(with_files()).unwrap();
    let found = session.recoverable();
    session.recover(&found[0]).unwrap();
    settle(&mut session);
    let entries = &session.record().games[0].entries;
    assert_eq!(entries.len(), 2);
    assert_eq!(entries[0].analysis.as_ref().and_then(|analysis| analysis.luck), Some(Equity(0.25)));
    session.close();
    let left = std::fs::read_dir(folder.path().join("state/running")).unwrap().count();
    assert_eq!(left, 0, "journals and copies are removed");
}

/// After a crash only a match that is nowhere else is offered: not a file that was only looked at, nor a match that was
/// saved and left alone since.
#[test]
fn a_match_that_is_in_its_file_is_not_offered_for_recovery() {
    let folder = tempfile::tempdir().unwrap();
    let with_files = || Setup { directories: Some(Directories::under(folder.path())), ..setup() };
    let offered = || Session::start(with_files()).unwrap().recoverable().len();
    let [sgf, mat] = ["a.sgf", "a.mat"].map(|name| folder.path().join(name));
    std::fs::write(&mat, " 5 point match\n\n Game 1\n Ann : 0    Ben : 0\n 1) 31: 8/5 6/5   42: 8/4 6/4\n")
        .unwrap();
    let mut session = Session::start(with_files()).unwrap();
    dice(&mut session, "31 65 42");
    seat(&mut session, 0, Seat::Human);
    game(&mut session, GameCommand::NewMatch(Some(5)));
    play(&mut session, "8/5 6/5");
    file(&mut session, FileCommand::Save { path: sgf.clone(), scope: FileScope::Match });
    // Dropping a session leaves its journal, as a crash would.
    drop(session);
    assert_eq!(offered(), 0, "it is in its file");
    for path in [&sgf, &mat] {
        let mut session = Session::start(with_files()).unwrap();
        open(&mut session, path);
        go(&mut session, Go::FirstMove);
        drop(session);
        assert_eq!(offered(), 0, "{} was only looked at", path.display());
    }
    let mut session = Session::start(with_files()).unwrap();
    open(&mut session, &sgf);
    let before = session.record().clone();
    session.execute(Command::Annotate(crate::command::Annotate::Comment("why?".to_owned()))).unwrap();
    let changed = session.record().clone();
    assert!(session.is_unsaved() && changed != before);
    drop(session);
    let found = Session::start(with_files()).unwrap().recoverable();
    assert_eq!(found.len(), 1, "it was changed");
    assert_eq!(found[0].read().unwrap().0.games.len(), changed.games.len());
}
