// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing match and position files: which format holds how much of a record, and the bytes of one file.

use crate::mat::write::{Layout, MatOptions};
use crate::servers::{bgammon_write, oldmoves_write};
use crate::sgf::SgfOptions;
use crate::{Format, bgf, mat, ogxm, pos, sgf, snowie, xg};
use gnubg_engine::core::{Player, Variation};
use gnubg_record::judge::MatchEquity;
use gnubg_record::{Cursor, MatchRecord, Thresholds};
use thiserror::Error;

/// How much of a record is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportScope {
    /// The position at a place, with the next decision.
    Position(Cursor),
    /// The game with this index, counted from 0.
    Game(usize),
    /// The whole match, or the whole session if the match length is 0.
    Match,
}

impl ExportScope {
    /// `position`, `game` or `match`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ExportScope::Position(_) => "position",
            ExportScope::Game(_) => "game",
            ExportScope::Match => "match",
        }
    }

    /// The game that the scope begins in, counted from 0; `None` if the record has no such game.
    #[must_use]
    pub fn first_game(self, record: &MatchRecord) -> Option<usize> {
        let game = match self {
            ExportScope::Position(cursor) => cursor.game,
            ExportScope::Game(game) => game,
            ExportScope::Match => 0,
        };
        (game < record.games.len()).then_some(game)
    }
}

/// Why a match file cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// Files of the format cannot hold that much.
    #[error("{}", unsupported(*.format, *.scope, is_match_file))]
    Unsupported {
        /// The format.
        format: Format,
        /// What was to be written.
        scope: ExportScope,
    },
    /// Files of the format have no word for the variation.
    #[error("{} files cannot hold a match of {}; these can: sgf, mat", .format.name(), .variation.keyword())]
    Variation {
        /// The format.
        format: Format,
        /// What was to be written.
        variation: Variation,
    },
    /// Files of the format have no place for a position or cube that was set up.
    #[error("{} files cannot hold the position set up in game {}; these can: sgf, mat, ogxm, xg", .format.name(), .game + 1)]
    SetUp {
        /// The format.
        format: Format,
        /// The game, counted from 0.
        game: usize,
    },
    /// The record has no such game, or no game at all.
    #[error("there is no game to write")]
    NoGame,
}

/// The message that files of a format cannot hold that much, with the formats for which `holds` is true.
#[must_use]
pub fn unsupported(format: Format, scope: ExportScope, holds: fn(Format, ExportScope) -> bool) -> String {
    let formats = Format::ALL.into_iter().filter(|other| holds(*other, scope));
    let names: Vec<&str> = formats.map(Format::keyword).collect();
    let (name, scope, names) = (format.name(), scope.name(), names.join(", "));
    if format.is_written() {
        format!("{name} files cannot hold a {scope}; these can: {names}")
    } else {
        format!("{name} files can only be read; a {scope} can be written as: {names}")
    }
}

/// Whether a file of the format is a match or position file that holds that much. Reports for people are not.
#[must_use]
pub const fn is_match_file(format: Format, scope: ExportScope) -> bool {
    match format {
        Format::Sgf | Format::SnowieText | Format::Xg => true,
        Format::Mat | Format::Ogxm | Format::BgBlitz | Format::BgammonOrg | Format::Oldmoves => {
            matches!(scope, ExportScope::Match)
        }
        Format::Gam => matches!(scope, ExportScope::Game(_)),
        Format::Pos | Format::Id => matches!(scope, ExportScope::Position(_)),
        _ => false,
    }
}

/// How match files are written.
#[derive(Clone, Copy, Default)]
pub struct WriteOptions<'a> {
    /// Match equities for the statistics in SGF; without them they are left out in matches.
    pub table: Option<&'a dyn MatchEquity>,
    /// Limits of the marks that the statistics in SGF count.
    pub thresholds: Thresholds,
    /// Whether MAT files end their lines with CR LF, as eXtreme Gammon expects.
    pub crlf: bool,
}

/// Whether a file of the format is read back as the same variation, as far as it says which it is at all.
fn holds_variation(format: Format, variation: Variation) -> bool {
    match format {
        Format::BgammonOrg | Format::Oldmoves | Format::BgBlitz => variation == Variation::Standard,
        // Their word for Hypergammon means that with three checkers.
        Format::Xg | Format::Ogxm => !matches!(variation, Variation::Hypergammon1 | Variation::Hypergammon2),
        _ => true,
    }
}

/// The first game with a set-up that files of the format cannot hold.
fn set_up_without_place(format: Format, record: &MatchRecord) -> Option<usize> {
    record.games.iter().position(|game| {
        let entries = || game.entries.iter().map(|entry| entry.action.is_set_up());
        match format {
            Format::BgammonOrg | Format::Oldmoves => entries().any(|is_set_up| is_set_up),
            // A game has a position to start from.
            Format::BgBlitz => entries().skip_while(|is_set_up| *is_set_up).any(|is_set_up| is_set_up),
            _ => false,
        }
    })
}

