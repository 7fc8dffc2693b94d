// SPDX-License-Identifier: GPL-3.0-or-later
//! The 40-byte text header of a database file and what follows from it.

use super::BearoffError;
use super::index::PositionIndex;
use std::fmt;

/// Bytes before the records.
pub(crate) const HEADER_BYTES: usize = 40;

/// What a database holds and how it is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Distributions of the number of rolls one side needs.
    OneSided {
        /// The positions.
        index: PositionIndex,
        /// Whether distributions for bearing the first checker off are included.
        gammons: bool,
        /// Whether zeros at both ends of a distribution are left out.
        compressed: bool,
    },
    /// Means and deviations of the number of rolls one side needs.
    Normal {
        /// The positions.
        index: PositionIndex,
    },
    /// Equities of pairs of positions.
    TwoSided {
        /// The positions of each side.
        index: PositionIndex,
        /// Whether the equities with the cube in its three places are included.
        cubeful: bool,
    },
    /// Outcome chances and equities of all positions of a hypergammon game.
    Hyper {
        /// The positions of each side.
        index: PositionIndex,
    },
}

impl Format {
    /// One-sided with 15 checkers, or `None` beyond 18 points.
    #[must_use]
    pub fn one_sided(points: usize, gammons: bool, compressed: bool) -> Option<Format> {
        Some(Format::OneSided { index: PositionIndex::new(points, 15)?, gammons, compressed })
    }

    /// One-sided normal approximations with 15 checkers, or `None` beyond 18 points.
    #[must_use]
    pub fn normal(points: usize) -> Option<Format> {
        Some(Format::Normal { index: PositionIndex::new(points, 15)? })
    }

    /// Two-sided, or `None` if there is no such numbering.
    #[must_use]
    pub fn two_sided(points: usize, checkers: usize, cubeful: bool) -> Option<Format> {
        Some(Format::TwoSided { index: PositionIndex::new(points, checkers)?, cubeful })
    }

    /// Hypergammon with 1 to 3 checkers.
    #[must_use]
    pub fn hyper(checkers: usize) -> Option<Format> {
        let index = PositionIndex::new(25, checkers).filter(|_| checkers <= 3)?;
        Some(Format::Hyper { index })
    }

    /// The numbering of one side's positions.
    #[must_use]
    pub fn index(&self) -> &PositionIndex {
        match self {
            Format::OneSided { index, .. }
            | Format::Normal { index }
            | Format::TwoSided { index, .. }
            | Format::Hyper { index } => index,
        }
    }

    /// Size of the whole file, or `None` where it depends on the contents (compressed distributions).
    #[must_use]
    pub(crate) fn file_size(&self) -> Option<u64> {
        let n = u64::from(self.index().n_positions());
        let records = match *self {
            Format::OneSided { compressed: true, .. } => return None,
            Format::OneSided { gammons, .. } => n * if gammons { 128 } else { 64 },
            Format::Normal { .. } => n * 16,
            // The size of the largest pairs that a header can name exceeds the type; no file is that long.
            Format::TwoSided { cubeful, .. } => (n * n).saturating_mul(if cubeful { 8 } else { 2 }),
            Format::Hyper { .. } => n * n * 28,
        };
        Some(records.saturating_add(HEADER_BYTES as u64))
    }

    /// The header of such a file.
    #[must_use]
    pub fn header(&self) -> [u8; HEADER_BYTES] {
        let (points, checkers) = (self.index().points(), self.index().checkers());
        let flag = |set: bool| u8::from(set);
        let text = match *self {
            Format::OneSided { gammons, compressed, .. } => {
                format!("gnubg-OS-{points:02}-{checkers:02}-{}-{}-0", flag(gammons), flag(compressed))
            }
            Format::Normal { .. } => format!("gnubg-OS-{points:02}-{checkers:02}-1-0-1"),
            Format::TwoSided { cubeful, .. } => {
                format!("gnubg-TS-{points:02}-{checkers:02}-{}", flag(cubeful))
            }
            Format::Hyper { .. } => format!("gnubg-H{checkers}"),
        };
        let mut header = [b'x'; HEADER_BYTES];
        header[..text.len()].copy_from_slice(text.as_bytes());
        header[HEADER_BYTES - 1] = b'\n';
        header
    }

