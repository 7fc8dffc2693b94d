// SPDX-License-Identifier: GPL-3.0-or-later
//! The thread with the only connection that writes.

use super::{connection, owner};
use crate::clock::Clock;
use crate::error::{LibraryError, Result};
use rusqlite::Connection;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How often an idle owner looks whether another program asks for the library.
const LOOK: Duration = Duration::from_millis(500);
/// How often it looks whether it has it back.
const LENT: Duration = Duration::from_millis(50);

type Work = Box<dyn FnOnce(&mut Connection) + Send>;

enum Message {
    /// Some work, and where to tell that it is done.
    Work(Work, Sender<()>),
    Close,
}

/// The thread and the way to it.
#[derive(Debug)]
pub(super) struct Writer {
    messages: Sender<Message>,
    thread: Option<JoinHandle<()>>,
}

/// What a writing connection was opened as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Right {
    /// The owner, with its token.
    Owner(String),
    /// A borrower, with the token of its request.
    Borrower(String),
}

impl Writer {
    /// Starts the thread. `returned` is called when another program has given the library back.
    pub(super) fn start(
        connection: Connection,
        right: Right,
        clock: Clock,
        returned: impl Fn(&Connection) + Send + 'static,
    ) -> Result<Writer> {
        let (messages, received) = channel();
        let work = move || run(connection, &right, &clock, &received, &returned);
        let thread = std::thread::Builder::new().name("library".to_owned()).spawn(work);
        let thread = thread.map_err(|source| LibraryError::Io { path: "thread".into(), source })?;
        Ok(Writer { messages, thread: Some(thread) })
    }

    /// Does some work on the thread and waits for it.
    pub(super) fn run<R: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<R> + Send + 'static,
    ) -> Result<R> {
        let result = Arc::new(Mutex::new(None));
        let place = Arc::clone(&result);
        self.wait_for(Box::new(move |connection| {
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(work(connection));
        }))?;
        let result = result.lock().unwrap_or_else(PoisonError::into_inner).take();
        result.unwrap_or(Err(LibraryError::Closed))
    }

    /// The same for every kind of result, so that it is compiled once.
    fn wait_for(&self, work: Work) -> Result<()> {
        let (done, is_done) = channel();
        self.messages.send(Message::Work(work, done)).map_err(|_| LibraryError::Closed)?;
        is_done.recv().map_err(|_| LibraryError::Closed)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.messages.send(Message::Close);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(
    mut connection: Connection,
    right: &Right,
    clock: &Clock,
    received: &Receiver<Message>,
    returned: &dyn Fn(&Connection),
) {
    let mut known = data_version(&connection);
    loop {
        let message = received.recv_timeout(LOOK);
        match message {
            Ok(Message::Work(work, done)) => {
                work(&mut connection);
                // Whoever waited may have given up.
                let _ = done.send(());
            }
            Ok(Message::Close) | Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                let version = data_version(&connection);
                if version != known && matches!(right, Right::Owner(_)) {
                    lend(&connection, clock, returned);
                }
                known = data_version(&connection);
            }
        }
    }
    // What fails here is put right by the next program that opens the file.
    match right {
        Right::Owner(token) => {
            let _ = owner::release(&connection, token);
            let _ = connection.execute_batch("PRAGMA optimize");
            let _ = connection::to_one_file(&connection);
        }
        Right::Borrower(token) => {
            let _ = owner::end_request(&connection, token);
        }
    }
}

/// A number that changes when another connection has written.
fn data_version(connection: &Connection) -> i64 {
    connection.pragma_query_value(None, "data_version", |row| row.get(0)).unwrap_or(0)
}

/// Lends the library to the programs that ask for it, one after the other.
fn lend(connection: &Connection, clock: &Clock, returned: &dyn Fn(&Connection)) {
    let mut was_lent = false;
    while let Ok(Some(token)) = owner::grant(connection, clock.now()) {
        was_lent = true;
        while owner::is_lent(connection, &token).unwrap_or(false) {
            std::thread::sleep(LENT);
        }
        let _ = owner::end_request(connection, &token);
    }
    if was_lent {
        returned(connection);
    }
}
