// SPDX-License-Identifier: GPL-3.0-or-later
//! Reviews: what was answered. They are appended; taking one back marks it.

use super::cards::Plan;
use super::grade::Rating;
use super::judging::Part;
use crate::LEECH_LAPSES;
use crate::assess::{UNIT, units};
use crate::clock::DAY_MS;
use crate::db::Library;
use crate::error::{LibraryError, Result};
use crate::text::new_uid;
use rusqlite::{Connection, OptionalExtension as _, params};

/// Days within which lapses make a leech.
const LEECH_DAYS: i64 = 365;

/// A review.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The number.
    pub id: i64,
    /// The card; `None` for a control.
    pub card: Option<i64>,
    /// The position.
    pub position: Option<i64>,
    /// When it was, in milliseconds since 1970.
    pub at: i64,
    /// The questions and answers.
    pub parts: Vec<Part>,
    /// What was lost, in normalized equity.
    pub loss: Option<f64>,
    /// The grade, from 1 to 4.
    pub grade: Option<f64>,
    /// The rating; `None` if it was not counted.
    pub rating: Option<Rating>,
    /// Milliseconds of thought.
    pub ms: i64,
    /// Whether it was a control.
    pub is_control: bool,
    /// Whether the user chose another grade than the proposed one.
    pub is_override: bool,
    /// When it was taken back.
    pub taken_back: Option<i64>,
}

/// A review to be stored.
#[derive(Clone, Debug)]
pub(super) struct NewReview {
    pub(super) card: Option<i64>,
    pub(super) position: i64,
    pub(super) at: i64,
    pub(super) day: i64,
    pub(super) parts: Vec<Part>,
    pub(super) loss: f64,
    pub(super) grade: f64,
    /// `None` if it does not count.
    pub(super) rating: Option<Rating>,
    pub(super) ms: i64,
    pub(super) ruler: Option<i64>,
    pub(super) before: Plan,
    pub(super) after: Plan,
    pub(super) is_override: bool,
    pub(super) version: &'static str,
}

fn json<T: serde::Serialize>(value: &T) -> Result<String> {
    serde_json::to_string(value).map_err(|error| LibraryError::content("a review", error))
}

/// Appends a review and brings its card up to date. Its number, and the lapses if the card became a leech.
pub(super) fn append(connection: &Connection, review: &NewReview) -> Result<(i64, Option<i64>)> {
    connection.execute(
        "INSERT INTO review (uid, card, position, at, day, answer, loss, grade, rating, ms, ruler, before, after, is_control,
            is_override) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        params![
            &new_uid()[..],
            review.card,
            review.position,
            review.at,
            review.day,
            json(&review.parts)?,
            units(review.loss),
            review.grade,
            review.rating.map_or(0, Rating::number),
            review.ms,
            review.ruler,
            json(&review.before)?,
            json(&review.after)?,
            review.card.is_none(),
            review.is_override
        ],
    )?;
    let id = connection.last_insert_rowid();
    let Some(card) = review.card.filter(|_| review.rating.is_some()) else { return Ok((id, None)) };
    plan(connection, card, &review.after, Some(review.version))?;
    let lapses = count_lapses(connection, card, review.at)?;
    let is_lapse = review.rating == Some(Rating::Again) && review.before.memory.is_some();
    Ok((id, (is_lapse && lapses >= LEECH_LAPSES).then_some(lapses)))
}

/// Takes a review back: it is marked, and its card is as before.
pub(super) fn take_back(connection: &Connection, id: i64, now: i64) -> Result<()> {
    let sql = "SELECT card, before FROM review WHERE id = ? AND taken_back IS NULL";
    let row = connection
        .query_row(sql, [id], |row| Ok((row.get::<_, Option<i64>>(0)?, row.get::<_, Option<String>>(1)?)));
    let Some((card, before)) = row.optional()? else { return Ok(()) };
    connection.execute("UPDATE review SET taken_back = ?1 WHERE id = ?2", [now, id])?;
    if let Some(card) = card {
        let before = before.map(|text| serde_json::from_str::<Plan>(&text)).transpose();
        let before = before.map_err(|error| LibraryError::content("a review", error))?.unwrap_or_default();
        plan(connection, card, &before, None)?;
        count_lapses(connection, card, now)?;
    }
    Ok(())
}

fn plan(connection: &Connection, card: i64, plan: &Plan, version: Option<&str>) -> Result<()> {
    connection.execute(
        "UPDATE card SET stability = ?, difficulty = ?, due = ?, last = ?, scheduler = coalesce(?, scheduler),
            rests_until = NULL WHERE id = ?",
        params![
            plan.memory.map(|memory| memory.stability),
            plan.memory.map(|memory| memory.difficulty),
            plan.due,
            plan.last,
            version,
            card
        ],
    )?;
    Ok(())
}

/// Counts how often a card was forgotten within twelve months; the first answer to a new card is no lapse, nor a second
/// one on the same day.
fn count_lapses(connection: &Connection, card: i64, now: i64) -> Result<i64> {
    let sql = "SELECT count(DISTINCT day) FROM review WHERE card = ?1 AND rating = 1 AND taken_back IS NULL AND at > ?2
        AND json_extract(before, '$.memory') IS NOT NULL AND coalesce(json_extract(before, '$.last'), 0) < day";
    let n: i64 = connection.query_row(sql, [card, now - LEECH_DAYS * DAY_MS], |row| row.get(0))?;
    connection.execute("UPDATE card SET lapses = ?1 WHERE id = ?2", [n, card])?;
    Ok(n)
}

/// The usual time of thought for a kind of question, in milliseconds: the median of the last hundred answers that took less
/// than three minutes; `None` with fewer than ten.
pub(super) fn usual_time(connection: &Connection, is_play: bool) -> Result<Option<i64>> {
    let kind = if is_play { "play" } else { "double" };
    let mut statement = connection.prepare_cached(
        "SELECT ms FROM review WHERE taken_back IS NULL AND ms BETWEEN 1 AND 180000
            AND json_extract(answer, '$[0].ask') = ? ORDER BY id DESC LIMIT 100",
    )?;
    let rows = statement.query_map([kind], |row| row.get::<_, i64>(0))?;
    let mut times: Vec<i64> = rows.collect::<rusqlite::Result<_>>()?;
    times.sort_unstable();
    Ok((times.len() >= 10).then(|| times[times.len() / 2]))
}

/// Reviews that a condition holds for, the oldest first.
pub(super) fn list(connection: &Connection, condition: &str, value: i64) -> Result<Vec<Review>> {
    let sql = format!(
        "SELECT id, card, position, at, answer, loss, grade, rating, ms, is_control, is_override, taken_back FROM review
        WHERE {condition} ORDER BY id"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query([value])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let answer: String = row.get(4)?;
        found.push(Review {
            id: row.get(0)?,
            card: row.get(1)?,
            position: row.get(2)?,
            at: row.get(3)?,
            // Reviews of other programs may hold plain text.
            parts: serde_json::from_str(&answer).unwrap_or_default(),
            loss: row.get::<_, Option<i64>>(5)?.map(|loss| loss as f64 / UNIT),
            grade: row.get(6)?,
            rating: Rating::from_number(row.get(7)?),
            ms: row.get(8)?,
            is_control: row.get(9)?,
            is_override: row.get(10)?,
            taken_back: row.get(11)?,
        });
    }
    Ok(found)
}

impl Library {
    /// All reviews of a card, the oldest first, with those that were taken back.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn reviews(&self, card: i64) -> Result<Vec<Review>> {
        self.read(|connection| list(connection, "card = ?", card))
    }
}
