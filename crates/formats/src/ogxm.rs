// SPDX-License-Identifier: GPL-3.0-or-later
//! OpenGammon's `.ogxm`: names, length and games. Analysis, clocks, signatures and remarks are not read.
//!
//! A header of 16 bytes, then sections: four letters, length (32 bits), flags (8 bits), content, up to `END!`. A record
//! is
//! a length, a mask of what it holds, and fields. In a game's section plies follow the record: a byte with the action
//! in
//! bits 0–4 (and 5), bit 6 set for Black, bit 7 set when a record of details follows; rolls are followed by steps (low
//! five bits: from which pip, 0–25 as in an OGID; high three: how many pips), ended by a zero where fewer steps were
//! made
//! than the roll allows. A game's record starts with the winner (0 White, 1 Black) and the points. The order of the
//! fields is inferred from sample files; what is not understood is reported.

use crate::builder::Builder;
use crate::error::{ImportError, Place};
use crate::legs::Leg;
use crate::text::clean_name;
use crate::{Format, Imported};
use gnubg_engine::core::{Board, MAX_LENGTH, Player, ResignLevel, Rules, Side};
use gnubg_record::MatchInfo;

const MAGIC: &[u8] = b"OGXM";
const HEADER: usize = 16;
const SECTION_HEAD: usize = 9;
const MAJOR_VERSION: u16 = 2;

/// Action codes beyond the 21 rolls.
mod action {
    pub(super) const DOUBLE: u8 = 21;
    pub(super) const TAKE: u8 = 22;
    pub(super) const DROP: u8 = 23;
    pub(super) const END: std::ops::RangeInclusive<u8> = 24..=26;
    pub(super) const RESIGN_GAME: u8 = 27;
    pub(super) const RESIGN_MATCH: u8 = 28;
    pub(super) const OTHER_END: u8 = 30;
    pub(super) const BEAVER: u8 = 32;
    pub(super) const RACCOON: u8 = 33;
    pub(super) const SETTLE: u8 = 34;
    pub(super) const PASS: u8 = 37;
}

/// In a game's mask: the game starts from a position of its own.
const HAS_BOARD: u64 = 1 << 3;

/// Whether the bytes begin like a file of this format.
pub(crate) fn looks_like(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

type Failure = (usize, String);

struct OgxmReader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Where the bytes begin in the file.
    base: usize,
}

impl<'a> OgxmReader<'a> {
    fn place(&self) -> usize {
        self.base + self.at
    }

    fn byte(&mut self) -> Result<u8, Failure> {
        Ok(self.take(1)?[0])
    }

    fn take(&mut self, n: usize) -> Result<&'a [u8], Failure> {
        let end = self.at.checked_add(n).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or_else(|| (self.place(), "the section ends too early".to_owned()))?;
        let slice = &self.bytes[self.at..end];
        self.at = end;
        Ok(slice)
    }

    /// A number of seven bits a byte, the low ones first.
    fn varint(&mut self) -> Result<u64, Failure> {
        let at = self.place();
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err((at, "a number has too many bytes".to_owned()))
    }

    fn text(&mut self) -> Result<String, Failure> {
        let length = usize::try_from(self.varint()?).unwrap_or(usize::MAX);
        Ok(String::from_utf8_lossy(self.take(length)?).into_owned())
    }

    /// A record: its mask and its fields.
    fn record(&mut self) -> Result<(u64, OgxmReader<'a>), Failure> {
        let length = usize::try_from(self.varint()?).unwrap_or(usize::MAX);
        let base = self.place();
        let mut fields = OgxmReader { bytes: self.take(length)?, at: 0, base };
        let mask = fields.varint()?;
        Ok((mask, fields))
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }
}

/// Reads a file.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Imported>, ImportError> {
    let found = read_match(bytes).map_err(|(at, reason)| ImportError::Unreadable {
        format: Format::Ogxm,
        at: Place::Offset(at),
        reason,
    })?;
    Ok(vec![found])
}

