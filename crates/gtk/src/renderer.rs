// SPDX-License-Identifier: GPL-3.0-or-later
//! Chooses how GTK renders windows.
//!
//! GTK renders with OpenGL where it is available. Where OpenGL runs on the processor, cairo is several times faster,
//! because it redraws only what changed. GTK reads the wanted renderer from its display before it chooses by itself.

use crate::board3d::gl::{self, Gl};
use gtk::glib::gobject_ffi;
use gtk::prelude::*;
use gtk::{gdk, glib};

/// Selects cairo for a display whose OpenGL runs on the processor. Must be called before the first window is created; a
/// choice in the environment takes precedence.
pub(crate) fn suit(display: &gdk::Display) {
    if std::env::var_os("GSK_RENDERER").is_some() || Gl::is_off() || !is_software(display) {
        return;
    }
    let object: &glib::Object = display.upcast_ref();
    // SAFETY: the object lives throughout the call; both strings end with a zero and live for ever, so that no
    // function is needed to free the value.
    unsafe {
        gobject_ffi::g_object_set_data(
            object.as_ptr(),
            c"gsk-renderer".as_ptr(),
            c"cairo".as_ptr().cast_mut().cast(),
        );
    }
}

/// Whether the display has OpenGL and the processor computes it.
fn is_software(display: &gdk::Display) -> bool {
    let Ok(context) = display.create_gl_context() else { return false };
    if context.realize().is_err() {
        return false;
    }
    context.make_current();
    let driver = gl::current_driver();
    gdk::GLContext::clear_current();
    driver.is_some_and(|name| gl::is_software(&name))
}
