// SPDX-License-Identifier: GPL-3.0-or-later
//! Matches of which only sums are known: from the player records of earlier versions, and from the database of the
//! original program.

use crate::error::{LibraryError, Result};
use crate::facts::{Prepared, names};
use crate::figures::{Figures, MatchPlayer, PlayedMatch};
use crate::text::{folded, new_uid};
use gnubg_record::Date;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, params};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::path::Path;

/// What a file of sums holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Summaries {
    /// The matches.
    pub matches: Vec<PlayedMatch>,
    /// Notes about players, by name.
    pub notes: BTreeMap<String, String>,
}

/// Reads the player records of earlier versions; `None` if the bytes are something else.
#[must_use]
pub(super) fn of_player_records(bytes: &[u8]) -> Option<Summaries> {
    #[derive(serde::Deserialize)]
    struct Stored {
        version: u32,
        matches: Vec<PlayedMatch>,
        #[serde(default)]
        notes: BTreeMap<String, String>,
    }
    let start = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    if start != Some(&b'{') {
        return None;
    }
    let stored: Stored = serde_json::from_slice(bytes).ok()?;
    (stored.version == 1).then_some(Summaries { matches: stored.matches, notes: stored.notes })
}

/// Reads the database of GNU Backgammon 1.07; `None` if the file is something else.
///
/// # Errors
/// If it is that database, but cannot be read.
pub(super) fn of_original(path: &Path) -> Result<Option<Summaries>> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let Ok(connection) = Connection::open_with_flags(path, flags) else { return Ok(None) };
    let tables: rusqlite::Result<i64> = connection.query_row(
        "SELECT count(*) FROM sqlite_schema WHERE name IN ('session', 'player', 'matchstat')",
        [],
        |row| row.get(0),
    );
    if tables.ok() != Some(3) {
        return Ok(None);
    }
    let failed = |error: rusqlite::Error| LibraryError::content(path.display().to_string(), error);
    read_original(&connection).map(Some).map_err(failed)
}

fn read_original(connection: &Connection) -> rusqlite::Result<Summaries> {
    let mut found = Summaries::default();
    let mut statement = connection.prepare("SELECT name, notes FROM player WHERE notes <> ''")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        found.notes.insert(row.get(0)?, row.get(1)?);
    }
    let mut statement = connection.prepare(
        "SELECT session_id, checksum, p0.name, p1.name, result, length, CAST(date AS TEXT), CAST(added AS TEXT), event,
            place, player_id0, player_id1
        FROM session JOIN player p0 ON p0.player_id = player_id0 JOIN player p1 ON p1.player_id = player_id1
        ORDER BY session_id",
    )?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (session, checksum): (i64, String) = (row.get(0)?, row.get(1)?);
        let (result, length): (i64, u16) = (row.get(4)?, row.get(5)?);
        let day = |n: usize| -> rusqlite::Result<Option<String>> {
            let text: Option<String> = row.get(n)?;
            let date = text.and_then(|text| text.get(..10).and_then(|day| day.parse::<Date>().ok()));
            Ok(date.map(|date| date.to_string()))
        };
        let date = match day(6)? {
            Some(date) => date,
            None => day(7)?.unwrap_or_default(),
        };
        let (event, place): (String, String) = (row.get(8)?, row.get(9)?);
        let figures =
            |n: usize| -> rusqlite::Result<Option<Figures>> { figures_of(connection, session, row.get(n)?) };
        let games = connection
            .query_row("SELECT count(*) FROM game WHERE session_id = ?", [session], |row| row.get(0))
            .unwrap_or(0);
        let won = |is_mine: bool| match (length, is_mine) {
            (0, true) => u32::try_from(result.max(0)).unwrap_or(0),
            (0, false) => u32::try_from((-result).max(0)).unwrap_or(0),
            // A match has only the winner.
            (_, true) => {
                if result > 0 {
                    u32::from(length)
                } else {
                    0
                }
            }
            (_, false) => {
                if result < 0 {
                    u32::from(length)
                } else {
                    0
                }
            }
        };
        let player = |name: usize, id: usize, is_first: bool| -> rusqlite::Result<MatchPlayer> {
            Ok(MatchPlayer {
                name: row.get(name)?,
                points: won(is_first),
                figures: figures(id)?,
                rating: None,
            })
        };
        let hash = Sha256::digest(checksum.as_bytes());
        found.matches.push(PlayedMatch {
            key: u64::from_le_bytes(std::array::from_fn(|n| hash[n])),
            date,
            event: if event.is_empty() { place } else { event },
            length,
            games,
            is_finished: length == 0 || result != 0,
            players: [player(2, 10, true)?, player(3, 11, false)?],
        });
    }
    Ok(found)
}

fn figures_of(connection: &Connection, session: i64, player: i64) -> rusqlite::Result<Option<Figures>> {
    const KINDS: [&str; 6] = [
        "missed_doubles_below_cp",
        "missed_doubles_above_cp",
        "wrong_doubles_below_dp",
        "wrong_doubles_above_tg",
        "wrong_takes",
        "wrong_passes",
    ];
    let counts = KINDS.join(", ");
    let errors: Vec<String> = KINDS.iter().map(|kind| format!("error_{kind}_normalised")).collect();
    let sql = format!(
        "SELECT total_moves, unforced_moves, doubtful_moves, bad_moves, very_bad_moves, chequer_error_total_normalised,
            close_cube_decisions, luck_total_normalised, very_lucky_rolls, very_unlucky_rolls, {counts}, {}
        FROM matchstat WHERE session_id = ? AND player_id = ?",
        errors.join(", ")
    );
    let of = |row: &rusqlite::Row<'_>| {
        let mut found = Figures {
            turns: row.get(0)?,
            unforced: row.get(1)?,
            play_marks: [row.get(2)?, row.get(3)?, row.get(4)?],
            play_error: row.get::<_, f64>(5)?.abs(),
            cube_decisions: row.get(6)?,
            luck: row.get(7)?,
            luck_marks: [row.get(8)?, row.get(9)?],
            ..Figures::default()
        };
        for n in 0..6 {
            found.cube_counts[n] = row.get(10 + n)?;
            found.cube_errors[n] = row.get::<_, f64>(16 + n)?.abs();
        }
        Ok(found)
    };
    connection.query_row(&sql, [session, player], of).optional()
}

