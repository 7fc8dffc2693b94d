// SPDX-License-Identifier: GPL-3.0-or-later
//! Files in the window. The session's jobs open, save and export them; errors are shown in a dialog.

mod choose;
mod drop;
mod export;
mod print;
mod problems;
mod recent;
mod several;
mod unsaved;

pub(super) use drop::accept as accept_drops;
pub(super) use recent::follow as follow_recent;
pub(super) use unsaved::is_worth_keeping;

use super::Window;
use crate::dialogs::close_on_escape;
use crate::i18n::{gettext, gettext_f, ngettext_f};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_formats::Format;
use gnubg_session::event::Activity;
use gnubg_session::event::FileWritten;
use gnubg_session::files::FileRead;
use gnubg_session::jobs::{JobError, JobId};
use gnubg_session::{FileCommand, FileScope, Outcome, is_worth_telling};
use gtk::{gio, glib};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An action on the window that is run later.
type Then = Box<dyn FnOnce(&Window)>;

/// What a file job was started for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum FileTask {
    Open(PathBuf),
    Save(PathBuf),
    Export(PathBuf),
    Print,
}

/// What the window knows about files.
#[derive(Default)]
pub(super) struct Files {
    tasks: RefCell<HashMap<JobId, FileTask>>,
    /// The action that runs once the match is saved.
    after_save: RefCell<Option<Then>>,
    /// The window may close without asking again.
    may_close: Cell<bool>,
    /// A match from a file has been shown once.
    has_studied: Cell<bool>,
    /// What is being printed, as long as the desktop's dialog or printing lasts.
    printing: RefCell<Option<gtk::PrintOperation>>,
    /// The printer and the like that were chosen last.
    print_settings: RefCell<Option<gtk::PrintSettings>>,
}

impl Files {
    /// How many files are being read or written.
    pub(super) fn n_jobs(&self) -> usize {
        self.tasks.borrow().len()
    }
}

/// The name of a file without its folder.
pub(super) fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

impl Window {
    /// Opens a file given on the command line or dropped on the window, after asking about unsaved work.
    pub(crate) fn open_gio_file(&self, file: &gio::File) {
        match file.path() {
            Some(path) => self.open_path(path, None),
            None => {
                let text = gettext_f("{file} is not a local file", &[("file", &file.uri())]);
                self.toast(&text);
            }
        }
    }

    /// Opens a file as that format, or as its content shows, after asking about unsaved work.
    fn open_path(&self, path: PathBuf, format: Option<Format>) {
        self.before_losing(&gettext("Save the match before opening another one?"), move |window| {
            let command = FileCommand::Open { path: path.clone(), format, index: None };
            window.send_file(command, FileTask::Open(path));
        });
    }

    /// Saves the match where it was saved before, or asks where.
    pub(super) fn save(&self) {
        let file = self.look(|session| session.file().map(Path::to_owned)).flatten();
        match file {
            Some(path) => self.save_to(path, FileScope::Match),
            None => self.choose_save(),
        }
    }

    fn save_to(&self, path: PathBuf, scope: FileScope) {
        self.send_file(FileCommand::Save { path: path.clone(), scope }, FileTask::Save(path));
    }

    /// Starts a file job and notes what it is for.
    fn send_file(&self, command: FileCommand, task: FileTask) {
        self.sidebar().save_comment();
        let result = match self.imp().session.borrow_mut().as_deref_mut() {
            Some(session) => session.execute(command.into()),
            None => return,
        };
        match result {
            Ok(Outcome::Started(id)) => {
                self.imp().files.tasks.borrow_mut().insert(id, task);
            }
            Ok(Outcome::Done) => {}
            Err(error) => self.tell_file_error(&task, &error.to_string()),
        }
        self.show_turn();
    }

    /// Handles the end of a job. Returns `true` if it was a file job of this window.
    pub(super) fn file_ended(&self, id: JobId, activity: Activity, error: Option<&JobError>) -> bool {
        if activity != Activity::File {
            return false;
        }
        let files = &self.imp().files;
        let task = files.tasks.borrow_mut().remove(&id);
        let Some(task) = task else { return false };
        match error.filter(|error| is_worth_telling(error)) {
            Some(error) => {
                files.after_save.take();
                self.tell_file_error(&task, &error.to_string());
            }
            None if matches!(task, FileTask::Save(_)) && error.is_none() => {
                if let Some(then) = files.after_save.take() {
                    then(self);
                }
            }
            None => {}
        }
        self.write_dump();
        true
    }

    /// Handles a file that was read: the match is already shown, or the user chooses one of several.
    pub(super) fn file_read(&self, file: &Arc<FileRead>) {
        self.note_recent(&file.path);
        let Some(one) = file.shown.and_then(|n| file.matches.get(n)) else { return self.choose_match(file) };
        self.finish_scenes();
        let text = gettext_f(
            "{file} ({format}): {match}",
            &[
                ("file", name_of(&file.path).as_str()),
                ("format", file.format.name()),
                ("match", &several::line(one)),
            ],
        );
        self.sidebar().log(&text);
        if !file.warnings().is_empty() {
            self.tell_warnings(&file.path, file.warnings());
        }
        let is_match = !one.is_position();
        if is_match && !self.imp().files.has_studied.replace(true) {
            self.sidebar().show_for_review();
        }
        self.imp().board.grab_focus();
        self.show_title();
        self.show_panels();
        self.write_dump();
    }

    /// A file was written.
    pub(super) fn file_written(&self, written: &FileWritten) {
        let first = written.paths.first().map_or(String::new(), |path| name_of(path));
        let n = u32::try_from(written.paths.len()).unwrap_or(u32::MAX);
        if written.format == Format::Sgf
            && let Some(path) = written.paths.first()
        {
            self.note_recent(path);
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
        self.toast(&text);
        self.refresh();
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

/// The actions about files.
pub(super) fn actions() -> Vec<gio::ActionEntry<Window>> {
    let simple = |name: &str, run: fn(&Window)| {
        gio::ActionEntry::builder(name).activate(move |window: &Window, _, _| run(window)).build()
    };
    let recent = gio::ActionEntry::builder("open-recent")
        .parameter_type(Some(&String::static_variant_type()))
        .activate(|window: &Window, _, uri| {
            if let Some(uri) = uri.and_then(glib::Variant::get::<String>) {
                window.open_recent(&uri);
            }
        })
        .build();
    vec![
        recent,
        simple("open", Window::choose_open),
        simple("save", Window::save),
        simple("save-as", Window::choose_save),
        simple("export", Window::open_export),
        simple("print", Window::open_print),
        simple("clear-recent", Window::clear_recent),
        simple("clear-missing", Window::clear_missing),
    ]
}
