// SPDX-License-Identifier: GPL-3.0-or-later
//! What there is to analyze: the decisions of a part of a record without an analysis of the wanted level.

use crate::options::AnalysisOptions;
use gnubg_engine::core::{Decision, MatchState, MoveRules, Phase, Play, PlayList, Player};
use gnubg_engine::eval::EvalSettings;
use gnubg_record::analysis::{CubeMethod, Method, PlayAnalysis};
use gnubg_record::walk::WalkStep;
use gnubg_record::{Entry, EntryAction, GameRecord, MatchRecord};
use std::cmp::Ordering;
use std::ops::Range;

/// A part of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One entry; an answer to a double is analyzed with the double.
    Entry {
        /// Index of the game.
        game: usize,
        /// Index of the entry in it.
        entry: usize,
    },
    /// One game.
    Game(usize),
    /// The whole match or session.
    Match,
}

/// What to compute for an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Wanted {
    pub(crate) play: bool,
    pub(crate) cube: bool,
    pub(crate) luck: bool,
    pub(crate) resignation: bool,
}

impl Wanted {
    fn is_nothing(self) -> bool {
        self == Wanted::default()
    }
}

/// One entry to be analyzed, with everything the analysis needs.
#[derive(Clone, Debug)]
pub struct AnalysisTask {
    pub(crate) game: usize,
    pub(crate) entry: usize,
    pub(crate) player: Player,
    pub(crate) action: EntryAction,
    /// The state before the entry as the record replays to it.
    pub(crate) before: MatchState,
    /// The same with the entry's player on roll, about to roll.
    pub(crate) state: MatchState,
    pub(crate) wanted: Wanted,
}

impl AnalysisTask {
    /// Index of the game.
    #[must_use]
    pub const fn game(&self) -> usize {
        self.game
    }

    /// Index of the entry in it.
    #[must_use]
    pub const fn entry(&self) -> usize {
        self.entry
    }

    /// Whether a cube decision may be due before the entry. No one can double before the opening roll (*differs* from
    /// the original, which recognizes the opening by the position), and a double in answer to a double is a beaver.
    pub(crate) const fn is_cube_decision(&self) -> bool {
        !matches!(self.before.phase, Phase::Due(Decision::Answer(_)) | Phase::Opening)
    }
}

/// The entries in `scope` that have to be analyzed, in the order of the record.
#[must_use]
pub fn tasks(record: &MatchRecord, scope: Scope, options: &AnalysisOptions) -> Vec<AnalysisTask> {
    let mut found = Vec::new();
    for game in games_of(record, scope) {
        let Some(played) = record.games.get(game) else { break };
        let only = only_entry(scope, played);
        for step in played.walk(record.length) {
            if only.is_none_or(|only| only == step.index) {
                let answer = played.entries.get(step.index + 1).map(|next| &next.action);
                found.extend(task(game, &step, answer, options));
            }
        }
    }
    found
}

/// The games that a part of the record touches.
pub(crate) fn games_of(record: &MatchRecord, scope: Scope) -> Range<usize> {
    match scope {
        Scope::Entry { game, .. } | Scope::Game(game) => game..game.saturating_add(1).min(record.games.len()),
        Scope::Match => 0..record.games.len(),
    }
}

/// The only entry of a game that a part of the record holds, if it is one entry.
pub(crate) fn only_entry(scope: Scope, game: &GameRecord) -> Option<usize> {
    match scope {
        Scope::Entry { entry, .. } => Some(decision_of(&game.entries, entry)),
        Scope::Game(_) | Scope::Match => None,
    }
}

/// The entry with the analysis of entry `at`: the double for an answer to it.
fn decision_of(entries: &[Entry], at: usize) -> usize {
    let is_answer = |entry: &Entry| matches!(entry.action, EntryAction::Take | EntryAction::Drop);
    match at.checked_sub(1) {
        Some(double)
            if entries.get(at).is_some_and(is_answer) && entries[double].action == EntryAction::Double =>
        {
            double
        }
        _ => at,
    }
}

