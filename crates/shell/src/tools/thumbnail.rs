// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg thumbnail`: the small picture of a match or position file that file managers show.

use super::process::{command_of, run_tool};
use clap::Parser;
use gnubg_formats::{read_file, save};
use gnubg_report::thumbnail;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

const NAME: &str = "gnubg thumbnail";

/// Draw a small picture of a match or position file.
///
/// The picture is a PNG file with the board of the position, or of the most expensive decision of a match; without an
/// analysis, of the middle of its longest game.
#[derive(Parser)]
#[command(name = NAME, bin_name = NAME, max_term_width = 100)]
struct Arguments {
    /// Width and height in pixels that the picture may have at most
    #[arg(short, long, value_name = "PIXELS", default_value_t = 256, value_parser = clap::value_parser!(u32).range(16..=2048))]
    size: u32,

    /// File to read
    r#in: PathBuf,

    /// PNG file to write
    out: PathBuf,
}

/// The command line.
#[must_use]
pub fn command() -> clap::Command {
    command_of::<Arguments>()
}

/// Runs the tool; the first argument is the program's name.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    run_tool(args, NAME, draw)
}

fn draw(arguments: &Arguments) -> Result<(), String> {
    let import = read_file(&arguments.r#in, None).map_err(|error| error.to_string())?;
    let one = import.matches.first();
    let one = one.ok_or_else(|| format!("{}: there is no match in this file", arguments.r#in.display()))?;
    let at = if one.is_position() { one.opening_place() } else { thumbnail::place(&one.record) };
    let picture = thumbnail::picture(&one.record, at, arguments.size).map_err(|error| error.to_string())?;
    save(&arguments.out, &picture).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw_file(text: &str, size: u32) -> Result<Vec<u8>, String> {
        let folder = tempfile::tempdir().unwrap();
        let [r#in, out] = ["in", "out.png"].map(|name| folder.path().join(name));
        std::fs::write(&r#in, text).unwrap();
        draw(&Arguments { size, r#in, out: out.clone() })?;
        Ok(std::fs::read(out).unwrap())
    }

    #[test]
    fn a_match_and_a_position_become_pictures_of_different_boards() {
        let game = " 3 point match\n\n Game 1\n Ann : 0              Bob : 0\n  1) 31: 8/5 6/5          64: 24/14\n  2) 62: 24/18 13/11      55: 8/3(2) 6/1(2)\n";
        let [a, b] = [game, "XGID=-b----E-C---eE---c-e----B-:0:0:1:66:0:0:0:5:10\n"]
            .map(|text| draw_file(text, 128).unwrap());
        for picture in [&a, &b] {
            assert_eq!(&picture[1..4], b"PNG");
            // Width and height stand in the header.
            assert_eq!(picture[16..20], 128_u32.to_be_bytes());
            assert!(picture[20..24] < 128_u32.to_be_bytes()[..]);
        }
        assert_ne!(a, b);
        assert!(draw_file("no match", 128).unwrap_err().contains("in"));
    }
}
