// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading the match and its games.

use super::bytes::{Failure, FieldReader, board};
use super::decisions::Analysis;
use super::head::read_head;
use super::kept::Plies;
use super::steps::leg;
use super::{END, HEADER, MAGIC, MAJOR_VERSION, SECTION_HEAD, action, scope};
use crate::builder::{Builder, append_comment};
use crate::error::{ImportError, Place};
use crate::legs::Leg;
use crate::text::clean_text;
use crate::{Format, Imported};
use gnubg_engine::core::{Board, CubeState, CubeValue, Dice, MatchState, Player, ResignLevel};
use gnubg_record::walk::legal_plays;
use std::ops::Range;

/// The annotation in which GammonView keeps the place of a match, and what its values begin with.
const SITE: (&str, &str) = ("x-gammonview-site", "1:");

/// Whether the bytes begin like a file of this format.
pub(crate) fn looks_like(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// A match of a file.
pub(super) struct FoundMatch {
    pub(super) imported: Imported,
    /// Where it is in the file.
    pub(super) bytes: Range<usize>,
    /// Whether its end is there.
    pub(super) is_whole: bool,
    pub(super) plies: Plies,
}

/// Reads a file.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<FoundMatch>, ImportError> {
    let error =
        |(at, reason)| ImportError::Unreadable { format: Format::Ogxm, at: Place::Offset(at), reason };
    // A stream is several files one after the other.
    let mut found: Vec<FoundMatch> = Vec::new();
    let mut at = 0;
    while bytes.len() > at + HEADER && looks_like(&bytes[at..]) {
        let size =
            u32::from_le_bytes([bytes[at + 12], bytes[at + 13], bytes[at + 14], bytes[at + 15]]) as usize;
        let is_followed = at
            .checked_add(size)
            .is_some_and(|next| size > HEADER && looks_like(bytes.get(next..).unwrap_or(&[])));
        let end = if is_followed { at + size } else { bytes.len() };
        match read_match(&bytes[at..end], at) {
            Ok((imported, plies, is_whole)) => {
                found.push(FoundMatch { imported, bytes: at..end, is_whole, plies });
            }
            Err(failure) if found.is_empty() && !is_followed => return Err(error(failure)),
            Err((at, reason)) => {
                if let Some(last) = found.last_mut() {
                    let message = format!("the match that begins here cannot be read: {reason}");
                    last.imported.warnings.push(crate::Warning { at: Place::Offset(at), message });
                }
            }
        }
        at = end;
    }
    if found.is_empty() {
        return Err(error((bytes.len(), "the header is incomplete".to_owned())));
    }
    Ok(found)
}

/// The sections of a file that are read.
#[derive(Default)]
struct Sections<'a> {
    head: Option<FieldReader<'a>>,
    games: Vec<FieldReader<'a>>,
    analysis: Option<(FieldReader<'a>, FieldReader<'a>)>,
    /// Further analyses.
    n_left: usize,
    annotations: Option<FieldReader<'a>>,
    /// Where the sections end, and whether the end is as it should be.
    end: usize,
    is_whole: bool,
}

fn sections(bytes: &[u8], base: usize) -> Result<Sections<'_>, Failure> {
    let mut found = Sections::default();
    let mut at = HEADER;
    let mut analysis: Option<FieldReader<'_>> = None;
    while let Some(head) = bytes.get(at..at + SECTION_HEAD) {
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        let start = at + SECTION_HEAD;
        let end = start.checked_add(length).filter(|&end| end <= bytes.len());
        let Some(end) = end else { break };
        let section = FieldReader { bytes: &bytes[start..end], at: 0, base: base + start };
        match &head[..4] {
            b"MTCH" => found.head = found.head.or(Some(section)),
            b"GAME" if found.head.is_none() => {
                return Err((base + at, "a game comes before the match".to_owned()));
            }
            b"GAME" => found.games.push(section),
            b"ANAL" => analysis = Some(section),
            b"DECS" => match analysis.take() {
                Some(analysis) if found.analysis.is_none() => found.analysis = Some((analysis, section)),
                Some(_) => found.n_left += 1,
                None => {}
            },
            b"ANNO" => found.annotations = Some(section),
            _ => {}
        }
        at = end;
    }
    found.end = base + at;
    found.is_whole = at > HEADER && bytes.get(at..at + END.len()) == Some(&END[..]);
    Ok(found)
}

