// SPDX-License-Identifier: GPL-3.0-or-later
//! What a front end asks of the library, and what it is told.

use gnubg_library::QueryError;
use gnubg_library::exercise::{DrillState, Exercise, Given, Marked, Problem};
use gnubg_library::import::{BatchRow, ImportReport};
use gnubg_library::info::LibraryInfo;
use gnubg_library::opinions::{Player, SavedSearch};
use gnubg_library::position::PositionKey;
use gnubg_library::reevaluation::ChangedVerdicts;
use gnubg_library::search::{Found, PageRows, SearchRequest};
use gnubg_library::stats::{Advice, FrequentError, Stats, StatsRequest};
use gnubg_library::study::{
    Answer, CardSource, Contrast, Judgement, Leech, OtherScores, Proposal, Question, Rate, StudyCounts,
    StudySettings, StudySummary,
};
use gnubg_library::trash::TrashRow;
use gnubg_record::{Cursor, MatchRecord};
use std::path::PathBuf;
use std::sync::Arc;

/// A question to the library of the user, or a change of it. A job carries it out;
/// [`Event::Library`](crate::Event::Library) has the answer, the end of the job the reason if there is none. Only
/// [`LibraryRequest::Begin`] and [`LibraryRequest::Import`] make the file if it is missing.
#[derive(Clone, Debug, PartialEq)]
pub enum LibraryRequest {
    /// Make the library if there is none, and tell what it holds.
    Begin,
    /// Tell what it holds.
    Overview,
    /// Find something, the first `limit` results or all, and the first `rows` rows of it.
    Search {
        /// What is searched.
        request: Box<SearchRequest>,
        /// How many results are wanted; `None` for all.
        limit: Option<usize>,
        /// How many rows are wanted with them.
        rows: usize,
    },
    /// Further rows of what was found.
    Rows {
        /// What was found.
        found: Arc<Found>,
        /// The first row.
        offset: usize,
        /// How many.
        limit: usize,
    },
    /// A match as a record, to be shown.
    Match {
        /// Its number.
        matched: i64,
        /// Game and [`seq`](gnubg_library::decision::entry_of) of the decision to show; `None` for the start.
        place: Option<(usize, i64)>,
    },
    /// The match of a decision, to be shown at it.
    Decision(i64),
    /// Import files and folders.
    Import(Vec<PathBuf>),
    /// Do an import again that was interrupted; what is known already costs nothing.
    ResumeImport(i64),
    /// Take an import back.
    UndoImport(i64),
    /// Move matches to the trash.
    Delete(Vec<i64>),
    /// Bring something back from the trash.
    Restore(i64),
    /// Save a query under a name.
    SaveSearch {
        /// The name.
        name: String,
        /// The query.
        query: String,
    },
    /// Delete a saved search.
    DeleteSearch(i64),
    /// Say which player is the user.
    SetMe(i64),
    /// Analyze what is not analyzed, in the background, at the level of the settings.
    Analyze,
    /// Analyze what is analyzed again, in the background, and tell which verdicts change. Old analyses stay.
    Reevaluate,
    /// Make everything derived again, in the background: phases, plans, losses, sums.
    Rebuild,
    /// Study.
    Study(StudyRequest),
    /// Figures of the decisions that a query finds.
    Stats(Box<StatsRequest>),
    /// What to work on, and the kinds of errors, of the decisions that a query finds.
    Advice(String),
    /// Exercises.
    Drill(DrillRequest),
}

impl LibraryRequest {
    /// Whether it only reads, so that it can be abandoned at any time.
    #[must_use]
    pub fn is_reading(&self) -> bool {
        matches!(
            self,
            LibraryRequest::Overview
                | LibraryRequest::Search { .. }
                | LibraryRequest::Rows { .. }
                | LibraryRequest::Match { .. }
                | LibraryRequest::Decision(_)
                | LibraryRequest::Stats(_)
                | LibraryRequest::Advice(_)
                | LibraryRequest::Drill(DrillRequest::Levels | DrillRequest::Ask { .. })
        )
    }
}

/// What the library answers.
#[derive(Clone, Debug, PartialEq)]
pub enum LibraryNews {
    /// What it holds.
    Overview(Box<LibraryOverview>),
    /// What was found, with the first rows.
    Found {
        /// The numbers.
        found: Arc<Found>,
        /// The rows.
        rows: LibraryRows,
    },
    /// Further rows.
    Rows {
        /// The place of the first one.
        offset: usize,
        /// The rows.
        rows: LibraryRows,
    },
    /// The query has a word that cannot be understood.
    NotUnderstood(QueryError),
    /// A match to be shown.
    Match(Box<LibraryMatch>),
    /// An import has ended.
    Imported(Box<ImportReport>),
    /// Matches lie in the trash now.
    Deleted {
        /// How many.
        matches: usize,
        /// Their number in the trash.
        trash: i64,
    },
    /// What study asks or tells.
    Study(StudyNews),
    /// Everything is analyzed again.
    Reevaluated(Box<ChangedVerdicts>),
    /// Figures.
    Stats(Box<Stats>),
    /// What to work on, and the kinds of errors.
    Advice {
        /// What to work on; empty without evidence.
        next: Vec<Advice>,
        /// The kinds of errors, those that cost most first.
        errors: Vec<FrequentError>,
    },
    /// What an exercise asks or tells.
    Drill(Box<DrillNews>),
    /// A change is made.
    Done,
}

