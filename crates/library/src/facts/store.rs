// SPDX-License-Identifier: GPL-3.0-or-later
//! Storing a prepared match.

use super::boards::{board, place};
use super::header::Header;
use super::names::{alias, event};
use super::prepared::Prepared;
use super::reference::{self, Candidate, Derived, ReferenceRule};
use super::rulers::Rulers;
use super::{nets, summary};
use crate::assess::{Judge, scale_of};
use crate::decision::{Extracted, Kind};
use crate::error::{LibraryError, Result};
use crate::finding::RulerBook;
use crate::position::{Owner, PositionKey};
use crate::text::new_uid;
use gnubg_engine::core::Player;
use rusqlite::{Connection, OptionalExtension as _, params};
use sha2::{Digest as _, Sha256};
use std::collections::{HashMap, HashSet};

/// What storing needs besides the match.
#[derive(Clone, Copy)]
pub(crate) struct StoreContext<'a> {
    pub(crate) judge: &'a Judge,
    pub(crate) rule: ReferenceRule,
    pub(crate) batch: i64,
    pub(crate) now: i64,
}

/// Kinds of things that remarks and tags belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TargetKind {
    /// A match.
    Match = 0,
    /// A game: the number of its row.
    Game = 1,
    /// A decision.
    Decision = 2,
    /// A position wherever it occurs.
    Position = 3,
    /// A player.
    Player = 4,
    /// An event.
    Event = 5,
    /// A collection.
    Collection = 6,
}

impl TargetKind {
    /// All kinds.
    pub const ALL: [TargetKind; 7] = [
        TargetKind::Match,
        TargetKind::Game,
        TargetKind::Decision,
        TargetKind::Position,
        TargetKind::Player,
        TargetKind::Event,
        TargetKind::Collection,
    ];

    /// The number in the database.
    #[must_use]
    pub const fn code(self) -> i64 {
        self as i64
    }

    /// The letter before the number of such a thing.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            TargetKind::Match => 'm',
            TargetKind::Game => 'g',
            TargetKind::Decision => 'd',
            TargetKind::Position => 'p',
            TargetKind::Player => 'l',
            TargetKind::Event => 'e',
            TargetKind::Collection => 'c',
        }
    }
}

/// Stores a new match and returns its number.
pub(crate) fn insert(connection: &Connection, prepared: &Prepared, context: StoreContext<'_>) -> Result<i64> {
    let uid = new_uid();
    insert_as(connection, prepared, context, None, &uid)
}

/// Stores a match under a number and a uid, as after a correction or from another library.
pub(crate) fn insert_as(
    connection: &Connection,
    prepared: &Prepared,
    context: StoreContext<'_>,
    id: Option<i64>,
    uid: &[u8; 16],
) -> Result<i64> {
    nets::note_first(connection, context.judge)?;
    let record = &prepared.record;
    let aliases = aliases_of(connection, prepared)?;
    let header = &prepared.header;
    let day = header.day();
    let event = event(connection, &header.event, day)?;
    let score = record.score();
    let winner = record.winner().map(Player::index);
    connection.execute(
        "INSERT INTO match (id, uid, content_hash, dice_hash, length, variation, alias0, alias1, date, day, event, round,
        place, annotator, score0, score1, winner, is_finished, n_games, n_plays, n_decisions, record, trust, header, batch,
        added) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        params![
            id,
            &uid[..],
            &prepared.identity.content[..],
            &prepared.identity.dice[..],
            record.length,
            record.rules.variation.keyword(),
            aliases[0],
            aliases[1],
            header.date,
            day,
            event,
            header.round,
            header.place,
            header.annotator,
            score[0],
            score[1],
            winner,
            record.is_money() || winner.is_some(),
            record.games.len(),
            prepared.identity.n_plays,
            prepared.decisions.len(),
            prepared.blob,
            prepared.trust,
            header_text(header)?,
            context.batch,
            context.now,
        ],
    )?;
    let matched = connection.last_insert_rowid();
    insert_games(connection, prepared, matched)?;
    insert_decisions(connection, prepared, context, matched, &|_| true)?;
    if !header.comment.trim().is_empty() {
        remark(connection, TargetKind::Match, matched, &header.comment, context)?;
    }
    summary::derive(connection, matched)?;
    Ok(matched)
}

