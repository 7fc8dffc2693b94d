// SPDX-License-Identifier: GPL-3.0-or-later
//! The nets with which difficulties were computed. Other nets make what is derived obsolete.

use crate::assess::Judge;
use crate::db::{meta, set_meta};
use crate::error::Result;
use rusqlite::Connection;

/// The key in `meta`.
const KEY: &str = "nets";

/// The nets of a judge as a number.
fn number(judge: &Judge) -> i64 {
    (judge.engine.fingerprint() >> 32) as i64
}

/// Keeps that everything was judged with these nets.
pub(crate) fn note(connection: &Connection, judge: &Judge) -> Result<()> {
    set_meta(connection, KEY, number(judge))
}

/// Keeps with which nets the first match of a library is judged.
pub(crate) fn note_first(connection: &Connection, judge: &Judge) -> Result<()> {
    if meta::<i64>(connection, KEY)?.is_some() {
        return Ok(());
    }
    let is_empty: bool =
        connection.query_row("SELECT NOT EXISTS (SELECT 1 FROM decision)", [], |row| row.get(0))?;
    if is_empty { note(connection, judge) } else { Ok(()) }
}

/// Whether everything was judged with the nets of this judge.
pub(crate) fn are_of(connection: &Connection, judge: &Judge) -> Result<bool> {
    Ok(meta::<i64>(connection, KEY)? == Some(number(judge)))
}
