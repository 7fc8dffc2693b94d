// SPDX-License-Identifier: GPL-3.0-or-later
//! Positions: setting one up on the board, and taking one from a text.

use crate::board::BoardWidget;
use crate::board::edit::Draft;
use crate::board::input::Controller;
use crate::files::{Files, is_worth_keeping};
use crate::host::HostHandle;
use crate::i18n::gettext;
use crate::record_loss::rest_removed;
use crate::stage::{SetupBar, SetupChange, why_not};
use crate::widgets::keys;
use crate::widgets::question::Question;
use gnubg_engine::core::{Decision, MatchState, Phase, Player};
use gnubg_formats::PositionError;
use gnubg_session::{Command, Edit, GameCommand, Go, Loss, Session, SetUp};
use gtk::glib;
use std::rc::Rc;

/// Sets up positions in a window.
pub(crate) struct Positions {
    pub(super) host: HostHandle,
    pub(super) files: Rc<Files>,
    pub(super) board: BoardWidget,
    bar: SetupBar,
}

impl Positions {
    pub(crate) fn new(
        host: HostHandle,
        files: Rc<Files>,
        board: BoardWidget,
        bar: SetupBar,
    ) -> Rc<Positions> {
        let positions = Rc::new(Positions { host, files, board, bar });
        positions.connect();
        positions
    }

    /// Connects the fields of the bar with the position on the board.
    fn connect(self: &Rc<Self>) {
        self.bar.connect_change(glib::clone!(
            #[weak(rename_to = positions)]
            self,
            move |change| positions.change(change)
        ));
        let focus = {
            let host = self.host.clone();
            move || host.focus_board()
        };
        self.bar.connect_named(focus);
        keys::on_escape(
            &self.bar,
            glib::clone!(
                #[weak(rename_to = positions)]
                self,
                move || {
                    positions.cancel_editing();
                    positions.host.focus_board();
                }
            ),
        );
    }

    /// Takes a change of the fields into the position.
    fn change(&self, change: SetupChange) {
        let rules = self.host.options().matches;
        let edit = |run: &dyn Fn(&mut Draft)| self.board.drive(|c| c.edit(|draft| run(draft)));
        match change {
            SetupChange::Scores(points) => edit(&|draft| draft.score = points),
            SetupChange::Turn(player) => edit(&|draft| draft.on_roll = player),
            SetupChange::Length(length) => {
                let rules = rules.rules(u16::try_from(length).unwrap_or(0));
                edit(&|draft| draft.set_length(length, rules));
            }
            SetupChange::Crawford(on) => edit(&|draft| draft.is_crawford = on),
            SetupChange::Jacoby(on) => edit(&|draft| draft.jacoby = on),
            SetupChange::Variation(variation) => edit(&|draft| draft.set_variation(variation)),
            SetupChange::Name => self.show_fields(),
        }
    }

    /// Shows the position being set up in the fields.
    pub(crate) fn show_fields(&self) {
        let (draft, pips) = self.board.with_controller(|c| (c.draft().cloned(), c.pips()));
        self.bar.show(draft.as_ref(), pips);
    }

    /// Whether a position is being set up.
    pub(crate) fn is_editing(&self) -> bool {
        self.board.with_controller(|c| c.draft().is_some())
    }

    /// Starts setting up a position, or applies the one being set up.
    pub(crate) fn set_editing(self: &Rc<Self>, on: bool) {
        if on {
            self.bar.set_names(&self.host.snapshot().names);
            self.board.drive(Controller::start_edit);
            self.host.say(&gettext("Left click: bottom player; right click: top player"), false);
        } else if self.is_editing() {
            self.finish_editing();
        }
        self.host.refresh_actions();
    }