/// A header as text.
pub(crate) fn header_text(header: &Header) -> Result<String> {
    serde_json::to_string(header).map_err(|error| LibraryError::content("a header", error))
}

fn aliases_of(connection: &Connection, prepared: &Prepared) -> Result<[i64; 2]> {
    let [zero, one] = prepared.names();
    Ok([alias(connection, &zero)?, alias(connection, &one)?])
}

fn insert_games(connection: &Connection, prepared: &Prepared, matched: i64) -> Result<()> {
    let record = &prepared.record;
    let mut insert = connection.prepare_cached(
        "INSERT INTO game (match, number, score0, score1, is_crawford, winner, points, n_decisions, prefix_hash, head_hash)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (match, number) DO UPDATE SET
        winner = ?6, points = ?7, n_decisions = ?8, prefix_hash = ?9, head_hash = ?10",
    )?;
    for (n, (game, identity)) in record.games.iter().zip(&prepared.identity.games).enumerate() {
        let outcome = game.outcome(record.length);
        let count = prepared.decisions.iter().filter(|one| one.game == n).count();
        insert.execute(params![
            matched,
            n,
            game.start.score[0],
            game.start.score[1],
            game.start.is_crawford,
            outcome.map(|one| one.winner.index()),
            outcome.map(|one| one.points),
            count,
            &identity.prefix[..],
            &identity.head[..],
        ])?;
    }
    Ok(())
}

/// Stores the decisions of a match that are wanted; the number of them.
fn insert_decisions(
    connection: &Connection,
    prepared: &Prepared,
    context: StoreContext<'_>,
    matched: i64,
    is_wanted: &dyn Fn(&Extracted) -> bool,
) -> Result<usize> {
    let (aliases, day): ([i64; 2], Option<i64>) = connection
        .prepare_cached("SELECT alias0, alias1, day FROM match WHERE id = ?")?
        .query_row([matched], |row| Ok(([row.get(0)?, row.get(1)?], row.get(2)?)))?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO decision (position, board, match, game, seq, seat, alias, versus, day, kind, dice, away_me, away_op,
        cube, owner, flags, played, did, could, seconds, scale)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )?;
    let mut numbers = Vec::with_capacity(prepared.decisions.len());
    let mut places = HashMap::new();
    for decision in &prepared.decisions {
        if !is_wanted(decision) {
            numbers.push(None);
            continue;
        }
        let placed = match places.get(&decision.key) {
            Some(known) => *known,
            None => {
                let placed = place(connection, &decision.key)?;
                places.insert(decision.key, placed);
                placed
            }
        };
        let (seat, facts) = (decision.player.index(), decision.key.circumstances());
        // Rows of decisions are seen by who decides: after a double that is the opponent of the player on roll.
        let is_answer = decision.kind.is_answer();
        let seen = match is_answer {
            true => board(connection, decision.state.board.swapped().key())?,
            false => placed.board,
        };
        let turn = |pair: [u8; 2]| if is_answer { [pair[1], pair[0]] } else { pair };
        let away = turn(facts.away);
        let owner = match (facts.owner, is_answer) {
            (Owner::Me, true) => Owner::Them,
            (Owner::Them, true) => Owner::Me,
            (owner, _) => owner,
        };
        insert.execute(params![
            placed.position,
            seen,
            matched,
            decision.game,
            decision.seq(),
            seat,
            aliases[seat],
            aliases[1 - seat],
            day,
            decision.kind.code(),
            facts.dice.map_or(0, |dice| dice.index() + 1),
            away[0],
            away[1],
            decision.state.cube.value.exponent(),
            owner.code(),
            decision.flags.0,
            decision.played,
            decision.did.0,
            decision.could.0,
            decision.seconds,
            scale_of(&decision.state, &context.judge.table),
        ])?;
        numbers.push(Some(connection.last_insert_rowid()));
    }
    attach(connection, prepared, context, &numbers, &places)?;
    Ok(numbers.iter().flatten().count())
}

