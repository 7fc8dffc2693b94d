// SPDX-License-Identifier: GPL-3.0-or-later
//! How a match was played, for the card at its end: performance, luck, the most expensive decisions.

use crate::i18n::{gettext, gettext_f};
use crate::stage::{ExpensiveDecision, MatchSummary};
use gnubg_engine::core::{Player, notation};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_record::judge::judge_game;
use gnubg_record::{EntryAction, MatchRecord, Statistics};
use gnubg_report::statistics::StatisticsFormat;

/// Decisions that the card names.
const N_WORST: usize = 3;
/// Luck below this, in equity, has no word.
const ORDINARY_LUCK: f64 = 0.1;

/// Summarizes a match whose names are those of the statistics; the decisions are those of `player`, or of both.
pub(crate) fn summarize(
    record: &MatchRecord,
    table: &MatchEquityTable,
    format: &StatisticsFormat,
    player: Option<Player>,
) -> MatchSummary {
    let found = Statistics::of_match(record, table, &format.thresholds);
    let derived = Player::BOTH.map(|player| found.derived(player, format.rating_offset, &format.thresholds));
    let digits = usize::from(format.digits);
    let rating = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.1}"));
    let luck = |player: Player| {
        let luck = found.of(player).luck.luck.emg;
        let number = format!("{luck:+.digits$}");
        match luck {
            luck if luck >= ORDINARY_LUCK => gettext_f("{n} (lucky)", &[("n", &number)]),
            luck if luck <= -ORDINARY_LUCK => gettext_f("{n} (unlucky)", &[("n", &number)]),
            _ => number,
        }
    };
    let without_luck = |player: Player| {
        let share = 0.5 + found.of(player).adjusted.sum;
        format!("{:.1} %", 100.0 * share.clamp(0.0, 1.0))
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
    let mut worst = decisions(record, table, player, digits);
    worst.sort_by(|a, b| b.0.total_cmp(&a.0));
    let worst: Vec<ExpensiveDecision> = worst.into_iter().take(N_WORST).map(|(_, worst)| worst).collect();
    let heading = match (worst.is_empty(), player) {
        (true, _) => String::new(),
        (false, Some(_)) => gettext("Your most expensive decisions"),
        (false, None) => gettext("The most expensive decisions"),
    };
    MatchSummary { figures, heading, worst }
}

/// The decisions that lost something, with the loss in equity.
fn decisions(
    record: &MatchRecord,
    table: &MatchEquityTable,
    player: Option<Player>,
    digits: usize,
) -> Vec<(f64, ExpensiveDecision)> {
    let mut found = Vec::new();
    for (game, played) in record.games.iter().enumerate() {
        let judgements = judge_game(played, record.length, table);
        for (n, (entry, judgement)) in played.entries.iter().zip(&judgements).enumerate() {
            if player.is_some_and(|player| player != entry.player) {
                continue;
            }
            let mut add = |loss: f64, text: String| {
                if loss > 0.0 {
                    let number = (game + 1).to_string();
                    let text = gettext_f("Game {n}, {text}", &[("n", &number), ("text", &text)]);
                    let loss_text = format!("−{loss:.digits$}");
                    found.push((loss, ExpensiveDecision { loss: loss_text, text, place: (game, n) }));
                }
            };
            if let (Some(judged), EntryAction::Play { dice, play, .. }) = (&judgement.play, &entry.action) {
                let board = played.state_before(record.length, n).board_of(entry.player);
                let best = entry.play_analysis().and_then(|analysis| analysis.candidates.first());
                let done = notation::format(&board, play);
                let best = best.map_or(String::new(), |best| notation::format(&board, &best.play));
                let dice = format!("{}{}", dice.high(), dice.low());
                let values = [("dice", &*dice), ("play", &*done), ("best", &*best)];
                add(-judged.error.emg, gettext_f("{dice}: {play} instead of {best}", &values));
            }
            if let Some(judged) = &judgement.cube {
                let text = match &entry.action {
                    EntryAction::Double => gettext("double"),
                    EntryAction::Take => gettext("take"),
                    EntryAction::Drop => gettext("pass"),
                    EntryAction::Beaver => gettext("beaver"),
                    _ => gettext("no double"),
                };
                add(-judged.error.emg, text);
            }
        }
    }
    found
}
