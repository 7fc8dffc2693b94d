// SPDX-License-Identifier: GPL-3.0-or-later
//! The command language in the window. A line runs on a thread of its own while the session is lent to it; what it prints
//! and asks is shown in the command panel.

mod console;
mod panel;

pub(super) use panel::CommandPanel;

use crate::host::HostHandle;
use crate::i18n::gettext;
use async_channel::{Receiver, Sender};
use console::{ConsoleOutcome, ConsoleReport};
use gnubg_engine::core::Player;
use gnubg_session::{Event, Interrupter, Session};
use gnubg_shell::commands::table;
use gnubg_shell::language::complete::complete;
use gnubg_shell::language::{BackgroundWork, Flow, Interpreter};
use gnubg_shell::text;
use gtk::glib;
use gtk::prelude::*;
use panel::CommandRequest;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

/// Texts of a command that are shown together.
const AT_ONCE: usize = 64;

/// Runs typed commands, one at a time.
pub(super) struct CommandRunner {
    host: HostHandle,
    panel: Rc<CommandPanel>,
    /// Made for the first command, which most windows never see; away while one runs.
    interpreter: RefCell<Option<Interpreter>>,
    /// Stops the running command.
    running: RefCell<Option<Interrupter>>,
    /// Takes the answer to the question of the running command.
    question: RefCell<Option<Sender<Option<String>>>>,
    /// What commands have started and goes on.
    background: RefCell<Vec<BackgroundWork>>,
    /// Whether the window closes when the command has ended.
    closes_window: Cell<bool>,
}

impl CommandRunner {
    pub(super) fn new(host: HostHandle) -> Rc<CommandRunner> {
        let runner = Rc::new(CommandRunner {
            host,
            panel: CommandPanel::new(),
            interpreter: RefCell::default(),
            running: RefCell::default(),
            question: RefCell::default(),
            background: RefCell::default(),
            closes_window: Cell::default(),
        });
        runner.panel.connect_request(glib::clone!(
            #[weak]
            runner,
            move |request| match request {
                CommandRequest::Enter => runner.enter_line(),
                CommandRequest::Complete => runner.complete_line(),
                CommandRequest::Stop => runner.stop(),
            }
        ));
        runner
    }

    pub(super) fn panel(&self) -> &CommandPanel {
        &self.panel
    }

    /// Whether a command is running and has the session.
    pub(super) fn is_running(&self) -> bool {
        self.running.borrow().is_some()
    }

    /// Runs the typed line, or uses it to answer a question.
    fn enter_line(self: &Rc<Self>) {
        if let Some(question) = self.question.take() {
            let line = self.panel.line();
            self.panel.print(&format!("? {line}"));
            self.panel.set_line("");
            self.panel.show_question(false);
            // The thread that asked is still running.
            let _ = question.try_send(Some(line));
            return;
        }
        if !self.panel.line().trim().is_empty() && !self.is_running() {
            self.run(self.panel.take_line());
        }
    }

    /// Runs a line as if it had been typed.
    pub(super) fn run_line(self: &Rc<Self>, line: &str) {
        if self.is_running() {
            return self.host.toast(&gettext("A command is still running"));
        }
        self.panel.set_line(line);
        self.enter_line();
    }

    /// Types a line to be completed by the user.
    pub(super) fn offer_line(&self, line: &str) {
        self.panel.set_line(line);
    }

    /// Moves the session to a thread that runs the line.
    fn run(self: &Rc<Self>, line: String) {
        let interpreter = self.interpreter.take().unwrap_or_else(|| Interpreter::new(table()));
        let Some(session) = self.host.lend_session() else {
            self.interpreter.replace(Some(interpreter));
            return;
        };
        self.running.replace(Some(session.interrupter()));
        self.panel.show_running(true);
        // A command that prints more than can be shown waits, so that it can be stopped at once.
        let (sender, reports) = async_channel::bounded(AT_ONCE);
        if let Err(error) = console::run(session, interpreter, line, self.panel.history(), sender) {
            // Without a thread the session is lost; all we can do is say so.
            self.panel.print(&error.to_string());
            self.running.take();
            return;
        }
        glib::spawn_future_local(glib::clone!(
            #[weak(rename_to = runner)]
            self,
            async move {
                while let Ok(first) = reports.recv().await {
                    runner.take_reports(first, &reports);
                    // Frames and keys come between them.
                    glib::timeout_future(Duration::ZERO).await;
                }
            }
        ));
    }

