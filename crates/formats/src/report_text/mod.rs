// SPDX-License-Identifier: GPL-3.0-or-later
//! Matches and positions in the reports of GNU Backgammon and of this program: text and web pages, in any language.
//!
//! A report has a position ID and a match ID for every decision. They, the names, and the play in the line of the action
//! are the match; the tables below them are the analysis. Only numbers and their order are read, because the words
//! around them are translated.

mod analysis;
mod frames;
mod game;
mod head;
mod page;

use crate::error::{ImportError, Place};
use crate::{Format, Imported};
use frames::{Frame, frames};
use game::MatchReader;

/// A line of a report.
#[derive(Debug)]
struct ReportLine {
    /// Its number in the file, from 1.
    number: usize,
    text: String,
    /// Whether the file itself says that the line is a comment.
    is_comment: bool,
}

/// Whether a text is a report, and of which kind.
pub(crate) fn looks_like(text: &str) -> Option<Format> {
    let format = if page::looks_like(text) { Format::Html } else { Format::Text };
    let lines = page::lines(text, format);
    let found = frames(&lines);
    let has_decision = |frame: &Frame| {
        let read = analysis::read(&lines, frame);
        read.action.is_some() || !read.candidates.is_empty() || read.cube.is_some()
    };
    let is_empty = || found.is_empty() && head::match_without_decisions(&lines).is_some();
    (found.len() > 1 || found.iter().any(has_decision) || is_empty()).then_some(format)
}

/// Reads a report.
pub(crate) fn read(text: &str, format: Format) -> Result<Vec<Imported>, ImportError> {
    let lines = page::lines(text, format);
    let found = frames(&lines);
    if found.is_empty() {
        if let Some(empty) = head::match_without_decisions(&lines) {
            return Ok(vec![empty]);
        }
        let reason = "there is no position ID with a match ID in it".to_owned();
        return Err(ImportError::Unreadable { format, at: Place::Line(1), reason });
    }
    let mut matches = Vec::new();
    let mut reader: Option<MatchReader<'_>> = None;
    for (n, frame) in found.iter().enumerate() {
        let is_other = n > 0 && frame.is_of_other_match(&found[n - 1]);
        if let Some(finished) = reader.take_if(|_| is_other) {
            matches.push(finished.finish());
        }
        if reader.is_none() {
            reader = Some(MatchReader::new(&lines, frame, format)?);
        }
        if let Some(reader) = &mut reader {
            let next = found.get(n + 1).filter(|next| !next.is_of_other_match(frame));
            reader.frame(frame, next);
        }
    }
    matches.extend(reader.map(MatchReader::finish));
    Ok(matches)
}
