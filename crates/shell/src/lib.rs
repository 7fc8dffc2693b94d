// SPDX-License-Identifier: GPL-3.0-or-later
//! The command language, terminal session, batch interface and tools.
//!
//! | module | holds |
//! | --- | --- |
//! | [`batch`] | `gnubg batch`: JSON Lines in, JSON Lines out |
//! | [`commands`] | the commands by families |
//! | [`language`] | words, the table of commands, the interpreter |
//! | [`subcommands`] | the programs within the program |
//! | [`terminal`] | `gnubg -t` |
//! | [`text`] | what is shown |
//! | [`tools`] | `analyze`, `convert`, `info`, `rollout`, `makebearoff`, `makehyper`, `bearoffdump` |

pub mod batch;
pub mod commands;
pub mod language;
pub mod subcommands;
pub mod terminal;
pub mod text;
pub mod tools;
