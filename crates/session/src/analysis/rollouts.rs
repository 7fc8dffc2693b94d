// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts of decisions of a record: which decisions, how, and their results.
//!
//! A record is rolled out after it was evaluated, one decision after the other, each on all threads. A rollout that the
//! record has begun is resumed.

use super::Analyst;
use super::find::Finding;
use super::task::{AnalysisTask, Scope, games_of, only_entry, task_at};
use crate::options::AnalysisOptions;
use crate::rollout::convert;
use crate::rollout::resume::resumed;
use gnubg_engine::core::{CancelToken, Play};
use gnubg_engine::rollout::{Effort, Ending, Rollout, RolloutError, RolloutSettings, Subject};
use gnubg_record::analysis::{CubeMethod, Method as Found, PlayAnalysis};
use gnubg_record::errors::double_before;
use gnubg_record::judge::{Judgement, judge_game};
use gnubg_record::walk::WalkStep;
use gnubg_record::{DecisionError, Entry, EntryAction, ErrorKind, GameRecord, MatchRecord, Thresholds};
use std::collections::BTreeMap;

/// Most plays of a roll that are rolled out, besides the one played.
const MAX_PLAYS: usize = 5;

/// Which decisions are rolled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// What evaluation leaves unclear: moves whose best play was not played or has rivals within the minimum error of
    /// very bad plays, close cube decisions, and every double. An analysis by rollout uses this.
    Unclear,
    /// Plays and cube decisions with at least the minimum error of doubtful ones, and close cube decisions.
    Mistakes,
    /// What the user has selected for a rollout.
    Marked,
    /// Every decision that is no matter of course: the best plays and the one that was made.
    Every,
}

/// How decisions of a record are rolled out.
#[derive(Clone, Debug, PartialEq)]
pub struct RolloutPlan {
    /// Checker plays; `None` if they are not.
    pub play: Option<RolloutSettings>,
    /// Cube decisions; `None` if they are not.
    pub cube: Option<RolloutSettings>,
    /// Which of them.
    pub choice: Choice,
}

impl RolloutPlan {
    /// The rollouts of an analysis with these options.
    #[must_use]
    pub fn of_analysis(options: &AnalysisOptions) -> RolloutPlan {
        RolloutPlan {
            play: options.checker.rolls_out().filter(|_| options.plays_on),
            cube: options.cube.rolls_out().filter(|_| options.cube_on),
            choice: Choice::Unclear,
        }
    }

    /// Whether nothing is rolled out.
    #[must_use]
    pub const fn is_nothing(&self) -> bool {
        self.play.is_none() && self.cube.is_none()
    }
}

/// A decision to be rolled out.
#[derive(Clone, Debug)]
pub struct RolloutTask {
    task: AnalysisTask,
    rollout: Rollout,
    /// Games played before.
    known: u64,
}

impl RolloutTask {
    /// The rollout.
    #[must_use]
    pub fn rollout(&self) -> &Rollout {
        &self.rollout
    }

    /// Index of the game.
    pub(super) const fn game(&self) -> usize {
        self.task.game
    }

    /// Index of the entry in it.
    pub(super) const fn entry(&self) -> usize {
        self.task.entry
    }

    /// The task at a place of the record whose rollout has been kept; `None` if the decision is no longer what it was. If
    /// other nets have played the games of a rollout that is not done, it begins again.
    pub(super) fn again(
        record: &MatchRecord,
        (game, entry): (usize, usize),
        rollout: Rollout,
        is_done: bool,
        analyst: &Analyst,
    ) -> Option<RolloutTask> {
        let step = record.games.get(game)?.walk(record.length).nth(entry)?;
        let task = task_at(game, &step)?;
        let (now, then) = (&task.state, rollout.subject().state());
        let is_same = (now.board, now.on_roll, now.cube) == (then.board, then.on_roll, then.cube)
            && (now.length, now.score) == (then.length, then.score);
        let has_same_nets = rollout.engine().is_none_or(|nets| nets == analyst.engine.fingerprint());
        let rollout = match is_done || has_same_nets {
            true => rollout,
            false => Rollout::new(rollout.subject().clone(), rollout.settings().clone()).ok()?,
        };
        is_same.then_some(RolloutTask { task, rollout, known: 0 })
    }

