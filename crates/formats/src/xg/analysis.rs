// SPDX-License-Identifier: GPL-3.0-or-later
//! Analysis in `.xg` records: candidates, cube decisions, luck. Equities are normalized to the cube.

use super::layout::{MAX_CANDIDATES, NONE, UNKNOWN, cube, play};
use super::records::{Record, board};
use crate::legs::{Leg, steps_to};
use gnubg_engine::core::{Board, Equity, PlayList, Probs};
use gnubg_record::analysis::{
    Candidate, CubeAnalysis, CubeMethod, ForeignLevel, Method, Outputs, PlayAnalysis, Utility,
};

/// The code of rollouts.
pub(super) const ROLLOUT: i32 = 100;

/// The name of a level, and the nearest search depth in our counting.
pub(super) fn level(code: i32) -> ForeignLevel {
    let (name, plies) = match code {
        0..=8 => (format!("XG {}-ply", code + 1), code as u8),
        12 => ("XG 3-ply red.".to_owned(), 2),
        ROLLOUT => ("XG rollout".to_owned(), 3),
        998 | 999 => ("XG opening book".to_owned(), 4),
        1000 => ("XG Roller".to_owned(), 3),
        1001 => ("XG Roller+".to_owned(), 3),
        1002 => ("XG Roller++".to_owned(), 4),
        _ => (format!("XG level {code}"), 0),
    };
    ForeignLevel { name, plies }
}

/// The code of a method: that of its name if the program has such a level, else that of its depth.
pub(super) fn level_code(method: &Method) -> i32 {
    let deepest = 8;
    match method {
        Method::Rollout(_) => ROLLOUT,
        Method::Evaluation(settings) => i32::from(settings.plies.min(deepest)),
        Method::Foreign(named) => (0..=8)
            .chain([12, ROLLOUT, 998, 1000, 1001, 1002])
            .find(|&code| level(code).name == named.name)
            .unwrap_or(i32::from(named.plies.min(deepest))),
    }
}

/// The same for a cube decision.
pub(super) fn cube_level_code(method: &CubeMethod) -> i32 {
    match method {
        CubeMethod::Rollout(_) => ROLLOUT,
        CubeMethod::Evaluation(settings) => level_code(&Method::Evaluation(*settings)),
        CubeMethod::Foreign(level) => level_code(&Method::Foreign(Box::new(level.clone()))),
    }
}

/// Seven floats: lose backgammon, lose gammon, lose, win, win gammon, win backgammon, equity. `None` if all are zero.
fn evaluation(read: impl Fn(usize) -> f32) -> Option<(Probs, Equity)> {
    let values: Vec<f32> = (0..7).map(read).collect();
    let &[lose_bg, lose_g, _, win, win_g, win_bg, equity] = &values[..] else { return None };
    let in_range = [lose_bg, lose_g, win, win_g, win_bg].iter().all(|p| (-0.01..=1.01).contains(p));
    if values.iter().all(|&value| value == 0.0) || !in_range || equity.abs() > 100.0 {
        return None;
    }
    Some((Probs { win, win_g, win_bg, lose_g, lose_bg }, Equity(equity)))
}

/// The candidates of a move record, with the numbers of their rollouts: `before` seen by the mover, `after` the position
/// played to, seen by the mover.
pub(super) fn play(
    record: &Record<'_>,
    before: &Board,
    after: &Board,
    dice: [u8; 2],
    plays: &PlayList,
) -> Option<(PlayAnalysis, Vec<i32>)> {
    let n = usize::try_from(record.int(play::N_ANALYZED)).unwrap_or(0).min(MAX_CANDIDATES);
    let (mut found, mut rollouts) = (PlayAnalysis::default(), Vec::new());
    for k in 0..n {
        let Some((probs, equity)) = evaluation(|n| record.float(play::CANDIDATE_VALUES + 28 * k + 4 * n))
        else {
            continue;
        };
        let Some(position) = board(record.slice(play::CANDIDATE_BOARDS + 26 * k, 26)) else { continue };
        let legs = legs(
            record
                .slice(play::CANDIDATE_STEPS + 8 * k, 8)
                .iter()
                .map(|&byte| i32::from(i8::from_le_bytes([byte]))),
        );
        let Some(play) = steps_to(before, dice, plays, &legs, &position.swapped()) else { continue };
        if position == *after {
            found.played = Some(found.candidates.len());
        }
        let code = i32::from(record.short(play::CANDIDATE_LEVELS + 4 * k));
        let method = Method::Foreign(Box::new(level(code)));
        found.candidates.push(Candidate { play, probs, equity, method, is_marked: false });
        let number = record.int(play::ROLLOUTS + 4 * k);
        rollouts.push(if code == ROLLOUT { number } else { NONE });
    }
    (!found.candidates.is_empty()).then_some((found, rollouts))
}

