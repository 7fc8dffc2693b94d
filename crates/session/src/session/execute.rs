// SPDX-License-Identifier: GPL-3.0-or-later
//! Carrying out commands and taking in what workers report.

use crate::advice::hint::{AppraisalJob, HintJob};
use crate::advice::survey::{SurveyJob, SurveyRequest};
use crate::command::{Command, Opened, Question};
use crate::editing::history::Part;
use crate::engine::speed::SpeedJob;
use crate::error::CommandError;
use crate::event::{Cause, Event};
use crate::jobs::{self, JobError, JobId, JobKind, Product, Progress, Report};
use crate::options::{Affects, OptionId, Options, Value};
use crate::session::Session;
use gnubg_engine::core::MatchState;
use gnubg_engine::eval::{EvalSettings, MAX_PLIES, MoveFilters};
use std::sync::Arc;

/// What a command led to at once; everything else comes as events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is done.
    Done,
    /// A job was started whose result will be an event.
    Started(JobId),
}

impl Session {
    /// Carries out a command. Returns within a few milliseconds; what takes longer is done by a job. Events tell what
    /// happened, in order.
    ///
    /// # Errors
    /// If it cannot be done; nothing has been changed then.
    pub fn execute(&mut self, command: Command) -> Result<Outcome, CommandError> {
        let result = match command {
            Command::Game(command) => self.play_command(command),
            Command::Edit(edit) => self.edit(edit),
            Command::Go(go) => self.go(go),
            Command::Annotate(annotate) => self.annotate(&annotate),
            Command::Set(values) => self.set(&values),
            Command::Dice(command) => self.change_dice(&command),
            Command::Ask(question) => self.ask(question),
            Command::File(command) => self.file_command(command),
            Command::Analyze(part) => self.analyze(part, None),
            Command::AnalyzeAt(part, plies) => self.analyze(part, Some(plies)),
            Command::RollOut(part, choice) => self.roll_out_record(part, choice),
            Command::Open(opened) => {
                self.open(*opened);
                Ok(Outcome::Done)
            }
            Command::SwitchLine(n) => self.switch_line(n).map(|()| Outcome::Done),
            Command::Saved(file) => {
                self.is_unsaved = false;
                self.file = file.or_else(|| self.file.take());
                self.emit(Event::RecordChanged);
                Ok(Outcome::Done)
            }
            Command::Undo => self.jump(true),
            Command::Redo => self.jump(false),
            Command::Stop => {
                self.stop();
                Ok(Outcome::Done)
            }
        };
        if result.is_ok() {
            self.advance();
        }
        self.history.end(self.cursor);
        self.keep();
        result
    }

    /// Takes in an event before it is shown: reports of workers become changes and further events, everything else is
    /// given back.
    pub fn absorb(&mut self, event: Event) -> Option<Event> {
        match event {
            Event::Worker(report) => {
                if self.take_in(report) {
                    self.keep();
                }
                None
            }
            other => Some(other),
        }
    }

    /// Takes in what a worker tells; whether the match may be another.
    fn take_in(&mut self, report: Report) -> bool {
        let (id, kind) = (report.id, report.kind);
        match report.open() {
            jobs::Opened::Nothing => return false,
            jobs::Opened::Change(change) => change(self),
            jobs::Opened::Progress(progress) => {
                self.show_progress(id, kind, progress);
                return false;
            }
            jobs::Opened::Finished(result) => {
                let Some((_, revision)) = self.awaited.remove(&id) else { return false };
                let is_fresh = revision == self.revision;
                let error = match result {
                    Ok(product) => {
                        self.take_product(product, is_fresh);
                        None
                    }
                    Err(error) => {
                        self.job_failed(kind, is_fresh);
                        Some(error)
                    }
                };
                self.rollout_ended(id);
                self.emit(Event::JobFinished { id, kind, error });
                if matches!(kind, JobKind::Analysis | JobKind::Rollout) {
                    self.keep_copy(std::time::Duration::ZERO);
                }
                self.advance();
            }
        }
        true
    }

    fn show_progress(&self, id: JobId, kind: JobKind, progress: Progress) {
        let revision = self.awaited.get(&id).map(|(_, revision)| *revision);
        match progress {
            Progress::Count { done, total } => {
                self.emit(Event::JobProgress { id, kind, done, total });
            }
            Progress::Hint(hint) if revision == Some(self.revision) => self.emit(Event::HintProgress(hint)),
            Progress::Hint(_) => {}
            Progress::Survey(survey) => self.emit(Event::Surveyed { id, survey }),
            Progress::Speed(speed) => self.emit(Event::SpeedMeasured { id, speed }),
            Progress::Rollout(news) => self.emit(Event::RolloutProgress { id, news }),
        }
    }

