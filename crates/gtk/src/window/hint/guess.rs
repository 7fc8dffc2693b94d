// SPDX-License-Identifier: GPL-3.0-or-later
//! Guessing first: where that is switched on, the plays of a hint stay hidden until the player has made a choice on the
//! board or wants to see them all the same.

use super::HintWindow;
use crate::i18n::gettext;
use crate::window::Window;
use crate::window::tools::sheet::{button, paragraph};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_session::hint::{Advice, Hint};
use gtk::glib;

/// What is shown in place of the plays.
pub(super) fn page(parent: &Window) -> gtk::Box {
    let text = paragraph(&gettext("Make your play on the board; then the plays of the hint are shown."), &[]);
    text.set_justify(gtk::Justification::Center);
    text.set_xalign(0.5);
    let show = button(&gettext("Show the plays"), &gettext("Show the plays without a choice of one's own"));
    show.set_halign(gtk::Align::Center);
    show.connect_clicked(glib::clone!(
        #[weak]
        parent,
        move |_| parent.reveal_hint()
    ));
    let page = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(12).build();
    page.set_valign(gtk::Align::Center);
    page.append(&text);
    page.append(&show);
    page
}

impl Window {
    /// Whether the plays of a hint are still to be hidden.
    pub(super) fn must_guess(&self, window: &HintWindow, hint: &Hint) -> bool {
        let is_choice = matches!(&hint.advice, Advice::Play { plays, .. } if plays.len() > 1);
        let is_open = || *window.0.guessed.borrow() == Some(hint.state);
        let has_chosen = || {
            let board = &self.imp().board;
            board.with_controller(|c| c.turn().is_some_and(crate::board::Turn::is_complete))
        };
        if !(self.options().window.guess_first && is_choice && self.can_play(hint)) || is_open() {
            return false;
        }
        let is_hidden = !has_chosen();
        if !is_hidden {
            window.0.guessed.replace(Some(hint.state));
        }
        is_hidden
    }

    /// The player has moved checkers: once they make a play, the hint's plays are shown, that one selected.
    pub(in crate::window) fn guess_made(&self) {
        let Some(window) = self.hint_window() else { return };
        if window.0.stack.visible_child_name().as_deref() != Some("guess") {
            return;
        }
        let hint = window.0.hint.borrow().clone();
        let Some(hint) = hint else { return };
        let turn = self.imp().board.with_controller(|c| c.turn().cloned());
        let Some(turn) = turn.filter(crate::board::Turn::is_complete) else { return };
        self.show_hint(&hint);
        if let Advice::Play { plays, .. } = &hint.advice {
            let made = turn.board().swapped();
            window.0.list.select(plays.iter().position(|ranked| ranked.after == made).unwrap_or(0));
        }
        self.write_dump();
    }

    /// Shows the plays all the same.
    fn reveal_hint(&self) {
        let Some(window) = self.hint_window() else { return };
        let hint = window.0.hint.borrow().clone();
        if let Some(hint) = hint {
            window.0.guessed.replace(Some(hint.state));
            self.show_hint(&hint);
        }
    }
}
