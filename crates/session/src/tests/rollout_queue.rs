// SPDX-License-Identifier: GPL-3.0-or-later
//! The queue of errors that are rolled out: interrupted by the end of the program, it goes on when its match is opened.

use super::rolled_out::{await_job, quick};
use super::*;
use crate::command::{Opened, RecordPart};
use crate::event::Activity;
use crate::files::directories::Directories;
use gnubg_record::analysis::{CubeAnalysis, PlayAnalysis};
use gnubg_record::{Cursor, ErrorQuery, MatchRecord};
use std::path::PathBuf;
use std::time::Duration;

const ALL: ErrorQuery = ErrorQuery {
    players: [true; 2],
    kinds: [true; 4],
    least: 0.01,
    game: None,
    order: gnubg_record::ErrorOrder::WorstFirst,
};

/// Games of each alternative: enough that a decision takes several steps of the job.
const GAMES: u32 = 7200;

/// An analyzed match with errors in plays and of the cube.
fn analyzed() -> MatchRecord {
    let mut session = two_people();
    dice(&mut session, "31 65 42");
    for part in ["checker", "cube"] {
        set(&mut session, &format!("analysis.{part}.evaluation.plies"), OptionValue::Whole(0));
    }
    game(&mut session, GameCommand::NewMatch(Some(5)));
    play(&mut session, "13/10 6/5");
    game(&mut session, GameCommand::Roll);
    play(&mut session, "24/13");
    game(&mut session, GameCommand::Double);
    game(&mut session, GameCommand::Drop);
    await_job(&mut session, Command::Analyze(RecordPart::Match));
    assert!(session.errors(&ALL).len() > 2);
    session.record().clone()
}

struct Program {
    folder: tempfile::TempDir,
}

impl Program {
    fn begin(&self, games: u32) -> Session {
        let directories = Some(Directories::under(self.folder.path()));
        let mut session = Session::start(Setup { directories, without_databases: true, ..setup() }).unwrap();
        session.options.rollout.settings = quick(games);
        session
    }

    fn file(&self) -> PathBuf {
        Directories::under(self.folder.path()).state.join("rollout-queue.json")
    }
}

fn open(session: &mut Session, record: &MatchRecord) {
    let file = Some(PathBuf::from("/match.sgf"));
    let opened = Opened { record: record.clone(), place: Cursor::default(), file };
    session.execute(Command::Open(Box::new(opened))).unwrap();
}

/// Takes in what happens until so many decisions of the queue are done.
fn until_done(session: &mut Session, n: u64) -> u64 {
    let events = session.events();
    loop {
        match session.absorb(events.recv_blocking().unwrap()) {
            Some(Event::JobProgress { activity: Activity::Analysis, done, total, .. }) if done >= n => {
                return total.unwrap() - done;
            }
            Some(Event::JobFinished { activity: Activity::Analysis, .. }) => panic!("it was too quick"),
            _ => {}
        }
    }
}

/// Takes in what happens until nothing is analyzed or rolled out, and every file is written.
fn finish(session: &mut Session) {
    while session.is_pending(Activity::Analysis) {
        session.absorb_next(|_, _| ());
    }
    session.files.wait(Duration::from_secs(20));
}

/// What is known about each decision.
fn known(record: &MatchRecord) -> Vec<(Option<PlayAnalysis>, Option<CubeAnalysis>)> {
    let entries = record.games.iter().flat_map(|game| &game.entries);
    entries.map(|entry| (entry.play_analysis().cloned(), entry.cube_analysis().cloned())).collect()
}

/// The places whose rollout the record holds, and these rollouts.
fn rolled_out(record: &MatchRecord) -> Vec<(usize, String)> {
    let entries = record.games.iter().flat_map(|game| &game.entries).enumerate();
    let text = |(n, entry): (usize, &gnubg_record::Entry)| {
        let analysis = entry.analysis.as_deref()?;
        let file = analysis.play_rollout.as_ref().or(analysis.cube_rollout.as_ref())?;
        Some((n, file.to_string()))
    };
    entries.filter_map(text).collect()
}

#[test]
fn a_queue_of_errors_goes_on_in_the_next_session() {
    let record = analyzed();
    let program = Program { folder: tempfile::tempdir().unwrap() };
    // At once, for comparison.
    let mut session = program.begin(GAMES);
    open(&mut session, &record);
    assert_eq!(await_job(&mut session, Command::RollOutErrors(ALL)), Some(false));
    let (at_once, n_rolled_out) = (known(session.record()), rolled_out(session.record()).len());
    assert!(n_rolled_out > 1);
    session.files.wait(Duration::from_secs(20));
    assert!(!program.file().exists(), "it is done");
    session.close();
    // The program ends when the first decision is done.
    let mut session = program.begin(GAMES);
    open(&mut session, &record);
    session.execute(Command::RollOutErrors(ALL)).unwrap();
    until_done(&mut session, 1);
    let first = rolled_out(session.record());
    assert_eq!(first.len(), 1, "the worst is the first");
    session.save_paused_rollout(false).unwrap();
    session.close();
    assert!(program.file().exists());
    // The next one opens another match first, and with other settings.
    let mut session = program.begin(36);
    session.load_paused_rollout();
    settle(&mut session);
    game(&mut session, GameCommand::NewMatch(Some(7)));
    settle(&mut session);
    assert!(!session.is_pending(Activity::Analysis));
    open(&mut session, &record);
    assert!(rolled_out(session.record()).contains(&first[0]) && session.is_unsaved());
    finish(&mut session);
    assert!(rolled_out(session.record()).contains(&first[0]), "what was done stays");
    assert!(known(session.record()) == at_once, "the same as without an interruption");
    assert!(!program.file().exists(), "it is done");
}

/// Another match interrupts the queue; it goes on when the match is opened again.
#[test]
fn a_queue_waits_while_another_match_is_shown() {
    let record = analyzed();
    let program = Program { folder: tempfile::tempdir().unwrap() };
    let mut session = program.begin(1_000_000);
    open(&mut session, &record);
    session.execute(Command::RollOutErrors(ALL)).unwrap();
    game(&mut session, GameCommand::NewMatch(Some(7)));
    finish(&mut session);
    assert!(program.file().exists());
    open(&mut session, &record);
    assert!(session.is_pending(Activity::Analysis));
    // Who stops it does not want it any more.
    session.execute(Command::Stop).unwrap();
    finish(&mut session);
    assert!(!program.file().exists());
    open(&mut session, &record);
    assert!(!session.is_pending(Activity::Analysis));
}

/// The program is killed: nothing is saved at its end.
#[test]
fn a_queue_survives_a_crash() {
    let record = analyzed();
    let program = Program { folder: tempfile::tempdir().unwrap() };
    let mut session = program.begin(1_000_000);
    open(&mut session, &record);
    session.execute(Command::RollOutErrors(ALL)).unwrap();
    session.files.wait(Duration::from_secs(20));
    drop(session);
    let mut session = program.begin(36);
    open(&mut session, &record);
    session.load_paused_rollout();
    let total = until_done(&mut session, 0);
    assert!(total > 1, "all of it is left");
    session.execute(Command::Stop).unwrap();
    finish(&mut session);
    // A file that is none is left alone.
    std::fs::write(program.file(), "{}").unwrap();
    let mut session = program.begin(36);
    session.load_paused_rollout();
    settle(&mut session);
    open(&mut session, &record);
    assert!(!session.is_pending(Activity::Analysis));
}
