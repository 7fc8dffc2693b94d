// SPDX-License-Identifier: GPL-3.0-or-later
//! The opponent's next rolls after the play that was made and after the best one: found in the background once a decision has
//! been shown for a moment, for the card that says why.

use super::{PanelId, Sidebar};
use crate::sidebar::analysis;
use gnubg_engine::core::MatchState;
use gnubg_record::Entry;
use gnubg_record::explain::reasons::NextRolls;
use gnubg_session::hint::in_setting;
use gnubg_session::jobs::JobId;
use gnubg_session::{Command, CommandOutcome, Event, Question};
use gtk::glib;
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::Duration;

/// How long a decision is shown before its next rolls are evaluated.
const REST: Duration = Duration::from_millis(150);

/// What was found of the decision shown.
#[derive(Default)]
pub(super) struct NextRollsJob {
    /// The positions after the play that was made and after the best one, the opponent on roll.
    states: RefCell<Option<[MatchState; 2]>>,
    found: RefCell<Option<Arc<[NextRolls; 2]>>>,
    job: Cell<Option<JobId>>,
    /// Counts the decisions, so that none is evaluated after another one is shown.
    turn: Cell<u64>,
}

impl Sidebar {
    /// The next rolls of the decision shown, once they are known. At another decision their evaluation starts.
    pub(super) fn next_rolls(&self, evaluated: Option<&Entry>) -> Option<Arc<[NextRolls; 2]>> {
        let next = &self.next_rolls;
        let pair = self.host.look(|session| analysis::plays_to_compare(session, evaluated)).flatten();
        let states = pair.map(|(pair, before)| {
            let after = MatchState { on_roll: before.on_roll.other(), ..before };
            pair.after.map(|board| in_setting(&after, board))
        });
        if *next.states.borrow() == states {
            return next.found.borrow().clone();
        }
        if let Some(id) = next.job.take() {
            self.host.look(|session| session.cancel_job(id));
        }
        next.found.take();
        next.turn.set(next.turn.get() + 1);
        let is_wanted = states.is_some();
        next.states.replace(states);
        if is_wanted {
            let (this, turn) = (self.this.clone(), next.turn.get());
            glib::timeout_add_local_once(REST, move || {
                if let Some(sidebar) = this.upgrade().filter(|sidebar| sidebar.next_rolls.turn.get() == turn)
                {
                    sidebar.find_next_rolls();
                }
            });
        }
        None
    }

    fn find_next_rolls(&self) {
        let Some(states) = *self.next_rolls.states.borrow() else { return };
        let question = Question::NextRolls(Box::new(states));
        if let Some(CommandOutcome::Started(id)) = self.host.execute_quietly(Command::Ask(question)) {
            self.next_rolls.job.set(Some(id));
        }
    }

    /// Takes in the next rolls of the decision shown, and shows them.
    pub(super) fn take_next_rolls(&self, event: &Event) {
        let next = &self.next_rolls;
        match event {
            Event::NextRolls { id, rolls } if next.job.get() == Some(*id) => {
                next.job.set(None);
                next.found.replace(Some(Arc::clone(rolls)));
                self.refresh_panel(PanelId::Analysis);
            }
            // It was stopped for another evaluation of the same decision.
            Event::JobFinished { id, .. } if next.job.get() == Some(*id) => {
                next.job.set(None);
                next.states.take();
            }
            _ => {}
        }
    }
}
