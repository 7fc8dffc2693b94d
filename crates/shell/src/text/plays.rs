// SPDX-License-Identifier: GPL-3.0-or-later
//! Lists of plays, with three lines for each play.

use super::numbers::Numbers;
use gnubg_engine::core::{MatchState, notation};
use gnubg_engine::eval::{EvalSettings, Level, RankedPlay};
use gnubg_session::hint::RolledOut;
use std::fmt::Write;

/// The best `most` plays, best first, with how they were evaluated or rolled out.
#[must_use]
pub fn list(
    state: &MatchState,
    plays: &[RankedPlay],
    (settings, rolled): (&EvalSettings, Option<&RolledOut>),
    most: usize,
    numbers: Numbers,
) -> String {
    let mut text = String::new();
    for (n, ranked) in plays.iter().take(most).enumerate() {
        let value = |ranked: &RankedPlay| (ranked.evaluation.cubeful, ranked.evaluation.mwc);
        let own = EvalSettings { plies: ranked.plies, ..*settings };
        let games = rolled.and_then(|rolled| rolled.games_of(&ranked.play));
        let (kind, how) = match games {
            Some(games) => ("Rollout".to_owned(), format!("{games} games")),
            None => (own.name(), described(&own)),
        };
        let label = if numbers.mwc && ranked.evaluation.mwc.is_some() { "MWC:" } else { "Eq.:" };
        let (equity, mwc) = value(ranked);
        let _ = write!(
            text,
            " {:>4}. {:<14}   {:<28} {label} {}",
            n + 1,
            kind,
            notation::format(&state.board, &ranked.play),
            numbers.value(equity, mwc)
        );
        if n > 0 {
            let _ = write!(text, " ({})", numbers.loss(value(ranked), value(&plays[0])));
        }
        let chances = numbers.chances(&ranked.evaluation.probs);
        let _ = write!(text, "\n       {chances}\n        {how}\n");
    }
    text
}

/// Evaluation settings in a few words, with the name of the level that has these settings.
#[must_use]
pub fn described(settings: &EvalSettings) -> String {
    let mut text =
        format!("{}-ply {}", settings.plies, if settings.cubeful { "cubeful" } else { "cubeless" });
    if settings.prune {
        text.push_str(" prune");
    }
    if settings.noise > 0.0 {
        let kind = if settings.deterministic { " (d)" } else { "" };
        let _ = write!(text, " noise {}{kind}", settings.noise);
    }
    let level = Level::ALL.into_iter().find(|level| level.settings().is_same(settings));
    if let Some(level) = level {
        let _ = write!(text, " [{}]", level.name());
    }
    text
}
