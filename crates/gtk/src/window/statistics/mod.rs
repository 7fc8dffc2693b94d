// SPDX-License-Identifier: GPL-3.0-or-later
use super::Window;
impl Window {
    pub(super) fn open_statistics(&self) {}
}
