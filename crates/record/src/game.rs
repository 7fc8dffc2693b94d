// SPDX-License-Identifier: GPL-3.0-or-later
//! One game: its start, entries and result.

use crate::entry::{Entry, EntryAction, Property};
use crate::walk::Walk;
use gnubg_engine::core::{
    CubeState, CubeValue, Decision, Ending, MatchState, Phase, Player, ResignLevel, Rules,
};

/// The circumstances at the start of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameStart {
    /// Rules of this game; a session may change them between games.
    pub rules: Rules,
    /// Points by seat before the game.
    pub score: [u32; 2],
    /// Whether this is the Crawford game.
    pub is_crawford: bool,
    /// The number of automatic doubles by equal opening dice.
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

    /// The start that corresponds to a state before the opening roll.
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
    /// The opponent's time was used up.
    OutOfTime,
    /// The record states it, as after a forfeit or a settlement.
    Stated,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won.
    pub winner: Player,
    /// Points added to the winner's score.
    pub points: u32,
    /// How the game was won.
    pub how: HowWon,
}

/// One game of a match or session.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Circumstances before the first roll.
    pub start: GameStart,
    /// The entries in order.
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

    /// A game that only sets up one position: board and cube, then the roll, double or resignation that is pending.
    #[must_use]
    pub fn of_position(state: &MatchState) -> GameRecord {
        let start = GameStart {
            rules: state.rules,
            score: state.score,
            is_crawford: state.is_crawford,
            automatic_doubles: 0,
        };
        let mut game = GameRecord::new(start);
        let mut add = |player, action| game.entries.push(Entry::new(player, action));
        let on_roll = state.on_roll;
        add(on_roll, EntryAction::SetBoard(Box::new(state.board)));
        let (due, resigning) = match state.phase {
            Phase::Due(due) => (due, None),
            Phase::Resigning { by, level, then } => (then, Some((by, level))),
            Phase::Opening | Phase::Over(_) => (Decision::Roll, None),
        };
        let mut cube = state.cube;
        if let Decision::Answer(offer) = due {
            // Each beaver has turned the cube once and given it to the player not on roll.
            let before = cube.value.exponent().saturating_sub(u32::from(offer.beavers));
            cube.value = CubeValue::from_exponent(before).unwrap_or(CubeValue::ONE);
            if offer.beavers > 0 {
                cube.owner = (before > 0).then_some(on_roll);
            }
        }
        add(on_roll, EntryAction::SetCubeValue(cube.value));
        add(on_roll, EntryAction::SetCubeOwner(cube.owner));
        match due {
            Decision::Roll => {}
            Decision::Play(dice) => add(on_roll, EntryAction::Roll(dice)),
            Decision::Answer(offer) => {
                add(on_roll, EntryAction::Double);
                for n in 0..offer.beavers {
                    add(if n % 2 == 0 { on_roll.other() } else { on_roll }, EntryAction::Beaver);
                }
            }
        }
        if let Some((by, level)) = resigning {
            add(by, EntryAction::Resign(level));
        }
        game
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
            Some(outcome) => MatchState { score: score_after(&state, &outcome), ..state },
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
                Ending::OutOfTime => HowWon::OutOfTime,
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

    /// The start of the next game; `None` while this game is not over or if the match is.
    #[must_use]
    pub fn next_start(&self, length: u16) -> Option<GameStart> {
        let last = self.state_before(length, self.entries.len());
        let outcome = self.outcome_of(&last)?;
        let before = self.start.state(length);
        let score = score_after(&last, &outcome);
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

/// The score after a game whose entries led to `last`: that before its result, with the points of the outcome.
fn score_after(last: &MatchState, outcome: &Outcome) -> [u32; 2] {
    let mut score = last.score;
    if let Some(replayed) = last.result() {
        let winner = replayed.winner.index();
        score[winner] = score[winner].saturating_sub(replayed.points);
    }
    let winner = outcome.winner.index();
    score[winner] = score[winner].saturating_add(outcome.points);
    score
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Board, Dice, Offer};

    fn check(state: MatchState) {
        let found = GameRecord::of_position(&state).final_state(state.length);
        assert_eq!(found, state);
    }

    #[test]
    fn positions_are_reached() {
        let state =
            GameStart { rules: Rules::default(), score: [2, 1], is_crawford: false, automatic_doubles: 0 };
        let state = MatchState { phase: Phase::Due(Decision::Roll), ..state.state(7) };
        check(state);
        let board = Board::from_position_id("sGfkAkSYLXgEWA").unwrap();
        check(MatchState { board, on_roll: Player::Zero, ..state });
        let dice = Dice::new(3, 1).unwrap();
        check(MatchState { phase: Phase::Due(Decision::Play(dice)), ..state });
        let offer = |beavers, by| Phase::Due(Decision::Answer(Offer { by, beavers }));
        check(MatchState { phase: offer(0, Player::One), ..state });
        let money = MatchState { length: 0, ..state };
        let cube = CubeState { value: CubeValue::new(2).unwrap(), owner: Some(Player::Zero) };
        check(MatchState { phase: offer(1, Player::Zero), cube, ..money });
        let cube = CubeState { value: CubeValue::new(4).unwrap(), owner: Some(Player::Zero) };
        check(MatchState { phase: offer(2, Player::One), cube, ..money });
        let resigning =
            Phase::Resigning { by: Player::Zero, level: ResignLevel::Gammon, then: Decision::Roll };
        check(MatchState { phase: resigning, ..state });
    }
}
