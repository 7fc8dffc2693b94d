// SPDX-License-Identifier: GPL-3.0-or-later
//! The dialogs in which files are chosen.

use super::Files;
use crate::i18n::{gettext, gettext_f};
use crate::widgets::chooser::{self, filter};
use crate::widgets::question::Question;
use adw::prelude::*;
use gnubg_formats::Format;
use gnubg_session::options::{Options, ReportLayout};
use gnubg_session::{FileCommand, FileScope, Session};
use gtk::gio;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Formats that files can be opened as, in the order of the list.
fn readable() -> impl Iterator<Item = Format> {
    // Reports and pictures are only written, and of BKG nothing is known but its name.
    let is_report = |format: Format| {
        let word = format.keyword();
        ["text", "html", "latex", "pdf", "ps", "eps", "png", "svg", "bkg"].contains(&word)
    };
    Format::ALL.into_iter().filter(move |format| !is_report(*format))
}

/// The filters of the dialog for opening; the content decides in any case.
fn filters() -> Vec<gtk::FileFilter> {
    let mut endings: Vec<&str> = readable().map(Format::extension).collect();
    endings.extend(["xgp", "xgr", "gz", "htm"]);
    endings.sort_unstable();
    endings.dedup();
    let known = filter(&gettext("Backgammon files"), &endings);
    let each = readable().map(|format| {
        let ending = format.extension();
        filter(&format!("{} (.{ending})", format.name()), &[ending])
    });
    [known, chooser::all_files()].into_iter().chain(each).collect()
}

/// The path with the ending of the format, if it has none.
pub(super) fn with_ending(path: PathBuf, format: Format) -> PathBuf {
    if path.extension().is_some() { path } else { path.with_extension(format.extension()) }
}

/// Where a dialog begins: the folder of the settings, else that of the present file.
fn set_folder(chooser: &gtk::FileChooserNative, folder: &str, file: Option<&Path>) {
    let folder = match folder {
        "" => file.and_then(Path::parent).filter(|parent| parent.is_dir()).map(Path::to_owned),
        folder => Some(PathBuf::from(folder)),
    };
    if let Some(folder) = folder {
        // The toolkit begins elsewhere if the folder is gone.
        let _ = chooser.set_current_folder(Some(&gio::File::for_path(folder)));
    }
}

impl Files {
    /// Shows a chooser; `chosen` gets the path, nothing is called if none is chosen.
    fn run_chooser(
        self: &Rc<Self>,
        chooser: &gtk::FileChooserNative,
        chosen: impl Fn(&Rc<Files>, &gtk::FileChooserNative, PathBuf) + 'static,
    ) {
        let files = Rc::clone(self);
        chooser::run(chooser, move |chooser, path| match path {
            Some(path) => chosen(&files, chooser, path),
            // Nothing was saved, so what was to happen afterwards does not happen.
            None => _ = files.after_save.take(),
        });
    }

    /// The window above which dialogs are shown.
    fn parent(&self) -> Option<gtk::Window> {
        self.host.window().map(Cast::upcast)
    }

    /// Lets the user choose a file to open.
    pub(crate) fn choose_open(self: &Rc<Self>) {
        let title = gettext("Open a match or position");
        let chooser = chooser::new(self.parent().as_ref(), &title, gtk::FileChooserAction::Open, &filters());
        chooser.set_accept_label(Some(&gettext("_Open")));
        let automatic = gettext("Recognized by its content");
        let names: Vec<(&str, &str)> = std::iter::once(("auto", automatic.as_str()))
            .chain(readable().map(|format| (format.keyword(), format.name())))
            .collect();
        chooser.add_choice("format", gettext("Open as"), &names);
        chooser.set_choice("format", "auto");
        let folder = self.host.options().export.import_folder;
        let file =
            self.host.look(|session| session.file().or(session.origin()).map(Path::to_owned)).flatten();
        set_folder(&chooser, &folder, file.as_deref());
        self.run_chooser(&chooser, |files, chooser, path| {
            let format = chooser.choice("format").and_then(|word| Format::from_keyword(&word));
            files.open_path(path, format);
        });
    }

