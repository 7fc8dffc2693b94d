// SPDX-License-Identifier: GPL-3.0-or-later
//! The cube theory window.

use super::cube_values::{N_CUBES, cube_names};
use super::points::{PlayerPoints, PointsView};
use crate::a11y;
use crate::host::HostHandle;
use crate::i18n::{gettext, gettext_f};
use crate::tools::Tool;
use crate::tools::controls::{GROUP_GAP, check, drop_down, icon_button, label, spin, tab_separated};
use crate::tools::frame::ToolFrame;
use crate::widgets::weakly;
use crate::widgets::wrap::Wrap;
use adw::prelude::*;
use gnubg_engine::core::{CubeState, CubeValue, Player};
use gnubg_engine::cube::{CubeContext, CubeInfo, MatchScore, WinRates};
use gnubg_session::hint::win_rates;
use gnubg_session::{Command, Event, Question};
use std::cell::Cell;
use std::rc::Rc;

/// The score, cube and rates whose points are shown.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CubeSetting {
    /// Points away by seat; `None` for money.
    away: Option<[u32; 2]>,
    is_crawford: bool,
    cube: CubeState,
    jacoby: bool,
    beavers: bool,
    /// Rates of gammons and backgammons from the view of seat Zero.
    rates: WinRates,
}

struct Controls {
    /// Whether the fields follow the match.
    follow: gtk::CheckButton,
    kind: gtk::DropDown,
    away: [gtk::SpinButton; 2],
    crawford: gtk::CheckButton,
    cube: gtk::DropDown,
    jacoby: gtk::CheckButton,
    beavers: gtk::CheckButton,
    /// Gammons of seats Zero and One, then backgammons, in percent.
    rates: [gtk::SpinButton; 4],
    /// Estimates the rates by evaluating the position.
    estimate: gtk::Button,
}

/// The cube theory window.
pub(crate) struct TheoryWindow {
    host: HostHandle,
    frame: ToolFrame,
    controls: Controls,
    players: [PointsView; 2],
    /// The cube of the match, while it is followed.
    cube: Cell<CubeState>,
    /// Whether the fields are being filled, so that their changes are not taken for the user's.
    is_filling: Cell<bool>,
}

impl CubeSetting {
    fn context(&self, table: &gnubg_engine::cube::MatchEquityTable) -> Option<CubeContext> {
        match self.away {
            None => Some(CubeContext::money(self.jacoby, self.beavers)),
            Some(away) => {
                let is_crawford = self.is_crawford && away.contains(&1);
                Some(CubeContext::match_play(MatchScore::new(away, is_crawford)?, table))
            }
        }
    }
}

impl TheoryWindow {
    pub(crate) fn new(host: &HostHandle) -> Rc<TheoryWindow> {
        let percent = || {
            let field = spin(0.0..=100.0, 1.0, 1, "");
            field.set_width_chars(5);
            field
        };
        let controls = Controls {
            follow: check(&gettext("Follow the match")),
            kind: drop_down(&[gettext("Money"), gettext("Match")], &gettext("Money or match")),
            away: [0, 1].map(|_| spin(1.0..=64.0, 1.0, 0, &gettext("Points away"))),
            crawford: check(&gettext("Crawford game")),
            cube: drop_down(&cube_names(), &gettext("Cube")),
            jacoby: check(&gettext("Jacoby")),
            beavers: check(&gettext("Beavers")),
            rates: [0, 1, 2, 3].map(|_| percent()),
            estimate: icon_button(
                "view-refresh-symbolic",
                &gettext("Estimate the rates by evaluating the position with look-ahead"),
            ),
        };
        controls.follow.set_active(true);
        controls.follow.set_widget_name("theory-follow");
        controls.estimate.set_widget_name("theory-estimate");
        let window = Rc::new(TheoryWindow {
            host: host.clone(),
            frame: ToolFrame::new(host, "theory", &gettext("Cube theory"), (760, 700)),
            controls,
            players: [0, 1].map(|n| PointsView::new(&format!("theory-player-{n}"))),
            cube: Cell::default(),
            is_filling: Cell::default(),
        });
        window.lay_out();
        window.connect();
        window
    }

