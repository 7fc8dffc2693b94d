// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts in a session: progress, stopping, resuming, storing in the record.

use super::*;
use crate::command::Question;
use crate::event::Activity;
use crate::rollout::{RolloutNews, RolloutRequest, Target};
use gnubg_engine::core::PlayList;
use gnubg_engine::eval::EvalSettings;
use gnubg_engine::rollout::{Ending, PlySwitch, RolloutPlay, RolloutSettings};
use gnubg_record::analysis::{CubeMethod, Method};

fn quick(trials: u32) -> Option<Box<RolloutSettings>> {
    Some(Box::new(RolloutSettings {
        trials,
        truncation: PlySwitch { on: true, plies: 2 },
        play: RolloutPlay::at(0, 0),
        late_play: RolloutPlay::at(0, 0),
        truncation_cube: EvalSettings::at(0),
        seed: 3,
        ..RolloutSettings::default()
    }))
}

fn request(target: Target, trials: u32) -> RolloutRequest {
    RolloutRequest { target, settings: quick(trials), extend: true, store: true }
}

/// Rolls out and returns the final result.
fn roll_out(session: &mut Session, request: RolloutRequest) -> Arc<RolloutNews> {
    session.execute(request.into()).unwrap();
    let mut ready = None;
    for event in settle(session) {
        match event {
            Event::RolloutReady { news, .. } => ready = Some(news),
            Event::RolloutProgress { news, .. } => assert!(news.ending.is_none()),
            _ => {}
        }
    }
    ready.expect("a result")
}

/// A game in which 3-1 was played, shown before that play.
fn after_a_play() -> Session {
    let mut session = two_people();
    plies(&mut session, 0);
    dice(&mut session, "31 65");
    game(&mut session, GameCommand::NewMatch(Some(5)));
    play(&mut session, "8/5 6/5");
    go(&mut session, Go::FirstMove);
    session
}

#[test]
fn rolled_out_plays_are_stored_with_their_move() {
    let mut session = after_a_play();
    let mut list = PlayList::new();
    list.generate(&state(&session).board, Dice::new(3, 1).unwrap());
    let news = roll_out(&mut session, request(Target::Plays(list.plays()[..3].to_vec()), 36));
    assert_eq!((news.ending, news.convergence.len()), (Some(Ending::Complete), 3));
    assert_eq!(news.convergence[0].len(), 1);
    let entry = session.record().entry(0, 0).unwrap();
    let analysis = entry.play_analysis().unwrap();
    let rolled_out: Vec<u32> = analysis
        .candidates
        .iter()
        .filter_map(|candidate| match &candidate.method {
            Method::Rollout(rollout) => Some(rollout.trials),
            _ => None,
        })
        .collect();
    assert_eq!(rolled_out, [36; 3]);
    assert!(analysis.candidates[..3].is_sorted_by(|a, b| a.equity.0 >= b.equity.0));
    session.execute(Command::Undo).unwrap();
    let entry = session.record().entry(0, 0).unwrap();
    assert!(entry.play_analysis().is_none_or(|play| play.candidates.len() != 3));
}

#[test]
fn rolled_out_cube_decisions_are_stored_and_extended() {
    let mut session = after_a_play();
    go(&mut session, Go::LastMove);
    play_on(&mut session);
    go(&mut session, Go::Previous(1));
    roll_out(&mut session, request(Target::Cube, 36));
    let longer = roll_out(&mut session, request(Target::Cube, 72));
    let cube = session.record().entry(0, 1).unwrap().cube_analysis().unwrap();
    let CubeMethod::Rollout(rollout) = &cube.method else { panic!("{:?}", cube.method) };
    assert_eq!(rollout.trials, [72, 72]);
    // An extended rollout equals one made in one run.
    let at_once = roll_out(&mut session, RolloutRequest { extend: false, ..request(Target::Cube, 72) });
    assert_eq!(longer.results.alternatives, at_once.results.alternatives);
    assert!(longer.results.cube.is_some());
}

/// Rolls and makes any play.
fn play_on(session: &mut Session) {
    game(session, GameCommand::Roll);
    let mut list = PlayList::new();
    list.generate(&state(session).board, state(session).dice().unwrap());
    game(session, GameCommand::Play(list.plays()[0]));
}

