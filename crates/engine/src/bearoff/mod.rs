// SPDX-License-Identifier: GPL-3.0-or-later
//! Exact databases of the end of the game: bearoff and hypergammon.
//!
//! Readers ([`OneSided`], [`TwoSided`], [`Hyper`]) read files of the original's formats and check every access;
//! [`Databases`] holds several of them and knows which one evaluates a board; [`generate`] makes the files, byte for
//! byte like the published ones. Equities are those of the side on roll, for money, per unit of the cube's value.
//! The formats, measured times and checksums are described in `docs/bearoff.md`.
//!
//! *Invariant:* nothing here panics on any file or board, and a look-up does not allocate.

mod bytes;
mod checksums;
mod databases;
mod distribution;
mod equities;
mod error;
mod header;
mod hyper;
mod index;
mod normal;
mod one_sided;
mod race;
mod side_plays;
mod two_sided;

#[cfg(feature = "generate")]
pub mod generate;

pub use checksums::{KnownFile, published};
pub use databases::{DatabaseClass, DatabaseValue, Databases, LoadProblem, RaceStats, Slot};
pub use distribution::{Distribution, N_ROLLS, RollsNeeded};
pub use equities::MoneyEquities;
pub use error::BearoffError;
pub use header::Format;
pub use hyper::{Hyper, HyperRecord};
pub use index::{MAX_CHECKERS, PositionIndex};
pub use one_sided::OneSided;
pub use race::{FirstOff, HomeExit};
pub use two_sided::{TwoSided, TwoSidedRecord};

#[cfg(all(test, feature = "generate"))]
mod tests;
