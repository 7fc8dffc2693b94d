// SPDX-License-Identifier: GPL-3.0-or-later
//! Readers of the engine: weights, databases, match equity tables.

use crate::Target;
use gnubg_engine::bearoff::generate::{Control, HyperGenerateOptions, make_bytes, make_hyper};
use gnubg_engine::bearoff::{Format, Hyper, OneSided, TwoSided};
use gnubg_engine::core::{CancelToken, PLACES};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::nn::{
    AnyNet, FILTER_ROWS, Filter, HIDDEN, Head, LANES, Network, NetworkShape, OUTPUTS, READINGS, read_nets,
    write_nets,
};
use std::num::NonZeroUsize;

pub(crate) fn targets() -> Vec<Target> {
    vec![
        Target { name: "weights", run: weights, seeds: weight_seeds },
        Target { name: "databases", run: databases, seeds: database_seeds },
        Target { name: "tables", run: tables, seeds: table_seeds },
    ]
}

/// Weights files. The checksum at the end is corrected, because no change would get past it.
fn weights(bytes: &[u8]) {
    let _ = read_nets(bytes);
    if let Some(content) = bytes.len().checked_sub(4).map(|end| &bytes[..end]) {
        let mut file = content.to_vec();
        file.extend_from_slice(&crc32fast::hash(content).to_le_bytes());
        let _ = read_nets(&file);
    }
}

fn weight_seeds() -> Vec<Vec<u8>> {
    let shape = NetworkShape { rows: 3, width: LANES, buckets: 1 };
    let head = Head {
        dense: vec![1; HIDDEN * LANES],
        bias: [0.5; HIDDEN],
        output: [[0.25; 2 * HIDDEN]; OUTPUTS],
        output_bias: [1.0; OUTPUTS],
        readings: [[0.125; 2 * HIDDEN]; READINGS],
        readings_bias: [-0.5; READINGS],
    };
    let net = Network::new(shape, &[1; 3 * LANES], &[7; LANES], vec![head]).expect("sizes that fit");
    let filter =
        Filter::new(&vec![1; FILTER_ROWS * LANES], &[1; LANES], &[2; LANES]).expect("sizes that fit");
    let (net, filter) = (AnyNet::Network(net), AnyNet::Filter(filter));
    vec![write_nets(&[("net", &net)]), write_nets(&[("filter", &filter)])]
}

/// Database files of any kind, and look-ups in what was read.
fn databases(bytes: &[u8]) {
    let side = |checkers: [u8; 6]| {
        let mut side = [0; PLACES];
        side[..6].copy_from_slice(&checkers);
        side
    };
    let sides =
        [[0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0], [0, 2, 1, 0, 0, 0], [2, 2, 3, 3, 3, 2]];
    if let Ok(found) = OneSided::from_bytes(bytes.to_vec(), "x") {
        for checkers in sides {
            let _ = (found.distributions(&side(checkers)), found.rolls(&side(checkers)));
        }
    }
    let pairs = || sides.into_iter().flat_map(|a| sides.map(|b| (side(a), side(b))));
    if let Ok(found) = TwoSided::from_bytes(bytes.to_vec(), "x") {
        for (a, b) in pairs() {
            let _ = found.lookup(&a, &b).map(|record| (record.probs(), record.money_equities()));
        }
    }
    if let Ok(found) = Hyper::from_bytes(bytes.to_vec(), "x") {
        for (a, b) in pairs() {
            let _ = found.lookup(&a, &b);
        }
    }
}

fn database_seeds() -> Vec<Vec<u8>> {
    let cancel = CancelToken::new();
    let made = |format: Option<Format>| {
        let control = Control { cancel: &cancel, progress: &|_| (), threads: NonZeroUsize::new(1) };
        make_bytes(format.expect("a possible size"), &control).expect("a small database")
    };
    let mut seeds = vec![
        made(Format::one_sided(2, true, true)),
        made(Format::one_sided(1, false, false)),
        made(Format::normal(2)),
        made(Format::two_sided(2, 2, true)),
        made(Format::two_sided(3, 2, false)),
    ];
    let target = std::env::temp_dir().join(format!("gnubg-fuzz-{}.bd", std::process::id()));
    let options = HyperGenerateOptions { without_checkpoint: true, ..HyperGenerateOptions::new(1) };
    let control = Control { cancel: &cancel, progress: &|_| (), threads: NonZeroUsize::new(1) };
    make_hyper(&options, &target, &control).expect("a small database");
    seeds.push(std::fs::read(&target).expect("the file just made"));
    std::fs::remove_file(&target).expect("the file just made");
    seeds
}

/// Match equity tables in XML.
fn tables(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(table) = MatchEquityTable::parse(text) {
        for away in [1, 2, 7, 64] {
            let chance = table.pre_crawford(away, 5).0;
            assert!((0.0..=1.0).contains(&chance), "{chance}");
        }
    }
}

fn table_seeds() -> Vec<Vec<u8>> {
    gnubg_engine::cube::SHIPPED.iter().map(|table| table.xml.as_bytes().to_vec()).collect()
}
