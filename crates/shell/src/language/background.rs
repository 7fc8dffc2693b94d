// SPDX-License-Identifier: GPL-3.0-or-later
//! Computations that a typed line leaves to a front end, and what is printed when they end.

use crate::i18n::gettext;
use crate::text::{advice, rollout, survey};
use gnubg_session::jobs::JobId;
use gnubg_session::survey::Survey;
use gnubg_session::{Event, Session, is_worth_telling};
use std::sync::Arc;

/// What a computation was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackgroundKind {
    /// A rollout.
    Rollout,
    /// An analysis of the record, or rollouts of its decisions.
    Analysis,
    /// A hint with so many plays.
    Hint(usize),
    /// The evaluation of a position.
    Evaluation,
    /// A table of all rolls or all scores.
    Survey(survey::SurveyTable),
}

/// A computation that goes on after its line.
#[derive(Debug)]
pub struct BackgroundWork {
    /// Its job.
    pub id: JobId,
    kind: BackgroundKind,
    /// The results of a survey so far.
    survey: Option<Arc<Survey>>,
}

impl BackgroundWork {
    pub(crate) const fn new(id: JobId, kind: BackgroundKind) -> BackgroundWork {
        BackgroundWork { id, kind, survey: None }
    }

    /// Whether an event is the end of this computation.
    #[must_use]
    pub fn is_ended_by(&self, event: &Event) -> bool {
        matches!(event, Event::JobFinished { id, .. } if *id == self.id)
    }

    /// What is to be printed for an event.
    pub fn report(&mut self, session: &Session, event: &Event) -> Option<String> {
        match (event, self.kind) {
            (Event::RolloutReady { id, news }, _) if *id == self.id => Some(rollout::report(session, news)),
            (Event::HintReady { id, hint }, BackgroundKind::Hint(n_plays)) if *id == self.id => {
                Some(advice::hint(session, hint, n_plays))
            }
            (Event::Evaluated { id, appraisal }, _) if *id == self.id => {
                Some(advice::evaluation(session, appraisal))
            }
            (Event::Surveyed { id, survey }, _) if *id == self.id => {
                self.survey = Some(Arc::clone(survey));
                None
            }
            (Event::JobFinished { error, .. }, kind) if self.is_ended_by(event) => match (error, kind) {
                (None, BackgroundKind::Analysis) => Some(gettext("The analysis is finished")),
                (None, BackgroundKind::Survey(table)) => Some(table.text(session, self.survey.as_deref()?)),
                (None, _) => None,
                (Some(error), _) if is_worth_telling(error) => Some(error.to_string()),
                (
                    Some(_),
                    BackgroundKind::Hint(_) | BackgroundKind::Evaluation | BackgroundKind::Survey(_),
                ) => Some(gettext("The computation was stopped.")),
                (Some(_), _) => None,
            },
            _ => None,
        }
    }
}
