// SPDX-License-Identifier: GPL-3.0-or-later
//! What parts of the program may ask of the window around them: the session, the board, and a few services. Panels, tools
//! and dialogs know only this, never the main window itself.

use crate::board::BoardWidget;
use crate::board::edit::DraftError;
use crate::i18n::{capitalized, gettext};
use crate::snapshot::Snapshot;
use crate::widgets::gradual::UpdateQueue;
use crate::widgets::question::Question;
use gnubg_engine::core::MatchState;
use gnubg_session::command::Opened;
use gnubg_session::options::Options;
use gnubg_session::{Command, CommandError, CommandOutcome, Session};
use gnubg_shell::language::Meanwhile;
use gtk::gio;
use gtk::prelude::*;
use std::rc::Rc;

/// The window around a part of the program. After it has closed, nothing happens and nothing is found.
pub(crate) trait Host {
    /// The main window.
    fn window(&self) -> Option<gtk::ApplicationWindow>;
    /// The board of the main window.
    fn board(&self) -> Option<BoardWidget>;
    /// The lists that are written a few rows with each frame.
    fn updates(&self) -> UpdateQueue;
    /// How the session stands; the board may still be behind.
    fn snapshot(&self) -> Snapshot;
    /// Calls `read` with the session, unless it is in use elsewhere.
    fn read_session(&self, read: &mut dyn FnMut(&Session));
    /// Calls `change` with the session, unless it is in use elsewhere. For the few requests that are not commands.
    fn change_session(&self, change: &mut dyn FnMut(&mut Session));
    /// Sends a command; the user is told if it is refused.
    fn execute(&self, command: Command) -> Option<CommandOutcome>;
    /// Changes options, all or none. Returns whether they were accepted.
    fn edit_options(&self, change: &mut dyn FnMut(&mut Options)) -> bool;
    /// Writes the settings in the background.
    fn write_settings(&self);
    /// Takes the session away, for a command that runs elsewhere, until [`Host::return_session`].
    fn lend_session(&self) -> Option<Box<Session>>;
    /// Gives the session back, with what happened meanwhile.
    fn return_session(&self, session: Box<Session>, meanwhile: Meanwhile);
    /// Shows below the board that a rollout is paused, with its games played and in all, or that none is.
    fn show_paused_rollout(&self, games: Option<(u32, u32)>);
    /// Shows at once all changes of the match that are still being animated.
    fn catch_up(&self);
    /// Writes a typed comment into the record.
    fn save_comment(&self);
    /// Shows buttons and actions as the session allows them now.
    fn refresh_actions(&self);
    /// Shows a match that is no file in place of the present one, after asking about unsaved work; `raises` brings the window
    /// to the front.
    fn open_match(&self, opened: Opened, raises: bool);
    /// Runs changes of the board that are complete only once the next position is shown, so that tests do not see them
    /// half done.
    fn change_together(&self, run: &mut dyn FnMut());
    /// Says something in the action row.
    fn say(&self, text: &str, is_refusal: bool);
    /// Takes a refusal in the action row away: other input has followed it.
    fn forget_refusal(&self);
    /// Shows a short message; `button` adds a button with this label and action.
    fn show_toast(&self, text: &str, button: Option<(&str, &str)>);
    /// Shows a notice above the board that stays until it is closed or another match begins; `None` closes it.
    fn show_notice(&self, text: Option<&str>);
    /// Adds a line to the messages.
    fn log(&self, text: &str);
    /// Types a command into the Commands panel without running it.
    fn type_command(&self, line: &str);
    /// Runs a part of the work and notes how long it took, if that is measured.
    fn measure_part(&self, name: &'static str, run: &mut dyn FnMut());
    /// Counts that a part was refreshed, for tests.
    fn note_refresh(&self, part: &'static str);
    /// Describes the state for tests again: something has changed that no frame need show.
    fn state_changed(&self);
}

/// A handle on the [`Host`]; clones are the same.
#[derive(Clone)]
pub(crate) struct HostHandle(Rc<dyn Host>);

impl std::ops::Deref for HostHandle {
    type Target = dyn Host;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl HostHandle {
    pub(crate) fn new(host: impl Host + 'static) -> HostHandle {
        HostHandle(Rc::new(host))
    }

    /// Reads something from the session; `None` once the main window is closing or while the session is lent.
    pub(crate) fn look<T>(&self, read: impl FnOnce(&Session) -> T) -> Option<T> {
        let (mut read, mut found) = (Some(read), None);
        self.read_session(&mut |session| found = read.take().map(|read| read(session)));
        found
    }

    /// Changes something in the session that no command changes.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut Session) -> T) -> Option<T> {
        let (mut change, mut result) = (Some(change), None);
        self.change_session(&mut |session| result = change.take().map(|change| change(session)));
        result
    }

    /// Sends a command. Returns whether it was accepted; the user is told if it was not.
    pub(crate) fn send(&self, command: impl Into<Command>) -> bool {
        self.execute(command.into()).is_some()
    }

    /// Sends a command without telling the user of a refusal.
    pub(crate) fn try_execute(
        &self,
        command: impl Into<Command>,
    ) -> Option<Result<CommandOutcome, CommandError>> {
        let command = command.into();
        self.change(|session| session.execute(command))
    }

    /// Sends a command that changes nothing shown; a refusal is not told.
    pub(crate) fn execute_quietly(&self, command: Command) -> Option<CommandOutcome> {
        self.try_execute(command)?.ok()
    }

    /// The options.
    pub(crate) fn options(&self) -> Options {
        self.look(|session| session.options().clone()).unwrap_or_default()
    }

    /// Changes options, all or none. Returns whether they were accepted; the user is told if they were not.
    pub(crate) fn change_options(&self, change: impl FnOnce(&mut Options)) -> bool {
        let mut change = Some(change);
        self.edit_options(&mut |options| {
            if let Some(change) = change.take() {
                change(options);
            }
        })
    }

    /// Runs a part of the work and notes how long it took, if that is measured.
    pub(crate) fn measure<T>(&self, name: &'static str, run: impl FnOnce() -> T) -> Option<T> {
        let (mut run, mut result) = (Some(run), None);
        self.measure_part(name, &mut || result = run.take().map(|run| run()));
        result
    }

    /// Shows a short message.
    pub(crate) fn toast(&self, text: &str) {
        self.show_toast(text, None);
    }

    /// Shows an error as a short message.
    pub(crate) fn toast_error(&self, error: &impl std::fmt::Display) {
        self.toast(&capitalized(&error.to_string()));
    }

    /// Says in the action row why something cannot be done.
    pub(crate) fn say_error(&self, error: &impl std::fmt::Display) {
        self.say(&capitalized(&error.to_string()), true);
    }

    /// Asks a question above the main window; `answered` is called with the key of the answer.
    pub(crate) fn ask(&self, question: &Question<'_>, answered: impl FnOnce(&str) + 'static) {
        if let Some(window) = self.window() {
            question.ask(&window, answered);
        }
    }

    /// Activates an action of the main window, without the prefix "win.".
    pub(crate) fn activate(&self, action: &str, parameter: Option<&gtk::glib::Variant>) {
        if let Some(window) = self.window() {
            gio::prelude::ActionGroupExt::activate_action(&window, action, parameter);
        }
    }

    /// Gives an action of the main window that has a state another one.
    pub(crate) fn set_action_state(&self, action: &str, state: impl ToVariant) {
        let action = self.window().and_then(|window| window.lookup_action(action));
        if let Some(action) = action.and_downcast::<gio::SimpleAction>() {
            action.set_state(&state.to_variant());
        }
    }

    /// Rings the bell: what was asked for cannot be done.
    pub(crate) fn ring_bell(&self) {
        if let Some(window) = self.window() {
            window.error_bell();
        }
    }

    /// Gives the keyboard to the board.
    pub(crate) fn focus_board(&self) {
        if let Some(board) = self.board() {
            board.grab_focus();
        }
    }

    /// Puts a text on the clipboard, or says that there is none.
    pub(crate) fn copy_text(&self, text: Option<String>) {
        let text = text.zip(self.window()).map(|(text, window)| window.clipboard().set_text(&text));
        match text {
            Some(()) => self.toast(&gettext("Copied")),
            None => self.toast(&gettext("There is no position to copy")),
        }
    }

    /// The position being set up, or why it cannot be played; `None` while none is set up.
    pub(crate) fn draft(&self) -> Option<Result<MatchState, DraftError>> {
        let draft = self.board()?.with_controller(|controller| controller.draft().cloned())?;
        Some(draft.finish())
    }

    /// The position that tools study: the one being set up, or that of the match.
    pub(crate) fn position(&self) -> Option<MatchState> {
        match self.draft() {
            Some(draft) => draft.ok(),
            None => self.look(|session| session.state().copied()).flatten(),
        }
    }
}
