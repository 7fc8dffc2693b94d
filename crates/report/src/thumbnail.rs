// SPDX-License-Identifier: GPL-3.0-or-later
//! A small picture of a match file, for file managers: the board of one telling position.

use gnubg_draw::paint::{PictureError, png};
use gnubg_draw::{BoardView, Design, DiceThrow, ViewOptions};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_record::{Cursor, ErrorQuery, MatchRecord};

/// The place that stands for a record: its most expensive decision, without an analysis the middle of its longest game.
#[must_use]
pub fn place(record: &MatchRecord) -> Cursor {
    let with_roll = |game: usize, entry: usize| {
        let action =
            record.games.get(game).and_then(|game| game.entries.get(entry)).map(|entry| &entry.action);
        Cursor { rolled: action.is_some_and(|action| action.is_play()), ..Cursor::at(game, entry) }
    };
    if let Some(worst) = ErrorQuery::default().find(record, &MatchEquityTable::default()).first() {
        return Cursor { rolled: worst.cube.is_none(), ..Cursor::at(worst.game, worst.entry) };
    }
    let longest =
        record.games.iter().enumerate().max_by_key(|(n, game)| (game.entries.len(), usize::MAX - n));
    longest.map_or_else(Cursor::default, |(n, game)| with_roll(n, game.entries.len() / 2))
}

/// The board at a place as a PNG file that fits into a square of `size` pixels.
///
/// # Errors
/// If the size is out of range or drawing fails.
pub fn picture(record: &MatchRecord, at: Cursor, size: u32) -> Result<Vec<u8>, PictureError> {
    let view = BoardView::new(&record.state_at(at), None, DiceThrow::default(), &ViewOptions::default());
    png(&view, &Design::default(), size)
}
