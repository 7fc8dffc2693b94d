// SPDX-License-Identifier: GPL-3.0-or-later
//! The functions for scripts on a session of their own: what `gnubg_rs.compat` is made of.
//!
//! The session lives on a thread of its own. The calling thread waits without the interpreter's lock, shows what the
//! session prints, asks what it asks, and tells it of Ctrl+C.

use gnubg_session::{Directories, Interrupter, Session, Setup};
use gnubg_shell::commands::table;
use gnubg_shell::language::console::LineRead;
use gnubg_shell::language::{Console, Interpreter};
use gnubg_shell::scripting::{self, CallResult, ErrorClass};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// How long Ctrl+C may take to be noticed.
const REACTION: Duration = Duration::from_millis(50);

/// Describes the functions for scripts, as JSON.
#[pyfunction]
pub(crate) fn describe() -> String {
    scripting::describe().to_string()
}

/// A call of a function.
struct Call {
    name: String,
    positional: Vec<Value>,
    named: Map<String, Value>,
}

/// What the session tells while it carries out a call.
enum News {
    Printed { text: String, is_error: bool },
    Asked { prompt: String, answers: Sender<LineRead> },
    Done(CallResult),
}

/// A session, and its functions.
#[pyclass(frozen, module = "gnubg_rs._native")]
pub(crate) struct ScriptSession {
    /// Held by the thread whose call is carried out.
    turn: Mutex<()>,
    calls: Mutex<Sender<Call>>,
    news: Mutex<Receiver<News>>,
    interrupter: Interrupter,
}

/// Prints and asks through the calling thread.
struct CallerConsole {
    news: Sender<News>,
}

impl Console for CallerConsole {
    fn print(&mut self, text: &str) {
        // The caller may be gone.
        let _ = self.news.send(News::Printed { text: text.to_owned(), is_error: false });
    }

    fn complain(&mut self, text: &str) {
        let _ = self.news.send(News::Printed { text: text.to_owned(), is_error: true });
    }

    fn read_line(&mut self, prompt: &str) -> LineRead {
        let (answers, answer) = channel();
        let _ = self.news.send(News::Asked { prompt: prompt.to_owned(), answers });
        answer.recv().unwrap_or(LineRead::End)
    }
}

#[pymethods]
impl ScriptSession {
    /// Starts a session; with a folder, settings and databases are those of the folder.
    #[new]
    fn new(
        py: Python<'_>,
        folder: Option<PathBuf>,
        threads: Option<usize>,
        seed: Option<u64>,
    ) -> PyResult<ScriptSession> {
        let setup = Setup {
            without_settings: folder.is_none(),
            directories: folder.as_deref().map(Directories::under),
            without_autosave: true,
            threads,
            seed: seed.map(gnubg_engine::rng::Seed::from),
            ..Setup::default()
        };
        let failed = |error: &dyn std::fmt::Display| PyRuntimeError::new_err(error.to_string());
        let session = py.detach(|| Session::start(setup)).map_err(|error| failed(&error))?;
        let interrupter = session.interrupter();
        let (calls, asked) = channel();
        let (told, news) = channel();
        let thread = std::thread::Builder::new().name("session".to_owned());
        thread.spawn(move || serve(session, &asked, told)).map_err(|error| failed(&error))?;
        let (calls, news) = (Mutex::new(calls), Mutex::new(news));
        Ok(ScriptSession { turn: Mutex::new(()), calls, news, interrupter })
    }

    /// Calls a function; arguments and the answer are JSON. `show` gets what is printed, `ask` answers questions.
    fn call(
        &self,
        py: Python<'_>,
        name: String,
        positional: &str,
        named: &str,
        show: &Bound<'_, PyAny>,
        ask: &Bound<'_, PyAny>,
    ) -> PyResult<String> {
        let positional = serde_json::from_str(positional).map_err(crate::value_error)?;
        let named = serde_json::from_str(named).map_err(crate::value_error)?;
        // Calls of other threads come first.
        let _turn = loop {
            match self.turn.try_lock() {
                Ok(turn) => break turn,
                Err(TryLockError::Poisoned(turn)) => break turn.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    py.detach(|| std::thread::sleep(Duration::from_millis(5)));
                    py.check_signals()?;
                }
            }
        };
        let gone = || PyRuntimeError::new_err("the session has ended");
        lock(&self.calls).send(Call { name, positional, named }).map_err(|_| gone())?;
        let mut raised: Option<PyErr> = None;
        loop {
            let received = py.detach(|| lock(&self.news).recv_timeout(REACTION));
            match received {
                Ok(News::Printed { text, is_error }) => {
                    if raised.is_none()
                        && let Err(error) = show.call1((text, is_error))
                    {
                        raised = Some(error);
                        self.interrupter.interrupt();
                    }
                }
                Ok(News::Asked { prompt, answers }) => {
                    let line = match ask.call1((prompt,)) {
                        Ok(line) => match line.extract::<Option<String>>() {
                            Ok(line) => line.map_or(LineRead::End, LineRead::Line),
                            Err(error) => {
                                raised.get_or_insert(error);
                                LineRead::End
                            }
                        },
                        Err(error) => {
                            raised.get_or_insert(error);
                            LineRead::Interrupted
                        }
                    };
                    // The session waits for it.
                    let _ = answers.send(line);
                }
                Ok(News::Done(result)) => {
                    return match raised {
                        Some(error) => Err(error),
                        None => Ok(answer(result)),
                    };
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = py.check_signals() {
                        raised.get_or_insert(error);
                        self.interrupter.interrupt();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
            }
        }
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn answer(result: CallResult) -> String {
    match result {
        Ok(result) => json!({"result": result}),
        Err(error) => {
            // An interruption that no exception of Python has caused is an exception of its own.
            let class = match error.class {
                ErrorClass::Quit => ErrorClass::State,
                class => class,
            };
            json!({"error": {"type": class.name(), "message": error.message}})
        }
    }
    .to_string()
}

/// Carries out calls until nobody can make any.
fn serve(mut session: Session, calls: &Receiver<Call>, told: Sender<News>) {
    let mut interpreter = Interpreter::new(table());
    let mut console = CallerConsole { news: told.clone() };
    while let Ok(Call { name, positional, named }) = calls.recv() {
        interpreter.settle(&mut session, &mut console);
        let result = interpreter.with_context(&mut session, &mut console, |context| {
            scripting::call(context, &name, positional, named)
        });
        if told.send(News::Done(result)).is_err() {
            break;
        }
    }
    session.close();
}
