// SPDX-License-Identifier: GPL-3.0-or-later
//! People: their spellings, who the user is, and spellings that may be one person. Merging never rewrites records.

use crate::db::Library;
use crate::error::{LibraryError, Result};
use crate::facts::names::alias;
use crate::text::folded;
use rusqlite::{Connection, OptionalExtension as _, params};
use serde::{Deserialize, Serialize};

/// A person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The number.
    pub id: i64,
    /// The name.
    pub name: String,
    /// Notes.
    pub note: String,
    /// Whether it is the user.
    pub is_me: bool,
    /// The spellings, each with its number.
    pub spellings: Vec<(i64, String)>,
    /// Matches and sessions.
    pub matches: i64,
}

/// Two spellings that may be one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AliasProposal {
    /// The players' numbers.
    pub players: [i64; 2],
    /// Their names.
    pub names: [String; 2],
}

/// Spellings that are compared with all others when proposals are made.
const MOST_PROPOSALS: usize = 20;

impl Library {
    /// All people, by the number of their matches.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn players(&self) -> Result<Vec<Player>> {
        self.read(list)
    }

    /// Says that a player is the user; the one before is not any more.
    ///
    /// # Errors
    /// If there is no such player.
    pub fn set_me(&self, player: i64) -> Result<()> {
        self.gesture("who you are", move |connection| {
            connection.execute("UPDATE player SET is_me = 0 WHERE is_me = 1 AND id <> ?", [player])?;
            changed(connection.execute("UPDATE player SET is_me = 1 WHERE id = ?", [player])?, player)
        })
    }

    /// The user, if the library knows.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn me(&self) -> Result<Option<Player>> {
        Ok(self.players()?.into_iter().find(|player| player.is_me))
    }

    /// Makes one person of several: the first keeps name and notes, the notes of the others are added.
    ///
    /// # Errors
    /// If one of them does not exist.
    pub fn merge_players(&self, players: &[i64]) -> Result<()> {
        let Some((&kept, others)) = players.split_first() else { return Ok(()) };
        let others = others.to_vec();
        self.gesture("merging players", move |connection| {
            for other in others.into_iter().filter(|other| *other != kept) {
                merge(connection, kept, other)?;
            }
            Ok(())
        })
    }

    /// Makes a spelling a person of its own again.
    ///
    /// # Errors
    /// If there is no such spelling, or its person has no other one.
    pub fn split_player(&self, spelling: i64) -> Result<i64> {
        self.gesture("separating players", move |connection| {
            let found = connection
                .query_row("SELECT name, player FROM alias WHERE id = ?", [spelling], |row| {
                    Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?))
                })
                .optional()?;
            let (name, player) =
                found.ok_or_else(|| LibraryError::NotFound(format!("there is no spelling {spelling}")))?;
            let others: i64 =
                connection
                    .query_row("SELECT count(*) FROM alias WHERE player = ?", [player], |row| row.get(0))?;
            if others < 2 {
                return Err(LibraryError::Refused(format!("{name} has only this spelling")));
            }
            connection.execute("INSERT INTO player (name) VALUES (?)", [name])?;
            let new = connection.last_insert_rowid();
            connection.execute("UPDATE alias SET player = ? WHERE id = ?", params![new, spelling])?;
            Ok(new)
        })
    }

    /// Gives a player another name, which becomes a spelling as well. If another player has that name, both become one.
    ///
    /// # Errors
    /// If there is no such player or no name.
    pub fn rename_player(&self, player: i64, name: &str) -> Result<()> {
        let name = name.trim().to_owned();
        if name.is_empty() {
            return Err(LibraryError::Refused("enter a name".to_owned()));
        }
        self.gesture("renaming a player", move |connection| {
            let owner: Option<i64> = connection
                .query_row("SELECT player FROM alias WHERE folded = ?", [folded(&name)], |row| row.get(0))
                .optional()?;
            match owner {
                Some(other) if other != player => merge(connection, player, other)?,
                Some(_) => {}
                None => {
                    connection.execute(
                        "INSERT INTO alias (folded, name, player) VALUES (?, ?, ?)",
                        params![folded(&name), name, player],
                    )?;
                }
            }
            changed(
                connection.execute("UPDATE player SET name = ? WHERE id = ?", params![name, player])?,
                player,
            )
        })
    }

    /// Replaces the notes about a player.
    ///
    /// # Errors
    /// If there is no such player.
    pub fn set_player_note(&self, player: i64, note: &str) -> Result<()> {
        let note = if note.trim().is_empty() { String::new() } else { note.to_owned() };
        self.gesture("notes about a player", move |connection| {
            changed(
                connection.execute("UPDATE player SET note = ? WHERE id = ?", params![note, player])?,
                player,
            )
        })
    }

    /// The number of the player with a spelling; a new one is made if `create` is set.
    ///
    /// # Errors
    /// If the library cannot be read or changed.
    pub fn player_named(&self, name: &str, create: bool) -> Result<Option<i64>> {
        let known = self.read(|connection| player_id(connection, name))?;
        if known.is_some() || !create {
            return Ok(known);
        }
        let name = name.to_owned();
        self.write(move |connection| {
            alias(connection, &name)?;
            player_id(connection, &name)
        })
    }

    /// Spellings that may be one person.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn alias_proposals(&self) -> Result<Vec<AliasProposal>> {
        self.read(|connection| propose_aliases(connection, None))
    }
}