    /// Whether this record has at least as many of its games.
    pub(crate) fn is_in(&self, record: &MatchRecord, analyst: &Analyst) -> bool {
        let entry = record.entry(self.task.game, self.task.entry);
        let analysis = entry.and_then(|entry| entry.analysis.as_deref());
        let (subject, settings) = (self.rollout.subject().clone(), self.rollout.settings().clone());
        let known = resumed(subject, settings, analysis, &analyst.table, analyst.engine.fingerprint());
        known.is_ok_and(|known| games(&known) >= games(&self.rollout))
    }

    /// Plays games on `threads` threads; at most for as long as `effort` says.
    ///
    /// # Errors
    /// If the dice fail.
    pub(crate) fn run(
        &mut self,
        analyst: &Analyst,
        effort: &Effort,
        cancel: &CancelToken,
    ) -> Result<Ending, RolloutError> {
        self.rollout.run(&analyst.engine, effort, cancel, &mut |_| ())
    }

    /// Its result; `None` if no game was finished. A finished decision is no longer selected for a rollout.
    pub(crate) fn finding(&self, is_done: bool) -> Option<Finding> {
        let counts = self.rollout.played().iter().map(|played| played.tally.games());
        let (all, each) = (games(&self.rollout), counts.min().unwrap_or(0));
        let is_new = all > self.known && each > 0;
        is_new.then(|| {
            Finding::of_rollout(self.task.clone(), convert::StoredRollout::of(&self.rollout, is_done))
        })
    }
}

fn games(rollout: &Rollout) -> u64 {
    rollout.played().iter().map(|played| u64::from(played.tally.games())).sum()
}

/// The decisions in `scope` that still have to be rolled out, in the order of the record.
#[must_use]
pub fn rollout_tasks(
    record: &MatchRecord,
    scope: Scope,
    plan: &RolloutPlan,
    analyst: &Analyst,
) -> Vec<RolloutTask> {
    let mut found = Vec::new();
    if plan.is_nothing() {
        return found;
    }
    for n in games_of(record, scope) {
        let Some(game) = record.games.get(n) else { break };
        let (only, judged) = (only_entry(scope, game), judge_game(game, record.length, &*analyst.table));
        for step in game.walk(record.length).filter(|step| only.is_none_or(|only| only == step.index)) {
            let Some(task) = task_at(n, &step) else { continue };
            let decision =
                RecordedDecision { game, index: step.index, judged: &judged, task: &task, plan, analyst };
            found.extend(decision.cube().into_iter().chain(decision.play()));
        }
    }
    found
}

/// The decisions of these errors that still have to be rolled out with these settings, in the order of the errors. An
/// answer to a double is rolled out with the double.
#[must_use]
pub fn rollout_tasks_of(
    record: &MatchRecord,
    errors: &[DecisionError],
    settings: &RolloutSettings,
    analyst: &Analyst,
) -> Vec<RolloutTask> {
    let mut games: BTreeMap<usize, (Vec<WalkStep<'_>>, Vec<Judgement>)> = BTreeMap::new();
    let (mut found, mut seen) = (Vec::new(), Vec::new());
    for error in errors {
        let Some(game) = record.games.get(error.game) else { continue };
        let is_cube = error.kind != ErrorKind::Play;
        let entry = match error.kind {
            ErrorKind::Play | ErrorKind::Double => Some(error.entry),
            ErrorKind::Answer => double_before(game, error.entry),
            // Resignations are not rolled out.
            ErrorKind::Resignation => None,
        };
        let Some(index) = entry.filter(|entry| !seen.contains(&(error.game, *entry, is_cube))) else {
            continue;
        };
        seen.push((error.game, index, is_cube));
        let (steps, judged) = games.entry(error.game).or_insert_with(|| {
            (game.walk(record.length).collect(), judge_game(game, record.length, &*analyst.table))
        });
        let Some(task) = steps.get(index).and_then(|step| task_at(error.game, step)) else { continue };
        let settings = || Some(settings.clone());
        let plan = match is_cube {
            true => RolloutPlan { play: None, cube: settings(), choice: Choice::Every },
            false => RolloutPlan { play: settings(), cube: None, choice: Choice::Every },
        };
        let decision = RecordedDecision { game, index, judged, task: &task, plan: &plan, analyst };
        found.extend(decision.cube().or_else(|| decision.play()));
    }
    found
}

/// A decision and what is known about it.
struct RecordedDecision<'a> {
    game: &'a GameRecord,
    index: usize,
    judged: &'a [Judgement],
    task: &'a AnalysisTask,
    plan: &'a RolloutPlan,
    analyst: &'a Analyst,
}

