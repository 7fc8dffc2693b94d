// SPDX-License-Identifier: GPL-3.0-or-later
//! Move filters: a row with the presets, and a window in which each step of each search can be set.

use super::{Sheet, icon_button, leave_wheel, subtitle, title};
use crate::a11y;
use crate::i18n::{gettext, gettext_f, localized};
use crate::level_names::filters_name;
use crate::widgets::number_field;
use adw::prelude::*;
use gnubg_engine::eval::{MoveFilter, MoveFilters};
use gnubg_session::options::{Leaf, OptionValue, preset_of};
use gtk::glib;

/// The row of a set of filters.
pub(super) fn row(sheet: &Sheet, leaf: &'static Leaf) -> adw::ComboRow {
    let presets = MoveFilters::PRESETS.map(|(name, _)| Some(name));
    let titles: Vec<String> = presets.into_iter().chain([None]).map(filters_name).collect();
    let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
    let row = super::combo(&title(leaf), &subtitle(leaf), &titles);
    row.add_suffix(&sheet.reset(leaf));
    let edit = icon_button("document-edit-symbolic", &gettext("Edit the move filters"));
    edit.connect_clicked(glib::clone!(
        #[strong]
        sheet,
        move |button| open(&sheet, leaf, button.root().and_downcast::<gtk::Window>().as_ref())
    ));
    row.add_suffix(&edit);
    row.connect_selected_notify(glib::clone!(
        #[strong]
        sheet,
        move |row| match MoveFilters::PRESETS.get(row.selected() as usize) {
            Some((_, preset)) => set(&sheet, leaf, *preset),
            // Custom filters are edited in their window.
            None => sheet.refresh(),
        }
    ));
    let weak = row.downgrade();
    sheet.follow(move |options| {
        if let (Some(row), OptionValue::Filters(filters)) = (weak.upgrade(), leaf.get(options)) {
            let at = preset_of(&filters)
                .and_then(|name| MoveFilters::PRESETS.iter().position(|(preset, _)| *preset == name));
            row.set_selected(at.unwrap_or(MoveFilters::PRESETS.len()) as u32);
        }
    });
    row
}

fn set(sheet: &Sheet, leaf: &'static Leaf, filters: MoveFilters) {
    sheet.change(|options| {
        let _ = leaf.set(options, &OptionValue::Filters(Box::new(filters)));
        crate::window::preferences::copies::follow_copies(options, &leaf.name);
    });
}

fn filters_of(sheet: &Sheet, leaf: &'static Leaf) -> MoveFilters {
    match leaf.get(&sheet.options()) {
        OptionValue::Filters(filters) => *filters,
        _ => MoveFilters::NORMAL,
    }
}

/// Opens the window for one set of filters.
fn open(sheet: &Sheet, leaf: &'static Leaf, parent: Option<&gtk::Window>) {
    let dialog = adw::PreferencesWindow::builder()
        .name("move-filters")
        .title(gettext("Move filters"))
        .modal(true)
        .search_enabled(false)
        .default_width(520)
        .default_height(640)
        .build();
    dialog.set_transient_for(parent);
    crate::chapters::open_on_key(&dialog);
    let page = adw::PreferencesPage::new();
    for plies in 1..=4usize {
        let number = plies.to_string();
        let heading = if plies == 4 {
            gettext("Searches of 4 and more plies")
        } else {
            gettext_f("Searches of {n} plies", &[("n", &number)])
        };
        let group = adw::PreferencesGroup::builder().title(heading).build();
        for step in 0..plies {
            group.add(&step_row(sheet, leaf, plies - 1, step));
        }
        page.add(&group);
    }
    dialog.add(&page);
    dialog.present();
}

/// One step of one search: whether it is made, plays kept always, further ones within a distance.
fn step_row(sheet: &Sheet, leaf: &'static Leaf, row: usize, step: usize) -> adw::ExpanderRow {
    let n = step.to_string();
    let title = gettext_f("After {n}-ply", &[("n", &n)]);
    let expander = adw::ExpanderRow::builder().title(&title).show_enable_switch(true).build();
    let parts = [
        (gettext("Candidates always kept"), 0.0, 1000.0, 1.0, 0),
        (gettext("Additional candidates"), 0.0, 1000.0, 1.0, 0),
        (gettext("Maximum error of additional candidates"), 0.0, 10.0, 0.01, 3),
    ];
    let mut spins = Vec::new();
    for (part, least, most, increment, digits) in parts {
        let spin = gtk::SpinButton::with_range(least, most, increment);
        spin.set_digits(digits);
        spin.set_valign(gtk::Align::Center);
        number_field::localize(&spin);
        leave_wheel(&spin);
        a11y::set_label(&spin, &format!("{title}: {part}"));
        let line = adw::ActionRow::builder().title(&part).activatable_widget(&spin).build();
        line.add_suffix(&spin);
        expander.add_row(&line);
        spins.push(spin);
    }
    let change = glib::clone!(
        #[strong]
        sheet,
        move |edit: &dyn Fn(&mut MoveFilter)| {
            let mut filters = filters_of(&sheet, leaf);
            edit(&mut filters.rows[row][step]);
            set(&sheet, leaf, filters);
        }
    );
    expander.connect_enable_expansion_notify(glib::clone!(
        #[strong]
        change,
        move |expander| {
            let on = expander.enables_expansion();
            change(&|filter| {
                if on != (filter.accept >= 0) {
                    *filter = if on {
                        MoveFilter { accept: 0, extra: 8, threshold: 0.16 }
                    } else {
                        MoveFilter::SKIP
                    };
                }
            });
        }
    ));
    for (part, spin) in spins.iter().enumerate() {
        spin.connect_value_changed(glib::clone!(
            #[strong]
            change,
            move |spin| {
                let value = spin.value();
                change(&|filter| match part {
                    _ if filter.accept < 0 => {}
                    0 => filter.accept = value as i32,
                    1 => filter.extra = value as i32,
                    _ => filter.threshold = value as f32,
                });
            }
        ));
    }
    let weak = expander.downgrade();
    let spins: Vec<_> = spins.iter().map(ObjectExt::downgrade).collect();
    sheet.follow(move |options| {
        let (Some(expander), OptionValue::Filters(filters)) = (weak.upgrade(), leaf.get(options)) else {
            return;
        };
        let filter = filters.rows[row][step];
        expander.set_enable_expansion(filter.accept >= 0);
        expander.set_subtitle(&describe(&filter));
        let values = [f64::from(filter.accept.max(0)), f64::from(filter.extra), f64::from(filter.threshold)];
        for (spin, value) in spins.iter().filter_map(glib::WeakRef::upgrade).zip(values) {
            spin.set_value(value);
        }
    });
    expander
}

/// What a filter does.
fn describe(filter: &MoveFilter) -> String {
    if filter.accept < 0 {
        return gettext("Skipped");
    }
    let values = [
        ("accept", filter.accept.to_string()),
        ("extra", filter.extra.to_string()),
        ("threshold", localized(format!("{:.3}", filter.threshold))),
    ];
    gettext_f("Best {accept}, and up to {extra} more within {threshold}", &values)
}
