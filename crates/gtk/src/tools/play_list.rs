// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of ranked plays: the play first, its value, how much it loses with a bar of that length, the chances of a win
//! and a gammon as a bar, how it was evaluated; the chances in numbers on demand. Its rows are written a few with each
//! frame, the best plays first.

use crate::a11y;
use crate::i18n::{gettext, gettext_f, isolated};
use crate::tools::decision_text::{N_CELLS, PlayRow, percent};
use crate::tools::play_columns::ColumnsThatFit;
use crate::widgets::bar::Bar;
use crate::widgets::gradual::{GradualList, RowContent, UpdateQueue};
use crate::widgets::text_factor;
use crate::widgets::whole_rows::whole_rows;
use gnubg_engine::core::{Board, Play};
use gtk::prelude::*;
use gtk::{glib, pango};
use std::cell::{Cell, Ref, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// Index of the rank, or of the key that plays.
const KEY: usize = 0;
/// Index of the play among the cells; its column takes the width the others leave.
const PLAY: usize = N_CELLS - 1;
/// Indices of other cells.
const KIND: usize = 1;
const VALUE: usize = 8;
const LOSS: usize = 9;

/// What a column shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Column {
    /// A cell of the row as text.
    Text(usize),
    /// The loss as text and as a bar.
    Loss,
    /// The chances of a win and a gammon as a bar.
    Wins,
}

/// The columns from left to right. The rank is the order itself; its column is for keys that play.
const COLUMNS: [Column; 12] = [
    Column::Text(KEY),
    Column::Text(PLAY),
    Column::Text(VALUE),
    Column::Loss,
    Column::Wins,
    Column::Text(KIND),
    Column::Text(2),
    Column::Text(3),
    Column::Text(4),
    Column::Text(5),
    Column::Text(6),
    Column::Text(7),
];
/// The first column of the chances in numbers.
const FIRST_CHANCE: usize = 6;
/// The length of the bar of all chances, in pixels.
const WINS_BAR: f32 = 36.0;

/// The size of the type of an evaluation, as in the style sheet.
const KIND_SCALE: f64 = 0.85;

/// The list; several rows can be selected.
pub(crate) struct PlayList {
    /// The list in its frame.
    pub(crate) widget: gtk::Box,
    /// What scrolls.
    pub(crate) view: gtk::ScrolledWindow,
    columns: gtk::ColumnView,
    titles: Vec<gtk::ColumnViewColumn>,
    list: Rc<GradualList<PlayRows>>,
}

/// The rows and their widgets.
struct PlayRows {
    rows: RefCell<Vec<PlayRow>>,
    /// The widgets in use, by row and column.
    bound: RefCell<HashMap<(u32, Column), gtk::Widget>>,
    selection: gtk::MultiSelection,
    /// Rows to select that have not been made yet.
    to_select: RefCell<Vec<u32>>,
    is_selecting: Cell<bool>,
    /// Titles of all cells.
    titles: RefCell<Vec<String>>,
    /// Whether the first cell is the key that makes the play.
    has_keys: Cell<bool>,
    /// Whether there is room for the bars of the losses.
    has_loss_bars: Cell<bool>,
    on_selected: RefCell<Vec<Box<dyn Fn()>>>,
}

