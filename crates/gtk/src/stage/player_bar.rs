// SPDX-License-Identifier: GPL-3.0-or-later
//! One player's bar: checker, name, score, pips. Structure in `resources/ui/player_bar.ui`.

use super::checker_picture::CheckerPicture;
use crate::a11y;
use crate::board::Design;
use crate::i18n::gettext_f;
use adw::subclass::prelude::*;
use gnubg_engine::bearoff::RaceStats;
use gnubg_engine::core::Player;
use gnubg_session::options::PipsShown;
use gtk::glib;
use gtk::prelude::*;

mod imp {
    use super::CheckerPicture;
    use adw::subclass::prelude::*;
    use gtk::{CompositeTemplate, glib};
    use std::cell::OnceCell;

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
        pub(super) numbers: TemplateChild<gtk::Box>,
        #[template_child]
        pub(super) score: TemplateChild<gtk::Label>,
        #[template_child]
        pub(super) pips: TemplateChild<gtk::Label>,
        pub(super) picture: OnceCell<CheckerPicture>,
    }

    #[glib::object_subclass]
    impl ObjectSubclass for PlayerBar {
        const NAME: &'static str = "BgPlayerBar";
        type Type = super::PlayerBar;
        type ParentType = gtk::Box;

        fn class_init(class: &mut Self::Class) {
            class.bind_template();
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

impl PlayerBar {
    /// Makes it the bar of a player; the bottom player's is mirrored, so that both checkers are at the outside.
    pub(crate) fn set_player(&self, player: Player) {
        let imp = self.imp();
        let picture = CheckerPicture::new(player);
        imp.swatch.set_child(Some(picture.widget()));
        imp.swatch.set_action_target_value(Some(&(player.index() as u8).to_variant()));
        assert!(imp.picture.set(picture).is_ok(), "invariant: a bar belongs to one player");
        if player == Player::One {
            self.reorder_child_after(&*imp.swatch, Some(&*imp.texts));
            imp.numbers.set_halign(gtk::Align::End);
            for label in [&imp.name, &imp.score, &imp.pips] {
                label.set_xalign(1.0);
            }
        }
    }

    /// Shows the player's name, score and pips.
    pub(crate) fn show(&self, name: &str, score: &str, pips: u16, on_roll: bool) {
        let imp = self.imp();
        imp.name.set_text(name);
        a11y::set_tooltip(&*imp.name, Some(name));
        imp.score.set_text(score);
        imp.score.set_visible(!score.is_empty());
        let pips = gettext_f("{n} pips", &[("n", &pips.to_string())]);
        imp.pips.set_text(&pips);
        if on_roll {
            self.add_css_class("on-roll");
        } else {
            self.remove_css_class("on-roll");
        }
        a11y::set_label(&*imp.swatch, &gettext_f("Turn to {player}", &[("player", name)]));
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
        let (epc, wastage) = (format!("{:.1}", stats.epc()), format!("{:.1}", stats.wastage()));
        let values = [("n", stats.pips.to_string()), ("epc", epc), ("wastage", wastage)];
        let text = match wanted {
            PipsShown::Wastage => gettext_f("{n} pips, EPC {epc}, wastage {wastage}", &values),
            _ => gettext_f("{n} pips, EPC {epc}", &values),
        };
        label.set_text(&text);
        let told = gettext_f("Effective pip count {epc}: {n} pips and {wastage} wasted", &values);
        a11y::set_tooltip(label, Some(&told));
    }

    /// Paints the checker in this design.
    pub(crate) fn set_design(&self, design: &Design) {
        if let Some(picture) = self.imp().picture.get() {
            picture.set_design(design);
        }
    }
}
