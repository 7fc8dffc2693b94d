// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg batch`: the JSON Lines interface on standard input and output.
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{Engine, EvalSettings, MoveFilters};
use gnubg_shell::batch::Defaults;
/// Answers requests in JSON Lines until the input ends.
pub(crate) fn run() {
    let a: Vec<String> = std::env::args().collect();
    let plies = a.iter().position(|x| x == "--plies").map_or(0, |i| a[i + 1].parse().unwrap());
    let cubeful = !a.iter().any(|x| x == "--cubeless");
    let engine = match a.iter().position(|x| x == "--weights") {
        Some(i) => Engine::new(
            gnubg_engine::eval::Nets::from_bytes(&std::fs::read(&a[i + 1]).unwrap()).unwrap(),
            1 << 19,
        ),
        None => Engine::built_in(1 << 19).unwrap(),
    };
    let engine = match a.iter().position(|x| x == "--databases") {
        Some(i) => {
            let dir = std::path::Path::new(&a[i + 1]);
            let cancel = gnubg_engine::core::CancelToken::new();
            let control = gnubg_engine::bearoff::generate::Control {
                cancel: &cancel,
                progress: &|_| (),
                threads: None,
            };
            gnubg_engine::bearoff::generate::ensure_small(dir, &control).unwrap();
            engine.with_databases(gnubg_engine::bearoff::Databases::load(&[dir]).0)
        }
        None => engine,
    };
    let table = MatchEquityTable::default();
    let settings = EvalSettings { cubeful, ..EvalSettings::at(plies) };
    let defaults = Defaults { settings, filters: MoveFilters::NORMAL };
    gnubg_shell::batch::run(
        &engine,
        &table,
        &defaults,
        std::io::BufReader::new(std::io::stdin()),
        &mut std::io::stdout(),
    )
    .unwrap();
}
