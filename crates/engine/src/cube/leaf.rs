// SPDX-License-Identifier: GPL-3.0-or-later
//! Cubeful values of a statically evaluated position for any number of cube states.
//!
//! Janowski's model: the value is (1 − x)·dead + x·live, where "dead" never turns the cube again, "live" turns it
//! perfectly in a game whose winning chance moves without jumps, and the efficiency x says how close to live a class of
//! positions is. R. Janowski, "Take-Points in Money Games" (1993); in a match the live cube is a broken line through
//! the cash points of both sides, found from the last live cube downward.
//!
//! [`CubeContext::leaf`] does what all cube states share; [`Leaf::value`] then reads one state.

use super::context::{CashRule, CubeContext, CubeLevel, LEVELS, Utility};
use super::info::{CubeInfo, CubeOwner};
use super::money::MoneyModel;
use super::scatter::Scatter;
use crate::core::{Player, Probs};

/// Widest winning chance at which a side counts as sure to win or lose in money play.
const SURE: f64 = 1e-7;

/// Least difference between dead and live value from which an efficiency is derived.
const LEAST_DIFFERENCE: f64 = 1e-4;

/// Efficiency of two-sided bearoff databases in matches where none can be derived, and the greatest one.
const TWO_SIDED_EFFICIENCY: f64 = 0.6;

/// How the cube enters a position's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LeafModel {
    /// Janowski's model with these cube efficiencies, 0 (dead) to 1 (live), by owner: nobody, the player on roll, the
    /// opponent.
    Efficiency([f64; 3]),
    /// Exact money equities without gammons: used as they are in money play; in a match they give the efficiency.
    TwoSided(TwoSidedEquities),
    /// Exact money equities with gammons, used likewise.
    Hypergammon(HypergammonEquities),
}

/// Exact money equities of a two-sided bearoff position per point of the cube, for the player on roll, who has not
/// doubled in this turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoSidedEquities {
    /// Without a cube.
    pub cubeless: f64,
    /// The player on roll owns the cube.
    pub owned: f64,
    /// The cube is centered.
    pub centered: f64,
    /// The opponent owns the cube.
    pub unavailable: f64,
}

/// Exact money equities of a hypergammon position per point of the cube, for the player on roll, who has not doubled in
/// this turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HypergammonEquities {
    /// The player on roll owns the cube.
    pub owned: f64,
    /// The cube is centered, gammons count.
    pub centered: f64,
    /// The cube is centered, gammons do not count.
    pub centered_jacoby: f64,
    /// The opponent owns the cube.
    pub unavailable: f64,
}

/// Shares of each side's wins, from the player on roll: gammons without backgammons, and backgammons.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct WinRates {
    /// Gammons among own wins.
    pub gammon: f64,
    /// Backgammons among own wins.
    pub backgammon: f64,
    /// Gammons among the opponent's wins.
    pub gammon_lost: f64,
    /// Backgammons among the opponent's wins.
    pub backgammon_lost: f64,
}

impl WinRates {
    /// The rates of five chances; 0 for a side that never wins.
    #[must_use]
    pub fn of(probs: &Probs) -> WinRates {
        let [win, win_g, win_bg, lose_g, lose_bg] = probs.to_array().map(f64::from);
        let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        WinRates {
            gammon: share(win_g - win_bg, win),
            backgammon: share(win_bg, win),
            gammon_lost: share(lose_g - lose_bg, 1.0 - win),
            backgammon_lost: share(lose_bg, 1.0 - win),
        }
    }

    /// The same rates seen by the other player.
    #[must_use]
    pub fn swapped(self) -> WinRates {
        WinRates {
            gammon: self.gammon_lost,
            backgammon: self.backgammon_lost,
            gammon_lost: self.gammon,
            backgammon_lost: self.backgammon,
        }
    }

    /// Average points of an own win and of a loss, per point of the cube.
    #[must_use]
    pub fn points(self) -> (f64, f64) {
        (1.0 + self.gammon + 2.0 * self.backgammon, 1.0 + self.gammon_lost + 2.0 * self.backgammon_lost)
    }
}

/// A statically evaluated position, ready to be valued at any cube state.
#[derive(Clone, Debug)]
pub struct Leaf<'c> {
    context: &'c CubeContext,
    win: f64,
    /// Money play: value by cube owner.
    money: [f64; 3],
    /// Match play: efficiency by cube owner.
    efficiency: [f64; 3],
    /// Match play: by exponent of the cube.
    stakes: [LeafCubeLevel; LEVELS],
    scatter: Scatter,
}

/// One cube value at a leaf in a match, for the player on roll.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LeafCubeLevel {
    /// Average match winning chance after winning the game.
    pub(super) win: f64,
    /// Average match winning chance after losing the game.
    pub(super) lose: f64,
    /// Winning chance at which the opponent may as well pass.
    pub(super) cash: f64,
    /// The opponent's winning chance at which the player on roll may as well pass.
    pub(super) other_cash: f64,
}

