// SPDX-License-Identifier: GPL-3.0-or-later
//! Functions about score, cube and turn: the objects `cubeinfo` and `posinfo`, match IDs, match equities.

use super::call::{CallError, Fields, Function, Kind, Lists, Parameter, argument};
use super::position::{board, variation_of};
use crate::language::context::Context;
use gnubg_engine::core::{
    Board, CubeState, CubeValue, Decision, Dice, Ending, GameResult, MatchState, Offer, Phase, Player,
    ResignLevel, Variation,
};
use gnubg_engine::cube::{CubeContext, CubeInfo, EmgScale, MatchEquityTable};
use serde_json::{Value, json};

/// Largest match equity table.
const MOST_POINTS: i64 = 64;

const CUBE_KEYS: [&str; 10] =
    ["cube", "cubeowner", "move", "matchto", "score", "crawford", "bgv", "jacoby", "beavers", "gammonprice"];
const POS_KEYS: [&str; 5] = ["dice", "turn", "resigned", "doubled", "gamestate"];

/// An argument that holds what `cubeinfo()` returns.
pub(super) const CUBE_INFO: Parameter = argument(
    "cubeinfo",
    Kind::Like("cubeinfo"),
    "score, cube and rules as cubeinfo() returns them; without it, those of the current match",
);
const POS_INFO: Parameter = argument(
    "posinfo",
    Kind::Like("posinfo"),
    "turn, dice and pending double or resignation as posinfo() returns them",
);
const EQUITY: Parameter = argument("eq", Kind::Number, "normalized equity; 0 by default");
const CHANCE: Parameter = argument("mwc", Kind::Number, "match winning chance from 0 to 1; 0 by default");
const EQUITY_ERROR: Parameter =
    argument("eq", Kind::Number, "standard error of a normalized equity; 0 by default");
const CHANCE_ERROR: Parameter =
    argument("mwc", Kind::Number, "standard error of a match winning chance; 0 by default");

