// SPDX-License-Identifier: GPL-3.0-or-later
//! Databases from their first position to trained nets.

use super::*;
use gnubg_engine::core::CancelToken;
use gnubg_engine::eval::{Engine, Nets};
use gnubg_engine::rollout::{PlySwitch, RolloutPlay, RolloutSettings};
use std::sync::Arc;

fn rolled(chance: f32, trials: u32, time: u64) -> RolledOut {
    RolledOut { chances: [chance, 0.1, 0.0, 0.2, 0.0], errors: [0.01; 5], trials, time, settings: 7 }
}

#[test]
fn files_round_trip_and_damage_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.db");
    let mut database = PositionDatabase::default();
    assert!(database.insert(&Board::default()) && !database.insert(&Board::default()));
    let other = Board::default().swapped();
    database.merge(&other, rolled(0.5, 100, 20));
    database.write(&path).unwrap();
    assert_eq!(PositionDatabase::read(&path).unwrap(), database);
    let text = std::fs::read_to_string(&path).unwrap();
    for (damaged, expected) in [
        (text.replace("positions", "something"), "database new"),
        (text.replace("\"id\"", "\"di\""), "line 2"),
        (text.replace("0.5", "9.5"), "a chance is impossible"),
    ] {
        std::fs::write(&path, damaged).unwrap();
        let error = PositionDatabase::read(&path).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn imports_are_merged_by_games() {
    let folder = tempfile::tempdir().unwrap();
    let (text, lines) = (folder.path().join("a.txt"), folder.path().join("a.jsonl"));
    let mut database = PositionDatabase::default();
    database.merge(&Board::default(), rolled(0.5, 100, 20));
    database.export(&text).unwrap();
    assert_eq!(std::fs::read_to_string(&text).unwrap(), "4HPwATDgc/ABMA 32768 6554 0 13107 0 100 20\n");
    database.export(&lines).unwrap();
    let mut other = PositionDatabase::default();
    other.merge(&Board::default(), rolled(0.8, 300, 30));
    assert_eq!(other.import(&text).unwrap(), 1);
    let (_, found) = other.positions().next().unwrap();
    let found = found.unwrap();
    assert!((found.chances[0] - 0.725).abs() < 1e-4, "{found:?}");
    assert_eq!((found.trials, found.time, found.settings), (400, 20, 0));
    let mut exact = PositionDatabase::default();
    exact.import(&lines).unwrap();
    assert_eq!(exact, database);
    for (line, expected) in [
        ("4HPwATDgc/ABMA 1 2 3 4 100 20", "8 words"),
        ("4HPwATDgc/ABMA 99999 2 3 4 5 100 20", "99999"),
        ("nonsense 1 2 3 4 5 100 20", "line 1"),
    ] {
        std::fs::write(&text, line).unwrap();
        let error = exact.import(&text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        assert_eq!(exact, database, "nothing was added");
    }
}

#[test]
fn exports_take_the_place_of_exports_only() {
    let folder = tempfile::tempdir().unwrap();
    let mut database = PositionDatabase::default();
    database.merge(&Board::default(), rolled(0.5, 100, 20));
    let source = folder.path().join("positions.db");
    database.write(&source).unwrap();
    for name in ["a.txt", "a.jsonl"] {
        let path = folder.path().join(name);
        for content in ["root:x:0:0:root:/root:/bin/sh\n", "\n\nnotes", "\u{0}"] {
            std::fs::write(&path, content).unwrap();
            let error = database.export(&path).unwrap_err().to_string();
            assert!(error.contains("is not an export of positions"), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), content);
        }
        std::fs::write(&path, "").unwrap();
        database.export(&path).unwrap();
        database.export(&path).unwrap();
    }
    assert!(database.export(&source).is_err(), "the database itself is kept");
    assert_eq!(PositionDatabase::read(&source).unwrap(), database);
}

/// Quick rollouts.
fn settings(trials: u32) -> RolloutSettings {
    RolloutSettings {
        trials,
        truncation: PlySwitch { on: true, plies: 2 },
        play: RolloutPlay::at(0, 0),
        ..RolloutSettings::default()
    }
}

fn engine() -> Arc<Engine> {
    Arc::new(Engine::built_in(1 << 10).unwrap())
}

fn run(engine: &Arc<Engine>, action: DatabaseAction) -> Result<DatabaseOutcome, DatabaseError> {
    DatabaseTask::new(action, Arc::clone(engine), 1).run(&CancelToken::new(), &mut |_| ())
}

fn generate(file: &Path, count: usize, threshold: f32) -> DatabaseAction {
    DatabaseAction::Generate { file: file.to_owned(), count, threshold, seed: 1 }
}

fn roll_out(file: &Path) -> DatabaseAction {
    DatabaseAction::RollOut { file: file.to_owned(), settings: Box::new(settings(36)), threads: None }
}

fn verified(engine: &Arc<Engine>, file: &Path) -> VerificationErrors {
    let DatabaseOutcome::Verified(found) = run(engine, DatabaseAction::Verify(file.to_owned())).unwrap()
    else {
        panic!("no errors")
    };
    found
}

#[test]
fn positions_are_made_rolled_out_and_learned() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("p.db"), folder.path().join("own.weights"));
    let engine = engine();
    run(&engine, DatabaseAction::New(path.clone())).unwrap();
    assert!(run(&engine, DatabaseAction::New(path.clone())).is_err(), "an existing file is kept");
    let nothing = run(&engine, DatabaseAction::Verify(path.clone()));
    assert!(matches!(nothing, Err(DatabaseError::Nothing(_))));
    let counts = (30, 0);
    let made = run(&engine, generate(&path, 30, 0.0)).unwrap();
    assert_eq!(made, DatabaseOutcome::Changed { file: path.clone(), read: None, counts });
    // A rollout that is interrupted keeps what it has done.
    let stop = CancelToken::new();
    let task = DatabaseTask::new(roll_out(&path), Arc::clone(&engine), 1);
    let stopped = task.run(&stop, &mut |progress| {
        if progress == (DatabaseProgress::Done { done: 6, total: 30 }) {
            stop.cancel();
        }
    });
    assert!(matches!(stopped, Err(DatabaseError::Cancelled(_))), "{stopped:?}");
    assert_eq!(PositionDatabase::read(&path).unwrap().counts(), (30, 6));
    let done = run(&engine, roll_out(&path)).unwrap();
    assert_eq!(done, DatabaseOutcome::Changed { file: path.clone(), read: None, counts: (30, 30) });
    assert!(matches!(run(&engine, roll_out(&path)), Err(DatabaseError::Nothing(_))));
    let before = verified(&engine, &path);
    assert!(before.positions == 30 && before.equity < 0.3, "{before:?}");
    // A copy that is trained on these positions is nearer to them.
    let options = TrainingOptions { passes: 20, rate: 2e-5, seed: 1 };
    let train = DatabaseAction::Train { file: path.clone(), out: out.clone(), options };
    let mut passes = Vec::new();
    let task = DatabaseTask::new(train, Arc::clone(&engine), 1);
    task.run(&CancelToken::new(), &mut |progress| passes.push(progress.counts()[0])).unwrap();
    assert_eq!(passes, (0..=20).collect::<Vec<_>>());
    let trained = Arc::new(Engine::new(Nets::from_bytes(&std::fs::read(&out).unwrap()).unwrap(), 0));
    let after = verified(&trained, &path);
    assert!(after.equity < before.equity, "{before:?} {after:?}");
    assert!(after.chances[0] < before.chances[0]);
    // The examination compares them decision by decision.
    let exam = DatabaseAction::Exam { files: vec![path], plies: 0, against: Some(out) };
    let DatabaseOutcome::Examined(grades) = run(&engine, exam).unwrap() else { panic!("no grades") };
    let all = grades.last().unwrap();
    assert!(all.kind.is_none() && all.own.count() > 0, "{grades:?}");
    let [other, difference] = all.other.unwrap();
    assert_eq!((other.count(), difference.count()), (all.own.count(), all.own.count()));
    let expected = all.own.rating()[0] - other.rating()[0];
    assert!((difference.rating()[0] - expected).abs() < 1e-9);
}

