// SPDX-License-Identifier: GPL-3.0-or-later
//! Rows for the settings of an evaluation.

use super::sheet::Sheet;
use crate::i18n::{gettext, gettext_f};
use adw::prelude::*;
use gnubg_engine::eval::EvalSettings;
use gnubg_session::options::{OptionValue, Options, PreferenceGroup, find, leaves};
use gtk::glib;
use std::cell::Cell;

/// An evaluation as a row that opens.
pub(super) fn evaluation_row(sheet: &Sheet, prefix: &str, title: &str) -> adw::ExpanderRow {
    let expander = adw::ExpanderRow::builder().title(title).build();
    let (rows, at) = (sheet.clone(), prefix.to_owned());
    fill_when_opened(&expander, move |expander| add_evaluation(&rows, &at, expander));
    let weak = expander.downgrade();
    let prefix = prefix.to_owned();
    sheet.follow(move |options| {
        if let Some(expander) = weak.upgrade() {
            expander.set_subtitle(&describe(options, &prefix));
        }
    });
    expander
}

/// Adds the rows of an evaluation.
pub(super) fn add_evaluation(sheet: &Sheet, prefix: &str, expander: &adw::ExpanderRow) {
    let start = format!("{prefix}.");
    for leaf in leaves().iter().filter(|leaf| leaf.group == Some(PreferenceGroup::Evaluation)) {
        if leaf.name.strip_prefix(&start).is_some_and(|rest| !rest.contains('.')) {
            expander.add_row(&sheet.row(leaf));
        }
    }
}

/// Makes the rows below a row when it is first opened: most never are, and the page comes sooner without them.
pub(super) fn fill_when_opened(expander: &adw::ExpanderRow, fill: impl FnOnce(&adw::ExpanderRow) + 'static) {
    let fill = Cell::new(Some(fill));
    expander.connect_expanded_notify(move |expander| {
        if let Some(fill) = fill.take() {
            fill(expander);
        }
    });
}

/// An evaluation in a few words.
pub(super) fn describe(options: &Options, prefix: &str) -> String {
    let value = |last: &str| find(&format!("{prefix}.{last}")).map(|leaf| leaf.get(options));
    let is_on = |last: &str| value(last) == Some(OptionValue::Switch(true));
    let plies = match value("plies") {
        Some(OptionValue::Whole(plies)) => u8::try_from(plies).unwrap_or(0),
        _ => 0,
    };
    let noise = match value("noise") {
        Some(OptionValue::Number(noise)) => noise as f32,
        _ => 0.0,
    };
    let settings = EvalSettings {
        plies,
        cubeful: is_on("cubeful"),
        prune: is_on("prune"),
        noise,
        deterministic: is_on("deterministic"),
    };
    let mut text = settings.name();
    if plies > 0 && settings.prune {
        text += &format!(", {}", gettext("with pruning"));
    }
    if noise > 0.0 {
        text += &format!(", {}", gettext_f("noise {n}", &[("n", &format!("{noise}"))]));
    }
    text
}

/// A row that only opens something.
pub(super) fn opening_row(
    title: &str,
    subtitle: &str,
    open: impl Fn(&adw::ActionRow) + 'static,
) -> adw::ActionRow {
    let row = adw::ActionRow::builder().title(title).subtitle(subtitle).activatable(true).build();
    row.add_suffix(&gtk::Image::from_icon_name("go-next-symbolic"));
    row.connect_activated(glib::clone!(move |row| open(row)));
    row
}
