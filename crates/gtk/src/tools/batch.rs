// SPDX-License-Identifier: GPL-3.0-or-later
//! Files analyzed one after the other: a list with the progress of each, from which they can be opened. The window opens
//! when several files are dropped, and from the menu.

use super::Tool;
use super::controls::{button, label, paragraph};
use super::frame::ToolFrame;
use crate::a11y;
use crate::host::HostHandle;
use crate::i18n::{gettext, gettext_f, ngettext_f};
use adw::prelude::*;
use gnubg_session::analysis::{BatchState, MatchRatings};
use gnubg_session::event::Activity;
use gnubg_session::jobs::JobId;
use gnubg_session::{Command, CommandOutcome, Event, FileCommand};
use gtk::{gio, glib, pango};
use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// A file in the list.
struct FileRow {
    path: PathBuf,
    row: adw::ActionRow,
    bar: gtk::ProgressBar,
    /// The file that the button opens: the analyzed match once it exists.
    target: Rc<RefCell<PathBuf>>,
    is_done: Cell<bool>,
}

/// The window of files to analyze.
pub(crate) struct BatchWindow {
    host: HostHandle,
    frame: ToolFrame,
    list: gtk::ListBox,
    rows: RefCell<Vec<FileRow>>,
    start: gtk::Button,
    stop: gtk::Button,
    summary: gtk::Label,
    /// The job that runs, and the rows of its files.
    running: RefCell<Option<(JobId, Vec<usize>)>>,
    /// The row of the file being analyzed.
    analyzing: Cell<Option<usize>>,
}

/// The name of a file without its folder.
fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// How a match was played, in a line.
fn rating_line(match_ratings: &MatchRatings) -> String {
    let MatchRatings { names: [a, b], ratings, errors } = match_ratings;
    let [pr_a, pr_b] = ratings.map(|rating| rating.map_or("–".to_owned(), |rating| format!("{rating:.1}")));
    let n = errors.to_string();
    let values = [("a", &**a), ("pr_a", &*pr_a), ("b", &**b), ("pr_b", &*pr_b), ("n", &*n)];
    ngettext_f(
        "{a} PR {pr_a}, {b} PR {pr_b}, {n} error",
        "{a} PR {pr_a}, {b} PR {pr_b}, {n} errors",
        u32::try_from(*errors).unwrap_or(u32::MAX),
        &values,
    )
}

impl BatchWindow {
    pub(super) fn new(host: &HostHandle) -> Rc<BatchWindow> {
        let list = gtk::ListBox::builder()
            .name("batch-files")
            .selection_mode(gtk::SelectionMode::None)
            .valign(gtk::Align::Start)
            .css_classes(["boxed-list"])
            .margin_start(18)
            .margin_end(18)
            .margin_top(6)
            .margin_bottom(12)
            .build();
        a11y::set_label(&list, &gettext("Files"));
        let start = button(&gettext("Analyze"), &gettext("Analyze all files of the list"));
        start.set_widget_name("batch-start");
        start.add_css_class("suggested-action");
        let stop = button(&gettext("Stop"), &gettext("Stop; the remaining files can be analyzed later"));
        stop.set_widget_name("batch-stop");
        let summary = label("", &["figures"], 0.0);
        summary.set_widget_name("batch-summary");
        summary.set_hexpand(true);
        summary.set_ellipsize(pango::EllipsizeMode::End);
        let window = Rc::new(BatchWindow {
            host: host.clone(),
            frame: ToolFrame::new(host, "batch", &gettext("Analyze files"), (560, 520)),
            list,
            rows: RefCell::default(),
            start,
            stop,
            summary,
            running: RefCell::default(),
            analyzing: Cell::default(),
        });
        window.lay_out();
        for (button, run) in
            [(&window.start, BatchWindow::start as fn(&BatchWindow)), (&window.stop, BatchWindow::cancel)]
        {
            let this = Rc::downgrade(&window);
            button.connect_clicked(move |_| {
                if let Some(window) = this.upgrade() {
                    run(&window);
                }
            });
        }
        window.show_summary();
        window
    }

