// SPDX-License-Identifier: GPL-3.0-or-later
//! Variations of a match as branches of its game trees.
//!
//! A variation is a branch in the tree of the game where it begins; the main line is the first branch at every fork.
//! What a
//! tree cannot hold is in a last node of the branch: a result that the actions do not give, and the later games of the
//! variation, which would be games of the match if they had trees of their own.

use super::lex::{self, Tree};
use super::read::{MatchReader, read_text, winner_and_points};
use super::write::{SgfOptions, resignation, root, seat, write_entry};
use super::{evaluation::EvaluationReader, names};
use crate::error::Warnings;
use gnubg_engine::core::{MatchState, Player};
use gnubg_record::judge::{Judgement, judge_game};
use gnubg_record::{Entry, EntryAction, GameRecord, MAIN_LINE, MatchRecord};
use std::fmt::Write as _;
use std::sync::Arc;

/// The content of one node, or of two that stay together: an entry, with its answer if it is a resignation.
struct SgfStep<'a> {
    entry: &'a Entry,
    answer: Option<&'a Entry>,
    before: MatchState,
    judgement: Judgement,
}

impl SgfStep<'_> {
    fn is_like(&self, other: &SgfStep<'_>) -> bool {
        let answer = |step: &SgfStep<'_>| step.answer.map(|entry| entry.action.clone());
        self.entry.player == other.entry.player
            && self.entry.action == other.entry.action
            && answer(self) == answer(other)
    }
}

/// The main line or a variation within one game.
struct GamePath<'a> {
    steps: Vec<SgfStep<'a>>,
    /// The points of the result in the root.
    stated: Option<u32>,
    /// The last node, if it needs one.
    end: String,
}

impl<'a> GamePath<'a> {
    fn of(record: &'a MatchRecord, n: usize, options: &SgfOptions<'_>) -> GamePath<'a> {
        let game = &record.games[n];
        let judgements = judge_game(game, record.length, options.table());
        let mut steps: Vec<SgfStep<'a>> = Vec::new();
        for (step, judgement) in game.walk(record.length).zip(judgements) {
            let entry = step.entry;
            let is_answer =
                matches!(entry.action, EntryAction::AcceptResignation | EntryAction::DeclineResignation);
            match steps.last_mut() {
                Some(last) if is_answer && matches!(last.entry.action, EntryAction::Resign(_)) => {
                    last.answer.get_or_insert(entry);
                }
                _ => steps.push(SgfStep { entry, answer: None, before: step.before, judgement }),
            }
        }
        GamePath { steps, stated: None, end: String::new() }
    }
}

/// How much of the variations is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Only the main line.
    Main,
    /// All variations, as far as they belong to this game.
    Game,
    /// All variations.
    Whole,
}

/// The whole match or session, with its variations. The main line is written first, whichever line is shown.
#[must_use]
pub fn write(record: &MatchRecord, options: &SgfOptions<'_>) -> String {
    let main = if record.shown_line() == MAIN_LINE { None } else { record.showing(MAIN_LINE) };
    let record = main.as_ref().map_or(record, |(main, _)| main);
    let mut out = String::new();
    for game in 0..record.games.len() {
        write_tree(&mut out, record, game, game == 0, Extent::Whole, options);
    }
    out
}

/// One game, with the facts about the match and its variations within the game.
#[must_use]
pub fn write_game(record: &MatchRecord, game: usize, options: &SgfOptions<'_>) -> String {
    let mut out = String::new();
    if game < record.games.len() {
        write_tree(&mut out, record, game, true, Extent::Game, options);
    }
    out
}

/// One game tree.
fn write_tree(
    out: &mut String,
    record: &MatchRecord,
    n: usize,
    with_info: bool,
    extent: Extent,
    options: &SgfOptions<'_>,
) {
    out.push('(');
    root(out, record, n, with_info, options);
    write_nodes(out, record, n, extent, options);
    out.push_str(")\n");
}

