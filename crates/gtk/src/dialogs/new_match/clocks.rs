// SPDX-License-Identifier: GPL-3.0-or-later
//! The clocks in the dialog for a new match: a kind or a time control with a name, its times, and what is lost at zero.

use super::NewMatchDialog;
use crate::i18n::gettext;
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_session::options::{ClockOptions, ClockWord, PenaltyWord};
use gnubg_session::time_controls::{TimeControls, named_time_control};
use gtk::glib;

fn translated(titles: &[&str]) -> Vec<String> {
    titles.iter().map(|title| gettext(title)).collect()
}

fn model(titles: &[String]) -> gtk::StringList {
    gtk::StringList::new(&titles.iter().map(String::as_str).collect::<Vec<_>>())
}

fn value(field: &gtk::SpinButton) -> u32 {
    u32::try_from(field.value_as_int()).unwrap_or(0)
}

impl NewMatchDialog {
    /// Lets the rows of the clocks follow one another.
    pub(super) fn connect_clocks(&self) {
        let imp = self.imp();
        imp.clock_penalty.set_model(Some(&model(&translated(PenaltyWord::TITLES))));
        imp.clock.connect_selected_notify(glib::clone!(
            #[weak(rename_to = dialog)]
            self,
            move |_| dialog.clock_chosen()
        ));
        imp.clock_penalty.connect_selected_notify(glib::clone!(
            #[weak(rename_to = dialog)]
            self,
            move |_| dialog.clock_changed()
        ));
        for field in self.clock_fields() {
            field.connect_value_changed(glib::clone!(
                #[weak(rename_to = dialog)]
                self,
                move |_| dialog.clock_changed()
            ));
        }
    }

    fn clock_fields(&self) -> [&gtk::SpinButton; 5] {
        let imp = self.imp();
        [&imp.clock_time, &imp.clock_per_point, &imp.clock_per_turn, &imp.clock_points, &imp.clock_extra]
    }

    /// Lists the kinds and the time controls with names, and shows the clocks that options describe.
    pub(super) fn show_clock(&self, clock: &ClockOptions) {
        let imp = self.imp();
        let controls = TimeControls::of(clock);
        let names = controls.list().iter().map(|named| named.name.clone());
        let titles: Vec<String> = translated(ClockWord::TITLES).into_iter().chain(names).collect();
        imp.is_showing_clock.set(true);
        imp.clock.set_model(Some(&model(&titles)));
        imp.is_showing_clock.set(false);
        self.select_clock(clock);
    }

    /// Selects the clocks that options describe. The list stays: it may be open.
    fn select_clock(&self, clock: &ClockOptions) {
        let imp = self.imp();
        imp.is_showing_clock.set(true);
        let name = named_time_control(clock).map(|named| named.name).unwrap_or_default();
        let named = TimeControls::of(clock).list().iter().position(|named| named.name == name);
        let kind = ClockWord::WORDS.iter().position(|word| *word == clock.kind.word()).unwrap_or(0);
        imp.clock.set_selected(named.map_or(kind, |at| ClockWord::WORDS.len() + at) as u32);
        let penalty = PenaltyWord::WORDS.iter().position(|word| *word == clock.penalty.word()).unwrap_or(0);
        imp.clock_penalty.set_selected(penalty as u32);
        let values = [clock.time, clock.per_point, clock.per_turn, u32::from(clock.points), clock.extra]
            .map(f64::from);
        for (field, value) in self.clock_fields().into_iter().zip(values) {
            field.set_value(value);
        }
        imp.is_showing_clock.set(false);
        self.show_clock_rows();
    }

    /// A kind or a time control was chosen; the latter brings its times.
    fn clock_chosen(&self) {
        if self.imp().is_showing_clock.get() {
            return;
        }
        let mut clock = self.clock_options();
        if let Some(name) = self.chosen_time_control()
            && clock.choose(&name)
        {
            self.select_clock(&clock);
        } else {
            self.show_clock_rows();
        }
    }

    /// A time control whose times were changed has its name no longer.
    fn clock_changed(&self) {
        if self.imp().is_showing_clock.get() {
            return;
        }
        match self.chosen_time_control() {
            Some(_) => self.select_clock(&self.clock_options()),
            None => self.show_clock_rows(),
        }
    }

    /// Shows the rows that the chosen clocks have.
    fn show_clock_rows(&self) {
        let imp = self.imp();
        let clock = self.clock_options();
        let has_clock = clock.kind != ClockWord::Off;
        let loses_points = has_clock && clock.penalty == PenaltyWord::Points;
        imp.clock_time_row.set_visible(has_clock);
        imp.clock_per_point_row.set_visible(has_clock);
        imp.clock_per_turn_row.set_visible(matches!(clock.kind, ClockWord::Bronstein | ClockWord::Fischer));
        imp.clock_penalty.set_visible(has_clock);
        imp.clock_points_row.set_visible(loses_points);
        imp.clock_extra_row.set_visible(loses_points);
    }

    /// The name of the chosen time control; `None` if a kind is chosen.
    fn chosen_time_control(&self) -> Option<String> {
        let imp = self.imp();
        let at = (imp.clock.selected() as usize).checked_sub(ClockWord::WORDS.len())?;
        Some(TimeControls::of(&imp.base.borrow().clock).list().get(at)?.name.clone())
    }

    /// The clocks as the rows show them.
    pub(super) fn clock_options(&self) -> ClockOptions {
        let imp = self.imp();
        let named = imp.base.borrow().clock.named.clone();
        let name = self.chosen_time_control().unwrap_or_default();
        let mut of_name = ClockOptions { named: named.clone(), ..ClockOptions::default() };
        let kind = if of_name.choose(&name) {
            of_name.kind
        } else {
            let word = ClockWord::WORDS.get(imp.clock.selected() as usize);
            word.and_then(|word| ClockWord::from_word(word)).unwrap_or_default()
        };
        let penalty = PenaltyWord::WORDS.get(imp.clock_penalty.selected() as usize);
        let [time, per_point, per_turn, points, extra] = self.clock_fields().map(value);
        ClockOptions {
            kind,
            time,
            per_point,
            per_turn,
            penalty: penalty.and_then(|word| PenaltyWord::from_word(word)).unwrap_or_default(),
            points: u8::try_from(points).unwrap_or(1),
            extra,
            name,
            named,
        }
    }
}
