// SPDX-License-Identifier: GPL-3.0-or-later
//! Functions that evaluate: chances, cube decisions, best plays, hints, and the settings behind them.

use super::call::{CallError, ErrorClass, Fields, Function, Kind, Lists, Parameter, argument};
use super::position::{board, pairs};
use super::state::{CUBE_INFO, cube_info, dice_of};
use crate::language::context::Context;
use gnubg_engine::core::{CancelToken, Cancelled, Dice, Equity, MatchState, Probs, notation};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{
    CubeDecision, Engine, EvalSettings, MAX_PLIES, MoveFilter, MoveFilters, RankedPlay, Root,
};
use gnubg_session::hint::{Advice, Hint, in_setting};
use gnubg_session::options::{OptionValue, find};
use gnubg_session::{Command, Question};
use serde_json::{Value, json};
use std::sync::Arc;

const CONTEXT_KEYS: [&str; 5] = ["cubeful", "plies", "deterministic", "prune", "noise"];
const FILTER_KEYS: [&str; 5] = ["ply", "level", "acceptmoves", "extramoves", "threshold"];

const BOARD: Parameter = argument("board", Kind::Board, "the board; without it, the current position");
const EVAL_CONTEXT: Parameter = argument(
    "evalcontext",
    Kind::Like("evalcontext"),
    "how to evaluate, as evalcontext() returns it; without it, the options of set evaluation",
);

