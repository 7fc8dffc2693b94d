// SPDX-License-Identifier: GPL-3.0-or-later
//! The correct cube action, from three equities.
//!
//! All equities are those of the player on roll, who decides whether to double: without doubling (ND), after double and
//! take (DT), after double and pass (DP). In a match they are normalized by the cube before the double, so DP is 1.

use super::context::{CubeContext, Utility};
use super::info::{CubeInfo, CubeOwner};
use super::leaf::LeafModel;
use crate::core::{Equity, Mwc, Probs};

/// Equities no farther apart than this make a double optional.
const OPTIONAL: f32 = 1e-5;

/// The value of each cube action to the player on roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CubeEquities {
    /// Rolling on with the cube as it is.
    pub no_double: Equity,
    /// Double and take.
    pub double_take: Equity,
    /// Double and pass.
    pub double_pass: Equity,
    /// The same three as match winning chances; `None` in money play.
    pub mwc: Option<[Mwc; 3]>,
}

/// One of the three outcomes compared in a cube decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CubeRow {
    /// No double.
    NoDouble,
    /// Double, take.
    DoubleTake,
    /// Double, pass.
    DoublePass,
}

impl CubeEquities {
    /// The equity of one outcome.
    #[must_use]
    pub fn of(&self, row: CubeRow) -> Equity {
        match row {
            CubeRow::NoDouble => self.no_double,
            CubeRow::DoubleTake => self.double_take,
            CubeRow::DoublePass => self.double_pass,
        }
    }

    /// The match winning chance of one outcome; `None` in money play.
    #[must_use]
    pub fn mwc_of(&self, row: CubeRow) -> Option<Mwc> {
        self.mwc.map(|mwc| mwc[row as usize])
    }

    /// The value of a double against the best answer.
    #[must_use]
    pub fn double(&self) -> Equity {
        if self.double_take < self.double_pass { self.double_take } else { self.double_pass }
    }
}

impl CubeContext {
    /// The three equities from the values at `cube` and at [`CubeInfo::doubled`], each on its own scale.
    #[must_use]
    pub(crate) fn cube_equities(&self, cube: CubeInfo, no_double: Utility, doubled: Utility) -> CubeEquities {
        let rows = [no_double, self.taken_value(doubled), self.pass_value(cube)];
        let [no_double, double_take, double_pass] = rows.map(|value| self.equity(cube, value));
        let mwc = (!self.is_money()).then(|| rows.map(|value| Mwc(value.0 as f32)));
        CubeEquities { no_double, double_take, double_pass, mwc }
    }

    /// The three equities of a position from its chances alone (0-ply).
    #[must_use]
    pub fn static_cube_equities(&self, cube: CubeInfo, probs: &Probs, model: &LeafModel) -> CubeEquities {
        let leaf = self.leaf(cube.on_roll, probs, model);
        self.cube_equities(cube, leaf.value(cube), leaf.value(cube.doubled()))
    }

    /// The correct action. `can_win_gammon` is whether the player on roll has any chance of a gammon; without one it is
    /// never right to play on for it.
    #[must_use]
    pub fn verdict(&self, cube: CubeInfo, equities: &CubeEquities, can_win_gammon: bool) -> Verdict {
        let is_owned = cube.owner != CubeOwner::Centered;
        if !self.may_double(cube) {
            let is_dead = !self.is_money() && self.has_cube() && cube.is_open();
            return match (is_dead, is_owned) {
                (true, false) => Verdict::NeverDouble,
                (true, true) => Verdict::NeverRedouble,
                (false, _) => Verdict::NotAvailable,
            };
        }
        let [nd, dt, dp] = [equities.no_double.0, equities.double_take.0, equities.double_pass.0];
        let beaver = self.has_beavers() && (-2.0..=0.0).contains(&dt);
        let re = |double, redouble| if is_owned { redouble } else { double };
        if dt >= nd && dp >= nd {
            if dp > dt {
                let is_optional = (dt - nd).abs() <= OPTIONAL;
                return match (beaver, is_optional) {
                    (true, _) if 2.0 * dt < nd => Verdict::NoDoubleBeaver,
                    (true, false) => Verdict::DoubleBeaver,
                    (true, true) => Verdict::OptionalDoubleBeaver,
                    (false, false) => re(Verdict::DoubleTake, Verdict::RedoubleTake),
                    (false, true) => re(Verdict::OptionalDoubleTake, Verdict::OptionalRedoubleTake),
                };
            }
            let gammons_count = can_win_gammon && !self.jacoby_applies(cube);
            return if (nd - dp).abs() <= OPTIONAL && gammons_count {
                re(Verdict::OptionalDoublePass, Verdict::OptionalRedoublePass)
            } else {
                re(Verdict::DoublePass, Verdict::RedoublePass)
            };
        }
        if dt > dp {
            return match can_win_gammon {
                true => re(Verdict::TooGoodPass, Verdict::TooGoodRedoublePass),
                false => re(Verdict::DoublePass, Verdict::RedoublePass),
            };
        }
        if nd > dp && can_win_gammon {
            re(Verdict::TooGoodTake, Verdict::TooGoodRedoubleTake)
        } else if nd <= dp && beaver {
            re(Verdict::NoDoubleBeaver, Verdict::NoRedoubleBeaver)
        } else {
            re(Verdict::NoDoubleTake, Verdict::NoRedoubleTake)
        }
    }
}

