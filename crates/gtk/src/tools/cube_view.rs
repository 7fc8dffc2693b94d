// SPDX-License-Identifier: GPL-3.0-or-later
//! A cube decision as a table of labels: the proper cube action, the actions with their values, how they were evaluated.

use crate::a11y;
use crate::tools::decision_text::CubeTable;
use crate::widgets::bar::Bar;
use gnubg_record::Skill;
use gtk::prelude::*;
use std::cell::RefCell;

/// Columns of the table: number, action, value, difference, bar.
const N_COLUMNS: i32 = 5;
/// The column of the actions.
const ACTIONS: i32 = 1;
/// The length of the longest bar, in pixels.
const BAR: f32 = 40.0;

/// The style and layout of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CellLayout {
    classes: &'static [&'static str],
    xalign: f32,
    column: i32,
    row: i32,
    /// In columns.
    width: i32,
}

fn label(layout: &CellLayout) -> gtk::Label {
    gtk::Label::builder()
        .css_classes(layout.classes.iter().map(ToString::to_string).collect::<Vec<_>>())
        .xalign(layout.xalign)
        // Texts can be selected with the pointer, but are no stops for the keyboard.
        .selectable(true)
        .can_focus(false)
        // Numbers do not wrap.
        .wrap(layout.xalign < 0.5)
        // The actions get the room that is left, and stay in one line.
        .hexpand(layout.column == ACTIONS)
        .build()
}

/// The cells of a table with their texts.
fn cells(table: &CubeTable) -> Vec<(CellLayout, String)> {
    let whole = |classes, row| CellLayout { classes, xalign: 0.0, column: 0, row, width: N_COLUMNS };
    let one = |classes, xalign, column, row| CellLayout { classes, xalign, column, row, width: 1 };
    // What was wrong and the verdict come first, then the actions; how they were evaluated is the small print.
    let mut cells: Vec<_> = Vec::new();
    if let Some((text, skill)) = &table.error {
        cells.push((whole(class_of_error(*skill), 0), text.clone()));
    }
    let first = first_row(table);
    cells.push((whole(&["verdict"], first - 1), table.verdict.clone()));
    for (n, [name, value, difference]) in (0..).zip(&table.rows) {
        cells.push((one(&["figures", "dim-label"], 1.0, 0, first + n), format!("{}.", n + 1)));
        cells.push((one(&[], 0.0, ACTIONS, first + n), name.clone()));
        cells.push((one(&["figures"], 1.0, 2, first + n), value.clone()));
        cells.push((one(&["figures", "dim-label"], 1.0, 3, first + n), difference.clone()));
    }
    let last = first + table.rows.len() as i32;
    let small = table.window.iter().chain(&table.head);
    let small = (last..).zip(small).map(|(row, text)| (whole(&["figures", "dim-label"], row), text.clone()));
    cells.extend(small);
    cells
}

/// The row of the grid in which the actions begin: below the verdict.
fn first_row(table: &CubeTable) -> i32 {
    1 + i32::from(table.error.is_some())
}

/// The classes that color what was wrong.
const fn class_of_error(skill: Skill) -> &'static [&'static str] {
    match skill {
        Skill::VeryBad => &["verdict", "error-words", "very-bad"],
        Skill::Bad => &["verdict", "error-words", "bad"],
        Skill::Doubtful => &["verdict", "error-words", "doubtful"],
        Skill::Unmarked => &["verdict", "error-words"],
    }
}

/// The table as widgets. Labels are kept while tables have the same shape, because making them takes longer than
/// changing their texts.
pub(crate) struct CubeView {
    pub(crate) grid: gtk::Grid,
    labels: RefCell<Vec<(CellLayout, gtk::Label)>>,
    /// The bars of the actions, with their rows of the grid.
    bars: RefCell<Vec<(i32, Bar)>>,
}

impl CubeView {
    pub(crate) fn new(grid: gtk::Grid) -> CubeView {
        // Its cells take room within it, not from what is beside it.
        if !grid.is_hexpand_set() {
            grid.set_hexpand(false);
        }
        CubeView { grid, labels: RefCell::default(), bars: RefCell::default() }
    }

    /// Shows a decision, or nothing if there is none.
    pub(crate) fn show(&self, table: Option<&CubeTable>) {
        let cells = table.map(cells).unwrap_or_default();
        let mut labels = self.labels.borrow_mut();
        if !labels.iter().map(|(layout, _)| layout).eq(cells.iter().map(|(layout, _)| layout)) {
            for (_, label) in labels.drain(..) {
                self.grid.remove(&label);
            }
            for (layout, _) in &cells {
                let label = label(layout);
                if layout.classes.contains(&"error-words") {
                    label.set_widget_name("cube_error");
                }
                self.grid.attach(&label, layout.column, layout.row, layout.width, 1);
                labels.push((*layout, label));
            }
        }
        for ((_, label), (_, text)) in labels.iter().zip(&cells) {
            label.set_text(text);
        }
        self.show_bars(table);
    }
}

impl CubeView {
    fn show_bars(&self, table: Option<&CubeTable>) {
        let first = table.map_or(0, first_row);
        let lengths = table.map_or(&[][..], |table| &table.bars);
        let mut bars = self.bars.borrow_mut();
        let rows: Vec<i32> = (first..).take(lengths.len()).collect();
        if !bars.iter().map(|(row, _)| *row).eq(rows.iter().copied()) {
            for (_, bar) in bars.drain(..) {
                self.grid.remove(&bar);
            }
            for row in rows {
                let bar = Bar::new("wins-bar", BAR, gtk::AccessibleRole::Img);
                bar.set_widget_name("cube_bar");
                self.grid.attach(&bar, N_COLUMNS - 1, row, 1, 1);
                bars.push((row, bar));
            }
        }
        for ((_, bar), length) in bars.iter().zip(lengths) {
            bar.set_ends([0.0, (BAR * length).round()]);
        }
        let rows = table.map_or(&[][..], |table| &table.rows);
        for ((_, bar), [action, value, difference]) in bars.iter().zip(rows) {
            let parts = [action.clone(), a11y::spoken(value), a11y::spoken(difference)];
            let parts = parts.into_iter().filter(|part| !part.is_empty());
            a11y::set_label(bar, &parts.collect::<Vec<_>>().join(", "));
        }
        a11y::set_label(&self.grid, table.map_or("", |table| &table.verdict));
    }
}

/// The table as lines of text, cells separated by tabs.
pub(crate) fn as_text(table: &CubeTable) -> String {
    let rows = table.rows.iter().map(|row| row.join("\t"));
    let error = table.error.iter().map(|(text, _)| text.clone());
    let lines = error.chain(table.head.iter().cloned()).chain(rows).chain([table.verdict.clone()]);
    let lines = lines.chain(table.window.clone());
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_has_a_line_for_each_row() {
        let table = CubeTable {
            head: vec!["2-ply".to_owned()],
            rows: vec![["No double".to_owned(), "+0.5".to_owned(), String::new()]],
            verdict: "No double, take".to_owned(),
            ..CubeTable::default()
        };
        assert_eq!(as_text(&table), "2-ply\nNo double\t+0.5\t\nNo double, take");
    }
}
