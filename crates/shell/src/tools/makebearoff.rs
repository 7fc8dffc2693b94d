// SPDX-License-Identifier: GPL-3.0-or-later
//! `makebearoff`: makes one-sided and two-sided bearoff databases, byte for byte as published.

use super::process::{cancel_on_signals, command_of, failed, parse};
use super::progress::DatabaseProgress;
use crate::output;
use clap::{ArgGroup, Parser};
use gnubg_engine::bearoff::generate::{Control, GenerateOptions, GeneratedFile, make};
use gnubg_engine::bearoff::{BearoffError, Format, published};
use gnubg_engine::core::CancelToken;
use md5::{Digest, Md5};
use std::ffi::OsString;
use std::io::Read;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

const NAME: &str = "makebearoff";

/// Make a bearoff database for GNU Backgammon.
///
/// A one-sided database contains how many rolls one side needs to bear off. A two-sided database contains the exact
/// equities of positions of both sides, for every owner of the cube. The program looks for gnubg_os.bd and gnubg_ts.bd,
/// and for the small gnubg_os0.bd and gnubg_ts0.bd, which it makes itself.
///
/// If you interrupt the work, the same command continues it.
#[derive(Parser)]
#[command(name = NAME, bin_name = NAME, max_term_width = 100)]
#[command(group(ArgGroup::new("what").required(true).args(["one_sided", "two_sided", "check_all"])))]
struct Arguments {
    /// One-sided database of 15 checkers on this many points, 1 to 13
    #[arg(short, long, value_name = "POINTS")]
    one_sided: Option<usize>,

    /// Two-sided database, for example 6x8: points, then checkers. A 6 stands for the points, so 8x6 means the same;
    /// 5px4c or 4cx5p names points and checkers
    #[arg(short, long, value_name = "POINTSxCHECKERS", value_parser = parse_size)]
    two_sided: Option<Size>,

    /// File to write
    #[arg(short = 'f', long, value_name = "FILE", required_unless_present = "check_all")]
    outfile: Option<PathBuf>,

    /// Copy the positions of this database of the same kind instead of computing them
    #[arg(short = 'O', long, value_name = "FILE")]
    old_bearoff: Option<PathBuf>,

    /// Do not write the header of 40 bytes
    #[arg(short = 'H', long)]
    no_header: bool,

    /// Two-sided: cubeless equities only
    #[arg(short = 'C', long, conflicts_with = "one_sided")]
    no_cubeful: bool,

    /// One-sided: write 32 values for every position, including zeros
    #[arg(short = 'c', long, conflicts_with_all = ["two_sided", "normal_dist"])]
    no_compress: bool,

    /// One-sided: leave out the distributions for the first checker, which gammon chances need
    #[arg(short = 'g', long, conflicts_with_all = ["two_sided", "normal_dist"])]
    no_gammon: bool,

    /// One-sided: write only means and standard deviations
    #[arg(short = 'n', long, conflicts_with = "two_sided")]
    normal_dist: bool,

    /// Has no effect, because all results are kept in memory; accepted for compatibility
    #[arg(short = 's', long, value_name = "BYTES")]
    xhash_size: Option<u64>,

    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Do not write or read the results of interrupted work (FILE.partial)
    #[arg(long)]
    no_checkpoint: bool,

    /// Make every database whose MD5 sum is published, one at a time, in this folder, and compare the sums
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["outfile", "old_bearoff", "no_header"])]
    check_all: Option<PathBuf>,

    /// With --check-all: skip databases with more points (one-sided) or checkers (two-sided)
    #[arg(long, value_name = "N", requires = "check_all")]
    up_to: Option<usize>,
}

/// Size of a two-sided database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    checkers: usize,
    points: usize,
}

