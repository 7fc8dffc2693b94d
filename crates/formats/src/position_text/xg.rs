// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions as eXtreme Gammon prints them.

use super::{Printed, PrintedPosition, numbers, seat_of};
use crate::builder::append_comment;
use crate::error::{ImportError, Place, Warning};
use crate::text::{self, Scan, TextLine, clean_name, clean_text};
use crate::{Format, Imported};
use gnubg_engine::core::{Equity, Probs};
use gnubg_record::analysis::{CubeAnalysis, CubeMethod, ForeignLevel, Outputs, Utility};

/// The largest number of lines that are examined.
const MAX_LINES: usize = 2000;

/// Whether a text is one: it has an XGID and chances of gammons or a drawn board, in any language.
pub(crate) fn looks_like(text: &str) -> bool {
    let lines = || text.lines().take(MAX_LINES).map(str::trim_start);
    lines().any(is_id) && lines().any(|line| has_chances(line) || line.starts_with("+13-14-15-"))
}

/// Whether a line is an XGID.
fn is_id(line: &str) -> bool {
    line.trim_start_matches('\u{feff}').trim_start().starts_with("XGID=")
}

/// Whether a line tells the chances of a player: wins, and in parentheses gammons and backgammons.
fn has_chances(line: &str) -> bool {
    let open = line.find(['(', '（']);
    open.is_some_and(|open| line[..open].contains('%') && line[open..].matches('%').count() == 2)
}

/// Reads the positions of a text.
pub(crate) fn read(text: &str) -> Result<Vec<Imported>, ImportError> {
    let lines = text::lines(text);
    let ids: Vec<usize> = (0..lines.len()).filter(|&n| is_id(lines[n].text)).collect();
    if ids.is_empty() {
        return Ok(vec![read_one(&lines)?.finish()]);
    }
    // A text about a position may stand above its XGID; below the one before, the version of the program ends that one.
    let start = |n: usize| match n {
        0 => 0,
        _ => {
            let before = &lines[ids[n - 1]..ids[n]];
            let version = before.iter().rposition(|line| is_version(line.text));
            version.map_or(ids[n], |at| ids[n - 1] + at + 1)
        }
    };
    let mut found = Vec::new();
    for n in 0..ids.len() {
        let end = if n + 1 < ids.len() { start(n + 1) } else { lines.len() };
        match read_one(&lines[start(n)..end]) {
            Ok(position) => found.push(position.finish()),
            Err(error) if n == 0 && ids.len() == 1 => return Err(error),
            Err(error) => match found.last_mut() {
                Some(Imported { warnings, .. }) => {
                    let at = Place::Line(lines[ids[n]].number);
                    let message = format!("the position that begins here is not read: {error}");
                    warnings.push(Warning { at, message });
                }
                None => return Err(error),
            },
        }
    }
    Ok(found)
}

