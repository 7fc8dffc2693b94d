// SPDX-License-Identifier: GPL-3.0-or-later
//! Examinations: what the choices of nets lose against recorded analysis or rollouts, by kind of position.
//!
//! Decisions come from three kinds of files. A *match* in any format gives its plays with the recorded candidates. *Lines of
//! JSON* give plays: `id` (the position of the player on roll), `dice`, and `moves`, lists of the position after a play
//! (opponent on roll) and one or more equities of the mover, whose mean counts. A *database of positions* gives the cube
//! decisions of money play at its positions, judged by the chances of their rollouts.

use super::work::money;
use super::{DatabaseError, Header, MAX_BYTES, MIN_TRIALS, PositionDatabase, file_error, line_error};
use gnubg_engine::core::{Board, CancelToken, Dice, MatchState, Probs};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{Engine, EvalSettings, MoveFilters, Root};
use gnubg_engine::input;
use gnubg_record::EntryAction;
use gnubg_train::kind::PositionKind;
use rayon::prelude::*;
use serde::Deserialize;
use std::path::Path;

/// What a play costs beyond the worst recorded one if it is not recorded.
const UNLISTED: f32 = 0.02;

/// A decision not to double counts if doubling is at most this much worse, as in the statistics of matches.
const CLOSE: f32 = 0.16;

/// A decision with its judgement.
#[derive(Clone, Debug)]
pub enum ExamDecision {
    /// A play.
    Play {
        /// The position and what the play depends on, dice included.
        state: Box<MatchState>,
        /// The roll.
        dice: Dice,
        /// Whether the equities take the cube into account.
        cubeful: bool,
        /// Positions after plays, the opponent on roll, with the mover's equities.
        listed: Vec<(Board, f32)>,
    },
    /// Whether to double a position in money play, and whether to take.
    Cube {
        /// The position.
        board: Board,
        /// Its chances as rolled out.
        probs: Probs,
    },
}

#[derive(Deserialize)]
struct RecordedPlay {
    id: String,
    dice: [u8; 2],
    moves: Vec<Vec<serde_json::Value>>,
}

/// Reads the decisions of a file.
///
/// # Errors
/// If it cannot be read, or has no decision that can be judged.
pub fn read_decisions(path: &Path) -> Result<Vec<ExamDecision>, DatabaseError> {
    let bytes = input::read_limited(path, MAX_BYTES).map_err(|error| file_error(path, &error))?;
    let found = match std::str::from_utf8(&bytes) {
        Ok(text) if text.lines().next().and_then(Header::of).is_some() => {
            of_database(&PositionDatabase::read(path)?)
        }
        Ok(text) if text.trim_start().starts_with('{') => {
            let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
            lines
                .map(|(n, line)| of_line(line).map_err(|reason| line_error(path, n, reason)))
                .collect::<Result<Vec<_>, DatabaseError>>()?
        }
        _ => of_matches(path, &bytes)?,
    };
    if found.is_empty() {
        return Err(file_error(
            path,
            &"it has no analyzed play and no position with a rollout of 36 games or more",
        ));
    }
    Ok(found)
}

fn of_database(database: &PositionDatabase) -> Vec<ExamDecision> {
    let enough = database.positions().filter_map(|(board, rollout)| {
        let rollout = rollout.filter(|rollout| rollout.trials >= MIN_TRIALS)?;
        Some(ExamDecision::Cube { board, probs: rollout.probs() })
    });
    enough.collect()
}

fn of_line(line: &str) -> Result<ExamDecision, String> {
    let RecordedPlay { id, dice, moves } = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let board = super::board_of(&id)?;
    let dice = Dice::new(dice[0], dice[1]).map_err(|error| error.to_string())?;
    let listed = moves.iter().map(|one| {
        let numbers: Vec<f64> = one.iter().skip(1).filter_map(serde_json::Value::as_f64).collect();
        let id = one.first().and_then(serde_json::Value::as_str).filter(|_| !numbers.is_empty());
        let id = id.ok_or("a move is no list of a position and equities")?;
        Ok((super::board_of(id)?, (numbers.iter().sum::<f64>() / numbers.len() as f64) as f32))
    });
    let listed = listed.collect::<Result<Vec<_>, String>>()?;
    if listed.is_empty() {
        return Err("it has no moves".to_owned());
    }
    let state = money(board).map_err(|error| error.to_string())?;
    Ok(ExamDecision::Play { state: Box::new(state), dice, cubeful: false, listed })
}

