// SPDX-License-Identifier: GPL-3.0-or-later
//! Sheets as CSV: one line each, with a head, as RFC 4180 has it.

use super::sheet::{Sheet, thousandths};
use gnubg_record::Date;
use std::fmt::Write as _;

const HEAD: [&str; 20] = [
    "key",
    "xgid",
    "asked",
    "player",
    "opponent",
    "date",
    "event",
    "match",
    "played",
    "best",
    "loss",
    "ruler",
    "phase",
    "plan",
    "alternatives",
    "remark",
    "card",
    "deck",
    "due",
    "reviews",
];

/// Sheets as CSV.
#[must_use]
pub fn csv_of(sheets: &[Sheet]) -> String {
    let mut text = HEAD.join(",") + "\r\n";
    for sheet in sheets {
        let row = sheet.decision.as_ref();
        let card = sheet.card.as_ref();
        let of = |part: Option<&str>| part.unwrap_or_default().to_owned();
        let first = sheet.analyses.first();
        let alternatives = first.map_or_else(String::new, |found| {
            let list = found.alternatives.iter().map(|(text, equity)| format!("{text} {equity:+.4}"));
            list.collect::<Vec<_>>().join("; ")
        });
        let due = card.and_then(|card| card.due).and_then(Date::from_unix_days);
        let values: [String; 20] = [
            sheet.key.hex(),
            sheet.key.state().map_or_else(String::new, |state| state.xgid()),
            sheet.key.circumstances().asked.word().to_owned(),
            of(row.map(|row| row.player.as_str())),
            of(row.map(|row| row.opponent.as_str())),
            of(row.map(|row| row.date.as_str())),
            of(row.map(|row| row.event.as_str())),
            row.map_or_else(String::new, |row| format!("m{}", row.matched)),
            of(row.map(|row| row.played.as_str())),
            of(row.and_then(|row| row.best.as_deref()).or(sheet.best())),
            thousandths(row.and_then(|row| row.loss)),
            of(first.map(|found| found.ruler.as_str())),
            of(row.map(|row| row.phase.word())),
            of(row.map(|row| row.plans[0].label().word())),
            alternatives,
            sheet.remark.clone(),
            card.map_or_else(String::new, |card| card.id.to_string()),
            of(card.and_then(|card| card.deck.as_deref())),
            due.map_or_else(String::new, |date| date.to_string()),
            card.map_or_else(String::new, |card| card.reviews.to_string()),
        ];
        let quoted: Vec<String> = values.iter().map(|value| quoted(value)).collect();
        let _ = write!(text, "{}\r\n", quoted.join(","));
    }
    text
}

/// A value, in quotation marks where it needs them.
fn quoted(value: &str) -> String {
    if value.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", value.replace('"', "\"\""))
    } else {
        value.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_quoted_where_they_need_it() {
        assert_eq!(quoted("8/5 6/5"), "8/5 6/5");
        assert_eq!(quoted("a, \"b\"\nc"), "\"a, \"\"b\"\"\nc\"");
    }
}