fn read_match(bytes: &[u8]) -> Result<Imported, Failure> {
    let header = bytes.get(..HEADER).ok_or_else(|| (bytes.len(), "the header is incomplete".to_owned()))?;
    if !looks_like(bytes) {
        return Err((0, "the first four bytes are not OGXM".to_owned()));
    }
    let lowest = u16::from_le_bytes([header[8], header[9]]);
    if lowest > MAJOR_VERSION {
        return Err((
            8,
            format!(
                "version {lowest} of the format is needed to read it; the latest known version is {MAJOR_VERSION}"
            ),
        ));
    }
    let mut builder: Option<Builder> = None;
    let mut at = HEADER;
    let mut breaks_off = true;
    while let Some(head) = bytes.get(at..at + SECTION_HEAD) {
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        let start = at + SECTION_HEAD;
        let end = start.checked_add(length).filter(|&end| end <= bytes.len());
        let Some(end) = end else { break };
        let mut section = OgxmReader { bytes: &bytes[start..end], at: 0, base: start };
        match &head[..4] {
            b"MTCH" => builder = Some(read_head(&mut section)?),
            b"GAME" => {
                let Some(builder) = &mut builder else {
                    return Err((at, "a game comes before the match".to_owned()));
                };
                if let Err((at, reason)) = read_game(builder, &mut section) {
                    builder.break_game(Place::Offset(at), &reason);
                }
            }
            _ => {}
        }
        at = end;
        breaks_off = false;
    }
    if bytes.get(at..at + 4) != Some(b"END!") {
        breaks_off = true;
    }
    let Some(mut builder) = builder.filter(|builder| builder.n_games() > 0) else {
        return Err((at, "no game was found".to_owned()));
    };
    if breaks_off {
        builder.warn(Place::Offset(at), "the file is incomplete; its complete parts were read");
    }
    let (record, warnings) = builder.finish();
    Ok(Imported { record, warnings })
}

/// The match: length, a number of no importance, White's name, Black's name.
fn read_head(section: &mut OgxmReader<'_>) -> Result<Builder, Failure> {
    let (_, mut fields) = section.record()?;
    let at = fields.place();
    let length = fields.varint()?;
    let length = u16::try_from(length)
        .ok()
        .filter(|&length| length <= MAX_LENGTH)
        .ok_or_else(|| (at, format!("the match length is {length}; it must be 0 (money play) to 64")))?;
    fields.varint()?;
    let names = [clean_name(&fields.text()?), clean_name(&fields.text()?)];
    let rules = Rules { jacoby: false, ..Rules::default() };
    let mut builder = Builder::new(length, rules).map_err(|error| (at, error.to_string()))?;
    *builder.info() = MatchInfo::of_players([&names[0], &names[1]]);
    Ok(builder)
}

fn read_game(builder: &mut Builder, section: &mut OgxmReader<'_>) -> Result<(), Failure> {
    let start = Place::Offset(section.place());
    let (mask, mut fields) = section.record()?;
    let (winner, points) = (fields.varint()?, fields.varint()?);
    if !builder.begin_game(None, start) {
        return Ok(());
    }
    if mask & HAS_BOARD != 0 {
        let at = fields.place();
        let board = board(fields.take(26)?);
        let board = board.ok_or_else(|| (at, "a number of checkers is not possible".to_owned()))?;
        let first = section.bytes.get(section.at).copied().unwrap_or(0);
        let player = seat(first);
        let seen = if player == Player::Zero { board } else { board.swapped() };
        builder.set_board(player, &seen, Place::Offset(at));
    }
    while !section.is_at_end() {
        ply(builder, section)?;
    }
    let winner = usize::try_from(winner).ok().and_then(Player::from_index);
    if let (Some(winner), 1..=1_000_000) = (winner, points) {
        builder.finish_game(winner, points as u32, start);
        builder.state_result(winner, points as u32);
    }
    Ok(())
}

/// 26 signed counts by pip, White positive; the board is seen by White (seat `Zero`), who moves upward.
fn board(bytes: &[u8]) -> Option<Board> {
    let mut board = Board::EMPTY;
    for (pip, &byte) in bytes.iter().enumerate() {
        let count = i8::from_le_bytes([byte]);
        let size = count.unsigned_abs();
        match (count.signum(), pip) {
            (0, _) => {}
            (1, 0..=24) if size <= 15 => board.set(Side::OnRoll, 24 - pip, size),
            (-1, 1..=25) if size <= 15 => board.set(Side::Opponent, pip - 1, size),
            _ => return None,
        }
    }
    Some(board)
}

