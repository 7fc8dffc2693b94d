// SPDX-License-Identifier: GPL-3.0-or-later
//! The tree of command words: finding a command by its abbreviated words, and the text of `help`.
//!
//! Any beginning of a word stands for it, in upper or lower case. Where several words begin that way, the first one of
//! the level wins. What a command does is an action of any type `A`; this module only stores it.

use super::refusal::Refusal;
use super::words::Word;
use crate::i18n::{gettext, gettext_f};
use gnubg_engine::core::Player;

/// What may follow a command, for completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Expects {
    /// Nothing, or something that cannot be completed.
    #[default]
    Anything,
    /// A file name.
    File,
    /// One player.
    Player,
    /// One player or both.
    Players,
    /// The words of a command.
    Command,
    /// One of these words.
    Words(&'static [&'static str]),
}

/// A word of the language with the words that may follow it.
#[derive(Clone)]
pub struct CommandNode<A> {
    /// The word, in lower case.
    pub name: String,
    /// The arguments, as help shows them.
    pub args: String,
    /// What the word is for, in a few words.
    pub help: String,
    /// Whether help and completion leave it out, as they do for short forms and synonyms.
    pub is_hidden: bool,
    /// What may follow, for completion.
    pub expects: Expects,
    /// Whether a player stands between this word and the words below it.
    pub takes_player: bool,
    /// What the command does; `None` if more words are needed.
    pub action: Option<A>,
    /// The words that may follow, in the order that decides between abbreviations.
    pub children: Vec<CommandNode<A>>,
}

/// A command that was found.
pub struct FoundCommand<'t, A> {
    /// Its node.
    pub node: &'t CommandNode<A>,
    /// Its words in full.
    pub path: String,
    /// The players named within the command; both for `both`.
    pub players: Vec<Player>,
    /// The players named before those, in commands that name players twice.
    pub owners: Vec<Player>,
    /// How many words of the line were used.
    pub n_words: usize,
    /// The first abbreviation that fits several words, and the word it was taken for.
    pub ambiguity: Option<(String, String)>,
}

impl<A> CommandNode<A> {
    /// A word that does nothing yet.
    #[must_use]
    pub fn new(name: &str) -> CommandNode<A> {
        CommandNode {
            name: name.to_owned(),
            args: String::new(),
            help: String::new(),
            is_hidden: false,
            expects: Expects::Anything,
            takes_player: false,
            action: None,
            children: Vec::new(),
        }
    }

    /// The child that a word stands for.
    #[must_use]
    pub fn child(&self, word: &str) -> Option<&CommandNode<A>> {
        let word = word.to_lowercase();
        // A hidden synonym must be typed in full, and then comes before all others.
        let exact = self.children.iter().find(|node| node.name == word);
        exact.or_else(|| self.children.iter().find(|node| !node.is_hidden && node.name.starts_with(&word)))
    }

    /// The child with exactly this name, for changes; created if it is missing.
    pub fn child_mut(&mut self, name: &str) -> &mut CommandNode<A> {
        if let Some(at) = self.children.iter().position(|node| node.name == name) {
            return &mut self.children[at];
        }
        self.children.push(CommandNode::new(name));
        let last = self.children.len() - 1;
        &mut self.children[last]
    }

