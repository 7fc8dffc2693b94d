// SPDX-License-Identifier: GPL-3.0-or-later
//! Options of the engine: match equity table, cache, worker threads, cube efficiency.

use super::declare::options;
use gnubg_engine::cube::{DEFAULT_MET, Efficiencies, RaceEfficiency};
use gnubg_engine::eval::DEFAULT_CACHE_ENTRIES;

options! {
    for Efficiencies {
        option by_position: bool => noted("let the nets estimate the cube efficiency of each position") {
            key "by-position", set "position", label noted("Efficiency by position"), affects [Engine],
            in CubeEfficiency
        }
        option with_scatter: bool
            => noted("take errors of the estimated equities into account when later doubles are valued") {
            key "scatter", set "scatter", label noted("Errors of estimates"), affects [Engine], in CubeEfficiency
        }
        option contact: f64 => noted("cube efficiency in contact positions, from 0 to 1") {
            key "contact", set "contact", label noted("Contact"), affects [Engine], range 0.0..=1.0, step 0.005,
            in CubeEfficiency
        }
        option crashed: f64 => noted("cube efficiency in crashed positions, from 0 to 1") {
            key "crashed", set "crashed", label noted("Crashed"), affects [Engine], range 0.0..=1.0, step 0.005,
            in CubeEfficiency
        }
        option one_sided: f64 => noted("cube efficiency in one-sided bearoffs, from 0 to 1") {
            key "one-sided", set "os", label noted("Bearoff"), affects [Engine], range 0.0..=1.0, step 0.005,
            in CubeEfficiency
        }
        part race: RaceEfficiency => { key "race", set "race", affects [Engine] }
    }
}

options! {
    for RaceEfficiency {
        option factor: f64 => noted("increase of the cube efficiency per pip of a race, from 0 to 1") {
            key "factor", set "factor", label noted("Race: per pip"), range 0.0..=1.0, step 0.00025,
            in CubeEfficiency
        }
        option coefficient: f64 => noted("cube efficiency of a race at 0 pips, from 0 to 1") {
            key "coefficient", set "coefficient", label noted("Race: at 0 pips"), range 0.0..=1.0, step 0.005,
            in CubeEfficiency
        }
        option min: f64 => noted("minimum cube efficiency of races, from 0 to 1") {
            key "min", set "min", label noted("Race: minimum"), range 0.0..=1.0, step 0.005, in CubeEfficiency
        }
        option max: f64 => noted("maximum cube efficiency of races, from 0 to 1") {
            key "max", set "max", label noted("Race: maximum"), range 0.0..=1.0, step 0.005, in CubeEfficiency
        }
    }
}

options! {
    /// Match equity table, memory and threads of the engine.
    pub struct EngineOptions {
        option met: String = DEFAULT_MET.to_owned() => noted("match equity table: a built-in name or a file") {
            key "engine.met", affects [EquityTable]
        }
        option met_inverted: bool = false => noted("exchange the players of the match equity table") {
            key "engine.met-inverted", set "invert matchequitytable", label noted("Inverted table"),
            affects [EquityTable], in EquityTable
        }
        option weights: String = String::new()
            => noted("file of evaluation nets of your own; empty for those of the program") {
            key "engine.weights", label noted("Evaluation nets"), affects [Engine], chooser File, in Computation
        }
        option threads: usize = 0 => noted("number of worker threads; 0 for one per processor core") {
            key "engine.threads", set "threads", label noted("Worker threads"), affects [Threads], range 0..=48,
            in Computation
        }
        option cache: usize = DEFAULT_CACHE_ENTRIES => noted("entries of the evaluation cache; 0 for no cache") {
            key "engine.cache", set "cache", label noted("Evaluation cache"), affects [Engine], range 0..=(1 << 26),
            unit noted("entries"), in Computation
        }
        option calibration: f32 = 0.0 => noted("evaluations per second, for estimates of time; 0 if unknown") {
            key "engine.calibration", set "calibration", label noted("Evaluations per second"), range 0.0..,
            step 1000.0, in Computation
        }
        /// How near to live the cube is.
        part efficiencies: Efficiencies = Efficiencies::default() => {
            key "engine.efficiency", set "cubeefficiency"
        }
    }
}
