// SPDX-License-Identifier: GPL-3.0-or-later
//! What a player's bar says.

use crate::i18n::{gettext, gettext_f, ngettext_f};
use crate::texts;
use gnubg_engine::core::{Board, Decision, MatchState, Phase, Player};

/// What a bar says of its player.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PlayerLine {
    pub(crate) name: String,
    /// The level of a computer player, else empty.
    pub(crate) level: String,
    /// The special rule of the game; in one of the two bars, else empty.
    pub(crate) rule: String,
    pub(crate) pips: u16,
    /// The points won so far; empty without a match.
    pub(crate) score: String,
    /// How many points are missing; empty in a money session.
    pub(crate) away: String,
    /// The cube's value, if this player owns it or has been offered it; else empty.
    pub(crate) cube: String,
    pub(crate) turn: TurnLine,
    /// Whether this player is to act.
    pub(crate) is_to_act: bool,
}

/// The roll shown in a bar, and what belongs to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TurnLine {
    /// The faces of the dice.
    pub(crate) faces: Option<[u8; 2]>,
    /// The roll and the play in words.
    pub(crate) text: String,
    /// How far the play is made.
    pub(crate) progress: Progress,
    /// The position after a complete play, the opponent on roll: how it can be hit is told where the pointer rests.
    pub(crate) after: Option<Board>,
}

/// How far a play is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Progress {
    /// It has been played.
    #[default]
    Played,
    /// It can be confirmed.
    Complete,
    /// Steps are missing.
    Incomplete,
}

impl PlayerLine {
    /// What a state tells of a player: all but the name, the level and the last turn.
    pub(crate) fn of(state: &MatchState, player: Player) -> PlayerLine {
        let pips = state.on_roll.by_seat(state.board.pips())[player.index()];
        PlayerLine {
            rule: match player {
                Player::Zero => texts::badge(state).unwrap_or_default(),
                Player::One => String::new(),
            },
            pips,
            score: state.score[player.index()].to_string(),
            away: texts::away(state, player).unwrap_or_default(),
            cube: cube(state, player),
            is_to_act: state.to_act() == Some(player),
            ..PlayerLine::default()
        }
    }

    /// What a screen reader says of a bar: also whether the player is to act, which sighted users see by the color.
    pub(super) fn told(&self, pips: &str) -> String {
        let to_act = if self.is_to_act { gettext("to act") } else { String::new() };
        let score = match &*self.score {
            "" => String::new(),
            score => ngettext_f("{n} point", "{n} points", score.parse().unwrap_or(0), &[("n", score)]),
        };
        let parts = [
            &*self.name,
            &self.level,
            &self.rule,
            &to_act,
            &self.cube,
            &score,
            &self.away,
            pips,
            &self.turn.text,
        ];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    }
}

/// The cube, if the player owns it or has been offered it, in words; else empty.
fn cube(state: &MatchState, player: Player) -> String {
    match state.phase {
        Phase::Due(Decision::Answer(offer)) if offer.by != player => {
            let value = state.cube.value.doubled().unwrap_or(state.cube.value).points();
            gettext_f("Doubled to {value}", &[("value", &value.to_string())])
        }
        Phase::Due(Decision::Answer(_)) => String::new(),
        _ if state.cube.owner == Some(player) => {
            gettext_f("Cube at {value}", &[("value", &state.cube.value.points().to_string())])
        }
        _ => String::new(),
    }
}
