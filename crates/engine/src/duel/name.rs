// SPDX-License-Identifier: GPL-3.0-or-later
//! Names of players, as they are typed.

use super::contender::Strength;
use crate::eval::MAX_PLIES;
use crate::rollout::DecisionLevel;
use std::path::PathBuf;
use std::str::FromStr;

/// A player by name.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerName {
    /// Tesauro's benchmark player.
    Pubeval,
    /// An engine.
    Engine {
        /// How it chooses plays.
        strength: Box<Strength>,
        /// The file of its nets, if they are its own.
        nets: Option<PathBuf>,
    },
    /// A program that answers requests, by its command line.
    Program(String),
}

impl FromStr for PlayerName {
    type Err = String;

    /// Reads `pubeval`, a level, `N-ply`, either of the last two with `@` and a file of nets, or `program:COMMAND`.
    fn from_str(text: &str) -> Result<PlayerName, String> {
        if text.eq_ignore_ascii_case("pubeval") {
            return Ok(PlayerName::Pubeval);
        }
        if let Some(command) = text.strip_prefix("program:") {
            return Ok(PlayerName::Program(command.to_owned()));
        }
        let (strength, nets) = match text.split_once('@') {
            Some((strength, nets)) => (strength, Some(PathBuf::from(nets))),
            None => (text, None),
        };
        let plies = strength.strip_suffix("-ply").and_then(|plies| plies.parse::<u8>().ok());
        let strength = match plies {
            Some(plies) if plies <= MAX_PLIES => Strength::at(plies),
            Some(_) => return Err(format!("the maximum is {MAX_PLIES} plies")),
            None => DecisionLevel::from_name(strength).map(Strength::from).map_err(|levels| {
                format!("a player is pubeval, program:COMMAND, N-ply or a level: {levels}")
            })?,
        };
        Ok(PlayerName::Engine { strength: strength.into(), nets })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn players_are_read_from_their_names() {
        let read = |text: &str| text.parse::<PlayerName>();
        assert_eq!(read("Pubeval"), Ok(PlayerName::Pubeval));
        assert_eq!(read("program:cat"), Ok(PlayerName::Program("cat".to_owned())));
        let Ok(PlayerName::Engine { strength, nets }) = read("1-ply@old.weights") else { panic!() };
        assert_eq!((*strength, nets.as_deref()), (Strength::at(1), Some(Path::new("old.weights"))));
        let Ok(PlayerName::Engine { strength, nets: None }) = read("world class") else { panic!() };
        assert_eq!(*strength, Strength::at(2));
        let Ok(PlayerName::Engine { strength, nets: None }) = read("Roller++") else { panic!() };
        assert_eq!((strength.settings.plies, strength.rollout.map(|games| games.trials)), (2, Some(360)));
        assert!(read("9-ply").is_err());
        assert!(read("").unwrap_err().ends_with("roller, roller+, roller++"));
    }
}
