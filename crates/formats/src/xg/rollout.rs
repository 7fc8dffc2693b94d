// SPDX-License-Identifier: GPL-3.0-or-later
//! Rollouts of an `.xg` file: `temp.xgr` holds one record of 2184 bytes for each candidate or cube decision that was rolled
//! out, and the other records name them by their place in it. What eXtreme Gammon tells of a rollout (games, confidence,
//! levels, seed) becomes a comment, as where it copies a position as text.

use super::analysis::level;
use super::records::Record;

/// Bytes of a record.
const SIZE: usize = 2184;

/// Where the fields are, in bytes from the start of a record.
mod field {
    pub(super) const IS_TRUNCATED: usize = 0;
    pub(super) const TRUNCATION: usize = 4;
    /// The levels of checker plays before and from a turn on; cube decisions have their own.
    pub(super) const PLAY_LEVELS: [usize; 2] = [28, 32];
    pub(super) const CHANGE: usize = 36;
    pub(super) const REDUCES_VARIANCE: usize = 40;
    pub(super) const IS_CUBELESS: usize = 41;
    pub(super) const CUBE_LEVELS: [usize; 2] = [44, 48];
    pub(super) const SEED: usize = 64;
    /// Games and half of the 95 % confidence interval: of the candidate or without a double, and after a double.
    pub(super) const GAMES: [usize; 2] = [84, 2140];
    pub(super) const CONFIDENCES: [usize; 2] = [2020, 2024];
}

/// One rollout.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RolloutNote {
    /// Games and confidence: of the candidate or without a double, and after a double.
    results: [Option<String>; 2],
    /// Levels and seed.
    settings: String,
}

/// The rollout with that number.
pub(super) fn rollout(rollouts: &[u8], number: i32) -> Option<RolloutNote> {
    let start = usize::try_from(number).ok()?.checked_mul(SIZE)?;
    let record = Record::of(rollouts.get(start..start.checked_add(SIZE)?)?);
    let results = [0, 1].map(|n| result(&record, n));
    results[0].is_some().then(|| RolloutNote { results, settings: settings(&record) })
}

fn result(record: &Record<'_>, n: usize) -> Option<String> {
    let games = Some(record.int(field::GAMES[n])).filter(|games| *games > 0)?;
    let confidence = record.float(field::CONFIDENCES[n]);
    let is_known = confidence > 0.0 && confidence < 10.0;
    let confidence = if is_known { format!(" ±{confidence:.4}") } else { String::new() };
    Some(format!("{games} games{confidence}"))
}

fn settings(record: &Record<'_>) -> String {
    let change = record.int(field::CHANGE);
    let levels = |places: [usize; 2]| match places.map(|at| level(record.int(at)).name) {
        [first, second] if change > 0 && first != second => {
            format!("{first}, {second} from turn {}", change + 1)
        }
        [_, second] => second,
    };
    let mut text = format!("plays {}; cube {}", levels(field::PLAY_LEVELS), levels(field::CUBE_LEVELS));
    if record.flag(field::IS_CUBELESS) {
        text += "; cubeless";
    }
    if record.flag(field::IS_TRUNCATED) {
        text += &format!("; truncated after {} turns", record.int(field::TRUNCATION));
    }
    if !record.flag(field::REDUCES_VARIANCE) {
        text += "; no variance reduction";
    }
    text + &format!("; seed {}", record.int(field::SEED))
}

/// The comment on the rollouts of candidates, each with its play.
pub(super) fn of_plays(rollouts: &[(String, RolloutNote)]) -> String {
    let lines = rollouts
        .iter()
        .filter_map(|(play, note)| Some((format!("{play}: {}", note.results[0].as_ref()?), note)));
    grouped(lines)
}

/// The comment on the rollout of a cube decision.
pub(super) fn of_cube(note: &RolloutNote) -> String {
    let names = ["no double", "double, take"];
    let results = names
        .iter()
        .zip(&note.results)
        .filter_map(|(name, result)| Some(format!("{name}: {}", result.as_ref()?)));
    grouped(results.map(|line| (line, note)))
}

/// The results, one a line, each group under its settings.
fn grouped<'n>(lines: impl Iterator<Item = (String, &'n RolloutNote)>) -> String {
    let mut text = String::new();
    let mut last = None;
    for (line, note) in lines {
        if last != Some(&note.settings) {
            last = Some(&note.settings);
            text += &format!("XG rollout; {}\n", note.settings);
        }
        text += &format!("{line}\n");
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rollouts_are_told_as_the_program_shows_them() {
        let mut bytes = vec![0; 2 * SIZE];
        let mut put =
            |at: usize, value: &[u8]| bytes[SIZE + at..SIZE + at + value.len()].copy_from_slice(value);
        put(field::GAMES[0], &1296i32.to_le_bytes());
        put(field::CONFIDENCES[0], &0.0045f32.to_le_bytes());
        put(field::PLAY_LEVELS[0], &3i32.to_le_bytes());
        put(field::PLAY_LEVELS[1], &2i32.to_le_bytes());
        put(field::CUBE_LEVELS[1], &1000i32.to_le_bytes());
        put(field::REDUCES_VARIANCE, &[1]);
        put(field::SEED, &7i32.to_le_bytes());
        let note = rollout(&bytes, 1).unwrap();
        let head = "XG rollout; plays XG 3-ply; cube XG Roller; seed 7\n";
        let plays = [("8/5 6/5".to_owned(), note.clone()), ("13/10 6/5".to_owned(), note.clone())];
        assert_eq!(
            of_plays(&plays),
            format!("{head}8/5 6/5: 1296 games ±0.0045\n13/10 6/5: 1296 games ±0.0045")
        );
        assert_eq!(of_cube(&note), format!("{head}no double: 1296 games ±0.0045"));
        bytes[SIZE + field::CHANGE] = 2;
        bytes[SIZE + field::REDUCES_VARIANCE] = 0;
        bytes[SIZE + field::IS_TRUNCATED] = 1;
        bytes[SIZE + field::TRUNCATION] = 11;
        bytes[SIZE + field::GAMES[1]] = 100;
        assert_eq!(
            of_cube(&rollout(&bytes, 1).unwrap()),
            "XG rollout; plays XG 4-ply, XG 3-ply from turn 3; cube XG 1-ply, XG Roller from turn 3; truncated after 11 \
             turns; no variance reduction; seed 7\nno double: 1296 games ±0.0045\ndouble, take: 100 games"
        );
        // A record without games, numbers of no record, and a file without rollouts.
        for number in [0, -1, 2, i32::MAX] {
            assert_eq!(rollout(&bytes, number), None);
        }
        assert_eq!(rollout(&[], 0), None);
    }
}
