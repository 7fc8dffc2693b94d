// SPDX-License-Identifier: GPL-3.0-or-later
//! A moment of the board: what is shown, and how far its movement has come.

use gnubg_draw::BoardView;

/// A view and its movement, as the painter in three dimensions needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The view; dice lie where they will come to rest.
    pub view: BoardView,
    /// The seed of the roll of the dice, and its progress from 0 to 1.
    pub roll: Option<(u64, f64)>,
    /// The progress of the cube on its way, from 0 to 1.
    pub cube: Option<f64>,
}

impl Moment {
    /// A view without movement.
    #[must_use]
    pub fn still(view: BoardView) -> Moment {
        Moment { view, roll: None, cube: None }
    }
}
