// SPDX-License-Identifier: GPL-3.0-or-later
//! Making hypergammon databases by iteration to a fixed point.
//!
//! Contact makes positions depend on each other, so all values are improved in sweeps until a sweep changes nothing by
//! more than the threshold. A sweep goes through the positions of the side on roll and, within each, those of the
//! opponent, and uses new values as soon as they exist. For one position on roll all opponents are independent except
//! the few from which it can itself come on roll again; those are done last, with the values they would have met in
//! sequence. So threads change neither results nor the number of sweeps.

use super::control::{Control, Progress};
use super::hyper_plays::{HyperPlay, HyperPlays, is_repetition};
use super::hyper_table::{HyperCounts, HyperTable, OpponentEquities, SideFacts, SweepChange, Values};
use super::levels::check_io;
use super::output::{GeneratedFile, beside, check_target, save};
use crate::bearoff::header::Format;
use crate::bearoff::index::PositionIndex;
use crate::bearoff::{BearoffError, Hyper};
use crate::core::{CancelToken, Cancelled, Dice};
use crate::parallel;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time between two checkpoints.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(60);

/// Opponents handled by a thread at a time; small databases run on one thread.
const CHUNK: usize = 256;

/// Cubeless equities that differ by less are equal: many plays are exactly as good as others with a different share of
/// gammons, and rounding must not choose differently in every sweep. Ten times the rounding error of an equity.
const TIE: f32 = 1e-6;

/// Maximum number of sweeps after the equities have settled. Plays that are equally good within rounding may differ in
/// their share of gammons, and the choice may change in every sweep without end; all of them are optimal. Twenty sweeps
/// reduce what else is left in the chances a thousandfold.
const MOST_IDLE: u32 = 20;

/// The rule for a side that cannot play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dance {
    /// The other side has the position with the cube where it is and may double: the rules of the game.
    Exact,
    /// The equity of the reversed position for the same place of the cube, seen from its owner's side, and no chance to
    /// double. *Kept:* the original does so; its published values need it.
    #[default]
    AsPublished,
}

/// Options for making a hypergammon database.
#[derive(Clone, Debug)]
pub struct HyperGenerateOptions {
    /// Checkers of each side, 1 to 3.
    pub checkers: usize,
    /// Largest change in the last sweep, 0 to 1.
    pub threshold: f32,
    /// A finished or unfinished file to start from.
    pub restart: Option<PathBuf>,
    /// Do not write an unfinished file beside the output.
    pub without_checkpoint: bool,
    /// The rule for rolls that cannot be played.
    pub dance: Dance,
}

impl HyperGenerateOptions {
    /// The customary options: threshold 10⁻⁵, checkpoints, published values.
    #[must_use]
    pub fn new(checkers: usize) -> HyperGenerateOptions {
        let (restart, dance) = (None, Dance::default());
        HyperGenerateOptions { checkers, threshold: 1e-5, restart, without_checkpoint: false, dance }
    }

    fn format(&self) -> Result<Format, BearoffError> {
        if !(0.0..=1.0).contains(&self.threshold) {
            return Err(BearoffError::OutOfRange {
                what: "the convergence threshold",
                range: "0 to 1".to_owned(),
                found: self.threshold.to_string(),
            });
        }
        Format::hyper(self.checkers).ok_or_else(|| BearoffError::OutOfRange {
            what: "the number of checkers",
            range: "1 to 3".to_owned(),
            found: self.checkers.to_string(),
        })
    }
}

/// Facts about a finished hypergammon database.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeneratedHyper {
    /// Size of the file.
    pub bytes: u64,
    /// Sweeps made.
    pub sweeps: u32,
    /// Largest change in the last one.
    pub norm: f32,
    /// Positions by kind.
    pub counts: HyperCounts,
}

/// The file that keeps unfinished work for [`HyperGenerateOptions::restart`].
#[must_use]
pub fn checkpoint_path(target: &Path) -> PathBuf {
    beside(target, "tmp")
}

