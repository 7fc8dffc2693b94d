// SPDX-License-Identifier: GPL-3.0-or-later
//! Custom colors for every part of the board. The board shows them at once; colors that are hard to distinguish are
//! named.

use super::sheet::Sheet;
use crate::a11y;
use crate::board::design::{self, Color, Design};
use crate::board3d::import::{self, DesignDescription};
use crate::i18n::{gettext, gettext_f, noted};
use crate::pairs::{value_of, with_value, without};
use crate::widgets::chooser::ask_path;
use crate::window::three::IMPORTED;
use adw::prelude::*;
use gtk::{gdk, gio};

/// A part of the board: its key in the description, its name, its color.
type ColoredPart = (&'static str, &'static str, fn(&Design) -> Color);

const PARTS: [ColoredPart; 11] = [
    ("board", noted("Field"), |d| d.field),
    ("border", noted("Frame"), |d| d.frame),
    ("points0", noted("Points, first tone"), |d| d.points[0]),
    ("points1", noted("Points, second tone"), |d| d.points[1]),
    ("chequers0", noted("Checkers of the top player"), |d| d.checkers[0].body),
    ("chequers1", noted("Checkers of the bottom player"), |d| d.checkers[1].body),
    ("dice0", noted("Dice of the top player"), |d| d.dice[0].body),
    ("dice1", noted("Dice of the bottom player"), |d| d.dice[1].body),
    ("dot0", noted("Pips of the top player"), |d| d.dice[0].pip),
    ("dot1", noted("Pips of the bottom player"), |d| d.dice[1].pip),
    ("cube", noted("Cube"), |d| d.cube.body),
];

/// Keys that would hide the plain colors.
const HIDING: [&str; 11] = [
    "wood",
    "base3d",
    "border3d",
    "points3d0",
    "points3d1",
    "chequers3d0",
    "chequers3d1",
    "dice3d0",
    "dice3d1",
    "dot3d0",
    "cube3d",
];

/// The design that an appearance shows.
pub(super) fn present(pairs: &str) -> Design {
    match value_of(pairs, "design") {
        Some(IMPORTED) => import::design(pairs, &Design::default()),
        key => *key.and_then(Design::by_key).unwrap_or(&design::ALL[0]),
    }
}

fn hex(color: Color) -> String {
    let part = |v: f64| (v * 255.0).round().clamp(0.0, 255.0) as u8;
    format!("#{:02x}{:02x}{:02x}", part(color.r), part(color.g), part(color.b))
}

/// The appearance with every color of a design.
pub(super) fn with_all(pairs: &str, design: &Design) -> String {
    let bare = HIDING.iter().fold(pairs.to_owned(), |pairs, key| without(&pairs, key));
    let named = PARTS.iter().fold(bare, |pairs, (key, _, get)| with_value(&pairs, key, &hex(get(design))));
    with_value(&named, "design", IMPORTED)
}

/// Colors of a design that are hard to distinguish, as sentences.
fn faults(design: &Design) -> Vec<String> {
    let mut found = Vec::new();
    if design.checkers[0].body.contrast(design.checkers[1].body) < 3.0 {
        found.push(gettext("The checkers of both players are too similar"));
    }
    for (look, text) in design.checkers.iter().zip([
        gettext("The top player's checkers are hard to see on the points"),
        gettext("The bottom player's checkers are hard to see on the points"),
    ]) {
        if design.points.iter().any(|point| look.body.contrast(*point) < 3.0) {
            found.push(text);
        }
    }
    found
}

/// Adds the group of the colors to a page.
pub(super) fn fill(sheet: &Sheet, page: &adw::PreferencesPage) {
    let group = adw::PreferencesGroup::builder().title(gettext("Custom colors")).build();
    let expander = adw::ExpanderRow::builder().title(gettext("Colors of the board")).build();
    for part in PARTS {
        expander.add_row(&color_row(sheet, part));
    }
    group.add(&expander);
    let weak = expander.downgrade();
    sheet.follow(move |options| {
        let Some(expander) = weak.upgrade() else { return };
        let faults = faults(&present(&options.window.appearance));
        expander.set_subtitle(&if faults.is_empty() {
            gettext("All colors can be distinguished")
        } else {
            faults.join(". ")
        });
    });
    let import = adw::ActionRow::builder()
        .title(gettext("Import Design…"))
        .subtitle(gettext("From a design file of GNU Backgammon"))
        .activatable(true)
        .build();
    let importing = sheet.clone();
    import.connect_activated(move |_| {
        if let Some(window) = importing.window() {
            gio::prelude::ActionGroupExt::activate_action(&window, "import-design", None);
        }
    });
    group.add(&import);
    let export = adw::ActionRow::builder().title(gettext("Export Design…")).activatable(true).build();
    let exporting = sheet.clone();
    export.connect_activated(move |row| save(&exporting, row));
    group.add(&export);
    page.add(&group);
}

fn color_row(sheet: &Sheet, (key, title, get): ColoredPart) -> adw::ActionRow {
    let title = gettext(title);
    let row = adw::ActionRow::builder().title(&title).build();
    let button = gtk::ColorButton::builder().modal(true).valign(gtk::Align::Center).title(&title).build();
    a11y::set_label(&button, &title);
    row.add_suffix(&button);
    row.set_activatable_widget(Some(&button));
    let changing = sheet.clone();
    button.connect_color_set(move |button| {
        let rgba = button.rgba();
        let part = |v: f32| f64::from(v);
        let color = Color { r: part(rgba.red()), g: part(rgba.green()), b: part(rgba.blue()) };
        changing.change(|options| {
            let pairs = with_all(&options.window.appearance, &present(&options.window.appearance));
            options.window.appearance = with_value(&pairs, key, &hex(color));
        });
    });
    let weak = button.downgrade();
    sheet.follow(move |options| {
        if let Some(button) = weak.upgrade() {
            let color = get(&present(&options.window.appearance));
            button.set_rgba(&gdk::RGBA::new(color.r as f32, color.g as f32, color.b as f32, 1.0));
        }
    });
    row
}

/// Writes the present design to a file that the original reads too.
fn save(sheet: &Sheet, row: &adw::ActionRow) {
    let title = gettext("Export Design");
    let sheet = sheet.clone();
    ask_path(row, &title, gtk::FileChooserAction::Save, move |path| {
        let pairs = sheet.options().window.appearance;
        let design = present(&pairs);
        let pairs = without(&with_all(&pairs, &design), "design");
        let described = DesignDescription { title: gettext("My board"), author: String::new(), pairs };
        let written =
            gnubg_formats::save(std::path::Path::new(&path), import::to_xml(&[described]).as_bytes());
        if let Some(window) = sheet.window() {
            match written {
                Ok(()) => window.toast(&gettext_f("The design was written to {path}", &[("path", &path)])),
                Err(error) => window.toast_error(&error),
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_come_back_from_their_description() {
        for design in design::ALL {
            let pairs = with_all("labels=n wood=oak design=felt", design);
            let read = present(&pairs);
            for (key, _, get) in PARTS {
                assert_eq!(hex(get(&read)), hex(get(design)), "{}: {key}", design.key);
            }
            assert_eq!(value_of(&pairs, "labels"), Some("n"));
            assert_eq!(value_of(&pairs, "wood"), None);
            assert!(faults(design).is_empty(), "{}", design.key);
        }
        let alike = with_value(&with_all("", &design::ALL[0]), "chequers1", "#f2ead8");
        assert_eq!(faults(&present(&alike)).len(), 1);
    }
}
