// SPDX-License-Identifier: GPL-3.0-or-later
//! Equities and chances in the style that the output options choose.

use gnubg_engine::core::{Equity, Mwc, Probs};
use gnubg_session::options::Output;

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    digits: usize,
    /// Whether winning chances are in percent.
    win_percent: bool,
    /// Whether match winning chances are in percent.
    match_percent: bool,
    /// Whether match winning chances replace equities.
    pub mwc: bool,
}

impl Numbers {
    /// The style that the options choose.
    #[must_use]
    pub fn of(output: &Output) -> Numbers {
        Numbers {
            digits: usize::from(output.digits),
            win_percent: output.win_percent,
            match_percent: output.match_percent,
            mwc: output.mwc,
        }
    }

    fn width(self) -> usize {
        self.digits + 3
    }

    /// An equity with its sign.
    #[must_use]
    pub fn equity(self, equity: Equity) -> String {
        format!("{:+w$.d$}", equity.0, w = self.width(), d = self.digits)
    }

    /// A match winning chance.
    #[must_use]
    pub fn mwc(self, mwc: Mwc) -> String {
        let (w, d) = (self.width(), self.digits);
        if self.match_percent {
            format!("{:>w$.d$}%", 100.0 * mwc.0, d = d.saturating_sub(1))
        } else {
            format!("{:>w$.d$}", mwc.0)
        }
    }

    /// A difference of match winning chances, with its sign.
    #[must_use]
    pub fn mwc_difference(self, difference: f32) -> String {
        let (w, d) = (self.width(), self.digits);
        if self.match_percent {
            format!("{:+w$.d$}%", 100.0 * difference, d = d.saturating_sub(1))
        } else {
            format!("{difference:+w$.d$}")
        }
    }

    /// A winning, gammon or backgammon chance.
    #[must_use]
    pub fn chance(self, chance: f32) -> String {
        let (w, d) = (self.digits + 2, self.digits);
        if self.win_percent {
            format!("{:>w$.d$}", 100.0 * chance, d = d.saturating_sub(2))
        } else {
            format!("{chance:>w$.d$}")
        }
    }

    /// The five chances and the chance to lose: `win wing winbg - lose loseg losebg`.
    #[must_use]
    pub fn chances(self, probs: &Probs) -> String {
        let [win, win_g, win_bg, lose_g, lose_bg] = probs.to_array().map(|chance| self.chance(chance));
        let lose = self.chance(1.0 - probs.win);
        format!("{win} {win_g} {win_bg} - {lose} {lose_g} {lose_bg}")
    }

    /// A value: the match winning chance if there is one and the options ask for it, else the equity.
    #[must_use]
    pub fn value(self, equity: Equity, mwc: Option<Mwc>) -> String {
        match mwc {
            Some(mwc) if self.mwc => self.mwc(mwc),
            _ => self.equity(equity),
        }
    }

    /// The difference of two values.
    #[must_use]
    pub fn difference(self, this: (Equity, Option<Mwc>), other: (Equity, Option<Mwc>)) -> String {
        match (this.1, other.1) {
            (Some(mine), Some(theirs)) if self.mwc => self.mwc_difference(mine.0 - theirs.0),
            _ => self.equity(Equity(this.0.0 - other.0.0)),
        }
    }

    /// What a play loses against the best one: `-0.000` if nothing, as in GNU Backgammon.
    #[must_use]
    pub fn loss(self, this: (Equity, Option<Mwc>), best: (Equity, Option<Mwc>)) -> String {
        match (this.1, best.1) {
            (Some(mine), Some(theirs)) if self.mwc => self.mwc_difference(-(theirs.0 - mine.0)),
            _ => self.equity(Equity(-(best.0.0 - this.0.0))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(digits: u8, mwc: bool, win_percent: bool) -> Numbers {
        Numbers::of(&Output { digits, mwc, win_percent, ..Output::default() })
    }

    #[test]
    fn numbers_look_as_recorded() {
        let three = numbers(3, false, false);
        assert_eq!(three.equity(Equity(0.0837)), "+0.084");
        assert_eq!(three.equity(Equity(-0.2757)), "-0.276");
        let probs = Probs::from_array([0.5513, 0.1737, 0.0128, 0.1244, 0.005]);
        assert_eq!(three.chances(&probs), "0.551 0.174 0.013 - 0.449 0.124 0.005");
        assert_eq!(three.mwc(Mwc(0.516_83)), " 51.68%");
        assert_eq!(three.mwc_difference(-0.0178), " -1.78%");
        let percent = numbers(3, true, true);
        assert_eq!(percent.chances(&probs), " 55.1  17.4   1.3 -  44.9  12.4   0.5");
        assert_eq!(percent.value(Equity(1.0), Some(Mwc(0.5))), " 50.00%");
        assert_eq!(percent.value(Equity(1.0), None), "+1.000");
        assert_eq!(numbers(4, true, true).mwc_difference(-0.100_62), "-10.062%");
        assert_eq!(numbers(0, true, true).mwc(Mwc(0.5)), " 50%");
        let equal = (Equity(0.5), Some(Mwc(0.5)));
        assert_eq!(
            (three.loss(equal, equal), three.difference(equal, equal)),
            ("-0.000".into(), "+0.000".into())
        );
    }
}
