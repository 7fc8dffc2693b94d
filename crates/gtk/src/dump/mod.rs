// SPDX-License-Identifier: GPL-3.0-or-later
//! The program's state as JSON, for tests that drive it from outside (`--state-dump`): all widgets that can be seen, and
//! a model of what cannot be seen from widgets.

mod model;
mod widgets;

pub(crate) use model::Model;

use gtk::prelude::*;
use serde_json::{Map, Value};
use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::{Rc, Weak};
use std::time::{Duration, Instant};

/// How long after a change the state is written; later changes are written with it.
const DELAY: Duration = Duration::from_millis(20);
/// The same as a multiple of the time that the last writing took, so that a window that moves is not slowed down much.
const DELAY_BY_COST: u32 = 4;

/// Tells what the state is: calls its argument with it, or not while it must not be written.
type Describe = Box<dyn Fn(&mut dyn FnMut(&Model<'_>))>;

/// Writes the state of a window when it may have changed.
pub(crate) struct StateDump {
    this: Weak<StateDump>,
    file: RefCell<DumpFile>,
    describe: Describe,
    /// Whether the state will be written in a moment.
    is_due: Cell<bool>,
    /// How long writing took last.
    cost: Cell<Duration>,
}

impl StateDump {
    /// Writes what `describe` tells to a file, from now on after each frame of any window.
    pub(crate) fn start(
        path: PathBuf,
        describe: impl Fn(&mut dyn FnMut(&Model<'_>)) + 'static,
    ) -> Rc<StateDump> {
        let dump = Rc::new_cyclic(|this: &Weak<StateDump>| StateDump {
            this: this.clone(),
            file: RefCell::new(DumpFile { path, serial: 0, last: String::new() }),
            describe: Box::new(describe),
            is_due: Cell::default(),
            cost: Cell::default(),
        });
        let this = dump.this.clone();
        connect_changes(move || {
            if let Some(dump) = this.upgrade() {
                dump.write_soon();
            }
        });
        dump
    }

    /// Writes the state now.
    fn write(&self) {
        let mut file = self.file.borrow_mut();
        let start = Instant::now();
        (self.describe)(&mut |model| file.write(model));
        self.cost.set(start.elapsed());
    }

    /// Writes the state after the present event has been handled.
    pub(crate) fn write_soon(&self) {
        if self.is_due.replace(true) {
            return;
        }
        let this = self.this.clone();
        gtk::glib::timeout_add_local_once(DELAY.max(self.cost.get() * DELAY_BY_COST), move || {
            if let Some(dump) = this.upgrade() {
                dump.is_due.set(false);
                dump.write();
            }
        });
    }
}

/// Where the state is written, and how often it has been.
struct DumpFile {
    path: PathBuf,
    serial: u64,
    last: String,
}

impl DumpFile {
    /// Writes the state if it differs from the last one. The file is replaced as a whole, so that a reader never sees
    /// half of it.
    fn write(&mut self, model: &Model<'_>) {
        let mut state = Map::new();
        // Inserted one by one: the macro would copy the whole tree.
        state.insert("windows".to_owned(), Value::Array(widgets::windows()));
        state.insert("model".to_owned(), model::describe(model));
        let state = Value::Object(state).to_string();
        if state == self.last {
            return;
        }
        self.serial += 1;
        let text = format!("{{\"serial\":{},\"state\":{state}}}", self.serial);
        self.last = state;
        let temporary = self.path.with_extension("part");
        let written = std::fs::write(&temporary, text).and_then(|()| std::fs::rename(&temporary, &self.path));
        if let Err(error) = written {
            gtk::glib::g_warning!("gnubg", "the state dump could not be written: {error}");
        }
    }
}

/// Calls `changed` after each frame of every window of the program, those that open later included, and when the keyboard
/// goes to another widget.
fn connect_changes(changed: impl Fn() + Clone + 'static) {
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
