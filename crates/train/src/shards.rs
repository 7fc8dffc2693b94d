// SPDX-License-Identifier: GPL-3.0-or-later
//! Work divided into numbered shards: a random sequence for each, and files that a later run resumes.

use anyhow::{Context, Result};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom};
use std::path::Path;

/// The random sequence of one shard, whichever thread works on it.
pub(crate) fn rng(seed: u64, shard: u64) -> Xoshiro256PlusPlus {
    let mixed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ shard.wrapping_mul(0xD1B5_4A32_D192_ED03);
    Xoshiro256PlusPlus::seed_from_u64(mixed)
}

/// Opens a file to continue after its first `whole` bytes, the finished shards. The rest is cut off.
pub(crate) fn open_behind(path: &Path, whole: u64) -> Result<File> {
    let mut file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
        .with_context(|| format!("opening {}", path.display()))?;
    file.set_len(whole)?;
    file.seek(SeekFrom::End(0))?;
    Ok(file)
}
