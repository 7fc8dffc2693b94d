// SPDX-License-Identifier: GPL-3.0-or-later
//! Facts about a match: names, ratings, event, date, comments.

use crate::clock::TimeControl;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// One player as a record names them.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PlayerInfo {
    /// The name, trimmed; may be empty in files.
    pub name: String,
    /// A rating in the form of its source, such as `1655.21` or `1500 (230 exp)`; empty when unknown.
    pub rating: String,
}

impl PlayerInfo {
    /// A player known by name only.
    #[must_use]
    pub fn named(name: impl Into<String>) -> PlayerInfo {
        PlayerInfo { name: name.into(), rating: String::new() }
    }
}

/// Facts about a match. Empty texts mean "unknown".
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct MatchInfo {
    /// The players by seat.
    pub players: [PlayerInfo; 2],
    /// The day it was played.
    pub date: Option<Date>,
    /// Tournament.
    pub event: String,
    /// Round of the tournament.
    pub round: String,
    /// Place or server.
    pub place: String,
    /// Who recorded or annotated it.
    pub annotator: String,
    /// Comments on the whole match, possibly of several lines.
    pub comment: String,
    /// The time control, if it is played with clocks.
    pub time_control: Option<TimeControl>,
    /// The name of the time control; empty if it has none.
    pub time_control_name: String,
}

impl MatchInfo {
    /// Facts with only the names of the players.
    #[must_use]
    pub fn of_players(names: [&str; 2]) -> MatchInfo {
        MatchInfo { players: names.map(PlayerInfo::named), ..MatchInfo::default() }
    }

    /// Whether nothing but names is known.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        let names = self.players.clone().map(|player| PlayerInfo::named(player.name));
        *self == MatchInfo { players: names, ..MatchInfo::default() }
    }
}

/// A calendar day. Files often know only the year, or year and month; those fields are then 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// A text or three numbers that are not a date.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a date; write it as YYYY-MM-DD")]
pub struct DateError(pub String);

impl Date {
    /// The day `year`-`month`-`day`; month and day may be 0 for "unknown".
    ///
    /// # Errors
    /// If the day does not exist, or the year is not in 1 to 9999.
    pub fn new(year: u16, month: u8, day: u8) -> Result<Date, DateError> {
        let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let last = match month {
            0 => 0,
            2 => 28 + u8::from(leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return Err(DateError(format!("{year}-{month}-{day}"))),
        };
        if !(1..=9999).contains(&year) || day > last {
            return Err(DateError(format!("{year}-{month}-{day}")));
        }
        Ok(Date { year, month, day })
    }

    /// The day `days` days after 1970-01-01; `None` outside the years 1 to 9999.
    #[must_use]
    pub fn from_unix_days(days: i64) -> Option<Date> {
        // Counted in 400-year cycles of 146,097 days from the 1st of March of year 0.
        let shifted = days.checked_add(719_468)?;
        let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = year_of_era + 400 * era + i64::from(month <= 2);
        Date::new(u16::try_from(year).ok()?, u8::try_from(month).ok()?, u8::try_from(day).ok()?).ok()
    }

    /// The number of days since 1970-01-01; an unknown month or day counts as the first.
    #[must_use]
    pub fn unix_days(self) -> i64 {
        let (year, month, day) =
            (i64::from(self.year), i64::from(self.month.max(1)), i64::from(self.day.max(1)));
        // Years begin with March here, so that a leap day ends one.
        let year = if month <= 2 { year - 1 } else { year };
        let month_from_march = (month + 9) % 12;
        let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
        let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        365 * year + leap_days + day_of_year - 719_468
    }

    /// The year, 1..=9999.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month, 1..=12, or 0 when unknown.
    #[must_use]
    pub const fn month(self) -> u8 {
        self.month
    }

    /// The day of the month, 1..=31, or 0 when unknown.
    #[must_use]
    pub const fn day(self) -> u8 {
        self.day
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if self.month > 0 {
            write!(f, "-{:02}", self.month)?;
        }
        if self.day > 0 {
            write!(f, "-{:02}", self.day)?;
        }
        Ok(())
    }
}

impl FromStr for Date {
    type Err = DateError;

    /// Reads `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; points and slashes may stand for the dashes.
    fn from_str(text: &str) -> Result<Date, DateError> {
        let bad = || DateError(text.to_owned());
        let mut fields = text.trim().splitn(3, ['-', '.', '/']);
        let year = fields.next().filter(|year| year.len() == 4);
        let year = year.and_then(|year| year.parse().ok()).ok_or_else(bad)?;
        let mut small = || match fields.next() {
            None => Ok(0),
            Some("??") => Ok(0),
            Some(number) => number.trim().parse::<u8>().map_err(|_| bad()),
        };
        let (month, day) = (small()?, small()?);
        Date::new(year, month, day).map_err(|_| bad())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_checked() {
        assert!(Date::new(2023, 2, 29).is_err());
        assert!(Date::new(2024, 2, 29).is_ok());
        assert!(Date::new(2024, 13, 1).is_err());
        assert!(Date::new(2024, 0, 1).is_err());
        for (text, written) in [
            ("2024-03-05", "2024-03-05"),
            ("2024.3.5", "2024-03-05"),
            ("1981", "1981"),
            ("2016-05", "2016-05"),
            ("2016.05.??", "2016-05"),
        ] {
            assert_eq!(text.parse::<Date>().unwrap().to_string(), written);
        }
        for text in ["", "24-03-05", "2024-03-05-06", "2024-3-x", "today"] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }

    #[test]
    fn days_since_1970() {
        let date = |days| Date::from_unix_days(days).unwrap().to_string();
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(-1), "1969-12-31");
        assert_eq!(date(19_787), "2024-03-05");
        assert_eq!(date(19_782), "2024-02-29");
        for days in [-700_000, -1, 0, 11_016, 20_000, 60_000] {
            assert_eq!(Date::from_unix_days(days).unwrap().unix_days(), days);
        }
        assert_eq!(Date::new(2024, 0, 0).unwrap().unix_days(), Date::new(2024, 1, 1).unwrap().unix_days());
        assert_eq!(Date::from_unix_days(i64::MAX), None);
        assert_eq!(Date::from_unix_days(-800_000), None);
    }
}
