// SPDX-License-Identifier: GPL-3.0-or-later
//! The switch between two and three dimensions, and what happens where three are not to be had.

use super::Window;
use crate::board3d::gl::GlError;
use crate::i18n::{gettext, gettext_f};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gtk::{gio, glib};

/// Shows the board in three dimensions or in two.
pub(super) fn switch(window: &Window, on: bool) {
    if let Err(error) = window.imp().board.set_three(on) {
        unavailable(window, &error);
    }
    window.write_dump();
}

/// Prepares the window for a graphics driver that gives up.
pub(super) fn connect(window: &Window) {
    window.imp().board.connect_three_failed(glib::clone!(
        #[weak]
        window,
        move |_, error| unavailable(&window, error)
    ));
}

/// Goes on in two dimensions: one notice, and the reason at the button from then on.
fn unavailable(window: &Window, error: &GlError) {
    if let Some(action) = window.lookup_action("board-3d").and_downcast::<gio::SimpleAction>() {
        action.set_state(&false.to_variant());
        action.set_enabled(false);
    }
    let reason = error.to_string();
    let text = gettext_f("The 3D board is not available: {reason}", &[("reason", &reason)]);
    window.imp().view_3d_button.set_tooltip_text(Some(&text));
    glib::g_warning!("gnubg", "no 3D board: {reason}");
    window.toast(&gettext("The 3D board is not available here"));
}
