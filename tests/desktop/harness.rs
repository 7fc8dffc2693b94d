// SPDX-License-Identifier: GPL-3.0-or-later
//! A private display, session bus and home for each test, and the program that runs there.
//!
//! Nothing waits for a fixed time, but a hand for its reaction; every step polls the program's state dump until what it
//! expects is there.

use super::input::InputDriver;
use super::screen::{self, Picture};
use super::state;
use gnubg_engine::bearoff::generate::{Control, ensure_small};
use gnubg_engine::core::CancelToken;
use serde_json::Value;
use std::cell::RefCell;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::rc::Rc;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

/// How long anything may take on a loaded machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);
/// How often the state dump is looked at.
const GLANCE: Duration = Duration::from_millis(8);
/// How often a child is looked at that ends in a moment.
const SHORT_GLANCE: Duration = Duration::from_millis(2);
/// How long the screen stays as it is when everything on it is painted.
const STILL: Duration = Duration::from_millis(200);

/// A running program on its own display.
pub(crate) struct TestDesktop {
    home: tempfile::TempDir,
    pub(crate) display: String,
    bus: String,
    children: Vec<Child>,
    name: &'static str,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
    /// The state that was read last: the file it stood in, and what is seen in it.
    last: RefCell<(DumpVersion, State)>,
    /// What moves the pointer and presses keys, since they were needed first.
    pub(super) input: RefCell<Option<InputDriver>>,
}

/// What is seen in the windows of the program at one moment (`state.rs`).
pub(crate) type State = Rc<Value>;

/// What tells one state dump from the next: its file is replaced each time. Inode and time of the change; `None` while there
/// is no file.
type DumpVersion = Option<(u64, i64, i64)>;

/// Settings for two people at one board who go on to the next game themselves.
const TWO_PEOPLE: &str = "version = 1\n[automatic]\ngame = false\n[match.name]\n0 = \"Light\"\n1 = \"Dark\"\n\
                          [player.0]\nseat = \"human\"\n";

/// In place of an argument: let the program make and use bearoff databases.
pub(crate) const WITH_DATABASES: &str = "(databases)";

/// In place of an argument: the small bearoff databases are there before the program starts. Beside other tests it can make
/// them only slowly, since its own work leaves the processors to others.
pub(crate) const MADE_DATABASES: &str = "(made databases)";

/// In place of an argument: the display has OpenGL, which the board in three dimensions needs. Display and program take 0.1 s
/// of processor time to get it ready, since the processor stands in for a graphics card.
pub(crate) const WITH_OPENGL: &str = "(OpenGL)";

/// In settings: the screen has 800×600 pixels.
pub(crate) const SMALL_SCREEN: &str = "# a small screen\n";

/// In settings: the window has never had a size.
pub(crate) const FIRST_WINDOW: &str = "# a first window\n";

/// Tools a test cannot do without.
const TOOLS: [&str; 3] = ["Xvfb", "xdotool", "dbus-daemon"];

/// The screen a window of these settings and this environment fits on.
fn screen(settings: &str, environment: &[(&str, &str)]) -> String {
    let size = if settings.contains("width = 3840") || environment.contains(&("GDK_SCALE", "3")) {
        "3840x2160x24"
    } else if settings.contains("width = 1920") {
        "1920x1080x24"
    } else if settings.contains(SMALL_SCREEN) {
        "800x600x24"
    } else {
        "1600x1000x24"
    };
    size.to_owned()
}

/// Settings with a size of the main window: the same on every screen, unless a test is about the size of a first window.
fn sized(settings: &str) -> String {
    if settings.contains("[window.place.main]")
        || settings.contains(FIRST_WINDOW)
        || !settings.ends_with('\n')
    {
        return settings.to_owned();
    }
    format!("{settings}[window.place.main]\nwidth = 1000\nheight = 900\n")
}

/// Whether this is about the surroundings of the program and not one of its arguments.
fn is_about_surroundings(argument: &str) -> bool {
    [WITH_DATABASES, MADE_DATABASES, WITH_OPENGL].contains(&argument)
}

/// Window tests run beside each other, but those that measure have the machine to themselves.
static MACHINE: RwLock<()> = RwLock::new(());

