// SPDX-License-Identifier: GPL-3.0-or-later
//! Contrast pairs: a position is changed by as little as possible, a pip or two, the cube or the score, until something else
//! is right. Asked both, mixed with others, they teach where the border is, not one case.
//!
//! Changes are tried at 0 plies, the smallest first; what seems to turn the answer is evaluated at the level of cards. Both
//! answers must be clear: each loses [`GAP`] or more in the other position.

use super::cards::CardKind;
use super::propose::{Offer, Proposal};
use super::truth::{LEVEL, key_of};
use crate::assess::Judge;
use crate::db::Library;
use crate::error::{LibraryError, Result};
use crate::position::{Asked, PositionKey};
use gnubg_engine::core::{
    Board, CancelToken, CubeState, CubeValue, MatchState, PLACES, Player, Side, notation,
};
use gnubg_engine::cube::CubeRow;
use gnubg_engine::eval::{EvalSettings, Level, Root};

/// What either answer must lose in the other position, in normalized equity.
const GAP: f64 = 0.03;
/// The same at 0 plies, where values are less sure.
const ROUGH_GAP: f64 = 0.015;
/// Changes that are evaluated at the level of cards.
const TRIES: usize = 6;
/// The farthest that a checker is moved, in pips.
const PIPS: usize = 2;
/// Scores that are tried, as points away, the player on roll first; 0 for money.
const SCORES: [[u32; 2]; 7] = [[0, 0], [1, 1], [2, 4], [4, 2], [2, 2], [3, 5], [5, 3]];

/// How a position was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A checker stands on another point; points are numbered by its side.
    Checker {
        /// Whether it is one of the player who decides.
        is_mine: bool,
        /// Where it stood.
        from: u8,
        /// Where it stands.
        to: u8,
    },
    /// The cube is owned by somebody else: by nobody, or by the player who decides (true) or the opponent.
    Cube(Option<bool>),
    /// The points that both need; 0 for money.
    Score([u32; 2]),
}

/// A position that is nearly another one and has another answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Contrast {
    /// The key of the position.
    pub key: PositionKey,
    /// What was changed.
    pub change: Change,
    /// What is best in the position of the card, and in this one.
    pub best: [String; 2],
    /// The smaller of what these lose in the other position, in normalized equity.
    pub gap: f64,
}

impl Contrast {
    /// The proposal to make a card of it.
    #[must_use]
    pub fn proposal(&self) -> Proposal {
        Proposal {
            decision: None,
            key: self.key,
            best: Some(self.best[1].clone()),
            loss: None,
            is_mine: false,
            kind: CardKind::Contrast,
            offer: Offer::New,
        }
    }
}

/// The alternatives of a position with their equities, the best first.
struct Ranked(Vec<(String, f64)>);

impl Ranked {
    fn best(&self) -> &str {
        self.0.first().map_or("", |(text, _)| text.as_str())
    }

    /// What an alternative loses; `None` if it is not possible.
    fn loss(&self, text: &str) -> Option<f64> {
        let (_, best) = self.0.first()?;
        self.0.iter().find(|(one, _)| one == text).map(|(_, equity)| best - equity)
    }
}

