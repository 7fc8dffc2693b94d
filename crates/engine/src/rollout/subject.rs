// SPDX-License-Identifier: GPL-3.0-or-later
//! What is rolled out: a position, a cube decision, or several plays.

use super::error::RolloutError;
use crate::core::{Board, CubeValue, Decision, MatchState, Phase, Play, Player};
use crate::cube::{CubeContext, CubeInfo, MatchEquityTable};
use crate::eval::Root;

/// A question that a rollout answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// The value of the position before the roll if the player on roll does not double now.
    Position,
    /// Whether to double and whether to take. Both continuations are played with the same dice.
    CubeDecision,
    /// Which of these plays is best. All are played with the same dice.
    Plays(Vec<Candidate>),
}

/// A play to roll out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The play.
    pub play: Play,
    /// The position after it, the opponent on roll.
    pub after: Board,
}

/// What an alternative is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// The position.
    Position,
    /// No double.
    NoDouble,
    /// Double and take.
    DoubleTake,
    /// A play.
    Play(Play),
}

/// A question about one position of a match.
#[derive(Clone, Debug)]
pub struct Subject {
    state: MatchState,
    question: Question,
    root: Root,
}

/// One game situation that is played out many times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Alternative {
    pub(super) board: Board,
    pub(super) cube: CubeInfo,
    /// Whether the player on roll may double before the first roll.
    pub(super) may_double: bool,
    /// Whether results are for the opponent of the player who rolls first.
    pub(super) for_opponent: bool,
}

impl Subject {
    /// The position of a match state, before the roll.
    ///
    /// # Errors
    /// If the state cannot occur or the game is over.
    pub fn position(state: &MatchState, table: &MatchEquityTable) -> Result<Subject, RolloutError> {
        Subject::new(state, table, Question::Position)
    }

    /// The cube decision of the player on roll.
    ///
    /// # Errors
    /// Also if the player on roll may not double.
    pub fn cube_decision(state: &MatchState, table: &MatchEquityTable) -> Result<Subject, RolloutError> {
        Subject::new(state, table, Question::CubeDecision)
    }

    /// Plays of the player on roll. They are not checked against the dice.
    ///
    /// # Errors
    /// Also if there are no plays.
    pub fn plays(
        state: &MatchState,
        table: &MatchEquityTable,
        plays: &[Play],
    ) -> Result<Subject, RolloutError> {
        let candidate = |play: &Play| Candidate { play: *play, after: play.apply(&state.board).swapped() };
        Subject::new(state, table, Question::Plays(plays.iter().map(candidate).collect()))
    }

    /// A question about the position of a match state.
    ///
    /// # Errors
    /// If the state cannot occur, the game is over, or the question makes no sense there.
    pub fn new(
        state: &MatchState,
        table: &MatchEquityTable,
        question: Question,
    ) -> Result<Subject, RolloutError> {
        // The question is about the position before the roll or about plays, so a pending decision does not matter.
        let state = MatchState { phase: Phase::Due(Decision::Roll), declined: None, ..*state };
        state.check()?;
        if state.board.outcome(state.rules.variation).is_some() {
            return Err(RolloutError::GameOver);
        }
        let root = Root::of(&state, table);
        match &question {
            Question::Position => {}
            Question::CubeDecision if root.context.may_double(root.cube) => {}
            Question::CubeDecision => return Err(RolloutError::CubeNotAvailable),
            Question::Plays(plays) if plays.is_empty() => return Err(RolloutError::NoPlays),
            Question::Plays(plays) => {
                for candidate in plays {
                    candidate.after.check(state.rules.variation).map_err(crate::core::StateError::from)?;
                }
            }
        }
        Ok(Subject { state, question, root })
    }

    /// The match state, the player on roll before the roll.
    #[must_use]
    pub fn state(&self) -> &MatchState {
        &self.state
    }

    /// The question.
    #[must_use]
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The position with its score, cube and rules.
    #[must_use]
    pub fn root(&self) -> &Root {
        &self.root
    }

    /// Whether both are the same question about the same position at the same score, with the same match equities.
    #[must_use]
    pub fn is_same(&self, other: &Subject) -> bool {
        self.state == other.state
            && self.question == other.question
            && self.stake_values() == other.stake_values()
    }

    /// A checksum of the values of wins and losses at each cube. Identifies the match equity table at this score.
    #[must_use]
    pub fn stakes_checksum(&self) -> u32 {
        let bytes: Vec<u8> = self.stake_values().into_iter().flat_map(u64::to_le_bytes).collect();
        crc32fast::hash(&bytes)
    }

    /// The values of wins and losses at each cube. They identify the match equity table at this score.
    fn stake_values(&self) -> Vec<u64> {
        let context = &self.root.context;
        let mut stake_values = Vec::new();
        for exponent in 0..7 {
            let Some(value) = CubeValue::from_exponent(exponent) else { continue };
            for on_roll in Player::BOTH {
                let cube = CubeInfo { value, on_roll, ..self.root.cube };
                for points in 1..=3 {
                    for won in [true, false] {
                        let probs = crate::core::Probs::certain(won, points);
                        stake_values.push(context.cubeless(cube, &probs).0.to_bits());
                    }
                }
            }
        }
        stake_values
    }

