// SPDX-License-Identifier: GPL-3.0-or-later
//! What the action row offers in which state: the suggested action first, each at its fixed place.

use crate::board::input::Controller;
use crate::i18n::{gettext, pgettext};
use crate::snapshot::Snapshot;
use gnubg_engine::core::{Decision, Phase};

/// Places for buttons in the action row.
pub(crate) const N_SLOTS: usize = 4;

/// A button of the action row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offer {
    Roll,
    Double,
    Confirm,
    CannotMove,
    Undo,
    SwapDice,
    Take,
    Drop,
    Beaver,
    /// The answer to a beaver that turns the cube once more.
    Raccoon,
    Agree,
    Decline,
    Stop,
    Compute,
    Hint,
    NextGame,
    NewMatch,
    Done,
    CancelEdit,
    Initial,
    Clear,
    Next,
    Previous,
    PlayHere,
}

impl Offer {
    /// Every offer.
    pub(super) const ALL: [Offer; 24] = [
        Offer::Roll,
        Offer::Double,
        Offer::Confirm,
        Offer::CannotMove,
        Offer::Undo,
        Offer::SwapDice,
        Offer::Take,
        Offer::Drop,
        Offer::Beaver,
        Offer::Raccoon,
        Offer::Agree,
        Offer::Decline,
        Offer::Stop,
        Offer::Compute,
        Offer::Hint,
        Offer::NextGame,
        Offer::NewMatch,
        Offer::Done,
        Offer::CancelEdit,
        Offer::Initial,
        Offer::Clear,
        Offer::Next,
        Offer::Previous,
        Offer::PlayHere,
    ];

    /// What the button does.
    pub(crate) fn action(self) -> &'static str {
        match self {
            Offer::Roll => "win.roll",
            Offer::Double => "win.double",
            Offer::Confirm | Offer::CannotMove => "win.confirm",
            Offer::Undo => "win.undo",
            Offer::SwapDice => "win.swap-dice",
            Offer::Take => "win.take",
            Offer::Drop => "win.drop",
            Offer::Beaver | Offer::Raccoon => "win.beaver",
            Offer::Agree => "win.accept",
            Offer::Decline => "win.decline",
            Offer::Stop => "win.stop",
            Offer::Compute => "win.compute",
            Offer::Hint => "win.hint",
            Offer::NextGame => "win.next-game",
            Offer::NewMatch => "win.new-match",
            Offer::Done => "win.edit-done",
            Offer::CancelEdit => "win.edit-cancel",
            Offer::Initial => "win.edit-initial",
            Offer::Clear => "win.edit-clear",
            Offer::Next => "win.next-roll",
            Offer::Previous => "win.previous-roll",
            Offer::PlayHere => "win.play-from-here",
        }
    }

    /// What the button says.
    pub(super) fn label(self) -> String {
        match self {
            Offer::Roll => pgettext("button", "Roll"),
            Offer::Double => pgettext("button", "Double"),
            Offer::Confirm => pgettext("button", "Confirm"),
            Offer::CannotMove => gettext("Cannot move"),
            Offer::Undo => gettext("Undo"),
            Offer::SwapDice => gettext("Swap dice"),
            Offer::Take => pgettext("button", "Take"),
            Offer::Drop => pgettext("button", "Pass"),
            Offer::Beaver => pgettext("button", "Beaver"),
            Offer::Raccoon => pgettext("button", "Raccoon"),
            Offer::Agree => pgettext("button", "Agree"),
            Offer::Decline => pgettext("button", "Decline"),
            Offer::Stop => pgettext("button", "Stop"),
            Offer::Compute => gettext("Play on"),
            Offer::Hint => pgettext("button", "Hint"),
            Offer::NextGame => gettext("Next game"),
            Offer::NewMatch => gettext("New match"),
            Offer::Done => pgettext("button", "Done"),
            Offer::CancelEdit => gettext("Cancel"),
            Offer::Initial => pgettext("position", "Initial"),
            Offer::Clear => pgettext("position", "Clear"),
            Offer::Next => pgettext("button", "Next"),
            Offer::Previous => pgettext("button", "Previous"),
            Offer::PlayHere => gettext("Play here"),
        }
    }

    /// What the button shows as an icon.
    pub(super) fn icon(self) -> &'static str {
        match self {
            Offer::Roll => "gnubg-dice-symbolic",
            Offer::Double | Offer::Beaver | Offer::Raccoon => "gnubg-cube-symbolic",
            Offer::Confirm | Offer::CannotMove | Offer::Done => "object-select-symbolic",
            Offer::Undo => "edit-undo-symbolic",
            Offer::SwapDice => "object-flip-horizontal-symbolic",
            Offer::Take | Offer::Agree => "emblem-ok-symbolic",
            Offer::Drop | Offer::Decline | Offer::CancelEdit => "window-close-symbolic",
            Offer::Stop => "media-playback-stop-symbolic",
            Offer::Compute | Offer::PlayHere => "media-playback-start-symbolic",
            Offer::Hint => "dialog-information-symbolic",
            Offer::NextGame => "go-last-symbolic",
            Offer::NewMatch => "document-new-symbolic",
            Offer::Initial => "view-refresh-symbolic",
            Offer::Clear => "edit-clear-all-symbolic",
            Offer::Next => "go-next-symbolic",
            Offer::Previous => "go-previous-symbolic",
        }
    }
}

