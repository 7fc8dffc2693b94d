// SPDX-License-Identifier: GPL-3.0-or-later
//! The game record: two columns of what the players did, with marks; a click goes there. A filter leaves some of them, and a
//! strip shows how the game went.

use super::super::Window;
use super::cells::{self, Cell, Row};
use super::course::{Course, CourseStrip};
use super::games::{GameList, Title};
use super::numbers::{Columns, Pair};
use super::record_tools::{FilterLine, Lines, add_menu, lines_of};
use crate::a11y;
use crate::i18n::gettext;
use adw::prelude::*;
use gnubg_engine::core::Player;
use gnubg_session::Go;
use gtk::{gdk, gio, glib, pango};
use serde_json::{Value, json};
use std::cell::{Cell as StdCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// Length of the bar of a loss of one point, in pixels, and the longest one.
const BAR_PER_POINT: f64 = 240.0;
const LONGEST_BAR: f64 = 60.0;

pub(super) struct RecordPanel {
    root: gtk::Box,
    games: GameList,
    names: [gtk::Label; 2],
    list: gtk::ListView,
    store: gio::ListStore,
    rows: RefCell<Vec<Row>>,
    /// The lines that have widgets now.
    bound: Bound,
    /// Whether marks are colored; cells read it when they are filled.
    is_colored: Rc<StdCell<bool>>,
    columns: Rc<StdCell<Columns>>,
    /// The titles of the columns, for each player.
    titled: [Pair; 2],
    empty: gtk::Label,
    filter: FilterLine,
    course: CourseStrip,
    lines: Lines,
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

    fn fill(&self, cell: Option<&Cell>, is_colored: bool, columns: Columns) {
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
        self.button.set_css_classes(&classes);
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

/// The widgets of the lines that can be seen, by their place in the list.
type Bound = Rc<RefCell<HashMap<u32, gtk::Widget>>>;

/// Writes a row into the widgets of a line.
fn fill_line(line: &gtk::Widget, row: &Row, is_colored: bool, columns: Columns) {
    let Some(number) = line.first_child().and_downcast::<gtk::Label>() else { return };
    number.set_text(&row.number.to_string());
    let mut next = number.next_sibling().and_then(|pair| pair.first_child());
    for cell in &row.cells {
        let Some(button) = next else { return };
        next = button.next_sibling();
        if let Some(parts) = CellButton::of(button) {
            parts.fill(cell.as_ref(), is_colored, columns);
        }
    }
}

/// The lines of the list as widgets.
fn factory(
    window: &Window,
    is_colored: &Rc<StdCell<bool>>,
    columns: &Rc<StdCell<Columns>>,
    bound: &Bound,
) -> gtk::SignalListItemFactory {
    let factory = gtk::SignalListItemFactory::new();
    let window = window.downgrade();
    factory.connect_setup(move |_, item| {
        let (Some(item), Some(window)) = (item.downcast_ref::<gtk::ListItem>(), window.upgrade()) else {
            return;
        };
        let number = gtk::Label::builder().xalign(1.0).width_chars(3).build();
        number.set_css_classes(&["figures", "dim-label"]);
        let pair = gtk::Box::builder().homogeneous(true).hexpand(true).build();
        for _ in Player::BOTH {
            let cell = CellButton::new().button;
            add_menu(&window, &cell);
            pair.append(&cell);
        }
        let line = gtk::Box::builder().spacing(3).build();
        line.append(&number);
        line.append(&pair);
        item.set_activatable(false);
        item.set_selectable(false);
        item.set_child(Some(&line));
    });
    let (is_colored, columns, in_use) = (Rc::clone(is_colored), Rc::clone(columns), Rc::clone(bound));
    factory.connect_bind(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let Some(boxed) = item.item().and_downcast::<glib::BoxedAnyObject>() else { return };
        let Some(line) = item.child() else { return };
        fill_line(&line, &boxed.borrow::<Row>(), is_colored.get(), columns.get());
        in_use.borrow_mut().insert(item.position(), line);
    });
    let in_use = Rc::clone(bound);
    factory.connect_unbind(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let mut in_use = in_use.borrow_mut();
        // The place may have been given to another line already.
        if in_use.get(&item.position()) == item.child().as_ref() {
            in_use.remove(&item.position());
        }
    });
    factory
}

/// The buttons that lead through the record.
fn navigation() -> gtk::Box {
    let row = gtk::Box::builder().css_classes(["linked", "record-nav"]).build();
    for (icon, action, name) in [
        ("go-first-symbolic", "win.previous-game", gettext("Previous game")),
        ("go-up-symbolic", "win.previous-mark", gettext("Previous marked decision")),
        ("go-previous-symbolic", "win.previous-roll", gettext("Previous roll")),
        ("go-next-symbolic", "win.next-roll", gettext("Next roll")),
        ("go-down-symbolic", "win.next-mark", gettext("Next marked decision")),
        ("go-last-symbolic", "win.next-game-shown", gettext("Next game")),
    ] {
        let button = gtk::Button::builder().icon_name(icon).tooltip_text(&name).focus_on_click(false).build();
        button.set_action_name(Some(action));
        a11y::set_label(&button, &name);
        row.append(&button);
    }
    row
}

impl RecordPanel {
    pub(super) fn new(window: &Window) -> RecordPanel {
        let games = GameList::new(window);
        let tools = gtk::Box::builder().spacing(6).css_classes(["panel-line"]).build();
        tools.append(games.widget());
        tools.append(&navigation());
        let (filter, lines) = (FilterLine::new(window), Lines::new());
        let names = Player::BOTH.map(|_| {
            let label = gtk::Label::builder().xalign(0.0).ellipsize(pango::EllipsizeMode::End).build();
            label.set_css_classes(&["caption-heading"]);
            label
        });
        let pair = gtk::Box::builder().homogeneous(true).hexpand(true).build();
        let titled = names.each_ref().map(|name| {
            let half = gtk::Box::builder().spacing(3).css_classes(["record-half"]).build();
            name.set_hexpand(true);
            half.append(name);
            pair.append(&half);
            Pair::add_to(&half, "of-head")
        });
        let head = gtk::Box::builder().spacing(3).css_classes(["record-head"]).build();
        head.append(
            &gtk::Label::builder().label("#").xalign(1.0).width_chars(3).css_classes(["dim-label"]).build(),
        );
        head.append(&pair);
        let (is_colored, columns) = (Rc::new(StdCell::new(true)), Rc::<StdCell<Columns>>::default());
        let bound = Bound::default();
        let store = gio::ListStore::new::<glib::BoxedAnyObject>();
        let selection = gtk::NoSelection::new(Some(store.clone()));
        let list = gtk::ListView::new(Some(selection), Some(factory(window, &is_colored, &columns, &bound)));
        list.add_css_class("record");
        a11y::set_label(&list, &gettext("Game record"));
        let scroller = gtk::ScrolledWindow::builder()
            .child(&list)
            .vexpand(true)
            // Columns go when there is no room for them, so they do not ask for it.
            .hscrollbar_policy(gtk::PolicyType::External)
            .min_content_height(60)
            .build();
        let empty = gtk::Label::builder()
            .label(gettext("Nothing has been played yet."))
            .wrap(true)
            .justify(gtk::Justification::Center)
            .css_classes(["dim-label"])
            .build();
        empty.set_can_target(false);
        let body = gtk::Overlay::builder().child(&scroller).vexpand(true).build();
        body.add_overlay(&empty);
        let root = gtk::Box::new(gtk::Orientation::Vertical, 0);
        let course = CourseStrip::new(window);
        root.append(&tools);
        root.append(filter.widget());
        let head = gtk::ScrolledWindow::builder()
            .child(&head)
            .hscrollbar_policy(gtk::PolicyType::External)
            .vscrollbar_policy(gtk::PolicyType::Never)
            .build();
        root.append(&head);
        root.append(&body);
        root.append(course.widget());
        // Both columns of numbers are shown where there is room.
        if let Some(across) = list.hadjustment() {
            across.connect_page_size_notify(glib::clone!(
                #[weak]
                window,
                move |_| {
                    glib::idle_add_local_once(move || window.show_record_columns());
                }
            ));
        }
        let keys = gtk::EventControllerKey::new();
        keys.set_propagation_phase(gtk::PropagationPhase::Capture);
        keys.connect_key_pressed(glib::clone!(
            #[weak]
            window,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_, key, _, modifiers| window.record_key(key, modifiers)
        ));
        list.add_controller(keys);
        RecordPanel {
            root,
            games,
            names,
            list,
            store,
            rows: RefCell::default(),
            bound,
            is_colored,
            columns,
            titled,
            empty,
            filter,
            course,
            lines,
        }
    }

    pub(super) fn widget(&self) -> &gtk::Box {
        &self.root
    }

    pub(super) fn games(&self) -> &GameList {
        &self.games
    }

    /// The buttons that belong into the panel's head.
    pub(super) fn head_buttons(&self) -> [gtk::Widget; 2] {
        [self.lines.button().clone().upcast(), self.filter.toggle().clone().upcast()]
    }

    pub(super) fn focus(&self) {
        self.list.grab_focus();
    }

    /// The width that can be seen of the list.
    fn width(&self) -> i32 {
        self.list.hadjustment().map_or(0, |across| across.page_size() as i32)
    }

    /// Shows these rows; lines that differ are written anew in their places.
    fn set_rows(&self, rows: Vec<Row>) {
        let old = self.rows.replace(rows);
        let rows = self.rows.borrow();
        let object = |row: &Row| glib::BoxedAnyObject::new(row.clone());
        for (n, row) in (0..).zip(rows.iter()) {
            match old.get(n as usize) {
                Some(known) if known == row => {}
                Some(_) => self.rewrite(n, row),
                None => self.store.append(&object(row)),
            }
        }
        let (n_old, n_new) = (old.len() as u32, rows.len() as u32);
        if n_old > n_new {
            self.store.splice(n_new, n_old - n_new, &[] as &[glib::BoxedAnyObject]);
        }
        self.empty.set_visible(rows.is_empty());
        self.empty.set_text(&if self.filter.filter().is_empty() {
            gettext("Nothing has been played yet.")
        } else {
            gettext("No decision of this game fits.")
        });
        let current = rows.iter().position(|row| row.cells.iter().flatten().any(|cell| cell.is_current));
        // At the end of the game its last line is shown; of lines that were looked for, the first.
        let last = rows.len().checked_sub(1).filter(|_| self.filter.filter().is_empty());
        let line = current.or(last);
        if let Some(line) = line.and_then(|line| u32::try_from(line).ok()) {
            let list = self.list.clone();
            // The list knows new lines once it has been measured.
            glib::idle_add_local_once(move || {
                let _ = list.activate_action("list.scroll-to-item", Some(&line.to_variant()));
            });
        }
    }

    /// Writes another row into its place, and into its widgets if it can be seen. The list need not know, as its lines
    /// are all as high.
    fn rewrite(&self, n: u32, row: &Row) {
        if let Some(kept) = self.store.item(n).and_downcast::<glib::BoxedAnyObject>() {
            kept.replace(row.clone());
        }
        if let Some(line) = self.bound.borrow().get(&n) {
            fill_line(line, row, self.is_colored.get(), self.columns.get());
        }
    }

    /// What is shown, for tests.
    pub(super) fn facts(&self) -> Value {
        let rows = self.rows.borrow();
        let [games, game, game_shown] = self.games.facts();
        let text = |cell: &Option<Cell>| json!(cell.as_ref().map(Cell::marked_text));
        let current = rows.iter().flat_map(|row| row.cells.iter().flatten()).find(|cell| cell.is_current);
        json!({
            "rows": rows.iter().map(|row| row.cells.iter().map(text).collect::<Vec<_>>()).collect::<Vec<_>>(),
            "current": current.map(|cell| [cell.game, cell.entry]),
            "games": games,
            "game": game,
            "game_shown": game_shown,
            "filter": self.filter.facts(),
            "lines": self.lines.facts(),
            "course": self.course.facts(),
            "columns": self.titled[0].facts(),
            "names": self.names.each_ref().map(|label| label.text().to_string()),
        })
    }
}

impl Window {
    /// Shows the game of the present place.
    pub(super) fn show_record(&self) {
        let panel = &self.panels().record;
        let shown = self.look(|session| {
            let place = session.place();
            let titles = Title::all(session);
            let names = match session.record().games.is_empty() {
                true => session.options().matches.names.clone(),
                false => Player::BOTH.map(|player| session.name(player)),
            };
            let rows = cells::rows(session, place.game);
            panel.lines.offer(lines_of(session));
            (place.game, titles, names, rows, Course::of(session, place.game))
        });
        let Some((game, titles, names, rows, course)) = shown else { return };
        let options = self.options();
        let is_colored = options.window.styled_game_list;
        let width = self.record_width();
        let columns = Columns::of(&rows, options.window.record_numbers, width, options.output.digits);
        if panel.is_colored.replace(is_colored) != is_colored || panel.columns.replace(columns) != columns {
            panel.rows.take();
            panel.store.remove_all();
        }
        panel.titled.iter().for_each(|titles| titles.title(columns));
        panel.games.show(titles, game);
        for (label, name) in panel.names.iter().zip(&names) {
            label.set_text(name);
            a11y::set_tooltip(label, Some(name));
        }
        panel.course.show(course, &names);
        let count = |rows: &[Row]| rows.iter().flat_map(|row| &row.cells).flatten().count();
        let all = count(&rows);
        let rows = panel.filter.filter().keep(rows, &names);
        panel.filter.tell(count(&rows), all);
        panel.set_rows(rows);
    }

    /// The width of the record, as if text had its usual size.
    fn record_width(&self) -> i32 {
        (f64::from(self.panels().record.width()) / self.text_factor()) as i32
    }

    /// Shows the record anew if its width has room for other columns.
    fn show_record_columns(&self) {
        let Some(panel) = self.imp_panels().map(|panels| &panels.record) else { return };
        let present = panel.columns.get();
        let wanted = self.options().window.record_numbers;
        let columns = Columns::of(&panel.rows.borrow(), wanted, self.record_width(), present.digits);
        if columns != present {
            self.show_record();
        }
    }

    /// Keys of the list: through the game without Tab.
    fn record_key(&self, key: gdk::Key, modifiers: gdk::ModifierType) -> glib::Propagation {
        if modifiers.intersects(gdk::ModifierType::CONTROL_MASK | gdk::ModifierType::ALT_MASK) {
            return glib::Propagation::Proceed;
        }
        let go = match key {
            gdk::Key::Up | gdk::Key::Left => Go::PreviousRolled,
            gdk::Key::Down | gdk::Key::Right => Go::NextRolled,
            gdk::Key::Home => Go::FirstMove,
            gdk::Key::End => Go::LastMove,
            gdk::Key::slash => {
                self.panels().record.filter.open();
                return glib::Propagation::Stop;
            }
            gdk::Key::Escape => {
                self.focus_board();
                return glib::Propagation::Stop;
            }
            _ => return glib::Propagation::Proceed,
        };
        self.go(go);
        glib::Propagation::Stop
    }
}
