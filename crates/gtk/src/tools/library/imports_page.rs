// SPDX-License-Identifier: GPL-3.0-or-later
//! Imports with their reports, what waits to be analyzed, who the user is, and the trash.

use super::words;
use crate::a11y;
use crate::i18n::{gettext, gettext_f, ngettext_f};
use crate::tools::controls::{boxed_list, button, drop_down, icon_button, label, paragraph, status_line};
use adw::prelude::*;
use gnubg_library::import::BatchRow;
use gnubg_library::opinions::Player;
use gnubg_library::reevaluation::ChangedVerdicts;
use gnubg_library::trash::TrashRow;
use gnubg_session::library::LibraryOverview;
use gtk::pango;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

/// Faults that a report shows; the others are counted.
const MOST_FAULTS: usize = 50;
/// Imports and deleted things that are listed.
const MOST_ROWS: usize = 50;

/// What the user wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ImportsRequest {
    /// Choose files, or a folder.
    Files,
    Folder,
    /// Stop the import that runs.
    Stop,
    /// Do an interrupted import again.
    Resume(i64),
    /// Take an import back.
    Undo(i64),
    /// Bring something back from the trash.
    Restore(i64),
    /// Analyze what is not analyzed, or stop that.
    Analyze,
    StopAnalysis,
    /// Analyze everything again and tell what changes.
    Reevaluate,
    /// This player is the user.
    Me(i64),
    /// Show a decision in the main window.
    Decision(i64),
}

/// What was shown last, so that open rows stay open while nothing changes.
#[derive(Clone, Debug, Default, PartialEq)]
struct Shown {
    imports: Vec<BatchRow>,
    trash: Vec<TrashRow>,
    is_read_only: bool,
    is_importing: bool,
}

/// The page.
pub(super) struct ImportsPage {
    this: Weak<ImportsPage>,
    pub(super) root: gtk::ScrolledWindow,
    progress: gtk::Box,
    progress_text: gtk::Label,
    bar: gtk::ProgressBar,
    waiting: gtk::Box,
    waiting_text: gtk::Label,
    analyze: gtk::Button,
    stop_analysis: gtk::Button,
    reevaluate: gtk::Button,
    changes: gtk::Label,
    me: gtk::DropDown,
    me_row: gtk::Box,
    players: RefCell<Vec<i64>>,
    is_filling: Cell<bool>,
    imports: gtk::ListBox,
    trash_title: gtk::Label,
    trash: gtk::ListBox,
    shown: RefCell<Shown>,
    is_analyzing: Cell<bool>,
    is_importing: Cell<bool>,
    on_request: Box<dyn Fn(ImportsRequest)>,
}

/// A time for people.
fn time_text(ms: i64) -> String {
    let time = gtk::glib::DateTime::from_unix_local(ms / 1000).and_then(|time| time.format("%x %H:%M"));
    time.map(|text| text.to_string()).unwrap_or_default()
}

impl ImportsPage {
    pub(super) fn new(requested: impl Fn(ImportsRequest) + 'static) -> Rc<ImportsPage> {
        let page = Rc::new_cyclic(|this: &Weak<ImportsPage>| ImportsPage {
            this: this.clone(),
            root: gtk::ScrolledWindow::builder().hscrollbar_policy(gtk::PolicyType::Never).build(),
            progress: gtk::Box::builder().spacing(6).visible(false).css_classes(["library-progress"]).build(),
            progress_text: status_line("library-progress-text", &["figures"]),
            bar: gtk::ProgressBar::builder().name("library-progress").hexpand(true).build(),
            waiting: gtk::Box::builder().spacing(6).build(),
            waiting_text: paragraph("", &[]),
            analyze: button(&gettext("Analyze"), &gettext("Analyze these matches in the background")),
            stop_analysis: button(
                &gettext("Stop"),
                &gettext("Stop analyzing; the rest can be analyzed later"),
            ),
            reevaluate: button(
                &gettext("Re-evaluate all"),
                &gettext("Analyze all matches again, and tell which verdicts change; nothing is replaced"),
            ),
            changes: status_line("library-changes", &["figures"]),
            me: drop_down(&[gettext("Not chosen")], &gettext("Your name")),
            me_row: gtk::Box::builder().spacing(6).build(),
            players: RefCell::default(),
            is_filling: Cell::default(),
            imports: boxed_list("library-imports", &gettext("Imports")),
            trash_title: label(&gettext("Trash"), &["heading"], 0.0),
            trash: boxed_list("library-trash", &gettext("Trash")),
            shown: RefCell::default(),
            is_analyzing: Cell::default(),
            is_importing: Cell::default(),
            on_request: Box::new(requested),
        });
        page.lay_out();
        page
    }

