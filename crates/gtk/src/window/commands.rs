// SPDX-License-Identifier: GPL-3.0-or-later
//! The window's actions: buttons, menus and shortcuts only name them.

use super::{Window, new_match};
use crate::actions;
use crate::board::edit::Draft;
use crate::board::layout::Direction;
use crate::i18n::gettext;
use crate::model::{Command, NewMatch, Seat, Snapshot};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::{Action, Decision, Phase, Player, ResignLevel, Rules};
use gtk::{gio, glib};

/// An action without a parameter.
fn simple(name: &str, run: impl Fn(&Window) + 'static) -> gio::ActionEntry<Window> {
    gio::ActionEntry::builder(name).activate(move |window: &Window, _, _| run(window)).build()
}

/// A switch.
fn switch(name: &str, on: bool, run: impl Fn(&Window, bool) + 'static) -> gio::ActionEntry<Window> {
    gio::ActionEntry::builder(name)
        .state(on.to_variant())
        .change_state(move |window: &Window, action, state| {
            let Some(on) = state.and_then(glib::Variant::get::<bool>) else { return };
            action.set_state(&on.to_variant());
            run(window, on);
        })
        .build()
}

/// Creates all actions.
pub(super) fn install(window: &Window) {
    window.add_action_entries(game_actions());
    window.add_action_entries(position_actions());
    window.add_action_entries(view_actions());
}

fn game_actions() -> Vec<gio::ActionEntry<Window>> {
    let quick = gio::ActionEntry::builder("quick-match")
        .parameter_type(Some(&u16::static_variant_type()))
        .activate(|window: &Window, _, length| {
            let Some(length) = length.and_then(glib::Variant::get::<u16>) else { return };
            window.confirm_abandon(move |window| window.start_quick(length));
        })
        .build();
    let resign = gio::ActionEntry::builder("resign")
        .parameter_type(Some(&u8::static_variant_type()))
        .activate(|window: &Window, _, level| {
            let level = level.and_then(glib::Variant::get::<u8>).and_then(ResignLevel::from_multiple);
            if let Some(level) = level {
                window.imp().board.drive(|c| c.act(Action::Resign(level)));
            }
        })
        .build();
    let act = |name: &'static str, action: Action| {
        simple(name, move |window| window.imp().board.drive(|c| c.act(action)))
    };
    vec![
        quick,
        resign,
        simple("new-match", Window::open_new_match),
        simple("next-game", Window::next_game),
        simple("roll", |window| window.imp().board.drive(|c| c.roll())),
        simple("confirm", |window| window.imp().board.drive(|c| c.confirm())),
        simple("undo", |window| window.imp().board.drive(|c| c.undo())),
        simple("redo", |window| window.imp().board.drive(|c| c.redo())),
        simple("swap-dice", |window| window.imp().board.drive(|c| c.swap_dice())),
        simple("stop", |window| window.send(Command::Stop)),
        act("double", Action::Double),
        act("take", Action::Take),
        act("drop", Action::Drop),
        act("beaver", Action::Beaver),
        act("accept", Action::AcceptResignation),
        act("decline", Action::DeclineResignation),
    ]
}

fn position_actions() -> Vec<gio::ActionEntry<Window>> {
    let set_turn = gio::ActionEntry::builder("set-turn")
        .parameter_type(Some(&u8::static_variant_type()))
        .activate(|window: &Window, _, seat| {
            let seat = seat.and_then(glib::Variant::get::<u8>).map(usize::from);
            if let Some(player) = seat.and_then(Player::from_index) {
                window.imp().board.drive(|c| c.edit(|draft| draft.on_roll = player));
            }
        })
        .build();
    let initial = |draft: &mut Draft| {
        let variation = draft.base.rules.variation;
        draft.initial(variation);
    };
    vec![
        set_turn,
        switch("edit", false, Window::set_editing),
        simple("edit-done", Window::finish_editing),
        simple("edit-cancel", Window::cancel_editing),
        simple("edit-clear", |window| window.imp().board.drive(|c| c.edit(Draft::clear))),
        simple("edit-initial", move |window| window.imp().board.drive(|c| c.edit(initial))),
        simple("copy-id", |window| window.copy_text(window.full_id())),
        simple("copy-match-id", |window| window.copy_text(window.shown_state().map(|s| s.match_id()))),
        simple("copy-position-id", |window| {
            window.copy_text(window.shown_state().map(|s| s.board.position_id()));
        }),
        simple("copy-xgid", |window| window.copy_text(window.shown_state().map(|s| s.xgid()))),
        simple("copy-picture", Window::copy_picture),
        simple("paste", Window::paste),
    ]
}

