// SPDX-License-Identifier: GPL-3.0-or-later
//! ZIP archives: the files in them.

use crate::MAX_INPUT;
use crate::error::ImportError;
use std::io::{Cursor, Read as _};

const MAGIC: &[u8] = b"PK\x03\x04";

/// One file of an archive: its name inside, and its content or why it cannot be read.
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) content: Result<Vec<u8>, String>,
}

/// Whether the bytes begin like an archive.
pub(crate) fn looks_like(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The files of an archive in its order, without folders and hidden files. Together they may be as large as one file.
pub(crate) fn members(bytes: &[u8]) -> Result<Vec<Member>, ImportError> {
    let failed =
        |error| ImportError::NotRecognized(format!("it is a ZIP archive that cannot be read: {error}"));
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(failed)?;
    let mut left = MAX_INPUT as u64;
    let mut found = Vec::new();
    for n in 0..archive.len() {
        let mut file = match archive.by_index(n) {
            Ok(file) => file,
            Err(error) => {
                found.push(Member { name: format!("file {}", n + 1), content: Err(error.to_string()) });
                continue;
            }
        };
        let name = file.name().map_or_else(|_| format!("file {}", n + 1), |name| name.into_owned());
        let last = name.rsplit('/').next().unwrap_or_default();
        if file.is_dir() || last.starts_with('.') || name.starts_with("__MACOSX") {
            continue;
        }
        let mut content = Vec::new();
        let outcome = (&mut file).take(left + 1).read_to_end(&mut content);
        let size = content.len() as u64;
        let content = match outcome {
            Err(error) => Err(format!("it cannot be decompressed: {error}")),
            Ok(_) if size > left => Err(format!("the archive holds more than {} MiB", MAX_INPUT >> 20)),
            Ok(_) if looks_like(&content) => Err("it is an archive itself; unpack it".to_owned()),
            Ok(_) => Ok(content),
        };
        left = left.saturating_sub(size);
        found.push(Member { name, content });
    }
    Ok(found)
}
