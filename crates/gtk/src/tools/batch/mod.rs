// SPDX-License-Identifier: GPL-3.0-or-later
//! Files analyzed one after the other: a table with the progress of each and how it was played, from which they can be
//! opened. The window opens when several files are dropped, and from the menu.

mod file_list;

use super::Tool;
use super::controls::{button, label, paragraph};
use super::frame::ToolFrame;
use crate::host::HostHandle;
use crate::i18n::{gettext, gettext_f, ngettext_f};
use crate::widgets::weakly;
use adw::prelude::*;
use file_list::{FileItem, FileList, name_of};
use gnubg_session::analysis::BatchState;
use gnubg_session::event::Activity;
use gnubg_session::jobs::JobId;
use gnubg_session::{Command, CommandOutcome, Event, FileCommand};
use gtk::{gio, pango};
use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;

/// The window of files to analyze.
pub(crate) struct BatchWindow {
    host: HostHandle,
    frame: ToolFrame,
    list: FileList,
    start: gtk::Button,
    stop: gtk::Button,
    summary: gtk::Label,
    /// The job that runs, and the rows of its files.
    running: RefCell<Option<(JobId, Vec<usize>)>>,
    /// The row of the file being analyzed.
    analyzing: Cell<Option<usize>>,
}

impl BatchWindow {
    pub(super) fn new(host: &HostHandle) -> Rc<BatchWindow> {
        let opener = host.clone();
        let list = FileList::new(move |path| {
            let uri = gio::File::for_path(path).uri();
            opener.activate("open-recent", Some(&uri.to_variant()));
            if let Some(window) = opener.window() {
                window.present();
            }
        });
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
            frame: ToolFrame::new(host, "batch", &gettext("Analyze files"), (760, 520)),
            list,
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
            let run = weakly(&Rc::downgrade(&window), run);
            button.connect_clicked(move |_| run());
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
        let foot = gtk::Box::builder().spacing(6).css_classes(["tool-row"]).build();
        for widget in
            [self.summary.upcast_ref::<gtk::Widget>(), self.stop.upcast_ref(), self.start.upcast_ref()]
        {
            foot.append(widget);
        }
        let content = self.frame.content();
        content.append(&text);
        content.append(&self.list.widget);
        content.append(&foot);
    }

    /// Adds files that are not in the list yet.
    pub(super) fn add(&self, paths: Vec<PathBuf>) {
        for path in paths {
            if !self.list.items().iter().any(|item| item.path == path) {
                self.list.add(path);
            }
        }
        self.show_summary();
    }

    /// Analyzes the files that have not been analyzed yet.
    fn start(&self) {
        if self.running.borrow().is_some() {
            return;
        }
        let (which, paths): (Vec<usize>, Vec<PathBuf>) = {
            let items = self.list.items();
            let waiting = items.iter().enumerate().filter(|(_, item)| !item.is_done.get());
            waiting.map(|(n, item)| (n, item.path.clone())).unzip()
        };
        if paths.is_empty() {
            return;
        }
        for n in &which {
            self.list.set_state(*n, &gettext("Waiting"));
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

    /// The row of a file of the job that runs.
    fn row_of(&self, job: JobId, file: usize) -> Option<usize> {
        let running = self.running.borrow();
        let (id, which) = running.as_ref()?;
        which.get(file).copied().filter(|_| *id == job)
    }

    fn show_state(&self, n: usize, state: &BatchState) {
        match state {
            BatchState::Analyzing { decisions, .. } => {
                self.analyzing.set(Some(n));
                self.list.set_progress(n, Some(0.0));
                let many = u32::try_from(*decisions).unwrap_or(u32::MAX);
                let values = decisions.to_string();
                self.list.set_state(
                    n,
                    &ngettext_f("Analyzing {n} decision", "Analyzing {n} decisions", many, &[("n", &values)]),
                );
            }
            BatchState::Done { paths, was_analyzed, ratings } => {
                self.list.set_progress(n, None);
                let name = paths.first().map_or(String::new(), |path| name_of(path));
                let values = [("file", name.as_str())];
                let text = match was_analyzed {
                    true => gettext_f("Already analyzed: {file}", &values),
                    false => gettext_f("Analyzed: {file}", &values),
                };
                self.list.set_state(n, &text);
                self.list.set_ratings(n, ratings);
                if let Some((item, path)) = self.list.item(n).zip(paths.first()) {
                    item.is_done.set(true);
                    item.target.replace(path.clone());
                }
            }
            BatchState::Failed(reason) => {
                self.list.set_progress(n, None);
                let Some(item) = self.list.item(n) else { return };
                let reason = reason.strip_prefix(&format!("{}: ", item.path.display())).unwrap_or(reason);
                item.has_failed.set(true);
                self.list.set_state(n, &gettext_f("Failed: {reason}", &[("reason", reason)]));
            }
        }
    }

    /// Shows how many files are done.
    fn show_summary(&self) {
        let items = self.list.items();
        let n_done = items.iter().filter(|item| item.is_done.get()).count().to_string();
        let n = items.len().to_string();
        let text = gettext_f("{done} of {n} files analyzed", &[("done", &n_done), ("n", &n)]);
        self.summary.set_text(&text);
        let is_running = self.running.borrow().is_some();
        self.start.set_sensitive(!is_running && items.iter().any(|item| !item.is_done.get()));
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
                if let Some(n) = self.analyzing.get() {
                    self.list.set_progress(n, Some(*done as f64 / *total as f64));
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
                    self.list.set_progress(n, None);
                    let is_open = |item: &FileItem| !item.is_done.get() && !item.has_failed.get();
                    if self.list.item(n).is_some_and(|item| is_open(&item)) {
                        self.list.set_state(n, &gettext("Not analyzed yet"));
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