#[test]
fn a_stopped_rollout_keeps_its_games() {
    let mut session = after_a_play();
    let ask = RolloutRequest { store: false, ..request(Target::Position, 1_000_000) };
    session.execute(ask.clone().into()).unwrap();
    let events = session.events();
    let mut ready = None;
    while ready.is_none() {
        let event = events.recv_blocking().unwrap();
        match session.absorb(event) {
            Some(Event::RolloutProgress { news, .. }) => {
                assert!(news.remaining_s.is_some_and(|seconds| seconds > 0.0));
                session.execute(Command::Stop).unwrap();
            }
            Some(Event::RolloutReady { news, .. }) => ready = Some(news),
            _ => {}
        }
    }
    let stopped = ready.unwrap();
    let games = stopped.results.alternatives[0].games();
    assert_eq!(stopped.ending, Some(Ending::Cancelled));
    assert!(games > 0 && session.last_rollout().unwrap().played()[0].tally.games() == games);
    assert!(
        settle(&mut session)
            .iter()
            .any(|event| matches!(event, Event::JobFinished { activity: Activity::Rollout, .. }))
    );
    // It is resumed where it stopped.
    let more = RolloutRequest { settings: quick(games + 36), ..ask };
    assert_eq!(roll_out(&mut session, more).results.alternatives[0].games(), games + 36);
}

#[test]
fn the_last_rollout_is_resumed_whatever_position_is_shown() {
    let mut session = after_a_play();
    let mut list = PlayList::new();
    list.generate(&state(&session).board, Dice::new(3, 1).unwrap());
    roll_out(&mut session, request(Target::Plays(list.plays()[..2].to_vec()), 36));
    go(&mut session, Go::LastMove);
    let news = roll_out(&mut session, request(Target::Last, 72));
    assert!(news.results.alternatives.iter().all(|result| result.games() == 72));
    let analysis = session.record().entry(0, 0).unwrap().play_analysis().unwrap();
    let Method::Rollout(rollout) = &analysis.candidates[0].method else { panic!("not rolled out") };
    assert_eq!(rollout.trials, 72);
    // With other settings of play the games so far do not count.
    let other = Some(Box::new(RolloutSettings { seed: 4, ..*quick(36).unwrap() }));
    let news = roll_out(&mut session, RolloutRequest { settings: other, ..request(Target::Last, 36) });
    assert_eq!(news.results.alternatives[0].games(), 36);
}

#[test]
fn pending_results_are_stored_once_their_decision_is_made() {
    let mut session = two_people();
    plies(&mut session, 0);
    dice(&mut session, "31 65");
    game(&mut session, GameCommand::NewMatch(Some(5)));
    let mut list = PlayList::new();
    list.generate(&state(&session).board, Dice::new(3, 1).unwrap());
    roll_out(&mut session, request(Target::Plays(list.plays().to_vec()), 36));
    play(&mut session, "8/5 6/5");
    let analysis = session.record().entry(0, 0).unwrap().play_analysis().unwrap();
    assert_eq!(analysis.candidates.len(), list.len());
    assert_eq!(analysis.played, Some(0), "8/5 6/5 is the best play");
    // The same for the cube.
    roll_out(&mut session, request(Target::Cube, 36));
    assert!(session.record().entry(0, 1).is_none());
    game(&mut session, GameCommand::Roll);
    let cube = session.record().entry(0, 1).unwrap().cube_analysis().unwrap();
    assert!(matches!(cube.method, CubeMethod::Rollout(_)));
}

#[test]
fn wrong_rollout_requests_are_refused() {
    let mut session = two_people();
    let ask = |session: &mut Session, target| {
        session
            .execute(Command::Ask(Question::Rollout(Box::new(request(target, 36)))))
            .unwrap_err()
            .to_string()
    };
    assert!(ask(&mut session, Target::Position).contains("no match"));
    let mut session = after_a_play();
    assert!(ask(&mut session, Target::Plays(Vec::new())).contains("no play"));
    assert!(ask(&mut session, Target::Last).contains("nothing has been rolled out"));
}

#[test]
fn the_settings_come_from_the_options() {
    let mut session = after_a_play();
    set(&mut session, "rollout.trials", OptionValue::Whole(36));
    set(&mut session, "rollout.rng", OptionValue::Text("isaac".to_owned()));
    let settings = crate::rollout::convert::usable(&session.options().rollout);
    assert_eq!((settings.trials, settings.dice.name()), (36, "ISAAC"));
}
