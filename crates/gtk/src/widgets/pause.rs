// SPDX-License-Identifier: GPL-3.0-or-later
//! What is done once nothing has happened for a while, such as a search when typing has paused.

use gtk::glib;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// Waits for a pause of a certain length.
pub(crate) struct Pause {
    length: Duration,
    timer: Rc<RefCell<Option<glib::SourceId>>>,
}

impl Pause {
    pub(crate) fn of(length: Duration) -> Pause {
        Pause { length, timer: Rc::default() }
    }

    /// Calls `run` after the pause, which begins now; what waited for one before is not called any more.
    pub(crate) fn then(&self, run: impl FnOnce() + 'static) {
        self.stop();
        let timer = Rc::clone(&self.timer);
        let source = glib::timeout_add_local_once(self.length, move || {
            timer.take();
            run();
        });
        self.timer.replace(Some(source));
    }

    /// Calls nothing any more.
    pub(crate) fn stop(&self) {
        if let Some(timer) = self.timer.take() {
            timer.remove();
        }
    }
}
