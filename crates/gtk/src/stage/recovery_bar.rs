// SPDX-License-Identifier: GPL-3.0-or-later
//! A bar above the board that offers to continue an interrupted match. Structure in `resources/ui/recovery_bar.ui`.

use crate::i18n::{gettext, gettext_f};
use crate::texts::points_match;
use adw::subclass::prelude::*;
use gnubg_session::Recoverable;
use gtk::glib;
use std::time::UNIX_EPOCH;

mod imp {
    use adw::subclass::prelude::*;
    use gtk::{CompositeTemplate, glib};

    #[derive(Debug, Default, CompositeTemplate)]
    #[template(resource = "/io/github/gnubg/Gnubg/ui/recovery_bar.ui")]
    pub struct RecoveryBar {
        #[template_child]
        pub(super) recovery: TemplateChild<gtk::Revealer>,
        #[template_child]
        pub(super) recovery_label: TemplateChild<gtk::Label>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for RecoveryBar {
        const NAME: &'static str = "BgRecoveryBar";
        type Type = super::RecoveryBar;
        type ParentType = adw::Bin;

        fn class_init(class: &mut Self::Class) {
            class.bind_template();
        }

        fn instance_init(object: &glib::subclass::InitializingObject<Self>) {
            object.init_template();
        }
    }

    impl ObjectImpl for RecoveryBar {}
    impl WidgetImpl for RecoveryBar {}
    impl BinImpl for RecoveryBar {}
}

glib::wrapper! {
    /// The bar. Its buttons name the actions `win.recover` and `win.discard-recovery`.
    pub struct RecoveryBar(ObjectSubclass<imp::RecoveryBar>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
}

impl RecoveryBar {
    /// Offers a match described for people, or hides.
    pub(crate) fn offer(&self, text: Option<&str>) {
        let imp = self.imp();
        if let Some(text) = text {
            imp.recovery_label.set_text(text);
        }
        imp.recovery.set_reveal_child(text.is_some());
    }
}

/// An interrupted match in words.
pub(crate) struct InterruptedMatch {
    /// Who was playing whom.
    pub(crate) names: String,
    /// For how much, the score, and when.
    pub(crate) details: String,
    /// All of it in a sentence.
    pub(crate) sentence: String,
}

/// Who was playing whom for how much, and when.
pub(crate) fn describe_recoverable(found: &Recoverable) -> InterruptedMatch {
    let [a, b] = &found.names;
    let kind = match found.length {
        0 => gettext("money session"),
        n => points_match(n),
    };
    let score = format!("{}–{}", found.score[0], found.score[1]);
    let time = found
        .modified
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
        .and_then(|since| glib::DateTime::from_unix_local(i64::try_from(since.as_secs()).ok()?).ok())
        .zip(glib::DateTime::now_local().ok())
        .map_or(String::new(), |(time, now)| when(&time, &now));
    let values = [("a", a.as_str()), ("b", b), ("kind", &kind), ("score", &score), ("time", &time)];
    InterruptedMatch {
        names: format!("{a} – {b}"),
        details: gettext_f("{kind}, {score}, {time}", &values),
        sentence: gettext_f("A match was interrupted: {a} – {b}, {kind}, {score} ({time})", &values),
    }
}

/// A time in words that no country reads otherwise: the month has its name.
fn when(time: &glib::DateTime, now: &glib::DateTime) -> String {
    let hour = time.format("%H:%M").map(|text| text.to_string()).unwrap_or_default();
    let is_on = |day: &glib::DateTime| day.ymd() == time.ymd();
    if is_on(now) {
        return gettext_f("today at {time}", &[("time", &hour)]);
    }
    if now.add_days(-1).is_ok_and(|yesterday| is_on(&yesterday)) {
        return gettext_f("yesterday at {time}", &[("time", &hour)]);
    }
    let day = time.format("%-d %B %Y").map(|text| text.to_string()).unwrap_or_default();
    gettext_f("{day} at {time}", &[("day", &day), ("time", &hour)])
}

#[cfg(test)]
mod tests {
    use super::when;
    use gtk::glib;

    #[test]
    fn the_month_of_an_interrupted_match_has_its_name() {
        let at = |month, day, hour| glib::DateTime::from_utc(2026, month, day, hour, 5, 0.0).expect("a time");
        let now = at(3, 1, 9);
        assert_eq!(when(&at(3, 1, 8), &now), "today at 08:05");
        assert_eq!(when(&at(2, 28, 23), &now), "yesterday at 23:05");
        let earlier = when(&at(2, 3, 14), &now);
        assert!(earlier.starts_with("3 ") && earlier.ends_with(" 2026 at 14:05"), "{earlier}");
        assert!(earlier.contains(char::is_alphabetic) && !earlier.contains(['/', '.']), "{earlier}");
    }
}
