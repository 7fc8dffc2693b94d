// SPDX-License-Identifier: GPL-3.0-or-later
//! Paints every design and a set of typical positions as PNG, SVG and PDF files: `board_gallery FOLDER [WIDTH]`.

mod scenes;

use gnubg_engine::core::{CubeState, CubeValue, Player};
use gnubg_gtk::board::design::ALL;
use gnubg_gtk::board::model::{Labels, TallStacks};
use gnubg_gtk::board::{BoardView, Design, DiceThrow, ViewOptions, paint};
use scenes::{drag, middle, offer, opening};
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
            paint::png(&middle(), design, width)?,
        )?;
    }
    for (name, view) in
        [("middle", middle()), ("drag", drag()), ("late", late()), ("opening", opening()), ("offer", offer())]
    {
        std::fs::write(folder.join(format!("{name}.png")), paint::png(&view, &Design::default(), width)?)?;
    }
    std::fs::write(folder.join("middle.svg"), paint::svg(&middle(), &Design::default(), width)?)?;
    std::fs::write(folder.join("middle.pdf"), paint::pdf(&middle(), &Design::default(), width)?)?;
    Ok(())
}

/// A late position with a cube of 4, numbered stacks and all labels.
fn late() -> BoardView {
    let mut state = scenes::late();
    state.cube = CubeState { value: CubeValue::new(4).expect("a power of two"), owner: Some(Player::Zero) };
    let mut view = BoardView::new(&state, None, DiceThrow::default(), &ViewOptions::default());
    view.tall = TallStacks::Numbered;
    view.labels = Labels::Both;
    view
}
