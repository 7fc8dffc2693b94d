// SPDX-License-Identifier: GPL-3.0-or-later
//! The signature of the engine: its answers to fixed questions, bit for bit.
//!
//! A change that keeps play keeps every line. A change that alters play must change the snapshot, and its description
//! says why and what was measured: `INSTA_UPDATE=always cargo test -p gnubg-engine --test all signature`.

use gnubg_engine::core::{
    Board, CancelToken, CubeState, CubeValue, Dice, MatchState, PlayList, Player, Rules,
};
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{CubeDecision, Engine, EvalSettings, Evaluation, MoveFilters, Root};
use gnubg_engine::rollout::{Effort, Ending, Rollout, RolloutPlay, RolloutSettings, Subject};
use md5::{Digest, Md5};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::SplitMix64;
use std::fmt::Write as _;

/// Positions that are evaluated statically.
const STATIC: usize = 1000;
/// Positions whose decisions are searched two plies deep.
const SEARCHED: usize = 24;
/// Positions that are rolled out.
const ROLLED_OUT: usize = 3;
/// Trials of each rollout.
const TRIALS: u32 = 36;

/// Collects numbers as bits.
struct Hash(Md5);

impl Hash {
    fn new() -> Hash {
        Hash(Md5::new())
    }

    fn f32(&mut self, number: f32) {
        self.0.update(number.to_bits().to_le_bytes());
    }

    fn f64(&mut self, number: f64) {
        self.0.update(number.to_bits().to_le_bytes());
    }

    fn board(&mut self, board: &Board) {
        self.0.update(board.position_id());
    }

    fn evaluation(&mut self, evaluation: &Evaluation) {
        evaluation.probs.to_array().iter().for_each(|chance| self.f32(*chance));
        self.f32(evaluation.cubeless.0);
        self.f32(evaluation.cubeful.0);
    }

    fn decision(&mut self, decision: &CubeDecision) {
        let equities = &decision.equities;
        for equity in [equities.no_double, equities.double_take, equities.double_pass] {
            self.f32(equity.0);
        }
        self.0.update([decision.verdict.code()]);
    }

    /// The first 64 bits of the hash.
    fn finish(self) -> String {
        self.0.finalize().iter().take(8).fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}

/// A position of a game and the dice that are to be played.
struct DicePosition {
    state: MatchState,
    dice: Dice,
}

/// Positions of games in which every legal play is equally likely, so that they depend on the rules alone. Match
/// lengths, scores and cubes vary.
fn cases(n: usize) -> Vec<DicePosition> {
    let mut random = SplitMix64::seed_from_u64(1);
    let mut roll = move || Dice::new(random.random_range(1..=6), random.random_range(1..=6)).unwrap();
    let mut choice = SplitMix64::seed_from_u64(2);
    let mut list = PlayList::new();
    let mut found = Vec::new();
    let mut board = Board::default();
    for k in 0.. {
        let dice = roll();
        list.generate(&board, dice);
        let length = [0, 0, 5, 11][k % 4];
        let mut state = MatchState::new(length, Rules::default()).unwrap();
        state.board = board;
        if length > 0 {
            state.score = [(k / 4 % 4) as u32, (k / 16 % 4) as u32];
        }
        let owner = [None, None, Some(Player::Zero), Some(Player::One)][k / 3 % 4];
        let value = CubeValue::new(if owner.is_some() { 2 } else { 1 }).unwrap();
        state.cube = CubeState { value, owner };
        found.push(DicePosition { state, dice });
        if found.len() == n {
            return found;
        }
        // The boards of the list have the opponent on roll, as the next position needs it.
        board = match list.len() {
            0 => board.swapped(),
            many => list.boards()[choice.random_range(0..many)],
        };
        if board.pips().contains(&0) {
            board = Board::default();
        }
    }
    found
}

#[test]
fn the_engine_keeps_its_signature() {
    let engine = Engine::built_in(1 << 16).unwrap();
    let (table, cancel) = (MatchEquityTable::default(), CancelToken::new());
    let cases = cases(STATIC);
    let mut rules = Hash::new();
    let mut chances = Hash::new();
    let mut cube = Hash::new();
    let mut plays = Hash::new();
    let filters = MoveFilters::default();
    let at = |plies| EvalSettings { cubeful: true, ..EvalSettings::at(plies) };
    let mut list = PlayList::new();
    for DicePosition { state, dice } in &cases {
        let root = Root::of(state, &table);
        list.generate(&state.board, *dice);
        list.boards().iter().for_each(|board| rules.board(board));
        chances.evaluation(&engine.evaluate(&root, &at(0), &cancel).unwrap());
        cube.decision(&engine.cube_decision(&root, &at(0), &cancel).unwrap());
        plays.board(&engine.best_play(&root, *dice, &at(0), &filters, &cancel).unwrap().after);
    }
    let mut searched = Hash::new();
    let mut searched_cube = Hash::new();
    for DicePosition { state, dice } in cases.iter().step_by(STATIC / SEARCHED) {
        let root = Root::of(state, &table);
        for ranked in engine.rank_plays(&root, *dice, &at(2), &filters, &cancel, |_| ()).unwrap() {
            searched.board(&ranked.after);
            searched.evaluation(&ranked.evaluation);
        }
        searched_cube.decision(&engine.cube_decision(&root, &at(2), &cancel).unwrap());
    }
    let mut rollouts = Hash::new();
    for DicePosition { state, .. } in cases.iter().step_by(STATIC / ROLLED_OUT).take(ROLLED_OUT) {
        let settings = RolloutSettings {
            trials: TRIALS,
            play: RolloutPlay::at(0, 0),
            late_play: RolloutPlay::at(0, 0),
            seed: 7,
            ..RolloutSettings::default()
        };
        let mut rollout = Rollout::new(Subject::position(state, &table).unwrap(), settings).unwrap();
        let ending = rollout.run(&engine, &Effort::threads(2), &cancel, &mut |_| ());
        assert_eq!(ending, Ok(Ending::Complete));
        for result in &rollout.results().alternatives {
            result.moments.mean.iter().for_each(|mean| rollouts.f64(*mean));
            rollouts.f64(result.cubeful.mean);
            rollouts.f64(result.cubeful.std_error);
        }
    }
    let lines = [
        ("legal plays", rules),
        ("chances at 0-ply", chances),
        ("cube decisions at 0-ply", cube),
        ("best plays at 0-ply", plays),
        ("ranked plays at 2-ply", searched),
        ("cube decisions at 2-ply", searched_cube),
        ("rollouts", rollouts),
    ];
    let text: String = lines.into_iter().map(|(what, hash)| format!("{what}: {}\n", hash.finish())).collect();
    insta::assert_snapshot!(text);
}