/// The offers of the present state, by place; the first is the suggested one.
pub(crate) fn offers(snapshot: &Snapshot, controller: &Controller) -> [Option<Offer>; N_SLOTS] {
    use Offer as O;
    if controller.draft().is_some() {
        return [Some(O::Done), Some(O::CancelEdit), Some(O::Initial), Some(O::Clear)];
    }
    let Some(state) = &snapshot.state else { return [None; N_SLOTS] };
    if snapshot.is_thinking || snapshot.is_judging {
        return [Some(O::Stop), None, None, None];
    }
    if snapshot.is_reviewing {
        let is_decision = !matches!(state.phase, Phase::Opening | Phase::Over(_));
        let hint = is_decision.then_some(O::Hint);
        return [Some(O::Next), Some(O::Previous), Some(O::PlayHere), hint];
    }
    if snapshot.is_waiting() {
        return [Some(O::Compute), None, None, Some(O::Hint)];
    }
    match state.phase {
        Phase::Over(_) if state.match_winner().is_some() => [Some(O::NewMatch), None, None, None],
        Phase::Over(_) => [Some(O::NextGame), None, None, None],
        Phase::Opening => [Some(O::Roll), None, None, None],
        Phase::Due(Decision::Roll) => {
            let double = snapshot.acts_by_hand() && state.cube_refusal().is_none();
            [Some(O::Roll), double.then_some(O::Double), None, Some(O::Hint)]
        }
        Phase::Due(Decision::Play(_)) => match controller.turn() {
            Some(turn) if turn.is_dance() => [Some(O::CannotMove), None, None, None],
            Some(_) => [Some(O::Confirm), Some(O::Undo), Some(O::SwapDice), Some(O::Hint)],
            None => [None; N_SLOTS],
        },
        Phase::Due(Decision::Answer(offer)) => {
            let turn_again = if offer.beavers == 0 { O::Beaver } else { O::Raccoon };
            let turn_again = state.may_beaver().is_ok().then_some(turn_again);
            [Some(O::Take), Some(O::Drop), turn_again, Some(O::Hint)]
        }
        Phase::Resigning { .. } => [Some(O::Agree), Some(O::Decline), None, Some(O::Hint)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::input::Situation;
    use gnubg_engine::core::{Action, MatchState, ResignLevel, Rules};

    fn shown(state: MatchState) -> Vec<Offer> {
        let mut controller = Controller::default();
        controller.set_situation(Situation { state: Some(state), ..Situation::NONE });
        let snapshot = Snapshot { state: Some(state), ..Snapshot::default() };
        offers(&snapshot, &controller).into_iter().flatten().collect()
    }

    #[test]
    fn each_state_has_its_buttons() {
        let opening = MatchState::new(0, Rules::default()).unwrap();
        assert_eq!(shown(opening), [Offer::Roll]);
        let playing = opening.apply(Action::Opening([3, 1])).unwrap();
        assert_eq!(shown(playing), [Offer::Confirm, Offer::Undo, Offer::SwapDice, Offer::Hint]);
        let play = playing.legal_plays().unwrap().plays()[0];
        let rolling = playing.apply(Action::Play(play)).unwrap();
        assert_eq!(shown(rolling), [Offer::Roll, Offer::Double, Offer::Hint]);
        let doubled = rolling.apply(Action::Double).unwrap();
        assert_eq!(shown(doubled), [Offer::Take, Offer::Drop, Offer::Beaver, Offer::Hint]);
        let beavered = doubled.apply(Action::Beaver).unwrap();
        assert_eq!(shown(beavered), [Offer::Take, Offer::Drop, Offer::Raccoon, Offer::Hint]);
        assert_eq!(Offer::Raccoon.label(), "Raccoon");
        let resigned = rolling.apply(Action::Resign(ResignLevel::Single)).unwrap();
        assert_eq!(shown(resigned), [Offer::Agree, Offer::Decline, Offer::Hint]);
        assert_eq!(shown(doubled.apply(Action::Drop).unwrap()), [Offer::NextGame]);
        let snapshot = Snapshot::default();
        assert_eq!(offers(&snapshot, &Controller::default()), [None; N_SLOTS]);
        let thinking = Snapshot { state: Some(rolling), is_thinking: true, ..Snapshot::default() };
        assert_eq!(offers(&thinking, &Controller::default())[0], Some(Offer::Stop));
        let waiting = Snapshot { state: Some(rolling), by_hand: [false; 2], ..Snapshot::default() };
        assert_eq!(offers(&waiting, &Controller::default())[0], Some(Offer::Compute));
        let reviewing = Snapshot { is_reviewing: true, ..waiting.clone() };
        let shown = offers(&reviewing, &Controller::default());
        assert_eq!(shown, [Offer::Next, Offer::Previous, Offer::PlayHere, Offer::Hint].map(Some));
        let dice = Snapshot { wants_dice: true, ..waiting };
        assert_eq!(offers(&dice, &Controller::default())[0], Some(Offer::Roll));
    }

    #[test]
    fn matches_offer_no_beavers() {
        let playing = MatchState::new(7, Rules::default()).unwrap().apply(Action::Opening([3, 1])).unwrap();
        let play = playing.legal_plays().unwrap().plays()[0];
        let doubled = playing.apply(Action::Play(play)).and_then(|s| s.apply(Action::Double)).unwrap();
        assert_eq!(shown(doubled), [Offer::Take, Offer::Drop, Offer::Hint]);
    }
}
