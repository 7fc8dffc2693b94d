// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing a position, a game or a match in any format that holds it: match files and reports.

use crate::css::{self, StyleSheet};
use crate::document::{self, Document};
pub use crate::error::{ExportError, ExportFileError, holds};
use crate::options::ReportOptions;
use crate::pages::{self, Medium, PageOptions, Pages};
use crate::sections::ReportSection;
use crate::words::Words;
use crate::{html, interactive, latex, one_page, sections, text, tiles};
use gnubg_draw::paint::{PictureError, export_png};
use gnubg_draw::{BoardView, Design, DiceThrow};
use gnubg_engine::core::Player;
use gnubg_formats::export::{ExportScope, WriteError, WriteOptions};
use gnubg_formats::{Format, save};
use gnubg_record::MatchRecord;
use gnubg_record::judge::MatchEquity;
use std::path::{Path, PathBuf};

/// How boards are drawn.
#[derive(Clone, Copy, Debug)]
pub struct PictureOptions {
    /// Colors and materials of pictures; documents have their own.
    pub design: Design,
    /// Pixels a unit of PNG pictures, which have 108 by 82 units.
    pub scale: u32,
    /// Whether PNG pictures of a position show its analysis, too, as SVG and PDF always do.
    pub with_analysis: bool,
}

impl Default for PictureOptions {
    fn default() -> PictureOptions {
        PictureOptions { design: Design::default(), scale: 4, with_analysis: false }
    }
}

/// How the report of a match is laid out, in formats that have a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ReportLayout {
    /// All decisions.
    #[default]
    Full,
    /// The result and the most expensive decisions on one page: HTML, PDF.
    OnePage,
    /// All decisions on one page to browse: HTML.
    Interactive,
}

/// How files are written.
#[derive(Clone, Copy, Default)]
pub struct ExportOptions<'a> {
    /// What reports show; the match equities and the limits of marks also serve SGF.
    pub report: ReportOptions<'a>,
    /// Boards.
    pub picture: PictureOptions,
    /// How the report of a match is laid out.
    pub layout: ReportLayout,
    /// Whether MAT files end their lines with CR LF, as eXtreme Gammon expects.
    pub crlf: bool,
    /// Whether a text report of several games is one file instead of one file for each game.
    pub in_one_file: bool,
}

/// The content of one or several files: a text report of a match is one file for each game, and so are its web pages if
/// wanted, unless [`ExportOptions::in_one_file`] is set; everything else is one file.
///
/// # Errors
/// If the format cannot hold that much, the record has no such game, or drawing fails.
pub fn write(
    record: &MatchRecord,
    scope: ExportScope,
    format: Format,
    options: &ExportOptions<'_>,
) -> Result<Vec<Vec<u8>>, ExportError> {
    contents(record, scope, format, options, Path::new("match.html"))
}

/// The same for the file at `path`, whose further files are numbered.
fn contents(
    record: &MatchRecord,
    scope: ExportScope,
    format: Format,
    options: &ExportOptions<'_>,
    path: &Path,
) -> Result<Vec<Vec<u8>>, ExportError> {
    if !holds(format, scope) {
        return Err(ExportError::Unsupported { format, scope });
    }
    scope.first_game(record).ok_or(ExportError::NoGame)?;
    let one = |text: String| vec![text.into_bytes()];
    Ok(match (format, scope) {
        (Format::Png, ExportScope::Position(_)) if options.picture.with_analysis => {
            let [png, _] = diagram(record, scope, options)?;
            vec![png]
        }
        (Format::Png, ExportScope::Position(at)) => {
            let PictureOptions { design, scale, .. } = &options.picture;
            let view = BoardView::new(&record.state_at(at), None, DiceThrow::default(), &options.report.view);
            vec![export_png(&view, design, *scale)?]
        }
        (Format::Eps, ExportScope::Position(at)) => {
            vec![pages::eps(&record.state_at(at), options.report.view)?]
        }
        (Format::Png, _) => vec![one_page::png(record, &options.report)?],
        (Format::Pdf, ExportScope::Match) if options.layout == ReportLayout::OnePage => {
            vec![one_page::pdf(record, &options.report)?]
        }
        (Format::Html, ExportScope::Match) if options.layout == ReportLayout::OnePage => {
            one(one_page::html(record, &options.report))
        }
        (Format::Html, ExportScope::Match) if options.layout == ReportLayout::Interactive => {
            one(interactive::page(record, &options.report))
        }
        (Format::Svg, _) => {
            vec![pages::svg(&content(record, scope, options), options.report.view, options.report.words)?]
        }
        (Format::Latex, _) => {
            one(latex::document(&report_sections(record, scope, options), &title(record, Words::default())))
        }
        (Format::Pdf, _) => vec![document(record, scope, Medium::Pdf, options)?],
        (Format::Ps, _) => vec![document(record, scope, Medium::PostScript, options)?],
        (Format::Html, ExportScope::Position(at)) => one(html::position(record, at, &options.report)),
        (Format::Html, ExportScope::Game(game)) => one(html::games(record, Some(game), &options.report)),
        (Format::Html, ExportScope::Match)
            if options.report.html.has_page_per_game && !options.in_one_file =>
        {
            let name =
                |n| numbered(path, n + 1).file_name().unwrap_or_default().to_string_lossy().into_owned();
            html::pages(record, &options.report, name).into_iter().map(String::into_bytes).collect()
        }
        (Format::Html, ExportScope::Match) => one(html::games(record, None, &options.report)),
        (Format::Text, ExportScope::Position(at)) => one(text::position(record, at, &options.report)),
        (Format::Text, ExportScope::Game(game)) => one(text::game(record, game, &options.report)),
        (Format::Text, ExportScope::Match) if options.in_one_file => {
            one(text::whole(record, &options.report))
        }
        (Format::Text, ExportScope::Match) => {
            text::games(record, &options.report).into_iter().map(String::into_bytes).collect()
        }
        _ => vec![match_file(record, scope, format, options)?],
    })
}

