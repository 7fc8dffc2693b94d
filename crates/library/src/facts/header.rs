// SPDX-License-Identifier: GPL-3.0-or-later
//! What a source says about a match beside what was played.

use gnubg_formats::Format;
use gnubg_record::{Date, MatchRecord};
use serde::{Deserialize, Serialize};

/// The facts that a source names; empty texts mean "unknown". Players are in the order of the record's seats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The players' names.
    pub names: [String; 2],
    /// Their ratings as written.
    pub ratings: [String; 2],
    /// The day, as `YYYY-MM-DD`, `YYYY-MM` or `YYYY`.
    pub date: String,
    /// The tournament.
    pub event: String,
    /// Its round.
    pub round: String,
    /// The place or server.
    pub place: String,
    /// Who recorded or annotated it.
    pub annotator: String,
    /// The comment on the whole match.
    pub comment: String,
}

impl Header {
    /// The header of a record.
    #[must_use]
    pub fn of(record: &MatchRecord) -> Header {
        let info = &record.info;
        let players = &info.players;
        Header {
            names: players.each_ref().map(|player| player.name.trim().to_owned()),
            ratings: players.each_ref().map(|player| player.rating.clone()),
            date: info.date.map(|date| date.to_string()).unwrap_or_default(),
            event: info.event.trim().to_owned(),
            round: info.round.trim().to_owned(),
            place: info.place.trim().to_owned(),
            annotator: info.annotator.trim().to_owned(),
            comment: info.comment.clone(),
        }
    }

    /// The same with the seats exchanged.
    #[must_use]
    pub fn with_seats_exchanged(mut self) -> Header {
        self.names.swap(0, 1);
        self.ratings.swap(0, 1);
        self
    }

    /// The day since 1970, if the date is known.
    #[must_use]
    pub fn day(&self) -> Option<i64> {
        self.date.parse::<Date>().ok().map(Date::unix_days)
    }

    /// The fields with names of columns, texts that can be filled or replaced.
    pub(crate) fn texts(&self) -> [(&'static str, &str); 4] {
        [("date", &self.date), ("round", &self.round), ("place", &self.place), ("annotator", &self.annotator)]
    }
}

/// How far the header of a source is trusted: matches played or transcribed here, our own files, the files of servers,
/// those of other analyzers, others.
#[must_use]
pub fn trust(format: Option<Format>) -> i64 {
    match format {
        None => 40,
        Some(Format::Sgf) => 30,
        Some(
            Format::Oldmoves
            | Format::Sgg
            | Format::Tmg
            | Format::BgammonOrg
            | Format::Party
            | Format::BgRoom
            | Format::Ogxm,
        ) => 20,
        Some(Format::Xg | Format::XgText) => 10,
        Some(_) => 0,
    }
}
