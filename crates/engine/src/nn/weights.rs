// SPDX-License-Identifier: GPL-3.0-or-later
//! The weights file: named nets in one binary, with a checksum.
//!
//! Little-endian: magic `GNUBGNET`, version u32, number of nets u32; per net a name (u8 length, UTF-8), rows u32,
//! width u32, buckets u32, bias i16 × width, rows i16 × rows × width, then per bucket dense i16, bias f32, output f32,
//! output bias f32, weights and biases of the readings f32. A net with 0 buckets is a filter: after its rows come its
//! output weights, i16 × width. Last comes the CRC-32 of everything before it. Version 1 had no readings; they are 0.
//!
//! *Stability:* a change of this layout raises the version; a change of the inputs' meaning changes the net's name.

use super::HIDDEN;
use super::filter::{FILTER_ROWS, Filter};
use super::head::{Head, OUTPUTS, READINGS};
use super::network::{Network, NetworkShape};
use thiserror::Error;

/// How every weights file begins.
pub const MAGIC: &[u8; 8] = b"GNUBGNET";
const VERSION: u32 = 2;
/// The first version with readings.
const WITH_READINGS: u32 = 2;

/// Why a weights file cannot be used.
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
    /// Impossible sizes.
    #[error("net {name} in the weights file has impossible sizes or weights")]
    Shape {
        /// The net.
        name: String,
    },
    /// A required net is missing.
    #[error("the weights file holds no net named {name}")]
    Missing {
        /// The net.
        name: String,
    },
}

/// What a weights file holds.
#[derive(Clone, Debug)]
pub enum AnyNet {
    /// A net that estimates outcomes.
    Network(Network),
    /// A net that ranks positions.
    Filter(Filter),
}

/// Writes nets with their names.
#[must_use]
pub fn write_nets(nets: &[(&str, &AnyNet)]) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.extend_from_slice(&(nets.len() as u32).to_le_bytes());
    for (name, net) in nets {
        out.push(name.len().min(255) as u8);
        out.extend_from_slice(&name.as_bytes()[..name.len().min(255)]);
        match net {
            AnyNet::Network(network) => put_network(&mut out, network),
            AnyNet::Filter(filter) => put_filter(&mut out, filter),
        }
    }
    out.extend_from_slice(&crc32fast::hash(&out).to_le_bytes());
    out
}

fn put_sizes(out: &mut Vec<u8>, sizes: [usize; 3]) {
    sizes.iter().for_each(|&size| out.extend_from_slice(&(size as u32).to_le_bytes()));
}

fn put_shorts(out: &mut Vec<u8>, values: &[i16]) {
    values.iter().for_each(|v| out.extend_from_slice(&v.to_le_bytes()));
}

fn put_network(out: &mut Vec<u8>, network: &Network) {
    put_sizes(out, [network.shape.rows, network.shape.width, network.shape.buckets]);
    put_shorts(out, network.bias.as_slice());
    put_shorts(out, network.rows.as_slice());
    for head in &network.heads {
        put_shorts(out, &head.dense);
        let floats = head.bias.iter().chain(head.output.as_flattened()).chain(&head.output_bias);
        let floats = floats.chain(head.readings.as_flattened()).chain(&head.readings_bias);
        floats.for_each(|v| out.extend_from_slice(&v.to_le_bytes()));
    }
}

fn put_filter(out: &mut Vec<u8>, filter: &Filter) {
    put_sizes(out, [FILTER_ROWS, filter.width(), 0]);
    put_shorts(out, filter.bias.as_slice());
    put_shorts(out, filter.rows.as_slice());
    put_shorts(out, filter.output.as_slice());
}

/// Reads all nets of a weights file with their names.
///
/// # Errors
/// If the bytes are not a weights file, are of another version, cut off or damaged.
pub fn read_nets(bytes: &[u8]) -> Result<Vec<(String, AnyNet)>, WeightsError> {
    let mut reader = WeightsReader { bytes, at: 0 };
    if reader.take(8).ok() != Some(MAGIC) {
        return Err(WeightsError::Magic);
    }
    let found = reader.u32()?;
    if !(1..=VERSION).contains(&found) {
        return Err(WeightsError::Version { found });
    }
    let count = reader.u32()?;
    let mut parts = Vec::new();
    for _ in 0..count {
        parts.push(reader.parts(found >= WITH_READINGS)?);
    }
    let body = &bytes[..reader.at];
    let (expected, found) = (reader.u32()?, crc32fast::hash(body));
    if expected != found {
        return Err(WeightsError::Checksum { found, expected });
    }
    parts.into_iter().map(NetParts::assemble).collect()
}

