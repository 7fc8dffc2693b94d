// SPDX-License-Identifier: GPL-3.0-or-later
//! Settings, databases and journals on disk.

use super::*;
use crate::command::NewTranscription;
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
    set(&mut session, "automatic.roll", OptionValue::Switch(false));
    assert!(session.close().is_empty());
    let mut session = Session::start(with_files(folder.path())).unwrap();
    assert!(!session.options().automatic.roll && messages(&mut session).is_empty());
    drop(session);
    let file = folder.path().join("settings.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    let damaged = format!("{text}[window]\nanimation-speed = = 3\n");
    std::fs::write(&file, &damaged).unwrap();
    let mut session = Session::start(with_files(folder.path())).unwrap();
    assert!(!session.options().automatic.roll, "the readable rest is used");
    let told = messages(&mut session);
    let [Message::SettingsSetAside { path: aside, .. }] = &told[..] else { panic!("{told:?}") };
    assert!(aside.file_name().unwrap().to_string_lossy().starts_with("settings.damaged-2"), "{aside:?}");
    assert_eq!(std::fs::read_to_string(aside).unwrap(), damaged);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text, "and is in the file again");
}

#[test]
fn only_a_missing_settings_file_means_defaults() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.toml");
    let mut session = Session::start(with_files(folder.path())).unwrap();
    assert!(messages(&mut session).is_empty());
    session.close();
    std::fs::remove_file(&file).unwrap();
    // Bytes that are no text, and something that is no file.
    std::fs::write(&file, b"version = 1\n[automatic]\nroll = false\n[match]\nlength = 9 # \xff\n").unwrap();
    let mut session = Session::start(with_files(folder.path())).unwrap();
    assert!(!session.options().automatic.roll);
    assert!(matches!(messages(&mut session)[..], [Message::SettingsSetAside { .. }]));
    session.close();
    std::fs::remove_file(&file).unwrap();
    std::fs::create_dir(&file).unwrap();
    let mut session = Session::start(with_files(folder.path())).unwrap();
    assert!(matches!(messages(&mut session)[..], [Message::SettingsSetAside { .. }]));
    assert!(session.close().is_empty() && file.is_file());
}

#[test]
fn two_sessions_keep_each_others_settings() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.toml");
    let mut first = Session::start(with_files(folder.path())).unwrap();
    let mut second = Session::start(with_files(folder.path())).unwrap();
    set(&mut first, "automatic.roll", OptionValue::Switch(false));
    set(&mut first, "match.length", OptionValue::Whole(11));
    first.save_settings().unwrap();
    set(&mut second, "automatic.game", OptionValue::Switch(false));
    set(&mut second, "match.length", OptionValue::Whole(13));
    let early = second.settings_file().unwrap();
    set(&mut second, "match.length", OptionValue::Whole(3));
    second.close();
    // A state of the options that is written late does not replace a newer one.
    early.write().unwrap();
    // A key of another version, written meanwhile, stays, and so does the first session's change.
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("{text}\n[future]\nthing = 1\n")).unwrap();
    set(&mut first, "automatic.bearoff", OptionValue::Switch(true));
    first.close();
    let read = crate::read_settings(&file).unwrap().0;
    assert!(!read.automatic.roll && !read.automatic.game && read.automatic.bearoff);
    assert_eq!(read.matches.length, 3);
    assert!(std::fs::read_to_string(&file).unwrap().contains("thing = 1"));
}

#[cfg(unix)]
#[test]
fn a_settings_file_that_is_a_link_stays_one() {
    let folder = tempfile::tempdir().unwrap();
    let (file, real) = (folder.path().join("settings.toml"), folder.path().join("dotfiles/real.toml"));
    std::fs::create_dir(folder.path().join("dotfiles")).unwrap();
    std::os::unix::fs::symlink("dotfiles/real.toml", &file).unwrap();
    for on in [false, true] {
        let mut session = Session::start(with_files(folder.path())).unwrap();
        set(&mut session, "automatic.roll", OptionValue::Switch(on));
        assert!(session.close().is_empty());
        assert!(std::fs::symlink_metadata(&file).unwrap().is_symlink());
        assert_eq!(crate::read_settings(&real).unwrap().0.automatic.roll, on);
    }
}

