// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing a match.

use super::bytes::{RecordWriter, board_bytes, text, varint};
use super::steps::steps;
use super::write_decisions::Decisions;
use super::{
    END, HEADER, ILLEGAL_PLAY_VERSION, LOWEST_READER, MAGIC, MAJOR_VERSION, MINOR_VERSION, action, precision,
    roll_code, rule, scope,
};
use gnubg_engine::core::{CubeState, Decision, Dice, MatchState, Phase, Play, Player, Variation};
use gnubg_record::judge::MatchEquity;
use gnubg_record::walk::WalkStep;
use gnubg_record::{Date, EntryAction, GameRecord, MatchRecord};

/// Flags of a section that a reader must know.
const CRITICAL: u8 = 1;
/// The system of ratings whose system is not known.
const RATING_SYSTEM: &str = "elo";
/// The longest text that is written as one annotation, in bytes.
const MAX_TEXT: usize = 4000;

/// The bytes of a file. `table` gives the match winning chances; without one the default table does.
pub(crate) fn write(record: &MatchRecord, table: Option<&dyn MatchEquity>) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend_from_slice(MAGIC);
    // The lowest version of readers and the size follow at the end.
    for number in [MAJOR_VERSION, minor_version(record), MAJOR_VERSION, 0, 0, 0] {
        out.extend_from_slice(&number.to_le_bytes());
    }
    section(&mut out, b"MTCH", CRITICAL, &head(record));
    let mut writer =
        MatchWriter { record, ply: 0, annotations: Vec::new(), decisions: Decisions::new(record, table) };
    writer.annotate(scope::MATCH, 0, &record.info.comment);
    for game in &record.games {
        let content = writer.game(game);
        section(&mut out, b"GAME", CRITICAL, &content);
    }
    raise(&mut out, LOWEST_READER, writer.decisions.lowest_reader());
    if let Some((anal, decisions)) = writer.decisions.finish() {
        section(&mut out, b"ANAL", 0, &anal);
        section(&mut out, b"DECS", 0, &decisions);
    }
    if !writer.annotations.is_empty() {
        section(&mut out, b"ANNO", 0, &writer.annotations);
    }
    finish(out)
}

/// The lowest minor version that has everything in the match.
pub(super) fn minor_version(record: &MatchRecord) -> u16 {
    let entries = || record.games.iter().flat_map(|game| &game.entries);
    let is_illegal = entries().any(|entry| matches!(entry.action, EntryAction::IllegalPlay { .. }));
    if is_illegal { ILLEGAL_PLAY_VERSION } else { MINOR_VERSION }
}

/// Raises a version in the header.
pub(super) fn raise(out: &mut [u8], at: usize, version: u16) {
    let number = &mut out[at..at + 2];
    if u16::from_le_bytes([number[0], number[1]]) < version {
        number.copy_from_slice(&version.to_le_bytes());
    }
}

/// The file with its size, its checksum and its end.
pub(super) fn finish(mut out: Vec<u8>) -> Vec<u8> {
    // The size counts in the checksum.
    let checksum_section = 9 + 8;
    let size = u32::try_from(out.len() + checksum_section + END.len()).unwrap_or(u32::MAX);
    out[HEADER - 4..HEADER].copy_from_slice(&size.to_le_bytes());
    let mut crc = flate2::Crc::new();
    crc.update(&out);
    let digest = [varint(0), varint(4), crc.sum().to_le_bytes().to_vec()].concat();
    let content = RecordWriter::with(digest).finish();
    section(&mut out, b"CSUM", CRITICAL, &content);
    out.extend_from_slice(END);
    out
}

pub(super) fn section(out: &mut Vec<u8>, name: &[u8; 4], flags: u8, content: &[u8]) {
    out.extend_from_slice(name);
    out.extend_from_slice(&u32::try_from(content.len()).unwrap_or(u32::MAX).to_le_bytes());
    out.push(flags);
    out.extend_from_slice(content);
}