    /// Lets the user choose where the match is saved.
    pub(crate) fn choose_save(self: &Rc<Self>) {
        let filters = [filter(&gettext("SGF files"), &[Format::Sgf.extension()])];
        let title = gettext("Save the match");
        let chooser = chooser::new(self.parent().as_ref(), &title, gtk::FileChooserAction::Save, &filters);
        chooser.set_accept_label(Some(&gettext("_Save")));
        let (whole, game, position) =
            (gettext("The whole match"), gettext("This game"), gettext("This position"));
        let scopes = [("match", whole.as_str()), ("game", game.as_str()), ("position", position.as_str())];
        chooser.add_choice("scope", gettext("Save"), &scopes);
        chooser.set_choice("scope", "match");
        let Some(suggested) = self.host.look(Session::suggested_file) else { return };
        set_folder(&chooser, &self.host.options().export.sgf_folder, Some(&suggested));
        chooser.set_current_name(&super::name_of(&suggested));
        self.run_chooser(&chooser, |files, chooser, path| {
            let scope = match chooser.choice("scope").as_deref() {
                Some("game") => FileScope::Game,
                Some("position") => FileScope::Position,
                _ => FileScope::Match,
            };
            let whole = with_ending(path.clone(), Format::Sgf);
            files.replacing(&path, &whole, move |files, path| files.save_to(path, scope));
        });
    }

    /// Lets the user choose where an export goes.
    pub(super) fn choose_export(self: &Rc<Self>, format: Format, scope: FileScope) {
        let ending = format.extension();
        let filters = [filter(&format!("{} (.{ending})", format.name()), &[ending])];
        let title = gettext_f("Export as {format}", &[("format", format.name())]);
        let chooser = chooser::new(self.parent().as_ref(), &title, gtk::FileChooserAction::Save, &filters);
        chooser.set_accept_label(Some(&gettext("_Export")));
        let Some(suggested) = self.host.look(Session::suggested_file) else { return };
        let suggested = suggested.with_extension(ending);
        set_folder(&chooser, &self.host.options().export.folder, Some(&suggested));
        chooser.set_current_name(&super::name_of(&suggested));
        self.run_chooser(&chooser, move |files, _, path| {
            let whole = with_ending(path.clone(), format);
            files.replacing(&path, &whole, move |files, path| {
                let task = super::FileTask::Export(path.clone());
                files.start(FileCommand::Export { path, format, scope }, task);
            });
        });
    }

    /// Lets the user choose where the report of the match goes, in this layout and in a format that has it; the format used
    /// last comes first.
    pub(super) fn choose_report(self: &Rc<Self>, layout: ReportLayout) {
        let formats: &[Format] = match layout {
            ReportLayout::Full => &[Format::Pdf, Format::Html],
            ReportLayout::OnePage => &[Format::Pdf, Format::Png, Format::Html],
            ReportLayout::Interactive => &[Format::Html],
        };
        let title = match layout {
            ReportLayout::Full => gettext("Share a full report"),
            ReportLayout::OnePage => gettext("Share a one-page report"),
            ReportLayout::Interactive => gettext("Share an interactive page"),
        };
        let command = |path, format| FileCommand::Export { path, format, scope: FileScope::Match };
        self.choose_shared(&title, formats, command, move |options| options.export.layout = layout);
    }

    /// Lets the user choose where a picture of the decision with its analysis goes.
    pub(super) fn choose_picture(self: &Rc<Self>) {
        let formats = [Format::Png, Format::Svg, Format::Pdf];
        let command = |path, format| FileCommand::Picture { path, format };
        self.choose_shared(&gettext("Share a picture"), &formats, command, |_| {});
    }

