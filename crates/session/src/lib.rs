// SPDX-License-Identifier: GPL-3.0-or-later
//! The application model: the only owner of mutable program state.
//!
//! A [`Session`] owns the match, the settings, the dice, the engine and the threads that compute. Front ends send it
//! typed [`Command`]s and show the [`Event`]s it answers with; they read whatever else they need from it. It knows no
//! window, no terminal and no translated text.
//!
//! ```no_run
//! use gnubg_session::{Command, GameCommand, Session, Setup};
//!
//! let mut session = Session::start(Setup::default())?;
//! session.execute(Command::Game(GameCommand::NewMatch(Some(5))))?;
//! // A window awaits `session.events().recv()`; a text session blocks:
//! session.settle(|session, event| println!("{event:?} in game {}", session.place().game));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every event read from [`Session::events`] must be passed through [`Session::absorb`], which takes in the reports of
//! worker threads and gives back what is to be shown. Nothing here blocks longer than a few milliseconds.
//!
//! | module | holds |
//! | --- | --- |
//! | [`command`], [`event`], [`error`] | what goes in, what comes out |
//! | [`options`] | all settings as a typed tree, with a table of its leaves |
//! | [`jobs`] | the pool of threads; the [`jobs::Job`] trait for analysis and rollouts |
//! | [`mod@analyze`] | analysis of records, with or without a session |
//! | [`players`] | what players did in their matches |
//! | [`presets`] | kinds of matches under a name |
//! | [`external`] | other programs as players |
//! | [`decide`], [`hint`], [`tutor`] | what the computer plays, advises and warns of |
//! | [`files`] | matches and positions on disk |
//! | [`journal`] | the running match on disk |
//! | [`rollout`] | rollouts as background jobs |
//! | [`shots`] | rolls that hit blots |
//! | [`survey`] | one position under all rolls or at all scores |
//! | [`convert`] | engine results as records keep them |

pub mod analyze;
pub mod command;
pub mod convert;
mod correct;
pub mod decide;
mod dice;
mod dirs;
mod edit;
mod engine;
pub mod error;
pub mod event;
mod execute;
pub mod external;
pub mod features;
pub mod files;
mod flow;
mod go;
pub mod hint;
mod history;
pub mod jobs;
pub mod journal;
mod lines;
pub mod options;
pub mod players;
pub mod presets;
mod recover;
pub mod rollout;
mod score;
mod session;
mod set_up;
mod settings;
pub mod shots;
pub mod speed;
pub mod survey;
pub mod tutor;

#[cfg(test)]
mod tests;

pub use analyze::{Analyst, Scope, analyze};
pub use command::{
    Command, Correction, DiceCommand, Edit, FileCommand, FileScope, GameCommand, Go, Part, Question,
};
pub use dirs::Directories;
pub use edit::{is_same_name, usable_name};
pub use engine::{TableError, read_table};
pub use error::{CommandError, Loss, NameError};
pub use event::{Cause, Event, Message};
pub use execute::{Outcome, is_worth_telling};
pub use go::{EntryMarks, has_marked_candidate};
pub use journal::Recoverable;
pub use lines::Line;
pub use session::{Interrupter, Session, Setup};
pub use set_up::SetUp;
pub use settings::SettingsFile;
