// SPDX-License-Identifier: GPL-3.0-or-later
//! The lines of the game record as widgets; those nearest to the line that matters are written first.

use super::super::Window;
use super::super::follow::{Follower, Lines};
use super::cells::{Cell, Row};
use super::numbers::{Columns, Pair};
use super::record_tools::add_menu;
use crate::a11y;
use crate::i18n::gettext;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::Player;
use gtk::{glib, pango};
use std::cell::{Cell as StdCell, Ref, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// Length of the bar of a loss of one point, in pixels, and the longest one.
const BAR_PER_POINT: f64 = 240.0;
const LONGEST_BAR: f64 = 60.0;

/// What all lines have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Look {
    /// Whether marks are colored.
    pub(super) is_colored: bool,
    pub(super) columns: Columns,
}

/// A game, if any is shown, its number of lines, and the line that matters.
type Place = (Option<usize>, usize, Option<u32>);

/// The list.
pub(super) struct RowList {
    list: gtk::ListView,
    follower: Rc<Follower<State>>,
}

/// What is shown.
#[derive(Default)]
struct State {
    rows: RefCell<Vec<Row>>,
    look: StdCell<Look>,
    /// The widgets of the lines in use, by their place in the list.
    bound: RefCell<HashMap<u32, gtk::Widget>>,
    /// The list goes to the line that matters when one of the three changes; otherwise it stays where it was scrolled.
    place: StdCell<Place>,
    /// The line that is to be seen, as long as it has not been made.
    sought: StdCell<Option<u32>>,
    list: glib::WeakRef<gtk::ListView>,
}

/// A cell: text, numbers, and a bar as long as the loss.
#[derive(Clone)]
struct CellButton {
    button: gtk::Button,
    text: gtk::Label,
    numbers: Pair,
    bar: gtk::Box,
}

impl CellButton {
    fn new() -> CellButton {
        let text =
            gtk::Label::builder().xalign(0.0).hexpand(true).ellipsize(pango::EllipsizeMode::End).build();
        text.add_css_class("figures");
        let line = gtk::Box::builder().spacing(3).build();
        line.append(&text);
        let numbers = Pair::add_to(&line, "of-cell");
        let bar = gtk::Box::builder()
            .css_classes(["loss-bar"])
            .halign(gtk::Align::End)
            .valign(gtk::Align::End)
            .height_request(2)
            .build();
        let whole = gtk::Overlay::builder().child(&line).build();
        whole.add_overlay(&bar);
        let button = gtk::Button::builder().child(&whole).hexpand(true).focus_on_click(false).build();
        CellButton { button, text, numbers, bar }
    }

    /// The parts of a button made by [`CellButton::new`].
    fn of(button: gtk::Widget) -> Option<CellButton> {
        let button = button.downcast::<gtk::Button>().ok()?;
        let whole = button.child().and_downcast::<gtk::Overlay>()?;
        let line = whole.child()?;
        let text = line.first_child().and_downcast::<gtk::Label>()?;
        let numbers = Pair::after(&text)?;
        let bar = line.next_sibling().and_downcast::<gtk::Box>()?;
        Some(CellButton { button, text, numbers, bar })
    }

