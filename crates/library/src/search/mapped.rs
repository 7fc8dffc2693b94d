// SPDX-License-Identifier: GPL-3.0-or-later
//! A file that is read as memory.

use memmap2::Mmap;
use std::fs::File;
use std::io::Result;
use std::path::Path;
use std::sync::Arc;

/// The bytes of a file. The file must be replaced as a whole and never changed in place.
#[derive(Clone, Debug)]
pub(super) struct MappedFile(Arc<Mmap>);

impl MappedFile {
    /// Maps a file.
    #[allow(unsafe_code)]
    pub(super) fn open(path: &Path) -> Result<MappedFile> {
        let file = File::open(path)?;
        // SAFETY: the file is written by `gnubg_formats::save` only, which puts a new file in its place; the mapped one
        // stays as it is until it is unmapped.
        let map = unsafe { Mmap::map(&file)? };
        Ok(MappedFile(Arc::new(map)))
    }

    /// The bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}
