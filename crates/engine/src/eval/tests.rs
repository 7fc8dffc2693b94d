// SPDX-License-Identifier: GPL-3.0-or-later
//! The search against slow definitions of what it computes.

use super::*;
use crate::core::{
    Board, CancelToken, CubeValue, Dice, MatchState, MoveRules, Play, PlayList, Player, Probs, Rules,
    Variation, notation,
};
use crate::cube::{CubeContext, CubeInfo, CubeOwner, Efficiencies, LeafModel, MatchEquityTable, Scatter};
use std::sync::OnceLock;

/// An engine without cache, so that equal results mean equal computations.
fn engine() -> &'static Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(|| Engine::built_in(0).unwrap())
}

fn money(board: Board) -> Root {
    Root {
        board,
        context: CubeContext::money(false, false),
        cube: CubeInfo::centered(Player::One),
        variation: Variation::Standard,
        rules: MoveRules::default(),
    }
}

fn some_boards() -> Vec<Board> {
    [
        "4HPwATDgc/ABMA",
        "sGfkAkSYLXgEWA",
        "264IABPz7DYAAA",
        "0v2aAACzdYUGAA",
        "d3sAAMAbAAAIAA",
        "4HPMwQCMz+AIIQ",
    ]
    .iter()
    .map(|id| Board::from_position_id(id).unwrap())
    .collect()
}

const UNPRUNED: EvalSettings = EvalSettings { prune: false, ..EvalSettings::at(0) };

fn plies(plies: u8) -> EvalSettings {
    EvalSettings { plies, ..UNPRUNED }
}

#[test]
fn one_ply_is_the_average_over_the_best_replies() {
    let (engine, cancel) = (engine(), CancelToken::new());
    let mut list = PlayList::new();
    for board in some_boards() {
        let root = money(board);
        let found = engine.evaluate(&root, &plies(1), &cancel).unwrap();
        let (mut no_double, mut doubled) = (0.0, 0.0);
        for dice in Dice::ALL {
            list.generate(&board, dice);
            let swapped = [board.swapped()];
            let boards = if list.is_empty() { &swapped[..] } else { list.boards() };
            let after = |cube: CubeInfo, after: &Board| {
                let value = engine.static_value_of(after, Variation::Standard);
                if value.is_over {
                    return root.context.cubeless(cube, &value.probs).0;
                }
                // Ends of a look-ahead are valued as their classes are.
                let model = engine.model_of_class(after, Variation::Standard);
                StaticValue { model, ..value }.leaf(&root.context, cube.on_roll).node_value(cube).0
            };
            let centered = root.cube.swapped();
            let best =
                boards.iter().min_by(|a, b| after(centered, a).total_cmp(&after(centered, b))).unwrap();
            let weight = f64::from(dice.weight()) / 36.0;
            no_double -= weight * after(centered, best);
            doubled -= weight * after(root.cube.doubled().swapped(), best);
        }
        let best =
            if 2.0 * doubled >= no_double && no_double <= 1.0 { (2.0 * doubled).min(1.0) } else { no_double };
        assert!((found.value.0 - best).abs() < 1e-9, "{}: {} {best}", board.position_id(), found.value.0);
    }
}

#[test]
fn cube_states_do_not_influence_each_other() {
    let (engine, cancel) = (engine(), CancelToken::new());
    for board in some_boards() {
        let root = money(board);
        let together = engine.cube_decision(&root, &plies(1), &cancel).unwrap();
        let owned = Root { cube: CubeInfo { owner: CubeOwner::Opponent, ..root.cube }, ..root.clone() };
        let alone = engine.evaluate(&owned, &plies(1), &cancel).unwrap();
        // Replies are chosen for the cube on the table, so only forced or clear ones must agree exactly.
        let difference = together.equities.double_take.0 - 2.0 * alone.cubeful.0;
        assert!(difference.abs() < 0.03, "{}: {difference}", board.position_id());
    }
}

