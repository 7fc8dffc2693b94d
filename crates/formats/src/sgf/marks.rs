// SPDX-License-Identifier: GPL-3.0-or-later
//! Marks of moves: skill, luck, candidates selected for rollouts, names of other programs' levels.

use super::lex::{self, Prop};
use super::names;
use gnubg_engine::core::Player;
use gnubg_record::analysis::{CubeMethod, ForeignLevel, Method};
use gnubg_record::judge::{MatchEquity, judge_game};
use gnubg_record::{Entry, GameRecord, Luck, Skill, Thresholds};
use std::sync::Arc;

/// `DO`, `BM` and `DC`, `BC`: the skill mark of the decision.
pub(super) fn mark(entry: &mut Entry, prop: &Prop<'_>, is_cube: bool) {
    let skill = match (prop.name.as_str(), prop.value().trim()) {
        ("DO" | "DC", _) => Skill::Doubtful,
        (_, "2") => Skill::VeryBad,
        _ => Skill::Bad,
    };
    if is_cube || prop.name == "DC" || prop.name == "BC" {
        entry.marks.cube = Some(skill);
    } else {
        entry.marks.play = Some(skill);
    }
}

/// `GW` and `GB`: the luck mark of the roll, by the player it was good for.
pub(super) fn luck_mark(entry: &mut Entry, prop: &Prop<'_>) {
    let is_own = (prop.name == "GW") == (entry.player == Player::Zero);
    let is_very = prop.value().trim() == "2";
    entry.marks.luck = Some(match (is_own, is_very) {
        (true, false) => Luck::Lucky,
        (true, true) => Luck::VeryLucky,
        (false, false) => Luck::Unlucky,
        (false, true) => Luck::VeryUnlucky,
    });
}

/// `MR`: the candidates chosen for a rollout.
pub(super) fn mark_candidates(entry: &mut Entry, prop: &Prop<'_>) {
    let marked: Vec<usize> = prop.value().split_whitespace().filter_map(|word| word.parse().ok()).collect();
    entry.update_analysis(|analysis| {
        if let Some(play) = &mut analysis.play {
            for (n, candidate) in (1..).zip(&mut play.candidates) {
                candidate.is_marked = marked.contains(&n);
            }
        }
    });
}

/// `CR`: the cube decision chosen for a rollout, analyzed or not.
pub(super) fn mark_cube(entry: &mut Entry) {
    if entry.cube_analysis().is_none() {
        entry.marks.rollout_cube = true;
    }
    entry.update_analysis(|analysis| {
        if let Some(cube) = &mut analysis.cube {
            cube.is_marked = true;
        }
    });
}

/// Names of another program's levels: `[3:XG Roller]` for the third candidate, `[c:…]` for the cube decision.
pub(super) fn foreign_levels(entry: &mut Entry, prop: &Prop<'_>) {
    let is_imported = prop.name == names::IMPORTED_LEVELS;
    entry.update_analysis(|analysis| {
        let (mut play, mut cube) = if is_imported {
            let play = analysis.imported_play.as_mut().map(Arc::make_mut);
            (play, analysis.imported_cube.as_mut().map(Arc::make_mut))
        } else {
            (analysis.play.as_mut(), analysis.cube.as_mut())
        };
        for value in &prop.values {
            let Some((place, name)) = value.split_once(':') else { continue };
            let name = lex::text(name);
            match (place.parse::<usize>(), &mut play, &mut cube) {
                (Ok(n), Some(play), _) => {
                    if let Some(candidate) = play.candidates.get_mut(n.wrapping_sub(1)) {
                        let plies = candidate.method.as_evaluation().plies;
                        candidate.method = Method::Foreign(Box::new(ForeignLevel { name, plies }));
                    }
                }
                (Err(_), _, Some(cube)) => {
                    if let CubeMethod::Evaluation(settings) = cube.method {
                        cube.method = CubeMethod::Foreign(ForeignLevel { name, plies: settings.plies });
                    }
                }
                _ => {}
            }
        }
    });
}

/// Removes the marks that follow from the analysis by the default thresholds; only other marks were set by hand.
pub(super) fn forget_implied_marks(entry: &mut Entry) {
    let thresholds = Thresholds::CURRENT;
    let analysis = entry.analysis.as_deref();
    if let Some(error) = analysis.and_then(|a| a.play.as_ref()).and_then(|play| play.error()) {
        let implied = thresholds.skill(error);
        let found = entry.marks.play.unwrap_or_default();
        entry.marks.play = (found != implied).then_some(found);
    }
    if let Some(luck) = analysis.and_then(|a| a.luck) {
        let implied = thresholds.luck(luck);
        let found = entry.marks.luck.unwrap_or_default();
        entry.marks.luck = (found != implied).then_some(found);
    }
}

/// Whether a game has marks or analysis of cube decisions or resignations.
pub(super) fn needs_judging(game: &GameRecord) -> bool {
    game.entries.iter().any(|entry| {
        entry.marks.cube.is_some()
            || entry.cube_analysis().is_some()
            || entry.analysis.as_ref().is_some_and(|analysis| analysis.resignation.is_some())
    })
}

/// The same for cube decisions and resignations, which in a match are judged by the default match equity table.
pub(super) fn forget_implied_cube_marks(game: &mut GameRecord, length: u16, table: &dyn MatchEquity) {
    for (judgement, entry) in judge_game(game, length, table).into_iter().zip(&mut game.entries) {
        let by_hand = entry.marks.cube.take();
        let (_, implied, _) = judgement.marks(entry, &Thresholds::CURRENT);
        let is_judged = judgement.cube.is_some() || judgement.resignation.is_some();
        let found = by_hand.unwrap_or_default();
        entry.marks.cube = if is_judged { (found != implied).then_some(found) } else { by_hand };
    }
}
