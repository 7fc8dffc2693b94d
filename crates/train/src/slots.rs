// SPDX-License-Identifier: GPL-3.0-or-later
//! `train slots`: labelled positions as a trainer on a graphics processor reads them (`crates/train/gpu`).
//!
//! Little-endian: magic `BGSLOTS1`; u32 part (0 contact, 1 race); for both parts u32 rows, slots, buckets and shared
//! vectors; u32 shares, and per share u32 row, u32 shared vector, f32 factor. Then records of u16: the row of each slot
//! (65535 for none), the bucket, the five chances and the weight as in [`crate::data`].

use crate::data::{NetPart, Sample};
use crate::fit::schema_of;
use crate::label;
use crate::model::Sharing;
use anyhow::Result;
use gnubg_engine::core::Board;
use gnubg_engine::eval::inputs::{encode_contact, encode_race};
use rayon::prelude::*;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

const MAGIC: &[u8; 8] = b"BGSLOTS1";

/// Samples encoded at a time.
const CHUNK: usize = 1 << 18;

/// Options of `train slots`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SlotsOptions {
    /// Files of labelled positions
    #[arg(required = true)]
    data: Vec<PathBuf>,
    /// Those of the race net, instead of those of the contact net
    #[arg(long)]
    races: bool,
    /// The file to write
    #[arg(long)]
    out: PathBuf,
}

pub(crate) fn run(options: &SlotsOptions) -> Result<()> {
    let part = if options.races { NetPart::Race } else { NetPart::Contact };
    let mut file = File::create(&options.out)?;
    file.write_all(&header(part))?;
    let mut count = 0;
    for path in &options.data {
        let [contact, race] = label::load(std::slice::from_ref(path))?;
        let samples = if options.races { race } else { contact };
        for chunk in samples.chunks(CHUNK) {
            let parts: Vec<Vec<u8>> =
                chunk.par_chunks(1 << 12).map(|part_of| records(part, part_of)).collect();
            for bytes in parts {
                file.write_all(&bytes)?;
            }
        }
        count += samples.len();
    }
    println!("slots: {count} {part:?} positions");
    Ok(())
}

fn header(part: NetPart) -> Vec<u8> {
    let sharing = Sharing::new(schema_of(part).0);
    let shares: Vec<(usize, usize, f32)> = (sharing.of_row.iter().enumerate())
        .flat_map(|(row, shares)| shares.iter().map(move |&(shared, factor)| (row, shared, factor)))
        .collect();
    let mut bytes = MAGIC.to_vec();
    let put = |number: usize, bytes: &mut Vec<u8>| bytes.extend((number as u32).to_le_bytes());
    put(usize::from(part == NetPart::Race), &mut bytes);
    for part in [NetPart::Contact, NetPart::Race] {
        let (schema, buckets) = schema_of(part);
        for number in [schema.n_rows(), schema.n_slots(), buckets, Sharing::new(schema).n_shared] {
            put(number, &mut bytes);
        }
    }
    put(shares.len(), &mut bytes);
    for (row, shared, factor) in shares {
        put(row, &mut bytes);
        put(shared, &mut bytes);
        bytes.extend(factor.to_le_bytes());
    }
    bytes
}

fn records(part: NetPart, samples: &[Sample]) -> Vec<u8> {
    let n_slots = schema_of(part).0.n_slots();
    let mut bytes = Vec::with_capacity(samples.len() * 2 * (n_slots + 7));
    let mut rows = vec![0u16; n_slots];
    for sample in samples {
        let bucket = encode(part, &sample.board(), &mut rows);
        rows.iter().for_each(|row| bytes.extend(row.to_le_bytes()));
        bytes.extend((bucket as u16).to_le_bytes());
        sample.chances.iter().for_each(|chance| bytes.extend(chance.to_le_bytes()));
        bytes.extend(sample.weight.to_le_bytes());
    }
    bytes
}

fn encode(part: NetPart, board: &Board, rows: &mut [u16]) -> usize {
    match part {
        NetPart::Contact => encode_contact(board, rows),
        NetPart::Race => {
            encode_race(board, rows);
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::Probs;
    use gnubg_engine::nn::NO_ROW;

    #[test]
    fn records_hold_the_rows_of_an_example() {
        let sample = Sample::new(&Board::default(), Probs::from_array([0.5, 0.2, 0.01, 0.1, 0.02]), 1.0);
        let bytes = records(NetPart::Contact, &[sample]);
        let shorts: Vec<u16> =
            bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        let example = NetPart::Contact.example(&sample);
        let n_slots = schema_of(NetPart::Contact).0.n_slots();
        let (rows, rest) = shorts.split_at(n_slots);
        let used: Vec<u16> = rows.iter().copied().filter(|&row| row != NO_ROW).collect();
        assert_eq!(used, example.rows);
        assert_eq!(rest, [example.bucket as u16, 8192, 3277, 164, 1638, 328, 256]);
    }

    #[test]
    fn the_header_tells_the_shares_of_all_rows() {
        let bytes = header(NetPart::Contact);
        let (schema, _) = schema_of(NetPart::Contact);
        let shares: usize = Sharing::new(schema).of_row.iter().map(Vec::len).sum();
        assert_eq!(bytes.len(), 8 + 10 * 4 + 12 * shares);
        assert_eq!(bytes[12..16], (schema.n_rows() as u32).to_le_bytes());
    }
}
