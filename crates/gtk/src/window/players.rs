// SPDX-License-Identifier: GPL-3.0-or-later
//! Player records: what players did over all matches that were added, and in each of them; how they develop, and notes.

use super::Window;
use super::player_profile::Profile;
use super::question::Question;
use super::tools::Tool;
use super::tools::sheet::{Sheet, Table, button, drop_down, icon_button, paragraph, spot, tab_separated};
use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use adw::prelude::*;
use gnubg_session::Session;
use gnubg_session::players::{Figures, PlayedMatch, PlayerBook};
use gtk::{gio, glib};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

const NAME: &str = "players";

struct Inner {
    sheet: Sheet,
    choice: gtk::DropDown,
    add: gtk::Button,
    rename: gtk::MenuButton,
    new_name: gtk::Entry,
    erase: gtk::Button,
    pages: gtk::Stack,
    table: Table,
    profile: Profile,
    book: RefCell<PlayerBook>,
    names: RefCell<Vec<String>>,
    is_filling: Cell<bool>,
}

/// The window.
struct PlayersWindow(Rc<Inner>);

/// A rate with two decimals, or a dash.
fn rate(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.2}"))
}

/// A rating in whole points, or a dash.
fn rating(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.0}"))
}

/// Headings of the figures that both tables have.
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

/// The matches of one player, the latest added first.
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

impl Window {
    /// Opens the player records.
    pub(super) fn open_players(&self) {
        self.show_tool(NAME, PlayersWindow::new);
    }

    /// Whether something of the match is analyzed, so that it can be added.
    fn can_add_match(&self) -> bool {
        let is_analyzed = |session: &Session| {
            session.record().games.iter().flat_map(|game| &game.entries).any(|entry| entry.analysis.is_some())
        };
        self.look(is_analyzed) == Some(true)
    }
}

impl PlayersWindow {
    fn new(parent: &Window) -> PlayersWindow {
        let sheet = Sheet::new(parent, NAME, &gettext("Player records"), (860, 480));
        let choice = drop_down(&[gettext("All players")], &gettext("Whose matches are listed"));
        let add =
            button(&gettext("Add this match"), &gettext("Add the analyzed match to the player records"));
        let new_name = gtk::Entry::builder().max_length(31).width_chars(20).build();
        a11y::set_label(&new_name, &gettext("Another name for the player"));
        let renaming = gtk::Popover::builder().child(&new_name).build();
        let rename = gtk::MenuButton::builder()
            .icon_name("document-edit-symbolic")
            .popover(&renaming)
            .tooltip_text(gettext("Give the player another name"))
            .build();
        a11y::set_label(&rename, &gettext("Give the player another name"));
        a11y::name_menu_buttons(&rename, &gettext("Give the player another name"));
        let erase = icon_button("user-trash-symbolic", &gettext("Erase what the player did"));
        let tools = gtk::Box::builder().spacing(6).css_classes(["tool-row"]).build();
        tools.append(&choice);
        tools.append(&rename);
        tools.append(&erase);
        tools.append(&gtk::Box::builder().hexpand(true).build());
        tools.append(&add);
        sheet.content.append(&tools);
        let table = Table::new();
        let scroller = gtk::ScrolledWindow::builder().child(&table.grid).vexpand(true).build();
        let empty = adw::StatusPage::builder()
            .icon_name("system-users-symbolic")
            .title(gettext("No matches yet"))
            .description(gettext("Analyze a match and add it here to follow how its players do"))
            .vexpand(true)
            .build();
        let pages = gtk::Stack::new();
        pages.add_named(&empty, Some("empty"));
        let profile = Profile::new();
        let whole = gtk::Box::new(gtk::Orientation::Vertical, 0);
        whole.append(&scroller);
        whole.append(profile.widget());
        pages.add_named(&whole, Some("table"));
        sheet.content.append(&pages);
        let note = gettext(
            "Rates are thousandths of a point: errors per decision, luck per roll. PR is half the rate of all errors; the rating is what these errors are worth on the FIBS scale.",
        );
        let note = paragraph(&note, &["dim-label", "caption", "tool-row"]);
        sheet.content.append(&note);
        let inner = Rc::new(Inner {
            sheet,
            choice,
            add,
            rename,
            new_name,
            erase,
            pages,
            table,
            profile,
            book: RefCell::default(),
            names: RefCell::default(),
            is_filling: Cell::new(false),
        });
        let window = PlayersWindow(Rc::clone(&inner));
        window.connect(parent);
        window.load(parent);
        window
    }

