// SPDX-License-Identifier: GPL-3.0-or-later
//! Searching decisions: a query line, results while typing as cards with small boards, saved searches.

use super::chips::chips_of;
use super::decision_cards::DecisionCards;
use super::pattern::{self, PatternPanel};
use super::problem::show_problem;
use super::words;
use crate::a11y;
use crate::i18n::gettext;
use crate::library_client::LibraryClient;
use crate::tools::controls::{button, label, paragraph, status_line};
use crate::widgets::pause::Pause;
use crate::widgets::weakly;
use crate::widgets::wrap::Wrap;
use gnubg_library::opinions::SavedSearch;
use gnubg_library::search::{DecisionRow, Found, PageRows, SearchRequest};
use gnubg_session::jobs::JobId;
use gnubg_session::library::{LibraryNews, LibraryRequest, LibraryRows};
use gtk::pango;
use gtk::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::sync::Arc;
use std::time::Duration;

/// How long nothing is typed before a search begins.
const PAUSE: Duration = Duration::from_millis(150);
/// Results that are found first; the others are counted afterwards.
const AT_ONCE: usize = 300;
/// Rows that are read at once.
const PAGE: usize = 60;

/// Queries to begin with: what they find, and their text.
fn examples() -> [(String, &'static str); 6] {
    [
        (gettext("My largest errors"), "me loss>=80"),
        (gettext("Hits that I missed"), "me missed:hit"),
        (gettext("Wrong takes"), "kind:take wrong"),
        (gettext("Missed doubles"), "kind:nodouble wrong"),
        (gettext("Errors in back games"), "plan:backgame loss>=50"),
        (gettext("Cube decisions in races"), "kind:double,nodouble class:race"),
    ]
}

/// The page.
pub(super) struct SearchPage {
    this: Weak<SearchPage>,
    client: Rc<LibraryClient>,
    pub(super) root: gtk::Box,
    query: gtk::Entry,
    problem: gtk::Label,
    pattern: Rc<PatternPanel>,
    pages: gtk::Stack,
    cards: Rc<DecisionCards>,
    count: gtk::Label,
    save: gtk::MenuButton,
    name: gtk::Entry,
    delete: gtk::Button,
    study: gtk::Button,
    /// The search that waits for a pause, and the one that runs.
    pause: Pause,
    running: Cell<Option<JobId>>,
    found: RefCell<Option<Arc<Found>>>,
    /// Whether further rows are on their way.
    is_reading: Cell<bool>,
    saved: RefCell<Vec<SavedSearch>>,
}

impl SearchPage {
    /// `chosen` is called with a decision to be shown on the main board.
    pub(super) fn new(client: &Rc<LibraryClient>, chosen: impl Fn(&DecisionRow) + 'static) -> Rc<SearchPage> {
        let query = gtk::Entry::builder()
            .name("library-query")
            .placeholder_text(gettext("Search decisions: me loss>=80"))
            .primary_icon_name("system-search-symbolic")
            .hexpand(true)
            .css_classes(["library-query"])
            .build();
        a11y::set_label(&query, &gettext("Query"));
        let name = gtk::Entry::builder().name("library-search-name").width_chars(24).build();
        name.set_placeholder_text(Some(&gettext("Name of the search")));
        a11y::set_label(&name, &gettext("Name of the search"));
        let save = gtk::MenuButton::builder()
            .name("library-save-search")
            .label(gettext("Save search…"))
            .popover(&gtk::Popover::builder().child(&name).build())
            .build();
        a11y::set_label(&save, &gettext("Save the search under a name"));
        a11y::name_menu_buttons(&save, &gettext("Save the search under a name"));
        let pattern = PatternPanel::new(&query, client.host());
        let page = Rc::new_cyclic(|this: &Weak<SearchPage>| SearchPage {
            this: this.clone(),
            client: Rc::clone(client),
            root: gtk::Box::builder()
                .orientation(gtk::Orientation::Vertical)
                .css_classes(["library-page"])
                .build(),
            query,
            problem: status_line("library-problem", &["error"]),
            pattern,
            pages: gtk::Stack::builder()
                .name("library-search-pages")
                .vexpand(true)
                .vhomogeneous(false)
                .build(),
            cards: DecisionCards::new("library-decisions", client.host().clone(), chosen),
            count: status_line("library-count", &["dim-label", "figures"]),
            save,
            name,
            delete: button(&gettext("Delete search"), &gettext("Delete the saved search")),
            study: button(&gettext("Study these"), &gettext("Make cards of these decisions and study them")),
            pause: Pause::of(PAUSE),
            running: Cell::default(),
            found: RefCell::default(),
            is_reading: Cell::default(),
            saved: RefCell::default(),
        });
        page.lay_out();
        page.connect();
        page.show_state();
        page
    }

    fn lay_out(&self) {
        self.problem.set_wrap(true);
        self.problem.set_visible(false);
        self.count.set_hexpand(true);
        self.count.set_ellipsize(pango::EllipsizeMode::End);
        self.delete.set_widget_name("library-delete-search");
        self.study.set_widget_name("library-study");
        self.study.add_css_class("suggested-action");
        let introduction = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(12).build();
        introduction.append(&paragraph(
            &gettext(
                "A query is a list of conditions. Press an example, or type your own; F1 explains the words.",
            ),
            &["dim-label"],
        ));
        let presses = gtk::Box::builder().name("library-examples").build();
        presses.set_layout_manager(Some(Wrap::with_gap(6)));
        for (title, query) in examples() {
            let lines = gtk::Box::builder().orientation(gtk::Orientation::Vertical).build();
            lines.append(&label(&title, &[], 0.0));
            lines.append(&label(query, &["monospace", "caption", "dim-label"], 0.0));
            let press = gtk::Button::builder().child(&lines).build();
            a11y::set_label(&press, &title);
            let this = self.this.clone();
            press.connect_clicked(move |_| {
                if let Some(page) = this.upgrade() {
                    page.search(query);
                }
            });
            presses.append(&press);
        }
        introduction.append(&presses);
        let nothing = adw::StatusPage::builder()
            .icon_name("system-search-symbolic")
            .title(gettext("No decision fits"))
            .build();
        self.pages.add_named(&introduction, Some("examples"));
        // Its picture is large: a pattern above it needs the room.
        let nothing = gtk::ScrolledWindow::builder().child(&nothing).build();
        self.pages.add_named(&nothing, Some("nothing"));
        self.pages.add_named(self.cards.widget(), Some("cards"));
        let foot = gtk::Box::builder().spacing(6).css_classes(["library-foot"]).build();
        foot.append(&self.count);
        foot.append(&self.delete);
        foot.append(&self.save);
        foot.append(&self.study);
        let opener = pattern::opener(&self.pattern);
        for part in [
            self.query.upcast_ref::<gtk::Widget>(),
            chips_of(&self.query, opener.upcast_ref()).upcast_ref(),
            self.problem.upcast_ref(),
            self.pattern.root.upcast_ref(),
            self.pages.upcast_ref(),
            foot.upcast_ref(),
        ] {
            self.root.append(part);
        }
    }

    fn connect(&self) {
        let run = weakly(&self.this, SearchPage::typed);
        self.query.connect_changed(move |_| run());
        let run = weakly(&self.this, |page: &SearchPage| {
            page.search_now();
            page.cards.focus();
        });
        self.query.connect_activate(move |_| run());
        let run = weakly(&self.this, SearchPage::save);
        self.name.connect_activate(move |_| run());
        let run = weakly(&self.this, |page: &SearchPage| {
            let query = page.query.text().to_variant();
            page.client.host().activate("study-found", Some(&query));
        });
        self.study.connect_clicked(move |_| run());
        let run = weakly(&self.this, SearchPage::delete);
        self.delete.connect_clicked(move |_| run());
        let run = weakly(&self.this, SearchPage::read_more);
        self.cards.connect_end_reached(run);
    }

    /// Shows the results of a query.
    pub(super) fn search(&self, query: &str) {
        self.query.set_text(query);
        self.query.set_position(-1);
        self.search_now();
    }

    /// Shows the result after or before the selected one; false if there is none.
    pub(super) fn step(&self, by: i32) -> bool {
        self.cards.step(by)
    }

    /// Gives the keyboard to the query line.
    pub(super) fn focus_query(&self) {
        self.query.grab_focus();
    }

    /// Searches again: the library has changed.
    pub(super) fn refresh(&self, saved: &[SavedSearch]) {
        self.saved.replace(saved.to_vec());
        if self.query.text().trim().is_empty() {
            self.show_state();
        } else {
            self.search_now();
        }
    }

    fn typed(&self) {
        self.pause.then(weakly(&self.this, SearchPage::search_now));
    }

    fn search_now(&self) {
        self.pause.stop();
        if let Some(running) = self.running.take() {
            self.client.drop_question(running);
        }
        self.is_reading.set(false);
        let query = self.query.text();
        if query.trim().is_empty() {
            self.found.take();
            show_problem(&self.query, &self.problem, None);
            return self.show_state();
        }
        self.ask(Some(AT_ONCE));
    }

    fn ask(&self, limit: Option<usize>) {
        let request = Box::new(SearchRequest::decisions(self.query.text().as_str()));
        // The rows are there already when only the rest is counted.
        let rows = if limit.is_some() { PAGE } else { 0 };
        let this = self.this.clone();
        let id = self.client.ask(LibraryRequest::Search { request, limit, rows }, move |answer| {
            let Some(page) = this.upgrade() else { return };
            page.running.set(None);
            match answer {
                Ok(LibraryNews::Found { found, rows }) => page.show_found(found, rows, limit.is_some()),
                Ok(LibraryNews::NotUnderstood(error)) => {
                    show_problem(&page.query, &page.problem, Some(error));
                }
                _ => {}
            }
        });
        self.running.set(id);
    }

    fn show_found(&self, found: &Arc<Found>, rows: &LibraryRows, is_first: bool) {
        show_problem(&self.query, &self.problem, None);
        self.found.replace(Some(Arc::clone(found)));
        if is_first && let PageRows::Decisions(rows) = &rows.rows {
            self.cards.set(rows);
        }
        self.show_state();
        if !found.is_complete {
            self.ask(None);
        }
    }

    /// Reads further rows, when the last ones can be seen.
    fn read_more(&self) {
        let Some(found) = self.found.borrow().clone() else { return };
        let offset = self.cards.len();
        if offset >= found.ids.len() || self.is_reading.replace(true) {
            return;
        }
        let this = self.this.clone();
        let wanted = Arc::clone(&found);
        let request = LibraryRequest::Rows { found, offset, limit: PAGE };
        self.client.ask(request, move |answer| {
            let Some(page) = this.upgrade() else { return };
            let is_same = page.found.borrow().as_ref().is_some_and(|found| Arc::ptr_eq(found, &wanted));
            page.is_reading.set(false);
            if let Ok(LibraryNews::Rows { offset, rows }) = answer
                && is_same
                && *offset == page.cards.len()
                && let PageRows::Decisions(rows) = &rows.rows
            {
                page.cards.add(rows);
            }
        });
    }

    fn show_state(&self) {
        let found = self.found.borrow();
        let page = match &*found {
            None => "examples",
            Some(found) if found.ids.is_empty() => "nothing",
            Some(_) => "cards",
        };
        self.pages.set_visible_child_name(page);
        let text = found.as_ref().map(|found| words::found(found.ids.len(), found.is_complete));
        self.count.set_text(&text.unwrap_or_default());
        let is_saved = self.saved_here().is_some();
        self.save.set_visible(found.is_some() && !is_saved);
        self.delete.set_visible(is_saved);
        self.study.set_visible(found.as_ref().is_some_and(|found| !found.ids.is_empty()));
    }

    /// The saved search whose query is shown.
    fn saved_here(&self) -> Option<SavedSearch> {
        let query = self.query.text();
        let query = query.trim();
        self.saved.borrow().iter().find(|one| !query.is_empty() && one.query == query).cloned()
    }

    fn save(&self) {
        let (name, query) = (self.name.text().trim().to_owned(), self.query.text().trim().to_owned());
        if name.is_empty() || query.is_empty() {
            return;
        }
        self.save.popdown();
        self.name.set_text("");
        // The list of saved searches follows the change of the library.
        self.client.ask(LibraryRequest::SaveSearch { name, query }, |_| ());
    }

    fn delete(&self) {
        if let Some(saved) = self.saved_here() {
            self.client.ask(LibraryRequest::DeleteSearch(saved.id), |_| ());
        }
    }
}
