// SPDX-License-Identifier: GPL-3.0-or-later
//! Races by formula: the adjusted counts and the verdict, and where the formula itself is wrong.

use super::marking::{FormulaError, Truth};
use super::positions::{money, race, random};
use super::{Exercise, FieldKind, Problem};
use crate::assess::Judge;
use crate::error::Result;
use gnubg_engine::core::{Board, CancelToken, Decision, MatchState, Side};
use gnubg_engine::cube::CubeRow;
use gnubg_engine::cube::race::{RaceAdvice, isight, keith, thorp};
use gnubg_engine::eval::{EvalSettings, Root};

/// Races are tried until the lead is as near to the border as the level asks for.
const TRIES: usize = 400;
/// A difference below this is no error of the formula, in normalized equity.
const NO_ERROR: f64 = 0.001;

/// A race that is the nearer to the border between double and no double, the higher the level.
pub(super) fn problem(exercise: Exercise, seed: u64, level: u8) -> (MatchState, Vec<FieldKind>) {
    let mut random = random(seed);
    let checkers = if level < 5 { 10 } else { 15 };
    let farthest = 6 + usize::from(level / 3);
    let wanted = 24.0 - f64::from(level);
    let mut best: Option<(f64, Board)> = None;
    for _ in 0..TRIES {
        let board = race(&mut random, checkers, farthest);
        let [mine, theirs] = board.pips().map(f64::from);
        if mine < 12.0 || board.checkers_on_board(Side::Opponent) == 0 {
            continue;
        }
        // Isight's percentage between no double (68) and pass (76): the distance from its middle.
        let distance = (isight(&board).percent - 72.0).abs();
        let off = if distance <= wanted { 0.0 } else { distance - wanted } + 0.01 * (mine - theirs).abs();
        if best.as_ref().is_none_or(|(least, _)| off < *least) {
            best = Some((off, board));
        }
        if off < 0.5 {
            break;
        }
    }
    let board = best.map_or_else(|| race(&mut random, checkers, farthest), |(_, board)| board);
    let mut fields = vec![FieldKind::MyCount, FieldKind::TheirCount];
    if exercise == Exercise::Isight {
        fields.push(FieldKind::Percent);
    }
    fields.push(FieldKind::Verdict);
    (money(board, Decision::Roll), fields)
}

struct Counted {
    mine: f64,
    theirs: f64,
    percent: f64,
    advice: RaceAdvice,
}

fn counted(problem: &Problem) -> Counted {
    let board = &problem.state.board;
    match problem.exercise {
        Exercise::Isight => {
            let found = isight(board);
            Counted {
                mine: found.leader,
                theirs: found.trailer,
                percent: found.percent,
                advice: found.advice,
            }
        }
        other => {
            let found = if other == Exercise::Keith { keith(board) } else { thorp(board) };
            Counted { mine: found.leader, theirs: found.trailer, percent: 0.0, advice: found.advice }
        }
    }
}

pub(super) fn truths(problem: &Problem) -> Vec<Truth> {
    let counted = counted(problem);
    problem
        .fields
        .iter()
        .map(|field| match field {
            FieldKind::MyCount => Truth::Number(counted.mine),
            FieldKind::TheirCount => Truth::Number(counted.theirs),
            FieldKind::Percent => Truth::Number(counted.percent),
            _ => Truth::Verdict(counted.advice),
        })
        .collect()
}

/// What following the formula loses in this position, by the databases or the evaluation; `None` if it is right.
pub(super) fn formula_error(
    problem: &Problem,
    judge: &Judge,
    cancel: &CancelToken,
) -> Result<Option<FormulaError>> {
    let by_formula = counted(problem).advice;
    let root = Root::of(&problem.state, &judge.table);
    let decided = judge.engine.cube_decision(&root, &EvalSettings::at(0), cancel)?;
    let value = |row| f64::from(decided.equities.of(row).0);
    let (stay, take) = (value(CubeRow::NoDouble), value(CubeRow::DoubleTake));
    let doubled = take.min(1.0);
    let (is_double, is_take) = (doubled >= stay && stay <= 1.0, take <= 1.0);
    // The cube is in the middle, so the verdict to redouble says double as well.
    let doubles = by_formula != RaceAdvice::NoDouble;
    let by_doubling = match (doubles, is_double) {
        (true, false) => stay - doubled,
        (false, true) => doubled - stay,
        _ => 0.0,
    };
    let takes = by_formula != RaceAdvice::Pass;
    let by_taking = match (takes, is_take) {
        (true, false) if doubles => take - 1.0,
        (false, true) => 1.0 - take,
        _ => 0.0,
    };
    let loss = by_doubling.max(by_taking);
    Ok((loss > NO_ERROR).then_some(FormulaError { by_formula, is_double, is_take, loss }))
}
