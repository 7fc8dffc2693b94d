// SPDX-License-Identifier: GPL-3.0-or-later
//! The survey that a map shows: requested from the session, and kept as it grows.

use crate::host::HostHandle;
use crate::i18n::{gettext, gettext_f};
use crate::tools::controls::drop_down;
use gnubg_engine::core::MatchState;
use gnubg_session::jobs::JobId;
use gnubg_session::options::Output;
use gnubg_session::survey::{Survey, SurveyRequest};
use gnubg_session::{Command, CommandOutcome, Event, Question, hint};
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// Number of depths to choose from, 0-ply first.
const N_PLIES: u32 = 5;
/// The shortest match with enough scores for a map, in points.
const MIN_LENGTH: u16 = 3;

/// The length of the present match, for a map of its scores; `default` for money and short matches.
pub(crate) fn initial_length(host: &HostHandle, default: u16) -> u16 {
    let length = host.position().map_or(0, |state| state.length);
    if length >= MIN_LENGTH { length } else { default }
}

/// The position that is studied, while its game is not over.
pub(super) fn open_position(host: &HostHandle) -> Option<MatchState> {
    host.position().filter(|state| state.result().is_none())
}

/// The same position before a roll. If the dice are known they stay, so that the roll can be marked.
pub(super) fn before_roll(state: &MatchState) -> MatchState {
    match state.dice() {
        Some(_) => *state,
        None => hint::in_setting(state, state.board),
    }
}

/// The depths to choose from.
pub(super) fn ply_list() -> gtk::DropDown {
    let names: Vec<String> = (0..N_PLIES).map(|n| gettext_f("{n}-ply", &[("n", &n.to_string())])).collect();
    drop_down(&names, &gettext("Look-ahead depth"))
}

/// The survey that a window has requested, and the job that computes it.
#[derive(Default)]
pub(super) struct SurveyJob {
    request: RefCell<Option<SurveyRequest>>,
    job: Cell<Option<JobId>>,
}

impl SurveyJob {
    /// Requests a survey, unless it is the one requested last; an earlier one is stopped. Returns whether it is new.
    pub(super) fn request(&self, host: &HostHandle, request: SurveyRequest) -> bool {
        if self.request.borrow().as_ref() == Some(&request) {
            return false;
        }
        self.stop(host);
        self.request.replace(Some(request.clone()));
        let outcome = host.execute_quietly(Command::Ask(Question::Survey(Box::new(request))));
        if let Some(CommandOutcome::Started(id)) = outcome {
            self.job.set(Some(id));
        }
        true
    }

    /// Stops the job.
    pub(super) fn stop(&self, host: &HostHandle) {
        if let Some(id) = self.job.take() {
            host.look(|session| session.cancel_job(id));
        }
    }

    /// Takes in an event of the session: keeps the survey as it grows in `found`, and shows it.
    pub(super) fn handle_event(
        &self,
        host: &HostHandle,
        event: &Event,
        found: &RefCell<Option<Arc<Survey>>>,
        show: impl Fn(&Output),
    ) {
        match event {
            Event::Surveyed { id, survey } if self.job.get() == Some(*id) => {
                found.replace(Some(Arc::clone(survey)));
            }
            Event::JobFinished { id, .. } if self.job.get() == Some(*id) => self.job.set(None),
            _ => return,
        }
        show(&host.options().output);
    }

    pub(super) fn is_running(&self) -> bool {
        self.job.get().is_some()
    }
}