    fn lay_out(&self) {
        let text = gettext(
            "Each match is analyzed with the analysis settings and saved beside its file, with the word “analyzed” added to the name. Files already analyzed are skipped.",
        );
        let text = paragraph(&text, &["dim-label"]);
        text.add_css_class("tool-status");
        let scroller = gtk::ScrolledWindow::builder()
            .child(&self.list)
            .vexpand(true)
            .hscrollbar_policy(gtk::PolicyType::Never)
            .build();
        let foot = gtk::Box::builder().spacing(6).css_classes(["tool-row"]).build();
        for widget in
            [self.summary.upcast_ref::<gtk::Widget>(), self.stop.upcast_ref(), self.start.upcast_ref()]
        {
            foot.append(widget);
        }
        let content = self.frame.content();
        content.append(&text);
        content.append(&scroller);
        content.append(&foot);
    }

    /// Adds files that are not in the list yet.
    pub(super) fn add(&self, paths: Vec<PathBuf>) {
        for path in paths {
            if self.rows.borrow().iter().any(|row| row.path == path) {
                continue;
            }
            let name = name_of(&path);
            let folder = path.parent().map_or(String::new(), |folder| folder.display().to_string());
            let row = adw::ActionRow::builder()
                .title(glib::markup_escape_text(&name).as_str())
                .subtitle(glib::markup_escape_text(&folder).as_str())
                .subtitle_lines(3)
                .build();
            let bar = gtk::ProgressBar::builder()
                .name("batch-progress")
                .valign(gtk::Align::Center)
                .width_request(90)
                .visible(false)
                .build();
            a11y::set_label(&bar, &gettext_f("Progress of {file}", &[("file", &name)]));
            let open = button(&gettext("Open"), &gettext_f("Open {file}", &[("file", &name)]));
            open.set_widget_name("batch-open");
            open.set_valign(gtk::Align::Center);
            row.add_suffix(&bar);
            row.add_suffix(&open);
            let target = Rc::new(RefCell::new(path.clone()));
            let (host, opened) = (self.host.clone(), Rc::clone(&target));
            open.connect_clicked(move |_| {
                let path = opened.borrow().clone();
                let uri = gio::File::for_path(&path).uri();
                host.activate("open-recent", Some(&uri.to_variant()));
                if let Some(window) = host.window() {
                    window.present();
                }
            });
            self.list.append(&row);
            let row = FileRow { path, row, bar, target, is_done: Cell::new(false) };
            self.rows.borrow_mut().push(row);
        }
        self.show_summary();
    }

    /// Analyzes the files that have not been analyzed yet.
    fn start(&self) {
        if self.running.borrow().is_some() {
            return;
        }
        let (which, paths): (Vec<usize>, Vec<PathBuf>) = {
            let rows = self.rows.borrow();
            let waiting = rows.iter().enumerate().filter(|(_, row)| !row.is_done.get());
            waiting.map(|(n, row)| (n, row.path.clone())).unzip()
        };
        if paths.is_empty() {
            return;
        }
        for n in &which {
            self.set_status(*n, &gettext("Waiting"));
        }
        if let Some(CommandOutcome::Started(id)) =
            self.host.execute(Command::from(FileCommand::Analyze(paths)))
        {
            self.running.replace(Some((id, which)));
        }
        self.show_summary();
    }

    fn cancel(&self) {
        if let Some((id, _)) = &*self.running.borrow() {
            self.host.look(|session| session.cancel_job(*id));
        }
    }

    /// Shows the status of a file below its name.
    fn set_status(&self, n: usize, text: &str) {
        if let Some(row) = self.rows.borrow().get(n) {
            row.row.set_subtitle(&glib::markup_escape_text(text));
        }
    }

    /// The row of a file of the job that runs.
    fn row_of(&self, job: JobId, file: usize) -> Option<usize> {
        let running = self.running.borrow();
        let (id, which) = running.as_ref()?;
        which.get(file).copied().filter(|_| *id == job)
    }

