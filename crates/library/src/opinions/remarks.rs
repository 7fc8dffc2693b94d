// SPDX-License-Identifier: GPL-3.0-or-later
//! Remarks and tags.

use super::Target;
use crate::db::Library;
use crate::error::{LibraryError, Result};
use rusqlite::{Connection, OptionalExtension as _, params};

/// A remark about something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The number.
    pub id: i64,
    /// What it is about.
    pub target: Target,
    /// Whether the user wrote it; otherwise it came with a file.
    pub is_mine: bool,
    /// The text.
    pub text: String,
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
}

/// A tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The number.
    pub id: i64,
    /// The name.
    pub name: String,
    /// The color as `#rrggbb`, if it has one.
    pub color: Option<String>,
    /// How many things have it.
    pub uses: i64,
}

impl Library {
    /// The remarks about something, the user's first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn remarks(&self, target: Target) -> Result<Vec<Remark>> {
        self.read(|connection| remarks_of(connection, target))
    }

    /// Sets the user's remark about something; an empty text removes it. The text before can be brought back by undoing.
    ///
    /// # Errors
    /// If the library can only be read, or the target does not exist.
    pub fn set_remark(&self, target: Target, text: &str) -> Result<()> {
        let (text, now) = (text.trim_end().to_owned(), self.now());
        self.gesture("a remark", move |connection| {
            check_target(connection, target)?;
            let known: Option<i64> = connection
                .query_row(
                    "SELECT id FROM remark WHERE target_kind = ? AND target = ? AND is_mine = 1",
                    params![target.kind.code(), target.id],
                    |row| row.get(0),
                )
                .optional()?;
            match (known, text.is_empty()) {
                (Some(id), true) => connection.execute("DELETE FROM remark WHERE id = ?", [id])?,
                (Some(id), false) => connection
                    .execute("UPDATE remark SET text = ?, edited = ? WHERE id = ?", params![text, now, id])?,
                (None, true) => 0,
                (None, false) => connection.execute(
                    "INSERT INTO remark (target_kind, target, is_mine, text, made) VALUES (?, ?, 1, ?, ?)",
                    params![target.kind.code(), target.id, text, now],
                )?,
            };
            Ok(())
        })
    }

    /// All tags by name.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn tags(&self) -> Result<Vec<Tag>> {
        self.read(|connection| {
            let sql = "SELECT id, name, color, (SELECT count(*) FROM tagged WHERE tag = tag.id) FROM tag ORDER BY name";
            let mut statement = connection.prepare(sql)?;
            let rows = statement.query_map([], |row| {
                Ok(Tag { id: row.get(0)?, name: row.get(1)?, color: row.get(2)?, uses: row.get(3)? })
            })?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// The tags of something.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn tags_of(&self, target: Target) -> Result<Vec<String>> {
        self.read(|connection| tags_of(connection, target))
    }

    /// Gives these things a tag, which is made if it is new, or takes it away; one gesture. A tag that nothing has any more
    /// is removed.
    ///
    /// # Errors
    /// If the library can only be read, or a target does not exist.
    pub fn tag(&self, targets: &[Target], name: &str, is_on: bool) -> Result<()> {
        let (targets, name, now) = (targets.to_vec(), name.trim().to_owned(), self.now());
        if name.is_empty() || name.contains(',') || name.contains('"') {
            return Err(LibraryError::Refused("a tag has a name without commas and quotes".to_owned()));
        }
        self.gesture(format!("the tag {name}"), move |connection| {
            connection.execute("INSERT OR IGNORE INTO tag (name) VALUES (?)", [&name])?;
            let tag: i64 =
                connection.query_row("SELECT id FROM tag WHERE name = ?", [&name], |row| row.get(0))?;
            for target in targets {
                check_target(connection, target)?;
                let key = params![tag, target.kind.code(), target.id];
                if is_on {
                    let sql =
                        "INSERT OR IGNORE INTO tagged (tag, target_kind, target, at) VALUES (?, ?, ?, ?)";
                    connection.execute(sql, params![tag, target.kind.code(), target.id, now])?;
                } else {
                    let sql = "DELETE FROM tagged WHERE tag = ? AND target_kind = ? AND target = ?";
                    connection.execute(sql, key)?;
                }
            }
            let sql = "DELETE FROM tag WHERE id = ? AND NOT EXISTS (SELECT 1 FROM tagged WHERE tag = tag.id)";
            connection.execute(sql, [tag])?;
            Ok(())
        })
    }
}

fn remarks_of(connection: &Connection, target: Target) -> Result<Vec<Remark>> {
    let mut statement = connection.prepare_cached(
        "SELECT id, is_mine, text, made FROM remark WHERE target_kind = ? AND target = ? ORDER BY is_mine DESC, id",
    )?;
    let rows = statement.query_map(params![target.kind.code(), target.id], |row| {
        Ok(Remark { id: row.get(0)?, target, is_mine: row.get(1)?, text: row.get(2)?, made: row.get(3)? })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(crate) fn tags_of(connection: &Connection, target: Target) -> Result<Vec<String>> {
    let sql =
        "SELECT name FROM tagged JOIN tag ON tag.id = tag WHERE target_kind = ? AND target = ? ORDER BY name";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map(params![target.kind.code(), target.id], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn check_target(connection: &Connection, target: Target) -> Result<()> {
    use crate::facts::TargetKind::{Collection, Decision, Event, Game, Match, Player, Position};
    let table = match target.kind {
        Match => "match",
        Game => "game",
        Decision => "decision",
        Position => "position",
        Player => "player",
        Event => "event",
        Collection => "collection",
    };
    let sql = format!("SELECT EXISTS (SELECT 1 FROM {table} WHERE id = ?)");
    match connection.query_row(&sql, [target.id], |row| row.get::<_, bool>(0))? {
        true => Ok(()),
        false => Err(LibraryError::NotFound(format!("there is no {table} {target}"))),
    }
}
