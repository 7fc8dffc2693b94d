// SPDX-License-Identifier: GPL-3.0-or-later
//! Options of decisions: evaluations, hints, the analysis of records.

use super::declare::options;
use super::rollout::RolloutOptions;
use super::value::words;
use gnubg_engine::eval::{EvalSettings, Level, MAX_PLIES, MoveFilters};
use gnubg_record::Thresholds;

options! {
    for EvalSettings {
        option plies: u8 => noted("number of plies of the search, from 0 to 7") {
            key "plies", set "plies", label noted("Plies"), range 0..=i64::from(MAX_PLIES), in Evaluation
        }
        option cubeful: bool => noted("take the doubling cube into account") {
            key "cubeful", set "cubeful", label noted("Cubeful"), in Evaluation
        }
        option prune: bool => noted("let a small net drop poor plays during the search") {
            key "prune", set "prune", label noted("Pruning"), in Evaluation
        }
        option noise: f32 => noted("standard deviation of the noise added to the winning chance, from 0 to 10") {
            key "noise", set "noise", label noted("Noise"), range 0.0..=10.0, step 0.005, in Evaluation
        }
        option deterministic: bool => noted("add the same noise to a position every time") {
            key "deterministic", set "deterministic", label noted("Deterministic noise"), in Evaluation
        }
    }
}

words! {
    /// How a decision is made.
    Method {
        #[default]
        Evaluation = "evaluation", noted("Evaluation");
        Rollout = "rollout", noted("Rollout");
    }
}

options! {
    /// How decisions of one kind are made.
    pub struct Judge {
        option method: Method = Method::Evaluation => noted("evaluate or roll out") {
            key "method", set "type", label noted("Method"), in Method
        }
        /// The evaluation.
        part evaluation: EvalSettings = Level::WorldClass.settings() => { key "evaluation", set "evaluation" }
        /// The rollout.
        part rollout: RolloutOptions = RolloutOptions::default() => { key "rollout", set "rollout" }
    }
}

impl Judge {
    /// Evaluations of a predefined level.
    pub(super) fn at(level: Level) -> Judge {
        Judge { evaluation: level.settings(), ..Judge::default() }
    }
}

options! {
    /// Evaluations, hints and the tutor.
    pub struct EvaluationOptions {
        option same_as_analysis: bool = false => noted("use the settings of the analysis") {
            key "evaluation.same-as-analysis", set "evaluation sameasanalysis",
            label noted("Same as the analysis"), in Hints
        }
        /// Checker play.
        part checker: Judge = Judge::at(Level::WorldClass) => {
            key "evaluation.checker", set "evaluation chequerplay"
        }
        /// Cube decisions.
        part cube: Judge = Judge::at(Level::WorldClass) => {
            key "evaluation.cube", set "evaluation cubedecision"
        }
        option filters: MoveFilters = Level::WorldClass.filters()
            => noted("how many candidates each ply of the search keeps") {
            key "evaluation.filters", set "evaluation movefilter", label noted("Move filters"), in MoveFilters
        }
    }
}

options! {
    for Thresholds {
        option doubtful: f32 => noted("smallest error that is marked as doubtful, in points of equity") {
            key "doubtful", set "doubtful", label noted("Doubtful"), range 0.0.., step 0.005, in DecisionMarks
        }
        option bad: f32 => noted("smallest error that is marked as bad, in points of equity") {
            key "bad", set "bad", label noted("Bad"), range 0.0.., step 0.005, in DecisionMarks
        }
        option very_bad: f32 => noted("smallest error that is marked as very bad, in points of equity") {
            key "verybad", set "verybad", label noted("Very bad"), range 0.0.., step 0.005, in DecisionMarks
        }
        option very_lucky: f32 => noted("smallest luck that is marked as very lucky, in points of equity") {
            key "verylucky", set "verylucky", label noted("Very lucky"), range SMALLEST_LUCK.., step 0.005,
            in RollMarks
        }
        option lucky: f32 => noted("smallest luck that is marked as lucky, in points of equity") {
            key "lucky", set "lucky", label noted("Lucky"), range SMALLEST_LUCK.., step 0.005, in RollMarks
        }
        option unlucky: f32 => noted("smallest bad luck that is marked as unlucky, in points of equity") {
            key "unlucky", set "unlucky", label noted("Unlucky"), range SMALLEST_LUCK.., step 0.005, in RollMarks
        }
        option very_unlucky: f32 => noted("smallest bad luck that is marked as very unlucky, in points of equity") {
            key "veryunlucky", set "veryunlucky", label noted("Very unlucky"), range SMALLEST_LUCK.., step 0.005,
            in RollMarks
        }
    }
}

/// A roll of average luck is never marked.
const SMALLEST_LUCK: f64 = 1e-6;

options! {
    /// Analysis of records.
    pub struct AnalysisOptions {
        option plays_on: bool = true => noted("analyze checker plays") {
            key "analysis.plays-on", set "analysis moves", label noted("Checker plays"), in Analyzed
        }
        option cube_on: bool = true => noted("analyze cube decisions") {
            key "analysis.cube-on", set "analysis cube", label noted("Cube decisions"), in Analyzed
        }
        option luck_on: bool = true => noted("compute the luck of each roll") {
            key "analysis.luck-on", set "analysis luck", label noted("Luck"), in Analyzed
        }
        each players_on: [bool; 2] = [true; 2] => noted("analyze the decisions of this player") {
            key "analysis.player.{}", set "analysis player {} analyse", in Analyzed,
            of ["0" noted("Top player"), "1" noted("Bottom player")]
        }
        /// Checker play.
        part checker: Judge = Judge::at(Level::Supremo) => {
            key "analysis.checker", set "analysis chequerplay"
        }
        /// Cube decisions.
        part cube: Judge = Judge::at(Level::Supremo) => { key "analysis.cube", set "analysis cubedecision" }
        /// Luck.
        part luck: EvalSettings = EvalSettings { prune: false, ..EvalSettings::at(0) } => {
            key "analysis.luck", set "analysis luckanalysis"
        }
        option filters: MoveFilters = Level::Supremo.filters()
            => noted("how many candidates each ply of the search keeps") {
            key "analysis.filters", set "analysis movefilter", label noted("Move filters"), in MoveFilters
        }
        /// The smallest errors and luck that are marked.
        part thresholds: Thresholds = Thresholds::CURRENT => {
            key "analysis.threshold", set "analysis threshold", affects [Numbers]
        }
    }
}
