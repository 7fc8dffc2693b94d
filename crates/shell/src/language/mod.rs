// SPDX-License-Identifier: GPL-3.0-or-later
//! The command language: one table of commands, from words to typed commands of the session.
//!
//! | module | holds |
//! | --- | --- |
//! | [`words`] | splitting a line: blanks, quotes, backslashes |
//! | [`tree`] | the table as a tree, abbreviations, completion |
//! | [`args`] | the words after a command: players, switches, numbers, positions |
//! | [`console`] | where text goes and answers come from |
//! | [`interpreter`] | carrying out a line, showing what the session tells |

pub mod args;
pub mod build;
pub mod complete;
pub mod console;
pub mod interpreter;
pub mod order;
pub mod position;
pub mod refusal;
pub mod tree;
pub mod words;

pub use console::Console;
pub use interpreter::{Flow, Interpreter};
pub use refusal::Refusal;
