// SPDX-License-Identifier: GPL-3.0-or-later
//! The built program as scripts use it: `gnubg -t` with commands from a pipe, `gnubg batch`, wrong input.

#[path = "support/catalogues.rs"]
#[allow(dead_code, reason = "the other tests of translations use the rest")]
mod catalogues;
#[path = "terminal/control_characters.rs"]
mod control_characters;
#[path = "terminal/duel.rs"]
mod duel;
#[cfg(unix)]
#[path = "terminal/external.rs"]
mod external;
#[path = "terminal/language.rs"]
mod language;
#[path = "terminal/library_safety.rs"]
mod library_safety;
#[path = "terminal/refused_files.rs"]
mod refused_files;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the program printed, and its exit code.
struct ProgramOutput {
    out: String,
    err: String,
    code: Option<i32>,
}

/// Runs the program in a folder. It sees neither settings nor home of the user, and speaks English.
fn run(folder: &Path, arguments: &[&str], input: &str) -> ProgramOutput {
    run_in_language("en", folder, arguments, input)
}

/// The same in an environment that asks for this language.
fn run_in_language(language: &str, folder: &Path, arguments: &[&str], input: &str) -> ProgramOutput {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gnubg"))
        .args(arguments)
        .current_dir(folder)
        .env("HOME", folder)
        .env("XDG_CONFIG_HOME", folder)
        .env("XDG_DATA_HOME", folder)
        .env("XDG_STATE_HOME", folder)
        .env("USER", "user")
        .env("LC_ALL", "C.UTF-8")
        .env("LANGUAGE", language)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("input is piped");
    let input = input.to_owned();
    // The program may end before it has read everything.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    let _ = writer.join();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    ProgramOutput { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

/// Runs a script in the terminal, without bearoff databases.
fn script(lines: &str) -> ProgramOutput {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &["-t", "-q", "-r", "-b", "--seed", "5"], lines)
}

fn shared(path: &str) -> Option<PathBuf> {
    let found = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/spec/data/commands").join(path);
    let found = if found.exists() {
        found
    } else {
        // A second checkout may be one folder deeper.
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/spec/data/commands").join(path)
    };
    if !found.exists() {
        println!("skipped: the recorded sessions are absent");
        return None;
    }
    Some(found)
}

#[test]
fn a_match_against_the_computer_can_be_finished() {
    let mut lines = String::from(
        "set player 0 level expert\nset automatic move on\nset automatic bearoff on\nset defaultnames bot me\n\
         new match 3\nset player 1 level beginner\n",
    );
    // Make the best play of the hint, whatever the dice. Lines that are refused change nothing.
    for _ in 0..400 {
        lines.push_str("=1\nroll\naccept\n");
    }
    let printed = script(&lines);
    assert!(printed.out.contains("has won the match"), "{}\n{}", printed.out, printed.err);
    assert_eq!(printed.code, Some(0));
    assert!(!printed.err.contains("panicked"), "{}", printed.err);
}

#[test]
fn a_double_can_be_beavered_and_dropped() {
    let printed = script(
        "set player 0 human\nset defaultnames Ann Bob\nnew session\nset turn 1\ndouble\nbeaver\ndrop\nshow score\nquit\n",
    );
    assert!(printed.out.contains("Bob doubles to 2."), "{}", printed.out);
    assert!(printed.out.contains("beavers; the cube is at 4."), "{}", printed.out);
    assert!(printed.out.contains("Ann 2, Bob 0"), "{}", printed.out);
}

#[test]
fn wrong_lines_are_refused_and_the_program_continues() {
    let printed = script(
        "frobnicate\nset\nset foo 1\nroll\nnew match 65\nnew match x\nset player 0 human\nnew session\nset turn 1\n\
         set board 4HPwATDgc/ABM\nset board %%%%%%%%%%%%%%\nset board ////////////////\nset board simple 1 2 3\n\
         set dice 7 1\nset matchid zzz\nset xgid XGID=-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:7:10\n\
         set cube value 3\nset dice 31\n8/4 6/4\n8/5/\n26/25\n5/8\n=999\nset met /nowhere/x.xml\n\
         set rng file /nowhere/dice\nload commands /nowhere/x\nset evaluation chequerplay evaluation plies 9\nshow score\n",
    );
    assert_eq!(printed.code, Some(0));
    assert!(printed.out.contains("Score after 0 games"), "{}", printed.out);
    assert!(!printed.err.contains("panicked"), "{}", printed.err);
    for part in [
        "frobnicate",
        "needs one of",
        "No game is in progress",
        "64",
        "position ID",
        "26",
        "1 to 6",
        "match ID",
        "4096",
        "not a legal play",
        "slash",
        "26 is not a point",
        "cannot move from",
        "/nowhere/x.xml",
        "/nowhere/dice",
        "0 to 7",
    ] {
        assert!(printed.err.contains(part), "the errors do not mention {part}:\n{}", printed.err);
    }
    let refused = printed.err.lines().count();
    assert!(refused >= 23, "{refused} errors:\n{}", printed.err);
}

