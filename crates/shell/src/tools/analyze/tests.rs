// SPDX-License-Identifier: GPL-3.0-or-later
//! Runs over valid and broken files.

use super::*;
use clap::{CommandFactory, Parser};
use gnubg_record::analysis::Method;
use serde_json::Value;
use std::collections::BTreeSet;

/// A three-point match of two short games.
const MATCH: &str = " 3 point match

 Game 1
 Ann : 0                         Ben : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2) 42: 8/4 6/4                 Doubles => 2
  3)  Drops

 Game 2
 Ann : 0                         Ben : 1
  1)                             65: 24/13
  2) 61: 13/7 8/7                
";

fn run_in(folder: &Path, args: &[&str]) -> (ExitCode, Vec<String>) {
    let words = ["gnubg analyze", "--threads", "2"].iter().chain(args);
    let mut arguments = Arguments::try_parse_from(words).unwrap();
    arguments.files.iter_mut().for_each(|file| *file = folder.join(&*file));
    arguments.output = arguments.output.as_ref().map(|output| folder.join(output));
    let mut out = Vec::new();
    let code = run(&arguments, None, &CancelToken::new(), &mut out).unwrap();
    (code, String::from_utf8(out).unwrap().lines().map(str::to_owned).collect())
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.mat"), MATCH).unwrap();
    folder
}

#[test]
fn arguments_are_consistent() {
    Arguments::command().debug_assert();
    for wrong in [&["x", "--plies", "8", "f"][..], &["x", "--level", "champion", "f"], &["x"]] {
        assert!(Arguments::try_parse_from(wrong).is_err(), "{wrong:?}");
    }
    let arguments = |level| Arguments::try_parse_from(["x", "--level", level, "f"]).unwrap();
    let analysis = arguments("grandmaster").analysis(&Options::default());
    assert_eq!((analysis.checker.evaluation.plies, analysis.cube.evaluation.plies), (3, 3));
    assert!(arguments("grandmaster").plan(&analysis).is_nothing());
    let roller = arguments("Roller+");
    let plan = roller.plan(&roller.analysis(&Options::default()));
    assert_eq!(plan.play.map(|games| (games.trials, games.stop_on_difference.on)), Some((360, true)));
    assert!(plan.cube.is_some());
}

#[test]
fn files_are_analyzed_once_and_bad_ones_do_not_stop_the_rest() {
    let folder = folder();
    let path = folder.path();
    std::fs::write(path.join("bad.mat"), "no match at all").unwrap();
    let args = ["--plies", "0", "-o", "out", "bad.mat", "missing.mat", "a.mat"];
    let (code, lines) = run_in(path, &args);
    assert_eq!(code, ExitCode::FAILURE);
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].contains("Ann") && lines[0].contains("mEMG") && lines[0].contains("a.sgf"), "{lines:?}");
    let saved = std::fs::read(path.join("out/a.sgf")).unwrap();
    assert_eq!(std::fs::read_to_string(path.join("a.mat")).unwrap(), MATCH, "the source is unchanged");
    let (code, lines) = run_in(path, &["--plies", "0", "-o", "out", "a.mat"]);
    assert_eq!(code, ExitCode::SUCCESS);
    assert!(lines[0].contains("already analyzed"), "{lines:?}");
    assert_eq!(std::fs::read(path.join("out/a.sgf")).unwrap(), saved);
    let (_, lines) = run_in(path, &["--plies", "0", "--anew", "-o", "out", "a.mat"]);
    assert!(lines[0].contains("decisions in"), "{lines:?}");
    // A higher level analyzes the match again.
    let (_, lines) = run_in(path, &["--plies", "1", "-o", "out", "a.mat"]);
    assert!(lines[0].contains("decisions in"), "{lines:?}");
    // SGF files are replaced by their analyzed versions.
    let (code, lines) = run_in(path, &["--plies", "1", "out/a.sgf"]);
    assert_eq!(code, ExitCode::SUCCESS);
    assert!(lines[0].contains("already analyzed"), "{lines:?}");
}

