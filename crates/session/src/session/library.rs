// SPDX-License-Identifier: GPL-3.0-or-later
//! The library of the user: opened by the first job that needs it, read and changed by jobs only. What is asked and what is
//! told is in [`crate::library`].

mod analysis;
mod drill;
mod import;
mod rebuild;
mod study;
mod vary;

use crate::command::CommandOutcome;
use crate::error::CommandError;
use crate::event::{Activity, Event};
use crate::jobs::{Blocking, Change, JobError, JobId, OnCancel};
use crate::library::{
    LibraryMatch, LibraryNews, LibraryOverview, LibraryRequest, LibraryRows, StudyRequest, judge_of,
};
use crate::session::jobs::Computed;
use crate::session::{Content, Notice, Session};
use async_channel::Sender;
use gnubg_engine::core::{CancelToken, Decision, Phase};
use gnubg_library::assess::Judge;
use gnubg_library::clock::Clock;
use gnubg_library::decision::entry_of;
use gnubg_library::position::Asked;
use gnubg_library::search::{Found, Here, PageRows, Query};
use gnubg_library::study::Study;
use gnubg_library::{Access, Library, LibraryError, OpenOptions};
use gnubg_record::{Cursor, MatchRecord};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long reading may take: a library can have millions of positions.
const READ_DEADLINE: Duration = Duration::from_secs(300);
/// How long a change may take: undoing a large import moves many rows.
const WRITE_DEADLINE: Duration = Duration::from_secs(900);

/// The way to the library; clones share what is open.
#[derive(Clone, Debug)]
pub(crate) struct LibraryDoor {
    path: Option<PathBuf>,
    open: Arc<Mutex<Option<Library>>>,
    /// The session of study that runs.
    study: Arc<Mutex<Option<Study>>>,
    sender: Sender<Notice>,
}

/// An error of the library as that of a job.
fn failed(error: LibraryError) -> JobError {
    match error {
        LibraryError::Cancelled => gnubg_engine::core::Cancelled.into(),
        other => JobError::Failed(other.to_string()),
    }
}

impl LibraryDoor {
    /// The way to the library in a folder of data; nothing is opened.
    pub(super) fn new(path: Option<PathBuf>, sender: Sender<Notice>) -> LibraryDoor {
        LibraryDoor { path, open: Arc::default(), study: Arc::default(), sender }
    }

    fn path(&self) -> Result<&PathBuf, LibraryError> {
        let none = || LibraryError::Refused("there is no folder for data, so there is no library".to_owned());
        self.path.as_ref().ok_or_else(none)
    }

    /// The library. It is opened if it is not open, and made if it is missing and `create` says so. One that could only
    /// be read is tried again when it has to be changed: the other program may have ended.
    pub(super) fn library(&self, create: bool, is_change: bool) -> Result<Library, LibraryError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(library) = &*open
            && (!is_change || library.read_only_reason().is_none())
        {
            return Ok(library.clone());
        }
        *open = None;
        let options = OpenOptions { access: Access::Write, clock: Clock::System, create };
        let library = Library::open(self.path()?, options)?;
        let sender = self.sender.clone();
        library.listen(move |_| {
            // The session may have ended; then nobody shows the library.
            let _ = sender.try_send(Notice(Content::Event(Event::LibraryChanged)));
        });
        *open = Some(library.clone());
        Ok(library)
    }

    /// The library for a look into it: the one that is open, or one that is closed afterwards.
    fn glance(&self) -> Result<Library, LibraryError> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let reading = OpenOptions { access: Access::Read, ..OpenOptions::default() };
        open.map_or_else(|| Library::open(self.path()?, reading), Ok)
    }

    fn overview(&self, create: bool, judge: &Judge) -> Result<LibraryOverview, LibraryError> {
        let file = self.path()?.clone();
        let library = match self.library(create, false) {
            Ok(library) => library,
            Err(LibraryError::Missing(_)) => return Ok(LibraryOverview { file, ..Default::default() }),
            Err(error) => return Err(error),
        };
        Ok(LibraryOverview {
            file,
            is_there: true,
            read_only: library.read_only_reason().map(str::to_owned),
            warning: library.risk().warning(),
            info: Some(library.info()?),
            searches: library.searches()?,
            imports: library.batches()?,
            trash: library.trash()?,
            players: library.players()?,
            rulers: library.ruler_names()?,
            unanalyzed: library.unanalyzed()?.len(),
            is_stale: library.needs_rebuild(judge)?,
        })
    }
}

/// Rows of what was found, from `offset` on.
fn rows(
    library: &Library,
    found: &Found,
    [offset, limit]: [usize; 2],
    least: f32,
) -> Result<LibraryRows, LibraryError> {
    let rows = library.page(found, offset, limit)?;
    let errors = match &rows {
        PageRows::Matches(rows) => {
            let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
            library.error_counts(&ids, f64::from(least))?
        }
        _ => Vec::new(),
    };
    Ok(LibraryRows { rows, errors })
}

