// SPDX-License-Identifier: GPL-3.0-or-later
//! Buttons for the length of a match.

use crate::a11y;
use crate::i18n::gettext_f;
use gtk::prelude::*;

/// Lengths offered for one click.
pub(crate) const LENGTHS: [u16; 9] = [1, 3, 5, 7, 9, 11, 13, 15, 17];

/// A button for a match of that length.
pub(crate) fn length_button(length: u16) -> gtk::Button {
    let button = gtk::Button::with_label(&length.to_string());
    button.add_css_class("length-button");
    let name = gettext_f("Match to {n}", &[("n", &length.to_string())]);
    button.set_tooltip_text(Some(&name));
    a11y::set_label(&button, &name);
    button
}