#[test]
fn other_matches_are_not_overwritten() {
    let folder = folder();
    let path = folder.path();
    assert_eq!(run_in(path, &["--plies", "0", "a.mat"]).0, ExitCode::SUCCESS);
    let saved = std::fs::read(path.join("a.sgf")).unwrap();
    std::fs::write(path.join("a.mat"), MATCH.replace("61: 13/7 8/7", "61: 24/18 24/23")).unwrap();
    for more in [&[][..], &["--anew"]] {
        let args: Vec<&str> = ["--plies", "0", "a.mat"].iter().chain(more).copied().collect();
        assert_eq!(run_in(path, &args).0, ExitCode::FAILURE);
        assert_eq!(std::fs::read(path.join("a.sgf")).unwrap(), saved);
    }
}

#[test]
fn files_with_the_same_name_get_different_targets() {
    let mut targets = Targets::new(Some(PathBuf::from("out")));
    let names =
        [("x/a.mat", None), ("y/a.mat", None), ("z/a.mat", None), ("x/b.txt", Some(1)), ("x/b.txt", Some(2))];
    let given = names.map(|(path, number)| targets.of(Path::new(path), number).path().to_owned());
    let expected = ["a.sgf", "a-mat.sgf", "a-mat-2.sgf", "b-1.sgf", "b-2.sgf"];
    assert_eq!(given, expected.map(|name| Path::new("out").join(name)));
}

#[test]
fn a_file_named_twice_is_analyzed_once() {
    let folder = folder();
    let path = folder.path();
    std::fs::create_dir(path.join("sub")).unwrap();
    let (code, lines) = run_in(path, &["--plies", "0", "a.mat", "sub/../a.mat", "a.mat", "."]);
    assert_eq!((code, lines.len()), (ExitCode::SUCCESS, 1), "{lines:?}");
}

#[test]
fn folders_are_searched_for_matches() {
    let folder = folder();
    let path = folder.path();
    std::fs::create_dir_all(path.join("sub/deep")).unwrap();
    std::fs::write(path.join("sub/deep/b.txt"), MATCH.replace("Ann", "Cat")).unwrap();
    std::fs::write(path.join("sub/notes.txt"), "bread, milk").unwrap();
    std::fs::write(path.join("sub/empty"), "").unwrap();
    std::fs::write(path.join(".hidden.mat"), MATCH).unwrap();
    let names = |lines: &[String]| {
        let name = |line: &String| if line.contains("Ann") { "Ann" } else { "Cat" };
        lines.iter().map(name).collect::<Vec<_>>()
    };
    let (code, lines) = run_in(path, &["--plies", "0", "-o", "out", "."]);
    assert_eq!((code, names(&lines)), (ExitCode::SUCCESS, vec!["Ann", "Cat"]), "{lines:?}");
    // The folder of the results is not searched, and results beside the files are not analyzed as files of their own.
    for output in [&["-o", "out", "."][..], &["."], &["."]] {
        if output.len() == 1 {
            let _ = std::fs::remove_dir_all(path.join("out"));
        }
        let args: Vec<&str> = ["--plies", "0"].iter().chain(output).copied().collect();
        let (code, lines) = run_in(path, &args);
        assert_eq!((code, names(&lines)), (ExitCode::SUCCESS, vec!["Ann", "Cat"]), "{output:?} {lines:?}");
    }
    assert!(path.join("sub/deep/b.sgf").exists() && !path.join("sub/deep/b-txt.sgf").exists());
    // A damaged match is reported, a file of another kind is not.
    std::fs::write(path.join("sub/bad.mat"), " 99 point match\n\n Game 1\n Ann : 0    Ben : 0\n").unwrap();
    let (code, lines) = run_in(path, &["--plies", "0", "sub"]);
    assert_eq!((code, names(&lines)), (ExitCode::FAILURE, vec!["Cat"]), "{lines:?}");
    let (code, _) = run_in(path, &["--plies", "0", "sub/notes.txt"]);
    assert_eq!(code, ExitCode::FAILURE, "a named file of no known format is an error");
}

