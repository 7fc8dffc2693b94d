// SPDX-License-Identifier: GPL-3.0-or-later
//! Transcribing a match that others play: both players are human, the dice are typed.
//!
//! Two digits are a roll, and the next digits finish the play before them. "0" lists the best plays beside the line, and
//! a second digit or a letter plays one of them; letters that are no commands do so without "0". At an earlier place of
//! the record dice and plays correct what is written there, and the rest stays; dice fill a missing turn.
//! Ctrl+Return writes a play down as it happened, whatever the rules say. The menu of a decision in the record puts in
//! what was missed and takes out what was too much.

use super::Window;
use crate::board::input::{Controller, Gesture, Key};
use crate::board::layout::{Half, Target};
use crate::dialogs::question::Question;
use crate::i18n::{gettext, ngettext_f};
use crate::stage::pickers;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::{Action, Board, Decision, MatchState, Phase, Place, Play, Player, notation};
use gnubg_record::Cursor;
use gnubg_session::hint::{Advice, Hint};
use gnubg_session::options::Seat;
use gnubg_session::{Command, Correction, Edit, GameCommand, Loss, Question as Asked};
use gtk::glib;

/// Plays that can be chosen by a letter.
const N_CANDIDATES: usize = 26;
/// Those of them that can be chosen by a digit; a column of the list.
const N_NUMBERED: usize = 9;

/// The list of the best plays while a choice is being typed.
#[derive(Debug)]
pub(super) struct Candidates {
    popover: gtk::Popover,
    columns: gtk::Box,
    plays: Vec<Play>,
}

impl Candidates {
    fn new(entry: &gtk::Entry) -> Candidates {
        let columns = gtk::Box::builder().spacing(18).build();
        let popover = gtk::Popover::builder()
            .name("candidates")
            .child(&columns)
            .autohide(false)
            .can_focus(false)
            .position(gtk::PositionType::Top)
            .build();
        popover.set_parent(entry);
        Candidates { popover, columns, plays: Vec::new() }
    }

    /// Lists plays from a position: what is typed for each, and the play.
    fn list(&mut self, board: &Board, plays: Vec<Play>) {
        while let Some(child) = self.columns.first_child() {
            self.columns.remove(&child);
        }
        for (n, column) in plays.chunks(N_NUMBERED).enumerate() {
            let keys: Vec<String> = (n * N_NUMBERED..).take(column.len()).map(keys).collect();
            let plays: Vec<String> = column.iter().map(|play| notation::format(board, play)).collect();
            let pair = gtk::Box::builder().spacing(9).valign(gtk::Align::Start).build();
            for lines in [keys, plays] {
                let text = lines.join("\n");
                pair.append(&gtk::Label::builder().label(text).xalign(0.0).css_classes(["figures"]).build());
            }
            self.columns.append(&pair);
        }
        self.plays = plays;
    }
}

/// What is typed after "0" for a play of the list.
fn keys(n: usize) -> String {
    let letter = (b'a'..=b'z').nth(n).map_or(' ', char::from);
    if n < N_NUMBERED { format!("{}  {letter}", n + 1) } else { letter.to_string() }
}

/// Which play of the list is meant by what is typed after "0"; whoever types fast may have gone on already.
fn chosen(typed: &str) -> Option<usize> {
    match typed.bytes().next()?.to_ascii_lowercase() {
        digit @ b'1'..=b'9' => Some(usize::from(digit - b'1')),
        letter @ b'a'..=b'z' => Some(usize::from(letter - b'a')),
        _ => None,
    }
}

impl Window {
    /// Opens the dialog for a new match with the settings for a transcription.
    pub(super) fn open_transcription(&self) {
        let mut options = self.options();
        for player in Player::BOTH {
            options.players[player.index()].seat = Seat::Human;
        }
        options.tutor.on = false;
        self.before_losing(&gettext("Save the match before starting a new one?"), move |window| {
            window.show_match_dialog(&options, true)
        });
    }

    /// Whether dice and plays correct the existing record.
    pub(super) fn is_correcting(&self) -> bool {
        let is_written = self.imp().snapshot.borrow().is_written_down();
        is_written && !self.plays_on_here() && self.look(crate::snapshot::has_later) == Some(true)
    }

    /// Takes dice as a correction or as a roll. After a roll, a forced play is made automatically.
    pub(super) fn enter_dice(&self, dice: [u8; 2]) {
        if self.is_correcting() {
            self.correct(Correction::Dice(dice));
        } else if self.send(GameCommand::Throw(dice)) && self.imp().snapshot.borrow().is_written_down() {
            let plays = self.look(|session| session.state().and_then(MatchState::legal_plays));
            if plays.flatten().is_some_and(|plays| plays.len() == 1) {
                self.send(GameCommand::PlayForced);
            }
        }
    }

    /// Asks whether to record that nothing was played although a checker can move.
    pub(super) fn ask_to_pass(&self) {
        let question = Question {
            name: "pass",
            heading: &gettext("A checker can move. Record that nothing was played?"),
            body: &gettext("The turn is recorded as an illegal play."),
            answers: &[
                ("cancel", &gettext("Cancel"), adw::ResponseAppearance::Default),
                ("write", &gettext("Record"), adw::ResponseAppearance::Suggested),
            ],
            default: Some("write"),
        };
        self.ask(&question, |window, answer| {
            if answer == "write" {
                window.write_as_played(Vec::new());
            }
        });
    }

    fn write_as_played(&self, steps: Vec<(Place, Place)>) -> bool {
        let is_written = self.send(Command::Edit(Edit::Correct(Correction::AsPlayed(steps))));
        if is_written {
            self.toast(&gettext("Recorded as an illegal play"));
        }
        is_written
    }

