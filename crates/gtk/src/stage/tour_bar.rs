// SPDX-License-Identifier: GPL-3.0-or-later
//! A bar above the board with one step of the tour. Structure in `resources/ui/tour_bar.ui`.

use crate::i18n::gettext_f;
use adw::subclass::prelude::*;
use gtk::glib;
use gtk::prelude::*;

mod imp {
    use adw::subclass::prelude::*;
    use gtk::{CompositeTemplate, glib};

    #[derive(Debug, Default, CompositeTemplate)]
    #[template(resource = "/io/github/gnubg/Gnubg/ui/tour_bar.ui")]
    pub struct TourBar {
        #[template_child]
        pub(super) tour: TemplateChild<gtk::Revealer>,
        #[template_child]
        pub(super) tour_place: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) tour_text: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) tour_next: TemplateChild<gtk::Button>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for TourBar {
        const NAME: &'static str = "BgTourBar";
        type Type = super::TourBar;
        type ParentType = adw::Bin;

        fn class_init(class: &mut Self::Class) {
            class.bind_template();
        }

        fn instance_init(object: &glib::subclass::InitializingObject<Self>) {
            object.init_template();
        }
    }

    impl ObjectImpl for TourBar {}
    impl WidgetImpl for TourBar {}
    impl BinImpl for TourBar {}
}

glib::wrapper! {
    /// The bar. Its buttons name the actions `win.tour-back`, `win.tour-next` and `win.tour-end`.
    pub struct TourBar(ObjectSubclass<imp::TourBar>)
        @extends adw::Bin, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget;
}

impl TourBar {
    /// Shows step `n` of `of`, counted from 1, with the label of the button that goes on.
    pub(crate) fn show(&self, (n, of): (usize, usize), text: &str, next: &str) {
        let imp = self.imp();
        imp.tour_place
            .set_text(&gettext_f("{n} of {of}", &[("n", &*n.to_string()), ("of", &*of.to_string())]));
        imp.tour_text.set_text(text);
        imp.tour_next.set_label(next);
        imp.tour.set_visible(true);
        imp.tour.set_reveal_child(true);
    }

    /// Hides the bar.
    pub(crate) fn hide_steps(&self) {
        self.imp().tour.set_reveal_child(false);
        self.imp().tour.set_visible(false);
    }
}
