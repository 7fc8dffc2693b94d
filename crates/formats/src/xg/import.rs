// SPDX-License-Identifier: GPL-3.0-or-later
//! Playing the records of an `.xg` file.

use super::records::{Record, RecordKind, SIZE, records};
use super::{analysis, container, rtf};
use crate::builder::{Builder, append_comment};
use crate::error::{ImportError, Place};
use crate::text::{clean_name, clean_text};
use crate::{Format, Imported};
use gnubg_engine::core::{Board, MAX_LENGTH, Player, ResignLevel, Rules, Variation};
use gnubg_record::walk::legal_plays;
use gnubg_record::{Date, MatchInfo, Property};

/// The match length that stands for "unlimited".
const UNLIMITED: i32 = 99_999;
/// How a game ended with a resignation.
const RESIGNED_SINGLE: i32 = 101;
const RESIGNED_GAMMON: i32 = 102;
const RESIGNED_BACKGAMMON: i32 = 103;
/// The property of SGF that marks an interesting position.
const HOTSPOT: &str = "HO";
/// Days from 1899-12-30, where the file's dates begin, to 1970-01-01.
const DAYS_TO_1970: f64 = 25_569.0;

/// Reads a file; an archive may hold several matches.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Imported>, ImportError> {
    let error =
        |at, reason: String| ImportError::Unreadable { format: Format::Xg, at: Place::Offset(at), reason };
    let archive = container::unpack(bytes).map_err(|(at, reason)| error(at, reason))?;
    let comments: Vec<&[u8]> = archive.comments.split(|&byte| byte == b'\n').collect();
    let mut found = Vec::new();
    let mut reader: Option<XgReader<'_>> = None;
    let mut last = 0;
    for record in records(&archive.records) {
        last = record.at;
        if record.kind() == RecordKind::Match {
            found.extend(reader.take().map(XgReader::finish));
            let new = XgReader::new(&record, &comments).map_err(|reason| error(record.at, reason))?;
            reader = Some(new);
        } else if let Some(reader) = &mut reader {
            reader.record(&record);
        }
    }
    if let Some(mut reader) = reader {
        if archive.is_cut || archive.records.len() % SIZE != 0 {
            let at = Place::Offset(last);
            reader.builder.warn(
                at,
                "the file is incomplete; its complete parts were read (the offset counts decompressed bytes)",
            );
        }
        found.push(reader.finish());
    }
    found.retain(|imported| !imported.record.games.is_empty());
    if found.is_empty() {
        return Err(error(0, "no record of a game was found in the archive".to_owned()));
    }
    Ok(found)
}

struct XgReader<'a> {
    builder: Builder,
    comments: &'a [&'a [u8]],
    /// The analyzed cube decision of the turn, for its move.
    cube: Option<gnubg_record::analysis::CubeAnalysis>,
    /// Whether that decision has the user's flag.
    is_flagged: bool,
    /// The score before the game, by seat.
    score: [u32; 2],
}

fn seat(active: i32) -> Player {
    if active < 0 { Player::One } else { Player::Zero }
}

