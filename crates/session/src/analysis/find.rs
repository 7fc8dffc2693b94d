// SPDX-License-Identifier: GPL-3.0-or-later
//! Analyzing one entry.

use super::task::{AnalysisTask, play_of};
use crate::convert::{cube_analysis, play_analysis};
use crate::options::AnalysisOptions;
use crate::rollout::convert::StoredRollout;
use gnubg_engine::core::{CancelToken, Cancelled, Dice, Equity, MatchState, Phase, Play, Probs, ResignLevel};
use gnubg_engine::cube::{CubeInfo, MatchEquityTable, policy};
use gnubg_engine::eval::{Engine, EvalSettings, MoveFilters, RankedPlay, Root, compare};
use gnubg_record::analysis::{Analysis, CubeAnalysis, PlayAnalysis, ResignAnalysis};
use gnubg_record::{Entry, EntryAction, MatchRecord};
use std::sync::Arc;

/// Everything an analysis depends on besides the record.
#[derive(Clone, Debug)]
pub struct Analyst {
    /// What is analyzed, and at which level.
    pub options: AnalysisOptions,
    /// What evaluates.
    pub engine: Arc<Engine>,
    /// The match equity table.
    pub table: Arc<MatchEquityTable>,
}

/// The analysis of one entry.
#[derive(Clone, Debug)]
pub struct Finding {
    task: AnalysisTask,
    play: Option<PlayAnalysis>,
    cube: Option<CubeAnalysis>,
    luck: Option<Equity>,
    resignation: Option<ResignAnalysis>,
    rollout: Option<Box<StoredRollout>>,
}

impl Finding {
    fn new(task: AnalysisTask) -> Finding {
        Finding { task, play: None, cube: None, luck: None, resignation: None, rollout: None }
    }

    /// The result of rolling out a decision of an entry.
    pub(crate) fn of_rollout(task: AnalysisTask, rolled: StoredRollout) -> Finding {
        Finding { rollout: Some(Box::new(rolled)), ..Finding::new(task) }
    }

    /// Index of the game.
    #[must_use]
    pub const fn game(&self) -> usize {
        self.task.game
    }

    /// Index of the entry in it.
    #[must_use]
    pub const fn entry(&self) -> usize {
        self.task.entry
    }

    /// Whether it still belongs to this entry: neither the entry nor the state before it has changed.
    #[must_use]
    pub fn is_about(&self, entry: &Entry, before: &MatchState) -> bool {
        entry.player == self.task.player && entry.action == self.task.action && *before == self.task.before
    }

    /// Puts it into its entry. Candidates selected for a rollout stay selected.
    pub fn store(&self, entry: &mut Entry) {
        if let Some(rolled) = &self.rollout {
            return rolled.store(entry);
        }
        entry.update_analysis(|analysis| {
            if let Some(play) = &self.play {
                let mut play = play.clone();
                keep_marks(&mut play, analysis);
                analysis.set_play(play);
                analysis.play_rollout = None;
            }
            if let Some(cube) = &self.cube {
                let is_marked = analysis.cube.as_ref().is_some_and(|old| old.is_marked);
                analysis.set_cube(CubeAnalysis { is_marked, ..cube.clone() });
                analysis.cube_rollout = None;
            }
            analysis.luck = self.luck.or(analysis.luck);
            analysis.resignation = self.resignation.or(analysis.resignation);
        });
    }
}

impl Finding {
    /// Puts it into the record, which has not changed since.
    pub(crate) fn put_into(&self, record: &mut MatchRecord) {
        if let Some(entry) = record.entry_mut(self.game(), self.entry()) {
            self.store(entry);
        }
    }
}

/// Candidates selected for a rollout in the old analysis stay selected in the new one.
fn keep_marks(play: &mut PlayAnalysis, old: &Analysis) {
    let chosen =
        |old: &PlayAnalysis, play: &Play| old.candidates.iter().any(|one| one.is_marked && one.play == *play);
    let Some(old) = &old.play else { return };
    for candidate in &mut play.candidates {
        candidate.is_marked |= chosen(old, &candidate.play);
    }
}

impl Analyst {
    /// Does a task.
    ///
    /// # Errors
    /// If cancelled.
    pub fn run(&self, task: &AnalysisTask, cancel: &CancelToken) -> Result<Finding, Cancelled> {
        cancel.check()?;
        let root = Root::of(&task.state, &self.table);
        let (wanted, dice) = (task.wanted, task.action.dice());
        let mut finding = Finding::new(task.clone());
        if wanted.cube {
            let settings = self.options.cube.evaluation;
            let decision = self.engine.cube_decision(&root, &settings, cancel)?;
            finding.cube = Some(cube_analysis(&decision, &settings));
        }
        if let (true, Some(dice), Some(play)) = (wanted.play, dice, play_of(&task.action)) {
            finding.play = Some(self.play(&root, dice, play, cancel)?);
        }
        if let (true, Some(dice)) = (wanted.luck, dice) {
            finding.luck =
                Some(self.luck(&task.state, &root, dice, task.before.phase == Phase::Opening, cancel)?);
        }
        if let (true, EntryAction::Resign(level)) = (wanted.resignation, &task.action) {
            finding.resignation = Some(self.resignation(task, *level, cancel)?);
        }
        Ok(finding)
    }

