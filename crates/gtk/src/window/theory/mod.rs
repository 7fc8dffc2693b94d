// SPDX-License-Identifier: GPL-3.0-or-later
//! Cube theory: what gammons are worth, and at which winning chances to take, double and cash, at any score and cube.
//! All numbers are the engine's, those that the commands print.

mod points;
mod table;

use super::Window;
use super::panels::wrap::Wrap;
use super::tools::Tool;
use super::tools::sheet::{Sheet, TOOL_GAP, check, drop_down, icon_button, label, spin, tab_separated};
use crate::a11y;
use crate::i18n::{gettext, gettext_f};
use adw::prelude::*;
use gnubg_engine::core::{CubeState, CubeValue, Player};
use gnubg_engine::cube::{CubeContext, CubeInfo, MatchScore, WinRates};
use gnubg_session::hint::win_rates;
use gnubg_session::{Command, Event, Question};
use gtk::glib;
use points::{Points, Side};
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;

const NAME: &str = "theory";
/// Cube values to choose from: 1 to 64.
const N_CUBES: u32 = 7;

/// What the window is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Setting {
    /// Points away by seat; `None` for money.
    away: Option<[u32; 2]>,
    is_crawford: bool,
    cube: CubeState,
    jacoby: bool,
    beavers: bool,
    /// Rates of gammons and backgammons as seat Zero sees them.
    rates: WinRates,
}

struct Controls {
    follow: gtk::CheckButton,
    kind: gtk::DropDown,
    away: [gtk::SpinButton; 2],
    crawford: gtk::CheckButton,
    cube: gtk::DropDown,
    jacoby: gtk::CheckButton,
    beavers: gtk::CheckButton,
    /// Gammons of seats Zero and One, then backgammons, in percent.
    rates: [gtk::SpinButton; 4],
    deeper: gtk::Button,
}

/// The window.
struct TheoryWindow {
    sheet: Sheet,
    controls: Controls,
    sides: [Side; 2],
    /// The cube as it lies, where the match is followed.
    cube: Cell<CubeState>,
    /// Whether fields change because the match does.
    is_filling: Cell<bool>,
    shown: Cell<Option<Setting>>,
}

/// The window as it is kept among the tools.
struct Theory(Rc<TheoryWindow>);

impl Window {
    /// Opens the theory window.
    pub(super) fn open_theory(&self) {
        self.show_tool(NAME, |parent| Theory(TheoryWindow::new(parent)));
    }

    /// Opens the match equity table.
    pub(super) fn open_equity_table(&self) {
        self.show_tool(table::NAME, table::TableWindow::new);
    }
}

/// The names of cube values.
fn cube_names() -> Vec<String> {
    (0..N_CUBES).map(|exponent| (1u32 << exponent).to_string()).collect()
}

impl Setting {
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
    fn new(parent: &Window) -> Rc<TheoryWindow> {
        let sheet = Sheet::new(parent, NAME, &gettext("Cube theory"), (760, 700));
        let percent = |name: &str| {
            let field = spin(0.0..=100.0, 1.0, 1, name);
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
            rates: [0, 1, 2, 3].map(|_| percent("")),
            deeper: icon_button(
                "view-refresh-symbolic",
                &gettext("Rates by evaluating the position with look-ahead"),
            ),
        };
        controls.follow.set_active(true);
        let sides = [Side::new(), Side::new()];
        let window = Rc::new(TheoryWindow {
            sheet,
            controls,
            sides,
            cube: Cell::default(),
            is_filling: Cell::default(),
            shown: Cell::default(),
        });
        window.lay_out(parent);
        window.connect(parent);
        window
    }

