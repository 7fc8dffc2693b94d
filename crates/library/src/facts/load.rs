// SPDX-License-Identifier: GPL-3.0-or-later
//! Matches as records again, with the analyses that the library has.

use super::blob;
use super::reference::{self, ReferenceRule};
use super::rulers::Rulers;
use crate::decision::{Kind, extract};
use crate::error::{LibraryError, Result};
use crate::finding::{Found, played_index};
use crate::position::PositionKey;
use gnubg_engine::core::Equity;
use gnubg_record::MatchRecord;
use gnubg_record::analysis::Analysis;
use rusqlite::{Connection, OptionalExtension as _};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// The record of a match, with the reference analyses; analyses of other programs stand beside ours.
pub(crate) fn record(connection: &Connection, matched: i64) -> Result<MatchRecord> {
    let bytes: Option<Option<Vec<u8>>> = connection
        .query_row("SELECT record FROM match WHERE id = ?", [matched], |row| row.get(0))
        .optional()?;
    let missing = || LibraryError::NotFound(format!("there is no match m{matched}"));
    let bytes = bytes.ok_or_else(missing)?.ok_or_else(|| {
        LibraryError::Refused(format!("only the sums of match m{matched} are known, not its games"))
    })?;
    let mut record = blob::unpack(&bytes)?;
    annotate(connection, matched, &mut record)?;
    Ok(record)
}

/// The record as it was played.
pub(crate) fn plain_record(connection: &Connection, matched: i64) -> Result<MatchRecord> {
    let bytes: Vec<u8> =
        connection.query_row("SELECT record FROM match WHERE id = ?", [matched], |row| row.get(0))?;
    blob::unpack(&bytes)
}

fn annotate(connection: &Connection, matched: i64, record: &mut MatchRecord) -> Result<()> {
    let rule = reference::rule(connection)?;
    let mut rulers = Rulers::new(connection);
    let mut known: HashMap<PositionKey, Vec<(i64, Found)>> = HashMap::new();
    let luck = luck_of(connection, matched)?;
    for decision in extract(record) {
        let found = match known.entry(decision.key) {
            Entry::Occupied(found) => found.into_mut(),
            Entry::Vacant(place) => place.insert(analyses(connection, &mut rulers, &decision.key)?),
        };
        let place = (decision.game as i64, decision.seq());
        let Some(entry) = record.entry_mut(decision.game, decision.entry) else { continue };
        let (own, foreign) = chosen(found, rule, &mut rulers)?;
        entry.update_analysis(|analysis| {
            if decision.kind == Kind::Play {
                analysis.luck =
                    luck.get(&place).map(|luck| Equity((*luck as f64 / crate::assess::UNIT) as f32));
            }
            for (n, is_main) in [(own, true), (foreign, false)] {
                let Some((_, found)) = n.and_then(|n| found.get(n)) else { continue };
                put(analysis, found, is_main, &decision);
            }
        });
    }
    Ok(())
}

/// Puts an analysis into its place.
fn put(analysis: &mut Analysis, found: &Found, is_main: bool, decision: &crate::decision::Extracted) {
    match (found, decision.kind) {
        (Found::Play(play, file), Kind::Play) => {
            let mut play = play.clone();
            play.played =
                decision.after.as_ref().and_then(|after| played_index(&play, &decision.state.board, after));
            if is_main {
                analysis.play = Some(play);
                analysis.play_rollout.clone_from(file);
            } else {
                analysis.imported_play = Some(Arc::new(play));
            }
        }
        // An answer is judged by the analysis of the double before it.
        (Found::Cube(cube, file), Kind::NoDouble | Kind::Double) => {
            if is_main {
                analysis.cube = Some(cube.clone());
                analysis.cube_rollout.clone_from(file);
            } else {
                analysis.imported_cube = Some(Arc::new(cube.clone()));
            }
        }
        (Found::Resign(resign), Kind::Resign) => analysis.resignation = Some(*resign),
        _ => {}
    }
}

/// The indices of the analysis that is shown, and of one of another program beside it if the first is ours.
fn chosen(
    found: &[(i64, Found)],
    rule: ReferenceRule,
    rulers: &mut Rulers<'_>,
) -> Result<(Option<usize>, Option<usize>)> {
    let mut best: [Option<(i64, u32, usize)>; 2] = [None; 2];
    for (n, (setup, one)) in found.iter().enumerate() {
        let ruler = rulers.row(*setup)?;
        let slot = usize::from(!ruler.is_own);
        let order = (ruler.rank, one.trials(), n);
        if best[slot].is_none_or(|known| known < order) {
            best[slot] = Some(order);
        }
    }
    let [own, foreign] = best;
    let index = |one: Option<(i64, u32, usize)>| one.map(|(_, _, n)| n);
    Ok(match (own, foreign, rule) {
        (None, foreign, _) => (index(foreign), None),
        (own, None, _) => (index(own), None),
        (own, foreign, ReferenceRule::Own) => (index(own), index(foreign)),
        (_, foreign, ReferenceRule::File) => (index(foreign), None),
        (own, foreign, ReferenceRule::Best) if own >= foreign => (index(own), index(foreign)),
        (_, foreign, ReferenceRule::Best) => (index(foreign), None),
    })
}

/// The analyses of a position with their rulers.
pub(crate) fn analyses(
    connection: &Connection,
    rulers: &mut Rulers<'_>,
    key: &PositionKey,
) -> Result<Vec<(i64, Found)>> {
    let sql = "SELECT setup, payload FROM analysis JOIN position ON position.id = analysis.position
        WHERE position.key = ? ORDER BY analysis.id";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([&key.0[..]])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let payload: Vec<u8> = row.get(1)?;
        found.push((row.get(0)?, Found::decode(&payload, rulers)?));
    }
    Ok(found)
}

fn luck_of(connection: &Connection, matched: i64) -> Result<HashMap<(i64, i64), i64>> {
    let sql = "SELECT game, seq, luck FROM decision WHERE match = ? AND luck IS NOT NULL";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([matched], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
