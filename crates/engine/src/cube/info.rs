// SPDX-License-Identifier: GPL-3.0-or-later
//! The cube at a node of a search: value, owner and player on roll.

use crate::core::{CubeState, CubeValue, MatchState, Player};

/// Who may turn the cube, seen by the player on roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum CubeOwner {
    /// Both: it lies in the middle.
    #[default]
    Centered = 0,
    /// The player on roll.
    OnRoll = 1,
    /// The opponent.
    Opponent = 2,
}

impl CubeOwner {
    /// The three possibilities, in the order of arrays indexed by owner.
    pub const ALL: [CubeOwner; 3] = [CubeOwner::Centered, CubeOwner::OnRoll, CubeOwner::Opponent];

    /// The same owner seen by the other player.
    #[must_use]
    pub const fn swapped(self) -> CubeOwner {
        match self {
            CubeOwner::Centered => CubeOwner::Centered,
            CubeOwner::OnRoll => CubeOwner::Opponent,
            CubeOwner::Opponent => CubeOwner::OnRoll,
        }
    }
}

/// One cube state at one node of a search. Small and `Copy`, so that a node can carry many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CubeInfo {
    /// Points at stake.
    pub value: CubeValue,
    /// Who may turn it.
    pub owner: CubeOwner,
    /// The seat of the player on roll.
    pub on_roll: Player,
}

impl CubeInfo {
    /// A cube of 1 in the middle with `on_roll` to roll.
    #[must_use]
    pub const fn centered(on_roll: Player) -> CubeInfo {
        CubeInfo { value: CubeValue::ONE, owner: CubeOwner::Centered, on_roll }
    }

    /// The cube on the table, for the player on roll.
    #[must_use]
    pub fn new(cube: CubeState, on_roll: Player) -> CubeInfo {
        let owner = match cube.owner {
            None => CubeOwner::Centered,
            Some(owner) if owner == on_roll => CubeOwner::OnRoll,
            Some(_) => CubeOwner::Opponent,
        };
        CubeInfo { value: cube.value, owner, on_roll }
    }

    /// The cube of a match state.
    #[must_use]
    pub fn of(state: &MatchState) -> CubeInfo {
        CubeInfo::new(state.cube, state.on_roll)
    }

    /// The cube after a double and a take: twice the value, owned by the opponent. The largest value stays.
    #[must_use]
    pub fn doubled(self) -> CubeInfo {
        let value = self.value.doubled().unwrap_or(CubeValue::MAX);
        CubeInfo { value, owner: CubeOwner::Opponent, ..self }
    }

    /// The same cube with the other player on roll.
    #[must_use]
    pub const fn swapped(self) -> CubeInfo {
        CubeInfo { value: self.value, owner: self.owner.swapped(), on_roll: self.on_roll.other() }
    }

    /// Whether the rules of ownership let the player on roll turn it.
    #[must_use]
    pub const fn is_open(self) -> bool {
        !matches!(self.owner, CubeOwner::Opponent)
    }

    /// The cube as it lies on the table.
    #[must_use]
    pub const fn state(self) -> CubeState {
        let owner = match self.owner {
            CubeOwner::Centered => None,
            CubeOwner::OnRoll => Some(self.on_roll),
            CubeOwner::Opponent => Some(self.on_roll.other()),
        };
        CubeState { value: self.value, owner }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubling_and_turning_round() {
        let cube = CubeInfo::centered(Player::One);
        assert_eq!(size_of::<CubeInfo>(), 3);
        let doubled = cube.doubled();
        assert_eq!((doubled.value.points(), doubled.owner), (2, CubeOwner::Opponent));
        assert_eq!(doubled.state().owner, Some(Player::Zero));
        assert_eq!(doubled.swapped().state(), doubled.state());
        assert_eq!(doubled.swapped().owner, CubeOwner::OnRoll);
        assert!(cube.is_open() && !doubled.is_open());
        let most = CubeInfo { value: CubeValue::MAX, ..cube };
        assert_eq!(most.doubled().value, CubeValue::MAX);
        for cube in [cube, doubled, doubled.swapped()] {
            assert_eq!(CubeInfo::new(cube.state(), cube.on_roll), cube);
        }
    }
}
