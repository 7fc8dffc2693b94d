// SPDX-License-Identifier: GPL-3.0-or-later
//! Reading files without the database, on any thread.

use super::files::{Content, InputFile, Stamp, contents};
use super::summaries;
use crate::assess::Judge;
use crate::decision::Kind;
use crate::facts::{Prepared, findings_of};
use crate::figures::PlayedMatch;
use crate::finding::{Found, Maker};
use crate::identity::file_hash;
use crate::position::Asked;
use gnubg_engine::core::{Decision, MatchState, Phase};
use gnubg_formats::{ImportError, Imported};
use std::path::Path;

/// Something that a file holds.
#[derive(Debug)]
pub(super) enum ReadItem {
    /// A match.
    Match(Box<Prepared>),
    /// A position with its analyses.
    Position { state: MatchState, found: Vec<Found>, asked: Asked, name: String },
    /// Sums of a match.
    Summary(Box<PlayedMatch>),
    /// Notes about a player.
    Note { player: String, text: String },
}

/// A file that was read, or one in an archive.
#[derive(Debug)]
pub(super) struct ReadFile {
    pub(super) name: String,
    pub(super) hash: [u8; 32],
    pub(super) bytes: Vec<u8>,
    pub(super) stamp: Option<Stamp>,
    pub(super) format: Option<&'static str>,
    pub(super) maker: Maker,
    pub(super) warnings: Vec<String>,
    /// What it holds, or why it cannot be read.
    pub(super) items: Result<Vec<ReadItem>, String>,
    /// Whether a failure is not worth telling: a file of no known format that was only found in a folder.
    pub(super) is_skipped_silently: bool,
}

/// Reads a file; an archive gives each file in it.
pub(super) fn read_file(file: &InputFile, judge: &Judge) -> Vec<ReadFile> {
    let stamp = Stamp::of(&file.path);
    match contents(&file.path) {
        Ok(found) => found.into_iter().map(|one| read(one, file, stamp, judge)).collect(),
        Err(error) => {
            let name = file.path.to_string_lossy().into_owned();
            vec![failed(name, Vec::new(), stamp, error.to_string())]
        }
    }
}

fn failed(name: String, bytes: Vec<u8>, stamp: Option<Stamp>, reason: String) -> ReadFile {
    ReadFile {
        name,
        hash: file_hash(&bytes),
        bytes,
        stamp,
        format: None,
        maker: Maker::default(),
        warnings: Vec::new(),
        items: Err(reason),
        is_skipped_silently: false,
    }
}

fn read(content: Content, file: &InputFile, stamp: Option<Stamp>, judge: &Judge) -> ReadFile {
    let bytes = match content.bytes {
        Ok(bytes) => bytes,
        Err(reason) => return failed(content.name, Vec::new(), stamp, reason),
    };
    let mut found = failed(content.name, bytes, stamp, String::new());
    if let Some(items) = sums(&found, &file.path) {
        found.items = items;
        return found;
    }
    let name = Path::new(&found.name).file_name().and_then(|name| name.to_str()).map(str::to_owned);
    match gnubg_formats::read(&found.bytes, name.as_deref(), None) {
        Ok(import) => {
            found.format = Some(import.format.keyword());
            found.maker = Maker::of_file(&found.bytes);
            let title = name.unwrap_or_default();
            let (mut items, mut reason) = (Vec::new(), None);
            for one in import.matches {
                found.warnings.extend(one.warnings.iter().map(ToString::to_string));
                match item(one, import.format, &found.maker, &title, judge) {
                    Ok(item) => items.push(item),
                    Err(why) => reason = Some(why),
                }
            }
            found.items = match (items.is_empty(), reason) {
                (true, reason) => Err(reason.unwrap_or_else(|| "it contains no moves".to_owned())),
                (false, Some(reason)) => {
                    found.warnings.push(reason);
                    Ok(items)
                }
                (false, None) => Ok(items),
            };
        }
        Err(error) => {
            let is_other = matches!(error, ImportError::NotRecognized(_) | ImportError::Empty);
            found.is_skipped_silently = is_other && !file.is_named;
            found.items = Err(error.to_string());
        }
    }
    found
}

/// The sums of player records, or of the original's database.
fn sums(found: &ReadFile, path: &Path) -> Option<Result<Vec<ReadItem>, String>> {
    let items = |sums: summaries::Summaries| {
        let matches = sums.matches.into_iter().map(|one| ReadItem::Summary(Box::new(one)));
        let notes = sums.notes.into_iter().map(|(player, text)| ReadItem::Note { player, text });
        matches.chain(notes).collect()
    };
    if found.bytes.starts_with(b"SQLite format 3\0") {
        return match summaries::of_original(path) {
            Ok(Some(sums)) => Some(Ok(items(sums))),
            Ok(None) => Some(Err("it is a database of an unknown kind".to_owned())),
            Err(error) => Some(Err(error.to_string())),
        };
    }
    summaries::of_player_records(&found.bytes).map(|sums| Ok(items(sums)))
}

fn item(
    one: Imported,
    format: gnubg_formats::Format,
    maker: &Maker,
    title: &str,
    judge: &Judge,
) -> Result<ReadItem, String> {
    if !one.is_position() {
        let has_moves = one.record.games.iter().any(|game| !game.entries.is_empty());
        if !has_moves {
            return Err("it contains no moves".to_owned());
        }
        let prepared = Prepared::new(&one.record, Some(format), maker.clone(), judge);
        return prepared.map(|one| ReadItem::Match(Box::new(one))).map_err(|error| error.to_string());
    }
    let place = one.opening_place();
    let state = one.record.state_at(place);
    let analysis = one.record.decision_entry(place).and_then(|(_, entry)| entry.analysis.clone());
    let (asked, kind, state) = match state.phase {
        Phase::Due(Decision::Play(_)) => (Asked::Play, Kind::Play, state),
        // An offered double is a question of the player who offered it.
        Phase::Due(Decision::Answer(offer)) => {
            let asker = MatchState { board: state.board_of(offer.by), on_roll: offer.by, ..state };
            (Asked::Cube, Kind::Double, asker)
        }
        Phase::Over(_) => return Err("the game is over in this position".to_owned()),
        _ => (Asked::Cube, Kind::NoDouble, state),
    };
    let found = analysis.map(|analysis| findings_of(&analysis, kind)).unwrap_or_default();
    Ok(ReadItem::Position { state, found, asked, name: title.to_owned() })
}