#[test]
fn strict_scripts_stop_and_missing_files_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let printed = run(folder.path(), &["-t", "-q", "-r", "-b", "--strict"], "frobnicate\nshow version\n");
    assert_eq!(printed.code, Some(1));
    assert!(printed.out.is_empty(), "{}", printed.out);
    let printed = run(folder.path(), &["-q", "-r", "-c", "missing.txt"], "");
    assert_eq!(printed.code, Some(2));
    assert!(printed.err.contains("missing.txt"));
    std::fs::write(folder.path().join("script"), "show score\nload commands script\nquit").unwrap();
    let printed = run(folder.path(), &["-q", "-r", "-b", "-c", "script"], "");
    assert_eq!(printed.code, Some(0));
    assert!(printed.err.contains("too deeply"), "{}", printed.err);
}

#[test]
fn settings_are_saved_and_written_as_commands() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["-t", "-q", "-b", "-s", "settings"];
    run(folder.path(), &arguments, "set jacoby off\nset output digits 5\nquit\n");
    let printed = run(folder.path(), &arguments, "show output\nsave settings -\n");
    assert!(
        printed.out.contains("set jacoby off\n") && printed.out.contains("set output digits 5\n"),
        "{}",
        printed.out
    );
    // The program understands every command that it wrote.
    let lines: String =
        printed.out.lines().filter(|line| line.starts_with("set ")).map(|line| format!("{line}\n")).collect();
    let again = run(folder.path(), &["-t", "-q", "-r", "-b"], &lines);
    assert!(again.err.is_empty(), "{}", again.err);
}

/// The `board:` lines of a text, without repetitions.
fn boards(text: &str) -> Vec<String> {
    let mut lines: Vec<String> =
        text.lines().filter(|line| line.starts_with("board:")).map(str::to_owned).collect();
    lines.dedup();
    lines
}

#[test]
fn recorded_sessions_reach_the_same_positions() {
    let Some(folder) = shared("transcripts") else { return };
    // These sessions read dice from a file. The board at the end of a match is not compared, because it is not drawn
    // again.
    for name in ["09-cube-money", "11-resign", "12-match-flow"] {
        let input = std::fs::read_to_string(folder.join(format!("{name}.in"))).unwrap();
        let recorded = std::fs::read_to_string(folder.join(format!("{name}.out"))).unwrap();
        let printed = run(&folder, &["-t", "-q", "-r", "-b"], &input);
        assert_eq!(boards(&printed.out), boards(&recorded), "{name}\n{}", printed.err);
    }
}

#[test]
fn automatic_rolls_and_plays_print_their_boards() {
    let Some(folder) = shared("transcripts") else { return };
    let input = std::fs::read_to_string(folder.join("08-automatic.in")).unwrap();
    let recorded = std::fs::read_to_string(folder.join("08-automatic.out")).unwrap();
    let told = run(&folder, &["-t", "-q", "-r", "-b"], &input);
    // The original calls a match to one point post-Crawford, and draws the board once more when the match is over.
    let mut expected: Vec<String> = boards(&recorded)
        .iter()
        .map(|line| line.strip_suffix(":1:1").unwrap_or(line).to_owned() + ":0:1")
        .collect();
    expected.pop();
    assert_eq!(boards(&told.out), expected, "{}", told.err);
}

#[test]
fn a_file_on_the_command_line_is_opened_first() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a \"b\".mat"), SHORT_MATCH).unwrap();
    let arguments = ["-t", "-q", "-r", "-b", "a \"b\".mat"];
    let told = run(folder.path(), &arguments, "show matchinfo\nfrobnicate\n");
    assert!(told.out.contains("Ann against Ben"), "{}\n{}", told.out, told.err);
    assert!(told.err.ends_with("1 command was not understood: frobnicate\n"), "{}", told.err);
    assert_eq!(told.code, Some(0));
    assert_eq!(run(folder.path(), &["-t", "-q", "-r", "-b", "missing.sgf"], "").code, Some(2));
    for option in ["--display=:0", "-n128"] {
        let told = run(folder.path(), &["-t", option], "");
        assert_eq!(told.code, Some(2), "{option}");
        assert!(told.err.contains("is not available"), "{option}: {}", told.err);
    }
}