    fn take_product(&mut self, product: Product, is_fresh: bool) {
        match product {
            Product::Nothing => {}
            Product::Change(change) => change(self),
            Product::Engine(built) => {
                self.engine = built.engine;
                for problem in built.problems {
                    self.emit(Event::Message(crate::event::Message::DatabaseProblem(problem)));
                }
                self.emit(Event::EngineReady);
            }
            // An evaluation is for the position it was asked for, whatever is shown now.
            Product::Evaluation(appraisal) => self.emit(Event::Evaluated(appraisal)),
            Product::Hint(hint) if is_fresh => {
                if hint.state == self.state {
                    self.last_hint = Some((self.revision, Arc::clone(&hint)));
                }
                self.emit(Event::HintReady(hint));
            }
            Product::Decision(decided) => self.take_decision(*decided, is_fresh),
            Product::Tutor(judged) if is_fresh => self.take_judgement(*judged),
            Product::Hint(_) | Product::Tutor(_) => {}
        }
    }

    fn job_failed(&mut self, kind: JobKind, is_fresh: bool) {
        if kind == JobKind::Decision {
            self.thinking_ended();
            // Nobody decided, so the computer waits to be asked again.
            self.is_held |= is_fresh;
        }
    }

    /// Stops every computation about the match and its positions.
    fn stop(&mut self) {
        self.is_held = true;
        self.is_finishing = false;
        self.jobs.cancel_all(|kind| !matches!(kind, JobKind::Engine | JobKind::Batch));
    }

    /// The present computations about the position are of no use any more.
    pub(crate) fn drop_thoughts(&mut self) {
        self.jobs.cancel_all(|kind| matches!(kind, JobKind::Decision | JobKind::Hint | JobKind::Tutor));
    }

    fn jump(&mut self, back: bool) -> Result<Outcome, CommandError> {
        let before = self.state;
        let place =
            if back { self.history.undo(&mut self.record) } else { self.history.redo(&mut self.record) };
        let nothing = if back { CommandError::NothingToUndo } else { CommandError::NothingToRedo };
        self.cursor = place.ok_or(nothing)?;
        self.drop_thoughts();
        self.is_held = true;
        self.is_finishing = false;
        self.is_unsaved = true;
        self.refresh();
        self.emit_change(if back { Cause::Undone } else { Cause::Redone }, Some(before));
        Ok(Outcome::Done)
    }

    /// Puts another match in place of the present one.
    pub(crate) fn open(&mut self, opened: Opened) {
        self.history.begin(self.cursor, false);
        self.drop_thoughts();
        self.dice.forget();
        self.replace_match(opened.record, opened.place);
        // Files are opened when a job is done, not while a command is carried out.
        self.history.end(self.cursor);
        self.is_held = true;
        self.is_finishing = false;
        self.file = opened.file;
        self.origin = None;
        self.is_unsaved = false;
        self.emit_change(Cause::Opened, None);
    }

    /// Puts another record in place, undoably.
    pub(crate) fn replace_match(&mut self, record: gnubg_record::MatchRecord, place: gnubg_record::Cursor) {
        let before = self.cursor;
        self.jobs.cancel_all(|kind| kind == JobKind::Analysis);
        let old = std::mem::replace(&mut self.record, record);
        self.cursor = place;
        self.refresh();
        self.note(Part::Match(Box::new(old)), before);
    }

    fn ask(&mut self, question: Question) -> Result<Outcome, CommandError> {
        let evaluation = self.evaluation_settings();
        let (checker, cube, filters) = evaluation;
        let (engine, table) = (Arc::clone(&self.engine), Arc::clone(&self.table));
        let job: Box<dyn jobs::Job> = match question {
            Question::Hint => {
                let state = *self.game()?;
                self.jobs.cancel_all(|kind| kind == JobKind::Hint);
                Box::new(HintJob { state, checker, cube, filters, engine, table })
            }
            Question::HintAt { state, plies } => {
                let state = match state {
                    Some(state) => {
                        state.check()?;
                        *state
                    }
                    None => *self.game()?,
                };
                let at = |settings: EvalSettings| match plies {
                    Some(plies) => EvalSettings { plies: plies.min(MAX_PLIES), ..settings },
                    None => settings,
                };
                let (checker, cube) = (at(checker), at(cube));
                self.jobs.cancel_all(|kind| kind == JobKind::Hint);
                Box::new(HintJob { state, checker, cube, filters, engine, table })
            }
            Question::Evaluate(state) => {
                let state = match state {
                    Some(state) => *state,
                    None => *self.state().ok_or(CommandError::NoMatch)?,
                };
                Box::new(AppraisalJob { state: settled(state), checker, cube, engine, table })
            }
            Question::Survey(request) => {
                let (SurveyRequest::Rolls { state, .. } | SurveyRequest::Scores { state, .. }) = &*request;
                state.check()?;
                Box::new(SurveyJob { request: *request, checker, cube, filters, engine, table })
            }
            Question::Speed(wanted) => Box::new(SpeedJob::new(engine, self.threads(), wanted)),
            Question::Rollout(request) => return Ok(Outcome::Started(self.roll_out(*request)?)),
        };
        Ok(Outcome::Started(self.start_job(job)))
    }