/// Reads two numbers; the letters c and p at the numbers say which are checkers and which points. Without letters a 6
/// stands for the points of the home board, in either place, and otherwise points come first, as in the original.
fn parse_size(text: &str) -> Result<Size, String> {
    let wrong = || format!("expected two numbers such as 6x8 (points, then checkers), found {text:?}");
    let (first, second) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
    let number = |text: &str| text.parse::<usize>().map_err(|_| wrong());
    let (first, second) = match (first.strip_suffix('p'), second.strip_suffix('c')) {
        (Some(points), Some(checkers)) => (checkers, points),
        (Some(points), None) => (second, points),
        (None, Some(checkers)) => (checkers, first),
        (None, None) if first.ends_with('c') || second.ends_with('p') || second == "6" => {
            (first.trim_end_matches('c'), second.trim_end_matches('p'))
        }
        (None, None) => (second, first),
    };
    Ok(Size { checkers: number(first)?, points: number(second)? })
}

impl Arguments {
    fn format(&self) -> Result<Format, BearoffError> {
        let impossible = |what, found: String| BearoffError::OutOfRange {
            what,
            range: "within the limits that --help states".to_owned(),
            found,
        };
        match (self.two_sided, self.one_sided) {
            (Some(Size { checkers, points }), _) => Format::two_sided(points, checkers, !self.no_cubeful)
                .ok_or_else(|| impossible("the size", format!("{checkers} checkers on {points} points"))),
            (None, points) => {
                let points = points.unwrap_or(0);
                let format = if self.normal_dist {
                    Format::normal(points)
                } else {
                    Format::one_sided(points, !self.no_gammon, !self.no_compress)
                };
                format.ok_or_else(|| impossible("the number of points", points.to_string()))
            }
        }
    }

    fn options(&self) -> GenerateOptions {
        GenerateOptions {
            reuse: self.old_bearoff.clone(),
            without_header: self.no_header,
            without_journal: self.no_checkpoint,
        }
    }
}

/// The command line.
#[must_use]
pub fn command() -> clap::Command {
    command_of::<Arguments>()
}

/// Runs the tool; the first argument is the program's name.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Arguments = match parse(args) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    let cancel = cancel_on_signals();
    match &arguments.check_all {
        Some(folder) => check_all(&arguments, folder, &cancel),
        None => make_one(&arguments, &cancel),
    }
    .unwrap_or_else(|error| failed(NAME, &error))
}

fn make_one(arguments: &Arguments, cancel: &CancelToken) -> Result<ExitCode, BearoffError> {
    let format = arguments.format()?;
    let target = arguments.outfile.as_deref().unwrap_or(Path::new(""));
    output::error_line(format_args!("Making {format}: {} positions.", positions(format)));
    let start = Instant::now();
    match make_with_bar(format, target, &arguments.options(), arguments.threads, cancel) {
        Ok(made) => {
            let seconds = start.elapsed().as_secs_f64();
            output::error_line(format_args!("{}: {} bytes in {seconds:.1} s.", target.display(), made.bytes));
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            if matches!(error, BearoffError::Cancelled(_)) && !arguments.no_checkpoint {
                output::error_line(format_args!(
                    "{NAME}: interrupted; run the same command again to continue."
                ));
            }
            Err(error)
        }
    }
}

fn make_with_bar(
    format: Format,
    target: &Path,
    options: &GenerateOptions,
    threads: Option<NonZeroUsize>,
    cancel: &CancelToken,
) -> Result<GeneratedFile, BearoffError> {
    let bar = DatabaseProgress::of_positions("computing");
    let made = make(format, target, options, &Control { cancel, progress: &|p| bar.show(p), threads });
    bar.finish();
    made
}

/// The number of positions, or pairs of positions, of a database.
fn positions(format: Format) -> u64 {
    let n = u64::from(format.index().n_positions());
    if matches!(format, Format::TwoSided { .. }) { n * n } else { n }
}

