// SPDX-License-Identifier: GPL-3.0-or-later
//! The tutor's warning before a weak decision.

use crate::board::BoardWidget;
use crate::host::HostHandle;
use crate::i18n::{gettext, gettext_f};
use crate::texts;
use adw::prelude::*;
use gnubg_record::Skill;
use gnubg_session::event::TutorWarning;
use gnubg_session::{Command, GameCommand};
use gtk::glib;

/// The heading of a warning.
fn verdict(warning: &TutorWarning) -> String {
    let is_play = matches!(warning.command, Command::Game(GameCommand::Play(_)));
    match (is_play, warning.skill) {
        (true, Skill::VeryBad) => gettext("This play is very bad (??)"),
        (true, Skill::Bad) => gettext("This play is bad (?)"),
        (true, _) => gettext("This play is doubtful (?!)"),
        (false, Skill::VeryBad) => gettext("This cube decision is very bad (??)"),
        (false, Skill::Bad) => gettext("This cube decision is bad (?)"),
        (false, _) => gettext("This cube decision is doubtful (?!)"),
    }
}

/// Asks what to do about a decision that the tutor warns of.
pub(crate) fn open(host: &HostHandle, warning: &TutorWarning) {
    let Some(window) = host.window() else { return };
    let loss = texts::number(warning.loss.0, host.options().output.digits);
    let body = gettext_f("It loses {n} points of equity against the best one.", &[("n", &loss)]);
    let dialog = adw::MessageDialog::new(Some(&window), Some(&verdict(warning)), Some(&body));
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
    let (host, command) = (host.clone(), warning.command.clone());
    dialog.connect_response(None, move |_, response| {
        if let Some(board) = host.board() {
            answer(&host, &board, response, &command);
        }
    });
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

fn answer(host: &HostHandle, board: &BoardWidget, response: &str, command: &Command) {
    let play_anyway = || {
        if let Command::Game(command) = command {
            host.send(GameCommand::Anyway(Box::new(command.clone())));
        }
    };
    match response {
        "anyway" => play_anyway(),
        "end" => {
            play_anyway();
            host.change_options(|options| options.tutor.on = false);
        }
        "hint" => {
            board.drive(|c| c.reset_turn());
            host.activate("hint", None);
        }
        _ => board.drive(|c| c.reset_turn()),
    }
    board.grab_focus();
    host.refresh_actions();
}
