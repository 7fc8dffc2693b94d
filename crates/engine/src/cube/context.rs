// SPDX-License-Identifier: GPL-3.0-or-later
//! The value of points at the current score. A search evaluates all positions in one such context.
//!
//! A [`CubeContext`] is built once for each root (about a microsecond in a match). It tabulates, for both seats and
//! every cube value, the match winning chance after winning or losing one, two or three times the cube, so that leaves
//! look nothing up. It is the only place where equities and match winning chances are converted.
//!
//! Sources: match equity arithmetic as in T. Keith, "How to Compute a Match Equity Table" and the GNU Backgammon
//! documentation; docs/cube.md works examples.

use super::info::{CubeInfo, CubeOwner};
use super::met::{MET_SIZE, MatchEquityTable};
use super::scatter::Scatter;
use crate::core::{CubeValue, Equity, MAX_MATCH_CUBE, MatchState, Mwc, Player, Probs};

/// Cube values distinguished in match play: 1, 2 … 64. A cube of 64 decides any match.
pub(super) const LEVELS: usize = 7;

/// Least distance between the chances after winning and after losing the cube that is used as a unit of equity. Rounded
/// tables give equal chances to some neighboring lopsided scores.
const LEAST_WIDTH: f64 = 1e-7;

/// A value on the scale of its context: in money play an equity per point of the present cube, in a match a match
/// winning chance. Always for the player on roll at the node it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Default)]
#[repr(transparent)]
pub struct Utility(pub f64);

/// The score of a match before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchScore {
    away: [u8; 2],
    is_crawford: bool,
}

impl MatchScore {
    /// Points that seats Zero and One still need, each 1 to 64, and whether this is the Crawford game. A game with a
    /// player 1-away that is not the Crawford game is post-Crawford. `None` outside these limits.
    #[must_use]
    pub fn new(away: [u32; 2], is_crawford: bool) -> Option<MatchScore> {
        let possible = |away: u32| (1..=MET_SIZE as u32).contains(&away);
        if possible(away[0]) && possible(away[1]) && (!is_crawford || away.contains(&1)) {
            Some(MatchScore { away: away.map(|away| away as u8), is_crawford })
        } else {
            None
        }
    }

    /// Points `player` still needs.
    #[must_use]
    pub fn away(self, player: Player) -> u32 {
        u32::from(self.away[player.index()])
    }

    /// Whether this is the Crawford game.
    #[must_use]
    pub fn is_crawford(self) -> bool {
        self.is_crawford
    }

    /// Whether somebody is 1-away and this is not the Crawford game.
    #[must_use]
    pub fn is_post_crawford(self) -> bool {
        !self.is_crawford && self.away.contains(&1)
    }
}

/// Whether points are money or win a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Scoring {
    /// Points are money.
    Money {
        /// Gammons count only after the cube has been turned.
        jacoby: bool,
        /// A double may be turned at once by the player who takes it.
        beavers: bool,
    },
    /// Points win the match.
    Match(MatchScore),
}

/// One cube value in a match, for one seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct CubeLevel {
    /// Match winning chance after winning 1, 2, 3 times the cube.
    pub(super) win: [f64; 3],
    /// Match winning chance after losing 1, 2, 3 times the cube.
    pub(super) lose: [f64; 3],
    /// Whether neither side can usefully turn this cube.
    pub(super) is_dead: bool,
    /// Whether this seat, if it may turn the cube by ownership, needs more points than the cube's value.
    pub(super) is_useful: bool,
    /// How cash points are found here.
    pub(super) cash: CashRule,
}

/// How cash points at one cube value are found.
#[derive(Clone, Copy, Debug)]
pub(super) enum CashRule {
    /// The doubled cube is dead. The levels whose wins and losses are then at stake: when this seat doubles, and when
    /// the other does. They are one higher when the taker redoubles at once.
    Last([u8; 2]),
    /// From the cash points of the doubled cube.
    Further,
}

