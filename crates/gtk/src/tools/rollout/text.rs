// SPDX-License-Identifier: GPL-3.0-or-later
//! The results of a rollout as rows of text and as a plot.

use crate::i18n::{gettext, gettext_f, localized};
use crate::tools::decision_text::{chance, chance_titles, outcome, proper_action, value_text};
use crate::tools::plot::{Chart, Curve};
use gnubg_engine::core::{Player, notation};
use gnubg_engine::cube::CubeRow;
use gnubg_engine::rollout::{
    AlternativeResult, CUBE_LEVELS, CUBELESS, Ending, Estimate, EventCount, Label, Moments, PlayerStatistics,
    Results, VALUE,
};
use gnubg_report::rollout::time;
use gnubg_session::options::Output;
use gnubg_session::rollout::RolloutNews;

/// Half width of a 95 % confidence interval, in standard errors.
const NORMAL_95: f64 = 1.96;
/// Alternatives are ranked once each has this many games.
const RANKED_FROM: u32 = 3;

/// The name of an alternative.
pub(super) fn name(news: &RolloutNews, label: Label) -> String {
    let state = news.subject.state();
    match label {
        Label::Position => gettext("Position before the roll"),
        Label::NoDouble => outcome(CubeRow::NoDouble, state.cube.owner.is_some()),
        Label::DoubleTake => outcome(CubeRow::DoubleTake, state.cube.owner.is_some()),
        Label::Play(play) if play.is_empty() => gettext("Cannot move"),
        Label::Play(play) => notation::format(&state.board, &play),
    }
}

/// Headings of the table.
pub(super) fn titles(is_mwc: bool) -> Vec<String> {
    let value = if is_mwc { gettext("MWC") } else { gettext("Cubeful") };
    let before = [gettext("Rank"), gettext("Alternative"), gettext("Games")];
    let after = [gettext("Cubeless"), value, gettext("Diff."), gettext("JSD")];
    before.into_iter().chain(chance_titles()).chain(after).collect()
}

/// The value shown, equity or match winning chance as the options say; true for a match winning chance.
fn value(result: &AlternativeResult, output: &Output) -> (Estimate, bool) {
    match result.mwc.filter(|_| output.mwc) {
        Some(mwc) => (mwc, true),
        None => (result.cubeful, false),
    }
}

/// Whether values are shown as match winning chances.
pub(super) fn is_mwc(news: &RolloutNews, output: &Output) -> bool {
    output.mwc && !news.subject.state().is_money()
}

/// The table: for each alternative, the best first, a row of values and one of standard errors.
pub(super) fn rows(news: &RolloutNews, output: &Output) -> Vec<Vec<String>> {
    let results = &news.results;
    let is_ranked = results.alternatives.iter().all(|result| result.games() >= RANKED_FROM);
    let is_cube = results.alternatives.iter().any(|result| result.label == Label::NoDouble);
    let order = if is_cube { (0..results.alternatives.len()).collect() } else { results.ranked() };
    let best = results.best().map(|best| value(best, output).0.mean);
    let mut rows = vec![titles(is_mwc(news, output))];
    for result in order.into_iter().map(|n| &results.alternatives[n]) {
        let rank = if is_ranked && !is_cube { result.rank.to_string() } else { String::new() };
        let (estimate, is_mwc) = value(result, output);
        let difference = match best.filter(|_| is_ranked && !is_cube && result.rank > 1) {
            Some(best) => value_text((estimate.mean - best) as f32, is_mwc, true, output),
            None => String::new(),
        };
        let [win, win_g, win_bg, lose_g, lose_bg] = result.probs.to_array();
        let probs = [win, win_g, win_bg, 1.0 - win, lose_g, lose_bg].map(|p| chance(p, output));
        let [e, e_g, e_bg, e_lg, e_lbg] = result.probs_std_error().map(|p| p as f32);
        // Standard errors are small, so they get a digit more.
        let finer = &Output { digits: output.digits.saturating_add(1).min(6), ..output.clone() };
        let errors = [e, e_g, e_bg, e, e_lg, e_lbg].map(|p| chance(p, finer));
        let jsd = result
            .jsd
            .filter(|jsd| jsd.is_finite())
            .map_or_else(String::new, |jsd| localized(format!("{jsd:.2}")));
        let mut row = vec![rank, name(news, result.label), result.games().to_string()];
        row.extend(probs);
        row.push(value_text(result.cubeless.mean as f32, false, false, output));
        row.push(value_text(estimate.mean as f32, is_mwc, false, output));
        row.extend([difference, jsd]);
        rows.push(row);
        let error = |estimate: Estimate, is_mwc: bool| {
            value_text(estimate.std_error as f32, is_mwc, false, finer).trim_start_matches('+').to_owned()
        };
        let mut row = vec![String::new(), gettext("standard error"), String::new()];
        row.extend(errors);
        row.extend([error(result.cubeless, false), error(estimate, is_mwc), String::new(), String::new()]);
        rows.push(row);
    }
    rows
}