impl<'a> XgReader<'a> {
    fn new(record: &Record<'_>, comments: &'a [&'a [u8]]) -> Result<XgReader<'a>, String> {
        let length = match record.int(92) {
            UNLIMITED | 0 => 0,
            length => u16::try_from(length)
                .ok()
                .filter(|&length| length <= MAX_LENGTH)
                .ok_or_else(|| format!("the match length is {length}; it must be 0 (money play) to 64"))?,
        };
        let rules = Rules {
            variation: match record.int(96) {
                1 => Variation::Nackgammon,
                2 => Variation::Hypergammon3,
                _ => Variation::Standard,
            },
            crawford: record.flag(100),
            jacoby: record.flag(101),
            beavers: if record.flag(102) { Rules::default().beavers } else { 0 },
            automatic_doubles: if record.flag(103) { record.int(616).clamp(0, 12) as u8 } else { 0 },
            ..Rules::default()
        };
        let mut builder = Builder::new(length, rules).map_err(|error| error.to_string())?;
        *builder.info() = info(record);
        let mut reader = XgReader { builder, comments, cube: None, is_flagged: false, score: [0, 0] };
        for at in [576, 580] {
            let text = reader.comment(record.int(at));
            append_comment(&mut reader.builder.info().comment, &text);
        }
        Ok(reader)
    }

    fn comment(&self, index: i32) -> String {
        let line = usize::try_from(index).ok().and_then(|index| self.comments.get(index));
        let Some(line) = line else { return String::new() };
        // Line ends inside a remark are kept as the bytes 1 and 2.
        let bytes: Vec<u8> = line
            .iter()
            .map(|&byte| match byte {
                1 => b'\r',
                2 => b'\n',
                byte => byte,
            })
            .collect();
        clean_text(&rtf::plain(bytes.trim_ascii_end()))
    }

    fn record(&mut self, record: &Record<'_>) {
        let at = Place::Offset(record.at);
        match record.kind() {
            RecordKind::Game => self.game(record, at),
            RecordKind::Cube => self.cube(record, at),
            RecordKind::Move => self.moved(record, at),
            RecordKind::GameEnd => self.game_end(record, at),
            RecordKind::MatchEnd => {
                let stated = [record.int(12), record.int(16)].map(|n| u32::try_from(n).unwrap_or(0));
                let score = self.builder.score();
                // Many files give a winner only the points that were needed.
                let length = u32::from(self.builder.length());
                let cut = |n: u32| if length > 0 { n.min(length) } else { n };
                if stated.map(cut) != score.map(cut) && stated != [0, 0] {
                    let [[a, b], [c, d]] = [stated, score];
                    let message =
                        format!("the match ends {a}-{b} according to the file, but its games give {c}-{d}");
                    self.builder.warn(at, message);
                }
            }
            RecordKind::Match => {}
            RecordKind::Unknown(kind) => {
                self.builder.warn(at, format!("a record of the unknown type {kind} is ignored"))
            }
        }
    }

    fn game(&mut self, record: &Record<'_>, at: Place) {
        let number = |at| u32::try_from(record.int(at)).unwrap_or(0);
        self.score = [number(12), number(16)];
        (self.cube, self.is_flagged) = (None, false);
        if !self.builder.begin_game(Some(self.score), at) {
            return;
        }
        self.builder.set_crawford(record.flag(20));
        for _ in 0..record.int(64).clamp(0, 12) {
            self.builder.automatic_double();
        }
        let start = self.builder.state();
        if let Some(board) = record.board(21)
            && board != Board::EMPTY
            && board != start.board_of(Player::Zero)
        {
            self.builder.set_board(Player::Zero, &board, at);
        }
        for at in [56, 60] {
            let text = self.comment(record.int(at));
            self.builder.comment(&text);
        }
    }

    fn cube(&mut self, record: &Record<'_>, at: Place) {
        let player = seat(record.int(12));
        let analysis = analysis::cube(record);
        let text = self.comment(record.int(292));
        let is_flagged = record.flag(288);
        if record.int(16) != 1 {
            // Not doubled: the analysis belongs to the next move.
            self.cube = analysis;
            self.is_flagged = is_flagged;
            self.builder.comment(&text);
            return;
        }
        (self.cube, self.is_flagged) = (None, false);
        self.builder.comment(&text);
        self.builder.double(player, at);
        self.attach_cube(analysis.as_ref());
        self.flag(is_flagged);
        let other = player.other();
        match record.int(20) {
            1 => self.builder.take(other, at),
            0 => self.builder.pass(other, at),
            2 => {
                self.builder.double(other, at);
                match record.int(24) {
                    1 => self.builder.take(player, at),
                    0 => self.builder.pass(player, at),
                    2 => {
                        self.builder.double(player, at);
                        match record.int(28) {
                            0 => self.builder.pass(other, at),
                            _ => self.builder.take(other, at),
                        }
                    }
                    _ => {}
                }
                return;
            }
            _ => return,
        }
        self.attach_cube(analysis.as_ref());
    }

    fn attach_cube(&mut self, analysis: Option<&gnubg_record::analysis::CubeAnalysis>) {
        if let (Some(entry), Some(analysis)) = (self.builder.last_entry(), analysis) {
            entry.update_analysis(|found| found.cube = Some(analysis.clone()));
        }
    }

    fn moved(&mut self, record: &Record<'_>, at: Place) {
        let player = seat(record.int(64));
        let cube = self.cube.take();
        let Some(dice) = record.dice(100) else {
            return self.builder.warn(at, "a move without dice is ignored");
        };
        let text = self.comment(record.int(2524));
        self.builder.comment(&text);
        let Some(after) = record.board(35) else {
            return self.builder.break_game(at, "the position after the move cannot occur");
        };
        let numbers = (0..8).map(|n| record.int(68 + 4 * n));
        let legs = analysis::legs(numbers);
        let before = self.builder.state();
        let n_entries = self.builder.n_entries();
        if after == Board::EMPTY {
            // The player resigned after the roll. A play never takes all checkers of both sides off the board.
            self.builder.roll(player, dice, at);
        } else {
            self.builder.play_to(player, dice, &after.swapped(), &legs, at);
        }
        if self.builder.n_entries() == n_entries {
            return;
        }
        let board = before.board_of(player);
        let state = gnubg_engine::core::MatchState { board, on_roll: player, ..before };
        let Ok(roll) = gnubg_engine::core::Dice::new(dice[0], dice[1]) else { return };
        let plays = legal_plays(&state, roll);
        let play = analysis::play(record, &board, &after, dice, &plays);
        let luck = analysis::luck(record);
        let is_flagged = std::mem::take(&mut self.is_flagged) || record.flag(2520);
        if let Some(entry) = self.builder.last_entry() {
            entry.update_analysis(|found| (found.play, found.cube, found.luck) = (play, cube, luck));
        }
        self.flag(is_flagged);
    }

    /// Keeps the flag that the user set, if there is one, as the property of SGF for interesting positions.
    fn flag(&mut self, is_flagged: bool) {
        if let Some(entry) = self.builder.last_entry().filter(|_| is_flagged) {
            entry.properties.push(Property { name: HOTSPOT.to_owned(), values: vec!["1".to_owned()] });
        }
    }

    fn game_end(&mut self, record: &Record<'_>, at: Place) {
        let winner = seat(record.int(24));
        let number = |at| u32::try_from(record.int(at)).unwrap_or(0);
        let after = [number(12), number(16)];
        let gained = after[winner.index()].saturating_sub(self.score[winner.index()]);
        let points = if gained > 0 { gained } else { number(28) };
        if record.int(24) == 0 || points == 0 {
            return;
        }
        // The rules may give more points than the match needed; the score in the file is kept.
        let level = match record.int(32) {
            RESIGNED_SINGLE => Some(ResignLevel::Single),
            RESIGNED_GAMMON => Some(ResignLevel::Gammon),
            RESIGNED_BACKGAMMON => Some(ResignLevel::Backgammon),
            _ => None,
        };
        match level.filter(|_| self.builder.doubled_by().is_none() && self.builder.has_entries()) {
            Some(level) if self.builder.is_playing() => self.builder.resign(winner.other(), level, at),
            _ => self.builder.finish_game(winner, points.min(1 << 20), at),
        }
        self.builder.state_result(winner, points.min(1 << 20));
    }

    fn finish(self) -> Imported {
        let (record, warnings) = self.builder.finish();
        Imported { record, warnings }
    }
}

fn info(record: &Record<'_>) -> MatchInfo {
    let version = record.int(552);
    let wide = |at: usize| if version >= 24 { record.wide_text(at) } else { String::new() };
    let text = |wide_at: usize, short_at: usize, most: usize| {
        let found = clean_text(&wide(wide_at)).trim().to_owned();
        if found.is_empty() {
            clean_text(&record.short_text(short_at, most)).trim().to_owned()
        } else {
            found
        }
    };
    let mut info = MatchInfo::of_players([&clean_name(&text(880, 9, 40)), &clean_name(&text(1138, 50, 40))]);
    for (n, player) in info.players.iter_mut().enumerate() {
        let (elo, experience) = (record.double(104 + 8 * n), record.int(120 + 4 * n));
        if elo > 0.0 && elo < 10_000.0 {
            player.rating = format!("{elo:.2}/{experience}");
        }
    }
    info.event = text(622, 136, 128);
    info.place = text(1396, 283, 128);
    info.round = text(1654, 417, 128);
    let days = record.double(128);
    if days > 0.0 && days < 1e6 {
        info.date = Date::from_unix_days((days - DAYS_TO_1970).floor() as i64);
    }
    info
}
