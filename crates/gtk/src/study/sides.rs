// SPDX-License-Identifier: GPL-3.0-or-later
//! The two sides of a card's position: what stands beside the board, and the board seen by the other player.

use crate::board::Design;
use crate::i18n::gettext;
use crate::stage::{PlayerBar, PlayerLine, is_low};
use crate::widgets::text_size;
use gnubg_engine::core::{Decision, MatchState, Offer, Phase, Player};
use gtk::prelude::*;

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

/// What the bar of a player says; without a score where there is no match.
fn line(state: &MatchState, player: Player) -> PlayerLine {
    let name = match player {
        Player::Zero => gettext("Opponent"),
        Player::One => gettext("You"),
    };
    let line = PlayerLine { name, ..PlayerLine::of(state, player) };
    match state.is_money() {
        true => PlayerLine { score: String::new(), away: gettext("money"), ..line },
        false => line,
    }
}

/// The bars above and below the board: the opponent, and who is asked.
pub(super) struct SideBars {
    bars: [PlayerBar; 2],
}

impl SideBars {
    pub(super) fn new() -> SideBars {
        let bars = Player::BOTH.map(PlayerBar::still);
        for (bar, name) in bars.iter().zip(["study-upper", "study-lower"]) {
            bar.set_widget_name(name);
        }
        SideBars { bars }
    }

    pub(super) fn upper(&self) -> &PlayerBar {
        &self.bars[0]
    }

    pub(super) fn lower(&self) -> &PlayerBar {
        &self.bars[1]
    }

    /// Shows both sides of a state, checkers in this design; hides the bars without one.
    pub(super) fn show(&self, state: Option<&MatchState>, design: Option<&Design>) {
        for (bar, player) in self.bars.iter().zip(Player::BOTH) {
            bar.set_visible(state.is_some());
            if let Some(state) = state {
                bar.show(&line(state, player));
            }
            if let Some(design) = design {
                bar.set_design(design);
            }
        }
    }

    /// Puts each bar in one line in a page that is low for its text.
    pub(super) fn fit(&self, height: i32) {
        let (_, line) = text_size(self.upper());
        self.bars.iter().for_each(|bar| bar.set_low(is_low(height, line)));
    }
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
