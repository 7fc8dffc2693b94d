// SPDX-License-Identifier: GPL-3.0-or-later
//! Starting, pausing, stopping and extending rollouts; there is one at a time.

use super::text;
use crate::host::HostHandle;
use crate::i18n::gettext;
use gnubg_engine::core::{Decision, MatchState, Phase, Player};
use gnubg_engine::cube::{CubeContext, CubeInfo, MatchEquityTable};
use gnubg_engine::rollout::{Moments, Preset, RolloutSettings};
use gnubg_report::rollout::{RolloutTextStyle, report};
use gnubg_session::event::Event;
use gnubg_session::jobs::JobId;
use gnubg_session::rollout::{RolloutNews, RolloutRequest, Target, convert};
use gnubg_session::{Command, CommandOutcome};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The rollout that runs or ran last.
#[derive(Clone, Debug, Default)]
pub(super) struct RolloutState {
    /// The job, while it runs.
    pub(super) running: Option<JobId>,
    /// Whether it was stopped to be continued later.
    pub(super) is_paused: bool,
    /// The results so far.
    pub(super) news: Option<Arc<RolloutNews>>,
    /// For each alternative its values after more and more games.
    pub(super) histories: Vec<Vec<Moments>>,
    /// The chosen level: 0 for that of the options, else an index in [`Preset::ALL`] plus 1.
    pub(super) level: usize,
}

/// Values kept for each alternative; at twice as many, every second one is dropped.
const KEPT_VALUES: usize = 300;

impl RolloutState {
    /// Adds the values of new results to the histories. Long rollouts do not send their histories, so each of their
    /// results is added as it comes.
    fn add_values(&mut self, news: &RolloutNews) {
        if !news.convergence.is_empty() {
            self.histories.clone_from(&news.convergence);
        } else {
            let games = |moments: &Moments| moments.games;
            let alternatives = &news.results.alternatives;
            let is_same =
                self.histories.len() == alternatives.len()
                    && self.histories.iter().zip(alternatives).all(|(history, result)| {
                        history.last().is_none_or(|last| games(last) <= result.games())
                    });
            if !is_same {
                self.histories = vec![Vec::new(); alternatives.len()];
            }
            for (history, result) in self.histories.iter_mut().zip(alternatives) {
                history.push(result.moments);
            }
        }
        for history in &mut self.histories {
            while history.len() > 2 * KEPT_VALUES {
                // The last value is kept.
                let mut n = history.len();
                history.retain(|_| {
                    n -= 1;
                    n % 2 == 0
                });
            }
        }
    }
}

/// Whether the player on roll, or the one to respond, has a cube decision that can be rolled out.
pub(crate) fn has_cube_decision(state: &MatchState, table: &MatchEquityTable) -> bool {
    let is_due = matches!(state.phase, Phase::Due(Decision::Roll | Decision::Answer(_)));
    is_due && may_double(state, table)
}

/// Whether score and cube let the player on roll double, whatever decision is due.
pub(crate) fn may_double(state: &MatchState, table: &MatchEquityTable) -> bool {
    CubeContext::of(state, table).may_double(CubeInfo::of(state))
}

/// Starts and stops rollouts; there is one at a time.
pub(crate) struct Rollouts {
    host: HostHandle,
    state: RefCell<RolloutState>,
    on_changed: RefCell<Option<Rc<dyn Fn()>>>,
}

impl Rollouts {
    pub(crate) fn new(host: HostHandle) -> Rc<Rollouts> {
        Rc::new(Rollouts { host, state: RefCell::default(), on_changed: RefCell::default() })
    }

    /// Calls `changed` when a rollout starts, stops or is discarded.
    pub(crate) fn connect_changed(&self, changed: impl Fn() + 'static) {
        self.on_changed.replace(Some(Rc::new(changed)));
    }

    fn changed(&self) {
        let changed = self.on_changed.borrow().clone();
        if let Some(changed) = changed {
            changed();
        }
    }

    pub(super) fn state(&self) -> RolloutState {
        self.state.borrow().clone()
    }

    pub(super) fn is_running(&self) -> bool {
        self.state.borrow().running.is_some()
    }

    /// Whether the last rollout was stopped to be continued later.
    pub(crate) fn is_paused(&self) -> bool {
        self.state.borrow().is_paused
    }

    /// Chooses the level of this and later rollouts.
    pub(crate) fn set_level(&self, level: usize) {
        self.state.borrow_mut().level = level;
    }

