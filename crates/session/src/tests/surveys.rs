// SPDX-License-Identifier: GPL-3.0-or-later
//! Surveys of rolls and scores agree with hints.

use super::*;
use crate::advice::survey::{ScoreAdvice, Survey, SurveyRequest, SurveyScore};
use crate::command::Question;
use gnubg_engine::core::{Action, CancelToken};
use gnubg_engine::cube::{CubeContext, CubeInfo, Verdict};
use gnubg_engine::eval::{EvalSettings, MoveFilters, Root};

fn survey(session: &mut Session, request: SurveyRequest) -> Arc<Survey> {
    session.execute(Command::Ask(Question::Survey(Box::new(request)))).unwrap();
    let surveys = settle(session).into_iter().filter_map(|event| match event {
        Event::Surveyed { survey, .. } => Some(survey),
        _ => None,
    });
    surveys.last().expect("a survey")
}

#[test]
fn the_equity_of_a_roll_is_that_of_its_best_play() {
    let mut session = two_people();
    plies(&mut session, 0);
    dice(&mut session, "31");
    game(&mut session, GameCommand::NewMatch(Some(5)));
    let state = state(&session);
    let found =
        survey(&mut session, SurveyRequest::Rolls { state: Box::new(state), with_double: false, plies: 0 });
    let Survey::Rolls(found) = &*found else { panic!("rolls were asked for") };
    let roll = found.rolls.at(Dice::new(3, 1).unwrap()).unwrap();
    assert_eq!(gnubg_engine::core::notation::format(&state.board, &roll.play), "8/5 6/5");
    let (mean, mwc) = found.rolls.mean().unwrap();
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
    let crawford = SurveyScore::Match { away: [1, 3], is_crawford: true };
    assert!(matches!(found.at(crawford), Some(ScoreAdvice::Plays(plays)) if plays.len() == 3));
    assert!(matches!(found.at(SurveyScore::Money), Some(ScoreAdvice::Plays(_))));
    // Before the roll the decision is about the cube.
    let before = crate::advice::hint::in_setting(&rolled, rolled.board);
    let found = survey(&mut session, SurveyRequest::Scores { state: Box::new(before), away: 3, plies: 0 });
    let Survey::Scores(found) = &*found else { panic!("scores were asked for") };
    assert_eq!(found.found.len(), 10);
    let verdict = |away| match found.at(SurveyScore::Match { away, is_crawford: false }) {
        Some(ScoreAdvice::Cube(decision)) => decision.verdict,
        other => panic!("{other:?}"),
    };
    // After the Crawford game the trailer doubles at once; the leader never doubles.
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
    // An impossible position is refused.
    let wrong = MatchState { score: [9, 9], ..rolled };
    let request = SurveyRequest::Rolls { state: Box::new(wrong), with_double: false, plies: 0 };
    assert!(session.execute(Command::Ask(Question::Survey(Box::new(request)))).is_err());
}

/// After a double and a take, each roll has the equity that the engine finds in the resulting state.
#[test]
fn rolls_after_a_double_have_the_equity_of_the_resulting_state() {
    for length in [0, 5] {
        let mut session = two_people();
        plies(&mut session, 0);
        dice(&mut session, "31 64");
        game(&mut session, GameCommand::NewMatch(Some(length)));
        play(&mut session, "8/5 6/5");
        let before = state(&session);
        let of = |session: &mut Session, with_double: bool| {
            let request = SurveyRequest::Rolls { state: Box::new(before), with_double, plies: 0 };
            let found = survey(session, request);
            let Survey::Rolls(found) = &*found else { panic!("rolls were asked for") };
            assert_eq!(found.taken.is_some(), with_double);
            found.clone()
        };
        let [alone, both] = [false, true].map(|with_double| of(&mut session, with_double));
        assert_eq!(alone.rolls, both.rolls);
        let doubled = both.taken.unwrap();
        let taken = before.apply(Action::Double).and_then(|state| state.apply(Action::Take)).unwrap();
        assert_eq!((taken.on_roll, taken.cube.value.points()), (before.on_roll, 2));
        let table = session.table();
        let root = Root::of(&taken, table);
        let scale = CubeContext::of(&before, table).scale(CubeInfo::of(&before));
        let (settings, filters, never) = (both.settings, MoveFilters::default(), CancelToken::default());
        for (dice, worth) in Dice::ALL.into_iter().zip(&doubled.0) {
            let worth = worth.unwrap();
            let ranked = ENGINE.rank_plays(&root, dice, &settings, &filters, &never, |_| {}).unwrap();
            let best = &ranked[0];
            let equity = match (best.evaluation.mwc, scale) {
                (Some(mwc), Some(scale)) => scale.equity(mwc).0,
                _ => 2.0 * best.evaluation.cubeful.0,
            };
            assert_eq!(worth.mwc, best.evaluation.mwc);
            assert!((worth.equity.0 - equity).abs() < 1e-5, "{dice:?}: {} and {equity}", worth.equity.0);
        }
        // Their averages are the two equities of the decision, which the search computes in another way.
        let settings = EvalSettings { plies: 1, ..settings };
        let decision = ENGINE.cube_decision(&Root::of(&before, table), &settings, &never).unwrap().equities;
        for (found, side) in [(both.rolls, decision.no_double), (doubled, decision.double_take)] {
            let mean = found.mean().unwrap().0;
            assert!((mean.0 - side.0).abs() < 0.05, "{length}: {} and {}", mean.0, side.0);
        }
    }
}

/// A player who cannot double gets the rolls at the present cube.
#[test]
fn without_the_cube_there_are_no_rolls_after_a_double() {
    let mut session = two_people();
    dice(&mut session, "31 64");
    game(&mut session, GameCommand::NewMatch(Some(1)));
    play(&mut session, "8/5 6/5");
    let state = Box::new(state(&session));
    let found = survey(&mut session, SurveyRequest::Rolls { state, with_double: true, plies: 0 });
    assert!(matches!(&*found, Survey::Rolls(found) if found.taken.is_none() && found.rolls.mean().is_some()));
}
