// SPDX-License-Identifier: GPL-3.0-or-later
//! Whether the window goes on while the engine works: how long the main loop is held up at once.

use crate::harness::{TestDesktop, take_machine};
use crate::quality::{is_optimized, slowness};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Two computers at the level "world class": a 2-ply search for every decision, on every core.
const COMPUTERS: &str = "version = 1\n[automatic]\ngame = true\n[player.0]\nseat = \"gnubg\"\n\
                         [player.1]\nseat = \"gnubg\"\n[window]\ndelay = 0\n";

/// The beats with more work than a frame: when, by the program's clock, and how much, in milliseconds.
fn heavy(state: &Value) -> Vec<[f64; 2]> {
    let beats = state["pulse"]["heavy"].as_array().expect("a list");
    beats.iter().map(|beat| [0, 1].map(|n| beat[n].as_f64().expect("milliseconds"))).collect()
}

/// Time all processors have worked so far, and the time of it that went to these processes, in ticks of the system.
fn ticks(desktop: &TestDesktop) -> [f64; 2] {
    let text = std::fs::read_to_string("/proc/stat").unwrap_or_default();
    let words = text.lines().next().unwrap_or_default().split_whitespace().skip(1);
    let numbers: Vec<f64> = words.filter_map(|word| word.parse().ok()).collect();
    // Of user, nice, system, idle, iowait, irq, softirq and steal the idle ones are left out.
    let all = numbers.iter().take(8).sum::<f64>() - numbers.iter().skip(3).take(2).sum::<f64>();
    let own = desktop.processes().map(|process| {
        let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        // The name, in brackets, may hold spaces; user and system time are the 12th and 13th words after it.
        let words = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
        words.filter_map(|word| word.parse::<f64>().ok()).sum::<f64>()
    });
    [all, own.sum()]
}

/// The share of the processors' work between two moments that other programs did: 0 on a quiet machine.
fn others(before: [f64; 2], after: [f64; 2]) -> f64 {
    let [all, own] = [after[0] - before[0], after[1] - before[1]];
    if all <= 0.0 { 0.0 } else { ((all - own) / all).clamp(0.0, 1.0) }
}

#[test]
fn the_window_answers_while_the_engine_works() {
    take_machine();
    let arguments = ["--test-seed", "5", "--pulse", "--no-animations"];
    // Pictures are composed by the processor; its library for OpenGL would take the cores from the engine.
    let environment = [("GSK_RENDERER", "cairo")];
    let Some(desktop) = TestDesktop::start_set("pulse", &arguments, &environment, COMPUTERS) else { return };
    desktop.keys(&["ctrl+n"]);
    desktop.xdotool(&["search", "--sync", "--onlyvisible", "--name", "New match"]);
    desktop.keys(&["Return"]);
    let opening = desktop.wait("thinking", |s| s["thinking"] == true)["match"]["position_id"].clone();
    // The dialog is gone and its match goes on.
    let before = desktop.wait("the first play", |s| s["match"]["position_id"] != opening);
    let used = ticks(&desktop);
    let positions = std::cell::RefCell::new(std::collections::HashSet::new());
    let after = desktop.wait("thirty positions", |s| {
        if let Some(id) = s["match"]["position_id"].as_str() {
            positions.borrow_mut().insert(id.to_owned());
        }
        positions.borrow().len() >= 30 || s["game"].as_u64() > Some(2)
    });
    report("two computers at 2-ply", &before, &after, others(used, ticks(&desktop)));
    desktop.keys(&["Escape"]);
    // The whole match so far is analyzed at 2-ply, panels open.
    desktop.keys(&["ctrl+2"]);
    desktop.wait("the panels", |s| s["panels"]["revealed"] == true);
    desktop.keys(&["shift+F5"]);
    desktop.wait("an analysis", |s| s["analysis"]["running"] == 1);
    desktop.wait("its end", |s| s["analysis"]["running"] == 0);
    assert_eq!(desktop.complaints(), "");
}

/// The share of the processors' work that other programs may do on a machine that counts as quiet.
const QUIET: f64 = 0.1;

/// The most work of the main loop between two beats, in milliseconds: a frame. The same work takes longer where others
/// use the same processors and their caches. Telling the state to this test does not count.
fn allowed(others: f64) -> f64 {
    let slack = if others > QUIET { 1.0 + 2.0 * others } else { 1.0 };
    16.0 * slack
}

/// Places of a record that somebody goes through, and how long each is looked at.
const N_PLACES: usize = 20;
const STAY: Duration = Duration::from_millis(200);
/// Games that somebody goes through, beginning with the last one: the record gets other rows each time.
const N_GAMES: usize = 3;

