// SPDX-License-Identifier: GPL-3.0-or-later
//! `train exam draw`: decisions of self-play on which players differ.
//!
//! A game has its own random sequence. Each thread draws and asks about whole games, which are written in their order.

use super::decision::{DECISIONS, Decision, DrawHeader, Drawn};
use super::players::{Common, Entrant, Seated};
use super::workers::{self, InOrder};
use crate::kind::PositionKind;
use crate::lines::Lines;
use crate::selfplay::{self, Deviation};
use crate::shards;
use crate::starts::Start;
use anyhow::{Result, ensure};
use gnubg_engine::core::{Board, CancelToken, Dice, PlayList};
use gnubg_engine::eval::{Engine, LookAhead};
use rand::RngExt;
use std::ops::ControlFlow;
use std::time::Instant;

/// Options of `train exam draw`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct DrawOptions {
    #[command(flatten)]
    common: Common,
    /// A player: a level, N-ply, pubeval, either of the first two with @FILE for its nets, or program:COMMAND, as in
    /// `gnubg duel`; NAME=PLAYER names it. A decision is kept if any two differ
    #[arg(long = "player", required = true)]
    players: Vec<String>,
    /// Decisions to keep in all
    #[arg(long, default_value_t = 2000)]
    count: usize,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(options: &DrawOptions) -> Result<()> {
    let common = &options.common;
    let engine = common.engine()?;
    let entrants = common.entrants(&options.players)?;
    ensure!(entrants.len() > 1, "two players are needed to differ");
    let header = DrawHeader {
        format: "gnubg examination 1".to_owned(),
        seed: options.seed,
        players: options.players.clone(),
        engine: format!("{:016x}", engine.fingerprint()),
    };
    let (mut lines, games) = Lines::open::<_, Drawn>(&common.file(DECISIONS), &header)?;
    let mut kept: usize = games.iter().map(|game| game.decisions.len()).sum();
    let first = games.last().map_or(0, |game| game.game + 1);
    if kept >= options.count {
        println!("draw: {kept} decisions are there");
        return Ok(());
    }
    let (cancel, start, before) = (CancelToken::new(), Instant::now(), kept);
    let mut ordered = InOrder::from(first);
    workers::each(
        first..u64::MAX,
        || seats(&entrants, &engine, &cancel),
        |seats, game| ask_about(&engine, seats, options.seed, game),
        |game, drawn| {
            for drawn in ordered.put(game, drawn) {
                let hundreds = kept / 100;
                kept += drawn.decisions.len();
                lines.add(&drawn)?;
                if kept / 100 > hundreds {
                    let rate = (kept - before) as f64 / start.elapsed().as_secs_f64();
                    println!("draw: {kept} of {} decisions, {rate:.2} a second", options.count);
                }
                if kept >= options.count {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        },
    )
}

fn seats<'a>(
    entrants: &'a [Entrant],
    engine: &'a Engine,
    cancel: &'a CancelToken,
) -> Result<Vec<Seated<'a>>> {
    entrants.iter().map(|entrant| entrant.seated(engine, cancel)).collect()
}

/// Draws from one game and asks the players.
fn ask_about(engine: &Engine, seats: &mut [Seated<'_>], seed: u64, game: u64) -> Result<Drawn> {
    let mut drawn = Drawn { game, asked: 0, decisions: Vec::new() };
    for (board, dice) in candidates(engine, seed, game) {
        let mut decision = Decision::new(&board, dice);
        let (_, _, list) = decision.question()?;
        for seat in &mut *seats {
            decision.plays.insert(seat.name.to_owned(), seat.answer(&board, dice, &list)?);
        }
        drawn.asked += 1;
        if decision.choices().len() > 1 {
            drawn.decisions.push(decision);
        }
    }
    Ok(drawn)
}

/// How many of the decisions of a kind are put to the players: common kinds would leave no room for the others.
const fn share(kind: PositionKind) -> f32 {
    match kind {
        PositionKind::Race => 0.1,
        PositionKind::Other => 0.16,
        PositionKind::BackGame | PositionKind::BearIn => 0.2,
        PositionKind::Bar => 0.25,
        PositionKind::Crashed => 0.5,
        PositionKind::Primes => 0.9,
    }
}

/// Decisions of one game that starts as games do; of a kind one in a row, because neighboring positions are similar.
fn candidates(engine: &Engine, seed: u64, game: u64) -> Vec<(Board, Dice)> {
    let mut rng = shards::rng(seed, game);
    let mut look = LookAhead::new(engine.nets()).with_databases(engine.databases());
    let start =
        Start::among(&[Start::Opening, Start::Nackgammon, Start::Scrambled], &mut rng).board(&mut rng);
    let deviation = Deviation { random: 0.01, second: 0.1 };
    let played = selfplay::play(engine.nets(), &mut look, start, deviation, &mut rng);
    let (mut drawn, mut list, mut last) = (Vec::new(), PlayList::new(), None);
    for board in played.boards {
        let kind = PositionKind::of(&board);
        let (fate, dice): (f32, Dice) = (rng.random(), selfplay::roll(&mut rng));
        if last == Some(kind) || fate >= share(kind) {
            continue;
        }
        list.generate(&board, dice);
        if list.len() > 1 {
            last = Some(kind);
            drawn.push((board, dice));
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::super::decision::read_all;
    use super::*;
    use clap::Parser;
    use std::path::Path;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        options: DrawOptions,
    }

    fn drawn(folder: &Path, count: usize, threads: usize) -> String {
        let count = count.to_string();
        let words =
            ["", folder.to_str().unwrap(), "--player", "expert", "--player", "pubeval", "--count", &count];
        let options = Cli::parse_from(words).options;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| run(&options)).unwrap();
        std::fs::read_to_string(folder.join(DECISIONS)).unwrap()
    }

    #[test]
    fn a_stopped_draw_continues_with_any_number_of_threads() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let whole = drawn(folders[0].path(), 12, 1);
        drawn(folders[1].path(), 4, 3);
        assert_eq!(drawn(folders[1].path(), 12, 2), whole);
        let common = Common { folder: folders[0].path().to_owned(), weights: None, databases: None };
        let (header, decisions, asked) = read_all(&common).unwrap();
        assert_eq!(header.players, ["expert", "pubeval"]);
        assert!(decisions.len() >= 12 && asked >= decisions.len() as u64);
        for decision in &decisions {
            let (board, dice, list) = decision.question().unwrap();
            assert_eq!(decision.choices().len(), 2);
            assert_eq!(Decision { plays: decision.plays.clone(), ..Decision::new(&board, dice) }, *decision);
            assert!(
                decision
                    .plays
                    .values()
                    .all(|play| list.find(&Board::from_position_id(play).unwrap()).is_some())
            );
        }
    }
}
