// SPDX-License-Identifier: GPL-3.0-or-later
//! A whole match as `match()` returns it.
//!
//! Keys and their order are those of GNU Backgammon 1.07. X is player 0 and O is player 1, the reverse of the board
//! drawing. Its faults are not kept: a match won exactly at its length has a result, and marked rolls are counted by player.

use super::evaluation::settings_value;
use super::match_stats;
use super::player_letter::letter;
use super::position::pairs;
use gnubg_engine::core::{MatchState, Player, Probs, Variation};
use gnubg_engine::eval::EvalSettings;
use gnubg_record::analysis::{
    CubeAnalysis, CubeMethod, CubeRollout, Method, Outputs, PlayAnalysis, StdErrors,
};
use gnubg_record::settings::RolloutSettings;
use gnubg_record::{Entry, EntryAction, GameRecord, HowWon, Luck, MatchRecord, Skill};
use gnubg_session::{EntryMarks, Session};
use serde_json::{Map, Value, json};

/// Which parts are wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts {
    pub(super) analysis: bool,
    pub(super) boards: bool,
    pub(super) statistics: bool,
    pub(super) verbose: bool,
}

/// The match of a session; null without games.
pub(super) fn value(session: &Session, parts: Parts) -> Value {
    let record = session.record();
    if record.games.is_empty() {
        return Value::Null;
    }
    let usual = session.options().analysis.checker.evaluation;
    let mut found = Map::new();
    found.insert("match-info".into(), match_info(record, parts, &usual));
    let games = record.games.iter().enumerate();
    let games: Vec<Value> = games.map(|(n, game)| game_value(session, n, game, parts, &usual)).collect();
    found.insert("games".into(), games.into());
    if parts.statistics {
        found.insert("stats".into(), match_stats::of_match(session));
    }
    found.into()
}

fn match_info(record: &MatchRecord, parts: Parts, usual: &EvalSettings) -> Value {
    let info = &record.info;
    let mut found = Map::new();
    for player in Player::BOTH {
        let about = &info.players[player.index()];
        let mut one = Map::new();
        if !about.rating.is_empty() {
            one.insert("rating".into(), about.rating.clone().into());
        }
        one.insert("name".into(), record.name(player).into());
        found.insert(letter(player).into(), one.into());
    }
    found.insert("match-length".into(), record.length.into());
    if let Some(date) = info.date {
        found.insert("date".into(), json!([date.day(), date.month(), date.year()]));
    }
    for (key, text) in [
        ("event", &info.event),
        ("round", &info.round),
        ("place", &info.place),
        ("annotator", &info.annotator),
        ("comment", &info.comment),
    ] {
        if !text.is_empty() {
            found.insert(key.into(), text.clone().into());
        }
    }
    let result = match record.winner() {
        None => 0,
        Some(Player::Zero) => -1,
        Some(Player::One) => 1,
    };
    found.insert("result".into(), result.into());
    let rules = record.games.first().map_or(record.rules, |game| game.start.rules);
    let variation = match rules.variation {
        Variation::Standard => "Standard",
        Variation::Nackgammon => "Nackgammon",
        Variation::Hypergammon1 => "Hypergammon1",
        Variation::Hypergammon2 => "Hypergammon2",
        Variation::Hypergammon3 => "Hypergammon3",
    };
    found.insert("variation".into(), variation.into());
    let named = [
        ("NoCube", !rules.cube),
        ("Crawford", !record.is_money() && rules.crawford),
        ("Jacoby", record.is_money() && rules.jacoby),
    ];
    let named: Vec<&str> = named.iter().filter(|(_, on)| *on).map(|(name, _)| *name).collect();
    if !named.is_empty() {
        found.insert("rules".into(), json!(named));
    }
    if parts.analysis {
        found.insert("default-eval-context".into(), settings_value(usual));
        if let Some(settings) = first_rollout(record) {
            found.insert("default-rollout-context".into(), rollout_value(&settings));
        }
    }
    found.into()
}

/// The settings of the first rollout in a match: those of the others are compared with them.
fn first_rollout(record: &MatchRecord) -> Option<RolloutSettings> {
    let entries = record.games.iter().flat_map(|game| &game.entries);
    entries.filter_map(|entry| entry.analysis.as_deref()).find_map(|analysis| {
        let of_play = analysis.play.iter().flat_map(|play| &play.candidates);
        let of_play = of_play.filter_map(|candidate| match &candidate.method {
            Method::Rollout(rollout) => Some((*rollout.settings).clone()),
            _ => None,
        });
        let of_cube = analysis.cube.iter().filter_map(|cube| match &cube.method {
            CubeMethod::Rollout(rollout) => Some((*rollout.settings).clone()),
            _ => None,
        });
        of_cube.chain(of_play).next()
    })
}

