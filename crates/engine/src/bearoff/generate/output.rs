// SPDX-License-Identifier: GPL-3.0-or-later
//! Making databases and writing their files.
//!
//! A file appears under its name only when it is complete: it is written under a temporary name in the same folder,
//! synced and renamed. If two programs make the same file at once, each renames its own; both files are identical.

use super::control::{Control, Progress};
use super::journal::Journal;
use super::levels::{Levels, WriteSeek};
use super::normal::NormalWork;
use super::one_sided::OneSidedWork;
use super::run::run_levels;
use super::two_sided::TwoSidedWork;
use crate::bearoff::header::{Format, HEADER_BYTES};
use crate::bearoff::{BearoffError, OneSided, Slot, TwoSided};
use crate::core::Cancelled;
use crate::input::check_replaceable;
use crate::temporary::{new_file_permissions, temporary_in};
use std::io::{self, BufWriter, Cursor};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Points of one-sided databases: more than 13 would need rolls beyond the 31 that the format has room for.
const ONE_SIDED_POINTS: RangeInclusive<usize> = 1..=13;

/// Points of two-sided databases: with more, positions with contact would be among them.
const TWO_SIDED_POINTS: RangeInclusive<usize> = 1..=12;

/// Checkers of two-sided databases: with 15, gammons would have to be counted.
const TWO_SIDED_CHECKERS: RangeInclusive<usize> = 1..=14;

/// Options for making a database.
#[derive(Clone, Debug, Default)]
pub struct GenerateOptions {
    /// An existing database of the same kind; what it contains is copied instead of computed.
    pub reuse: Option<PathBuf>,
    /// Omit the header of 40 bytes.
    pub without_header: bool,
    /// Neither write nor use a journal for interrupted work.
    pub without_journal: bool,
}

/// A finished file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Its size.
    pub bytes: u64,
}

/// An older database whose contents are reused.
enum Reuse {
    None,
    OneSided(OneSided),
    TwoSided(TwoSided),
}

impl Reuse {
    fn open(format: Format, path: Option<&Path>) -> Result<Reuse, BearoffError> {
        let Some(path) = path else { return Ok(Reuse::None) };
        let unfit = |old: Format| old.wrong_kind(&path.display().to_string(), &format.to_string());
        match format {
            Format::OneSided { gammons: wanted, .. } => {
                let old = OneSided::open(path)?;
                match old.format() {
                    Format::OneSided { gammons, .. } if gammons || !wanted => Ok(Reuse::OneSided(old)),
                    other => Err(unfit(other)),
                }
            }
            Format::Normal { .. } => {
                let old = OneSided::open(path)?;
                if old.is_exact() { Err(unfit(old.format())) } else { Ok(Reuse::OneSided(old)) }
            }
            Format::TwoSided { cubeful: wanted, .. } => {
                let old = TwoSided::open(path)?;
                match old.format() {
                    Format::TwoSided { cubeful, .. } if cubeful == wanted => Ok(Reuse::TwoSided(old)),
                    other => Err(unfit(other)),
                }
            }
            Format::Hyper { .. } => Err(BearoffError::OutOfRange {
                what: "the kind of database",
                range: "one-sided or two-sided".to_owned(),
                found: "hypergammon".to_owned(),
            }),
        }
    }

    fn work<'a>(&'a self, format: Format) -> Result<Box<dyn Levels + 'a>, BearoffError> {
        let (one_sided, two_sided) = match self {
            Reuse::None => (None, None),
            Reuse::OneSided(old) => (Some(old), None),
            Reuse::TwoSided(old) => (None, Some(old)),
        };
        Ok(match format {
            Format::Normal { .. } => Box::new(NormalWork::new(format, one_sided)?),
            Format::TwoSided { .. } => Box::new(TwoSidedWork::new(format, two_sided)?),
            _ => Box::new(OneSidedWork::new(format, one_sided)?),
        })
    }
}

fn check_size(format: Format) -> Result<(), BearoffError> {
    let within = |what, value: usize, range: RangeInclusive<usize>| {
        if range.contains(&value) {
            return Ok(());
        }
        let range = format!("{} to {}", range.start(), range.end());
        Err(BearoffError::OutOfRange { what, range, found: value.to_string() })
    };
    let index = format.index();
    match format {
        Format::TwoSided { .. } => {
            within("the number of points of a two-sided database", index.points(), TWO_SIDED_POINTS)?;
            within("the number of checkers of a two-sided database", index.checkers(), TWO_SIDED_CHECKERS)
        }
        _ => {
            within("the number of points of a one-sided database", index.points(), ONE_SIDED_POINTS)?;
            within("the number of checkers of a one-sided database", index.checkers(), 15..=15)
        }
    }
}

/// Makes sure that `target` is no file of another kind, which would be lost. A database without a header cannot be told
/// from one.
pub(super) fn check_target(target: &Path) -> Result<(), BearoffError> {
    check_replaceable(target, b"gnubg-", "a bearoff database with a header").map_err(BearoffError::io(target))
}

