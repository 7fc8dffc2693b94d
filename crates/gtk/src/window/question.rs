// SPDX-License-Identifier: GPL-3.0-or-later
//! Modal questions.

use super::Window;
use adw::prelude::*;
use gtk::glib;
use std::cell::Cell;

/// What is asked.
pub(super) struct Question<'a> {
    /// The name of the dialog's widget.
    pub(super) name: &'static str,
    /// The question itself.
    pub(super) heading: &'a str,
    /// The consequences of the answer.
    pub(super) body: &'a str,
    /// The answers in order: key, label, how it looks. Escape gives the first one.
    pub(super) answers: &'a [(&'static str, &'a str, adw::ResponseAppearance)],
    /// The key of the answer that Return gives.
    pub(super) default: Option<&'static str>,
}

impl Window {
    /// Puts a question; `answered` is told the key of the answer.
    pub(super) fn ask(&self, question: &Question<'_>, answered: impl FnOnce(&Window, &str) + 'static) {
        self.ask_over(self, question, answered);
    }

    /// The same above another window of the program.
    pub(super) fn ask_over(
        &self,
        parent: &impl IsA<gtk::Window>,
        question: &Question<'_>,
        answered: impl FnOnce(&Window, &str) + 'static,
    ) {
        let dialog = adw::MessageDialog::new(Some(parent), Some(question.heading), Some(question.body));
        dialog.set_widget_name(question.name);
        for &(key, label, appearance) in question.answers {
            dialog.add_response(key, label);
            dialog.set_response_appearance(key, appearance);
        }
        dialog.set_default_response(question.default);
        if let Some((first, ..)) = question.answers.first() {
            dialog.set_close_response(first);
        }
        let answered = Cell::new(Some(answered));
        dialog.connect_response(
            None,
            glib::clone!(
                #[weak(rename_to = window)]
                self,
                move |_, answer| {
                    if let Some(answered) = answered.take() {
                        answered(&window, answer);
                    }
                }
            ),
        );
        dialog.present();
    }
}
