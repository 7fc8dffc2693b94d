// SPDX-License-Identifier: GPL-3.0-or-later
//! Tests of widgets in a real window on a virtual display.
//!
//! GTK belongs to one thread, so this is one program without a test harness: it starts itself again for each test and
//! scale factor, with a display of its own.

mod area;
mod display;
mod rows;
#[path = "../../examples/scenes/mod.rs"]
#[allow(dead_code)]
mod scenes;

use display::VirtualDisplay;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Instant;

/// Where the scale factor of a run is told.
const FACTOR: &str = "GDK_SCALE";
/// The test of a run that has a display.
const INNER: &str = "GNUBG_DISPLAY_TEST";

/// A test, by what it shows, and the scale factors it is run at.
struct Test {
    name: &'static str,
    run: fn(i32),
    factors: &'static [i32],
    /// What the toolkit tells of widgets to assistive technology: `none`, or `test` for what a test can read.
    accessibility: &'static str,
}

impl Test {
    const fn new(name: &'static str, run: fn(i32)) -> Test {
        Test { name, run, factors: &[1], accessibility: "none" }
    }
}

/// The tests; those that take longest come first, so that none is left alone at the end.
///
/// Sizes are changed at larger scale factors by the whole program's window tests: GTK waits for the display to answer to
/// every size it asks for, and without a window manager some answers never come (the X window is larger, GTK's is not). A
/// size given from outside, as there, is taken at once.
const TESTS: &[Test] = &[
    Test::new("a board that rests paints nothing", area::rest),
    Test { factors: &[1, 2, 3], ..Test::new("contexts come and go", area::contexts) },
    Test::new("many frames take no more memory than few", area::many_frames),
    Test::new("what is dropped is released", area::dropped),
    Test::new("pieces painted one by one make the whole picture", area::pieces),
    Test::new("two boards at once", area::two_boards),
    Test::new("the picture follows the size", area::resizing),
    Test::new("the driver loses its state", area::lost),
    Test::new("the driver makes errors", area::wrecked),
    Test {
        accessibility: "test",
        ..Test::new("a row that no list has taken gets its name and stays", rows::unowned)
    },
];

fn main() -> ExitCode {
    // That of a run, or the only one, for looking into something.
    let one: Option<i32> = std::env::var(FACTOR).ok().and_then(|text| text.parse().ok());
    if let Ok(name) = std::env::var(INNER) {
        let test = TESTS.iter().find(|test| test.name == name).expect("a test of that name");
        gtk::init().expect("GTK starts");
        (test.run)(one.unwrap_or(1));
        return ExitCode::SUCCESS;
    }
    let runs = TESTS.iter().flat_map(|test| test.factors.iter().map(move |factor| (test, *factor)));
    let runs = Mutex::new(runs.filter(|(_, factor)| one.is_none_or(|one| one == *factor)));
    let home = std::env::temp_dir().join(format!("gnubg-display-{}", std::process::id()));
    std::fs::create_dir_all(&home).expect("a temporary folder");
    // Some of them wait, so there is one more than processors.
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from) + 1;
    let work = || {
        let next = || runs.lock().expect("no run panics").next();
        std::iter::from_fn(next).fold(true, |all, (test, factor)| in_own_program(test, factor, &home) && all)
    };
    let all = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().all(|thread| thread.join().is_ok_and(|good| good))
    });
    let _ = std::fs::remove_dir_all(&home);
    if all { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs a test in a program and on a display of its own. Returns whether it holds; it does where there is no display.
fn in_own_program(test: &Test, factor: i32, home: &Path) -> bool {
    let Some(display) = VirtualDisplay::start() else {
        println!("{} at scale {factor} ... skipped: Xvfb is not installed", test.name);
        return true;
    };
    let start = Instant::now();
    let mut run = display.own_program();
    run.env(INNER, test.name).env(FACTOR, factor.to_string());
    run.env("LIBGL_ALWAYS_SOFTWARE", "1").env("GTK_A11Y", test.accessibility);
    run.env("HOME", home).env("XDG_RUNTIME_DIR", home);
    let is_good = run.status().is_ok_and(|status| status.success());
    let (result, time) = (if is_good { "ok" } else { "FAILED" }, start.elapsed().as_secs_f64());
    println!("{} at scale {factor} ... {result} ({time:.1} s)", test.name);
    is_good
}
