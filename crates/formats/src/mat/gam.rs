// SPDX-License-Identifier: GPL-3.0-or-later
//! Games without match header and scores: GNU Backgammon's `.gam` and GammonEmpire's.
//!
//! A line with two names, then rows. GammonEmpire puts one game after another, with single-word names.

use super::header::split_names;
use super::read::best_variation;
use super::rows::{RowReader, is_numbered};
use crate::builder::Builder;
use crate::error::{ImportError, Place};
use crate::text::{TextLine, clean_name, lines, starts_with};
use crate::{Format, Imported};
use gnubg_engine::core::{Rules, Variation};
use gnubg_record::MatchInfo;

/// Reads a file of games; they make one money session.
pub(crate) fn read(text: &str, format: Format) -> Result<Vec<Imported>, ImportError> {
    let lines = lines(text);
    let first = read_games(&lines, Variation::Standard);
    let Some(first) = first else {
        let reason = "no line with two names above a row \"1)\" was found".to_owned();
        let at = Place::Line(lines.len().max(1));
        return Err(ImportError::Unreadable { format, at, reason });
    };
    Ok(vec![best_variation(first, |variation| read_games(&lines, variation))])
}

fn read_games(lines: &[TextLine<'_>], variation: Variation) -> Option<Imported> {
    let mut builder = Builder::new(0, Rules { variation, jacoby: false, ..Rules::default() }).ok()?;
    let mut rows = RowReader::default();
    for (n, line) in lines.iter().enumerate() {
        let text = line.text.trim();
        let says_win = starts_with(text, "win") && (!starts_with(text, "wins") || !builder.has_entries());
        if text.is_empty() || (!builder.is_playing() && says_win) {
            continue;
        }
        match names(lines, n) {
            Some(names) => {
                rows.end_game(&mut builder);
                if builder.n_games() == 0 {
                    *builder.info() = MatchInfo::of_players([&names[0], &names[1]]);
                }
                builder.begin_game(None, Place::Line(line.number));
            }
            None if builder.n_games() > 0 => rows.line(&mut builder, *line),
            None => {}
        }
    }
    rows.end_game(&mut builder);
    if builder.n_games() == 0 {
        return None;
    }
    let (record, warnings) = builder.finish();
    Some(Imported { record, warnings })
}

/// The two names of a line that begins a game: the next line that is neither blank nor a remark is row 1.
pub(crate) fn names(lines: &[TextLine<'_>], n: usize) -> Option<[String; 2]> {
    let text = lines[n].text.trim();
    if is_numbered(text) || text.contains(':') || text.starts_with(';') {
        return None;
    }
    let is_remark = |text: &str| text.is_empty() || text.starts_with(';');
    let next = lines[n + 1..].iter().find(|line| !is_remark(line.text.trim()))?;
    let is_first_row =
        next.text.trim_start().strip_prefix('1').is_some_and(|rest| rest.trim_start().starts_with(')'));
    let [a, b] = split_names(text)?;
    is_first_row.then(|| [clean_name(a), clean_name(b)])
}
