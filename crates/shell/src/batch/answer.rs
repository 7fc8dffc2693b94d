// SPDX-License-Identifier: GPL-3.0-or-later
//! The answer to one request.

use super::request::{Request, RequestError, Want};
use gnubg_engine::core::{CancelToken, Cancelled, Dice, MatchState, Mwc, PlayList, Probs, notation};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{CubeDecision, Engine, Evaluation, RankedPlay, Root};
use gnubg_engine::rollout::RolloutStep;
use serde_json::{Map, Value, json};

/// Answers a request. A canceled answer lacks what was not computed.
///
/// # Errors
/// If a wanted part cannot be computed; the error names the field.
pub fn answer(
    engine: &Engine,
    table: &MatchEquityTable,
    request: &Request,
    cancel: &CancelToken,
) -> Result<Value, RequestError> {
    let root = Root::of(&request.state, table);
    let mut answer = Map::new();
    let wants = |want: Want| request.want.contains(&want);
    if let Some(dice) = request.dice {
        if wants(Want::Play) || wants(Want::Plays) {
            let ranked = plays(engine, table, &root, dice, request, cancel).unwrap_or_default();
            let best = ranked.first().map_or_else(|| root.board.swapped(), |play| play.after);
            answer.insert("best".into(), best.position_id().into());
            if wants(Want::Plays) {
                let listed = ranked.iter().take(request.max);
                answer.insert("plays".into(), listed.map(|play| play_json(&request.state, play)).collect());
            }
        }
        if wants(Want::Legal) {
            let mut list = PlayList::new();
            list.generate_with(&root.board, dice, root.rules);
            let mut legal: Vec<String> = list.boards().iter().map(|board| board.position_id()).collect();
            legal.sort();
            answer.insert("legal".into(), legal.into());
        }
    }
    if wants(Want::Eval) {
        let evaluation = match request.probs {
            Some(probs) => Some(engine.evaluation_of(&root, probs)),
            None => engine.evaluate(&root, &request.settings, cancel).ok(),
        };
        if let Some(evaluation) = evaluation {
            let class = engine.class_of(&root.board, root.variation).name();
            answer.insert("eval".into(), evaluation_json(&evaluation, class));
        }
    }
    if wants(Want::Cube) {
        let decision = match request.probs {
            Some(probs) => Some(engine.cube_decision_of(&root, probs)),
            None => cube_decision(engine, table, &root, request, cancel).ok(),
        };
        if let Some(decision) = decision {
            answer.insert("cube".into(), cube_json(&decision));
        }
    }
    if wants(Want::Class) {
        answer.insert("class".into(), engine.class_of(&root.board, root.variation).name().into());
    }
    if wants(Want::Pips) {
        answer.insert("pips".into(), root.board.pips().to_vec().into());
    }
    if wants(Want::Epc) {
        let stats = engine.databases().race_stats(&root.board);
        let epc: Vec<Value> =
            stats.iter().map(|side| side.map_or(Value::Null, |side| number(side.epc()))).collect();
        answer.insert("epc".into(), epc.into());
    }
    Ok(Value::Object(answer))
}

/// The plays of a roll, those that were rolled out first.
fn plays(
    engine: &Engine,
    table: &MatchEquityTable,
    root: &Root,
    dice: Dice,
    request: &Request,
    cancel: &CancelToken,
) -> Result<Vec<RankedPlay>, Cancelled> {
    let ranked = engine.rank_plays(root, dice, &request.settings, &request.filters, cancel, |_| ())?;
    let Some(settings) = &request.rollout else { return Ok(ranked) };
    // Requests are answered in parallel.
    let step = RolloutStep { engine, table, settings, threads: 1 };
    step.ranked(&request.state, ranked, &request.filters, cancel)
}

fn cube_decision(
    engine: &Engine,
    table: &MatchEquityTable,
    root: &Root,
    request: &Request,
    cancel: &CancelToken,
) -> Result<CubeDecision, Cancelled> {
    let found = engine.cube_decision(root, &request.settings, cancel)?;
    let Some(settings) = request.rollout.as_ref().filter(|settings| settings.cubeful) else {
        return Ok(found);
    };
    let step = RolloutStep { engine, table, settings, threads: 1 };
    step.decided(&request.state, found, cancel)
}

fn play_json(state: &MatchState, ranked: &RankedPlay) -> Value {
    let mut fields = Map::new();
    fields.insert("play".into(), notation::format(&state.board, &ranked.play).into());
    fields.insert("id".into(), ranked.after.position_id().into());
    fields.insert("equity".into(), number(ranked.evaluation.cubeful.0));
    put_mwc(&mut fields, "mwc", ranked.evaluation.mwc);
    fields.insert("probs".into(), probs_json(ranked.evaluation.probs));
    fields.insert("plies".into(), ranked.plies.into());
    Value::Object(fields)
}

