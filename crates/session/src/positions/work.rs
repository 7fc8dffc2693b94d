// SPDX-License-Identifier: GPL-3.0-or-later
//! What is done with a database: everything can be interrupted, and continues where it was.

use super::{DatabaseError, MIN_TRIALS, PositionDatabase, RolledOut};
use gnubg_engine::core::{Board, CancelToken, Dice, MatchState, Phase, PlayList, Rules, Variation};
use gnubg_engine::core::{Decision, Probs};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{Engine, EvalSettings, MoveFilters, Nets, Root};
use gnubg_engine::rollout::{Effort, Rollout, RolloutSettings, Subject};
use gnubg_train::course::{Course, Lesson};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

/// How often a database in work is saved.
const SAVE_EVERY: Duration = Duration::from_secs(30);

/// Self-play games are cut off after so many plies; only badly trained nets play that long.
const MOST_PLIES: usize = 400;

fn money(board: Board) -> Result<MatchState, DatabaseError> {
    let rules = Rules { jacoby: false, ..Rules::default() };
    let start = MatchState::new(0, rules).map_err(|error| DatabaseError::Work(error.to_string()))?;
    Ok(MatchState { board, phase: Phase::Due(Decision::Roll), ..start })
}

fn roll(rng: &mut impl Rng) -> Result<Dice, DatabaseError> {
    let dice = Dice::new(rng.random_range(1..=6), rng.random_range(1..=6));
    dice.map_err(|error| DatabaseError::Work(error.to_string()))
}

/// Adds `wanted` new positions of games that the engine plays against itself without look-ahead, from the start to the
/// bearoff. With a threshold, only positions whose equity changes by at least that much with one ply of look-ahead.
/// `progress` gets the number of positions added.
///
/// # Errors
/// If cancelled; the positions found until then are in the database.
pub fn generate(
    database: &mut PositionDatabase,
    engine: &Engine,
    wanted: usize,
    threshold: f32,
    seed: u64,
    cancel: &CancelToken,
    progress: &mut dyn FnMut(usize),
) -> Result<(), DatabaseError> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let table = MatchEquityTable::default();
    let settings = |plies| EvalSettings { cubeful: false, ..EvalSettings::at(plies) };
    let mut added = 0;
    while added < wanted {
        let mut board = Board::default();
        for _ in 0..MOST_PLIES {
            cancel.check()?;
            if added == wanted || is_exact(engine, &board) {
                break;
            }
            let root = Root::of(&money(board)?, &table);
            let mut dice = roll(&mut rng)?;
            while board == Board::default() && dice.is_double() {
                dice = roll(&mut rng)?;
            }
            let equity = |plies| -> Result<f32, DatabaseError> {
                Ok(engine.evaluate(&root, &settings(plies), cancel)?.probs.money_equity().0)
            };
            if (threshold <= 0.0 || (equity(0)? - equity(1)?).abs() >= threshold) && database.insert(&board) {
                added += 1;
                progress(added);
            }
            let mut list = PlayList::new();
            list.generate(&board, dice);
            board = if list.is_empty() {
                board.swapped()
            } else {
                let best = engine.best_play(&root, dice, &settings(0), &MoveFilters::NORMAL, cancel)?;
                best.play.apply(&board).swapped()
            };
        }
    }
    Ok(())
}

/// Whether the game is over, or a bearoff database knows the chances.
fn is_exact(engine: &Engine, board: &Board) -> bool {
    board.outcome(Variation::Standard).is_some()
        || engine.databases().class_of(board, Variation::Standard).is_some()
}

/// Rolls out every position that has fewer games than the settings want, without the cube. The file is saved every half
/// minute and at the end, also when cancelled. `progress` gets the positions done and their number.
///
/// # Errors
/// If nothing is left to do, cancelled, or the file cannot be written.
pub fn roll_out(
    database: &mut PositionDatabase,
    path: &Path,
    engine: &Engine,
    settings: &RolloutSettings,
    threads: usize,
    cancel: &CancelToken,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<usize, DatabaseError> {
    let settings = RolloutSettings { cubeful: false, initial: false, ..settings.clone() };
    let fingerprint = {
        let mut hasher = DefaultHasher::new();
        format!("{settings:?} {}", engine.fingerprint()).hash(&mut hasher);
        hasher.finish()
    };
    let todo: Vec<Board> = database
        .positions()
        .filter(|(_, rollout)| rollout.is_none_or(|rollout| rollout.trials < settings.trials))
        .map(|(board, _)| board)
        .collect();
    if todo.is_empty() {
        return Err(DatabaseError::Nothing("every position has that many games already"));
    }
    let table = MatchEquityTable::default();
    let mut saved = Instant::now();
    for (n, board) in todo.iter().enumerate() {
        let rolled = roll_out_one(*board, engine, &settings, &table, fingerprint, threads, cancel);
        match rolled {
            Ok(rollout) => database.set(board, rollout),
            Err(error) => {
                database.write(path)?;
                return Err(error);
            }
        }
        progress(n + 1, todo.len());
        if saved.elapsed() > SAVE_EVERY {
            database.write(path)?;
            saved = Instant::now();
        }
    }
    database.write(path)?;
    Ok(todo.len())
}

fn roll_out_one(
    board: Board,
    engine: &Engine,
    settings: &RolloutSettings,
    table: &MatchEquityTable,
    fingerprint: u64,
    threads: usize,
    cancel: &CancelToken,
) -> Result<RolledOut, DatabaseError> {
    let failed = |error: &dyn std::fmt::Display| DatabaseError::Work(error.to_string());
    let subject = Subject::position(&money(board)?, table).map_err(|error| failed(&error))?;
    let mut rollout = Rollout::new(subject, settings.clone()).map_err(|error| failed(&error))?;
    rollout.run(engine, &Effort::threads(threads), cancel, &mut |_| {}).map_err(|error| failed(&error))?;
    cancel.check()?;
    let results = rollout.results();
    let result = results.alternatives.first().ok_or(DatabaseError::Nothing("no game was played"))?;
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    Ok(RolledOut {
        chances: result.probs.to_array(),
        errors: result.probs_std_error().map(|error| error as f32),
        trials: result.games(),
        time,
        settings: fingerprint,
    })
}

/// Root mean square errors of nets on a database.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VerificationErrors {
    /// Positions compared.
    pub positions: usize,
    /// Of the five chances.
    pub chances: [f64; 5],
    /// Of the cubeless money equity.
    pub equity: f64,
}

