// SPDX-License-Identifier: GPL-3.0-or-later
//! Plays as text: written in canonical form, read in all common forms.
//!
//! Canonical: steps by source and destination, both descending; the steps of one checker joined (`24/13`), keeping an
//! intermediate point only where it hit (`24/18*/13`); equal paths counted (`13/11(3)`); `*` once per hit point.
//! Reading accepts blanks, commas and hit marks anywhere, `8/5 6/5`, `8 5 6 5`, `24/18/13`, `13/11(2)`, `24-18`,
//! `bar` or 25, `off` or 0, in upper or lower case. Points typed without slashes are read if only one legal play fits:
//! `85 65`, `8565`, `8/5/6/5`.

use super::{Board, Dice, Place, Play, PlayList, Side, Step};
use std::fmt;
use thiserror::Error;

/// Why a text is not a play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// A character that has no meaning here.
    #[error("unexpected {found:?} at character {at} of the play")]
    Unexpected {
        /// The character found.
        found: char,
        /// Its place, counted from 1.
        at: usize,
    },
    /// A number that is no point.
    #[error("{0} is not a point; points are 1 to 24, 25 or bar, 0 or off")]
    NotAPoint(u32),
    /// A leading, doubled or trailing slash.
    #[error("a slash must stand between two points")]
    LooseSlash,
    /// Points that do not pair up.
    #[error("the play needs pairs of points: from and to")]
    OddPoints,
    /// More than four checkers' steps.
    #[error("a play has at most four steps")]
    TooManySteps,
    /// A repeat count that is not 2, 3 or 4, or follows nothing.
    #[error("a repeat count is (2), (3) or (4) after a path such as 13/11")]
    BadRepeat,
    /// A checker moved from off, onto the bar, or backward.
    #[error("a checker cannot move from {from} to {to}")]
    WrongWay {
        /// The starting place in the text.
        from: Place,
        /// The target place in the text.
        to: Place,
    },
    /// Correct notation, but not a legal play of these dice.
    #[error("{play} is not a legal play of {dice}")]
    Illegal {
        /// The text as typed.
        play: String,
        /// The roll.
        dice: Dice,
    },
}

/// A path of one checker as typed: from a place over others to the last; repeated paths appear repeatedly.
type CheckerMove = (Place, Place);

/// Writes a play in canonical form; `board` is the position before it, the mover on roll.
#[must_use]
pub fn format(board: &Board, play: &Play) -> String {
    Canonical { board, play }.to_string()
}

struct Canonical<'a> {
    board: &'a Board,
    play: &'a Play,
}

/// The joined movement of one checker.
#[derive(Clone, PartialEq, Eq)]
struct Path {
    places: Vec<Place>,
}

impl Path {
    fn last(&self) -> Place {
        self.places[self.places.len() - 1]
    }
}

impl fmt::Display for Canonical<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let other = self.board.side(Side::Opponent);
        let mut unmarked: Vec<Place> = (0..24)
            .filter(|&index| other[23 - index] == 1)
            .map(Place::from_index)
            .filter(|place| self.play.steps().iter().any(|step| step.to == *place))
            .collect();
        let paths = self.paths(&unmarked);
        let mut n = 0;
        while n < paths.len() {
            let path = &paths[n];
            let count = paths[n..].iter().take_while(|p| *p == path).count();
            if n > 0 {
                f.write_str(" ")?;
            }
            for (k, place) in path.places.iter().enumerate() {
                write!(f, "{}{place}", if k > 0 { "/" } else { "" })?;
                if k > 0 && unmarked.contains(place) {
                    unmarked.retain(|p| p != place);
                    f.write_str("*")?;
                }
            }
            if count > 1 {
                write!(f, "({count})")?;
            }
            n += count;
        }
        Ok(())
    }
}

