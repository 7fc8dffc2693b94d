// SPDX-License-Identifier: GPL-3.0-or-later
//! One entry of a game: an action with its analysis, marks and comment.

use crate::analysis::Analysis;
use crate::clock::{Clocks, TimeLoss};
use crate::skill::{Luck, Skill};
use gnubg_engine::core::{Action, Board, CubeValue, Dice, Play, Player, ResignLevel};
use std::sync::Arc;

/// A property of a file that this program keeps without using it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Property {
    /// Its name in the file.
    pub name: String,
    /// Its values, as the file has them.
    pub values: Vec<String>,
}

/// An action; [`Entry`] has its player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryAction {
    /// A roll and the play made with it; the empty play where no checker could move.
    Play {
        /// The roll.
        dice: Dice,
        /// The steps.
        play: Play,
    },
    /// A roll with an illegal play, kept as it was made.
    IllegalPlay {
        /// The roll.
        dice: Dice,
        /// The steps as written, if they are known.
        play: Option<Play>,
        /// The position it led to, the opponent on roll.
        after: Box<Board>,
    },
    /// A roll without a play: not played yet, or the game ended before it was.
    Roll(Dice),
    /// The cube is offered at twice its value.
    Double,
    /// The cube is taken.
    Take,
    /// The cube is dropped.
    Drop,
    /// The cube is taken and redoubled at once (a beaver).
    Beaver,
    /// A resignation is offered.
    Resign(ResignLevel),
    /// A resignation is accepted; the game ends.
    AcceptResignation,
    /// A resignation is declined.
    DeclineResignation,
    /// The player's time is used up, with this consequence.
    OutOfTime(TimeLoss),
    /// The checkers are set up; the entry's player is then on roll, and the board is from that player's point of view.
    SetBoard(Box<Board>),
    /// The value of the cube is set.
    SetCubeValue(CubeValue),
    /// The owner of the cube is set; `None` for a centered cube.
    SetCubeOwner(Option<Player>),
}

impl EntryAction {
    /// Whether it is a turn of checker play: a roll with a play, legal or not, or without one.
    #[must_use]
    pub const fn is_roll(&self) -> bool {
        self.dice().is_some()
    }

    /// Whether checkers were played (or could not be).
    #[must_use]
    pub const fn is_play(&self) -> bool {
        matches!(self, EntryAction::Play { .. } | EntryAction::IllegalPlay { .. })
    }

    /// Whether it is a double, take, drop or beaver.
    #[must_use]
    pub const fn is_cube(&self) -> bool {
        matches!(self, EntryAction::Double | EntryAction::Take | EntryAction::Drop | EntryAction::Beaver)
    }

    /// Whether it sets something up instead of being played.
    #[must_use]
    pub const fn is_set_up(&self) -> bool {
        matches!(self, EntryAction::SetBoard(_) | EntryAction::SetCubeValue(_) | EntryAction::SetCubeOwner(_))
    }

    /// The dice rolled.
    #[must_use]
    pub const fn dice(&self) -> Option<Dice> {
        match self {
            EntryAction::Play { dice, .. }
            | EntryAction::IllegalPlay { dice, .. }
            | EntryAction::Roll(dice) => Some(*dice),
            _ => None,
        }
    }

    /// The rule actions that replay this entry from a state in which its player is to act; `None` for set-ups, illegal
    /// plays and lost time.
    #[must_use]
    pub fn as_actions(&self) -> Option<Vec<Action>> {
        Some(match self {
            EntryAction::Play { dice, play } => vec![Action::Roll(*dice), Action::Play(*play)],
            EntryAction::Roll(dice) => vec![Action::Roll(*dice)],
            EntryAction::Double => vec![Action::Double],
            EntryAction::Take => vec![Action::Take],
            EntryAction::Drop => vec![Action::Drop],
            EntryAction::Beaver => vec![Action::Beaver],
            EntryAction::Resign(level) => vec![Action::Resign(*level)],
            EntryAction::AcceptResignation => vec![Action::AcceptResignation],
            EntryAction::DeclineResignation => vec![Action::DeclineResignation],
            EntryAction::IllegalPlay { .. }
            | EntryAction::OutOfTime(_)
            | EntryAction::SetBoard(_)
            | EntryAction::SetCubeValue(_)
            | EntryAction::SetCubeOwner(_) => return None,
        })
    }
}

