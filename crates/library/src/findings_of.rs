// SPDX-License-Identifier: GPL-3.0-or-later
//! The analyses of a position or decision, for lists.

use crate::assess::Judge;
use crate::db::Library;
use crate::error::{LibraryError, Result};
use crate::facts::TargetKind;
use crate::facts::reference;
use crate::facts::rulers::Rulers;
use crate::finding::Found;
use crate::opinions::Target;
use crate::position::PositionKey;
use gnubg_engine::core::notation;
use rusqlite::{Connection, OptionalExtension as _, params};
use serde_json::{Value, json};

/// An analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisRow {
    /// The number.
    pub id: i64,
    /// Program and level.
    pub ruler: String,
    /// Whether it is of this program.
    pub is_own: bool,
    /// Games rolled out; 0 for none.
    pub trials: u32,
    /// Whether the user has pinned it as the reference.
    pub is_pinned: bool,
    /// When it was found or imported, in milliseconds since 1970.
    pub found: i64,
    /// The alternatives as text with their equities, the best first.
    pub alternatives: Vec<(String, f64)>,
    /// What it found.
    pub finding: Found,
}

impl AnalysisRow {
    /// The row as a line.
    #[must_use]
    pub fn line(&self) -> String {
        let trials = if self.trials > 0 { format!(", {} games", self.trials) } else { String::new() };
        let list: Vec<String> =
            self.alternatives.iter().take(5).map(|(text, equity)| format!("{text} {equity:+.3}")).collect();
        format!("{}{trials}: {}", self.ruler, list.join("; "))
    }

    /// The row as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let list: Vec<Value> = self
            .alternatives
            .iter()
            .map(|(text, equity)| json!({ "play": text, "equity": (equity * 1e5).round() / 1e5 }))
            .collect();
        json!({ "id": self.id, "ruler": self.ruler, "own": self.is_own, "trials": self.trials, "pinned": self.is_pinned,
            "alternatives": list })
    }
}

impl Library {
    /// The analyses of a position, or of the position of a decision, the most reliable first.
    ///
    /// # Errors
    /// If there is no such thing.
    pub fn analyses_of(&self, target: Target) -> Result<Vec<AnalysisRow>> {
        self.read(|connection| {
            let sql = match target.kind {
                TargetKind::Decision => "SELECT position FROM decision WHERE id = ?",
                _ => "SELECT id FROM position WHERE id = ?",
            };
            let position: Option<i64> =
                connection.query_row(sql, [target.id], |row| row.get(0)).optional()?;
            let missing = || LibraryError::NotFound(format!("there is no {target}"));
            rows(connection, position.ok_or_else(missing)?)
        })
    }

    /// Makes an analysis the reference of its position, or with `None` leaves the choice to the rule again.
    ///
    /// # Errors
    /// If there is no such analysis.
    pub fn pin_analysis(&self, position: i64, analysis: Option<i64>, judge: &Judge) -> Result<()> {
        let (judge, now) = (judge.clone(), self.now());
        self.gesture("the reference of a position", move |connection| {
            let sql = "UPDATE analysis SET is_pinned = (id IS ?2) WHERE position = ?1";
            connection.execute(sql, params![position, analysis])?;
            let rule = reference::rule(connection)?;
            let context = crate::facts::store::StoreContext { judge: &judge, rule, batch: 0, now };
            crate::facts::store::derive_positions(
                connection,
                &mut Rulers::new(connection),
                context,
                &[position],
            )
        })
    }
}

/// The analyses of a position, the most reliable first.
pub(crate) fn rows(connection: &Connection, position: i64) -> Result<Vec<AnalysisRow>> {
    let key: Vec<u8> =
        connection.query_row("SELECT key FROM position WHERE id = ?", [position], |row| row.get(0))?;
    let key = PositionKey::from_bytes(&key)
        .ok_or_else(|| LibraryError::content("a position", "its key is damaged"))?;
    let mut rulers = Rulers::new(connection);
    let mut statement = connection.prepare_cached(
        "SELECT analysis.id, engine || ' ' || level, is_own, trials, is_pinned, found, payload FROM analysis
        JOIN setup ON setup.id = setup WHERE position = ? ORDER BY is_pinned DESC, rank DESC, trials DESC, analysis.id DESC",
    )?;
    let mut rows = statement.query([position])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let payload: Vec<u8> = row.get(6)?;
        let finding = Found::decode(&payload, &mut rulers)?;
        found.push(AnalysisRow {
            id: row.get(0)?,
            ruler: row.get(1)?,
            is_own: row.get(2)?,
            trials: row.get(3)?,
            is_pinned: row.get(4)?,
            found: row.get(5)?,
            alternatives: alternatives(&key, &finding),
            finding,
        });
    }
    Ok(found)
}

/// The alternatives of an analysis with their equities, the best first.
pub(crate) fn alternatives(key: &PositionKey, finding: &Found) -> Vec<(String, f64)> {
    let Some(state) = key.state() else { return Vec::new() };
    match finding {
        Found::Play(play, _) => play
            .candidates
            .iter()
            .map(|one| (notation::format(&state.board, &one.play), f64::from(one.equity.0)))
            .collect(),
        Found::Cube(cube, _) => {
            let table = gnubg_engine::cube::MatchEquityTable::default();
            let scale = gnubg_record::judge::Scale::new(&state, state.on_roll, &table);
            let value = |outputs: &gnubg_record::analysis::Outputs| scale.emg(outputs.cubeful);
            vec![
                ("no double".to_owned(), value(&cube.no_double)),
                ("double, take".to_owned(), value(&cube.double_take)),
                ("double, drop".to_owned(), 1.0),
            ]
        }
        Found::Resign(resign) => vec![
            ("play on".to_owned(), f64::from(resign.before.0)),
            ("resign".to_owned(), f64::from(resign.after.0)),
        ],
    }
}
