// SPDX-License-Identifier: GPL-3.0-or-later
//! How a match was played, for the card at its end and the statistics: performance, luck, the most expensive decisions.

use crate::i18n::{WORDS, gettext, gettext_f, localized};
use crate::stage::{ExpensiveDecision, MatchSummary};
use gnubg_engine::core::Player;
use gnubg_engine::cube::MatchEquityTable;
use gnubg_record::{DecisionError, EntryAction, ErrorQuery, MatchRecord, Statistics};
use gnubg_report::document::phrases::ErrorWords;
use gnubg_report::statistics::StatisticsFormat;

/// Luck below this, in equity, has no word.
const ORDINARY_LUCK: f64 = 0.1;

/// Which part of a match is summarized.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SummaryScope {
    /// One game, or all.
    pub(crate) game: Option<usize>,
    /// Whose expensive decisions are named, or those of both players.
    pub(crate) player: Option<Player>,
    /// How many of them.
    pub(crate) n_worst: usize,
}

/// Summarizes a match whose names are those of the statistics.
pub(crate) fn summarize(
    record: &MatchRecord,
    table: &MatchEquityTable,
    format: &StatisticsFormat,
    scope: SummaryScope,
) -> MatchSummary {
    let SummaryScope { game, player, n_worst } = scope;
    let found = game
        .and_then(|game| Statistics::of_game(record, game, table, &format.thresholds))
        .unwrap_or_else(|| Statistics::of_match(record, table, &format.thresholds));
    let derived = Player::BOTH.map(|player| found.derived(player, format.rating_offset, &format.thresholds));
    let digits = usize::from(format.digits);
    let rating =
        |value: Option<f64>| value.map_or("–".to_owned(), |value| localized(format!("{value:.1}")));
    let luck = |player: Player| {
        let luck = found.of(player).luck.luck.emg;
        let number = localized(format!("{luck:+.digits$}"));
        match luck {
            luck if luck >= ORDINARY_LUCK => gettext_f("{n} (lucky)", &[("n", &number)]),
            luck if luck <= -ORDINARY_LUCK => gettext_f("{n} (unlucky)", &[("n", &number)]),
            _ => number,
        }
    };
    let without_luck = |player: Player| {
        let share = 0.5 + found.of(player).adjusted.sum;
        localized(format!("{:.1}%", 100.0 * share.clamp(0.0, 1.0)))
    };
    let [a, b] = Player::BOTH;
    let [names_a, names_b] = found.names.clone();
    let both = |text: &dyn Fn(Player) -> String| [text(a), text(b)];
    let row = |title: String, [a, b]: [String; 2]| [title, a, b];
    let mut figures = vec![
        [String::new(), names_a, names_b],
        row(gettext("Performance rating"), both(&|p| rating(derived[p.index()].performance_rating))),
        row(gettext("Plays"), both(&|p| rating(derived[p.index()].play.performance_rating()))),
        row(gettext("Cube decisions"), both(&|p| rating(derived[p.index()].cube.performance_rating()))),
    ];
    if found.has_luck {
        figures.push(row(gettext("Luck"), both(&luck)));
        if found.has_result {
            figures.push(row(gettext("Result without luck"), both(&without_luck)));
        }
    }
    let players = Player::BOTH.map(|seat| player.is_none_or(|player| player == seat));
    let errors = ErrorQuery { players, game, ..ErrorQuery::default() }.find(record, table);
    let describe = |error: &DecisionError| {
        let (words, game) = (ErrorWords::of(record, error, WORDS), (error.game + 1).to_string());
        let values = [
            ("game", &*game),
            ("occasion", &*words.occasion),
            ("done", &*words.done),
            ("best", &*words.best),
        ];
        let resigned = record
            .entry(error.game, error.entry)
            .filter(|entry| matches!(entry.action, EntryAction::Resign(_)))
            .map(|entry| entry.player == error.player);
        let text = match resigned {
            Some(true) => gettext_f("Game {game}: resigned although it was better to play on", &values),
            Some(false) => {
                gettext_f("Game {game}: accepted a resignation although it was better to play on", &values)
            }
            None => gettext_f("Game {game}, {occasion}: {done} instead of {best}", &values),
        };
        ExpensiveDecision {
            loss: localized(format!("−{:.digits$}", error.loss.emg)),
            text,
            place: error.place(),
        }
    };
    let worst: Vec<ExpensiveDecision> = errors.iter().take(n_worst).map(describe).collect();
    let heading = match (worst.is_empty(), player) {
        (true, _) => String::new(),
        (false, Some(_)) => gettext("Your most expensive decisions"),
        (false, None) => gettext("The most expensive decisions"),
    };
    MatchSummary { figures, heading, worst }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Equity, ResignLevel, Rules};
    use gnubg_engine::eval::EvalSettings;
    use gnubg_record::analysis::ResignAnalysis;
    use gnubg_record::{Entry, GameRecord, MatchInfo};

    #[test]
    fn resignations_are_told_as_a_player_says_it() {
        for (before, who, text) in [
            (-0.4, Player::Zero, "Game 1: resigned although it was better to play on"),
            (-1.6, Player::One, "Game 1: accepted a resignation although it was better to play on"),
        ] {
            let mut record = MatchRecord::new(0, Rules::default(), MatchInfo::default()).unwrap();
            let mut game = GameRecord::new(record.first_start());
            let mut resigned = Entry::new(Player::Zero, EntryAction::Resign(ResignLevel::Single));
            resigned.update_analysis(|analysis| {
                let (before, after) = (Equity(before), Equity(-1.0));
                analysis.resignation = Some(ResignAnalysis { before, after, settings: EvalSettings::at(0) });
            });
            game.entries.extend([resigned, Entry::new(Player::One, EntryAction::AcceptResignation)]);
            record.games.push(game);
            let scope = SummaryScope { player: Some(who), n_worst: 1, ..SummaryScope::default() };
            let format = StatisticsFormat::default();
            let found = summarize(&record, &MatchEquityTable::default(), &format, scope);
            assert_eq!(found.worst.iter().map(|one| one.text.as_str()).collect::<Vec<_>>(), [text]);
        }
    }
}