/// The functions of this family.
pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "cubeinfo",
        parameters: &[
            argument("cube", Kind::Whole, "value of the cube"),
            argument("cubeowner", Kind::Whole, "its owner: 0, 1 or -1 for nobody"),
            argument("move", Kind::Whole, "the player on roll: 0 or 1"),
            argument("matchto", Kind::Whole, "match length in points, 0 for money play"),
            argument("score", Kind::Pair, "points of players 0 and 1"),
            argument("crawford", Kind::Whole, "1 in the Crawford game"),
            argument(
                "bgv",
                Kind::Whole,
                "variation: 0 standard, 1 Nackgammon, 2 to 4 hypergammon with 1 to 3 checkers",
            ),
            argument("jacoby", Kind::Whole, "1 for the Jacoby rule (money play)"),
            argument("beavers", Kind::Whole, "1 if beavers are allowed (money play)"),
        ],
        required: 0,
        about: "Score, cube and rules as an object with these keys and 'gammonprice': what a gammon and a backgammon are \
                worth to player 0, then to player 1, as equity added to a plain win. What is not given is taken from the \
                current match, without one from a money game.",
        lists: Lists::None,
        run: |context, given| {
            let current = context.session.state().copied();
            if current.is_none() && given.is_empty() {
                return Err(no_cube_info());
            }
            let state = read_cube_info(given, &current.unwrap_or_else(|| money(context)))?;
            Ok(cube_info_value(&state, context.session.table()))
        },
    },
    Function {
        name: "posinfo",
        parameters: &[
            argument("turn", Kind::Whole, "who has to act: 0 or 1"),
            argument(
                "resigned",
                Kind::Whole,
                "pending resignation: 0 none, 1 single game, 2 gammon, 3 backgammon",
            ),
            argument("doubled", Kind::Whole, "1 if a double is pending"),
            argument("gamestate", Kind::Whole, "0 no game, 1 playing, 2 over, 3 resigned, 4 dropped"),
            argument("dice", Kind::Pair, "the dice; 0 and 0 before the roll"),
        ],
        required: 0,
        about: "Turn, dice and what is pending as an object with these keys. What is not given is taken from the current \
                match.",
        lists: Lists::None,
        run: |context, given| {
            let current = context.session.state().map(|state| PosInfo::of(context, state));
            if current.is_none() && given.is_empty() {
                return Err(no_pos_info());
            }
            Ok(PosInfo::read(given, current.unwrap_or_default())?.value())
        },
    },
    Function {
        name: "calcgammonprice",
        parameters: &[CUBE_INFO],
        required: 1,
        about: "The same object as its argument with the gammon prices computed from its other values.",
        lists: Lists::None,
        run: |context, given| {
            let state = cube_info(context, given)?;
            Ok(cube_info_value(&state, context.session.table()))
        },
    },
    Function {
        name: "matchid",
        parameters: &[CUBE_INFO, POS_INFO],
        required: 0,
        about: "The match ID of the current match, or of the two objects: 12 characters.",
        lists: Lists::None,
        run: |context, given| Ok(identified(context, given)?.match_id().into()),
    },
    Function {
        name: "gnubgid",
        parameters: &[
            argument("board", Kind::Board, "the board; all three arguments or none"),
            CUBE_INFO,
            POS_INFO,
        ],
        required: 0,
        about: "Position ID and match ID, joined by a colon.",
        lists: Lists::None,
        run: |context, given| {
            if !matches!(given.len(), 0 | 3) {
                return Err(CallError::of_type(
                    "a board needs a cube-info and a pos-info dictionary as further arguments",
                ));
            }
            let state = identified(context, given)?;
            Ok(format!("{}:{}", state.board.position_id(), state.match_id()).into())
        },
    },
    Function {
        name: "eq2mwc",
        parameters: &[EQUITY, CUBE_INFO],
        required: 0,
        about: "The match winning chance of a normalized equity at a score and cube, for the player on roll.",
        lists: Lists::None,
        run: |context, given| {
            let (scale, equity) = (scale(context, given)?, given.number("eq")?.unwrap_or(0.0));
            Ok(scale.mwc(gnubg_engine::core::Equity(equity as f32)).0.into())
        },
    },
    Function {
        name: "mwc2eq",
        parameters: &[CHANCE, CUBE_INFO],
        required: 0,
        about: "The normalized equity of a match winning chance at a score and cube, for the player on roll.",
        lists: Lists::None,
        run: |context, given| {
            let (scale, chance) = (scale(context, given)?, given.number("mwc")?.unwrap_or(0.0));
            Ok(scale.equity(gnubg_engine::core::Mwc(chance as f32)).0.into())
        },
    },
    Function {
        name: "eq2mwc_stderr",
        parameters: &[EQUITY_ERROR, CUBE_INFO],
        required: 0,
        about: "The standard error of a match winning chance from that of a normalized equity.",
        lists: Lists::None,
        run: |context, given| {
            let (scale, error) = (scale(context, given)?, given.number("eq")?.unwrap_or(0.0));
            Ok(json!(scale.mwc_std_error(error)))
        },
    },
    Function {
        name: "mwc2eq_stderr",
        parameters: &[CHANCE_ERROR, CUBE_INFO],
        required: 0,
        about: "The standard error of a normalized equity from that of a match winning chance.",
        lists: Lists::None,
        run: |context, given| {
            let (scale, error) = (scale(context, given)?, given.number("mwc")?.unwrap_or(0.0));
            Ok(json!(scale.equity_std_error(error)))
        },
    },
    Function {
        name: "met",
        parameters: &[argument(
            "n",
            Kind::Whole,
            "match length, 1 to 64; without it, that of the match, or 64",
        )],
        required: 0,
        about: "The match equity table as three lists: before the Crawford game, n rows of n chances of player 0 (row: \
                points player 0 needs, column: points player 1 needs, both from 1); after the Crawford game, the chances \
                of player 0 and of player 1 to come back, by points needed.",
        lists: Lists::All,
        run: |context, given| {
            let length = context.session.state().map_or(0, |state| i64::from(state.length));
            let usual = if length > 0 { length } else { MOST_POINTS };
            let n = given.whole("n")?.unwrap_or(usual);
            let n = u32::try_from(n).ok().filter(|n| (1..=MOST_POINTS).contains(&i64::from(*n)));
            let n = n.ok_or_else(|| CallError::of_value("invalid matchlength"))?;
            let table = context.session.table();
            let row = |zero: u32| (1..=n).map(|one| table.pre_crawford(zero, one).0).collect::<Vec<f32>>();
            let before: Vec<Vec<f32>> = (1..=n).map(row).collect();
            let after =
                |player| (1..=n).map(|away| table.post_crawford(player, away).0).collect::<Vec<f32>>();
            Ok(json!([before, after(Player::Zero), after(Player::One)]))
        },
    },
];

fn no_cube_info() -> CallError {
    CallError::of_state("error in SetCubeInfo")
}

fn no_pos_info() -> CallError {
    CallError::of_state("error in SetPosInfo")
}

