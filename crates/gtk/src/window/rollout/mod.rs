// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts: starting them, the window that shows how they go, pausing, stopping, extending.
//!
//! A rollout goes on when its window is closed, and its result stays: the window shows the last one whenever it is
//! opened. The session keeps results with the decision they are about. One that is under way or paused when the program
//! ends waits until the next start, and is offered then.

mod text;
mod view;

pub(super) use view::level_menu;

use super::Window;
use super::tools::Tool;
use crate::i18n::gettext;
use adw::subclass::prelude::*;
use gnubg_engine::core::{Decision, MatchState, Phase, Play};
use gnubg_engine::cube::{CubeContext, CubeInfo, MatchEquityTable};
use gnubg_engine::rollout::{Moments, Preset, RolloutSettings};
use gnubg_session::event::Event;
use gnubg_session::jobs::{JobId, JobKind};
use gnubg_session::rollout::{RolloutNews, RolloutRequest, Target, convert};
use gnubg_session::{Outcome, Session};
use std::sync::Arc;
use view::RolloutWindow;

/// Name of the tool.
const NAME: &str = "rollout";

/// The rollout that is running or was the last.
#[derive(Clone, Debug, Default)]
pub(in crate::window) struct Course {
    /// The job, while it runs.
    running: Option<JobId>,
    /// Whether it was stopped to go on later.
    is_paused: bool,
    /// What it has found so far.
    news: Option<Arc<RolloutNews>>,
    /// How the alternatives have settled.
    trail: Vec<Vec<Moments>>,
    /// The level chosen: 0 for the settings, else a place in [`Preset::ALL`] from 1.
    level: usize,
}

/// Points of a curve that are kept; twice as many are thinned out.
const KEPT_POINTS: usize = 300;

impl Course {
    /// Notes how the alternatives have settled: as the rollout tells it, or point by point where it is too long for
    /// that.
    fn follow(&mut self, news: &RolloutNews) {
        if !news.convergence.is_empty() {
            self.trail.clone_from(&news.convergence);
        } else {
            let games = |moments: &Moments| moments.games;
            let alternatives = &news.results.alternatives;
            let is_same = self.trail.len() == alternatives.len()
                && self
                    .trail
                    .iter()
                    .zip(alternatives)
                    .all(|(trail, result)| trail.last().is_none_or(|last| games(last) <= result.games()));
            if !is_same {
                self.trail = vec![Vec::new(); alternatives.len()];
            }
            for (trail, result) in self.trail.iter_mut().zip(alternatives) {
                trail.push(result.moments);
            }
        }
        for trail in &mut self.trail {
            while trail.len() > 2 * KEPT_POINTS {
                // The last point stays.
                let mut n = trail.len();
                trail.retain(|_| {
                    n -= 1;
                    n % 2 == 0
                });
            }
        }
    }
}

/// Whether the player on roll, or the one to answer, has a cube decision that can be rolled out.
pub(super) fn is_cube_question(state: &MatchState, table: &MatchEquityTable) -> bool {
    let is_due = matches!(state.phase, Phase::Due(Decision::Roll | Decision::Answer(_)));
    is_due && may_double(state, table)
}

/// Whether score and cube let the player on roll double, whatever is due.
pub(super) fn may_double(state: &MatchState, table: &MatchEquityTable) -> bool {
    CubeContext::of(state, table).may_double(CubeInfo::of(state))
}

impl Window {
    /// Shows the last rollout, or that there is none.
    pub(super) fn open_rollout(&self) {
        self.show_tool(NAME, RolloutWindow::new);
    }

    /// Rolls out the position of the match.
    pub(super) fn roll_out_position(&self) {
        self.roll_out(Target::Position);
    }

    /// Rolls out the cube decision.
    pub(super) fn roll_out_cube(&self) {
        self.roll_out(Target::Cube);
    }

    /// Rolls out what the decision of the record after the place shown was about.
    pub(super) fn roll_out_decision(&self) {
        self.roll_out(Target::Decision);
    }

    /// Rolls these plays of the player on roll out.
    pub(super) fn roll_out_plays(&self, plays: Vec<Play>) {
        self.roll_out(Target::Plays(plays));
    }

    /// Rolls out by the level chosen, and shows how it goes.
    fn roll_out(&self, target: Target) {
        if self.imp().tools.rollout.borrow().running.is_some() {
            self.toast(&gettext("A rollout is running; stop it first"));
        } else {
            let level = self.imp().tools.rollout.borrow().level;
            let settings = self.level_settings(level);
            self.start_rollout(RolloutRequest { target, settings, extend: true, store: true });
        }
        self.open_rollout();
    }

    /// Chooses the level of this and later rollouts.
    pub(super) fn set_rollout_level(&self, level: usize) {
        self.imp().tools.rollout.borrow_mut().level = level;
    }

    /// The settings of a level; `None` for those of the options.
    fn level_settings(&self, level: usize) -> Option<Box<RolloutSettings>> {
        let preset = Preset::ALL.get(level.checked_sub(1)?)?;
        Some(Box::new(convert::of_preset(*preset, &self.options().rollout)))
    }

