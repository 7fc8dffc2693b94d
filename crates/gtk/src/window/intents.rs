// SPDX-License-Identifier: GPL-3.0-or-later
//! Intents of the board become commands, dialogs or messages.

use super::Window;
use super::messages::Tone;
use crate::board::input::{Intent, Refusal};
use crate::i18n::gettext;
use crate::texts;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::{Action, Decision, Phase, Player};
use gnubg_session::{Command, Edit, GameCommand};
use gtk::gio;

/// The command for an action of the rules; rolls have commands of their own.
fn command_of(action: Action) -> Option<GameCommand> {
    Some(match action {
        Action::Play(play) => GameCommand::Play(play),
        Action::Double => GameCommand::Double,
        Action::Take => GameCommand::Take,
        Action::Drop => GameCommand::Drop,
        Action::Beaver => GameCommand::Beaver,
        Action::Resign(level) => GameCommand::Resign(Some(level)),
        Action::AcceptResignation => GameCommand::AcceptResignation,
        Action::DeclineResignation => GameCommand::DeclineResignation,
        Action::Opening(_) | Action::Roll(_) => return None,
    })
}

impl Window {
    /// Turns an intent of the board into a command, a dialog or a message.
    pub(super) fn intend(&self, intent: Intent) {
        match intent {
            Intent::Act(action) => {
                if self.transcription().correct_action(&action) {
                } else if let Some(command) = command_of(action) {
                    self.send(command);
                }
            }
            Intent::Roll => self.roll(),
            Intent::NewMatch => self.matches().open_dialog(),
            Intent::NextGame => self.matches().next_game(),
            Intent::Refused(refusal) => {
                let tone = if refusal == Refusal::Incomplete { Tone::Reminder } else { Tone::Refusal };
                self.say(&texts::refusal(&refusal), tone);
                if self.options().window.beep {
                    self.error_bell();
                }
            }
            Intent::Menu(at) => self.open_menu(at),
            Intent::ResignMenu => self.imp().action_row.open_resign_menu(),
            Intent::Undo => self.send_if(self.look(|session| session.can_undo()), Command::Undo),
            Intent::Redo => self.send_if(self.look(|session| session.can_redo()), Command::Redo),
            Intent::FlipDirection => self.activate("clockwise"),
            Intent::EnterDice(dice) => self.transcription().enter_typed_dice(dice),
            Intent::PassAnyway => self.transcription().ask_to_pass(),
            Intent::Gap => {
                if self.send(Command::Edit(Edit::MissingTurn)) {
                    self.finish_scenes();
                    self.say(
                        &gettext("Missing turn recorded; set up the position if it has changed"),
                        Tone::News,
                    );
                }
            }
            Intent::PendingDie(die) => {
                let text = die.map_or(String::new(), |die| format!("{die} …"));
                self.say(&text, Tone::News);
            }
            Intent::PendingResignation(is_pending) => {
                let text = gettext("Resign: 1 a single game, 2 a gammon, 3 a backgammon");
                self.say(if is_pending { &text } else { "" }, Tone::News);
            }
            Intent::Suggested => self.suggested(),
            Intent::PickDice(player) => {
                if self.positions().is_editing() {
                    self.positions().edit_dice();
                } else {
                    self.pick_dice([player; 2]);
                }
            }
            Intent::PickCube => self.positions().pick_cube(),
            Intent::CancelEdit => self.activate("edit-cancel"),
            Intent::Escape if self.sidebar().close_hint() => {}
            Intent::Escape => self.leave_full_screen(),
            Intent::Stepped { .. } | Intent::TakenBack { .. } => {
                self.sounds().play("chequer");
                self.forget_refusal();
                self.leave_judgement();
                self.sidebar().follow_board();
            }
            Intent::DiceSwapped | Intent::Edited => self.forget_refusal(),
            Intent::FlyBack { .. } | Intent::Shake(_) | Intent::CursorMoved | Intent::Redraw => {}
            Intent::EnterPlay(first) => return self.imp().action_row.open_entry(&first.to_string()),
            Intent::Candidate(letter) => return self.transcription().open_candidate(letter),
            Intent::Hint => self.sidebar().show_hint(),
            Intent::Comment => return self.sidebar().open_commentary(),
            Intent::Arrows => self.review().toggle_arrows(),
            Intent::Navigate(go) => self.review().navigate(go),
        }
        self.show_turn();
    }

    /// Ends the full screen, for this start and the next.
    pub(super) fn leave_full_screen(&self) {
        if self.is_fullscreen() {
            self.change_options(|options| options.window.fullscreen = false);
            // The desktop, too, may have made it full screen.
            self.unfullscreen();
        }
    }

    fn send_if(&self, possible: Option<bool>, command: Command) {
        if possible == Some(true) {
            self.send(command);
        } else {
            self.error_bell();
        }
    }

    /// Stops the tutor's judgement: the play it judges was changed.
    fn leave_judgement(&self) {
        self.tutor().leave();
        if self.imp().snapshot.borrow().is_judging {
            self.send(Command::Stop);
        }
    }

    /// Activates one of the window's own actions.
    pub(super) fn activate(&self, action: &str) {
        gio::prelude::ActionGroupExt::activate_action(self, action, None);
    }

    /// Does what the first button of the action row does.
    fn suggested(&self) {
        let snapshot = self.imp().snapshot.borrow().clone();
        let offers =
            self.imp().board.with_controller(|controller| crate::stage::offers(&snapshot, controller));
        if let Some(action) = offers[0].and_then(|offer| offer.action().strip_prefix("win.")) {
            self.activate(action);
        }
    }

    /// Rolls, or lets the user say what was rolled.
    fn roll(&self) {
        let snapshot = self.imp().snapshot.borrow().clone();
        let Some(state) = snapshot.state else { return };
        if !snapshot.manual_dice {
            self.send(GameCommand::Roll);
            return;
        }
        let owners = match state.phase {
            Phase::Opening => [Player::Zero, Player::One],
            _ => [state.on_roll; 2],
        };
        self.pick_dice(owners);
    }

    /// The action "roll": also for the computer's dice where they are entered by hand.
    pub(super) fn roll_now(&self) {
        self.finish_scenes();
        if self.transcription().is_correcting() {
            let on_roll = self.imp().snapshot.borrow().state.map_or(Player::One, |state| state.on_roll);
            return self.pick_dice([on_roll; 2]);
        }
        let snapshot = self.imp().snapshot.borrow().clone();
        let rolling = snapshot.state.is_some_and(|state| state.phase == Phase::Due(Decision::Roll));
        if snapshot.wants_dice && rolling {
            self.roll();
        } else {
            self.imp().board.drive(|c| c.roll());
        }
    }

    /// Opens the choice of the dice of a roll.
    fn pick_dice(&self, owners: [Player; 2]) {
        self.transcription().pick_dice(owners, |transcription, dice| transcription.enter_dice(dice));
    }
}
