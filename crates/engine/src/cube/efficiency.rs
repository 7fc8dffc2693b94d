// SPDX-License-Identifier: GPL-3.0-or-later
//! Cube efficiencies by class of position: how close the cube is to a live cube.

use thiserror::Error;

/// The cube efficiencies x of Janowski's model, 0 (dead) to 1 (live), for the classes of positions whose value is not
/// exactly known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Efficiencies {
    /// Both sides can still hit.
    pub contact: f64,
    /// Contact with a broken board.
    pub crashed: f64,
    /// Races beyond the bearoff databases.
    pub race: RaceEfficiency,
    /// One-sided bearoff databases.
    pub one_sided: f64,
    /// Whether the nets correct the efficiency of each position (docs/cube.md, section 11).
    pub by_position: bool,
    /// Whether the option to double is valued as one between estimates (docs/cube.md, section 12).
    pub with_scatter: bool,
}

/// Cube efficiency in a race: `coefficient + factor · pips`, within limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RaceEfficiency {
    /// Per pip of the player on roll.
    pub factor: f64,
    /// At no pips.
    pub coefficient: f64,
    /// Least value.
    pub min: f64,
    /// Greatest value.
    pub max: f64,
}

/// A cube efficiency outside 0..=1, or limits the wrong way round.
#[derive(Clone, Debug, PartialEq, Error)]
#[error(
    "{name} is {value}; a cube efficiency lies between 0 (dead cube) and 1 (live cube), the least below the greatest"
)]
pub struct EfficiencyError {
    /// Which one.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
}

impl Efficiencies {
    /// The values of GNU Backgammon 1.07, with which its recorded equities agree.
    pub const COMPATIBLE: Efficiencies = Efficiencies {
        contact: 0.68,
        crashed: 0.68,
        race: RaceEfficiency { factor: 0.00125, coefficient: 0.55, min: 0.6, max: 0.7 },
        one_sided: 0.6,
        by_position: false,
        with_scatter: false,
    };

    /// Checks that all values can be used.
    ///
    /// # Errors
    /// The first value that cannot.
    pub fn check(&self) -> Result<(), EfficiencyError> {
        let RaceEfficiency { factor, coefficient, min, max } = self.race;
        let unit = [
            ("contact", self.contact),
            ("crashed", self.crashed),
            ("one-sided", self.one_sided),
            ("race min", min),
            ("race max", max),
        ];
        if let Some((name, value)) = unit.into_iter().find(|(_, value)| !(0.0..=1.0).contains(value)) {
            return Err(EfficiencyError { name, value });
        }
        if min > max {
            return Err(EfficiencyError { name: "race min", value: min });
        }
        for (name, value) in [("race factor", factor), ("race coefficient", coefficient)] {
            if !(-1.0..=1.0).contains(&value) {
                return Err(EfficiencyError { name, value });
            }
        }
        Ok(())
    }
}

impl Default for Efficiencies {
    fn default() -> Efficiencies {
        Efficiencies { by_position: true, with_scatter: true, ..Efficiencies::COMPATIBLE }
    }
}

impl RaceEfficiency {
    /// The efficiency when the player on roll has `pips` to go.
    #[must_use]
    pub fn at(&self, pips: u16) -> f64 {
        // Not `clamp`, which panics on limits the wrong way round.
        (self.coefficient + self.factor * f64::from(pips)).max(self.min).min(self.max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn races_are_interpolated_within_limits() {
        let race = Efficiencies::COMPATIBLE.race;
        // Cases 330 (63 pips) and 326 (92 pips) of the recorded decisions, then both limits.
        for (pips, x) in [(63, 0.62875), (92, 0.665), (30, 0.6), (130, 0.7)] {
            assert!((race.at(pips) - x).abs() < 1e-12, "{pips}");
        }
    }

    #[test]
    fn impossible_values_are_named() {
        assert_eq!(Efficiencies::default().check(), Ok(()));
        let live = Efficiencies { crashed: 1.5, ..Efficiencies::COMPATIBLE };
        assert_eq!(live.check(), Err(EfficiencyError { name: "crashed", value: 1.5 }));
        let mut reversed = Efficiencies::COMPATIBLE;
        reversed.race.min = 0.8;
        assert_eq!(reversed.check(), Err(EfficiencyError { name: "race min", value: 0.8 }));
        assert_eq!(reversed.race.at(80), 0.7);
    }
}
