// SPDX-License-Identifier: GPL-3.0-or-later
//! Temporary files that files of a user are written through, and those that killed programs have left.

use std::fs::{File, Permissions, TryLockError};
use std::io::{Error, ErrorKind};
use std::path::Path;
use tempfile::NamedTempFile;

/// How the names of temporary files begin and end.
const NAME: (&str, &str) = (".gnubg-", ".saving");

/// How many temporary files are created until one can be locked.
const MAX_LOCK_ATTEMPTS: usize = 100;

/// A new temporary file, private without `permissions`. It is locked as long as it is open; those in the folder that are
/// not were left by killed programs and are removed.
///
/// # Errors
/// If the operating system refuses.
pub fn temporary_in(folder: &Path, permissions: Option<Permissions>) -> std::io::Result<NamedTempFile> {
    remove_strays(folder);
    let mut builder = tempfile::Builder::new();
    builder.prefix(NAME.0).suffix(NAME.1);
    if let Some(permissions) = permissions {
        builder.permissions(permissions);
    }
    lock_new(|| builder.tempfile_in(folder).map_err(without_path))
}

/// The error without the name of the temporary file, which nobody knows.
fn without_path(error: Error) -> Error {
    let text = error.to_string();
    match text.rsplit_once(" at path ") {
        Some((reason, _)) => Error::new(error.kind(), reason.to_owned()),
        None => error,
    }
}

/// Creates files until one is locked by this program and still exists: another program that looks for stray files may
/// lock or remove a file before this one has locked it. Afterwards nobody else does.
fn lock_new(mut create: impl FnMut() -> std::io::Result<NamedTempFile>) -> std::io::Result<NamedTempFile> {
    for _ in 0..MAX_LOCK_ATTEMPTS {
        let file = create()?;
        match file.as_file().try_lock() {
            Ok(()) if file.path().exists() => return Ok(file),
            Ok(()) | Err(TryLockError::WouldBlock) => {}
            // On a file system without locks no program removes temporary files.
            Err(TryLockError::Error(_)) => return Ok(file),
        }
    }
    Err(ErrorKind::ResourceBusy.into())
}

/// Removes the temporary files in a folder that no program has locked: the programs that wrote them were killed.
fn remove_strays(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        let is_ours = name.starts_with(NAME.0.as_bytes()) && name.ends_with(NAME.1.as_bytes());
        if !is_ours || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        // What cannot be locked or removed does no harm.
        if let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// The permissions of any new file, for temporary files that take the name of one.
#[must_use]
pub fn new_file_permissions() -> Option<Permissions> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        Some(Permissions::from_mode(0o666))
    }
    #[cfg(not(unix))]
    {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_files_of_killed_saves_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let other = folder.path().join(".gnubg-notes");
        std::fs::write(&other, "mine").unwrap();
        // A killed program leaves its file without the lock.
        let running = temporary_in(folder.path(), None).unwrap();
        let stray = temporary_in(folder.path(), None).unwrap().keep().unwrap().1;
        drop(temporary_in(folder.path(), None).unwrap());
        assert!(!stray.exists(), "the stray file is gone");
        assert!(running.path().exists() && other.exists(), "that of a running save and other files stay");
    }

    #[test]
    fn a_file_that_another_program_has_locked_or_removed_is_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let mut others = Vec::new();
        let mut n_created = 0;
        let create = || {
            let file = tempfile::Builder::new().tempfile_in(folder.path())?;
            n_created += 1;
            let other = File::open(file.path())?;
            match n_created {
                1 => {
                    other.try_lock()?;
                    others.push(other);
                }
                2 => std::fs::remove_file(file.path())?,
                _ => {}
            }
            Ok(file)
        };
        let file = lock_new(create).unwrap();
        assert_eq!(n_created, 3);
        assert!(file.path().exists());
        others.clear();
        let other = File::open(file.path()).unwrap();
        assert!(matches!(other.try_lock(), Err(TryLockError::WouldBlock)), "the lock is its own");
    }
}