/// The most work at once, in milliseconds and where it was more than a frame, at each coming to a place. Processors of a
/// virtual machine are taken away from it while its clocks go on, so the same work seems to take several times as long
/// now and then (`Loops` counts how often): what takes long by itself does so at every coming.
#[derive(Debug, Default)]
struct Comings {
    /// The place, and when it was left for it, by the clock of this test.
    began: Vec<(usize, f64)>,
    /// The clock of this test at the beginning of the program's, as near as it was ever seen.
    program: Option<f64>,
}

impl Comings {
    fn hear(&mut self, clock: Instant, state: &Value) {
        let Some(now) = state["pulse"]["now"].as_f64() else { return };
        let beginning = clock.elapsed().as_secs_f64() * 1e3 - now;
        self.program = Some(self.program.map_or(beginning, |seen| seen.min(beginning)));
    }

    /// By place, in milliseconds.
    fn work(&self, state: &Value) -> BTreeMap<usize, Vec<f64>> {
        let heavy = heavy(state);
        let program = self.program.unwrap_or(0.0);
        let mut places: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        for (n, (place, from)) in self.began.iter().enumerate() {
            let until = self.began.get(n + 1).map_or(f64::INFINITY, |(_, next)| *next);
            let here = heavy.iter().filter(|[at, _]| (*from..until).contains(&(at + program)));
            places.entry(*place).or_default().push(here.map(|[_, work]| *work).fold(0.0, f64::max));
        }
        places
    }
}

/// A loop of the same steps again and again, beside the program: how evenly this machine works.
struct Loops {
    ends: Arc<AtomicBool>,
    thread: std::thread::JoinHandle<Vec<f64>>,
}

impl Loops {
    fn start() -> Loops {
        let ends = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&ends);
        let thread = std::thread::spawn(move || {
            let mut taken = Vec::new();
            while !told.load(Ordering::Relaxed) {
                let before = worked_ms();
                let sum =
                    (0..4_000_000_u64).fold(1_u64, |sum, n| std::hint::black_box(sum ^ n.wrapping_mul(sum)));
                std::hint::black_box(sum);
                taken.push(worked_ms() - before);
                std::thread::sleep(Duration::from_millis(60));
            }
            taken
        });
        Loops { ends, thread }
    }

    /// Says what they took.
    fn tell(self) {
        self.ends.store(true, Ordering::Relaxed);
        let taken = self.thread.join().expect("the loops");
        let least = taken.iter().copied().fold(f64::INFINITY, f64::min);
        let most = taken.iter().copied().fold(0.0, f64::max);
        let double = taken.iter().filter(|taken| **taken > 2.0 * least).count();
        println!(
            "the same {least:.1} ms of work took more than twice as long {double} of {} times, {most:.1} ms at most",
            taken.len()
        );
    }
}

/// Milliseconds this thread has worked, by the clock that the program's main loop is measured with.
fn worked_ms() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

/// A window without animations that analyzes a match with these settings; the processor composes its pictures.
fn analyst(name: &'static str, path: &Path, analysis: &str) -> Option<TestDesktop> {
    let path = path.to_string_lossy();
    let settings = format!(
        "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n[analysis]\n{analysis}"
    );
    let arguments = ["--pulse", "--no-animations", &path];
    let desktop = TestDesktop::start_set(name, &arguments, &[("GSK_RENDERER", "cairo")], &settings)?;
    desktop.wait("the match", |s| s["match"]["length"].is_u64() && s["panels"]["revealed"] == true);
    Some(desktop)
}

/// The match as it is after an analysis at 0-ply, in a folder of its own.
fn analyzed(path: &Path) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = format!(
        "set analysis chequerplay evaluation plies 0\nset analysis cubedecision evaluation plies 0\n\
         import mat \"{}\"\nanalyse match\nsave match \"analyzed.sgf\"\n",
        path.display()
    );
    std::fs::write(folder.path().join("script"), lines).expect("a file");
    let mut program = Command::new(env!("CARGO_BIN_EXE_gnubg"));
    program.args(["-q", "-r", "-b", "-c", "script"]).current_dir(folder.path()).env("HOME", folder.path());
    assert!(program.output().is_ok_and(|told| told.status.success()), "no analysis");
    let analyzed = folder.path().join("analyzed.sgf");
    (folder, analyzed)
}

