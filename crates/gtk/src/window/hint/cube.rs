// SPDX-License-Identifier: GPL-3.0-or-later
//! A cube decision as a table of labels: how it was found, the outcomes with what they are worth, the proper action.

use super::text::CubeTable;
use gtk::prelude::*;
use std::cell::RefCell;

/// Columns of the table: number, outcome, worth, difference.
const N_COLUMNS: i32 = 4;

/// A cell: how it looks, where its text is, the column it begins in, its line and how many columns it takes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    classes: &'static [&'static str],
    xalign: f32,
    column: i32,
    line: i32,
    width: i32,
}

fn label(place: &Place) -> gtk::Label {
    gtk::Label::builder()
        .css_classes(place.classes.iter().map(ToString::to_string).collect::<Vec<_>>())
        .xalign(place.xalign)
        // To be copied with the pointer; the keyboard passes over them.
        .selectable(true)
        .can_focus(false)
        // Numbers are not broken.
        .wrap(place.xalign < 0.5)
        .build()
}

/// The cells of a table with their texts.
fn cells(table: &CubeTable) -> Vec<(Place, String)> {
    let whole = |classes, line| Place { classes, xalign: 0.0, column: 0, line, width: N_COLUMNS };
    let one = |classes, xalign, column, line| Place { classes, xalign, column, line, width: 1 };
    let head = (0..).zip(&table.head).map(|(line, text)| (whole(&["figures"], line), text.clone()));
    let mut cells: Vec<_> = head.collect();
    let first = table.head.len() as i32;
    for (n, [name, worth, difference]) in (0..).zip(&table.rows) {
        cells.push((one(&["figures", "dim-label"], 1.0, 0, first + n), format!("{}.", n + 1)));
        cells.push((one(&[], 0.0, 1, first + n), name.clone()));
        cells.push((one(&["figures"], 1.0, 2, first + n), worth.clone()));
        cells.push((one(&["figures", "dim-label"], 1.0, 3, first + n), difference.clone()));
    }
    cells.push((whole(&["verdict"], first + table.rows.len() as i32), table.verdict.clone()));
    cells
}

/// The table as widgets. Labels stay as long as tables have the same shape: to make them takes longer than to write them.
pub(in crate::window) struct CubeSheet {
    pub(in crate::window) grid: gtk::Grid,
    labels: RefCell<Vec<(Place, gtk::Label)>>,
}

impl CubeSheet {
    pub(in crate::window) fn new(grid: gtk::Grid) -> CubeSheet {
        CubeSheet { grid, labels: RefCell::default() }
    }

    /// Shows a decision, or nothing if there is none.
    pub(in crate::window) fn show(&self, table: Option<&CubeTable>) {
        let cells = table.map(cells).unwrap_or_default();
        let mut labels = self.labels.borrow_mut();
        if !labels.iter().map(|(place, _)| place).eq(cells.iter().map(|(place, _)| place)) {
            for (_, label) in labels.drain(..) {
                self.grid.remove(&label);
            }
            for (place, _) in &cells {
                let label = label(place);
                self.grid.attach(&label, place.column, place.line, place.width, 1);
                labels.push((*place, label));
            }
        }
        for ((_, label), (_, text)) in labels.iter().zip(&cells) {
            label.set_text(text);
        }
    }
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
