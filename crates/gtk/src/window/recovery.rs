// SPDX-License-Identifier: GPL-3.0-or-later
//! The match that was running when the program was last interrupted: offered in a bar above the board. Another bar says
//! why the present one cannot be saved automatically, as long as it cannot.

use super::Window;
use crate::i18n::gettext;
use crate::texts;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_session::{GameCommand, Message, Recoverable, Session};

impl Window {
    /// Looks for an interrupted match, to offer it.
    pub(super) fn search_recovery(&self) {
        if let Some(session) = self.imp().session.borrow_mut().as_deref_mut() {
            session.search_recoverable();
        }
    }

    /// Offers the latest of the interrupted matches, if there is one.
    pub(super) fn offer_recovery(&self, found: Vec<Recoverable>) {
        let imp = self.imp();
        let first = found.into_iter().next();
        imp.recovery_bar.offer(first.as_ref());
        imp.recoverable.replace(first);
    }

    /// Restores the interrupted match; [`Window::recovered`] follows.
    pub(super) fn recover(&self) {
        let Some(found) = self.imp().recoverable.take() else { return };
        let started = match self.imp().session.borrow_mut().as_deref_mut() {
            Some(session) => session.recover(&found).map(|_| ()),
            None => return,
        };
        if let Err(error) = started {
            self.toast_error(&error);
        }
        self.offer_recovery(Vec::new());
    }

    /// Shows in a bar why the match cannot be saved automatically, until it can again.
    pub(super) fn show_autosave_problem(&self) {
        let imp = self.imp();
        let problem = self.look(|session| session.autosave_problem().map(str::to_owned)).flatten();
        if let Some(problem) = &problem {
            let text = texts::message(&Message::AutosaveFailed(problem.clone()));
            imp.autosave_label.set_text(&text);
        }
        imp.autosave_bar.set_reveal_child(problem.is_some());
    }

    /// Shows the match that was restored.
    pub(super) fn recovered(&self) {
        self.toast(&gettext("The match has been restored"));
        self.finish_scenes();
        self.tools().rollouts().offer(self.look(Session::interrupted_rollout).flatten());
        // The computer thinks again if it was thinking.
        let waits = self.look(|session| crate::snapshot::Snapshot::of(session).is_waiting());
        if waits == Some(true) {
            self.send(GameCommand::Compute);
        }
        self.imp().board.grab_focus();
        self.search_recovery();
    }

    /// Discards the interrupted match.
    pub(super) fn discard_recovery(&self) {
        if let Some(found) = self.imp().recoverable.take()
            && let Some(session) = self.imp().session.borrow_mut().as_deref_mut()
        {
            session.discard_recoverable(&found);
        }
        self.offer_recovery(Vec::new());
    }
}
