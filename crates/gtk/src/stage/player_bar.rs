// SPDX-License-Identifier: GPL-3.0-or-later
//! One player's bar: checker, name and level, pips, the last roll and play, cube, score. Structure in
//! `resources/ui/player_bar.ui`.

use super::checker_picture::CheckerPicture;
use super::player_line::{PlayerLine, Progress, TurnLine};
use super::shapes_picture::ShapesPicture;
use crate::a11y;
use crate::board::Design;
use crate::board::layout::DIE;
use crate::board::paint::Shape;
use crate::i18n::{gettext_f, localized};
use crate::shots;
use crate::widgets::set_class;
use adw::subclass::prelude::*;
use gnubg_engine::bearoff::RaceStats;
use gnubg_engine::core::Player;
use gnubg_session::options::PipsShown;
use gtk::glib;
use gtk::prelude::*;

/// Side of a die in logical pixels.
const DIE_SIDE: i32 = 20;
/// Space between the dice in logical pixels.
const DIE_GAP: i32 = 4;
/// Space between the name and what follows it in one line, in logical pixels.
const LOW_GAP: i32 = 12;
/// Height of a window, in lines of text, below which it is low.
const ROOMY_LINES: i32 = 24;

/// Whether a window is low for the height of its text: bars have one line there.
pub(crate) const fn is_low(height: i32, line: i32) -> bool {
    height < ROOMY_LINES * line
}

mod imp {
    use super::{CheckerPicture, ShapesPicture};
    use adw::subclass::prelude::*;
    use gnubg_engine::core::Player;
    use gtk::{CompositeTemplate, glib};
    use std::cell::{Cell, OnceCell, RefCell};

    #[derive(Debug, Default, CompositeTemplate)]
    #[template(resource = "/io/github/gnubg/Gnubg/ui/player_bar.ui")]
    pub struct PlayerBar {
        #[template_child]
        pub(super) swatch: TemplateChild<gtk::Button>,
        #[template_child]
        pub(super) texts: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) name: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) level: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) pips: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) roll: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) turn_text: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) clock: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) badge: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) cube: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) score: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) away: TemplateChild<gtk::Label>,
        pub(super) picture: OnceCell<CheckerPicture>,
        pub(super) dice: OnceCell<ShapesPicture>,
        pub(super) player: Cell<Option<Player>>,
        /// Whether all stands in one line.
        pub(super) is_low: Cell<bool>,
        /// What a screen reader says of the bar.
        pub(super) told: RefCell<String>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for PlayerBar {
        const NAME: &'static str = "BgPlayerBar";
        type Type = super::PlayerBar;
        type ParentType = gtk::Box;

        fn class_init(class: &mut Self::Class) {
            class.bind_template();
            class.set_accessible_role(gtk::AccessibleRole::Group);
        }

        fn instance_init(object: &glib::subclass::InitializingObject<Self>) {
            object.init_template();
        }
    }

    impl ObjectImpl for PlayerBar {}
    impl WidgetImpl for PlayerBar {}
    impl BoxImpl for PlayerBar {}
}

glib::wrapper! {
    /// One player's bar.
    pub struct PlayerBar(ObjectSubclass<imp::PlayerBar>)
        @extends gtk::Box, gtk::Widget,
        @implements gtk::Buildable, gtk::ConstraintTarget, gtk::Orientable;
}

/// A player's clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClockLine {
    /// The times as the clock shows them.
    pub(crate) text: String,
    /// The same in words, for screen readers.
    pub(crate) told: String,
    /// Whether it counts down.
    pub(crate) is_running: bool,
    /// Whether it counts down and will be at zero soon.
    pub(crate) is_low: bool,
}

impl Default for PlayerBar {
    fn default() -> PlayerBar {
        glib::Object::new()
    }
}

impl PlayerBar {
    /// Makes it the bar of a player.
    pub(crate) fn set_player(&self, player: Player) {
        let imp = self.imp();
        let picture = CheckerPicture::new(player);
        imp.swatch.set_child(Some(picture.widget()));
        imp.swatch.set_action_target_value(Some(&(player.index() as u8).to_variant()));
        assert!(imp.picture.set(picture).is_ok(), "invariant: a bar belongs to one player");
        let dice = ShapesPicture::new(&Design::default(), 2, DIE_SIDE, DIE_GAP);
        imp.roll.prepend(dice.widget());
        assert!(imp.dice.set(dice).is_ok(), "invariant: a bar belongs to one player");
        imp.player.set(Some(player));
    }

    /// A bar of that player whose checker is a picture only: nobody gets the turn by it.
    pub(crate) fn still(player: Player) -> PlayerBar {
        let bar = PlayerBar::default();
        bar.set_player(player);
        let swatch = &*bar.imp().swatch;
        swatch.set_action_name(None);
        swatch.set_sensitive(false);
        a11y::set_tooltip(swatch, None);
        a11y::set_hidden(swatch, true);
        bar
    }

    /// Shows the player's clock; `None` in a match without clocks.
    pub(crate) fn show_clock(&self, line: Option<&ClockLine>) {
        let label = &*self.imp().clock;
        label.set_visible(line.is_some());
        let Some(line) = line else { return };
        if *label.text() != *line.text {
            label.set_text(&line.text);
        }
        a11y::set_label(label, &line.told);
        set_class(label, "running", line.is_running);
        set_class(label, "low", line.is_low);
    }

