// SPDX-License-Identifier: GPL-3.0-or-later
//! Files that are no regular files are refused everywhere.

use super::soon;
use std::process::Command;

#[test]
fn pipes_devices_and_endless_files_are_refused_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
    assert!(made.success());
    for file in ["pipe", "/dev/zero"] {
        let told = soon(folder.path(), &["info", file], "");
        assert!(told.code == Some(1) && told.err.contains("not a regular file"), "{}", told.err);
        let lines = format!(
            "load commands {file}\nload match {file}\nset rng file {file}\nset met {file}\nshow version\n"
        );
        let told = soon(folder.path(), &["-t", "-q", "-r", "-b"], &lines);
        assert_eq!(told.err.matches("not a regular file").count(), 4, "{}", told.err);
        let told = soon(folder.path(), &["batch", "--weights", file], "");
        assert!(told.err.contains("not a regular file"), "{}", told.err);
    }
    // Nor is a pipe replaced by a file.
    let lines = "save weights pipe\nsave weights .\n";
    let told = soon(folder.path(), &["-t", "-q", "-r", "-b"], lines);
    assert!(told.err.contains("pipe or device") && told.err.contains("a folder"), "{}", told.err);
    for arguments in [&["makebearoff", "-o", "2", "-f", "pipe"][..], &["makehyper", "-c", "1", "-f", "pipe"]]
    {
        let told = soon(folder.path(), arguments, "");
        assert!(told.code != Some(0) && told.err.contains("not a regular file"), "{}", told.err);
    }
    let kind = std::fs::metadata(&pipe).unwrap().file_type();
    assert!(std::os::unix::fs::FileTypeExt::is_fifo(&kind));
    // The settings and a database of the folder.
    let settings = folder.path().join("settings");
    std::fs::create_dir_all(settings.join("data")).unwrap();
    std::fs::rename(&pipe, settings.join("settings.toml")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", settings.join("data/gnubg_os0.bd")).unwrap();
    let told = soon(folder.path(), &["-t", "-q", "-s", "settings"], "show version\n");
    assert!(told.out.contains("GNU Backgammon"), "{}\n{}", told.out, told.err);
    // A line without an end.
    let told = soon(folder.path(), &["-q", "-r", "-b", "-c", "/dev/zero"], "");
    assert!(told.code == Some(2) && told.err.contains("longer than"), "{}", told.err);
}

#[test]
fn a_disk_without_room_is_told_by_the_name_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    // No file can grow, as on a full disk.
    let script = format!(
        "trap '' XFSZ; ulimit -f 0; printf 'new match 3\\nsave match a.sgf\\nsave weights w\\n' | {} -t -q -r -b 2>&1; \
         {0} makebearoff -o 2 -f b.bd 2>&1",
        env!("CARGO_BIN_EXE_gnubg"),
    );
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(told.matches("File too large").count(), 3, "{told}");
    assert!(told.contains("a.sgf: File too large") && !told.contains(".saving"), "{told}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing half written is left");
}
