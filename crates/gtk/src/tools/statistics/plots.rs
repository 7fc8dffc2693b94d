// SPDX-License-Identifier: GPL-3.0-or-later
//! Plots of the course of the games, the errors by stage, and the luck.

use crate::i18n::{gettext, gettext_f, localized};
use crate::tools::plot::{Chart, Curve};
use gnubg_engine::core::Player;
use gnubg_record::stats::course::{ErrorSum, Moment, Stage, errors_by_game, errors_by_stage};

/// A plot and its description in words.
type DescribedChart = (Chart, String);

/// Where new games start.
fn game_starts(moments: &[Moment]) -> Vec<f64> {
    let starts = moments.windows(2).enumerate().filter(|(_, pair)| pair[0].game != pair[1].game);
    starts.map(|(n, _)| n as f64 + 1.5).collect()
}

fn unanalyzed() -> Chart {
    Chart::Empty(gettext("Analyze the match to see this"))
}

/// The equity or match winning chance of seat `Zero` after each play, with rings around errors of at least `min_error`.
pub(super) fn course(
    moments: &[Moment],
    names: &[String; 2],
    is_money: bool,
    min_error: f64,
) -> DescribedChart {
    let analyzed = moments.iter().filter(|moment| moment.value.is_some() && moment.luck.is_some()).count();
    let known = moments.iter().any(|moment| moment.play_error.is_some());
    let points: Vec<(f64, f64)> =
        moments.iter().enumerate().filter_map(|(n, moment)| Some((n as f64 + 1.0, moment.value?))).collect();
    if points.len() < 2 || (analyzed == 0 && !known) {
        return (unanalyzed(), gettext("Nothing has been analyzed"));
    }
    let is_error = |moment: &Moment| {
        let errors = [moment.play_error, moment.cube_error].into_iter().flatten();
        errors.map(|error| error.emg).sum::<f64>() >= min_error
    };
    let errors = moments.iter().enumerate().filter(|(_, moment)| is_error(moment));
    let errors: Vec<(f64, f64)> =
        errors.filter_map(|(n, moment)| Some((n as f64 + 1.0, moment.value?))).collect();
    let last = points.last().map_or(0.0, |point| point.1);
    let last =
        if is_money { localized(format!("{last:+.2}")) } else { localized(format!("{:.1}%", 100.0 * last)) };
    let title = if is_money {
        gettext_f("Equity of {player} in points", &[("player", &names[0])])
    } else {
        gettext_f("Match winning chance of {player}", &[("player", &names[0])])
    };
    let n_errors = errors.len().to_string();
    let words = gettext_f(
        "{title}: {last} at the end, {errors} errors marked",
        &[("title", &title), ("last", &last), ("errors", &n_errors)],
    );
    let chart = Chart::Curves {
        titles: [gettext("Decisions; rings are errors, lines are new games"), title.clone()],
        curves: vec![Curve { name: title, points, spread: Vec::new() }],
        marks: errors,
        vertical_lines: game_starts(moments),
        is_percent: !is_money,
        baseline: Some(if is_money { 0.0 } else { 0.5 }),
    };
    (chart, words)
}

fn stage_name(stage: Stage) -> String {
    match stage {
        Stage::Opening => gettext("Opening"),
        Stage::Contact => gettext("Contact"),
        Stage::Race => gettext("Race"),
        Stage::Bearoff => gettext("Bearoff"),
        Stage::Cube => gettext("Cube"),
    }
}

/// A sum of errors in words; `name` says what it is of.
fn told(name: String, (error, n): ErrorSum) -> String {
    let values = [("stage", name), ("error", localized(format!("{error:.3}"))), ("n", n.to_string())];
    gettext_f("{stage} {error} in {n} decisions", &values)
}

/// Errors of both players by game; the groups are the numbers of the games.
pub(super) fn errors_of_games(moments: &[Moment], names: &[String; 2]) -> DescribedChart {
    let games = errors_by_game(moments);
    if games.iter().flat_map(|(_, sums)| sums).all(|(_, n)| *n == 0) {
        return (unanalyzed(), gettext("Nothing has been analyzed"));
    }
    let title = gettext("Errors in equity by game");
    let mut words = vec![title.clone()];
    words.extend(games.iter().map(|(game, _)| errors_of_game(moments, names, *game)));
    let groups = games.iter().map(|(game, _)| (game + 1).to_string()).collect();
    let series = Player::BOTH.map(|player| {
        let own = games.iter().map(|(_, sums)| sums[player.index()].0);
        (names[player.index()].clone(), own.collect())
    });
    (Chart::Bars { title, groups, series: series.to_vec() }, words.join(". "))
}

