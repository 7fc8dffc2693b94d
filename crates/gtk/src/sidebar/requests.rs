// SPDX-License-Identifier: GPL-3.0-or-later
//! What the user asks of the analysis panel and the list of errors, done through the session and the board.

use super::analysis::AnalysisRequest;
use super::errors::{self, ErrorsRequest};
use super::{PanelId, Sidebar, SidebarRequest};
use gnubg_engine::core::{Play, Player};
use gnubg_record::{EntryAction, Skill};
use gnubg_session::Command;
use gnubg_session::command::{Annotate, MarkedDecision};
use gtk::glib;
use gtk::prelude::*;
use std::rc::Rc;

impl Sidebar {
    pub(super) fn connect_analysis(self: &Rc<Self>) {
        self.analysis.connect_request(glib::clone!(
            #[weak(rename_to = sidebar)]
            self,
            move |request| sidebar.handle_analysis(request)
        ));
    }

    pub(super) fn connect_errors(self: &Rc<Self>) {
        self.errors.connect_request(glib::clone!(
            #[weak(rename_to = sidebar)]
            self,
            move |request| match request {
                ErrorsRequest::Go(go) => sidebar.request(SidebarRequest::Go(go)),
                ErrorsRequest::List => sidebar.refresh_panel(PanelId::Errors),
                ErrorsRequest::RollOut =>
                    sidebar.request(SidebarRequest::RollOutErrors(sidebar.errors.query())),
            }
        ));
    }

    /// The errors that the tab lists.
    pub(crate) fn listed_errors(&self) -> gnubg_record::ErrorQuery {
        self.errors.query()
    }

    /// Goes to the next or previous error of the list, whether it is shown or not.
    pub(super) fn step_errors(&self, is_forward: bool) {
        self.errors.set_least(f64::from(self.host().options().analysis.thresholds.doubtful));
        let query = self.errors.query();
        match self.host().look(|session| errors::step(session, &query, is_forward)).flatten() {
            Some(go) => self.request(SidebarRequest::Go(go)),
            None => self.host().ring_bell(),
        }
    }

    /// Lists the errors of a player, or of both, the worst first, and goes to the first one.
    pub(crate) fn review_errors(&self, player: Option<Player>) {
        self.errors.set_least(f64::from(self.host().options().analysis.thresholds.doubtful));
        self.errors.list_all_of(player);
        self.refresh_panel(PanelId::Errors);
        if self.arrangement.select(PanelId::Errors) {
            self.show_content(PanelId::Errors);
        }
        let query = self.errors.query();
        if let Some(go) = self.host().look(|session| errors::first(session, &query)).flatten() {
            self.request(SidebarRequest::Go(go));
        }
    }

    fn handle_analysis(&self, request: AnalysisRequest) {
        let annotate = |annotate: Annotate| _ = self.host().send(Command::Annotate(annotate));
        match request {
            AnalysisRequest::MarkPlay(skill) => annotate(Annotate::Skill(MarkedDecision::Play, skill)),
            AnalysisRequest::MarkCube(skill) => self.mark_cube(skill),
            AnalysisRequest::MarkLuck(luck) => annotate(Annotate::Luck(luck)),
            AnalysisRequest::CountResignation(on) => annotate(Annotate::CountResignation(on)),
            AnalysisRequest::Analyze(plies) => {
                let what = ("move".to_owned(), plies).to_variant();
                self.host().activate("analyze-at", Some(&what));
            }
            AnalysisRequest::RollOut => {
                self.settle();
                self.request(SidebarRequest::RollOut(self.analysis.rollout_target()));
            }
            AnalysisRequest::Copy => {
                self.settle();
                self.host().copy_text(Some(self.analysis.as_text()));
            }
            AnalysisRequest::ShowPlay(play) => self.show_play(play),
            AnalysisRequest::ShowDetails(on) => {
                self.host().change_options(|options| options.window.move_list_detail = on);
            }
            AnalysisRequest::ShowMwc(on) => {
                self.host().change_options(|options| options.output.mwc = on);
            }
        }
    }

    /// Gives the cube decision or resignation a mark.
    fn mark_cube(&self, skill: Skill) {
        let decided = self.host().look(|session| {
            let entry = session.record().next_entry(session.place())?;
            Some(match entry.action {
                EntryAction::Resign(_) => MarkedDecision::Resign,
                EntryAction::AcceptResignation => MarkedDecision::Accept,
                EntryAction::DeclineResignation => MarkedDecision::Reject,
                _ => MarkedDecision::Cube,
            })
        });
        if let Some(decided) = decided.flatten() {
            self.host().send(Command::Annotate(Annotate::Skill(decided, skill)));
        }
    }

    /// Shows a play as arrows on the board, or again the one that was made.
    fn show_play(&self, play: Option<Play>) {
        let by = self
            .host()
            .look(|session| session.record().next_entry(session.place()).map(|entry| entry.player));
        let (Some(by), Some(board)) = (by.flatten(), self.host().board()) else { return };
        board.show_arrows(by, &play.unwrap_or(Play::EMPTY));
        if play.is_none() {
            self.request(SidebarRequest::ShowPlayed);
        }
    }

    /// Selects the selected plays for a rollout, or deselects them; without a selection, the whole decision.
    pub(super) fn choose_shown(&self) {
        self.settle();
        let plays = self.analysis.selected_plays();
        if matches!(plays[..], [] | [0]) {
            return self.host().activate("choose-move", None);
        }
        let is_on = self.host().look(|session| {
            let candidates = &session.record().next_entry(session.place())?.play_analysis()?.candidates;
            Some(plays.iter().all(|n| candidates.get(*n).is_some_and(|candidate| candidate.is_marked)))
        });
        let numbers = plays.iter().map(|n| n + 1).collect();
        let selects = is_on.flatten() != Some(true);
        self.host().send(Command::Annotate(Annotate::MarkPlays(numbers, selects)));
    }
}