fn read_match(bytes: &[u8], base: usize) -> Result<(Imported, Plies, bool), Failure> {
    let lowest = u16::from_le_bytes([bytes[8], bytes[9]]);
    if lowest > MAJOR_VERSION {
        let reason = format!(
            "version {lowest} of the format is needed to read it; the latest known version is {MAJOR_VERSION}"
        );
        return Err((base + 8, reason));
    }
    let found = sections(bytes, base)?;
    let Some(mut head) = found.head else {
        return Err((found.end, "there is no match in the file".to_owned()));
    };
    let (builder, score) = read_head(&mut head)?;
    let mut reader = MatchReader {
        builder,
        score: Some(score),
        analysis: None,
        annotations: Vec::new(),
        ply: 0,
        plies: Vec::new(),
    };
    if let Some(mut section) = found.annotations {
        reader.annotations(&mut section);
    }
    if let Some((mut anal, mut decisions)) = found.analysis {
        reader.analysis(&mut anal, &mut decisions);
    }
    if found.n_left > 0 {
        let message = format!(
            "further analyses of the match are not shown ({}); they are kept for OGXM files",
            found.n_left
        );
        reader.builder.warn(Place::Offset(found.end), message);
    }
    for (n, section) in found.games.into_iter().enumerate() {
        let comments = reader.texts(|a| a.scope == scope::GAME && a.number == n as u64);
        let n_plies = count_plies(section.clone());
        let first = reader.ply;
        let mut section = section;
        if let Err((at, reason)) = reader.game(&mut section, &comments) {
            reader.builder.break_game(Place::Offset(at), &reason);
        }
        reader.ply = first + n_plies;
    }
    if reader.builder.n_games() == 0 {
        return Err((found.end, "no game was found".to_owned()));
    }
    let size = u32::from_le_bytes([bytes[12], bytes[13], bytes[14], bytes[15]]) as usize;
    if found.is_whole && size != bytes.len() {
        let message = format!("the file should have {size} bytes, but has {}", bytes.len());
        reader.builder.warn(Place::Offset(base + 12), message);
    }
    if !found.is_whole {
        let at = Place::Offset(found.end);
        reader.builder.warn(at, "the file is incomplete; its complete parts were read");
    }
    let (record, warnings) = reader.builder.finish();
    let is_whole = found.is_whole && size == bytes.len();
    Ok((Imported { record, warnings }, reader.plies, is_whole))
}

/// A text about a part of the match.
struct Annotation {
    scope: u64,
    number: u64,
    text: String,
}

struct MatchReader<'a> {
    builder: Builder,
    /// The score before the first game.
    score: Option<[u32; 2]>,
    analysis: Option<Analysis<'a>>,
    annotations: Vec<Annotation>,
    /// The number of the next ply in the match.
    ply: u64,
    /// The plies read so far.
    plies: Plies,
}

