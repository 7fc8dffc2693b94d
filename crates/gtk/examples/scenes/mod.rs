// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions with plays, drags and offers in progress, for the galleries of both boards.

use gnubg_engine::core::{Action, MatchState, MoveRules, Place, Player, ResignLevel, Rules};
use gnubg_gtk::board::layout::{Pos, Target};
use gnubg_gtk::board::model::{LooseChecker, Mark, MarkKind};
use gnubg_gtk::board::{BoardView, DiceThrow, Slot, Turn, ViewOptions};

fn state(xgid: &str) -> MatchState {
    MatchState::from_xgid(xgid).expect("a well-formed XGID")
}

fn slot(n: usize) -> Slot {
    Slot::new(n).expect("a slot number")
}

pub(crate) fn middle() -> BoardView {
    let state = state("XGID=-b--BBB-B---dE---d-e----B-:1:1:1:31:2:4:0:7:10");
    let turn = Turn::new(&state.board, state.dice().expect("dice were given"), MoveRules::default());
    let mut view = BoardView::new(&state, Some(&turn), DiceThrow::default(), &ViewOptions::default());
    view.last_play = vec![(slot(1), slot(12))];
    view
}

pub(crate) fn opening() -> BoardView {
    let state = MatchState::new(7, Rules::default()).expect("a match");
    let state = state.apply(Action::Opening([6, 1])).expect("an opening");
    let mut view = BoardView::new(&state, None, DiceThrow::default(), &ViewOptions::default());
    view.arrows = vec![(slot(12), slot(18)), (slot(17), slot(18))];
    view
}

pub(crate) fn drag() -> BoardView {
    let state = state("XGID=-b----E-C---eE---c-e----B-:0:0:1:22:0:0:0:5:10");
    let mut turn = Turn::new(&state.board, state.dice().expect("dice were given"), MoveRules::default());
    turn.go(Place::point(6).expect("a point"), Place::point(4).expect("a point"));
    let mut view = BoardView::new(&state, Some(&turn), DiceThrow::default(), &ViewOptions::default());
    view.stacks.remove(slot(13), Player::One);
    view.loose = vec![LooseChecker {
        player: Player::One,
        at: Pos::new(27.0, 52.0),
        lift: 1.0,
        alpha: 1.0,
        way: None,
    }];
    view.marks = vec![
        Mark { slot: slot(11), kind: MarkKind::Move },
        Mark { slot: slot(9), kind: MarkKind::Move },
        Mark { slot: slot(1), kind: MarkKind::Hit },
        Mark { slot: slot(13), kind: MarkKind::Back },
    ];
    view.focus = Some(Target::Slot(slot(8)));
    view
}

pub(crate) fn late() -> MatchState {
    state("XGID=aGBB--------------A---da--:2:-1:-1:00:3:5:0:9:10")
}

pub(crate) fn offer() -> BoardView {
    let state = state("XGID=-b--BBB-B---dE---d-e----B-:1:1:1:00:2:4:0:7:10");
    let state = state.apply(Action::Double).expect("may double");
    let mut view = BoardView::new(&state, None, DiceThrow::default(), &ViewOptions::default());
    let resigned = state.apply(Action::Resign(ResignLevel::Gammon)).expect("may resign");
    view.flag = BoardView::new(&resigned, None, DiceThrow::default(), &ViewOptions::default()).flag;
    view
}
