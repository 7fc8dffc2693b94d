// SPDX-License-Identifier: GPL-3.0-or-later
//! Buttons of the hint window.

use crate::a11y;
use crate::i18n::{gettext, pgettext};
use crate::window::rollout::level_menu;
use gtk::gio;
use gtk::prelude::*;

pub(super) fn toggle(label: &str, tooltip: &str) -> gtk::ToggleButton {
    let button = gtk::ToggleButton::builder().label(label).tooltip_text(tooltip).build();
    a11y::set_label(&button, tooltip);
    button
}

/// Leads to what shows the position under all rolls or at all scores.
pub(super) fn maps() -> gtk::MenuButton {
    let menu = gio::Menu::new();
    for (title, action) in [
        (gettext("Temperature map"), "win.temperature-map"),
        (gettext("Temperature map of the cube decision"), "win.temperature-map-cube"),
        (gettext("Score map"), "win.score-map"),
        (gettext("Distribution of rolls"), "win.roll-distribution"),
    ] {
        menu.append(Some(&title), Some(action));
    }
    let name = gettext("The position under all rolls and at all scores");
    let button = gtk::MenuButton::builder().label(pgettext("button", "Maps")).menu_model(&menu).build();
    button.set_tooltip_text(Some(&name));
    a11y::set_label(&button, &name);
    button
}

/// Rolls out in one of the ways that the rollout window offers.
pub(super) fn levels() -> gtk::MenuButton {
    let name = gettext("Kinds of rollouts");
    let button = gtk::MenuButton::builder().menu_model(&level_menu("win.roll-out-hint")).build();
    button.set_tooltip_text(Some(&name));
    a11y::set_label(&button, &name);
    a11y::name_menu_buttons(&button, &name);
    button
}
