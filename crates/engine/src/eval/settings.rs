// SPDX-License-Identifier: GPL-3.0-or-later
//! Settings of evaluations: plies, cube, pruning, noise, move filters, and the predefined levels.
//!
//! Plies are counted from the static evaluation: 0-ply does not look ahead.

use std::cmp::Ordering;

/// Maximum number of plies.
pub const MAX_PLIES: u8 = 7;

/// Settings of one evaluation.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvalSettings {
    /// Plies looked ahead, 0..=[`MAX_PLIES`]; 0 is the static evaluation.
    pub plies: u8,
    /// Whether the cube is taken into account.
    pub cubeful: bool,
    /// Whether the filter net drops clearly worse plays inside a search.
    pub prune: bool,
    /// Standard deviation of artificial noise on the winning chance; 0 for none.
    pub noise: f32,
    /// Whether the noise is the same for the same position every time.
    pub deterministic: bool,
}

impl EvalSettings {
    /// Cubeful, pruned and noiseless evaluation at `plies` plies.
    #[must_use]
    pub const fn at(plies: u8) -> EvalSettings {
        EvalSettings { plies, cubeful: true, prune: true, noise: 0.0, deterministic: true }
    }

    /// The same with deterministic noise.
    const fn noisy(noise: f32) -> EvalSettings {
        EvalSettings { prune: false, noise, ..EvalSettings::at(0) }
    }

    /// Compares the strength of two evaluations: plies, then cubeful over cubeless, less noise, deterministic noise, and
    /// (beyond 0-ply) no pruning.
    #[must_use]
    pub fn strength(&self, other: &EvalSettings) -> Ordering {
        self.plies
            .cmp(&other.plies)
            .then(self.cubeful.cmp(&other.cubeful))
            .then(other.noise.total_cmp(&self.noise))
            .then_with(|| {
                if self.noise > 0.0 { self.deterministic.cmp(&other.deterministic) } else { Ordering::Equal }
            })
            .then_with(|| if self.plies > 0 { other.prune.cmp(&self.prune) } else { Ordering::Equal })
    }

    /// Whether both settings give the same values: pruning does nothing at 0-ply, determinism nothing without noise.
    #[must_use]
    pub fn is_same(&self, other: &EvalSettings) -> bool {
        self.strength(other) == Ordering::Equal
    }

    /// The usual short name: `Cubeful 2-ply`, `Cubeless 0-ply`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}-ply", if self.cubeful { "Cubeful" } else { "Cubeless" }, self.plies)
    }
}

impl Default for EvalSettings {
    fn default() -> EvalSettings {
        EvalSettings::at(2)
    }
}

/// Which plays survive one step of a search: the best `accept`, and up to `extra` more within `threshold` of the best.
///
/// Serialized as the list of its three numbers.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "(i32, i32, f32)", into = "(i32, i32, f32)"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveFilter {
    /// Plays always kept; negative: the step is skipped.
    pub accept: i32,
    /// Further plays kept at most.
    pub extra: i32,
    /// How far behind the best the further ones may be, in equity.
    pub threshold: f32,
}

impl MoveFilter {
    /// The step is not made.
    pub const SKIP: MoveFilter = MoveFilter { accept: -1, extra: 0, threshold: 0.0 };

    const fn within(extra: i32, threshold: f32) -> MoveFilter {
        MoveFilter { accept: 0, extra, threshold }
    }
}

#[cfg(feature = "serde")]
impl From<(i32, i32, f32)> for MoveFilter {
    fn from((accept, extra, threshold): (i32, i32, f32)) -> MoveFilter {
        MoveFilter { accept, extra, threshold }
    }
}

#[cfg(feature = "serde")]
impl From<MoveFilter> for (i32, i32, f32) {
    fn from(filter: MoveFilter) -> (i32, i32, f32) {
        (filter.accept, filter.extra, filter.threshold)
    }
}

