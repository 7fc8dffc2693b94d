// SPDX-License-Identifier: GPL-3.0-or-later
//! The table of all commands: the commands with code of their own, and `set` for every option of the session.

use super::order::ORDER;
use super::{
    analysis, annotate, ask, clock, database, dice, edit, files, game, go, headings, options, players,
};
use super::{record, recovery, relational, rollout, show, surveys, system, theory};
use crate::language::args::Args;
use crate::language::context::{Action, CommandResult, CommandRow, CommandTable, Context};
use crate::language::tree::{CommandNode, Expects};
use crate::python;
use gnubg_session::options::{Leaf, OptionKind, leaves, obsolete};
use std::sync::{Arc, LazyLock};

/// Short forms and synonyms that help and completion leave out.
const HIDDEN: &[&str] = &[
    "n",
    "p",
    "r",
    "?",
    "analyze",
    "analysis",
    "set tctype",
    "set tctime",
    "set tcpointtime",
    "set tcmovetime",
    "set tcpenalty",
    "set tcnext",
    "set tcmultiplier",
];

/// All commands.
#[must_use]
pub fn table() -> &'static CommandTable {
    static TABLE: LazyLock<CommandTable> = LazyLock::new(|| CommandTable {
        root: tree(),
        play: game::play,
        dice: game::throw,
        program: system::run_program,
        script: python::run_code,
    });
    &TABLE
}

/// The commands with code of their own.
fn rows() -> impl Iterator<Item = &'static CommandRow> {
    let families: [&[CommandRow]; 20] = [
        game::ROWS,
        edit::ROWS,
        files::ROWS,
        go::ROWS,
        analysis::ROWS,
        annotate::rows(),
        ask::ROWS,
        clock::ROWS,
        database::ROWS,
        dice::ROWS,
        players::ROWS,
        record::ROWS,
        relational::ROWS,
        recovery::ROWS,
        rollout::ROWS,
        show::ROWS,
        surveys::ROWS,
        system::ROWS,
        theory::ROWS,
        options::ROWS,
    ];
    families.into_iter().flatten()
}

fn tree() -> CommandNode<Action> {
    let mut root = CommandNode::new("");
    for row in rows() {
        insert(&mut root, row);
    }
    for leaf in leaves() {
        insert_option(&mut root, leaf);
    }
    for setting in obsolete() {
        let node = node_at(&mut root, &format!("set {}", setting.words));
        node.help = format!("obsolete: {}", setting.reason);
        node.action = Some(action(move |context, args| {
            options::accept_obsolete(context, setting, args);
            Ok(())
        }));
    }
    for (words, (option, value)) in options::fixed() {
        let node = node_at(&mut root, words);
        node.help = format!("the same as set {option} {value}");
        node.action = Some(action(move |context, _| options::give(context, option, &value)));
    }
    for (path, help) in headings::HEADINGS {
        node_at(&mut root, path).help = (*help).to_owned();
    }
    copy_help_of_show(&mut root);
    add_ending_help(&mut root, "");
    let analyse = node_at(&mut root, "analyse").clone();
    for synonym in ["analyze", "analysis"] {
        *node_at(&mut root, synonym) = CommandNode { name: synonym.to_owned(), ..analyse.clone() };
    }
    for path in HIDDEN {
        node_at(&mut root, path).is_hidden = true;
    }
    sort(&mut root, "");
    root
}

/// Makes an action of a closure.
fn action(run: impl Fn(&mut Context<'_>, &mut Args<'_>) -> CommandResult + Send + Sync + 'static) -> Action {
    Arc::new(run)
}

/// The node of a path, created if it is missing. `PLAYER` marks that a player stands there.
fn node_at<'n>(root: &'n mut CommandNode<Action>, path: &str) -> &'n mut CommandNode<Action> {
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

