// SPDX-License-Identifier: GPL-3.0-or-later
//! The language of the window: that of the system or one of the translations that are installed.

use super::sheet::{Sheet, combo};
use crate::i18n::{self, gettext};
use adw::prelude::*;

/// The row that chooses the language.
pub(super) fn row(sheet: &Sheet, title: &str) -> adw::ComboRow {
    let system = ("system".to_owned(), gettext("Same as the system"));
    let languages: Vec<(String, String)> = std::iter::once(system).chain(i18n::languages()).collect();
    let titles: Vec<&str> = languages.iter().map(|(_, name)| name.as_str()).collect();
    let row = combo(title, &gettext("Changes at once; the match continues"), &titles);
    let (changing, codes) = (sheet.clone(), languages.clone());
    row.connect_selected_notify(move |row| {
        if let Some((code, _)) = codes.get(row.selected() as usize) {
            changing.change(|options| options.general.language.clone_from(code));
        }
    });
    let weak = row.downgrade();
    sheet.follow(move |options| {
        let at = languages.iter().position(|(code, _)| *code == options.general.language);
        if let Some(row) = weak.upgrade() {
            row.set_selected(at.unwrap_or(0) as u32);
        }
    });
    row
}
