// SPDX-License-Identifier: GPL-3.0-or-later
//! Contrast pairs: a position is changed by as little as possible, a pip or two, the cube or the score, until something else
//! is right. Asked both, mixed with others, they teach where the border is, not one case.
//!
//! Changes are tried at 0 plies, the smallest first; what seems to turn the answer is evaluated at the level of cards. Both
//! answers must be clear: each loses 0.03 or more in the other position.

use super::cards::CardKind;
use super::propose::Proposal;
use super::ranked::{GAP, Ranked, asked_state, at_score, away_of, is_askable, rank};
use super::truth::{LEVEL, key_of};
use crate::assess::Judge;
use crate::db::Library;
use crate::error::Result;
use crate::position::{Asked, PositionKey};
use gnubg_engine::core::{Board, CancelToken, CubeState, CubeValue, MatchState, PLACES, Player, Side};

/// Changes that are looked at in a step.
const A_STEP: usize = 8;
/// What either answer must lose in the other position at 0 plies, where values are less sure, in normalized equity.
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
        Proposal { best: Some(self.best[1].clone()), ..Proposal::of_position(self.key, CardKind::Contrast) }
    }
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
        if let Some(changed) = at_score(state, away).filter(|_| away_of(state) != away) {
            found.push((Change::Score(away), changed));
        }
    }
    found
}

/// The search for a contrast, a few positions a step.
pub struct ContrastSearch {
    judge: Judge,
    asked: Asked,
    rough: Ranked,
    sure: Ranked,
    changes: Vec<(Change, MatchState)>,
    at: usize,
    tries: usize,
    found: Option<Contrast>,
}

impl ContrastSearch {
    /// Begins the search for the smallest change of a position after which something else is right.
    ///
    /// # Errors
    /// If it asks for no play and not about doubling, or it was cancelled.
    pub fn new(key: &PositionKey, judge: &Judge, cancel: &CancelToken) -> Result<ContrastSearch> {
        let (asked, state) = asked_state(key)?;
        let (rough, sure) = (rank(&state, None, judge, cancel)?, rank(&state, Some(LEVEL), judge, cancel)?);
        let is_border = rough.best() == sure.best();
        // What is hard to evaluate is no border to learn.
        let mut changes = if is_border { changes(&state) } else { Vec::new() };
        changes.retain(|(_, state)| is_askable(state, asked));
        let judge = judge.clone();
        Ok(ContrastSearch { judge, asked, rough, sure, changes, at: 0, tries: 0, found: None })
    }

    /// Tries some changes; whether there is more to try.
    ///
    /// # Errors
    /// If it was cancelled.
    pub fn step(&mut self, cancel: &CancelToken) -> Result<bool> {
        for _ in 0..A_STEP {
            cancel.check()?;
            let Some(&(change, changed)) = self.changes.get(self.at) else { return Ok(false) };
            self.at += 1;
            let seems = gap(&self.rough, &rank(&changed, None, &self.judge, cancel)?);
            if seems.is_none_or(|gap| gap < ROUGH_GAP) {
                continue;
            }
            self.try_surely(change, &changed, cancel)?;
            return Ok(self.found.is_none() && self.tries < TRIES);
        }
        Ok(self.at < self.changes.len())
    }

    /// Evaluates a change at the level of cards.
    fn try_surely(&mut self, change: Change, changed: &MatchState, cancel: &CancelToken) -> Result<()> {
        self.tries += 1;
        let other = rank(changed, Some(LEVEL), &self.judge, cancel)?;
        if let Some(gap) = gap(&self.sure, &other).filter(|gap| *gap >= GAP) {
            let best = [self.sure.best().to_owned(), other.best().to_owned()];
            let key = PositionKey::of(changed, self.asked, changed.dice());
            self.found = Some(Contrast { key, change, best, gap });
        }
        Ok(())
    }

    /// How many changes were tried, and of how many.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.at, self.changes.len())
    }

    /// What was found; `None` if no small change turns the answer clearly.
    #[must_use]
    pub fn found(self) -> Option<Contrast> {
        self.found
    }
}

impl Library {
    /// A position that is nearly that of a card and has another answer; `None` if none was found. Nothing is changed.
    ///
    /// # Errors
    /// If there is no such card, it cannot be read, or it was cancelled.
    pub fn contrast_of(&self, card: i64, judge: &Judge, cancel: &CancelToken) -> Result<Option<Contrast>> {
        let position = self.card(card)?.position;
        let key = self.read(|connection| key_of(connection, position))?;
        let mut search = ContrastSearch::new(&key, judge, cancel)?;
        while search.step(cancel)? {}
        Ok(search.found())
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
