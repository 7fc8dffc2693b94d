// SPDX-License-Identifier: GPL-3.0-or-later
//! A session of study: it asks cards one after the other and keeps every grade at once, so that it goes on where it was after
//! the program has ended in any way.

use super::cards::{Card, Plan, one};
use super::grade::{Grade, Rating};
use super::judging::{
    Answer, Ask, Judgement, Part, alternatives_of, asks, chances_of, judge_answer, state_of,
};
use super::queue::{Item, plan};
use super::reviews::{NewReview, append, take_back, usual_time};
use super::schedule::{Fsrs, Scheduler};
use super::settings::StudySettings;
use super::truth::{key_of, truth};
use super::{CONTROL_RIGHT, study_day};
use crate::assess::Judge;
use crate::db::Library;
use crate::error::{LibraryError, Result};
use crate::position::{Asked, PositionKey};
use gnubg_engine::core::{CancelToken, MatchState};
use rusqlite::{Connection, OptionalExtension as _, params};
use serde::{Deserialize, Serialize};

/// After so many other cards a wrong one is asked again.
const AGAIN_AFTER: usize = 5;
/// Longer thought than this counts as a break, in milliseconds.
const LONGEST_THOUGHT: i64 = 180_000;

/// What is asked now. Nothing in it tells where the position came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What is asked.
    pub ask: Ask,
    /// The state: the player on roll sits at the bottom; who is asked whether to take sits at the top.
    pub state: MatchState,
    /// The key of the position.
    pub key: PositionKey,
    /// The number of the card in the session, from 1.
    pub number: usize,
    /// Cards of the session.
    pub of: usize,
    /// What the session came to before this card.
    pub so_far: StudySummary,
}

/// What follows an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The second question of the card.
    Ask(Box<Question>),
    /// All is answered; the grade is to be accepted or changed with [`Study::rate`].
    Judged(Box<Judgement>),
}

/// How an answer counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rate {
    /// With the grade that its loss gives.
    Proposed,
    /// With this one.
    As(Rating),
    /// Not at all: a slip of the hand.
    NotCounted,
}

/// A card that was forgotten so often that repeating it helps no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leech {
    /// The card.
    pub card: i64,
    /// How often it was forgotten within twelve months.
    pub lapses: i64,
}

/// What a session came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StudySummary {
    /// Cards answered, without controls and second looks.
    pub answered: usize,
    /// Those that were right.
    pub right: usize,
    /// Their mean loss, in normalized equity.
    pub mean_loss: Option<f64>,
    /// Controls answered.
    pub controls: usize,
    /// Those that were right.
    pub controls_right: usize,
    /// Cards of the session that were not asked.
    pub left: usize,
    /// Minutes of thought.
    pub minutes: f64,
}

/// A card that was graded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Done {
    review: Option<i64>,
    item: usize,
    loss: f64,
    is_right: bool,
    is_counted: bool,
    ms: i64,
    /// Where the card was put in again.
    again_at: Option<usize>,
}

/// What is kept of a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct State {
    items: Vec<Item>,
    at: usize,
    done: Vec<Done>,
}

/// The card that is asked.
#[derive(Debug)]
struct Current {
    item: Item,
    card: Option<Card>,
    state: MatchState,
    asks: Vec<Ask>,
    parts: Vec<Part>,
    ms: i64,
    question: Question,
    judged: Option<(Judgement, Grade, Option<i64>)>,
}

/// A session of study.
#[derive(Debug)]
pub struct Study {
    library: Library,
    id: i64,
    settings: StudySettings,
    scheduler: Box<dyn Scheduler>,
    state: State,
    current: Option<Current>,
}

fn text<T: Serialize>(value: &T) -> Result<String> {
    serde_json::to_string(value).map_err(|error| LibraryError::content("a session of study", error))
}

fn read<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| LibraryError::content("a session of study", error))
}

