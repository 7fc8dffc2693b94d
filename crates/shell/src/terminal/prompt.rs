// SPDX-License-Identifier: GPL-3.0-or-later
//! The prompt and its escapes: `\p` the player on turn, `\s` the score, `\c` pip counts, `\t` the clocks, `\v` the version.

use crate::i18n::gettext;
use gnubg_session::Session;

/// The prompt with its escapes replaced.
#[must_use]
pub(super) fn text(session: &Session) -> String {
    if session.wants_dice() {
        return format!("{}: ", gettext("Dice"));
    }
    let mut text = String::new();
    let mut characters = session.options().general.prompt.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            text.push(character);
            continue;
        }
        match characters.next() {
            Some('p' | 'P') => text.push_str(&player(session)),
            Some('s' | 'S') => {
                let [zero, one] = session.state().map_or([0, 0], |state| state.score);
                text.push_str(&format!("{zero}:{one}"));
            }
            Some('c' | 'C') => match session.game() {
                Ok(state) => {
                    let [mine, theirs] = state.board.pips();
                    text.push_str(&format!("{mine}:{theirs}"));
                }
                Err(_) => text.push_str(&gettext("No game")),
            },
            Some('t' | 'T') => match session.clock() {
                Some(reading) => {
                    let [zero, one] = reading.clocks.left.map(gnubg_record::clock::face);
                    text.push_str(&format!("{zero} {one}"));
                }
                None => text.push_str(&gettext("No clock")),
            },
            Some('v' | 'V') => text.push_str(env!("CARGO_PKG_VERSION")),
            Some(other) => text.push(other),
            None => {}
        }
    }
    text
}

fn player(session: &Session) -> String {
    match session.state() {
        None => gettext("No game"),
        Some(state) => state.to_act().map_or_else(|| gettext("Game over"), |player| session.name(player)),
    }
}
