// SPDX-License-Identifier: GPL-3.0-or-later
//! The topics of the help window: the rules, the chapters of the manual, the commands from their table.

use crate::i18n::{current_language, gettext};
use gnubg_manual::{Block, Book, Source, rules};
use gnubg_shell::commands::table;
use gtk::gio;

/// The folder of the manual in the resources.
pub(super) const FOLDER: &str = "/io/github/gnubg/Gnubg/manual";

/// The chapter that is a page of its own in the window.
pub(super) const RULES: &str = "rules";

/// The manual in the resources of the program.
struct Resources;

impl Source for Resources {
    fn chapters(&self, language: &str) -> Vec<String> {
        let path = format!("{FOLDER}/{language}");
        let names = gio::resources_enumerate_children(&path, gio::ResourceLookupFlags::NONE);
        names
            .into_iter()
            .flatten()
            .map(|name| name.to_string())
            .filter(|name| name.ends_with(".md"))
            .collect()
    }

    fn text(&self, language: &str, name: &str) -> Option<String> {
        let path = format!("{FOLDER}/{language}/{name}");
        let bytes = gio::resources_lookup_data(&path, gio::ResourceLookupFlags::NONE).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn has_picture(&self, name: &str) -> bool {
        gio::resources_get_info(&format!("{FOLDER}/{name}"), gio::ResourceLookupFlags::NONE).is_ok()
    }
}

/// A topic.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Topic {
    /// Its name in links; empty for a command.
    pub(super) id: String,
    pub(super) title: String,
    /// A line below the title in the list.
    pub(super) subtitle: String,
    /// What the search looks into.
    pub(super) text: String,
    /// For a command: its words, to be typed.
    pub(super) command: Option<String>,
    /// What is shown below the title; a command shows its text.
    pub(super) blocks: Vec<Block>,
}

impl Topic {
    /// Whether it contains all these words, which are in lower case.
    pub(super) fn contains(&self, words: &[String]) -> bool {
        let all = format!("{}\n{}\n{}", self.title, self.subtitle, self.text).to_lowercase();
        words.iter().all(|word| all.contains(word))
    }
}

/// The sections of the rules.
pub(super) fn of_rules() -> Vec<Topic> {
    let sections = rules::chapters().into_iter().map(|section| Topic {
        id: gnubg_manual::markup::anchor(&section.title),
        text: section.text.join("\n\n"),
        blocks: section.blocks(),
        title: section.title,
        subtitle: String::new(),
        command: None,
    });
    sections.collect()
}

/// The chapters of the manual in the language of the window.
fn book() -> Book {
    Book::read(&Resources, &current_language())
}

/// The chapters of the manual, and whether some of them are in English although the window is not.
pub(super) fn manual() -> (Vec<Topic>, bool) {
    let book = book();
    let is_foreign = book.n_foreign > 0;
    let chapters = book.chapters.into_iter().filter(|chapter| chapter.id != RULES).map(|chapter| Topic {
        text: chapter.text(),
        id: chapter.id,
        title: chapter.title,
        subtitle: String::new(),
        command: None,
        blocks: chapter.blocks,
    });
    (chapters.collect(), is_foreign)
}

/// All commands; `all` is the title of their overview.
pub(super) fn commands(all: &str) -> Vec<Topic> {
    let topic = |title: String, subtitle: String, text: String, command: Option<String>| Topic {
        id: String::new(),
        title,
        subtitle,
        text,
        command,
        blocks: Vec::new(),
    };
    let overview = topic(all.to_owned(), String::new(), table().root.describe(""), None);
    let each = table().root.commands().into_iter().map(|(path, node)| {
        topic(path.clone(), gettext(&node.help), node.describe(&path), Some(path.clone()))
    });
    std::iter::once(overview).chain(each).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_a_topic_with_its_help_text() {
        let found = commands("All");
        assert_eq!(found.len(), table().root.commands().len() + 1);
        let roll = found.iter().find(|topic| topic.title == "roll").expect("a command");
        assert!(roll.text.starts_with("roll - ") && roll.text.contains("Usage: roll"), "{}", roll.text);
        let name = found.iter().find(|topic| topic.title == "set player PLAYER name").expect("a command");
        assert!(name.text.contains("Usage: set player PLAYER name name"), "{}", name.text);
        assert!(found[0].text.contains("analyse"));
    }

    #[test]
    fn sections_of_the_rules_are_topics() {
        let found = of_rules();
        assert_eq!(found.len(), 8);
        assert!(found.iter().any(|topic| topic.contains(&["crawford".to_owned()])));
    }
}