/// Writes a play into the cell of a column.
fn fill(cell: &gtk::Widget, row: &PlayRow, column: Column, state: &PlayRows) {
    match column {
        Column::Text(n) => {
            let Some(label) = cell.downcast_ref::<gtk::Label>() else { return };
            let classes: &[&str] = match n {
                PLAY if row.is_played => &["figures", "play", "played"],
                PLAY if row.loss == 0.0 => &["figures", "play", "best"],
                PLAY => &["figures", "play"],
                KIND => &["figures", "kind"],
                KEY => &["figures", "key"],
                _ => &["figures"],
            };
            // Setting classes, even the same ones, makes GTK style the cell again.
            if label.css_classes() != classes {
                label.set_css_classes(classes);
            }
            let text = if n == KIND { tag(&row.cells[n]) } else { &row.cells[n] };
            if n == KIND {
                a11y::set_tooltip(label, Some(&row.cells[n]));
            }
            match n {
                PLAY if row.is_played => label.set_text(&format!("▸ {}", isolated(text))),
                PLAY => label.set_text(&isolated(text)),
                _ => label.set_text(text),
            }
            if n == PLAY {
                name_row(label, row, state.has_keys.get());
            }
        }
        Column::Loss => {
            let (Some(text), Some(bar)) =
                (cell.first_child().and_downcast::<gtk::Label>(), cell.last_child().and_downcast::<Bar>())
            else {
                return;
            };
            text.set_text(&row.cells[LOSS]);
            bar.set_loss(row.loss);
            bar.set_visible(state.has_loss_bars.get());
        }
        Column::Wins => {
            let Some(bar) = cell.downcast_ref::<Bar>() else { return };
            let [win, gammon] = row.wins.map(|chance| chance.clamp(0.0, 1.0));
            bar.set_ends([gammon, win.max(gammon)].map(|chance| (WINS_BAR * chance).round()));
            let text = gettext_f(
                "Wins {win}, gammons {gammon}",
                &[("win", &percent(win)), ("gammon", &percent(gammon))],
            );
            a11y::set_label(cell, &text);
        }
    }
}

/// The type of an evaluation in short: its depth, if it has one.
fn tag(kind: &str) -> &str {
    kind.split(' ').find(|word| word.ends_with("-ply")).unwrap_or(kind)
}

/// Gives a row its name for screen readers: the key if there is one, the play, its value and its error.
fn name_row(label: &gtk::Label, row: &PlayRow, has_keys: bool) {
    let mut parts = vec![row.cells[PLAY].clone(), a11y::spoken(&row.cells[VALUE])];
    if has_keys {
        parts.insert(0, row.cells[KEY].clone());
    }
    if row.is_played {
        parts.push(gettext("played"));
    }
    let is_best = row.loss == 0.0;
    parts.push(if is_best { gettext("best") } else { a11y::spoken(&row.cells[LOSS]) });
    parts.push(row.cells[KIND].clone());
    a11y::set_row_label(label, &parts.join(", "));
}

/// An empty cell.
fn cell(column: Column) -> gtk::Widget {
    match column {
        Column::Text(n) => {
            let is_text = n == PLAY || n == KIND || n == KEY;
            let label = gtk::Label::builder().xalign(if is_text { 0.0 } else { 1.0 });
            label.css_classes(["figures"]).build().upcast()
        }
        Column::Loss => {
            let part = gtk::Box::builder().spacing(6).build();
            let text = gtk::Label::builder().xalign(1.0).width_chars(6).css_classes(["figures"]);
            part.append(&text.build());
            part.append(&Bar::of_loss());
            part.upcast()
        }
        Column::Wins => Bar::new("wins-bar", WINS_BAR, gtk::AccessibleRole::Img).upcast(),
    }
}