#[test]
fn sessions_without_settings_leave_the_file_alone() {
    let folder = tempfile::tempdir().unwrap();
    let setup = Setup { without_settings: true, ..with_files(folder.path()) };
    let mut session = Session::start(setup).unwrap();
    set(&mut session, "automatic.roll", OptionValue::Switch(false));
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
    assert!(messages(&mut other).contains(&Message::Recovered));
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
fn a_lasting_failure_is_shown_until_it_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let journals = folder.path().join("state/running");
    std::fs::create_dir(folder.path().join("state")).unwrap();
    std::fs::write(&journals, "no folder").unwrap();
    let mut session = Session::start(with_files(folder.path())).unwrap();
    seat(&mut session, 0, Seat::Human);
    let wait = |session: &mut Session, wanted: fn(&Message) -> bool| {
        let events = session.events();
        loop {
            let notice = events.recv_blocking().unwrap();
            if let Some(Event::Message(message)) = session.absorb(notice)
                && wanted(&message)
            {
                return;
            }
        }
    };
    wait(&mut session, |message| matches!(message, Message::AutosaveFailed(_)));
    assert!(session.autosave_problem().is_some_and(|problem| problem.contains("running")));
    dice(&mut session, "31 65 42");
    game(&mut session, GameCommand::NewMatch(Some(5)));
    play(&mut session, "8/5 6/5");
    assert!(session.autosave_problem().is_some(), "still");
    std::fs::remove_file(&journals).unwrap();
    wait(&mut session, |message| *message == Message::AutosaveRestored);
    assert!(session.autosave_problem().is_none());
    let record = session.record().clone();
    drop(session);
    let session = Session::start(with_files(folder.path())).unwrap();
    assert_eq!(session.recoverable()[0].read().unwrap().0, record, "nothing is missing");
}

#[test]
fn five_large_journals_do_not_delay_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let comment = "x".repeat(1000);
    for n in 0..5 {
        let mut session = Session::start(with_files(folder.path())).unwrap();
        seat(&mut session, 0, Seat::Human);
        dice(&mut session, "31 65 42");
        game(&mut session, GameCommand::NewMatch(Some(5)));
        play(&mut session, "8/5 6/5");
        drop(session);
        let journals = folder.path().join("state/running");
        let found = std::fs::read_dir(&journals).unwrap().map(|entry| entry.unwrap().path());
        let path = found.max_by_key(|path| std::fs::metadata(path).unwrap().modified().unwrap()).unwrap();
        // A megabyte of small changes.
        let mut text = std::fs::read_to_string(&path).unwrap();
        while text.len() < 1_000_000 {
            let entry = "{\"by\":0,\"do\":\"roll\",\"with\":\"65\"}";
            text.push_str(&format!("{{\"game\":0,\"entry\":1,\"entries\":[{entry}]}}\n"));
        }
        let entry = format!("{{\"by\":0,\"do\":\"roll\",\"with\":\"65\",\"comment\":\"{n}{comment}\"}}");
        text.push_str(&format!("{{\"game\":0,\"entry\":1,\"entries\":[{entry}]}}\n"));
        std::fs::remove_file(&path).unwrap();
        std::fs::write(folder.path().join(format!("state/{n}")), text).unwrap();
    }
    for n in 0..5 {
        let journal = folder.path().join(format!("state/running/{n}.journal"));
        std::fs::rename(folder.path().join(format!("state/{n}")), journal).unwrap();
    }
    let mut session = Session::start(with_files(folder.path())).unwrap();
    let start = std::time::Instant::now();
    session.search_recoverable();
    let delay = start.elapsed();
    assert!(delay < std::time::Duration::from_millis(100), "{delay:?}");
    let found = settle(&mut session).into_iter().find_map(|event| match event {
        Event::RecoverableFound(found) => Some(found),
        _ => None,
    });
    let found = found.unwrap();
    assert_eq!(found.len(), 5);
    let (record, _) = found[0].read().unwrap();
    assert!(record.games[0].entries[1].comment.ends_with(&comment), "read to the end");
    // All five are read well below a second; before, each line cloned the match.
    assert!(start.elapsed() < std::time::Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn a_match_is_recovered_only_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(with_files(folder.path())).unwrap();
    seat(&mut session, 0, Seat::Human);
    dice(&mut session, "31 65 42");
    game(&mut session, GameCommand::NewMatch(Some(5)));
    drop(session);
    let start = || Session::start(with_files(folder.path())).unwrap();
    let (mut first, mut second) = (start(), start());
    let (one, same) = (first.recoverable(), second.recoverable());
    assert_eq!(one, same, "both are offered it");
    first.recover(&one[0]).unwrap();
    assert!(messages(&mut first).contains(&Message::Recovered));
    second.recover(&same[0]).unwrap();
    let failed = |event: &Event| matches!(event, Event::JobFinished { error: Some(_), .. });
    assert!(settle(&mut second).iter().any(failed));
    assert!(second.record().games.is_empty());
}

