// SPDX-License-Identifier: GPL-3.0-or-later
//! How a match is known again: by what was played, whoever wrote it down and however names and seats are written.

use gnubg_engine::core::{Dice, Player};
use gnubg_record::{EntryAction, GameRecord, MatchRecord};
use sha2::{Digest as _, Sha256};

/// Fewer plays than this do not identify a match; names and day must agree as well.
pub const FEW_PLAYS: usize = 8;
/// Events at the beginning of a game by which similar games are found.
const HEAD: usize = 12;

/// What identifies a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Everything that was played.
    pub content: [u8; 32],
    /// The dice alone: equal for a match in which a play was corrected.
    pub dice: [u8; 32],
    /// Length and variation of the game.
    pub frame: String,
    /// Each game.
    pub games: Vec<GameIdentity>,
    /// Checker plays in all.
    pub n_plays: usize,
}

/// What identifies a game within its match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameIdentity {
    /// The match up to the end of this game.
    pub prefix: [u8; 16],
    /// The dice at the beginning of this game.
    pub head: [u8; 16],
    /// Its events, each as a number.
    pub events: Vec<u64>,
    /// Whether it was played to its end.
    pub is_over: bool,
}

/// How two matches are related by what was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The same.
    Same,
    /// The second one begins like the first and has more.
    Continues,
    /// The second one is the beginning of the first.
    IsPart,
    /// The same except so many decisions.
    Near(usize),
    /// Different matches.
    Other,
}

/// Most decisions in which matches that are nearly the same differ.
const MOST_DIFFERENCES: usize = 3;

impl Identity {
    /// The identity of a record.
    #[must_use]
    pub fn of(record: &MatchRecord) -> Identity {
        let first = first_player(record);
        let frame = format!("{} {}", record.length, record.rules.variation.keyword());
        let (mut content, mut dice) = (Sha256::new_with_prefix(&frame), Sha256::new_with_prefix(&frame));
        let (mut games, mut n_plays) = (Vec::new(), 0);
        for game in &record.games {
            content.update([0xff]);
            dice.update([0xff]);
            let mut start = Sha256::new();
            let mut events = Vec::new();
            for event in events_of(game, record.length, first) {
                content.update(&event.bytes);
                if let Some(rolled) = event.dice {
                    let roll = [event.bytes[0], rolled.index() as u8];
                    dice.update(roll);
                    n_plays += 1;
                    if events.len() < HEAD {
                        start.update(roll);
                    }
                }
                events.push(number(&event.bytes));
            }
            games.push(GameIdentity {
                prefix: short(content.clone()),
                head: short(start),
                events,
                is_over: game.outcome(record.length).is_some(),
            });
        }
        Identity { content: content.finalize().into(), dice: dice.finalize().into(), frame, games, n_plays }
    }

    /// How a second match is related to this one.
    #[must_use]
    pub fn relation(&self, other: &Identity) -> Relation {
        if self.content == other.content {
            return Relation::Same;
        }
        if self.begins(other) {
            return Relation::Continues;
        }
        if other.begins(self) {
            return Relation::IsPart;
        }
        match self.differences(other) {
            Some(n) if n <= MOST_DIFFERENCES => Relation::Near(n),
            _ => Relation::Other,
        }
    }

    /// Whether the other match has everything of this one, in the same places, and more.
    fn begins(&self, other: &Identity) -> bool {
        let Some((last, whole)) = self.games.split_last() else { return false };
        if self.n_plays < FEW_PLAYS || self.frame != other.frame || other.games.len() < self.games.len() {
            return false;
        }
        let rest = &other.games[whole.len()];
        let is_whole = |(a, b): (&GameIdentity, &GameIdentity)| a.events == b.events;
        let has_more = other.games.len() > self.games.len() || rest.events.len() > last.events.len();
        whole.iter().zip(&other.games).all(is_whole) && rest.events.starts_with(&last.events) && has_more
            // A finished game has no continuation.
            && (!last.is_over || last.events.len() == rest.events.len())
    }

    /// In how many events matches of the same shape differ; `None` for another shape.
    fn differences(&self, other: &Identity) -> Option<usize> {
        if self.n_plays < FEW_PLAYS || self.games.len() != other.games.len() {
            return None;
        }
        let mut n = 0;
        for (a, b) in self.games.iter().zip(&other.games) {
            if a.events.len().abs_diff(b.events.len()) > 1 {
                return None;
            }
            n += a.events.iter().zip(&b.events).filter(|(a, b)| a != b).count();
            n += a.events.len().abs_diff(b.events.len());
        }
        Some(n)
    }
}

