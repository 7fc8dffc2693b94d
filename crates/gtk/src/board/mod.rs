// SPDX-License-Identifier: GPL-3.0-or-later
//! The board as a widget: gestures, editing and animation. What it looks like is the crate `gnubg-board`.

pub mod animate;
pub mod edit;
pub mod input;
pub mod widget;

pub use gnubg_board::{BoardView, Design, Slot, Turn, ViewOptions, design, draw, layout, model, turn};
pub use widget::BoardWidget;
