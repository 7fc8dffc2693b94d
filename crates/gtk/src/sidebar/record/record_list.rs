// SPDX-License-Identifier: GPL-3.0-or-later
//! The rows of the game record as widgets. Those nearest to the current row are written first.

use super::branch_row;
use super::cells::{RecordCell, RecordRow};
use super::controls::add_menu;
use super::numbers::{NumberColumns, NumberLabels};
use crate::a11y;
use crate::i18n::{gettext, isolated};
use crate::widgets::gradual::{BoundRows, GradualList, RowContent, UpdateQueue};
use adw::prelude::*;
use gnubg_engine::core::Player;
use gtk::{gdk, glib, pango};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Length of the bar of a loss of one point, in pixels, and the longest one.
const BAR_PER_POINT: f64 = 240.0;
const LONGEST_BAR: f64 = 60.0;
const BAR_HEIGHT: i32 = 2;

/// How all rows are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RowStyle {
    /// Whether marks are colored.
    pub(super) is_colored: bool,
    /// Whether rows of several games are shown, so that their numbers need the game.
    pub(super) is_of_match: bool,
    pub(super) columns: NumberColumns,
}

/// The game shown, if any, its number of rows, and the current row.
type ListPlace = (Option<usize>, usize, Option<u32>);

/// The list.
pub(super) struct RecordList {
    list: gtk::ListView,
    rows: Rc<GradualList<ListContent>>,
}

/// What is shown.
#[derive(Default)]
struct ListContent {
    rows: RefCell<Vec<RecordRow>>,
    style: Cell<RowStyle>,
    bound: BoundRows,
    /// The list scrolls to the current row when one of the three changes; otherwise it stays where it was scrolled.
    place: Cell<ListPlace>,
    /// The row to scroll to, until it has been created and measured, or the user scrolls.
    sought: Rc<Cell<Option<u32>>>,
    list: glib::WeakRef<gtk::ListView>,
}

/// A cell: text, which is cut off where there is no room, marks and numbers, which are not, and a bar as long as the loss.
#[derive(Clone)]
struct CellButton {
    button: gtk::Button,
    text: gtk::Label,
    marks: gtk::Label,
    numbers: NumberLabels,
    bar: gtk::Box,
}

impl CellButton {
    fn new() -> CellButton {
        let text = gtk::Label::builder().xalign(0.0).ellipsize(pango::EllipsizeMode::End).build();
        text.add_css_class("figures");
        let marks = gtk::Label::builder().xalign(0.0).hexpand(true).build();
        let line = gtk::Box::builder().spacing(3).build();
        line.append(&text);
        line.append(&marks);
        let numbers = NumberLabels::add_to(&line, "of-cell");
        let bar = gtk::Box::builder().name("loss_bar").css_classes(["loss-bar"]).build();
        let whole = gtk::Overlay::builder().child(&line).build();
        whole.add_overlay(&bar);
        let loss = numbers.loss().downgrade();
        whole.connect_get_child_position(move |whole, bar| {
            // Below the number, which stands before the luck.
            let bounds = loss.upgrade()?.compute_bounds(whole)?;
            let (end, width) = ((bounds.x() + bounds.width()).round() as i32, bar.width_request().max(1));
            Some(gdk::Rectangle::new(end - width, whole.height() - BAR_HEIGHT, width, BAR_HEIGHT))
        });
        let button = gtk::Button::builder().child(&whole).hexpand(true).focus_on_click(false).build();
        CellButton { button, text, marks, numbers, bar }
    }

    /// The parts of a button made by [`CellButton::new`].
    fn of(button: gtk::Widget) -> Option<CellButton> {
        let button = button.downcast::<gtk::Button>().ok()?;
        let whole = button.child().and_downcast::<gtk::Overlay>()?;
        let line = whole.child()?;
        let text = line.first_child().and_downcast::<gtk::Label>()?;
        let marks = text.next_sibling().and_downcast::<gtk::Label>()?;
        let numbers = NumberLabels::after(&marks)?;
        let bar = line.next_sibling().and_downcast::<gtk::Box>()?;
        Some(CellButton { button, text, marks, numbers, bar })
    }

    fn fill(&self, cell: Option<&RecordCell>, style: RowStyle) {
        let RowStyle { is_colored, columns, .. } = style;
        self.numbers.fill(cell, columns);
        let Some(cell) = cell else {
            self.button.set_action_name(None);
            self.button.set_sensitive(false);
            self.button.set_can_focus(false);
            self.button.set_css_classes(&["record-cell", "nothing", "flat"]);
            self.text.set_text("");
            self.marks.set_text("");
            self.bar.set_visible(false);
            a11y::set_tooltip(&self.button, None);
            a11y::set_label(&self.button, &gettext("There is no decision here."));
            return;
        };
        let mut classes = cell.classes(is_colored);
        classes.push("flat");
        // To set classes, even the same ones, is to have the button styled anew.
        if self.button.css_classes() != classes {
            self.button.set_css_classes(&classes);
        }
        self.button.set_sensitive(true);
        self.button.set_can_focus(true);
        self.text.set_text(&isolated(cell.text.clone()));
        self.marks.set_text(&cell.marks());
        let shown = cell.loss.filter(|loss| *loss > 0.000_5);
        let length = shown.map_or(0.0, |loss| (loss * BAR_PER_POINT).min(LONGEST_BAR));
        self.bar.set_visible(columns.loss && length >= 1.0);
        self.bar.set_width_request(length.round() as i32);
        let spoken = cell.spoken() + &cell.spoken_numbers(columns.digits);
        a11y::set_tooltip(&self.button, Some(&spoken));
        a11y::set_label(&self.button, &spoken);
        let (game, entry) = (cell.game as u32, cell.entry as u32);
        let (action, target) = match cell.other_line {
            None => ("win.go-to", (game, entry).to_variant()),
            Some(line) => ("win.go-in-line", (line as u32, game, entry).to_variant()),
        };
        // The target has to fit the action at any time.
        self.button.set_action_name(None);
        self.button.set_action_target_value(Some(&target));
        self.button.set_action_name(Some(action));
    }
}

