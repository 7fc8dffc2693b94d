// SPDX-License-Identifier: GPL-3.0-or-later
//! Names of rows that no list has taken yet, as newer versions of GTK fill them.
//!
//! GTK belongs to one thread, so this is one program without a test harness: it starts a display and then itself again.

mod display;

use display::VirtualDisplay;
use gnubg_gtk::a11y;
use gtk::glib;
use gtk::glib::translate::ToGlibPtr;
use gtk::prelude::*;
use std::process::ExitCode;

/// Set in the run that has a display.
const INNER: &str = "GNUBG_ROWS_TEST";

fn main() -> ExitCode {
    if std::env::var_os(INNER).is_some() {
        inside();
        return ExitCode::SUCCESS;
    }
    let Some(display) = VirtualDisplay::start() else {
        println!("skipped: Xvfb is not installed");
        return ExitCode::SUCCESS;
    };
    let is_good = display.own_program().env(INNER, "1").env("GTK_A11Y", "test").status();
    let is_good = is_good.is_ok_and(|status| status.success());
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn inside() {
    gtk::init().expect("GTK starts");
    for name in ["row", "child"] {
        unowned(name);
        println!("a {name} that no list has taken gets its name and stays ... ok");
    }
}

/// A row of that CSS name with a cell, owned by nobody, is named and lives on.
fn unowned(css_name: &str) {
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
