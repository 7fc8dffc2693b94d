// SPDX-License-Identifier: GPL-3.0-or-later
//! Bytes and long texts within text files: deflated and in Base64.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use std::io::Read as _;

/// The largest number of bytes after decompression: some hundred thousand games of a rollout.
const MOST: u64 = 1 << 24;

/// `None` if the result could not be read back.
pub(crate) fn pack(bytes: &[u8]) -> Option<String> {
    let mut packed = Vec::new();
    DeflateEncoder::new(bytes, Compression::default()).read_to_end(&mut packed).ok()?;
    (bytes.len() as u64 <= MOST).then(|| STANDARD.encode(packed))
}

/// `None` if the text is damaged or empty. What is too long is cut.
pub(crate) fn unpack(packed: &str) -> Option<Vec<u8>> {
    let packed = STANDARD.decode(packed.trim()).ok()?;
    let mut bytes = Vec::new();
    let read = DeflateDecoder::new(&packed[..]).take(MOST).read_to_end(&mut bytes).ok()?;
    (read > 0).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_packed_and_unpacked() {
        let text = "{\"format\": \"gnubg rollout\", \"mean\": [0.1, 0.25]}".repeat(20);
        let packed = pack(text.as_bytes()).unwrap();
        assert!(packed.len() < text.len() / 5 && !packed.contains([']', '\\', ':']));
        assert_eq!(unpack(&packed).as_deref(), Some(text.as_bytes()));
        for wrong in ["", "A", "====", "QUJD", "!"] {
            assert_eq!(unpack(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_small_file_cannot_fill_the_memory() {
        let mut bytes = Vec::new();
        let zeros = std::io::repeat(b'0').take(4 * MOST);
        DeflateEncoder::new(zeros, Compression::best()).read_to_end(&mut bytes).unwrap();
        let unpacked = unpack(&STANDARD.encode(bytes)).unwrap();
        assert_eq!(unpacked.len() as u64, MOST);
    }
}
