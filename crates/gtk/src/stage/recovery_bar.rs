// SPDX-License-Identifier: GPL-3.0-or-later
//! A bar above the board that offers to continue an interrupted match. Structure in `resources/ui/recovery_bar.ui`.

use crate::i18n::{gettext, gettext_f, ngettext_f};
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

/// Who was playing whom for how much, and when.
pub(crate) fn describe_recoverable(found: &Recoverable) -> String {
    let [a, b] = &found.names;
    let length = found.length.to_string();
    let kind = match found.length {
        0 => gettext("money session"),
        n => ngettext_f("{n} point match", "{n} point match", u32::from(n), &[("n", &length)]),
    };
    let score = format!("{}–{}", found.score[0], found.score[1]);
    let time = found
        .modified
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok())
        .and_then(|since| glib::DateTime::from_unix_local(i64::try_from(since.as_secs()).ok()?).ok())
        .and_then(|time| time.format("%x %H:%M").ok())
        .map_or(String::new(), |time| time.to_string());
    let values = [("a", a.as_str()), ("b", b), ("kind", &kind), ("score", &score), ("time", &time)];
    gettext_f("A match was interrupted: {a} – {b}, {kind}, {score} ({time})", &values)
}
