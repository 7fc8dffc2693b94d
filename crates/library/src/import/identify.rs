// SPDX-License-Identifier: GPL-3.0-or-later
//! Finding the match of the library that a new one is the same as, continues, or nearly is.

use crate::error::Result;
use crate::facts::{Prepared, load};
use crate::identity::{FEW_PLAYS, Identity, Relation};
use crate::text::folded;
use gnubg_record::MatchRecord;
use rusqlite::{Connection, OptionalExtension as _, params};
use std::collections::BTreeSet;

/// Most matches that are compared play by play.
const MOST_COMPARED: usize = 20;

/// The match of the library that a prepared one is related to.
pub(super) fn related(connection: &Connection, prepared: &Prepared) -> Result<Option<(i64, Relation)>> {
    let identity = &prepared.identity;
    let same: Vec<i64> = {
        let mut statement = connection
            .prepare_cached("SELECT id FROM match WHERE content_hash = ? AND kind = 0 ORDER BY id")?;
        let rows = statement.query_map([&identity.content[..]], |row| row.get(0))?;
        rows.collect::<rusqlite::Result<_>>()?
    };
    for matched in same {
        if identity.n_plays >= FEW_PLAYS || has_same_players_and_day(connection, matched, prepared)? {
            return Ok(Some((matched, Relation::Same)));
        }
    }
    related_by_plays(connection, identity)
}

/// The match of the library with the same plays, or some of them. Too few plays identify none.
fn related_by_plays(connection: &Connection, identity: &Identity) -> Result<Option<(i64, Relation)>> {
    if identity.n_plays < FEW_PLAYS {
        return Ok(None);
    }
    let mut best = None;
    for matched in similar(connection, identity)? {
        let known = Identity::of(&load::plain_record(connection, matched)?);
        // What the library has comes first: the new match continues it, or is a part of it.
        match known.relation(identity) {
            Relation::Other => {}
            Relation::Near(n) => {
                if best.is_none() {
                    best = Some((matched, Relation::Near(n)));
                }
            }
            other => return Ok(Some((matched, other))),
        }
    }
    Ok(best)
}

/// The match of the library that a record is, perhaps a part of it, longer, or with a few plays corrected.
pub(super) fn match_of(connection: &Connection, record: &MatchRecord) -> Result<Option<i64>> {
    Ok(related_by_plays(connection, &Identity::of(record))?.map(|(matched, _)| matched))
}

/// Matches with the same dice, the same beginning of a game, or the same first games.
fn similar(connection: &Connection, identity: &Identity) -> Result<Vec<i64>> {
    let mut found = BTreeSet::new();
    let mut add = |sql: &str, key: &[u8]| -> Result<()> {
        let mut statement = connection.prepare_cached(sql)?;
        let rows = statement.query_map(params![key], |row| row.get::<_, i64>(0))?;
        for row in rows.take(MOST_COMPARED) {
            found.insert(row?);
        }
        Ok(())
    };
    add("SELECT id FROM match WHERE dice_hash = ? AND kind = 0", &identity.dice)?;
    for game in identity.games.iter().filter(|game| game.events.len() >= FEW_PLAYS).take(3) {
        add("SELECT match FROM game WHERE prefix_hash = ?", &game.prefix)?;
        add("SELECT match FROM game WHERE head_hash = ?", &game.head)?;
    }
    Ok(found.into_iter().take(MOST_COMPARED).collect())
}

fn has_same_players_and_day(connection: &Connection, matched: i64, prepared: &Prepared) -> Result<bool> {
    let found = connection
        .query_row(
            "SELECT a.folded, b.folded, date FROM match JOIN alias a ON a.id = alias0 JOIN alias b ON b.id = alias1
            WHERE match.id = ?",
            [matched],
            |row| Ok(([row.get::<_, String>(0)?, row.get(1)?], row.get::<_, String>(2)?)),
        )
        .optional()?;
    let Some((mut known, date)) = found else { return Ok(false) };
    let mut names = prepared.names().map(|name| folded(&name));
    known.sort();
    names.sort();
    Ok(known == names && date == prepared.header.date)
}
