// SPDX-License-Identifier: GPL-3.0-or-later
//! The two sides of a card's position: what stands beside the board, and the board seen by the other player.

use crate::i18n::{gettext, gettext_f};
use gnubg_engine::core::{Decision, MatchState, Offer, Phase, Player};

/// The same state with the players in each other's seats, so that the other one sits at the bottom. For states in which
/// nothing, a roll, a play or an answer to a double is due.
pub(super) fn exchanged(state: &MatchState) -> MatchState {
    let mut turned = *state;
    turned.score.reverse();
    turned.on_roll = state.on_roll.other();
    turned.cube.owner = state.cube.owner.map(Player::other);
    if let Phase::Due(Decision::Answer(offer)) = state.phase {
        turned.phase = Phase::Due(Decision::Answer(Offer { by: offer.by.other(), ..offer }));
    }
    turned
}

/// What a player needs to know of one side: pips, and points away.
pub(super) fn facts(state: &MatchState, player: Player) -> String {
    let pips = state.on_roll.by_seat(state.board.pips())[player.index()].to_string();
    let pips = gettext_f("{n} pips", &[("n", &pips)]);
    let away = match state.away(player) {
        Some(n) => gettext_f("{n}-away", &[("n", &n.to_string())]),
        None => gettext("money"),
    };
    let cube = match state.cube.owner {
        Some(owner) if owner == player => {
            Some(gettext_f("cube {n}", &[("n", &state.cube.value.points().to_string())]))
        }
        _ => None,
    };
    [Some(pips), Some(away), cube].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Action, Rules};

    #[test]
    fn who_answers_a_double_sits_at_the_bottom() {
        let mut state = MatchState::new(7, Rules::default()).unwrap();
        state.score = [2, 4];
        state.on_roll = Player::One;
        state.phase = Phase::Due(Decision::Roll);
        let doubled = state.apply(Action::Double).unwrap();
        assert_eq!(doubled.to_act(), Some(Player::Zero));
        let turned = exchanged(&doubled);
        assert_eq!(turned.to_act(), Some(Player::One));
        assert_eq!(turned.score, [4, 2]);
        assert_eq!(turned.board_of(Player::One), doubled.board_of(Player::Zero));
        assert_eq!(exchanged(&turned), doubled);
        // What is asked can be answered there.
        assert!(turned.apply(Action::Take).is_ok());
    }
}
