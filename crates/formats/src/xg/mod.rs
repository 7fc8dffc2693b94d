// SPDX-License-Identifier: GPL-3.0-or-later
//! eXtreme Gammon's `.xg` and `.xgp`.
//!
//! [`container`] finds the records in the archive, [`records`] gives their fields names, [`import`] plays them and
//! [`analysis`] converts the analysis. The program's player 1 becomes seat `Zero`. Rollouts are read with
//! their results but without settings and standard errors, whose layout is not known.

mod analysis;
mod container;
mod import;
mod records;
mod rtf;

pub(crate) use container::looks_like;
pub(crate) use import::read;