fn head(record: &MatchRecord) -> Vec<u8> {
    let variant = match record.rules.variation {
        Variation::Standard => 0,
        Variation::Nackgammon => 1,
        // Matches with one or two checkers are refused before.
        Variation::Hypergammon1 | Variation::Hypergammon2 | Variation::Hypergammon3 => 2,
    };
    let mut head = RecordWriter::with([varint(u64::from(record.length)), varint(variant)].concat());
    let info = &record.info;
    head.add_text(0, &info.players[0].name);
    head.add_text(1, &info.players[1].name);
    let rules = &record.rules;
    let bits = [
        (rules.crawford, rule::CRAWFORD),
        (rules.jacoby && record.is_money(), rule::JACOBY),
        (rules.beavers > 0 && record.is_money(), rule::BEAVERS),
        (rules.beavers > 1 && record.is_money(), rule::RACCOONS),
        (rules.automatic_doubles > 0 && record.is_money(), rule::AUTOMATIC_DOUBLES),
    ];
    let bits: u64 = bits.iter().filter(|(has, _)| *has).map(|(_, bit)| bit).sum();
    head.add(2, &varint(bits));
    if !rules.cube {
        head.add(3, &varint(1));
    }
    let score = record.games.first().map_or([0, 0], |game| game.start.score);
    if score != [0, 0] {
        head.add(4, &score.map(|points| varint(u64::from(points))).concat());
    }
    let date = info.date.and_then(milliseconds);
    if let Some((ms, _)) = date {
        head.add(8, &varint(ms));
    }
    if crawford_is_past(record) {
        head.mark(11);
    }
    head.add_text(12, &info.event);
    if let Some((_, precision)) = date {
        head.add(14, &varint(precision));
    }
    head.add_text(15, &info.round);
    let (city, country) = city_and_country(&info.place);
    head.add_text(18, city);
    head.add_text(19, country);
    for (bit, player) in [(23, &info.players[0]), (24, &info.players[1])] {
        // Ratings of other forms, such as `1500 (230 exp)`, begin with the number.
        let number = player.rating.split(['/', ' ']).next().and_then(|rating| rating.parse::<f64>().ok());
        if let Some(rating) = number.filter(|rating| (0.0..1e6).contains(rating)) {
            let mut profile = RecordWriter::default();
            profile.add(1, &varint((rating * 100.0).round() as u64));
            // The format wants a system beside a rating.
            profile.add_text(2, RATING_SYSTEM);
            head.add(bit, &profile.finish());
        }
    }
    head.finish()
}

/// A place that ends with the two letters of a country, such as `Oslo, NO`.
fn city_and_country(place: &str) -> (&str, &str) {
    match place.rsplit_once(", ") {
        Some((city, country)) if country.len() == 2 && country.bytes().all(|b| b.is_ascii_uppercase()) => {
            (city, country)
        }
        _ => (place, ""),
    }
}

/// The first millisecond of a date, and what of it is known.
fn milliseconds(date: Date) -> Option<(u64, u64)> {
    let precision = match (date.month(), date.day()) {
        (0, _) => precision::YEAR,
        (_, 0) => precision::MONTH,
        _ => precision::DAY,
    };
    let days = date.unix_days();
    u64::try_from(days).ok().map(|days| (days * 86_400_000, precision))
}

/// Whether the first game has a player one point away and is not the Crawford game.
fn crawford_is_past(record: &MatchRecord) -> bool {
    record.games.first().is_some_and(|game| {
        let state = game.start.state(record.length);
        record.rules.crawford && state.is_post_crawford()
    })
}

struct MatchWriter<'a> {
    record: &'a MatchRecord,
    /// The number of the next ply in the match.
    ply: u64,
    annotations: Vec<u8>,
    decisions: Decisions<'a>,
}

impl MatchWriter<'_> {
    fn annotate(&mut self, scope: u64, number: u64, comment: &str) {
        let mut rest = comment;
        while !rest.is_empty() {
            let mut end = rest.len().min(MAX_TEXT);
            while !rest.is_char_boundary(end) {
                end -= 1;
            }
            let fields = [varint(scope), varint(number), text(&rest[..end])].concat();
            self.annotations.extend(RecordWriter::with(fields).finish());
            rest = &rest[end..];
        }
    }

    fn game(&mut self, game: &GameRecord) -> Vec<u8> {
        let mut head = RecordWriter::default();
        let mut resign_code = action::RESIGN_GAME;
        if let Some(outcome) = game.outcome(self.record.length) {
            let needed = game.start.state(self.record.length).away(outcome.winner);
            head.add(0, &varint(outcome.winner.index() as u64));
            head.add(1, &varint(u64::from(outcome.points.min(needed.unwrap_or(u32::MAX)))));
            if needed.is_some_and(|needed| outcome.points >= needed) {
                resign_code = action::RESIGN_MATCH;
            }
        }
        let mut steps = game.walk(self.record.length).peekable();
        let start = Start::of(game, self.record.length);
        if let Some(start) = &start {
            start.write(&mut head);
        }
        if game.start.automatic_doubles > 0 {
            head.add(6, &varint(u64::from(game.start.automatic_doubles)));
        }
        let mut plies = Vec::new();
        let n_set_ups = start.map_or(0, |start| start.n_entries);
        steps.by_ref().take(n_set_ups).for_each(drop);
        while let Some(step) = steps.next() {
            let answer = steps.peek().map(|next| &next.entry.action);
            let resigned = matches!(answer, Some(EntryAction::AcceptResignation)).then_some(resign_code);
            let is_unplayed = matches!(answer, Some(EntryAction::Resign(_)));
            if is_out_of_turn(&step) {
                plies.push(byte(action::PASS, step.entry.player.other(), false));
                self.ply += 1;
            }
            if let Some(ply) = ply(&step, resigned) {
                plies.extend(ply);
                self.annotate(scope::PLY, self.ply, &step.entry.comment);
                self.decisions.add(self.ply, &step, is_unplayed);
                self.ply += 1;
            } else if self.ply > 0 {
                self.annotate(scope::PLY, self.ply - 1, &step.entry.comment);
            }
        }
        [head.finish(), plies].concat()
    }
}

