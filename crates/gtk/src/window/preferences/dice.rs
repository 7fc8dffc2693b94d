// SPDX-License-Identifier: GPL-3.0-or-later
//! The dice: their generator, the seed it started from, how many rolls it has given. The same seed gives the same dice.

use super::sheet::{Sheet, combo, icon_button};
use crate::i18n::gettext;
use crate::widgets::chooser::ask_path;
use crate::window::Window;
use adw::prelude::*;
use gnubg_engine::rng::{Generator, Seed};
use gnubg_session::options::GeneratorWord;
use gnubg_session::{Command, DiceCommand};

/// Sends a command for the dice, which are no option, and keeps what follows from it.
fn send(sheet: &Sheet, command: DiceCommand) {
    if let Some(window) = sheet.window().filter(|_| !sheet.is_quiet()) {
        if window.send(Command::Dice(command)) {
            window.write_settings();
        }
        sheet.refresh();
        window.refresh();
    }
}

fn choose(generator: Generator, source: Option<String>) -> DiceCommand {
    DiceCommand::Use { generator, source, seed: None, modulus: None }
}

/// The name of a source of dice.
fn title(generator: Generator) -> String {
    let mut known = GeneratorWord::WORDS.iter().zip(GeneratorWord::TITLES);
    let found = known.find(|(word, _)| **word == generator.keyword());
    found.map_or_else(|| generator.name().to_owned(), |(_, title)| gettext(title))
}

/// What the session's dice are, if there is a session.
fn present(window: &Window) -> Option<(Generator, String, Option<String>, Option<u64>)> {
    window.look(|session| {
        let (origin, state) = session.dice_state();
        (session.generator(), origin.to_owned(), state.seed, state.drawn)
    })
}

/// Adds the group of the generator to a page.
pub(super) fn fill(sheet: &Sheet, page: &adw::PreferencesPage) {
    let group = adw::PreferencesGroup::builder().title(gettext("Source of the dice")).build();
    let titles: Vec<String> = Generator::ALL.iter().map(|one| title(*one)).collect();
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let row = combo(&gettext("Generator"), "", &titles);
    let source = adw::EntryRow::builder().show_apply_button(true).build();
    let open = icon_button("document-open-symbolic", &gettext("Choose a file of dice"));
    source.add_suffix(&open);
    let seed = adw::EntryRow::builder().title(gettext("Seed")).show_apply_button(true).build();
    let fresh = icon_button("view-refresh-symbolic", &gettext("New random seed"));
    seed.add_suffix(&fresh);
    let drawn = adw::ActionRow::builder().title(gettext("Rolls since this seed")).build();
    let number = gtk::Label::builder().css_classes(["dim-label", "numeric"]).build();
    drawn.add_suffix(&number);
    group.add(&row);
    group.add(&source);
    group.add(&seed);
    group.add(&drawn);
    page.add(&group);

    let (changing, entry, choose_file) = (sheet.clone(), source.clone(), open.clone());
    row.connect_selected_notify(move |row| {
        let Some(generator) = Generator::ALL.get(row.selected() as usize).copied() else { return };
        if changing.is_quiet() {
            return;
        }
        // A file or command is asked for first.
        let wants_source = matches!(generator, Generator::File | Generator::User);
        entry.set_visible(wants_source);
        choose_file.set_visible(generator == Generator::File);
        if wants_source {
            entry.set_title(&source_title(generator));
            entry.grab_focus();
        } else {
            send(&changing, choose(generator, None));
        }
    });
    let (changing, generators) = (sheet.clone(), row.downgrade());
    source.connect_apply(move |entry| {
        let at = generators.upgrade().map_or(0, |row| row.selected() as usize);
        if let Some(generator) = Generator::ALL.get(at).copied() {
            send(&changing, choose(generator, Some(entry.text().to_string())));
        }
    });
    let changing = sheet.clone();
    open.connect_clicked(move |button| {
        let sheet = changing.clone();
        ask_path(button, &gettext("A file of dice"), gtk::FileChooserAction::Open, move |path| {
            send(&sheet, choose(Generator::File, Some(path)));
        });
    });
    let changing = sheet.clone();
    seed.connect_apply(move |entry| match entry.text().trim().parse::<Seed>() {
        Ok(seed) => send(&changing, DiceCommand::Seed(Some(seed))),
        Err(error) => {
            if let Some(window) = changing.window() {
                window.toast_error(&error);
            }
            entry.add_css_class("error");
        }
    });
    let changing = sheet.clone();
    fresh.connect_clicked(move |_| send(&changing, DiceCommand::Seed(None)));
    show(sheet, &row, &source, &open, &seed, &number);
}

fn source_title(generator: Generator) -> String {
    if generator == Generator::File { gettext("File") } else { gettext("Command that prints dice") }
}

/// Keeps the rows in step with the dice.
fn show(
    sheet: &Sheet,
    row: &adw::ComboRow,
    source: &adw::EntryRow,
    open: &gtk::Button,
    seed: &adw::EntryRow,
    number: &gtk::Label,
) {
    let (row, source, open) = (row.downgrade(), source.downgrade(), open.downgrade());
    let (seed, number) = (seed.downgrade(), number.downgrade());
    let looking = sheet.clone();
    sheet.follow(move |_| {
        let (Some(row), Some(source), Some(open)) = (row.upgrade(), source.upgrade(), open.upgrade()) else {
            return;
        };
        let (Some(seed), Some(number)) = (seed.upgrade(), number.upgrade()) else { return };
        let Some((generator, origin, value, drawn)) = looking.window().as_ref().and_then(present) else {
            return;
        };
        let at = Generator::ALL.iter().position(|one| *one == generator).unwrap_or(0);
        row.set_selected(at as u32);
        source.set_visible(matches!(generator, Generator::File | Generator::User));
        source.set_title(&source_title(generator));
        open.set_visible(generator == Generator::File);
        source.set_text(&origin);
        seed.set_visible(generator.is_seeded());
        let value = value.unwrap_or_default();
        if seed.text() != value {
            seed.set_show_apply_button(false);
            seed.set_text(&value);
            seed.set_show_apply_button(true);
        }
        seed.remove_css_class("error");
        number.set_text(&drawn.map(|dice| (dice / 2).to_string()).unwrap_or_default());
        if let Some(row) = number.ancestor(adw::ActionRow::static_type()) {
            row.set_visible(drawn.is_some());
        }
    });
}
