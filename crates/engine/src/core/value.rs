// SPDX-License-Identifier: GPL-3.0-or-later
//! The value of a position: outcome probabilities, equity and match winning chance.

use std::fmt;

/// Chances of the five outcomes for the player on roll before the roll. Each is cumulative ("at least").
///
/// *Invariant after [`Probs::clamped`]:* `0 <= win_bg <= win_g <= win <= 1` and `0 <= lose_bg <= lose_g <= 1 - win`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[repr(C)]
pub struct Probs {
    /// Wins the game.
    pub win: f32,
    /// Wins a gammon or backgammon.
    pub win_g: f32,
    /// Wins a backgammon.
    pub win_bg: f32,
    /// Loses a gammon or backgammon.
    pub lose_g: f32,
    /// Loses a backgammon.
    pub lose_bg: f32,
}

impl Probs {
    /// From `[win, win gammon, win backgammon, lose gammon, lose backgammon]`.
    #[must_use]
    pub const fn from_array(p: [f32; 5]) -> Probs {
        Probs { win: p[0], win_g: p[1], win_bg: p[2], lose_g: p[3], lose_bg: p[4] }
    }

    /// `[win, win gammon, win backgammon, lose gammon, lose backgammon]`.
    #[must_use]
    pub const fn to_array(self) -> [f32; 5] {
        [self.win, self.win_g, self.win_bg, self.lose_g, self.lose_bg]
    }

    /// The certain result that the player on roll has won (or lost) `points` (1..=3).
    #[must_use]
    pub fn certain(won: bool, points: u8) -> Probs {
        let (g, bg) = (f32::from(u8::from(points >= 2)), f32::from(u8::from(points >= 3)));
        if won {
            Probs { win: 1.0, win_g: g, win_bg: bg, lose_g: 0.0, lose_bg: 0.0 }
        } else {
            Probs { win: 0.0, win_g: 0.0, win_bg: 0.0, lose_g: g, lose_bg: bg }
        }
    }

    /// The same chances seen by the other player.
    #[must_use]
    pub fn swapped(self) -> Probs {
        Probs {
            win: 1.0 - self.win,
            win_g: self.lose_g,
            win_bg: self.lose_bg,
            lose_g: self.win_g,
            lose_bg: self.win_bg,
        }
    }

    /// Cubeless money equity, −3..=3.
    #[must_use]
    pub fn money_equity(self) -> Equity {
        Equity(2.0 * self.win - 1.0 + (self.win_g - self.lose_g) + (self.win_bg - self.lose_bg))
    }

    /// Limits each chance to the range that the others allow.
    #[must_use]
    pub fn clamped(self) -> Probs {
        let win = self.win.clamp(0.0, 1.0);
        let win_g = self.win_g.clamp(0.0, win);
        let lose_g = self.lose_g.clamp(0.0, 1.0 - win);
        Probs {
            win,
            win_g,
            win_bg: self.win_bg.clamp(0.0, win_g),
            lose_g,
            lose_bg: self.lose_bg.clamp(0.0, lose_g),
        }
    }
}

/// Points won per game on a cube of 1: money equity −3..=3, or in a match the normalized equity (EMG) at which losing
/// and winning the cube are −1 and +1.
///
/// Not comparable with [`Mwc`]; only the cube module converts, because that needs the score.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Default)]
#[repr(transparent)]
pub struct Equity(pub f32);

impl std::ops::Neg for Equity {
    type Output = Equity;
    fn neg(self) -> Equity {
        Equity(-self.0)
    }
}

impl std::ops::Sub for Equity {
    type Output = Equity;
    fn sub(self, other: Equity) -> Equity {
        Equity(self.0 - other.0)
    }
}

impl fmt::Display for Equity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.*}", f.precision().unwrap_or(3), self.0)
    }
}

/// Match winning chance, 0..=1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Default)]
#[repr(transparent)]
pub struct Mwc(pub f32);

impl Mwc {
    /// The opponent's chance.
    #[must_use]
    pub fn swapped(self) -> Mwc {
        Mwc(1.0 - self.0)
    }
}

impl fmt::Display for Mwc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.*}%", f.precision().unwrap_or(2), 100.0 * self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equity_of_the_opening() {
        let probs = Probs::from_array([0.521514, 0.153921, 0.007563, 0.129847, 0.007546]);
        assert!((probs.money_equity().0 - 0.067119).abs() < 1e-6);
        assert!((probs.swapped().money_equity().0 + 0.067119).abs() < 1e-6);
    }

    #[test]
    fn clamping_orders_the_outcomes() {
        let probs = Probs::from_array([0.4, 0.5, 0.6, 0.9, -0.1]).clamped();
        assert_eq!(probs.to_array(), [0.4, 0.4, 0.4, 0.6, 0.0]);
        assert_eq!(Probs::certain(false, 2).money_equity(), Equity(-2.0));
    }
}