/// Stores a summary unless it, or the match itself, is there: its number and whether it was new.
pub(crate) fn store(
    connection: &Connection,
    played: &PlayedMatch,
    batch: i64,
    now: i64,
) -> Result<(i64, bool)> {
    let content = [&[0xee], &played.key.to_le_bytes()[..]].concat();
    let known = connection
        .query_row("SELECT id FROM match WHERE content_hash = ? AND kind = 1", [&content], |row| row.get(0))
        .optional()?;
    if let Some(known) = known {
        return Ok((known, false));
    }
    if let Some(record) = record_of(connection, played)? {
        return Ok((record, false));
    }
    let aliases =
        [&played.players[0], &played.players[1]].map(|player| names::alias(connection, &player.name));
    let [zero, one] = aliases;
    let day = played.date.parse::<Date>().ok().map(Date::unix_days);
    let points = played.players.each_ref().map(|player| player.points);
    let winner = match points[0].cmp(&points[1]) {
        _ if !played.is_finished => None,
        std::cmp::Ordering::Greater => Some(0),
        std::cmp::Ordering::Less => Some(1),
        std::cmp::Ordering::Equal => None,
    };
    let figures =
        serde_json::to_string(played).map_err(|error| LibraryError::content("the sums of a match", error))?;
    connection.execute(
        "INSERT INTO match (uid, kind, content_hash, dice_hash, length, variation, alias0, alias1, date, day, event, score0,
        score1, winner, is_finished, n_games, n_plays, n_decisions, trust, batch, added, figures)
        VALUES (?, 1, ?, X'', ?, 'standard', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?, ?, ?)",
        params![
            &new_uid()[..],
            content,
            played.length,
            zero?,
            one?,
            played.date,
            day,
            names::event(connection, &played.event, day)?,
            points[0],
            points[1],
            winner,
            played.is_finished,
            played.games,
            batch,
            now,
            figures
        ],
    )?;
    Ok((connection.last_insert_rowid(), true))
}

/// The match whose sums these may be: same players, length and result, and the same day where both are known.
fn record_of(connection: &Connection, played: &PlayedMatch) -> Result<Option<i64>> {
    let mut statement = connection.prepare_cached(
        "SELECT match.id, a.folded, b.folded, score0, score1, date FROM match
        JOIN alias a ON a.id = alias0 JOIN alias b ON b.id = alias1
        WHERE kind = 0 AND length = ?1 AND (n_games = ?2 OR ?2 = 0) AND (a.folded = ?3 OR b.folded = ?3)",
    )?;
    let name = folded(&played.players[0].name);
    let mut rows = statement.query(params![played.length, played.games, name])?;
    while let Some(row) = rows.next()? {
        let names = [row.get::<_, String>(1)?, row.get(2)?];
        let (scores, date) = ([row.get::<_, u32>(3)?, row.get(4)?], row.get::<_, String>(5)?);
        let shown = if played.games > 0 { scores } else { won_only(scores, played.length) };
        if is_same(played, names, shown, &date) {
            return Ok(Some(row.get(0)?));
        }
    }
    Ok(None)
}

fn is_same(played: &PlayedMatch, names: [String; 2], scores: [u32; 2], date: &str) -> bool {
    let mut known: Vec<(String, u32)> = names.into_iter().zip(scores).collect();
    let mut wanted: Vec<(String, u32)> =
        played.players.iter().map(|player| (folded(&player.name), player.points)).collect();
    known.sort();
    wanted.sort();
    known == wanted && (date.is_empty() || played.date.is_empty() || date == played.date)
}

/// The summary that a match itself replaces.
pub(super) fn replaced_by(connection: &Connection, prepared: &Prepared) -> Result<Option<i64>> {
    let record = prepared.record();
    let mut statement =
        connection.prepare_cached("SELECT id, figures FROM match WHERE kind = 1 AND length = ?")?;
    let mut rows = statement.query([record.length])?;
    let scores = record.score();
    while let Some(row) = rows.next()? {
        let text: String = row.get::<_, Option<String>>(1)?.unwrap_or_default();
        let Ok(played) = serde_json::from_str::<PlayedMatch>(&text) else { continue };
        let names = prepared.names().map(|name| folded(&name));
        // The original's database knows only who won, not the score, and not always the number of games.
        let is_scored = played.games > 0;
        let shown = if is_scored { scores } else { won_only(scores, record.length) };
        let n_games = record.games.len() as u32;
        if (!is_scored || played.games == n_games) && is_same(&played, names, shown, &prepared.header.date) {
            return Ok(Some(row.get(0)?));
        }
    }
    Ok(None)
}

/// The score of a match as far as a result without points tells it.
fn won_only(scores: [u32; 2], length: u16) -> [u32; 2] {
    let length = u32::from(length);
    if length == 0 { scores } else { scores.map(|points| if points >= length { length } else { 0 }) }
}
