// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts do not depend on threads, interruptions and partition, and stop where the rules say.

use super::*;
use crate::core::{
    CancelToken, CubeState, CubeValue, Dice, MatchState, Play, PlayList, Player, Rules, Variation,
};
use crate::cube::MatchEquityTable;
use crate::eval::{Engine, EvalSettings};
use std::sync::OnceLock;
use std::time::Duration;

fn engine() -> &'static Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(|| Engine::built_in(1 << 12).unwrap())
}

fn money() -> MatchState {
    MatchState::new(0, Rules::default()).unwrap()
}

/// The first plays of 3-1 in the opening position, in the order of the generator.
fn some_plays(state: &MatchState, n: usize) -> Vec<Play> {
    let mut list = PlayList::new();
    list.generate(&state.board, Dice::new(3, 1).unwrap());
    list.plays()[..n].to_vec()
}

fn quick(trials: u32) -> RolloutSettings {
    RolloutSettings {
        trials,
        truncation: PlySwitch { on: true, plies: 3 },
        play: RolloutPlay::at(0, 0),
        truncation_cube: EvalSettings::at(0),
        seed: 11,
        ..RolloutSettings::default()
    }
}

fn plays_rollout(trials: u32) -> Rollout {
    let state = money();
    let subject = Subject::plays(&state, &MatchEquityTable::default(), &some_plays(&state, 4)).unwrap();
    Rollout::new(subject, quick(trials)).unwrap()
}

fn run(rollout: &mut Rollout, effort: &Effort) -> Ending {
    rollout.run(engine(), effort, &CancelToken::new(), &mut |_| ()).unwrap()
}

#[test]
fn threads_change_nothing() {
    let state = MatchState { score: [2, 3], ..MatchState::new(7, Rules::default()).unwrap() };
    let subject = Subject::cube_decision(&state, &MatchEquityTable::default()).unwrap();
    let mut settings = quick(100);
    // Random noise too is a function of the game.
    settings.play.checker[0] = EvalSettings { noise: 0.05, deterministic: false, ..EvalSettings::at(0) };
    let mut one = Rollout::new(subject, settings).unwrap();
    let (mut two, mut five) = (one.clone(), one.clone());
    for (rollout, threads) in [(&mut one, 1), (&mut two, 2), (&mut five, 5)] {
        assert_eq!(run(rollout, &Effort::threads(threads)), Ending::Complete);
    }
    assert_eq!(one.played, two.played);
    assert_eq!(one.played, five.played);
    assert_eq!(one.results().alternatives, five.results().alternatives);
    assert!(one.results().cube.is_some());
}

#[test]
fn parts_make_the_whole() {
    let mut whole = plays_rollout(90);
    run(&mut whole, &Effort::threads(2));
    let mut parts: Vec<Rollout> = [0..10, 10..50, 50..90]
        .map(|games| {
            let mut part = plays_rollout(90);
            run(&mut part, &Effort { games: Some(games), ..Effort::threads(1) });
            part
        })
        .to_vec();
    let mut merged = parts.pop().unwrap();
    for part in &parts {
        merged.merge(part).unwrap();
    }
    assert_eq!(merged.played, whole.played);
    assert_eq!(merged.merge(&parts[1]), Err(RolloutError::Overlap { alternative: 1, game: 10 }));
    let mut other = plays_rollout(90);
    other.settings.seed += 1;
    assert_eq!(merged.merge(&other), Err(RolloutError::Different("their settings")));
    let position = Subject::position(&money(), &MatchEquityTable::default()).unwrap();
    let other = Rollout::new(position, quick(90)).unwrap();
    assert_eq!(merged.merge(&other), Err(RolloutError::Different("what is rolled out")));
    merged.engine = Some(1);
    let result = merged.run(engine(), &Effort::threads(1), &CancelToken::new(), &mut |_| ());
    assert_eq!(result, Err(RolloutError::Different("the engine's nets or databases")));
}

