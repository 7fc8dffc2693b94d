// SPDX-License-Identifier: GPL-3.0-or-later
//! The rows of a game: two cells, each one action.

use crate::builder::Builder;
use crate::error::Place;
use crate::text::{Scan, TextLine, starts_with};
use crate::{legs, snowie, xgid_board};
use gnubg_engine::core::{CubeState, CubeValue, Player, ResignLevel};

/// Width of a tab in columns.
const TAB: usize = 8;

/// The cells of a row, left and right, trimmed; empty where there is none.
fn cells(text: &str) -> [String; 2] {
    let text = expand_tabs(text);
    let content = content(&text);
    let split = split_at(content);
    let (left, right) = content.split_at(split.min(content.len()));
    [left.trim().to_owned(), right.trim().to_owned()]
}

fn expand_tabs(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut column = 0;
    for c in text.chars() {
        if c == '\t' {
            let n = TAB - column % TAB;
            out.extend(std::iter::repeat_n(' ', n));
            column += n;
        } else {
            out.push(c);
            column += 1;
        }
    }
    out
}

/// The row without its number.
fn content(text: &str) -> &str {
    let mut scan = Scan::new(text);
    scan.blanks();
    let numbered = scan.number().is_some() && scan.blanks().rest().starts_with(')');
    if numbered { &scan.rest()[1..] } else { text }
}

/// Where a second row number begins in a row; plays in parentheses, as in `8/5(2)`, are none.
fn second_number(text: &str) -> Option<usize> {
    let start = text.len() - content(text).len();
    let ends = text[start..].match_indices(')').map(|(at, _)| start + at);
    ends.into_iter().find_map(|end| {
        let number = text[..end].trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let is_number = number < end && text[..number].ends_with("  ");
        (number > start && is_number).then_some(number)
    })
}

/// Whether a line is a numbered row.
pub(crate) fn is_numbered(text: &str) -> bool {
    let mut scan = Scan::new(text);
    scan.blanks();
    scan.number().is_some() && scan.blanks().rest().starts_with(')')
}

/// The byte at which the right cell starts.
fn split_at(content: &str) -> usize {
    // The second roll, two digits before its colon, starts the right cell.
    if let Some(at) = colons(content).nth(1) {
        return at;
    }
    // Else the first gap after the place where a left cell must have begun.
    let start = content.char_indices().map(|(at, _)| at).nth(11).unwrap_or(content.len());
    let first = content.find(|c: char| !c.is_whitespace()).unwrap_or(content.len());
    if first >= start {
        return first;
    }
    content[start..].find("  ").map_or(content.len(), |gap| start + gap)
}

/// The places of rolls: two digits before a colon.
fn colons(content: &str) -> impl Iterator<Item = usize> + '_ {
    content.match_indices(':').filter_map(|(at, _)| {
        let before = content[..at].trim_end();
        let roll = before.len().checked_sub(2)?;
        let is_roll = before.as_bytes()[roll..].iter().all(u8::is_ascii_digit);
        let alone = roll == 0 || !before.as_bytes()[roll - 1].is_ascii_alphanumeric();
        (is_roll && alone).then_some(roll)
    })
}

/// Reads rows into a game.
#[derive(Debug, Default)]
pub(crate) struct RowReader {
    /// The player who conceded, while the points are not known yet.
    conceded: Option<(Player, ResignLevel, Place)>,
    /// The player who lost points according to the file, while the winner is not known yet.
    lost: Option<(Player, u32, Place)>,
    /// Whether an unknown text was already reported.
    has_warned: bool,
}

impl RowReader {
    /// Reads one line of a game.
    pub(crate) fn line(&mut self, builder: &mut Builder, line: TextLine<'_>) {
        let at = Place::Line(line.number);
        let text = line.text.trim_start();
        if text.starts_with(';') || text.starts_with('#') {
            return self.remark(builder, text, at);
        }
        // Backgammon Galaxy puts the loss of a game into the row of the last play, with a number of its own.
        if let Some(at) = second_number(line.text) {
            let (first, second) = line.text.split_at(at);
            self.line(builder, TextLine { text: first, ..line });
            return self.line(builder, TextLine { text: second, ..line });
        }
        let cells = cells(line.text);
        for (player, cell) in Player::BOTH.into_iter().zip(&cells) {
            if !cell.is_empty() {
                self.cell(builder, player, cell, at);
            }
        }
    }

