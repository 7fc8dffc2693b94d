// SPDX-License-Identifier: GPL-3.0-or-later
//! Measures how responsive the main loop is, for tests (`--pulse`): a timer fires every 5 ms, and delays are recorded.
//!
//! A delay has two causes: work of the main thread, and waiting for a processor. Both are recorded, the second as far as
//! the system reports it. Writing the state for tests does not count as work.

use gtk::prelude::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Time between beats.
const BEAT: Duration = Duration::from_millis(5);
/// More work than this between two beats is noted: one frame at 60 frames a second, in milliseconds.
const FRAME: f64 = 16.0;
/// Greatest number of long beats that are kept.
const N_HEAVY: usize = 1000;

/// The beats so far.
#[derive(Clone, Debug)]
pub(crate) struct Pulse(Rc<RefCell<Beats>>);

#[derive(Debug)]
struct Beats {
    start: Instant,
    last: Instant,
    /// Seconds this thread has waited for a processor.
    waited: f64,
    n: u64,
    /// The latest beat, the most work and the longest wait between two beats, in milliseconds.
    most: [f64; 3],
    /// Start of these measurements.
    since: Instant,
    /// When the most work was done, in milliseconds from then.
    most_work_at: f64,
    /// Seconds this thread has worked.
    worked: f64,
    /// When, in milliseconds from the start, how much this thread worked, where that was more than a frame, and at what.
    heavy: Vec<(f64, f64, BTreeMap<&'static str, f64>)>,
    frames: Frames,
    /// The most work, in milliseconds, that each part of the program did at once.
    parts: BTreeMap<&'static str, f64>,
    /// The work, in milliseconds, of each part since the last beat, and that of the beat with the most work.
    now: BTreeMap<&'static str, f64>,
    worst: BTreeMap<&'static str, f64>,
    /// Seconds this thread has worked on what only tests ask for: they count for nothing.
    for_tests: f64,
}

/// The frames of the window's clock, as far as they follow one another.
#[derive(Debug, Default)]
struct Frames {
    /// When the last one began, in microseconds, and what this thread had worked by then, in seconds.
    last: Option<(i64, f64)>,
    n: u64,
    /// The longest time between two of them, and the most work of this thread between two, in milliseconds.
    longest: f64,
    most_work: f64,
}

impl Pulse {
    /// Starts the timer on the main loop.
    pub(crate) fn start() -> Pulse {
        let now = Instant::now();
        let beats = Beats {
            start: now,
            last: now,
            waited: waited(),
            worked: worked(),
            n: 0,
            most: [0.0; 3],
            since: now,
            most_work_at: 0.0,
            heavy: Vec::new(),
            frames: Frames::default(),
            parts: BTreeMap::new(),
            now: BTreeMap::new(),
            worst: BTreeMap::new(),
            for_tests: 0.0,
        };
        let pulse = Pulse(Rc::new(RefCell::new(beats)));
        let beating = pulse.clone();
        gtk::glib::timeout_add_local(BEAT, move || {
            beating.0.borrow_mut().beat();
            gtk::glib::ControlFlow::Continue
        });
        pulse
    }

    /// Records every frame of a window from now on. This keeps its frame clock running.
    pub(crate) fn watch(&self, window: &impl IsA<gtk::Widget>) {
        let pulse = self.clone();
        window.add_tick_callback(move |_, clock| {
            let mut beats = pulse.0.borrow_mut();
            let worked = beats.own_work();
            beats.frames.tick(clock.frame_time(), worked);
            gtk::glib::ControlFlow::Continue
        });
        let pulse = self.clone();
        window.connect_realize(move |window| {
            let Some(clock) = window.frame_clock() else { return };
            // The toolkit's own handlers of these signals come before ours.
            let [before_layout, before_paint] = [(); 2].map(|()| Rc::new(std::cell::Cell::new(0.0)));
            let begun = Rc::clone(&before_layout);
            clock.connect_update(move |_| begun.set(worked()));
            let (begun, laid_out) = (Rc::clone(&before_paint), pulse.clone());
            clock.connect_layout(move |_| {
                let now = worked();
                if before_layout.get() > 0.0 {
                    laid_out.note("layout", now - before_layout.replace(0.0));
                }
                begun.set(now);
            });
            let pulse = pulse.clone();
            clock.connect_after_paint(move |_| {
                if before_paint.get() > 0.0 {
                    pulse.note("paint", worked() - before_paint.replace(0.0));
                }
            });
        });
    }

    /// Runs a part of the program and notes how much work it was.
    pub(crate) fn part<T>(&self, name: &'static str, run: impl FnOnce() -> T) -> T {
        let before = self.own_work();
        let result = run();
        self.note(name, self.own_work() - before);
        result
    }