#[test]
fn recorded_plays_lead_to_the_recorded_positions() {
    let Some(folder) = shared("transcripts") else { return };
    for name in ["05-move-notations", "07-bar-and-bearoff"] {
        let input = std::fs::read_to_string(folder.join(format!("{name}.in"))).unwrap();
        let recorded = std::fs::read_to_string(folder.join(format!("{name}.out"))).unwrap();
        let printed = run(&folder, &["-t", "-q", "-r", "-b"], &input);
        // The opening roll of these sessions is random, so the first board is left out.
        let of = |text: &str| boards(text).split_off(1);
        assert_eq!(of(&printed.out), of(&recorded), "{name}\n{}", printed.err);
    }
}

#[test]
fn recorded_boards_byte_for_byte() {
    let Some(folder) = shared("boards") else { return };
    let mut n = 0;
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let text = std::fs::read_to_string(entry.path()).unwrap();
        let (head, expected) = text.split_once("\n--- ").unwrap();
        let expected = expected.split_once('\n').unwrap().1;
        let commands = head.lines().find_map(|line| line.strip_prefix("commands: ")).unwrap();
        let variation = head.lines().find_map(|line| line.strip_prefix("variation: ")).unwrap();
        let mut lines = String::from(
            "set player 0 human\nset defaultnames Alpha Beta\nset automatic roll off\nset automatic game off\n",
        );
        if variation != "standard" {
            lines += "set variation 3-chequer-hypergammon\n";
        }
        let names: Vec<&str> = head
            .lines()
            .filter_map(|line| line.split_once(": ").filter(|(key, _)| key.starts_with("player-")))
            .map(|pair| pair.1)
            .collect();
        lines += &format!("set defaultnames \"{}\" \"{}\"\n", names[0], names[1]);
        lines += &commands.replace("; ", "\n");
        lines += "\nset display off\nshow board\n";
        let printed = script(&lines);
        let told_end = printed.out.trim_end_matches('\n');
        let expected = expected.trim_end_matches('\n');
        assert!(
            told_end.ends_with(expected),
            "{}:\n{}\nexpected\n{expected}\n{}",
            entry.path().display(),
            printed.out,
            printed.err
        );
        n += 1;
    }
    assert_eq!(n, 20);
}

#[test]
fn batch_answers_and_refuses_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    let lines = concat!(
        r#"{"id":"4HPwATDgc/ABMA","dice":[3,1],"want":["play","plays"],"max":2,"tag":7}"#,
        "\nnonsense\n",
        r#"{"id":"4HPwATDgc/ABMA","want":["cube","eval","pips","class"],"plies":1}"#,
        "\n",
        r#"{"id":"4HPwATDgc/ABMA","dice":[0,7]}"#,
        "\n"
    );
    let printed = run(folder.path(), &["batch", "--threads", "2"], lines);
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    let answers: Vec<serde_json::Value> =
        printed.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0]["tag"], 7);
    assert_eq!(answers[0]["plays"].as_array().unwrap().len(), 2);
    assert_eq!(answers[0]["plays"][0]["id"], answers[0]["best"]);
    assert_eq!(answers[1]["error"]["field"], "json");
    assert_eq!(answers[2]["pips"], serde_json::json!([167, 167]));
    assert_eq!(answers[2]["eval"]["class"], "contact");
    assert!(answers[2]["cube"]["verdict"].is_string());
    assert_eq!(answers[3]["error"]["field"], "dice");
    std::fs::write(folder.path().join("bad.weights"), b"GNUBGNET").unwrap();
    let printed = run(folder.path(), &["batch", "--weights", "bad.weights"], lines);
    assert_eq!(printed.code, Some(1));
    assert!(printed.err.contains("bad.weights") && printed.out.is_empty(), "{}", printed.err);
    assert_eq!(run(folder.path(), &["batch", "--plies", "many"], "").code, Some(2));
}

const SHORT_MATCH: &str = " 5 point match

 Game 1
 Ann : 0                         Ben : 0
  1) 31: 8/5 6/5                 65: 13/7 13/8
  2) 42: 24/22 13/9              Doubles => 2
  3)  Takes                      61: 8/7 13/7
";

/// Settings for fast rollouts.
const QUICK: &str = "set analysis chequerplay evaluation plies 0
set analysis cubedecision evaluation plies 0
set analysis chequerplay type rollout
set analysis cubedecision type rollout
";

