// SPDX-License-Identifier: GPL-3.0-or-later
//! What each player rolled and played last in a game: shown in the players' bars, and as dimmed dice on the board.

use gnubg_draw::DiceThrow;
use gnubg_engine::core::{Action, Player, notation};
use gnubg_record::{Cursor, EntryAction, MatchRecord};
use gnubg_session::event::{Cause, StateChange};

/// A roll and what was played with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LastTurn {
    /// The faces of the dice in the order rolled, as far as it is known.
    pub(crate) faces: [u8; 2],
    /// The play in words, empty if no checker could move; `None` while it is still to be played.
    pub(crate) play: Option<String>,
}

/// The last turns of both players in the present game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LastTurns {
    turns: [Option<LastTurn>; 2],
    last: Option<Player>,
}

impl LastTurns {
    /// The last turns before a place of a record.
    pub(crate) fn at(record: &MatchRecord, place: Cursor) -> LastTurns {
        let mut turns = LastTurns::default();
        let Some(game) = record.games.get(place.game) else { return turns };
        for step in game.walk(record.length).take(place.entry) {
            let (player, entry) = (step.entry.player, step.entry);
            let play = match &entry.action {
                EntryAction::SetBoard(_) => {
                    turns = LastTurns::default();
                    None
                }
                EntryAction::Play { play, .. } => Some(play),
                EntryAction::IllegalPlay { play, .. } => play.as_ref(),
                _ => None,
            };
            if let Some(faces) = entry.faces() {
                turns.roll(player, faces);
            }
            if let Some(play) = play {
                turns.play(player, notation::format(&step.before.board_of(player), play));
            }
        }
        if let Some(next) = record.next_entry(place).filter(|_| place.rolled)
            && let Some(faces) = next.faces()
        {
            turns.roll(next.player, faces);
        }
        turns
    }

    /// The last turns after a change that follows them; `None` if the change does not continue the game. `throw` is how
    /// the dice lie after the change.
    pub(crate) fn after(&self, change: &StateChange, throw: DiceThrow) -> Option<LastTurns> {
        let mut turns = self.clone();
        match &change.cause {
            Cause::MatchStarted | Cause::GameStarted { .. } => return Some(LastTurns::default()),
            Cause::Opening { .. } | Cause::Acted { action: Action::Roll(_), .. } => {
                // Equal dice open no game.
                if let Some(dice) = change.after.dice() {
                    let [high, low] = [dice.high(), dice.low()];
                    turns.roll(
                        change.after.on_roll,
                        if throw.is_low_first { [low, high] } else { [high, low] },
                    );
                }
            }
            Cause::Acted { by, action: Action::Play(play), .. } => {
                turns.play(*by, notation::format(&change.before?.board, play));
            }
            Cause::Acted { .. } => {}
            Cause::OutOfTime { .. } => {}
            Cause::Edited
            | Cause::Corrected
            | Cause::Moved
            | Cause::Undone
            | Cause::Redone
            | Cause::Opened => return None,
        }
        Some(turns)
    }

    /// A player's last turn.
    pub(crate) fn of(&self, player: Player) -> Option<&LastTurn> {
        self.turns[player.index()].as_ref()
    }

    /// Who rolled last, and the faces.
    pub(crate) fn last_roll(&self) -> Option<(Player, [u8; 2])> {
        let player = self.last?;
        Some((player, self.of(player)?.faces))
    }

    fn roll(&mut self, player: Player, faces: [u8; 2]) {
        self.turns[player.index()] = Some(LastTurn { faces, play: None });
        self.last = Some(player);
    }

    fn play(&mut self, player: Player, text: String) {
        if let Some(turn) = &mut self.turns[player.index()] {
            turn.play = Some(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Dice, MatchState, Rules};
    use gnubg_record::MatchInfo;
    use gnubg_session::event::Agent;

    #[test]
    fn following_changes_tells_the_same_as_the_record() {
        let mut record = MatchRecord::new(3, Rules::default(), MatchInfo::default()).unwrap();
        let mut place = Cursor::default();
        record.begin_game(&mut place);
        let mut state = MatchState::new(3, Rules::default()).unwrap();
        let mut followed = LastTurns::default();
        let play = |state: &MatchState, text: &str| {
            Action::Play(notation::resolve(&state.board, state.dice().unwrap(), text).unwrap())
        };
        let mut told = Vec::new();
        for step in ["3 1", "8/5 6/5", "6 6", "24/18(2) 13/7(2)", "2 1"] {
            let (action, cause_by) = match (step.split_once(' '), state.phase) {
                (Some((a, b)), phase) if !step.contains('/') => {
                    let faces = [a.parse().unwrap(), b.parse().unwrap()];
                    match phase {
                        gnubg_engine::core::Phase::Opening => (Action::Opening(faces), None),
                        _ => (Action::Roll(Dice::new(faces[0], faces[1]).unwrap()), Some(state.on_roll)),
                    }
                }
                _ => (play(&state, step), Some(state.on_roll)),
            };
            let after = state.apply(action).unwrap();
            let _ = record.append(&mut place, action).unwrap();
            let cause = match (cause_by, action) {
                (Some(by), action) => Cause::Acted { by, action, agent: Agent::Computer },
                (None, Action::Opening(dice)) => Cause::Opening { dice, doubled: None },
                (None, _) => unreachable!("only the opening has no player"),
            };
            let change = StateChange { revision: 0, before: Some(state), after, cause };
            followed = followed.after(&change, DiceThrow::default()).unwrap();
            assert_eq!(followed, LastTurns::at(&record, place), "after {step}");
            told.push(followed.last_roll().unwrap());
            state = after;
        }
        // The higher opening die was that of the top player.
        let (top, bottom) = (Player::Zero, Player::One);
        let expected = [(top, [3, 1]), (top, [3, 1]), (bottom, [6, 6]), (bottom, [6, 6]), (top, [2, 1])];
        assert_eq!(told, expected);
        assert_eq!(followed.of(bottom).unwrap().play.as_deref(), Some("24/18(2) 13/7(2)"));
        assert_eq!(followed.of(top).unwrap().play, None);
    }
}
