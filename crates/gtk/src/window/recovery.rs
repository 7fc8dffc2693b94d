// SPDX-License-Identifier: GPL-3.0-or-later
//! The match that was running when the program was last interrupted: offered in a bar above the board.

use super::Window;
use crate::i18n::{gettext, gettext_f, ngettext_f};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_session::{GameCommand, Recoverable, Session};
use gtk::glib;
use std::time::UNIX_EPOCH;

/// Who was playing whom for how much, and when.
fn describe(found: &Recoverable) -> String {
    let [a, b] = &found.names;
    let length = found.length.to_string();
    let kind = match found.length {
        0 => gettext("money session"),
        n => ngettext_f("{n} point match", "{n} point match", u32::from(n), &[("n", &length)]),
    };
    let score = format!("{}–{}", found.score[0], found.score[1]);
    let time = found
        .modified
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
        .and_then(|since| glib::DateTime::from_unix_local(i64::try_from(since.as_secs()).ok()?).ok())
        .and_then(|time| time.format("%x %H:%M").ok())
        .map_or(String::new(), |time| time.to_string());
    let values = [("a", a.as_str()), ("b", b), ("kind", &kind), ("score", &score), ("time", &time)];
    gettext_f("A match was interrupted: {a} – {b}, {kind}, {score} ({time})", &values)
}

impl Window {
    /// Shows the bar if there is a match to go on with.
    pub(super) fn offer_recovery(&self) {
        let imp = self.imp();
        let found = self.look(|session| session.recoverable()).unwrap_or_default();
        let first = found.into_iter().next();
        if let Some(found) = &first {
            imp.recovery_label.set_text(&describe(found));
        }
        imp.recovery.set_reveal_child(first.is_some());
        imp.recoverable.replace(first);
    }

    /// Goes on with it.
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
                // The computer goes on where it was thinking.
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

    /// Forgets it.
    pub(super) fn discard_recovery(&self) {
        if let Some(found) = self.imp().recoverable.take() {
            found.remove();
        }
        self.offer_recovery();
    }
}
