// SPDX-License-Identifier: GPL-3.0-or-later
//! Rows for single options: one builder for each kind of value. A row shows the option as it is, changes it at once, and
//! can bring back its default.

mod filters;

use crate::a11y;
use crate::i18n::{capitalized, gettext, gettext_f};
use crate::widgets::chooser::ask_path;
use crate::widgets::combo;
use crate::widgets::number_field;
use crate::window::Window;
use adw::prelude::*;
use gnubg_session::options::{Chooser, Leaf, OptionKind, OptionValue, Options};
use gtk::glib;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Greatest whole number and greatest number that a row offers; commands take any.
const MOST_WHOLE: i64 = 2_000_000_000;
const MOST_NUMBER: f64 = 1e7;

/// Shows something again after options have changed.
type Refresh = Box<dyn Fn(&Options)>;

/// What the rows of one window share.
#[derive(Clone)]
pub(super) struct Sheet(Rc<SheetState>);

struct SheetState {
    window: glib::WeakRef<Window>,
    /// Whether rows are being brought up to date, so that their changes are not the user's.
    is_quiet: Cell<bool>,
    refreshers: RefCell<Vec<Refresh>>,
}

/// The name of an option; its help where it has none.
pub(super) fn title(leaf: &Leaf) -> String {
    if leaf.label.is_empty() { capitalized(&gettext(leaf.help)) } else { gettext(leaf.label) }
}

/// The help of an option, where it says more than the title.
pub(super) fn subtitle(leaf: &Leaf) -> String {
    let (title, help) = (title(leaf), capitalized(&gettext(leaf.help)));
    if says_the_same(&title, &help) { String::new() } else { help }
}

/// Whether a text says no more than another: case and words of three letters and less do not count.
fn says_the_same(title: &str, help: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.chars().count() > 3)
            .map(str::to_lowercase)
            .collect()
    };
    let said = words(title);
    words(help).iter().all(|word| said.contains(word))
}

impl Sheet {
    pub(super) fn new(window: &Window) -> Sheet {
        let inner = SheetState {
            window: window.downgrade(),
            is_quiet: Cell::new(false),
            refreshers: RefCell::default(),
        };
        Sheet(Rc::new(inner))
    }

    pub(super) fn window(&self) -> Option<Window> {
        self.0.window.upgrade()
    }

    /// The settings as they are.
    pub(super) fn options(&self) -> Options {
        self.window().map_or_else(Options::default, |window| window.options())
    }

    /// Whether what rows report is the user's doing.
    pub(super) fn is_quiet(&self) -> bool {
        self.0.is_quiet.get()
    }

    /// Changes settings for the user; a refusal is told and the rows go back.
    pub(super) fn change(&self, change: impl FnOnce(&mut Options)) {
        if self.is_quiet() {
            return;
        }
        let done = self.window().is_some_and(|window| window.change_options(change));
        if !done {
            self.refresh();
        }
    }

    /// Shows something now and whenever options change.
    pub(super) fn follow(&self, refresh: impl Fn(&Options) + 'static) {
        let was_quiet = self.0.is_quiet.replace(true);
        refresh(&self.options());
        self.0.is_quiet.set(was_quiet);
        self.0.refreshers.borrow_mut().push(Box::new(refresh));
    }

    /// Shows everything as it is.
    pub(super) fn refresh(&self) {
        let options = self.options();
        let was_quiet = self.0.is_quiet.replace(true);
        for refresh in self.0.refreshers.borrow().iter() {
            refresh(&options);
        }
        self.0.is_quiet.set(was_quiet);
    }

    /// Follows one option: `show` is called at first and whenever its value has changed.
    pub(super) fn follow_leaf(&self, leaf: &'static Leaf, show: impl Fn(&OptionValue) + 'static) {
        let last = RefCell::new(None);
        self.follow(move |options| {
            let value = leaf.get(options);
            if last.borrow().as_ref() != Some(&value) {
                show(&value);
                last.replace(Some(value));
            }
        });
    }

    /// Changes one option for the user.
    fn set(&self, leaf: &'static Leaf, value: &OptionValue) {
        self.change(|options| {
            // A value out of range is not taken; the row then shows the one that counts.
            let _ = leaf.set(options, value);
            super::copies::follow_copies(options, &leaf.name);
        });
    }

