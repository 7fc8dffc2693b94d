// SPDX-License-Identifier: GPL-3.0-or-later
//! Evaluations: one position, all plays of a roll, a cube decision, many boards at once.

use crate::state::{BOARD, State, board_of, found, variation};
use crate::{value_error, work};
use gnubg_engine::bearoff::Databases;
use gnubg_engine::core::{
    Board, CancelToken, Cancelled, Decision, Dice, MatchState, Phase, Probs, Rules, Variation,
};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{
    Engine as Evaluator, EvalSettings, Evaluation, MAX_PLIES, MoveFilters, Nets, RankedPlay, Root,
};
use gnubg_engine::rollout::{DecisionLevel, RolloutSettings, RolloutStep};
use gnubg_session::{Directories, read_table, read_weights};
use gnubg_shell::tools::supply_small;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Boards that a thread evaluates before it looks whether it should stop; few enough to stay in its processor's cache.
const SHARE: usize = 256;
/// Bytes of the chances of a board.
const ROW: usize = 20;
/// Batches up to this size are not worth a thread that looks for signals.
const SMALL: usize = 4096;

/// Nets, databases, match equity table and threads.
#[pyclass(frozen, module = "gnubg_rs._native")]
pub(crate) struct Engine {
    pub(crate) engine: Arc<Evaluator>,
    pub(crate) table: Arc<MatchEquityTable>,
    pub(crate) table_name: String,
    pub(crate) pool: ThreadPool,
}

/// Settings as they cross the border: plies, cubeful, prune, noise, deterministic.
pub(crate) type SettingFields = (u8, bool, bool, f32, bool);

/// Chances: win, gammon, backgammon, lost gammon, lost backgammon.
type Chances = [f32; 5];

/// An evaluation: chances, cubeless equity, cubeful equity, match winning chance.
type EvaluationFound = (Chances, f32, f32, Option<f32>);

pub(crate) fn settings(
    (plies, cubeful, prune, noise, deterministic): SettingFields,
) -> PyResult<EvalSettings> {
    if plies > MAX_PLIES {
        return Err(PyValueError::new_err(format!("plies must be 0 to {MAX_PLIES}, not {plies}")));
    }
    if !(0.0..=10.0).contains(&noise) {
        return Err(PyValueError::new_err("noise must be 0 to 10"));
    }
    Ok(EvalSettings { plies, cubeful, prune, noise, deterministic })
}

pub(crate) fn filters(name: &str) -> PyResult<MoveFilters> {
    let found = MoveFilters::PRESETS.iter().find(|(preset, _)| preset.eq_ignore_ascii_case(name));
    found.map(|(_, filters)| *filters).ok_or_else(|| {
        let known: Vec<&str> = MoveFilters::PRESETS.iter().map(|(preset, _)| *preset).collect();
        PyValueError::new_err(format!("{name:?} is not a move filter; the filters are {}", known.join(", ")))
    })
}

/// The level of that name.
pub(crate) fn level_of(name: &str) -> PyResult<DecisionLevel> {
    let no_level = |known| PyValueError::new_err(format!("{name:?} is not a level; the levels are {known}"));
    DecisionLevel::from_name(name).map_err(no_level)
}

/// How a level that rolls out does so.
fn rollout_of(level: Option<&str>, cubeful: bool) -> PyResult<Option<RolloutSettings>> {
    let settings = level.map(level_of).transpose()?.and_then(DecisionLevel::rollout);
    Ok(settings.map(|settings| RolloutSettings { cubeful, ..settings }))
}

fn evaluation_found(found: &Evaluation) -> EvaluationFound {
    (found.probs.to_array(), found.cubeless.0, found.cubeful.0, found.mwc.map(|mwc| mwc.0))
}

