// SPDX-License-Identifier: GPL-3.0-or-later
//! A virtual display for the test programs of this crate.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A display of its own; it ends with this value.
pub(crate) struct VirtualDisplay {
    server: Child,
    name: String,
}

impl VirtualDisplay {
    /// Starts a display; `None` where there is none to start.
    pub(crate) fn start() -> Option<VirtualDisplay> {
        let server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "2000x1600x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut display = VirtualDisplay { server, name: String::new() };
        let mut line = String::new();
        BufReader::new(display.server.stdout.take()?).read_line(&mut line).ok()?;
        display.name = format!(":{}", line.trim());
        Some(display)
    }

    /// Where programs find it (`DISPLAY`).
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for VirtualDisplay {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
