// SPDX-License-Identifier: GPL-3.0-or-later
//! The dialog that starts the transcription of a match: names, length, event, who begins.

use super::close_on_escape;
use crate::a11y;
use crate::host::HostHandle;
use crate::i18n::{gettext, pgettext};
use crate::widgets::combo;
use adw::prelude::*;
use gnubg_engine::core::{MAX_LENGTH, Player};
use gnubg_session::NewTranscription;
use gnubg_session::options::Seat;
use gtk::glib;

/// What the dialog was filled in with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TranscriptionStart {
    /// The match.
    pub(crate) new: NewTranscription,
    /// Who begins the first game; `None` if the opening dice tell.
    pub(crate) first: Option<Player>,
}

/// Who begins the first game, in the order of the list.
const FIRST: [Option<Player>; 3] = [None, Some(Player::One), Some(Player::Zero)];

/// The fields of the dialog.
struct TranscriptionFields {
    names: [adw::EntryRow; 2],
    length: gtk::SpinButton,
    event: adw::EntryRow,
    first: adw::ComboRow,
}

impl TranscriptionFields {
    fn new(names: &[String; 2], length: u16) -> TranscriptionFields {
        let entry = |title: String, text: &str| {
            let row = adw::EntryRow::builder().title(title).activates_default(true).build();
            row.set_text(text);
            row
        };
        let length_field = gtk::SpinButton::with_range(0.0, f64::from(MAX_LENGTH), 1.0);
        let about_length = gettext("Points of the match; 0 for a money session");
        length_field.set_tooltip_text(Some(&about_length));
        a11y::set_label(&length_field, &about_length);
        length_field.set_valign(gtk::Align::Center);
        length_field.set_value(f64::from(length));
        let choices = [gettext("By the dice"), gettext("The bottom player"), gettext("The top player")];
        let choices: Vec<&str> = choices.iter().map(String::as_str).collect();
        let first = adw::ComboRow::builder()
            .title(gettext("Who begins"))
            .subtitle(gettext("The first digit of an opening is the bottom player's die"))
            .subtitle_lines(2)
            .model(&gtk::StringList::new(&choices))
            .build();
        combo::show_whole(&first);
        TranscriptionFields {
            names: [entry(gettext("Top player"), &names[0]), entry(gettext("Bottom player"), &names[1])],
            length: length_field,
            event: entry(gettext("Event"), ""),
            first,
        }
    }

    fn page(&self) -> adw::PreferencesPage {
        let page = adw::PreferencesPage::new();
        let how = gettext(
            "Type each roll as two digits, then the letter of a listed play, or the play itself; the next digits confirm it.",
        );
        let players = adw::PreferencesGroup::builder().description(how).build();
        self.names.iter().for_each(|row| players.add(row));
        page.add(&players);
        let group = adw::PreferencesGroup::new();
        let length = adw::ActionRow::builder()
            .title(gettext("Points to win"))
            .subtitle(gettext("0 for a money session"))
            .activatable_widget(&self.length)
            .build();
        length.add_suffix(&self.length);
        group.add(&length);
        group.add(&self.first);
        group.add(&self.event);
        page.add(&group);
        page
    }

    /// What was filled in; players without a name are called by their places.
    fn filled_in(&self) -> TranscriptionStart {
        let name = |n: usize| {
            let typed = gnubg_session::usable_name(&self.names[n].text());
            typed.unwrap_or_else(|_| self.names[n].title().into())
        };
        let new = NewTranscription {
            length: u16::try_from(self.length.value_as_int()).unwrap_or(0),
            names: [name(0), name(1)],
            event: self.event.text().trim().to_owned(),
        };
        let first = FIRST.get(self.first.selected() as usize).copied().flatten();
        TranscriptionStart { new, first }
    }
}

/// Opens the dialog; `started` is called when it is confirmed.
pub(crate) fn open(host: &HostHandle, started: impl Fn(TranscriptionStart) + 'static) {
    let Some(window) = host.window() else { return };
    let options = host.options();
    // The computer is seldom a player of a match that is transcribed.
    let name = |n: usize| match options.players[n].seat {
        Seat::Human => options.matches.names[n].clone(),
        _ => String::new(),
    };
    let fields = TranscriptionFields::new(&[name(0), name(1)], options.matches.length);
    let unnamed = fields.names.iter().find(|row| row.text().is_empty()).cloned();
    let cancel = gtk::Button::with_label(&gettext("Cancel"));
    let start = gtk::Button::builder()
        .label(pgettext("button", "Transcribe"))
        .css_classes(["suggested-action"])
        .build();
    start.set_widget_name("transcription-start");
    let header =
        adw::HeaderBar::builder().show_start_title_buttons(false).show_end_title_buttons(false).build();
    header.pack_start(&cancel);
    header.pack_end(&start);
    let page = fields.page();
    page.set_vexpand(true);
    let content = gtk::Box::new(gtk::Orientation::Vertical, 0);
    content.append(&header);
    content.append(&page);
    let dialog = adw::Window::builder()
        .title(gettext("Transcribe a match"))
        .modal(true)
        .transient_for(&window)
        .default_width(480)
        .default_height(560)
        .content(&content)
        .default_widget(&start)
        .build();
    dialog.set_widget_name("new-transcription");
    close_on_escape(&dialog, &cancel);
    crate::chapters::open_on_key(&dialog);
    start.connect_clicked(glib::clone!(
        #[weak]
        dialog,
        move |_| {
            let filled_in = fields.filled_in();
            dialog.close();
            started(filled_in);
        }
    ));
    dialog.present();
    // Return starts from either; without this it would cancel.
    match unnamed {
        Some(row) => row.grab_focus(),
        None => start.grab_focus(),
    };
}
