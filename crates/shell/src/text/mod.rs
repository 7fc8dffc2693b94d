// SPDX-License-Identifier: GPL-3.0-or-later
//! What the terminal shows: plays, equities, the course of a match. Columns are stable, because scripts read them.

pub mod advice;
pub mod bearoff;
pub mod clock;
pub mod cube;
pub mod cube_points;
pub mod database;
pub mod errors;
pub mod evaluation;
pub mod files;
pub mod list;
pub mod messages;
pub mod numbers;
pub mod plays;
pub mod rollout;
pub mod survey;
pub mod table;
