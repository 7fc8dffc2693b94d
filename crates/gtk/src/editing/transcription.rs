// SPDX-License-Identifier: GPL-3.0-or-later
//! Transcribing a match: both players are human, the dice are typed.
//!
//! Two digits are a roll, and the next digits finish the play before them; in the opening the first digit is the bottom
//! player's die. The best plays of the roll are listed in the sidebar, and a letter plays one of them, as does "0" with a
//! digit or a letter. At an earlier place of the record dice and plays correct what was recorded, and the rest stays;
//! dice fill a missing turn.
//! Ctrl+Return records a play as it happened, whatever the rules say. The menu of a decision in the record inserts and
//! deletes decisions.

use super::candidates::{Candidates, N_CANDIDATES, letter};
use crate::board::input::{Controller, Gesture, Key};
use crate::board::layout::{Half, Target};
use crate::board::{BoardWidget, Turn};
use crate::host::HostHandle;
use crate::i18n::{gettext, gettext_f, ngettext_f};
use crate::stage::{ActionRow, Typing, pickers};
use crate::widgets::question::Question;
use gnubg_engine::core::{Action, Decision, MatchState, Phase, Place, Play, PlayList, Player, notation};
use gnubg_record::Cursor;
use gnubg_session::event::Activity;
use gnubg_session::hint::{Advice, Hint};
use gnubg_session::{
    Command, Correction, Edit, GameCommand, Loss, NewTranscription, Question as SessionQuestion, Session,
};
use gtk::glib;
use gtk::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Typed plays and dice, and corrections of the record.
pub(crate) struct Transcription {
    host: HostHandle,
    board: BoardWidget,
    row: ActionRow,
    candidates: RefCell<Option<Candidates>>,
    /// The roll whose plays have been asked for and not told.
    asked: RefCell<Option<Box<MatchState>>>,
    /// Who begins the next game, if that was said before.
    first: Cell<Option<Player>>,
}

impl Transcription {
    /// Connects the entry of the action row.
    pub(crate) fn new(host: HostHandle, board: BoardWidget, row: ActionRow) -> Rc<Transcription> {
        let transcription = Rc::new(Transcription {
            host,
            board,
            row,
            candidates: RefCell::default(),
            asked: RefCell::default(),
            first: Cell::default(),
        });
        transcription.row.connect_typing(glib::clone!(
            #[weak]
            transcription,
            move |typing| match typing {
                Typing::Changed => transcription.entry_changed(),
                Typing::Entered => transcription.entered(),
                Typing::EnteredAsPlayed => transcription.record_as_typed(),
                Typing::Complete(back) => transcription.complete_typed(back),
                Typing::Cancelled => transcription.close_entry(),
            }
        ));
        transcription
    }

    /// Whether dice and plays correct the existing record.
    pub(crate) fn is_correcting(&self) -> bool {
        let snapshot = self.host.snapshot();
        snapshot.is_transcribed() && snapshot.is_reviewing
    }

    /// Starts the transcription of a match. `first` begins its first game; `None` if the dice tell.
    pub(crate) fn start(&self, new: NewTranscription, first: Option<Player>) -> bool {
        let is_started = self.host.send(GameCommand::NewTranscription(Box::new(new)));
        if is_started {
            self.first.set(first);
            self.say_opening();
        }
        is_started
    }

    /// Says how the opening roll is typed.
    fn say_opening(&self) {
        let [top, bottom] = self.host.snapshot().names;
        let text = match self.first.get() {
            Some(Player::Zero) => gettext_f("{player} begins: type both dice", &[("player", &top)]),
            Some(Player::One) => gettext_f("{player} begins: type both dice", &[("player", &bottom)]),
            None => gettext_f(
                "Type the opening dice: {bottom}'s first, then {top}'s",
                &[("bottom", &bottom), ("top", &top)],
            ),
        };
        self.host.say(&text, false);
    }

