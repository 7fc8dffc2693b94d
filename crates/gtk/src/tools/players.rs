// SPDX-License-Identifier: GPL-3.0-or-later
//! The player records: totals of players over all matches that were added, the matches of each player, the trend of the
//! performance rating, and notes.

use super::Tool;
use super::controls::{button, drop_down, icon_button, paragraph, tab_separated};
use super::frame::ToolFrame;
use super::player_profile::Profile;
use super::text_table::TextTable;
use crate::a11y;
use crate::host::HostHandle;
use crate::i18n::{gettext, gettext_f, localized};
use crate::widgets::question::Question;
use crate::widgets::weakly;
use adw::prelude::*;
use gnubg_session::Session;
use gnubg_session::players::{Figures, PlayedMatch, PlayerBook};
use gtk::{gio, glib};
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

/// The window of the player records.
pub(crate) struct PlayersWindow {
    this: Weak<PlayersWindow>,
    host: HostHandle,
    frame: ToolFrame,
    choice: gtk::DropDown,
    add: gtk::Button,
    rename: gtk::MenuButton,
    new_name: gtk::Entry,
    delete: gtk::Button,
    pages: gtk::Stack,
    table: TextTable,
    profile: Profile,
    book: RefCell<PlayerBook>,
    names: RefCell<Vec<String>>,
    /// Whether the list of players is being filled, so that its changes are not taken for the user's.
    is_filling: Cell<bool>,
    /// Whether the records have been read, and whether the match is to be added as soon as they have.
    is_loaded: Cell<bool>,
    is_add_due: Cell<bool>,
}

/// A rate with two decimals, or a dash.
fn rate(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| localized(format!("{value:.2}")))
}

/// A rating in whole points, or a dash.
fn rating(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| localized(format!("{value:.0}")))
}

/// Headings of the figures in both tables.
fn headings() -> [String; 6] {
    [
        gettext("Plays"),
        gettext("Cube"),
        gettext("All errors"),
        gettext("PR"),
        gettext("Luck"),
        gettext("Rating"),
    ]
}

fn cells(figures: &Figures, points: Option<f64>) -> [String; 6] {
    [
        rate(figures.play_rate()),
        rate(figures.cube_rate()),
        rate(figures.overall_rate()),
        rate(figures.performance_rating()),
        rate(figures.luck_rate()),
        rating(points),
    ]
}

/// All players.
fn totals(book: &PlayerBook) -> Vec<Vec<String>> {
    let head = [gettext("Player"), gettext("Matches"), gettext("Won"), gettext("Games")];
    let mut rows = vec![head.into_iter().chain(headings()).collect()];
    for total in book.totals() {
        let counts = [total.name, total.matches.to_string(), total.won.to_string(), total.games.to_string()];
        rows.push(counts.into_iter().chain(cells(&total.figures, total.rating)).collect());
    }
    rows
}

/// The matches of one player, the one added last first.
fn matches(book: &PlayerBook, name: &str) -> Vec<Vec<String>> {
    let head = [gettext("Date"), gettext("Opponent"), gettext("Points"), gettext("Score")];
    let mut rows: Vec<Vec<String>> = book
        .of_player(name)
        .map(|(one, player)| {
            let (own, other) = (&one.players[player.index()], &one.players[player.other().index()]);
            let length = if one.length == 0 { gettext("money") } else { one.length.to_string() };
            let score = format!("{} – {}", own.points, other.points);
            let facts = [one.date.clone(), other.name.clone(), length, score];
            facts.into_iter().chain(cells(&own.figures.unwrap_or_default(), own.rating)).collect()
        })
        .collect();
    rows.reverse();
    rows.insert(0, head.into_iter().chain(headings()).collect());
    rows
}

/// Whether something in the match is analyzed, so that it can be added.
pub(crate) fn can_add(session: &Session) -> bool {
    session.record().games.iter().flat_map(|game| &game.entries).any(|entry| entry.analysis.is_some())
}

