// SPDX-License-Identifier: GPL-3.0-or-later
//! A whole match or money session.

use crate::clock::Clocks;
use crate::entry::{Entry, Property};
use crate::game::{GameRecord, GameStart, HowWon};
use crate::info::MatchInfo;
use crate::walk::Issue;
use gnubg_engine::core::{MatchState, Player, Rules, StateError};
use std::sync::Arc;

/// A match (`length` 1..=64) or money session (0) with everything that was played.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct MatchRecord {
    /// Whether the facts about the match are shown, such as ratings, event and date.
    pub info: MatchInfo,
    /// Points to win; 0 for a money session.
    pub length: u16,
    /// Rules of the games to come; each game keeps those it was played by.
    pub rules: Rules,
    /// The games, in order.
    pub games: Vec<GameRecord>,
    /// Variations: other ways in which the match was continued. Each is a whole match without variations of its own. See
    /// [`crate::variations`].
    pub variations: Vec<Arc<MatchRecord>>,
    /// If the games are those of a variation, its number among all lines; the first of `variations` is the main line then.
    pub shown_variation: Option<usize>,
}

/// An entry that breaks the rules, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Index of the game.
    pub game: usize,
    /// Index of the entry in it.
    pub entry: usize,
    /// What is wrong.
    pub issue: Issue,
}

impl MatchRecord {
    /// A match or session without games.
    ///
    /// # Errors
    /// If the match is too long.
    pub fn new(length: u16, rules: Rules, info: MatchInfo) -> Result<MatchRecord, StateError> {
        MatchState::new(length, rules)?;
        Ok(MatchRecord { info, length, rules, ..MatchRecord::default() })
    }

    /// Whether this is a money session.
    #[must_use]
    pub const fn is_money(&self) -> bool {
        self.length == 0
    }

    /// The name of a player; `Player 0` or `Player 1` when it is unknown.
    #[must_use]
    pub fn name(&self, player: Player) -> String {
        let name = &self.info.players[player.index()].name;
        if name.is_empty() { format!("Player {}", player.index()) } else { name.clone() }
    }

    /// The circumstances of the first game.
    #[must_use]
    pub const fn first_start(&self) -> GameStart {
        GameStart { rules: self.rules, score: [0, 0], is_crawford: false, automatic_doubles: 0 }
    }

    /// The circumstances of the game after the last, with the record's present rules; `None` if the last game is not
    /// over or when the match is over.
    #[must_use]
    pub fn next_start(&self) -> Option<GameStart> {
        match self.games.last() {
            None => Some(self.first_start()),
            Some(game) => game.next_start(self.length).map(|start| GameStart { rules: self.rules, ..start }),
        }
    }

    /// Points by seat after the last game that is recorded.
    #[must_use]
    pub fn score(&self) -> [u32; 2] {
        self.games.last().map_or([0, 0], |game| game.final_state(self.length).score)
    }

    /// Who has won the match, if it is over.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        self.games.last()?.final_state(self.length).match_winner()
    }

    /// Who has lost the match, or the last game of a session, because the time was used up.
    #[must_use]
    pub fn lost_on_time(&self) -> Option<Player> {
        let outcome = self.games.last()?.outcome(self.length)?;
        let is_last = self.is_money() || self.winner().is_some();
        (is_last && outcome.how == HowWon::OutOfTime).then_some(outcome.winner.other())
    }

    /// The entry at a place.
    #[must_use]
    pub fn entry(&self, game: usize, entry: usize) -> Option<&Entry> {
        self.games.get(game)?.entries.get(entry)
    }

    /// The same, to attach something to it.
    pub fn entry_mut(&mut self, game: usize, entry: usize) -> Option<&mut Entry> {
        self.games.get_mut(game)?.entries.get_mut(entry)
    }

    /// Every entry that breaks the rules.
    #[must_use]
    pub fn flaws(&self) -> Vec<Flaw> {
        let of_game = |(n, game): (usize, &GameRecord)| {
            game.walk(self.length)
                .filter_map(|step| Some(Flaw { game: n, entry: step.index, issue: step.issue? }))
                .collect::<Vec<_>>()
        };
        self.games.iter().enumerate().flat_map(of_game).collect()
    }

    /// Checker plays (forced ones and dances too) and cube actions (double, take, drop, beaver): what the statistics
    /// call
    /// decisions. A roll that was never played is none.
    #[must_use]
    pub fn n_decisions(&self) -> [usize; 2] {
        let entries = || self.games.iter().flat_map(|game| &game.entries);
        [
            entries().filter(|entry| entry.action.is_play()).count(),
            entries().filter(|entry| entry.action.is_cube()).count(),
        ]
    }

    /// The same match with the players' seats exchanged.
    #[must_use]
    pub fn with_seats_exchanged(mut self) -> MatchRecord {
        self.info.players.swap(0, 1);
        for line in &mut self.variations {
            let whole = Arc::make_mut(line);
            *whole = std::mem::take(whole).with_seats_exchanged();
        }
        for game in &mut self.games {
            game.start.score.swap(0, 1);
            game.stated = game.stated.map(|(winner, points)| (winner.other(), points));
            for entry in &mut game.entries {
                entry.player = entry.player.other();
                entry.clocks = entry.clocks.map(Clocks::with_seats_exchanged);
                if let crate::entry::EntryAction::SetCubeOwner(owner) = &mut entry.action {
                    *owner = owner.map(Player::other);
                }
            }
        }
        self
    }

    /// Appends an unknown property of the match as a whole, which files keep with the first game.
    pub fn keep_property(&mut self, property: Property) {
        if let Some(game) = self.games.first_mut() {
            game.properties.push(property);
        }
    }
}