impl Study {
    /// Begins a session; one that was not ended is ended.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn start(library: &Library, settings: StudySettings) -> Result<Study> {
        let settings = StudySettings {
            retention: settings.retention.clamp(0.8, 0.95),
            cards: settings.cards.clamp(1, 500),
            ..settings
        };
        let (now, kept) = (library.now(), settings.clone());
        let (id, state) = library.write(move |connection| {
            connection.execute("UPDATE study SET ended = ?1 WHERE ended IS NULL", [now])?;
            connection.execute(
                "INSERT INTO study (started, settings, state) VALUES (?, ?, '')",
                params![now, text(&kept)?],
            )?;
            let id = connection.last_insert_rowid();
            let items = plan(connection, &kept, &Fsrs::default(), study_day(now), id)?;
            let state = State { items, ..State::default() };
            connection.execute("UPDATE study SET state = ?1 WHERE id = ?2", params![text(&state)?, id])?;
            Ok((id, state))
        })?;
        Study::at(library, id, settings, state)
    }

    /// The session that was not ended, if there is one.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn resume(library: &Library) -> Result<Option<Study>> {
        let row = library.read(|connection| {
            let sql = "SELECT id, settings, state FROM study WHERE ended IS NULL ORDER BY id DESC LIMIT 1";
            let row = connection.query_row(sql, [], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?))
            });
            Ok(row.optional()?)
        })?;
        let Some((id, settings, state)) = row else { return Ok(None) };
        let study = Study::at(library, id, read(&settings)?, read(&state)?)?;
        Ok(study.current.is_some().then_some(study))
    }

    fn at(library: &Library, id: i64, settings: StudySettings, state: State) -> Result<Study> {
        let (library, scheduler) = (library.clone(), Box::new(Fsrs::default()));
        let mut study = Study { library, id, settings, scheduler, state, current: None };
        study.load()?;
        Ok(study)
    }

    /// Loads the card at the present place; cards that are gone by now are passed over.
    fn load(&mut self) -> Result<()> {
        self.current = None;
        while let Some(item) = self.state.items.get(self.state.at).copied() {
            if self.is_out_of_time() {
                return Ok(());
            }
            let found = self.library.read(|connection| {
                let card = item.card.map(|id| one(connection, id)).transpose()?.flatten();
                let is_gone = item.card.is_some() && card.is_none();
                match (is_gone, key_of(connection, item.position)) {
                    (true, _) | (_, Err(LibraryError::NotFound(_))) => Ok(None),
                    (false, key) => Ok(Some((card, key?))),
                }
            })?;
            let Some((card, key)) = found else {
                self.state.at += 1;
                continue;
            };
            let Some(state) = key.state() else {
                self.state.at += 1;
                continue;
            };
            let asks = asks(&state);
            let question = Question {
                ask: asks[0],
                state: state_of(&state, asks[0]),
                key,
                number: self.state.at + 1,
                of: self.state.items.len(),
                so_far: self.summary(),
            };
            let (parts, ms, judged) = (Vec::new(), 0, None);
            self.current = Some(Current { item, card, state, asks, parts, ms, question, judged });
            return Ok(());
        }
        Ok(())
    }

    fn is_out_of_time(&self) -> bool {
        self.settings.minutes > 0 && self.thought() >= i64::from(self.settings.minutes) * 60_000
    }

    /// Milliseconds of thought so far.
    fn thought(&self) -> i64 {
        self.state.done.iter().map(|done| done.ms.min(LONGEST_THOUGHT)).sum()
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &StudySettings {
        &self.settings
    }

    /// What is asked; `None` when the session is over.
    #[must_use]
    pub fn question(&self) -> Option<&Question> {
        self.current.as_ref().map(|current| &current.question)
    }

    /// What was said about the answer that waits for its grade.
    #[must_use]
    pub fn judgement(&self) -> Option<&Judgement> {
        self.current.as_ref()?.judged.as_ref().map(|(judgement, _, _)| judgement)
    }

    /// Answers the question after so many milliseconds of thought. Nothing is stored before [`Study::rate`].
    ///
    /// # Errors
    /// If the answer is about something else or no legal play, or nothing is asked.
    pub fn answer(&mut self, answer: Answer, ms: i64, judge: &Judge, cancel: &CancelToken) -> Result<Step> {
        let library = self.library.clone();
        let settings_retention = self.settings.retention;
        let Some(current) = self.current.as_mut().filter(|current| current.judged.is_none()) else {
            return Err(LibraryError::Refused("no question waits for an answer".to_owned()));
        };
        let truth = truth(&library, current.item.position, judge, cancel)?;
        let (part, chosen) = judge_answer(&truth, current.question.ask, answer, judge, cancel)?;
        current.parts.push(part);
        current.ms += ms.max(0);
        if let Some(&ask) = current.asks.get(current.parts.len()) {
            current.question.ask = ask;
            current.question.state = state_of(&current.state, ask);
            return Ok(Step::Ask(Box::new(current.question.clone())));
        }
        let worst = current.parts.iter().max_by(|a, b| a.loss.total_cmp(&b.loss));
        let (loss, cost) = worst.map_or((0.0, 0.0), |part| (part.loss, part.cost));
        let uncertainty = if loss > 0.0 { truth.uncertainty(chosen) } else { 0.0 };
        let is_play = truth.key.circumstances().asked == Asked::Play;
        let usual = library.read(|connection| usual_time(connection, is_play))?;
        let haste = usual.map_or(0.0, |usual| 1.0 - current.ms as f64 / usual.max(1) as f64);
        let origin = current.card.as_ref().and_then(|card| card.origin_loss);
        let grade = Grade::of(loss, uncertainty, origin, haste);
        let (mut days, mut proposed_days) = (None, None);
        if let Some(card) = &current.card {
            let elapsed = elapsed(card, study_day(library.now()));
            let whole = |days: f64| days as i64;
            let steps = self.scheduler.steps(card.memory, elapsed, settings_retention)?;
            days = Some(steps.map(|step| whole(step.days)));
            let step = self.scheduler.graded(card.memory, elapsed, settings_retention, grade)?;
            proposed_days = Some(whole(step.days));
        }
        let chances = chances_of(&truth, answer, chosen, judge, cancel)?;
        let decision = current.item.decision.or(current.card.as_ref().and_then(|card| card.decision));
        let source = library.decision_rows(decision.as_slice())?.pop();
        let judgement = Judgement {
            parts: current.parts.clone(),
            loss,
            cost,
            uncertainty,
            grade: grade.value(),
            proposed: grade.rating(),
            days,
            proposed_days,
            alternatives: alternatives_of(&truth),
            chances,
            ruler: truth.ruler_name.clone(),
            card: current.item.card,
            position: current.item.position,
            decision,
            source,
            is_control: current.item.card.is_none(),
        };
        current.judged = Some((judgement.clone(), grade, truth.ruler));
        Ok(Step::Judged(Box::new(judgement)))
    }

    /// Keeps the answer with its grade and goes on to the next card. A card that became a leech is returned.
    ///
    /// # Errors
    /// If nothing was answered, or the library can only be read; then nothing is changed.
    pub fn rate(&mut self, rate: Rate) -> Result<Option<Leech>> {
        let unanswered = || LibraryError::Refused("the question was not answered yet".to_owned());
        let current = self.current.as_ref().ok_or_else(unanswered)?;
        let (judgement, proposed, ruler) = current.judged.as_ref().ok_or_else(unanswered)?;
        let now = self.library.now();
        let day = study_day(now);
        let grade = match rate {
            Rate::As(rating) => Grade::from(rating),
            Rate::Proposed | Rate::NotCounted => *proposed,
        };
        let counts = rate != Rate::NotCounted;
        let mut review = NewReview {
            card: current.item.card,
            position: current.item.position,
            at: now,
            day,
            parts: judgement.parts.clone(),
            loss: judgement.loss,
            grade: grade.value(),
            rating: counts.then(|| grade.rating()),
            ms: current.ms,
            ruler: *ruler,
            before: Plan::default(),
            after: Plan::default(),
            is_override: matches!(rate, Rate::As(_)),
            version: self.scheduler.version(),
        };
        if let Some(card) = &current.card {
            review.before = Plan { memory: card.memory, due: card.due, last: card.last };
            review.after = review.before;
            if counts {
                let step =
                    self.scheduler.graded(card.memory, elapsed(card, day), self.settings.retention, grade)?;
                review.after =
                    Plan { memory: Some(step.memory), due: Some(day + step.days as i64), last: Some(day) };
            }
        }
        let is_right = match current.item.card {
            Some(_) => grade != Grade::Again,
            None => judgement.loss < CONTROL_RIGHT,
        };
        let mut state = self.state.clone();
        let wrong = counts && !is_right && current.item.card.is_some() && !current.item.is_retry;
        let again_at = wrong.then(|| (state.at + 1 + AGAIN_AFTER).min(state.items.len()));
        if let Some(place) = again_at {
            state.items.insert(place, Item { is_retry: true, ..current.item });
        }
        let (item, loss, ms) = (state.at, judgement.loss, current.ms);
        state.done.push(Done { review: None, item, loss, is_right, is_counted: counts, ms, again_at });
        state.at += 1;
        let id = self.id;
        let (state, lapses, card) = self.library.write(move |connection| {
            let (number, lapses) = append(connection, &review)?;
            if let Some(done) = state.done.last_mut() {
                done.review = Some(number);
            }
            keep(connection, id, &state)?;
            Ok((state, lapses, review.card))
        })?;
        self.state = state;
        self.load()?;
        Ok(card.zip(lapses).map(|(card, lapses)| Leech { card, lapses }))
    }

    /// Takes the last answer back: one that waits for its grade is forgotten, else the last review is marked as taken back
    /// and its card asked again. Whether there was something to take back.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn take_back(&mut self) -> Result<bool> {
        if self.current.as_ref().is_some_and(|current| !current.parts.is_empty()) {
            self.load()?;
            return Ok(true);
        }
        let mut state = self.state.clone();
        let Some(done) = state.done.pop() else { return Ok(false) };
        if let Some(place) = done.again_at {
            state.items.remove(place);
        }
        state.at = done.item;
        let (id, now) = (self.id, self.library.now());
        self.state = self.library.write(move |connection| {
            if let Some(review) = done.review {
                take_back(connection, review, now)?;
            }
            keep(connection, id, &state)?;
            Ok(state)
        })?;
        self.load()?;
        Ok(true)
    }

    /// Ends the session for good. A session that is dropped can be resumed.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn end(self) -> Result<StudySummary> {
        let (id, now, summary) = (self.id, self.library.now(), self.summary());
        self.library.write(move |connection| {
            connection.execute("UPDATE study SET ended = ?1 WHERE id = ?2", [now, id])?;
            Ok(())
        })?;
        Ok(summary)
    }

    /// What the session came to so far.
    #[must_use]
    pub fn summary(&self) -> StudySummary {
        let of = |done: &Done| self.state.items.get(done.item).copied();
        let is_card = |done: &&Done| of(done).is_some_and(|item| item.card.is_some() && !item.is_retry);
        let is_control = |done: &&Done| of(done).is_some_and(|item| item.card.is_none());
        let counted = || self.state.done.iter().filter(|done| done.is_counted);
        let cards: Vec<&Done> = counted().filter(is_card).collect();
        let controls: Vec<&Done> = counted().filter(is_control).collect();
        let right = |list: &[&Done]| list.iter().filter(|done| done.is_right).count();
        let sum: f64 = cards.iter().map(|done| done.loss).sum();
        StudySummary {
            answered: cards.len(),
            right: right(&cards),
            mean_loss: (!cards.is_empty()).then(|| sum / cards.len() as f64),
            controls: controls.len(),
            controls_right: right(&controls),
            left: self.state.items.len().saturating_sub(self.state.at),
            minutes: self.thought() as f64 / 60_000.0,
        }
    }
}

/// Days since the last review of a card.
fn elapsed(card: &Card, day: i64) -> u32 {
    card.last.map_or(0, |last| u32::try_from(day - last).unwrap_or(0))
}

fn keep(connection: &Connection, id: i64, state: &State) -> Result<()> {
    connection.execute("UPDATE study SET state = ?1 WHERE id = ?2", params![text(state)?, id])?;
    Ok(())
}
