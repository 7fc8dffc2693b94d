// SPDX-License-Identifier: GPL-3.0-or-later
//! Evaluating positions, ranking plays and evaluating cube decisions.

use super::contest::{Contest, Staying};
use super::engine::Engine;
use super::search::{NodeValue, Search};
use super::settings::{EvalSettings, MoveFilter, MoveFilters};
use crate::core::{
    Board, CancelToken, Cancelled, Dice, Equity, MatchState, MoveRules, Mwc, Play, PlayList, Probs, Side,
    Variation,
};
use crate::cube::{CubeContext, CubeEquities, CubeInfo, MatchEquityTable, Utility, Verdict};
use crate::parallel;
use std::cmp::Ordering;

/// The position to evaluate, with its score, cube and rules.
#[derive(Clone, Debug)]
pub struct Root {
    /// The checkers, seen by the player on roll.
    pub board: Board,
    /// Score, cube rules, match equities.
    pub context: CubeContext,
    /// The cube on the table.
    pub cube: CubeInfo,
    /// The game's variation.
    pub variation: Variation,
    /// Options of the move rules.
    pub rules: MoveRules,
}

impl Root {
    /// The position of a match state, for the player on roll.
    #[must_use]
    pub fn of(state: &MatchState, table: &MatchEquityTable) -> Root {
        Root {
            board: state.board,
            context: CubeContext::of(state, table),
            cube: CubeInfo::of(state),
            variation: state.rules.variation,
            rules: MoveRules { egyptian: state.rules.egyptian },
        }
    }
}

/// The value of a position before the roll to the player on roll.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Evaluation {
    /// Chances, of the plays that the cube makes best.
    pub probs: Probs,
    /// Without the cube: money equity, or normalized in a match.
    pub cubeless: Equity,
    /// With the cube, both sides doubling when it is right; equal to `cubeless` if not asked for.
    pub cubeful: Equity,
    /// The same as match winning chance; `None` in money play.
    pub mwc: Option<Mwc>,
    /// The value on the context's own scale.
    pub value: Utility,
}

/// A play with its value to the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedPlay {
    /// The play.
    pub play: Play,
    /// The position after it, the opponent on roll.
    pub after: Board,
    /// Its value, seen by the mover. Plays are ranked by `cubeful`.
    pub evaluation: Evaluation,
    /// The plies it was evaluated at.
    pub plies: u8,
}

/// A cube decision of the player on roll.
///
/// ```
/// use gnubg_engine::core::{CancelToken, MatchState};
/// use gnubg_engine::cube::{MatchEquityTable, Verdict};
/// use gnubg_engine::eval::{Engine, EvalSettings, Root};
///
/// let state = MatchState::from_xgid("XGID=-BBB------------------aaa-:0:0:1:00:0:0:0:0:10")?;
/// let root = Root::of(&state, &MatchEquityTable::default());
/// let engine = Engine::built_in(1 << 16)?;
/// let decision = engine.cube_decision(&root, &EvalSettings::at(0), &CancelToken::new())?;
/// assert_eq!(decision.verdict, Verdict::NoDoubleTake);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeDecision {
    /// Chances before the roll.
    pub probs: Probs,
    /// Cubeless equity.
    pub cubeless: Equity,
    /// No double, double and take, double and pass.
    pub equities: CubeEquities,
    /// The correct action.
    pub verdict: Verdict,
}

impl Engine {
    /// Evaluates a position before the roll. The player on roll doubles if that is correct by the same evaluation.
    ///
    /// # Errors
    /// If cancelled.
    pub fn evaluate(
        &self,
        root: &Root,
        settings: &EvalSettings,
        cancel: &CancelToken,
    ) -> Result<Evaluation, Cancelled> {
        let search = self.search(root, settings, cancel);
        let states: &[CubeInfo] = match (settings.cubeful, root.context.may_double(root.cube)) {
            (false, _) => &[],
            (true, false) => &[root.cube],
            (true, true) => &[root.cube, root.cube.doubled()],
        };
        let node = search.root(&root.board, root.cube, states, settings.plies, false)?;
        let value = |&no_double| root.context.node_value(root.cube, no_double, node.values.get(1).copied());
        Ok(evaluation(&root.context, root.cube, node.probs, node.values.first().map(value)))
    }

