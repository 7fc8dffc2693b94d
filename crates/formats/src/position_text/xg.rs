// SPDX-License-Identifier: GPL-3.0-or-later
//! A position as eXtreme Gammon prints it.

use super::{Printed, PrintedPosition, numbers, seat_of};
use crate::error::ImportError;
use crate::text::{Scan, clean_name};
use crate::{Format, Imported};
use gnubg_engine::core::{Equity, Probs};
use gnubg_record::analysis::{CubeAnalysis, CubeMethod, ForeignLevel, Outputs, Utility};

/// Whether a text is one: it begins with an XGID and contains chances of gammons.
pub(crate) fn looks_like(text: &str) -> bool {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    start.starts_with("XGID=") && text.contains("(G:") && text.contains("X:") && text.contains("O:")
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
        } else if trimmed.contains("(G:") {
            let Some(percent) = trimmed.rsplit_once(['：', ':']).and(first_three(trimmed)) else { continue };
            match found.plays.last_mut() {
                Some(printed) => add_chances(printed, percent),
                None => chances.push(percent),
            }
        } else if let Some(at) =
            trimmed.find("XG Roller").or_else(|| trimmed.find("-ply")).filter(|_| level.is_none())
        {
            level = Some(self::level(name_at(trimmed, at)));
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
    Ok(found.finish())
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

/// The words around a level's name.
fn name_at(line: &str, at: usize) -> &str {
    let start =
        if line[at..].starts_with('-') { line[..at].rfind(' ').map_or(0, |blank| blank + 1) } else { at };
    line[start..].split("  ").next().unwrap_or("").trim()
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

/// `1. 4-ply       19/18 14/12        eq:-0.491 (…)`.
fn candidate(line: &str) -> Option<Printed> {
    let (head, value) = line.split_once("eq:")?;
    let (number, rest) = head.split_once(". ")?;
    number.trim().parse::<u32>().ok()?;
    let (name, play) = rest.trim().split_once("  ")?;
    let equity = *numbers(value).first()?;
    Some(Printed { text: play.trim().to_owned(), level: level(name.trim()), equity, probs: None })
}
