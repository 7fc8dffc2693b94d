// SPDX-License-Identifier: GPL-3.0-or-later
//! The bytes of a database: memory, or a file that is read block by block.
//!
//! Small files are read into memory when they are opened. Of a larger file, the blocks used last are kept. A block is
//! read and then the size and time of the file are compared with those it was opened with, so every byte handed out is
//! one of the file as it was. A file that another program truncates or overwrites is not used any more; a file that is
//! replaced by renaming is read to its end of life, because the open file still is the old one.

use super::BearoffError;
use crate::input;
use std::fs::{File, Metadata};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

/// Files of at most that many bytes are read into memory: both default databases are.
const IN_MEMORY: u64 = 16 << 20;

/// Bytes of a block; a roll's two-sided records lie in a few neighboring blocks.
const BLOCK: usize = 4096;

/// How many blocks of a file are kept at most: 128 MiB, enough for all of a one-sided database of ten points.
const BLOCKS_KEPT: usize = 1 << 15;

/// Immutable bytes shared by all threads.
pub(super) enum Bytes {
    /// Memory of our own.
    Memory(Box<[u8]>),
    /// A file.
    File(Box<Blocks>),
}

/// A block that is kept, and its number.
type Slot = Option<(usize, Box<[u8; BLOCK]>)>;

/// A file that is read block by block.
pub(super) struct Blocks {
    file: File,
    path: PathBuf,
    length: usize,
    modified: Option<SystemTime>,
    /// Block `n` is kept in slot `n` modulo their number.
    slots: Box<[Mutex<Slot>]>,
    /// Why the file is not used any more.
    failure: OnceLock<BearoffError>,
}

impl Bytes {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read, or is no regular file.
    pub(super) fn open(path: &Path) -> Result<Bytes, BearoffError> {
        Bytes::open_with(path, if cfg!(unix) { IN_MEMORY } else { u64::MAX })
    }

    pub(super) fn open_with(path: &Path, in_memory: u64) -> Result<Bytes, BearoffError> {
        let (file, data) = input::open_regular(path).map_err(BearoffError::io(path))?;
        let length = usize::try_from(data.len())
            .map_err(|_| BearoffError::OutOfMemory { gigabytes: data.len() as f64 / 1e9 })?;
        if data.len() <= in_memory {
            let bytes = input::read_limited(path, data.len().max(1)).map_err(BearoffError::io(path))?;
            return Ok(Bytes::Memory(bytes.into_boxed_slice()));
        }
        let n = length.div_ceil(BLOCK).min(BLOCKS_KEPT);
        Ok(Bytes::File(Box::new(Blocks {
            file,
            path: path.to_owned(),
            length,
            modified: data.modified().ok(),
            slots: (0..n).map(|_| Mutex::new(None)).collect(),
            failure: OnceLock::new(),
        })))
    }

    /// Their number.
    pub(super) fn len(&self) -> usize {
        match self {
            Bytes::Memory(bytes) => bytes.len(),
            Bytes::File(blocks) => blocks.length,
        }
    }

    /// The bytes from `at` on, as many as asked for; `None` beyond the end and from a file that is not used any more.
    /// Those of a file are copied to `scratch`, which must have room for them.
    #[inline]
    pub(super) fn slice<'a>(&'a self, at: usize, length: usize, scratch: &'a mut [u8]) -> Option<&'a [u8]> {
        match self {
            Bytes::Memory(bytes) => bytes.get(at..at.checked_add(length)?),
            Bytes::File(blocks) => {
                let scratch = scratch.get_mut(..length)?;
                blocks.read(at, scratch)?;
                Some(scratch)
            }
        }
    }

    /// The `N` bytes from `at` on; `None` as for [`Bytes::slice`].
    #[inline]
    pub(super) fn array<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        match self {
            Bytes::Memory(bytes) => bytes.get(at..)?.first_chunk().copied(),
            Bytes::File(blocks) => {
                let mut array = [0; N];
                blocks.read(at, &mut array)?;
                Some(array)
            }
        }
    }

    /// The first bytes, at most as many as asked for.
    pub(super) fn head(&self, most: usize) -> Vec<u8> {
        let length = self.len().min(most);
        let mut scratch = vec![0; length];
        self.slice(0, length, &mut scratch).map(<[u8]>::to_vec).unwrap_or_default()
    }

    /// All bytes if they are in memory.
    pub(super) fn in_memory(&self) -> Option<&[u8]> {
        match self {
            Bytes::Memory(bytes) => Some(bytes),
            Bytes::File(_) => None,
        }
    }

    /// From now on, nothing of the file is used. Memory stays as it is.
    pub(super) fn fail(&self, error: BearoffError) {
        if let Bytes::File(blocks) = self {
            // The first failure is kept.
            let _ = blocks.failure.set(error);
        }
    }

    /// Keeps no block any more.
    #[cfg(all(test, feature = "generate"))]
    pub(super) fn forget(&self) {
        if let Bytes::File(blocks) = self {
            blocks.slots.iter().for_each(|slot| *slot.lock().unwrap() = None);
        }
    }

    /// Why the file is not used any more.
    pub(super) fn failure(&self) -> Option<&BearoffError> {
        match self {
            Bytes::Memory(_) => None,
            Bytes::File(blocks) => blocks.failure.get(),
        }
    }
}

