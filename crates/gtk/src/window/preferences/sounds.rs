// SPDX-License-Identifier: GPL-3.0-or-later
//! Sounds: all of them on or off, and for each event the built-in sound, a file, or none.

use super::sheet::{self, Sheet, icon_button};
use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use crate::sound::{OFF, Tone};
use crate::widgets::chooser::ask_path;
use adw::prelude::*;
use gnubg_session::options::{Leaf, PreferenceGroup, SOUNDS, leaves};

/// Adds the groups of the sounds to a page.
pub(super) fn fill(sheet: &Sheet, page: &adw::PreferencesPage) {
    let of = |group| leaves().iter().filter(move |leaf| leaf.group == Some(group));
    let group = adw::PreferencesGroup::new();
    for leaf in of(PreferenceGroup::Sounds) {
        group.add(&sheet.row(leaf));
    }
    page.add(&group);
    let events = adw::PreferencesGroup::builder().title(gettext("Events")).build();
    for (n, leaf) in of(PreferenceGroup::SoundEvents).enumerate() {
        events.add(&event_row(sheet, n, leaf));
    }
    page.add(&events);
}

fn event_row(sheet: &Sheet, n: usize, leaf: &'static Leaf) -> adw::ActionRow {
    let title = sheet::title(leaf);
    let row = adw::ActionRow::builder().title(&title).build();
    let play =
        icon_button("media-playback-start-symbolic", &gettext_f("Play: {title}", &[("title", &title)]));
    let open =
        icon_button("document-open-symbolic", &gettext_f("Choose a file: {title}", &[("title", &title)]));
    let toggle = gtk::Switch::builder().valign(gtk::Align::Center).build();
    a11y::set_label(&toggle, &title);
    row.add_suffix(&play);
    row.add_suffix(&open);
    row.add_suffix(&toggle);
    row.set_activatable_widget(Some(&toggle));
    let playing = sheet.clone();
    play.connect_clicked(move |_| {
        if let (Some(window), Some(tone)) = (playing.window(), Tone::named(SOUNDS[n])) {
            window.sounds().try_out(tone);
        }
    });
    let (changing, heading) = (sheet.clone(), title.clone());
    open.connect_clicked(move |button| {
        let sheet = changing.clone();
        ask_path(button, &heading, gtk::FileChooserAction::Open, move |path| {
            sheet.change(|options| options.sound.files[n] = path);
        });
    });
    let changing = sheet.clone();
    toggle.connect_active_notify(move |toggle| {
        let on = toggle.is_active();
        changing.change(|options| options.sound.files[n] = if on { String::new() } else { OFF.to_owned() });
    });
    let (weak, switch) = (row.downgrade(), toggle.downgrade());
    sheet.follow(move |options| {
        let (Some(row), Some(toggle)) = (weak.upgrade(), switch.upgrade()) else { return };
        let file = &options.sound.files[n];
        toggle.set_active(file != OFF);
        let text = match file.as_str() {
            "" => gettext("Built-in sound"),
            OFF => gettext("No sound"),
            path => path.to_owned(),
        };
        row.set_subtitle(&gtk::glib::markup_escape_text(&text));
    });
    row
}
