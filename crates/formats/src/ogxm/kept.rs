// SPDX-License-Identifier: GPL-3.0-or-later
//! The file that a match came from, kept with the record.
//!
//! A record has no place for much that a file may hold: several analyses, their levels and settings, take points, clocks,
//! videos, signatures. While the games, the facts and the comments are as the file tells them, writing therefore gives
//! back its sections; an analysis that has changed since then becomes the first one of the file.

use super::write::{finish, minor_version, raise, section};
use super::write_decisions::Decisions;
use super::{END, HEADER, LOWEST_READER, MINOR, SECTION_HEAD};
use crate::packed::{pack, unpack};
use gnubg_record::analysis::{Analysis, Candidate, CubeAnalysis, PlayAnalysis};
use gnubg_record::judge::MatchEquity;
use gnubg_record::{Entry, EntryAction, MatchRecord, Property};

/// The property of a match that holds its file.
const KEPT: &str = "ZW";

/// A tolerance for numbers that other formats have rounded meanwhile.
const ROUNDING: f32 = 1e-3;

/// The ply of every entry that has one, by game and entry.
pub(super) type Plies = Vec<(usize, usize, u64)>;

/// Keeps a whole file with the record that was read from it.
pub(super) fn keep(record: &mut MatchRecord, file: &[u8]) {
    if let Some(packed) = pack(file) {
        record.keep_property(Property { name: KEPT.to_owned(), values: vec![packed] });
    }
}

/// The file of a record, if the record is still what it says. `read` reads a file and tells the plies of its entries.
pub(super) fn file(
    record: &MatchRecord,
    table: Option<&dyn MatchEquity>,
    read: impl Fn(&[u8]) -> Option<(MatchRecord, Plies)>,
) -> Option<Vec<u8>> {
    let kept = record.games.first()?.properties.iter().find(|property| property.name == KEPT)?;
    let bytes = unpack(kept.values.first()?)?;
    let (original, plies) = read(&bytes)?;
    if !is_same_match(record, &original) {
        return None;
    }
    if is_same_analysis(record, &original) {
        return Some(bytes);
    }
    with_analysis(record, table, &bytes, &plies)
}

fn is_same_match(a: &MatchRecord, b: &MatchRecord) -> bool {
    let is_same_entry =
        |(a, b): (&Entry, &Entry)| (a.player, &a.action, &a.comment) == (b.player, &b.action, &b.comment);
    a.info == b.info
        && (a.length, a.rules) == (b.length, b.rules)
        && a.variations.is_empty()
        && a.games.len() == b.games.len()
        && a.games.iter().zip(&b.games).all(|(a, b)| {
            (a.start, a.stated, a.entries.len()) == (b.start, b.stated, b.entries.len())
                && a.entries.iter().zip(&b.entries).all(is_same_entry)
        })
}

fn is_same_analysis(a: &MatchRecord, b: &MatchRecord) -> bool {
    let mut pairs = a.games.iter().zip(&b.games).flat_map(|(a, b)| a.entries.iter().zip(&b.entries));
    pairs.all(|(a, b)| both(&a.analysis, &b.analysis, |a, b| is_near(a, b)))
}

fn is_near(a: &Analysis, b: &Analysis) -> bool {
    let luck = [a, b].map(|one| one.luck.map_or(0.0, |luck| luck.0));
    let is_near_play = |a: &PlayAnalysis, b: &PlayAnalysis| {
        a.played == b.played
            && a.candidates.len() == b.candidates.len()
            && a.candidates.iter().zip(&b.candidates).all(|(a, b)| {
                let of = |one: &Candidate| [&one.probs.to_array()[..], &[one.equity.0]].concat();
                (a.play, &a.method) == (b.play, &b.method) && are_near(&of(a), &of(b))
            })
    };
    let is_near_cube = |a: &CubeAnalysis, b: &CubeAnalysis| {
        let of = |one: &CubeAnalysis| {
            let outputs = [one.no_double, one.double_take];
            outputs.map(|one| [&one.probs.to_array()[..], &[one.cubeful.value()]].concat()).concat()
        };
        a.method == b.method && are_near(&of(a), &of(b))
    };
    are_near(&luck[..1], &luck[1..])
        && both(&a.play, &b.play, is_near_play)
        && both(&a.cube, &b.cube, is_near_cube)
}

fn both<T>(a: &Option<T>, b: &Option<T>, is_near: impl Fn(&T, &T) -> bool) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => is_near(a, b),
        _ => false,
    }
}

fn are_near(a: &[f32], b: &[f32]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= ROUNDING)
}

/// The file with the analysis of the record before those it has.
fn with_analysis(
    record: &MatchRecord,
    table: Option<&dyn MatchEquity>,
    bytes: &[u8],
    plies: &Plies,
) -> Option<Vec<u8>> {
    let mut decisions = Decisions::new(record, table);
    for (n, game) in record.games.iter().enumerate() {
        let steps: Vec<_> = game.walk(record.length).collect();
        for (entry, step) in steps.iter().enumerate() {
            let ply = plies.iter().find(|(of_game, of_entry, _)| (*of_game, *of_entry) == (n, entry));
            let next = steps.get(entry + 1).map(|next| &next.entry.action);
            if let Some((.., ply)) = ply {
                decisions.add(*ply, step, matches!(next, Some(EntryAction::Resign(_))));
            }
        }
    }
    let mut out = bytes.get(..HEADER)?.to_vec();
    raise(&mut out, MINOR, minor_version(record));
    raise(&mut out, LOWEST_READER, decisions.lowest_reader());
    let own = decisions.finish();
    let mut at = HEADER;
    let mut is_written = false;
    while let Some(head) = bytes.get(at..at + SECTION_HEAD) {
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        let content = bytes.get(at + SECTION_HEAD..at + SECTION_HEAD + length)?;
        let name: [u8; 4] = head[..4].try_into().ok()?;
        let is_before = matches!(&name, b"MTCH" | b"GAME");
        if !is_before && !is_written {
            is_written = true;
            if let Some((anal, decisions)) = &own {
                section(&mut out, b"ANAL", 0, anal);
                section(&mut out, b"DECS", 0, decisions);
            }
        }
        // The checksum is computed anew, and the signature of the match held for the file as it was.
        if !matches!(&name, b"CSUM" | b"MSIG") {
            section(&mut out, &name, head[8], content);
        }
        at += SECTION_HEAD + length;
    }
    if !is_written || bytes.get(at..at + END.len()) != Some(&END[..]) {
        return None;
    }
    Some(finish(out))
}
