// SPDX-License-Identifier: GPL-3.0-or-later
//! Modal questions.

use adw::prelude::*;
use std::cell::Cell;

/// What is asked.
pub(crate) struct Question<'a> {
    /// The name of the dialog's widget.
    pub(crate) name: &'static str,
    /// The question itself.
    pub(crate) heading: &'a str,
    /// The consequences of the answer.
    pub(crate) body: &'a str,
    /// The answers in order: key, label, appearance. Escape gives the first one.
    pub(crate) answers: &'a [(&'static str, &'a str, adw::ResponseAppearance)],
    /// The key of the answer that Return gives.
    pub(crate) default: Option<&'static str>,
}

impl Question<'_> {
    /// Asks above a window; `answered` is called with the key of the answer.
    pub(crate) fn ask(&self, parent: &impl IsA<gtk::Window>, answered: impl FnOnce(&str) + 'static) {
        let dialog = adw::MessageDialog::new(Some(parent), Some(self.heading), Some(self.body));
        dialog.set_widget_name(self.name);
        for &(key, label, appearance) in self.answers {
            dialog.add_response(key, label);
            dialog.set_response_appearance(key, appearance);
        }
        dialog.set_default_response(self.default);
        if let Some((first, ..)) = self.answers.first() {
            dialog.set_close_response(first);
        }
        let answered = Cell::new(Some(answered));
        dialog.connect_response(None, move |_, answer| {
            if let Some(answered) = answered.take() {
                answered(answer);
            }
        });
        dialog.present();
    }
}
