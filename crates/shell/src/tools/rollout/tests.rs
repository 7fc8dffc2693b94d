// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts on the command line, whole and in parts.

use super::*;
use clap::CommandFactory;

/// Runs the tool with few, short games and no databases.
fn run_with(args: &[&str]) -> ExitCode {
    main(std::iter::once(NAME).chain(args.iter().copied()).map(OsString::from))
}

fn quick<'a>(args: &[&'a str]) -> Vec<&'a str> {
    let settings = ["--truncate", "2", "--cube-plies", "0", "--no-databases", "--threads", "2", "-q"];
    args.iter().copied().chain(settings).collect()
}

fn part_of<'a>(plan: &'a str, games: &'a str, target: &'a str) -> Vec<&'a str> {
    vec!["--from", plan, "--trials", games, "-o", target, "--no-databases", "-q"]
}

fn played(path: &Path) -> (Vec<gnubg_engine::rollout::PlayedGames>, u32) {
    let rollout = load(path).unwrap().0;
    (rollout.played().to_vec(), rollout.settings().trials)
}

#[test]
fn arguments_are_consistent() {
    Arguments::command().debug_assert();
}

#[test]
fn merged_parts_equal_the_whole_rollout() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let names = ["plan", "a", "b", "whole", "merged", "longer"].map(path);
    let [plan, a, b, whole, merged, longer] = names.each_ref().map(|path| path.to_str().unwrap());
    let position = ["XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "--best", "3", "--trials", "50"];
    let with = |more: &[&'static str], target| {
        let args: Vec<&str> = position.iter().chain(more).copied().chain(["-o", target]).collect();
        run_with(&quick(&args))
    };
    assert_eq!(with(&["--plan"], plan), ExitCode::SUCCESS);
    assert_eq!(with(&[], whole), ExitCode::SUCCESS);
    assert_eq!(run_with(&part_of(plan, "0..40", a)), ExitCode::SUCCESS);
    assert_eq!(run_with(&part_of(plan, "40..50", b)), ExitCode::SUCCESS);
    assert_eq!(run_with(&["merge", b, a, "-o", merged]), ExitCode::SUCCESS);
    assert_eq!(played(&names[4]), played(&names[3]));
    assert_eq!(played(&names[3]).0.len(), 3);
    // An existing part is continued, not played again; a range beyond the plan is refused.
    assert_eq!(run_with(&part_of(plan, "40..50", b)), ExitCode::SUCCESS);
    assert_eq!(run_with(&part_of(plan, "40..51", b)), ExitCode::from(2));
    // Parts must not overlap.
    assert_eq!(run_with(&["merge", b, b]), ExitCode::FAILURE);
    // A complete rollout can be extended.
    assert_eq!(run_with(&part_of(whole, "60", longer)), ExitCode::SUCCESS);
    let (games, trials) = played(&names[5]);
    assert_eq!((games[2].tally.games(), trials), (60, 60));
}

#[test]
fn every_subject_can_be_rolled_out() {
    let id = "4HPwATDgc/ABMA";
    for args in [
        &[id, "-t", "3"][..],
        &[id, "-t", "3", "--cube"],
        &["4HPwATDgc/ABMA:cAngAAAAAAAE", "-t", "3", "--preset", "roller"],
        &[
            id,
            "-t",
            "3",
            "--dice",
            "31",
            "--play",
            "8/5 6/5",
            "--play",
            "24/20",
            "--cubeless",
            "--rng",
            "isaac",
        ],
        &[id, "-t", "3", "--late", "1", "--stop-error", "0.5", "--min-games", "2", "--time", "100"],
    ] {
        assert_eq!(run_with(&quick(args)), ExitCode::SUCCESS, "{args:?}");
    }
}

#[test]
fn wrong_requests_are_refused() {
    let id = "4HPwATDgc/ABMA";
    let usage = ExitCode::from(2);
    for args in [
        &[][..],
        &["nonsense"],
        &[id, "--trials", "many"],
        &[id, "--trials", "9..3"],
        &[id, "--best", "3"],
        &[id, "--dice", "7"],
        &[id, "--dice", "31", "--play", "8/2"],
        &[id, "--preset", "turbo"],
        &[id, "--rng", "manual"],
        &[id, "--cube", "--cubeless"],
        &[id, "--plan"],
        &["merge"],
    ] {
        assert_eq!(run_with(args), usage, "{args:?}");
    }
    assert_eq!(run_with(&["--from", "/nonexistent.json", "--no-databases"]), ExitCode::FAILURE);
    assert_eq!(run_with(&[id, "--met", "/nonexistent.xml", "--no-databases"]), ExitCode::FAILURE);
    assert_eq!(run_with(&["merge", "/nonexistent.json"]), ExitCode::FAILURE);
}

#[test]
fn files_of_another_kind_are_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let [plan, notes] = ["plan", "notes"].map(|name| folder.path().join(name));
    let [plan, notes] = [&plan, &notes].map(|path| path.to_str().unwrap());
    std::fs::write(notes, "mine").unwrap();
    let arguments =
        |target| quick(&["4HPwATDgc/ABMA", "--dice", "31", "--best", "2", "-t", "2", "--plan", "-o", target]);
    // A rollout takes the place of another one.
    assert_eq!([(); 2].map(|()| run_with(&arguments(plan))), [ExitCode::SUCCESS; 2]);
    assert_eq!(run_with(&arguments(notes)), ExitCode::FAILURE);
    assert_eq!(run_with(&["merge", plan, "-o", notes]), ExitCode::FAILURE);
    assert_eq!(std::fs::read_to_string(notes).unwrap(), "mine");
}
