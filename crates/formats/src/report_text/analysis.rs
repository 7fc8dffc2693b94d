// SPDX-License-Identifier: GPL-3.0-or-later
//! The lines of one decision: the action, the cube decision, the candidates, the comment.

use super::ReportLine;
use super::frames::Frame;
use crate::builder::append_comment;
use crate::legs::{self, Leg};
use crate::position_text::numbers;
use crate::text::clean_text;
use gnubg_engine::core::{Decision, Phase, Probs};
use gnubg_record::analysis::ForeignLevel;

/// A value as printed; match winning chances are printed without a sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    Equity(f32),
    Mwc(f32),
}

/// A candidate as printed.
#[derive(Debug)]
pub(super) struct PrintedCandidate {
    pub(super) level: ForeignLevel,
    pub(super) legs: Vec<Leg>,
    pub(super) value: Value,
    pub(super) probs: Option<Probs>,
    pub(super) is_played: bool,
}

/// A cube decision as printed, seen by the player who acts.
#[derive(Debug)]
pub(super) struct PrintedCube {
    pub(super) level: ForeignLevel,
    /// The cubeless equity in money play.
    pub(super) cubeless: Option<f32>,
    /// The chances without a double, and after double and take where a rollout has its own.
    pub(super) probs: Vec<Probs>,
    pub(super) no_double: Value,
    /// The two values after a double, in the order of the file: the take and the drop.
    pub(super) doubled: [Value; 2],
}

/// What the lines of a decision hold.
#[derive(Debug, Default)]
pub(super) struct PrintedDecision {
    /// The action, without the name of the player.
    pub(super) action: Option<String>,
    /// The legs of the play in the action.
    pub(super) legs: Vec<Leg>,
    /// The line of the action.
    pub(super) action_line: usize,
    /// The dice as written.
    pub(super) faces: Option<[u8; 2]>,
    pub(super) luck: Option<f32>,
    pub(super) luck_in_percent: bool,
    pub(super) candidates: Vec<PrintedCandidate>,
    pub(super) cube: Option<PrintedCube>,
    /// The analysis of another program that stands below.
    pub(super) imported_candidates: Vec<PrintedCandidate>,
    pub(super) imported_cube: Option<PrintedCube>,
    pub(super) comment: String,
    /// The result of the game: who won, by seat, and the points.
    pub(super) result: Option<(usize, u32)>,
}

/// The heading of the analysis of another program that stands beside the own one in reports of this program.
const IMPORTED: &str = "Imported analysis:";

/// Reads the lines of a decision.
pub(super) fn read(lines: &[ReportLine], frame: &Frame) -> PrintedDecision {
    let mut found = PrintedDecision::default();
    // The cube decision of this program and, below it, that of another one.
    let (mut rows, mut imported_rows) = (CubeRows::default(), CubeRows::default());
    let mut is_imported = false;
    let mut in_plays = false;
    let mut in_comment = false;
    let end = result_line(lines, frame, &mut found);
    let is_blank = |n: usize| lines.get(n).is_none_or(|line| line.text.trim().is_empty());
    for (n, line) in lines.iter().enumerate().take(end).skip(frame.lines.start) {
        let text = line.text.trim();
        // Two blank lines end a comment; at the end of the file, where no title follows, one does.
        in_comment &= !(is_blank(n) && (is_blank(n + 1) || frame.lines.end == lines.len()));
        if line.is_comment || in_comment {
            append_comment(&mut found.comment, &clean_text(if line.is_comment { text } else { &line.text }));
        } else if text.is_empty() || is_drawing(text) {
        } else if text == IMPORTED {
            is_imported = true;
        } else if found.action.is_none() && is_action(text, frame) {
            set_action(&mut found, text, frame, line.number);
        } else if text.starts_with('#') {
            in_plays = true;
        } else if let Some(dice) = dice_line(text, frame) {
            (in_plays, is_imported) = (true, false);
            found.faces.get_or_insert(dice);
            found.luck = text.split_once('(').and_then(|(_, luck)| numbers(luck).first().copied());
            found.luck_in_percent = text.contains('%');
        } else if let Some(candidate) = candidate(text, in_plays) {
            in_plays = true;
            let list = if is_imported { &mut found.imported_candidates } else { &mut found.candidates };
            list.push(candidate);
        } else if let Some(probs) = probs(text) {
            let list = if is_imported { &mut found.imported_candidates } else { &mut found.candidates };
            let rows = if is_imported { &mut imported_rows } else { &mut rows };
            match list.last_mut() {
                Some(candidate) => candidate.probs = candidate.probs.or(Some(probs)),
                None => rows.probs.push(probs),
            }
        } else if !in_plays {
            let rows = if is_imported { &mut imported_rows } else { &mut rows };
            if !rows.add(text) {
                rows.head(text);
            }
        } else if in_plays && text.ends_with([':', '：']) && !line.text.starts_with(' ') {
            in_comment = true;
        }
    }
    found.comment = found.comment.trim_matches('\n').to_owned();
    found.cube = rows.finish();
    found.imported_cube = imported_rows.finish();
    found
}