impl CubeContext {
    /// Prepares a position with these chances for the player `on_roll`. About 50 ns in money play, 100 ns in a match.
    #[must_use]
    pub fn leaf(&self, on_roll: Player, probs: &Probs, model: &LeafModel) -> Leaf<'_> {
        let win = f64::from(probs.win);
        let mut leaf = Leaf {
            context: self,
            win,
            money: [0.0; 3],
            efficiency: [0.0; 3],
            stakes: [LeafCubeLevel::default(); LEVELS],
            scatter: Scatter::NONE,
        };
        match self.seat_levels(on_roll) {
            None => leaf.money = self.money_values(on_roll, probs, model),
            Some(levels) => {
                leaf.efficiency = match_efficiency(probs, model);
                leaf.stakes = stakes(levels, WinRates::of(probs), win > 0.0);
            }
        }
        leaf
    }

    /// Values by cube owner in money play.
    fn money_values(&self, on_roll: Player, probs: &Probs, model: &LeafModel) -> [f64; 3] {
        let cube = CubeInfo::centered(on_roll);
        let jacoby = self.jacoby_applies(cube);
        if !self.has_cube() {
            return [self.cubeless(cube, probs).0; 3];
        }
        match *model {
            LeafModel::Efficiency(x) => janowski(probs, x, jacoby),
            LeafModel::TwoSided(exact) => [exact.centered, exact.owned, exact.unavailable],
            LeafModel::Hypergammon(exact) => {
                let centered = if jacoby { exact.centered_jacoby } else { exact.centered };
                [centered, exact.owned, exact.unavailable]
            }
        }
    }
}

impl Leaf<'_> {
    /// The same position where values are estimates with errors of this size.
    #[must_use]
    pub fn with_scatter(mut self, scatter: Scatter) -> Self {
        self.scatter = scatter;
        self
    }

    /// The value at `cube` of not doubling now.
    #[must_use]
    pub fn value(&self, cube: CubeInfo) -> Utility {
        let owner = cube.owner as usize;
        let Some(level) = self.context.level(cube) else { return Utility(self.money[owner]) };
        let stake = &self.stakes[(cube.value.exponent() as usize).min(LEVELS - 1)];
        let dead = self.win * stake.win + (1.0 - self.win) * stake.lose;
        if level.is_dead || !self.context.has_cube() {
            return Utility(dead);
        }
        let live = self.live(level, stake, cube.owner);
        let x = self.efficiency[owner];
        Utility((1.0 - x) * dead + x * live)
    }

    /// The value at `cube` with the option to double now.
    #[must_use]
    pub fn node_value(&self, cube: CubeInfo) -> Utility {
        let doubled = self.context.may_double(cube).then(|| self.value(cube.doubled()));
        self.context.option_value(cube, self.value(cube), doubled, self.scatter)
    }

    /// Match winning chance with a live cube.
    fn live(&self, level: &CubeLevel, stake: &LeafCubeLevel, owner: CubeOwner) -> f64 {
        let take = 1.0 - stake.other_cash;
        let lost = [0.0, stake.lose];
        let passed = [take, level.lose[0]];
        let cashed = [stake.cash, level.win[0]];
        let won = [1.0, stake.win];
        match owner {
            CubeOwner::Centered if self.win <= take => between(self.win, lost, passed),
            CubeOwner::Centered if self.win < stake.cash => between(self.win, passed, cashed),
            CubeOwner::OnRoll if self.win < stake.cash => between(self.win, lost, cashed),
            CubeOwner::Centered | CubeOwner::OnRoll => between(self.win, cashed, won),
            CubeOwner::Opponent if self.win <= take => between(self.win, lost, passed),
            CubeOwner::Opponent => between(self.win, passed, won),
        }
    }
}

/// The straight line through two points at `x`; the second point's value where they coincide.
fn between(x: f64, [x0, y0]: [f64; 2], [x1, y1]: [f64; 2]) -> f64 {
    let width = x1 - x0;
    if width > 0.0 { y0 + (y1 - y0) * (x - x0) / width } else { y1 }
}

/// Money values by cube owner with efficiencies `x`.
fn janowski(probs: &Probs, x: [f64; 3], jacoby: bool) -> [f64; 3] {
    let win = f64::from(probs.win);
    let (win_points, lose_points) = WinRates::of(probs).points();
    let dead = win * win_points - (1.0 - win) * lose_points;
    let dead_centered = if jacoby { 2.0 * win - 1.0 } else { dead };
    if !(SURE..=1.0 - SURE).contains(&win) {
        return [dead_centered, dead, dead];
    }
    let model = MoneyModel::new(win_points, lose_points);
    let mixed = |owner: CubeOwner, dead: f64| {
        let x = x[owner as usize];
        (1.0 - x) * dead + x * model.live(owner, win, jacoby)
    };
    [
        mixed(CubeOwner::Centered, dead_centered),
        mixed(CubeOwner::OnRoll, dead),
        mixed(CubeOwner::Opponent, dead),
    ]
}

