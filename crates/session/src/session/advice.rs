// SPDX-License-Identifier: GPL-3.0-or-later
//! Questions that take time: hints, evaluations, surveys, the speed of evaluation.

use crate::advice::Adviser;
use crate::advice::hint::{Hint, RolledOut, in_setting};
use crate::advice::survey::SurveyRequest;
use crate::analysis::{Analyst, Scope, tasks};
use crate::command::{CommandOutcome, Question};
use crate::engine::speed::SpeedTest;
use crate::error::CommandError;
use crate::event::{Activity, Event};
use crate::jobs::{JobError, JobId, JobStep, interactive};
use crate::options::{AnalysisOptions, Decides as _, Judge};
use crate::session::Session;
use gnubg_engine::core::{CancelToken, MatchState};
use gnubg_engine::eval::{EvalSettings, MAX_PLIES, MoveFilters, RankedPlay};
use std::sync::Arc;

/// The plays that advice in a window searches to the end at least, so that a clear best play, too, has a value at full depth,
/// and one to compare it with. Programs read the other advice, and get what GNU Backgammon tells them: a static value.
const COMPARED: i32 = 2;

impl Session {
    pub(crate) fn ask(&mut self, question: Question) -> Result<CommandOutcome, CommandError> {
        let id = match question {
            Question::Hint => self.start_hint(*self.game()?, None),
            Question::HintAt { state, plies } => {
                let state = match state {
                    Some(state) => {
                        state.check()?;
                        *state
                    }
                    None => *self.game()?,
                };
                self.start_hint(state, plies)
            }
            Question::PlaysAt { state, ranked, rolled, chosen, plies } => {
                state.check()?;
                self.start_plays(*state, (ranked.to_vec(), rolled), chosen, plies.min(MAX_PLIES))
            }
            Question::Evaluate(state) => {
                let state = match state {
                    Some(state) => *state,
                    None => *self.state().ok_or(CommandError::NoMatch)?,
                };
                self.start_appraisal(state)
            }
            Question::Decision { is_deep } => self.start_browsing(is_deep)?,
            Question::NextRolls(states) => {
                states.iter().try_for_each(MatchState::check)?;
                self.start_next_rolls(*states)
            }
            Question::Survey(request) => {
                let (SurveyRequest::Rolls { state, .. } | SurveyRequest::Scores { state, .. }) = &*request;
                state.check()?;
                self.start_survey(*request)
            }
            Question::Speed(wanted) => self.start_speed_test(wanted),
            Question::Rollout(request) => self.roll_out(*request)?,
            Question::Rolls(n) => return self.draw_rolls(n),
        };
        Ok(CommandOutcome::Started(id))
    }

    /// The settings of hints: checker play, cube, filters.
    #[must_use]
    pub fn evaluation_settings(&self) -> (EvalSettings, EvalSettings, MoveFilters) {
        let (checker, cube, filters) = self.evaluation_parts();
        (checker.evaluation, cube.evaluation, *filters)
    }

    fn evaluation_parts(&self) -> (&Judge, &Judge, &MoveFilters) {
        let (evaluation, analysis) = (&self.options.evaluation, &self.options.analysis);
        if evaluation.same_as_analysis { analysis.parts() } else { evaluation.parts() }
    }

    /// What advice is computed with now.
    pub(crate) fn adviser(&self) -> Adviser {
        let (checker, cube, filters) = self.evaluation_parts();
        Adviser {
            checker: checker.evaluation,
            cube: cube.evaluation,
            filters: if self.setup.in_window { filters.leaving(COMPARED) } else { *filters },
            checker_rollout: checker.rolls_out(),
            cube_rollout: cube.rolls_out(),
            engine: Arc::clone(&self.engine),
            table: Arc::clone(&self.table),
        }
    }

    fn start_hint(&mut self, state: MatchState, plies: Option<u8>) -> JobId {
        let mut adviser = self.adviser();
        if let Some(plies) = plies.map(|plies| plies.min(MAX_PLIES)) {
            (adviser.checker.plies, adviser.cube.plies) = (plies, plies);
            (adviser.checker_rollout, adviser.cube_rollout) = (None, None);
        }
        self.start_advice(move |cancel, show| Ok(adviser.hint(&state, cancel, show)?))
    }

    /// Evaluates the `chosen` ones of some plays again.
    fn start_plays(
        &mut self,
        state: MatchState,
        (ranked, rolled): (Vec<RankedPlay>, Option<Arc<RolledOut>>),
        chosen: Vec<usize>,
        plies: u8,
    ) -> JobId {
        let mut adviser = self.adviser();
        adviser.checker.plies = plies;
        self.start_advice(move |cancel, show| {
            let known = (&ranked[..], rolled.as_deref());
            Ok(adviser.plays_at(&state, known, &chosen, cancel, show)?)
        })
    }