/// Filters for searches of 1 to 4 plies: `rows[n - 1][p]` is used after step `p` of an `n`-ply search, `p < n`.
///
/// Deeper searches use the last row.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveFilters {
    /// The rows; entries with `p >= n` are not used.
    pub rows: [[MoveFilter; 4]; 4],
}

impl MoveFilters {
    /// Few candidates.
    pub const TINY: MoveFilters = MoveFilters::preset((5, 0.08), (2, 0.02));
    /// Fewer candidates than by default.
    pub const NARROW: MoveFilters = MoveFilters::preset((8, 0.12), (2, 0.03));
    /// The default number of candidates.
    pub const NORMAL: MoveFilters = MoveFilters::preset((8, 0.16), (2, 0.04));
    /// Many candidates, for analysis.
    pub const LARGE: MoveFilters = MoveFilters::preset((16, 0.32), (4, 0.08));
    /// Nearly every candidate.
    pub const HUGE: MoveFilters = MoveFilters::preset((20, 0.44), (6, 0.11));

    /// The presets with their names.
    pub const PRESETS: [(&str, MoveFilters); 5] = [
        ("tiny", MoveFilters::TINY),
        ("narrow", MoveFilters::NARROW),
        ("normal", MoveFilters::NORMAL),
        ("large", MoveFilters::LARGE),
        ("huge", MoveFilters::HUGE),
    ];

    const fn preset(first: (i32, f32), third: (i32, f32)) -> MoveFilters {
        let (first, third) = (MoveFilter::within(first.0, first.1), MoveFilter::within(third.0, third.1));
        let skip = MoveFilter::SKIP;
        MoveFilters {
            rows: [
                [first, skip, skip, skip],
                [first, skip, skip, skip],
                [first, skip, third, skip],
                [first, skip, third, skip],
            ],
        }
    }

    /// The filters of an `n`-ply search, one for each step; empty for 0-ply.
    #[must_use]
    pub fn row(&self, plies: u8) -> &[MoveFilter] {
        let n = usize::from(plies.min(4));
        n.checked_sub(1).map_or(&[], |row| &self.rows[row][..n])
    }

    /// The same filters, but where a step leaves plays out, at least `least` of them stay. With 2, a play that is clearly the
    /// best without look-ahead is searched beside the second best instead of keeping its static value.
    #[must_use]
    pub fn leaving(mut self, least: i32) -> MoveFilters {
        for filter in self.rows.as_flattened_mut() {
            if (0..least).contains(&filter.accept) {
                filter.extra = (filter.accept.saturating_add(filter.extra) - least).max(0);
                filter.accept = least;
            }
        }
        self
    }

    /// The filter before a third ply; that of the default if the step is skipped.
    pub(crate) fn before_third(&self) -> MoveFilter {
        let of = |filters: &MoveFilters| filters.rows[2][2];
        if of(self).accept < 0 { of(&MoveFilters::default()) } else { of(self) }
    }
}

impl Default for MoveFilters {
    fn default() -> MoveFilters {
        MoveFilters::NORMAL
    }
}