/// The cube decision: the three outcomes, best first, and the verdict.
pub(super) fn cube(
    results: &Results,
    is_redouble: bool,
    output: &Output,
) -> Option<(Vec<[String; 3]>, String)> {
    let cube = results.cube.as_ref()?;
    let of = |row: CubeRow| match cube.equities.mwc_of(row).filter(|_| output.mwc) {
        Some(mwc) => (mwc.0, true),
        None => (cube.equities.of(row).0, false),
    };
    let order = cube.verdict.rows();
    let best = of(order[0]).0;
    let rows = order.map(|row| {
        let (mine, is_mwc) = of(row);
        let difference =
            if row == order[0] { String::new() } else { value_text(mine - best, is_mwc, true, output) };
        [outcome(row, is_redouble), value_text(mine, is_mwc, false, output), difference]
    });
    let action = proper_action(cube.verdict);
    Some((rows.to_vec(), gettext_f("Proper cube action: {action}", &[("action", &action)])))
}

/// Games played: the most of any alternative.
pub(super) fn games(news: &RolloutNews) -> u32 {
    news.results.alternatives.iter().map(AlternativeResult::games).max().unwrap_or(0)
}

/// The progress in words.
pub(super) fn progress(news: &RolloutNews, is_paused: bool) -> String {
    let games = games(news);
    let (done, all, elapsed) =
        (games.to_string(), news.settings.trials.max(games).to_string(), time(news.results.seconds));
    let values: &[(&str, &str)] = &[("games", &done), ("all", &all), ("time", &elapsed)];
    match news.ending {
        None => match news.remaining_s {
            Some(left) => {
                let left = time(left);
                let values: Vec<(&str, &str)> = values.iter().copied().chain([("left", &*left)]).collect();
                gettext_f("{games} of {all} games, {time} elapsed, about {left} left", &values)
            }
            None => gettext_f("{games} of {all} games, {time} elapsed", values),
        },
        Some(Ending::Cancelled) if is_paused => {
            gettext_f("Paused after {games} of {all} games, {time}", values)
        }
        Some(Ending::Cancelled) => gettext_f("Stopped after {games} of {all} games, {time}", values),
        Some(Ending::Accurate) => {
            gettext_f("Finished after {games} games, {time}: the standard errors are small enough", values)
        }
        Some(Ending::Distinct) => {
            gettext_f("Finished after {games} games, {time}: the alternatives are far enough apart", values)
        }
        Some(Ending::Complete | Ending::TimeUp) => gettext_f("Finished: {games} games, {time}", values),
    }
}

/// The standard error now, and the one expected after all games.
pub(super) fn expectation(news: &RolloutNews) -> String {
    let Some(first) = news.results.best().or(news.results.alternatives.first()) else { return String::new() };
    if first.games() < RANKED_FROM {
        return String::new();
    }
    let all = news.settings.trials.max(first.games());
    let (now, then) = (first.cubeful.std_error, first.expected_std_error(all));
    let values = [
        ("now", localized(format!("{now:.4}"))),
        ("then", localized(format!("{then:.4}"))),
        ("all", all.to_string()),
    ];
    if news.ending.is_some() && first.games() >= all {
        return gettext_f("Standard error of the best: {now}", &values);
    }
    gettext_f("Standard error of the best: {now}, about {then} after {all} games", &values)
}

