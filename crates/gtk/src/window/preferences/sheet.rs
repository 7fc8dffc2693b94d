// SPDX-License-Identifier: GPL-3.0-or-later
//! Rows for single options: one builder for each kind of value. A row shows the option as it is, changes it at once, and
//! can bring back its default.

use super::choices;
use crate::a11y;
use crate::i18n::{capitalized, gettext, gettext_f};
use crate::window::Window;
use crate::window::chooser::ask_path;
use adw::prelude::*;
use gnubg_session::options::{Kind, Leaf, Options, Value, find};
use gtk::glib;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Shows something again after options have changed.
type Refresh = Box<dyn Fn(&Options)>;

/// What the rows of one window share.
#[derive(Clone)]
pub(super) struct Sheet(Rc<Inner>);

struct Inner {
    window: glib::WeakRef<Window>,
    /// Whether rows are being brought up to date, so that their changes are not the user's.
    is_quiet: Cell<bool>,
    refreshers: RefCell<Vec<Refresh>>,
}

/// An option and what it is called here.
#[derive(Clone, Copy)]
pub(super) struct Named {
    pub(super) leaf: &'static Leaf,
    pub(super) title: &'static str,
}

impl Named {
    /// The option of that dotted name; `title` empty to show its help as the title.
    pub(super) fn new(name: &str, title: &'static str) -> Option<Named> {
        find(name).map(|leaf| Named { leaf, title })
    }

    pub(super) fn title(self) -> String {
        if self.title.is_empty() { capitalized(&gettext(self.leaf.help)) } else { gettext(self.title) }
    }

    /// The help, where it says more than the title.
    pub(super) fn subtitle(self) -> String {
        let (title, help) = (self.title(), capitalized(&gettext(self.leaf.help)));
        if says_the_same(&title, &help) { String::new() } else { help }
    }
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
        let inner =
            Inner { window: window.downgrade(), is_quiet: Cell::new(false), refreshers: RefCell::default() };
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

