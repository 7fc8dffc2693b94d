// SPDX-License-Identifier: GPL-3.0-or-later
//! The game record: two columns of what the players did, with marks; a click goes there.

use super::super::Window;
use super::cells::{self, Cell, Row};
use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use adw::prelude::*;
use gnubg_engine::core::Player;
use gnubg_session::{Go, Session};
use gtk::{gdk, gio, glib, pango};
use serde_json::{Value, json};
use std::cell::{Cell as StdCell, RefCell};
use std::rc::Rc;

/// Length of the bar of a loss of one point, in pixels, and the longest one.
const BAR_PER_POINT: f64 = 240.0;
const LONGEST_BAR: f64 = 60.0;

pub(super) struct RecordPanel {
    root: gtk::Box,
    games: gtk::DropDown,
    names: [gtk::Label; 2],
    list: gtk::ListView,
    store: gio::ListStore,
    rows: RefCell<Vec<Row>>,
    titles: RefCell<Vec<String>>,
    /// Whether marks are colored; cells read it when they are filled.
    is_colored: Rc<StdCell<bool>>,
    digits: Rc<StdCell<u8>>,
    is_updating: StdCell<bool>,
    empty: gtk::Label,
}

/// A cell: text, loss, and a bar as long as the loss.
#[derive(Clone)]
struct CellButton {
    button: gtk::Button,
    text: gtk::Label,
    loss: gtk::Label,
    bar: gtk::Box,
}

impl CellButton {
    fn new() -> CellButton {
        let text =
            gtk::Label::builder().xalign(0.0).hexpand(true).ellipsize(pango::EllipsizeMode::End).build();
        text.add_css_class("figures");
        let loss = gtk::Label::builder().css_classes(["figures", "loss"]).build();
        let line = gtk::Box::builder().spacing(3).build();
        line.append(&text);
        line.append(&loss);
        let bar = gtk::Box::builder()
            .css_classes(["loss-bar"])
            .halign(gtk::Align::End)
            .valign(gtk::Align::End)
            .height_request(2)
            .build();
        let whole = gtk::Overlay::builder().child(&line).build();
        whole.add_overlay(&bar);
        let button = gtk::Button::builder().child(&whole).hexpand(true).focus_on_click(false).build();
        CellButton { button, text, loss, bar }
    }

    /// The parts of a button made by [`CellButton::new`].
    fn of(button: gtk::Widget) -> Option<CellButton> {
        let button = button.downcast::<gtk::Button>().ok()?;
        let whole = button.child().and_downcast::<gtk::Overlay>()?;
        let line = whole.child()?;
        let text = line.first_child().and_downcast::<gtk::Label>()?;
        let loss = text.next_sibling().and_downcast::<gtk::Label>()?;
        let bar = line.next_sibling().and_downcast::<gtk::Box>()?;
        Some(CellButton { button, text, loss, bar })
    }

