// SPDX-License-Identifier: GPL-3.0-or-later
//! Fields for numbers that show and take what the language has in place of the decimal point.

use crate::i18n::{localized, read_number};
use gtk::glib;
use gtk::prelude::*;

/// Lets a field with digits after the point follow the language. Typed points are read in every language; a text that is
/// no number brings the old number back.
pub(crate) fn localize(field: &gtk::SpinButton) {
    if field.digits() == 0 {
        return;
    }
    // GTK itself accepts the keys of the locale of the process, which is "C".
    field.set_numeric(false);
    field.connect_output(|field| {
        let digits = usize::try_from(field.digits()).unwrap_or(0);
        let text = localized(format!("{:.digits$}", field.value()));
        if field.text() != text {
            field.set_text(&text);
        }
        glib::Propagation::Stop
    });
    field.connect_input(|field| Some(read_number(&field.text()).ok_or(())));
}
