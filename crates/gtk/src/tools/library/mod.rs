// SPDX-License-Identifier: GPL-3.0-or-later
//! The library: all matches in one place, their import, and the search for decisions. What is opened here is shown in the
//! main window. Everything that reads or changes the library is a job of the session; nothing is stored before the user
//! imports something.

mod board_picture;
mod chips;
mod decision_cards;
mod drill_page;
mod figures;
mod imports_page;
mod layout;
mod matches_page;
mod pattern;
mod problem;
mod search_page;
mod side_bar;
mod stats_page;
mod terms;
mod updating;
pub(crate) mod words;

use super::Tool;
use super::controls::{button, paragraph, status_line};
use super::frame::ToolFrame;
use crate::exchange::local_paths;
use crate::host::HostHandle;
use crate::i18n::{capitalized, gettext, gettext_f, ngettext_f};
use crate::library_client::LibraryClient;
use crate::widgets::chooser;
use crate::widgets::keys;
use crate::widgets::{set_class, weakly};
pub(crate) use board_picture::{EmptyBoard, SmallBoard};

use adw::prelude::*;
use drill_page::DrillPage;
use gnubg_session::Event;
use gnubg_session::command::Opened;
use gnubg_session::event::Activity;
use gnubg_session::jobs::JobId;
use gnubg_session::library::{LibraryNews, LibraryOverview, LibraryRequest};
use gtk::{gdk, gio, glib};
use imports_page::{ImportsPage, ImportsRequest};
use matches_page::{MatchesPage, MatchesRequest};
use search_page::SearchPage;
use side_bar::{Choice, Page, SideBar};
use stats_page::StatsPage;
use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::{Rc, Weak};
use std::time::Duration;
use updating::Updating;

/// How long after a change of the library its lists are read again; further changes are shown with it.
const SOON: Duration = Duration::from_millis(200);

/// The least width of a page, in pixels; the side bar folds where it leaves less.
const PAGE_WIDTH: i32 = 630;

/// The window of the library.
pub(crate) struct LibraryWindow {
    this: Weak<LibraryWindow>,
    client: Rc<LibraryClient>,
    frame: ToolFrame,
    flap: adw::Flap,
    pages: gtk::Stack,
    /// The text of the page of a library that does not exist yet.
    begin: adw::StatusPage,
    banner: gtk::Label,
    updating: Rc<Updating>,
    side: Rc<SideBar>,
    matches: Rc<MatchesPage>,
    search: Rc<SearchPage>,
    stats: Rc<StatsPage>,
    drills: Rc<DrillPage>,
    imports: Rc<ImportsPage>,
    notice: gtk::Revealer,
    notice_text: gtk::Label,
    undo: gtk::Button,
    /// What the notice's button brings back from the trash.
    trashed: Cell<Option<i64>>,
    overview: RefCell<LibraryOverview>,
    is_refresh_due: Cell<bool>,
    /// The page to show when the library is read.
    wanted: Cell<Option<Page>>,
    /// The import and the analysis that run, and how far the analysis is.
    importing: Cell<Option<JobId>>,
    analyzing: Cell<Option<JobId>>,
    /// Imports that have ended: what was asked before the end of one tells of it as of an interrupted one.
    n_imports_ended: Cell<u32>,
    /// The job that reads the match to be shown.
    showing: Cell<Option<JobId>>,
}

