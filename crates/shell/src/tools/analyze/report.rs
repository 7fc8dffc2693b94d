// SPDX-License-Identifier: GPL-3.0-or-later
//! The line that is printed for each match.

use super::files::AnalyzeError;
use gnubg_engine::core::Player;
use gnubg_engine::eval::EvalSettings;
use gnubg_engine::rollout::RolloutSettings;
use gnubg_record::{MatchRecord, Statistics};
use gnubg_report::statistics::StatisticsFormat;
use gnubg_session::Analyst;
use gnubg_session::analysis::{RolloutPlan, statistics_format};
use gnubg_session::options::Options;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A match that was analyzed.
#[derive(Clone, Debug)]
pub(super) struct AnalyzedMatch {
    pub(super) record: MatchRecord,
    pub(super) target: PathBuf,
    /// Decisions analyzed in this run.
    pub(super) analyzed: usize,
    /// Whether all decisions are analyzed.
    pub(super) is_complete: bool,
    pub(super) seconds: f64,
}

/// A match and how it was analyzed.
pub(super) struct MatchReport<'a> {
    pub(super) file: &'a Path,
    /// The number of the match, counted from 1, if the file has several.
    pub(super) number: Option<usize>,
    pub(super) done: &'a AnalyzedMatch,
    pub(super) analyst: &'a Analyst,
    pub(super) plan: &'a RolloutPlan,
    pub(super) options: &'a Options,
}

impl MatchReport<'_> {
    fn format(&self) -> StatisticsFormat {
        statistics_format(self.options)
    }

    fn statistics(&self) -> Statistics {
        Statistics::of_match(&self.done.record, &*self.analyst.table, &self.analyst.options.thresholds)
    }

    /// One line for people: error rates in thousandths with their rating, luck, and the file saved.
    pub(super) fn line(&self) -> String {
        let (statistics, format) = (self.statistics(), self.format());
        let mut line = self.file.display().to_string();
        if let Some(number) = self.number {
            let _ = write!(line, " ({number})");
        }
        let record = &self.done.record;
        let kind = if record.is_money() { "money".to_owned() } else { format!("{} points", record.length) };
        let [zero, one] = record.score();
        let _ = write!(line, ": {kind}, {zero}-{one}");
        for player in Player::BOTH {
            let derived = statistics.derived(player, format.rating_offset, &format.thresholds);
            let overall = derived.overall;
            let _ = write!(line, "; {} ", record.name(player));
            if overall.decisions == 0 {
                line.push_str("n/a");
                continue;
            }
            let rate = 1000.0 * overall.per_decision.emg;
            let luck = 1000.0 * derived.luck_rate.emg;
            let _ = write!(line, "{rate:.1} mEMG ({}), luck {luck:+.1}", overall.rating);
        }
        let _ = match (self.done.is_complete, self.done.analyzed) {
            (false, n) => write!(line, "; stopped after {n} decisions"),
            (true, 0) => write!(line, "; already analyzed"),
            (true, n) => write!(line, "; {n} decisions in {:.1} s", self.done.seconds),
        };
        let _ = write!(line, " -> {}", self.done.target.display());
        line
    }

    /// The same as JSON, with all statistics of the match and of each game.
    pub(super) fn json(&self) -> String {
        let (record, format) = (&self.done.record, self.format());
        let (table, thresholds) = (&*self.analyst.table, &self.analyst.options.thresholds);
        let value = |statistics: &Statistics| {
            serde_json::to_value(statistics.report(format.rating_offset, &format.thresholds))
                .unwrap_or(Value::Null)
        };
        let games = (0..record.games.len()).map(|n| {
            let statistics = Statistics::of_game(record, n, table, thresholds);
            let start = &record.games[n].start;
            json!({
                "score": start.score,
                "crawford": start.is_crawford,
                "statistics": statistics.as_ref().map(value),
            })
        });
        let options = &self.analyst.options;
        json!({
            "file": self.file.display().to_string(),
            "match": self.number.unwrap_or(1),
            "output": self.done.target.display().to_string(),
            "complete": self.done.is_complete,
            "analyzed": self.done.analyzed,
            "seconds": self.done.seconds,
            "players": Player::BOTH.map(|player| record.name(player)),
            "length": record.length,
            "score": record.score(),
            "settings": {
                "checker": settings(&options.checker.evaluation),
                "cube": settings(&options.cube.evaluation),
                "luck": settings(&options.luck),
                "rollout": { "play": self.plan.play.as_ref().map(of_rollout), "cube": self.plan.cube.as_ref().map(of_rollout) },
                "met": table.name(),
            },
            "statistics": value(&self.statistics()),
            "games": games.collect::<Vec<_>>(),
        })
        .to_string()
    }
}

fn settings(evaluation: &EvalSettings) -> Value {
    json!({
        "plies": evaluation.plies,
        "cubeful": evaluation.cubeful,
        "prune": evaluation.prune,
        "noise": evaluation.noise,
    })
}

fn of_rollout(rollout: &RolloutSettings) -> Value {
    let truncation = rollout.truncation;
    json!({
        "trials": rollout.trials,
        "seed": rollout.seed,
        "truncation": truncation.on.then_some(truncation.plies),
        "checker": rollout.play.checker.each_ref().map(settings),
        "cube": rollout.play.cube.each_ref().map(settings),
    })
}

/// A failure to analyze a file or match, as JSON.
pub(super) fn failure(path: &Path, failure: &AnalyzeError) -> String {
    json!({ "file": path.display().to_string(), "error": { "message": failure.to_string() } }).to_string()
}
