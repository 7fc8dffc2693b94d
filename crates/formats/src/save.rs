// SPDX-License-Identifier: GPL-3.0-or-later
//! Putting files on disk in one piece.

use crate::FileError;
use gnubg_engine::temporary::{new_file_permissions, temporary_in};
use std::io::Write as _;
use std::path::Path;

/// Writes a file through a temporary file beside it, so that a crash never leaves it half written. A link is followed,
/// and the permissions of a replaced file are kept. Temporary files that killed programs have left in the folder are
/// removed.
///
/// # Errors
/// If the operating system refuses.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let io = |source| FileError::Io { path: path.to_owned(), source };
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let existing = std::fs::metadata(&target).ok();
    if existing.as_ref().is_some_and(|data| !data.is_file()) {
        // A pipe or device cannot be replaced.
        return std::fs::write(&target, bytes).map_err(io);
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = temporary_in(folder, new_file_permissions()).map_err(io)?;
    if let Some(data) = existing {
        file.as_file().set_permissions(data.permissions()).map_err(io)?;
    }
    // The file itself: errors of the handle tell the temporary name.
    file.as_file_mut().write_all(bytes).map_err(io)?;
    file.as_file().sync_all().map_err(io)?;
    file.persist(&target).map_err(|error| io(error.error))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_in_one_piece() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        save(&path, b"one").unwrap();
        save(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let error = save(&folder.path().join("no/a.sgf"), b"x").unwrap_err().to_string();
        assert!(error.contains("no/a.sgf: ") && !error.contains(".saving"), "{error}");
        assert!(save(folder.path(), b"x").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_permissions_kept() {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a"), folder.path().join("b"));
        std::fs::write(&path, "one").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        save(&link, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::metadata(&path).unwrap().mode() & 0o777, 0o640);
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
