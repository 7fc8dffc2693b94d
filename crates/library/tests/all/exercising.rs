// SPDX-License-Identifier: GPL-3.0-or-later
//! Exercises: the same seed asks the same, answers are computed, levels and bias follow from answers.

use crate::common::{TestLibrary, judge};
use gnubg_engine::bearoff::generate::{Control, make_bytes};
use gnubg_engine::bearoff::{Databases, Format, OneSided, TwoSided};
use gnubg_engine::core::{CancelToken, PlayList};
use gnubg_engine::eval::Engine;
use gnubg_library::assess::Judge;
use gnubg_library::exercise::{Exercise, FieldKind, Given, Marked, Problem, VERDICTS};
use gnubg_library::{Library, LibraryError};
use std::sync::{Arc, OnceLock};

/// A judge with the small bearoff databases.
fn exact() -> Judge {
    static ENGINE: OnceLock<Arc<Engine>> = OnceLock::new();
    let engine = ENGINE.get_or_init(|| {
        let cancel = CancelToken::new();
        let control = Control { cancel: &cancel, progress: &|_| (), threads: None };
        let mut databases = Databases::new();
        let bytes = make_bytes(Format::one_sided(6, true, true).unwrap(), &control).unwrap();
        databases.set_one_sided(false, OneSided::from_bytes(bytes, "one-sided").unwrap());
        let bytes = make_bytes(Format::two_sided(6, 6, true).unwrap(), &control).unwrap();
        databases.set_two_sided(false, TwoSided::from_bytes(bytes, "two-sided").unwrap());
        Arc::new(Engine::built_in(1 << 16).unwrap().with_databases(databases))
    });
    Judge { engine: Arc::clone(engine), table: judge().table }
}

/// Marks answers that the marks themselves give: first anything, then what was right.
fn solved(problem: &Problem) -> Marked {
    let (judge, never) = (exact(), CancelToken::new());
    let anything: Vec<Given> = problem
        .fields
        .iter()
        .map(|kind| match kind {
            FieldKind::Verdict => Given::Verdict(VERDICTS[0].0),
            FieldKind::Play => Given::Play(plays(problem).boards()[0]),
            _ => Given::Number(0.0),
        })
        .collect();
    let marked = problem.mark(&anything, &judge, &never).unwrap();
    let right: Vec<Given> = marked
        .fields
        .iter()
        .map(|field| match field.kind {
            FieldKind::Verdict => {
                Given::Verdict(VERDICTS.iter().find(|(_, word)| *word == field.truth).unwrap().0)
            }
            FieldKind::Play => {
                let dice = problem.state.dice().unwrap();
                let play =
                    gnubg_engine::core::notation::resolve(&problem.state.board, dice, &field.truth).unwrap();
                Given::Play(play.apply(&problem.state.board).swapped())
            }
            _ => Given::Number(field.truth.parse().unwrap()),
        })
        .collect();
    problem.mark(&right, &judge, &never).unwrap()
}

fn plays(problem: &Problem) -> PlayList {
    let mut list = PlayList::new();
    list.generate(&problem.state.board, problem.state.dice().unwrap());
    list
}

#[test]
fn every_exercise_asks_at_every_level_and_knows_the_answer() {
    for &exercise in Exercise::ALL {
        for level in [1, 6, 12, 20] {
            let problem = Problem::new(exercise, 100 + u64::from(level), level, &exact()).unwrap();
            assert_eq!(problem, Problem::new(exercise, 100 + u64::from(level), level, &exact()).unwrap());
            assert_ne!(
                problem.state,
                Problem::new(exercise, 77, level, &exact()).unwrap().state,
                "{exercise:?}"
            );
            let marked = solved(&problem);
            assert!(marked.is_right, "{exercise:?} {level}: {marked:?}");
        }
        assert_eq!(Exercise::from_word(exercise.word()), Some(exercise));
    }
}

