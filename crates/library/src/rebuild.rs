// SPDX-License-Identifier: GPL-3.0-or-later
//! Making again what is derived: all at once, or in steps that leave room for other changes between them.

use crate::assess::{Judge, scale_of};
use crate::db::{Library, RULES_KEY, meta, set_meta};
use crate::decision::{Extracted, extract};
use crate::error::Result;
use crate::facts::reference::{self, ReferenceRule};
use crate::facts::rulers::Rulers;
use crate::facts::{boards, load, nets, summary};
use crate::position::RULES_VERSION;
use gnubg_engine::core::CancelToken;
use rusqlite::{Connection, params};
use std::collections::HashMap;
use std::sync::PoisonError;

/// Boards of a step.
const BOARDS: i64 = 5000;

/// Keeps that everything derived is as this program and these nets have it.
fn note_all(connection: &Connection, judge: &Judge) -> Result<()> {
    set_meta(connection, RULES_KEY, RULES_VERSION)?;
    nets::note(connection, judge)
}

/// The numbers of all matches with decisions.
fn matches(connection: &Connection) -> Result<Vec<i64>> {
    let mut statement = connection.prepare("SELECT id FROM match WHERE kind = 0 ORDER BY id")?;
    let rows = statement.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

impl Library {
    /// Makes everything derived again: features of boards, reference losses, sums.
    ///
    /// # Errors
    /// If the library can only be read, or it was cancelled; then nothing was changed.
    pub fn rebuild(
        &self,
        judge: &Judge,
        cancel: &CancelToken,
        progress: impl Fn(usize, usize) + Send + 'static,
    ) -> Result<()> {
        let (judge, cancel) = (judge.clone(), cancel.clone());
        self.write(move |connection| {
            boards::derive_all(connection)?;
            derive_everything(connection, &judge, &cancel, &progress)?;
            note_all(connection, &judge)
        })?;
        self.forget_boards();
        Ok(())
    }

    /// The boards in memory and in the file beside the library have features of before.
    pub(crate) fn forget_boards(&self) {
        *self.board_slot().lock().unwrap_or_else(PoisonError::into_inner) = None;
        // Where there is none, nothing is to be forgotten.
        let _ = std::fs::remove_file(crate::search::cache_path(self.path()));
    }

    /// Whether derived data follow older definitions than those of this program, or other nets than those of `judge`. An empty
    /// library needs nothing.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn needs_rebuild(&self, judge: &Judge) -> Result<bool> {
        self.read(|connection| {
            let is_old = meta::<i64>(connection, RULES_KEY)?.unwrap_or(0) != i64::from(RULES_VERSION);
            let has_other_nets = !nets::are_of(connection, judge)?;
            let has_decisions: bool =
                connection.query_row("SELECT EXISTS (SELECT 1 FROM decision)", [], |row| row.get(0))?;
            Ok(has_decisions && (is_old || has_other_nets))
        })
    }

    /// The rule by which reference analyses are chosen.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn reference_rule(&self) -> Result<ReferenceRule> {
        self.read(reference::rule)
    }

    /// Chooses reference analyses by another rule; all losses and sums follow.
    ///
    /// # Errors
    /// If the library can only be read, or it was cancelled; then nothing was changed.
    pub fn set_reference_rule(
        &self,
        rule: ReferenceRule,
        judge: &Judge,
        cancel: &CancelToken,
        progress: impl Fn(usize, usize) + Send + 'static,
    ) -> Result<()> {
        let (judge, cancel) = (judge.clone(), cancel.clone());
        self.write(move |connection| {
            reference::set_rule(connection, rule)?;
            derive_everything(connection, &judge, &cancel, &progress)
        })
    }
}

/// Making everything derived again, step by step: first the boards, then match after match. Each step is complete in itself,
/// so that other changes come between them; one that is stopped begins again from the start.
pub struct Rebuild {
    library: Library,
    judge: Judge,
    /// The first board of the next step; `None` when all are done.
    board: Option<i64>,
    /// The matches to derive, and how many are done.
    matches: Vec<i64>,
    done: usize,
}

impl Rebuild {
    /// Prepares to make everything derived again.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn new(library: &Library, judge: &Judge) -> Result<Rebuild> {
        let matches = library.read(matches)?;
        Ok(Rebuild { library: library.clone(), judge: judge.clone(), board: Some(0), matches, done: 0 })
    }

    /// Matches done, and of how many.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.matches.len())
    }

    /// Does a part; whether there is more.
    ///
    /// # Errors
    /// If the library can only be read, or it was cancelled; the parts before are kept.
    pub fn step(&mut self, cancel: &CancelToken) -> Result<bool> {
        cancel.check()?;
        if let Some(from) = self.board {
            self.board =
                self.library.write(move |connection| boards::derive_some(connection, from, BOARDS))?;
            return Ok(true);
        }
        let judge = self.judge.clone();
        let Some(&matched) = self.matches.get(self.done) else {
            self.library.write(move |connection| note_all(connection, &judge))?;
            self.library.forget_boards();
            return Ok(false);
        };
        self.library.write(move |connection| {
            let rule = reference::rule(connection)?;
            // It may have been deleted meanwhile.
            let is_there: bool = connection.query_row(
                "SELECT EXISTS (SELECT 1 FROM match WHERE id = ?)",
                [matched],
                |row| row.get(0),
            )?;
            if is_there {
                derive_match(connection, matched, &judge, rule, &mut Rulers::new(connection))?;
            }
            Ok(())
        })?;
        self.done += 1;
        Ok(true)
    }
}

/// Derives all decisions and sums again.
fn derive_everything(
    connection: &Connection,
    judge: &Judge,
    cancel: &CancelToken,
    progress: &dyn Fn(usize, usize),
) -> Result<()> {
    let rule = reference::rule(connection)?;
    let mut rulers = Rulers::new(connection);
    let matches = matches(connection)?;
    for (n, matched) in matches.iter().enumerate() {
        cancel.check()?;
        progress(n, matches.len());
        derive_match(connection, *matched, judge, rule, &mut rulers)?;
    }
    Ok(())
}

fn derive_match(
    connection: &Connection,
    matched: i64,
    judge: &Judge,
    rule: ReferenceRule,
    rulers: &mut Rulers<'_>,
) -> Result<()> {
    let extracted: HashMap<(i64, i64), Extracted> = extract(&load::plain_record(connection, matched)?)
        .into_iter()
        .map(|one| ((one.game as i64, one.seq()), one))
        .collect();
    let decisions: Vec<(i64, i64, i64)> = {
        let mut statement =
            connection.prepare_cached("SELECT id, game, seq FROM decision WHERE match = ?")?;
        let rows = statement.query_map([matched], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        rows.collect::<rusqlite::Result<_>>()?
    };
    for (id, game, seq) in decisions {
        if let Some(one) = extracted.get(&(game, seq)) {
            connection
                .prepare_cached("UPDATE decision SET did = ?, could = ?, scale = ?, flags = ? WHERE id = ?")?
                .execute(params![
                    one.did.0,
                    one.could.0,
                    scale_of(&one.state, &judge.table),
                    one.flags.0,
                    id
                ])?;
        }
        reference::derive(connection, rulers, judge, rule, id)?;
    }
    summary::derive(connection, matched)
}