/// Pairs of places less one; the bar is 24, off is -1, which also ends the list.
pub(super) fn legs(mut numbers: impl Iterator<Item = i32>) -> Vec<Leg> {
    let mut legs = Vec::new();
    while let (Some(from), Some(to)) = (numbers.next(), numbers.next()) {
        let (Ok(from @ 0..=24), Ok(to)) = (u8::try_from(from), u8::try_from(to.max(-1) + 1)) else { break };
        if legs.len() == 4 || to > 24 {
            break;
        }
        legs.push(Leg { from: from + 1, to });
    }
    legs
}

/// The luck of the roll.
pub(super) fn luck(record: &Record<'_>) -> Option<Equity> {
    let luck = record.double(play::LUCK);
    (luck > UNKNOWN && luck.abs() < 100.0 && record.int(play::LUCK_LEVEL) >= 0).then_some(Equity(luck as f32))
}

/// The cube decision of a cube record, for the player about to roll.
pub(super) fn cube(record: &Record<'_>) -> Option<CubeAnalysis> {
    let (nd_probs, nd_cubeless) = evaluation(|n| record.float(cube::NO_DOUBLE + 4 * n))?;
    let (dt_probs, dt_cubeless) =
        evaluation(|n| record.float(cube::DOUBLE_TAKE + 4 * n)).unwrap_or((nd_probs, nd_cubeless));
    let (no_double, double_take) =
        (record.float(cube::NO_DOUBLE_EQUITY), record.float(cube::DOUBLE_TAKE_EQUITY));
    let is_known = record.int(cube::USED_LEVEL) >= 0 || record.int(cube::LEVEL) > 0;
    if !is_known || no_double.abs() > 100.0 || double_take.abs() > 100.0 || double_take <= UNKNOWN as f32 {
        return None;
    }
    let outputs =
        |probs, cubeless, equity| Outputs { probs, cubeless, cubeful: Utility::Equity(Equity(equity)) };
    Some(CubeAnalysis {
        no_double: outputs(nd_probs, nd_cubeless, no_double),
        double_take: outputs(dt_probs, dt_cubeless, double_take),
        method: CubeMethod::Foreign(level(record.int(cube::LEVEL))),
        is_marked: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_pairs_end_at_the_terminator() {
        let found = |numbers: &[i32]| {
            legs(numbers.iter().copied()).iter().map(|l| (l.from, l.to)).collect::<Vec<_>>()
        };
        assert_eq!(found(&[5, 2, 7, 2, -1, -1, 0, 0]), [(6, 3), (8, 3)]);
        assert_eq!(found(&[24, 20, 3, -1, -1, 9]), [(25, 21), (4, 0)]);
        assert_eq!(found(&[-1, 3, 5, 2]), []);
        assert_eq!(found(&[1, 0, 1, 0, 1, 0, 1, 0]).len(), 4);
        assert_eq!(found(&[99, 0]), []);
    }

    #[test]
    fn levels_have_names() {
        assert_eq!(level(2), ForeignLevel { name: "XG 3-ply".to_owned(), plies: 2 });
        assert_eq!(level(1002).name, "XG Roller++");
        assert_eq!(level(-7).name, "XG level -7");
        for code in [0, 2, 6, 12, 100, 998, 1000, 1002] {
            assert_eq!(level_code(&Method::Foreign(Box::new(level(code)))), code);
        }
        let other = ForeignLevel { name: "GNU Backgammon 2-ply".to_owned(), plies: 2 };
        assert_eq!(level_code(&Method::Foreign(Box::new(other))), 2);
    }
}