impl Canonical<'_> {
    /// The steps joined into paths, intermediate points kept only where they are in `hits`.
    fn paths(&self, hits: &[Place]) -> Vec<Path> {
        let mut steps = self.play.steps().to_vec();
        steps.sort_by(|a, b| b.cmp(a));
        let mut paths: Vec<Path> = Vec::new();
        for step in steps {
            match paths.iter_mut().find(|path| path.last() == step.from) {
                Some(path) => path.places.push(step.to),
                None => paths.push(Path { places: vec![step.from, step.to] }),
            }
        }
        for path in &mut paths {
            let last = path.places.len() - 1;
            let mut k = 0;
            path.places.retain(|place| {
                k += 1;
                k == 1 || k == last + 1 || hits.contains(place)
            });
        }
        paths
    }
}

/// Finds the legal play a text means. Steps may be given in any order and intermediate points left out, as long as
/// the position reached is that of a legal play.
///
/// # Errors
/// If the text is not a play at all, or no legal play of `dice` leads to the position it describes.
pub fn resolve(board: &Board, dice: Dice, text: &str) -> Result<Play, NotationError> {
    let mut list = PlayList::new();
    list.generate(board, dice);
    let find = |legs: &[CheckerMove]| list.find(&place_legs(board, legs)?.swapped());
    let read = parse(text);
    if let Some(n) = read.as_deref().ok().and_then(find) {
        return Ok(list.plays()[n]);
    }
    let mut found: Vec<usize> = points_in_pairs(text).iter().filter_map(|legs| find(legs)).collect();
    found.sort_unstable();
    found.dedup();
    match (&found[..], read) {
        ([only], _) => Ok(list.plays()[*only]),
        (_, Err(error)) => Err(error),
        _ => Err(NotationError::Illegal { play: text.trim().to_owned(), dice }),
    }
}

/// Most digits of a play whose points are typed without slashes.
const MAX_DIGITS: usize = 16;

/// All ways to read a text of digits as pairs of points, from and to: `85 65`, `8565`. Where there are slashes, numbers
/// are not taken apart: `8/5/6/5`.
fn points_in_pairs(text: &str) -> Vec<Vec<CheckerMove>> {
    let is_digits = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c == ',' || c == '/')
        .filter(|part| !part.is_empty())
        .collect();
    if !parts.iter().all(is_digits) || parts.iter().map(|part| part.len()).sum::<usize>() > MAX_DIGITS {
        return Vec::new();
    }
    let mut readings = vec![Vec::new()];
    for part in parts {
        let ways =
            if text.contains('/') { Vec::from_iter(point(part).map(|at| vec![at])) } else { split(part) };
        let longer = |points: &Vec<Place>| -> Vec<Vec<Place>> {
            ways.iter().map(|way| [&points[..], way].concat()).filter(|points| goes_down(points)).collect()
        };
        readings = readings.iter().flat_map(longer).collect();
    }
    let pairs = |points: Vec<Place>| -> Vec<CheckerMove> {
        points.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
    };
    readings.into_iter().filter(|points| points.len() % 2 == 0).map(pairs).collect()
}

/// Whether each complete pair of points leads down, and there are no more than four.
fn goes_down(points: &[Place]) -> bool {
    points.len() <= 8 && points.chunks_exact(2).all(|pair| pair[0] > pair[1])
}

/// A number as it is written in plays, without zeros before it.
fn point(digits: &str) -> Option<Place> {
    let number = digits.parse().ok().filter(|_| digits == "0" || !digits.starts_with('0'))?;
    Place::from_number(number)
}

/// All ways to take a row of digits apart into points.
fn split(digits: &str) -> Vec<Vec<Place>> {
    if digits.is_empty() {
        return vec![Vec::new()];
    }
    let mut ways = Vec::new();
    for length in 1..=digits.len().min(2) {
        let Some(first) = point(&digits[..length]) else { continue };
        ways.extend(split(&digits[length..]).into_iter().map(|rest| [vec![first], rest].concat()));
    }
    ways
}

