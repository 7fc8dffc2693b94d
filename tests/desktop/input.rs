// SPDX-License-Identifier: GPL-3.0-or-later
//! A person's hands and eyes on the private display: pointer and keys as real X events, windows and pixels.

use super::harness::{PATIENCE, TestDesktop, place, status_within};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// Commands of xdotool for which it is not started anew.
const INPUT_COMMANDS: [&str; 7] = ["click", "key", "keydown", "keyup", "mousedown", "mousemove", "mouseup"];

/// How long after what is seen a hand moves: a window that goes has the keyboard a moment longer than the program tells.
const REACTION: Duration = Duration::from_millis(20);

/// An xdotool that reads commands for pointer and keys, which tests have thousands of: to start one for each would cost ten
/// times as much.
pub(super) struct InputDriver {
    xdotool: Child,
    commands: ChildStdin,
    told: BufReader<ChildStdout>,
}

impl InputDriver {
    fn new(display: &str) -> InputDriver {
        // What it says comes at once, and what it complains of, too.
        let mut command = Command::new("sh");
        command.args(["-c", "exec stdbuf -oL xdotool - 2>&1"]).env("DISPLAY", display);
        let mut xdotool = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("xdotool runs");
        let commands = xdotool.stdin.take().expect("input is piped");
        let told = BufReader::new(xdotool.stdout.take().expect("output is piped"));
        InputDriver { xdotool, commands, told }
    }

    /// Has a line of commands done, waits until the display knows of it, and returns whether there can be another one. The place
    /// of the pointer, which is asked for that, is looked for in the windows: if one goes meanwhile, as it may after a key,
    /// xdotool ends.
    fn act(&mut self, arguments: &[&str]) -> bool {
        let is_word = |argument: &&str| !argument.contains(|c: char| c.is_whitespace() || "'\"#".contains(c));
        assert!(arguments.iter().all(is_word), "words of xdotool: {arguments:?}");
        let line = format!("{}\ngetmouselocation\n", arguments.join(" "));
        std::thread::sleep(REACTION);
        self.commands.write_all(line.as_bytes()).expect("xdotool takes commands");
        let mut told = String::new();
        self.told.read_line(&mut told).expect("xdotool can be read");
        let can_go_on = told.starts_with("x:");
        assert!(can_go_on || told.contains("BadWindow"), "xdotool {arguments:?}: {told:?}");
        can_go_on
    }
}

impl Drop for InputDriver {
    fn drop(&mut self) {
        let _ = self.xdotool.kill();
        let _ = self.xdotool.wait();
    }
}

impl TestDesktop {
    /// Runs xdotool on this display.
    pub(crate) fn xdotool(&self, arguments: &[&str]) {
        if arguments.first().is_some_and(|command| INPUT_COMMANDS.contains(command)) {
            let mut input = self.input.borrow_mut();
            if !input.get_or_insert_with(|| InputDriver::new(&self.display)).act(arguments) {
                *input = None;
            }
            return;
        }
        // Searching for a window that never comes would wait for ever; one that goes while it searches ends the search.
        let tries = if arguments.first() == Some(&"search") { 3 } else { 1 };
        let is_done = (0..tries).any(|_| self.ends_within(PATIENCE, arguments));
        assert!(is_done, "xdotool {arguments:?}");
    }

    /// Presses keys while the program is held, so that it finds all of them at once when it goes on.
    pub(crate) fn keys_at_once(&self, keys: &[&str]) {
        let arguments: Vec<&str> = std::iter::once("key").chain(keys.iter().copied()).collect();
        self.at_once(&arguments);
    }

    /// Lets xdotool do several things while the program is held, which then finds them all waiting.
    pub(crate) fn at_once(&self, arguments: &[&str]) {
        // Whoever connects waits, before it can press anything, while the program is held with the display for itself.
        let is_done = (0..50).any(|_| {
            self.pause(true);
            let is_done = self.ends_within(Duration::from_secs(3), arguments);
            self.pause(false);
            is_done
        });
        assert!(is_done, "xdotool {arguments:?}");
    }

    /// Whether xdotool ends well within this time; it is ended then.
    fn ends_within(&self, patience: Duration, arguments: &[&str]) -> bool {
        let mut command = Command::new("xdotool");
        command.args(arguments).env("DISPLAY", &self.display).stdout(Stdio::null());
        let mut running = command.spawn().expect("xdotool runs");
        let status = status_within(&mut running, patience);
        if status.is_none() {
            let _ = running.kill();
            let _ = running.wait();
        }
        status.is_some_and(|status| status.success())
    }

