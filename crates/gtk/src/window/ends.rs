// SPDX-License-Identifier: GPL-3.0-or-later
//! The strip below the board: the tutor's warning, and the end of a game, which stays until the user goes on.

use super::Window;
use crate::i18n::{gettext, gettext_f};
use crate::tutor::Tutor;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::{MatchState, Player};
use gnubg_session::command::Go;
use gnubg_session::event::StateChange;
use gnubg_session::options::Seat;
use gtk::{gdk, glib};
use std::rc::Rc;

impl Window {
    pub(super) fn tutor(&self) -> &Rc<Tutor> {
        self.imp().tutor.get().expect("invariant: built with the window")
    }

    /// Keys of the board that answer the strip: Return and Space give the default answer, Escape takes a decision back.
    pub(super) fn connect_strip_keys(&self) {
        let keys = gtk::EventControllerKey::new();
        keys.set_propagation_phase(gtk::PropagationPhase::Capture);
        keys.connect_key_pressed(glib::clone!(
            #[weak(rename_to = window)]
            self,
            #[upgrade_or]
            glib::Propagation::Proceed,
            move |_, key, _, _| {
                let imp = window.imp();
                let is_warning = window.tutor().is_warning();
                let focus = GtkWindowExt::focus(&window);
                let is_board = focus.is_none_or(|focus| focus.is_ancestor(&*imp.board));
                let is_answer = match key {
                    gdk::Key::Return | gdk::Key::KP_Enter | gdk::Key::space => is_board,
                    gdk::Key::Escape => is_warning && (is_board || imp.strip.has_key_focus()),
                    _ => false,
                };
                if !is_answer || !imp.strip.is_open() {
                    return glib::Propagation::Proceed;
                }
                imp.strip.answer_default();
                glib::Propagation::Stop
            }
        ));
        self.add_controller(keys);
    }

    /// Shows the end of a game that does not end the match.
    pub(super) fn show_game_end(&self, result: &str, after: &MatchState) {
        let winner = after.result().map_or(Player::One, |result| result.winner);
        let [a, b] = [winner, winner.other()].map(|player| after.score[player.index()].to_string());
        let values = [("result", result), ("a", &*a), ("b", &*b)];
        let text = gettext_f("{result}. The score is {a}–{b}.", &values);
        let answers = [("next", gettext("Next game")), ("review", gettext("Review"))];
        let game = self.imp().snapshot.borrow().game.saturating_sub(1);
        let answered = glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |answer| window.leave_game_end(answer, game)
        );
        self.imp().strip.ask(&text, &answers, None, answered);
    }

    fn leave_game_end(&self, answer: &str, game: usize) {
        let is_ahead = self.imp().is_held.take();
        if answer == "review" {
            self.activate("layout-study");
            self.review().go(Go::To { game, entry: 0, rolled: true });
        } else if is_ahead {
            self.go_on();
        } else {
            self.matches().next_game();
        }
        self.imp().board.grab_focus();
    }

    /// Whether the end of a game stays on the screen until the user goes on: somebody plays.
    pub(super) fn holds_end(&self, change: &StateChange) -> bool {
        let is_end = change.after.result().is_some() && change.after.match_winner().is_none();
        let options = self.options();
        is_end && Player::BOTH.iter().any(|player| options.players[player.index()].seat == Seat::Human)
    }
}
