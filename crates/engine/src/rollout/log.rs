// SPDX-License-Identifier: GPL-3.0-or-later
//! A game of a rollout, move by move.

use super::shared::CubeAction;
use crate::core::{Board, Dice, MatchState, MoveRules, Play, PlayList, Player};

/// An action of a player in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogAction {
    /// A roll and the play of it; the empty play if no checker could move.
    Play {
        /// The roll.
        dice: Dice,
        /// The play.
        play: Play,
    },
    /// The cube was turned.
    Double,
    /// A double was taken, or the cube after a beaver.
    Take,
    /// A double was dropped.
    Drop,
    /// A double was turned once more.
    Beaver,
}

/// One game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameLog {
    /// The starting position: the player who rolls or doubles first is on roll.
    pub start: MatchState,
    /// The actions, each with its player.
    pub actions: Vec<(Player, LogAction)>,
}

impl GameLog {
    pub(super) fn cube(&mut self, doubler: Player, action: CubeAction) {
        let answer: &[(Player, LogAction)] = match action {
            CubeAction::None => return,
            CubeAction::Taken => &[(doubler.other(), LogAction::Take)],
            CubeAction::Beavered => &[(doubler.other(), LogAction::Beaver), (doubler, LogAction::Take)],
            CubeAction::Passed(_) => &[(doubler.other(), LogAction::Drop)],
        };
        self.actions.push((doubler, LogAction::Double));
        self.actions.extend(answer);
    }

    /// A play from `before` to `after`, the opponent on roll there.
    pub(super) fn play(
        &mut self,
        player: Player,
        rules: MoveRules,
        before: &Board,
        dice: Dice,
        after: &Board,
    ) {
        let mut list = PlayList::new();
        list.generate_with(before, dice, rules);
        let at = list.boards().iter().position(|board| board == after);
        let play = at.map_or(Play::EMPTY, |at| list.plays()[at]);
        self.actions.push((player, LogAction::Play { dice, play }));
    }
}
