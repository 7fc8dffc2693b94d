// SPDX-License-Identifier: GPL-3.0-or-later
//! Plays to be found: openings, replies, bearoffs. What is right is found by the engine, for bearoffs by the databases.

use super::marking::{Given, Marked, MarkedField};
use super::positions::{money, race, random, roll};
use super::{Exercise, FieldKind, Problem};
use crate::assess::Judge;
use crate::error::{LibraryError, Result};
use gnubg_engine::core::{CancelToken, Decision, Dice, MatchState, Phase, PlayList, Variation, notation};
use gnubg_engine::eval::{EvalSettings, Level, Root};
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

/// A play that loses less than this is right, in normalized equity.
const RIGHT: f64 = 0.005;
/// Races are tried until there is a choice that matters.
const TRIES: usize = 60;

/// The 15 rolls that can open a game.
fn opening_rolls() -> Vec<Dice> {
    Dice::ALL.iter().copied().filter(|dice| !dice.is_double()).collect()
}

/// The scores of the higher levels, as points away: money, double match point, gammon go, gammon save.
const SCORES: [[u32; 2]; 5] = [[0, 0], [1, 1], [2, 1], [1, 2], [4, 2]];

fn at_score(state: MatchState, away: [u32; 2]) -> MatchState {
    let length = away[0].max(away[1]);
    if length == 0 {
        return state;
    }
    let is_crawford = away.contains(&1) && away != [1, 1];
    MatchState { length: length as u16, score: [length - away[1], length - away[0]], is_crawford, ..state }
}

pub(super) fn opening(seed: u64, level: u8) -> (MatchState, Vec<FieldKind>) {
    let mut random = random(seed);
    let dice = opening_rolls().choose(&mut random).copied().unwrap_or(Dice::ALL[0]);
    let state = money(Variation::Standard.start(), Decision::Play(dice));
    let away = if level < 8 { [0, 0] } else { *SCORES.choose(&mut random).unwrap_or(&[0, 0]) };
    (at_score(state, away), vec![FieldKind::Play])
}

pub(super) fn reply(seed: u64, level: u8, judge: &Judge) -> Result<(MatchState, Vec<FieldKind>)> {
    let mut random = random(seed);
    let first = opening_rolls().choose(&mut random).copied().unwrap_or(Dice::ALL[0]);
    let start = money(Variation::Standard.start(), Decision::Play(first));
    let root = Root::of(&start, &judge.table);
    let (settings, never) = (EvalSettings::at(0), CancelToken::new());
    let ranked =
        judge.engine.rank_plays(&root, first, &settings, &Level::Expert.filters(), &never, |_| {})?;
    // Only the usual plays at low levels, later the second and third as well.
    let n = 1 + usize::from(level / 7);
    let chosen = ranked.get(random.random_range(0..n).min(ranked.len().saturating_sub(1)));
    let after = chosen.map_or_else(|| start.board.swapped(), |play| play.after);
    let state = money(after, Decision::Play(roll(&mut random)));
    let away = if level < 12 { [0, 0] } else { *SCORES.choose(&mut random).unwrap_or(&[0, 0]) };
    Ok((at_score(state, away), vec![FieldKind::Play]))
}

/// A bearoff with a choice: the smaller the difference between the best plays, the higher the level.
pub(super) fn bearoff(seed: u64, level: u8, judge: &Judge) -> Result<(MatchState, Vec<FieldKind>)> {
    let mut random = random(seed);
    let wanted = 0.12 / f64::from(level);
    let mut best: Option<(f64, MatchState)> = None;
    for _ in 0..TRIES {
        let checkers = random.random_range(3..=6);
        let state = money(race(&mut random, checkers, 6), Decision::Roll);
        let state = MatchState { phase: Phase::Due(Decision::Play(roll(&mut random))), ..state };
        if judge.engine.databases().find(&state.board, Variation::Standard).is_none() {
            return Err(LibraryError::Refused(
                "this exercise needs a bearoff database, which is not loaded".to_owned(),
            ));
        }
        let values = values(&state, judge, &EvalSettings::at(0), &CancelToken::new())?;
        let [first, .., last] = &values[..] else { continue };
        let second =
            values.iter().map(|value| first - value).find(|gap| *gap > RIGHT).unwrap_or(first - last);
        if second <= RIGHT {
            continue;
        }
        let off = (second - wanted).abs();
        if best.as_ref().is_none_or(|(least, _)| off < *least) {
            best = Some((off, state));
        }
    }
    let (_, state) = best.ok_or_else(|| {
        LibraryError::Refused("no bearoff with a choice was found; try another seed".to_owned())
    })?;
    Ok((state, vec![FieldKind::Play]))
}

/// The equities of all plays, the best first.
fn values(
    state: &MatchState,
    judge: &Judge,
    settings: &EvalSettings,
    cancel: &CancelToken,
) -> Result<Vec<f64>> {
    let Some(dice) = state.dice() else { return Ok(Vec::new()) };
    let root = Root::of(state, &judge.table);
    let ranked = judge.engine.rank_plays(&root, dice, settings, &Level::Expert.filters(), cancel, |_| {})?;
    Ok(ranked.iter().map(|one| f64::from(one.evaluation.cubeful.0)).collect())
}

pub(super) fn mark(
    problem: &Problem,
    given: &[Given],
    judge: &Judge,
    cancel: &CancelToken,
) -> Result<Marked> {
    let (state, Some(dice)) = (&problem.state, problem.state.dice()) else {
        return Err(LibraryError::Refused("this problem has no dice".to_owned()));
    };
    let [Given::Play(after)] = given else {
        return Err(LibraryError::Refused("one play is needed".to_owned()));
    };
    let mut list = PlayList::new();
    list.generate(&state.board, dice);
    let n = list.boards().iter().position(|board| board == after);
    let n = n.ok_or_else(|| LibraryError::Refused("this is no legal play with these dice".to_owned()))?;
    let play = list.plays()[n];
    // Bearoffs are looked up, so looking ahead adds nothing.
    let settings = if problem.exercise == Exercise::Bearoff {
        EvalSettings::at(0)
    } else {
        Level::WorldClass.settings()
    };
    let root = Root::of(state, &judge.table);
    let ranked =
        judge.engine.rank_plays(&root, dice, &settings, &Level::WorldClass.filters(), cancel, |_| {})?;
    let Some(best) = ranked.first() else {
        return Err(LibraryError::Refused("no checker can move".to_owned()));
    };
    let chosen = ranked.iter().find(|one| one.after == *after).copied();
    let chosen = match chosen {
        Some(one) if one.plies == best.plies => one,
        _ => judge.engine.evaluate_play(
            &root,
            &play,
            after,
            &EvalSettings { plies: best.plies, ..settings },
            cancel,
        )?,
    };
    let loss = f64::from(best.evaluation.cubeful.0 - chosen.evaluation.cubeful.0).max(0.0);
    let is_right = loss < RIGHT;
    let field = MarkedField {
        kind: FieldKind::Play,
        given: notation::format(&state.board, &play),
        truth: notation::format(&state.board, &best.play),
        error: loss,
        is_right,
    };
    let ruler = match problem.exercise {
        Exercise::Bearoff => None,
        _ => Some(format!("{} {}-ply", crate::finding::GNU, best.plies)),
    };
    Ok(Marked { fields: vec![field], is_right, formula: None, ruler })
}
