// SPDX-License-Identifier: GPL-3.0-or-later
//! What is offered over the empty board: match lengths, a position, files. Structure in `resources/ui/start_page.ui`.

use super::length_button::{LENGTHS, length_button};
use crate::a11y;
use crate::i18n::gettext_f;
use adw::subclass::prelude::*;
use gtk::prelude::*;
use gtk::{glib, pango};

/// Lengths of matches that are offered.
const N_LENGTHS: usize = 6;

mod imp {
    use adw::subclass::prelude::*;
    use gtk::{CompositeTemplate, glib};

    #[derive(Debug, Default, CompositeTemplate)]
    #[template(resource = "/io/github/gnubg/Gnubg/ui/start_page.ui")]
    pub struct StartPage {
        #[template_child]
        pub(super) start_lengths: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) start_recent: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) start_files: TemplateChild<gtk::Box>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for StartPage {
        const NAME: &'static str = "BgStartPage";
        type Type = super::StartPage;
        type ParentType = gtk::Box;

        fn class_init(class: &mut Self::Class) {
            class.bind_template();
        }

        fn instance_init(object: &glib::subclass::InitializingObject<Self>) {
            object.init_template();
        }
    }

    impl ObjectImpl for StartPage {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().add_lengths();
        }
    }

    impl WidgetImpl for StartPage {}
    impl BoxImpl for StartPage {}
}

glib::wrapper! {
    /// The start page. Its buttons name actions of the window; a recent file is opened by `win.open-recent`.
    pub struct StartPage(ObjectSubclass<imp::StartPage>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

/// A file that was opened or saved before.
pub(crate) struct RecentFile {
    pub(crate) name: String,
    /// The whole path, for people.
    pub(crate) path: String,
    pub(crate) uri: String,
}

impl StartPage {
    fn add_lengths(&self) {
        for length in LENGTHS.into_iter().take(N_LENGTHS) {
            let button = length_button(length);
            button.set_action_name(Some("win.quick-match"));
            button.set_action_target_value(Some(&length.to_variant()));
            self.imp().start_lengths.append(&button);
        }
    }

    /// Offers these files.
    pub(crate) fn show_recent(&self, files: &[RecentFile]) {
        let imp = self.imp();
        while let Some(child) = imp.start_files.first_child() {
            imp.start_files.remove(&child);
        }
        for file in files {
            let label = gtk::Label::builder()
                .label(&file.name)
                .ellipsize(pango::EllipsizeMode::Middle)
                .max_width_chars(40);
            let button = gtk::Button::builder()
                .child(&label.build())
                .css_classes(["flat"])
                .tooltip_text(&file.path)
                .action_name("win.open-recent")
                .action_target(&file.uri.to_variant())
                .build();
            a11y::set_label(&button, &gettext_f("Open {file}", &[("file", &file.name)]));
            imp.start_files.append(&button);
        }
        imp.start_recent.set_visible(!files.is_empty());
    }
}
