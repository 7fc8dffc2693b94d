// SPDX-License-Identifier: GPL-3.0-or-later
//! Switches for parts of the board's appearance, which is one option.

use super::sheet::Sheet;
use crate::a11y;
use crate::i18n::gettext;
use crate::pairs::{value_of, with_value};
use adw::prelude::*;
use gnubg_session::options::Options;

/// A switch with its own way to read and change the settings.
fn toggle(
    sheet: &Sheet,
    [title, help]: [&str; 2],
    get: impl Fn(&Options) -> bool + 'static,
    set: impl Fn(&mut Options, bool) + 'static,
) -> adw::ActionRow {
    let switch = gtk::Switch::builder().valign(gtk::Align::Center).build();
    a11y::set_label(&switch, title);
    let row = adw::ActionRow::builder().title(title).subtitle(help).activatable_widget(&switch).build();
    row.add_suffix(&switch);
    let changing = sheet.clone();
    switch.connect_active_notify(move |switch| {
        let on = switch.is_active();
        changing.change(|options| set(options, on));
    });
    let weak = switch.downgrade();
    sheet.follow(move |options| {
        if let Some(switch) = weak.upgrade() {
            switch.set_active(get(options));
        }
    });
    row
}

/// The numbers of the points.
pub(super) fn numbers(sheet: &Sheet, title: &str) -> adw::ActionRow {
    toggle(
        sheet,
        [title, &gettext("In the frame of the board, for the player on roll")],
        |options| value_of(&options.window.appearance, "labels") != Some("n"),
        |options, on| {
            let value = if on { "y" } else { "n" };
            options.window.appearance = with_value(&options.window.appearance, "labels", value);
        },
    )
}

/// The board in three dimensions.
pub(super) fn three(sheet: &Sheet, title: &str) -> adw::ActionRow {
    toggle(
        sheet,
        [title, &gettext("Requires OpenGL")],
        |options| crate::board3d::import::wants_three(&options.window.appearance).unwrap_or(false),
        |options, on| {
            let value = if on { "3d" } else { "2d" };
            options.window.appearance = with_value(&options.window.appearance, "boardtype", value);
        },
    )
}
