// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading a board drawn as text by this program, GNU Backgammon, FIBS, eXtreme Gammon or BGBlitz, or by hand in the
//! same way, anywhere in an e-mail.
//!
//! The two lines of point numbers give the columns of the points; columns are counted from the first border, so that
//! quotation marks and lost indents do not matter. The player whose name is below bears off at the bottom and becomes
//! seat `One`; without names that is `X`. The text beside the board is read by [`facts`](super::facts).

use super::facts::Facts;
use super::line::{QuotedLine, damage};
use crate::position::{Described, FoundPosition, PositionError};
use gnubg_engine::core::{Board, Player, Rules, Variation};
use std::borrow::Cow;

/// The smallest number of rows of each half; a number in the fifth row gives the count of a higher stack.
const LEAST_ROWS: usize = 5;
/// The largest number of lines between the two borders, empty ones included.
const MOST_LINES: usize = 60;
/// The number of characters of a line that are examined.
const MOST_CHARS: usize = 400;
/// The number of lines before and after a drawing that may contain facts about the match.
const AROUND: usize = 6;

/// Found only in a border without numbers: as many dashes as half a board is wide.
const RULER: &str = "+--------------------";

/// A line of point numbers.
struct Border {
    /// Its index among the lines of the text.
    at: usize,
    /// Column of its first `+`.
    anchor: usize,
    /// The numbers, and the columns of their last digits behind the anchor.
    numbers: [(u8, usize); 12],
}

impl Border {
    /// The column of the right edge behind the anchor.
    fn edge(&self) -> usize {
        self.numbers[11].1 + 2
    }
}

/// The content of a place for a checker.
#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Empty,
    Checker(char),
    Count(u8),
}

/// A line of checkers.
struct DrawnRow {
    number: usize,
    points: [Cell; 12],
    bar: Cell,
    /// Whether it is the line between the halves.
    is_middle: bool,
    /// Checkers borne off that are drawn beside the board: `X`, `O`.
    tray: [u8; 2],
    /// The text to the right of the board.
    note: String,
}

/// How many lines of point numbers a text has; two make a drawing.
pub(crate) fn count_borders(text: &str) -> usize {
    with_numbers_in_borders(text).lines().filter(|line| is_border(line)).count()
}

/// Reads the first drawing in a text. `rules` supplies what the drawing does not show.
///
/// # Errors
/// If there is none, or the first one is damaged: in which line and how.
pub fn read(text: &str, rules: Rules) -> Result<FoundPosition, PositionError> {
    let nothing = || PositionError::nothing_in(text);
    let text = &*with_numbers_in_borders(text);
    let first = text.lines().position(is_border).ok_or_else(nothing)?;
    let start = first.saturating_sub(AROUND);
    let numbered = (start + 1..).zip(text.lines().skip(start));
    let lines: Vec<QuotedLine> =
        numbered.take(2 * AROUND + MOST_LINES).map(|(number, line)| line_of(number, line)).collect();
    let mut borders = (first - start..lines.len()).filter_map(|at| border(&lines[at].text, at));
    let upper = borders.next().ok_or_else(nothing)?;
    let lower = borders.next().filter(|lower| lower.at - upper.at <= MOST_LINES);
    let lower =
        lower.ok_or_else(|| damage(lines[upper.at].number, "the other line of point numbers is missing"))?;
    let pairs = upper.numbers.iter().zip(&lower.numbers);
    if !pairs.clone().all(|(a, b)| a.0 + b.0 == 25 && a.1 == b.1) {
        let reason = "its point numbers do not match the line of numbers above";
        return Err(damage(lines[lower.at].number, reason));
    }
    let mut rows = Vec::new();
    for line in &lines[upper.at + 1..lower.at] {
        if line.text.iter().all(|c| c.is_whitespace()) {
            continue;
        }
        rows.push(row(line, &upper).map_err(|reason| damage(line.number, reason))?);
    }
    let [above, middle, below] = halves(&rows, lines[lower.at].number)?;
    let facts = Facts::read(
        [&rest_of(&lines[upper.at], &upper), &rest_of(&lines[lower.at], &lower)],
        [notes(above), notes(middle), notes(below)],
        &lines[..upper.at],
        &lines[lower.at + 1..],
        &middle_arrow(&lines, middle, &upper),
    );
    let drawn = Drawn { above, below, is_left: matches!(upper.numbers[0].0, 1 | 24), letter: facts.bottom };
    let mut sides = drawn.sides(false)?;
    if facts.contradicts(&sides) {
        // BGBlitz counts only those that are not drawn.
        sides = drawn.sides(true).ok().filter(|sides| !facts.contradicts(sides)).unwrap_or(sides);
    }
    for (side, &bar) in sides.iter_mut().zip(&facts.bar) {
        // FIBS lists the checkers on the bar below the board.
        side[24] = side[24].max(bar);
    }
    let rules = checked_totals(&sides, &rows, &facts, rules, lines[lower.at].number)?;
    // Without words, the numbers are those of the player on roll.
    let is_bottom_turn = lower.numbers.iter().any(|&(number, _)| number == 1);
    let numbered = if is_bottom_turn { Player::One } else { Player::Zero };
    let [top, bottom] = sides;
    let board = Board::from_sides(bottom, top);
    board.check(rules.variation)?;
    let state = facts.state(board, numbered, rules, lines[lower.at].number)?;
    let described = if facts.has_match { Described::Everything } else { Described::Turn };
    Ok(FoundPosition { state, names: facts.names, described })
}

