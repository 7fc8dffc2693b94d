// SPDX-License-Identifier: GPL-3.0-or-later
//! The match equity table: one of the built-in ones or a file.

use super::sheet::{Sheet, combo, icon_button};
use crate::i18n::{gettext, gettext_f};
use crate::widgets::chooser::ask_path;
use adw::prelude::*;
use gnubg_engine::cube::SHIPPED;

/// The row that chooses the table.
pub(super) fn row(sheet: &Sheet, title: &str) -> adw::ComboRow {
    let own = gettext("From a file");
    let titles: Vec<&str> = SHIPPED.iter().map(|met| met.name).chain([own.as_str()]).collect();
    let row = combo(title, "", &titles);
    let open = icon_button("document-open-symbolic", &gettext("Choose a file with a table"));
    let (asking, heading) = (sheet.clone(), title.to_owned());
    open.connect_clicked(move |button| {
        let sheet = asking.clone();
        ask_path(button, &heading, gtk::FileChooserAction::Open, move |path| {
            sheet.change(|options| options.engine.met = path);
        });
    });
    row.add_suffix(&open);
    let changing = sheet.clone();
    row.connect_selected_notify(move |row| match SHIPPED.get(row.selected() as usize) {
        Some(met) => changing.change(|options| options.engine.met = met.file.to_owned()),
        None => changing.refresh(),
    });
    let weak = row.downgrade();
    sheet.follow(move |options| {
        let Some(row) = weak.upgrade() else { return };
        let at = SHIPPED.iter().position(|met| met.file.eq_ignore_ascii_case(&options.engine.met));
        row.set_selected(at.unwrap_or(SHIPPED.len()) as u32);
        let text = match at {
            Some(at) => gettext_f("By {authors}", &[("authors", SHIPPED[at].authors)]),
            None => options.engine.met.clone(),
        };
        row.set_subtitle(&gtk::glib::markup_escape_text(&text));
    });
    row
}
