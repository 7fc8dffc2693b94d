// SPDX-License-Identifier: GPL-3.0-or-later
//! Saved settings in the dialog for a new match: choose, save under a name, delete. Also tests the address of an external
//! player.

use super::NewMatchDialog;
use crate::a11y;
use crate::host::HostHandle;
use crate::i18n::{capitalized, gettext, gettext_f};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_session::Session;
use gnubg_session::presets::{Preset, Presets};
use gtk::{gio, glib};

impl NewMatchDialog {
    /// Reads the saved settings.
    pub(super) fn read_presets(&self, host: &HostHandle) {
        self.fill_presets(None);
        let Some(path) = host.look(Session::presets_file).flatten() else { return };
        let dialog = self.downgrade();
        glib::spawn_future_local(async move {
            let read = gio::spawn_blocking(move || {
                let (presets, problem) = Presets::read(&path);
                (presets, problem.map(|problem| problem.to_string()))
            });
            let (Ok((presets, problem)), Some(dialog)) = (read.await, dialog.upgrade()) else { return };
            dialog.imp().presets.replace(presets);
            if let Some(problem) = problem {
                dialog.imp().preset.set_subtitle(&capitalized(&problem));
            }
            dialog.fill_presets(None);
        });
    }

    /// Lists the presets, with one of them chosen.
    fn fill_presets(&self, chosen: Option<&str>) {
        let imp = self.imp();
        let presets = imp.presets.borrow();
        let names: Vec<&str> = presets.list().iter().map(|preset| preset.name.as_str()).collect();
        let at = chosen.and_then(|name| names.iter().position(|one| *one == name)).map_or(0, |n| n + 1);
        let first = gettext("Same as last time");
        let titles: Vec<&str> = std::iter::once(first.as_str()).chain(names).collect();
        imp.is_filling.set(true);
        imp.preset.set_model(Some(&gtk::StringList::new(&titles)));
        imp.preset.set_selected(at as u32);
        imp.is_filling.set(false);
        imp.delete_preset.set_sensitive(at > 0);
    }

    /// The chosen preset.
    fn chosen_preset(&self) -> Option<Preset> {
        let at = (self.imp().preset.selected() as usize).checked_sub(1)?;
        self.imp().presets.borrow().list().get(at).cloned()
    }

    pub(super) fn connect_presets(&self) {
        let imp = self.imp();
        let dialog = self;
        a11y::name_menu_buttons(&*imp.save_preset, &gettext("Save these settings under a name"));
        a11y::set_label(&*imp.save_preset, &gettext("Save these settings under a name"));
        imp.preset.connect_selected_notify(glib::clone!(
            #[weak]
            dialog,
            move |_| dialog.apply_preset()
        ));
        imp.preset_popover.connect_show(glib::clone!(
            #[weak]
            dialog,
            move |_| {
                let imp = dialog.imp();
                let name = dialog.chosen_preset().map_or(String::new(), |preset| preset.name);
                imp.preset_name.set_text(&name);
                imp.preset_name.grab_focus();
            }
        ));
        imp.preset_name.connect_changed(glib::clone!(
            #[weak]
            dialog,
            move |entry| dialog.imp().put_preset.set_sensitive(!entry.text().trim().is_empty())
        ));
        imp.preset_name.connect_activate(glib::clone!(
            #[weak]
            dialog,
            move |_| dialog.put_preset()
        ));
        imp.put_preset.connect_clicked(glib::clone!(
            #[weak]
            dialog,
            move |_| dialog.put_preset()
        ));
        imp.delete_preset.connect_clicked(glib::clone!(
            #[weak]
            dialog,
            move |_| {
                let Some(preset) = dialog.chosen_preset() else { return };
                dialog.imp().presets.borrow_mut().remove(&preset.name);
                dialog.fill_presets(None);
                dialog.save_presets();
            }
        ));
    }

    fn apply_preset(&self) {
        let imp = self.imp();
        if imp.is_filling.get() {
            return;
        }
        let preset = self.chosen_preset();
        imp.delete_preset.set_sensitive(preset.is_some());
        let Some(preset) = preset else { return };
        let mut options = self.options();
        preset.apply(&mut options);
        self.show_match(&options, preset.manual_dice);
    }

    fn put_preset(&self) {
        let imp = self.imp();
        let preset = Preset::of(&imp.preset_name.text(), &self.options(), imp.manual_dice.is_active());
        if preset.name.is_empty() {
            return;
        }
        let name = preset.name.clone();
        imp.presets.borrow_mut().put(preset);
        imp.preset_popover.popdown();
        self.fill_presets(Some(&name));
        self.save_presets();
    }

    /// Writes the file in a thread and shows errors in the row.
    fn save_presets(&self) {
        let presets = self.imp().presets.borrow().clone();
        let dialog = self.downgrade();
        glib::spawn_future_local(async move {
            let saved = gio::spawn_blocking(move || presets.save().map_err(|error| error.to_string())).await;
            let text = match saved {
                Ok(Ok(())) => gettext("All settings below, saved under a name"),
                Ok(Err(problem)) => capitalized(&problem),
                Err(_) => return,
            };
            if let Some(dialog) = dialog.upgrade() {
                dialog.imp().preset.set_subtitle(&text);
            }
        });
    }
}

/// Adds a button that tests whether an external player answers at the address in this row.
pub(super) fn add_trial(row: &adw::EntryRow) {
    let label = gettext("Try");
    let button = gtk::Button::builder()
        .label(&label)
        .valign(gtk::Align::Center)
        .tooltip_text(gettext("Check whether an external player answers at this address"))
        .css_classes(["flat"])
        .build();
    a11y::set_label(&button, &gettext("Test the address"));
    row.add_suffix(&button);
    let usual = row.title();
    row.connect_changed(glib::clone!(
        #[strong]
        usual,
        move |row| {
            row.set_title(&usual);
            row.set_tooltip_text(None);
            row.remove_css_class("error");
        }
    ));
    button.connect_clicked(glib::clone!(
        #[weak]
        row,
        move |button| {
            button.set_sensitive(false);
            let address = row.text().to_string();
            let (row, button) = (row.downgrade(), button.downgrade());
            glib::spawn_future_local(async move {
                let tried = address.clone();
                let reached = gio::spawn_blocking(move || {
                    gnubg_session::external::reach(&tried).map_err(|error| error.to_string())
                });
                let reached = reached.await;
                let (Some(row), Some(button)) = (row.upgrade(), button.upgrade()) else { return };
                button.set_sensitive(true);
                match reached {
                    Ok(Ok(())) => {
                        row.remove_css_class("error");
                        row.set_title(&gettext_f(
                            "An external player answers at {address}",
                            &[("address", &address)],
                        ));
                    }
                    Ok(Err(problem)) => {
                        row.add_css_class("error");
                        let problem = capitalized(&problem);
                        row.set_title(&problem);
                        row.set_tooltip_text(Some(&problem));
                    }
                    Err(_) => {}
                }
            });
        }
    ));
}
