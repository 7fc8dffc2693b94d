// SPDX-License-Identifier: GPL-3.0-or-later
//! Boards and positions, each stored once.

use crate::error::{LibraryError, Result};
use crate::position::{Features, PositionKey};
use gnubg_engine::core::Board;
use rusqlite::{Connection, OptionalExtension as _, params};

/// The numbers of a position and its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    pub(crate) position: i64,
    pub(crate) board: i64,
    /// Whether the position was new.
    pub(crate) is_new: bool,
}

/// Finds or stores a position.
pub(crate) fn place(connection: &Connection, key: &PositionKey) -> Result<Placed> {
    let known = connection
        .prepare_cached("SELECT id, board FROM position WHERE key = ?")?
        .query_row([&key.0[..]], |row| {
            Ok(Placed { position: row.get(0)?, board: row.get(1)?, is_new: false })
        })
        .optional()?;
    if let Some(known) = known {
        return Ok(known);
    }
    let board = board(connection, key.board_key())?;
    connection
        .prepare_cached("INSERT INTO position (key, board) VALUES (?, ?)")?
        .execute(params![&key.0[..], board])?;
    Ok(Placed { position: connection.last_insert_rowid(), board, is_new: true })
}

/// Finds or stores a board.
pub(crate) fn board(connection: &Connection, key: [u8; 10]) -> Result<i64> {
    let known = connection
        .prepare_cached("SELECT id FROM board WHERE key = ?")?
        .query_row([&key[..]], |row| row.get(0))
        .optional()?;
    if let Some(known) = known {
        return Ok(known);
    }
    let whole = Board::from_key(key).map_err(|error| LibraryError::content("a position", error))?;
    insert(connection, None, key, &Features::of(&whole))?;
    Ok(connection.last_insert_rowid())
}

const COLUMNS: &str = "phase, class, plan_me, plan_op, pips_me, pips_op, prime_me, prime_op, back_me, back_op, home_me,
    home_op, anchors_me, anchors_op, blots_me, blots_op, bar_me, bar_op, off_me, off_op, timing_me, timing_op, hits_me,
    hits_op, escapes_me, escapes_op";

fn values(features: &Features) -> [i64; 26] {
    let [me, op] = &features.sides;
    let pair = |a: u8, b: u8| [i64::from(a), i64::from(b)];
    let pairs = [
        [i64::from(features.phase.code()), features.class as i64],
        [i64::from(features.plans[0].0), i64::from(features.plans[1].0)],
        [i64::from(me.pips), i64::from(op.pips)],
        pair(me.prime, op.prime),
        pair(me.back, op.back),
        pair(me.home, op.home),
        pair(me.anchors, op.anchors),
        pair(me.blots, op.blots),
        pair(me.bar, op.bar),
        pair(me.off, op.off),
        pair(me.timing, op.timing),
        pair(me.hits, op.hits),
        pair(me.escapes, op.escapes),
    ];
    std::array::from_fn(|n| pairs[n / 2][n % 2])
}

fn insert(connection: &Connection, id: Option<i64>, key: [u8; 10], features: &Features) -> Result<()> {
    let places = vec!["?"; 28].join(", ");
    let sql = format!("INSERT INTO board (id, key, {COLUMNS}) VALUES ({places})");
    let mut statement = connection.prepare_cached(&sql)?;
    statement.raw_bind_parameter(1, id)?;
    statement.raw_bind_parameter(2, &key[..])?;
    for (n, value) in (3..).zip(values(features)) {
        statement.raw_bind_parameter(n, value)?;
    }
    statement.raw_execute()?;
    Ok(())
}

/// Computes the features of all boards again.
pub(crate) fn derive_all(connection: &Connection) -> Result<()> {
    derive_some(connection, 0, i64::MAX).map(drop)
}

/// Computes the features of up to `limit` boards from a number on again; the number to continue with, if there are more.
pub(crate) fn derive_some(connection: &Connection, from: i64, limit: i64) -> Result<Option<i64>> {
    let sets: Vec<String> = COLUMNS.split(',').map(|name| format!("{} = ?", name.trim())).collect();
    let sql = format!("UPDATE board SET {} WHERE id = ?", sets.join(", "));
    let mut update = connection.prepare(&sql)?;
    let sql = format!("SELECT id, key, {COLUMNS} FROM board WHERE id >= ? ORDER BY id LIMIT ?");
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([from, limit])?;
    let (mut last, mut n, mut stale) = (from, 0, Vec::new());
    while let Some(row) = rows.next()? {
        let (id, key): (i64, Vec<u8>) = (row.get(0)?, row.get(1)?);
        (last, n) = (id, n + 1);
        let key: [u8; 10] =
            key.try_into().map_err(|_| LibraryError::content("a position", "its key is damaged"))?;
        let whole = Board::from_key(key).map_err(|error| LibraryError::content("a position", error))?;
        let wanted = values(&Features::of(&whole));
        let known: Vec<i64> = (0..26).map(|n| row.get(n + 2)).collect::<rusqlite::Result<_>>()?;
        if known != wanted {
            stale.push((id, wanted));
        }
    }
    drop(rows);
    for (id, wanted) in stale {
        for (n, value) in (1..).zip(wanted) {
            update.raw_bind_parameter(n, value)?;
        }
        update.raw_bind_parameter(27, id)?;
        update.raw_execute()?;
    }
    Ok((n == limit).then_some(last + 1))
}

/// Removes positions that nothing holds any more (decision, card, collection, own remark, tag), with their analyses, and
/// boards without positions.
pub(crate) fn remove_unheld(connection: &Connection, positions: &[i64]) -> Result<()> {
    let mut is_held = connection.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM decision WHERE position = ?1) OR EXISTS (SELECT 1 FROM card WHERE position = ?1)
            OR EXISTS (SELECT 1 FROM collected WHERE position = ?1)
            OR EXISTS (SELECT 1 FROM remark WHERE target_kind = 3 AND target = ?1 AND is_mine = 1)
            OR EXISTS (SELECT 1 FROM tagged WHERE target_kind = 3 AND target = ?1)",
    )?;
    let mut removals = [
        "DELETE FROM analysis WHERE position = ?",
        "DELETE FROM remark WHERE target_kind = 3 AND target = ?",
        "DELETE FROM position WHERE id = ?",
    ]
    .map(|sql| connection.prepare_cached(sql));
    for &position in positions {
        if is_held.query_row([position], |row| row.get::<_, bool>(0))? {
            continue;
        }
        let board: Option<i64> = connection
            .prepare_cached("SELECT board FROM position WHERE id = ?")?
            .query_row([position], |row| row.get(0))
            .optional()?;
        for statement in &mut removals {
            match statement {
                Ok(statement) => drop(statement.execute([position])?),
                Err(error) => return Err(LibraryError::content("the tables", &*error)),
            }
        }
        if let Some(board) = board {
            connection
                .prepare_cached(
                    "DELETE FROM board WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM position WHERE board = ?1)
                    AND NOT EXISTS (SELECT 1 FROM decision WHERE board = ?1)",
                )?
                .execute([board])?;
        }
    }
    Ok(())
}

/// Removes those of these boards that no position and no decision has.
pub(crate) fn remove_idle(connection: &Connection, boards: &[i64]) -> Result<()> {
    let mut statement = connection.prepare_cached(
        "DELETE FROM board WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM position WHERE board = ?1)
        AND NOT EXISTS (SELECT 1 FROM decision WHERE board = ?1)",
    )?;
    for board in boards {
        statement.execute([board])?;
    }
    Ok(())
}