/// Makes a hypergammon database at `target`, replacing a database there when done.
///
/// About once a minute and when cancelled, the state is written to [`checkpoint_path`], from which work can be resumed.
/// The file is removed at the end.
///
/// # Errors
/// If an option is out of range, the file to start from does not fit, `target` is a file of another kind, the disk does
/// not suffice, or the work is cancelled. `target` is then as it was.
pub fn make_hyper(
    options: &HyperGenerateOptions,
    target: &Path,
    control: &Control<'_>,
) -> Result<GeneratedHyper, BearoffError> {
    let format = options.format()?;
    let checkpoint = checkpoint_path(target);
    check_target(target)?;
    if !options.without_checkpoint {
        check_target(&checkpoint)?;
    }
    let restart = options.restart.as_deref().map(Hyper::open).transpose()?;
    if let Some(old) = restart.as_ref().filter(|old| old.format() != format) {
        return Err(old.format().wrong_kind(old.name(), &format.to_string()));
    }
    let pool = control.pool()?;
    let mut work = pool.install(|| HyperWork::new(*format.index(), options.dance, restart.as_ref()));
    drop(restart);
    let mut last = Instant::now();
    let (mut sweeps, mut idle) = (0, 0);
    let norm = loop {
        let result = pool.install(|| work.sweep(control.cancel));
        let change = match result {
            Ok(change) => change,
            Err(Cancelled) => {
                if !options.without_checkpoint && sweeps > 0 {
                    pool.install(|| work.save(format, &checkpoint, &CancelToken::new()))?;
                }
                return Err(Cancelled.into());
            }
        };
        sweeps += 1;
        let norm = change.norm();
        (control.progress)(Progress::Sweep { sweep: sweeps, norm });
        idle += u32::from(change.leaves_equities(options.threshold));
        if norm <= options.threshold || idle > MOST_IDLE {
            break norm;
        }
        if !options.without_checkpoint && last.elapsed() > CHECKPOINT_INTERVAL {
            pool.install(|| work.save(format, &checkpoint, control.cancel))?;
            last = Instant::now();
        }
    };
    (control.progress)(Progress::Writing);
    let made = pool.install(|| work.save(format, target, control.cancel))?;
    if !options.without_checkpoint {
        // A checkpoint that cannot be removed does no harm.
        let _ = std::fs::remove_file(&checkpoint);
    }
    Ok(GeneratedHyper { bytes: made.bytes, sweeps, norm, counts: work.counts })
}

/// A database in the making.
struct HyperWork {
    index: PositionIndex,
    plays: HyperPlays,
    table: HyperTable,
    counts: HyperCounts,
    dance: Dance,
    /// New values of the position on roll that is being worked on, by opponent; `None` where nothing changes.
    fresh: Vec<Option<Values>>,
}

impl HyperWork {
    fn new(index: PositionIndex, dance: Dance, restart: Option<&Hyper>) -> HyperWork {
        let known = |numbers| restart?.record(numbers).map(|record| Values::from_record(&record));
        let (table, counts) = HyperTable::new(&index, known);
        let fresh = vec![None; index.n_positions() as usize];
        HyperWork { index, plays: HyperPlays::new(&index), table, counts, dance, fresh }
    }

    /// Improves every live position once; the largest changes.
    fn sweep(&mut self, cancel: &CancelToken) -> Result<SweepChange, Cancelled> {
        let mut change = SweepChange::default();
        for on_roll in 1..self.index.n_positions() {
            cancel.check()?;
            change = change.max(self.improve(on_roll));
        }
        Ok(change)
    }

    /// Improves one position on roll against all opponents.
    fn improve(&mut self, on_roll: u32) -> SweepChange {
        let (table, plays, dance) = (&self.table, &self.plays, self.dance);
        let comes_back = |opponent: u32| table.facts[opponent as usize].can_become(on_roll);
        let mut chunks: Vec<_> = self.fresh.chunks_mut(CHUNK).enumerate().collect();
        parallel::map_mut(&mut chunks, |(chunk, fresh)| {
            for (opponent, fresh) in ((*chunk * CHUNK) as u32..).zip(fresh.iter_mut()) {
                let is_due = table.is_live(on_roll, opponent) && !comes_back(opponent);
                *fresh = is_due.then(|| {
                    let look = |after: u32, them: u32| table.seen[after as usize * table.n + them as usize];
                    let probs = |after: u32, them: u32| table.probs[after as usize * table.n + them as usize];
                    improved(table, plays, dance, [on_roll, opponent], look, probs)
                });
            }
        });
        for opponent in (0..self.index.n_positions()).filter(|&opponent| comes_back(opponent)) {
            if table.is_live(on_roll, opponent) {
                // Values of this position against earlier opponents are new already, as in sequence.
                let fresh = |after: u32, them: u32| {
                    self.fresh[after as usize].filter(|_| them == on_roll && after < opponent)
                };
                let at = |after: u32, them: u32| after as usize * table.n + them as usize;
                let look =
                    |after, them| fresh(after, them).map_or(table.seen[at(after, them)], |new| new.seen());
                let probs =
                    |after, them| fresh(after, them).map_or(table.probs[at(after, them)], |new| new.probs);
                let values = improved(table, plays, dance, [on_roll, opponent], look, probs);
                self.fresh[opponent as usize] = Some(values);
            }
        }
        self.store(on_roll)
    }

