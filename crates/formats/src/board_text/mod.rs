// SPDX-License-Identifier: GPL-3.0-or-later
//! The board as text, fifteen lines.
//!
//! Seat `One` is `X` at the bottom and moves toward the bottom right, seat `Zero` is `O` at the top, whoever is on
//! roll. Point numbers and an arrow show the player on roll. Points fill from the outer edge; the innermost row has
//! the number of checkers in stacks higher than five. [`read()`] reads such drawings.

mod facts;
mod line;
mod read;
#[cfg(test)]
mod tests;

pub use read::read;

pub(crate) use read::count_borders;

use gnubg_engine::core::{Board, Decision, MatchState, Phase, Player, Side};
use std::fmt::Write as _;

/// A position with the text beside the board.
#[derive(Clone, Copy, Debug)]
pub struct BoardText<'a> {
    /// The position and the match around it.
    pub state: &'a MatchState,
    /// The players' names by seat.
    pub names: [&'a str; 2],
    /// Whether seat `One` moves toward the bottom left.
    pub clockwise: bool,
    /// The dice in the order they were thrown; without it the higher one comes first.
    pub faces: Option<[u8; 2]>,
}

/// Upper and lower point numbers when seat `One` is on roll; they are exchanged when seat `Zero` is.
const NUMBERS: [&str; 2] =
    ["+13-14-15-16-17-18------19-20-21-22-23-24-+", "+12-11-10--9--8--7-------6--5--4--3--2--1-+"];
const CLOCKWISE_NUMBERS: [&str; 2] =
    ["+24-23-22-21-20-19------18-17-16-15-14-13-+", "+-1--2--3--4--5--6-------7--8--9-10-11-12-+"];