impl LibraryWindow {
    pub(super) fn new(host: &HostHandle) -> Rc<LibraryWindow> {
        let client = LibraryClient::new(host.clone());
        let window = Rc::new_cyclic(|this: &Weak<LibraryWindow>| {
            let chosen = this.clone();
            let side = SideBar::new(move |choice| {
                if let Some(window) = chosen.upgrade() {
                    window.choose(choice);
                }
            });
            let asked = this.clone();
            let matches = MatchesPage::new(&client, move |request| {
                let Some(window) = asked.upgrade() else { return };
                match request {
                    MatchesRequest::Open(matched) => window.open(matched, None),
                    MatchesRequest::Delete(matches) => window.delete(matches),
                }
            });
            let opened = this.clone();
            let search = SearchPage::new(&client, move |row| {
                if let Some(window) = opened.upgrade() {
                    window.open(row.matched, Some((row.game, row.seq)));
                }
            });
            let asked = this.clone();
            let stats = StatsPage::new(&client, move |query| {
                if let Some(window) = asked.upgrade() {
                    window.show_page(Page::Search);
                    window.search.search(query);
                }
            });
            let asked = this.clone();
            let imports = ImportsPage::new(move |request| {
                if let Some(window) = asked.upgrade() {
                    window.imports_asked(request);
                }
            });
            let undo = button(&gettext("Undo"), &gettext("Restore what was moved to the trash"));
            let run = weakly(this, LibraryWindow::undo);
            undo.connect_clicked(move |_| run());
            LibraryWindow {
                this: this.clone(),
                frame: ToolFrame::new(host, "library", &gettext("Library"), (1100, 720)),
                flap: adw::Flap::builder().name("library-flap").vexpand(true).build(),
                pages: gtk::Stack::builder()
                    .name("library-pages")
                    .hexpand(true)
                    .vexpand(true)
                    .width_request(PAGE_WIDTH)
                    .build(),
                begin: adw::StatusPage::builder()
                    .icon_name("folder-documents-symbolic")
                    .title(gettext("Your matches, in one place"))
                    .build(),
                banner: paragraph("", &["library-banner"]),
                updating: Updating::new(&client),
                side,
                matches,
                search,
                stats,
                drills: DrillPage::new(&client),
                imports,
                notice: gtk::Revealer::builder().name("library-notice").build(),
                notice_text: status_line("library-notice-text", &[]),
                undo,
                trashed: Cell::default(),
                overview: RefCell::default(),
                is_refresh_due: Cell::default(),
                wanted: Cell::default(),
                importing: Cell::default(),
                analyzing: Cell::default(),
                n_imports_ended: Cell::default(),
                showing: Cell::default(),
                client: Rc::clone(&client),
            }
        });
        window.lay_out();
        window.connect();
        window.show_page(Page::Matches);
        window.read();
        window
    }

    fn connect(&self) {
        let style = adw::StyleManager::default();
        let this = self.this.clone();
        style.connect_dark_notify(move |style| {
            if let Some(window) = this.upgrade() {
                set_class(&window.frame, "dark", style.is_dark());
            }
        });
        set_class(&self.frame, "dark", style.is_dark());
        let group = gio::SimpleActionGroup::new();
        for (name, folder) in [("import-files", false), ("import-folder", true)] {
            let action = gio::SimpleAction::new(name, None);
            let this = self.this.clone();
            action.connect_activate(move |_, _| {
                if let Some(window) = this.upgrade() {
                    window.choose_files(folder);
                }
            });
            group.add_action(&action);
        }
        self.frame.insert_action_group("library", Some(&group));
        let target = gtk::DropTarget::new(gdk::FileList::static_type(), gdk::DragAction::COPY);
        let this = self.this.clone();
        target.connect_drop(move |_, value, _, _| {
            let (Some(window), Ok(list)) = (this.upgrade(), value.get::<gdk::FileList>()) else {
                return false;
            };
            window.import(local_paths(&list.files()));
            true
        });
        self.frame.add_controller(target);
        let this = self.this.clone();
        keys::connect(&self.frame, gtk::PropagationPhase::Capture, move |key, modifiers| {
            match this.upgrade() {
                Some(window) => window.key(key, modifiers),
                None => glib::Propagation::Proceed,
            }
        });
    }

