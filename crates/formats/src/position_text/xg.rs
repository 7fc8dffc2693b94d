// SPDX-License-Identifier: GPL-3.0-or-later
//! A position as eXtreme Gammon prints it.

use super::{Printed, PrintedPosition, numbers, seat_of};
use crate::builder::append_comment;
use crate::error::ImportError;
use crate::text::{Scan, clean_name, clean_text};
use crate::{Format, Imported};
use gnubg_engine::core::{Equity, Probs};
use gnubg_record::analysis::{CubeAnalysis, CubeMethod, ForeignLevel, Outputs, Utility};

/// The largest number of lines that are examined.
const MAX_LINES: usize = 2000;

/// Whether a text is one: it has an XGID and chances of gammons, in any language.
pub(crate) fn looks_like(text: &str) -> bool {
    let lines = || text.lines().take(MAX_LINES).map(str::trim_start);
    lines().any(|line| line.trim_start_matches('\u{feff}').starts_with("XGID=")) && lines().any(has_chances)
}

/// Whether a line tells the chances of a player: wins, and in parentheses gammons and backgammons.
fn has_chances(line: &str) -> bool {
    let open = line.find(['(', '（']);
    open.is_some_and(|open| line[..open].contains('%') && line[open..].matches('%').count() == 2)
}

/// Reads a position.
pub(crate) fn read(text: &str) -> Result<Vec<Imported>, ImportError> {
    let mut found = PrintedPosition::new(text, Format::XgText)?;
    let lines: Vec<&str> = text.lines().collect();
    let mut chances: Vec<[f32; 3]> = Vec::new();
    let mut cubeless: Option<[f32; 2]> = None;
    let mut cubeful: Vec<f32> = Vec::new();
    let mut level = None;
    for line in &lines {
        let trimmed = line.trim();
        if let Some(rest) = trimmed.strip_prefix("X:")
            && let Some((x, o)) = rest.split_once("O:")
        {
            found.names[seat_of('X').index()] = clean_name(x);
            found.names[seat_of('O').index()] = clean_name(o);
        } else if let Some(printed) = candidate(trimmed) {
            found.plays.push(printed);
        } else if has_chances(trimmed) {
            let Some(percent) = trimmed.rsplit_once(['：', ':']).and(first_three(trimmed)) else { continue };
            match found.plays.last_mut() {
                Some(printed) => add_chances(printed, percent),
                None => chances.push(percent),
            }
        } else if let Some(name) = level_in(trimmed).filter(|_| level.is_none() && !trimmed.contains("XGID="))
        {
            level = Some(self::level(name));
        } else if trimmed.matches('=').count() == 2 && !trimmed.starts_with("XGID") {
            if let [a, b] = numbers(trimmed)[..] {
                cubeless = Some([a, b]);
            }
        } else if cubeless.is_some()
            && cubeful.len() < 3
            && trimmed.contains(['+', '-'])
            && trimmed.contains('.')
        {
            cubeful.extend(
                trimmed.rsplit_once(['：', ':']).and_then(|(_, rest)| numbers(rest).first().copied()),
            );
        }
    }
    if let (&[mine, theirs, ..], Some([nd, dt]), &[no_double, double_take, _]) =
        (&chances[..], cubeless, &cubeful[..])
    {
        let part = |value: f32| value / 100.0;
        let probs = Probs {
            win: part(mine[0]),
            win_g: part(mine[1]),
            win_bg: part(mine[2]),
            lose_g: part(theirs[1]),
            lose_bg: part(theirs[2]),
        };
        let outputs = |cubeless, value| Outputs {
            probs,
            cubeless: Equity(cubeless),
            cubeful: Utility::Equity(Equity(value)),
        };
        let level = level.unwrap_or_else(|| self::level("XG"));
        found.cube = Some(CubeAnalysis {
            no_double: outputs(nd, no_double),
            double_take: outputs(dt, double_take),
            method: CubeMethod::Foreign(level),
            is_marked: false,
        });
    }
    found.note = note(text);
    Ok(found.finish())
}

