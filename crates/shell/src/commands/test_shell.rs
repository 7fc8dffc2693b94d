// SPDX-License-Identifier: GPL-3.0-or-later
//! A session with its interpreter and a console that keeps what it is told, for tests of commands.

use crate::language::{Console, Interpreter};
use gnubg_engine::eval::Engine;
use gnubg_session::options::{OptionValue, find};
use gnubg_session::{Session, Setup};
use std::sync::{Arc, LazyLock};

static ENGINE: LazyLock<Arc<Engine>> = LazyLock::new(|| Arc::new(Engine::built_in(1 << 10).unwrap()));

/// What was told.
#[derive(Default)]
pub(super) struct TestConsole {
    pub(super) printed: String,
    pub(super) complaints: String,
    /// Both in their order; complaints begin with an exclamation mark.
    pub(super) said: String,
    /// Answers to questions, the last one first; a console with answers is interactive.
    answers: Vec<&'static str>,
}

impl Console for TestConsole {
    fn print(&mut self, text: &str) {
        self.printed += &format!("{text}\n");
        self.said += &format!("{text}\n");
    }

    fn complain(&mut self, text: &str) {
        self.complaints += &format!("{text}\n");
        self.said += &format!("!{text}\n");
    }

    fn ask(&mut self, _question: &str) -> Option<String> {
        self.answers.pop().map(str::to_owned)
    }

    fn is_interactive(&self) -> bool {
        !self.answers.is_empty()
    }
}

/// A session and its interpreter, with a folder for files.
pub(super) struct TestShell {
    pub(super) session: Session,
    pub(super) folder: tempfile::TempDir,
    pub(super) interpreter: Interpreter,
}

impl TestShell {
    pub(super) fn new() -> TestShell {
        TestShell::with(TestShell::setup())
    }

    pub(super) fn setup() -> Setup {
        Setup { engine: Some(Arc::clone(&ENGINE)), threads: Some(1), ..Setup::default() }
    }

    pub(super) fn with(setup: Setup) -> TestShell {
        TestShell {
            session: Session::start(setup).unwrap(),
            folder: tempfile::tempdir().unwrap(),
            interpreter: Interpreter::new(super::table()),
        }
    }

    /// Runs a line in which `@` stands for the folder.
    pub(super) fn run(&mut self, line: &str, answers: &[&'static str]) -> TestConsole {
        let mut console = TestConsole { answers: answers.to_vec(), ..TestConsole::default() };
        let line = line.replace('@', self.folder.path().to_str().unwrap());
        self.interpreter.run(&mut self.session, &mut console, &line);
        console
    }

    /// Runs lines as they are; what the last one says.
    pub(super) fn say(&mut self, lines: &[&str]) -> String {
        let mut said = String::new();
        for line in lines {
            let mut console = TestConsole::default();
            self.interpreter.run(&mut self.session, &mut console, line);
            said = console.said;
        }
        said
    }

    /// Writes a file to the folder.
    pub(super) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.folder.path().join(name), text).unwrap();
    }

    pub(super) fn option(&self, key: &str) -> OptionValue {
        find(key).unwrap().get(self.session.options())
    }
}
