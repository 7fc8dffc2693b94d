// SPDX-License-Identifier: GPL-3.0-or-later
//! Completion of a line: words of commands, players, values of options, file names.

use super::tree::{CommandNode, Expects};
use super::words::{quoted, split};
use std::path::Path;

/// What could replace the last word of a line, and the byte where that word starts. `names` are the players' names.
#[must_use]
pub fn complete<A>(root: &CommandNode<A>, line: &str, names: &[String; 2]) -> (usize, Vec<String>) {
    let mut words = split(line);
    let is_new = line.is_empty() || line.ends_with(char::is_whitespace);
    let last = if is_new { None } else { words.pop() };
    let (start, beginning) = last.map_or((line.len(), String::new()), |word| (word.start, word.text));
    let mut node = root;
    let mut wants_player = false;
    for word in &words {
        if wants_player {
            wants_player = false;
            continue;
        }
        match node.child(&word.text) {
            Some(child) => node = child,
            None => break,
        }
        wants_player = node.takes_player;
    }
    let mut found = if wants_player { players(names, true) } else { candidates(root, node, names) };
    if node.expects == Expects::File {
        return (start, files(&beginning));
    }
    let lower = beginning.to_lowercase();
    found.retain(|word| word.to_lowercase().starts_with(&lower));
    (start, found.into_iter().map(|word| quoted(&word)).collect())
}

fn candidates<A>(root: &CommandNode<A>, node: &CommandNode<A>, names: &[String; 2]) -> Vec<String> {
    let mut found = node.names();
    match node.expects {
        Expects::Player => found.extend(players(names, false)),
        Expects::Players => found.extend(players(names, true)),
        Expects::Command => found.extend(root.names()),
        Expects::Words(words) => found.extend(words.iter().map(|word| (*word).to_owned())),
        Expects::File | Expects::Anything => {}
    }
    found
}

fn players(names: &[String; 2], both: bool) -> Vec<String> {
    let mut found = vec!["0".to_owned(), "1".to_owned()];
    found.extend(names.iter().cloned());
    if both {
        found.push("both".to_owned());
    }
    found
}

/// Files whose names begin with these characters; folders end with a slash.
fn files(beginning: &str) -> Vec<String> {
    let (folder, prefix) = match beginning.rsplit_once('/') {
        Some((folder, prefix)) => (format!("{folder}/"), prefix),
        None => (String::new(), beginning),
    };
    let path = if folder.is_empty() { Path::new(".") } else { Path::new(&folder) };
    let mut found: Vec<String> = std::fs::read_dir(path)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let is_folder = entry.path().is_dir();
            let is_wanted = name.starts_with(prefix) && (!name.starts_with('.') || prefix.starts_with('.'));
            is_wanted.then(|| quoted(&format!("{folder}{name}{}", if is_folder { "/" } else { "" })))
        })
        .collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::table;

    fn words(line: &str) -> Vec<String> {
        complete(&table().root, line, &["gnubg".to_owned(), "Ann Other".to_owned()]).1
    }

    #[test]
    fn keywords_players_and_values() {
        assert_eq!(words("new "), ["game", "match", "session", "weights"]);
        assert_eq!(words("n m").len(), 0);
        assert_eq!(words("ne m"), ["match"]);
        assert!(words("se").contains(&"set".to_owned()));
        assert!(!words("").contains(&"analyze".to_owned()));
        assert_eq!(words("set turn a"), ["\"Ann Other\""]);
        assert_eq!(words("set player b"), ["both"]);
        assert!(words("set player 0 ").contains(&"chequerplay".to_owned()));
        assert_eq!(words("set jacoby o"), ["on", "off"]);
        assert_eq!(words("set tutor skill v"), ["verybad"]);
        assert_eq!(words("help rol"), ["roll", "rollout"]);
        assert_eq!(complete(&table().root, "set va", &Default::default()).0, 4);
    }

    #[test]
    fn file_names() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("sub")).unwrap();
        std::fs::write(folder.path().join("script one.txt"), "").unwrap();
        let found = files(&format!("{}/s", folder.path().display()));
        assert_eq!(found.len(), 2);
        assert!(found[0].ends_with("script one.txt\"") && found[1].ends_with("sub/"));
    }
}
