// SPDX-License-Identifier: GPL-3.0-or-later
//! The decisions of a match as a table: one row for each checker play and each cube decision.

use gnubg_engine::core::{Decision, MatchState, Phase, Probs, notation};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_record::analysis::{CubeAnalysis, CubeMethod, Method, PlayAnalysis};
use gnubg_record::judge::{Amount, CubeChoice, CubeJudgement, Judgement, judge_game};
use gnubg_record::walk::WalkStep;
use gnubg_record::{EntryAction, MatchRecord, Skill, Thresholds};
use serde_json::{Map, Value, json};

/// All columns in their order.
const COLUMNS: [&str; 31] = [
    "game",
    "entry",
    "player",
    "name",
    "kind",
    "dice",
    "action",
    "best",
    "equity",
    "best_equity",
    "loss",
    "cost",
    "mark",
    "luck",
    "luck_cost",
    "is_forced",
    "is_close",
    "win",
    "win_gammon",
    "win_backgammon",
    "lose_gammon",
    "lose_backgammon",
    "method",
    "xgid",
    "length",
    "score",
    "opponent_score",
    "is_crawford",
    "cube",
    "cube_owner",
    "pips",
];

/// The table as one list for each column.
pub(crate) fn columns(record: &MatchRecord, table: &MatchEquityTable, limits: &Thresholds) -> Value {
    let mut lists: Vec<Vec<Value>> = vec![Vec::new(); COLUMNS.len()];
    let mut add = |row: Map<String, Value>| {
        for (list, name) in lists.iter_mut().zip(COLUMNS) {
            list.push(row.get(name).cloned().unwrap_or_default());
        }
    };
    for (n, game) in record.games.iter().enumerate() {
        let judged = judge_game(game, record.length, table);
        let mut doubled: Option<&CubeAnalysis> = None;
        for (step, judgement) in game.walk(record.length).zip(&judged) {
            let entry = step.entry;
            let cube = entry.cube_analysis();
            // The answer to a double is judged by the analysis of the double.
            let of_cube = cube.or(doubled);
            if let Some(found) = &judgement.cube {
                add(cube_row(record, n, &step, found, of_cube, limits));
            }
            doubled = match entry.action {
                EntryAction::Double => cube,
                _ => None,
            };
            if entry.action.is_play() {
                add(play_row(record, n, &step, judgement, entry.play_analysis(), limits));
            }
        }
    }
    let columns = COLUMNS.iter().zip(lists).map(|(name, list)| ((*name).to_owned(), list.into()));
    columns.collect::<Map<String, Value>>().into()
}