#[cfg(unix)]
#[test]
fn names_that_are_no_text_do_not_collide() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = tempfile::tempdir().unwrap();
    let name = |bytes: &[u8]| folder.path().join(std::ffi::OsStr::from_bytes(bytes));
    let other = MATCH.replace("61: 13/7 8/7", "61: 24/18 24/23");
    for (source, text, result) in
        [(b"a\xff.mat", MATCH, b"a\xff.sgf"), (b"a\xfe.mat", other.as_str(), b"a\xfe.sgf")]
    {
        std::fs::write(name(source), text).unwrap();
        let words = ["x".into(), "--plies".into(), "0".into(), name(source).into_os_string()];
        let arguments = Arguments::try_parse_from(words).unwrap();
        let mut out = Vec::new();
        assert_eq!(run(&arguments, None, &CancelToken::new(), &mut out).unwrap(), ExitCode::SUCCESS);
        assert!(name(result).exists(), "{result:?}");
    }
}

#[test]
fn a_match_is_saved_while_it_is_evaluated() {
    let folder = folder();
    let file = folder.path().join("a.mat");
    let target = Targets::new(None).of(&file, None);
    let mut record = gnubg_formats::read_file(&file, None).unwrap().matches.swap_remove(0).record;
    let analyst = Analyst {
        options: Options::default().analysis,
        engine: Arc::new(Engine::built_in(1 << 10).unwrap()),
        table: Arc::default(),
    };
    let watch = MatchObserver {
        analyst: &analyst,
        target: &target,
        shown: &ProgressBar::hidden(),
        bar: (0, 1),
        done: AtomicUsize::new(0),
        // The last save was long ago.
        saved: Mutex::new(Instant::now().checked_sub(2 * SAVE_EVERY).unwrap()),
    };
    let cancel = CancelToken::new();
    let stop = |done: usize| {
        if done == 2 {
            cancel.cancel()
        }
    };
    struct Stopping<'a>(&'a MatchObserver<'a>, &'a (dyn Fn(usize) + Sync));
    impl Observer for Stopping<'_> {
        fn progress(&self, done: usize, wanted: usize) {
            self.0.progress(done, wanted);
            (self.1)(done);
        }
        fn keep(&self, record: &MatchRecord) {
            self.0.keep(record);
        }
    }
    let plan = RolloutPlan::of_analysis(&analyst.options);
    let observer = Stopping(&watch, &stop);
    let ended = analyze_by(&mut record, Scope::Match, &analyst, &plan, &cancel, &observer);
    assert_eq!(ended, Err(Cancelled), "it was stopped in the middle");
    let saved = gnubg_formats::read_file(target.path(), None).unwrap().matches.swap_remove(0).record;
    let analyzed = saved.games.iter().flat_map(|game| &game.entries).filter(|entry| entry.analysis.is_some());
    assert!(analyzed.count() > 0, "the file has the first result");
}

#[test]
fn results_can_be_json() {
    let folder = folder();
    let (code, lines) = run_in(folder.path(), &["--plies", "0", "--json", "a.mat", "none.mat"]);
    assert_eq!((code, lines.len()), (ExitCode::FAILURE, 2));
    let json: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(json[0]["players"], serde_json::json!(["Ann", "Ben"]));
    assert_eq!(json[0]["settings"]["checker"]["plies"], 0);
    assert_eq!(json[0]["games"].as_array().unwrap().len(), 2);
    assert_eq!(json[0]["statistics"]["players"][0]["play"]["total"], 3);
    assert_eq!(json[0]["complete"], true);
    assert!(json[1]["error"]["message"].as_str().unwrap().contains("none.mat"));
}

#[test]
fn interrupted_runs_save_what_they_have() {
    let folder = folder();
    let file = folder.path().join("a.mat");
    let words = ["x".into(), "--plies".into(), "0".into(), file.into_os_string()];
    let arguments = Arguments::try_parse_from(words).unwrap();
    let cancel = CancelToken::new();
    cancel.cancel();
    let mut out = Vec::new();
    assert_eq!(run(&arguments, None, &cancel, &mut out).unwrap(), ExitCode::from(INTERRUPTED));
    assert!(out.is_empty() && !folder.path().join("a.sgf").exists());
}

