// SPDX-License-Identifier: GPL-3.0-or-later
//! The match equity table before and after the Crawford game, and the gammon values, take points and double points that
//! follow from it at every score. Another table can be chosen, and two can be compared.

use super::cube_values::cube_names;
use crate::host::HostHandle;
use crate::i18n::{gettext, gettext_f, localized};
use crate::tools::Tool;
use crate::tools::controls::{GROUP_GAP, check, drop_down, label, spin, tab_separated};
use crate::tools::frame::ToolFrame;
use crate::tools::heat_map::{HeatCell, HeatGrid, HeatMap, Shade};
use crate::tools::maps::initial_length;
use crate::widgets::chooser;
use crate::widgets::weakly;
use crate::widgets::wrap::Wrap;
use adw::prelude::*;
use gnubg_engine::core::{CubeState, CubeValue, MatchState, Player};
use gnubg_engine::cube::{CubeContext, CubeInfo, MatchEquityTable, MatchScore, SHIPPED, WinRates, shipped};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Size of the table in points for money and for short matches.
const DEFAULT_LENGTH: u16 = 15;

/// The value shown for each score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aspect {
    Before,
    After,
    GammonValue,
    DeadTake,
    LiveTake,
    DeadDouble,
}

impl Aspect {
    const ALL: [Aspect; 6] = [
        Aspect::Before,
        Aspect::After,
        Aspect::GammonValue,
        Aspect::DeadTake,
        Aspect::LiveTake,
        Aspect::DeadDouble,
    ];

    fn title(self) -> String {
        match self {
            Aspect::Before => gettext("Equity before the Crawford game"),
            Aspect::After => gettext("Equity after the Crawford game"),
            Aspect::GammonValue => gettext("Gammon value"),
            Aspect::DeadTake => gettext("Take point, dead cube"),
            Aspect::LiveTake => gettext("Take point, live cube"),
            Aspect::DeadDouble => gettext("Double point, dead cube"),
        }
    }

    /// Whether the cube matters.
    fn has_cube(self) -> bool {
        !matches!(self, Aspect::Before | Aspect::After)
    }

    /// The value for seat Zero, `zero`-away against `one`-away with the cube at `value`.
    fn value(
        self,
        table: &MatchEquityTable,
        [zero, one]: [u32; 2],
        cube: CubeValue,
        rate: f64,
    ) -> Option<f64> {
        if matches!(self, Aspect::Before) {
            return Some(f64::from(table.pre_crawford(zero, one).0));
        }
        let context = CubeContext::match_play(MatchScore::new([zero, one], false)?, table);
        if matches!(self, Aspect::GammonValue) {
            let cube = CubeState { value: cube, owner: None };
            return Some(f64::from(context.gammon_prices(CubeInfo::new(cube, Player::Zero)).gammon_value()));
        }
        let rates = WinRates { gammon: rate, gammon_lost: rate, ..WinRates::default() };
        let window = context.match_window(Player::Zero, cube, rates)?;
        match self {
            Aspect::DeadTake => Some(window.dead.take),
            Aspect::LiveTake => Some(window.live?.take),
            Aspect::DeadDouble => Some(window.dead.double),
            Aspect::Before | Aspect::After | Aspect::GammonValue => None,
        }
    }
}

/// The match equity table window.
pub(crate) struct EquityTableWindow {
    host: HostHandle,
    frame: ToolFrame,
    table: gtk::DropDown,
    inverted: gtk::CheckButton,
    aspect: gtk::DropDown,
    cube: gtk::DropDown,
    rate: gtk::SpinButton,
    other: gtk::DropDown,
    length: gtk::SpinButton,
    map: HeatMap,
    about: gtk::Label,
    /// Whether the controls are being filled, so that their changes are not taken for the user's.
    is_filling: Cell<bool>,
    /// The table to compare with, and its name.
    compared: RefCell<Option<(String, Rc<MatchEquityTable>)>>,
}

impl EquityTableWindow {
    pub(crate) fn new(host: &HostHandle) -> Rc<EquityTableWindow> {
        let names: Vec<String> = SHIPPED.iter().map(|table| table.name.to_owned()).collect();
        let mut tables = names.clone();
        tables.push(gettext("From a file"));
        let mut others = vec![gettext("No comparison")];
        others.extend(names);
        let aspects: Vec<String> = Aspect::ALL.into_iter().map(Aspect::title).collect();
        let window = Rc::new(EquityTableWindow {
            host: host.clone(),
            frame: ToolFrame::new(host, "equity-table", &gettext("Match equity table"), (820, 680)),
            table: drop_down(&tables, &gettext("Table used by the program")),
            inverted: check(&gettext("Swap the players")),
            aspect: drop_down(&aspects, &gettext("Values shown")),
            cube: drop_down(&cube_names(), &gettext("Cube")),
            rate: spin(0.0..=100.0, 1.0, 0, &gettext("Gammons among the wins, in percent")),
            other: drop_down(&others, &gettext("Show the difference from")),
            length: spin(1.0..=64.0, 1.0, 0, &gettext("Points")),
            map: HeatMap::new("equity-table-map"),
            about: label("", &["dim-label", "caption"], 0.0),
            is_filling: Cell::default(),
            compared: RefCell::default(),
        });
        window.length.set_value(f64::from(initial_length(host, DEFAULT_LENGTH)));
        window.lay_out();
        window.connect();
        window
    }

