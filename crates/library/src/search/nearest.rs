// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions near one: by the pips that checkers have to be moved.

use super::ast::Near;
use super::boards::{distance, row_of};
use super::compile::Compiler;
use super::parse::board_of;
use crate::error::{LibraryError, Result};
use crate::facts::TargetKind;
use crate::opinions::Target;
use crate::position::{Asked, PositionKey};
use gnubg_engine::core::Board;
use rayon::prelude::*;
use rusqlite::OptionalExtension as _;
use std::collections::HashMap;
use std::sync::Arc;

/// The position at hand: what `this` means in a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Here {
    /// The board, seen by the player who decides.
    pub board: Board,
    /// What is asked there.
    pub asked: Asked,
    /// Whether it is money play.
    pub is_money: bool,
    /// The match and the game of the library that it is from.
    pub game: Option<(i64, i64)>,
}

/// Boards near one, and what else is asked of decisions there.
pub(super) struct Nearby {
    pub(super) boards: Arc<HashMap<i64, u32>>,
    pub(super) condition: String,
}

/// The boards within a distance of the one that a query names.
pub(super) fn nearest(compiler: &mut Compiler<'_>, near: &Near, here: Option<Here>) -> Result<Nearby> {
    let origin = origin(compiler, near, here)?;
    let index = compiler.index()?;
    let wanted = row_of(&origin.board);
    let part = 1 << 16;
    let boards: HashMap<i64, u32> = (0..index.len().div_ceil(part))
        .into_par_iter()
        .flat_map_iter(|n| {
            let (from, end) = (n * part, ((n + 1) * part).min(index.len()));
            let mut found = Vec::new();
            let mut at = from;
            while at < end {
                let rows = index.checkers_from(at);
                for (k, row) in rows.iter().take(end - at).enumerate() {
                    let pips = distance(&wanted, row);
                    if pips <= near.within && row[0] | row[32] != 0 {
                        found.push(((at + k) as i64 + 1, pips));
                    }
                }
                at += rows.len();
            }
            found
        })
        .collect();
    let mut parts = vec![format!("d.board IN {}", compiler.numbers(boards.keys().copied()))];
    if let (false, Some((asked, is_money))) = (near.is_wide, origin.kind) {
        parts.push(format!("d.kind {} 0", if asked == Asked::Play { "=" } else { "<>" }));
        parts.push(format!("d.away_me {} 0", if is_money { "=" } else { "<>" }));
    }
    if let (false, Some((matched, game))) = (near.is_wide, origin.game) {
        parts.push(format!("NOT (d.match = {matched} AND d.game = {game})"));
    }
    Ok(Nearby { boards: Arc::new(boards), condition: parts.join(" AND ") })
}

struct Origin {
    board: Board,
    kind: Option<(Asked, bool)>,
    game: Option<(i64, i64)>,
}

fn origin(compiler: &Compiler<'_>, near: &Near, here: Option<Here>) -> Result<Origin> {
    if let Some(board) = near.board.as_deref().copied().or_else(|| board_of(&near.typed)) {
        return Ok(Origin { board, kind: None, game: None });
    }
    if near.is_this() {
        let here = here.ok_or_else(|| {
            compiler.error("this", "there is no position at hand; name one".to_owned(), Vec::new())
        })?;
        return Ok(Origin { board: here.board, kind: Some((here.asked, here.is_money)), game: here.game });
    }
    let target = Target::parse(&near.typed)?;
    let (sql, is_decision) = match target.kind {
        TargetKind::Decision => (
            "SELECT board.key, match, game, kind = 0, away_me = 0 FROM decision d JOIN board ON board.id = d.board
            WHERE d.id = ?",
            true,
        ),
        _ => ("SELECT key, 0, 0, 0, 0 FROM position WHERE id = ?", false),
    };
    let row = compiler.connection.query_row(sql, [target.id], |row| {
        Ok((
            row.get::<_, Vec<u8>>(0)?,
            (row.get::<_, i64>(1)?, row.get::<_, i64>(2)?),
            row.get::<_, bool>(3)?,
            row.get::<_, bool>(4)?,
        ))
    });
    let missing = || LibraryError::NotFound(format!("there is no {target}"));
    let (key, game, is_play, is_money) = row.optional()?.ok_or_else(missing)?;
    if is_decision {
        let key: [u8; 10] =
            key.try_into().map_err(|_| LibraryError::content("a board", "its key is damaged"))?;
        let board = Board::from_key(key).map_err(|error| LibraryError::content("a board", error))?;
        let asked = if is_play { Asked::Play } else { Asked::Cube };
        return Ok(Origin { board, kind: Some((asked, is_money)), game: Some(game) });
    }
    let key = PositionKey::from_bytes(&key).ok_or_else(missing)?;
    let facts = key.circumstances();
    Ok(Origin {
        board: key.board().ok_or_else(missing)?,
        kind: Some((facts.asked, facts.is_money())),
        game: None,
    })
}