/// The values by number of games, with their 95 % confidence intervals.
pub(super) fn convergence(news: &RolloutNews, histories: &[Vec<Moments>]) -> (Chart, String) {
    let is_money = news.subject.state().is_money();
    let at = if is_money && !news.results.is_cubeful { CUBELESS } else { VALUE };
    let mut curves = Vec::new();
    let mut words = vec![gettext("Values by number of games, with 95% confidence intervals")];
    for (result, history) in news.results.alternatives.iter().zip(histories) {
        let mut curve = Curve { name: name(news, result.label), ..Curve::default() };
        for moments in history.iter().filter(|moments| moments.games > 1) {
            curve.points.push((f64::from(moments.games), moments.mean[at]));
            curve.spread.push(NORMAL_95 * moments.std_error[at]);
        }
        if let (Some((_, y)), Some(spread)) = (curve.points.last(), curve.spread.last()) {
            let (y, spread) = match is_money {
                true => (localized(format!("{y:+.3}")), localized(format!("{spread:.3}"))),
                false => {
                    (localized(format!("{:.2}%", 100.0 * y)), localized(format!("{:.2}%", 100.0 * spread)))
                }
            };
            let values = [("name", &*curve.name), ("value", &*y), ("spread", &*spread)];
            words.push(gettext_f("{name}: {value} ± {spread}", &values));
        }
        curves.push(curve);
    }
    if curves.iter().all(|curve| curve.points.is_empty()) {
        return (Chart::Empty(gettext("The plot begins after 36 games")), words.join(". "));
    }
    let value = if is_money { gettext("Equity") } else { gettext("Match winning chance") };
    let chart = Chart::Curves {
        titles: [gettext("Games"), value],
        curves,
        marks: Vec::new(),
        vertical_lines: Vec::new(),
        is_percent: !is_money,
        baseline: None,
    };
    (chart, words.join(". "))
}

/// Statistics of the games of one alternative: a table with a column for each player.
pub(super) fn statistics(result: &AlternativeResult, names: &[String; 2]) -> Vec<Vec<String>> {
    let games = f64::from(result.games().max(1));
    let players = &result.statistics.players;
    let mut rows = vec![vec![String::new(), names[0].clone(), names[1].clone()]];
    let mut add = |title: String, cell: &dyn Fn(&PlayerStatistics) -> String| {
        rows.push(vec![title, cell(&players[0]), cell(&players[1])]);
    };
    let share = |n: u64| localized(format!("{n} ({:.1}%)", 100.0 * n as f64 / games));
    let total = |counts: &[u64; CUBE_LEVELS]| counts.iter().sum::<u64>();
    add(gettext("Single games won"), &|p| share(total(&p.wins)));
    add(gettext("Gammons won"), &|p| share(total(&p.gammons)));
    add(gettext("Backgammons won"), &|p| share(total(&p.backgammons)));
    for level in 0..CUBE_LEVELS {
        let won = |p: &PlayerStatistics| p.wins[level] + p.gammons[level] + p.backgammons[level];
        if Player::BOTH.iter().all(|player| won(&players[player.index()]) == 0) {
            continue;
        }
        let points = (1u32 << level).to_string();
        add(gettext_f("Games won with the cube at {points}", &[("points", &points)]), &|p| share(won(p)));
    }
    add(gettext("Doubles taken"), &|p| total(&p.taken).to_string());
    add(gettext("Doubles passed"), &|p| total(&p.passed).to_string());
    let timed = |timed: EventCount| match timed.average() {
        Some(ply) => {
            let (share, ply) = (share(timed.games), localized(format!("{:.1}", ply + 1.0)));
            gettext_f("{share}, first at ply {ply} on average", &[("share", &share), ("ply", &ply)])
        }
        None => share(0),
    };
    add(gettext("Games with a hit"), &|p| timed(p.hits));
    add(gettext("Games with a close-out"), &|p| timed(p.close_outs));
    add(gettext("Plays in the bearoff"), &|p| p.bearoff_plays.to_string());
    add(gettext("Pips wasted in a bearoff play"), &|p| match p.bearoff_plays {
        0 => "–".to_owned(),
        n => localized(format!("{:.2}", p.pips_wasted as f64 / n as f64)),
    });
    rows
}
