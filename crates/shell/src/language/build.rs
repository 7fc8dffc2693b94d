// SPDX-License-Identifier: GPL-3.0-or-later
//! The one table of commands as a tree: the commands with code of their own, and `set` for every option of the session.

use super::order::ORDER;
use super::tree::{Node, Row, Run};
use crate::commands;
use gnubg_session::options::{self, Leaf};
use std::sync::LazyLock;

/// The tree of all commands.
#[must_use]
pub fn table() -> &'static Node {
    static TABLE: LazyLock<Node> = LazyLock::new(build);
    &TABLE
}

fn build() -> Node {
    let mut root = Node::default();
    for row in commands::rows() {
        insert(&mut root, row);
    }
    for leaf in options::leaves() {
        insert_option(&mut root, leaf);
    }
    for setting in options::obsolete() {
        let node = node_at(&mut root, &format!("set {}", setting.words));
        node.help = format!("obsolete: {}", setting.reason);
        node.run = Some(Run::Obsolete(setting.words.clone()));
    }
    for (words, fixed) in commands::options::fixed() {
        let node = node_at(&mut root, words);
        node.help = format!("{words} is {} {}", fixed.0, fixed.1);
        node.run = Some(Run::Fixed(fixed.0.to_owned(), fixed.1));
    }
    for (path, help) in commands::HEADINGS {
        node_at(&mut root, path).help = (*help).to_owned();
    }
    let shown = node_at(&mut root, "show").children.clone();
    for node in node_at(&mut root, "set").children.iter_mut().filter(|node| node.help.is_empty()) {
        if let Some(twin) = shown.iter().find(|other| other.name == node.name) {
            node.help.clone_from(&twin.help);
        }
    }
    head(&mut root, "");
    let analyse = node_at(&mut root, "analyse").clone();
    for synonym in ["analyze", "analysis"] {
        *node_at(&mut root, synonym) = Node { name: synonym.to_owned(), ..analyse.clone() };
    }
    for path in commands::HIDDEN {
        node_at(&mut root, path).is_hidden = true;
    }
    sort(&mut root, "");
    root
}

/// The node of a path, made if need be. `PLAYER` marks that a player stands there.
fn node_at<'n>(root: &'n mut Node, path: &str) -> &'n mut Node {
    let mut node = root;
    for word in path.split_whitespace() {
        if word == "PLAYER" {
            node.takes_player = true;
        } else {
            node = node.child_mut(word);
        }
    }
    node
}

fn insert(root: &mut Node, row: &Row) {
    let node = node_at(root, row.path);
    row.args.clone_into(&mut node.args);
    row.help.clone_into(&mut node.help);
    node.expects = row.expects;
    node.run = Some(Run::Handler(row.run));
}

/// `set` and the option's words. Options of both seats have one place, after the player.
fn insert_option(root: &mut Node, leaf: &Leaf) {
    if leaf.words.is_empty() || leaf.words.contains("player 1") {
        return;
    }
    let path = format!("set {}", leaf.words.replace("player 0", "player PLAYER"));
    let node = node_at(root, &path);
    if node.run.is_some() {
        return;
    }
    node.args = leaf.kind.to_string();
    leaf.help.clone_into(&mut node.help);
    node.run = Some(Run::Option(leaf.words.replace("player 0", "player {}")));
}

/// Gives words that stand in several places their text.
fn head(node: &mut Node, path: &str) {
    for child in &mut node.children {
        let path = format!("{path} {}", child.name);
        if child.help.is_empty() {
            child.help = commands::ending(&path).unwrap_or_default().to_owned();
        }
        head(child, &path);
    }
}

/// Puts the keywords of every level in order.
fn sort(node: &mut Node, path: &str) {
    let order = ORDER.iter().find(|(level, _)| *level == path);
    let rank = |name: &str| {
        let listed = order.and_then(|(_, names)| names.split_whitespace().position(|other| other == name));
        listed.unwrap_or(usize::MAX)
    };
    node.children.sort_by(|a, b| (rank(&a.name), &a.name).cmp(&(rank(&b.name), &b.name)));
    for child in &mut node.children {
        let path = format!("{path} {}", child.name);
        sort(child, path.trim_start());
    }
}

/// Every command that is not hidden, depth first, with its node.
#[must_use]
pub fn paths() -> Vec<(String, &'static Node)> {
    words().into_iter().filter(|(_, node)| node.run.is_some()).collect()
}

/// Every word that is not hidden with those that lead to it, depth first, and its node.
fn words() -> Vec<(String, &'static Node)> {
    fn walk(node: &'static Node, path: &str, found: &mut Vec<(String, &'static Node)>) {
        for child in node.children.iter().filter(|child| !child.is_hidden) {
            let player = if child.takes_player { " PLAYER" } else { "" };
            let below = format!("{path} {}{player}", child.name).trim_start().to_owned();
            found.push((below.clone(), child));
            walk(child, &below, found);
        }
    }
    let mut found = Vec::new();
    walk(table(), "", &mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_says_what_it_is_for() {
        let bare: Vec<String> =
            words().into_iter().filter(|(_, node)| node.help.is_empty()).map(|(path, _)| path).collect();
        assert!(bare.is_empty(), "{bare:#?}");
    }

    #[test]
    fn settings_in_groups_say_what_show_says() {
        let text =
            |path: &str| words().into_iter().find(|(other, _)| other == path).map(|(_, node)| &node.help[..]);
        assert_eq!(text("set export"), Some("settings of reports"));
        assert_eq!(text("export"), Some("write a report, or a file of another program"));
    }
}
