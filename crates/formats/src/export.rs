// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing a position, a game or a match in any format that holds it, and putting files on disk in one piece.

use crate::mat::write::{Layout, MatOptions};
use crate::report::paper::{self, Medium, PaperOptions, Sheets};
use crate::report::style::{self, StyleSheet};
use crate::report::{ReportOptions, html, latex, parts, text};
use crate::sgf::SgfOptions;
use crate::{FileError, Format, mat, pos, sgf, snowie};
use gnubg_draw::paint::{PictureError, export_png};
use gnubg_draw::{BoardView, Design, ViewOptions};
use gnubg_engine::core::Player;
use gnubg_record::judge::MatchEquity;
use gnubg_record::{Cursor, MatchRecord};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// How much of a record is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The position at a place, with the next decision.
    Position(Cursor),
    /// The game of that index.
    Game(usize),
    /// Everything: a match, or a session if its length is 0.
    Match,
}

impl Scope {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Scope::Position(_) => "position",
            Scope::Game(_) => "game",
            Scope::Match => "match",
        }
    }

    /// The game it begins in.
    fn game_of(self, record: &MatchRecord) -> Result<usize, ExportError> {
        let game = match self {
            Scope::Position(cursor) => cursor.game,
            Scope::Game(game) => game,
            Scope::Match => 0,
        };
        if game < record.games.len() { Ok(game) } else { Err(ExportError::NoGame) }
    }
}

/// Why nothing can be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The format has no place for it.
    #[error("{} files cannot hold a {}; {}", .format.name(), .scope.name(), hint(*.format, *.scope))]
    Unsupported {
        /// The format.
        format: Format,
        /// What was to be written.
        scope: Scope,
    },
    /// There is no such game, or no game at all.
    #[error("there is no game to write")]
    NoGame,
    /// A picture or page could not be drawn.
    #[error("{0}")]
    Picture(String),
}

impl From<PictureError> for ExportError {
    fn from(error: PictureError) -> ExportError {
        ExportError::Picture(error.to_string())
    }
}

/// What to do instead.
fn hint(format: Format, scope: Scope) -> String {
    let formats = Format::ALL.into_iter().filter(|other| holds(*other, scope));
    let names: Vec<&str> = formats.map(Format::keyword).collect();
    if format.is_written() {
        format!("{} can", names.join(", "))
    } else {
        format!("it is only read; {} can be written", names.join(", "))
    }
}

/// Whether files of that format can hold that much.
#[must_use]
pub const fn holds(format: Format, scope: Scope) -> bool {
    match format {
        Format::Sgf
        | Format::SnowieText
        | Format::Text
        | Format::Html
        | Format::Latex
        | Format::Pdf
        | Format::Ps => true,
        Format::Mat => matches!(scope, Scope::Match),
        Format::Gam => matches!(scope, Scope::Game(_)),
        Format::Pos | Format::Svg | Format::Png | Format::Eps => matches!(scope, Scope::Position(_)),
        _ => false,
    }
}

/// How boards are drawn.
#[derive(Clone, Copy, Debug)]
pub struct PictureOptions {
    /// Colors and materials of pictures; documents have their own.
    pub design: Design,
    /// Direction, numbers and the like.
    pub view: ViewOptions,
    /// Pixels a unit of PNG pictures, which have 108 by 82 units.
    pub scale: u32,
}

impl Default for PictureOptions {
    fn default() -> PictureOptions {
        PictureOptions { design: Design::default(), view: ViewOptions::default(), scale: 4 }
    }
}

/// How files are written.
#[derive(Clone, Copy, Default)]
pub struct ExportOptions<'a> {
    /// Reports for people; their table and limits also serve SGF.
    pub report: ReportOptions<'a>,
    /// Boards.
    pub picture: PictureOptions,
    /// MAT with CR LF, as eXtreme Gammon wants it.
    pub crlf: bool,
    /// Reports of several games in one file instead of one file a game.
    pub in_one_file: bool,
}