/// Cube efficiency in a match by cube owner. Exact equities give the one that explains them in money play.
fn match_efficiency(probs: &Probs, model: &LeafModel) -> [f64; 3] {
    match *model {
        LeafModel::Efficiency(x) => x,
        LeafModel::TwoSided(exact) => {
            let win = 0.5 * (exact.cubeless + 1.0);
            let money = MoneyModel::new(1.0, 1.0);
            [
                (CubeOwner::Centered, exact.centered),
                (CubeOwner::OnRoll, exact.owned),
                (CubeOwner::Opponent, exact.unavailable),
            ]
            .map(|(owner, equity)| {
                derived(equity, exact.cubeless, money.live(owner, win, false))
                    .unwrap_or(TWO_SIDED_EFFICIENCY)
                    .clamp(0.0, TWO_SIDED_EFFICIENCY)
            })
        }
        LeafModel::Hypergammon(exact) => {
            let win = f64::from(probs.win);
            let (win_points, lose_points) = WinRates::of(probs).points();
            let money = MoneyModel::new(win_points, lose_points);
            let dead = win * win_points - (1.0 - win) * lose_points;
            [
                (CubeOwner::Centered, exact.centered),
                (CubeOwner::OnRoll, exact.owned),
                (CubeOwner::Opponent, exact.unavailable),
            ]
            .map(|(owner, equity)| derived(equity, dead, money.live(owner, win, false)).unwrap_or(1.0))
        }
    }
}

/// The efficiency at which an exact equity lies between the dead and the live one; `None` if those hardly differ.
fn derived(exact: f64, dead: f64, live: f64) -> Option<f64> {
    ((live - dead).abs() > LEAST_DIFFERENCE).then(|| (exact - dead) / (live - dead))
}

/// Average match winning chances and cash points at every cube value, from the largest down. `can_win` is whether the
/// player on roll has any chance in this game.
pub(super) fn stakes(
    levels: &[CubeLevel; LEVELS],
    rates: WinRates,
    can_win: bool,
) -> [LeafCubeLevel; LEVELS] {
    let mean = |chances: &[f64; 3], gammon: f64, backgammon: f64| {
        chances[0] + gammon * (chances[1] - chances[0]) + backgammon * (chances[2] - chances[0])
    };
    let mut stakes = [LeafCubeLevel::default(); LEVELS];
    for (stake, level) in stakes.iter_mut().zip(levels) {
        stake.win = mean(&level.win, rates.gammon, rates.backgammon);
        stake.lose = mean(&level.lose, rates.gammon_lost, rates.backgammon_lost);
    }
    for n in (0..LEVELS).rev() {
        let level = &levels[n];
        if level.is_dead {
            continue;
        }
        let [win, lose] = [level.win[0], level.lose[0]];
        let (cash, other_cash) = match level.cash {
            CashRule::Last([own, other]) => {
                let (own, doubled) = (stakes[usize::from(own)], stakes[usize::from(other)]);
                let other_cash = if !can_win && lose == 0.0 {
                    hopeless_cash(doubled.win, rates)
                } else {
                    ratio(doubled.win - lose, doubled.win - doubled.lose)
                };
                (ratio(win - own.lose, own.win - own.lose), other_cash)
            }
            // The taker's side redoubles at its own cash point, where the doubler loses the doubled cube.
            CashRule::Further => {
                let (next, after) = (stakes[n + 1], &levels[n + 1]);
                (
                    1.0 - next.other_cash * ratio(next.win - win, next.win - after.lose[0]),
                    1.0 - next.cash * ratio(lose - next.lose, after.win[0] - next.lose),
                )
            }
        };
        stakes[n].cash = cash;
        stakes[n].other_cash = other_cash;
    }
    stakes
}

/// The opponent's cash point when the opponent is sure to win the game and thus the match; `won` is the player's match
/// winning chance after winning the game. The cash point is 1.
///
/// *Kept:* single precision, in this order. Doubling and not doubling are equally good here, and whether rounding puts
/// the quotient above 1 decides between "Optional double" and "No double" in the recorded decisions.
fn hopeless_cash(won: f64, rates: WinRates) -> f64 {
    let (lost, gammon, backgammon) =
        (1.0 - won as f32, rates.gammon_lost as f32, rates.backgammon_lost as f32);
    let single = 1.0 - gammon - backgammon;
    let width = lost - single - gammon - backgammon;
    if width < 0.0 { f64::from((lost - 1.0) / width) } else { 1.0 }
}

/// `part / whole`, or 1 where the table gives no difference to divide by.
fn ratio(part: f64, whole: f64) -> f64 {
    if whole.abs() > 1e-12 { part / whole } else { 1.0 }
}
