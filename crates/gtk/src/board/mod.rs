// SPDX-License-Identifier: GPL-3.0-or-later
//! The board: geometry, what is drawn, designs, painting, gestures and animation.

pub mod animate;
pub mod design;
pub mod draw;
pub mod edit;
pub mod input;
pub mod layout;
pub mod model;
mod slot;
pub mod turn;
pub mod widget;

pub use design::Design;
pub use model::{BoardView, ViewOptions};
pub use slot::Slot;
pub use turn::Turn;
pub use widget::BoardWidget;