    /// Evaluates the decision to double and the answer to it.
    ///
    /// # Errors
    /// If cancelled.
    pub fn cube_decision(
        &self,
        root: &Root,
        settings: &EvalSettings,
        cancel: &CancelToken,
    ) -> Result<CubeDecision, Cancelled> {
        let settings = EvalSettings { cubeful: true, ..*settings };
        let search = self.search(root, &settings, cancel);
        let states = [root.cube, root.cube.doubled()];
        let node = search.root(&root.board, root.cube, &states, settings.plies, false)?;
        Ok(decision(&root.context, root.cube, node.probs, node.values[0], node.values[1]))
    }

    /// The decision to double when the chances are given instead of found: the cube algebra alone, at 0-ply. The class
    /// of the position, or a database, still tells how the cube enters.
    #[must_use]
    pub fn cube_decision_of(&self, root: &Root, probs: Probs) -> CubeDecision {
        let model = self.model_of_class(&root.board, root.variation);
        let leaf = root.context.leaf(root.cube.on_roll, &probs, &model);
        decision(&root.context, root.cube, probs, leaf.value(root.cube), leaf.value(root.cube.doubled()))
    }

    /// The value of a position before the roll with given chances.
    #[must_use]
    pub fn evaluation_of(&self, root: &Root, probs: Probs) -> Evaluation {
        let model = self.model_of_class(&root.board, root.variation);
        let value = root.context.leaf(root.cube.on_roll, &probs, &model).node_value(root.cube);
        evaluation(&root.context, root.cube, probs, Some(value))
    }

    /// Ranks all legal plays of `dice`, the best first. After each step of the search, `progress` receives the list so
    /// far; plays evaluated deeper come first.
    ///
    /// # Errors
    /// If cancelled.
    pub fn rank_plays(
        &self,
        root: &Root,
        dice: Dice,
        settings: &EvalSettings,
        filters: &MoveFilters,
        cancel: &CancelToken,
        mut progress: impl FnMut(&[RankedPlay]),
    ) -> Result<Vec<RankedPlay>, Cancelled> {
        let mut ranked = self.static_plays(root, dice, settings, cancel)?;
        let deepen = |plays: &mut [RankedPlay], plies: u8| self.deepen(root, plays, settings, plies, cancel);
        narrow(&mut ranked, settings.plies, filters, deepen, &mut progress)?;
        Ok(ranked)
    }

    /// Finds the best of all legal plays of `dice`: the first of the list. The others that pass the filters are searched
    /// only until it is clear that they are not the best; they are listed with their values at 1-ply then. Values of the
    /// settings' plies are those of [`Engine::rank_plays`], and almost always so is the best play, for less work.
    ///
    /// # Errors
    /// If cancelled.
    pub fn choose_play(
        &self,
        root: &Root,
        dice: Dice,
        settings: &EvalSettings,
        filters: &MoveFilters,
        cancel: &CancelToken,
    ) -> Result<Vec<RankedPlay>, Cancelled> {
        self.rank_by_contest(root, dice, Staying::default(), settings, filters, cancel)
    }

    /// Ranks all legal plays of `dice` to judge the one that leads to the position `made` (the opponent on roll). It, the
    /// best play and those that may be at most `close` worse, in equity, have the values of [`Engine::rank_plays`]; plays
    /// that are certainly further behind are not searched to the end and are listed with their values at 1-ply.
    ///
    /// # Errors
    /// If cancelled.
    pub fn judge_play(
        &self,
        root: &Root,
        dice: Dice,
        (made, close): (&Board, Equity),
        settings: &EvalSettings,
        filters: &MoveFilters,
        cancel: &CancelToken,
    ) -> Result<Vec<RankedPlay>, Cancelled> {
        let staying = Staying { margin: f64::from(close.0), made: Some(*made) };
        self.rank_by_contest(root, dice, staying, settings, filters, cancel)
    }

    /// All legal plays of `dice`, the best first; those that pass the filters are searched to the end only if they stay in
    /// the contest.
    fn rank_by_contest(
        &self,
        root: &Root,
        dice: Dice,
        staying: Staying,
        settings: &EvalSettings,
        filters: &MoveFilters,
        cancel: &CancelToken,
    ) -> Result<Vec<RankedPlay>, Cancelled> {
        let mut ranked = self.static_plays(root, dice, settings, cancel)?;
        let deepen = |plays: &mut [RankedPlay], plies: u8| match plies == settings.plies {
            true => self.contest(root, plays, settings, staying, cancel),
            false => self.deepen(root, plays, settings, plies, cancel),
        };
        narrow(&mut ranked, settings.plies, filters, deepen, |_| {})?;
        Ok(ranked)
    }