/// What a test holds of the machine until its thread ends.
enum MachineShare {
    Part(#[expect(dead_code, reason = "only held")] RwLockReadGuard<'static, ()>),
    Whole(#[expect(dead_code, reason = "only held")] RwLockWriteGuard<'static, ()>),
}

thread_local! {
    static SHARE: RefCell<Option<MachineShare>> = const { RefCell::new(None) };
}

/// Takes part of the machine for this test, unless it has some already.
fn share_machine() {
    SHARE.with_borrow_mut(|share| {
        share.get_or_insert_with(|| {
            MachineShare::Part(MACHINE.read().unwrap_or_else(PoisonError::into_inner))
        });
    });
}

/// Takes the whole machine for this test: it waits for the others, and the others wait for it. Called before its first
/// window.
pub(crate) fn take_machine() {
    SHARE.with_borrow_mut(|share| {
        *share = None;
        *share = Some(MachineShare::Whole(MACHINE.write().unwrap_or_else(PoisonError::into_inner)));
    });
}

fn has(tool: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(tool).exists()))
}

/// How a child ends; `None` if it has not after this time.
pub(super) fn status_within(child: &mut Child, patience: Duration) -> Option<ExitStatus> {
    let start = Instant::now();
    loop {
        let status = child.try_wait().expect("a child can be asked");
        if status.is_some() || start.elapsed() > patience {
            return status;
        }
        std::thread::sleep(SHORT_GLANCE);
    }
}

/// Starts a child whose first line of output is what we need to know.
fn first_line(command: &mut Command) -> (Child, String) {
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0).spawn().expect("a tool starts");
    let mut line = String::new();
    let output = child.stdout.take().expect("output is piped");
    BufReader::new(output).read_line(&mut line).expect("a tool reports");
    (child, line.trim().to_owned())
}

impl TestDesktop {
    /// Starts the program with these arguments for two people; `None` where the tools for it are missing.
    pub(crate) fn start(name: &'static str, arguments: &[&str]) -> Option<TestDesktop> {
        TestDesktop::start_with(name, arguments, &[])
    }

    /// The same with additions to the environment.
    pub(crate) fn start_with(
        name: &'static str,
        arguments: &[&str],
        environment: &[(&str, &str)],
    ) -> Option<TestDesktop> {
        TestDesktop::start_set(name, arguments, environment, TWO_PEOPLE)
    }

