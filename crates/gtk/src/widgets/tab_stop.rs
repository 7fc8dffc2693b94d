// SPDX-License-Identifier: GPL-3.0-or-later
//! Lists that are one stop of the Tab key: arrow keys go through their rows, Tab goes on behind the list.
//!
//! A [`gtk::ListBox`] stops at each row, and one that selects what it goes to would choose every page on the way. GTK has a
//! property for this from 4.18 on.

use super::keys;
use gtk::prelude::*;
use gtk::{gdk, glib};

/// Makes a list one stop of the Tab key.
pub(crate) fn make_one_tab_stop(list: &gtk::ListBox) {
    let shown = list.downgrade();
    keys::connect(list, gtk::PropagationPhase::Capture, move |key, _| {
        if matches!(key, gdk::Key::Tab | gdk::Key::ISO_Left_Tab | gdk::Key::KP_Tab)
            && let Some(list) = shown.upgrade()
        {
            pass_by(&list);
        }
        false
    });
}

/// Lets the key that is being handled find no other row of the list.
fn pass_by(list: &gtk::ListBox) {
    let at = list.focus_child();
    let is_other = |row: &gtk::ListBoxRow| row.can_focus() && at.as_ref() != Some(row.upcast_ref());
    let rows: Vec<gtk::ListBoxRow> = (0..).map_while(|n| list.row_at_index(n)).filter(is_other).collect();
    rows.iter().for_each(|row| row.set_can_focus(false));
    glib::idle_add_local_once(move || rows.iter().for_each(|row| row.set_can_focus(true)));
}
