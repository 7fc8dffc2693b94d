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
//! | [`jobs`] | the threads that compute and the [`jobs::Job`] trait |
//! | [`clock`], [`decision`], [`external`] | clocks; what a computer player does; external players |
//! | [`hint`], [`survey`] | advice: hints and evaluations, surveys |
//! | [`mod@analysis`] | analysis of records, with or without a session |
//! | [`rollout`] | rollouts as background jobs |
//! | [`files`], [`journal`] | matches and positions on disk; the running match on disk |
//! | [`library`] | the library of matches |
//! | [`players`], [`presets`] | statistics of players; match presets |
//! | [`convert`] | engine results as records keep them |

mod advice;
pub mod analysis;
pub mod command;
pub mod convert;
mod editing;
mod engine;
pub mod error;
pub mod event;
pub mod files;
pub mod jobs;
pub mod library;
pub mod options;
mod play;
pub mod players;
pub mod positions;
pub mod rollout;
pub mod server;
mod session;
mod settings;

#[cfg(test)]
mod tests;

pub use advice::{hint, survey};
pub use analysis::{Analyst, Scope, analyze};
pub use command::{
    Command, CommandOutcome, Correction, DiceCommand, Edit, FileCommand, FileScope, GameCommand, Go,
    LineCommand, NewTranscription, Question, RecordPart, SetUp,
};
pub use editing::names::{is_same_name, usable_name};
pub use engine::{TableError, WeightsFileError, read_table, read_weights, speed};
pub use error::{CommandError, Loss, NameError};
pub use event::{Activity, Cause, Event, Message};
pub use files::directories::Directories;
pub use files::journal::{self, Recoverable};
pub use play::{clock, decision, external, time_controls};
pub use players::presets;
pub use session::editing::variations::Variation;
pub use session::jobs::{Computed, is_worth_telling};
pub use session::navigate::{EntryMarks, has_marked_candidate};
pub use session::play::WaitingFor;
pub use session::programs::{ProgramUse, SavedProgram};
pub use session::{Interrupter, Notice, Session, Setup, Waker};
pub use settings::{SettingsFile, read_only as read_settings};