    fn own_work(&self) -> f64 {
        self.0.borrow().own_work()
    }

    fn note(&self, name: &'static str, seconds: f64) {
        if let Ok(mut beats) = self.0.try_borrow_mut() {
            let most = beats.parts.entry(name).or_default();
            *most = most.max(seconds * 1e3);
            *beats.now.entry(name).or_default() += seconds * 1e3;
        }
    }

    /// Runs something that is done for tests only and does not count as work.
    pub(crate) fn apart<T>(&self, run: impl FnOnce() -> T) -> T {
        let before = worked();
        let result = run();
        if let Ok(mut beats) = self.0.try_borrow_mut() {
            beats.for_tests += worked() - before;
        }
        result
    }

    /// Clears the measurements so far.
    pub(crate) fn forget(&self) {
        let mut beats = self.0.borrow_mut();
        beats.most = [0.0; 3];
        beats.since = Instant::now();
        beats.heavy.clear();
        beats.frames = Frames::default();
        beats.parts.clear();
        beats.worst.clear();
    }

    /// The figures.
    pub(crate) fn facts(&self) -> Value {
        let beats = self.0.borrow();
        let round = |ms: f64| (ms * 10.0).round() / 10.0;
        let table = |parts: &BTreeMap<&'static str, f64>| -> serde_json::Map<_, _> {
            parts.iter().map(|(name, ms)| ((*name).to_owned(), json!(round(*ms)))).collect()
        };
        let heavy: Vec<Value> = beats
            .heavy
            .iter()
            .map(|(at, work, parts)| json!([round(*at), round(*work), table(parts)]))
            .collect();
        json!({
            "now": round(beats.start.elapsed().as_secs_f64() * 1e3),
            "beats": beats.n,
            "most": beats.most.map(round),
            "most_work_at": round(beats.most_work_at),
            "heavy": heavy,
            "parts": table(&beats.parts),
            "worst": table(&beats.worst),
            "frames": {
                "n": beats.frames.n,
                "longest": round(beats.frames.longest),
                "work": round(beats.frames.most_work),
            },
        })
    }
}

impl Frames {
    fn tick(&mut self, now: i64, worked: f64) {
        if let Some((before, had_worked)) = self.last.replace((now, worked)) {
            self.n += 1;
            self.longest = self.longest.max((now - before) as f64 / 1e3);
            self.most_work = self.most_work.max((worked - had_worked) * 1e3);
        }
    }
}

impl Beats {
    /// Seconds this thread has worked for the user.
    fn own_work(&self) -> f64 {
        worked() - self.for_tests
    }

    fn beat(&mut self) {
        let (now, worked, waited) = (Instant::now(), self.own_work(), waited());
        let gap = now.duration_since(self.last).saturating_sub(BEAT).as_secs_f64();
        let work = (worked - self.worked).max(0.0);
        let beat = [gap, work, (waited - self.waited).max(0.0)].map(|seconds| seconds * 1e3);
        self.n += 1;
        let parts = std::mem::take(&mut self.now);
        if beat[1] > FRAME && self.heavy.len() < N_HEAVY {
            let at = now.duration_since(self.start).as_secs_f64() * 1e3;
            self.heavy.push((at, beat[1], parts.clone()));
        }
        if beat[1] > self.most[1] {
            self.worst = parts;
            self.most_work_at = now.duration_since(self.since).as_secs_f64() * 1e3;
        }
        for (most, new) in self.most.iter_mut().zip(beat) {
            *most = most.max(new);
        }
        (self.last, self.waited, self.worked) = (now, waited, worked);
    }
}

/// Seconds this thread has worked.
fn worked() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Seconds that this thread waited for a processor; 0 where the system does not report it.
fn waited() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().nth(1).and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

/// Processor time of all threads of the program so far, in milliseconds; 0 where the system does not report it.
pub(crate) fn processor_ms() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the name, user and system time are the 12th and 13th word, in hundredths of a second.
    let words = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    words.filter_map(|word| word.parse::<f64>().ok()).sum::<f64>() * 10.0
}

#[cfg(test)]
mod tests {
    use super::Frames;

    #[test]
    fn frames_are_measured_from_one_to_the_next() {
        let mut frames = Frames::default();
        for (at, worked) in [(1_000_000, 2.0), (1_016_000, 2.004), (1_050_000, 2.005)] {
            frames.tick(at, worked);
        }
        assert_eq!((frames.n, frames.longest), (2, 34.0));
        assert!((frames.most_work - 4.0).abs() < 1e-6);
    }
}
