// SPDX-License-Identifier: GPL-3.0-or-later
//! Computing the levels of a database one after the other, from a [`Journal`] on if there is one.

use super::control::{Control, Progress};
use super::journal::Journal;
use super::levels::Levels;
use crate::bearoff::BearoffError;
use crate::core::Cancelled;

/// Runs every level that `journal` does not contain, and adds it there.
pub(super) fn run_levels(
    work: &mut dyn Levels,
    mut journal: Option<&mut Journal>,
    control: &Control<'_>,
) -> Result<(), BearoffError> {
    let pool = control.pool()?;
    let n_levels = work.order().n_levels();
    let total = (0..n_levels).map(|level| work.weight(level)).sum();
    let first = journal.as_mut().map_or(Ok(0), |journal| journal.restore(work))?;
    let mut done = (0..first).map(|level| work.weight(level)).sum();
    for level in first..n_levels {
        (control.progress)(Progress::Positions { done, total });
        let result = pool.install(|| work.run(level, control.cancel));
        if let Some(journal) = journal.as_mut() {
            match result {
                Ok(()) => journal.level_done(work, level)?,
                Err(Cancelled) => journal.keep(work)?,
            }
        }
        result?;
        done += work.weight(level);
    }
    (control.progress)(Progress::Positions { done, total });
    Ok(())
}
