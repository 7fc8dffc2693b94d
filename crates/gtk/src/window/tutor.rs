// SPDX-License-Identifier: GPL-3.0-or-later
//! The tutor's warning before a weak decision.

use super::{Window, texts};
use crate::i18n::{gettext, gettext_f};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_record::Skill;
use gnubg_session::event::TutorWarning;
use gnubg_session::{Command, GameCommand};
use gtk::glib;

/// What the tutor says of a decision.
fn verdict(judged: &TutorWarning) -> String {
    let is_play = matches!(judged.command, Command::Game(GameCommand::Play(_)));
    match (is_play, judged.skill) {
        (true, Skill::VeryBad) => gettext("This play is very bad (??)"),
        (true, Skill::Bad) => gettext("This play is bad (?)"),
        (true, _) => gettext("This play is doubtful (?!)"),
        (false, Skill::VeryBad) => gettext("This cube decision is very bad (??)"),
        (false, Skill::Bad) => gettext("This cube decision is bad (?)"),
        (false, _) => gettext("This cube decision is doubtful (?!)"),
    }
}

impl Window {
    /// Asks what to do about a decision the tutor advises against.
    pub(super) fn warn(&self, judged: &TutorWarning) {
        let options = self.options();
        let loss = texts::number(judged.loss.0, options.output.digits);
        let body = gettext_f("It loses {n} points of equity against the best one.", &[("n", &loss)]);
        let dialog = adw::MessageDialog::new(Some(self), Some(&verdict(judged)), Some(&body));
        dialog.set_widget_name("tutor_warning");
        dialog.add_responses(&[
            ("rethink", &gettext("Rethink")),
            ("anyway", &gettext("Play anyway")),
            ("hint", &gettext("Hint")),
            ("end", &gettext("End tutor mode")),
        ]);
        dialog.set_response_appearance("rethink", adw::ResponseAppearance::Suggested);
        dialog.set_default_response(Some("rethink"));
        dialog.set_close_response("rethink");
        let command = judged.command.clone();
        dialog.connect_response(
            None,
            glib::clone!(
                #[weak(rename_to = window)]
                self,
                move |_, response| window.answer_tutor(response, &command)
            ),
        );
        dialog.present();
        // Return rethinks, wherever the toolkit has put the focus.
        glib::idle_add_local_once(glib::clone!(
            #[weak]
            dialog,
            move || {
                if let Some(button) = dialog.default_widget() {
                    button.grab_focus();
                }
            }
        ));
    }

    fn answer_tutor(&self, response: &str, command: &Command) {
        let imp = self.imp();
        let anyway = || {
            if let Command::Game(command) = command {
                self.send(GameCommand::Anyway(Box::new(command.clone())));
            }
        };
        match response {
            "anyway" => anyway(),
            "end" => {
                anyway();
                self.change_options(|options| options.tutor.on = false);
            }
            "hint" => {
                imp.board.drive(|c| c.reset_turn());
                self.tools().show_hint();
            }
            _ => imp.board.drive(|c| c.reset_turn()),
        }
        imp.board.grab_focus();
        self.show_turn();
    }
}
