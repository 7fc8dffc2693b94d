// SPDX-License-Identifier: GPL-3.0-or-later
//! Bearoff databases: making them and looking positions up.

use crate::{measure, positions};
use gnubg_engine::bearoff::generate::{Control, make_bytes};
use gnubg_engine::bearoff::{Databases, Format, OneSided, PositionIndex, TwoSided};
use gnubg_engine::core::{Board, CancelToken, Dice, PlayList, Variation};
use std::hint::black_box;
use std::time::Instant;

/// `(what, format, processor seconds of the original)`; the original's 15x10 and 8x6 runs were stopped and estimated
/// from the part they had done (spec/bearoff.md §9).
fn files() -> [(&'static str, Option<Format>, f64); 5] {
    [
        ("one-sided 15x6", Format::one_sided(6, true, true), 2.7),
        ("one-sided 15x8", Format::one_sided(8, true, true), 46.0),
        ("one-sided 15x10", Format::one_sided(10, true, true), 480.0),
        ("two-sided 6x6", Format::two_sided(6, 6, true), 27.0),
        ("two-sided 8x6", Format::two_sided(6, 8, true), 375.0),
    ]
}

/// Processor seconds of all threads of this program; 0 where the system does not report it.
fn processor_seconds() -> f64 {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |n: usize| fields.get(n).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / TICKS_PER_SECOND
}

fn generation() {
    for (what, format, original) in files() {
        let Some(format) = format else { continue };
        let cancel = CancelToken::new();
        let control = Control { cancel: &cancel, progress: &|_| (), threads: None };
        let (start, processor) = (Instant::now(), processor_seconds());
        if let Err(error) = make_bytes(format, &control).map(black_box) {
            println!("{what}: {error}");
            continue;
        }
        let (wall, processor) = (start.elapsed().as_secs_f64(), processor_seconds() - processor);
        println!(
            "{:<52} {processor:>6.2} s (wall {wall:.2})  {:>7.2} x original's {original} s",
            format!("making {what}, processor time"),
            original / processor.max(0.01)
        );
    }
}

/// Boards of two positions each of `index`, spread by a fixed multiplicative sequence.
fn boards(index: PositionIndex, n: usize) -> Vec<Board> {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        1 + ((u64::from(state) * u64::from(index.n_positions() - 1)) >> 32) as u32
    };
    (0..n).map(|_| Board::from_sides(index.position(next()), index.position(next()))).collect()
}

/// The positions after all plays of a roll on each board, as a search meets them.
fn after_plays(boards: Vec<Board>) -> Vec<Board> {
    let mut list = PlayList::new();
    let mut after = Vec::new();
    for (board, dice) in boards.iter().zip(Dice::ALL.iter().cycle()) {
        list.generate(board, *dice);
        after.extend_from_slice(list.boards());
    }
    after
}

fn look_ups() {
    let cancel = CancelToken::new();
    let control = Control { cancel: &cancel, progress: &|_| (), threads: None };
    let bytes = |format: Option<Format>| make_bytes(format?, &control).ok();
    let one_sided =
        bytes(Format::one_sided(6, true, true)).and_then(|b| OneSided::from_bytes(b, "15x6").ok());
    let two_sided = bytes(Format::two_sided(6, 6, true)).and_then(|b| TwoSided::from_bytes(b, "6x6").ok());
    let (Some(one_sided), Some(two_sided)) = (one_sided, two_sided) else { return };
    let plays = after_plays(boards(*two_sided.index(), 2_000));
    let cases = [
        ("two-sided look-ups after all plays of a roll", plays),
        ("scattered two-sided look-ups", boards(*two_sided.index(), 20_000)),
        ("scattered one-sided look-ups", boards(*one_sided.index(), 20_000)),
    ];
    let mut databases = Databases::new();
    databases.set_one_sided(false, one_sided);
    databases.set_two_sided(false, two_sided);
    for (what, boards) in &cases {
        let seconds = seconds(&databases, boards);
        measure::report(what, 1.0 / seconds, 1e7, &format!("10 M/s ({:.1} ns each)", seconds * 1e9));
    }
    if let Some(contact) = positions::recorded("bench_contact_20000.txt") {
        let seconds = seconds(&databases, &contact);
        let baseline = format!("100 M/s ({:.1} ns each)", seconds * 1e9);
        measure::report("boards with contact rejected", 1.0 / seconds, 1e8, &baseline);
    }
}

/// Look-ups in a database that is too large to be read into memory: its blocks are read from the file.
fn look_ups_in_a_file() {
    let cancel = CancelToken::new();
    let control = Control { cancel: &cancel, progress: &|_| (), threads: None };
    let Some(bytes) = Format::one_sided(10, true, true).and_then(|format| make_bytes(format, &control).ok())
    else {
        return;
    };
    let path = std::env::temp_dir().join(format!("gnubg-bench-{}.bd", std::process::id()));
    let opened = std::fs::write(&path, &bytes).ok().and_then(|()| OneSided::open(&path).ok());
    let in_memory = OneSided::from_bytes(bytes, "15x10").ok();
    let [Some(from_file), Some(in_memory)] = [opened, in_memory] else { return };
    let all = boards(*in_memory.index(), 200_000);
    for (what, database) in [("in memory", in_memory), ("in blocks of a file", from_file)] {
        let mut databases = Databases::new();
        databases.set_one_sided(true, database);
        for (how, boards) in [("scattered", &all[..]), ("repeated", &all[..2_000])] {
            let seconds = seconds(&databases, boards);
            let what = format!("{how} look-ups {what}, 15x10");
            measure::report(&what, 1.0 / seconds, 1e6, &format!("1 M/s ({:.1} ns each)", seconds * 1e9));
        }
    }
    // A file that stays does no harm.
    let _ = std::fs::remove_file(&path);
}

fn seconds(databases: &Databases, boards: &[Board]) -> f64 {
    measure::seconds_per_item(|| {
        let found = boards.iter().filter_map(|board| databases.find(black_box(board), Variation::Standard));
        black_box(found.map(|entry| f64::from(entry.probs.win)).sum::<f64>());
        boards.len() as u64
    })
}

pub(crate) fn run() {
    look_ups();
    look_ups_in_a_file();
    generation();
}
