// SPDX-License-Identifier: GPL-3.0-or-later
//! `train cube`: measures cube decisions against rollouts of the program's own, and tries cube efficiencies on them.
//!
//! `collect` draws decisions near a doubling, cash or take point from self-play and rolls them out with the cube in
//! play; `compare` asks the engine for the same decisions and prints the errors of its equities and the cost of its
//! decisions. No referee is needed, so parameters are chosen on one part of the rollouts and verified on the rest.

mod compare;
mod draw;
mod fit;
mod look;
mod record;
mod roll;
mod scatter;
mod setting;

use crate::label::open_databases;
use anyhow::{Context, Result};
use gnubg_engine::cube::{Efficiencies, RaceEfficiency};
use gnubg_engine::eval::{DEFAULT_CACHE_ENTRIES, Engine, Nets};
use std::path::PathBuf;

/// Options of `train cube`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CubeArguments {
    #[command(subcommand)]
    step: CubeCommand,
}

#[derive(Clone, Debug, clap::Subcommand)]
enum CubeCommand {
    /// Collect decisions and roll them out; resumes a stopped run
    Collect(roll::CollectOptions),
    /// Compare the decisions of the engine with the rollouts
    Compare(compare::CompareOptions),
    /// Evaluate self-play positions by cubeful look-ahead; resumes a stopped run
    Look(look::LookOptions),
    /// Fit corrections of the cube efficiency to the output of `look` and write them with the nets
    Fit(fit::CubeFitOptions),
    /// Estimate the errors of static values of cube actions from the output of `look`
    Scatter(scatter::ScatterOptions),
}

/// The engine to use.
#[derive(Clone, Debug, Default, clap::Args)]
struct EngineSource {
    /// Weights file; the program's own nets if absent.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Folder of bearoff databases (made by `train databases`).
    #[arg(long)]
    databases: Option<PathBuf>,
    /// Cube efficiency in contact; the program's own if absent.
    #[arg(long)]
    contact: Option<f64>,
    /// Cube efficiency in crashed positions.
    #[arg(long)]
    crashed: Option<f64>,
    /// Cube efficiency in races beyond the databases, whatever their length.
    #[arg(long)]
    race: Option<f64>,
    /// Cube efficiency in one-sided databases.
    #[arg(long)]
    one_sided: Option<f64>,
    /// The same cube efficiency for all positions of a class.
    #[arg(long)]
    by_class: bool,
    /// Compare the values of cube actions as they are, not as estimates.
    #[arg(long)]
    without_scatter: bool,
}

impl EngineSource {
    fn engine(&self) -> Result<Engine> {
        let engine = match &self.weights {
            None => Engine::built_in(DEFAULT_CACHE_ENTRIES)?,
            Some(path) => {
                let bytes = std::fs::read(path).with_context(|| format!("reading {}", path.display()))?;
                Engine::new(Nets::from_bytes(&bytes)?, DEFAULT_CACHE_ENTRIES)
            }
        };
        let engine = engine.with_databases(open_databases(self.databases.as_deref())?);
        let efficiencies = self.efficiencies(engine.efficiencies());
        efficiencies.check()?;
        Ok(engine.with_efficiencies(efficiencies))
    }

    fn efficiencies(&self, own: &Efficiencies) -> Efficiencies {
        let race = |x| RaceEfficiency { factor: 0.0, coefficient: x, min: x, max: x };
        Efficiencies {
            contact: self.contact.unwrap_or(own.contact),
            crashed: self.crashed.unwrap_or(own.crashed),
            race: self.race.map_or(own.race, race),
            one_sided: self.one_sided.unwrap_or(own.one_sided),
            by_position: !self.by_class,
            with_scatter: !self.without_scatter,
        }
    }
}

pub(crate) fn run(options: &CubeArguments) -> Result<()> {
    match &options.step {
        CubeCommand::Collect(options) => roll::run(options),
        CubeCommand::Compare(options) => compare::run(options),
        CubeCommand::Look(options) => look::run(options),
        CubeCommand::Fit(options) => fit::run(options),
        CubeCommand::Scatter(options) => scatter::run(options),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_efficiencies_replace_those_of_the_program() {
        let source = EngineSource { one_sided: Some(0.5), race: Some(0.7), ..EngineSource::default() };
        let own = Efficiencies::COMPATIBLE;
        let given = source.efficiencies(&own);
        assert_eq!((given.contact, given.crashed, given.one_sided), (own.contact, own.crashed, 0.5));
        assert_eq!([20, 150].map(|pips| given.race.at(pips)), [0.7; 2]);
        assert!(EngineSource { contact: Some(1.5), ..EngineSource::default() }.engine().is_err());
    }
}