/// Scenario 38: while every decision of a match is analyzed at 2-ply, panels and statistics open, nothing that the
/// program does at once is longer than a frame; and the analysis stops at once, what was found stays.
#[test]
#[ignore = "measures: `./x bench window`"]
fn s38_frames_go_on_and_the_analysis_stops_at_once() {
    take_machine();
    // Sixty plays of a roll are looked at, without the small net and in a long match, so that the analysis is longer than
    // the walk on faster machines too.
    let all = "[[60, 0, 0.0], [-1, 0, 0.0], [-1, 0, 0.0], [-1, 0, 0.0]]";
    let analysis = format!(
        "filters = [{all}, {all}, {all}, {all}]\n\
         [analysis.checker.evaluation]\nplies = 2\nprune = false\n[analysis.cube.evaluation]\nplies = 2\n"
    );
    let long = "mat/Kiyokazu_Nishikawa-Daisuke_Katagami_25_point_match_2022-05-08_1652083312.txt";
    let Some(path) = crate::files::sample(long) else { return };
    // The panels have much to show at each place from the beginning.
    let (_folder, path) = analyzed(&path);
    let Some(desktop) = analyst("frames", &path, &analysis) else { return };
    desktop.keys(&["ctrl+i"]);
    desktop.wait("the statistics", |s| s["tools"]["statistics"]["summary"].is_array());
    desktop.xdotool(&[
        "search",
        "--sync",
        "--onlyvisible",
        "--name",
        "Statistics",
        "windowmove",
        "1000",
        "0",
    ]);
    desktop.focus_main();
    // A window that comes is not what is measured: there is calm, and a state that was told after it.
    let shown = desktop.state()["match"]["position_id"].clone();
    desktop.glimpse(Duration::from_millis(600), |_| false);
    desktop.keys(&["Page_Down"]);
    let before = desktop.wait("a step", |s| s["match"]["position_id"] != shown);
    let used = ticks(&desktop);
    desktop.keys(&["shift+F5"]);
    desktop.wait("an analysis", |s| s["analysis"]["running"] == 1);
    // Somebody goes through the match meanwhile, back, and through it again.
    let there = (1..=N_PLACES).map(|place| ("Page_Down", place));
    let back = (0..N_PLACES).rev().map(|place| ("Page_Up", place));
    let places = there.clone().chain(back).chain(there);
    let there = (1..=N_GAMES).map(|game| ("ctrl+shift+Page_Down", N_PLACES + game));
    let back = (0..N_GAMES).rev().map(|game| ("ctrl+shift+Page_Up", N_PLACES + game));
    let steps: Vec<_> = places.chain(there.clone()).chain(back).chain(there).collect();
    let (clock, loops, mut comings) = (Instant::now(), Loops::start(), Comings::default());
    let mut farthest = Vec::new();
    for (key, place) in &steps {
        comings.began.push((*place, clock.elapsed().as_secs_f64() * 1e3));
        desktop.keys(&[key]);
        let arrived = Instant::now();
        while arrived.elapsed() < STAY {
            comings.hear(clock, &desktop.state());
            std::thread::sleep(Duration::from_millis(20));
        }
        if *place == N_PLACES {
            farthest.push(desktop.state()["match"]["position_id"].clone());
        }
    }
    let after = desktop.state();
    loops.tell();
    println!("{} of {} decisions are analyzed", after["analysis"]["done"], after["analysis"]["total"]);
    assert_eq!(farthest[0], farthest[1], "another place at the second coming");
    assert!(
        after["analysis"]["done"].as_u64() > Some(0),
        "the analysis does not go on: {}",
        after["analysis"]
    );
    let others = others(used, ticks(&desktop));
    let parts = &after["pulse"]["parts"];
    println!("the most work of each part at once, in ms: {parts}");
    println!("other programs did {:.0}% of what the processors worked", 100.0 * others);
    report(&format!("the analysis of a match, {} steps through it", steps.len()), &before, &after, others);
    let work = comings.work(&after);
    let heavy: Vec<_> = work.iter().filter(|(_, comings)| comings.iter().any(|work| *work > 0.0)).collect();
    println!("the most work at once at each coming to a place, where more than 16 ms: {heavy:?}");
    // What is long at every coming is long by itself.
    let least = |comings: &Vec<f64>| comings.iter().copied().fold(f64::INFINITY, f64::min);
    let limit = if is_optimized() { allowed(others) } else { 100.0 };
    let slow: Vec<_> =
        work.iter().filter(|(_, comings)| comings.len() > 2 && least(comings) > limit).collect();
    assert!(slow.is_empty(), "{slow:?}");
    let [late, work, wait] = [0, 1, 2].map(|n| after["pulse"]["most"][n].as_f64().unwrap_or(0.0));
    let at = &after["pulse"]["most_work_at"];
    println!(
        "the latest beat {late} ms, the most work {work} ms (after {at} ms), the longest wait {wait} ms"
    );
    let frames = &after["pulse"]["frames"];
    println!(
        "{} frames, the longest time between two {} ms, the most work {} ms",
        frames["n"], frames["longest"], frames["work"]
    );
    assert!(frames["n"].as_u64() > Some(30), "{frames}");
    // It stops at once, before its end.
    assert_eq!(after["analysis"]["running"], 1, "the analysis ended before it was stopped");
    let [x, y] = [0, 1].map(|n| after["analysis"]["stop"][n].as_f64().expect("a button").round().to_string());
    desktop.xdotool(&["mousemove", &x, &y]);
    // A whole click of the tool takes a tenth of a second by itself; a button acts when it is let go.
    desktop.xdotool(&["mousedown", "1"]);
    let start = Instant::now();
    desktop.xdotool(&["mouseup", "1"]);
    let state = desktop.wait("its end", |s| s["analysis"]["running"] == 0);
    let taken = start.elapsed();
    println!("stopped {taken:?} after the button was let go");
    assert!(taken.as_secs_f64() < 0.1 * slowness(), "{taken:?}");
    assert!(state["unsaved"] == true, "what was found is kept");
    desktop.wait("a notice", |s| {
        s["window"]["message"] == "The analysis was stopped; its results so far are kept"
    });
    assert_eq!(desktop.complaints(), "");
}