    /// Takes what the command has reported so far, texts together.
    fn take_reports(&self, first: ConsoleReport, more: &Receiver<ConsoleReport>) {
        let mut texts = String::new();
        let waiting = std::iter::once(first).chain(std::iter::from_fn(|| more.try_recv().ok()));
        for report in waiting.take(AT_ONCE) {
            match report {
                ConsoleReport::Printed(text) | ConsoleReport::Complained(text) => {
                    texts.push_str(text.trim_end());
                    texts.push('\n');
                }
                ConsoleReport::Asked(question, answers) => {
                    self.print(&std::mem::take(&mut texts));
                    self.take_question(&question, answers);
                }
                ConsoleReport::Done(outcome) => {
                    self.print(&std::mem::take(&mut texts));
                    self.take_outcome(*outcome);
                }
            }
        }
        self.print(&texts);
    }

    fn print(&self, texts: &str) {
        if !texts.is_empty() {
            self.panel.print(texts);
        }
    }

    fn take_question(&self, question: &str, answers: Sender<Option<String>>) {
        self.panel.print(question);
        self.panel.show_question(true);
        self.question.replace(Some(answers));
        if self.closes_window.get() {
            self.stop();
        } else {
            self.panel.focus();
        }
    }

    /// Shows the end of work that a command has started in the background.
    pub(super) fn handle_event(&self, event: &Event) {
        if let Event::DatabaseReady { outcome, .. } = event {
            self.print(text::database::outcome(outcome).trim_end());
        }
        let mut texts = Vec::new();
        self.host.look(|session| {
            let mut background = self.background.borrow_mut();
            texts.extend(background.iter_mut().filter_map(|work| work.report(session, event)));
            background.retain(|work| !work.is_ended_by(event));
        });
        texts.iter().for_each(|text| self.print(text.trim_end()));
    }

    /// Gives the session back, and shows the changes of the match.
    fn take_outcome(&self, outcome: ConsoleOutcome) {
        self.interpreter.replace(Some(outcome.interpreter));
        self.running.take();
        self.panel.show_running(false);
        self.panel.show_question(false);
        let mut meanwhile = outcome.meanwhile;
        self.background.borrow_mut().append(&mut meanwhile.started);
        self.host.return_session(outcome.session, meanwhile);
        if (outcome.flow == Flow::Quit || self.closes_window.get())
            && let Some(window) = self.host.window()
        {
            window.close();
        }
    }

    /// Stops the running command; its question gets no answer.
    pub(super) fn stop(&self) {
        if let Some(question) = self.question.take() {
            // The thread that asked is still running.
            let _ = question.try_send(None);
        }
        if let Some(interrupter) = self.running.borrow().as_ref() {
            interrupter.interrupt();
        }
    }

    /// Stops the running command and closes the window when it has ended.
    pub(super) fn close_window_after(&self) {
        self.closes_window.set(true);
        self.stop();
    }

    /// Completes the last word, or lists the possible ones.
    fn complete_line(&self) {
        let line = self.panel.line();
        let Some(names) = self.host.look(|session: &Session| Player::BOTH.map(|player| session.name(player)))
        else {
            return;
        };
        let (start, words) = complete(&table().root, &line, &names);
        let Some(before) = line.get(..start) else { return };
        match &words[..] {
            [] => self.host.ring_bell(),
            [only] => self.panel.set_line(&format!("{before}{only} ")),
            several => {
                let beginning = console::common_beginning(several);
                if beginning.len() > line.len() - start {
                    self.panel.set_line(&format!("{before}{beginning}"));
                } else {
                    self.panel.print(&several.join("  "));
                }
            }
        }
    }
}