/// Reads the result below the last decision of a game; the end of the lines of the decision.
fn result_line(lines: &[ReportLine], frame: &Frame, found: &mut PrintedDecision) -> usize {
    let mut has_action = false;
    for n in frame.lines.clone() {
        let text = lines[n].text.trim();
        if !has_action {
            has_action = is_action(text, frame);
        } else if let Some((seat, rest)) = seat_and_rest(text, frame)
            && text.split_whitespace().count() <= 12
            && !rest.contains('/')
            && let [points] = numbers(rest)[..]
            && (1.0..=1000.0).contains(&points)
            && points.fract() == 0.0
        {
            found.result = Some((seat, points as u32));
            return n;
        }
    }
    frame.lines.end
}

/// The seat whose name stands first, and the rest of the line.
fn seat_and_rest<'a>(text: &'a str, frame: &Frame) -> Option<(usize, &'a str)> {
    let with =
        |seat: &usize| text.strip_prefix(frame.names[*seat].as_str()).filter(|rest| rest.starts_with(' '));
    // The longer name first: one may begin with the other.
    let mut seats = [0, 1];
    seats.sort_by_key(|seat| std::cmp::Reverse(frame.names[*seat].len()));
    seats.iter().filter(|seat| !frame.names[**seat].is_empty()).find_map(|seat| Some((*seat, with(seat)?)))
}

/// Whether a line is a part of the drawn board.
fn is_drawing(text: &str) -> bool {
    text.starts_with(['|', '^', '+']) || text.starts_with("v|") || text.contains("-7-------6-")
}

fn without_bullet(text: &str) -> &str {
    text.trim_start_matches(['*', '•', '.', ' ', '\u{a0}'])
}

fn is_action(text: &str, frame: &Frame) -> bool {
    !frame.names[0].is_empty() && seat_and_rest(without_bullet(text), frame).is_some()
}

fn set_action(found: &mut PrintedDecision, text: &str, frame: &Frame, number: usize) {
    let Some((_, rest)) = seat_and_rest(without_bullet(text), frame) else { return };
    let steps: Vec<&str> = rest.split_whitespace().filter(|word| is_step(word)).collect();
    found.legs = legs::parse(&steps.join(" "), '/').unwrap_or_default();
    found.action = Some(rest.trim().to_owned());
    found.action_line = number;
}

fn is_step(word: &str) -> bool {
    word.contains('/') && legs::parse(word, '/').is_ok_and(|legs| !legs.is_empty())
}

/// The dice in the heading of the candidates: `Rolled 31 (-0.113):`.
fn dice_line(text: &str, frame: &Frame) -> Option<[u8; 2]> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() > 5 || !text.ends_with([':', '：']) {
        return None;
    }
    words.iter().find_map(|word| {
        let word = word.trim_end_matches([':', '：']);
        let &[a, b] = word.as_bytes() else { return None };
        let dice = [a.wrapping_sub(b'0'), b.wrapping_sub(b'0')];
        let is_roll = dice.iter().all(|die| (1..=6).contains(die));
        let agrees = match frame.state.phase {
            Phase::Due(Decision::Play(roll)) => {
                dice == [roll.high(), roll.low()] || dice == [roll.low(), roll.high()]
            }
            _ => true,
        };
        (is_roll && agrees).then_some(dice)
    })
}