fn seat(code: u8) -> Player {
    if code & 0x40 == 0 { Player::Zero } else { Player::One }
}

/// The dice of an action code: 1-1, 1-2, … 6-6.
fn dice(code: u8) -> Option<[u8; 2]> {
    let rolls = (1..=6u8).flat_map(|low| (low..=6).map(move |high| [high, low]));
    rolls.into_iter().nth(usize::from(code)).filter(|_| code < action::DOUBLE)
}

fn ply(builder: &mut Builder, section: &mut OgxmReader<'_>) -> Result<(), Failure> {
    let at = Place::Offset(section.place());
    let place = section.place();
    let byte = section.byte()?;
    let (player, code) = (seat(byte), byte & 0x3f);
    let has_details = byte & 0x80 != 0;
    if let Some(roll) = dice(code) {
        if has_details {
            section.record()?;
        }
        let n_steps = if roll[0] == roll[1] { 4 } else { 2 };
        let mut legs = Vec::new();
        while legs.len() < n_steps {
            match section.byte()? {
                0 => break,
                step => legs.push(leg(player, step)),
            }
            if builder.state().on_roll == player && is_last_step(builder, player, &legs) {
                break;
            }
        }
        if legs.is_empty() {
            builder.blank(player, roll, at);
        } else {
            builder.play(player, roll, &legs, at);
        }
        return Ok(());
    }
    let record = if has_details { Some(section.record()?) } else { None };
    match code {
        action::DOUBLE | action::BEAVER | action::RACCOON => builder.double(player, at),
        action::TAKE => builder.take(player, at),
        action::DROP | action::PASS => builder.pass(player, at),
        action::RESIGN_GAME | action::RESIGN_MATCH => {
            let level = record.and_then(|(_, mut fields)| fields.varint().ok()).unwrap_or(1);
            let level = ResignLevel::from_multiple(level.clamp(1, 3) as u8).unwrap_or(ResignLevel::Single);
            if builder.is_playing() {
                builder.resign(player, level, at);
            }
        }
        code if action::END.contains(&code) || code == action::OTHER_END || code == action::SETTLE => {}
        other => return Err((place, format!("action {other} is not understood"))),
    }
    Ok(())
}

/// Whether the mover's last checker has just been borne off, after which no zero follows.
fn is_last_step(builder: &Builder, player: Player, legs: &[Leg]) -> bool {
    let left = builder.state().board_of(player).checkers_on_board(Side::OnRoll);
    legs.iter().filter(|leg| leg.to == 0).count() == usize::from(left)
}

/// A step in the mover's own numbers.
fn leg(player: Player, step: u8) -> Leg {
    let (pip, pips) = (step & 0x1f, step >> 5);
    let from = match player {
        // White's 24-point is pip 1.
        Player::Zero => 25u8.saturating_sub(pip),
        Player::One => pip.min(25),
    };
    Leg { from, to: from.saturating_sub(pips) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_rolls_and_steps() {
        assert_eq!(dice(0), Some([1, 1]));
        assert_eq!(dice(2), Some([3, 1]));
        assert_eq!(dice(19), Some([6, 5]));
        assert_eq!(dice(20), Some([6, 6]));
        assert_eq!(dice(21), None);
        // 24/18 by Black, bar/24 and 8/3 by White.
        assert_eq!(leg(Player::One, 0xd8), Leg { from: 24, to: 18 });
        assert_eq!(leg(Player::Zero, 0x20), Leg { from: 25, to: 24 });
        assert_eq!(leg(Player::Zero, 0xb1), Leg { from: 8, to: 3 });
    }

    #[test]
    fn numbers_are_bounded() {
        let mut reader = OgxmReader { bytes: &[0xff; 20], at: 0, base: 5 };
        assert_eq!(reader.varint().unwrap_err().0, 5);
        let mut reader = OgxmReader { bytes: &[0xb8, 0x01], at: 0, base: 0 };
        assert_eq!(reader.varint().unwrap(), 184);
        assert!(read(b"OGXM").is_err());
    }
}