fn rank(state: &MatchState, level: Option<Level>, judge: &Judge, cancel: &CancelToken) -> Result<Ranked> {
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

/// The smaller of what the best of one loses in the other; `None` if the same is best, or one is not possible there.
fn gap(a: &Ranked, b: &Ranked) -> Option<f64> {
    (a.best() != b.best()).then_some(())?;
    Some(a.loss(b.best())?.min(b.loss(a.best())?))
}

/// Where a checker of a side may stand instead, on the board or from the bar on.
fn moved(board: &Board, side: Side, from: usize, to: usize) -> Option<Board> {
    let own = board.side(side);
    let other = board.side(match side {
        Side::OnRoll => Side::Opponent,
        Side::Opponent => Side::OnRoll,
    });
    let is_free = |at: usize| at < PLACES - 1 && other[PLACES - 2 - at] == 0;
    if own[from] == 0 || !is_free(to) {
        return None;
    }
    let mut changed = *board;
    changed.set(side, from, own[from] - 1);
    changed.set(side, to, own[to] + 1);
    Some(changed)
}

/// The state at another score, the cube in the middle.
fn at_score(state: &MatchState, away: [u32; 2]) -> Option<MatchState> {
    let length = away[0].max(away[1]);
    let cube = CubeState::default();
    let changed = match (away, state.on_roll) {
        ([0, 0], _) => MatchState { length: 0, score: [0, 0], is_crawford: false, cube, ..*state },
        (_, on_roll) => {
            let score = on_roll.by_seat([length - away[0], length - away[1]]);
            MatchState { length: u16::try_from(length).ok()?, score, is_crawford: false, cube, ..*state }
        }
    };
    Some(changed)
}

/// All changes of a state, the smallest first.
fn changes(state: &MatchState) -> Vec<(Change, MatchState)> {
    let mut found = Vec::new();
    for pips in 1..=PIPS {
        for (side, is_mine) in [(Side::OnRoll, true), (Side::Opponent, false)] {
            for from in 0..PLACES - 1 {
                for to in [from.checked_sub(pips), Some(from + pips)].into_iter().flatten() {
                    let Some(board) = moved(&state.board, side, from, to) else { continue };
                    let change = Change::Checker { is_mine, from: from as u8 + 1, to: to as u8 + 1 };
                    found.push((change, MatchState { board, ..*state }));
                }
            }
        }
    }
    let owners = [None, Some(state.on_roll), Some(state.on_roll.other())];
    for owner in owners.into_iter().filter(|owner| *owner != state.cube.owner && state.rules.cube) {
        let value = CubeValue::from_exponent(1).filter(|_| owner.is_some()).unwrap_or(CubeValue::ONE);
        let is_mine = owner.map(|owner: Player| owner == state.on_roll);
        let cube = CubeState { value, owner };
        found.push((Change::Cube(is_mine), MatchState { cube, ..*state }));
    }
    for away in SCORES {
        let is_same = state.away(state.on_roll).unwrap_or(0) == away[0]
            && state.away(state.on_roll.other()).unwrap_or(0) == away[1];
        if let Some(changed) = at_score(state, away).filter(|_| !is_same) {
            found.push((Change::Score(away), changed));
        }
    }
    found
}

/// Whether a question can be asked in a state.
fn is_askable(state: &MatchState, asked: Asked) -> bool {
    asked == Asked::Play || state.may_double().is_ok()
}

/// The smallest change after which something else is right; `None` if none was found.
pub(super) fn find(key: &PositionKey, judge: &Judge, cancel: &CancelToken) -> Result<Option<Contrast>> {
    let asked = key.circumstances().asked;
    let state = key.state().filter(|_| matches!(asked, Asked::Play | Asked::Cube));
    let state = state.ok_or_else(|| {
        LibraryError::Refused("only checker plays and decisions about doubling have a contrast".to_owned())
    })?;
    let (rough, sure) = (rank(&state, None, judge, cancel)?, rank(&state, Some(LEVEL), judge, cancel)?);
    if rough.best() != sure.best() {
        // What is hard to evaluate is no border to learn.
        return Ok(None);
    }
    let mut tries = 0;
    for (change, changed) in changes(&state).into_iter().filter(|(_, state)| is_askable(state, asked)) {
        cancel.check()?;
        let seems = gap(&rough, &rank(&changed, None, judge, cancel)?);
        if seems.is_none_or(|gap| gap < ROUGH_GAP) {
            continue;
        }
        let other = rank(&changed, Some(LEVEL), judge, cancel)?;
        if let Some(gap) = gap(&sure, &other).filter(|gap| *gap >= GAP) {
            let best = [sure.best().to_owned(), other.best().to_owned()];
            let key = PositionKey::of(&changed, asked, changed.dice());
            return Ok(Some(Contrast { key, change, best, gap }));
        }
        tries += 1;
        if tries == TRIES {
            break;
        }
    }
    Ok(None)
}

impl Library {
    /// A position that is nearly that of a card and has another answer; `None` if none was found. Nothing is changed.
    ///
    /// # Errors
    /// If there is no such card, it cannot be read, or it was cancelled.
    pub fn contrast_of(&self, card: i64, judge: &Judge, cancel: &CancelToken) -> Result<Option<Contrast>> {
        let position = self.card(card)?.position;
        let key = self.read(|connection| key_of(connection, position))?;
        find(&key, judge, cancel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkers_move_only_to_points_that_are_free() {
        let board = gnubg_engine::core::Variation::Standard.start();
        // From the 6 point to the 5 point; the opponent holds the 1 point by own numbers 24.
        let changed = moved(&board, Side::OnRoll, 5, 4).unwrap();
        assert_eq!((changed.side(Side::OnRoll)[5], changed.side(Side::OnRoll)[4]), (4, 1));
        assert_eq!(changed.checkers_on_board(Side::OnRoll), 15);
        assert!(moved(&board, Side::OnRoll, 5, 0).is_none(), "the opponent's anchor is there");
        assert!(moved(&board, Side::OnRoll, 3, 2).is_none(), "nobody stands there");
        assert!(moved(&board, Side::OnRoll, 23, 24).is_none(), "not to the bar");
    }

    #[test]
    fn a_gap_needs_another_answer_that_is_possible_in_both() {
        let ranked = |list: &[(&str, f64)]| Ranked(list.iter().map(|(a, b)| ((*a).to_owned(), *b)).collect());
        let a = ranked(&[("8/5", 0.2), ("6/3", 0.1)]);
        let b = ranked(&[("6/3", 0.15), ("8/5", 0.11)]);
        assert!((gap(&a, &b).unwrap() - 0.04).abs() < 1e-9);
        assert_eq!(gap(&a, &a), None);
        assert_eq!(gap(&a, &ranked(&[("6/3", 0.1)])), None);
    }
}
