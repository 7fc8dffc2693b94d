// SPDX-License-Identifier: GPL-3.0-or-later
//! Small widgets and helpers for GTK that know nothing of matches or of the program's windows.

pub(crate) mod bar;
pub(crate) mod below_rows;
pub(crate) mod chooser;
pub(crate) mod columns;
pub(crate) mod combo;
pub(crate) mod cut;
pub(crate) mod gradual;
pub(crate) mod keys;
pub(crate) mod menus;
pub(crate) mod number_field;
pub(crate) mod pause;
pub(crate) mod question;
pub(crate) mod tab_stop;
pub(crate) mod wanted_width;
pub(crate) mod whole_rows;
pub(crate) mod wrap;
pub(crate) mod writing;

use gtk::prelude::*;
use std::rc::Weak;

/// The popover that has the keyboard of a widget's window, if one has.
pub(crate) fn focused_popover(widget: &impl IsA<gtk::Widget>) -> Option<gtk::Widget> {
    let focus = widget.root().and_then(|root| root.focus());
    focus.and_then(|focus| focus.ancestor(gtk::Popover::static_type()))
}

/// A closure that runs a method of something as long as that exists.
pub(crate) fn weakly<T: 'static, F: Fn(&T) + 'static>(
    this: &Weak<T>,
    run: F,
) -> impl Fn() + 'static + use<T, F> {
    let this = this.clone();
    move || {
        if let Some(owner) = this.upgrade() {
            run(&owner);
        }
    }
}

/// Removes all rows of a list.
pub(crate) fn clear_rows(list: &gtk::ListBox) {
    while let Some(row) = list.row_at_index(0) {
        list.remove(&row);
    }
}

/// How large the desktop's text is, as a multiple of the default size; at least 1.
pub(crate) fn text_factor() -> f64 {
    // In 1024ths of a dot per inch, of which 96 are the default; -1 where the system does not tell.
    let dots = gtk::Settings::default().map_or(-1, |settings| settings.gtk_xft_dpi());
    if dots > 0 { (f64::from(dots) / (96.0 * 1024.0)).max(1.0) } else { 1.0 }
}

/// The average width of a character and the height of a line of a widget's text, in pixels.
pub(crate) fn text_size(widget: &impl IsA<gtk::Widget>) -> (i32, i32) {
    let metrics = widget.pango_context().metrics(None, None);
    (metrics.approximate_char_width() / gtk::pango::SCALE, metrics.height() / gtk::pango::SCALE)
}

/// Adds a style class to a widget, or removes it.
pub(crate) fn set_class(widget: &impl IsA<gtk::Widget>, class: &str, is_set: bool) {
    if is_set {
        widget.add_css_class(class);
    } else {
        widget.remove_css_class(class);
    }
}

/// A small flat button with an icon; `name` is its tooltip and its name for screen readers.
pub(crate) fn icon_button(icon: &str, name: &str) -> gtk::Button {
    let button = gtk::Button::builder().icon_name(icon).tooltip_text(name).css_classes(["flat"]).build();
    crate::a11y::set_label(&button, name);
    button
}
