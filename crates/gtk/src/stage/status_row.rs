// SPDX-License-Identifier: GPL-3.0-or-later
//! The last line below the board: how far an analysis has come, room for what else runs in the background, and the ID of the
//! position, in the line or behind a button. The line is there while nothing runs, too, so that the board keeps its size
//! when work begins. Structure in `resources/ui/status_row.ui`.

use crate::i18n::gettext_f;
use adw::subclass::prelude::*;
use gtk::glib;
use gtk::prelude::*;

mod imp {
    use adw::subclass::prelude::*;
    use gtk::prelude::*;
    use gtk::{CompositeTemplate, glib};
    use std::cell::{Cell, RefCell};

    #[derive(Debug, Default, CompositeTemplate)]
    #[template(resource = "/io/github/gnubg/Gnubg/ui/status_row.ui")]
    pub struct StatusRow {
        #[template_child]
        pub(super) id_line: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) id_entry: TemplateChild<gtk::Entry>,
        /// Opens the popover with the ID where it is not in the line.
        #[template_child]
        pub(super) id_button: TemplateChild<gtk::MenuButton>,
        #[template_child]
        pub(super) id_popover: TemplateChild<gtk::Popover>,
        /// The content of the popover.
        #[template_child]
        pub(super) id_place: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) progress: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) progress_label: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) progress_bar: TemplateChild<gtk::ProgressBar>,
        /// The identifier last shown; another text in its entry is being typed.
        pub(super) shown_id: RefCell<String>,
        pub(super) is_running: Cell<bool>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for StatusRow {
        const NAME: &'static str = "BgStatusRow";
        type Type = super::StatusRow;
        type ParentType = gtk::Box;

        fn class_init(class: &mut Self::Class) {
            class.bind_template();
        }

        fn instance_init(object: &glib::subclass::InitializingObject<Self>) {
            object.init_template();
        }
    }

    impl ObjectImpl for StatusRow {
        fn constructed(&self) {
            self.parent_constructed();
            let name = self.id_button.tooltip_text().unwrap_or_default();
            crate::a11y::name_menu_buttons(&*self.id_button, &name);
            let entry = self.id_entry.get();
            self.id_popover.connect_show(move |_| {
                entry.grab_focus();
            });
        }
    }
    impl WidgetImpl for StatusRow {}
    impl BoxImpl for StatusRow {}
}

glib::wrapper! {
    /// The line. Its buttons name the actions `win.copy-id` and `win.stop-analysis`.
    pub struct StatusRow(ObjectSubclass<imp::StatusRow>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl StatusRow {
    /// Shows the position's identifier, unless another one is being typed.
    pub(crate) fn show_id(&self, id: &str) {
        let imp = self.imp();
        let has_focus = imp.id_entry.state_flags().contains(gtk::StateFlags::FOCUS_WITHIN);
        if has_focus && *imp.shown_id.borrow() != imp.id_entry.text() {
            return;
        }
        // The same text again would take the selection away from somebody who begins to type.
        if imp.id_entry.text() != id {
            imp.id_entry.set_text(id);
            if has_focus {
                imp.id_entry.select_region(0, -1);
            }
        }
        imp.shown_id.replace(id.to_owned());
    }

    /// Calls `entered` with an identifier that was typed or pasted.
    pub(crate) fn connect_id_entered(&self, entered: impl Fn(&str) + 'static) {
        let row = self.downgrade();
        self.imp().id_entry.connect_activate(move |entry| {
            let Some(row) = row.upgrade() else { return };
            // It is taken now: what is shown next may replace it.
            row.imp().shown_id.replace(entry.text().into());
            row.imp().id_popover.popdown();
            entered(&entry.text());
        });
    }

    /// Shows how much of an analysis is done, or that none runs.
    pub(crate) fn show_progress(&self, progress: Option<(u64, u64)>) {
        let imp = self.imp();
        imp.is_running.set(progress.is_some());
        let Some((done, total)) = progress else { return };
        let text = |done: u64| {
            let values = [("done", &*done.to_string()), ("total", &*total.to_string())];
            gettext_f("Analyzing: {done} of {total}", &values)
        };
        // Room for the last number from the beginning, so that nothing moves.
        let room = i32::try_from(text(total).chars().count()).unwrap_or(0);
        imp.progress_label.set_width_chars(room);
        imp.progress_label.set_text(&text(done));
        imp.progress_bar.set_fraction(if total == 0 { 0.0 } else { done as f64 / total as f64 });
    }

    /// Whether an analysis is shown to run.
    pub(crate) fn is_running(&self) -> bool {
        self.imp().is_running.get()
    }

    /// Adds what else runs in the background.
    pub(crate) fn add_background(&self, background: &impl IsA<gtk::Widget>) {
        self.insert_child_after(background, Some(&*self.imp().progress));
    }

    /// Gives the keyboard to the ID, in the line or in its popover.
    pub(crate) fn open_id(&self) {
        let imp = self.imp();
        if imp.id_button.get_visible() {
            self.set_visible(true);
            imp.id_button.popup();
        } else {
            imp.id_entry.grab_focus();
        }
    }

    /// Shows what there is room for; in a low window nothing while nothing runs. Returns whether the identifier is in the
    /// line.
    pub(crate) fn fit(&self, shows_ids: bool, room: StatusRoom, has_background: bool) -> bool {
        let imp = self.imp();
        let is_running = imp.is_running.get();
        let n_busy = usize::from(is_running) + usize::from(has_background);
        let has_id = shows_ids && !room.is_low && n_busy <= usize::from(!room.is_narrow);
        self.place_id(has_id);
        imp.progress.set_visible(is_running);
        imp.progress.set_hexpand(!has_id && !has_background);
        imp.progress_bar.set_hexpand(!has_id && !has_background);
        imp.id_button.set_hexpand(n_busy == 0);
        self.set_visible(!room.is_low || n_busy > 0 || imp.id_popover.is_visible());
        has_id
    }

    /// Puts the identifier in the line or in the popover.
    fn place_id(&self, in_line: bool) {
        let imp = self.imp();
        let line = &*imp.id_line;
        let is_in_line = line.parent().as_ref() == Some(self.upcast_ref());
        if in_line && !is_in_line {
            imp.id_popover.popdown();
            imp.id_place.remove(line);
            self.prepend(line);
        } else if is_in_line && !in_line {
            self.remove(line);
            imp.id_place.append(line);
        }
        imp.id_button.set_visible(!in_line);
    }
}

/// The room for the line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StatusRoom {
    /// The column is narrow.
    pub(crate) is_narrow: bool,
    /// The window is low for its text.
    pub(crate) is_low: bool,
}
