// SPDX-License-Identifier: GPL-3.0-or-later
//! Whole rollouts within SGF: rollout files, deflated and encoded in Base64.

use super::lex::Prop;
use super::names;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use gnubg_record::Entry;
use gnubg_record::analysis::Analysis;
use std::fmt::Write as _;
use std::io::Read as _;
use std::sync::Arc;

/// The longest text after decompression, in bytes: some hundred thousand games.
const MOST: u64 = 1 << 24;

/// The property with the rollouts behind an analysis, if there are any.
pub(super) fn write(out: &mut String, analysis: &Analysis) {
    let rollouts = [('p', &analysis.play_rollout), ('c', &analysis.cube_rollout)];
    let mut values = String::new();
    for (letter, text) in rollouts {
        if let Some(packed) = text.as_ref().and_then(|text| pack(text)) {
            let _ = write!(values, "[{letter}:{packed}]");
        }
    }
    if !values.is_empty() {
        let _ = write!(out, "{}{values}", names::ROLLOUTS);
    }
}

/// The rollouts of a property; whether all could be read.
pub(super) fn read(entry: &mut Entry, prop: &Prop<'_>) -> bool {
    let mut is_whole = true;
    for value in &prop.values {
        let unpacked = value.split_once(':').and_then(|(letter, packed)| Some((letter, unpack(packed)?)));
        entry.update_analysis(|analysis| match unpacked {
            Some(("p", text)) if analysis.play.is_some() => analysis.play_rollout = Some(text),
            Some(("c", text)) if analysis.cube.is_some() => analysis.cube_rollout = Some(text),
            _ => is_whole = false,
        });
    }
    is_whole
}

/// `None` if the result could not be read back.
fn pack(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    DeflateEncoder::new(text.as_bytes(), Compression::best()).read_to_end(&mut bytes).ok()?;
    (text.len() as u64 <= MOST).then(|| STANDARD.encode(bytes))
}

fn unpack(packed: &str) -> Option<Arc<str>> {
    let bytes = STANDARD.decode(packed.trim()).ok()?;
    let mut text = String::new();
    let read = DeflateDecoder::new(&bytes[..]).take(MOST).read_to_string(&mut text).ok()?;
    (read > 0).then(|| text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_packed_and_unpacked() {
        let text = "{\"format\": \"gnubg rollout\", \"mean\": [0.1, 0.25]}".repeat(20);
        let packed = pack(&text).unwrap();
        assert!(packed.len() < text.len() / 5 && !packed.contains([']', '\\', ':']));
        assert_eq!(unpack(&packed).as_deref(), Some(&text[..]));
        for wrong in ["", "A", "====", "QUJD", "!"] {
            assert_eq!(unpack(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_small_file_cannot_fill_the_memory() {
        let mut bytes = Vec::new();
        let zeros = std::io::repeat(b'0').take(4 * MOST);
        DeflateEncoder::new(zeros, Compression::best()).read_to_end(&mut bytes).unwrap();
        let text = unpack(&STANDARD.encode(bytes)).unwrap();
        assert_eq!(text.len() as u64, MOST);
    }
}