/// The plays of matches that have two candidates or more.
fn of_matches(path: &Path, bytes: &[u8]) -> Result<Vec<ExamDecision>, DatabaseError> {
    let name = path.file_name().map(|name| name.to_string_lossy());
    let import =
        gnubg_formats::read(bytes, name.as_deref(), None).map_err(|error| file_error(path, &error))?;
    let mut found = Vec::new();
    for record in import.matches.iter().map(|one| &one.record) {
        for game in &record.games {
            for step in game.walk(record.length) {
                let EntryAction::Play { dice, .. } = step.entry.action else { continue };
                let Some(analysis) = step.entry.play_analysis().filter(|known| known.candidates.len() > 1)
                else {
                    continue;
                };
                let (player, before) = (step.entry.player, step.before);
                let board = before.board_of(player);
                let state = MatchState { on_roll: player, board, ..before };
                let after = |candidate: &gnubg_record::analysis::Candidate| {
                    (candidate.play.apply(&board).swapped(), candidate.equity.0)
                };
                let listed = analysis.candidates.iter().map(after).collect();
                found.push(ExamDecision::Play { state: Box::new(state), dice, cubeful: true, listed });
            }
        }
    }
    Ok(found)
}

impl ExamDecision {
    fn kind(&self) -> PositionKind {
        match self {
            ExamDecision::Play { state, .. } => PositionKind::of(&state.board),
            ExamDecision::Cube { board, .. } => PositionKind::of(board),
        }
    }

    /// What the choice of an engine loses, for each decision there is: a play, or a double and its answer.
    fn losses(
        &self,
        engine: &Engine,
        plies: u8,
        table: &MatchEquityTable,
        cancel: &CancelToken,
    ) -> Result<Vec<f32>, DatabaseError> {
        let settings = |cubeful| EvalSettings { cubeful, ..EvalSettings::at(plies) };
        match self {
            ExamDecision::Play { state, dice, cubeful, listed } => {
                let root = Root::of(state, table);
                let best =
                    engine.best_play(&root, *dice, &settings(*cubeful), &MoveFilters::NORMAL, cancel)?;
                let equities = || listed.iter().map(|(_, equity)| *equity);
                let (most, least) =
                    (equities().fold(f32::NEG_INFINITY, f32::max), equities().fold(f32::INFINITY, f32::min));
                let made = listed.iter().find(|(after, _)| *after == best.after);
                Ok(vec![most - made.map_or(least - UNLISTED, |(_, equity)| *equity)])
            }
            ExamDecision::Cube { board, probs } => {
                let root = Root::of(&money(*board)?, table);
                let known = engine.cube_decision_of(&root, *probs).equities;
                let own = engine.cube_decision(&root, &settings(true), cancel)?.equities;
                let value = |double: bool, take: bool| match (double, take) {
                    (false, _) => known.no_double.0,
                    (true, true) => known.double_take.0,
                    (true, false) => known.double_pass.0,
                };
                let takes = |equities: &gnubg_engine::cube::CubeEquities| {
                    equities.double_take <= equities.double_pass
                };
                let doubles = |equities: &gnubg_engine::cube::CubeEquities| {
                    equities.double_take.0.min(equities.double_pass.0) >= equities.no_double.0
                };
                let (right_take, right_double) = (takes(&known), doubles(&known));
                let best = value(right_double, right_take);
                let is_close = best - value(true, right_take).min(known.double_pass.0) < CLOSE;
                let lost = best - value(doubles(&own), right_take);
                if !is_close && lost == 0.0 {
                    return Ok(Vec::new());
                }
                Ok(vec![lost, (value(true, takes(&own)) - value(true, right_take)).max(0.0)])
            }
        }
    }
}

/// The mean of numbers and its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExamMean {
    n: u32,
    sum: f64,
    squares: f64,
}

impl ExamMean {
    fn add(&mut self, value: f64) {
        self.n += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Number of decisions.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.n
    }

