// SPDX-License-Identifier: GPL-3.0-or-later
//! Hints, evaluations, the tutor, options of the engine.

use super::*;
use crate::advice::hint::Advice;
use crate::command::Question;
use crate::error::CommandError;
use gnubg_engine::core::ResignLevel;
use gnubg_record::Skill;

fn opening() -> Session {
    opening_in(setup())
}

fn opening_in(setup: Setup) -> Session {
    let mut session = two_people_in(setup);
    plies(&mut session, 0);
    dice(&mut session, "31 65");
    game(&mut session, GameCommand::NewMatch(Some(0)));
    session
}

fn hint(session: &mut Session) -> (Vec<Event>, Arc<crate::advice::hint::Hint>) {
    session.execute(Command::Ask(Question::Hint)).unwrap();
    let events = settle(session);
    let hint = session.last_hint().expect("a hint").clone();
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::HintReady { hint: ready, .. } if Arc::ptr_eq(ready, &hint)))
    );
    (events, hint)
}

#[test]
fn hints_rank_plays_and_deepen_ply_by_ply() {
    let mut session = opening();
    set(&mut session, "evaluation.checker.evaluation.plies", OptionValue::Whole(1));
    let huge = gnubg_engine::eval::MoveFilters::HUGE;
    set(&mut session, "evaluation.filters", OptionValue::Filters(Box::new(huge)));
    let (events, hint) = hint(&mut session);
    let Advice::Play { plays, .. } = &hint.advice else { panic!("{:?}", hint.advice) };
    assert_eq!((plays.len(), plays[0].plies), (16, 1));
    assert_eq!(notation::format(&state(&session).board, &plays[0].play), "8/5 6/5");
    assert!(
        events.iter().any(|event| matches!(event, Event::HintProgress { hint: step, .. } if !step.is_final))
    );
    // The hint is for this position only.
    play(&mut session, "8/5 6/5");
    assert!(session.last_hint().is_none());
}

#[test]
fn a_clear_best_play_is_searched_beside_the_second_best_in_a_window() {
    for (in_window, depths) in [(false, [0, 0, 0]), (true, [1, 1, 0])] {
        let mut session = opening_in(Setup { in_window, ..setup() });
        set(&mut session, "evaluation.checker.evaluation.plies", OptionValue::Whole(1));
        let tiny = gnubg_engine::eval::MoveFilters::TINY;
        set(&mut session, "evaluation.filters", OptionValue::Filters(Box::new(tiny)));
        let (_, hint) = hint(&mut session);
        let Advice::Play { plays, .. } = &hint.advice else { panic!("{:?}", hint.advice) };
        // Static values differ by more than the filter lets through.
        assert!(plays[0].evaluation.cubeful.0 - plays[1].evaluation.cubeful.0 > 0.1);
        assert_eq!(plays.iter().map(|play| play.plies).collect::<Vec<_>>()[..3], depths);
    }
}

#[test]
fn the_analysis_of_a_hint_is_stored_with_the_decision() {
    let mut session = opening();
    hint(&mut session);
    play(&mut session, "24/21 6/5");
    let entry = |session: &Session, n: usize| session.record().games[0].entries[n].clone();
    let kept = entry(&session, 0).play_analysis().cloned().expect("an analysis");
    assert_eq!(kept.candidates.len(), 16);
    assert!(kept.error().is_some_and(|error| error.0 < -0.1), "{kept:?}");
    // The cube: not doubled, doubled, and taken as the hint says.
    hint(&mut session);
    game(&mut session, GameCommand::Roll);
    assert!(entry(&session, 1).cube_analysis().is_some());
    hint(&mut session);
    let played = only_first(&session);
    game(&mut session, GameCommand::Play(played));
    let second = entry(&session, 1);
    assert!(second.cube_analysis().is_some() && second.play_analysis().is_some());
    game(&mut session, GameCommand::Double);
    assert!(entry(&session, 2).cube_analysis().is_none(), "nobody asked");
    hint(&mut session);
    game(&mut session, GameCommand::Take);
    assert!(entry(&session, 2).cube_analysis().is_some());
    // The answer's analysis belongs to the double.
    assert!(entry(&session, 3).cube_analysis().is_none());
}

