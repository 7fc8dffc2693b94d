// SPDX-License-Identifier: GPL-3.0-or-later
//! The decisions of a report by their position IDs and match IDs.

use super::{ReportLine, head};
use crate::text::clean_name;
use gnubg_engine::core::{Board, Decision, MatchState, Phase, Player, Rules};
use std::ops::Range;

/// The largest number of lines between a position ID and its match ID.
const MAX_GAP: usize = 2;

/// A decision of a report.
#[derive(Debug)]
pub(super) struct Frame {
    /// The number of its line.
    pub(super) number: usize,
    /// The lines before it since the identifiers of the last one: among them its title and the head of its game.
    pub(super) before: Range<usize>,
    /// The lines of the decision, from its identifiers to the title of the next one.
    pub(super) lines: Range<usize>,
    pub(super) state: MatchState,
    /// By seat; empty where they are not known.
    pub(super) names: [String; 2],
}

impl Frame {
    /// Whether it is a game of its own.
    pub(super) fn is_of_other_game(&self, last: &Frame) -> bool {
        self.state.score != last.state.score || self.is_of_other_match(last)
    }

    /// Whether names or match length differ.
    pub(super) fn is_of_other_match(&self, last: &Frame) -> bool {
        let sank =
            Player::BOTH.iter().any(|seat| self.state.score[seat.index()] < last.state.score[seat.index()]);
        self.names != last.names || self.state.length != last.state.length || sank
    }

    /// The player whose action the frame shows.
    pub(super) fn actor(&self) -> Player {
        match self.state.phase {
            Phase::Due(Decision::Answer(offer)) => offer.by.other(),
            Phase::Resigning { by, .. } => by,
            _ => self.state.on_roll,
        }
    }

    /// The name of a seat.
    pub(super) fn name(&self, seat: Player) -> &str {
        &self.names[seat.index()]
    }
}

/// The frames of a report.
pub(super) fn frames(lines: &[ReportLine]) -> Vec<Frame> {
    let mut found: Vec<Frame> = Vec::new();
    let mut position: Option<(usize, Board)> = None;
    let mut names = [String::new(), String::new()];
    for (n, line) in lines.iter().enumerate() {
        for word in line.text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '/'))) {
            match word.len() {
                14 => {
                    let board = Board::from_position_id(word).ok();
                    position =
                        board.filter(|board| board.check(Rules::default().variation).is_ok()).map(|b| (n, b));
                }
                12 => {
                    let Some((at, board)) = position.filter(|(at, _)| n - at <= MAX_GAP) else { continue };
                    let Ok(state) = MatchState::from_match_id(word, board, Rules::default()) else {
                        continue;
                    };
                    if state.check().is_err() {
                        continue;
                    }
                    position = None;
                    let start = found.last().map_or(0, |frame| frame.lines.start);
                    let title = title(lines, start, at);
                    if let Some(last) = found.last_mut() {
                        last.lines.end = title;
                    }
                    let before = start..at;
                    let body = n + 1..lines.len();
                    let mut frame = Frame {
                        number: line.number,
                        before,
                        lines: body,
                        state,
                        names: [const { String::new() }; 2],
                    };
                    names_of(lines, &frame, &mut names);
                    frame.names.clone_from(&names);
                    found.push(frame);
                }
                _ => {}
            }
        }
    }
    found
}

/// The line of the title above a position ID: the last one with text.
fn title(lines: &[ReportLine], start: usize, at: usize) -> usize {
    let is_title = |n: &usize| !lines[*n].text.trim().is_empty();
    (start..at).rev().find(is_title).unwrap_or(at)
}

/// Finds the names beside the drawn board, or else in the line with the score.
fn names_of(lines: &[ReportLine], frame: &Frame, names: &mut [String; 2]) {
    const BOARD: usize = 16;
    let mut is_drawn = false;
    let mut raw = [""; 2];
    for line in lines[frame.lines.clone()].iter().take(BOARD) {
        let Some((border, label)) = line.text.rsplit_once("-+ ") else { continue };
        if !border.trim_start().starts_with(['+', '>', '|']) {
            continue;
        }
        let Some((letter @ ("O" | "X"), name)) = label.trim().split_once(':') else { continue };
        let seat = if letter == "O" { Player::Zero } else { Player::One };
        let mut name = name.trim();
        if frame.state.cube.owner == Some(seat) && name.ends_with(')') {
            name = name.rsplit_once(" (").map_or(name, |(name, _)| name);
        }
        names[seat.index()] = clean_name(name);
        raw[seat.index()] = name;
        is_drawn = true;
    }
    for seat in Player::BOTH {
        if let Some(name) = overrun(raw[seat.index()], raw[seat.other().index()]) {
            names[seat.index()] = clean_name(name);
        }
    }
    if !is_drawn
        && let Some(found) = lines[frame.before.clone()]
            .iter()
            .rev()
            .find_map(|line| head::names_in_score(&line.text, frame.state.score))
    {
        *names = found;
    }
}

/// A name of 32 bytes behind which the original prints what follows in its memory: the name of the other player.
fn overrun<'a>(name: &'a str, other: &str) -> Option<&'a str> {
    const LONGEST: usize = 32;
    let (name, rest) = name.split_at_checked(LONGEST)?;
    let rest = rest.trim_start_matches(['O', 'X', ':', ' ']);
    (!rest.is_empty() && rest == other).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::overrun;

    #[test]
    fn names_that_run_into_the_other_one() {
        let long = format!(": 0{:28}l", "");
        for rest in ["lasse", "X: lasse"] {
            assert_eq!(overrun(&format!("{long}{rest}"), "lasse"), Some(&long[..]));
        }
        assert_eq!(overrun(&format!("{long}lass"), "lasse"), None);
        assert_eq!(overrun("Ann", "Ann"), None);
    }
}
