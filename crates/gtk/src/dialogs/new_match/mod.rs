// SPDX-License-Identifier: GPL-3.0-or-later
//! The dialog for a new match or session. Calls back with the match; structure in `resources/ui/new_match.ui`.

mod clocks;
mod presets;

use crate::host::HostHandle;
use crate::i18n::{gettext, gettext_f};
use crate::level_names::level_name;
use crate::stage::{LENGTHS, length_button};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::rollout::DecisionLevel;
use gnubg_session::options::{ClockOptions, Decides as _, Options, Seat, VariationWord};
use gnubg_session::presets::{Preset, Presets};
use gtk::{CompositeTemplate, gdk, glib};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Who plays a seat, as the dialog offers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeatChoice {
    /// A person.
    Person,
    /// The computer at a level.
    Computer(DecisionLevel),
    /// The computer with its current settings.
    Own,
    /// The linear benchmark player.
    Pubeval,
    /// An external player, over a socket.
    External,
}

impl SeatChoice {
    /// Everything that can be chosen; `own` where the present settings are no level.
    fn all(own: bool) -> Vec<SeatChoice> {
        let levels = DecisionLevel::ALL.into_iter().map(SeatChoice::Computer);
        let own = own.then_some(SeatChoice::Own);
        std::iter::once(SeatChoice::Person)
            .chain(levels)
            .chain(own)
            .chain([SeatChoice::Pubeval, SeatChoice::External])
            .collect()
    }

    pub(crate) fn title(self) -> String {
        match self {
            SeatChoice::Person => gettext("A person"),
            SeatChoice::Computer(level) => gettext_f("Computer: {level}", &[("level", &level_name(level))]),
            SeatChoice::Own => gettext("Computer: own settings"),
            SeatChoice::Pubeval => gettext("Computer: linear benchmark (pubeval)"),
            SeatChoice::External => gettext("External player"),
        }
    }

    /// The choice that options stand for.
    pub(crate) fn of(options: &Options, seat: usize) -> SeatChoice {
        let player = &options.players[seat];
        match (player.seat, player.level()) {
            (Seat::Human, _) => SeatChoice::Person,
            (Seat::Pubeval, _) => SeatChoice::Pubeval,
            (Seat::External, _) => SeatChoice::External,
            (Seat::Engine, Some(level)) => SeatChoice::Computer(level),
            (Seat::Engine, None) => SeatChoice::Own,
        }
    }