fn evaluation_json(evaluation: &Evaluation, class: &str) -> Value {
    let mut fields = Map::new();
    fields.insert("probs".into(), probs_json(evaluation.probs));
    fields.insert("cubeless".into(), number(evaluation.cubeless.0));
    fields.insert("cubeful".into(), number(evaluation.cubeful.0));
    put_mwc(&mut fields, "mwc", evaluation.mwc);
    fields.insert("class".into(), class.into());
    Value::Object(fields)
}

fn cube_json(decision: &CubeDecision) -> Value {
    let equities = &decision.equities;
    let mut fields = Map::new();
    fields.insert("nodouble".into(), number(equities.no_double.0));
    fields.insert("take".into(), number(equities.double_take.0));
    fields.insert("pass".into(), number(equities.double_pass.0));
    if let Some([no_double, take, pass]) = equities.mwc {
        put_mwc(&mut fields, "mwc_nodouble", Some(no_double));
        put_mwc(&mut fields, "mwc_take", Some(take));
        put_mwc(&mut fields, "mwc_pass", Some(pass));
    }
    fields.insert("verdict".into(), decision.verdict.text().into());
    fields.insert("available".into(), decision.verdict.is_available().into());
    Value::Object(fields)
}

fn put_mwc(fields: &mut Map<String, Value>, name: &str, mwc: Option<Mwc>) {
    if let Some(mwc) = mwc {
        fields.insert(name.into(), number(mwc.0));
    }
}

fn probs_json(probs: Probs) -> Value {
    probs.to_array().into_iter().map(number).collect::<Vec<_>>().into()
}

/// Rounds to nine decimals, enough for every digit of a 32-bit number and none beyond.
fn number(value: f32) -> Value {
    json!((f64::from(value) * 1e9).round() / 1e9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::RequestDefaults;
    use gnubg_engine::eval::{DEFAULT_CACHE_ENTRIES, EvalSettings, MoveFilters};

    #[test]
    fn a_level_may_roll_out_what_is_close() {
        let engine = Engine::built_in(DEFAULT_CACHE_ENTRIES).unwrap();
        let (table, cancel) = (MatchEquityTable::default(), CancelToken::new());
        let defaults =
            RequestDefaults { settings: EvalSettings::at(0), filters: MoveFilters::NORMAL, rollout: None };
        let ask = |request: &str| {
            let (request, _) = Request::parse(request.as_bytes(), &defaults).unwrap();
            (answer(&engine, &table, &request, &cancel).unwrap(), request)
        };
        let plays = |level: &str| {
            ask(&format!(
                r#"{{"id": "4HPwATDgc/ABMA", "dice": [4, 3], "level": "{level}", "want": ["plays"]}}"#
            ))
            .0
        };
        let (rolled, searched) = (plays("roller"), plays("supremo"));
        assert_eq!(rolled, plays("Roller"), "the same every time");
        let equity = |answer: &Value, id: &Value| {
            let listed = answer["plays"].as_array().unwrap();
            listed.iter().find(|play| play["id"] == *id).map(|play| play["equity"].clone())
        };
        let listed = rolled["plays"].as_array().unwrap();
        let same = |play: &Value| equity(&searched, &play["id"]) == Some(play["equity"].clone());
        assert!(!same(&listed[0]) && !same(&listed[1]) && same(&listed[9]), "{listed:?}");
        assert_eq!(rolled["best"], listed[0]["id"]);
        // A race of 57 against 64 pips: just a take.
        let cube = |level: &str| {
            let id = "XGID=-BBBCCC----------a-cccbba-:0:0:1:00:0:0:0:0:10";
            ask(&format!(r#"{{"xgid": "{id}", "level": "{level}", "want": ["cube"]}}"#)).0["cube"].clone()
        };
        assert_ne!(cube("roller"), cube("supremo"));
        assert_eq!(cube("roller")["available"], true);
        // Plies alone are a search.
        let rolls = RequestDefaults {
            rollout: ask(r#"{"id": "4HPwATDgc/ABMA", "level": "roller"}"#).1.rollout,
            ..defaults.clone()
        };
        assert!(rolls.rollout.is_some());
        let line = br#"{"id": "4HPwATDgc/ABMA", "plies": 1}"#;
        assert!(Request::parse(line, &rolls).unwrap().0.rollout.is_none());
    }
}
