// SPDX-License-Identifier: GPL-3.0-or-later
//! Days as queries name them.

use gnubg_record::Date;

/// Days since 1970, both included; either end may be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DateRange {
    pub(super) from: Option<i64>,
    pub(super) to: Option<i64>,
}

impl DateRange {
    /// The days of a text: `2026`, `2026-03`, `2026-03-05`, a range with `..`, or `30d`, `2w`, `6m`, `1y` for the time up
    /// to `today`.
    pub(super) fn parse(text: &str, today: i64) -> Option<DateRange> {
        if let Some((from, to)) = text.split_once("..") {
            let from = if from.is_empty() { None } else { Some(DateRange::parse(from, today)?.from?) };
            let to = if to.is_empty() { None } else { Some(DateRange::parse(to, today)?.to?) };
            return (from.is_some() || to.is_some()).then_some(DateRange { from, to });
        }
        if let Some(days) = ago(text) {
            return Some(DateRange { from: Some(today - days), to: Some(today) });
        }
        let date: Date = text.parse().ok()?;
        let (year, month) = (date.year(), date.month());
        let last = match (month, date.day()) {
            (0, _) => Date::new(year, 12, 31).ok()?,
            (12, 0) => Date::new(year, 12, 31).ok()?,
            (month, 0) => Date::from_unix_days(Date::new(year, month + 1, 1).ok()?.unix_days() - 1)?,
            _ => date,
        };
        Some(DateRange { from: Some(date.unix_days()), to: Some(last.unix_days()) })
    }
}

/// The days of `30d`, `2w`, `6m`, `1y`.
fn ago(text: &str) -> Option<i64> {
    let unit = text.chars().next_back()?;
    let n: i64 = text.strip_suffix(unit)?.parse().ok().filter(|n| (0..100_000).contains(n))?;
    let days = match unit {
        'd' => n,
        'w' => 7 * n,
        'm' => n * 365 / 12,
        'y' => 365 * n,
        _ => return None,
    };
    Some(days)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_months_and_years_are_ranges() {
        let day = |text: &str| text.parse::<Date>().unwrap().unix_days();
        let of = |text: &str| DateRange::parse(text, day("2026-11-25")).map(|range| (range.from, range.to));
        assert_eq!(of("2025"), Some((Some(day("2025-01-01")), Some(day("2025-12-31")))));
        assert_eq!(of("2024-02"), Some((Some(day("2024-02-01")), Some(day("2024-02-29")))));
        assert_eq!(of("2024-12"), Some((Some(day("2024-12-01")), Some(day("2024-12-31")))));
        assert_eq!(of("2025.."), Some((Some(day("2025-01-01")), None)));
        assert_eq!(of("..2025-03"), Some((None, Some(day("2025-03-31")))));
        assert_eq!(of("30d"), Some((Some(day("2026-10-26")), Some(day("2026-11-25")))));
        assert_eq!(of(".."), None);
        assert_eq!(of("soon"), None);
    }
}