/// The columns that every row has.
fn row(
    record: &MatchRecord,
    game: usize,
    step: &WalkStep<'_>,
    kind: &str,
    state: &MatchState,
) -> Map<String, Value> {
    let player = step.entry.player;
    let fields = json!({
        "game": game,
        "entry": step.index,
        "player": player.index(),
        "name": record.name(player),
        "kind": kind,
        "xgid": state.xgid(),
        "length": record.length,
        "score": state.score[player.index()],
        "opponent_score": state.score[player.other().index()],
        "is_crawford": state.is_crawford,
        "cube": state.cube.value.points(),
        "cube_owner": match state.cube.owner {
            None => "centered",
            Some(owner) if owner == player => "player",
            Some(_) => "opponent",
        },
        "pips": state.board_of(player).pips()[0],
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

fn put_error(row: &mut Map<String, Value>, error: Amount, limits: &Thresholds) {
    row.insert("loss".into(), json!((-error.emg).max(0.0)));
    row.insert("cost".into(), json!((-error.cost).max(0.0)));
    let mark = limits.skill(gnubg_engine::core::Equity(error.emg as f32));
    row.insert("mark".into(), if mark == Skill::Unmarked { Value::Null } else { mark.word().into() });
}

fn put_probs(row: &mut Map<String, Value>, probs: &Probs) {
    let names = ["win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon"];
    for (name, chance) in names.into_iter().zip(probs.to_array()) {
        row.insert(name.into(), chance.into());
    }
}

/// The state before an entry with its player on roll and this decision due.
fn state_of(step: &WalkStep<'_>, due: Decision) -> MatchState {
    let player = step.entry.player;
    let board = step.before.board_of(player);
    MatchState { board, on_roll: player, phase: Phase::Due(due), declined: None, ..step.before }
}

fn play_row(
    record: &MatchRecord,
    game: usize,
    step: &WalkStep<'_>,
    judgement: &Judgement,
    analysis: Option<&PlayAnalysis>,
    limits: &Thresholds,
) -> Map<String, Value> {
    let due = step.entry.action.dice().map_or(Decision::Roll, Decision::Play);
    let state = state_of(step, due);
    let mut row = row(record, game, step, "play", &state);
    row.insert("dice".into(), json!(step.entry.faces().map(|[a, b]| format!("{a}{b}"))));
    let played = match &step.entry.action {
        EntryAction::Play { play, .. } => Some(*play),
        EntryAction::IllegalPlay { play, .. } => *play,
        _ => None,
    };
    row.insert("action".into(), json!(played.map(|play| notation::format(&state.board, &play))));
    if let Some(best) = analysis.and_then(|analysis| analysis.candidates.first()) {
        row.insert("best".into(), notation::format(&state.board, &best.play).into());
        row.insert("best_equity".into(), best.equity.0.into());
    }
    let chosen = analysis.and_then(|analysis| analysis.candidates.get(analysis.played?));
    if let Some(chosen) = chosen {
        row.insert("equity".into(), chosen.equity.0.into());
        put_probs(&mut row, &chosen.probs);
        row.insert("method".into(), Method::name(&chosen.method).into());
    }
    if let Some(found) = &judgement.play {
        put_error(&mut row, found.error, limits);
        row.insert("is_forced".into(), (!found.has_choice).into());
    }
    if let Some(luck) = judgement.luck {
        row.insert("luck".into(), luck.emg.into());
        row.insert("luck_cost".into(), luck.cost.into());
    }
    row
}

fn cube_row(
    record: &MatchRecord,
    game: usize,
    step: &WalkStep<'_>,
    found: &CubeJudgement,
    analysis: Option<&CubeAnalysis>,
    limits: &Thresholds,
) -> Map<String, Value> {
    let is_answer = matches!(found.choice, CubeChoice::Take | CubeChoice::Drop);
    // An answer is shown as the position in which it was given: the doubler on roll, the double pending.
    let state = if is_answer { step.before } else { state_of(step, Decision::Roll) };
    let kind = if is_answer { "take" } else { "double" };
    let mut row = row(record, game, step, kind, &state);
    let action = match found.choice {
        CubeChoice::NoDouble => "no double",
        CubeChoice::Double => "double",
        CubeChoice::Take => "take",
        CubeChoice::Drop => "drop",
    };
    row.insert("action".into(), action.into());
    let (take, drop) = (found.double_take, found.double_drop);
    let doubles = take >= found.no_double && drop >= found.no_double;
    // Equities are those of the player who decides.
    let (best, best_equity, equity) = match found.choice {
        CubeChoice::Take | CubeChoice::Drop => {
            let best = if take <= drop { ("take", -take) } else { ("drop", -drop) };
            (best.0, best.1, if found.choice == CubeChoice::Take { -take } else { -drop })
        }
        CubeChoice::NoDouble | CubeChoice::Double => {
            let best = if doubles { ("double", take.min(drop)) } else { ("no double", found.no_double) };
            (
                best.0,
                best.1,
                if found.choice == CubeChoice::Double { take.min(drop) } else { found.no_double },
            )
        }
    };
    row.insert("best".into(), best.into());
    row.insert("best_equity".into(), best_equity.into());
    row.insert("equity".into(), equity.into());
    row.insert("is_close".into(), found.is_close.into());
    put_error(&mut row, found.error, limits);
    if let Some(analysis) = analysis {
        let probs = analysis.no_double.probs;
        put_probs(&mut row, &if is_answer { probs.swapped() } else { probs });
        row.insert("method".into(), CubeMethod::name(&analysis.method).into());
    }
    row
}
