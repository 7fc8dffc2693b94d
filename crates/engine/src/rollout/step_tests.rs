// SPDX-License-Identifier: GPL-3.0-or-later
//! Decisions whose last step is a rollout: what is rolled out, and what comes of it.

use super::*;
use crate::core::{CancelToken, Cancelled, Dice, MatchState, Rules};
use crate::cube::MatchEquityTable;
use crate::eval::{CubeDecision, DEFAULT_CACHE_ENTRIES, Engine, RankedPlay, Root};

const ROLLER: DecisionLevel = DecisionLevel::Rollout(Preset::Roller);

struct Table {
    engine: Engine,
    table: MatchEquityTable,
    settings: RolloutSettings,
}

impl Table {
    fn new() -> Table {
        Table {
            engine: Engine::built_in(DEFAULT_CACHE_ENTRIES).unwrap(),
            table: MatchEquityTable::default(),
            settings: ROLLER.rollout().unwrap(),
        }
    }

    fn step(&self, threads: usize) -> RolloutStep<'_> {
        RolloutStep { engine: &self.engine, table: &self.table, settings: &self.settings, threads }
    }

    fn ranked(&self, state: &MatchState, dice: [u8; 2]) -> Vec<RankedPlay> {
        let (root, dice) = (Root::of(state, &self.table), Dice::new(dice[0], dice[1]).unwrap());
        let (settings, filters) = (ROLLER.evaluation(), ROLLER.filters());
        self.engine.rank_plays(&root, dice, &settings, &filters, &CancelToken::new(), |_| ()).unwrap()
    }

    fn cube(&self, state: &MatchState) -> CubeDecision {
        let root = Root::of(state, &self.table);
        self.engine.cube_decision(&root, &ROLLER.evaluation(), &CancelToken::new()).unwrap()
    }
}

fn opening() -> MatchState {
    MatchState::new(0, Rules::default()).unwrap()
}

fn position(xgid: &str) -> MatchState {
    MatchState::from_xgid(xgid).unwrap()
}

#[test]
fn the_plays_that_are_close_are_rolled_out_on_any_number_of_threads() {
    let (at, state) = (Table::new(), opening());
    let ranked = at.ranked(&state, [4, 3]);
    let roll = |threads| {
        let (filters, cancel) = (ROLLER.filters(), CancelToken::new());
        at.step(threads).plays(&state, &ranked, &filters, &cancel, &mut |_| ()).unwrap().unwrap()
    };
    let (one, three) = (roll(1), roll(3));
    let plays = one.results().applied_to(&ranked);
    assert_eq!(plays, three.results().applied_to(&ranked));
    assert_eq!(one.played(), three.played());
    let n = one.results().alternatives.len();
    assert!((2..=4).contains(&n), "{n} plays");
    assert_eq!(plays.len(), ranked.len());
    // They come first, by their results; the others stay as they were.
    let results = one.results();
    for (at, play) in plays.iter().enumerate() {
        let found = results.alternatives.iter().find(|found| found.label == Label::Play(play.play));
        assert_eq!(found.map(|found| found.rank), (at < n).then_some(at + 1));
        match found {
            Some(found) => assert_eq!(play.evaluation.cubeful, found.cubeful.into()),
            None => assert!(ranked.contains(play)),
        }
    }
}

#[test]
fn a_clear_play_is_not_rolled_out() {
    let (at, state) = (Table::new(), opening());
    let ranked = at.ranked(&state, [3, 1]);
    assert!(ranked[0].evaluation.cubeful.0 - ranked[1].evaluation.cubeful.0 > 0.1);
    let (filters, cancel) = (ROLLER.filters(), CancelToken::new());
    assert!(at.step(1).plays(&state, &ranked, &filters, &cancel, &mut |_| ()).unwrap().is_none());
    assert!(at.step(1).plays(&state, &[], &filters, &cancel, &mut |_| ()).unwrap().is_none());
}

#[test]
fn clearly_worse_plays_are_dropped_after_a_round() {
    let (mut at, state) = (Table::new(), opening());
    at.settings.stop_on_difference.limit = 0.01;
    let ranked = at.ranked(&state, [4, 3]);
    let (filters, cancel) = (ROLLER.filters(), CancelToken::new());
    let rollout = at.step(1).plays(&state, &ranked, &filters, &cancel, &mut |_| ()).unwrap().unwrap();
    assert!(rollout.results().alternatives.iter().all(|result| result.games() == 36));
}

#[test]
fn an_open_cube_decision_is_rolled_out_and_a_clear_one_is_not() {
    let at = Table::new();
    let cancel = CancelToken::new();
    // A race of 57 against 64 pips: just a take.
    let open = position("XGID=-BBBCCC----------a-cccbba-:0:0:1:00:0:0:0:0:10");
    let found = at.step(2).cube(&open, &at.cube(&open), &cancel, &mut |_| ()).unwrap();
    let decision = found.unwrap().results().cube_decision().unwrap();
    assert!(decision.verdict.is_available());
    assert_ne!(decision, at.cube(&open));
    let clear = opening();
    assert!(at.step(2).cube(&clear, &at.cube(&clear), &cancel, &mut |_| ()).unwrap().is_none());
}

#[test]
fn a_canceled_step_says_so() {
    let (at, state) = (Table::new(), opening());
    let ranked = at.ranked(&state, [4, 3]);
    let cancel = CancelToken::new();
    cancel.cancel();
    let ended = at.step(1).plays(&state, &ranked, &ROLLER.filters(), &cancel, &mut |_| ());
    assert!(matches!(ended, Err(Cancelled)));
}
