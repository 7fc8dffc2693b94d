// SPDX-License-Identifier: GPL-3.0-or-later
//! Running one line.

use super::args::{Args, read_players};
use super::context::{CommandResult, Context};
use super::words::{Word, split};

impl Context<'_> {
    /// Runs a line: a command, a play, a roll, a program, or nothing.
    ///
    /// # Errors
    /// Why it was refused.
    pub fn run_line(&mut self, line: &str) -> CommandResult {
        let line = line.trim();
        let commands = self.commands;
        match line.chars().next() {
            None | Some('#' | ':') => return Ok(()),
            Some('>') => return (commands.script)(self, line.trim_start_matches(['>', ' ', '\t'])),
            Some('!') => return (commands.program)(self, line[1..].trim()),
            Some(_) => {}
        }
        let words = split(line);
        if self.session.wants_dice() && line.starts_with(|c: char| c.is_ascii_digit()) {
            return (commands.dice)(self, line);
        }
        if is_play(&words) {
            return (commands.play)(self, line);
        }
        let session = &*self.session;
        let found = commands.root.find(&words, &|word| read_players(session, word))?;
        if let Some((word, meaning)) = found.ambiguity
            && self.console.is_interactive()
            && self.shell.explained.insert(word.clone())
        {
            self.console.print(&format!("({word} stands for {meaning})"));
        }
        let Some(action) = &found.node.action else { return Ok(()) };
        let mut args = Args::new(line, words, found.n_words, found.path, found.players);
        args.owners = found.owners;
        action(self, &mut args)
    }
}

/// Whether a line is a play: its first word begins with a digit or `=`, or is `bar` or a beginning of it.
fn is_play(words: &[Word]) -> bool {
    let Some(first) = words.first().map(|word| word.text.to_lowercase()) else { return false };
    let is_bar = |text: &str| !text.is_empty() && "bar".starts_with(text);
    let numbered = first.strip_prefix('=').is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()));
    first.starts_with(|c: char| c.is_ascii_digit())
        || numbered
        || is_bar(&first)
        || first.split_once('/').is_some_and(|(from, _)| is_bar(from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plays_need_no_keyword() {
        for line in ["8/5 6/5", "8 5 6 5", "bar/20", "b 20", "b/20", "BA/24", "=2", "24-18"] {
            assert!(is_play(&split(line)), "{line}");
        }
        for line in ["beaver", "roll", "= 2", "/8/5", "(2)", "barn/3", ""] {
            assert!(!is_play(&split(line)), "{line}");
        }
    }
}