/// Makes all published databases up to the size limit and compares their checksums.
fn check_all(arguments: &Arguments, folder: &Path, cancel: &CancelToken) -> Result<ExitCode, BearoffError> {
    let io = |source| BearoffError::Io { path: folder.to_owned(), source };
    std::fs::create_dir_all(folder).map_err(io)?;
    let target = folder.join("makebearoff-check.bd");
    let options = GenerateOptions { without_journal: true, ..GenerateOptions::default() };
    let (mut right, mut wrong) = (0, 0);
    for known in published() {
        let index = known.format.index();
        let size =
            if matches!(known.format, Format::TwoSided { .. }) { index.checkers() } else { index.points() };
        if arguments.up_to.is_some_and(|most| size > most) {
            continue;
        }
        let start = Instant::now();
        let made = make_with_bar(known.format, &target, &options, arguments.threads, cancel)?;
        let seconds = start.elapsed().as_secs_f64();
        let found = md5_of(&target).map_err(io)?;
        std::fs::remove_file(&target).map_err(io)?;
        let verdict = if found == known.md5 { "ok" } else { "WRONG" };
        output::line(format_args!(
            "{verdict:<5} {found} {:>10} bytes {seconds:>7.2} s  {}",
            made.bytes, known.format
        ));
        *if found == known.md5 { &mut right } else { &mut wrong } += 1;
    }
    output::line(format_args!("{right} equal, {wrong} different"));
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The MD5 sum of a file in hexadecimal digits.
fn md5_of(path: &Path) -> std::io::Result<String> {
    let mut file = std::fs::File::open(path)?;
    let mut sum = Md5::new();
    let mut buffer = vec![0; 1 << 20];
    loop {
        let n = file.read(&mut buffer)?;
        if n == 0 {
            return Ok(sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect());
        }
        sum.update(&buffer[..n]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(args: &[&str]) -> ExitCode {
        main(std::iter::once(NAME).chain(args.iter().copied()).map(OsString::from))
    }

    #[test]
    fn sizes_are_read_in_either_order() {
        let size = |checkers, points| Ok(Size { checkers, points });
        assert_eq!(parse_size("8x6"), size(8, 6));
        assert_eq!(parse_size("6x8"), size(8, 6));
        assert_eq!(parse_size("4x6"), size(4, 6));
        assert_eq!(parse_size("5x3"), size(3, 5));
        assert_eq!(parse_size("3cx5"), size(3, 5));
        assert_eq!(parse_size("3x5p"), size(3, 5));
        assert_eq!(parse_size("8cx6p"), size(8, 6));
        assert_eq!(parse_size("6px8c"), size(8, 6));
        assert_eq!(parse_size("6px8"), size(8, 6));
        for wrong in ["", "6", "x6", "6x", "axb", "6y6", "-1x6"] {
            assert!(parse_size(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn arguments_are_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }

    #[test]
    fn files_are_made_and_bad_usage_makes_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.bd");
        let file = path.to_str().unwrap();
        assert_eq!(run(&["-o", "2", "-f", file]), ExitCode::SUCCESS);
        assert_eq!(md5_of(&path).unwrap(), "b6e61c1625ae4b3b164e93ab064192b9");
        assert_eq!(run(&["-t", "3x6", "-C", "-f", file, "--threads", "1"]), ExitCode::SUCCESS);
        assert_eq!(md5_of(&path).unwrap(), "a2960236498157daf236b4c2e62c31c5");
        std::fs::remove_file(&path).unwrap();
        let usage = ExitCode::from(2);
        for args in [
            &["-f", file][..],
            &["-o", "3"],
            &["-o", "3", "-t", "3x3", "-f", file],
            &["-o", "0", "-f", file],
            &["-o", "14", "-f", file],
            &["-t", "3x30", "-f", file],
            &["-t", "3", "-f", file],
            &["-o", "3", "-C", "-f", file],
        ] {
            assert_eq!(run(args), usage, "{args:?}");
        }
        assert_eq!(run(&["-o", "3", "-O", "/nonexistent.bd", "-f", file]), ExitCode::FAILURE);
        assert!(!path.exists());
    }

    #[test]
    fn databases_equal_the_published_ones() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(run(&["--check-all", folder.path().to_str().unwrap(), "--up-to", "3"]), ExitCode::SUCCESS);
    }
}