/// Writes the nodes of a game with its variations.
fn write_nodes(out: &mut String, record: &MatchRecord, n: usize, extent: Extent, options: &SgfOptions<'_>) {
    let stated = record.games[n].outcome(record.length).map(|outcome| outcome.points);
    let mut paths = vec![GamePath { stated, ..GamePath::of(record, n, options) }];
    if extent != Extent::Main {
        let lines = record
            .branches()
            .filter_map(|(_, place, line)| path(record, n, place.game, line, extent, options));
        paths.extend(lines);
    }
    let paths: Vec<&GamePath<'_>> = paths.iter().collect();
    write_paths(out, &paths, 0, options);
}

/// The path of a variation within game `n`; `None` if it belongs to another game.
fn path<'a>(
    record: &'a MatchRecord,
    n: usize,
    parts_in: usize,
    line: &'a MatchRecord,
    extent: Extent,
    options: &SgfOptions<'_>,
) -> Option<GamePath<'a>> {
    let start = |record: &MatchRecord| record.games.get(parts_in).map(|game| game.start);
    let is_same_match = record.length == line.length;
    if is_same_match && start(record) == start(line) {
        let game = line.games.get(n).filter(|_| n == parts_in)?;
        let end = match (extent, game.stated) {
            (Extent::Whole, stated) => last_node(line, stated, n + 1, false, options),
            (_, stated) => last_node(line, stated, line.games.len(), false, options),
        };
        return Some(GamePath { end, ..GamePath::of(line, n, options) });
    }
    // A game with another start is not part of this tree, so it follows the game before, or the root.
    let from = if is_same_match { parts_in } else { 0 };
    if extent != Extent::Whole || n != from.saturating_sub(1) {
        return None;
    }
    let end = last_node(line, None, from, true, options);
    let steps = if from == 0 { Vec::new() } else { GamePath::of(record, n, options).steps };
    Some(GamePath { steps, stated: None, end })
}

/// The last node of a variation: its result, and its games from `from` on.
fn last_node(
    line: &MatchRecord,
    stated: Option<(Player, u32)>,
    from: usize,
    says_from: bool,
    options: &SgfOptions<'_>,
) -> String {
    let mut values = String::new();
    if let Some((winner, points)) = stated {
        let _ = write!(values, "[result:{}+{points}]", seat(winner));
    }
    if says_from {
        let _ = write!(values, "[from:{from}]");
    }
    let mut games = String::new();
    for n in from..line.games.len() {
        write_tree(&mut games, line, n, n == 0, Extent::Main, options);
    }
    if !games.is_empty() {
        let _ = write!(values, "[games:{}]", lex::escape(&games));
    }
    if values.is_empty() { values } else { format!("\n;{}{values}", names::LINE) }
}

/// Writes paths that are the same up to step `at`: their common part, then each rest in a branch of its own.
fn write_paths(out: &mut String, paths: &[&GamePath<'_>], mut at: usize, options: &SgfOptions<'_>) {
    let Some((first, rest)) = paths.split_first() else { return };
    while let Some(step) = first.steps.get(at) {
        if !rest.iter().all(|path| path.steps.get(at).is_some_and(|other| other.is_like(step))) {
            break;
        }
        write_step(out, step, first.stated.filter(|_| rest.is_empty()), options);
        at += 1;
    }
    if rest.is_empty() {
        out.push_str(&first.end);
        return;
    }
    let mut left = paths.to_vec();
    while let Some(&first) = left.first() {
        let goes_along = |path: &&GamePath<'_>| match (first.steps.get(at), path.steps.get(at)) {
            (Some(step), Some(other)) => step.is_like(other),
            // Each path has its own end.
            _ => std::ptr::eq(*path, first),
        };
        let (group, others): (Vec<&GamePath<'_>>, Vec<&GamePath<'_>>) =
            left.into_iter().partition(goes_along);
        out.push_str("\n(");
        let begin = out.len();
        write_paths(out, &group, at, options);
        if out.len() == begin {
            out.push(';');
        }
        out.push(')');
        left = others;
    }
}