    fn start_rollout(&self, request: RolloutRequest) {
        if let Some(Outcome::Started(id)) = self.execute(request) {
            let mut course = self.imp().tools.rollout.borrow_mut();
            course.running = Some(id);
            course.is_paused = false;
            drop(course);
            self.with_strip(|strip| strip.wait(None));
        }
        self.refresh_tools();
    }

    /// Rolls the same question out by the level chosen.
    fn roll_out_again(&self) {
        let level = self.imp().tools.rollout.borrow().level;
        let settings =
            self.level_settings(level).unwrap_or_else(|| Box::new(convert::usable(&self.options().rollout)));
        let target = Target::Last;
        self.start_rollout(RolloutRequest { target, settings: Some(settings), extend: true, store: true });
    }

    /// Plays so many games more.
    fn extend_rollout(&self, more: u32) {
        let news = self.imp().tools.rollout.borrow().news.clone();
        let Some(news) = news else { return };
        let mut settings = news.settings.clone();
        settings.trials = text::games(&news).saturating_add(more);
        // Whoever asks for more games wants them.
        (settings.stop_on_error.on, settings.stop_on_difference.on) = (false, false);
        let target = Target::Last;
        let settings = Some(Box::new(settings));
        self.start_rollout(RolloutRequest { target, settings, extend: true, store: true });
    }

    /// Goes on with a rollout that was stopped before its end.
    pub(super) fn continue_rollout(&self) {
        if self.imp().tools.rollout.borrow().running.is_some() {
            return;
        }
        self.start_rollout(RolloutRequest {
            target: Target::Last,
            settings: None,
            extend: true,
            store: true,
        });
    }

    /// Offers the rollout that was under way when the program ended, or was interrupted with the match.
    pub(super) fn offer_rollout(&self, news: Option<RolloutNews>) {
        let Some(news) = news else { return };
        let waiting = (text::games(&news), news.settings.trials);
        {
            let mut course = self.imp().tools.rollout.borrow_mut();
            course.is_paused = true;
            course.follow(&news);
            course.news = Some(Arc::new(news));
        }
        self.with_strip(|strip| strip.wait(Some(waiting)));
        self.refresh_tools();
        self.write_dump();
    }

    /// Leaves the rollout that waits alone for good.
    pub(super) fn forget_rollout(&self) {
        self.imp().tools.rollout.borrow_mut().is_paused = false;
        if let Some(session) = self.imp().session.borrow_mut().as_deref_mut() {
            session.forget_waiting_rollout();
        }
        self.with_strip(|strip| strip.wait(None));
        self.refresh_tools();
        self.write_dump();
    }

    /// Whether the last rollout was stopped to go on later.
    pub(super) fn has_paused_rollout(&self) -> bool {
        self.imp().tools.rollout.borrow().is_paused
    }

    /// Stops the rollout; its games are kept.
    fn stop_rollout(&self, is_pause: bool) {
        let running = {
            let mut course = self.imp().tools.rollout.borrow_mut();
            course.is_paused = is_pause;
            course.running
        };
        match running {
            Some(id) => self.look(|session| session.cancel_job(id)),
            None => return self.forget_rollout(),
        };
        self.refresh_tools();
    }

    /// Notes what the session tells of rollouts.
    pub(super) fn note_rollout(&self, event: &Event) {
        let mut course = self.imp().tools.rollout.borrow_mut();
        match event {
            Event::RolloutProgress { news, .. } | Event::RolloutReady { news, .. } => {
                course.follow(news);
                course.news = Some(Arc::clone(news));
            }
            Event::JobFinished { id, kind: JobKind::Rollout, .. } if course.running == Some(*id) => {
                course.running = None;
            }
            _ => {}
        }
    }

    /// The last rollout as the terminal prints it.
    fn copy_rollout(&self) {
        let news = self.imp().tools.rollout.borrow().news.clone();
        let Some(news) = news else { return };
        let output = self.options().output;
        let names = self
            .look(|session: &Session| gnubg_engine::core::Player::BOTH.map(|player| session.name(player)));
        let style = gnubg_report::rollout::RolloutTextStyle {
            digits: usize::from(output.digits),
            in_percent: output.win_percent,
            in_mwc: output.mwc,
            names: names.unwrap_or_default(),
        };
        let text = gnubg_report::rollout::report(
            &news.subject,
            &news.settings,
            &news.results,
            news.remaining_s,
            &style,
        );
        self.copy_text(Some(text));
    }
}

impl Tool for RolloutWindow {
    fn name(&self) -> &'static str {
        NAME
    }

    fn window(&self) -> &adw::Window {
        &self.sheet.window
    }

    fn follow(&self, parent: &Window) {
        self.show(parent);
    }

    fn hear(&self, parent: &Window, event: &Event) {
        if matches!(
            event,
            Event::RolloutProgress { .. }
                | Event::RolloutReady { .. }
                | Event::JobFinished { kind: JobKind::Rollout, .. }
        ) {
            self.show(parent);
            parent.write_dump();
        }
    }

    fn facts(&self) -> serde_json::Value {
        self.describe()
    }
}