/// A short analysis: what it finds comes in large pieces, and at its end all at once. Several games, for the reason that
/// [`Comings`] tells.
#[test]
#[ignore = "measures: `./x bench window`"]
fn s38_an_analysis_begins_and_ends_within_frames() {
    take_machine();
    let analysis = "[analysis.checker.evaluation]\nplies = 0\n[analysis.cube.evaluation]\nplies = 0\n";
    let Some(path) = crate::files::sample("mat/gnubg-s06.mat") else { return };
    let Some(desktop) = analyst("ends", &path, analysis) else { return };
    let calm = || desktop.glimpse(Duration::from_millis(600), |_| false);
    let ended = |s: &Value| s["panels"]["messages"].to_string().matches("The analysis is finished").count();
    let used = ticks(&desktop);
    let most: Vec<f64> = (0..=N_GAMES)
        .map(|game| {
            calm();
            // The longest beats are forgotten when an analysis begins.
            desktop.keys(&["ctrl+F5"]);
            let state = desktop.wait("its end", |s| ended(s) > game);
            assert!(
                state["pulse"]["parts"]["record"].is_number(),
                "no record was written: {}",
                state["pulse"]
            );
            // The lines of the record follow within some frames.
            calm();
            let state = desktop.state();
            println!("game {}: {} and {}", game + 1, state["pulse"]["most"][1], state["pulse"]["heavy"]);
            desktop.keys(&["ctrl+shift+Page_Down"]);
            state["pulse"]["most"][1].as_f64().expect("milliseconds")
        })
        .collect();
    let least = most.iter().copied().fold(f64::INFINITY, f64::min);
    let limit = if is_optimized() { allowed(others(used, ticks(&desktop))) } else { 100.0 };
    assert!(least < limit, "the most work at once, by game, in ms: {most:?}");
    assert_eq!(desktop.complaints(), "");
}

/// The first games of a long match, as a file of its own.
pub(crate) fn first_games(n: usize) -> Option<(tempfile::TempDir, PathBuf)> {
    let long = "mat/Kiyokazu_Nishikawa-Daisuke_Katagami_25_point_match_2022-05-08_1652083312.txt";
    let bytes = std::fs::read(crate::files::sample(long)?).expect("a match");
    let text = String::from_utf8_lossy(&bytes);
    let end = text.find(&format!("Game {}", n + 1)).expect("a longer match");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.mat");
    std::fs::write(&path, &text[..end]).expect("a file");
    Some((folder, path))
}