#[test]
fn a_cancelled_rollout_keeps_its_games_and_can_be_resumed() {
    let mut whole = plays_rollout(400);
    run(&mut whole, &Effort::threads(2));
    let mut stopped = plays_rollout(400);
    let cancel = CancelToken::new();
    let effort = Effort { report_every: Duration::ZERO, ..Effort::threads(2) };
    let mut n_reports = 0;
    let ending = stopped.run(engine(), &effort, &cancel, &mut |progress| {
        n_reports += 1;
        if progress.games_done > 50 {
            assert!(progress.remaining_s().is_some_and(|seconds| seconds > 0.0));
            cancel.cancel();
        }
    });
    assert_eq!(ending, Ok(Ending::Cancelled));
    let games: u32 = stopped.played.iter().map(|played| played.tally.games()).sum();
    assert!(n_reports > 0 && (50..1600).contains(&games), "{games} games");
    assert_eq!(run(&mut stopped, &Effort::threads(1)), Ending::Complete);
    assert_eq!(stopped.played, whole.played);
}

#[test]
fn a_paused_rollout_waits_until_it_is_resumed() {
    let mut rollout = plays_rollout(36);
    let cancel = CancelToken::new();
    cancel.pause();
    let token = cancel.clone();
    let ending = std::thread::scope(|scope| {
        let running = scope.spawn(|| {
            rollout.run(engine(), &Effort::threads(2), &cancel, &mut |_| ()).map(|ending| (ending, rollout))
        });
        token.resume();
        running.join().unwrap().unwrap()
    });
    assert_eq!((ending.0, ending.1.played[0].tally.games()), (Ending::Complete, 36));
}

#[test]
fn no_time_means_no_games() {
    let mut rollout = plays_rollout(100_000);
    let effort = Effort { time_limit: Some(Duration::ZERO), ..Effort::threads(1) };
    assert_eq!(run(&mut rollout, &effort), Ending::TimeUp);
}

#[test]
fn slices_of_whole_games_make_the_whole() {
    let mut whole = with_rules(180);
    run(&mut whole, &Effort::threads(2));
    let mut sliced = with_rules(180);
    let slice =
        Effort { time_limit: Some(Duration::from_micros(1)), whole_games: true, ..Effort::threads(2) };
    let mut slices = 0;
    while run(&mut sliced, &slice) == Ending::TimeUp {
        slices += 1;
        assert!(slices < 10_000);
    }
    assert!(slices > 1, "{slices} slices");
    assert_eq!(sliced.played, whole.played);
}

/// Stop rules that suspend some plays early.
fn with_rules(trials: u32) -> Rollout {
    let mut rollout = plays_rollout(trials);
    rollout.settings.stop_on_difference = StopRule { on: true, min_games: 36, limit: 1.0 };
    rollout
}

#[test]
fn stop_rules_do_not_depend_on_threads_and_interruptions() {
    let mut one = with_rules(720);
    // Enough games for progress reports before the end, however clear the difference.
    one.settings.stop_on_difference.min_games = 360;
    let (mut three, mut stopped) = (one.clone(), one.clone());
    let ending = run(&mut one, &Effort::threads(1));
    assert_eq!(run(&mut three, &Effort::threads(3)), ending);
    assert_eq!(one.played, three.played);
    let games: Vec<u32> = one.played.iter().map(|played| played.tally.games()).collect();
    assert!(games.iter().any(|&n| n < 720) && games.iter().all(|n| n % 36 == 0), "{games:?}");
    let mut interrupted = 0;
    loop {
        let cancel = CancelToken::new();
        let effort = Effort { report_every: Duration::ZERO, ..Effort::threads(3) };
        let before = interrupted;
        let found = stopped.run(engine(), &effort, &cancel, &mut |progress| {
            if progress.games_done > 90 {
                cancel.cancel();
                interrupted = before + 1;
            }
        });
        if found != Ok(Ending::Cancelled) {
            assert_eq!(found, Ok(ending));
            break;
        }
    }
    assert!(interrupted > 0);
    assert_eq!(stopped.played, one.played);
}

