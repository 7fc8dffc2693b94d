// SPDX-License-Identifier: GPL-3.0-or-later
//! Writing down a match that others play: both seats are people, the dice are typed.
//!
//! Two digits are a roll, and the next digits finish the play before them. "0" lists the best plays beside the line, and
//! a second digit plays one of them. At an earlier place of the record dice and plays correct what is written there, and
//! the rest stays. Ctrl+Return writes a play down as it happened, whatever the rules say. The menu of a decision in the
//! record puts in what was missed and takes out what was too much.

use super::question::Question as Asked;
use super::{Window, pickers};
use crate::board::layout::{Half, Target};
use crate::i18n::{gettext, ngettext_f};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::{Action, Decision, Phase, Play, Player, notation};
use gnubg_record::Cursor;
use gnubg_session::hint::{Advice, Hint};
use gnubg_session::options::Seat;
use gnubg_session::{Command, Correction, Edit, Loss, Question};
use gtk::glib;

/// Plays that can be chosen by a digit.
const N_CANDIDATES: usize = 9;

/// The list of the best plays while a choice is being typed.
#[derive(Debug)]
pub(super) struct Candidates {
    popover: gtk::Popover,
    label: gtk::Label,
    plays: Vec<Play>,
}

impl Window {
    /// Opens the dialog of a new match, set for writing one down.
    pub(super) fn open_transcription(&self) {
        let mut options = self.options();
        for player in Player::BOTH {
            options.players[player.index()].seat = Seat::Human;
        }
        options.tutor.on = false;
        self.before_losing(&gettext("Save the match before a new one begins?"), move |window| {
            window.show_match_dialog(&options, true)
        });
    }

    /// Whether dice and plays correct what is written down already.
    pub(super) fn is_correcting(&self) -> bool {
        let is_written = self.imp().snapshot.borrow().is_written_down();
        is_written && !self.plays_on_here() && self.look(super::review::has_later) == Some(true)
    }

    /// Takes dice or a play as a correction; `false` if they are to be played.
    pub(super) fn correct_dice(&self, dice: [u8; 2]) -> bool {
        self.is_correcting() && self.correct(Correction::Dice(dice))
    }

    /// The same for an action of the board.
    pub(super) fn correct_action(&self, action: &Action) -> bool {
        match action {
            Action::Play(play) if self.is_correcting() => self.correct(Correction::Play(*play)),
            _ => false,
        }
    }

    fn correct(&self, correction: Correction) -> bool {
        if self.send(Command::Edit(Edit::Correct(correction))) {
            let n = self.look(|session| session.record().flaws().len()).unwrap_or(0);
            if n > 0 {
                let number = n.to_string();
                let text = ngettext_f(
                    "{n} entry of the record no longer fits",
                    "{n} entries of the record no longer fit",
                    u32::try_from(n).unwrap_or(u32::MAX),
                    &[("n", &number)],
                );
                self.toast(&text);
            }
        }
        true
    }

    /// Lets the user say what was rolled before the decision after the place shown; the play is to follow.
    pub(super) fn insert_roll(&self) {
        let before = self.look(|session| {
            let place = Cursor { rolled: false, ..session.place() };
            session.record().next_entry(place).map(|_| session.record().state_at(place))
        });
        let Some(state) = before.flatten() else { return self.error_bell() };
        let owners = match state.phase {
            Phase::Opening => Player::BOTH,
            _ => [state.on_roll; 2],
        };
        let board = &*self.imp().board;
        let at = board.target_pixels(Target::RollArea(Half::of(owners[1])));
        let picked = glib::clone!(
            #[weak(rename_to = window)]
            self,
            move |dice| {
                window.correct(Correction::InsertRoll(dice));
            }
        );
        pickers::dice(board, at, owners, picked);
    }

    /// Puts a double and a take before the decision after the place shown.
    pub(super) fn insert_double(&self) {
        self.correct(Correction::InsertDouble);
    }

    /// Removes the decision after the place shown from the record, if that is really wanted.
    pub(super) fn delete_decision(&self) {
        let body = gettext("What follows stays, and what no longer fits is marked.");
        self.ask_to_delete(&gettext("Delete this decision?"), &body, Correction::Delete);
    }

    /// Removes it with all that follows, if that is really wanted.
    pub(super) fn delete_rest(&self) {
        let loss = self.look(|session| session.loses(&Command::Edit(Edit::Correct(Correction::DeleteRest))));
        let Some(Some(Loss::Rest { games, entries })) = loss else { return self.error_bell() };
        let count = |n: usize| (u32::try_from(n).unwrap_or(u32::MAX), n.to_string());
        let ((entries, entries_text), (games, games_text)) = (count(entries), count(games));
        let body = match games {
            0 => ngettext_f(
                "{n} decision of this game is deleted.",
                "{n} decisions of this game are deleted.",
                entries,
                &[("n", &entries_text)],
            ),
            _ => ngettext_f(
                "The rest of this game and {n} later game are deleted.",
                "The rest of this game and {n} later games are deleted.",
                games,
                &[("n", &games_text)],
            ),
        };
        self.ask_to_delete(&gettext("Delete everything from here on?"), &body, Correction::DeleteRest);
    }

