// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg convert`: converts files from one format to another.

use super::info::format_of;
use super::process::{command_of, run_tool};
use crate::i18n::WORDS;
use crate::output;
use clap::Parser;
use gnubg_engine::cube::MatchEquityTable;
use gnubg_formats::export::ExportScope;
use gnubg_formats::{FileError, Format, Imported, read_file, save};
use gnubg_report::ReportOptions;
use gnubg_report::export::{ExportOptions, ReportLayout, numbered, write};
use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const NAME: &str = "gnubg convert";

/// Convert a match or position file to another format.
///
/// The format of IN is detected by its content, the format of OUT by its file name extension. A file with several matches
/// becomes several files named OUT, OUT_002 and so on. So does a match with several games if the format holds only one.
#[derive(Parser)]
#[command(name = NAME, bin_name = NAME, max_term_width = 100)]
struct Arguments {
    /// Read IN as this format instead of detecting it
    #[arg(short, long, value_name = "FORMAT", value_parser = format_of)]
    from: Option<Format>,

    /// Write this format instead of the one that the extension of OUT stands for: sgf, mat, gam, pos, snowietxt, ogxm,
    /// xg, bgblitz, bgammon, oldmoves, id, text, html, latex, pdf, ps, eps, png, svg
    #[arg(short, long, value_name = "FORMAT", value_parser = format_of)]
    to: Option<Format>,

    /// Write only the match with this number, counted from 1
    #[arg(short, long, value_name = "N")]
    r#match: Option<usize>,

    /// Write only the game with this number, counted from 1
    #[arg(short, long, value_name = "N")]
    game: Option<usize>,

    /// Overwrite existing files
    #[arg(long)]
    force: bool,

    /// End the lines of MAT files with CR LF, as eXtreme Gammon writes them
    #[arg(long)]
    crlf: bool,

    /// Write HTML as one interactive page with all decisions, the list of errors and a summary
    #[arg(long, conflicts_with = "game")]
    interactive: bool,
    /// Write HTML, PDF or PNG as one page: result, course and the most expensive decisions
    #[arg(long, conflicts_with = "interactive")]
    one_page: bool,

    /// Do not print problems found while reading
    #[arg(short, long)]
    quiet: bool,

    /// File to read
    r#in: PathBuf,

    /// File to write, or - for standard output
    out: PathBuf,
}

/// The command line.
#[must_use]
pub fn command() -> clap::Command {
    command_of::<Arguments>()
}

/// Runs the tool; the first argument is the program's name.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    run_tool(args, NAME, convert)
}

/// The writable format that the extension of a file name stands for.
fn format_by_name(path: &Path) -> Option<Format> {
    let extension = path.extension()?.to_str()?;
    if extension.eq_ignore_ascii_case("txt") {
        return Some(Format::Text);
    }
    let known = |format: &Format| format.is_written() && format.extension().eq_ignore_ascii_case(extension);
    Format::ALL.into_iter().find(known)
}

