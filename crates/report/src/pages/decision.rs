// SPDX-License-Identifier: GPL-3.0-or-later
//! A decision on paper: what was done and what it lost, the board, the cube decision and the candidates as tables.

use super::{COLUMN, FULL, cut};
use crate::canvas::{BEST, Face, INK, QUIET, Sheet, Typesetter, loss_color};
use crate::diagram::Diagram;
use crate::document::DecisionPart;
use crate::document::tables::{CubeTable, PlayTable};
use crate::table_sheet::{TableRow, TableStyle, cell, table};
use crate::words::Words;
use gnubg_draw::ViewOptions;
use gnubg_engine::cube::CubeRow;
use gnubg_record::{Luck, Skill};

/// The dimensions of a decision, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DecisionStyle {
    /// Width of the decision.
    pub(super) width: f64,
    /// Width of its board.
    pub(super) board: f64,
    /// Space between the board and the tables beside it.
    gap: f64,
    /// Font sizes of the heading, of tables, and of small print.
    heading: f64,
    table: f64,
    small: f64,
}

/// Decisions of games, in columns.
pub(super) const COMPACT: DecisionStyle =
    DecisionStyle { width: COLUMN, board: 109.0, gap: 7.0, heading: 7.5, table: 6.3, small: 5.1 };
/// A single position, across the page.
pub(super) const WIDE: DecisionStyle =
    DecisionStyle { width: FULL, board: 262.0, gap: 14.0, heading: 11.0, table: 8.2, small: 6.6 };

impl DecisionStyle {
    /// Whether decisions go across the page.
    pub(super) fn is_wide(&self) -> bool {
        *self == WIDE
    }
}

/// Space below a decision.
const BELOW: f64 = 2.0;

/// A decision.
pub(super) fn sheet(
    set: &Typesetter,
    decided: &DecisionPart,
    view: &ViewOptions,
    style: &DecisionStyle,
    words: Words,
) -> Sheet {
    let mut sheet = heading(set, decided, style);
    let top = sheet.height + 1.0;
    // In a game there is nothing to look at where nothing could be decided.
    let has_tables = !decided.cubes.is_empty() || !decided.plays.is_empty();
    // An answer without analysis belongs to the double before it.
    let is_answer = !has_tables && decided.state.dice().is_none() && decided.comment.is_empty();
    let is_bare = (decided.is_forced || is_answer) && !style.is_wide();
    let has_board = decided.with_board && !is_bare;
    if has_board {
        sheet.board(Diagram::new(&decided.state, view), [0.0, top], style.board);
    }
    let left = if has_board { style.board + style.gap } else { 0.0 };
    let room = style.width - left;
    let mut y = top;
    let mut add = |sheet: &mut Sheet, part: Sheet, gap: f64| {
        let height = part.height;
        sheet.sheet(part, [left, y]);
        y += height + if height > 0.0 { gap } else { 0.0 };
    };
    for (n, cube) in decided.cubes.iter().enumerate().filter(|_| !is_bare) {
        if n == 1 {
            add(&mut sheet, imported(set, style, words, room), 1.0);
        }
        add(&mut sheet, self::cube(set, cube, decided.is_cube_important || n == 1, style, words, room), 2.5);
    }
    for (n, plays) in decided.plays.iter().enumerate().filter(|_| !is_bare) {
        if n == 1 {
            add(&mut sheet, imported(set, style, words, room), 1.0);
        }
        add(&mut sheet, self::plays(set, plays, style, words, room), 2.0);
    }
    let notes =
        decided.cubes.iter().map(|cube| &cube.notes).chain(decided.plays.iter().map(|one| &one.notes));
    if let Some(notes) = notes.into_iter().find(|notes| !notes.is_empty()) {
        add(&mut sheet, small(set, &notes.join(" · "), style, room), 1.0);
    }
    if !is_bare {
        add(&mut sheet, small(set, &identifiers(decided, words), style, room), 0.0);
    }
    sheet.height += BELOW;
    sheet
}

/// Number, player, roll and play; at the right what was lost.
fn heading(set: &Typesetter, decided: &DecisionPart, style: &DecisionStyle) -> Sheet {
    let mut sheet = Sheet::default();
    let points = style.heading;
    let number = decided.number.map(|n| format!("{n}")).unwrap_or_default();
    let left = match number.is_empty() {
        true => 0.0,
        false => set.put(&mut sheet, &number, Face::quiet(points), [0.0, 0.0], style.width) + 4.0,
    };
    let mut right = style.width;
    for (text, skill) in decided.losses.iter().rev() {
        let text = format!("{} {text}", skill.symbol());
        let face = if *skill == Skill::Unmarked { Face::quiet(points) } else { Face::bold(points) };
        right -= set.put_right(&mut sheet, text.trim(), face.colored(loss_color(*skill)), [right, 0.0]) + 6.0;
    }
    if decided.is_forced
        && !style.is_wide()
        && let Some(only) = decided.plays.first().and_then(|plays| plays.lines.first())
    {
        right -= set.put_right(&mut sheet, &only.value, Face::quiet(points - 0.8), [right, 0.5]) + 6.0;
    }
    let head = set.line(cut::phrase(&decided.head), Face::bold(points), right - left);
    sheet.text(head, left, 0.0, INK);
    sheet
}

/// A line in small print, or several.
fn small(set: &Typesetter, text: &str, style: &DecisionStyle, room: f64) -> Sheet {
    let mut sheet = Sheet::default();
    sheet.text(set.wrapped(text, Face::quiet(style.small), room), 0.0, 0.0, QUIET);
    sheet
}