    fn show_state(&self, n: usize, state: &BatchState) {
        let show = |share: Option<f64>| {
            if let Some(row) = self.rows.borrow().get(n) {
                row.bar.set_visible(share.is_some());
                row.bar.set_fraction(share.unwrap_or(0.0));
            }
        };
        match state {
            BatchState::Analyzing { decisions, .. } => {
                self.analyzing.set(Some(n));
                show(Some(0.0));
                let many = u32::try_from(*decisions).unwrap_or(u32::MAX);
                let values = decisions.to_string();
                self.set_status(
                    n,
                    &ngettext_f("Analyzing {n} decision", "Analyzing {n} decisions", many, &[("n", &values)]),
                );
            }
            BatchState::Done { paths, was_analyzed, ratings } => {
                show(None);
                let name = paths.first().map_or(String::new(), |path| name_of(path));
                let values = [("file", name.as_str())];
                let text = match was_analyzed {
                    true => gettext_f("Already analyzed: {file}", &values),
                    false => gettext_f("Analyzed: {file}", &values),
                };
                let lines: Vec<String> =
                    std::iter::once(text).chain(ratings.iter().map(rating_line)).collect();
                self.set_status(n, &lines.join("\n"));
                if let (Some(row), Some(path)) = (self.rows.borrow().get(n), paths.first()) {
                    row.is_done.set(true);
                    row.target.replace(path.clone());
                }
            }
            BatchState::Failed(reason) => {
                show(None);
                let path = self.rows.borrow().get(n).map(|row| row.path.clone()).unwrap_or_default();
                let reason = reason.strip_prefix(&format!("{}: ", path.display())).unwrap_or(reason);
                self.set_status(n, &gettext_f("Failed: {reason}", &[("reason", reason)]));
                if let Some(row) = self.rows.borrow().get(n) {
                    row.row.add_css_class("error");
                }
            }
        }
    }

    /// Shows how many files are done.
    fn show_summary(&self) {
        let rows = self.rows.borrow();
        let n_done = rows.iter().filter(|row| row.is_done.get()).count().to_string();
        let n = rows.len().to_string();
        let text = gettext_f("{done} of {n} files analyzed", &[("done", &n_done), ("n", &n)]);
        self.summary.set_text(&text);
        let is_running = self.running.borrow().is_some();
        self.start.set_sensitive(!is_running && rows.iter().any(|row| !row.is_done.get()));
        self.stop.set_sensitive(is_running);
    }
}

impl Tool for BatchWindow {
    fn name(&self) -> &'static str {
        "batch"
    }

    fn window(&self) -> &adw::Window {
        self.frame.upcast_ref()
    }

    /// Does nothing: the list changes only with events.
    fn refresh(&self) {}

    fn handle_event(&self, event: &Event) {
        match event {
            Event::Batch { id, file, state } => {
                let Some(n) = self.row_of(*id, *file) else { return };
                self.show_state(n, state);
            }
            Event::JobProgress { id, activity: Activity::Batch, done, total: Some(total) } => {
                if self.row_of(*id, 0).is_none() || *total == 0 {
                    return;
                }
                let analyzing = self.analyzing.get();
                if let Some(bar) =
                    analyzing.and_then(|n| self.rows.borrow().get(n).map(|row| row.bar.clone()))
                {
                    bar.set_fraction(*done as f64 / *total as f64);
                }
            }
            Event::JobFinished { id, activity: Activity::Batch, .. } => {
                let ended = self.running.borrow().as_ref().is_some_and(|(running, _)| running == id);
                if !ended {
                    return;
                }
                let which = self.running.take().map_or_else(Vec::new, |(_, which)| which);
                self.analyzing.set(None);
                for n in which {
                    let stopped = self.rows.borrow().get(n).is_some_and(|row| {
                        let is_open = !row.is_done.get() && !row.row.has_css_class("error");
                        row.bar.set_visible(false);
                        is_open
                    });
                    if stopped {
                        self.set_status(n, &gettext("Not analyzed yet"));
                    }
                }
            }
            _ => return,
        }
        self.show_summary();
    }

    fn stop(&self) {
        self.cancel();
    }
}
