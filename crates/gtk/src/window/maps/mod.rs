// SPDX-License-Identifier: GPL-3.0-or-later
//! Maps of a position: what each roll is worth, how the rolls are distributed, and what is right at each score. The
//! session computes them in the background; the windows show them as they grow.

mod rolls;
mod scores;
mod temperature;

use super::Window;
use super::tools::sheet::drop_down;
use crate::i18n::{gettext, gettext_f};
use gnubg_session::jobs::JobId;
use gnubg_session::options::Output;
use gnubg_session::survey::{Survey, SurveyRequest};
use gnubg_session::{Command, Event, Outcome, Question};
use std::cell::{Cell, RefCell};
use std::sync::Arc;

/// Depths offered.
const N_PLIES: u32 = 5;

impl Window {
    /// Opens the temperature map.
    pub(super) fn open_temperature_map(&self) {
        self.show_temperature_map(0);
    }

    /// Opens the temperature map after a double and a take.
    pub(super) fn open_temperature_map_doubled(&self) {
        self.show_temperature_map(temperature::DOUBLED);
    }

    fn show_temperature_map(&self, cube: u32) {
        self.show_tool(temperature::NAME, temperature::TemperatureWindow::new);
        if let Some(tool) = self.tool(temperature::NAME) {
            tool.turn_to(cube);
        }
    }

    /// Opens the score map.
    pub(super) fn open_score_map(&self) {
        self.show_tool(scores::NAME, scores::ScoreWindow::new);
    }

    /// Opens the distribution of rolls.
    pub(super) fn open_roll_distribution(&self) {
        self.show_tool(rolls::NAME, rolls::RollsWindow::new);
    }
}

/// The depths to choose from.
fn ply_list() -> gtk::DropDown {
    let names: Vec<String> = (0..N_PLIES).map(|n| gettext_f("{n}-ply", &[("n", &n.to_string())])).collect();
    drop_down(&names, &gettext("How far to look ahead"))
}

/// What a window has asked for, and the job that answers.
#[derive(Default)]
struct Asked {
    request: RefCell<Option<SurveyRequest>>,
    job: Cell<Option<JobId>>,
}

impl Asked {
    /// Asks, unless just this was asked before; what was asked before that is not wanted any more. Returns whether it
    /// asked.
    fn ask(&self, parent: &Window, request: SurveyRequest) -> bool {
        if self.request.borrow().as_ref() == Some(&request) {
            return false;
        }
        self.stop(parent);
        self.request.replace(Some(request.clone()));
        let outcome = parent.execute_quietly(Command::Ask(Question::Survey(Box::new(request))));
        if let Some(Outcome::Started(id)) = outcome {
            self.job.set(Some(id));
        }
        true
    }

    /// Whether a job is the one that was asked last.
    fn is(&self, id: JobId) -> bool {
        self.job.get() == Some(id)
    }

    /// Stops the job.
    fn stop(&self, parent: &Window) {
        if let Some(id) = self.job.take() {
            parent.look(|session| session.cancel_job(id));
        }
    }

    /// The job has ended.
    fn ended(&self, id: JobId) -> bool {
        let is_ours = self.is(id);
        if is_ours {
            self.job.set(None);
        }
        is_ours
    }

    /// Takes in what the session tells: keeps the answer as it grows in `found`, and shows it.
    fn hear(
        &self,
        parent: &Window,
        event: &Event,
        found: &RefCell<Option<Arc<Survey>>>,
        show: impl Fn(&Output),
    ) {
        match event {
            Event::Surveyed { id, survey } if self.is(*id) => {
                found.replace(Some(Arc::clone(survey)));
            }
            Event::JobFinished { id, .. } if self.ended(*id) => {}
            _ => return,
        }
        show(&parent.options().output);
        parent.write_dump();
    }

    fn is_running(&self) -> bool {
        self.job.get().is_some()
    }
}
