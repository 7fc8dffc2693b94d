// SPDX-License-Identifier: GPL-3.0-or-later
//! eXtreme Gammon's `.xg` and `.xgp`.
//!
//! [`container`] finds the records in the archive, [`records`] gives their fields types, [`layout`] their places;
//! [`import`] plays them and [`analysis`] converts the analysis. [`mod@write`] and [`write_analysis`] do the reverse. The
//! program's player 1 becomes seat `Zero`. Settings and confidence of a [`rollout`] become a comment; written are its
//! results.

mod analysis;
mod container;
mod import;
mod layout;
mod record_bytes;
mod records;
mod rollout;
mod rtf;
mod write;
mod write_analysis;

pub(crate) use container::looks_like;
pub(crate) use import::read;
pub(crate) use write::write;

/// The property of SGF that marks an interesting position.
const HOTSPOT: &str = "HO";
