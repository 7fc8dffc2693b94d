// SPDX-License-Identifier: GPL-3.0-or-later
//! One request of the batch interface, checked field by field.

use gnubg_engine::core::{Board, Dice, MatchState, Phase, Probs, Rules, Variation};
use gnubg_engine::eval::{EvalSettings, MAX_PLIES, MoveFilters};
use gnubg_engine::rollout::{DecisionLevel, RolloutSettings};
use serde_json::{Map, Value};

/// Longest line that is answered, in bytes.
pub const MAX_LINE: usize = 64 * 1024;

/// A part of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// The best play.
    Play,
    /// The ranked plays.
    Plays,
    /// The cube decision.
    Cube,
    /// Chances and equities.
    Eval,
    /// All legal positions after the roll.
    Legal,
    /// The position class.
    Class,
    /// Pip counts.
    Pips,
    /// Effective pip counts.
    Epc,
}

impl Want {
    const NAMES: [(&str, Want); 8] = [
        ("play", Want::Play),
        ("plays", Want::Plays),
        ("cube", Want::Cube),
        ("eval", Want::Eval),
        ("legal", Want::Legal),
        ("class", Want::Class),
        ("pips", Want::Pips),
        ("epc", Want::Epc),
    ];
}

/// Settings of requests that name none.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestDefaults {
    /// Evaluation settings.
    pub settings: EvalSettings,
    /// Move filters.
    pub filters: MoveFilters,
    /// How what the evaluation leaves open is rolled out; `None` if it is not.
    pub rollout: Option<RolloutSettings>,
}

/// A request that can be answered.
#[derive(Clone, Debug)]
pub struct Request {
    /// Position, score and cube, and the dice if an identifier contains them.
    pub state: MatchState,
    /// The roll, for requests about checker play.
    pub dice: Option<Dice>,
    /// Evaluation settings.
    pub settings: EvalSettings,
    /// Move filters.
    pub filters: MoveFilters,
    /// How what the evaluation leaves open is rolled out; `None` if it is not.
    pub rollout: Option<RolloutSettings>,
    /// Chances to use instead of the nets'.
    pub probs: Option<Probs>,
    /// The parts of the answer.
    pub want: Vec<Want>,
    /// Maximum number of plays listed.
    pub max: usize,
}

/// Why a request cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct RequestError {
    /// The wrong field, or `json` for the whole line.
    pub field: String,
    /// What is wrong with it.
    pub message: String,
}

impl RequestError {
    fn new(field: &str, message: impl ToString) -> RequestError {
        RequestError { field: field.to_owned(), message: message.to_string() }
    }
}

const FIELDS: [&str; 13] = [
    "id",
    "xgid",
    "match",
    "jacoby",
    "beavers",
    "variation",
    "dice",
    "plies",
    "level",
    "probs",
    "want",
    "max",
    "tag",
];

type Tag = Option<Value>;

impl Request {
    /// Reads one line. An error comes with the tag if the tag could be read.
    ///
    /// # Errors
    /// The first wrong field.
    pub fn parse(line: &[u8], defaults: &RequestDefaults) -> Result<(Request, Tag), (RequestError, Tag)> {
        if line.len() > MAX_LINE {
            return Err((
                RequestError::new("json", format!("the line is longer than {MAX_LINE} bytes")),
                None,
            ));
        }
        let value: Value = serde_json::from_slice(line)
            .map_err(|error| (RequestError::new("json", format!("not JSON: {error}")), None))?;
        let Value::Object(mut fields) = value else {
            return Err((RequestError::new("json", "a request must be a JSON object"), None));
        };
        let tag = fields.remove("tag");
        match read(&fields, defaults) {
            Ok(request) => Ok((request, tag)),
            Err(error) => Err((error, tag)),
        }
    }
}