    fn fill(&self, cell: Option<&Cell>, is_colored: bool, digits: u8) {
        let Some(cell) = cell else {
            self.button.set_action_name(None);
            self.button.set_sensitive(false);
            self.button.set_can_focus(false);
            self.button.set_css_classes(&["record-cell", "nothing", "flat"]);
            self.text.set_text("");
            self.loss.set_text("");
            self.bar.set_visible(false);
            self.button.set_tooltip_text(None);
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
        let text = shown.map_or(String::new(), |loss| format!("−{loss:.*}", usize::from(digits)));
        self.loss.set_text(&text);
        let length = shown.map_or(0.0, |loss| (loss * BAR_PER_POINT).min(LONGEST_BAR));
        self.bar.set_visible(length >= 1.0);
        self.bar.set_width_request(length.round() as i32);
        let mut spoken = cell.spoken();
        if !text.is_empty() {
            spoken += &gettext_f(", loses {loss}", &[("loss", text.trim_start_matches('−'))]);
        }
        self.button.set_tooltip_text(Some(&spoken));
        a11y::set_label(&self.button, &spoken);
        let target = (cell.game as u32, cell.entry as u32).to_variant();
        self.button.set_action_target_value(Some(&target));
        self.button.set_action_name(Some("win.go-to"));
    }
}

/// The lines of the list as widgets.
fn factory(is_colored: &Rc<StdCell<bool>>, digits: &Rc<StdCell<u8>>) -> gtk::SignalListItemFactory {
    let factory = gtk::SignalListItemFactory::new();
    factory.connect_setup(|_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let number = gtk::Label::builder().xalign(1.0).width_chars(3).build();
        number.set_css_classes(&["figures", "dim-label"]);
        let pair = gtk::Box::builder().homogeneous(true).hexpand(true).build();
        for _ in Player::BOTH {
            pair.append(&CellButton::new().button);
        }
        let line = gtk::Box::builder().spacing(3).build();
        line.append(&number);
        line.append(&pair);
        item.set_activatable(false);
        item.set_selectable(false);
        item.set_child(Some(&line));
    });
    let (is_colored, digits) = (Rc::clone(is_colored), Rc::clone(digits));
    factory.connect_bind(move |_, item| {
        let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
        let Some(boxed) = item.item().and_downcast::<glib::BoxedAnyObject>() else { return };
        let row = boxed.borrow::<Row>();
        let number = item.child().and_then(|line| line.first_child()).and_downcast::<gtk::Label>();
        let Some(number) = number else { return };
        number.set_text(&row.number.to_string());
        let mut next = number.next_sibling().and_then(|pair| pair.first_child());
        for cell in &row.cells {
            let Some(button) = next else { return };
            next = button.next_sibling();
            if let Some(parts) = CellButton::of(button) {
                parts.fill(cell.as_ref(), is_colored.get(), digits.get());
            }
        }
    });
    factory
}