/// The score, cube rules and match equities in which positions are evaluated.
#[derive(Clone, Debug)]
pub struct CubeContext {
    scoring: Scoring,
    has_cube: bool,
    /// By seat and exponent of the cube; empty in money play.
    levels: Option<Box<[[CubeLevel; LEVELS]; 2]>>,
}

impl CubeContext {
    /// The context of a match state.
    #[must_use]
    pub fn of(state: &MatchState, table: &MatchEquityTable) -> CubeContext {
        let context = match [state.away(Player::Zero), state.away(Player::One)] {
            [Some(zero), Some(one)] => {
                let away = [zero, one].map(|away| away.clamp(1, MET_SIZE as u32) as u8);
                CubeContext::match_play(MatchScore { away, is_crawford: state.is_crawford }, table)
            }
            _ => CubeContext::money(state.rules.jacoby, state.rules.beavers > 0),
        };
        CubeContext { has_cube: state.rules.cube, ..context }
    }

    /// Money play with the cube.
    #[must_use]
    pub fn money(jacoby: bool, beavers: bool) -> CubeContext {
        CubeContext { scoring: Scoring::Money { jacoby, beavers }, has_cube: true, levels: None }
    }

    /// A match at `score` with the cube.
    #[must_use]
    pub fn match_play(score: MatchScore, table: &MatchEquityTable) -> CubeContext {
        let levels = Player::BOTH.map(|seat| std::array::from_fn(|e| CubeLevel::new(score, table, seat, e)));
        CubeContext { scoring: Scoring::Match(score), has_cube: true, levels: Some(Box::new(levels)) }
    }

    /// The same without a doubling cube.
    #[must_use]
    pub(crate) fn without_cube(self) -> CubeContext {
        CubeContext { has_cube: false, ..self }
    }

    /// Whether points are money.
    #[must_use]
    pub fn is_money(&self) -> bool {
        self.levels.is_none()
    }

    /// Whether the game is played with a doubling cube.
    #[must_use]
    pub fn has_cube(&self) -> bool {
        self.has_cube
    }

    /// Whether the Jacoby rule holds gammons back at this cube.
    #[must_use]
    pub fn jacoby_applies(&self, cube: CubeInfo) -> bool {
        self.has_cube
            && cube.owner == CubeOwner::Centered
            && matches!(self.scoring, Scoring::Money { jacoby: true, .. })
    }

    /// Whether beavers are allowed.
    #[must_use]
    pub fn has_beavers(&self) -> bool {
        self.has_cube && matches!(self.scoring, Scoring::Money { beavers: true, .. })
    }

    /// Whether the player on roll may double.
    #[must_use]
    pub fn may_double(&self, cube: CubeInfo) -> bool {
        if !self.has_cube || !cube.is_open() {
            return false;
        }
        match self.scoring {
            Scoring::Money { .. } => cube.value < CubeValue::MAX,
            Scoring::Match(score) => {
                !score.is_crawford && cube.value.points() < MAX_MATCH_CUBE && self.is_useful(cube)
            }
        }
    }

    fn is_useful(&self, cube: CubeInfo) -> bool {
        self.level(cube).is_none_or(|level| level.is_useful)
    }

    /// The tabulated match equities of the player on roll at this cube; `None` in money play.
    pub(super) fn level(&self, cube: CubeInfo) -> Option<&CubeLevel> {
        let index = (cube.value.exponent() as usize).min(LEVELS - 1);
        self.seat_levels(cube.on_roll).map(|levels| &levels[index])
    }

    pub(super) fn seat_levels(&self, seat: Player) -> Option<&[CubeLevel; LEVELS]> {
        self.levels.as_ref().map(|levels| &levels[seat.index()])
    }

    /// The value of a double that is passed.
    #[must_use]
    pub(crate) fn pass_value(&self, cube: CubeInfo) -> Utility {
        Utility(self.level(cube).map_or(1.0, |level| level.win[0]))
    }