impl Blocks {
    /// Fills `target` with the bytes from `at` on.
    fn read(&self, at: usize, target: &mut [u8]) -> Option<()> {
        if self.failure.get().is_some() || at.checked_add(target.len())? > self.length {
            return None;
        }
        let (mut at, mut rest) = (at, target);
        while !rest.is_empty() {
            let (block, from) = (at / BLOCK, at % BLOCK);
            let n = rest.len().min(BLOCK - from);
            let (part, later) = rest.split_at_mut(n);
            let slot = &self.slots[block % self.slots.len()];
            let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
            match &*slot {
                Some((kept, bytes)) if *kept == block => part.copy_from_slice(&bytes[from..from + n]),
                _ => {
                    let mut bytes = slot.take().map_or_else(|| Box::new([0; BLOCK]), |(_, bytes)| bytes);
                    let length = BLOCK.min(self.length - block * BLOCK);
                    if let Err(error) = self.load(block, &mut bytes[..length]) {
                        let _ = self.failure.set(error);
                        return None;
                    }
                    part.copy_from_slice(&bytes[from..from + n]);
                    *slot = Some((block, bytes));
                }
            }
            drop(slot);
            (at, rest) = (at + n, later);
        }
        Some(())
    }

    /// Reads a block and makes sure that the file is still the one that was opened.
    fn load(&self, block: usize, target: &mut [u8]) -> Result<(), BearoffError> {
        let read = read_at(&self.file, target, (block * BLOCK) as u64);
        let data = self.file.metadata().map_err(BearoffError::io(&self.path))?;
        if !self.is_unchanged(&data) {
            return Err(BearoffError::Changed { name: self.path.display().to_string() });
        }
        read.map_err(BearoffError::io(&self.path))
    }

    fn is_unchanged(&self, data: &Metadata) -> bool {
        data.len() == self.length as u64 && data.modified().ok() == self.modified
    }
}

#[cfg(unix)]
fn read_at(file: &File, target: &mut [u8], at: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, target, at)
}

/// Not needed: all files are read into memory.
#[cfg(not(unix))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(length: usize) -> Vec<u8> {
        (0..length).map(|n| (n % 251) as u8 ^ (n / 4096) as u8).collect()
    }

    #[test]
    fn files_and_memory_have_the_same_contents() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.bd");
        let content = pattern(3 * BLOCK + 17);
        std::fs::write(&path, &content).unwrap();
        for in_memory in [0, u64::MAX] {
            let bytes = Bytes::open_with(&path, in_memory).unwrap();
            assert_eq!(bytes.len(), content.len());
            let mut scratch = [0; 200];
            for at in [0, 1, BLOCK - 3, BLOCK, 2 * BLOCK - 100, 3 * BLOCK + 10] {
                for length in [0, 1, 7, 200] {
                    let expected = content.get(at..at + length);
                    assert_eq!(bytes.slice(at, length, &mut scratch), expected, "{at} {length}");
                }
                assert_eq!(bytes.array::<7>(at).as_ref().map(|a| &a[..]), content.get(at..at + 7));
            }
            assert_eq!(bytes.slice(usize::MAX, 2, &mut scratch), None);
            assert_eq!(bytes.head(5), content[..5]);
            assert!(bytes.failure().is_none());
        }
        std::fs::write(&path, b"").unwrap();
        assert_eq!(Bytes::open(&path).unwrap().len(), 0);
        assert!(Bytes::open(&folder.path().join("absent.bd")).is_err());
        assert!(Bytes::open(folder.path()).is_err());
    }

    #[test]
    fn truncated_and_overwritten_files_are_not_used_any_more() {
        let folder = tempfile::tempdir().unwrap();
        type Change = fn(&Path);
        let change: [(&str, Change); 2] = [
            ("truncated", |path| File::options().write(true).open(path).unwrap().set_len(100).unwrap()),
            ("overwritten", |path| {
                std::fs::write(path, vec![7; 8 * BLOCK]).unwrap();
                let later = SystemTime::now() + std::time::Duration::from_secs(1);
                File::options().write(true).open(path).unwrap().set_modified(later).unwrap();
            }),
        ];
        for (what, change) in change {
            let path = folder.path().join(what);
            let content = pattern(8 * BLOCK);
            std::fs::write(&path, &content).unwrap();
            let bytes = Bytes::open_with(&path, 0).unwrap();
            assert_eq!(bytes.array::<4>(10).unwrap(), content[10..14]);
            change(&path);
            // What is kept is still right; nothing else is handed out.
            assert_eq!(bytes.array::<4>(20).unwrap(), content[20..24], "{what}");
            assert_eq!(bytes.array::<4>(5 * BLOCK), None, "{what}");
            assert!(matches!(bytes.failure(), Some(BearoffError::Changed { .. })), "{what}");
            assert_eq!(bytes.array::<4>(20), None, "{what}");
        }
    }

    #[test]
    fn a_file_replaced_by_renaming_stays_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.bd");
        let content = pattern(8 * BLOCK);
        std::fs::write(&path, &content).unwrap();
        let bytes = Bytes::open_with(&path, 0).unwrap();
        let other = folder.path().join("y.bd");
        std::fs::write(&other, vec![7; 8 * BLOCK]).unwrap();
        std::fs::rename(&other, &path).unwrap();
        assert_eq!(bytes.array::<4>(5 * BLOCK).unwrap(), content[5 * BLOCK..5 * BLOCK + 4]);
        assert!(bytes.failure().is_none());
    }
}
