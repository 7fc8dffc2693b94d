// SPDX-License-Identifier: GPL-3.0-or-later
//! Guess first: with that option the plays of a hint stay hidden until the player has made a play on the board, or asks
//! for them.

use super::HintPanel;
use crate::board::Turn;
use crate::i18n::gettext;
use crate::tools::controls::{button, paragraph};
use gnubg_session::hint::{Advice, Hint};
use gtk::prelude::*;

/// What is shown in place of the plays; `show` is called when the player asks for them.
pub(super) fn page(show: impl Fn() + 'static) -> gtk::Box {
    let text = paragraph(&gettext("Make your play on the board first; then the hint is shown."), &[]);
    text.set_justify(gtk::Justification::Center);
    text.set_xalign(0.5);
    let reveal = button(&gettext("Show the plays"), &gettext("Show the plays without making one first"));
    reveal.set_widget_name("hint-reveal");
    reveal.set_halign(gtk::Align::Center);
    reveal.connect_clicked(move |_| show());
    let page = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(12).build();
    page.set_valign(gtk::Align::Center);
    page.append(&text);
    page.append(&reveal);
    page
}

impl HintPanel {
    /// The play made on the board, if it is complete.
    pub(super) fn made_turn(&self) -> Option<Turn> {
        let turn = self.host.board()?.with_controller(|controller| controller.turn().cloned());
        turn.filter(Turn::is_complete)
    }

    /// Whether the plays of a hint are still to be hidden.
    pub(super) fn must_guess(&self, hint: &Hint) -> bool {
        let is_choice = matches!(&hint.advice, Advice::Play { plays, .. } if plays.len() > 1);
        let is_revealed = || *self.revealed.borrow() == Some(hint.state);
        if !(self.host.options().window.guess_first && is_choice && self.can_play(hint)) || is_revealed() {
            return false;
        }
        let is_hidden = self.made_turn().is_none();
        if !is_hidden {
            self.revealed.replace(Some(hint.state));
        }
        is_hidden
    }

    /// The player has moved checkers: the play they make is marked. If the plays were hidden, they are shown now with that
    /// one selected.
    pub(crate) fn follow_board(&self) {
        let was_hidden = self.stack.visible_child_name().as_deref() == Some("guess");
        let hint = self.hint.borrow().clone();
        let Some(hint) = hint.filter(|_| self.is_open()) else { return };
        let made = self.made_turn();
        if was_hidden && made.is_none() {
            return;
        }
        self.show_hint(&hint);
        if let Some(made) = made.filter(|_| was_hidden) {
            let made = made.board().swapped();
            let at = self.list.rows().iter().position(|row| row.after == made);
            self.list.select(at.unwrap_or(0));
        }
    }

    /// Shows the hidden plays at once.
    pub(super) fn reveal(&self) {
        let hint = self.hint.borrow().clone();
        if let Some(hint) = hint {
            self.revealed.replace(Some(hint.state));
            self.show_hint(&hint);
        }
    }
}
