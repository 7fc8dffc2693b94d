// SPDX-License-Identifier: GPL-3.0-or-later
//! What the window shows of a session, as a value.

use crate::last_turns::LastTurns;
use gnubg_draw::DiceThrow;
use gnubg_engine::core::{MatchState, Phase, Player};
use gnubg_engine::rng::Generator;
use gnubg_record::EntryAction;
use gnubg_session::event::Activity;
use gnubg_session::options::Seat;
use gnubg_session::{Session, WaitingFor};
use std::path::Path;

/// What the window shows of a session.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Snapshot {
    /// The match, if one is on.
    pub(crate) state: Option<MatchState>,
    /// Names by seat.
    pub(crate) names: [String; 2],
    /// Whether a person plays the seat.
    pub(crate) by_hand: [bool; 2],
    /// Whether the user enters the dice.
    pub(crate) manual_dice: bool,
    /// Whether a match is being transcribed, whatever the settings say.
    pub(crate) is_transcribing: bool,
    /// Whether dice entered by the user are waited for.
    pub(crate) wants_dice: bool,
    /// Whether the computer is thinking about its decision.
    pub(crate) is_thinking: bool,
    /// What outside the program it waits for.
    pub(crate) waiting_for: Option<WaitingFor>,
    /// Whether the tutor is judging a decision.
    pub(crate) is_judging: bool,
    /// Whether there is a decision to take back.
    pub(crate) can_undo: bool,
    /// Whether there is one to make again.
    pub(crate) can_redo: bool,
    /// The number of the game, from 1.
    pub(crate) game: usize,
    /// How the dice were thrown.
    pub(crate) throw: DiceThrow,
    /// What each player rolled and played last in this game.
    pub(crate) last_turns: LastTurns,
    /// The name of the file, if there is one.
    pub(crate) file: Option<String>,
    /// The name of the file of another format that the match came from.
    pub(crate) origin: Option<String>,
    /// Whether there is anything that has not been saved.
    pub(crate) is_unsaved: bool,
    /// Whether something follows in the record, so that nothing is played here by accident.
    pub(crate) is_reviewing: bool,
}

impl Default for Snapshot {
    fn default() -> Snapshot {
        Snapshot {
            state: None,
            names: [String::new(), String::new()],
            by_hand: [true; 2],
            manual_dice: false,
            is_transcribing: false,
            wants_dice: false,
            is_thinking: false,
            waiting_for: None,
            is_judging: false,
            can_undo: false,
            can_redo: false,
            game: 0,
            throw: DiceThrow::default(),
            last_turns: LastTurns::default(),
            file: None,
            origin: None,
            is_unsaved: false,
            is_reviewing: false,
        }
    }
}

impl Snapshot {
    /// Whether the match is entered by hand: in a transcription, or because the settings say that both seats are people
    /// and the dice are typed.
    pub(crate) fn is_transcribed(&self) -> bool {
        self.manual_dice && self.by_hand == [true; 2]
    }

    /// How a session stands.
    pub(crate) fn of(session: &Session) -> Snapshot {
        let state = session.state().copied();
        let names = match state {
            Some(_) => Player::BOTH.map(|player| session.name(player)),
            None => session.options().matches.names.clone(),
        };
        let place = session.place();
        let waiting_for = session.waiting_for();
        let name_of = |path: Option<&Path>| {
            path.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned())
        };
        Snapshot {
            state,
            names,
            by_hand: Player::BOTH.map(|player| session.seat(player) == Seat::Human),
            manual_dice: session.generator() == Generator::Manual,
            is_transcribing: session.is_transcribing(),
            wants_dice: session.wants_dice(),
            is_thinking: session.is_thinking() || waiting_for.is_some(),
            waiting_for,
            is_judging: session.is_pending(Activity::Tutor),
            can_undo: session.can_undo(),
            can_redo: session.can_redo(),
            game: if state.is_some() { place.game + 1 } else { 0 },
            throw: throw_of(session, throws(session), state.as_ref()),
            last_turns: LastTurns::default(),
            file: name_of(session.file()),
            origin: name_of(session.origin()),
            is_unsaved: session.is_unsaved(),
            is_reviewing: has_later(session),
        }
    }

    /// Whether the player who is to act is a person here.
    pub(crate) fn acts_by_hand(&self) -> bool {
        !self.is_reviewing
            && self
                .state
                .is_some_and(|state| state.to_act().is_none_or(|player| self.by_hand[player.index()]))
    }

    /// Whether the computer is to act and waits to be told.
    pub(crate) fn is_waiting(&self) -> bool {
        let acts = self.state.is_some_and(|state| !matches!(state.phase, Phase::Over(_) | Phase::Opening));
        acts && !self.acts_by_hand() && !self.is_thinking && !self.wants_dice && !self.is_reviewing
    }
}

/// Whether the record continues after the place shown. Input is disabled there, so that nothing is played by accident.
pub(crate) fn has_later(session: &Session) -> bool {
    let (record, at) = (session.record(), session.place());
    let Some(game) = record.games.get(at.game) else { return false };
    let is_open_roll =
        at.rolled && matches!(record.next_entry(at).map(|e| &e.action), Some(EntryAction::Roll(_)));
    let n_done = at.entry + usize::from(is_open_roll);
    n_done < game.entries.len() || at.game + 1 < record.games.len()
}

/// How the dice of a state were thrown; `number` is the number of the roll.
pub(crate) fn throw_of(session: &Session, number: u64, state: Option<&MatchState>) -> DiceThrow {
    match state.and_then(|state| session.rolled_faces(state)) {
        Some([first, second]) => DiceThrow { number, is_low_first: first < second },
        None => DiceThrow::of_unknown_order(number),
    }
}

/// Rolls up to the place shown, games counted in.
fn throws(session: &Session) -> u64 {
    let place = session.place();
    let Some(game) = session.record().games.get(place.game) else { return 0 };
    let done = game.entries.iter().take(place.entry).filter(|entry| entry.faces().is_some()).count();
    place.game as u64 * 1000 + done as u64 + u64::from(place.rolled)
}
