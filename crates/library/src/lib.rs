// SPDX-License-Identifier: GPL-3.0-or-later
//! The library: all matches of a user in one file, with their decisions, positions and analyses, what the user says about
//! them, and what was studied.
//!
//! A [`Library`] is an SQLite database. One thread of it writes, any number read; each change is one transaction. Five kinds
//! of content are kept apart:
//!
//! | kind | content | who changes it |
//! | --- | --- | --- |
//! | facts | matches, decisions, positions, source files | import; never overwritten |
//! | findings | analyses, each with its *ruler*: who found it, and how | import and analysis; each ruler beside the others |
//! | derived | phases, plans, losses, actions, sums | [`verify`] makes them again at any time |
//! | opinions | tags, remarks, names, collections, searches | the user, with undo |
//! | memory | cards and reviews | study; reviews are only appended |
//!
//! | module | content |
//! | --- | --- |
//! | [`import`] | files, folders, archives and watched folders; reports |
//! | [`facts`] | matches as tables, and back as records |
//! | [`finding`] | rulers, and analyses as they are stored |
//! | [`decision`], [`identity`] | what is decided in a record; which matches are the same |
//! | [`position`] | keys, numbers, phases, plans and actions of positions |
//! | [`assess`] | losses, difficulty and what a legal play could do |
//! | [`search`], [`json`], [`blunderdb`] | the query language, pages of rows |
//! | [`opinions`], [`trash`] | tags, remarks, players, events, collections, saved searches; deleted matches |
//! | [`study`] | cards, sessions of study, when cards come back |
//! | [`exercise`] | problems whose answers are computed, their level, the user's bias |
//! | [`stats`] | figures with intervals, and what to work on next |
//! | [`export`] | sheets of positions for other programs: Anki, CSV |
//! | [`queue`] | matches that wait to be analyzed |
//! | [`merge`] | taking over another library, giving a part away |
//! | [`reevaluation`] | what a new evaluation changes |
//! | [`info`], [`verify`] | what a library holds, and whether it is sound |
//! | [`figures`] | sums of players, as player records have them |
//! | [`sums`] | sums over the matches of players |
//! | [`synthetic`] | matches made by a seeded generator, for tests and measurements |
//!
//! docs/manual/en/160-library.md describes query language and command line.

pub mod assess;
mod batches;
pub mod blunderdb;
pub mod clock;
mod db;
pub mod decision;
mod error;
pub mod exercise;
pub mod export;
pub mod facts;
pub mod figures;
pub mod finding;
mod findings_of;
pub mod identity;
pub mod import;
pub mod info;
pub mod json;
pub mod merge;
pub mod opinions;
pub mod position;
pub mod queue;
pub mod rebuild;
pub mod reevaluation;
pub mod search;
pub mod stats;
pub mod study;
pub mod sums;
pub mod synthetic;
mod text;
pub mod trash;
mod undo_import;
pub mod verify;

/// Lapses within twelve months from which on a card is a leech.
pub const LEECH_LAPSES: i64 = 4;

pub use db::{
    Access, BackupContent, BackupFile, BackupReason, EXTENSION, Gesture, Library, OpenOptions, PlaceRisk,
    Process, SCHEMA_VERSION, backup_content, backups,
};
pub use error::{LibraryError, QueryError, Result};
pub use findings_of::AnalysisRow;
