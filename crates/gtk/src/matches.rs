// SPDX-License-Identifier: GPL-3.0-or-later
//! Starting matches, sessions, transcriptions and games, and letting the computer finish one.

use crate::dialogs::new_match::{NewMatch, NewMatchDialog, StartPosition};
use crate::dialogs::new_transcription::{self, TranscriptionStart};
use crate::editing::{Positions, Transcription};
use crate::files::Files;
use crate::host::HostHandle;
use crate::i18n::gettext;
use crate::ids;
use crate::widgets::question::Question;
use gnubg_engine::core::{MatchState, Player};
use gnubg_engine::rng::Generator;
use gnubg_session::options::{Options, Seat};
use gnubg_session::{Command, DiceCommand, GameCommand};
use gtk::prelude::*;
use gtk::{gio, glib};
use std::rc::Rc;

/// Starts matches and games.
pub(crate) struct Matches {
    host: HostHandle,
    files: Rc<Files>,
    positions: Rc<Positions>,
    transcription: Rc<Transcription>,
}

impl Matches {
    pub(crate) fn new(
        host: HostHandle,
        files: Rc<Files>,
        positions: Rc<Positions>,
        transcription: Rc<Transcription>,
    ) -> Rc<Matches> {
        Rc::new(Matches { host, files, positions, transcription })
    }

    /// Adds the actions to the main window.
    pub(crate) fn add_actions(self: &Rc<Self>, window: &gtk::ApplicationWindow) {
        let simple = |name: &str, run: fn(&Rc<Matches>)| -> gio::ActionEntry<gtk::ApplicationWindow> {
            let matches = Rc::downgrade(self);
            gio::ActionEntry::builder(name)
                .activate(move |_: &gtk::ApplicationWindow, _, _| {
                    if let Some(matches) = matches.upgrade() {
                        run(&matches);
                    }
                })
                .build()
        };
        let matches = Rc::downgrade(self);
        let quick = gio::ActionEntry::builder("quick-match")
            .parameter_type(Some(&u16::static_variant_type()))
            .activate(move |_: &gtk::ApplicationWindow, _, length| {
                let length = length.and_then(glib::Variant::get::<u16>);
                if let (Some(matches), Some(length)) = (matches.upgrade(), length) {
                    matches.start_quickly(length);
                }
            })
            .build();
        window.add_action_entries([
            quick,
            simple("new-match", Matches::open_dialog),
            simple("new-match-two", Matches::open_dialog_for_two),
            simple("play", Matches::play),
            simple("transcribe", Matches::open_transcription),
            simple("continue-transcription", |matches| {
                matches.host.send(Command::Transcribe(true));
                matches.host.focus_board();
            }),
            simple("finish-transcription", |matches| matches.finish_transcription()),
            simple("next-game", Matches::next_game),
            simple("end-game", |matches| matches.ask_to_finish_game()),
        ]);
    }

    /// Runs something that ends the present match, after asking whether that match may go.
    fn before_losing(&self, then: impl FnOnce() + 'static) {
        self.files.before_losing(&gettext("Save the match before starting a new one?"), then);
    }

    /// Starts a match of that length with the present settings.
    fn start_quickly(&self, length: u16) {
        let host = self.host.clone();
        self.before_losing(move || _ = host.send(GameCommand::NewMatch(Some(length))));
    }

    /// Starts a match of a person against the opponent and with the length that the settings name.
    pub(crate) fn play(self: &Rc<Self>) {
        let host = self.host.clone();
        self.before_losing(move || {
            let has_options = host.change_options(|options| {
                let [opponent, person] = &mut options.players;
                if opponent.seat == Seat::Human {
                    opponent.seat = Seat::Engine;
                }
                person.seat = Seat::Human;
            });
            if has_options {
                host.send(GameCommand::NewMatch(None));
            }
        });
    }

    /// Opens the dialog for a new match with people at both seats.
    fn open_dialog_for_two(self: &Rc<Self>) {
        let mut options = self.host.options();
        for player in Player::BOTH {
            options.players[player.index()].seat = Seat::Human;
        }
        let is_manual = self.has_manual_dice().unwrap_or(false);
        let matches = Rc::clone(self);
        self.before_losing(move || matches.show_dialog(&options, is_manual));
    }