/// The first of the legal plays.
fn only_first(session: &Session) -> gnubg_engine::core::Play {
    state(session).legal_plays().expect("a roll").plays()[0]
}

#[test]
fn hints_take_a_depth_and_another_position() {
    let mut session = opening();
    let other = MatchState::new(5, gnubg_engine::core::Rules::default()).unwrap();
    let other = other.apply(gnubg_engine::core::Action::Opening([2, 1])).unwrap();
    let ask = |session: &mut Session, state, plies| {
        session.execute(Command::Ask(Question::HintAt { state, plies })).unwrap();
        let events = settle(session);
        events.into_iter().find_map(|event| match event {
            Event::HintReady { hint, .. } => Some(hint),
            _ => None,
        })
    };
    let hint = ask(&mut session, Some(Box::new(other)), Some(1)).expect("a hint");
    assert_eq!(hint.state, other);
    assert!(matches!(&hint.advice, Advice::Play { plays, .. } if plays[0].plies == 1));
    assert!(session.last_hint().is_none(), "it is not a hint for the match");
    let hint = ask(&mut session, None, None).expect("a hint");
    assert_eq!(hint.state, state(&session));
    assert!(session.last_hint().is_some());
}

#[test]
fn selected_plays_are_evaluated_at_a_depth_that_the_filters_would_not_reach() {
    let mut session = opening();
    let (_, first) = hint(&mut session);
    let Advice::Play { plays, .. } = &first.advice else { panic!("{:?}", first.advice) };
    let last = plays.len() - 1;
    let question = Question::PlaysAt {
        state: Box::new(state(&session)),
        ranked: Arc::clone(plays),
        rolled: None,
        chosen: vec![last, 999],
        plies: 1,
    };
    session.execute(Command::Ask(question)).unwrap();
    settle(&mut session);
    let deeper = session.last_hint().expect("a hint").clone();
    let Advice::Play { plays: all, .. } = &deeper.advice else { panic!("{:?}", deeper.advice) };
    assert_eq!(all.len(), plays.len());
    let depth = |after| all.iter().find(|ranked| ranked.after == after).map(|ranked| ranked.plies);
    assert_eq!(depth(plays[last].after), Some(1));
    assert_eq!(depth(plays[0].after), Some(0));
    assert!(all.windows(2).all(|pair| pair[0].evaluation.cubeful.0 >= pair[1].evaluation.cubeful.0));
}

#[test]
fn hints_for_cube_answers_and_resignations() {
    let mut session = opening();
    play(&mut session, "8/5 6/5");
    let (_, before) = hint(&mut session);
    assert!(matches!(before.advice, Advice::Cube { is_offered: false, .. }));
    game(&mut session, GameCommand::Double);
    let (_, offered) = hint(&mut session);
    assert!(matches!(offered.advice, Advice::Cube { is_offered: true, .. }));
    game(&mut session, GameCommand::Beaver);
    hint(&mut session);
    game(&mut session, GameCommand::Take);
    game(&mut session, GameCommand::Resign(Some(ResignLevel::Backgammon)));
    let (_, resigned) = hint(&mut session);
    assert!(matches!(resigned.advice, Advice::Resignation { accept: true, .. }));
}

#[test]
fn evaluations_have_a_row_for_each_depth() {
    let mut session = two_people();
    assert!(matches!(session.execute(Command::Ask(Question::Evaluate(None))), Err(CommandError::NoMatch)));
    for part in ["checker", "cube"] {
        set(&mut session, &format!("evaluation.{part}.evaluation.plies"), OptionValue::Whole(1));
    }
    let state = MatchState::from_xgid("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10").unwrap();
    session.execute(Command::Ask(Question::Evaluate(Some(Box::new(state))))).unwrap();
    let events = settle(&mut session);
    let found = events.iter().find_map(|event| match event {
        Event::Evaluated { appraisal, .. } => Some(Arc::clone(appraisal)),
        _ => None,
    });
    let appraisal = found.unwrap();
    assert_eq!(appraisal.rows.len(), 2);
    assert!(appraisal.rows.iter().all(|row| (0.45..0.6).contains(&row.probs.win)));
    assert!(appraisal.cube.is_some_and(|cube| cube.verdict.is_available()));
}

