// SPDX-License-Identifier: GPL-3.0-or-later
//! Marks: how good a decision was and how lucky a roll, with the limits that divide them.

use gnubg_engine::core::Equity;

/// How bad a decision was, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Skill {
    /// A blunder, `??`.
    VeryBad,
    /// An error, `?`.
    Bad,
    /// An inaccuracy, `?!`.
    Doubtful,
    /// No mark.
    #[default]
    Unmarked,
}

impl Skill {
    /// All marks, the worst first.
    pub const ALL: [Skill; 4] = [Skill::VeryBad, Skill::Bad, Skill::Doubtful, Skill::Unmarked];

    /// `??`, `?`, `?!` or nothing.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Skill::VeryBad => "??",
            Skill::Bad => "?",
            Skill::Doubtful => "?!",
            Skill::Unmarked => "",
        }
    }

    /// The mark in words; empty for [`Skill::Unmarked`].
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Skill::VeryBad => "very bad",
            Skill::Bad => "bad",
            Skill::Doubtful => "doubtful",
            Skill::Unmarked => "",
        }
    }

    /// Position in [`Skill::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// How lucky a roll was, the unluckiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Luck {
    /// `--`.
    VeryUnlucky,
    /// `-`.
    Unlucky,
    /// Nothing special.
    #[default]
    Unmarked,
    /// `+`.
    Lucky,
    /// `++`, a joker.
    VeryLucky,
}

impl Luck {
    /// All marks, the unluckiest first.
    pub const ALL: [Luck; 5] =
        [Luck::VeryUnlucky, Luck::Unlucky, Luck::Unmarked, Luck::Lucky, Luck::VeryLucky];

    /// `--`, `-`, nothing, `+` or `++`.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Luck::VeryUnlucky => "--",
            Luck::Unlucky => "-",
            Luck::Unmarked => "",
            Luck::Lucky => "+",
            Luck::VeryLucky => "++",
        }
    }

    /// The mark in words; empty for [`Luck::Unmarked`].
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Luck::VeryUnlucky => "very unlucky",
            Luck::Unlucky => "unlucky",
            Luck::Unmarked => "",
            Luck::Lucky => "lucky",
            Luck::VeryLucky => "very lucky",
        }
    }

    /// Position in [`Luck::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The limits between marks, in equity (EMG); all are positive and a mark is given strictly beyond its limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// Loss above which a decision is doubtful.
    pub doubtful: f32,
    /// Loss above which it is bad.
    pub bad: f32,
    /// Loss above which it is very bad.
    pub very_bad: f32,
    /// Luck above which a roll is lucky.
    pub lucky: f32,
    /// Luck above which it is very lucky.
    pub very_lucky: f32,
    /// Bad luck above which a roll is unlucky.
    pub unlucky: f32,
    /// Bad luck above which it is very unlucky.
    pub very_unlucky: f32,
}

impl Thresholds {
    /// The limits of GNU Backgammon 1.07, the default.
    pub const CURRENT: Thresholds = Thresholds {
        doubtful: 0.03,
        bad: 0.06,
        very_bad: 0.12,
        lucky: 0.3,
        very_lucky: 0.6,
        unlucky: 0.3,
        very_unlucky: 0.6,
    };

    /// The limits of the 0.16 manual.
    pub const MANUAL: Thresholds =
        Thresholds { doubtful: 0.04, bad: 0.08, very_bad: 0.16, ..Thresholds::CURRENT };

    /// The mark of an error; errors are 0 or negative.
    #[must_use]
    pub fn skill(&self, error: Equity) -> Skill {
        let loss = -error.0;
        if loss > self.very_bad {
            Skill::VeryBad
        } else if loss > self.bad {
            Skill::Bad
        } else if loss > self.doubtful {
            Skill::Doubtful
        } else {
            Skill::Unmarked
        }
    }

    /// The mark of a roll.
    #[must_use]
    pub fn luck(&self, luck: Equity) -> Luck {
        let luck = luck.0;
        if luck > self.very_lucky {
            Luck::VeryLucky
        } else if luck > self.lucky {
            Luck::Lucky
        } else if luck < -self.very_unlucky {
            Luck::VeryUnlucky
        } else if luck < -self.unlucky {
            Luck::Unlucky
        } else {
            Luck::Unmarked
        }
    }
}

impl Default for Thresholds {
    fn default() -> Thresholds {
        Thresholds::CURRENT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_exclusive() {
        let t = Thresholds::default();
        assert_eq!(t.skill(Equity(0.0)), Skill::Unmarked);
        assert_eq!(t.skill(Equity(-0.03)), Skill::Unmarked);
        assert_eq!(t.skill(Equity(-0.031)), Skill::Doubtful);
        assert_eq!(t.skill(Equity(-0.061)), Skill::Bad);
        assert_eq!(t.skill(Equity(-0.121)), Skill::VeryBad);
        assert_eq!(Thresholds::MANUAL.skill(Equity(-0.121)), Skill::Bad);
        assert_eq!(t.luck(Equity(0.3)), Luck::Unmarked);
        assert_eq!(t.luck(Equity(0.31)), Luck::Lucky);
        assert_eq!(t.luck(Equity(-0.61)), Luck::VeryUnlucky);
    }

    #[test]
    fn worse_marks_come_first() {
        assert!(Skill::VeryBad < Skill::Unmarked);
        for (n, skill) in Skill::ALL.into_iter().enumerate() {
            assert_eq!(skill.index(), n);
        }
        for (n, luck) in Luck::ALL.into_iter().enumerate() {
            assert_eq!(luck.index(), n);
        }
    }
}
