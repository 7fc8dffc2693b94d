// SPDX-License-Identifier: GPL-3.0-or-later
//! The library when the program is killed in the middle of an import, and on a disk that is full.

use super::run;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Matches that differ in the dice of nine turns, as files in a folder of that name.
fn write_matches(folder: &Path, name: &str, numbers: std::ops::Range<usize>) {
    let to = folder.join(name);
    std::fs::create_dir_all(&to).unwrap();
    for number in numbers {
        let mut text = " 5 point match\n\n Game 1\n Ann : 0                 Ben : 0\n".to_owned();
        text += &format!("  1) {:<28}{}\n", "31: 8/5 6/5", "65: 24/13");
        for n in 2..30 {
            let roll = if number >> (n - 2) & 1 == 1 { "61:" } else { "52:" };
            text += &format!("  {n}) {roll:<28}61:\n");
        }
        std::fs::write(to.join(format!("{number}.mat")), text).unwrap();
    }
}

fn library(folder: &Path, words: &[&str]) -> super::ProgramOutput {
    run(folder, &[&["library", "--library", "l.gnubglib", "--json"], words].concat(), "")
}

/// A number of `library info`.
fn count(folder: &Path, key: &str) -> u64 {
    let told = library(folder, &["info"]);
    let info: Value = serde_json::from_str(told.out.lines().next().unwrap_or_default()).unwrap_or_default();
    info[key].as_u64().unwrap_or(0)
}

fn assert_clean(folder: &Path) {
    let told = library(folder, &["verify"]);
    assert_eq!(told.code, Some(0), "{}\n{}", told.out, told.err);
}

/// Scenario 8: whole matches only are kept, "Continue" imports the rest, and the library is sound.
#[test]
fn s08_a_kill_in_the_middle_of_an_import_loses_no_match() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write_matches(at, "in", 0..500);
    let mut import = Command::new(env!("CARGO_BIN_EXE_gnubg"))
        .args(["library", "--library", "l.gnubglib", "add", "in"])
        .current_dir(at)
        .env("HOME", at)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while count(at, "matches") == 0 {
        assert!(start.elapsed() < Duration::from_secs(120), "nothing is imported");
        std::thread::sleep(Duration::from_millis(5));
    }
    import.kill().unwrap();
    import.wait().unwrap();
    let kept = count(at, "matches");
    assert!(kept > 0 && kept < 500, "{kept} of 500 matches were imported before the kill");
    assert_clean(at);
    let imports = run(at, &["library", "--library", "l.gnubglib", "imports"], "").out;
    assert!(imports.contains("interrupted; continue it with --resume"), "{imports}");
    let resumed = library(at, &["imports", "--resume"]);
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    assert_eq!(count(at, "matches"), 500);
    assert_clean(at);
    let again = library(at, &["add", "in"]);
    let report: Value = serde_json::from_str(again.out.lines().last().unwrap_or_default()).unwrap();
    assert_eq!(
        (&report["import"]["new"], &report["import"]["known_files"]),
        (&Value::from(0), &Value::from(500)),
        "{report}"
    );
}

/// Scenario 9, on a disk of 2 MiB that is nearly full.
#[test]
fn s09_a_full_disk_is_told_and_changes_nothing() {
    let may_mount = Command::new("unshare")
        .args(["-rm", "true"])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|s| s.success());
    if !may_mount {
        println!("skipped: no disk of its own may be mounted here");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    write_matches(at, "few", 0..3);
    write_matches(at, "many", 3..403);
    std::fs::create_dir(at.join("disk")).unwrap();
    let script = "\
        mount -t tmpfs -o size=6m none disk || exit 9
        L='library --library disk/l.gnubglib --json'
        $GNUBG $L add few > first.txt 2> errors.txt || exit 8
        $GNUBG $L stats '' > before.txt
        fill=$(($(df -k --output=avail disk | tail -1) - 200))
        dd if=/dev/zero of=disk/filler bs=1024 count=$fill 2> /dev/null
        $GNUBG $L add many > full.txt 2> full-errors.txt
        echo $? > code.txt
        $GNUBG $L stats '' > after.txt
        $GNUBG $L verify > verify.txt || exit 7
        rm disk/filler
        mount -o remount,size=200m disk
        $GNUBG $L add many > again.txt 2> again-errors.txt || exit 6
        $GNUBG $L info > info.txt
        $GNUBG $L verify > verify.txt || exit 5
    ";
    let status = Command::new("unshare")
        .args(["-rm", "sh", "-c", script])
        .current_dir(at)
        .env("GNUBG", env!("CARGO_BIN_EXE_gnubg"))
        .env("HOME", at)
        .status()
        .unwrap();
    let read = |name: &str| std::fs::read_to_string(at.join(name)).unwrap_or_default();
    assert_eq!(
        status.code(),
        Some(0),
        "{}{}{}",
        read("errors.txt"),
        read("full-errors.txt"),
        read("verify.txt")
    );
    assert_eq!(read("code.txt").trim(), "1");
    let told = read("full-errors.txt");
    assert!(told.contains("there is no room left on the disk of") && told.contains("l.gnubglib"), "{told}");
    assert!(!read("before.txt").is_empty());
    assert_eq!(read("after.txt"), read("before.txt"), "the library is as it was");
    let info: Value = serde_json::from_str(read("info.txt").lines().next().unwrap_or_default()).unwrap();
    assert_eq!(info["matches"], 403, "{info}");
}
