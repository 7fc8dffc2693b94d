// SPDX-License-Identifier: GPL-3.0-or-later
//! What belongs to the game record beside its list: the line with the filter, and the menu of a decision.

use super::super::Window;
use super::cells;
use super::filter::Filter;
use crate::a11y;
use crate::i18n::{gettext, gettext_f, ngettext_f};
use crate::widgets::probe::spot;
use adw::prelude::*;
use gnubg_engine::core::Player;
use gnubg_session::{Go, Session};
use gtk::{gdk, gio, glib, pango};
use serde_json::{Value, json};
use std::cell::RefCell;

/// A button that shows the line, and the line with what is looked for and how many decisions were found.
pub(super) struct FilterLine {
    toggle: gtk::ToggleButton,
    line: gtk::Box,
    entry: gtk::SearchEntry,
    found: gtk::Label,
}

impl FilterLine {
    pub(super) fn new(window: &Window) -> FilterLine {
        let name = gettext("Show only some decisions");
        let toggle = gtk::ToggleButton::builder()
            .icon_name("system-search-symbolic")
            .tooltip_text(&name)
            .focus_on_click(false)
            .build();
        a11y::set_label(&toggle, &name);
        let entry = gtk::SearchEntry::builder()
            .placeholder_text(gettext("errors, cube, luck, a name, > 0.08 …"))
            .hexpand(true)
            .build();
        entry.set_tooltip_text(Some(&gettext(
            "Words that must all fit: errors, cube, luck, comments, illegal, marked, a player's name, a part of the play, or a loss such as > 0.08",
        )));
        a11y::set_label(&entry, &gettext("Which decisions are shown"));
        let found = gtk::Label::builder()
            .css_classes(["dim-label", "figures"])
            .ellipsize(pango::EllipsizeMode::End)
            .accessible_role(gtk::AccessibleRole::Status)
            .build();
        let line = gtk::Box::builder()
            .spacing(6)
            .css_classes(["panel-line", "record-filter"])
            .visible(false)
            .build();
        line.append(&entry);
        line.append(&found);
        toggle.connect_toggled(glib::clone!(
            #[weak]
            line,
            #[weak]
            entry,
            move |toggle| {
                line.set_visible(toggle.is_active());
                if toggle.is_active() {
                    entry.grab_focus();
                } else {
                    entry.set_text("");
                }
            }
        ));
        entry.connect_search_changed(glib::clone!(
            #[weak]
            window,
            move |_| {
                window.show_record();
                window.write_dump();
            }
        ));
        entry.connect_stop_search(glib::clone!(
            #[weak]
            window,
            #[weak]
            toggle,
            move |_| {
                toggle.set_active(false);
                window.panels().record.focus();
            }
        ));
        FilterLine { toggle, line, entry, found }
    }

    pub(super) fn toggle(&self) -> &gtk::ToggleButton {
        &self.toggle
    }

    pub(super) fn widget(&self) -> &gtk::Box {
        &self.line
    }

    /// What is looked for.
    pub(super) fn filter(&self) -> Filter {
        Filter::parse(&self.entry.text())
    }

    /// Opens the line for typing.
    pub(super) fn open(&self) {
        self.toggle.set_active(true);
        self.entry.grab_focus();
    }

    /// Tells how many of all decisions of the game are shown.
    pub(super) fn tell(&self, n: usize, all: usize) {
        let values = [("n", n.to_string()), ("all", all.to_string())];
        let text = if self.filter().is_empty() { String::new() } else { gettext_f("{n} of {all}", &values) };
        if self.found.text() != text {
            self.found.set_text(&text);
        }
    }

    /// What is shown, for tests.
    pub(super) fn facts(&self) -> Value {
        json!({
            "open": self.toggle.is_active(),
            "text": self.entry.text().as_str(),
            "found": self.found.text().as_str(),
            "toggle": spot(&self.toggle),
        })
    }
}