impl PlayersWindow {
    pub(super) fn new(host: &HostHandle) -> Rc<PlayersWindow> {
        let new_name = gtk::Entry::builder().name("players-new-name").max_length(31).width_chars(20).build();
        a11y::set_label(&new_name, &gettext("New name of the player"));
        let renaming = gtk::Popover::builder().child(&new_name).build();
        let rename_tooltip = gettext("Rename the player");
        let rename = gtk::MenuButton::builder()
            .name("players-rename")
            .icon_name("document-edit-symbolic")
            .popover(&renaming)
            .tooltip_text(&rename_tooltip)
            .build();
        a11y::set_label(&rename, &rename_tooltip);
        a11y::name_menu_buttons(&rename, &rename_tooltip);
        let window = Rc::new_cyclic(|this: &Weak<PlayersWindow>| PlayersWindow {
            this: this.clone(),
            host: host.clone(),
            frame: ToolFrame::new(host, "players", &gettext("Player records"), (860, 480)),
            choice: drop_down(&[gettext("All players")], &gettext("Player shown")),
            add: button(&gettext("Add this match"), &gettext("Add the analyzed match to the player records")),
            rename,
            new_name,
            delete: icon_button("user-trash-symbolic", &gettext("Delete the records of the player")),
            pages: gtk::Stack::builder().name("players-pages").build(),
            table: TextTable::new("players-table"),
            profile: Profile::new(),
            book: RefCell::default(),
            names: RefCell::default(),
            is_filling: Cell::default(),
            is_loaded: Cell::default(),
            is_add_due: Cell::default(),
        });
        window.lay_out();
        window.connect();
        window.load();
        window
    }

    fn lay_out(&self) {
        self.choice.set_widget_name("players-choice");
        self.add.set_widget_name("players-add");
        self.delete.set_widget_name("players-delete");
        let controls = gtk::Box::builder().spacing(6).css_classes(["tool-row"]).build();
        controls.append(&self.choice);
        controls.append(&self.rename);
        controls.append(&self.delete);
        controls.append(&gtk::Box::builder().hexpand(true).build());
        controls.append(&self.add);
        let scroller = gtk::ScrolledWindow::builder().child(&self.table).vexpand(true).build();
        let empty = adw::StatusPage::builder()
            .icon_name("system-users-symbolic")
            .title(gettext("No matches yet"))
            .description(gettext("Analyze a match and add it here to track its players"))
            .vexpand(true)
            .build();
        self.pages.add_named(&empty, Some("empty"));
        let whole = gtk::Box::new(gtk::Orientation::Vertical, 0);
        whole.append(&scroller);
        whole.append(self.profile.widget());
        self.pages.add_named(&whole, Some("table"));
        let note = gettext(
            "Rates are in thousandths of a point: errors per decision, luck per roll. PR is half the rate of all errors; the rating converts these errors to the FIBS scale.",
        );
        let note = paragraph(&note, &["dim-label", "caption", "tool-row"]);
        let content = self.frame.content();
        content.append(&controls);
        content.append(&self.pages);
        content.append(&note);
    }

    fn connect(&self) {
        let with = |run: fn(&PlayersWindow)| weakly(&self.this, run);
        let run = with(PlayersWindow::keep_notes);
        let focus = gtk::EventControllerFocus::new();
        focus.connect_leave(move |_| run());
        self.profile.notes().add_controller(focus);
        let run = with(|window| {
            if !window.is_filling.get() {
                window.keep_notes();
                window.fill();
            }
        });
        self.choice.connect_selected_notify(move |_| run());
        let run = with(PlayersWindow::add);
        self.add.connect_clicked(move |_| run());
        let run = with(PlayersWindow::delete);
        self.delete.connect_clicked(move |_| run());
        let run = with(PlayersWindow::rename);
        self.new_name.connect_activate(move |_| run());
        let copy = with(|window| window.frame.clipboard().set_text(&tab_separated(&window.table.rows())));
        self.frame.connect_copy(&gettext("Copy the table"), copy);
    }

    /// Reads the records in the background.
    fn load(&self) {
        let Some(path) = self.host.look(Session::players_file).flatten() else { return };
        let this = self.this.clone();
        glib::spawn_future_local(async move {
            let read = gio::spawn_blocking(move || {
                let (book, problem) = PlayerBook::read(&path);
                (book, problem.map(|problem| problem.to_string()))
            });
            let (Ok((book, problem)), Some(window)) = (read.await, this.upgrade()) else { return };
            if let Some(problem) = problem {
                window.host.toast_error(&problem);
            }
            window.book.replace(book);
            window.offer_players(None);
            window.is_loaded.set(true);
            if window.is_add_due.take() {
                window.add();
            }
        });
    }

    /// The selected player; `None` for all.
    fn player(&self) -> Option<String> {
        let at = (self.choice.selected() as usize).checked_sub(1)?;
        self.names.borrow().get(at).cloned()
    }

