// SPDX-License-Identifier: GPL-3.0-or-later
//! Evaluation on the calling thread with its own memory, and with the intermediate results that rollouts need.

use super::contest::{Contest, Staying};
use super::decide::{RankedPlay, narrow, ranked};
use super::engine::{Engine, StaticValue};
use super::memory::Memory;
use super::search::{ReplyUse, Search};
use super::settings::{EvalSettings, MoveFilters};
use crate::core::{Board, CancelToken, Cancelled, Dice, MoveRules, PlayList, Probs, Variation};
use crate::cube::{CubeContext, CubeInfo, Utility};

/// An evaluator for one thread of a rollout.
#[derive(Clone, Copy)]
pub(crate) struct SingleThread<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) context: &'a CubeContext,
    pub(crate) variation: Variation,
    pub(crate) rules: MoveRules,
    /// Checked between the rolls of a search.
    pub(crate) cancel: &'a CancelToken,
    /// Makes random noise differ from game to game.
    pub(crate) seed: u64,
}

/// The statically best play of a roll.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StaticReply {
    /// The position after it, the opponent on roll.
    pub(crate) after: Board,
    /// Its static value for the opponent.
    pub(crate) value: StaticValue,
    /// Its value to the player who made it, cubeful if the settings are.
    pub(crate) mover_value: Utility,
}