    fn lay_out(&self) {
        self.bar.set_valign(gtk::Align::Center);
        let stop = button(&gettext("Stop"), &gettext("Stop; what was imported stays"));
        stop.set_widget_name("library-stop");
        for part in [self.progress_text.upcast_ref::<gtk::Widget>(), self.bar.upcast_ref(), stop.upcast_ref()]
        {
            self.progress.append(part);
        }
        self.waiting_text.set_widget_name("library-waiting");
        self.waiting_text.set_hexpand(true);
        self.analyze.set_widget_name("library-analyze");
        self.stop_analysis.set_widget_name("library-stop-analysis");
        for part in [
            self.waiting_text.upcast_ref::<gtk::Widget>(),
            self.stop_analysis.upcast_ref(),
            self.analyze.upcast_ref(),
        ] {
            self.waiting.append(part);
        }
        self.me.set_widget_name("library-me");
        let question = paragraph(&gettext("Which player are you? “me” in queries means this player."), &[]);
        question.set_hexpand(true);
        self.me_row.append(&question);
        self.me_row.append(&self.me);
        let files = button(&gettext("Import files…"), &gettext("Import match files"));
        let folder = button(&gettext("Import folder…"), &gettext("Import all match files of a folder"));
        let presses = gtk::Box::builder().spacing(6).build();
        presses.append(&files);
        presses.append(&folder);
        self.reevaluate.set_widget_name("library-reevaluate");
        self.changes.set_wrap(true);
        self.changes.set_visible(false);
        presses.append(&self.reevaluate);
        presses.append(&paragraph(&gettext("Or drop files and folders on this window."), &["dim-label"]));
        let whole = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(12).build();
        whole.set_css_classes(&["library-page"]);
        for part in [
            presses.upcast_ref::<gtk::Widget>(),
            self.progress.upcast_ref(),
            self.waiting.upcast_ref(),
            self.changes.upcast_ref(),
            self.me_row.upcast_ref(),
            label(&gettext("Imports"), &["heading"], 0.0).upcast_ref(),
            self.imports.upcast_ref(),
            self.trash_title.upcast_ref(),
            self.trash.upcast_ref(),
        ] {
            whole.append(part);
        }
        self.root.set_child(Some(&adw::Clamp::builder().maximum_size(900).child(&whole).build()));
        for (button, request) in [
            (&files, ImportsRequest::Files),
            (&folder, ImportsRequest::Folder),
            (&stop, ImportsRequest::Stop),
            (&self.analyze, ImportsRequest::Analyze),
            (&self.stop_analysis, ImportsRequest::StopAnalysis),
            (&self.reevaluate, ImportsRequest::Reevaluate),
        ] {
            self.connect(button, request);
        }
        let this = self.this.clone();
        self.me.connect_selected_notify(move |me| {
            let Some(page) = this.upgrade().filter(|page| !page.is_filling.get()) else { return };
            let chosen = (me.selected() as usize).checked_sub(1);
            let player = chosen.and_then(|n| page.players.borrow().get(n).copied());
            if let Some(player) = player {
                (page.on_request)(ImportsRequest::Me(player));
            }
        });
    }

    /// Lets a button request something.
    fn connect(&self, button: &gtk::Button, request: ImportsRequest) {
        let this = self.this.clone();
        button.connect_clicked(move |_| {
            if let Some(page) = this.upgrade() {
                (page.on_request)(request.clone());
            }
        });
    }

