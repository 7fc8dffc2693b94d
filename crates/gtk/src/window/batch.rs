// SPDX-License-Identifier: GPL-3.0-or-later
//! Several files analyzed one after the other: what each is, how far it has come, and opening one of them. The window
//! comes when several files are dropped, and by its menu entry.

use super::Window;
use super::files::name_of;
use super::tools::Tool;
use super::tools::sheet::{Sheet, button, label, paragraph, spot};
use crate::a11y;
use crate::i18n::{gettext, gettext_f, ngettext_f};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_session::analysis::BatchState;
use gnubg_session::jobs::{JobId, JobKind};
use gnubg_session::{Event, FileCommand, Outcome};
use gtk::{gio, glib, pango};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;

const NAME: &str = "batch";

/// A file in its line.
struct Line {
    path: PathBuf,
    row: adw::ActionRow,
    bar: gtk::ProgressBar,
    open: gtk::Button,
    /// What of it is opened: the analyzed match once it is there.
    target: Rc<RefCell<PathBuf>>,
    is_done: Cell<bool>,
}

pub(super) struct Inner {
    sheet: Sheet,
    list: gtk::ListBox,
    lines: RefCell<Vec<Line>>,
    start: gtk::Button,
    stop: gtk::Button,
    sum: gtk::Label,
    /// The batch that runs, and the lines of its files.
    running: RefCell<Option<(JobId, Vec<usize>)>>,
    /// The line at work.
    at_work: Cell<Option<usize>>,
}

/// The window.
struct BatchWindow(Rc<Inner>);

impl Window {
    /// Shows the window for several files, with these added to its list.
    pub(super) fn open_batch(&self, files: &[gio::File]) {
        self.show_tool(NAME, BatchWindow::new);
        let paths: Vec<PathBuf> = files.iter().filter_map(gio::prelude::FileExt::path).collect();
        let lines = self.imp().batch.borrow().as_ref().and_then(std::rc::Weak::upgrade);
        if let Some(inner) = lines {
            inner.add(self, paths);
        }
        self.write_dump();
    }

    /// Lets the user choose several files, which are then shown in a list.
    pub(super) fn choose_batch(&self) {
        let chooser = gtk::FileChooserNative::new(
            Some(&gettext("Analyze files")),
            Some(self),
            gtk::FileChooserAction::Open,
            None,
            None,
        );
        chooser.set_select_multiple(true);
        // The chooser lives until it is answered.
        let alive = RefCell::new(Some(chooser.clone()));
        chooser.connect_response(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |chooser, answer| {
                alive.take();
                if answer == gtk::ResponseType::Accept {
                    let files: Vec<gio::File> =
                        chooser.files().iter::<gio::File>().filter_map(Result::ok).collect();
                    window.open_batch(&files);
                }
            }
        ));
        chooser.show();
    }
}

/// The action that lets files be chosen.
pub(super) fn actions() -> Vec<gio::ActionEntry<Window>> {
    vec![gio::ActionEntry::builder("batch").activate(|window: &Window, _, _| window.choose_batch()).build()]
}

