// SPDX-License-Identifier: GPL-3.0-or-later
//! What is derived in the library is brought up to date when it follows older definitions or other nets: in the background,
//! with a row that tells how far it is and can stop it.

use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use crate::library_client::LibraryClient;
use crate::tools::controls::{button, status_line};
use crate::widgets::weakly;
use gnubg_session::event::Activity;
use gnubg_session::jobs::JobId;
use gnubg_session::library::LibraryRequest;
use gtk::pango;
use gtk::prelude::*;
use std::cell::Cell;
use std::rc::{Rc, Weak};

/// The row.
pub(super) struct Updating {
    this: Weak<Updating>,
    client: Rc<LibraryClient>,
    pub(super) root: gtk::Box,
    text: gtk::Label,
    bar: gtk::ProgressBar,
    running: Cell<Option<JobId>>,
    /// Whether it was begun since the library was found to be up to date; what the user stops begins again with the next
    /// window.
    was_begun: Cell<bool>,
}

impl Updating {
    pub(super) fn new(client: &Rc<LibraryClient>) -> Rc<Updating> {
        let stop =
            button(&gettext("Stop"), &gettext("Stop updating; it begins again when the library is opened"));
        let row = Rc::new_cyclic(|this: &Weak<Updating>| Updating {
            this: this.clone(),
            client: Rc::clone(client),
            root: gtk::Box::builder()
                .name("library-updating")
                .spacing(6)
                .visible(false)
                .css_classes(["library-notice"])
                .build(),
            text: status_line("library-updating-text", &["figures"]),
            bar: gtk::ProgressBar::builder().hexpand(true).valign(gtk::Align::Center).build(),
            running: Cell::default(),
            was_begun: Cell::default(),
        });
        row.text.set_ellipsize(pango::EllipsizeMode::End);
        row.text.set_hexpand(true);
        row.root.append(&row.text);
        row.root.append(&row.bar);
        row.root.append(&stop);
        let run = weakly(&row.this, Updating::stop);
        stop.connect_clicked(move |_| run());
        row
    }

    /// Begins if the library is out of date, unless that was done already.
    pub(super) fn begin(&self, is_stale: bool) {
        if self.was_begun.replace(is_stale) || !is_stale {
            return;
        }
        // One that was begun by an earlier window goes on.
        let is_running = self.client.host().look(|session| session.is_pending(Activity::LibraryRebuild));
        if is_running == Some(false) {
            self.running.set(self.client.ask(LibraryRequest::Rebuild, |_| ()));
        }
        if self.running.get().is_some() {
            self.show(0, 0);
        }
    }

    /// Shows how far it is.
    pub(super) fn progress(&self, id: JobId, done: u64, total: u64) {
        self.running.set(Some(id));
        self.show(done, total);
    }

    /// It is done, or was stopped.
    pub(super) fn ended(&self) {
        self.running.set(None);
        self.root.set_visible(false);
    }

    fn stop(&self) {
        if let Some(id) = self.running.get() {
            self.client.stop(id);
        }
    }

    fn show(&self, done: u64, total: u64) {
        let values = [("done", &*done.to_string()), ("n", &*total.to_string())];
        let text = match total {
            0 => gettext("Updating phases, plans and errors"),
            _ => gettext_f("Updating phases, plans and errors: {done} of {n} matches", &values),
        };
        self.text.set_text(&text);
        self.bar.set_fraction(done as f64 / total.max(1) as f64);
        a11y::set_label(&self.bar, &text);
        self.root.set_visible(true);
    }
}
