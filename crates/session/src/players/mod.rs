// SPDX-License-Identifier: GPL-3.0-or-later
//! Statistics of players: one entry for each analyzed match that was added, and totals.
//!
//! Entries are stored, not totals, so that a match added again replaces its entry and a match added by mistake can be
//! removed. Figures are in normalized equity; errors are positive.

mod book_file;
pub mod presets;

pub use book_file::BookError;
pub use gnubg_library::figures::{Figures, MatchPlayer, PlayedMatch};

use crate::editing::names::is_same_name;
use gnubg_engine::core::Player;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

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
