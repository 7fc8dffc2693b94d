// SPDX-License-Identifier: GPL-3.0-or-later
//! Instant evaluation: a decision without analysis is evaluated as one browses, without look-ahead at once, then at the
//! level of the settings after a rest. Nothing of it goes into the record.

use super::{PanelId, Sidebar};
use crate::host::HostHandle;
use gnubg_engine::core::MatchState;
use gnubg_record::{Cursor, Entry, EntryAction};
use gnubg_session::analysis::Finding;
use gnubg_session::jobs::JobId;
use gnubg_session::{Command, CommandOutcome, Event, Question, Session};
use gtk::glib;
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::Duration;

/// How long a decision is shown before it is evaluated at the level of the settings.
const REST: Duration = Duration::from_millis(300);

/// A decision: where it is, what was done, and in which state.
#[derive(Clone, Debug, PartialEq)]
struct Decision {
    place: (usize, usize),
    action: EntryAction,
    before: MatchState,
}

impl Decision {
    /// The decision after the place shown, with its entry, if it has no analysis.
    fn unanalyzed(session: &Session) -> Option<(Decision, Entry)> {
        let Cursor { game, entry: at, .. } = session.place();
        let entry = session.record().next_entry(session.place())?;
        let is_known = |analysis: &gnubg_record::analysis::Analysis| {
            analysis.play.is_some() || analysis.cube.is_some() || analysis.resignation.is_some()
        };
        if entry.analysis.as_deref().is_some_and(is_known) {
            return None;
        }
        let games = &session.record().games;
        let before = games.get(game)?.state_before(session.record().length, at);
        Some((Decision { place: (game, at), action: entry.action.clone(), before }, entry.clone()))
    }
}

/// What was evaluated of the decision shown.
#[derive(Default)]
pub(super) struct InstantEvaluation {
    decision: RefCell<Option<Decision>>,
    /// What was found about it.
    found: RefCell<Option<Arc<Finding>>>,
    /// The job that evaluates it.
    job: Cell<Option<JobId>>,
    /// Whether the job works at the level of the settings.
    is_deep: Cell<bool>,
    /// Counts the decisions, so that none is evaluated after another one is shown.
    turn: Cell<u64>,
}

impl InstantEvaluation {
    /// Another decision is shown, or none: what still runs for the last one is stopped.
    fn restart(&self, host: &HostHandle, decision: Option<Decision>) {
        if let Some(id) = self.job.take() {
            host.look(|session| session.cancel_job(id));
        }
        self.found.take();
        self.decision.replace(decision);
        self.turn.set(self.turn.get() + 1);
    }
}

impl Sidebar {
    /// The entry of the decision shown with what was evaluated as one browses, if that is wanted and nothing is stored. At
    /// another decision the evaluation starts.
    pub(super) fn evaluated_entry(&self) -> Option<Entry> {
        let instant = &self.instant;
        let wanted = self.host.look(|session| {
            let is_on = session.options().window.instant_evaluation;
            is_on.then(|| Decision::unanalyzed(session)).flatten()
        });
        let (decision, entry) = wanted.flatten().unzip();
        if *instant.decision.borrow() == decision {
            let mut entry = entry?;
            instant.found.borrow().as_ref()?.store(&mut entry);
            return Some(entry);
        }
        let is_wanted = decision.is_some();
        instant.restart(&self.host, decision);
        if is_wanted {
            self.evaluate_after(Duration::ZERO, false);
        }
        None
    }

    /// Asks for an evaluation of the decision after a time, unless another one is shown by then.
    fn evaluate_after(&self, rest: Duration, is_deep: bool) {
        let (this, turn) = (self.this.clone(), self.instant.turn.get());
        glib::timeout_add_local_once(rest, move || {
            let Some(sidebar) = this.upgrade().filter(|sidebar| sidebar.instant.turn.get() == turn) else {
                return;
            };
            let outcome = sidebar.host.execute_quietly(Command::Ask(Question::Decision { is_deep }));
            if let Some(CommandOutcome::Started(id)) = outcome {
                sidebar.instant.job.set(Some(id));
                sidebar.instant.is_deep.set(is_deep);
            }
        });
    }

    /// Takes in and shows what was found about the decision. The first result is followed by one at the level of the
    /// settings if that is deeper.
    pub(super) fn take_evaluation(&self, event: &Event) {
        let Event::DecisionEvaluated { id, finding } = event else { return };
        let instant = &self.instant;
        if instant.job.get() != Some(*id) {
            return;
        }
        instant.job.set(None);
        instant.found.replace(Some(Arc::clone(finding)));
        let level = |session: &Session| {
            let analysis = &session.options().analysis;
            analysis.checker.evaluation.plies.max(analysis.cube.evaluation.plies)
        };
        if !instant.is_deep.get() && self.host.look(level) > Some(0) {
            self.evaluate_after(REST, true);
        }
        self.refresh_panel(PanelId::Analysis);
    }
}