    /// Ends the game: a concession without a result counts as a plain resignation.
    pub(crate) fn end_game(&mut self, builder: &mut Builder) {
        if let Some((by, level, at)) = self.conceded.take()
            && builder.is_playing()
            && builder.has_entries()
        {
            match builder.doubled_by() {
                Some(doubler) if doubler != by => builder.pass(by, at),
                _ => builder.resign(by, level, at),
            }
        }
        if let Some((by, points, at)) = self.lost.take() {
            builder.forfeit(by.other(), points, at);
        }
        self.has_warned = false;
    }

    /// A line of remarks inside a game; XG sets positions with one.
    fn remark(&mut self, builder: &mut Builder, text: &str, at: Place) {
        let text = text.trim_start_matches([';', '#']).trim();
        if let Some(position) = text.strip_prefix("Set Pos=") {
            return set_position(builder, position.trim(), at);
        }
        let is_dice_note = text.starts_with("[Game ") && text.contains("Dice set");
        if !is_dice_note && !text.is_empty() {
            builder.comment(text);
        }
    }

    fn cell(&mut self, builder: &mut Builder, player: Player, cell: &str, at: Place) {
        let is = |words: &[&str]| words.iter().any(|word| starts_with(cell, word));
        if let Some((dice, rest)) = roll(cell) {
            self.roll(builder, player, dice, rest, at);
        } else if is(&["double", "beaver", "raccoon", "redouble"]) {
            builder.double(player, at);
        } else if is(&["take", "accept"]) {
            builder.take(player, at);
        } else if is(&["drop", "pass", "reject"]) {
            builder.pass(player, at);
        } else if is(&["loses", "losses"]) {
            self.lost = Some((player, points(cell), at));
        } else if is(&["wins"]) {
            self.conceded = None;
            match self.lost.take() {
                Some((loser, ..)) if loser != player => builder.forfeit(player, points(cell), at),
                _ => builder.win(player, points(cell), at),
            }
        } else if is(&["resign", "concede", "forfeit", "gives up"]) {
            let has = |word: &str| cell.split_whitespace().any(|part| part.eq_ignore_ascii_case(word));
            let level = match (has("backgammon"), has("gammon")) {
                (true, _) => ResignLevel::Backgammon,
                (_, true) => ResignLevel::Gammon,
                _ => ResignLevel::Single,
            };
            self.conceded = Some((player, level, at));
        } else if is(&["and the match", "match"]) {
            // The end of "Wins 1 point and the match", which some files cut into two cells.
        } else if is(&["cannot move", "can't move", "no move"]) {
            builder.warn(at, "a roll is missing before this");
        } else if !self.has_warned {
            self.has_warned = true;
            let shown: String = cell.chars().take(40).collect();
            builder.warn(at, format!("{shown:?} is not understood; such text is ignored in this game"));
        }
    }

    fn roll(&mut self, builder: &mut Builder, player: Player, dice: [u8; 2], rest: &str, at: Place) {
        let rest = rest.trim();
        if dice == [0, 0] && (rest.is_empty() || rest.starts_with("??")) {
            // Backgammon Studio: the player gave up instead of rolling.
        } else if rest.is_empty() {
            builder.blank(player, dice, at);
        } else if starts_with(rest, "cannot move") || starts_with(rest, "can't move") {
            builder.dance(player, dice, at);
        } else if rest.starts_with("??") {
            builder.roll(player, dice, at);
        } else if let Some(position) = illegal_position(rest) {
            match snowie::read_position(position) {
                Ok(found) => {
                    let board = found.state.board_of(player.other());
                    builder.play_to(player, dice, &board, &[], at);
                }
                Err(reason) => builder.break_game(at, &reason),
            }
        } else {
            match legs::parse(rest, '/') {
                Ok(legs) => builder.play(player, dice, &legs, at),
                Err(reason) => builder.play_start(player, dice, &legs::start(rest, '/'), &reason, at),
            }
        }
    }
}

