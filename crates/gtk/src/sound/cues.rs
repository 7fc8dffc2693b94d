// SPDX-License-Identifier: GPL-3.0-or-later
//! Which sound each event has, and the sounds of one window.

use super::{SoundPlayer, Tone};
use crate::host::HostHandle;
use gnubg_engine::core::{Action, CubeValue, MatchState};
use gnubg_session::event::Activity;
use gnubg_session::event::{Cause, StateChange};
use gnubg_session::options::Sounds;
use std::cell::OnceCell;
use std::rc::Rc;

/// The name of the sound for a change; `by_hand` tells which seats persons play.
fn name_of(change: &StateChange, by_hand: [bool; 2]) -> Option<&'static str> {
    let after = &change.after;
    if let Some(result) = after.result() {
        let is_person = by_hand[result.winner.index()];
        return Some(match (after.match_winner().is_some(), is_person) {
            (true, true) => "humanwinsmatch",
            (true, false) => "botwinsmatch",
            (false, true) => "humanwinsgame",
            (false, false) => "botwinsgame",
        });
    }
    match &change.cause {
        Cause::Opening { .. } => Some("roll"),
        Cause::Acted { action, .. } => acted(action, change.before.as_ref(), after, by_hand),
        _ => None,
    }
}

fn acted(
    action: &Action,
    before: Option<&MatchState>,
    after: &MatchState,
    by_hand: [bool; 2],
) -> Option<&'static str> {
    let is_redouble = before.is_some_and(|before| before.cube.value != CubeValue::ONE);
    Some(match action {
        Action::Opening(_) => "roll",
        Action::Roll(_) if after.legal_plays().is_some_and(|plays| plays.is_empty()) => {
            if by_hand[after.on_roll.index()] { "humanfans" } else { "botfans" }
        }
        Action::Roll(_) => "roll",
        Action::Play(play) if play.is_empty() => return None,
        Action::Play(_) => "move",
        Action::Double if is_redouble => "redouble",
        Action::Double => "double",
        Action::Beaver => "redouble",
        Action::Take => "take",
        Action::Drop => "drop",
        Action::Resign(_) => "resign",
        Action::AcceptResignation => "agree",
        Action::DeclineResignation => "drop",
    })
}

/// The sounds of a window.
pub(crate) struct SoundCues {
    host: HostHandle,
    player: OnceCell<Rc<SoundPlayer>>,
}

impl SoundCues {
    /// Without a player; nothing is heard until [`SoundCues::set_player`].
    pub(crate) fn new(host: HostHandle) -> SoundCues {
        SoundCues { host, player: OnceCell::new() }
    }

    /// Sets the player that all windows share; a second one is ignored.
    pub(crate) fn set_player(&self, player: Rc<SoundPlayer>) {
        let _ = self.player.set(player);
    }

    /// The settings of sounds; a program that was not allowed does not play them.
    fn settings(&self) -> Option<Sounds> {
        self.host.look(|session| {
            let mut sounds = session.options().sound.clone();
            if !session.may_run(&sounds.command) {
                sounds.command.clear();
            }
            sounds
        })
    }

    /// Plays the sound of that name if sounds are on.
    pub(crate) fn play(&self, name: &str) {
        let settings = self.settings().filter(|settings| settings.on);
        if let (Some(tone), Some(settings), Some(player)) = (Tone::named(name), settings, self.player.get()) {
            player.play(tone, &settings);
        }
    }

    /// Plays a sound once, whether sounds are on or not.
    pub(crate) fn try_out(&self, tone: Tone) {
        if let (Some(settings), Some(player)) = (self.settings(), self.player.get()) {
            player.play_anyway(tone, &settings);
        }
    }

    /// Plays the sound of a change of the match; `by_hand` tells which seats persons play.
    pub(crate) fn play_change(&self, change: &StateChange, by_hand: [bool; 2]) {
        if let Some(name) = name_of(change, by_hand) {
            self.play(name);
        }
    }

    /// Plays the sound of a computation that ended, if it was not stopped.
    pub(crate) fn play_job(&self, activity: Activity, is_whole: bool) {
        if activity == Activity::Analysis && is_whole {
            self.play("analysisfinished");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Player, ResignLevel, Rules};
    use gnubg_session::event::Agent;

    fn after(state: MatchState, action: Action) -> StateChange {
        let by = state.to_act().unwrap_or(Player::One);
        let cause = Cause::Acted { by, agent: Agent::Person, action };
        let next = state.apply(action).unwrap();
        StateChange { before: Some(state), after: next, cause, revision: 1 }
    }

    #[test]
    fn decisions_have_their_sounds() {
        let opening = MatchState::new(1, Rules::default()).unwrap();
        let playing = opening.apply(Action::Opening([3, 1])).unwrap();
        let play = playing.legal_plays().unwrap().plays()[0];
        let change = after(playing, Action::Play(play));
        assert_eq!(name_of(&change, [true; 2]), Some("move"));
        let money = MatchState::new(0, Rules::default()).unwrap().apply(Action::Opening([3, 1])).unwrap();
        let rolling = money.apply(Action::Play(money.legal_plays().unwrap().plays()[0])).unwrap();
        let double = after(rolling, Action::Double);
        assert_eq!(name_of(&double, [true; 2]), Some("double"));
        assert_eq!(name_of(&after(double.after, Action::Drop), [true, true]), Some("humanwinsgame"));
        let taken = double.after.apply(Action::Take).unwrap();
        let resigned = after(taken, Action::Resign(ResignLevel::Single));
        assert_eq!(name_of(&resigned, [true; 2]), Some("resign"));
        // The sound is that of the winner, not of the player who resigned.
        let over = after(resigned.after, Action::AcceptResignation);
        let winner = over.after.result().unwrap().winner;
        let by_hand = Player::BOTH.map(|player| player != winner);
        assert_eq!(name_of(&over, by_hand), Some("botwinsgame"));
    }
}
