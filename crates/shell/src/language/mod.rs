// SPDX-License-Identifier: GPL-3.0-or-later
//! The command language: from a line to a command, and from events of the session to text. It knows no command: the
//! table of commands is handed to it ([`crate::commands::table`]).
//!
//! | module | holds |
//! | --- | --- |
//! | [`words`] | splitting a line: blanks, quotes, backslashes |
//! | [`tree`] | the tree of command words, abbreviations, help texts |
//! | [`complete`] | completion of a line |
//! | [`background`] | computations that go on after their line, and what they print |
//! | [`args`] | the words after a command: players, switches, numbers |
//! | [`console`] | where text goes and answers come from |
//! | [`context`] | what a command works with, and the types of the table of commands |
//! | [`mod@line`] | running one line |
//! | [`events`] | waiting for computations and showing what the session reports |
//! | [`position`] | positions as arguments |
//! | [`interpreter`] | the language as a front end uses it: one line after another |
//! | [`refusal`] | why a line was refused |

pub mod args;
pub mod background;
pub mod complete;
pub mod console;
pub mod context;
pub mod events;
pub mod interpreter;
pub mod line;
pub mod position;
pub mod refusal;
pub mod tree;
pub mod words;

pub use background::BackgroundWork;
pub use console::Console;
pub use context::Meanwhile;
pub use interpreter::{Flow, Interpreter};
pub use refusal::Refusal;
