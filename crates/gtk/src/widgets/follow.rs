// SPDX-License-Identifier: GPL-3.0-or-later
//! Spreads updates over frames. Updating all panels, or all rows of a list, takes longer than a frame. So each frame
//! updates one panel, or a few rows of one list, the most important rows first.

use gtk::prelude::*;
use gtk::{gio, glib};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use std::time::Duration;

/// The time between two updates: about a frame.
const PAUSE: Duration = Duration::from_millis(16);

/// The content of a list's rows.
pub(crate) trait Lines: 'static {
    /// Rows that are rewritten in one update.
    const REWRITTEN: usize;
    /// Rows that are created in one update, which takes longer.
    const MADE: u32;

    /// Writes a row into its widgets, if it has any.
    fn write(&self, line: u32);

    /// Some rows were written or created; the list now has `n_lines`.
    fn went_on(&self, n_lines: u32);
}

/// A list whose rows are updated over several frames.
pub(crate) struct Follower<L> {
    pub(crate) lines: L,
    /// An item for each row that was created; its content is in `lines`.
    pub(crate) store: gio::ListStore,
    /// The wanted number of rows, and the row near which rows are written first.
    wanted: Cell<u32>,
    center: Cell<u32>,
    /// Rows whose widgets are out of date.
    behind: RefCell<BTreeSet<u32>>,
    updates: UpdateQueue,
}

impl<L: Lines> Follower<L> {
    pub(crate) fn new(lines: L, updates: &UpdateQueue) -> Rc<Follower<L>> {
        Rc::new(Follower {
            lines,
            store: gio::ListStore::new::<glib::BoxedAnyObject>(),
            wanted: Cell::default(),
            center: Cell::default(),
            behind: RefCell::default(),
            updates: updates.clone(),
        })
    }

    /// Sets the wanted number of rows and notes which of them changed. Surplus rows are removed at once.
    pub(crate) fn want(&self, n_lines: u32, changed: impl Iterator<Item = u32>, center: u32) {
        self.wanted.set(n_lines);
        self.center.set(center);
        let made = self.store.n_items();
        self.behind.borrow_mut().extend(changed.filter(|line| *line < made));
        if made > n_lines {
            self.store.splice(n_lines, made - n_lines, &[] as &[glib::BoxedAnyObject]);
            self.behind.borrow_mut().split_off(&n_lines);
        }
    }

    /// Writes a row at once, because its widgets are new.
    pub(crate) fn write(&self, line: u32) {
        self.behind.borrow_mut().remove(&line);
        self.lines.write(line);
    }

    /// Whether more is to be done than one update does.
    pub(crate) fn is_far_behind(&self) -> bool {
        self.behind.borrow().len() > L::REWRITTEN || self.n_missing() > L::MADE
    }

    /// The number of rows still to be created.
    fn n_missing(&self) -> u32 {
        self.wanted.get().saturating_sub(self.store.n_items())
    }

    /// Writes or creates a few rows.
    pub(crate) fn write_some(&self) {
        let mut behind: Vec<u32> = self.behind.borrow().iter().copied().collect();
        behind.sort_by_key(|line| line.abs_diff(self.center.get()));
        behind.iter().take(L::REWRITTEN).for_each(|line| self.write(*line));
        if behind.is_empty() {
            let new = (0..self.n_missing().min(L::MADE)).map(|_| glib::BoxedAnyObject::new(()));
            self.store.extend_from_slice(&new.collect::<Vec<_>>());
        }
        self.lines.went_on(self.store.n_items());
    }

    /// Leaves the remaining rows to the next frames.
    pub(crate) fn write_others(self: &Rc<Self>) {
        if self.is_behind() {
            self.updates.add(Rc::clone(self) as Rc<dyn PendingUpdate>);
        }
    }
}

/// Something that is updated over several frames.
pub(crate) trait PendingUpdate {
    /// Does as much as fits into a frame.
    fn go_on(&self);

    /// Whether anything is left to do.
    fn is_behind(&self) -> bool;
}

impl<L: Lines> PendingUpdate for Follower<L> {
    fn go_on(&self) {
        self.write_some();
    }

    fn is_behind(&self) -> bool {
        !self.behind.borrow().is_empty() || self.n_missing() > 0
    }
}

/// The updates that a window still has to do, first in, first out. Clones share one queue.
#[derive(Clone, Default)]
pub(crate) struct UpdateQueue(Rc<RefCell<VecDeque<Rc<dyn PendingUpdate>>>>);

impl UpdateQueue {
    /// Adds an update, which stays in the queue until it is done.
    pub(crate) fn add(&self, late: Rc<dyn PendingUpdate>) {
        let mut waiting = self.0.borrow_mut();
        if waiting.iter().any(|known| Rc::ptr_eq(known, &late)) {
            return;
        }
        let is_first = waiting.is_empty();
        waiting.push_back(late);
        if is_first {
            let updates = self.clone();
            glib::timeout_add_local(PAUSE, move || updates.run_next());
        }
    }

    /// Runs the next update; the others wait until the next frame.
    fn run_next(&self) -> glib::ControlFlow {
        let Some(late) = self.0.borrow().front().cloned() else { return glib::ControlFlow::Break };
        late.go_on();
        let mut waiting = self.0.borrow_mut();
        waiting.pop_front();
        if late.is_behind() {
            waiting.push_back(late);
        }
        if waiting.is_empty() { glib::ControlFlow::Break } else { glib::ControlFlow::Continue }
    }
}
