// SPDX-License-Identifier: GPL-3.0-or-later
//! The settings of a rollout as a rollout file holds them.

use super::RolloutFileError;
use gnubg_engine::eval::{EvalSettings, MAX_PLIES, MoveFilter, MoveFilters};
use gnubg_engine::rollout::{DiceSource, PlySwitch, RolloutPlay, RolloutSettings, StopRule};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct StoredEvaluation {
    plies: u8,
    cubeful: bool,
    prune: bool,
    noise: f32,
    deterministic: bool,
}

impl StoredEvaluation {
    fn of(settings: &EvalSettings) -> StoredEvaluation {
        let EvalSettings { plies, cubeful, prune, noise, deterministic } = *settings;
        StoredEvaluation { plies, cubeful, prune, noise, deterministic }
    }

    fn settings(&self) -> Result<EvalSettings, RolloutFileError> {
        let StoredEvaluation { plies, cubeful, prune, noise, deterministic } = *self;
        if plies > MAX_PLIES {
            return Err(RolloutFileError::Field { field: "plies", found: plies.to_string() });
        }
        if !(noise.is_finite() && noise >= 0.0) {
            return Err(RolloutFileError::Field { field: "noise", found: noise.to_string() });
        }
        Ok(EvalSettings { plies, cubeful, prune, noise, deterministic })
    }
}

/// Candidates always accepted, extra candidates, threshold.
type StoredFilter = (i32, i32, f32);

#[derive(Serialize, Deserialize)]
struct SeatSettings {
    checker: StoredEvaluation,
    cube: StoredEvaluation,
    filters: [[StoredFilter; 4]; 4],
}

/// The settings of both seats for one part of the games, seat zero first.
#[derive(Serialize, Deserialize)]
struct PartSettings([SeatSettings; 2]);

impl PartSettings {
    fn of(play: &RolloutPlay) -> PartSettings {
        PartSettings(std::array::from_fn(|seat| SeatSettings {
            checker: StoredEvaluation::of(&play.checker[seat]),
            cube: StoredEvaluation::of(&play.cube[seat]),
            filters: play.filters[seat].rows.map(|row| row.map(|f| (f.accept, f.extra, f.threshold))),
        }))
    }

    fn play(&self) -> Result<RolloutPlay, RolloutFileError> {
        let filter = |&(accept, extra, threshold): &StoredFilter| MoveFilter { accept, extra, threshold };
        let filters = |seat: &SeatSettings| MoveFilters {
            rows: seat.filters.each_ref().map(|row| row.each_ref().map(filter)),
        };
        let [zero, one] = &self.0;
        Ok(RolloutPlay {
            checker: [zero.checker.settings()?, one.checker.settings()?],
            cube: [zero.cube.settings()?, one.cube.settings()?],
            filters: [filters(zero), filters(one)],
        })
    }
}

/// A number of plies and its switch.
#[derive(Serialize, Deserialize)]
struct StoredSwitch {
    on: bool,
    plies: u16,
}

impl StoredSwitch {
    fn of(switch: PlySwitch) -> StoredSwitch {
        StoredSwitch { on: switch.on, plies: switch.plies }
    }

    fn get(&self) -> PlySwitch {
        PlySwitch { on: self.on, plies: self.plies }
    }
}

#[derive(Serialize, Deserialize)]
struct StoredStopRule {
    on: bool,
    min_games: u32,
    limit: f32,
}

impl StoredStopRule {
    fn of(rule: StopRule) -> StoredStopRule {
        StoredStopRule { on: rule.on, min_games: rule.min_games, limit: rule.limit }
    }

    fn get(&self) -> StopRule {
        StopRule { on: self.on, min_games: self.min_games, limit: self.limit }
    }
}

/// All settings.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredSettings {
    trials: u32,
    cubeful: bool,
    variance_reduction: bool,
    quasi_random: bool,
    initial: bool,
    truncation: StoredSwitch,
    truncate_exact_bearoff: bool,
    truncate_one_sided_bearoff: bool,
    play: PartSettings,
    late: StoredSwitch,
    late_play: PartSettings,
    at_truncation: StoredEvaluation,
    stop_on_error: StoredStopRule,
    stop_on_difference: StoredStopRule,
    beavers: bool,
    optional_doubles: bool,
    dice: String,
    seed: u32,
}

impl StoredSettings {
    pub(super) fn of(settings: &RolloutSettings) -> StoredSettings {
        StoredSettings {
            trials: settings.trials,
            cubeful: settings.cubeful,
            variance_reduction: settings.variance_reduction,
            quasi_random: settings.quasi_random,
            initial: settings.initial,
            truncation: StoredSwitch::of(settings.truncation),
            truncate_exact_bearoff: settings.truncate_exact_bearoff,
            truncate_one_sided_bearoff: settings.truncate_one_sided_bearoff,
            play: PartSettings::of(&settings.play),
            late: StoredSwitch::of(settings.late),
            late_play: PartSettings::of(&settings.late_play),
            at_truncation: StoredEvaluation::of(&settings.truncation_cube),
            stop_on_error: StoredStopRule::of(settings.stop_on_error),
            stop_on_difference: StoredStopRule::of(settings.stop_on_difference),
            beavers: settings.beavers,
            optional_doubles: settings.optional_doubles,
            dice: settings.dice.name().to_owned(),
            seed: settings.seed,
        }
    }

    pub(super) fn settings(&self) -> Result<RolloutSettings, RolloutFileError> {
        Ok(RolloutSettings {
            trials: self.trials,
            cubeful: self.cubeful,
            variance_reduction: self.variance_reduction,
            quasi_random: self.quasi_random,
            initial: self.initial,
            truncation: self.truncation.get(),
            truncate_exact_bearoff: self.truncate_exact_bearoff,
            truncate_one_sided_bearoff: self.truncate_one_sided_bearoff,
            play: self.play.play()?,
            late: self.late.get(),
            late_play: self.late_play.play()?,
            truncation_cube: self.at_truncation.settings()?,
            truncation_checker: RolloutSettings::default().truncation_checker,
            stop_on_error: self.stop_on_error.get(),
            stop_on_difference: self.stop_on_difference.get(),
            beavers: self.beavers,
            optional_doubles: self.optional_doubles,
            dice: DiceSource::from_name(&self.dice),
            seed: self.seed,
        })
    }
}
