// SPDX-License-Identifier: GPL-3.0-or-later
//! The command language, terminal session, batch interface and database tools.
//!
//! | module | holds |
//! | --- | --- |
//! | [`batch`] | `gnubg batch`: JSON Lines in, JSON Lines out |
//! | [`tools`] | `analyze`, `makebearoff`, `makehyper`, `bearoffdump` |

pub mod batch;
pub mod tools;
