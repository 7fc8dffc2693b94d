// SPDX-License-Identifier: GPL-3.0-or-later
//! Scripts on the running session: `-p FILE`, `> CODE`, `>`, `load python FILE`, the scripts of the start.

use super::pty::Terminal;
use super::{finish, program, run, shared, source};
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn the_recorded_calls_give_the_recorded_results() {
    let Some(calls) = shared("spec/data/commands/python/calls.json") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut command = program(folder.path());
    command.args(["-q", "-r", "-b", "-p", &source("recorded_calls.py")]).env("RECORDED_CALLS", calls);
    let output = finish(command, "");
    assert_eq!(output.code, Some(0), "{}", output.err);
    assert!(output.out.contains("80 calls, 0 faults"), "{}", output.out);
}

#[test]
fn the_recorded_match_has_the_recorded_records() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["-r", "-p", &source("match_records.py")], "");
    assert_eq!(output.code, Some(0), "{}{}", output.out, output.err);
    assert!(output.out.contains("all records as expected"), "{}", output.out);
}

#[test]
fn a_file_runs_and_the_program_ends() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("helper.py", "value = 42\n");
    write(
        "script.py",
        "import sys, helper\nprint(__name__, __file__, sys.argv, helper.value)\ngnubg.command('new match 3')\n\
         print(gnubg.match()['match-info']['match-length'], swapboard([1, 2]), pipcount(gnubg.board()))\n\
         name = input('Name? ')\nprint('Hello', name, repr(sys.stdin.readline()), repr(sys.stdin.readline()))\n\
         sys.exit(7)\n",
    );
    let output = run(folder.path(), &["-r", "-p", "script.py"], "Ann\nsecond\n");
    assert_eq!(output.code, Some(7), "{}", output.err);
    assert!(output.out.contains("__main__ script.py ['script.py'] 42\n"), "{}", output.out);
    assert!(output.out.contains("Name? Hello Ann 'second\\n' ''\n"), "{}", output.out);
    write("fails.py", "print('before')\n1 / 0\n");
    let output = run(folder.path(), &["-r", "--python", "fails.py"], "");
    assert_eq!((output.code, output.out.contains("before")), (Some(1), true));
    assert!(output.err.contains("File \"fails.py\", line 2") && output.err.contains("ZeroDivisionError"));
    assert!(!output.err.contains("run_file"), "only the script is in the traceback: {}", output.err);
    assert_eq!(run(folder.path(), &["-r", "-p", "absent.py"], "").code, Some(2));
}

#[test]
fn names_live_on_and_the_program_continues_after_exceptions() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("more.py"), "x += 1\nprint('x is', x)\n").unwrap();
    let lines = "> x = 3\n>print(x + 1)\nload python more.py\n> import nothing_like_this\nload python absent.py\n\
                 show threads\n> import gnubg as again; print(again is gnubg, gnubg.show('score')[:4])\n\
                 > gnubg.command('> print(1)')\n> for line in iter(input, 'end'): print('got', line)\nfirst\nend\n\
                 > print('last')\n";
    let output = run(folder.path(), &["-t", "-r"], lines);
    assert_eq!(output.code, Some(0));
    for expected in ["4\n", "x is 4\n", "The engine uses", "True Scor", "got first\n", "last\n"] {
        assert!(output.out.contains(expected), "{expected}: {}{}", output.out, output.err);
    }
    for expected in ["ModuleNotFoundError", "absent.py", "a Python script is running"] {
        assert!(output.err.to_lowercase().contains(&expected.to_lowercase()), "{expected}: {}", output.err);
    }
}

#[test]
fn an_interactive_session_reads_the_next_lines() {
    let folder = tempfile::tempdir().unwrap();
    let lines =
        ">\nfor n in range(2):\n    print('n', n)\n\n40 + 2\nraise ValueError('x')\nexit()\nshow threads\n";
    let output = run(folder.path(), &["-t", "-r"], lines);
    assert!(output.out.contains("n 0\nn 1\n42\n"), "{}", output.out);
    assert!(output.out.contains("The engine uses") && output.err.contains("ValueError: x"), "{}", output.err);
    let output = run(folder.path(), &["-r", "-p"], "print(gnubg.board())\nexit(4)\n");
    assert_eq!((output.out.as_str(), output.code), ("None\n", Some(4)));
}