#[cfg(feature = "threads")]
#[test]
fn cache_and_threads_change_nothing() {
    let (engine, cancel) = (engine(), CancelToken::new());
    let cached = Engine::built_in(1 << 12).unwrap();
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let many = rayon::ThreadPoolBuilder::new().num_threads(5).build().unwrap();
    let table = MatchEquityTable::default();
    let state = MatchState::from_match_id("cAkuARAAMAAE", some_boards()[1], Rules::default()).unwrap();
    let roots = [money(some_boards()[0]), Root::of(&state, &table)];
    for root in &roots {
        let alone = one.install(|| engine.cube_decision(root, &plies(2), &cancel)).unwrap();
        let shared = many.install(|| cached.cube_decision(root, &plies(2), &cancel)).unwrap();
        assert_eq!(alone, shared);
        let dice = Dice::new(4, 2).unwrap();
        let rank = |engine: &Engine, settings| {
            engine.rank_plays(root, dice, &settings, &MoveFilters::NORMAL, &cancel, |_| ()).unwrap()
        };
        let alone = one.install(|| rank(engine, EvalSettings::at(2)));
        let shared = many.install(|| rank(&cached, EvalSettings::at(2)));
        assert_eq!(alone, shared);
        let choose = |engine: &Engine| {
            engine.choose_play(root, dice, &EvalSettings::at(2), &MoveFilters::LARGE, &cancel).unwrap()
        };
        assert_eq!(one.install(|| choose(engine)), many.install(|| choose(&cached)));
    }
}

/// A contest finds the play that a full search ranks first, and shows no value that was not searched to its end.
#[test]
fn a_contest_chooses_as_a_full_search_does() {
    let (engine, cancel) = (engine(), CancelToken::new());
    let table = MatchEquityTable::default();
    let state = MatchState::from_match_id("cAkuARAAMAAE", some_boards()[1], Rules::default()).unwrap();
    let cubeless = EvalSettings { cubeful: false, ..plies(2) };
    let (mut n_full, mut n_left) = (0, 0);
    for (root, settings) in [
        (money(some_boards()[0]), plies(2)),
        (Root::of(&state, &table), plies(2)),
        (money(some_boards()[2]), cubeless),
        (money(Board::default()), plies(2)),
    ] {
        for (high, low) in [(6, 2), (4, 3), (1, 1)] {
            let dice = Dice::new(high, low).unwrap();
            let filters = MoveFilters::LARGE;
            let ranked = engine.rank_plays(&root, dice, &settings, &filters, &cancel, |_| ()).unwrap();
            let chosen = engine.choose_play(&root, dice, &settings, &filters, &cancel).unwrap();
            assert_eq!(chosen.first(), ranked.first());
            assert_eq!(chosen.len(), ranked.len());
            for play in &chosen {
                let full = ranked.iter().find(|full| full.after == play.after).unwrap();
                if play.plies == full.plies {
                    assert_eq!(play, full);
                } else {
                    assert_eq!((play.plies, full.plies), (1, 2));
                    let shallow = EvalSettings { plies: 1, ..settings };
                    let alone =
                        engine.evaluate_play(&root, &play.play, &play.after, &shallow, &cancel).unwrap();
                    assert_eq!(*play, alone);
                    n_left += 1;
                }
            }
            n_full += ranked.iter().filter(|play| play.plies == 2).count();
        }
    }
    assert!(n_left * 3 > n_full, "{n_left} of {n_full} plays left");
}

/// Judging a play finds the exact values of it, of the best play and of the close ones.
#[test]
fn judging_a_play_values_the_close_ones_as_a_full_search_does() {
    let (engine, cancel, settings, close) =
        (engine(), CancelToken::new(), plies(2), crate::core::Equity(0.08));
    let mut n_left = 0;
    for board in [some_boards()[0], Board::default()] {
        let root = money(board);
        for (high, low) in [(6, 2), (4, 3)] {
            let dice = Dice::new(high, low).unwrap();
            let filters = MoveFilters::LARGE;
            let ranked = engine.rank_plays(&root, dice, &settings, &filters, &cancel, |_| ()).unwrap();
            let made = ranked.iter().rfind(|play| play.plies == 2).unwrap().after;
            let judged =
                engine.judge_play(&root, dice, (&made, close), &settings, &filters, &cancel).unwrap();
            assert_eq!((judged.first(), judged.len()), (ranked.first(), ranked.len()));
            for full in &ranked {
                let play = judged.iter().find(|play| play.after == full.after).unwrap();
                let behind = ranked[0].evaluation.cubeful.0 - full.evaluation.cubeful.0;
                if play != full {
                    assert!(behind > close.0 && full.after != made, "{behind}");
                    assert_eq!((play.plies, full.plies), (1, 2));
                    n_left += 1;
                }
            }
        }
    }
    assert!(n_left > 10, "{n_left}");
}

