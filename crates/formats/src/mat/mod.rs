// SPDX-License-Identifier: GPL-3.0-or-later
//! MAT, the common text format for exchanging matches, and related formats.
//!
//! Two columns, the left for seat `Zero`. `rows` reads the rows in all dialects; `read` a match with headers and
//! scores; `gam` a single game or several without scores (GNU Backgammon's `.gam`, GammonEmpire). [`mod@write`] writes
//! MAT,
//! GAM and Snowie's match text.

pub(crate) mod gam;
pub(crate) mod header;
pub(crate) mod read;
pub(crate) mod rows;
pub mod write;
