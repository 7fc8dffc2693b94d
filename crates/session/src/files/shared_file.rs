// SPDX-License-Identifier: GPL-3.0-or-later
//! Small files that several running programs read and write: settings, match presets, player records.
//!
//! Whoever changes such a file locks it, reads what it holds now, puts its own changes in, and replaces it in one piece.
//! Symbolic links are followed, so a file that is kept elsewhere stays there.

use gnubg_engine::input::{MAX_TEXT, read_limited};
use gnubg_record::Date;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Error, ErrorKind, Result, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How long another program may hold the lock.
const LOCK_DEADLINE: Duration = Duration::from_secs(3);
/// The longest chain of symbolic links that is followed.
const MAX_LINKS: usize = 40;

/// The content of a file; `None` if there is none.
///
/// # Errors
/// If it cannot be read, is no regular file, or is larger than 64 MiB.
pub(crate) fn read(path: &Path) -> Result<Option<Vec<u8>>> {
    match read_limited(path, MAX_TEXT) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The file itself, where `path` is a symbolic link to it; it need not exist. A link to a device, pipe or folder is the file
/// itself, because these are never replaced or renamed.
fn target(path: &Path) -> PathBuf {
    if std::fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return path.to_owned();
    }
    let mut found = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(next) = std::fs::read_link(&found) else { return found };
        let folder = found.parent().unwrap_or(Path::new("")).to_owned();
        found = folder.join(next);
    }
    // A circle of links leads nowhere: the first one is the file.
    path.to_owned()
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The right to change a file, until it is dropped.
#[derive(Debug)]
pub(crate) struct Lock {
    target: PathBuf,
    /// Held open, because closing it ends the lock. It stays, so that everybody locks the same file.
    _file: File,
}

/// Waits until no other program changes the file; creates its folder if needed.
///
/// # Errors
/// If the folder cannot be written, or another program holds the lock for more than 3 seconds.
pub(crate) fn lock(path: &Path) -> Result<Lock> {
    let target = target(path);
    let folder = folder_of(&target);
    std::fs::create_dir_all(folder)?;
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let lock = folder.join(format!(".{name}.lock"));
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(lock)?;
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) if start.elapsed() < LOCK_DEADLINE => {
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(TryLockError::WouldBlock) => {
                let problem = "another program is writing the file and does not finish";
                return Err(Error::new(ErrorKind::TimedOut, problem));
            }
            // Some network folders have no locks; files are still replaced in one piece.
            Err(TryLockError::Error(_)) => break,
        }
    }
    Ok(Lock { target, _file: file })
}

impl Lock {
    /// Replaces the file by one with these bytes. It is never half written, and durable afterwards.
    ///
    /// # Errors
    /// If it cannot be written; the old file is still there then.
    pub(crate) fn replace(&self, bytes: &[u8]) -> Result<()> {
        replace(&self.target, bytes)
    }

    /// The same as the function [`read_or_rescue`], for whoever changes the file.
    ///
    /// # Errors
    /// As there.
    pub(crate) fn read_or_rescue<T: SharedContent>(&self) -> Result<Option<(T, Option<SetAside>)>> {
        let (rest, reason) = match parsed(&self.target) {
            Found::Missing => return Ok(None),
            Found::Sound(content) => return Ok(Some((content, None))),
            Found::Damaged(rest, reason) => (rest, reason),
        };
        let path = self.set_aside().map_err(|failed| {
            Error::new(failed.kind(), format!("{reason}; the file could not be renamed: {failed}"))
        })?;
        Ok(Some((rest, Some(SetAside { path, reason }))))
    }

    /// Renames the file, because its content cannot be used; returns its new name, such as
    /// `settings.damaged-2026-11-23.toml`.
    ///
    /// # Errors
    /// If it cannot be renamed.
    fn set_aside(&self) -> Result<PathBuf> {
        let today = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
        let today = Date::from_unix_days(i64::try_from(today).unwrap_or(0));
        let today = today.map_or_else(|| "unknown".to_owned(), |today| today.to_string());
        let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        let (stem, ending) = (part(self.target.file_stem()), part(self.target.extension()));
        let named = |n: usize| {
            let number = if n == 1 { String::new() } else { format!("-{n}") };
            self.target.with_file_name(format!("{stem}.damaged-{today}{number}.{ending}"))
        };
        let free = (1..1000).map(named).find(|path| std::fs::symlink_metadata(path).is_err());
        let aside = free.ok_or_else(|| Error::from(ErrorKind::AlreadyExists))?;
        std::fs::rename(&self.target, &aside)?;
        Ok(aside)
    }
}

