// SPDX-License-Identifier: GPL-3.0-or-later
//! Names of rows that no list has taken yet, as newer versions of GTK fill them.

use gnubg_gtk::a11y;
use gtk::glib;
use gtk::glib::translate::ToGlibPtr;
use gtk::prelude::*;

pub(crate) fn unowned(_factor: i32) {
    ["row", "child"].into_iter().for_each(is_named);
}

/// A row of that CSS name with a cell, owned by nobody, is named and lives on.
fn is_named(css_name: &str) {
    let row = gtk::Box::builder().css_name(css_name).build();
    let cell = gtk::Box::builder().css_name("cell").build();
    let part = gtk::Label::new(None);
    cell.append(&part);
    row.append(&cell);
    let whole = row.downgrade();
    let pointer: *mut gtk::ffi::GtkBox = row.to_glib_none().0;
    // SAFETY: the row is alive. Its one reference becomes that of nobody, which `forget` leaves to whoever takes it next.
    unsafe { glib::gobject_ffi::g_object_force_floating(pointer.cast()) };
    std::mem::forget(row);
    a11y::set_row_label(&part, "The name");
    // SAFETY: `part` is alive, and so is its cell. The pointer is only compared.
    let around = unsafe {
        let part: *mut gtk::ffi::GtkWidget = part.as_ptr().cast();
        gtk::ffi::gtk_widget_get_parent(gtk::ffi::gtk_widget_get_parent(part))
    };
    assert_eq!(around, pointer.cast(), "the row was destroyed");
    // This reference is one more.
    let row = whole.upgrade().expect("the row was destroyed");
    assert_eq!(a11y::label(&row), "The name");
}
