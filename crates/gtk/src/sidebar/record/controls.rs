// SPDX-License-Identifier: GPL-3.0-or-later
//! The filter of the game record, the menu of its variations, and the menu of a decision.

use super::cells;
use super::filter::RecordFilter;
use crate::a11y;
use crate::i18n::{gettext, gettext_f, ngettext_f};
use crate::widgets::keys;
use adw::prelude::*;
use gnubg_engine::core::Player;
use gnubg_record::MAIN_LINE;
use gnubg_session::Session;
use gtk::{gdk, gio, glib, pango};
use std::cell::RefCell;

/// The filter bar, with the number of decisions found, and the button that opens it.
pub(super) struct FilterBar {
    toggle: gtk::ToggleButton,
    bar: gtk::Box,
    entry: gtk::SearchEntry,
    found: gtk::Label,
}

impl FilterBar {
    pub(super) fn new() -> FilterBar {
        let name = gettext("Filter decisions");
        let toggle = gtk::ToggleButton::builder()
            .name("record_filter")
            .icon_name("system-search-symbolic")
            .tooltip_text(&name)
            .focus_on_click(false)
            .build();
        a11y::set_label(&toggle, &name);
        let entry = gtk::SearchEntry::builder()
            .name("record_filter_entry")
            .placeholder_text(gettext("errors, cube, luck, a name, > 0.08 …"))
            .hexpand(true)
            .build();
        entry.set_tooltip_text(Some(&gettext(
            "Show decisions that match all words: errors, cube, luck, comments, illegal, marked, a player's name, part of the play, or a loss such as > 0.08",
        )));
        a11y::set_label(&entry, &gettext("Decisions to show"));
        let found = gtk::Label::builder()
            .name("record_filter_found")
            .css_classes(["dim-label", "figures"])
            .ellipsize(pango::EllipsizeMode::End)
            .accessible_role(gtk::AccessibleRole::Status)
            .build();
        let bar = gtk::Box::builder()
            .spacing(6)
            .css_classes(["panel-line", "record-filter"])
            .visible(false)
            .build();
        bar.append(&entry);
        bar.append(&found);
        toggle.connect_toggled(glib::clone!(
            #[weak]
            bar,
            #[weak]
            entry,
            move |toggle| {
                bar.set_visible(toggle.is_active());
                if toggle.is_active() {
                    entry.grab_focus();
                } else {
                    entry.set_text("");
                }
            }
        ));
        entry.connect_stop_search(glib::clone!(
            #[weak]
            toggle,
            move |_| toggle.set_active(false)
        ));
        FilterBar { toggle, bar, entry, found }
    }

    pub(super) fn toggle(&self) -> &gtk::ToggleButton {
        &self.toggle
    }

    pub(super) fn widget(&self) -> &gtk::Box {
        &self.bar
    }

    /// Calls `changed` when another filter is typed.
    pub(super) fn connect_changed(&self, changed: impl Fn() + 'static) {
        self.entry.connect_search_changed(move |_| changed());
    }

    /// Calls `closed` when the bar is closed by Escape.
    pub(super) fn connect_closed(&self, closed: impl Fn() + 'static) {
        self.entry.connect_stop_search(move |_| closed());
    }

    /// The typed filter.
    pub(super) fn filter(&self) -> RecordFilter {
        RecordFilter::parse(&self.entry.text())
    }

    /// Opens the bar for typing.
    pub(super) fn open(&self) {
        self.toggle.set_active(true);
        self.entry.grab_focus();
    }

    /// Shows how many decisions of the match pass the filter.
    pub(super) fn show_found(&self, n: usize, all: usize) {
        let values = [("n", n.to_string()), ("all", all.to_string())];
        let text = if self.filter().is_empty() { String::new() } else { gettext_f("{n} of {all}", &values) };
        if self.found.text() != text {
            self.found.set_text(&text);
        }
    }
}

/// A button with a menu of the match's variations; hidden if there are none.
pub(super) struct VariationMenu {
    button: gtk::MenuButton,
    offered: RefCell<Vec<(usize, String)>>,
}

/// The lines that are not shown with their numbers, described by where they depart and their first entry.
pub(super) fn variations_of(session: &Session) -> Vec<(usize, String)> {
    let names = Player::BOTH.map(|player| session.name(player));
    let told = session.variations().map(|(line, variation)| {
        let place = variation.place();
        let first = cells::text_in(variation.record(), &names, place.game, place.entry);
        let count = variation.entries().len();
        let (game, count_text) = ((place.game + 1).to_string(), count.to_string());
        let rest = ngettext_f("{n} entry", "{n} entries", count as u32, &[("n", &count_text)]);
        let values = [("game", game.as_str()), ("play", first.as_str()), ("entries", rest.as_str())];
        let text = match line {
            MAIN_LINE => gettext_f("Main line, game {game}: {play} ({entries})", &values),
            _ => gettext_f("Game {game}: {play} ({entries})", &values),
        };
        (line, text)
    });
    told.collect()
}

