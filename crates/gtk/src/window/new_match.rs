// SPDX-License-Identifier: GPL-3.0-or-later
//! The dialog for a new match or session. Calls back with the match; structure in `resources/ui/new_match.ui`.

use crate::i18n::{gettext, gettext_f};
use crate::model::{NewMatch, Seat};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::{Rules, Variation};
use gtk::{CompositeTemplate, gdk, glib};
use std::cell::RefCell;
use std::rc::Rc;

/// Lengths offered for one click; 0 is a money session.
pub(super) const LENGTHS: [u16; 9] = [1, 3, 5, 7, 9, 11, 13, 15, 17];

type OnStart = Rc<dyn Fn(NewMatch)>;

mod imp {
    use super::*;

    #[derive(Default, CompositeTemplate)]
    #[template(resource = "/io/github/gnubg/Gnubg/ui/new_match.ui")]
    pub struct NewMatchDialog {
        #[template_child]
        pub cancel: TemplateChild<gtk::Button>,
        #[template_child]
        pub start: TemplateChild<gtk::Button>,
        #[template_child]
        pub lengths: TemplateChild<gtk::Box>,
        #[template_child]
        pub length: TemplateChild<gtk::SpinButton>,
        #[template_child]
        pub variation: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub crawford: TemplateChild<gtk::Switch>,
        #[template_child]
        pub jacoby: TemplateChild<gtk::Switch>,
        #[template_child]
        pub manual_dice: TemplateChild<gtk::Switch>,
        #[template_child]
        pub name_0: TemplateChild<adw::EntryRow>,
        #[template_child]
        pub seat_0: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub name_1: TemplateChild<adw::EntryRow>,
        #[template_child]
        pub seat_1: TemplateChild<adw::ComboRow>,
        pub levels: RefCell<Vec<String>>,
        pub on_start: RefCell<Option<OnStart>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for NewMatchDialog {
        const NAME: &'static str = "BgNewMatch";
        type Type = super::NewMatchDialog;
        type ParentType = adw::Window;

        fn class_init(class: &mut Self::Class) {
            class.bind_template();
            class.add_binding_action(gdk::Key::Escape, gdk::ModifierType::empty(), "window.close");
        }

        fn instance_init(object: &glib::subclass::InitializingObject<Self>) {
            object.init_template();
        }
    }

    impl ObjectImpl for NewMatchDialog {
        fn constructed(&self) {
            self.parent_constructed();
            let dialog = self.obj();
            self.cancel.connect_clicked(glib::clone!(
                #[weak]
                dialog,
                move |_| dialog.close()
            ));
            self.start.connect_clicked(glib::clone!(
                #[weak]
                dialog,
                move |_| dialog.finish(None)
            ));
            dialog.set_default_widget(Some(&*self.start));
            for length in LENGTHS {
                let button = length_button(length);
                button.connect_clicked(glib::clone!(
                    #[weak]
                    dialog,
                    move |_| dialog.finish(Some(length))
                ));
                self.lengths.append(&button);
            }
            let money = gtk::Button::with_label(&gettext("Money"));
            money.add_css_class("length-button");
            money.connect_clicked(glib::clone!(
                #[weak]
                dialog,
                move |_| dialog.finish(Some(0))
            ));
            self.lengths.append(&money);
            self.lengths.set_homogeneous(false);
        }
    }

    impl WidgetImpl for NewMatchDialog {}
    impl WindowImpl for NewMatchDialog {}
    impl AdwWindowImpl for NewMatchDialog {}
}

glib::wrapper! {
    /// The dialog for a new match.
    pub struct NewMatchDialog(ObjectSubclass<imp::NewMatchDialog>)
        @extends adw::Window, gtk::Window, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget, gtk::Native, gtk::Root, gtk::ShortcutManager;
}

/// A button that starts a match of that length.
pub(super) fn length_button(length: u16) -> gtk::Button {
    let button = gtk::Button::with_label(&length.to_string());
    button.add_css_class("length-button");
    let name = gettext_f("Match to {n}", &[("n", &length.to_string())]);
    button.set_tooltip_text(Some(&name));
    crate::a11y::set_label(&button, &name);
    button
}

impl NewMatchDialog {
    /// The dialog with the players' present names and the levels the computer can play at.
    pub(super) fn new(
        parent: &impl IsA<gtk::Window>,
        names: &[String; 2],
        seats: &[Seat; 2],
        levels: Vec<String>,
        on_start: impl Fn(NewMatch) + 'static,
    ) -> NewMatchDialog {
        let dialog: NewMatchDialog = glib::Object::builder().property("transient-for", parent).build();
        let imp = dialog.imp();
        for (n, (entry, combo)) in
            [(&imp.name_0, &imp.seat_0), (&imp.name_1, &imp.seat_1)].into_iter().enumerate()
        {
            entry.set_text(&names[n]);
            let human = gettext("A person");
            let choices: Vec<&str> =
                std::iter::once(human.as_str()).chain(levels.iter().map(String::as_str)).collect();
            combo.set_model(Some(&gtk::StringList::new(&choices)));
            // Nothing to choose from: the row would only be in the way.
            combo.set_visible(!levels.is_empty());
            if let Seat::Computer(level) = &seats[n]
                && let Some(at) = levels.iter().position(|other| other == level)
            {
                combo.set_selected(at as u32 + 1);
            }
        }
        // Return starts; without this it would cancel.
        GtkWindowExt::set_focus(&dialog, Some(&*imp.start));
        imp.levels.replace(levels);
        imp.on_start.replace(Some(Rc::new(on_start)));
        dialog
    }

    /// Starts what is set, with `length` in place of the chosen one if a button was used.
    fn finish(&self, length: Option<u16>) {
        let imp = self.imp();
        let chosen = u16::try_from(imp.length.value_as_int()).unwrap_or(0);
        let variation = Variation::ALL[imp.variation.selected() as usize % Variation::ALL.len()];
        let rules = Rules {
            variation,
            crawford: imp.crawford.is_active(),
            jacoby: imp.jacoby.is_active(),
            ..Rules::default()
        };
        let name = |entry: &adw::EntryRow, fallback: String| {
            let text = entry.text().trim().to_owned();
            if text.is_empty() { fallback } else { text }
        };
        let seat = |combo: &adw::ComboRow| match combo.selected() {
            0 | gtk::INVALID_LIST_POSITION => Seat::Human,
            n => imp.levels.borrow().get(n as usize - 1).cloned().map_or(Seat::Human, Seat::Computer),
        };
        let [first, second] = default_names();
        let new = NewMatch {
            length: length.unwrap_or(chosen),
            rules,
            names: [name(&imp.name_0, first), name(&imp.name_1, second)],
            seats: [seat(&imp.seat_0), seat(&imp.seat_1)],
            manual_dice: imp.manual_dice.is_active(),
        };
        let callback = imp.on_start.borrow().clone();
        self.close();
        if let Some(callback) = callback {
            callback(new);
        }
    }
}

/// Names for players who have not given any.
pub(super) fn default_names() -> [String; 2] {
    [gettext("Light"), gettext("Dark")]
}