    /// All legal plays of `dice`, evaluated without look-ahead.
    fn static_plays(
        &self,
        root: &Root,
        dice: Dice,
        settings: &EvalSettings,
        cancel: &CancelToken,
    ) -> Result<Vec<RankedPlay>, Cancelled> {
        let mut list = PlayList::new();
        list.generate_with(&root.board, dice, root.rules);
        let settings = EvalSettings { plies: 0, ..*settings };
        let plays = list.plays().iter().zip(list.boards());
        plays.map(|(play, after)| self.evaluate_play(root, play, after, &settings, cancel)).collect()
    }

    /// Evaluates one play: the position `after` it, the opponent on roll, seen by the mover.
    ///
    /// # Errors
    /// If cancelled.
    pub fn evaluate_play(
        &self,
        root: &Root,
        play: &Play,
        after: &Board,
        settings: &EvalSettings,
        cancel: &CancelToken,
    ) -> Result<RankedPlay, Cancelled> {
        let search = self.search(root, settings, cancel);
        let cube = root.cube.swapped();
        let states: &[CubeInfo] = if settings.cubeful { &[cube] } else { &[] };
        let node = search.root(after, cube, states, settings.plies, true)?;
        Ok(ranked(&root.context, root.cube, (*play, *after), &node, settings.plies))
    }

    /// The best play of `dice`, or the pass where no checker can move.
    ///
    /// # Errors
    /// If cancelled.
    pub fn best_play(
        &self,
        root: &Root,
        dice: Dice,
        settings: &EvalSettings,
        filters: &MoveFilters,
        cancel: &CancelToken,
    ) -> Result<RankedPlay, Cancelled> {
        let ranked = self.choose_play(root, dice, settings, filters, cancel)?;
        let pass = || self.evaluate_play(root, &Play::EMPTY, &root.board.swapped(), settings, cancel);
        ranked.first().map_or_else(pass, |best| Ok(*best))
    }

    fn deepen(
        &self,
        root: &Root,
        plays: &mut [RankedPlay],
        settings: &EvalSettings,
        plies: u8,
        cancel: &CancelToken,
    ) -> Result<(), Cancelled> {
        let settings = EvalSettings { plies, ..*settings };
        parallel::try_map_mut(plays, |ranked| {
            *ranked = self.evaluate_play(root, &ranked.play, &ranked.after, &settings, cancel)?;
            Ok(())
        })?;
        Ok(())
    }

    /// Like [`Engine::deepen`] to the settings' plies, but for the best play and those staying with it only; the others may
    /// remain at 1-ply.
    fn contest(
        &self,
        root: &Root,
        plays: &mut [RankedPlay],
        settings: &EvalSettings,
        staying: Staying,
        cancel: &CancelToken,
    ) -> Result<(), Cancelled> {
        let search = self.search(root, settings, cancel);
        if !Contest::is_possible(&search, plays.iter().map(|play| &play.after)) {
            return self.deepen(root, plays, settings, settings.plies, cancel);
        }
        let mut contest = Contest::new(search, root.cube.swapped(), settings.plies, staying);
        let replies =
            parallel::try_map(plays, |play| self.with_memory(|memory| contest.replies(memory, &play.after)))?;
        contest.begin(plays.iter().map(|play| play.after).zip(replies));
        loop {
            let searches = contest.next();
            if searches.is_empty() {
                break;
            }
            let values = parallel::try_map(&searches, |&which| {
                self.with_memory(|memory| contest.search(memory, which))
            })?;
            searches.into_iter().zip(values).for_each(|(which, value)| contest.store(which, value));
        }
        for (play, (node, plies)) in plays.iter_mut().zip(contest.results()) {
            *play = ranked(&root.context, root.cube, (play.play, play.after), &node, plies);
        }
        Ok(())
    }

    pub(super) fn search<'a>(
        &'a self,
        root: &'a Root,
        settings: &EvalSettings,
        cancel: &'a CancelToken,
    ) -> Search<'a> {
        Search {
            engine: self,
            context: &root.context,
            variation: root.variation,
            rules: root.rules,
            settings: *settings,
            seed: 0,
            cancel,
        }
    }
}

/// The decision between the values of rolling on and of the taken double.
#[must_use]
pub fn decision(
    context: &CubeContext,
    cube: CubeInfo,
    probs: Probs,
    no_double: Utility,
    doubled: Utility,
) -> CubeDecision {
    let equities = context.cube_equities(cube, no_double, doubled);
    let cubeless = cubeless_equity(context, cube, &probs);
    CubeDecision { probs, cubeless, equities, verdict: context.verdict(cube, &equities, probs.win_g > 0.0) }
}

