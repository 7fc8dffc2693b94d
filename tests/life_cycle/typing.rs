// SPDX-License-Identifier: GPL-3.0-or-later
//! Lines that come at once, typed ahead or pasted, are carried out one after the other.

use super::pty::Terminal;

/// What ends a line, and what stands around the lines.
fn lines_are_carried_out(before: &str, end: &str, after: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::start(folder.path(), &["-q"], true);
    terminal.wait_for("No game");
    terminal.wait_for_prompt();
    // The fourth line answers the question of the third.
    let lines = ["set defaultnames Ann Bob", "new match 3", "new match 5", "no", "show score"];
    terminal.write(&format!("{before}{}{end}{after}", lines.join(end)));
    terminal.wait_for("Score after");
    assert!(!terminal.output().contains("5 points"), "{}", terminal.output());
    let history = std::fs::read_to_string(folder.path().join("state/history")).unwrap();
    assert!(history.contains("\nnew match 3\n") && history.contains("\nshow score\n"), "{history}");
}

#[test]
fn lines_typed_ahead_are_carried_out() {
    lines_are_carried_out("", "\r", "");
}

#[test]
fn pasted_lines_are_carried_out() {
    lines_are_carried_out("\x1b[200~", "\n", "\x1b[201~\r");
}
