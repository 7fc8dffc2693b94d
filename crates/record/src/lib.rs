// SPDX-License-Identifier: GPL-3.0-or-later
//! The match record: games, actions, analysis, statistics, navigation.
//!
//! A [`MatchRecord`] holds what was played and, attached to each [`Entry`], what is known about it. It never calls the
//! engine's evaluation: analysis arrives as plain numbers and can be thrown away without changing the play.
//!
//! | module | holds |
//! | --- | --- |
//! | [`record`], [`game`], [`entry`], [`info`] | the data |
//! | [`clock`] | time controls and the times left |
//! | [`walk`] | replaying a game, forcing what the rules forbid and reporting it |
//! | [`cursor`] | a place in a record and moving it |
//! | [`edit`] | changes, each with its reverse |
//! | [`variations`] | other continuations, played after going back in the record |
//! | [`analysis`], [`settings`] | what an analysis found, and how |
//! | [`skill`] | marks and their limits |
//! | [`judge`] | errors and luck of each entry |
//! | [`errors`] | lists of errors |
//! | [`explain`] | what can be counted about a play, and why one is better than another |
//! | [`stats`] | statistics as data and JSON |
//!
//! *Invariant:* analysis annotates; it never changes what was played.

pub mod analysis;
pub mod clock;
pub mod cursor;
pub mod edit;
pub mod entry;
pub mod errors;
pub mod explain;
pub mod game;
pub mod info;
pub mod judge;
pub mod record;
pub mod settings;
pub mod skill;
pub mod stats;
pub mod variations;
pub mod walk;

pub use clock::{ClockKind, Clocks, NamedTimeControl, TimeControl, TimeLoss, TimePenalty};
pub use cursor::Cursor;
pub use edit::{Change, Touch};
pub use entry::{Entry, EntryAction, Marks, Property};
pub use errors::{DecisionError, ErrorKind, ErrorOrder, ErrorQuery};
pub use game::{GameRecord, GameStart, HowWon, Outcome};
pub use info::{Date, DateError, MatchInfo, PlayerInfo};
pub use judge::{Judgement, MatchEquity};
pub use record::{Flaw, MatchRecord};
pub use skill::{Luck, Skill, Thresholds};
pub use stats::Statistics;
pub use variations::{Branch, MAIN_LINE, MAX_VARIATIONS};
pub use walk::Issue;
