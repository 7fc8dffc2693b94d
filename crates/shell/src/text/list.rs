// SPDX-License-Identifier: GPL-3.0-or-later
//! The record of a game in two columns, and the games of a match.

use gnubg_engine::core::{MatchState, Player, ResignLevel, notation};
use gnubg_record::{Entry, EntryAction, HowWon, MatchRecord, TimeLoss};
use gnubg_session::{EntryMarks, Session};
use std::fmt::Write;

/// Width of the left column.
const COLUMN: usize = 42;

/// The entries of the current game: player `Zero` on the left, player `One` on the right.
#[must_use]
pub fn game(session: &Session) -> String {
    let record = session.record();
    let Some(game) = record.games.get(session.place().game) else { return String::new() };
    let mut text = String::new();
    let mut is_left_open = false;
    let marks = session.marks_of_game(session.place().game);
    for (step, marks) in game.walk(record.length).zip(&marks) {
        let entry = step.entry;
        let shown = format!("{:<COLUMN$}", entry_text(session, &step.before, entry, marks));
        match entry.player {
            Player::Zero => {
                if is_left_open {
                    text.push('\n');
                }
                text.push_str(&shown);
                is_left_open = true;
            }
            Player::One => {
                if !is_left_open {
                    let _ = write!(text, "{:COLUMN$}", "");
                }
                text.push_str(&shown);
                text.push('\n');
                is_left_open = false;
            }
        }
    }
    if is_left_open {
        text.push('\n');
    }
    text
}

fn entry_text(session: &Session, state: &MatchState, entry: &Entry, marks: &EntryMarks) -> String {
    let (play_mark, cube_mark) = (marks.play.symbol(), marks.cube.symbol());
    let luck = marks.luck.symbol();
    let dice = entry.faces().map(|[a, b]| format!("{a}{b}")).unwrap_or_default();
    let body = match &entry.action {
        EntryAction::Play { play, .. } => {
            let moved =
                if play.is_empty() { "cannot move".to_owned() } else { notation::format(&state.board, play) };
            return format!("{dice}{luck:<5}: {moved:<19}{play_mark:<8}{cube_mark:<8}");
        }
        EntryAction::IllegalPlay { play, .. } => {
            let moved = play.as_ref().map_or("?".to_owned(), |play| notation::format(&state.board, play));
            format!("{dice}{luck:<5}: {moved} (illegal)")
        }
        EntryAction::Roll(_) => format!("{dice}{luck:<5}: Rolled"),
        EntryAction::Double => format!("Doubles to {}", 2 * state.cube.value.points()),
        EntryAction::Take => "Takes".to_owned(),
        EntryAction::Drop => "Drops".to_owned(),
        EntryAction::Beaver => format!("Beavers to {}", 4 * state.cube.value.points()),
        EntryAction::Resign(level) => format!("Resigns {}", size(*level)),
        EntryAction::AcceptResignation => "Accepts".to_owned(),
        EntryAction::DeclineResignation => "Declines".to_owned(),
        EntryAction::OutOfTime(loss) => out_of_time(*loss),
        EntryAction::SetBoard(board) => format!("(set board {})", board.position_id()),
        EntryAction::SetCubeValue(value) => format!("(set cube value {})", value.points()),
        EntryAction::SetCubeOwner(None) => "(set cube centre)".to_owned(),
        EntryAction::SetCubeOwner(Some(owner)) => format!("(set cube owner {})", session.name(*owner)),
    };
    format!("{body:<34}{cube_mark:<8}")
}

/// One line for each game: number, score before it, winner and points.
#[must_use]
pub fn games(record: &MatchRecord) -> String {
    let mut text = String::new();
    for (n, game) in record.games.iter().enumerate() {
        let [zero, one] = game.start.score;
        let outcome = match game.outcome(record.length) {
            Some(outcome) => {
                let time = if outcome.how == HowWon::OutOfTime { " on time" } else { "" };
                let points = if outcome.points == 1 { "point" } else { "points" };
                format!("{} wins {} {points}{time}", record.name(outcome.winner), outcome.points)
            }
            None => "in progress".to_owned(),
        };
        let crawford = if game.start.is_crawford { " (Crawford)" } else { "" };
        let _ = writeln!(text, "Game {:>3}: {zero}-{one}{crawford}  {outcome}", n + 1);
    }
    text
}

/// The size of a resignation. Programs read lists, so they are not translated.
const fn size(level: ResignLevel) -> &'static str {
    match level {
        ResignLevel::Single => "a single game",
        ResignLevel::Gammon => "a gammon",
        ResignLevel::Backgammon => "a backgammon",
    }
}

fn out_of_time(loss: TimeLoss) -> String {
    match loss {
        TimeLoss::Points(1) => "Out of time: loses 1 point".to_owned(),
        TimeLoss::Points(n) => format!("Out of time: loses {n} points"),
        TimeLoss::Game => "Out of time: loses the game".to_owned(),
        TimeLoss::Match => "Out of time: loses the match".to_owned(),
    }
}