#[pymethods]
impl Engine {
    /// Builds an engine. `databases` is `small` (made in memory), `none`, `user`, or a folder.
    #[new]
    fn new(
        py: Python<'_>,
        weights: Option<PathBuf>,
        databases: &str,
        table: &str,
        cache: usize,
        threads: Option<usize>,
    ) -> PyResult<Engine> {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
        let threads = threads.unwrap_or_else(cores);
        if !(1..=1024).contains(&threads) {
            return Err(PyValueError::new_err(format!("threads must be 1 to 1024, not {threads}")));
        }
        let met = read_table(table).map_err(value_error)?;
        py.detach(|| {
            let engine = match &weights {
                None => Evaluator::built_in(cache).map_err(value_error)?,
                Some(path) => {
                    let nets: Nets = read_weights(&path.to_string_lossy()).map_err(value_error)?;
                    Evaluator::new(nets, cache)
                }
            };
            let folders = match databases {
                "small" | "none" => Vec::new(),
                "user" => Directories::of_user().map(|user| user.database_folders()).unwrap_or_default(),
                folder if Path::new(folder).is_dir() => vec![PathBuf::from(folder)],
                other => {
                    return Err(PyValueError::new_err(format!(
                        "databases must be \"small\", \"none\", \"user\" or a folder, not {other:?}"
                    )));
                }
            };
            let folders: Vec<&Path> =
                folders.iter().map(PathBuf::as_path).filter(|folder| folder.is_dir()).collect();
            let (mut found, problems) = Databases::load(&folders);
            if let Some(problem) = problems.first() {
                return Err(value_error(&problem.error));
            }
            if databases != "none" {
                supply_small(&mut found).map_err(value_error)?;
            }
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            let engine = Arc::new(engine.with_databases(found));
            Ok(Engine { engine, table: Arc::new(met), table_name: table.to_owned(), pool })
        })
    }

    #[getter]
    fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    #[getter]
    fn kernel(&self) -> &'static str {
        self.engine.nets().kernel_name()
    }

    #[getter]
    pub(crate) fn fingerprint(&self) -> u64 {
        self.engine.fingerprint()
    }

    /// What evaluates a position.
    fn class_of(&self, state: &State) -> &'static str {
        self.engine.class_of(&state.0.board, state.0.rules.variation).name()
    }

    /// The settings and the filter of a level: plies, noise, filter; and its name, if it rolls out after the search.
    #[staticmethod]
    fn level(name: &str) -> PyResult<(u8, f32, &'static str, Option<&'static str>)> {
        let level = level_of(name)?;
        let settings = level.evaluation();
        let preset = MoveFilters::PRESETS.iter().find(|(_, filters)| *filters == level.filters());
        let rolling = level.rollout().map(|_| level.name());
        Ok((settings.plies, settings.noise, preset.map_or("normal", |(name, _)| *name), rolling))
    }

    /// The chances of many boards of 50 bytes each: five 32-bit numbers for each, in cubeless money play.
    fn chances<'py>(
        &self,
        py: Python<'py>,
        boards: &[u8],
        variation_name: &str,
        fields: SettingFields,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let (variation, settings) = (variation(variation_name)?, settings(fields)?);
        let n = boards.len() / BOARD;
        // The threads write where Python reads: nothing is copied while they wait.
        PyByteArray::new_with(py, n * ROW, |rows| {
            let found = match n <= SMALL && settings.plies == 0 {
                true => py.detach(|| self.batch(boards, rows, variation, &settings, &CancelToken::new())),
                false => work::quietly(py, |cancel| self.batch(boards, rows, variation, &settings, cancel))?,
            };
            found.map_err(PyValueError::new_err)
        })
    }

    /// The value of a position before the roll.
    fn evaluate(&self, py: Python<'_>, state: &State, fields: SettingFields) -> PyResult<EvaluationFound> {
        let (root, settings) = (self.root(state), settings(fields)?);
        let found =
            self.search(py, settings.plies, |engine, cancel| engine.evaluate(&root, &settings, cancel))?;
        Ok(evaluation_found(&found))
    }

    /// The plays of a roll, the best first, each with its value and the plies it was evaluated at. A level that rolls out
    /// does so with the plays that the search leaves open; they come first.
    #[expect(clippy::type_complexity, reason = "a tuple for Python")]
    fn plays(
        &self,
        py: Python<'_>,
        state: &State,
        dice: (u8, u8),
        fields: SettingFields,
        filter: &str,
        rolling: Option<&str>,
    ) -> PyResult<Vec<(String, Vec<(u8, u8)>, State, EvaluationFound, u8)>> {
        let dice = Dice::new(dice.0, dice.1).map_err(value_error)?;
        let (root, settings, filters) = (self.root(state), settings(fields)?, filters(filter)?);
        let rollout = rollout_of(rolling, settings.cubeful)?;
        let ranked = self.search(py, settings.plies, |engine, cancel| {
            let ranked = engine.rank_plays(&root, dice, &settings, &filters, cancel, |_| ())?;
            let Some(rollout) = &rollout else { return Ok(ranked) };
            self.step(rollout).ranked(&state.0, ranked, &filters, cancel)
        })?;
        let one = |play: &RankedPlay| {
            let (text, steps, after) = found(&state.0, &play.play, play.after);
            (text, steps, after, evaluation_found(&play.evaluation), play.plies)
        };
        Ok(ranked.iter().map(one).collect())
    }

    /// The cube decision of the player on roll: equities of no double, take, drop; the same as match winning chances;
    /// verdict, its number, whether the cube is available; chances and cubeless equity.
    #[expect(clippy::type_complexity, reason = "a tuple for Python")]
    fn cube(
        &self,
        py: Python<'_>,
        state: &State,
        fields: SettingFields,
        rolling: Option<&str>,
    ) -> PyResult<([f32; 3], Option<[f32; 3]>, &'static str, u8, bool, Chances, f32)> {
        let (root, settings) = (self.root(state), settings(fields)?);
        let rollout = rollout_of(rolling, true)?;
        let found = self.search(py, settings.plies, |engine, cancel| {
            let found = engine.cube_decision(&root, &settings, cancel)?;
            let Some(rollout) = &rollout else { return Ok(found) };
            self.step(rollout).decided(&state.0, found, cancel)
        })?;
        let equities = &found.equities;
        Ok((
            [equities.no_double.0, equities.double_take.0, equities.double_pass.0],
            equities.mwc.map(|all| all.map(|mwc| mwc.0)),
            found.verdict.text(),
            found.verdict as u8,
            found.verdict.is_available(),
            found.probs.to_array(),
            found.cubeless.0,
        ))
    }

    /// The engine's own speed: static evaluations of all threads, without the cache, and the seconds they took; measured
    /// for so long.
    fn speed(&self, py: Python<'_>, seconds: f64) -> PyResult<(u64, f64)> {
        let threads = self.pool.current_num_threads();
        let measured = work::quietly(py, |cancel| {
            self.pool.install(|| gnubg_session::speed::measured(&self.engine, threads, seconds, cancel))
        })?;
        Ok((measured.evaluations, measured.seconds))
    }
}

