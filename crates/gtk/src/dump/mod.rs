// SPDX-License-Identifier: GPL-3.0-or-later
//! The program's state as JSON, for tests that drive it from outside (`--state-dump`): all widgets that can be seen, and
//! a model of what cannot be seen from widgets.

mod model;
mod widgets;

pub(crate) use model::Model;

use gtk::prelude::*;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Where the state is written, and how often it has been.
#[derive(Debug)]
pub(crate) struct Dump {
    path: PathBuf,
    serial: u64,
    last: Value,
}

impl Dump {
    pub(crate) fn new(path: PathBuf) -> Dump {
        Dump { path, serial: 0, last: Value::Null }
    }

    /// Writes the state if it differs from the last one. The file is replaced as a whole, so that a reader never sees
    /// half of it.
    pub(crate) fn write(&mut self, model: &Model<'_>) {
        let value = json!({ "windows": widgets::windows(), "model": model::describe(model) });
        if value == self.last {
            return;
        }
        self.serial += 1;
        let text = json!({ "serial": self.serial, "state": value }).to_string();
        self.last = value;
        let temporary = self.path.with_extension("part");
        let written = std::fs::write(&temporary, text).and_then(|()| std::fs::rename(&temporary, &self.path));
        if let Err(error) = written {
            gtk::glib::g_warning!("gnubg", "the state dump could not be written: {error}");
        }
    }
}

/// Calls `changed` after each frame of every window of the program, those that open later included, and when the keyboard
/// goes to another widget.
pub(crate) fn connect_changes(changed: impl Fn() + Clone + 'static) {
    let removed = changed.clone();
    let watch = move |window: gtk::Window| {
        let (painted, moved) = (changed.clone(), changed.clone());
        window.connect_focus_widget_notify(move |_| moved());
        let connect = move |window: &gtk::Window| {
            let Some(clock) = window.frame_clock() else { return };
            let painted = painted.clone();
            clock.connect_after_paint(move |_| painted());
        };
        if window.is_realized() {
            connect(&window);
        }
        window.connect_realize(connect);
    };
    let windows = gtk::Window::toplevels();
    widgets::items::<gtk::Window>(&windows, 0..windows.n_items()).for_each(&watch);
    windows.connect_items_changed(move |windows, at, _, n_added| {
        widgets::items::<gtk::Window>(windows, at..at + n_added).for_each(&watch);
        // A window that goes may leave the others as they are painted.
        removed();
    });
}
