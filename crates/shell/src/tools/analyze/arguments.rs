// SPDX-License-Identifier: GPL-3.0-or-later
//! The command line of `gnubg analyze`.

use crate::playing::PlayingArguments;
use crate::tools::engine::decision_level_of;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser};
use gnubg_engine::eval::{EvalSettings, MAX_PLIES, MoveFilters};
use gnubg_engine::rollout::{DecisionLevel, RolloutSettings};
use gnubg_session::analysis::{Choice, RolloutPlan};
use gnubg_session::options::{AnalysisOptions, Decides as _, Judge, Method, Options};
use gnubg_session::rollout::convert::{of_preset, usable};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Analyze matches, sessions and positions, and save them as SGF.
///
/// Every format that the program reads is accepted. The result is saved beside each file, or in the folder given with
/// --output, under the same name with the extension .sgf. SGF files are replaced by their analyzed versions. Results of
/// an earlier run are kept: decisions already analyzed at the same or a higher level are skipped. Each file is saved about
/// once a minute while it is analyzed.
///
/// With --rollout, decisions that are unclear after evaluation, or those of another --choice, are rolled out as well.
/// The file is then saved about once a minute, and stopped rollouts are resumed by the next run.
#[derive(Debug, Parser)]
#[command(name = "gnubg analyze", bin_name = "gnubg analyze", max_term_width = 100)]
pub(super) struct Arguments {
    /// Files to analyze; a folder stands for the match files in it and in its folders
    #[arg(required = true, value_name = "FILES")]
    pub(super) files: Vec<PathBuf>,

    /// Level of the analysis by name: expert, world class, supremo, grandmaster, 4ply, roller, roller+, roller++ [default:
    /// that of the settings]
    #[arg(short, long, value_name = "NAME", value_parser = decision_level_of, conflicts_with = "plies")]
    pub(super) level: Option<DecisionLevel>,

    /// Level of the analysis by plies of look-ahead, 0 to 7
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_PLIES)))]
    pub(super) plies: Option<u8>,

    /// Move filters: tiny, narrow, normal, large, huge [default: those of the level]
    #[arg(long, value_name = "NAME", value_parser = filters())]
    pub(super) filters: Option<MoveFilters>,

    /// Roll out decisions after evaluation, with the settings of the analysis and the options below
    #[arg(long)]
    pub(super) rollout: bool,

    /// Decisions to roll out: unclear (close decisions, mistakes, doubles), mistakes (at least doubtful), or marked (in
    /// the window or with cmark)
    #[arg(long, value_name = "WHICH", value_parser = choices(), default_value = "unclear", requires = "rollout")]
    choice: Choice,

    /// Number of games of each rollout [default: that of the preset or the settings]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), requires = "rollout")]
    trials: Option<u32>,

    #[command(flatten)]
    playing: Option<PlayingArguments>,

    /// Number of threads [default: that of the settings]
    #[arg(long, value_name = "N")]
    pub(super) threads: Option<NonZeroUsize>,

    /// Folder to save to [default: beside each file]
    #[arg(short, long, value_name = "DIR")]
    pub(super) output: Option<PathBuf>,

    /// Print one JSON object per match, with all statistics, instead of a line of text
    #[arg(long)]
    pub(super) json: bool,

    /// Discard the analysis in the files and the results of earlier runs
    #[arg(long)]
    pub(super) anew: bool,

    /// Match equity table: the name of a built-in table or a file [default: that of the settings]
    #[arg(long, value_name = "NAME")]
    pub(super) met: Option<String>,

    /// Folder with bearoff databases [default: the folders of the user and the program]
    #[arg(long, value_name = "DIR", conflicts_with = "no_databases")]
    pub(super) databases: Option<PathBuf>,

    /// Do not use bearoff databases
    #[arg(long)]
    pub(super) no_databases: bool,

    /// Use the default settings instead of the user's settings
    #[arg(long)]
    pub(super) no_settings: bool,
}

fn filters() -> impl clap::builder::TypedValueParser<Value = MoveFilters> {
    let names = MoveFilters::PRESETS.map(|(name, _)| name);
    PossibleValuesParser::new(names).map(|name| {
        let found = MoveFilters::PRESETS.iter().find(|(known, _)| *known == name);
        found.map_or(MoveFilters::LARGE, |(_, filters)| *filters)
    })
}

fn choices() -> impl clap::builder::TypedValueParser<Value = Choice> {
    PossibleValuesParser::new(["unclear", "mistakes", "marked"]).map(|name| match name.as_str() {
        "mistakes" => Choice::Mistakes,
        "marked" => Choice::Marked,
        _ => Choice::Unclear,
    })
}

impl Arguments {
    /// Checks combinations of options that the parser cannot check.
    pub(super) fn check(&self) -> Result<(), clap::Error> {
        if self.playing.is_some() && !self.rollout {
            let message = "options for rollouts, such as --preset and --truncate, need --rollout";
            return Err(Arguments::command().error(ErrorKind::MissingRequiredArgument, message));
        }
        Ok(())
    }

    /// What is rolled out: as the settings say, unless the arguments ask for rollouts.
    pub(super) fn plan(&self, analysis: &AnalysisOptions) -> RolloutPlan {
        if !self.rollout {
            return RolloutPlan::of_analysis(analysis);
        }
        RolloutPlan {
            play: analysis.plays_on.then(|| self.games(&analysis.checker)),
            cube: analysis.cube_on.then(|| self.games(&analysis.cube)),
            choice: self.choice,
        }
    }

    /// How the games of a rollout are played.
    fn games(&self, judge: &Judge) -> RolloutSettings {
        let playing = self.playing.clone().unwrap_or_default();
        let basis = match playing.preset {
            Some(preset) => of_preset(preset, &judge.rollout),
            None => usable(&judge.rollout),
        };
        let settings = playing.over(&basis);
        RolloutSettings { trials: self.trials.unwrap_or(settings.trials), ..settings }
    }

    /// How to analyze: as the settings say, with the changes of the arguments.
    pub(super) fn analysis(&self, options: &Options) -> AnalysisOptions {
        let mut analysis = options.analysis.clone();
        if let Some(level) = self.level {
            analysis.set_level(level);
        }
        if let Some(plies) = self.plies {
            for judge in [&mut analysis.checker, &mut analysis.cube] {
                judge.method = Method::Evaluation;
                judge.evaluation = EvalSettings::at(plies);
            }
            analysis.filters = MoveFilters::LARGE;
        }
        analysis.filters = self.filters.unwrap_or(analysis.filters);
        analysis
    }
}
