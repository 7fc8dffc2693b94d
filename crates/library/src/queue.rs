// SPDX-License-Identifier: GPL-3.0-or-later
//! Matches that wait to be analyzed. The library keeps the list and takes results; who has an engine works on it.

use crate::assess::Judge;
use crate::batches::todays_batch;
use crate::db::Library;
use crate::decision::Flags;
use crate::error::Result;
use crate::facts::Prepared;
use crate::facts::reference;
use crate::facts::store::{StoreContext, add_source};
use crate::finding::Maker;
use gnubg_record::MatchRecord;
use rusqlite::{Connection, OptionalExtension as _, params};

/// How far a match of the queue is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueState {
    /// Waiting.
    Waiting,
    /// Being analyzed, perhaps by a program that has ended since.
    Running,
    /// Done.
    Done,
    /// It could not be analyzed.
    Failed,
}

impl QueueState {
    fn of(code: i64) -> QueueState {
        match code {
            0 => QueueState::Waiting,
            1 => QueueState::Running,
            2 => QueueState::Done,
            _ => QueueState::Failed,
        }
    }
}

/// A match of the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueRow {
    /// The match.
    pub matched: i64,
    /// The level asked for, as the program names it; `fast` for the first pass.
    pub level: String,
    /// How far it is.
    pub state: QueueState,
    /// Decisions done, and all.
    pub progress: [usize; 2],
    /// Why it failed.
    pub error: Option<String>,
}

/// Condition of a row of `match`: it has decisions that no usable analysis judges.
fn unjudged() -> String {
    // They are never judged.
    let not_judged = Flags::FORCED.0 | Flags::ILLEGAL.0;
    format!(
        "kind = 0 AND EXISTS (SELECT 1 FROM decision WHERE match = match.id AND kind = 0 AND loss IS NULL
        AND flags & {not_judged} = 0)"
    )
}

/// Whether a match has decisions that no usable analysis judges.
pub(crate) fn needs_analysis(connection: &Connection, matched: i64) -> Result<bool> {
    let sql = format!("SELECT {} FROM match WHERE id = ?1", unjudged());
    Ok(connection.prepare_cached(&sql)?.query_row([matched], |row| row.get(0))?)
}

