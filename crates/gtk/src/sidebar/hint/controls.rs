// SPDX-License-Identifier: GPL-3.0-or-later
//! The row of controls below a hint, on one line where there is room, and the popover with the rarer ones.

use super::explain::Explanation;
use crate::a11y;
use crate::i18n::{gettext, gettext_f, pgettext};
use crate::tools::controls::{button, icon_button, toggle};
use crate::tools::rollout::level_menu;
use crate::widgets::menus;
use crate::widgets::wrap::Wrap;
use gtk::gio;
use gtk::prelude::*;

/// Depths offered for one click.
pub(super) const PLIES: std::ops::RangeInclusive<u8> = 0..=4;

/// The buttons below a hint.
pub(super) struct Controls {
    pub(super) root: gtk::Box,
    /// Evaluates at the depth of the options.
    pub(super) evaluate: gtk::Button,
    /// Opens the preferences of evaluations.
    pub(super) settings: gtk::Button,
    /// One for each depth in [`PLIES`].
    pub(super) plies: Vec<gtk::Button>,
    /// Shows evaluation types and winning chances.
    pub(super) details: gtk::ToggleButton,
    /// Shows match winning chances.
    pub(super) mwc: gtk::ToggleButton,
    pub(super) maps: gtk::MenuButton,
    pub(super) explanation: Explanation,
    pub(super) rollout: gtk::Button,
    pub(super) levels: gtk::MenuButton,
    /// Shows the selected play on the board.
    pub(super) show: gtk::ToggleButton,
    /// Makes the selected play.
    pub(super) play: gtk::Button,
    pub(super) copy: gtk::Button,
    pub(super) close: gtk::Button,
    /// Opens the popover with the rarer controls.
    more: gtk::MenuButton,
}

impl Controls {
    pub(super) fn new() -> Controls {
        let plies: Vec<gtk::Button> = PLIES
            .map(|n| {
                let name = gettext_f("Evaluate the selected plays at {n}-ply", &[("n", &n.to_string())]);
                let button = button(&n.to_string(), &name);
                button.set_widget_name(&format!("hint-plies-{n}"));
                button
            })
            .collect();
        let evaluate =
            button(&pgettext("button", "Eval"), &gettext("Evaluate at the depth set in the preferences"));
        let settings = icon_button("preferences-system-symbolic", &gettext("Evaluation settings"));
        settings.set_detailed_action_name("win.preferences-page::evaluation");
        let details = toggle(
            &pgettext("button", "Details"),
            &gettext("Show the chances of wins and gammons in numbers"),
        );
        let mwc = toggle(&gettext("MWC"), &gettext("Show match winning chances instead of equities"));
        let rollout = button(
            &gettext("Rollout"),
            &gettext(
                "Roll out the selected plays or the cube decision; a single play is compared with the best",
            ),
        );
        let show = toggle(&gettext("Show"), &gettext("Show the selected play on the board"));
        let play = button(&gettext("Play it"), &gettext("Make the selected play"));
        play.add_css_class("suggested-action");
        show.set_active(true);
        let copy = icon_button("edit-copy-symbolic", &gettext("Copy the list or the selected rows"));
        let close = icon_button("window-close-symbolic", &gettext("Close the hint"));
        close.add_css_class("flat");
        let root = gtk::Box::builder().name("hint-tools").css_classes(["panel-tools"]).build();
        root.set_layout_manager(Some(Wrap::new()));
        let controls = Controls {
            root,
            evaluate,
            settings,
            plies,
            details,
            mwc,
            maps: maps(),
            explanation: Explanation::new(),
            rollout,
            levels: levels(),
            show,
            play,
            copy,
            close,
            more: more(),
        };
        controls.set_widget_names();
        controls.lay_out();
        controls
    }

    fn set_widget_names(&self) {
        let named: [(&str, &gtk::Widget); 12] = [
            ("hint-more", self.more.upcast_ref()),
            ("hint-evaluate", self.evaluate.upcast_ref()),
            ("hint-settings", self.settings.upcast_ref()),
            ("hint-details", self.details.upcast_ref()),
            ("hint-mwc", self.mwc.upcast_ref()),
            ("hint-maps", self.maps.upcast_ref()),
            ("hint-rollout", self.rollout.upcast_ref()),
            ("hint-rollout-levels", self.levels.upcast_ref()),
            ("hint-show", self.show.upcast_ref()),
            ("hint-play", self.play.upcast_ref()),
            ("hint-copy", self.copy.upcast_ref()),
            ("hint-close", self.close.upcast_ref()),
        ];
        for (name, widget) in named {
            widget.set_widget_name(name);
        }
    }

