// SPDX-License-Identifier: GPL-3.0-or-later
//! Lists that are one stop of the Tab key: arrow keys go through their rows, Tab goes on behind the list.
//!
//! A [`gtk::ListBox`] stops at each row, and one that selects what it goes to would choose every page on the way. GTK has a
//! property for this from 4.18 on.

use gtk::prelude::*;
use gtk::{gdk, glib};

/// Makes a list one stop of the Tab key.
pub(crate) fn make_one_tab_stop(list: &gtk::ListBox) {
    let keys = gtk::EventControllerKey::new();
    keys.set_propagation_phase(gtk::PropagationPhase::Capture);
    keys.connect_key_pressed(glib::clone!(
        #[weak]
        list,
        #[upgrade_or]
        glib::Propagation::Proceed,
        move |_, key, _, _| {
            if matches!(key, gdk::Key::Tab | gdk::Key::ISO_Left_Tab | gdk::Key::KP_Tab) {
                pass_by(&list);
            }
            glib::Propagation::Proceed
        }
    ));
    list.add_controller(keys);
}

/// Lets the key that is being handled find no other row of the list.
fn pass_by(list: &gtk::ListBox) {
    let at = list.focus_child();
    let mut rows = Vec::new();
    let mut next = list.first_child();
    while let Some(row) = next {
        next = row.next_sibling();
        if row.can_focus() && at.as_ref() != Some(&row) {
            row.set_can_focus(false);
            rows.push(row);
        }
    }
    glib::idle_add_local_once(move || rows.iter().for_each(|row| row.set_can_focus(true)));
}
