// SPDX-License-Identifier: GPL-3.0-or-later
//! Counting: pips and effective pips.

use super::marking::Truth;
use super::positions::{money, played_out, race, random};
use super::{FieldKind, Problem};
use crate::assess::Judge;
use crate::error::{LibraryError, Result};
use gnubg_engine::core::{Decision, MatchState};
use rand::RngExt as _;

/// Positions to count: bearoffs first, then races, then contact.
pub(super) fn pips(seed: u64, level: u8) -> (MatchState, Vec<FieldKind>) {
    let mut random = random(seed);
    let board = match level {
        1..=4 => race(&mut random, 4 + 2 * level, 6),
        5..=8 => race(&mut random, 15, 2 + usize::from(level)),
        _ => {
            let turns = random.random_range(6..=2 * usize::from(level));
            played_out(&mut random, turns)
        }
    };
    let fields =
        if level < 3 { vec![FieldKind::MyPips] } else { vec![FieldKind::MyPips, FieldKind::TheirPips] };
    (money(board, Decision::Roll), fields)
}

/// Positions whose effective pip count is asked: few checkers first, then more, with stacks and gaps.
pub(super) fn epc(seed: u64, level: u8, judge: &Judge) -> Result<(MatchState, Vec<FieldKind>)> {
    let mut random = random(seed);
    let checkers = 2 + (u16::from(level) * 13 / 20) as u8;
    let board = race(&mut random, checkers, 6);
    let state = money(board, Decision::Roll);
    epc_of(&state, judge)?;
    Ok((state, vec![FieldKind::Epc]))
}

fn epc_of(state: &MatchState, judge: &Judge) -> Result<f64> {
    let [mine, _] = judge.engine.databases().race_stats(&state.board);
    let missing = || {
        LibraryError::Refused(
            "this exercise needs the one-sided bearoff database, which is not loaded".to_owned(),
        )
    };
    Ok(f64::from(mine.ok_or_else(missing)?.epc()))
}

pub(super) fn truths(problem: &Problem, judge: &Judge) -> Result<Vec<Truth>> {
    let [mine, theirs] = problem.state.board.pips();
    problem
        .fields
        .iter()
        .map(|field| {
            Ok(Truth::Number(match field {
                FieldKind::TheirPips => f64::from(theirs),
                FieldKind::Epc => epc_of(&problem.state, judge)?,
                _ => f64::from(mine),
            }))
        })
        .collect()
}