    /// A value seen by the other player.
    #[must_use]
    pub(crate) fn flipped(&self, value: Utility) -> Utility {
        Utility(if self.is_money() { -value.0 } else { 1.0 - value.0 })
    }

    /// The value of `cube.doubled()`, brought to the scale of `cube`: in money play per point of the cube before.
    #[must_use]
    pub(crate) fn taken_value(&self, doubled: Utility) -> Utility {
        if self.is_money() { Utility(2.0 * doubled.0) } else { doubled }
    }

    /// The value at a node before the roll with the option to double: `no_double` at `cube` itself, `doubled` at
    /// [`CubeInfo::doubled`] on its own scale. Without the option, `no_double`.
    #[must_use]
    pub fn node_value(&self, cube: CubeInfo, no_double: Utility, doubled: Option<Utility>) -> Utility {
        let Some(doubled) = doubled else { return no_double };
        let (take, pass) = (self.taken_value(doubled), self.pass_value(cube));
        if take >= no_double && pass >= no_double { Utility(take.0.min(pass.0)) } else { no_double }
    }

    /// The same at a node to come, whose values are estimates with errors of this size.
    pub(crate) fn option_value(
        &self,
        cube: CubeInfo,
        no_double: Utility,
        doubled: Option<Utility>,
        scatter: Scatter,
    ) -> Utility {
        let Some(taken) = doubled.map(|doubled| self.taken_value(doubled)) else { return no_double };
        if scatter == Scatter::NONE {
            return self.node_value(cube, no_double, doubled);
        }
        match self.scale(cube) {
            None => Utility(scatter.option(no_double.0, taken.0)),
            Some(scale) => {
                let [no_double, taken] = [no_double, taken].map(|value| scale.equity_of(value.0));
                Utility(scale.mwc_of(scatter.option(no_double, taken)))
            }
        }
    }

    /// The value of the five chances if the cube is never turned again.
    #[must_use]
    pub fn cubeless(&self, cube: CubeInfo, probs: &Probs) -> Utility {
        let [win, win_g, win_bg, lose_g, lose_bg] = probs.to_array().map(f64::from);
        Utility(match self.level(cube) {
            None if self.jacoby_applies(cube) => 2.0 * win - 1.0,
            None => 2.0 * win - 1.0 + (win_g - lose_g) + (win_bg - lose_bg),
            Some(CubeLevel { win: w, lose: l, .. }) => {
                let won = w[0] * win + (w[1] - w[0]) * win_g + (w[2] - w[1]) * win_bg;
                let lost = l[0] * (1.0 - win) + (l[1] - l[0]) * lose_g + (l[2] - l[1]) * lose_bg;
                won + lost
            }
        })
    }

    /// A value as equity: money equity per point of its cube, or in a match normalized by winning and losing `cube`.
    #[must_use]
    pub fn equity(&self, cube: CubeInfo, value: Utility) -> Equity {
        Equity(match self.scale(cube) {
            None => value.0,
            Some(scale) => scale.equity_of(value.0),
        } as f32)
    }

    /// A value as match winning chance; `None` in money play.
    #[must_use]
    pub fn mwc(&self, value: Utility) -> Option<Mwc> {
        (!self.is_money()).then_some(Mwc(value.0 as f32))
    }

    /// The conversion between match winning chance and normalized equity at this cube; `None` in money play.
    #[must_use]
    pub fn scale(&self, cube: CubeInfo) -> Option<EmgScale> {
        self.level(cube).map(|level| EmgScale::new(level.win[0], level.lose[0]))
    }

    /// What gammons and backgammons are worth to the player on roll at this cube.
    #[must_use]
    pub fn gammon_prices(&self, cube: CubeInfo) -> GammonPrices {
        match self.level(cube) {
            None if self.jacoby_applies(cube) => GammonPrices::default(),
            None => GammonPrices { gammon: 1.0, backgammon: 1.0 },
            Some(level) => {
                let width = level.win[0] - level.lose[0];
                if width.abs() <= 2.0 * LEAST_WIDTH {
                    return GammonPrices::default();
                }
                let price = |n: usize| (2.0 * (level.win[n] - level.win[n - 1]) / width).max(0.0) as f32;
                GammonPrices { gammon: price(1), backgammon: price(2) }
            }
        }
    }
}

