// SPDX-License-Identifier: GPL-3.0-or-later
//! The speed of play in the preferences.

use super::sheet::{Sheet, combo};
use crate::game_speed::GameSpeed;
use crate::i18n::gettext;
use adw::prelude::*;

/// The row that chooses the speed; it says when the settings below are none of the speeds.
pub(super) fn row(sheet: &Sheet, title: &str) -> adw::ComboRow {
    let own = gettext("Custom");
    let titles: Vec<String> = GameSpeed::ALL.into_iter().map(GameSpeed::title).chain([own]).collect();
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let row = combo(title, &gettext("Sets the movement of checkers and the pause below"), &titles);
    let changing = sheet.clone();
    row.connect_selected_notify(move |row| match GameSpeed::ALL.get(row.selected() as usize) {
        Some(speed) => changing.change(|options| speed.apply(&mut options.window)),
        None => changing.refresh(),
    });
    let weak = row.downgrade();
    sheet.follow(move |options| {
        if let Some(row) = weak.upgrade() {
            let speed = GameSpeed::of(&options.window);
            let at = speed.and_then(|speed| GameSpeed::ALL.into_iter().position(|other| other == speed));
            row.set_selected(at.unwrap_or(GameSpeed::ALL.len()) as u32);
        }
    });
    row
}
