// SPDX-License-Identifier: GPL-3.0-or-later
//! Matches in MAT.

use super::header::{self, Header, date_in_name};
use super::rows::RowReader;
use crate::builder::{Builder, is_disagreement};
use crate::error::{ImportError, Place, Warning};
use crate::text::{TextLine, lines};
use crate::{Format, Imported};
use gnubg_engine::core::{Rules, Variation};

/// Reads every match of a file. `name` is the name of the file, which may contain the date.
pub(crate) fn read(text: &str, name: Option<&str>) -> Result<Vec<Imported>, ImportError> {
    let error = |at, reason: String| ImportError::Unreadable { format: Format::Mat, at, reason };
    let lines = lines(text);
    let starts: Vec<usize> = (0..lines.len()).filter(|&n| header::length(lines[n].text).is_some()).collect();
    let Some(&first) = starts.first() else {
        let at = Place::Line(lines.len().max(1));
        return Err(error(at, "no line such as \"7 point match\" was found".to_owned()));
    };
    let mut found = Vec::new();
    let mut last_error = None;
    for (k, &start) in starts.iter().enumerate() {
        let end = starts.get(k + 1).copied().unwrap_or(lines.len());
        // Comments before the length belong to this match, back to the last row of the match before.
        let begin = lines[..start].iter().rposition(|line| !is_remark_or_blank(line)).map_or(0, |n| n + 1);
        let begin = if k == 0 { begin.min(first) } else { begin };
        match read_match(&lines[begin..end], start - begin, name) {
            Ok(imported) => found.push(imported),
            Err((at, reason)) => last_error = last_error.or(Some(error(at, reason))),
        }
    }
    match (found.is_empty(), last_error) {
        (true, Some(error)) => Err(error),
        (true, None) => Err(error(Place::File, "no game was found".to_owned())),
        _ => Ok(found),
    }
}

fn is_remark_or_blank(line: &TextLine<'_>) -> bool {
    let text = line.text.trim_start();
    text.is_empty() || text.starts_with(';') || text.starts_with('#')
}

fn read_match(lines: &[TextLine<'_>], start: usize, name: Option<&str>) -> Result<Imported, (Place, String)> {
    let at = Place::Line(lines[start].number);
    let length = header::length(lines[start].text).unwrap_or(Ok(0)).map_err(|reason| (at, reason))?;
    let mut header = Header::default();
    for line in &lines[..start] {
        if !line.text.trim().is_empty() {
            header.remark(line.text);
        }
    }
    if header.info.date.is_none()
        && let Some((date, place)) = name.and_then(date_in_name)
    {
        header.info.date = Some(date);
        if header.info.place.is_empty() {
            header.info.place = place.to_owned();
        }
    }
    let body = &lines[start + 1..];
    let mut imported = read_games(body, length, &header)?;
    if let Some(name) = &header.unknown_variation {
        let message =
            format!("the variation {name:?} is not known; the games are read as standard backgammon");
        imported.warnings.insert(0, Warning { at, message });
        return Ok(imported);
    }
    if let Some(money) = as_money(&imported, length, at, || read_games(body, 0, &header.of_money()).ok()) {
        return Ok(money);
    }
    if header.variation != Variation::Standard {
        return Ok(imported);
    }
    Ok(best_variation(imported, |variation| {
        let mut tried = header.clone();
        tried.variation = variation;
        read_games(body, length, &tried).ok()
    }))
}

/// The lengths that Backgammon Galaxy writes for single money games.
const LENGTHS_OF_MONEY: [u16; 3] = [4, 8, 16];

/// A single game of such a length as a money game with the Jacoby rule, if its result is possible only there.
fn as_money(
    imported: &Imported,
    length: u16,
    at: Place,
    read: impl Fn() -> Option<Imported>,
) -> Option<Imported> {
    let n_contradictions =
        |imported: &Imported| imported.warnings.iter().filter(|w| is_disagreement(&w.message)).count();
    let is_single = LENGTHS_OF_MONEY.contains(&length) && imported.record.games.len() == 1;
    if !is_single || n_contradictions(imported) == 0 {
        return None;
    }
    let mut money = read().filter(|money| n_contradictions(money) == 0)?;
    let message = format!(
        "the game was scored as a money game with the Jacoby rule; it is read as one, not as a match to {length} points"
    );
    money.warnings.insert(0, Warning { at, message });
    Some(money)
}

/// Some writers do not name the variation: if a game cannot be read to its end, the others are tried, and the best fit
/// is kept.
pub(crate) fn best_variation(first: Imported, read: impl Fn(Variation) -> Option<Imported>) -> Imported {
    let n_broken = |imported: &Imported| {
        imported.warnings.iter().filter(|warning| warning.message.ends_with("is not read")).count()
    };
    let mut best = first;
    for variation in Variation::ALL {
        if n_broken(&best) == 0 {
            break;
        }
        if let Some(other) = read(variation).filter(|other| n_broken(other) < n_broken(&best)) {
            best = other;
        }
    }
    best
}

fn read_games(lines: &[TextLine<'_>], length: u16, header: &Header) -> Result<Imported, (Place, String)> {
    let rules = header.rules(Rules::default());
    let mut builder = Builder::new(length, rules).map_err(|error| (Place::File, error.to_string()))?;
    let mut rows = RowReader::default();
    let mut names_expected: Option<usize> = None;
    let mut in_game = false;
    let mut last_number: Option<u32> = None;
    for line in lines {
        let at = Place::Line(line.number);
        let text = line.text.trim();
        if text.is_empty() {
            continue;
        }
        if header::is_game(line.text) {
            rows.end_game(&mut builder);
            builder.end_game();
            names_expected = Some(line.number);
            in_game = false;
            let number = header::game_number(line.text);
            if let (Some(before), Some(number)) = (last_number, number)
                && number != before + 1
            {
                builder.warn(at, format!("game {number} follows game {before}"));
            }
            last_number = number;
        } else if names_expected.is_some() {
            if is_remark_or_blank(line) {
                continue;
            }
            names_expected = None;
            let Some((names, score)) = header::scores(line.text) else {
                builder.warn(at, "names and scores were expected here; this game is not read");
                continue;
            };
            let info = header.info(names);
            if builder.n_games() > 0 && builder.info().players != info.players {
                builder.warn(at, "the names of the players change here; the new names are used");
            }
            *builder.info() = info;
            if !builder.begin_game(Some(score), at) {
                break;
            }
            in_game = true;
        } else if in_game {
            rows.line(&mut builder, *line);
        } else if is_remark_or_blank(line) {
            builder.comment(text.trim_start_matches([';', '#']).trim());
        }
    }
    rows.end_game(&mut builder);
    let n_games = builder.n_games();
    let (mut record, warnings) = builder.finish();
    if n_games == 0 {
        let at = lines.last().map_or(Place::File, |line| Place::Line(line.number));
        let reason = warnings.first().map_or_else(
            || "no game with names and scores was found".to_owned(),
            |warning| warning.message.clone(),
        );
        let at = warnings.first().map_or(at, |warning| warning.at);
        return Err((if at == Place::File { Place::Line(1) } else { at }, reason));
    }
    if let Some(kept) = header.kept() {
        record.keep_property(kept);
    }
    Ok(Imported { record, warnings })
}
