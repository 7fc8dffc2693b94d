// SPDX-License-Identifier: GPL-3.0-or-later
//! Words for actions.

use crate::i18n::gettext;

/// An action in words of people; a play stays as it is.
pub(super) fn action(text: &str) -> String {
    match text {
        "double" => gettext("double"),
        "no double" => gettext("no double"),
        "take" => gettext("take"),
        "drop" => gettext("pass"),
        "double, take" => gettext("Double, take"),
        "double, drop" | "double, pass" => gettext("Double, pass"),
        "no double, take" => gettext("No double, take"),
        "no double, pass" => gettext("Too good to double"),
        other => other.to_owned(),
    }
}