    /// The settings of the chosen level; `None` for those of the options.
    fn level_settings(&self) -> Option<Box<RolloutSettings>> {
        let level = self.state.borrow().level;
        let preset = Preset::ALL.get(level.checked_sub(1)?)?;
        Some(Box::new(convert::of_preset(*preset, &self.host.options().rollout)))
    }

    /// Rolls something out at the chosen level.
    pub(crate) fn roll_out(&self, target: Target) {
        if self.is_running() {
            return self.host.toast(&gettext("A rollout is running; stop it first"));
        }
        self.start(target, self.level_settings());
    }

    fn start(&self, target: Target, settings: Option<Box<RolloutSettings>>) {
        let request = RolloutRequest { target, settings, extend: true, store: true };
        if let Some(CommandOutcome::Started(id)) = self.host.execute(Command::from(request)) {
            let mut state = self.state.borrow_mut();
            state.running = Some(id);
            state.is_paused = false;
            drop(state);
            self.host.show_paused_rollout(None);
        }
        self.changed();
    }

    /// Rolls out the same decision at the chosen level.
    pub(super) fn roll_out_again(&self) {
        let settings =
            self.level_settings().unwrap_or_else(|| Box::new(convert::usable(&self.host.options().rollout)));
        self.start(Target::Last, Some(settings));
    }

    /// Adds games to the last rollout.
    pub(super) fn extend(&self, games: u32) {
        let news = self.state.borrow().news.clone();
        let Some(news) = news else { return };
        let mut settings = news.settings.clone();
        settings.trials = text::games(&news).saturating_add(games);
        // Rules for stopping early would leave out games that were asked for.
        (settings.stop_on_error.on, settings.stop_on_difference.on) = (false, false);
        self.start(Target::Last, Some(Box::new(settings)));
    }

    /// Continues a rollout that was stopped before its end.
    pub(crate) fn resume(&self) {
        if !self.is_running() {
            self.start(Target::Last, None);
        }
    }

    /// Offers to continue a rollout that ran or was paused when the program ended.
    pub(crate) fn offer(&self, news: Option<RolloutNews>) {
        let Some(news) = news else { return };
        let games = (text::games(&news), news.settings.trials);
        {
            let mut state = self.state.borrow_mut();
            state.is_paused = true;
            state.add_values(&news);
            state.news = Some(Arc::new(news));
        }
        self.host.show_paused_rollout(Some(games));
        self.changed();
    }

    /// Discards the paused rollout.
    pub(crate) fn discard(&self) {
        self.state.borrow_mut().is_paused = false;
        self.host.change(gnubg_session::Session::discard_paused_rollout);
        self.host.show_paused_rollout(None);
        self.changed();
    }

    /// Stops the rollout and keeps its games, to be continued later if `is_pause`.
    pub(super) fn stop(&self, is_pause: bool) {
        let running = {
            let mut state = self.state.borrow_mut();
            state.is_paused = is_pause;
            state.running
        };
        match running {
            Some(id) => self.host.look(|session| session.cancel_job(id)),
            None => return self.discard(),
        };
        self.changed();
    }

    /// Takes in an event of the session.
    pub(crate) fn handle_event(&self, event: &Event) {
        let mut state = self.state.borrow_mut();
        if let Event::RolloutProgress { id, .. } = event
            && state.running.is_none()
        {
            // A typed command or the list of errors has started it.
            state.running = Some(*id);
            state.is_paused = false;
        }
        match event {
            Event::RolloutProgress { news, .. } | Event::RolloutReady { news, .. } => {
                state.add_values(news);
                state.news = Some(Arc::clone(news));
            }
            Event::JobFinished { id, .. } if state.running == Some(*id) => {
                state.running = None;
            }
            _ => {}
        }
    }

    /// The last rollout as the terminal prints it.
    pub(super) fn report(&self) -> Option<String> {
        let news = self.state.borrow().news.clone()?;
        let output = self.host.options().output;
        let names = self.host.look(|session| Player::BOTH.map(|player| session.name(player)));
        let style = RolloutTextStyle {
            digits: usize::from(output.digits),
            in_percent: output.win_percent,
            in_mwc: output.mwc,
            names: names.unwrap_or_default(),
        };
        Some(report(&news.subject, &news.settings, &news.results, news.remaining_s, &style))
    }
}
