// SPDX-License-Identifier: GPL-3.0-or-later
//! The list of errors: game and roll, what was decided and what was best, the loss as number and bar. The selected row
//! follows the decision shown, and selecting a row leads to its decision.

use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use crate::widgets::bar::Bar;
use crate::widgets::gradual::{BoundRows, GradualList, RowContent, UpdateQueue};
use gnubg_record::{DecisionError, ErrorKind, Skill};
use gnubg_report::document::phrases::ErrorWords;
use gtk::glib;
use gtk::pango;
use gtk::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The longest bar in pixels, and the loss from which on it is that long.
const BAR: (f32, f64) = (48.0, 0.3);

/// An error as the list shows it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ErrorRow {
    pub(super) error: DecisionError,
    pub(super) words: ErrorWords,
    /// What it lost, as text.
    pub(super) loss: String,
    pub(super) skill: Skill,
    /// What a screen reader says.
    pub(super) spoken: String,
}

/// Hears which error was chosen.
type OnChosen = Box<dyn Fn(&DecisionError)>;

/// What is shown.
struct ListContent {
    rows: RefCell<Vec<ErrorRow>>,
    bound: BoundRows,
    selection: gtk::SingleSelection,
    /// The row to select once it has been created.
    to_select: Cell<Option<u32>>,
    is_selecting: Cell<bool>,
    list: glib::WeakRef<gtk::ListView>,
    on_chosen: RefCell<Option<OnChosen>>,
}

/// The list.
pub(super) struct ErrorList {
    list: gtk::ListView,
    rows: Rc<GradualList<ListContent>>,
}

/// The widgets of a row.
fn make_row() -> gtk::Box {
    let line = gtk::Box::builder().spacing(6).css_classes(["error-row"]).build();
    let place = gtk::Label::builder().xalign(0.0).width_chars(8).css_classes(["figures", "dim-label"]);
    line.append(&place.build());
    let words = gtk::Label::builder().xalign(0.0).hexpand(true).ellipsize(pango::EllipsizeMode::End).build();
    words.add_css_class("figures");
    line.append(&words);
    line.append(&gtk::Label::builder().css_classes(["kind"]).build());
    let loss = gtk::Label::builder().xalign(1.0).width_chars(6).css_classes(["figures", "loss"]);
    line.append(&loss.build());
    let bar = Bar::new("error-length", BAR.0, gtk::AccessibleRole::Presentation);
    bar.set_widget_name("error_length");
    line.append(&bar);
    line
}

/// The class that colors a loss.
const fn class_of(skill: Skill) -> &'static str {
    match skill {
        Skill::VeryBad => "very-bad",
        Skill::Bad => "bad",
        Skill::Doubtful => "doubtful",
        Skill::Unmarked => "small",
    }
}

/// Writes a row into its widgets.
fn fill(line: &gtk::Widget, row: &ErrorRow) {
    let parts: Vec<gtk::Widget> =
        std::iter::successors(line.first_child(), WidgetExt::next_sibling).collect();
    let [place, words, kind, loss, bar] = &parts[..] else { return };
    let label = |part: &gtk::Widget| part.downcast_ref::<gtk::Label>().cloned();
    let (Some(place), Some(words), Some(kind), Some(loss), Some(bar)) =
        (label(place), label(words), label(kind), label(loss), bar.downcast_ref::<Bar>())
    else {
        return;
    };
    place.set_text(&format!("{} · {}", row.error.game + 1, row.words.occasion));
    let escaped = |text: &str| glib::markup_escape_text(text).to_string();
    let best = [("best", &row.words.best)];
    let best = match row.error.kind {
        ErrorKind::Play => format!(" {}", gettext_f("for {best}", &best)),
        _ => format!(" · {}", gettext_f("best: {best}", &best)),
    };
    words.set_markup(&format!("<b>{}</b>{}", escaped(&row.words.done), escaped(&best)));
    kind.set_text(if row.error.is_rolled_out { "R" } else { "" });
    kind.set_tooltip_text(row.error.is_rolled_out.then(|| gettext("Rolled out")).as_deref());
    loss.set_text(&row.loss);
    let class = class_of(row.skill);
    if !loss.has_css_class(class) {
        loss.set_css_classes(&["figures", "loss", class]);
        bar.set_css_classes(&["error-length", class]);
    }
    let (longest, most) = BAR;
    bar.set_ends([0.0, (longest * (row.error.loss.emg / most).clamp(0.0, 1.0) as f32).ceil()]);
    a11y::set_tooltip(line, Some(&row.spoken));
    a11y::set_row_label(line, &row.spoken);
}

impl RowContent for ListContent {
    const WRITTEN_AT_ONCE: usize = 8;
    const MADE_AT_ONCE: u32 = 8;

