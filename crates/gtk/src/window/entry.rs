// SPDX-License-Identifier: GPL-3.0-or-later
//! The line for typing a play, in place of the message while it is open.

use super::Window;
use crate::board::Turn;
use crate::i18n::gettext;
use crate::stage::Typing;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::{PlayList, notation};
use gtk::glib;

/// Connects the line with the window.
pub(super) fn connect(window: &Window) {
    window.imp().action_row.connect_typing(glib::clone!(
        #[weak]
        window,
        move |typing| match typing {
            Typing::Changed => window.entry_changed(),
            Typing::Entered => window.play_typed(&window.imp().action_row.typed()),
            Typing::EnteredAsPlayed => window.play_as_written(),
            Typing::Complete(back) => window.complete_typed(back),
            Typing::Cancelled => window.close_entry(),
        }
    ));
}

/// All legal plays of a turn as text, in the order of their notation from the rearmost checker on.
fn legal(turn: &Turn) -> Vec<String> {
    let mut list = PlayList::new();
    list.generate(turn.start(), turn.dice());
    let mut texts: Vec<String> =
        list.plays().iter().map(|play| notation::format(turn.start(), play)).collect();
    texts.sort_by(|a, b| {
        let numbers = |text: &str| -> Vec<u32> {
            text.replace("bar", "25")
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|n| n.parse().ok())
                .collect()
        };
        numbers(b).cmp(&numbers(a))
    });
    texts
}

impl Window {
    /// Closes the line and gives the keyboard back to the board.
    pub(super) fn close_entry(&self) {
        self.hide_candidates();
        self.imp().action_row.close_entry();
        self.imp().board.grab_focus();
    }

    /// Plays what was typed, or says why that is not possible and leaves the line open.
    fn play_typed(&self, text: &str) {
        let board = &self.imp().board;
        let Some(turn) = board.with_controller(|c| c.turn().cloned()) else { return self.close_entry() };
        match notation::resolve(turn.start(), turn.dice(), text) {
            Ok(play) => {
                self.close_entry();
                board.drive(|c| c.show_play(&play));
                board.drive(crate::board::input::Controller::confirm);
            }
            Err(error) => {
                self.toast_error(&error);
                self.say(&gettext("That is not a legal play"), true);
            }
        }
    }

    /// Replaces what was typed by the first legal play that continues it, or by the next one after a whole play.
    fn complete_typed(&self, back: bool) {
        let imp = self.imp();
        let Some(turn) = imp.board.with_controller(|c| c.turn().cloned()) else { return };
        let typed = imp.action_row.typed();
        let plays = legal(&turn);
        let at = plays.iter().position(|play| *play == typed);
        let found = match at {
            Some(n) if back => plays.get((n + plays.len() - 1) % plays.len()),
            Some(n) => plays.get((n + 1) % plays.len()),
            None => plays.iter().find(|play| play.starts_with(typed.trim())),
        };
        match found {
            Some(play) => imp.action_row.set_typed(play),
            None => self.error_bell(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Board, Dice, MoveRules};

    #[test]
    fn plays_are_listed_from_the_rear() {
        let turn = Turn::new(&Board::default(), Dice::new(3, 1).unwrap(), MoveRules::default());
        let plays = legal(&turn);
        assert_eq!(plays.len(), 16);
        assert_eq!(plays[0], "24/23 24/21");
        assert!(plays.contains(&"8/5 6/5".to_owned()));
    }
}
