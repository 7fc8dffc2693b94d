// SPDX-License-Identifier: GPL-3.0-or-later
//! Who composes the windows.
//!
//! GTK composes windows with OpenGL wherever there is some. Where the processor plays the graphics card, cairo does the
//! same several times as quickly, since it touches only what has changed. GTK looks for the wanted renderer at its
//! display before it decides by itself.

use crate::board3d::gl::{self, Gl};
use gtk::glib::gobject_ffi;
use gtk::prelude::*;
use gtk::{gdk, glib};

/// Lets cairo compose the windows of a display whose OpenGL is computed by the processor. To be called before the first
/// window is made; a choice in the environment stands.
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