/// Who made the first play; that player counts as the first, wherever he sits.
#[must_use]
pub fn first_player(record: &MatchRecord) -> Player {
    let entries = || record.games.iter().flat_map(|game| &game.entries);
    entries().find(|entry| entry.action.is_play()).map_or(Player::Zero, |entry| entry.player)
}

struct Event {
    bytes: Vec<u8>,
    dice: Option<Dice>,
}

/// Plays by the positions that they lead to, and actions with the cube. How a game was given up is written differently by
/// different programs and does not count.
fn events_of(game: &GameRecord, length: u16, first: Player) -> Vec<Event> {
    let mut found = Vec::new();
    for step in game.walk(length) {
        let seat = u8::from(step.entry.player != first);
        let mut event = |tag: u8, rest: &[u8], dice| {
            let bytes = [&[seat << 4 | tag], rest].concat();
            found.push(Event { bytes, dice });
        };
        match &step.entry.action {
            EntryAction::Play { dice, .. } | EntryAction::IllegalPlay { dice, .. } => {
                let after = step.after.board_of(step.entry.player.other());
                let rest = [&[dice.index() as u8], &after.key()[..]].concat();
                event(1, &rest, Some(*dice));
            }
            EntryAction::Double => event(2, &[], None),
            EntryAction::Take => event(3, &[], None),
            EntryAction::Drop => event(4, &[], None),
            EntryAction::Beaver => event(5, &[], None),
            EntryAction::SetBoard(board) => event(6, &board.key(), None),
            _ => {}
        }
    }
    found
}

fn short(hash: Sha256) -> [u8; 16] {
    let whole: [u8; 32] = hash.finalize().into();
    std::array::from_fn(|n| whole[n])
}

/// FNV-1a.
fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |key, &byte| (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The hash of the bytes of a file.
#[must_use]
pub fn file_hash(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATCH: &str = " 5 point match\n\n Game 1\n Ann : 0                          Ben : 0\n  1) 31: 8/5 6/5                  52: 13/8 24/22\n  2) 64: 24/14                     Doubles => 2\n  3)  Takes                       66: 24/18 22/16 13/7(2)\n  4) 41: 13/9 6/5                 32: 8/5 7/5\n  5) 11: 8/7 8/7 6/5 6/5          54: 13/4\n  6)  Doubles => 4                 Drops\n                                  Wins 2 points\n";

    fn read(text: &str) -> MatchRecord {
        gnubg_formats::read(text.as_bytes(), None, None).unwrap().matches.remove(0).record
    }

    fn identity(record: &MatchRecord) -> Identity {
        Identity::of(record)
    }

    #[test]
    fn seats_names_and_days_do_not_matter() {
        let record = read(MATCH);
        let mut other = record.clone().with_seats_exchanged();
        other.info.players[0].name = "Benjamin".to_owned();
        other.info.event = "Open".to_owned();
        assert_eq!(identity(&record).relation(&identity(&other)), Relation::Same);
        let longer = MatchRecord { length: 7, ..record.clone() };
        assert_eq!(identity(&record).relation(&identity(&longer)), Relation::Near(0), "{:?}", record.length);
    }

    #[test]
    fn parts_and_corrections_are_seen() {
        let whole = read(MATCH);
        let mut part = whole.clone();
        part.games[0].entries.truncate(9);
        part.games[0].stated = None;
        let (a, b) = (identity(&part), identity(&whole));
        assert!(a.n_plays >= 6, "{}", a.n_plays);
        // Too few plays identify nothing.
        assert_eq!(a.relation(&b), Relation::Other);
        let more = Identity { n_plays: FEW_PLAYS, ..a };
        assert_eq!((more.relation(&b), b.relation(&more)), (Relation::Continues, Relation::IsPart));
        let text = MATCH.replace("54: 13/4", "54: 13/8 13/9");
        assert_eq!(
            b.relation(&identity(&read(&text))),
            if b.n_plays < FEW_PLAYS { Relation::Other } else { Relation::Near(1) }
        );
    }
}
