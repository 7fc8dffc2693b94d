// SPDX-License-Identifier: GPL-3.0-or-later
//! Rulers: how losses were found. Every number of a library has one, so that numbers of different rulers are never mixed
//! without saying so.

use crate::error::{LibraryError, Result};
use gnubg_record::analysis::{CubeMethod, ForeignLevel, Method};
use gnubg_record::settings::{EvalSettings, RolloutSettings};
use serde::{Deserialize, Serialize};

/// The engine of this program and of the original.
pub const GNU: &str = "GNU Backgammon";

/// Programs whose levels are known by name, with what their nets add to the rank.
const PROGRAMS: [(&str, i64); 6] =
    [("XG", 40), (GNU, 10), ("BGBlitz", 20), ("Snowie", 5), ("OpenGammon", 10), ("Jellyfish", 0)];

/// Who made the analyses of a file that do not name another program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Maker {
    /// The nets, if this running program made them.
    pub nets: Option<String>,
    /// The version of GNU Backgammon that wrote the file, if it says so.
    pub version: Option<String>,
}

impl Maker {
    /// This running program, with an engine of this fingerprint: its upper half tells the nets.
    #[must_use]
    pub fn own(fingerprint: u64) -> Maker {
        Maker { nets: Some(format!("{:08x}", fingerprint >> 32)), version: None }
    }

    /// Who wrote the bytes of a file, as SGF says.
    #[must_use]
    pub fn of_file(bytes: &[u8]) -> Maker {
        let start = String::from_utf8_lossy(&bytes[..bytes.len().min(2048)]);
        let version = start.split_once("AP[GNU Backgammon:").and_then(|(_, rest)| rest.split_once(']'));
        Maker { nets: None, version: version.map(|(version, _)| version.trim().to_owned()) }
    }

    /// Whether the analyses are of this program, though perhaps with other nets.
    fn is_own(&self) -> bool {
        let is_ours = |version: &String| {
            // What was built before the first release; the original counts 0.14 to 0.90, then from 1.0.
            version == "0.1.0" || version.split('.').next() == Some(env!("CARGO_PKG_VERSION_MAJOR"))
        };
        self.nets.is_some() || self.version.as_ref().is_some_and(is_ours)
    }
}

/// How numbers were computed, as it is stored; from it the method of a record is made again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StoredMethod {
    /// By evaluation.
    Evaluation(EvalSettings),
    /// By rollout.
    Rollout(Box<RolloutSettings>),
    /// By another program.
    Foreign {
        /// The name of the level.
        name: String,
        /// The nearest search depth.
        plies: u8,
    },
}

/// A ruler.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruler {
    /// The program.
    pub engine: String,
    /// The nets, where they are known.
    pub nets: String,
    /// The level in words.
    pub level: String,
    /// The search depth.
    pub plies: u8,
    /// Whether positions were rolled out.
    pub is_rollout: bool,
    /// Whether it is of this program.
    pub is_own: bool,
    /// Everything else.
    pub method: StoredMethod,
}

impl Ruler {
    /// The ruler of the method of a candidate.
    #[must_use]
    pub fn of(method: &Method, maker: &Maker) -> Ruler {
        match method {
            Method::Evaluation(settings) => Ruler::of_evaluation(*settings, maker),
            Method::Rollout(rollout) => Ruler::of_rollout(&rollout.settings, maker),
            Method::Foreign(level) => Ruler::of_foreign(level),
        }
    }

    /// The ruler of the method of a cube decision.
    #[must_use]
    pub fn of_cube(method: &CubeMethod, maker: &Maker) -> Ruler {
        match method {
            CubeMethod::Evaluation(settings) => Ruler::of_evaluation(*settings, maker),
            CubeMethod::Rollout(rollout) => Ruler::of_rollout(&rollout.settings, maker),
            CubeMethod::Foreign(level) => Ruler::of_foreign(level),
        }
    }

    /// The ruler of evaluations by this program or the original.
    #[must_use]
    pub fn of_evaluation(settings: EvalSettings, maker: &Maker) -> Ruler {
        let mut level = format!("{}-ply", settings.plies);
        for (text, holds) in [(" cubeless", !settings.cubeful), (" with noise", settings.noise > 0.0)] {
            level.push_str(if holds { text } else { "" });
        }
        Ruler {
            plies: settings.plies,
            is_rollout: false,
            method: StoredMethod::Evaluation(settings),
            ..Ruler::by(maker, level)
        }
    }

    fn of_rollout(settings: &RolloutSettings, maker: &Maker) -> Ruler {
        let plies = settings.play.checker[0].plies;
        Ruler {
            plies,
            is_rollout: true,
            method: StoredMethod::Rollout(Box::new(settings.clone())),
            ..Ruler::by(maker, format!("rollout {plies}-ply"))
        }
    }

    fn by(maker: &Maker, level: String) -> Ruler {
        let is_own = maker.is_own();
        let engine = match &maker.version {
            Some(version) if !is_own => format!("{GNU} {version}"),
            _ => GNU.to_owned(),
        };
        Ruler {
            engine,
            nets: maker.nets.clone().unwrap_or_default(),
            level,
            plies: 0,
            is_rollout: false,
            is_own,
            method: StoredMethod::Foreign { name: String::new(), plies: 0 },
        }
    }

