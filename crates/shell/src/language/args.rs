// SPDX-License-Identifier: GPL-3.0-or-later
//! The words after a command.

use super::refusal::Refusal;
use super::words::Word;
use crate::i18n::{gettext, gettext_f};
use gnubg_engine::core::Player;
use gnubg_session::{Session, is_same_name};

/// The words after a command. Reading a word moves on to the next one.
#[derive(Debug)]
pub struct Args<'l> {
    line: &'l str,
    words: Vec<Word>,
    next: usize,
    /// The command's words, unabbreviated.
    pub path: String,
    /// Players named within the command.
    pub players: Vec<Player>,
    /// Players named before those, in commands that name players twice.
    pub owners: Vec<Player>,
}

impl<'l> Args<'l> {
    /// The words of `line` after the first `next`.
    #[must_use]
    pub fn new(line: &'l str, words: Vec<Word>, next: usize, path: String, players: Vec<Player>) -> Args<'l> {
        Args { line, words, next, path, players, owners: Vec::new() }
    }

    /// Reads the next word.
    pub fn word(&mut self) -> Option<&str> {
        let word = self.words.get(self.next)?;
        self.next += 1;
        Some(&word.text)
    }

    /// The next word, without reading it.
    #[must_use]
    pub fn peek(&self) -> Option<&str> {
        self.words.get(self.next).map(|word| word.text.as_str())
    }

    /// Reads all remaining words.
    pub fn words(&mut self) -> Vec<String> {
        let left =
            self.words[self.next.min(self.words.len())..].iter().map(|word| word.text.clone()).collect();
        self.next = self.words.len();
        left
    }

    /// The rest of the line, without reading it.
    #[must_use]
    pub fn line_left(&self) -> &'l str {
        self.words.get(self.next).map_or("", |word| self.line[word.start..].trim_end())
    }

    /// Reads the rest of the line with its quotes.
    pub fn rest(&mut self) -> &'l str {
        let rest = self.words.get(self.next).map_or("", |word| self.line[word.start..].trim_end());
        self.next = self.words.len();
        rest
    }

    /// The player of a command that works with one player.
    ///
    /// # Errors
    /// If both players are named.
    pub fn one_player(&self) -> Result<Player, Refusal> {
        match self.players[..] {
            [player] => Ok(player),
            _ => Err(Refusal::usage(gettext("give one player, not both"))),
        }
    }

    /// Reads a switch.
    ///
    /// # Errors
    /// If the next word is missing or is neither on nor off.
    pub fn switch(&mut self) -> Result<bool, Refusal> {
        let path = self.path.clone();
        let word = self.word().ok_or_else(|| {
            Refusal::usage(gettext_f("{path} needs on or off", &[("path", path.to_string())]))
        })?;
        read_switch(word).ok_or_else(|| {
            Refusal::usage(gettext_f("{word} is neither on nor off", &[("word", format!("{word:?}"))]))
        })
    }

    /// Reads a whole number; `None` if there is no next word.
    ///
    /// # Errors
    /// If the next word is not a whole number.
    pub fn whole(&mut self) -> Result<Option<i64>, Refusal> {
        let Some(word) = self.word() else { return Ok(None) };
        word.parse().map(Some).map_err(|_| {
            Refusal::usage(gettext_f("{word} is not a whole number", &[("word", format!("{word:?}"))]))
        })
    }

    /// Reads a decimal number; `None` if there is no next word.
    ///
    /// # Errors
    /// If the next word is not a number.
    pub fn real(&mut self) -> Result<Option<f64>, Refusal> {
        let Some(word) = self.word() else { return Ok(None) };
        read_real(word).map(Some)
    }

    /// Reads a positive count; 1 if there is no next word.
    ///
    /// # Errors
    /// If the next word is not a positive whole number.
    pub fn count(&mut self) -> Result<usize, Refusal> {
        let Some(word) = self.word() else { return Ok(1) };
        word.parse().ok().filter(|n| *n > 0).ok_or_else(|| {
            Refusal::usage(gettext_f(
                "{word} is not a positive whole number; give the number of steps",
                &[("word", format!("{word:?}"))],
            ))
        })
    }

    /// Reads a file name.
    ///
    /// # Errors
    /// If there is no next word.
    pub fn file(&mut self) -> Result<String, Refusal> {
        let path = self.path.clone();
        let file = self.word().filter(|file| !file.is_empty());
        file.map(str::to_owned).ok_or_else(|| {
            Refusal::usage(gettext_f("{path} needs a file name", &[("path", path.to_string())]))
        })
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

/// The answer to a question: yes or no in the language of the program or in English, or a beginning of it.
#[must_use]
pub fn read_answer(word: &str) -> Option<bool> {
    let word = word.trim().to_lowercase();
    let begins = |answer: String| !word.is_empty() && answer.to_lowercase().starts_with(&word);
    match (begins(gettext("Yes.")), begins(gettext("No."))) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => read_switch(&word),
    }
}

/// Reads a finite decimal number; a percent sign at its end is ignored.
///
/// # Errors
/// If the word is not a number.
pub fn read_real(word: &str) -> Result<f64, Refusal> {
    let number = word.trim_end_matches('%').parse().ok().filter(|number: &f64| number.is_finite());
    number
        .ok_or_else(|| Refusal::usage(gettext_f("{word} is not a number", &[("word", format!("{word:?}"))])))
}

/// Reads a player (0, 1 or a name) or both players (`both` or a beginning of it).
///
/// # Errors
/// If the word is none of these.
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
    Err(Refusal::usage(gettext_f(
        "{word} is not a player; the players are 0 ({top}) and 1 ({bottom})",
        &[("word", &format!("{word:?}")), ("top", &names[0]), ("bottom", &names[1])],
    )))
}

#[cfg(test)]
mod tests {
    use super::super::words::split;
    use super::*;

    #[test]
    fn switches_can_be_shortened() {
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
