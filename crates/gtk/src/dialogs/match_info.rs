// SPDX-License-Identifier: GPL-3.0-or-later
//! The dialog for information about the match: players, event, date, annotator, comment.

use super::close_on_escape;
use crate::host::HostHandle;
use crate::i18n::gettext;
use crate::widgets::cut;
use crate::widgets::writing::text_view;
use adw::prelude::*;
use gnubg_engine::core::Player;
use gnubg_record::{Date, MatchInfo};
use gnubg_session::Command;
use gnubg_session::command::{Edit, Fact};
use gtk::glib;
use std::rc::Rc;

/// The fields of the dialog.
struct MatchInfoFields {
    names: [adw::EntryRow; 2],
    ratings: [adw::EntryRow; 2],
    date: adw::EntryRow,
    event: adw::EntryRow,
    round: adw::EntryRow,
    place: adw::EntryRow,
    annotator: adw::EntryRow,
    comment: gtk::TextView,
}

fn entry(title: &str, text: &str) -> adw::EntryRow {
    let row = adw::EntryRow::builder().title(title).activates_default(true).build();
    row.set_text(&cut::line(text));
    row
}

impl MatchInfoFields {
    fn new(info: &MatchInfo, names: &[String; 2]) -> MatchInfoFields {
        let date = info.date.map(|date| date.to_string()).unwrap_or_default();
        let comment = text_view(&gettext("Comment on the match"));
        comment.set_top_margin(9);
        comment.set_bottom_margin(9);
        let beginning = cut::beginning(&info.comment);
        comment.set_editable(beginning.is_none());
        comment.buffer().set_text(&beginning.map_or_else(|| info.comment.clone(), cut::with_note));
        MatchInfoFields {
            names: Player::BOTH.map(|player| entry(&gettext("Name"), &names[player.index()])),
            ratings: Player::BOTH
                .map(|player| entry(&gettext("Rating"), &info.players[player.index()].rating)),
            date: entry(&gettext("Date (year-month-day)"), &date),
            event: entry(&gettext("Event"), &info.event),
            round: entry(&gettext("Round"), &info.round),
            place: entry(&gettext("Place"), &info.place),
            annotator: entry(&gettext("Annotator"), &info.annotator),
            comment,
        }
    }

    /// The page with the fields.
    fn page(&self) -> adw::PreferencesPage {
        let page = adw::PreferencesPage::new();
        let titles = [gettext("Top player"), gettext("Bottom player")];
        for (n, title) in titles.into_iter().enumerate() {
            let group = adw::PreferencesGroup::builder().title(title).build();
            group.add(&self.names[n]);
            group.add(&self.ratings[n]);
            page.add(&group);
        }
        let group = adw::PreferencesGroup::builder().title(gettext("Match")).build();
        for row in [&self.date, &self.event, &self.round, &self.place, &self.annotator] {
            group.add(row);
        }
        page.add(&group);
        let group = adw::PreferencesGroup::builder().title(gettext("Remarks")).build();
        let scroller = gtk::ScrolledWindow::builder()
            .child(&self.comment)
            .min_content_height(110)
            .css_classes(["card"])
            .build();
        group.add(&scroller);
        page.add(&group);
        page
    }

    /// The date as typed; `Err` if it is not a date.
    fn date(&self) -> Result<Option<Date>, gnubg_record::DateError> {
        let text = self.date.text();
        let text = text.trim();
        if text.is_empty() { Ok(None) } else { text.parse().map(Some) }
    }

    /// The commands that apply what is typed.
    fn changes(&self, info: &MatchInfo, names: &[String; 2], date: Option<Date>) -> Vec<Edit> {
        let text = |row: &adw::EntryRow| row.text().trim().to_owned();
        // A text that was cut and is as it was shown stays whole.
        let is_new =
            |row: &adw::EntryRow, old: &str| text(row) != old && row.text() != cut::line(old).as_ref();
        let mut changes = Vec::new();
        for player in Player::BOTH {
            let n = player.index();
            if is_new(&self.names[n], &names[n]) {
                changes.push(Edit::Name(player, text(&self.names[n])));
            }
            if is_new(&self.ratings[n], &info.players[n].rating) {
                changes.push(Edit::Fact(Fact::Rating(player, text(&self.ratings[n]))));
            }
        }
        let buffer = self.comment.buffer();
        let comment = buffer.text(&buffer.start_iter(), &buffer.end_iter(), false).to_string();
        let facts = [
            (date != info.date, Fact::Date(date)),
            (is_new(&self.event, &info.event), Fact::Event(text(&self.event))),
            (is_new(&self.round, &info.round), Fact::Round(text(&self.round))),
            (is_new(&self.place, &info.place), Fact::Place(text(&self.place))),
            (is_new(&self.annotator, &info.annotator), Fact::Annotator(text(&self.annotator))),
            (self.comment.is_editable() && comment != info.comment, Fact::Comment(comment)),
        ];
        changes.extend(facts.into_iter().filter(|(is_new, _)| *is_new).map(|(_, fact)| Edit::Fact(fact)));
        changes
    }
}

/// Opens the dialog above the main window.
pub(crate) fn open(host: &HostHandle) {
    let known = host.look(|session| {
        let names = Player::BOTH.map(|player| session.name(player));
        session.state().map(|_| (session.record().info.clone(), names))
    });
    let Some((info, names)) = known.flatten() else { return host.ring_bell() };
    let Some(window) = host.window() else { return };
    let fields = Rc::new(MatchInfoFields::new(&info, &names));
    let header = adw::HeaderBar::builder().show_end_title_buttons(false).build();
    let cancel = gtk::Button::with_label(&gettext("Cancel"));
    let apply = gtk::Button::with_label(&gettext("Apply"));
    apply.add_css_class("suggested-action");
    header.pack_start(&cancel);
    header.pack_end(&apply);
    let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
    content.append(&header);
    content.append(&fields.page());
    let dialog = adw::Window::builder()
        .name("match-info")
        .title(gettext("Match information"))
        .transient_for(&window)
        .modal(true)
        .default_width(480)
        .default_height(640)
        .content(&content)
        .default_widget(&apply)
        .build();
    fields.date.connect_changed(glib::clone!(
        #[weak]
        fields,
        #[weak]
        apply,
        move |row| {
            let is_valid = fields.date().is_ok();
            apply.set_sensitive(is_valid);
            if is_valid {
                row.remove_css_class("error");
            } else {
                row.add_css_class("error");
            }
        }
    ));
    apply.connect_clicked(glib::clone!(
        #[strong]
        host,
        #[weak]
        dialog,
        #[strong]
        fields,
        move |_| {
            let Ok(date) = fields.date() else { return };
            let changes = fields.changes(&info, &names, date);
            // A name that cannot be used is told, and the dialog stays open.
            if changes.into_iter().all(|edit| host.send(Command::Edit(edit))) {
                dialog.close();
            }
        }
    ));
    close_on_escape(&dialog, &cancel);
    crate::chapters::open_on_key(&dialog);
    dialog.present();
    fields.names[0].grab_focus();
}
