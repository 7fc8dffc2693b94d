// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of the commands on small libraries.

use super::arguments::Arguments;
use super::environment::{Environment, LibraryToolError, open};
use super::file;
use clap::Parser as _;
use gnubg_engine::core::CancelToken;
use gnubg_engine::cube::MatchEquityTable;
use gnubg_engine::eval::Engine;
use gnubg_formats::sgf::{self, SgfOptions};
use gnubg_library::assess::Judge;
use gnubg_library::synthetic::{MatchMaker, Style};
use gnubg_session::options::Options;
use serde_json::Value;
use std::path::Path;
use std::sync::{Arc, Mutex};

pub(super) fn judge() -> Judge {
    let engine = Engine::built_in(1 << 14).unwrap();
    Judge { engine: Arc::new(engine), table: Arc::new(MatchEquityTable::default()) }
}

/// What a command printed, what it told, and how it ended.
type Outcome = (Vec<String>, Vec<String>, Result<(), LibraryToolError>);

/// Runs `gnubg library …` on the library of a folder.
pub(super) fn tool(folder: &Path, words: &[&str]) -> Outcome {
    answered(folder, words, &mut |_| None)
}

/// The same, with answers to what it asks; they see the last line that was printed.
pub(super) fn answered(
    folder: &Path,
    words: &[&str],
    input: &mut dyn FnMut(&str) -> Option<String>,
) -> Outcome {
    let path = folder.join("library.gnubglib");
    let line = ["gnubg library", "--library", path.to_str().unwrap()];
    let arguments =
        Arguments::try_parse_from(super::negations(line.iter().chain(words).map(Into::into))).unwrap();
    let lines = Mutex::new(Vec::new());
    let messages = Mutex::new(Vec::new());
    let mut print = |line: &str| {
        lines.lock().unwrap().push(line.to_owned());
        true
    };
    let mut answer = || {
        let last: String = lines.lock().unwrap().last().cloned().unwrap_or_default();
        input(&last)
    };
    let done = match file::without_library(&arguments.command, &path, arguments.json, &mut print) {
        Some(done) => done,
        None => open(&arguments.command, &path).and_then(|library| {
            let tell = |line: &str| messages.lock().unwrap().push(line.to_owned());
            let mut judge = || Ok(judge());
            let mut environment = Environment {
                library,
                options: Options::default(),
                judge: &mut judge,
                print: &mut print,
                tell: &tell,
                answer: &mut answer,
                cancel: CancelToken::new(),
                is_json: arguments.json,
                here: None,
            };
            super::run(&arguments.command, &mut environment)
        }),
    };
    (lines.into_inner().unwrap(), messages.into_inner().unwrap(), done)
}

pub(super) fn ok(folder: &Path, words: &[&str]) -> Vec<String> {
    let (lines, messages, done) = tool(folder, words);
    done.unwrap_or_else(|error| panic!("{words:?}: {error}; {messages:?}"));
    lines
}

pub(super) fn objects(folder: &Path, words: &[&str]) -> Vec<Value> {
    let words: Vec<&str> = ["--json"].iter().chain(words).copied().collect();
    ok(folder, &words).iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A folder with matches of Ann.
pub(super) fn with_files(n: u64, is_analyzed: bool) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("in")).unwrap();
    let judge = judge();
    for seed in 0..n {
        let mut maker = MatchMaker::new(Arc::clone(&judge.engine), seed);
        let record = maker.play(["Ann", "Ben"], 1, [Style::default(); 2], None, is_analyzed);
        let options = SgfOptions { table: Some(&*judge.table), ..SgfOptions::default() };
        std::fs::write(folder.path().join(format!("in/{seed}.sgf")), sgf::write(&record, &options)).unwrap();
    }
    folder
}

#[test]
fn names_with_blanks_and_quotation_marks_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["Ana Ruiz", r#"Bo "Rock" Li"#];
    let judge = judge();
    let record =
        MatchMaker::new(Arc::clone(&judge.engine), 1).play(names, 1, [Style::default(); 2], None, true);
    let file = folder.path().join("a.sgf");
    let options = SgfOptions { table: Some(&*judge.table), ..SgfOptions::default() };
    std::fs::write(&file, sgf::write(&record, &options)).unwrap();
    ok(folder.path(), &["add", file.to_str().unwrap()]);
    let all = objects(folder.path(), &["search", "--count"])[0]["count"].as_i64().unwrap();
    let found = [r#"by:"Ana Ruiz""#, r#"by:"Bo \"Rock\" Li""#].map(|query| {
        let n = objects(folder.path(), &["search", query, "--count"])[0]["count"].as_i64().unwrap();
        let shown = objects(folder.path(), &["search", query, "--limit", "1"]);
        (n, shown[0]["player"].as_str().unwrap().to_owned())
    });
    assert!(found.iter().all(|(n, _)| *n > 0), "{found:?}");
    assert_eq!(found[0].0 + found[1].0, all);
    assert_eq!(found.map(|(_, player)| player), names);
}