fn read(fields: &Map<String, Value>, defaults: &RequestDefaults) -> Result<Request, RequestError> {
    if let Some(unknown) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
        let known = FIELDS.join(", ");
        return Err(RequestError::new(unknown, format!("unknown field; the fields are {known}")));
    }
    let state = read_state(fields)?;
    let dice = match fields.get("dice") {
        None => state.dice(),
        Some(value) => Some(read_dice(value)?),
    };
    let mut settings = defaults.settings;
    let mut filters = defaults.filters;
    // A request that names only the plies wants a search.
    let mut rollout = defaults.rollout.clone().filter(|_| !fields.contains_key("plies"));
    if let Some(name) = text(fields, "level")? {
        let level = DecisionLevel::from_name(name).map_err(|known| {
            RequestError::new("level", format!("{name:?} is not a level; the levels are {known}"))
        })?;
        // `--cubeless` overrides the level.
        settings = EvalSettings { cubeful: settings.cubeful, ..level.evaluation() };
        filters = level.filters();
        rollout = level.rollout();
    }
    if let Some(plies) = fields.get("plies") {
        let plies = plies.as_u64().filter(|&plies| plies <= u64::from(MAX_PLIES));
        let wrong = || RequestError::new("plies", format!("expected a whole number from 0 to {MAX_PLIES}"));
        settings.plies = plies.ok_or_else(wrong)? as u8;
    }
    let rollout = rollout.map(|rollout| RolloutSettings { cubeful: settings.cubeful, ..rollout });
    let probs = fields.get("probs").map(read_probs).transpose()?;
    if probs.is_some() && settings.plies > 0 {
        return Err(RequestError::new("probs", "chances can be given at 0-ply only"));
    }
    let want = read_want(fields.get("want"), dice.is_some())?;
    for (kind, name) in [(Want::Play, "play"), (Want::Plays, "plays"), (Want::Legal, "legal")] {
        if want.contains(&kind) && dice.is_none() {
            return Err(RequestError::new("want", format!("{name:?} needs dice")));
        }
    }
    let max = match fields.get("max") {
        None => 10,
        Some(value) => value
            .as_u64()
            .and_then(|max| usize::try_from(max).ok())
            .ok_or_else(|| RequestError::new("max", "expected a whole number, 0 or more"))?,
    };
    Ok(Request { state, dice, settings, filters, rollout, probs, want, max })
}

fn read_state(fields: &Map<String, Value>) -> Result<MatchState, RequestError> {
    let variation = match text(fields, "variation")? {
        None => Variation::Standard,
        Some(name) => Variation::from_name(name).ok_or_else(|| {
            let known: Vec<&str> = Variation::ALL.iter().map(|v| v.keyword()).collect();
            RequestError::new(
                "variation",
                format!("{name:?} is not a variation; the variations are {}", known.join(", ")),
            )
        })?,
    };
    let flag = |name: &str| match fields.get(name) {
        None => Ok(None),
        Some(value) => {
            value.as_bool().map(Some).ok_or_else(|| RequestError::new(name, "expected true or false"))
        }
    };
    let (jacoby, beavers) = (flag("jacoby")?, flag("beavers")?);
    let rules = Rules { variation, jacoby: false, beavers: 0, ..Rules::default() };
    let mut state = match (text(fields, "id")?, text(fields, "xgid")?) {
        (Some(_), Some(_)) => return Err(RequestError::new("xgid", "give either id or xgid, not both")),
        (None, None) => return Err(RequestError::new("id", "a position ID (or xgid) is required")),
        (None, Some(xgid)) => {
            if fields.contains_key("match") {
                return Err(RequestError::new("match", "an xgid already contains the match"));
            }
            let state = MatchState::from_xgid(xgid).map_err(|error| RequestError::new("xgid", error))?;
            MatchState { rules: Rules { variation, ..state.rules }, ..state }
        }
        (Some(id), None) => {
            let board = Board::from_position_id(id).map_err(|error| RequestError::new("id", error))?;
            let money = || MatchState {
                board,
                phase: Phase::Due(gnubg_engine::core::Decision::Roll),
                ..money(rules)
            };
            match text(fields, "match")? {
                None => money(),
                Some(id) => {
                    let state = MatchState::from_match_id(id, board, rules)
                        .map_err(|error| RequestError::new("match", error))?;
                    // Money sessions have no Jacoby rule unless the field `jacoby` asks for it.
                    MatchState { rules, ..state }
                }
            }
        }
    };
    if let Some(jacoby) = jacoby {
        state.rules.jacoby = jacoby;
    }
    if let Some(beavers) = beavers {
        state.rules.beavers = if beavers { Rules::default().beavers } else { 0 };
    }
    let place = if fields.contains_key("xgid") { "xgid" } else { "id" };
    state.board.check(variation).map_err(|error| RequestError::new(place, error))?;
    if state.board.checkers_on_board(gnubg_engine::core::Side::OnRoll) == 0
        && state.board.checkers_on_board(gnubg_engine::core::Side::Opponent) == 0
    {
        return Err(RequestError::new(place, "there are no checkers on the board"));
    }
    state.check().map_err(|error| RequestError::new("match", error))?;
    Ok(state)
}

