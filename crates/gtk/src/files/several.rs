// SPDX-License-Identifier: GPL-3.0-or-later
//! The choice among several matches of a file.

use super::Files;
use crate::a11y;
use crate::i18n::{gettext, gettext_f, ngettext_f};
use crate::texts::points_match;
use crate::widgets::cut;
use adw::prelude::*;
use gnubg_engine::core::Player;
use gnubg_formats::Imported;
use gnubg_session::FileCommand;
use gnubg_session::files::FileRead;
use gtk::glib;
use std::sync::Arc;

/// A match or position in one line: players, score, kind, games.
pub(super) fn describe(one: &Imported) -> String {
    let record = &one.record;
    let [zero, other] = Player::BOTH.map(|player| record.name(player));
    let [a, b] = record.score().map(|points| points.to_string());
    let kind = match (one.is_position(), record.length) {
        (true, _) => gettext("position"),
        (false, 0) => gettext("money session"),
        (false, n) => points_match(n),
    };
    let n = u32::try_from(record.games.len()).unwrap_or(u32::MAX);
    let games = ngettext_f("{n} game", "{n} games", n, &[("n", &n.to_string())]);
    gettext_f(
        "{zero} {a} – {b} {other}, {kind}, {games}",
        &[("zero", &zero), ("a", &a), ("b", &b), ("other", &other), ("kind", &kind), ("games", &games)],
    )
}

impl Files {
    /// Asks which match of the file to show.
    pub(super) fn choose_match(&self, file: &Arc<FileRead>) {
        let list = gtk::ListBox::builder().css_classes(["boxed-list"]).valign(gtk::Align::Start).build();
        for (n, one) in (1..).zip(&file.matches) {
            let title = glib::markup_escape_text(&cut::line(&format!("{n}. {}", describe(one))));
            let row = adw::ActionRow::builder().title(title.as_str()).activatable(true).build();
            let info = &one.record.info;
            let date = info.date.map(|date| date.to_string()).unwrap_or_default();
            let parts = [date.as_str(), info.event.as_str(), info.place.as_str()];
            let subtitle: Vec<&str> = parts.into_iter().filter(|text| !text.is_empty()).collect();
            row.set_subtitle(&glib::markup_escape_text(&cut::line(&subtitle.join(", "))));
            list.append(&row);
        }
        list.select_row(list.row_at_index(0).as_ref());
        let name = super::name_of(&file.path);
        let title = adw::WindowTitle::new(&gettext("Choose a match"), &name);
        let header = adw::HeaderBar::builder().title_widget(&title).show_end_title_buttons(false).build();
        let cancel = gtk::Button::with_label(&gettext("Cancel"));
        let open = gtk::Button::with_label(&gettext("Open"));
        open.add_css_class("suggested-action");
        header.pack_start(&cancel);
        header.pack_end(&open);
        let scroller = gtk::ScrolledWindow::builder().child(&list).vexpand(true).build();
        list.set_margin_start(12);
        list.set_margin_end(12);
        list.set_margin_top(12);
        list.set_margin_bottom(12);
        let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
        content.append(&header);
        content.append(&scroller);
        let dialog = adw::Window::builder()
            .name("matches-of-file")
            .title(gettext("Choose a match"))
            .modal(true)
            .default_width(520)
            .default_height(400)
            .content(&content)
            .build();
        dialog.set_transient_for(self.host.window().as_ref());
        dialog.add_css_class("gnubg");
        crate::chapters::open_on_key(&dialog);
        a11y::set_label(&list, &gettext("Matches of the file"));
        let show = glib::clone!(
            #[strong(rename_to = host)]
            self.host,
            #[weak]
            dialog,
            #[strong]
            file,
            move |n: i32| {
                dialog.close();
                if let Ok(index) = usize::try_from(n) {
                    host.send(FileCommand::Show { file: Arc::clone(&file), index });
                }
            }
        );
        list.connect_row_activated({
            let show = show.clone();
            move |_, row| show(row.index())
        });
        open.connect_clicked(glib::clone!(
            #[weak]
            list,
            move |_| show(list.selected_row().map_or(0, |row| row.index()))
        ));
        let first = list.row_at_index(0);
        super::present(&dialog, &cancel, first.as_ref().map(Cast::upcast_ref), "several");
    }
}