#[test]
fn files_are_added_once_and_found() {
    let folder = with_files(2, true);
    let input = folder.path().join("in");
    let added = objects(folder.path(), &["add", input.to_str().unwrap()]);
    let status: Vec<&str> = added.iter().filter_map(|value| value["status"].as_str()).collect();
    assert_eq!(status, ["new", "new"], "{added:?}");
    assert_eq!(added[2]["import"]["new"], 2);
    let again = objects(folder.path(), &["add", input.to_str().unwrap()]);
    assert_eq!((again[0]["status"].as_str(), again[0]["match"].as_i64()), (Some("known"), Some(1)));
    let found = objects(folder.path(), &["search", "by:Ann", "loss>=1", "--limit", "3"]);
    assert_eq!(found.len(), 3);
    assert!(
        found.iter().all(|row| row["player"] == "Ann" && row["loss"].as_f64().unwrap() >= 1.0),
        "{found:?}"
    );
    let n = objects(folder.path(), &["search", "by:Ann", "--count"])[0]["count"].as_i64().unwrap();
    assert_eq!(objects(folder.path(), &["search", "by:Ann"]).len() as i64, n);
    let few = objects(folder.path(), &["search", "by:Ann", "--limit", "1", "--fields", "id,loss"]);
    assert_eq!(few[0].as_object().unwrap().len(), 2);
    assert_eq!(objects(folder.path(), &["search", "--as", "matches"]).len(), 2);
    assert!(objects(folder.path(), &["verify"])[0]["problems"].as_array().is_none_or(Vec::is_empty));
    let id = format!("d{}", found[0]["id"]);
    let shown = &objects(folder.path(), &["show", &id])[0];
    assert!(!shown["analyses"].as_array().unwrap().is_empty(), "{shown}");
}

#[test]
fn a_dry_run_changes_nothing() {
    let folder = with_files(1, false);
    let input = folder.path().join("in");
    let lines = ok(folder.path(), &["add", "--dry-run", input.to_str().unwrap()]);
    assert!(lines[0].contains("new matches 1"), "{lines:?}");
    assert_eq!(objects(folder.path(), &["info"])[0]["matches"], 0);
}

#[test]
fn the_queue_is_worked_on_until_it_is_empty() {
    let folder = with_files(1, false);
    let input = folder.path().join("in");
    let lines = ok(folder.path(), &["add", input.to_str().unwrap()]);
    assert!(lines.iter().any(|line| line.contains("matches that are not analyzed: 1")), "{lines:?}");
    ok(folder.path(), &["analyze", "--level", "fast", "--threads", "2"]);
    assert_eq!(objects(folder.path(), &["info"])[0]["queued"], 0);
    assert!(ok(folder.path(), &["analyze", "--list"]).is_empty());
    assert!(
        objects(folder.path(), &["search", "unanalyzed", "-forced", "kind:play", "--count"])[0]["count"] == 0
    );
    let (_, _, done) = tool(folder.path(), &["analyze", "--level", "superhuman"]);
    assert!(done.unwrap_err().is_usage());
}

#[test]
fn opinions_are_given_and_taken_back() {
    let folder = with_files(2, true);
    let input = folder.path().join("in");
    ok(folder.path(), &["add", input.to_str().unwrap()]);
    ok(folder.path(), &["alias", "Ann", "--me"]);
    assert!(objects(folder.path(), &["search", "me", "--count"])[0]["count"].as_i64().unwrap() > 0);
    ok(folder.path(), &["tag", "timing", "m1", "d3"]);
    assert_eq!(objects(folder.path(), &["search", "tag:timing", "--as", "matches"]).len(), 1);
    ok(folder.path(), &["undo"]);
    assert!(objects(folder.path(), &["search", "tag:timing", "--as", "matches"]).is_empty());
    ok(folder.path(), &["redo"]);
    ok(folder.path(), &["remark", "d3", "Look at the back checkers"]);
    assert_eq!(objects(folder.path(), &["search", "remark:checkers"])[0]["id"], 3);
    ok(folder.path(), &["collect", "Hard ones", "d3"]);
    assert_eq!(objects(folder.path(), &["search", "in:\"Hard ones\"", "--as", "positions"]).len(), 1);
    ok(folder.path(), &["trash", "m1"]);
    assert_eq!(objects(folder.path(), &["search", "--as", "matches"]).len(), 1);
    ok(folder.path(), &["trash", "--restore", "1"]);
    assert_eq!(objects(folder.path(), &["search", "--as", "matches"]).len(), 2);
    assert_eq!(objects(folder.path(), &["search", "tag:timing", "--as", "matches"]).len(), 1);
}