/// A money game before its first roll, by the rules of the options.
pub(super) fn money(context: &Context<'_>) -> MatchState {
    let rules = context.session.options().matches.rules(0);
    let state = MatchState::new(0, rules).expect("invariant: a money session has no length");
    MatchState { phase: Phase::Due(Decision::Roll), ..state }
}

/// Score, cube and rules of an object or of the arguments of `cubeinfo`; what is missing is as in `base`. The board is that
/// of `base`, and its player on roll is about to roll.
fn read_cube_info(fields: &Fields, base: &MatchState) -> Result<MatchState, CallError> {
    let player = |number: i64| usize::try_from(number).ok().and_then(Player::from_index);
    let mut state = MatchState { phase: Phase::Due(Decision::Roll), declined: None, ..*base };
    if let Some(cube) = fields.whole("cube")? {
        let value = u32::try_from(cube).ok().and_then(CubeValue::new);
        state.cube.value = value.ok_or_else(no_cube_info)?;
    }
    match fields.whole("cubeowner")? {
        None => {}
        Some(-1) => state.cube.owner = None,
        Some(number) => state.cube.owner = Some(player(number).ok_or_else(no_cube_info)?),
    }
    if let Some(number) = fields.whole("move")? {
        state.on_roll = player(number).ok_or_else(no_cube_info)?;
    }
    if let Some(length) = fields.whole("matchto")? {
        state.length = u16::try_from(length).ok().ok_or_else(no_cube_info)?;
        // Rules of money play count only where they are given.
        (state.rules.jacoby, state.rules.beavers) = (false, 0);
    }
    if let Some(score) = fields.pair("score")? {
        for (points, given) in state.score.iter_mut().zip(score) {
            *points = u32::try_from(given).map_err(|_| no_cube_info())?;
        }
    }
    if let Some(on) = fields.switch("crawford")? {
        state.is_crawford = on;
    }
    if let Some(number) = fields.whole("bgv")? {
        state.rules.variation = variation_of(number).ok_or_else(no_cube_info)?;
    }
    if let Some(on) = fields.switch("jacoby")? {
        state.rules.jacoby = on;
    }
    if let Some(number) = fields.whole("beavers")? {
        state.rules.beavers = u8::try_from(number.clamp(0, 12)).unwrap_or(0);
    }
    state.rules.cube |= state.cube != CubeState::CENTERED;
    // The board is looked at where it is used.
    let seen = MatchState { board: Board::EMPTY, ..state };
    seen.check().map_err(|error| CallError::of_state(format!("error in SetCubeInfo: {error}")))?;
    Ok(state)
}

/// The argument `cubeinfo`, or the current match. The board is the current one.
///
/// # Errors
/// If there is neither, or the object is wrong.
pub(super) fn cube_info(context: &Context<'_>, given: &Fields) -> Result<MatchState, CallError> {
    let current = context.session.state().copied();
    match given.object("cubeinfo", "cubeinfo", &CUBE_KEYS)? {
        Some(fields) => read_cube_info(&fields, &current.unwrap_or_else(|| money(context))),
        None => current.ok_or_else(no_cube_info),
    }
}

/// The state as the object `cubeinfo`.
fn cube_info_value(state: &MatchState, table: &MatchEquityTable) -> Value {
    let context = CubeContext::of(state, table);
    let prices = Player::BOTH.map(|player| {
        let prices = context.gammon_prices(CubeInfo::new(state.cube, player));
        [prices.gammon, prices.backgammon]
    });
    let is_money = state.is_money();
    let variation = Variation::ALL.iter().position(|one| *one == state.rules.variation).unwrap_or(0);
    json!({
        "cube": state.cube.value.points(),
        "cubeowner": state.cube.owner.map_or(-1, |owner| owner.index() as i64),
        "move": state.on_roll.index(),
        "matchto": state.length,
        "score": state.score,
        "crawford": u8::from(state.is_crawford),
        "jacoby": u8::from(is_money && state.rules.jacoby),
        "beavers": u8::from(is_money && state.rules.beavers > 0),
        "gammonprice": prices,
        "bgv": variation,
    })
}

/// Whose turn it is and what is pending.
#[derive(Clone, Copy, Debug, Default)]
struct PosInfo {
    dice: [i64; 2],
    turn: i64,
    resigned: i64,
    doubled: i64,
    game_state: i64,
}

