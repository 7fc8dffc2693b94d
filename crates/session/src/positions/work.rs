// SPDX-License-Identifier: GPL-3.0-or-later
//! The steps of what is done with a database.

use super::{DatabaseError, MIN_TRIALS, PositionDatabase, RolledOut, UnfinishedGeneration};
use gnubg_engine::core::{Board, CancelToken, Dice, MatchState, Phase, PlayList, Rules, Variation};
use gnubg_engine::core::{Decision, Probs};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{Engine, EvalSettings, MoveFilters, Root};
use gnubg_engine::rollout::{Effort, Ending, Rollout, RolloutSettings, Subject};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, Instant, SystemTime};

/// Self-play games are cut off after so many plies; only badly trained nets play that long.
const MOST_PLIES: usize = 400;

/// Money play without the Jacoby rule, before the roll.
pub(super) fn money(board: Board) -> Result<MatchState, DatabaseError> {
    let rules = Rules { jacoby: false, ..Rules::default() };
    let start = MatchState::new(0, rules).map_err(|error| DatabaseError::Work(error.to_string()))?;
    Ok(MatchState { board, phase: Phase::Due(Decision::Roll), ..start })
}

fn roll(rng: &mut impl Rng) -> Result<Dice, DatabaseError> {
    let dice = Dice::new(rng.random_range(1..=6), rng.random_range(1..=6));
    dice.map_err(|error| DatabaseError::Work(error.to_string()))
}

/// Games that the engine plays against itself without look-ahead, from the start to the bearoff.
pub(super) struct Generation {
    seed: u64,
    rng: Xoshiro256PlusPlus,
    table: MatchEquityTable,
    board: Board,
    /// Plies played of the game.
    plies: usize,
    added: usize,
    wanted: usize,
    threshold: f32,
}

impl Generation {
    /// With a threshold only positions are wanted whose equity changes by at least that much with one ply of look-ahead.
    pub(super) fn new(wanted: usize, threshold: f32, seed: u64) -> Generation {
        let (rng, table) = (Xoshiro256PlusPlus::seed_from_u64(seed), MatchEquityTable::default());
        Generation { seed, rng, table, board: Board::default(), plies: 0, added: 0, wanted, threshold }
    }

    /// Continues what was stopped, if it was the same. The games are played again: positions that are there are not new.
    pub(super) fn resume(&mut self, stopped: UnfinishedGeneration) {
        let same = UnfinishedGeneration { added: stopped.added, ..self.state() };
        if stopped == same && stopped.added < self.wanted {
            self.added = stopped.added;
        }
    }

    /// What is left to do; `None` at the end.
    pub(super) fn unfinished(&self) -> Option<UnfinishedGeneration> {
        (self.added < self.wanted).then(|| self.state())
    }

    const fn state(&self) -> UnfinishedGeneration {
        let &Generation { wanted, added, threshold, seed, .. } = self;
        UnfinishedGeneration { wanted, added, threshold, seed }
    }

    /// Positions added, and wanted.
    pub(super) const fn counts(&self) -> (usize, usize) {
        (self.added, self.wanted)
    }

    /// Plays a turn; whether a position was added.
    pub(super) fn step(
        &mut self,
        database: &mut PositionDatabase,
        engine: &Engine,
        cancel: &CancelToken,
    ) -> Result<bool, DatabaseError> {
        cancel.check()?;
        if self.plies == MOST_PLIES || is_exact(engine, &self.board) {
            (self.board, self.plies) = (Board::default(), 0);
        }
        let settings = |plies| EvalSettings { cubeful: false, ..EvalSettings::at(plies) };
        let board = self.board;
        let root = Root::of(&money(board)?, &self.table);
        let mut dice = roll(&mut self.rng)?;
        while board == Board::default() && dice.is_double() {
            dice = roll(&mut self.rng)?;
        }
        let equity = |plies| -> Result<f32, DatabaseError> {
            Ok(engine.evaluate(&root, &settings(plies), cancel)?.probs.money_equity().0)
        };
        let is_wanted = self.threshold <= 0.0 || (equity(0)? - equity(1)?).abs() >= self.threshold;
        let is_added = is_wanted && database.insert(&board);
        self.added += usize::from(is_added);
        let mut list = PlayList::new();
        list.generate(&board, dice);
        self.board = if list.is_empty() {
            board.swapped()
        } else {
            let best = engine.best_play(&root, dice, &settings(0), &MoveFilters::NORMAL, cancel)?;
            best.play.apply(&board).swapped()
        };
        self.plies += 1;
        Ok(is_added)
    }
}

/// Whether the game is over, or a bearoff database knows the chances.
fn is_exact(engine: &Engine, board: &Board) -> bool {
    board.outcome(Variation::Standard).is_some()
        || engine.databases().class_of(board, Variation::Standard).is_some()
}

/// The rollouts of the positions that have fewer games than wanted, without the cube.
pub(super) struct RollOuts {
    todo: Vec<Board>,
    done: usize,
    /// The rollout of the next position, if it has begun.
    running: Option<Rollout>,
    settings: RolloutSettings,
    fingerprint: u64,
    table: MatchEquityTable,
    threads: usize,
}