/// A match as it is shown: the user sits at the bottom.
fn shown_match(
    library: &Library,
    matched: i64,
    place: Option<(usize, i64)>,
) -> Result<LibraryMatch, LibraryError> {
    let record = library.record(matched)?;
    let me = library.me()?.map(|player| player.id);
    let rows = library.match_rows(&[matched])?;
    let is_above = rows.first().is_some_and(|row| Some(row.player_ids[0]) == me);
    let record = if is_above { record.with_seats_exchanged() } else { record };
    let place = place.map_or_else(Cursor::default, |(game, seq)| Cursor {
        // A checker play is seen with its dice.
        rolled: seq % 2 == 1,
        ..Cursor::at(game, entry_of(seq))
    });
    Ok(LibraryMatch { matched, record, place })
}

/// Whether a search is for what is near the decision shown.
fn is_near_this(request: &LibraryRequest) -> bool {
    let LibraryRequest::Search { request, .. } = request else { return false };
    Query::parse(&request.query).is_ok_and(|query| query.near.is_some_and(|near| near.is_this()))
}

/// Says of a search which game of the library the decision shown is from, so that it is left out.
fn find_game(
    door: &LibraryDoor,
    request: &mut LibraryRequest,
    record: &MatchRecord,
    game: usize,
) -> Result<(), LibraryError> {
    if let LibraryRequest::Search { request, .. } = request
        && let Some(here) = &mut request.here
    {
        here.game = door.library(false, false)?.match_of(record)?.map(|matched| (matched, game as i64));
    }
    Ok(())
}

/// Carries a request out that is no import and no analysis.
fn answer(
    door: &LibraryDoor,
    request: LibraryRequest,
    judge: &Judge,
    least: f32,
    cancel: &CancelToken,
) -> Result<LibraryNews, LibraryError> {
    let reading = || door.library(false, false);
    let changing = || door.library(false, true);
    Ok(match request {
        LibraryRequest::Begin => LibraryNews::Overview(Box::new(door.overview(true, judge)?)),
        LibraryRequest::Overview => LibraryNews::Overview(Box::new(door.overview(false, judge)?)),
        LibraryRequest::Search { request, limit, rows: n } => {
            let library = reading()?;
            match library.search(&request, limit, cancel) {
                Ok(found) => {
                    let rows = rows(&library, &found, [0, n], least)?;
                    LibraryNews::Found { found: Arc::new(found), rows }
                }
                Err(LibraryError::Query(error)) => LibraryNews::NotUnderstood(error),
                Err(error) => return Err(error),
            }
        }
        LibraryRequest::Rows { found, offset, limit } => {
            LibraryNews::Rows { offset, rows: rows(&reading()?, &found, [offset, limit], least)? }
        }
        LibraryRequest::Match { matched, place } => {
            LibraryNews::Match(Box::new(shown_match(&reading()?, matched, place)?))
        }
        LibraryRequest::Decision(id) => {
            let library = reading()?;
            let row = library.decision_rows(&[id])?.into_iter().next();
            let row = row.ok_or_else(|| LibraryError::NotFound(format!("there is no decision d{id}")))?;
            LibraryNews::Match(Box::new(shown_match(&library, row.matched, Some((row.game, row.seq)))?))
        }
        LibraryRequest::UndoImport(batch) => {
            changing()?.undo_import(batch, judge)?;
            LibraryNews::Done
        }
        LibraryRequest::Delete(matches) => {
            let library = changing()?;
            library.delete_matches(&matches, &label_of(&library, &matches)?)?;
            let trash = library.trash()?.first().map_or(0, |row| row.id);
            LibraryNews::Deleted { matches: matches.len(), trash }
        }
        LibraryRequest::Restore(trash) => {
            changing()?.restore_from_trash(trash)?;
            LibraryNews::Done
        }
        LibraryRequest::SaveSearch { name, query } => {
            changing()?.save_search(&name, &query, None)?;
            LibraryNews::Done
        }
        LibraryRequest::DeleteSearch(id) => {
            changing()?.delete_search(id)?;
            LibraryNews::Done
        }
        LibraryRequest::SetMe(player) => {
            changing()?.set_me(player)?;
            LibraryNews::Done
        }
        LibraryRequest::Study(request) => study::answer(door, request, judge, cancel)?,
        LibraryRequest::Stats(request) => match reading()?.stats(&request, cancel) {
            Ok(stats) => LibraryNews::Stats(Box::new(stats)),
            Err(LibraryError::Query(error)) => LibraryNews::NotUnderstood(error),
            Err(error) => return Err(error),
        },
        LibraryRequest::Advice(query) => {
            let library = reading()?;
            let errors = match library.frequent_errors(&query, cancel) {
                Ok(errors) => errors,
                Err(LibraryError::Query(error)) => return Ok(LibraryNews::NotUnderstood(error)),
                Err(error) => return Err(error),
            };
            LibraryNews::Advice { next: library.what_next(&query, cancel)?, errors }
        }
        LibraryRequest::Drill(request) => {
            LibraryNews::Drill(Box::new(drill::answer(&reading()?, request, judge, cancel)?))
        }
        LibraryRequest::Import(_)
        | LibraryRequest::ResumeImport(_)
        | LibraryRequest::Analyze
        | LibraryRequest::Reevaluate
        | LibraryRequest::Rebuild => LibraryNews::Done,
    })
}

