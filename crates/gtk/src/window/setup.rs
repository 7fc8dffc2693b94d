// SPDX-License-Identifier: GPL-3.0-or-later
//! Connects the fields of a position that is being set up with the board.

use super::{Window, keys};
use crate::stage::SetupChange;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::MatchState;
use gtk::glib;

/// Connects the fields with the window.
pub(super) fn connect(window: &Window) {
    let bar = &*window.imp().setup_bar;
    bar.connect_change(glib::clone!(
        #[weak]
        window,
        move |change| window.change_draft(change)
    ));
    bar.connect_named(glib::clone!(
        #[weak]
        window,
        move || window.focus_board()
    ));
    let cancel = glib::clone!(
        #[weak]
        window,
        move || {
            window.cancel_editing();
            window.focus_board();
        }
    );
    keys::on_escape(bar, cancel);
    bar.set_narrow(window.imp().is_narrow.get());
}

impl Window {
    /// Takes a change of the fields into the position.
    fn change_draft(&self, change: SetupChange) {
        let rules = self.options().matches;
        let edit = |run: &dyn Fn(&mut crate::board::edit::Draft)| {
            self.imp().board.drive(|c| c.edit(|draft| run(draft)));
        };
        match change {
            SetupChange::Scores(points) => edit(&|draft| draft.score = points),
            SetupChange::Turn(player) => edit(&|draft| draft.on_roll = player),
            SetupChange::Length(length) => {
                let rules = rules.rules(u16::try_from(length).unwrap_or(0));
                edit(&|draft| draft.set_length(length, rules));
            }
            SetupChange::Crawford(on) => edit(&|draft| draft.is_crawford = on),
            SetupChange::Jacoby(on) => edit(&|draft| draft.jacoby = on),
            SetupChange::Variation(variation) => edit(&|draft| draft.set_variation(variation)),
            SetupChange::Name => self.show_setup(),
        }
    }

    /// Shows the position being set up in the rows, or the players again.
    pub(super) fn show_setup(&self) {
        let imp = self.imp();
        let draft = imp.board.with_controller(|c| c.draft().cloned());
        let pips = imp.board.with_controller(|c| c.pips());
        imp.upper_lines.set_visible(draft.is_none());
        imp.player_1.set_visible(draft.is_none());
        imp.setup_bar.show(draft.as_ref(), pips);
    }

    /// Opens the choice of dice for the player on roll.
    pub(super) fn edit_dice(&self) {
        let on_roll = self.imp().board.with_controller(|c| c.draft().map(|draft| draft.on_roll));
        if let Some(player) = on_roll {
            self.pick_dice([player; 2]);
        }
    }

    /// Takes the position that a text describes over into the one being set up.
    pub(super) fn set_draft(&self, state: &MatchState) {
        self.imp().board.drive(|c| c.edit(|draft| draft.take_over(state)));
        self.imp().board.grab_focus();
    }
}
