// SPDX-License-Identifier: GPL-3.0-or-later
//! Boards of web pages made of small pictures, tiles, as GNU Backgammon writes them.
//!
//! A tile has the same name and meaning as in GNU Backgammon's pages, so pictures made for those can replace ours. We draw
//! them with the board of the program: 108 by 82 units, four pixels each.
//!
//! *Differs:* the text of the set fibs2html is below the board instead of beside it, and that set and bbs show no board on
//! which seat `One` bears off at the other side, which GNU Backgammon draws with the numbers of one and the checkers of the
//! other.

mod page;
mod pictures;

pub(crate) use page::board;

use crate::error::{ExportError, ExportFileError};
use gnubg_draw::Design;
use gnubg_formats::save;
use std::borrow::Cow;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The folder of the tiles beside a page, if no other is named.
pub const FOLDER: &str = "html-images/";

/// Which tiles a board consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileSet {
    /// GNU Backgammon's own: PNG.
    Gnu,
    /// The set of that name: GIF.
    Bbs,
    /// The set of the program of that name: GIF.
    Fibs2html,
}

impl TileSet {
    /// The end of the names of its files.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            TileSet::Gnu => "png",
            TileSet::Bbs | TileSet::Fibs2html => "gif",
        }
    }
}

/// How a page shows boards made of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileBoards<'a> {
    /// The tiles.
    pub set: TileSet,
    /// Their folder or web address as the page names it, with everything before the file name; empty for [`FOLDER`].
    pub address: &'a str,
    /// Whether seat `One` bears off at the left; only the set of GNU Backgammon can show that.
    pub is_clockwise: bool,
}

impl TileBoards<'_> {
    /// What stands before the name of a file.
    fn prefix(&self) -> &str {
        if self.address.is_empty() { FOLDER } else { self.address }
    }

    /// The folder of the tiles of the page at `page`; `None` if they are elsewhere: on a server, or in an absolute folder.
    fn folder(&self, page: &Path) -> Option<PathBuf> {
        let prefix = self.prefix();
        let is_elsewhere = prefix.starts_with('/') || prefix.contains(':');
        // What follows the last slash begins the names of the files.
        let folder = prefix.rfind('/').map_or("", |at| &prefix[..at]);
        (!is_elsewhere).then(|| page.with_file_name(folder))
    }
}

/// Writes all tiles of a set into a folder, which is made if needed, and returns the files. Existing files are replaced.
///
/// # Errors
/// If a tile cannot be drawn or written.
pub fn write_all(set: TileSet, design: &Design, folder: &Path) -> Result<Vec<PathBuf>, ExportFileError> {
    write(set, design, folder, "", |_| true, true)
}

/// Writes the tiles that the pages use and that do not exist, beside the page at `path`. Existing pictures stay: they may be
/// the user's own.
pub(crate) fn write_used(
    pages: &[Vec<u8>],
    boards: &TileBoards<'_>,
    design: &Design,
    path: &Path,
) -> Result<(), ExportFileError> {
    let Some(folder) = boards.folder(path) else { return Ok(()) };
    let texts: Vec<Cow<'_, str>> = pages.iter().map(|page| String::from_utf8_lossy(page)).collect();
    let sources = |text: &'_ Cow<'_, str>| -> Vec<String> {
        let sources = text.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
        sources.filter_map(|source| source.rsplit('/').next()).map(str::to_owned).collect()
    };
    let used: HashSet<String> = texts.iter().flat_map(sources).collect();
    let prefix = boards.prefix().rsplit('/').next().unwrap_or_default();
    write(boards.set, design, &folder, prefix, |file| used.contains(file), false).map(drop)
}

fn write(
    set: TileSet,
    design: &Design,
    folder: &Path,
    prefix: &str,
    is_wanted: impl Fn(&str) -> bool,
    replaces: bool,
) -> Result<Vec<PathBuf>, ExportFileError> {
    let failed = |path: &Path, source| ExportFileError::Export { path: path.to_owned(), source };
    let artist = pictures::Artist::new(design);
    let mut written = Vec::new();
    for tile in pictures::tiles(set) {
        let file = format!("{prefix}{}.{}", tile.name, set.extension());
        let path = folder.join(&file);
        if !is_wanted(&file) || (!replaces && path.exists()) {
            continue;
        }
        if written.is_empty() {
            let made = std::fs::create_dir_all(folder);
            made.map_err(|error| failed(folder, ExportError::Picture(error.to_string())))?;
        }
        let bytes = artist.encoded(&tile, set).map_err(|error| failed(&path, error.into()))?;
        save(&path, &bytes)?;
        written.push(path);
    }
    Ok(written)
}

#[cfg(test)]
mod tests;
