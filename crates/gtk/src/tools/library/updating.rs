// SPDX-License-Identifier: GPL-3.0-or-later
//! What is derived in the library is brought up to date when it follows older definitions or other nets: in the background,
//! with a row that tells how far it is and can stop it.

use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use crate::library_client::LibraryClient;
use crate::tools::controls::{button, status_line};
use crate::widgets::weakly;
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
    /// Whether the user has stopped it, or it could not be done; it begins again with the next window.
    is_stopped: Cell<bool>,
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
            is_stopped: Cell::default(),
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

    /// Begins, if that was not tried.
    pub(super) fn begin(&self) {
        if self.running.get().is_some() || self.is_stopped.get() {
            return;
        }
        let (this, that) = (self.this.clone(), self.this.clone());
        let counted = move |done, total: Option<u64>| {
            if let Some(row) = this.upgrade() {
                row.show(done, total.unwrap_or(0));
            }
        };
        let id = self.client.ask_counted(LibraryRequest::Rebuild, counted, move |answer| {
            if let Some(row) = that.upgrade() {
                row.running.set(None);
                row.is_stopped.set(answer.is_err());
                row.root.set_visible(false);
            }
        });
        self.running.set(id);
        if id.is_some() {
            self.show(0, 0);
        }
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