    /// The row of an option, by its kind.
    pub(super) fn row(&self, leaf: &'static Leaf) -> gtk::Widget {
        match leaf.kind {
            OptionKind::Switch => self.switch(leaf).upcast(),
            OptionKind::Whole(least, most) => {
                let read = |value: f64| OptionValue::Whole(value.round() as i64);
                self.spin(leaf, (least as f64, most.min(MOST_WHOLE) as f64), read).upcast()
            }
            OptionKind::Number(least, most) => {
                self.spin(leaf, (least, most.min(MOST_NUMBER)), OptionValue::Number).upcast()
            }
            OptionKind::Choice(words, titles) => self.choice(leaf, words, titles).upcast(),
            OptionKind::Text(_) => match leaf.chooser {
                Some(Chooser::File) => self.path(leaf, gtk::FileChooserAction::Open).upcast(),
                Some(Chooser::Folder) => self.path(leaf, gtk::FileChooserAction::SelectFolder).upcast(),
                None => self.text(leaf).upcast(),
            },
            OptionKind::Filters => filters::row(self, leaf).upcast(),
        }
    }

    fn switch(&self, leaf: &'static Leaf) -> adw::ActionRow {
        let toggle = gtk::Switch::builder().valign(gtk::Align::Center).build();
        let row = self.action_row(leaf);
        a11y::set_label(&toggle, &title(leaf));
        row.add_suffix(&toggle);
        row.set_activatable_widget(Some(&toggle));
        toggle.connect_active_notify({
            let sheet = self.clone();
            move |toggle| sheet.set(leaf, &OptionValue::Switch(toggle.is_active()))
        });
        let weak = toggle.downgrade();
        self.follow_leaf(leaf, move |value| {
            if let (Some(toggle), OptionValue::Switch(on)) = (weak.upgrade(), value) {
                toggle.set_active(*on);
            }
        });
        row
    }

    fn spin(
        &self,
        leaf: &'static Leaf,
        (least, most): (f64, f64),
        read: fn(f64) -> OptionValue,
    ) -> adw::ActionRow {
        let step = leaf.step;
        let adjustment = gtk::Adjustment::new(least, least, most, step, step * 10.0, 0.0);
        let spin = gtk::SpinButton::builder()
            .adjustment(&adjustment)
            .digits(digits_of(step))
            .numeric(true)
            .valign(gtk::Align::Center)
            .build();
        number_field::localize(&spin);
        leave_wheel(&spin);
        let row = self.action_row(leaf);
        a11y::set_label(&spin, &title(leaf));
        row.add_suffix(&spin);
        if !leaf.unit.is_empty() {
            row.add_suffix(
                &gtk::Label::builder().label(gettext(leaf.unit)).css_classes(["dim-label"]).build(),
            );
        }
        row.set_activatable_widget(Some(&spin));
        spin.connect_value_changed({
            let sheet = self.clone();
            move |spin| {
                // Digits that are not shown stay while nothing else is chosen.
                if (number_of(&leaf.get(&sheet.options())) - spin.value()).abs() > step / 100.0 {
                    sheet.set(leaf, &read(spin.value()));
                }
            }
        });
        let weak = spin.downgrade();
        self.follow_leaf(leaf, move |value| {
            if let Some(spin) = weak.upgrade() {
                spin.set_value(number_of(value));
            }
        });
        row
    }

