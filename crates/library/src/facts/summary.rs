// SPDX-License-Identifier: GPL-3.0-or-later
//! Sums over the decisions of a match, from which statistics are made.

use crate::assess::{SCALE_UNIT, units};
use crate::db::meta;
use crate::decision::{Flags, Kind};
use crate::error::Result;
use crate::position::Plans;
use rusqlite::{Connection, params};
use std::collections::BTreeMap;

/// The losses from which on decisions are doubtful, bad and very bad, in normalized equity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorLimits {
    /// Doubtful.
    pub doubtful: f64,
    /// Bad.
    pub bad: f64,
    /// Very bad.
    pub very_bad: f64,
}

impl Default for ErrorLimits {
    /// Those of GNU Backgammon 1.07.
    fn default() -> ErrorLimits {
        ErrorLimits { doubtful: 0.030, bad: 0.060, very_bad: 0.120 }
    }
}

/// The limits in use.
pub(crate) fn limits(connection: &Connection) -> Result<ErrorLimits> {
    let defaults = ErrorLimits::default();
    let number = |key: &str, default: f64| -> Result<f64> { Ok(meta(connection, key)?.unwrap_or(default)) };
    Ok(ErrorLimits {
        doubtful: number("doubtful", defaults.doubtful)?,
        bad: number("bad", defaults.bad)?,
        very_bad: number("very_bad", defaults.very_bad)?,
    })
}

#[derive(Default)]
struct Sums {
    n: i64,
    counted: i64,
    loss: i64,
    squares: f64,
    cost: f64,
    difficulty: i64,
    errors: i64,
    blunders: i64,
}

#[derive(Default)]
struct SideSums {
    alias: i64,
    turns: i64,
    n_luck: i64,
    luck: i64,
    luck_cost: f64,
}

/// Sums up the decisions of a match again.
pub(crate) fn derive(connection: &Connection, matched: i64) -> Result<()> {
    let limits = limits(connection)?;
    let (doubtful, very_bad) = (units(limits.doubtful), units(limits.very_bad));
    let mut sums: BTreeMap<(i64, u8, i64, i64, i64), Sums> = BTreeMap::new();
    let mut sides: BTreeMap<i64, SideSums> = BTreeMap::new();
    let mut statement = connection.prepare_cached(
        "SELECT seat, kind, phase, plan_me, ruler, flags, loss, scale, difficulty, luck, alias
        FROM decision JOIN board ON board.id = decision.board WHERE match = ?",
    )?;
    let mut rows = statement.query([matched])?;
    while let Some(row) = rows.next()? {
        let (seat, kind): (i64, u8) = (row.get(0)?, row.get(1)?);
        let plan = Plans(row.get(3)?).label() as i64;
        let ruler: Option<i64> = row.get(4)?;
        let flags = Flags(row.get(5)?);
        let scale = row.get::<_, i64>(7)? as f64 / SCALE_UNIT;
        let sum = sums.entry((seat, kind, row.get(2)?, plan, ruler.unwrap_or(0))).or_default();
        sum.n += 1;
        if flags.has(Flags::COUNTED) {
            let loss: i64 = row.get::<_, Option<i64>>(6)?.unwrap_or(0);
            sum.counted += 1;
            sum.loss += loss;
            sum.squares += (loss as f64).powi(2);
            sum.cost += loss as f64 * scale;
            sum.difficulty += row.get::<_, Option<i64>>(8)?.unwrap_or(0);
            sum.errors += i64::from(loss > doubtful);
            sum.blunders += i64::from(loss > very_bad);
        }
        let side = sides.entry(seat).or_default();
        side.alias = row.get(10)?;
        side.turns += i64::from(kind == Kind::Play.code());
        if let Some(luck) = row.get::<_, Option<i64>>(9)? {
            side.n_luck += 1;
            side.luck += luck;
            side.luck_cost += luck as f64 * scale;
        }
    }
    drop(rows);
    connection.prepare_cached("DELETE FROM summary WHERE match = ?")?.execute([matched])?;
    connection.prepare_cached("DELETE FROM side WHERE match = ?")?.execute([matched])?;
    let mut insert =
        connection.prepare_cached("INSERT INTO summary VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
    for ((seat, kind, phase, plan, ruler), sum) in sums {
        insert.execute(params![
            matched,
            seat,
            kind,
            phase,
            plan,
            ruler,
            sum.n,
            sum.counted,
            sum.loss,
            sum.squares,
            sum.cost.round() as i64,
            sum.difficulty,
            sum.errors,
            sum.blunders
        ])?;
    }
    let mut insert = connection.prepare_cached("INSERT INTO side VALUES (?, ?, ?, ?, ?, ?, ?)")?;
    for (seat, side) in sides {
        let cost = side.luck_cost.round() as i64;
        insert.execute(params![matched, seat, side.alias, side.turns, side.n_luck, side.luck, cost])?;
    }
    Ok(())
}
