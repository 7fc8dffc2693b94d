// SPDX-License-Identifier: GPL-3.0-or-later
//! The game record: a column for each player with decisions and marks; a click goes to a decision. A filter hides
//! decisions, and a strip shows the course of the game.

use super::super::Window;
use super::cells::{self, Row};
use super::course::{Course, CourseStrip};
use super::games::{GameList, Title};
use super::lines::{Look, RowList};
use super::numbers::{Columns, Pair};
use super::record_tools::{FilterLine, VariationMenu, variations_of};
use crate::a11y;
use crate::i18n::gettext;
use adw::prelude::*;
use gnubg_engine::core::Player;
use gnubg_session::Go;
use gtk::{gdk, glib, pango};

pub(super) struct RecordPanel {
    root: gtk::Box,
    games: GameList,
    names: [gtk::Label; 2],
    list: RowList,
    /// The titles of the columns, for each player.
    titled: [Pair; 2],
    empty: gtk::Label,
    filter: FilterLine,
    course: CourseStrip,
    variations: VariationMenu,
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
        let (filter, variations) = (FilterLine::new(window), VariationMenu::new());
        let names = Player::BOTH.map(|_| {
            let label = gtk::Label::builder().xalign(0.0).ellipsize(pango::EllipsizeMode::End).build();
            label.set_css_classes(&["caption-heading"]);
            label
        });
        let pair = gtk::Box::builder().homogeneous(true).hexpand(true).build();
        let titled = names.each_ref().map(|name| {
            let half = gtk::Box::builder().spacing(3).css_classes(["record-half"]).build();
            half.set_widget_name("record_head");
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
        let list = RowList::new(window);
        let scroller = gtk::ScrolledWindow::builder()
            .child(list.widget())
            .vexpand(true)
            // Columns are hidden when there is no room, so they do not request width.
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
        if let Some(across) = list.widget().hadjustment() {
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
        list.widget().add_controller(keys);
        RecordPanel { root, games, names, list, titled, empty, filter, course, variations }
    }

    pub(super) fn widget(&self) -> &gtk::Box {
        &self.root
    }

    pub(super) fn games(&self) -> &GameList {
        &self.games
    }

    /// The buttons that belong into the panel's head.
    pub(super) fn head_buttons(&self) -> [gtk::Widget; 2] {
        [self.variations.button().clone().upcast(), self.filter.toggle().clone().upcast()]
    }

    pub(super) fn focus(&self) {
        self.list.widget().grab_focus();
    }

    /// The width that can be seen of the list.
    fn width(&self) -> i32 {
        self.list.widget().hadjustment().map_or(0, |across| across.page_size() as i32)
    }

    /// Shows the rows that the filter has left.
    fn set_rows(&self, rows: Vec<Row>, look: Look) {
        self.empty.set_visible(rows.is_empty());
        self.empty.set_text(&if self.filter.filter().is_empty() {
            gettext("Nothing has been played yet.")
        } else {
            gettext("No decision of this game matches.")
        });
        let current = rows.iter().position(|row| row.cells.iter().flatten().any(|cell| cell.is_current));
        // At the end of the game its last line is shown; of lines that were looked for, the first.
        let last = rows.len().checked_sub(1).filter(|_| self.filter.filter().is_empty());
        self.list.show(rows, look, current.or(last));
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
            panel.variations.offer(variations_of(session));
            (place.game, titles, names, rows, Course::of(session, place.game))
        });
        let Some((game, titles, names, rows, course)) = shown else { return };
        let options = self.options();
        let is_colored = options.window.styled_game_list;
        let width = self.record_width();
        let columns = Columns::of(&rows, options.window.record_numbers, width, options.output.digits);
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
        panel.set_rows(rows, Look { is_colored, columns });
    }

    /// The width of the record, as if text had its usual size.
    fn record_width(&self) -> i32 {
        (f64::from(self.panels().record.width()) / self.text_factor()) as i32
    }

    /// Shows the record anew if its width has room for other columns.
    fn show_record_columns(&self) {
        let Some(panel) = self.imp_panels().map(|panels| &panels.record) else { return };
        let present = panel.list.columns();
        let wanted = self.options().window.record_numbers;
        let columns = Columns::of(&panel.list.rows(), wanted, self.record_width(), present.digits);
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
