// SPDX-License-Identifier: GPL-3.0-or-later
//! The commands, by families. Each family has a list of rows; [`table()`] is all of them as a tree.
//!
//! To add a family, write its `ROWS` and list them in `table.rs`. Help, abbreviations and completion follow from that.

pub mod analysis;
pub mod annotate;
pub mod ask;
pub mod clock;
#[cfg(test)]
mod compatibility_tests;
pub mod database;
pub mod dice;
pub mod edit;
pub mod files;
pub mod game;
pub mod go;
mod headings;
pub mod options;
mod order;
pub mod players;
pub mod record;
pub mod recovery;
pub mod relational;
pub mod rollout;
pub mod show;
pub mod surveys;
pub mod system;
mod table;
#[cfg(test)]
mod test_shell;
#[cfg(test)]
mod text_tests;
pub mod theory;

pub use table::table;