    fn note(self, options: &mut Options, seat: usize) {
        let player = &mut options.players[seat];
        player.seat = match self {
            SeatChoice::Person => Seat::Human,
            SeatChoice::Computer(_) | SeatChoice::Own => Seat::Engine,
            SeatChoice::Pubeval => Seat::Pubeval,
            SeatChoice::External => Seat::External,
        };
        if let SeatChoice::Computer(level) = self {
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

/// Where a match starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartPosition {
    /// The starting position of the variation.
    Usual,
    /// With the position in the window.
    Shown,
    /// With the position that a text on the clipboard describes.
    Clipboard,
}

/// A match or session to be started.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NewMatch {
    /// What the dialog does not show.
    base: Options,
    /// Where it starts.
    pub(crate) position: StartPosition,
    /// Points to win; 0 for money.
    pub(crate) length: u16,
    variation: VariationWord,
    crawford: bool,
    jacoby: bool,
    names: [String; 2],
    seats: [SeatChoice; 2],
    addresses: [String; 2],
    /// Whether the user enters the dice.
    pub(crate) manual_dice: bool,
    tutor: bool,
    clock: ClockOptions,
}

impl NewMatch {
    /// Copies the choices into the settings.
    pub(crate) fn note(&self, options: &mut Options) {
        Preset::of("", &self.base, self.manual_dice).apply(options);
        for (player, address) in options.players.iter_mut().zip(&self.addresses) {
            player.address = address.trim().to_owned();
        }
        options.matches.length = self.length;
        options.matches.variation = self.variation;
        options.matches.crawford = self.crawford;
        options.matches.jacoby = self.jacoby;
        options.matches.names.clone_from(&self.names);
        options.tutor.on = self.tutor;
        options.clock.clone_from(&self.clock);
        for (seat, choice) in self.seats.into_iter().enumerate() {
            choice.note(options, seat);
        }
    }
}

type OnStart = Rc<dyn Fn(NewMatch)>;

mod imp {
    use super::*;
    use crate::widgets::combo;

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
        pub clock: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub clock_time: TemplateChild<gtk::SpinButton>,
        #[template_child]
        pub clock_time_row: TemplateChild<adw::ActionRow>,
        #[template_child]
        pub clock_per_point: TemplateChild<gtk::SpinButton>,
        #[template_child]
        pub clock_per_point_row: TemplateChild<adw::ActionRow>,
        #[template_child]
        pub clock_per_turn: TemplateChild<gtk::SpinButton>,
        #[template_child]
        pub clock_per_turn_row: TemplateChild<adw::ActionRow>,
        #[template_child]
        pub clock_penalty: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub clock_points: TemplateChild<gtk::SpinButton>,
        #[template_child]
        pub clock_points_row: TemplateChild<adw::ActionRow>,
        #[template_child]
        pub clock_extra: TemplateChild<gtk::SpinButton>,
        #[template_child]
        pub clock_extra_row: TemplateChild<adw::ActionRow>,
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
        pub address_0: TemplateChild<adw::EntryRow>,
        #[template_child]
        pub address_1: TemplateChild<adw::EntryRow>,
        #[template_child]
        pub exchange: TemplateChild<gtk::Button>,
        #[template_child]
        pub position: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub preset: TemplateChild<adw::ComboRow>,
        #[template_child]
        pub save_preset: TemplateChild<gtk::MenuButton>,
        #[template_child]
        pub preset_popover: TemplateChild<gtk::Popover>,
        #[template_child]
        pub preset_name: TemplateChild<gtk::Entry>,
        #[template_child]
        pub put_preset: TemplateChild<gtk::Button>,
        #[template_child]
        pub delete_preset: TemplateChild<gtk::Button>,
        #[template_child]
        pub name_1: TemplateChild<adw::EntryRow>,
        #[template_child]
        pub seat_1: TemplateChild<adw::ComboRow>,
        pub(in super::super) choices: RefCell<[Vec<SeatChoice>; 2]>,
        pub(in super::super) on_start: RefCell<Option<OnStart>>,
        pub(in super::super) base: RefCell<Options>,
        pub(in super::super) presets: RefCell<Presets>,
        /// Whether the list of presets is being filled.
        pub(in super::super) is_filling: Cell<bool>,
        /// Whether the rows of the clocks are being filled.
        pub(in super::super) is_showing_clock: Cell<bool>,
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
            let lists = [
                &self.preset,
                &self.seat_0,
                &self.seat_1,
                &self.variation,
                &self.clock,
                &self.clock_penalty,
                &self.position,
            ];
            lists.into_iter().for_each(|list| combo::show_whole(list));
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
            self.exchange.connect_clicked(glib::clone!(
                #[weak]
                dialog,
                move |_| dialog.exchange()
            ));
            dialog.connect_presets();
            dialog.connect_addresses();
            dialog.connect_clocks();
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

impl NewMatchDialog {
    /// The dialog, set as the last match was.
    pub(crate) fn new(
        host: &HostHandle,
        options: &Options,
        manual_dice: bool,
        on_start: impl Fn(NewMatch) + 'static,
    ) -> NewMatchDialog {
        let dialog: NewMatchDialog = glib::Object::new();
        dialog.set_transient_for(host.window().as_ref());
        dialog.set_widget_name("new-match");
        crate::chapters::open_on_key(&dialog);
        let imp = dialog.imp();
        dialog.show_match(options, manual_dice);
        dialog.read_presets(host);
        // Return starts; without this it would cancel.
        GtkWindowExt::set_focus(&dialog, Some(&*imp.start));
        imp.on_start.replace(Some(Rc::new(on_start)));
        dialog
    }

