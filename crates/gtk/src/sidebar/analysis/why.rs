// SPDX-License-Identifier: GPL-3.0-or-later
//! Why the play that was made is worse than the best one, in sentences of which each holds its numbers.

use crate::i18n::{gettext, gettext_f};
use crate::tools::decision_text::chance;
use gnubg_engine::core::{Board, notation};
use gnubg_record::analysis::PlayAnalysis;
use gnubg_session::comparison::{Difference, Feature};
use gnubg_session::options::Output;
use gnubg_session::reasons::reasons;

/// The sentences for an analyzed play on this board; empty if the best play was made or the play is not known.
pub(super) fn sentences(analysis: &PlayAnalysis, board: &Board, output: &Output) -> Vec<String> {
    let played = analysis.played.and_then(|n| analysis.candidates.get(n));
    let (Some(best), Some(played)) = (analysis.candidates.first(), played) else { return Vec::new() };
    let after = [played, best].map(|one| one.play.apply(board).swapped());
    if after[0] == after[1] {
        return Vec::new();
    }
    let names = [played, best].map(|one| notation::format(board, &one.play));
    let found = reasons(board, (&after[0], &played.probs), (&after[1], &best.probs));
    if found.is_empty() {
        return vec![gettext("Nothing that can be counted separates these plays clearly.")];
    }
    found.iter().map(|difference| sentence(difference, &names, output)).collect()
}

fn sentence(difference: &Difference, [played, best]: &[String; 2], output: &Output) -> String {
    let Difference { feature, values } = *difference;
    let [a, b] = values.map(|value| match feature.is_chance() {
        true => chance(value, output),
        false => format!("{value:.0}"),
    });
    let values = [("played", &**played), ("best", &**best), ("a", &*a), ("b", &*b)];
    match feature {
        Feature::Shots => gettext_f("{played} leaves {a} return shots of 36, {best} leaves {b}.", &values),
        Feature::OnBar => gettext_f("Checkers sent to the bar: {b} by {best}, {a} by {played}.", &values),
        Feature::HomePoints => {
            gettext_f("Points in the home board: {b} after {best}, {a} after {played}.", &values)
        }
        Feature::Anchors => gettext_f(
            "Points held in the opponent's home board: {b} after {best}, {a} after {played}.",
            &values,
        ),
        Feature::Prime => {
            gettext_f("The longest prime has {b} points after {best}, {a} after {played}.", &values)
        }
        Feature::Back => gettext_f("Checkers back: {b} after {best}, {a} after {played}.", &values),
        Feature::BorneOff => gettext_f("Checkers borne off: {b} by {best}, {a} by {played}.", &values),
        Feature::Wins => gettext_f("{best} wins {b} of the games, {played} wins {a}.", &values),
        Feature::GammonsWon => gettext_f("{best} wins {b} gammons, {played} wins {a}.", &values),
        Feature::GammonsLost => gettext_f("{played} loses {a} gammons, {best} loses {b}.", &values),
        Feature::Points
        | Feature::Blots
        | Feature::DirectShots
        | Feature::IndirectShots
        | Feature::Pips
        | Feature::OpponentPips => gettext_f("Points made: {b} after {best}, {a} after {played}.", &values),
    }
}