fn is_border(line: &str) -> bool {
    line.contains('+') && border(&line_of(0, line).text, 0).is_some()
}

/// A line without quotation marks, tabs as blanks.
fn line_of(number: usize, line: &str) -> QuotedLine {
    let mut rest = line;
    while let Some(quoted) = rest.trim_start().strip_prefix('>') {
        rest = quoted;
    }
    let mut text = Vec::new();
    for c in rest.chars().take(MOST_CHARS) {
        match c {
            '\t' => text.resize((text.len() / 8 + 1) * 8, ' '),
            c if c.is_whitespace() => text.push(' '),
            c => text.push(c),
        }
    }
    QuotedLine { number, text }
}

/// The text with borders that hold their point numbers: in the second style of FIBS these stand in a line of their own
/// outside the borders.
fn with_numbers_in_borders(text: &str) -> Cow<'_, str> {
    if !text.contains(RULER) {
        return Cow::Borrowed(text);
    }
    let mut lines: Vec<Cow<'_, str>> = text.lines().map(Cow::Borrowed).collect();
    for at in 0..lines.len() {
        let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        let found = beside.filter_map(|n| Some((n, numbered(&lines[at], lines.get(n)?)?))).next();
        if let Some((n, border)) = found {
            lines[at] = Cow::Owned(border);
            lines[n] = Cow::Borrowed("");
        }
    }
    Cow::Owned(lines.join("\n"))
}

/// A border of dashes alone with the twelve numbers of another line in it, the last of them two places from its end.
fn numbered(border: &str, numbers: &str) -> Option<String> {
    if !border.contains(RULER) {
        return None;
    }
    let [mut border, numbers] = [border, numbers].map(|line| line_of(0, line).text);
    let start = border.iter().position(|c| *c == '+')?;
    let end = start + 1 + border[start + 1..].iter().take_while(|c| **c == '-').count();
    let is_number = |c: &char| c.is_ascii_digit();
    let all: String = numbers.iter().collect();
    let is_line = all.split_whitespace().count() == 12 && numbers.iter().all(|c| is_number(c) || *c == ' ');
    if border.get(end) != Some(&'+') || !is_line {
        return None;
    }
    let last = numbers.iter().rposition(is_number)?;
    for (at, digit) in numbers.iter().enumerate().filter(|(_, c)| is_number(c)) {
        let place = (end + at).checked_sub(last + 2).filter(|place| *place > start)?;
        border[place] = *digit;
    }
    Some(border.into_iter().collect())
}

/// The point numbers of a line: twelve in a row between two `+`.
fn border(text: &[char], at: usize) -> Option<Border> {
    let starts = text.iter().enumerate().filter(|(_, c)| **c == '+').map(|(n, _)| n);
    starts.into_iter().find_map(|anchor| {
        let length = text[anchor + 1..].iter().take_while(|c| c.is_ascii_digit() || **c == '-').count();
        if text.get(anchor + 1 + length) != Some(&'+') {
            return None;
        }
        let mut numbers = Vec::new();
        let mut value: Option<u8> = None;
        for n in 1..=length + 1 {
            match text[anchor + n].to_digit(10) {
                Some(digit) => {
                    value = Some(value.unwrap_or(0).checked_mul(10)?.checked_add(digit as u8)?);
                }
                None => numbers.extend(value.take().map(|value| (value, n - 1))),
            }
        }
        let numbers: [(u8, usize); 12] = numbers.try_into().ok()?;
        let mut values = numbers.map(|(value, _)| value);
        if values[0] > values[11] {
            values.reverse();
        }
        let is_half = (1..=12).eq(values) || (13..=24).eq(values);
        (is_half && length == numbers[11].1 + 1).then_some(Border { at, anchor, numbers })
    })
}

