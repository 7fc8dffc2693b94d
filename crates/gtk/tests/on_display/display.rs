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

    /// This program once more, which finds the display.
    pub(crate) fn own_program(&self) -> Command {
        let mut run = Command::new(std::env::current_exe().expect("a program knows where it is"));
        run.env("DISPLAY", &self.name).env("GDK_BACKEND", "x11").env("LC_ALL", "C.UTF-8");
        run.env_remove("WAYLAND_DISPLAY");
        run
    }
}

impl Drop for VirtualDisplay {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