impl<'a> MatchReader<'a> {
    /// Reads `ANNO`: texts without a key are comments.
    fn annotations(&mut self, section: &mut FieldReader<'_>) {
        while !section.is_at_end() {
            let start = section.place();
            let read = |section: &mut FieldReader<'_>| -> Result<(u64, u64, String, String), Failure> {
                let mut record = section.record()?;
                let (scope, number) = (record.fields.varint()?, record.fields.varint()?);
                let value = record.fields.text()?;
                Ok((scope, number, value, record.field(0, FieldReader::text)?.unwrap_or_default()))
            };
            match read(section) {
                Ok((scope, number, value, key)) if key.is_empty() && !value.is_empty() => {
                    self.annotations.push(Annotation { scope, number, text: clean_text(&value) });
                }
                Ok((scope::MATCH, _, value, key)) if key == SITE.0 => {
                    let info = self.builder.info();
                    if info.place.is_empty() {
                        info.place = clean_text(value.strip_prefix(SITE.1).unwrap_or(&value));
                    }
                }
                Ok(_) => {}
                Err((_, reason)) => {
                    self.builder
                        .warn(Place::Offset(start), format!("{reason}; further comments are not read"));
                    break;
                }
            }
        }
        let text = self.texts(|a| a.scope == scope::MATCH);
        self.builder.info().comment = text;
    }

    fn texts(&self, fits: impl Fn(&Annotation) -> bool) -> String {
        let mut found = String::new();
        for annotation in self.annotations.iter().filter(|annotation| fits(annotation)) {
            append_comment(&mut found, &annotation.text);
        }
        found
    }

    fn analysis(&mut self, anal: &mut FieldReader<'a>, decisions: &mut FieldReader<'a>) {
        let is_money = self.builder.length() == 0;
        match Analysis::new(anal, is_money) {
            Ok(mut analysis) => {
                if let Err((at, reason)) = analysis.add_decisions(decisions) {
                    let message = format!("{reason}; the rest of the analysis is not read");
                    self.builder.warn(Place::Offset(at), message);
                }
                self.analysis = Some(analysis);
            }
            Err((at, reason)) => {
                self.builder.warn(Place::Offset(at), format!("{reason}; the analysis is not read"));
            }
        }
    }

    fn game(&mut self, section: &mut FieldReader<'_>, comment: &str) -> Result<(), Failure> {
        let at = Place::Offset(section.place());
        let mut record = section.record()?;
        let winner = record.field(0, FieldReader::varint)?;
        let points = record.field(1, FieldReader::varint)?;
        let position = record.field(3, |fields| {
            let at = fields.place();
            board(fields.take(26)?).ok_or_else(|| (at, "a number of checkers is not possible".to_owned()))
        })?;
        let cube_value = record.field(4, FieldReader::varint)?;
        let cube_owner = record.field(5, FieldReader::varint)?;
        let automatic_doubles = record.field(6, FieldReader::varint)?.unwrap_or(0);
        if !self.builder.begin_game(self.score.take(), at) {
            return Ok(());
        }
        for _ in 0..automatic_doubles.min(12) {
            self.builder.automatic_double();
        }
        self.builder.comment(comment);
        if let Some(position) = position {
            let player = first_player(section.clone());
            let seen = if player == Player::Zero { position } else { position.swapped() };
            self.builder.set_board(player, &seen, at);
        }
        if cube_value.is_some() || cube_owner.is_some() {
            let value = cube_value.and_then(cube_value_of).unwrap_or(self.builder.state().cube.value);
            self.builder.set_cube(CubeState { value, owner: cube_owner.and_then(player_of) }, at);
        }
        while !section.is_at_end() {
            self.ply(section, points.unwrap_or(0))?;
        }
        if let (Some(winner), Some(points @ 1..=1_000_000)) = (winner.and_then(player_of), points) {
            self.builder.finish_game(winner, points as u32, at);
            self.builder.state_result(winner, points as u32);
        }
        Ok(())
    }

    fn ply(&mut self, section: &mut FieldReader<'_>, points: u64) -> Result<(), Failure> {
        let number = self.ply;
        self.ply += 1;
        let at = Place::Offset(section.place());
        let place = section.place();
        let ply = Ply::read(section)?;
        let comment = self.texts(|a| {
            matches!(a.scope, scope::PLY | scope::DECISION | scope::ALTERNATIVE) && a.number == number
        });
        self.builder.comment(&comment);
        let n_before = self.builder.n_entries();
        let before = self.builder.state();
        let player = ply.player;
        match ply.action {
            code if dice(code).is_some() => {
                if let Some(roll) = dice(code) {
                    self.roll(player, roll, &ply, at);
                }
            }
            action::DOUBLE | action::BEAVER | action::RACCOON => self.builder.double(player, at),
            action::TAKE => self.builder.take(player, at),
            action::DROP => self.builder.pass(player, at),
            action::PASS => self.builder.pass_turn(player, at),
            action::RESIGN_GAME | action::RESIGN_MATCH | action::FORFEIT => {
                let stated = ply.resign_value.and_then(|level| u8::try_from(level).ok());
                let stated = stated.and_then(ResignLevel::from_multiple);
                let level = stated.unwrap_or_else(|| self.builder.level_for(points.min(1 << 20) as u32));
                if self.builder.is_playing() {
                    self.builder.resign(player, level, at);
                }
                return Ok(());
            }
            action::SET_BOARD => self.set_board(&ply, at)?,
            action::SET_CUBE => {
                let value = ply.cube_value.and_then(cube_value_of).unwrap_or(before.cube.value);
                self.builder.set_cube(CubeState { value, owner: ply.cube_owner.and_then(player_of) }, at);
            }
            code if action::END.contains(&code) || code == action::OTHER_END || code == action::SETTLE => {}
            other => return Err((place, format!("action {other} is not understood"))),
        }
        if self.builder.n_entries() > n_before {
            self.plies.push((self.builder.n_games() - 1, self.builder.n_entries() - 1, number));
            self.attach(number, &before, at);
        }
        Ok(())
    }

    fn roll(&mut self, player: Player, roll: [u8; 2], ply: &Ply, at: Place) {
        if ply.steps.is_empty() {
            let board = self.builder.state().board_of(player);
            let state = MatchState { board, on_roll: player, ..self.builder.state() };
            let can_play =
                Dice::new(roll[0], roll[1]).is_ok_and(|roll| !legal_plays(&state, roll).is_empty());
            if can_play {
                // The game ended before the roll was played.
                return self.builder.roll(player, roll, at);
            }
            return self.builder.dance(player, roll, at);
        }
        let legs: Vec<Leg> = ply.steps.iter().map(|&step| leg(player, step)).collect();
        self.builder.play(player, roll, &legs, at);
    }

    /// A position that was set up, or with dice the one that an illegal play led to; then the other player rolled.
    fn set_board(&mut self, ply: &Ply, at: Place) -> Result<(), Failure> {
        let place = at.offset().unwrap_or(0);
        let seen = ply.board.ok_or_else(|| (place, "a position is missing".to_owned()))?;
        let next = if ply.player == Player::Zero { seen } else { seen.swapped() };
        match ply.dice {
            Some(roll) if ply.is_illegal => {
                self.builder.illegal_play(ply.player.other(), roll, &next, at);
            }
            Some(roll) => self.builder.play_to(ply.player.other(), roll, &next, &[], at),
            None => self.builder.set_board(ply.player, &next, at),
        }
        Ok(())
    }

    fn attach(&mut self, number: u64, before: &MatchState, at: Place) {
        let Some(analysis) = &mut self.analysis else { return };
        let Some(entry) = self.builder.last_entry() else { return };
        let player = entry.player;
        let state = MatchState { board: before.board_of(player), on_roll: player, ..*before };
        if let Err((_, reason)) = analysis.attach(number, &state, entry) {
            self.builder.warn(at, format!("{reason}; the analysis of this decision is not read"));
        }
    }
}

