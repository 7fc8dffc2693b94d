// SPDX-License-Identifier: GPL-3.0-or-later
//! Pictures of the board: geometry, what is on it, designs, painting with cairo.
//!
//! The window uses it to draw on the screen, reports and exports to draw on paper and in files. It does not depend on GTK
//! or on match files.
//!
//! | module | holds |
//! | --- | --- |
//! | [`layout`], [`Slot`] | where things lie, in units of a sixth of a point's width |
//! | [`model`] | what is on the board at one moment, as a plain value |
//! | [`design`] | colors and materials |
//! | [`paint`] | painting, and pictures as PNG, SVG, PDF and PostScript |
//! | [`material`], [`numerals`] | computed textures of the board in three dimensions, which the window paints |

pub mod design;
pub mod layout;
pub mod material;
pub mod model;
mod noise;
pub mod numerals;
pub mod paint;
mod slot;

pub use design::Design;
pub use model::{BoardView, DiceThrow, ViewOptions};
pub use slot::Slot;
