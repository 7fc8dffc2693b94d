// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing a match: its records and comments, then the archive around them.

use super::container::{FileInArchive, Titles, pack};
use super::layout::{
    self, DAYS_TO_1970, FIRST_RATING, NONE, UNLIMITED, cube, game_end, game_head, kind, match_end, match_head,
    play,
};
use super::record_bytes::RecordBytes;
use super::{rtf, write_analysis};
use crate::equities::Equities;
use gnubg_engine::core::{CubeState, Decision, MatchState, Phase, Play, Player, Variation};
use gnubg_record::judge::MatchEquity;
use gnubg_record::walk::{WalkStep, legal_plays};
use gnubg_record::{Entry, EntryAction, GameRecord, HowWon, MatchRecord, Outcome};

/// The version of the files that are written; the first with every field written here.
const VERSION: i32 = 30;
const MAGIC: i32 = 0x494c_4d44;
/// The largest cube in files, as a power of two.
const CUBE_LIMIT: i32 = 10;
/// The property of SGF that marks an interesting position.
pub(super) const HOTSPOT: &str = "HO";
/// The dice of a cube record after which nobody rolled.
const NO_DICE: &[u8; 2] = b"77";

/// The bytes of a file. `table` gives the match winning chances; without one the default table does.
pub(crate) fn write(record: &MatchRecord, table: Option<&dyn MatchEquity>) -> Vec<u8> {
    let mut writer = XgWriter {
        record,
        equities: Equities::new(table),
        records: Vec::new(),
        comments: Vec::new(),
        pending: None,
        edits: Edits::default(),
        waiting_comment: String::new(),
    };
    let head = writer.match_head();
    writer.records.push(head);
    for (n, game) in record.games.iter().enumerate() {
        writer.game(n, game);
    }
    let is_open = record.games.last().is_none_or(|game| game.outcome(record.length).is_none());
    if !is_open {
        let end = match_end_record(record);
        writer.records.push(end);
    }
    writer.finish()
}

/// What was set up since the last record.
#[derive(Default)]
struct Edits {
    is_edited: bool,
}

struct XgWriter<'a> {
    record: &'a MatchRecord,
    equities: Equities<'a>,
    records: Vec<RecordBytes>,
    /// Comments as lines of Rich Text Format.
    comments: Vec<String>,
    /// A double that was not followed by a roll yet.
    pending: Option<PendingCube>,
    edits: Edits,
    /// Comments of entries that have no record of their own, for the next record.
    waiting_comment: String,
}

struct PendingCube {
    bytes: RecordBytes,
    /// Beavers and raccoons after the double.
    n_beavers: u8,
    comment: String,
}

