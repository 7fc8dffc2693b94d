// SPDX-License-Identifier: GPL-3.0-or-later
//! Levels whose last step is a rollout: hints, computer players, the analysis.

use super::*;
use crate::advice::hint::Advice;
use crate::analysis::{Analyst, Scope, analyze};
use crate::command::Question;
use crate::options::{AnalysisOptions, Decides as _, Options, PlayerOptions, changed_values};
use crate::play::decision::{Choice, DecisionAnalysis, Thinker};
use gnubg_engine::core::{Action, CancelToken};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::rollout::{DecisionLevel, Preset};
use gnubg_record::analysis::{CubeMethod, Method};

const ROLLER: DecisionLevel = DecisionLevel::Rollout(Preset::Roller);

fn roll_hints_out(session: &mut Session) {
    let mut options: Options = session.options().clone();
    options.evaluation.set_level(ROLLER);
    let values = changed_values(session.options(), &options);
    session.execute(Command::Set(values)).unwrap();
}

fn roller(state: MatchState) -> Thinker {
    let mut player = PlayerOptions { seat: Seat::Engine, ..PlayerOptions::default() };
    player.set_level(ROLLER);
    Thinker { state, player, engine: Arc::clone(&ENGINE), table: Arc::new(MatchEquityTable::default()) }
}

#[test]
fn a_hint_of_a_rolling_level_ends_with_a_rollout() {
    let mut session = two_people();
    dice(&mut session, "43 65");
    roll_hints_out(&mut session);
    game(&mut session, GameCommand::NewMatch(Some(0)));
    session.execute(Command::Ask(Question::Hint)).unwrap();
    let events = settle(&mut session);
    let mut depths = events.iter().filter_map(|event| match event {
        Event::HintProgress { hint, .. } | Event::HintReady { hint, .. } => Some(hint.is_final),
        _ => None,
    });
    assert!(
        depths.next() == Some(false) && depths.next_back() == Some(true),
        "it is refined without being asked again"
    );
    let hint = session.last_hint().expect("a hint").clone();
    let Advice::Play { plays, rolled: Some(rolled), .. } = &hint.advice else { panic!("{:?}", hint.advice) };
    let n = rolled.results.alternatives.len();
    assert!(
        n > 1 && plays[..n].iter().all(|one| rolled.games_of(&one.play).is_some_and(|games| games >= 36))
    );
    assert!(plays[n..].iter().all(|one| rolled.games_of(&one.play).is_none()));
    // What is evaluated again is no rollout any more.
    let question = |plies| Question::PlaysAt {
        state: Box::new(state(&session)),
        ranked: Arc::clone(plays),
        rolled: Some(Arc::clone(rolled)),
        chosen: vec![0],
        plies,
    };
    let again = question(1);
    let best = plays[0];
    session.execute(Command::Ask(again)).unwrap();
    settle(&mut session);
    let deeper = session.last_hint().expect("a hint").clone();
    let Advice::Play { plays: all, rolled: Some(left), .. } = &deeper.advice else { panic!("{deeper:?}") };
    assert_eq!((left.games_of(&best.play), left.results.alternatives.len()), (None, n - 1));
    assert!(all.iter().any(|one| one.play == best.play && one.plies == 1));
    // The record says how each was found.
    game(&mut session, GameCommand::Play(plays[1].play));
    let kept = session.record().games[0].entries[0].play_analysis().cloned().expect("an analysis");
    let n_rolled = kept.candidates.iter().filter(|one| matches!(one.method, Method::Rollout(_))).count();
    assert_eq!(n_rolled, n - 1);
}

#[test]
fn a_hint_at_a_number_of_plies_rolls_nothing_out() {
    let mut session = two_people();
    dice(&mut session, "43 65");
    game(&mut session, GameCommand::NewMatch(Some(0)));
    roll_hints_out(&mut session);
    session.execute(Command::Ask(Question::HintAt { state: None, plies: Some(0) })).unwrap();
    settle(&mut session);
    let hint = session.last_hint().expect("a hint");
    assert!(matches!(hint.advice, Advice::Play { rolled: None, .. }));
}

#[test]
fn a_player_rolls_out_what_is_close() {
    let state = MatchState::new(0, gnubg_engine::core::Rules::default()).unwrap();
    let state = state.apply(Action::Opening([4, 3])).unwrap();
    let decided = roller(state).decide(&CancelToken::new()).unwrap().unwrap();
    let Some(DecisionAnalysis::Play(found)) = &decided.analysis else { panic!("{decided:?}") };
    let n_rolled = found.candidates.iter().filter(|one| matches!(one.method, Method::Rollout(_))).count();
    assert!(n_rolled > 1, "{found:?}");
    assert_eq!(found.played, Some(0));
    assert_eq!(decided.choice, Choice::Act(Action::Play(found.candidates[0].play)));
    assert_eq!(roller(state).decide(&CancelToken::new()).unwrap(), Some(decided), "the same every time");
}

#[test]
fn a_player_rolls_out_a_close_double_and_its_answer() {
    // A race of 57 against 64 pips: just a take.
    let state = MatchState::from_xgid("XGID=-BBBCCC----------a-cccbba-:0:0:1:00:0:0:0:0:10").unwrap();
    let is_rolled = |state: MatchState| {
        let decided = roller(state).decide(&CancelToken::new()).unwrap().unwrap();
        let Some(DecisionAnalysis::Cube(found)) = decided.analysis else { panic!("{decided:?}") };
        (matches!(found.method, CubeMethod::Rollout(_)), decided.choice)
    };
    assert!(is_rolled(state).0);
    let (is_rolled, choice) = is_rolled(state.apply(Action::Double).unwrap());
    assert!(is_rolled && choice == Choice::Act(Action::Take), "{choice:?}");
}

#[test]
fn an_analysis_rolls_out_what_its_search_leaves_unclear() {
    let mut session = two_people();
    dice(&mut session, "31 65");
    game(&mut session, GameCommand::NewMatch(Some(5)));
    play(&mut session, "8/5 6/5");
    game(&mut session, GameCommand::Roll);
    play(&mut session, "13/7 13/8");
    let mut record = session.record().clone();
    let mut options = AnalysisOptions::default();
    options.set_level(ROLLER);
    let analyst =
        Analyst { options, engine: Arc::clone(&ENGINE), table: Arc::new(MatchEquityTable::default()) };
    let mut run = || analyze(&mut record, Scope::Match, &analyst, &CancelToken::new(), &|_, _| {}).unwrap();
    assert!(run().analyzed > 0);
    assert_eq!(run().analyzed, 0, "once is enough");
    let found = |n: usize| record.games[0].entries[n].play_analysis().unwrap().clone();
    assert!(found(0).candidates.iter().all(|one| !matches!(one.method, Method::Rollout(_))), "a clear play");
    let played = found(1).played.unwrap();
    for n in [0, played] {
        assert!(matches!(found(1).candidates[n].method, Method::Rollout(_)), "play {n}");
    }
}