/// The predefined levels of play, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Static evaluation with much noise.
    Beginner,
    /// Static evaluation with noise.
    Casual,
    /// Static evaluation with some noise.
    Intermediate,
    /// Static evaluation with a little noise.
    Advanced,
    /// Static evaluation.
    Expert,
    /// 2-ply, normal filter.
    WorldClass,
    /// 2-ply, large filter.
    Supremo,
    /// 3-ply, large filter.
    Grandmaster,
    /// 4-ply, large filter.
    FourPly,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 9] = [
        Level::Beginner,
        Level::Casual,
        Level::Intermediate,
        Level::Advanced,
        Level::Expert,
        Level::WorldClass,
        Level::Supremo,
        Level::Grandmaster,
        Level::FourPly,
    ];

    /// The name that users see and type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Casual => "casual play",
            Level::Intermediate => "intermediate",
            Level::Advanced => "advanced",
            Level::Expert => "expert",
            Level::WorldClass => "world class",
            Level::Supremo => "supremo",
            Level::Grandmaster => "grandmaster",
            Level::FourPly => "4ply",
        }
    }

    /// The level with that name. Case, blanks, hyphens and underscores do not matter; `novice` is an old name of casual
    /// play.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Level> {
        let plain = |text: &str| -> String {
            text.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect()
        };
        let wanted = match plain(name).as_str() {
            "novice" | "casual" => "casualplay".to_owned(),
            other => other.to_owned(),
        };
        Level::ALL.into_iter().find(|level| plain(level.name()) == wanted)
    }

    /// The evaluation, for checker play and cube alike.
    #[must_use]
    pub const fn settings(self) -> EvalSettings {
        match self {
            Level::Beginner => EvalSettings::noisy(0.060),
            Level::Casual => EvalSettings::noisy(0.050),
            Level::Intermediate => EvalSettings::noisy(0.040),
            Level::Advanced => EvalSettings::noisy(0.015),
            Level::Expert => EvalSettings::noisy(0.0),
            Level::WorldClass | Level::Supremo => EvalSettings::at(2),
            Level::Grandmaster => EvalSettings::at(3),
            Level::FourPly => EvalSettings::at(4),
        }
    }

    /// The move filters.
    #[must_use]
    pub const fn filters(self) -> MoveFilters {
        match self {
            Level::Supremo | Level::Grandmaster | Level::FourPly => MoveFilters::LARGE,
            _ => MoveFilters::NORMAL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_orders_evaluations() {
        let at = EvalSettings::at;
        assert_eq!(at(2).strength(&at(1)), Ordering::Greater);
        let cubeless = EvalSettings { cubeful: false, ..at(2) };
        assert_eq!(cubeless.strength(&at(2)), Ordering::Less);
        assert_eq!(cubeless.strength(&at(1)), Ordering::Greater);
        let noisy = EvalSettings { noise: 0.01, ..at(2) };
        assert_eq!(noisy.strength(&at(2)), Ordering::Less);
        let unpruned = EvalSettings { prune: false, ..at(2) };
        assert_eq!(unpruned.strength(&at(2)), Ordering::Greater);
        assert!(EvalSettings { prune: false, ..at(0) }.is_same(&at(0)));
        assert!(EvalSettings { deterministic: false, ..at(2) }.is_same(&at(2)));
    }

    #[test]
    fn filters_have_a_row_for_every_depth() {
        let filters = MoveFilters::LARGE;
        assert!(filters.row(0).is_empty());
        assert_eq!(filters.row(3).len(), 3);
        assert_eq!(filters.row(7).len(), 4);
        assert_eq!(filters.row(3)[2], MoveFilter::within(4, 0.08));
        assert!(filters.row(2)[1].accept < 0);
    }

    #[test]
    fn filters_that_leave_two_plays_leave_no_more_than_before() {
        let step = |filters: MoveFilters| filters.leaving(2).row(3)[0];
        assert_eq!(step(MoveFilters::NORMAL), MoveFilter { accept: 2, extra: 6, threshold: 0.16 });
        assert_eq!(MoveFilters::NORMAL.leaving(2).row(3)[1], MoveFilter::SKIP);
        let own = |accept, extra| {
            let filter = MoveFilter { accept, extra, threshold: 0.1 };
            let filter = MoveFilters { rows: [[filter; 4]; 4] }.leaving(2).row(1)[0];
            (filter.accept, filter.extra)
        };
        assert_eq!([own(0, 1), own(1, 0), own(2, 3), own(5, 0)], [(2, 0), (2, 0), (2, 3), (5, 0)]);
    }

    #[test]
    fn levels_are_found_by_name() {
        for level in Level::ALL {
            assert_eq!(Level::from_name(level.name()), Some(level));
        }
        assert_eq!(Level::from_name("World_Class"), Some(Level::WorldClass));
        assert_eq!(Level::from_name("novice"), Some(Level::Casual));
        assert_eq!(Level::from_name("champion"), None);
    }
}
