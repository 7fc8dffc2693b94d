// SPDX-License-Identifier: GPL-3.0-or-later
//! The checksum by which equal matches are found.
//!
//! It is the MD5 of the names, the length and every record as text. The format is that of GNU Backgammon, found from its
//! description and from checksums it printed; a resignation's answer and lost time are no records there.

use gnubg_engine::core::{CubeValue, Player, notation};
use gnubg_record::walk::WalkStep;
use gnubg_record::{EntryAction, MatchRecord};
use md5::{Digest, Md5};
use std::fmt::Write;

/// The checksum of a match: 32 hexadecimal digits.
pub(super) fn of(record: &MatchRecord) -> String {
    let digest = Md5::digest(text(record).as_bytes());
    digest.iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

fn text(record: &MatchRecord) -> String {
    let [zero, one] = Player::BOTH.map(|player| record.name(player));
    let mut text = format!("{zero} vs {one} ({})", record.length);
    for game in &record.games {
        let mut number = 1;
        for step in game.walk(record.length) {
            let Some(line) = line(&step, [&zero, &one]) else { continue };
            let is_set_up = step.entry.action.is_set_up();
            let who = match step.entry.player {
                _ if is_set_up => '.',
                Player::Zero => 'A',
                Player::One => 'B',
            };
            // Writing to a string cannot fail.
            let _ = write!(text, " {number}{who} {line}");
            number += u32::from(!is_set_up && step.entry.player == Player::One);
        }
    }
    text
}

/// The text of a record; `None` for entries that are no records there.
fn line(step: &WalkStep<'_>, names: [&str; 2]) -> Option<String> {
    let entry = step.entry;
    let faces = entry.faces().map(|[a, b]| format!("{a}{b}")).unwrap_or_default();
    let board = step.before.board_of(entry.player);
    let turned = || {
        let value = step.before.cube.value;
        value.doubled().unwrap_or(CubeValue::MAX)
    };
    Some(match &entry.action {
        EntryAction::Play { play, .. } if play.is_empty() => format!("{faces}: Cannot Move"),
        EntryAction::Play { play, .. } => format!("{faces}: {}", notation::format(&board, play)),
        EntryAction::IllegalPlay { play, .. } => {
            let play = play.map(|play| notation::format(&board, &play)).unwrap_or_default();
            format!("{faces}: {play}")
        }
        EntryAction::Roll(_) => format!("Rolled {faces}"),
        EntryAction::Double if step.before.cube.owner.is_some() => format!("Redouble to {}", turned()),
        EntryAction::Double => format!("Double to {}", turned()),
        EntryAction::Beaver => format!("Beaver to {}", turned()),
        EntryAction::Take => "Take".to_owned(),
        EntryAction::Drop => "Drop".to_owned(),
        EntryAction::Resign(_) => "Resigns".to_owned(),
        EntryAction::AcceptResignation | EntryAction::DeclineResignation | EntryAction::OutOfTime(_) => {
            return None;
        }
        EntryAction::SetBoard(board) => format!(" (set board {})", board.position_id()),
        EntryAction::SetCubeValue(value) => format!(" (set cube value {value})"),
        EntryAction::SetCubeOwner(None) => " (set cube centre)".to_owned(),
        EntryAction::SetCubeOwner(Some(player)) => format!(" (set cube owner {})", names[player.index()]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Board, Dice, Rules};
    use gnubg_record::{Entry, GameRecord, MatchInfo};

    /// The first checksum was printed by GNU Backgammon 1.07.001.
    #[test]
    fn the_checksum_is_that_of_the_original() {
        let info = MatchInfo::of_players(["Alpha", "Beta"]);
        let mut record = MatchRecord::new(5, Rules::default(), info).unwrap();
        let mut game = GameRecord::new(record.first_start());
        let roll = || Entry::new(Player::One, EntryAction::Roll(Dice::new(3, 1).unwrap()));
        let board = Board::from_position_id("4HPwATDgc/ABMA").unwrap();
        game.entries.push(roll());
        game.entries.push(Entry::new(Player::One, EntryAction::SetBoard(Box::new(board))));
        game.entries.push(roll());
        record.games.push(game);
        assert_eq!(of(&record), "f0a160905fadbca4d69d5652fd6af231");
        record.games[0].entries.pop();
        assert_ne!(of(&record), "f0a160905fadbca4d69d5652fd6af231");
    }
}
