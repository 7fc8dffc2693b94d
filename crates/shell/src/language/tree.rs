// SPDX-License-Identifier: GPL-3.0-or-later
//! The tree of commands and finding a command by its abbreviated words.
//!
//! Any beginning of a keyword stands for it, in either case; where several begin so, the first one of the table wins.

use super::args::Args;
use super::interpreter::Context;
use super::refusal::Refusal;
use super::words::Word;
use gnubg_engine::core::Player;
use gnubg_session::options::Value;

/// What a handler returns.
pub type Done = Result<(), Refusal>;

/// Carries out a command.
pub type Handler = fn(&mut Context<'_>, &mut Args<'_>) -> Done;

/// What a command does.
#[derive(Clone, Debug)]
pub enum Run {
    /// Code of its own.
    Handler(Handler),
    /// Gives the option with these words after `set` a value; `{}` stands for a seat.
    Option(String),
    /// Gives the option with these words this value.
    Fixed(String, Value),
    /// Accepts an obsolete setting with these words after `set`.
    Obsolete(String),
}

/// What may stand after a command, for completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Expects {
    /// Nothing, or something that cannot be completed.
    #[default]
    Anything,
    /// The name of a file.
    File,
    /// A player.
    Player,
    /// A player or both.
    Players,
    /// The words of a command.
    Command,
}

/// A row of the static table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// All words; `PLAYER` stands for a player.
    pub path: &'static str,
    /// What follows, as help shows it.
    pub args: &'static str,
    /// What it does.
    pub help: &'static str,
    /// For completion.
    pub expects: Expects,
    /// What it does.
    pub run: Handler,
}

/// A short way to write a row.
pub(crate) const fn row(path: &'static str, args: &'static str, help: &'static str, run: Handler) -> Row {
    Row { path, args, help, expects: Expects::Anything, run }
}

impl Row {
    /// With something that can be completed.
    pub(crate) const fn expecting(self, expects: Expects) -> Row {
        Row { expects, ..self }
    }
}

/// A keyword.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The keyword, in lower case.
    pub name: String,
    /// What follows, as help shows it.
    pub args: String,
    /// What it does.
    pub help: String,
    /// Abbreviations and synonyms that help and completion leave out.
    pub is_hidden: bool,
    /// What may follow.
    pub expects: Expects,
    /// Whether a player stands between this word and those below it.
    pub takes_player: bool,
    /// What it does by itself.
    pub run: Option<Run>,
    /// Keywords below it; the order matters.
    pub children: Vec<Node>,
}

/// A command found.
#[derive(Debug)]
pub struct Found<'t> {
    /// Its node.
    pub node: &'t Node,
    /// Its words in full.
    pub path: String,
    /// The seats named on the way; both for `both`.
    pub players: Vec<Player>,
    /// Words used.
    pub n_words: usize,
    /// The first word that stood for several keywords, the one taken, and the others.
    pub ambiguity: Option<(String, String)>,
}

impl Node {
    /// The child that a word stands for.
    #[must_use]
    pub fn child(&self, word: &str) -> Option<&Node> {
        let word = word.to_lowercase();
        // A synonym is taken only when written in full, but then before all others.
        let exact = self.children.iter().find(|node| node.name == word);
        exact.or_else(|| self.children.iter().find(|node| !node.is_hidden && node.name.starts_with(&word)))
    }

    /// The child of exactly that name, to be changed.
    pub fn child_mut(&mut self, name: &str) -> &mut Node {
        if let Some(at) = self.children.iter().position(|node| node.name == name) {
            return &mut self.children[at];
        }
        self.children.push(Node { name: name.to_owned(), ..Node::default() });
        let last = self.children.len() - 1;
        &mut self.children[last]
    }

    /// The names below that are not hidden.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.children.iter().filter(|node| !node.is_hidden).map(|node| node.name.clone()).collect()
    }

    /// What a command does, how it is used, and what may follow: the text of `help`. `path` are the words that lead here.
    #[must_use]
    pub fn describe(&self, path: &str) -> String {
        let mut text = String::new();
        if path.is_empty() {
            text += "Commands; beginnings of words are enough. A play such as 8/5 6/5 needs no command.\n";
        } else {
            text += &format!("{path} - {}\n", self.help);
            if self.run.is_some() {
                let is_said = !self.takes_player || path.ends_with(" PLAYER");
                let player = if is_said { "" } else { " PLAYER" };
                text += &format!("Usage: {}\n", format!("{path}{player} {}", self.args).trim_end());
            }
        }
        let shown: Vec<&Node> = self.children.iter().filter(|node| !node.is_hidden).collect();
        if !shown.is_empty() && !path.is_empty() {
            text += "Words that may follow:\n";
        }
        for child in shown {
            text += &format!("  {:<20} {}\n", child.name, child.help);
        }
        text
    }

    /// Finds the command that words begin with. `read_player` reads a player's name or seat.
    ///
    /// # Errors
    /// If a word is unknown, or more words are needed.
    pub fn find<'t>(
        &'t self,
        words: &[Word],
        read_player: &dyn Fn(&str) -> Result<Vec<Player>, Refusal>,
    ) -> Result<Found<'t>, Refusal> {
        let mut found =
            Found { node: self, path: String::new(), players: Vec::new(), n_words: 0, ambiguity: None };
        loop {
            let node = found.node;
            let word = words.get(found.n_words).map(|word| word.text.as_str());
            if node.takes_player && !node.children.is_empty() {
                let Some(word) = word else {
                    return Err(Refusal::usage(format!(
                        "say which player: {} 0, 1, a name or both",
                        found.path
                    )));
                };
                found.players = read_player(word)?;
                found.n_words += 1;
                found.path = format!("{} {word}", found.path);
                let next = words.get(found.n_words).map(|word| word.text.as_str());
                found.node = descend(node, next, &mut found)?;
                continue;
            }
            match word.filter(|_| !node.children.is_empty()).and_then(|word| node.child(word)) {
                Some(_) => found.node = descend(node, word, &mut found)?,
                None if node.run.is_some() => return Ok(found),
                None => found.node = descend(node, word, &mut found)?,
            }
        }
    }
}

/// One level down.
fn descend<'t>(node: &'t Node, word: Option<&str>, found: &mut Found<'t>) -> Result<&'t Node, Refusal> {
    let Some(word) = word else {
        let path = found.path.trim().to_owned();
        return Err(Refusal::Incomplete { path, known: node.names() });
    };
    let child =
        node.child(word).ok_or_else(|| Refusal::Unknown { word: word.to_owned(), known: node.names() })?;
    let lower = word.to_lowercase();
    if child.name != lower && found.ambiguity.is_none() {
        let others = node.children.iter().filter(|node| !node.is_hidden && node.name.starts_with(&lower));
        if others.count() > 1 {
            found.ambiguity = Some((word.to_owned(), child.name.clone()));
        }
    }
    found.n_words += 1;
    found.path = format!("{} {}", found.path, child.name).trim().to_owned();
    Ok(child)
}
