// SPDX-License-Identifier: GPL-3.0-or-later
//! MD5 sums of the databases as published in the manual of GNU Backgammon (variants: computed by its tool).

use super::bytes::Bytes;
use super::{BearoffError, Format};
use md5::{Digest, Md5};

/// A database whose every byte is known.
#[derive(Clone, Copy, Debug)]
pub struct KnownFile {
    /// What it is.
    pub format: Format,
    /// MD5 of the whole file in hexadecimal digits.
    pub md5: &'static str,
}

/// `(points, MD5)` of one-sided databases with default options.
const ONE_SIDED: [(usize, &str); 13] = [
    (1, "c789f049ec98ce4e307b471257999f39"),
    (2, "b6e61c1625ae4b3b164e93ab064192b9"),
    (3, "346dae6139ccb4b227c534373e5c52e4"),
    (4, "653255f5f9f22fd50277f7ff25b2a343"),
    (5, "2064f9a56b23117d053a573c96a92fa2"),
    (6, "3dc7b833c4670849cee00479a9e21b49"),
    (7, "67235c8e0ee152df5daf36cbeae5b3c2"),
    (8, "a4acbb5c7e9e1f08e561afe0af934e5c"),
    (9, "9c4ddab4e51c3e668c9c97b8f8768dbc"),
    (10, "81b3898f06bbd08ee8295a839251a10a"),
    (11, "78ecb4be86dab6af8755ea4063d50fb6"),
    (12, "770fcff48894a96ebb2249343ef94866"),
    (13, "cc74b69a62f6e648936f533838a527a8"),
];

/// `(gammons, compressed, MD5)` of the other one-sided layouts, 4 points.
const ONE_SIDED_LAYOUTS: [(bool, bool, &str); 3] = [
    (false, true, "047224d7882dd9432913330858f5578e"),
    (true, false, "e6eacd41c36e73db31b4625fb2c83a65"),
    (false, false, "7a5b9a6313660f8482f1bfbabd359798"),
];

/// `(points, MD5)` of normal approximations.
const NORMAL: [(usize, &str); 3] = [
    (3, "602f56298be096198ec3617ff47368cd"),
    (4, "5f26057e178f0edb000fe326d5c50b1c"),
    (6, "166635744ebc32c2deb6d21bb2d3134b"),
];

/// `(checkers, cubeful, MD5)` of two-sided databases on 6 points.
const TWO_SIDED: [(usize, bool, &str); 11] = [
    (3, false, "a2960236498157daf236b4c2e62c31c5"),
    (1, true, "7ed6f8e7fce16ea2b80e07a4a516653c"),
    (2, true, "e9d760bf213841c285245ed757a52f4d"),
    (3, true, "9d67da3db32ad4720cc38eecf9a67967"),
    (4, true, "9156f37032d1d4b0352a41186e632dfc"),
    (5, true, "0db19ab08feae1feb33ddbd709479f62"),
    (6, true, "44b6040b49b46cb9dd2ce8caa947044d"),
    (7, true, "9eb8b042d4d2ddf8d40e74a892745ad5"),
    (8, true, "fcdbbc80b7ef84ddc81b839d0f26bed1"),
    (9, true, "a11b2d410d51401143d05e73f9ffac15"),
    (10, true, "12dc70c86f356d06bc96ee38dee40c62"),
];

/// The databases whose checksums are published; small ones of each kind first.
pub fn published() -> impl Iterator<Item = KnownFile> {
    let one_sided = ONE_SIDED.into_iter().map(|(points, md5)| (Format::one_sided(points, true, true), md5));
    let layouts = ONE_SIDED_LAYOUTS
        .into_iter()
        .map(|(gammons, compressed, md5)| (Format::one_sided(4, gammons, compressed), md5));
    let normal = NORMAL.into_iter().map(|(points, md5)| (Format::normal(points), md5));
    let two_sided =
        TWO_SIDED.into_iter().map(|(checkers, cubeful, md5)| (Format::two_sided(6, checkers, cubeful), md5));
    layouts
        .chain(normal)
        .chain(two_sided)
        .chain(one_sided)
        .filter_map(|(format, md5)| Some(KnownFile { format: format?, md5 }))
}

/// How many bytes are added to a checksum at once.
const CHUNK: usize = 1 << 20;

/// Whether a database that is in memory is the published one with its header, if there is one.
pub(super) fn verify(bytes: &Bytes, format: Format, name: &str) -> Result<(), BearoffError> {
    match bytes.in_memory() {
        Some(_) => verify_all(bytes, format, name, &|| false),
        None => Ok(()),
    }
}

/// The same for any database; it reads the whole file. Stops without an answer when `stops` is true.
pub(super) fn verify_all(
    bytes: &Bytes,
    format: Format,
    name: &str,
    stops: &dyn Fn() -> bool,
) -> Result<(), BearoffError> {
    let Some(known) = published().find(|known| known.format == format) else { return Ok(()) };
    let mut sum = Md5::new();
    let mut scratch = if bytes.in_memory().is_some() { Vec::new() } else { vec![0; CHUNK] };
    for at in (0..bytes.len()).step_by(CHUNK) {
        if stops() {
            return Ok(());
        }
        let length = CHUNK.min(bytes.len() - at);
        let Some(part) = bytes.slice(at, length, &mut scratch) else { return Ok(()) };
        sum.update(part);
    }
    let found: String = sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    if found == known.md5 {
        return Ok(());
    }
    Err(BearoffError::Checksum { name: name.to_owned(), found, expected: known.md5 })
}