/// The bytes of a match or position file.
///
/// # Errors
/// If the format cannot hold that much, has no word for the variation or no place for a position that was set up, or the
/// record has no such game.
pub fn write(
    record: &MatchRecord,
    scope: ExportScope,
    format: Format,
    options: &WriteOptions<'_>,
) -> Result<Vec<u8>, WriteError> {
    let game = scope.first_game(record).ok_or(WriteError::NoGame)?;
    let variation = record.rules.variation;
    if !holds_variation(format, variation) {
        return Err(WriteError::Variation { format, variation });
    }
    if let Some(game) = set_up_without_place(format, record) {
        return Err(WriteError::SetUp { format, game });
    }
    let sgf_options =
        SgfOptions { table: options.table, thresholds: options.thresholds, ..SgfOptions::default() };
    let mat_options = |layout| MatOptions { layout, crlf: options.crlf };
    let names = Player::BOTH.map(|player| record.name(player));
    let names = [&names[0][..], &names[1][..]];
    let text = match (format, scope) {
        (Format::Sgf, ExportScope::Position(at)) => sgf::write(&record.position_at(at), &sgf_options),
        (Format::Sgf, ExportScope::Game(game)) => sgf::write_game(record, game, &sgf_options),
        (Format::Sgf, ExportScope::Match) => sgf::write(record, &sgf_options),
        (Format::SnowieText, ExportScope::Position(at)) => {
            snowie::write_position(&record.state_at(at), names) + "\n"
        }
        (Format::SnowieText, ExportScope::Game(_)) => {
            mat::write::write_game(record, game, &mat_options(Layout::Snowie))
        }
        (Format::SnowieText, ExportScope::Match) => mat::write::write(record, &mat_options(Layout::Snowie)),
        (Format::Mat, ExportScope::Match) => mat::write::write(record, &mat_options(Layout::Mat)),
        (Format::Gam, ExportScope::Game(_)) => {
            mat::write::write_game(record, game, &mat_options(Layout::Gam))
        }
        (Format::BgammonOrg, ExportScope::Match) => bgammon_write::write(record),
        (Format::Oldmoves, ExportScope::Match) => oldmoves_write::write(record),
        (Format::Id, ExportScope::Position(at)) => {
            let state = record.state_at(at);
            format!("{}\nGNUBGID={}:{}\n", state.xgid(), state.board.position_id(), state.match_id())
        }
        (Format::Xg, ExportScope::Position(at)) => {
            return Ok(xg::write(&record.position_at(at), options.table));
        }
        (Format::Xg, ExportScope::Game(game)) => {
            let one = MatchRecord { games: vec![record.games[game].clone()], ..record.clone() };
            return Ok(xg::write(&one, options.table));
        }
        (Format::Xg, ExportScope::Match) => return Ok(xg::write(record, options.table)),
        (Format::BgBlitz, ExportScope::Match) => return Ok(bgf::write(record, options.table)),
        (Format::Ogxm, ExportScope::Match) => return Ok(ogxm::write(record, options.table)),
        (Format::Pos, ExportScope::Position(at)) => return Ok(pos::write(&record.state_at(at), names)),
        _ => return Err(WriteError::Unsupported { format, scope }),
    };
    Ok(text.into_bytes())
}

/// The suggested name of a new file for a match, without folder and extension: `Ann-Ben_7p_2024-03-05`.
#[must_use]
pub fn default_name(record: &MatchRecord) -> String {
    let plain = |text: String| -> String {
        let bad = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
        text.chars().map(|c| if bad(c) { '_' } else { c }).collect()
    };
    let [zero, one] = Player::BOTH.map(|player| plain(record.name(player)));
    let length = if record.is_money() { "money".to_owned() } else { format!("{}p", record.length) };
    let date = record.info.date.map(|date| format!("_{date}")).unwrap_or_default();
    format!("{zero}-{one}_{length}{date}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::Rules;
    use gnubg_record::{GameRecord, MatchInfo};

    fn sample() -> MatchRecord {
        let mut record =
            MatchRecord::new(3, Rules::default(), MatchInfo::of_players(["Ann/x", "Ben"])).unwrap();
        record.games.push(GameRecord::new(record.first_start()));
        record
    }

    #[test]
    fn write_and_is_match_file_agree() {
        let record = sample();
        for format in Format::ALL {
            for scope in [ExportScope::Position(Cursor::default()), ExportScope::Game(0), ExportScope::Match]
            {
                match write(&record, scope, format, &WriteOptions::default()) {
                    Ok(bytes) => assert!(!bytes.is_empty() && is_match_file(format, scope)),
                    Err(error) => {
                        assert!(!is_match_file(format, scope));
                        assert!(error.to_string().contains(format.name()), "{error}");
                    }
                }
            }
        }
        let missing = write(&record, ExportScope::Game(1), Format::Sgf, &WriteOptions::default());
        assert_eq!(missing, Err(WriteError::NoGame));
    }

    #[test]
    fn formats_without_a_word_for_variations_refuse_them() {
        let rules = Rules { variation: Variation::Nackgammon, ..Rules::default() };
        let mut record = MatchRecord::new(3, rules, MatchInfo::of_players(["Ann", "Ben"])).unwrap();
        record.games.push(GameRecord::new(record.first_start()));
        for format in [Format::BgammonOrg, Format::Oldmoves] {
            let error = write(&record, ExportScope::Match, format, &WriteOptions::default()).unwrap_err();
            assert!(error.to_string().contains("cannot hold a match of nackgammon"), "{error}");
        }
        record.rules.variation = Variation::Hypergammon2;
        for format in [Format::Xg, Format::Ogxm] {
            let error = write(&record, ExportScope::Match, format, &WriteOptions::default()).unwrap_err();
            assert!(error.to_string().contains("these can: sgf, mat"), "{error}");
        }
        assert!(write(&record, ExportScope::Match, Format::Mat, &WriteOptions::default()).is_ok());
    }

    #[test]
    fn suggested_names_hold_no_separators() {
        assert_eq!(default_name(&sample()), "Ann_x-Ben_3p");
    }
}