    fn connect(&self, parent: &Window) {
        let inner = Rc::downgrade(&self.0);
        let weak = parent.downgrade();
        let with = move |run: fn(&Rc<Inner>, &Window)| {
            let (inner, weak) = (inner.clone(), weak.clone());
            move || {
                if let (Some(inner), Some(parent)) = (inner.upgrade(), weak.upgrade()) {
                    run(&inner, &parent);
                }
            }
        };
        let noted = with(|inner, parent| inner.keep_notes(parent));
        let focus = gtk::EventControllerFocus::new();
        focus.connect_leave(move |_| noted());
        self.0.profile.notes().add_controller(focus);
        let chosen = with(|inner, parent| {
            if !inner.is_filling.get() {
                inner.keep_notes(parent);
                inner.fill(parent);
            }
        });
        self.0.choice.connect_selected_notify(move |_| chosen());
        let add = with(Inner::add);
        self.0.add.connect_clicked(move |_| add());
        let erase = with(Inner::erase);
        self.0.erase.connect_clicked(move |_| erase());
        let told = parent.downgrade();
        self.0.sheet.window.connect_focus_widget_notify(move |_| {
            if let Some(parent) = told.upgrade() {
                parent.write_dump();
            }
        });
        let rename = with(Inner::rename);
        self.0.new_name.connect_activate(move |_| rename());
        let copy = with(|inner, parent| parent.clipboard().set_text(&tab_separated(&inner.table.rows())));
        self.0.sheet.add_copy(&gettext("Copy the table"), copy);
    }

    /// Reads the book in the background.
    fn load(&self, parent: &Window) {
        let Some(path) = parent.look(Session::players_file).flatten() else { return };
        let inner = Rc::downgrade(&self.0);
        glib::spawn_future_local(glib::clone!(
            #[weak]
            parent,
            async move {
                let read = gio::spawn_blocking(move || {
                    let (book, problem) = PlayerBook::read(&path);
                    (book, problem.map(|problem| problem.to_string()))
                });
                let (Ok((book, problem)), Some(inner)) = (read.await, inner.upgrade()) else { return };
                if let Some(problem) = problem {
                    parent.toast_error(&problem);
                }
                inner.book.replace(book);
                inner.offer(&parent, None);
            }
        ));
    }
}

impl Inner {
    /// The chosen player.
    fn player(&self) -> Option<String> {
        let at = (self.choice.selected() as usize).checked_sub(1)?;
        self.names.borrow().get(at).cloned()
    }

    /// Offers the players that there are now, with one of them chosen.
    fn offer(&self, parent: &Window, chosen: Option<&str>) {
        let names: Vec<String> = self.book.borrow().totals().into_iter().map(|total| total.name).collect();
        let at = chosen.and_then(|name| names.iter().position(|one| one == name)).map_or(0, |n| n + 1);
        let all = gettext("All players");
        let titles: Vec<&str> =
            std::iter::once(all.as_str()).chain(names.iter().map(String::as_str)).collect();
        self.is_filling.set(true);
        self.choice.set_model(Some(&gtk::StringList::new(&titles)));
        self.choice.set_selected(at as u32);
        self.is_filling.set(false);
        self.names.replace(names);
        self.fill(parent);
    }

    fn fill(&self, parent: &Window) {
        let player = self.player();
        let book = self.book.borrow();
        let rows = match &player {
            Some(name) => matches(&book, name),
            None => totals(&book),
        };
        self.table.set(&rows, if player.is_some() { &[0, 1] } else { &[0] });
        self.pages.set_visible_child_name(if book.matches().is_empty() { "empty" } else { "table" });
        self.rename.set_sensitive(player.is_some());
        self.erase.set_sensitive(player.is_some());
        self.new_name.set_text(player.as_deref().unwrap_or(""));
        self.profile.show(&book, player.as_deref());
        drop(book);
        parent.write_dump();
    }

    /// Shows a changed book and writes it.
    fn keep(&self, parent: &Window, chosen: Option<&str>) {
        self.offer(parent, chosen);
        self.write(parent);
    }

