// SPDX-License-Identifier: GPL-3.0-or-later
//! The dialog for a new match or session. Calls back with the match; structure in `resources/ui/new_match.ui`.

use super::preferences::level_title;
use crate::i18n::{gettext, gettext_f};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::eval::Level;
use gnubg_session::options::{Options, Seat, VariationWord};
use gtk::{CompositeTemplate, gdk, glib};
use std::cell::RefCell;
use std::rc::Rc;

/// Lengths offered for one click; 0 is a money session.
pub(super) const LENGTHS: [u16; 9] = [1, 3, 5, 7, 9, 11, 13, 15, 17];

/// Who plays a seat, as the dialog offers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// A person.
    Person,
    /// The computer at a level.
    Computer(Level),
    /// The computer with the settings it has.
    Own,
    /// The linear benchmark player.
    Pubeval,
}

impl Choice {
    /// Everything that can be chosen; `own` where the present settings are no level.
    fn all(own: bool) -> Vec<Choice> {
        let levels = Level::ALL.into_iter().map(Choice::Computer);
        let own = own.then_some(Choice::Own);
        std::iter::once(Choice::Person).chain(levels).chain(own).chain([Choice::Pubeval]).collect()
    }

    fn title(self) -> String {
        match self {
            Choice::Person => gettext("A person"),
            Choice::Computer(level) => gettext_f("Computer: {level}", &[("level", &level_title(level))]),
            Choice::Own => gettext("Computer: own settings"),
            Choice::Pubeval => gettext("Computer: linear benchmark (pubeval)"),
        }
    }

    /// The choice that options stand for.
    fn of(options: &Options, seat: usize) -> Choice {
        let player = &options.players[seat];
        match (player.seat, player.level()) {
            (Seat::Human, _) => Choice::Person,
            (Seat::Pubeval, _) => Choice::Pubeval,
            (Seat::Engine, Some(level)) => Choice::Computer(level),
            (Seat::Engine, None) => Choice::Own,
        }
    }

    fn note(self, options: &mut Options, seat: usize) {
        let player = &mut options.players[seat];
        player.seat = match self {
            Choice::Person => Seat::Human,
            Choice::Computer(_) | Choice::Own => Seat::Engine,
            Choice::Pubeval => Seat::Pubeval,
        };
        if let Choice::Computer(level) = self {
            player.set_level(level);
        }
    }
}

/// Variations in the order of the dialog's list.
const VARIATIONS: [VariationWord; 5] = [
    VariationWord::Standard,
    VariationWord::Nackgammon,
    VariationWord::Hypergammon1,
    VariationWord::Hypergammon2,
    VariationWord::Hypergammon3,
];

/// A match or session to be started.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NewMatch {
    /// Points to win; 0 for money.
    pub(super) length: u16,
    variation: VariationWord,
    crawford: bool,
    jacoby: bool,
    names: [String; 2],
    seats: [Choice; 2],
    /// Whether the user enters the dice.
    pub(super) manual_dice: bool,
    tutor: bool,
}

impl NewMatch {
    /// Takes the choices over into the settings.
    pub(super) fn note(&self, options: &mut Options) {
        options.matches.length = self.length;
        options.matches.variation = self.variation;
        options.matches.crawford = self.crawford;
        options.matches.jacoby = self.jacoby;
        options.matches.names.clone_from(&self.names);
        options.tutor.on = self.tutor;
        for (seat, choice) in self.seats.into_iter().enumerate() {
            choice.note(options, seat);
        }
    }
}

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
        pub tutor: TemplateChild<gtk::Switch>,
        #[template_child]
        pub name_0: TemplateChild<adw::EntryRow>,
        #[template_child]
        pub seat_0: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub name_1: TemplateChild<adw::EntryRow>,
        #[template_child]
        pub seat_1: TemplateChild<adw::ComboRow>,
        pub(in super::super) choices: RefCell<[Vec<Choice>; 2]>,
        pub(in super::super) on_start: RefCell<Option<OnStart>>,
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
    /// The dialog, set as the last match was.
    pub(super) fn new(
        parent: &impl IsA<gtk::Window>,
        options: &Options,
        manual_dice: bool,
        on_start: impl Fn(NewMatch) + 'static,
    ) -> NewMatchDialog {
        let dialog: NewMatchDialog = glib::Object::builder().property("transient-for", parent).build();
        let imp = dialog.imp();
        let matches = &options.matches;
        imp.length.set_value(f64::from(matches.length));
        let variation = VARIATIONS.iter().position(|word| *word == matches.variation).unwrap_or(0);
        imp.variation.set_selected(variation as u32);
        imp.crawford.set_active(matches.crawford);
        imp.jacoby.set_active(matches.jacoby);
        imp.manual_dice.set_active(manual_dice);
        imp.tutor.set_active(options.tutor.on);
        let rows = [(&imp.name_0, &imp.seat_0), (&imp.name_1, &imp.seat_1)];
        for (seat, (entry, combo)) in rows.into_iter().enumerate() {
            entry.set_text(&matches.names[seat]);
            let present = Choice::of(options, seat);
            let choices = Choice::all(present == Choice::Own);
            let titles: Vec<String> = choices.iter().map(|choice| choice.title()).collect();
            let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
            combo.set_model(Some(&gtk::StringList::new(&titles)));
            let at = choices.iter().position(|choice| *choice == present).unwrap_or(0);
            combo.set_selected(at as u32);
            imp.choices.borrow_mut()[seat] = choices;
        }
        // Return starts; without this it would cancel.
        GtkWindowExt::set_focus(&dialog, Some(&*imp.start));
        imp.on_start.replace(Some(Rc::new(on_start)));
        dialog
    }

    /// Starts what is set, with `length` in place of the chosen one if a button was used.
    fn finish(&self, length: Option<u16>) {
        let imp = self.imp();
        let chosen = u16::try_from(imp.length.value_as_int()).unwrap_or(0);
        let defaults = Options::default().matches.names;
        let name = |entry: &adw::EntryRow, fallback: &str| {
            gnubg_session::usable_name(&entry.text()).unwrap_or_else(|_| fallback.to_owned())
        };
        let seat = |combo: &adw::ComboRow, seat: usize| {
            let choices = imp.choices.borrow();
            choices[seat].get(combo.selected() as usize).copied().unwrap_or(Choice::Person)
        };
        let new = NewMatch {
            length: length.unwrap_or(chosen),
            variation: VARIATIONS[imp.variation.selected() as usize % VARIATIONS.len()],
            crawford: imp.crawford.is_active(),
            jacoby: imp.jacoby.is_active(),
            names: [name(&imp.name_0, &defaults[0]), name(&imp.name_1, &defaults[1])],
            seats: [seat(&imp.seat_0, 0), seat(&imp.seat_1, 1)],
            manual_dice: imp.manual_dice.is_active(),
            tutor: imp.tutor.is_active(),
        };
        let callback = imp.on_start.borrow().clone();
        self.close();
        if let Some(callback) = callback {
            callback(new);
        }
    }
}
