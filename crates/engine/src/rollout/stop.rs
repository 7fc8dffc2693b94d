// SPDX-License-Identifier: GPL-3.0-or-later
//! The stop rules of rollouts.

use super::results::{AlternativeResult, Results};
use super::settings::RolloutSettings;
use super::subject::{Question, Subject};

/// Lower limit of a joint standard deviation used as a divisor.
const LEAST_DEVIATION: f64 = 1e-8;

/// Number of games from which standard errors are compared.
const LEAST_GAMES: u32 = 3;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All requested games have been played.
    Complete,
    /// The standard errors are small enough.
    Accurate,
    /// The alternatives are far enough apart.
    Distinct,
    /// The time is up.
    TimeUp,
    /// It was cancelled. Finished games are kept.
    Cancelled,
}

/// Ranks the alternatives, computes how many joint standard deviations they differ by, and applies the stop rules.
/// Returns why the rollout ends, if it does.
pub(super) fn judge(subject: &Subject, settings: &RolloutSettings, results: &mut Results) -> Option<Ending> {
    rank(&mut results.alternatives);
    let is_cube = *subject.question() == Question::CubeDecision;
    if is_cube {
        cube_differences(&mut results.alternatives);
    } else {
        play_differences(&mut results.alternatives);
    }
    let alternatives = &mut results.alternatives[..];
    let rule = settings.stop_on_difference;
    if rule.on && alternatives.len() > 1 {
        let is_apart = |result: &AlternativeResult| result.jsd.is_some_and(|jsd| jsd > f64::from(rule.limit));
        if is_cube {
            let enough = alternatives[0].games() >= rule.min_games;
            let distinct = enough && alternatives.iter().all(is_apart);
            alternatives.iter_mut().for_each(|result| result.is_active = !distinct);
            return distinct.then_some(Ending::Distinct);
        }
        for result in &mut *alternatives {
            result.is_active = !(result.games() >= rule.min_games && is_apart(result));
        }
        let n_active = alternatives.iter().filter(|result| result.is_active).count();
        return (n_active < 2).then_some(Ending::Distinct);
    }
    let rule = settings.stop_on_error;
    if rule.on {
        let is_small = |error: f64| error as f32 <= rule.limit;
        for result in &mut *alternatives {
            let is_accurate = result.games() >= rule.min_games.max(2)
                && is_small(result.cubeless.std_error)
                && (!settings.cubeful || is_small(result.cubeful.std_error));
            result.is_active = !is_accurate;
        }
        let is_over = alternatives.iter().all(|result| !result.is_active);
        if is_cube {
            // Neither stops before the other.
            alternatives.iter_mut().for_each(|result| result.is_active = !is_over);
        }
        return is_over.then_some(Ending::Accurate);
    }
    None
}

/// Whether any rule may stop an alternative before its last game.
pub(super) fn has_rules(settings: &RolloutSettings) -> bool {
    settings.stop_on_difference.on || settings.stop_on_error.on
}

fn rank(alternatives: &mut [AlternativeResult]) {
    let mut order: Vec<usize> = (0..alternatives.len()).collect();
    order.sort_by(|&a, &b| {
        let key = |n: usize| (alternatives[n].games() > 0, alternatives[n].cubeful.mean);
        let (a, b) = (key(a), key(b));
        b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
    });
    for (rank, n) in (1..).zip(order) {
        alternatives[n].rank = rank;
    }
}

fn deviation(errors: [f64; 2]) -> f64 {
    errors.iter().map(|error| error * error).sum::<f64>().sqrt().max(LEAST_DEVIATION)
}

/// The distance of each play from the best play, in joint standard deviations.
fn play_differences(alternatives: &mut [AlternativeResult]) {
    let Some(best) = alternatives.iter().find(|result| result.rank == 1).copied() else { return };
    for result in alternatives {
        let known = result.rank > 1 && result.games().min(best.games()) >= LEAST_GAMES;
        let behind = best.cubeful.mean - result.cubeful.mean;
        result.jsd = known.then(|| behind / deviation([best.cubeful.std_error, result.cubeful.std_error]));
    }
}

/// The distance of not doubling from doubling, and of taking from passing, in joint standard deviations.
fn cube_differences(alternatives: &mut [AlternativeResult]) {
    let [no_double, take] = alternatives else { return };
    if no_double.games().min(take.games()) < LEAST_GAMES {
        return;
    }
    let (nd, dt) = (no_double.cubeful, take.cubeful);
    // The value of passing is exactly 1.
    let (double, double_error) = if dt.mean > 1.0 { (1.0, 0.0) } else { (dt.mean, dt.std_error) };
    no_double.jsd = Some((nd.mean - double).abs() / deviation([nd.std_error, double_error]));
    take.jsd = Some((dt.mean - 1.0).abs() / deviation([dt.std_error, 0.0]));
}

