// SPDX-License-Identifier: GPL-3.0-or-later
//! Analyzing matches of a library, with or without a session.

use crate::analysis::{Analyst, Observer, RolloutPlan, Scope, analyze_by};
use crate::options::{AnalysisOptions, Decides as _};
use gnubg_engine::core::CancelToken;
use gnubg_engine::eval::Level;
use gnubg_engine::rollout::DecisionLevel;
use gnubg_library::assess::Judge;
use gnubg_library::finding::Maker;
use gnubg_library::{Library, LibraryError};
use gnubg_record::MatchRecord;

/// The word for the first pass of the queue: static evaluation of everything, so that search and statistics work within
/// minutes.
pub const FAST: &str = "fast";

/// The options of an analysis at a named level, or as the settings say.
///
/// # Errors
/// The names of the levels, if it is none.
pub fn options_at(options: &AnalysisOptions, level: &str) -> Result<AnalysisOptions, String> {
    let mut analysis = options.clone();
    if level.is_empty() {
        return Ok(analysis);
    }
    let known = if level == FAST { Ok(Level::Expert.into()) } else { DecisionLevel::from_name(level) };
    analysis.set_level(known.map_err(|names| format!("{level} is no level; the levels are {names}"))?);
    analysis.plays_on = true;
    analysis.cube_on = true;
    analysis.players_on = [true; 2];
    Ok(analysis)
}

/// How a match is analyzed.
#[derive(Clone, Debug)]
pub struct LibraryAnalysis {
    /// What evaluates, and at which level.
    pub analyst: Analyst,
    /// What is rolled out after that.
    pub plan: RolloutPlan,
    /// Whether decisions with an analysis of that level are analyzed again.
    pub is_anew: bool,
}

impl LibraryAnalysis {
    /// The judge that goes with the analyst.
    #[must_use]
    pub fn judge(&self) -> Judge {
        judge_of(&self.analyst)
    }

    /// Analyzes what is missing in a match and stores it; the number of analyses that are new. When it is canceled, what was
    /// found until then is stored, too.
    ///
    /// # Errors
    /// If the library cannot be read or changed, or it was canceled.
    pub fn run(
        &self,
        library: &Library,
        matched: i64,
        cancel: &CancelToken,
        observer: &dyn Observer,
    ) -> Result<usize, LibraryError> {
        let loaded = library.record(matched)?;
        let mut record = loaded.clone();
        if self.is_anew {
            forget_analyses(&mut record);
        }
        let ended = analyze_by(&mut record, Scope::Match, &self.analyst, &self.plan, cancel, observer);
        let stored = self.store(library, matched, &record, &loaded)?;
        match ended {
            Ok(_) => Ok(stored),
            Err(_) => Err(LibraryError::Cancelled),
        }
    }

    /// Stores what an analysis has added to a record of the library since it was `loaded`.
    ///
    /// # Errors
    /// If the library cannot be changed.
    pub fn store(
        &self,
        library: &Library,
        matched: i64,
        record: &MatchRecord,
        loaded: &MatchRecord,
    ) -> Result<usize, LibraryError> {
        let found = additions(record, loaded);
        library.add_analysis(matched, &found, maker_of(&self.analyst), &self.judge())
    }
}

/// Removes the analyses from a record, so that everything in it is analyzed.
pub fn forget_analyses(record: &mut MatchRecord) {
    let entries = record.games.iter_mut().flat_map(|game| &mut game.entries);
    entries.for_each(|entry| entry.analysis = None);
}

/// A record with only those analyses that are not in `loaded`: what others have found must not be taken for ours.
#[must_use]
pub fn additions(record: &MatchRecord, loaded: &MatchRecord) -> MatchRecord {
    let mut found = record.clone();
    for (n, game) in found.games.iter_mut().enumerate() {
        for (k, entry) in game.entries.iter_mut().enumerate() {
            let Some(old) = loaded.entry(n, k).and_then(|entry| entry.analysis.as_deref()) else { continue };
            entry.update_analysis(|analysis| {
                if analysis.play == old.play {
                    (analysis.play, analysis.play_rollout) = (None, None);
                }
                if analysis.cube == old.cube {
                    (analysis.cube, analysis.cube_rollout) = (None, None);
                }
                if analysis.luck == old.luck {
                    analysis.luck = None;
                }
                if analysis.resignation == old.resignation {
                    analysis.resignation = None;
                }
                (analysis.imported_play, analysis.imported_cube) = (None, None);
            });
        }
    }
    found
}

/// The maker of what an analyst finds.
#[must_use]
pub fn maker_of(analyst: &Analyst) -> Maker {
    Maker::own(analyst.engine.fingerprint())
}

/// The judge that goes with an analyst.
#[must_use]
pub fn judge_of(analyst: &Analyst) -> Judge {
    Judge { engine: std::sync::Arc::clone(&analyst.engine), table: std::sync::Arc::clone(&analyst.table) }
}
