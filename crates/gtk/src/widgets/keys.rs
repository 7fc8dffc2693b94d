// SPDX-License-Identifier: GPL-3.0-or-later
//! Keys that several windows and parts of windows share.

use gtk::prelude::*;
use gtk::{gdk, glib};

/// Handles keys that are pressed within a widget; `press` tells whether it takes the key. In the capture phase that is
/// before the focused part of the widget, in the bubble phase after it.
pub(crate) fn connect<P: Into<glib::Propagation>>(
    widget: &impl IsA<gtk::Widget>,
    phase: gtk::PropagationPhase,
    press: impl Fn(gdk::Key, gdk::ModifierType) -> P + 'static,
) {
    let keys = gtk::EventControllerKey::new();
    keys.set_propagation_phase(phase);
    keys.connect_key_pressed(move |_, key, _, modifiers| press(key, modifiers).into());
    widget.add_controller(keys);
}

/// Runs something when Escape is pressed within a widget, which takes the key.
pub(crate) fn on_escape(widget: &impl IsA<gtk::Widget>, run: impl Fn() + 'static) {
    connect(widget, gtk::PropagationPhase::Bubble, move |key, _| {
        let is_escape = key == gdk::Key::Escape;
        if is_escape {
            run();
        }
        is_escape
    });
}

/// Lets `<` and `>` within a window lead to the errors of the match, unless an entry takes them as letters.
pub(crate) fn lead_to_errors(window: &impl IsA<gtk::Widget>) {
    let shown = window.as_ref().downgrade();
    connect(window, gtk::PropagationPhase::Bubble, move |key, _| {
        let action = match key {
            gdk::Key::greater => "win.next-error",
            gdk::Key::less => "win.previous-error",
            _ => return false,
        };
        shown.upgrade().is_some_and(|window| window.activate_action(action, None).is_ok())
    });
}