    /// The mean and its standard error, times 500: a performance rating.
    #[must_use]
    pub fn rating(&self) -> [f64; 2] {
        let n = f64::from(self.n.max(1));
        let mean = self.sum / n;
        let variance = (self.squares / n - mean * mean).max(0.0) / (n - 1.0).max(1.0);
        [500.0 * mean, 500.0 * variance.sqrt()]
    }
}

/// What decisions of one kind cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExamGrade {
    /// The kind; `None` for all together.
    pub kind: Option<PositionKind>,
    /// Of the nets examined.
    pub own: ExamMean,
    /// Of the nets they are compared with, and the difference decision by decision.
    pub other: Option<[ExamMean; 2]>,
}

/// An examination under way.
pub(super) struct Exam {
    decisions: Vec<ExamDecision>,
    next: usize,
    plies: u8,
    against: Option<Box<Engine>>,
    table: MatchEquityTable,
    grades: Vec<ExamGrade>,
}

impl Exam {
    pub(super) fn new(decisions: Vec<ExamDecision>, plies: u8, against: Option<Box<Engine>>) -> Exam {
        let other = against.as_ref().map(|_| [ExamMean::default(); 2]);
        let kinds = PositionKind::ALL.map(Some).into_iter().chain([None]);
        let grades = kinds.map(|kind| ExamGrade { kind, own: ExamMean::default(), other }).collect();
        Exam { decisions, next: 0, plies, against, table: MatchEquityTable::default(), grades }
    }

    /// Number of decisions done, and of all.
    pub(super) const fn counts(&self) -> (usize, usize) {
        (self.next, self.decisions.len())
    }

    /// The sums of all grades: number, sum and sum of squares of each mean.
    pub(super) fn sums(&self) -> Vec<f64> {
        let means = self
            .grades
            .iter()
            .flat_map(|grade| std::iter::once(grade.own).chain(grade.other.into_iter().flatten()));
        means.flat_map(|mean| [f64::from(mean.n), mean.sum, mean.squares]).collect()
    }

    /// Continues an examination that was stopped after so many decisions.
    pub(super) fn resume(&mut self, done: usize, sums: &[f64]) {
        if sums.len() != self.sums().len() {
            return;
        }
        let means = self
            .grades
            .iter_mut()
            .flat_map(|grade| std::iter::once(&mut grade.own).chain(grade.other.iter_mut().flatten()));
        for (mean, known) in means.zip(sums.chunks_exact(3)) {
            *mean = ExamMean { n: known[0] as u32, sum: known[1], squares: known[2] };
        }
        self.next = done;
    }

    /// Judges some decisions on all threads; whether that were the last.
    pub(super) fn step(
        &mut self,
        engine: &Engine,
        some: usize,
        cancel: &CancelToken,
    ) -> Result<bool, DatabaseError> {
        let end = (self.next + some).min(self.decisions.len());
        let judge = |decision: &ExamDecision| {
            let losses = |engine: &Engine| decision.losses(engine, self.plies, &self.table, cancel);
            let other = self.against.as_deref().map(losses).transpose()?;
            Ok((decision.kind(), losses(engine)?, other))
        };
        let judged: Vec<_> =
            self.decisions[self.next..end].par_iter().map(judge).collect::<Result<_, DatabaseError>>()?;
        for (kind, own, other) in judged {
            self.add(kind, &own, other.as_deref());
        }
        self.next = end;
        Ok(end == self.decisions.len())
    }

    fn add(&mut self, kind: PositionKind, own: &[f32], other: Option<&[f32]>) {
        // A cube decision may count for the nets on one side only: then the other side has lost nothing.
        let n = own.len().max(other.map_or(0, <[f32]>::len));
        let at = |losses: &[f32], k: usize| f64::from(losses.get(k).copied().unwrap_or(0.0));
        for grade in self.grades.iter_mut().filter(|grade| grade.kind.is_none_or(|of| of == kind)) {
            for k in 0..n {
                grade.own.add(at(own, k));
                if let (Some([mean, difference]), Some(other)) = (&mut grade.other, other) {
                    mean.add(at(other, k));
                    difference.add(at(own, k) - at(other, k));
                }
            }
        }
    }

    /// The kinds that occurred, and all together.
    pub(super) fn grades(&self) -> Vec<ExamGrade> {
        self.grades.iter().filter(|grade| grade.own.n > 0).copied().collect()
    }
}
