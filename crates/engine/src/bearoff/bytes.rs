// SPDX-License-Identifier: GPL-3.0-or-later
//! The bytes of a database: a mapped file or memory. The only `unsafe` code of the databases is here.
//!
//! Without the feature `mmap`, files are read into memory.

use super::BearoffError;
use std::ops::Deref;
use std::path::Path;

/// Immutable bytes shared by all threads.
pub(super) enum Bytes {
    /// A file mapped read-only.
    #[cfg(feature = "mmap")]
    Mapped(memmap2::Mmap),
    /// Memory of our own.
    Owned(Box<[u8]>),
}

impl Bytes {
    /// Reads the file at `path` into memory.
    #[cfg(not(feature = "mmap"))]
    pub(super) fn map(path: &Path) -> Result<Bytes, BearoffError> {
        Ok(Bytes::Owned(std::fs::read(path).map_err(BearoffError::io(path))?.into_boxed_slice()))
    }

    /// Maps the file at `path`.
    #[cfg(feature = "mmap")]
    pub(super) fn map(path: &Path) -> Result<Bytes, BearoffError> {
        let file = std::fs::File::open(path).map_err(BearoffError::io(path))?;
        // SAFETY: the mapping is private to this value and only read. The program and its tools replace databases by
        // renaming a finished file over the old one, which leaves the mapped file untouched; only another program that
        // shortens the file in place could invalidate the mapping, and then the system stops the reader with a signal
        // instead of letting it see foreign memory. Changed contents can only change numbers: every offset read from
        // the file is checked before use.
        let map = unsafe { memmap2::Mmap::map(&file) }.map_err(BearoffError::io(path))?;
        // Look-ups are scattered, so reading ahead only wastes memory. A system that ignores this advice does no harm.
        #[cfg(unix)]
        let _ = map.advise(memmap2::Advice::Random);
        Ok(Bytes::Mapped(map))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            #[cfg(feature = "mmap")]
            Bytes::Mapped(map) => map,
            Bytes::Owned(bytes) => bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mapped_file_is_its_contents() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.bd");
        std::fs::write(&path, b"contents").unwrap();
        assert_eq!(&*Bytes::map(&path).unwrap(), b"contents");
        std::fs::write(&path, b"").unwrap();
        assert!(Bytes::map(&path).unwrap().is_empty());
        assert!(Bytes::map(&folder.path().join("absent.bd")).is_err());
    }
}