#[test]
fn counts_are_those_of_the_board() {
    let problem = Problem::new(Exercise::Pips, 5, 12, &judge()).unwrap();
    let [mine, theirs] = problem.state.board.pips().map(f64::from);
    let given = [Given::Number(mine + 2.0), Given::Number(theirs)];
    let marked = problem.mark(&given, &judge(), &CancelToken::new()).unwrap();
    assert_eq!(marked.fields.iter().map(|field| field.error).collect::<Vec<_>>(), [2.0, 0.0]);
    assert!(!marked.is_right && marked.fields[1].is_right);
    let short = problem.mark(&given[..1], &judge(), &CancelToken::new());
    assert!(matches!(short, Err(LibraryError::Refused(_))));
    // Some pips are always wasted.
    let problem = Problem::new(Exercise::Epc, 3, 1, &exact()).unwrap();
    let truth: f64 = solved(&problem).fields[0].truth.parse().unwrap();
    assert!(truth > f64::from(problem.state.board.pips()[0]), "{truth}");
}

/// Scenario 37: where the formula errs, the count is judged by the formula and the difference is told.
#[test]
fn a_wrong_formula_is_told() {
    let mut errors = 0;
    for seed in 0..40 {
        let problem = Problem::new(Exercise::Thorp, seed, 20, &exact()).unwrap();
        let marked = solved(&problem);
        assert!(marked.is_right);
        if let Some(formula) = marked.formula {
            errors += 1;
            assert!(formula.loss > 0.0 && formula.loss < 0.5, "{formula:?}");
        }
    }
    assert!((1..40).contains(&errors), "{errors}");
}

#[test]
fn take_points_are_those_of_the_score() {
    // Far from the end of the match they are near 25 %.
    let mut seen = 0;
    for seed in 0..200 {
        let problem = Problem::new(Exercise::TakePoints, seed, 20, &judge()).unwrap();
        let away = |player| problem.state.away(player).unwrap();
        let taker = problem.state.on_roll.other();
        if away(taker) < 9 || away(taker.other()) < 9 || problem.state.cube.value.points() > 1 {
            continue;
        }
        seen += 1;
        let take: f64 = solved(&problem).fields[0].truth.parse().unwrap();
        assert!((22.0..29.0).contains(&take), "{take}");
    }
    assert!(seen > 0);
}

#[test]
fn exercises_without_their_database_say_so() {
    for exercise in [Exercise::Epc, Exercise::Bearoff] {
        let refused = Problem::new(exercise, 1, 1, &judge()).unwrap_err();
        assert!(refused.to_string().contains("not loaded"), "{refused}");
    }
}

/// Scenario 36: ten answers move the level, and too high numbers are told.
#[test]
fn answers_move_the_level_and_tell_the_bias() {
    let test = TestLibrary::new();
    let answer = |library: &Library, seed: u64, too_much: f64| {
        let level = library.drill_state(Exercise::Pips).unwrap().level;
        let problem = Problem::new(Exercise::Pips, seed, level, &judge()).unwrap();
        let pips = problem.state.board.pips().map(|pips| Given::Number(f64::from(pips) + too_much));
        let marked = problem.mark(&pips[..problem.fields.len()], &judge(), &CancelToken::new()).unwrap();
        library.note_drill(&problem, &marked, 4000).unwrap()
    };
    let begin = test.library.drill_state(Exercise::Pips).unwrap();
    let mut state = begin.clone();
    for seed in 0..10 {
        state = answer(&test.library, seed, 0.0);
    }
    assert!(state.level > begin.level && state.bias.is_empty());
    assert_eq!((state.answers, state.right), (10, 10));
    for seed in 10..30 {
        state = answer(&test.library, seed, if seed % 3 == 0 { 1.0 } else { 2.0 });
    }
    assert_eq!(state.right, 10);
    let bias = state.bias.iter().find(|bias| bias.kind == FieldKind::MyPips).unwrap();
    assert!(bias.mean > 0.5 && bias.text().starts_with('+'), "{bias:?}");
    assert_eq!(test.library.drill_state(Exercise::Epc).unwrap().answers, 0);
}