    fn choice(
        &self,
        leaf: &'static Leaf,
        words: &'static [&'static str],
        titles: &'static [&'static str],
    ) -> adw::ComboRow {
        let titles: Vec<String> = titles.iter().map(|title| gettext(title)).collect();
        let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
        let row = combo(&title(leaf), &subtitle(leaf), &titles);
        row.add_suffix(&self.reset(leaf));
        row.connect_selected_notify({
            let sheet = self.clone();
            move |row| {
                if let Some(word) = words.get(row.selected() as usize) {
                    sheet.set(leaf, &OptionValue::Text((*word).to_owned()));
                }
            }
        });
        let weak = row.downgrade();
        self.follow_leaf(leaf, move |value| {
            let at = words.iter().position(|word| matches!(value, OptionValue::Text(text) if text == word));
            if let (Some(row), Some(at)) = (weak.upgrade(), at) {
                row.set_selected(at as u32);
            }
        });
        row
    }

    fn text(&self, leaf: &'static Leaf) -> adw::EntryRow {
        let row = adw::EntryRow::builder().title(title(leaf)).show_apply_button(true).build();
        row.set_tooltip_text(Some(&subtitle(leaf)).filter(|text| !text.is_empty()).map(String::as_str));
        row.add_suffix(&self.reset(leaf));
        row.connect_apply({
            let sheet = self.clone();
            move |row| sheet.set(leaf, &OptionValue::Text(row.text().trim().to_owned()))
        });
        let weak = row.downgrade();
        self.follow_leaf(leaf, move |value| {
            if let (Some(row), OptionValue::Text(text)) = (weak.upgrade(), value)
                && row.text() != *text
            {
                // Without this the row would ask to apply what it was given.
                row.set_show_apply_button(false);
                row.set_text(text);
                row.set_show_apply_button(true);
            }
        });
        row
    }

    /// A row for a file or folder, with a button that asks for it.
    pub(super) fn path(&self, leaf: &'static Leaf, action: gtk::FileChooserAction) -> adw::EntryRow {
        let row = self.text(leaf);
        let icon = match action {
            gtk::FileChooserAction::SelectFolder => "folder-open-symbolic",
            _ => "document-open-symbolic",
        };
        let name = gettext_f("Choose: {title}", &[("title", &title(leaf))]);
        let button = icon_button(icon, &name);
        button.connect_clicked({
            let sheet = self.clone();
            move |button| {
                ask_path(
                    button,
                    &title(leaf),
                    action,
                    glib::clone!(
                        #[strong]
                        sheet,
                        move |path| sheet.set(leaf, &OptionValue::Text(path))
                    ),
                );
            }
        });
        row.add_suffix(&button);
        row
    }

    /// A row with title, help and the button that brings back the default.
    fn action_row(&self, leaf: &'static Leaf) -> adw::ActionRow {
        let row = adw::ActionRow::builder().title(title(leaf)).subtitle(subtitle(leaf)).build();
        row.add_suffix(&self.reset(leaf));
        row
    }

    /// The button that brings back the default; it shows only where there is something to bring back.
    pub(super) fn reset(&self, leaf: &'static Leaf) -> gtk::Button {
        let default = match leaf.default() {
            OptionValue::Switch(on) => {
                if on {
                    gettext("on")
                } else {
                    gettext("off")
                }
            }
            OptionValue::Text(word) if word.is_empty() => gettext("nothing"),
            OptionValue::Text(word) => leaf.kind.title(&word).map_or(word, gettext),
            value => value.to_string(),
        };
        let values = [("title", title(leaf)), ("value", default)];
        let button = icon_button("edit-undo-symbolic", &gettext_f("{title}: back to {value}", &values));
        button.add_css_class("reset");
        button.connect_clicked({
            let sheet = self.clone();
            move |_| sheet.set(leaf, &leaf.default())
        });
        let weak = button.downgrade();
        self.follow(move |options| {
            if let Some(button) = weak.upgrade() {
                let is_other = leaf.get(options) != leaf.default();
                button.set_visible(is_other);
            }
        });
        button
    }
}

/// Digits after the decimal point that a step needs.
fn digits_of(step: f64) -> u32 {
    let is_enough = |digits: &u32| {
        let scaled = step * 10f64.powi(*digits as i32);
        (scaled - scaled.round()).abs() < 1e-6
    };
    (0..6).find(is_enough).unwrap_or(6)
}

fn number_of(value: &OptionValue) -> f64 {
    match value {
        OptionValue::Whole(number) => *number as f64,
        OptionValue::Number(number) => *number,
        _ => 0.0,
    }
}

/// A list to choose from.
pub(super) fn combo(title: &str, subtitle: &str, titles: &[&str]) -> adw::ComboRow {
    let model = gtk::StringList::new(titles);
    let row = adw::ComboRow::builder().title(title).subtitle(subtitle).model(&model).build();
    combo::show_whole(&row);
    row
}

/// A flat button with a symbol and a name.
pub(super) fn icon_button(icon: &str, name: &str) -> gtk::Button {
    let button = gtk::Button::builder()
        .icon_name(icon)
        .tooltip_text(name)
        .valign(gtk::Align::Center)
        .css_classes(["flat"])
        .build();
    a11y::set_label(&button, name);
    button
}

/// The wheel scrolls the page and never changes a number on the way.
pub(super) fn leave_wheel(widget: &impl IsA<gtk::Widget>) {
    let controllers = widget.observe_controllers();
    for n in 0..controllers.n_items() {
        if let Some(scroll) = controllers.item(n).and_downcast::<gtk::EventControllerScroll>() {
            scroll.set_propagation_phase(gtk::PropagationPhase::None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_have_the_digits_they_need() {
        for (step, digits) in [(1.0, 0), (36.0, 0), (0.01, 2), (0.005, 3), (0.00025, 5)] {
            assert_eq!(digits_of(step), digits, "{step}");
        }
    }

    #[test]
    fn help_is_shown_where_it_helps() {
        assert!(says_the_same("Checker plays", "Checker plays"));
        assert!(says_the_same("Minutes between copies", "minutes between the copies"));
        assert!(!says_the_same("Roll", "roll when no double is possible"));
        assert_eq!(capitalized("élan"), "Élan");
    }
}
