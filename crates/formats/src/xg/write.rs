// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing a match: its records and comments, then the archive around them.
//!
//! A cube record stands before every turn. What the format has no place for is left out: declined resignations,
//! variations, marks, the settings of rollouts.

use super::container::pack;
use super::layout::{
    DAYS_TO_1970, FIRST_RATING, NONE, UNLIMITED, cube, game_end, game_head, kind, match_end, match_head, play,
};
use super::record_bytes::RecordBytes;
use super::{HOTSPOT, rtf, write_analysis};
use crate::builder::append_comment;
use crate::equities::Equities;
use gnubg_engine::core::{CubeState, Decision, MatchState, Phase, Player, Variation};
use gnubg_record::judge::MatchEquity;
use gnubg_record::walk::WalkStep;
use gnubg_record::{Entry, EntryAction, GameRecord, HowWon, MatchRecord, Outcome};

/// The version of the files that are written; the first with every field written here.
const VERSION: i32 = 30;
const MAGIC: i32 = 0x494c_4d44;
/// The largest cube of files, as a power of two.
const CUBE_LIMIT: i32 = 10;
/// The dice of a cube record after which nobody rolled.
const NO_DICE: [u8; 2] = [7, 7];

/// The bytes of a file. `table` gives the match winning chances; without one the default table does.
pub(crate) fn write(record: &MatchRecord, table: Option<&dyn MatchEquity>) -> Vec<u8> {
    let mut writer = XgWriter {
        length: record.length,
        equities: Equities::new(table),
        records: Vec::new(),
        comments: Vec::new(),
        double: None,
        is_edited: false,
        automatic_doubles: 0,
        waiting_comment: String::new(),
    };
    writer.match_head(record);
    for (n, game) in record.games.iter().enumerate() {
        writer.game(n, game);
    }
    if record.games.last().is_some_and(|game| game.outcome(record.length).is_some()) {
        writer.match_end(record);
    }
    let records: Vec<&[u8]> = writer.records.iter().map(RecordBytes::bytes).collect();
    let first_and_last: Vec<&[u8]> = records.first().into_iter().chain(records.last()).copied().collect();
    let title = format!("{} - {}", record.name(Player::Zero), record.name(Player::One));
    pack(&title, &records.concat(), &first_and_last.concat(), &writer.comments.concat())
}

struct XgWriter<'a> {
    length: u16,
    equities: Equities<'a>,
    records: Vec<RecordBytes>,
    /// Comments in Rich Text Format, one for each line.
    comments: Vec<String>,
    /// A double whose turn is not over.
    double: Option<DoubleRecord>,
    /// Whether something was set up since the last record.
    is_edited: bool,
    /// Those of the game; the values of cubes in records leave them out.
    automatic_doubles: u8,
    /// Comments of entries without a record of their own, for the next record.
    waiting_comment: String,
}

