// SPDX-License-Identifier: GPL-3.0-or-later
//! The alternatives of a position by what they are worth, for positions that are made from others.

use crate::assess::Judge;
use crate::error::{LibraryError, Result};
use crate::position::{Asked, PositionKey};
use gnubg_engine::core::{CancelToken, CubeState, MatchState, notation};
use gnubg_engine::cube::CubeRow;
use gnubg_engine::eval::{EvalSettings, Level, Root};

/// What an answer must lose elsewhere to be another answer, in normalized equity.
pub(super) const GAP: f64 = 0.03;

/// The alternatives of a position with their equities, the best first.
pub(super) struct Ranked(pub(super) Vec<(String, f64)>);

impl Ranked {
    pub(super) fn best(&self) -> &str {
        self.0.first().map_or("", |(text, _)| text.as_str())
    }

    /// What an alternative loses; `None` if it is not possible.
    pub(super) fn loss(&self, text: &str) -> Option<f64> {
        let (_, best) = self.0.first()?;
        self.0.iter().find(|(one, _)| one == text).map(|(_, equity)| best - equity)
    }
}

/// Ranks what can be done; without a level at 0 plies.
pub(super) fn rank(
    state: &MatchState,
    level: Option<Level>,
    judge: &Judge,
    cancel: &CancelToken,
) -> Result<Ranked> {
    let root = Root::of(state, &judge.table);
    let settings = level.map_or_else(|| EvalSettings::at(0), Level::settings);
    let filters = level.unwrap_or(Level::Expert).filters();
    let mut found: Vec<(String, f64)> = match state.dice() {
        Some(dice) => {
            let ranked = judge.engine.rank_plays(&root, dice, &settings, &filters, cancel, |_| {})?;
            let deepest = ranked.first().map_or(0, |best| best.plies);
            let deep = ranked.iter().filter(|one| level.is_none() || one.plies == deepest);
            deep.map(|one| (notation::format(&state.board, &one.play), f64::from(one.evaluation.cubeful.0)))
                .collect()
        }
        None => {
            let decided = judge.engine.cube_decision(&root, &settings, cancel)?;
            let value = |row| f64::from(decided.equities.of(row).0);
            let (stay, take) = (value(CubeRow::NoDouble), value(CubeRow::DoubleTake));
            // What the opponent answers is a part of the action; a wrong answer costs him.
            let stays = ["no double, take", "no double, pass"];
            let doubles = ["double, take", "double, pass"];
            let answer = usize::from(take > 1.0);
            let doubled = take.min(1.0);
            let wrong = (take - 1.0).abs();
            vec![
                (stays[answer].to_owned(), stay),
                (doubles[answer].to_owned(), doubled),
                (stays[1 - answer].to_owned(), stay.min(doubled) - wrong),
                (doubles[1 - answer].to_owned(), doubled - wrong),
            ]
        }
    };
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    Ok(Ranked(found))
}

/// The state of a position that asks for a play or about doubling, and which of both.
pub(super) fn asked_state(key: &PositionKey) -> Result<(Asked, MatchState)> {
    let asked = key.circumstances().asked;
    let state = key.state().filter(|_| matches!(asked, Asked::Play | Asked::Cube));
    let refused = "only checker plays and decisions about doubling can be changed";
    Ok((asked, state.ok_or_else(|| LibraryError::Refused(refused.to_owned()))?))
}

/// Whether a question can be asked in a state.
pub(super) fn is_askable(state: &MatchState, asked: Asked) -> bool {
    asked == Asked::Play || state.may_double().is_ok()
}

/// The points that both need, the player on roll first; 0 for money.
pub(super) fn away_of(state: &MatchState) -> [u32; 2] {
    [state.on_roll, state.on_roll.other()].map(|player| state.away(player).unwrap_or(0))
}

/// The state at another score, the cube in the middle. A player who needs one point has reached it just now.
pub(super) fn at_score(state: &MatchState, away: [u32; 2]) -> Option<MatchState> {
    let length = away[0].max(away[1]);
    let cube = CubeState::default();
    if length == 0 {
        return Some(MatchState { length: 0, score: [0, 0], is_crawford: false, cube, ..*state });
    }
    let score = state.on_roll.by_seat([length - away[0], length - away[1]]);
    let is_crawford = away.contains(&1) && away != [1, 1];
    Some(MatchState { length: u16::try_from(length).ok()?, score, is_crawford, cube, ..*state })
}
