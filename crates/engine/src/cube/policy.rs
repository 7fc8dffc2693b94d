// SPDX-License-Identifier: GPL-3.0-or-later
//! What a computer player does with the cube and with resignations, given evaluations.
//!
//! Pure functions: they decide, they neither evaluate nor play.

use super::context::CubeContext;
use super::info::{CubeInfo, CubeOwner};
use super::leaf::WinRates;
use super::verdict::{Answer, CubeEquities, Doubling, Verdict};
use crate::core::{Action, Decision, Equity, MatchState, Phase, Probs, ResignLevel};

/// Equities no farther apart than this are equal.
const EQUAL: f32 = 1e-6;

/// A resignation that gives away more than this is not accepted when its size is left open.
const TOO_GENEROUS: f32 = 0.05;

/// Least winning chance with which an optional double is made.
const OPTIONAL_DOUBLE: f32 = 0.001;

/// Whether a double needs a full evaluation, from the cubeless chances of a search one ply shallower (0-ply stays
/// 0-ply).
#[must_use]
pub fn considers_doubling(context: &CubeContext, cube: CubeInfo, shallow: &Probs) -> bool {
    context.may_double(cube)
        && f64::from(shallow.win) >= context.dead_double_point(cube, WinRates::of(shallow))
}

/// Whether the player on roll doubles after an evaluation at `plies`. Optional doubles are made at 0-ply only, as they
/// end the computation soonest.
#[must_use]
pub fn doubles(verdict: Verdict, plies: u8, win: f32) -> bool {
    match verdict.doubling() {
        Doubling::Double => true,
        Doubling::Either => plies == 0 && win > OPTIONAL_DOUBLE,
        Doubling::TooGood | Doubling::NoDouble => false,
    }
}

/// The cube for which to evaluate an answer, seen by the player on roll: before the double, or, once the double has
/// been turned again, as if the player on roll owned it. `None` when no answer is due.
#[must_use]
pub fn answered_cube(state: &MatchState) -> Option<CubeInfo> {
    let Phase::Due(Decision::Answer(offer)) = state.phase else { return None };
    let cube = CubeInfo::of(state);
    Some(if offer.beavers == 0 { cube } else { CubeInfo { owner: CubeOwner::OnRoll, ..cube } })
}

/// The answer to the pending double, beaver or raccoon, given the verdict and equities for [`answered_cube`]. `None`
/// when no answer is due.
#[must_use]
pub fn answer(state: &MatchState, verdict: Verdict, equities: &CubeEquities) -> Option<Action> {
    let Phase::Due(Decision::Answer(offer)) = state.phase else { return None };
    let turn_again = if state.may_beaver().is_ok() { Action::Beaver } else { Action::Take };
    if offer.by == state.on_roll {
        return Some(match verdict.answer() {
            Answer::Pass => Action::Drop,
            Answer::Beaver => turn_again,
            Answer::Take => Action::Take,
        });
    }
    // The player on roll faces a beaver: the cube is turned again where that player would redouble.
    Some(match (verdict.doubling(), verdict.answer()) {
        (_, Answer::Beaver) => Action::Take,
        (Doubling::Double, _) => turn_again,
        (Doubling::NoDouble, Answer::Take) if equities.double_take.0 <= -1.0 => Action::Drop,
        _ => Action::Take,
    })
}

/// Cubeless equity of losing a resignation of this level, for the player resigning.
fn lost(context: &CubeContext, cube: CubeInfo, level: ResignLevel) -> Equity {
    let probs = Probs::certain(false, level.multiple());
    context.equity(cube, context.cubeless(cube, &probs))
}

/// What the resigning player gives away (positive) or saves (negative) by resigning at `level`, from cubeless chances.
/// `cube` and `probs` are seen by that player.
#[must_use]
pub fn resignation_cost(context: &CubeContext, cube: CubeInfo, probs: &Probs, level: ResignLevel) -> Equity {
    context.equity(cube, context.cubeless(cube, probs)) - lost(context, cube, level)
}

/// The resignation a player offers in a position without contact: the level that is sure to be lost anyway, if it is
/// higher than the one declined in this turn. `cube` and `probs` are seen by that player.
#[must_use]
pub fn offered_resignation(
    context: &CubeContext,
    cube: CubeInfo,
    probs: &Probs,
    declined: Option<ResignLevel>,
) -> Option<ResignLevel> {
    let is_sure = |level| resignation_cost(context, cube, probs, level).0.abs() < EQUAL;
    let level = if probs.lose_bg > 0.0 && is_sure(ResignLevel::Backgammon) {
        ResignLevel::Backgammon
    } else if probs.lose_g > 0.0 && is_sure(ResignLevel::Gammon) {
        ResignLevel::Gammon
    } else if is_sure(ResignLevel::Single) {
        ResignLevel::Single
    } else {
        return None;
    };
    let level = if context.jacoby_applies(cube) { ResignLevel::Single } else { level };
    (declined < Some(level)).then_some(level)
}

/// Whether a resignation is accepted: when it saves the resigning player nothing. `cube` and `probs` are seen by that
/// player.
#[must_use]
pub fn accepts_resignation(context: &CubeContext, cube: CubeInfo, probs: &Probs, level: ResignLevel) -> bool {
    resignation_cost(context, cube, probs, level).0 > -EQUAL
}

/// The level at which a resignation of open size is accepted: the least that saves the resigning player nothing, unless
/// it would give away far too much. `cube` and `probs` are seen by that player.
#[must_use]
pub fn settled_resignation(context: &CubeContext, cube: CubeInfo, probs: &Probs) -> Option<ResignLevel> {
    for level in ResignLevel::ALL {
        let cost = resignation_cost(context, cube, probs, level).0;
        if cost > TOO_GENEROUS {
            return None;
        }
        if cost > -EQUAL {
            return Some(level);
        }
    }
    None
}
