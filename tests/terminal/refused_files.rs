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
