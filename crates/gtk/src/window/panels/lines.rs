// SPDX-License-Identifier: GPL-3.0-or-later
//! The lines of the game record as widgets. To write all lines of a game takes longer than a frame, so a few are written at
//! once, those nearest to the one that matters first, and the others a few at a time while frames go on.

use super::super::Window;
use super::cells::{Cell, Row};
use super::numbers::{Columns, Pair};
use super::record_tools::add_menu;
use crate::a11y;
use crate::i18n::gettext;
use adw::prelude::*;
use gnubg_engine::core::Player;
use gtk::{gio, glib, pango};
use std::cell::{Cell as StdCell, Ref, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::time::Duration;

/// Length of the bar of a loss of one point, in pixels, and the longest one.
const BAR_PER_POINT: f64 = 240.0;
const LONGEST_BAR: f64 = 60.0;

/// Lines written anew at once, and lines made at once, which takes longer.
const REWRITTEN: usize = 4;
const MADE: u32 = 2;
/// The time until the next ones: about a frame.
const PAUSE: Duration = Duration::from_millis(16);

/// What all lines have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Look {
    /// Whether marks are colored.
    pub(super) is_colored: bool,
    pub(super) columns: Columns,
}

/// A game, if any is shown, its number of lines, and the line that matters.
type Place = (Option<usize>, usize, Option<u32>);

/// The list; all clones are the same one.
#[derive(Clone)]
pub(super) struct RowList {
    list: gtk::ListView,
    /// A place for each line that has been made; what it shows is in the rows.
    store: gio::ListStore,
    state: Rc<State>,
}

/// What is shown, and how far the widgets have followed.
#[derive(Default)]
struct State {
    rows: RefCell<Vec<Row>>,
    look: StdCell<Look>,
    /// The widgets of the lines in use, by their place in the list.
    bound: RefCell<HashMap<u32, gtk::Widget>>,
    /// Lines whose widgets show something else than their row.
    behind: RefCell<BTreeSet<u32>>,
    /// The game, its number of lines and the line that matters: those near it are written first. The list goes there when
    /// one of the three changes; otherwise it stays where it was scrolled.
    place: StdCell<Place>,
    /// The line that is to be seen, as long as it has not been made.
    sought: StdCell<Option<u32>>,
    /// Whether the others are being written.
    goes_on: StdCell<bool>,
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
fn factory(window: &Window, state: &Rc<State>) -> gtk::SignalListItemFactory {
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
    let shown = Rc::clone(state);
    factory.connect_bind(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let Some(line) = item.child() else { return };
        shown.bound.borrow_mut().insert(item.position(), line);
        shown.write(item.position());
    });
    let shown = Rc::clone(state);
    factory.connect_unbind(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let mut bound = shown.bound.borrow_mut();
        // The place may have been given to another line already.
        if bound.get(&item.position()) == item.child().as_ref() {
            bound.remove(&item.position());
        }
    });
    factory
}

impl State {
    /// Writes a line's row into its widgets, if it has any.
    fn write(&self, n: u32) {
        self.behind.borrow_mut().remove(&n);
        if let (Some(line), Some(row)) = (self.bound.borrow().get(&n), self.rows.borrow().get(n as usize)) {
            fill_line(line, row, self.look.get());
        }
    }

    /// Writes a few of the lines that are behind. Returns whether there were any.
    fn write_some(&self) -> bool {
        let mut behind: Vec<u32> = self.behind.borrow().iter().copied().collect();
        let center = self.place.get().2.unwrap_or(0);
        behind.sort_by_key(|n| n.abs_diff(center));
        behind.iter().take(REWRITTEN).for_each(|n| self.write(*n));
        !behind.is_empty()
    }
}

impl RowList {
    pub(super) fn new(window: &Window) -> RowList {
        let state = Rc::<State>::default();
        let store = gio::ListStore::new::<glib::BoxedAnyObject>();
        let selection = gtk::NoSelection::new(Some(store.clone()));
        let list = gtk::ListView::new(Some(selection), Some(factory(window, &state)));
        list.add_css_class("record");
        a11y::set_label(&list, &gettext("Game record"));
        RowList { list, store, state }
    }

    pub(super) fn widget(&self) -> &gtk::ListView {
        &self.list
    }

    /// What is shown, or will be in a moment.
    pub(super) fn rows(&self) -> Ref<'_, Vec<Row>> {
        self.state.rows.borrow()
    }

    pub(super) fn columns(&self) -> Columns {
        self.state.look.get().columns
    }

    /// Shows these rows, and among them the line that matters.
    pub(super) fn show(&self, rows: Vec<Row>, look: Look, center: Option<usize>) {
        let state = &self.state;
        let is_same_look = state.look.replace(look) == look;
        let old = state.rows.replace(rows);
        let n_old = self.store.n_items();
        {
            let rows = state.rows.borrow();
            let changed = (0..n_old).zip(old.iter().zip(rows.iter()));
            let changed = changed.filter(|(_, (old, new))| !is_same_look || old != new);
            state.behind.borrow_mut().extend(changed.map(|(n, _)| n));
        }
        let n_new = state.rows.borrow().len() as u32;
        if n_old > n_new {
            self.store.splice(n_new, n_old - n_new, &[] as &[glib::BoxedAnyObject]);
            state.behind.borrow_mut().split_off(&n_new);
        }
        let center = center.and_then(|line| u32::try_from(line).ok());
        let game = state
            .rows
            .borrow()
            .iter()
            .flat_map(|row| row.cells.iter().flatten())
            .map(|cell| cell.game)
            .next();
        let place = (game, n_new as usize, center);
        if state.place.replace(place) != place {
            state.sought.set(center);
        }
        // Where there is much to write, the next frame belongs to the other panels.
        let is_much = state.behind.borrow().len() > REWRITTEN || self.n_missing() > MADE;
        if (is_much || self.go_on()) && !state.goes_on.replace(true) {
            let list = self.clone();
            glib::timeout_add_local(PAUSE, move || {
                let goes_on = list.go_on();
                list.state.goes_on.set(goes_on);
                if goes_on { glib::ControlFlow::Continue } else { glib::ControlFlow::Break }
            });
        }
    }

    /// Writes or makes a few lines, and says whether others are left.
    fn go_on(&self) -> bool {
        let state = &self.state;
        if !state.write_some() {
            let new = (0..self.n_missing().min(MADE)).map(|_| glib::BoxedAnyObject::new(()));
            self.store.extend_from_slice(&new.collect::<Vec<_>>());
        }
        if let Some(line) = state.sought.get().filter(|line| *line < self.store.n_items()) {
            state.sought.set(None);
            let list = self.list.clone();
            // The list knows new lines once it has been measured.
            glib::idle_add_local_once(move || {
                let _ = list.activate_action("list.scroll-to-item", Some(&line.to_variant()));
            });
        }
        !state.behind.borrow().is_empty() || self.n_missing() > 0
    }

    /// Lines that have not been made.
    fn n_missing(&self) -> u32 {
        (self.state.rows.borrow().len() as u32).saturating_sub(self.store.n_items())
    }
}
