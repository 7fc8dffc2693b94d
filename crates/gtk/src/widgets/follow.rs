// SPDX-License-Identifier: GPL-3.0-or-later
//! What follows the present place in its turn. To show it in all panels at once takes longer than a frame, and to write all
//! lines of a list does too: so one panel is shown with each frame, and then a few lines of one list, those first that
//! matter most.

use gtk::prelude::*;
use gtk::{gio, glib};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use std::time::Duration;

/// The time until the next ones: about a frame.
const PAUSE: Duration = Duration::from_millis(16);

/// What the lines of a list show.
pub(crate) trait Lines: 'static {
    /// Lines written anew at once.
    const REWRITTEN: usize;
    /// Lines made at once, which takes longer.
    const MADE: u32;

    /// Writes a line into its widgets, if it has any.
    fn write(&self, line: u32);

    /// Some lines have been written or made; so many there are now.
    fn went_on(&self, n_lines: u32);
}

/// The widgets of a list, and how far they have followed.
pub(crate) struct Follower<L> {
    pub(crate) lines: L,
    /// A place for each line that has been made; what it shows is with the lines.
    pub(crate) store: gio::ListStore,
    /// Lines there should be, and the one near which lines are written first.
    wanted: Cell<u32>,
    center: Cell<u32>,
    /// Lines whose widgets show something else than they should.
    behind: RefCell<BTreeSet<u32>>,
    turns: Turns,
}

impl<L: Lines> Follower<L> {
    pub(crate) fn new(lines: L, turns: &Turns) -> Rc<Follower<L>> {
        Rc::new(Follower {
            lines,
            store: gio::ListStore::new::<glib::BoxedAnyObject>(),
            wanted: Cell::default(),
            center: Cell::default(),
            behind: RefCell::default(),
            turns: turns.clone(),
        })
    }

    /// From now on there should be so many lines, and these of them have changed. Lines too many go at once.
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

    /// Writes a line now; its widgets are new.
    pub(crate) fn write(&self, line: u32) {
        self.behind.borrow_mut().remove(&line);
        self.lines.write(line);
    }

    /// Whether it is more than is written or made at once.
    pub(crate) fn is_far_behind(&self) -> bool {
        self.behind.borrow().len() > L::REWRITTEN || self.n_missing() > L::MADE
    }

    /// Lines that have not been made.
    fn n_missing(&self) -> u32 {
        self.wanted.get().saturating_sub(self.store.n_items())
    }

    /// Writes or makes a few lines.
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

    /// Lets the lines that are left follow while frames go on.
    pub(crate) fn write_others(self: &Rc<Self>) {
        if self.is_behind() {
            self.turns.add(Rc::clone(self) as Rc<dyn Late>);
        }
    }
}

/// What may be behind.
pub(crate) trait Late {
    /// Follows, as far as that fits into a frame.
    fn go_on(&self);

    /// Whether something is left.
    fn is_behind(&self) -> bool;
}

impl<L: Lines> Late for Follower<L> {
    fn go_on(&self) {
        self.write_some();
    }

    fn is_behind(&self) -> bool {
        !self.behind.borrow().is_empty() || self.n_missing() > 0
    }
}

/// What is behind in a window, each in its turn; all clones are the same.
#[derive(Clone, Default)]
pub(crate) struct Turns(Rc<RefCell<VecDeque<Rc<dyn Late>>>>);

impl Turns {
    /// Lets it follow as long as it is behind.
    pub(crate) fn add(&self, late: Rc<dyn Late>) {
        let mut waiting = self.0.borrow_mut();
        if waiting.iter().any(|known| Rc::ptr_eq(known, &late)) {
            return;
        }
        let is_first = waiting.is_empty();
        waiting.push_back(late);
        if is_first {
            let turns = self.clone();
            glib::timeout_add_local(PAUSE, move || turns.turn());
        }
    }

    /// Lets the next one go on; the others wait until the next frame.
    fn turn(&self) -> glib::ControlFlow {
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