impl RecordedDecision<'_> {
    fn entry(&self) -> &Entry {
        &self.game.entries[self.index]
    }

    fn thresholds(&self) -> &Thresholds {
        &self.analyst.options.thresholds
    }

    /// Whether decisions of the entry's player are wanted; selected ones always are.
    fn is_wanted(&self) -> bool {
        self.plan.choice != Choice::Unclear || self.analyst.options.players_on[self.task.player.index()]
    }

    fn play(&self) -> Option<RolloutTask> {
        let settings = self.plan.play.as_ref().filter(|_| self.is_wanted())?;
        let known = self.entry().play_analysis()?;
        if !matches!(self.entry().action, EntryAction::Play { .. }) {
            return None;
        }
        let plays = chosen_plays(known, self.plan.choice, self.thresholds());
        let is_enough = |play: &Play| {
            let of = |found: &Found| match found {
                Found::Rollout(rollout) => rollout.trials >= settings.trials,
                _ => false,
            };
            known.candidates.iter().any(|candidate| candidate.play == *play && of(&candidate.method))
        };
        if plays.is_empty() || plays.iter().all(is_enough) {
            return None;
        }
        let subject = Subject::plays(&self.task.state, &self.analyst.table, &plays).ok()?;
        self.task_of(subject, settings)
    }

    fn cube(&self) -> Option<RolloutTask> {
        let settings = self.plan.cube.as_ref()?;
        let (entry, is_double) = (self.entry(), self.entry().action == EntryAction::Double);
        let may_double = self.task.state.may_double().is_ok() && self.task.is_cube_decision();
        if !may_double || !(entry.action.is_play() || is_double) || !(self.is_wanted() || is_double) {
            return None;
        }
        let known = entry.cube_analysis();
        let judged = |at: usize| self.judged.get(at).and_then(|judgement| judgement.cube);
        let doubtful = |at: usize| {
            let error = judged(at).map_or(0.0, |cube| cube.error.emg);
            error < -f64::from(self.thresholds().doubtful)
        };
        let is_close = judged(self.index).is_some_and(|cube| cube.is_close);
        let is_mistake = doubtful(self.index) || (is_double && doubtful(self.index + 1));
        let is_chosen = match self.plan.choice {
            Choice::Unclear => is_close || is_mistake,
            Choice::Mistakes => is_mistake || (is_close && !is_double),
            Choice::Marked => entry.marks.rollout_cube || known.is_some_and(|known| known.is_marked),
            Choice::Every => true,
        };
        let is_enough = known.is_some_and(|known| match &known.method {
            CubeMethod::Rollout(rollout) => rollout.trials.iter().all(|&trials| trials >= settings.trials),
            _ => false,
        });
        if !is_chosen || is_enough {
            return None;
        }
        let subject = Subject::cube_decision(&self.task.state, &self.analyst.table).ok()?;
        self.task_of(subject, settings)
    }

    /// The task, unless the stop rules say that enough games have been played.
    fn task_of(&self, subject: Subject, settings: &RolloutSettings) -> Option<RolloutTask> {
        let (analysis, table) = (self.entry().analysis.as_deref(), &self.analyst.table);
        let fingerprint = self.analyst.engine.fingerprint();
        let rollout = resumed(subject, settings.clone(), analysis, table, fingerprint).ok()?;
        let known = games(&rollout);
        (known == 0 || !rollout.is_finished()).then(|| RolloutTask {
            task: self.task.clone(),
            rollout,
            known,
        })
    }
}