#[test]
fn scripts_are_refused_and_their_absence_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.py"), "print('ran')").unwrap();
    let lines = "> print('ran')\nload python s.py\n>\nshow threads\n";
    let output = run(folder.path(), &["-t", "-r", "--no-shell"], lines);
    assert!(!output.out.contains("ran\n") && output.out.contains("The engine uses"), "{}", output.out);
    assert_eq!(output.err.matches("--no-shell").count(), 3, "{}", output.err);
    let mut command = program(folder.path());
    command.args(["-t", "-q", "-r", "-b"]).env("PATH", folder.path());
    let output = finish(command, lines);
    assert!(output.err.contains("Install Python 3.8 or newer") && output.out.contains("The engine uses"));
    assert!(!output.out.contains("ran\n"));
}

/// The scripts of the start come from the user's folder, never from the present one.
#[test]
fn scripts_of_the_user_run_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    std::fs::create_dir_all(folder.path().join("home/scripts")).unwrap();
    write("gnubg.py", "print('a stranger')\n");
    write("json.py", "print('a stranger')\n");
    write("home/scripts/gnubg.py", "print('at the start'); twice = lambda n: 2 * n\n");
    write("home/scripts/tool.py", "print('tool', twice(21))\n");
    let lines = "show threads\n> import gnubg; print(twice(4), callable(gnubg.board))\nload python tool.py\n";
    let output = run(folder.path(), &["-t", "-s", "home"], lines);
    assert!(output.out.starts_with("at the start\nThe engine uses"), "{}{}", output.out, output.err);
    assert!(output.out.contains("8 True\ntool 42\n") && !output.out.contains("stranger"), "{}", output.out);
    let output = run(folder.path(), &["-t", "-s", "home", "-r"], "show threads\n");
    assert!(!output.out.contains("at the start"), "-r runs no scripts of the start: {}", output.out);
    let output = run(folder.path(), &["-t", "-s", "home", "--no-shell"], "show threads\n");
    assert!(!output.out.contains("at the start") && output.err.is_empty(), "{}", output.err);
}

#[test]
fn ctrl_c_is_keyboard_interrupt() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start(folder.path(), &["-q", "-r"], true);
    terminal.wait_for("No game");
    // Python itself misses a signal that comes just before a sleep begins, so these are short. An interruption must not come
    // to the prompt after it, too: another read would begin beside the first, and the terminal would read keys while the
    // next line runs.
    for _ in 0..15 {
        terminal.type_line("> import time; print('sleeping'); any(time.sleep(.01) for _ in iter(int, 1))");
        terminal.wait_for("sleeping\r\n");
        terminal.write("\x03");
        terminal.wait_for("KeyboardInterrupt");
        terminal.wait_for("(No game)");
    }
    assert!(!terminal.output().contains("Press Ctrl+C again"), "{}", terminal.output());
    // A command of a script is interrupted, then the script.
    terminal.type_line("> gnubg.command('set player both human'); gnubg.command('new session')");
    terminal.wait_for("Rolled");
    terminal.type_line(
        "> gnubg.command('set rollout trials 100000000'); print('rolling'); gnubg.command('rollout')",
    );
    terminal.wait_for("rolling\r\n");
    std::thread::sleep(std::time::Duration::from_millis(300));
    terminal.write("\x03");
    terminal.wait_for("KeyboardInterrupt");
    // The interactive session has a prompt of its own; Ctrl+D goes back.
    terminal.type_line(">");
    terminal.wait_for(">>> ");
    terminal.type_line("6 * 7");
    terminal.wait_for("42\r\n");
    // Before its prompt it does not read yet, and what ends the input would be lost when it sets the modes of the terminal.
    terminal.wait_for(">>> ");
    terminal.write("\x04");
    terminal.type_line("show threads");
    terminal.wait_for("The engine uses");
    terminal.type_line("> print(input('name? '))");
    terminal.wait_for("name? ");
    terminal.type_line("Bob");
    terminal.wait_for("Bob\r\n");
}

