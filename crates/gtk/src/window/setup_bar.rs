// SPDX-License-Identifier: GPL-3.0-or-later
//! The rows below the board while a position is set up, in place of the players: names, score, length, turn, kind of
//! game, and whether the position can be played.

use super::Window;
use super::panels::wrap::Wrap;
use super::player_card::checker_picture;
use crate::a11y;
use crate::board::draw::Painter;
use crate::board::edit::{Draft, DraftError};
use crate::board::layout::Target;
use crate::i18n::{capitalized, gettext, gettext_f, noted};
use adw::prelude::*;
use adw::subclass::prelude::*;
use gnubg_engine::core::{BoardError, MAX_LENGTH, Player, StateError, Variation};
use gtk::{glib, pango};
use std::cell::RefCell;
use std::rc::Rc;

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

/// One player's fields.
#[derive(Debug)]
struct Side {
    turn: gtk::ToggleButton,
    picture: gtk::DrawingArea,
    painter: Rc<RefCell<Painter>>,
    name: gtk::Entry,
    score: gtk::SpinButton,
}

/// The rows.
#[derive(Debug)]
pub(super) struct SetupBar {
    root: gtk::Box,
    sides: [Side; 2],
    length: gtk::SpinButton,
    crawford: gtk::CheckButton,
    jacoby: gtk::CheckButton,
    variation: gtk::DropDown,
    verdict: gtk::Label,
    /// The line of the rules, with the buttons for dice and cube.
    rules: gtk::Box,
    /// The line of the verdict.
    tail: gtk::Box,
    /// Whether the fields are being set, so that their changes are nobody's wish.
    is_shown: Rc<std::cell::Cell<bool>>,
}

/// A number to be typed.
fn number(highest: f64, name: &str) -> gtk::SpinButton {
    let spin = gtk::SpinButton::with_range(0.0, highest, 1.0);
    spin.set_width_chars(2);
    spin.set_max_width_chars(3);
    spin.set_numeric(true);
    spin.set_valign(gtk::Align::Center);
    spin.set_tooltip_text(Some(name));
    a11y::set_label(&spin, name);
    spin
}

fn side(player: Player) -> Side {
    let painter = Rc::new(RefCell::new(Painter::vector(crate::board::Design::default())));
    let picture = checker_picture(&painter, player);
    let id = |field: &str| format!("setup_{field}_{}", player.index());
    let turn = gtk::ToggleButton::builder()
        .name(id("turn"))
        .child(&picture)
        .css_classes(["circular"])
        .valign(gtk::Align::Center)
        .focus_on_click(false)
        .build();
    let title = match player {
        Player::Zero => gettext("Name of the top player"),
        Player::One => gettext("Name of the bottom player"),
    };
    let name = gtk::Entry::builder()
        .name(id("name"))
        .width_chars(6)
        .hexpand(true)
        .max_width_chars(10)
        .max_length(31)
        .valign(gtk::Align::Center)
        .tooltip_text(&title)
        .build();
    a11y::set_label(&name, &title);
    let title = match player {
        Player::Zero => gettext("Points of the top player"),
        Player::One => gettext("Points of the bottom player"),
    };
    let score = number(HIGHEST_SCORE, &title);
    score.set_widget_name(&id("score"));
    Side { turn, picture, painter, name, score }
}

/// A row of the bar.
fn row(parts: &[&gtk::Widget]) -> gtk::Box {
    let row = gtk::Box::builder().spacing(6).build();
    for part in parts {
        row.append(*part);
    }
    row
}

fn captioned(text: &str) -> gtk::Label {
    gtk::Label::builder().label(text).css_classes(["dim-label"]).build()
}

