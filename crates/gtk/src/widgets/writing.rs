// SPDX-License-Identifier: GPL-3.0-or-later
//! Fields for texts of several lines.

use crate::a11y;

/// A field with air around its text; Tab leaves it. `name` is its name for screen readers.
pub(crate) fn text_view(name: &str) -> gtk::TextView {
    let view = gtk::TextView::builder()
        .wrap_mode(gtk::WrapMode::WordChar)
        .accepts_tab(false)
        .left_margin(9)
        .right_margin(9)
        .top_margin(6)
        .bottom_margin(6)
        .build();
    a11y::set_label(&view, name);
    view
}
