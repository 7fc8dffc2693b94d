// SPDX-License-Identifier: GPL-3.0-or-later
//! The board in three dimensions: a second painter of the same view and the same gestures.
//!
//! One unit of the world is one board unit. The middle of the board is the origin, x runs to the right, y away from
//! the bottom player and z up; the playing field lies at z = 0. So every rectangle of [`gnubg_draw::layout`] is a
//! place here too, and a pixel is turned into a board position ([`pick`]) before a gesture is made of it.
//!
//! [`scene`] turns a moment of the board into solids and decals without any GL; [`painter`] draws what has changed
//! since the frame before; [`area`] brings the painter and GTK together.

pub mod appearance;
pub mod area;
pub mod board_meshes;
pub mod camera;
pub mod damage;
pub mod dice;
pub mod gl;
pub mod gpu_resources;
pub mod import;
pub mod light;
pub mod mesh;
pub mod moment;
pub mod painter;
pub mod pick;
pub mod piece_meshes;
pub mod program;
pub mod scene;
pub mod settings;
pub mod space;

pub use camera::Camera;
pub use settings::Settings;
