// SPDX-License-Identifier: GPL-3.0-or-later
//! The cost of a wrong cube action, and its rating.

use super::verdict::{CubeEquities, CubeRow, Doubling, Verdict};
use crate::core::Equity;

/// A decision is close when doubling costs less than this.
const CLOSE: f32 = 0.16;

/// How bad a decision was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Skill {
    /// Not marked.
    #[default]
    None,
    /// Doubtful (`?!`).
    Doubtful,
    /// Bad (`?`).
    Bad,
    /// Very bad (`??`).
    VeryBad,
}

/// The losses above which a decision is marked, in equity (money or normalized).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkillThresholds {
    /// Doubtful above this.
    pub doubtful: f32,
    /// Bad above this.
    pub bad: f32,
    /// Very bad above this.
    pub very_bad: f32,
}

impl Default for SkillThresholds {
    fn default() -> SkillThresholds {
        SkillThresholds { doubtful: 0.03, bad: 0.06, very_bad: 0.12 }
    }
}

impl SkillThresholds {
    /// The mark for a decision that lost `loss` (0 or more).
    #[must_use]
    pub fn skill(&self, loss: Equity) -> Skill {
        match loss.0 {
            loss if loss > self.very_bad => Skill::VeryBad,
            loss if loss > self.bad => Skill::Bad,
            loss if loss > self.doubtful => Skill::Doubtful,
            _ => Skill::None,
        }
    }
}

impl CubeEquities {
    /// The equity the player on roll loses by an outcome compared with the right action of `verdict`.
    #[must_use]
    pub fn loss(&self, verdict: Verdict, chosen: CubeRow) -> Equity {
        verdict.value(self) - self.of(chosen)
    }

    /// What the player on roll loses by doubling, the opponent answering rightly; 0 if doubling is right.
    #[must_use]
    pub fn loss_by_double(&self) -> Equity {
        not_negative(self.no_double - self.double())
    }

    /// What the player on roll loses by not doubling; 0 if that is right, optional or the only possibility.
    #[must_use]
    pub fn loss_by_no_double(&self, verdict: Verdict) -> Equity {
        match verdict.doubling() {
            Doubling::Double => not_negative(self.double() - self.no_double),
            Doubling::Either | Doubling::TooGood | Doubling::NoDouble => Equity(0.0),
        }
    }

    /// What the opponent loses by taking; 0 if taking is right.
    #[must_use]
    pub fn loss_by_take(&self) -> Equity {
        not_negative(self.double_take - self.double_pass)
    }

    /// What the opponent loses by passing; 0 if passing is right.
    #[must_use]
    pub fn loss_by_pass(&self) -> Equity {
        not_negative(self.double_pass - self.double_take)
    }

    /// Whether this is a close cube decision, which counts in statistics even without a double.
    #[must_use]
    pub fn is_close(&self, verdict: Verdict) -> bool {
        let doubled = self.double_take.0.min(1.0);
        verdict.is_available() && verdict.value(self).0 - doubled < CLOSE
    }

    /// Whether a deeper look may change what to do: doubling or the answer to it is worth less than the limit of close
    /// decisions.
    #[must_use]
    pub fn is_open(&self, verdict: Verdict) -> bool {
        let doubling = self.no_double.0 - self.double_take.0.min(self.double_pass.0);
        let answer = self.double_take.0 - self.double_pass.0;
        verdict.is_available() && doubling.abs().min(answer.abs()) < CLOSE
    }
}

fn not_negative(loss: Equity) -> Equity {
    Equity(loss.0.max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equities(no_double: f32, double_take: f32) -> CubeEquities {
        CubeEquities {
            no_double: Equity(no_double),
            double_take: Equity(double_take),
            double_pass: Equity(1.0),
            mwc: None,
        }
    }

    #[test]
    fn thresholds_are_exclusive() {
        let thresholds = SkillThresholds::default();
        let skills = [0.0, 0.03, 0.031, 0.06, 0.061, 0.12, 0.121].map(|loss| thresholds.skill(Equity(loss)));
        use Skill::{Bad, Doubtful, None, VeryBad};
        assert_eq!(skills, [None, None, Doubtful, Doubtful, Bad, Bad, VeryBad]);
    }

    #[test]
    fn losses_of_both_sides() {
        let missed = equities(0.5, 0.75);
        assert_eq!(missed.loss_by_no_double(Verdict::DoubleTake), Equity(0.25));
        assert_eq!(missed.loss_by_no_double(Verdict::OptionalDoubleTake), Equity(0.0));
        assert_eq!((missed.loss_by_pass(), missed.loss_by_take()), (Equity(0.25), Equity(0.0)));
        assert_eq!(missed.loss(Verdict::DoubleTake, CubeRow::NoDouble), Equity(0.25));
        let too_good = equities(1.25, 1.75);
        assert_eq!(too_good.loss_by_double(), Equity(0.25));
        assert_eq!((too_good.loss_by_pass(), too_good.loss_by_take()), (Equity(0.0), Equity(0.75)));
    }

    #[test]
    fn close_decisions() {
        assert!(equities(0.5, 0.35).is_close(Verdict::NoDoubleTake));
        assert!(!equities(0.5, 0.33).is_close(Verdict::NoDoubleTake));
        assert!(!equities(0.5, 0.5).is_close(Verdict::NotAvailable));
        // A pass costs no more than the point.
        assert!(equities(0.9, 1.5).is_close(Verdict::DoublePass));
        assert!(equities(1.1, 1.5).is_close(Verdict::TooGoodPass));
        assert!(!equities(1.2, 1.5).is_close(Verdict::TooGoodPass));
    }

    #[test]
    fn what_is_clear_is_not_open() {
        assert!(equities(0.5, 0.6).is_open(Verdict::DoubleTake));
        assert!(equities(0.3, 0.9).is_open(Verdict::DoubleTake));
        assert!(equities(1.1, 1.5).is_open(Verdict::TooGoodPass));
        assert!(!equities(0.5, 0.6).is_open(Verdict::NotAvailable));
        for (no_double, take) in [(0.05, -0.5), (0.3, 0.8), (0.7, 1.5)] {
            assert!(!equities(no_double, take).is_open(Verdict::DoubleTake), "{no_double} {take}");
        }
    }
}
