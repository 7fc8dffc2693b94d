// SPDX-License-Identifier: GPL-3.0-or-later
//! The rows below the board while a position is set up, in place of the players: names, score, length, turn, kind of
//! game, and whether the position can be played. Structure in `resources/ui/setup_bar.ui`.

use super::checker_picture::CheckerPicture;
use crate::a11y;
use crate::board::edit::{Draft, DraftError};
use crate::board::layout::Target;
use crate::board::{Design, Slot};
use crate::i18n::{capitalized, gettext, gettext_f, noted};
use crate::widgets::wrap::Wrap;
use adw::subclass::prelude::*;
use gnubg_engine::core::{BoardError, MAX_LENGTH, Player, StateError, Variation};
use gtk::glib;
use gtk::prelude::*;

/// Highest score of a money session that can be typed.
const HIGHEST_SCORE: f64 = 999.0;

/// Variations in the order of the list.
const VARIATIONS: [(Variation, &str); 5] = [
    (Variation::Standard, noted("Backgammon")),
    (Variation::Nackgammon, noted("Nackgammon")),
    (Variation::Hypergammon1, noted("Hypergammon, 1 checker")),
    (Variation::Hypergammon2, noted("Hypergammon, 2 checkers")),
    (Variation::Hypergammon3, noted("Hypergammon, 3 checkers")),
];

/// What the user changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetupChange {
    Scores([u32; 2]),
    Turn(Player),
    /// Points of the match; 0 for a money session.
    Length(i32),
    Crawford(bool),
    Jacoby(bool),
    Variation(Variation),
    /// A name, which is no part of the position.
    Name,
}

/// Hears of a change.
type OnChange = Box<dyn Fn(SetupChange)>;

mod imp {
    use super::{CheckerPicture, OnChange};
    use adw::subclass::prelude::*;
    use gtk::{CompositeTemplate, glib};
    use std::cell::{Cell, OnceCell, RefCell};

    #[derive(Default, CompositeTemplate)]
    #[template(resource = "/io/github/gnubg/Gnubg/ui/setup_bar.ui")]
    pub struct SetupBar {
        #[template_child]
        pub(super) setup_names: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) setup_turn_0: TemplateChild<gtk::ToggleButton>,
        #[template_child]
        pub(super) setup_turn_1: TemplateChild<gtk::ToggleButton>,
        #[template_child]
        pub(super) setup_name_0: TemplateChild<gtk::Entry>,
        #[template_child]
        pub(super) setup_name_1: TemplateChild<gtk::Entry>,
        #[template_child]
        pub(super) setup_score_0: TemplateChild<gtk::SpinButton>,
        #[template_child]
        pub(super) setup_score_1: TemplateChild<gtk::SpinButton>,
        #[template_child]
        pub(super) setup_length: TemplateChild<gtk::SpinButton>,
        #[template_child]
        pub(super) setup_crawford: TemplateChild<gtk::CheckButton>,
        #[template_child]
        pub(super) setup_jacoby: TemplateChild<gtk::CheckButton>,
        #[template_child]
        pub(super) setup_variation: TemplateChild<gtk::DropDown>,
        #[template_child]
        pub(super) setup_verdict: TemplateChild<gtk::Label>,
        /// The line of the rules, with the buttons for dice and cube.
        #[template_child]
        pub(super) setup_rules: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) setup_fields: TemplateChild<gtk::Box>,
        /// The line of the verdict.
        #[template_child]
        pub(super) setup_tail: TemplateChild<gtk::Box>,
        pub(super) pictures: OnceCell<[CheckerPicture; 2]>,
        /// Whether the fields are being set, so that the user did not change them.
        pub(super) is_showing: Cell<bool>,
        pub(super) on_change: RefCell<Option<OnChange>>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for SetupBar {
        const NAME: &'static str = "BgSetupBar";
        type Type = super::SetupBar;
        type ParentType = gtk::Box;

        fn class_init(class: &mut Self::Class) {
            class.bind_template();
        }

        fn instance_init(object: &glib::subclass::InitializingObject<Self>) {
            object.init_template();
        }
    }

    impl ObjectImpl for SetupBar {
        fn constructed(&self) {
            self.parent_constructed();
            self.obj().build();
        }
    }

    impl WidgetImpl for SetupBar {}
    impl BoxImpl for SetupBar {}
}

