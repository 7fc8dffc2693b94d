// SPDX-License-Identifier: GPL-3.0-or-later
//! Labelled positions in memory and on disk.
//!
//! A file is a sequence of 24-byte records: the 10-byte position key, five chances as i16 (1/16384, little-endian),
//! the label's weight × 256 as u16, and two bytes 1 and 0. Files can be cut at any record and appended to. Labels of
//! whole games are estimates with noise, so a chance may lie below 0 or above 1: cutting it off would make rare
//! outcomes too likely on average.

use anyhow::{Context, Result, ensure};
use gnubg_engine::core::{Board, Probs};
use gnubg_engine::eval::inputs::{CONTACT, RACE, encode_contact, encode_race};
use gnubg_engine::eval::{NetClass, outcomes_of};
use std::path::Path;

use crate::gradient::Example;

pub(crate) const RECORD: usize = 24;

/// One in a record's chances.
const CHANCE_ONE: f32 = 16384.0;

/// The next to last byte of a record.
const VERSION: u8 = 1;

/// A position with the chances it is to be trained towards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sample {
    pub(crate) key: [u8; 10],
    pub(crate) chances: [i16; 5],
    pub(crate) weight: u16,
}

/// Weight 1 in a record.
pub(crate) const WEIGHT_ONE: u16 = 256;

impl Sample {
    /// Chances beyond -2 and 2 are cut off.
    pub(crate) fn new(board: &Board, probs: Probs, weight: f32) -> Sample {
        Sample {
            key: board.key(),
            chances: probs.to_array().map(|p| (p * CHANCE_ONE).round() as i16),
            weight: (weight * f32::from(WEIGHT_ONE)).round() as u16,
        }
    }

    pub(crate) fn probs(&self) -> Probs {
        Probs::from_array(self.chances.map(|p| f32::from(p) / CHANCE_ONE))
    }

    pub(crate) fn board(&self) -> Board {
        Board::from_key(self.key).unwrap_or(Board::EMPTY)
    }

    pub(crate) fn to_bytes(self) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        bytes[..10].copy_from_slice(&self.key);
        for (k, chance) in self.chances.iter().enumerate() {
            bytes[10 + 2 * k..][..2].copy_from_slice(&chance.to_le_bytes());
        }
        bytes[20..22].copy_from_slice(&self.weight.to_le_bytes());
        bytes[22] = VERSION;
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Sample {
        let short = |k: usize| [bytes[10 + 2 * k], bytes[11 + 2 * k]];
        Sample {
            key: std::array::from_fn(|k| bytes[k]),
            chances: std::array::from_fn(|k| i16::from_le_bytes(short(k))),
            weight: u16::from_le_bytes(short(5)),
        }
    }
}

/// All samples of a file; a partial record at the end is ignored.
pub(crate) fn read(path: &Path) -> Result<Vec<Sample>> {
    let bytes = std::fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    ensure!(bytes.len() >= RECORD || bytes.is_empty(), "{} holds no samples", path.display());
    let known = bytes.chunks_exact(RECORD).all(|record| record[22] == VERSION);
    ensure!(
        known,
        "{} was written by another version of the trainer; create the labels again",
        path.display()
    );
    Ok(bytes.chunks_exact(RECORD).map(Sample::from_bytes).collect())
}

/// Which of the two nets a sample trains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NetPart {
    Contact,
    Race,
}

impl NetPart {
    /// The part that evaluates `board`; `None` when the game is over.
    pub(crate) fn of(board: &Board) -> Option<NetPart> {
        match NetClass::of(board) {
            NetClass::Over => None,
            NetClass::Race => Some(NetPart::Race),
            NetClass::Crashed | NetClass::Contact => Some(NetPart::Contact),
        }
    }

    /// The sample as this part's net sees it.
    pub(crate) fn example(self, sample: &Sample) -> Example {
        let board = sample.board();
        let target = outcomes_of(sample.probs());
        let weight = f32::from(sample.weight) / f32::from(WEIGHT_ONE);
        match self {
            NetPart::Contact => {
                let mut rows = vec![0; CONTACT.n_slots()];
                let bucket = encode_contact(&board, &mut rows);
                Example::new(&rows, bucket, target, weight)
            }
            NetPart::Race => {
                let mut rows = vec![0; RACE.n_slots()];
                encode_race(&board, &mut rows);
                Example::new(&rows, 0, target, weight)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_round_trip() {
        let probs = Probs::from_array([0.5, 0.2, 0.01, 0.1, -0.02]);
        let sample = Sample::new(&Board::default(), probs, 1.5);
        assert_eq!(Sample::from_bytes(&sample.to_bytes()), sample);
        assert_eq!(sample.board(), Board::default());
        assert!(sample.probs().lose_bg < -0.01);
        assert!((sample.probs().win_g - 0.2).abs() < 1e-4);
    }
}
