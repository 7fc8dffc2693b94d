// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts: run in slices, extended, merged, stored.

use crate::engine::Engine;
use crate::state::State;
use crate::{value_error, work};
use gnubg_engine::core::{Decision, MatchState, Phase, Play, notation};
use gnubg_engine::cube::MetError;
use gnubg_engine::eval::EvalSettings;
use gnubg_engine::rollout::{
    AlternativeResult, DiceSource, Effort, Ending, Label, PlySwitch, Preset, Rollout as RolledOut,
    RolloutPlay, RolloutSettings, StopRule, Subject,
};
use gnubg_session::read_table;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The generators of dice, in the order of [`DiceSource::ALL`].
const GENERATORS: [&str; 4] = ["mersenne", "isaac", "md5", "bbs"];

/// A rollout: its question, its settings, and the games so far.
#[pyclass(frozen, module = "gnubg_rs._native")]
pub(crate) struct Rollout {
    /// In a box, because Python does not align objects to 64 bytes.
    rollout: Box<Mutex<RolledOut>>,
    /// The name of its match equity table.
    table: String,
}

/// The settings of a JSON object over those of a preset.
fn settings(text: &str) -> PyResult<RolloutSettings> {
    let asked: Value = serde_json::from_str(text).map_err(value_error)?;
    let whole = |name: &str| -> PyResult<Option<u32>> {
        match &asked[name] {
            Value::Null => Ok(None),
            value => {
                let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
                number.map(Some).ok_or_else(|| {
                    PyValueError::new_err(format!(
                        "{name} must be a whole number from 0 to {}, not {value}",
                        u32::MAX
                    ))
                })
            }
        }
    };
    let switch = |name: &str| asked[name].as_bool();
    let preset = asked["preset"].as_str().unwrap_or("full");
    let preset = Preset::from_name(preset).ok_or_else(|| {
        let known: Vec<&str> = Preset::ALL.iter().map(|one| one.name()).collect();
        PyValueError::new_err(format!("{preset:?} is not a preset; the presets are {}", known.join(", ")))
    })?;
    let mut settings = preset.settings();
    settings.seed = whole("seed")?.unwrap_or(1);
    settings.trials = whole("trials")?.unwrap_or(settings.trials);
    settings.cubeful = switch("cubeful").unwrap_or(settings.cubeful);
    settings.variance_reduction = switch("variance_reduction").unwrap_or(settings.variance_reduction);
    settings.quasi_random = switch("quasi_random").unwrap_or(settings.quasi_random);
    settings.initial = switch("initial").unwrap_or(settings.initial);
    if let Some(name) = asked["rng"].as_str() {
        let at = GENERATORS.iter().position(|known| known.eq_ignore_ascii_case(name));
        let known = GENERATORS.join(", ");
        let at = at.ok_or_else(|| {
            PyValueError::new_err(format!("{name:?} is not a generator; the generators are {known}"))
        })?;
        settings.dice = DiceSource::ALL[at].clone();
    }
    if let Some(plies) = whole("truncate")? {
        let plies = u16::try_from(plies).map_err(value_error)?;
        settings.truncation = PlySwitch { on: plies > 0, plies: plies.max(1) };
    }
    let depth = |name: &str| -> PyResult<Option<EvalSettings>> {
        let Some(plies) = whole(name)? else { return Ok(None) };
        let plies = u8::try_from(plies).ok().filter(|plies| *plies <= 4);
        let plies = plies.ok_or_else(|| PyValueError::new_err(format!("{name} must be 0 to 4")))?;
        Ok(Some(EvalSettings::at(plies)))
    };
    let (checker, cube) = (depth("checker_plies")?, depth("cube_plies")?);
    for play in [&mut settings.play, &mut settings.late_play] {
        if let Some(checker) = checker {
            play.checker = [checker; 2];
        }
        if let Some(cube) = cube {
            play.cube = [cube; 2];
        }
    }
    if let Some(plies) = whole("late")? {
        settings.late = PlySwitch { on: plies > 0, plies: u16::try_from(plies.max(1)).map_err(value_error)? };
        settings.late_play = RolloutPlay::at(0, 0);
    }
    let least = whole("min_games")?;
    let stop = |rule: &mut StopRule, name: &str| {
        if let Some(limit) = asked[name].as_f64() {
            (rule.on, rule.limit) = (true, limit as f32);
        }
        if let Some(least) = least {
            rule.min_games = least.max(1);
        }
    };
    stop(&mut settings.stop_on_error, "stop_error");
    stop(&mut settings.stop_on_difference, "stop_jsd");
    Ok(settings)
}

