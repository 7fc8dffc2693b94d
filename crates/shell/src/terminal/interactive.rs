// SPDX-License-Identifier: GPL-3.0-or-later
//! The session of a user at a terminal.

use super::editor::{Editor, Input};
use super::ending::{self, TerminalModes};
use super::{Leaving, TerminalOptions, prompt};
use crate::commands::recovery;
use crate::commands::show::version_text;
use crate::i18n::gettext;
use crate::language::{Console, Flow, Interpreter};
use crate::output;
use gnubg_engine::core::Player;
use gnubg_session::Session;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Runs the lines that a user types, until the user or the terminal leaves.
pub(super) fn run(shell: &mut Interpreter, session: &mut Session, options: &TerminalOptions) -> Leaving {
    if !options.quiet {
        output::line(format_args!(
            "{}\n{}\n",
            version_text(),
            gettext("Type help for a list of commands, or new match to play.")
        ));
    }
    let modes = TerminalModes::now();
    let history = session.directories().map(|folders| folders.state.join("history"));
    let (mut console, signals) = match Editor::new(history.filter(|_| !options.no_rc)) {
        Ok(editor) => editor,
        Err(error) => {
            output::error_line(format_args!("gnubg: cannot use the terminal: {error}"));
            return Leaving::Done(ExitCode::FAILURE);
        }
    };
    let is_ending = Arc::new(AtomicBool::new(false));
    shell.end_when(Arc::clone(&is_ending));
    ending::watch(Arc::clone(&is_ending), session.interrupter(), signals, modes.clone());
    if !options.no_rc
        && let Some(offer) = recovery::offer(&shell.interrupted_matches(session, &mut console))
    {
        console.print(&offer);
    }
    let mut is_second = false;
    loop {
        shell.settle(session, &mut console);
        let names = Player::BOTH.map(|player| session.name(player));
        let line = match console.read(&prompt::text(session), names) {
            Input::Line(line) => line,
            Input::Interrupted if is_second => return Leaving::Cut(ExitCode::SUCCESS),
            Input::Interrupted => {
                is_second = true;
                console.print(&gettext("Press Ctrl+C again to quit."));
                continue;
            }
            Input::End => return Leaving::Cut(ExitCode::SUCCESS),
            Input::Terminated(code) => {
                modes.restore();
                return Leaving::Cut(ExitCode::from(code));
            }
        };
        is_second = false;
        let flow = shell.run(session, &mut console, &line);
        if is_ending.load(Ordering::SeqCst) {
            // The next read tells with which code.
            continue;
        }
        if flow == Flow::Quit {
            return Leaving::Done(ExitCode::SUCCESS);
        }
        if options.strict && shell.has_failed() {
            return Leaving::Done(ExitCode::FAILURE);
        }
    }
}