#[cfg(test)]
mod tests {
    use super::super::results::Estimate;
    use super::super::subject::Label;
    use super::*;
    use crate::core::{MatchState, Play, Probs, Rules};
    use crate::cube::MatchEquityTable;

    fn result(games: u32, mean: f64, std_error: f64) -> AlternativeResult {
        let estimate = Estimate { mean, std_error };
        AlternativeResult {
            label: Label::Position,
            moments: super::super::tally::Moments { games, ..Default::default() },
            probs: Probs::default(),
            cubeless: estimate,
            cubeful: estimate,
            mwc: None,
            rank: 1,
            jsd: None,
            is_active: true,
            statistics: Default::default(),
        }
    }

    fn judged(
        question: Question,
        alternatives: Vec<AlternativeResult>,
        settings: &RolloutSettings,
    ) -> (Results, Option<Ending>) {
        let state = MatchState::new(0, Rules::default()).unwrap();
        let subject = Subject::new(&state, &MatchEquityTable::default(), question).unwrap();
        let mut results = Results { alternatives, cube: None, is_cubeful: true, seconds: 0.0 };
        let ending = judge(&subject, settings, &mut results);
        (results, ending)
    }

    fn plays() -> Question {
        let state = MatchState::new(0, Rules::default()).unwrap();
        let candidate = super::super::Candidate { play: Play::EMPTY, after: state.board.swapped() };
        Question::Plays(vec![candidate; 3])
    }

    #[test]
    fn the_recorded_plays_are_ranked_and_stopped() {
        let mut settings = RolloutSettings::default();
        settings.stop_on_difference.on = true;
        settings.stop_on_difference.min_games = 144;
        settings.stop_on_difference.limit = 2.0;
        let recorded = [(1296, -0.147898, 0.009552), (1296, -0.147223, 0.009025), (1200, -0.1754, 0.009547)];
        let alternatives = recorded.map(|(games, mean, error)| result(games, mean, error)).to_vec();
        let (results, ending) = judged(plays(), alternatives, &settings);
        assert_eq!(results.alternatives.iter().map(|r| r.rank).collect::<Vec<_>>(), [2, 1, 3]);
        assert!((results.alternatives[0].jsd.unwrap() - 0.051).abs() < 1e-3);
        assert!((results.alternatives[2].jsd.unwrap() - 2.145).abs() < 1e-3);
        assert_eq!(results.alternatives.iter().map(|r| r.is_active).collect::<Vec<_>>(), [true, true, false]);
        assert_eq!((results.ranked(), ending), (vec![1, 0, 2], None));
        settings.stop_on_difference.limit = 0.05;
        let (_, ending) = judged(plays(), results.alternatives, &settings);
        assert_eq!(ending, Some(Ending::Distinct));
    }

    #[test]
    fn recorded_cube_decisions_differ_by_the_recorded_deviations() {
        let mut settings = RolloutSettings::default();
        settings.stop_on_difference.on = true;
        settings.stop_on_difference.min_games = 108;
        for (games, recorded, jsd, stops) in [
            (190, [(0.093242, 0.056767), (-0.158159, 0.090914)], [2.346, 12.739], true),
            (190, [(0.034557, 0.144431), (-0.25682, 0.233864)], [1.06, 5.374], false),
            (36, [(0.132731, 0.021635), (-0.173962, 0.031468)], [8.031, 37.307], false),
        ] {
            let alternatives = recorded.map(|(mean, error)| result(games, mean, error)).to_vec();
            let (results, ending) = judged(Question::CubeDecision, alternatives, &settings);
            for (result, jsd) in results.alternatives.iter().zip(jsd) {
                assert!((result.jsd.unwrap() - jsd).abs() < 2e-3, "{:?}", result.jsd);
                assert_eq!(result.is_active, !stops);
            }
            assert_eq!(ending, stops.then_some(Ending::Distinct));
        }
    }

    #[test]
    fn small_errors_stop_each_play_but_cube_alternatives_together() {
        let mut settings = RolloutSettings::default();
        settings.stop_on_error.on = true;
        let alternatives = vec![result(324, 0.1, 0.009), result(324, 0.2, 0.011), result(323, 0.3, 0.001)];
        let (results, ending) = judged(plays(), alternatives, &settings);
        assert_eq!(results.alternatives.iter().map(|r| r.is_active).collect::<Vec<_>>(), [false, true, true]);
        assert_eq!(ending, None);
        let alternatives = vec![result(324, 0.1, 0.009), result(324, 0.2, 0.011)];
        let (results, ending) = judged(Question::CubeDecision, alternatives, &settings);
        assert!(results.alternatives.iter().all(|result| result.is_active) && ending.is_none());
        let alternatives = vec![result(324, 0.1, 0.009), result(324, 0.2, 0.010)];
        let (_, ending) = judged(Question::CubeDecision, alternatives, &settings);
        assert_eq!(ending, Some(Ending::Accurate));
    }
}
