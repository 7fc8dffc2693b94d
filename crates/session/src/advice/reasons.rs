// SPDX-License-Identifier: GPL-3.0-or-later
//! Why a play is worse than the best one: what the best play does clearly better, as far as that can be counted on the
//! board or was found by the evaluation.

use crate::advice::comparison::{ComparedPlay, Difference, Feature, differences};
use gnubg_engine::core::Board;

/// Most reasons that are given.
pub const MOST_REASONS: usize = 3;

/// The least difference that counts, and what one such difference weighs; `None` for features that are no reason by
/// themselves. Negative weights belong to features of which less is better.
const fn measure(feature: Feature) -> Option<(f32, f32)> {
    match feature {
        Feature::OnBar => Some((1.0, 2.5)),
        // Return shots are counted in rolls of 36.
        Feature::Shots => Some((3.0, -1.0)),
        Feature::HomePoints => Some((1.0, 2.0)),
        Feature::Points => Some((1.0, 1.0)),
        Feature::Anchors => Some((1.0, 2.0)),
        Feature::Prime => Some((1.0, 1.5)),
        Feature::Back => Some((1.0, -1.5)),
        Feature::BorneOff => Some((1.0, 1.5)),
        Feature::Wins => Some((0.02, 1.0)),
        Feature::GammonsWon => Some((0.03, 1.0)),
        Feature::GammonsLost => Some((0.03, -1.0)),
        Feature::Blots
        | Feature::DirectShots
        | Feature::IndirectShots
        | Feature::Pips
        | Feature::OpponentPips => None,
    }
}

/// Primes shorter than this, in points, hold nobody.
const LEAST_PRIME: f32 = 4.0;

/// How clearly a difference speaks for the best play: 0 or less if it does not.
fn weight(difference: &Difference) -> f32 {
    let Difference { feature, values: [played, best] } = *difference;
    let Some((least, each)) = measure(feature) else { return 0.0 };
    if feature == Feature::Prime && played.max(best) < LEAST_PRIME {
        return 0.0;
    }
    let steps = (best - played) / least;
    // A little below one step is none: chances have rounding errors.
    if steps.abs() < 0.999 { 0.0 } else { steps * each }
}

