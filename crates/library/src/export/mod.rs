// SPDX-License-Identifier: GPL-3.0-or-later
//! What leaves the library: sheets of positions with their answers for other programs, in particular for Anki.
//!
//! What a position is and what is known of it is gathered by [`Library::sheets`](crate::Library::sheets); how it looks is up to
//! the caller, so pictures and words can change without touching the data.

mod anki;
mod csv;
mod sheet;

pub use anki::{AnkiNote, MODEL, write_anki};
pub use csv::csv_of;
pub use sheet::Sheet;