    /// Shows how far an import is, or that none runs.
    pub(super) fn show_import(&self, progress: Option<[u64; 2]>) {
        self.is_importing.set(progress.is_some());
        self.progress.set_visible(progress.is_some());
        let Some([done, total]) = progress else { return };
        let values = [("done", &*done.to_string()), ("n", &*total.to_string())];
        let text = match total {
            0 => gettext("Looking for files"),
            _ => gettext_f("{done} of {n} files imported", &values),
        };
        self.progress_text.set_text(&text);
        self.bar.set_fraction(done as f64 / total.max(1) as f64);
        a11y::set_label(&self.bar, &text);
    }

    /// Shows how far the analysis is, or that none runs.
    pub(super) fn show_analysis(&self, progress: Option<[u64; 2]>, unanalyzed: usize) {
        self.is_analyzing.set(progress.is_some());
        self.waiting.set_visible(progress.is_some() || unanalyzed > 0);
        self.stop_analysis.set_visible(progress.is_some());
        self.analyze.set_visible(progress.is_none());
        self.reevaluate.set_sensitive(progress.is_none());
        let text = match progress {
            Some([done, total]) => {
                let values = [("done", &*done.to_string()), ("n", &*total.to_string())];
                gettext_f("{done} of {n} matches analyzed", &values)
            }
            None => {
                let form = u32::try_from(unanalyzed).unwrap_or(u32::MAX);
                let values = [("n", &*unanalyzed.to_string())];
                ngettext_f("{n} match is not analyzed", "{n} matches are not analyzed", form, &values)
            }
        };
        self.waiting_text.set_text(&text);
    }

    /// Tells what a new evaluation has changed.
    pub(super) fn show_changes(&self, changed: &ChangedVerdicts) {
        self.changes.set_text(&words::changes(changed).join("\n"));
        self.changes.set_visible(true);
    }

    /// Shows what the library holds.
    pub(super) fn show(&self, overview: &LibraryOverview) {
        let is_read_only = overview.read_only.is_some();
        if !self.is_analyzing.get() {
            self.show_analysis(None, overview.unanalyzed);
        }
        self.analyze.set_sensitive(!is_read_only);
        self.reevaluate.set_sensitive(!is_read_only && !self.is_analyzing.get());
        self.show_players(&overview.players);
        self.me.set_sensitive(!is_read_only);
        let shown = Shown {
            imports: overview.imports.iter().take(MOST_ROWS).cloned().collect(),
            trash: overview.trash.iter().take(MOST_ROWS).cloned().collect(),
            is_read_only,
            is_importing: self.is_importing.get(),
        };
        if *self.shown.borrow() == shown {
            return;
        }
        for list in [&self.imports, &self.trash] {
            while let Some(row) = list.row_at_index(0) {
                list.remove(&row);
            }
        }
        for (n, batch) in shown.imports.iter().enumerate() {
            self.imports.append(&self.import_row(batch, n == 0, &shown));
        }
        self.imports.set_visible(!shown.imports.is_empty());
        for row in &shown.trash {
            self.trash.append(&self.trash_row(row, is_read_only));
        }
        self.trash_title.set_visible(!shown.trash.is_empty());
        self.trash.set_visible(!shown.trash.is_empty());
        self.shown.replace(shown);
    }

    fn show_players(&self, players: &[Player]) {
        self.me_row.set_visible(!players.is_empty());
        let ids: Vec<i64> = players.iter().map(|player| player.id).collect();
        let me = players.iter().position(|player| player.is_me).map_or(0, |n| n as u32 + 1);
        self.is_filling.set(true);
        if *self.players.borrow() != ids {
            let nobody = gettext("Not chosen");
            let names: Vec<&str> = std::iter::once(nobody.as_str())
                .chain(players.iter().map(|player| player.name.as_str()))
                .collect();
            self.me.set_model(Some(&gtk::StringList::new(&names)));
            self.players.replace(ids);
        }
        if self.me.selected() != me {
            self.me.set_selected(me);
        }
        self.is_filling.set(false);
    }