    /// What xdotool tells of this display.
    pub(super) fn xdotool_tells(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("xdotool");
        let told = command.args(arguments).env("DISPLAY", &self.display).output().expect("xdotool runs");
        String::from_utf8_lossy(&told.stdout).trim().to_owned()
    }

    /// Whether a window of that title is on the screen.
    pub(crate) fn has_window(&self, title: &str) -> bool {
        !self.xdotool_tells(&["search", "--onlyvisible", "--name", title]).is_empty()
    }

    /// The middle of the newest window on the screen, such as a menu.
    pub(crate) fn middle_of_newest_window(&self) -> (String, String) {
        let search = ["search", "--onlyvisible", "--maxdepth", "1", ".*", "getwindowgeometry", "%@"];
        let text = self.xdotool_tells(&search);
        let pair = |key: &str, between: char| -> Option<[i32; 2]> {
            let last = text.lines().filter_map(|line| line.trim().strip_prefix(key)).next_back()?;
            let (a, b) = last.split_whitespace().next()?.split_once(between)?;
            Some([a.parse().ok()?, b.parse().ok()?])
        };
        let ([x, y], [width, height]) =
            pair("Position: ", ',').zip(pair("Geometry: ", 'x')).expect("a window has a place");
        ((x + width / 2).to_string(), (y + height / 2).to_string())
    }

    /// Left, top, width and height of the window of that title.
    pub(crate) fn place_of(&self, title: &str) -> Option<[usize; 4]> {
        let text =
            self.xdotool_tells(&["search", "--onlyvisible", "--name", title, "getwindowgeometry", "--shell"]);
        let number = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)?.parse().ok());
        Some([number("X=")?, number("Y=")?, number("WIDTH=")?, number("HEIGHT=")?])
    }

    /// Gives the main window another size, as dragging its corner would.
    pub(crate) fn resize(&self, width: u16, height: u16) {
        let (width, height) = (width.to_string(), height.to_string());
        self.xdotool(&["search", "--onlyvisible", "--name", "Backgammon", "windowsize", &width, &height]);
    }

    /// Presses keys, as xdotool names them.
    pub(crate) fn keys(&self, keys: &[&str]) {
        let mut arguments = vec!["key"];
        arguments.extend(keys);
        self.xdotool(&arguments);
    }

    /// Types a text.
    pub(crate) fn type_text(&self, text: &str) {
        self.xdotool(&["type", "--delay", "4", text]);
    }

    /// The board that is shown: that of an exercise, that of study in place of the match, or that of the match.
    fn board(&self) -> Value {
        let state = self.state();
        let drill = &state["tools"]["library"]["drill"];
        let page = match state["study"]["page"] == "study" {
            _ if drill["board"].is_object() => drill,
            true => &state["study"],
            false => &state,
        };
        page["board"].clone()
    }

    /// The screen pixel of a place on the board, in units.
    pub(crate) fn pixel(&self, (x, y): (f64, f64)) -> (String, String) {
        let (state, board) = (self.state(), self.board());
        let number = |key: &str| board[key].as_f64().expect("the board has a place");
        let factor = state["window"]["scale_factor"].as_f64().unwrap_or(1.0);
        let place = |origin: f64, v: f64| ((origin + v * number("scale")) * factor).round().to_string();
        (place(number("x"), x), place(number("y"), y))
    }

    /// Clicks a place on the board with button 1, 2 or 3.
    pub(crate) fn click(&self, at: (f64, f64), button: u8) {
        let (x, y) = self.pixel(at);
        self.xdotool(&["mousemove", &x, &y, "click", &button.to_string()]);
    }

    /// Presses the left button on one place, moves to another and stays there.
    pub(crate) fn carry(&self, from: (f64, f64), to: (f64, f64)) {
        let (x, y) = self.pixel(from);
        let (u, v) = self.pixel(to);
        let half = self.pixel(((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0));
        self.xdotool(&[
            "mousemove",
            &x,
            &y,
            "mousedown",
            "1",
            "mousemove",
            &half.0,
            &half.1,
            "mousemove",
            &u,
            &v,
        ]);
    }

    /// Drags from one place on the board to another.
    pub(crate) fn drag(&self, from: (f64, f64), to: (f64, f64)) {
        self.carry(from, to);
        self.xdotool(&["mouseup", "1"]);
    }

    /// The middle of the checker a hand would take from a slot, or of the first place if it is empty.
    pub(crate) fn checker(&self, slot: usize) -> (f64, f64) {
        let count = self.board()["stacks"][slot].as_i64().unwrap_or(0).unsigned_abs();
        place(slot, count.saturating_sub(1))
    }
}