fn table_of(name: &str) -> Result<gnubg_engine::cube::MatchEquityTable, MetError> {
    read_table(name).map_err(|_| MetError::Unknown(name.to_owned()))
}

#[pymethods]
impl Rollout {
    /// A rollout without games: of the plays, else of the cube decision if wanted, else of the position.
    #[new]
    fn new(
        engine: &Engine,
        state: &State,
        plays: Option<Vec<String>>,
        is_cube: bool,
        settings_text: &str,
    ) -> PyResult<Rollout> {
        let table = &engine.table;
        let subject = match plays {
            Some(plays) => {
                let dice = state.0.dice();
                let dice = dice.ok_or_else(|| PyValueError::new_err("plays need a position with dice"))?;
                let play = |text: &String| match text.as_str() {
                    "" => Ok(Play::EMPTY),
                    text => notation::resolve(&state.0.board, dice, text).map_err(value_error),
                };
                let plays = plays.iter().map(play).collect::<PyResult<Vec<Play>>>()?;
                Subject::plays(&state.0, table, &plays)
            }
            None => {
                let state = MatchState { phase: Phase::Due(Decision::Roll), declined: None, ..*state.0 };
                if is_cube { Subject::cube_decision(&state, table) } else { Subject::position(&state, table) }
            }
        };
        let rollout = RolledOut::new(subject.map_err(value_error)?, settings(settings_text)?);
        let rollout = Box::new(Mutex::new(rollout.map_err(value_error)?));
        Ok(Rollout { rollout, table: engine.table_name.clone() })
    }

    /// A rollout of a file's text.
    #[staticmethod]
    fn read(text: &str) -> PyResult<Rollout> {
        let (rollout, table) = gnubg_formats::rollout::read(text, table_of).map_err(value_error)?;
        Ok(Rollout { rollout: Box::new(Mutex::new(rollout)), table })
    }

    /// The text of a file.
    fn write(&self) -> String {
        gnubg_formats::rollout::write(&self.lock(), &self.table)
    }

