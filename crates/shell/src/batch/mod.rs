// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg batch`: one JSON object a line in, one a line out, in order. `gnubg batch --help` shows an example.
//!
//! A line that cannot be answered gets an answer with `error`; the lines after it are answered as usual.

mod answer;
mod command;
mod request;
mod stream;

pub use answer::answer;
pub use command::{command, main};
pub use request::{MAX_LINE, Request, RequestDefaults, RequestError, Want};
pub use stream::run;