    fn lay_out(&self) {
        let controls = &self.controls;
        let names =
            self.host.look(|session| Player::BOTH.map(|player| session.name(player))).unwrap_or_default();
        let grid = gtk::Grid::builder()
            .row_spacing(6)
            .column_spacing(9)
            .halign(gtk::Align::Start)
            .css_classes(["tool-row"])
            .build();
        let first = gtk::Box::builder().build();
        first.set_layout_manager(Some(Wrap::with_gap(GROUP_GAP)));
        for widget in [
            controls.follow.upcast_ref::<gtk::Widget>(),
            controls.crawford.upcast_ref(),
            controls.jacoby.upcast_ref(),
            controls.beavers.upcast_ref(),
        ] {
            first.append(widget);
        }
        grid.attach(&first, 0, 0, 5, 1);
        for (c, title) in
            (1..).zip([gettext("Away"), gettext("Gammons, % of wins"), gettext("Backgammons, % of wins")])
        {
            let head = label(&title, &["caption-heading", "dim-label"], 0.0);
            // Large text wraps instead of widening the window.
            head.set_wrap(true);
            head.set_max_width_chars(14);
            grid.attach(&head, c, 1, 1, 1);
        }
        for (n, name) in names.iter().enumerate() {
            let row = 2 + n as i32;
            grid.attach(&label(name, &["heading"], 0.0), 0, row, 1, 1);
            let values = [("player", name.as_str())];
            for (c, field, tooltip) in [
                (1, &controls.away[n], gettext_f("Points {player} needs", &values)),
                (2, &controls.rates[n], gettext_f("Gammons among the wins of {player}, in percent", &values)),
                (
                    3,
                    &controls.rates[2 + n],
                    gettext_f("Backgammons among the wins of {player}, in percent", &values),
                ),
            ] {
                field.set_tooltip_text(Some(&tooltip));
                a11y::set_label(field, &tooltip);
                grid.attach(field, c, row, 1, 1);
            }
        }
        let kind = gtk::Box::builder().spacing(9).build();
        kind.append(&controls.kind);
        kind.append(&label(&gettext("Cube"), &[], 0.0));
        kind.append(&controls.cube);
        kind.append(&controls.estimate);
        grid.attach(&kind, 0, 4, 5, 1);
        self.frame.content().append(&grid);
        let both = gtk::Box::new(gtk::Orientation::Vertical, 18);
        for player in &self.players {
            both.append(&player.root);
        }
        both.set_margin_top(6);
        both.set_margin_bottom(18);
        self.frame.content().append(&gtk::ScrolledWindow::builder().child(&both).vexpand(true).build());
    }

    fn connect(self: &Rc<TheoryWindow>) {
        let with = |run: fn(&TheoryWindow)| weakly(&Rc::downgrade(self), run);
        let changed = || {
            with(|window| {
                if !window.is_filling.get() {
                    window.controls.follow.set_active(false);
                    window.show();
                }
            })
        };
        let controls = &self.controls;
        for field in controls.away.iter().chain(&controls.rates) {
            let run = changed();
            field.connect_value_changed(move |_| run());
        }
        for list in [&controls.kind, &controls.cube] {
            let run = changed();
            list.connect_selected_notify(move |_| run());
        }
        for switch in [&controls.crawford, &controls.jacoby, &controls.beavers] {
            let run = changed();
            switch.connect_toggled(move |_| run());
        }
        let run = with(TheoryWindow::follow_match);
        controls.follow.connect_toggled(move |_| run());
        let run = with(|window| {
            let state = window.host.position().map(Box::new);
            window.host.execute(Command::Ask(Question::Evaluate(state)));
        });
        controls.estimate.connect_clicked(move |_| run());
        let copy = with(|window| {
            let tables: Vec<String> =
                window.players.iter().map(|player| tab_separated(&player.rows())).collect();
            window.host.copy_text(Some(tables.join("\n\n")));
        });
        self.frame.connect_copy(&gettext("Copy as text"), copy);
    }

