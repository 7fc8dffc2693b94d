// SPDX-License-Identifier: GPL-3.0-or-later
//! Keys that several windows and parts of windows share.

use gtk::prelude::*;
use gtk::{gdk, glib};

/// Runs something when Escape is pressed within a widget, which takes the key.
pub(crate) fn on_escape(widget: &impl IsA<gtk::Widget>, run: impl Fn() + 'static) {
    let keys = gtk::EventControllerKey::new();
    keys.connect_key_pressed(move |_, key, _, _| {
        if key != gdk::Key::Escape {
            return glib::Propagation::Proceed;
        }
        run();
        glib::Propagation::Stop
    });
    widget.add_controller(keys);
}