    /// Follows one option: `show` is called when its value is another than last time.
    fn follow_leaf(&self, leaf: &'static Leaf, show: impl Fn(&Value) + 'static) {
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
    fn set(&self, leaf: &'static Leaf, value: &Value) {
        self.change(|options| {
            // A value out of range is not taken; the row then shows the one that counts.
            let _ = leaf.set(options, value);
            super::levels::follow_copies(options, &leaf.name);
        });
    }

    /// The row of an option, by its kind.
    pub(super) fn row(&self, named: Named) -> gtk::Widget {
        let leaf = named.leaf;
        match leaf.kind {
            Kind::Switch => self.switch(named).upcast(),
            Kind::Whole(least, most) => {
                let most = most.min(2_000_000_000) as f64;
                let step = if most > 1000.0 && leaf.name.ends_with("trials") { 36.0 } else { 1.0 };
                let read = |value: f64| Value::Whole(value.round() as i64);
                self.spin(named, (least as f64, most, step, 0), read).upcast()
            }
            Kind::Number(least, most) => {
                let (most, digits) = if most > 1e6 { (1e6, 2) } else { (most, 3) };
                let step = if least >= 0.0 && most <= 10.0 { 0.005 } else { 0.01 };
                let (step, digits) = match leaf.name.contains("threshold") || leaf.name.contains("limit") {
                    true => (0.005, 4),
                    false => (step, digits),
                };
                self.spin(named, (least, most, step, digits), Value::Number).upcast()
            }
            Kind::Choice(words) => self.choice(named, words).upcast(),
            Kind::Text(_) => self.text(named).upcast(),
            Kind::Filters => super::filters::row(self, named).upcast(),
        }
    }

    fn switch(&self, named: Named) -> adw::ActionRow {
        let toggle = gtk::Switch::builder().valign(gtk::Align::Center).build();
        let row = self.action_row(named);
        a11y::set_label(&toggle, &named.title());
        row.add_suffix(&toggle);
        row.set_activatable_widget(Some(&toggle));
        toggle.connect_active_notify({
            let sheet = self.clone();
            move |toggle| sheet.set(named.leaf, &Value::Switch(toggle.is_active()))
        });
        let weak = toggle.downgrade();
        self.follow_leaf(named.leaf, move |value| {
            if let (Some(toggle), Value::Switch(on)) = (weak.upgrade(), value) {
                toggle.set_active(*on);
            }
        });
        row
    }

    /// `range`: least, most, step, digits after the point.
    fn spin(&self, named: Named, range: (f64, f64, f64, u32), read: fn(f64) -> Value) -> adw::ActionRow {
        let (least, most, step, digits) = range;
        let adjustment = gtk::Adjustment::new(least, least, most, step, step * 10.0, 0.0);
        let spin = gtk::SpinButton::builder()
            .adjustment(&adjustment)
            .digits(digits)
            .numeric(true)
            .valign(gtk::Align::Center)
            .build();
        leave_wheel(&spin);
        let row = self.action_row(named);
        a11y::set_label(&spin, &named.title());
        row.add_suffix(&spin);
        row.set_activatable_widget(Some(&spin));
        let leaf = named.leaf;
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

    fn choice(&self, named: Named, words: &'static [&'static str]) -> adw::ComboRow {
        let titles: Vec<String> = words.iter().map(|word| choices::title(&named.leaf.name, word)).collect();
        let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
        let row = combo(&named.title(), &named.subtitle(), &titles);
        row.add_suffix(&self.reset(named));
        row.connect_selected_notify({
            let sheet = self.clone();
            move |row| {
                if let Some(word) = words.get(row.selected() as usize) {
                    sheet.set(named.leaf, &Value::Text((*word).to_owned()));
                }
            }
        });
        let weak = row.downgrade();
        self.follow_leaf(named.leaf, move |value| {
            let at = words.iter().position(|word| matches!(value, Value::Text(text) if text == word));
            if let (Some(row), Some(at)) = (weak.upgrade(), at) {
                row.set_selected(at as u32);
            }
        });
        row
    }

    fn text(&self, named: Named) -> adw::EntryRow {
        let row = adw::EntryRow::builder().title(named.title()).show_apply_button(true).build();
        row.set_tooltip_text(Some(&named.subtitle()).filter(|text| !text.is_empty()).map(String::as_str));
        row.add_suffix(&self.reset(named));
        row.connect_apply({
            let sheet = self.clone();
            move |row| sheet.set(named.leaf, &Value::Text(row.text().trim().to_owned()))
        });
        let weak = row.downgrade();
        self.follow_leaf(named.leaf, move |value| {
            if let (Some(row), Value::Text(text)) = (weak.upgrade(), value)
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
    pub(super) fn path(&self, named: Named, action: gtk::FileChooserAction) -> adw::EntryRow {
        let row = self.text(named);
        let icon = match action {
            gtk::FileChooserAction::SelectFolder => "folder-open-symbolic",
            _ => "document-open-symbolic",
        };
        let name = gettext_f("Choose: {title}", &[("title", &named.title())]);
        let button = icon_button(icon, &name);
        button.connect_clicked({
            let sheet = self.clone();
            move |button| {
                let leaf = named.leaf;
                ask_path(
                    button,
                    &named.title(),
                    action,
                    glib::clone!(
                        #[strong]
                        sheet,
                        move |path| sheet.set(leaf, &Value::Text(path))
                    ),
                );
            }
        });
        row.add_suffix(&button);
        row
    }

    /// A row with title, help and the button that brings back the default.
    fn action_row(&self, named: Named) -> adw::ActionRow {
        let row = adw::ActionRow::builder().title(named.title()).subtitle(named.subtitle()).build();
        row.add_suffix(&self.reset(named));
        row
    }

    /// The button that brings back the default; it shows only where there is something to bring back.
    pub(super) fn reset(&self, named: Named) -> gtk::Button {
        let default = match named.leaf.default() {
            Value::Switch(on) => {
                if on {
                    gettext("on")
                } else {
                    gettext("off")
                }
            }
            Value::Text(word) if word.is_empty() => gettext("nothing"),
            Value::Text(word) => choices::title(&named.leaf.name, &word),
            value => value.to_string(),
        };
        let values = [("title", named.title()), ("value", default)];
        let button = icon_button("edit-undo-symbolic", &gettext_f("{title}: back to {value}", &values));
        button.add_css_class("reset");
        let leaf = named.leaf;
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

fn number_of(value: &Value) -> f64 {
    match value {
        Value::Whole(number) => *number as f64,
        Value::Number(number) => *number,
        _ => 0.0,
    }
}

/// A list to choose from.
pub(super) fn combo(title: &str, subtitle: &str, titles: &[&str]) -> adw::ComboRow {
    let model = gtk::StringList::new(titles);
    adw::ComboRow::builder().title(title).subtitle(subtitle).model(&model).build()
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
    fn help_is_shown_where_it_helps() {
        assert!(says_the_same("Checker plays", "Checker plays"));
        assert!(says_the_same("Minutes between copies", "minutes between the copies"));
        assert!(!says_the_same("Roll", "roll when no double is possible"));
        assert_eq!(capitalized("élan"), "Élan");
    }
}
