// SPDX-License-Identifier: GPL-3.0-or-later
//! Programs that saved settings name: the window asks before one of them runs for the first time.

use super::Window;
use super::question::Question;
use crate::i18n::gettext;
use adw::subclass::prelude::*;
use gnubg_session::options::Sounds;
use gnubg_session::{ProgramUse, Session};

impl Window {
    /// Asks whether the programs of the settings may run, if one of them has never been allowed.
    pub(super) fn ask_about_programs(&self) {
        let programs = self.look(Session::programs_to_allow).unwrap_or_default();
        if programs.is_empty() {
            return;
        }
        let line = |program: &gnubg_session::SavedProgram| {
            let used_for = match program.used_for {
                ProgramUse::Dice => gettext("Dice"),
                ProgramUse::Sounds => gettext("Sounds"),
                ProgramUse::Browser => gettext("Browser"),
            };
            format!("{used_for}: {}", program.command)
        };
        let lines: Vec<String> = programs.iter().map(line).collect();
        let question = Question {
            name: "programs",
            heading: &gettext("Run the programs of the settings?"),
            body: &format!(
                "{}\n\n{}",
                gettext(
                    "The settings name programs that have not run before. Allow them only if you know them."
                ),
                lines.join("\n")
            ),
            answers: &[
                ("no", &gettext("Do Not Run"), adw::ResponseAppearance::Default),
                ("yes", &gettext("Allow"), adw::ResponseAppearance::Suggested),
            ],
            default: Some("no"),
        };
        self.ask(&question, move |window, answer| {
            if answer != "yes" {
                return;
            }
            let allowed = match window.imp().session.borrow_mut().as_deref_mut() {
                Some(session) => session.allow_programs(&programs),
                None => return,
            };
            if let Err(error) = allowed {
                window.toast_error(&error);
            }
        });
    }

    /// The settings of sounds; a program that was not allowed does not play them.
    pub(super) fn sound_settings(&self) -> Option<Sounds> {
        self.look(|session| {
            let mut sounds = session.options().sound.clone();
            if !session.may_run(&sounds.command) {
                sounds.command.clear();
            }
            sounds
        })
    }
}
