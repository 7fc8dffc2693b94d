// SPDX-License-Identifier: GPL-3.0-or-later
//! All nine exercises in the library's window, a wrong and a right answer each. What is right is what
//! `gnubg library drill` says of the same problem.

use super::harness::{MADE_DATABASES, TestDesktop};
use super::library::{SETTINGS, is_list_open, library, open_library};
use super::study::{drag_steps, play_of};
use super::{files, reader, tools};
use gnubg_engine::core::{Board, Dice, Play, PlayList, notation};
use serde_json::Value;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The exercises in the order of the list, with the kinds of their fields.
const EXERCISES: [(&str, &[&str]); 9] = [
    ("pips", &["number"]),
    ("epc", &["number"]),
    ("isight", &["number", "number", "number", "verdict"]),
    ("keith", &["number", "number", "verdict"]),
    ("thorp", &["number", "number", "verdict"]),
    ("takepoints", &["number", "number", "number"]),
    ("openings", &["play"]),
    ("replies", &["play"]),
    ("bearoff", &["play"]),
];

/// The verdicts in the order of their list: in answers, and in the list.
const VERDICTS: [(&str, &str); 4] =
    [("no-double", "No double"), ("double", "Double"), ("redouble", "Redouble"), ("pass", "Double, pass")];

fn drill(state: &Value) -> &Value {
    &library(state)["drill"]
}

fn says(state: &Value, what: &str) -> String {
    drill(state)[what].as_str().unwrap_or_default().to_owned()
}

/// A library of one match, with the first exercise shown; `None` without the samples.
fn exercising(name: &'static str, arguments: &[&str]) -> Option<TestDesktop> {
    let mat = files::sample("mat")?;
    let desktop = TestDesktop::start_set(name, arguments, &[], SETTINGS)?;
    let folder = desktop.home().join("matches");
    std::fs::create_dir(&folder).expect("a folder");
    std::fs::copy(mat.join("gnubg-s02.mat"), folder.join("gnubg-s02.mat")).expect("a copy");
    open_library(&desktop);
    super::library::import(&desktop, &folder);
    desktop.wait("the import", super::library::is_imported);
    desktop.keys(&["ctrl+4"]);
    desktop.wait("a question", |s| library(s)["page"] == "exercises" && !says(s, "seed").is_empty());
    Some(desktop)
}

/// Level and seed of the problem that is shown.
fn problem(state: &Value) -> [String; 2] {
    let text = says(state, "seed");
    let numbers: Vec<String> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect();
    let [level, seed] = &numbers[..] else { panic!("{text:?} names no problem") };
    [level.clone(), seed.clone()]
}

/// What the terminal says of an answer to that problem.
fn marked(desktop: &TestDesktop, exercise: &str, problem: &[String; 2], answer: &str) -> Value {
    marked_with(desktop, &[], exercise, problem, answer)
}

/// The same with options of the terminal.
fn marked_with(
    desktop: &TestDesktop,
    options: &[&str],
    exercise: &str,
    [level, seed]: &[String; 2],
    answer: &str,
) -> Value {
    let other = desktop.home().join("other.gnubglib");
    let program = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gnubg"));
        command.args(["library", "--json", "--library"]).arg(&other).args(words);
        command.env("HOME", desktop.home()).env("LC_ALL", "C.UTF-8").env_remove("XDG_DATA_HOME");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    };
    if !other.exists() {
        assert!(program(&["create"]).wait_with_output().expect("an end").status.success());
    }
    let problem = ["drill", exercise, "--seed", seed, "--level", level, "--count", "1"];
    let mut child = program(&[&problem[..], options].concat());
    writeln!(child.stdin.take().expect("input"), "{answer}").expect("an answer");
    let output = child.wait_with_output().expect("an end");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let found = lines.into_iter().find(|line| line["fields"][0]["truth"].is_string());
    found.unwrap_or_else(|| panic!("{text}{}", String::from_utf8_lossy(&output.stderr)))
}

/// Waits until the fields of a new problem have their places: Tab goes from one to the next by where they are.
fn settle(desktop: &TestDesktop) {
    let at = |s: &Value| library(s)["focused_at"].clone();
    let mut place = at(&desktop.state());
    while let Some(state) = desktop.glimpse(Duration::from_millis(300), |s| at(s) != place) {
        place = at(&state);
    }
}

/// Goes on with Tab, and waits until the keyboard is at another place of the library's window.
fn go_on(desktop: &TestDesktop) {
    let at = |s: &Value| library(s)["focused_at"].clone();
    let from = at(&desktop.state());
    desktop.keys(&["Tab"]);
    desktop.wait("the next place", |s| at(s).is_array() && at(s) != from);
}

/// Goes on with Tab until the keyboard is in a widget of that class, at most through the whole window.
fn go_to(desktop: &TestDesktop, class: &str) {
    let is_there = |s: &Value| library(s)["focus"] == class;
    for _ in 0..40 {
        if is_there(&desktop.wait("the keyboard", |s| library(s)["focus"].is_string())) {
            return;
        }
        go_on(desktop);
    }
    desktop.wait(class, is_there);
}

