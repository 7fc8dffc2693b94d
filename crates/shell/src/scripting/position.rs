// SPDX-License-Identifier: GPL-3.0-or-later
//! Functions about the checkers: boards, identifiers, numbers of bearoff positions, plays as text, classes.

use super::call::{CallError, Fields, Function, Kind, Lists, Parameter, argument, numbers};
use crate::language::context::Context;
use gnubg_engine::bearoff::{DatabaseClass, PositionIndex};
use gnubg_engine::core::{Board, Place, Play, Side, Step, Variation, notation};
use gnubg_engine::eval::{NetClass, PositionClass};
use serde_json::{Value, json};

/// Number of places of a side.
const PLACES: usize = 25;
/// Most checkers of a side.
const MOST: i64 = 15;

const BOARD: Parameter = argument(
    "board",
    Kind::Board,
    "checkers of the opponent of the player on roll, then of the player on roll: points 1 to 24 of each side, then the \
     bar; without it, the current position",
);

/// The functions of this family.
pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "board",
        parameters: &[],
        required: 0,
        about: "The current position: two lists of 25 numbers of checkers, first the opponent of the player on roll, then \
                the player on roll, each by its own numbering (point 1 first, the bar last). None without a game.",
        lists: Lists::None,
        run: |context, _| Ok(context.session.state().map_or(Value::Null, |state| board_value(&state.board))),
    },
    Function {
        name: "positionid",
        parameters: &[BOARD],
        required: 0,
        about: "The position ID of a board, 14 characters.",
        lists: Lists::None,
        run: |context, given| Ok(board(context, given)?.position_id().into()),
    },
    Function {
        name: "positionfromid",
        parameters: &[argument(
            "positionid",
            Kind::Text,
            "position ID; without it, the empty board is returned",
        )],
        required: 0,
        about: "The board of a position ID. ValueError if the text is none.",
        lists: Lists::None,
        run: |_, given| {
            let id = given.text("positionid")?.unwrap_or_default();
            if id.is_empty() {
                return Ok(board_value(&Board::EMPTY));
            }
            let wrong = || CallError::of_value("invalid positionid");
            let board = Board::from_position_id(id).map_err(|_| wrong())?;
            board.check(Variation::Standard).map_err(|_| wrong())?;
            Ok(board_value(&board))
        },
    },
    Function {
        name: "positionkey",
        parameters: &[BOARD],
        required: 0,
        about: "The key of a board: 10 numbers from 0 to 255, the bytes behind the position ID.",
        lists: Lists::None,
        run: |context, given| Ok(json!(board(context, given)?.key())),
    },
    Function {
        name: "positionfromkey",
        parameters: &[argument(
            "key",
            Kind::Numbers,
            "10 numbers from 0 to 255; without them, the empty board is returned",
        )],
        required: 0,
        about: "The board of a key. ValueError if the numbers are no key.",
        lists: Lists::None,
        run: |_, given| {
            let Some(numbers) = given.numbers("key")? else { return Ok(board_value(&Board::EMPTY)) };
            let bytes: Option<Vec<u8>> = numbers.iter().map(|&n| u8::try_from(n).ok()).collect();
            let key = bytes.and_then(|bytes| <[u8; 10]>::try_from(bytes).ok());
            let key = key.ok_or_else(|| CallError::of_value("a key has 10 numbers from 0 to 255"))?;
            let board = Board::from_key(key).map_err(|error| CallError::of_value(error.to_string()))?;
            Ok(board_value(&board))
        },
    },
    Function {
        name: "positionbearoff",
        parameters: &[
            argument("side", Kind::Side, "25 numbers of checkers; without them, the player on roll"),
            argument("points", Kind::Whole, "points that count, 1 to 25; 6 by default"),
            argument("chequers", Kind::Whole, "most checkers, 1 to 15; 15 by default"),
        ],
        required: 0,
        about: "The number of a bearoff position in the numbering of the bearoff databases. Checkers beyond the points do \
                not count.",
        lists: Lists::None,
        run: |context, given| {
            let mut side = match given.value("side") {
                Some(value) => side_of(value).map_err(|expected| given.wrong("side", &expected))?,
                None => *board(context, given)?.side(Side::OnRoll),
            };
            let index = index(given)?;
            side[index.points()..].fill(0);
            let number = index.index(&side);
            let number = number.ok_or_else(|| {
                CallError::of_value(format!("the position has more than {} checkers", index.checkers()))
            })?;
            Ok(number.into())
        },
    },
    Function {
        name: "positionfrombearoff",
        parameters: &[
            argument("id", Kind::Whole, "the number; 0 by default"),
            argument("chequers", Kind::Whole, "most checkers, 1 to 15; 15 by default"),
            argument("points", Kind::Whole, "points that count, 1 to 25; 6 by default"),
        ],
        required: 0,
        about: "The 25 numbers of checkers of a bearoff position. ValueError if there is no position with that number.",
        lists: Lists::None,
        run: |_, given| {
            let index = index(given)?;
            let id = given.whole("id")?.unwrap_or(0);
            let id = u32::try_from(id).ok().filter(|id| *id < index.n_positions());
            let id = id.ok_or_else(|| CallError::of_value("invalid position number"))?;
            Ok(json!(index.position(id)))
        },
    },
    Function {
        name: "classifypos",
        parameters: &[
            BOARD,
            argument(
                "variation",
                Kind::Whole,
                "0 standard, 1 Nackgammon, 2 to 4 hypergammon with 1 to 3 checkers",
            ),
        ],
        required: 0,
        about: "The class of a position: 0 over, 1 to 3 hypergammon with 1 to 3 checkers, 4 and 5 two-sided bearoff \
                (small and large database), 6 and 7 one-sided bearoff, 8 race, 9 crashed, 10 contact.",
        lists: Lists::None,
        run: |context, given| {
            let current = context.session.state().map_or(Variation::Standard, |state| state.rules.variation);
            let variation = match given.whole("variation")? {
                None => current,
                Some(n) => variation_of(n).ok_or_else(|| CallError::of_state("Variation unknown"))?,
            };
            let board = board(context, given)?;
            Ok(class_number(context.session.engine().class_of(&board, variation), variation).into())
        },
    },
    Function {
        name: "parsemove",
        parameters: &[argument(
            "text",
            Kind::Text,
            "a play such as '8/5 6/5', 'bar/20* 6/off(2)' or '24-18 13-11'",
        )],
        required: 1,
        about: "The steps of a play as pairs from, to; the bar is 25, off is 0. ValueError if the text is no play.",
        lists: Lists::None,
        run: |_, given| {
            let text = given.text("text")?.unwrap_or_default();
            let steps = notation::parse(text).map_err(|error| CallError::of_value(error.to_string()))?;
            let mut pairs: Vec<[u8; 2]> =
                steps.iter().map(|(from, to)| [from.number(), to.number()]).collect();
            pairs.sort_by(|a, b| b.cmp(a));
            Ok(json!(pairs))
        },
    },
    Function {
        name: "movetupletostring",
        parameters: &[
            argument(
                "move",
                Kind::Numbers,
                "from, to, from, to, … or pairs of them; the bar is 25, off is 0",
            ),
            argument("board", Kind::Board, "the board before the play"),
        ],
        required: 0,
        about: "A play as text, such as '24/18(2) 13/7(2)'.",
        lists: Lists::None,
        run: |context, given| {
            let (Some(value), true) = (given.value("move"), given.has("board")) else {
                return Err(CallError::of_type(
                    "requires 2 arguments (MoveTuple, Board). (see gnubg.findbestmove() and gnubg.board() for examples)",
                ));
            };
            let play = play_of(value).map_err(|expected| given.wrong("move", expected))?;
            Ok(text_of(&board(context, given)?, &play).into())
        },
    },
];

