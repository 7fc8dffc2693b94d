// SPDX-License-Identifier: GPL-3.0-or-later
//! Setting up a position in the window.

use super::Window;
use super::files::is_worth_keeping;
use crate::dialogs::question::Question;
use crate::i18n::gettext;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::{Decision, MatchState, Phase, Player};
use gnubg_formats::PositionError;
use gnubg_session::{Command, Edit, GameCommand, Go, Loss, Session, SetUp};
use gtk::gio;

impl Window {
    pub(super) fn set_editing(&self, on: bool) {
        let board = &self.imp().board;
        if on {
            self.imp().setup_bar.set_names(&self.imp().snapshot.borrow().names.clone());
            board.drive(|c| c.start_edit());
            self.say(&gettext("Left click: bottom player; right click: top player"), false);
        } else if board.with_controller(|c| c.draft().is_some()) {
            self.finish_editing();
        }
        self.imp().start_card.set_visible(!on && self.imp().snapshot.borrow().state.is_none());
        self.show_turn();
    }

    /// Applies the position, after asking if part of the record would be lost, or says why it is not possible.
    pub(super) fn finish_editing(&self) {
        let Some(draft) = self.imp().board.with_controller(|c| c.draft().cloned()) else { return };
        match draft.finish() {
            Ok(state) => {
                let wanted = SetUp { state, names: self.imp().setup_bar.names() };
                self.stay_editing();
                let loss = self.look(|session| session.set_up_loses(&wanted.state)).flatten();
                self.before_setting_up(loss, move |window| {
                    if window.send(Command::Edit(Edit::SetUp(Box::new(wanted)))) {
                        // What is set up is shown in the same moment.
                        window.imp().is_updating.set(true);
                        window.imp().board.change_controller(crate::board::input::Controller::cancel_edit);
                        window.finish_scenes();
                        window.leave_editing();
                        window.focus_board();
                    }
                });
            }
            Err(error) => {
                self.toast(&crate::stage::why_not(&error));
                self.stay_editing();
            }
        }
    }

    /// Keeps the switch on, because the position is still being set up.
    fn stay_editing(&self) {
        if let Some(action) = self.lookup_action("edit").and_downcast::<gio::SimpleAction>() {
            action.set_state(&true.to_variant());
        }
    }

    /// Runs `then` at once if nothing of the record is lost by it, else after a question.
    pub(super) fn before_setting_up(&self, loss: Option<Loss>, then: impl FnOnce(&Window) + 'static) {
        match loss {
            Some(Loss::Game) => {
                self.before_losing(&gettext("Save the match before replacing it?"), then);
            }
            Some(Loss::Rest { games, entries }) if self.options().confirm.new => {
                let body = super::review::rest_removed(games, entries);
                let body = format!("{body} {}", gettext("You can undo this."));
                self.confirm(&gettext("Set up the position here?"), &body, &gettext("Set up"), then);
            }
            _ => then(self),
        }
    }

    /// Asks for confirmation.
    fn confirm(&self, question: &str, body: &str, yes: &str, then: impl FnOnce(&Window) + 'static) {
        let cancel = gettext("Cancel");
        let answers = [
            ("cancel", cancel.as_str(), adw::ResponseAppearance::Default),
            ("yes", yes, adw::ResponseAppearance::Suggested),
        ];
        let question =
            Question { name: "set-up", heading: question, body, answers: &answers, default: Some("yes") };
        self.ask(&question, |window, answer| match answer {
            "yes" => then(window),
            _ => {
                window.imp().board.grab_focus();
            }
        });
    }

    pub(super) fn cancel_editing(&self) {
        self.imp().board.change_controller(crate::board::input::Controller::cancel_edit);
        self.leave_editing();
        self.say("", false);
    }

    fn leave_editing(&self) {
        if let Some(action) = self.lookup_action("edit").and_downcast::<gio::SimpleAction>() {
            action.set_state(&false.to_variant());
        }
        self.imp().start_card.set_visible(self.imp().snapshot.borrow().state.is_none());
        self.show_turn();
    }

    /// Sets up the position a text describes.
    pub(super) fn set_position(&self, text: &str) {
        match self.position_in(text) {
            Ok(state) => self.set_found(state),
            Err(error) => self.no_position(&gettext("The text contains no position"), &error),
        }
    }

    /// Sets up the position a pasted or dropped text describes; in the middle of a game the user says where. `nothing`
    /// is told if there is none.
    pub(super) fn take_position(&self, text: &str, nothing: &str) {
        match self.position_in(text) {
            Ok(state) if self.is_in_game() => self.ask_where(state),
            Ok(state) => self.set_found(state),
            Err(error) => self.no_position(nothing, &error),
        }
    }

