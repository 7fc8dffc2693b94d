// SPDX-License-Identifier: GPL-3.0-or-later
//! `bearoffdump`: prints the entry of a position in a database. `show bearoff` prints the same from the databases in
//! use.

use super::process::{command_of, failed, parse};
use crate::output;
use crate::text::bearoff;
use clap::{ArgGroup, Parser};
use gnubg_engine::bearoff::{BearoffError, Format, Hyper, OneSided, TwoSided};
use gnubg_engine::core::Board;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const NAME: &str = "bearoffdump";

/// Print the entry of a position in a bearoff or hypergammon database.
#[derive(Parser)]
#[command(name = NAME, bin_name = NAME, max_term_width = 100)]
#[command(group(ArgGroup::new("which").required(true).args(["position", "number"])))]
struct Arguments {
    /// Database file
    file: PathBuf,

    /// Position ID
    #[arg(short, long, value_name = "ID", allow_hyphen_values = true)]
    position: Option<String>,

    /// Number of the position: number of the side on roll × number of positions of a side + number of the opponent
    #[arg(short, long)]
    number: Option<u64>,
}

/// A database of any kind.
pub enum AnyDatabase {
    /// Numbers of rolls of one side.
    OneSided(OneSided),
    /// Equities of positions of both sides.
    TwoSided(TwoSided),
    /// A hypergammon database.
    Hyper(Hyper),
}

impl AnyDatabase {
    /// Opens a file of any kind.
    ///
    /// # Errors
    /// If the file cannot be read, is not a database, or is damaged.
    pub fn open(path: &Path) -> Result<AnyDatabase, BearoffError> {
        match OneSided::open(path) {
            Err(BearoffError::WrongKind { .. }) => {}
            other => return other.map(AnyDatabase::OneSided),
        }
        match TwoSided::open(path) {
            Err(BearoffError::WrongKind { .. }) => {}
            other => return other.map(AnyDatabase::TwoSided),
        }
        Hyper::open(path).map(AnyDatabase::Hyper)
    }

    /// Kind and size of the database.
    #[must_use]
    pub fn format(&self) -> Format {
        match self {
            AnyDatabase::OneSided(database) => database.format(),
            AnyDatabase::TwoSided(database) => database.format(),
            AnyDatabase::Hyper(database) => database.format(),
        }
    }

    /// The entry of a position, in lines; `None` if the database does not cover it.
    #[must_use]
    pub fn text(&self, board: &Board) -> Option<String> {
        match self {
            AnyDatabase::OneSided(database) => bearoff::one_sided(database, board),
            AnyDatabase::TwoSided(database) => bearoff::two_sided(database, board),
            AnyDatabase::Hyper(database) => bearoff::hyper(database, board),
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
    match dump(&arguments) {
        Ok(Ok(text)) => {
            output::line(format_args!("{text}"));
            ExitCode::SUCCESS
        }
        Ok(Err(message)) => {
            output::error_line(format_args!("{NAME}: {message}"));
            ExitCode::from(2)
        }
        Err(error) => failed(NAME, &error),
    }
}

/// The text to print, or what is wrong with the position.
fn dump(arguments: &Arguments) -> Result<Result<String, String>, BearoffError> {
    let database = AnyDatabase::open(&arguments.file)?;
    let format = database.format();
    let board = match (&arguments.position, arguments.number) {
        (Some(id), _) => match Board::from_position_id(id) {
            Ok(board) => board,
            Err(error) => return Ok(Err(error.to_string())),
        },
        (None, number) => match numbered(format, number.unwrap_or(0)) {
            Some(board) => board,
            None => {
                let n = u64::from(format.index().n_positions());
                return Ok(Err(format!("the number of a position is from 0 to {}", n * n - 1)));
            }
        },
    };
    let n = format.index().n_positions();
    let mut text = format!("{}: {format}, {n} positions of a side\n\n", arguments.file.display());
    text.push_str(&bearoff::board(&board));
    Ok(match database.text(&board) {
        Some(record) => Ok(text + "\n" + &record),
        None => Err("this database does not cover the position".to_owned()),
    })
}

/// The position with this two-sided number.
fn numbered(format: Format, number: u64) -> Option<Board> {
    let index = format.index();
    let n = u64::from(index.n_positions());
    let mine = u32::try_from(number / n).ok().filter(|&mine| u64::from(mine) < n)?;
    let theirs = u32::try_from(number % n).ok()?;
    Some(Board::from_sides(index.position(mine), index.position(theirs)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::bearoff::generate::{Control, make_bytes};
    use gnubg_engine::core::CancelToken;

    fn bytes_of(format: Option<Format>) -> Vec<u8> {
        let cancel = CancelToken::new();
        make_bytes(format.unwrap(), &Control { cancel: &cancel, progress: &|_| (), threads: None }).unwrap()
    }

    fn dumped(format: Option<Format>, which: [&str; 2]) -> Result<String, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.bd");
        std::fs::write(&path, bytes_of(format)).unwrap();
        let args = [NAME, path.to_str().unwrap(), which[0], which[1]].map(OsString::from);
        dump(&parse(args).unwrap()).unwrap()
    }

    #[test]
    fn the_manuals_position() {
        let two_sided = Format::two_sided(6, 3, true);
        let text = dumped(two_sided, ["-p", "CgAAEAEAAAAAAA"]).unwrap();
        for line in
            ["Cubeless equity      +0.3422", "Owned cube           +0.3441", "Centered cube        +0.1605"]
        {
            assert!(text.contains(line), "{text}");
        }
        let same = dumped(two_sided, ["-n", &(16 * 84 + 14).to_string()]).unwrap();
        assert_eq!(text.split_once("positions").unwrap().1, same.split_once("positions").unwrap().1);
        let text = dumped(Format::one_sided(6, true, true), ["-p", "CgAAEAEAAAAAAA"]).unwrap();
        assert!(text.contains("EPC          12.048    10.662"), "{text}");
        assert!(text.contains("Wastage       5.048     5.662"), "{text}");
        let cubeless = dumped(Format::two_sided(6, 3, false), ["-p", "CgAAEAEAAAAAAA"]).unwrap();
        assert!(cubeless.contains("+0.3422") && !cubeless.contains("Owned"));
    }

    #[test]
    fn the_first_position_and_those_beyond_the_last() {
        let format = Format::one_sided(2, true, true);
        assert!(dumped(format, ["-n", "0"]).unwrap().contains("all off"));
        assert!(dumped(format, ["-n", &(136u64 * 136).to_string()]).is_err());
        assert!(dumped(format, ["-n", "18446744073709551615"]).is_err());
        assert!(dumped(format, ["-p", "4HPwATDgc/ABMA"]).unwrap_err().contains("does not cover"));
        assert!(dumped(format, ["-p", "nonsense"]).is_err());
    }
}