/// A board as scripts see it.
pub(super) fn board_value(board: &Board) -> Value {
    json!([board.side(Side::Opponent), board.side(Side::OnRoll)])
}

/// The argument `board`, or the current position; the empty board without a match.
pub(super) fn board(context: &Context<'_>, given: &Fields) -> Result<Board, CallError> {
    let Some(value) = given.value("board") else {
        return Ok(context.session.state().map_or(Board::EMPTY, |state| state.board));
    };
    let expected = "two lists of 25 numbers of checkers (see gnubg.board() for an example)";
    let Some([opponent, on_roll]) = value.as_array().map(Vec::as_slice) else {
        return Err(given.wrong("board", expected));
    };
    let side =
        |value: &Value| side_of(value).map_err(|expected| given.wrong("a side of the board", &expected));
    Ok(Board::from_sides(side(on_roll)?, side(opponent)?))
}

/// The numbers of checkers of one side; the error says what is expected.
fn side_of(value: &Value) -> Result<[u8; PLACES], String> {
    let expected = || format!("{PLACES} numbers of checkers from 0 to {MOST}, {MOST} in all");
    let counts = numbers(value).filter(|counts| {
        counts.iter().all(|count| (0..=MOST).contains(count)) && counts.iter().sum::<i64>() <= MOST
    });
    let counts: Option<Vec<u8>> =
        counts.and_then(|counts| counts.iter().map(|&count| u8::try_from(count).ok()).collect());
    counts.and_then(|counts| counts.try_into().ok()).ok_or_else(expected)
}

