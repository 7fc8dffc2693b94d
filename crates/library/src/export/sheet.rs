// SPDX-License-Identifier: GPL-3.0-or-later
//! A position with everything that an export says about it.

use crate::assess::UNIT;
use crate::db::Library;
use crate::error::Result;
use crate::facts::TargetKind;
use crate::findings_of::{AnalysisRow, rows};
use crate::position::{Features, PositionKey};
use crate::search::DecisionRow;
use crate::study::Card;
use rusqlite::{Connection, OptionalExtension as _};

/// A position with everything that an export says about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The number of the position.
    pub position: i64,
    /// Its key.
    pub key: PositionKey,
    /// The decision that it is from.
    pub decision: Option<DecisionRow>,
    /// Its card.
    pub card: Option<Card>,
    /// Analyses, the most reliable first.
    pub analyses: Vec<AnalysisRow>,
    /// The user's remark about the decision or the position.
    pub remark: String,
    /// What the source says about it.
    pub source_remark: String,
    /// When something of this last changed, in milliseconds since 1970.
    pub changed: i64,
}

impl Sheet {
    /// The best alternative, where it is known.
    #[must_use]
    pub fn best(&self) -> Option<&str> {
        self.analyses.first()?.alternatives.first().map(|(text, _)| text.as_str())
    }

    /// Tags for Anki: phase, plan, kind of question, score.
    #[must_use]
    pub fn tags(&self) -> Vec<String> {
        let facts = self.key.circumstances();
        let mut tags = vec![format!("kind::{}", facts.asked.word())];
        if let Some(board) = self.key.board() {
            let features = Features::of(&board);
            tags.push(format!("phase::{}", features.phase.word()));
            tags.push(format!("plan::{}", features.plans[0].label().word()));
        }
        tags.push(match facts.is_money() {
            true => "score::money".to_owned(),
            false => format!("score::{}-{}", facts.away[0], facts.away[1]),
        });
        tags
    }
}

impl Library {
    /// The sheets of decisions, each position once.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn sheets(&self, decisions: &[i64]) -> Result<Vec<Sheet>> {
        let mut seen = std::collections::HashSet::new();
        let mut found = Vec::new();
        for row in self.decision_rows(decisions)? {
            if seen.insert(row.position) {
                let card = self.cards_of(row.position)?;
                found.push(self.sheet(row.position, row.key, Some(row), card)?);
            }
        }
        Ok(found)
    }

    /// The sheets of cards.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn sheets_of_cards(&self, cards: &[Card]) -> Result<Vec<Sheet>> {
        cards
            .iter()
            .map(|card| {
                let row = match card.decision {
                    Some(decision) => self.decision_rows(&[decision])?.pop(),
                    None => None,
                };
                self.sheet(card.position, card.key, row, Some(card.clone()))
            })
            .collect()
    }

    fn cards_of(&self, position: i64) -> Result<Option<Card>> {
        let id = self.read(|connection| {
            let sql = "SELECT id FROM card WHERE position = ? LIMIT 1";
            Ok(connection.query_row(sql, [position], |row| row.get(0)).optional()?)
        })?;
        id.map(|id| self.card(id)).transpose()
    }

    fn sheet(
        &self,
        position: i64,
        key: PositionKey,
        decision: Option<DecisionRow>,
        card: Option<Card>,
    ) -> Result<Sheet> {
        self.read(|connection| {
            let analyses = rows(connection, position)?;
            let number = decision.as_ref().map_or(-1, |row| row.id);
            let (remark, remark_at) = remarks(connection, position, number, true)?;
            let (source_remark, source_at) = remarks(connection, position, number, false)?;
            let found = analyses.iter().map(|row| row.found).max().unwrap_or(0);
            let made = card.as_ref().map_or(0, |card| card.made);
            let changed = found.max(made).max(remark_at).max(source_at);
            Ok(Sheet { position, key, decision, card, analyses, remark, source_remark, changed })
        })
    }
}

/// Remarks about a decision or its position, one below the other, and when the last one changed.
fn remarks(connection: &Connection, position: i64, decision: i64, is_mine: bool) -> Result<(String, i64)> {
    let sql = "SELECT text, coalesce(edited, made) FROM remark WHERE is_mine = ?1 AND
        ((target_kind = ?2 AND target = ?3) OR (target_kind = ?4 AND target = ?5)) ORDER BY id";
    let mut statement = connection.prepare_cached(sql)?;
    let values = (is_mine, TargetKind::Position.code(), position, TargetKind::Decision.code(), decision);
    let rows = statement.query_map(values, |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))?;
    let found: Vec<(String, i64)> = rows.collect::<rusqlite::Result<_>>()?;
    let at = found.iter().map(|(_, at)| *at).max().unwrap_or(0);
    let texts: Vec<String> = found.into_iter().map(|(text, _)| text).collect();
    Ok((texts.join("\n"), at))
}

/// A loss in thousandths with one decimal.
#[must_use]
pub(super) fn thousandths(loss: Option<f64>) -> String {
    loss.map_or_else(String::new, |loss| format!("{:.1}", (loss * UNIT).round() * 1000.0 / UNIT))
}