fn imported(set: &Typesetter, style: &DecisionStyle, words: Words, room: f64) -> Sheet {
    small(set, &words.gettext("Imported analysis"), style, room)
}

/// Identifiers of the position, and luck.
fn identifiers(decided: &DecisionPart, words: Words) -> String {
    let state = &decided.state;
    let luck = decided.luck.as_ref().map(|(value, mark)| {
        let value = match mark {
            Luck::Unmarked => value.clone(),
            mark => format!("{value} {}", mark.symbol().replace('-', "−")),
        };
        words.gettext_f("luck {n}", &[("n", value)])
    });
    let id = format!("{}:{}", state.board.position_id(), state.match_id());
    [Some(id), luck].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// A cube decision: a table if it matters, else a line.
fn cube(
    set: &Typesetter,
    cube: &CubeTable,
    is_important: bool,
    style: &DecisionStyle,
    words: Words,
    room: f64,
) -> Sheet {
    if cube.lines.is_empty() {
        return Sheet::default();
    }
    if !is_important && !style.is_wide() {
        let value = |row: CubeRow| {
            let line = cube.lines.iter().find(|line| line.row == row);
            line.map_or(String::new(), |line| line.value.replace('-', "−"))
        };
        let values = [
            ("a", value(CubeRow::NoDouble)),
            ("b", value(CubeRow::DoubleTake)),
            ("c", value(CubeRow::DoublePass)),
        ];
        return small(set, &words.gettext_f("No double {a} · take {b} · pass {c}", &values), style, room);
    }
    let (size, minus) = (style.table, |text: &str| text.replace('-', "−"));
    let row = |n: usize, line: &crate::document::tables::CubeLine| {
        let face = if n == 0 { Face::bold(size).colored(BEST) } else { Face::plain(size) };
        let cells = vec![
            cell(line.label.clone(), face),
            cell(minus(&line.value), face),
            cell(minus(&line.difference), Face::plain(size)),
        ];
        TableRow { cells, ..TableRow::default() }
    };
    let rows: Vec<TableRow> = cube.lines.iter().enumerate().map(|(n, line)| row(n, line)).collect();
    let table_style = TableStyle { right: &[false, true, true], wide: 0, gap: 7.0, leading: 0.6, bar: 0.0 };
    let mut sheet = Sheet::default();
    let verdict = set.wrapped(&cube.verdict, Face::bold(size + 0.3), room);
    let top = sheet.text(verdict, 0.0, 0.0, INK).1 + 0.8;
    sheet.sheet(table(set, &rows, &table_style, room), [0.0, top]);
    let chances = small(set, &format!("{} · {}", chances(&cube.chances), cube.method), style, room);
    let top = sheet.height;
    sheet.sheet(chances, [0.0, top]);
    sheet
}

/// `50.6 12.5 0.5 – 49.4 13.0 0.5`: wins, gammons and backgammons won, then lost, in percent.
fn chances([win, win_g, win_bg, lose, lose_g, lose_bg]: &[String; 6]) -> String {
    format!("{win} {win_g} {win_bg} – {lose} {lose_g} {lose_bg}")
}

/// The candidates.
fn plays(set: &Typesetter, found: &PlayTable, style: &DecisionStyle, words: Words, room: f64) -> Sheet {
    let (size, minus) = (style.table, |text: &str| text.replace('-', "−"));
    let mut rows = Vec::new();
    if style.is_wide() {
        let value = if found.is_mwc { words.gettext("MWC") } else { words.gettext("Equity") };
        let heads = [String::new(), words.gettext("Play"), value, words.gettext("Diff.")];
        let cells = heads.into_iter().map(|head| cell(head, Face::quiet(size - 0.8))).collect();
        rows.push(TableRow { cells, has_rule: true, ..TableRow::default() });
    }
    for line in &found.lines {
        let face = if line.rank == 1 { Face::bold(size).colored(BEST) } else { Face::plain(size) };
        let cells = vec![
            cell(line.rank.to_string(), Face::quiet(size)),
            cell(line.play.clone(), face),
            cell(minus(&line.value), face),
            cell(minus(&line.difference), Face::plain(size)),
        ];
        let below = format!("{} · {}", chances(&line.chances), line.method);
        let below = (line.rank == 1 || line.is_played || style.is_wide() || found.lines.len() < 8)
            .then(|| cell(below, Face::quiet(style.small)));
        rows.push(TableRow { cells, below, is_here: line.is_played, ..TableRow::default() });
    }
    let table_style =
        TableStyle { right: &[true, false, true, true], wide: 1, gap: 4.5, leading: 0.4, bar: 0.0 };
    table(set, &rows, &table_style, room)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::{board_height, size};

    /// The board of a decision in a game leaves room for its tables, and its numbers can be read: more than 4 points.
    #[test]
    fn boards_are_large_enough() {
        for style in [COMPACT, WIDE] {
            let number = style.board / crate::diagram::WIDTH * crate::diagram::NUMBER;
            assert!(number > 4.1, "{number}");
            assert!(style.width - style.board - style.gap > 130.0);
            assert!(board_height(style.board) < 220.0);
        }
        let set = Typesetter::new().unwrap();
        assert!(size(&set.line("24/20(2)", Face::plain(COMPACT.table), 500.0)).0 < 60.0);
    }
}
