// SPDX-License-Identifier: GPL-3.0-or-later
//! The controls above the list of errors: whose, of which kinds, from which loss on, of which game, in which order.

use crate::a11y;
use crate::i18n::{gettext, gettext_f, localized};
use crate::widgets::wrap::Wrap;
use gnubg_engine::core::Player;
use gnubg_record::{ErrorKind, ErrorOrder, ErrorQuery};
use gtk::pango;
use gtk::prelude::*;
use std::cell::Cell;
use std::rc::Rc;

/// The largest loss that the slider reaches, and its step, in equity.
const MOST: f64 = 0.3;
const STEP: f64 = 0.005;
/// Width of the slider in pixels.
const SLIDER: i32 = 90;

/// The bar.
pub(super) struct FilterBar {
    root: gtk::Box,
    players: [gtk::ToggleButton; 2],
    kinds: [gtk::ToggleButton; 4],
    least: gtk::Scale,
    games: gtk::DropDown,
    in_order: gtk::ToggleButton,
    /// Whether the program changes the controls.
    is_updating: Rc<Cell<bool>>,
}

fn toggle(name: &str, label: &str, is_active: bool) -> gtk::ToggleButton {
    let text = gtk::Label::builder().label(label).ellipsize(pango::EllipsizeMode::End).max_width_chars(14);
    gtk::ToggleButton::builder()
        .name(name)
        .child(&text.build())
        .active(is_active)
        .focus_on_click(false)
        .build()
}

impl FilterBar {
    pub(super) fn new() -> FilterBar {
        let players = ["errors_player_0", "errors_player_1"].map(|name| toggle(name, "", true));
        // Until the names of the players are known.
        for (button, name) in players.iter().zip([gettext("Top player"), gettext("Bottom player")]) {
            a11y::set_label(button, &name);
        }
        let kinds = [
            ("errors_plays", gettext("Plays"), gettext("List errors in checker plays")),
            ("errors_doubles", gettext("Doubles"), gettext("List wrong and missed doubles")),
            ("errors_takes", gettext("Takes"), gettext("List wrong takes and passes")),
            ("errors_resignations", gettext("Resignations"), gettext("List wrong resignations")),
        ]
        .map(|(name, label, about)| {
            let button = toggle(name, &label, true);
            button.set_tooltip_text(Some(&about));
            a11y::set_label(&button, &about);
            button
        });
        let least = gtk::Scale::with_range(gtk::Orientation::Horizontal, 0.0, MOST, STEP);
        least.set_widget_name("errors_least");
        least.set_size_request(SLIDER, -1);
        least.set_draw_value(false);
        a11y::set_label(&least, &gettext("Least loss of the listed errors"));
        let shown = gtk::Label::builder()
            .name("errors_least_told")
            .width_chars(8)
            .xalign(0.0)
            .css_classes(["figures"])
            .build();
        let told = shown.clone();
        let tell = move |least: f64| {
            told.set_text(&gettext_f("≥ {loss}", &[("loss", &localized(format!("{least:.3}")))]))
        };
        tell(0.0);
        least.connect_value_changed(move |scale| tell(scale.value()));
        let threshold = gtk::Box::builder().spacing(3).build();
        threshold.append(&least);
        threshold.append(&shown);
        let games = gtk::DropDown::from_strings(&[]);
        games.set_widget_name("errors_game");
        a11y::set_label(&games, &gettext("Errors of which game"));
        let in_order = toggle("errors_in_order", &gettext("In order"), false);
        let about = gettext("List errors as they were made instead of the worst first");
        in_order.set_tooltip_text(Some(&about));
        a11y::set_label(&in_order, &about);
        let root =
            gtk::Box::builder().name("errors_filter").css_classes(["panel-line", "errors-filter"]).build();
        root.set_layout_manager(Some(Wrap::new()));
        for button in players.iter().chain(&kinds) {
            root.append(button);
        }
        root.append(&threshold);
        root.append(&games);
        root.append(&in_order);
        FilterBar { root, players, kinds, least, games, in_order, is_updating: Rc::default() }
    }

    pub(super) fn widget(&self) -> &gtk::Box {
        &self.root
    }

    /// Calls `changed` when the user chooses other errors.
    pub(super) fn connect_changed(&self, changed: impl Fn() + Clone + 'static) {
        let is_updating = Rc::clone(&self.is_updating);
        let changed = move || {
            if !is_updating.get() {
                changed();
            }
        };
        for button in self.players.iter().chain(&self.kinds).chain([&self.in_order]) {
            let changed = changed.clone();
            button.connect_toggled(move |_| changed());
        }
        let moved = changed.clone();
        self.least.connect_value_changed(move |_| moved());
        self.games.connect_selected_notify(move |_| changed());
    }

    /// The errors chosen.
    pub(super) fn query(&self) -> ErrorQuery {
        let is_on = |button: &gtk::ToggleButton| button.is_active();
        ErrorQuery {
            players: self.players.each_ref().map(is_on),
            kinds: self.kinds.each_ref().map(is_on),
            // The slider has its steps in binary fractions, which may be a little above the decimal ones.
            least: (self.least.value() - STEP / 100.0).max(0.0),
            game: (self.games.selected() as usize)
                .checked_sub(1)
                .filter(|_| self.games.selected() != u32::MAX),
            order: if is_on(&self.in_order) { ErrorOrder::AsPlayed } else { ErrorOrder::WorstFirst },
        }
    }

    /// Chooses all kinds of errors of a player, or of both, in all games, the worst first.
    pub(super) fn choose_all_of(&self, player: Option<Player>) {
        self.is_updating.set(true);
        for (button, seat) in self.players.iter().zip(Player::BOTH) {
            button.set_active(player.is_none_or(|player| player == seat));
        }
        self.kinds.iter().for_each(|button| button.set_active(true));
        self.games.set_selected(0);
        self.in_order.set_active(false);
        self.is_updating.set(false);
    }

    /// Moves the slider to a loss.
    pub(super) fn set_least(&self, least: f64) {
        self.is_updating.set(true);
        self.least.set_value(least);
        self.is_updating.set(false);
    }

    /// Shows the players and the games to choose from.
    pub(super) fn show(&self, names: &[String; 2], n_games: usize, has_resignations: bool) {
        self.is_updating.set(true);
        for (button, name) in self.players.iter().zip(names) {
            let label = button.child().and_downcast::<gtk::Label>();
            if let Some(label) = label.filter(|label| label.text() != *name) {
                label.set_text(name);
                let about = gettext_f("List errors of {player}", &[("player", name)]);
                button.set_tooltip_text(Some(&about));
                a11y::set_label(button, &about);
            }
        }
        self.kinds[ErrorKind::Resignation.index()].set_visible(has_resignations);
        let known = self.games.model().map_or(0, |model| model.n_items());
        if known as usize != n_games + 1 {
            let game = |n: usize| gettext_f("Game {n}", &[("n", &n.to_string())]);
            let titles: Vec<String> =
                std::iter::once(gettext("All games")).chain((1..=n_games).map(game)).collect();
            let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
            let selected = self.games.selected();
            self.games.set_model(Some(&gtk::StringList::new(&titles)));
            self.games.set_selected(if (selected as usize) < titles.len() { selected } else { 0 });
        }
        self.games.set_visible(n_games > 1);
        self.is_updating.set(false);
    }
}
