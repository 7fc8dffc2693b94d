// SPDX-License-Identifier: GPL-3.0-or-later
//! The window and its session: commands go out, events come in.
//!
//! Changes of the match are shown one after the other at the speed of the animation; the session does not wait for that.
//! Any input on the board completes the animation first.

use super::Window;
use super::messages::Tone;
use crate::dialogs::programs;
use crate::last_turns::LastTurns;
use crate::sidebar::told;
use crate::snapshot::throw_of;
use crate::texts;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::{Action, Phase};
use gnubg_session::event::{Activity, Agent, Cause, StateChange};
use gnubg_session::options::{Effects, Options, changed_values};
use gnubg_session::{
    Command, CommandOutcome, Event, GameCommand, Message, Notice, Session, is_worth_telling,
};
use gnubg_shell::language::Meanwhile;
use gtk::{gio, glib};
use std::time::Duration;

/// How long the end of a game is shown at least before the next one begins.
const END_OF_GAME: Duration = Duration::from_millis(1500);
/// How long after a change settings are written; later changes are written with it.
const SETTLED: Duration = Duration::from_millis(300);

impl Window {
    /// Connects the window with its session.
    pub(super) fn attach(&self, session: Session) {
        self.imp().events.replace(Some(session.events()));
        let options = session.options().clone();
        self.imp().session.replace(Some(Box::new(session)));
        self.listen();
        self.follow_options(&options, Effects::all());
        self.refresh();
        self.recovery().search();
        if let Some(session) = self.imp().session.borrow_mut().as_deref_mut() {
            session.load_paused_rollout();
        }
        // A question stands above a window that can be seen.
        let host = self.host();
        glib::idle_add_local_once(move || programs::open(&host));
    }