fn convert(arguments: &Arguments) -> Result<(), String> {
    let to_stdout = arguments.out.as_os_str() == "-";
    let format = arguments.to.or_else(|| format_by_name(&arguments.out)).ok_or_else(|| {
        format!(
            "{}: this extension is not a format that can be written; choose one with --to",
            arguments.out.display()
        )
    })?;
    if arguments.interactive && format != Format::Html {
        return Err(format!("--interactive writes HTML, not {format}"));
    }
    if arguments.one_page && !matches!(format, Format::Html | Format::Pdf | Format::Png) {
        return Err(format!("--one-page writes HTML, PDF or PNG, not {format}"));
    }
    let import = read_file(&arguments.r#in, arguments.from).map_err(|error| error.to_string())?;
    let chosen: Vec<&Imported> = match arguments.r#match {
        None => import.matches.iter().collect(),
        Some(n) => {
            let one = n.checked_sub(1).and_then(|n| import.matches.get(n));
            let most = import.matches.len();
            vec![one.ok_or_else(|| {
                format!("{}: there is no match {n}; the file has {most}", arguments.r#in.display())
            })?]
        }
    };
    let table = MatchEquityTable::default();
    let mut contents = Vec::new();
    for one in chosen {
        if !arguments.quiet {
            for warning in &one.warnings {
                output::error_line(format_args!("{}: {warning}", arguments.r#in.display()));
            }
        }
        contents.extend(contents_of(one, format, arguments, &table)?);
    }
    if to_stdout {
        let mut out = output::stdout();
        return contents
            .iter()
            .try_for_each(|content| out.write_all(content))
            .map_err(|error| format!("standard output: {error}"));
    }
    let paths: Vec<PathBuf> = (1..=contents.len()).map(|n| numbered(&arguments.out, n)).collect();
    if let Some(path) = paths.iter().find(|path| !arguments.force && path.is_file()) {
        return Err(format!("{}: the file exists; use --force to overwrite it", path.display()));
    }
    for (path, content) in paths.iter().zip(&contents) {
        save(path, content).map_err(|error: FileError| error.to_string())?;
    }
    Ok(())
}

/// The contents of the files that one match becomes.
fn contents_of(
    one: &Imported,
    format: Format,
    arguments: &Arguments,
    table: &MatchEquityTable,
) -> Result<Vec<Vec<u8>>, String> {
    let record = &one.record;
    let report = ReportOptions { table: Some(table), words: WORDS, ..ReportOptions::default() };
    let layout = match (arguments.one_page, arguments.interactive) {
        (true, _) => ReportLayout::OnePage,
        (_, true) => ReportLayout::Interactive,
        _ => ReportLayout::Full,
    };
    let options =
        ExportOptions { report, crlf: arguments.crlf, in_one_file: true, layout, ..ExportOptions::default() };
    let scopes: Vec<ExportScope> = match (arguments.game, format) {
        (_, Format::Html | Format::Pdf | Format::Png) if layout != ReportLayout::Full => {
            vec![ExportScope::Match]
        }
        (Some(n), _) => {
            let games = record.games.len();
            if !(1..=games).contains(&n) {
                return Err(format!(
                    "{}: there is no game {n}; the match has {games}",
                    arguments.r#in.display()
                ));
            }
            vec![ExportScope::Game(n - 1)]
        }
        (None, Format::Pos | Format::Id | Format::Svg | Format::Png | Format::Eps) => {
            vec![ExportScope::Position(one.opening_place())]
        }
        (
            None,
            Format::SnowieText | Format::Text | Format::Html | Format::Latex | Format::Pdf | Format::Ps,
        ) if one.is_position() => {
            vec![ExportScope::Position(one.opening_place())]
        }
        (None, Format::Gam) => (0..record.games.len()).map(ExportScope::Game).collect(),
        (None, _) => vec![ExportScope::Match],
    };
    let mut contents = Vec::new();
    for scope in scopes {
        contents.extend(write(record, scope, format, &options).map_err(|error| error.to_string())?);
    }
    Ok(contents)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATCH: &str = " 3 point match\n\n Game 1\n Ann : 0       Ben : 0\n  1) 31: 8/5 6/5    52: 13/8 24/22\n  2)  Doubles => 2     Drops\n      Wins 1 point\n\n Game 2\n Ann : 1      Ben : 0\n  1) 31: 8/5 6/5\n";

    fn run(args: &[&str]) -> ExitCode {
        main(std::iter::once("convert").chain(args.iter().copied()).map(OsString::from))
    }

    #[test]
    fn arguments_are_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
        assert_eq!(run(&["x"]), ExitCode::from(2));
    }

    #[test]
    fn the_help_names_every_format_that_is_written() {
        use clap::CommandFactory;
        let help = Arguments::command().render_long_help().to_string();
        let words: Vec<&str> = help.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).collect();
        for format in Format::ALL.into_iter().filter(|format| format.is_written()) {
            assert!(words.contains(&format.keyword()), "{format}");
        }
    }

    #[test]
    fn conversions_keep_the_games() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        std::fs::write(file("a.mat"), MATCH).unwrap();
        for (from, to) in [
            ("a.mat", "b.sgf"),
            ("b.sgf", "c.mat"),
            ("c.mat", "d.txt"),
            ("c.mat", "e.gam"),
            ("c.mat", "g.xg"),
            ("g.xg", "h.fibs"),
        ] {
            assert_eq!(run(&[&file(from), &file(to)]), ExitCode::SUCCESS, "{to}");
        }
        let record = |name: &str| read_file(Path::new(&file(name)), None).unwrap().matches[0].record.clone();
        assert_eq!(record("c.mat").games, record("a.mat").games);
        assert_eq!(record("b.sgf").games, record("a.mat").games);
        assert_eq!(record("g.xg").games, record("a.mat").games);
        assert_eq!(record("h.fibs").games, record("a.mat").games);
        assert_eq!(record("e_002.gam").games[0].entries, record("a.mat").games[1].entries);
        assert!(std::fs::read_to_string(file("d.txt")).unwrap().contains("Ann wins 1 point"));
        assert_eq!(run(&["--to", "pos", &file("a.mat"), &file("f")]), ExitCode::SUCCESS);
        assert_eq!(run(&["--interactive", &file("a.mat"), &file("i.html")]), ExitCode::SUCCESS);
        let page = std::fs::read_to_string(file("i.html")).unwrap();
        assert!(page.contains("id=\"data\"") && page.contains("Ann doubles") && page.contains("\"game\":2"));
    }

    #[test]
    fn a_match_is_written_on_one_page() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        std::fs::write(file("a.mat"), MATCH).unwrap();
        for (name, start) in
            [("one.pdf", &b"%PDF"[..]), ("one.png", b"\x89PNG"), ("one.html", b"<!DOCTYPE html>")]
        {
            assert_eq!(run(&["--one-page", &file("a.mat"), &file(name)]), ExitCode::SUCCESS, "{name}");
            let written = std::fs::read(file(name)).unwrap();
            assert!(written.to_ascii_lowercase().starts_with(&start.to_ascii_lowercase()), "{name}");
        }
    }

    #[test]
    fn wrong_requests_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        assert_eq!(run(&["--interactive", &file("a.mat"), &file("a.pdf")]), ExitCode::FAILURE);
        std::fs::write(file("a.mat"), MATCH).unwrap();
        assert_eq!(run(&["--one-page", &file("a.mat"), &file("one.sgf")]), ExitCode::FAILURE);
        for args in [
            &[&file("a.mat")[..], &file("a.mat")][..],
            &[&file("a.mat"), &file("a.zip")],
            &[&file("a.mat"), &file("a.tmg")],
            &["--match", "2", &file("a.mat"), &file("b.sgf")],
            &["--game", "3", &file("a.mat"), &file("b.sgf")],
            &["--game", "0", &file("a.mat"), &file("b.sgf")],
            &["--to", "tmg", &file("a.mat"), &file("b.sgf")],
            &[&file("gone"), &file("b.sgf")],
        ] {
            assert_eq!(run(args), ExitCode::FAILURE, "{args:?}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        assert_eq!(run(&["--force", &file("a.mat"), &file("a.mat")]), ExitCode::SUCCESS);
    }
}