/// What the best play does clearly better than the one that was made, the clearest first; empty if nothing that is counted
/// separates them. The values of each difference are those after the play made and after the best one.
#[must_use]
pub fn reasons(before: &Board, played: ComparedPlay<'_>, best: ComparedPlay<'_>) -> Vec<Difference> {
    let mut found = differences(before, [played, best]);
    // A point in the home board is told as one.
    let has_home =
        found.iter().any(|difference| difference.feature == Feature::HomePoints && weight(difference) > 0.0);
    found.retain(|difference| {
        weight(difference) > 0.0 && !(has_home && difference.feature == Feature::Points)
    });
    found.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    found.truncate(MOST_REASONS);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Dice, PLACES, PlayList, Probs, Side, notation};
    use gnubg_record::EntryAction;

    /// Recorded matches with the analysis of another program.
    const RECORDED: [&str; 3] = ["baR-U643iUDpvzTC", "UL-CV6F9jMM-E1Pu", "3WNK_g1Z-PLsh_HyvQ5j4a"];

    #[test]
    fn clear_differences_are_reasons() {
        let dice = Dice::new(3, 1).unwrap();
        let board = Board::default();
        let after = |text: &str| notation::resolve(&board, dice, text).unwrap().apply(&board).swapped();
        let chances = |win: f32, win_g: f32| Probs { win, win_g, ..Probs::default() };
        let (best, played) =
            ((after("8/5 6/5"), chances(0.55, 0.17)), (after("13/10 6/5"), chances(0.50, 0.15)));
        let found = reasons(&board, (&played.0, &played.1), (&best.0, &best.1));
        let told: Vec<_> = found.iter().map(|one| one.feature).collect();
        assert_eq!(told.len(), MOST_REASONS, "{found:?}");
        assert!(told.contains(&Feature::Shots) && told.contains(&Feature::HomePoints), "{found:?}");
        assert!(!told.contains(&Feature::Points), "the home board's point was told");
        // Nothing speaks for a play against itself, nor for the worse one.
        assert_eq!(reasons(&board, (&best.0, &best.1), (&best.0, &best.1)), []);
        assert_eq!(reasons(&board, (&best.0, &best.1), (&played.0, &played.1)), []);
    }

    /// A figure counted in another way than the program does; `None` for chances.
    fn counted(feature: Feature, before: &Board, after: &Board) -> Option<f32> {
        let mine = after.side(Side::Opponent);
        let made = |at: usize| mine[at] >= 2;
        let n = match feature {
            Feature::OnBar => f32::from(after.side(Side::OnRoll)[PLACES - 1]),
            Feature::Shots => {
                let mut rolls = 0;
                for (a, b) in (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))) {
                    let mut list = PlayList::new();
                    list.generate(after, Dice::new(a, b).unwrap());
                    let bar = after.side(Side::Opponent)[PLACES - 1];
                    rolls +=
                        u8::from(list.boards().iter().any(|next| next.side(Side::OnRoll)[PLACES - 1] > bar));
                }
                f32::from(rolls)
            }
            Feature::HomePoints => (0..6).filter(|at| made(*at)).count() as f32,
            Feature::Points => (0..PLACES - 1).filter(|at| made(*at)).count() as f32,
            Feature::Anchors => (18..24).filter(|at| made(*at)).count() as f32,
            Feature::Prime => {
                let run = |from: usize| (from..PLACES - 1).take_while(|at| made(*at)).count();
                (0..PLACES - 1).map(run).max().unwrap_or(0) as f32
            }
            Feature::Back => mine[18..].iter().map(|n| f32::from(*n)).sum(),
            Feature::BorneOff => {
                let all = |side: &[u8]| side.iter().map(|n| f32::from(*n)).sum::<f32>();
                all(before.side(Side::OnRoll)) - all(mine)
            }
            _ => return None,
        };
        Some(n)
    }

    /// Each number of each reason is true, for at least twenty recorded decisions.
    #[test]
    fn reasons_are_true_for_recorded_decisions() {
        let (mut n_decisions, mut n_counted) = (0, 0);
        let files = RECORDED.map(|name| format!("../../../shared/samples/xg/{name}.xg"));
        let Ok(files) = files.into_iter().map(std::fs::read).collect::<Result<Vec<_>, _>>() else {
            return println!("skipped: the recorded matches are absent");
        };
        let read = |bytes: Vec<u8>| gnubg_formats::read(&bytes, None, None).unwrap().matches.remove(0).record;
        let records: Vec<_> = files.into_iter().map(read).collect();
        for (record, game) in
            records.iter().flat_map(|record| record.games.iter().map(move |game| (record, game)))
        {
            for step in game.walk(record.length) {
                let (Some(known), EntryAction::Play { .. }) =
                    (step.entry.play_analysis(), &step.entry.action)
                else {
                    continue;
                };
                let (Some(best), Some(played)) =
                    (known.candidates.first(), known.played.and_then(|n| known.candidates.get(n)))
                else {
                    continue;
                };
                let board = step.before.board_of(step.entry.player);
                let [a, b] = [played, best].map(|one| (one.play.apply(&board).swapped(), one.probs));
                let found = reasons(&board, (&a.0, &a.1), (&b.0, &b.1));
                n_decisions += usize::from(!found.is_empty());
                for Difference { feature, values } in found {
                    let probs = |probs: &Probs| match feature {
                        Feature::Wins => probs.win,
                        Feature::GammonsWon => probs.win_g,
                        _ => probs.lose_g,
                    };
                    for (value, (after, chances)) in values.into_iter().zip([&a, &b]) {
                        let expected = counted(feature, &board, after);
                        n_counted += usize::from(expected.is_some());
                        assert_eq!(value, expected.unwrap_or_else(|| probs(chances)), "{feature:?}");
                    }
                }
            }
        }
        assert!(n_decisions >= 20 && n_counted >= 40, "{n_decisions} decisions, {n_counted} numbers");
    }
}