#[test]
fn a_threshold_keeps_positions_that_look_ahead_changes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.db");
    let engine = engine();
    PositionDatabase::default().write(&path).unwrap();
    run(&engine, generate(&path, 3, 0.05)).unwrap();
    assert_eq!(PositionDatabase::read(&path).unwrap().counts().0, 3);
    let stop = CancelToken::new();
    stop.cancel();
    let stopped = DatabaseTask::new(generate(&path, 1, 0.0), engine, 1).run(&stop, &mut |_| ());
    assert!(matches!(stopped, Err(DatabaseError::Cancelled(_))));
}

#[test]
fn nets_of_self_play_are_written_after_each_round() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("td.weights");
    let play = |random| DatabaseAction::SelfPlay {
        out: out.clone(),
        random: Some(random),
        games: 2,
        lambda: 0.0,
        options: TrainingOptions { passes: 2, rate: 1e-3, seed: 1 },
    };
    let mut versions = Vec::new();
    // The file is written after the progress of its round.
    let mut note = |_| versions.push(std::fs::read(&out).unwrap());
    DatabaseTask::new(play(64), engine(), 1).run(&CancelToken::new(), &mut note).unwrap();
    versions.push(std::fs::read(&out).unwrap());
    assert_eq!(versions.len(), 3);
    assert!(versions[0] != versions[1] && versions[1] != versions[2]);
    assert!(Nets::from_bytes(&versions[2]).is_ok());
    assert!(matches!(run(&engine(), play(5)), Err(DatabaseError::Work(_))));
}