fn view_actions() -> Vec<gio::ActionEntry<Window>> {
    let first = crate::board::design::ALL[0].key;
    let design = gio::ActionEntry::builder("design")
        .parameter_type(Some(&String::static_variant_type()))
        .state(first.to_variant())
        .change_state(|window: &Window, action, state| {
            let Some(key) = state.and_then(glib::Variant::get::<String>) else { return };
            let Some(design) = crate::board::Design::by_key(&key) else { return };
            action.set_state(&key.to_variant());
            window.imp().design.replace(key);
            window.use_design(design);
        })
        .build();
    vec![
        design,
        switch("clockwise", false, |window, on| {
            let board = &window.imp().board;
            let direction = if on { Direction::Clockwise } else { Direction::Anticlockwise };
            board.set_options(crate::board::ViewOptions { direction, ..board.options() });
        }),
        switch("numbers", true, |window, on| {
            let board = &window.imp().board;
            board.set_options(crate::board::ViewOptions { numbers: on, ..board.options() });
        }),
        switch("show-ids", true, |window, on| window.imp().status_row.set_visible(on)),
        switch("fullscreen", false, |window, on| window.set_fullscreened(on)),
        simple("menu", |window| window.imp().menu_button.popup()),
        simple("shortcuts", |window| {
            if let Some(shortcuts) = actions::window() {
                shortcuts.set_transient_for(Some(window));
                shortcuts.present();
            }
        }),
    ]
}

/// Enables what is possible now.
pub(super) fn update(window: &Window, snapshot: &Snapshot) {
    let board = &window.imp().board;
    let (editing, turn) = board.with_controller(|c| (c.draft().is_some(), c.turn().cloned()));
    let state = snapshot.state.filter(|_| !editing);
    let phase = state.map(|state| state.phase);
    let by_hand = state.is_some_and(|state| {
        state.to_act().is_none_or(|player| snapshot.seats[player.index()] == Seat::Human)
    });
    let rolling = matches!(phase, Some(Phase::Due(Decision::Roll)));
    let answering = by_hand && matches!(phase, Some(Phase::Due(Decision::Answer(_))));
    let resigning = by_hand && matches!(phase, Some(Phase::Resigning { .. }));
    let playing = turn.as_ref().filter(|_| !editing);
    let has_steps = playing.is_some_and(|turn| !turn.made().is_empty());
    let over = matches!(phase, Some(Phase::Over(_)));
    let won = state.is_some_and(|state| state.match_winner().is_some());
    let enable = |name: &str, on: bool| {
        if let Some(action) = window.lookup_action(name).and_downcast::<gio::SimpleAction>() {
            action.set_enabled(on);
        }
    };
    enable("roll", by_hand && (rolling || phase == Some(Phase::Opening)));
    enable("double", by_hand && rolling && state.is_some_and(|state| state.cube_refusal().is_none()));
    enable("confirm", playing.is_some_and(crate::board::Turn::is_complete));
    enable("swap-dice", playing.is_some_and(|turn| !turn.dice().is_double()));
    enable("undo", editing || has_steps || snapshot.can_undo);
    enable("redo", !editing && (playing.is_some_and(|turn| turn.can_redo()) || snapshot.can_redo));
    enable("take", answering);
    enable("drop", answering);
    enable("beaver", answering && state.is_some_and(|state| state.may_beaver().is_ok()));
    enable("accept", resigning);
    enable("decline", resigning);
    let may_resign = by_hand && matches!(phase, Some(Phase::Due(_)));
    enable("resign", may_resign);
    window.imp().resign_button.set_sensitive(may_resign);
    enable("next-game", over && !won);
    enable("stop", snapshot.is_thinking);
    enable("set-turn", editing);
    for name in ["edit-done", "edit-cancel", "edit-clear", "edit-initial"] {
        enable(name, editing);
    }
    for name in ["copy-id", "copy-match-id", "copy-position-id", "copy-xgid"] {
        enable(name, snapshot.state.is_some() || editing);
    }
}

impl Window {
    /// Opens the dialog for a new match, after asking whether the present one may go.
    pub(super) fn open_new_match(&self) {
        self.confirm_abandon(|window| {
            let snapshot = window.imp().snapshot.borrow().clone();
            let names = match snapshot.state {
                Some(_) => snapshot.names,
                None => new_match::default_names(),
            };
            let levels = window.imp().model.get().map_or(Vec::new(), |model| model.levels());
            let dialog = new_match::NewMatchDialog::new(
                window,
                &names,
                &snapshot.seats,
                levels,
                glib::clone!(
                    #[weak]
                    window,
                    move |new| window.send(Command::NewMatch(new))
                ),
            );
            dialog.present();
        });
    }

