// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing FIBS `oldmoves`. What it has no line for is left out: facts about the match, set-ups, analysis and comments.

use super::illegal_steps;
use gnubg_engine::core::{Place, Play, Player};
use gnubg_record::{EntryAction, GameRecord, MatchRecord};
use std::fmt::Write as _;

/// The games of a match. Seat `Zero` is X, whose points are numbered upward.
pub(crate) fn write(record: &MatchRecord) -> String {
    let games: Vec<String> = record.games.iter().map(|one| game(record, one)).collect();
    games.join("\n\n")
}

const fn letter(player: Player) -> char {
    match player {
        Player::Zero => 'X',
        Player::One => 'O',
    }
}

/// A name that cannot be taken for the dash between two names.
fn name(record: &MatchRecord, player: Player) -> String {
    record.name(player).replace(" - ", "-")
}

fn game(record: &MatchRecord, game: &GameRecord) -> String {
    let [x, o] = game.start.score;
    let what = match record.length {
        0 => "money game".to_owned(),
        length => format!("{length} point match"),
    };
    let names = Player::BOTH.map(|player| name(record, player));
    let mut out = format!("Score is {x}-{o} in a {what}.\n{} is X - {} is O\n\n", names[0], names[1]);
    for step in game.walk(record.length) {
        let entry = step.entry;
        let player = entry.player;
        let text = match &entry.action {
            EntryAction::Play { play, .. } | EntryAction::IllegalPlay { play: Some(play), .. } => {
                roll(entry.faces()) + " " + &moves(play, player)
            }
            EntryAction::IllegalPlay { play: None, after, .. } => {
                match illegal_steps(&step.before.board_of(player), after) {
                    Some(play) => roll(entry.faces()) + " " + &moves(&play, player),
                    None => roll(entry.faces()),
                }
            }
            EntryAction::Roll(_) => roll(entry.faces()),
            EntryAction::Double => "doubles".to_owned(),
            EntryAction::Beaver => "beavers".to_owned(),
            EntryAction::Take => "accepts".to_owned(),
            EntryAction::Drop => "rejects".to_owned(),
            EntryAction::Resign(_) => "wants to resign".to_owned(),
            _ => continue,
        };
        let _ = writeln!(out, "{}: {text}", letter(player));
    }
    if let Some(outcome) = game.outcome(record.length) {
        let plural = if outcome.points == 1 { "" } else { "s" };
        let _ = writeln!(out, "{}: wins {} point{plural}", letter(outcome.winner), outcome.points);
    }
    out
}

fn roll(faces: Option<[u8; 2]>) -> String {
    let [a, b] = faces.unwrap_or_default();
    format!("({a} {b})")
}

fn moves(play: &Play, player: Player) -> String {
    if play.is_empty() {
        return "can't move".to_owned();
    }
    let place = |place: Place| match (place.number(), player) {
        (25, _) => "bar".to_owned(),
        (0, _) => "off".to_owned(),
        (point, Player::Zero) => (25 - point).to_string(),
        (point, Player::One) => point.to_string(),
    };
    let steps = play.steps().iter().map(|step| format!("{}-{}", place(step.from), place(step.to)));
    steps.collect::<Vec<_>>().join(" ")
}