    fn write(&self, row: u32) {
        if let (Some(widget), Some(content)) = (self.bound.get(row), self.rows.borrow().get(row as usize)) {
            fill(&widget, content);
        }
    }

    fn rows_written(&self, n_rows: u32) {
        let Some(row) = self.to_select.get().filter(|row| *row < n_rows) else { return };
        self.to_select.set(None);
        self.select(row);
        let list = self.list.clone();
        // The list knows new rows once it has been measured.
        glib::idle_add_local_once(move || {
            if let Some(list) = list.upgrade() {
                let _ = list.activate_action("list.scroll-to-item", Some(&row.to_variant()));
            }
        });
    }
}

impl ListContent {
    /// Selects a row without going to its decision.
    fn select(&self, row: u32) {
        self.is_selecting.set(true);
        self.selection.set_selected(row);
        self.is_selecting.set(false);
    }

    fn choose(&self, row: u32) {
        let error = self.rows.borrow().get(row as usize).map(|row| row.error);
        if let (Some(error), Some(chosen)) = (error, &*self.on_chosen.borrow()) {
            chosen(&error);
        }
    }
}

impl ErrorList {
    pub(super) fn new(updates: &UpdateQueue) -> ErrorList {
        let selection = gtk::SingleSelection::new(None::<gtk::gio::ListModel>);
        selection.set_autoselect(false);
        selection.set_can_unselect(true);
        let content = ListContent {
            rows: RefCell::default(),
            bound: BoundRows::default(),
            selection: selection.clone(),
            to_select: Cell::default(),
            is_selecting: Cell::default(),
            list: glib::WeakRef::new(),
            on_chosen: RefCell::default(),
        };
        let rows = GradualList::new(content, updates);
        selection.set_model(Some(&rows.store));
        let factory = rows.factory(|item| item.set_child(Some(&make_row())), |content| &content.bound);
        let list = gtk::ListView::new(Some(selection.clone()), Some(factory));
        list.set_widget_name("errors_list");
        list.add_css_class("errors");
        a11y::set_label(&list, &gettext("Errors"));
        rows.content.list.set(Some(&list));
        let shown = Rc::downgrade(&rows);
        selection.connect_selected_notify(move |selection| {
            let Some(rows) = shown.upgrade().filter(|rows| !rows.content.is_selecting.get()) else { return };
            if selection.selected() != gtk::INVALID_LIST_POSITION {
                rows.content.choose(selection.selected());
            }
        });
        let shown = Rc::downgrade(&rows);
        list.connect_activate(move |_, row| {
            if let Some(rows) = shown.upgrade() {
                rows.content.choose(row);
            }
        });
        ErrorList { list, rows }
    }

    pub(super) fn widget(&self) -> &gtk::ListView {
        &self.list
    }

    /// Calls `chosen` with the error whose row the user selects, or activates by Return. To be called once.
    pub(super) fn connect_chosen(&self, chosen: impl Fn(&DecisionError) + 'static) {
        self.rows.content.on_chosen.replace(Some(Box::new(chosen)));
    }

    /// Gives the keyboard to the list. Returns whether it has rows.
    pub(super) fn focus(&self) -> bool {
        !self.rows.content.rows.borrow().is_empty() && self.list.grab_focus()
    }

    /// Shows these rows, and selects one of the decision shown: the one that is selected already if it is one.
    pub(super) fn show(&self, rows: Vec<ErrorRow>, at: (usize, usize)) {
        let content = &self.rows.content;
        let is_here = |row: &ErrorRow| row.error.place() == at;
        let selected = content.selection.selected();
        let chosen =
            content.rows.borrow().get(selected as usize).map(|row| (row.error.place(), row.error.kind));
        let same = rows.iter().position(|row| is_here(row) && chosen == Some((at, row.error.kind)));
        let wanted = same.or_else(|| rows.iter().position(is_here)).map(|row| row as u32);
        if *content.rows.borrow() != rows {
            let old = content.rows.replace(rows);
            let rows = content.rows.borrow();
            let changed = (0..).zip(old.iter().zip(rows.iter())).filter(|(_, (old, new))| old != new);
            content.is_selecting.set(true);
            self.rows.want(rows.len() as u32, changed.map(|(row, _)| row), wanted.unwrap_or(0));
            content.is_selecting.set(false);
        }
        match wanted {
            Some(row) if row == selected && row < self.rows.store.n_items() => content.to_select.set(None),
            wanted => {
                content.to_select.set(wanted);
                content.select(gtk::INVALID_LIST_POSITION);
            }
        }
        self.rows.write_some();
        self.rows.write_others();
    }
}