    fn import_row(&self, batch: &BatchRow, is_open: bool, shown: &Shown) -> adw::ExpanderRow {
        // The latest one is the one that runs.
        let is_running = is_open && shown.is_importing && batch.ended.is_none();
        let paths: Vec<String> = batch.paths.iter().map(|path| path.display().to_string()).collect();
        let what = match (&batch.report, batch.ended) {
            (Some(report), _) => words::report(report).into_iter().take(3).collect::<Vec<_>>().join(", "),
            (None, Some(_)) => gettext("done"),
            (None, None) if is_running => gettext("running"),
            (None, None) => gettext("interrupted"),
        };
        let title = if paths.is_empty() { batch.origin.clone() } else { paths.join(", ") };
        let row = adw::ExpanderRow::builder()
            .name("library-import")
            .title(gtk::glib::markup_escape_text(&title).as_str())
            .subtitle(
                gtk::glib::markup_escape_text(&format!("{} · {what}", time_text(batch.started))).as_str(),
            )
            .build();
        let (request, text, tooltip) = match (&batch.report, batch.ended) {
            (None, None) => {
                (ImportsRequest::Resume(batch.id), gettext("Continue"), gettext("Import the remaining files"))
            }
            _ => (
                ImportsRequest::Undo(batch.id),
                gettext("Undo"),
                gettext("Undo this import: exactly what it brought is removed"),
            ),
        };
        let press = button(&text, &tooltip);
        press.set_widget_name("library-undo-import");
        press.set_valign(gtk::Align::Center);
        press.set_sensitive(!shown.is_read_only);
        press.set_visible(!is_running);
        self.connect(&press, request);
        row.add_action(&press);
        let Some(report) = &batch.report else { return row };
        let lines = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(3).build();
        lines.set_css_classes(&["library-report"]);
        for line in words::report(report) {
            lines.append(&paragraph(&line, &["figures"]));
        }
        let faults = words::faults(report);
        for line in faults.iter().take(MOST_FAULTS) {
            let line = paragraph(line, &["caption"]);
            line.set_selectable(true);
            lines.append(&line);
        }
        if !report.expensive.is_empty() {
            lines.append(&label(&gettext("Your most expensive decisions"), &["caption-heading"], 0.0));
        }
        for one in &report.expensive {
            let text = format!("{}  {}", words::loss(one.loss), one.played);
            let best = gettext_f("best: {best}", &[("best", &one.best)]);
            let press = button(&format!("{text}  {best}"), &gettext("Show the decision in the main window"));
            press.set_css_classes(&["flat", "figures"]);
            press.set_halign(gtk::Align::Start);
            self.connect(&press, ImportsRequest::Decision(one.decision));
            lines.append(&press);
        }
        row.add_row(&lines);
        row.set_expanded(is_open);
        row
    }

    fn trash_row(&self, trash: &TrashRow, is_read_only: bool) -> gtk::Box {
        let row =
            gtk::Box::builder().spacing(6).name("library-trash-row").css_classes(["library-row"]).build();
        let [matches, decisions, cards, _] = trash.counts;
        let lines = gtk::Box::builder().orientation(gtk::Orientation::Vertical).hexpand(true).build();
        let title = label(&trash.label, &[], 0.0);
        title.set_ellipsize(pango::EllipsizeMode::End);
        lines.append(&title);
        let values = [
            ("matches", &*matches.to_string()),
            ("decisions", &*decisions.to_string()),
            ("cards", &*cards.to_string()),
            ("date", &*time_text(trash.at)),
        ];
        let facts =
            gettext_f("{date} · matches: {matches} · decisions: {decisions} · cards: {cards}", &values);
        let facts = label(&facts, &["caption", "dim-label"], 0.0);
        facts.set_ellipsize(pango::EllipsizeMode::End);
        lines.append(&facts);
        let restore =
            icon_button("edit-undo-symbolic", &gettext_f("Restore {name}", &[("name", &trash.label)]));
        restore.set_widget_name("library-restore");
        restore.set_valign(gtk::Align::Center);
        restore.add_css_class("flat");
        restore.set_sensitive(!is_read_only);
        self.connect(&restore, ImportsRequest::Restore(trash.id));
        row.append(&lines);
        row.append(&restore);
        row
    }
}
