// SPDX-License-Identifier: GPL-3.0-or-later
//! What the players' bars say: names and levels, score, cube, the last roll and play or the play in the making.

use crate::board::input::Controller;
use crate::i18n::gettext;
use crate::level_names::level_title;
use crate::snapshot::Snapshot;
use crate::stage::{PlayerLine, Progress, TurnLine};
use gnubg_engine::core::{MatchState, Phase, Player, notation};
use gnubg_session::options::{Decides as _, Options, Seat};

/// The lines of both players by seat.
pub(super) fn lines(snapshot: &Snapshot, options: &Options, controller: &Controller) -> [PlayerLine; 2] {
    let pips = controller.pips();
    let to_act = match (controller.draft(), &snapshot.state) {
        (Some(draft), _) => Some(draft.on_roll),
        (None, Some(state)) => state.to_act(),
        (None, None) => None,
    };
    let state = snapshot.state.as_ref();
    // Who played a match that is reviewed is not known from the settings.
    let is_live = !snapshot.is_reviewing
        && !snapshot.is_transcribing
        && state.is_none_or(|state| !matches!(state.phase, Phase::Over(_)));
    Player::BOTH.map(|player| PlayerLine {
        name: snapshot.names[player.index()].clone(),
        level: if is_live { level(options, player) } else { String::new() },
        pips: pips[player.index()],
        turn: match controller.draft() {
            None => state.map_or(TurnLine::default(), |state| turn(snapshot, state, controller, player)),
            Some(_) => TurnLine::default(),
        },
        is_to_act: to_act == Some(player),
        ..state.map_or(PlayerLine::default(), |state| PlayerLine::of(state, player))
    })
}

/// The level of a computer player; empty for people and other programs.
fn level(options: &Options, player: Player) -> String {
    let settings = &options.players[player.index()];
    match (settings.seat, settings.level()) {
        (Seat::Engine, Some(level)) => level_title(level),
        _ => String::new(),
    }
}

/// The level of the computer that a person plays; `None` if nobody or two people play, or another program does.
pub(super) fn opponent_level(options: &Options) -> Option<String> {
    let is_human = Player::BOTH.map(|player| options.players[player.index()].seat == Seat::Human);
    let computer = match is_human {
        [true, false] => Player::One,
        [false, true] => Player::Zero,
        _ => return None,
    };
    Some(level(options, computer)).filter(|level| !level.is_empty())
}

/// The play in the making, or the player's last turn.
fn turn(snapshot: &Snapshot, state: &MatchState, controller: &Controller, player: Player) -> TurnLine {
    if let Some(turn) = controller.turn().filter(|_| state.on_roll == player) {
        let dice = turn.dice();
        let play = notation::format(turn.start(), &turn.play());
        let after = turn.is_complete().then(|| turn.play().apply(turn.start()).swapped());
        return TurnLine {
            faces: Some([dice.high(), dice.low()]),
            text: roll_and_play([dice.high(), dice.low()], &play),
            progress: if after.is_some() { Progress::Complete } else { Progress::Incomplete },
            after,
        };
    }
    let Some(last) = snapshot.last_turns.of(player) else { return TurnLine::default() };
    let [high, low] = [last.faces[0].max(last.faces[1]), last.faces[0].min(last.faces[1])];
    let play = match last.play.as_deref() {
        Some("") => gettext("cannot move"),
        Some(play) => play.to_owned(),
        None => String::new(),
    };
    TurnLine { faces: Some([high, low]), text: roll_and_play([high, low], &play), ..TurnLine::default() }
}

/// A roll, and what has been played of it.
fn roll_and_play([high, low]: [u8; 2], play: &str) -> String {
    if play.is_empty() { format!("{high}{low}") } else { format!("{high}{low}: {play}") }
}