    /// Reads a header.
    ///
    /// # Errors
    /// If `bytes` do not begin with the header of a kind and size that can exist. `name` is for the message.
    pub fn parse(bytes: &[u8], name: &str) -> Result<Format, BearoffError> {
        let not_one = || BearoffError::NotADatabase {
            name: name.to_owned(),
            found: String::from_utf8_lossy(&bytes[..bytes.len().min(12)]).into_owned(),
        };
        let header = bytes.first_chunk::<HEADER_BYTES>().ok_or_else(not_one)?;
        let field = |offset: usize, length: usize, what: &'static str| {
            let text = &header[offset..offset + length];
            let digits =
                std::str::from_utf8(text).ok().and_then(|text| text.trim_start().parse::<usize>().ok());
            digits.ok_or_else(|| bad(name, what, offset, text))
        };
        if header.starts_with(b"gnubg-H") {
            let checkers = field(7, 1, "number of checkers")?;
            return Format::hyper(checkers).ok_or_else(|| bad(name, "number of checkers", 7, &header[7..8]));
        }
        let two_sided = header.starts_with(b"gnubg-TS-");
        if !two_sided && !header.starts_with(b"gnubg-OS-") {
            return Err(not_one());
        }
        let (points, checkers) = (field(9, 2, "number of points")?, field(12, 2, "number of checkers")?);
        let index = PositionIndex::new(points, checkers)
            .filter(|_| points < 24)
            .ok_or_else(|| bad(name, "size", 9, &header[9..14]))?;
        let flag = |offset, what| field(offset, 1, what).map(|value| value != 0);
        Ok(if two_sided {
            Format::TwoSided { index, cubeful: flag(15, "cubeful flag")? }
        } else if flag(19, "normal-distribution flag")? {
            Format::Normal { index }
        } else {
            Format::OneSided {
                index,
                gammons: flag(15, "gammon flag")?,
                compressed: flag(17, "compression flag")?,
            }
        })
    }

    /// For an error where something else was expected.
    pub(super) fn wrong_kind(&self, name: &str, wanted: &str) -> BearoffError {
        BearoffError::WrongKind { name: name.to_owned(), found: self.to_string(), wanted: wanted.to_owned() }
    }
}

fn bad(name: &str, what: &'static str, offset: usize, found: &[u8]) -> BearoffError {
    let found = String::from_utf8_lossy(found).into_owned();
    BearoffError::BadHeader { name: name.to_owned(), what, offset, found }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (points, checkers) = (self.index().points(), self.index().checkers());
        match *self {
            Format::OneSided { gammons, compressed, .. } => write!(
                f,
                "a one-sided database of {checkers} checkers on {points} points, {}, {}",
                if gammons { "with gammons" } else { "without gammons" },
                if compressed { "compressed" } else { "uncompressed" },
            ),
            Format::Normal { .. } => {
                write!(
                    f,
                    "a one-sided database of normal approximations for {checkers} checkers on {points} points"
                )
            }
            Format::TwoSided { cubeful, .. } => write!(
                f,
                "a two-sided database of {checkers} checkers on {points} points, {}",
                if cubeful { "with cube" } else { "cubeless" },
            ),
            Format::Hyper { .. } => write!(f, "a hypergammon database of {checkers} checkers"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_round_trip() {
        let formats = [
            (Format::one_sided(6, true, true), "gnubg-OS-06-15-1-1-0xxxxxxxxxxxxxxxxxxx\n"),
            (Format::one_sided(10, false, false), "gnubg-OS-10-15-0-0-0xxxxxxxxxxxxxxxxxxx\n"),
            (Format::normal(4), "gnubg-OS-04-15-1-0-1xxxxxxxxxxxxxxxxxxx\n"),
            (Format::two_sided(6, 8, true), "gnubg-TS-06-08-1xxxxxxxxxxxxxxxxxxxxxxx\n"),
            (Format::hyper(3), "gnubg-H3xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"),
        ];
        for (format, header) in formats {
            let format = format.unwrap();
            assert_eq!(std::str::from_utf8(&format.header()), Ok(header));
            assert_eq!(Format::parse(header.as_bytes(), "test").unwrap(), format);
        }
    }

    #[test]
    fn impossible_headers_are_errors() {
        for header in [
            "",
            "gnubg-OS-06",
            "GNUbg-OS-06-15-1-1-0xxxxxxxxxxxxxxxxxxx\n",
            "gnubg-OS-00-15-1-1-0xxxxxxxxxxxxxxxxxxx\n",
            "gnubg-OS-24-15-1-1-0xxxxxxxxxxxxxxxxxxx\n",
            "gnubg-OS-ab-15-1-1-0xxxxxxxxxxxxxxxxxxx\n",
            "gnubg-TS-06-16-1xxxxxxxxxxxxxxxxxxxxxxx\n",
            "gnubg-TS-06-06-xxxxxxxxxxxxxxxxxxxxxxxx\n",
            "gnubg-H4xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n",
        ] {
            assert!(Format::parse(header.as_bytes(), "test").is_err(), "{header:?}");
        }
    }

    #[test]
    fn sizes_are_the_published_ones() {
        let size = |format: Option<Format>| format.unwrap().file_size();
        assert_eq!(size(Format::hyper(3)), Some(300_500_968));
        assert_eq!(size(Format::two_sided(6, 10, true)), Some(513_024_552));
        assert_eq!(size(Format::normal(6)), Some(868_264));
        assert_eq!(size(Format::one_sided(4, false, false)), Some(248_104));
        // A header can name it, but no file has that size.
        let header = b"gnubg-TS-21-14-1xxxxxxxxxxxxxxxxxxxxxxx\n";
        assert_eq!(Format::parse(header, "test").unwrap().file_size(), Some(u64::MAX));
    }
}