/// The text after a line of point numbers.
fn rest_of(line: &QuotedLine, border: &Border) -> String {
    line.text.iter().skip(border.anchor + border.edge() + 1).collect::<String>().trim().to_owned()
}

/// What is drawn at the edge of the middle line.
fn middle_arrow(lines: &[QuotedLine], middle: &[DrawnRow], border: &Border) -> Vec<char> {
    let Some(row) = middle.first() else { return Vec::new() };
    let Some(line) = lines.iter().find(|line| line.number == row.number) else { return Vec::new() };
    let Some(start) = line.text.iter().position(|c| *c == '|') else { return Vec::new() };
    let beside = [start.checked_sub(1), Some(start + border.edge() + 1)];
    beside.into_iter().flatten().filter_map(|at| line.text.get(at).copied()).collect()
}

fn notes(rows: &[DrawnRow]) -> Vec<&str> {
    rows.iter().map(|row| row.note.as_str()).collect()
}

fn cell(text: &[char]) -> Result<Cell, &'static str> {
    let text: String = text.iter().collect();
    let text = text.trim();
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (None, _) => Ok(Cell::Empty),
        (Some('X' | 'x'), None) => Ok(Cell::Checker('X')),
        (Some('O' | 'o'), None) => Ok(Cell::Checker('O')),
        (Some(c @ 'A'..='F'), None) => Ok(Cell::Count(c as u8 - b'A' + 10)),
        _ => text
            .parse()
            .ok()
            .filter(|count| (1..=15).contains(count))
            .map(Cell::Count)
            .ok_or("only X, O and numbers are expected here"),
    }
}

fn row(line: &QuotedLine, border: &Border) -> Result<DrawnRow, &'static str> {
    let anchor = line.text.iter().position(|c| *c == '|').ok_or("the border is missing")?;
    let text = &line.text[anchor..];
    let is_edge = |at: usize| text.get(at) == Some(&'|');
    let edge = border.edge();
    let inner = border.numbers[5].1 + 2;
    if !is_edge(edge) || !is_edge(inner) {
        return Err("the borders are not aligned");
    }
    let second = (inner + 1..border.numbers[6].1).find(|&at| is_edge(at)).ok_or("the bar has no border")?;
    let bar: String = text[inner + 1..second].iter().collect();
    let is_middle = bar.trim().eq_ignore_ascii_case("bar");
    let bar = if is_middle { Cell::Empty } else { cell(&text[inner + 1..second])? };
    let mut points = [Cell::Empty; 12];
    for (point, (_, column)) in points.iter_mut().zip(border.numbers) {
        *point = cell(&text[column - 1..=column + 1])?;
    }
    let beside = |from: Option<usize>| -> [u8; 2] {
        let from = from.unwrap_or(usize::MAX);
        let three = line.text.iter().skip(from).take(3);
        if from == usize::MAX || three.clone().any(|c| !matches!(c, 'X' | 'O' | ' ')) {
            return [0; 2];
        }
        ['X', 'O'].map(|letter| three.clone().filter(|c| **c == letter).count() as u8)
    };
    // Checkers borne off are drawn where they leave the board, after a blank.
    let is_left = matches!(border.numbers[0].0, 1 | 24);
    let tray = if is_left {
        let is_apart = anchor.checked_sub(1).is_some_and(|at| line.text[at] == ' ');
        beside(anchor.checked_sub(4).filter(|_| is_apart))
    } else {
        beside((text.get(edge + 1) == Some(&' ')).then_some(anchor + edge + 2))
    };
    let note = text[edge + 1..].iter().collect::<String>();
    let note = if is_left { note.as_str() } else { note.trim_start_matches(['X', 'O', ' ']) };
    let full = text[edge + 1..].iter().collect::<String>();
    // "On roll" begins like a checker.
    let note = if tray == [0; 2] { full.trim() } else { note.trim() };
    Ok(DrawnRow { number: line.number, points, bar, is_middle, tray, note: note.to_owned() })
}

/// The rows above the middle, the line in the middle, and the rows below it.
fn halves(rows: &[DrawnRow], end: usize) -> Result<[&[DrawnRow]; 3], PositionError> {
    let middle = rows.iter().position(|row| row.is_middle);
    let (above, middle, below) = match middle {
        Some(at) => (&rows[..at], &rows[at..=at], &rows[at + 1..]),
        None => {
            let half = rows.len() / 2;
            (&rows[..half], &rows[half..rows.len() - half], &rows[rows.len() - half..])
        }
    };
    let is_whole = above.len() == below.len() && above.len() >= LEAST_ROWS;
    let has_stray = |row: &DrawnRow| row.points.iter().any(|cell| *cell != Cell::Empty);
    match middle.first().filter(|row| has_stray(row)) {
        Some(row) => Err(damage(row.number, "there is a checker in the middle line")),
        None if is_whole => Ok([above, middle, below]),
        None => Err(damage(end, "lines are missing above it")),
    }
}