    /// Applies the position, after asking if part of the record would be lost, or says why it is not possible.
    pub(crate) fn finish_editing(self: &Rc<Self>) {
        let Some(draft) = self.board.with_controller(|c| c.draft().cloned()) else { return };
        // The switch stays on until the position is applied.
        self.host.set_action_state("edit", true);
        let state = match draft.finish() {
            Ok(state) => state,
            Err(error) => return self.host.toast(&why_not(&error)),
        };
        let wanted = SetUp { state, names: self.bar.names() };
        let loss = self.host.look(|session| session.set_up_loses(&wanted.state)).flatten();
        let positions = Rc::clone(self);
        self.before_setting_up(loss, move || {
            if positions.host.send(Command::Edit(Edit::SetUp(Box::new(wanted)))) {
                positions.host.change_together(&mut || {
                    positions.board.change_controller(Controller::cancel_edit);
                    positions.host.catch_up();
                });
                positions.leave_editing();
                positions.host.focus_board();
            }
        });
    }

    /// Runs `then` at once if nothing of the record is lost by it, else after a question.
    pub(crate) fn before_setting_up(self: &Rc<Self>, loss: Option<Loss>, then: impl FnOnce() + 'static) {
        match loss {
            Some(Loss::Game) => {
                self.files.before_losing(&gettext("Save the match before replacing it?"), then);
            }
            Some(Loss::Rest { games, entries }) if self.host.options().confirm.new => {
                let body = rest_removed(games, entries);
                let body = format!("{body} {}", gettext("You can undo this."));
                self.confirm(&gettext("Set up the position here?"), &body, &gettext("Set up"), then);
            }
            _ => then(),
        }
    }

    /// Asks for confirmation.
    fn confirm(&self, question: &str, body: &str, yes: &str, then: impl FnOnce() + 'static) {
        let cancel = gettext("Cancel");
        let answers = [
            ("cancel", cancel.as_str(), adw::ResponseAppearance::Default),
            ("yes", yes, adw::ResponseAppearance::Suggested),
        ];
        let question =
            Question { name: "set-up", heading: question, body, answers: &answers, default: Some("yes") };
        let host = self.host.clone();
        self.host.ask(&question, move |answer| match answer {
            "yes" => then(),
            _ => host.focus_board(),
        });
    }

    /// Discards the position being set up.
    pub(crate) fn cancel_editing(&self) {
        self.board.change_controller(Controller::cancel_edit);
        self.leave_editing();
        self.host.say("", false);
    }

    fn leave_editing(&self) {
        self.host.set_action_state("edit", false);
        self.host.refresh_actions();
    }

    /// Sets up the position a text describes.
    pub(crate) fn set_position(self: &Rc<Self>, text: &str) {
        match self.position_in(text) {
            Ok(state) => self.set_found(state),
            Err(error) => self.no_position(&gettext("The text contains no position"), &error),
        }
    }

    /// Sets up the position a pasted or dropped text describes; in the middle of a game the user says where. `nothing`
    /// is told if there is none.
    pub(crate) fn take_position(self: &Rc<Self>, text: &str, nothing: &str) {
        match self.position_in(text) {
            Ok(state) if self.is_in_game() => self.ask_where(state),
            Ok(state) => self.set_found(state),
            Err(error) => self.no_position(nothing, &error),
        }
    }

    fn position_in(&self, text: &str) -> Result<MatchState, PositionError> {
        let base = self.host.snapshot().state;
        crate::ids::find(text, base.as_ref())
    }

    fn no_position(&self, nothing: &str, error: &PositionError) {
        self.host.toast(nothing);
        self.host.say_error(error);
    }

    fn set_found(self: &Rc<Self>, state: MatchState) {
        if self.is_editing() {
            self.board.drive(|c| c.edit(|draft| draft.take_over(&state)));
            return self.host.focus_board();
        }
        self.set_state_here(state);
    }

    /// Sets the match to a state, after asking where something of the record would be lost.
    pub(crate) fn set_state_here(self: &Rc<Self>, state: MatchState) {
        let loss = self.host.look(|session| session.state_loses(&state)).flatten();
        let positions = Rc::clone(self);
        self.before_setting_up(loss, move || positions.apply(Edit::State(Box::new(state))));
    }