/// The cells of one column.
fn factory(column: Column, list: &Rc<GradualList<PlayRows>>) -> gtk::SignalListItemFactory {
    let factory = gtk::SignalListItemFactory::new();
    factory.connect_setup(move |_, item| {
        if let Some(item) = item.downcast_ref::<gtk::ListItem>() {
            item.set_child(Some(&cell(column)));
        }
    });
    let shown = Rc::clone(list);
    factory.connect_bind(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let Some(cell) = item.child() else { return };
        let state = &shown.content;
        if let Some(row) = state.rows.borrow().get(item.position() as usize) {
            fill(&cell, row, column, state);
        }
        state.bound.borrow_mut().insert((item.position(), column), cell);
    });
    let shown = Rc::clone(list);
    factory.connect_unbind(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let mut bound = shown.content.bound.borrow_mut();
        let place = (item.position(), column);
        // Another row may have taken the place already.
        if bound.get(&place) == item.child().as_ref() {
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
        for column in COLUMNS {
            if let Some(cell) = bound.get(&(row, column)) {
                fill(cell, content, column, self);
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
    /// The columns that have room in that width. Shows the bars of the losses, or hides them.
    fn fit(&self, columns: &gtk::ColumnView, room: f64) -> ColumnsThatFit {
        let rows = self.rows.borrow();
        let width = |text: Option<&str>, attribute: pango::Attribute| {
            let layout = columns.create_pango_layout(text);
            let attributes = pango::AttrList::new();
            attributes.insert(attribute);
            layout.set_attributes(Some(&attributes));
            f64::from(layout.pixel_size().0)
        };
        let play = rows.iter().map(|row| &*row.cells[PLAY]).max_by_key(|play| play.len());
        let play = width(play, pango::AttrInt::new_weight(pango::Weight::Bold).into());
        let kind = rows.iter().map(|row| tag(&row.cells[KIND])).max_by_key(|kind| kind.len());
        let kind = width(kind, pango::AttrFloat::new_scale(KIND_SCALE).into());
        let fit = ColumnsThatFit::in_room(room, play, kind, text_factor(), self.has_keys.get());
        if self.has_loss_bars.replace(fit.loss_bars) != fit.loss_bars {
            for ((_, column), cell) in self.bound.borrow().iter() {
                if let (Column::Loss, Some(bar)) = (column, cell.last_child()) {
                    bar.set_visible(fit.loss_bars);
                }
            }
        }
        fit
    }

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
            titles: RefCell::default(),
            has_keys: Cell::default(),
            has_loss_bars: Cell::new(true),
            on_selected: RefCell::default(),
        };
        let list = GradualList::new(state, updates);
        selection.set_model(Some(&list.store));
        let columns = gtk::ColumnView::builder().model(&selection).css_classes(["candidates"]).build();
        let titles: Vec<gtk::ColumnViewColumn> = COLUMNS
            .into_iter()
            .map(|column| {
                let is_play = column == Column::Text(PLAY);
                let is_key = column == Column::Text(KEY);
                let column = gtk::ColumnViewColumn::new(None, Some(factory(column, &list)));
                column.set_expand(is_play);
                column.set_visible(!is_key);
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
        let plays = PlayList { widget: whole_rows(&view), view, columns, titles, list };
        plays.connect_width();
        plays
    }

    /// Hides the columns that have no room, now and when the width changes.
    fn connect_width(&self) {
        let (columns, list) = (self.columns.downgrade(), Rc::downgrade(&self.list));
        let of = |wanted: Column| {
            let mut all = COLUMNS.into_iter().zip(&self.titles);
            all.find(|(column, _)| *column == wanted)
                .map(|(_, column)| column.downgrade())
                .unwrap_or_default()
        };
        let [kind, wins] = [of(Column::Text(KIND)), of(Column::Wins)];
        self.view.hadjustment().connect_page_size_notify(move |across| {
            let (kind, wins, list, columns) = (kind.clone(), wins.clone(), list.clone(), columns.clone());
            let room = across.page_size();
            // Columns must not change while they are laid out.
            glib::idle_add_local_once(move || {
                let (Some(columns), Some(list)) = (columns.upgrade(), list.upgrade()) else { return };
                let fit = list.content.fit(&columns, room);
                for (column, is_shown) in [(&kind, fit.kind), (&wins, fit.wins)] {
                    if let Some(column) = column.upgrade().filter(|column| column.is_visible() != is_shown) {
                        column.set_visible(is_shown);
                    }
                }
            });
        });
    }

    /// Fits the columns to the present rows.
    fn fit(&self) {
        // The width has been told if there is one.
        self.view.hadjustment().notify("page-size");
    }

    /// Shows these rows. The selection stays with its plays; if none of them is left, this is another decision, so the
    /// first row is selected and scrolled to.
    pub(crate) fn set(&self, rows: Vec<PlayRow>, titles: &[String; N_CELLS]) {
        for (column, shown) in self.titles.iter().zip(COLUMNS) {
            let title = match shown {
                Column::Text(n) => titles[n].clone(),
                Column::Loss => titles[LOSS].clone(),
                Column::Wins => gettext("Wins"),
            };
            if column.title().as_deref() != Some(&title) {
                column.set_title(Some(&title));
            }
        }
        self.list.content.titles.replace(titles.to_vec());
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
        self.fit();
        state.quietly(|| state.selection.unselect_all());
        state.to_select.replace(at);
        self.list.write_some();
        self.list.write_others();
        state.tell_selected();
    }

    /// Scrolls to the first row. Setting the scrollbar would not keep it in view when the list gets shorter.
    fn scroll_to_top(&self) {
        self.scroll_to(0);
    }

    fn scroll_to(&self, row: u32) {
        let mut child = self.columns.first_child();
        while let Some(widget) = child {
            if widget.activate_action("list.scroll-to-item", Some(&row.to_variant())).is_ok() {
                return;
            }
            child = widget.next_sibling();
        }
    }

    /// Shows or hides the chances in numbers.
    pub(crate) fn set_details(&self, on: bool) {
        for column in &self.titles[FIRST_CHANCE..] {
            column.set_visible(on);
        }
    }

    /// Shows before each play the key that makes it, which stands in place of the rank, and not how it was evaluated. The
    /// keyboard stays elsewhere, and a single click is enough.
    pub(crate) fn show_keys(&self) {
        for (column, shown) in self.titles.iter().zip(COLUMNS) {
            match shown {
                Column::Text(KEY) => column.set_visible(true),
                Column::Text(KIND) => column.set_visible(false),
                _ => {}
            }
        }
        self.columns.set_can_focus(false);
        self.columns.set_single_click_activate(true);
        self.list.content.has_keys.set(true);
    }

    /// Calls `f` with the play of a row that is clicked.
    pub(crate) fn connect_clicked(&self, f: impl Fn(Play) + 'static) {
        let list = Rc::downgrade(&self.list);
        self.columns.connect_activate(move |_, n| {
            let Some(list) = list.upgrade() else { return };
            let play = list.content.rows.borrow().get(n as usize).map(|row| row.play);
            if let Some(play) = play {
                f(play);
            }
        });
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

    /// Selects the row below the last selected one, or above the first; `extends` keeps what is selected.
    pub(crate) fn step(&self, is_down: bool, extends: bool) {
        let selected = self.selected_places();
        let last = self.rows().len().saturating_sub(1);
        let at = match (is_down, selected.first(), selected.last()) {
            (true, _, Some(at)) => (at + 1).min(last),
            (false, Some(at), _) => at.saturating_sub(1),
            _ => 0,
        };
        if extends {
            self.list.content.selection.select_item(at as u32, false);
        } else {
            self.select(at);
        }
        self.scroll_to(at as u32);
        self.focus_row(at as u32);
    }

    /// Gives the keyboard to the first selected row. Returns whether there is one.
    pub(crate) fn focus(&self) -> bool {
        let at = self.selected_places().first().copied().unwrap_or(0);
        self.focus_row(at as u32)
    }

    fn focus_row(&self, row: u32) -> bool {
        let cell = self.list.content.bound.borrow().get(&(row, Column::Text(PLAY))).cloned();
        let mut widget = cell.filter(|cell| cell.is_mapped()).and_then(|cell| cell.parent());
        while let Some(parent) = widget {
            if parent.is_focusable() {
                return parent.grab_focus();
            }
            widget = parent.parent();
        }
        false
    }

    /// The positions after the selected plays.
    pub(crate) fn selected_boards(&self) -> Vec<Board> {
        self.selected_rows().iter().map(|row| row.after).collect()
    }

    /// The selected rows, or all rows if at most one is selected, with tabs between the cells.
    pub(crate) fn as_text(&self) -> String {
        let selected = self.selected_rows();
        let rows = if selected.len() > 1 { selected } else { self.rows().clone() };
        let head = self.list.content.titles.borrow().join("\t");
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
