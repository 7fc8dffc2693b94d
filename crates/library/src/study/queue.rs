// SPDX-License-Identifier: GPL-3.0-or-later
//! Which cards a session asks, in which order, and the controls between them.

use super::cards::{Card, all};
use super::schedule::Scheduler;
use super::settings::StudySettings;
use crate::error::Result;
use crate::facts::boards::place;
use crate::position::{Asked, Features};
use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// One of so many questions is a control.
const CONTROL: usize = 4;
/// A right decision loses at most this, in the unit of the database.
const RIGHT: i64 = 500;
/// A control is at least this difficult, in the unit of the database.
const DIFFICULT: i64 = 1500;

/// Something to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Item {
    pub(super) position: i64,
    /// `None` for a control.
    pub(super) card: Option<i64>,
    /// The decision behind a control.
    pub(super) decision: Option<i64>,
    /// Whether it comes back because it was wrong.
    pub(super) is_retry: bool,
}

/// The items of a session, in order.
pub(super) fn plan(
    connection: &Connection,
    settings: &StudySettings,
    scheduler: &dyn Scheduler,
    day: i64,
    seed: i64,
) -> Result<Vec<Item>> {
    let cards = all(connection, settings.deck.as_deref())?;
    let n_controls = if settings.has_controls { usize::from(settings.cards) / CONTROL } else { 0 };
    let n_cards = usize::from(settings.cards) - n_controls;
    let (mut due, mut new): (Vec<&Card>, Vec<&Card>) = cards
        .iter()
        .filter(|card| match &settings.only {
            // What the user chose is asked, whether or not it is due.
            Some(only) => only.contains(&card.id),
            None => !card.is_resting(day) && (card.is_new() || card.is_due(day)),
        })
        .partition(|card| !card.is_new());
    // What is most likely forgotten comes first; of new cards the most costly mistakes.
    let recall = |card: &Card| {
        let days = (day - card.last.unwrap_or(day)).max(0) as f64;
        card.memory.map_or(1.0, |memory| scheduler.recall(memory, days))
    };
    due.sort_by(|a, b| recall(a).total_cmp(&recall(b)));
    new.sort_by(|a, b| b.origin_loss.unwrap_or(0.0).total_cmp(&a.origin_loss.unwrap_or(0.0)));
    // Nothing new while much is due.
    due.truncate(n_cards);
    new.truncate(usize::from(settings.new).min(n_cards - due.len()));
    let chosen = mixed(connection, due.into_iter().chain(new).collect())?;
    let mut controls = match n_controls {
        0 => Vec::new(),
        _ => controls(connection, &chosen, seed, chosen.len().div_ceil(CONTROL - 1).min(n_controls))?,
    };
    controls.reverse();
    let mut items = Vec::new();
    for (n, card) in chosen.iter().enumerate() {
        let position = asked_position(connection, card, seed)?;
        items.push(Item { position, card: Some(card.id), decision: None, is_retry: false });
        // The place of the control among its three neighbours is not always the same.
        let place = (n / (CONTROL - 1) + seed.unsigned_abs() as usize) % (CONTROL - 1);
        if n % (CONTROL - 1) == place
            && let Some(control) = controls.pop()
        {
            items.push(control);
        }
    }
    items.extend(controls.pop());
    Ok(items)
}

/// The position that a card asks this time: one of several, another one in the next session.
fn asked_position(connection: &Connection, card: &Card, seed: i64) -> Result<i64> {
    let n = (seed + card.id).unsigned_abs() as usize % (card.others.len() + 1);
    match n.checked_sub(1).and_then(|n| card.others.get(n)) {
        Some(other) => Ok(place(connection, other)?.position),
        None => Ok(card.position),
    }
}

/// The cards so that no two neighbours are of one match or of one plan, as far as that is possible.
fn mixed<'c>(connection: &Connection, cards: Vec<&'c Card>) -> Result<Vec<&'c Card>> {
    let mut statement = connection.prepare_cached("SELECT match FROM decision WHERE id = ?")?;
    let mut waiting = Vec::new();
    for card in cards {
        let matched: Option<i64> =
            card.decision.and_then(|decision| statement.query_row([decision], |row| row.get(0)).ok());
        let plan = card.key.board().map(|board| Features::of(&board).plans[0].label());
        waiting.push((card, matched, plan));
    }
    let mut found: Vec<&Card> = Vec::new();
    let mut last = (None, None);
    while !waiting.is_empty() {
        let differs = |one: &(&Card, Option<i64>, _)| (one.1.is_none() || one.1 != last.0) && one.2 != last.1;
        let n = waiting.iter().position(differs).unwrap_or(0);
        let (card, matched, plan) = waiting.remove(n);
        last = (matched, plan);
        found.push(card);
    }
    Ok(found)
}

/// Decisions of the user's that were right although they were not easy, of the same kinds and phases as the cards.
fn controls(connection: &Connection, cards: &[&Card], seed: i64, n: usize) -> Result<Vec<Item>> {
    let mut found: Vec<Item> = Vec::new();
    let mut used: HashSet<i64> = cards.iter().map(|card| card.position).collect();
    let sql = "SELECT d.id, d.position FROM decision d JOIN alias ON alias.id = d.alias
        JOIN player ON player.id = alias.player JOIN board ON board.id = d.board
        WHERE player.is_me = 1 AND d.loss <= ?1 AND d.difficulty >= ?2 AND d.kind BETWEEN 0 AND 4 AND (d.kind = 0) = ?3
            AND (?4 < 0 OR board.phase = ?4) AND NOT EXISTS (SELECT 1 FROM card WHERE position = d.position)
            AND NOT EXISTS (SELECT 1 FROM review WHERE position = d.position AND is_control = 1 AND taken_back IS NULL)
        ORDER BY (d.id * 7919 + ?5 * 104729) % 1000003 LIMIT 8";
    let mut statement = connection.prepare_cached(sql)?;
    for k in 0..n {
        // One for each of the cards in turn.
        let Some(card) = cards.get(k * (CONTROL - 1) % cards.len().max(1)) else { break };
        let is_play = card.key.circumstances().asked == Asked::Play;
        let phase = card.key.board().map_or(-1, |board| i64::from(Features::of(&board).phase.code()));
        for phase in [phase, -1] {
            let values = params![RIGHT, DIFFICULT, is_play, phase, seed + k as i64];
            let rows =
                statement.query_map(values, |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)))?;
            let rows: Vec<(i64, i64)> = rows.collect::<rusqlite::Result<_>>()?;
            if let Some((decision, position)) = rows.into_iter().find(|(_, position)| used.insert(*position))
            {
                found.push(Item { position, card: None, decision: Some(decision), is_retry: false });
                break;
            }
        }
    }
    Ok(found)
}
