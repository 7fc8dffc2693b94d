// SPDX-License-Identifier: GPL-3.0-or-later
//! The value of the option to double when the values of doubling and of not doubling are estimates.
//!
//! A static value differs randomly from the value that look-ahead finds. The value of an option between two estimates
//! is therefore not the better estimate: an opponent sometimes takes in a position that seems just good enough to cash,
//! so the value of cashing is below one point; and where doubling and not doubling seem equal, one of them is better.
//! With errors of logistic distribution of scale s the mean of max(0, x + error) is s·ln(1 + exp(x/s)). docs/cube.md,
//! section 12, has the measurements.

use std::sync::LazyLock;

/// Scales of the errors of a class of positions. [`Scatter::NONE`] compares values as they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scatter {
    /// Of the value after double and take against that after double and pass, in equity normalized by the cube before
    /// the double.
    pub pass: f64,
    /// Of the gain by doubling, as a share of what rolling on lacks to the value after double and pass. It vanishes
    /// there: when nothing else can be won, waiting cannot gain more.
    pub double: f64,
}

/// The factor by which one ply of look-ahead reduces the errors.
const SHARE_OF_A_PLY: f64 = 0.6;

/// Beyond so many scales the option's value does not differ from the better estimate in double precision.
const FAR: usize = 36;

/// Entries of [`EXCESS`] a scale; between them its error is at most 1/5,000 of the value at 0.
const STEPS: usize = 16;

/// ln(1 + exp(−x)) at x = 0, 1/16 … 36 and beyond: what the option adds to the better estimate, in scales. A table,
/// since every end of a look-ahead asks for it; from functions that are the same on every machine, so that rollouts
/// are.
static EXCESS: LazyLock<[f64; FAR * STEPS + 2]> =
    LazyLock::new(|| std::array::from_fn(|n| libm::log1p(libm::exp(-(n as f64) / STEPS as f64))));

impl Scatter {
    /// No errors.
    pub const NONE: Scatter = Scatter { pass: 0.0, double: 0.0 };
    /// Positions with contact.
    pub const CONTACT: Scatter = Scatter { pass: 0.035, double: 0.06 };
    /// Races whose value is not exactly known.
    pub const RACE: Scatter = Scatter { pass: 0.015, double: 0.02 };

    /// The scales for values found with `plies` plies of look-ahead, which are means over rolls.
    #[must_use]
    pub fn ahead(self, plies: u8) -> Scatter {
        let share = (0..plies).fold(1.0, |share, _| share * SHARE_OF_A_PLY);
        Scatter { pass: share * self.pass, double: share * self.double }
    }

    /// The value of the option to double, from normalized equities: `no_double` of rolling on and `double_take` after
    /// double and take; after double and pass it is 1. At most the greater of 1 and `no_double`.
    #[must_use]
    pub fn option(self, no_double: f64, double_take: f64) -> f64 {
        if no_double >= 1.0 {
            return no_double;
        }
        let doubled = 1.0 - expected_gain(1.0 - double_take, self.pass);
        let scale = self.double * (1.0 - no_double);
        (no_double + expected_gain(doubled - no_double, scale)).min(1.0)
    }
}

/// The mean of max(0, `gain` + error) with logistic errors of this scale; without errors, max(0, `gain`).
fn expected_gain(gain: f64, scale: f64) -> f64 {
    let better = gain.max(0.0);
    if gain.abs() >= FAR as f64 * scale {
        return better;
    }
    let place = gain.abs() / scale * STEPS as f64;
    let (n, part) = (place as usize, place.fract());
    better + scale * (EXCESS[n] + part * (EXCESS[n + 1] - EXCESS[n]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn certain(no_double: f64, double_take: f64) -> f64 {
        no_double.max(double_take.min(1.0))
    }

    #[test]
    fn without_scatter_the_better_estimate_counts() {
        for (nd, dt, value) in
            [(0.5, 0.4, 0.5), (0.5, 0.6, 0.6), (0.8, 1.3, 1.0), (1.2, 1.5, 1.2), (1.1, 0.9, 1.1)]
        {
            assert_eq!(Scatter::NONE.option(nd, dt), value);
        }
    }

    #[test]
    fn the_equity_of_a_cash_at_the_take_point_is_below_one() {
        let at = |dt: f64| Scatter::CONTACT.option(0.8, dt);
        // 0.035·ln 2 is lost where take and pass are equally good.
        assert!((at(1.0) - (1.0 - 0.035 * 2f64.ln())).abs() < 1e-6, "{}", at(1.0));
        assert!(at(1.2) > 0.999 && at(1.2) < 1.0);
        assert_eq!(at(2.5), 1.0);
    }

    #[test]
    fn the_value_of_a_close_double_exceeds_both_alternatives() {
        let value = Scatter::CONTACT.option(0.5, 0.5);
        assert!((value - (0.5 + 0.06 * 0.5 * 2f64.ln())).abs() < 1e-6, "{value}");
    }

    #[test]
    fn the_table_is_near_the_function() {
        for n in -4000..4000 {
            let x = f64::from(n) / 100.0;
            let exact = x.max(0.0) + (-x.abs()).exp().ln_1p();
            assert!((expected_gain(0.5 * x, 0.5) - 0.5 * exact).abs() < 0.5 * 1.3e-4, "{x}");
        }
    }

    #[test]
    fn look_ahead_leaves_a_part_of_the_errors() {
        assert_eq!(Scatter::CONTACT.ahead(0), Scatter::CONTACT);
        let Scatter { pass, double } = Scatter::CONTACT.ahead(2);
        assert!((pass - 0.0126).abs() < 1e-12 && (double - 0.0216).abs() < 1e-12, "{pass} {double}");
        assert_eq!(Scatter::NONE.ahead(1), Scatter::NONE);
    }

    proptest! {
        #[test]
        fn options_are_bounded_and_near_the_better_estimate(
            nd in -3.0..3.0f64, dt in -3.0..4.0f64, pass in 0.0..0.2f64, double in 0.0..0.2f64,
        ) {
            let value = Scatter { pass, double }.option(nd, dt);
            prop_assert!(value >= nd && value <= nd.max(1.0));
            prop_assert!((value - certain(nd, dt)).abs() <= 2f64.ln() * (pass + double * (1.0 - nd).max(0.0)) + 1e-12);
        }

        #[test]
        fn the_option_grows_with_both_values(nd in -2.0..2.0f64, dt in -2.0..3.0f64, more in 0.0..0.5f64) {
            let option = |nd: f64, dt: f64| Scatter::CONTACT.option(nd, dt);
            prop_assert!(option(nd, dt + more) >= option(nd, dt) - 1e-12);
            // Where doubling is clear the errors hardly count, and rolling on not at all.
            prop_assert!(option(nd + more, dt) >= option(nd, dt) - 1e-7);
        }
    }
}
