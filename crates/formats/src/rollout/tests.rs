// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts are written and read back exactly.

use super::*;
use gnubg_engine::core::{
    Board, CancelToken, Decision, Dice, MatchState, Phase, Play, PlayList, Rules, notation,
};
use gnubg_engine::cube::shipped;
use gnubg_engine::eval::{Engine, EvalSettings};
use gnubg_engine::rollout::{DiceSource, Effort, PlySwitch, RolloutPlay, RolloutSettings, StopRule, Subject};

fn engine() -> Engine {
    Engine::built_in(1 << 10).unwrap()
}

fn settings() -> RolloutSettings {
    let mut settings = RolloutSettings {
        trials: 50,
        truncation: PlySwitch { on: true, plies: 2 },
        play: RolloutPlay::at(0, 0),
        late_play: RolloutPlay::at(1, 1),
        truncation_cube: EvalSettings::at(0),
        stop_on_error: StopRule { on: false, min_games: 100, limit: 0.0123 },
        seed: 77,
        ..RolloutSettings::default()
    };
    settings.play.checker[1].noise = 0.015;
    settings
}

fn scored() -> MatchState {
    MatchState {
        score: [2, 3],
        phase: Phase::Due(Decision::Roll),
        ..MatchState::new(7, Rules::default()).unwrap()
    }
}

fn rollout(state: &MatchState, question: gnubg_engine::rollout::Question) -> Rollout {
    let subject = Subject::new(state, &shipped("zadeh").unwrap(), question).unwrap();
    Rollout::new(subject, settings()).unwrap()
}

fn run(rollout: &mut Rollout, games: Option<std::ops::Range<u32>>) {
    let effort = Effort { games, ..Effort::threads(1) };
    rollout.run(&engine(), &effort, &CancelToken::new(), &mut |_| ()).unwrap();
}

fn again(rollout: &Rollout) -> Rollout {
    read(&write(rollout, "zadeh"), shipped).unwrap().0
}

#[test]
fn rollouts_are_read_back_bit_for_bit() {
    use gnubg_engine::rollout::Question;
    let state = scored();
    let mut list = PlayList::new();
    list.generate(&state.board, Dice::new(6, 6).unwrap());
    let plays: Vec<Play> = list.plays().iter().copied().take(3).collect();
    let plays = Subject::plays(&state, &shipped("zadeh").unwrap(), &plays).unwrap();
    let questions = [Question::Position, Question::CubeDecision, plays.question().clone()];
    for question in questions {
        let mut before = rollout(&state, question);
        assert_eq!(write(&again(&before), "zadeh"), write(&before, "zadeh"));
        run(&mut before, None);
        let after = again(&before);
        assert_eq!(after.played(), before.played());
        assert_eq!(after.results(), before.results());
        assert_eq!(after.settings(), before.settings());
        assert!(after.subject().is_same(before.subject()));
    }
}

/// `recorded.json` was written when rollout files had types of their own for settings.
#[test]
fn recorded_files_are_read_and_written_byte_for_byte() {
    let text = include_str!("recorded.json");
    let (rollout, table) = read(text, shipped).unwrap();
    assert_eq!(rollout.settings().dice, DiceSource::MersenneTwister);
    assert_eq!(rollout.settings().truncation_checker, RolloutSettings::default().truncation_checker);
    assert_eq!(rollout.played()[0].tally.games(), 38);
    assert_eq!(write(&rollout, &table), text);
}

/// Games known only by their sums are stored in the same form as before, too.
#[test]
fn prior_games_are_stored_with_their_number() {
    let mut before = rollout(&scored(), gnubg_engine::rollout::Question::Position);
    before.continue_from(0, 10, [0.5; 7], [0.01; 7]).unwrap();
    let json: serde_json::Value = serde_json::from_str(&write(&before, "zadeh")).unwrap();
    let prior = &json["alternatives"][0]["prior"];
    assert_eq!((prior["games"].as_u64(), prior["mean"][6].as_f64()), (Some(10), Some(0.5)));
    assert_eq!(prior.as_object().unwrap().len(), 3);
    assert_eq!(again(&before).played(), before.played());
}

