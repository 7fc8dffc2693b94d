// SPDX-License-Identifier: GPL-3.0-or-later
//! Maps of a position: the value of each roll, the distribution of the rolls, and the proper action at each score. The
//! session computes them in the background, and the windows show them as they grow.

mod roll_distribution;
mod score_map;
mod survey_job;
mod temperature_map;

pub(crate) use roll_distribution::RollDistribution;
pub(crate) use score_map::ScoreMap;
pub(crate) use survey_job::initial_length;
pub(crate) use temperature_map::TemperatureMap;
