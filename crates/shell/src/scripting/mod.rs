// SPDX-License-Identifier: GPL-3.0-or-later
//! The functions of GNU Backgammon's scripting module, on a session: declared once, and called from Python (the module
//! `gnubg` inside the program, `gnubg_rs.compat` of the wheel) and from any language by `gnubg serve`.
//!
//! Arguments and results are JSON. Where the original crashes, a function returns an error; where it takes lists or tuples
//! only, both are taken; every argument can be given by its name.
//!
//! | module | holds |
//! | --- | --- |
//! | `call` | what a function is, arguments, errors |
//! | `position` | boards, identifiers, plays as text |
//! | `state` | `cubeinfo`, `posinfo`, match IDs, match equities |
//! | `evaluation` | evaluations, hints, their settings |
//! | `record` | commands, navigation, dice |
//! | `match_data`, `match_stats` | the result of `match` |
//! | `checksum` | the checksum of a match |

mod call;
mod checksum;
mod evaluation;
mod match_data;
mod match_stats;
mod player_letter;
mod position;
mod record;
mod state;
#[cfg(test)]
mod tests;

pub use call::{CallError, CallResult, ErrorClass, Function, Kind, Lists, Parameter};

use crate::language::context::Context;
use serde_json::{Map, Value};

/// All functions.
pub fn functions() -> impl Iterator<Item = &'static Function> {
    [position::FUNCTIONS, state::FUNCTIONS, evaluation::FUNCTIONS, record::FUNCTIONS].into_iter().flatten()
}

/// The function with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Function> {
    functions().find(|function| function.name == name)
}

/// What clients have to know of all functions.
#[must_use]
pub fn describe() -> Value {
    functions().map(Function::describe).collect()
}

/// Calls a function with arguments in order and by name.
///
/// # Errors
/// If there is no such function, the arguments do not fit, or it fails.
pub fn call(
    context: &mut Context<'_>,
    name: &str,
    positional: Vec<Value>,
    named: Map<String, Value>,
) -> CallResult {
    let function = find(name)
        .ok_or_else(|| CallError::new(ErrorClass::Type, format!("there is no function named '{name}'")))?;
    function.call(context, positional, named)
}
