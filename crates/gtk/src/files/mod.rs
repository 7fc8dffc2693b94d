// SPDX-License-Identifier: GPL-3.0-or-later
//! Opening, saving, exporting and printing files. The session's jobs read and write them; errors are shown in a dialog.

mod actions;
mod choose;
mod export;
mod print;
mod problems;
mod recent;
mod several;
mod unsaved;

pub(crate) use unsaved::is_worth_keeping;

use crate::dialogs::close_on_escape;
use crate::host::HostHandle;
use crate::i18n::{gettext, gettext_f, ngettext_f};
use adw::prelude::*;
use gnubg_formats::Format;
use gnubg_session::command::Opened;
use gnubg_session::event::Activity;
use gnubg_session::event::FileWritten;
use gnubg_session::files::FileRead;
use gnubg_session::jobs::{JobError, JobId};
use gnubg_session::{Command, CommandOutcome, FileCommand, FileScope, is_worth_telling};
use gtk::gio;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// Something that is run later.
type Then = Box<dyn FnOnce()>;

/// What a file job was started for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum FileTask {
    Open(PathBuf),
    Save(PathBuf),
    Export(PathBuf),
    Print,
}

/// The files of a window: what is read and written, and the dialogs for it.
pub(crate) struct Files {
    host: HostHandle,
    tasks: RefCell<HashMap<JobId, FileTask>>,
    /// The action that runs once the match is saved.
    after_save: RefCell<Option<Then>>,
    /// The window may close without asking again.
    may_close: Cell<bool>,
    /// Whether a match from a file has been shown.
    has_shown_match: Cell<bool>,
    /// Counts the matches that were to be shown.
    opened: Cell<u64>,
    /// What is being printed, as long as the desktop's dialog or printing lasts.
    printing: RefCell<Option<gtk::PrintOperation>>,
    /// The print settings that were chosen last.
    print_settings: RefCell<Option<gtk::PrintSettings>>,
    on_recent: RefCell<Option<recent::OnRecent>>,
    /// Whether a file was noted in the desktop's list, which may not be written yet.
    has_noted: Cell<bool>,
    /// The menu of the recent files.
    recent_menu: RefCell<Option<gio::Menu>>,
}

/// The name of a file without its folder.
pub(crate) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

impl Files {
    pub(crate) fn new(host: HostHandle) -> Rc<Files> {
        Rc::new(Files {
            host,
            tasks: RefCell::default(),
            after_save: RefCell::default(),
            may_close: Cell::default(),
            has_shown_match: Cell::default(),
            opened: Cell::default(),
            printing: RefCell::default(),
            print_settings: RefCell::default(),
            on_recent: RefCell::default(),
            has_noted: Cell::default(),
            recent_menu: RefCell::default(),
        })
    }

    /// How many files are being read or written.
    pub(crate) fn n_jobs(&self) -> usize {
        self.tasks.borrow().len()
    }

    /// Opens a file given on the command line or dropped on the window, after asking about unsaved work.
    pub(crate) fn open(self: &Rc<Self>, file: &gio::File) {
        match file.path() {
            Some(path) => self.open_path(path, None),
            None => {
                let text = gettext_f("{file} is not a local file", &[("file", &file.uri())]);
                self.host.toast(&text);
            }
        }
    }

    /// Shows a match that is no file, after asking about unsaved work; `shown` is called then, and told whether it is the
    /// first match that is shown.
    pub(crate) fn open_record(self: &Rc<Self>, opened: Opened, shown: impl FnOnce(bool) + 'static) {
        let files = Rc::clone(self);
        let number = self.opened.get() + 1;
        self.opened.set(number);
        self.before_losing(&gettext("Save the match before opening another one?"), move || {
            files.host.catch_up();
            // Catching up takes in what has happened meanwhile: a match that was asked for later may be shown by now.
            if files.opened.get() != number {
                return;
            }
            if files.host.send(Command::Open(Box::new(opened))) {
                files.host.show_notice(None);
                shown(!files.has_shown_match.replace(true));
            }
        });
    }

    /// Opens a file as that format, or as its content shows, after asking about unsaved work.
    fn open_path(self: &Rc<Self>, path: PathBuf, format: Option<Format>) {
        let files = Rc::clone(self);
        self.before_losing(&gettext("Save the match before opening another one?"), move || {
            let command = FileCommand::Open { path: path.clone(), format, index: None };
            files.start(command, FileTask::Open(path));
        });
    }

