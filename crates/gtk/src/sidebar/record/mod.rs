// SPDX-License-Identifier: GPL-3.0-or-later
//! The game record: a column for each player with decisions and marks; a click goes to a decision. A filter hides
//! decisions, and a strip shows the course of the game.

mod branch_row;
pub(super) mod cells;
mod controls;
mod course;
mod filter;
mod game_chooser;
mod numbers;
mod ratings;
mod record_list;
mod tree;

use crate::a11y;
use crate::board::Design;
use crate::i18n::{gettext, gettext_f};
use crate::stage::CheckerPicture;
use crate::widgets::gradual::UpdateQueue;
use crate::widgets::keys;
use crate::widgets::text_factor;
use crate::widgets::whole_rows::whole_rows;
use adw::prelude::*;
use cells::RecordRow;
use controls::{FilterBar, VariationMenu, variations_of};
use course::{Course, CourseStrip};
use filter::RecordFilter;
use game_chooser::{GameChooser, GameTitle};
use gnubg_engine::core::Player;
use gnubg_session::Session;
use gnubg_session::options::RecordNumbers;
use gtk::{gdk, gio, glib, pango};
use numbers::{NumberColumns, NumberLabels};
pub(super) use ratings::PlayerRating;
use record_list::{RecordList, RowStyle};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use tree::OpenBranches;

/// What the panel shows.
pub(super) struct RecordContent {
    game: usize,
    titles: Vec<GameTitle>,
    names: [String; 2],
    ratings: Option<[PlayerRating; 2]>,
    /// The rows of the game shown with all its variations; while the record is filtered, those of all games.
    rows: Vec<RecordRow>,
    course: Course,
    variations: Vec<(usize, String)>,
    numbers: RecordNumbers,
    digits: u8,
    is_colored: bool,
}

impl RecordContent {
    /// The game that the session shows, or all games.
    pub(super) fn of(session: &Session, has_all: bool, ratings: Option<[PlayerRating; 2]>) -> RecordContent {
        let game = session.place().game;
        let options = session.options();
        let names = match session.record().games.is_empty() {
            true => options.matches.names.clone(),
            false => Player::BOTH.map(|player| session.name(player)),
        };
        RecordContent {
            game,
            titles: GameTitle::all(session),
            names,
            ratings,
            rows: match has_all {
                true => {
                    (0..session.record().games.len()).flat_map(|game| cells::rows(session, game)).collect()
                }
                false => tree::rows(session, game),
            },
            course: Course::of(session, game),
            variations: variations_of(session),
            numbers: options.window.record_numbers,
            digits: options.output.digits,
            is_colored: options.window.styled_game_list,
        }
    }
}

/// Side of the checkers above the columns, in pixels.
const CHECKER: i32 = 16;

/// The panel. Going to a decision or game, and everything in menus, are actions of the window.
pub(super) struct RecordPanel {
    root: gtk::Box,
    games: GameChooser,
    names: [gtk::Label; 2],
    checkers: [CheckerPicture; 2],
    ratings: [gtk::Label; 2],
    list: RecordList,
    /// The titles of the columns of numbers, for each player.
    number_titles: [NumberLabels; 2],
    empty: gtk::Label,
    filter: FilterBar,
    course: CourseStrip,
    variations: VariationMenu,
    open: RefCell<OpenBranches>,
    content: RefCell<Option<RecordContent>>,
    /// Whether the content has the rows of all games.
    has_all: Cell<bool>,
    on_wanted: OnceCell<Box<dyn Fn()>>,
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

/// A text in place of rows.
fn placeholder() -> gtk::Label {
    let label = gtk::Label::builder()
        .label(gettext("Nothing has been played yet."))
        .wrap(true)
        .justify(gtk::Justification::Center)
        .css_classes(["dim-label"])
        .build();
    label.set_can_target(false);
    label
}

impl RecordPanel {
    pub(super) fn new(updates: &UpdateQueue) -> Rc<RecordPanel> {
        let games = GameChooser::new();
        let tools = gtk::Box::builder().spacing(6).css_classes(["panel-line"]).build();
        tools.append(games.widget());
        tools.append(&navigation());
        let (filter, variations) = (FilterBar::new(), VariationMenu::new());
        let names = Player::BOTH.map(|_| {
            let label = gtk::Label::builder().xalign(0.0).ellipsize(pango::EllipsizeMode::End).build();
            label.set_css_classes(&["caption-heading"]);
            label
        });
        let columns = gtk::Box::builder().homogeneous(true).hexpand(true).build();
        let checkers = Player::BOTH.map(|player| CheckerPicture::sized(player, CHECKER));
        let number_titles = Player::BOTH.map(|player| {
            let (name, checker) = (&names[player.index()], checkers[player.index()].widget());
            let column = gtk::Box::builder().spacing(3).css_classes(["record-half"]).build();
            column.set_widget_name("record_head");
            checker.set_widget_name("record_checker");
            checker.set_valign(gtk::Align::Center);
            name.set_hexpand(true);
            column.append(checker);
            column.append(name);
            columns.append(&column);
            NumberLabels::add_to(&column, "of-head")
        });
        let ratings = ["record_rating_0", "record_rating_1"].map(|name| {
            let label = gtk::Label::builder().name(name).xalign(0.0).hexpand(true);
            let label = label.ellipsize(pango::EllipsizeMode::End).visible(false).build();
            label.set_css_classes(&["caption", "figures", "dim-label"]);
            label
        });
        let rating_line = gtk::Box::builder().homogeneous(true).css_classes(["record-ratings"]).build();
        ratings.iter().for_each(|label| rating_line.append(label));
        let head = gtk::Box::builder().spacing(3).css_classes(["record-head"]).build();
        head.append(
            &gtk::Label::builder().label("#").xalign(1.0).width_chars(3).css_classes(["dim-label"]).build(),
        );
        head.append(&columns);
        let list = RecordList::new(updates);
        let scroller = gtk::ScrolledWindow::builder()
            .child(list.widget())
            .vexpand(true)
            // Columns are hidden when there is no room, so they do not request width.
            .hscrollbar_policy(gtk::PolicyType::External)
            .min_content_height(30)
            .build();
        let empty = placeholder();
        let body = gtk::Overlay::builder().child(&whole_rows(&scroller)).vexpand(true).build();
        body.add_overlay(&empty);
        let root = gtk::Box::new(gtk::Orientation::Vertical, 0);
        let course = CourseStrip::new();
        root.append(&tools);
        root.append(filter.widget());
        let head = gtk::ScrolledWindow::builder()
            .child(&head)
            .hscrollbar_policy(gtk::PolicyType::External)
            .vscrollbar_policy(gtk::PolicyType::Never)
            .build();
        root.append(&rating_line);
        root.append(&head);
        root.append(&body);
        root.append(course.widget());
        let content = RefCell::default();
        let panel = Rc::new(RecordPanel {
            root,
            games,
            names,
            checkers,
            ratings,
            list,
            number_titles,
            empty,
            filter,
            course,
            variations,
            open: RefCell::default(),
            content,
            has_all: Cell::default(),
            on_wanted: OnceCell::new(),
        });
        panel.connect();
        panel
    }

