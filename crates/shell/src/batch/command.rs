// SPDX-License-Identifier: GPL-3.0-or-later
//! The program `gnubg batch`: arguments, engine and table, standard input and output.

use super::{Defaults, run};
use crate::tools;
use clap::Parser;
use gnubg_engine::bearoff::generate::{Control, make_bytes};
use gnubg_engine::bearoff::{BearoffError, Databases, Format, OneSided, Slot, TwoSided};
use gnubg_engine::core::CancelToken;
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{DEFAULT_CACHE_ENTRIES, Engine, EvalSettings, Level, MAX_PLIES, MoveFilters, Nets};
use gnubg_session::{Directories, read_table};
use std::ffi::OsString;
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const NAME: &str = "gnubg batch";

/// Answer questions about positions: JSON Lines on standard input, one answer a line on standard output.
///
/// Every request gets its answer, in order; one that cannot be answered gets the field at fault and a message. Example:
/// {"id": "4HPwATDgc/ABMA", "dice": [3, 1], "want": ["plays"]}
#[derive(Parser)]
#[command(name = NAME, version, max_term_width = 100)]
struct Arguments {
    /// Look-ahead of requests that name none
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_PLIES)))]
    plies: Option<u8>,

    /// Predefined level of requests that name none, from beginner to 4ply
    #[arg(long, value_name = "NAME", value_parser = parse_level)]
    level: Option<Level>,

    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// Match equity table: a file, or the name of one built in
    #[arg(long, value_name = "FILE")]
    met: Option<String>,

    /// Rank plays and evaluate positions without the cube
    #[arg(long)]
    cubeless: bool,

    /// Nets to use instead of the built-in ones
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Look for bearoff databases in this folder first; may be repeated
    #[arg(long, value_name = "DIR")]
    databases: Vec<PathBuf>,

    /// Use no bearoff databases
    #[arg(short = 'b', long, conflicts_with = "databases")]
    no_bearoff: bool,
}

fn parse_level(name: &str) -> Result<Level, String> {
    Level::from_name(name).ok_or_else(|| {
        let known: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
        format!("there are {}", known.join(", "))
    })
}

impl Arguments {
    fn defaults(&self) -> Defaults {
        let (settings, filters) = match self.level {
            Some(level) => (level.settings(), level.filters()),
            None => (EvalSettings::at(0), MoveFilters::NORMAL),
        };
        let plies = self.plies.unwrap_or(settings.plies);
        Defaults { settings: EvalSettings { plies, cubeful: !self.cubeless, ..settings }, filters }
    }

    fn table(&self) -> Result<MatchEquityTable, String> {
        match &self.met {
            Some(name) => read_table(name).map_err(|error| error.to_string()),
            None => Ok(MatchEquityTable::default()),
        }
    }

    fn engine(&self) -> Result<Engine, String> {
        let engine = match &self.weights {
            None => Engine::built_in(DEFAULT_CACHE_ENTRIES).map_err(|error| error.to_string())?,
            Some(path) => {
                let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
                let bytes = std::fs::read(path).map_err(|error| fail(&error))?;
                let nets = Nets::from_bytes(&bytes).map_err(|error| fail(&error))?;
                Engine::new(nets, DEFAULT_CACHE_ENTRIES)
            }
        };
        if self.no_bearoff {
            return Ok(engine);
        }
        let mut folders = self.databases.clone();
        folders.extend(Directories::of_user().map(|user| user.database_folders()).unwrap_or_default());
        let (mut databases, problems) =
            Databases::load(&folders.iter().map(PathBuf::as_path).collect::<Vec<&Path>>());
        for problem in problems {
            eprintln!("{NAME}: {}", problem.error);
        }
        supply_small(&mut databases).map_err(|error| error.to_string())?;
        Ok(engine.with_databases(databases))
    }
}

/// Makes the small databases in memory where they are missing, which takes a fraction of a second.
fn supply_small(databases: &mut Databases) -> Result<(), BearoffError> {
    let loaded = databases.loaded();
    let cancel = CancelToken::new();
    let control = Control { cancel: &cancel, progress: &|_| (), threads: None };
    if let Some(format) = Format::one_sided(6, true, true)
        && !loaded.contains(&Slot::OneSidedSmall)
    {
        let bytes = make_bytes(format, &control)?;
        databases.set_one_sided(false, OneSided::from_bytes(bytes, Slot::OneSidedSmall.file_name())?);
    }
    if let Some(format) = Format::two_sided(6, 6, true)
        && !loaded.contains(&Slot::TwoSidedSmall)
    {
        let bytes = make_bytes(format, &control)?;
        databases.set_two_sided(false, TwoSided::from_bytes(bytes, Slot::TwoSidedSmall.file_name())?);
    }
    Ok(())
}

/// Runs the program; the first argument is its name. Exit codes: 0 all lines answered, 1 a file cannot be used or the
/// answers cannot be written, 2 bad usage.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Arguments = match tools::parse(args) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    match serve(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{NAME}: {message}");
            ExitCode::FAILURE
        }
    }
}

fn serve(arguments: &Arguments) -> Result<(), String> {
    let threads = arguments.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| error.to_string())?;
    let (engine, table) = (arguments.engine()?, arguments.table()?);
    let defaults = arguments.defaults();
    let input = BufReader::new(std::io::stdin());
    let answered = pool.install(|| {
        let mut output = std::io::BufWriter::new(std::io::stdout().lock());
        run(&engine, &table, &defaults, input, &mut output)
    });
    match answered {
        // Whoever asked wants no more answers.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|error| format!("the answers cannot be written: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(args: &[&str]) -> Option<Arguments> {
        Arguments::try_parse_from(std::iter::once(&NAME).chain(args)).ok()
    }

    #[test]
    fn arguments_make_the_defaults() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
        assert_eq!(parsed(&[]).unwrap().defaults().settings, EvalSettings::at(0));
        let deep = parsed(&["--plies", "2", "--cubeless"]).unwrap().defaults().settings;
        assert_eq!(deep, EvalSettings { cubeful: false, ..EvalSettings::at(2) });
        let supremo = parsed(&["--level", "supremo"]).unwrap().defaults();
        assert_eq!((supremo.settings.plies, supremo.filters), (2, MoveFilters::LARGE));
        let lower = parsed(&["--level", "world class", "--plies", "1"]).unwrap().defaults();
        assert_eq!(lower.settings.plies, 1);
        for bad in [&["--plies", "8"][..], &["--level", "godlike"], &["--threads", "0"], &["file"]] {
            assert!(parsed(bad).is_none(), "{bad:?}");
        }
    }

    #[test]
    fn files_that_cannot_be_used_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("broken.weights");
        std::fs::write(&path, b"GNUBGNET and nothing more").unwrap();
        let arguments = parsed(&["--weights", path.to_str().unwrap()]).unwrap();
        let message = arguments.engine().unwrap_err();
        assert!(message.contains("broken.weights"), "{message}");
        let arguments = parsed(&["--met", "/nowhere/table.xml"]).unwrap();
        assert!(arguments.table().unwrap_err().contains("/nowhere/table.xml"));
    }

    #[test]
    fn small_databases_are_made_where_there_are_none() {
        let mut databases = Databases::new();
        supply_small(&mut databases).unwrap();
        assert_eq!(databases.loaded(), [Slot::OneSidedSmall, Slot::TwoSidedSmall]);
    }
}