/// The correct cube action of both sides. The discriminants are the codes of files and of the scripting interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// Double; take.
    DoubleTake = 0,
    /// Double; pass.
    DoublePass = 1,
    /// No double; a double would be taken.
    NoDoubleTake = 2,
    /// Too good to double although the opponent would take.
    TooGoodTake = 3,
    /// Too good to double; play on for the gammon.
    TooGoodPass = 4,
    /// Double; the opponent beavers.
    DoubleBeaver = 5,
    /// No double; a double would be beavered.
    NoDoubleBeaver = 6,
    /// Redouble; take.
    RedoubleTake = 7,
    /// Redouble; pass.
    RedoublePass = 8,
    /// No redouble; a redouble would be taken.
    NoRedoubleTake = 9,
    /// Too good to redouble although the opponent would take.
    TooGoodRedoubleTake = 10,
    /// Too good to redouble; play on for the gammon.
    TooGoodRedoublePass = 11,
    /// No redouble; a redouble would be beavered.
    NoRedoubleBeaver = 12,
    /// The centered cube is dead for the player on roll.
    NeverDouble = 13,
    /// The own cube is dead.
    NeverRedouble = 14,
    /// The cube cannot be turned.
    NotAvailable = 15,
    /// Doubling and not doubling are equally good; take.
    OptionalDoubleTake = 16,
    /// Redoubling and not redoubling are equally good; take.
    OptionalRedoubleTake = 17,
    /// Doubling and not doubling are equally good; the opponent beavers.
    OptionalDoubleBeaver = 18,
    /// Cashing and playing on are equally good.
    OptionalDoublePass = 19,
    /// Cashing with a redouble and playing on are equally good.
    OptionalRedoublePass = 20,
}

impl Verdict {
    /// All verdicts, in the order of their codes.
    pub const ALL: [Verdict; 21] = [
        Verdict::DoubleTake,
        Verdict::DoublePass,
        Verdict::NoDoubleTake,
        Verdict::TooGoodTake,
        Verdict::TooGoodPass,
        Verdict::DoubleBeaver,
        Verdict::NoDoubleBeaver,
        Verdict::RedoubleTake,
        Verdict::RedoublePass,
        Verdict::NoRedoubleTake,
        Verdict::TooGoodRedoubleTake,
        Verdict::TooGoodRedoublePass,
        Verdict::NoRedoubleBeaver,
        Verdict::NeverDouble,
        Verdict::NeverRedouble,
        Verdict::NotAvailable,
        Verdict::OptionalDoubleTake,
        Verdict::OptionalRedoubleTake,
        Verdict::OptionalDoubleBeaver,
        Verdict::OptionalDoublePass,
        Verdict::OptionalRedoublePass,
    ];