    /// The same with other settings.
    pub(crate) fn start_set(
        name: &'static str,
        arguments: &[&str],
        environment: &[(&str, &str)],
        settings: &str,
    ) -> Option<TestDesktop> {
        if let Some(missing) = TOOLS.into_iter().find(|tool| !has(tool)) {
            println!("skipped: {missing} is not installed");
            return None;
        }
        share_machine();
        let home = tempfile::tempdir().expect("a temporary folder");
        let runtime = home.path().join("runtime");
        std::fs::create_dir(&runtime).expect("a runtime folder");
        let private = std::os::unix::fs::PermissionsExt::from_mode(0o700);
        std::fs::set_permissions(&runtime, private).expect("private permissions");
        let (server, display) = first_line(Command::new("Xvfb").args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            &screen(settings, environment),
            "-nolisten",
            "tcp",
            "-nocursor",
            if arguments.contains(&WITH_OPENGL) { "+extension" } else { "-extension" },
            "GLX",
            "-fbdir",
            &home.path().to_string_lossy(),
        ]));
        let display = format!(":{display}");
        let (bus_daemon, bus) = first_line(
            Command::new("dbus-daemon")
                .args(["--session", "--print-address", "--nofork"])
                .env("XDG_RUNTIME_DIR", &runtime),
        );
        let arguments = arguments.iter().map(ToString::to_string).collect();
        let environment = environment.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        let environment = environment.collect();
        let children = vec![server, bus_daemon];
        let mut desktop = TestDesktop {
            home,
            display,
            bus,
            children,
            name,
            arguments,
            environment,
            last: RefCell::default(),
            input: RefCell::default(),
        };
        let path = desktop.settings();
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder for settings");
        std::fs::write(path, sized(settings)).expect("the settings are written");
        if desktop.was_given(MADE_DATABASES) {
            let control = Control { cancel: &CancelToken::new(), progress: &|_| (), threads: None };
            let folder = desktop.home.path().join(".local/share/gnubg");
            ensure_small(&folder, &control).expect("the databases are made");
        }
        desktop.launch();
        Some(desktop)
    }

    fn was_given(&self, argument: &str) -> bool {
        self.arguments.iter().any(|given| given == argument)
    }

    /// The settings file.
    pub(crate) fn settings(&self) -> PathBuf {
        self.home.path().join(".config/gnubg/settings.toml")
    }

    /// Whether a damaged settings file was set aside.
    pub(crate) fn has_damaged_settings(&self) -> bool {
        let folder = self.settings().parent().map(std::fs::read_dir);
        let names = folder.into_iter().flatten().flatten().flatten().map(|entry| entry.file_name());
        names.into_iter().any(|name| name.to_string_lossy().starts_with("settings.damaged-"))
    }

    /// Starts the program at this desktop.
    pub(crate) fn launch(&mut self) {
        let desktop = self;
        // What an earlier program wrote is not the state of this one.
        let _ = std::fs::remove_file(desktop.dump());
        let log = std::fs::File::create(desktop.home.path().join("log")).expect("a log file");
        let arguments = desktop.arguments.iter().filter(|argument| !is_about_surroundings(argument));
        let has_databases = desktop.was_given(WITH_DATABASES) || desktop.was_given(MADE_DATABASES);
        let has_opengl = desktop.was_given(WITH_OPENGL);
        let mut command = Command::new(env!("CARGO_BIN_EXE_gnubg"));
        command
            .args(arguments)
            .args((!has_databases).then_some("--no-bearoff"))
            .arg("--state-dump")
            .arg(desktop.dump())
            .env("HOME", desktop.home.path())
            .env("XDG_RUNTIME_DIR", desktop.home.path().join("runtime"))
            .env("DISPLAY", &desktop.display)
            .env("DBUS_SESSION_BUS_ADDRESS", &desktop.bus)
            .env("GDK_BACKEND", "x11")
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            // Where the display has no OpenGL, the toolkit would look for another way to it.
            .envs((!has_opengl).then_some(("GDK_DEBUG", "gl-disable")))
            .env("LC_ALL", "C.UTF-8")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("XDG_DATA_HOME")
            .env_remove("XDG_STATE_HOME")
            .stdout(Stdio::null())
            .stderr(log)
            .process_group(0);
        for (key, value) in &desktop.environment {
            command.env(key, value);
        }
        desktop.children.push(command.spawn().expect("the program starts"));
        desktop.wait("the first frame", |s| {
            s["board"]["mapped"] == true && s["board"]["scale"].as_f64() > Some(0.5)
        });
        desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "Backgammon"]);
    }

    /// Gives the keyboard to the main window, as a click on its title would.
    pub(crate) fn focus_main(&self) {
        self.xdotool(&["search", "--onlyvisible", "--name", "GNU Backgammon", "windowfocus", "--sync"]);
    }

    /// Starts another program on the same display and bus, with the same home; one started before ends.
    pub(crate) fn start_beside(&mut self, program: &Path, arguments: &[&str], environment: &[(&str, &str)]) {
        // Display, bus, perhaps another program, and the program under test.
        if self.children.len() > 3 {
            let mut old = self.children.remove(2);
            old.kill().and_then(|()| old.wait()).expect("the other program can be ended");
        }
        let child = Command::new(program)
            .args(arguments)
            .env("HOME", self.home.path())
            .env("XDG_RUNTIME_DIR", self.home.path().join("runtime"))
            .env("DISPLAY", &self.display)
            .env("DBUS_SESSION_BUS_ADDRESS", &self.bus)
            .env("GDK_BACKEND", "x11")
            .env("LC_ALL", "C.UTF-8")
            .env_remove("WAYLAND_DISPLAY")
            .envs(environment.iter().copied())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("another program starts");
        // The program under test stays the last one.
        let at = self.children.len() - 1;
        self.children.insert(at, child);
    }

    /// Waits until the other program has ended, and returns whether it ended well.
    #[track_caller]
    pub(crate) fn other_ended_well(&mut self) -> bool {
        let status = status_within(&mut self.children[2], PATIENCE);
        status.unwrap_or_else(|| panic!("{}: the other program goes on", self.name)).success()
    }

    /// Waits until another program has written a file of that name into the home; takes it away.
    #[track_caller]
    pub(crate) fn wait_for_file(&self, name: &str) -> String {
        let (path, start) = (self.home.path().join(name), Instant::now());
        loop {
            if let Ok(text) = std::fs::read_to_string(&path) {
                let _ = std::fs::remove_file(&path);
                return text;
            }
            if start.elapsed() > PATIENCE {
                self.screenshot("failed");
                panic!("{}: waited in vain for the file {name}", self.name);
            }
            std::thread::sleep(GLANCE);
        }
    }

    /// Starts the program once more after it has ended by itself.
    pub(crate) fn launch_again(&mut self) {
        self.children.pop();
        self.launch();
    }

    /// Starts the program without an option and its value from now on.
    pub(crate) fn without(&mut self, option: &str) {
        if let Some(at) = self.arguments.iter().position(|argument| argument == option) {
            self.arguments.drain(at..(at + 2).min(self.arguments.len()));
        }
    }

    /// Ends the program as a crash would, without any warning.
    pub(crate) fn kill(&mut self) {
        let mut program = self.children.pop().expect("the program was started");
        program.kill().expect("the program can be killed");
        program.wait().expect("the program has ended");
    }

    /// Waits until the window with that in its title has the keyboard, which brings it to the front, too.
    #[track_caller]
    pub(crate) fn wait_for_front(&self, title: &str) {
        let start = Instant::now();
        loop {
            let name = self.front();
            if name.contains(title) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{}: {name:?} is in front, not {title:?}", self.name);
            std::thread::sleep(GLANCE);
        }
    }

    /// The title of the window that has the keyboard.
    fn front(&self) -> String {
        self.xdotool_tells(&["getwindowfocus", "getwindowname"])
    }

    /// Holds the program, or lets it go on: what happens meanwhile comes all at once.
    pub(super) fn pause(&self, is_held: bool) {
        let program = self.children.last().expect("the program was started").id();
        let signal = if is_held { rustix::process::Signal::STOP } else { rustix::process::Signal::CONT };
        let process = rustix::process::Pid::from_raw(program as i32).expect("a process");
        rustix::process::kill_process(process, signal).expect("the program can be held");
    }

    fn dump(&self) -> PathBuf {
        self.home.path().join("state.json")
    }

    /// The folder that is the program's home.
    pub(crate) fn home(&self) -> &Path {
        self.home.path()
    }

    /// The processes of this desktop.
    pub(crate) fn processes(&self) -> impl Iterator<Item = u32> {
        self.children.iter().map(Child::id)
    }

    /// Processor time of all threads of the program and of the display so far, in milliseconds.
    pub(crate) fn processor_ms(&self) -> [f64; 2] {
        let of = |child: Option<&Child>| {
            let path = format!("/proc/{}/stat", child.map_or(0, Child::id));
            let text = std::fs::read_to_string(path).unwrap_or_default();
            // After the name, user and system time are the 12th and 13th word, in hundredths of a second.
            let words = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
            words.filter_map(|word| word.parse::<f64>().ok()).sum::<f64>() * 10.0
        };
        [of(self.children.last()), of(self.children.first())]
    }

    /// The address of the session bus.
    pub(crate) fn bus(&self) -> &str {
        &self.bus
    }

    /// The state as last written: the same value for as long as the program writes nothing new.
    pub(crate) fn state(&self) -> State {
        // The version first: if the file is replaced before it is read, it is read once more the next time.
        let version =
            std::fs::metadata(self.dump()).ok().map(|file| (file.ino(), file.mtime(), file.mtime_nsec()));
        let mut last = self.last.borrow_mut();
        if last.0 != version {
            let text = std::fs::read_to_string(self.dump()).unwrap_or_default();
            // Not `from_str`: that would be compiled with the tests, without optimization.
            let mut written = text.parse::<Value>().unwrap_or_default();
            *last = (version, Rc::new(state::view(written["state"].take())));
        }
        Rc::clone(&last.1)
    }

    /// Waits until the state is as expected, and returns it.
    #[track_caller]
    pub(crate) fn wait(&self, what: &str, expected: impl Fn(&Value) -> bool) -> State {
        self.wait_for(what, &expected)
    }

    /// The same, compiled once for all that is expected.
    #[track_caller]
    fn wait_for(&self, what: &str, expected: &dyn Fn(&Value) -> bool) -> State {
        if let Some(state) = self.glimpse_of(PATIENCE, expected) {
            return state;
        }
        self.screenshot("failed");
        let (state, front) = (self.state(), self.front());
        let log = std::fs::read_to_string(self.home.path().join("log")).unwrap_or_default();
        panic!(
            "{}: waited in vain for {what}; {front:?} has the keyboard, the state is {state}\n{log}",
            self.name
        );
    }

    /// Looks for a while whether the state becomes as expected.
    pub(crate) fn glimpse(&self, patience: Duration, expected: impl Fn(&Value) -> bool) -> Option<State> {
        self.glimpse_of(patience, &expected)
    }

    /// The same, compiled once for all that is expected.
    fn glimpse_of(&self, patience: Duration, expected: &dyn Fn(&Value) -> bool) -> Option<State> {
        let start = Instant::now();
        loop {
            let state = self.state();
            if !state.is_null() && expected(&state) {
                return Some(state);
            }
            if start.elapsed() > patience {
                return None;
            }
            std::thread::sleep(GLANCE);
        }
    }

    /// Keeps a picture of the screen among the build's artifacts, unless nobody will look at it, and returns it.
    pub(crate) fn screenshot(&self, what: &str) -> Picture {
        self.keep(what, self.picture())
    }

    /// The same at once: for a screen on which something moves all the time.
    pub(crate) fn screenshot_at_once(&self, what: &str) -> Picture {
        self.keep(what, self.pixels())
    }

    /// The screen as it is.
    fn pixels(&self) -> Picture {
        Picture::read(&self.home.path().join(screen::FILE)).expect("the pixels of the display")
    }

    fn keep(&self, what: &str, picture: Picture) -> Picture {
        if what != "failed" && std::env::var_os("SCREENSHOTS").is_some_and(|wish| wish == "no") {
            return picture;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("artifacts");
        std::fs::create_dir_all(&folder).expect("a folder for pictures");
        picture.save(&folder.join(format!("{}-{what}.png", self.name)));
        picture
    }

    /// The screen when everything on it is painted.
    fn picture(&self) -> Picture {
        let start = Instant::now();
        let mut picture = self.pixels();
        let mut screen =
            std::fs::File::open(self.home.path().join(screen::FILE)).expect("the file of the display");
        let (mut since, mut buffer) = (start, picture.buffer());
        // The board tells when it is painted; other surfaces are painted when the screen does not change any more.
        while start.elapsed() < PATIENCE {
            if since.elapsed() > STILL && self.state()["board"]["painted"] == true {
                break;
            }
            std::thread::sleep(STILL / 2);
            if picture.has_changed(&mut screen, &mut buffer).expect("the pixels of the display") {
                since = Instant::now();
            }
        }
        picture
    }

    /// Waits for the program to end by itself and returns whether it ended well.
    pub(crate) fn ended_well(&mut self) -> bool {
        let program = self.children.last_mut().expect("the program was started");
        status_within(program, PATIENCE).is_some_and(|status| status.success())
    }

    /// What the program wrote to its log that is a complaint of the toolkit.
    pub(crate) fn complaints(&self) -> String {
        let log = std::fs::read_to_string(self.home.path().join("log")).unwrap_or_default();
        log.lines()
            .filter(|line| line.contains("CRITICAL") || line.contains("panicked"))
            // GTK 4.8 says this when a panel is shown at another place and a screen reader knows what is in it: each widget
            // is given the role once more that it has.
            .filter(|line| {
                !line.contains("gtk_at_context_set_accessible_role: assertion '!self->realized' failed")
            })
            .collect::<Vec<_>>()
            .join("\n")
    }
}

impl Drop for TestDesktop {
    fn drop(&mut self) {
        self.input.take();
        // The program first, the display last.
        for mut child in self.children.drain(..).rev() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The middle of place `nth` (0 = the first) of a slot on the usual board, in units.
pub(crate) fn place(slot: usize, nth: u64) -> (f64, f64) {
    let nth = nth as f64;
    let five = nth.min(4.0);
    let s = slot as f64;
    match slot {
        0 => (54.0, 53.0 + 6.0 * nth.min(2.0)),
        25 => (54.0, 28.0 - 6.0 * nth.min(2.0)),
        1..=6 => (99.0 - 6.0 * s, 76.0 - 6.0 * five),
        7..=12 => (51.0 - 6.0 * (s - 6.0), 76.0 - 6.0 * five),
        13..=18 => (15.0 + 6.0 * (s - 13.0), 6.0 + 6.0 * five),
        19..=24 => (63.0 + 6.0 * (s - 19.0), 6.0 + 6.0 * five),
        26 => (102.0, 70.0),
        27 => (102.0, 12.0),
        28 => (6.0, 60.0),
        _ => (6.0, 20.0),
    }
}