/// The errors of both players in a game, in words.
pub(super) fn errors_of_game(moments: &[Moment], names: &[String; 2], game: usize) -> String {
    let found = errors_by_game(moments).into_iter().find(|(number, _)| *number == game);
    let own = |player: Player| {
        let sum = found.map_or((0.0, 0), |(_, sums)| sums[player.index()]);
        told(names[player.index()].clone(), sum)
    };
    let number = (game + 1).to_string();
    format!("{}: {}", gettext_f("Game {n}", &[("n", &number)]), Player::BOTH.map(own).join(", "))
}

/// Errors of both players by stage.
pub(super) fn errors(moments: &[Moment], names: &[String; 2]) -> DescribedChart {
    let sums = errors_by_stage(moments);
    if sums.iter().flatten().all(|(_, n)| *n == 0) {
        return (unanalyzed(), gettext("Nothing has been analyzed"));
    }
    let mut words = vec![gettext("Errors in equity by stage")];
    let mut series = Vec::new();
    for player in Player::BOTH {
        let (name, own) = (&names[player.index()], &sums[player.index()]);
        let stages = Stage::ALL.map(|stage| told(stage_name(stage), own[stage.index()]));
        words.push(format!("{name}: {}", stages.join(", ")));
        series.push((name.clone(), own.iter().map(|(error, _)| *error).collect()));
    }
    let groups = Stage::ALL.map(stage_name).to_vec();
    (Chart::Bars { title: gettext("Errors in equity"), groups, series }, words.join(". "))
}

/// The cumulative luck of both players.
pub(super) fn luck(moments: &[Moment], names: &[String; 2]) -> DescribedChart {
    if moments.iter().all(|moment| moment.luck.is_none()) {
        return (unanalyzed(), gettext("Nothing has been analyzed"));
    }
    let mut words = vec![gettext("Cumulative luck in equity")];
    let curves = Player::BOTH.map(|player| {
        let mut sum = 0.0;
        let mut points = vec![(0.0, 0.0)];
        for (n, moment) in moments.iter().enumerate().filter(|(_, moment)| moment.player == player) {
            if let Some(luck) = moment.luck {
                sum += luck.emg;
                points.push((n as f64 + 1.0, sum));
            }
        }
        let name = names[player.index()].clone();
        words.push(localized(format!("{name}: {sum:+.3}")));
        Curve { name, points, spread: Vec::new() }
    });
    let chart = Chart::Curves {
        titles: [gettext("Decisions"), gettext("Luck in equity")],
        curves: curves.to_vec(),
        marks: Vec::new(),
        vertical_lines: game_starts(moments),
        is_percent: false,
        baseline: Some(0.0),
    };
    (chart, words.join(". "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_record::judge::Amount;

    fn moment(n: usize, player: Player) -> Moment {
        let amount = |emg| Some(Amount { emg, cost: emg });
        Moment {
            game: n / 3,
            entry: n % 3,
            player,
            value: Some(0.5 + 0.01 * n as f64),
            stage: Stage::Contact,
            play_error: amount(0.1 * n as f64),
            cube_error: None,
            luck: amount(0.5),
        }
    }

    #[test]
    fn plots_are_described_in_words() {
        let names = ["Ann".to_owned(), "Ben".to_owned()];
        let moments: Vec<Moment> =
            (0..6).map(|n| moment(n, if n % 2 == 0 { Player::Zero } else { Player::One })).collect();
        let (chart, words) = course(&moments, &names, false, 0.25);
        let Chart::Curves { marks, vertical_lines, .. } = chart else { panic!("a curve") };
        assert_eq!((marks.len(), vertical_lines), (3, vec![3.5]));
        assert!(words.contains("55.0%") && words.contains('3'), "{words}");
        let (_, words) = errors(&moments, &names);
        assert!(words.contains("Ann: ") && words.contains("0.600 in 3"), "{words}");
        let (chart, words) = errors_of_games(&moments, &names);
        assert!(words.contains("Game 1: Ann 0.200 in 2 decisions, Ben 0.100 in 1 decisions"), "{words}");
        assert!(words.contains("Game 2: Ann 0.400 in 1 decisions, Ben 0.800 in 2 decisions"), "{words}");
        let Chart::Bars { groups, series, .. } = chart else { panic!("bars") };
        assert_eq!(groups, ["1", "2"]);
        let rounded = |values: &[f64]| values.iter().map(|sum| (1000.0 * sum).round()).collect::<Vec<_>>();
        assert_eq!((rounded(&series[0].1), rounded(&series[1].1)), (vec![200.0, 400.0], vec![100.0, 800.0]));
        let (_, words) = luck(&moments, &names);
        assert!(words.contains("Ben: +1.500"), "{words}");
        assert!(matches!(luck(&[], &names).0, Chart::Empty(_)));
        assert!(matches!(course(&[], &names, true, 0.1).0, Chart::Empty(_)));
        assert!(matches!(errors_of_games(&[], &names).0, Chart::Empty(_)));
    }
}
