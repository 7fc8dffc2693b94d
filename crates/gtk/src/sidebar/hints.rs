// SPDX-License-Identifier: GPL-3.0-or-later
//! What takes the place of the analysis in the sidebar: the hint while it is open, and in a transcription the plays of the
//! roll.

use super::hint::HintRequest;
use super::{PanelId, Sidebar, SidebarRequest};
use gnubg_engine::core::{MatchState, Play};
use gnubg_session::hint::Hint;
use gtk::glib;
use std::rc::Rc;

/// Whether and why the match is entered by hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Transcribed {
    /// It is not.
    #[default]
    No,
    /// The settings say so.
    BySettings,
    /// In a transcription.
    InMode,
}

/// The analysis, the hint and the candidates of a transcription, of which one is shown.
pub(super) fn pages(analysis: &gtk::Box, hint: &gtk::Box, candidates: &gtk::Box) -> gtk::Stack {
    let pages = gtk::Stack::builder().vhomogeneous(false).hhomogeneous(false).build();
    pages.add_named(analysis, Some("analysis"));
    pages.add_named(hint, Some("hint"));
    pages.add_named(candidates, Some("candidates"));
    pages
}

impl Sidebar {
    pub(super) fn connect_hint(self: &Rc<Self>) {
        self.candidates.connect_chosen(glib::clone!(
            #[weak(rename_to = sidebar)]
            self,
            move |play| sidebar.request(SidebarRequest::MakePlay(play))
        ));
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
        self.show_page_without_hint();
        if had_focus {
            self.host().focus_board();
        }
    }

    fn show_page_without_hint(&self) {
        let is_listing = self.transcribed.get() != Transcribed::No;
        self.analysis_pages.set_visible_child_name(if is_listing { "candidates" } else { "analysis" });
    }

    /// Follows the match while it is entered by hand: in a transcription candidates and record are shown, whatever the
    /// settings say. Returns whether that has begun or ended.
    pub(crate) fn follow_transcription(&self, transcribed: Transcribed, state: Option<&MatchState>) -> bool {
        let before = self.transcribed.replace(transcribed);
        if before != transcribed {
            let is_mode = transcribed == Transcribed::InMode;
            if is_mode != (before == Transcribed::InMode) {
                self.is_shown_for_mode.set(is_mode);
                self.follow(&self.host().options());
            }
            if !self.hint.is_open() {
                self.show_page_without_hint();
            }
        }
        if transcribed != Transcribed::No {
            self.candidates.follow(state);
        }
        before != transcribed
    }

    /// Lists the plays of the roll that is transcribed; `letters` are what is typed for each of them.
    pub(crate) fn show_candidates(&self, hint: &Hint, letters: Vec<String>) {
        self.candidates.show(hint, letters, &self.host().options().output);
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
