// SPDX-License-Identifier: GPL-3.0-or-later
//! Dates and times of day: when something was imported, answered or is due.

use gnubg_record::Date;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds of a day.
pub const DAY_MS: i64 = 86_400_000;

/// Where the date comes from: the system, or a value that tests set.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// The clock of the system.
    #[default]
    System,
    /// This value.
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    /// A clock that shows this time until it is set.
    #[must_use]
    pub fn fixed(ms: i64) -> Clock {
        Clock::Fixed(Arc::new(AtomicI64::new(ms)))
    }

    /// Milliseconds since 1970, UTC.
    #[must_use]
    pub fn now(&self) -> i64 {
        match self {
            Clock::System => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
            }
            Clock::Fixed(ms) => ms.load(Ordering::Relaxed),
        }
    }

    /// Sets a fixed clock; the clock of the system stays.
    pub fn set(&self, ms: i64) {
        if let Clock::Fixed(shown) = self {
            shown.store(ms, Ordering::Relaxed);
        }
    }
}

/// The day since 1970 that a time belongs to.
#[must_use]
pub fn day_of(ms: i64) -> i64 {
    ms.div_euclid(DAY_MS)
}

/// A time in UTC as ISO 8601 has it: `2026-11-25T08:30:12Z`.
#[must_use]
pub fn time_text(ms: i64) -> String {
    let date =
        Date::from_unix_days(day_of(ms)).map_or_else(|| "1970-01-01".to_owned(), |date| date.to_string());
    let seconds = ms.rem_euclid(DAY_MS) / 1000;
    format!("{date}T{:02}:{:02}:{:02}Z", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_in_utc() {
        assert_eq!(time_text(1_795_595_400_000), "2026-11-25T08:30:00Z");
        assert_eq!(time_text(-1000), "1969-12-31T23:59:59Z");
    }
}
