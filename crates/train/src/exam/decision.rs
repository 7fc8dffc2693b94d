// SPDX-License-Identifier: GPL-3.0-or-later
//! Decisions and the plays that players chose.

use super::players::Common;
use crate::kind::PositionKind;
use crate::lines;
use anyhow::{Context, Result};
use gnubg_engine::core::{Board, Dice, PlayList};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A position with its roll, and what the players answered: positions after their plays, the opponent on roll.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Decision {
    pub(super) id: String,
    pub(super) dice: [u8; 2],
    pub(super) kind: PositionKind,
    /// Whether only reports may read what players lose here.
    pub(super) sealed: bool,
    pub(super) plays: BTreeMap<String, String>,
}

impl Decision {
    pub(super) fn new(board: &Board, dice: Dice) -> Decision {
        let id = board.position_id();
        Decision {
            sealed: is_sealed(&id),
            dice: [dice.high(), dice.low()],
            kind: PositionKind::of(board),
            plays: BTreeMap::new(),
            id,
        }
    }

    pub(super) fn key(&self) -> Key {
        (self.id.clone(), self.dice)
    }

    /// The position, the roll and the legal plays.
    pub(super) fn question(&self) -> Result<(Board, Dice, PlayList)> {
        let board = Board::from_position_id(&self.id)?;
        let dice = Dice::new(self.dice[0], self.dice[1]).context("dice out of range")?;
        let mut list = PlayList::new();
        list.generate(&board, dice);
        Ok((board, dice, list))
    }

    /// The different plays.
    pub(super) fn choices(&self) -> BTreeSet<&str> {
        self.plays.values().map(String::as_str).collect()
    }
}

/// What tells decisions apart.
pub(super) type Key = (String, [u8; 2]);

/// Whether the position is of the sealed half: a hash of its identifier (FNV-1a, finished as SplitMix does).
fn is_sealed(id: &str) -> bool {
    let hash = id.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    let mixed = (hash ^ (hash >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed ^ (mixed >> 27)) >> 63 == 1
}

/// What `decisions.jsonl` holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct DrawHeader {
    pub(super) format: String,
    pub(super) seed: u64,
    /// The fixed list of players who have to differ.
    pub(super) players: Vec<String>,
    /// Fingerprint of the engine.
    pub(super) engine: String,
}

/// A game of which decisions were drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Drawn {
    pub(super) game: u64,
    /// Decisions put to the players; those on which they agreed are not kept.
    pub(super) asked: u32,
    pub(super) decisions: Vec<Decision>,
}

/// What `answers.jsonl` holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct AnswerHeader {
    pub(super) format: String,
}

/// A play of a player who was asked later.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Answer {
    pub(super) player: String,
    pub(super) id: String,
    pub(super) dice: [u8; 2],
    pub(super) play: String,
}

pub(super) const DECISIONS: &str = "decisions.jsonl";
pub(super) const ANSWERS: &str = "answers.jsonl";

/// All decisions in the order in which they were drawn, with later answers; and how many were put to the players. One that
/// was drawn twice, as happens at the start of games, counts once.
pub(super) fn read_all(common: &Common) -> Result<(DrawHeader, Vec<Decision>, u64)> {
    let (header, games) = lines::read::<DrawHeader, Drawn>(&common.file(DECISIONS))?;
    let asked = games.iter().map(|game| u64::from(game.asked)).sum();
    let mut decisions: Vec<Decision> = games.into_iter().flat_map(|game| game.decisions).collect();
    let mut seen = BTreeSet::new();
    decisions.retain(|decision| seen.insert(decision.key()));
    let answers = lines::read_if_any::<AnswerHeader, Answer>(&common.file(ANSWERS))?;
    let mut by_key: BTreeMap<Key, BTreeMap<String, String>> = BTreeMap::new();
    for Answer { player, id, dice, play } in answers {
        by_key.entry((id, dice)).or_default().insert(player, play);
    }
    for decision in &mut decisions {
        decision.plays.extend(by_key.remove(&decision.key()).unwrap_or_default());
    }
    Ok((header, decisions, asked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_half_of_the_positions_is_sealed() {
        let ids = (0..2000).map(|n| format!("4HPwATDgc/{n:04}"));
        let sealed = ids.filter(|id| is_sealed(id)).count();
        assert!((850..1150).contains(&sealed), "{sealed}");
        // It stays sealed.
        assert!(!is_sealed("4HPwATDgc/ABMA") && is_sealed("4HPkgCHgc/AJIA"));
    }

    #[test]
    fn a_decision_drawn_twice_counts_once_and_knows_later_answers() {
        let folder = tempfile::tempdir().unwrap();
        let common = Common { folder: folder.path().to_owned(), weights: None, databases: None };
        let decision = Decision::new(&Board::default(), Dice::new(3, 1).unwrap());
        let drawn = |game| Drawn { game, asked: 2, decisions: vec![decision.clone()] };
        let (format, engine) = (String::new(), String::new());
        let header = DrawHeader { format, engine, seed: 1, players: vec![] };
        let (mut lines, _) = lines::Lines::open::<_, Drawn>(&common.file(DECISIONS), &header).unwrap();
        (0..2).for_each(|game| lines.add(&drawn(game)).unwrap());
        let header = AnswerHeader { format: String::new() };
        let (mut lines, _) = lines::Lines::open::<_, Answer>(&common.file(ANSWERS), &header).unwrap();
        let (id, dice) = decision.key();
        lines.add(&Answer { player: "late".to_owned(), id, dice, play: "x".to_owned() }).unwrap();
        let (_, decisions, asked) = read_all(&common).unwrap();
        assert_eq!((decisions.len(), asked, decisions[0].plays["late"].as_str()), (1, 4, "x"));
    }

    #[test]
    fn decisions_know_their_plays() {
        let mut decision = Decision::new(&Board::default(), Dice::new(1, 3).unwrap());
        let (board, dice, list) = decision.question().unwrap();
        assert_eq!((board, dice.high(), list.len()), (Board::default(), 3, 16));
        for (player, play) in [("a", "x"), ("b", "y"), ("c", "x")] {
            decision.plays.insert(player.to_owned(), play.to_owned());
        }
        assert_eq!(decision.choices().into_iter().collect::<Vec<_>>(), ["x", "y"]);
    }
}
