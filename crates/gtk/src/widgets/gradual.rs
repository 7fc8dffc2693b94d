// SPDX-License-Identifier: GPL-3.0-or-later
//! Spreads updates over frames. Updating all panels, or all rows of a list, takes longer than a frame. So each frame
//! updates as many panels, or parts of lists, as it has time for, the most important rows first.

use gtk::prelude::*;
use gtk::{gio, glib};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The time between two updates: about a frame.
const PAUSE: Duration = Duration::from_millis(16);
/// No further update is begun in the same frame after this time. Laying out and painting what was updated takes several
/// times as long as the update.
const AT_ONCE: Duration = Duration::from_micros(1500);

/// The widgets of the rows in use, by their index.
#[derive(Default)]
pub(crate) struct BoundRows(RefCell<HashMap<u32, gtk::Widget>>);

impl BoundRows {
    /// The widgets of a row, if it has any.
    pub(crate) fn get(&self, row: u32) -> Option<gtk::Widget> {
        self.0.borrow().get(&row).cloned()
    }
}

/// The content of a list's rows.
pub(crate) trait RowContent: 'static {
    /// Rows that are rewritten in one update.
    const WRITTEN_AT_ONCE: usize;
    /// Rows that are created in one update, which takes longer.
    const MADE_AT_ONCE: u32;

    /// Writes a row into its widgets, if it has any.
    fn write(&self, row: u32);

    /// Some rows were written or created; the list now has `n_rows`.
    fn rows_written(&self, n_rows: u32);
}

/// A list whose rows are updated over several frames.
pub(crate) struct GradualList<C> {
    pub(crate) content: C,
    /// An item for each row that was created; its content is in `content`.
    pub(crate) store: gio::ListStore,
    /// The wanted number of rows, and the row near which rows are written first.
    wanted: Cell<u32>,
    center: Cell<u32>,
    /// Rows whose widgets are out of date.
    behind: RefCell<BTreeSet<u32>>,
    updates: UpdateQueue,
}

impl<C: RowContent> GradualList<C> {
    pub(crate) fn new(content: C, updates: &UpdateQueue) -> Rc<GradualList<C>> {
        Rc::new(GradualList {
            content,
            store: gio::ListStore::new::<glib::BoxedAnyObject>(),
            wanted: Cell::default(),
            center: Cell::default(),
            behind: RefCell::default(),
            updates: updates.clone(),
        })
    }

    /// Sets the wanted number of rows and notes which of them changed. Surplus rows are removed at once.
    pub(crate) fn want(&self, n_rows: u32, changed: impl Iterator<Item = u32>, center: u32) {
        self.wanted.set(n_rows);
        self.center.set(center);
        let made = self.store.n_items();
        self.behind.borrow_mut().extend(changed.filter(|row| *row < made));
        if made > n_rows {
            self.store.splice(n_rows, made - n_rows, &[] as &[glib::BoxedAnyObject]);
            self.behind.borrow_mut().split_off(&n_rows);
        }
    }

    /// Writes a row at once, because its widgets are new.
    pub(crate) fn write(&self, row: u32) {
        self.behind.borrow_mut().remove(&row);
        self.content.write(row);
    }

    /// Whether more is to be done than one update does.
    pub(crate) fn is_far_behind(&self) -> bool {
        self.behind.borrow().len() > C::WRITTEN_AT_ONCE || self.n_missing() > C::MADE_AT_ONCE
    }

    /// The number of rows still to be created.
    fn n_missing(&self) -> u32 {
        self.wanted.get().saturating_sub(self.store.n_items())
    }

    /// Writes or creates a few rows.
    pub(crate) fn write_some(&self) {
        let mut behind: Vec<u32> = self.behind.borrow().iter().copied().collect();
        behind.sort_by_key(|row| row.abs_diff(self.center.get()));
        behind.iter().take(C::WRITTEN_AT_ONCE).for_each(|row| self.write(*row));
        if behind.is_empty() {
            let new = (0..self.n_missing().min(C::MADE_AT_ONCE)).map(|_| glib::BoxedAnyObject::new(()));
            self.store.extend_from_slice(&new.collect::<Vec<_>>());
        }
        self.content.rows_written(self.store.n_items());
    }

    /// Makes the widgets of rows by `make`, and writes rows whenever they get widgets; `bound` knows which have some.
    pub(crate) fn factory(
        self: &Rc<Self>,
        make: impl Fn(&gtk::ListItem) + 'static,
        bound: fn(&C) -> &BoundRows,
    ) -> gtk::SignalListItemFactory {
        let factory = gtk::SignalListItemFactory::new();
        factory.connect_setup(move |_, item| {
            if let Some(item) = item.downcast_ref::<gtk::ListItem>() {
                make(item);
            }
        });
        let shown = Rc::clone(self);
        factory.connect_bind(move |_, item| {
            let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
            let Some(line) = item.child() else { return };
            bound(&shown.content).0.borrow_mut().insert(item.position(), line);
            shown.write(item.position());
        });
        let shown = Rc::clone(self);
        factory.connect_unbind(move |_, item| {
            let Some(item) = item.downcast_ref::<gtk::ListItem>() else { return };
            let mut bound = bound(&shown.content).0.borrow_mut();
            // Another row may have taken the index already.
            if bound.get(&item.position()) == item.child().as_ref() {
                bound.remove(&item.position());
            }
        });
        factory
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
    fn update(&self);

    /// Whether anything is left to do.
    fn is_behind(&self) -> bool;
}

impl<C: RowContent> PendingUpdate for GradualList<C> {
    fn update(&self) {
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
    pub(crate) fn add(&self, update: Rc<dyn PendingUpdate>) {
        let mut waiting = self.0.borrow_mut();
        if waiting.iter().any(|known| Rc::ptr_eq(known, &update)) {
            return;
        }
        let is_first = waiting.is_empty();
        waiting.push_back(update);
        if is_first {
            let updates = self.clone();
            glib::timeout_add_local(PAUSE, move || updates.run_next());
        }
    }

    /// Runs the next updates, as many as fit; the others wait until the next frame.
    fn run_next(&self) -> glib::ControlFlow {
        let start = Instant::now();
        loop {
            let Some(update) = self.0.borrow().front().cloned() else { return glib::ControlFlow::Break };
            update.update();
            let mut waiting = self.0.borrow_mut();
            waiting.pop_front();
            if update.is_behind() {
                waiting.push_back(update);
            }
            if waiting.is_empty() {
                return glib::ControlFlow::Break;
            }
            if start.elapsed() > AT_ONCE {
                return glib::ControlFlow::Continue;
            }
        }
    }
}