    /// Fills the fields from the match, if it is followed, and shows the points.
    fn follow_match(&self) {
        if self.controls.follow.is_active()
            && let Some(state) = self.host.position()
        {
            let away = Player::BOTH.map(|player| state.away(player).unwrap_or(1).clamp(1, 64));
            let rates = self.host.look(|session| win_rates(&state, session.engine()));
            self.is_filling.set(true);
            let controls = &self.controls;
            controls.kind.set_selected(u32::from(!state.is_money()));
            for (field, away) in controls.away.iter().zip(away) {
                field.set_value(f64::from(away));
            }
            controls.crawford.set_active(state.is_crawford);
            controls.cube.set_selected(state.cube.value.exponent().min(N_CUBES - 1));
            if state.is_money() {
                controls.jacoby.set_active(state.rules.jacoby);
                controls.beavers.set_active(state.rules.beavers > 0);
            }
            self.cube.set(state.cube);
            self.is_filling.set(false);
            if let Some(rates) = rates {
                self.fill_rates(rates);
            }
        }
        self.show();
    }

    fn fill_rates(&self, rates: WinRates) {
        self.is_filling.set(true);
        let values = [rates.gammon, rates.gammon_lost, rates.backgammon, rates.backgammon_lost];
        for (field, value) in self.controls.rates.iter().zip(values) {
            field.set_value(100.0 * value);
        }
        self.is_filling.set(false);
    }

    /// The setting in the fields.
    fn setting(&self) -> CubeSetting {
        let controls = &self.controls;
        let value = CubeValue::from_exponent(controls.cube.selected()).unwrap_or_default();
        let owner = self.cube.get().owner.filter(|_| controls.follow.is_active());
        let [g0, g1, b0, b1] = controls.rates.each_ref().map(|field| field.value() / 100.0);
        let away = controls.away.each_ref().map(|field| field.value() as u32);
        CubeSetting {
            away: (controls.kind.selected() == 1).then_some(away),
            is_crawford: controls.crawford.is_active(),
            cube: CubeState { value, owner },
            jacoby: controls.jacoby.is_active(),
            beavers: controls.beavers.is_active(),
            rates: WinRates { gammon: g0, backgammon: b0, gammon_lost: g1, backgammon_lost: b1 },
        }
    }

    /// Shows the points of both players.
    fn show(&self) {
        let setting = self.setting();
        let controls = &self.controls;
        for field in &controls.away {
            field.set_sensitive(setting.away.is_some());
        }
        controls.crawford.set_sensitive(setting.away.is_some_and(|away| away.contains(&1)));
        controls.jacoby.set_sensitive(setting.away.is_none());
        controls.beavers.set_sensitive(setting.away.is_none());
        let found = self.host.look(|session| {
            let context = setting.context(session.table())?;
            Some(Player::BOTH.map(|player| {
                let rates = if player == Player::Zero { setting.rates } else { setting.rates.swapped() };
                let prices = context.gammon_prices(CubeInfo::new(setting.cube, player));
                PlayerPoints::new(&context, player, setting.cube, rates, prices, session.name(player))
            }))
        });
        let Some(found) = found.flatten() else { return };
        for (view, points) in self.players.iter().zip(found) {
            view.show(points);
        }
        let score = match setting.away {
            None => gettext("Money game"),
            Some([a, b]) => {
                gettext_f("{a}-away against {b}-away", &[("a", &a.to_string()), ("b", &b.to_string())])
            }
        };
        let cube = setting.cube.value.points().to_string();
        self.frame.set_subtitle(gettext_f("{score}, cube {cube}", &[("score", &score), ("cube", &cube)]));
    }
}

impl Tool for TheoryWindow {
    fn name(&self) -> &'static str {
        "theory"
    }

    fn window(&self) -> &adw::Window {
        self.frame.upcast_ref()
    }

    fn refresh(&self) {
        self.follow_match();
    }

    fn handle_event(&self, event: &Event) {
        let Event::Evaluated { appraisal, .. } = event else { return };
        if self.host.position().is_none_or(|state| state.board != appraisal.state.board) {
            return;
        }
        if let Some(row) = appraisal.rows.last() {
            let own = WinRates::of(&row.probs);
            let is_zero = appraisal.state.on_roll == Player::Zero;
            self.fill_rates(if is_zero { own } else { own.swapped() });
            // The rates are no longer those of the static evaluation.
            self.controls.follow.set_active(false);
            self.show();
        }
    }
}
