// SPDX-License-Identifier: GPL-3.0-or-later
//! Where the fields of the records are, in bytes from the start of a record, and the values with a meaning of their own.

/// Bytes of a record.
pub(super) const SIZE: usize = 2560;
/// The byte with the type of a record.
pub(super) const KIND: usize = 8;
/// The value for "not analyzed" in fields of errors and luck.
pub(super) const UNKNOWN: f64 = -1000.0;
/// The index of a comment or rollout that does not exist, and a choice or level that was not made.
pub(super) const NONE: i32 = -1;
/// The match length that stands for "unlimited".
pub(super) const UNLIMITED: i32 = 99_999;
/// The largest number of candidates of a move.
pub(super) const MAX_CANDIDATES: usize = 32;
/// Days from 1899-12-30, where the file's dates begin, to 1970-01-01.
pub(super) const DAYS_TO_1970: f64 = 25_569.0;
/// The rating of players without one; nothing is known of them if their experience is 0, too.
pub(super) const FIRST_RATING: f64 = 1600.0;

/// Types of records.
pub(super) mod kind {
    pub(in super::super) const MATCH: u8 = 0;
    pub(in super::super) const GAME: u8 = 1;
    pub(in super::super) const CUBE: u8 = 2;
    pub(in super::super) const MOVE: u8 = 3;
    pub(in super::super) const GAME_END: u8 = 4;
    pub(in super::super) const MATCH_END: u8 = 5;
}

/// The record of the match.
pub(super) mod match_head {
    /// Names in Windows-1252 with a length byte, by seat.
    pub(in super::super) const SHORT_NAMES: [usize; 2] = [9, 50];
    pub(in super::super) const MAX_SHORT_NAME: usize = 40;
    pub(in super::super) const LENGTH: usize = 92;
    pub(in super::super) const VARIATION: usize = 96;
    pub(in super::super) const CRAWFORD: usize = 100;
    pub(in super::super) const JACOBY: usize = 101;
    pub(in super::super) const BEAVERS: usize = 102;
    pub(in super::super) const HAS_AUTOMATIC_DOUBLES: usize = 103;
    pub(in super::super) const RATINGS: [usize; 2] = [104, 112];
    pub(in super::super) const EXPERIENCE: [usize; 2] = [120, 124];
    pub(in super::super) const DATE: usize = 128;
    pub(in super::super) const SHORT_EVENT: usize = 136;
    pub(in super::super) const MAX_SHORT_TEXT: usize = 128;
    pub(in super::super) const PLAYER_LEVELS: [usize; 2] = [272, 276];
    pub(in super::super) const SHORT_PLACE: usize = 283;
    pub(in super::super) const SHORT_ROUND: usize = 417;
    pub(in super::super) const INVERT: usize = 548;
    pub(in super::super) const VERSION: usize = 552;
    pub(in super::super) const MAGIC: usize = 556;
    /// Comments on the match: at its start, at its end.
    pub(in super::super) const COMMENTS: [usize; 2] = [576, 580];
    pub(in super::super) const SITE: usize = 608;
    pub(in super::super) const CUBE_LIMIT: usize = 612;
    pub(in super::super) const MAX_AUTOMATIC_DOUBLES: usize = 616;
    pub(in super::super) const IS_TRANSCRIBED: usize = 620;
    /// Texts in UTF-16, since version 24.
    pub(in super::super) const EVENT: usize = 622;
    pub(in super::super) const NAMES: [usize; 2] = [880, 1138];
    pub(in super::super) const PLACE: usize = 1396;
    pub(in super::super) const ROUND: usize = 1654;
    /// Since version 30.
    pub(in super::super) const TRANSCRIBER: usize = 1960;
}

