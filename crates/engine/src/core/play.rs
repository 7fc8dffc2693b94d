// SPDX-License-Identifier: GPL-3.0-or-later
//! A play: the steps of all checkers moved for one roll.

use super::{Board, Place, Side};

/// One checker moved by one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// Where the checker comes from; never [`Place::OFF`].
    pub from: Place,
    /// Where it lands; never [`Place::BAR`].
    pub to: Place,
}

impl Step {
    const NONE: Step = Step { from: Place::OFF, to: Place::OFF };
}

/// A turn's checker movement: up to four steps. Empty when no checker could be moved.
///
/// Two plays that lead to the same position count as the same play in the rules; compare the positions, not the steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Play {
    steps: [Step; 4],
    len: u8,
}

impl Play {
    /// The play that moves nothing.
    pub const EMPTY: Play = Play { steps: [Step::NONE; 4], len: 0 };

    /// A play of the given steps, at most four; further ones are an error.
    #[must_use]
    pub fn from_steps(steps: &[Step]) -> Option<Play> {
        if steps.len() > 4 {
            return None;
        }
        let mut play = Play::EMPTY;
        for &step in steps {
            play.push(step);
        }
        Some(play)
    }

    /// The steps in the order they are made.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps[..usize::from(self.len)]
    }

    /// Whether no checker moves.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a step; *Invariant:* the caller adds at most four.
    pub(crate) fn push(&mut self, step: Step) {
        self.steps[usize::from(self.len)] = step;
        self.len += 1;
    }

    /// The position after the play, still seen by the mover, hit checkers on the opponent's bar.
    ///
    /// Legality is not checked; a step from an empty place moves nothing.
    #[must_use]
    pub fn apply(&self, board: &Board) -> Board {
        let mut after = *board;
        for step in self.steps() {
            let Some(from) = step.from.index() else { continue };
            let count = after.side(Side::OnRoll)[from];
            if count == 0 {
                continue;
            }
            after.set(Side::OnRoll, from, count - 1);
            let Some(to) = step.to.index() else { continue };
            after.set(Side::OnRoll, to, after.side(Side::OnRoll)[to].saturating_add(1));
            if to < 24 && after.side(Side::Opponent)[23 - to] > 0 {
                let hit = after.side(Side::Opponent)[23 - to];
                after.set(Side::Opponent, 23 - to, 0);
                after.set(Side::Opponent, 24, after.side(Side::Opponent)[24].saturating_add(hit));
            }
        }
        after
    }
}

impl std::fmt::Debug for Play {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (n, step) in self.steps().iter().enumerate() {
            write!(f, "{}{}/{}", if n > 0 { " " } else { "" }, step.from, step.to)?;
        }
        Ok(())
    }
}
