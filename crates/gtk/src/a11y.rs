// SPDX-License-Identifier: GPL-3.0-or-later
//! Names for assistive technology.
//!
//! GTK 4.8 can take them at run time, but the bindings offer that only from 4.10 on; this module calls the C
//! functions itself.

use crate::i18n::gettext_f;
use gtk::glib;
use gtk::glib::translate::{FromGlibPtrFull, ToGlibPtr};
use gtk::prelude::*;
use std::ffi::CStr;

/// `GTK_ACCESSIBLE_PROPERTY_LABEL`.
const LABEL: i32 = gtk::ffi::GTK_ACCESSIBLE_PROPERTY_LABEL;
/// `GTK_ACCESSIBLE_STATE_HIDDEN`.
const HIDDEN: i32 = gtk::ffi::GTK_ACCESSIBLE_STATE_HIDDEN;

unsafe extern "C" {
    /// In libgtk-4 since 4.0.
    fn gtk_accessible_update_property_value(
        this: *mut gtk::ffi::GtkAccessible,
        n_properties: std::ffi::c_int,
        properties: *mut gtk::ffi::GtkAccessibleProperty,
        values: *const glib::gobject_ffi::GValue,
    );

    /// In libgtk-4 since 4.0.
    fn gtk_accessible_update_state_value(
        this: *mut gtk::ffi::GtkAccessible,
        n_states: std::ffi::c_int,
        states: *mut gtk::ffi::GtkAccessibleState,
        values: *const glib::gobject_ffi::GValue,
    );

    /// In libgtk-4 since 4.0.
    fn gtk_test_accessible_check_property(
        this: *mut gtk::ffi::GtkAccessible,
        property: gtk::ffi::GtkAccessibleProperty,
        ...
    ) -> *mut std::ffi::c_char;
}

fn update(widget: &impl IsA<gtk::Widget>, property: gtk::ffi::GtkAccessibleProperty, text: &str) {
    let widget: &gtk::Widget = widget.upcast_ref();
    // SAFETY: the pointer is that of a widget, which lives as long as the reference to it.
    unsafe { update_at(widget.to_glib_none().0, property, text) }
}

/// Like [`update`] for a widget that is not referenced.
///
/// # Safety
/// `widget` points to a widget that lives through the call.
unsafe fn update_at(widget: *mut gtk::ffi::GtkWidget, property: gtk::ffi::GtkAccessibleProperty, text: &str) {
    let value = text.to_value();
    let mut properties = [property];
    // SAFETY: every GtkWidget implements GtkAccessible, so the pointer may be cast. Both arrays hold one element and
    // live through the call; GTK copies the value, which is a string as both properties demand.
    unsafe {
        gtk_accessible_update_property_value(
            widget.cast(),
            1,
            properties.as_mut_ptr(),
            value.to_glib_none().0,
        );
    }
}

/// Sets the name that a screen reader speaks for the row of a list, or the field of a grid, that holds a widget.
///
/// Newer versions of GTK fill a new row before the list takes it. Nobody owns the row then, so that a reference to it, as
/// `parent` returns one, would take it over and destroy it when it is dropped; only its pointer may be used.
pub fn set_row_label(part: &impl IsA<gtk::Widget>, text: &str) {
    let part: &gtk::Widget = part.upcast_ref();
    let mut at: *mut gtk::ffi::GtkWidget = part.to_glib_none().0;
    // SAFETY: `part` lives through the call, and with it the widgets around it, which nothing here removes. The name of a
    // widget is a string with an end that lives as long as its class.
    unsafe {
        loop {
            at = gtk::ffi::gtk_widget_get_parent(at);
            if at.is_null() {
                return;
            }
            let name = CStr::from_ptr(gtk::ffi::gtk_widget_get_css_name(at));
            if name == c"row" || name == c"child" {
                return update_at(at, LABEL, text);
            }
        }
    }
}

/// Takes a widget and all within it out of what a screen reader finds, or puts it back: what is covered cannot be used.
pub(crate) fn set_hidden(widget: &impl IsA<gtk::Widget>, is_hidden: bool) {
    let widget: &gtk::Widget = widget.upcast_ref();
    let value = is_hidden.to_value();
    let mut states = [HIDDEN];
    let pointer: *mut gtk::ffi::GtkWidget = widget.to_glib_none().0;
    // SAFETY: every GtkWidget implements GtkAccessible, so the pointer may be cast. Both arrays hold one element and
    // live through the call; GTK copies the value, which is a truth value as the state demands.
    unsafe {
        gtk_accessible_update_state_value(pointer.cast(), 1, states.as_mut_ptr(), value.to_glib_none().0);
    }
}

/// The name that a screen reader speaks for a widget, as far as it was set here.
#[must_use]
pub fn label(widget: &impl IsA<gtk::Widget>) -> String {
    let widget: &gtk::Widget = widget.upcast_ref();
    let pointer: *mut gtk::ffi::GtkWidget = widget.to_glib_none().0;
    // SAFETY: every GtkWidget implements GtkAccessible, so the pointer may be cast. The property takes one string, which
    // is compared with the name; a name that differs is returned as a new string, an equal one as null.
    unsafe {
        let found = gtk_test_accessible_check_property(pointer.cast(), LABEL, c"".as_ptr());
        Option::<glib::GString>::from_glib_full(found).map(Into::into).unwrap_or_default()
    }
}

/// Sets the tooltip of a widget. Setting the same text again is free here; the toolkit would query the pointer's position
/// each time.
pub(crate) fn set_tooltip(widget: &impl IsA<gtk::Widget>, text: Option<&str>) {
    let widget = widget.as_ref();
    if widget.tooltip_text().as_deref() != text {
        widget.set_tooltip_text(text);
    }
}

/// Sets the name that a screen reader speaks for a widget, and for the parts within it that can be operated: the button of
/// a list to choose from, the symbols in an entry.
pub(crate) fn set_label(widget: &impl IsA<gtk::Widget>, text: &str) {
    update(widget, LABEL, text);
    let widget = widget.as_ref();
    let mut child = widget.first_child();
    while let Some(part) = child {
        let is_button = widget.is::<gtk::DropDown>() || widget.is::<gtk::ColorButton>();
        let is_symbol = part.is::<gtk::Image>() && widget.is::<gtk::Editable>();
        if is_symbol || (is_button && part.is::<gtk::Button>()) {
            update(&part, LABEL, text);
        }
        child = part.next_sibling();
    }
}

/// A number as a screen reader says it: a hyphen would be passed over.
pub(crate) fn spoken(number: &str) -> String {
    match number.strip_prefix(['-', '−']) {
        Some(rest) => gettext_f("minus {n}", &[("n", rest)]),
        None => number.to_owned(),
    }
}

/// Names the drop-down button inside a composed button, which would otherwise have the name of its type.
pub(crate) fn name_menu_buttons(widget: &impl IsA<gtk::Widget>, text: &str) {
    let mut child = widget.as_ref().first_child();
    while let Some(widget) = child {
        if widget.is::<gtk::MenuButton>()
            || widget.parent().is_some_and(|parent| parent.is::<gtk::MenuButton>())
        {
            set_label(&widget, text);
        }
        name_menu_buttons(&widget, text);
        child = widget.next_sibling();
    }
}
