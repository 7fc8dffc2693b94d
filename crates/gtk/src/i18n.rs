// SPDX-License-Identifier: GPL-3.0-or-later
//! Translated text, as in the terminal; GLib translates the files of the interface.

pub(crate) use gnubg_shell::i18n::{
    capitalized, gettext, gettext_f, languages, ngettext_f, noted, pgettext, use_language,
};
use std::path::Path;

/// Takes the language from the environment and the translations from `folder`, or from the installed locale folder.
/// Called once, before there is a second thread.
pub(crate) fn init(folder: Option<&Path>) {
    gnubg_shell::i18n::init(folder);
    // GLib decides with its first phrase, once and for all, whether it translates at all; it is to see that it can.
    gnubg_shell::i18n::with_any_language(|domain| {
        let _ = gtk::glib::dgettext(Some(domain), "Undo");
    });
}
