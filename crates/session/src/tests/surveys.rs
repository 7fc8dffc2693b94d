// SPDX-License-Identifier: GPL-3.0-or-later
//! Surveys of rolls and scores agree with hints.

use super::*;
use crate::command::Question;
use crate::survey::{Advice, Place, Survey, SurveyRequest};
use gnubg_engine::cube::Verdict;

fn survey(session: &mut Session, request: SurveyRequest) -> Arc<Survey> {
    session.execute(Command::Ask(Question::Survey(Box::new(request)))).unwrap();
    let told = settle(session).into_iter().filter_map(|event| match event {
        Event::Surveyed { survey, .. } => Some(survey),
        _ => None,
    });
    told.last().expect("a survey")
}

#[test]
fn every_roll_is_worth_its_best_play() {
    let mut session = two_people();
    plies(&mut session, 0);
    dice(&mut session, "31");
    game(&mut session, GameCommand::NewMatch(Some(5)));
    let state = state(&session);
    let found = survey(&mut session, SurveyRequest::Rolls { state: Box::new(state), plies: 0 });
    let Survey::Rolls(found) = &*found else { panic!("rolls were asked for") };
    let roll = found.rolls[Dice::new(3, 1).unwrap().index()].unwrap();
    assert_eq!(gnubg_engine::core::notation::format(&state.board, &roll.play), "8/5 6/5");
    let (mean, mwc) = found.mean().unwrap();
    assert!(mean.0.abs() < 0.3 && mwc.is_some_and(|mwc| (mwc.0 - 0.5).abs() < 0.1));
    assert!(roll.equity.0 > mean.0);
}

#[test]
fn decisions_depend_on_the_score() {
    let mut session = two_people();
    plies(&mut session, 0);
    dice(&mut session, "31");
    game(&mut session, GameCommand::NewMatch(Some(5)));
    let rolled = state(&session);
    let request = SurveyRequest::Scores { state: Box::new(rolled), away: 3, plies: 0 };
    let found = survey(&mut session, request);
    let Survey::Scores(found) = &*found else { panic!("scores were asked for") };
    // 3 × 3 scores, four of them with a Crawford game, and money.
    assert_eq!((found.total, found.found.len()), (14, 14));
    let crawford = Place::Match { away: [1, 3], is_crawford: true };
    assert!(matches!(found.at(crawford), Some(Advice::Plays(plays)) if plays.len() == 3));
    assert!(matches!(found.at(Place::Money), Some(Advice::Plays(_))));
    // Before the roll it is the cube.
    let before = crate::hint::in_setting(&rolled, rolled.board);
    let found = survey(&mut session, SurveyRequest::Scores { state: Box::new(before), away: 3, plies: 0 });
    let Survey::Scores(found) = &*found else { panic!("scores were asked for") };
    assert_eq!(found.found.len(), 10);
    let verdict = |away| match found.at(Place::Match { away, is_crawford: false }) {
        Some(Advice::Cube(decision)) => decision.verdict,
        other => panic!("{other:?}"),
    };
    // After the Crawford game the trailer doubles at once; the leader has no use for the cube.
    let (seat, other) = (before.on_roll.index(), before.on_roll.other().index());
    let mut away = [1, 1];
    away[seat] = 2;
    assert!(matches!(
        verdict(away),
        Verdict::DoubleTake | Verdict::OptionalDoubleTake | Verdict::DoublePass | Verdict::OptionalDoublePass
    ));
    away = [1, 1];
    away[other] = 3;
    assert!(!verdict(away).is_available() || verdict(away) == Verdict::NeverDouble);
    // A position that cannot be is refused.
    let wrong = MatchState { score: [9, 9], ..rolled };
    let request = SurveyRequest::Rolls { state: Box::new(wrong), plies: 0 };
    assert!(session.execute(Command::Ask(Question::Survey(Box::new(request)))).is_err());
}
