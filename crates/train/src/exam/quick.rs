// SPDX-License-Identifier: GPL-3.0-or-later
//! Quick examinations: checker-play decisions with equities from deep look-ahead, by kind of position. Nets are compared by
//! what their static choices lose, without an external reference.
//!
//! A file has one JSON object a line: `id` (position of the player on roll), `dice`, `kind`, and `moves`, pairs of the
//! position after a play (opponent on roll) and the mover's equity.

use crate::checkpoint::Checkpoint;
use crate::data::NetPart;
use crate::kind::PositionKind;
use crate::label::open_databases;
use crate::selfplay::{self, Deviation};
use crate::spread::Spread;
use crate::starts::Start;
use anyhow::{Context, Result};
use gnubg_engine::bearoff::Databases;
use gnubg_engine::core::{Board, Dice, PlayList};
use gnubg_engine::eval::{LookAhead, Nets};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Plays of a roll that get a reference equity; the best by one ply of look-ahead.
const LISTED: usize = 6;

/// The loss of an unlisted play beyond that of the worst listed one.
const UNLISTED: f32 = 0.02;

/// Options of `train exam quick`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct QuickOptions {
    /// The checkpoint whose nets play and look ahead.
    #[arg(long)]
    by: PathBuf,
    /// Plies of look-ahead behind a reference equity.
    #[arg(long, default_value_t = 2)]
    plies: usize,
    /// Decisions of each kind of position.
    #[arg(long, default_value_t = 200)]
    each: usize,
    /// Folder of bearoff databases.
    #[arg(long)]
    databases: Option<PathBuf>,
    /// Seed of the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file to write.
    #[arg(long)]
    out: PathBuf,
}

/// One choice.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Decision {
    id: String,
    dice: [u8; 2],
    kind: PositionKind,
    moves: Vec<(String, f32)>,
}

/// Writes an examination.
pub(crate) fn run(options: &QuickOptions) -> Result<()> {
    let nets = Checkpoint::read(&options.by)?.nets()?;
    let databases = open_databases(options.databases.as_deref())?;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(options.seed);
    let drawn = draw(&nets, &databases, options.each, &mut rng);
    let look = || LookAhead::new(&nets).with_filter(5).with_databases(&databases);
    let lines: Vec<String> = drawn
        .into_par_iter()
        .map_init(look, |look, (board, dice)| {
            Ok(serde_json::to_string(&refer(&nets, look, board, dice, options.plies))?)
        })
        .collect::<Result<_>>()?;
    std::fs::write(&options.out, lines.join("\n") + "\n")
        .with_context(|| format!("writing {}", options.out.display()))
}

/// Draws `each` choices of each kind from games that start as games do.
fn draw(nets: &Nets, databases: &Databases, each: usize, rng: &mut impl Rng) -> Vec<(Board, Dice)> {
    let mut look = LookAhead::new(nets).with_databases(databases);
    let mut wanted = [each; PositionKind::ALL.len()];
    let (mut drawn, mut list) = (Vec::new(), PlayList::new());
    while wanted.iter().any(|&n| n > 0) {
        let start = Start::among(&[Start::Opening, Start::Nackgammon, Start::Scrambled], rng).board(rng);
        let game = selfplay::play(nets, &mut look, start, Deviation { random: 0.01, second: 0.1 }, rng);
        let mut last: Option<PositionKind> = None;
        for board in game.boards {
            let kind = PositionKind::of(&board);
            // One decision of a kind in a row, some rolls after the kind occurs: neighboring positions are similar.
            let is_taken = wanted[kind as usize] > 0 && last != Some(kind) && rng.random_range(0..4) == 0;
            if NetPart::of(&board).is_none() || !is_taken {
                continue;
            }
            let dice = selfplay::roll(rng);
            list.generate(&board, dice);
            if list.len() > 1 {
                wanted[kind as usize] -= 1;
                last = Some(kind);
                drawn.push((board, dice));
            }
        }
    }
    drawn
}

/// The reference equities of the promising plays.
fn refer(nets: &Nets, look: &mut LookAhead<'_>, board: Board, dice: Dice, plies: usize) -> Decision {
    let mut list = PlayList::new();
    list.generate(&board, dice);
    let mut ranked: Vec<(f32, usize)> =
        (0..list.len()).map(|n| (look.chances(nets, &list.boards()[n], 1).money_equity().0, n)).collect();
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    ranked.truncate(LISTED);
    let mut equity = |n: usize| -look.chances(nets, &list.boards()[n], plies).money_equity().0;
    let moves = ranked.iter().map(|&(_, n)| (list.boards()[n].position_id(), equity(n))).collect();
    Decision {
        id: board.position_id(),
        dice: [dice.high(), dice.low()],
        kind: PositionKind::of(&board),
        moves,
    }
}

/// Prints the loss of the static choices of `nets`, 500 × mean equity, by kind of position.
pub(crate) fn score(nets: &Nets, databases: &Databases, exam: &Path) -> Result<()> {
    let text = std::fs::read_to_string(exam).with_context(|| format!("reading {}", exam.display()))?;
    let look = || LookAhead::new(nets).with_databases(databases);
    let losses: Vec<(PositionKind, f32)> = text
        .par_lines()
        .map_init(look, |look, line| {
            let decision: Decision = serde_json::from_str(line)?;
            let board = Board::from_position_id(&decision.id)?;
            let dice = Dice::new(decision.dice[0], decision.dice[1]).context("dice out of range")?;
            let made = look.best_after(nets, &board, dice).position_id();
            Ok((decision.kind, loss(&decision.moves, &made)))
        })
        .collect::<Result<_>>()
        .with_context(|| format!("in {}", exam.display()))?;
    for kind in PositionKind::ALL.map(Some).into_iter().chain([None]) {
        let of_kind = losses.iter().filter(|(k, _)| kind.is_none_or(|kind| kind == *k));
        let values: Vec<f64> = of_kind.map(|(_, loss)| 500.0 * f64::from(*loss)).collect();
        let spread = Spread::of(&values);
        let name = kind.map_or_else(|| "all".to_owned(), |kind| format!("{kind:?}"));
        println!("exam {name:8} {:5} decisions: {:.3} ± {:.3}", spread.count, spread.mean, spread.error());
    }
    Ok(())
}

/// The loss of the play `made` compared with the best listed play.
fn loss(moves: &[(String, f32)], made: &str) -> f32 {
    let best = moves.iter().map(|(_, equity)| *equity).fold(f32::NEG_INFINITY, f32::max);
    let worst = moves.iter().map(|(_, equity)| *equity).fold(f32::INFINITY, f32::min);
    best - moves.iter().find(|(id, _)| id == made).map_or(worst - UNLISTED, |(_, equity)| *equity)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loss_of_a_play_is_its_distance_to_the_best() {
        let moves = vec![("a".to_owned(), 0.5), ("b".to_owned(), 0.25)];
        assert_eq!(loss(&moves, "a"), 0.0);
        assert_eq!(loss(&moves, "b"), 0.25);
        assert!((loss(&moves, "c") - 0.27).abs() < 1e-6);
    }
}
