// SPDX-License-Identifier: GPL-3.0-or-later
//! Names in queries: players by any spelling, events, collections, patterns.

use super::fields::near_words;
use crate::error::Result;
use crate::text::folded;
use rusqlite::Connection;

/// The spellings of the players that a name means: of the one with exactly that spelling, else of all whose names contain
/// it.
pub(super) fn aliases(connection: &Connection, name: &str) -> Result<Vec<i64>> {
    if name.eq_ignore_ascii_case("me") {
        let mine = crate::opinions::spellings(connection, None)?;
        if !mine.is_empty() {
            return Ok(mine);
        }
    }
    if let Some(player) = crate::opinions::player_id(connection, name)? {
        return crate::opinions::spellings(connection, Some(player));
    }
    aliases_containing(connection, name)
}

/// The spellings of all players whose names contain a text.
pub(super) fn aliases_containing(connection: &Connection, text: &str) -> Result<Vec<i64>> {
    let key = folded(text);
    if key.is_empty() {
        return Ok(Vec::new());
    }
    let mut statement = connection.prepare_cached(
        "SELECT id FROM alias WHERE player IN (SELECT player FROM alias WHERE instr(folded, ?) > 0)",
    )?;
    let rows = statement.query_map([key], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Names of players that are near a misspelt one.
pub(super) fn near_players(connection: &Connection, name: &str) -> Result<Vec<String>> {
    let mut statement = connection.prepare_cached("SELECT folded, name FROM alias")?;
    let rows = statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
    let all: Vec<(String, String)> = rows.collect::<rusqlite::Result<_>>()?;
    let near = near_words(&folded(name), all.iter().map(|(folded, _)| folded.as_str()));
    Ok(near
        .into_iter()
        .filter_map(|one| all.iter().find(|(folded, _)| *folded == one).map(|(_, name)| name.clone()))
        .collect())
}

/// The event of exactly that name, else those whose names contain it.
pub(super) fn events(connection: &Connection, text: &str) -> Result<Vec<i64>> {
    let key = folded(text);
    if key.is_empty() {
        return Ok(Vec::new());
    }
    for condition in ["folded = ?", "instr(folded, ?) > 0"] {
        let sql = format!("SELECT DISTINCT event FROM event_alias WHERE {condition}");
        let mut statement = connection.prepare_cached(&sql)?;
        let rows = statement.query_map([&key], |row| row.get(0))?;
        let found: Vec<i64> = rows.collect::<rusqlite::Result<_>>()?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

/// The collections of a name, with the queries of live ones.
pub(super) fn collections(connection: &Connection, name: &str) -> Result<Vec<(i64, Option<String>)>> {
    let mut statement = connection.prepare_cached("SELECT id, name, query FROM collection")?;
    let rows =
        statement.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get(2)?)))?;
    let all: Vec<(i64, String, Option<String>)> = rows.collect::<rusqlite::Result<_>>()?;
    let key = folded(name);
    let pick = |fits: &dyn Fn(&str) -> bool| {
        let found = all.iter().filter(|(_, name, _)| fits(&folded(name)));
        found.map(|(id, _, query)| (*id, query.clone())).collect::<Vec<_>>()
    };
    let exact = pick(&|one| one == key);
    Ok(if exact.is_empty() && !key.is_empty() { pick(&|one| one.contains(&key)) } else { exact })
}

/// A pattern of LIKE for texts that contain this one.
pub(super) fn containing(text: &str) -> String {
    format!("%{}%", escaped(text))
}

/// A pattern of LIKE for one with `*` and `?`.
pub(super) fn pattern(text: &str) -> String {
    format!("%{}%", escaped(text).replace('*', "%").replace('?', "_"))
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// Words for the full-text index: all must occur, the last one may go on.
pub(super) fn full_text(text: &str) -> String {
    let words = text.split_whitespace().map(|word| format!("\"{}\"*", word.replace('"', "")));
    let all: Vec<String> = words.collect();
    if all.is_empty() { "\"\"".to_owned() } else { all.join(" ") }
}

/// The rulers of exactly that name, with or without their nets, else those whose names contain it.
pub(crate) fn rulers(connection: &Connection, name: &str) -> Result<Vec<i64>> {
    let (plain, whole) = ("engine || ' ' || level", "engine || ' ' || level || ' ' || nets");
    for (text, condition, value) in [
        (plain, "= ? COLLATE NOCASE", name.to_owned()),
        (whole, "= ? COLLATE NOCASE", name.to_owned()),
        (plain, "LIKE ? ESCAPE '\\'", containing(name)),
    ] {
        let sql = format!("SELECT id FROM setup WHERE {text} {condition}");
        let mut statement = connection.prepare_cached(&sql)?;
        let rows = statement.query_map([value], |row| row.get(0))?;
        let found: Vec<i64> = rows.collect::<rusqlite::Result<_>>()?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Ok(Vec::new())
}