    fn lay_out(&self) {
        let linked = |widgets: &[&gtk::Widget]| {
            let row = gtk::Box::builder().css_classes(["linked"]).build();
            for widget in widgets {
                row.append(*widget);
            }
            row
        };
        let plies: Vec<&gtk::Widget> = self.plies.iter().map(|button| button.upcast_ref()).collect();
        self.root.append(&linked(&plies));
        self.root.append(&linked(&[self.rollout.upcast_ref(), self.levels.upcast_ref()]));
        self.root.append(&self.explanation.button);
        let gap = gtk::Box::builder().hexpand(true).build();
        self.root.append(&gap);
        self.root.append(&self.more);
        let rare = gtk::Box::builder().orientation(gtk::Orientation::Vertical).spacing(6).build();
        rare.append(&linked(&[self.evaluate.upcast_ref(), self.settings.upcast_ref()]));
        self.evaluate.set_hexpand(true);
        let others: [&gtk::Widget; 5] = [
            self.maps.upcast_ref(),
            self.details.upcast_ref(),
            self.mwc.upcast_ref(),
            self.show.upcast_ref(),
            self.copy.upcast_ref(),
        ];
        others.into_iter().for_each(|widget| rare.append(widget));
        let popover = gtk::Popover::builder().name("hint-popover").child(&rare).build();
        self.more.set_popover(Some(&popover));
        let all = popover.downgrade();
        menus::with_popover(&self.maps, move |maps| {
            let all = all.clone();
            maps.connect_closed(move |_| {
                if let Some(all) = all.upgrade() {
                    all.popdown();
                }
            });
        });
        // What acts at once closes the popover; switches leave it open.
        for button in [&self.evaluate, &self.settings, &self.copy] {
            let popover = popover.downgrade();
            button.connect_clicked(move |_| {
                if let Some(popover) = popover.upgrade() {
                    popover.popdown();
                }
            });
        }
    }

    /// Enables or disables evaluations at another depth.
    pub(super) fn set_can_evaluate(&self, on: bool) {
        self.plies.iter().for_each(|button| button.set_sensitive(on));
    }

    /// Enables or disables rollouts.
    pub(super) fn set_can_roll_out(&self, on: bool) {
        self.rollout.set_sensitive(on);
        self.levels.set_sensitive(on);
    }
}

/// The button of the popover.
fn more() -> gtk::MenuButton {
    let name = gettext("More for the hint");
    let button = gtk::MenuButton::builder().icon_name("view-more-symbolic").tooltip_text(&name).build();
    a11y::set_label(&button, &name);
    a11y::name_menu_buttons(&button, &name);
    button
}

/// A menu of the maps of the position.
fn maps() -> gtk::MenuButton {
    let menu = gio::Menu::new();
    for (title, action) in [
        (gettext("Replies to the selected play"), "win.reply-map"),
        (gettext("Temperature map"), "win.temperature-map"),
        (gettext("Temperature map of the cube decision"), "win.temperature-map-cube"),
        (gettext("Score map"), "win.score-map"),
        (gettext("Distribution of rolls"), "win.roll-distribution"),
    ] {
        menu.append(Some(&title), Some(action));
    }
    let name = gettext("Maps of the position by roll and by score");
    let button = gtk::MenuButton::builder().label(pgettext("button", "Maps")).build();
    menus::set_menu(&button, &menu);
    button.set_tooltip_text(Some(&name));
    a11y::set_label(&button, &name);
    a11y::name_menu_buttons(&button, &name);
    button
}

/// A menu of the rollout levels.
fn levels() -> gtk::MenuButton {
    let name = gettext("Rollout levels");
    let button = gtk::MenuButton::new();
    menus::set_menu(&button, &level_menu("win.roll-out-hint"));
    button.set_tooltip_text(Some(&name));
    a11y::set_label(&button, &name);
    a11y::name_menu_buttons(&button, &name);
    button
}