    fn of_foreign(level: &ForeignLevel) -> Ruler {
        let name = level.name.trim();
        let known = PROGRAMS.iter().find_map(|(program, _)| {
            let rest = name.strip_prefix(program)?;
            (rest.is_empty() || rest.starts_with(' '))
                .then(|| ((*program).to_owned(), rest.trim().to_owned()))
        });
        let (engine, text) = known.unwrap_or_else(|| {
            let (first, rest) = name.split_once(' ').unwrap_or((name, ""));
            (first.to_owned(), rest.to_owned())
        });
        let text = if text.is_empty() { format!("unknown level of {engine}") } else { text };
        Ruler {
            is_rollout: text.to_lowercase().contains("rollout"),
            engine,
            nets: String::new(),
            level: text,
            plies: level.plies,
            is_own: false,
            method: StoredMethod::Foreign { name: level.name.clone(), plies: level.plies },
        }
    }

    /// The name for people: program and level.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.engine, self.level)
    }

    /// Places rulers on one scale, greater is more reliable: rollouts, then depth, then named levels that roll out a
    /// little, then nets.
    #[must_use]
    pub fn rank(&self) -> i64 {
        let level = self.level.to_lowercase();
        let base = if self.is_rollout {
            20_000 + 100 * i64::from(self.plies)
        } else if level.contains("book") {
            19_000
        } else if level.contains("roller") {
            5_200 + 500 * level.matches('+').count() as i64
        } else {
            1_000 * (i64::from(self.plies) + 1) + if level.contains("red") { -200 } else { 0 }
        };
        let settings = match &self.method {
            StoredMethod::Evaluation(settings) => {
                i64::from(settings.cubeful) * 100 + i64::from(!settings.prune)
                    - (settings.noise * 10_000.0) as i64
            }
            _ => 100,
        };
        let nets = match (self.is_own, PROGRAMS.iter().find(|(program, _)| self.engine.starts_with(program)))
        {
            (true, _) => 30 + i64::from(!self.nets.is_empty()),
            (false, Some((_, bonus))) => *bonus,
            (false, None) => 0,
        };
        base + settings + nets
    }

    /// What tells rulers apart.
    #[must_use]
    pub fn key(&self) -> String {
        let method = serde_json::to_string(&self.method).unwrap_or_default();
        format!("{}|{}|{}|{}|{method}", self.engine, self.nets, self.level, self.is_own)
    }

    /// The settings as JSON.
    ///
    /// # Errors
    /// If they hold numbers that JSON has not.
    pub fn settings(&self) -> Result<String> {
        serde_json::to_string(&self.method).map_err(|error| LibraryError::content("settings", error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn foreign(name: &str, plies: u8) -> Ruler {
        let level = ForeignLevel { name: name.to_owned(), plies };
        Ruler::of(&Method::Foreign(Box::new(level)), &Maker::default())
    }

    #[test]
    fn levels_of_other_programs_are_named() {
        let found = foreign("XG Roller++", 4);
        assert_eq!(
            (found.engine.as_str(), found.level.as_str(), found.is_rollout),
            ("XG", "Roller++", false)
        );
        assert_eq!(foreign("GNU Backgammon 2-ply", 2).engine, GNU);
        assert_eq!(foreign("BGBlitz", 2).level, "unknown level of BGBlitz");
        assert_eq!(foreign("Elsewhere deep", 1).name(), "Elsewhere deep");
        assert!(foreign("XG rollout", 3).is_rollout);
    }

    #[test]
    fn rollouts_rank_before_depth_and_depth_before_nets() {
        let own = |plies| Ruler::of_evaluation(EvalSettings::at(plies), &Maker::own(7));
        let order = [
            foreign("XG rollout", 3),
            foreign("XG opening book", 4),
            foreign("XG Roller++", 4),
            foreign("XG Roller+", 3),
            foreign("XG Roller", 3),
            own(3),
            foreign("XG 3-ply", 2),
            own(2),
            foreign("XG 3-ply red.", 2),
            own(1),
            own(0),
        ];
        for pair in order.windows(2) {
            assert!(pair[0].rank() > pair[1].rank(), "{} {}", pair[0].name(), pair[1].name());
        }
    }

    #[test]
    fn the_original_and_this_program_are_told_apart() {
        let original = Maker::of_file(b"(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:5]");
        let settings = EvalSettings::at(2);
        let found = Ruler::of_evaluation(settings, &original);
        assert_eq!((found.engine.as_str(), found.is_own), ("GNU Backgammon 1.07.001", false));
        for version in [env!("CARGO_PKG_VERSION"), "0.1.0"] {
            let text = format!("(;FF[4]AP[GNU Backgammon:{version}]");
            let ours = Ruler::of_evaluation(settings, &Maker::of_file(text.as_bytes()));
            assert!(ours.is_own && ours.key() != found.key());
        }
    }
}
