// SPDX-License-Identifier: GPL-3.0-or-later
//! Steps of a play as bytes: the pip in the lower five bits, the distance in the upper three.

use crate::legs::Leg;
use gnubg_engine::core::{Play, Player, Step};

/// A step in the mover's own numbers.
pub(super) fn leg(player: Player, step: u8) -> Leg {
    let (pip, pips) = (step & 0x1f, step >> 5);
    let from = match player {
        // White's 24-point is pip 1.
        Player::Zero => 25u8.saturating_sub(pip),
        Player::One => pip.min(25),
    };
    Leg { from, to: from.saturating_sub(pips) }
}

/// The steps of a play.
pub(super) fn steps(player: Player, play: &Play) -> Vec<u8> {
    let step = |step: &Step| {
        let (from, to) = (step.from.number(), step.to.number());
        let pip = if player == Player::Zero { 25 - from } else { from };
        pip | from.saturating_sub(to).min(7) << 5
    };
    play.steps().iter().map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_steps_in_the_numbers_of_the_mover() {
        assert_eq!(leg(Player::One, 0xd8), Leg { from: 24, to: 18 });
        assert_eq!(leg(Player::Zero, 0x20), Leg { from: 25, to: 24 });
        assert_eq!(leg(Player::Zero, 0xb1), Leg { from: 8, to: 3 });
    }
}