    fn key(&self, key: gdk::Key, modifiers: gdk::ModifierType) -> glib::Propagation {
        let is_control = modifiers == gdk::ModifierType::CONTROL_MASK;
        let focus = GtkWindowExt::focus(&self.frame);
        let is_typing = focus.is_some_and(|focus| focus.is::<gtk::Text>());
        let number = key.to_unicode().and_then(|key| key.to_digit(10)).unwrap_or(0) as usize;
        let page = number.checked_sub(1).and_then(|n| Page::ALL.get(n).copied());
        if let Some(page) = page.filter(|_| is_control) {
            self.show_page(page);
        } else if key == gdk::Key::f && is_control || key == gdk::Key::slash && !is_typing {
            match self.pages.visible_child_name().as_deref() {
                Some("matches") => self.matches.focus_query(),
                Some("statistics") => self.stats.focus_query(),
                _ => {
                    self.show_page(Page::Search);
                    self.search.focus_query();
                }
            }
        } else if let Some(by) = step_of(key).filter(|_| modifiers.is_empty() && !is_typing) {
            self.step_result(by);
        } else if key == gdk::Key::z && is_control && !is_typing && self.trashed.get().is_some() {
            self.undo();
        } else if key == gdk::Key::F9 && modifiers.is_empty() {
            self.flap.set_reveal_flap(!self.flap.reveals_flap());
        } else {
            return glib::Propagation::Proceed;
        }
        glib::Propagation::Stop
    }

    /// Shows the next result of the search, or the one before, in the main window; false if there is none.
    pub(super) fn step_result(&self, by: i32) -> bool {
        self.overview.borrow().is_there && self.search.step(by)
    }

    /// Shows the row of the side bar that was chosen.
    fn choose(&self, choice: &Choice) {
        match choice {
            Choice::Page(page) => self.show_page(*page),
            Choice::Saved(saved) => {
                self.show_page(Page::Search);
                self.search.search(&saved.query);
                self.side.select(choice);
            }
        }
        if self.flap.is_folded() {
            self.flap.set_reveal_flap(false);
        }
    }

    /// Shows a page; the one that begins a library stays until there is one.
    fn show_page(&self, page: Page) {
        self.side.select(&Choice::Page(page));
        let is_there = self.overview.borrow().is_there;
        if !is_there {
            self.wanted.set(Some(page));
        }
        self.pages.set_visible_child_name(if is_there { page.name() } else { "begin" });
        match page {
            Page::Statistics if is_there => self.stats.refresh(),
            Page::Exercises if is_there => self.drills.begin(),
            _ => {}
        }
    }

    /// Shows the exercises, as soon as it is known that there is a library.
    pub(super) fn show_exercises(&self) {
        self.show_page(Page::Exercises);
        self.read();
    }

    /// Asks what the library holds, and shows it.
    fn read(&self) {
        let (this, n_imports_ended) = (self.this.clone(), self.n_imports_ended.get());
        self.client.ask(LibraryRequest::Overview, move |answer| {
            if let (Some(window), Ok(LibraryNews::Overview(overview))) = (this.upgrade(), answer)
                && window.n_imports_ended.get() == n_imports_ended
            {
                window.show(overview);
            }
        });
    }

    fn read_soon(&self) {
        if self.is_refresh_due.replace(true) {
            return;
        }
        let this = self.this.clone();
        glib::timeout_add_local_once(SOON, move || {
            if let Some(window) = this.upgrade() {
                window.is_refresh_due.set(false);
                window.read();
            }
        });
    }

    fn show(&self, overview: &LibraryOverview) {
        let was_there = self.overview.borrow().is_there;
        let file = overview.file.display().to_string();
        self.begin.set_description(Some(&glib::markup_escape_text(&gettext_f(
            "Import match files of any program, or drop them on this window. The library is one file, {file}; it is made when you import something.",
            &[("file", &file)],
        ))));
        self.frame.set_subtitle(overview.info.as_ref().map(words::holds).unwrap_or_default());
        let banner = overview
            .read_only
            .as_ref()
            .map(|reason| gettext_f("The library can only be read: {reason}", &[("reason", reason)]));
        let banner = banner.or_else(|| overview.warning.map(capitalized));
        self.banner.set_text(banner.as_deref().unwrap_or_default());
        self.banner.set_visible(banner.is_some());
        self.side.show(&overview.searches);
        self.side.root.set_visible(overview.is_there);
        // An import whose progress is known goes on until its end is told.
        if self.importing.get().is_none() {
            self.imports.show_import(self.is_running(Activity::Import).then_some([0, 0]));
        }
        self.imports.show(overview);
        self.overview.replace(overview.clone());
        self.updating.begin(overview.is_stale && overview.read_only.is_none());
        if overview.is_there {
            if let Some(page) = self.wanted.take() {
                self.show_page(page);
            } else if !was_there {
                self.show_page(if self.importing.get().is_some() { Page::Imports } else { Page::Matches });
            }
            self.matches.refresh();
            self.search.refresh(&overview.searches);
            self.stats.show_players(&overview.players);
            self.stats.show_rulers(&overview.rulers);
            if self.pages.visible_child_name().as_deref() == Some(Page::Statistics.name()) {
                self.stats.refresh();
            }
        } else {
            self.pages.set_visible_child_name("begin");
        }
    }