/// Writes one step. An accepted resignation follows from the points in the root, if they determine its size.
fn write_step(out: &mut String, step: &SgfStep<'_>, stated: Option<u32>, options: &SgfOptions<'_>) {
    if let EntryAction::Resign(level) = step.entry.action {
        let cube = step.before.cube.value.points();
        let is_implied =
            stated.is_some_and(|points| (points / cube).clamp(1, 3) == u32::from(level.multiple()));
        resignation(out, step.entry, step.answer, is_implied, options.numbers);
    } else {
        write_entry(out, step.entry, &step.before, &step.judgement, options);
    }
}

impl MatchReader {
    /// Reads a variation of the game that was read last. `start` is the game before its first node.
    pub(super) fn variation(
        &mut self,
        tree: &Tree<'_>,
        variation: usize,
        start: &GameRecord,
        evaluations: &EvaluationReader,
        warnings: &mut Warnings,
    ) {
        let path = tree.path(variation);
        let shares_root = path.first().zip(tree.nodes.first()).is_some_and(|(a, b)| std::ptr::eq(*a, b));
        let Some(path) = path.get(1..).filter(|_| shares_root) else {
            let at = path.first().and_then(|node| node.props.first()).map(|prop| prop.at);
            let at = at.unwrap_or(crate::Place::Line(tree.line));
            return warnings.add(at, "a variation of a whole game is not read");
        };
        let n = self.record.games.len().saturating_sub(1);
        let last = path.last().and_then(|node| node.get(names::LINE));
        // Problems before the fork are already in the list.
        let mut found = Warnings::default();
        let nodes = path.iter().copied().filter(|node| node.get(names::LINE).is_none());
        let mut game = self.play(start.clone(), nodes, None, &mut evaluations.clone(), &mut found);
        warnings.add_new(found);
        let length = self.record.length;
        let (mut from, mut later) = (None, None);
        for value in last.map_or(&[][..], |prop| &prop.values) {
            match value.split_once(':') {
                Some(("result", result)) => {
                    let outcome = game.outcome(length).map(|outcome| (outcome.winner, outcome.points));
                    let result = winner_and_points(result);
                    game.stated = result.filter(|_| result != outcome);
                }
                Some(("from", number)) => {
                    from = number.trim().parse().ok().filter(|from| *from <= n + 1);
                }
                Some(("games", text)) => {
                    let mut found = Warnings::default();
                    match read_text(&lex::text(text), false, &mut found) {
                        Ok(mut matches) => later = matches.drain(..).next().map(|reader| reader.record),
                        Err(error) => found.add(crate::Place::File, error.to_string()),
                    }
                    let at = last.map_or(crate::Place::File, |prop| prop.at);
                    for warning in found.into_vec() {
                        warnings.add(at, format!("in a later game of a variation: {warning}"));
                    }
                }
                _ => {}
            }
        }
        self.share(&mut game, n);
        let games = match from {
            Some(from) => self.record.games[..from].to_vec(),
            None => self.record.games[..n].iter().cloned().chain([game]).collect(),
        };
        let line = match later {
            Some(whole) if from == Some(0) => whole,
            later => {
                let later = later.map(|later| later.games).unwrap_or_default();
                let games: Vec<GameRecord> = games.into_iter().chain(later).collect();
                let rules = games.last().map_or(self.record.rules, |game| game.start.rules);
                MatchRecord { info: self.record.info.clone(), length, rules, games, ..MatchRecord::default() }
            }
        };
        self.record.variations.push(Arc::new(line));
    }

    /// Shares the analysis of earlier games and variations with the beginning of this game.
    fn share(&self, game: &mut GameRecord, n: usize) {
        let known =
            [self.record.games.get(n), self.record.variations.last().and_then(|line| line.games.get(n))];
        for known in known.into_iter().flatten() {
            let pairs = game.entries.iter_mut().zip(&known.entries);
            for (entry, known) in pairs.take_while(|(entry, known)| **entry == **known) {
                entry.analysis.clone_from(&known.analysis);
            }
        }
    }
}