glib::wrapper! {
    /// The rows. Their buttons name the actions `win.edit-dice` and `win.edit-cube`.
    pub struct SetupBar(ObjectSubclass<imp::SetupBar>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

impl SetupBar {
    fn build(&self) {
        let imp = self.imp();
        imp.setup_names.set_layout_manager(Some(Wrap::new()));
        imp.setup_fields.set_layout_manager(Some(Wrap::new()));
        let pictures = Player::BOTH.map(CheckerPicture::new);
        for (turn, picture) in self.turns().into_iter().zip(&pictures) {
            turn.set_child(Some(picture.widget()));
        }
        assert!(imp.pictures.set(pictures).is_ok(), "invariant: built once");
        let titles: Vec<String> = VARIATIONS.iter().map(|(_, title)| gettext(title)).collect();
        let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
        imp.setup_variation.set_model(Some(&gtk::StringList::new(&titles)));
        for (spin, highest) in self.scores().into_iter().map(|spin| (spin, HIGHEST_SCORE)) {
            spin.set_range(0.0, highest);
        }
        imp.setup_length.set_range(0.0, f64::from(MAX_LENGTH));
        // The button inside the list needs the name, too.
        a11y::set_label(&*imp.setup_variation, &gettext("Kind of game"));
        self.connect_fields();
    }

    fn connect_fields(&self) {
        let imp = self.imp();
        for score in self.scores() {
            score.connect_value_changed(self.told(|bar, _: &gtk::SpinButton| {
                let points = bar.scores().map(|score| score.value_as_int().unsigned_abs());
                Some(SetupChange::Scores(points))
            }));
        }
        for (turn, player) in self.turns().into_iter().zip(Player::BOTH) {
            turn.connect_toggled(self.told(move |_, turn: &gtk::ToggleButton| {
                turn.is_active().then_some(SetupChange::Turn(player))
            }));
        }
        for name in self.name_entries() {
            name.connect_changed(self.told(|_, _: &gtk::Entry| Some(SetupChange::Name)));
        }
        imp.setup_length.connect_value_changed(
            self.told(|_, field: &gtk::SpinButton| Some(SetupChange::Length(field.value_as_int()))),
        );
        imp.setup_crawford.connect_toggled(
            self.told(|_, check: &gtk::CheckButton| Some(SetupChange::Crawford(check.is_active()))),
        );
        imp.setup_jacoby.connect_toggled(
            self.told(|_, check: &gtk::CheckButton| Some(SetupChange::Jacoby(check.is_active()))),
        );
        imp.setup_variation.connect_selected_notify(self.told(|_, list: &gtk::DropDown| {
            VARIATIONS.get(list.selected() as usize).map(|(variation, _)| SetupChange::Variation(*variation))
        }));
    }

    /// What tells of a change of a field, unless the field only shows the position.
    fn told<W: 'static>(
        &self,
        change: impl Fn(&SetupBar, &W) -> Option<SetupChange> + 'static,
    ) -> Box<dyn Fn(&W)> {
        let bar = self.downgrade();
        Box::new(move |field: &W| {
            let Some(bar) = bar.upgrade().filter(|bar| !bar.imp().is_showing.get()) else { return };
            if let Some(change) = change(&bar, field)
                && let Some(hears) = &*bar.imp().on_change.borrow()
            {
                hears(change);
            }
        })
    }

    /// Calls `hears` when the user changes something.
    pub(crate) fn connect_change(&self, hears: impl Fn(SetupChange) + 'static) {
        self.imp().on_change.replace(Some(Box::new(hears)));
    }

    /// Calls `leaves` when Return is pressed in a name.
    pub(crate) fn connect_named(&self, leaves: impl Fn() + Clone + 'static) {
        for name in self.name_entries() {
            let leaves = leaves.clone();
            name.connect_activate(move |_| leaves());
        }
    }

    fn turns(&self) -> [&gtk::ToggleButton; 2] {
        [&self.imp().setup_turn_0, &self.imp().setup_turn_1]
    }

    fn name_entries(&self) -> [&gtk::Entry; 2] {
        [&self.imp().setup_name_0, &self.imp().setup_name_1]
    }

    fn scores(&self) -> [&gtk::SpinButton; 2] {
        [&self.imp().setup_score_0, &self.imp().setup_score_1]
    }

    /// Moves the kind of game to the line of the verdict, where the column is narrow, or back to the rules.
    pub(crate) fn set_narrow(&self, is_narrow: bool) {
        let imp = self.imp();
        let (rules, tail, variation) = (&*imp.setup_rules, &*imp.setup_tail, &*imp.setup_variation);
        let (from, to) = if is_narrow { (rules, tail) } else { (tail, rules) };
        if variation.parent().as_ref() != Some(from.upcast_ref()) {
            return;
        }
        from.remove(variation);
        self.set_spacing(if is_narrow { 3 } else { 6 });
        if is_narrow {
            to.prepend(variation);
        } else {
            to.insert_child_after(variation, to.first_child().as_ref());
        }
    }

    /// The names as they are typed.
    pub(crate) fn names(&self) -> [String; 2] {
        self.name_entries().map(|name| name.text().to_string())
    }

    /// Begins with these names.
    pub(crate) fn set_names(&self, names: &[String; 2]) {
        for (entry, name) in self.name_entries().into_iter().zip(names) {
            entry.set_text(name);
        }
    }

    /// Paints its checkers as the board does.
    pub(crate) fn set_design(&self, design: &Design) {
        for picture in self.imp().pictures.get().into_iter().flatten() {
            picture.set_design(design);
        }
    }

    /// Shows a position that is being set up, or hides when there is none.
    pub(crate) fn show(&self, draft: Option<&Draft>, pips: [u16; 2]) {
        let imp = self.imp();
        self.set_visible(draft.is_some());
        let Some(draft) = draft else { return };
        imp.is_showing.set(true);
        for (player, name) in Player::BOTH.into_iter().zip(self.names()) {
            let (score, turn) = (self.scores()[player.index()], self.turns()[player.index()]);
            let points = f64::from(draft.score[player.index()]);
            if score.value() != points {
                score.set_value(points);
            }
            if draft.on_roll == player {
                turn.set_active(true);
            }
            let text = gettext_f("Turn to {player}", &[("player", &name)]);
            a11y::set_tooltip(turn, Some(&text));
            a11y::set_label(turn, &text);
        }
        if imp.setup_length.value() != f64::from(draft.length) {
            imp.setup_length.set_value(f64::from(draft.length));
        }
        let is_money = draft.length == 0;
        imp.setup_crawford.set_visible(!is_money);
        imp.setup_crawford.set_sensitive(draft.crawford_possible());
        imp.setup_crawford.set_active(draft.is_crawford && draft.crawford_possible());
        imp.setup_jacoby.set_visible(is_money);
        imp.setup_jacoby.set_active(draft.jacoby);
        let kind = VARIATIONS.iter().position(|(word, _)| *word == draft.base.rules.variation).unwrap_or(0);
        if imp.setup_variation.selected() != kind as u32 {
            imp.setup_variation.set_selected(kind as u32);
        }
        match draft.finish() {
            Ok(_) => {
                imp.setup_verdict.remove_css_class("refusal");
                imp.setup_verdict.set_text(&self.counts(draft, pips));
            }
            Err(error) => {
                imp.setup_verdict.add_css_class("refusal");
                imp.setup_verdict.set_text(&why_not(&error));
            }
        }
        imp.is_showing.set(false);
    }

    /// Pips and checkers borne off of both players in words; where it is narrow the names above are enough.
    fn counts(&self, draft: &Draft, pips: [u16; 2]) -> String {
        let imp = self.imp();
        let is_narrow = imp.setup_variation.parent().as_ref() == Some(imp.setup_tail.upcast_ref());
        let names = self.names();
        let of = |player: Player| {
            let off = draft.stacks.of(Slot::tray(player), player).to_string();
            let pips = pips[player.index()].to_string();
            let values = [("player", names[player.index()].as_str()), ("pips", &pips), ("off", &off)];
            if is_narrow {
                gettext_f("{pips} pips, {off} off", &values[1..])
            } else {
                gettext_f("{player}: {pips} pips, {off} off", &values)
            }
        };
        format!("{}     {}", of(Player::Zero), of(Player::One))
    }
}

/// Why a position cannot be played, for people.
pub(crate) fn why_not(error: &DraftError) -> String {
    match error {
        DraftError::NothingLeft => {
            gettext("One side has borne off all its checkers; put at least one on the board")
        }
        DraftError::State(StateError::Board(BoardError::BothClosedOut)) => {
            gettext("Both sides are on the bar against six closed points")
        }
        DraftError::State(StateError::Cube(value)) => {
            gettext_f("A cube of {value} is not possible at this score", &[("value", &value.to_string())])
        }
        DraftError::State(error) => capitalized(&error.to_string()),
    }
}

/// Where the cube is chosen when none is drawn.
pub(crate) fn cube_place(draft: &Draft) -> Target {
    if draft.base.rules.cube { Target::Cube } else { Target::Slot(Slot::UNUSED_BOTTOM) }
}