    /// Ranks the plays; the one played and the best one are evaluated at full depth whatever the filters say, and so are
    /// those of the filters that are no bad plays, or that may have to be rolled out.
    fn play(
        &self,
        root: &Root,
        dice: Dice,
        play: &Play,
        cancel: &CancelToken,
    ) -> Result<PlayAnalysis, Cancelled> {
        let settings = self.options.checker.evaluation;
        let filters = &self.options.filters;
        let after = play.apply(&root.board).swapped();
        let close = Equity(match self.options.checker.rolls_out() {
            None => self.options.thresholds.bad,
            Some(_) => self.options.thresholds.very_bad,
        });
        let mut ranked = self.engine.judge_play(root, dice, (&after, close), &settings, filters, cancel)?;
        let played = ranked.iter().position(|one| one.after == after);
        let deepen = |one: &mut RankedPlay| {
            if one.plies < settings.plies {
                *one = self.engine.evaluate_play(root, &one.play, &one.after, &settings, cancel)?;
            }
            Ok(())
        };
        if let Some(played) = played {
            deepen(&mut ranked[played])?;
            // The order of steps as recorded.
            ranked[played].play = *play;
        }
        if let Some(best) = ranked.first_mut() {
            deepen(best)?;
        }
        ranked.sort_by(compare);
        Ok(play_analysis(&ranked, play, &settings))
    }

    /// How much better the roll was than rolls are on average. Before the opening roll the average is over the rolls
    /// that either side could have won, seen by the player who did.
    fn luck(
        &self,
        state: &MatchState,
        root: &Root,
        dice: Dice,
        is_opening: bool,
        cancel: &CancelToken,
    ) -> Result<Equity, Cancelled> {
        let settings = &self.options.luck;
        let values = self.engine.roll_values(root, settings, cancel)?;
        let rolled = f64::from(values[dice.index()].0);
        let sum = |values: &[Equity], weight: fn(Dice) -> f64| -> f64 {
            values.iter().zip(Dice::ALL).map(|(value, dice)| weight(dice) * f64::from(value.0)).sum()
        };
        let mean = if is_opening && !dice.is_double() {
            let other = MatchState { board: state.board.swapped(), on_roll: state.on_roll.other(), ..*state };
            let others = self.engine.roll_values(&Root::of(&other, &self.table), settings, cancel)?;
            let single = |dice: Dice| f64::from(u8::from(!dice.is_double()));
            (sum(&values, single) - sum(&others, single)) / 30.0
        } else {
            sum(&values, |dice| f64::from(dice.weight())) / 36.0
        };
        Ok(Equity((rolled - mean) as f32))
    }

    /// What the resigner gives away: cubeless equity of continuing and of losing what was offered.
    fn resignation(
        &self,
        task: &AnalysisTask,
        level: ResignLevel,
        cancel: &CancelToken,
    ) -> Result<ResignAnalysis, Cancelled> {
        let settings = EvalSettings { cubeful: false, ..self.options.cube.evaluation };
        let (cube, probs) = self.chances(&task.before, task, &settings, cancel)?;
        let context = Root::of(&task.state, &self.table).context;
        let before = context.equity(cube, context.cubeless(cube, &probs));
        let cost = policy::resignation_cost(&context, cube, &probs, level);
        Ok(ResignAnalysis { before, after: Equity(before.0 - cost.0), settings })
    }

    /// The resigner's cubeless chances, after the best play of dice on the board.
    fn chances(
        &self,
        before: &MatchState,
        task: &AnalysisTask,
        settings: &EvalSettings,
        cancel: &CancelToken,
    ) -> Result<(CubeInfo, Probs), Cancelled> {
        let root = Root::of(before, &self.table);
        let probs = match before.dice() {
            Some(dice) => {
                let filters = &MoveFilters::NORMAL;
                self.engine.best_play(&root, dice, settings, filters, cancel)?.evaluation.probs
            }
            None => self.engine.evaluate(&root, settings, cancel)?.probs,
        };
        Ok(if before.on_roll == task.player {
            (root.cube, probs)
        } else {
            (root.cube.swapped(), probs.swapped())
        })
    }
}