    fn apply(&self, edit: Edit) {
        if self.host.send(Command::Edit(edit)) {
            self.host.focus_board();
        }
    }

    /// Whether a game is in progress in which something was decided.
    fn is_in_game(&self) -> bool {
        let is_setting_up = self.is_editing();
        let is_going_on = |session: &Session| session.game().is_ok() && is_worth_keeping(session.record());
        !is_setting_up && self.host.options().confirm.new && self.host.look(is_going_on) == Some(true)
    }

    /// Asks whether to replace the position on the board or to start a new match.
    fn ask_where(self: &Rc<Self>, state: MatchState) {
        let found = self.host.look(|session| {
            let names = Player::BOTH.map(|player| session.name(player));
            (session.set_up_loses(&state), names)
        });
        let Some((loss, names)) = found else { return };
        let positions = Rc::clone(self);
        let start_match = move || {
            let started = Rc::clone(&positions);
            positions.files.before_losing(&gettext("Save the match before replacing it?"), move || {
                started.apply(Edit::Position(Box::new(state)));
            });
        };
        if loss == Some(Loss::Game) {
            return start_match();
        }
        let body = gettext("Replace the position on the board, or start a new match from this position.");
        let body = match loss {
            Some(Loss::Rest { games, entries }) => {
                format!("{body} {}", rest_removed(games, entries))
            }
            _ => body,
        };
        let body = format!("{body} {}", gettext("You can undo this."));
        let (cancel, own) = (gettext("Cancel"), gettext("Start a new match"));
        let replace = gettext("Replace");
        let answers = [
            ("cancel", cancel.as_str(), adw::ResponseAppearance::Default),
            ("own", own.as_str(), adw::ResponseAppearance::Default),
            ("replace", replace.as_str(), adw::ResponseAppearance::Suggested),
        ];
        let heading = gettext("Replace the position?");
        let question = Question {
            name: "paste",
            heading: &heading,
            body: &body,
            answers: &answers,
            default: Some("replace"),
        };
        let positions = Rc::clone(self);
        self.host.ask(&question, move |answer| match answer {
            "replace" => positions.apply(Edit::SetUp(Box::new(SetUp { state, names }))),
            "own" => start_match(),
            _ => positions.host.focus_board(),
        });
    }

    /// Puts checkers, dice and cube of a position at the start of the match that has just begun.
    pub(crate) fn begin_with(&self, position: &MatchState) {
        self.host.send(Command::Go(Go::FirstMove));
        let begun = self.host.look(|session| session.state().copied()).flatten();
        let Some(begun) = begun else { return };
        let phase = match position.phase {
            Phase::Due(due) => Phase::Due(due),
            _ => Phase::Due(Decision::Roll),
        };
        let state = MatchState {
            board: position.board,
            on_roll: position.on_roll,
            cube: position.cube,
            phase,
            ..begun
        };
        let names =
            self.host.look(|session| Player::BOTH.map(|player| session.name(player))).unwrap_or_default();
        let computer_acts = |session: &Session| {
            let player = session.state().and_then(MatchState::to_act);
            player.is_some_and(|player| !session.is_person(player))
        };
        if self.host.send(Command::Edit(Edit::SetUp(Box::new(SetUp { state, names }))))
            && self.host.look(computer_acts) == Some(true)
        {
            self.host.send(GameCommand::Compute);
        }
    }

    /// The state that is shown: of the match, or of the position being set up if it is valid.
    pub(crate) fn shown_state(&self) -> Option<MatchState> {
        match self.host.draft() {
            Some(draft) => draft.ok(),
            None => self.host.snapshot().state,
        }
    }

    /// Position ID and match ID of what is shown.
    pub(crate) fn full_id(&self) -> Option<String> {
        let state = self.shown_state()?;
        Some(format!("{}:{}", state.board.position_id(), state.match_id()))
    }
}