    /// The code, 0 to 20.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The verdict of a code, if it is 0 to 20.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Verdict> {
        Verdict::ALL.get(usize::from(code)).copied()
    }

    /// The proper cube action in words.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Verdict::DoubleTake => "Double, take",
            Verdict::DoublePass => "Double, pass",
            Verdict::NoDoubleTake => "No double, take",
            Verdict::TooGoodTake => "Too good to double, take",
            Verdict::TooGoodPass => "Too good to double, pass",
            Verdict::DoubleBeaver => "Double, beaver",
            Verdict::NoDoubleBeaver => "No double, beaver",
            Verdict::RedoubleTake => "Redouble, take",
            Verdict::RedoublePass => "Redouble, pass",
            Verdict::NoRedoubleTake => "No redouble, take",
            Verdict::TooGoodRedoubleTake => "Too good to redouble, take",
            Verdict::TooGoodRedoublePass => "Too good to redouble, pass",
            Verdict::NoRedoubleBeaver => "No redouble, beaver",
            Verdict::NeverDouble => "Never double, take (dead cube)",
            Verdict::NeverRedouble => "Never redouble, take (dead cube)",
            Verdict::NotAvailable => "Cube not available",
            Verdict::OptionalDoubleTake => "Optional double, take",
            Verdict::OptionalRedoubleTake => "Optional redouble, take",
            Verdict::OptionalDoubleBeaver => "Optional double, beaver",
            Verdict::OptionalDoublePass => "Optional double, pass",
            Verdict::OptionalRedoublePass => "Optional redouble, pass",
        }
    }

    /// What the player on roll should do.
    #[must_use]
    pub const fn doubling(self) -> Doubling {
        match self {
            Verdict::DoubleTake
            | Verdict::DoublePass
            | Verdict::DoubleBeaver
            | Verdict::RedoubleTake
            | Verdict::RedoublePass => Doubling::Double,
            Verdict::OptionalDoubleTake
            | Verdict::OptionalRedoubleTake
            | Verdict::OptionalDoubleBeaver
            | Verdict::OptionalDoublePass
            | Verdict::OptionalRedoublePass => Doubling::Either,
            Verdict::TooGoodTake
            | Verdict::TooGoodPass
            | Verdict::TooGoodRedoubleTake
            | Verdict::TooGoodRedoublePass => Doubling::TooGood,
            Verdict::NoDoubleTake
            | Verdict::NoDoubleBeaver
            | Verdict::NoRedoubleTake
            | Verdict::NoRedoubleBeaver
            | Verdict::NeverDouble
            | Verdict::NeverRedouble
            | Verdict::NotAvailable => Doubling::NoDouble,
        }
    }

    /// What the opponent should answer to a double.
    #[must_use]
    pub const fn answer(self) -> Answer {
        match self {
            Verdict::DoublePass
            | Verdict::TooGoodPass
            | Verdict::RedoublePass
            | Verdict::TooGoodRedoublePass
            | Verdict::OptionalDoublePass
            | Verdict::OptionalRedoublePass => Answer::Pass,
            Verdict::DoubleBeaver
            | Verdict::NoDoubleBeaver
            | Verdict::NoRedoubleBeaver
            | Verdict::OptionalDoubleBeaver => Answer::Beaver,
            Verdict::DoubleTake
            | Verdict::NoDoubleTake
            | Verdict::TooGoodTake
            | Verdict::RedoubleTake
            | Verdict::NoRedoubleTake
            | Verdict::TooGoodRedoubleTake
            | Verdict::NeverDouble
            | Verdict::NeverRedouble
            | Verdict::NotAvailable
            | Verdict::OptionalDoubleTake
            | Verdict::OptionalRedoubleTake => Answer::Take,
        }
    }

    /// Whether the cube can be turned.
    #[must_use]
    pub const fn is_available(self) -> bool {
        !matches!(self, Verdict::NeverDouble | Verdict::NeverRedouble | Verdict::NotAvailable)
    }

    /// The equity of the right action.
    #[must_use]
    pub fn value(self, equities: &CubeEquities) -> Equity {
        match (self.doubling(), self.answer()) {
            (Doubling::TooGood | Doubling::NoDouble, _) => equities.no_double,
            (Doubling::Double | Doubling::Either, Answer::Pass) => equities.double_pass,
            (Doubling::Double | Doubling::Either, Answer::Take | Answer::Beaver) => equities.double_take,
        }
    }

    /// The equity that files of GNU Backgammon carry as the optimal one.
    ///
    /// *Kept:* for a double that is wrong only because of the beaver they carry the value after double and take; for a
    /// cash without gammon chances that of not doubling where rounding puts it above the cash.
    #[must_use]
    pub fn value_in_files(self, equities: &CubeEquities) -> Equity {
        let CubeEquities { no_double, double_take, double_pass, .. } = *equities;
        match self {
            Verdict::NoDoubleBeaver if double_take >= no_double => double_take,
            Verdict::DoublePass | Verdict::RedoublePass if no_double > double_pass => no_double,
            _ => self.value(equities),
        }
    }

    /// The three outcomes as they are listed: the right one, then the one that helps the player on roll, then the one
    /// that hurts. Where doubling is optional, not doubling comes first.
    #[must_use]
    pub const fn rows(self) -> [CubeRow; 3] {
        use CubeRow::{DoublePass as DP, DoubleTake as DT, NoDouble as ND};
        match self {
            Verdict::DoubleTake | Verdict::DoubleBeaver | Verdict::RedoubleTake => [DT, DP, ND],
            Verdict::DoublePass | Verdict::RedoublePass => [DP, DT, ND],
            Verdict::TooGoodPass
            | Verdict::TooGoodRedoublePass
            | Verdict::OptionalDoublePass
            | Verdict::OptionalRedoublePass => [ND, DT, DP],
            _ => [ND, DP, DT],
        }
    }

    /// How often the opponent must answer wrongly (0..=1) for a wrong double to be right: share of wrong passes after
    /// "no double", of wrong takes after "too good, pass".
    #[must_use]
    pub fn bluff_share(self, equities: &CubeEquities) -> Option<f32> {
        let [nd, dt, dp] = [equities.no_double.0, equities.double_take.0, equities.double_pass.0];
        let share = match self {
            Verdict::NoDoubleTake
            | Verdict::NoDoubleBeaver
            | Verdict::NoRedoubleTake
            | Verdict::NoRedoubleBeaver => (nd - dt) / (dp - dt),
            Verdict::TooGoodPass | Verdict::TooGoodRedoublePass if nd <= dt => (nd - dp) / (dt - dp),
            _ => return None,
        };
        (share.is_finite() && share >= 0.0).then_some(share)
    }
}

/// What the player on roll should do with the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Doubling {
    /// Double.
    Double,
    /// Double or not; both are equally good.
    Either,
    /// Do not double; play on for the gammon.
    TooGood,
    /// Do not double.
    NoDouble,
}

/// How to answer a double.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Give up the game.
    Pass,
    /// Play on at twice the stake, owning the cube.
    Take,
    /// Take and turn the cube once more at once, keeping it; where that is not allowed, take.
    Beaver,
}