    /// Shows a match as options describe it.
    pub(crate) fn show_match(&self, options: &Options, manual_dice: bool) {
        let imp = self.imp();
        imp.base.replace(options.clone());
        let matches = &options.matches;
        imp.length.set_value(f64::from(matches.length));
        let variation = VARIATIONS.iter().position(|word| *word == matches.variation).unwrap_or(0);
        imp.variation.set_selected(variation as u32);
        imp.crawford.set_active(matches.crawford);
        imp.jacoby.set_active(matches.jacoby);
        imp.manual_dice.set_active(manual_dice);
        imp.tutor.set_active(options.tutor.on);
        self.show_clock(&options.clock);
        let rows = [(&imp.name_0, &imp.seat_0, &imp.address_0), (&imp.name_1, &imp.seat_1, &imp.address_1)];
        for (seat, (entry, combo, address)) in rows.into_iter().enumerate() {
            entry.set_text(&matches.names[seat]);
            address.set_text(&options.players[seat].address);
            let present = SeatChoice::of(options, seat);
            let choices = SeatChoice::all(present == SeatChoice::Own);
            let titles: Vec<String> = choices.iter().map(|choice| choice.title()).collect();
            let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
            let at = choices.iter().position(|choice| *choice == present).unwrap_or(0);
            imp.choices.borrow_mut()[seat] = choices;
            combo.set_model(Some(&gtk::StringList::new(&titles)));
            combo.set_selected(at as u32);
        }
        self.show_addresses();
    }

    /// Who plays a seat, as chosen.
    fn choice(&self, seat: usize) -> SeatChoice {
        let imp = self.imp();
        let combo = [&imp.seat_0, &imp.seat_1][seat];
        imp.choices.borrow()[seat].get(combo.selected() as usize).copied().unwrap_or(SeatChoice::Person)
    }

    /// Shows the address only for an external player.
    fn show_addresses(&self) {
        let imp = self.imp();
        for (seat, address) in [&imp.address_0, &imp.address_1].into_iter().enumerate() {
            address.set_visible(self.choice(seat) == SeatChoice::External);
        }
    }

    fn connect_addresses(&self) {
        let imp = self.imp();
        for combo in [&imp.seat_0, &imp.seat_1] {
            combo.connect_selected_notify(glib::clone!(
                #[weak(rename_to = dialog)]
                self,
                move |_| dialog.show_addresses()
            ));
        }
        for row in [&*imp.address_0, &*imp.address_1] {
            presets::add_trial(row);
        }
    }

    /// Swaps the players.
    fn exchange(&self) {
        let mut options = self.options();
        options.matches.names.swap(0, 1);
        options.players.swap(0, 1);
        self.show_match(&options, self.imp().manual_dice.is_active());
    }

    /// What is chosen, as options.
    pub(crate) fn options(&self) -> Options {
        let mut options = self.imp().base.borrow().clone();
        self.chosen(None).note(&mut options);
        options
    }

    /// What is chosen, with `length` in place of the chosen one if a button was used.
    fn chosen(&self, length: Option<u16>) -> NewMatch {
        let imp = self.imp();
        let chosen = u16::try_from(imp.length.value_as_int()).unwrap_or(0);
        let defaults = Options::default().matches.names;
        let name = |entry: &adw::EntryRow, fallback: &str| {
            gnubg_session::usable_name(&entry.text()).unwrap_or_else(|_| fallback.to_owned())
        };
        NewMatch {
            base: imp.base.borrow().clone(),
            position: match imp.position.selected() {
                1 => StartPosition::Shown,
                2 => StartPosition::Clipboard,
                _ => StartPosition::Usual,
            },
            length: length.unwrap_or(chosen),
            variation: VARIATIONS[imp.variation.selected() as usize % VARIATIONS.len()],
            crawford: imp.crawford.is_active(),
            jacoby: imp.jacoby.is_active(),
            names: [name(&imp.name_0, &defaults[0]), name(&imp.name_1, &defaults[1])],
            seats: [self.choice(0), self.choice(1)],
            addresses: [&imp.address_0, &imp.address_1].map(|row| row.text().to_string()),
            manual_dice: imp.manual_dice.is_active(),
            tutor: imp.tutor.is_active(),
            clock: self.clock_options(),
        }
    }

    /// Starts what is set.
    fn finish(&self, length: Option<u16>) {
        let new = self.chosen(length);
        let callback = self.imp().on_start.borrow().clone();
        self.close();
        if let Some(callback) = callback {
            callback(new);
        }
    }
}