/// Pulls a list down and chooses a line of it. On a busy machine the list may close before it was chosen from: then once more.
fn choose(
    desktop: &TestDesktop,
    what: &str,
    pull_down: impl Fn(),
    place: usize,
    is_chosen: impl Fn(&Value) -> bool,
) {
    let downs = std::iter::repeat_n("Down", place);
    let keys: Vec<&str> = std::iter::once("Home").chain(downs).chain(["Return"]).collect();
    for _ in 0..3 {
        pull_down();
        desktop.wait("the list", is_list_open);
        // It takes keys once it is on the screen, and begins where it was left.
        desktop.glimpse(Duration::from_millis(200), |_| false);
        desktop.keys(&keys);
        desktop.wait("a choice", |s| !is_list_open(s));
        if desktop.glimpse(Duration::from_secs(10), &is_chosen).is_some() {
            return;
        }
    }
    desktop.wait(what, is_chosen);
}

/// Chooses an exercise by its place in the list; its question has this text.
fn choose_exercise(desktop: &TestDesktop, place: usize, asked: &str) {
    let pull_down = || {
        tools::press(desktop, "/tools/library/spots/exercise", is_list_open);
    };
    choose(desktop, asked, pull_down, place, |s| says(s, "prompt").contains(asked));
}

/// Chooses a verdict from the list to which Tab comes next.
fn choose_verdict(desktop: &TestDesktop, answer: &str) {
    let place = VERDICTS.iter().position(|(one, _)| *one == answer).expect("a verdict");
    let pull_down = || {
        go_to(desktop, "GtkToggleButton");
        desktop.keys(&["space"]);
    };
    choose(desktop, "the verdict", pull_down, place, |s| {
        library(s)["focus"] == "GtkToggleButton" && library(s)["focused_text"] == VERDICTS[place].1
    });
}

/// Answers with numbers and a verdict, from the first field on: Return in a field goes on to the next one without an answer.
fn type_answers(desktop: &TestDesktop, fields: &[&str], answers: &[String]) {
    settle(desktop);
    for (n, (kind, answer)) in fields.iter().zip(answers).enumerate() {
        if *kind == "verdict" {
            go_on(desktop);
            choose_verdict(desktop, answer);
            continue;
        }
        match n {
            0 => go_to(desktop, "GtkText"),
            _ => desktop.keys(&["Return"]),
        }
        let is_text =
            |s: &Value, text: &str| library(s)["focus"] == "GtkText" && library(s)["focused_text"] == text;
        desktop.wait("an empty field", |s| is_text(s, ""));
        settle(desktop);
        desktop.type_text(answer);
        desktop.wait("the answer", |s| is_text(s, answer));
    }
}

fn n_steps(state: &Value) -> Option<u64> {
    drill(state)["controller"]["turn"]["steps"].as_u64()
}

fn plays(board: &Board, dice: Dice) -> Vec<Play> {
    let mut list = PlayList::new();
    list.generate(board, dice);
    list.plays().to_vec()
}

/// What is right and what is wrong in the problem that is shown: the answers as they are given.
fn solve(desktop: &TestDesktop, state: &Value, exercise: &str, fields: &[&str], is_right: bool) {
    let problem = problem(state);
    if fields == ["play"] {
        let (board, dice) = play_of(drill(state));
        let all = plays(&board, dice);
        let text = |play: &Play| notation::format(&board, play);
        let some = all.last().expect("a play");
        let best = marked(desktop, exercise, &problem, &text(some))["fields"][0]["truth"].clone();
        let best = notation::resolve(&board, dice, best.as_str().expect("a play")).expect("a legal play");
        if is_right {
            return drag_steps(desktop, &best, n_steps);
        }
        let wrong = all
            .iter()
            .rev()
            .take(40)
            .find(|one| marked(desktop, exercise, &problem, &text(one))["right"] == false);
        return drag_steps(desktop, wrong.expect("a wrong play"), n_steps);
    }
    let any: Vec<&str> =
        fields.iter().map(|kind| if *kind == "verdict" { "no-double" } else { "1" }).collect();
    let told = marked(desktop, exercise, &problem, &any.join(" "));
    let answers = told["fields"].as_array().cloned().unwrap_or_default();
    let answers: Vec<String> = answers
        .iter()
        .map(|field| {
            let truth = field["truth"].as_str().expect("a truth").trim_end_matches('%').trim().to_owned();
            match (is_right, truth.parse::<f64>()) {
                (true, _) => truth,
                (false, Ok(number)) => format!("{}", number + 25.0),
                (false, Err(_)) => if truth == "double" { "pass" } else { "double" }.to_owned(),
            }
        })
        .collect();
    type_answers(desktop, fields, &answers);
}

