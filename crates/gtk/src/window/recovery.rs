// SPDX-License-Identifier: GPL-3.0-or-later
//! The match that was running when the program was last interrupted: offered in a bar above the board.

use super::Window;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_session::{GameCommand, Session};

impl Window {
    /// Offers the interrupted match, if there is one.
    pub(super) fn offer_recovery(&self) {
        let imp = self.imp();
        let found = self.look(|session| session.recoverable()).unwrap_or_default();
        let first = found.into_iter().next();
        imp.recovery_bar.offer(first.as_ref());
        imp.recoverable.replace(first);
    }

    /// Restores the interrupted match.
    pub(super) fn recover(&self) {
        let Some(found) = self.imp().recoverable.take() else { return };
        let done = match self.imp().session.borrow_mut().as_deref_mut() {
            Some(session) => session.recover(&found),
            None => return,
        };
        match done {
            Ok(()) => {
                self.finish_scenes();
                self.tools().rollouts().offer(self.look(Session::interrupted_rollout).flatten());
                // The computer thinks again if it was thinking.
                let waits = self.look(|session| crate::snapshot::Snapshot::of(session).is_waiting());
                if waits == Some(true) {
                    self.send(GameCommand::Compute);
                }
                self.imp().board.grab_focus();
            }
            Err(error) => self.toast_error(&error),
        }
        self.offer_recovery();
    }

    /// Discards the interrupted match.
    pub(super) fn discard_recovery(&self) {
        if let Some(found) = self.imp().recoverable.take() {
            found.remove();
        }
        self.offer_recovery();
    }
}