/// Rows of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct LibraryRows {
    /// The rows.
    pub rows: PageRows,
    /// Of matches: how many decisions of each player lost so much that they are errors by the settings.
    pub errors: Vec<[usize; 2]>,
}

/// What the library holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LibraryOverview {
    /// Its file.
    pub file: PathBuf,
    /// Whether there is one. If not, everything below is empty.
    pub is_there: bool,
    /// Why it can only be read.
    pub read_only: Option<String>,
    /// What is uncertain about its place.
    pub warning: Option<&'static str>,
    /// Counts.
    pub info: Option<LibraryInfo>,
    /// The saved searches.
    pub searches: Vec<SavedSearch>,
    /// The imports, the last first.
    pub imports: Vec<BatchRow>,
    /// What lies in the trash, the latest first.
    pub trash: Vec<TrashRow>,
    /// All people, by the number of their matches.
    pub players: Vec<Player>,
    /// All rulers, the most reliable first.
    pub rulers: Vec<String>,
    /// Matches that are not analyzed.
    pub unanalyzed: usize,
    /// Whether what is derived has to be made again: it follows older definitions or other nets.
    pub is_stale: bool,
}

/// A match of the library as a record.
#[derive(Clone, Debug, PartialEq)]
pub struct LibraryMatch {
    /// Its number.
    pub matched: i64,
    /// The record, with the user at the bottom if the library knows who that is.
    pub record: MatchRecord,
    /// The place to show.
    pub place: Cursor,
}

/// A request about study.
#[derive(Clone, Debug, PartialEq)]
pub enum StudyRequest {
    /// How many cards there are, and how many are due.
    Counts,
    /// Continue the session of study that was not ended; without one tell how many cards there are.
    Open,
    /// Begin a session; one that was not ended is ended, and its remaining cards stay due.
    Begin(StudySettings),
    /// Answer the question.
    Answer {
        /// The answer.
        answer: Answer,
        /// Milliseconds of thought.
        ms: i64,
    },
    /// Keep the answer with a grade, and ask the next card.
    Rate(Rate),
    /// Take the last answer back.
    TakeBack,
    /// End the session.
    End,
    /// Leave the session; it can be continued.
    Pause,
    /// Make cards.
    MakeCards(CardSource),
    /// Look for positions that are nearly this one and have another answer; nothing is stored.
    Vary {
        /// The position.
        key: PositionKey,
        /// How it is changed.
        by: VariedBy,
    },
    /// Make a card of what was found so, in the deck of another card.
    KeepVaried {
        /// What was found.
        proposal: Box<Proposal>,
        /// The card.
        like: Option<i64>,
    },
    /// Keep a match in the library, which is made if it is missing, and make cards of some of its decisions.
    Match {
        /// The match.
        record: Box<MatchRecord>,
        /// The decisions: game and [`seq`](gnubg_library::decision::entry_of).
        places: Vec<(usize, i64)>,
    },
}

/// How a position is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariedBy {
    /// As little as possible: a pip or two, the cube or the score.
    Little,
    /// The score.
    Score,
}

/// What is told about study.
#[derive(Clone, Debug, PartialEq)]
pub enum StudyNews {
    /// The cards there are.
    Counts(StudyCounts),
    /// A question.
    Asked(Box<Question>),
    /// What the answer loses; it is stored when it is graded.
    Judged(Box<Judgement>),
    /// A card that was forgotten often, and the next question.
    Leech(Leech, Box<Question>),
    /// The session is over.
    Over(StudySummary),
    /// Cards were made, of so many decisions.
    Made {
        /// New cards.
        made: usize,
        /// Decisions looked at.
        of: usize,
        /// All cards of these decisions, old and new.
        cards: Vec<i64>,
    },
    /// A position that is nearly the one asked about and has another answer; `None` if no small change turns it.
    Contrast(Option<Box<Contrast>>),
    /// The position at other scores.
    Scores(Box<OtherScores>),
    /// A card was made of what was found so; false if there was one.
    Kept(bool),
}

/// A request about exercises.
#[derive(Clone, Debug, PartialEq)]
pub enum DrillRequest {
    /// How good the user is at each exercise.
    Levels,
    /// Ask a problem: by a new seed and at the user's level, if none is given.
    Ask {
        /// The exercise.
        exercise: Exercise,
        /// The seed.
        seed: Option<u64>,
    },
    /// Mark answers and keep them.
    Answer {
        /// The problem.
        problem: Box<Problem>,
        /// An answer for each question.
        given: Vec<Given>,
        /// Milliseconds of thought.
        ms: i64,
    },
}

/// What is told about exercises.
#[derive(Clone, Debug, PartialEq)]
pub enum DrillNews {
    /// How good the user is at each exercise.
    Levels(Vec<(Exercise, DrillState)>),
    /// A problem.
    Asked(Problem),
    /// The answers are marked.
    Marked {
        /// What was right.
        marked: Marked,
        /// How good the user is now.
        state: DrillState,
    },
    /// The answers cannot be marked; the problem can be answered again.
    Refused(String),
}