/// The title of a game in the list of games.
fn game_title(session: &Session, n: usize) -> String {
    let record = session.record();
    let Some(game) = record.games.get(n) else { return String::new() };
    let [a, b] = game.start.score.map(|points| points.to_string());
    let number = (n + 1).to_string();
    let values = [("n", number.as_str()), ("a", a.as_str()), ("b", b.as_str())];
    let title = gettext_f("Game {n}: {a}–{b}", &values);
    let is_crawford = game.start.is_crawford;
    if is_crawford { gettext_f("{game}, Crawford", &[("game", &title)]) } else { title }
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
        let games = gtk::DropDown::from_strings(&[]);
        games.set_hexpand(true);
        a11y::set_label(&games, &gettext("Game"));
        let tools = gtk::Box::builder().spacing(6).css_classes(["panel-line"]).build();
        tools.append(&games);
        tools.append(&navigation());
        let names = Player::BOTH.map(|_| {
            let label = gtk::Label::builder().xalign(0.0).ellipsize(pango::EllipsizeMode::End).build();
            label.set_css_classes(&["caption-heading"]);
            label
        });
        let pair = gtk::Box::builder().homogeneous(true).hexpand(true).build();
        for label in &names {
            pair.append(label);
        }
        let head = gtk::Box::builder().spacing(3).css_classes(["record-head"]).build();
        head.append(
            &gtk::Label::builder().label("#").xalign(1.0).width_chars(3).css_classes(["dim-label"]).build(),
        );
        head.append(&pair);
        let (is_colored, digits) = (Rc::new(StdCell::new(true)), Rc::new(StdCell::new(3)));
        let store = gio::ListStore::new::<glib::BoxedAnyObject>();
        let selection = gtk::NoSelection::new(Some(store.clone()));
        let list = gtk::ListView::new(Some(selection), Some(factory(&is_colored, &digits)));
        list.add_css_class("record");
        a11y::set_label(&list, &gettext("Game record"));
        let scroller = gtk::ScrolledWindow::builder()
            .child(&list)
            .vexpand(true)
            .hscrollbar_policy(gtk::PolicyType::Never)
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
        root.append(&tools);
        root.append(&head);
        root.append(&body);
        games.connect_selected_notify(glib::clone!(
            #[weak]
            window,
            move |games| window.pick_game(games.selected() as usize)
        ));
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
        let (rows, titles, is_updating) = (RefCell::default(), RefCell::default(), StdCell::default());
        RecordPanel { root, games, names, list, store, rows, titles, is_colored, digits, is_updating, empty }
    }

    pub(super) fn widget(&self) -> &gtk::Box {
        &self.root
    }

    pub(super) fn focus(&self) {
        self.list.grab_focus();
    }

    /// Shows these rows; only lines that differ are made anew.
    fn set_rows(&self, rows: Vec<Row>) {
        let old = self.rows.replace(rows);
        let rows = self.rows.borrow();
        let object = |row: &Row| glib::BoxedAnyObject::new(row.clone());
        for (n, row) in (0..).zip(rows.iter()) {
            match old.get(n as usize) {
                Some(known) if known == row => {}
                Some(_) => self.store.splice(n, 1, &[object(row)]),
                None => self.store.append(&object(row)),
            }
        }
        let (n_old, n_new) = (old.len() as u32, rows.len() as u32);
        if n_old > n_new {
            self.store.splice(n_new, n_old - n_new, &[] as &[glib::BoxedAnyObject]);
        }
        self.empty.set_visible(rows.is_empty());
        let current = rows.iter().position(|row| row.cells.iter().flatten().any(|cell| cell.is_current));
        // At the end of the game its last line is shown.
        let line = current.or(rows.len().checked_sub(1));
        if let Some(line) = line.and_then(|line| u32::try_from(line).ok()) {
            let list = self.list.clone();
            // The list knows new lines once it has been measured.
            glib::idle_add_local_once(move || {
                let _ = list.activate_action("list.scroll-to-item", Some(&line.to_variant()));
            });
        }
    }

    /// What is shown, for tests.
    pub(super) fn facts(&self) -> Value {
        let rows = self.rows.borrow();
        let text = |cell: &Option<Cell>| json!(cell.as_ref().map(Cell::marked_text));
        let current = rows.iter().flat_map(|row| row.cells.iter().flatten()).find(|cell| cell.is_current);
        json!({
            "rows": rows.iter().map(|row| row.cells.iter().map(text).collect::<Vec<_>>()).collect::<Vec<_>>(),
            "current": current.map(|cell| [cell.game, cell.entry]),
            "games": *self.titles.borrow(),
            "game": self.games.selected(),
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
            let titles: Vec<String> =
                (0..session.record().games.len()).map(|n| game_title(session, n)).collect();
            let names = match session.record().games.is_empty() {
                true => session.options().matches.names.clone(),
                false => Player::BOTH.map(|player| session.name(player)),
            };
            (place.game, titles, names, cells::rows(session, place.game))
        });
        let Some((game, titles, names, rows)) = shown else { return };
        let options = self.options();
        let is_colored = options.window.styled_game_list;
        if panel.is_colored.replace(is_colored) != is_colored
            || panel.digits.replace(options.output.digits) != options.output.digits
        {
            panel.rows.take();
            panel.store.remove_all();
        }
        panel.is_updating.set(true);
        if *panel.titles.borrow() != titles {
            let words: Vec<&str> = titles.iter().map(String::as_str).collect();
            panel.games.set_model(Some(&gtk::StringList::new(&words)));
            panel.games.set_sensitive(!words.is_empty());
            panel.titles.replace(titles);
        }
        if panel.games.selected() as usize != game {
            panel.games.set_selected(game as u32);
        }
        panel.is_updating.set(false);
        for (label, name) in panel.names.iter().zip(&names) {
            label.set_text(name);
            label.set_tooltip_text(Some(name));
        }
        panel.set_rows(rows);
    }

    /// Goes to the start of a game chosen in the list.
    fn pick_game(&self, game: usize) {
        let panel = match self.imp_panels() {
            Some(panels) => &panels.record,
            None => return,
        };
        let here = self.look(|session| session.place().game);
        if !panel.is_updating.get() && here != Some(game) && game < panel.titles.borrow().len() {
            self.go(Go::To { game, entry: 0, rolled: false });
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
