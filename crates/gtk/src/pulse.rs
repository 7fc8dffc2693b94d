// SPDX-License-Identifier: GPL-3.0-or-later
//! How evenly the main loop turns, for tests (`--pulse`): a beat every 5 ms, and how late each one is.
//!
//! What counts is what the program itself does: time in which the system let other processes run is taken off, as far
//! as the system tells it.

use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Time between beats.
const BEAT: Duration = Duration::from_millis(5);
/// A beat later than this is noted: one frame at 60 frames a second, in milliseconds.
const FRAME: f64 = 16.0;
/// Late beats that are remembered.
const N_LATE: usize = 40;

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
    longest: f64,
    /// Seconds this thread has worked.
    worked: f64,
    /// When, in milliseconds from the start, how late, and how much of that was work of this thread.
    late: Vec<[f64; 3]>,
}

impl Pulse {
    /// Begins to beat on the main loop.
    pub(crate) fn start() -> Pulse {
        let now = Instant::now();
        let beats = Beats {
            start: now,
            last: now,
            waited: schedule()[1],
            worked: schedule()[0],
            n: 0,
            longest: 0.0,
            late: Vec::new(),
        };
        let pulse = Pulse(Rc::new(RefCell::new(beats)));
        let beating = pulse.clone();
        gtk::glib::timeout_add_local(BEAT, move || {
            beating.0.borrow_mut().beat();
            gtk::glib::ControlFlow::Continue
        });
        pulse
    }

    /// The figures.
    pub(crate) fn facts(&self) -> Value {
        let beats = self.0.borrow();
        let round = |ms: f64| (ms * 10.0).round() / 10.0;
        let late: Vec<[f64; 3]> = beats.late.iter().map(|late| late.map(round)).collect();
        json!({
            "now": round(beats.start.elapsed().as_secs_f64() * 1e3),
            "beats": beats.n,
            "longest": round(beats.longest),
            "late": late,
        })
    }
}

impl Beats {
    fn beat(&mut self) {
        let (now, [worked, waited]) = (Instant::now(), schedule());
        let gap = now.duration_since(self.last).saturating_sub(BEAT).as_secs_f64();
        let late = (gap - (waited - self.waited).max(0.0)).max(0.0) * 1e3;
        self.n += 1;
        self.longest = self.longest.max(late);
        if late > FRAME {
            if self.late.len() == N_LATE {
                self.late.remove(0);
            }
            let work = (worked - self.worked).max(0.0) * 1e3;
            self.late.push([now.duration_since(self.start).as_secs_f64() * 1e3, late, work]);
        }
        (self.last, self.waited, self.worked) = (now, waited, worked);
    }
}

/// Seconds this thread has worked, and seconds it was ready to and was not let; 0 where the system does not tell.
fn schedule() -> [f64; 2] {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let mut words = text.split_whitespace().map(|word| word.parse::<f64>().unwrap_or(0.0) / 1e9);
    [words.next().unwrap_or(0.0), words.next().unwrap_or(0.0)]
}