struct DoubleRecord {
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
        self.comments.push(rtf::written(text) + "\r\n");
        i32::try_from(self.comments.len() - 1).unwrap_or(NONE)
    }

    /// The waiting comments and this one.
    fn with_waiting(&mut self, text: &str) -> String {
        let mut whole = std::mem::take(&mut self.waiting_comment);
        append_comment(&mut whole, text);
        whole
    }

    fn match_head(&mut self, record: &MatchRecord) {
        let (info, rules, is_money) = (&record.info, &record.rules, record.is_money());
        let mut head = RecordBytes::new(kind::MATCH);
        head.int(match_head::LENGTH, if is_money { UNLIMITED } else { i32::from(record.length) });
        let variation = match rules.variation {
            Variation::Standard => 0,
            Variation::Nackgammon => 1,
            // Matches with one or two checkers are refused before.
            Variation::Hypergammon1 | Variation::Hypergammon2 | Variation::Hypergammon3 => 2,
        };
        head.int(match_head::VARIATION, variation);
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
        head.int(match_head::COMMENTS[0], self.comment(&info.comment));
        head.int(match_head::COMMENTS[1], NONE);
        head.int(match_head::SITE, NONE);
        head.int(match_head::CUBE_LIMIT, CUBE_LIMIT);
        head.flag(match_head::IS_TRANSCRIBED, !info.annotator.is_empty());
        head.wide_text(match_head::TRANSCRIBER, &info.annotator);
        self.records.push(head);
    }

    fn game(&mut self, n: usize, game: &GameRecord) {
        let outcome = game.outcome(self.length);
        let place = self.records.len();
        let mut head = RecordBytes::new(kind::GAME);
        head.ints(game_head::SCORE, game.start.score.map(number));
        head.flag(game_head::IS_CRAWFORD, game.start.is_crawford);
        head.int(game_head::NUMBER, i32::try_from(n + 1).unwrap_or(i32::MAX));
        head.flag(game_head::IN_PROGRESS, outcome.is_none());
        head.int(game_head::AUTOMATIC_DOUBLES, i32::from(game.start.automatic_doubles));
        head.int(game_head::FIRST_COMMENT, NONE);
        let n_set_ups = game.entries.iter().take_while(|entry| entry.action.is_set_up()).count();
        head.board(game_head::BOARD, &game.state_before(self.length, n_set_ups).board_of(Player::Zero));
        self.records.push(head);
        (self.is_edited, self.automatic_doubles) = (false, game.start.automatic_doubles);
        for step in game.walk(self.length) {
            self.entry(&step);
        }
        self.end_of_turn(NO_DICE);
        self.last_position(game, outcome.as_ref());
        if let Some(outcome) = &outcome {
            self.game_end(game, outcome);
        }
        let comment = self.with_waiting("");
        let comment = self.comment(&comment);
        self.records[place].int(game_head::LAST_COMMENT, comment);
    }

    /// A cube record without a decision, where a game ends before one: by a resignation, a settlement, or because the
    /// record ends there.
    fn last_position(&mut self, game: &GameRecord, outcome: Option<&Outcome>) {
        let state = game.final_state(self.length);
        let is_wanted = match outcome.map(|outcome| outcome.how) {
            Some(HowWon::Resigned(_) | HowWon::Stated | HowWon::OutOfTime) => {
                let is_answer = |entry: &&Entry| {
                    let action = &entry.action;
                    !matches!(
                        action,
                        EntryAction::Resign(_)
                            | EntryAction::AcceptResignation
                            | EntryAction::DeclineResignation
                            | EntryAction::OutOfTime(_)
                    )
                };
                let last = game.entries.iter().rev().find(is_answer);
                last.is_some_and(|entry| entry.action.is_play())
            }
            Some(HowWon::BorneOff(_) | HowWon::Dropped) => false,
            None => state.phase == Phase::Due(Decision::Roll),
        };
        if is_wanted {
            let record = self.cube_record(&state, cube::UNDECIDED);
            self.records.push(record);
        }
    }

    fn entry(&mut self, step: &WalkStep<'_>) {
        let (entry, player) = (step.entry, step.entry.player);
        let before = MatchState { board: step.before.board_of(player), on_roll: player, ..step.before };
        match &entry.action {
            EntryAction::Play { .. } | EntryAction::IllegalPlay { .. } | EntryAction::Roll(_) => {
                self.roll(step, &before);
            }
            EntryAction::Double => {
                self.end_of_turn(NO_DICE);
                let mut bytes = self.cube_record(&before, cube::DOUBLED);
                bytes.flag(cube::IS_FLAGGED, is_flagged(entry));
                let comment = self.with_waiting(&entry.comment);
                let mut double = DoubleRecord { bytes, n_beavers: 0, comment };
                self.analysis_of_double(&mut double.bytes, &before, entry);
                self.double = Some(double);
            }
            EntryAction::Take | EntryAction::Drop | EntryAction::Beaver => self.answer(entry, &step.before),
            EntryAction::Resign(_)
            | EntryAction::AcceptResignation
            | EntryAction::DeclineResignation
            | EntryAction::OutOfTime(_) => {
                append_comment(&mut self.waiting_comment, &entry.comment);
            }
            EntryAction::SetBoard(_) | EntryAction::SetCubeValue(_) | EntryAction::SetCubeOwner(_) => {
                self.is_edited = true;
                append_comment(&mut self.waiting_comment, &entry.comment);
            }
        }
    }

    fn analysis_of_double(&self, bytes: &mut RecordBytes, doubler: &MatchState, entry: &Entry) {
        if let Some(analysis) = entry.cube_analysis() {
            let scale = self.equities.scale(doubler, doubler.on_roll);
            write_analysis::cube(bytes, analysis, &scale);
        }
    }

    fn answer(&mut self, entry: &Entry, before: &MatchState) {
        let Some(mut double) = self.double.take() else { return };
        if double.n_beavers == 0 && double.bytes.read().int(cube::USED_LEVEL) < 0 {
            let doubler = entry.player.other();
            let state = MatchState { board: before.board_of(doubler), on_roll: doubler, ..*before };
            self.analysis_of_double(&mut double.bytes, &state, entry);
        }
        append_comment(&mut double.comment, &entry.comment);
        let field = [cube::TAKE, cube::BEAVER, cube::RACCOON].get(usize::from(double.n_beavers));
        let value = match entry.action {
            EntryAction::Drop => cube::DROPPED,
            EntryAction::Beaver => cube::TURNED_AGAIN,
            _ => cube::TAKEN,
        };
        match field {
            // The record has no more places; the next one tells the cube.
            Some(&cube::RACCOON) if value == cube::TURNED_AGAIN => {
                double.bytes.int(cube::RACCOON, cube::TAKEN);
                self.is_edited = true;
            }
            Some(&field) => double.bytes.int(field, value),
            None => {}
        }
        double.n_beavers += u8::from(value == cube::TURNED_AGAIN);
        self.double = Some(double);
    }

    /// Writes the double of the turn, if there was one, with the dice rolled after it.
    fn end_of_turn(&mut self, dice: [u8; 2]) -> bool {
        let Some(mut double) = self.double.take() else { return false };
        write_analysis::cube_errors(&mut double.bytes);
        double.bytes.int(cube::COMMENT, self.comment(&double.comment));
        double.bytes.dice_text(cube::DICE, dice);
        self.records.push(double.bytes);
        true
    }

    fn roll(&mut self, step: &WalkStep<'_>, before: &MatchState) {
        let (entry, player) = (step.entry, step.entry.player);
        let Some(dice) = entry.faces() else { return };
        // After a take the position before the double is in its record already.
        if !self.end_of_turn(dice) {
            let analysis = entry.cube_analysis();
            let may_double = analysis.is_some() || before.may_double().is_ok();
            let mut bytes =
                self.cube_record(before, if may_double { cube::NOT_DOUBLED } else { cube::NO_CHOICE });
            self.analysis_of_double(&mut bytes, before, entry);
            write_analysis::cube_errors(&mut bytes);
            bytes.dice_text(cube::DICE, dice);
            self.records.push(bytes);
        }
        let mut bytes = RecordBytes::new(kind::MOVE);
        bytes.board(play::BEFORE, &before.board_of(Player::Zero));
        bytes.int(play::PLAYER, sign(player));
        bytes.ints(play::DICE, dice.map(i32::from));
        bytes.int(play::CUBE, self.cube_code(before.cube));
        bytes.int(play::AUTOMATIC_DOUBLES, i32::from(self.automatic_doubles));
        bytes.flag(play::IS_EDITED, std::mem::take(&mut self.is_edited));
        bytes.flag(play::IS_FLAGGED, is_flagged(entry));
        let comment = self.with_waiting(&entry.comment);
        bytes.int(play::COMMENT, self.comment(&comment));
        match &entry.action {
            EntryAction::Play { play, .. } => {
                bytes.board(play::AFTER, &play.apply(&before.board));
                write_analysis::steps(&mut bytes, Some(play));
            }
            EntryAction::IllegalPlay { play, after, .. } => {
                bytes.board(play::AFTER, &after.swapped());
                write_analysis::steps(&mut bytes, play.as_ref());
                bytes.int(play::VALIDITY, play::ILLEGAL);
            }
            _ => {}
        }
        bytes.flag(play::WAS_PLAYED, entry.action.is_play());
        write_analysis::play(&mut bytes, before, dice, entry);
        self.records.push(bytes);
    }

    fn cube_record(&mut self, state: &MatchState, double: i32) -> RecordBytes {
        let mut bytes = RecordBytes::new(kind::CUBE);
        bytes.int(cube::PLAYER, sign(state.on_roll));
        bytes.int(cube::DOUBLE, double);
        for at in [cube::TAKE, cube::BEAVER, cube::RACCOON, cube::ROLLOUT, cube::COMMENT] {
            bytes.int(at, NONE);
        }
        bytes.int(cube::CUBE, self.cube_code(state.cube));
        bytes.board(cube::BOARD, &state.board_of(Player::Zero));
        bytes.dice_text(cube::DICE, NO_DICE);
        bytes.int(cube::AUTOMATIC_DOUBLES, i32::from(self.automatic_doubles));
        bytes.flag(cube::IS_EDITED, self.is_edited);
        // The flag of the turn's move, which follows, would set up the same once more.
        self.is_edited = false;
        write_analysis::cube_position(&mut bytes, state);
        bytes
    }

    /// 0 for a centered cube, else the power of two, negative for player 2.
    fn cube_code(&self, cube: CubeState) -> i32 {
        let exponent = cube.value.exponent().saturating_sub(u32::from(self.automatic_doubles));
        cube.owner.map_or(0, |owner| number(exponent) * sign(owner))
    }

    fn game_end(&mut self, game: &GameRecord, outcome: &Outcome) {
        let mut end = RecordBytes::new(kind::GAME_END);
        let mut score = game.start.score;
        let winner = outcome.winner.index();
        score[winner] = score[winner].saturating_add(outcome.points);
        end.ints(game_end::SCORE, score.map(number));
        let next_is_crawford = game.next_start(self.length).is_some_and(|start| start.is_crawford);
        end.flag(game_end::IS_CRAWFORD_NEXT, next_is_crawford);
        end.int(game_end::WINNER, sign(outcome.winner));
        end.int(game_end::POINTS, number(outcome.points));
        let ending = match outcome.how {
            HowWon::BorneOff(multiple) => i32::from(multiple),
            HowWon::Dropped => game_end::DROPPED,
            HowWon::Resigned(level) => game_end::RESIGNED + i32::from(level.multiple()),
            HowWon::Stated | HowWon::OutOfTime => game_end::SETTLED,
        };
        end.int(game_end::ENDING, ending);
        self.records.push(end);
    }

    fn match_end(&mut self, record: &MatchRecord) {
        let score = record.score();
        let mut end = RecordBytes::new(kind::MATCH_END);
        end.ints(match_end::SCORE, score.map(number));
        let winner = match score[0].cmp(&score[1]) {
            std::cmp::Ordering::Equal => 0,
            order => order as i32,
        };
        end.int(match_end::WINNER, winner);
        for (n, player) in record.info.players.iter().enumerate() {
            let (rating, experience) = rating(&player.rating).unwrap_or((FIRST_RATING, 0));
            end.double(match_end::RATINGS[n], rating);
            end.int(match_end::EXPERIENCE[n], experience);
        }
        if let Some(date) = record.info.date {
            end.double(match_end::DATE, date.unix_days() as f64 + DAYS_TO_1970);
        }
        self.records.push(end);
    }
}

const fn sign(player: Player) -> i32 {
    match player {
        Player::Zero => 1,
        Player::One => -1,
    }
}

fn number(n: u32) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

fn is_flagged(entry: &Entry) -> bool {
    entry.properties.iter().any(|property| property.name == HOTSPOT)
}

/// The number and the experience of a rating such as `1655.21/244`, `1500 (230 exp)` or `1655.21`.
fn rating(text: &str) -> Option<(f64, i32)> {
    let (number, rest) = text.split_once(['/', ' ']).unwrap_or((text, ""));
    let digits: String = rest.chars().filter(char::is_ascii_digit).collect();
    let rating = number.parse::<f64>().ok().filter(|rating| *rating > 0.0 && *rating < 10_000.0)?;
    Some((rating, digits.parse().unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::rating;

    #[test]
    fn ratings_of_several_forms() {
        assert_eq!(rating("1655.21/244"), Some((1655.21, 244)));
        assert_eq!(rating("1500 (230 exp)"), Some((1500.0, 230)));
        assert_eq!(rating("1655.25"), Some((1655.25, 0)));
        assert_eq!(rating(""), None);
        assert_eq!(rating("beginner"), None);
    }
}
