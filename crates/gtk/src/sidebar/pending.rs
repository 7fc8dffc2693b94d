// SPDX-License-Identifier: GPL-3.0-or-later
//! Updates the panels that show the current position one per frame; all at once would take longer than a frame.

use super::{PanelId, Sidebar};
use crate::widgets::gradual::PendingUpdate;
use std::cell::Cell;
use std::rc::Weak;

/// The panels that show the current position, from top to bottom.
pub(super) const FOLLOWING: [PanelId; 4] =
    [PanelId::Record, PanelId::Analysis, PanelId::Errors, PanelId::Commentary];

/// A panel that may be out of date.
pub(super) struct PendingPanel {
    sidebar: Weak<Sidebar>,
    panel: PanelId,
    is_pending: Cell<bool>,
}

impl PendingPanel {
    pub(super) fn new(sidebar: Weak<Sidebar>, panel: PanelId) -> PendingPanel {
        PendingPanel { sidebar, panel, is_pending: Cell::default() }
    }

    pub(super) fn panel(&self) -> PanelId {
        self.panel
    }

    /// The panel is out of date from now on.
    pub(super) fn set_pending(&self) {
        self.is_pending.set(true);
    }

    /// Updates the panel now if it is out of date and can be seen.
    pub(super) fn settle(&self) {
        if !self.is_pending.replace(false) {
            return;
        }
        if let Some(sidebar) = self.sidebar.upgrade() {
            sidebar.show_content(self.panel);
        }
    }
}

impl PendingUpdate for PendingPanel {
    fn update(&self) {
        self.settle();
        if let Some(sidebar) = self.sidebar.upgrade() {
            sidebar.host().state_changed();
        }
    }

    fn is_behind(&self) -> bool {
        self.is_pending.get()
    }
}
