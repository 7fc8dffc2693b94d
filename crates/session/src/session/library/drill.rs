// SPDX-License-Identifier: GPL-3.0-or-later
//! Exercises for a front end: a problem follows from its seed, so only answers are kept.

use crate::library::{DrillNews, DrillRequest};
use gnubg_engine::core::CancelToken;
use gnubg_library::assess::Judge;
use gnubg_library::exercise::{Exercise, Problem};
use gnubg_library::{Library, LibraryError};

/// Carries a request about exercises out. In a library that can only be read answers are marked, but not kept.
pub(super) fn answer(
    library: &Library,
    request: DrillRequest,
    judge: &Judge,
    cancel: &CancelToken,
) -> Result<DrillNews, LibraryError> {
    Ok(match request {
        DrillRequest::Levels => {
            let state = |&exercise: &Exercise| Ok((exercise, library.drill_state(exercise)?));
            DrillNews::Levels(Exercise::ALL.iter().map(state).collect::<Result<_, LibraryError>>()?)
        }
        DrillRequest::Ask { exercise, seed } => {
            let seed = seed.unwrap_or_else(|| library.now().unsigned_abs());
            let level = library.drill_state(exercise)?.level;
            match Problem::new(exercise, seed, level, judge) {
                Ok(problem) => DrillNews::Asked(problem),
                Err(LibraryError::Refused(reason)) => DrillNews::Refused(reason),
                Err(error) => return Err(error),
            }
        }
        DrillRequest::Answer { problem, given, ms } => {
            let marked = match problem.mark(&given, judge, cancel) {
                Ok(marked) => marked,
                Err(LibraryError::Refused(reason)) => return Ok(DrillNews::Refused(reason)),
                Err(error) => return Err(error),
            };
            let state = match library.read_only_reason() {
                None => library.note_drill(&problem, &marked, ms)?,
                Some(_) => library.drill_state(problem.exercise)?,
            };
            DrillNews::Marked { marked, state }
        }
    })
}