impl SetupBar {
    /// The rows, not yet to be seen.
    fn new() -> SetupBar {
        let sides = Player::BOTH.map(side);
        let [zero, one] = &sides;
        one.turn.set_group(Some(&zero.turn));
        let length = number(f64::from(MAX_LENGTH), &gettext("Points of the match; 0 for a money session"));
        length.set_widget_name("setup_length");
        let crawford = gtk::CheckButton::with_label(&gettext("Crawford game"));
        crawford.set_tooltip_text(Some(&gettext("For the first game in which one player is one point away")));
        crawford.set_widget_name("setup_crawford");
        let jacoby = gtk::CheckButton::with_label(&gettext("Jacoby rule"));
        jacoby.set_tooltip_text(Some(&gettext("Gammons count only after a double")));
        jacoby.set_widget_name("setup_jacoby");
        let titles: Vec<String> = VARIATIONS.iter().map(|(_, title)| gettext(*title)).collect();
        let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
        let variation = gtk::DropDown::from_strings(&titles);
        variation.set_widget_name("setup_variation");
        variation.set_valign(gtk::Align::Center);
        variation.set_tooltip_text(Some(&gettext("Kind of game")));
        a11y::set_label(&variation, &gettext("Kind of game"));
        let verdict = gtk::Label::builder()
            .name("setup_verdict")
            .xalign(0.0)
            .hexpand(true)
            .wrap(true)
            .wrap_mode(pango::WrapMode::WordChar)
            .css_classes(["figures", "setup-verdict"])
            .accessible_role(gtk::AccessibleRole::Status)
            .build();
        let root = gtk::Box::builder()
            .name("setup_bar")
            .orientation(gtk::Orientation::Vertical)
            .spacing(6)
            .visible(false)
            .css_classes(["setup-bar"])
            .build();
        let left = row(&[zero.turn.upcast_ref(), zero.name.upcast_ref(), zero.score.upcast_ref()]);
        let right = row(&[one.score.upcast_ref(), one.name.upcast_ref(), one.turn.upcast_ref()]);
        let names = row(&[left.upcast_ref(), right.upcast_ref()]);
        names.set_layout_manager(Some(Wrap::new()));
        root.append(&names);
        let button = |label: &str, action: &str| {
            let button = gtk::Button::builder().label(label).action_name(action).focus_on_click(false);
            let button = button.valign(gtk::Align::Center).build();
            a11y::set_label(&button, label);
            button
        };
        let (dice, cube) =
            (button(&gettext("Dice…"), "win.edit-dice"), button(&gettext("Cube…"), "win.edit-cube"));
        let points = row(&[captioned(&gettext("Points")).upcast_ref(), length.upcast_ref()]);
        let fields = row(&[points.upcast_ref(), crawford.upcast_ref(), jacoby.upcast_ref()]);
        fields.set_hexpand(true);
        fields.set_layout_manager(Some(Wrap::new()));
        let rules = row(&[fields.upcast_ref(), variation.upcast_ref(), dice.upcast_ref(), cube.upcast_ref()]);
        let tail = row(&[verdict.upcast_ref()]);
        root.append(&rules);
        root.append(&tail);
        let is_shown = Rc::default();
        SetupBar { root, sides, length, crawford, jacoby, variation, verdict, rules, tail, is_shown }
    }

    /// Where the rows are put: after `sibling`, in the same box.
    fn stand_after(&self, sibling: &impl IsA<gtk::Widget>) {
        if let Some(parent) = sibling.as_ref().parent().and_downcast::<gtk::Box>() {
            parent.insert_child_after(&self.root, Some(sibling));
        }
    }

    /// Moves the kind of game to the line of the verdict, where the column is narrow, or back to the rules.
    pub(super) fn set_narrow(&self, is_narrow: bool) {
        let (from, to) = if is_narrow { (&self.rules, &self.tail) } else { (&self.tail, &self.rules) };
        if self.variation.parent().as_ref() != Some(from.upcast_ref()) {
            return;
        }
        from.remove(&self.variation);
        self.root.set_spacing(if is_narrow { 3 } else { 6 });
        if is_narrow {
            to.prepend(&self.variation);
        } else {
            to.insert_child_after(&self.variation, to.first_child().as_ref());
        }
    }