impl Engine {
    fn root(&self, state: &State) -> Root {
        let state = MatchState { phase: Phase::Due(Decision::Roll), declined: None, ..*state.0 };
        Root::of(&state, &self.table)
    }

    /// The last step of levels that roll out.
    fn step<'a>(&'a self, settings: &'a RolloutSettings) -> RolloutStep<'a> {
        let threads = self.pool.current_num_threads();
        RolloutStep { engine: &self.engine, table: &self.table, settings, threads }
    }

    /// Searches on the engine's threads; without look-ahead on the caller's.
    fn search<T: Send>(
        &self,
        py: Python<'_>,
        plies: u8,
        search: impl FnOnce(&Evaluator, &CancelToken) -> Result<T, Cancelled> + Send,
    ) -> PyResult<T> {
        let found = match plies {
            0 => py.detach(|| search(&self.engine, &CancelToken::new())),
            _ => work::quietly(py, |cancel| self.pool.install(|| search(&self.engine, cancel)))?,
        };
        found.map_err(value_error)
    }

    /// Writes the chances of all boards into `rows`.
    fn batch(
        &self,
        boards: &[u8],
        rows: &mut [u8],
        variation: Variation,
        settings: &EvalSettings,
        cancel: &CancelToken,
    ) -> Result<(), String> {
        let share = |(n, (share, rows)): (usize, (&[u8], &mut [u8]))| {
            cancel.check().map_err(|error| error.to_string())?;
            let read = |(k, bytes): (usize, &[u8])| {
                board_of(bytes).map_err(|reason| format!("position {}: {reason}", n * SHARE + k))
            };
            let boards: Vec<Board> =
                share.chunks_exact(BOARD).enumerate().map(read).collect::<Result<_, _>>()?;
            let mut found = vec![Probs::default(); boards.len()];
            if settings.plies == 0 && settings.noise == 0.0 {
                self.engine.static_chances(&boards, variation, &mut found);
            } else {
                let rules = Rules { variation, jacoby: false, beavers: 0, ..Rules::default() };
                let settings = EvalSettings { cubeful: false, ..*settings };
                let start = MatchState::new(0, rules).map_err(|error| error.to_string())?;
                for (board, probs) in boards.iter().zip(&mut found) {
                    let state = MatchState { board: *board, phase: Phase::Due(Decision::Roll), ..start };
                    let root = Root::of(&state, &self.table);
                    let evaluation = self.engine.evaluate(&root, &settings, cancel);
                    *probs = evaluation.map_err(|error| error.to_string())?.probs;
                }
            }
            for (row, probs) in rows.chunks_exact_mut(ROW).zip(&found) {
                row.copy_from_slice(probs.to_array().map(f32::to_ne_bytes).as_flattened());
            }
            Ok(())
        };
        let rows = rows.par_chunks_mut(SHARE * ROW);
        let shares = boards.par_chunks(SHARE * BOARD).zip(rows).enumerate();
        self.pool.install(|| shares.try_for_each(share))
    }
}