/// The content of one or several files: text reports of a match are one file a game, everything else is one file.
///
/// # Errors
/// If the format cannot hold that much, or there is no such game.
pub fn write(
    record: &MatchRecord,
    scope: Scope,
    format: Format,
    options: &ExportOptions<'_>,
) -> Result<Vec<Vec<u8>>, ExportError> {
    if !holds(format, scope) {
        return Err(ExportError::Unsupported { format, scope });
    }
    let game = scope.game_of(record)?;
    let one = |text: String| vec![text.into_bytes()];
    let table = options.report.table.map(|table| table as &dyn MatchEquity);
    let sgf_options = SgfOptions { table, thresholds: options.report.thresholds };
    let columns = |layout| MatOptions { layout, crlf: options.crlf };
    Ok(match (format, scope) {
        (Format::Sgf, Scope::Position(at)) => one(sgf::write(&record.position_at(at), &sgf_options)),
        (Format::Sgf, Scope::Game(game)) => one(sgf::write_game(record, game, &sgf_options)),
        (Format::Sgf, Scope::Match) => one(sgf::write(record, &sgf_options)),
        (Format::SnowieText, Scope::Position(at)) => {
            let names = Player::BOTH.map(|player| record.name(player));
            let line = snowie::write_position(&record.state_at(at), [&names[0], &names[1]]);
            one(line + "\n")
        }
        (Format::SnowieText, Scope::Game(n)) => {
            one(mat::write::write_game(record, n, &columns(Layout::Snowie)))
        }
        (Format::SnowieText, Scope::Match) => one(mat::write::write(record, &columns(Layout::Snowie))),
        (Format::Mat, _) => one(mat::write::write(record, &columns(Layout::Mat))),
        (Format::Gam, _) => one(mat::write::write_game(record, game, &columns(Layout::Gam))),
        (Format::Pos, Scope::Position(at)) => {
            let names = Player::BOTH.map(|player| record.name(player));
            vec![pos::write(&record.state_at(at), [&names[0], &names[1]])]
        }
        (Format::Png, Scope::Position(at)) => {
            let PictureOptions { design, view, scale } = &options.picture;
            let view = BoardView::new(&record.state_at(at), None, 0, view);
            vec![export_png(&view, design, *scale)?]
        }
        (Format::Eps, Scope::Position(at)) => vec![paper::eps(&record.state_at(at), options.picture.view)?],
        (Format::Svg, _) => vec![paper::svg(&report_parts(record, scope, options), options.picture.view)?],
        (Format::Latex, _) => one(latex::document(&report_parts(record, scope, options), &title(record))),
        (Format::Pdf, _) => vec![pages(record, scope, Medium::Pdf, options)?],
        (Format::Ps, _) => vec![pages(record, scope, Medium::PostScript, options)?],
        (Format::Html, Scope::Position(at)) => one(html::position(record, at, &options.report)),
        (Format::Html, Scope::Game(game)) => one(html::games(record, Some(game), &options.report)),
        (Format::Html, Scope::Match) => one(html::games(record, None, &options.report)),
        (_, Scope::Position(at)) => one(text::position(record, at, &options.report)),
        (_, Scope::Game(game)) => one(text::game(record, game, &options.report)),
        (_, Scope::Match) if options.in_one_file => one(text::whole(record, &options.report)),
        (_, Scope::Match) => {
            text::games(record, &options.report).into_iter().map(String::into_bytes).collect()
        }
    })
}

/// A position with its analysis as pictures, PNG and SVG.
///
/// # Errors
/// If drawing fails.
pub fn diagram(
    record: &MatchRecord,
    scope: Scope,
    options: &ExportOptions<'_>,
) -> Result<[Vec<u8>; 2], PictureError> {
    /// Pixels a point in PNG: sharp on screens with many of them.
    const SCALE: u8 = 2;
    let parts = report_parts(record, scope, options);
    let view = options.picture.view;
    Ok([paper::png(&parts, view, SCALE)?, paper::svg(&parts, view)?])
}

fn report_parts(record: &MatchRecord, scope: Scope, options: &ExportOptions<'_>) -> Vec<parts::Part> {
    match scope {
        Scope::Position(at) => parts::position(record, at, &options.report),
        Scope::Game(game) => parts::game(record, game, &options.report),
        Scope::Match => parts::whole(record, &options.report),
    }
}

/// The pages of a report, to be printed.
///
/// # Errors
/// If there is no such game, or texts cannot be measured.
pub fn sheets(
    record: &MatchRecord,
    scope: Scope,
    options: &ExportOptions<'_>,
) -> Result<Sheets, ExportError> {
    scope.game_of(record)?;
    let paper = PaperOptions { title: title(record), view: options.picture.view };
    Ok(Sheets::lay_out(report_parts(record, scope, options), paper)?)
}

fn pages(
    record: &MatchRecord,
    scope: Scope,
    medium: Medium,
    options: &ExportOptions<'_>,
) -> Result<Vec<u8>, ExportError> {
    Ok(paper::pages(&sheets(record, scope, options)?, medium)?)
}

/// `Ann and Ben, match to 7`.
fn title(record: &MatchRecord) -> String {
    let [zero, one] = Player::BOTH.map(|player| record.name(player));
    let kind =
        if record.is_money() { "money session".to_owned() } else { format!("match to {}", record.length) };
    format!("{zero} and {one}, {kind}")
}

/// Writes files; their paths in order. The first has the name given, the others a number before the last dot. Beside a
/// web page stands its style sheet, if that is wanted and not there.
///
/// # Errors
/// If the format cannot hold that much, or a file cannot be written.
pub fn write_files(
    record: &MatchRecord,
    scope: Scope,
    format: Format,
    options: &ExportOptions<'_>,
    path: &Path,
) -> Result<Vec<PathBuf>, FileError> {
    let contents = write(record, scope, format, options)
        .map_err(|source| FileError::Export { path: path.to_owned(), source })?;
    let mut paths: Vec<PathBuf> = (1..=contents.len()).map(|n| numbered(path, n)).collect();
    for (path, content) in paths.iter().zip(&contents) {
        save(path, content)?;
    }
    if format == Format::Html && options.report.html.style == StyleSheet::External {
        // A style sheet that is there already may be the user's own.
        let sheet = path.with_file_name(style::FILE_NAME);
        if !sheet.exists() {
            save(&sheet, style::sheet().as_bytes())?;
            paths.push(sheet);
        }
    }
    Ok(paths)
}

