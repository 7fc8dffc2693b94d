// SPDX-License-Identifier: GPL-3.0-or-later
//! Presets: rollout settings comparable to the levels of other programs.
//!
//! eXtreme Gammon counts plies from 1 and calls its truncated rollouts "roller" levels: XG Roller 42 games of 5 plies at
//! its 1-ply, Roller+ 360 games of 7 plies whose first play is at 2-ply, Roller++ 360 games of 5 plies whose first two
//! plays are at 3-ply and the others at 2-ply. Ours are the next multiples of 36 games, so that the dice are balanced.

use super::settings::{PlySwitch, RolloutPlay, RolloutSettings};
use crate::eval::EvalSettings;

/// Predefined rollout settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Preset {
    /// 72 games of 5 plies, played statically: a fraction of a second.
    Roller,
    /// 360 games of 7 plies, the first play with one ply of look-ahead.
    RollerPlus,
    /// 360 games of 5 plies, the first two plays with two plies of look-ahead, the others with one.
    RollerPlusPlus,
    /// 1296 games to the end, static play, cube decisions with two plies of look-ahead.
    Full,
    /// 1296 games to the end, play and cube with two plies of look-ahead.
    FullTwoPly,
}

impl Preset {
    /// All presets, the quickest first.
    pub const ALL: [Preset; 5] =
        [Preset::Roller, Preset::RollerPlus, Preset::RollerPlusPlus, Preset::Full, Preset::FullTwoPly];

    /// The name that users see and type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Roller => "roller",
            Preset::RollerPlus => "roller+",
            Preset::RollerPlusPlus => "roller++",
            Preset::Full => "full",
            Preset::FullTwoPly => "full 2-ply",
        }
    }

    /// The preset of that name. Case, blanks and hyphens do not matter.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Preset> {
        let plain = |text: &str| -> String {
            let kept = text.chars().filter(|c| c.is_alphanumeric() || *c == '+');
            kept.map(|c| c.to_ascii_lowercase()).collect()
        };
        Preset::ALL.into_iter().find(|preset| plain(preset.name()) == plain(name))
    }

    /// The settings. Everything that does not affect strength has its default value; the seed is 0.
    #[must_use]
    pub fn settings(self) -> RolloutSettings {
        let basis = RolloutSettings::default();
        let truncated = |trials, plies, play, late: Option<(u16, RolloutPlay)>, at_end| RolloutSettings {
            trials,
            truncation: PlySwitch { on: true, plies },
            play,
            late: PlySwitch { on: late.is_some(), plies: late.map_or(basis.late.plies, |(from, _)| from) },
            late_play: late.map_or(play, |(_, play)| play),
            truncation_cube: EvalSettings::at(at_end),
            ..basis.clone()
        };
        let full = |play| RolloutSettings { play, late_play: play, ..basis.clone() };
        match self {
            Preset::Roller => truncated(72, 5, RolloutPlay::at(0, 0), None, 0),
            Preset::RollerPlus => {
                truncated(360, 7, RolloutPlay::at(1, 1), Some((1, RolloutPlay::at(0, 0))), 1)
            }
            Preset::RollerPlusPlus => {
                truncated(360, 5, RolloutPlay::at(2, 2), Some((2, RolloutPlay::at(1, 1))), 2)
            }
            Preset::Full => full(RolloutPlay::at(0, 2)),
            Preset::FullTwoPly => full(RolloutPlay::at(2, 2)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_found_by_name_and_balanced() {
        for preset in Preset::ALL {
            assert_eq!(Preset::from_name(preset.name()), Some(preset));
            assert!(preset.settings().trials.is_multiple_of(36));
        }
        assert_eq!(Preset::from_name("Roller ++"), Some(Preset::RollerPlusPlus));
        assert_eq!(Preset::from_name("FULL 2ply"), Some(Preset::FullTwoPly));
        assert_eq!(Preset::from_name("turbo"), None);
        assert_eq!(Preset::Full.settings(), RolloutSettings::default());
    }
}
