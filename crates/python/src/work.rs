// SPDX-License-Identifier: GPL-3.0-or-later
//! Long computations: without the interpreter's lock, and ended by Ctrl+C.

use gnubg_engine::core::CancelToken;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How long Ctrl+C may take to be noticed.
const REACTION: Duration = Duration::from_millis(50);

/// Computes on another thread while this one looks for signals, and calls `report` for everything the work sends. If a
/// signal handler or `report` raises, the work is cancelled and the exception is returned once it has ended.
pub(crate) fn run<T: Send, N: Send>(
    py: Python<'_>,
    work: impl FnOnce(&CancelToken, &(dyn Fn(N) + Sync)) -> T + Send,
    mut report: impl FnMut(Python<'_>, N) -> PyResult<()>,
) -> PyResult<T> {
    enum News<T, N> {
        Told(N),
        Done(T),
    }
    let cancel = CancelToken::new();
    let (sender, news) = channel();
    std::thread::scope(|scope| {
        let token = cancel.clone();
        let worker = scope.spawn(move || {
            let teller = std::sync::Mutex::new(sender.clone());
            let tell = |told: N| {
                let teller = teller.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                // Nobody listens any more after an exception.
                let _ = teller.send(News::Told(told));
            };
            let result = work(&token, &tell);
            let _ = sender.send(News::Done(result));
        });
        let mut raised: Option<PyErr> = None;
        let news = std::sync::Mutex::new(news);
        loop {
            let received = py.detach(|| {
                news.lock().unwrap_or_else(std::sync::PoisonError::into_inner).recv_timeout(REACTION)
            });
            match received {
                Ok(News::Done(result)) => return raised.map_or(Ok(result), Err),
                Ok(News::Told(told)) if raised.is_none() => {
                    if let Err(error) = report(py, told) {
                        cancel.cancel();
                        raised = Some(error);
                    }
                }
                Ok(News::Told(_)) => {}
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = py.check_signals() {
                        cancel.cancel();
                        raised.get_or_insert(error);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    // The work has panicked; the panic is not ours to hide.
                    if let Err(panic) = worker.join() {
                        std::panic::resume_unwind(panic);
                    }
                    return Err(PyRuntimeError::new_err("the computation has no result"));
                }
            }
        }
    })
}

/// The same for work that tells nothing.
pub(crate) fn quietly<T: Send>(py: Python<'_>, work: impl FnOnce(&CancelToken) -> T + Send) -> PyResult<T> {
    run(py, |cancel, _: &(dyn Fn(()) + Sync)| work(cancel), |_, ()| Ok(()))
}
