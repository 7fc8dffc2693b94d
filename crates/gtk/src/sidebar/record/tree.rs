// SPDX-License-Identifier: GPL-3.0-or-later
//! The variations of a game as a tree: under the row of the play that a variation replaces, its head, and under that its
//! own rows, which can be folded away.

use super::cells::{self, BranchHead, RecordCell, RecordRow};
use crate::i18n::gettext;
use gnubg_record::{Branch, Cursor, MatchRecord};
use gnubg_session::Session;
use std::collections::HashMap;

/// Plays of a variation that its head tells.
const TOLD: usize = 2;

/// What stays the same while lines are added and removed around a variation: game, entry and first plays.
type BranchKey = (usize, usize, String);

fn key(head: &BranchHead) -> BranchKey {
    (head.game, head.entry, head.text.clone())
}

/// Which variations are open. Those on the way to the line shown are, unless they were folded away.
#[derive(Debug, Default)]
pub(super) struct OpenBranches {
    chosen: HashMap<BranchKey, bool>,
    /// The heads on the way to the line shown.
    way: Vec<BranchKey>,
}

impl OpenBranches {
    /// Opens or folds the variation with this head.
    pub(super) fn set(&mut self, head: &BranchHead, is_open: bool) {
        self.chosen.insert(key(head), is_open);
    }

    fn is_open(&self, head: &BranchHead) -> bool {
        self.chosen.get(&key(head)).copied().unwrap_or(head.has_shown)
    }

    /// Another line is shown: its way is open.
    pub(super) fn follow(&mut self, rows: &[RecordRow]) {
        let heads = rows.iter().filter_map(|row| row.branch.as_ref());
        let way: Vec<BranchKey> = heads.filter(|head| head.has_shown).map(key).collect();
        if self.way != way {
            way.iter().filter(|key| !self.way.contains(key)).for_each(|key| {
                self.chosen.remove(key);
            });
            self.way = way;
        }
    }

    /// The rows without those in folded variations.
    pub(super) fn seen(&self, rows: Vec<RecordRow>) -> Vec<RecordRow> {
        let mut folded: Option<usize> = None;
        let seen = rows.into_iter().filter_map(|mut row| {
            if let Some(level) = folded {
                let is_within = row.level > level || (row.level == level && row.branch.is_none());
                if is_within {
                    return None;
                }
                folded = None;
            }
            if let Some(head) = &mut row.branch {
                head.is_open = self.is_open(head);
                folded = (!head.is_open).then_some(row.level);
            }
            Some(row)
        });
        seen.collect()
    }
}

/// What is needed to write the lines of a game.
struct GameTree<'a> {
    session: &'a Session,
    lines: Vec<&'a MatchRecord>,
    tree: Vec<Branch>,
    game: usize,
    /// The lines on the way to the line shown, and up to where they are the same as that.
    shared: HashMap<usize, Option<Cursor>>,
}

impl GameTree<'_> {
    fn cells(&self, line: usize, from: usize, level: usize) -> Vec<(usize, RecordCell)> {
        let is_shown = |entry: usize| match self.shared.get(&line) {
            Some(until) => until.is_none_or(|until| Cursor::at(self.game, entry) < until),
            None => false,
        };
        let mut cells = cells::of_line(self.session, self.lines[line], self.game, true);
        cells.retain(|(_, cell)| cell.entry >= from);
        for (_, cell) in &mut cells {
            cell.level = level;
            if !is_shown(cell.entry) {
                cell.is_current = false;
                cell.other_line = Some(line);
            }
        }
        cells
    }

    /// Writes a line from an entry on, whose row has this number.
    fn write(&self, rows: &mut Vec<RecordRow>, line: usize, from: usize, level: usize, number: usize) {
        let cells = self.cells(line, from, level);
        self.write_cells(rows, line, cells, level, number);
    }

    fn write_cells(
        &self,
        rows: &mut Vec<RecordRow>,
        line: usize,
        cells: Vec<(usize, RecordCell)>,
        level: usize,
        number: usize,
    ) {
        let branches: Vec<&Branch> =
            self.tree.iter().filter(|branch| branch.from == line && branch.place.game == self.game).collect();
        let end = cells.last().map_or(0, |(_, cell)| cell.entry + 1);
        let own = cells::pair(cells, number);
        let last = own.last().map_or(number, |row| row.number);
        for row in own {
            let entries: Vec<usize> = row.cells.iter().flatten().map(|cell| cell.entry).collect();
            let number = row.number;
            rows.push(RecordRow { level, ..row });
            for branch in branches.iter().filter(|branch| entries.contains(&branch.place.entry)) {
                self.write_branch(rows, branch, level + 1, number);
            }
        }
        // Continuations beyond the end of the line.
        for branch in branches.iter().filter(|branch| branch.place.entry >= end) {
            self.write_branch(rows, branch, level + 1, last);
        }
    }

    fn write_branch(&self, rows: &mut Vec<RecordRow>, branch: &Branch, level: usize, number: usize) {
        let cells = self.cells(branch.line, branch.place.entry, level);
        let told: Vec<&str> = cells.iter().take(TOLD).map(|(_, cell)| cell.text.as_str()).collect();
        let mut text = told.join(", ");
        if cells.len() > TOLD {
            text += " …";
        }
        if cells.is_empty() {
            text = gettext("ends here");
        }
        let head = BranchHead {
            line: branch.line,
            game: self.game,
            entry: branch.place.entry,
            text,
            loss: cells.first().and_then(|(_, cell)| cell.loss),
            n_entries: cells.len(),
            has_shown: self.shared.contains_key(&branch.line),
            is_open: false,
        };
        rows.push(RecordRow { number, level, branch: Some(head), ..RecordRow::default() });
        self.write_cells(rows, branch.line, cells, level, number);
    }
}