#[test]
fn plays_of_matches_and_lines_are_examined() {
    let folder = tempfile::tempdir().unwrap();
    let (lines, game) = (folder.path().join("plays.jsonl"), folder.path().join("a.mat"));
    // The usual play of 31 is worth most here, then least; a play that is not listed costs a little more than the worst.
    let (best, other) = ("sGfwATDgc/ABMA", "4HPwAWDgc/ABMA");
    let line =
        |moves: &str| format!("{{\"id\": \"4HPwATDgc/ABMA\", \"dice\": [3, 1], \"moves\": [{moves}]}}\n");
    let text = line(&format!("[\"{best}\", 0.1, 0.3], [\"{other}\", 0.0]"))
        + &line(&format!("[\"{best}\", 0.0], [\"{other}\", 0.5]"))
        + &line(&format!("[\"{other}\", 0.5]"));
    std::fs::write(&lines, &text).unwrap();
    let engine = engine();
    let exam = |file: &Path| {
        run(&engine, DatabaseAction::Exam { files: vec![file.to_owned()], plies: 0, against: None })
    };
    let DatabaseOutcome::Examined(grades) = exam(&lines).unwrap() else { panic!("no grades") };
    assert_eq!(grades.len(), 2, "one kind of position, and all");
    let all = grades.last().unwrap().own;
    assert_eq!(all.count(), 3);
    assert!((all.rating()[0] - 500.0 * (0.0 + 0.5 + 0.02) / 3.0).abs() < 1e-4, "{grades:?}");
    std::fs::write(&lines, text.replace("[3, 1]", "[3, 7]")).unwrap();
    assert!(exam(&lines).unwrap_err().to_string().contains("line 1"));
    std::fs::write(&game, " 1 point match\n\n Game 1\n A : 0    B : 0\n 1) 31: 8/5 6/5\n").unwrap();
    assert!(exam(&game).unwrap_err().to_string().contains("no analyzed play"));
}

