// SPDX-License-Identifier: GPL-3.0-or-later
//! Study for a front end: cards from the errors of the match, and the session of study that is asked on the board. The
//! session of study lies beside the library; every grade is stored at once, so it goes on where it was.

use super::LibraryDoor;
use crate::library::{LibraryNews, StudyNews, StudyRequest};
use gnubg_engine::core::CancelToken;
use gnubg_library::assess::Judge;
use gnubg_library::finding::Maker;
use gnubg_library::search::{PageRows, SearchRequest};
use gnubg_library::study::{CardRules, CardSource, Step, Study};
use gnubg_library::{Library, LibraryError};
use gnubg_record::MatchRecord;
use std::sync::PoisonError;

/// The depth from which on an analysis is sure enough for a card that the user asked for by name.
const ANY_DEPTH: i64 = 0;

/// What is asked now, or what the session came to.
fn asked(study: &Study) -> StudyNews {
    match (study.judgement(), study.question()) {
        (Some(judgement), _) => StudyNews::Judged(Box::new(judgement.clone())),
        (None, Some(question)) => StudyNews::Asked(Box::new(question.clone())),
        (None, None) => StudyNews::Over(study.summary()),
    }
}

/// Makes cards and counts them: those made, and the decisions that were looked at.
fn make(
    library: &Library,
    source: &CardSource,
    rules: &CardRules,
    cancel: &CancelToken,
) -> Result<StudyNews, LibraryError> {
    let all = library.propose_cards(source, rules, cancel)?;
    let (made, cards) = library.make_cards_of(&all)?;
    Ok(StudyNews::Made { made: made.len(), of: all.len(), cards })
}

/// The decisions of a match at these places: game and [`seq`](gnubg_library::decision::entry_of).
fn decisions(
    library: &Library,
    matched: i64,
    places: &[(usize, i64)],
    cancel: &CancelToken,
) -> Result<Vec<i64>, LibraryError> {
    let found = library.search(&SearchRequest::decisions(format!("match:{matched}")), None, cancel)?;
    let PageRows::Decisions(rows) = library.page(&found, 0, found.ids.len())? else { return Ok(Vec::new()) };
    Ok(rows.iter().filter(|row| places.contains(&(row.game, row.seq))).map(|row| row.id).collect())
}

/// Keeps the match in the library and makes cards of some of its decisions.
fn study_match(
    library: &Library,
    record: &MatchRecord,
    places: &[(usize, i64)],
    judge: &Judge,
    cancel: &CancelToken,
) -> Result<StudyNews, LibraryError> {
    let maker = Maker::own(judge.engine.fingerprint());
    let kept = library.keep(record, maker, judge, "study")?;
    let none = || LibraryError::Refused("the match cannot be kept in the library".to_owned());
    let ids = decisions(library, kept.matched().ok_or_else(none)?, places, cancel)?;
    let rules = CardRules { loss: 0.0, plies: ANY_DEPTH, most: places.len().max(1) };
    make(library, &CardSource::Decisions(ids), &rules, cancel)
}

/// Carries a request about study out.
pub(super) fn answer(
    door: &LibraryDoor,
    request: StudyRequest,
    judge: &Judge,
    cancel: &CancelToken,
) -> Result<LibraryNews, LibraryError> {
    let mut study = door.study.lock().unwrap_or_else(PoisonError::into_inner);
    let ended = || LibraryError::Refused("no session of study runs".to_owned());
    let news = match request {
        StudyRequest::Counts => match door.glance() {
            Ok(library) => StudyNews::Counts(library.study_counts()?),
            Err(LibraryError::Missing(_)) => StudyNews::Counts(Default::default()),
            Err(error) => return Err(error),
        },
        StudyRequest::Open => {
            let library = door.library(false, true)?;
            match Study::resume(&library)? {
                Some(open) => {
                    let news = asked(&open);
                    *study = Some(open);
                    news
                }
                None => StudyNews::Counts(library.study_counts()?),
            }
        }
        StudyRequest::Begin(settings) => {
            let begun = Study::start(&door.library(false, true)?, settings)?;
            let news = asked(&begun);
            *study = begun.question().is_some().then_some(begun);
            news
        }
        StudyRequest::Answer { answer, ms } => {
            match study.as_mut().ok_or_else(ended)?.answer(answer, ms, judge, cancel)? {
                Step::Ask(question) => StudyNews::Asked(question),
                Step::Judged(judgement) => StudyNews::Judged(judgement),
            }
        }
        StudyRequest::Rate(rate) => {
            let open = study.as_mut().ok_or_else(ended)?;
            let leech = open.rate(rate)?;
            match (leech, asked(open)) {
                (Some(leech), StudyNews::Asked(question)) => StudyNews::Leech(leech, question),
                (_, news) => news,
            }
        }
        StudyRequest::TakeBack => {
            let open = study.as_mut().ok_or_else(ended)?;
            open.take_back()?;
            asked(open)
        }
        StudyRequest::End => match study.take() {
            Some(open) => StudyNews::Over(open.end()?),
            None => StudyNews::Over(Default::default()),
        },
        StudyRequest::Pause => {
            *study = None;
            return Ok(LibraryNews::Done);
        }
        StudyRequest::MakeCards(source) => {
            make(&door.library(false, true)?, &source, &CardRules::default(), cancel)?
        }
        StudyRequest::KeepVaried { proposal, like } => {
            let library = door.library(false, true)?;
            let deck = like.map(|card| library.card(card)).transpose()?.and_then(|card| card.deck);
            StudyNews::Kept(!library.make_cards(deck.as_deref(), &[*proposal])?.is_empty())
        }
        // A job of its own.
        StudyRequest::Vary { .. } => return Ok(LibraryNews::Done),
        StudyRequest::Match { record, places } => {
            study_match(&door.library(true, true)?, &record, &places, judge, cancel)?
        }
    };
    Ok(LibraryNews::Study(news))
}