    /// Plays games: until the settings end the rollout, for so many seconds, or only the games of a range. Calls `report`
    /// with the results about every half second. How it ended.
    fn run(
        &self,
        py: Python<'_>,
        engine: &Engine,
        threads: usize,
        seconds: Option<f64>,
        games: Option<(u32, u32)>,
        report: Option<Py<PyAny>>,
    ) -> PyResult<&'static str> {
        let games = games.map(|(first, end)| first..end);
        let (mut rollout, trials) = {
            let kept = self.lock();
            (kept.clone(), kept.settings().trials)
        };
        if games.as_ref().is_some_and(|games| games.is_empty() || games.end > trials) {
            let message = format!("games must be a range within 0 to {trials}, the number of trials");
            return Err(PyValueError::new_err(message));
        }
        let effort = Effort {
            games,
            time_limit: seconds.map(Duration::from_secs_f64),
            whole_games: seconds.is_some(),
            ..Effort::threads(threads)
        };
        let ended = work::run(
            py,
            |cancel, tell: &(dyn Fn(String) + Sync)| {
                let mut tell_progress = |progress: &gnubg_engine::rollout::Progress| {
                    if report.is_some() {
                        tell(results_text(&progress.results));
                    }
                };
                let ended = rollout.run(&engine.engine, &effort, cancel, &mut tell_progress);
                // Finished games are kept, however it ended.
                *self.lock() = rollout;
                ended
            },
            |py, text: String| match &report {
                Some(report) => report.call1(py, (text,)).map(drop),
                None => Ok(()),
            },
        )?;
        let ending = ended.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(match ending {
            Ending::Complete => "complete",
            Ending::Accurate => "accurate",
            Ending::Distinct => "distinct",
            Ending::TimeUp => "time is up",
            Ending::Cancelled => "stopped",
        })
    }

    /// The results so far, as JSON.
    fn results(&self) -> String {
        results_text(&self.lock().results())
    }

    /// The means and standard errors of an alternative after each block of 36 games: games, value, standard error.
    fn convergence(&self, alternative: usize) -> Vec<(u32, f64, f64)> {
        let value = gnubg_engine::rollout::VALUE;
        let all = self.lock().convergence(alternative);
        all.iter().map(|one| (one.games, one.mean[value], one.std_error[value])).collect()
    }

    #[getter]
    fn trials(&self) -> u32 {
        self.lock().settings().trials
    }

    #[getter]
    fn seed(&self) -> u32 {
        self.lock().settings().seed
    }

    #[getter]
    fn is_finished(&self) -> bool {
        self.lock().is_finished()
    }

    /// The position.
    #[getter]
    fn state(&self) -> State {
        State::of(*self.lock().subject().state())
    }

    /// Another number of trials; stop rules of earlier settings end.
    fn extend(&self, trials: u32) -> PyResult<()> {
        let mut rollout = self.lock();
        if trials == 0 {
            return Err(PyValueError::new_err("trials must be 1 or more"));
        }
        let usual = RolloutSettings::default();
        let limits = RolloutSettings { trials, ..usual };
        rollout.set_limits(&limits);
        Ok(())
    }

    /// Adds the games of another part of the same rollout.
    fn merge(&self, other: &Rollout) -> PyResult<()> {
        if std::ptr::eq(self, other) {
            return Err(PyValueError::new_err("a rollout cannot be merged with itself"));
        }
        let other = other.lock().clone();
        self.lock().merge(&other).map_err(value_error)
    }

    /// The same question and settings without games.
    fn without_games(&self) -> Rollout {
        Rollout { rollout: Box::new(Mutex::new(self.lock().without_games())), table: self.table.clone() }
    }
}

impl Rollout {
    fn lock(&self) -> MutexGuard<'_, RolledOut> {
        self.rollout.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn results_text(results: &gnubg_engine::rollout::Results) -> String {
    let alternatives: Vec<Value> = results.alternatives.iter().map(alternative).collect();
    let cube = results.cube.as_ref().map(|cube| {
        let equities = &cube.equities;
        json!({
            "no_double": equities.no_double.0,
            "take": equities.double_take.0,
            "drop": equities.double_pass.0,
            "mwc": equities.mwc.map(|all| all.map(|mwc| mwc.0)),
            "verdict": cube.verdict.text(),
            "code": cube.verdict as u8,
        })
    });
    json!({"alternatives": alternatives, "cube": cube, "seconds": results.seconds}).to_string()
}

fn alternative(result: &AlternativeResult) -> Value {
    let label = match result.label {
        Label::Position => "position".to_owned(),
        Label::NoDouble => "no double".to_owned(),
        Label::DoubleTake => "double, take".to_owned(),
        Label::Play(play) => {
            let steps: Vec<String> =
                play.steps().iter().map(|step| format!("{}/{}", step.from, step.to)).collect();
            steps.join(" ")
        }
    };
    json!({
        "label": label,
        "games": result.games(),
        "rank": result.rank,
        "equity": result.cubeful.mean,
        "equity_error": result.cubeful.std_error,
        "cubeless": result.cubeless.mean,
        "cubeless_error": result.cubeless.std_error,
        "mwc": result.mwc.map(|mwc| mwc.mean),
        "mwc_error": result.mwc.map(|mwc| mwc.std_error),
        "probs": result.probs.to_array(),
        "probs_error": result.probs_std_error(),
        "jsd": result.jsd,
    })
}