    fn is_running(&self, activity: Activity) -> bool {
        self.client.host().look(|session| session.is_pending(activity)) == Some(true)
    }

    /// Says something below the pages; what lies in the trash can be restored by the button.
    fn say(&self, text: &str, trashed: Option<i64>) {
        self.notice_text.set_text(text);
        self.trashed.set(trashed);
        self.undo.set_visible(trashed.is_some());
        self.notice.set_reveal_child(true);
    }

    /// Lets the user choose files or a folder to import.
    fn choose_files(&self, is_folder: bool) {
        let (title, action) = match is_folder {
            true => (gettext("Import a folder"), gtk::FileChooserAction::SelectFolder),
            false => (gettext("Import files"), gtk::FileChooserAction::Open),
        };
        let made = chooser::new(Some(self.frame.upcast_ref()), &title, action, &[]);
        made.set_select_multiple(!is_folder);
        let this = self.this.clone();
        chooser::run(&made, move |chooser, path| {
            let (Some(window), Some(_)) = (this.upgrade(), path) else { return };
            let files: Vec<gio::File> = chooser.files().iter::<gio::File>().filter_map(Result::ok).collect();
            window.import(local_paths(&files));
        });
    }

    /// An import has ended. What the library holds is to be read again.
    fn end_import(&self) {
        self.importing.set(None);
        self.n_imports_ended.set(self.n_imports_ended.get() + 1);
        self.imports.show_import(None);
    }

    /// Imports files and folders.
    pub(super) fn import(&self, paths: Vec<PathBuf>) {
        if !paths.is_empty() {
            self.start_import(LibraryRequest::Import(paths));
        }
    }

    fn start_import(&self, request: LibraryRequest) {
        let this = self.this.clone();
        let id = self.client.ask(request, move |answer| {
            let Some(window) = this.upgrade() else { return };
            window.end_import();
            if let Ok(LibraryNews::Imported(report)) = answer {
                let form = u32::try_from(report.new).unwrap_or(u32::MAX);
                let values = [("n", &*report.new.to_string())];
                let text = ngettext_f("{n} new match imported", "{n} new matches imported", form, &values);
                window.say(&text, None);
            }
            window.read();
        });
        if id.is_some() {
            self.importing.set(id);
            self.imports.show_import(Some([0, 0]));
            self.show_page(Page::Imports);
        }
    }

    fn imports_asked(&self, request: ImportsRequest) {
        match request {
            ImportsRequest::Files => self.choose_files(false),
            ImportsRequest::Folder => self.choose_files(true),
            ImportsRequest::Stop => {
                if let Some(id) = self.importing.get() {
                    self.client.stop(id);
                }
            }
            ImportsRequest::Resume(batch) => self.start_import(LibraryRequest::ResumeImport(batch)),
            ImportsRequest::Undo(batch) => self.change(LibraryRequest::UndoImport(batch)),
            ImportsRequest::Restore(trash) => self.change(LibraryRequest::Restore(trash)),
            ImportsRequest::Me(player) => self.change(LibraryRequest::SetMe(player)),
            ImportsRequest::Analyze => self.analyze(LibraryRequest::Analyze),
            ImportsRequest::Reevaluate => self.analyze(LibraryRequest::Reevaluate),
            ImportsRequest::StopAnalysis => {
                if let Some(id) = self.analyzing.get() {
                    self.client.stop(id);
                }
            }
            ImportsRequest::Decision(id) => self.ask_to_show(LibraryRequest::Decision(id)),
        }
    }

    /// Changes the library; the lists follow the change.
    fn change(&self, request: LibraryRequest) {
        self.client.ask(request, |_| ());
    }