    fn position_in(&self, text: &str) -> Result<MatchState, PositionError> {
        let base = self.imp().snapshot.borrow().state;
        crate::ids::find(text, base.as_ref())
    }

    fn no_position(&self, nothing: &str, error: &PositionError) {
        self.toast(nothing);
        self.say_error(error);
    }

    fn set_found(&self, state: MatchState) {
        if self.imp().board.with_controller(|c| c.draft().is_some()) {
            return self.set_draft(&state);
        }
        self.set_state_here(state);
    }

    /// Sets the match to a state, after asking where something of the record would be lost.
    pub(super) fn set_state_here(&self, state: MatchState) {
        let loss = self.look(|session| session.state_loses(&state)).flatten();
        self.before_setting_up(loss, move |window| window.show_position(Edit::State(Box::new(state))));
    }

    fn show_position(&self, edit: Edit) {
        if self.send(Command::Edit(edit)) {
            self.focus_board();
        }
    }

    /// Whether a game is in progress in which something was decided.
    fn is_in_game(&self) -> bool {
        let is_setting_up = self.imp().board.with_controller(|c| c.draft().is_some());
        let is_going_on = |session: &Session| session.game().is_ok() && is_worth_keeping(session.record());
        !is_setting_up && self.options().confirm.new && self.look(is_going_on) == Some(true)
    }

    /// Asks whether to replace the position on the board or to start a new match.
    fn ask_where(&self, state: MatchState) {
        let found = self.look(|session| {
            let names = Player::BOTH.map(|player| session.name(player));
            (session.set_up_loses(&state), names)
        });
        let Some((loss, names)) = found else { return };
        let anew = move |window: &Window| {
            window.before_losing(&gettext("Save the match before replacing it?"), move |window| {
                window.show_position(Edit::Position(Box::new(state)));
            });
        };
        if loss == Some(Loss::Game) {
            return anew(self);
        }
        let body = gettext("Replace the position on the board, or start a new match from this position.");
        let body = match loss {
            Some(Loss::Rest { games, entries }) => {
                format!("{body} {}", super::review::rest_removed(games, entries))
            }
            _ => body,
        };
        let body = format!("{body} {}", gettext("You can undo this."));
        let (cancel, own) = (gettext("Cancel"), gettext("Start a new match"));
        let replace = gettext("Replace");
        let answers = [
            ("cancel", cancel.as_str(), adw::ResponseAppearance::Default),
            ("own", own.as_str(), adw::ResponseAppearance::Default),
            ("replace", replace.as_str(), adw::ResponseAppearance::Suggested),
        ];
        let heading = gettext("Replace the position?");
        let question = Question {
            name: "paste",
            heading: &heading,
            body: &body,
            answers: &answers,
            default: Some("replace"),
        };
        self.ask(&question, move |window, answer| match answer {
            "replace" => window.show_position(Edit::SetUp(Box::new(SetUp { state, names }))),
            "own" => anew(window),
            _ => {
                window.imp().board.grab_focus();
            }
        });
    }

    /// Puts checkers, dice and cube of a position at the start of the match that has just begun.
    pub(super) fn begin_with(&self, position: &MatchState) {
        self.send(Command::Go(Go::FirstMove));
        let begun = self.look(|session| session.state().copied()).flatten();
        let Some(begun) = begun else { return };
        let phase = match position.phase {
            Phase::Due(due) => Phase::Due(due),
            _ => Phase::Due(Decision::Roll),
        };
        let state = MatchState {
            board: position.board,
            on_roll: position.on_roll,
            cube: position.cube,
            phase,
            ..begun
        };
        let names = self.look(|session| Player::BOTH.map(|player| session.name(player))).unwrap_or_default();
        let computer_acts = |window: &Window| {
            window.look(|session| {
                let player = session.state().and_then(MatchState::to_act);
                player.is_some_and(|player| !session.is_person(player))
            })
        };
        if self.send(Command::Edit(Edit::SetUp(Box::new(SetUp { state, names }))))
            && computer_acts(self) == Some(true)
        {
            self.send(GameCommand::Compute);
        }
    }

    /// The state that is shown: of the match, or of the position being set up if it is valid.
    pub(super) fn shown_state(&self) -> Option<MatchState> {
        let draft = self.imp().board.with_controller(|c| c.draft().cloned());
        match draft {
            Some(draft) => draft.finish().ok(),
            None => self.imp().snapshot.borrow().state,
        }
    }

    /// Position ID and match ID of what is shown.
    pub(super) fn full_id(&self) -> Option<String> {
        let state = self.shown_state()?;
        Some(format!("{}:{}", state.board.position_id(), state.match_id()))
    }
}
