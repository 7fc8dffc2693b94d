// SPDX-License-Identifier: GPL-3.0-or-later
//! Paints every design and a set of telling positions as PNG, SVG and PDF files: `board_gallery FOLDER [WIDTH]`.

use gnubg_engine::core::{
    Action, CubeState, CubeValue, MatchState, MoveRules, Place, Player, ResignLevel, Rules,
};
use gnubg_gtk::board::design::ALL;
use gnubg_gtk::board::layout::{Pos, Target};
use gnubg_gtk::board::model::{Labels, Loose, Mark, MarkKind, TallStacks};
use gnubg_gtk::board::{BoardView, Design, Slot, Turn, ViewOptions, draw};
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "target/artifacts/gallery".to_owned());
    let width: u32 = arguments.next().and_then(|w| w.parse().ok()).unwrap_or(864);
    std::fs::create_dir_all(&folder)?;
    let folder = Path::new(&folder);
    for design in ALL {
        std::fs::write(
            folder.join(format!("design-{}.png", design.key)),
            draw::png(&middle(), design, width)?,
        )?;
    }
    for (name, view) in
        [("middle", middle()), ("drag", drag()), ("late", late()), ("opening", opening()), ("offer", offer())]
    {
        std::fs::write(folder.join(format!("{name}.png")), draw::png(&view, &Design::default(), width)?)?;
    }
    std::fs::write(folder.join("middle.svg"), draw::svg(&middle(), &Design::default(), width)?)?;
    std::fs::write(folder.join("middle.pdf"), draw::pdf(&middle(), &Design::default(), width)?)?;
    Ok(())
}

fn state(xgid: &str) -> MatchState {
    MatchState::from_xgid(xgid).expect("a well-formed XGID")
}

fn middle() -> BoardView {
    let state = state("XGID=-b--BBB-B---dE---d-e----B-:1:1:1:31:2:4:0:7:10");
    let turn = Turn::new(&state.board, state.dice().expect("dice were given"), MoveRules::default());
    let mut view = BoardView::new(&state, Some(&turn), 0, &ViewOptions::default());
    view.last_play = vec![(slot(1), slot(12))];
    view
}

fn slot(n: usize) -> Slot {
    Slot::new(n).expect("a slot number")
}

fn opening() -> BoardView {
    let state = MatchState::new(7, Rules::default()).expect("a match");
    let state = state.apply(Action::Opening([6, 1])).expect("an opening");
    let mut view = BoardView::new(&state, None, 0, &ViewOptions::default());
    view.arrows = vec![(slot(12), slot(18)), (slot(17), slot(18))];
    view
}

fn drag() -> BoardView {
    let state = state("XGID=-b----E-C---eE---c-e----B-:0:0:1:22:0:0:0:5:10");
    let mut turn = Turn::new(&state.board, state.dice().expect("dice were given"), MoveRules::default());
    turn.go(Place::point(6).expect("a point"), Place::point(4).expect("a point"));
    let mut view = BoardView::new(&state, Some(&turn), 0, &ViewOptions::default());
    view.stacks.remove(slot(13), Player::One);
    view.loose =
        vec![Loose { player: Player::One, at: Pos::new(27.0, 52.0), lift: 1.0, alpha: 1.0, way: None }];
    view.marks = vec![
        Mark { slot: slot(11), kind: MarkKind::Move },
        Mark { slot: slot(9), kind: MarkKind::Move },
        Mark { slot: slot(1), kind: MarkKind::Hit },
        Mark { slot: slot(13), kind: MarkKind::Back },
    ];
    view.focus = Some(Target::Slot(slot(8)));
    view
}

fn late() -> BoardView {
    let mut state = state("XGID=aGBB--------------A---da--:2:-1:-1:00:3:5:0:9:10");
    state.cube = CubeState { value: CubeValue::new(4).expect("a power of two"), owner: Some(Player::Zero) };
    let mut view = BoardView::new(&state, None, 0, &ViewOptions::default());
    view.tall = TallStacks::Numbered;
    view.labels = Labels::Both;
    view
}

fn offer() -> BoardView {
    let state = state("XGID=-b--BBB-B---dE---d-e----B-:1:1:1:00:2:4:0:7:10");
    let state = state.apply(Action::Double).expect("may double");
    let mut view = BoardView::new(&state, None, 0, &ViewOptions::default());
    let resigned = state.apply(Action::Resign(ResignLevel::Gammon)).expect("may resign");
    view.flag = BoardView::new(&resigned, None, 0, &ViewOptions::default()).flag;
    view
}
