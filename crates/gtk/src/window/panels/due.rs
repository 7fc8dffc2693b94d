// SPDX-License-Identifier: GPL-3.0-or-later
//! Updates the panels that show the current position one per frame; all at once would take longer than a frame.

use super::Panel;
use crate::window::Window;
use crate::window::follow::PendingUpdate;
use adw::subclass::prelude::*;
use gtk::glib;
use gtk::prelude::*;
use std::cell::Cell;
use std::rc::Rc;

/// A panel that may be out of date.
pub(super) struct DuePanel {
    window: glib::WeakRef<Window>,
    panel: Panel,
    is_due: Cell<bool>,
}

impl DuePanel {
    /// The panels that follow, from top to bottom.
    pub(super) fn all(window: &Window) -> [Rc<DuePanel>; 3] {
        [Panel::Record, Panel::Analysis, Panel::Commentary]
            .map(|panel| Rc::new(DuePanel { window: window.downgrade(), panel, is_due: Cell::default() }))
    }

    /// Shows it now, if it is to be shown and can be seen.
    fn settle(&self) {
        let window = self.window.upgrade().filter(|_| self.is_due.replace(false));
        let Some(window) = window.filter(|window| window.panels().is_shown(self.panel)) else { return };
        match self.panel {
            Panel::Record => window.part("record", || window.show_record()),
            Panel::Analysis => window.part("analysis", || window.show_analysis()),
            Panel::Commentary => window.part("commentary", || window.show_comment()),
            Panel::Messages | Panel::Command => {}
        }
    }
}

impl PendingUpdate for DuePanel {
    fn go_on(&self) {
        self.settle();
        if let Some(window) = self.window.upgrade() {
            window.write_dump();
        }
    }

    fn is_behind(&self) -> bool {
        self.is_due.get()
    }
}

impl Window {
    /// Shows the present place in all panels that can be seen, one with each frame.
    pub(in crate::window) fn show_panels(&self) {
        let Some(panels) = self.imp_panels() else { return };
        self.note_refresh("all panels");
        for due in &panels.due {
            due.is_due.set(true);
            self.imp().updates.add(Rc::clone(due) as Rc<dyn PendingUpdate>);
        }
        self.part("arrows", || self.show_played());
    }

    /// Shows one of these panels again with the next frame.
    pub(in crate::window) fn show_panel(&self, panel: Panel) {
        let Some(panels) = self.imp_panels() else { return };
        for due in panels.due.iter().filter(|due| due.panel == panel) {
            due.is_due.set(true);
            self.imp().updates.add(Rc::clone(due) as Rc<dyn PendingUpdate>);
        }
    }

    /// Whether a panel still shows the previous position.
    pub(in crate::window) fn are_panels_due(&self) -> bool {
        self.imp_panels().is_some_and(|panels| panels.due.iter().any(|due| due.is_due.get()))
    }

    /// Shows the present place in all panels at once; called before anything acts on what they show.
    pub(super) fn settle_panels(&self) {
        if let Some(panels) = self.imp_panels() {
            panels.due.iter().for_each(|due| due.settle());
        }
    }
}