/// A ply as the file has it.
struct Ply {
    player: Player,
    action: u8,
    steps: Vec<u8>,
    dice: Option<[u8; 2]>,
    resign_value: Option<u64>,
    cube_value: Option<u64>,
    /// Whether the file calls the play illegal.
    is_illegal: bool,
    board: Option<Board>,
    cube_owner: Option<u64>,
}

impl Ply {
    fn read(section: &mut FieldReader<'_>) -> Result<Ply, Failure> {
        let byte = section.byte()?;
        let (player, code) = (seat(byte), byte & 0x3f);
        let mut ply = Ply {
            player,
            action: code,
            steps: Vec::new(),
            dice: None,
            resign_value: None,
            cube_value: None,
            is_illegal: false,
            board: None,
            cube_owner: None,
        };
        if let Some([low, high]) = dice(code) {
            let most = if low == high { 4 } else { 2 };
            while ply.steps.len() < most {
                match section.byte()? {
                    0 => break,
                    step => ply.steps.push(step),
                }
            }
        }
        if byte & 0x80 != 0 {
            let mut details = section.record()?;
            ply.dice = details.field(0, |fields| Ok([fields.byte()?, fields.byte()?]))?;
            ply.resign_value = details.field(1, FieldReader::varint)?;
            ply.cube_value = details.field(2, FieldReader::varint)?;
            ply.is_illegal = details.has(3);
            details.field(4, FieldReader::equity)?;
            details.field(5, |fields| {
                let n = fields.count()?;
                fields.take(n).map(|_| ())
            })?;
            ply.board = details.field(6, |fields| {
                let at = fields.place();
                board(fields.take(26)?).ok_or_else(|| (at, "a number of checkers is not possible".to_owned()))
            })?;
            details.field(7, FieldReader::varint)?;
            ply.cube_owner = details.field(8, FieldReader::varint)?;
        }
        Ok(ply)
    }
}

/// The number of plies in a section, as far as it can be read.
fn count_plies(mut section: FieldReader<'_>) -> u64 {
    let mut n = 0;
    if section.record().is_ok() {
        while !section.is_at_end() && Ply::read(&mut section).is_ok() {
            n += 1;
        }
    }
    n
}

/// The player of the first ply.
fn first_player(mut plies: FieldReader<'_>) -> Player {
    match Ply::read(&mut plies) {
        Ok(ply) => ply.player,
        Err(_) => Player::Zero,
    }
}

fn seat(code: u8) -> Player {
    if code & 0x40 == 0 { Player::Zero } else { Player::One }
}

fn player_of(number: u64) -> Option<Player> {
    usize::try_from(number).ok().and_then(Player::from_index)
}

fn cube_value_of(value: u64) -> Option<CubeValue> {
    u32::try_from(value).ok().and_then(CubeValue::new)
}

/// The dice of an action code: 1-1, 1-2, … 6-6.
fn dice(code: u8) -> Option<[u8; 2]> {
    let rolls = (1..=6u8).flat_map(|low| (low..=6).map(move |high| [high, low]));
    rolls.into_iter().nth(usize::from(code)).filter(|_| code < action::DOUBLE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ogxm::roll_code;

    #[test]
    fn codes_of_rolls() {
        assert_eq!(dice(0), Some([1, 1]));
        assert_eq!(dice(2), Some([3, 1]));
        assert_eq!(dice(19), Some([6, 5]));
        assert_eq!(dice(20), Some([6, 6]));
        assert_eq!(dice(21), None);
        for code in 0..21 {
            let [high, low] = dice(code).unwrap();
            assert_eq!(roll_code(low, high), code);
        }
        // 24/18 by Black, bar/24 and 8/3 by White.
        assert!(read(b"OGXM").is_err());
    }
}