/// The plays to be compared; none if there is nothing to decide.
fn chosen_plays(known: &PlayAnalysis, choice: Choice, thresholds: &Thresholds) -> Vec<Play> {
    let candidates = &known.candidates;
    let Some(best) = candidates.iter().map(|candidate| candidate.equity.0).reduce(f32::max) else {
        return Vec::new();
    };
    let plies = |method: &Found| (!matches!(method, Found::Rollout(_))).then(|| method.as_evaluation().plies);
    // Of those that were left behind by the search nobody knows more than that they are worse.
    let depth = candidates.iter().filter_map(|candidate| plies(&candidate.method)).max();
    // What the results of a rollout are compared with was chosen before it.
    let is_rolled_out = candidates.iter().any(|candidate| plies(&candidate.method).is_none());
    let is_deep = |method: &Found| match plies(method) {
        Some(plies) => Some(plies) == depth && !(is_rolled_out && choice == Choice::Unclear),
        None => true,
    };
    let is_chosen = |n: usize| match choice {
        Choice::Marked => candidates[n].is_marked,
        Choice::Unclear | Choice::Mistakes | Choice::Every => {
            let is_near = best - candidates[n].equity.0 <= thresholds.very_bad;
            (n < MAX_PLAYS && is_near && is_deep(&candidates[n].method)) || known.played == Some(n) || n == 0
        }
    };
    let is_mistake = known.error().is_some_and(|error| -error.0 > thresholds.doubtful);
    let chosen: Vec<Play> =
        (0..candidates.len()).filter(|&n| is_chosen(n)).map(|n| candidates[n].play).collect();
    match choice {
        Choice::Marked => chosen,
        Choice::Mistakes if !is_mistake => Vec::new(),
        Choice::Unclear | Choice::Mistakes | Choice::Every if chosen.len() < 2 => Vec::new(),
        Choice::Unclear | Choice::Mistakes | Choice::Every => chosen,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Equity, Place, Probs, Step};
    use gnubg_engine::eval::EvalSettings;
    use gnubg_record::analysis::Candidate;

    /// Candidates with these equities, distinguished by the point their checker comes from.
    fn known(equities: &[f32], played: usize) -> PlayAnalysis {
        let candidate = |(n, &equity): (usize, &f32)| Candidate {
            play: Play::from_steps(&[Step { from: Place::from_index(23 - n), to: Place::OFF }]).unwrap(),
            probs: Probs::default(),
            equity: Equity(equity),
            method: Found::Evaluation(EvalSettings::at(0)),
            is_marked: n == 1,
        };
        let candidates = equities.iter().enumerate().map(candidate).collect();
        PlayAnalysis { candidates, played: Some(played) }
    }

    #[test]
    fn what_a_search_left_behind_is_not_rolled_out() {
        let limits = Thresholds::CURRENT;
        let mut known = known(&[0.5, 0.45, 0.44], 0);
        for candidate in &mut known.candidates[..2] {
            candidate.method = Found::Evaluation(EvalSettings::at(2));
        }
        assert_eq!(chosen_plays(&known, Choice::Unclear, &limits).len(), 2);
        known.played = Some(2);
        assert_eq!(chosen_plays(&known, Choice::Unclear, &limits).len(), 3);
    }

    #[test]
    fn clear_decisions_are_not_rolled_out() {
        let limits = Thresholds::CURRENT;
        let n =
            |equities: &[f32], played, choice| chosen_plays(&known(equities, played), choice, &limits).len();
        assert_eq!(n(&[0.5, 0.2, 0.1], 0, Choice::Unclear), 0);
        assert_eq!(n(&[0.5, 0.4, 0.1], 0, Choice::Unclear), 2);
        assert_eq!(n(&[0.5, 0.2, 0.1], 2, Choice::Unclear), 2);
        assert_eq!(n(&[0.5; 9], 8, Choice::Unclear), 6);
        assert_eq!(n(&[0.5], 0, Choice::Unclear), 0);
        assert_eq!(n(&[], 0, Choice::Unclear), 0);
        assert_eq!(n(&[0.5, 0.4, 0.1], 0, Choice::Mistakes), 0);
        assert_eq!(n(&[0.5, 0.4, 0.1], 1, Choice::Mistakes), 2);
        assert_eq!(n(&[0.5, 0.2, 0.1], 0, Choice::Marked), 1);
    }
}
