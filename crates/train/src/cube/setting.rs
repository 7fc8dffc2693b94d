// SPDX-License-Identifier: GPL-3.0-or-later
//! The scores and cubes at which decisions are rolled out.

use gnubg_engine::core::{Board, CubeState, CubeValue, Decision, MatchState, Phase, Player, Rules};
use serde::{Deserialize, Serialize};

/// A score and a cube, seen by the player on roll. The Jacoby rule and beavers are not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CubeSetting {
    /// Money, centered cube.
    Money,
    /// Money, the player on roll owns the cube.
    Owned,
    /// A match to 7 at 0-0, centered cube.
    Even,
    /// A match to 7, 2-4, centered cube.
    Behind,
    /// A match to 7, 4-2, centered cube.
    Ahead,
}

impl CubeSetting {
    /// The match settings.
    pub(crate) const MATCHES: [CubeSetting; 3] = [CubeSetting::Even, CubeSetting::Behind, CubeSetting::Ahead];

    /// The name in reports.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            CubeSetting::Money => "money",
            CubeSetting::Owned => "owned",
            CubeSetting::Even => "even",
            CubeSetting::Behind => "behind",
            CubeSetting::Ahead => "ahead",
        }
    }

    /// The state before the roll with `board` on the table.
    pub(crate) fn state(self, board: &Board) -> MatchState {
        let length = if matches!(self, CubeSetting::Money | CubeSetting::Owned) { 0 } else { 7 };
        let rules = Rules { jacoby: false, beavers: 0, ..Rules::default() };
        let new = MatchState::new(length, rules).expect("invariant: a match to 7 is not too long");
        let cube = match self {
            CubeSetting::Owned => {
                let value = CubeValue::ONE.doubled().expect("invariant: 1 can be doubled");
                CubeState { value, owner: Some(Player::Zero) }
            }
            _ => CubeState::CENTERED,
        };
        let score = match self {
            CubeSetting::Behind => [2, 4],
            CubeSetting::Ahead => [4, 2],
            _ => [0, 0],
        };
        let phase = Phase::Due(Decision::Roll);
        MatchState { cube, score, phase, on_roll: Player::Zero, board: *board, ..new }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_states_in_which_the_player_on_roll_may_double() {
        use gnubg_engine::cube::MatchEquityTable;
        use gnubg_engine::eval::Root;
        let table = MatchEquityTable::default();
        for setting in [
            CubeSetting::Money,
            CubeSetting::Owned,
            CubeSetting::Even,
            CubeSetting::Behind,
            CubeSetting::Ahead,
        ] {
            let state = setting.state(&Board::default());
            assert_eq!(state.check(), Ok(()), "{setting:?}");
            let root = Root::of(&state, &table);
            assert!(root.context.may_double(root.cube), "{setting:?}");
        }
    }
}