/// What a person wrote above the XGID or below the line with the version of the program.
fn note(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(|line| line.trim_start_matches('\u{feff}').trim()).collect();
    let above = lines.iter().take_while(|line| !line.starts_with("XGID="));
    let version = lines.iter().position(|line| line.contains("eXtreme Gammon")).unwrap_or(lines.len());
    let below = lines.iter().skip(version).filter(|line| !line.contains("eXtreme Gammon"));
    let mut note = String::new();
    for line in above.chain(below) {
        append_comment(&mut note, &clean_text(line));
    }
    note.trim().to_owned()
}

/// The last three numbers: chance, gammons, backgammons in per cent.
fn first_three(line: &str) -> Option<[f32; 3]> {
    let numbers = numbers(line);
    numbers.last_chunk::<3>().copied()
}

fn add_chances(printed: &mut Printed, [win, gammon, backgammon]: [f32; 3]) {
    let part = |value: f32| value / 100.0;
    match &mut printed.probs {
        None => {
            let probs =
                Probs { win: part(win), win_g: part(gammon), win_bg: part(backgammon), ..Probs::default() };
            printed.probs = Some(probs);
        }
        Some(probs) => (probs.lose_g, probs.lose_bg) = (part(gammon), part(backgammon)),
    }
}

/// The name of a level in a line: `XG Roller++`, or a number of plies such as `4-ply` or `4-plis`.
fn level_in(line: &str) -> Option<&str> {
    let end = |start: usize| line[start..].split("  ").next().unwrap_or("").trim();
    if let Some(at) = line.find("XG Roller") {
        return Some(end(at));
    }
    let is_plies = |word: &&str| {
        word.split_once('-').is_some_and(|(plies, unit)| {
            plies.len() == 1
                && plies.bytes().all(|b| b.is_ascii_digit())
                && unit.starts_with(char::is_alphabetic)
        })
    };
    line.split_whitespace().find(is_plies)
}

fn level(name: &str) -> ForeignLevel {
    let plies = match name {
        name if name.starts_with("XG Roller++") => 4,
        name if name.starts_with("XG Roller") => 3,
        name => Scan::new(name).digit().unwrap_or(1).saturating_sub(1),
    };
    let name = if name.starts_with("XG") { name.to_owned() } else { format!("XG {name}") };
    ForeignLevel { name, plies }
}

/// `1. 4-ply       19/18 14/12        eq:-0.491 (…)`, with the words of any language.
fn candidate(line: &str) -> Option<Printed> {
    let (number, rest) = line.split_once(". ")?;
    number.trim().parse::<u32>().ok()?;
    let colon = |c: char| c == ':' || c == '：';
    let is_value = |rest: &str| {
        let rest = rest.trim_start_matches(colon).trim_start();
        rest.starts_with(['+', '-']) && rest[1..].starts_with(|c: char| c.is_ascii_digit())
    };
    let at = rest.match_indices(colon).map(|(at, _)| at).find(|&at| is_value(&rest[at..]))?;
    let (head, value) = rest.split_at(at);
    let equity = *numbers(value).first()?;
    // The last word before the colon is the label of the equity.
    let head = head.trim_end().rsplit_once(char::is_whitespace).map_or("", |(head, _)| head);
    let is_step = |word: &str| {
        word.split_once('/').is_some_and(|(from, to)| {
            let digits = |text: &str| text.bytes().any(|b| b.is_ascii_digit());
            !from.is_empty() && !to.is_empty() && (digits(from) || digits(to))
        })
    };
    let words: Vec<&str> = head.split_whitespace().collect();
    let first = words.iter().position(|word| is_step(word))?;
    let play: Vec<String> = words[first..].iter().map(|word| in_numbers(word)).collect();
    let name = words[..first].join(" ");
    let name = name.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '+');
    Some(Printed { text: play.join(" "), level: level(name), equity, probs: None })
}

/// A step with `bar` and `off` for the words of other languages.
fn in_numbers(step: &str) -> String {
    let (path, count) = step.find('(').map_or((step, ""), |at| step.split_at(at));
    let n_places = path.split('/').count();
    let place = |(n, place): (usize, &str)| {
        let is_number = place.starts_with(|c: char| c.is_ascii_digit());
        match n {
            _ if is_number => place.to_owned(),
            0 => "bar".to_owned(),
            _ if n + 1 == n_places => "off".to_owned(),
            _ => place.to_owned(),
        }
    };
    path.split('/').enumerate().map(place).collect::<Vec<_>>().join("/") + count
}