    /// Follows the match: in a transcription the plays of each roll are listed.
    pub(crate) fn follow(&self) {
        let snapshot = self.host.snapshot();
        let Some(state) = snapshot.state.filter(|_| snapshot.is_transcribed() && !self.is_setting_up())
        else {
            self.asked.take();
            return;
        };
        let is_to_play = state.legal_plays().is_some_and(|plays| !plays.is_empty());
        let is_known = self.candidates.borrow().as_ref().is_some_and(|known| known.is_of(&state));
        let is_asked = self.asked.borrow().as_deref() == Some(&state);
        if is_to_play && !is_known && !is_asked {
            self.asked.replace(Some(Box::new(state)));
            let question = SessionQuestion::HintAt { state: None, plies: Some(0) };
            self.host.execute_quietly(Command::Ask(question));
        }
    }

    fn is_setting_up(&self) -> bool {
        self.board.with_controller(|controller| controller.draft().is_some())
    }

    /// Takes two typed digits. Those of an opening are the bottom player's die and then the top player's, unless it was
    /// said who begins.
    pub(crate) fn enter_typed_dice(self: &Rc<Self>, [first, second]: [u8; 2]) {
        let is_opening =
            self.host.snapshot().state.is_some_and(|state| matches!(state.phase, Phase::Opening));
        if !is_opening {
            return self.enter_dice([first, second]);
        }
        // Dice are listed by seat, the top player's first.
        let by_seat = match self.first.get() {
            Some(Player::Zero) => [first.max(second), first.min(second)],
            Some(Player::One) => [first.min(second), first.max(second)],
            None => [second, first],
        };
        if first != second {
            self.first.take();
        }
        self.enter_dice(by_seat);
    }

    /// Takes dice as a correction or as a roll. After a roll, a forced play is made automatically.
    pub(crate) fn enter_dice(self: &Rc<Self>, dice: [u8; 2]) {
        if self.is_correcting() {
            self.correct(Correction::Dice(dice));
        } else if self.host.send(GameCommand::Throw(dice)) && self.host.snapshot().is_transcribed() {
            let plays = self.host.look(|session| session.state().and_then(MatchState::legal_plays));
            if plays.flatten().is_some_and(|plays| plays.len() == 1) {
                self.host.send(GameCommand::PlayForced);
            }
        }
    }

    /// Asks whether to record that nothing was played although a checker can move.
    pub(crate) fn ask_to_pass(self: &Rc<Self>) {
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
        let transcription = Rc::clone(self);
        self.host.ask(&question, move |answer| {
            if answer == "write" {
                transcription.record_as_played(Vec::new());
            }
        });
    }

    fn record_as_played(&self, steps: Vec<(Place, Place)>) -> bool {
        let is_written = self.host.send(Command::Edit(Edit::Correct(Correction::AsPlayed(steps))));
        if is_written {
            self.host.toast(&gettext("Recorded as an illegal play"));
        }
        is_written
    }

    /// Takes a play as a correction; `false` if it is to be played.
    pub(crate) fn correct_action(&self, action: &Action) -> bool {
        match action {
            Action::Play(play) if self.is_correcting() => self.correct(Correction::Play(*play)),
            _ => false,
        }
    }

    fn correct(&self, correction: Correction) -> bool {
        if self.host.send(Command::Edit(Edit::Correct(correction))) {
            let n = self.host.look(|session| session.record().flaws().len()).unwrap_or(0);
            if n > 0 {
                let number = n.to_string();
                let text = ngettext_f(
                    "{n} entry of the record no longer fits",
                    "{n} entries of the record no longer fit",
                    u32::try_from(n).unwrap_or(u32::MAX),
                    &[("n", &number)],
                );
                self.host.toast(&text);
            }
        }
        true
    }

    /// Lets the user say what was rolled before the decision after the place shown; the play is to follow.
    pub(crate) fn insert_roll(self: &Rc<Self>) {
        let before = self.host.look(|session| {
            let place = Cursor { rolled: false, ..session.place() };
            session.record().next_entry(place).map(|_| session.record().state_at(place))
        });
        let Some(state) = before.flatten() else { return self.host.ring_bell() };
        let owners = match state.phase {
            Phase::Opening => Player::BOTH,
            _ => [state.on_roll; 2],
        };
        self.pick_dice(owners, |transcription, dice| {
            transcription.correct(Correction::InsertRoll(dice));
        });
    }

