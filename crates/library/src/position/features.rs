// SPDX-License-Identifier: GPL-3.0-or-later
//! What can be counted of a board, for either side, with its phase and plans.

use super::plans::{Phase, Plans};
use super::sides::{SideFeatures, side};
use gnubg_engine::core::{Board, Side};
use gnubg_engine::eval::NetClass;
use gnubg_engine::eval::inputs::measures;

/// What is derived from a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// The phase of the game.
    pub phase: Phase,
    /// The class by which nets are chosen.
    pub class: NetClass,
    /// The plans of the side on roll and of its opponent.
    pub plans: [Plans; 2],
    /// The side on roll and its opponent.
    pub sides: [SideFeatures; 2],
}

impl Features {
    /// The features of a board.
    #[must_use]
    pub fn of(board: &Board) -> Features {
        let counted = measures(board);
        let pips = board.pips();
        let side = |n: usize| side(board, Side::BOTH[n], pips[n], &counted[n]);
        let sides = [side(0), side(1)];
        let class = NetClass::of(board);
        let phase = Phase::of(board, class, &sides);
        let plans =
            [Plans::of(board, class, &sides), Plans::of(&board.swapped(), class, &[sides[1], sides[0]])];
        Features { phase, class, plans, sides }
    }

    /// How many pips the side on roll is ahead.
    #[must_use]
    pub fn lead(&self) -> i32 {
        i32::from(self.sides[1].pips) - i32::from(self.sides[0].pips)
    }
}