fn match_file(
    record: &MatchRecord,
    scope: ExportScope,
    format: Format,
    options: &ExportOptions<'_>,
) -> Result<Vec<u8>, ExportError> {
    let ReportOptions { table, thresholds, .. } = options.report;
    let table = table.map(|table| table as &dyn MatchEquity);
    let options = WriteOptions { table, thresholds, crlf: options.crlf };
    gnubg_formats::export::write(record, scope, format, &options).map_err(|error| match error {
        WriteError::Unsupported { format, scope } => ExportError::Unsupported { format, scope },
        WriteError::Variation { format, variation } => ExportError::Variation { format, variation },
        refusal @ WriteError::SetUp { .. } => ExportError::Refused(refusal),
        _ => ExportError::NoGame,
    })
}

/// A position with its analysis as pictures, PNG and SVG.
///
/// # Errors
/// If drawing fails.
pub fn diagram(
    record: &MatchRecord,
    scope: ExportScope,
    options: &ExportOptions<'_>,
) -> Result<[Vec<u8>; 2], PictureError> {
    /// Pixels a point in PNG: sharp on screens with many of them.
    const SCALE: u8 = 2;
    let content = content(record, scope, options);
    let (view, words) = (options.report.view, options.report.words);
    Ok([pages::png(&content, view, words, SCALE)?, pages::svg(&content, view, words)?])
}

fn report_sections(
    record: &MatchRecord,
    scope: ExportScope,
    options: &ExportOptions<'_>,
) -> Vec<ReportSection> {
    match scope {
        ExportScope::Position(at) => sections::position(record, at, &options.report),
        ExportScope::Game(game) => sections::game(record, game, &options.report),
        ExportScope::Match => sections::whole(record, &options.report),
    }
}

/// The pages of a report, to be printed.
///
/// # Errors
/// If there is no such game, or texts cannot be measured.
pub fn pages(
    record: &MatchRecord,
    scope: ExportScope,
    options: &ExportOptions<'_>,
) -> Result<Pages, ExportError> {
    scope.first_game(record).ok_or(ExportError::NoGame)?;
    let (view, words) = (options.report.view, options.report.words);
    let page = PageOptions { title: title(record, words), view, words };
    Ok(Pages::lay_out(content(record, scope, options), page)?)
}

fn document(
    record: &MatchRecord,
    scope: ExportScope,
    medium: Medium,
    options: &ExportOptions<'_>,
) -> Result<Vec<u8>, ExportError> {
    Ok(pages::write(&pages(record, scope, options)?, medium)?)
}

/// `Ann – Ben, 7 point match`.
fn title(record: &MatchRecord, words: Words) -> String {
    let [zero, one] = Player::BOTH.map(|player| record.name(player));
    let kind = match record.is_money() {
        true => words.gettext("Money session"),
        false => words.ngettext_f("{n} point match", "{n} point match", usize::from(record.length)),
    };
    format!("{zero} – {one}, {kind}")
}