    /// Shows what there is to say of the player.
    pub(crate) fn show(&self, line: &PlayerLine) {
        let imp = self.imp();
        imp.name.set_text(&line.name);
        a11y::set_tooltip(&*imp.name, Some(&line.name));
        let pips = gettext_f("{n} pips", &[("n", &line.pips.to_string())]);
        imp.pips.set_text(&pips);
        for (label, text) in [
            (&imp.level, &line.level),
            (&imp.badge, &line.rule),
            (&imp.score, &line.score),
            (&imp.away, &line.away),
            (&imp.cube, &line.cube),
        ] {
            label.set_text(text);
            label.set_visible(!text.is_empty());
        }
        self.show_roll(&line.turn);
        self.fit_line();
        set_class(self, "on-roll", line.is_to_act);
        let told = line.told(&pips);
        if *imp.told.borrow() != told {
            a11y::set_label(self, &told);
            imp.told.replace(told);
        }
        a11y::set_label(&*imp.swatch, &gettext_f("Turn to {player}", &[("player", &line.name)]));
    }

    /// Puts all in one line where the window is low for its text, so that the board keeps its room.
    pub(crate) fn set_low(&self, is_low: bool) {
        if self.imp().is_low.replace(is_low) == is_low {
            return;
        }
        let texts = &*self.imp().texts;
        let (orientation, gap) =
            if is_low { (gtk::Orientation::Horizontal, LOW_GAP) } else { (gtk::Orientation::Vertical, 0) };
        texts.set_orientation(orientation);
        texts.set_spacing(gap);
        set_class(self, "in-one-line", is_low);
        if self.is_still() {
            // What can be cut is the name, whose place beside the board says as much; the checker's color, too.
            self.imp().swatch.set_visible(!is_low);
            let cut = if is_low { gtk::pango::EllipsizeMode::None } else { gtk::pango::EllipsizeMode::End };
            self.imp().pips.set_ellipsize(cut);
        }
        self.fit_line();
    }

    /// Whether the checker is a picture only.
    fn is_still(&self) -> bool {
        self.imp().swatch.action_name().is_none()
    }

    /// Leaves the one line that there may be to the last turn: the level is in the title, and an owned cube on the board.
    fn fit_line(&self) {
        let imp = self.imp();
        let has_turn = !imp.turn_text.text().is_empty();
        for (label, is_needed) in
            [(&imp.level, false), (&imp.cube, false), (&imp.away, !has_turn || imp.cube.text().is_empty())]
        {
            let has_room = is_needed || !imp.is_low.get();
            label.set_visible(has_room && !label.text().is_empty());
        }
    }

    fn show_roll(&self, turn: &TurnLine) {
        let imp = self.imp();
        if let (Some(dice), Some(player)) = (imp.dice.get(), imp.player.get()) {
            let faces = turn.faces.into_iter().flatten();
            dice.show(&faces.map(|face| (Shape::Die(player, face), DIE)).collect::<Vec<_>>());
        }
        let label = &*imp.turn_text;
        if *label.text() != *turn.text {
            label.set_text(&turn.text);
            let hits = turn.after.as_ref().map(shots::return_shots).filter(|text| !text.is_empty());
            a11y::set_tooltip(label, hits.as_deref());
        }
        set_class(label, "making", turn.progress != Progress::Played);
        set_class(label, "incomplete", turn.progress == Progress::Incomplete);
        imp.roll.set_visible(turn.faces.is_some());
    }

    /// Adds effective pips, where a database knows them.
    pub(crate) fn show_race(&self, wanted: PipsShown, stats: Option<&RaceStats>) {
        let label = &*self.imp().pips;
        label.set_visible(wanted != PipsShown::Nothing);
        let is_wanted = matches!(wanted, PipsShown::Effective | PipsShown::Wastage);
        let Some(stats) = stats.filter(|_| is_wanted) else {
            a11y::set_tooltip(label, None);
            return;
        };
        let (epc, wastage) =
            (localized(format!("{:.1}", stats.epc())), localized(format!("{:.1}", stats.wastage())));
        let values = [("n", stats.pips.to_string()), ("epc", epc), ("wastage", wastage)];
        let text = match wanted {
            PipsShown::Wastage => gettext_f("{n} pips, EPC {epc}, wastage {wastage}", &values),
            _ => gettext_f("{n} pips, EPC {epc}", &values),
        };
        label.set_text(&text);
        let told = gettext_f("Effective pip count {epc}: {n} pips and {wastage} wasted", &values);
        a11y::set_tooltip(label, Some(&told));
    }

    /// Paints the checker and the dice in this design.
    pub(crate) fn set_design(&self, design: &Design) {
        if let Some(picture) = self.imp().picture.get() {
            picture.set_design(design);
        }
        if let Some(dice) = self.imp().dice.get() {
            dice.set_design(design);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_low;

    #[test]
    fn a_window_is_low_for_large_text() {
        assert!(!is_low(480, 18));
        assert!(is_low(600, 36));
        assert!(!is_low(1000, 36));
    }
}
