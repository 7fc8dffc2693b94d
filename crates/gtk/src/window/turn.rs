// SPDX-License-Identifier: GPL-3.0-or-later
//! What follows each input and each change: buttons, players' bars, pages over the board.

use super::{Window, commands, players};
use crate::stage::{N_SLOTS, offers};
use crate::texts;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_session::options::Toolbar;
use gtk::glib;
use std::time::Duration;

/// How long the computer may think before the window says so.
const A_MOMENT: Duration = Duration::from_millis(500);

impl Window {
    /// Shows everything that depends on the play being made, and the actions that are possible.
    pub(super) fn show_turn(&self) {
        let imp = self.imp();
        // What happened is shown when the match is.
        if imp.is_studying.get() {
            return;
        }
        imp.is_updating.set(true);
        // Actions follow the session, even while earlier changes are still being animated.
        let now = self.note_now();
        let snapshot = imp.snapshot.borrow().clone();
        // Buttons appear once the present position is shown.
        let is_settled = now.state == snapshot.state && !imp.board.is_showing_change();
        let is_thinking = now.is_thinking || now.is_judging;
        let shows_thinking = self.follow_thinking(is_thinking);
        let is_offering = is_settled || is_thinking;
        imp.hides_offers.set(!is_offering);
        let options = self.options();
        let toolbar = options.window.toolbar;
        // Who thinks for a moment only changes no button.
        if shows_thinking || !is_thinking {
            let offers = match is_offering {
                true => imp.board.with_controller(|controller| offers(&now, controller)),
                false => [None; N_SLOTS],
            };
            imp.action_row.offer(&offers, toolbar);
        }
        self.part("actions", || commands::update(self, &now));
        let waiting = now.waiting_for.as_ref().map(texts::waiting_for);
        imp.action_row.set_thinking(shows_thinking, waiting.as_deref());
        let is_editing = imp.board.with_controller(|c| c.draft().is_some());
        let has_match = now.state.is_some() && !is_editing;
        imp.action_row.show_resign(has_match && toolbar != Toolbar::Hidden);
        let lines = imp.board.with_controller(|controller| players::lines(&snapshot, &options, controller));
        for (bar, line) in self.player_bars().into_iter().zip(&lines) {
            bar.show(line);
        }
        self.show_clocks();
        let is_start = snapshot.state.is_none() && !is_editing;
        if !is_start {
            self.sidebar().leave_start_page();
        }
        self.show_start_page(is_start);
        if snapshot.state.is_none_or(|state| state.match_winner().is_none()) {
            imp.result_card.set_visible(false);
        }
        imp.upper_lines.set_visible(!is_editing);
        imp.player_1_box.set_visible(!is_editing);
        self.positions().show_fields();
        self.show_transcription(&now);
        imp.status_row.show_id(&self.positions().full_id().unwrap_or_default());
        self.follow_tour(&now);
        self.show_effective_pips();
        self.part("tools", || self.refresh_tools());
        imp.is_updating.set(false);
        self.write_dump_soon();
    }

    /// Whether it is to be shown that the computer thinks: from half a second on, so that nothing blinks in each turn.
    fn follow_thinking(&self, is_thinking: bool) -> bool {
        let imp = self.imp();
        if !is_thinking {
            if let Some(timer) = imp.thinking_timer.take() {
                timer.remove();
            }
            imp.shows_thinking.set(false);
        } else if !imp.shows_thinking.get() && imp.thinking_timer.borrow().is_none() {
            let timer = glib::timeout_add_local_once(
                A_MOMENT,
                glib::clone!(
                    #[weak(rename_to = window)]
                    self,
                    move || {
                        window.imp().thinking_timer.take();
                        window.imp().shows_thinking.set(true);
                        window.show_turn();
                    }
                ),
            );
            imp.thinking_timer.replace(Some(timer));
        }
        imp.shows_thinking.get()
    }
}
