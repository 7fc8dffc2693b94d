// SPDX-License-Identifier: GPL-3.0-or-later
//! Take, double and cash points: the market window.
//!
//! All points are winning chances (0..=1) of the player they are computed for, at fixed rates of gammons and
//! backgammons. "Dead" means that the cube is not turned again, "live" that it is turned perfectly. Money formulas:
//! R. Janowski, "Take-Points in Money Games" (1993); match formulas: risk and gain by match equities.

use super::context::{CubeContext, CubeLevel, LEVELS};
use super::leaf::{LeafCubeLevel, WinRates, stakes};
use crate::core::{CubeValue, Player};

/// One point with a dead and with a live cube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeadLive {
    /// With a dead cube.
    pub dead: f64,
    /// With a live cube.
    pub live: f64,
}

/// The points of one player in money play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoneyPoints {
    /// Least chance to take with.
    pub take: DeadLive,
    /// Least chance to beaver with.
    pub beaver: DeadLive,
    /// Least chance to turn a beaver once more with.
    pub raccoon: DeadLive,
    /// Least chance to make a first double with.
    pub initial_double: DeadLive,
    /// Least chance to redouble with.
    pub redouble: DeadLive,
    /// Chance at which the opponent may as well pass.
    pub cash: DeadLive,
    /// Chance above which playing on for a gammon is better than cashing.
    pub too_good: DeadLive,
}

impl MoneyPoints {
    /// The points of the player whose rates these are, under the rules for the first double.
    #[must_use]
    pub fn new(rates: WinRates, jacoby: bool, beavers: bool) -> MoneyPoints {
        let (w, l) = rates.points();
        let dead = w + l;
        let live = w + l + 0.5;
        let initial = match (jacoby, beavers) {
            (false, _) => l / dead,
            (true, false) => (l - 0.5) / (dead - 1.0),
            (true, true) => (l - 0.25) / (dead - 0.5),
        };
        let cash = (l + 1.0) / live;
        MoneyPoints {
            take: DeadLive { dead: (l - 0.5) / dead, live: (l - 0.5) / live },
            beaver: DeadLive { dead: l / dead, live: l / live },
            raccoon: DeadLive { dead: l / dead, live: (l + 0.5) / live },
            initial_double: DeadLive { dead: initial, live: cash },
            redouble: DeadLive { dead: l / dead, live: cash },
            cash: DeadLive { dead: (l + 0.5) / dead, live: cash },
            too_good: DeadLive { dead: (l + 1.0) / dead, live: cash },
        }
    }
}

/// Four points of one player in a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchPoints {
    /// Least chance to take the opponent's double with.
    pub take: f64,
    /// Least chance to double with, if the cube is dead afterwards.
    pub double: f64,
    /// Chance at which the opponent may as well pass.
    pub cash: f64,
    /// Chance above which playing on is better than cashing.
    pub too_good: f64,
}

/// The points of one player in a match at one cube value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchWindow {
    /// With a dead cube.
    pub dead: MatchPoints,
    /// When the opponent, for whom alone the doubled cube is not dead, redoubles at once.
    pub redoubled: Option<MatchPoints>,
    /// With a live cube; `None` when the doubled cube is dead for either side. The double point is the dead one, as
    /// with a fully live cube there is nothing to gain before the cash point.
    pub live: Option<MatchPoints>,
    /// Least chance to take with when the player, for whom alone the doubled cube is not dead, redoubles at once.
    pub take_redoubling: Option<f64>,
}

impl CubeContext {
    /// The points of `player` at a cube of `value`, from rates seen by that player. `None` in money play.
    #[must_use]
    pub fn match_window(&self, player: Player, value: CubeValue, rates: WinRates) -> Option<MatchWindow> {
        let seen = |player, rates| {
            let levels = self.seat_levels(player)?;
            Some(PlayerLevels { levels, stakes: stakes(levels, rates, true) })
        };
        let own = seen(player, rates)?;
        let other = seen(player.other(), rates.swapped())?;
        let n = (value.exponent() as usize).min(LEVELS - 1);
        let [doubled, redoubled] = [1, 2].map(|more| (n + more).min(LEVELS - 1));
        let (own_needs, other_needs) = (own.levels[doubled].is_useful, other.levels[doubled].is_useful);
        let dead_take = 1.0 - other.dead_cash(n, doubled);
        let points = |take: f64, stake: usize| MatchPoints {
            take,
            double: own.double(n, stake),
            cash: own.dead_cash(n, stake),
            too_good: own.too_good(n),
        };
        let dead = points(dead_take, doubled);
        let is_live = own_needs && other_needs && !own.levels[n].is_dead;
        Some(MatchWindow {
            dead,
            redoubled: (!own_needs && other_needs).then(|| points(dead_take, redoubled)),
            live: is_live.then(|| {
                let cash = own.stakes[n].cash;
                MatchPoints { take: 1.0 - other.stakes[n].cash, double: dead.double, cash, too_good: cash }
            }),
            take_redoubling: (own_needs && !other_needs).then(|| 1.0 - other.dead_cash(n, redoubled)),
        })
    }

    /// The winning chance from which a double can be right with a dead cube: below it a computer player does not look
    /// closer.
    #[must_use]
    pub(crate) fn dead_double_point(&self, cube: super::CubeInfo, rates: WinRates) -> f64 {
        if self.is_money() {
            let points = MoneyPoints::new(rates, self.jacoby_applies(cube), self.has_beavers());
            return if self.jacoby_applies(cube) { points.initial_double.dead } else { points.redouble.dead };
        }
        self.match_window(cube.on_roll, cube.value, rates).map_or(0.0, |window| window.dead.double)
    }
}

/// Match equities and average values at all cube values, of one player.
struct PlayerLevels<'c> {
    levels: &'c [CubeLevel; LEVELS],
    stakes: [LeafCubeLevel; LEVELS],
}

impl PlayerLevels<'_> {
    /// Risk over risk and gain of raising the stake from level `n` to level `to`.
    fn double(&self, n: usize, to: usize) -> f64 {
        let (now, then) = (&self.stakes[n], &self.stakes[to]);
        let risk = now.lose - then.lose;
        part(risk, risk + then.win - now.win)
    }

    /// Where the opponent may as well pass at level `n` as play for level `to`.
    fn dead_cash(&self, n: usize, to: usize) -> f64 {
        let then = &self.stakes[to];
        part(self.levels[n].win[0] - then.lose, then.win - then.lose)
    }

    /// The winning chance at which playing on at level `n` is as good as winning the cube. *Differs* from GNU
    /// Backgammon 1.07, which shows risk over risk and gain here.
    fn too_good(&self, n: usize) -> f64 {
        let now = &self.stakes[n];
        part(self.levels[n].win[0] - now.lose, now.win - now.lose)
    }
}

/// A share, or 1 where there is nothing to share: the point is never reached.
fn part(part: f64, whole: f64) -> f64 {
    if whole > 1e-12 { part / whole } else { 1.0 }
}