#[test]
fn a_run_stopped_within_its_first_round_finishes_it() {
    let mut whole = with_rules(720);
    whole.settings.stop_on_difference.min_games = 18;
    let mut stopped = whole.clone();
    run(&mut stopped, &Effort { games: Some(0..33), ..Effort::threads(1) });
    run(&mut whole, &Effort::threads(1));
    run(&mut stopped, &Effort::threads(1));
    assert_eq!(stopped.played, whole.played);
}

#[test]
fn a_rollout_that_is_accurate_enough_is_not_continued() {
    let mut rollout = plays_rollout(720);
    rollout.settings.stop_on_error = StopRule { on: true, min_games: 36, limit: 0.05 };
    assert_eq!(run(&mut rollout, &Effort::threads(2)), Ending::Accurate);
    let before = rollout.clone();
    assert_eq!(run(&mut rollout, &Effort::threads(2)), Ending::Accurate);
    assert_eq!(rollout.played, before.played);
    // Tighter limits extend it.
    let limits = RolloutSettings { trials: 144, ..RolloutSettings::default() };
    rollout.set_limits(&limits);
    assert_eq!(run(&mut rollout, &Effort::threads(2)), Ending::Complete);
    assert!(rollout.played.iter().all(|played| played.tally.games() == 144));
    let mut straight = plays_rollout(144);
    run(&mut straight, &Effort::threads(1));
    assert_eq!(
        rollout.played.iter().map(|played| &played.tally).collect::<Vec<_>>(),
        straight.played.iter().map(|played| &played.tally).collect::<Vec<_>>()
    );
}

#[test]
fn results_known_from_a_file_are_continued() {
    let mut straight = plays_rollout(72);
    run(&mut straight, &Effort::threads(2));
    let mut first = plays_rollout(30);
    run(&mut first, &Effort::threads(2));
    let mut continued = plays_rollout(72);
    for (n, played) in first.played.iter().enumerate() {
        let moments = played.tally.moments(true);
        continued.continue_from(n, moments.games, moments.mean, moments.std_error).unwrap();
        assert!(continued.continue_from(n, 1, moments.mean, moments.std_error).is_err());
    }
    run(&mut continued, &Effort::threads(2));
    for (a, b) in straight.results().alternatives.iter().zip(continued.results().alternatives) {
        assert_eq!((a.games(), b.games()), (72, 72));
        assert!((a.cubeful.mean - b.cubeful.mean).abs() < 1e-9);
        assert!((a.cubeful.std_error - b.cubeful.std_error).abs() < 1e-9);
    }
}

#[test]
fn deep_play_is_the_same_with_and_without_stored_plies() {
    // One trial keeps one ply, many keep three; the first game is the same.
    let mut settings = quick(1);
    settings.play = RolloutPlay::at(1, 1);
    settings.late_play = settings.play;
    settings.truncation_cube = EvalSettings::at(1);
    let subject = Subject::position(&money(), &MatchEquityTable::default()).unwrap();
    let mut one = Rollout::new(subject, settings).unwrap();
    let mut many = one.clone();
    many.settings.trials = 1296;
    run(&mut one, &Effort::threads(1));
    run(&mut many, &Effort { games: Some(0..1), ..Effort::threads(1) });
    assert_eq!(one.played, many.played);
}

