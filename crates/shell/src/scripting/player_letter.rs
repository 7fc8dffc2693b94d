// SPDX-License-Identifier: GPL-3.0-or-later
//! The letters by which scripts name the players.

use gnubg_engine::core::Player;

/// The letter of a player.
pub(super) const fn letter(player: Player) -> &'static str {
    match player {
        Player::Zero => "X",
        Player::One => "O",
    }
}
