// SPDX-License-Identifier: GPL-3.0-or-later
//! Databases from their first position to trained nets.

use super::*;
use gnubg_engine::core::CancelToken;
use gnubg_engine::eval::{Engine, Nets};
use gnubg_engine::rollout::{PlySwitch, RolloutPlay, RolloutSettings};

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

/// Quick rollouts.
fn settings(trials: u32) -> RolloutSettings {
    RolloutSettings {
        trials,
        truncation: PlySwitch { on: true, plies: 2 },
        play: RolloutPlay::at(0, 0),
        ..RolloutSettings::default()
    }
}

#[test]
fn positions_are_made_rolled_out_and_learned() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("p.db"), folder.path().join("own.weights"));
    let engine = Engine::built_in(1 << 10).unwrap();
    let cancel = CancelToken::new();
    let mut database = PositionDatabase::default();
    assert!(matches!(verify(&database, &engine), Err(DatabaseError::Nothing(_))));
    generate(&mut database, &engine, 30, 0.0, 1, &cancel, &mut |_| ()).unwrap();
    assert_eq!(database.counts(), (30, 0));
    // A rollout that is interrupted keeps what it has done.
    let stop = CancelToken::new();
    let stopped = roll_out(&mut database, &path, &engine, &settings(36), 1, &stop, &mut |done, _| {
        if done == 5 {
            stop.cancel();
        }
    });
    assert!(matches!(stopped, Err(DatabaseError::Cancelled(_))), "{stopped:?}");
    let mut database = PositionDatabase::read(&path).unwrap();
    assert_eq!(database.counts(), (30, 5));
    let done = roll_out(&mut database, &path, &engine, &settings(36), 1, &cancel, &mut |_, _| ()).unwrap();
    assert_eq!((done, database.counts()), (25, (30, 30)));
    let again = roll_out(&mut database, &path, &engine, &settings(36), 1, &cancel, &mut |_, _| ());
    assert!(matches!(again, Err(DatabaseError::Nothing(_))));
    let before = verify(&database, &engine).unwrap();
    assert!(before.positions == 30 && before.equity < 0.3, "{before:?}");
    // A copy that is trained on these positions is nearer to them.
    let options = TrainingOptions { passes: 20, rate: 2e-5, seed: 1 };
    let mut passes = 0;
    train(&database, engine.nets(), &out, &options, &cancel, &mut |pass, _| passes = pass).unwrap();
    assert_eq!(passes, 20);
    let trained = Engine::new(Nets::from_bytes(&std::fs::read(&out).unwrap()).unwrap(), 0);
    let after = verify(&database, &trained).unwrap();
    assert!(after.equity < before.equity, "{before:?} {after:?}");
    assert!(after.chances[0] < before.chances[0]);
}

#[test]
fn a_threshold_keeps_positions_that_look_ahead_changes() {
    let engine = Engine::built_in(1 << 10).unwrap();
    let cancel = CancelToken::new();
    let mut database = PositionDatabase::default();
    generate(&mut database, &engine, 3, 0.05, 2, &cancel, &mut |_| ()).unwrap();
    assert_eq!(database.counts().0, 3);
    cancel.cancel();
    let stopped = generate(&mut database, &engine, 1, 0.0, 3, &cancel, &mut |_| ());
    assert!(matches!(stopped, Err(DatabaseError::Cancelled(_))));
}

#[test]
fn nets_of_self_play_are_written_after_each_round() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("td.weights");
    let options = TrainingOptions { passes: 2, rate: 1e-3, seed: 1 };
    let mut rounds = Vec::new();
    let mut versions = Vec::new();
    self_play(Err(64), 2, 0.0, &out, &options, &CancelToken::new(), &mut |round| {
        rounds.push(round);
        versions.push(std::fs::read(&out).unwrap());
    })
    .unwrap();
    assert_eq!(rounds, [1, 2]);
    assert_ne!(versions[0], versions[1]);
    assert!(Nets::from_bytes(&versions[1]).is_ok());
    let wrong = self_play(Err(5), 2, 0.0, &out, &options, &CancelToken::new(), &mut |_| ());
    assert!(matches!(wrong, Err(DatabaseError::Work(_))));
}
