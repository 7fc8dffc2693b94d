// SPDX-License-Identifier: GPL-3.0-or-later
//! Messages: what the action row says, which is the result of the last input, and short notices over the content.

use super::Window;
use crate::i18n::{capitalized, gettext};
use adw::subclass::prelude::*;
use gtk::glib;
use std::time::Duration;

/// How long a refusal stays if nothing is played.
const REFUSAL: Duration = Duration::from_secs(6);

/// How a message in the action row is shown, and how long it stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    /// Tells what happened; it stays until the next message.
    News,
    /// Tells what is still to be done; it goes with the next legal input, or after some seconds.
    Reminder,
    /// Tells why something is not possible, in the color of warnings; it goes like a reminder.
    Refusal,
}

/// A notice of any length. A toast's own title would be cut after one line and read as markup.
fn notice(text: &str) -> adw::Toast {
    let label = gtk::Label::builder()
        .label(text)
        .wrap(true)
        .max_width_chars(40)
        .xalign(0.0)
        .css_classes(["heading"])
        .build();
    let toast = adw::Toast::new("");
    toast.set_custom_title(Some(&label));
    toast
}

impl Window {
    /// Says something in the action row; screen readers follow its changes.
    pub(super) fn say(&self, text: &str, tone: Tone) {
        let imp = self.imp();
        if let Some(timer) = imp.passing_message.take() {
            timer.remove();
        }
        if let Some(toast) = imp.refusal.take() {
            toast.dismiss();
        }
        imp.action_row.say(text, tone == Tone::Refusal);
        if tone == Tone::Refusal && imp.action_row.hides_message() {
            let toast = notice(text);
            imp.refusal.replace(Some(toast.clone()));
            self.add_toast(text, toast);
        }
        if tone != Tone::News {
            let timer = glib::timeout_add_local_once(
                REFUSAL,
                glib::clone!(
                    #[weak(rename_to = window)]
                    self,
                    move || {
                        window.imp().passing_message.take();
                        window.say("", Tone::News);
                    }
                ),
            );
            imp.passing_message.replace(Some(timer));
        }
    }

    /// Takes a refusal or reminder away: legal input has followed it.
    pub(super) fn forget_refusal(&self) {
        if self.imp().passing_message.borrow().is_some() {
            self.say("", Tone::News);
        }
    }

    /// Shows a short notice over the content.
    pub(super) fn toast(&self, text: &str) {
        self.show_toast(text, None);
    }

    /// Shows a short notice, with a button of this label and action if there is one.
    pub(super) fn show_toast(&self, text: &str, button: Option<(&str, &str)>) {
        let toast = notice(text);
        if let Some((label, action)) = button {
            toast.set_button_label(Some(label));
            toast.set_action_name(Some(action));
        }
        self.add_toast(text, toast);
    }

    /// Shows a notice above the board that stays until it is closed or another match begins; `None` closes it.
    pub(super) fn show_notice(&self, text: Option<&str>) {
        let imp = self.imp();
        if let Some(text) = text {
            imp.notice_label.set_text(text);
        }
        imp.notice_bar.set_reveal_child(text.is_some());
        self.write_dump_soon();
    }

    /// Says that the hypergammon database is missing, with a button that makes it.
    pub(super) fn offer_hypergammon(&self, checkers: u8) {
        let text = gettext("The hypergammon database is missing, so the positions are only estimated");
        let toast = notice(&text);
        toast.set_button_label(Some(&gettext("Make It")));
        toast.connect_button_clicked(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |_| {
                window.execute(gnubg_session::Command::MakeHypergammon(checkers));
            }
        ));
        self.add_toast(&text, toast);
    }

    fn add_toast(&self, text: &str, toast: adw::Toast) {
        self.imp().last_toast.replace(text.to_owned());
        self.imp().toasts.add_toast(toast);
        self.sidebar().log(text);
        self.write_dump_soon();
    }

    /// Shows an error as a short notice.
    pub(super) fn toast_error(&self, error: &impl std::fmt::Display) {
        self.toast(&capitalized(&error.to_string()));
    }
}
