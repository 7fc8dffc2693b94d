// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading what a file says about the match as a whole.

use super::bytes::{Failure, FieldReader, Record};
use super::{precision, rule};
use crate::builder::Builder;
use crate::text::{clean_name, clean_text};
use gnubg_engine::core::{MAX_LENGTH, Rules, Variation};
use gnubg_record::{Date, MatchInfo};

/// Milliseconds of a day.
const DAY: u64 = 86_400_000;

/// The match, and the score before its first game.
pub(super) fn read_head(section: &mut FieldReader<'_>) -> Result<(Builder, [u32; 2]), Failure> {
    let mut record = section.record()?;
    let at = record.fields.place();
    let length = record.fields.varint()?;
    let length = u16::try_from(length)
        .ok()
        .filter(|&length| length <= MAX_LENGTH)
        .ok_or_else(|| (at, format!("the match length is {length}; it must be 0 (money play) to 64")))?;
    let variation = match record.fields.varint()? {
        0 => Variation::Standard,
        1 => Variation::Nackgammon,
        2 => Variation::Hypergammon3,
        other => return Err((at, format!("variant {other} is not supported"))),
    };
    let name = |text: Option<String>| clean_name(&text.unwrap_or_default());
    let names = [name(record.field(0, FieldReader::text)?), name(record.field(1, FieldReader::text)?)];
    let rules = record.field(2, FieldReader::varint)?.unwrap_or(0);
    let cube_limit = record.field(3, FieldReader::varint)?;
    let two = |fields: &mut FieldReader<'_>| Ok([fields.varint()?, fields.varint()?]);
    let score = record.field(4, two)?.unwrap_or_default();
    let score = score.map(|points| u32::try_from(points).unwrap_or(u32::MAX));
    record.field(5, two)?;
    record.field(6, FieldReader::varint)?;
    record.field(7, FieldReader::varint)?;
    let started = record.field(8, FieldReader::varint)?;
    let completed = record.field(9, FieldReader::varint)?;
    record.field(10, FieldReader::varint)?;
    let crawford_is_past = record.has(11);
    let event = text(&mut record, 12)?;
    record.field(13, FieldReader::varint)?;
    let precision = record.field(14, FieldReader::varint)?;
    let stage = text(&mut record, 15)?;
    let round = record.field(16, FieldReader::varint)?;
    record.field(17, FieldReader::text)?;
    let [city, country] = [text(&mut record, 18)?, text(&mut record, 19)?];
    record.field(20, FieldReader::text)?;
    let site = text(&mut record, 21)?;
    record.field(22, FieldReader::text)?;
    let ratings = [rating(&mut record, 23)?, rating(&mut record, 24)?];
    let has = |bit: u64| rules & bit != 0;
    let usual = Rules::default();
    let rules = Rules {
        variation,
        crawford: has(rule::CRAWFORD),
        jacoby: has(rule::JACOBY),
        beavers: match (has(rule::BEAVERS), has(rule::RACCOONS)) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => usual.beavers.max(2),
        },
        automatic_doubles: if has(rule::AUTOMATIC_DOUBLES) { usual.automatic_doubles.max(1) } else { 0 },
        cube: cube_limit != Some(1),
        ..usual
    };
    let mut builder = Builder::new(length, rules).map_err(|error| (at, error.to_string()))?;
    let mut info = MatchInfo::of_players([&names[0], &names[1]]);
    for (player, rating) in info.players.iter_mut().zip(ratings) {
        player.rating = rating;
    }
    info.event = event;
    info.round = match round {
        Some(round) if stage.is_empty() => format!("round {round}"),
        Some(round) => format!("{stage}, round {round}"),
        None => stage,
    };
    info.place = [city, country].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    if info.place.is_empty() {
        info.place = site;
    }
    info.date = started.or(completed).and_then(|ms| date(ms, precision.unwrap_or(precision::DAY)));
    *builder.info() = info;
    if crawford_is_past {
        builder.set_crawford_is_past();
    }
    Ok((builder, score))
}

fn text(record: &mut Record<'_>, bit: u32) -> Result<String, Failure> {
    let text = record.field(bit, FieldReader::text)?.unwrap_or_default();
    Ok(clean_text(&text).trim().to_owned())
}

/// The rating in the profile of a player.
fn rating(record: &mut Record<'_>, bit: u32) -> Result<String, Failure> {
    let rating = record.field(bit, |fields| {
        let mut profile = fields.record()?;
        profile.field(0, FieldReader::text)?;
        profile.field(1, FieldReader::varint)
    })?;
    Ok(rating.flatten().map(|hundredths| format!("{:.2}", hundredths as f64 / 100.0)).unwrap_or_default())
}

/// The day; `precision` tells what of it is known.
fn date(ms: u64, precision: u64) -> Option<Date> {
    let date = Date::from_unix_days(i64::try_from(ms / DAY).ok()?)?;
    match precision {
        precision::MONTH => Date::new(date.year(), date.month(), 0).ok(),
        precision::YEAR => Date::new(date.year(), 0, 0).ok(),
        _ => Some(date),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_as_exact_as_known() {
        let text = |precision| date(1_724_024_159_000, precision).unwrap().to_string();
        assert_eq!([text(0), text(1), text(2)], ["2024-08-18", "2024-08", "2024"]);
    }
}
