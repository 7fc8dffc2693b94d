// SPDX-License-Identifier: GPL-3.0-or-later
//! `makehyper`: makes hypergammon databases.

use super::process::{cancel_on_signals, command_of, failed, parse};
use super::progress::DatabaseProgress;
use crate::output;
use clap::Parser;
use gnubg_engine::bearoff::BearoffError;
use gnubg_engine::bearoff::generate::{
    Control, Dance, GeneratedHyper, HyperGenerateOptions, Progress, checkpoint_path, make_hyper,
};
use gnubg_engine::core::CancelToken;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

const NAME: &str = "makehyper";

/// Make a hypergammon database for GNU Backgammon.
///
/// The database contains the outcome chances and the equities for every owner of the cube, for all hypergammon
/// positions with one, two or three checkers a side. One or two checkers take seconds; three take minutes and 0.8 GB of
/// memory.
///
/// The state is written to FILE.tmp about once a minute and when interrupted. Use --restart to continue from it.
#[derive(Parser)]
#[command(name = NAME, bin_name = NAME, max_term_width = 100)]
struct Arguments {
    /// Number of checkers of each side, 1 to 3
    #[arg(short, long, visible_alias = "chequers", value_name = "N", default_value_t = 3)]
    checkers: usize,

    /// File to write [default: hyperN.bd]
    #[arg(short = 'f', long, value_name = "FILE")]
    outfile: Option<PathBuf>,

    /// Stop when no value changes by more than this in a sweep, 0 to 1
    #[arg(short, long, value_name = "CHANGE", default_value_t = 1e-5)]
    threshold: f32,

    /// Continue from this finished or unfinished file
    #[arg(short, long, value_name = "FILE")]
    restart: Option<PathBuf>,

    /// Do not write FILE.tmp
    #[arg(short, long)]
    no_checkpoint: bool,

    /// Let the opponent double after a roll that cannot be played; published databases leave this out
    #[arg(long)]
    exact_dance: bool,

    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
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
    let target =
        arguments.outfile.clone().unwrap_or_else(|| PathBuf::from(format!("hyper{}.bd", arguments.checkers)));
    let options = HyperGenerateOptions {
        checkers: arguments.checkers,
        threshold: arguments.threshold,
        restart: arguments.restart.clone(),
        without_checkpoint: arguments.no_checkpoint,
        dance: if arguments.exact_dance { Dance::Exact } else { Dance::AsPublished },
    };
    let cancel = cancel_on_signals();
    let start = Instant::now();
    match make_with_bar(&options, &target, arguments.threads, &cancel) {
        Ok(made) => {
            let counts = made.counts;
            output::error_line(format_args!(
                "Positions: {} in contact, {} races, {} finished, {} impossible.",
                counts.contact, counts.race, counts.finished, counts.impossible
            ));
            let seconds = start.elapsed().as_secs_f64();
            let (sweeps, norm, file) = (made.sweeps, made.norm, target.display());
            output::error_line(format_args!(
                "{file}: {} bytes in {seconds:.1} s, {sweeps} sweeps, last change {norm:.6}.",
                made.bytes
            ));
            ExitCode::SUCCESS
        }
        Err(error) => {
            let checkpoint = checkpoint_path(&target);
            if matches!(error, BearoffError::Cancelled(_)) && !arguments.no_checkpoint && checkpoint.exists()
            {
                output::error_line(format_args!(
                    "{NAME}: interrupted; use --restart {} to continue.",
                    checkpoint.display()
                ));
            }
            failed(NAME, &error)
        }
    }
}

fn make_with_bar(
    options: &HyperGenerateOptions,
    target: &std::path::Path,
    threads: Option<NonZeroUsize>,
    cancel: &CancelToken,
) -> Result<GeneratedHyper, BearoffError> {
    let bar = DatabaseProgress::of_sweeps("computing");
    let start = Instant::now();
    let on_terminal = std::io::stderr().is_terminal();
    let progress = |progress| {
        if let Progress::Sweep { sweep, norm } = progress {
            let line =
                format!("sweep {sweep:>3}  largest change {norm:.6}  {:.1} s", start.elapsed().as_secs_f64());
            if on_terminal { bar.line(&line) } else { output::error_line(format_args!("{line}")) }
        }
        bar.show(progress);
    };
    let made = make_hyper(options, target, &Control { cancel, progress: &progress, threads });
    bar.finish();
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(args: &[&str]) -> ExitCode {
        main(std::iter::once(NAME).chain(args.iter().copied()).map(OsString::from))
    }

    #[test]
    fn arguments_are_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }

    #[test]
    fn one_checker_and_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a name longer than fifteen characters.bd");
        let file = path.to_str().unwrap();
        assert_eq!(run(&["-c", "1", "-f", file]), ExitCode::SUCCESS);
        let made = std::fs::read(&path).unwrap();
        assert_eq!(made.len(), 18968);
        let again = folder.path().join("again.bd");
        let arguments = ["--chequers", "1", "-f", again.to_str().unwrap(), "-r", file, "--exact-dance"];
        assert_eq!(run(&arguments), ExitCode::SUCCESS);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
        for args in [&["-c", "4"][..], &["-c", "1", "-t", "2"], &["-c", "2", "-r", file], &["-x"]] {
            assert_eq!(run(args), ExitCode::from(2), "{args:?}");
        }
    }
}