fn quick_rollouts(place: &str, trials: u32) -> String {
    let settings = [
        &format!("trials {trials}"),
        "truncation enable on",
        "truncation plies 1",
        "truncation cubedecision plies 0",
        "player both cubedecision plies 0",
    ];
    settings.iter().map(|setting| format!("set {place} {setting}\n")).collect()
}

#[test]
fn analysis_by_rollout_is_saved_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.mat"), SHORT_MATCH).unwrap();
    let settings = |trials| {
        let places = ["analysis chequerplay rollout", "analysis cubedecision rollout", "rollout"];
        places.iter().map(|place| quick_rollouts(place, trials)).collect::<String>()
    };
    let say = |lines: &str| {
        let printed = run(folder.path(), &["-t", "-q", "-r", "-b", "--seed", "5"], lines);
        assert!(printed.err.is_empty(), "{}", printed.err);
        printed.out
    };
    let out = say(&format!(
        "{QUICK}{}import auto a.mat\nanalyse match\nsave match b.sgf\nanalyse match\n",
        settings(36)
    ));
    assert!(
        out.contains("The analysis is finished.") && out.contains("Already analyzed at this level."),
        "{out}"
    );
    let saved = std::fs::read_to_string(folder.path().join("b.sgf")).unwrap();
    assert!(
        saved.contains("X ver 3 Score") && saved.contains("X ver 3 Eq Trials 36") && saved.contains("ZB[")
    );
    let out = say(&format!("{QUICK}{}load match b.sgf\nanalyse match\nsave match b.sgf\n", settings(72)));
    assert!(out.contains("The analysis is finished."), "{out}");
    let longer = std::fs::read_to_string(folder.path().join("b.sgf")).unwrap();
    assert!(longer.contains("Trials 72") && !longer.contains("Trials 36"));
    let out = say(&format!(
        "{}load match b.sgf\nfirst game\nanalyse rollout match marked\ncmark cube set rollout\ncmark move set rollout 1 2\n\
         analyse rollout game\nanalyse rollout match mistakes\n",
        settings(72)
    ));
    assert!(
        out.contains("There is nothing to roll out") && out.contains("The rollouts are finished and stored."),
        "{out}"
    );
}

#[test]
fn reports_are_written_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.mat"), SHORT_MATCH).unwrap();
    let mut lines = "import auto a.mat\nfirst game\nset export png size 2\n".to_owned();
    let mut files = Vec::new();
    for (scope, formats) in [
        ("position", &["html", "latex", "pdf", "ps", "svg", "eps", "png", "text", "pos", "snowietxt"][..]),
        ("game", &["html", "latex", "pdf", "ps", "text", "gam", "snowietxt"]),
        ("match", &["html", "latex", "pdf", "ps", "text", "mat", "snowietxt"]),
        ("session", &["html", "latex", "pdf", "ps", "text"]),
    ] {
        for format in formats {
            let file = format!("{scope}.{format}");
            lines.push_str(&format!("export {scope} {format} {file}\n"));
            files.push(file);
        }
    }
    let printed = run(folder.path(), &["-t", "-q", "-r", "-b", "--strict"], &lines);
    assert!(printed.err.is_empty() && printed.code == Some(0), "{}", printed.err);
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap_or_else(|_| panic!("{name}"));
    for file in &files {
        assert!(read(file).len() > 40, "{file}");
    }
    assert!(read("match.pdf").starts_with(b"%PDF") && read("game.ps").starts_with(b"%!PS"));
    let png = read("position.png");
    // 108 by 82 units of two pixels each.
    assert_eq!((&png[1..4], &png[16..24]), (&b"PNG"[..], &[0, 0, 0, 216, 0, 0, 0, 164][..]));
    let printed = run(
        folder.path(),
        &["-t", "-q", "-r", "-b", "--strict"],
        "import auto a.mat\nset export show board 0\nset export include statistics off\nexport match text -\n",
    );
    assert!(
        printed.out.contains("Ben doubles")
            && !printed.out.contains("Pip counts")
            && !printed.out.contains("Error rate")
    );
}

#[test]
fn a_session_prints_what_was_reviewed() {
    let printed = script(
        "set player 0 human\nset defaultnames Ann Bob\nnew match 5\nset turn 1\nset dice 31\nshow board\n8/5 6/5\n\
         show score\nshow pipcount\nroll\nmove 24/18\n",
    );
    insta::assert_snapshot!(format!("{}--- errors\n{}", printed.out, printed.err));
}