    /// Puts the new values into the table; the largest changes.
    fn store(&mut self, on_roll: u32) -> SweepChange {
        let n = self.table.n;
        let table = &mut self.table;
        let opponents = self.fresh.chunks(CHUNK).zip(table.seen.chunks_mut(CHUNK * n));
        let tables = table.probs.chunks_mut(CHUNK * n).zip(table.cubeful.chunks_mut(CHUNK * n));
        let mut chunks: Vec<_> = opponents.zip(tables).collect();
        let changes = parallel::map_mut(&mut chunks, |((fresh, seen), (probs, cubeful))| {
            let rows = (on_roll as usize..).step_by(n).zip(fresh.iter());
            rows.fold(SweepChange::default(), |change, (at, fresh)| {
                let Some(new) = fresh else { return change };
                let old = Values { probs: probs[at], cubeless: -seen[at].cubeless, cubeful: cubeful[at] };
                (seen[at], probs[at], cubeful[at]) = (new.seen(), new.probs, new.cubeful);
                change.max(new.distance(&old))
            })
        });
        changes.into_iter().fold(SweepChange::default(), SweepChange::max)
    }

    fn save(
        &self,
        format: Format,
        target: &Path,
        cancel: &CancelToken,
    ) -> Result<GeneratedFile, BearoffError> {
        /// Positions on roll written at a time; the table is ordered by opponents.
        const ROWS: usize = 64;
        save(target, |out| {
            io::Write::write_all(out, &format.header())?;
            let numbers: Vec<u32> = (0..self.index.n_positions()).collect();
            for rows in numbers.chunks(ROWS) {
                check_io(cancel)?;
                let records = parallel::map(rows, |&on_roll| -> Vec<u8> {
                    let encode = |&opponent: &u32| self.table.values(on_roll, opponent).record().encode();
                    numbers.iter().flat_map(encode).collect()
                });
                records.iter().try_for_each(|record| io::Write::write_all(out, record))?;
            }
            Ok(())
        })
    }
}

/// The new values of `[on roll, opponent]`. `look(after, them)` and `probs(after, them)` are those of the position with
/// `them` on roll against `after`.
#[inline]
fn improved(
    table: &HyperTable,
    plays: &HyperPlays,
    dance: Dance,
    [on_roll, opponent]: [u32; 2],
    look: impl Fn(u32, u32) -> OpponentEquities,
    probs: impl Fn(u32, u32) -> [f32; 5],
) -> Values {
    let facts = &table.facts[opponent as usize];
    let mut total_probs = [0.0f64; 5];
    let mut total = [0.0f64; 5];
    for (dice, plays) in Dice::ALL.iter().zip(plays.of(on_roll, facts.blocked)) {
        let weight = f64::from(dice.weight());
        let (best, [after, them]) = match best_play(plays, facts, &look) {
            Some((best, at)) => (best, [u32::from(plays[at].after), facts.after(plays[at].touched)]),
            None => {
                let seen = match dance {
                    Dance::Exact => look(on_roll, opponent),
                    Dance::AsPublished => table.values(opponent, on_roll).reversed(),
                };
                (seen, [on_roll, opponent])
            }
        };
        let [win, win_g, win_bg, lose_g, lose_bg] = probs(after, them);
        for (total, value) in total_probs.iter_mut().zip([1.0 - win, lose_g, lose_bg, win_g, win_bg]) {
            *total += weight * f64::from(value);
        }
        for (total, value) in total.iter_mut().zip(best.cubeful.into_iter().chain([best.cubeless])) {
            *total += weight * f64::from(value);
        }
    }
    let [owned, centered, jacoby, opponents, cubeless] = total.map(|total| (total / 36.0) as f32);
    Values {
        probs: total_probs.map(|total| (total / 36.0) as f32),
        cubeless,
        cubeful: [owned, centered, jacoby, opponents],
    }
}

/// The best equity for each place of the cube, and which play has the best cubeless one, the last of equals; `None`
/// without plays.
#[inline]
fn best_play(
    plays: &[HyperPlay],
    facts: &SideFacts,
    look: impl Fn(u32, u32) -> OpponentEquities,
) -> Option<(OpponentEquities, usize)> {
    let first = plays.first()?;
    let mut best = look(u32::from(first.after), facts.after(first.touched));
    let mut best_at = 0;
    for (at, play) in plays.iter().enumerate().skip(1) {
        let seen = look(u32::from(play.after), facts.after(play.touched));
        for (best, value) in best.cubeful.iter_mut().zip(seen.cubeful) {
            *best = if value > *best { value } else { *best };
        }
        // A repeated result keeps its first place in the order; it never exceeds the best so far.
        if seen.cubeless >= best.cubeless - TIE && !is_repetition(plays, at, facts.blot_mask) {
            best.cubeless = best.cubeless.max(seen.cubeless);
            best_at = at;
        }
    }
    Some((best, best_at))
}
