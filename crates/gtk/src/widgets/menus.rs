// SPDX-License-Identifier: GPL-3.0-or-later
//! The menus of buttons and menu bars.

use gtk::prelude::*;
use gtk::{gio, glib};

/// The key of the model that `set_menu` gave a button.
const MODEL: &str = "gnubg-menu-model";

/// Gives `button`, a menu button or a composed one that has one inside, the menu of `model`. It is made when it is first
/// opened: a window with a dozen menus that are all made with it starts noticeably later.
pub(crate) fn set_menu(button: &impl IsA<gtk::Widget>, model: &impl IsA<gio::MenuModel>) {
    let Some(button) = menu_button(button.as_ref()) else {
        debug_assert!(false, "a button without a menu button: {button:?}");
        return;
    };
    let model = model.as_ref().clone();
    // SAFETY: only this function and `model` use the key, both with this type.
    unsafe { button.set_data(MODEL, model.clone()) };
    button.set_create_popup_func(move |button| {
        if button.popover().is_none() {
            button.set_menu_model(Some(&model));
        }
    });
}

/// The model that `set_menu` or GTK gave `button`.
pub(crate) fn model(button: &impl IsA<gtk::Widget>) -> Option<gio::MenuModel> {
    let button = menu_button(button.as_ref())?;
    // SAFETY: the type is that of `set_menu`, and the button keeps the model as long as it lives.
    let given = unsafe { button.data::<gio::MenuModel>(MODEL).map(|model| model.as_ref().clone()) };
    given.or_else(|| button.menu_model())
}

/// The menu button that `widget` is or has inside.
fn menu_button(widget: &gtk::Widget) -> Option<gtk::MenuButton> {
    if let Some(button) = widget.downcast_ref::<gtk::MenuButton>() {
        return Some(button.clone());
    }
    let children = std::iter::successors(widget.first_child(), |child| child.next_sibling());
    children.filter_map(|child| child.downcast::<gtk::MenuButton>().ok()).next()
}

/// Calls `act` with the popover of `button`, now or when it gets one.
pub(crate) fn with_popover(button: &gtk::MenuButton, act: impl Fn(&gtk::Popover) + 'static) {
    if let Some(popover) = button.popover() {
        act(&popover);
    }
    button.connect_popover_notify(move |button| {
        if let Some(popover) = button.popover() {
            act(&popover);
        }
    });
}

/// Calls `closed` after any menu or popover of a button within `widget`, also a later one, has closed, if the keyboard did not go elsewhere
/// meanwhile: to another menu, or to what an entry of the menu opened.
pub(crate) fn when_closed(widget: &impl IsA<gtk::Widget>, closed: impl Fn() + Clone + 'static) {
    let mut child = widget.as_ref().first_child();
    while let Some(widget) = child {
        if let Some(button) = widget.downcast_ref::<gtk::MenuButton>() {
            let closed = closed.clone();
            with_popover(button, move |popover| connect(popover, closed.clone()));
        } else if let Some(popover) = widget.downcast_ref::<gtk::Popover>() {
            connect(popover, closed.clone());
        } else {
            when_closed(&widget, closed.clone());
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