impl CubeLevel {
    /// The cube 2^`exponent` at `score`, for `seat`.
    fn new(score: MatchScore, table: &MatchEquityTable, seat: Player, exponent: usize) -> CubeLevel {
        let away = score.away.map(i32::from);
        let (own, other) = (away[seat.index()], away[seat.other().index()]);
        let is_late = score.is_crawford || away.contains(&1);
        let cube = 1 << exponent;
        let after = |player: Player, points: i32| {
            let mut left = away;
            left[player.index()] -= points;
            table.after_game(seat, left, is_late)
        };
        // The doubled cube can still be turned while both need more points than its value.
        let goes_on = own > 2 * cube && other > 2 * cube;
        // Once the doubler needs no more than the doubled cube, a taker who needs more redoubles at once.
        let stake = |doubler: i32, taker: i32| {
            let redoubles = doubler <= 2 * cube && taker > 2 * cube;
            (exponent + 1 + usize::from(redoubles)).min(LEVELS - 1) as u8
        };
        CubeLevel {
            win: [1, 2, 3].map(|n| after(seat, n * cube)),
            lose: [1, 2, 3].map(|n| after(seat.other(), n * cube)),
            // 2-away/2-away counts as dead: both double at once there. *Kept:* compatible with GNU Backgammon.
            is_dead: score.is_crawford || (own <= cube && other <= cube) || (own == 2 && other == 2),
            is_useful: own > cube,
            cash: if goes_on {
                CashRule::Further
            } else {
                CashRule::Last([stake(own, other), stake(other, own)])
            },
        }
    }
}

/// The straight line between match winning chance and normalized equity (EMG) at one score and cube: losing the cube is
/// −1, winning it +1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EmgScale {
    middle: f64,
    half_width: f64,
}

impl EmgScale {
    fn new(win: f64, lose: f64) -> EmgScale {
        EmgScale { middle: 0.5 * (win + lose), half_width: 0.5 * (win - lose).max(LEAST_WIDTH) }
    }

    /// The same in double precision.
    pub(crate) fn equity_of(self, mwc: f64) -> f64 {
        (mwc - self.middle) / self.half_width
    }

    fn mwc_of(self, equity: f64) -> f64 {
        self.middle + self.half_width * equity
    }

    /// Normalized equity of a match winning chance.
    #[must_use]
    pub fn equity(self, mwc: Mwc) -> Equity {
        Equity(self.equity_of(f64::from(mwc.0)) as f32)
    }

    /// Match winning chance of a normalized equity.
    #[must_use]
    pub fn mwc(self, equity: Equity) -> Mwc {
        Mwc(self.mwc_of(f64::from(equity.0)) as f32)
    }

    /// A standard error in match winning chance as one in normalized equity.
    #[must_use]
    pub fn equity_std_error(self, mwc: f64) -> f64 {
        mwc / self.half_width
    }

    /// A standard error in normalized equity as one in match winning chance.
    #[must_use]
    pub fn mwc_std_error(self, equity: f64) -> f64 {
        equity * self.half_width
    }
}

/// The additional value of gammons and backgammons at one score and cube, as equity on top of a single win.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct GammonPrices {
    /// Added by a gammon; 1 in money play.
    pub gammon: f32,
    /// Added by a backgammon to the gammon; 1 in money play.
    pub backgammon: f32,
}

impl GammonPrices {
    /// The gammon value as players quote it: 0.5 in money play.
    #[must_use]
    pub fn gammon_value(self) -> f32 {
        0.5 * self.gammon
    }

    /// The backgammon value as players quote it, over a single win: 1 in money play.
    #[must_use]
    pub fn backgammon_value(self) -> f32 {
        0.5 * (self.gammon + self.backgammon)
    }
}
