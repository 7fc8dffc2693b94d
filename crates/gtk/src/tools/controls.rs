// SPDX-License-Identifier: GPL-3.0-or-later
//! Buttons, lists, fields and labels of tool windows, each with its name for screen readers.

use crate::a11y;
use crate::widgets::number_field;
use gtk::pango;
use gtk::prelude::*;

/// Gap between groups of controls, in pixels.
pub(crate) const GROUP_GAP: i32 = 12;

/// A button with a text.
pub(crate) fn button(label: &str, tooltip: &str) -> gtk::Button {
    let button = gtk::Button::builder().label(label).tooltip_text(tooltip).build();
    a11y::set_label(&button, tooltip);
    button
}

/// A button with an icon.
pub(crate) fn icon_button(icon: &str, tooltip: &str) -> gtk::Button {
    let button = gtk::Button::builder().icon_name(icon).tooltip_text(tooltip).build();
    a11y::set_label(&button, tooltip);
    button
}

/// A drop-down list.
pub(crate) fn drop_down(choices: &[String], name: &str) -> gtk::DropDown {
    let choices: Vec<&str> = choices.iter().map(String::as_str).collect();
    let list = gtk::DropDown::from_strings(&choices);
    list.set_tooltip_text(Some(name));
    a11y::set_label(&list, name);
    list
}

/// A framed list of rows without a selection.
pub(crate) fn boxed_list(name: &str, title: &str) -> gtk::ListBox {
    let list = gtk::ListBox::builder()
        .name(name)
        .selection_mode(gtk::SelectionMode::None)
        .css_classes(["boxed-list"])
        .build();
    a11y::set_label(&list, title);
    list
}

/// A field for a number.
pub(crate) fn spin(
    range: std::ops::RangeInclusive<f64>,
    step: f64,
    digits: u32,
    name: &str,
) -> gtk::SpinButton {
    let field = gtk::SpinButton::with_range(*range.start(), *range.end(), step);
    field.set_digits(digits);
    number_field::localize(&field);
    field.set_tooltip_text(Some(name));
    a11y::set_label(&field, name);
    field
}

/// A check button with a text.
pub(crate) fn check(label: &str) -> gtk::CheckButton {
    let button = gtk::CheckButton::with_label(label);
    a11y::set_label(&button, label);
    button
}

/// A toggle button with a text.
pub(crate) fn toggle(label: &str, tooltip: &str) -> gtk::ToggleButton {
    let button = gtk::ToggleButton::builder().label(label).tooltip_text(tooltip).build();
    a11y::set_label(&button, tooltip);
    button
}

/// A text on one line.
pub(crate) fn label(text: &str, classes: &[&str], xalign: f32) -> gtk::Label {
    gtk::Label::builder()
        .label(text)
        .css_classes(classes.iter().map(ToString::to_string).collect::<Vec<_>>())
        .xalign(xalign)
        .build()
}

/// A cell of a table. It wraps where its column is narrow, so that large text needs no more width.
pub(crate) fn cell(text: &str, classes: &[&str], xalign: f32) -> gtk::Label {
    let cell = label(text, classes, xalign);
    cell.set_wrap(true);
    cell.set_yalign(0.0);
    cell.set_justify(if xalign > 0.5 { gtk::Justification::Right } else { gtk::Justification::Left });
    cell
}

/// A text of several lines.
pub(crate) fn paragraph(text: &str, classes: &[&str]) -> gtk::Label {
    let label = label(text, classes, 0.0);
    label.set_wrap(true);
    label.set_wrap_mode(pango::WrapMode::WordChar);
    label
}

/// A line whose changes a screen reader says; `name` is its name as a widget.
pub(crate) fn status_line(name: &str, classes: &[&str]) -> gtk::Label {
    gtk::Label::builder()
        .name(name)
        .css_classes(classes.iter().map(ToString::to_string).collect::<Vec<_>>())
        .xalign(0.0)
        .accessible_role(gtk::AccessibleRole::Status)
        .build()
}

/// Rows with tabs between the cells.
pub(crate) fn tab_separated(rows: &[Vec<String>]) -> String {
    rows.iter().map(|row| row.join("\t")).collect::<Vec<_>>().join("\n")
}