/// `*    1. Cubeful 2-ply    24/18 13/11    Eq.: -0.008 (-0.001)`; in web pages the cells of a row.
///
/// A row without a play is a candidate only below the heading of the candidates.
fn candidate(text: &str, in_plays: bool) -> Option<PrintedCandidate> {
    let is_played = text.starts_with(['*', '•']);
    let (rank, rest) = without_bullet(text).split_once(char::is_whitespace)?;
    rank.trim_end_matches('.').parse::<u16>().ok()?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let first = words.iter().position(|word| is_step(word));
    let n_steps = first.map_or(0, |first| words[first..].iter().take_while(|word| is_step(word)).count());
    let (name, value) = match first {
        Some(first) => (words[..first].join(" "), words[first + n_steps..].join(" ")),
        None if !in_plays => return None,
        // No checker can move.
        None => {
            let at = words.iter().position(|word| is_value(word))?;
            (words[..at].iter().take(2).copied().collect::<Vec<_>>().join(" "), words[at..].join(" "))
        }
    };
    let steps = first.map(|first| words[first..first + n_steps].join(" ")).unwrap_or_default();
    let legs = legs::parse(&steps, '/').ok()?;
    Some(PrintedCandidate { level: level(&name), legs, value: self::value(&value)?, probs: None, is_played })
}

fn is_value(word: &str) -> bool {
    word.contains(['.', ',']) && word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-'))
}

/// The first value in a text.
fn value(text: &str) -> Option<Value> {
    let word = text.split_whitespace().find(|word| is_value(word))?;
    let number = *numbers(word).first()?;
    Some(if word.starts_with(['+', '-']) {
        Value::Equity(number)
    } else if word.contains('%') {
        Value::Mwc(number / 100.0)
    } else {
        Value::Mwc(number)
    })
}

/// The method of a candidate or a cube decision.
fn level(name: &str) -> ForeignLevel {
    let plies = name.split_whitespace().find_map(|word| {
        let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
        let is_level = digits == word.len() || word[digits..].starts_with('-');
        word[..digits].parse::<u8>().ok().filter(|_| is_level)
    });
    if crate::position_text::is_named_program(name) {
        // A report of an analysis by another program, whose plies may be counted from 1.
        let plies = plies.map_or(0, |plies| plies.saturating_sub(u8::from(name.starts_with("XG"))));
        return ForeignLevel { name: name.to_owned(), plies };
    }
    match plies {
        Some(plies) => ForeignLevel { name: format!("GNU Backgammon {plies}-ply"), plies },
        None => ForeignLevel { name: "GNU Backgammon rollout".to_owned(), plies: 3 },
    }
}

/// `0.499 0.137 0.008 - 0.501 0.141 0.007`, also in percent and with more numbers.
fn probs(text: &str) -> Option<Probs> {
    let (mine, _) = text.split_once(" - ")?;
    if mine.starts_with('[') {
        return None;
    }
    let found = numbers(text);
    let is_whole = |sum: f32, whole: f32| (sum - whole).abs() < 0.003 * whole;
    found.windows(6).take(2).find_map(|six| {
        let unit = if is_whole(six[0] + six[3], 1.0) {
            1.0
        } else if is_whole(six[0] + six[3], 100.0) {
            100.0
        } else {
            return None;
        };
        let part = |n: usize| six[n] / unit;
        let found =
            Probs { win: part(0), win_g: part(1), win_bg: part(2), lose_g: part(4), lose_bg: part(5) };
        found.to_array().iter().all(|chance| (0.0..=1.0).contains(chance)).then_some(found)
    })
}

/// The cube decision while it is read.
#[derive(Default)]
struct CubeRows {
    level: Option<ForeignLevel>,
    cubeless: Option<f32>,
    probs: Vec<Probs>,
    no_double: Option<Value>,
    doubled: Vec<Value>,
}

impl CubeRows {
    /// `2. Double, take        +0.123  (-0.456)`.
    fn add(&mut self, text: &str) -> bool {
        let Some((rank @ ("1" | "2" | "3"), rest)) = text.split_once('.') else { return false };
        let _ = rank;
        let Some(at) = rest.find(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-')) else {
            return false;
        };
        let (label, number) = rest.split_at(at);
        let Some(value) = value(number) else { return false };
        if label.contains([',', '、', '/', '，']) {
            self.doubled.push(value);
        } else {
            self.no_double = self.no_double.or(Some(value));
        }
        true
    }