/// Runs an action and interrupts it at the first progress that is wanted.
fn interrupted(engine: &Arc<Engine>, action: &DatabaseAction, when: impl Fn(DatabaseProgress) -> bool) {
    let stop = CancelToken::new();
    let task = DatabaseTask::new(action.clone(), Arc::clone(engine), 1);
    let stopped = task.run(&stop, &mut |progress| {
        if when(progress) {
            stop.cancel();
        }
    });
    assert!(action.continues() && matches!(stopped, Err(DatabaseError::Cancelled(_))), "{stopped:?}");
}

#[test]
fn generation_continues_to_the_number_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let [path, whole] = ["p.db", "whole.db"].map(|name| folder.path().join(name));
    let engine = engine();
    for path in [&path, &whole] {
        PositionDatabase::default().write(path).unwrap();
    }
    interrupted(&engine, &generate(&path, 40, 0.0), |progress| progress.counts()[0] == 10);
    let stopped = PositionDatabase::read(&path).unwrap().counts().0;
    assert!((10..40).contains(&stopped), "{stopped}");
    run(&engine, generate(&path, 40, 0.0)).unwrap();
    run(&engine, generate(&whole, 40, 0.0)).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(&whole).unwrap(), "40, not more");
    // Another command of the same kind adds more.
    run(&engine, generate(&path, 40, 0.0)).unwrap();
    assert_eq!(PositionDatabase::read(&path).unwrap().counts().0, 80);
}

#[test]
fn stopped_training_continues_and_no_nets_are_lost() {
    let folder = tempfile::tempdir().unwrap();
    let [path, out, whole, td] =
        ["p.db", "own.weights", "whole.weights", "td.weights"].map(|name| folder.path().join(name));
    let state = folder.path().join("own.weights.training");
    let engine = engine();
    let mut database = PositionDatabase::default();
    database.merge(&Board::default(), rolled(0.9, 100, 20));
    database.write(&path).unwrap();
    let train = |out: &Path, passes| DatabaseAction::Train {
        file: path.clone(),
        out: out.to_owned(),
        options: TrainingOptions { passes, rate: 1e-3, seed: 3 },
    };
    interrupted(&engine, &train(&out, 4), |progress| progress.counts()[0] == 2);
    assert!(state.exists());
    let other = run(&engine, train(&out, 5)).unwrap_err().to_string();
    assert!(other.contains("--passes 4") && other.contains("own.weights.training"), "{other}");
    let mut told = Vec::new();
    DatabaseTask::new(train(&out, 4), Arc::clone(&engine), 1)
        .run(&CancelToken::new(), &mut |progress| told.push(progress.counts()))
        .unwrap();
    assert_eq!(told[0][1], 4);
    assert!((1..=2).contains(&told[0][0]) && told.last() == Some(&[4, 4]), "{told:?}");
    assert!(!state.exists(), "the training has ended");
    run(&engine, train(&whole, 4)).unwrap();
    let trained = std::fs::read(&out).unwrap();
    assert!(trained == std::fs::read(&whole).unwrap(), "as if it had not been stopped");
    // Trained nets are not replaced, unless they are those in use and are trained further.
    let refused = run(&engine, train(&out, 4)).unwrap_err().to_string();
    assert!(refused.contains("exists already"), "{refused}");
    assert!(std::fs::read(&out).unwrap() == trained);
    let own = Arc::new(Engine::new(Nets::from_bytes(&trained).unwrap(), 0));
    run(&own, train(&out, 1)).unwrap();
    assert!(std::fs::read(&out).unwrap() != trained);
    // Games against itself continue, too.
    let play = |out: &Path| DatabaseAction::SelfPlay {
        out: out.to_owned(),
        random: Some(64),
        games: 2,
        lambda: 0.0,
        options: TrainingOptions { passes: 3, rate: 1e-3, seed: 1 },
    };
    interrupted(&engine, &play(&td), |progress| progress.counts()[0] == 1);
    run(&engine, play(&td)).unwrap();
    let again = folder.path().join("again.weights");
    run(&engine, play(&again)).unwrap();
    assert!(std::fs::read(&td).unwrap() == std::fs::read(&again).unwrap());
    // A damaged state is named.
    std::fs::write(folder.path().join("td.weights.training"), "{}").unwrap();
    let damaged = run(&engine, play(&td)).unwrap_err().to_string();
    assert!(damaged.contains("td.weights.training"), "{damaged}");
}