/// Whether nothing has been answered yet. A second press of the button, where the next problem takes its time, asks for
/// numbers.
fn is_open(state: &Value) -> bool {
    ["", "Type a number in each field"].contains(&&*says(state, "result"))
}

#[test]
fn l18_every_exercise_takes_a_right_and_a_wrong_answer() {
    let Some(desktop) = exercising("exercises", &["--no-animations", MADE_DATABASES]) else { return };
    let mut seed = String::new();
    for (n, (exercise, fields)) in EXERCISES.into_iter().enumerate() {
        let asked = match exercise {
            "pips" => "Count the pips",
            "epc" => "effective pip count",
            "takepoints" => "need to take",
            "openings" | "replies" | "bearoff" => "on the board",
            _ => "by the formula",
        };
        if n > 0 {
            choose_exercise(&desktop, n, asked);
        }
        for is_right in [false, true] {
            let asks = |s: &Value| says(s, "prompt").contains(asked) && says(s, "seed") != seed && is_open(s);
            let state = desktop.wait(exercise, asks);
            seed = says(&state, "seed");
            solve(&desktop, &state, exercise, fields, is_right);
            let answered = |s: &Value| {
                let result = says(s, "result");
                result.starts_with(if is_right { "Right" } else { "Not right" })
            };
            tools::press(&desktop, "/tools/library/spots/next", answered);
            desktop.screenshot(if is_right { "right" } else { exercise });
            // The next problem of this exercise is there before another one is chosen.
            let is_next = |s: &Value| is_open(s) && says(s, "seed") != seed;
            tools::press(&desktop, "/tools/library/spots/next", is_next);
            if is_right {
                seed = says(&desktop.state(), "seed");
            }
        }
    }
    reader::check_names(&desktop, "library");
    assert_eq!(desktop.complaints(), "");
}

/// Scenario 37: the count is marked by the formula, also where its verdict is wrong, and then that is told with what is right.
#[test]
fn l30_a_formula_that_errs_is_told() {
    let Some(desktop) = exercising("exercise-formula", &["--no-animations"]) else { return };
    choose_exercise(&desktop, 2, "by the formula");
    let mut seed = String::new();
    // A third of these problems is of that kind.
    for _ in 0..30 {
        let state = desktop.wait("a question", |s| {
            says(s, "prompt").contains("by the formula")
                && says(s, "seed") != seed
                && says(s, "result").is_empty()
        });
        seed = says(&state, "seed");
        // The window of the tests has no databases, which would know better what the formula loses.
        let told = marked_with(&desktop, &["--no-bearoff"], "isight", &problem(&state), "1 1 1 no-double");
        solve(&desktop, &state, "isight", EXERCISES[2].1, true);
        let answered =
            |s: &Value| ["Right", "Not right"].iter().any(|start| says(s, "result").starts_with(start));
        let state = tools::press(&desktop, "/tools/library/spots/next", answered);
        let result = says(&state, "result");
        // By the formula the answer is right, whatever the formula is worth.
        assert!(result.starts_with("Right"), "{result}: {told}");
        let wrong = &told["formula_error"];
        assert_eq!(
            result.contains("The formula itself is wrong here"),
            wrong.is_object(),
            "{result}: {told}"
        );
        if wrong.is_object() {
            let right = match (wrong["double"] == true, wrong["take"] == true) {
                (true, true) => "right is Double, take",
                (true, false) => "right is Double, pass",
                (false, _) => "right is No double",
            };
            let loss = wrong["loss"].as_f64().expect("a loss") / 1000.0;
            assert!(result.contains(right) && result.contains(&format!("−{loss:.3}")), "{result}: {told}");
            desktop.screenshot("formula");
            assert_eq!(desktop.complaints(), "");
            return;
        }
        tools::press(&desktop, "/tools/library/spots/next", |s| says(s, "result").is_empty());
    }
    panic!("the formula was right thirty times");
}

/// The pages of the library are one stop of the Tab key, which goes round without changing the page; who chooses an exercise
/// types the answer at once.
#[test]
fn tab_goes_round_and_leaves_the_page() {
    let Some(desktop) = exercising("exercise-tab", &["--no-animations"]) else { return };
    choose_exercise(&desktop, 2, "by the formula");
    desktop.wait("the first field", |s| library(s)["focus"] == "GtkText");
    settle(&desktop);
    let from = library(&desktop.state())["focused_at"].clone();
    let mut rows = 0;
    for _ in 0..40 {
        go_on(&desktop);
        let state = desktop.state();
        assert_eq!(library(&state)["page"], "exercises");
        rows += u32::from(library(&state)["focus"] == "GtkListBoxRow");
        if library(&state)["focused_at"] == from {
            assert_eq!(rows, 1);
            desktop.keys(&["shift+Tab"]);
            desktop.wait("the way back", |s| library(s)["focused_at"] != from);
            return;
        }
    }
    panic!("Tab does not come back");
}
