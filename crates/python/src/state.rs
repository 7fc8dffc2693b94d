// SPDX-License-Identifier: GPL-3.0-or-later
//! A position with score, cube, dice and rules.

use crate::value_error;
use gnubg_engine::core::{
    Action, Board, CubeValue, Decision, Dice, MatchState, MoveRules, Phase, PlayList, Player, Rules, Side,
    Variation, notation,
};
use gnubg_engine::eval::inputs::{CONTACT, RACE, encode_contact, encode_race};
use gnubg_formats::board_text::BoardText;
use gnubg_formats::ids;
use gnubg_report::diagram::{Diagram, ViewOptions, alone};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Numbers of a board: 25 places of two sides.
pub(crate) const BOARD: usize = 50;
/// Most checkers of one side.
const MOST: u8 = 15;

/// A position with score, cube, dice and rules. In a box, because Python does not align objects to 64 bytes.
#[pyclass(frozen, eq, hash, module = "gnubg_rs._native")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct State(pub(crate) Box<MatchState>);

impl State {
    pub(crate) fn of(state: MatchState) -> State {
        State(Box::new(state))
    }
}

/// A play: its text, its steps, and the position after it.
type PlayFound = (String, Vec<(u8, u8)>, State);

/// Rules as they cross the border: variation, cube, crawford, jacoby, beavers.
type RuleFields = (String, bool, bool, bool, u8);

pub(crate) fn variation(name: &str) -> PyResult<Variation> {
    Variation::from_name(name).ok_or_else(|| {
        let known: Vec<&str> = Variation::ALL.iter().map(|one| one.keyword()).collect();
        PyValueError::new_err(format!("{name:?} is not a variation; the variations are {}", known.join(", ")))
    })
}

fn rules((name, cube, crawford, jacoby, beavers): RuleFields) -> PyResult<Rules> {
    Ok(Rules { variation: variation(&name)?, cube, crawford, jacoby, beavers, ..Rules::default() })
}

/// The board of 50 numbers: the opponent, then the player on roll.
pub(crate) fn board_of(bytes: &[u8]) -> Result<Board, String> {
    let (opponent, on_roll) = bytes.split_at(BOARD / 2);
    let (Ok(opponent), Ok(on_roll)) = (<[u8; 25]>::try_from(opponent), <[u8; 25]>::try_from(on_roll)) else {
        return Err(format!("a board has 2 x 25 numbers, not {}", bytes.len()));
    };
    let board = Board::from_sides(on_roll, opponent);
    for (side, who) in [(Side::OnRoll, "the player on roll"), (Side::Opponent, "the opponent")] {
        if board.checkers_on_board(side) > MOST {
            let count: u32 = board.side(side).iter().map(|&n| u32::from(n)).sum();
            return Err(format!("{who} has {count} checkers; at most {MOST} are possible"));
        }
    }
    Ok(board)
}

fn dice((a, b): (u8, u8)) -> PyResult<Dice> {
    Dice::new(a, b).map_err(value_error)
}

fn player(seat: usize) -> PyResult<Player> {
    Player::from_index(seat).ok_or_else(|| PyValueError::new_err(format!("a player is 0 or 1, not {seat}")))
}

#[pymethods]
impl State {
    /// A position of its parts.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "they are the fields of a position")]
    fn new(
        board: Option<&[u8]>,
        rolled: Option<(u8, u8)>,
        length: u16,
        score: (u32, u32),
        is_crawford: bool,
        cube: u32,
        cube_owner: Option<usize>,
        on_roll: usize,
        rule_fields: RuleFields,
    ) -> PyResult<State> {
        let rules = rules(rule_fields)?;
        let start = MatchState::new(length, rules).map_err(value_error)?;
        let value = CubeValue::new(cube);
        let value =
            value.ok_or_else(|| PyValueError::new_err(format!("a cube of {cube} is not possible")))?;
        let due = match rolled {
            Some(rolled) => Decision::Play(dice(rolled)?),
            None => Decision::Roll,
        };
        let mut state = MatchState {
            score: score.into(),
            is_crawford,
            on_roll: player(on_roll)?,
            phase: Phase::Due(due),
            ..start
        };
        state.cube.value = value;
        state.cube.owner = cube_owner.map(player).transpose()?;
        if let Some(bytes) = board {
            state.board = board_of(bytes).map_err(PyValueError::new_err)?;
        }
        state.check().map_err(value_error)?;
        Ok(State::of(state))
    }

    /// The position that a text names; what it does not say is as at the start of a money game.
    #[staticmethod]
    fn read(text: &str, rule_fields: RuleFields) -> PyResult<State> {
        let found = ids::read(text, rules(rule_fields)?).map_err(value_error)?;
        let mut state = found.state;
        state.rules.jacoby &= state.is_money();
        state.check().map_err(value_error)?;
        Ok(State::of(state))
    }

