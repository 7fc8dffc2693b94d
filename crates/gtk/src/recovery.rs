// SPDX-License-Identifier: GPL-3.0-or-later
//! The match that was running when the program was last interrupted: offered on the start page, or in a bar above the board. Another bar says
//! why the present one cannot be saved automatically, as long as it cannot.

use crate::host::HostHandle;
use crate::i18n::gettext;
use crate::stage::{RecoveryBar, StartPage, describe_recoverable};
use crate::texts;
use gnubg_session::{GameCommand, Message, Recoverable, Session};
use std::cell::RefCell;

/// Interrupted matches, and the automatic saving that finds them.
pub(crate) struct Recovery {
    host: HostHandle,
    bar: RecoveryBar,
    start_page: StartPage,
    /// The bar that says why the match cannot be saved, and its text.
    autosave: (gtk::Revealer, gtk::Label),
    /// The match that is offered.
    offered: RefCell<Option<Recoverable>>,
}

impl Recovery {
    /// `autosave` is the bar, with its label, that says why the match cannot be saved.
    pub(crate) fn new(
        host: HostHandle,
        bar: RecoveryBar,
        start_page: StartPage,
        autosave: (gtk::Revealer, gtk::Label),
    ) -> Recovery {
        Recovery { host, bar, start_page, autosave, offered: RefCell::default() }
    }

    /// Looks for an interrupted match, to offer it.
    pub(crate) fn search(&self) {
        self.host.change(Session::search_recoverable);
    }

    /// Offers the latest of the interrupted matches, if there is one.
    pub(crate) fn offer(&self, found: Vec<Recoverable>) {
        let first = found.into_iter().next();
        let text = first.as_ref().map(describe_recoverable);
        self.bar.offer(text.as_ref().map(|text| &*text.sentence));
        self.start_page.offer_match(text.as_ref());
        self.host.state_changed();
        self.offered.replace(first);
    }

    /// Restores the match that is offered; [`Recovery::recovered`] follows.
    pub(crate) fn recover(&self) {
        let Some(found) = self.offered.take() else { return };
        let Some(started) = self.host.change(|session| session.recover(&found)) else { return };
        if let Err(error) = started {
            self.host.toast_error(&error);
        }
        self.offer(Vec::new());
    }

    /// Discards the match that is offered.
    pub(crate) fn discard(&self) {
        if let Some(found) = self.offered.take() {
            self.host.change(|session| session.discard_recoverable(&found));
        }
        self.offer(Vec::new());
    }

    /// Shows the match that was restored.
    pub(crate) fn recovered(&self) {
        self.host.toast(&gettext("The match has been restored"));
        self.host.catch_up();
        // The computer thinks again if it was thinking.
        if self.host.snapshot().is_waiting() {
            self.host.send(GameCommand::Compute);
        }
        self.host.focus_board();
        self.search();
    }

    /// Shows in a bar why the match cannot be saved automatically, until it can again.
    pub(crate) fn show_autosave_problem(&self) {
        let (bar, label) = &self.autosave;
        let problem = self.host.look(|session| session.autosave_problem().map(str::to_owned)).flatten();
        if let Some(problem) = &problem {
            label.set_text(&texts::message(&Message::AutosaveFailed(problem.clone())));
        }
        bar.set_reveal_child(problem.is_some());
    }
}
