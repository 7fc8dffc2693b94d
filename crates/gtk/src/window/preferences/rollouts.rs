// SPDX-License-Identifier: GPL-3.0-or-later
//! The settings of rollouts: of those the user starts, and of those by which a player or an analysis decides.

use super::copies::rollout_of;
use super::evaluation::evaluation_row;
use super::sheet::{Sheet, combo, icon_button};
use crate::i18n::{capitalized, gettext, gettext_f, noted};
use crate::widgets::chooser;
use adw::prelude::*;
use gnubg_engine::eval::EvalSettings;
use gnubg_formats::save;
use gnubg_record::settings::{PlySwitch, RolloutSettings};
use gnubg_session::options::{Options, PreferenceGroup, RolloutOptions, find, leaves};
use gtk::{gio, glib};

/// Groups of options under their headings.
const GROUPS: [(&str, PreferenceGroup); 5] = [
    (noted("Games"), PreferenceGroup::RolloutGames),
    (noted("Truncation"), PreferenceGroup::RolloutTruncation),
    (noted("Later settings"), PreferenceGroup::RolloutLater),
    (noted("Stopping"), PreferenceGroup::RolloutStop),
    (noted("Same settings"), PreferenceGroup::RolloutCopies),
];

/// LevelOwner plays when, with the ends of the options' names.
const PLAYERS: [(&str, &str, Option<&str>); 5] = [
    (noted("Top player"), "player.0", Some("player.0.movefilter")),
    (noted("Bottom player"), "player.1", Some("player.1.movefilter")),
    (noted("Top player, later"), "later.player.0", Some("later.player.0.movefilter")),
    (noted("Bottom player, later"), "later.player.1", Some("later.player.1.movefilter")),
    (noted("Truncated games"), "truncation", None),
];

/// Adds all settings to a page.
pub(super) fn fill(sheet: &Sheet, prefix: &str, page: &adw::PreferencesPage) {
    let first = adw::PreferencesGroup::new();
    let presets = preset_row(sheet, prefix);
    // Files name the settings of the rollouts that the user starts.
    if prefix == "rollout" {
        presets.add_suffix(&load_button(sheet));
        presets.add_suffix(&save_button(sheet));
    }
    first.add(&presets);
    page.add(&first);
    let start = format!("{prefix}.");
    for (title, of) in GROUPS {
        let group = adw::PreferencesGroup::builder().title(gettext(title)).build();
        for leaf in leaves().iter().filter(|leaf| leaf.group == Some(of) && leaf.name.starts_with(&start)) {
            group.add(&sheet.row(leaf));
        }
        page.add(&group);
    }
    for (title, part, filters) in PLAYERS {
        let group = adw::PreferencesGroup::builder().title(gettext(title)).build();
        for (last, title) in
            [("chequerplay", gettext("Checker play")), ("cubedecision", gettext("Cube decisions"))]
        {
            group.add(&evaluation_row(sheet, &format!("{prefix}.{part}.{last}"), &title));
        }
        if let Some(leaf) = filters.and_then(|last| find(&format!("{prefix}.{last}"))) {
            group.add(&sheet.row(leaf));
        }
        page.add(&group);
        let (weak, prefix, part) = (group.downgrade(), prefix.to_owned(), part.to_owned());
        // Settings that copy others cannot be changed here.
        sheet.follow(move |options| {
            let (Some(group), Some(rollout)) =
                (weak.upgrade(), rollout_of(&mut options.clone(), &prefix).cloned())
            else {
                return;
            };
            let follows = match part.as_str() {
                "player.1" | "later.player.1" => rollout.players_are_same,
                "truncation" => rollout.truncation_as_player,
                _ => false,
            };
            group.set_visible(!follows);
        });
    }
}

/// Opens the settings of the rollouts by which somebody decides.
pub(super) fn open(sheet: &Sheet, prefix: &str, parent: Option<&gtk::Window>) {
    let dialog = adw::PreferencesWindow::builder()
        .name("rollout-settings")
        .title(gettext("Rollouts"))
        .modal(true)
        .default_width(600)
        .default_height(640)
        .build();
    dialog.set_transient_for(parent);
    crate::chapters::open_on_key(&dialog);
    let page = adw::PreferencesPage::new();
    fill(sheet, prefix, &page);
    dialog.add(&page);
    dialog.present();
}

