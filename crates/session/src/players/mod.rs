// SPDX-License-Identifier: GPL-3.0-or-later
//! Statistics of players: one entry for each analyzed match that was added, and totals.
//!
//! Entries are stored, not totals, so that a match added again replaces its entry and a match added by mistake can be
//! removed. Figures are in normalized equity; errors are positive.

mod book_file;
pub mod presets;

pub use book_file::BookError;

use crate::editing::names::is_same_name;
use gnubg_engine::core::Player;
use gnubg_record::{Luck, MatchRecord, Skill, Statistics, Thresholds};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// One player's figures: of a match, or summed over matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Turns, forced plays and dances included.
    pub turns: u32,
    /// Turns with a choice of plays.
    pub unforced: u32,
    /// Doubtful, bad and very bad plays.
    pub play_marks: [u32; 3],
    /// Sum of checker play errors.
    pub play_error: f64,
    /// Close or actual cube decisions.
    pub cube_decisions: u32,
    /// The number of cube errors by kind, in the order of [`gnubg_record::judge::CubeError::ALL`].
    pub cube_counts: [u32; 6],
    /// Sums of cube errors by kind.
    pub cube_errors: [f64; 6],
    /// Sum of luck.
    pub luck: f64,
    /// Very lucky and very unlucky rolls.
    pub luck_marks: [u32; 2],
}

impl Figures {
    fn of(stats: &gnubg_record::stats::PlayerStats) -> Figures {
        let play =
            |skill: Skill| Skill::ALL.iter().position(|s| *s == skill).map_or(0, |n| stats.play.marks[n]);
        let luck = |luck: Luck| Luck::ALL.iter().position(|l| *l == luck).map_or(0, |n| stats.luck.marks[n]);
        Figures {
            turns: stats.play.total,
            unforced: stats.play.unforced,
            play_marks: [play(Skill::Doubtful), play(Skill::Bad), play(Skill::VeryBad)],
            play_error: stats.play.error.emg,
            cube_decisions: stats.cube.close,
            cube_counts: stats.cube.errors.map(|errors| errors.count),
            cube_errors: stats.cube.errors.map(|errors| errors.error.emg),
            luck: stats.luck.luck.emg,
            luck_marks: [luck(Luck::VeryLucky), luck(Luck::VeryUnlucky)],
        }
    }

    fn add(&mut self, other: &Figures) {
        self.turns += other.turns;
        self.unforced += other.unforced;
        self.play_error += other.play_error;
        self.cube_decisions += other.cube_decisions;
        self.luck += other.luck;
        for (sum, n) in self.play_marks.iter_mut().zip(other.play_marks) {
            *sum += n;
        }
        for (sum, n) in self.cube_counts.iter_mut().zip(other.cube_counts) {
            *sum += n;
        }
        for (sum, error) in self.cube_errors.iter_mut().zip(other.cube_errors) {
            *sum += error;
        }
        for (sum, n) in self.luck_marks.iter_mut().zip(other.luck_marks) {
            *sum += n;
        }
    }

    /// Error of checker play per unforced play, in thousandths; `None` without one.
    #[must_use]
    pub fn play_rate(&self) -> Option<f64> {
        rate(self.play_error, self.unforced)
    }

    /// Error of cube handling per close or actual decision, in thousandths.
    #[must_use]
    pub fn cube_rate(&self) -> Option<f64> {
        rate(self.cube_error(), self.cube_decisions)
    }

    /// All errors per decision, in thousandths.
    #[must_use]
    pub fn overall_rate(&self) -> Option<f64> {
        rate(self.play_error + self.cube_error(), self.unforced + self.cube_decisions)
    }

    /// Half of the overall rate, as other programs count it.
    #[must_use]
    pub fn performance_rating(&self) -> Option<f64> {
        self.overall_rate().map(|rate| rate / 2.0)
    }

    /// Luck per turn, in thousandths.
    #[must_use]
    pub fn luck_rate(&self) -> Option<f64> {
        rate(self.luck, self.turns)
    }

    /// Sum of cube errors.
    #[must_use]
    pub fn cube_error(&self) -> f64 {
        self.cube_errors.iter().sum()
    }
}

fn rate(sum: f64, n: u32) -> Option<f64> {
    (n > 0).then(|| 1000.0 * sum / f64::from(n))
}