impl VariationMenu {
    pub(super) fn new() -> VariationMenu {
        let name = gettext("Variations of the match");
        let button = gtk::MenuButton::builder()
            .name("record_variations")
            .icon_name("view-list-symbolic")
            .tooltip_text(&name)
            .visible(false)
            .build();
        a11y::set_label(&button, &name);
        a11y::name_menu_buttons(&button, &name);
        VariationMenu { button, offered: RefCell::default() }
    }

    pub(super) fn button(&self) -> &gtk::MenuButton {
        &self.button
    }

    /// Offers these variations: number and description.
    pub(super) fn offer(&self, variations: Vec<(usize, String)>) {
        if *self.offered.borrow() == variations {
            return;
        }
        let menu = gio::Menu::new();
        for (n, text) in &variations {
            let item = gio::MenuItem::new(Some(text), None);
            item.set_action_and_target_value(Some("win.switch-line"), Some(&(*n as u32).to_variant()));
            menu.append_item(&item);
        }
        self.button.set_menu_model(Some(&menu));
        self.button.set_visible(!variations.is_empty());
        self.offered.replace(variations);
    }
}

/// The menu of a decision.
fn menu() -> gio::Menu {
    let menu = gio::Menu::new();
    let section = |items: &[(String, &str)]| {
        let section = gio::Menu::new();
        for (label, action) in items {
            section.append(Some(label), Some(action));
        }
        menu.append_section(None, &section);
    };
    let submenu = |title: &str, items: &[(String, &str)]| {
        let submenu = gio::Menu::new();
        for (label, action) in items {
            submenu.append(Some(label), Some(action));
        }
        menu.append_submenu(Some(title), &submenu);
    };
    section(&[
        (gettext("Analyze this decision"), "win.analyze-move"),
        (gettext("Roll out this decision"), "win.roll-out-decision"),
        (gettext("Select or deselect for a rollout"), "win.choose-move"),
        (gettext("Clear the analysis of this decision"), "win.forget-move"),
        (gettext("Write a comment"), "win.comment"),
    ]);
    let numbers = gio::Menu::new();
    for (label, word) in
        [(gettext("Losses"), "loss"), (gettext("Luck"), "luck"), (gettext("Losses and luck"), "both")]
    {
        let item = gio::MenuItem::new(Some(&label), None);
        item.set_action_and_target_value(Some("win.record-numbers"), Some(&word.to_variant()));
        numbers.append_item(&item);
    }
    submenu(
        &gettext("Correct"),
        &[
            (gettext("Insert a roll before it…"), "win.insert-roll"),
            (gettext("Insert a double and a take before it"), "win.insert-double"),
            (gettext("Delete this decision…"), "win.delete-move"),
            (gettext("Delete everything from here on…"), "win.delete-rest"),
        ],
    );
    menu.append_submenu(Some(&gettext("Numbers")), &numbers);
    section(&[(gettext("Copy the ID"), "win.copy-id"), (gettext("Play from here"), "win.play-from-here")]);
    menu
}

/// A click with the right button, or the menu key, on a decision goes there and opens its menu.
pub(super) fn add_menu(button: &gtk::Button) {
    add_menu_of(button, |button| {
        let (action, place) = (button.action_name()?, button.action_target_value()?);
        button.activate_action(&action, Some(&place)).ok()?;
        Some(menu())
    });
}

/// A click with the right button, or the menu key, on a button opens a menu.
pub(super) fn add_menu_of(button: &gtk::Button, menu: impl Fn(&gtk::Button) -> Option<gio::Menu> + 'static) {
    let click = gtk::GestureClick::builder().button(gdk::BUTTON_SECONDARY).build();
    let open = glib::clone!(
        #[weak]
        button,
        move || {
            let Some(menu) = menu(&button) else { return };
            let popover = gtk::PopoverMenu::from_model(Some(&menu));
            popover.set_parent(&button);
            // It is removed after closing, but only once the chosen action has run.
            popover.connect_closed(|popover| {
                let popover = popover.clone();
                glib::idle_add_local_once(move || popover.unparent());
            });
            popover.popup();
        }
    );
    let open = std::rc::Rc::new(open);
    let pressed = std::rc::Rc::clone(&open);
    click.connect_pressed(move |click, _, _, _| {
        click.set_state(gtk::EventSequenceState::Claimed);
        pressed();
    });
    button.add_controller(click);
    keys::connect(button, gtk::PropagationPhase::Bubble, move |key, modifiers| {
        let shifted = key == gdk::Key::F10 && modifiers.contains(gdk::ModifierType::SHIFT_MASK);
        if key != gdk::Key::Menu && !shifted {
            return glib::Propagation::Proceed;
        }
        open();
        glib::Propagation::Stop
    });
}