#[test]
fn replies_at_the_ends_of_a_search_are_chosen_nearly_as_well() {
    let (engine, cancel) = (engine(), CancelToken::new());
    for board in some_boards().into_iter().filter(Board::has_contact) {
        let exact = EvalSettings { prune: false, ..plies(2) };
        let quick = engine.evaluate(&money(board), &plies(2), &cancel).unwrap();
        let exact = engine.evaluate(&money(board), &exact, &cancel).unwrap();
        let difference = quick.cubeful.0 - exact.cubeful.0;
        assert!(difference.abs() < 0.01, "{}: {difference}", board.position_id());
    }
}

#[test]
fn well_known_openings() {
    let (engine, cancel) = (engine(), CancelToken::new());
    let root = money(Board::default());
    for (dice, play) in [((3, 1), "8/5 6/5"), ((4, 2), "8/4 6/4"), ((6, 1), "13/7 8/7"), ((5, 3), "8/3 6/3")]
    {
        let dice = Dice::new(dice.0, dice.1).unwrap();
        let ranked = engine
            .rank_plays(&root, dice, &EvalSettings::at(2), &MoveFilters::NORMAL, &cancel, |_| ())
            .unwrap();
        assert_eq!(notation::format(&root.board, &ranked[0].play), play);
        assert!(ranked.windows(2).all(|pair| compare(&pair[0], &pair[1]).is_le()));
    }
}

#[test]
fn hopeless_checkers_come_home_from_the_rear() {
    let (engine, cancel) = (engine(), CancelToken::new());
    // The opponent bears off two checkers next turn; whatever is played, a gammon is lost.
    let (mut mine, mut theirs) = ([0; 25], [0; 25]);
    (mine[2], mine[11], mine[14], theirs[0]) = (6, 5, 4, 2);
    let root = money(Board::from_sides(mine, theirs));
    let dice = Dice::new(5, 1).unwrap();
    let ranked =
        engine.rank_plays(&root, dice, &EvalSettings::at(0), &MoveFilters::NORMAL, &cancel, |_| ()).unwrap();
    assert_eq!(notation::format(&root.board, &ranked[0].play), "15/14 15/10");
    assert!(ranked.iter().all(|play| play.evaluation.cubeful == ranked[0].evaluation.cubeful));
}

#[test]
fn steps_of_the_search_are_reported() {
    let (engine, cancel) = (engine(), CancelToken::new());
    let mut deepest = Vec::new();
    let dice = Dice::new(2, 1).unwrap();
    let root = money(Board::default());
    engine
        .rank_plays(&root, dice, &EvalSettings::at(2), &MoveFilters::LARGE, &cancel, |list| {
            deepest.push((list[0].plies, list.len()));
        })
        .unwrap();
    assert_eq!(deepest, [(0, 15), (2, 15)]);
}

#[test]
fn a_cancelled_search_is_an_error() {
    let cancel = CancelToken::new();
    cancel.cancel();
    assert!(engine().evaluate(&money(Board::default()), &plies(2), &cancel).is_err());
    assert!(engine().cube_decision(&money(Board::default()), &plies(1), &cancel).is_err());
}

