// SPDX-License-Identifier: GPL-3.0-or-later
//! The words after a command.

use super::refusal::Refusal;
use super::words::Word;
use gnubg_engine::core::Player;
use gnubg_session::{Session, is_same_name};

/// The words after a command, read one after another.
#[derive(Debug)]
pub struct Args<'l> {
    line: &'l str,
    words: Vec<Word>,
    next: usize,
    /// The command's words in full.
    pub path: String,
    /// Seats named within the command.
    pub players: Vec<Player>,
}

impl<'l> Args<'l> {
    /// The words of `line` after the first `next`.
    #[must_use]
    pub fn new(line: &'l str, words: Vec<Word>, next: usize, path: String, players: Vec<Player>) -> Args<'l> {
        Args { line, words, next, path, players }
    }

    /// The next word, which is then used.
    pub fn word(&mut self) -> Option<&str> {
        let word = self.words.get(self.next)?;
        self.next += 1;
        Some(&word.text)
    }

    /// The next word, which stays.
    #[must_use]
    pub fn peek(&self) -> Option<&str> {
        self.words.get(self.next).map(|word| word.text.as_str())
    }

    /// All words that are left, which are then used.
    pub fn words(&mut self) -> Vec<String> {
        let left =
            self.words[self.next.min(self.words.len())..].iter().map(|word| word.text.clone()).collect();
        self.next = self.words.len();
        left
    }

    /// The rest of the line, which stays.
    #[must_use]
    pub fn line_left(&self) -> &'l str {
        self.words.get(self.next).map_or("", |word| self.line[word.start..].trim_end())
    }

    /// The rest of the line as it stands.
    pub fn rest(&mut self) -> &'l str {
        let rest = self.words.get(self.next).map_or("", |word| self.line[word.start..].trim_end());
        self.next = self.words.len();
        rest
    }

    /// The player of a command about one player.
    ///
    /// # Errors
    /// If both are meant.
    pub fn one_player(&self) -> Result<Player, Refusal> {
        match self.players[..] {
            [player] => Ok(player),
            _ => Err(Refusal::usage("say which of the two players")),
        }
    }

    /// A switch.
    ///
    /// # Errors
    /// If the next word is none.
    pub fn switch(&mut self) -> Result<bool, Refusal> {
        let path = self.path.clone();
        let word = self.word().ok_or_else(|| Refusal::usage(format!("{path} is on or off; say which")))?;
        read_switch(word).ok_or_else(|| Refusal::usage(format!("{word:?} is neither on nor off")))
    }

    /// A whole number, if the next word is there.
    ///
    /// # Errors
    /// If it is something else.
    pub fn whole(&mut self) -> Result<Option<i64>, Refusal> {
        let Some(word) = self.word() else { return Ok(None) };
        word.parse().map(Some).map_err(|_| Refusal::usage(format!("{word:?} is not a whole number")))
    }

    /// A number with a point, if the next word is there.
    ///
    /// # Errors
    /// If it is something else.
    pub fn real(&mut self) -> Result<Option<f64>, Refusal> {
        let Some(word) = self.word() else { return Ok(None) };
        read_real(word).map(Some)
    }

    /// A positive count, 1 if nothing is said.
    ///
    /// # Errors
    /// If it is anything else.
    pub fn count(&mut self) -> Result<usize, Refusal> {
        let Some(word) = self.word() else { return Ok(1) };
        word.parse().ok().filter(|n| *n > 0).ok_or_else(|| {
            Refusal::usage(format!("{word:?} is not a positive number; it says how many steps to go"))
        })
    }

    /// A file name.
    ///
    /// # Errors
    /// If there is none.
    pub fn file(&mut self) -> Result<String, Refusal> {
        let path = self.path.clone();
        let file = self.word().filter(|file| !file.is_empty());
        file.map(str::to_owned).ok_or_else(|| Refusal::usage(format!("{path} needs the name of a file")))
    }
}

/// `on`, `off`, or a beginning of `yes`, `no`, `true`, `false`.
#[must_use]
pub fn read_switch(word: &str) -> Option<bool> {
    let word = word.to_lowercase();
    match word.as_str() {
        "" => None,
        "on" => Some(true),
        "off" => Some(false),
        _ if "yes".starts_with(&word) || "true".starts_with(&word) => Some(true),
        _ if "no".starts_with(&word) || "false".starts_with(&word) => Some(false),
        _ => None,
    }
}

/// A finite number with a point.
///
/// # Errors
/// If it is none.
pub fn read_real(word: &str) -> Result<f64, Refusal> {
    let number = word.trim_end_matches('%').parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| Refusal::usage(format!("{word:?} is not a number")))
}

/// A player by seat or name, or both by a beginning of `both`.
///
/// # Errors
/// If it is nobody.
pub fn read_players(session: &Session, word: &str) -> Result<Vec<Player>, Refusal> {
    match word {
        "0" => return Ok(vec![Player::Zero]),
        "1" => return Ok(vec![Player::One]),
        _ => {}
    }
    if let Some(player) = Player::BOTH.into_iter().find(|&player| is_same_name(word, &session.name(player))) {
        return Ok(vec![player]);
    }
    if !word.is_empty() && "both".starts_with(&word.to_lowercase()) {
        return Ok(Player::BOTH.to_vec());
    }
    let names = Player::BOTH.map(|player| session.name(player));
    Err(Refusal::usage(format!("{word:?} is no player; there are 0 ({}) and 1 ({})", names[0], names[1])))
}

#[cfg(test)]
mod tests {
    use super::super::words::split;
    use super::*;

    #[test]
    fn switches_are_words_or_their_beginnings() {
        for word in ["on", "ON", "y", "Yes", "t", "tru"] {
            assert_eq!(read_switch(word), Some(true), "{word}");
        }
        for word in ["off", "Off", "n", "no", "fal"] {
            assert_eq!(read_switch(word), Some(false), "{word}");
        }
        for word in ["o", "of", "1", "0", "enable", ""] {
            assert_eq!(read_switch(word), None, "{word}");
        }
    }

    #[test]
    fn the_rest_of_the_line_keeps_its_quotes() {
        let line = "set prompt \\p \"two words\"  ";
        let mut args = Args::new(line, split(line), 2, "set prompt".to_owned(), Vec::new());
        assert_eq!(args.rest(), "\\p \"two words\"");
        assert_eq!(args.rest(), "");
        let mut args = Args::new(line, split(line), 3, String::new(), Vec::new());
        assert_eq!(args.words(), ["two words"]);
        assert!(args.word().is_none() && args.count().unwrap() == 1);
    }
}