/// The functions of this family.
pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "evalcontext",
        parameters: &[
            argument("cubeful", Kind::Whole, "1 to take the cube into account"),
            argument("plies", Kind::Whole, "plies of look-ahead, 0 to 7; more become 7"),
            argument("deterministic", Kind::Whole, "1 for the same noise at a position every time"),
            argument("prune", Kind::Whole, "1 to let a small net drop poor plays during a search"),
            argument("noise", Kind::Number, "standard deviation of the noise added to the winning chance"),
        ],
        required: 0,
        about: "Settings of an evaluation as an object with these keys. What is not given is as in set evaluation \
                chequerplay.",
        lists: Lists::None,
        run: |context, given| {
            let settings = read_settings(given, context.session.evaluation_settings().0)?;
            Ok(settings_value(&settings))
        },
    },
    Function {
        name: "evaluate",
        parameters: &[BOARD, CUBE_INFO, EVAL_CONTEXT],
        required: 0,
        about: "Six numbers for the player on roll before the roll: the chances to win, to win a gammon, to win a \
                backgammon, to lose a gammon, to lose a backgammon (each 0 to 1), and the cubeless equity at the score of \
                cubeinfo.",
        lists: Lists::None,
        run: |context, given| {
            let (state, settings) = asked(context, given, context.session.evaluation_settings().0)?;
            let found = compute(context, settings.plies, move |engine, table, cancel| {
                engine.evaluate(&Root::of(&state, table), &settings, cancel)
            })?;
            Ok(json!([probs(&found.probs), vec![found.cubeless.0]].concat()))
        },
    },
    Function {
        name: "cfevaluate",
        parameters: &[BOARD, CUBE_INFO, EVAL_CONTEXT],
        required: 0,
        about: "The cube decision of the player on roll: equity of the best action, of no double, of double and take, of \
                double and pass (normalized in a match), the number of the verdict and its text.",
        lists: Lists::None,
        run: |context, given| {
            let (state, settings) = asked(context, given, context.session.evaluation_settings().1)?;
            let found = compute(context, settings.plies, move |engine, table, cancel| {
                engine.cube_decision(&Root::of(&state, table), &settings, cancel)
            })?;
            let equities = &found.equities;
            Ok(json!([
                optimal(&found).0,
                equities.no_double.0,
                equities.double_take.0,
                equities.double_pass.0,
                found.verdict as u8,
                found.verdict.text(),
            ]))
        },
    },
    Function {
        name: "findbestmove",
        parameters: &[
            BOARD,
            CUBE_INFO,
            EVAL_CONTEXT,
            argument("dice", Kind::Pair, "the roll; without it, that of the current position"),
            argument("filters", Kind::Filters, "move filters as getevalhintfilter() returns them"),
        ],
        required: 0,
        about: "The best play of a roll: from, to, from, to, …; the bar is 25, off is 0. Empty if no checker can move.",
        lists: Lists::None,
        run: |context, given| {
            let dice = roll(context, given)?;
            let (_, _, filters) = context.session.evaluation_settings();
            let (state, settings) = asked(context, given, context.session.evaluation_settings().0)?;
            let filters = match given.has("filters") {
                true => read_filters(given, "filters")?,
                false => filters,
            };
            let best = compute(context, settings.plies, move |engine, table, cancel| {
                engine.best_play(&Root::of(&state, table), dice, &settings, &filters, cancel)
            })?;
            Ok(json!(pairs(&best.play).concat()))
        },
    },
    Function {
        name: "findbestmoves",
        parameters: &[
            BOARD,
            CUBE_INFO,
            EVAL_CONTEXT,
            argument("dice", Kind::Pair, "the roll; without it, that of the current position"),
            argument("filters", Kind::Filters, "move filters as getevalhintfilter() returns them"),
        ],
        required: 0,
        about: "All plays of a roll, the best first: 'move' (from, to, …), its equity 'score' for the player who makes \
                it, and the plies it was evaluated at.",
        lists: Lists::All,
        run: |context, given| {
            let dice = roll(context, given)?;
            let (_, _, filters) = context.session.evaluation_settings();
            let (state, settings) = asked(context, given, context.session.evaluation_settings().0)?;
            let filters = match given.has("filters") {
                true => read_filters(given, "filters")?,
                false => filters,
            };
            let plays = compute(context, settings.plies, move |engine, table, cancel| {
                engine.rank_plays(&Root::of(&state, table), dice, &settings, &filters, cancel, |_| ())
            })?;
            let play = |play: &RankedPlay| {
                let score = play.evaluation.cubeful.0;
                json!({"move": pairs(&play.play).concat(), "score": score, "plies": play.plies})
            };
            Ok(plays.iter().map(play).collect())
        },
    },
    Function {
        name: "hint",
        parameters: &[argument("max", Kind::Whole, "most plays listed; without it, all")],
        required: 0,
        about: "Advice for the decision that is due. 'hinttype' is 'chequer' for a play, 'cube' for a double, 'take' for \
                the answer to one, 'resignation' for the answer to a resignation. 'hint' lists the plays or actions, the \
                best first, with equity and difference to the best (0 or less).",
        lists: Lists::Under("hint"),
        run: |context, given| {
            let most = given.whole("max")?.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(0));
            let hint = hint(context)?;
            Ok(hint_value(&hint, most))
        },
    },
    Function {
        name: "getevalhintfilter",
        parameters: &[],
        required: 0,
        about: "The move filters of hints: a list of ten objects, one for each step (level) of searches of 1 to 4 plies. \
                acceptmoves is -1 where the step is skipped.",
        lists: Lists::All,
        run: |context, _| {
            let (_, _, filters) = context.session.evaluation_settings();
            Ok(filters_value(&filters))
        },
    },
    Function {
        name: "setevalhintfilter",
        parameters: &[argument("filters", Kind::Filters, "objects as getevalhintfilter() returns them")],
        required: 1,
        about: "Sets the move filters of hints (set evaluation movefilter). Steps that the list does not name are skipped.",
        lists: Lists::None,
        run: |context, given| {
            let filters = read_filters(given, "filters")?;
            let shared = context.session.options().evaluation.same_as_analysis;
            let leaf = find(if shared { "analysis.filters" } else { "evaluation.filters" });
            let leaf = leaf.ok_or_else(|| CallError::of_state("there is no such option"))?;
            let values = vec![(leaf.id(), OptionValue::Filters(Box::new(filters)))];
            let set = context.session.execute(Command::Set(values));
            set.map(|_| Value::Null).map_err(|error| CallError::of_value(error.to_string()))
        },
    },
    Function {
        name: "errorrating",
        parameters: &[argument("error", Kind::Number, "error per move in equity, positive")],
        required: 1,
        about: "The rating of an error rate: 7 supernatural (below .002), 6 world class (.005), 5 expert (.008), 4 \
                advanced (.012), 3 intermediate (.018), 2 casual (.026), 1 beginner (.035), 0 awful.",
        lists: Lists::None,
        run: |_, given| {
            const LIMITS: [f32; 7] = [0.002, 0.005, 0.008, 0.012, 0.018, 0.026, 0.035];
            let error = given.number("error")?.unwrap_or(0.0) as f32;
            Ok(LIMITS.iter().filter(|limit| error < **limit).count().into())
        },
    },
    Function {
        name: "luckrating",
        parameters: &[argument("luck", Kind::Number, "luck per move in equity")],
        required: 1,
        about: "The rating of a luck rate: 0 very unlucky, 1 unlucky, 2 neither, 3 lucky, 4 very lucky. Ten times the luck \
                is compared with the limits of set analysis threshold.",
        lists: Lists::None,
        run: |context, given| {
            let luck = 10.0 * given.number("luck")?.unwrap_or(0.0) as f32;
            let limits = &context.session.options().analysis.thresholds;
            Ok(match luck {
                x if x < -limits.very_unlucky => 0,
                x if x < -limits.unlucky => 1,
                x if x > limits.very_lucky => 4,
                x if x > limits.lucky => 3,
                _ => 2,
            }
            .into())
        },
    },
];

