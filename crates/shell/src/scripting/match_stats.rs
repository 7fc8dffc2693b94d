// SPDX-License-Identifier: GPL-3.0-or-later
//! Statistics of games and matches as `match(statistics=1)` returns them.

use super::player_letter::letter;
use gnubg_engine::core::Player;
use gnubg_record::judge::Amount;
use gnubg_record::stats::derived::Advantage;
use gnubg_record::{Luck, Skill, Statistics};
use gnubg_session::{Session, analysis::statistics_format};
use serde_json::{Map, Value, json};

/// The keys of cube errors, in the order of [`gnubg_record::judge::CubeError::ALL`].
const CUBE_ERRORS: [&str; 6] = [
    "missed-double-below-cp",
    "missed-double-above-cp",
    "wrong-double-below-dp",
    "wrong-double-above-tg",
    "wrong-take",
    "wrong-drop",
];

/// The statistics of a game; null if there is none.
pub(super) fn of_game(session: &Session, game: usize) -> Value {
    let thresholds = &session.options().analysis.thresholds;
    let found = Statistics::of_game(session.record(), game, &**session.table(), thresholds);
    found.map_or(Value::Null, |found| both(session, &found, false))
}

/// The statistics of the match.
pub(super) fn of_match(session: &Session) -> Value {
    both(session, &session.statistics(), true)
}

fn both(session: &Session, found: &Statistics, is_match: bool) -> Value {
    let of = |player: Player| (letter(player).to_owned(), player_value(session, found, player, is_match));
    Player::BOTH.map(of).into_iter().collect::<Map<String, Value>>().into()
}

fn player_value(session: &Session, found: &Statistics, player: Player, is_match: bool) -> Value {
    let format = statistics_format(session.options());
    let stats = found.of(player);
    let derived = found.derived(player, format.rating_offset, &format.thresholds);
    let mark = |skill: Skill| stats.play.marks[skill.index()];
    let mut cube = Map::new();
    for (key, count) in [
        ("total-cube", stats.cube.total),
        ("close-cube", stats.cube.close),
        ("n-doubles", stats.cube.doubles),
        ("n-takes", stats.cube.takes),
        ("n-drops", stats.cube.drops),
    ] {
        cube.insert(key.into(), count.into());
    }
    for (key, errors) in CUBE_ERRORS.iter().zip(&stats.cube.errors) {
        cube.insert((*key).into(), errors.count.into());
    }
    for (key, errors) in CUBE_ERRORS.iter().zip(&stats.cube.errors) {
        put_amount(&mut cube, &format!("err-{key}"), errors.error);
    }
    put_amount(&mut cube, "error", stats.cube.error());
    let mut moves = Map::new();
    moves.insert("unforced-moves".into(), stats.play.unforced.into());
    moves.insert("total-moves".into(), stats.play.total.into());
    put_amount(&mut moves, "error", stats.play.error);
    moves.insert(
        "marked".into(),
        json!({
            "very bad": mark(Skill::VeryBad),
            "bad": mark(Skill::Bad),
            "doubtful": mark(Skill::Doubtful),
            "unmarked": mark(Skill::Unmarked),
        }),
    );
    let rolls = |luck: Luck| found.rolls(player, luck);
    let mut dice = Map::new();
    dice.insert("luck".into(), stats.luck.luck.emg.into());
    dice.insert("luck-cost".into(), stats.luck.luck.cost.into());
    dice.insert("actual-result".into(), stats.actual.sum.into());
    dice.insert("luck-adjusted-result".into(), stats.adjusted.sum.into());
    dice.insert(
        "marked-rolls".into(),
        json!({
            "verybad": rolls(Luck::VeryUnlucky),
            "bad": rolls(Luck::Unlucky),
            "unmarked": rolls(Luck::Unmarked),
            "good": rolls(Luck::Lucky),
            "verygood": rolls(Luck::VeryLucky),
        }),
    );
    if let Some(difference) = found.luck_based_difference().filter(|_| is_match && found.has_luck) {
        let sign = if player == Player::Zero { 1.0 } else { -1.0 };
        dice.insert("fibs-rating-difference".into(), json!(sign * difference));
    }
    let mut value = Map::new();
    value.insert("moves".into(), moves.into());
    value.insert("cube".into(), cube.into());
    value.insert("dice".into(), dice.into());
    if let Some(rating) = derived.fibs_rating.filter(|_| is_match) {
        let rating = json!({
            "total": rating.rating,
            "chequer": rating.play_loss,
            "cube": rating.cube_loss,
        });
        value.insert("error-based-fibs-rating".into(), rating);
    }
    if let (Some(actual), Some(adjusted)) = (derived.advantage, derived.adjusted_advantage) {
        let half = |advantage: Advantage| advantage.high - advantage.mean;
        let advantage = json!({
            "actual": actual.mean,
            "actual-ci": half(actual),
            "luck-adjusted": adjusted.mean,
            "luck-adjusted-ci": half(adjusted),
        });
        value.insert("ppg-advantage".into(), advantage);
    }
    value.into()
}

fn put_amount(found: &mut Map<String, Value>, key: &str, amount: Amount) {
    found.insert(format!("{key}-skill"), amount.emg.into());
    found.insert(format!("{key}-cost"), amount.cost.into());
}
