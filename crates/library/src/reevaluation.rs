// SPDX-License-Identifier: GPL-3.0-or-later
//! What a new evaluation changes: verdicts before and after it, compared. The old findings stay, so that their ruler can still
//! be chosen; what is compared are the verdicts by the reference.

use crate::assess::UNIT;
use crate::db::Library;
use crate::decision::Flags;
use crate::error::Result;
use crate::facts::summary;
use rusqlite::params;
use std::collections::{BTreeMap, HashSet};

/// Changed decisions that a report names.
const EXAMPLES: usize = 20;

/// The verdict on a decision.
#[derive(Clone, Debug, PartialEq)]
struct Verdict {
    position: i64,
    best: String,
    loss: f64,
    is_mine: bool,
}

/// The verdicts on the decisions of a match that count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdicts(BTreeMap<i64, Verdict>);

/// What has become of some decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VerdictCounts {
    /// Decisions with a verdict before and after.
    pub decisions: usize,
    /// Those of which something else is best now.
    pub best_changed: usize,
    /// Errors before.
    pub errors: usize,
    /// Errors that are none now.
    pub errors_gone: usize,
    /// New errors.
    pub errors_new: usize,
    /// Blunders before.
    pub blunders: usize,
    /// Blunders that are none now.
    pub blunders_gone: usize,
    /// New blunders.
    pub blunders_new: usize,
}

/// A decision whose verdict has changed.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangedDecision {
    /// The decision.
    pub decision: i64,
    /// What was best before and after.
    pub best: [String; 2],
    /// What it lost before and after, in normalized equity.
    pub loss: [f64; 2],
}

/// What a new evaluation has changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChangedVerdicts {
    /// Matches that were compared.
    pub matches: usize,
    /// All decisions.
    pub all: VerdictCounts,
    /// Those of the user.
    pub mine: VerdictCounts,
    /// Cards whose best action is another one now.
    pub cards: Vec<i64>,
    /// The largest changes of losses.
    pub examples: Vec<ChangedDecision>,
}

impl VerdictCounts {
    fn add(&mut self, losses: [f64; 2], is_best_changed: bool, [error, blunder]: [f64; 2]) {
        let beyond = |limit: f64| losses.map(|loss| loss > limit);
        self.decisions += 1;
        self.best_changed += usize::from(is_best_changed);
        let [before, after] = beyond(error);
        self.errors += usize::from(before);
        self.errors_gone += usize::from(before && !after);
        self.errors_new += usize::from(!before && after);
        let [before, after] = beyond(blunder);
        self.blunders += usize::from(before);
        self.blunders_gone += usize::from(before && !after);
        self.blunders_new += usize::from(!before && after);
    }
}

impl ChangedVerdicts {
    /// Notes a match with its verdicts before and after.
    fn note(&mut self, before: &Verdicts, after: &Verdicts, limits: [f64; 2]) -> HashSet<i64> {
        let mut positions = HashSet::new();
        self.matches += 1;
        for (decision, old) in &before.0 {
            let Some(new) = after.0.get(decision) else { continue };
            let is_best_changed = old.best != new.best;
            let loss = [old.loss, new.loss];
            self.all.add(loss, is_best_changed, limits);
            if old.is_mine {
                self.mine.add(loss, is_best_changed, limits);
            }
            if is_best_changed {
                positions.insert(old.position);
            }
            if is_best_changed || loss.map(|loss| loss > limits[0])[0] != (loss[1] > limits[0]) {
                let best = [old.best.clone(), new.best.clone()];
                self.examples.push(ChangedDecision { decision: *decision, best, loss });
            }
        }
        let size = |one: &ChangedDecision| (one.loss[0] - one.loss[1]).abs();
        self.examples.sort_by(|a, b| size(b).total_cmp(&size(a)));
        self.examples.truncate(EXAMPLES);
        positions
    }
}

impl Library {
    /// The verdicts on a match by the reference analyses.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn verdicts(&self, matched: i64) -> Result<Verdicts> {
        self.read(|connection| {
            let sql = "SELECT d.id, d.position, d.best, d.loss, player.is_me FROM decision d
                JOIN alias ON alias.id = d.alias JOIN player ON player.id = alias.player
                WHERE d.match = ?1 AND d.loss IS NOT NULL AND d.flags & ?2 <> 0";
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement.query_map(params![matched, Flags::COUNTED.0], |row| {
                let verdict = Verdict {
                    position: row.get(1)?,
                    best: row.get::<_, Option<String>>(2)?.unwrap_or_default(),
                    loss: row.get::<_, i64>(3)? as f64 / UNIT,
                    is_mine: row.get(4)?,
                };
                Ok((row.get(0)?, verdict))
            })?;
            Ok(Verdicts(rows.collect::<rusqlite::Result<_>>()?))
        })
    }

    /// Compares the verdicts on a match from before a new evaluation with those of now.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn note_changes(&self, matched: i64, before: &Verdicts, changed: &mut ChangedVerdicts) -> Result<()> {
        let after = self.verdicts(matched)?;
        let limits = self.read(summary::limits)?;
        let positions = changed.note(before, &after, [limits.doubtful, limits.very_bad]);
        self.read(|connection| {
            let mut statement = connection.prepare_cached("SELECT id FROM card WHERE position = ?")?;
            for position in positions {
                let rows = statement.query_map([position], |row| row.get::<_, i64>(0))?;
                for card in rows {
                    let card = card?;
                    if !changed.cards.contains(&card) {
                        changed.cards.push(card);
                    }
                }
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(position: i64, best: &str, loss: f64, is_mine: bool) -> Verdict {
        Verdict { position, best: best.to_owned(), loss, is_mine }
    }

    #[test]
    fn errors_that_go_and_come_are_counted_by_their_owners() {
        let before = [
            (1, verdict(11, "8/5", 0.13, true)),
            (2, verdict(12, "take", 0.04, false)),
            (3, verdict(13, "6/2", 0.0, true)),
            (4, verdict(14, "6/1", 0.01, true)),
        ];
        let after = [
            (1, verdict(11, "13/10", 0.0, true)),
            (2, verdict(12, "take", 0.05, false)),
            (3, verdict(13, "6/3", 0.2, true)),
        ];
        let mut changed = ChangedVerdicts::default();
        let limits = [0.03, 0.12];
        let positions = changed.note(&Verdicts(before.into()), &Verdicts(after.into()), limits);
        assert_eq!(positions, HashSet::from([11, 13]));
        assert_eq!((changed.all.decisions, changed.mine.decisions), (3, 2));
        assert_eq!((changed.all.errors, changed.all.errors_gone, changed.all.errors_new), (2, 1, 1));
        assert_eq!((changed.mine.blunders, changed.mine.blunders_gone, changed.mine.blunders_new), (1, 1, 1));
        assert_eq!(changed.mine.best_changed, 2);
        let order: Vec<i64> = changed.examples.iter().map(|one| one.decision).collect();
        assert_eq!(order, [3, 1], "the largest change first");
    }
}