/// The settings of an object or of the arguments of `evalcontext`; what is missing is as in `base`.
fn read_settings(fields: &Fields, base: EvalSettings) -> Result<EvalSettings, CallError> {
    let plies = fields.whole("plies")?.map(|plies| plies.clamp(0, i64::from(MAX_PLIES)));
    let noise = fields.number("noise")?.map_or(base.noise, |noise| noise as f32);
    if !(0.0..=10.0).contains(&noise) {
        return Err(CallError::of_value("the noise must be 0 to 10"));
    }
    Ok(EvalSettings {
        plies: plies.map_or(base.plies, |plies| u8::try_from(plies).unwrap_or(0)),
        cubeful: fields.switch("cubeful")?.unwrap_or(base.cubeful),
        prune: fields.switch("prune")?.unwrap_or(base.prune),
        deterministic: fields.switch("deterministic")?.unwrap_or(base.deterministic),
        noise,
    })
}

/// Settings as the object `evalcontext`.
pub(super) fn settings_value(settings: &EvalSettings) -> Value {
    json!({
        "cubeful": u8::from(settings.cubeful),
        "plies": settings.plies,
        "deterministic": u8::from(settings.deterministic),
        "prune": u8::from(settings.prune),
        "noise": settings.noise,
    })
}

/// The position and settings of an evaluation that is asked for.
fn asked(
    context: &Context<'_>,
    given: &Fields,
    usual: EvalSettings,
) -> Result<(MatchState, EvalSettings), CallError> {
    let state = match given.has("board") && !given.has("cubeinfo") && context.session.state().is_none() {
        true => super::state::money(context),
        false => cube_info(context, given)?,
    };
    let state = in_setting(&state, board(context, given)?);
    state.board.check(state.rules.variation).map_err(|error| CallError::of_value(error.to_string()))?;
    let settings = match given.object("evalcontext", "evalcontext", &CONTEXT_KEYS)? {
        Some(fields) => read_settings(&fields, usual)?,
        None => usual,
    };
    Ok((state, settings))
}

/// The argument `dice`, or the roll of the current position.
fn roll(context: &Context<'_>, given: &Fields) -> Result<Dice, CallError> {
    match given.pair("dice")? {
        Some(dice) => dice_of(dice).ok_or_else(|| CallError::of_value("a die shows 1 to 6")),
        None => {
            let dice = context.session.state().and_then(MatchState::dice);
            dice.ok_or_else(|| CallError::of_state("What? No dice?"))
        }
    }
}

