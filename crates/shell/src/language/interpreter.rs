// SPDX-License-Identifier: GPL-3.0-or-later
//! The language as a front end uses it: one line after another.

use super::console::Console;
use super::context::{CommandTable, Context, Meanwhile, ShellState};
use gnubg_session::{Recoverable, Session};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What happens after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The next line is read.
    Continue,
    /// The program ends.
    Quit,
}

/// Runs lines and shows what follows from them.
pub struct Interpreter {
    commands: &'static CommandTable,
    state: ShellState,
}

impl Interpreter {
    /// An interpreter of these commands; the table of all commands is [`crate::commands::table`].
    #[must_use]
    pub fn new(commands: &'static CommandTable) -> Interpreter {
        Interpreter { commands, state: ShellState::default() }
    }

    /// Makes computations stop and the session quit as soon as the flag is true, when the session is interrupted.
    pub fn end_when(&mut self, is_ending: Arc<AtomicBool>) {
        self.state.is_ending = is_ending;
    }

    /// Runs lines beside a front end that shows the session itself. From now on changes of the match and the events of
    /// computations that were running before a line are collected for [`Interpreter::take_meanwhile`], and lines wait
    /// neither for these computations nor for hints, evaluations, tables, rollouts and analyses that they start.
    pub fn run_beside_front_end(&mut self) {
        self.state.meanwhile.get_or_insert_default();
    }

    /// What was collected since the last call.
    pub fn take_meanwhile(&mut self) -> Meanwhile {
        self.state.meanwhile.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Whether something of the last line was refused.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.state.has_failed
    }

    /// The lines with a word that is not a command since the last call, as a sentence for the end of a script.
    pub fn take_not_understood(&mut self) -> Option<String> {
        self.state.take_not_understood(0)
    }

    /// Runs a line, waits for the computations that it starts, and shows what happens.
    pub fn run(&mut self, session: &mut Session, console: &mut dyn Console, line: &str) -> Flow {
        self.state.others = match self.state.meanwhile {
            Some(_) => session.independent_jobs(),
            None => BTreeSet::new(),
        };
        self.settle(session, console);
        (self.state.has_failed, self.state.was_interrupted) = (false, false);
        let mut context = Context { session, console, shell: &mut self.state, commands: self.commands };
        if let Err(refusal) = context.run_line(line) {
            context.shell.note_refusal(line, &refusal);
            context.console.complain(&refusal.sentence());
        }
        context.settle();
        if self.state.is_quitting { Flow::Quit } else { Flow::Continue }
    }

    /// Does something with what commands work with.
    pub fn with_context<T>(
        &mut self,
        session: &mut Session,
        console: &mut dyn Console,
        work: impl FnOnce(&mut Context<'_>) -> T,
    ) -> T {
        work(&mut Context { session, console, shell: &mut self.state, commands: self.commands })
    }

    /// Looks for interrupted matches and waits for the answer; none if the user does not want to wait or the disk does not
    /// answer.
    pub fn interrupted_matches(
        &mut self,
        session: &mut Session,
        console: &mut dyn Console,
    ) -> Vec<Recoverable> {
        Context { session, console, shell: &mut self.state, commands: self.commands }
            .interrupted_matches()
            .unwrap_or_default()
    }

    /// Waits until no computation is left that a line depends on, and shows what happens.
    pub fn settle(&mut self, session: &mut Session, console: &mut dyn Console) {
        Context { session, console, shell: &mut self.state, commands: self.commands }.settle();
    }
}
