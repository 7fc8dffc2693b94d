// SPDX-License-Identifier: GPL-3.0-or-later
//! Actions on databases of positions as jobs of the session.

use super::*;
use crate::error::CommandError;
use crate::event::Activity;
use crate::positions::{DatabaseAction, DatabaseOutcome, PositionDatabase};
use gnubg_engine::rollout::RolloutSettings;
use std::path::Path;
use std::time::{Duration, Instant};

fn start(session: &mut Session, action: DatabaseAction) -> crate::jobs::JobId {
    match session.execute(Command::Database(Box::new(action))).unwrap() {
        CommandOutcome::Started(id) => id,
        CommandOutcome::Done => panic!("a job is started"),
    }
}

fn generate(file: &Path, count: usize) -> DatabaseAction {
    DatabaseAction::Generate { file: file.to_owned(), count, threshold: 0.0, seed: 1 }
}

#[test]
fn a_database_is_made_while_the_session_plays_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.db");
    PositionDatabase::default().write(&path).unwrap();
    let mut session = two_people();
    dice(&mut session, "31 65");
    let id = start(&mut session, generate(&path, 200));
    let again = session.execute(Command::Database(Box::new(generate(&path, 1))));
    assert!(matches!(again, Err(CommandError::DatabaseBusy)));
    assert!(!session.is_busy(), "nothing waits for it");
    game(&mut session, GameCommand::NewMatch(Some(3)));
    play(&mut session, "8/5 6/5");
    // Stopping computations about the match leaves it alone.
    session.execute(Command::Stop).unwrap();
    let mut ready = None;
    session.await_job(id, |_, event| {
        if let Event::DatabaseReady { outcome, .. } = event {
            ready = Some(outcome);
        }
    });
    let expected = DatabaseOutcome::Changed { file: path.clone(), read: None, counts: (200, 0) };
    assert_eq!(ready.as_deref(), Some(&expected));
    assert_eq!(PositionDatabase::read(&path).unwrap().counts(), (200, 0));
    let stop = session.execute(Command::StopDatabase);
    assert!(matches!(stop, Err(CommandError::NoDatabaseAction)));
}

#[test]
fn a_stopped_rollout_of_a_database_keeps_what_it_has_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.db");
    PositionDatabase::default().write(&path).unwrap();
    let mut session = two_people();
    let id = start(&mut session, generate(&path, 40));
    session.await_job(id, |_, _| ());
    let settings = RolloutSettings {
        trials: 36,
        play: gnubg_engine::rollout::RolloutPlay::at(0, 0),
        truncation: gnubg_engine::rollout::PlySwitch { on: true, plies: 2 },
        ..RolloutSettings::default()
    };
    let rollout =
        DatabaseAction::RollOut { file: path.clone(), settings: Box::new(settings), threads: Some(1) };
    let id = start(&mut session, rollout);
    let mut error = None;
    session.await_job(id, |session, event| match event {
        Event::DatabaseProgress { .. } => drop(session.execute(Command::StopDatabase)),
        Event::JobFinished { activity: Activity::Database, error: ended, .. } => error = ended,
        _ => {}
    });
    assert!(matches!(error, Some(crate::jobs::JobError::Cancelled(_))), "{error:?}");
    assert!(session.files.wait(Duration::from_secs(20)));
    let start = Instant::now();
    let (all, rolled_out) = PositionDatabase::read(&path).unwrap().counts();
    assert!(all == 40 && (1..40).contains(&rolled_out), "{rolled_out} after {:?}", start.elapsed());
}

#[test]
fn the_next_action_finds_what_a_stopped_one_has_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.db");
    PositionDatabase::default().write(&path).unwrap();
    let mut session = two_people();
    let id = start(&mut session, generate(&path, 20));
    session.await_job(id, |_, _| ());
    let settings = RolloutSettings {
        trials: 36,
        play: gnubg_engine::rollout::RolloutPlay::at(0, 0),
        truncation: gnubg_engine::rollout::PlySwitch { on: true, plies: 2 },
        ..RolloutSettings::default()
    };
    let rollout =
        DatabaseAction::RollOut { file: path.clone(), settings: Box::new(settings), threads: Some(1) };
    let id = start(&mut session, rollout.clone());
    session.await_job(id, |session, event| {
        if matches!(event, Event::DatabaseProgress { .. }) && session.files.n_waiting() == 0 {
            // The disk is slow.
            session.files.push(|| {
                std::thread::sleep(Duration::from_millis(400));
                Ok(())
            });
            let _ = session.execute(Command::StopDatabase);
        }
    });
    // The same command at once, as it was typed ahead.
    let id = start(&mut session, rollout);
    let mut total = 20;
    session.await_job(id, |_, event| {
        if let Event::DatabaseProgress { progress, .. } = event {
            total = progress.counts()[1];
        }
    });
    assert!(total < 20, "some positions were rolled out before");
    assert_eq!(PositionDatabase::read(&path).unwrap().counts(), (20, 20));
}

#[test]
fn an_action_that_fails_says_why() {
    let mut session = two_people();
    let id = start(&mut session, DatabaseAction::Verify("/nowhere/p.db".into()));
    let mut error = None;
    session.await_job(id, |_, event| {
        if let Event::JobFinished { error: ended, .. } = event {
            error = ended;
        }
    });
    assert!(error.unwrap().to_string().contains("/nowhere/p.db"));
}
