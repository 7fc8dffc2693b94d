// SPDX-License-Identifier: GPL-3.0-or-later
//! The library of matches: what needs no session, and what a front end may ask.

mod analyze;
mod request;

pub use analyze::{FAST, LibraryAnalysis, additions, forget_analyses, judge_of, maker_of, options_at};
pub use request::{
    DrillNews, DrillRequest, LibraryMatch, LibraryNews, LibraryOverview, LibraryRequest, LibraryRows,
    StudyNews, StudyRequest, VariedBy,
};
