// SPDX-License-Identifier: GPL-3.0-or-later
//! The library of matches: what needs no session.

mod analyze;

pub use analyze::{FAST, LibraryAnalysis, additions, judge_of, maker_of, options_at};