    /// Saves the match where it was saved before, or asks where.
    pub(crate) fn save(self: &Rc<Self>) {
        let file = self.host.look(|session| session.file().map(Path::to_owned)).flatten();
        match file {
            Some(path) => self.save_to(path, FileScope::Match),
            None => self.choose_save(),
        }
    }

    fn save_to(self: &Rc<Self>, path: PathBuf, scope: FileScope) {
        self.start(FileCommand::Save { path: path.clone(), scope }, FileTask::Save(path));
    }

    /// Starts a file job and notes what it is for.
    fn start(self: &Rc<Self>, command: FileCommand, task: FileTask) {
        self.host.save_comment();
        match self.host.try_execute(command) {
            Some(Ok(CommandOutcome::Started(id))) => {
                self.tasks.borrow_mut().insert(id, task);
            }
            Some(Ok(CommandOutcome::Done)) => {}
            Some(Err(error)) => self.tell_file_error(&task, &error.to_string()),
            None => return,
        }
        self.host.refresh_actions();
    }

    /// Handles the end of a job. Returns `true` if it was a file job of this window.
    pub(crate) fn job_ended(
        self: &Rc<Self>,
        id: JobId,
        activity: Activity,
        error: Option<&JobError>,
    ) -> bool {
        if activity != Activity::File {
            return false;
        }
        let task = self.tasks.borrow_mut().remove(&id);
        let Some(task) = task else { return false };
        match error.filter(|error| is_worth_telling(error)) {
            Some(error) => {
                self.after_save.take();
                self.tell_file_error(&task, &error.to_string());
            }
            None if matches!(task, FileTask::Save(_)) && error.is_none() => {
                if let Some(then) = self.after_save.take() {
                    then();
                }
            }
            None => {}
        }
        true
    }

    /// Handles a file that was read: the match is already shown, or the user chooses one of several. Returns `true` if
    /// this is the first match from a file.
    pub(crate) fn file_read(&self, file: &Arc<FileRead>) -> bool {
        let shown = file.shown.and_then(|n| file.matches.get(n));
        self.note_recent(&file.path, shown.filter(|one| !one.is_position()).map(|one| &one.record));
        let Some(shown) = shown else {
            self.choose_match(file);
            return false;
        };
        self.host.catch_up();
        let text = gettext_f(
            "{file} ({format}): {match}",
            &[
                ("file", name_of(&file.path).as_str()),
                ("format", file.format.name()),
                ("match", &several::describe(shown)),
            ],
        );
        self.host.log(&text);
        match file.warnings() {
            [] => self.host.show_notice(None),
            warnings => self.tell_warnings(&file.path, warnings),
        }
        !shown.is_position() && !self.has_shown_match.replace(true)
    }

    /// Notes how the match of a file was played, now that it is analyzed.
    pub(crate) fn analyzed(&self) {
        let found = self.host.look(|session| {
            let path = session.file().or(session.origin())?;
            Some((path.to_owned(), session.record().clone()))
        });
        if let Some((path, record)) = found.flatten() {
            self.note_recent(&path, Some(&record));
        }
    }

    /// Tells that a file was written.
    pub(crate) fn file_written(&self, written: &FileWritten) {
        let first = written.paths.first().map_or(String::new(), |path| name_of(path));
        let n = u32::try_from(written.paths.len()).unwrap_or(u32::MAX);
        if written.format == Format::Sgf
            && let Some(path) = written.paths.first()
        {
            let record = self.host.look(|session| session.record().clone());
            self.note_recent(path, record.as_ref());
        }
        let more = n.saturating_sub(1).to_string();
        let text = match n {
            0 | 1 => gettext_f("Written: {file}", &[("file", &first)]),
            _ => ngettext_f(
                "Written: {file} and {n} more",
                "Written: {file} and {n} more",
                n - 1,
                &[("file", &first), ("n", &more)],
            ),
        };
        self.host.toast(&text);
    }
}

/// Shows a dialog that its button and Escape close, with the keyboard on `first`; `name` is that of its widget.
fn present(dialog: &adw::Window, cancel: &gtk::Button, first: Option<&gtk::Widget>, name: &str) {
    dialog.set_widget_name(name);
    close_on_escape(dialog, cancel);
    dialog.present();
    if let Some(first) = first {
        first.grab_focus();
    }
}
