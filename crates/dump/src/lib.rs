// SPDX-License-Identifier: GPL-3.0-or-later
//! The program's state as JSON, for tests that drive it from outside (`--state-dump`): all widgets that can be seen, and
//! what the program says of itself. A crate of its own since it is optimized, unlike the window, when tests run: it walks
//! through all widgets after most frames.

mod tree;

pub use tree::{Node, bounds};

use gtk::prelude::*;
use gtk::{gio, glib};
use serde::Serialize;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::{Rc, Weak};
use std::time::{Duration, Instant};

/// How long after a change the state is written; later changes are written with it.
const DELAY: Duration = Duration::from_millis(30);
/// How long at most while frames change nothing that is told: the delay doubles with each of them, so that what moves or
/// fades for a while costs little.
const LONGEST_DELAY: Duration = Duration::from_millis(240);
/// The same as a multiple of the time that the last writing took, so that a window that moves is not slowed down much.
const DELAY_BY_COST: u32 = 4;

/// What the program knows of widgets, and the toolkit does not tell.
pub struct OwnWidgets {
    /// The name of a widget for a screen reader; empty without one.
    pub label: fn(&gtk::Widget) -> String,
    /// The menu of a button that opens one.
    pub menu: fn(&gtk::Widget) -> Option<gio::MenuModel>,
    /// Adds what a widget of a class of the program shows beside texts.
    pub add_state: fn(&gtk::Widget, &mut Node),
    /// Whether a widget shows the same as a number beside it, so that a table of numbers has no cell for it.
    pub is_bar: fn(&gtk::Widget) -> bool,
}

/// Tells what the state is: calls its argument with what the program says of itself, or not while nothing must be written.
type Describe = Box<dyn Fn(&mut dyn FnMut(Value))>;

/// Writes the state of a window when it may have changed.
pub struct StateDump {
    this: Weak<StateDump>,
    file: RefCell<DumpFile>,
    own: OwnWidgets,
    describe: Describe,
    /// Whether the state will be written in a moment.
    is_due: Cell<bool>,
    /// How long after the next change it is written.
    delay: Cell<Duration>,
}

impl StateDump {
    /// Writes all windows with what `describe` tells to a file, from now on after each frame of any window.
    pub fn start(
        path: PathBuf,
        own: OwnWidgets,
        describe: impl Fn(&mut dyn FnMut(Value)) + 'static,
    ) -> Rc<StateDump> {
        let dump = Rc::new_cyclic(|this: &Weak<StateDump>| StateDump {
            this: this.clone(),
            file: RefCell::new(DumpFile { path, serial: 0, written: Vec::new() }),
            own,
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
        let start = Instant::now();
        let mut file = self.file.borrow_mut();
        let mut is_same = false;
        (self.describe)(&mut |model| {
            is_same = !file.write(&ProgramState { windows: tree::windows(&self.own), model });
        });
        let delay = if is_same { (self.delay.get() * 2).min(LONGEST_DELAY) } else { DELAY };
        self.delay.set(delay.max(start.elapsed() * DELAY_BY_COST));
    }

    /// Writes the state after the present event has been handled.
    pub fn write_soon(&self) {
        if self.is_due.replace(true) {
            return;
        }
        let this = self.this.clone();
        glib::timeout_add_local_once(self.delay.get(), move || {
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
    windows: Vec<Node>,
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
    fn write(&mut self, state: &ProgramState) -> bool {
        let state = serde_json::to_vec(state).expect("a tree of texts, numbers and lists is JSON");
        if state == self.written {
            return false;
        }
        self.serial += 1;
        let head = format!("{{\"serial\":{},\"state\":", self.serial);
        let temporary = self.path.with_extension("part");
        let written = std::fs::write(&temporary, [head.as_bytes(), &state, b"}"].concat())
            .and_then(|()| std::fs::rename(&temporary, &self.path));
        if let Err(error) = written {
            glib::g_warning!("gnubg", "the state dump could not be written: {error}");
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
    tree::items::<gtk::Window>(&windows, 0..windows.n_items()).for_each(&watch);
    windows.connect_items_changed(move |windows, at, _, n_added| {
        tree::items::<gtk::Window>(windows, at..at + n_added).for_each(&watch);
        // A window that goes may leave the others as they are painted.
        removed();
    });
}
