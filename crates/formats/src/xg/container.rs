// SPDX-License-Identifier: GPL-3.0-or-later
//! The archive of an `.xg` file: a header with a picture, then files packed with zlib.
//!
//! The first packed file always holds the records; other files are found by the registry at the end, where there is one
//! (files edited by other programs have none).

use crate::MAX_INPUT;
use flate2::Compression;
use flate2::read::{ZlibDecoder, ZlibEncoder};
use std::io::Read as _;

const MAGIC: &[u8] = b"RGMH";
const HEADER: usize = 8232;
const TRAILER: usize = 36;
const REGISTRY_ENTRY: usize = 532;
/// The largest number of files of an archive that are examined.
const MAX_FILES: usize = 64;

/// The files of an archive that are used.
#[derive(Debug, Default)]
pub(super) struct Archive {
    /// `temp.xg`: records.
    pub(super) records: Vec<u8>,
    /// `temp.xgc`: comments, one for each line.
    pub(super) comments: Vec<u8>,
    /// `temp.xgr`: rollouts.
    pub(super) rollouts: Vec<u8>,
    /// Whether the records are incomplete.
    pub(super) is_cut: bool,
}

const HEADER_VERSION: u32 = 1;
const ARCHIVE_VERSION: u32 = 1;
/// The longest name in the header, in units of UTF-16, without the final zero.
const MAX_TITLE: usize = 1023;
/// The mark of the usual compression in an entry of the registry.
const USUAL_COMPRESSION: u8 = 2;

/// An archive of the records, of the first and last of them, and of the comments, if there are any.
pub(super) fn pack(title: &str, records: &[u8], first_and_last: &[u8], comments: &str) -> Vec<u8> {
    let mut out = vec![0; HEADER];
    out[..4].copy_from_slice(MAGIC);
    out[4..8].copy_from_slice(&HEADER_VERSION.to_le_bytes());
    out[8..12].copy_from_slice(&(HEADER as u32).to_le_bytes());
    // Equal content has an equal identifier.
    for (n, half) in out[24..40].chunks_exact_mut(8).enumerate() {
        let seed = 0xcbf2_9ce4_8422_2325u64 ^ n as u64;
        let hash = records.iter().fold(seed, |hash, &b| (hash ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
        half.copy_from_slice(&hash.to_le_bytes());
    }
    let title: Vec<u8> = title.encode_utf16().take(MAX_TITLE).flat_map(u16::to_le_bytes).collect();
    for at in [40, 2088] {
        out[at..at + title.len()].copy_from_slice(&title);
    }
    let files = [("temp.xg", records), ("temp.xgi", first_and_last), ("temp.xgc", comments.as_bytes())];
    let (mut registry, mut n_files) = (Vec::new(), 0u32);
    for (name, content) in files.into_iter().filter(|(_, content)| !content.is_empty()) {
        let (packed, start) = (deflate(content), out.len() - HEADER);
        let mut entry = [0; REGISTRY_ENTRY];
        entry[0] = name.len() as u8;
        entry[1..=name.len()].copy_from_slice(name.as_bytes());
        let numbers = [size(content.len()), size(packed.len()), size(start), checksum(content)];
        for (n, number) in numbers.into_iter().enumerate() {
            entry[512 + 4 * n..516 + 4 * n].copy_from_slice(&number.to_le_bytes());
        }
        entry[529] = USUAL_COMPRESSION;
        registry.extend_from_slice(&entry);
        out.extend_from_slice(&packed);
        n_files += 1;
    }
    let data_size = size(out.len() - HEADER);
    let registry = deflate(&registry);
    out.extend_from_slice(&registry);
    let is_packed = 1;
    let sum = checksum(&out[HEADER..]);
    for number in [sum, n_files, ARCHIVE_VERSION, size(registry.len()), data_size, is_packed] {
        out.extend_from_slice(&number.to_le_bytes());
    }
    out.extend_from_slice(&[0; TRAILER - 24]);
    out
}

fn size(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    // Nothing can fail in memory.
    let _ = ZlibEncoder::new(bytes, Compression::default()).read_to_end(&mut out);
    out
}

/// Whether the bytes begin like an archive.
pub(crate) fn looks_like(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

pub(super) type Failure = (usize, String);

/// Unpacks an archive.
pub(super) fn unpack(bytes: &[u8]) -> Result<Archive, Failure> {
    let thumbnail = number(bytes, 20).ok_or_else(|| (bytes.len(), "the header is incomplete".to_owned()))?;
    let start = HEADER.checked_add(thumbnail).filter(|&start| start < bytes.len()).ok_or_else(|| {
        (20, format!("the picture of {thumbnail} bytes extends beyond the end of the file"))
    })?;
    let (records, is_whole) = inflate(&bytes[start..]);
    if records.is_empty() {
        return Err((start, "the compressed games cannot be decompressed".to_owned()));
    }
    let comments = file_named(bytes, start, "temp.xgc").unwrap_or_default();
    let rollouts = file_named(bytes, start, "temp.xgr").unwrap_or_default();
    Ok(Archive { records, comments, rollouts, is_cut: !is_whole })
}

/// A 32-bit number.
fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    usize::try_from(u32::from_le_bytes(bytes.try_into().ok()?)).ok()
}

/// One packed file as far as it can be decompressed, and whether it is complete.
fn inflate(bytes: &[u8]) -> (Vec<u8>, bool) {
    let mut out = Vec::new();
    let outcome = ZlibDecoder::new(bytes).take(MAX_INPUT as u64).read_to_end(&mut out);
    let is_whole = outcome.is_ok() && out.len() < MAX_INPUT;
    (out, is_whole)
}

/// A file of the archive by the registry.
fn file_named(bytes: &[u8], start: usize, name: &str) -> Option<Vec<u8>> {
    let trailer = bytes.len().checked_sub(TRAILER)?;
    let field = |n: usize| number(bytes, trailer + 4 * n);
    let (count, size, packed) = (field(1)?, field(3)?, field(5)?);
    let registry = trailer.checked_sub(size).filter(|&at| at >= start)?;
    let registry = &bytes[registry..trailer];
    let registry = if packed == 1 { inflate(registry).0 } else { registry.to_vec() };
    for entry in registry.chunks_exact(REGISTRY_ENTRY).take(count.min(MAX_FILES)) {
        let length = usize::from(entry[0]);
        if entry.get(1..=length)? != name.as_bytes() {
            continue;
        }
        let (size, offset) = (number(entry, 516)?, number(entry, 520)?);
        let at = start.checked_add(offset)?;
        let data = bytes.get(at..at.checked_add(size)?)?;
        return Some(if entry[528] == 0 { inflate(data).0 } else { data.to_vec() });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_can_be_unpacked() {
        let found = unpack(&pack("Ann - Ben", &[7; 5120], &[7; 5120], "one\r\ntwo\r\n")).unwrap();
        assert_eq!((found.records, found.is_cut), (vec![7; 5120], false));
        assert_eq!(found.comments, b"one\r\ntwo\r\n");
        assert_eq!(unpack(&pack(&"弘".repeat(3000), &[1], &[1], "")).unwrap().comments, b"");
    }

    #[test]
    fn absurd_headers_are_refused() {
        assert!(unpack(b"RGMH").is_err());
        let mut bytes = vec![0; 9000];
        bytes[..4].copy_from_slice(MAGIC);
        bytes[20..24].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(unpack(&bytes).unwrap_err().0, 20);
        bytes[20..24].copy_from_slice(&[0; 4]);
        assert_eq!(unpack(&bytes).unwrap_err().0, HEADER);
    }
}