/// A button that reads the settings from a file of commands.
fn load_button(sheet: &Sheet) -> gtk::Button {
    let name = gettext("Load rollout settings from a file");
    let button = icon_button("document-open-symbolic", &name);
    let sheet = sheet.clone();
    button.connect_clicked(move |button| {
        let sheet = sheet.clone();
        chooser::ask_path(button, &name, gtk::FileChooserAction::Open, move |path| {
            if let Some(window) = sheet.window() {
                window.sidebar().run_command_file(&path, false);
            }
        });
    });
    button
}

/// A button that writes the settings into a file of commands.
fn save_button(sheet: &Sheet) -> gtk::Button {
    let name = gettext("Save rollout settings to a file");
    let button = icon_button("document-save-symbolic", &name);
    let sheet = sheet.clone();
    button.connect_clicked(move |button| {
        let parent = button.root().and_downcast::<gtk::Window>();
        let dialog = chooser::new(parent.as_ref(), &name, gtk::FileChooserAction::Save, &[]);
        dialog.set_current_name(&format!("{}.rol", gettext("rollout")));
        let text = gnubg_shell::commands::options::commands_of(&sheet.options(), "rollout ");
        let sheet = sheet.clone();
        chooser::run(&dialog, move |_, path| {
            let (Some(path), Some(window)) = (path, sheet.window()) else { return };
            let text = text.clone();
            glib::spawn_future_local(async move {
                let file = path.display().to_string();
                let written = gio::spawn_blocking(move || save(&path, text.as_bytes())).await;
                let told = match written {
                    Ok(Ok(())) => gettext_f("{file} has been written", &[("file", &file)]),
                    Ok(Err(error)) => capitalized(&error.to_string()),
                    Err(_) => gettext("The file could not be written"),
                };
                window.toast(&told);
            });
        });
    });
    button
}

/// Predefined settings, from quick to thorough.
fn presets() -> Vec<(String, RolloutSettings)> {
    let at = |settings: RolloutSettings, plies: u8| {
        let mut settings = settings;
        for play in [&mut settings.play, &mut settings.late_play] {
            play.checker = [EvalSettings::at(plies); 2];
            play.cube = [EvalSettings::at(plies); 2];
        }
        settings
    };
    let default = RolloutSettings::default();
    let cut = PlySwitch { on: true, plies: 10 };
    vec![
        (
            gettext("Quick: 324 games, 0-ply, truncated"),
            at(RolloutSettings { trials: 324, truncation: cut, ..default.clone() }, 0),
        ),
        (gettext("Default: 1296 games"), default.clone()),
        (gettext("Long: 5184 games, 0-ply"), at(RolloutSettings { trials: 5184, ..default.clone() }, 0)),
        (gettext("Thorough: 1296 games, 2-ply"), at(default, 2)),
    ]
}

fn preset_row(sheet: &Sheet, prefix: &str) -> adw::ComboRow {
    let presets = presets();
    let own = gettext("Custom");
    let titles: Vec<&str> = presets.iter().map(|(title, _)| title.as_str()).chain([own.as_str()]).collect();
    let row = combo(&gettext("Predefined settings"), &gettext("Sets everything below"), &titles);
    let (changing, at) = (sheet.clone(), prefix.to_owned());
    let choices = presets.clone();
    row.connect_selected_notify(move |row| match choices.get(row.selected() as usize) {
        Some((_, settings)) => changing.change(|options| {
            if let Some(rollout) = rollout_of(options, &at) {
                rollout.settings = RolloutSettings { seed: rollout.settings.seed, ..settings.clone() };
            }
            super::copies::follow_copies(options, &format!("{at}."));
        }),
        None => changing.refresh(),
    });
    let (weak, prefix) = (row.downgrade(), prefix.to_owned());
    sheet.follow(move |options| {
        let (Some(row), Some(rollout)) = (weak.upgrade(), rollout_of(&mut options.clone(), &prefix).cloned())
        else {
            return;
        };
        let is_this = |preset: &RolloutSettings| {
            // Settings that copy others do not count.
            let whole = |settings: RolloutSettings| {
                let rollout = RolloutOptions { settings, ..rollout.clone() };
                let mut options = Options { rollout, ..Options::default() };
                super::copies::follow_copies(&mut options, "rollout.");
                options.rollout.settings
            };
            whole(RolloutSettings { seed: rollout.settings.seed, ..preset.clone() })
                == whole(rollout.settings.clone())
        };
        let at = presets.iter().position(|(_, preset)| is_this(preset));
        row.set_selected(at.unwrap_or(presets.len()) as u32);
    });
    row
}
