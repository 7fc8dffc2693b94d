// SPDX-License-Identifier: GPL-3.0-or-later
//! docs/options.md says what the table of options says.

use super::project;
use crate::options::{Leaf, OptionKind, OptionValue, PreferenceGroup, leaves, obsolete};
use std::fmt::Write;

/// What stands above the tables.
const INTRODUCTION: &str = "# Options

Every option with its key in the settings file (`settings.toml`), its words after `set`, its values, its default, and what
is refreshed when it changes. An option without words is changed in the preferences or by a command of its own. `N` stands
for a player: 0 at the top, 1 at the bottom. A test compares this page with the table of options in the program;
`UPDATE_DOCS=1 cargo test -p gnubg-session options::tests::reference` writes it again.
";

/// Options that occur in several places.
const SHARED: [(&str, &str); 3] = [
    ("DECISION", "Decisions: evaluation or rollout"),
    ("EVALUATION", "Evaluations"),
    ("rollout", "Rollouts"),
];

/// An option, or those of several places that differ in their place only.
struct Entry {
    key: String,
    words: String,
    leaf: &'static Leaf,
    defaults: Vec<String>,
}

/// The key and words of an option without its place, and the place if it is one of several.
fn without_place(leaf: &Leaf) -> (String, String, Option<String>) {
    let seats = |text: &str, dot: char| {
        let mut parts: Vec<&str> = text.split(dot).collect();
        for n in 1..parts.len() {
            let is_seat = matches!(parts[n - 1], "player" | "name" | "cheat-rank");
            if is_seat && matches!(parts[n], "0" | "1") {
                parts[n] = "N";
            }
        }
        parts.join(&dot.to_string())
    };
    let (key, words) = (seats(&leaf.name, '.'), seats(&leaf.words, ' '));
    let last = |text: &str, separator: char| text.rsplit(separator).next().unwrap_or(text).to_owned();
    let place = |end: &str| {
        let place = key.strip_suffix(end).unwrap_or(&key).trim_end_matches('.');
        // Rollouts are described in a section of their own.
        place.split_once(".rollout.").map_or_else(|| place.to_owned(), |(_, rest)| format!("rollout.{rest}"))
    };
    match leaf.group {
        Some(PreferenceGroup::Evaluation) => {
            let end = last(&key, '.');
            (format!("EVALUATION.{end}"), format!("… {}", last(&words, ' ')), Some(place(&end)))
        }
        Some(PreferenceGroup::Method) => {
            ("DECISION.method".to_owned(), "… type".to_owned(), Some(place("method")))
        }
        _ => match (key.split_once(".rollout."), words.split_once(" rollout ")) {
            (Some((before, after)), Some((_, words))) => {
                (format!("rollout.{after}"), format!("rollout {words}"), Some(format!("{before}.rollout")))
            }
            _ => (key, words, None),
        },
    }
}

fn default_of(leaf: &Leaf) -> String {
    match leaf.default() {
        OptionValue::Text(text) if text.is_empty() => "empty".to_owned(),
        value => format!("`{value}`"),
    }
}

fn values_of(leaf: &Leaf) -> String {
    let values = match leaf.kind {
        OptionKind::Choice(words, _) => {
            let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            words.join(", ")
        }
        kind => kind.to_string(),
    };
    match leaf.unit {
        "" => values,
        unit => format!("{values}; {unit}"),
    }
}

/// The page as it should be.
fn page() -> String {
    let mut entries: Vec<Entry> = Vec::new();
    let mut places: Vec<(String, String)> = Vec::new();
    for leaf in leaves() {
        let (key, words, place) = without_place(leaf);
        let section = key.split('.').next().unwrap_or_default().to_owned();
        if let Some(place) = place.map(|place| (section, place))
            && !places.contains(&place)
        {
            places.push(place);
        }
        let default = default_of(leaf);
        match entries.iter_mut().find(|entry| entry.key == key) {
            Some(entry) if entry.defaults.contains(&default) => {}
            Some(entry) => entry.defaults.push(default),
            None => entries.push(Entry { key, words, leaf, defaults: vec![default] }),
        }
    }
    let mut sections: Vec<&str> = Vec::new();
    for entry in &entries {
        let section = entry.key.split('.').next().unwrap_or_default();
        if !sections.contains(&section) {
            sections.push(section);
        }
    }
    let mut page = INTRODUCTION.to_owned();
    for section in sections {
        let shared = SHARED.iter().find(|(name, _)| *name == section);
        let title = shared.map_or_else(|| format!("`{section}`"), |(_, title)| (*title).to_owned());
        let _ = write!(page, "\n## {title}\n\n");
        let found: Vec<String> =
            places.iter().filter(|(of, _)| of == section).map(|(_, place)| format!("`{place}`")).collect();
        if !found.is_empty() {
            let also = if section == "rollout" { "Also" } else { "Keys stand" };
            let _ = write!(page, "{also} below {}.\n\n", found.join(", "));
        }
        page +=
            "| key | `set` | values | default | affects | meaning |\n| --- | --- | --- | --- | --- | --- |\n";
        for entry in entries.iter().filter(|entry| entry.key.split('.').next() == Some(section)) {
            let is_placed = matches!(section, "DECISION" | "EVALUATION");
            let key = if is_placed { entry.key.replacen(section, "…", 1) } else { entry.key.clone() };
            let words = if entry.words.is_empty() { String::new() } else { format!("`{}`", entry.words) };
            let affects: Vec<&str> = entry.leaf.affects.iter().map(crate::options::Effect::name).collect();
            let _ = writeln!(
                page,
                "| `{key}` | {words} | {} | {} | {} | {} |",
                values_of(entry.leaf),
                entry.defaults.join(" or "),
                affects.join(", "),
                entry.leaf.help,
            );
        }
    }
    page += "\n## Obsolete\n\nCommands and files may name these; they are accepted and have no effect.\n\n\
             | key | `set` | reason |\n| --- | --- | --- |\n";
    for setting in obsolete() {
        let _ = writeln!(page, "| `{}` | `{}` | {} |", setting.key, setting.words, setting.reason);
    }
    page
}

#[test]
fn the_page_is_that_of_the_table() {
    let path = project().join("docs/options.md");
    let wanted = page();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &wanted).unwrap();
    }
    let present = std::fs::read_to_string(&path).unwrap_or_default();
    for (n, (present, wanted)) in present.lines().zip(wanted.lines()).enumerate() {
        assert_eq!(present, wanted, "line {} of docs/options.md; UPDATE_DOCS=1 writes it again", n + 1);
    }
    assert_eq!(present, wanted, "docs/options.md; UPDATE_DOCS=1 writes it again");
}