/// What is promised for reviewing: the list of errors of an analyzed match of 13 games is there 0.3 s after it was opened,
/// and a step through its decisions is at most a frame of work.
#[test]
#[ignore = "measures: `./x bench window`"]
fn errors_of_13_games_are_listed_soon_and_steps_fit_into_a_frame() {
    take_machine();
    let Some((_cut, path)) = first_games(13) else { return };
    let (_folder, path) = analyzed(&path);
    let settings = "version = 1\n[automatic]\ngame = false\n[player.0]\nseat = \"human\"\n\
                    [window]\npanel-layout = \"errors=400 record=400 analysis=300_ command=100_ commentary=100_\"\n";
    let arguments = ["--pulse", "--no-animations"];
    let mut opened = Vec::new();
    let mut last = None;
    for _ in 0..3 {
        let environment = [("GSK_RENDERER", "cairo")];
        let Some(desktop) = TestDesktop::start_set("errors-soon", &arguments, &environment, settings) else {
            return;
        };
        desktop.wait("a painted board", |s| s["board"]["painted"] == true);
        desktop.keys(&["alt+6"]);
        desktop.wait("the commands", |s| s["window"]["focus"] == "GtkText");
        desktop.type_text(&format!("load match \"{}\"", path.display()));
        let worked = desktop.processor_ms()[0];
        let start = Instant::now();
        desktop.keys(&["Return"]);
        let state = desktop.wait("the match", |s| s["match"]["length"].is_u64());
        if state["panels"]["errors"]["n_rows"].as_u64().unwrap_or(0) == 0 {
            desktop.keys(&["alt+7"]);
        }
        let state = desktop.wait("the errors", |s| s["panels"]["errors"]["n_rows"].as_u64() > Some(10));
        opened.push(start.elapsed().as_secs_f64());
        println!(
            "{} errors {:.0} ms after Return by the clock, {:.0} ms of processor time",
            state["panels"]["errors"]["n_rows"],
            1e3 * opened[opened.len() - 1],
            desktop.processor_ms()[0] - worked,
        );
        last = Some(desktop);
    }
    let least = opened.iter().copied().fold(f64::INFINITY, f64::min);
    assert!(least < 0.3 * slowness(), "the list was there after {opened:?} s");
    let desktop = last.expect("a desktop");
    desktop.focus_main();
    desktop.keys(&["ctrl+shift+Page_Up"; 13]);
    desktop.glimpse(Duration::from_millis(600), |_| false);
    let (clock, mut comings) = (Instant::now(), Comings::default());
    let before = desktop.state();
    let used = ticks(&desktop);
    let worked = desktop.processor_ms()[0];
    let steps = 40;
    let there = (1..=steps).map(|place| ("Page_Down", place));
    let back = (0..steps).rev().map(|place| ("Page_Up", place));
    let steps: Vec<_> = there.clone().chain(back).chain(there).collect();
    for (key, place) in &steps {
        comings.began.push((*place, clock.elapsed().as_secs_f64() * 1e3));
        desktop.keys(&[key]);
        let arrived = Instant::now();
        while arrived.elapsed() < Duration::from_millis(120) {
            comings.hear(clock, &desktop.state());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    let after = desktop.state();
    let a_step = (desktop.processor_ms()[0] - worked) / steps.len() as f64;
    println!("{a_step:.1} ms of processor time of all threads a step, what writes the state counted in");
    let others = others(used, ticks(&desktop));
    println!("other programs did {:.0}% of what the processors worked", 100.0 * others);
    report(&format!("{} steps through 13 games", steps.len()), &before, &after, others);
    let work = comings.work(&after);
    let least = |comings: &Vec<f64>| comings.iter().copied().fold(f64::INFINITY, f64::min);
    let limit = if is_optimized() { allowed(others) } else { 100.0 };
    let slow: Vec<_> = work.iter().filter(|(_, all)| all.len() > 2 && least(all) > limit).collect();
    assert!(slow.is_empty(), "{slow:?}");
    assert_eq!(desktop.complaints(), "");
}

fn report(what: &str, before: &Value, after: &Value, others: f64) {
    let start = before["pulse"]["now"].as_f64().expect("a moment");
    let works: Vec<f64> =
        heavy(after).into_iter().filter(|[at, _]| *at > start).map(|[_, work]| work).collect();
    let beats = |state: &Value| state["pulse"]["beats"].as_u64().unwrap_or(0) as usize;
    let n = beats(after) - beats(before);
    let most = works.iter().copied().fold(0.0, f64::max);
    let over = |limit: f64| works.iter().filter(|work| **work > limit).count();
    println!("{what}: {n} beats, {} with more than 16 ms of work, the most {most} ms", works.len());
    println!("the most work between two beats: {}", after["pulse"]["worst"]);
    println!("more than 16 ms of work, when, how much, and at what: {}", after["pulse"]["heavy"]);
    let allowed = if is_optimized() { allowed(others) } else { 100.0 };
    assert!(over(allowed) <= n.div_ceil(100), "{what}: {works:?} ms of work at once");
    assert!(most <= 5.0 * allowed, "{what}: {works:?} ms of work at once");
}