/// Replaces a file, or what a symbolic link leads to, by way of a temporary file beside it, so that it is never half
/// written. It is durable afterwards.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    replace_locked(path, |file| file.write_all(bytes)).map(|_| ())
}

/// The same with what `fill` writes. The new file is open and locked, and was so before it got its name; it comes with the
/// result of `fill`.
///
/// # Errors
/// If it cannot be written.
fn replace_locked<R>(path: &Path, fill: impl FnOnce(&mut File) -> Result<R>) -> Result<(File, R)> {
    put_locked(path, Durable::First, fill)
}

/// When a new file has to be on the disk itself, so that a power failure does not take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Durable {
    /// Before it gets its name, which is durable when it is returned.
    First,
    /// Whoever gets the file calls [`sync`].
    Later,
}

/// Puts what `fill` writes at `path`, instead of what is there. The new file is open and locked, and was so before it got
/// its name; it comes with the result of `fill`.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn put_locked<R>(
    path: &Path,
    durable: Durable,
    fill: impl FnOnce(&mut File) -> Result<R>,
) -> Result<(File, R)> {
    let target = target(path);
    let folder = folder_of(&target);
    std::fs::create_dir_all(folder)?;
    let mut file = gnubg_formats::temporary_in(folder, None)?;
    if let Ok(data) = std::fs::metadata(&target) {
        // The rights of the old file stay.
        file.as_file().set_permissions(data.permissions())?;
    }
    let filled = fill(file.as_file_mut())?;
    if durable == Durable::First {
        sync(file.as_file(), folder)?;
    }
    let file = file.persist(&target).map_err(|error| error.error)?;
    if durable == Durable::First {
        sync_folder(folder);
    }
    Ok((file, filled))
}

/// Makes what was written to a file in that folder durable, which takes seconds on a busy disk.
pub(crate) fn sync(file: &File, folder: &Path) -> Result<()> {
    #[cfg(test)]
    slow_disk::wait_for(folder);
    #[cfg(not(test))]
    let _ = folder;
    file.sync_all()
}

/// Disks that take their time to make things durable, for tests.
#[cfg(test)]
pub(crate) mod slow_disk {
    use std::path::{Path, PathBuf};
    use std::sync::{Condvar, Mutex, PoisonError};

    static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    static CHANGED: Condvar = Condvar::new();

    /// Nothing becomes durable in the folder until it is dropped.
    pub(crate) struct SlowDisk(PathBuf);

    pub(crate) fn hold(folder: &Path) -> SlowDisk {
        FOLDERS.lock().unwrap().push(folder.to_owned());
        SlowDisk(folder.to_owned())
    }

    impl Drop for SlowDisk {
        fn drop(&mut self) {
            FOLDERS.lock().unwrap_or_else(PoisonError::into_inner).retain(|folder| *folder != self.0);
            CHANGED.notify_all();
        }
    }

    pub(super) fn wait_for(folder: &Path) {
        let held = FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
        drop(CHANGED.wait_while(held, |held| held.iter().any(|one| one == folder)));
    }
}

/// What a shared file holds.
pub(crate) trait SharedContent: Sized {
    /// Reads the whole file; an error says what is wrong with it.
    fn parse(text: &str) -> std::result::Result<Self, String>;

    /// What is sound in a damaged file; of an empty text, nothing.
    fn rescue(text: &str) -> Self;
}

/// A damaged file that was set aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SetAside {
    /// Where it is now.
    pub(crate) path: PathBuf,
    /// What is wrong with it.
    pub(crate) reason: String,
}

/// Reads a shared file, or what is sound in a damaged one, which is set aside; `None` if there is no file.
///
/// # Errors
/// If the file is damaged or cannot be read, and cannot be renamed either.
pub(crate) fn read_or_rescue<T: SharedContent>(path: &Path) -> Result<Option<(T, Option<SetAside>)>> {
    match parsed(path) {
        Found::Missing => Ok(None),
        Found::Sound(content) => Ok(Some((content, None))),
        // Another program may be mending it.
        Found::Damaged(..) => lock(path)?.read_or_rescue(),
    }
}

enum Found<T> {
    Missing,
    Sound(T),
    /// What can be used of it, and what is wrong.
    Damaged(T, String),
}