/// The scripts of the Debian package of the original.
fn scripts_of_the_original() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gnubg-data");
    let scripts = folder.join("usr/share/gnubg/scripts");
    if scripts.join("batch.py").exists() {
        return Some(scripts);
    }
    std::fs::create_dir_all(&folder).unwrap();
    let is_done = |program: &str, arguments: &[&str]| {
        let status = Command::new(program).args(arguments).current_dir(&folder).output();
        status.is_ok_and(|output| output.status.success())
    };
    let unpacked = is_done("apt-get", &["download", "gnubg-data"])
        && is_done("sh", &["-c", "dpkg-deb -x gnubg-data_*.deb . && rm gnubg-data_*.deb"]);
    if !unpacked || !scripts.join("batch.py").exists() {
        println!("skipped: the Debian package gnubg-data cannot be fetched here");
        return None;
    }
    Some(scripts)
}

#[test]
fn the_scripts_of_the_original_run_unchanged() {
    let Some(scripts) = scripts_of_the_original() else { return };
    let data = scripts.parent().unwrap().display().to_string();
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for name in ["in", "out", "none"] {
        std::fs::create_dir(at(name)).unwrap();
    }
    let text = " 1 point match\n\n Game 1\n Ann : 0                         Ben : 0\n  1) 31: 8/5 6/5                 52: 13/8 24/22\n  2) 42: 8/4 6/4                 61: 13/7 8/7\n";
    std::fs::write(at("in/a.mat"), text).unwrap();
    std::fs::write(at("in/b.mat"), text).unwrap();
    // batch.py asks for folders, then whether to continue. It is found in the folder of scripts of the program's data.
    let plies = "set analysis chequerplay evaluation plies 0\nset analysis cubedecision evaluation plies 0\n";
    let lines = format!("{plies}load python batch.py\n{0}/in\n{0}/out\ny\n", folder.path().display());
    let output = run(folder.path(), &["-t", "-P", &data], &lines);
    assert!(
        output.out.contains("(2/2) Analysing") && output.out.contains("** Finished **"),
        "{}",
        output.out
    );
    assert!(at("out/a.sgf").exists() && at("out/b.sgf").exists(), "{}{}", output.out, output.err);
    // db_import.py adds the analyzed matches to the player records.
    let lines = format!("load python db_import.py\n{}/out\ny\n", folder.path().display());
    let output = run(folder.path(), &["-t", "-P", &data], &lines);
    assert!(output.out.contains("(2/2) Importing") && output.out.contains("** Finished **"));
    assert!(!output.err.contains("Traceback"), "{}", output.err);
    // matchseries.py defines a function.
    let lines = "set player both gnubg\nset player both chequerplay evaluation plies 0\n\
                 set player both cubedecision evaluation plies 0\nset automatic game on\nset display off\n\
                 load python matchseries.py\n> playMatchSeries(statsFile='log', matchLength=1, noOfMatches=2, sgfBasePath='m')\n";
    let output = run(folder.path(), &["-t", "-P", &data, "--no-rc"], lines);
    let log = std::fs::read_to_string(at("log")).unwrap_or_default();
    assert_eq!(log.lines().count(), 2, "{log}{}{}", output.out, output.err);
    assert!(at("m0.sgf").exists() && at("m1.sgf").exists());
    // database.py talks to SQL databases; gnubg.py has the helpers of the main module.
    let lines = "load python database.py\n> print(PySQLiteConnect(':memory:') is not None, PySelect('1'))\n\
                 load python gnubg.py\n> print(swapboard([1, 2]), gnubg.positionid())\n";
    let output = run(folder.path(), &["-t", "-r", "-P", &data], lines);
    assert!(output.out.contains("True [['1'], (1,)]\n"), "{}{}", output.out, output.err);
    assert!(output.out.contains("[2, 1] AAAAAAAAAAAAAA"), "{}{}", output.out, output.err);
}