    /// Lets the user choose file and format of what `command` writes; `prepare` sets options before.
    fn choose_shared(
        self: &Rc<Self>,
        title: &str,
        formats: &[Format],
        command: impl Fn(PathBuf, Format) -> FileCommand + Copy + 'static,
        prepare: impl Fn(&mut Options) + 'static,
    ) {
        let Some(suggested) = self.host.look(Session::suggested_file) else { return };
        let options = self.host.options();
        let last = formats.iter().find(|format| format.name() == options.export.format);
        let Some(&first) = last.or(formats.first()) else { return };
        let suggested = suggested.with_extension(first.extension());
        // The list of formats begins with what is chosen: some versions of GTK ignore a choice that is set.
        let formats: Vec<Format> =
            std::iter::once(first).chain(formats.iter().copied().filter(|format| *format != first)).collect();
        let filters: Vec<gtk::FileFilter> = formats
            .iter()
            .map(|format| {
                filter(&format!("{} (.{})", format.name(), format.extension()), &[format.extension()])
            })
            .collect();
        let chooser = chooser::new(self.parent().as_ref(), title, gtk::FileChooserAction::Save, &filters);
        chooser.set_accept_label(Some(&gettext("_Export")));
        let names: Vec<(&str, &str)> =
            formats.iter().map(|format| (format.keyword(), format.name())).collect();
        chooser.add_choice("format", gettext("Format"), &names);
        chooser.set_choice("format", first.keyword());
        set_folder(&chooser, &options.export.folder, Some(&suggested));
        chooser.set_current_name(&super::name_of(&suggested));
        let prepare = Rc::new(prepare);
        self.run_chooser(&chooser, move |files, chooser, path| {
            let chosen =
                chooser.choice("format").and_then(|word| Format::from_keyword(&word)).unwrap_or(first);
            // An ending that was typed says more than the list of formats that stayed as it was.
            let typed = path.extension().and_then(|ending| {
                formats.iter().copied().find(|format| ending.eq_ignore_ascii_case(format.extension()))
            });
            let format = if chosen == first { typed.unwrap_or(chosen) } else { chosen };
            let whole = path.with_extension(format.extension());
            let prepare = Rc::clone(&prepare);
            files.replacing(&path, &whole, move |files, path| {
                files.host.change_options(|options| {
                    options.export.format = format.name().to_owned();
                    prepare(options);
                });
                let task = super::FileTask::Export(path.clone());
                files.start(command(path, format), task);
            });
        });
    }

    /// Calls `then` with `whole`, after a question if it exists and is not what the dialog asked about.
    fn replacing(self: &Rc<Self>, asked: &Path, whole: &Path, then: impl Fn(&Rc<Files>, PathBuf) + 'static) {
        if asked == whole || !whole.exists() {
            return then(self, whole.to_owned());
        }
        let name = super::name_of(whole);
        let heading = gettext_f("Replace {file}?", &[("file", &name)]);
        let body =
            gettext("A file with this name already exists in the folder. Replacing it deletes its contents.");
        let (cancel, replace) = (gettext("Cancel"), gettext("Replace"));
        let answers = [
            ("cancel", cancel.as_str(), adw::ResponseAppearance::Default),
            ("replace", replace.as_str(), adw::ResponseAppearance::Destructive),
        ];
        let question =
            Question { name: "replace", heading: &heading, body: &body, answers: &answers, default: None };
        let whole = whole.to_owned();
        let files = Rc::clone(self);
        self.host.ask(&question, move |answer| match answer {
            "replace" => then(&files, whole),
            _ => _ = files.after_save.take(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_added_only_where_there_is_none() {
        assert_eq!(with_ending("a/b".into(), Format::Sgf), Path::new("a/b.sgf"));
        assert_eq!(with_ending("a/b.txt".into(), Format::Sgf), Path::new("a/b.txt"));
    }

    #[test]
    fn everything_that_can_be_read_can_be_chosen() {
        assert!(readable().any(|format| format == Format::Mat));
        assert!(!readable().any(|format| format == Format::Html));
        assert_eq!(readable().count(), 18);
    }
}