/// Makes a one-sided or two-sided database at `target`, replacing a database there when done.
///
/// Interrupted work is resumed if `target` and `format` are the same. Its journal is the file `target.partial` in the
/// same folder, which is removed at the end.
///
/// # Errors
/// If the size cannot be made, the older database does not fit, `target` is a file of another kind, memory or disk do not
/// suffice, or the work is cancelled. `target` is then as it was.
pub fn make(
    format: Format,
    target: &Path,
    options: &GenerateOptions,
    control: &Control<'_>,
) -> Result<GeneratedFile, BearoffError> {
    check_size(format)?;
    check_target(target)?;
    let reuse = Reuse::open(format, options.reuse.as_deref())?;
    let mut work = reuse.work(format)?;
    let mut journal = match options.without_journal {
        true => None,
        false => Some(Journal::new(&beside(target, "partial"), &format!("{format}{}", reused(options)))?),
    };
    run_levels(work.as_mut(), journal.as_mut(), control)?;
    (control.progress)(Progress::Writing);
    let pool = control.pool()?;
    let made = save(target, |out| {
        if !options.without_header {
            out.write_all(&format.header())?;
        }
        pool.install(|| work.write(out, control.cancel))
    })?;
    if let Some(journal) = journal {
        journal.remove();
    }
    Ok(made)
}

/// Distinguishes journals of work with different older databases, whose contents might differ.
fn reused(options: &GenerateOptions) -> String {
    options.reuse.as_ref().map_or_else(String::new, |path| format!(", reusing {}", path.display()))
}

/// Makes a one-sided or two-sided database in memory.
///
/// # Errors
/// As [`make`].
pub fn make_bytes(format: Format, control: &Control<'_>) -> Result<Vec<u8>, BearoffError> {
    check_size(format)?;
    let mut work = Reuse::None.work(format)?;
    run_levels(work.as_mut(), None, control)?;
    let mut out = Cursor::new(Vec::with_capacity(format.file_size().unwrap_or(0) as usize));
    out.get_mut().extend_from_slice(&format.header());
    out.set_position(HEADER_BYTES as u64);
    let pool = control.pool()?;
    pool.install(|| work.write(&mut out, control.cancel)).map_err(|error| match error.kind() {
        io::ErrorKind::Interrupted => Cancelled.into(),
        _ => BearoffError::Io { path: PathBuf::new(), source: error },
    })?;
    Ok(out.into_inner())
}

/// The small databases and what they hold: one-sided 15 × 6 and two-sided 6 × 6.
fn small_databases() -> impl Iterator<Item = (Slot, Format)> {
    let one_sided = Format::one_sided(6, true, true).map(|format| (Slot::OneSidedSmall, format));
    let two_sided = Format::two_sided(6, 6, true).map(|format| (Slot::TwoSidedSmall, format));
    one_sided.into_iter().chain(two_sided)
}

/// The small databases that `folder` lacks or that are damaged there: the slots whose file names they have, and what they
/// are to hold. Creates the folder if necessary.
///
/// # Errors
/// If the folder cannot be created.
pub fn missing_small(folder: &Path) -> Result<Vec<(Slot, Format)>, BearoffError> {
    std::fs::create_dir_all(folder).map_err(BearoffError::io(folder))?;
    let is_missing = |slot: Slot| {
        let path = folder.join(slot.file_name());
        match slot {
            Slot::OneSidedSmall => OneSided::open(&path).is_err(),
            _ => TwoSided::open(&path).is_err(),
        }
    };
    Ok(small_databases().filter(|(slot, _)| is_missing(*slot)).collect())
}

/// Writes a database that was made in memory, in one piece, replacing a file of that name.
///
/// # Errors
/// If it cannot be written; a file of that name is then as it was.
pub fn write_made(target: &Path, bytes: &[u8]) -> Result<GeneratedFile, BearoffError> {
    save(target, |out| out.write_all(bytes))
}

/// Provides the small databases in `folder` under their traditional names: keeps existing valid files and makes missing
/// or damaged ones. Returns the slots of the databases made. Takes well under a second on two cores.
///
/// # Errors
/// If the folder cannot be written to or the work is cancelled; databases finished before stay.
pub fn ensure_small(folder: &Path, control: &Control<'_>) -> Result<Vec<Slot>, BearoffError> {
    let mut made = Vec::new();
    for (slot, format) in missing_small(folder)? {
        write_made(&folder.join(slot.file_name()), &make_bytes(format, control)?)?;
        made.push(slot);
    }
    Ok(made)
}

/// `target` with a further extension.
pub(super) fn beside(target: &Path, extension: &str) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    PathBuf::from(name)
}

/// Writes a file in one piece: `fill` writes to a temporary file in the same folder, which then takes the name.
pub(super) fn save(
    target: &Path,
    fill: impl FnOnce(&mut dyn WriteSeek) -> io::Result<()>,
) -> Result<GeneratedFile, BearoffError> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let written = || -> io::Result<GeneratedFile> {
        let mut file = temporary_in(folder, new_file_permissions())?;
        // The file itself: errors of the handle tell the temporary name.
        let mut out = BufWriter::with_capacity(1 << 20, file.as_file_mut());
        fill(&mut out)?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        let bytes = file.as_file().metadata()?.len();
        file.persist(target).map_err(|error| error.error)?;
        Ok(GeneratedFile { bytes })
    };
    written().map_err(|error| match error.kind() {
        io::ErrorKind::Interrupted => Cancelled.into(),
        _ => BearoffError::io(target)(error),
    })
}
