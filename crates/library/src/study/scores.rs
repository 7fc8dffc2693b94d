// SPDX-License-Identifier: GPL-3.0-or-later
//! The same position at other scores: where the best answer changes, that is worth a card of its own, which asks one of these
//! scores at a time.

use super::cards::CardKind;
use super::propose::Proposal;
use super::ranked::{GAP, Ranked, asked_state, at_score, away_of, is_askable, rank};
use super::truth::{LEVEL, key_of};
use crate::assess::Judge;
use crate::db::Library;
use crate::error::Result;
use crate::position::{Asked, PositionKey};
use gnubg_engine::core::{CancelToken, MatchState};

/// The scores, as points away, the player on roll first: money, double match point, gammon go, gammon save, and both sides
/// of 2-away 4-away.
const SCORES: [[u32; 2]; 6] = [[0, 0], [1, 1], [2, 1], [1, 2], [2, 4], [4, 2]];

/// What is right at a score.
#[derive(Clone, Debug, PartialEq)]
pub struct AtScore {
    /// The points that both need, the player on roll first; 0 for money.
    pub away: [u32; 2],
    /// The key of the position at this score.
    pub key: PositionKey,
    /// The best action.
    pub best: String,
    /// What the best action of the original score loses here, in normalized equity.
    pub loss: f64,
}

impl AtScore {
    /// Whether something else is right than at the original score, and clearly so.
    #[must_use]
    pub fn is_other(&self) -> bool {
        self.loss >= GAP
    }
}

/// A position at other scores.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherScores {
    /// The key of the position at its own score.
    pub key: PositionKey,
    /// What is best there.
    pub best: String,
    /// The other scores at which the question can be asked.
    pub scores: Vec<AtScore>,
}

impl OtherScores {
    /// The scores at which something else is right.
    pub fn differing(&self) -> impl Iterator<Item = &AtScore> {
        self.scores.iter().filter(|one| one.is_other())
    }

    /// The proposal to make a card that asks one of the scores where something else is right, or the original one, at a time;
    /// `None` if the same is right everywhere.
    #[must_use]
    pub fn proposal(&self) -> Option<Proposal> {
        let mut others: Vec<PositionKey> = self.differing().map(|one| one.key).collect();
        let first = self.differing().next()?;
        others[0] = self.key;
        let best = Some(first.best.clone());
        Some(Proposal { best, others, ..Proposal::of_position(first.key, CardKind::Scores) })
    }
}

/// The evaluation of a position at other scores, one score a step.
pub struct ScoreSearch {
    judge: Judge,
    asked: Asked,
    own: Ranked,
    waiting: Vec<([u32; 2], MatchState)>,
    of: usize,
    found: OtherScores,
}

impl ScoreSearch {
    /// Begins to look at a position at other scores.
    ///
    /// # Errors
    /// If it asks for no play and not about doubling, or it was cancelled.
    pub fn new(key: &PositionKey, judge: &Judge, cancel: &CancelToken) -> Result<ScoreSearch> {
        let (asked, state) = asked_state(key)?;
        let own = rank(&state, Some(LEVEL), judge, cancel)?;
        let scores = SCORES.iter().rev().filter(|away| **away != away_of(&state));
        let mut waiting: Vec<([u32; 2], MatchState)> =
            scores.filter_map(|away| Some((*away, at_score(&state, *away)?))).collect();
        waiting.retain(|(_, state)| is_askable(state, asked));
        let found = OtherScores { key: *key, best: own.best().to_owned(), scores: Vec::new() };
        Ok(ScoreSearch { judge: judge.clone(), asked, own, of: waiting.len(), waiting, found })
    }

    /// Looks at the next score; whether there are more.
    ///
    /// # Errors
    /// If it was cancelled.
    pub fn step(&mut self, cancel: &CancelToken) -> Result<bool> {
        let Some((away, state)) = self.waiting.pop() else { return Ok(false) };
        let ranked = rank(&state, Some(LEVEL), &self.judge, cancel)?;
        // A play that the search dropped on its way is worse than all that it kept.
        let last = ranked.0.last().map_or(0.0, |(_, last)| ranked.0[0].1 - last);
        let loss = ranked.loss(self.own.best()).unwrap_or(last);
        let key = PositionKey::of(&state, self.asked, state.dice());
        self.found.scores.push(AtScore { away, key, best: ranked.best().to_owned(), loss });
        Ok(!self.waiting.is_empty())
    }

    /// How many scores were looked at, and of how many.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.of - self.waiting.len(), self.of)
    }

    /// What was found.
    #[must_use]
    pub fn found(self) -> OtherScores {
        self.found
    }
}

impl Library {
    /// The position of a card at other scores. Nothing is changed.
    ///
    /// # Errors
    /// If there is no such card, it cannot be read, or it was cancelled.
    pub fn scores_of(&self, card: i64, judge: &Judge, cancel: &CancelToken) -> Result<OtherScores> {
        let position = self.card(card)?.position;
        let key = self.read(|connection| key_of(connection, position))?;
        let mut search = ScoreSearch::new(&key, judge, cancel)?;
        while search.step(cancel)? {}
        Ok(search.found())
    }
}