    /// Opens the dialog for a new match.
    pub(crate) fn open_dialog(self: &Rc<Self>) {
        let matches = Rc::clone(self);
        self.before_losing(move || {
            let is_manual = matches.has_manual_dice().unwrap_or(false);
            matches.show_dialog(&matches.host.options(), is_manual);
        });
    }

    /// Opens the dialog for a transcription.
    fn open_transcription(self: &Rc<Self>) {
        let matches = Rc::clone(self);
        self.before_losing(move || {
            let weak = Rc::downgrade(&matches);
            new_transcription::open(&matches.host, move |start: TranscriptionStart| {
                if let Some(matches) = weak.upgrade() {
                    matches.transcription.start(start.new, start.first);
                }
            });
        });
    }

    /// Ends the transcription: the settings for playing are in use again.
    fn finish_transcription(&self) {
        if self.host.send(Command::Transcribe(false)) {
            let text = gettext("Transcription finished");
            self.host.show_toast(&text, Some((&gettext("Analyze"), "win.analyze-match")));
            self.host.focus_board();
        }
    }

    /// Whether the user enters the dice; `None` while there is no session.
    fn has_manual_dice(&self) -> Option<bool> {
        self.host.look(|session| session.generator() == Generator::Manual)
    }

    /// Shows the dialog for a new match, set as `options` say.
    fn show_dialog(self: &Rc<Self>, options: &Options, is_manual: bool) {
        let matches = Rc::downgrade(self);
        let start = move |new| {
            if let Some(matches) = matches.upgrade() {
                matches.start(&new);
            }
        };
        NewMatchDialog::new(&self.host, options, is_manual, start).present();
    }

    /// Starts the match that the dialog describes, after its starting position has been read.
    fn start(self: &Rc<Self>, new: &NewMatch) {
        match new.position {
            StartPosition::Usual => self.begin(new, None),
            StartPosition::Shown => self.begin(new, self.positions.shown_state()),
            StartPosition::Clipboard => {
                let Some(clipboard) = self.host.window().map(|window| window.clipboard()) else { return };
                let (matches, new) = (Rc::downgrade(self), new.clone());
                glib::spawn_future_local(async move {
                    let text = clipboard.read_text_future().await.ok().flatten().unwrap_or_default();
                    let Some(matches) = matches.upgrade() else { return };
                    match ids::find(&text, None) {
                        Ok(state) => matches.begin(&new, Some(state)),
                        Err(_) => matches.host.toast(&gettext("The clipboard contains no position")),
                    }
                });
            }
        }
    }

    /// Starts a match; the dialog's choices stay for the next one.
    fn begin(&self, new: &NewMatch, position: Option<MatchState>) {
        if !self.host.change_options(|options| new.note(options)) {
            return;
        }
        if self.has_manual_dice() != Some(new.manual_dice) {
            let generator = if new.manual_dice { Generator::Manual } else { Generator::Mersenne };
            let dice = DiceCommand::Use { generator, source: None, seed: None, modulus: None };
            if !self.host.send(Command::Dice(dice)) {
                return;
            }
            self.host.write_settings();
        }
        if self.host.send(GameCommand::NewMatch(Some(new.length)))
            && let Some(position) = position
        {
            self.positions.begin_with(&position);
        }
    }

    /// Lets the program play both sides to the end of the game, after a question.
    fn ask_to_finish_game(&self) {
        let heading = gettext("Let the computer finish the game?");
        let body =
            gettext("The computer plays both sides to the end. Its decisions become part of the record.");
        let (cancel, finish) = (gettext("Cancel"), gettext("Finish the game"));
        let answers = [
            ("cancel", cancel.as_str(), adw::ResponseAppearance::Default),
            ("finish", finish.as_str(), adw::ResponseAppearance::Suggested),
        ];
        let name = "end-game";
        let question =
            Question { name, heading: &heading, body: &body, answers: &answers, default: Some("finish") };
        let host = self.host.clone();
        self.host.ask(&question, move |answer| {
            if answer == "finish" {
                host.send(GameCommand::Finish);
            }
        });
    }

    /// Starts the next game, or a new match if this one is over.
    pub(crate) fn next_game(self: &Rc<Self>) {
        let winner = self.host.look(|session| session.state().and_then(MatchState::match_winner));
        if winner.flatten().is_some() {
            self.open_dialog();
        } else {
            self.host.send(GameCommand::NewGame);
        }
    }
}
