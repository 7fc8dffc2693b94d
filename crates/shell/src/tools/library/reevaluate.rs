// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg library reevaluate`: everything is analyzed again, and a report tells which verdicts change. Old analyses stay.

use super::arguments::ReevaluateArguments;
use super::environment::{Environment, LibraryToolError};
use super::queue::{analyst, pool, run_one};
use gnubg_library::reevaluation::{ChangedVerdicts, VerdictCounts};
use gnubg_library::search::{SearchRequest, View};
use gnubg_session::analysis::RolloutPlan;
use gnubg_session::library::{LibraryAnalysis, options_at};
use serde_json::{Value, json};

/// Carries the command out.
pub(super) fn run(
    arguments: &ReevaluateArguments,
    environment: &mut Environment<'_>,
) -> Result<(), LibraryToolError> {
    let library = environment.library.clone();
    let level = arguments.level.clone().unwrap_or_default();
    let options = options_at(&environment.options.analysis, &level).map_err(LibraryToolError::Usage)?;
    let mut matches = library.analyzed()?;
    let query = arguments.query.join(" ");
    if !query.is_empty() {
        let request = SearchRequest { query, view: View::Matches, here: environment.here };
        let found = library.search(&request, None, &environment.cancel)?;
        matches.retain(|matched| found.ids.contains(matched));
    }
    let judge = environment.judge()?;
    let pool = pool(arguments.threads, environment)?;
    let plan = RolloutPlan::of_analysis(&options);
    let analysis = LibraryAnalysis { analyst: analyst(&judge, &options), plan, is_anew: true };
    let mut changed = ChangedVerdicts::default();
    for (n, &matched) in matches.iter().enumerate() {
        let before = library.verdicts(matched)?;
        let name = format!("{} of {}", n + 1, matches.len());
        run_one(&library, &analysis, matched, &name, &pool, environment)?;
        library.note_changes(matched, &before, &mut changed)?;
    }
    tell(&changed, environment)
}

fn counts_json(counts: &VerdictCounts) -> Value {
    json!({
        "decisions": counts.decisions, "best_changed": counts.best_changed,
        "errors": counts.errors, "errors_gone": counts.errors_gone, "errors_new": counts.errors_new,
        "blunders": counts.blunders, "blunders_gone": counts.blunders_gone, "blunders_new": counts.blunders_new,
    })
}

fn counts_text(whose: &str, counts: &VerdictCounts) -> String {
    format!(
        "{whose}: {} of {} decisions have another best action; {} of {} errors are none, {} are new; {} of {} blunders \
         are none, {} are new",
        counts.best_changed,
        counts.decisions,
        counts.errors_gone,
        counts.errors,
        counts.errors_new,
        counts.blunders_gone,
        counts.blunders,
        counts.blunders_new
    )
}

fn tell(changed: &ChangedVerdicts, environment: &mut Environment<'_>) -> Result<(), LibraryToolError> {
    let th = |loss: f64| (loss * 1e5).round() / 100.0;
    let examples: Vec<Value> = changed
        .examples
        .iter()
        .map(|one| json!({ "decision": one.decision, "best": one.best, "loss": one.loss.map(th) }))
        .collect();
    environment.json(&json!({
        "matches": changed.matches, "all": counts_json(&changed.all), "mine": counts_json(&changed.mine),
        "cards": changed.cards, "examples": examples,
    }))?;
    environment.text(&counts_text("All", &changed.all))?;
    environment.text(&counts_text("Yours", &changed.mine))?;
    if !changed.cards.is_empty() {
        environment.text(&format!("{} cards have another answer now", changed.cards.len()))?;
    }
    for one in &changed.examples {
        let [before, after] = &one.best;
        let text = format!(
            "d{:<7} {before} → {after}  lost {:.0} th, now {:.0} th",
            one.decision,
            1000.0 * one.loss[0],
            1000.0 * one.loss[1]
        );
        environment.text(&text)?;
    }
    Ok(())
}