    fn lay_out(&self) {
        let named: [(&str, &gtk::Widget); 8] = [
            ("equity-table-table", self.table.upcast_ref()),
            ("equity-table-inverted", self.inverted.upcast_ref()),
            ("equity-table-aspect", self.aspect.upcast_ref()),
            ("equity-table-cube", self.cube.upcast_ref()),
            ("equity-table-rate", self.rate.upcast_ref()),
            ("equity-table-other", self.other.upcast_ref()),
            ("equity-table-length", self.length.upcast_ref()),
            ("equity-table-about", self.about.upcast_ref()),
        ];
        for (name, widget) in named {
            widget.set_widget_name(name);
        }
        let row = |parts: &[(Option<String>, &gtk::Widget)]| {
            // The controls wrap where there is no room.
            let row = gtk::Box::builder().css_classes(["tool-row"]).build();
            row.set_layout_manager(Some(Wrap::with_gap(GROUP_GAP)));
            for (title, widget) in parts {
                let pair = gtk::Box::builder().spacing(6).build();
                if let Some(title) = title {
                    pair.append(&label(title, &[], 0.0));
                }
                pair.append(*widget);
                row.append(&pair);
            }
            self.frame.content().append(&row);
        };
        row(&[
            (Some(gettext("Table")), self.table.upcast_ref()),
            (None, self.inverted.upcast_ref()),
            (Some(gettext("Difference from")), self.other.upcast_ref()),
        ]);
        row(&[
            (None, self.aspect.upcast_ref()),
            (Some(gettext("Cube")), self.cube.upcast_ref()),
            (Some(gettext("Gammons %")), self.rate.upcast_ref()),
            (Some(gettext("Points")), self.length.upcast_ref()),
        ]);
        self.about.set_wrap(true);
        self.about.set_margin_start(18);
        self.about.set_margin_end(18);
        self.about.set_margin_bottom(9);
        self.frame.content().append(&self.map);
        self.map.take_focus(&self.frame);
        self.frame.content().append(&self.about);
    }

    fn connect(self: &Rc<Self>) {
        let this = Rc::downgrade(self);
        let changed = || {
            weakly(&this, |window: &EquityTableWindow| {
                if !window.is_filling.get() {
                    window.refresh();
                }
            })
        };
        for list in [&self.aspect, &self.cube, &self.other] {
            let run = changed();
            list.connect_selected_notify(move |_| run());
        }
        for field in [&self.rate, &self.length] {
            let run = changed();
            field.connect_value_changed(move |_| run());
        }
        let chosen = this.clone();
        self.table.connect_selected_notify(move |list| {
            let Some(window) = chosen.upgrade().filter(|window| !window.is_filling.get()) else { return };
            match SHIPPED.get(list.selected() as usize) {
                Some(table) => {
                    window.host.change_options(|options| options.engine.met = table.file.to_owned());
                }
                None => window.choose_table(),
            }
        });
        let run = weakly(&this, |window: &EquityTableWindow| {
            if !window.is_filling.get() {
                let on = window.inverted.is_active();
                window.host.change_options(|options| options.engine.met_inverted = on);
            }
        });
        self.inverted.connect_toggled(move |_| run());
        let copy = weakly(&this, |window: &EquityTableWindow| {
            window.host.copy_text(Some(tab_separated(&window.map.as_rows())));
        });
        self.frame.connect_copy(&gettext("Copy as text"), copy);
    }

    /// Lets the user choose the file of another table; if the dialog is canceled, the present table stays.
    fn choose_table(self: &Rc<Self>) {
        let Some(parent) = self.host.window() else { return };
        let filter = chooser::filter(&gettext("Match equity tables"), &["xml"]);
        let this = Rc::downgrade(self);
        chooser::choose_file(&parent, &gettext("Open a match equity table"), filter, move |_, path| {
            let Some(window) = this.upgrade() else { return };
            if let Some(path) = path {
                let name = path.to_string_lossy().into_owned();
                window.host.change_options(|options| options.engine.met = name);
            }
            window.refresh();
        });
    }

    /// The table to compare with.
    fn other_table(&self) -> Option<Rc<MatchEquityTable>> {
        let chosen = SHIPPED.get((self.other.selected() as usize).checked_sub(1)?)?;
        if let Some((_, table)) = self.compared.borrow().as_ref().filter(|(name, _)| name == chosen.file) {
            return Some(Rc::clone(table));
        }
        let table = Rc::new(shipped(chosen.file).ok()?);
        self.compared.replace(Some((chosen.file.to_owned(), Rc::clone(&table))));
        Some(table)
    }