    /// Fills the list of players and selects one of them, or all.
    fn offer_players(&self, selected: Option<&str>) {
        let names: Vec<String> = self.book.borrow().totals().into_iter().map(|total| total.name).collect();
        let at = selected.and_then(|name| names.iter().position(|one| one == name)).map_or(0, |n| n + 1);
        let all = gettext("All players");
        let titles: Vec<&str> =
            std::iter::once(all.as_str()).chain(names.iter().map(String::as_str)).collect();
        self.is_filling.set(true);
        self.choice.set_model(Some(&gtk::StringList::new(&titles)));
        self.choice.set_selected(at as u32);
        self.is_filling.set(false);
        self.names.replace(names);
        self.fill();
    }

    fn fill(&self) {
        let player = self.player();
        let book = self.book.borrow();
        let rows = match &player {
            Some(name) => matches(&book, name),
            None => totals(&book),
        };
        self.table.set_rows(&rows, if player.is_some() { &[0, 1] } else { &[0] });
        self.pages.set_visible_child_name(if book.matches().is_empty() { "empty" } else { "table" });
        self.rename.set_sensitive(player.is_some());
        self.delete.set_sensitive(player.is_some());
        self.new_name.set_text(player.as_deref().unwrap_or(""));
        self.profile.show(&book, player.as_deref());
        drop(book);
    }

    /// Shows the changed records and writes them.
    fn show_and_write(&self, selected: Option<&str>) {
        self.offer_players(selected);
        self.write();
    }

    /// Keeps the notes that were typed about the player shown.
    fn keep_notes(&self) {
        let Some((player, note)) = self.profile.typed_notes() else { return };
        if self.book.borrow_mut().set_note(&player, &note) {
            self.write();
        }
    }

    /// Writes the records in the background.
    fn write(&self) {
        let (book, host) = (self.book.borrow().clone(), self.host.clone());
        glib::spawn_future_local(async move {
            let saved = gio::spawn_blocking(move || book.save().map_err(|error| error.to_string())).await;
            if let Ok(Err(problem)) = saved {
                host.toast_error(&problem);
            }
        });
    }

    /// Adds the match, once the records have been read.
    pub(super) fn add_match(&self) {
        if self.is_loaded.get() { self.add() } else { self.is_add_due.set(true) }
    }

    fn add(&self) {
        let Some(played) = self.host.look(Session::played_match).flatten() else { return };
        if played.is_finished {
            return self.put(played);
        }
        let heading = gettext("Add the unfinished match?");
        let body = gettext("If you add it again after its end, it is listed as another match.");
        self.confirm([&heading, &body, &gettext("Add")], move |window| window.put(played));
    }

    fn put(&self, played: PlayedMatch) {
        let was_listed = self.book.borrow_mut().add(played);
        let text = if was_listed {
            gettext("The match was already listed; its figures have been updated")
        } else {
            gettext("The match has been added to the player records")
        };
        self.host.toast(&text);
        let player = self.player();
        self.show_and_write(player.as_deref());
    }

    fn delete(&self) {
        let Some(name) = self.player() else { return };
        let heading = gettext_f("Delete the records of {player}?", &[("player", &name)]);
        let body = gettext("The opponents' figures stay. This cannot be undone.");
        self.confirm([&heading, &body, &gettext("Delete")], move |window| {
            window.book.borrow_mut().erase(&name);
            window.show_and_write(None);
        });
    }

    fn rename(&self) {
        self.rename.popdown();
        let Some(old) = self.player() else { return };
        self.keep_notes();
        match gnubg_session::usable_name(&self.new_name.text()) {
            Ok(new) => {
                self.book.borrow_mut().rename(&old, &new);
                self.show_and_write(Some(&new));
            }
            Err(error) => self.host.toast_error(&error),
        }
    }

    /// Asks a question: its heading, the consequences, and the label of the button after which `accepted` is called.
    fn confirm(&self, [heading, body, accept]: [&str; 3], accepted: impl FnOnce(&PlayersWindow) + 'static) {
        let this = self.this.clone();
        let cancel = gettext("Cancel");
        let answers = [
            ("cancel", cancel.as_str(), adw::ResponseAppearance::Default),
            ("yes", accept, adw::ResponseAppearance::Destructive),
        ];
        let question =
            Question { name: "players", heading, body, answers: &answers, default: Some("cancel") };
        question.ask(self.frame.upcast_ref::<gtk::Window>(), move |answer| {
            if answer == "yes"
                && let Some(window) = this.upgrade()
            {
                accepted(&window);
            }
        });
    }
}

impl Tool for PlayersWindow {
    fn name(&self) -> &'static str {
        "players"
    }

    fn window(&self) -> &adw::Window {
        self.frame.upcast_ref()
    }

    fn refresh(&self) {
        self.add.set_sensitive(self.host.look(can_add) == Some(true));
    }

    fn stop(&self) {
        self.keep_notes();
    }
}
