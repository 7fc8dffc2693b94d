// SPDX-License-Identifier: GPL-3.0-or-later
//! What tool windows may ask of the program around them: the session, the board, and the main window's services.

use crate::board::BoardWidget;
use crate::board::edit::DraftError;
use crate::widgets::follow::UpdateQueue;
use gnubg_engine::core::MatchState;
use gnubg_session::options::Options;
use gnubg_session::{Command, Outcome, Session};
use std::path::Path;
use std::rc::Rc;

/// A question to be answered with yes or no.
pub(crate) struct Confirmation<'a> {
    /// The question.
    pub(crate) heading: &'a str,
    /// What follows from the answer.
    pub(crate) body: &'a str,
    /// The label of the button that says yes.
    pub(crate) accept: &'a str,
}

/// The program around the tool windows. After the main window has closed, nothing happens and nothing is found.
pub(crate) trait Host {
    /// The main window.
    fn window(&self) -> Option<gtk::ApplicationWindow>;
    /// The board of the main window.
    fn board(&self) -> Option<BoardWidget>;
    /// The lists that are written a few rows with each frame.
    fn turns(&self) -> UpdateQueue;
    /// How large the desktop's text is, as a multiple of the default size.
    fn text_factor(&self) -> f64;
    /// Calls `read` with the session, unless it is in use elsewhere.
    fn read_session(&self, read: &mut dyn FnMut(&Session));
    /// Sends a command; the user is told if it is refused.
    fn execute(&self, command: Command) -> Option<Outcome>;
    /// Sends a command that changes nothing shown; a refusal is not told.
    fn execute_quietly(&self, command: Command) -> Option<Outcome>;
    /// Changes options, all or none.
    fn edit_options(&self, change: &mut dyn FnMut(&mut Options));
    /// Discards the rollout that was paused when the program last ended.
    fn discard_paused_rollout(&self);
    /// Shows below the board that a rollout is paused, with its games played and in all, or that none is.
    fn show_paused_rollout(&self, games: Option<(u32, u32)>);
    /// Shows at once all changes of the match that are still being animated.
    fn catch_up(&self);
    /// Shows a short message.
    fn toast(&self, text: &str);
    /// Says in the action row why something cannot be done.
    fn report(&self, error: &dyn std::fmt::Display);
    /// Rings the bell: what was asked for cannot be done.
    fn ring_bell(&self);
    /// Puts a text on the clipboard, or says that there is none.
    fn copy_text(&self, text: Option<String>);
    /// Asks above a window; `accepted` is called on yes.
    fn confirm(&self, over: &gtk::Window, question: &Confirmation<'_>, accepted: Box<dyn FnOnce()>);
    /// Opens a match file in the main window.
    fn open_file(&self, path: &Path);
    /// Types a command into the Commands panel without running it.
    fn type_command(&self, line: &str);
    /// Runs a part of the work and notes how long it took, if that is measured.
    fn measure_part(&self, name: &'static str, run: &mut dyn FnMut());
    /// Something that tests look at has changed.
    fn state_changed(&self);
}

/// A handle on the [`Host`]; clones are the same.
#[derive(Clone)]
pub(crate) struct ToolHost(Rc<dyn Host>);

impl std::ops::Deref for ToolHost {
    type Target = dyn Host;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl ToolHost {
    pub(crate) fn new(host: impl Host + 'static) -> ToolHost {
        ToolHost(Rc::new(host))
    }

    /// Reads something from the session; `None` once the main window is closing.
    pub(crate) fn look<T>(&self, read: impl FnOnce(&Session) -> T) -> Option<T> {
        let (mut read, mut found) = (Some(read), None);
        self.read_session(&mut |session| found = read.take().map(|read| read(session)));
        found
    }

    /// The options.
    pub(crate) fn options(&self) -> Options {
        self.look(|session| session.options().clone()).unwrap_or_default()
    }

    /// Changes options, all or none.
    pub(crate) fn change_options(&self, change: impl FnOnce(&mut Options)) {
        let mut change = Some(change);
        self.edit_options(&mut |options| {
            if let Some(change) = change.take() {
                change(options);
            }
        });
    }

    /// Runs a part of the work and notes how long it took, if that is measured.
    pub(crate) fn measure<T>(&self, name: &'static str, run: impl FnOnce() -> T) -> Option<T> {
        let (mut run, mut result) = (Some(run), None);
        self.measure_part(name, &mut || result = run.take().map(|run| run()));
        result
    }

    /// Shows an error as a short message.
    pub(crate) fn toast_error(&self, error: &impl std::fmt::Display) {
        self.toast(&crate::i18n::capitalized(&error.to_string()));
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
