// SPDX-License-Identifier: GPL-3.0-or-later
//! One game: how it started, what was done, how it ended.

use crate::entry::{Entry, Property};
use crate::walk::Walk;
use gnubg_engine::core::{CubeState, CubeValue, Ending, MatchState, Phase, Player, ResignLevel, Rules};

/// The circumstances a game starts under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameStart {
    /// Rules of this game; a session may change them between games.
    pub rules: Rules,
    /// Points by seat before the game.
    pub score: [u32; 2],
    /// Whether this is the Crawford game.
    pub is_crawford: bool,
    /// How often equal opening dice have doubled the cube.
    pub automatic_doubles: u8,
}

impl GameStart {
    /// The state before the opening roll, in a match to `length` points (0 for money).
    #[must_use]
    pub fn state(&self, length: u16) -> MatchState {
        let value = CubeValue::from_exponent(u32::from(self.automatic_doubles)).unwrap_or(CubeValue::MAX);
        MatchState {
            rules: self.rules,
            length,
            score: self.score,
            is_crawford: self.is_crawford,
            cube: CubeState { value, owner: None },
            on_roll: Player::One,
            board: self.rules.variation.start(),
            phase: Phase::Opening,
            declined: None,
        }
    }

    /// The start a state before an opening roll describes.
    #[must_use]
    pub fn of(state: &MatchState) -> GameStart {
        GameStart {
            rules: state.rules,
            score: state.score,
            is_crawford: state.is_crawford,
            automatic_doubles: u8::try_from(state.cube.value.exponent()).unwrap_or(0),
        }
    }
}

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HowWon {
    /// All checkers borne off; 1 single, 2 gammon, 3 backgammon.
    BorneOff(u8),
    /// A double was dropped.
    Dropped,
    /// A resignation of this level was accepted.
    Resigned(ResignLevel),
    /// By what the record states, such as a forfeit, a settlement or a clock run down.
    Stated,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won.
    pub winner: Player,
    /// Points added to the winner's score.
    pub points: u32,
    /// How.
    pub how: HowWon,
}

/// One game of a match or session.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Circumstances before the first roll.
    pub start: GameStart,
    /// What was done, in order.
    pub entries: Vec<Entry>,
    /// Winner and points as a file states them, kept only where the entries themselves do not give that result.
    pub stated: Option<(Player, u32)>,
    /// Unknown properties of the file this came from.
    pub properties: Vec<Property>,
}

impl GameRecord {
    /// A game without entries.
    #[must_use]
    pub fn new(start: GameStart) -> GameRecord {
        GameRecord { start, entries: Vec::new(), stated: None, properties: Vec::new() }
    }

    /// Replays the game in a match to `length` points.
    #[must_use]
    pub fn walk(&self, length: u16) -> Walk<'_> {
        Walk::new(self.start.state(length), &self.entries)
    }

    /// The state before entry `index`, or the last state when there are fewer entries.
    #[must_use]
    pub fn state_before(&self, length: u16, index: usize) -> MatchState {
        let mut walk = Walk::new(self.start.state(length), &self.entries[..index.min(self.entries.len())]);
        while walk.next().is_some() {}
        walk.state()
    }

    /// The state after the last entry; the score includes the game's points once it is over.
    #[must_use]
    pub fn final_state(&self, length: u16) -> MatchState {
        let state = self.state_before(length, self.entries.len());
        match self.outcome_of(&state) {
            Some(outcome) => {
                let mut score = self.start.score;
                let winner = outcome.winner.index();
                score[winner] = score[winner].saturating_add(outcome.points);
                MatchState { score, ..state }
            }
            None => state,
        }
    }

    /// The result, if the game is over.
    #[must_use]
    pub fn outcome(&self, length: u16) -> Option<Outcome> {
        self.outcome_of(&self.state_before(length, self.entries.len()))
    }

    fn outcome_of(&self, last: &MatchState) -> Option<Outcome> {
        let replayed = last.result().map(|result| Outcome {
            winner: result.winner,
            points: result.points,
            how: match result.ending {
                Ending::BorneOff(multiple) => HowWon::BorneOff(multiple),
                Ending::Dropped => HowWon::Dropped,
                Ending::Resigned(level) => HowWon::Resigned(level),
            },
        });
        match (self.stated, replayed) {
            (Some((winner, points)), Some(outcome)) if outcome.winner == winner => {
                Some(Outcome { points, ..outcome })
            }
            (Some((winner, points)), _) => Some(Outcome { winner, points, how: HowWon::Stated }),
            (None, replayed) => replayed,
        }
    }

    /// The circumstances of the next game, or `None` while this one goes on or when the match is over.
    #[must_use]
    pub fn next_start(&self, length: u16) -> Option<GameStart> {
        let outcome = self.outcome(length)?;
        let before = self.start.state(length);
        let mut score = before.score;
        let winner = outcome.winner.index();
        score[winner] = score[winner].saturating_add(outcome.points);
        let after = MatchState { score, is_crawford: false, ..before };
        if after.match_winner().is_some() {
            return None;
        }
        let was_late = before.is_crawford || before.is_post_crawford();
        let n_one_away = Player::BOTH.iter().filter(|&&p| after.away(p) == Some(1)).count();
        Some(GameStart {
            rules: self.start.rules,
            score,
            is_crawford: self.start.rules.crawford && length > 1 && !was_late && n_one_away == 1,
            automatic_doubles: 0,
        })
    }
}
