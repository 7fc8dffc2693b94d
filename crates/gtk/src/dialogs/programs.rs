// SPDX-License-Identifier: GPL-3.0-or-later
//! Programs that saved settings name: the window asks before one of them runs for the first time.

use crate::host::HostHandle;
use crate::i18n::gettext;
use crate::widgets::question::Question;
use gnubg_session::{ProgramUse, Session};

/// Asks whether the programs of the settings may run, if one of them has never been allowed.
pub(crate) fn open(host: &HostHandle) {
    let programs = host.look(Session::programs_to_allow).unwrap_or_default();
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
            gettext("The settings name programs that have not run before. Allow them only if you know them."),
            lines.join("\n")
        ),
        answers: &[
            ("no", &gettext("Do Not Run"), adw::ResponseAppearance::Default),
            ("yes", &gettext("Allow"), adw::ResponseAppearance::Suggested),
        ],
        default: Some("no"),
    };
    let asking = host.clone();
    host.ask(&question, move |answer| {
        if answer != "yes" {
            return;
        }
        if let Some(Err(error)) = asking.change(|session| session.allow_programs(&programs)) {
            asking.toast_error(&error);
        }
    });
}
