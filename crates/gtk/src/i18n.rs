// SPDX-License-Identifier: GPL-3.0-or-later
//! Translated text, as in the terminal; GLib translates the files of the interface.

pub(crate) use gnubg_i18n::{
    capitalized, current_language, gettext, gettext_f, grouped, is_right_to_left, isolated, languages,
    localized, ngettext_f, noted, pgettext, read_number,
};
pub(crate) use gnubg_shell::i18n::WORDS;
use std::path::Path;

/// Takes the language from the environment and the catalogues from `folder`, else from those installed with the program,
/// else from `built`. Called once, before there is a second thread.
pub(crate) fn init(folder: Option<&Path>, built: Option<&Path>) {
    gnubg_i18n::init(folder, built);
    // GLib decides with its first phrase, once and for all, whether it translates at all; it is to see that it can.
    gnubg_i18n::with_any_language(|domain| {
        let _ = gtk::glib::dgettext(Some(domain), "Undo");
    });
}

/// Switches to a language, given by its code or as `system`, and to its direction. Returns whether this changed the
/// language. Windows made from now on follow it.
pub(crate) fn use_language(code: &str) -> bool {
    let is_changed = gnubg_i18n::use_language(code);
    follow_direction();
    is_changed
}

/// Lays out new windows in the direction of the current language. GTK itself asks the locale of the system, which is
/// another language if one was chosen here.
fn follow_direction() {
    let direction = match is_right_to_left() {
        true => gtk::TextDirection::Rtl,
        false => gtk::TextDirection::Ltr,
    };
    gtk::Widget::set_default_direction(direction);
}