    fn ask_to_delete(&self, heading: &str, body: &str, correction: Correction) {
        let (cancel, delete) = (gettext("Cancel"), gettext("Delete"));
        let answers = [
            ("cancel", cancel.as_str(), adw::ResponseAppearance::Default),
            ("delete", delete.as_str(), adw::ResponseAppearance::Destructive),
        ];
        let body = format!("{body} {}", gettext("Undo brings it back."));
        let question =
            Asked { name: "delete", heading, body: &body, answers: &answers, default: Some("cancel") };
        self.ask(&question, |window, answer| {
            if answer == "delete" {
                window.correct(correction);
            }
            window.focus_board();
        });
    }

    /// Writes the typed play down as it happened.
    pub(super) fn play_as_written(&self) {
        let text = self.imp().play_entry.text().to_string();
        match notation::parse(&text) {
            Ok(steps) => {
                if self.send(Command::Edit(Edit::Correct(Correction::AsPlayed(steps)))) {
                    self.close_entry();
                    self.toast(&gettext("Written down as an illegal play"));
                }
            }
            Err(error) => self.toast(&error.to_string()),
        }
    }

    /// Follows what is typed: "0" lists the best plays, "0" and a digit makes one of them.
    pub(super) fn entry_changed(&self) {
        let text = self.imp().play_entry.text().to_string();
        let Some(rest) = text.strip_prefix('0') else { return self.hide_candidates() };
        if rest.is_empty() {
            self.hide_candidates();
            self.send(Command::Ask(Question::HintAt { state: None, plies: Some(0) }));
        } else {
            self.choose_candidate();
        }
    }

    /// Takes the ranking of the plays, if a choice is being typed.
    pub(super) fn take_candidates(&self, hint: &Hint) {
        let imp = self.imp();
        let is_typed = imp.message_stack.visible_child_name().as_deref() == Some("entry")
            && imp.play_entry.text().starts_with('0');
        let state = imp.snapshot.borrow().state;
        let Advice::Play { plays, .. } = &hint.advice else { return };
        let Some(state) = state.filter(|state| is_typed && *state == hint.state) else { return };
        if !matches!(state.phase, Phase::Due(Decision::Play(_))) {
            return;
        }
        let plays: Vec<Play> = plays.iter().take(N_CANDIDATES).map(|ranked| ranked.play).collect();
        let lines: Vec<String> = plays
            .iter()
            .zip(1..)
            .map(|(play, n): (&Play, u32)| format!("0{n}   {}", notation::format(&state.board, play)))
            .collect();
        let mut open = imp.candidates.borrow_mut();
        let list = open.get_or_insert_with(|| {
            let label = gtk::Label::builder().xalign(0.0).css_classes(["figures"]).build();
            let popover = gtk::Popover::builder()
                .child(&label)
                .autohide(false)
                .can_focus(false)
                .position(gtk::PositionType::Top)
                .build();
            popover.set_parent(&*imp.play_entry);
            Candidates { popover, label, plays: Vec::new() }
        });
        list.label.set_text(&lines.join("\n"));
        list.plays = plays;
        list.popover.popup();
        drop(open);
        self.write_dump();
        self.choose_candidate();
    }

    /// Makes the play whose number is typed, once the list is there.
    fn choose_candidate(&self) {
        let imp = self.imp();
        let text = imp.play_entry.text().to_string();
        let number = text.strip_prefix('0').and_then(|rest| rest.parse::<usize>().ok());
        let Some(number) = number else { return };
        let play = match imp.candidates.borrow().as_ref() {
            Some(list) => list.plays.get(number.wrapping_sub(1)).copied(),
            None => return,
        };
        let Some(play) = play else { return self.error_bell() };
        // The line is still telling about its change.
        glib::idle_add_local_once(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move || {
                window.close_entry();
                let board = &window.imp().board;
                board.drive(|c| c.show_play(&play));
                board.drive(crate::board::input::Controller::confirm);
            }
        ));
    }

    /// Takes the list away.
    pub(super) fn hide_candidates(&self) {
        if let Some(list) = self.imp().candidates.take() {
            list.popover.unparent();
        }
    }

    /// The listed plays, for tests.
    pub(super) fn candidate_facts(&self) -> usize {
        self.imp().candidates.borrow().as_ref().map_or(0, |list| list.plays.len())
    }
}
