// SPDX-License-Identifier: GPL-3.0-or-later
//! The hint within the sidebar: it takes the place of the analysis while it is open.

use super::hint::HintRequest;
use super::{PanelId, Sidebar, SidebarRequest};
use gnubg_engine::core::{MatchState, Play};
use gtk::glib;
use std::rc::Rc;

/// The analysis and the hint, of which one is shown.
pub(super) fn pages(analysis: &gtk::Box, hint: &gtk::Box) -> gtk::Stack {
    let pages = gtk::Stack::builder().vhomogeneous(false).hhomogeneous(false).build();
    pages.add_named(analysis, Some("analysis"));
    pages.add_named(hint, Some("hint"));
    pages
}

impl Sidebar {
    pub(super) fn connect_hint(self: &Rc<Self>) {
        self.hint.connect_request(glib::clone!(
            #[weak(rename_to = sidebar)]
            self,
            move |request| match request {
                HintRequest::RollOut(target) => sidebar.request(SidebarRequest::RollOut(target)),
                HintRequest::Opened(is_open) => sidebar.show_hint_page(is_open),
                HintRequest::Selected(state, play) => {
                    sidebar.request(SidebarRequest::FollowReplies(state, play));
                }
            }
        ));
    }

    /// Asks for a hint, which is shown in place of the analysis and gets the keyboard.
    pub(crate) fn show_hint(&self) {
        self.host().catch_up();
        self.hint.ask();
        if self.hint.is_open() {
            self.hint.focus();
        }
    }

    fn show_hint_page(&self, is_open: bool) {
        if is_open {
            self.was_hidden.set(!self.arrangement.is_shown(PanelId::Analysis));
            if self.was_hidden.get() {
                self.want(PanelId::Analysis, true);
            }
            self.analysis_pages.set_visible_child_name("hint");
            return;
        }
        let had_focus = self.hint.has_focus();
        self.analysis_pages.set_visible_child_name("analysis");
        if had_focus {
            self.host().focus_board();
        }
    }

    /// Closes the hint. Returns whether it was open.
    pub(crate) fn close_hint(&self) -> bool {
        let is_open = self.hint.is_open();
        self.hint.close();
        is_open
    }

    /// Closes the hint if the match has moved on.
    pub(crate) fn check_hint(&self) {
        self.hint.check_position();
    }

    /// The player has moved checkers, which may reveal the plays of a hint.
    pub(crate) fn follow_board(&self) {
        self.hint.follow_board();
    }

    /// Rolls out what is selected in the hint.
    pub(crate) fn roll_out_hint(&self) {
        self.hint.roll_out();
    }

    /// The position of the hint and its selected play.
    pub(crate) fn selected_play(&self) -> Option<(MatchState, Play)> {
        self.hint.selected()
    }
}