/// The two halves, outer rows first and last, and what they mean.
struct Drawn<'a> {
    above: &'a [DrawnRow],
    below: &'a [DrawnRow],
    /// Whether checkers leave the board on the left.
    is_left: bool,
    /// The letter of the lower player.
    letter: char,
}

impl Drawn<'_> {
    /// The checkers of the player above and of the player below, each as that player sees them.
    ///
    /// With `counts_rest` a number in a stack says how many more there are than are drawn.
    fn sides(&self, counts_rest: bool) -> Result<[[u8; 25]; 2], PositionError> {
        let mut sides = [[0; 25]; 2];
        let seat = |letter: char| usize::from(letter == self.letter);
        for column in 0..12 {
            let from_exit = if self.is_left { column } else { 11 - column };
            let below = self.below.iter().rev().map(|row| (row.number, row.points[column]));
            let above = self.above.iter().map(|row| (row.number, row.points[column]));
            // The player below counts from his exit: 1 to 12 below, 24 to 13 above.
            for (index, found) in
                [(from_exit, stack(below, counts_rest)?), (23 - from_exit, stack(above, counts_rest)?)]
            {
                match found {
                    Some((letter, count)) if letter == self.letter => sides[1][index] = count,
                    Some((_, count)) => sides[0][23 - index] = count,
                    None => {}
                }
            }
        }
        for rows in [self.above, self.below] {
            // The order on the bar differs from program to program.
            let mut cells: Vec<(usize, Cell)> = rows.iter().map(|row| (row.number, row.bar)).collect();
            cells.retain(|(_, cell)| *cell != Cell::Empty);
            cells.sort_by_key(|(_, cell)| matches!(cell, Cell::Count(_)));
            if let Some((letter, count)) = stack(cells.into_iter(), counts_rest)? {
                sides[seat(letter)][24] += count;
            }
        }
        Ok(sides)
    }
}

/// The checkers of a stack, from the edge to the middle. A number gives the count of a stack that is too high, or the
/// rest of it.
fn stack(
    cells: impl Iterator<Item = (usize, Cell)>,
    counts_rest: bool,
) -> Result<Option<(char, u8)>, PositionError> {
    let mut found: Option<(char, u8)> = None;
    let mut ended = false;
    for (line, cell) in cells {
        match (cell, &mut found) {
            (Cell::Empty, _) => ended = true,
            _ if ended => return Err(damage(line, "there is a gap in a stack of checkers")),
            (Cell::Checker(letter), None) => found = Some((letter, 1)),
            (Cell::Checker(letter), Some((same, count))) if letter == *same => *count += 1,
            (Cell::Checker(_), Some(_)) => return Err(damage(line, "a point holds checkers of both sides")),
            (Cell::Count(n), Some((_, count))) => {
                // A number is written only if the checkers do not fit.
                *count = if n > *count + 1 && !counts_rest { n } else { *count + n };
                ended = true;
            }
            (Cell::Count(_), None) => {
                return Err(damage(line, "there is a gap between a number and its stack"));
            }
        }
    }
    Ok(found)
}

/// The variation that the number of checkers fits, if all checkers are accounted for.
fn checked_totals(
    sides: &[[u8; 25]; 2],
    rows: &[DrawnRow],
    facts: &Facts,
    rules: Rules,
    line: usize,
) -> Result<Rules, PositionError> {
    let off = |letter: char| -> u8 { rows.iter().map(|row| row.tray[usize::from(letter == 'O')]).sum() };
    let other = if facts.bottom == 'X' { 'O' } else { 'X' };
    let drawn = [off(other), off(facts.bottom)];
    let on_board = sides.each_ref().map(|side| side.iter().map(|&n| u32::from(n)).sum::<u32>());
    let is_told = facts.shows_trays || facts.off.is_some() || drawn != [0; 2];
    if !is_told {
        return Ok(rules);
    }
    let off = facts.off.unwrap_or(drawn);
    let all = [0, 1].map(|seat| on_board[seat] + u32::from(off[seat]));
    let fits = |variation: Variation| all == [u32::from(variation.n_checkers()); 2];
    if fits(rules.variation) {
        return Ok(rules);
    }
    let variation = Variation::ALL.into_iter().find(|&variation| fits(variation));
    let variation = variation.ok_or_else(|| damage(line, "the number of checkers is wrong"))?;
    Ok(Rules { variation, ..rules })
}