    fn connect(self: &Rc<Self>) {
        // Both columns of numbers are shown if there is room.
        if let Some(across) = self.list.widget().hadjustment() {
            across.connect_page_size_notify(glib::clone!(
                #[weak(rename_to = panel)]
                self,
                move |_| {
                    glib::idle_add_local_once(move || panel.fit_columns());
                }
            ));
        }
        self.filter.connect_changed(glib::clone!(
            #[weak(rename_to = panel)]
            self,
            move || {
                // A filter searches the whole match, which has to be read for it.
                if panel.has_all.replace(panel.is_filtered()) == panel.is_filtered() {
                    panel.refresh();
                } else {
                    panel.request_content();
                }
            }
        ));
        self.connect_folding();
        self.filter.connect_closed(glib::clone!(
            #[weak(rename_to = panel)]
            self,
            move || panel.focus()
        ));
        keys::connect(
            self.list.widget(),
            gtk::PropagationPhase::Capture,
            glib::clone!(
                #[weak(rename_to = panel)]
                self,
                #[upgrade_or]
                glib::Propagation::Proceed,
                move |key, modifiers| panel.press_key(key, modifiers)
            ),
        );
    }

    /// The actions that open and fold variations, by the number of the line.
    fn connect_folding(self: &Rc<Self>) {
        let group = gio::SimpleActionGroup::new();
        for (name, is_open) in [("open", true), ("fold", false)] {
            let action = gio::SimpleAction::new(name, Some(&u32::static_variant_type()));
            action.connect_activate(glib::clone!(
                #[weak(rename_to = panel)]
                self,
                move |_, line| {
                    if let Some(line) = line.and_then(glib::Variant::get::<u32>) {
                        panel.set_open(line as usize, is_open);
                    }
                }
            ));
            group.add_action(&action);
        }
        self.root.insert_action_group(branch_row::GROUP, Some(&group));
    }

    /// Opens or folds the variation of a line.
    fn set_open(&self, line: usize, is_open: bool) {
        let head = self.content.borrow().as_ref().and_then(|content| {
            content.rows.iter().filter_map(|row| row.branch.clone()).find(|head| head.line == line)
        });
        if let Some(head) = head {
            self.open.borrow_mut().set(&head, is_open);
            self.refresh();
        }
    }

    /// Paints the checkers above the columns in this design.
    pub(super) fn set_design(&self, design: &Design) {
        self.checkers.iter().for_each(|checker| checker.set_design(design));
    }

    pub(super) fn widget(&self) -> &gtk::Box {
        &self.root
    }

    /// The buttons for the panel's title bar.
    pub(super) fn title_buttons(&self) -> [gtk::Widget; 2] {
        [self.variations.button().clone().upcast(), self.filter.toggle().clone().upcast()]
    }