fn rollout_value(settings: &RolloutSettings) -> Value {
    json!({
        "cubeful": u8::from(settings.cubeful),
        "variance-reduction": u8::from(settings.variance_reduction),
        "initial-position": u8::from(settings.initial),
        "quasi-random-dice": u8::from(settings.quasi_random),
        "late-eval": u8::from(settings.late.on),
        "truncated-rollouts": u8::from(settings.truncation.on),
        "n-truncation": settings.truncation.plies,
        "trials": settings.trials,
        "seed": settings.seed,
    })
}

fn game_value(session: &Session, n: usize, game: &GameRecord, parts: Parts, usual: &EvalSettings) -> Value {
    let record = session.record();
    let mut found = Map::new();
    found.insert("info".into(), game_info(record, game));
    if parts.statistics {
        found.insert("stats".into(), match_stats::of_game(session, n));
    }
    let marks = if parts.analysis { session.marks_of_game(n) } else { Vec::new() };
    let steps = game.walk(record.length);
    let of_step = |step: gnubg_record::walk::WalkStep<'_>| {
        let marks = marks.get(step.index).copied().unwrap_or_default();
        entry_value(&step.before, step.entry, marks, parts, usual)
    };
    let entries: Vec<Value> = steps.filter_map(of_step).collect();
    found.insert("game".into(), entries.into());
    found.into()
}

fn game_info(record: &MatchRecord, game: &GameRecord) -> Value {
    let start = &game.start;
    let mut found = Map::new();
    found.insert("score-X".into(), start.score[0].into());
    found.insert("score-O".into(), start.score[1].into());
    let someone_one_away = start.score.iter().any(|&score| score + 1 == u32::from(record.length));
    if someone_one_away && record.length > 1 {
        found.insert("crawford".into(), start.is_crawford.into());
    }
    if start.automatic_doubles > 0 {
        found.insert("initial-cube".into(), (1u32 << start.automatic_doubles.min(12)).into());
    }
    match game.outcome(record.length) {
        None => {
            found.insert("winner".into(), Value::Null);
        }
        Some(outcome) => {
            found.insert("winner".into(), letter(outcome.winner).into());
            found.insert("points-won".into(), outcome.points.into());
            found.insert("resigned".into(), matches!(outcome.how, HowWon::Resigned(_)).into());
        }
    }
    found.into()
}

/// One record of a game; `None` for entries that are no records there.
fn entry_value(
    before: &MatchState,
    entry: &Entry,
    marks: EntryMarks,
    parts: Parts,
    usual: &EvalSettings,
) -> Option<Value> {
    let mut found = Map::new();
    let who = letter(entry.player);
    let mut put = |key: &str, value: Value| {
        found.insert(key.into(), value);
    };
    let named = |put: &mut dyn FnMut(&str, Value), action: &str| {
        put("action", action.into());
        put("player", who.into());
    };
    let board = |put: &mut dyn FnMut(&str, Value)| {
        if parts.boards {
            put("board", before.board_of(entry.player).position_id().into());
        }
    };
    match &entry.action {
        EntryAction::Play { .. } | EntryAction::IllegalPlay { .. } => {
            let play = match &entry.action {
                EntryAction::Play { play, .. } => Some(*play),
                EntryAction::IllegalPlay { play, .. } => *play,
                _ => None,
            };
            put("dice", json!(entry.faces()));
            let steps: Vec<[u8; 2]> = play.map_or_else(Vec::new, |play| {
                play.steps().iter().map(|step| [step.from.number(), step.to.number()]).collect()
            });
            put("move", json!(steps));
            board(&mut put);
            named(&mut put, "move");
        }
        EntryAction::Roll(_) => {
            put("dice", json!(entry.faces()));
            named(&mut put, "set");
        }
        EntryAction::Double | EntryAction::Beaver => {
            board(&mut put);
            named(&mut put, "double");
        }
        EntryAction::Take => named(&mut put, "take"),
        EntryAction::Drop => named(&mut put, "drop"),
        EntryAction::Resign(level) => {
            named(&mut put, "resign");
            put("points", level.multiple().into());
        }
        EntryAction::SetBoard(set) => {
            put("action", "set".into());
            put("board", set.position_id().into());
        }
        EntryAction::SetCubeValue(cube) => {
            put("action", "set".into());
            put("cube", cube.points().into());
        }
        EntryAction::SetCubeOwner(owner) => {
            put("action", "set".into());
            put("cube-owner", owner.map_or("centered", letter).into());
        }
        EntryAction::AcceptResignation | EntryAction::DeclineResignation | EntryAction::OutOfTime(_) => {
            return None;
        }
    }
    if parts.analysis
        && let Some(analysis) = analysis_value(entry, marks, parts, usual)
    {
        put("analysis", analysis);
    }
    if !entry.comment.is_empty() {
        put("comment", entry.comment.clone().into());
    }
    Some(found.into())
}