    fn fill(&self, cell: Option<&Cell>, look: Look) {
        let Look { is_colored, columns } = look;
        self.numbers.fill(cell, columns);
        let Some(cell) = cell else {
            self.button.set_action_name(None);
            self.button.set_sensitive(false);
            self.button.set_can_focus(false);
            self.button.set_css_classes(&["record-cell", "nothing", "flat"]);
            self.text.set_text("");
            self.bar.set_visible(false);
            a11y::set_tooltip(&self.button, None);
            a11y::set_label(&self.button, "");
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
        self.text.set_text(&cell.marked_text());
        let shown = cell.loss.filter(|loss| *loss > 0.000_5);
        let length = shown.map_or(0.0, |loss| (loss * BAR_PER_POINT).min(LONGEST_BAR));
        self.bar.set_visible(length >= 1.0);
        self.bar.set_width_request(length.round() as i32);
        let spoken = cell.spoken() + &cell.spoken_numbers(columns.digits);
        a11y::set_tooltip(&self.button, Some(&spoken));
        a11y::set_label(&self.button, &spoken);
        let target = (cell.game as u32, cell.entry as u32).to_variant();
        self.button.set_action_target_value(Some(&target));
        self.button.set_action_name(Some("win.go-to"));
    }
}

/// Writes a row into the widgets of a line.
fn fill_line(line: &gtk::Widget, row: &Row, look: Look) {
    let Some(number) = line.first_child().and_downcast::<gtk::Label>() else { return };
    number.set_text(&row.number.to_string());
    let mut next = number.next_sibling().and_then(|pair| pair.first_child());
    for cell in &row.cells {
        let Some(button) = next else { return };
        next = button.next_sibling();
        if let Some(parts) = CellButton::of(button) {
            parts.fill(cell.as_ref(), look);
        }
    }
}

/// The widgets of a line.
fn make_line(window: &Window) -> gtk::Box {
    let number = gtk::Label::builder().xalign(1.0).width_chars(3).build();
    number.set_css_classes(&["figures", "dim-label"]);
    let pair = gtk::Box::builder().homogeneous(true).hexpand(true).build();
    for _ in Player::BOTH {
        let cell = CellButton::new().button;
        add_menu(window, &cell);
        pair.append(&cell);
    }
    let line = gtk::Box::builder().spacing(3).build();
    line.append(&number);
    line.append(&pair);
    line
}

/// The lines of the list as widgets.
fn factory(window: &Window, follower: &Rc<Follower<State>>) -> gtk::SignalListItemFactory {
    let factory = gtk::SignalListItemFactory::new();
    let window = window.downgrade();
    factory.connect_setup(move |_, item| {
        let (Some(item), Some(window)) = (item.downcast_ref::<gtk::ListItem>(), window.upgrade()) else {
            return;
        };
        item.set_activatable(false);
        item.set_selectable(false);
        item.set_child(Some(&make_line(&window)));
    });
    let shown = Rc::clone(follower);
    factory.connect_bind(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let Some(line) = item.child() else { return };
        shown.lines.bound.borrow_mut().insert(item.position(), line);
        shown.write(item.position());
    });
    let shown = Rc::clone(follower);
    factory.connect_unbind(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let mut bound = shown.lines.bound.borrow_mut();
        // The place may have been given to another line already.
        if bound.get(&item.position()) == item.child().as_ref() {
            bound.remove(&item.position());
        }
    });
    factory
}

impl Lines for State {
    const REWRITTEN: usize = 4;
    const MADE: u32 = 2;

    fn write(&self, line: u32) {
        if let (Some(widget), Some(row)) =
            (self.bound.borrow().get(&line), self.rows.borrow().get(line as usize))
        {
            fill_line(widget, row, self.look.get());
        }
    }

    fn went_on(&self, n_lines: u32) {
        let Some(line) = self.sought.get().filter(|line| *line < n_lines) else { return };
        self.sought.set(None);
        let list = self.list.clone();
        // The list knows new lines once it has been measured.
        glib::idle_add_local_once(move || {
            if let Some(list) = list.upgrade() {
                let _ = list.activate_action("list.scroll-to-item", Some(&line.to_variant()));
            }
        });
    }
}

impl RowList {
    pub(super) fn new(window: &Window) -> RowList {
        let follower = Follower::new(State::default(), &window.imp().updates);
        let selection = gtk::NoSelection::new(Some(follower.store.clone()));
        let list = gtk::ListView::new(Some(selection), Some(factory(window, &follower)));
        list.set_widget_name("record_list");
        list.add_css_class("record");
        a11y::set_label(&list, &gettext("Game record"));
        follower.lines.list.set(Some(&list));
        RowList { list, follower }
    }

    pub(super) fn widget(&self) -> &gtk::ListView {
        &self.list
    }

    /// What is shown, or will be in a moment.
    pub(super) fn rows(&self) -> Ref<'_, Vec<Row>> {
        self.follower.lines.rows.borrow()
    }

    pub(super) fn columns(&self) -> Columns {
        self.follower.lines.look.get().columns
    }

    /// Shows these rows, and among them the line that matters.
    pub(super) fn show(&self, rows: Vec<Row>, look: Look, center: Option<usize>) {
        let state = &self.follower.lines;
        let is_same_look = state.look.replace(look) == look;
        let old = state.rows.replace(rows);
        let rows = state.rows.borrow();
        let changed = (0..).zip(old.iter().zip(rows.iter()));
        let changed = changed.filter(|(_, (old, new))| !is_same_look || old != new).map(|(line, _)| line);
        let center = center.and_then(|line| u32::try_from(line).ok());
        self.follower.want(rows.len() as u32, changed, center.unwrap_or(0));
        let game = rows.iter().flat_map(|row| row.cells.iter().flatten()).map(|cell| cell.game).next();
        let place = (game, rows.len(), center);
        drop(rows);
        if state.place.replace(place) != place {
            state.sought.set(center);
        }
        // Where there is much to write, the next frame belongs to the other panels.
        if !self.follower.is_far_behind() {
            self.follower.write_some();
        }
        self.follower.write_others();
    }
}