/// The board after all moves, seen by the mover; `None` if a move starts where no checker is or ends on
/// a blocked point. Moves are made from the rear, so that a later move can use a checker that an earlier move brought.
fn place_legs(board: &Board, legs: &[CheckerMove]) -> Option<Board> {
    let mut legs = legs.to_vec();
    legs.sort_by(|a, b| b.cmp(a));
    let mut after = *board;
    for (from, to) in legs {
        if after.side(Side::OnRoll)[from.index()?] == 0 {
            return None;
        }
        if to.is_point() && after.side(Side::Opponent)[23 - to.index()?] > 1 {
            return None;
        }
        after = Play::from_steps(&[Step { from, to }])?.apply(&after);
    }
    Some(after)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    Point(Place),
    Slash,
    Repeat(u32),
}

/// Reads the steps of a play as typed, without checking whether they are legal. A path over several points gives one
/// step for each point.
///
/// # Errors
/// If the text is not in the notation described in the module.
pub fn parse(text: &str) -> Result<Vec<(Place, Place)>, NotationError> {
    let tokens = tokens(text)?;
    let mut legs: Vec<CheckerMove> = Vec::new();
    let mut lone: Vec<Place> = Vec::new();
    let mut n = 0;
    while n < tokens.len() {
        let Token::Point(first) = tokens[n] else {
            return Err(if tokens[n] == Token::Slash {
                NotationError::LooseSlash
            } else {
                NotationError::BadRepeat
            });
        };
        let mut path = vec![first];
        n += 1;
        while tokens.get(n) == Some(&Token::Slash) {
            let Some(Token::Point(next)) = tokens.get(n + 1) else { return Err(NotationError::LooseSlash) };
            path.push(*next);
            n += 2;
        }
        if path.len() == 1 {
            lone.push(first);
            if let [from, to] = lone[..] {
                legs.push((from, to));
                lone.clear();
            }
            continue;
        }
        if !lone.is_empty() {
            return Err(NotationError::OddPoints);
        }
        let mut count = 1;
        if let Some(Token::Repeat(repeat)) = tokens.get(n) {
            if !(2..=4).contains(repeat) {
                return Err(NotationError::BadRepeat);
            }
            count = *repeat;
            n += 1;
        }
        for _ in 0..count {
            legs.extend(path.windows(2).map(|pair| (pair[0], pair[1])));
        }
    }
    if !lone.is_empty() {
        return Err(NotationError::OddPoints);
    }
    if legs.len() > 4 {
        return Err(NotationError::TooManySteps);
    }
    for &(from, to) in &legs {
        if from == Place::OFF || to == Place::BAR || from <= to {
            return Err(NotationError::WrongWay { from, to });
        }
    }
    Ok(legs)
}