    /// Analyzes what is not analyzed, or everything again.
    fn analyze(&self, request: LibraryRequest) {
        let this = self.this.clone();
        let id = self.client.ask(request, move |answer| {
            let Some(window) = this.upgrade() else { return };
            if let Ok(LibraryNews::Reevaluated(changed)) = answer {
                window.imports.show_changes(changed);
            }
            window.analyzing.set(None);
            let unanalyzed = window.overview.borrow().unanalyzed;
            window.imports.show_analysis(None, unanalyzed);
            window.read();
        });
        self.analyzing.set(id);
        if id.is_some() {
            let unanalyzed = self.overview.borrow().unanalyzed;
            self.imports.show_analysis(Some([0, unanalyzed as u64]), unanalyzed);
        }
    }

    fn delete(&self, matches: Vec<i64>) {
        let this = self.this.clone();
        self.client.ask(LibraryRequest::Delete(matches), move |answer| {
            let (Some(window), Ok(LibraryNews::Deleted { matches, trash })) = (this.upgrade(), answer) else {
                return;
            };
            let form = u32::try_from(*matches).unwrap_or(u32::MAX);
            let values = [("n", &*matches.to_string())];
            let text =
                ngettext_f("{n} match moved to the trash", "{n} matches moved to the trash", form, &values);
            window.say(&text, Some(*trash));
        });
    }

    fn undo(&self) {
        if let Some(trash) = self.trashed.take() {
            self.notice.set_reveal_child(false);
            self.change(LibraryRequest::Restore(trash));
        }
    }

    /// Shows a match in the main window, at one of its decisions or at the start.
    fn open(&self, matched: i64, place: Option<(usize, i64)>) {
        self.ask_to_show(LibraryRequest::Match { matched, place });
    }

    fn ask_to_show(&self, request: LibraryRequest) {
        // Only the last one that was asked for is shown, whichever is read first.
        if let Some(showing) = self.showing.take() {
            self.client.drop_question(showing);
        }
        let host = self.client.host().clone();
        // What was asked for in the main window must not cover the window that is opened until it is there.
        let raises = host.window().is_none_or(|main| !main.is_active());
        let id = self.client.ask(request, move |answer| {
            if let Ok(LibraryNews::Match(found)) = answer {
                let opened = Opened { record: found.record.clone(), place: found.place, file: None };
                host.open_match(opened, raises);
            }
        });
        self.showing.set(id);
    }
}

/// Where a key leads among the results of a search.
fn step_of(key: gdk::Key) -> Option<i32> {
    match key {
        gdk::Key::n => Some(1),
        gdk::Key::p => Some(-1),
        _ => None,
    }
}

impl Tool for LibraryWindow {
    fn name(&self) -> &'static str {
        "library"
    }

    fn window(&self) -> &adw::Window {
        self.frame.upcast_ref()
    }

    /// Does nothing: the library changes only with events.
    fn refresh(&self) {}

    fn handle_event(&self, event: &Event) {
        if let Some(error) = self.client.handle_event(event) {
            self.say(&capitalized(&error.to_string()), None);
        }
        match event {
            Event::LibraryChanged => self.read_soon(),
            Event::JobProgress { id, activity: Activity::Import, done, total } => {
                self.importing.set(Some(*id));
                self.imports.show_import(Some([*done, total.unwrap_or(0)]));
            }
            Event::JobProgress { id, activity: Activity::LibraryAnalysis, done, total } => {
                self.analyzing.set(Some(*id));
                self.imports.show_analysis(Some([*done, total.unwrap_or(0)]), 0);
            }
            Event::JobProgress { id, activity: Activity::LibraryRebuild, done, total } => {
                self.updating.progress(*id, *done, total.unwrap_or(0));
            }
            Event::JobFinished { activity: Activity::LibraryRebuild, .. } => self.updating.ended(),
            Event::JobFinished { activity: Activity::Import, .. } => {
                self.end_import();
                self.read_soon();
            }
            Event::JobFinished { activity: Activity::LibraryAnalysis, .. } => {
                self.analyzing.set(None);
                self.imports.show_analysis(None, 0);
                self.read_soon();
            }
            _ => {}
        }
    }
}