    /// Takes a play as a correction; `false` if it is to be played.
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

    /// Deletes the next decision from the record after confirmation.
    pub(super) fn delete_decision(&self) {
        let body = gettext("Later decisions stay in the record. Those that no longer fit are marked.");
        self.ask_to_delete(&gettext("Delete this decision?"), &body, Correction::Delete);
    }

    /// Deletes the next decision and all that follow after confirmation.
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
        let body = format!("{body} {}", gettext("You can undo this."));
        let question =
            Question { name: "delete", heading, body: &body, answers: &answers, default: Some("cancel") };
        self.ask(&question, |window, answer| {
            if answer == "delete" {
                window.correct(correction);
            }
            window.focus_board();
        });
    }

    /// Records the typed play as it happened.
    pub(super) fn play_as_written(&self) {
        let text = self.imp().action_row.typed();
        match notation::parse(&text) {
            Ok(steps) => {
                if self.write_as_played(steps) {
                    self.close_entry();
                }
            }
            Err(error) => self.toast_error(&error),
        }
    }

    /// Makes the play of a letter, as if "0" had been typed before it.
    pub(super) fn open_candidate(&self, letter: char) {
        self.imp().action_row.open_entry("0");
        self.imp().action_row.set_typed(&format!("0{letter}"));
    }

    /// Follows what is typed: "0" lists the best plays, "0" and a digit or a letter makes one of them.
    pub(super) fn entry_changed(&self) {
        let text = self.imp().action_row.typed();
        let Some(rest) = text.strip_prefix('0') else { return self.hide_candidates() };
        if rest.is_empty() {
            self.hide_candidates();
            self.send(Command::Ask(Asked::HintAt { state: None, plies: Some(0) }));
        } else {
            self.choose_candidate();
        }
    }

    /// Takes the ranking of the plays, if a choice is being typed.
    pub(super) fn take_candidates(&self, hint: &Hint) {
        let imp = self.imp();
        let state = imp.snapshot.borrow().state;
        let Advice::Play { plays, .. } = &hint.advice else { return };
        let Some(state) = state.filter(|state| self.is_choosing() && *state == hint.state) else { return };
        if !matches!(state.phase, Phase::Due(Decision::Play(_))) {
            return;
        }
        let plays: Vec<Play> = plays.iter().take(N_CANDIDATES).map(|ranked| ranked.play).collect();
        let mut open = imp.candidates.borrow_mut();
        let list = open.get_or_insert_with(|| Candidates::new(imp.action_row.play_entry()));
        list.list(&state.board, plays);
        list.popover.popup();
        drop(open);
        self.write_dump();
        self.choose_candidate();
    }

    /// Makes the play whose number or letter is typed, once the list is there.
    fn choose_candidate(&self) {
        let imp = self.imp();
        let text = imp.action_row.typed();
        let Some(typed) = text.strip_prefix('0').filter(|typed| !typed.is_empty()) else { return };
        let play = match imp.candidates.borrow().as_ref() {
            Some(list) => chosen(typed).and_then(|n| list.plays.get(n).copied()),
            None => return,
        };
        let Some(play) = play else { return self.error_bell() };
        // The choice is final, whatever is typed until it is played.
        self.hide_candidates();
        let state = imp.snapshot.borrow().state;
        // The entry is still emitting its signal.
        glib::idle_add_local_once(glib::clone!(
            #[weak(rename_to = window)]
            self,
            move || window.play_candidate(state.as_ref(), &play)
        ));
    }

    /// Makes a play of the list, then does what was typed after its number or letter: the next roll, perhaps.
    fn play_candidate(&self, state: Option<&MatchState>, play: &Play) {
        let imp = self.imp();
        // The same ranking may have been told twice.
        if !self.is_choosing() || imp.snapshot.borrow().state.as_ref() != state {
            return;
        }
        let typed = imp.action_row.typed();
        self.close_entry();
        imp.board.drive(|c| c.show_play(play));
        imp.board.drive(Controller::confirm);
        // Whatever chooses a play is "0" and one more byte.
        let mut rest = typed.get(2..).unwrap_or_default().chars();
        while let Some(c) = rest.next() {
            imp.board.drive(|controller| controller.handle(Gesture::Key(Key::Char(c))));
            // The line that this key has opened takes all others.
            if imp.action_row.is_entry_open() {
                let text = imp.action_row.typed() + rest.as_str();
                imp.action_row.set_typed(&text);
                return;
            }
        }
    }

    /// Whether the line is open and a play of the list is being typed.
    fn is_choosing(&self) -> bool {
        let row = &self.imp().action_row;
        row.is_entry_open() && row.typed().starts_with('0')
    }

    /// Takes the list away.
    pub(super) fn hide_candidates(&self) {
        if let Some(list) = self.imp().candidates.take() {
            list.popover.unparent();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{N_CANDIDATES, chosen, keys};

    #[test]
    fn plays_have_a_number_or_a_letter() {
        assert_eq!([keys(0), keys(8), keys(9), keys(25)], ["1  a", "9  i", "j", "z"]);
        for n in 0..N_CANDIDATES {
            for key in keys(n).split_whitespace() {
                assert_eq!(chosen(key), Some(n), "{key}");
                assert_eq!(chosen(&key.to_uppercase()), Some(n), "{key}");
            }
        }
        assert_eq!([chosen("c64"), chosen("252")], [Some(2), Some(1)]);
        for nothing in ["", "0", "é", "/"] {
            assert_eq!(chosen(nothing), None, "{nothing}");
        }
    }
}
