// SPDX-License-Identifier: GPL-3.0-or-later
//! The speed window: how many positions per second this computer evaluates on all worker threads, beside the previous
//! measurement. The command `calibrate` measures the same.

use super::Tool;
use super::controls::{button, paragraph, tab_separated};
use super::frame::ToolFrame;
use super::text_table::TextTable;
use crate::a11y;
use crate::host::HostHandle;
use crate::i18n::{gettext, gettext_f, grouped, localized};
use adw::prelude::*;
use gnubg_session::jobs::JobId;
use gnubg_session::speed::{DEFAULT_SECONDS, Speed};
use gnubg_session::{Command, CommandOutcome, Event, Question};
use std::cell::Cell;
use std::rc::Rc;

/// The speed window.
pub(crate) struct SpeedWindow {
    host: HostHandle,
    frame: ToolFrame,
    table: TextTable,
    progress: gtk::ProgressBar,
    start: gtk::Button,
    job: Cell<Option<JobId>>,
    speed: Cell<Option<Speed>>,
    /// Evaluations per second of the previous measurement; 0 if there was none.
    before: Cell<f64>,
}

/// A whole number in groups of digits.
fn whole(value: f64) -> String {
    grouped(value.round() as u64)
}

/// The present and the previous measurement.
fn rows(speed: Option<Speed>, before: f64, threads: usize) -> Vec<Vec<String>> {
    let known = |value: Option<String>| value.unwrap_or_else(|| "–".to_owned());
    let now = speed.filter(|speed| speed.seconds > 0.0);
    let earlier = (before > 0.0).then_some(before);
    let change = now
        .zip(earlier)
        .map(|(now, before)| localized(format!("{:+.1}%", 100.0 * (now.rate() / before - 1.0))));
    vec![
        vec![String::new(), gettext("Now"), gettext("Previous")],
        vec![
            gettext("Evaluations per second"),
            known(now.map(|speed| whole(speed.rate()))),
            known(earlier.map(whole)),
        ],
        vec![gettext("Per thread"), known(now.map(|speed| whole(speed.rate_of_thread()))), String::new()],
        vec![gettext("Change"), known(change), String::new()],
        vec![gettext("Threads"), threads.to_string(), String::new()],
        vec![gettext("Evaluations"), known(now.map(|speed| whole(speed.evaluations as f64))), String::new()],
    ]
}

impl SpeedWindow {
    pub(super) fn new(host: &HostHandle) -> Rc<SpeedWindow> {
        let progress = gtk::ProgressBar::builder().name("speed-progress").build();
        a11y::set_label(&progress, &gettext("Progress of the measurement"));
        let start = button(&gettext("Measure"), &gettext("Measure the evaluation speed"));
        start.set_widget_name("speed-start");
        start.add_css_class("suggested-action");
        start.set_halign(gtk::Align::Center);
        let window = Rc::new(SpeedWindow {
            host: host.clone(),
            frame: ToolFrame::new(host, "speed", &gettext("Evaluation speed"), (460, 360)),
            table: TextTable::new("speed-figures"),
            progress,
            start,
            job: Cell::default(),
            speed: Cell::default(),
            before: Cell::new(f64::from(host.options().engine.calibration)),
        });
        window.lay_out();
        window.connect();
        window
    }

    fn lay_out(&self) {
        let note = paragraph(&gettext("Evaluates positions at 0-ply on all worker threads."), &["tool-note"]);
        let whole = gtk::Box::new(gtk::Orientation::Vertical, 18);
        whole.set_margin_top(12);
        whole.set_margin_bottom(18);
        whole.set_margin_start(18);
        whole.set_margin_end(18);
        whole.append(&note);
        whole.append(&self.table);
        whole.append(&self.progress);
        whole.append(&self.start);
        let scroller = gtk::ScrolledWindow::builder().child(&whole).vexpand(true).build();
        self.frame.content().append(&scroller);
    }

    fn connect(self: &Rc<Self>) {
        let this = Rc::downgrade(self);
        self.start.connect_clicked(move |_| {
            if let Some(window) = this.upgrade() {
                window.start_or_stop();
            }
        });
        let this = Rc::downgrade(self);
        self.frame.connect_copy(&gettext("Copy as text"), move || {
            if let Some(window) = this.upgrade() {
                window.host.copy_text(Some(tab_separated(&window.table.rows())));
            }
        });
    }

    fn start_or_stop(&self) {
        if self.job.get().is_some() {
            return self.stop();
        }
        self.before.set(f64::from(self.host.options().engine.calibration));
        self.speed.set(None);
        let outcome = self.host.execute_quietly(Command::Ask(Question::Speed(None)));
        if let Some(CommandOutcome::Started(id)) = outcome {
            self.job.set(Some(id));
        }
        self.show();
    }

    fn show(&self) {
        let engine = self.host.look(|session| (session.threads(), session.engine().nets().kernel_name()));
        let Some((threads, kernel)) = engine else { return };
        let speed = self.speed.get();
        self.table.set_rows(&rows(speed, self.before.get(), threads), &[0]);
        let is_running = self.job.get().is_some();
        let share = speed.map_or(0.0, |speed| speed.seconds / DEFAULT_SECONDS);
        self.progress.set_fraction(if is_running { share.min(1.0) } else { 0.0 });
        self.start.set_label(&if is_running { gettext("Stop") } else { gettext("Measure") });
        self.frame.set_subtitle(gettext_f("Kernel {kernel}", &[("kernel", kernel)]));
    }
}

impl Tool for SpeedWindow {
    fn name(&self) -> &'static str {
        "speed"
    }

    fn window(&self) -> &adw::Window {
        self.frame.upcast_ref()
    }

    fn refresh(&self) {
        self.show();
    }

    fn handle_event(&self, event: &Event) {
        match event {
            Event::SpeedMeasured { id, speed } if self.job.get() == Some(*id) => self.speed.set(Some(*speed)),
            Event::JobFinished { id, error, .. } if self.job.get() == Some(*id) => {
                self.job.set(None);
                // A measurement that was stopped early is shown but not saved.
                if let (Some(speed), None) = (self.speed.get(), error) {
                    let rate = speed.rate().round() as f32;
                    self.host.change_options(|options| options.engine.calibration = rate);
                }
            }
            _ => return,
        }
        self.show();
    }

    /// Stops the measurement; its end comes as an event.
    fn stop(&self) {
        if let Some(id) = self.job.get() {
            self.host.look(|session| session.cancel_job(id));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_previous_measurement_is_compared() {
        let speed = Speed { evaluations: 3000, seconds: 1.0, threads: 2 };
        let rows = rows(Some(speed), 2000.0, 2);
        assert_eq!(rows[1][1..], ["3000", "2000"]);
        assert_eq!((rows[2][1].as_str(), rows[3][1].as_str()), ("1500", "+50.0%"));
        assert_eq!(super::rows(None, 0.0, 2)[1][1..], ["–", "–"]);
    }
}