/// The record at the start of a game.
pub(super) mod game_head {
    pub(in super::super) const SCORE: [usize; 2] = [12, 16];
    pub(in super::super) const IS_CRAWFORD: usize = 20;
    pub(in super::super) const BOARD: usize = 21;
    pub(in super::super) const NUMBER: usize = 48;
    pub(in super::super) const IN_PROGRESS: usize = 52;
    pub(in super::super) const FIRST_COMMENT: usize = 56;
    pub(in super::super) const LAST_COMMENT: usize = 60;
    pub(in super::super) const AUTOMATIC_DOUBLES: usize = 64;
}

/// The record of a cube decision, which stands before every turn.
pub(super) mod cube {
    pub(in super::super) const PLAYER: usize = 12;
    pub(in super::super) const DOUBLE: usize = 16;
    pub(in super::super) const TAKE: usize = 20;
    pub(in super::super) const BEAVER: usize = 24;
    pub(in super::super) const RACCOON: usize = 28;
    pub(in super::super) const CUBE: usize = 32;
    pub(in super::super) const BOARD: usize = 36;
    /// The block of the analysis: the position seen by the player, then its fields.
    pub(in super::super) const ANALYZED_BOARD: usize = 64;
    pub(in super::super) const LEVEL: usize = 92;
    pub(in super::super) const AWAY: [usize; 2] = [96, 100];
    pub(in super::super) const CUBE_POINTS: usize = 104;
    pub(in super::super) const CUBE_OWNER: usize = 108;
    pub(in super::super) const JACOBY: usize = 112;
    pub(in super::super) const CRAWFORD: usize = 116;
    pub(in super::super) const VERDICT: usize = 120;
    pub(in super::super) const IS_BEAVER: usize = 122;
    pub(in super::super) const NO_DOUBLE: usize = 124;
    pub(in super::super) const NO_DOUBLE_EQUITY: usize = 152;
    pub(in super::super) const DOUBLE_TAKE_EQUITY: usize = 156;
    pub(in super::super) const DROP_EQUITY: usize = 160;
    pub(in super::super) const WANTED_LEVEL: usize = 164;
    pub(in super::super) const CHOICE: usize = 166;
    pub(in super::super) const DOUBLE_TAKE: usize = 168;
    pub(in super::super) const DOUBLE_ERROR: usize = 200;
    pub(in super::super) const DICE: usize = 208;
    pub(in super::super) const TAKE_ERROR: usize = 216;
    pub(in super::super) const ROLLOUT: usize = 224;
    pub(in super::super) const SHALLOW_CHOICE: usize = 228;
    pub(in super::super) const USED_LEVEL: usize = 232;
    pub(in super::super) const BEAVER_ERROR: usize = 240;
    pub(in super::super) const RACCOON_ERROR: usize = 248;
    pub(in super::super) const LEVEL_ASKED_FOR: usize = 256;
    pub(in super::super) const TUTOR_CHOICES: [usize; 2] = [264, 265];
    pub(in super::super) const TUTOR_ERRORS: [usize; 2] = [272, 280];
    pub(in super::super) const IS_FLAGGED: usize = 288;
    pub(in super::super) const COMMENT: usize = 292;
    pub(in super::super) const IS_EDITED: usize = 296;
    pub(in super::super) const AUTOMATIC_DOUBLES: usize = 300;

    /// The player could not double, or there was nothing to decide.
    pub(in super::super) const NO_CHOICE: i32 = -2;
    /// Nothing was decided: the game ended before.
    pub(in super::super) const UNDECIDED: i32 = -1;
    pub(in super::super) const NOT_DOUBLED: i32 = 0;
    pub(in super::super) const DOUBLED: i32 = 1;
    /// Answers to a double, a beaver and a raccoon.
    pub(in super::super) const DROPPED: i32 = 0;
    pub(in super::super) const TAKEN: i32 = 1;
    pub(in super::super) const TURNED_AGAIN: i32 = 2;
    /// The verdict where nothing was analyzed.
    pub(in super::super) const NO_VERDICT: i16 = -100;
}

