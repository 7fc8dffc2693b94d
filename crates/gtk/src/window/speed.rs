// SPDX-License-Identifier: GPL-3.0-or-later
//! The speed window: how many positions a second this machine evaluates, measured on the threads of computations as the
//! command `calibrate` measures it, beside what was measured before.

use super::Window;
use super::tools::Tool;
use super::tools::sheet::{Sheet, Table, button, paragraph, spot, tab_separated};
use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use adw::prelude::*;
use gnubg_session::jobs::JobId;
use gnubg_session::speed::{DEFAULT_SECONDS, Speed};
use gnubg_session::{Command, Event, Outcome, Question};
use gtk::glib;
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;

const NAME: &str = "speed";

struct Inner {
    sheet: Sheet,
    table: Table,
    progress: gtk::ProgressBar,
    start: gtk::Button,
    job: Cell<Option<JobId>>,
    speed: Cell<Option<Speed>>,
    /// Evaluations a second measured before; 0 if there were none.
    before: Cell<f64>,
}

/// The window.
struct SpeedWindow(Rc<Inner>);

impl Window {
    /// Opens the speed window.
    pub(super) fn open_speed(&self) {
        self.show_tool(NAME, SpeedWindow::new);
    }
}

/// A whole number, with blanks between groups of three digits.
fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut out = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n) % 3 == 0 {
            out.push('\u{a0}');
        }
        out.push(digit);
    }
    out
}

/// What was measured now and before.
fn rows(speed: Option<Speed>, before: f64, threads: usize) -> Vec<Vec<String>> {
    let known = |value: Option<String>| value.unwrap_or_else(|| "–".to_owned());
    let now = speed.filter(|speed| speed.seconds > 0.0);
    let earlier = (before > 0.0).then_some(before);
    let change =
        now.zip(earlier).map(|(now, before)| format!("{:+.1} %", 100.0 * (now.rate() / before - 1.0)));
    vec![
        vec![String::new(), gettext("Now"), gettext("Last time")],
        vec![
            gettext("Evaluations a second"),
            known(now.map(|speed| grouped(speed.rate()))),
            known(earlier.map(grouped)),
        ],
        vec![
            gettext("Of each thread"),
            known(now.map(|speed| grouped(speed.rate_of_thread()))),
            String::new(),
        ],
        vec![gettext("Change"), known(change), String::new()],
        vec![gettext("Threads"), threads.to_string(), String::new()],
        vec![
            gettext("Evaluations"),
            known(now.map(|speed| grouped(speed.evaluations as f64))),
            String::new(),
        ],
    ]
}

impl SpeedWindow {
    fn new(parent: &Window) -> SpeedWindow {
        let sheet = Sheet::new(parent, NAME, &gettext("Evaluation speed"), (460, 360));
        let table = Table::new();
        let note = paragraph(
            &gettext("Positions are evaluated without looking ahead, on all threads of computations."),
            &["tool-note"],
        );
        let progress = gtk::ProgressBar::new();
        a11y::set_label(&progress, &gettext("How far the measurement is"));
        let start = button(&gettext("Measure"), &gettext("Measure the speed of evaluations"));
        start.add_css_class("suggested-action");
        start.set_halign(gtk::Align::Center);
        let whole = gtk::Box::new(gtk::Orientation::Vertical, 18);
        whole.set_margin_top(12);
        whole.set_margin_bottom(18);
        whole.set_margin_start(18);
        whole.set_margin_end(18);
        whole.append(&note);
        whole.append(&table.grid);
        whole.append(&progress);
        whole.append(&start);
        sheet.content.append(&gtk::ScrolledWindow::builder().child(&whole).vexpand(true).build());
        let copied = table.clone();
        sheet.add_copy(
            &gettext("Copy as text"),
            glib::clone!(
                #[weak]
                parent,
                move || parent.copy_text(Some(tab_separated(&copied.rows())))
            ),
        );
        let (job, speed) = (Cell::default(), Cell::default());
        let before = Cell::new(f64::from(parent.options().engine.calibration));
        let inner = Rc::new(Inner { sheet, table, progress, start, job, speed, before });
        let this = Rc::downgrade(&inner);
        inner.start.connect_clicked(glib::clone!(
            #[weak]
            parent,
            move |_| {
                if let Some(inner) = this.upgrade() {
                    inner.start_or_stop(&parent);
                }
            }
        ));
        SpeedWindow(inner)
    }
}

impl Inner {
    fn start_or_stop(&self, parent: &Window) {
        if self.job.get().is_some() {
            return self.stop(parent);
        }
        self.before.set(f64::from(parent.options().engine.calibration));
        self.speed.set(None);
        let outcome = parent.execute_quietly(Command::Ask(Question::Speed(None)));
        if let Some(Outcome::Started(id)) = outcome {
            self.job.set(Some(id));
        }
        self.show(parent);
    }

    /// Stops measuring; the end of the job is heard of.
    fn stop(&self, parent: &Window) {
        if let Some(id) = self.job.get() {
            parent.look(|session| session.cancel_job(id));
        }
    }

    fn show(&self, parent: &Window) {
        let threads = parent.look(|session| (session.threads(), session.engine().nets().kernel_name()));
        let Some((threads, kernel)) = threads else { return };
        let speed = self.speed.get();
        self.table.set(&rows(speed, self.before.get(), threads), &[0]);
        let is_running = self.job.get().is_some();
        let share = speed.map_or(0.0, |speed| speed.seconds / DEFAULT_SECONDS);
        self.progress.set_fraction(if is_running { share.min(1.0) } else { 0.0 });
        self.start.set_label(&if is_running { gettext("Stop") } else { gettext("Measure") });
        self.sheet.title.set_subtitle(&gettext_f("Kernel {kernel}", &[("kernel", kernel)]));
        parent.write_dump();
    }
}

impl Tool for SpeedWindow {
    fn name(&self) -> &'static str {
        NAME
    }

    fn window(&self) -> &adw::Window {
        &self.0.sheet.window
    }

    fn follow(&self, parent: &Window) {
        self.0.show(parent);
    }

    fn hear(&self, parent: &Window, event: &Event) {
        let inner = &self.0;
        match event {
            Event::SpeedMeasured { id, speed } if inner.job.get() == Some(*id) => {
                inner.speed.set(Some(*speed))
            }
            Event::JobFinished { id, error, .. } if inner.job.get() == Some(*id) => {
                inner.job.set(None);
                // What was stopped early is shown but not kept.
                if let (Some(speed), None) = (inner.speed.get(), error) {
                    parent.change_options(|options| options.engine.calibration = speed.rate().round() as f32);
                }
            }
            _ => return,
        }
        inner.show(parent);
    }

    fn halt(&self, parent: &Window) {
        self.0.stop(parent);
    }

    fn facts(&self) -> Value {
        json!({
            "rows": self.0.table.rows(),
            "running": self.0.job.get().is_some(),
            "start": spot(&self.0.start),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(grouped(7.0), "7");
        assert_eq!(grouped(1234.4), "1\u{a0}234");
        assert_eq!(grouped(123_456.0), "123\u{a0}456");
    }

    #[test]
    fn the_last_measurement_is_compared() {
        let speed = Speed { evaluations: 3000, seconds: 1.0, threads: 2 };
        let rows = rows(Some(speed), 2000.0, 2);
        assert_eq!(rows[1][1..], ["3\u{a0}000", "2\u{a0}000"]);
        assert_eq!((rows[2][1].as_str(), rows[3][1].as_str()), ("1\u{a0}500", "+50.0 %"));
        assert_eq!(super::rows(None, 0.0, 2)[1][1..], ["–", "–"]);
    }
}
