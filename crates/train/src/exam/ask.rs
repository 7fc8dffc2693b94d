// SPDX-License-Identifier: GPL-3.0-or-later
//! `train exam ask`: a player who comes later answers all decisions. `train exam roll` then rolls out the plays that
//! nobody chose before.

use super::decision::{ANSWERS, Answer, AnswerHeader, read_all};
use super::players::{Common, named};
use super::workers::{self, InOrder};
use crate::lines::Lines;
use anyhow::{Result, ensure};
use gnubg_engine::core::CancelToken;
use std::ops::ControlFlow;

/// Options of `train exam ask`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct AskOptions {
    #[command(flatten)]
    common: Common,
    /// The player, as in `train exam draw`
    #[arg(long)]
    player: String,
}

pub(super) fn run(options: &AskOptions) -> Result<()> {
    let common = &options.common;
    let (header, decisions, _) = read_all(common)?;
    let name = named(&options.player).0;
    let is_of_draw = header.players.iter().any(|player| named(player).0 == name);
    ensure!(!is_of_draw, "{name} was asked when the decisions were drawn");
    let (engine, entrant) = (common.engine()?, common.entrant(&options.player)?);
    let header = AnswerHeader { format: "answers 1".to_owned() };
    let (mut lines, _) = Lines::open::<_, Answer>(&common.file(ANSWERS), &header)?;
    let open: Vec<_> = decisions.iter().filter(|decision| !decision.plays.contains_key(name)).collect();
    let cancel = CancelToken::new();
    let mut ordered = InOrder::from(0);
    workers::each(
        0..open.len() as u64,
        || entrant.seated(&engine, &cancel),
        |seat, n| {
            let (board, dice, list) = open[n as usize].question()?;
            seat.answer(&board, dice, &list)
        },
        |n, play| {
            for (n, play) in ordered.put(n, (n, play)) {
                let (id, dice) = open[n as usize].key();
                lines.add(&Answer { player: name.to_owned(), id, dice, play })?;
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    println!("ask: {name} has answered {} decisions", open.len());
    Ok(())
}