fn changed(n: usize, player: i64) -> Result<()> {
    if n == 0 { Err(LibraryError::NotFound(format!("there is no player l{player}"))) } else { Ok(()) }
}

fn merge(connection: &Connection, kept: i64, other: i64) -> Result<()> {
    let note = |player: i64| -> Result<(String, bool)> {
        connection
            .query_row("SELECT note, is_me FROM player WHERE id = ?", [player], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .optional()?
            .ok_or_else(|| LibraryError::NotFound(format!("there is no player l{player}")))
    };
    let ((mine, is_me), (theirs, was_me)) = (note(kept)?, note(other)?);
    let both: Vec<&str> =
        [mine.trim_end(), theirs.trim_end()].into_iter().filter(|text| !text.is_empty()).collect();
    connection.execute(
        "UPDATE player SET note = ?, is_me = ? WHERE id = ?",
        params![both.join("\n"), is_me || was_me, kept],
    )?;
    connection.execute("UPDATE alias SET player = ? WHERE player = ?", [kept, other])?;
    connection.execute("UPDATE remark SET target = ? WHERE target_kind = 4 AND target = ?", [kept, other])?;
    connection.execute(
        "UPDATE OR IGNORE tagged SET target = ? WHERE target_kind = 4 AND target = ?",
        [kept, other],
    )?;
    connection.execute("DELETE FROM tagged WHERE target_kind = 4 AND target = ?", [other])?;
    connection.execute("DELETE FROM player WHERE id = ?", [other])?;
    Ok(())
}

/// All people, by the number of their matches.
pub(crate) fn list(connection: &Connection) -> Result<Vec<Player>> {
    let mut statement = connection.prepare(
        "SELECT player.id, player.name, note, is_me,
            (SELECT count(*) FROM match WHERE alias0 IN (SELECT id FROM alias WHERE player = player.id)
                OR alias1 IN (SELECT id FROM alias WHERE player = player.id)) AS n
        FROM player ORDER BY n DESC, player.name",
    )?;
    let mut spelled = connection.prepare("SELECT id, name FROM alias WHERE player = ? ORDER BY id")?;
    let rows = statement.query_map([], |row| {
        Ok(Player {
            id: row.get(0)?,
            name: row.get(1)?,
            note: row.get(2)?,
            is_me: row.get(3)?,
            spellings: Vec::new(),
            matches: row.get(4)?,
        })
    })?;
    let mut found = Vec::new();
    for row in rows {
        let mut player = row?;
        let spellings = spelled.query_map([player.id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        player.spellings = spellings.collect::<rusqlite::Result<_>>()?;
        found.push(player);
    }
    Ok(found)
}

/// The player with a spelling.
///
/// # Errors
/// If the library cannot be read.
pub fn player_id(connection: &Connection, name: &str) -> Result<Option<i64>> {
    let key = folded(name);
    let found = connection
        .prepare_cached("SELECT player FROM alias WHERE folded = ?")?
        .query_row([key], |row| row.get(0))
        .optional()?;
    Ok(found)
}

/// The numbers of the spellings of a player, `None` for the user.
///
/// # Errors
/// If the library cannot be read.
pub fn spellings(connection: &Connection, player: Option<i64>) -> Result<Vec<i64>> {
    let sql = match player {
        Some(_) => "SELECT id FROM alias WHERE player = ?",
        None => "SELECT alias.id FROM alias JOIN player ON player.id = player WHERE is_me = 1 AND ? IS NULL",
    };
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([player], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Adds to the notes about a player.
pub(crate) fn add_note(connection: &Connection, name: &str, text: &str) -> Result<()> {
    alias(connection, name)?;
    let Some(player) = player_id(connection, name)? else { return Ok(()) };
    connection.execute(
        "UPDATE player SET note = CASE WHEN note = '' THEN ?1 ELSE note || char(10) || ?1 END
        WHERE id = ?2 AND instr(note, ?1) = 0",
        params![text.trim_end(), player],
    )?;
    Ok(())
}

/// Pairs of players whose names may be one person's: of these players with all others, or of all.
pub(crate) fn propose_aliases(
    connection: &Connection,
    new: Option<&[(i64, String)]>,
) -> Result<Vec<AliasProposal>> {
    let mut statement = connection.prepare("SELECT id, name FROM player ORDER BY id")?;
    let rows = statement.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))?;
    let all: Vec<(i64, String)> = rows.collect::<rusqlite::Result<_>>()?;
    let words: Vec<Vec<String>> = all.iter().map(|(_, name)| words(name)).collect();
    let is_new = |id: i64| new.is_none_or(|new| new.iter().any(|(one, _)| *one == id));
    let mut found = Vec::new();
    for a in 0..all.len() {
        for b in a + 1..all.len() {
            if (is_new(all[a].0) || is_new(all[b].0)) && may_be_same(&words[a], &words[b]) {
                let names = [all[a].1.clone(), all[b].1.clone()];
                found.push(AliasProposal { players: [all[a].0, all[b].0], names });
                if found.len() == MOST_PROPOSALS {
                    return Ok(found);
                }
            }
        }
    }
    Ok(found)
}

fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = name
        .split(|c: char| !c.is_alphanumeric() && !('\u{300}'..='\u{36f}').contains(&c))
        .map(folded)
        .filter(|word| !word.is_empty())
        .collect();
    words.sort();
    words
}

/// Whether two names may be one person's: the same words in another order, an initial for a first name, or one letter
/// more, less or changed in a long name.
fn may_be_same(a: &[String], b: &[String]) -> bool {
    if a.is_empty() || b.is_empty() {
        return false;
    }
    if a == b {
        return true;
    }
    let (joined_a, joined_b) = (a.concat(), b.concat());
    if joined_a == joined_b {
        return true;
    }
    if a.len() == 2 && b.len() == 2 {
        let fits = |x: &String, y: &String| {
            x == y
                || (x.len() == 1 && y.starts_with(x.as_str()))
                || (y.len() == 1 && x.starts_with(y.as_str()))
        };
        let has_same_word = a.iter().any(|word| word.len() > 2 && b.contains(word));
        let pairs = [(0, 0, 1, 1), (0, 1, 1, 0)];
        if has_same_word && pairs.iter().any(|&(i, j, k, l)| fits(&a[i], &b[j]) && fits(&a[k], &b[l])) {
            return true;
        }
    }
    let is_number = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    let is_long = joined_a.len() >= 6 && joined_b.len() >= 6;
    is_long && !is_number(&joined_a) && !is_number(&joined_b) && is_one_letter_apart(&joined_a, &joined_b)
}

fn is_one_letter_apart(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let start = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[start..], &b[start..]);
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    a.len().max(b.len()) - end.min(a.len().min(b.len())) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_are_proposed_with_care() {
        let same = |a: &str, b: &str| may_be_same(&words(a), &words(b));
        for (a, b) in [
            ("Ana Ruiz", "Ruiz, Ana"),
            ("Ana Ruiz", "A. Ruiz"),
            ("a.ruiz", "Ana Ruiz"),
            ("Johanson", "Johansson"),
            ("AnaRuiz", "ana ruiz"),
        ] {
            assert!(same(a, b), "{a} {b}");
        }
        for (a, b) in
            [("Ana Ruiz", "Eva Ruiz"), ("north", "nordlicht"), ("Jade1", "Jade2"), ("Ann", "Anna"), ("", "x")]
        {
            assert!(!same(a, b), "{a} {b}");
        }
    }
}