impl XgWriter<'_> {
    /// Keeps a comment; its index.
    fn comment(&mut self, text: &str) -> i32 {
        if text.is_empty() {
            return NONE;
        }
        self.comments.push(rtf::written(text));
        i32::try_from(self.comments.len() - 1).unwrap_or(NONE)
    }

    /// The comment of an entry, after those of the entries before it that have no record.
    fn comment_of(&mut self, text: &str) -> i32 {
        let mut whole = std::mem::take(&mut self.waiting_comment);
        crate::builder::append_comment(&mut whole, text);
        self.comment(&whole)
    }

    fn match_head(&mut self) -> RecordBytes {
        let record = self.record;
        let (info, rules, is_money) = (&record.info, &record.rules, record.is_money());
        let mut head = RecordBytes::new(kind::MATCH);
        head.int(match_head::LENGTH, if is_money { UNLIMITED } else { i32::from(record.length) });
        head.int(
            match_head::VARIATION,
            match rules.variation {
                Variation::Standard => 0,
                Variation::Nackgammon => 1,
                Variation::Hypergammon1 | Variation::Hypergammon2 | Variation::Hypergammon3 => 2,
            },
        );
        head.flag(match_head::CRAWFORD, rules.crawford);
        head.flag(match_head::JACOBY, rules.jacoby && is_money);
        head.flag(match_head::BEAVERS, rules.beavers > 0 && is_money);
        head.flag(match_head::HAS_AUTOMATIC_DOUBLES, rules.automatic_doubles > 0 && is_money);
        head.int(match_head::MAX_AUTOMATIC_DOUBLES, i32::from(rules.automatic_doubles));
        for (n, player) in info.players.iter().enumerate() {
            head.short_text(match_head::SHORT_NAMES[n], match_head::MAX_SHORT_NAME, &player.name);
            head.wide_text(match_head::NAMES[n], &player.name);
            let (rating, experience) = rating(&player.rating).unwrap_or((FIRST_RATING, 0));
            head.double(match_head::RATINGS[n], rating);
            head.int(match_head::EXPERIENCE[n], experience);
            head.int(match_head::PLAYER_LEVELS[n], NONE);
        }
        if let Some(date) = info.date {
            head.double(match_head::DATE, date.unix_days() as f64 + DAYS_TO_1970);
        }
        for (short, wide, text) in [
            (match_head::SHORT_EVENT, match_head::EVENT, &info.event),
            (match_head::SHORT_PLACE, match_head::PLACE, &info.place),
            (match_head::SHORT_ROUND, match_head::ROUND, &info.round),
        ] {
            head.short_text(short, match_head::MAX_SHORT_TEXT, text);
            head.wide_text(wide, text);
        }
        head.int(match_head::INVERT, 1);
        head.int(match_head::VERSION, VERSION);
        head.int(match_head::MAGIC, MAGIC);
        let comment = self.comment(&record.info.comment);
        head.int(match_head::COMMENTS[0], comment);
        head.int(match_head::COMMENTS[1], NONE);
        head.int(match_head::SITE, NONE);
        head.int(match_head::CUBE_LIMIT, CUBE_LIMIT);
        head.flag(match_head::IS_TRANSCRIBED, !info.annotator.is_empty());
        head.wide_text(match_head::TRANSCRIBER, &info.annotator);
        head
    }

    fn game(&mut self, n: usize, game: &GameRecord) {
        let length = self.record.length;
        let outcome = game.outcome(length);
        let place = self.records.len();
        let mut head = RecordBytes::new(kind::GAME);
        for (at, points) in game_head::SCORE.into_iter().zip(game.start.score) {
            head.int(at, i32::try_from(points).unwrap_or(i32::MAX));
        }
        head.flag(game_head::IS_CRAWFORD, game.start.is_crawford);
        head.int(game_head::NUMBER, i32::try_from(n + 1).unwrap_or(i32::MAX));
        head.flag(game_head::IN_PROGRESS, outcome.is_none());
        head.int(game_head::AUTOMATIC_DOUBLES, i32::from(game.start.automatic_doubles));
        head.int(game_head::FIRST_COMMENT, NONE);
        head.int(game_head::LAST_COMMENT, NONE);
        let n_set_ups = game.entries.iter().take_while(|entry| entry.action.is_set_up()).count();
        head.board(game_head::BOARD, &game.state_before(length, n_set_ups).board_of(Player::Zero));
        self.records.push(head);
        self.edits = Edits::default();
        let mut last = None;
        for step in game.walk(length) {
            self.entry(&step, game.start.automatic_doubles);
            last = Some(step.after);
        }
        self.flush_double(NO_DICE);
        match (outcome, last) {
            (Some(outcome), last) => {
                let was_played = matches!(outcome.how, HowWon::BorneOff(_) | HowWon::Dropped);
                let rolled = self.records.last().is_some_and(|record| record.kind() == kind::MOVE);
                let is_unplayed = game.entries.iter().any(|entry| matches!(entry.action, EntryAction::Roll(_)));
                if let Some(state) = last.filter(|_| !was_played && !(rolled && is_unplayed)) {
                    let bytes = self.cube_record(&state, state.on_roll, None, cube::UNDECIDED, game);
                    self.records.push(bytes);
                }
                let end = game_end_record(game, &outcome, game.next_start(length).is_some_and(|s| s.is_crawford));
                self.records.push(end);
            }
            (None, Some(state)) if matches!(state.phase, Phase::Due(Decision::Roll)) => {
                // The position that was reached, with the player on roll.
                let bytes = self.cube_record(&state, state.on_roll, None, cube::UNDECIDED, game);
                self.records.push(bytes);
            }
            _ => {}
        }
        let rest = std::mem::take(&mut self.waiting_comment);
        let index = self.comment(&rest);
        self.records[place].int(game_head::LAST_COMMENT, index);
    }
}
