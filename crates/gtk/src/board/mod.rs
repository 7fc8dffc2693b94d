// SPDX-License-Identifier: GPL-3.0-or-later
//! The board as a widget: gestures, editing and animation. What it looks like is the crate `gnubg-draw`.

pub mod animate;
pub mod edit;
pub mod input;
pub mod widget;

pub use gnubg_draw::{BoardView, Design, DiceThrow, Slot, ViewOptions, design, layout, model, paint};
pub use gnubg_engine::core::Turn;
pub use widget::BoardWidget;
