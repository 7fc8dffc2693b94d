// SPDX-License-Identifier: GPL-3.0-or-later
//! `gnubg info`: what match and position files contain.

use super::process::{command_of, parse};
use crate::output;
use clap::Parser;
use gnubg_engine::core::Player;
use gnubg_formats::{FileError, Format, Import, Imported, read_file};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Show what match and position files contain: players, score, games, decisions, and problems found while reading.
///
/// The format is detected by the content. If a file cannot be read, the reason and the place of the error are printed, the
/// other files are still read, and the exit code is 1.
#[derive(Parser)]
#[command(name = "gnubg info", bin_name = "gnubg info", max_term_width = 100)]
struct Arguments {
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,

    /// Read files as this format instead of detecting it
    #[arg(short, long, value_name = "FORMAT", value_parser = format_of)]
    format: Option<Format>,

    /// Files to read
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Reads the keyword of a format.
pub(super) fn format_of(keyword: &str) -> Result<Format, String> {
    Format::from_keyword(keyword).ok_or_else(|| {
        let keywords: Vec<&str> = Format::ALL.into_iter().map(Format::keyword).collect();
        format!("expected one of {}", keywords.join(", "))
    })
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
    let mut code = ExitCode::SUCCESS;
    let mut out = output::stdout();
    for path in &arguments.files {
        let found = read_file(path, arguments.format);
        if found.is_err() {
            code = ExitCode::FAILURE;
        }
        let text = match (&found, arguments.json) {
            (_, true) => as_json(path, &found).to_string() + "\n",
            (Ok(import), false) => as_text(path, import),
            (Err(error), false) => {
                output::error_line(format_args!("{error}"));
                continue;
            }
        };
        if out.write_all(text.as_bytes()).is_err() {
            // The reader of the output is gone.
            return ExitCode::FAILURE;
        }
    }
    code
}

/// `{"file":…,"format":…,"matches":[…]}` or `{"file":…,"error":{…}}`.
fn as_json(path: &Path, found: &Result<Import, FileError>) -> Value {
    let mut object = Map::new();
    object.insert("file".to_owned(), json!(path.to_string_lossy()));
    match found {
        Ok(import) => {
            object.insert("format".to_owned(), json!(import.format.keyword()));
            let matches: Vec<Value> = import.matches.iter().map(match_as_json).collect();
            object.insert("matches".to_owned(), Value::Array(matches));
        }
        Err(error) => {
            object.insert("error".to_owned(), error_as_json(error));
        }
    }
    Value::Object(object)
}

fn error_as_json(error: &FileError) -> Value {
    let mut object = Map::new();
    object.insert("message".to_owned(), json!(error.to_string()));
    if let FileError::Import { source, .. } = error {
        place(&mut object, source.place());
    }
    Value::Object(object)
}

fn place(object: &mut Map<String, Value>, at: gnubg_formats::Place) {
    if let Some(line) = at.line() {
        object.insert("line".to_owned(), json!(line));
    }
    if let gnubg_formats::Place::Column(_, column) = at {
        object.insert("column".to_owned(), json!(column));
    }
    if let Some(offset) = at.offset() {
        object.insert("offset".to_owned(), json!(offset));
    }
}

fn match_as_json(one: &Imported) -> Value {
    let (record, info) = (&one.record, &one.record.info);
    let [plays, cubes] = record.n_decisions();
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("players", json!(Player::BOTH.map(|player| record.name(player))));
    put("length", json!(record.length));
    put("variation", json!(record.rules.variation.keyword()));
    put("games", json!(record.games.len()));
    put("score", json!(record.score()));
    put("winner", json!(record.winner().map(Player::index)));
    put("lost_on_time", json!(record.lost_on_time().map(Player::index)));
    if let Some(control) = info.time_control {
        put("time_control", json!({ "name": info.time_control_name, "rule": control.words().join(" ") }));
    }
    put("decisions", json!(plays + cubes));
    put("plays", json!(plays));
    put("cube_actions", json!(cubes));
    put("analyzed", json!(n_analyzed(one)));
    put("position", json!(one.is_position()));
    let texts = [("event", &info.event), ("round", &info.round), ("place", &info.place)];
    for (key, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
        put(key, json!(text));
    }
    if let Some(date) = info.date {
        put("date", json!(date.to_string()));
    }
    let warnings: Vec<Value> = one
        .warnings
        .iter()
        .map(|warning| {
            let mut object = Map::new();
            object.insert("message".to_owned(), json!(warning.message));
            place(&mut object, warning.at);
            Value::Object(object)
        })
        .collect();
    put("warnings", Value::Array(warnings));
    Value::Object(object)
}

/// The number of decisions with an analysis.
fn n_analyzed(one: &Imported) -> usize {
    let entries = one.record.games.iter().flat_map(|game| &game.entries);
    entries.filter(|entry| entry.play_analysis().is_some() || entry.cube_analysis().is_some()).count()
}

/// A fact, or its beginning and an ellipsis; the JSON has all of it.
fn beginning(text: &str) -> Cow<'_, str> {
    const MOST: usize = 500;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

fn as_text(path: &Path, import: &Import) -> String {
    let mut out = String::new();
    let n = import.matches.len();
    let count = if n == 1 { String::new() } else { format!(", {n} matches") };
    let _ = writeln!(out, "{}: {}{count}", path.display(), import.format);
    for one in &import.matches {
        let record = &one.record;
        let [a, b] = record.score();
        let [plays, cubes] = record.n_decisions();
        let kind = match (one.is_position(), record.length) {
            (true, _) => "position".to_owned(),
            (_, 0) => "money session".to_owned(),
            (_, length) => format!("{length} point match"),
        };
        let variation = match record.rules.variation {
            gnubg_engine::core::Variation::Standard => String::new(),
            other => format!(", {}", other.keyword()),
        };
        let (zero, one_name) = (record.name(Player::Zero), record.name(Player::One));
        let time = record.lost_on_time();
        let time = time.map_or(String::new(), |player| format!("; {} lost on time", record.name(player)));
        let _ = writeln!(out, "  {kind}{variation}: {zero} {a}, {one_name} {b}{time}");
        let games = record.games.len();
        let plural = if games == 1 { "" } else { "s" };
        let _ = writeln!(
            out,
            "  {games} game{plural}, {plays} plays, {cubes} cube actions, {} analyzed",
            n_analyzed(one)
        );
        let info = &record.info;
        if let Some(control) = info.time_control {
            let name = &info.time_control_name;
            let named = if name.is_empty() { String::new() } else { format!("{name} – ") };
            let _ = writeln!(out, "  clocks: {named}{control}");
        }
        let date = info.date.map(|date| date.to_string()).unwrap_or_default();
        let facts = [&date, &info.event, &info.round, &info.place];
        let facts: Vec<Cow<'_, str>> =
            facts.into_iter().filter(|text| !text.is_empty()).map(|text| beginning(text)).collect();
        if !facts.is_empty() {
            let _ = writeln!(out, "  {}", facts.join(", "));
        }
        for warning in &one.warnings {
            let _ = writeln!(out, "  warning: {warning}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATCH: &str = "; [Event \"Open\"]\n\n 3 point match\n\n Game 1\n Ann : 0       Ben : 0\n  1) 31: 8/5 6/5    52: 13/8 24/22\n  2)  Takes     Doubles => 2\n  3)  Drops\n      Wins 1 point\n";

    fn run(args: &[&str]) -> ExitCode {
        main(std::iter::once("info").chain(args.iter().copied()).map(OsString::from))
    }

    #[test]
    fn arguments_are_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
        assert_eq!(run(&[]), ExitCode::from(2));
        assert_eq!(run(&["-f", "zip", "x"]), ExitCode::from(2));
    }

    #[test]
    fn a_match_is_described() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.mat");
        std::fs::write(&path, MATCH).unwrap();
        let found = read_file(&path, None);
        let value = as_json(&path, &found);
        let one = &value["matches"][0];
        assert_eq!(value["format"], "mat");
        assert_eq!(one["players"], json!(["Ann", "Ben"]));
        assert_eq!((&one["length"], &one["games"], &one["event"]), (&json!(3), &json!(1), &json!("Open")));
        assert_eq!(one["plays"], 2);
        assert!(one["warnings"][0]["line"].is_number(), "{value}");
        let text = as_text(&path, &found.unwrap());
        assert!(text.contains("3 point match: Ann 1, Ben 0") && text.contains("warning: line 8"), "{text}");
        assert_eq!(run(&["--json", path.to_str().unwrap()]), ExitCode::SUCCESS);
    }

    #[test]
    fn facts_of_megabytes_are_told_cut_and_kept_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        let long = "word ".repeat(400_000);
        let text =
            format!("(;FF[4]GM[6]MI[length:3][game:0]PW[{long}]PB[Ben]EV[{long}]DT[{long}];B[31hefe])");
        std::fs::write(&path, text).unwrap();
        let found = read_file(&path, None);
        assert!(as_json(&path, &found)["matches"][0]["event"].as_str().unwrap().len() > 1_999_990);
        let text = as_text(&path, &found.unwrap());
        assert!(text.contains('…') && text.len() < 3000, "{}", text.len());
    }

    #[test]
    fn errors_have_a_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.xg");
        std::fs::write(&path, "RGMH").unwrap();
        let value = as_json(&path, &read_file(&path, None));
        assert_eq!(value["error"]["offset"], 4);
        assert!(value["error"]["message"].as_str().unwrap().contains("a.xg"), "{value}");
        let gone = folder.path().join("gone");
        assert_eq!(run(&[gone.to_str().unwrap(), path.to_str().unwrap()]), ExitCode::FAILURE);
    }

    #[test]
    fn a_match_lost_on_time_is_described() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        let text = "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Ben]TM[60]\
                    ZK[plain][base:60][point:0][turn:12][penalty:match][name:Bullet]RU[Crawford]RE[W+3T]\n\
                    ;PL[B]DI[63]\n;ZO[B:match]WL[1]BL[0])";
        std::fs::write(&path, text).unwrap();
        let found = read_file(&path, None);
        let one = &as_json(&path, &found)["matches"][0];
        assert_eq!((&one["lost_on_time"], &one["winner"]), (&json!(1), &json!(0)));
        assert_eq!(one["time_control"]["name"], "Bullet");
        assert_eq!(one["time_control"]["rule"], "plain base:60 point:0 turn:12 penalty:match");
        let text = as_text(&path, &found.unwrap());
        assert!(text.contains("3 point match: Ann 3, Ben 0; Ben lost on time\n"), "{text}");
        assert!(
            text.contains("clocks: Bullet – plain, 1:00 and 0:00 for each point, then the match is lost"),
            "{text}"
        );
    }
}