/// The name of the file for the `n`-th game, counted from 1: `a.txt`, `a_002.txt`.
#[must_use]
pub fn numbered(path: &Path, n: usize) -> PathBuf {
    if n <= 1 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("_{n:03}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// Writes a file by way of a temporary one beside it, so that it is never half written. A link is followed; the rights
/// of a file that is replaced are kept.
///
/// # Errors
/// If the system refuses.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let io = |source| FileError::Io { path: path.to_owned(), source };
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let present = std::fs::metadata(&target).ok();
    if present.as_ref().is_some_and(|data| !data.is_file()) {
        // A pipe or device cannot be replaced.
        return std::fs::write(&target, bytes).map_err(io);
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    if let Some(rights) = usual_rights() {
        builder.permissions(rights);
    }
    let mut file = builder.tempfile_in(folder).map_err(io)?;
    if let Some(data) = present {
        file.as_file().set_permissions(data.permissions()).map_err(io)?;
    }
    file.write_all(bytes).map_err(io)?;
    file.as_file().sync_all().map_err(io)?;
    file.persist(&target).map_err(|error| io(error.error))?;
    Ok(())
}

/// Temporary files are private; saved ones are as any other new file.
fn usual_rights() -> Option<std::fs::Permissions> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        Some(std::fs::Permissions::from_mode(0o666))
    }
    #[cfg(not(unix))]
    {
        None
    }
}

/// The name a match is first offered to be saved under, without folder and ending: `Ann-Ben_7p_2024-03-05`.
#[must_use]
pub fn default_name(record: &MatchRecord) -> String {
    let plain = |text: String| -> String {
        let bad = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
        text.chars().map(|c| if bad(c) { '_' } else { c }).collect()
    };
    let [zero, one] = Player::BOTH.map(|player| plain(record.name(player)));
    let length = if record.is_money() { "money".to_owned() } else { format!("{}p", record.length) };
    let date = record.info.date.map(|date| format!("_{date}")).unwrap_or_default();
    format!("{zero}-{one}_{length}{date}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::Rules;
    use gnubg_record::{GameRecord, MatchInfo};

    fn sample() -> MatchRecord {
        let mut record =
            MatchRecord::new(3, Rules::default(), MatchInfo::of_players(["Ann/x", "Ben"])).unwrap();
        record.games.push(GameRecord::new(record.first_start()));
        record
    }

    #[test]
    fn every_format_says_what_it_holds() {
        let record = sample();
        let scopes = [Scope::Position(Cursor::default()), Scope::Game(0), Scope::Match];
        for format in Format::ALL {
            let n = scopes
                .into_iter()
                .filter(|&scope| match write(&record, scope, format, &ExportOptions::default()) {
                    Ok(files) => files.len() == 1 && !files[0].is_empty() && holds(format, scope),
                    Err(error) => {
                        assert!(error.to_string().contains(format.name()));
                        false
                    }
                })
                .count();
            assert_eq!(n > 0, format.is_written(), "{format}");
        }
        let gone = write(&record, Scope::Game(1), Format::Sgf, &ExportOptions::default());
        assert_eq!(gone, Err(ExportError::NoGame));
    }

    #[test]
    fn names_of_files() {
        assert_eq!(numbered(Path::new("a/b.c.txt"), 1), Path::new("a/b.c.txt"));
        assert_eq!(numbered(Path::new("a/b.c.txt"), 2), Path::new("a/b.c_002.txt"));
        assert_eq!(numbered(Path::new("b"), 12), Path::new("b_012"));
        assert_eq!(default_name(&sample()), "Ann_x-Ben_3p");
    }

    #[test]
    fn files_are_replaced_in_one_piece() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        save(&path, b"one").unwrap();
        save(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(save(&folder.path().join("no/a.sgf"), b"x").is_err());
        assert!(save(folder.path(), b"x").is_err());
    }

    #[test]
    fn a_style_sheet_is_written_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.html");
        let html = style::HtmlOptions { style: StyleSheet::External, ..Default::default() };
        let report = ReportOptions { html, ..ReportOptions::default() };
        let options = ExportOptions { report, ..ExportOptions::default() };
        let write = || write_files(&sample(), Scope::Match, Format::Html, &options, &path).unwrap();
        let sheet = folder.path().join(style::FILE_NAME);
        assert_eq!(write(), [path.clone(), sheet.clone()]);
        std::fs::write(&sheet, "mine").unwrap();
        assert_eq!(write(), std::slice::from_ref(&path));
        assert_eq!(std::fs::read(&sheet).unwrap(), b"mine");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_rights_kept() {
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