    /// Whether something that the user did not do is being shown.
    fn is_quiet(&self) -> bool {
        self.is_shown.get()
    }

    /// The names as they are typed.
    pub(super) fn names(&self) -> [String; 2] {
        self.sides.each_ref().map(|side| side.name.text().to_string())
    }

    /// Paints its checkers as the board does.
    pub(super) fn set_design(&self, design: &crate::board::Design) {
        for side in &self.sides {
            side.painter.borrow_mut().set_design(*design);
            side.picture.queue_draw();
        }
    }

    /// Begins with these names.
    fn begin(&self, names: &[String; 2]) {
        for (side, name) in self.sides.iter().zip(names) {
            side.name.set_text(name);
        }
    }

    /// Shows a position that is being set up, or hides when there is none.
    fn show(&self, draft: Option<&Draft>, pips: [u16; 2]) {
        self.root.set_visible(draft.is_some());
        let Some(draft) = draft else { return };
        self.is_shown.set(true);
        for (side, player) in self.sides.iter().zip(Player::BOTH) {
            let points = f64::from(draft.score[player.index()]);
            if side.score.value() != points {
                side.score.set_value(points);
            }
            if draft.on_roll == player {
                side.turn.set_active(true);
            }
            let turn = gettext_f("Turn to {player}", &[("player", side.name.text().as_str())]);
            a11y::set_tooltip(&side.turn, Some(&turn));
            a11y::set_label(&side.turn, &turn);
        }
        if self.length.value() != f64::from(draft.length) {
            self.length.set_value(f64::from(draft.length));
        }
        let is_money = draft.length == 0;
        self.crawford.set_visible(!is_money);
        self.crawford.set_sensitive(draft.crawford_possible());
        self.crawford.set_active(draft.is_crawford && draft.crawford_possible());
        self.jacoby.set_visible(is_money);
        self.jacoby.set_active(draft.jacoby);
        let kind = VARIATIONS.iter().position(|(word, _)| *word == draft.base.rules.variation).unwrap_or(0);
        if self.variation.selected() != kind as u32 {
            self.variation.set_selected(kind as u32);
        }
        match draft.finish() {
            Ok(_) => {
                self.verdict.remove_css_class("refusal");
                self.verdict.set_text(&self.counts(draft, pips));
            }
            Err(error) => {
                self.verdict.add_css_class("refusal");
                self.verdict.set_text(&why_not(&error));
            }
        }
        self.is_shown.set(false);
    }