impl Library {
    /// The matches without a usable analysis, in ascending order.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn unanalyzed(&self) -> Result<Vec<i64>> {
        self.read(|connection| {
            let sql = format!("SELECT id FROM match WHERE {} ORDER BY id", unjudged());
            let mut statement = connection.prepare(&sql)?;
            let rows = statement.query_map([], |row| row.get(0))?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// The matches with an analysis, in ascending order.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn analyzed(&self) -> Result<Vec<i64>> {
        self.read(|connection| {
            let sql = "SELECT id FROM match WHERE EXISTS
                (SELECT 1 FROM decision d WHERE d.match = match.id AND d.loss IS NOT NULL) ORDER BY id";
            let mut statement = connection.prepare(sql)?;
            let rows = statement.query_map([], |row| row.get(0))?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Queues matches for analysis at a level. One that is queued already gets the new level.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn enqueue(&self, matches: &[i64], level: &str) -> Result<usize> {
        let (matches, level, now) = (matches.to_vec(), level.to_owned(), self.now());
        self.write(move |connection| {
            let mut n = 0;
            for matched in matches {
                n += connection.execute(
                    "INSERT INTO queue (match, level, state, added) SELECT id, ?2, 0, ?3 FROM match WHERE id = ?1 AND kind = 0
                    ON CONFLICT (match) DO UPDATE SET level = ?2, state = 0, done = 0, error = NULL",
                    params![matched, level, now],
                )?;
            }
            Ok(n)
        })
    }

    /// The queue, in the order in which it is worked on: matches of the user before others, the latest first, short ones
    /// first.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn queue(&self) -> Result<Vec<QueueRow>> {
        self.read(|connection| {
            let sql = format!("SELECT match, level, state, done, total, error {ORDERED}");
            let mut statement = connection.prepare(&sql)?;
            let rows = statement.query_map([], row_of)?;
            Ok(rows.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// The next match to work on, if there is one; it counts as running.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn next_in_queue(&self) -> Result<Option<QueueRow>> {
        self.write(|connection| {
            let sql = format!("SELECT match, level, state, done, total, error {ORDERED} LIMIT 1");
            let found = connection.query_row(&sql, [], row_of).optional()?;
            if let Some(row) =
                found.as_ref().filter(|row| matches!(row.state, QueueState::Waiting | QueueState::Running))
            {
                connection.execute("UPDATE queue SET state = 1 WHERE match = ?", [row.matched])?;
                return Ok(Some(row.clone()));
            }
            Ok(None)
        })
    }

    /// Notes how a match of the queue ended; one that is done leaves it.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn dequeue(&self, matched: i64, error: Option<&str>) -> Result<()> {
        let error = error.map(str::to_owned);
        self.write(move |connection| {
            match error {
                None => connection.execute("DELETE FROM queue WHERE match = ?", [matched])?,
                Some(error) => connection.execute(
                    "UPDATE queue SET state = 3, error = ? WHERE match = ?",
                    params![error, matched],
                )?,
            };
            Ok(())
        })
    }

    /// Takes a match out of the queue, or all with `None`.
    ///
    /// # Errors
    /// If the library can only be read.
    pub fn clear_queue(&self, matched: Option<i64>) -> Result<()> {
        self.write(move |connection| {
            connection.execute("DELETE FROM queue WHERE ?1 IS NULL OR match = ?1", [matched])?;
            Ok(())
        })
    }

    /// Adds the analyses of a record to its match: what others have found stays. Results of the same ruler as before replace
    /// those with fewer games.
    ///
    /// # Errors
    /// If the library can only be read or there is no such match.
    pub fn add_analysis(
        &self,
        matched: i64,
        record: &MatchRecord,
        maker: Maker,
        judge: &Judge,
    ) -> Result<usize> {
        let prepared = Prepared::new(record, None, maker, judge)?;
        let (judge, now) = (judge.clone(), self.now());
        self.write(move |connection| {
            let batch = todays_batch(connection, "analysis", now)?;
            let context = StoreContext { judge: &judge, rule: reference::rule(connection)?, batch, now };
            let gain = add_source(connection, &prepared, context, matched)?;
            drop_shorter_rollouts(connection, matched)?;
            Ok(gain.analyses)
        })
    }
}

const ORDERED: &str = "FROM queue JOIN match ON match.id = match ORDER BY state >= 2,
    NOT EXISTS (SELECT 1 FROM alias JOIN player ON player.id = player WHERE is_me = 1 AND alias.id IN (alias0, alias1)),
    level <> 'fast', day DESC NULLS LAST, n_decisions, match";

fn row_of(row: &rusqlite::Row<'_>) -> rusqlite::Result<QueueRow> {
    Ok(QueueRow {
        matched: row.get(0)?,
        level: row.get(1)?,
        state: QueueState::of(row.get(2)?),
        progress: [row.get(3)?, row.get(4)?],
        error: row.get(5)?,
    })
}

/// Of several own rollouts of a position by the same settings the longest stays.
fn drop_shorter_rollouts(connection: &Connection, matched: i64) -> Result<()> {
    connection.execute(
        "DELETE FROM analysis WHERE id IN (SELECT a.id FROM analysis a JOIN setup ON setup.id = a.setup
            WHERE setup.is_own = 1 AND setup.is_rollout = 1
            AND a.position IN (SELECT position FROM decision WHERE match = ?)
            AND EXISTS (SELECT 1 FROM analysis b WHERE b.position = a.position AND b.setup = a.setup
                AND b.trials > a.trials))",
        [matched],
    )?;
    Ok(())
}
