// SPDX-License-Identifier: GPL-3.0-or-later
//! OpenGammon's `.ogxm`, version 2: matches with their analysis.
//!
//! A header of 16 bytes, then sections: four letters, length (32 bits), flags (8 bits, bit 0: a reader must know the
//! section), content, up to `END!`. Content is made of records: a length, a mask of the fields that follow, and the
//! fields in the order of their bits. Numbers are written in groups of seven bits, texts with their length, equities
//! in millionths, probabilities in ten-thousandths.
//!
//! | section | content |
//! | --- | --- |
//! | `MTCH` | length, variant, names, rules, score at the start, dates, event, place |
//! | `GAME` | winner, points, the position and the cube it starts with, then the plies |
//! | `ANAL`, `DECS` | an analysis: its unit and level, then one record for each decision |
//! | `ANNO` | texts about the match, a game, a ply |
//! | `CSUM` | the checksum of everything before it |
//!
//! A ply is a byte with the action in bits 0 to 5, bit 6 set for Black, bit 7 set if a record of details follows.
//! Rolls are followed by steps (low five bits: from which pip, 0 to 25 as in an OGID; high three: how many pips),
//! ended by a zero where there are fewer steps than the roll allows; then come the details. Decisions name their ply
//! by its number in the match. White is seat `Zero`.
//!
//! Clocks, videos, signatures and drawings are not read, and of several analyses the first one; `kept` keeps them.

mod bytes;
mod decisions;
mod head;
mod kept;
mod read;
mod steps;
mod write;
mod write_decisions;

pub(crate) use read::looks_like;

use crate::Imported;
use crate::error::ImportError;
use gnubg_record::MatchRecord;
use gnubg_record::judge::MatchEquity;

/// Reads a file.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Imported>, ImportError> {
    let found = read::read(bytes)?;
    let with_file = |one: read::FoundMatch| {
        let mut imported = one.imported;
        if one.is_whole {
            kept::keep(&mut imported.record, &bytes[one.bytes]);
        }
        imported
    };
    Ok(found.into_iter().map(with_file).collect())
}

/// The bytes of a file. `table` gives the match winning chances; without one the default table does.
pub(crate) fn write(record: &MatchRecord, table: Option<&dyn MatchEquity>) -> Vec<u8> {
    let read = |bytes: &[u8]| {
        let one = read::read(bytes).ok()?.pop()?;
        Some((one.imported.record, one.plies))
    };
    kept::file(record, table, read).unwrap_or_else(|| write::write(record, table))
}

const MAGIC: &[u8; 4] = b"OGXM";
const END: &[u8; 4] = b"END!";
const HEADER: usize = 16;
const SECTION_HEAD: usize = 9;
const MAJOR_VERSION: u16 = 2;
/// The lowest minor version that has the fields of most matches.
const MINOR_VERSION: u16 = 1;
/// The lowest minor version that has the roll of an illegal play.
const ILLEGAL_PLAY_VERSION: u16 = 3;
/// Where the header has the minor version, and the lowest one of readers that understand the file.
const MINOR: usize = 6;
const LOWEST_READER: usize = 10;

/// Action codes beyond the 21 rolls.
mod action {
    pub(super) const DOUBLE: u8 = 21;
    pub(super) const TAKE: u8 = 22;
    pub(super) const DROP: u8 = 23;
    pub(super) const END: std::ops::RangeInclusive<u8> = 24..=26;
    pub(super) const RESIGN_GAME: u8 = 27;
    pub(super) const RESIGN_MATCH: u8 = 28;
    pub(super) const FORFEIT: u8 = 29;
    pub(super) const OTHER_END: u8 = 30;
    pub(super) const SET_BOARD: u8 = 31;
    pub(super) const BEAVER: u8 = 32;
    pub(super) const RACCOON: u8 = 33;
    pub(super) const SETTLE: u8 = 34;
    pub(super) const SET_CUBE: u8 = 36;
    pub(super) const PASS: u8 = 37;
}

/// Bits of the rules in `MTCH`.
mod rule {
    pub(super) const CRAWFORD: u64 = 1;
    pub(super) const JACOBY: u64 = 2;
    pub(super) const BEAVERS: u64 = 4;
    pub(super) const RACCOONS: u64 = 8;
    pub(super) const AUTOMATIC_DOUBLES: u64 = 16;
}

/// What is known of a date.
mod precision {
    pub(super) const DAY: u64 = 0;
    pub(super) const MONTH: u64 = 1;
    pub(super) const YEAR: u64 = 2;
}

/// Kinds of decisions in `DECS`.
mod kind {
    pub(super) const PLAY: u64 = 0;
    pub(super) const CUBE: u64 = 1;
    pub(super) const ROLL: u64 = 3;
}

/// Units of the equities of an analysis.
mod unit {
    /// Points per game at a cube of 1.
    pub(super) const MONEY: u64 = 1;
    /// The chance to win the match.
    pub(super) const MATCH: u64 = 2;
    /// The same, without the cube.
    pub(super) const CUBELESS_MATCH: u64 = 3;
}

/// What a text in `ANNO` is about.
mod scope {
    pub(super) const MATCH: u64 = 0;
    pub(super) const GAME: u64 = 1;
    pub(super) const PLY: u64 = 2;
    pub(super) const DECISION: u64 = 3;
    pub(super) const ALTERNATIVE: u64 = 4;
}

/// The number of an action for two dice: 1-1, 1-2, … 6-6.
fn roll_code(low: u8, high: u8) -> u8 {
    let before = |low: u8| (1..low).map(|low| 7 - low).sum::<u8>();
    before(low) + high - low
}