    /// The board as 50 bytes: the opponent, then the player on roll.
    fn board<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let sides = [*self.0.board.side(Side::Opponent), *self.0.board.side(Side::OnRoll)];
        PyBytes::new(py, sides.as_flattened())
    }

    #[getter]
    fn position_id(&self) -> String {
        self.0.board.position_id()
    }

    #[getter]
    fn match_id(&self) -> String {
        self.0.match_id()
    }

    #[getter]
    fn xgid(&self) -> String {
        self.0.xgid()
    }

    #[getter]
    fn ogid(&self) -> String {
        ids::ogid::write(&self.0)
    }

    #[getter]
    fn rules(&self) -> RuleFields {
        let rules = self.0.rules;
        (rules.variation.keyword().to_owned(), rules.cube, rules.crawford, rules.jacoby, rules.beavers)
    }

    #[getter]
    fn length(&self) -> u16 {
        self.0.length
    }

    #[getter]
    fn score(&self) -> (u32, u32) {
        self.0.score.into()
    }

    #[getter]
    fn is_crawford(&self) -> bool {
        self.0.is_crawford
    }

    #[getter]
    fn cube(&self) -> u32 {
        self.0.cube.value.points()
    }

    #[getter]
    fn cube_owner(&self) -> Option<usize> {
        self.0.cube.owner.map(Player::index)
    }

    #[getter]
    fn on_roll(&self) -> usize {
        self.0.on_roll.index()
    }

    #[getter]
    fn dice(&self) -> Option<(u8, u8)> {
        self.0.dice().map(|dice| (dice.high(), dice.low()))
    }

    #[getter]
    fn is_doubled(&self) -> bool {
        matches!(self.0.phase, Phase::Due(Decision::Answer(_)))
    }

    /// Pip counts of the player on roll and of the opponent.
    #[getter]
    fn pips(&self) -> (u16, u16) {
        self.0.board.pips().into()
    }

    /// Points that the player on roll has won (negative: lost) once the game is over, in single games, without the cube.
    #[getter]
    fn outcome(&self) -> Option<i8> {
        let (winner, points) = self.0.board.outcome(self.0.rules.variation)?;
        let points = points as i8;
        Some(if winner == Side::OnRoll { points } else { -points })
    }

    /// The same position with these dice; `None` for before the roll.
    fn with_dice(&self, rolled: Option<(u8, u8)>) -> PyResult<State> {
        let due = match rolled {
            Some(rolled) => Decision::Play(dice(rolled)?),
            None => Decision::Roll,
        };
        Ok(State::of(MatchState { phase: Phase::Due(due), declined: None, ..*self.0 }))
    }

    /// The same checkers, the other player on roll.
    fn swapped(&self) -> State {
        let phase = Phase::Due(Decision::Roll);
        let (on_roll, board) = (self.0.on_roll.other(), self.0.board.swapped());
        State::of(MatchState { on_roll, board, phase, declined: None, ..*self.0 })
    }

    /// All legal plays of a roll.
    fn legal_plays(&self, rolled: (u8, u8)) -> PyResult<Vec<PlayFound>> {
        let mut list = PlayList::new();
        list.generate_with(&self.0.board, dice(rolled)?, MoveRules { egyptian: self.0.rules.egyptian });
        let plays = list.plays().iter().zip(list.boards());
        Ok(plays.map(|(play, after)| found(&self.0, play, *after)).collect())
    }

    /// The play that a text means.
    fn play(&self, rolled: (u8, u8), text: &str) -> PyResult<PlayFound> {
        let play = notation::resolve(&self.0.board, dice(rolled)?, text).map_err(value_error)?;
        Ok(found(&self.0, &play, play.apply(&self.0.board).swapped()))
    }

    /// The position after an action at the cube.
    fn act(&self, action: &str) -> PyResult<State> {
        let action = match action {
            "double" => Action::Double,
            "take" => Action::Take,
            "drop" => Action::Drop,
            "beaver" => Action::Beaver,
            _ => {
                return Err(PyValueError::new_err(format!("{action:?} is not double, take, drop or beaver")));
            }
        };
        self.0.apply(action).map(State::of).map_err(value_error)
    }

    /// A picture as SVG.
    fn svg(&self, scale: u32) -> String {
        let diagram = Diagram::new(&self.0, &ViewOptions::default());
        let title = format!("Position {}", self.0.board.position_id());
        alone(&diagram, scale.saturating_mul(108), &title)
    }

    /// A drawing with letters.
    fn draw(&self) -> String {
        BoardText { state: &self.0, names: ["", ""], clockwise: false, faces: None }.draw()
    }

    /// A number that is the same for equal positions.
    fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }
}

/// A play with the position after it, the opponent about to roll.
pub(crate) fn found(state: &MatchState, play: &gnubg_engine::core::Play, after: Board) -> PlayFound {
    let steps = play.steps().iter().map(|step| (step.from.number(), step.to.number())).collect();
    let phase = Phase::Due(Decision::Roll);
    let after = MatchState { board: after, on_roll: state.on_roll.other(), phase, declined: None, ..*state };
    (notation::format(&state.board, play), steps, State::of(after))
}

/// The inputs of the nets: which net, how many inputs it has, and the numbers of those that are on.
#[pyfunction]
pub(crate) fn features(state: &State) -> (&'static str, usize, Vec<u16>) {
    let board = &state.0.board;
    let (schema, mut rows) = match board.has_contact() {
        true => (CONTACT, vec![0; CONTACT.n_slots()]),
        false => (RACE, vec![0; RACE.n_slots()]),
    };
    if board.has_contact() {
        encode_contact(board, &mut rows);
    } else {
        encode_race(board, &mut rows);
    }
    let n_rows = schema.n_rows();
    // Slots of value 0 name no row.
    rows.retain(|&row| usize::from(row) < n_rows);
    (schema.name, n_rows, rows)
}
