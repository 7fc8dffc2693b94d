// SPDX-License-Identifier: GPL-3.0-or-later
//! The subcommand `gnubg batch`: arguments, engine and match equity table, standard input and output.

use super::request::RequestDefaults;
use super::stream::run;
use crate::output;
use crate::tools::engine::{EngineOptions, decision_level_of};
use crate::tools::process::{command_of, run_tool};
use clap::Parser;
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::{EvalSettings, MAX_PLIES, MoveFilters};
use gnubg_engine::rollout::DecisionLevel;
use gnubg_session::read_table;
use std::ffi::OsString;
use std::io::{BufReader, ErrorKind};
use std::process::ExitCode;

const NAME: &str = "gnubg batch";

/// Answer questions about positions: JSON Lines on standard input, one answer per line on standard output.
///
/// Answers come in the order of the requests. A wrong request is answered with the wrong field and a message. Example:
/// {"id": "4HPwATDgc/ABMA", "dice": [3, 1], "want": ["plays"]}
#[derive(Parser)]
#[command(name = NAME, bin_name = NAME, max_term_width = 100)]
struct Arguments {
    /// Plies of look-ahead of requests that name none, 0 to 7
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_PLIES)))]
    plies: Option<u8>,

    /// Level of requests that name none, from beginner to roller++
    #[arg(long, value_name = "NAME", value_parser = decision_level_of)]
    level: Option<DecisionLevel>,

    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// Match equity table: the name of a built-in table or a file
    #[arg(long, value_name = "FILE")]
    met: Option<String>,

    /// Rank plays and evaluate positions without the cube
    #[arg(long)]
    cubeless: bool,

    #[command(flatten)]
    engine: EngineOptions,
}

impl Arguments {
    fn defaults(&self) -> RequestDefaults {
        let (settings, filters) = match self.level {
            Some(level) => (level.evaluation(), level.filters()),
            None => (EvalSettings::at(0), MoveFilters::NORMAL),
        };
        let plies = self.plies.unwrap_or(settings.plies);
        RequestDefaults {
            settings: EvalSettings { plies, cubeful: !self.cubeless, ..settings },
            filters,
            rollout: self.level.and_then(DecisionLevel::rollout),
        }
    }

    fn table(&self) -> Result<MatchEquityTable, String> {
        match &self.met {
            Some(name) => read_table(name).map_err(|error| error.to_string()),
            None => Ok(MatchEquityTable::default()),
        }
    }
}

/// The command line.
#[must_use]
pub fn command() -> clap::Command {
    command_of::<Arguments>()
}

/// Runs the tool; the first argument is the program's name. Exit codes: 0 all lines answered, 1 a file cannot be read
/// or the answers cannot be written, 2 bad usage.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    run_tool(args, NAME, serve)
}

fn serve(arguments: &Arguments) -> Result<(), String> {
    let threads = arguments.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| error.to_string())?;
    let (engine, table) = (arguments.engine.load(NAME)?, arguments.table()?);
    let defaults = arguments.defaults();
    let input = BufReader::new(std::io::stdin());
    let answered = pool.install(|| {
        let mut output = std::io::BufWriter::new(output::stdout());
        run(&engine, &table, &defaults, input, &mut output, await_hangup)
    });
    match answered {
        // The reader of the answers is gone.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|error| format!("cannot write the answers: {error}")),
    }
}

/// Waits until nobody reads standard output any more. For files and devices that never happens.
#[cfg(unix)]
fn await_hangup() {
    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    let output = std::io::stdout();
    loop {
        // Without events to wait for, only the end of the other side is reported.
        let mut outputs = [PollFd::new(output.as_fd(), PollFlags::empty())];
        match poll(&mut outputs, PollTimeout::NONE) {
            Ok(_) => return,
            Err(Errno::EINTR) => {}
            Err(_) => std::thread::park(),
        }
    }
}

/// Elsewhere the end of the reader shows when the next answer is written.
#[cfg(not(unix))]
fn await_hangup() {
    std::thread::park();
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
        assert!(supremo.rollout.is_none() && lower.rollout.is_none());
        let roller = parsed(&["--level", "roller"]).unwrap().defaults();
        assert_eq!((roller.settings.plies, roller.rollout.map(|games| games.trials)), (2, Some(72)));
        for bad in [&["--plies", "8"][..], &["--level", "godlike"], &["--threads", "0"], &["file"]] {
            assert!(parsed(bad).is_none(), "{bad:?}");
        }
    }

    #[test]
    fn files_that_cannot_be_read_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("broken.weights");
        std::fs::write(&path, b"GNUBGNET and nothing more").unwrap();
        let arguments = parsed(&["--weights", path.to_str().unwrap()]).unwrap();
        let message = arguments.engine.load(NAME).unwrap_err();
        assert!(message.contains("broken.weights"), "{message}");
        let arguments = parsed(&["--met", "/nowhere/table.xml"]).unwrap();
        assert!(arguments.table().unwrap_err().contains("/nowhere/table.xml"));
    }
}