#[test]
fn every_program_has_the_same_version_flag() {
    let folder = tempfile::tempdir().unwrap();
    let programs = [
        "",
        "analyze",
        "batch",
        "bearoffdump",
        "convert",
        "duel",
        "info",
        "makebearoff",
        "makehyper",
        "rollout",
    ];
    for program in programs {
        for flag in ["-v", "-V", "--version"] {
            let words: Vec<&str> = [program, flag].into_iter().filter(|word| !word.is_empty()).collect();
            let done = run(folder.path(), &words, "");
            let ending = format!(" {}\n", env!("CARGO_PKG_VERSION"));
            assert!(done.code == Some(0) && done.out.ends_with(&ending), "{program} {flag}: {}", done.err);
        }
    }
}

/// Runs the program on hostile input; it must answer soon.
fn soon(folder: &Path, arguments: &[&str], input: &str) -> ProgramOutput {
    let begin = std::time::Instant::now();
    let told = run(folder, arguments, input);
    assert!(begin.elapsed() < std::time::Duration::from_secs(20), "{:?}: {}", begin.elapsed(), told.err);
    told
}

#[test]
fn entities_of_tables_are_not_expanded() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = String::from("<?xml version=\"1.0\"?><!DOCTYPE met [<!ENTITY a0 \"aaaaaaaaaa\">\n");
    for n in 1..30 {
        text += &format!("<!ENTITY a{n} \"{}\">\n", format!("&a{};", n - 1).repeat(10));
    }
    text += &format!("]><met><info><name>{}</name></info></met>", "&a29;".repeat(100));
    std::fs::write(folder.path().join("a.xml"), text).unwrap();
    let told = soon(folder.path(), &["-t", "-q", "-r", "-b"], "set met a.xml\nset met ./a.xml\n");
    assert!(told.err.contains("declarations"), "{}", told.err);
}

/// Starts `gnubg batch` with this request and closes the reading end of its answers after `answers` lines; the program
/// must end although its input stays open.
#[cfg(unix)]
fn assert_batch_ends_with_its_reader(request: &str, answers: usize) {
    use std::io::{BufRead, BufReader};
    use std::time::{Duration, Instant};
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_gnubg"))
        .args(["batch", "--no-bearoff", "--threads", "1"])
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    writeln!(input, "{request}").unwrap();
    for _ in 0..answers {
        output.read_line(&mut String::new()).unwrap();
    }
    drop(output);
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
            panic!("{request}: still running although nobody reads the answers");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.code(), Some(0), "{request}");
    drop(input);
}

#[cfg(unix)]
#[test]
fn batch_ends_when_its_reader_is_gone() {
    // While it waits for the next request, and while it computes an answer that takes minutes.
    assert_batch_ends_with_its_reader(r#"{"id": "4HPwATDgc/ABMA", "want": ["pips"]}"#, 1);
    let long = r#"{"id": "4HPwATDgc/ABMA", "dice": [3, 1], "want": ["plays"], "plies": 6}"#;
    assert_batch_ends_with_its_reader(long, 0);
}

/// A folder with the French translation; `None` without the tool that makes it.
fn french(folder: &Path) -> Option<String> {
    let messages = folder.join("locale/fr/LC_MESSAGES");
    std::fs::create_dir_all(&messages).unwrap();
    let po = Path::new(env!("CARGO_MANIFEST_DIR")).join("po/fr.po");
    let made =
        Command::new("msgfmt").arg(po).arg("-o").arg(messages.join("io.github.gnubg.Gnubg.mo")).status();
    let Ok(made) = made else {
        println!("skipped: msgfmt is not installed");
        return None;
    };
    assert!(made.success());
    Some(folder.join("locale").to_str().unwrap().to_owned())
}

#[test]
fn the_settings_file_of_the_original_loads_without_a_refusal() {
    let original = Path::new("/usr/games/gnubg");
    if !original.exists() {
        println!("skipped: GNU Backgammon is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(original)
        .args(["-t", "-q", "-s", "settings"])
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"save settings saved.rc\n").unwrap();
    child.wait().unwrap();
    let saved = std::fs::read_to_string(folder.path().join("saved.rc")).unwrap();
    assert!(saved.lines().count() > 1000, "{} lines", saved.lines().count());
    let found = run(folder.path(), &["-t", "-q", "-r", "-b", "--strict", "-c", "saved.rc"], "");
    assert_eq!((found.code, found.err.as_str()), (Some(0), ""));
}
