// SPDX-License-Identifier: GPL-3.0-or-later
//! The menus of buttons and menu bars.

use gtk::glib;
use gtk::prelude::*;

/// Calls `closed` after any menu or popover of a button within `widget` has closed, if the keyboard did not go elsewhere
/// meanwhile: to another menu, or to what an entry of the menu opened.
pub(crate) fn when_closed(widget: &impl IsA<gtk::Widget>, closed: impl Fn() + Clone + 'static) {
    let mut child = widget.as_ref().first_child();
    while let Some(widget) = child {
        match widget.downcast_ref::<gtk::Popover>() {
            Some(popover) => connect(popover, closed.clone()),
            None => when_closed(&widget, closed.clone()),
        }
        child = widget.next_sibling();
    }
}

fn connect(popover: &gtk::Popover, closed: impl Fn() + Clone + 'static) {
    popover.connect_closed(move |popover| {
        let (popover, closed) = (popover.downgrade(), closed.clone());
        glib::idle_add_local_once(move || {
            let Some(button) = popover.upgrade().and_then(|popover| popover.parent()) else { return };
            let focus = button.root().and_then(|root| root.focus());
            if focus.is_none_or(|focus| focus == button || focus.is_ancestor(&button)) {
                closed();
            }
        });
    });
}

/// Lets a click on a button within `widget` leave the keyboard where it is; Tab still reaches the button.
pub(crate) fn leave_keys(widget: &impl IsA<gtk::Widget>) {
    let mut child = widget.as_ref().first_child();
    while let Some(widget) = child {
        widget.set_focus_on_click(false);
        leave_keys(&widget);
        child = widget.next_sibling();
    }
}
