// SPDX-License-Identifier: GPL-3.0-or-later
//! Cubeful equities and verdicts against recorded decisions: all 14,350, or the part of them in `tests/data`.

use crate::data::recorded;
use gnubg_engine::core::{CubeValue, Player, Probs};
use gnubg_engine::cube::{
    CubeContext, CubeInfo, CubeOwner, LeafModel, MatchEquityTable, MatchScore, TwoSidedEquities,
};
use serde_json::Value;

/// Largest difference accepted in equity.
const EQUITY: f64 = 1e-5;

/// Largest difference accepted in match winning chance.
const MWC: f64 = 1e-6;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// The recorded state with the player on roll in the given seat.
fn state(state: &Value, table: &MatchEquityTable, on_roll: Player) -> (CubeContext, CubeInfo) {
    let context = if state["match"] == 0 {
        CubeContext::money(state["jacoby"] == 1, state["beavers"] == 1)
    } else {
        let mut away = [0; 2];
        away[on_roll.index()] = state["mover_away"].as_u64().unwrap() as u32;
        away[on_roll.other().index()] = state["opp_away"].as_u64().unwrap() as u32;
        CubeContext::match_play(MatchScore::new(away, state["crawford"] == 1).unwrap(), table)
    };
    let owner = match state["owner"].as_str().unwrap() {
        "centre" => CubeOwner::Centered,
        "mover" => CubeOwner::OnRoll,
        _ => CubeOwner::Opponent,
    };
    let value = CubeValue::new(state["cube"].as_u64().unwrap() as u32).unwrap();
    (context, CubeInfo { value, owner, on_roll })
}

fn model(case: &Value) -> LeafModel {
    let exact = &case["bearoff_money"];
    if exact.is_null() {
        return LeafModel::Efficiency([number(&case["x"]); 3]);
    }
    LeafModel::TwoSided(TwoSidedEquities {
        cubeless: number(&exact["cubeless"]),
        owned: number(&exact["owned"]),
        centered: number(&exact["centred"]),
        unavailable: number(&exact["unavailable"]),
    })
}

#[test]
fn equities_and_verdicts() {
    let (states, cases) = (recorded("cube/cube_states.json"), recorded("cube/cube_decisions.jsonl"));
    let states: Value = serde_json::from_str(&states).unwrap();
    let table = MatchEquityTable::default();
    let (mut worst, mut worst_mwc, mut n_decisions) = (0.0f64, 0.0f64, 0);
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let probs: Vec<f32> = case["probs"].as_array().unwrap().iter().map(|p| number(p) as f32).collect();
        let probs = Probs::from_array(probs.try_into().unwrap());
        let model = model(&case);
        for (name, decision) in case["decisions"].as_object().unwrap() {
            for on_roll in Player::BOTH {
                let (context, cube) = state(&states[name], &table, on_roll);
                let equities = context.static_cube_equities(cube, &probs, &model);
                let verdict = context.verdict(cube, &equities, probs.win_g > 0.0);
                let what = format!("case {} {name}: {equities:?} {verdict:?} {decision}", case["id"]);
                let pairs = [
                    (equities.no_double, "nd"),
                    (equities.double_take, "dt"),
                    (equities.double_pass, "dp"),
                    (verdict.value_in_files(&equities), "optimal"),
                ];
                for (own, key) in pairs {
                    let difference = (f64::from(own.0) - number(&decision[key])).abs();
                    worst = worst.max(difference);
                    assert!(difference < EQUITY, "{key} {difference} {what}");
                }
                if let Some(mwc) = equities.mwc {
                    for (own, key) in mwc.iter().zip(["nd_mwc", "dt_mwc", "dp_mwc"]) {
                        let difference = (f64::from(own.0) - number(&decision[key])).abs();
                        worst_mwc = worst_mwc.max(difference);
                        assert!(difference < MWC, "{key} {difference} {what}");
                    }
                }
                assert_eq!(u64::from(verdict.code()), decision["code"].as_u64().unwrap(), "{what}");
                if verdict.code() != 15 {
                    assert_eq!(verdict.text(), decision["verdict"].as_str().unwrap());
                }
                n_decisions += 1;
            }
        }
    }
    assert!(n_decisions > 500, "{n_decisions}");
    println!("{n_decisions} decisions, largest differences {worst:.1e} in equity, {worst_mwc:.1e} in mwc");
}

/// The record of a position worked out in the text, which the list of records lacks.
const WORKED: &str = "CgAAEAEAAAAAAA,,,,,,,,,,0.342245,0.344137,0.160510,0.160510,0.671122";

/// Two-sided bearoff positions from their database equities, printed to six decimals.
#[test]
fn two_sided_bearoffs() {
    let database = recorded("bearoff/twosided_200.csv");
    let cases = recorded("bearoff/twosided_cubeful_0ply.csv");
    let table = MatchEquityTable::default();
    let mut n_cases = 0;
    for line in cases.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let entry = database.lines().chain([WORKED]).find(|entry| entry.starts_with(fields[0])).unwrap();
        let entry: Vec<&str> = entry.split(',').collect();
        let [cubeless, owned, centered, unavailable] = [10, 11, 12, 13].map(|n| entry[n].parse().unwrap());
        let model = LeafModel::TwoSided(TwoSidedEquities { cubeless, owned, centered, unavailable });
        let probs = Probs { win: entry[14].parse().unwrap(), ..Probs::default() };
        let [length, zero, one]: [u32; 3] = [1, 2, 3].map(|n| fields[n].parse().unwrap());
        let context = match length {
            0 => CubeContext::money(true, true),
            _ => CubeContext::match_play(
                MatchScore::new([length - zero, length - one], false).unwrap(),
                &table,
            ),
        };
        let owner = match fields[4] {
            "centred" => CubeOwner::Centered,
            "mover" => CubeOwner::OnRoll,
            _ => CubeOwner::Opponent,
        };
        let value = CubeValue::new(fields[5].parse().unwrap()).unwrap();
        let cube = CubeInfo { value, owner, on_roll: Player::One };
        let equities = context.static_cube_equities(cube, &probs, &model);
        let found = [equities.no_double, equities.double_take, equities.double_pass];
        for (own, printed) in found.iter().zip(&fields[6..]) {
            let printed: f32 = printed.parse().unwrap();
            assert!((own.0 - printed).abs() < 2e-5, "{line}: {equities:?}");
        }
        n_cases += 1;
    }
    assert_eq!(n_cases, 84);
}