/// Computes with engine and match equity table of the session. What looks ahead runs on the worker threads and can be
/// interrupted.
fn compute<T: Send + 'static>(
    context: &mut Context<'_>,
    plies: u8,
    work: impl FnOnce(&Engine, &MatchEquityTable, &CancelToken) -> Result<T, Cancelled> + Send + 'static,
) -> Result<T, CallError> {
    let interrupted = || CallError::new(ErrorClass::Interrupted, "interrupted");
    let (engine, table) = (Arc::clone(context.session.engine()), Arc::clone(context.session.table()));
    if plies == 0 {
        return work(&engine, &table, &CancelToken::new()).map_err(|_| interrupted());
    }
    let (id, result) = context.session.start_computing(move |cancel| work(&engine, &table, cancel));
    context.await_job(id);
    result.take().ok_or_else(interrupted)
}

fn probs(probs: &Probs) -> Vec<f32> {
    probs.to_array().to_vec()
}

/// The equity of the best action.
fn optimal(decision: &CubeDecision) -> Equity {
    let equities = &decision.equities;
    let (nd, double) = (equities.no_double, equities.double());
    let doubles = equities.double_take.0 >= nd.0 && equities.double_pass.0 >= nd.0;
    if doubles { double } else { nd }
}

/// The hint for the decision that is due.
fn hint(context: &mut Context<'_>) -> Result<Arc<Hint>, CallError> {
    if context.session.game().is_err() {
        return Err(CallError::of_state("You must set up a board first."));
    }
    if context.session.last_hint().is_none() {
        let asked = context.execute(Command::Ask(Question::Hint));
        asked.map_err(|refusal| CallError::of_state(refusal.sentence()))?;
        let before = std::mem::replace(&mut context.shell.shows_hints, false);
        context.settle();
        context.shell.shows_hints = before;
    }
    let hint = context.session.last_hint().cloned();
    hint.ok_or_else(|| CallError::new(ErrorClass::Interrupted, "interrupted"))
}

/// A play or an action of a hint, which says so if it was rolled out.
fn rolled_out(mut found: Value, games: Option<u32>) -> Value {
    if let Some(games) = games {
        (found["type"], found["trials"]) = (json!("rollout"), json!(games));
    }
    found
}

