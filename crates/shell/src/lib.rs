// SPDX-License-Identifier: GPL-3.0-or-later
//! The command language, terminal session, batch interface and tools.
//!
//! | module | holds |
//! | --- | --- |
//! | [`batch`] | `gnubg batch`: JSON Lines in, JSON Lines out |
//! | [`commands`] | the commands by families, and the table of all commands |
//! | [`language`] | words, abbreviations, completion, the interpreter; knows no command |
//! | [`output`] | standard output and standard error; control characters become visible |
//! | [`i18n`] | translated text and the language |
//! | [`python`] | Python scripts on the running session |
//! | [`scripting`] | the functions of GNU Backgammon's scripting module |
//! | [`serve`] | `gnubg serve`: JSON-RPC on a pipe |
//! | [`subcommands`] | the subcommands of `gnubg` |
//! | [`terminal`] | `gnubg -t` |
//! | [`text`] | text that is shown: plays, equities, messages |
//! | [`tools`] | `analyze`, `convert`, `database`, `duel`, `info`, `rollout`, `thumbnail`, `makebearoff`, `makehyper`, `bearoffdump` |
//! | [`ubgi`] | `gnubg ubgi`: an engine for the Universal Backgammon Interface |
//! | [`version_flag`] | `--version` of every program |

pub mod batch;
pub mod commands;
mod database;
pub mod i18n;
pub mod language;
pub mod output;
mod playing;
pub mod python;
pub mod scripting;
pub mod serve;
mod signals;
pub mod subcommands;
pub mod terminal;
pub mod text;
pub mod tools;
pub mod ubgi;
pub mod version_flag;
