// SPDX-License-Identifier: GPL-3.0-or-later
//! Scores as they are typed.

use crate::command::{CrawfordStage, Points};
use crate::error::ScoreError;
use gnubg_engine::core::MAX_LENGTH;

/// Points by seat and whether this is the Crawford game, in a match to `length` points (0 for money).
///
/// Without a stage, a player one point away whose opponent has none plays the Crawford game, any other a later one.
///
/// # Errors
/// If there is no such score.
pub(crate) fn new_start(points: [Points; 2], length: u16) -> Result<([u32; 2], bool), ScoreError> {
    if length > MAX_LENGTH {
        return Err(ScoreError::Length(length));
    }
    let mut score = [0u32; 2];
    for (to, from) in score.iter_mut().zip(points) {
        *to = points_won(from, length)?;
    }
    let is_one_away = |n: usize| length > 0 && score[n] + 1 == u32::from(length);
    let stages: Vec<CrawfordStage> = points.iter().filter_map(|points| points.stage).collect();
    let stage = match stages[..] {
        [] => None,
        [only] => Some(only),
        [first, second] if first == second && first == CrawfordStage::PostCrawford => Some(first),
        [first, second] if first == second => return Err(ScoreError::BothOneAway),
        _ => return Err(ScoreError::Contradiction),
    };
    let n_one_away = usize::from(is_one_away(0)) + usize::from(is_one_away(1));
    let misplaced = (0..2).any(|n| points[n].stage.is_some() && !is_one_away(n));
    if stage.is_some() && (n_one_away == 0 || misplaced || length <= 1) {
        return Err(ScoreError::NotOneAway);
    }
    let is_crawford = match (stage, n_one_away) {
        (Some(CrawfordStage::Crawford), 2) => return Err(ScoreError::BothOneAway),
        (Some(CrawfordStage::Crawford), _) => true,
        (Some(CrawfordStage::PostCrawford), 1) if score.contains(&0) => return Err(ScoreError::NoScoreYet),
        (Some(CrawfordStage::PostCrawford), _) => false,
        (None, n) => n == 1 && score.contains(&0) && length > 1,
    };
    Ok((score, is_crawford))
}

fn points_won(points: Points, length: u16) -> Result<u32, ScoreError> {
    let won = if points.points < 0 && length > 0 { i64::from(length) + points.points } else { points.points };
    if won < 0 {
        return Err(ScoreError::Negative(points.points));
    }
    if length > 0 && won >= i64::from(length) {
        return Err(ScoreError::Over { points: won, length });
    }
    u32::try_from(won).ok().filter(|&won| won < 1 << 15).ok_or(ScoreError::Negative(points.points))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(
        typed: [(i64, Option<CrawfordStage>); 2],
        length: u16,
        expected: Result<([u32; 2], bool), ScoreError>,
    ) {
        let points = typed.map(|(points, stage)| Points { points, stage });
        assert_eq!(new_start(points, length), expected, "{typed:?} to {length}");
    }

    #[test]
    fn forms_of_the_manual() {
        let (crawford, post) = (Some(CrawfordStage::Crawford), Some(CrawfordStage::PostCrawford));
        check([(-1, None), (-1, None)], 7, Ok(([6, 6], false)));
        check([(6, crawford), (2, None)], 7, Ok(([6, 2], true)));
        check([(2, None), (6, crawford)], 7, Ok(([2, 6], true)));
        check([(6, post), (3, None)], 7, Ok(([6, 3], false)));
        check([(6, post), (0, None)], 7, Err(ScoreError::NoScoreYet));
        check([(6, crawford), (6, crawford)], 7, Err(ScoreError::BothOneAway));
        check([(6, crawford), (6, None)], 7, Err(ScoreError::BothOneAway));
        check([(6, crawford), (6, post)], 7, Err(ScoreError::Contradiction));
        check([(3, crawford), (2, None)], 7, Err(ScoreError::NotOneAway));
        check([(7, None), (0, None)], 7, Err(ScoreError::Over { points: 7, length: 7 }));
        check([(2, None), (3, None)], 9, Ok(([2, 3], false)));
        check([(2, None), (3, None)], 65, Err(ScoreError::Length(65)));
        check([(6, None), (0, None)], 7, Ok(([6, 0], true)));
        check([(5, None), (0, None)], 0, Ok(([5, 0], false)));
        check([(0, crawford), (0, None)], 0, Err(ScoreError::NotOneAway));
        check([(0, None), (0, None)], 1, Ok(([0, 0], false)));
        check([(-9, None), (0, None)], 7, Err(ScoreError::Negative(-9)));
        check([(-1, None), (0, None)], 0, Err(ScoreError::Negative(-1)));
    }
}
