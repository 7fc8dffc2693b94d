// SPDX-License-Identifier: GPL-3.0-or-later
//! Questions to the library and their answers: the session's jobs carry them out, and events bring what they found.

use crate::host::HostHandle;
use gnubg_session::event::Activity;
use gnubg_session::jobs::{JobError, JobId};
use gnubg_session::library::{LibraryNews, LibraryRequest};
use gnubg_session::{CommandOutcome, Event, is_worth_telling};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Hears an answer, or why there is none.
type Answered = Box<dyn FnOnce(Result<&LibraryNews, &JobError>)>;

/// Hears how much is done, and of how much if that is known.
type Counted = Rc<dyn Fn(u64, Option<u64>)>;

/// Asks the library.
pub(crate) struct LibraryClient {
    host: HostHandle,
    waiting: RefCell<HashMap<JobId, Answered>>,
    /// Who hears how far a job is.
    counting: RefCell<HashMap<JobId, Counted>>,
}

impl LibraryClient {
    pub(crate) fn new(host: HostHandle) -> Rc<LibraryClient> {
        Rc::new(LibraryClient { host, waiting: RefCell::default(), counting: RefCell::default() })
    }

    pub(crate) fn host(&self) -> &HostHandle {
        &self.host
    }

    /// Asks something; `answered` is called once with the answer, or with the reason if there is none. Returns the job, or
    /// `None` if the session is in use elsewhere.
    pub(crate) fn ask(
        &self,
        request: LibraryRequest,
        answered: impl FnOnce(Result<&LibraryNews, &JobError>) + 'static,
    ) -> Option<JobId> {
        let Some(Ok(CommandOutcome::Started(id))) = self.host.try_execute(request) else { return None };
        self.waiting.borrow_mut().insert(id, Box::new(answered));
        Some(id)
    }

    /// The same for what takes a while; `counted` hears how much is done, and of how much.
    pub(crate) fn ask_counted(
        &self,
        request: LibraryRequest,
        counted: impl Fn(u64, Option<u64>) + 'static,
        answered: impl FnOnce(Result<&LibraryNews, &JobError>) + 'static,
    ) -> Option<JobId> {
        let id = self.ask(request, answered)?;
        self.counting.borrow_mut().insert(id, Rc::new(counted));
        Some(id)
    }

    /// Stops a job. Nothing is told of its answer any more.
    pub(crate) fn drop_question(&self, id: JobId) {
        self.waiting.borrow_mut().remove(&id);
        self.counting.borrow_mut().remove(&id);
        self.stop(id);
    }

    /// Stops a job; that it was stopped is told.
    pub(crate) fn stop(&self, id: JobId) {
        self.host.look(|session| session.cancel_job(id));
    }

    /// Passes the answer of an event on. Returns an error that the user should read.
    pub(crate) fn handle_event(&self, event: &Event) -> Option<JobError> {
        match event {
            Event::Library { id, news } => {
                // The answer may lead to the next question.
                let answered = self.waiting.borrow_mut().remove(id);
                self.counting.borrow_mut().remove(id);
                if let Some(answered) = answered {
                    answered(Ok(news));
                }
                None
            }
            Event::JobProgress { id, done, total, .. } => {
                let counted = self.counting.borrow().get(id).cloned();
                if let Some(counted) = counted {
                    counted(*done, *total);
                }
                None
            }
            Event::JobFinished {
                id,
                activity:
                    Activity::Library | Activity::Import | Activity::LibraryAnalysis | Activity::LibraryRebuild,
                error: Some(error),
            } => {
                self.counting.borrow_mut().remove(id);
                let answered = self.waiting.borrow_mut().remove(id)?;
                answered(Err(error));
                is_worth_telling(error).then(|| error.clone())
            }
            _ => None,
        }
    }
}