#[test]
fn dead_cubes_and_free_drops_need_no_special_case() {
    let (engine, cancel, table) = (engine(), CancelToken::new(), MatchEquityTable::default());
    let mut state = MatchState::new(3, Rules::default()).unwrap();
    state.score = [2, 1];
    state.phase = crate::core::Phase::Due(crate::core::Decision::Roll);
    let post = Root::of(&state, &table);
    // Post-Crawford the trailer doubles at once; 2-away, the leader has a free drop.
    let trailer = engine.cube_decision(&post, &plies(0), &cancel).unwrap();
    assert_eq!(trailer.verdict.text(), "Double, pass");
    state.score = [2, 0];
    let trailer = engine.cube_decision(&Root::of(&state, &table), &plies(0), &cancel).unwrap();
    assert_eq!(trailer.verdict.text(), "Double, take");
    state.score = [2, 1];
    state.cube.value = CubeValue::new(2).unwrap();
    state.cube.owner = Some(Player::One);
    let dead = engine.cube_decision(&Root::of(&state, &table), &plies(0), &cancel).unwrap();
    assert_eq!(dead.verdict.text(), "Never redouble, take (dead cube)");
}

#[test]
fn the_nets_correct_the_cube_efficiency_unless_switched_off() {
    let compatible = Engine::built_in(0).unwrap().with_efficiencies(Efficiencies::COMPATIBLE);
    let contact = LeafModel::Efficiency([Efficiencies::COMPATIBLE.contact; 3]);
    for board in some_boards().into_iter().filter(Board::has_contact) {
        assert_eq!(compatible.static_value_of(&board, Variation::Standard).model, contact);
        let LeafModel::Efficiency([centered, owned, other]) =
            engine().static_value_of(&board, Variation::Standard).model
        else {
            panic!("{board:?} is in no database")
        };
        assert!(centered != 0.68 && owned == other, "{centered} {owned} {other}");
        assert!((0.3..0.95).contains(&centered) && (0.3..0.95).contains(&owned), "{centered} {owned}");
        // Given chances are valued as their class is, whatever the nets say of the position.
        let probs = Probs::from_array([0.6, 0.15, 0.01, 0.1, 0.0]);
        let root = money(board);
        assert_eq!(engine().cube_decision_of(&root, probs), compatible.cube_decision_of(&root, probs));
    }
}

#[test]
fn errors_of_estimates_count_unless_switched_off() {
    let compatible = Engine::built_in(0).unwrap().with_efficiencies(Efficiencies::COMPATIBLE);
    let of = |engine: &Engine, id: &str| {
        engine.static_value_of(&Board::from_position_id(id).unwrap(), Variation::Standard).scatter
    };
    for (id, scatter) in [
        ("4HPwATDgc/ABMA", Scatter::CONTACT),
        ("0v2aAACzdYUGAA", Scatter::RACE),
        ("AAAAAAEAAAAAAA", Scatter::NONE),
    ] {
        assert_eq!(of(engine(), id), scatter, "{id}");
        assert_eq!(of(&compatible, id), Scatter::NONE, "{id}");
    }
}

/// The present decision compares the values shown; a future decision is an option between estimates.
#[test]
fn doubling_now_is_a_choice_and_doubling_later_an_option() {
    let (engine, cancel) = (engine(), CancelToken::new());
    for board in some_boards().into_iter().filter(Board::has_contact) {
        let root = money(board);
        for depth in [0, 1] {
            let evaluation = engine.evaluate(&root, &plies(depth), &cancel).unwrap();
            let shown = engine.cube_decision(&root, &plies(depth), &cancel).unwrap().equities;
            assert_eq!(
                evaluation.cubeful.0,
                shown.no_double.0.max(shown.double().0),
                "{}",
                board.position_id()
            );

            let play =
                engine.evaluate_play(&root, &Play::EMPTY, &board.swapped(), &plies(depth), &cancel).unwrap();
            let answer =
                engine.cube_decision(&money(board.swapped()), &plies(depth), &cancel).unwrap().equities;
            let option =
                Scatter::CONTACT.ahead(depth).option(answer.no_double.0.into(), answer.double_take.0.into());
            assert!((f64::from(play.evaluation.cubeful.0) + option).abs() < 1e-6, "{}", board.position_id());
        }
    }
}