impl BoardText<'_> {
    /// The lines, each ended by a line feed.
    #[must_use]
    pub fn draw(&self) -> String {
        let mut out = String::new();
        let state = self.state;
        // The old spelling of names is part of the layout.
        let indent = if self.clockwise { "   " } else { "" };
        let _ = writeln!(out, "{indent} GNU Backgammon  Position ID: {}", state.board.position_id());
        let _ = writeln!(out, "{indent}                 Match ID   : {}", state.match_id());
        let numbers = if self.clockwise { CLOCKWISE_NUMBERS } else { NUMBERS };
        let [mut upper, mut lower] = numbers;
        if state.on_roll == Player::Zero {
            // Clockwise numbers are both mirrored and exchanged.
            (upper, lower) = (lower, upper);
        }
        let board = state.board_of(Player::One);
        self.border(&mut out, upper, &self.info(0));
        for row in 1..=5 {
            self.row(&mut out, &board, true, row);
        }
        self.middle(&mut out);
        for row in (1..=5).rev() {
            self.row(&mut out, &board, false, row);
        }
        self.border(&mut out, lower, &self.info(6));
        out
    }

    fn border(&self, out: &mut String, numbers: &str, info: &str) {
        let _ = if self.clockwise {
            writeln!(out, "    {numbers}  {info}")
        } else {
            writeln!(out, " {numbers}     {info}")
        };
    }

    fn middle(&self, out: &mut String) {
        let arrow = if self.state.on_roll == Player::One { 'v' } else { '^' };
        let info = self.info(3);
        let blank = " ".repeat(18);
        let _ = if self.clockwise {
            writeln!(out, "    |{blank}|BAR|{blank}|{arrow} {info}")
        } else {
            writeln!(out, "{arrow}|{blank}|BAR|{blank}|     {info}")
        };
    }

    /// One row of a half; row 1 is at the outer edge, row 5 in the middle.
    fn row(&self, out: &mut String, board: &Board, is_upper: bool, row: usize) {
        // Points of seat `One`, left to right.
        let points: Vec<usize> = match (is_upper, self.clockwise) {
            (true, false) => (13..=24).collect(),
            (false, false) => (1..=12).rev().collect(),
            (true, true) => (13..=24).rev().collect(),
            (false, true) => (1..=12).collect(),
        };
        let cell = |point: usize| {
            let mine = board.side(Side::OnRoll)[point - 1];
            let theirs = board.side(Side::Opponent)[24 - point];
            if mine > 0 { symbol(mine, 'X', row) } else { symbol(theirs, 'O', row) }
        };
        let (side, letter) = if is_upper { (Side::Opponent, 'O') } else { (Side::OnRoll, 'X') };
        let bar = symbol(board.side(side)[24], letter, row);
        let halves: Vec<String> = points
            .chunks(6)
            .map(|half| half.iter().map(|&point| format!(" {} ", cell(point))).collect())
            .collect();
        let n_checkers = self.state.rules.variation.n_checkers();
        let off = usize::from(n_checkers.saturating_sub(board.checkers_on_board(side)));
        let mut tray: Vec<char> =
            [0, 5, 10].map(|full| if off >= full + row { letter } else { ' ' }).to_vec();
        if self.clockwise {
            tray.reverse();
        }
        let tray: String = tray.into_iter().collect();
        // The rows next to the middle have no text beside the board.
        let info = match (is_upper, row) {
            (true, 1) => self.info(1),
            (true, 2) => self.info(2),
            (false, 2) => self.info(4),
            (false, 1) => self.info(5),
            _ => String::new(),
        };
        let body = format!("|{}| {bar} |{}|", halves[0], halves[1]);
        let _ = match (self.clockwise, row) {
            (true, _) => writeln!(out, "{tray} {body}  {info}"),
            (false, 5) => writeln!(out, " {body} {tray}"),
            (false, _) => writeln!(out, " {body} {tray} {info}"),
        };
    }

    /// One of the seven texts beside the board.
    fn info(&self, number: u8) -> String {
        let state = self.state;
        match number {
            0 => self.name(Player::Zero, 'O'),
            1 => points(state.score[0]),
            2 => self.status(Player::Zero),
            3 => self.cube(),
            4 => self.status(Player::One),
            5 => points(state.score[1]),
            _ => self.name(Player::One, 'X'),
        }
    }

    fn name(&self, player: Player, letter: char) -> String {
        let name = self.names[player.index()];
        let is_offered = matches!(self.state.phase, Phase::Due(Decision::Answer(_)));
        if self.state.cube.owner == Some(player) && !is_offered {
            format!("{letter}: {name} (Cube: {})", self.state.cube.value)
        } else {
            format!("{letter}: {name}")
        }
    }

    fn status(&self, player: Player) -> String {
        let state = self.state;
        let due = match state.phase {
            Phase::Due(due) | Phase::Resigning { then: due, .. } => due,
            Phase::Opening | Phase::Over(_) => return String::new(),
        };
        if let Decision::Answer(offer) = due {
            let is_asked = offer.by.other() == player;
            return if is_asked {
                format!("Cube offered at {}", 2 * state.cube.value.points())
            } else {
                String::new()
            };
        }
        if state.on_roll != player {
            return String::new();
        }
        let mut text = match due {
            Decision::Play(dice) => {
                let [a, b] = self.faces.unwrap_or([dice.high(), dice.low()]);
                format!("Rolled {a}{b}")
            }
            _ => "On roll".to_owned(),
        };
        if let Phase::Resigning { level, .. } = state.phase {
            let words = facts::RESIGNS.iter().find(|(of, _)| *of == level);
            text.push_str(words.map_or("", |(_, words)| words));
        }
        text
    }

    fn cube(&self) -> String {
        let state = self.state;
        if matches!(state.phase, Phase::Due(Decision::Answer(_))) {
            return String::new();
        }
        let length = match state.length {
            0 => String::new(),
            1 => return "1 point match".to_owned(),
            n => format!("{n} points match"),
        };
        let cube = match state.cube.owner {
            Some(_) => String::new(),
            None if state.is_crawford => "(Crawford game)".to_owned(),
            None => format!("(Cube: {})", state.cube.value),
        };
        let parts: Vec<&str> =
            [length.as_str(), cube.as_str()].into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    }
}

/// `1 point`, `4 points`.
fn points(n: u32) -> String {
    if n == 1 { "1 point".to_owned() } else { format!("{n} points") }
}

/// The character of a stack of `count` checkers in a row.
fn symbol(count: u8, letter: char, row: usize) -> char {
    let count = usize::from(count);
    match row {
        5 if count > 5 => char::from_digit((count as u32).min(15), 16).unwrap_or('F').to_ascii_uppercase(),
        row if count >= row => letter,
        _ => ' ',
    }
}
