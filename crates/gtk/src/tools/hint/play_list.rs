// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of ranked plays. Its rows are written a few with each frame, the best plays first.

use crate::tools::decision_text::{N_CELLS, PlayRow};
use crate::widgets::gradual::{GradualList, RowContent, UpdateQueue};
use gnubg_engine::core::{Board, Play};
use gtk::prelude::*;
use std::cell::{Cell, Ref, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// Index of the play among the cells; its column takes the width the others leave.
const PLAY: usize = N_CELLS - 1;

/// The list; several rows can be selected.
pub(crate) struct PlayList {
    pub(crate) view: gtk::ScrolledWindow,
    columns: gtk::ColumnView,
    titles: Vec<gtk::ColumnViewColumn>,
    list: Rc<GradualList<PlayRows>>,
}

/// The rows and their widgets.
struct PlayRows {
    rows: RefCell<Vec<PlayRow>>,
    /// The widgets in use, by row and column.
    bound: RefCell<HashMap<(u32, usize), gtk::Label>>,
    selection: gtk::MultiSelection,
    /// Rows to select that have not been made yet.
    to_select: RefCell<Vec<u32>>,
    is_selecting: Cell<bool>,
    on_selected: RefCell<Vec<Box<dyn Fn()>>>,
}

/// Writes a play into the cell of a column.
fn fill(label: &gtk::Label, row: &PlayRow, column: usize) {
    let text = &row.cells[column];
    let classes: &[&str] = if row.is_played { &["figures", "played"] } else { &["figures"] };
    // Setting classes, even the same ones, makes GTK style the cell again.
    if label.css_classes() != classes {
        label.set_css_classes(classes);
    }
    if row.is_played && column == PLAY {
        label.set_text(&format!("▸ {text}"));
    } else {
        label.set_text(text);
    }
}

/// The cells of one column.
fn factory(column: usize, list: &Rc<GradualList<PlayRows>>) -> gtk::SignalListItemFactory {
    let factory = gtk::SignalListItemFactory::new();
    factory.connect_setup(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let is_text = column == PLAY || column == 1;
        let label =
            gtk::Label::builder().xalign(if is_text { 0.0 } else { 1.0 }).css_classes(["figures"]).build();
        item.set_child(Some(&label));
    });
    let shown = Rc::clone(list);
    factory.connect_bind(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let Some(label) = item.child().and_downcast::<gtk::Label>() else { return };
        let state = &shown.content;
        if let Some(row) = state.rows.borrow().get(item.position() as usize) {
            fill(&label, row, column);
        }
        state.bound.borrow_mut().insert((item.position(), column), label);
    });
    let shown = Rc::clone(list);
    factory.connect_unbind(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let mut bound = shown.content.bound.borrow_mut();
        let place = (item.position(), column);
        // Another row may have taken the place already.
        if bound.get(&place).map(|label| label.upcast_ref()) == item.child().as_ref() {
            bound.remove(&place);
        }
    });
    factory
}

impl RowContent for PlayRows {
    const WRITTEN_AT_ONCE: usize = 4;
    const MADE_AT_ONCE: u32 = 4;

    fn write(&self, row: u32) {
        let (rows, bound) = (self.rows.borrow(), self.bound.borrow());
        let Some(content) = rows.get(row as usize) else { return };
        for column in 0..N_CELLS {
            if let Some(label) = bound.get(&(row, column)) {
                fill(label, content, column);
            }
        }
    }

    fn rows_written(&self, n_rows: u32) {
        let mut to_select = self.to_select.take();
        to_select.retain(|row| {
            let is_there = *row < n_rows;
            if is_there {
                self.quietly(|| self.selection.select_item(*row, false));
            }
            !is_there
        });
        self.to_select.replace(to_select);
    }
}

impl PlayRows {
    /// Changes the selection without calling `on_selected`.
    fn quietly<T>(&self, select: impl FnOnce() -> T) {
        let was = self.is_selecting.replace(true);
        select();
        self.is_selecting.set(was);
    }

    fn tell_selected(&self) {
        if !self.is_selecting.get() {
            self.on_selected.borrow().iter().for_each(|told| told());
        }
    }
}

impl PlayList {
    pub(crate) fn new(updates: &UpdateQueue) -> PlayList {
        let selection = gtk::MultiSelection::new(None::<gtk::gio::ListModel>);
        let state = PlayRows {
            rows: RefCell::default(),
            bound: RefCell::default(),
            selection: selection.clone(),
            to_select: RefCell::default(),
            is_selecting: Cell::default(),
            on_selected: RefCell::default(),
        };
        let list = GradualList::new(state, updates);
        selection.set_model(Some(&list.store));
        let columns = gtk::ColumnView::builder().model(&selection).build();
        let titles: Vec<gtk::ColumnViewColumn> = (0..N_CELLS)
            .map(|n| {
                let column = gtk::ColumnViewColumn::new(None, Some(factory(n, &list)));
                column.set_expand(n == PLAY);
                columns.append_column(&column);
                column
            })
            .collect();
        let view = gtk::ScrolledWindow::builder().child(&columns).build();
        let told = Rc::downgrade(&list);
        selection.connect_selection_changed(move |_, _, _| {
            if let Some(list) = told.upgrade() {
                list.content.to_select.take();
                list.content.tell_selected();
            }
        });
        PlayList { view, columns, titles, list }
    }