impl BatchWindow {
    fn new(parent: &Window) -> BatchWindow {
        let sheet = Sheet::new(parent, NAME, &gettext("Analyze files"), (560, 520));
        let told = gettext(
            "Each match is analyzed as the settings say and saved beside its file, with the word “analyzed” added to the name. What is there already is not done again.",
        );
        let text = paragraph(&told, &["dim-label"]);
        text.add_css_class("tool-status");
        let list = gtk::ListBox::builder()
            .selection_mode(gtk::SelectionMode::None)
            .valign(gtk::Align::Start)
            .css_classes(["boxed-list"])
            .margin_start(18)
            .margin_end(18)
            .margin_top(6)
            .margin_bottom(12)
            .build();
        a11y::set_label(&list, &gettext("Files"));
        let scroller = gtk::ScrolledWindow::builder()
            .child(&list)
            .vexpand(true)
            .hscrollbar_policy(gtk::PolicyType::Never)
            .build();
        let start = button(&gettext("Analyze"), &gettext("Analyze all files of the list"));
        start.add_css_class("suggested-action");
        let stop = button(&gettext("Stop"), &gettext("Stop after what is done; the rest can be done later"));
        let sum = label("", &["figures"], 0.0);
        sum.set_hexpand(true);
        sum.set_ellipsize(pango::EllipsizeMode::End);
        let foot = gtk::Box::builder().spacing(6).css_classes(["tool-row"]).build();
        for widget in [sum.upcast_ref::<gtk::Widget>(), stop.upcast_ref(), start.upcast_ref()] {
            foot.append(widget);
        }
        sheet.content.append(&text);
        sheet.content.append(&scroller);
        sheet.content.append(&foot);
        let inner = Rc::new(Inner {
            sheet,
            list,
            lines: RefCell::default(),
            start,
            stop,
            sum,
            running: RefCell::default(),
            at_work: Cell::default(),
        });
        for (button, run) in [
            (&inner.start, Inner::start as fn(&Inner, &Window)),
            (&inner.stop, |inner, parent| inner.stop(parent)),
        ] {
            let this = Rc::downgrade(&inner);
            button.connect_clicked(glib::clone!(
                #[weak]
                parent,
                move |_| {
                    if let Some(inner) = this.upgrade() {
                        run(&inner, &parent);
                    }
                }
            ));
        }
        parent.imp().batch.replace(Some(Rc::downgrade(&inner)));
        inner.show_sum();
        BatchWindow(inner)
    }
}

impl Inner {
    /// Adds files that are not in the list yet.
    fn add(&self, parent: &Window, paths: Vec<PathBuf>) {
        for path in paths {
            if self.lines.borrow().iter().any(|line| line.path == path) {
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
                .valign(gtk::Align::Center)
                .width_request(90)
                .visible(false)
                .build();
            a11y::set_label(&bar, &gettext_f("Progress of {file}", &[("file", &name)]));
            let open = button(&gettext("Open"), &gettext_f("Open {file}", &[("file", &name)]));
            open.set_valign(gtk::Align::Center);
            row.add_suffix(&bar);
            row.add_suffix(&open);
            let target = Rc::new(RefCell::new(path.clone()));
            open.connect_clicked(glib::clone!(
                #[weak]
                parent,
                #[strong]
                target,
                move |_| {
                    parent.open_gio_file(&gio::File::for_path(&*target.borrow()));
                    parent.present();
                }
            ));
            self.list.append(&row);
            let line = Line { path, row, bar, open, target, is_done: Cell::new(false) };
            self.lines.borrow_mut().push(line);
        }
        self.show_sum();
    }

    /// Analyzes what is not done yet.
    fn start(&self, parent: &Window) {
        if self.running.borrow().is_some() {
            return;
        }
        let (which, paths): (Vec<usize>, Vec<PathBuf>) = {
            let lines = self.lines.borrow();
            let waiting = lines.iter().enumerate().filter(|(_, line)| !line.is_done.get());
            waiting.map(|(n, line)| (n, line.path.clone())).unzip()
        };
        if paths.is_empty() {
            return;
        }
        for n in &which {
            self.tell(*n, &gettext("Waiting"));
        }
        if let Some(Outcome::Started(id)) = parent.execute(FileCommand::Analyze(paths)) {
            self.running.replace(Some((id, which)));
        }
        self.show_sum();
        parent.write_dump();
    }

    fn stop(&self, parent: &Window) {
        if let Some((id, _)) = &*self.running.borrow() {
            parent.look(|session| session.cancel_job(*id));
        }
    }

    /// Says something about a file.
    fn tell(&self, n: usize, text: &str) {
        if let Some(line) = self.lines.borrow().get(n) {
            line.row.set_subtitle(&glib::markup_escape_text(text));
        }
    }

    /// The line of a file of the batch that runs.
    fn line_of(&self, job: JobId, file: usize) -> Option<usize> {
        let running = self.running.borrow();
        let (id, which) = running.as_ref()?;
        which.get(file).copied().filter(|_| *id == job)
    }

    fn take(&self, n: usize, state: &BatchState) {
        let show = |share: Option<f64>| {
            if let Some(line) = self.lines.borrow().get(n) {
                line.bar.set_visible(share.is_some());
                line.bar.set_fraction(share.unwrap_or(0.0));
            }
        };
        match state {
            BatchState::Analyzing { decisions, .. } => {
                self.at_work.set(Some(n));
                show(Some(0.0));
                let many = u32::try_from(*decisions).unwrap_or(u32::MAX);
                let values = decisions.to_string();
                self.tell(
                    n,
                    &ngettext_f("Analyzing {n} decision", "Analyzing {n} decisions", many, &[("n", &values)]),
                );
            }
            BatchState::Done { paths, was_there } => {
                show(None);
                let name = paths.first().map_or(String::new(), |path| name_of(path));
                let values = [("file", name.as_str())];
                self.tell(
                    n,
                    &if *was_there {
                        gettext_f("Was analyzed before: {file}", &values)
                    } else {
                        gettext_f("Analyzed: {file}", &values)
                    },
                );
                if let (Some(line), Some(path)) = (self.lines.borrow().get(n), paths.first()) {
                    line.is_done.set(true);
                    line.target.replace(path.clone());
                }
            }
            BatchState::Failed(reason) => {
                show(None);
                let path = self.lines.borrow().get(n).map(|line| line.path.clone()).unwrap_or_default();
                let reason = reason.strip_prefix(&format!("{}: ", path.display())).unwrap_or(reason);
                self.tell(n, &gettext_f("Failed: {reason}", &[("reason", reason)]));
                if let Some(line) = self.lines.borrow().get(n) {
                    line.row.add_css_class("error");
                }
            }
        }
    }

    /// Says how many files are done.
    fn show_sum(&self) {
        let lines = self.lines.borrow();
        let n_done = lines.iter().filter(|line| line.is_done.get()).count().to_string();
        let n = lines.len().to_string();
        let text = gettext_f("{done} of {n} files analyzed", &[("done", &n_done), ("n", &n)]);
        self.sum.set_text(&text);
        let is_running = self.running.borrow().is_some();
        self.start.set_sensitive(!is_running && lines.iter().any(|line| !line.is_done.get()));
        self.stop.set_sensitive(is_running);
    }
}

impl Tool for BatchWindow {
    fn name(&self) -> &'static str {
        NAME
    }