#[test]
fn options_for_rollouts_need_rollout() {
    let parse = |args: &[&str]| {
        let words = ["x", "a.mat"].iter().chain(args);
        Arguments::try_parse_from(words).and_then(|arguments| arguments.check().map(|()| arguments))
    };
    for wrong in
        [&["--trials", "36"][..], &["--choice", "marked"], &["--seed", "1"], &["--rollout", "--trials", "0"]]
    {
        assert!(parse(wrong).is_err(), "{wrong:?}");
    }
    let plan = |args: &[&str]| {
        let arguments = parse(args).unwrap();
        arguments.plan(&arguments.analysis(&Options::default()))
    };
    assert!(plan(&[]).is_nothing());
    let default = plan(&["--rollout"]);
    assert_eq!(default.play, Some(gnubg_session::rollout::convert::usable(&Options::default().rollout)));
    let other = plan(&[
        "--rollout",
        "--preset",
        "roller",
        "--seed",
        "7",
        "--choice",
        "mistakes",
        "--level",
        "expert",
    ]);
    assert_eq!(other.choice, gnubg_session::analysis::Choice::Mistakes);
    let settings = other.cube.unwrap();
    assert_eq!((settings.trials, settings.seed, settings.truncation.plies), (72, 7, 5));
    assert_eq!(plan(&["--rollout", "--trials", "144"]).play.unwrap().trials, 144);
}

#[test]
fn unclear_decisions_are_rolled_out_once() {
    let folder = folder();
    let path = folder.path();
    let args = |trials| {
        let games = ["--preset", "roller", "--truncate", "1", "--json", "a.mat"];
        ["--plies", "0", "--rollout", "--trials", trials].into_iter().chain(games).collect::<Vec<_>>()
    };
    let run_once = |trials| {
        let (code, lines) = run_in(path, &args(trials));
        assert_eq!(code, ExitCode::SUCCESS);
        let json: Value = serde_json::from_str(&lines[0]).unwrap();
        json["analyzed"].as_u64().unwrap()
    };
    let (_, lines) = run_in(path, &["--plies", "0", "--json", "a.mat"]);
    assert!(serde_json::from_str::<Value>(&lines[0]).unwrap()["settings"]["rollout"]["play"].is_null());
    let n_rolled_out = run_once("36");
    assert!(n_rolled_out > 0);
    let saved = std::fs::read_to_string(path.join("a.sgf")).unwrap();
    assert!(saved.contains("X ver 3") && saved.contains("Trials 36"));
    assert_eq!(run_once("36"), 0, "no rollout is repeated");
    assert_eq!(run_once("72"), n_rolled_out, "more games extend the rollouts");
    assert!(std::fs::read_to_string(path.join("a.sgf")).unwrap().contains("Trials 72"));
}

#[test]
fn a_level_that_rolls_out_is_analyzed_once() {
    let folder = folder();
    let path = folder.path();
    let analyzed = || {
        let (code, lines) = run_in(path, &["--level", "roller", "--no-settings", "--json", "a.mat"]);
        assert_eq!(code, ExitCode::SUCCESS);
        serde_json::from_str::<Value>(&lines[0]).unwrap()["analyzed"].as_u64().unwrap()
    };
    assert!(analyzed() > 0);
    let saved = std::fs::read_to_string(path.join("a.sgf")).unwrap();
    assert!(
        saved.contains("E ver 3") && saved.contains("X ver 3"),
        "evaluated, and rolled out where unclear"
    );
    // The file, read again, tells by which level.
    let matches = gnubg_formats::read_file(&path.join("a.sgf"), None).unwrap().matches;
    let entries = matches[0].record.games.iter().flat_map(|game| &game.entries);
    let rolled_out = entries
        .filter_map(|entry| entry.play_analysis())
        .flat_map(|found| &found.candidates)
        .filter(|candidate| matches!(candidate.method, Method::Rollout(_)));
    let names: BTreeSet<String> = rolled_out.map(|candidate| candidate.method.name()).collect();
    assert_eq!(names, BTreeSet::from(["Roller".to_owned()]));
    assert_eq!(analyzed(), 0);
    assert_eq!(std::fs::read_to_string(path.join("a.sgf")).unwrap(), saved);
    // A search alone does not replace it.
    let (_, lines) = run_in(path, &["--level", "supremo", "--no-settings", "a.mat"]);
    assert!(lines[0].contains("already analyzed"), "{lines:?}");
}