fn task(
    game: usize,
    step: &WalkStep<'_>,
    answer: Option<&EntryAction>,
    options: &AnalysisOptions,
) -> Option<AnalysisTask> {
    let task = task_at(game, step)?;
    let (entry, player, state) = (step.entry, task.player, task.state);
    let wanted = match &entry.action {
        action if action.is_roll() => wanted_of_roll(&task, entry, options),
        EntryAction::Double => {
            let is_answered = matches!(answer, Some(EntryAction::Take | EntryAction::Drop));
            let is_on = is_of(options, player) || (is_answered && is_of(options, player.other()));
            let cube = task.is_cube_decision() && is_on && options.cube_on && state.may_double().is_ok();
            Wanted { cube: cube && !has_cube(entry, options), ..Wanted::default() }
        }
        EntryAction::Resign(_) => {
            let settings = EvalSettings { cubeful: false, ..options.cube.evaluation };
            let known = entry.analysis.as_ref().and_then(|analysis| analysis.resignation);
            let is_known = known.is_some_and(|known| known.settings.strength(&settings) != Ordering::Less);
            let resignation = options.cube_on && !is_known && options.players_on.contains(&true);
            Wanted { resignation, ..Wanted::default() }
        }
        _ => Wanted::default(),
    };
    (!wanted.is_nothing()).then_some(AnalysisTask { wanted, ..task })
}

/// A task for an entry without anything to compute yet; `None` after the end of the game.
pub(crate) fn task_at(game: usize, step: &WalkStep<'_>) -> Option<AnalysisTask> {
    if matches!(step.before.phase, Phase::Over(_)) {
        return None;
    }
    let player = step.entry.player;
    let state = MatchState {
        board: step.before.board_of(player),
        on_roll: player,
        phase: Phase::Due(Decision::Roll),
        declined: None,
        ..step.before
    };
    let (action, before) = (step.entry.action.clone(), step.before);
    Some(AnalysisTask { game, entry: step.index, player, action, before, state, wanted: Wanted::default() })
}

fn is_of(options: &AnalysisOptions, player: Player) -> bool {
    options.players_on[player.index()]
}

fn wanted_of_roll(task: &AnalysisTask, entry: &Entry, options: &AnalysisOptions) -> Wanted {
    let state = &task.state;
    if !is_of(options, entry.player) {
        return Wanted::default();
    }
    let play = options.plays_on
        && match &entry.action {
            EntryAction::Play { dice, play } => {
                let mut list = PlayList::new();
                list.generate_with(&state.board, *dice, MoveRules { egyptian: state.rules.egyptian });
                let after = play.apply(&state.board).swapped();
                let is_legal = list.boards().contains(&after);
                !list.is_empty()
                    && !entry.play_analysis().is_some_and(|known| has_play(known, is_legal, options))
            }
            _ => false,
        };
    let has_cube_decision = task.is_cube_decision() && state.may_double().is_ok() && entry.action.is_play();
    let cube = options.cube_on && has_cube_decision && !has_cube(entry, options);
    let has_luck = entry.analysis.as_ref().is_some_and(|analysis| analysis.luck.is_some());
    // A record does not say at which level luck was computed, so it is computed again with the rest of the entry.
    let luck = options.luck_on && (!has_luck || play || cube);
    Wanted { play, cube, luck, resignation: false }
}

/// Whether a checker play is analyzed at the wanted level: the best play and the one played.
fn has_play(known: &PlayAnalysis, is_legal: bool, options: &AnalysisOptions) -> bool {
    let wanted = Method::Evaluation(options.checker.evaluation);
    let is_enough = |n: usize| {
        known.candidates.get(n).is_some_and(|candidate| candidate.method.strength(&wanted) != Ordering::Less)
    };
    is_enough(0) && if is_legal { known.played.is_some_and(is_enough) } else { true }
}

/// Whether a cube decision is analyzed at the wanted level.
fn has_cube(entry: &Entry, options: &AnalysisOptions) -> bool {
    let wanted = EvalSettings { cubeful: true, ..options.cube.evaluation };
    entry.cube_analysis().is_some_and(|known| match &known.method {
        CubeMethod::Rollout(_) => true,
        CubeMethod::Evaluation(settings) => settings.strength(&wanted) != Ordering::Less,
        CubeMethod::Foreign(level) => EvalSettings::at(level.plies).strength(&wanted) != Ordering::Less,
    })
}

/// The play of an entry that has one.
pub(crate) fn play_of(action: &EntryAction) -> Option<&Play> {
    match action {
        EntryAction::Play { play, .. } => Some(play),
        _ => None,
    }
}
