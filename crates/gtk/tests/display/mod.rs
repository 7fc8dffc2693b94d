// SPDX-License-Identifier: GPL-3.0-or-later
//! A virtual display for the test programs of this crate.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// Starts a display; nothing if there is none to start. Returns its server and its name.
pub(crate) fn display() -> Option<(Child, String)> {
    let mut server = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "2000x1600x24", "-nolisten", "tcp"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut line = String::new();
    BufReader::new(server.stdout.take()?).read_line(&mut line).ok()?;
    Some((server, format!(":{}", line.trim())))
}
