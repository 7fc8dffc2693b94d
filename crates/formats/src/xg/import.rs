// SPDX-License-Identifier: GPL-3.0-or-later
//! Playing the records of an `.xg` file.

use super::layout::{
    DAYS_TO_1970, FIRST_RATING, SIZE, UNLIMITED, cube, game_end, game_head, match_end, match_head, play,
};
use super::records::{Record, RecordKind, records};
use super::{HOTSPOT, analysis, container, rollout, rtf};
use crate::builder::{Builder, append_comment};
use crate::error::{ImportError, Place};
use crate::text::{clean_name, clean_text};
use crate::{Format, Imported};
use gnubg_engine::core::{
    Board, CubeState, CubeValue, MAX_LENGTH, Phase, Player, ResignLevel, Rules, Variation, notation,
};
use gnubg_record::walk::legal_plays;
use gnubg_record::{Date, MatchInfo, Property};

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
            let new = XgReader::new(&record, &comments, &archive.rollouts)
                .map_err(|reason| error(record.at, reason))?;
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
    /// `temp.xgr`.
    rollouts: &'a [u8],
    /// The analyzed cube decision of the turn, for its move.
    cube: Option<gnubg_record::analysis::CubeAnalysis>,
    /// Whether that decision has the user's flag.
    is_flagged: bool,
    /// The score before the game, by seat.
    score: [u32; 2],
    /// The position that the game begins with, seen by player 1, if it was set up.
    start: Option<Board>,
    /// Whether the next record is the first of a game.
    is_start: bool,
    /// Those of the game; the values of cubes in records leave them out.
    automatic_doubles: u8,
    /// The comment on the end of the game.
    last_comment: String,
}

/// The player who acts by a record, and where the record has the position, the cube and the mark of edited records.
type SetUpFields = (Player, usize, usize, usize);

fn seat(active: i32) -> Player {
    if active < 0 { Player::One } else { Player::Zero }
}

