// SPDX-License-Identifier: GPL-3.0-or-later
use super::Window;
impl Window {
    pub(super) fn open_temperature_map(&self) {}
    pub(super) fn open_score_map(&self) {}
    pub(super) fn open_roll_distribution(&self) {}
}
