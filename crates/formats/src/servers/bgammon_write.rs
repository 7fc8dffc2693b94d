// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing replays of bgammon.org. What their format has no word for is left out: facts about the match but names and date,
//! set-ups, beavers, analysis and comments. A resignation is known by the result in the first line of its game.

use super::bgammon::{DAY, INDEX};
use super::illegal_steps;
use gnubg_engine::core::{Play, Player, Step};
use gnubg_record::{EntryAction, GameRecord, MatchRecord};
use std::fmt::Write as _;

/// The games of a match, after the list of the bytes at which they begin.
#[must_use]
pub(crate) fn write(record: &MatchRecord) -> String {
    let games: Vec<String> = record.games.iter().map(|one| game(record, one)).collect();
    // Each line of the list has eight digits and a line feed.
    let mut start = games.len() * (INDEX.len() + 9);
    let mut out = String::new();
    for game in &games {
        let _ = writeln!(out, "{INDEX}{start:08}");
        start += game.len();
    }
    out + &games.concat()
}

fn game(record: &MatchRecord, game: &GameRecord) -> String {
    let [zero, one] = Player::BOTH.map(|player| word(&record.name(player)));
    let time = record.info.date.map_or(0, |date| date.unix_days() * DAY);
    let [a, b] = game.start.score;
    let outcome = game.outcome(record.length);
    let (winner, points) = outcome.map_or((0, 0), |outcome| (outcome.winner.index() + 1, outcome.points));
    let mut out = format!("i {time} {zero} {one} {} {a} {b} {winner} {points} 0\n", record.length);
    let mut steps = game.walk(record.length).peekable();
    while let Some(step) = steps.next() {
        let player = step.entry.player;
        let number = player.index() + 1;
        let text = match &step.entry.action {
            EntryAction::Double => {
                let answer = match steps.peek().map(|next| &next.entry.action) {
                    Some(EntryAction::Take) => " 1",
                    Some(EntryAction::Drop) => " 0",
                    _ => "",
                };
                format!("d {}{answer}", 2 * step.before.cube.value.points())
            }
            EntryAction::Play { play, .. } | EntryAction::IllegalPlay { play: Some(play), .. } => {
                played(step.entry.faces(), play, player)
            }
            EntryAction::IllegalPlay { play: None, after, .. } => {
                let play = illegal_steps(&step.before.board_of(player), after);
                played(step.entry.faces(), &play.unwrap_or(Play::EMPTY), player)
            }
            EntryAction::Roll(_) => roll(step.entry.faces()),
            _ => continue,
        };
        let _ = writeln!(out, "{number} {text}");
    }
    out
}

/// `r 6-5 13/7 13/8`.
fn played(faces: Option<[u8; 2]>, play: &Play, player: Player) -> String {
    let steps: String = play.steps().iter().map(|step| step_text(*step, player)).collect();
    format!("{}{steps}", roll(faces))
}

fn roll(faces: Option<[u8; 2]>) -> String {
    let [a, b] = faces.unwrap_or_default();
    format!("r {a}-{b}")
}

/// ` 13/8`, in the numbers of player 1.
fn step_text(step: Step, player: Player) -> String {
    let name = |place: gnubg_engine::core::Place| match place.number() {
        25 => "bar".to_owned(),
        0 => "off".to_owned(),
        point if player == Player::One => (25 - point).to_string(),
        point => point.to_string(),
    };
    format!(" {}/{}", name(step.from), name(step.to))
}

/// A name as one word.
fn word(name: &str) -> String {
    let word = name.split_whitespace().collect::<Vec<_>>().join("_");
    if word.is_empty() { "Guest".to_owned() } else { word }
}