/// Marks set by a person or a file; for `None` the analysis decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Marks {
    /// The mark of the checker play.
    pub play: Option<Skill>,
    /// The mark of the cube decision: a double, take, drop or resignation, or no double before this roll.
    pub cube: Option<Skill>,
    /// The mark of the roll.
    pub luck: Option<Luck>,
    /// Whether the cube decision was chosen for a rollout, analyzed or not.
    pub rollout_cube: bool,
    /// Whether a resignation does not count: neither as an error nor as the result of its game. For players who left.
    pub is_discounted: bool,
}

/// One entry of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The player. For cube set-ups: the player on roll.
    pub player: Player,
    /// The action.
    pub action: EntryAction,
    /// Whether the roll was written with the lower die first, as thrown. Meaningless for other entries.
    pub low_die_first: bool,
    /// The analysis; shared, so that copies of a record are cheap.
    pub analysis: Option<Arc<Analysis>>,
    /// Marks given by hand.
    pub marks: Marks,
    /// The clocks after it, if they are known.
    pub clocks: Option<Clocks>,
    /// A comment, possibly of several lines; empty for none.
    pub comment: String,
    /// Unknown properties of the file this came from.
    pub properties: Vec<Property>,
}

impl Entry {
    /// An entry with nothing attached.
    #[must_use]
    pub fn new(player: Player, action: EntryAction) -> Entry {
        Entry {
            player,
            action,
            low_die_first: false,
            analysis: None,
            marks: Marks::default(),
            clocks: None,
            comment: String::new(),
            properties: Vec::new(),
        }
    }

    /// The dice in the order they were written.
    #[must_use]
    pub fn faces(&self) -> Option<[u8; 2]> {
        let dice = self.action.dice()?;
        Some(if self.low_die_first { [dice.low(), dice.high()] } else { [dice.high(), dice.low()] })
    }

    /// The checker play analysis, if there is one.
    #[must_use]
    pub fn play_analysis(&self) -> Option<&crate::analysis::PlayAnalysis> {
        self.analysis.as_ref()?.play.as_ref()
    }

    /// The cube analysis, if there is one.
    #[must_use]
    pub fn cube_analysis(&self) -> Option<&crate::analysis::CubeAnalysis> {
        self.analysis.as_ref()?.cube.as_ref()
    }

    /// Changes the analysis; an empty one is removed.
    pub fn update_analysis(&mut self, change: impl FnOnce(&mut Analysis)) {
        let mut analysis = self.analysis.take().map_or_else(Analysis::default, Arc::unwrap_or_clone);
        change(&mut analysis);
        self.analysis = (!analysis.is_empty()).then(|| Arc::new(analysis));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::Equity;

    #[test]
    fn empty_analyses_are_removed() {
        let mut entry = Entry::new(Player::One, EntryAction::Take);
        entry.update_analysis(|analysis| analysis.luck = Some(Equity(0.1)));
        assert!(entry.analysis.is_some());
        entry.update_analysis(|analysis| analysis.luck = None);
        assert!(entry.analysis.is_none());
    }

    #[test]
    fn kinds_of_entries() {
        let dice = Dice::new(3, 1).unwrap();
        let play = EntryAction::Play { dice, play: Play::EMPTY };
        assert!(play.is_play() && play.is_roll() && !play.is_cube() && !play.is_set_up());
        assert_eq!(EntryAction::Roll(dice).dice(), Some(dice));
        assert!(EntryAction::Beaver.is_cube());
        assert!(EntryAction::SetCubeOwner(None).is_set_up());
        assert_eq!(EntryAction::SetCubeOwner(None).as_actions(), None);
        assert_eq!(play.as_actions().unwrap().len(), 2);
    }
}
