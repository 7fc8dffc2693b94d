// SPDX-License-Identifier: GPL-3.0-or-later
//! Dialogs above a window. They know nothing of the main window: what they change goes through a
//! [`crate::host::HostHandle`] or is told to whoever opened them.

pub(crate) mod board_3d;
pub(crate) mod match_info;
pub(crate) mod new_match;
pub(crate) mod new_transcription;
pub(crate) mod programs;

use crate::widgets::keys;
use adw::prelude::*;
use gtk::glib;

/// Lets Escape and the button close a dialog.
pub(crate) fn close_on_escape(dialog: &adw::Window, cancel: &gtk::Button) {
    cancel.connect_clicked(glib::clone!(
        #[weak]
        dialog,
        move |_| dialog.close()
    ));
    let close = glib::clone!(
        #[weak]
        dialog,
        move || dialog.close()
    );
    keys::on_escape(dialog, close);
}