fn parsed<T: SharedContent>(path: &Path) -> Found<T> {
    match read(path) {
        Ok(None) => Found::Missing,
        Ok(Some(bytes)) => {
            let text = std::str::from_utf8(&bytes).map_err(|error| error.to_string());
            match text.and_then(T::parse) {
                Ok(content) => Found::Sound(content),
                Err(reason) => Found::Damaged(T::rescue(&String::from_utf8_lossy(&bytes)), reason),
            }
        }
        Err(error) => Found::Damaged(T::rescue(""), error.to_string()),
    }
}

/// Makes new names in a folder durable, where the system can.
pub(crate) fn sync_folder(folder: &Path) {
    // Not every file system can; the names are then written when it chooses.
    let _ = File::open(folder).and_then(|opened| sync(&opened, folder));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_missing_file_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        assert!(read(&path).unwrap().is_none());
        std::fs::create_dir(&path).unwrap();
        assert!(read(&path).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn pipes_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe.toml");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        assert_eq!(read(&path).unwrap_err().kind(), ErrorKind::InvalidInput);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_also_to_nowhere() {
        let folder = tempfile::tempdir().unwrap();
        let (link, second) = (folder.path().join("link"), folder.path().join("second"));
        let elsewhere = folder.path().join("elsewhere");
        std::fs::create_dir(&elsewhere).unwrap();
        std::os::unix::fs::symlink("second", &link).unwrap();
        std::os::unix::fs::symlink("elsewhere/real", &second).unwrap();
        for text in ["first", "again"] {
            lock(&link).unwrap().replace(text.as_bytes()).unwrap();
            assert_eq!(std::fs::read_to_string(elsewhere.join("real")).unwrap(), text);
        }
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(std::fs::symlink_metadata(&second).unwrap().is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn links_to_what_is_no_file_are_set_aside_themselves() {
        let folder = tempfile::tempdir().unwrap();
        let (link, other) = (folder.path().join("a.toml"), folder.path().join("elsewhere"));
        std::fs::create_dir(&other).unwrap();
        std::os::unix::fs::symlink(&other, &link).unwrap();
        let (_, aside) = read_or_rescue::<Vec<u8>>(&link).unwrap().unwrap();
        assert!(other.is_dir() && !link.exists());
        assert!(std::fs::symlink_metadata(aside.unwrap().path).unwrap().is_symlink());
    }

    #[test]
    fn only_one_program_changes_a_file_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        let held = lock(&path).unwrap();
        let other = path.clone();
        let waiting = std::thread::spawn(move || lock(&other).map(|_| Instant::now()));
        std::thread::sleep(Duration::from_millis(100));
        let released = Instant::now();
        drop(held);
        assert!(waiting.join().unwrap().unwrap() >= released);
    }

    impl SharedContent for Vec<u8> {
        fn parse(text: &str) -> std::result::Result<Vec<u8>, String> {
            text.split(' ').map(|word| word.parse().map_err(|_| format!("{word} is no number"))).collect()
        }

        fn rescue(text: &str) -> Vec<u8> {
            text.split(' ').filter_map(|word| word.parse().ok()).collect()
        }
    }

    #[test]
    fn a_damaged_file_is_set_aside_and_what_is_sound_is_used() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        assert!(read_or_rescue::<Vec<u8>>(&path).unwrap().is_none());
        std::fs::write(&path, "1 2").unwrap();
        assert_eq!(read_or_rescue::<Vec<u8>>(&path).unwrap(), Some((vec![1, 2], None)));
        for bytes in [b"1 x 3".as_slice(), b"1 \xff 3"] {
            std::fs::write(&path, bytes).unwrap();
            let (sound, aside) = read_or_rescue::<Vec<u8>>(&path).unwrap().unwrap();
            assert_eq!(sound, [1, 3]);
            assert_eq!(std::fs::read(aside.unwrap().path).unwrap(), bytes);
            assert!(!path.exists());
        }
        // What cannot even be read is set aside, too.
        std::fs::create_dir(&path).unwrap();
        let (sound, aside) = lock(&path).unwrap().read_or_rescue::<Vec<u8>>().unwrap().unwrap();
        assert!(sound.is_empty() && aside.is_some_and(|aside| aside.path.is_dir()));
    }

    #[test]
    fn names_of_damaged_files_are_never_taken_twice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        let mut names = Vec::new();
        for text in ["1", "2", "3"] {
            std::fs::write(&path, text).unwrap();
            let aside = lock(&path).unwrap().set_aside().unwrap();
            assert_eq!(std::fs::read_to_string(&aside).unwrap(), text);
            names.push(aside);
        }
        assert!(!path.exists());
        assert!(names[2].to_string_lossy().ends_with("-3.toml"), "{names:?}");
    }
}
