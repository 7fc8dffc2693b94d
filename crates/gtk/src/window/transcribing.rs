// SPDX-License-Identifier: GPL-3.0-or-later
//! What the window shows while a match is transcribed: the plays of the roll, and the line in which everything is typed.

use super::Window;
use crate::i18n::gettext;
use crate::sidebar::Transcribed;
use crate::snapshot::Snapshot;
use adw::subclass::prelude::*;
use gnubg_engine::core::{Decision, MatchState, Phase, Player};

/// What can be typed next: in short, and all of it.
fn help(state: &MatchState) -> [String; 2] {
    match state.phase {
        Phase::Opening => [
            gettext("Both dice, the bottom player's first"),
            gettext("Type both opening dice, the bottom player's first"),
        ],
        Phase::Due(Decision::Roll) => [
            gettext("Two digits · D doubles · ? missing turn"),
            gettext("Two digits roll · D doubles · R resigns · ? missing turn · Backspace takes back"),
        ],
        Phase::Due(Decision::Play(_)) => [
            gettext("A letter or 24/15 plays · ? missing turn"),
            gettext(
                "A letter plays · type 24/15, Tab completes · drag · next digits confirm · ? missing turn · Backspace takes back",
            ),
        ],
        Phase::Due(Decision::Answer(_)) | Phase::Resigning { .. } => {
            [gettext("T takes · P passes"), gettext("T takes · P passes · Backspace takes back")]
        }
        Phase::Over(_) => [String::new(), String::new()],
    }
}

impl Window {
    /// Lists the plays of a roll that is to be transcribed, and shows the line for typing.
    pub(super) fn show_transcription(&self, now: &Snapshot) {
        let transcribed = match (now.is_transcribing, now.is_transcribed()) {
            (true, _) => Transcribed::InMode,
            (false, true) => Transcribed::BySettings,
            (false, false) => Transcribed::No,
        };
        if self.sidebar().follow_transcription(transcribed, now.state.as_ref()) {
            self.show_title();
        }
        self.show_entry_line(now);
        self.transcription().follow();
    }

    fn show_entry_line(&self, now: &Snapshot) {
        let imp = self.imp();
        let is_editing = imp.board.with_controller(|c| c.draft().is_some());
        let state = now.state.filter(|_| now.is_transcribing && !is_editing);
        imp.action_row.set_entry_permanent(state.is_some());
        let Some(state) = state else { return };
        let pending = imp.board.with_controller(|c| c.pending_die());
        let player = match state.phase {
            Phase::Opening => Player::One,
            _ => state.on_roll,
        };
        let faces = match (state.dice(), pending) {
            (Some(dice), None) => vec![dice.high(), dice.low()],
            (_, Some(first)) => vec![first],
            (None, None) => Vec::new(),
        };
        imp.action_row.show_entry_help(player, &faces, &help(&state));
    }
}
