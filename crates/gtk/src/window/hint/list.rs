// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of ranked plays.

use super::text::{N_CELLS, Row};
use gnubg_engine::core::Play;
use gtk::prelude::*;
use gtk::{gio, glib};

/// Place of the play among the cells; it takes the room the others leave.
const PLAY: usize = N_CELLS - 1;

/// The list; several rows can be selected.
pub(in crate::window) struct PlayList {
    pub(in crate::window) view: gtk::ScrolledWindow,
    columns: gtk::ColumnView,
    titles: Vec<gtk::ColumnViewColumn>,
    store: gio::ListStore,
    selection: gtk::MultiSelection,
}

fn row_of(item: Option<glib::Object>) -> Option<Row> {
    let boxed = item.and_downcast::<glib::BoxedAnyObject>()?;
    let row = boxed.borrow::<Row>();
    Some(row.clone())
}

/// The cells of one column.
fn factory(column: usize) -> gtk::SignalListItemFactory {
    let factory = gtk::SignalListItemFactory::new();
    factory.connect_setup(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let is_text = column == PLAY || column == 1;
        let label =
            gtk::Label::builder().xalign(if is_text { 0.0 } else { 1.0 }).css_classes(["figures"]).build();
        item.set_child(Some(&label));
    });
    factory.connect_bind(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let Some(row) = row_of(item.item()) else { return };
        let Some(label) = item.child().and_downcast::<gtk::Label>() else { return };
        let text = &row.cells[column];
        if row.is_played {
            label.set_css_classes(&["figures", "played"]);
            label.set_text(&if column == PLAY { format!("▸ {text}") } else { text.clone() });
        } else {
            label.set_css_classes(&["figures"]);
            label.set_text(text);
        }
    });
    factory
}

impl PlayList {
    pub(in crate::window) fn new() -> PlayList {
        let store = gio::ListStore::new::<glib::BoxedAnyObject>();
        let selection = gtk::MultiSelection::new(Some(store.clone()));
        let columns = gtk::ColumnView::builder().model(&selection).build();
        let titles: Vec<gtk::ColumnViewColumn> = (0..N_CELLS)
            .map(|n| {
                let column = gtk::ColumnViewColumn::new(None, Some(factory(n)));
                column.set_expand(n == PLAY);
                columns.append_column(&column);
                column
            })
            .collect();
        let view = gtk::ScrolledWindow::builder().child(&columns).build();
        PlayList { view, columns, titles, store, selection }
    }

    /// Shows these rows; the selection stays with its plays, and the first is selected where there was none.
    pub(in crate::window) fn set(&self, rows: Vec<Row>, titles: &[String; N_CELLS]) {
        for (column, title) in self.titles.iter().zip(titles) {
            if column.title().as_deref() != Some(title) {
                column.set_title(Some(title));
            }
        }
        if rows == self.rows() {
            return;
        }
        let selected: Vec<Play> = self.selected_rows().iter().map(|row| row.play).collect();
        let at: Vec<u32> =
            (0..).zip(&rows).filter(|(_, row)| selected.contains(&row.play)).map(|(n, _)| n).collect();
        let items: Vec<glib::BoxedAnyObject> = rows.into_iter().map(glib::BoxedAnyObject::new).collect();
        self.store.splice(0, self.store.n_items(), &items);
        for n in &at {
            self.selection.select_item(*n, false);
        }
        if at.is_empty() {
            self.selection.select_item(0, true);
        }
    }

    /// Shows or hides how a play was found, and its chances.
    pub(in crate::window) fn set_details(&self, on: bool) {
        for column in &self.titles[1..8] {
            column.set_visible(on);
        }
    }

    /// All rows.
    pub(in crate::window) fn rows(&self) -> Vec<Row> {
        (0..self.store.n_items()).filter_map(|n| row_of(self.store.item(n))).collect()
    }

    /// The places of the selected rows, counted from 0.
    pub(in crate::window) fn selected_places(&self) -> Vec<usize> {
        (0..self.store.n_items()).filter(|&n| self.selection.is_selected(n)).map(|n| n as usize).collect()
    }

    fn selected_rows(&self) -> Vec<Row> {
        self.selected_places().into_iter().filter_map(|n| row_of(self.store.item(n as u32))).collect()
    }

    /// The plays to compare by a rollout: the selected ones, and the best of the others until there are two.
    pub(in crate::window) fn compared(&self) -> Vec<Play> {
        let mut chosen: Vec<Play> = self.selected_rows().iter().map(|row| row.play).collect();
        for better in self.rows().iter().take(2) {
            if chosen.len() < 2 && !chosen.contains(&better.play) {
                chosen.push(better.play);
            }
        }
        chosen
    }

    /// The first selected play.
    pub(in crate::window) fn selected(&self) -> Option<Play> {
        self.selected_rows().first().map(|row| row.play)
    }

    /// Selects the row at a place alone.
    pub(in crate::window) fn select(&self, at: usize) {
        self.selection.select_item(at as u32, true);
    }

    /// The selected rows, or all if at most one is selected, with tabs between the cells.
    pub(in crate::window) fn as_text(&self) -> String {
        let selected = self.selected_rows();
        let rows = if selected.len() > 1 { selected } else { self.rows() };
        let titles = self.titles.iter().map(|column| column.title().unwrap_or_default().to_string());
        let head = titles.collect::<Vec<_>>().join("\t");
        let lines = rows.iter().map(|row| row.cells.join("\t"));
        std::iter::once(head).chain(lines).collect::<Vec<_>>().join("\n")
    }

    /// Calls `f` when a row is double-clicked, or Return pressed on it; that row is then selected alone.
    pub(in crate::window) fn connect_activated(&self, f: impl Fn() + 'static) {
        let selection = self.selection.clone();
        self.columns.connect_activate(move |_, n| {
            selection.select_item(n, true);
            f();
        });
    }

    /// Calls `f` when other rows are selected.
    pub(in crate::window) fn connect_selected(&self, f: impl Fn() + 'static) {
        self.selection.connect_selection_changed(move |_, _, _| f());
    }
}
