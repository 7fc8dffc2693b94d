// SPDX-License-Identifier: GPL-3.0-or-later
//! `train exam time`: how long players think about the decisions, one at a time, each with an empty cache at the start.

use super::decision::{Decision, read_all};
use super::players::Common;
use crate::lines::Lines;
use anyhow::Result;
use gnubg_engine::core::CancelToken;
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// Options of `train exam time`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TimeOptions {
    #[command(flatten)]
    common: Common,
    /// A player, as in `train exam draw`; all share the machine with nothing else, one after the other
    #[arg(long = "player", required = true)]
    players: Vec<String>,
    /// Decisions, spread over all
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// Seconds after which a player is stopped, at the next decision
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
}

pub(super) const TIMES: &str = "times.jsonl";

/// What `times.jsonl` holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TimeHeader {
    format: String,
}

/// The time of a player; the last of a player counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Timed {
    pub(super) player: String,
    pub(super) decisions: u32,
    /// Elapsed.
    pub(super) seconds: f64,
}

impl Timed {
    /// Of a decision.
    pub(super) fn milliseconds(&self) -> f64 {
        1000.0 * self.seconds / f64::from(self.decisions.max(1))
    }
}

pub(super) fn run(options: &TimeOptions) -> Result<()> {
    let common = &options.common;
    let (_, decisions, _) = read_all(common)?;
    let header = TimeHeader { format: "times 1".to_owned() };
    let (mut lines, _) = Lines::open::<_, Timed>(&common.file(TIMES), &header)?;
    let step = (decisions.len() / options.count.max(1)).max(1);
    let asked: Vec<&Decision> = decisions.iter().step_by(step).take(options.count).collect();
    for text in &options.players {
        let (engine, entrant, cancel) = (common.engine()?, common.entrant(text)?, CancelToken::new());
        let mut seat = entrant.seated(&engine, &cancel)?;
        let mut timed = Timed { player: entrant.name.clone(), decisions: 0, seconds: 0.0 };
        for (n, decision) in asked.iter().enumerate() {
            let (board, dice, list) = decision.question()?;
            let start = Instant::now();
            seat.answer(&board, dice, &list)?;
            // The first answer also waits for programs to start.
            if n > 0 {
                timed.decisions += 1;
                timed.seconds += start.elapsed().as_secs_f64();
            }
            if timed.seconds > options.seconds {
                break;
            }
        }
        println!("time: {}, {:.3} ms a decision, {}", timed.player, timed.milliseconds(), timed.decisions);
        lines.add(&timed)?;
    }
    Ok(())
}