/// Stores what is attached to decisions: analyses, luck, comments, marks; then derives the decisions.
fn attach(
    connection: &Connection,
    prepared: &Prepared,
    context: StoreContext<'_>,
    numbers: &[Option<i64>],
    places: &HashMap<PositionKey, super::boards::Placed>,
) -> Result<()> {
    let mut rulers = Rulers::new(connection);
    let mut by_decision: Vec<Vec<Candidate>> = vec![Vec::new(); numbers.len()];
    let mut is_known = vec![false; numbers.len()];
    let indices: HashMap<PositionKey, Vec<usize>> =
        prepared.decisions.iter().enumerate().fold(HashMap::new(), |mut map, (n, one)| {
            map.entry(one.key).or_insert_with(Vec::new).push(n);
            map
        });
    for (key, decisions) in &indices {
        let Some(placed) = places.get(key) else { continue };
        let has_others = !placed.is_new && has_analyses(connection, placed.position)?;
        decisions.iter().for_each(|&n| is_known[n] = has_others);
        for finding in prepared.findings.get(key).into_iter().flatten() {
            let Some(ruler) = finding.found.ruler(&prepared.maker) else { continue };
            let setup = rulers.number(&ruler)?;
            store_finding(connection, &mut rulers, placed.position, finding, prepared, setup, context)?;
            for (n, assessed) in &finding.assessed {
                by_decision[*n].push(Candidate {
                    setup,
                    rank: ruler.rank(),
                    is_own: ruler.is_own,
                    trials: i64::from(finding.found.trials()),
                    is_pinned: false,
                    found: context.now,
                    assessed: assessed.clone(),
                });
            }
        }
    }
    let mut luck = connection.prepare_cached("INSERT OR IGNORE INTO luck VALUES (?, ?, ?, ?)")?;
    let mut column = connection.prepare_cached("UPDATE decision SET luck = ? WHERE id = ?")?;
    for (n, value, maker) in &prepared.luck {
        let Some(decision) = numbers[*n] else { continue };
        luck.execute(params![decision, maker, value, context.batch])?;
        column.execute(params![value, decision])?;
    }
    for (n, text) in &prepared.comments {
        let Some(decision) = numbers[*n] else { continue };
        remark(connection, TargetKind::Decision, decision, text, context)?;
    }
    let mut mark = connection.prepare_cached("INSERT OR IGNORE INTO mark VALUES (?, ?, 0)")?;
    for (n, kind) in &prepared.marks {
        let Some(decision) = numbers[*n] else { continue };
        mark.execute(params![decision, *kind as i64])?;
    }
    for (n, candidates) in by_decision.iter().enumerate() {
        let Some(decision) = numbers[n] else { continue };
        if is_known[n] {
            reference::derive(connection, &mut rulers, context.judge, context.rule, decision)?;
        } else if !candidates.is_empty() {
            let flags = prepared.decisions[n].flags;
            let kind = prepared.decisions[n].kind;
            Derived::of(candidates, context.rule).store(connection, decision, kind, flags)?;
        }
    }
    Ok(())
}

fn has_analyses(connection: &Connection, position: i64) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM analysis WHERE position = ?)";
    Ok(connection.prepare_cached(sql)?.query_row([position], |row| row.get(0))?)
}

fn store_finding(
    connection: &Connection,
    rulers: &mut Rulers<'_>,
    position: i64,
    finding: &super::prepared::PreparedFinding,
    prepared: &Prepared,
    setup: i64,
    context: StoreContext<'_>,
) -> Result<bool> {
    let payload = finding.found.encode(&prepared.maker, rulers)?;
    put_analysis(connection, position, setup, &payload, finding.found.trials(), context)
}

