// SPDX-License-Identifier: GPL-3.0-or-later
//! The progress bar of the database tools.

use crate::output::without_controls;
use gnubg_engine::bearoff::generate::Progress;
use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar on standard error, hidden if that is not a terminal.
pub(super) struct DatabaseProgress(ProgressBar);

impl DatabaseProgress {
    /// A bar for work counted in positions.
    pub(super) fn of_positions(title: &str) -> DatabaseProgress {
        DatabaseProgress::new(title, "{prefix} [{bar:30}] {percent:>3}%  {elapsed} of about {duration}")
    }

    /// A bar for an unknown number of sweeps.
    pub(super) fn of_sweeps(title: &str) -> DatabaseProgress {
        DatabaseProgress::new(title, "{spinner} {prefix} {msg}  {elapsed}")
    }

    fn new(title: &str, template: &str) -> DatabaseProgress {
        let bar = ProgressBar::new(0).with_prefix(title.to_owned());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        DatabaseProgress(bar)
    }

    /// Shows a progress report.
    pub(super) fn show(&self, progress: Progress) {
        match progress {
            Progress::Positions { done, total } => {
                self.0.set_length(total);
                self.0.set_position(done);
            }
            Progress::Sweep { sweep, norm } => {
                self.0.set_message(format!("sweep {sweep}, largest change {norm:.6}"));
                self.0.tick();
            }
            Progress::Writing => self.0.set_prefix("writing"),
        }
    }

    /// Prints a line above the bar, or nothing if the bar is hidden.
    pub(super) fn line(&self, text: &str) {
        self.0.println(without_controls(text));
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