/// The record of a roll.
pub(super) mod play {
    /// The position before, seen by player 1.
    pub(in super::super) const BEFORE: usize = 9;
    /// The position after, seen by the mover; empty if the player resigned after the roll.
    pub(in super::super) const AFTER: usize = 35;
    pub(in super::super) const PLAYER: usize = 64;
    pub(in super::super) const STEPS: usize = 68;
    pub(in super::super) const DICE: [usize; 2] = [100, 104];
    pub(in super::super) const CUBE: usize = 108;
    pub(in super::super) const N_CANDIDATES: usize = 120;
    /// The block of the analysis: the position seen by the mover, then its fields.
    pub(in super::super) const ANALYZED_BOARD: usize = 124;
    pub(in super::super) const ANALYZED_DICE: [usize; 2] = [152, 156];
    pub(in super::super) const LEVEL: usize = 160;
    pub(in super::super) const AWAY: [usize; 2] = [164, 168];
    pub(in super::super) const CUBE_POINTS: usize = 172;
    pub(in super::super) const CUBE_OWNER: usize = 176;
    pub(in super::super) const CRAWFORD: usize = 180;
    pub(in super::super) const JACOBY: usize = 184;
    pub(in super::super) const N_ANALYZED: usize = 188;
    /// Of each candidate: the position after it (26 bytes), its steps (8 bytes), its level (4), its values (28).
    pub(in super::super) const CANDIDATE_BOARDS: usize = 192;
    pub(in super::super) const CANDIDATE_STEPS: usize = 1024;
    pub(in super::super) const CANDIDATE_LEVELS: usize = 1280;
    pub(in super::super) const CANDIDATE_VALUES: usize = 1408;
    pub(in super::super) const IS_FORCED: usize = 2304;
    /// The best candidate for a shallow and a deeper search, counted from 1.
    pub(in super::super) const CHOICES: [usize; 2] = [2306, 2307];
    pub(in super::super) const WAS_PLAYED: usize = 2308;
    pub(in super::super) const ERROR: usize = 2312;
    pub(in super::super) const LUCK: usize = 2320;
    pub(in super::super) const CHOICE: usize = 2328;
    pub(in super::super) const EQUITY_BEFORE: usize = 2336;
    pub(in super::super) const ROLLOUTS: usize = 2344;
    pub(in super::super) const USED_LEVEL: usize = 2472;
    pub(in super::super) const LUCK_LEVEL: usize = 2476;
    pub(in super::super) const VALIDITY: usize = 2480;
    pub(in super::super) const TUTOR_CHOICE: usize = 2510;
    pub(in super::super) const TUTOR_ERROR: usize = 2512;
    pub(in super::super) const IS_FLAGGED: usize = 2520;
    pub(in super::super) const COMMENT: usize = 2524;
    pub(in super::super) const IS_EDITED: usize = 2528;
    pub(in super::super) const AUTOMATIC_DOUBLES: usize = 2540;

    /// The validity of an illegal play.
    pub(in super::super) const ILLEGAL: i32 = 2;
}

/// The record at the end of a game.
pub(super) mod game_end {
    pub(in super::super) const SCORE: [usize; 2] = [12, 16];
    pub(in super::super) const IS_CRAWFORD_NEXT: usize = 20;
    pub(in super::super) const WINNER: usize = 24;
    pub(in super::super) const POINTS: usize = 28;
    pub(in super::super) const ENDING: usize = 32;

    pub(in super::super) const DROPPED: i32 = 0;
    /// Added to the level of a resignation: 1 single, 2 gammon, 3 backgammon.
    pub(in super::super) const RESIGNED: i32 = 100;
    /// The players agreed on the result.
    pub(in super::super) const SETTLED: i32 = 1000;
}

/// The record at the end of a match.
pub(super) mod match_end {
    pub(in super::super) const SCORE: [usize; 2] = [12, 16];
    pub(in super::super) const WINNER: usize = 20;
    pub(in super::super) const RATINGS: [usize; 2] = [24, 32];
    pub(in super::super) const EXPERIENCE: [usize; 2] = [40, 44];
    pub(in super::super) const DATE: usize = 48;
}
