// SPDX-License-Identifier: GPL-3.0-or-later
//! Records as bytes: SGF without analysis, deflated. Analyses are findings and stand apart.

use crate::error::{LibraryError, Result};
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use gnubg_formats::Format;
use gnubg_formats::sgf::{self, SgfOptions};
use gnubg_record::MatchRecord;
use std::io::Read as _;

/// The bytes of a record.
pub(crate) fn pack(record: &MatchRecord) -> Result<Vec<u8>> {
    let text = sgf::write(&without_analysis(record), &SgfOptions::default());
    deflate(text.as_bytes())
}

/// The record of bytes.
pub(crate) fn unpack(bytes: &[u8]) -> Result<MatchRecord> {
    let text = inflate(bytes)?;
    let import = gnubg_formats::read(&text, None, Some(Format::Sgf));
    let import = import.map_err(|error| LibraryError::content("a match", error))?;
    let first = import.matches.into_iter().next();
    first.map(|one| one.record).ok_or_else(|| LibraryError::content("a match", "it is empty"))
}

/// The record as the library gives it back: without analysis, and with what SGF keeps of it.
pub(crate) fn settled(record: &MatchRecord) -> Result<(MatchRecord, Vec<u8>)> {
    let bytes = pack(record)?;
    Ok((unpack(&bytes)?, bytes))
}

fn without_analysis(record: &MatchRecord) -> MatchRecord {
    let mut plain = record.clone();
    plain.games.iter_mut().flat_map(|game| &mut game.entries).for_each(|entry| entry.analysis = None);
    plain
}

pub(crate) fn deflate(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let read = DeflateEncoder::new(bytes, Compression::best()).read_to_end(&mut out);
    read.map_err(|error| LibraryError::content("data", error))?;
    Ok(out)
}

pub(crate) fn inflate(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let read = DeflateDecoder::new(bytes).take(gnubg_formats::MAX_INPUT as u64 + 1).read_to_end(&mut out);
    read.map_err(|error| LibraryError::content("data", error))?;
    if out.len() > gnubg_formats::MAX_INPUT {
        return Err(LibraryError::content("data", "it is too large"));
    }
    Ok(out)
}