    /// The names of the children that are not hidden.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.visible_children().map(|node| node.name.clone()).collect()
    }

    fn visible_children(&self) -> impl Iterator<Item = &CommandNode<A>> {
        self.children.iter().filter(|node| !node.is_hidden)
    }

    /// Every word below this one that is not hidden, depth first, each with the words that lead to it. `PLAYER` stands
    /// for a player.
    #[must_use]
    pub fn descendants(&self) -> Vec<(String, &CommandNode<A>)> {
        fn walk<'n, A>(node: &'n CommandNode<A>, path: &str, found: &mut Vec<(String, &'n CommandNode<A>)>) {
            for child in node.visible_children() {
                let player = if child.takes_player { " PLAYER" } else { "" };
                let below = format!("{path} {}{player}", child.name).trim_start().to_owned();
                found.push((below.clone(), child));
                walk(child, &below, found);
            }
        }
        let mut found = Vec::new();
        walk(self, "", &mut found);
        found
    }

    /// Every command below this word that is not hidden, depth first, with its words.
    #[must_use]
    pub fn commands(&self) -> Vec<(String, &CommandNode<A>)> {
        let mut found = self.descendants();
        found.retain(|(_, node)| node.action.is_some());
        found
    }

    /// The text of `help`: what the command does, its usage, and the words that may follow. `path` holds the words that
    /// lead here.
    #[must_use]
    pub fn describe(&self, path: &str) -> String {
        let mut text = String::new();
        if path.is_empty() {
            text +=
                &gettext("Commands. You may shorten every word. A play such as 8/5 6/5 needs no command.");
            text += "\n";
        } else {
            text += &format!("{path} - {}\n", gettext(&self.help));
            if self.action.is_some() {
                let names_player = !self.takes_player || path.ends_with(" PLAYER");
                let player = if names_player { "" } else { " PLAYER" };
                let usage = format!("{path}{player} {}", self.args);
                text += &gettext_f("Usage: {command}", &[("command", usage.trim_end())]);
                text += "\n";
            }
        }
        let mut children = self.visible_children().peekable();
        if children.peek().is_some() && !path.is_empty() {
            text += &gettext("Next words:");
            text += "\n";
        }
        for child in children {
            text += &format!("  {:<20} {}\n", child.name, gettext(&child.help));
        }
        text
    }

    /// Finds the command that words begin with. `read_player` reads a player's name or number.
    ///
    /// # Errors
    /// If a word is unknown, or more words are needed.
    pub fn find<'t>(
        &'t self,
        words: &[Word],
        read_player: &dyn Fn(&str) -> Result<Vec<Player>, Refusal>,
    ) -> Result<FoundCommand<'t, A>, Refusal> {
        let mut found = FoundCommand {
            node: self,
            path: String::new(),
            players: Vec::new(),
            owners: Vec::new(),
            n_words: 0,
            ambiguity: None,
        };
        loop {
            let node = found.node;
            let word = words.get(found.n_words).map(|word| word.text.as_str());
            if node.takes_player && !node.children.is_empty() {
                let Some(word) = word else {
                    return Err(Refusal::usage(gettext_f(
                        "{command} needs a player: 0, 1, a name or both",
                        &[("command", &found.path)],
                    )));
                };
                found.owners = std::mem::replace(&mut found.players, read_player(word)?);
                found.n_words += 1;
                found.path = format!("{} {word}", found.path);
                let next = words.get(found.n_words).map(|word| word.text.as_str());
                found.node = descend(node, next, &mut found)?;
                continue;
            }
            match word.filter(|_| !node.children.is_empty()).and_then(|word| node.child(word)) {
                Some(_) => found.node = descend(node, word, &mut found)?,
                None if node.action.is_some() => return Ok(found),
                None => found.node = descend(node, word, &mut found)?,
            }
        }
    }
}

/// One level down.
fn descend<'t, A>(
    node: &'t CommandNode<A>,
    word: Option<&str>,
    found: &mut FoundCommand<'t, A>,
) -> Result<&'t CommandNode<A>, Refusal> {
    let Some(word) = word else {
        let path = found.path.trim().to_owned();
        return Err(Refusal::Incomplete { path, known: node.names() });
    };
    let child =
        node.child(word).ok_or_else(|| Refusal::Unknown { word: word.to_owned(), known: node.names() })?;
    let lower = word.to_lowercase();
    if child.name != lower && found.ambiguity.is_none() {
        let others = node.visible_children().filter(|node| node.name.starts_with(&lower));
        if others.count() > 1 {
            found.ambiguity = Some((word.to_owned(), child.name.clone()));
        }
    }
    found.n_words += 1;
    found.path = format!("{} {}", found.path, child.name).trim().to_owned();
    Ok(child)
}
