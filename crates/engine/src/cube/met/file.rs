// SPDX-License-Identifier: GPL-3.0-or-later
//! What a match equity table file says, before anything is computed from it.
//!
//! The format is the published XML one (public identifier `-//GNU Backgammon//DTD Match Equity Tables//EN`): the
//! pre-Crawford table and the post-Crawford rows are either written out or given by the parameters of a generator.

use thiserror::Error;

/// The contents of one match equity table file.
///
/// *Invariant:* written-out tables have at least as many rows and values as the native length needs, all from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct MetFile {
    /// The table's display name.
    pub(super) name: String,
    /// Where the numbers come from, in a sentence.
    pub(super) description: String,
    /// Native size in points, 1..=64; beyond it the table is extended. `None` for a purely generated table, which the
    /// file writes as −1.
    pub(super) length: Option<u8>,
    /// Scores before a game that is not post-Crawford.
    pub(super) pre: PreCrawford,
    /// Post-Crawford chances by seat: of the player who is k-away while the other is 1-away.
    pub(super) post: [PostCrawford; 2],
}

/// The pre-Crawford part of a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PreCrawford {
    /// Row `i`, column `j` (from 0): chance of seat Zero when it is `i+1`-away and seat One `j+1`-away. Row and column 0
    /// are the Crawford game.
    Explicit(Vec<Vec<f64>>),
    /// Zadeh's model.
    Zadeh(ZadehParameters),
    /// Tornberg's match equity calculator.
    Mec(MecParameters),
}

/// One seat's post-Crawford part of a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PostCrawford {
    /// Entry `k` (from 0): chance of this seat when it is `k+1`-away and the other 1-away.
    Explicit(Vec<f64>),
    /// Zadeh's recursion: gammon rate of the trailer and the free drops.
    Zadeh(f64, FreeDrops),
    /// Tornberg's recursion with the free drops.
    Mec(MecParameters, FreeDrops),
}

/// Parameters of Zadeh's pre-Crawford model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ZadehParameters {
    /// Share of the leader's wins that are gammons, 0..=1.
    pub(super) gammon_rate_leader: f64,
    /// Share of the trailer's wins that are gammons, 0..=1.
    pub(super) gammon_rate_trailer: f64,
    /// How much of the cube's vigor later doubles keep, as winning chance.
    pub(super) delta: f64,
    /// The same for the first double.
    pub(super) delta_bar: f64,
}

impl Default for ZadehParameters {
    /// The values of the 1977 paper.
    fn default() -> ZadehParameters {
        ZadehParameters { gammon_rate_leader: 0.25, gammon_rate_trailer: 0.15, delta: 0.08, delta_bar: 0.06 }
    }
}

/// Parameters of Tornberg's model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MecParameters {
    /// Share of wins that are gammons, 0..=1.
    pub(super) gammon_rate: f64,
    /// Chance of seat Zero to win a single game, between 0 and 1.
    pub(super) win_rate: f64,
}

impl Default for MecParameters {
    fn default() -> MecParameters {
        MecParameters { gammon_rate: 0.25, win_rate: 0.5 }
    }
}

/// What the leader's free drop costs the trailer post-Crawford, as match winning chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FreeDrops {
    /// At 2-away.
    pub(super) at_2_away: f64,
    /// At 4-away.
    pub(super) at_4_away: f64,
}

impl Default for FreeDrops {
    fn default() -> FreeDrops {
        FreeDrops { at_2_away: 0.015, at_4_away: 0.004 }
    }
}

/// Why a match equity table cannot be used. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum MetError {
    /// The file is larger than any table.
    #[error("the file has {bytes} bytes; a match equity table has at most {limit}")]
    TooLarge {
        /// Its size.
        bytes: usize,
        /// The largest size read.
        limit: usize,
    },
    /// Not XML.
    #[error("line {line}: this is not well-formed XML: {message}")]
    Xml {
        /// Where.
        line: u32,
        /// What the XML reader says.
        message: String,
    },
    /// Another kind of XML file.
    #[error("line {line}: the file holds <{found}>; a match equity table starts with <met>")]
    Root {
        /// Where.
        line: u32,
        /// The root element found.
        found: String,
    },
    /// An element is missing.
    #[error("line {line}: <{parent}> lacks <{element}>")]
    Missing {
        /// Where the parent starts.
        line: u32,
        /// The parent.
        parent: &'static str,
        /// The element that should be in it.
        element: &'static str,
    },
    /// A seat has no post-Crawford table.
    #[error("line {line}: there is no post-crawford-table for player {player}")]
    NoPostCrawford {
        /// Where `<met>` starts.
        line: u32,
        /// 0 or 1.
        player: usize,
    },
    /// A length outside the possible.
    #[error("line {line}: the length is {found:?}; it should be 1 to 64, or -1 for a generated table")]
    Length {
        /// Where.
        line: u32,
        /// The text found.
        found: String,
    },
    /// A table written out needs its size.
    #[error("line {line}: a table written out in rows needs a length of 1 to 64")]
    ExplicitWithoutLength {
        /// Where.
        line: u32,
    },
    /// An attribute with an unknown value.
    #[error("line {line}: {attribute}={found:?} is not known; expected {expected}")]
    Attribute {
        /// Where.
        line: u32,
        /// The attribute's name.
        attribute: &'static str,
        /// Its value.
        found: String,
        /// The values possible.
        expected: &'static str,
    },
    /// A match equity that is no chance.
    #[error("line {line}: {found:?} is not a match winning chance from 0 to 1")]
    Chance {
        /// Where.
        line: u32,
        /// The text found.
        found: String,
    },
    /// A parameter that makes no sense.
    #[error("line {line}: {name} is {found:?}; it should be a number from {least} to {most}")]
    Parameter {
        /// Where.
        line: u32,
        /// The parameter's name.
        name: &'static str,
        /// The text found.
        found: String,
        /// Its least value.
        least: f64,
        /// Its greatest value.
        most: f64,
    },
    /// Too few rows.
    #[error("line {line}: the table has {found} rows; its length of {expected} needs as many")]
    Rows {
        /// Where the table starts.
        line: u32,
        /// Rows found.
        found: usize,
        /// Rows needed.
        expected: usize,
    },
    /// A row too short.
    #[error("line {line}: row {row} has {found} values; {expected} are needed")]
    ShortRow {
        /// Where the row starts.
        line: u32,
        /// Its number from 1.
        row: usize,
        /// Values found.
        found: usize,
        /// Values needed.
        expected: usize,
    },
    /// The generator's parameters lead outside 0..=1.
    #[error(
        "the table's parameters give a match winning chance of {value} at {zero}-away against {one}-away"
    )]
    Generated {
        /// The value.
        value: f64,
        /// Points seat Zero needs.
        zero: usize,
        /// Points seat One needs.
        one: usize,
    },
    /// No table of that name is built in.
    #[error("there is no built-in match equity table named {0:?}")]
    Unknown(String),
}