/// The rows of a game with all its variations. The line that is not indented is the one nearest to the main line that has
/// the game as the line shown begins it.
pub(super) fn rows(session: &Session, game: usize) -> Vec<RecordRow> {
    let record = session.record();
    let tree = record.line_tree();
    if tree.is_empty() {
        return cells::rows(session, game);
    }
    let shown = record.shown_line();
    let (mut trunk, mut at) = (shown, shown);
    let mut shared = HashMap::from([(shown, None)]);
    while let Some(branch) = tree.iter().find(|branch| branch.line == at) {
        shared.insert(branch.from, Some(branch.place));
        if trunk == at && branch.place.game >= game {
            trunk = branch.from;
        }
        at = branch.from;
    }
    let game_tree = GameTree { session, lines: record.lines(), tree, game, shared };
    let mut rows = Vec::new();
    game_tree.write(&mut rows, trunk, 0, 0, 1);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: usize, level: usize, head: Option<(&str, bool)>) -> RecordRow {
        let head = head.map(|(text, has_shown)| BranchHead {
            text: text.to_owned(),
            has_shown,
            ..BranchHead::default()
        });
        RecordRow { number, level, branch: head, ..RecordRow::default() }
    }

    /// A main line of three rows, with a variation of its first row that has one itself, and another of its second row.
    fn tree(shown: &str) -> Vec<RecordRow> {
        let head = |text: &'static str| Some((text, shown.starts_with(text)));
        vec![
            row(1, 0, None),
            row(1, 1, head("a")),
            row(1, 1, None),
            row(2, 1, None),
            row(2, 2, head("ab")),
            row(2, 2, None),
            row(3, 1, None),
            row(2, 0, None),
            row(2, 1, head("c")),
            row(2, 1, None),
            row(3, 0, None),
        ]
    }

    fn told(rows: &[RecordRow]) -> Vec<String> {
        let text = |row: &RecordRow| match &row.branch {
            Some(head) => format!("{}{}", if head.is_open { "-" } else { "+" }, head.text),
            None => row.number.to_string(),
        };
        rows.iter().map(|row| " ".repeat(row.level) + &text(row)).collect()
    }

    #[test]
    fn variations_are_folded_but_on_the_way_to_the_line_shown() {
        let mut open = OpenBranches::default();
        open.follow(&tree(""));
        assert_eq!(told(&open.seen(tree(""))), ["1", " +a", "2", " +c", "3"]);
        open.follow(&tree("ab"));
        let all = ["1", " -a", " 1", " 2", "  -ab", "  2", " 3", "2", " +c", "3"];
        assert_eq!(told(&open.seen(tree("ab"))), all);
        // What is chosen stays, until another line is shown that is in it.
        let head = tree("ab")[1].branch.clone().expect("a head");
        open.set(&head, false);
        open.follow(&tree("ab"));
        assert_eq!(told(&open.seen(tree("ab"))), ["1", " +a", "2", " +c", "3"]);
        open.follow(&tree(""));
        open.follow(&tree("ab"));
        assert_eq!(told(&open.seen(tree("ab"))), all);
    }
}