#[test]
fn a_crash_is_followed_by_a_transcription() {
    let folder = tempfile::tempdir().unwrap();
    let start = || Session::start(with_files(folder.path())).unwrap();
    let recovered = || {
        let mut session = start();
        let found = session.recoverable();
        session.recover(&found[0]).unwrap();
        assert!(messages(&mut session).contains(&Message::Recovered));
        session
    };
    let mut session = start();
    let (names, event) = (["Baxter", "Varley"].map(str::to_owned), String::new());
    let new = NewTranscription { length: 7, names, event };
    game(&mut session, GameCommand::NewTranscription(Box::new(new)));
    game(&mut session, GameCommand::Throw([4, 6]));
    // It ends as in a crash.
    drop(session);
    let mut session = recovered();
    assert!(session.is_transcribing());
    assert_eq!(Player::BOTH.map(|player| session.seat(player)), [Seat::Human; 2]);
    let play = play_of(&session, "24/14");
    game(&mut session, GameCommand::Play(play));
    assert!(!session.is_thinking());
    game(&mut session, GameCommand::Throw([3, 1]));
    assert_eq!(state(&session).dice(), Dice::new(3, 1).ok());
    // One that was finished is a match like others.
    session.execute(Command::Transcribe(false)).unwrap();
    drop(session);
    let session = recovered();
    assert!(!session.is_transcribing() && session.is_held());
}

#[test]
fn removed_journals_are_told_also_by_a_session_that_ends_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut sessions: Vec<Session> = Vec::new();
    for n in 0..=crate::journal::MAX_INTERRUPTED {
        let mut session = Session::start(with_files(folder.path())).unwrap();
        seat(&mut session, 0, Seat::Human);
        edit(&mut session, Edit::Name(Player::Zero, format!("Ann{n}")));
        game(&mut session, GameCommand::NewMatch(Some(5)));
        sessions.push(session);
    }
    // They end as in a crash.
    drop(sessions);
    let told = Session::start(with_files(folder.path())).unwrap().close();
    let n_told = told.iter().filter(|message| matches!(message, Message::RecoveryExpired(_))).count();
    assert_eq!(n_told, 1, "{told:?}");
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

/// Prints how long games take as the session grows, with its journal: `cargo test -p gnubg-session --lib
/// four_hundred_games -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn four_hundred_games() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(with_files(folder.path())).unwrap();
    for player in 0..2 {
        seat(&mut session, player, Seat::Engine);
    }
    plies(&mut session, 0);
    set(&mut session, "automatic.game", OptionValue::Switch(true));
    let events = session.events();
    let mut start = std::time::Instant::now();
    game(&mut session, GameCommand::NewMatch(Some(0)));
    let mut n_games = 0;
    while n_games < 400 {
        let notice = events.recv_blocking().unwrap();
        if let Some(Event::GameOver(_)) = session.absorb(notice) {
            n_games += 1;
            if n_games % 100 == 0 {
                println!("games {} to {n_games}: {:?}", n_games - 99, start.elapsed());
                start = std::time::Instant::now();
            }
        }
    }
    let games = session.record().games.len();
    drop(session);
    let session = Session::start(with_files(folder.path())).unwrap();
    let start = std::time::Instant::now();
    assert_eq!(session.recoverable()[0].games, games);
    println!("its journal was read within {:?}", start.elapsed());
}