    /// Starts listening to the session's events.
    pub(super) fn listen(&self) {
        let Some(events) = self.imp().events.borrow().clone() else { return };
        let listener = glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = window)]
            self,
            async move {
                while let Ok(notice) = events.recv().await {
                    window.take(notice);
                    // Frames and keys come between events.
                    glib::timeout_future(Duration::ZERO).await;
                }
            }
        ));
        self.imp().listener.replace(Some(listener));
    }

    /// Stops listening to the session's events, until [`Window::listen`].
    pub(super) fn stop_listening(&self) {
        if let Some(listener) = self.imp().listener.take() {
            listener.abort();
        }
    }

    /// Gives the session away to a command that runs elsewhere, with all changes shown and the comment saved.
    pub(super) fn lend_session(&self) -> Option<Box<Session>> {
        self.finish_scenes();
        self.sidebar().save_comment();
        self.stop_listening();
        self.imp().session.take()
    }

    /// Takes the session back and shows what happened meanwhile.
    pub(super) fn take_session_back(&self, session: Box<Session>, meanwhile: Meanwhile) {
        let imp = self.imp();
        imp.session.replace(Some(session));
        self.listen();
        self.catch_up_with_options();
        meanwhile.events.into_iter().for_each(|event| self.take_event(event));
        imp.scenes.borrow_mut().extend(meanwhile.changes);
        self.sidebar().check_hint();
        self.go_on();
        if imp.scenes.borrow().is_empty() {
            self.refresh();
        }
        self.show_panels();
        self.write_dump_soon();
    }

    /// Reads something from the session; `None` once the window is closing or while the session is lent.
    pub(super) fn look<T>(&self, f: impl FnOnce(&Session) -> T) -> Option<T> {
        self.imp().session.borrow().as_deref().map(f)
    }

    /// The settings.
    pub(super) fn options(&self) -> Options {
        self.look(|session| session.options().clone()).unwrap_or_default()
    }

    /// Sends a command and shows a refusal. Returns whether it was accepted.
    pub(super) fn send(&self, command: impl Into<Command>) -> bool {
        self.execute(command).is_some()
    }

    /// Sends a command and shows a refusal. Returns the outcome if it was accepted.
    pub(super) fn execute(&self, command: impl Into<Command>) -> Option<CommandOutcome> {
        self.sidebar().save_comment();
        let result = match self.imp().session.borrow_mut().as_deref_mut() {
            Some(session) => self.part("commands", || session.execute(command.into())),
            None => return None,
        };
        match result {
            Ok(outcome) => {
                // The session may be thinking now, which does not change the match.
                self.show_turn();
                Some(outcome)
            }
            Err(error) => {
                let reason = texts::refused(&error);
                self.say(&reason, Tone::Refusal);
                self.sidebar().log(&reason);
                None
            }
        }
    }

    /// Changes settings, all or none.
    pub(super) fn change_options(&self, change: impl FnOnce(&mut Options)) -> bool {
        let old = self.options();
        let mut new = old.clone();
        change(&mut new);
        let values = changed_values(&old, &new);
        values.is_empty() || self.send(Command::Set(values))
    }

    /// Handles a notice of the session.
    fn take(&self, notice: Notice) {
        let absorb = || {
            let mut session = self.imp().session.borrow_mut();
            session.as_deref_mut().and_then(|session| session.absorb(notice))
        };
        if let Some(event) = self.part("reports of workers", absorb) {
            self.take_event(event);
        }
    }

    /// Shows an event.
    fn take_event(&self, event: Event) {
        self.part("tools told", || self.pass_to_tools(&event));
        match event {
            Event::StateChanged(change) => {
                self.tutor().leave();
                if change.cause == Cause::MatchStarted {
                    self.show_notice(None);
                }
                self.imp().scenes.borrow_mut().push_back(*change);
                self.go_on();
            }
            Event::OptionsChanged(changed) => self.options_changed(&changed),
            Event::HintProgress { hint, .. } | Event::HintReady { hint, .. } => {
                if let Some(letters) = self.transcription().take_candidates(&hint) {
                    self.sidebar().show_candidates(&hint, letters);
                }
            }
            Event::TutorWarning(judged) => {
                self.finish_scenes();
                self.tutor().warn(*judged);
            }
            Event::Message(Message::Recovered) => {
                self.recovery().recovered();
                self.tools().rollouts().offer(self.look(Session::interrupted_rollout).flatten());
            }
            Event::Message(Message::HypergammonDatabaseMissing { checkers, file: Some(_) }) => {
                self.offer_hypergammon(checkers);
            }
            Event::Message(message) => {
                self.toast(&texts::message(&message));
                self.recovery().show_autosave_problem();
            }
            Event::RecoverableFound(found) => self.recovery().offer(found),
            Event::RolloutPaused(news) => self.tools().rollouts().offer(Some((*news).clone())),
            Event::JobFinished { id, activity, error } => {
                self.sounds().play_job(activity, error.is_none());
                self.review().job_ended(id, activity, error.as_ref());
                if activity == Activity::Analysis {
                    self.files().analyzed();
                }
                if self.files().job_ended(id, activity, error.as_ref()) {
                } else if let Some(error) = error.filter(is_worth_telling) {
                    self.toast_error(&error);
                }
                self.show_turn();
            }
            Event::RecordChanged => self.review().record_changed(),
            Event::FileRead(file) => {
                if self.files().file_read(&file) {
                    self.sidebar().show_for_review();
                    self.review().show_first_roll();
                }
                if file.shown.is_some() {
                    self.imp().board.grab_focus();
                    self.refresh();
                }
            }
            Event::FileWritten(written) => {
                self.files().file_written(&written);
                self.refresh();
            }
            Event::PagesReady(sheets) => self.files().print_pages(sheets),
            Event::JobProgress { id, activity, done, total } => {
                self.review().job_progress(id, activity, done, total);
            }
            Event::ThinkingStarted(_)
            | Event::ThinkingFinished(_)
            | Event::DiceWanted(_)
            | Event::ClockChanged
            | Event::EngineReady => self.show_turn(),
            Event::GameOver(_)
            | Event::MatchOver(_)
            | Event::Evaluated { .. }
            | Event::DecisionEvaluated { .. }
            | Event::NextRolls { .. }
            | Event::Surveyed { .. }
            | Event::SpeedMeasured { .. }
            | Event::Batch { .. }
            | Event::RolloutProgress { .. }
            | Event::RolloutReady { .. }
            | Event::RollsDrawn(_)
            | Event::DatabaseProgress { .. }
            | Event::DatabaseReady { .. }
            | Event::Library { .. }
            | Event::LibraryChanged
            | Event::Interrupted
            | Event::Woken => {}
        }
    }

    /// Shows the next changes until one moves on the board or pauses.
    pub(super) fn go_on(&self) {
        let imp = self.imp();
        while !imp.board.is_animating() && imp.rest.borrow().is_none() && !imp.is_held.get() {
            if let Some(rest) = imp.rest_due.take() {
                let timer = glib::timeout_add_local_once(
                    rest,
                    glib::clone!(
                        #[weak(rename_to = window)]
                        self,
                        move || {
                            window.imp().rest.take();
                            window.go_on();
                        }
                    ),
                );
                imp.rest.replace(Some(timer));
                return;
            }
            let next = imp.scenes.borrow_mut().pop_front();
            let Some(change) = next else { return };
            self.show_scene(&change);
            imp.rest_due.set(self.rest_after(&change));
            imp.is_held.set(!self.is_without_motion() && self.holds_end(&change));
            if imp.rest_due.get().is_none() && !imp.scenes.borrow().is_empty() && !imp.board.is_animating() {
                // Frames and keys come between changes.
                glib::idle_add_local_once(glib::clone!(
                    #[weak(rename_to = window)]
                    self,
                    move || window.go_on()
                ));
                return;
            }
        }
    }

    /// Shows all pending changes at once; called before any action on the board.
    pub(super) fn finish_scenes(&self) {
        if self.sidebar().is_command_running() {
            return;
        }
        let imp = self.imp();
        imp.is_held.set(false);
        if let Some(timer) = imp.rest.take() {
            timer.remove();
        }
        imp.rest_due.take();
        let events = imp.events.borrow().clone();
        while let Some(event) = events.as_ref().and_then(|events| events.try_recv().ok()) {
            self.take(event);
        }
        loop {
            let next = imp.scenes.borrow_mut().pop_front();
            let Some(change) = next else { break };
            self.show_scene(&change);
            imp.board.finish_animation();
        }
        // An event taken in may have started a pause.
        if let Some(timer) = imp.rest.take() {
            timer.remove();
        }
        imp.rest_due.take();
    }

    fn show_scene(&self, change: &StateChange) {
        let imp = self.imp();
        let mut snapshot = self.snapshot_now();
        // The session is ahead of what is shown while the computer plays.
        // Undoing the start of a match leaves a session without one.
        let has_no_match = snapshot.state.is_none() && !self.sidebar().is_command_running();
        let is_last =
            imp.scenes.borrow().is_empty() && (has_no_match || snapshot.state == Some(change.after));
        if !is_last {
            let old = imp.snapshot.borrow();
            snapshot.state = Some(change.after);
            let is_roll = change.before.is_some_and(|before| before.dice() != change.after.dice());
            let number = old.throw.number + u64::from(is_roll);
            let throw = self.look(|session| throw_of(session, number, Some(&change.after)));
            snapshot.throw = throw.unwrap_or(old.throw);
            snapshot.game = old.game + usize::from(matches!(change.cause, Cause::GameStarted { .. }));
        }
        let old = imp.snapshot.borrow();
        let followed = old.last_turns.after(change, snapshot.throw);
        drop(old);
        snapshot.last_turns = followed
            .or_else(|| self.look(|session| LastTurns::at(session.record(), session.place())))
            .unwrap_or_default();
        let text = match snapshot.state {
            Some(_) if snapshot.is_reviewing && matches!(change.cause, Cause::Moved | Cause::Opened) => {
                self.look(told::decision).flatten().unwrap_or_else(|| texts::announcement(&snapshot, change))
            }
            Some(_) => texts::announcement(&snapshot, change),
            None => String::new(),
        };
        let mut situation = Window::situation(&snapshot);
        if !is_last {
            // Input is disabled while replaying.
            situation.by_hand = [false; 2];
        }
        imp.snapshot.replace(Box::new(snapshot));
        imp.is_updating.set(true);
        imp.board.show_change(situation, change);
        self.transcription().leave_entry();
        let is_reviewing = imp.snapshot.borrow().is_reviewing;
        let is_over = change.after.result().is_some() && !is_reviewing;
        let is_game_end = is_over && change.after.match_winner().is_none();
        match text.is_empty() {
            true => self.forget_refusal(),
            // The strip tells the end of a game.
            false if is_game_end => self.say("", Tone::News),
            false => self.say(&text, Tone::News),
        }
        if !is_over {
            imp.strip.close();
        } else if is_game_end {
            self.sidebar().log(&text);
            self.show_game_end(&text, &change.after);
        } else if matches!(change.cause, Cause::Acted { .. }) {
            self.show_match_end(&text, &change.after);
        }
        let by_hand = imp.snapshot.borrow().by_hand;
        self.sounds().play_change(change, by_hand);
        self.show_title();
        if is_last {
            self.show_panels();
        }
        self.show_turn();
        let begins = matches!(change.cause, Cause::MatchStarted | Cause::GameStarted { .. });
        if begins {
            if imp.opens_sidebar.take() {
                self.change_options(|options| options.window.panels = true);
            }
            self.offer_tour();
        }
        if begins && !self.sidebar().is_typing_commands() {
            imp.board.grab_focus();
        }
    }

    /// Whether changes are shown at once, for tests.
    fn is_without_motion(&self) -> bool {
        self.imp().options.borrow().no_animations
    }

    /// How long a change stays before the next one is shown. Reduced motion keeps these rests.
    fn rest_after(&self, change: &StateChange) -> Option<Duration> {
        if self.is_without_motion() {
            return None;
        }
        let delay = Duration::from_millis(u64::from(self.options().window.delay));
        if matches!(change.after.phase, Phase::Over(_)) {
            return (!delay.is_zero()).then_some(END_OF_GAME);
        }
        let cannot_move = || change.after.legal_plays().is_some_and(|plays| plays.is_empty());
        let rest = match &change.cause {
            Cause::Opening { .. } => delay,
            Cause::Acted { action: Action::Roll(_), .. } if cannot_move() => delay * 3 / 2,
            Cause::Acted { action: Action::Play(_), agent: Agent::Automatic, .. } => delay * 3 / 2,
            Cause::Acted { agent: Agent::Computer | Agent::Automatic, .. } => delay,
            _ => return None,
        };
        (!rest.is_zero()).then_some(rest)
    }

    /// Writes the settings in the background after a moment without changes.
    pub(super) fn write_settings(&self) {
        let imp = self.imp();
        if imp.saving.borrow().is_some() {
            return;
        }
        let timer = glib::timeout_add_local_once(
            SETTLED,
            glib::clone!(
                #[weak(rename_to = window)]
                self,
                move || {
                    window.imp().saving.take();
                    let Some(file) = window.look(Session::settings_file).flatten() else { return };
                    glib::spawn_future_local(async move {
                        let written = gio::spawn_blocking(move || file.write()).await;
                        let told = match written {
                            Ok(Ok(told)) => told,
                            Ok(Err(error)) => vec![Message::SettingsNotSaved(error.to_string())],
                            Err(_) => return,
                        };
                        told.iter().for_each(|message| window.toast(&texts::message(message)));
                    });
                }
            ),
        );
        imp.saving.replace(Some(timer));
    }

    /// Ends the session. A match in progress stays in its journal and is offered at the next start.
    pub(super) fn end_session(&self) {
        let imp = self.imp();
        for timer in [imp.rest.take(), imp.saving.take()].into_iter().flatten() {
            timer.remove();
        }
        self.stop_clock_timer();
        self.note_window();
        self.files().keep_recent();
        self.sidebar().store_layout();
        let Some(mut session) = imp.session.take() else { return };
        if let Err(error) = session.save_paused_rollout(self.tools().rollouts().is_paused()) {
            glib::g_warning!("gnubg", "the rollout could not be kept for later: {error}");
        }
        // A match from a file is read again when the file is opened.
        let is_kept = session.game().is_ok() && session.is_unsaved() && session.file().is_none();
        let problems = if is_kept && session.origin().is_none() {
            let saved = session.save_settings();
            saved.unwrap_or_else(|error| vec![Message::SettingsNotSaved(error.to_string())])
        } else {
            session.close()
        };
        for problem in problems {
            glib::g_warning!("gnubg", "{}", texts::message(&problem));
        }
    }

    /// Lets the computer continue after an interruption.
    pub(super) fn compute(&self) {
        self.send(GameCommand::Compute);
    }
}