/// A button that offers the lines of the match that are not shown; it is there if there are any.
pub(super) struct Lines {
    button: gtk::MenuButton,
    offered: RefCell<Vec<(usize, String)>>,
}

/// The lines with their numbers, told by where they part and what was done there.
pub(super) fn lines_of(session: &Session) -> Vec<(usize, String)> {
    let names = Player::BOTH.map(|player| session.name(player));
    let told = session.variations().map(|(n, line)| {
        let place = line.place();
        let first = cells::text_in(line.record(), &names, place.game, place.entry);
        let count = line.entries().len();
        let (game, count_text) = ((place.game + 1).to_string(), count.to_string());
        let rest = ngettext_f("{n} entry", "{n} entries", count as u32, &[("n", &count_text)]);
        let values = [("game", game.as_str()), ("play", first.as_str()), ("entries", rest.as_str())];
        (n, gettext_f("Game {game}: {play} ({entries})", &values))
    });
    told.collect()
}

impl Lines {
    pub(super) fn new() -> Lines {
        let name = gettext("Other lines of the match");
        let button = gtk::MenuButton::builder()
            .icon_name("view-list-symbolic")
            .tooltip_text(&name)
            .visible(false)
            .build();
        a11y::set_label(&button, &name);
        a11y::name_menu_buttons(&button, &name);
        Lines { button, offered: RefCell::default() }
    }

    pub(super) fn button(&self) -> &gtk::MenuButton {
        &self.button
    }

    /// Offers these lines.
    pub(super) fn offer(&self, lines: Vec<(usize, String)>) {
        if *self.offered.borrow() == lines {
            return;
        }
        let menu = gio::Menu::new();
        for (n, text) in &lines {
            let item = gio::MenuItem::new(Some(text), None);
            item.set_action_and_target_value(Some("win.switch-line"), Some(&(*n as u32).to_variant()));
            menu.append_item(&item);
        }
        self.button.set_menu_model(Some(&menu));
        self.button.set_visible(!lines.is_empty());
        self.offered.replace(lines);
    }

    /// What is offered, for tests.
    pub(super) fn facts(&self) -> Value {
        let texts: Vec<String> = self.offered.borrow().iter().map(|(_, text)| text.clone()).collect();
        json!({ "texts": texts, "spot": spot(&self.button) })
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
        (gettext("Choose for a rollout, or no longer"), "win.choose-move"),
        (gettext("Forget the analysis of this decision"), "win.forget-move"),
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
pub(super) fn add_menu(window: &Window, button: &gtk::Button) {
    let click = gtk::GestureClick::builder().button(gdk::BUTTON_SECONDARY).build();
    let open = glib::clone!(
        #[weak]
        window,
        #[weak]
        button,
        move || {
            let place = button.action_target_value().and_then(|value| value.get::<(u32, u32)>());
            let Some((game, entry)) = place else { return };
            window.go(Go::To { game: game as usize, entry: entry as usize, rolled: true });
            let popover = gtk::PopoverMenu::from_model(Some(&menu()));
            popover.set_parent(&button);
            // It goes with its closing, but only when the chosen action has run.
            popover.connect_closed(|popover| {
                let popover = popover.clone();
                glib::idle_add_local_once(move || popover.unparent());
            });
            popover.popup();
        }
    );
    let pressed = open.clone();
    click.connect_pressed(move |click, _, _, _| {
        click.set_state(gtk::EventSequenceState::Claimed);
        pressed();
    });
    button.add_controller(click);
    let keys = gtk::EventControllerKey::new();
    keys.connect_key_pressed(move |_, key, _, modifiers| {
        let shifted = key == gdk::Key::F10 && modifiers.contains(gdk::ModifierType::SHIFT_MASK);
        if key != gdk::Key::Menu && !shifted {
            return glib::Propagation::Proceed;
        }
        open();
        glib::Propagation::Stop
    });
    button.add_controller(keys);
}
