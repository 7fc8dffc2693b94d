// SPDX-License-Identifier: GPL-3.0-or-later
//! Settings, databases and journals on disk.

use super::*;
use crate::event::Message;
use crate::files::directories::Directories;
use std::path::Path;

fn with_files(folder: &Path) -> Setup {
    Setup { directories: Some(Directories::under(folder)), ..setup() }
}

fn messages(session: &mut Session) -> Vec<Message> {
    let message = |event| match event {
        Event::Message(message) => Some(message),
        _ => None,
    };
    settle(session).into_iter().filter_map(message).collect()
}

#[test]
fn settings_are_restored_and_damaged_files_are_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(with_files(folder.path())).unwrap();
    set(&mut session, "automatic.roll", Value::Switch(false));
    assert!(session.close().is_empty());
    let mut session = Session::start(with_files(folder.path())).unwrap();
    assert!(!session.options().automatic.roll && messages(&mut session).is_empty());
    drop(session);
    let file = folder.path().join("settings.toml");
    std::fs::write(&file, "version = [").unwrap();
    let mut session = Session::start(with_files(folder.path())).unwrap();
    assert!(session.options().automatic.roll);
    let aside = folder.path().join("settings.toml.bad");
    assert!(
        matches!(&messages(&mut session)[..], [Message::SettingsSetAside { path, .. }] if *path == aside)
    );
    assert_eq!(std::fs::read_to_string(aside).unwrap(), "version = [");
}

#[test]
fn sessions_without_settings_leave_the_file_alone() {
    let folder = tempfile::tempdir().unwrap();
    let setup = Setup { without_settings: true, ..with_files(folder.path()) };
    let mut session = Session::start(setup).unwrap();
    set(&mut session, "automatic.roll", Value::Switch(false));
    session.close();
    assert!(!folder.path().join("settings.toml").exists());
}

#[test]
fn a_match_survives_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(with_files(folder.path())).unwrap();
    seat(&mut session, 0, Seat::Human);
    dice(&mut session, "31 65 42");
    game(&mut session, GameCommand::NewMatch(Some(5)));
    play(&mut session, "8/5 6/5");
    game(&mut session, GameCommand::Double);
    game(&mut session, GameCommand::Take);
    session.execute(Command::Undo).unwrap();
    edit(&mut session, Edit::Name(Player::Zero, "Alpha".to_owned()));
    let (record, place) = (session.record().clone(), session.place());
    // While the program runs, its match is not offered for recovery.
    let mut other = Session::start(with_files(folder.path())).unwrap();
    assert!(other.recoverable().is_empty());
    drop(session);
    let found = other.recoverable();
    let [one] = &found[..] else { panic!("{found:?}") };
    assert_eq!((one.names[0].as_str(), one.length, one.games), ("Alpha", 5, 1));
    other.recover(one).unwrap();
    assert_eq!((other.record(), other.place()), (&record, place));
    assert!(other.is_unsaved() && other.recoverable().is_empty());
    other.close();
    let session = Session::start(with_files(folder.path())).unwrap();
    assert!(session.recoverable().is_empty());
}

#[test]
fn truncated_and_foreign_journals_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(with_files(folder.path())).unwrap();
    seat(&mut session, 0, Seat::Human);
    dice(&mut session, "31 65 42");
    game(&mut session, GameCommand::NewMatch(Some(5)));
    let whole = session.record().clone();
    play(&mut session, "8/5 6/5");
    drop(session);
    let journals = folder.path().join("state/running");
    let journal = std::fs::read_dir(&journals).unwrap().next().unwrap().unwrap().path();
    let text = std::fs::read(&journal).unwrap();
    std::fs::write(&journal, &text[..text.len() - 20]).unwrap();
    std::fs::write(journals.join("x.journal"), "not a journal").unwrap();
    std::fs::write(
        journals.join("y.journal"),
        "{\"gnubg-journal\":1}\n{\"entries\":[],\"game\":9,\"entry\":0}\n",
    )
    .unwrap();
    let session = Session::start(with_files(folder.path())).unwrap();
    let found = session.recoverable();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].read().unwrap().0, whole);
}

#[test]
fn long_journals_are_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(with_files(folder.path())).unwrap();
    seat(&mut session, 0, Seat::Human);
    dice(&mut session, "31 65 42");
    game(&mut session, GameCommand::NewMatch(Some(5)));
    let comment = "x".repeat(100_000);
    for n in 0..15 {
        edit(&mut session, Edit::Fact(crate::command::Fact::Comment(format!("{n}{comment}"))));
    }
    let record = session.record().clone();
    drop(session);
    let session = Session::start(with_files(folder.path())).unwrap();
    let found = session.recoverable();
    assert_eq!(found[0].read().unwrap().0, record);
    let size = std::fs::read_dir(folder.path().join("state/running"))
        .unwrap()
        .map(|entry| entry.unwrap().metadata().unwrap().len())
        .max();
    assert!(size < Some(1_000_000), "{size:?}");
}

#[test]
fn databases_are_made_at_the_first_start() {
    let folder = tempfile::tempdir().unwrap();
    let setup = Setup { engine: None, ..with_files(folder.path()) };
    let mut session = Session::start(setup.clone()).unwrap();
    assert!(session.engine().databases().loaded().is_empty());
    let events = session.events();
    while session.is_pending(crate::event::Activity::Generation) {
        let event = events.recv_blocking().unwrap();
        session.absorb(event);
    }
    assert_eq!(session.engine().databases().loaded().len(), 2);
    session.close();
    let session = Session::start(setup).unwrap();
    assert_eq!(session.engine().databases().loaded().len(), 2);
}