#[test]
fn stored_parts_merge_into_the_whole() {
    use gnubg_engine::rollout::Question;
    let mut whole = rollout(&scored(), Question::CubeDecision);
    let parts = [30..50, 0..30].map(|games| {
        let mut part = again(&whole);
        run(&mut part, Some(games));
        write(&part, "zadeh")
    });
    run(&mut whole, None);
    let mut merged = read(&parts[0], shipped).unwrap().0;
    merged.merge(&read(&parts[1], shipped).unwrap().0).unwrap();
    assert_eq!(merged.played(), whole.played());
    assert_eq!(merged.results().alternatives, whole.results().alternatives);
}

#[test]
fn errors_name_the_field() {
    use gnubg_engine::rollout::Question;
    let mut rollout = rollout(&scored(), Question::Position);
    run(&mut rollout, None);
    let text = write(&rollout, "zadeh");
    let message = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        read(&text.replacen(from, to, 1), shipped).unwrap_err().to_string()
    };
    assert!(message("{", "").starts_with("this is not a rollout file: "));
    assert!(message("gnubg rollout", "gnubg match").contains("\"gnubg match\""));
    assert!(message("\"version\": 1", "\"version\": 2").contains("version 2"));
    assert!(message("\"cube\": 1", "\"cube\": 3").contains("\"cube\""));
    assert!(message("\"on_roll\": ", "\"on_roll\": 7").contains("\"on_roll\""));
    assert!(message("4HPwATDgc/ABMA", "4HPwATDgc/ABM").contains("position"));
    assert!(message("\"length\": 7", "\"length\": 2").contains("score"));
    assert!(message("\"zadeh\"", "\"mec\"").contains("different match equity table named \"mec\""));
    assert!(message("\"zadeh\"", "\"secret\"").contains("secret"));
    assert!(message("\"plies\": 0", "\"plies\": 99").contains("\"plies\""));
    assert!(message("\"statistics\": [", "\"statistics\": [1,").contains("\"statistics\""));
    assert!(message("\"trials\": 50", "\"trials\": 0").contains("at least one"));
    assert!(message("\"alternatives\": [", "\"alternatives\": [{}, ").contains("missing field"));
    assert!(message("Mersenne Twister", "ANSI").contains("ANSI"));
}

#[test]
fn illegal_plays_are_refused() {
    use gnubg_engine::rollout::{Candidate, Question};
    let state = scored();
    let mut list = PlayList::new();
    list.generate(&state.board, Dice::new(3, 1).unwrap());
    let wanted = ["8/5 6/5", "24/23 13/10"];
    let candidates = wanted.map(|text| {
        let play = notation::resolve(&state.board, Dice::new(3, 1).unwrap(), text).unwrap();
        Candidate { play, after: play.apply(&state.board).swapped() }
    });
    let text = write(&rollout(&state, Question::Plays(candidates.to_vec())), "zadeh");
    let read_with = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} is not in {text}");
        read(&text.replacen(from, to, 1), shipped).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(read_with("8/5 6/5", "13/10 6/5"), Ok(()));
    // A checker from an empty point, a blocked point, one die alone, a play of another roll, five pips too many.
    for illegal in ["20/17 6/5", "13/10 13/12", "8/5", "8/4 6/4", "8/5 6/5 13/8"] {
        let error = read_with("8/5 6/5", illegal).unwrap_err();
        assert!(error.contains("legal play"), "{illegal}: {error}");
    }
    assert!(read_with("24/23 13/10", "24/22 13/11").unwrap_err().contains("24/22 13/11"));
    assert!(
        read_with("8/5 6/5", "").unwrap_err().contains("legal play"),
        "passing although a play is possible"
    );
}

#[test]
fn a_pass_is_legal_where_no_checker_can_move() {
    let (mut on_the_bar, mut closed) = ([0; 25], [0; 25]);
    on_the_bar[..5].copy_from_slice(&[3, 3, 3, 3, 2]);
    on_the_bar[24] = 1;
    closed[..6].copy_from_slice(&[3, 3, 3, 2, 2, 2]);
    let state = MatchState { board: Board::from_sides(on_the_bar, closed), ..scored() };
    let pass = Subject::plays(&state, &shipped("zadeh").unwrap(), &[Play::EMPTY]).unwrap();
    let rollout = rollout(&state, pass.question().clone());
    assert!(again(&rollout).subject().is_same(rollout.subject()));
}
