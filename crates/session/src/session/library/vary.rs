// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions that are nearly the one that was studied and have another answer: many evaluations on the worker threads, a few
//! at a time, so that they can be stopped at any time and tell how far they are.

use super::failed;
use crate::event::{Activity, Event};
use crate::jobs::{JobContext, JobId, JobStep, interactive};
use crate::library::{LibraryNews, StudyNews, VariedBy};
use crate::session::Session;
use gnubg_engine::core::CancelToken;
use gnubg_library::LibraryError;
use gnubg_library::assess::Judge;
use gnubg_library::position::PositionKey;
use gnubg_library::study::{ContrastSearch, ScoreSearch};
use std::sync::Arc;

/// What is looked for.
enum Search {
    Contrast(ContrastSearch),
    Scores(ScoreSearch),
}

impl Search {
    fn new(
        key: &PositionKey,
        by: VariedBy,
        judge: &Judge,
        cancel: &CancelToken,
    ) -> Result<Search, LibraryError> {
        Ok(match by {
            VariedBy::Little => Search::Contrast(ContrastSearch::new(key, judge, cancel)?),
            VariedBy::Score => Search::Scores(ScoreSearch::new(key, judge, cancel)?),
        })
    }

    fn step(&mut self, cancel: &CancelToken) -> Result<bool, LibraryError> {
        match self {
            Search::Contrast(search) => search.step(cancel),
            Search::Scores(search) => search.step(cancel),
        }
    }

    fn progress(&self) -> (usize, usize) {
        match self {
            Search::Contrast(search) => search.progress(),
            Search::Scores(search) => search.progress(),
        }
    }

    fn news(self) -> StudyNews {
        match self {
            Search::Contrast(search) => StudyNews::Contrast(search.found().map(Box::new)),
            Search::Scores(search) => StudyNews::Scores(Box::new(search.found())),
        }
    }
}

impl Session {
    /// Starts to look for positions that are nearly this one and have another answer.
    pub(super) fn vary(&mut self, key: PositionKey, by: VariedBy) -> JobId {
        let judge = self.library_judge();
        let mut open: Option<Search> = None;
        let step = move |context: &JobContext<Session>| {
            let mut search = match open.take() {
                Some(search) => search,
                None => Search::new(&key, by, &judge, context.cancel()).map_err(failed)?,
            };
            let has_more = search.step(context.cancel()).map_err(failed)?;
            let (done, of) = search.progress();
            context.count(done as u64, Some(of as u64));
            if has_more {
                open = Some(search);
                return Ok(JobStep::Continue);
            }
            let (id, news) = (context.id(), Arc::new(LibraryNews::Study(search.news())));
            Ok(JobStep::done_with(move |session: &mut Session| session.emit(Event::Library { id, news })))
        };
        self.start_job(Activity::Library, interactive(step))
    }
}