fn hint_value(hint: &Hint, most: usize) -> Value {
    let id = format!("{}:{}", hint.state.board.position_id(), hint.state.match_id());
    match &hint.advice {
        Advice::Play { plays, settings, rolled, .. } => {
            let games = |play: &RankedPlay| rolled.as_ref().and_then(|rolled| rolled.games_of(&play.play));
            let best = plays.first().map_or(0.0, |play| play.evaluation.cubeful.0);
            let play = |(n, play): (usize, &RankedPlay)| {
                let equity = play.evaluation.cubeful.0;
                let found = json!({
                    "movenum": n + 1,
                    "type": "eval",
                    "move": notation::format(&hint.state.board, &play.play),
                    "equity": equity,
                    "eqdiff": equity - best,
                    "context": settings_value(&EvalSettings { plies: play.plies, ..*settings }),
                    "details": {"probs": probs(&play.evaluation.probs), "score": equity},
                });
                rolled_out(found, games(play))
            };
            let listed: Vec<Value> = plays.iter().take(most).enumerate().map(play).collect();
            json!({"hinttype": "chequer", "gnubgid": id, "hint": listed})
        }
        Advice::Cube { decision, settings, is_offered, rolled, .. } => {
            let games = rolled.as_ref().map(|rolled| rolled.games());
            let equities = &decision.equities;
            let mut actions = match is_offered {
                false => vec![
                    ("No double", equities.no_double.0),
                    ("Double, take", equities.double_take.0),
                    ("Double, pass", equities.double_pass.0),
                ],
                // To the player who answers, the equities of the doubler count reversed.
                true => vec![("Take", -equities.double_take.0), ("Pass", -equities.double_pass.0)],
            };
            let best = match is_offered {
                false => optimal(decision).0,
                true => -equities.double().0,
            };
            actions.sort_by(|a, b| b.1.total_cmp(&a.1));
            // The correct action comes first, also where an action of the opponent would be worth more.
            let rank = |value: f32| usize::from(value != best);
            actions.sort_by_key(|(_, value)| rank(*value));
            let chances = match is_offered {
                false => decision.probs,
                true => decision.probs.swapped(),
            };
            let cubeless = if *is_offered { -decision.cubeless.0 } else { decision.cubeless.0 };
            let action = |(n, (name, equity)): (usize, &(&str, f32))| {
                let found = json!({
                    "movenum": n + 1,
                    "type": "eval",
                    "action": name,
                    "equity": equity,
                    "eqdiff": equity - best,
                    "context": settings_value(settings),
                    "details": {"probs": probs(&chances), "score": cubeless},
                });
                rolled_out(found, games)
            };
            let listed: Vec<Value> = actions.iter().take(most).enumerate().map(action).collect();
            json!({
                "hinttype": if *is_offered { "take" } else { "cube" },
                "gnubgid": id,
                "hint": listed,
                "verdict": decision.verdict.text(),
                "code": decision.verdict as u8,
            })
        }
        Advice::Resignation { level, before, after, accept, settings } => {
            // Seen by the player who answers.
            let (on, offered) = (-before.0, -after.0);
            let mut actions = [("Accept", offered), ("Decline", on)];
            if !accept {
                actions.reverse();
            }
            let best = actions[0].1;
            let action = |(n, (name, equity)): (usize, &(&str, f32))| {
                json!({
                    "movenum": n + 1,
                    "type": "eval",
                    "action": name,
                    "equity": equity,
                    "eqdiff": equity - best,
                    "context": settings_value(settings),
                })
            };
            let listed: Vec<Value> = actions.iter().take(most).enumerate().map(action).collect();
            json!({
                "hinttype": "resignation",
                "gnubgid": id,
                "hint": listed,
                "verdict": actions[0].0,
                "level": level.multiple(),
            })
        }
    }
}

fn filters_value(filters: &MoveFilters) -> Value {
    let mut listed = Vec::new();
    for ply in 1..=4u8 {
        for (level, filter) in filters.row(ply).iter().enumerate() {
            listed.push(json!({
                "ply": ply,
                "level": level,
                "acceptmoves": filter.accept,
                "extramoves": filter.extra,
                "threshold": filter.threshold,
            }));
        }
    }
    listed.into()
}

fn read_filters(given: &Fields, name: &str) -> Result<MoveFilters, CallError> {
    let mut filters = MoveFilters { rows: [[MoveFilter::SKIP; 4]; 4] };
    for fields in given.objects(name, &FILTER_KEYS)? {
        let needed = |name: &'static str, range: std::ops::RangeInclusive<i64>| {
            let number = fields.within(name, range)?;
            number.ok_or_else(|| CallError::of_value(format!("a filter needs the key '{name}'")))
        };
        let ply = needed("ply", 1..=4)?;
        let level = needed("level", 0..=ply - 1)?;
        let accept = needed("acceptmoves", -1..=1000)?;
        let extra = fields.within("extramoves", 0..=1000)?.unwrap_or(0);
        let threshold = fields.number("threshold")?.unwrap_or(0.0) as f32;
        if threshold < 0.0 {
            return Err(CallError::of_value("the threshold of a filter is 0 or more"));
        }
        let place = |n: i64| usize::try_from(n).unwrap_or(0);
        filters.rows[place(ply - 1)][place(level)] = match accept {
            -1 => MoveFilter::SKIP,
            _ => MoveFilter { accept: accept as i32, extra: extra as i32, threshold },
        };
    }
    Ok(filters)
}