#[test]
fn an_import_is_undone_and_sql_only_reads() {
    let folder = with_files(2, true);
    let input = folder.path().join("in");
    ok(folder.path(), &["add", input.to_str().unwrap()]);
    let rows =
        objects(folder.path(), &["sql", "SELECT player, count(*) AS n FROM v_decision GROUP BY player"]);
    assert_eq!(rows.len(), 2, "{rows:?}");
    let (_, _, done) = tool(folder.path(), &["sql", "DELETE FROM match"]);
    assert!(done.is_err());
    ok(folder.path(), &["imports", "1", "--undo"]);
    assert_eq!(objects(folder.path(), &["info"])[0]["matches"], 0);
    assert!(ok(folder.path(), &["imports"]).is_empty());
}

#[test]
fn queries_are_refused_with_a_hint() {
    let folder = with_files(1, true);
    let input = folder.path().join("in");
    ok(folder.path(), &["add", input.to_str().unwrap()]);
    let (_, _, done) = tool(folder.path(), &["search", "los>=80"]);
    let error = done.unwrap_err();
    assert!(error.is_usage() && error.to_string().contains("loss"), "{error}");
    let (_, messages, done) = tool(folder.path(), &["search", "--blunderdb", "s E>1", "--count"]);
    done.unwrap();
    assert_eq!(messages, ["query: loss>=1"]);
}

#[test]
fn nearest_positions_are_found_without_an_analysis() {
    let folder = with_files(2, false);
    ok(folder.path(), &["add", folder.path().join("in").to_str().unwrap()]);
    let rows = objects(folder.path(), &["search", "--near", "d30", "--limit", "5"]);
    assert!(!rows.is_empty());
    let distances: Vec<u64> = rows.iter().map(|row| row["distance"].as_u64().unwrap()).collect();
    assert!(distances.windows(2).all(|pair| pair[0] <= pair[1]), "{distances:?}");
    // In a library of one game there is nothing but that game, and that is said.
    let folder = with_files(1, false);
    ok(folder.path(), &["add", folder.path().join("in").to_str().unwrap()]);
    let (lines, messages, done) = tool(folder.path(), &["search", "--near", "d30"]);
    done.unwrap();
    assert!(lines.is_empty() && messages[0].contains("near d30 *"), "{lines:?} {messages:?}");
    assert!(!ok(folder.path(), &["search", "near d30 *", "--limit", "5"]).is_empty());
}

/// Scenario 48: everything is analyzed again; the report counts what changed, and the old ruler can still be chosen.
#[test]
fn s48_a_new_evaluation_reports_what_changes() {
    let folder = with_files(2, false);
    ok(folder.path(), &["add", folder.path().join("in").to_str().unwrap()]);
    ok(folder.path(), &["alias", "Ann", "--me"]);
    ok(folder.path(), &["analyze", "--level", "fast", "--threads", "2"]);
    ok(folder.path(), &["cards", "make", "--plies", "0", "--loss", "20"]);
    let old = objects(folder.path(), &["stats", "me"]).pop().unwrap();
    // The same level again finds the same.
    let same = objects(folder.path(), &["reevaluate", "--level", "fast", "--threads", "2"]).pop().unwrap();
    assert_eq!(
        (same["matches"].as_i64(), same["all"]["best_changed"].as_i64()),
        (Some(2), Some(0)),
        "{same}"
    );
    let decisions = same["all"]["decisions"].as_i64().unwrap();
    assert!(decisions > 20 && same["mine"]["decisions"].as_i64().unwrap() < decisions, "{same}");
    // A deeper level changes some verdicts.
    let report =
        objects(folder.path(), &["reevaluate", "--level", "world class", "--threads", "2"]).pop().unwrap();
    let changed = report["all"]["best_changed"].as_i64().unwrap();
    assert!(changed > 0 && changed < decisions, "{report}");
    assert!(!report["examples"].as_array().unwrap().is_empty());
    let new = objects(folder.path(), &["stats", "me"]).pop().unwrap();
    assert_ne!(new["rulers"], old["rulers"]);
    // The old analyses are still there.
    let shown = objects(folder.path(), &["show", &format!("d{}", report["examples"][0]["decision"])]);
    assert!(shown[0]["analyses"].as_array().unwrap().len() >= 2, "{shown:?}");
    // Their ruler can be chosen: the figures are those of before, and made of decisions that a query finds. How difficult
    // decisions are is always told by the best analysis.
    let ruler = old["rulers"][0]["ruler"].as_str().unwrap();
    let without_difficulty = |stats: &Value| {
        let mut stats = stats.clone();
        stats.as_object_mut().unwrap().remove("difficulty");
        stats
    };
    let again = objects(folder.path(), &["stats", "me", "--ruler", ruler]).pop().unwrap();
    assert_eq!(without_difficulty(&again), without_difficulty(&old));
    let query = format!("me counted judged:\"{ruler}\"");
    let found = objects(folder.path(), &["search", &query, "--count"]).pop().unwrap();
    assert_eq!(found["count"], old["decisions"], "{found}");
}