    /// Puts a double and a take before the decision after the place shown.
    pub(crate) fn insert_double(&self) {
        self.correct(Correction::InsertDouble);
    }

    /// Deletes the next decision from the record after confirmation.
    pub(crate) fn delete_decision(self: &Rc<Self>) {
        let body = gettext("Later decisions stay in the record. Those that no longer fit are marked.");
        self.ask_to_delete(&gettext("Delete this decision?"), &body, Correction::Delete);
    }

    /// Deletes the next decision and all that follow after confirmation.
    pub(crate) fn delete_rest(self: &Rc<Self>) {
        let loss =
            self.host.look(|session| session.loses(&Command::Edit(Edit::Correct(Correction::DeleteRest))));
        let Some(Some(Loss::Rest { games, entries })) = loss else { return self.host.ring_bell() };
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

    fn ask_to_delete(self: &Rc<Self>, heading: &str, body: &str, correction: Correction) {
        let (cancel, delete) = (gettext("Cancel"), gettext("Delete"));
        let answers = [
            ("cancel", cancel.as_str(), adw::ResponseAppearance::Default),
            ("delete", delete.as_str(), adw::ResponseAppearance::Destructive),
        ];
        let body = format!("{body} {}", gettext("You can undo this."));
        let question =
            Question { name: "delete", heading, body: &body, answers: &answers, default: Some("cancel") };
        let transcription = Rc::clone(self);
        self.host.ask(&question, move |answer| {
            if answer == "delete" {
                transcription.correct(correction);
            }
            transcription.host.focus_board();
        });
    }

    /// Records the typed play as it happened.
    pub(crate) fn record_as_typed(&self) {
        let text = self.row.typed();
        match notation::parse(&text) {
            Ok(steps) => {
                if self.record_as_played(steps) {
                    self.close_entry();
                }
            }
            Err(error) => self.host.say_error(&error),
        }
    }

    /// Makes the play of a letter; if the plays are not known yet, as soon as they are.
    pub(crate) fn open_candidate(self: &Rc<Self>, letter: char) {
        self.row.open_entry("0");
        self.row.set_typed(&format!("0{letter}"));
    }

    /// Makes a play of the list, as clicked there.
    pub(crate) fn play_listed(&self, play: &Play) {
        self.host.catch_up();
        self.close_entry();
        self.board.drive(|c| c.show_play(play));
        self.board.drive(Controller::confirm);
    }

    /// Follows what is typed: "0" and a digit or a letter makes one of the best plays; two digits are a roll while one is
    /// awaited.
    pub(crate) fn entry_changed(self: &Rc<Self>) {
        self.host.forget_refusal();
        let text = self.row.typed();
        if text.strip_prefix('0').is_some_and(|rest| !rest.is_empty()) {
            self.choose_candidate();
        } else if let (true, Some(dice)) = (self.awaits_roll(), typed_roll(&text)) {
            // The entry is still emitting its signal.
            glib::idle_add_local_once(glib::clone!(
                #[weak(rename_to = transcription)]
                self,
                move || {
                    transcription.close_entry();
                    transcription.enter_typed_dice(dice);
                }
            ));
        }
    }

    /// Whether a roll is to be typed.
    fn awaits_roll(&self) -> bool {
        let snapshot = self.host.snapshot();
        let is_due = |state: MatchState| matches!(state.phase, Phase::Opening | Phase::Due(Decision::Roll));
        snapshot.is_transcribed() && snapshot.state.is_some_and(is_due)
    }

    /// Takes Return in the line: a single character is what it is on the board, everything else a play.
    fn entered(&self) {
        let text = self.row.typed();
        let mut characters = text.trim().chars();
        match (characters.next(), characters.next()) {
            (Some(key), None) if self.row.is_entry_permanent() => {
                self.close_entry();
                self.board.drive(|controller| controller.handle(Gesture::Key(Key::Char(key))));
            }
            (None, _) if self.row.is_entry_permanent() => {
                self.close_entry();
                self.board.drive(|controller| controller.handle(Gesture::Key(Key::Return)));
            }
            _ => self.play_typed(&text),
        }
    }

    /// Takes the ranking of the plays of the present roll, if it is theirs. Returns what is typed for each of them.
    pub(crate) fn take_candidates(self: &Rc<Self>, hint: &Hint) -> Option<Vec<String>> {
        let state = self.host.snapshot().state;
        let Advice::Play { plays, .. } = &hint.advice else { return None };
        let is_awaited = self.asked.borrow().as_deref() == Some(&hint.state);
        if state != Some(hint.state) || !is_awaited || !hint.is_final {
            return None;
        }
        self.asked.take();
        // It was not asked for by the user, so it is not stored with the play.
        self.host.change(Session::discard_hint);
        let letters = (0..plays.len()).map(|n| letter(n, &hint.state)).collect();
        let plays: Vec<Play> = plays.iter().take(N_CANDIDATES).map(|ranked| ranked.play).collect();
        self.candidates.replace(Some(Candidates::new(hint.state, plays)));
        self.choose_candidate();
        Some(letters)
    }

    /// Makes the play whose number or letter is typed, once the list is there.
    fn choose_candidate(self: &Rc<Self>) {
        let text = self.row.typed();
        let Some(typed) = text.strip_prefix('0').filter(|typed| !typed.is_empty()) else { return };
        let Some(state) = self.host.snapshot().state.filter(|_| self.is_choosing()) else { return };
        let play = match self.candidates.borrow().as_ref().filter(|known| known.is_of(&state)) {
            Some(known) => known.chosen(typed),
            None => {
                // Somebody may have stopped it.
                if self.host.look(|session| session.is_pending(Activity::Hint)) == Some(false) {
                    self.asked.take();
                }
                return self.follow();
            }
        };
        let Some(play) = play else { return self.host.ring_bell() };
        // The entry is still emitting its signal.
        glib::idle_add_local_once(glib::clone!(
            #[weak(rename_to = transcription)]
            self,
            move || transcription.play_candidate(&state, &play)
        ));
    }

    /// Makes a play of the list, then does what was typed after its number or letter: the next roll, perhaps.
    fn play_candidate(&self, state: &MatchState, play: &Play) {
        // More may have been typed before this was done.
        if !self.is_choosing() || self.host.snapshot().state.as_ref() != Some(state) {
            return;
        }
        let typed = self.row.typed();
        self.close_entry();
        self.board.drive(|c| c.show_play(play));
        self.board.drive(Controller::confirm);
        // Whatever chooses a play is "0" and one more byte.
        let mut rest = typed.get(2..).unwrap_or_default().chars();
        while let Some(c) = rest.next() {
            self.board.drive(|controller| controller.handle(Gesture::Key(Key::Char(c))));
            // The entry that this key has opened takes all others.
            if self.row.is_entry_open() {
                let text = self.row.typed() + rest.as_str();
                self.row.set_typed(&text);
                return;
            }
        }
    }

    /// Whether a choice from the list is being typed.
    fn is_choosing(&self) -> bool {
        let row = &self.row;
        row.is_entry_open() && row.typed().starts_with('0')
    }

    /// Opens the choice of a roll; its dice belong to `owners`.
    pub(crate) fn pick_dice(
        self: &Rc<Self>,
        owners: [Player; 2],
        picked: impl Fn(&Rc<Transcription>, [u8; 2]) + 'static,
    ) {
        let at = self.board.target_pixels(Target::RollArea(Half::of(owners[1])));
        let transcription = Rc::downgrade(self);
        pickers::dice(&self.board, at, owners, move |dice| {
            if let Some(transcription) = transcription.upgrade() {
                picked(&transcription, dice);
            }
        });
    }

    /// Closes the entry and gives the keyboard back to the board.
    pub(crate) fn close_entry(&self) {
        self.row.close_entry();
        self.host.forget_refusal();
        self.board.grab_focus();
    }

    /// Closes the entry, if it is open: something else was done on the board, or the decision has been made.
    pub(crate) fn leave_entry(&self) {
        if self.row.is_entry_open() {
            let had_keys = self.has_keys();
            self.row.close_entry();
            if had_keys {
                self.board.grab_focus();
            }
        }
    }

    /// Whether the keyboard is in the entry.
    pub(crate) fn has_keys(&self) -> bool {
        let entry = self.row.play_entry();
        self.row.is_entry_open() && entry.state_flags().contains(gtk::StateFlags::FOCUS_WITHIN)
    }

    /// Takes a pasted text if it is a play, to be continued; otherwise closes the entry. Returns whether it was taken.
    pub(crate) fn paste_play(&self, text: &str) -> bool {
        let text = text.trim();
        let is_play = !text.is_empty() && notation::parse(text).is_ok();
        if is_play {
            self.row.set_typed(text);
        } else {
            self.leave_entry();
        }
        is_play
    }

    /// Plays what was typed, or says why that is not possible and leaves the entry open.
    fn play_typed(&self, text: &str) {
        let board = &self.board;
        let Some(turn) = board.with_controller(|c| c.turn().cloned()) else { return self.close_entry() };
        match notation::resolve(turn.start(), turn.dice(), text) {
            Ok(play) => {
                self.close_entry();
                board.drive(|c| c.show_play(&play));
                board.drive(Controller::confirm);
            }
            Err(error) => self.host.say_error(&error),
        }
    }

    /// Replaces what was typed by the first legal play that continues it, or by the next one after a whole play.
    fn complete_typed(&self, back: bool) {
        let Some(turn) = self.board.with_controller(|c| c.turn().cloned()) else { return };
        let typed = self.row.typed();
        let plays = legal(&turn);
        let at = plays.iter().position(|play| *play == typed);
        let found = match at {
            Some(n) if back => plays.get((n + plays.len() - 1) % plays.len()),
            Some(n) => plays.get((n + 1) % plays.len()),
            None => plays.iter().find(|play| play.starts_with(typed.trim())),
        };
        match found {
            Some(play) => self.row.set_typed(play),
            None => self.host.ring_bell(),
        }
    }
}

/// The roll that two typed digits mean.
fn typed_roll(text: &str) -> Option<[u8; 2]> {
    let digits: Vec<u8> = text.chars().filter(|c| !c.is_whitespace()).map_while(die).collect();
    let n_typed = text.chars().filter(|c| !c.is_whitespace()).count();
    digits.try_into().ok().filter(|_| n_typed == 2)
}

/// The face that a character means.
fn die(c: char) -> Option<u8> {
    c.to_digit(10).and_then(|face| u8::try_from(face).ok()).filter(|face| (1..=6).contains(face))
}

/// All legal plays of a turn as text, in the order of their notation from the rearmost checker on.
fn legal(turn: &Turn) -> Vec<String> {
    let mut list = PlayList::new();
    list.generate(turn.start(), turn.dice());
    let mut texts: Vec<String> =
        list.plays().iter().map(|play| notation::format(turn.start(), play)).collect();
    texts.sort_by(|a, b| {
        let numbers = |text: &str| -> Vec<u32> {
            text.replace("bar", "25")
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|n| n.parse().ok())
                .collect()
        };
        numbers(b).cmp(&numbers(a))
    });
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use gnubg_engine::core::{Board, Dice, MoveRules};

    #[test]
    fn two_digits_are_a_roll() {
        assert_eq!(typed_roll("63"), Some([6, 3]));
        assert_eq!(typed_roll(" 1 4 "), Some([1, 4]));
        for text in ["", "6", "631", "07", "6x", "24/15"] {
            assert_eq!(typed_roll(text), None, "{text:?}");
        }
    }

    #[test]
    fn plays_are_listed_from_the_rear() {
        let turn = Turn::new(&Board::default(), Dice::new(3, 1).unwrap(), MoveRules::default());
        let plays = legal(&turn);
        assert_eq!(plays.len(), 16);
        assert_eq!(plays[0], "24/23 24/21");
        assert!(plays.contains(&"8/5 6/5".to_owned()));
    }
}