impl<'a> SingleThread<'a> {
    fn search(&self, settings: &EvalSettings) -> Search<'a> {
        Search {
            engine: self.engine,
            context: self.context,
            variation: self.variation,
            rules: self.rules,
            settings: *settings,
            seed: self.seed,
            cancel: self.cancel,
        }
    }

    /// The position without look-ahead and noise.
    pub(crate) fn static_value(&self, memory: &mut Memory, board: &Board) -> StaticValue {
        self.engine.noiseless(board, self.variation, 0, &mut memory.scratch)
    }

    /// The value of a statically evaluated position to the player on roll, who may double first if `cubeful`.
    pub(crate) fn option_value(&self, value: &StaticValue, cube: CubeInfo, cubeful: bool) -> Utility {
        if cubeful && !value.is_over {
            value.leaf(self.context, cube.on_roll).node_value(cube)
        } else {
            self.context.cubeless(cube, &value.probs)
        }
    }

    /// The best play of `dice` by static value; quicker and a little less exact where it is only averaged.
    pub(crate) fn reply(
        &self,
        memory: &mut Memory,
        board: &Board,
        cube: CubeInfo,
        dice: Dice,
        settings: &EvalSettings,
        purpose: ReplyUse,
    ) -> StaticReply {
        let (after, value, (score, _)) = self.search(settings).reply(memory, board, dice, cube, purpose);
        StaticReply { after, value, mover_value: self.context.flipped(Utility(score)) }
    }

    /// Chances and value of a position before the roll at any depth.
    pub(crate) fn evaluate(
        &self,
        memory: &mut Memory,
        board: &Board,
        cube: CubeInfo,
        settings: &EvalSettings,
    ) -> Result<(Probs, Utility), Cancelled> {
        let states: &[CubeInfo] = if settings.cubeful { &[cube] } else { &[] };
        let node = self.search(settings).node(memory, board, cube, states, settings.plies, true)?;
        let value = node.values.first().copied();
        Ok((node.probs, value.unwrap_or_else(|| self.context.cubeless(cube, &node.probs))))
    }

    /// Chances, the value of rolling on, and that of the taken double on the doubled cube's own scale.
    pub(crate) fn cube_values(
        &self,
        memory: &mut Memory,
        board: &Board,
        cube: CubeInfo,
        settings: &EvalSettings,
    ) -> Result<(Probs, Utility, Utility), Cancelled> {
        let settings = EvalSettings { cubeful: true, ..*settings };
        let states = [cube, cube.doubled()];
        let node = self.search(&settings).node(memory, board, cube, &states, settings.plies, false)?;
        Ok((node.probs, node.values[0], node.values[1]))
    }

    /// The position after the best play of `dice`, found as [`Engine::best_play`] finds it; the swapped board if no
    /// checker can move.
    pub(crate) fn best_play(
        &self,
        memory: &mut Memory,
        board: &Board,
        cube: CubeInfo,
        dice: Dice,
        settings: &EvalSettings,
        filters: &MoveFilters,
    ) -> Result<Board, Cancelled> {
        let mut list = PlayList::new();
        list.generate_with(board, dice, self.rules);
        match list.boards() {
            [] => Ok(board.swapped()),
            [only] => Ok(*only),
            _ => Ok(self.choose_play(memory, &list, cube, settings, filters)?[0].after),
        }
    }

    /// The plays of `list`, the best first, as [`Engine::rank_plays`] ranks them.
    pub(crate) fn rank_plays(
        &self,
        memory: &mut Memory,
        list: &PlayList,
        cube: CubeInfo,
        settings: &EvalSettings,
        filters: &MoveFilters,
    ) -> Result<Vec<RankedPlay>, Cancelled> {
        self.rank_list(memory, list, cube, (settings, filters), false)
    }

    /// The plays of `list`, the best first; the others need not be searched to the end, as in [`Engine::choose_play`].
    pub(crate) fn choose_play(
        &self,
        memory: &mut Memory,
        list: &PlayList,
        cube: CubeInfo,
        settings: &EvalSettings,
        filters: &MoveFilters,
    ) -> Result<Vec<RankedPlay>, Cancelled> {
        self.rank_list(memory, list, cube, (settings, filters), true)
    }

    /// The plays of `list`, the best first. Those that are not the best need not be searched to the end if `is_contest`.
    fn rank_list(
        &self,
        memory: &mut Memory,
        list: &PlayList,
        cube: CubeInfo,
        (settings, filters): (&EvalSettings, &MoveFilters),
        is_contest: bool,
    ) -> Result<Vec<RankedPlay>, Cancelled> {
        let unranked = |(play, after)| RankedPlay { play, after, evaluation: Default::default(), plies: 0 };
        let pairs = list.plays().iter().copied().zip(list.boards().iter().copied());
        let mut plays: Vec<RankedPlay> = pairs.map(unranked).collect();
        let mut rank = |plays: &mut [RankedPlay], plies: u8| {
            let search = self.search(&EvalSettings { plies, ..*settings });
            let is_last = is_contest && plies == settings.plies;
            if is_last && Contest::is_possible(&search, plays.iter().map(|play| &play.after)) {
                return self.contest(memory, search, cube, plays);
            }
            let states: &[CubeInfo] = if settings.cubeful { &[cube.swapped()] } else { &[] };
            for play in plays {
                let node = search.node(memory, &play.after, cube.swapped(), states, plies, true)?;
                *play = ranked(self.context, cube, (play.play, play.after), &node, plies);
            }
            Ok(())
        };
        rank(&mut plays, 0)?;
        narrow(&mut plays, settings.plies, filters, rank, |_| ())?;
        Ok(plays)
    }

    /// Finds the best of several plays and marks it as the one searched deepest; it need not be searched to the end.
    fn contest(
        &self,
        memory: &mut Memory,
        search: Search<'_>,
        cube: CubeInfo,
        plays: &mut [RankedPlay],
    ) -> Result<(), Cancelled> {
        let plies = search.settings.plies;
        let mut contest = Contest::new(search, cube.swapped(), plies, Staying::default());
        let replies: Result<Vec<_>, _> =
            plays.iter().map(|play| contest.replies(memory, &play.after)).collect();
        contest.begin(plays.iter().map(|play| play.after).zip(replies?));
        loop {
            let searches = contest.next();
            if searches.is_empty() || contest.n_left() == 1 {
                break;
            }
            for which in searches {
                let value = contest.search(memory, which)?;
                contest.store(which, value);
            }
        }
        let leader = contest.leader();
        for (n, (play, (node, reached))) in plays.iter_mut().zip(contest.results()).enumerate() {
            let reached = if Some(n) == leader { plies } else { reached };
            *play = ranked(self.context, cube, (play.play, play.after), &node, reached);
        }
        Ok(())
    }
}