fn tokens(text: &str) -> Result<Vec<Token>, NotationError> {
    let characters: Vec<char> = text.to_ascii_lowercase().chars().collect();
    let mut tokens = Vec::new();
    let mut n = 0;
    while n < characters.len() {
        let at = n + 1;
        let unexpected = |found| Err(NotationError::Unexpected { found, at });
        match characters[n] {
            c if c.is_whitespace() => n += 1,
            ',' | '*' | ')' | ';' => n += 1,
            '/' | '>' => {
                tokens.push(Token::Slash);
                n += 1;
            }
            '-' => {
                // Between two numbers a dash is a slash; elsewhere it means "off".
                let before = n > 0 && characters[n - 1].is_ascii_alphanumeric();
                let after = characters.get(n + 1).is_some_and(char::is_ascii_alphanumeric);
                tokens.push(if before && after { Token::Slash } else { Token::Point(Place::OFF) });
                n += 1;
            }
            '0'..='9' | '(' => {
                let repeat = characters[n] == '(';
                n += usize::from(repeat);
                let mut number = 0u32;
                let mut digits = 0;
                while let Some(digit) = characters.get(n).and_then(|c| c.to_digit(10)) {
                    number = number.saturating_mul(10).saturating_add(digit);
                    digits += 1;
                    n += 1;
                }
                if digits == 0 {
                    return unexpected('(');
                }
                tokens.push(if repeat {
                    Token::Repeat(number)
                } else {
                    let place = u8::try_from(number).ok().and_then(Place::from_number);
                    Token::Point(place.ok_or(NotationError::NotAPoint(number))?)
                });
            }
            'b' | 'o' => {
                let (word, place) =
                    if characters[n] == 'b' { ("bar", Place::BAR) } else { ("off", Place::OFF) };
                let typed: String = characters[n..].iter().take_while(|c| c.is_ascii_alphabetic()).collect();
                if !word.starts_with(&typed) {
                    return unexpected(characters[n]);
                }
                tokens.push(Token::Point(place));
                n += typed.len();
            }
            found => return unexpected(found),
        }
    }
    Ok(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dice(roll: &str) -> Dice {
        let digits: Vec<u8> = roll.bytes().map(|b| b - b'0').collect();
        Dice::new(digits[0], digits[1]).unwrap()
    }

    fn check(board: &Board, roll: &str, typed: &str, expected: Option<&str>) {
        let found = resolve(board, dice(roll), typed).ok().map(|play| format(board, &play));
        assert_eq!(found.as_deref(), expected, "{roll}: {typed}");
    }

    #[test]
    fn notations_of_the_manual() {
        let start = Board::default();
        for typed in ["8/5 6/5", "8 5 6 5", "6/5, 8/5", "8/5* 6/5", "6/5,8/5", "8-5 6-5", "8>5 6>5"] {
            check(&start, "31", typed, Some("8/5 6/5"));
        }
        for typed in ["85 65", "8565", "8/5/6/5", "65 85"] {
            check(&start, "31", typed, Some("8/5 6/5"));
        }
        check(&start, "31", "1310 65", Some("13/10 6/5"));
        check(&start, "61", "137 87", Some("13/7 8/7"));
        for typed in ["8/7/4", "8/4", "8 7 7 4", "84"] {
            check(&start, "31", typed, Some("8/4"));
        }
        for typed in ["24/18(2) 13/7(2)", "24/18(2),13/7(2)", "24 18 24 18 13 7 13 7"] {
            check(&start, "66", typed, Some("24/18(2) 13/7(2)"));
        }
        check(&start, "44", "13/5(2)", Some("13/5(2)"));
        check(&start, "44", "24/20/16(2)", Some("24/16(2)"));
        for typed in [
            "8/5",
            "8/5/",
            "/8/5",
            "8//5",
            "8/5(0)",
            "8/5(3)",
            "8/5 6/5 x",
            "26/25",
            "5/8",
            "8/off",
            "6/5 5/4 4/3 3/2 2/1",
            "bag",
            "(2)",
            "8/5(",
            "0/5",
            "6/bar",
            "85",
            "85 6",
            "58 56",
            "8565856585658565",
        ] {
            check(&start, "31", typed, None);
        }
    }

    #[test]
    fn bar_and_off_in_every_spelling() {
        let mut board = Board::EMPTY;
        board.set(Side::OnRoll, 24, 2);
        board.set(Side::Opponent, 3, 1);
        board.set(Side::Opponent, 4, 1);
        check(&board, "54", "b 20 b 21", Some("bar/21* bar/20*"));
        check(&board, "54", "bar/20* bar/21*", Some("bar/21* bar/20*"));
        let mut board = Board::EMPTY;
        board.set(Side::OnRoll, 5, 2);
        board.set(Side::OnRoll, 3, 2);
        for typed in ["6/off 4/off", "6 o 4 o", "6/0 4/0", "6- 4-"] {
            check(&board, "64", typed, Some("6/off 4/off"));
        }
    }

    #[test]
    fn hits_are_marked_once() {
        let mut board = Board::EMPTY;
        board.set(Side::OnRoll, 23, 1);
        board.set(Side::OnRoll, 12, 3);
        board.set(Side::Opponent, 6, 1);
        check(&board, "65", "24/13", Some("24/13"));
        check(&board, "65", "24/18*/13", Some("24/18*/13"));
        board.set(Side::Opponent, 16, 1);
        check(&board, "55", "13/8(3) 24/19", Some("24/19 13/8*(3)"));
    }
}