/// What was set up before the first ply of a game.
struct Start {
    n_entries: usize,
    board: Option<Vec<u8>>,
    cube: CubeState,
}

impl Start {
    /// `None` if nothing was set up, or if the first ply is not by the player then on roll, whom a game does not name.
    fn of(game: &GameRecord, length: u16) -> Option<Start> {
        let n_entries = game.entries.iter().take_while(|entry| entry.action.is_set_up()).count();
        let last = game.walk(length).take(n_entries).last()?.after;
        let set_ups = &game.entries[..n_entries];
        // The starting position is not written: a game without a position begins there.
        let is_start = last.board == last.rules.variation.start();
        let has_board =
            !is_start && set_ups.iter().any(|entry| matches!(entry.action, EntryAction::SetBoard(_)));
        let next = game.entries.get(n_entries)?.player;
        let has_comment = set_ups.iter().any(|entry| !entry.comment.is_empty());
        if next != last.on_roll && has_board || has_comment {
            return None;
        }
        let board = has_board.then(|| board_bytes(&last.board, last.on_roll));
        Some(Start { n_entries, board, cube: last.cube })
    }

    fn write(&self, head: &mut RecordWriter) {
        if let Some(board) = &self.board {
            head.add(3, board);
        }
        if self.cube != CubeState::default() {
            head.add(4, &varint(u64::from(self.cube.value.points())));
            if let Some(owner) = self.cube.owner {
                head.add(5, &varint(owner.index() as u64));
            }
        }
    }
}

/// The bytes of a ply; `None` for entries that have none. `resigned` is the action of a resignation, if it was accepted.
fn ply(step: &WalkStep<'_>, resigned: Option<u8>) -> Option<Vec<u8>> {
    let player = step.entry.player;
    let simple = |code| Some(vec![byte(code, player, false)]);
    let detailed = |code, player, details: RecordWriter| {
        Some([vec![byte(code, player, true)], details.finish()].concat())
    };
    let mut details = RecordWriter::default();
    match &step.entry.action {
        EntryAction::Play { dice, play } => Some(roll(player, *dice, play)),
        EntryAction::Roll(dice) => Some(roll(player, *dice, &Play::EMPTY)),
        EntryAction::IllegalPlay { dice, after, .. } => {
            details.add(0, &[dice.low(), dice.high()]);
            details.mark(3);
            details.add(6, &board_bytes(after, player.other()));
            detailed(action::SET_BOARD, player.other(), details)
        }
        EntryAction::Double => simple(action::DOUBLE),
        EntryAction::Take if beavers(&step.before) > 0 => None,
        EntryAction::Take => simple(action::TAKE),
        EntryAction::Drop => simple(action::DROP),
        EntryAction::Beaver if beavers(&step.before) % 2 == 1 => simple(action::RACCOON),
        EntryAction::Beaver => simple(action::BEAVER),
        EntryAction::Resign(level) => resigned.and_then(|code| {
            details.add(1, &varint(u64::from(level.multiple())));
            detailed(code, player, details)
        }),
        EntryAction::AcceptResignation | EntryAction::DeclineResignation | EntryAction::OutOfTime(_) => None,
        EntryAction::SetBoard(board) => {
            details.add(6, &board_bytes(board, player));
            detailed(action::SET_BOARD, player, details)
        }
        EntryAction::SetCubeValue(_) | EntryAction::SetCubeOwner(_) => {
            let cube = step.after.cube;
            details.add(2, &varint(u64::from(cube.value.points())));
            if let Some(owner) = cube.owner {
                details.add(8, &varint(owner.index() as u64));
            }
            detailed(action::SET_CUBE, player, details)
        }
    }
}

/// Whether a player acts although the other one is to roll.
fn is_out_of_turn(step: &WalkStep<'_>) -> bool {
    let is_turn = step.entry.action.is_roll() || step.entry.action == EntryAction::Double;
    is_turn && step.before.phase == Phase::Due(Decision::Roll) && step.before.on_roll != step.entry.player
}

fn beavers(state: &MatchState) -> u8 {
    match state.phase {
        Phase::Due(Decision::Answer(offer)) => offer.beavers,
        _ => 0,
    }
}

fn byte(code: u8, player: Player, has_details: bool) -> u8 {
    code | if player == Player::One { 0x40 } else { 0 } | if has_details { 0x80 } else { 0 }
}

fn roll(player: Player, dice: Dice, play: &Play) -> Vec<u8> {
    let mut bytes = vec![byte(roll_code(dice.low(), dice.high()), player, false)];
    bytes.extend(steps(player, play));
    let most = if dice.is_double() { 4 } else { 2 };
    if play.steps().len() < most {
        bytes.push(0);
    }
    bytes
}