/// The content of a report for people.
fn content(record: &MatchRecord, scope: ExportScope, options: &ExportOptions<'_>) -> Document {
    match scope {
        ExportScope::Position(at) => document::position(record, at, &options.report),
        ExportScope::Game(game) => document::game(record, game, &options.report),
        ExportScope::Match => document::whole(record, &options.report),
    }
}

/// Writes files and returns their paths in order. The first file has the given name, the others a number before the
/// last dot. Beside a web page stand its style sheet and the tiles of its boards, which are not among the paths, if they are
/// wanted and not there.
///
/// # Errors
/// If the format cannot hold that much, or a file cannot be written.
pub fn write_files(
    record: &MatchRecord,
    scope: ExportScope,
    format: Format,
    options: &ExportOptions<'_>,
    path: &Path,
) -> Result<Vec<PathBuf>, ExportFileError> {
    let contents = contents(record, scope, format, options, path)
        .map_err(|source| ExportFileError::Export { path: path.to_owned(), source })?;
    let mut paths: Vec<PathBuf> = (1..=contents.len()).map(|n| numbered(path, n)).collect();
    for (path, content) in paths.iter().zip(&contents) {
        save(path, content)?;
    }
    if let Some(boards) = options.report.tiles.filter(|_| format == Format::Html) {
        tiles::write_used(&contents, &boards, &options.picture.design, path)?;
    }
    if format == Format::Html && options.report.html.style == StyleSheet::External {
        // An existing style sheet may be the user's own.
        let sheet = path.with_file_name(css::FILE_NAME);
        if !sheet.exists() {
            save(&sheet, css::sheet().as_bytes())?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::Rules;
    use gnubg_record::{Cursor, GameRecord, MatchInfo};

    fn sample() -> MatchRecord {
        let mut record =
            MatchRecord::new(3, Rules::default(), MatchInfo::of_players(["Ann/x", "Ben"])).unwrap();
        record.games.push(GameRecord::new(record.first_start()));
        record
    }

    #[test]
    fn every_format_says_what_it_holds() {
        let record = sample();
        let scopes = [ExportScope::Position(Cursor::default()), ExportScope::Game(0), ExportScope::Match];
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
        let gone = write(&record, ExportScope::Game(1), Format::Sgf, &ExportOptions::default());
        assert_eq!(gone, Err(ExportError::NoGame));
    }

    #[test]
    fn further_files_are_numbered() {
        assert_eq!(numbered(Path::new("a/b.c.txt"), 1), Path::new("a/b.c.txt"));
        assert_eq!(numbered(Path::new("a/b.c.txt"), 2), Path::new("a/b.c_002.txt"));
        assert_eq!(numbered(Path::new("b"), 12), Path::new("b_012"));
    }

    #[test]
    fn web_pages_of_games_link_to_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("foo.html");
        let html = css::HtmlOptions { has_page_per_game: true, ..Default::default() };
        let report = ReportOptions { html, ..ReportOptions::default() };
        let options = ExportOptions { report, ..ExportOptions::default() };
        let mut record = sample();
        record.games.push(GameRecord::new(record.first_start()));
        let written = write_files(&record, ExportScope::Match, Format::Html, &options, &path).unwrap();
        let second = folder.path().join("foo_002.html");
        assert_eq!(written, [path.clone(), second.clone()]);
        assert!(std::fs::read_to_string(path).unwrap().contains("<a href=\"foo_002.html\">Next Game</a>"));
        assert!(std::fs::read_to_string(second).unwrap().contains("<a href=\"foo.html\">First Game</a>"));
    }

    #[test]
    fn a_style_sheet_is_written_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.html");
        let html = css::HtmlOptions { style: StyleSheet::External, ..Default::default() };
        let report = ReportOptions { html, ..ReportOptions::default() };
        let options = ExportOptions { report, ..ExportOptions::default() };
        let write = || write_files(&sample(), ExportScope::Match, Format::Html, &options, &path).unwrap();
        let sheet = folder.path().join(css::FILE_NAME);
        assert_eq!(write(), [path.clone(), sheet.clone()]);
        std::fs::write(&sheet, "mine").unwrap();
        assert_eq!(write(), std::slice::from_ref(&path));
        assert_eq!(std::fs::read(&sheet).unwrap(), b"mine");
    }
}
