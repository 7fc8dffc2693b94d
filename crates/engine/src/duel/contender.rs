// SPDX-License-Identifier: GPL-3.0-or-later
//! Players of duels: what chooses a play of a cubeless money game.

use crate::core::{
    Board, CancelToken, Cancelled, Dice, MatchState, MoveRules, PlayList, Player, Rules, Variation,
};
use crate::cube::{CubeContext, CubeInfo, MatchEquityTable};
use crate::eval::{Engine, EvalSettings, MoveFilters, RankedPlay, SingleThread, pubeval};
use crate::rollout::{DecisionLevel, RolloutSettings, RolloutStep};
use thiserror::Error;

/// A cube that is never turned.
pub(super) const CUBE: CubeInfo = CubeInfo::centered(Player::Zero);

/// Why a duel has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DuelError {
    /// It was cancelled.
    #[error("interrupted")]
    Cancelled,
    /// A contender has failed to choose a play.
    #[error("{name} cannot continue: {reason}")]
    Silent {
        /// Which contender.
        name: String,
        /// The reason.
        reason: String,
    },
}

impl From<Cancelled> for DuelError {
    fn from(_: Cancelled) -> DuelError {
        DuelError::Cancelled
    }
}

/// A player that chooses plays on one thread.
pub trait Contender {
    /// The index of the play chosen for `dice` among those of `list`, which holds at least two.
    ///
    /// # Errors
    /// If it fails to choose a play.
    fn choose(&mut self, board: &Board, dice: Dice, list: &PlayList) -> Result<usize, DuelError>;
}

impl<C: Contender + ?Sized> Contender for Box<C> {
    fn choose(&mut self, board: &Board, dice: Dice, list: &PlayList) -> Result<usize, DuelError> {
        (**self).choose(board, dice, list)
    }
}

/// Tesauro's benchmark player.
#[derive(Clone, Copy, Debug)]
pub struct Pubeval;

impl Contender for Pubeval {
    fn choose(&mut self, board: &Board, _: Dice, list: &PlayList) -> Result<usize, DuelError> {
        Ok(pubeval::choose(board, list).unwrap_or(0))
    }
}

/// How an engine chooses plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Strength {
    /// The evaluation; always cubeless in duels.
    pub settings: EvalSettings,
    /// The move filters.
    pub filters: MoveFilters,
    /// How the plays that the search leaves open are rolled out; always cubeless in duels.
    pub rollout: Option<RolloutSettings>,
}

impl Strength {
    /// Searches of `plies` plies with the normal filters.
    #[must_use]
    pub const fn at(plies: u8) -> Strength {
        Strength { settings: EvalSettings::at(plies), filters: MoveFilters::NORMAL, rollout: None }
    }
}

impl From<DecisionLevel> for Strength {
    fn from(level: DecisionLevel) -> Strength {
        Strength { settings: level.evaluation(), filters: level.filters(), rollout: level.rollout() }
    }
}

/// An engine of some strength, without the cube.
#[derive(Clone, Debug)]
pub struct Evaluator<'a> {
    /// What evaluates.
    pub engine: &'a Engine,
    /// How it chooses.
    pub strength: Strength,
    /// Checked during searches.
    pub cancel: &'a CancelToken,
}

impl Evaluator<'_> {
    /// The list after the rollout of the plays that it leaves open.
    fn rolled_out(
        &self,
        board: &Board,
        ranked: Vec<RankedPlay>,
        settings: &RolloutSettings,
    ) -> Result<Vec<RankedPlay>, Cancelled> {
        let rules = Rules { jacoby: false, ..Rules::default() };
        let Ok(money) = MatchState::new(0, rules) else { return Ok(ranked) };
        let state = MatchState { board: *board, ..money };
        let settings = RolloutSettings { cubeful: false, ..settings.clone() };
        // Its values do not matter: no match is played.
        let table = MatchEquityTable::default();
        // Games of a duel are played in parallel.
        let step = RolloutStep { engine: self.engine, table: &table, settings: &settings, threads: 1 };
        step.ranked(&state, ranked, &self.strength.filters, self.cancel)
    }
}

impl Contender for Evaluator<'_> {
    fn choose(&mut self, board: &Board, _: Dice, list: &PlayList) -> Result<usize, DuelError> {
        let Strength { settings, filters, rollout } = &self.strength;
        let money = CubeContext::money(false, false).without_cube();
        let settings = EvalSettings { cubeful: false, ..*settings };
        let solo = solo(self.engine, &money, self.cancel);
        let plays = self.engine.with_memory(|memory| match rollout {
            // A rollout compares all plays that the filters keep.
            Some(_) => solo.rank_plays(memory, list, CUBE, &settings, filters),
            None => solo.choose_play(memory, list, CUBE, &settings, filters),
        })?;
        let plays = match rollout {
            Some(rollout) => self.rolled_out(board, plays, rollout)?,
            None => plays,
        };
        Ok(plays.first().and_then(|best| list.find(&best.after)).unwrap_or(0))
    }
}

pub(super) fn solo<'a>(
    engine: &'a Engine,
    money: &'a CubeContext,
    cancel: &'a CancelToken,
) -> SingleThread<'a> {
    let (variation, rules) = (Variation::Standard, MoveRules::default());
    SingleThread { engine, context: money, variation, rules, cancel, seed: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Level;
    use crate::rollout::{Preset, Rollout, Subject};

    #[test]
    fn rollers_play_what_their_rollout_says() {
        let (engine, cancel) = (Engine::built_in(1 << 16).unwrap(), CancelToken::new());
        // Found by search among positions of games: the rollout prefers another play than the search.
        let (board, dice) = (Board::from_position_id("0LONAQOY24VgIA").unwrap(), Dice::new(3, 3).unwrap());
        let mut list = PlayList::new();
        list.generate(&board, dice);
        let chosen = |level: DecisionLevel| {
            let mut player = Evaluator { engine: &engine, strength: level.into(), cancel: &cancel };
            list.boards()[player.choose(&board, dice, &list).unwrap()]
        };
        let (searched, rolled) =
            (chosen(Level::Supremo.into()), chosen(DecisionLevel::Rollout(Preset::Roller)));
        assert_ne!(searched, rolled);
        let money = MatchState::new(0, Rules { jacoby: false, ..Rules::default() }).unwrap();
        let state = MatchState { board, ..money };
        let plays = [searched, rolled].map(|after| list.plays()[list.find(&after).unwrap()]);
        let subject = Subject::plays(&state, &MatchEquityTable::default(), &plays).unwrap();
        let settings = RolloutSettings { cubeful: false, ..Preset::Roller.settings() };
        let mut rollout = Rollout::new(subject, settings).unwrap();
        rollout.run(&engine, &crate::rollout::Effort::threads(1), &cancel, &mut |_| ()).unwrap();
        assert_eq!(rollout.results().ranked(), [1, 0]);
    }
}
