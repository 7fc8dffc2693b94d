// SPDX-License-Identifier: GPL-3.0-or-later
//! BGBlitz's `.bgf`: a line of JSON, then a packed document in Smile (binary JSON) or JSON.
//!
//! Green becomes seat `Zero`, Red seat `One`. Numbers of the analysis are decimal texts; −999 and −99 mean "unknown".

mod import;
mod value;
mod write;

pub(crate) use write::write;

use crate::error::{ImportError, Place};
use crate::{Format, Imported, MAX_INPUT};
use flate2::read::{GzDecoder, ZlibDecoder};
use serde_json::Value;
use std::io::Read as _;

/// Actions that are no roll: the field of the second die has the mark, that of the first one the code.
mod action {
    pub(super) const MARK: i64 = 7;
    pub(super) const DOUBLE: i64 = 1;
    pub(super) const TAKE: i64 = 2;
    pub(super) const PASS: i64 = 3;
    pub(super) const WON: i64 = 4;
    pub(super) const DANCE: i64 = 5;
}

/// Where the first line must have ended.
const MAX_LINE: usize = 1000;

/// Whether the bytes begin with the line of JSON.
pub(crate) fn looks_like(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(MAX_LINE)];
    let line = start.split(|&byte| byte == b'\n').next().unwrap_or(&[]);
    let has = |word: &[u8]| line.windows(word.len()).any(|window| window == word);
    line.starts_with(b"{") && has(b"\"format\"") && has(b"BGF")
}

/// Reads a file.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Imported>, ImportError> {
    let error = |at, reason: String| ImportError::Unreadable {
        format: Format::BgBlitz,
        at: Place::Offset(at),
        reason,
    };
    let line = bytes.iter().take(MAX_LINE).position(|&byte| byte == b'\n');
    let Some(line) = line else {
        return Err(error(0, "the first line is not JSON".to_owned()));
    };
    serde_json::from_slice::<Value>(&bytes[..line])
        .map_err(|reason| error(0, format!("the first line is not JSON: {reason}")))?;
    let start = line + 1;
    let document = unpack(&bytes[start..]).map_err(|reason| error(start, reason))?;
    let document = parse(&document).map_err(|reason| error(start, reason))?;
    import::read(&document).map_err(|reason| error(start, reason))
}

fn unpack(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let limit = MAX_INPUT as u64 + 1;
    let mut out = Vec::new();
    let outcome = match bytes {
        [0x1f, 0x8b, ..] => GzDecoder::new(bytes).take(limit).read_to_end(&mut out),
        [0x78, ..] => ZlibDecoder::new(bytes).take(limit).read_to_end(&mut out),
        _ => {
            out = bytes.to_vec();
            Ok(out.len())
        }
    };
    outcome.map_err(|reason| format!("the compressed match cannot be decompressed: {reason}"))?;
    if out.len() > MAX_INPUT { Err("the decompressed match is too large".to_owned()) } else { Ok(out) }
}

fn parse(document: &[u8]) -> Result<Value, String> {
    if document.starts_with(b":)\n") {
        value::check_depth(document)?;
        return serde_smile::from_slice(document)
            .map_err(|reason| format!("the match is not a Smile document: {reason}"));
    }
    serde_json::from_slice(document).map_err(|reason| format!("the match is not a JSON document: {reason}"))
}