    pub(super) fn focus(&self) {
        self.list.widget().grab_focus();
    }

    /// Calls `wanted` when other content is needed. To be called once.
    pub(super) fn connect_wanted(&self, wanted: impl Fn() + 'static) {
        assert!(self.on_wanted.set(Box::new(wanted)).is_ok(), "invariant: connected once");
    }

    fn request_content(&self) {
        if let Some(wanted) = self.on_wanted.get() {
            wanted();
        }
    }

    /// Whether a filter is typed, which searches the whole match.
    pub(super) fn is_filtered(&self) -> bool {
        !self.filter.filter().is_empty()
    }

    /// Shows a game, or all games while the record is filtered.
    pub(super) fn show(&self, content: RecordContent) {
        self.content.replace(Some(content));
        self.refresh();
    }

    /// Shows the content as filter and width are now.
    fn refresh(&self) {
        let content = self.content.borrow();
        let Some(content) = content.as_ref() else { return };
        let columns = self.columns(content);
        self.variations.offer(content.variations.clone());
        self.number_titles.iter().for_each(|titles| titles.title(columns));
        self.games.show(content.titles.clone(), content.game);
        for (label, name) in self.names.iter().zip(&content.names) {
            label.set_text(name);
            a11y::set_tooltip(label, Some(name));
        }
        for (n, label) in self.ratings.iter().enumerate() {
            label.set_visible(content.ratings.is_some());
            if let Some(ratings) = &content.ratings {
                label.set_text(&ratings[n].short);
                a11y::set_tooltip(label, Some(&ratings[n].told));
                a11y::set_label(label, &ratings[n].told);
            }
        }
        self.course.show(content.course.clone(), &content.names);
        let count = |rows: &[RecordRow]| rows.iter().flat_map(|row| &row.cells).flatten().count();
        let filter = self.filter.filter();
        let rows = filter.keep(content.rows.clone(), &content.names);
        self.open.borrow_mut().follow(&rows);
        let rows = self.open.borrow().seen(rows);
        self.filter.show_found(count(&rows), count(&content.rows));
        self.empty.set_visible(rows.is_empty());
        self.empty.set_text(&match filter.is_empty() {
            true => gettext("Nothing has been played yet."),
            false => match filter.unknown_word(&content.rows, &content.names) {
                Some(word) => gettext_f(
                    "“{word}” is unknown. Words: {words}, a player's name, a part of a play, > 0.08.",
                    &[("word", word), ("words", &RecordFilter::known_words())],
                ),
                None => gettext("No decision matches."),
            },
        });
        let current = rows.iter().position(|row| row.cells.iter().flatten().any(|cell| cell.is_current));
        // At the end of the game its last row is shown; of filtered rows the first.
        let last = rows.len().checked_sub(1).filter(|_| filter.is_empty());
        let style = RowStyle { is_colored: content.is_colored, is_of_match: !filter.is_empty(), columns };
        self.list.show(rows, style, current.or(last));
    }

    /// The columns of numbers that are wanted and have room.
    fn columns(&self, content: &RecordContent) -> NumberColumns {
        let width = self.list.widget().hadjustment().map_or(0.0, |across| across.page_size());
        // As if text had its default size.
        let width = (width / text_factor()) as i32;
        NumberColumns::of(&content.rows, content.numbers, width, content.digits)
    }

    /// Shows the columns that have room now.
    fn fit_columns(&self) {
        let wanted = self.content.borrow().as_ref().map(|content| self.columns(content));
        if wanted.is_some_and(|wanted| wanted != self.list.columns()) {
            self.refresh();
        }
    }

    /// Keys of the list: through the game without Tab.
    fn press_key(&self, key: gdk::Key, modifiers: gdk::ModifierType) -> glib::Propagation {
        if modifiers.intersects(gdk::ModifierType::CONTROL_MASK | gdk::ModifierType::ALT_MASK) {
            return glib::Propagation::Proceed;
        }
        // The head of a variation has keys of its own.
        let focus = self.root.root().and_then(|root| root.focus());
        let is_on_branch = focus.is_some_and(|widget| widget.widget_name() == branch_row::NAME);
        let action = match key {
            gdk::Key::Left | gdk::Key::Right if is_on_branch => return glib::Propagation::Proceed,
            gdk::Key::Up | gdk::Key::Left => "win.previous-roll",
            gdk::Key::Down | gdk::Key::Right => "win.next-roll",
            gdk::Key::Home => "win.first-move",
            gdk::Key::End => "win.last-move",
            gdk::Key::Escape => "win.focus-board",
            gdk::Key::slash => {
                self.filter.open();
                return glib::Propagation::Stop;
            }
            _ => return glib::Propagation::Proceed,
        };
        // The action exists only in the main window.
        let _ = self.root.activate_action(action, None);
        glib::Propagation::Stop
    }
}

impl super::Sidebar {
    /// Paints the checkers of the record in this design.
    pub(crate) fn set_design(&self, design: &Design) {
        self.record.set_design(design);
    }
}