/// One player in a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchPlayer {
    /// The name.
    pub name: String,
    /// Points at the end.
    pub points: u32,
    /// The figures; `None` once they were erased.
    pub figures: Option<Figures>,
    /// The rating that corresponds to the errors; matches only.
    pub rating: Option<f64>,
}

/// A match that was added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedMatch {
    /// Identifies the match, however it is analyzed.
    pub key: u64,
    /// The day it was played, as YYYY-MM-DD; empty if unknown.
    pub date: String,
    /// The tournament or place.
    pub event: String,
    /// Points to win; 0 for a session.
    pub length: u16,
    /// Games.
    pub games: u32,
    /// Whether it was played to its end; a session always counts as finished.
    pub is_finished: bool,
    /// By seat.
    pub players: [MatchPlayer; 2],
}

impl PlayedMatch {
    /// The entry of a record; `None` if none of it is analyzed.
    #[must_use]
    pub fn of(record: &MatchRecord, stats: &Statistics, offset: f64) -> Option<PlayedMatch> {
        if !(stats.has_play || stats.has_cube) {
            return None;
        }
        let points = record.score();
        let thresholds = Thresholds::default();
        let part = |player: Player| MatchPlayer {
            name: record.name(player),
            points: points[player.index()],
            figures: Some(Figures::of(&stats.players[player.index()])),
            rating: stats.derived(player, offset, &thresholds).fibs_rating.map(|rating| rating.rating),
        };
        let info = &record.info;
        let event = [&info.event, &info.place].into_iter().find(|text| !text.is_empty());
        Some(PlayedMatch {
            key: key(record),
            date: info.date.map_or_else(String::new, |date| date.to_string()),
            event: event.cloned().unwrap_or_default(),
            length: record.length,
            games: stats.games,
            is_finished: record.is_money() || record.winner().is_some(),
            players: Player::BOTH.map(part),
        })
    }