#[test]
fn the_cube_scales_money_values() {
    // The value of a position per point of the cube is the same on a cube of 4 as on a cube of 1.
    let owned = |value| MatchState {
        cube: CubeState { value: CubeValue::new(value).unwrap(), owner: Some(Player::One) },
        ..money()
    };
    let of = |state: &MatchState| {
        let subject = Subject::cube_decision(state, &MatchEquityTable::default()).unwrap();
        let mut rollout = Rollout::new(subject, quick(36)).unwrap();
        run(&mut rollout, &Effort::threads(1));
        rollout.results()
    };
    let (two, eight) = (of(&owned(2)), of(&owned(8)));
    for (a, b) in two.alternatives.iter().zip(&eight.alternatives) {
        assert_eq!((a.cubeful, a.cubeless, a.probs), (b.cubeful, b.cubeless, b.probs));
    }
    let [no_double, take] = &two.alternatives[..] else { panic!("two alternatives") };
    // With the same luck, a taken double doubles the cubeless stake.
    assert!((take.cubeless.mean - 2.0 * no_double.cubeless.mean).abs() < 0.1);
    let cube = two.cube.unwrap();
    assert!((f64::from(cube.equities.double_take.0) - take.cubeful.mean).abs() < 1e-6);
    assert!((f64::from(cube.equities.no_double.0) - no_double.cubeful.mean).abs() < 1e-6);
}

#[test]
fn games_are_counted() {
    let mut rollout = Rollout::new(
        Subject::position(&money(), &MatchEquityTable::default()).unwrap(),
        RolloutSettings {
            truncation: PlySwitch { on: false, plies: 1 },
            variance_reduction: false,
            ..quick(72)
        },
    )
    .unwrap();
    run(&mut rollout, &Effort::threads(2));
    let statistics = rollout.results().alternatives[0].statistics;
    assert_eq!((statistics.games, statistics.truncated), (72, 0));
    let wins: u64 = statistics
        .players
        .iter()
        .flat_map(|player| player.wins.iter().chain(&player.gammons).chain(&player.backgammons).copied())
        .sum();
    assert_eq!(wins, 72);
    let doubles: u64 = statistics.players.iter().map(PlayerStatistics::doubles).sum();
    assert!(doubles > 30 && statistics.average_cube() > 1.0 && statistics.average_plies() > 10.0);
    for player in &statistics.players {
        assert!(player.hits.games > 36 && player.hits.average().is_some_and(|ply| ply < 60.0));
        assert!(player.close_outs.games < player.hits.games);
    }
}

#[test]
fn settings_that_allow_no_game_are_refused() {
    let subject = Subject::position(&money(), &MatchEquityTable::default()).unwrap();
    let refused = |settings| Rollout::new(subject.clone(), settings).unwrap_err();
    assert_eq!(refused(quick(0)), RolloutError::NoTrials);
    let mut settings = quick(1);
    settings.truncation.plies = 0;
    assert!(matches!(refused(settings), RolloutError::NoPlies(_)));
    let ansi = RolloutSettings { dice: DiceSource::Other("ANSI".into()), ..quick(1) };
    assert_eq!(refused(ansi), RolloutError::Dice("ANSI".into()));
}

#[test]
fn positions_at_their_end_and_other_variations_are_rolled_out() {
    // A play that ends the game: every game of it is over at once.
    let mut state = money();
    state.board = crate::core::Board::EMPTY;
    state.board.set(crate::core::Side::OnRoll, 0, 1);
    state.board.set(crate::core::Side::Opponent, 3, 2);
    let mut list = PlayList::new();
    list.generate(&state.board, Dice::new(2, 1).unwrap());
    let subject = Subject::plays(&state, &MatchEquityTable::default(), list.plays()).unwrap();
    let mut rollout = Rollout::new(subject, quick(36)).unwrap();
    run(&mut rollout, &Effort::threads(1));
    let results = rollout.results();
    let best = results.best().unwrap();
    assert_eq!((best.cubeful.mean, best.cubeful.std_error, best.probs.win), (1.0, 0.0, 1.0));
    for variation in Variation::ALL {
        let rules = Rules { variation, ..Rules::default() };
        let state = MatchState::new(0, rules).unwrap();
        let subject = Subject::position(&state, &MatchEquityTable::default()).unwrap();
        let settings = RolloutSettings { initial: true, ..quick(12) };
        let mut rollout = Rollout::new(subject, settings).unwrap();
        assert_eq!(run(&mut rollout, &Effort::threads(1)), Ending::Complete, "{variation:?}");
    }
}