    /// Starts a match of that length between the present players.
    fn start_quick(&self, length: u16) {
        let snapshot = self.imp().snapshot.borrow().clone();
        let (names, rules) = match snapshot.state {
            Some(state) => (snapshot.names, state.rules),
            None => (new_match::default_names(), Rules::default()),
        };
        let seats = snapshot.seats;
        self.send(Command::NewMatch(NewMatch { length, rules, names, seats, manual_dice: false }));
    }

    /// Goes on to the next game, or to a new match if this one is over.
    pub(super) fn next_game(&self) {
        let won = self.imp().snapshot.borrow().state.is_some_and(|state| state.match_winner().is_some());
        if won {
            self.open_new_match();
        } else {
            self.send(Command::NextGame);
        }
    }

    /// Runs `then` at once if no game is going on, else after the user has agreed to leave it.
    fn confirm_abandon(&self, then: impl FnOnce(&Window) + 'static) {
        let going =
            self.imp().snapshot.borrow().state.is_some_and(|state| {
                !matches!(state.phase, Phase::Over(_)) || state.match_winner().is_none()
            });
        if !going {
            then(self);
            return;
        }
        let dialog = adw::MessageDialog::new(
            Some(self),
            Some(&gettext("Leave this match?")),
            Some(&gettext("The match that is going on will be given up.")),
        );
        dialog.add_responses(&[("stay", &gettext("Keep playing")), ("leave", &gettext("Leave the match"))]);
        dialog.set_response_appearance("leave", adw::ResponseAppearance::Destructive);
        dialog.set_default_response(Some("stay"));
        dialog.set_close_response("stay");
        let then = std::cell::Cell::new(Some(then));
        dialog.connect_response(
            Some("leave"),
            glib::clone!(
                #[weak(rename_to = window)]
                self,
                move |_, _| {
                    if let Some(then) = then.take() {
                        then(&window);
                    }
                }
            ),
        );
        dialog.present();
    }

    fn set_editing(&self, on: bool) {
        let board = &self.imp().board;
        if on {
            board.drive(|c| c.start_edit());
            self.say(&gettext("Click to set checkers: left for the bottom player, right for the top"), false);
        } else if board.with_controller(|c| c.draft().is_some()) {
            self.finish_editing();
        }
        self.imp().start_card.set_visible(!on && self.imp().snapshot.borrow().state.is_none());
        self.show_turn();
    }

    /// Applies the position being set up, or says why that is not possible.
    fn finish_editing(&self) {
        let result = self.imp().board.change_controller(|c| c.finish_edit());
        match result {
            Ok(Some(state)) => {
                self.leave_editing();
                self.send(Command::SetState(Box::new(state)));
            }
            Ok(None) => {}
            Err(error) => {
                self.toast(&error.to_string());
                if let Some(action) = self.lookup_action("edit").and_downcast::<gio::SimpleAction>() {
                    action.set_state(&true.to_variant());
                }
            }
        }
    }

    fn cancel_editing(&self) {
        self.imp().board.change_controller(crate::board::input::Controller::cancel_edit);
        self.leave_editing();
        self.say("", false);
    }

    fn leave_editing(&self) {
        if let Some(action) = self.lookup_action("edit").and_downcast::<gio::SimpleAction>() {
            action.set_state(&false.to_variant());
        }
        self.imp().start_card.set_visible(self.imp().snapshot.borrow().state.is_none());
        self.show_turn();
    }

    /// Sets up the position a text describes.
    pub(super) fn set_position(&self, text: &str) {
        let base = self.imp().snapshot.borrow().state;
        match crate::ids::find(text, base.as_ref()) {
            Ok(state) => {
                if self.imp().board.with_controller(|c| c.draft().is_some()) {
                    self.cancel_editing();
                }
                self.send(Command::SetState(Box::new(state)));
            }
            Err(error) => {
                self.toast(&gettext("The text holds no position"));
                self.say(&error.to_string(), true);
            }
        }
    }

    /// The state that is shown: of the match, or of the position being set up if it is valid.
    pub(super) fn shown_state(&self) -> Option<gnubg_engine::core::MatchState> {
        let draft = self.imp().board.with_controller(|c| c.draft().cloned());
        match draft {
            Some(draft) => draft.finish().ok(),
            None => self.imp().snapshot.borrow().state,
        }
    }

    /// Position ID and match ID of what is shown.
    pub(super) fn full_id(&self) -> Option<String> {
        let state = self.shown_state()?;
        Some(format!("{}:{}", state.board.position_id(), state.match_id()))
    }
}
