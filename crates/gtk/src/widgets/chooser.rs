// SPDX-License-Identifier: GPL-3.0-or-later
//! The system's dialogs for choosing a file or folder.

use crate::i18n::gettext;
use adw::prelude::*;
use std::cell::RefCell;
use std::path::PathBuf;

/// A filter for files whose names end so, in any case.
pub(crate) fn filter(name: &str, endings: &[&str]) -> gtk::FileFilter {
    let filter = gtk::FileFilter::new();
    filter.set_name(Some(name));
    for ending in endings {
        filter.add_suffix(ending);
    }
    filter
}

/// A filter that lets every file through.
pub(crate) fn all_files() -> gtk::FileFilter {
    let filter = gtk::FileFilter::new();
    filter.set_name(Some(&gettext("All files")));
    filter.add_pattern("*");
    filter
}

/// A chooser that [`run`] shows; `parent` waits for it.
pub(crate) fn new(
    parent: Option<&gtk::Window>,
    title: &str,
    action: gtk::FileChooserAction,
    filters: &[gtk::FileFilter],
) -> gtk::FileChooserNative {
    let chooser = gtk::FileChooserNative::new(Some(title), parent, action, None, Some(&gettext("_Cancel")));
    chooser.set_modal(true);
    for filter in filters {
        chooser.add_filter(filter);
    }
    chooser
}

/// Shows a chooser and keeps it until it is answered; `answered` gets the path that was chosen, if one was.
pub(crate) fn run(
    chooser: &gtk::FileChooserNative,
    answered: impl Fn(&gtk::FileChooserNative, Option<PathBuf>) + 'static,
) {
    // The toolkit itself holds no native chooser.
    let alive = RefCell::new(Some(chooser.clone()));
    chooser.connect_response(move |chooser, answer| {
        alive.take();
        let file = chooser.file().filter(|_| answer == gtk::ResponseType::Accept);
        answered(chooser, file.and_then(|file| file.path()));
    });
    chooser.show();
}

/// Asks for a file to open; `answered` is called with its path, or with `None` if the dialog is canceled.
pub(crate) fn choose_file<W: IsA<gtk::Window>>(
    window: &W,
    title: &str,
    filter: gtk::FileFilter,
    answered: impl Fn(&W, Option<PathBuf>) + 'static,
) {
    let chooser = new(Some(window.as_ref()), title, gtk::FileChooserAction::Open, &[filter]);
    let window = window.downgrade();
    run(&chooser, move |_, path| {
        if let Some(window) = window.upgrade() {
            answered(&window, path);
        }
    });
}

/// Asks for a file or folder of any name; `chosen` is called with it if one is chosen.
pub(crate) fn ask_path(
    at: &impl IsA<gtk::Widget>,
    title: &str,
    action: gtk::FileChooserAction,
    chosen: impl Fn(String) + 'static,
) {
    let parent = at.root().and_downcast::<gtk::Window>();
    run(&new(parent.as_ref(), title, action, &[]), move |_, path| {
        if let Some(path) = path {
            chosen(path.to_string_lossy().into_owned());
        }
    });
}
