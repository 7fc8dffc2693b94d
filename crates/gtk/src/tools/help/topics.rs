// SPDX-License-Identifier: GPL-3.0-or-later
//! The topics of the help window: the rules, the chapters of the manual, the commands from their table.

use super::picture::RulePicture;
use crate::i18n::gettext;
use gnubg_shell::commands::table;
use gtk::gio;

/// The manual as a resource. Chapters start with `# `, items with `- `.
const MANUAL: &str = "/io/github/gnubg/Gnubg/manual.md";

/// A topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Topic {
    pub(super) title: String,
    /// A line below the title in the list.
    pub(super) subtitle: String,
    pub(super) text: String,
    /// For a command: its words, to be typed.
    pub(super) command: Option<String>,
    /// A board below the text.
    pub(super) picture: Option<RulePicture>,
}

impl Topic {
    /// Whether it contains all these words, which are in lower case.
    pub(super) fn contains(&self, words: &[String]) -> bool {
        let all = format!("{}\n{}\n{}", self.title, self.subtitle, self.text).to_lowercase();
        words.iter().all(|word| all.contains(word))
    }
}

/// The chapters of the manual.
pub(super) fn manual() -> Vec<Topic> {
    let bytes = gio::resources_lookup_data(MANUAL, gio::ResourceLookupFlags::NONE);
    bytes.map_or_else(|_| Vec::new(), |bytes| chapters(&String::from_utf8_lossy(&bytes)))
}

fn chapters(text: &str) -> Vec<Topic> {
    let mut found: Vec<Topic> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("# "), found.last_mut()) {
            (Some(title), _) => found.push(Topic {
                title: title.to_owned(),
                subtitle: String::new(),
                text: String::new(),
                command: None,
                picture: None,
            }),
            (None, Some(chapter)) => {
                chapter.text += &line.strip_prefix("- ").map_or(line.to_owned(), |item| format!("•  {item}"));
                chapter.text.push('\n');
            }
            (None, None) => {}
        }
    }
    for chapter in &mut found {
        chapter.text = chapter.text.trim().to_owned();
    }
    found
}

/// All commands; `all` is the title of their overview.
pub(super) fn commands(all: &str) -> Vec<Topic> {
    let overview = Topic {
        title: all.to_owned(),
        subtitle: String::new(),
        text: table().root.describe(""),
        command: None,
        picture: None,
    };
    let each = table().root.commands().into_iter().map(|(path, node)| Topic {
        subtitle: gettext(&node.help),
        text: node.describe(&path),
        command: Some(path.clone()),
        title: path,
        picture: None,
    });
    std::iter::once(overview).chain(each).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chapter_of_the_manual_has_a_text() {
        let found = chapters(include_str!("../../../../../resources/manual.md"));
        assert!(found.len() > 8);
        for chapter in &found {
            assert!(chapter.text.len() > 100, "{}", chapter.title);
            assert!(!chapter.text.contains("\n- ") && !chapter.text.contains('#'), "{}", chapter.title);
        }
        assert!(found.iter().any(|chapter| chapter.contains(&["beaver".to_owned(), "cube".to_owned()])));
    }

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
}