    /// The alternatives, in the order of the results.
    #[must_use]
    pub fn labels(&self) -> Vec<Label> {
        match &self.question {
            Question::Position => vec![Label::Position],
            Question::CubeDecision => vec![Label::NoDouble, Label::DoubleTake],
            Question::Plays(plays) => plays.iter().map(|candidate| Label::Play(candidate.play)).collect(),
        }
    }

    pub(super) fn alternatives(&self) -> Vec<Alternative> {
        let (board, cube) = (self.root.board, self.root.cube);
        let here = Alternative { board, cube, may_double: false, for_opponent: false };
        match &self.question {
            Question::Position => vec![here],
            Question::CubeDecision => vec![here, Alternative { cube: cube.doubled(), ..here }],
            Question::Plays(plays) => plays
                .iter()
                .map(|candidate| Alternative {
                    board: candidate.after,
                    cube: cube.swapped(),
                    may_double: true,
                    for_opponent: true,
                })
                .collect(),
        }
    }
}

/// The context in which games are played: a cubeless rollout has no cube, and all gammons count.
pub(super) fn playing_context(context: &CubeContext, cubeful: bool) -> CubeContext {
    if cubeful { context.clone() } else { context.clone().without_cube() }
}

/// Cubeless equity of five chances as a linear function, in units of a basis cube.
///
/// All gammons count, the Jacoby rule or not: with it the cube is turned in most games that gammons matter in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CubelessScale {
    constant: f64,
    slope: [f64; 5],
}

impl CubelessScale {
    /// For chances of the player on roll of `cube`, in units of the cube `basis` with the same player on roll.
    pub(super) fn new(context: &CubeContext, cube: CubeInfo, basis: CubeInfo) -> CubelessScale {
        let context = context.clone().without_cube();
        let ratio = f64::from(cube.value.points()) / f64::from(basis.value.points());
        let worth = |probs: [f32; 5]| {
            let value = context.cubeless(cube, &crate::core::Probs::from_array(probs));
            match context.scale(basis) {
                None => value.0 * ratio,
                Some(scale) => scale.equity_of(value.0),
            }
        };
        let constant = worth([0.0; 5]);
        let slope = std::array::from_fn(|n| {
            let mut probs = [0.0; 5];
            probs[n] = 1.0;
            worth(probs) - constant
        });
        CubelessScale { constant, slope }
    }

    /// The equity of these chances.
    pub(super) fn equity(&self, probs: &[f64; 5]) -> f64 {
        self.slope.iter().zip(probs).fold(self.constant, |sum, (slope, p)| sum + slope * p)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Probs, Rules};

    fn match_state(length: u16, score: [u32; 2]) -> MatchState {
        MatchState { score, ..MatchState::new(length, Rules::default()).unwrap() }
    }

    #[test]
    fn questions_are_checked() {
        let table = MatchEquityTable::default();
        let money = match_state(0, [0, 0]);
        assert!(Subject::cube_decision(&money, &table).is_ok());
        assert_eq!(Subject::plays(&money, &table, &[]).unwrap_err(), RolloutError::NoPlays);
        let crawford = MatchState { is_crawford: true, ..match_state(5, [4, 2]) };
        let error = Subject::cube_decision(&crawford, &table).unwrap_err();
        assert_eq!(error, RolloutError::CubeNotAvailable);
        let mut over = money;
        over.board = Board::from_sides([0; 25], *money.board.side(crate::core::Side::OnRoll));
        assert_eq!(Subject::position(&over, &table).unwrap_err(), RolloutError::GameOver);
    }

    #[test]
    fn match_equity_tables_are_distinguished_in_matches_only() {
        let tables = [MatchEquityTable::default(), crate::cube::shipped("zadeh").unwrap()];
        let of = |state: &MatchState, n: usize| Subject::position(state, &tables[n]).unwrap();
        let (money, scored) = (match_state(0, [0, 0]), match_state(7, [3, 4]));
        assert!(of(&money, 0).is_same(&of(&money, 1)));
        assert!(!of(&scored, 0).is_same(&of(&scored, 1)));
        assert!(of(&scored, 0).is_same(&of(&scored, 0)));
    }

    #[test]
    fn cubeless_equity_is_linear() {
        let table = MatchEquityTable::default();
        let probs = [0.5, 0.25, 0.125, 0.25, 0.125];
        for state in [match_state(0, [0, 0]), match_state(7, [3, 4])] {
            let root = Root::of(&state, &table);
            let scale = CubelessScale::new(&root.context, root.cube, root.cube);
            let context = root.context.clone().without_cube();
            let direct = context.cubeless(root.cube, &Probs::from_array(probs.map(|p| p as f32)));
            let expected = f64::from(context.equity(root.cube, direct).0);
            assert!((scale.equity(&probs) - expected).abs() < 1e-6);
        }
    }
}
