// SPDX-License-Identifier: GPL-3.0-or-later
//! Janowski's live cube in money play.
//!
//! With an average win of W and an average loss of L points, a perfectly used cube that can always be turned again is
//! worth −1 at the take point (L − ½)/(W + L + ½) and +1 at the cash point (L + 1)/(W + L + ½); between, it is linear in
//! the winning chance.

use super::info::CubeOwner;

/// Take and cash points with a live cube.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoneyModel {
    win_points: f64,
    lose_points: f64,
    take: f64,
    cash: f64,
}

impl MoneyModel {
    /// From the average points of a win and of a loss, 1 to 3 each.
    pub(super) fn new(win_points: f64, lose_points: f64) -> MoneyModel {
        let whole = 1.0 / (win_points + lose_points + 0.5);
        MoneyModel {
            win_points,
            lose_points,
            take: (lose_points - 0.5) * whole,
            cash: (lose_points + 1.0) * whole,
        }
    }

    /// Equity at a winning chance. `jacoby` says whether gammons wait for the cube to be turned, which matters only
    /// while it is centered: then nobody plays on for a gammon.
    pub(super) fn live(&self, owner: CubeOwner, win: f64, jacoby: bool) -> f64 {
        let (w, l) = (self.win_points, self.lose_points);
        match owner {
            CubeOwner::Centered if win < self.take => {
                if jacoby {
                    -1.0
                } else {
                    -l + (l - 1.0) * win / self.take
                }
            }
            CubeOwner::Centered if win < self.cash => {
                -1.0 + 2.0 * (win - self.take) / (self.cash - self.take)
            }
            CubeOwner::Centered if jacoby => 1.0,
            CubeOwner::OnRoll if win < self.cash => -l + (l + 1.0) * win / self.cash,
            CubeOwner::Centered | CubeOwner::OnRoll => {
                1.0 + (w - 1.0) * (win - self.cash) / (1.0 - self.cash)
            }
            CubeOwner::Opponent if win < self.take => -l + (l - 1.0) * win / self.take,
            CubeOwner::Opponent => -1.0 + (w + 1.0) * (win - self.take) / (1.0 - self.take),
        }
    }
}