/// The cubeless equity as it is shown: money equity, gammons included whatever the Jacoby rule says, or in a match the
/// value at the score, normalized.
fn cubeless_equity(context: &CubeContext, cube: CubeInfo, probs: &Probs) -> Equity {
    match context.is_money() {
        true => probs.money_equity(),
        false => context.equity(cube, context.cubeless(cube, probs)),
    }
}

pub(super) fn evaluation(
    context: &CubeContext,
    cube: CubeInfo,
    probs: Probs,
    value: Option<Utility>,
) -> Evaluation {
    let cubeless_value = context.cubeless(cube, &probs);
    let value = value.unwrap_or(cubeless_value);
    Evaluation {
        probs,
        cubeless: cubeless_equity(context, cube, &probs),
        cubeful: context.equity(cube, value),
        mwc: context.mwc(value),
        value,
    }
}

/// A play with the value of the position after it.
pub(super) fn ranked(
    context: &CubeContext,
    cube: CubeInfo,
    (play, after): (Play, Board),
    node: &NodeValue,
    plies: u8,
) -> RankedPlay {
    let value = node.values.first().map(|&value| context.flipped(value));
    RankedPlay { play, after, evaluation: evaluation(context, cube, node.probs.swapped(), value), plies }
}

/// Sorts plays evaluated at 0-ply and evaluates those that pass the filters with `deepen`, step by step up to `plies`.
/// After each step, `progress` receives the list.
pub(super) fn narrow(
    plays: &mut [RankedPlay],
    plies: u8,
    filters: &MoveFilters,
    mut deepen: impl FnMut(&mut [RankedPlay], u8) -> Result<(), Cancelled>,
    mut progress: impl FnMut(&[RankedPlay]),
) -> Result<(), Cancelled> {
    sort(plays);
    let mut survivors = plays.len();
    let row = filters.row(plies);
    for step in 0..plies {
        let filter = row.get(usize::from(step)).filter(|filter| filter.accept >= 0);
        let Some(filter) = filter else { continue };
        if step > 0 {
            deepen(&mut plays[..survivors], step)?;
            sort(plays);
        }
        progress(plays);
        survivors = filter.n_surviving(&plays[..survivors]);
        if survivors == 1 && filter.accept != 1 {
            return Ok(());
        }
    }
    if plies > 0 {
        deepen(&mut plays[..survivors], plies)?;
        sort(plays);
    }
    progress(plays);
    Ok(())
}

impl MoveFilter {
    /// Plays of a list, the best first, that are kept: the best `accept`, then up to `extra` within `threshold` of the
    /// best; at least one.
    pub(crate) fn n_surviving(self, ranked: &[RankedPlay]) -> usize {
        let Some(best) = ranked.first() else { return 0 };
        let certain = usize::try_from(self.accept).unwrap_or(0).max(1);
        let possible = certain.max(usize::try_from(self.accept.saturating_add(self.extra)).unwrap_or(0));
        let least = best.evaluation.cubeful.0 - self.threshold;
        let close = ranked.iter().take(possible).filter(|play| play.evaluation.cubeful.0 >= least).count();
        close.max(certain).min(ranked.len())
    }
}

/// Deeper evaluation first, then value; of plays of equal value, as in a race that is lost, the most natural: fewer
/// checkers left, then fewer pips, then the rearmost checkers moved up.
fn sort(ranked: &mut [RankedPlay]) {
    ranked.sort_by(compare);
}

/// The order of plays in lists: the better one first.
#[must_use]
pub fn compare(a: &RankedPlay, b: &RankedPlay) -> Ordering {
    // Differences below a millionth are rounding.
    let grain = |equity: Equity| (f64::from(equity.0) * 1e6).round() as i64;
    let left = |play: &RankedPlay| {
        let checkers = (1u32..).zip(play.after.side(Side::Opponent));
        let spread: u32 = checkers.map(|(pips, &n)| u32::from(n) * pips * pips).sum();
        (play.after.checkers_on_board(Side::Opponent), play.after.pips()[1], spread)
    };
    b.plies
        .cmp(&a.plies)
        .then_with(|| grain(b.evaluation.cubeful).cmp(&grain(a.evaluation.cubeful)))
        .then_with(|| grain(b.evaluation.cubeless).cmp(&grain(a.evaluation.cubeless)))
        .then_with(|| left(a).cmp(&left(b)))
}