    /// The settings of hints: checker play, cube, filters.
    #[must_use]
    pub fn evaluation_settings(&self) -> (EvalSettings, EvalSettings, MoveFilters) {
        let (evaluation, analysis) = (&self.options.evaluation, &self.options.analysis);
        if evaluation.same_as_analysis {
            (analysis.checker.evaluation, analysis.cube.evaluation, analysis.filters)
        } else {
            (evaluation.checker.evaluation, evaluation.cube.evaluation, evaluation.filters)
        }
    }

    /// Gives options new values, all or none.
    fn set(&mut self, values: &[(OptionId, Value)]) -> Result<Outcome, CommandError> {
        let mut changed = self.options.clone();
        for (id, value) in values {
            id.leaf().set(&mut changed, value)?;
        }
        changed.engine.efficiencies.check()?;
        let old = std::mem::replace(&mut self.options, changed);
        let affects = |what: Affects| values.iter().any(|(id, _)| id.leaf().affects == what);
        if affects(Affects::Met) {
            match self.read_table() {
                Ok(table) => self.table = Arc::new(table),
                Err(error) => {
                    self.options = old;
                    return Err(error);
                }
            }
            self.forget_hint();
        }
        if let Err(error) = self.replace_threads(&old) {
            self.options = old;
            return Err(error.into());
        }
        if affects(Affects::Engine) && self.options.engine != old.engine {
            self.rebuild_engine();
            self.forget_hint();
        }
        if affects(Affects::Rules) && self.options.matches != old.matches {
            self.rules_changed(&old.matches);
        }
        self.emit(Event::OptionsChanged(values.iter().map(|(id, _)| *id).collect()));
        Ok(Outcome::Done)
    }

    /// Lets other threads compute if the options want another number of them or another priority.
    fn replace_threads(&self, old: &Options) -> Result<(), JobError> {
        let is_number_new = self.options.engine.threads != old.engine.threads;
        if !is_number_new && self.options.general.nice == old.general.nice {
            return Ok(());
        }
        let n = if is_number_new { self.options.engine.threads } else { self.jobs.threads() };
        self.jobs.set_threads(n, self.setup.stands_back(&self.options))
    }

    fn change_dice(&mut self, command: &crate::command::DiceCommand) -> Result<Outcome, CommandError> {
        let messages = self.dice.change(command)?;
        if let crate::command::DiceCommand::Use { generator, .. } = command {
            let word = crate::options::GeneratorWord::from_word(generator.keyword());
            self.options.dice.generator = word.unwrap_or_default();
            self.options.dice.source = self.dice.origin().to_owned();
        }
        for message in messages {
            self.emit(Event::Message(message));
        }
        Ok(Outcome::Done)
    }

    /// Waits until no answer and no rollout is on the way, taking every event in and showing it to `show`. For text
    /// sessions and tests; a window awaits the events instead.
    pub fn settle(&mut self, show: impl FnMut(&mut Session, Event)) {
        let waits =
            |session: &Session| session.is_busy() || session.is_awaited(|kind| kind == JobKind::Rollout);
        self.absorb_while(waits, show);
    }

    /// Waits until a job has ended, taking every event in and showing it to `show`: for text sessions, what
    /// [`Session::settle`] is for answers.
    pub fn await_job(&mut self, id: JobId, show: impl FnMut(&mut Session, Event)) {
        self.absorb_while(|session| session.awaited.contains_key(&id), show);
    }

    fn absorb_while(&mut self, waits: impl Fn(&Session) -> bool, mut show: impl FnMut(&mut Session, Event)) {
        let events = self.events();
        loop {
            let event = match events.try_recv() {
                Ok(event) => event,
                Err(_) if !waits(self) => return,
                Err(_) => match events.recv_blocking() {
                    Ok(event) => event,
                    Err(_) => return,
                },
            };
            if let Some(event) = self.absorb(event) {
                show(self, event);
            }
        }
    }
}

/// The position before the roll, as evaluations want it.
fn settled(state: MatchState) -> MatchState {
    crate::advice::hint::in_setting(&state, state.board)
}

/// A job that was stopped says nothing; anything else that went wrong does.
#[must_use]
pub fn is_worth_telling(error: &JobError) -> bool {
    !matches!(error, JobError::Cancelled(_))
}