    /// Starts a job that advises; an earlier one is canceled.
    fn start_advice(
        &mut self,
        mut advise: impl FnMut(&CancelToken, &dyn Fn(Hint)) -> Result<Option<Hint>, JobError> + Send + 'static,
    ) -> JobId {
        self.cancel_jobs(|activity| activity == Activity::Hint);
        let revision = self.revision;
        let job = interactive(move |context| {
            let id = context.id();
            let show = |hint: Hint| {
                let hint = Arc::new(hint);
                context.show(move |session: &mut Session| session.show_hint_progress(id, hint, revision));
            };
            let hint = advise(context.cancel(), &show)?;
            let hint = hint.ok_or_else(|| JobError::Failed("no decision is due".to_owned()))?;
            Ok(JobStep::done_with(move |session: &mut Session| session.take_hint(id, hint, revision)))
        });
        self.start_job(Activity::Hint, job)
    }

    fn show_hint_progress(&mut self, id: JobId, hint: Arc<Hint>, revision: u64) {
        if revision == self.revision {
            self.emit(Event::HintProgress { id, hint });
        }
    }

    fn take_hint(&mut self, id: JobId, hint: Hint, revision: u64) {
        if revision != self.revision {
            return;
        }
        let hint = Arc::new(hint);
        if hint.state == self.state {
            self.last_hint = Some((revision, Arc::clone(&hint)));
        }
        self.emit(Event::HintReady { id, hint });
    }

    /// Evaluates a position before the roll. The result is reported even if another position is shown by then.
    fn start_appraisal(&mut self, state: MatchState) -> JobId {
        let (adviser, state) = (self.adviser(), in_setting(&state, state.board));
        let job = interactive(move |context| {
            let id = context.id();
            let count = |done, total| context.count(done, Some(total));
            let appraisal = Arc::new(adviser.appraisal(state, context.cancel(), &count)?);
            Ok(JobStep::done_with(move |session: &mut Session| {
                session.emit(Event::Evaluated { id, appraisal })
            }))
        });
        self.start_job(Activity::Evaluation, job)
    }

    /// Evaluates the decision of the record after the place shown; an earlier such evaluation is cancelled. Nothing is
    /// stored.
    fn start_browsing(&mut self, is_deep: bool) -> Result<JobId, CommandError> {
        self.cancel_jobs(|activity| activity == Activity::Browsing);
        let place = self.place();
        let mut options = AnalysisOptions {
            plays_on: true,
            cube_on: true,
            players_on: [true; 2],
            luck_on: false,
            ..self.options.analysis.clone()
        };
        if !is_deep {
            (options.checker.evaluation.plies, options.cube.evaluation.plies) = (0, 0);
        }
        let scope = Scope::Entry { game: place.game, entry: place.entry };
        let task = tasks(&self.record, scope, &options).into_iter().next().ok_or(CommandError::NoMatch)?;
        let (engine, table) = (self.engine.clone(), self.table.clone());
        let analyst = Analyst { options, engine, table };
        let job = interactive(move |context| {
            let (id, finding) = (context.id(), Arc::new(analyst.run(&task, context.cancel())?));
            let tell = move |session: &mut Session| session.emit(Event::DecisionEvaluated { id, finding });
            Ok(JobStep::done_with(tell))
        });
        Ok(self.start_job(Activity::Browsing, job))
    }

    /// Finds the opponent's best replies to all rolls after two plays.
    fn start_next_rolls(&mut self, states: [MatchState; 2]) -> JobId {
        let adviser = self.adviser();
        let job = interactive(move |context| {
            let id = context.id();
            let [a, b] = &states;
            let find = |state: &MatchState| adviser.next_rolls(state, context.cancel());
            let rolls = Arc::new([find(a)?, find(b)?]);
            let tell = move |session: &mut Session| session.emit(Event::NextRolls { id, rolls });
            Ok(JobStep::done_with(tell))
        });
        self.start_job(Activity::Browsing, job)
    }

    fn start_survey(&mut self, request: SurveyRequest) -> JobId {
        let adviser = self.adviser();
        let job = interactive(move |context| {
            let id = context.id();
            let show = |survey| {
                let survey = Arc::new(survey);
                context.show(move |session: &mut Session| session.emit(Event::Surveyed { id, survey }));
            };
            adviser.survey(&request, context.cancel(), &show)?;
            Ok(JobStep::done())
        });
        self.start_job(Activity::Survey, job)
    }

    fn start_speed_test(&mut self, wanted: Option<u64>) -> JobId {
        let mut test = SpeedTest::new(Arc::clone(&self.engine), self.threads(), wanted);
        let job = interactive(move |context| {
            let (id, speed) = (context.id(), test.step(context.cancel())?);
            context.show(move |session: &mut Session| session.emit(Event::SpeedMeasured { id, speed }));
            Ok(if test.is_done() { JobStep::done() } else { JobStep::Continue })
        });
        self.start_job(Activity::Speed, job)
    }
}