fn read_one(lines: &[TextLine<'_>]) -> Result<PrintedPosition, ImportError> {
    let mut found = PrintedPosition::new(lines, Format::XgText)?;
    let mut chances: Vec<[f32; 3]> = Vec::new();
    let mut cubeless: Option<[f32; 2]> = None;
    let mut cubeful: Vec<f32> = Vec::new();
    let mut cube_level = None;
    let mut above = "";
    let mut last = 0;
    // The chances of the last candidate that were read: those of its player, then those of the opponent.
    let mut n_chances = 2;
    for (n, line) in lines.iter().enumerate() {
        let trimmed = line.text.trim();
        if let Some(rest) = trimmed.strip_prefix("X:")
            && let Some((x, o)) = rest.split_once("O:")
        {
            found.names[seat_of('X').index()] = clean_name(x);
            found.names[seat_of('O').index()] = clean_name(o);
        } else if let Some(printed) = candidate(trimmed) {
            (last, n_chances) = (n, 0);
            found.plays.push(printed);
        } else if has_chances(trimmed) {
            last = n;
            let Some(percent) = trimmed.rsplit_once(['：', ':']).and(last_three(trimmed)) else { continue };
            match found.plays.last_mut() {
                Some(printed) => {
                    n_chances += 1;
                    add_chances(printed, percent);
                }
                None => {
                    cube_level = cube_level.or_else(|| Some(level_of_line(above)));
                    chances.push(percent);
                }
            }
        } else if trimmed.contains('±') {
            // The confidence of a rollout, whatever its word is in the language of the text.
            match found.plays.last_mut() {
                Some(printed) => printed.level = self::level(ROLLOUT),
                None => cube_level = Some(self::level(ROLLOUT)),
            }
        } else if trimmed.matches('=').count() == 2 && !is_id(trimmed) {
            if let [a, b] = numbers(trimmed)[..] {
                cubeless = Some([a, b]);
            }
        } else if cubeless.is_some()
            && cubeful.len() < 3
            && trimmed.contains(['+', '-'])
            && trimmed.contains(['.', ','])
        {
            last = n;
            cubeful.extend(
                trimmed.rsplit_once(['：', ':']).and_then(|(_, rest)| numbers(rest).first().copied()),
            );
        }
        if !trimmed.is_empty() {
            above = trimmed;
        }
    }
    if let (&[mine, theirs, ref doubled @ ..], Some([nd, dt]), &[no_double, double_take, _]) =
        (&chances[..], cubeless, &cubeful[..])
    {
        let part = |value: f32| value / 100.0;
        let probs = |mine: [f32; 3], theirs: [f32; 3]| Probs {
            win: part(mine[0]),
            win_g: part(mine[1]),
            win_bg: part(mine[2]),
            lose_g: part(theirs[1]),
            lose_bg: part(theirs[2]),
        };
        let centered = probs(mine, theirs);
        // Rollouts have chances of their own after a double.
        let doubled = if let &[mine, theirs, ..] = doubled { probs(mine, theirs) } else { centered };
        let outputs = |probs, cubeless, value| Outputs {
            probs,
            cubeless: Equity(cubeless),
            cubeful: Utility::Equity(Equity(value)),
        };
        let level = cube_level.unwrap_or_else(|| self::level("XG"));
        found.cube = Some(CubeAnalysis {
            no_double: outputs(centered, nd, no_double),
            double_take: outputs(doubled, dt, double_take),
            method: CubeMethod::Foreign(level),
            is_marked: false,
        });
    }
    let is_whole = n_chances >= 2 && (found.cube.is_some() || chances.is_empty());
    warn_of_cut(&mut found, lines, is_whole);
    found.note = note(lines, last, found.cube.is_some());
    Ok(found)
}

/// Adds a warning if the analysis is incomplete, or if the text ends in the middle of a line before any.
fn warn_of_cut(found: &mut PrintedPosition, lines: &[TextLine<'_>], is_whole: bool) {
    let Some(last) = lines.iter().rfind(|line| !line.text.trim().is_empty()) else { return };
    let at = Place::Line(last.number);
    let has_analysis = !found.plays.is_empty() || found.cube.is_some();
    if !is_whole {
        found.warnings.add(at, "the analysis is incomplete");
    } else if !has_analysis && last.is_cut && !is_version(last.text) {
        found.warnings.add(at, "the text ends in the middle of a line, before any analysis");
    }
}

/// What a person wrote above the XGID or below the analysis, and the settings of a rollout. `last` is the last line with
/// values; a cube decision has its proper action in the paragraph below.
fn note(lines: &[TextLine<'_>], last: usize, is_cube: bool) -> String {
    let lines: Vec<&str> = lines.iter().map(|line| line.text.trim_start_matches('\u{feff}').trim()).collect();
    let above = lines.iter().take_while(|line| !is_id(line));
    let mut below = &lines[..];
    if last > 0 {
        below = after_paragraph(&lines[last..]);
        if is_cube {
            let n_blank = below.iter().take_while(|line| line.is_empty()).count();
            below = after_paragraph(&below[n_blank..]);
        }
    } else {
        let version = lines.iter().position(|line| is_version(line)).unwrap_or(lines.len());
        below = &below[version..];
    }
    let mut note = String::new();
    for line in above.chain(below.iter().filter(|line| !is_version(line))) {
        append_comment(&mut note, &clean_text(line));
    }
    note.trim().to_owned()
}

/// Whether a line tells the version of the program.
fn is_version(line: &str) -> bool {
    line.contains("eXtreme Gammon")
}

/// The lines below the first paragraph; the version of the program ends one, too.
fn after_paragraph<'a, 'b>(lines: &'a [&'b str]) -> &'a [&'b str] {
    let end = lines.iter().position(|line| line.is_empty() || is_version(line)).unwrap_or(lines.len());
    &lines[end..]
}

/// The last three numbers: chance, gammons, backgammons in per cent.
fn last_three(line: &str) -> Option<[f32; 3]> {
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

/// The word for rollouts.
const ROLLOUT: &str = "Rollout";

/// The level in the line above the chances of a cube decision: `Analyzed in XG Roller++`, `Analysiert in 4 Züge`.
fn level_of_line(line: &str) -> ForeignLevel {
    if let Some(at) = line.find("XG Roller") {
        return level(line[at..].split("  ").next().unwrap_or_default().trim());
    }
    let is_plies = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    level(line.split_whitespace().find(is_plies).unwrap_or(ROLLOUT))
}

/// The level of a name: `XG Roller++`, a number of plies such as `4-ply`, `4-plis` or `4 Züge`, a rollout, or an entry of
/// the opening book. The latter two are words of the language with the number of a remark, as a superscript while there
/// are such digits; what stands below a rollout tells it from the book.
fn level(name: &str) -> ForeignLevel {
    let name = name.trim();
    let foreign = |name: &str, plies| ForeignLevel { name: name.to_owned(), plies };
    if let Some(plies) = Scan::new(name).digit() {
        return foreign(&format!("XG {plies}-ply"), plies.saturating_sub(1));
    }
    let is_remark = |c: char| c.is_ascii_digit() || matches!(c, '¹' | '²' | '³' | '⁴'..='⁹');
    let word = name.trim_end_matches(is_remark);
    match word {
        _ if word.starts_with("XG Roller++") => foreign(word, 4),
        _ if word.starts_with("XG Roller") => foreign(word, 3),
        _ if word.starts_with(ROLLOUT) => foreign("XG rollout", 3),
        "Book" => foreign("XG opening book", 4),
        _ if word.len() < name.len() => foreign("XG opening book", 4),
        _ if word.starts_with("XG") => foreign(word, 0),
        _ => foreign(&format!("XG {word}"), 0),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_the_names_of_match_files() {
        let of = |name: &str| {
            let ForeignLevel { name, plies } = level(name);
            (name, plies)
        };
        for (printed, name, plies) in [
            ("4-plis", "XG 4-ply", 3),
            ("2 Züge", "XG 2-ply", 1),
            ("XG Roller+", "XG Roller+", 3),
            ("Rollout²", "XG rollout", 3),
            ("Book4", "XG opening book", 4),
            ("Книга¹", "XG opening book", 4),
        ] {
            assert_eq!(of(printed), (name.to_owned(), plies));
        }
        for (line, name) in [
            ("Analyzed in Rollout", "XG rollout"),
            ("Analysé avec XG Roller++", "XG Roller++"),
            ("Analysiert in 4 Züge", "XG 4-ply"),
        ] {
            assert_eq!(level_of_line(line).name, name);
        }
    }
}