    /// `2-ply cubeless equity +0.121 (Money: +0.121)`; the number in parentheses is that of money play.
    fn head(&mut self, text: &str) {
        let Some((start, money)) = text.rsplit_once('(').filter(|_| self.level.is_none()) else { return };
        let is_money = money.contains(':') && numbers(money).len() == 1;
        if is_money && let Some(first) = start.split_whitespace().next() {
            let name = if crate::position_text::is_named_program(start) {
                start.rsplit_once("cubeless").map_or(start, |(name, _)| name).trim()
            } else {
                first
            };
            self.level = Some(level(name));
            self.cubeless = numbers(money).first().copied();
        }
    }

    fn finish(self) -> Option<PrintedCube> {
        let doubled = self.doubled.get(..2)?.try_into().ok()?;
        let level = self.level.unwrap_or_else(|| level("0-ply"));
        Some(PrintedCube {
            level,
            cubeless: self.cubeless,
            probs: self.probs,
            no_double: self.no_double?,
            doubled,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_in_text_and_in_rows() {
        for (line, name, equity, n_legs) in [
            (
                "*    1. Cubeful 0-ply    24/23 13/11      Eq.: -0.008",
                "GNU Backgammon 0-ply",
                Value::Equity(-0.008),
                2,
            ),
            (
                "2. Mit Doppler 2-ply  bar/21*(2)   Eq.: -0,023 (-0,015)",
                "GNU Backgammon 2-ply",
                Value::Equity(-0.023),
                2,
            ),
            ("• 3  2  24/20  +0.5 (-0.1)", "GNU Backgammon 2-ply", Value::Equity(0.5), 1),
            ("4. Rollout   6/off   MWC:  66.92%", "GNU Backgammon rollout", Value::Mwc(0.6692), 1),
            ("1. XG 4-ply   6/off   Eq.: +0.1", "XG 4-ply", Value::Equity(0.1), 1),
            (
                "1. Cubeful 0-ply    Cannot move     MWC: 0.4996",
                "GNU Backgammon 0-ply",
                Value::Mwc(0.4996),
                0,
            ),
        ] {
            let found = candidate(line, true).unwrap();
            let read = (found.level.name.as_str(), found.legs.len(), found.is_played);
            assert_eq!(read, (name, n_legs, line.starts_with(['*', '•'])), "{line}");
            let number = |value| match value {
                Value::Equity(number) => number,
                Value::Mwc(number) => number + 10.0,
            };
            assert!((number(found.value) - number(equity)).abs() < 1e-5, "{line}: {:?}", found.value);
        }
        assert!(candidate("Total moves   21   21", true).is_none());
    }

    #[test]
    fn chances() {
        let found = probs("0,480 0,151 0,007 - 0,520 0,129 0,004 CL -0,040 CF -0,415").unwrap();
        assert_eq!(found.to_array(), [0.48, 0.151, 0.007, 0.129, 0.004]);
        assert!(probs("[0.012 0.008 0.001 - 0.012 0.008 0.001 CL  0.034 CF  0.094]").is_none());
        let found = probs("Centered 1-cube  49.9  13.7   0.8 -  50.1  14.1   0.7").unwrap();
        assert!((found.win_g - 0.137).abs() < 1e-6);
    }

    #[test]
    fn cube_rows_in_any_language() {
        let mut rows = CubeRows::default();
        rows.head("0-půltah bezkostková ekvita -0,743 (Peníze: -0,739)");
        for line in [
            "1. Zdvojnásobit, odmítnout-1,000",
            "2. Zdvojnásobit, přijmout-1,249  (-0,249)",
            "3. Nezdvojnásobovat   -0,940",
        ] {
            assert!(rows.add(line), "{line}");
        }
        rows.probs.push(Probs::default());
        let cube = rows.finish().unwrap();
        assert_eq!((cube.level.plies, cube.cubeless), (0, Some(-0.739)));
        assert_eq!(cube.doubled, [Value::Equity(-1.0), Value::Equity(-1.249)]);
    }
}