    /// Shows these rows. The selection stays with its plays; if none of them is left, this is another decision, so the
    /// first row is selected and scrolled to.
    pub(crate) fn set(&self, rows: Vec<PlayRow>, titles: &[String; N_CELLS]) {
        for (column, title) in self.titles.iter().zip(titles) {
            if column.title().as_deref() != Some(title) {
                column.set_title(Some(title));
            }
        }
        let state = &self.list.content;
        if rows == *state.rows.borrow() {
            return;
        }
        let selected: Vec<Board> = self.selected_rows().iter().map(|row| row.after).collect();
        let mut at: Vec<u32> =
            (0..).zip(&rows).filter(|(_, row)| selected.contains(&row.after)).map(|(n, _)| n).collect();
        if at.is_empty() {
            at.push(0);
            self.scroll_to_top();
        }
        let old = state.rows.replace(rows);
        {
            let rows = state.rows.borrow();
            let changed = (0..).zip(old.iter().zip(rows.iter())).filter(|(_, (old, new))| old != new);
            self.list.want(rows.len() as u32, changed.map(|(row, _)| row), 0);
        }
        state.quietly(|| state.selection.unselect_all());
        state.to_select.replace(at);
        self.list.write_some();
        self.list.write_others();
        state.tell_selected();
    }

    /// Scrolls to the first row. Setting the scrollbar would not keep it in view when the list gets shorter.
    fn scroll_to_top(&self) {
        let mut child = self.columns.first_child();
        while let Some(widget) = child {
            if widget.activate_action("list.scroll-to-item", Some(&0u32.to_variant())).is_ok() {
                return;
            }
            child = widget.next_sibling();
        }
    }

    /// Shows or hides the columns of evaluation type and winning chances.
    pub(crate) fn set_details(&self, on: bool) {
        for column in &self.titles[1..8] {
            column.set_visible(on);
        }
    }

    /// All rows, also those whose widgets have not been made yet.
    pub(crate) fn rows(&self) -> Ref<'_, Vec<PlayRow>> {
        self.list.content.rows.borrow()
    }

    /// The indices of the selected rows, from 0.
    pub(crate) fn selected_places(&self) -> Vec<usize> {
        let state = &self.list.content;
        let to_select = state.to_select.borrow();
        let is_selected = |n: &u32| state.selection.is_selected(*n) || to_select.contains(n);
        (0..self.rows().len() as u32).filter(is_selected).map(|n| n as usize).collect()
    }

    fn selected_rows(&self) -> Vec<PlayRow> {
        let rows = self.rows();
        self.selected_places().into_iter().filter_map(|n| rows.get(n).cloned()).collect()
    }

    /// The plays to compare in a rollout: the selected ones, completed to two with the best others.
    pub(crate) fn compared(&self) -> Vec<Play> {
        let mut chosen: Vec<Play> = self.selected_rows().iter().map(|row| row.play).collect();
        for better in self.rows().iter().take(2) {
            if chosen.len() < 2 && !chosen.contains(&better.play) {
                chosen.push(better.play);
            }
        }
        chosen
    }

    /// The first selected play.
    pub(crate) fn selected(&self) -> Option<Play> {
        self.selected_rows().first().map(|row| row.play)
    }

    /// Selects one row.
    pub(crate) fn select(&self, at: usize) {
        let state = &self.list.content;
        if (at as u32) < self.list.store.n_items() {
            state.selection.select_item(at as u32, true);
            return;
        }
        state.quietly(|| state.selection.unselect_all());
        state.to_select.replace(vec![at as u32]);
        state.tell_selected();
    }

    /// The selected rows, or all rows if at most one is selected, with tabs between the cells.
    pub(crate) fn as_text(&self) -> String {
        let selected = self.selected_rows();
        let rows = if selected.len() > 1 { selected } else { self.rows().clone() };
        let titles = self.titles.iter().map(|column| column.title().unwrap_or_default().to_string());
        let head = titles.collect::<Vec<_>>().join("\t");
        let lines = rows.iter().map(|row| row.cells.join("\t"));
        std::iter::once(head).chain(lines).collect::<Vec<_>>().join("\n")
    }

    /// Calls `f` when a row is double-clicked, or Return pressed on it; only that row is then selected.
    pub(crate) fn connect_activated(&self, f: impl Fn() + 'static) {
        let selection = self.list.content.selection.clone();
        self.columns.connect_activate(move |_, n| {
            selection.select_item(n, true);
            f();
        });
    }

    /// Calls `f` when the selection changes.
    pub(crate) fn connect_selected(&self, f: impl Fn() + 'static) {
        self.list.content.on_selected.borrow_mut().push(Box::new(f));
    }
}