/// The name of deleted matches in the trash: who played the first of them, and how many follow.
fn label_of(library: &Library, matches: &[i64]) -> Result<String, LibraryError> {
    let rows = library.match_rows(matches.get(..1).unwrap_or_default())?;
    let first = rows.first().map_or_else(String::new, |row| row.players.join(" – "));
    let others = matches.len().saturating_sub(1);
    Ok(if others == 0 { first } else { format!("{first} (+ {others})") })
}

impl Session {
    /// The engine and the match equity table as the library uses them.
    pub(super) fn library_judge(&self) -> Judge {
        judge_of(&self.analyst(self.options.analysis.clone()))
    }

    /// Works with the library as its other jobs do, for a caller that waits for the end of the job and then finds the result in
    /// the slot. The library is made if it is missing and `create` says so.
    pub fn work_in_library<T: Send + 'static>(
        &mut self,
        create: bool,
        is_change: bool,
        work: impl FnOnce(&Library, &CancelToken) -> Result<T, LibraryError> + Send + 'static,
    ) -> (JobId, Computed<Result<T, LibraryError>>) {
        let (door, slot) = (self.library.clone(), Computed::default());
        let filled = slot.clone();
        let work = move |cancel: &CancelToken| {
            filled.put(door.library(create, is_change).and_then(|library| work(&library, cancel)));
            let nothing: Change<Session> = Box::new(|_| ());
            Ok(nothing)
        };
        let (deadline, on_cancel) = match is_change {
            false => (READ_DEADLINE, OnCancel::Abandon),
            true => (WRITE_DEADLINE, OnCancel::Finish),
        };
        (self.start_blocking(Activity::Library, Blocking::new(deadline, on_cancel, work)), slot)
    }

    /// The decision that is shown, as `this` in a query means it; `None` where nothing is to be decided.
    fn here(&self) -> Option<Here> {
        let state = self.state()?;
        let asked = match state.phase {
            Phase::Due(Decision::Play(_)) => Asked::Play,
            Phase::Due(Decision::Answer(offer)) if offer.beavers > 0 => Asked::Beaver,
            Phase::Due(_) => Asked::Cube,
            Phase::Resigning { .. } => Asked::Resign,
            _ => return None,
        };
        Some(Here { board: state.board, asked, is_money: state.length == 0, game: None })
    }

    /// Starts to carry out what is asked of the library.
    pub(super) fn ask_library(&mut self, request: LibraryRequest) -> Result<CommandOutcome, CommandError> {
        let id = match request {
            LibraryRequest::Import(paths) => self.import(paths, None),
            LibraryRequest::ResumeImport(batch) => self.import(Vec::new(), Some(batch)),
            LibraryRequest::Analyze => self.analyze_library(false),
            LibraryRequest::Reevaluate => self.analyze_library(true),
            LibraryRequest::Rebuild => self.rebuild_library(),
            LibraryRequest::Study(StudyRequest::Vary { key, by }) => self.vary(key, by),
            mut request => {
                if let LibraryRequest::Search { request, .. } = &mut request {
                    request.here = request.here.or_else(|| self.here());
                }
                let shown = is_near_this(&request).then(|| (self.record.clone(), self.cursor.game));
                let is_reading = request.is_reading();
                let (door, judge) = (self.library.clone(), self.library_judge());
                let least = self.options.analysis.thresholds.doubtful;
                let told = Arc::new(Mutex::new(None));
                let slot = Arc::clone(&told);
                let work = move |cancel: &CancelToken| {
                    if let Some((record, game)) = shown {
                        find_game(&door, &mut request, &record, game).map_err(failed)?;
                    }
                    let news = answer(&door, request, &judge, least, cancel).map_err(failed)?;
                    *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(news);
                    let nothing: Change<Session> = Box::new(|_| ());
                    Ok(nothing)
                };
                let (deadline, on_cancel) = match is_reading {
                    true => (READ_DEADLINE, OnCancel::Abandon),
                    false => (WRITE_DEADLINE, OnCancel::Finish),
                };
                let work = Blocking::new(deadline, on_cancel, work);
                self.start_blocking_then(Activity::Library, work, move |session, ending| {
                    let news = told.lock().unwrap_or_else(PoisonError::into_inner).take();
                    if let Some(news) = news.filter(|_| ending.error.is_none()) {
                        session.emit(Event::Library { id: ending.id, news: Arc::new(news) });
                    }
                })
            }
        };
        Ok(CommandOutcome::Started(id))
    }
}