    fn lay_out(&self, parent: &Window) {
        let controls = &self.controls;
        let names =
            parent.look(|session| Player::BOTH.map(|player| session.name(player))).unwrap_or_default();
        let grid = gtk::Grid::builder()
            .row_spacing(6)
            .column_spacing(9)
            .halign(gtk::Align::Start)
            .css_classes(["tool-row"])
            .build();
        let first = gtk::Box::builder().build();
        first.set_layout_manager(Some(Wrap::with_gap(TOOL_GAP)));
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
            // Large text goes on in the next line instead of widening the window.
            head.set_wrap(true);
            head.set_max_width_chars(14);
            grid.attach(&head, c, 1, 1, 1);
        }
        for (n, name) in names.iter().enumerate() {
            let row = 2 + n as i32;
            grid.attach(&label(name, &["heading"], 0.0), 0, row, 1, 1);
            let of = |phrase: &str| gettext_f(phrase, &[("player", name)]);
            for (c, field, told) in [
                (1, &controls.away[n], of("Points {player} is away")),
                (2, &controls.rates[n], of("Gammons among the wins of {player}, in percent")),
                (3, &controls.rates[2 + n], of("Backgammons among the wins of {player}, in percent")),
            ] {
                field.set_tooltip_text(Some(&told));
                a11y::set_label(field, &told);
                grid.attach(field, c, row, 1, 1);
            }
        }
        let kind = gtk::Box::builder().spacing(9).build();
        kind.append(&controls.kind);
        kind.append(&label(&gettext("Cube"), &[], 0.0));
        kind.append(&controls.cube);
        kind.append(&controls.deeper);
        grid.attach(&kind, 0, 4, 5, 1);
        self.sheet.content.append(&grid);
        let both = gtk::Box::new(gtk::Orientation::Vertical, 18);
        for side in &self.sides {
            both.append(&side.root);
        }
        both.set_margin_top(6);
        both.set_margin_bottom(18);
        self.sheet.content.append(&gtk::ScrolledWindow::builder().child(&both).vexpand(true).build());
    }

    fn connect(self: &Rc<TheoryWindow>, parent: &Window) {
        let changed = || {
            let (this, parent) = (Rc::downgrade(self), parent.downgrade());
            move || {
                let (Some(this), Some(parent)) = (this.upgrade(), parent.upgrade()) else { return };
                if !this.is_filling.get() {
                    this.controls.follow.set_active(false);
                    this.show(&parent);
                }
            }
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
        let (this, window) = (Rc::downgrade(self), parent.downgrade());
        controls.follow.connect_toggled(move |_| {
            if let (Some(this), Some(parent)) = (this.upgrade(), window.upgrade()) {
                this.follow(&parent);
            }
        });
        controls.deeper.connect_clicked(glib::clone!(
            #[weak]
            parent,
            move |_| {
                parent.send(Command::Ask(Question::Evaluate(parent.studied().map(Box::new))));
            }
        ));
        let this = Rc::downgrade(self);
        self.sheet.add_copy(
            &gettext("Copy as text"),
            glib::clone!(
                #[weak]
                parent,
                move || {
                    let Some(this) = this.upgrade() else { return };
                    let text = this.sides.iter().map(|side| tab_separated(&side.rows()));
                    parent.copy_text(Some(text.collect::<Vec<_>>().join("\n\n")));
                }
            ),
        );
    }

    /// Fills the fields from the match, if it is followed, and shows the points.
    fn follow(&self, parent: &Window) {
        if self.controls.follow.is_active()
            && let Some(state) = parent.studied()
        {
            let away = Player::BOTH.map(|player| state.away(player).unwrap_or(1).clamp(1, 64));
            let rates = parent.look(|session| win_rates(&state, session.engine()));
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
        self.show(parent);
    }

    fn fill_rates(&self, rates: WinRates) {
        self.is_filling.set(true);
        let values = [rates.gammon, rates.gammon_lost, rates.backgammon, rates.backgammon_lost];
        for (field, value) in self.controls.rates.iter().zip(values) {
            field.set_value(100.0 * value);
        }
        self.is_filling.set(false);
    }

    /// What the fields say.
    fn setting(&self) -> Setting {
        let controls = &self.controls;
        let value = CubeValue::from_exponent(controls.cube.selected()).unwrap_or_default();
        let owner = self.cube.get().owner.filter(|_| controls.follow.is_active());
        let [g0, g1, b0, b1] = controls.rates.each_ref().map(|field| field.value() / 100.0);
        let away = controls.away.each_ref().map(|field| field.value() as u32);
        Setting {
            away: (controls.kind.selected() == 1).then_some(away),
            is_crawford: controls.crawford.is_active(),
            cube: CubeState { value, owner },
            jacoby: controls.jacoby.is_active(),
            beavers: controls.beavers.is_active(),
            rates: WinRates { gammon: g0, backgammon: b0, gammon_lost: g1, backgammon_lost: b1 },
        }
    }

    /// Shows the points of both players.
    fn show(&self, parent: &Window) {
        let setting = self.setting();
        let controls = &self.controls;
        for field in &controls.away {
            field.set_sensitive(setting.away.is_some());
        }
        controls.crawford.set_sensitive(setting.away.is_some_and(|away| away.contains(&1)));
        controls.jacoby.set_sensitive(setting.away.is_none());
        controls.beavers.set_sensitive(setting.away.is_none());
        let found = parent.look(|session| {
            let context = setting.context(session.table())?;
            Some(Player::BOTH.map(|player| {
                let rates = if player == Player::Zero { setting.rates } else { setting.rates.swapped() };
                let prices = context.gammon_prices(CubeInfo::new(setting.cube, player));
                Points::new(&context, player, setting.cube, rates, prices, session.name(player))
            }))
        });
        let Some(found) = found.flatten() else { return };
        for (side, points) in self.sides.iter().zip(found) {
            side.show(points);
        }
        let score = match setting.away {
            None => gettext("Money game"),
            Some([a, b]) => {
                gettext_f("{a}-away against {b}-away", &[("a", &a.to_string()), ("b", &b.to_string())])
            }
        };
        let cube = setting.cube.value.points().to_string();
        self.sheet
            .title
            .set_subtitle(&gettext_f("{score}, cube {cube}", &[("score", &score), ("cube", &cube)]));
        self.shown.set(Some(setting));
        parent.write_dump();
    }
}

impl Tool for Theory {
    fn name(&self) -> &'static str {
        NAME
    }

    fn window(&self) -> &adw::Window {
        &self.0.sheet.window
    }

    fn follow(&self, parent: &Window) {
        self.0.follow(parent);
    }

    fn hear(&self, parent: &Window, event: &Event) {
        let Event::Evaluated(appraisal) = event else { return };
        if parent.studied().is_none_or(|state| state.board != appraisal.state.board) {
            return;
        }
        if let Some(row) = appraisal.rows.last() {
            let own = WinRates::of(&row.probs);
            let is_zero = appraisal.state.on_roll == Player::Zero;
            self.0.fill_rates(if is_zero { own } else { own.swapped() });
            // The rates are not those of the static evaluation any more.
            self.0.controls.follow.set_active(false);
            self.0.show(parent);
        }
    }

    fn facts(&self) -> Value {
        json!({
            "subtitle": self.0.sheet.title.subtitle().as_str(),
            "follows": self.0.controls.follow.is_active(),
            "sides": self.0.sides.each_ref().map(Side::rows),
            "prices": self.0.sides.each_ref().map(Side::prices),
            "zones": self.0.sides.each_ref().map(Side::told),
        })
    }
}