    /// Keeps what was typed about the player that is shown.
    fn keep_notes(&self, parent: &Window) {
        let Some((player, note)) = self.profile.typed() else { return };
        if self.book.borrow_mut().set_note(&player, &note) {
            self.write(parent);
        }
    }

    /// Writes the book in the background.
    fn write(&self, parent: &Window) {
        let book = self.book.borrow().clone();
        glib::spawn_future_local(glib::clone!(
            #[weak]
            parent,
            async move {
                let saved = gio::spawn_blocking(move || book.save().map_err(|error| error.to_string())).await;
                if let Ok(Err(problem)) = saved {
                    parent.toast_error(&problem);
                }
            }
        ));
    }

    fn add(self: &Rc<Inner>, parent: &Window) {
        let Some(played) = parent.look(Session::played_match).flatten() else { return };
        if played.is_finished {
            return self.put(parent, played);
        }
        let question = gettext("Add the match although it is not finished?");
        let body = gettext("When it is added again after its end, it takes a place of its own.");
        self.ask(parent, (&question, &body), &gettext("Add"), move |inner, parent| {
            inner.put(parent, played.clone());
        });
    }

    fn put(&self, parent: &Window, played: PlayedMatch) {
        let is_again = self.book.borrow_mut().add(played);
        let text = if is_again {
            gettext("The match was there already; its figures are those of the present analysis")
        } else {
            gettext("The match has been added to the player records")
        };
        parent.toast(&text);
        let player = self.player();
        self.keep(parent, player.as_deref());
    }

    fn erase(self: &Rc<Inner>, parent: &Window) {
        let Some(name) = self.player() else { return };
        let question = gettext_f("Erase what {player} did?", &[("player", &name)]);
        let body = gettext("The opponents' figures stay. This cannot be undone.");
        self.ask(parent, (&question, &body), &gettext("Erase"), move |inner, parent| {
            inner.book.borrow_mut().erase(&name);
            inner.keep(parent, None);
        });
    }

    fn rename(self: &Rc<Inner>, parent: &Window) {
        self.rename.popdown();
        let Some(old) = self.player() else { return };
        self.keep_notes(parent);
        match gnubg_session::usable_name(&self.new_name.text()) {
            Ok(new) => {
                self.book.borrow_mut().rename(&old, &new);
                self.keep(parent, Some(&new));
            }
            Err(error) => parent.toast_error(&error),
        }
    }

    /// Asks before `then`.
    fn ask(
        self: &Rc<Inner>,
        parent: &Window,
        (question, body): (&str, &str),
        yes: &str,
        then: impl Fn(&Rc<Inner>, &Window) + 'static,
    ) {
        let cancel = gettext("Cancel");
        let answers = [
            ("cancel", cancel.as_str(), adw::ResponseAppearance::Default),
            ("yes", yes, adw::ResponseAppearance::Destructive),
        ];
        let question =
            Question { name: "players", heading: question, body, answers: &answers, default: Some("cancel") };
        let inner = Rc::downgrade(self);
        parent.ask_over(&self.sheet.window, &question, move |parent, answer| {
            if let Some(inner) = inner.upgrade().filter(|_| answer == "yes") {
                then(&inner, parent);
            }
        });
    }
}

impl Tool for PlayersWindow {
    fn name(&self) -> &'static str {
        NAME
    }

    fn window(&self) -> &adw::Window {
        &self.0.sheet.window
    }

    fn follow(&self, parent: &Window) {
        self.0.add.set_sensitive(parent.can_add_match());
    }

    fn halt(&self, parent: &Window) {
        self.0.keep_notes(parent);
    }

    fn facts(&self) -> Value {
        json!({
            "profile": self.0.profile.facts(),
            "rows": self.0.table.rows(),
            "names": *self.0.names.borrow(),
            "focus": GtkWindowExt::focus(&self.0.sheet.window).map(|widget| widget.type_().name().to_owned()),
            "page": self.0.pages.visible_child_name().map(|name| name.to_string()),
            "can_add": self.0.add.is_sensitive(),
            "add": spot(&self.0.add),
            "choice": spot(&self.0.choice),
            "erase": spot(&self.0.erase),
        })
    }
}