fn insert(root: &mut CommandNode<Action>, row: &CommandRow) {
    let node = node_at(root, row.path);
    row.args.clone_into(&mut node.args);
    row.help.clone_into(&mut node.help);
    node.expects = row.expects;
    node.action = Some(action(row.run));
}

/// `set` and the words of an option. An option of both players has one command, with the player as an argument.
fn insert_option(root: &mut CommandNode<Action>, leaf: &Leaf) {
    if leaf.words.is_empty() || leaf.words.contains("player 1") {
        return;
    }
    let words = options::template(&leaf.words);
    insert_setting(root, leaf, &words, &words);
    if let Some([typed, meant]) = options::for_both_seats(&leaf.words) {
        insert_setting(root, leaf, &typed, &meant);
    }
    if let Some(rollout) = words.strip_suffix("rollout quasirandom") {
        insert_setting(root, leaf, &format!("{rollout}rollout rotate"), &words);
    }
}

/// `set` and words with `{}` for a player; `meant` are the words of the options that it changes.
fn insert_setting(root: &mut CommandNode<Action>, leaf: &Leaf, typed: &str, meant: &str) {
    let node = node_at(root, &format!("set {}", typed.replace("{}", "PLAYER")));
    if node.action.is_some() {
        return;
    }
    node.args = leaf.kind.to_string();
    leaf.help.clone_into(&mut node.help);
    node.expects = match leaf.kind {
        OptionKind::Switch => Expects::Words(&["on", "off"]),
        OptionKind::Choice(words, _) => Expects::Words(words),
        _ => Expects::Anything,
    };
    let words = meant.to_owned();
    node.action = Some(match words.as_str() {
        "variation" => action(options::variation),
        rng if rng.ends_with("rollout rng") => {
            action(move |context, args| options::rollout_generator(context, &words, args))
        }
        _ => action(move |context, args| options::set(context, &words, args)),
    });
}

/// Groups of options have the help of `show` under `set`, too, without the word "show".
fn copy_help_of_show(root: &mut CommandNode<Action>) {
    let shown = node_at(root, "show").children.clone();
    for node in node_at(root, "set").children.iter_mut().filter(|node| node.help.is_empty()) {
        if let Some(twin) = shown.iter().find(|other| other.name == node.name) {
            twin.help.trim_start_matches("show ").clone_into(&mut node.help);
        }
    }
}

/// Gives words that occur in several places their help.
fn add_ending_help(node: &mut CommandNode<Action>, path: &str) {
    for child in &mut node.children {
        let path = format!("{path} {}", child.name);
        if child.help.is_empty() {
            child.help = headings::ending(&path).unwrap_or_default().to_owned();
        }
        add_ending_help(child, &path);
    }
}

/// Puts the words of every level in order.
fn sort(node: &mut CommandNode<Action>, path: &str) {
    let order = ORDER.iter().find(|(level, _)| *level == path);
    let listed: Vec<&str> = order.map(|(_, names)| names.split_whitespace().collect()).unwrap_or_default();
    let rank = |name: &str| listed.iter().position(|other| *other == name).unwrap_or(usize::MAX);
    node.children.sort_by_cached_key(|child| (rank(&child.name), child.name.clone()));
    for child in &mut node.children {
        let path = format!("{path} {}", child.name);
        sort(child, path.trim_start());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_has_a_help_text() {
        let without: Vec<String> = table()
            .root
            .descendants()
            .into_iter()
            .filter(|(_, node)| node.help.is_empty())
            .map(|(path, _)| path)
            .collect();
        assert!(without.is_empty(), "{without:#?}");
    }

    #[test]
    fn groups_of_options_have_the_same_help_under_set_and_show() {
        let help = |path: &str| {
            let found = table().root.descendants().into_iter().find(|(other, _)| other == path);
            found.map(|(_, node)| node.help.clone())
        };
        let of_set = help("set export").unwrap();
        assert_eq!(help("show export"), Some(format!("show {of_set}")));
        assert_ne!(help("export"), Some(of_set));
    }
}
