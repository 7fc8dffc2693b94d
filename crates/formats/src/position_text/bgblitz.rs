// SPDX-License-Identifier: GPL-3.0-or-later
//! A position as BGBlitz prints it.

use super::{Printed, PrintedPosition, numbers};
use crate::error::{ImportError, Place};
use crate::text::{self, clean_name};
use crate::{Format, Imported};
use gnubg_engine::core::{Equity, Player, Probs};
use gnubg_record::analysis::{CubeAnalysis, CubeMethod, ForeignLevel, Outputs, Utility};

/// Whether a text is one: a board with an XGID and a position ID below it.
pub(crate) fn looks_like(text: &str) -> bool {
    text.contains("Position-ID:") && text.contains("Match-ID:") && text.contains("XGID=")
}

fn level() -> ForeignLevel {
    // The text does not contain the depth; the program's default is three plies (two in our counting).
    ForeignLevel { name: "BGBlitz".to_owned(), plies: 2 }
}

/// Reads a position.
pub(crate) fn read(text: &str) -> Result<Vec<Imported>, ImportError> {
    let lines = text::lines(text);
    let mut found = PrintedPosition::new(&lines, Format::BgBlitzText)?;
    let mut chances: Vec<[f32; 3]> = Vec::new();
    let mut no_double = None;
    let mut doubled: Vec<[f32; 2]> = Vec::new();
    let mut cubeless = 0.0;
    let mut after_id = false;
    for line in &lines {
        let trimmed = line.text.trim();
        if line.text.starts_with(" +") {
            names(&mut found, trimmed);
            continue;
        }
        if trimmed.starts_with("XGID=") {
            after_id = true;
            continue;
        }
        if !after_id {
            continue;
        }
        if let Some(printed) = candidate(trimmed) {
            found.plays.push(printed);
        } else if let Some(printed) = found.plays.last_mut().filter(|printed| printed.probs.is_none()) {
            printed.probs = probs(trimmed);
        } else if let Some((is_double, value)) = action(trimmed) {
            if is_double {
                doubled.push(value);
            } else {
                no_double = Some(value);
            }
        } else if let Some(percent) = percentages(trimmed).filter(|_| chances.len() < 2) {
            chances.push(percent);
        } else if trimmed.contains(':') && cubeless == 0.0 {
            cubeless = numbers(trimmed).first().copied().unwrap_or(0.0);
        }
    }
    // The EMG of the pass is 1, whatever its word; if both are, they are the same.
    let is_pass = |[_, emg]: &[f32; 2]| (emg - 1.0).abs() < 0.0005;
    let take = doubled.iter().find(|value| !is_pass(value)).or(doubled.get(1)).copied();
    // The chances of Green (seat `Zero`) come first.
    if let (&[green, red], Some(no_double), Some(double_take)) = (&chances[..], no_double, take) {
        let (mine, theirs) = if found.state.on_roll == Player::Zero { (green, red) } else { (red, green) };
        let part = |value: f32| value / 100.0;
        let probs = Probs {
            win: part(mine[0]),
            win_g: part(mine[1]),
            win_bg: part(mine[2]),
            lose_g: part(theirs[1]),
            lose_bg: part(theirs[2]),
        };
        // In matches, values are given as winning chances and as EMG. The EMG has more digits, and stays what it is under
        // another match equity table.
        let outputs = |[_, emg]: [f32; 2]| Outputs {
            probs,
            cubeless: Equity(cubeless),
            cubeful: Utility::Equity(Equity(emg)),
        };
        found.cube = Some(CubeAnalysis {
            no_double: outputs(no_double),
            double_take: outputs(double_take),
            method: CubeMethod::Foreign(level()),
            is_marked: false,
        });
    }
    let last = lines.iter().rfind(|line| !line.text.trim().is_empty());
    let is_half = found.plays.last().is_some_and(|printed| printed.probs.is_none())
        || found.plays.is_empty() && found.cube.is_none() && !chances.is_empty();
    let has_analysis = !found.plays.is_empty() || found.cube.is_some();
    if let Some(last) = last {
        let at = Place::Line(last.number);
        if is_half || last.is_cut && is_cut_candidate(last.text.trim()) {
            found.warnings.add(at, "the analysis is incomplete");
        } else if !has_analysis && last.is_cut {
            found.warnings.add(at, "the text ends in the middle of a line, before any analysis");
        }
    }
    Ok(vec![found.finish()])
}

/// Whether a cut line is the beginning of a candidate, or chances of which the last number is shorter than the first.
fn is_cut_candidate(line: &str) -> bool {
    let rank = line.split('.').next().unwrap_or_default().trim();
    let is_rank = line.len() > rank.len() && rank.len() <= 2 && rank.parse::<u8>().is_ok_and(|rank| rank > 0);
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_short =
        line.contains(" - ") && words.last().map(|word| word.len()) != words.first().map(|word| word.len());
    is_short || is_rank && candidate(line).is_none()
}

/// `Green         39.0  13.3  0.3`: a name and three numbers with a decimal each.
fn percentages(line: &str) -> Option<[f32; 3]> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let last = words.last_chunk::<3>()?;
    let is_decimal =
        |word: &&str| word.contains(['.', ',']) && word.starts_with(|c: char| c.is_ascii_digit());
    if words.len() < 4 || line.contains(':') || !last.iter().all(is_decimal) {
        return None;
    }
    three(&last.join(" "))
}

/// The border lines carry the names: `+13-…-24-+   O: Green  52`.
fn names(found: &mut PrintedPosition, line: &str) {
    for (letter, player) in [("O: ", Player::Zero), ("X: ", Player::One)] {
        if let Some((_, rest)) = line.split_once(letter) {
            // The pip count stands behind the name.
            let name = rest.trim().rsplit_once(' ').map_or(rest, |(name, _)| name);
            found.names[player.index()] = clean_name(name);
        }
    }
}

/// `1.   0.124 mwp /  -0.492  (…)  19/18, 14/12`; money positions have one value.
fn candidate(line: &str) -> Option<Printed> {
    let (number, rest) = line.split_once(". ")?;
    number.trim().parse::<u32>().ok()?;
    let first_step = rest
        .split_whitespace()
        .position(|word| word.split_once('/').is_some_and(|(from, to)| !from.is_empty() && !to.is_empty()))?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (values, play) = words.split_at(first_step);
    let values = values.join(" ");
    let value = values.split_once('/').map_or(values.as_str(), |(_, emg)| emg);
    let equity = *numbers(value).first()?;
    Some(Printed { text: play.join(" "), level: level(), equity, probs: None })
}

/// `0.254  0.000  0.000  -  0.746  0.338  0.004`.
fn probs(line: &str) -> Option<Probs> {
    let (mine, theirs) = line.split_once(" - ")?;
    let ([win, win_g, win_bg], [_, lose_g, lose_bg]) = (three(mine)?, three(theirs)?);
    Some(Probs { win, win_g, win_bg, lose_g, lose_bg })
}

fn three(text: &str) -> Option<[f32; 3]> {
    numbers(text).try_into().ok()
}

/// `Double / Take  :  0.410   ( 0.000)   0.625   ( 0.000)`: whether it is a double, its value and EMG, each with a
/// difference.
fn action(line: &str) -> Option<(bool, [f32; 2])> {
    let (label, values) = line.split_once(" :")?;
    if values.matches('(').count() != 2 {
        return None;
    }
    let numbers = numbers(values);
    let &[value, _, emg, _] = &numbers[..] else { return None };
    Some((label.contains('/'), [value, emg]))
}