    /// Pips and checkers borne off of both players in words; where it is narrow the names above are enough.
    fn counts(&self, draft: &Draft, pips: [u16; 2]) -> String {
        let is_narrow = self.variation.parent().as_ref() == Some(self.tail.upcast_ref());
        let of = |player: Player| {
            let off = draft.stacks.of(crate::board::Slot::tray(player), player).to_string();
            let name = self.sides[player.index()].name.text();
            let pips = pips[player.index()].to_string();
            let values = [("player", name.as_str()), ("pips", &pips), ("off", &off)];
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
pub(super) fn why_not(error: &DraftError) -> String {
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

/// What changes the position being set up as its fields say, unless they only show it.
fn changing(window: &Window, change: fn(&mut Draft, &SetupBar)) -> impl Fn() + use<> {
    glib::clone!(
        #[weak]
        window,
        move || {
            let Some(bar) = window.imp().setup_bar.get().filter(|bar| !bar.is_quiet()) else { return };
            window.imp().board.drive(|c| c.edit(|draft| change(draft, bar)));
        }
    )
}

/// Length, rules and kind of game.
fn connect_rules(window: &Window, bar: &SetupBar) {
    bar.length.connect_value_changed(glib::clone!(
        #[weak]
        window,
        move |field| {
            if window.imp().setup_bar.get().is_some_and(SetupBar::is_quiet) {
                return;
            }
            let length = field.value_as_int();
            let rules = window.options().matches.rules(u16::try_from(length).unwrap_or(0));
            window.imp().board.drive(|c| c.edit(|draft| draft.set_length(length, rules)));
        }
    ));
    let changed = changing(window, |draft, bar| draft.is_crawford = bar.crawford.is_active());
    bar.crawford.connect_toggled(move |_| changed());
    let changed = changing(window, |draft, bar| draft.jacoby = bar.jacoby.is_active());
    bar.jacoby.connect_toggled(move |_| changed());
    let changed = changing(window, |draft, bar| {
        if let Some((variation, _)) = VARIATIONS.get(bar.variation.selected() as usize) {
            draft.set_variation(*variation);
        }
    });
    bar.variation.connect_selected_notify(move |_| changed());
}

/// Builds the rows and connects them.
pub(super) fn install(window: &Window) {
    let imp = window.imp();
    let bar = SetupBar::new();
    bar.stand_after(&*imp.players_row);
    for (side, player) in bar.sides.iter().zip(Player::BOTH) {
        let changed = changing(window, |draft, bar| {
            for (points, side) in draft.score.iter_mut().zip(&bar.sides) {
                *points = side.score.value_as_int().unsigned_abs();
            }
        });
        side.score.connect_value_changed(move |_| changed());
        let changed = match player {
            Player::Zero => changing(window, |draft, _| draft.on_roll = Player::Zero),
            Player::One => changing(window, |draft, _| draft.on_roll = Player::One),
        };
        side.turn.connect_toggled(move |button| {
            if button.is_active() {
                changed();
            }
        });
        side.name.connect_changed(glib::clone!(
            #[weak]
            window,
            move |_| window.show_setup()
        ));
        side.name.connect_activate(glib::clone!(
            #[weak]
            window,
            move |_| {
                window.imp().board.grab_focus();
            }
        ));
    }
    connect_rules(window, &bar);
    let cancel = glib::clone!(
        #[weak]
        window,
        move || {
            window.cancel_editing();
            window.imp().board.grab_focus();
        }
    );
    super::keys::on_escape(&bar.root, cancel);
    bar.set_narrow(imp.is_narrow.get());
    assert!(imp.setup_bar.set(bar).is_ok(), "invariant: built once");
}

impl Window {
    /// Begins with the names of the match.
    pub(super) fn begin_setup(&self) {
        let names = self.imp().snapshot.borrow().names.clone();
        if let Some(bar) = self.imp().setup_bar.get() {
            bar.begin(&names);
        }
    }

    /// Shows the position being set up in the rows, or the players again.
    pub(super) fn show_setup(&self) {
        let imp = self.imp();
        let Some(bar) = imp.setup_bar.get() else { return };
        let draft = imp.board.with_controller(|c| c.draft().cloned());
        let pips = imp.board.with_controller(|c| c.pips());
        imp.players_row.set_visible(draft.is_none());
        imp.match_box.set_visible(draft.is_none());
        bar.show(draft.as_ref(), pips);
        self.write_dump();
    }

    /// Opens the choice of dice for the player on roll.
    pub(super) fn edit_dice(&self) {
        let on_roll = self.imp().board.with_controller(|c| c.draft().map(|draft| draft.on_roll));
        if let Some(player) = on_roll {
            self.pick_dice([player; 2]);
        }
    }

    /// Takes the position that a text describes over into the one being set up.
    pub(super) fn set_draft(&self, state: &gnubg_engine::core::MatchState) {
        self.imp().board.drive(|c| c.edit(|draft| draft.take_over(state)));
        self.imp().board.grab_focus();
    }
}

/// Where the cube is chosen when none is drawn.
pub(super) fn cube_place(draft: &Draft) -> Target {
    if draft.base.rules.cube { Target::Cube } else { Target::Slot(crate::board::Slot::UNUSED_BOTTOM) }
}