fn analysis_value(entry: &Entry, marks: EntryMarks, parts: Parts, usual: &EvalSettings) -> Option<Value> {
    let mut found = Map::new();
    let analysis = entry.analysis.as_deref();
    if let Some(cube) = analysis.and_then(|analysis| analysis.cube.as_ref()) {
        cube_value(&mut found, cube, parts, usual);
    }
    if let Some(play) = analysis.and_then(|analysis| analysis.play.as_ref()) {
        found.insert("moves".into(), moves_value(play, usual));
        if let Some(played) = play.played {
            found.insert("imove".into(), played.into());
        }
    }
    if let Some(luck) = analysis.and_then(|analysis| analysis.luck) {
        found.insert("luck-value".into(), luck.0.into());
    }
    if let Some(word) = luck_word(marks.luck) {
        found.insert("luck".into(), word.into());
    }
    let is_play = entry.action.is_play();
    let mut skill = |key: &str, skill: Skill| {
        if skill != Skill::Unmarked {
            found.insert(key.into(), skill.word().into());
        }
    };
    if is_play {
        skill("skill", marks.play);
        skill("cube-skill", marks.cube);
    } else {
        skill("skill", marks.cube);
    }
    (!found.is_empty()).then(|| found.into())
}

const fn luck_word(luck: Luck) -> Option<&'static str> {
    match luck {
        Luck::VeryUnlucky => Some("verybad"),
        Luck::Unlucky => Some("bad"),
        Luck::Unmarked => None,
        Luck::Lucky => Some("good"),
        Luck::VeryLucky => Some("verygood"),
    }
}

fn probs(probs: &Probs) -> Value {
    json!(probs.to_array())
}

/// Settings under both of the keys that the original uses, if they are not the usual ones.
fn put_settings(found: &mut Map<String, Value>, settings: &EvalSettings, usual: &EvalSettings) {
    if settings != usual {
        for key in ["evalcontext", "eval-context"] {
            found.insert(key.into(), settings_value(settings));
        }
    }
}

fn cube_value(found: &mut Map<String, Value>, cube: &CubeAnalysis, parts: Parts, usual: &EvalSettings) {
    let rows = [("nd", &cube.no_double), ("dt", &cube.double_take)];
    match &cube.method {
        CubeMethod::Rollout(rollout) => rolled_out_cube(found, rows, rollout),
        CubeMethod::Evaluation(_) | CubeMethod::Foreign(_) => {
            found.insert("type".into(), "eval".into());
            found.insert("probs".into(), probs(&cube.no_double.probs));
            for (row, outputs) in rows {
                found.insert(format!("{row}-cubeful-eq"), outputs.cubeful.value().into());
            }
            if parts.verbose {
                for (row, outputs) in rows {
                    found.insert(format!("{row}-match-eq"), outputs.cubeless.0.into());
                }
            }
            match &cube.method {
                // The cube is always taken into account there; this alone is no difference.
                CubeMethod::Evaluation(settings) => {
                    put_settings(found, &EvalSettings { cubeful: usual.cubeful, ..*settings }, usual);
                }
                CubeMethod::Foreign(level) => {
                    found.insert("level".into(), level.name.clone().into());
                }
                CubeMethod::Rollout(_) => {}
            }
        }
    }
}

fn rolled_out_cube(found: &mut Map<String, Value>, rows: [(&str, &Outputs); 2], rollout: &CubeRollout) {
    found.insert("type".into(), "rollout".into());
    found.insert("trials".into(), rollout.trials[0].into());
    for ((row, outputs), errors) in rows.into_iter().zip(&rollout.std_error) {
        for (key, value) in outputs_value(outputs, errors) {
            found.insert(format!("{row}-{key}"), value);
        }
    }
}

fn outputs_value(outputs: &Outputs, errors: &StdErrors) -> [(&'static str, Value); 6] {
    [
        ("probs", probs(&outputs.probs)),
        ("match-eq", outputs.cubeless.0.into()),
        ("cubeful-eq", outputs.cubeful.value().into()),
        ("probs-std", probs(&errors.probs)),
        ("match-eq-std", errors.cubeless.into()),
        ("cubeful-eq-std", errors.cubeful.into()),
    ]
}

fn moves_value(play: &PlayAnalysis, usual: &EvalSettings) -> Value {
    let one = |candidate: &gnubg_record::analysis::Candidate| {
        let mut found = Map::new();
        let kind = if matches!(candidate.method, Method::Rollout(_)) { "rollout" } else { "eval" };
        found.insert("type".into(), kind.into());
        found.insert("move".into(), json!(pairs(&candidate.play)));
        match &candidate.method {
            Method::Rollout(rollout) => {
                found.insert("trials".into(), rollout.trials.into());
                for (key, value) in outputs_value(&rollout.mean, &rollout.std_error) {
                    found.insert(key.into(), value);
                }
            }
            method => {
                found.insert("probs".into(), probs(&candidate.probs));
                match method {
                    Method::Evaluation(settings) => put_settings(&mut found, settings, usual),
                    Method::Foreign(level) => {
                        found.insert("level".into(), level.name.clone().into());
                    }
                    Method::Rollout(_) => {}
                }
            }
        }
        found.insert("score".into(), candidate.equity.0.into());
        Value::from(found)
    };
    play.candidates.iter().map(one).collect()
}