    fn window(&self) -> &adw::Window {
        &self.0.sheet.window
    }

    fn follow(&self, _parent: &Window) {}

    fn hear(&self, parent: &Window, event: &Event) {
        let inner = &self.0;
        match event {
            Event::Batch { id, file, state } => {
                let Some(n) = inner.line_of(*id, *file) else { return };
                inner.take(n, state);
            }
            Event::JobProgress { id, kind: JobKind::Batch, done, total: Some(total) } => {
                if inner.line_of(*id, 0).is_none() || *total == 0 {
                    return;
                }
                let at_work = inner.at_work.get();
                if let Some(line) = at_work.and_then(|n| inner.lines.borrow().get(n).map(|l| l.bar.clone())) {
                    line.set_fraction(*done as f64 / *total as f64);
                }
            }
            Event::JobFinished { id, kind: JobKind::Batch, .. } => {
                let ended = inner.running.borrow().as_ref().is_some_and(|(running, _)| running == id);
                if !ended {
                    return;
                }
                let which = inner.running.take().map_or_else(Vec::new, |(_, which)| which);
                inner.at_work.set(None);
                for n in which {
                    let stopped = inner.lines.borrow().get(n).is_some_and(|line| {
                        let is_open = !line.is_done.get() && !line.row.has_css_class("error");
                        line.bar.set_visible(false);
                        is_open
                    });
                    if stopped {
                        inner.tell(n, &gettext("Not analyzed yet"));
                    }
                }
            }
            _ => return,
        }
        inner.show_sum();
        parent.write_dump();
    }

    fn halt(&self, parent: &Window) {
        self.0.stop(parent);
        parent.imp().batch.take();
    }

    fn facts(&self) -> Value {
        let inner = &*self.0;
        let lines = inner.lines.borrow();
        let row = |line: &Line| {
            json!({
                "name": name_of(&line.path),
                "state": line.row.subtitle().map(|text| text.to_string()),
                "done": line.is_done.get(),
                "open": spot(&line.open),
            })
        };
        json!({
            "rows": lines.iter().map(row).collect::<Vec<_>>(),
            "running": inner.running.borrow().is_some(),
            "start": spot(&inner.start),
            "stop": spot(&inner.stop),
            "sum": inner.sum.text().as_str(),
        })
    }
}
