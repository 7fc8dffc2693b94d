// SPDX-License-Identifier: GPL-3.0-or-later
//! A table of labels whose texts change in place, so that nothing moves while numbers change.

use super::controls::cell;
use gtk::glib;
use gtk::prelude::*;
use gtk::subclass::prelude::*;
use std::cell::RefCell;

mod imp {
    use super::*;

    /// See the module.
    #[derive(Debug, Default)]
    pub struct TextTable {
        pub(super) cells: RefCell<Vec<Vec<gtk::Label>>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for TextTable {
        const NAME: &'static str = "BgTextTable";
        type Type = super::TextTable;
        type ParentType = gtk::Grid;
    }

    impl ObjectImpl for TextTable {
        fn constructed(&self) {
            self.parent_constructed();
            let table = self.obj();
            table.set_row_spacing(6);
            table.set_column_spacing(14);
            table.set_css_classes(&["tool-table", "card"]);
            table.set_halign(gtk::Align::Center);
            table.set_valign(gtk::Align::Start);
        }
    }

    impl WidgetImpl for TextTable {}
    impl GridImpl for TextTable {}
}

glib::wrapper! {
    /// A table of texts with headings.
    pub struct TextTable(ObjectSubclass<imp::TextTable>)
        @extends gtk::Grid, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl TextTable {
    /// An empty table; `name` is its name as a widget.
    pub(crate) fn new(name: &str) -> TextTable {
        glib::Object::builder().property("name", name).build()
    }

    /// Shows these rows, the first one as headings. Columns whose index is in `left` are aligned to the left.
    pub(crate) fn set_rows(&self, rows: &[Vec<String>], left: &[usize]) {
        let mut cells = self.imp().cells.borrow_mut();
        let has_shape = cells.len() == rows.len() && cells.iter().zip(rows).all(|(a, b)| a.len() == b.len());
        if has_shape {
            for (labels, row) in cells.iter().zip(rows) {
                for (cell, text) in labels.iter().zip(row) {
                    if cell.text() != *text {
                        cell.set_text(text);
                    }
                }
            }
            return;
        }
        while let Some(child) = self.first_child() {
            self.remove(&child);
        }
        cells.clear();
        for (r, row) in (0..).zip(rows) {
            let mut labels = Vec::new();
            for (c, text) in row.iter().enumerate() {
                let classes: &[&str] = if r == 0 { &["caption-heading", "dim-label"] } else { &["figures"] };
                let cell = cell(text, classes, if left.contains(&c) { 0.0 } else { 1.0 });
                // The first column takes the width that the table does not need.
                cell.set_hexpand(c == 0);
                self.attach(&cell, c as i32, r, 1, 1);
                labels.push(cell);
            }
            cells.push(labels);
        }
    }

    /// The label of a cell.
    pub(crate) fn cell(&self, row: usize, column: usize) -> Option<gtk::Label> {
        self.imp().cells.borrow().get(row)?.get(column).cloned()
    }

    /// The texts shown, by row.
    pub(crate) fn rows(&self) -> Vec<Vec<String>> {
        let cells = self.imp().cells.borrow();
        cells.iter().map(|row| row.iter().map(|cell| cell.text().to_string()).collect()).collect()
    }
}