/// The positions with enough games to learn from.
fn targets(database: &PositionDatabase) -> Result<Vec<(Board, Probs)>, DatabaseError> {
    let enough = |rollout: &&RolledOut| rollout.trials >= MIN_TRIALS;
    let found: Vec<(Board, Probs)> = database
        .positions()
        .filter_map(|(board, rollout)| Some((board, rollout.filter(enough)?.probs())))
        .collect();
    if found.is_empty() {
        return Err(DatabaseError::Nothing(
            "no position has a rollout of 36 games or more; use database rollout first",
        ));
    }
    Ok(found)
}

/// Compares the static evaluation of an engine with the rollouts.
///
/// # Errors
/// If no position has enough games.
pub fn verify(database: &PositionDatabase, engine: &Engine) -> Result<VerificationErrors, DatabaseError> {
    let targets = targets(database)?;
    let (mut chances, mut equity) = ([0.0; 5], 0.0);
    for (board, probs) in &targets {
        let found = engine.static_value_of(board, Variation::Standard).probs;
        for (sum, (a, b)) in chances.iter_mut().zip(found.to_array().into_iter().zip(probs.to_array())) {
            *sum += f64::from(a - b).powi(2);
        }
        equity += f64::from(found.money_equity().0 - probs.money_equity().0).powi(2);
    }
    let n = targets.len() as f64;
    Ok(VerificationErrors {
        positions: targets.len(),
        chances: chances.map(|sum| (sum / n).sqrt()),
        equity: (equity / n).sqrt(),
    })
}

/// How nets are trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingOptions {
    /// Passes over the positions, or rounds of self-play.
    pub passes: usize,
    /// Learning rate of the first pass; it falls to a tenth.
    pub rate: f32,
    /// Seed of the order and of the games.
    pub seed: u64,
}

impl TrainingOptions {
    fn rate_of(&self, pass: usize) -> f32 {
        self.rate * 0.1f32.powf(pass as f32 / self.passes.max(2).saturating_sub(1) as f32)
    }
}

/// Trains a copy of nets on the positions of a database that have enough games, and writes it to `out` after each pass.
/// `progress` gets the pass and the root mean square errors of the equity on the positions trained and on every tenth, which
/// is kept for this measurement.
///
/// # Errors
/// If no position has enough games, cancelled, or the nets cannot be written.
pub fn train(
    database: &PositionDatabase,
    nets: &Nets,
    out: &Path,
    options: &TrainingOptions,
    cancel: &CancelToken,
    progress: &mut dyn FnMut(usize, [Option<f64>; 2]),
) -> Result<(), DatabaseError> {
    let lessons: Vec<Lesson> =
        targets(database)?.into_iter().map(|(board, probs)| Lesson { board, probs, weight: 1.0 }).collect();
    let mut course = Course::of(nets, options.seed);
    course.teach(&lessons);
    progress(0, course.errors());
    for pass in 0..options.passes {
        cancel.check()?;
        course.pass(options.rate_of(pass));
        write_nets(&course, out)?;
        progress(pass + 1, course.errors());
    }
    Ok(())
}

/// Trains a copy of nets, or random nets of `width` units, by games against itself, and writes it to `out` after each
/// round. `progress` gets the rounds done.
///
/// # Errors
/// If the width is impossible, cancelled, or the nets cannot be written.
pub fn self_play(
    start: Result<&Nets, usize>,
    games_per_round: u64,
    lambda: f32,
    out: &Path,
    options: &TrainingOptions,
    cancel: &CancelToken,
    progress: &mut dyn FnMut(usize),
) -> Result<(), DatabaseError> {
    let failed = |error: gnubg_train::course::CourseError| DatabaseError::Work(error.to_string());
    let mut course = match start {
        Ok(nets) => Course::of(nets, options.seed),
        Err(width) => Course::random(width, options.seed).map_err(failed)?,
    };
    write_nets(&course, out)?;
    for round in 0..options.passes {
        cancel.check()?;
        let seed = options.seed.wrapping_add(round as u64);
        course.self_play(games_per_round, lambda, options.rate_of(round), seed).map_err(failed)?;
        write_nets(&course, out)?;
        progress(round + 1);
    }
    Ok(())
}

fn write_nets(course: &Course, out: &Path) -> Result<(), DatabaseError> {
    let nets = course.nets().map_err(|error| DatabaseError::Work(error.to_string()))?;
    super::save(out, &nets.to_bytes())
}
