// SPDX-License-Identifier: GPL-3.0-or-later
//! Hypergammon without its database, compared with the database.

use gnubg_engine::bearoff::generate::{Control, HyperGenerateOptions, make_hyper};
use gnubg_engine::bearoff::{Hyper, HyperRecord};
use gnubg_engine::core::{Board, CancelToken, Probs, Variation};
use gnubg_engine::eval::Engine;

const N: u8 = 1;

/// Every position of the database with one checker a side, with what the database and the program without it say.
fn positions() -> Vec<(Board, HyperRecord, Probs)> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hyper1.bd");
    let control = Control { cancel: &CancelToken::new(), progress: &|_| (), threads: None };
    make_hyper(&HyperGenerateOptions::new(usize::from(N)), &path, &control).unwrap();
    let database = Hyper::open(&path).unwrap();
    let engine = Engine::built_in(1 << 10).unwrap();
    let variation = Variation::Hypergammon1;
    let n = database.index().n_positions();
    let mut found = Vec::new();
    for (own, other) in (0..n).flat_map(|own| (0..n).map(move |other| (own, other))) {
        let board = Board::from_sides(database.index().position(own), database.index().position(other));
        if board.check(variation).is_err() || board.outcome(variation).is_some() {
            continue;
        }
        let record = database.record([own, other]).unwrap();
        found.push((board, record, engine.static_value_of(&board, variation).probs));
    }
    found
}

/// The root mean square of the errors of a chance.
fn error(positions: &[(Board, HyperRecord, Probs)], has_contact: bool, of: impl Fn(&Probs) -> f32) -> f32 {
    let chosen = positions.iter().filter(|(board, ..)| board.has_contact() == has_contact);
    let squares: Vec<f32> =
        chosen.map(|(_, record, found)| (of(&record.probs) - of(found)).powi(2)).collect();
    (squares.iter().sum::<f32>() / squares.len() as f32).sqrt()
}

#[test]
fn gammons_are_close_to_those_of_the_database() {
    let positions = positions();
    assert!(positions.len() > 400, "{}", positions.len());
    let chances: [fn(&Probs) -> f32; 5] = [|p| p.win, |p| p.win_g, |p| p.lose_g, |p| p.win_bg, |p| p.lose_bg];
    for of in chances {
        let race = error(&positions, false, of);
        assert!(race < 0.005, "{race}");
    }
    for of in [chances[1], chances[2]] {
        let contact = error(&positions, true, of);
        assert!(contact < 0.12, "{contact}");
    }
    assert!(positions.iter().all(|(_, _, found)| found.win_g <= found.win && found.win_bg <= found.win_g));
}