impl<'a> XgReader<'a> {
    fn new(
        record: &Record<'_>,
        comments: &'a [&'a [u8]],
        rollouts: &'a [u8],
    ) -> Result<XgReader<'a>, String> {
        let length = match record.int(match_head::LENGTH) {
            UNLIMITED | 0 => 0,
            length => u16::try_from(length)
                .ok()
                .filter(|&length| length <= MAX_LENGTH)
                .ok_or_else(|| format!("the match length is {length}; it must be 0 (money play) to 64"))?,
        };
        let rules = Rules {
            variation: match record.int(match_head::VARIATION) {
                1 => Variation::Nackgammon,
                2 => Variation::Hypergammon3,
                _ => Variation::Standard,
            },
            crawford: record.flag(match_head::CRAWFORD),
            jacoby: record.flag(match_head::JACOBY),
            // In a match they are no rule, and its record never has them.
            beavers: if record.flag(match_head::BEAVERS) || length > 0 {
                Rules::default().beavers
            } else {
                0
            },
            automatic_doubles: if record.flag(match_head::HAS_AUTOMATIC_DOUBLES) {
                record.int(match_head::MAX_AUTOMATIC_DOUBLES).clamp(0, 12) as u8
            } else {
                0
            },
            ..Rules::default()
        };
        let mut builder = Builder::new(length, rules).map_err(|error| error.to_string())?;
        *builder.info() = info(record);
        let mut reader = XgReader {
            builder,
            comments,
            rollouts,
            cube: None,
            is_flagged: false,
            score: [0, 0],
            start: None,
            is_start: false,
            automatic_doubles: 0,
            last_comment: String::new(),
        };
        for at in match_head::COMMENTS {
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
                let stated = match_end::SCORE.map(|at| u32::try_from(record.int(at)).unwrap_or(0));
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
        self.score = game_head::SCORE.map(number);
        (self.cube, self.is_flagged) = (None, false);
        if !self.builder.begin_game(Some(self.score), at) {
            return;
        }
        self.builder.set_crawford(record.flag(game_head::IS_CRAWFORD));
        self.automatic_doubles = record.int(game_head::AUTOMATIC_DOUBLES).clamp(0, 12) as u8;
        for _ in 0..self.automatic_doubles {
            self.builder.automatic_double();
        }
        let start = self.builder.state().board_of(Player::Zero);
        self.start = record.board(game_head::BOARD).filter(|&board| board != Board::EMPTY && board != start);
        self.is_start = true;
        let text = self.comment(record.int(game_head::FIRST_COMMENT));
        self.builder.comment(&text);
        self.last_comment = self.comment(record.int(game_head::LAST_COMMENT));
    }

    /// Sets up what the first record of a game has, or a record that was edited.
    fn set_up(
        &mut self,
        record: &Record<'_>,
        (player, board_at, cube_at, edited_at): SetUpFields,
        at: Place,
    ) {
        let is_start = std::mem::take(&mut self.is_start);
        let start = self.start.take();
        let is_edited = record.flag(edited_at);
        if !is_edited && !is_start {
            return;
        }
        let state = self.builder.state();
        let board = if is_edited { record.board(board_at) } else { start };
        if let Some(board) = board.filter(|&board| board != Board::EMPTY) {
            // The file has it from the view of player 1.
            let board = if player == Player::Zero { board } else { board.swapped() };
            let is_new = state.board_of(player) != board || state.on_roll != player;
            if is_new || matches!(state.phase, Phase::Opening) {
                self.builder.set_board(player, &board, at);
            }
        }
        let code = record.int(cube_at);
        let value = CubeValue::from_exponent(code.unsigned_abs() + u32::from(self.automatic_doubles));
        if let Some(value) = value.filter(|_| code != 0 || state.cube.owner.is_some()) {
            let owner = (code != 0).then(|| seat(code));
            self.builder.set_cube(CubeState { value, owner }, at);
        }
    }

    fn cube(&mut self, record: &Record<'_>, at: Place) {
        let player = seat(record.int(cube::PLAYER));
        self.set_up(record, (player, cube::BOARD, cube::CUBE, cube::IS_EDITED), at);
        let analysis = analysis::cube(record);
        let mut text = self.comment(record.int(cube::COMMENT));
        if record.int(cube::LEVEL) == analysis::ROLLOUT
            && let Some(note) = rollout::rollout(self.rollouts, record.int(cube::ROLLOUT))
        {
            append_comment(&mut text, &rollout::of_cube(&note));
        }
        let is_flagged = record.flag(cube::IS_FLAGGED);
        if record.int(cube::DOUBLE) != cube::DOUBLED {
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
        match record.int(cube::TAKE) {
            cube::TAKEN => self.builder.take(other, at),
            cube::DROPPED => self.builder.pass(other, at),
            cube::TURNED_AGAIN => {
                self.builder.double(other, at);
                match record.int(cube::BEAVER) {
                    cube::TAKEN => self.builder.take(player, at),
                    cube::DROPPED => self.builder.pass(player, at),
                    cube::TURNED_AGAIN => {
                        self.builder.double(player, at);
                        match record.int(cube::RACCOON) {
                            cube::DROPPED => self.builder.pass(other, at),
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
        let player = seat(record.int(play::PLAYER));
        let cube = self.cube.take();
        let Some(dice) = record.dice(play::DICE) else {
            return self.builder.warn(at, "a move without dice is ignored");
        };
        self.set_up(record, (player, play::BEFORE, play::CUBE, play::IS_EDITED), at);
        let text = self.comment(record.int(play::COMMENT));
        self.builder.comment(&text);
        let Some(after) = record.board(play::AFTER) else {
            return self.builder.break_game(at, "the position after the move cannot occur");
        };
        let numbers = (0..8).map(|n| record.int(play::STEPS + 4 * n));
        let legs = analysis::legs(numbers);
        let before = self.builder.state();
        let n_entries = self.builder.n_entries();
        if after == Board::EMPTY {
            // The player resigned after the roll. A play never takes all checkers of both sides off the board.
            self.builder.roll(player, dice, at);
        } else if record.int(play::VALIDITY) == play::ILLEGAL {
            self.builder.marked_illegal_play(player, dice, &after.swapped(), &legs, at);
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
        let play = analysis::play(record, &board, &after, dice, &plays).map(|(play, numbers)| {
            let told = play.candidates.iter().zip(numbers).filter_map(|(one, number)| {
                Some((notation::format(&board, &one.play), rollout::rollout(self.rollouts, number)?))
            });
            let told: Vec<_> = told.collect();
            if let Some(entry) = self.builder.last_entry() {
                append_comment(&mut entry.comment, &rollout::of_plays(&told));
            }
            play
        });
        let luck = analysis::luck(record);
        let is_flagged = std::mem::take(&mut self.is_flagged) || record.flag(play::IS_FLAGGED);
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
        let winner = seat(record.int(game_end::WINNER));
        let number = |at| u32::try_from(record.int(at)).unwrap_or(0);
        let after = game_end::SCORE.map(number);
        let gained = after[winner.index()].saturating_sub(self.score[winner.index()]);
        let points = if gained > 0 { gained } else { number(game_end::POINTS) };
        if record.int(game_end::WINNER) == 0 || points == 0 {
            return;
        }
        let comment = std::mem::take(&mut self.last_comment);
        self.builder.comment(&comment);
        let ending = record.int(game_end::ENDING);
        let points = points.min(1 << 20);
        if ending < game_end::SETTLED {
            let level = u8::try_from(ending - game_end::RESIGNED).ok().and_then(ResignLevel::from_multiple);
            match level.filter(|_| self.builder.doubled_by().is_none() && self.builder.has_entries()) {
                Some(level) if self.builder.is_playing() => self.builder.resign(winner.other(), level, at),
                _ => self.builder.finish_game(winner, points, at),
            }
        }
        // The rules may give more points than the match needed; the score in the file is kept.
        self.builder.state_result(winner, points);
    }

    fn finish(self) -> Imported {
        let (record, warnings) = self.builder.finish();
        Imported { record, warnings }
    }
}

fn info(record: &Record<'_>) -> MatchInfo {
    let version = record.int(match_head::VERSION);
    let wide = |at: usize| if version >= 24 { record.wide_text(at) } else { String::new() };
    let text = |wide_at: usize, short_at: usize, most: usize| {
        let found = clean_text(&wide(wide_at)).trim().to_owned();
        if found.is_empty() {
            clean_text(&record.short_text(short_at, most)).trim().to_owned()
        } else {
            found
        }
    };
    let name = |n: usize| {
        let (wide, short) = (match_head::NAMES[n], match_head::SHORT_NAMES[n]);
        clean_name(&text(wide, short, match_head::MAX_SHORT_NAME))
    };
    let mut info = MatchInfo::of_players([&name(0), &name(1)]);
    for (n, player) in info.players.iter_mut().enumerate() {
        let (rating, experience) =
            (record.double(match_head::RATINGS[n]), record.int(match_head::EXPERIENCE[n]));
        let is_known = rating > 0.0 && rating < 10_000.0 && (rating, experience) != (FIRST_RATING, 0);
        player.rating = match experience {
            _ if !is_known => String::new(),
            0 => format!("{rating:.2}"),
            _ => format!("{rating:.2}/{experience}"),
        };
    }
    let long = match_head::MAX_SHORT_TEXT;
    info.event = text(match_head::EVENT, match_head::SHORT_EVENT, long);
    info.place = text(match_head::PLACE, match_head::SHORT_PLACE, long);
    info.round = text(match_head::ROUND, match_head::SHORT_ROUND, long);
    if version >= 30 {
        info.annotator = clean_text(&record.wide_text(match_head::TRANSCRIBER)).trim().to_owned();
    }
    let days = record.double(match_head::DATE);
    if days > 0.0 && days < 1e6 {
        info.date = Date::from_unix_days((days - DAYS_TO_1970).floor() as i64);
    }
    info
}