    /// Who won more points; `None` if no one has, or the match is not finished.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        let [zero, one] = self.players.each_ref().map(|part| part.points);
        match zero.cmp(&one) {
            _ if !self.is_finished => None,
            std::cmp::Ordering::Greater => Some(Player::Zero),
            std::cmp::Ordering::Less => Some(Player::One),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// A number that depends on the players and the positions of the games, not on comments and analysis. It is stored in
/// files, so it is computed from IDs, which are the same in every version: FNV-1a over their texts.
fn key(record: &MatchRecord) -> u64 {
    let mut key = 0xcbf2_9ce4_8422_2325u64;
    let mut feed = |text: &str| {
        for byte in text.bytes().chain([0]) {
            key = (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for player in Player::BOTH {
        feed(&record.name(player).to_lowercase());
    }
    for game in &record.games {
        feed("game");
        for step in game.walk(record.length) {
            feed(&step.after.board.position_id());
            feed(&step.after.match_id());
        }
    }
    key
}

/// A player's totals.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerTotal {
    /// The name as spelled in the last match.
    pub name: String,
    /// Matches and sessions.
    pub matches: u32,
    /// Matches and sessions won.
    pub won: u32,
    /// Games.
    pub games: u32,
    /// The totals of all figures.
    pub figures: Figures,
    /// The mean of the ratings, weighted by decisions; matches only.
    pub rating: Option<f64>,
}

/// The matches and the notes.
type BookContent = (Vec<PlayedMatch>, BTreeMap<String, String>);

/// All matches that were added.
#[derive(Clone, Debug, Default)]
pub struct PlayerBook {
    path: Option<PathBuf>,
    matches: Vec<PlayedMatch>,
    notes: BTreeMap<String, String>,
    /// What the file held when it was read or written last; shared by copies that other threads write.
    written: Arc<Mutex<BookContent>>,
}

impl PartialEq for PlayerBook {
    fn eq(&self, other: &PlayerBook) -> bool {
        (&self.path, &self.matches, &self.notes) == (&other.path, &other.matches, &other.notes)
    }
}

impl PlayerBook {
    /// The matches in the order in which they were added.
    #[must_use]
    pub fn matches(&self) -> &[PlayedMatch] {
        &self.matches
    }

    /// Adds a match; returns whether it replaced the same match added before.
    pub fn add(&mut self, played: PlayedMatch) -> bool {
        match self.matches.iter_mut().find(|one| one.key == played.key) {
            Some(one) => {
                *one = played;
                true
            }
            None => {
                self.matches.push(played);
                false
            }
        }
    }

    /// Removes a match.
    pub fn remove(&mut self, key: u64) {
        self.matches.retain(|one| one.key != key);
    }

    /// Erases a player's figures; returns whether there were any. The opponents' figures stay.
    pub fn erase(&mut self, name: &str) -> bool {
        let mut found = false;
        for one in &mut self.matches {
            for part in one.players.iter_mut().filter(|part| is_same_name(&part.name, name)) {
                found |= part.figures.take().is_some();
            }
        }
        self.matches.retain(|one| one.players.iter().any(|part| part.figures.is_some()));
        found | self.notes.remove(&name.to_lowercase()).is_some()
    }

    /// Gives a player another name in all matches; returns whether there was such a player.
    pub fn rename(&mut self, old: &str, new: &str) -> bool {
        let mut found = false;
        for part in self.matches.iter_mut().flat_map(|one| &mut one.players) {
            if is_same_name(&part.name, old) {
                new.clone_into(&mut part.name);
                found = true;
            }
        }
        if let Some(note) = self.notes.remove(&old.to_lowercase()) {
            // Two players who become one keep the notes of both.
            let kept = self.notes.entry(new.to_lowercase()).or_default();
            *kept = [kept.trim_end(), &note]
                .into_iter()
                .filter(|text| !text.is_empty())
                .collect::<Vec<_>>()
                .join("\n");
        }
        found
    }

    /// The notes about a player.
    #[must_use]
    pub fn note(&self, name: &str) -> &str {
        self.notes.get(&name.to_lowercase()).map_or("", String::as_str)
    }

    /// Replaces the notes about a player; returns whether that changes anything.
    pub fn set_note(&mut self, name: &str, note: &str) -> bool {
        let name = name.to_lowercase();
        let new = if note.trim().is_empty() { "" } else { note };
        let old = match new {
            "" => self.notes.remove(&name),
            _ => self.notes.insert(name, new.to_owned()),
        };
        old.unwrap_or_default() != new
    }

    /// A player's trend: the performance rating of each match with decisions, in the order in which matches were added,
    /// and that of all matches up to it.
    #[must_use]
    pub fn trend(&self, name: &str) -> Vec<[f64; 2]> {
        let mut so_far = Figures::default();
        let of_match = |(one, player): (&PlayedMatch, Player)| {
            let figures = one.players[player.index()].figures?;
            so_far.add(&figures);
            Some([figures.performance_rating()?, so_far.performance_rating()?])
        };
        self.of_player(name).filter_map(of_match).collect()
    }

    /// Erases everything.
    pub fn clear(&mut self) {
        self.matches.clear();
        self.notes.clear();
    }

    /// The totals of every player, by name.
    #[must_use]
    pub fn totals(&self) -> Vec<PlayerTotal> {
        let mut totals: Vec<(PlayerTotal, f64, f64)> = Vec::new();
        for one in &self.matches {
            for (part, player) in one.players.iter().zip(Player::BOTH) {
                let Some(figures) = &part.figures else { continue };
                let at = totals.iter().position(|(total, ..)| is_same_name(&total.name, &part.name));
                let at = at.unwrap_or_else(|| {
                    let total = PlayerTotal {
                        name: String::new(),
                        matches: 0,
                        won: 0,
                        games: 0,
                        figures: Figures::default(),
                        rating: None,
                    };
                    totals.push((total, 0.0, 0.0));
                    totals.len() - 1
                });
                let (total, weighted, weight) = &mut totals[at];
                part.name.clone_into(&mut total.name);
                total.matches += 1;
                total.won += u32::from(one.winner() == Some(player));
                total.games += one.games;
                total.figures.add(figures);
                if let Some(rating) = part.rating {
                    let n = f64::from(figures.unforced + figures.cube_decisions);
                    *weighted += n * rating;
                    *weight += n;
                }
            }
        }
        let mut totals: Vec<PlayerTotal> = totals
            .into_iter()
            .map(|(total, weighted, weight)| PlayerTotal {
                rating: (weight > 0.0).then(|| weighted / weight),
                ..total
            })
            .collect();
        totals.sort_by_key(|total| total.name.to_lowercase());
        totals
    }

    /// The matches of a player in the order in which they were added, with the player's seat.
    pub fn of_player(&self, name: &str) -> impl Iterator<Item = (&PlayedMatch, Player)> {
        self.matches.iter().flat_map(move |one| {
            Player::BOTH.into_iter().filter_map(move |player| {
                let part = &one.players[player.index()];
                (part.figures.is_some() && is_same_name(&part.name, name)).then_some((one, player))
            })
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn figures(unforced: u32, error: f64) -> Figures {
        Figures { turns: unforced + 2, unforced, play_error: error, luck: 0.5, ..Figures::default() }
    }

    pub(super) fn played(key: u64, names: [&str; 2], points: [u32; 2], rating: f64) -> PlayedMatch {
        let part = |n: usize| MatchPlayer {
            name: names[n].to_owned(),
            points: points[n],
            figures: Some(figures(100 * (n as u32 + 1), 1.0)),
            rating: Some(rating),
        };
        PlayedMatch {
            key,
            date: "2024-02-29".to_owned(),
            event: String::new(),
            length: 7,
            games: 5,
            is_finished: true,
            players: [part(0), part(1)],
        }
    }

    #[test]
    fn players_are_summed_over_seats_and_spellings() {
        let mut book = PlayerBook::default();
        assert!(!book.add(played(1, ["Ann", "Bob"], [7, 3], 1900.0)));
        assert!(!book.add(played(2, ["bob", "ann"], [7, 6], 1600.0)));
        assert!(book.add(played(2, ["bob", "ann"], [7, 6], 1600.0)), "the same match is not counted twice");
        let totals = book.totals();
        let names: Vec<&str> = totals.iter().map(|total| total.name.as_str()).collect();
        assert_eq!(names, ["ann", "bob"]);
        let ann = &totals[0];
        assert_eq!((ann.matches, ann.won, ann.games), (2, 1, 10));
        assert_eq!((ann.figures.unforced, ann.figures.turns), (300, 304));
        let near = |a: Option<f64>, b: f64| (a.expect("a rate") - b).abs() < 1e-9;
        assert!(near(ann.figures.play_rate(), 2000.0 / 300.0));
        assert!(near(ann.figures.performance_rating(), 1000.0 / 300.0));
        assert!(near(ann.figures.luck_rate(), 1000.0 / 304.0));
        assert!(near(ann.rating, (100.0 * 1900.0 + 200.0 * 1600.0) / 300.0), "weighed by decisions");
        assert_eq!(ann.figures.cube_rate(), None);
    }

    #[test]
    fn erasing_leaves_the_opponents() {
        let mut book = PlayerBook::default();
        book.add(played(1, ["Ann", "Bob"], [7, 3], 1900.0));
        assert!(book.erase("ANN") && !book.erase("Ann"));
        assert_eq!(book.totals().len(), 1);
        assert_eq!(book.totals()[0].name, "Bob");
        assert!(book.erase("Bob"));
        assert!(book.matches().is_empty());
        book.add(played(1, ["Ann", "Bob"], [7, 3], 1900.0));
        assert!(book.rename("ann", "Annika") && !book.rename("ann", "x"));
        assert_eq!(book.of_player("annika").count(), 1);
        book.remove(1);
        assert!(book.totals().is_empty());
    }

    #[test]
    fn notes_follow_renamed_players() {
        let mut book = PlayerBook::default();
        book.add(played(1, ["Ann", "Bob"], [7, 3], 1900.0));
        assert!(book.set_note("Ann", "Doubles late.") && !book.set_note("ann", "Doubles late."));
        assert!(book.set_note("Bob", "Plays fast."));
        assert!(book.rename("Bob", "ANN"));
        assert_eq!(book.note("Ann"), "Doubles late.\nPlays fast.");
        assert_eq!(book.note("Bob"), "");
        assert!(book.set_note("Ann", " ") && !book.set_note("Ann", ""));
        book.set_note("Ann", "x");
        assert!(book.erase("Ann"));
        assert_eq!(book.note("Ann"), "");
    }

    #[test]
    fn a_trend_has_each_match_and_all_so_far() {
        let mut book = PlayerBook::default();
        book.add(played(1, ["Ann", "Bob"], [7, 3], 1900.0));
        book.add(played(2, ["Bob", "Ann"], [7, 3], 1900.0));
        // One point lost in 100 and in 200 plays.
        assert_eq!(book.trend("ann"), [[5.0, 5.0], [2.5, 1000.0 / 300.0]]);
        assert!(book.trend("nobody").is_empty());
    }
}
