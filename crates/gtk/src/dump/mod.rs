// SPDX-License-Identifier: GPL-3.0-or-later
//! The program's state as JSON, for tests that drive it from outside (`--state-dump`): all widgets that can be seen, and
//! a model of what cannot be seen from widgets.

mod model;
mod widgets;

pub(crate) use model::Model;

use gtk::prelude::*;
use serde::Serialize;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::{Rc, Weak};
use std::time::{Duration, Instant};

/// How long after a change the state is written; later changes are written with it.
const DELAY: Duration = Duration::from_millis(20);
/// How long at most while frames change nothing that is told: the delay doubles with each of them, so that what moves or
/// fades for a while costs little.
const LONGEST_DELAY: Duration = Duration::from_millis(160);
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
    /// How long after the next change it is written.
    delay: Cell<Duration>,
}

impl StateDump {
    /// Writes what `describe` tells to a file, from now on after each frame of any window.
    pub(crate) fn start(
        path: PathBuf,
        describe: impl Fn(&mut dyn FnMut(&Model<'_>)) + 'static,
    ) -> Rc<StateDump> {
        let dump = Rc::new_cyclic(|this: &Weak<StateDump>| StateDump {
            this: this.clone(),
            file: RefCell::new(DumpFile { path, serial: 0, written: Vec::new() }),
            describe: Box::new(describe),
            is_due: Cell::default(),
            delay: Cell::new(DELAY),
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
        let mut is_same = false;
        (self.describe)(&mut |model| is_same = !file.write(model));
        let delay = if is_same { (self.delay.get() * 2).min(LONGEST_DELAY) } else { DELAY };
        self.delay.set(delay.max(start.elapsed() * DELAY_BY_COST));
    }

    /// Writes the state after the present event has been handled.
    pub(crate) fn write_soon(&self) {
        if self.is_due.replace(true) {
            return;
        }
        let this = self.this.clone();
        gtk::glib::timeout_add_local_once(self.delay.get(), move || {
            if let Some(dump) = this.upgrade() {
                dump.is_due.set(false);
                dump.write();
            }
        });
    }
}

/// What is told of the program.
#[derive(Serialize)]
struct ProgramState {
    windows: Vec<widgets::Node>,
    model: Value,
}

/// Where the state is written, and how often it has been.
struct DumpFile {
    path: PathBuf,
    serial: u64,
    /// The state written last.
    written: Vec<u8>,
}

impl DumpFile {
    /// Writes the state if it differs from the last one, and returns whether it does. The file is replaced as a whole, so
    /// that a reader never sees half of it.
    fn write(&mut self, model: &Model<'_>) -> bool {
        let state = ProgramState { windows: widgets::windows(), model: model::describe(model) };
        let state = serde_json::to_vec(&state).expect("a tree of texts, numbers and lists is JSON");
        if state == self.written {
            return false;
        }
        self.serial += 1;
        let head = format!("{{\"serial\":{},\"state\":", self.serial);
        let temporary = self.path.with_extension("part");
        let written = std::fs::write(&temporary, [head.as_bytes(), &state, b"}"].concat())
            .and_then(|()| std::fs::rename(&temporary, &self.path));
        if let Err(error) = written {
            gtk::glib::g_warning!("gnubg", "the state dump could not be written: {error}");
        }
        self.written = state;
        true
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
