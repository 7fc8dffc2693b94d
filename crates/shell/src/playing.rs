// SPDX-License-Identifier: GPL-3.0-or-later
//! How the games of rollouts are played: the options that `gnubg rollout` and `gnubg analyze` share.

use clap::Args;
use gnubg_engine::eval::EvalSettings;
use gnubg_engine::rollout::{DiceSource, PlySwitch, Preset, RolloutPlay, RolloutSettings};

/// Options for the games of a rollout.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct PlayingArguments {
    /// Settings to start from: roller, roller+, roller++, full, or full-2-ply [default: full; in an analysis that of the
    /// settings]
    #[arg(long, value_name = "NAME", value_parser = parse_preset)]
    pub(crate) preset: Option<Preset>,

    /// Seed of the dice [default: 1; in an analysis that of the settings]
    #[arg(long, value_name = "N")]
    seed: Option<u32>,

    /// Dice generator: mersenne, isaac, md5 or bbs
    #[arg(long, value_name = "NAME", value_parser = parse_source)]
    rng: Option<DiceSource>,

    /// Turn off variance reduction
    #[arg(long)]
    no_variance_reduction: bool,

    /// Turn off quasi-random dice
    #[arg(long)]
    no_quasi_random: bool,

    /// Truncate games after this many plies; 0 plays them to the end
    #[arg(long, value_name = "PLIES")]
    truncate: Option<u16>,

    /// Plies of look-ahead for checker play, 0 to 4
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(0..=4))]
    checker: Option<u8>,

    /// Plies of look-ahead for cube decisions, 0 to 4
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(0..=4))]
    cube_plies: Option<u8>,

    /// Play without look-ahead from this ply on
    #[arg(long, value_name = "PLY")]
    late: Option<u16>,

    /// Stop when all standard errors are at most this
    #[arg(long, value_name = "EQUITY")]
    stop_error: Option<f32>,

    /// Stop rolling out plays that are this many joint standard deviations behind the best play, and cube decisions that
    /// are this clear
    #[arg(long, value_name = "JSD")]
    stop_jsd: Option<f32>,

    /// Minimum number of games before a rollout stops early
    #[arg(long, value_name = "N")]
    min_games: Option<u32>,
}

impl PlayingArguments {
    /// `settings` with the changes of these options. The preset is ignored.
    pub(crate) fn over(&self, settings: &RolloutSettings) -> RolloutSettings {
        let mut settings = settings.clone();
        settings.seed = self.seed.unwrap_or(settings.seed);
        if let Some(dice) = &self.rng {
            settings.dice = dice.clone();
        }
        settings.variance_reduction &= !self.no_variance_reduction;
        settings.quasi_random &= !self.no_quasi_random;
        if let Some(plies) = self.truncate {
            settings.truncation = PlySwitch { on: plies > 0, plies: plies.max(1) };
        }
        for play in [&mut settings.play, &mut settings.late_play] {
            if let Some(plies) = self.checker {
                play.checker = [EvalSettings::at(plies); 2];
            }
            if let Some(plies) = self.cube_plies {
                play.cube = [EvalSettings::at(plies); 2];
            }
        }
        if let Some(plies) = self.late {
            settings.late = PlySwitch { on: true, plies };
            settings.late_play = RolloutPlay::at(0, 0);
        }
        self.stops(&mut settings);
        settings
    }

    /// Sets the stop rules that these options name.
    pub(crate) fn stops(&self, settings: &mut RolloutSettings) {
        for (rule, limit) in [
            (&mut settings.stop_on_error, self.stop_error),
            (&mut settings.stop_on_difference, self.stop_jsd),
        ] {
            if let Some(limit) = limit {
                (rule.on, rule.limit) = (true, limit);
            }
            if let Some(games) = self.min_games {
                rule.min_games = games.max(1);
            }
        }
    }
}

pub(crate) fn parse_preset(name: &str) -> Result<Preset, String> {
    Preset::from_name(name).ok_or_else(|| {
        let known: Vec<&str> = Preset::ALL.iter().map(|preset| preset.name()).collect();
        format!("expected one of {}", known.join(", "))
    })
}

fn parse_source(name: &str) -> Result<DiceSource, String> {
    let known = ["mersenne", "isaac", "md5", "bbs"];
    let at = known.iter().position(|known| known.eq_ignore_ascii_case(name));
    at.map(|at| DiceSource::ALL[at].clone()).ok_or_else(|| format!("expected one of {}", known.join(", ")))
}