/// Stores the bytes of an analysis; whether it was new.
pub(crate) fn put_analysis(
    connection: &Connection,
    position: i64,
    setup: i64,
    payload: &[u8],
    trials: u32,
    context: StoreContext<'_>,
) -> Result<bool> {
    let done = connection
        .prepare_cached(
            "INSERT OR IGNORE INTO analysis (position, setup, digest, found, batch, trials, payload)
            VALUES (?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![position, setup, digest(payload), context.now, context.batch, trials, payload])?;
    Ok(done > 0)
}

/// A number by which equal analyses are known.
fn digest(payload: &[u8]) -> i64 {
    let hash = Sha256::digest(payload);
    i64::from_le_bytes(std::array::from_fn(|n| hash[n]))
}

/// Stores a remark of a source unless the same one is there.
fn remark(
    connection: &Connection,
    kind: TargetKind,
    target: i64,
    text: &str,
    context: StoreContext<'_>,
) -> Result<bool> {
    let text = text.trim_end();
    let done = connection
        .prepare_cached(
            "INSERT INTO remark (target_kind, target, is_mine, text, made, batch)
            SELECT ?1, ?2, 0, ?3, ?4, ?5 WHERE NOT EXISTS
            (SELECT 1 FROM remark WHERE target_kind = ?1 AND target = ?2 AND text = ?3)",
        )?
        .execute(params![kind.code(), target, text, context.now, context.batch])?;
    Ok(done > 0)
}

/// What a further source of a stored match brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gain {
    pub(crate) analyses: usize,
    pub(crate) remarks: usize,
    pub(crate) fields: usize,
}