#[test]
fn the_tutor_warns_and_can_be_overruled() {
    let mut session = opening();
    set(&mut session, "tutor.on", OptionValue::Switch(true));
    let bad = play_of(&session, "24/23 24/21");
    let shown = state(&session);
    session.execute(Command::Game(GameCommand::Play(bad))).unwrap();
    let events = settle(&mut session);
    let judged = session.warning().expect("a warning").clone();
    assert!(events.iter().any(|event| matches!(event, Event::TutorWarning(_))));
    assert!(judged.loss.0 > 0.03 && judged.skill != Skill::Unmarked, "{judged:?}");
    assert_eq!(state(&session), shown);
    let Command::Game(command) = judged.command else { panic!() };
    game(&mut session, GameCommand::Anyway(Box::new(command)));
    assert_eq!(state(&session).on_roll, Player::One);
    let entry = session.record().entry(0, 0).unwrap();
    assert!(entry.play_analysis().is_some_and(|play| play.error().unwrap().0 < -0.03));
}

#[test]
fn the_tutor_is_silent_about_good_decisions() {
    let mut session = opening();
    set(&mut session, "tutor.on", OptionValue::Switch(true));
    play(&mut session, "8/5 6/5");
    settle(&mut session);
    assert_eq!(state(&session).on_roll, Player::One);
    game(&mut session, GameCommand::Roll);
    settle(&mut session);
    assert!(state(&session).dice().is_some() && session.warning().is_none());
    session.execute(Command::Undo).unwrap();
    // Doubling at the second roll is a blunder.
    go(&mut session, Go::End);
    play(&mut session, "8/5 6/5");
    settle(&mut session);
    game(&mut session, GameCommand::Double);
    settle(&mut session);
    assert!(session.warning().is_some_and(|judged| judged.skill == Skill::VeryBad));
}

#[test]
fn tables_and_efficiencies_are_checked() {
    let mut session = two_people();
    let try_set = |session: &mut Session, name: &str, value: OptionValue| {
        session.execute(Command::Set(vec![(find(name).unwrap().id(), value)]))
    };
    let text = |text: &str| OptionValue::Text(text.to_owned());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("own.xml");
    for name in ["nonsense", "/nowhere/x.xml", file.to_str().unwrap()] {
        // Files are read by a job; until then everything stays.
        let started = try_set(&mut session, "engine.met", text(name)).unwrap();
        let CommandOutcome::Started(job) = started else { panic!("{started:?}") };
        let failed =
            |event: &Event| matches!(event, Event::JobFinished { id, error: Some(_), .. } if *id == job);
        assert!(settle(&mut session).iter().any(failed), "{name}");
        assert_eq!(session.options().engine.met, "Kazaross-XG2");
    }
    let xml = gnubg_engine::cube::SHIPPED.iter().find(|met| met.file == "woolsey").unwrap().xml;
    std::fs::write(&file, xml).unwrap();
    try_set(&mut session, "engine.met", text(file.to_str().unwrap())).unwrap();
    assert_eq!(session.table().name(), gnubg_engine::cube::MatchEquityTable::default().name());
    settle(&mut session);
    assert_eq!(session.table().name(), "Kit Woolsey");
    assert_eq!(session.options().engine.met, file.to_str().unwrap());
    try_set(&mut session, "engine.met", text("woolsey")).unwrap();
    assert_eq!(session.table().name(), "Kit Woolsey");
    try_set(&mut session, "engine.met-inverted", OptionValue::Switch(true)).unwrap();
    assert!(session.table().is_inverted());
    let swapped = vec![
        (find("engine.efficiency.race.min").unwrap().id(), OptionValue::Number(0.9)),
        (find("engine.efficiency.race.max").unwrap().id(), OptionValue::Number(0.1)),
    ];
    assert!(matches!(session.execute(Command::Set(swapped)), Err(CommandError::Efficiency(_))));
    try_set(&mut session, "engine.cache", OptionValue::Whole(0)).unwrap();
    let events = settle(&mut session);
    assert!(events.iter().any(|event| matches!(event, Event::EngineReady)));
    assert!(session.engine().cache().is_empty());
}
