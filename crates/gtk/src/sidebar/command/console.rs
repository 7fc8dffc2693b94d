// SPDX-License-Identifier: GPL-3.0-or-later
//! Typed commands run on a thread of their own, to which the session is lent. The window stays responsive even if a command
//! takes minutes, and can stop it.

use async_channel::Sender;
use gnubg_session::Session;
use gnubg_session::event::StateChange;
use gnubg_shell::language::{Console, Flow, Interpreter};

/// What the thread reports to the window.
pub(super) enum ConsoleReport {
    /// A text to be shown.
    Printed(String),
    /// An error message.
    Complained(String),
    /// A question; the answer goes into the channel.
    Asked(String, Sender<Option<String>>),
    /// The line has ended; the session comes back.
    Done(Box<ConsoleOutcome>),
}

/// How a line ended.
pub(super) struct ConsoleOutcome {
    pub(super) session: Box<Session>,
    pub(super) interpreter: Interpreter,
    pub(super) flow: Flow,
    /// What happened to the match, for the board to show.
    pub(super) changes: Vec<StateChange>,
}

/// Sends texts and questions to the window.
struct PanelConsole {
    reports: Sender<ConsoleReport>,
    history: Vec<String>,
}

impl Console for PanelConsole {
    fn print(&mut self, text: &str) {
        // Nobody listens once the window is gone.
        let _ = self.reports.send_blocking(ConsoleReport::Printed(text.to_owned()));
    }

    fn complain(&mut self, text: &str) {
        let _ = self.reports.send_blocking(ConsoleReport::Complained(text.to_owned()));
    }

    fn ask(&mut self, question: &str) -> Option<String> {
        let (answers, answer) = async_channel::bounded(1);
        self.reports.send_blocking(ConsoleReport::Asked(question.to_owned(), answers)).ok()?;
        answer.recv_blocking().ok()?
    }

    fn is_interactive(&self) -> bool {
        true
    }

    fn waits(&self) -> bool {
        false
    }

    fn history(&self) -> Vec<String> {
        self.history.clone()
    }
}

/// Runs a line on a new thread.
///
/// # Errors
/// If no thread can be started; the session and the interpreter come back.
pub(super) fn run(
    session: Box<Session>,
    mut interpreter: Interpreter,
    line: String,
    history: Vec<String>,
    reports: Sender<ConsoleReport>,
) -> std::io::Result<()> {
    interpreter.keep_changes();
    std::thread::Builder::new().name("commands".to_owned()).spawn(move || {
        let mut session = session;
        let mut console = PanelConsole { reports: reports.clone(), history };
        let flow = interpreter.run(&mut session, &mut console, &line);
        let changes = interpreter.take_changes();
        let done = ConsoleReport::Done(Box::new(ConsoleOutcome { session, interpreter, flow, changes }));
        // If the window is gone, the session ends with this thread.
        let _ = reports.send_blocking(done);
    })?;
    Ok(())
}

/// The longest beginning that all words share.
pub(super) fn common_beginning(words: &[String]) -> String {
    let Some((first, others)) = words.split_first() else { return String::new() };
    let length = |other: &String| {
        first
            .char_indices()
            .zip(other.chars())
            .find(|((_, a), b)| a != b)
            .map_or(first.len().min(other.len()), |((at, _), _)| at)
    };
    let end = others.iter().map(length).min().unwrap_or(first.len());
    first[..end].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_beginning_ends_at_the_first_difference() {
        let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(common_beginning(&words(&["analyse", "annotate"])), "an");
        assert_eq!(common_beginning(&words(&["über", "übel"])), "übe");
        assert_eq!(common_beginning(&words(&["show", "showx"])), "show");
        assert_eq!(common_beginning(&words(&["x", "y"])), "");
        assert_eq!(common_beginning(&[]), "");
    }

    #[test]
    fn the_session_comes_back_with_the_changes() {
        let setup = gnubg_session::Setup { threads: Some(1), ..gnubg_session::Setup::default() };
        let session = Box::new(Session::start(setup).expect("a session"));
        let (sender, news) = async_channel::unbounded();
        let line = "new match 5".to_owned();
        run(session, Interpreter::new(gnubg_shell::commands::table()), line, Vec::new(), sender)
            .expect("a thread");
        let mut texts = Vec::new();
        let outcome = loop {
            match news.recv_blocking().expect("the thread tells its end") {
                ConsoleReport::Printed(text) | ConsoleReport::Complained(text) => texts.push(text),
                ConsoleReport::Asked(_, answers) => drop(answers.send_blocking(None)),
                ConsoleReport::Done(outcome) => break outcome,
            }
        };
        assert_eq!(outcome.flow, Flow::Continue);
        assert_eq!(outcome.session.record().length, 5);
        assert!(!outcome.changes.is_empty() && !texts.is_empty());
    }

    #[test]
    fn work_on_a_database_goes_on_when_the_session_is_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("p.db");
        let setup = gnubg_session::Setup { threads: Some(1), ..gnubg_session::Setup::default() };
        let mut lent = Some(Box::new(Session::start(setup).expect("a session")));
        let mut run_line = |line: String| {
            let (sender, news) = async_channel::unbounded();
            let session = lent.take().expect("the session is back");
            run(session, Interpreter::new(gnubg_shell::commands::table()), line, Vec::new(), sender)
                .expect("a thread");
            let mut texts = String::new();
            loop {
                match news.recv_blocking().expect("the thread tells its end") {
                    ConsoleReport::Printed(text) | ConsoleReport::Complained(text) => texts.push_str(&text),
                    ConsoleReport::Asked(_, answers) => drop(answers.send_blocking(None)),
                    ConsoleReport::Done(outcome) => {
                        lent = Some(outcome.session);
                        return texts;
                    }
                }
            }
        };
        let name = file.display();
        run_line(format!("database new \"{name}\""));
        while !file.exists() {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        // The first action has ended once the next one is accepted.
        let mut said = String::new();
        while !said.contains("in the background") {
            said = run_line(format!("database generate \"{name}\" 1000000"));
        }
        assert!(
            run_line("show version".to_owned()).contains("GNU Backgammon"),
            "other commands run meanwhile"
        );
        assert_eq!(run_line("database stop".to_owned()), "");
    }
}
