// SPDX-License-Identifier: GPL-3.0-or-later
//! Endurance: many games in one session, many kills, full disks, wrong clocks, several programs at once.
//!
//! Ordinary test runs leave them out; with `--ignored` alone they do a few rounds of each. `./x endure [MINUTES] [SEED]`
//! sets `ENDURE_MINUTES`, the time for each test, and `ENDURE_SEED`, the number of the first round. Rounds depend on their number only, so a run can be resumed
//! where another ended, and a failed round repeated.

mod disk;
mod games;
mod kills;
mod player;
mod together;
mod windows;

use std::time::{Duration, Instant};

/// The rounds of a test.
struct Rounds {
    what: &'static str,
    first: u64,
    next: u64,
    most: u64,
    end: Option<Instant>,
}

impl Rounds {
    /// `few` rounds in an ordinary test run; otherwise `many`, as far as the time allows.
    fn new(what: &'static str, few: u64, many: u64) -> Rounds {
        let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
        let first = number("ENDURE_SEED").unwrap_or(1);
        let minutes = number("ENDURE_MINUTES");
        Rounds {
            what,
            first,
            next: first,
            most: if minutes.is_some() { many } else { few },
            end: minutes.map(|minutes| Instant::now() + Duration::from_secs(60 * minutes)),
        }
    }
}

impl Iterator for Rounds {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let done = self.next - self.first;
        let is_late = self.end.is_some_and(|end| Instant::now() > end);
        if done >= self.most || is_late {
            println!("{}: {done} of {} rounds; the next is {}", self.what, self.most, self.next);
            return None;
        }
        self.next += 1;
        Some(self.next - 1)
    }
}

/// Random numbers of a round.
struct Chance(u64);

impl Chance {
    fn of_round(round: u64) -> Chance {
        Chance(round.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `n`.
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    fn milliseconds(&mut self, from: u64, to: u64) -> Duration {
        Duration::from_millis(from + self.below(to - from))
    }
}