impl PosInfo {
    fn of(context: &Context<'_>, state: &MatchState) -> PosInfo {
        let faces = context.session.rolled_faces(state);
        let dice =
            state.dice().map_or([0, 0], |dice| faces.unwrap_or([dice.high(), dice.low()]).map(i64::from));
        let resigned = match state.phase {
            Phase::Resigning { level, .. } => i64::from(level.multiple()),
            _ => 0,
        };
        let game_state = match state.phase {
            Phase::Opening | Phase::Due(_) | Phase::Resigning { .. } => 1,
            Phase::Over(GameResult { ending: Ending::BorneOff(_) | Ending::OutOfTime, .. }) => 2,
            Phase::Over(GameResult { ending: Ending::Resigned(_), .. }) => 3,
            Phase::Over(GameResult { ending: Ending::Dropped, .. }) => 4,
        };
        PosInfo {
            dice,
            turn: state.to_act().unwrap_or(state.on_roll).index() as i64,
            resigned,
            doubled: i64::from(matches!(state.phase, Phase::Due(Decision::Answer(_)))),
            game_state,
        }
    }

    fn read(fields: &Fields, base: PosInfo) -> Result<PosInfo, CallError> {
        let number = |name, most: i64, usual: i64| {
            let n = fields.whole(name)?.unwrap_or(usual);
            if (0..=most).contains(&n) { Ok(n) } else { Err(no_pos_info()) }
        };
        let dice = fields.pair("dice")?.unwrap_or(base.dice);
        let is_roll = dice.iter().all(|die| (1..=6).contains(die));
        if !is_roll && dice != [0, 0] {
            return Err(no_pos_info());
        }
        Ok(PosInfo {
            dice,
            turn: number("turn", 1, base.turn)?,
            resigned: number("resigned", 3, base.resigned)?,
            doubled: number("doubled", 1, base.doubled)?,
            game_state: number("gamestate", 4, base.game_state)?,
        })
    }

    fn value(self) -> Value {
        json!({
            "dice": self.dice,
            "turn": self.turn,
            "resigned": self.resigned,
            "doubled": self.doubled,
            "gamestate": self.game_state,
        })
    }

    /// The state with this turn and phase.
    fn put_into(self, state: &MatchState) -> Result<MatchState, CallError> {
        let turn = usize::try_from(self.turn).ok().and_then(Player::from_index).ok_or_else(no_pos_info)?;
        let due = match self.dice {
            [0, 0] => Decision::Roll,
            dice => Decision::Play(dice_of(dice).ok_or_else(no_pos_info)?),
        };
        let level = u8::try_from(self.resigned).ok().and_then(ResignLevel::from_multiple);
        let over = |ending| {
            let points = state.cube.value.points();
            Phase::Over(GameResult { winner: state.on_roll.other(), points, ending })
        };
        let phase = match (self.game_state, level) {
            (0, _) => Phase::Opening,
            (2, _) => over(Ending::BorneOff(1)),
            (3, _) => over(Ending::Resigned(ResignLevel::Single)),
            (4, _) => over(Ending::Dropped),
            (_, Some(level)) => Phase::Resigning { by: turn.other(), level, then: due },
            _ if self.doubled == 1 => Phase::Due(Decision::Answer(Offer { by: state.on_roll, beavers: 0 })),
            _ => Phase::Due(due),
        };
        Ok(MatchState { phase, ..*state })
    }
}

/// A roll of two whole numbers.
pub(super) fn dice_of([a, b]: [i64; 2]) -> Option<Dice> {
    Dice::new(u8::try_from(a).ok()?, u8::try_from(b).ok()?).ok()
}

/// The state that an identifier is asked for: the current one or that of the arguments.
fn identified(context: &Context<'_>, given: &Fields) -> Result<MatchState, CallError> {
    let none = || CallError::of_value("no current position available");
    if given.is_empty() {
        return context.session.state().copied().ok_or_else(none);
    }
    if given.has("cubeinfo") != given.has("posinfo") {
        return Err(CallError::of_type(
            "a cube-info argument requires a pos-info dictionary as an argument (see gnubg.matchid() for an example)",
        ));
    }
    let state = cube_info(context, given)?;
    let info = given.object("posinfo", "posinfo", &POS_KEYS)?.unwrap_or_default();
    let state = PosInfo::read(&info, PosInfo { game_state: 1, ..PosInfo::default() })?.put_into(&state)?;
    Ok(MatchState { board: board(context, given)?, ..state })
}

/// The line between equity and match winning chance of the argument `cubeinfo`.
fn scale(context: &Context<'_>, given: &Fields) -> Result<EmgScale, CallError> {
    let state = cube_info(context, given)?;
    let scale = CubeContext::of(&state, context.session.table()).scale(CubeInfo::of(&state));
    scale.ok_or_else(|| CallError::of_value("match winning chances need a match; matchto is 0"))
}