/// A database of so many positions with rollouts nobody made.
fn imagined(path: &Path, n: usize, engine: &Arc<Engine>) {
    PositionDatabase::default().write(path).unwrap();
    run(engine, generate(path, n, 0.0)).unwrap();
    let mut database = PositionDatabase::read(path).unwrap();
    let boards: Vec<Board> = database.positions().map(|(board, _)| board).collect();
    for (n, board) in boards.into_iter().enumerate() {
        database.set(&board, rolled(0.3 + 0.4 * (n % 7) as f32 / 7.0, 100, 20));
    }
    database.write(path).unwrap();
}

#[test]
fn an_examination_that_was_stopped_continues() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.db");
    let state = folder.path().join("p.db.exam");
    let engine = engine();
    imagined(&path, 200, &engine);
    let exam = || DatabaseAction::Exam { files: vec![path.clone()], plies: 0, against: None };
    let whole = run(&engine, exam()).unwrap();
    assert!(!state.exists(), "what is done leaves nothing");
    // It is stopped after its first part.
    let stop = CancelToken::new();
    let task = DatabaseTask::new(exam(), Arc::clone(&engine), 1);
    let stopped = task.run(&stop, &mut |_| stop.cancel());
    assert!(matches!(stopped, Err(DatabaseError::Cancelled(_))), "{stopped:?}");
    assert!(state.exists());
    let mut told = Vec::new();
    let task = DatabaseTask::new(exam(), Arc::clone(&engine), 1);
    let rest = task.run(&CancelToken::new(), &mut |progress| told.push(progress.counts())).unwrap();
    assert_eq!(rest, whole, "as if it had not been stopped");
    assert!(told[0][0] > 64 && told.last() == Some(&[200, 200]), "{told:?}");
    assert!(!state.exists());
    // Another depth is another examination, and a file of somebody else is kept.
    std::fs::write(&state, "mine").unwrap();
    let other = DatabaseAction::Exam { files: vec![path.clone()], plies: 1, against: None };
    let stop = CancelToken::new();
    let _ = DatabaseTask::new(other, Arc::clone(&engine), 1).run(&stop, &mut |_| stop.cancel());
    assert_eq!(std::fs::read_to_string(&state).unwrap(), "mine");
}

#[test]
fn a_verification_that_was_stopped_continues() {
    use super::work::Verification;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.db");
    let engine = engine();
    imagined(&path, 40, &engine);
    let whole = verified(&engine, &path);
    let database = PositionDatabase::read(&path).unwrap();
    let mut first = Verification::new(&database).unwrap();
    while first.counts().0 < 10 {
        let _ = first.step(&engine, std::time::Duration::ZERO, &CancelToken::new()).unwrap();
    }
    assert!(first.counts().0 < 40);
    let mut second = Verification::new(&database).unwrap();
    second.resume(first.counts().0, &first.sums());
    assert!(second.step(&engine, std::time::Duration::from_secs(60), &CancelToken::new()).unwrap());
    assert_eq!(second.errors(), whole);
    let stop = CancelToken::new();
    stop.cancel();
    assert!(matches!(second.step(&engine, std::time::Duration::ZERO, &stop), Ok(true)), "nothing is left");
}
