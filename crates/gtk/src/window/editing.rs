// SPDX-License-Identifier: GPL-3.0-or-later
//! Setting up a position in the window.

use super::Window;
use crate::i18n::gettext;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_session::{Command, Edit};
use gtk::gio;

impl Window {
    pub(super) fn set_editing(&self, on: bool) {
        let board = &self.imp().board;
        if on {
            board.drive(|c| c.start_edit());
            self.say(&gettext("Click to set checkers: left for the bottom player, right for the top"), false);
        } else if board.with_controller(|c| c.draft().is_some()) {
            self.finish_editing();
        }
        self.imp().start_card.set_visible(!on && self.imp().snapshot.borrow().state.is_none());
        self.show_turn();
    }

    /// Applies the position being set up, or says why that is not possible.
    pub(super) fn finish_editing(&self) {
        let result = self.imp().board.change_controller(|c| c.finish_edit());
        match result {
            Ok(Some(state)) => {
                self.leave_editing();
                self.send(Command::Edit(Edit::State(Box::new(state))));
            }
            Ok(None) => {}
            Err(error) => {
                self.toast(&error.to_string());
                if let Some(action) = self.lookup_action("edit").and_downcast::<gio::SimpleAction>() {
                    action.set_state(&true.to_variant());
                }
            }
        }
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
        let base = self.imp().snapshot.borrow().state;
        match crate::ids::find(text, base.as_ref()) {
            Ok(state) => {
                if self.imp().board.with_controller(|c| c.draft().is_some()) {
                    self.cancel_editing();
                }
                self.send(Command::Edit(Edit::State(Box::new(state))));
            }
            Err(error) => {
                self.toast(&gettext("The text holds no position"));
                self.say(&error.to_string(), true);
            }
        }
    }

    /// The state that is shown: of the match, or of the position being set up if it is valid.
    pub(super) fn shown_state(&self) -> Option<gnubg_engine::core::MatchState> {
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