/// Adds what a further source of the same match brings: analyses, luck, remarks with new text, empty fields.
pub(crate) fn add_source(
    connection: &Connection,
    prepared: &Prepared,
    context: StoreContext<'_>,
    matched: i64,
) -> Result<Gain> {
    let mut gain = Gain::default();
    let stored: Vec<(i64, i64, i64, i64)> = {
        let mut statement = connection
            .prepare_cached("SELECT id, position, game, seq FROM decision WHERE match = ? ORDER BY id")?;
        let rows =
            statement.query_map([matched], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
        rows.collect::<rusqlite::Result<_>>()?
    };
    // The same plays may stand at other entries, as resignations and set-ups are written differently.
    let same = |a: &(i64, i64, i64, i64), kinds: &Kind| (a.2, a.3 % 2 == i64::from(*kinds == Kind::Play));
    let mut next = 0;
    let mut numbers: Vec<Option<i64>> = Vec::new();
    for decision in &prepared.decisions {
        let place = place(connection, &decision.key)?;
        let game = decision.game as i64;
        let found = stored[next..]
            .iter()
            .position(|one| one.1 == place.position && same(one, &decision.kind) == (game, true));
        numbers.push(found.map(|n| {
            next += n + 1;
            stored[next - 1].0
        }));
    }
    let mut rulers = Rulers::new(connection);
    let mut touched = Vec::new();
    for (key, findings) in &prepared.findings {
        let placed = place(connection, key)?;
        for finding in findings {
            let Some(ruler) = finding.found.ruler(&prepared.maker) else { continue };
            let setup = rulers.number(&ruler)?;
            if store_finding(connection, &mut rulers, placed.position, finding, prepared, setup, context)? {
                gain.analyses += 1;
                touched.push(placed.position);
            }
        }
    }
    for (n, value, maker) in &prepared.luck {
        let Some(decision) = numbers[*n] else { continue };
        let sql = "INSERT OR IGNORE INTO luck VALUES (?, ?, ?, ?)";
        let added =
            connection.prepare_cached(sql)?.execute(params![decision, maker, value, context.batch])?;
        if added > 0 {
            reference::choose_luck(connection, context.rule, decision)?;
        }
    }
    for (n, text) in &prepared.comments {
        if let Some(decision) = numbers[*n] {
            gain.remarks += usize::from(remark(connection, TargetKind::Decision, decision, text, context)?);
        }
    }
    if !prepared.header.comment.trim().is_empty() {
        let text = &prepared.header.comment;
        gain.remarks += usize::from(remark(connection, TargetKind::Match, matched, text, context)?);
    }
    derive_positions(connection, &mut rulers, context, &touched)?;
    gain.fields = fill_header(connection, prepared, matched)?;
    summary::derive(connection, matched)?;
    Ok(gain)
}

/// Derives all decisions at these positions, and the sums of their matches.
pub(crate) fn derive_positions(
    connection: &Connection,
    rulers: &mut Rulers<'_>,
    context: StoreContext<'_>,
    positions: &[i64],
) -> Result<()> {
    let mut matches = Vec::new();
    for position in positions {
        let decisions: Vec<(i64, i64)> = {
            let mut statement =
                connection.prepare_cached("SELECT id, match FROM decision WHERE position = ?")?;
            let rows = statement.query_map([position], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<rusqlite::Result<_>>()?
        };
        for (decision, matched) in decisions {
            reference::derive(connection, rulers, context.judge, context.rule, decision)?;
            matches.push(matched);
        }
    }
    matches.sort_unstable();
    matches.dedup();
    matches.into_iter().try_for_each(|matched| summary::derive(connection, matched))
}

/// Extends a stored match by a prepared one that continues it: what was played before keeps its rows with everything that
/// is attached to them. The number of decisions added.
pub(crate) fn extend(
    connection: &Connection,
    prepared: &Prepared,
    context: StoreContext<'_>,
    matched: i64,
) -> Result<usize> {
    let first_seat: Option<usize> = connection
        .query_row(
            "SELECT seat FROM decision WHERE match = ? AND kind = 0 ORDER BY game, seq LIMIT 1",
            [matched],
            |row| row.get(0),
        )
        .optional()?;
    let turned;
    let prepared = if first_seat.is_some_and(|seat| seat != prepared.first.index()) {
        turned = prepared.with_seats_exchanged(context.judge)?;
        &turned
    } else {
        prepared
    };
    let known: HashSet<(i64, i64)> = {
        let mut statement = connection.prepare_cached("SELECT game, seq FROM decision WHERE match = ?")?;
        let rows = statement.query_map([matched], |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.collect::<rusqlite::Result<_>>()?
    };
    let record = &prepared.record;
    let (score, winner) = (record.score(), record.winner().map(Player::index));
    connection.execute(
        "UPDATE match SET content_hash = ?, dice_hash = ?, score0 = ?, score1 = ?, winner = ?, is_finished = ?, n_games = ?,
        n_plays = ?, n_decisions = ?, record = ?, revision = revision + 1 WHERE id = ?",
        params![
            &prepared.identity.content[..],
            &prepared.identity.dice[..],
            score[0],
            score[1],
            winner,
            record.is_money() || winner.is_some(),
            record.games.len(),
            prepared.identity.n_plays,
            prepared.decisions.len(),
            prepared.blob,
            matched
        ],
    )?;
    insert_games(connection, prepared, matched)?;
    let is_new = |one: &Extracted| !known.contains(&(one.game as i64, one.seq()));
    let added = insert_decisions(connection, prepared, context, matched, &is_new)?;
    add_source(connection, prepared, context, matched)?;
    Ok(added)
}

/// The flag of a match whose header the user has edited.
pub(crate) const EDITED: i64 = 1;

/// Fills fields that are empty, or replaces those of a source that is trusted less, unless the user has edited them. The
/// number of fields that changed.
fn fill_header(connection: &Connection, prepared: &Prepared, matched: i64) -> Result<usize> {
    let (trust, flags): (i64, i64) =
        connection.query_row("SELECT trust, flags FROM match WHERE id = ?", [matched], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
    if flags & EDITED != 0 {
        return Ok(0);
    }
    // A source may have the players in other seats; names stay with the record.
    let header = &prepared.header;
    let is_better = prepared.trust > trust;
    let mut changed = 0;
    for (column, text) in header.texts().into_iter().filter(|(_, text)| !text.is_empty()) {
        let sql = format!(
            "UPDATE match SET {column} = ?1 WHERE id = ?2 AND {column} <> ?1 AND ({column} = '' OR ?3)"
        );
        changed += connection.execute(&sql, params![text, matched, is_better])?;
    }
    if let Some(day) = header.day() {
        let sql = "UPDATE match SET day = ?1 WHERE id = ?2 AND (day IS NULL OR ?3)";
        if connection.execute(sql, params![day, matched, is_better])? > 0 {
            connection.execute("UPDATE decision SET day = ? WHERE match = ?", (day, matched))?;
        }
    }
    if let Some(event) = event(connection, &header.event, header.day())? {
        let sql = "UPDATE match SET event = ?1 WHERE id = ?2 AND (event IS NULL OR (?3 AND event <> ?1))";
        changed += connection.execute(sql, params![event, matched, is_better])?;
    }
    if is_better {
        connection.execute("UPDATE match SET trust = ? WHERE id = ?", (prepared.trust, matched))?;
    }
    Ok(changed)
}