impl RollOuts {
    pub(super) fn new(
        database: &PositionDatabase,
        engine: &Engine,
        settings: &RolloutSettings,
        threads: usize,
    ) -> Result<RollOuts, DatabaseError> {
        let settings = RolloutSettings { cubeful: false, initial: false, ..settings.clone() };
        let mut hasher = DefaultHasher::new();
        format!("{settings:?} {}", engine.fingerprint()).hash(&mut hasher);
        let todo: Vec<Board> = database
            .positions()
            .filter(|(_, rollout)| rollout.is_none_or(|rollout| rollout.trials < settings.trials))
            .map(|(board, _)| board)
            .collect();
        if todo.is_empty() {
            return Err(DatabaseError::Nothing("every position has that many games already"));
        }
        let (fingerprint, table) = (hasher.finish(), MatchEquityTable::default());
        Ok(RollOuts { todo, done: 0, running: None, settings, fingerprint, table, threads })
    }

    /// Positions done, and all.
    pub(super) const fn counts(&self) -> (usize, usize) {
        (self.done, self.todo.len())
    }

    /// Rolls out for about this time; whether the rollout of a position is done.
    pub(super) fn step(
        &mut self,
        database: &mut PositionDatabase,
        engine: &Engine,
        time: Duration,
        cancel: &CancelToken,
    ) -> Result<bool, DatabaseError> {
        let failed = |error: &dyn std::fmt::Display| DatabaseError::Work(error.to_string());
        let Some(&board) = self.todo.get(self.done) else { return Ok(false) };
        let mut rollout = match self.running.take() {
            Some(rollout) => rollout,
            None => {
                let subject =
                    Subject::position(&money(board)?, &self.table).map_err(|error| failed(&error))?;
                Rollout::new(subject, self.settings.clone()).map_err(|error| failed(&error))?
            }
        };
        let effort = Effort { time_limit: Some(time), whole_games: true, ..Effort::threads(self.threads) };
        let ending = rollout.run(engine, &effort, cancel, &mut |_| {}).map_err(|error| failed(&error))?;
        cancel.check()?;
        if ending == Ending::TimeUp {
            self.running = Some(rollout);
            return Ok(false);
        }
        let results = rollout.results();
        let result = results.alternatives.first().ok_or(DatabaseError::Nothing("no game was played"))?;
        let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        let rolled = RolledOut {
            chances: result.probs.to_array(),
            errors: result.probs_std_error().map(|error| error as f32),
            trials: result.games(),
            time,
            settings: self.fingerprint,
        };
        database.set(&board, rolled);
        self.done += 1;
        Ok(true)
    }
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
pub(super) fn targets(database: &PositionDatabase) -> Result<Vec<(Board, Probs)>, DatabaseError> {
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

/// A comparison of the static evaluation of an engine with the rollouts, under way.
pub(super) struct Verification {
    targets: Vec<(Board, Probs)>,
    done: usize,
    /// The sums of the squared errors: of the five chances, and of the equity.
    sums: [f64; 6],
}

impl Verification {
    /// Of the positions of a database.
    ///
    /// # Errors
    /// If no position has enough games.
    pub(super) fn new(database: &PositionDatabase) -> Result<Verification, DatabaseError> {
        Ok(Verification { targets: targets(database)?, done: 0, sums: [0.0; 6] })
    }

    /// Positions compared, and all.
    pub(super) const fn counts(&self) -> (usize, usize) {
        (self.done, self.targets.len())
    }

    pub(super) fn sums(&self) -> Vec<f64> {
        self.sums.to_vec()
    }

    /// Continues a comparison that was stopped.
    pub(super) fn resume(&mut self, done: usize, sums: &[f64]) {
        if let Ok(sums) = sums.try_into() {
            (self.done, self.sums) = (done, sums);
        }
    }

    /// Compares for about this time, at least one position; whether it is done.
    pub(super) fn step(
        &mut self,
        engine: &Engine,
        time: Duration,
        cancel: &CancelToken,
    ) -> Result<bool, DatabaseError> {
        let end = Instant::now() + time;
        while let Some((board, probs)) = self.targets.get(self.done) {
            cancel.check()?;
            let found = engine.static_value_of(board, Variation::Standard).probs;
            for (sum, (a, b)) in self.sums.iter_mut().zip(found.to_array().into_iter().zip(probs.to_array()))
            {
                *sum += f64::from(a - b).powi(2);
            }
            self.sums[5] += f64::from(found.money_equity().0 - probs.money_equity().0).powi(2);
            self.done += 1;
            if Instant::now() > end {
                break;
            }
        }
        Ok(self.done == self.targets.len())
    }

    /// The errors so far.
    pub(super) fn errors(&self) -> VerificationErrors {
        let n = self.done.max(1) as f64;
        let [a, b, c, d, e, equity] = self.sums.map(|sum| (sum / n).sqrt());
        VerificationErrors { positions: self.done, chances: [a, b, c, d, e], equity }
    }
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
    pub(super) fn rate_of(&self, pass: usize) -> f32 {
        self.rate * 0.1f32.powf(pass as f32 / self.passes.max(2).saturating_sub(1) as f32)
    }
}