/// Writes a row into its widgets.
fn fill_row(widgets: &gtk::Widget, row: &RecordRow, style: RowStyle) {
    let Some(number) = widgets.first_child().and_downcast::<gtk::Label>() else { return };
    let Some(pair) = number.next_sibling() else { return };
    branch_row::fill(&pair, row, style.columns.digits);
    if row.branch.is_some() {
        number.set_text("");
        return;
    }
    number.set_text(&match (style.is_of_match, row.cells.iter().flatten().next()) {
        (true, Some(cell)) => format!("{}·{}", cell.game + 1, row.number),
        _ => row.number.to_string(),
    });
    let mut next = pair.first_child();
    for cell in &row.cells {
        let Some(button) = next else { return };
        next = button.next_sibling();
        if let Some(parts) = CellButton::of(button) {
            parts.fill(cell.as_ref(), style);
        }
    }
}

/// The widgets of a row.
fn make_row() -> gtk::Box {
    let number = gtk::Label::builder().xalign(1.0).width_chars(3).build();
    number.set_css_classes(&["figures", "dim-label"]);
    let pair = gtk::Box::builder().homogeneous(true).hexpand(true).build();
    for _ in Player::BOTH {
        let cell = CellButton::new().button;
        add_menu(&cell);
        pair.append(&cell);
    }
    let line = gtk::Box::builder().spacing(3).build();
    line.append(&number);
    line.append(&pair);
    line
}

impl RowContent for ListContent {
    const WRITTEN_AT_ONCE: usize = 4;
    const MADE_AT_ONCE: u32 = 2;

    fn write(&self, row: u32) {
        if let (Some(widget), Some(content)) = (self.bound.get(row), self.rows.borrow().get(row as usize)) {
            fill_row(&widget, content, self.style.get());
        }
    }

    fn rows_written(&self, n_rows: u32) {
        let Some(row) = self.sought.get().filter(|row| *row < n_rows) else { return };
        let (list, sought) = (self.list.clone(), Rc::clone(&self.sought));
        // The list knows new rows once it has been measured. Meanwhile another row may be sought.
        glib::idle_add_local_once(move || {
            if sought.get() != Some(row) {
                return;
            }
            sought.set(None);
            if let Some(list) = list.upgrade() {
                let _ = list.activate_action("list.scroll-to-item", Some(&row.to_variant()));
            }
        });
    }
}

impl RecordList {
    pub(super) fn new(updates: &UpdateQueue) -> RecordList {
        let rows = GradualList::new(ListContent::default(), updates);
        let selection = gtk::NoSelection::new(Some(rows.store.clone()));
        let make = |item: &gtk::ListItem| {
            item.set_activatable(false);
            item.set_selectable(false);
            item.set_child(Some(&make_row()));
        };
        let factory = rows.factory(make, |content| &content.bound);
        let list = gtk::ListView::new(Some(selection), Some(factory));
        list.set_widget_name("record_list");
        list.add_css_class("record");
        a11y::set_label(&list, &gettext("Game record"));
        rows.content.list.set(Some(&list));
        let wheel = gtk::EventControllerScroll::new(gtk::EventControllerScrollFlags::BOTH_AXES);
        wheel.set_propagation_phase(gtk::PropagationPhase::Capture);
        let sought = Rc::clone(&rows.content.sought);
        wheel.connect_scroll(move |_, _, _| {
            sought.set(None);
            glib::Propagation::Proceed
        });
        list.add_controller(wheel);
        RecordList { list, rows }
    }

    pub(super) fn widget(&self) -> &gtk::ListView {
        &self.list
    }

    pub(super) fn columns(&self) -> NumberColumns {
        self.rows.content.style.get().columns
    }

    /// Shows these rows, and scrolls to the current one.
    pub(super) fn show(&self, rows: Vec<RecordRow>, style: RowStyle, center: Option<usize>) {
        let content = &self.rows.content;
        let is_same_style = content.style.replace(style) == style;
        let old = content.rows.replace(rows);
        let rows = content.rows.borrow();
        let changed = (0..).zip(old.iter().zip(rows.iter()));
        let changed = changed.filter(|(_, (old, new))| !is_same_style || old != new).map(|(line, _)| line);
        let center = center.and_then(|line| u32::try_from(line).ok());
        self.rows.want(rows.len() as u32, changed, center.unwrap_or(0));
        let game = rows.iter().flat_map(|row| row.cells.iter().flatten()).map(|cell| cell.game).next();
        let place = (game, rows.len(), center);
        drop(rows);
        if content.place.replace(place) != place {
            content.sought.set(center);
        }
        // If much is to be written, the other panels get the next frame.
        if !self.rows.is_far_behind() {
            self.rows.write_some();
        }
        self.rows.write_others();
    }
}
