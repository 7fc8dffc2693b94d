// SPDX-License-Identifier: GPL-3.0-or-later
//! Reads bearoff databases. Makes the two small ones first if the folder lacks them.
//!
//! Usage: `bearoff FOLDER [POSITION-ID]`, by default a short bearoff.

use gnubg_engine::bearoff::Databases;
use gnubg_engine::bearoff::generate::{Control, ensure_small};
use gnubg_engine::core::{Board, CancelToken, PLACES, Variation};
use std::error::Error;
use std::path::PathBuf;

/// Both sides have two checkers each on their 1-, 2- and 3-point.
fn short_bearoff() -> Board {
    let mut side = [0; PLACES];
    side[..3].fill(2);
    Board::from_sides(side, side)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = PathBuf::from(arguments.first().ok_or("usage: bearoff FOLDER [POSITION-ID]")?);
    let board = match arguments.get(1) {
        Some(id) => Board::from_position_id(id)?,
        None => short_bearoff(),
    };

    let control = Control { cancel: &CancelToken::new(), progress: &|_| {}, threads: None };
    ensure_small(&folder, &control)?;
    let (databases, problems) = Databases::load(&[&folder]);
    for problem in &problems {
        eprintln!("{}: {}", problem.path.display(), problem.error);
    }

    match databases.find(&board, Variation::Standard) {
        Some(value) => {
            println!("{:?}: winning chance {:.4}", value.class, value.probs.win);
            if let Some(equities) = value.equities {
                println!("equity with the cube centered {:+.4}", equities.centered);
            }
        }
        None => println!("no database covers this position"),
    }
    for (side, stats) in ["on roll", "opponent"].into_iter().zip(databases.race_stats(&board)) {
        if let Some(stats) = stats {
            println!("{side}: {} pips, effective pip count {:.2}", stats.pips, stats.epc());
        }
    }
    Ok(())
}
