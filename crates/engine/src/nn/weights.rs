// SPDX-License-Identifier: GPL-3.0-or-later
//! The weights file: named nets in one binary, with a checksum.
//!
//! Little-endian: magic `GNUBGNET`, version u32, number of nets u32; per net a name (u8 length, UTF-8), rows u32,
//! width u32, buckets u32, bias i16 × width, rows i16 × rows × width, then per bucket dense i16, bias f32, output f32,
//! output bias f32; last the CRC-32 of everything before it.
//!
//! *Stability:* a change of this layout raises the version; a change of the inputs' meaning changes the net's name.

use super::HIDDEN;
use super::network::{Head, Network, OUTPUTS, Shape};
use thiserror::Error;

const MAGIC: &[u8; 8] = b"GNUBGNET";
const VERSION: u32 = 1;

/// Why bytes are not a usable weights file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// Not a weights file at all.
    #[error("not a weights file: it does not begin with GNUBGNET")]
    Magic,
    /// Written by a newer or older program.
    #[error("weights file of version {found}; this program reads version {VERSION}")]
    Version {
        /// The version found.
        found: u32,
    },
    /// The file ends early.
    #[error("weights file is cut off at byte {at}")]
    Truncated {
        /// Where more bytes were expected.
        at: usize,
    },
    /// The bytes were damaged.
    #[error("weights file is damaged: its checksum is {found:08x}, not {expected:08x}")]
    Checksum {
        /// Checksum of the bytes.
        found: u32,
        /// Checksum stored in the file.
        expected: u32,
    },
    /// Sizes that cannot be.
    #[error("net {name} in the weights file has impossible sizes or weights")]
    Shape {
        /// The net.
        name: String,
    },
    /// A net the program needs is not there.
    #[error("the weights file holds no net named {name}")]
    Missing {
        /// The net.
        name: String,
    },
}

/// Writes nets with their names.
#[must_use]
pub fn write_networks(networks: &[(&str, &Network)]) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.extend_from_slice(&(networks.len() as u32).to_le_bytes());
    for (name, network) in networks {
        out.push(name.len().min(255) as u8);
        out.extend_from_slice(&name.as_bytes()[..name.len().min(255)]);
        let shape = network.shape;
        for size in [shape.rows, shape.width, shape.buckets] {
            out.extend_from_slice(&(size as u32).to_le_bytes());
        }
        let mut shorts = |values: &[i16]| values.iter().for_each(|v| out.extend_from_slice(&v.to_le_bytes()));
        shorts(network.bias.as_slice());
        shorts(network.rows.as_slice());
        for head in &network.heads {
            head.dense.iter().for_each(|v| out.extend_from_slice(&v.to_le_bytes()));
            let floats = head.bias.iter().chain(head.output.as_flattened()).chain(&head.output_bias);
            floats.for_each(|v| out.extend_from_slice(&v.to_le_bytes()));
        }
    }
    out.extend_from_slice(&crc32fast::hash(&out).to_le_bytes());
    out
}

/// Reads all nets of a weights file with their names.
///
/// # Errors
/// If the bytes are not a weights file, are of another version, cut off or damaged.
pub fn read_networks(bytes: &[u8]) -> Result<Vec<(String, Network)>, WeightsError> {
    let mut reader = Reader { bytes, at: 0 };
    if reader.take(8).ok() != Some(MAGIC) {
        return Err(WeightsError::Magic);
    }
    let found = reader.u32()?;
    if found != VERSION {
        return Err(WeightsError::Version { found });
    }
    let count = reader.u32()?;
    let mut networks = Vec::new();
    for _ in 0..count {
        networks.push(reader.network()?);
    }
    let body = &bytes[..reader.at];
    let (expected, found) = (reader.u32()?, crc32fast::hash(body));
    if expected != found {
        return Err(WeightsError::Checksum { found, expected });
    }
    networks
        .into_iter()
        .map(|parts| {
            let name = parts.name;
            Network::new(parts.shape, &parts.rows, &parts.bias, parts.heads)
                .map(|network| (name.clone(), network))
                .ok_or(WeightsError::Shape { name })
        })
        .collect()
}

struct Parts {
    name: String,
    shape: Shape,
    bias: Vec<i16>,
    rows: Vec<i16>,
    heads: Vec<Head>,
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize) -> Result<&'a [u8], WeightsError> {
        let end = self.at.checked_add(n).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or(WeightsError::Truncated { at: self.bytes.len() })?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn u32(&mut self) -> Result<u32, WeightsError> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn i16s(&mut self, n: usize) -> Result<Vec<i16>, WeightsError> {
        Ok(self.take(2 * n)?.chunks_exact(2).map(|b| i16::from_le_bytes([b[0], b[1]])).collect())
    }

    fn f32s<const N: usize>(&mut self) -> Result<[f32; N], WeightsError> {
        let bytes = self.take(4 * N)?;
        Ok(std::array::from_fn(|k| {
            f32::from_le_bytes([bytes[4 * k], bytes[4 * k + 1], bytes[4 * k + 2], bytes[4 * k + 3]])
        }))
    }

    fn network(&mut self) -> Result<Parts, WeightsError> {
        let length = usize::from(self.take(1)?[0]);
        let name = String::from_utf8_lossy(self.take(length)?).into_owned();
        let [rows, width, buckets] = [self.u32()?, self.u32()?, self.u32()?].map(|n| n as usize);
        let shape = Shape { rows, width, buckets };
        if !shape.is_valid() {
            return Err(WeightsError::Shape { name });
        }
        let bias = self.i16s(width)?;
        let rows = self.i16s(rows * width)?;
        let mut heads = Vec::new();
        for _ in 0..buckets {
            let dense = self.i16s(HIDDEN * width)?;
            let bias = self.f32s()?;
            let mut output = [[0.0; 2 * HIDDEN]; OUTPUTS];
            for outcome in &mut output {
                *outcome = self.f32s()?;
            }
            heads.push(Head { dense, bias, output, output_bias: self.f32s()? });
        }
        Ok(Parts { name, shape, bias, rows, heads })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::LANES;

    fn small() -> Network {
        let shape = Shape { rows: 3, width: LANES, buckets: 2 };
        let head = Head {
            dense: (0..HIDDEN * LANES).map(|n| n as i16).collect(),
            bias: [0.5; HIDDEN],
            output: [[0.25; 2 * HIDDEN]; OUTPUTS],
            output_bias: [1.0; OUTPUTS],
        };
        let rows: Vec<i16> = (0..3 * LANES).map(|n| n as i16 - 50).collect();
        Network::new(shape, &rows, &[7; LANES], vec![head.clone(), head]).unwrap()
    }

    #[test]
    fn files_round_trip() {
        let bytes = write_networks(&[("one", &small())]);
        let read = read_networks(&bytes).unwrap();
        assert_eq!(read[0].0, "one");
        assert_eq!(write_networks(&[("one", &read[0].1)]), bytes);
    }

    #[test]
    fn damage_is_found() {
        let good = write_networks(&[("one", &small())]);
        assert_eq!(read_networks(b"something else").unwrap_err(), WeightsError::Magic);
        for cut in [9, 14, 40, good.len() - 1] {
            assert!(matches!(read_networks(&good[..cut]), Err(WeightsError::Truncated { .. })), "{cut}");
        }
        let mut damaged = good.clone();
        damaged[200] ^= 1;
        assert!(matches!(read_networks(&damaged), Err(WeightsError::Checksum { .. })));
        let mut newer = good;
        newer[8] = 9;
        assert_eq!(read_networks(&newer).unwrap_err(), WeightsError::Version { found: 9 });
    }
}
