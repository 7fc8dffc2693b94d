// SPDX-License-Identifier: GPL-3.0-or-later
//! Pictures of the board: geometry, what is on it, designs, painting with cairo.
//!
//! The window draws with it on the screen, reports and exports on paper and in files. It knows neither GTK nor files of
//! matches.
//!
//! | module | holds |
//! | --- | --- |
//! | [`layout`], [`Slot`] | where things lie, in units of a sixth of a point's width |
//! | [`model`] | what is on the board at one moment, as a plain value |
//! | [`design`] | colors and materials |
//! | [`paint`] | painting, and pictures as PNG, SVG, PDF and PostScript |

pub mod design;
pub mod layout;
pub mod model;
pub mod paint;
mod slot;

pub use design::Design;
pub use model::{BoardView, ViewOptions};
pub use slot::Slot;