fn index(given: &Fields) -> Result<PositionIndex, CallError> {
    let size = |name, most, usual| -> Result<usize, CallError> {
        let n = given.within(name, 1..=most)?.unwrap_or(usual);
        Ok(usize::try_from(n).unwrap_or_default())
    };
    let (points, checkers) = (size("points", 25, 6)?, size("chequers", MOST, MOST)?);
    PositionIndex::new(points, checkers).ok_or_else(|| {
        CallError::of_value(format!("there is no numbering of {checkers} checkers on {points} points"))
    })
}

/// The variation with this number.
pub(super) fn variation_of(number: i64) -> Option<Variation> {
    Variation::ALL.get(usize::try_from(number).ok()?).copied()
}

fn class_number(class: PositionClass, variation: Variation) -> u8 {
    match class {
        PositionClass::Over => 0,
        // Hypergammon is a class of its own, with its database or without.
        _ if variation.is_hypergammon() => variation.n_checkers(),
        PositionClass::Database(DatabaseClass::Hyper) => variation.n_checkers(),
        PositionClass::Database(DatabaseClass::TwoSidedSmall) => 4,
        PositionClass::Database(DatabaseClass::TwoSidedLarge) => 5,
        PositionClass::Database(DatabaseClass::OneSidedSmall) => 6,
        PositionClass::Database(DatabaseClass::OneSidedLarge) => 7,
        PositionClass::Net(NetClass::Over) => 0,
        PositionClass::Net(NetClass::Race) => 8,
        PositionClass::Net(NetClass::Crashed) => 9,
        PositionClass::Net(NetClass::Contact) => 10,
    }
}

/// A play given as numbers; the error says what is expected.
fn play_of(value: &Value) -> Result<Play, &'static str> {
    let expected = "at most four pairs of places from 0 to 25";
    let items = value.as_array().ok_or(expected)?;
    let flat = match items.first() {
        Some(Value::Array(_)) => {
            items.iter().map(numbers).collect::<Option<Vec<_>>>().map(|all| all.concat())
        }
        _ => numbers(value),
    };
    let flat = flat.filter(|flat| flat.len() % 2 == 0).ok_or(expected)?;
    let place = |n: i64| u8::try_from(n).ok().and_then(Place::from_number).ok_or(expected);
    let step = |pair: &[i64]| Ok(Step { from: place(pair[0])?, to: place(pair[1])? });
    let steps = flat.chunks(2).map(step).collect::<Result<Vec<Step>, &'static str>>()?;
    // Files fill plays up with steps from nowhere.
    let steps: Vec<Step> = steps.into_iter().filter(|step| step.from != Place::OFF).collect();
    Play::from_steps(&steps).ok_or(expected)
}

/// A play as text. Unlike the notation of legal plays it marks a hit of any number of checkers, as the original does.
fn text_of(board: &Board, play: &Play) -> String {
    let mut blots = *board;
    for index in 0..24 {
        let count = board.side(Side::Opponent)[index];
        blots.set(Side::Opponent, index, count.min(1));
    }
    notation::format(&blots, play)
}

/// The steps of a play as pairs, the rearmost first.
pub(super) fn pairs(play: &Play) -> Vec<[u8; 2]> {
    let mut pairs: Vec<[u8; 2]> =
        play.steps().iter().map(|step| [step.from.number(), step.to.number()]).collect();
    pairs.sort_by(|a, b| b.cmp(a));
    pairs
}
