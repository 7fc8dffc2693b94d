// SPDX-License-Identifier: GPL-3.0-or-later
//! A cube decision as a table of labels: how it was found, the outcomes with what they are worth, the proper action.

use super::text::CubeTable;
use gtk::pango;
use gtk::prelude::*;

/// Columns of the table: number, outcome, worth, difference.
const N_COLUMNS: i32 = 4;

fn label(text: &str, classes: &[&str], xalign: f32) -> gtk::Label {
    gtk::Label::builder()
        .label(text)
        .css_classes(classes.iter().map(ToString::to_string).collect::<Vec<_>>())
        .xalign(xalign)
        // To be copied with the pointer; the keyboard passes over them.
        .selectable(true)
        .can_focus(false)
        .wrap(true)
        .wrap_mode(pango::WrapMode::WordChar)
        .build()
}

/// Shows a decision in the grid, instead of what was there before; nothing if there is none.
pub(in crate::window) fn fill(grid: &gtk::Grid, table: Option<&CubeTable>) {
    while let Some(child) = grid.first_child() {
        grid.remove(&child);
    }
    let Some(table) = table else { return };
    let mut at = 0;
    for line in &table.head {
        grid.attach(&label(line, &["figures"], 0.0), 0, at, N_COLUMNS, 1);
        at += 1;
    }
    for (n, [name, worth, difference]) in (1..).zip(&table.rows) {
        grid.attach(&label(&format!("{n}."), &["figures", "dim-label"], 1.0), 0, at, 1, 1);
        grid.attach(&label(name, &[], 0.0), 1, at, 1, 1);
        grid.attach(&label(worth, &["figures"], 1.0), 2, at, 1, 1);
        grid.attach(&label(difference, &["figures", "dim-label"], 1.0), 3, at, 1, 1);
        at += 1;
    }
    grid.attach(&label(&table.verdict, &["verdict"], 0.0), 0, at, N_COLUMNS, 1);
}

/// The table as lines of text, cells separated by tabs.
pub(in crate::window) fn as_text(table: &CubeTable) -> String {
    let rows = table.rows.iter().map(|row| row.join("\t"));
    let lines = table.head.iter().cloned().chain(rows).chain([table.verdict.clone()]);
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
        };
        assert_eq!(as_text(&table), "2-ply\nNo double\t+0.5\t\nNo double, take");
    }
}