fn money(rules: Rules) -> MatchState {
    MatchState::new(0, rules).expect("invariant: money sessions have no length")
}

fn text<'a>(fields: &'a Map<String, Value>, name: &str) -> Result<Option<&'a str>, RequestError> {
    match fields.get(name) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(RequestError::new(name, "expected a string")),
    }
}

fn read_dice(value: &Value) -> Result<Dice, RequestError> {
    let wrong = || RequestError::new("dice", "expected two numbers from 1 to 6, such as [3, 1]");
    let [a, b] = value.as_array().map(Vec::as_slice).ok_or_else(wrong)? else { return Err(wrong()) };
    let die = |value: &Value| value.as_u64().and_then(|die| u8::try_from(die).ok()).ok_or_else(wrong);
    Dice::new(die(a)?, die(b)?).map_err(|error| RequestError::new("dice", error))
}

fn read_probs(value: &Value) -> Result<Probs, RequestError> {
    let wrong = |message: &str| RequestError::new("probs", message);
    let numbers: Option<Vec<f64>> =
        value.as_array().and_then(|list| list.iter().map(Value::as_f64).collect());
    let numbers = numbers.filter(|list| list.len() == 5).ok_or_else(|| {
        wrong("expected five numbers: win, win gammon, win backgammon, lose gammon, lose backgammon")
    })?;
    if numbers.iter().any(|p| !(0.0..=1.0).contains(p)) {
        return Err(wrong("chances must be between 0 and 1"));
    }
    // Rounding may push chances a little beyond their limits.
    let slack = 1e-6;
    let [win, win_g, win_bg, lose_g, lose_bg] = [numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]];
    if win_g > win + slack || lose_g > 1.0 - win + slack || win_bg > win_g + slack || lose_bg > lose_g + slack
    {
        return Err(wrong(
            "a gammon cannot be more likely than the win or loss, nor a backgammon than the gammon",
        ));
    }
    Ok(Probs::from_array([win, win_g, win_bg, lose_g, lose_bg].map(|p| p as f32)))
}

fn read_want(value: Option<&Value>, has_dice: bool) -> Result<Vec<Want>, RequestError> {
    let Some(value) = value else {
        return Ok(if has_dice { vec![Want::Play] } else { vec![Want::Eval, Want::Cube] });
    };
    let known: Vec<&str> = Want::NAMES.iter().map(|(name, _)| *name).collect();
    let wrong = || RequestError::new("want", format!("expected a list of any of {}", known.join(", ")));
    let names = value.as_array().ok_or_else(wrong)?;
    names
        .iter()
        .map(|name| {
            let name = name.as_str().ok_or_else(wrong)?;
            let found = Want::NAMES.iter().find(|(known, _)| *known == name);
            found.map(|(_, want)| *want).ok_or_else(|| {
                RequestError::new(
                    "want",
                    format!("{name:?} is unknown; expected any of {}", known.join(", ")),
                )
            })
        })
        .collect()
}