struct NetParts {
    name: String,
    shape: NetworkShape,
    bias: Vec<i16>,
    rows: Vec<i16>,
    /// Of a filter; empty for other nets.
    output: Vec<i16>,
    heads: Vec<Head>,
}

impl NetParts {
    fn assemble(self) -> Result<(String, AnyNet), WeightsError> {
        let net = if self.shape.buckets == 0 {
            Filter::new(&self.rows, &self.bias, &self.output).map(AnyNet::Filter)
        } else {
            Network::new(self.shape, &self.rows, &self.bias, self.heads).map(AnyNet::Network)
        };
        let name = self.name;
        net.map(|net| (name.clone(), net)).ok_or(WeightsError::Shape { name })
    }
}

struct WeightsReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> WeightsReader<'a> {
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

    fn parts(&mut self, has_readings: bool) -> Result<NetParts, WeightsError> {
        let length = usize::from(self.take(1)?[0]);
        let name = String::from_utf8_lossy(self.take(length)?).into_owned();
        let [rows, width, buckets] = [self.u32()?, self.u32()?, self.u32()?].map(|n| n as usize);
        let shape = NetworkShape { rows, width, buckets };
        if !(NetworkShape { buckets: buckets.max(1), ..shape }).is_valid() {
            return Err(WeightsError::Shape { name });
        }
        let bias = self.i16s(width)?;
        let rows = self.i16s(rows * width)?;
        let output = if buckets == 0 { self.i16s(width)? } else { Vec::new() };
        let mut heads = Vec::new();
        for _ in 0..buckets {
            let dense = self.i16s(HIDDEN * width)?;
            let bias = self.f32s()?;
            let mut output = [[0.0; 2 * HIDDEN]; OUTPUTS];
            for outcome in &mut output {
                *outcome = self.f32s()?;
            }
            let output_bias = self.f32s()?;
            let mut readings = [[0.0; 2 * HIDDEN]; READINGS];
            let mut readings_bias = [0.0; READINGS];
            if has_readings {
                for reading in &mut readings {
                    *reading = self.f32s()?;
                }
                readings_bias = self.f32s()?;
            }
            heads.push(Head { dense, bias, output, output_bias, readings, readings_bias });
        }
        Ok(NetParts { name, shape, bias, rows, output, heads })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nn::LANES;

    fn small() -> AnyNet {
        let shape = NetworkShape { rows: 3, width: LANES, buckets: 2 };
        let head = Head {
            dense: (0..HIDDEN * LANES).map(|n| n as i16).collect(),
            bias: [0.5; HIDDEN],
            output: [[0.25; 2 * HIDDEN]; OUTPUTS],
            output_bias: [1.0; OUTPUTS],
            readings: [[0.125; 2 * HIDDEN]; READINGS],
            readings_bias: [-0.5; READINGS],
        };
        let rows: Vec<i16> = (0..3 * LANES).map(|n| n as i16 - 50).collect();
        AnyNet::Network(Network::new(shape, &rows, &[7; LANES], vec![head.clone(), head]).unwrap())
    }

    #[test]
    fn files_round_trip() {
        let rows: Vec<i16> = (0..FILTER_ROWS * LANES).map(|n| n as i16).collect();
        let filter = AnyNet::Filter(Filter::new(&rows, &[1; LANES], &[2; LANES]).unwrap());
        let bytes = write_nets(&[("one", &small()), ("two", &filter)]);
        let read = read_nets(&bytes).unwrap();
        assert_eq!((read[0].0.as_str(), read[1].0.as_str()), ("one", "two"));
        assert_eq!(write_nets(&[("one", &read[0].1), ("two", &read[1].1)]), bytes);
    }

    #[test]
    fn damage_is_found() {
        let good = write_nets(&[("one", &small())]);
        assert_eq!(read_nets(b"something else").unwrap_err(), WeightsError::Magic);
        for cut in [9, 14, 40, good.len() - 1] {
            assert!(matches!(read_nets(&good[..cut]), Err(WeightsError::Truncated { .. })), "{cut}");
        }
        let mut damaged = good.clone();
        damaged[200] ^= 1;
        assert!(matches!(read_nets(&damaged), Err(WeightsError::Checksum { .. })));
        let mut newer = good;
        newer[8] = 9;
        assert_eq!(read_nets(&newer).unwrap_err(), WeightsError::Version { found: 9 });
    }
}