/// `Illegal play (…)`: the position after it.
fn illegal_position(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("Illegal play")?.trim_start();
    Some(rest.trim_start_matches('(').trim_end_matches(')'))
}

/// Two digits and a colon at the start of a cell.
fn roll(cell: &str) -> Option<([u8; 2], &str)> {
    let mut scan = Scan::new(cell);
    let dice = [scan.digit()?, scan.digit()?];
    scan.blanks().rest().strip_prefix(':').map(|rest| (dice, rest))
}

/// The number after `Wins`.
fn points(cell: &str) -> u32 {
    let digits = cell.find(|c: char| c.is_ascii_digit());
    digits.and_then(|at| Scan::new(&cell[at..]).number()).unwrap_or(1).clamp(1, 1 << 20)
}

/// `<26 characters of an XGID>/<cube>`: `/0` centered, `/k` seat `One` owns 2^k, `/-k` seat `Zero`.
fn set_position(builder: &mut Builder, text: &str, at: Place) {
    let (letters, cube) = text.split_once('/').unwrap_or((text, "0"));
    let board = match xgid_board(letters.trim()) {
        Ok(board) => board,
        Err(error) => return builder.break_game(at, &error),
    };
    let on_roll = builder.state().on_roll;
    let board = if on_roll == Player::One { board } else { board.swapped() };
    builder.set_board(on_roll, &board, at);
    let code = Scan::new(cube.trim()).signed().unwrap_or(0);
    let value = u32::try_from(code.unsigned_abs()).ok().and_then(CubeValue::from_exponent);
    let owner = match code {
        0 => None,
        1.. => Some(Player::One),
        _ => Some(Player::Zero),
    };
    builder.set_cube(CubeState { value: value.unwrap_or_default(), owner }, at);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(row: &str, left: &str, right: &str) {
        assert_eq!(cells(row), [left, right], "{row:?}");
    }

    #[test]
    fn rows_of_every_dialect() {
        check("  2) 32: 24/22 13/10             61: 13/7 8/7 ", "32: 24/22 13/10", "61: 13/7 8/7");
        check("  1)                             42: 8/4 6/4 ", "", "42: 8/4 6/4");
        check("  6) 31: 25/24 8/5                Doubles => 2", "31: 25/24 8/5", "Doubles => 2");
        check("  7)  Takes                      31: 14/11 11/10 ", "Takes", "31: 14/11 11/10");
        check(" 17) 54:                         53: 8/3 7/4 ", "54:", "53: 8/3 7/4");
        check(" 12)  Doubles => 4                Drops", "Doubles => 4", "Drops");
        check("                                  Wins 2 points", "", "Wins 2 points");
        check("      Wins 2 points", "Wins 2 points", "");
        check("  5) Drops                       Wins 1 point ", "Drops", "Wins 1 point");
        check(" 12)  Drops", "Drops", "");
        check("  8)                              Doubles => 2", "", "Doubles => 2");
        check(" 21) Resigns                                    Wins 2 points", "Resigns", "Wins 2 points");
        check("  23) 66: 3/0 2/0 2/0 1/0                 Resigns", "66: 3/0 2/0 2/0 1/0", "Resigns");
        check("   Wins 1 points and the match                     ", "Wins 1 points and the match", "");
        check(" 5) 31: 8/5 6/5\t\t42: 8/4 6/4", "31: 8/5 6/5", "42: 8/4 6/4");
        check("  4)\t\t\t\t54: 24/20 13/8", "", "54: 24/20 13/8");
        check("  1)                             16 : 13/7 8/7", "", "16 : 13/7 8/7");
    }

    #[test]
    fn numbers_of_points() {
        assert_eq!(points("Wins 12 points and the match"), 12);
        assert_eq!(points("Wins"), 1);
    }
}