    /// The map of the values that the controls ask for.
    fn map_of(&self, table: &MatchEquityTable, state: Option<&MatchState>, names: &[String; 2]) -> HeatGrid {
        let aspect = Aspect::ALL[(self.aspect.selected() as usize).min(Aspect::ALL.len() - 1)];
        let cube = CubeValue::from_exponent(self.cube.selected()).unwrap_or_default();
        let (n, rate) = (self.length.value() as u32, self.rate.value() / 100.0);
        let other = self.other_table();
        let away = state
            .filter(|state| !state.is_money())
            .map(|state| Player::BOTH.map(|player| state.away(player).unwrap_or(0)));
        let text = |value: Option<f64>, other: Option<Option<f64>>| -> (String, Option<f64>) {
            let digits = if aspect == Aspect::GammonValue { 3 } else { 2 };
            let scale = if aspect == Aspect::GammonValue { 1.0 } else { 100.0 };
            match (value, other) {
                (Some(value), None) => (localized(format!("{:.digits$}", scale * value)), Some(value)),
                (Some(value), Some(Some(other))) => {
                    (localized(format!("{:+.digits$}", scale * (value - other))), Some(value - other))
                }
                _ => ("–".to_owned(), None),
            }
        };
        let (rows, columns): (Vec<u32>, Vec<u32>) = match aspect {
            Aspect::After => (vec![0, 1], (1..=n).collect()),
            _ => ((1..=n).collect(), (1..=n).collect()),
        };
        let value = |table: &MatchEquityTable, r: u32, c: u32| match aspect {
            Aspect::After => {
                let player = if r == 0 { Player::Zero } else { Player::One };
                Some(f64::from(table.post_crawford(player, c).0))
            }
            _ => aspect.value(table, [r, c], cube, rate),
        };
        let mut cells: Vec<Vec<(HeatCell, Option<f64>)>> = Vec::new();
        for &r in &rows {
            let cell = |&c: &u32| {
                let other = other.as_deref().map(|other| value(other, r, c));
                let (text, value) = text(value(table, r, c), other);
                let is_marked = match aspect {
                    Aspect::After => state.is_some_and(|state| {
                        state.is_post_crawford()
                            && away.is_some_and(|away| away[r as usize] == c && away[1 - r as usize] == 1)
                    }),
                    _ => away == Some([r, c]),
                };
                let detail = if is_marked { gettext("Current score") } else { String::new() };
                (HeatCell { text, detail, shade: Shade::None, is_marked }, value)
            };
            cells.push(columns.iter().map(cell).collect());
        }
        let values = || cells.iter().flatten().filter_map(|(_, value)| *value);
        let (low, high) = values().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        let shaded = |(cell, value): (HeatCell, Option<f64>)| {
            let share = value.map(|value| if high > low { (value - low) / (high - low) } else { 0.5 });
            // Half of the color scale is used, so that the numbers stand out.
            HeatCell { shade: share.map_or(Shade::None, |share| Shade::Heat(0.55 * share)), ..cell }
        };
        let cells = cells.into_iter().map(|row| row.into_iter().map(shaded).collect()).collect();
        let away = |n: &u32| gettext_f("{n}-away", &[("n", &n.to_string())]);
        let rows = match aspect {
            Aspect::After => names.to_vec(),
            _ => rows.iter().map(away).collect(),
        };
        let corner = if aspect == Aspect::After { String::new() } else { names[0].clone() };
        HeatGrid { corner, rows, columns: columns.iter().map(away).collect(), cells }
    }
}

impl Tool for EquityTableWindow {
    fn name(&self) -> &'static str {
        "equity-table"
    }

    fn window(&self) -> &adw::Window {
        self.frame.upcast_ref()
    }

    fn refresh(&self) {
        let options = self.host.options();
        self.is_filling.set(true);
        let base = options.engine.met.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let stem = base.strip_suffix(".xml").unwrap_or(&base).to_owned();
        let at =
            SHIPPED.iter().position(|table| table.file.eq_ignore_ascii_case(&stem)).unwrap_or(SHIPPED.len());
        if self.table.selected() as usize != at {
            self.table.set_selected(at as u32);
        }
        self.inverted.set_active(options.engine.met_inverted);
        self.is_filling.set(false);
        let aspect = Aspect::ALL[(self.aspect.selected() as usize).min(Aspect::ALL.len() - 1)];
        self.cube.set_sensitive(aspect.has_cube());
        self.rate.set_sensitive(aspect.has_cube() && aspect != Aspect::GammonValue);
        let state = self.host.position();
        let shown = self.host.look(|session| {
            let names = Player::BOTH.map(|player| session.name(player));
            let table = session.table();
            let cells = self.map_of(table, state.as_ref(), &names);
            let axes =
                gettext_f("Rows: {player}; columns: {other}", &[("player", &names[0]), ("other", &names[1])]);
            (cells, axes, table.name().to_owned(), table.description().to_owned())
        });
        let Some((cells, axes, name, description)) = shown else { return };
        self.map.set_grid(cells);
        self.about.set_text(&format!("{axes}. {description}"));
        self.frame.set_subtitle(name);
    }
}
